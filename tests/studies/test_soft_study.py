"""The study of soft metrics: table 1's marks, P7 and P8, the counterexamples, the rankings."""

import re
from pathlib import Path

import numpy as np
import pytest
import soft_metric_properties as study
from soft_metric_properties import BINARY, OF_FOUR, OF_TWO, PRINTED, SEVERAL, curve, differences
from soft_properties import SEARCHED, Pool, all_pairs, judge, many_labels, two_labels

# Properties that the search finds missing.
MISSING_OF_TWO = {
    "cross_entropy": {"P1", "P3", "P4", "P5", "P5b", "P5c", "P6"},
    "manhattan_distance": {"P4"},
    "euclidean_distance": {"P4"},
    "jensen_shannon_divergence": {"P3", "P4", "P5", "P5b"},
    "jensen_shannon_distance": {"P4", "P5", "P5b", "P6"},
    "wasserstein": {"P4"},
}
DIFFERENCES = {
    "cross_entropy": [],
    "manhattan_distance": ["P4"],
    "euclidean_distance": ["P4"],
    "jensen_shannon_divergence": ["P3"],
    "jensen_shannon_distance": ["P6"],
}
MISSING_OF_FOUR = {
    "cross_entropy": {"P1", "P3", "P4", "P5c", "P6", "P7", "P8"},
    "manhattan_distance": {"P4", "P7"},
    "euclidean_distance": {"P4", "P7", "P8"},
    "jensen_shannon_divergence": {"P3", "P4", "P7", "P8"},
    "jensen_shannon_distance": {"P4", "P6", "P7", "P8"},
    "wasserstein, all as far": {"P4", "P7"},
    "wasserstein, line": {"P4", "P7", "P8"},
    "wasserstein, Plutchik": {"P3", "P4", "P7", "P8"},
    "wasserstein, one-way": {"P1", "P4", "P7", "P8"},
}


def missing(findings):
    return {name for name, finding in findings.items() if not finding.holds}


@pytest.mark.parametrize("name", OF_TWO)
def test_table_1(name):
    found = judge(OF_TWO[name], two_labels(steps=(10, 20)), BINARY)
    assert missing(found) == MISSING_OF_TWO[name]
    assert all(found[key].evidence for key in missing(found))
    if name in PRINTED:
        assert differences(PRINTED[name], found) == DIFFERENCES[name]


@pytest.mark.parametrize("name", OF_FOUR)
def test_four_labels(name):
    found = judge(OF_FOUR[name], many_labels(4, parts=5, n_random=10), SEVERAL)
    assert missing(found) == MISSING_OF_FOUR[name]


@pytest.mark.parametrize(("key", "rows", "names"), [
    # p = .5, q = .4, r = .7: on opposite sides of p
    ("P4", [0.5, 0.4, 0.7], ("manhattan_distance", "euclidean_distance", "wasserstein")),
    ("P4", [0.9, 0.7, 1.0], ("cross_entropy", "jensen_shannon_distance")),
    ("P5b", [0.9, 1.0, 0.7], ("cross_entropy", "jensen_shannon_distance")),
    ("P3", [0.0, 0.5, 1.0], ("jensen_shannon_divergence",)),
    ("P3", [0.7, 0.95, 1.0], ("cross_entropy",)),
])  # fmt: skip
def test_the_known_counterexamples_are_seen_as_such(key, rows, names):
    x = np.array(rows)
    pool = Pool(np.stack([1 - x, x], axis=1), x)
    for name in names:
        values = all_pairs(OF_TWO[name], pool)
        assert SEARCHED[key][0](values, pool)[0, 1, 2] > 1e-9, name


def test_a_metric_that_has_one_property_only():
    def metric(p, q):
        # Best where the prediction is most wrong, and the more so the less p[1] is.
        return p[:, 0] ** 2 - np.abs(p - q).sum(axis=1) * (1 + p[:, 0])

    found = judge(metric, two_labels(steps=(4,)), BINARY)
    assert missing(found) == {*BINARY} - {"P2"}

    # Unbounded without the clip.
    def unclipped(p, q):
        return -np.where(p > 0, p * np.log(q), 0).sum(axis=1)

    with np.errstate(divide="ignore", invalid="ignore"):
        assert not judge(unclipped, two_labels((4,)), ["P2"])["P2"].holds
    # Evidence names the numbers.
    found = judge(OF_TWO["jensen_shannon_divergence"], two_labels(), ["P3"])
    assert found["P3"].evidence == (
        "p=0, q=0.5, r=1: M(p,q) = 0.2158, M(q,r) = 0.2158, M(p,r) = 0.6931"
    )


def test_curves():
    x = np.linspace(0, 1, 5)
    assert curve(OF_TWO["wasserstein"], 0.25, x) == pytest.approx([0.25, 0, 0.25, 0.5, 0.75])
    entropy = -(0.3 * np.log(0.3) + 0.7 * np.log(0.7))
    assert curve(OF_TWO["cross_entropy"], 0.3, [0.3]) == pytest.approx([entropy])


def test_places_are_shared_where_no_difference_is_told():
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.1, (5, 200))
    values = np.array([0.5, 0.1, 0.5, 0.1, 0.9])[:, None] + noise
    assert study.ranks(values).tolist() == [3, 1, 3, 1, 5]
    assert study.ranks(np.ones((3, 50))).tolist() == [1, 1, 1]
    # A level that no difference reaches.
    assert study.ranks(values, level=0).tolist() == [1, 1, 1, 1, 1]
    assert study.moves(np.array([1, 2, 3, 4]), np.array([2, 1, 3, 4])) == (50, 0.5, 0.5)


def test_rankings_for_two_labels():
    found = study.binary_rankings(systems=12)
    # Manhattan, Euclidean and Wasserstein distance are one for two labels, but for a factor.
    for other in ("euclidean_distance", "wasserstein"):
        assert found["manhattan_distance", other].tolist() == [0, 0, 0]
    assert found["cross_entropy", "manhattan_distance"][0] > 50


def check_what_the_page_says_of_seeds(found):
    """Cross entropy moves more systems than any two other metrics do each other's, but for two."""
    plain = [found["cross_entropy", f"{name}_distance"] for name in ("manhattan", "euclidean")]
    plain.append(found["cross_entropy", "wasserstein"])
    others = [shares for pair, shares in found.items() if "cross_entropy" not in pair]
    assert (np.min(plain, axis=0) > np.max(others, axis=0)).all()
    return plain, others


def test_cross_entropy_moves_the_most_systems():
    check_what_the_page_says_of_seeds(study.shares_over_seeds(3))


@pytest.mark.long
def test_what_holds_over_20_seeds():
    found = study.shares_over_seeds(20)
    plain, others = check_what_the_page_says_of_seeds(found)
    jensen = [
        found["cross_entropy", f"jensen_shannon_{kind}"] for kind in ("divergence", "distance")
    ]
    said = Path(study.__file__).with_suffix(".md").read_text(encoding="utf-8")
    said = " ".join(said.split())
    for text, shares in (
        ("it moves {} to {}% of them against Manhattan", plain),
        ("Jensen-Shannon divergence {} to {}%", jensen[0]),
        ("against its root {} to {}%", jensen[1]),
    ):
        assert text.format(round(np.min(shares)), round(np.max(shares))) in said
    assert f"({round(np.max(others))}% at most" in said
    no_more = (np.min(jensen, axis=0) <= np.max(others, axis=0)).sum()
    assert f"in {no_more} of the 20" in said


def test_only_wasserstein_tells_like_mistakes_from_others():
    found = study.emotion_rankings(items=80, systems=12)
    for name, (like, other) in found.items():
        if name.startswith("wasserstein"):
            assert other - like > 4
        else:
            assert abs(other - like) < 3


@pytest.mark.long
def test_the_recorded_marks(capsys):
    """The tables of marks in soft_metric_properties.md are those that the study prints."""
    recorded = Path(study.__file__).with_suffix(".md")
    study.main([])
    printed = marks(capsys.readouterr().out)
    assert len(printed) == 22
    assert printed == marks(recorded.read_text(encoding="utf-8"))


def marks(text):
    return re.findall(r"^\| [a-z][^|]*(?:, paper|, here) \|.*$", text, flags=re.MULTILINE)
