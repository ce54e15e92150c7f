"""The Space's file tab in a real browser: upload, choose, score, read, save."""

import csv
import io
import json
import re

import pytest
from space_numbers import AVERAGES, SCORES, averages, bundled_sets, shown
from space_page import SpacePage

pytestmark = pytest.mark.space


@pytest.fixture
def visit(browser, url):
    """A new visitor's page; at the end of the test it must have had no problem."""
    page = SpacePage(browser, url)
    yield page
    assert page.toasts() == []
    page.close()
    assert page.problems == []


def test_the_bundled_file_shows_the_metric_s_numbers(visit, load):
    metric = load()
    predictions, references = bundled_sets()
    sets = {"predictions": predictions, "references": references}
    visit.open(tab="file")
    assert visit.rows("file-preview")[0] == ["2", "love, remorse", "sadness"]
    visit.press("file-score")
    assert "5,427 examples" in visit.text("file-summary")
    assert visit.rows("file-summary") == averages(
        metric, predictions, references, "goemotions-ekman"
    )
    per_label = metric.compute(**sets, similarity="goemotions-ekman", average=None)
    first = visit.rows("file-per-label")[0]
    assert first[:2] == [per_label["labels"][0], f"{per_label['support'][0]:g}"]
    assert first[2:5] == [shown(per_label[f"semantic_{score}"][0]) for score in SCORES]

    points = metric.pointwise(**sets, similarity="goemotions-ekman")["semantic_f1"]
    worst = min(range(len(points)), key=points.__getitem__)
    lowest = visit.rows("file-worst")
    assert len(lowest) == 10
    assert lowest[0] == [
        str(worst + 2),
        ", ".join(predictions[worst]),
        ", ".join(references[worst]),
        shown(points[worst]),
    ]
    perfect = sum(point >= 0.95 for point in points)
    assert any(
        title.startswith(f"0.95 to 1: {perfect:,} examples")
        for title in visit.titles("file-distribution")
    )
    gratitude = per_label["labels"].index("gratitude")
    assert any(
        title.startswith(f"gratitude: semantic F1 {shown(per_label['semantic_f1'][gratitude])}")
        for title in visit.titles("file-chart")
    )
    assert visit.find("file-signature").locator("textarea").input_value() == metric.signature(
        similarity="goemotions-ekman", average=list(AVERAGES)
    )


def test_a_click_on_a_head_sorts_the_labels(visit, load):
    predictions, references = bundled_sets()
    result = load().compute(
        predictions=predictions, references=references, similarity="goemotions-ekman", average=None
    )
    visit.open(tab="file").press("file-score")
    scores = sorted(zip(result["semantic_f1"], result["labels"], strict=True))
    for expected in (scores, scores[::-1]):
        visit.find("file-per-label").get_by_role("button", name="Sem. F1").press("Enter")
        rows = visit.rows("file-per-label")
        assert len(rows) == 27
        assert [row[0] for row in rows[:9]] == [label for _, label in expected[:9]]
    visit.find("file-per-label").get_by_role("button", name="Gold").click()
    support = [int(row[1]) for row in visit.rows("file-per-label")]
    assert support == sorted(map(int, result["support"]))
    visit.find("file-per-label").get_by_role("button", name="Label").click()
    assert [row[0] for row in visit.rows("file-per-label")] == sorted(result["labels"])


def test_results_are_saved_as_files(visit, load):
    predictions, references = bundled_sets()
    metric = load()
    visit.open(tab="file").press("file-score")
    name, content = visit.save("file-save-csv")
    assert name == "semantic_f1_examples.csv"
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    points = metric.pointwise(predictions, references, similarity="goemotions-ekman")
    for score, values in points.items():
        assert [float(row[score]) for row in rows] == values
    assert [json.loads(row["predictions"]) for row in rows] == predictions
    assert not any(cell[:1] in "=+-@" for row in rows for cell in row.values())

    name, content = visit.save("file-save-json")
    assert name == "semantic_f1.json"
    saved = json.loads(content)
    result = metric.compute(
        predictions=predictions, references=references, similarity="goemotions-ekman"
    )
    assert saved["examples"] == 5427
    assert saved["averages"]["samples"]["semantic"] == {
        score: result[f"semantic_{score}"] for score in SCORES
    }


def test_an_excel_file_with_other_columns_and_a_separator(visit, load, tmp_path):
    file = tmp_path / "Tabelle 1.csv"
    file.write_bytes("\ufeffgold;model\r\njoy|love;joy\r\n;anger\r\nfear;fear|joy\r\n".encode())
    visit.open(tab="file").upload("file-upload", file)
    assert "Columns: gold, model" in visit.text("file-received")
    visit.choose("file-predictions", "model")
    visit.choose("file-references", "gold")
    visit.type("file-separator", "|")
    visit.choose("file-similarity", "plutchik")
    assert visit.rows("file-preview") == [
        ["2", "joy", "joy, love"],
        ["3", "anger", "(none)"],
        ["4", "fear, joy", "fear"],
    ]
    visit.press("file-score")
    sets = [["joy"], ["anger"], ["fear", "joy"]], [["joy", "love"], [], ["fear"]]
    assert visit.rows("file-summary") == averages(load(), *sets, "plutchik")
    visit.choose("file-macro", "Labels that occur")
    visit.choose("file-counting", "From the gold side")
    visit.press("file-score")
    assert visit.rows("file-summary") == averages(
        load(), *sets, "plutchik", macro_labels="present", counting="two_sided"
    )
    visit.press("file-bundled")
    visit.type("file-separator", "")
    assert visit.rows("file-preview")[0] == ["2", "love, remorse", "sadness"]


def test_names_that_are_no_labels_are_listed_with_suggestions(visit, load, tmp_path):
    file = tmp_path / "names.csv"
    file.write_text("predictions,references\nangr,joy\nJoy,joy\nangr,xyz\n")
    visit.open(tab="file").upload("file-upload", file)
    visit.choose("file-similarity", "plutchik")
    visit.press("file-score")
    assert "line 2, column 'predictions'" in visit.text("file-summary")
    expected = [
        ["angr", "2", "did you mean 'anger'?"],
        ["Joy", "1", "did you mean 'joy'?"],
        ["xyz", "1", "nothing near"],
    ]
    assert visit.rows("file-summary") == expected
    assert not visit.find("file-signature").is_visible()
    visit.choose("file-unknown", "Count them as wrong")
    visit.find("file-fold").locator("input").check()
    visit.press("file-score")
    assert visit.rows("file-unmatched") == [expected[0], expected[2]]
    sets = [["angr"], ["joy"], ["angr"]], [["joy"], ["joy"], ["xyz"]]
    assert visit.rows("file-summary") == averages(
        load(), *sets, "plutchik", unknown_labels="mismatch"
    )


@pytest.mark.long
def test_a_long_file_has_a_progress_bar_and_a_short_preview(visit, tmp_path):
    file = tmp_path / "long.csv"
    file.write_text("predictions,references\n" + "joy,joy\nanger,joy\nfear,anger\n,\n" * 100_000)
    visit.open(tab="file").upload("file-upload", file)
    assert len(visit.rows("file-preview")) == 5
    # The bar may be there for a moment only: the page itself takes down what it shows.
    visit.find("file-summary").evaluate("""box => {
        window.shown = [];
        new MutationObserver(() => box.offsetHeight && window.shown.push(box.innerText)).observe(
            box, {subtree: true, childList: true, characterData: true});
    }""")
    visit.find("file-score").click()
    visit.find("file-signature").wait_for()
    visit.settle()
    shown = visit.page.evaluate("window.shown")
    assert any(re.search(r"(Reading|Scoring).* - \d+\.\d%", text) for text in shown), shown
    assert visit.text("file-summary").startswith("400,000 examples of long.csv.")
    assert len(visit.rows("file-worst")) == 10
