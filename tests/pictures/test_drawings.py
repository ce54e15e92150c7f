"""The pictures are XML: what they show is read from their elements and compared exactly."""

import json
import re
from math import cos, hypot, radians, sin
from xml.etree import ElementTree

import numpy as np
import pytest

from semantic_f1.pictures import base as pictures
from semantic_f1.pictures import charts
from semantic_f1.pictures import example as drawings

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '<a href="https://x.example">click</a>',
    "</title></text></svg><script>alert(1)</script>",
    "\" onload='alert(1)' & ]]> <!--",
]
ANGLES = {"fear": 0, "trust": 45, "joy": 90, "anger": 180, "pessimism": 270, "sadness": 270}
CENTER = drawings.CENTER


def match(label, best=None, similarity=0.0, ties=None):
    ties = ties or ([best] if best is not None else [])
    return {"label": label, "best_match": best, "similarity": similarity, "ties": ties}


def explanation(predictions, references):
    return {
        "semantic_f1": 0.5,
        "semantic_precision": 0.5,
        "semantic_recall": 0.5,
        "predictions": predictions,
        "references": references,
    }


OVER = explanation(
    [match("joy", "joy", 1.0), match("anger", "joy", 0.5), match("sadness")],
    [match("joy", "joy", 1.0)],
)
TIED = explanation(
    [match("fear", "joy", 0.5, ["joy", "anger"])],
    [match("joy", "fear", 0.5), match("anger", "fear", 0.125)],
)
EMPTY = explanation([], [])


def parse(html):
    return ElementTree.fromstring(html)


def find(root, name):
    return [element for element in root.iter() if element.get("class") == name]


def arrows(root, role=None):
    return [a for a in find(root, "sf1-arrow") if role in (None, a.get("data-role"))]


def titles(elements):
    return [element.find(f"{SVG}title").text for element in elements]


def main_svg(root):
    return next(svg for svg in root.iter(f"{SVG}svg") if svg.get("role") == "img")


def cells(root):
    return [[cell.text or "" for cell in row] for row in root.iter("tr")]


def everything(labels):
    """Each kind of picture, drawn with these labels."""
    m = len(labels)
    shown = explanation(
        [match(label, labels[0], 0.5, labels[:2]) for label in labels],
        [match(labels[0], labels[1], 0.5), *map(match, labels[1:])],
    )
    on_wheel = {label: 360 * i / m for i, label in enumerate(labels)}
    return {
        "wheel": drawings.wheel(on_wheel, shown),
        "beside the wheel": drawings.wheel(ANGLES, shown),
        "one point": drawings.wheel(dict.fromkeys(labels, 45), shown),
        "columns": drawings.columns(shown),
        "heatmap": charts.heatmap(labels, np.eye(m)),
        "label chart": charts.label_chart(labels, [0.5] * m, [0.25] * m, [3] * m),
        "distribution": charts.distribution([0, 0, 0.5, 1, 1], [9, 0, 2, 4]),
        "nothing": drawings.columns(EMPTY),
        "no labels": charts.heatmap([], []),
    }


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]


def ends(arrow):
    """Where an arrow begins, and its tip."""
    start = numbers(arrow.find(f"{SVG}path").get("d"))[:2]
    return start, numbers(arrow.find(f"{SVG}polygon").get("points"))[:2]


def spots(root):
    """The text of each label of a wheel or of columns, by name."""
    return {
        group.find(f"{SVG}text").text: group.find(f"{SVG}text") for group in find(root, "sf1-label")
    }


def at(element):
    return float(element.get("x")), float(element.get("y"))


# The matches


@pytest.mark.parametrize("draw", [drawings.columns, lambda shown: drawings.wheel(ANGLES, shown)])
def test_each_match_is_one_arrow_that_tells_its_value(draw):
    root = parse(draw(OVER))
    assert titles(arrows(root, "predicted")) == [
        "Predicted joy: best match gold joy, 1.000.",
        "Predicted anger: best match gold joy, 0.500.",
    ]
    assert titles(arrows(root, "gold")) == ["Gold joy: best match predicted joy, 1.000."]
    tied = parse(draw(TIED))
    assert titles(arrows(tied)) == [
        "Predicted fear: best match gold joy, 0.500 (as near: anger).",
        "Gold joy: best match predicted fear, 0.500.",
        "Gold anger: best match predicted fear, 0.125.",
    ]


@pytest.mark.parametrize("draw", [drawings.columns, lambda shown: drawings.wheel(ANGLES, shown)])
def test_roles_differ_by_more_than_color(draw):
    root = parse(draw(TIED))
    lines = {role: arrows(root, role)[0].find(f"{SVG}path") for role in ("predicted", "gold")}
    assert lines["predicted"].get("stroke-dasharray") is None
    assert lines["gold"].get("stroke-dasharray")
    assert lines["predicted"].get("stroke") != lines["gold"].get("stroke")
    labels = {group.get("data-role"): group for group in find(root, "sf1-label")}
    assert labels["predicted"].find(f"{SVG}circle") is not None
    assert labels["gold"].find(f"{SVG}circle") is None
    assert labels["gold"].find(f"{SVG}path") is not None


@pytest.mark.parametrize("draw", [drawings.columns, lambda shown: drawings.wheel(ANGLES, shown)])
def test_lines_grow_with_the_similarity(draw):
    widths = [
        float(arrow.find(f"{SVG}path").get("stroke-width")) for arrow in arrows(parse(draw(TIED)))
    ]
    assert widths == [2.5, 2.5, 1.4]


@pytest.mark.parametrize("draw", [drawings.columns, lambda shown: drawings.wheel(ANGLES, shown)])
def test_the_description_and_the_table_hold_what_the_picture_shows(draw):
    root = parse(draw(OVER))
    assert (
        main_svg(root)
        .get("aria-label")
        .endswith(
            "Predicted joy: best match gold joy, 1.000. "
            "Predicted anger: best match gold joy, 0.500. "
            "Predicted sadness: no match. Gold joy: best match predicted joy, 1.000."
        )
    )
    assert cells(root) == [
        ["Label", "Role", "Best match", "Similarity"],
        ["joy", "predicted", "joy", "1.000"],
        ["anger", "predicted", "joy", "0.500"],
        ["sadness", "predicted", "no match", "0.000"],
        ["joy", "gold", "joy", "1.000"],
    ]
    assert ["fear", "predicted", "joy = anger", "0.500"] in cells(parse(draw(TIED)))


@pytest.mark.parametrize("draw", [drawings.columns, lambda shown: drawings.wheel(ANGLES, shown)])
def test_both_sides_empty_is_a_sentence(draw):
    root = parse(draw(EMPTY))
    assert list(root.iter(f"{SVG}svg")) == []
    assert "".join(root.itertext()) == (
        "Neither predicted nor gold labels: there is nothing to match."
    )


@pytest.mark.parametrize("draw", [drawings.columns, lambda shown: drawings.wheel(ANGLES, shown)])
def test_one_side_empty_has_no_arrows(draw):
    root = parse(draw(explanation([], [match("joy"), match("fear")])))
    assert arrows(root) == []
    assert (
        main_svg(root)
        .get("aria-label")
        .endswith("Gold joy: no match. Gold fear: no match. No predicted labels.")
    )
    assert "no match" in "".join(root.itertext())


# The wheel


def test_labels_of_the_wheel_stand_at_their_angles():
    placed = spots(parse(drawings.wheel(ANGLES, OVER)))
    assert set(placed) == set(ANGLES)
    for label in ("fear", "trust", "joy", "anger"):
        x, y = at(placed[label])
        distance = hypot(x - CENTER[0], y - CENTER[1])
        assert drawings.RADIUS < distance < drawings.RADIUS + 20
        assert (x - CENTER[0]) / distance == pytest.approx(cos(radians(ANGLES[label])), abs=0.01)
        assert (CENTER[1] - y) / distance == pytest.approx(sin(radians(ANGLES[label])), abs=0.01)


def test_labels_at_one_angle_stand_side_by_side_around_it():
    root = parse(drawings.wheel({"trust": 45, "admiration": 405, **ANGLES}, OVER))
    placed = spots(root)
    pessimism, sadness = at(placed["pessimism"]), at(placed["sadness"])
    assert (pessimism[0] + sadness[0]) / 2 == CENTER[0]
    assert placed["pessimism"].get("text-anchor") == "end"
    assert placed["sadness"].get("text-anchor") == "start"
    assert sadness[0] - pessimism[0] == drawings.GAP
    # These two begin at about one x, so it is the lines that must be apart.
    trust, admiration = at(placed["trust"]), at(placed["admiration"])
    assert trust[1] - admiration[1] >= 12
    assert titles(find(root, "sf1-shared")) == [
        "trust, admiration: one point of the wheel",
        "pessimism, sadness: one point of the wheel",
    ]


def test_arrows_of_the_wheel_run_from_mark_to_mark():
    root = parse(drawings.wheel(ANGLES, TIED))
    mark = {
        label: (
            CENTER[0] + drawings.RADIUS * cos(radians(ANGLES[label])),
            CENTER[1] - drawings.RADIUS * sin(radians(ANGLES[label])),
        )
        for label in ("fear", "joy", "anger")
    }
    ways = [("fear", "joy"), ("joy", "fear"), ("anger", "fear")]
    for arrow, way in zip(arrows(root), ways, strict=True):
        for point, label in zip(ends(arrow), way, strict=True):
            assert hypot(point[0] - mark[label][0], point[1] - mark[label][1]) < 10


def test_the_wheel_marks_roles():
    groups = find(parse(drawings.wheel(ANGLES, OVER)), "sf1-label")
    roles = {group.find(f"{SVG}text").text: group.get("data-role") for group in groups}
    assert roles == {
        "fear": "none",
        "trust": "none",
        "joy": "predicted gold",
        "anger": "predicted",
        "pessimism": "none",
        "sadness": "predicted",
    }
    assert titles(groups)[0] == "fear: neither predicted nor gold"


def test_unmatched_and_unknown_labels_are_named_below_the_wheel():
    shown = explanation([match("sadness"), match("glee")], [match("joy")])
    text = " ".join(parse(drawings.wheel(ANGLES, shown)).itertext())
    assert "No match:  sadness (predicted), glee (predicted), joy (gold)" in text
    assert "Not on the wheel:  glee (predicted)" in text
    # A match that only one end of is on the wheel has no arrow; the table has it.
    half = explanation([match("glee", "joy", 0.5)], [match("joy", "glee", 0.5)])
    root = parse(drawings.wheel(ANGLES, half))
    assert arrows(root) == []
    assert "Not on the wheel:  glee (predicted), joy (gold)" in " ".join(root.itertext())
    assert ["glee", "predicted", "joy", "0.500"] in cells(root)


def test_values_of_the_wheel_do_not_overlap():
    many = list(ANGLES)
    shown = explanation(
        [match(label, "joy", 0.5) for label in many], [match(label, "anger", 0.5) for label in many]
    )
    root = parse(drawings.wheel(ANGLES, shown))
    assert len(arrows(root)) == 12
    values = [at(text) for text in root.iter(f"{SVG}text") if text.text == "0.50"]
    assert len(values) >= 6
    for i, (x, y) in enumerate(values):
        for other_x, other_y in values[:i]:
            assert abs(x - other_x) > 24 or abs(y - other_y) > 12


def test_pictures_of_the_metrics_own_explanations(load, root):
    metric = load(similarity="plutchik")
    angles = json.loads((root / "similarity_matrices" / "plutchik.json").read_text())["angles"]
    near = parse(drawings.wheel(angles, metric.explain(["anger"], ["disgust"])))
    assert titles(arrows(near)) == [
        "Predicted anger: best match gold disgust, 0.854.",
        "Gold disgust: best match predicted anger, 0.854.",
    ]
    far = metric.explain(["joy", "love"], ["joy", "sadness"])
    assert len(arrows(parse(drawings.wheel(angles, far)))) == 4
    with pytest.warns(UserWarning, match="kept as mismatches"):
        unknown = metric.explain(["joy", "glee"], ["joy"], unknown_labels="mismatch")
    assert "Predicted glee: no match." in titles(
        find(parse(drawings.columns(unknown)), "sf1-label")
    )


# The columns


def test_columns_join_the_rows_that_match():
    root = parse(drawings.columns(TIED))
    row = {text: at(element)[1] + 7 for text, element in spots(root).items()}
    assert row["anger"] - row["joy"] == 38
    assert row["fear"] == (row["joy"] + row["anger"]) / 2
    ways = [("fear", "joy"), ("joy", "fear"), ("anger", "fear")]
    for arrow, (label, best) in zip(arrows(root), ways, strict=True):
        (x0, y0), (x1, y1) = ends(arrow)
        assert abs(y0 - row[label]) == 3 and abs(y1 - row[best]) == 3
        assert (x0 < x1) == (arrow.get("data-role") == "predicted")


def test_columns_print_the_value_below_the_label():
    groups = find(parse(drawings.columns(OVER)), "sf1-label")
    assert [[text.text for text in group.iter(f"{SVG}text")] for group in groups] == [
        ["joy", "1.00"],
        ["anger", "0.50"],
        ["sadness", "no match"],
        ["joy", "1.00"],
    ]


def test_columns_grow_with_the_longer_side():
    def height(count):
        labels = [f"label {i}" for i in range(count)]
        shown = explanation(
            [match(label, "x", 0.5) for label in labels], [match("x", "label 0", 0.5)]
        )
        root = parse(drawings.columns(shown))
        assert len(find(root, "sf1-label")) == count + 1
        return numbers(main_svg(root).get("viewBox"))[3]

    assert height(12) - height(1) == 11 * 38


def test_a_long_name_is_cut_and_whole_in_title_and_table():
    name = "a category with a name of exactly sixty characters, as some do"
    root = parse(drawings.columns(explanation([match(name)], [])))
    (label,) = spots(root)
    assert label.endswith("…") and name.startswith(label[:-1]) and len(label) > 10
    assert titles(find(root, "sf1-label")) == [f"Predicted {name}: no match."]
    assert cells(root)[1][0] == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("joy", "joy"),
        ("i" * 25, "i" * 25),
        ("W" * 25, "WWWWWWW…"),
        ("感情" * 9, "感情感情感情感…"),
        ("x" * 100_000, "xxxxxxxxxxxx…"),
    ],
)
def test_names_are_cut_by_their_width(name, shown):
    assert pictures.fit(name, 97) == shown


# The heatmap


def test_every_cell_of_a_heatmap_tells_its_pair():
    values = [[1, 0.25, 0], [0.5, 1, 0.125], [0, 0.75, 1]]
    root = parse(charts.heatmap(["a", "b", "c"], values))
    rects = list(main_svg(root).iter(f"{SVG}rect"))
    assert titles(rects)[:4] == [
        "a, matched with a: 1.000",
        "a, matched with b: 0.250",
        "a, matched with c: 0.000",
        "b, matched with a: 0.500",
    ]
    # Color is the value, on one scale from 0 to 1 for every matrix.
    opacity = [float(rect.get("fill-opacity")) for rect in rects]
    assert opacity == pytest.approx([0.75 * value for row in values for value in row], abs=6e-4)
    assert cells(root) == [
        ["", "a", "b", "c"],
        ["a", "1.000", "0.250", "0.000"],
        ["b", "0.500", "1.000", "0.125"],
        ["c", "0.000", "0.750", "1.000"],
    ]
    assert main_svg(root).get("aria-label") == (
        "Heatmap of the similarities of 3 labels. Two different labels: lowest 0.000, a with c; "
        "highest 0.750, c with b."
    )


@pytest.mark.parametrize("m", [1, 3, 12, 13, 60])
def test_heatmaps_print_numbers_where_cells_have_room(m):
    values = np.full((m, m), 0.5)
    root = parse(charts.heatmap([f"label {i}" for i in range(m)], values))
    grid = main_svg(root)
    assert len(list(grid.iter(f"{SVG}rect"))) == m * m
    printed = [text for text in grid.iter(f"{SVG}text") if text.text == "0.50"]
    assert len(printed) == (m * m if m <= 12 else 0)
    names = [text.text for text in root.iter(f"{SVG}text") if text.text.startswith("label")]
    assert names == 2 * [f"label {i}" for i in range(m)]


def test_a_wide_heatmap_scrolls_in_a_box_that_takes_the_keyboard():
    root = parse(charts.heatmap([f"label {i}" for i in range(60)], np.eye(60)))
    box = next(element for element in root.iter("div") if element.get("aria-label") == "Heatmap")
    assert box.get("tabindex") == "0" and "overflow-x:auto" in box.get("style")
    assert numbers(main_svg(box).get("viewBox"))[2] == 60 * 15 + 1


def test_a_heatmap_of_too_many_labels_is_a_sentence():
    root = parse(charts.heatmap([str(i) for i in range(61)], np.eye(61)))
    assert "".join(root.itertext()) == "61 labels: a heatmap shows from 1 to 60."


def test_a_heatmap_needs_a_square():
    with pytest.raises(ValueError, match=r"2 rows of 2 numbers.*got rows of \[2\]"):
        charts.heatmap(["a", "b"], [[1, 0]])
    with pytest.raises(ValueError, match=r"got rows of \[3, 3\]"):
        charts.heatmap(["a", "b"], [[1, 0, 0], [0, 1, 0]])


# Scores per label, and their distribution


def test_the_label_chart_places_both_scores():
    root = parse(charts.label_chart(["b", "a"], [1, 0.5], [0, 0.5], [1200, 2.5]))
    rows = find(root, "sf1-row")
    assert titles(rows) == [
        "b: semantic F1 1.000, hard F1 0.000, support 1,200",
        "a: semantic F1 0.500, hard F1 0.500, support 2.5",
    ]
    ticks = {text.text: at(text)[0] for text in root.iter(f"{SVG}text")}
    soft = [float(row.find(f"{SVG}circle").get("cx")) for row in rows]
    plain = [numbers(row.findall(f"{SVG}path")[1].get("d"))[0] for row in rows]
    assert soft == [ticks["1"], ticks["0.5"]]
    assert plain == [ticks["0"], ticks["0.5"]]
    assert cells(root)[1:] == [["b", "1.000", "0.000", "1,200"], ["a", "0.500", "0.500", "2.5"]]


def test_the_label_chart_grows_with_its_labels():
    def height(count):
        root = parse(charts.label_chart(range(count), [0.5] * count, [0] * count, [1] * count))
        assert len(find(root, "sf1-row")) == count
        return numbers(main_svg(root).get("viewBox"))[3]

    assert height(200) - height(27) == 173 * 22


def bars(root):
    return [float(row.find(f"{SVG}rect").get("width")) for row in find(root, "sf1-row")]


def test_bars_are_proportional_to_the_counts():
    root = parse(charts.distribution([0, 0.25, 0.5, 0.75, 1], [5, 0, 10, 2]))
    assert bars(root) == [70, 0, 140, 28]
    assert titles(find(root, "sf1-row"))[2] == "0.5 to 0.75: 10 examples, 58.8%"
    assert "logarithmic" not in "".join(root.itertext())


def test_bars_are_logarithmic_where_few_bins_hold_nearly_all():
    root = parse(charts.distribution([0, 0, 0.5, 1, 1], [9, 0, 99, 999_999]))
    assert bars(root) == [
        pytest.approx(140 / 6, abs=0.05),
        0,
        pytest.approx(140 / 3, abs=0.05),
        140,
    ]
    assert cells(root)[1:] == [
        ["exactly 0", "9", "0.0%"],
        ["0 to 0.5", "0", "0.0%"],
        ["0.5 to 1", "99", "0.0%"],
        ["exactly 1", "999,999", "100.0%"],
    ]
    assert "logarithmic" in "".join(root.itertext())


def test_charts_of_nothing_are_sentences():
    assert "No labels" in charts.label_chart([], [], [], [])
    assert "No examples" in charts.distribution([0, 1], [0])


# All of them


def test_markup_in_names_stays_text():
    for kind, html in everything(HOSTILE).items():
        root = parse(html)
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert not tags & {"img", "a", "script", "style", "foreignObject", "image", "use"}, kind
        attributes = {name for element in root.iter() for name in element.attrib}
        assert not {name for name in attributes if name.startswith("on")}, kind
        assert not attributes & {"id", "href", "src"}, kind
        if kind not in ("distribution", "nothing", "no labels"):
            words = "\n".join(root.itertext())
            assert all(name in words for name in HOSTILE), kind


def test_characters_that_html_cannot_hold_are_replaced():
    for html in everything(["nul \x00 escape \x1b", "lone \ud800 surrogate"]).values():
        html.encode()
        parse(html)


def test_equal_input_gives_equal_pictures():
    assert everything(["a", "b", "c"]) == everything(["a", "b", "c"])


def test_no_text_is_smaller_than_eleven():
    for kind, html in everything(["a", "b", "c"]).items():
        root = parse(html)
        for svg in root.iter(f"{SVG}svg"):
            assert float(svg.get("font-size")) == 12
            assert "width:100%" not in svg.get("style") or (
                numbers(svg.get("viewBox"))[2] == pictures.WIDTH
            ), kind
        sizes = [text.get("font-size", "12") for text in root.iter(f"{SVG}text")]
        assert set(sizes) <= {"11", "12"}, kind


def test_numbers_of_coordinates_are_short():
    assert [pictures.px(x) for x in (2, 2.04, 2.25, -0.04, 1234.56)] == [
        "2",
        "2",
        "2.2",
        "0",
        "1234.6",
    ]


@pytest.mark.parametrize("color", [pictures.BLUE, pictures.ORANGE])
@pytest.mark.parametrize("ground", ["#ffffff", "#fafafa", "#0b0f19", "#1f2937", "#27272a"])
def test_colors_stand_out_in_light_and_dark(color, ground):
    def luminance(code):
        channels = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(color), luminance(ground)])
    assert (high + 0.05) / (low + 0.05) >= 3
