"""The Space's Compare tab: two systems and threshold curves, by its endpoints and in a browser."""

import json
from xml.etree import ElementTree

import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from helpers import write_sets as write
from space_numbers import bundled_sets, shown
from space_page import PHONE, SpacePage

from semantic_f1.pictures import curves

pytestmark = pytest.mark.space

SIMILARITY = "goemotions-ekman"
HOSTILE = ["<img src=x onerror=alert(1)>", "</title></svg><script>alert(1)</script>", '"&\x00']
SCORES = [([0.9, 0.2], ["joy"]), ([0.4, 0.7], ["joy", "anger"]), ([0.1, 0.3], [])]


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Another system's predictions for the bundled rows: file, predictions."""
    predictions, references = bundled_sets()
    fewer = [labels[:1] if i % 7 else ["joy"] for i, labels in enumerate(predictions)]
    file = tmp_path_factory.mktemp("other") / "other.csv"
    return write(file, fewer, references), fewer


def small(tmp_path, load):
    """A file with SCORES for joy and anger and 0 for Plutchik's others; its rows and its gold."""
    labels = list(load().similarity.load("plutchik").labels)
    places = [labels.index("joy"), labels.index("anger")]
    rows = [[0.0] * len(labels) for _ in SCORES]
    gold = [[0] * len(labels) for _ in SCORES]
    for row, indicators, (scores, names) in zip(rows, gold, SCORES, strict=True):
        for place, score in zip(places, scores, strict=True):
            row[place] = score
        for name in names:
            indicators[labels.index(name)] = 1
    file = write(tmp_path / "scores.csv", rows, [names for _, names in SCORES])
    return file, rows, gold


@pytest.mark.parametrize("average", ["samples", "macro"])
def test_compare_files_gives_the_metric_s_numbers(client, load, other, average):
    predictions, references = bundled_sets()
    file, fewer = other
    answer = client.predict(
        file_b=handle_file(file),
        file_a=None,
        predictions="predictions",
        references="references",
        separator="",
        similarity=SIMILARITY,
        average=average,
        api_name="/compare_files",
    )
    result = answer[-1]
    metric = load(similarity=SIMILARITY)
    options = {"average": average, "seed": 0}
    with metric.notices():
        found = metric.compare(predictions, fewer, references, n_resamples=1000, **options)
        tested = metric.sensitivity(
            {"A": predictions, "B": fewer}, references, ["goemotions"], **options
        )
    assert result["comparison"] == found
    assert result["sensitivity"] == tested
    assert result["signature"] == metric.signature(n_resamples=1000, **options)
    assert (result["b"], result["examples"]) == ("other.csv", len(references))
    assert f"A scores higher on {found['wins']:,} of them" in answer[0]
    assert shown(found["semantic_f1_a"]) in answer[0]
    assert tested["verdict"].split("'")[0] in answer[1]


def test_systems_are_compared_on_the_same_gold_labels(server, client, tmp_path):
    before = server.kept()
    first = write(tmp_path / "first.csv", [["joy"], ["anger"]], [["joy"], ["fear"]])
    marked = write(tmp_path / "second.csv", [["joy"], ["anger"]], [["joy"], ["sadness"]])
    shorter = write(tmp_path / "shorter.csv", [["joy"]], [["joy"]])
    odd = write(tmp_path / "odd.csv", [["joy"], ["xyz"]], [["joy"], ["fear"]])

    def message(b):
        with pytest.raises(AppError) as error:
            client.predict(
                file_b=handle_file(b), file_a=handle_file(first), api_name="/compare_files"
            )
        return str(error.value)

    assert message(marked).startswith(
        'B (second.csv): line 3: gold labels ["sadness"] where A (first.csv) has ["fear"]'
    )
    assert message(shorter).startswith("B (shorter.csv): 1 rows where A (first.csv) has 2")
    assert message(odd).startswith("B (odd.csv): line 3, column 'predictions': 'xyz' is not")
    with pytest.raises(AppError, match="no file of system B"):
        client.predict(file_b=None, api_name="/compare_files")
    assert server.files_with("second.csv") == server.files_with("first.csv") == []
    assert server.kept() == before


def test_threshold_curve_gives_the_metric_s_numbers(client, load, tmp_path):
    file, rows, gold = small(tmp_path, load)
    result = client.predict(
        file=handle_file(file), similarity="plutchik", api_name="/threshold_curve"
    )[-1]
    metric = load("multilabel", similarity="plutchik")
    with metric.notices():
        expected = metric.threshold_curve(rows, gold, average=["samples", "micro", "macro"])
    assert result == {"file": "scores.csv", **expected}
    bad = write(tmp_path / "bad.csv", rows, [["joy"], ["xyz"], []])
    with pytest.raises(AppError, match=r"^bad\.csv: line 3: 'xyz' is not a label$"):
        client.predict(file=handle_file(bad), similarity="plutchik", api_name="/threshold_curve")


def test_scores_may_leave_out_or_have_the_none_labels(client, load, tmp_path):
    similarity = load().similarity.load(SIMILARITY)
    labels = len(similarity.labels)
    none = len(similarity.none_labels)
    best = []
    for width in (labels, labels + none):
        rows = [[1.0, *[0.0] * (width - 1)], [0.0] * width]
        gold = [[similarity.labels[0]], list(similarity.none_labels)]
        file = write(tmp_path / f"{width}.csv", rows, gold)
        answer = client.predict(
            file=handle_file(file), similarity=SIMILARITY, api_name="/threshold_curve"
        )
        best.append(answer[-1]["best"]["hard_f1_samples"]["score"])
    assert best == [1, 1]


def test_the_file_tab_has_the_report_and_the_confusion(client, load, tmp_path):
    predictions = [["joy"], ["joy", "fear"], ["anger"], [], ["sadness"]]
    references = [["joy"], ["joy"], ["disgust"], ["joy"], []]
    file = write(tmp_path / "file.csv", predictions, references)
    answer = client.predict(file=handle_file(file), similarity="plutchik", api_name="/score_file")
    metric = load(similarity="plutchik")
    with metric.notices():
        report = metric.report(predictions, references, output="dict")
        found = metric.confusion(predictions, references)
    table, picture = (
        ElementTree.fromstring(html.replace("class=sf1-text", "")) for html in answer[6:8]
    )
    rows = [[cell.text for cell in row.iter("td")] for row in table.iter("tr")]
    assert rows[1:] == [
        [
            row["label"],
            f"{row['support']:g}",
            f"{row['predicted']:g}",
            *(shown(value) for kind in ("semantic", "hard") for value in row[kind].values()),
        ]
        for row in report["rows"]
    ]
    labels = found["labels"]
    sums = [sum(row) or 1 for row in found["gold"]]
    cells = [title for title in svg_titles(picture) if ", matched with " in title]
    assert cells == [
        f"{gold}, matched with {taken}: {times / total:.3f}"
        for gold, row, total in zip(labels, found["gold"], sums, strict=True)
        for taken, times in zip(labels, row, strict=True)
    ]
    assert "joy, matched with joy: 0.667" in cells
    assert "joy, matched with (none): 0.333" in cells
    assert "fear, matched with joy: 0.000" in cells


def test_both_endpoints_take_an_uploaded_similarity(server, load, tmp_path):
    client = Client(server.url, verbose=False)
    own = {"labels": ["x", "y"], "values": [[1, 0.25], [0.5, 1]]}
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own))
    client.predict(file=handle_file(file), api_name="/upload_similarity")
    a = write(tmp_path / "a.csv", [["x"], ["y"]], [["x"], ["x"]])
    b = write(tmp_path / "b.csv", [["y"], ["y"]], [["x"], ["x"]])
    compared = client.predict(
        file_b=handle_file(b),
        file_a=handle_file(a),
        similarity="(uploaded)",
        api_name="/compare_files",
    )[-1]["comparison"]
    assert (compared["semantic_precision_a"], compared["semantic_precision_b"]) == (0.75, 0.5)
    scores = write(tmp_path / "scores.csv", [[0.2, 0.8], [0.1, 0.9]], [["x"], ["y"]])
    found = client.predict(
        file=handle_file(scores), similarity="(uploaded)", api_name="/threshold_curve"
    )[-1]
    metric = load("multilabel", similarity=load().similarity.load(str(file)))
    with metric.notices():
        expected = metric.threshold_curve(
            [[0.2, 0.8], [0.1, 0.9]], [[1, 0], [0, 1]], average=["samples", "micro", "macro"]
        )
    assert found == {"file": "scores.csv", **expected}


def test_the_tab_in_a_browser(server, browser, load, other, tmp_path):
    predictions, references = bundled_sets()
    file, fewer = other
    page = SpacePage(browser, server.url, viewport=PHONE).open(tab="compare")
    page.press("compare-start")
    assert "no file of system B" in page.text("compare-summary")
    page.upload("compare-upload-b", file)
    assert page.text("compare-received-b").startswith("other.csv (")
    page.press("compare-start")
    metric = load(similarity=SIMILARITY)
    with metric.notices():
        found = metric.compare(predictions, fewer, references, seed=0)
    row = page.rows("compare-summary")[2]
    assert row[:3] == ["F1", shown(found["semantic_f1_a"]), shown(found["semantic_f1_b"])]
    signed = [f"{found['semantic_f1' + end]:+.3f}" for end in ("", "_low", "_high")]
    assert row[3].replace("\u2212", "-") == signed[0]
    interval = row[4].replace("\u2212", "-").split()
    assert interval == [signed[1], "to", signed[2]]
    titles = page.titles("compare-picture")
    assert f"{SIMILARITY}: A {row[1]}, B {row[2]}" in titles
    assert page.rows("compare-alternatives")[0][:3] == [SIMILARITY, row[1], row[2]]

    scores, rows, gold = small(tmp_path, load)
    page.upload("curve-upload", scores)
    page.choose("curve-similarity", "plutchik")
    page.press("curve-start")
    multilabel = load("multilabel", similarity="plutchik")
    with multilabel.notices():
        best = multilabel.threshold_curve(rows, gold, average=["samples"])["best"]
    top = best["semantic_f1_samples"]
    assert page.rows("curve-best")[0][1:3] == [f"{top['threshold']:g}", shown(top["score"])]
    assert page.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.toasts() == []
    assert page.problems == []
    page.close()


def alternatives(systems, *rows):
    return [{"name": name, "scores": dict(zip(systems, row, strict=True))} for name, row in rows]


def svg_titles(root):
    return [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]


def test_slopes_show_names_as_text():
    name, first, second = HOSTILE
    html = curves.slopes(
        alternatives([first, second], (name, [0.5, 0.25]), ("b", [0.2, 0.4])), [first, second]
    )
    root = ElementTree.fromstring(html)
    said = second.replace("\x00", "\ufffd")
    assert svg_titles(root) == [
        f"{name}: {first} 0.500, {said} 0.250",
        f"b: {first} 0.200, {said} 0.400",
    ]
    assert not [e for e in root.iter() if e.tag.endswith(("img", "script"))]
    assert "Bold: the order is not that of the first row." in "".join(root.itertext())


def test_slopes_of_many_of_none_and_of_equal_systems():
    systems = list("abcd")
    root = ElementTree.fromstring(curves.slopes(alternatives(systems, ("s", [0.5] * 4)), systems))
    assert svg_titles(root) == ["s: a 0.500, b 0.500, c 0.500, d 0.500"]
    assert "Bold" not in "".join(root.itertext())
    many = list("abcde")
    for html in (
        curves.slopes(alternatives(many, ("s", [0.5] * 5)), many),
        curves.slopes([], systems),
    ):
        assert "the picture shows from 1 to 4 systems" in html
        assert "<svg" not in html


def test_threshold_curves_mark_the_best():
    found = {
        "thresholds": [0.25, 0.5, 0.75],
        "semantic_f1_samples": [0.5, 0.8, 0.1],
        "hard_f1_samples": [0.0, 0.0, 0.0],
        "best": {
            "semantic_f1_samples": {"threshold": 0.5, "score": 0.8},
            "hard_f1_samples": {"threshold": 0.25, "score": 0.0},
        },
    }
    root = ElementTree.fromstring(curves.threshold_curves(found))
    assert svg_titles(root) == [
        "semantic_f1_samples: best 0.800 at 0.5",
        "hard_f1_samples: best 0.000 at 0.25",
    ]
    dashed = [e for e in root.iter() if e.get("stroke-dasharray")]
    assert len(dashed) == 2  # the curve and its sample in the legend
    cells = [[cell.text for cell in row] for row in root.iter("tr")]
    assert cells[2] == ["0.5", "0.8000", "0.0000"]
