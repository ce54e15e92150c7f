"""Other similarity-based scores through the metric: means, examples, reports, comparisons."""

import numpy as np
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1
from semantic_f1.scoring.assignments import OTHER_SCORES

LABELS = ["a", "b", "c"]
SIMILARITY = [[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]]
PREDICTIONS = [["a", "c"], ["a"], [], ["c"]]
REFERENCES = [["a", "b"], ["b", "c"], [], ["b"]]
# Appendix G, nothing alike, both empty, a near miss.
BY_EXAMPLE = {
    "semantic_precision": [0.8, 0, 1, 0.6],
    "semantic_recall": [0.8, 0, 1, 0.6],
    "turki": [0.8, 0, 1, 0.6],
    "hungarian": [0.8, 0, 1, 0.6],
    "extended_hungarian": [0.8, 0, 1, 0.6],
    "extended_hungarian_harmonic": [0.75, 0, 1, 0.6],
    "transport": [0.8, 0, 1, 0.6],
    "set_relatedness": [0.8, 0, 1, 0.6],
}


@pytest.fixture
def metric():
    return SemanticF1(similarity=SIMILARITY, labels=LABELS)


def test_means_of_all_of_them(metric):
    found = metric.baselines(PREDICTIONS, REFERENCES)
    assert list(found) == list(OTHER_SCORES)
    for name, values in BY_EXAMPLE.items():
        assert found[name] == pytest.approx(np.mean(values), abs=1e-15), name
        assert type(found[name]) is float
    rows = [[[int(x in row) for x in LABELS] for row in side] for side in (PREDICTIONS, REFERENCES)]
    multilabel = SemanticF1("multilabel", similarity=SIMILARITY, labels=LABELS)
    assert multilabel.baselines(*rows) == found


def test_weights_and_zero_division(metric):
    options = {"sample_weight": [2, 1, 1, 0], "zero_division": 0.5}
    which = ["extended_hungarian_harmonic"]
    found = metric.baselines(PREDICTIONS, REFERENCES, which=which, **options)
    assert found == {"extended_hungarian_harmonic": pytest.approx((1.5 + 0 + 0.5) / 4)}
    assert list(metric.baselines(PREDICTIONS, REFERENCES, which="turki")) == ["turki"]


def test_pointwise_adds_them(metric):
    found = metric.pointwise(PREDICTIONS, REFERENCES, scores=OTHER_SCORES)
    assert found.pop("semantic_f1") == pytest.approx([0.8, 0, 1, 0.6])
    assert found == {name: pytest.approx(values) for name, values in BY_EXAMPLE.items()}
    plain = metric.pointwise({"predictions": PREDICTIONS, "references": REFERENCES})
    with pytest.raises(ValueError, match="needed together; got predictions only"):
        metric.pointwise(PREDICTIONS)
    assert list(plain) == ["semantic_f1", "semantic_precision", "semantic_recall"]


def test_intervals_hold_the_mean_and_repeat(metric):
    rng = np.random.default_rng(0)
    sides = [[rng.choice(LABELS, rng.integers(1, 3)).tolist() for _ in range(60)] for _ in "pt"]
    which = ["hungarian", "transport"]
    found = metric.baselines(*sides, which=which, n_resamples=300)
    ends = ("low", "high", "standard_error")
    assert list(found) == [*which, *(f"{name}_{end}" for name in which for end in ends)]
    each = metric.pointwise(*sides, scores=["hungarian"])["hungarian"]
    assert found["hungarian"] == pytest.approx(np.mean(each), abs=1e-15)
    error = np.std(each) / np.sqrt(59)
    assert found["hungarian_standard_error"] == pytest.approx(error)
    assert found["hungarian_low"] == pytest.approx(found["hungarian"] - 1.96 * error, abs=0.02)
    assert found["hungarian_high"] == pytest.approx(found["hungarian"] + 1.96 * error, abs=0.02)
    assert found == metric.baselines(*sides, which=which, n_resamples=300)


def test_systems_are_compared_by_them(metric):
    rng = np.random.default_rng(1)
    gold = [rng.choice(LABELS, 2, replace=False).tolist() for _ in range(80)]
    worse = [rng.choice(LABELS, 1).tolist() for _ in range(80)]
    options = {"n_resamples": 200, "scores": ["hungarian"]}
    found = metric.compare(gold, worse, gold, **options)
    each = np.array(metric.pointwise(worse, gold, scores=["hungarian"])["hungarian"])
    assert found["hungarian_a"] == 1
    assert found["hungarian_b"] == pytest.approx(each.mean(), abs=1e-15)
    assert found["hungarian"] == pytest.approx(1 - each.mean(), abs=1e-15)
    assert 0 < found["hungarian_low"] < found["hungarian"] < found["hungarian_high"]
    assert found["hungarian_p_value"] < 0.02
    same = metric.compare(worse, worse, gold, **options)
    assert [same[f"hungarian{x}"] for x in ("", "_p_value")] == [0, 1]
    # Systems that answer alike differ by nothing.
    assert same["hungarian_low"] == 0 == same["hungarian_high"]
    plain = metric.compare(gold, worse, gold, n_resamples=200)
    assert plain == {key: x for key, x in found.items() if not key.startswith("hungarian")}


def test_report_rows_have_them_under_the_similarity_and_under_the_identity(metric):
    sides, blank = (PREDICTIONS, REFERENCES), {"precision": None, "recall": None}
    found = metric.report(*sides, scores=["hungarian"], output="dict")
    assert found["averages"]["hungarian"] == {
        "semantic": {**blank, "f1": pytest.approx(0.6)},
        "hard": {**blank, "f1": pytest.approx(0.375)},
    }
    text = metric.report(*sides, scores=["hungarian", "transport"])
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert rows["hungarian"] == rows["transport"] == ["0.600", "0.375"]
    assert "hungarian" not in metric.report(*sides)
    frame = metric.report(*sides, scores=["hungarian"], output="frame")
    assert frame.set_index("name").loc["hungarian", "semantic_f1"] == pytest.approx(0.6)


@pytest.mark.parametrize("call", ["baselines", "pointwise", "report", "compare"])
@pytest.mark.parametrize(("scores", "said"), [
    (["Hungarian "], "did you mean 'hungarian'"),
    (["f1"], "semantic_precision, semantic_recall, turki"),
    (["turki", "turki"], "names each once"),
])  # fmt: skip
def test_other_names_are_refused(metric, call, scores, said):
    sides = [PREDICTIONS] * (1 + (call == "compare"))
    argument = "which" if call == "baselines" else "scores"
    message = refusal(getattr(metric, call), *sides, REFERENCES, **{argument: scores})
    assert message.startswith(f"{argument}: ") and said in message


def test_several_gold_sets_and_distributions_are_refused():
    annotators, soft = (
        SemanticF1(config, similarity=SIMILARITY, labels=LABELS)
        for config in ("annotators", "soft")
    )
    sets = [["a"]], [[["a"], ["b"]]]
    assert "whose examples have several gold sets" in refusal(annotators.baselines, *sets)
    said = refusal(annotators.pointwise, *sets, scores=["turki"])
    assert "whose examples have several gold sets" in said
    rows = [[1, 0, 0]], [[1, 0, 0]]
    said = refusal(soft.pointwise, *rows, scores=["turki"])
    assert "whose examples have a distribution; use config" in said
