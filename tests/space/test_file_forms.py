"""Files as they lie on page Score: two files, indicator columns, long form, JSON by id, .xlsx, .gz.

The numbers are those of the command line for the same files (docs/files-and-inputs.md).
"""

import gzip
import io
import re
import zipfile
from urllib.parse import parse_qsl, urlsplit

import datasets
import pytest
from gradio_client import handle_file
from space_code import commanded, printed
from space_files import ALL, FORM_CASES, FORMS, forms
from space_numbers import METRIC
from space_states import f1_of, given, visit_of

from semantic_f1 import SemanticF1
from semantic_f1.messages import (
    LOAD_MULTILABEL,
    NAMES_OF_IDS,
    SCORES_NEED_MULTILABEL,
    SETS_NEED_ANNOTATORS,
)
from semantic_f1.option_table import OPTIONS
from space.annotators import page as annotating
from space.annotators.code import people_command, people_snippet
from space.compare import page as comparing
from space.compare.code import compare_command, compare_snippet
from space.compare.work import compare_two
from space.frame import limits, sessions, uploads
from space.frame.file_inputs import received
from space.frame.reading import preview_content
from space.frame.similarities import EXACT
from space.frame.wording import FIELDS, in_page_words
from space.score import layout_fields, work
from space.score import page as score
from space.score.code import score_command, score_snippet


@pytest.mark.parametrize("case", ["indicator columns", "long form", "JSON by id"])
def test_packed_files_score_the_same(case):
    names, chosen, expected = FORM_CASES[case]
    packed = {f"{name}.gz": gzip.compress(content) for name, content in forms(names).items()}
    assert f1_of(given(score.page, packed, **chosen)) == expected


def test_each_row_of_two_files_is_saved_with_both_sides():
    files = forms(FORM_CASES["indicator columns"][0])
    content = layout_fields.content_of(visit_of(score.page, files).sources["score"])
    rows = work.rows_csv(given(score.page, files), content).splitlines()
    assert rows[0].startswith("\ufeffline,predictions,references,semantic_precision,")
    assert rows[1].startswith('3,"[""anger""]","[""anger"", ""disgust""]",1.0,0.92677')


def test_rows_and_texts_next_to_scores_are_of_the_rows_that_are_scored():
    content = b"text,predictions,references\nnot seen,fear,\na text,joy,joy\nthe last,fear,joy\n"
    chosen = {"blank": "not_asked", "similarity": "plutchik"}
    state = given(score.page, {"a.csv": content}, **chosen)
    lowest = [(row["line"], row["text"]) for row in state.lowest]
    assert lowest == [(4, "the last"), (3, "a text")]
    _, *rows = work.rows_csv(state, content).splitlines()
    assert [row[:8] for row in rows] == ["3,a text", "4,the la"]


def test_sides_in_one_file_of_indicator_columns_by_their_beginnings():
    files = {"both.csv": b"id,pred_joy,pred_love,gold_joy,gold_love\n1,1,0,0,1\n2,0,0,0,0\n"}
    form = visit_of(score.page, files).forms["score"]
    expected = ("indicators", "pred_*", "gold_*")
    assert tuple(form[key] for key in ("layout", "predictions", "references")) == expected
    assert f1_of(given(score.page, files)) == pytest.approx((0.961939766256 + 1) / 2)


def test_ids_that_one_file_lacks_are_asked_about():
    gold = b"id,gold\n1,joy\n2,anger\n"
    files = {"system.csv": b"id,predicted\n2,anger\n", "gold.csv": gold}
    visit = visit_of(score.page, files)
    shown = score.page.inputs(visit)
    assert "system.csv: nothing for 1 of 2 ids" in shown and "Ids that one file lacks" in shown
    assert "missing=" not in shown
    assert "disabled" in shown.split('data-do="score"')[1].split(">")[0]
    assert f1_of(given(score.page, files, missing="empty")) == 0.5
    state = score.page.score(visit, {**visit.forms["score"], "missing": "drop"})
    assert f1_of(state[0]) == 1
    shown = score.shown_result(*state)
    assert "1 of 2, 1 without predictions were left out" in shown
    assert "column &#x27;predicted&#x27; of system.csv, 1 row, sha256" in shown


@pytest.mark.parametrize(
    ("predicted", "said"),
    [
        (b"predicted\njoy\nfear\n", "joined by line: no column is shared"),
        (b"predicted\njoy\n", "system.csv: 1 rows, and gold.csv has 2"),
    ],
)
def test_files_without_ids_are_joined_by_line_and_say_so(predicted, said):
    files = {"system.csv": predicted, "gold.csv": b"gold\njoy\nanger\n"}
    assert said in score.page.inputs(visit_of(score.page, files))


# --- Whole numbers ---

STARS = METRIC.similarity.build([[1, 0.75, 0.5], [0.75, 1, 0.75], [0.5, 0.75, 1]], ["1", "2", "3"])
OWN = {"own": STARS, "similarity": "yours"}
ANNOTATED = {"stars.csv": b"predictions,annotator_1,annotator_2\n3,3,2\n1,1,1\n"}


@pytest.mark.parametrize("ids", ["auto", "never"])
def test_annotators_and_compared_systems_are_read_by_the_names_of_the_universe(ids):
    files = {"stars.csv": b"predictions,annotator_1,annotator_2,b\n1,2,2,1\n2,1,1,2\n"}
    assert f1_of(given(annotating.page, files, ids=ids, **OWN)) == 0.75
    systems = {"gold": "annotator_1", "systems": ["0:predictions", "0:b"]}
    found = given(comparing.page, files, ids=ids, **systems, **OWN)
    assert [row["f1"] for row in found.systems] == [0.75] * 2
    two = {"predictions": "predictions", "references": "annotator_1"}
    assert f1_of(given(score.page, files, ids=ids, **two, **OWN)) == 0.75
    sent = ("stars.csv", files["stars.csv"], {**two, "separator": "one", "ids": ids})
    assert compare_two([sent] * 2, "samples", STARS)["examples"] == 2


def test_own_labels_that_look_like_missing_values_are_told():
    files = {"a.csv": b"predictions,references\nN/A,joy\njoy,joy\n"}
    notes = given(score.page, files, similarity=EXACT).notes
    assert [note for note in notes if "is a label here; it looks like a missing" in note]


def test_three_stars_are_no_id():
    assert f1_of(given(annotating.page, ANNOTATED, **OWN)) == ((1 + 0.75) / 2 + 1) / 2
    with pytest.raises(ValueError, match="3"):
        given(annotating.page, ANNOTATED, ids="always", **OWN)
    assert 'id="annotators-ids"' in annotating.page.inputs(visit_of(annotating.page, ANNOTATED))
    assert "--ids never" in people_command(given(annotating.page, ANNOTATED, ids="never", **OWN))


def test_whole_numbers_are_asked_about_where_there_are_some():
    numbers = {"numbers.csv": b"pred,gold\n1,2\n3,4\n"}
    names = {"names.csv": b"pred,gold\njoy,love\nfear,anger\n"}
    for files, offered in ((numbers, True), (names, False)):
        assert ('id="score-ids"' in score.page.inputs(visit_of(score.page, files))) == offered
    ekman = {"similarity": "goemotions-ekman"}
    labels = METRIC.similarity.load(ekman["similarity"]).labels
    expected = METRIC.compute([labels[1], labels[3]], [labels[2], labels[4]], **ekman)
    assert f1_of(given(score.page, numbers, ids="always", **ekman)) == expected["semantic_f1"]
    with pytest.raises(ValueError, match="'1' is not"):
        given(score.page, numbers, ids="never", **ekman)


def test_class_labels_of_parquet_files_are_read_by_their_names(tmp_path):
    names = ["sadness", "joy", "love", "anger", "fear", "surprise"]
    features = {"pred": datasets.Value("int64"), "label": datasets.ClassLabel(names=names)}
    ids = {"pred": list(range(6)), "label": list(range(6))}
    table = datasets.Dataset.from_dict(ids, features=datasets.Features(features))
    table.to_parquet(tmp_path / "ids.parquet")
    files = {"ids.parquet": (tmp_path / "ids.parquet").read_bytes()}
    assert visit_of(score.page, files).sources["score"][0].rows == 6
    state = given(score.page, files, similarity="plutchik")
    assert f1_of(state) == 1
    support = {row["label"]: row["support"] for row in state.under[0].per_label}
    assert all(support[name] == 1 for name in names)


def test_systems_of_a_spreadsheet_are_compared_and_given_away():
    files = forms(["systems.xlsx"])
    # The column of ids is no system.
    form = visit_of(comparing.page, files).forms["compare"]
    assert form["systems"] == ["0:bert", "0:gpt"]
    state = given(comparing.page, files, separator=";")
    found = [(row["system"], round(row["f1"], 4)) for row in state.systems]
    assert found == [("bert", 0.9543), ("gpt", 0.4195)]
    assert printed(compare_snippet(state), FORMS) == "bert 0.9543"


# --- Replies, and options of reading ---

REPLIES = (
    b"predictions;references\nThe answer: joy;joy\nLabel: anger;disgust\nI cannot say;fear\n"
    b"joy, love;joy\n"
)


def test_replies_are_read_by_the_rules_of_the_metric(tmp_path):
    state = given(score.page, {"replies.csv": REPLIES}, replies=True)
    metric = SemanticF1(similarity="plutchik")
    texts = ["The answer: joy", "Label: anger", "I cannot say", "joy, love"]
    found = metric.compute_replies(texts, [["joy"], ["disgust"], ["fear"], ["joy"]])
    assert f1_of(state) == found["semantic_f1"]
    assert state.account[-2] == "replies: 3 read, 0 partly, 1 unreadable"
    ways = [found[f"semantic_f1{end}"] for end in ("", "_as_empty", "_left_out")]
    for value in ways:
        assert f"{value:.3f}" in state.account[-1]
    (tmp_path / "replies.csv").write_bytes(REPLIES)
    code = score_snippet(state, "samples")
    assert printed(code, tmp_path) == str(round(found["semantic_f1"], 4))
    assert f"{found['semantic_f1']:.4f}" in commanded(score_command(state), tmp_path)


BARE = b"joy,joy,love\nanger,disgust,anger\nfear,fear,\n"


def test_compare_and_annotators_read_a_file_without_a_header(tmp_path):
    (tmp_path / "bare.csv").write_bytes(BARE)
    first, *others = [["joy"], ["anger"], ["fear"]], [["joy"], ["disgust"], ["fear"]]
    others.append([["love"], ["anger"], []])
    metric = SemanticF1(similarity="plutchik")
    chosen = {"gold": "1", "systems": ["0:2", "0:3"], "similarity": "plutchik"}
    state = given(comparing.page, {"bare.csv": BARE}, header="no", **chosen)
    expected = max(metric.compute(one, first)["semantic_f1"] for one in others)
    assert state.systems[0]["f1"] == expected
    assert printed(compare_snippet(state), tmp_path) == f"2 {round(expected, 4)}"
    assert f"{expected:.4f}" in commanded(compare_command(state), tmp_path)
    chosen = {"predictions": "1", "references": ["2", "3"], "blank": "no_label"}
    state = given(annotating.page, {"bare.csv": BARE}, header="no", **chosen)
    people = SemanticF1("annotators", similarity="plutchik")
    with people.notices():
        found = people.compute(first, list(map(list, zip(*others, strict=True))))
    assert f1_of(state) == found["semantic_f1"]
    (said,) = re.findall(r"# (\S+)$", people_snippet(state))
    assert printed(people_snippet(state), tmp_path) == said
    assert f"{found['semantic_f1']:.4f}" in commanded(people_command(state), tmp_path)


def test_a_file_that_needs_a_choice_offers_it():
    content = b'predictions,references\n"joy,joy\nfear,fear\nanger,anger"\njoy,joy\n'
    visit = visit_of(score.page, {"marks.csv": content})
    refused = visit.sources["score"][0].refused
    assert '"Quotation marks: are plain characters" under More about the file' in refused
    shown = score.page.inputs(visit)
    assert "Not read." in shown and 'name="quotes"' in shown
    for field in score.page.form.DEPENDENT:
        assert "Not read." in score.page.changed(visit, visit.forms["score"], field)
    state = given(score.page, {"marks.csv": content}, quotes="none", unknown_labels="mismatch")
    assert state.examples == 4 and "quotes none" in state.account[-1]


# --- Columns that swap sides ---


@pytest.mark.parametrize(
    ("head", "predicted", "gold"),
    [
        ("gold,pred", "pred", "gold"),
        ("pred,gold", "pred", "gold"),
        ("text,labels,prediction", "prediction", "labels"),
        ("answer,target,output_id", "answer", "target"),
        ("y_true,output", "output", "y_true"),
        ("model_a,agent", "", ""),
        ("id,text", "", ""),
    ],
)
def test_known_names_decide_and_nothing_else_does(head, predicted, gold):
    rows = "".join(",".join(["joy"] * (head.count(",") + 1)) + "\n" for _ in range(4))
    visit = visit_of(score.page, {"x.csv": f"{head}\n{rows}".encode()})
    form = visit.forms["score"]
    assert (form["predictions"], form["references"]) == (predicted, gold)
    if not predicted:
        with pytest.raises(ValueError, match="Choose the column of the predicted labels first"):
            score.page.score(visit, form)


# --- What the server no longer has ---


@pytest.mark.parametrize(
    "page",
    [score.page, comparing.page, annotating.page],
    ids=["score", "compare", "annotators"],
)
def test_the_example_never_stands_in_for_a_file_that_is_forgotten(page):
    first, press = page.form.FIRST, page.score
    visit, form = sessions.Visit(None), {**first, "source": "999999"}
    with pytest.raises(ValueError, match="The file is no longer here: the server started again"):
        press(visit, form)
    for do in ("change", "average", "make", "compare", "remove", "kind"):
        with pytest.raises(ValueError, match="no longer here"):
            page._step(visit, {"do": do, "form": form})
    visit.sources[page.PAGE] = [received("x.csv", b"predictions,references\njoy,joy\n", None)]
    with pytest.raises(uploads.Forgotten, match="the server started again"):
        press(visit, form)
    form["source"] = str(sessions.serial())
    with pytest.raises(ValueError, match="The file changed meanwhile"):
        press(visit, form)
    answer = page._step(visit, {"do": "restore", "form": {**form, "unknown_labels": "ignore"}})
    assert '"ignore" selected' in answer["left"]
    assert visit.forms[page.PAGE]["source"] == str(visit.sources[page.PAGE][0].serial)
    own = {**first, "similarity": "yours"}
    with pytest.raises(ValueError, match="Your similarity is no longer here"):
        press(sessions.Visit(None), own)


def test_averages_and_rows_of_a_result_that_is_forgotten_are_not_the_example_s():
    visit = sessions.Visit(None)
    assert score.pressed_state(visit, {"of": "0"}) == score.page.example
    for of in ("3", None):
        with pytest.raises(ValueError, match="no longer here"):
            score.pressed_state(visit, {"of": of})
    shown = score.shown_result(*score.page.example)
    assert shown.count('data-of="0"') == 6


@pytest.mark.space
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tab": "score", "similarity": "nonesuch"}, 'similarity "nonesuch"'),
        ({"tab": "score", "beside": "nonesuch"}, 'second similarity "nonesuch"'),
        ({"tab": "score", "average": "mean"}, 'average "mean"'),
        ({"tab": "score", "counting": "both"}, 'counting "both"'),
        ({"tab": "score", "normalize_names": "yes"}, 'normalize names "yes"'),
        ({"tab": "score", "similarity": "yours"}, 'similarity "yours"'),
        ({"tab": "compare", "similarity": "nonesuch"}, 'similarity "nonesuch"'),
        ({"tab": "compare", "average": "mean"}, 'average "mean"'),
        ({"tab": "compare", "systems": "gpt|classifier"}, 'systems "gpt|classifier"'),
        ({"tab": "try", "similarity": "nonesuch"}, 'similarity "nonesuch"'),
        ({"tab": "try", "predicted": "[1]"}, 'predicted labels "[1]"'),
        ({"tab": "try", "gold": "joy"}, 'gold labels "joy"'),
        ({"tab": "similarity", "similarity": "nonesuch"}, 'similarity "nonesuch"'),
        ({"tab": "annotators", "kind": "votes"}, 'kind "votes"'),
        ({"tab": "annotators", "reduce": "median"}, 'reduce "median"'),
        ({"tab": "annotators", "similarity": "nonesuch"}, 'similarity "nonesuch"'),
    ],
)
def test_a_link_that_asks_for_what_is_not_here_scores_nothing(visit, asked, said):
    visit.open(**asked)
    text = visit.text(f"{asked['tab']}-result")
    assert f"This link asks for the {said}, which is not here. Nothing is scored." in text
    assert not visit.find(f"{asked['tab']}-result").locator(".value").count()
    query = dict(parse_qsl(urlsplit(visit.page.url).query))
    assert query == {**asked, "__theme": "light"}
    button = visit.find(f"{asked['tab']}-result").locator("a.button")
    (wrong,) = asked.keys() - {"tab"}
    assert button.inner_text().startswith("Open with" if wrong == "similarity" else "Open without")
    assert button.get_attribute("href") == f"?tab={asked['tab']}"


# --- Limits and words ---


def test_archives_that_unpack_to_too_much_are_refused(monkeypatch):
    monkeypatch.setattr(limits, "MAX_MEGABYTES", 1)
    large = b"predictions,references\n" + b"joy,joy\n" * 200_000
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", large)
    for name, content in (("a.csv.gz", gzip.compress(large)), ("a.xlsx", book.getvalue())):
        assert len(content) < 1_000_000
        with pytest.raises(ValueError, match=f"^{name} unpacks to more than the 1 MB"):
            preview_content(name, content)


def test_no_option_of_python_is_left_in_a_message(tmp_path):
    names = {*FIELDS, *(option.name for option in OPTIONS)}
    for name in sorted(names):
        for value in ("", "True", '"present"', "[...]", "None", "identity"):
            text = in_page_words(f"row 3: it is wrong; {name}={value} helps")
            assert f"{name}=" not in text, text
        if "_" in name:
            assert name not in in_page_words(f"{name}: 'a' and 'A' become one name")
            assert f"'{name}'" in in_page_words(f"x.csv: line 3, column '{name}': 'a' is no label")
    for phrase in (LOAD_MULTILABEL, SCORES_NEED_MULTILABEL, SETS_NEED_ANNOTATORS, NAMES_OF_IDS):
        text = in_page_words(f"row 3: it is wrong; {phrase}")
        assert "load(" not in text and "features" not in text and "labels=" not in text
    for cell, said in (
        ("late delivery", "is not a label. If it is a text, choose the column of labels, or tick"),
        ("Joy", 'width or accents; tick "Ignore upper and lower case and spaces around names"'),
    ):
        files = {"a.csv": f"predictions,references\n{cell},joy\n".encode()}
        with pytest.raises(ValueError) as refused:
            given(score.page, files, similarity="plutchik")
        assert said in in_page_words(str(refused.value))
    points = tmp_path / "points.csv"
    points.write_text('predictions,references\n"[[0.5, 1]]","[0.5, 1]"\n')
    with pytest.raises(ValueError, match="finite numbers, such as") as refused:
        SemanticF1("graded").read_file(points)
    text = in_page_words(str(refused.value))
    assert text.endswith(
        "finite numbers; points are for the command line, numbers of several annotators for Python"
    )
    joined = '"Rows of both files are joined by"'
    for said, shown in (
        ('missing="empty" takes them', '"Ids that one file lacks" may count them'),
        ('missing="drop" leaves them out', "or leave them out"),
        ("a and b. Choose: id='a', or by_line=True", f"a and b. Choose under {joined}"),
        ("others are joined by id=COLUMN, lines by by_line=True", f"others join under {joined}"),
    ):
        assert in_page_words(said) == shown


# --- As programs and people call them ---


@pytest.mark.space
@pytest.mark.parametrize(
    ("case", "asked"),
    [
        ("indicator columns", {"layout": "indicators"}),
        ("long form", {"layout": "long"}),
        ("JSON by id", {"predictions": "answer", "references": "gold"}),
        ("spreadsheet", {"references": "gold", "separator": ";"}),
    ],
)
def test_endpoint(client, case, asked):
    names, chosen, expected = FORM_CASES[case]
    sides = zip(("file", "gold"), (handle_file(FORMS / name) for name in names), strict=False)
    asked = {**asked, **chosen, "similarity": "plutchik", "macro_labels": "present"}
    answer = client.predict(**dict(sides), **asked, api_name="/score_file")
    assert answer["averages"]["samples"]["semantic"]["f1"] == expected
    assert answer["examples"] == (4 if case == "long form" else 5)


@pytest.mark.space
def test_two_files_on_the_page(visit):
    visit.open_with(FORMS / "columns_system.tsv", "score")
    assert "Say what the columns" in visit.text("score-inputs")
    visit.give("score", FORMS / "columns_gold.tsv", "added")
    text = visit.text("score-inputs")
    assert "columns_gold.tsv" in text and "5 examples." in text
    visit.pick("score-similarity", "plutchik")
    visit.run("score")
    assert visit.number() == f"{ALL:.3f}"
    _, rows = visit.save("Save each row (CSV)", "score-result")
    assert rows.decode("utf-8-sig").splitlines()[1].startswith('3,"[""anger""]"')
    visit.pick("score-layout", "long")
    assert visit.is_stale()
    assert "It can't be read so." in visit.text("score-inputs")
    visit.press("Remove", "score-inputs")
    assert "columns_gold.tsv" not in visit.text("score-inputs")
