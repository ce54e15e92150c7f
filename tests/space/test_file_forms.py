"""Files as they lie on page Score: two files, indicator columns, long form, JSON by id, .xlsx, .gz.

The numbers are those of the command line for the same files (docs/files-and-inputs.md).
"""

import gzip
import io
import json
import zipfile
from urllib.parse import parse_qsl, urlsplit

import datasets
import pytest
from gradio_client import handle_file
from gradio_client.exceptions import AppError
from space_server import ROOT

from semantic_f1 import SemanticF1
from semantic_f1.commandline.main import main
from semantic_f1.messages import (
    LOAD_MULTILABEL,
    NAMES_OF_IDS,
    SCORES_NEED_MULTILABEL,
    SETS_NEED_ANNOTATORS,
)
from semantic_f1.option_table import OPTIONS
from space.annotators import form as annotators_form
from space.annotators import page as annotating
from space.annotators.code import people_command
from space.annotators.work import judge
from space.compare import page as comparing
from space.compare.code import compare_snippet
from space.compare.work import compare_systems, compare_two
from space.frame import limits, sessions, uploads
from space.frame.file_inputs import received
from space.frame.reading import BUNDLED_READING, preview_content
from space.frame.similarities import bundled
from space.frame.wording import FIELDS, in_page_words
from space.score import code as score_code
from space.score import form as score_form
from space.score import layout_fields, work
from space.score import page as score

FORMS = ROOT / "examples" / "forms"
ALL, WITHOUT_THE_EMPTY_ONE = 0.9542946307453057, 0.9428682884316322
# Files, what a person chooses beside what the page guesses, and the score.
CASES = {
    "indicator columns": ("columns_system.tsv", "columns_gold.tsv", {}, ALL),
    "long form": ("long_system.tsv", "long_gold.tsv", {}, WITHOUT_THE_EMPTY_ONE),
    "JSON by id": ("by_id.json", None, {}, ALL),
    "spreadsheet": ("systems.xlsx", None, {"predictions": "bert"}, ALL),
}


def sources_of(name, gold=None, change=lambda name, content: (name, content)):
    """The Sources of one or two files of ``examples/forms``."""
    sides = [
        received(*change(one, (FORMS / one).read_bytes()), None) for one in (name, gold) if one
    ]
    assert not any(one.refused for one in sides)
    return sides


def scored(sources, **chosen):
    """The state of a file under the first form that the page makes of it."""
    visit = sessions.Visit(None)
    visit.sources[score.PAGE] = list(sources)
    form = {**score_form.first_form(sources, None), "macro_labels": "present", **chosen}
    assert form["similarity"] == chosen.get("similarity", "plutchik")
    state = score.page.score(visit, form)
    assert score.shown_result(*state)
    return state[0]


def f1_of(state):
    return state.under[0].averages["samples"]["semantic"]["f1"]


def packed(name, content):
    return f"{name}.gz", gzip.compress(content)


@pytest.mark.parametrize("case", CASES)
def test_each_form_is_guessed_and_scored(case):
    name, gold, chosen, expected = CASES[case]
    source = sources_of(name, gold)
    form = {**score_form.first_form(source, None), **chosen}
    shown = score.page.html(source, form)
    assert "disabled" not in shown.split('data-do="score"')[1].split(">")[0]
    assert f1_of(scored(source, **chosen)) == expected


@pytest.mark.parametrize("case", ["indicator columns", "long form", "JSON by id"])
def test_packed_files_score_the_same(case):
    name, gold, chosen, expected = CASES[case]
    assert f1_of(scored(sources_of(name, gold, packed), **chosen)) == expected


@pytest.mark.parametrize("case", CASES)
def test_code_and_command_give_the_number_again(case, tmp_path, monkeypatch, capsys):
    name, gold, chosen, expected = CASES[case]
    state = scored(sources_of(name, gold), **chosen)
    code, command = score_code.score_snippet(state, "samples"), score_code.score_command(state)
    assert f"# {round(expected, 4)}" in code
    sides = code[code.index("sides = ") : code.index("result = ")]
    monkeypatch.chdir(FORMS)
    found = {"metric": SemanticF1(similarity="plutchik")}
    exec(sides, found)
    options = {"average": "samples", "macro_labels": "present"}
    assert found["metric"].compute(**found["sides"], **options)["semantic_f1"] == expected
    options = command.removesuffix(" --ci\n").replace("';'", ";").split()[1:]
    assert main([*options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"][0]["averages"]["samples"]["semantic"]
    assert found["f1"] == expected
    rows = work.rows_csv(state, None if gold else (FORMS / name).read_bytes()) if not gold else ""
    assert not rows or rows.count("\n") == state.examples + 1


def test_each_row_of_two_files_is_saved_with_both_sides():
    source = sources_of("columns_system.tsv", "columns_gold.tsv")
    rows = work.rows_csv(scored(source), layout_fields.content_of(source)).splitlines()
    assert rows[0].startswith("\ufeffline,predictions,references,semantic_precision,")
    assert rows[1].startswith('3,"[""anger""]","[""anger"", ""disgust""]",1.0,0.92677')


def test_sides_in_one_file_of_indicator_columns_by_their_beginnings():
    content = b"id,pred_joy,pred_love,gold_joy,gold_love\n1,1,0,0,1\n2,0,0,0,0\n"
    source = [received("both.csv", content, None)]
    form = score_form.first_form(source, None)
    assert (form["layout"], form["predictions"], form["references"]) == (
        "indicators",
        "pred_*",
        "gold_*",
    )
    assert f1_of(scored(source)) == pytest.approx((0.961939766256 + 1) / 2)


def test_ids_that_one_file_lacks_are_asked_about():
    gold = received("gold.csv", b"id,gold\n1,joy\n2,anger\n", None)
    source = [received("system.csv", b"id,predicted\n2,anger\n", None), gold]
    form = score_form.first_form(source, None)
    shown = score.page.html(source, form)
    assert "system.csv: nothing for 1 of 2 ids" in shown and "Ids that one file lacks" in shown
    assert "missing=" not in shown
    assert "data-run disabled" in shown or "disabled" in shown.split('data-do="score"')[1][:60]
    assert f1_of(scored(source, missing="empty")) == 0.5
    state = scored(source, missing="drop")
    assert f1_of(state) == 1
    shown = score.shown_result(state, form, source, None)
    assert "1 of 2, 1 without predictions were left out" in shown
    assert "column &#x27;predicted&#x27; of system.csv, 1 row, sha256" in shown


def test_files_without_ids_are_joined_by_line_and_say_so():
    gold = received("gold.csv", b"gold\njoy\nanger\n", None)
    source = [received("system.csv", b"predicted\njoy\nfear\n", None), gold]
    assert "joined by line: no column is shared" in score.page.html(
        source, score_form.first_form(source, None)
    )
    short = [received("system.csv", b"predicted\njoy\n", None), gold]
    assert "system.csv: 1 rows, and gold.csv has 2" in score.page.html(
        short, score_form.first_form(short, None)
    )


# --- Whole numbers ---

STARS = SemanticF1().similarity.build(
    [[1, 0.75, 0.5], [0.75, 1, 0.75], [0.5, 0.75, 1]], ["1", "2", "3"]
)
OPTIONS_OF_FILES = {"unknown_labels": "raise", "macro_labels": "all", "counting": "paper"}
OPTIONS_OF_PEOPLE = {"reduce": "mean", "unknown_labels": "raise", "macro_labels": "all"}
READING_OF_PEOPLE = {
    "predictions": "predictions",
    "references": ["annotator_1", "annotator_2"],
    "separator": "one",
}


@pytest.mark.parametrize("ids", ["auto", "never"])
def test_annotators_and_compared_systems_are_read_by_the_names_of_the_universe(ids):
    content = b"predictions,annotator_1,annotator_2,b\n1,2,2,1\n2,1,1,2\n"
    people = {**READING_OF_PEOPLE, "ids": ids}
    state = judge("sets", content, "stars.csv", people, STARS, OPTIONS_OF_PEOPLE)
    assert state.averages["samples"]["semantic"]["f1"] == 0.75
    reading = {"references": "annotator_1", "separator": "one", "ids": ids}
    files = [("stars.csv", content, reading, ["predictions", "b"])]
    found = compare_systems(files, STARS, "samples", {"unknown_labels": "raise"})
    assert [row["f1"] for row in found.systems] == [0.75] * 2
    two = {"predictions": "predictions", **reading}
    assert compare_two([("stars.csv", content, two)] * 2, "samples", STARS)["examples"] == 2
    f1 = f1_of(work.score_file(content, "stars.csv", two, [STARS], OPTIONS_OF_FILES))
    assert f1 == 0.75


def test_own_labels_that_look_like_missing_values_are_told():
    two = {"predictions": "predictions", "references": "references", "separator": "one"}
    content = b"predictions,references\nN/A,joy\njoy,joy\n"
    state = work.score_file(content, "a.csv", two, [None], OPTIONS_OF_FILES)
    assert [note for note in state.notes if "is a label here; it looks like a missing" in note]


def test_three_stars_are_no_id():
    content = b"predictions,annotator_1,annotator_2\n3,3,2\n1,1,1\n"
    people, options = READING_OF_PEOPLE, OPTIONS_OF_PEOPLE
    state = judge("sets", content, "stars.csv", people, STARS, options)
    assert state.averages["samples"]["semantic"]["f1"] == ((1 + 0.75) / 2 + 1) / 2
    with pytest.raises(ValueError, match="3"):
        judge("sets", content, "stars.csv", {**people, "ids": "always"}, STARS, options)


def test_whole_numbers_are_asked_about_where_there_are_some():
    numbers = [received("numbers.csv", b"pred,gold\n1,2\n3,4\n", None)]
    names = [received("names.csv", b"pred,gold\njoy,love\nfear,anger\n", None)]
    for source, offered in ((numbers, True), (names, False)):
        shown = score.page.html(source, score_form.first_form(source, None))
        assert ('id="score-ids"' in shown) == offered
    labels = SemanticF1().similarity.load("goemotions-ekman").labels
    state = scored(numbers, similarity="goemotions-ekman", ids="always")
    expected = SemanticF1(similarity="goemotions-ekman").compute(
        predictions=[labels[1], labels[3]], references=[labels[2], labels[4]]
    )
    assert f1_of(state) == expected["semantic_f1"]
    with pytest.raises(ValueError, match="'1' is not"):
        scored(numbers, similarity="goemotions-ekman", ids="never")


def test_class_labels_of_parquet_files_are_read_by_their_names(tmp_path):
    names = ["sadness", "joy", "love", "anger", "fear", "surprise"]
    features = {"pred": datasets.Value("int64"), "label": datasets.ClassLabel(names=names)}
    table = datasets.Dataset.from_dict(
        {"pred": list(range(6)), "label": list(range(6))}, features=datasets.Features(features)
    )
    table.to_parquet(tmp_path / "ids.parquet")
    source = received("ids.parquet", (tmp_path / "ids.parquet").read_bytes(), None)
    assert source.rows == 6
    state = scored([source], similarity="plutchik")
    assert f1_of(state) == 1
    support = {row["label"]: row["support"] for row in state.under[0].per_label}
    assert all(support[name] == 1 for name in names)


def test_whole_numbers_of_annotators_are_asked_about_too():
    content = b"predictions,annotator_1,annotator_2\n3,3,2\n1,1,1\n"
    source = received("stars.csv", content, None)
    form = annotators_form.first_form([source], None, annotators_form.FIRST)
    assert 'id="annotators-ids"' in annotating.page.html([source], form)
    reading = annotators_form.reading_of({**form, "ids": "never"})
    state = judge("sets", content, "stars.csv", reading, STARS, OPTIONS_OF_PEOPLE)
    assert "--ids never" in people_command(state)


def test_systems_of_a_spreadsheet_are_compared_and_given_away():
    content = (FORMS / "systems.xlsx").read_bytes()
    reading = {"references": "gold", "separator": ";", "ids": "auto"}
    plutchik = SemanticF1().similarity.load("plutchik")
    options = {"unknown_labels": "raise", "normalize_names": False}
    files = [("systems.xlsx", content, reading, ["bert", "gpt"])]
    # The column of ids is no system.
    form = comparing.page.form.first_form([received("systems.xlsx", content, None)], None)
    assert form["systems"] == ["0:bert", "0:gpt"]
    state = compare_systems(files, plutchik, "samples", options)
    assert [(row["system"], round(row["f1"], 4)) for row in state.systems] == [
        ("bert", 0.9543),
        ("gpt", 0.4195),
    ]
    code = compare_snippet(state)
    sides = code[code.index("sides = ") : code.index("found = ")]
    found = {"metric": SemanticF1(similarity="plutchik")}
    exec(sides.replace("'systems.xlsx'", repr(str(FORMS / "systems.xlsx"))), found)
    assert set(found["sides"]["systems"]) == {"bert", "gpt"}
    assert found["sides"]["references"][0] == ("anger", "disgust")


# --- Columns that swap sides ---


@pytest.mark.parametrize(
    ("head", "predicted", "gold"),
    [
        ("gold,pred", "pred", "gold"),
        ("pred,gold", "pred", "gold"),
        ("text,labels,prediction", "prediction", "labels"),
        ("answer,target,output_id", "answer", "target"),
        ("model_a,agent", "", ""),
        ("id,text", "", ""),
    ],
)
def test_known_names_decide_and_nothing_else_does(head, predicted, gold):
    rows = "".join(",".join(["joy"] * (head.count(",") + 1)) + "\n" for _ in range(4))
    source = received("x.csv", f"{head}\n{rows}".encode(), None)
    form = score_form.first_form([source], None)
    assert (form["predictions"], form["references"]) == (predicted, gold)
    if not predicted:
        with pytest.raises(ValueError, match="Choose the column of the predicted labels first"):
            scored([source], similarity="plutchik")


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


def test_no_option_of_python_is_left_in_a_message():
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
    reading = {**BUNDLED_READING, "separator": "one"}
    given = [bundled()["plutchik"]], score_form.options_of(score_form.FIRST)
    for cell, said in (
        ("late delivery", "is not a label. If it is a text, choose the column of labels, or tick"),
        ("Joy", 'width or accents; tick "Ignore upper and lower case and spaces around names"'),
    ):
        content = f"predictions,references\n{cell},joy\n".encode()
        with pytest.raises(ValueError) as refused:
            work.score_file(content, "a.csv", reading, *given)
        assert said in in_page_words(str(refused.value))
    text = in_page_words("x: [[0.5, 1]] is not a number or a list of finite numbers, such as 1")
    assert "such as" not in text and text.endswith("numbers of several annotators for Python")
    text = in_page_words(
        'a.csv: nothing for 3 ids: 1; missing="empty" takes them as examples '
        'without labels there, missing="drop" leaves them out'
    )
    assert text == (
        'a.csv: nothing for 3 ids: 1; "Ids that one file lacks" may count them as examples '
        "without labels there, or leave them out"
    )


# --- As programs and people call them ---


@pytest.mark.space
@pytest.mark.parametrize("case", CASES)
def test_endpoint(client, case):
    name, gold, chosen, expected = CASES[case]
    layouts = {"indicator columns": "indicators", "long form": "long"}
    columns = {"by_id.json": {"predictions": "answer", "references": "gold"}}
    if name == "systems.xlsx":
        chosen = {**chosen, "references": "gold", "separator": ";"}
    answer = client.predict(
        file=handle_file(FORMS / name),
        gold=handle_file(FORMS / gold) if gold else None,
        layout=layouts.get(case, "columns"),
        similarity="plutchik",
        macro_labels="present",
        **chosen,
        **columns.get(name, {}),
        api_name="/score_file",
    )
    assert answer["averages"]["samples"]["semantic"]["f1"] == expected
    assert answer["examples"] == (4 if case == "long form" else 5)


@pytest.mark.space
def test_endpoint_refuses_unknown_choices_and_gold_alone(client):
    for options, text in (
        ({"file": None, "layout": "wide"}, 'layout: "wide" is not one of'),
        ({"file": None, "missing": "no"}, 'missing: "no" is not one of'),
        ({"file": None, "ids": "maybe"}, 'ids: "maybe" is not one of'),
        (
            {"file": None, "gold": handle_file(FORMS / "columns_gold.tsv")},
            "no file of the predictions",
        ),
    ):
        with pytest.raises(AppError, match=text):
            client.predict(similarity="plutchik", **options, api_name="/score_file")


@pytest.mark.space
def test_two_files_on_the_page(visit):
    visit.open(tab="score")
    visit.give("score", FORMS / "columns_system.tsv")
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


@pytest.mark.space
def test_long_form_on_the_page(visit):
    visit.open(tab="score")
    visit.give("score", FORMS / "long_system.tsv")
    visit.give("score", FORMS / "long_gold.tsv", "added")
    assert "4 examples." in visit.text("score-inputs")
    visit.run("score")
    assert visit.number() == f"{WITHOUT_THE_EMPTY_ONE:.3f}"
