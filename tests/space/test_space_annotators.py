"""The Space's Annotators tab: several gold sets, and distributions, by endpoint and browser."""

import csv
import json
from xml.etree import ElementTree

import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from space_numbers import AVERAGES, SCORES, shown
from space_page import PHONE, SpacePage
from space_server import ROOT

from semantic_f1.pictures import annotators as pictures

pytestmark = pytest.mark.space

EXAMPLE = ROOT / "examples" / "annotators.csv"
SOFT_EXAMPLE = ROOT / "examples" / "soft_labels.jsonl"
FIVE = ["anger", "disgust", "fear", "joy", "sadness"]
HOSTILE = ["<img src=x onerror=alert(1)>", "</title></svg><script>alert(1)</script>", '"&\x00']
MEASURES = {
    "Wasserstein score": "wasserstein_score",
    "Wasserstein distance": "wasserstein_distance",
    "Manhattan distance": "manhattan_distance",
    "Euclidean distance": "euclidean_distance",
    "Jensen-Shannon distance": "jensen_shannon_distance",
    "Jensen-Shannon divergence": "jensen_shannon_divergence",
    "Cross entropy": "cross_entropy",
}
SETS = [
    (["joy"], [["joy"], ["love"], ["joy", "love"]]),
    (["anger"], [["disgust"], [], ["anger"]]),
    ([], [["fear"], ["fear"], []]),
]


@pytest.fixture
def visit(browser, server):
    """A new visitor's page; at the end of the test it must have had no problem."""
    page = SpacePage(browser, server.url, viewport=PHONE)
    yield page
    assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.toasts() == []
    page.close()
    assert page.problems == []


def example_sets():
    """Predictions, gold sets and annotators of the example file, where an empty cell is nobody."""
    with open(EXAMPLE, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    people = [name for name in rows[0] if name.startswith("annotator")]
    asked = [[name for name in people if row[name]] for row in rows]
    golds = [[json.loads(row[name]) for name in own] for row, own in zip(rows, asked, strict=True)]
    return [json.loads(row["predictions"]) for row in rows], golds, asked


def soft_example():
    with open(SOFT_EXAMPLE, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {side: [row[side] for row in rows] for side in ("predictions", "references")}


def write_nested(file, sets=SETS):
    rows = [{"model": predicted, "golds": golds} for predicted, golds in sets]
    file.write_text("\n".join(map(json.dumps, rows)))
    return file


def write_columns(file, rows, columns=("predictions", "annotator a", "annotator b")):
    with open(file, "w", newline="", encoding="utf-8") as handle:
        csv.writer(handle).writerows([columns, *rows])
    return file


def sets_of(sets=SETS):
    return {"predictions": [s[0] for s in sets], "references": [s[1] for s in sets]}


def averages(metric, sets, **options):
    """The table of averages, as it must be shown."""
    none = list(metric.similarity.load("plutchik").labels)
    kinds = ({"similarity": "plutchik"}, {"similarity": "identity", "labels": none})
    both = [metric.compute(**sets, **kind, **options, average=AVERAGES) for kind in kinds]
    return [
        [name, *(shown(result[f"semantic_{s}_{name}"]) for result in both for s in SCORES)]
        for name in AVERAGES
    ]


def people_titles(result):
    return [
        f"{name}: annotators {shown(result[f'human_f1_{name}'])}, "
        f"system {shown(result[f'system_f1_{name}'])}"
        for name in AVERAGES
    ]


def measures(result):
    return [[title, shown(result[name])] for title, name in MEASURES.items() if name in result]


def assert_lowest_agreement(shown_rows, metric, sets):
    """The rows are the ten examples of lowest agreement, worked out one by one."""
    predictions, golds = sets.values()

    def f1(predicted, own):
        result = metric.compute(predictions=[predicted], references=[own], similarity="plutchik")
        return result["semantic_f1"]

    agreement = {
        row: sum(f1(one, own[:i] + own[i + 1 :]) for i, one in enumerate(own)) / len(own)
        for row, own in enumerate(golds)
        if len(own) > 1
    }
    # Over all examples it is the human scores.
    human = metric.compute(**sets, similarity="plutchik")["human_f1"]
    assert sum(agreement.values()) / len(agreement) == pytest.approx(human)
    lowest = sorted(agreement, key=lambda row: round(agreement[row], 12))[:10]
    assert [[row[0], *row[2:]] for row in shown_rows] == [
        [
            str(row + 2),
            shown(agreement[row]),
            ", ".join(predictions[row]) or "(none)",
            shown(f1(predictions[row], golds[row])),
        ]
        for row in lowest
    ]
    chosen = [row[1] for row in shown_rows]
    assert chosen[0] == "(none); joy; sadness"
    assert "2 \u00d7 (none); pessimism" in chosen


# Several annotators


def test_the_example_shows_the_metric_s_numbers(visit, load):
    predictions, golds, people = example_sets()
    metric = load("annotators")
    sets = {"predictions": predictions, "references": golds}
    result = metric.compute(**sets, annotators=people, similarity="plutchik", average=[*AVERAGES])
    visit.open(tab="annotators")
    tops = visit.page.get_by_role("tab").evaluate_all(
        "tabs => tabs.map(tab => tab.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
    line = visit.rows("annotators-preview")[0]
    assert line == ["2", "anger", "anger", "anger, sadness", "anger", "(not asked)"]
    visit.press("annotators-score")
    assert visit.rows("annotators-averages") == averages(metric, sets)
    assert people_titles(result) == visit.titles("annotators-people")
    said = visit.text("annotators-summary")
    human, system = result["human_f1_samples"], result["system_f1_samples"]
    assert f"The system scores {shown(result['semantic_f1_samples'])} (" in said
    assert (
        f"Annotators agree with each other at {shown(human)}; the system with the same annotators "
        f"at {shown(system)}, {shown(round(human, 3) - round(system, 3))} below them."
    ) in said
    assert f"on the {result['n_human']} examples with two annotators" in said
    assert visit.rows("annotators-each") == [
        [
            name,
            str(result["n_by_annotator"][i]),
            *(shown(result[f"semantic_{s}_samples_by_annotator"][i]) for s in SCORES),
        ]
        for i, name in enumerate(result["annotators"])
    ]
    visit.find("annotators-each").get_by_role("button", name="F1").click()
    order = [float(row[-1]) for row in visit.rows("annotators-each")]
    assert order == sorted(order)
    signature = visit.find("annotators-signature").locator("textarea").input_value()
    assert signature == metric.signature(similarity="plutchik", average=list(AVERAGES))
    link = visit.find("annotators-link").locator("a").get_attribute("href")
    assert link == "?tab=annotators&similarity=plutchik"
    assert_lowest_agreement(visit.rows("annotators-disagreement"), metric, sets)
    name, content = visit.save("annotators-save-json")
    assert name == "semantic_f1.json"
    assert (
        json.loads(content)["human"]["averages"]["micro"]["human"]["f1"] == result["human_f1_micro"]
    )


def test_it_is_asked_what_empty_cells_mean(visit, load, tmp_path):
    rows = [["joy", "joy", "love"], ["anger", "fear", "anger"], ["joy", "love", ""]]
    visit.open(tab="annotators")
    visit.upload("annotators-upload", write_columns(tmp_path / "blank.csv", rows))
    assert visit.chosen("annotators-references") == ["annotator a", "annotator b"]
    assert "Choose what an empty cell means" in visit.text("annotators-preview")
    assert visit.find("annotators-blank").locator("input").input_value() == ""
    visit.press("annotators-score")
    assert "Choose what an empty cell means" in visit.text("annotators-summary")
    assert not visit.find("annotators-signature").is_visible()
    metric = load("annotators")
    for answer, last in (("was not asked", [["love"]]), ("chose no label", [["love"], []])):
        visit.choose("annotators-blank", f"The annotator {answer}")
        shown_last = "(none)" if len(last) == 2 else "(not asked)"
        assert visit.rows("annotators-preview")[-1] == ["4", "joy", "love", shown_last]
        visit.press("annotators-score")
        golds = [[[cell] for cell in row[1:]] for row in rows[:-1]] + [last]
        sets = {"predictions": [[row[0]] for row in rows], "references": golds}
        with metric.notices():
            expected = averages(metric, sets)
        assert visit.rows("annotators-averages") == expected
    visit.press("annotators-bundled")
    assert visit.rows("annotators-preview")[0][-1] == "(not asked)"
    assert "annotator_4" in visit.chosen("annotators-references")


def test_it_is_asked_where_the_first_empty_cell_is_far_down(visit, tmp_path):
    rows = [["joy", "joy", "love"]] * 1200 + [["joy", "love", ""]]
    visit.open(tab="annotators")
    visit.upload("annotators-upload", write_columns(tmp_path / "blank.csv", rows))
    assert len(visit.rows("annotators-preview")) == 5
    assert not visit.find("annotators-blank").is_visible()
    visit.press("annotators-score")
    assert "Choose what an empty cell means" in visit.text("annotators-summary")
    visit.choose("annotators-blank", "The annotator was not asked")
    visit.press("annotators-score")
    assert "1,201 examples of blank.csv, with 2,401 label" in visit.text("annotators-summary")


@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_nested_gold_sets_give_the_metric_s_numbers(client, load, tmp_path, reduce):
    answer = client.predict(
        file=handle_file(write_nested(tmp_path / "nested.jsonl")),
        predictions="model",
        references=["golds"],
        reduce=reduce,
        macro_labels="present",
        api_name="/score_annotators",
    )
    options = {"similarity": "plutchik", "reduce": reduce, "macro_labels": "present"}
    metric = load("annotators")
    with metric.notices() as texts:
        expected = metric.compute(**sets_of(), **options, average=[*AVERAGES])
    result = answer[-1]
    assert (result["file"], result["examples"]) == ("nested.jsonl", 3)
    assert result["warnings"] == texts
    for name in AVERAGES:
        assert result["averages"][name]["semantic"] == {
            score: expected[f"semantic_{score}_{name}"] for score in SCORES
        }
        for who in ("human", "system"):
            assert result["human"]["averages"][name][who] == {
                score: expected[f"{who}_{score}_{name}"] for score in SCORES
            }
    assert answer[-2] == metric.signature(**options, average=list(AVERAGES))
    assert result["by_annotator"] == []
    assert "name no annotators" in answer[3]


def test_one_annotator_an_example_has_no_human_scores(client, tmp_path):
    file = write_nested(tmp_path / "one.jsonl", [(["joy"], [["joy"]]), (["fear"], [["anger"]])])
    answer = client.predict(
        file=handle_file(file),
        predictions="model",
        references=["golds"],
        api_name="/score_annotators",
    )
    assert answer[-1]["human"] is None
    assert "there are no human scores" in answer[0]
    assert "Nothing to compare" in answer[2]
    assert answer[4] == ""


def test_annotators_who_agree_stand_in_the_order_of_their_columns(client, tmp_path):
    rows = [["joy", "", "joy"], ["fear", "joy", "joy"]]
    answer = client.predict(
        file=handle_file(write_columns(tmp_path / "same.csv", rows)),
        references=["annotator a", "annotator b"],
        blank="not_asked",
        api_name="/score_annotators",
    )
    assert answer[-1]["human"]["averages"]["samples"]["human"]["f1"] == 1
    assert "all of them agree" in answer[4]
    assert 0 < answer[3].index(">annotator a<") < answer[3].index(">annotator b<")


def test_too_many_annotators_are_not_compared_for_the_list(monkeypatch):
    from space import annotated as space_annotated
    from space import golds as space_golds

    monkeypatch.setattr(space_golds, "MOST_COMPARED", 5)
    golds = [[("joy",)] * 3]
    assert space_golds._agreement(golds, {}) is None
    assert "Too many annotators" in space_annotated.disagreement(None, None, [1.0])
    monkeypatch.setattr(space_golds, "MOST_COMPARED", 6)
    assert space_golds._agreement(golds, {"similarity": "plutchik"}) == {0: 1}


def test_a_system_may_be_above_the_human_scores_or_on_it(client, tmp_path):
    def said(rows):
        answer = client.predict(
            file=handle_file(write_columns(tmp_path / "a.csv", rows)),
            references=["annotator a", "annotator b"],
            separator="|",
            api_name="/score_annotators",
        )
        people, system = (
            answer[-1]["human"]["averages"]["samples"][who]["f1"] for who in ("human", "system")
        )
        return answer[0], system - people

    text, apart = said([["joy|sadness", "joy", "sadness"]])
    assert apart > 0 and f"{shown(apart)} above them." in text
    text, apart = said([["joy", "joy", "joy"]])
    assert apart == 0 and "as well as they do." in text


def test_what_is_wrong_is_named_with_line_and_annotator(server, client, visit, tmp_path):
    file = write_columns(tmp_path / "odd.csv", [["joy", "joy", "joy"], ["joy", "joy", "angr"]])

    def message(**options):
        with pytest.raises(AppError) as error:
            client.predict(**options, api_name="/score_annotators")
        return str(error.value)

    people = ["annotator a", "annotator b"]
    found = message(file=handle_file(file), references=people)
    assert found.startswith("line 3, column 'annotator b': 'angr' is not a label (did you mean")
    nested = write_nested(tmp_path / "odd.jsonl", [(["joy"], [["joy"], ["xyz"]])])
    found = message(file=handle_file(nested), predictions="model", references=["golds"])
    assert found.startswith("line 1, column 'golds', gold set 2: 'xyz' is not a label")
    found = message(file=handle_file(nested), references=["golds"])
    assert found.startswith("odd.jsonl: has no column 'predictions'")
    assert message(file=handle_file(file), references=[]).startswith("Choose the columns")
    found = message(file=handle_file(file), references=["annotator a"])
    assert "is not a list of gold sets" in found
    blank = write_columns(tmp_path / "blank.csv", [["joy", "joy", ""]])
    assert "Choose what an empty cell means" in message(file=handle_file(blank), references=people)
    assert server.files_with("odd.csv") == server.files_with("blank.csv") == []

    visit.open(tab="annotators").upload("annotators-upload", file)
    visit.press("annotators-score")
    assert "line 3, column 'annotator b'" in visit.text("annotators-summary")
    assert visit.rows("annotators-summary") == [["angr", "1", "did you mean 'anger'?"]]
    visit.choose("annotators-unknown", "Count them as wrong")
    visit.press("annotators-score")
    assert "Unknown label names were kept as mismatches" in visit.text("annotators-summary")
    assert visit.rows("annotators-summary") == []
    visit.clear("annotators-references")
    assert "Choose the columns of the annotators" in visit.text("annotators-preview")


# Distributions


def test_the_soft_example_shows_the_metric_s_numbers(visit, load):
    sides = soft_example()
    metric = load("soft")
    options = {"similarity": "plutchik", "labels": FIVE}
    result = metric.compute(**sides, **options)
    visit.open(tab="annotators", kind="soft")
    assert not visit.find("annotators-score").is_visible()
    assert visit.rows("soft-preview")[0] == ["1", "0.7, 0.05, 0.05, 0, 0.2", "0.8, 0, 0, 0, 0.2"]
    visit.press("soft-score")
    rows = visit.rows("soft-summary")
    assert [row[:2] for row in rows] == measures(result)
    gold = sides["references"]
    entropy = metric.compute(predictions=gold, references=gold)["cross_entropy"]
    assert f"a perfect prediction has {shown(entropy)} here." in rows[-1][2]
    means = [
        [sum(row[i] for row in sides[side]) / len(gold) for i in range(5)]
        for side in ("references", "predictions")
    ]
    order = sorted(range(5), key=lambda i: -means[0][i])
    assert visit.titles("soft-shares") == [
        f"{FIVE[i]}: gold {shown(means[0][i])}, predicted {shown(means[1][i])}" for i in order
    ]
    scores = metric.pointwise(**sides, **options)["wasserstein_score"]
    assert f"0.9 to 1: {sum(score >= 0.9 for score in scores)} examples, 50.0%" in visit.titles(
        "soft-distribution"
    )
    link = visit.find("soft-link").locator("a").get_attribute("href")
    assert link == "?tab=annotators&kind=soft&similarity=plutchik"
    signature = visit.find("soft-signature").locator("textarea").input_value()
    assert signature == metric.signature(**options)

    visit.find("soft-use-similarity").locator("input").uncheck()
    visit.press("soft-score")
    assert [row[:2] for row in visit.rows("soft-summary")] == measures(metric.compute(**sides))
    assert "Without a similarity" in visit.text("soft-distribution")
    # What was chosen is still there when the other kind was looked at.
    for kind, hidden in (("Label sets", "soft-score"), ("Distributions", "annotators-score")):
        visit.find("annotators-kind").get_by_text(kind).click()
        visit.settle()
        assert not visit.find(hidden).is_visible()
    assert not visit.find("soft-use-similarity").locator("input").is_checked()
    assert [row[:2] for row in visit.rows("soft-summary")] == measures(metric.compute(**sides))


def test_an_own_similarity_and_counts(server, load, tmp_path):
    client = Client(server.url, verbose=False)
    own = {"labels": ["x", "y", "z"], "values": [[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]]}
    similarity = tmp_path / "own.json"
    similarity.write_text(json.dumps(own))
    client.predict(file=handle_file(similarity), api_name="/upload_similarity")
    sides = {"predictions": [[3, 1, 0], [0, 0, 2]], "references": [[1, 3, 0], [0, 2, 2]]}
    rows = [map(json.dumps, row) for row in zip(*sides.values(), strict=True)]
    file = write_columns(tmp_path / "counts.csv", rows, list(sides))

    def score(**options):
        options = {"file": handle_file(file), "similarity": "(uploaded)", **options}
        return client.predict(**options, api_name="/score_distributions")

    with pytest.raises(AppError, match=r"^line 2, column 'predictions': the sum is 4\.0"):
        score()
    answer = score(counts=True)
    metric = load("soft", similarity=load().similarity.load(str(similarity)))
    assert answer[-1]["scores"] == metric.compute(**sides, normalize_counts=True)
    assert answer[-1]["scores"]["wasserstein_score"] == 0.625
    assert "y: gold 0.625, predicted 0.125" in answer[1]


def test_single_numbers_and_errors_by_the_endpoint(server, client, load, tmp_path):
    sides = {"predictions": [0.3, 0.9], "references": [0.1, 0.5]}
    file = tmp_path / "single.jsonl"
    rows = zip(*sides.values(), strict=True)
    file.write_text("\n".join(json.dumps({"q": q, "p": p}) for q, p in rows))
    named = {"file": handle_file(file), "predictions": "q", "references": "p"}

    def score(**options):
        return client.predict(**named, **options, api_name="/score_distributions")

    answer = score(use_similarity=False)
    assert answer[-1]["scores"] == load("soft").compute(**sides)
    assert "label 2: gold 0.300, predicted 0.600" in answer[1]
    result = score(labels="joy, anger")[-1]
    expected = load("soft", similarity="plutchik", labels=["joy", "anger"]).compute(**sides)
    assert result["scores"] == expected
    with pytest.raises(AppError, match="are for two labels; the labels need 11 or 12"):
        score()
    with pytest.raises(AppError, match="labels: similarity 'plutchik' has no value for 'xyz'"):
        score(labels="joy, xyz")
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"predictions": [0.5, 0.5], "references": [0.5, "x"]}')
    with pytest.raises(AppError, match=r"^bad.jsonl: line 1: column 'references'"):
        client.predict(file=handle_file(bad), api_name="/score_distributions")
    assert server.files_with("bad.jsonl") == server.files_with("single.jsonl") == []
    example = client.predict(file=None, api_name="/score_distributions")[-1]
    options = {"similarity": "plutchik", "labels": FIVE}
    assert example["scores"] == load("soft").compute(**soft_example(), **options)


def test_a_link_names_the_similarity_and_a_kind_that_is_none_is_left_out(visit):
    visit.open(tab="annotators", similarity="mfrc", kind="<b>")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Annotators"
    assert visit.find("annotators-score").is_visible()
    assert not visit.find("soft-score").is_visible()
    assert visit.find("annotators-similarity").locator("input").input_value().startswith("mfrc")


# Pictures


def titles(html):
    root = ElementTree.fromstring(html)
    return [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]


def test_the_human_scores_has_two_marks_a_row():
    rows = [("samples", 0.25, 0.75), (HOSTILE[0], 1, 0), (HOSTILE[1], 0.5, 0.5), (HOSTILE[2], 0, 1)]
    html = pictures.people(rows)
    said = [name.replace("\x00", "\ufffd") for name, *_ in rows]
    assert titles(html) == [
        f"{name}: annotators {human:.3f}, system {system:.3f}"
        for name, (_, human, system) in zip(said, rows, strict=True)
    ]
    root = ElementTree.fromstring(html)
    groups = [group for group in root.iter() if group.get("class") == "sf1-row"]
    assert len(groups) == len(rows)
    disks = [float(g.find("{http://www.w3.org/2000/svg}circle").get("cx")) for g in groups]
    # The system's marks stand in the order of its scores, as far apart as these.
    assert disks[3] - disks[1] == pytest.approx(2 * (disks[3] - disks[2]), abs=0.2)
    assert disks[1] < disks[2] < disks[0] < disks[3]
    assert not [e for e in root.iter() if e.tag.endswith(("img", "script"))]
    cells = [[cell.text for cell in row] for row in root.iter("tr")]
    assert cells[1] == ["samples", "0.2500", "0.7500"]


def test_a_agreement_of_nobody_is_a_sentence():
    assert "Nothing to compare" in pictures.people([])
    assert "<svg" not in pictures.people([])


def test_shares_show_the_greatest_first():
    rows = [(f"l{i}", i / 1000, 0) for i in range(40)]
    html = pictures.shares(rows)
    assert titles(html)[0] == "l39: gold 0.039, predicted 0.000"
    assert len(titles(html)) == 30
    assert "10 labels with smaller shares are left out." in html
    # The scale goes up to the next tenth.
    assert ">0.1</text>" in html
    assert "left out" not in pictures.shares(rows[:30])
    assert ">1</text>" in pictures.shares([("a", 1, 0), ("b", 0, 1)])
    assert ">0.3</text>" in pictures.shares([("a", 0.1 + 0.2, 0)])
    assert ">0.1</text>" in pictures.shares([("a", 0, 0)])
