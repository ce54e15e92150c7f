"""Pictures are XML: what they show is read from their elements; nothing touches or is cut."""

import itertools
from math import hypot
from xml.etree import ElementTree

import numpy as np
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.pictures import curves, example, figures, heatmap, shapes

SVG = "{http://www.w3.org/2000/svg}"
METRIC = SemanticF1()
PLUTCHIK = METRIC.similarity.load("plutchik")
ANGLES = PLUTCHIK.card["angles"]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</title></text></svg><script>alert(1)</script>",
    "\" onload='alert(1)' & ]]> <!--",
    "half \ud800 of a character",
]
parse = ElementTree.fromstring
LONG = "a name that is very much longer than any place for it " * 6


def explained(predicted, gold, similarity="plutchik"):
    with METRIC.notices():
        return METRIC.explain(predicted, gold, similarity=similarity, unknown_labels="mismatch")


def texts(root):
    """Each text's box as the drawing estimates it: left, top, right, bottom, and what it says."""
    boxes = []
    for element in root.iter(f"{SVG}text"):
        wide = shapes.lettering_width(element.text)
        wide *= shapes.BOLD_WIDER if element.get("font-weight") else 1
        wide *= float(element.get("font-size", shapes.LETTERING_SIZE)) / shapes.LETTERING_SIZE
        x, y = float(element.get("x")), float(element.get("y"))
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[element.get("text-anchor")]
        boxes.append((left, y - 7, left + wide, y + 7, element.text))
    return boxes


def assert_tidy(picture):
    """No text is out of the picture, and no two touch."""
    root = parse(picture)
    width, height = (float(root.get(name)) for name in ("width", "height"))
    found = texts(root)
    for left, top, right, bottom, text in found:
        assert left >= -0.5 and right <= width + 0.5, text
        assert top >= -0.5 and bottom <= height + 0.5, text
    for a, b in itertools.combinations(found, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)
    return root


def of_class(root, name):
    return [element for element in root.iter() if element.get("class") == name]


CASES = {
    "near miss": (["anger"], ["disgust", "sadness"]),
    "many": (list(PLUTCHIK.labels[:6]), list(PLUTCHIK.labels[5:10])),
    "all": (list(PLUTCHIK.labels), list(PLUTCHIK.labels)),
    "twins": (["pessimism", "trust"], ["sadness", "admiration"]),
    "none": ([], []),
    "one side": (["joy", "fear"], []),
    "opposites": (["anger"], ["fear"]),
}


@pytest.mark.parametrize("case", CASES)
def test_a_wheel_is_tidy_and_shows_each_match(case):
    found = explained(*CASES[case])
    root = assert_tidy(example.wheel(ANGLES, found))
    assert root.get("width") == "356"
    arrows = of_class(root, "sf1-arrow")
    matches = found["predictions"] + found["references"]
    # A label that matches itself, or one at the same point, has no arrow.
    drawn = [
        one
        for one in matches
        if one["best_match"] and ANGLES[one["label"]] != ANGLES[one["best_match"]]
    ]
    assert len(arrows) == len(drawn)
    said = " ".join(arrow.find(f"{SVG}title").text for arrow in arrows)
    for one in drawn:
        other = "gold" if one in found["predictions"] else "predicted"
        assert f"nearest {other} {one['best_match']}, {one['similarity']:.3f}" in said
    marked = [e for e in of_class(root, "sf1-label") if e.get("data-role") != "none"]
    assert len(marked) == len({one["label"] for one in matches})
    shown = [text for *_, text in texts(root) if text.startswith("0.")]
    assert len(shown) <= example.MOST_PRINTED_CREDITS


def test_arrows_go_from_mark_to_mark():
    root = parse(example.wheel(ANGLES, explained(["joy"], ["anger"])))
    path = of_class(root, "sf1-arrow")[0].find(f"{SVG}path").get("d")
    x, y = map(float, path[1:].split("C")[0].split(","))
    top = (example.CENTER[0], example.CENTER[1] - example.RADIUS)
    assert hypot(x - top[0], y - top[1]) == pytest.approx(12, abs=0.2)


@pytest.mark.parametrize("names", [HOSTILE, [LONG, "短い名前" * 20, "W" * 60], ["a", "b"]])
def test_names_are_text_and_cut_where_there_is_no_room(names):
    found = explained(names[:1], names[1:])
    angles = {name: 40 * at for at, name in enumerate(names)}
    alternatives = [{"name": name, "scores": {"x": 0.5, "y": 0.4}} for name in names]
    for picture in (
        example.columns(found),
        example.wheel(angles, found),
        figures.label_figure([(name, 0.5, 0.25) for name in names]),
        figures.shares_picture([(name, 0.5, 0.25) for name in names]),
        curves.slopes(alternatives, ["x", "y"]),
    ):
        root = assert_tidy(picture)
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "g", "title", "text", "path", "rect", "circle", "polygon"}
    for name in names:
        root = parse(heatmap.heatmap([name, "b"], PLUTCHIK.values[:2, :2]))
        assert not [element for element in root.iter() if element.tag.endswith(("script", "img"))]
        assert float(next(root.iter(f"{SVG}svg")).get("width")) < 260
    titles = [e.text for e in parse(example.columns(found)).iter(f"{SVG}title")]
    assert titles[0] == f"Predicted {names[0]}: near nothing.".replace("\ud800", "\ufffd")


def test_columns_of_27_labels():
    labels = METRIC.similarity.load("goemotions-ekman").labels
    found = explained(list(labels[:14]), list(labels[10:27]), "goemotions-ekman")
    root = assert_tidy(example.columns(found))
    assert len(of_class(root, "sf1-label")) == 14 + 17
    hollow = [one for one in found["predictions"] if one["best_match"] is None]
    circles = [e for e in root.iter(f"{SVG}circle") if e.get("fill") == shapes.PAPER_COLOR]
    assert len(circles) == len(hollow)


def test_figures_stand_alone_and_have_each_number():
    rows = [("joy", 0.75, 0.5), ("fear", 0.25, 0.5), ("grief", 0.0, 0.0)]
    picture = figures.label_figure(rows)
    root = assert_tidy(picture)
    assert "var(" not in picture and root.get("width") == "318"
    shown = [text for *_, text in texts(root)]
    for label, semantic, hard in rows:
        assert label in shown and f"{semantic:.3f}" in shown and f"{hard:.3f}" in shown
    boxes = [e for e in root.iter(f"{SVG}rect") if e.get("height") == "9"]
    bars = [(float(e.get("x")), float(e.get("width"))) for e in boxes if e.get("width") != "9.00"]
    long = 318 - 76 - 104
    assert bars == [(104, 0.5 * long), (104 + 0.5 * long, 0.25 * long), (104, 0.25 * long)]
    systems = [("a", 0.8, 0.7, 0.75, 0.85), ("b", 0.5, 0.5, None, None)]
    assert_tidy(figures.system_figure(systems))


def test_shares_are_marks_on_one_axis():
    rows = [("joy", 0.3, 0.15), ("fear", 0.0, 0.4), ("grief", 0.25, 0.25)]
    for picture, size in ((figures.shares_picture(rows), 13), (figures.shares_figure(rows), 11.3)):
        root = assert_tidy(picture)
        width = float(root.get("width"))
        left, right = 104, width - 96
        shown = {text for *_, text in texts(root)}
        for label, gold, predicted in rows:
            assert {label, f"{gold:.3f}", f"{predicted:.3f}", "0.4"} <= shown
        dots = [float(e.get("cx")) for e in root.iter(f"{SVG}circle")][:3]
        rhombs = [e.get("d") for e in root.iter(f"{SVG}path") if e.get("d").endswith("z")][:3]
        places = [[float(path[1:].split()[0]) for path in rhombs], dots]
        expected = left + np.array(rows)[:, 1:].astype(float).T / 0.4 * (right - left)
        assert np.allclose(places, expected, atol=0.06)
        assert {float(e.get("font-size", 13)) for e in root.iter(f"{SVG}text")} == {size}
    assert "var(" not in figures.shares_figure(rows)


def test_slopes_and_thresholds():
    alternatives = [
        {"name": "own", "scores": {"a": 0.8, "b": 0.6, "c": 0.1}},
        {"name": "identity", "scores": {"a": 0.5, "b": 0.7, "c": 0.1}},
    ]
    root = assert_tidy(curves.slopes(alternatives, ["a", "b", "c"]))
    bold = [e.text for e in root.iter(f"{SVG}text") if e.get("font-weight")]
    assert bold == ["identity"]
    lines = of_class(root, "sf1-line")
    assert lines[0].find(f"{SVG}title").text == "a: own 0.800, identity 0.500"
    assert len({one.find(f"{SVG}path").get("stroke-dasharray") for one in lines}) == 3
    shown = [text for *_, text in texts(root)]
    assert {"a", "b", "c"} <= {*shown} and shown.count("a") == 1
    near = [{"name": "own", "scores": {"first of them": 0.5, "second of them": 0.51, "c": 0.1}}]
    root = assert_tidy(curves.slopes(near, ["first of them", "second of them", "c"]))
    assert {"first of them", "second of them", "c"} <= {text for *_, text in texts(root)}
    with pytest.raises(ValueError, match="1 to 10 systems"):
        curves.slopes(alternatives, [])
    found = {
        "thresholds": [0.25, 0.5, 0.75],
        "semantic_f1_samples": [0.5, 0.75, 0.25],
        "hard_f1_samples": [0.25, 0.5, 0.125],
    }
    best = {"semantic_f1_samples": 0.75, "hard_f1_samples": 0.5}
    found["best"] = {key: {"threshold": 0.5, "score": score} for key, score in best.items()}
    root = assert_tidy(curves.threshold_curves(found))
    assert "semantic best 0.750 at 0.5" in " ".join(text for *_, text in texts(root))
    with pytest.raises(ValueError, match="two thresholds or more"):
        curves.threshold_curves({**found, "thresholds": [0.5]})


def test_a_heatmap_shows_every_credit():
    values = PLUTCHIK.values
    root = ElementTree.fromstring(heatmap.heatmap(PLUTCHIK.labels, values))
    cells = list(root.iter(f"{SVG}rect"))
    m = len(PLUTCHIK.labels)
    assert len(cells) == m * m
    anger, disgust = (PLUTCHIK.labels.index(name) for name in ("anger", "disgust"))
    cell = cells[anger * m + disgust]
    assert cell[0].text == f"anger, matched with disgust: {values[anger, disgust]:.3f}"
    assert float(cell.get("fill-opacity")) == round(values[anger, disgust] * 0.5, 3)
    # Cells lie in rows of the labels, names at both sides.
    assert float(cell.get("x")) - float(cells[0].get("x")) == pytest.approx(disgust * 38)
    assert float(cell.get("y")) - float(cells[0].get("y")) == pytest.approx(anger * 38)
    shown = [element.text for element in root.iter(f"{SVG}text")]
    assert shown.count("anger") == 2 and shown.count("1.00") == (values.round(2) == 1).sum()
    assert "61 labels: a heatmap shows up to 60" in heatmap.heatmap(["x"] * 61, None)
