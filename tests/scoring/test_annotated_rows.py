"""Config "annotators" of points and of grades: hand-worked figures, and the same as label sets."""

import numpy as np
import pyarrow as pa
import pytest
from helpers import assert_close

from semantic_f1 import SemanticF1, similarity

POINTS = [[(0, 0)], [(2, 1)], [(1, 1)]]
RATED = [[(0, 0), (0, 0), (4, 0)], [(2, 1), (1, 1)], [(1, 1)]]
PEOPLE = [["x", "y", "z"], ["x", "z"], ["y"]]
GRADES = {"predictions": [[0.8, 0.5, 0]], "references": [[[0.4, 0, 1], [0.8, 0.5, 0]]]}
EVERY = ["samples", "micro", "macro", "weighted", None]


def of_points(**options):
    return SemanticF1("annotators", of="points", **{"p": 1, **options})


def of_grades(**options):
    table = [[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]]
    options = {"similarity": table, "labels": ["a", "b", "c"], **options}
    return SemanticF1("annotators", of="grades", **options)


@pytest.mark.filterwarnings("ignore:annotators")
@pytest.mark.parametrize("average", ["samples", "micro"])
def test_golden_points(average):
    metric = of_points(average=average, counting="two_sided")
    found = metric.compute(predictions=POINTS, references=RATED, annotators=PEOPLE)
    for key in ("semantic_precision", "semantic_recall", "semantic_f1"):
        assert found[key] == pytest.approx(149 / 180, abs=1e-12)
    expected = {"human_f1": 29 / 60, "system_f1": 89 / 120, "human_difference": 31 / 120}
    assert {key: found[key] for key in expected} == pytest.approx(expected, abs=1e-12)
    by_annotator = {
        "n_human": [2, 1, 2],
        "human_f1": [11 / 20, 3 / 5, 7 / 20],
        "system_f1": [11 / 20, 3 / 5, 1],
        "semantic_f1": [1, 1, 7 / 20],
    }
    for key, values in by_annotator.items():
        assert found[f"{key}_by_annotator"] == pytest.approx(values, abs=1e-12)
    pointwise = metric.pointwise(POINTS, RATED)["semantic_f1"]
    assert pointwise == pytest.approx([11 / 15, 3 / 4, 1], abs=1e-12)


def test_golden_agreement_and_consensus_of_points():
    alpha = of_points().reliability(RATED)
    assert alpha["semantic"]["alpha"] == pytest.approx(77 / 389, abs=1e-12)
    assert list(alpha) == ["semantic", "n_units", "n_values", "n_distinct"]
    assert (alpha["n_units"], alpha["n_values"], alpha["n_distinct"]) == (2, 5, 4)
    rated = [[(0, 0), (0, -0.0), (0, 0), (4, 0)]]
    found = of_points().compute(predictions=[[(0, 0)]], references=rated)
    assert found["consensus_f1"] == pytest.approx(4 / 5, abs=1e-12)
    assert "constant_f1" not in found


def test_golden_grades():
    found = of_grades().compute(**GRADES)
    assert found["semantic_f1"] == pytest.approx(41 / 54, abs=1e-12)
    assert found["system_f1"] == pytest.approx(41 / 54, abs=1e-12)
    assert found["human_f1"] == pytest.approx(14 / 27, abs=1e-12)
    assert found["human_difference"] == pytest.approx(13 / 54, abs=1e-12)
    alpha = of_grades().reliability(GRADES["references"])["semantic"]
    assert alpha["observed"] == pytest.approx(1 - 14 / 27, abs=1e-12)


@pytest.fixture
def judged():
    """Sets of up to three of six labels by five people, some of whom are absent."""
    rng = np.random.default_rng(5)

    def chosen():
        return sorted(rng.choice(6, rng.integers(0, 4), replace=False).tolist())

    who = [sorted(rng.choice(5, rng.integers(1, 6), replace=False).tolist()) for _ in range(30)]
    sides = [chosen() for _ in who], [[chosen() for _ in people] for people in who]
    return *sides, who, rng.integers(0, 3, 30)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("reduce", ["mean", "max"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("of", ["points", "grades"])
def test_points_and_grades_of_labels_score_as_label_sets(judged, of, weighted, reduce):
    predicted, gold, who, weight = judged
    places, names = np.random.default_rng(1).normal(size=(6, 2)), list("abcdef")
    near = similarity.from_points(places, names)
    options = {"average": EVERY if of == "grades" else EVERY[:2], "reduce": reduce}
    options |= {"n_resamples": 30, "annotators": who, "zero_division": 0.7}
    if weighted:
        options["sample_weight"] = weight
    if of == "grades":
        metric = SemanticF1("annotators", of=of, similarity=near)
        row = lambda labels: np.isin(np.arange(6), labels).astype(float).tolist()  # noqa: E731
    else:
        metric = SemanticF1("annotators", of=of)
        row = lambda labels: places[labels].tolist()  # noqa: E731
    sides = [row(one) for one in predicted], [[row(one) for one in rows] for rows in gold]
    sets = SemanticF1("annotators", similarity=near)
    expected = sets.compute(predictions=predicted, references=gold, **options)
    assert "consensus_f1_samples" in expected
    found = metric.compute(predictions=sides[0], references=sides[1], **options)
    assert_close(found, {k: value for k, value in expected.items() if not k.startswith("constant")})
    options |= {"average": EVERY[:2], "human": False}
    both = (metric, *sides), (sets, predicted, gold)
    of_two = [m.compare(rows, rows[::-1], golds, **options) for m, rows, golds in both]
    assert_close(*of_two)
    options["average"] = "micro"
    ranked = [m.rank({"a": x, "b": x[::-1]}, golds, **options) for m, x, golds in both]
    for rows in zip(*(result["ranking"] for result in ranked), strict=True):
        assert_close(*rows)
    weights = {key: options[key] for key in ("sample_weight", "zero_division") if key in options}
    alpha = metric.reliability(sides[1], **weights)
    expected = sets.reliability(gold, distance="semantic", **weights)
    assert alpha["semantic"] == pytest.approx(expected["semantic"], abs=1e-12)
    assert alpha["n_distinct"] == expected["n_distinct"]


@pytest.mark.parametrize(("metric", "of"), [(of_points, "points"), (of_grades, "grades")])
def test_counts_of_points_and_grades_add_up(metric, of):
    rows = {"predictions": POINTS, "references": RATED, "annotators": PEOPLE}
    if of == "grades":
        rows = {key: 3 * value for key, value in GRADES.items()}
        rows["annotators"] = [["x", "y"], ["z", "x"], ["y", "z"]]
    rows["sample_weight"], metric = [1, 0.25, 3], metric(average=["samples", "micro"])
    whole = metric.compute(**rows)
    parts = [
        metric.counts(**{key: value[i : i + 1] for key, value in rows.items()}) for i in range(3)
    ]
    again = metric.counts_from_dict(sum(parts).to_dict())
    found = metric.compute(counts=again, annotators=rows["annotators"])
    assert set(found) >= {"semantic_f1_micro", "human_f1_samples", "semantic_f1_micro_by_annotator"}
    assert found == {key: whole[key] for key in found}


def test_forms_of_annotators_points_are_read_alike():
    table = np.arange(12.0).reshape(2, 3, 2) % 5
    predicted = table[:, 0]
    forms = [table, table[:, :, None], table.tolist(), list(table), pa.array(table.tolist())]
    forms += [table[:, :, None].tolist(), pa.array(table[:, :, None].tolist())]
    results = [of_points().compute(predictions=predicted, references=form) for form in forms]
    assert all(found == results[0] for found in results)
    assert 0 < results[0]["human_f1"] < 1


def points_of(**options):
    return of_points(**options).compute(predictions=POINTS, references=RATED)


def grades_of(**options):
    return of_grades(**options).compute(**GRADES)


def points_with_option_of_call():
    SemanticF1("annotators", similarity="plutchik").compute([["joy"]], [[["joy"]]], of="points")


def rated_once(people, **options):
    of_points(**options).compute(predictions=[[(1, 1)]], references=[people])


def grades_of_rows(rows):
    of_grades().compute(predictions=[[1, 0, 0]], references=[rows])


def replaced():
    of_points().alternative_annotator_test(POINTS, RATED, PEOPLE, 0.1)


REFUSED = [
    (lambda: points_of(average="macro"), 'average: .* with of="points" has none; it has'),
    (lambda: points_of(average=None), 'average: .* with of="points" has none; it has'),
    (lambda: points_of(reduce="soft"), 'reduce: "soft" pools labels, .*; take "mean" or "max"'),
    (lambda: grades_of(reduce="soft"), 'reduce: "soft" pools labels, .*; take "mean" or "max"'),
    (lambda: points_of(similarity="plutchik"), 'similarity: is not used in .* with of="points"'),
    (lambda: grades_of(kernel="cosine"), 'kernel: is not used in .* with of="grades"'),
    (lambda: grades_of(floor=0.1), "floor: is not used in"),
    (lambda: grades_of(threshold=0.5), "threshold: is not used in"),
    (lambda: grades_of(similarity=[np.eye(3)] * 2), "similarity: .* one for all examples"),
    (lambda: SemanticF1("points", of="points"), "of: says what several annotators gave in"),
    (lambda: SemanticF1("annotators", of="texts"), "of: expected 'sets', 'points' or 'grades'"),
    (lambda: SemanticF1("annotators", of=["points"]), "of: expected 'sets', 'points' or"),
    (points_with_option_of_call, "of: is given to load: load"),
    (lambda: rated_once([(0, 0), (np.nan, np.nan)]), r"references\[0\]\[1\]: .* must be finite"),
    (lambda: rated_once([(0, 0), (1, 1, 1)]), r"references\[0\]\[1\]: a point of 3 numbers"),
    (lambda: rated_once([]), r"references\[0\]: no annotator"),
    (lambda: rated_once([{"x": 1}]), r"references\[0\]\[0\]: got \{'x': 1\}; an example is a set"),
    (lambda: rated_once(np.ones(2)), r"references\[0\]\[0\]: "),
    (lambda: rated_once([(1, 1), (0, 0)], p=None, kernel="cosine"), r"references\[0\]\[1\]: "),
    (lambda: grades_of_rows([[0.5, 0.5, 2]]), r"references\[0\]\[0\]: column 2 is 2"),
    (lambda: grades_of_rows([[0.5, 0.5]]), r"references: rows have 2 columns"),
    (lambda: of_points().reliability(RATED, "masi"), "distance: 'masi' is between label sets"),
    (lambda: of_points().read_file("a.csv"), "read_file: reads no points .* compute nested lists"),
    (lambda: of_points().add_batch(predictions=POINTS, references=RATED), "are never pending"),
    (lambda: of_grades().add_batch(**GRADES), "references: .* or add up counts"),
    (replaced, 'alternative_annotator_test: not available .*; use of="sets", for label sets'),
    (lambda: of_points().explain(POINTS[0], RATED[0]), 'explain: .* config "points", for one gold'),
    (lambda: of_grades().report(**GRADES), 'report: .* use config "graded", for one gold row per'),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_points_and_grades_of_annotators_refuse(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_signature_says_what_annotators_gave():
    assert "|of:points|" in of_points().signature()
    assert "|of:grades|" in of_grades().signature()
    assert "|of:" not in SemanticF1("annotators", similarity="plutchik").signature()
