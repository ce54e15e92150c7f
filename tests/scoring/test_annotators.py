"""Several golds: the three reductions, people scored alike, the table by annotator, the readers."""

from itertools import product

import brute_force
import numpy as np
import pyarrow as pa
import pytest
from brute_force import harmonic
from helpers import label_sets, random_sets, random_table

from semantic_f1 import SemanticF1
from semantic_f1.inputs.annotators import flatten, located, read_annotators
from semantic_f1.messages import InputError
from semantic_f1.options import CHOICES
from semantic_f1.scoring import annotated_sets as judged_module
from semantic_f1.scoring import annotators, distinct, human_baseline
from semantic_f1.scoring.annotated_sets import Judged
from semantic_f1.scoring.annotators import ReducedScoring
from semantic_f1.scoring.averages import average_scores
from semantic_f1.scoring.counts import Counts
from semantic_f1.scoring.human_baseline import (
    annotator_counts,
    case_contributions,
    consensus_counts,
    counts_by_annotator,
    jackknife_counts,
    leave_one_out_counts,
    mean_counts,
    n_judged,
)
from semantic_f1.scoring.set_scores import SetScoring

M = 5
AVERAGES = ("samples", "micro", "macro", "weighted", None)
# A label of the sets that lies outside the universe.
OUTSIDE = M + 2


def reduced_counts(predictions, golds, offsets, reduce, scoring, **options):
    return Counts.of_sums(
        ReducedScoring(scoring, offsets, reduce).count(predictions, golds, **options)
    )


class Task:
    """Predictions, the golds of one to four annotators, a similarity, and how it is scored."""

    def __init__(self, seed, n=40, zero_division=1.0, most=4):
        rng, members = np.random.default_rng(seed), [*range(M), OUTSIDE]
        sizes = rng.integers(1, most + 1, n)
        drawn = [random_sets([seed, i], members, 1 + size) for i, size in enumerate(sizes)]
        self.predicted = [set(sets[0]) for sets in drawn]
        self.golds = [list(map(set, sets[1:])) for sets in drawn]
        # Many annotators who agree with the prediction, and with each other.
        for i in range(0, n, 5):
            self.golds[i][-1] = self.golds[i][0] if i % 2 else self.predicted[i]
        self.table = table = random_table(rng, M)
        self.weights = rng.integers(0, 4, n) / 2.0
        self.zero_division = zero_division
        # Six annotators, those of each example in any order.
        self.who = [rng.permutation(6)[:size].tolist() for size in sizes]
        self.similarity = {(a, b): table[a, b] for a in range(M) for b in range(M)}

    @property
    def sets(self):
        offsets = np.concatenate([[0], np.cumsum([len(sets) for sets in self.golds])])
        flat = [gold for sets in self.golds for gold in sets]
        return label_sets(self.predicted), label_sets(flat), offsets

    @property
    def scoring(self):
        pairs = lambda a, b: self.table[a, b]  # noqa: E731
        return SetScoring(pairs, M, self.zero_division, by_table=False)

    @property
    def judged(self):
        return Judged(*self.sets, self.scoring, sample_weight=self.weights)

    @property
    def numbers(self):
        return np.array([who for row in self.who for who in row])

    def left_out(self, owner=None):
        """The tasks of annotators and of the system against all golds but one, and their weights.

        With an owner of his or her golds alone, each with the weight of its example.
        """
        human, system, weights = Task(0), Task(0), []
        for other in (human, system):
            other.table, other.similarity = self.table, self.similarity
            other.predicted, other.golds = [], []
        for i, (predicted, sets) in enumerate(zip(self.predicted, self.golds, strict=True)):
            for j, own in enumerate(sets):
                if len(sets) > 1 and owner in (None, self.who[i][j]):
                    human.predicted.append(own)
                    system.predicted.append(predicted)
                    for other in (human, system):
                        other.golds.append(sets[:j] + sets[j + 1 :])
                    weights.append(self.weights[i] / (len(sets) if owner is None else 1))
        return human, system, weights

    def scores(self, reduce, average, **options):
        """Scores of the module."""
        weight = options.pop("sample_weight", None)
        counts = reduced_counts(*self.sets, reduce, self.scoring, sample_weight=weight)
        return average_scores(counts, average, **options)

    def point(self, predicted, gold):
        return brute_force.pointwise(predicted, gold, self.similarity, self.zero_division)

    def expected_points(self, predicted, golds, reduce):
        """Precision, recall and F1 of one example, as the definition reads."""
        points = [self.point(predicted, gold) for gold in golds]
        if reduce == "max":
            greatest = max(point[2] for point in points)
            best = [point for point in points if point[2] > greatest - 1e-9]
            return tuple(sum(x) / len(best) for x in zip(*best, strict=True))
        means = [sum(x) / len(golds) for x in zip(*points, strict=True)]
        if reduce == "mean":
            return tuple(means)
        # "soft": shares of labels, and of having chosen none.
        choices = [gold or {"no label"} for gold in golds]
        share = {c: sum(c in x for x in choices) / len(golds) for x in choices for c in x}
        best = {c: brute_force.credit(c, predicted, self.similarity) for c in share}
        best["no label"] = 0.0 if predicted else self.zero_division
        recall = sum(share[c] * best[c] for c in share) / sum(share.values())
        return means[0], recall, harmonic(means[0], recall)

    def expected(self, reduce, average, weights=None, **options):
        """The scores from the brute force over (prediction, gold set) pairs with weights."""
        weights = [1] * len(self.golds) if weights is None else weights
        if average == "samples":
            points = [
                self.expected_points(p, golds, reduce)
                for p, golds in zip(self.predicted, self.golds, strict=True)
            ]
            return np.average(points, axis=0, weights=weights)
        pairs = []
        for p, golds, weight in zip(self.predicted, self.golds, weights, strict=True):
            if reduce == "max":
                f1 = [round(self.point(p, gold)[2], 9) for gold in golds]
                best = [gold for gold, one in zip(golds, f1, strict=True) if one == max(f1)]
                pairs += [(p, gold, weight / len(best)) for gold in best]
            else:
                pairs += [(p, gold, weight / len(golds)) for gold in golds]
        predicted, golds, weights = zip(*pairs, strict=True)
        return brute_force.scores(
            predicted, golds, self.similarity, range(M), average, weights=weights,
            zero_division=self.zero_division, **options,
        )  # fmt: skip


def assert_scores(scores, expected):
    for score, value in zip(scores, expected, strict=True):
        np.testing.assert_allclose(score, value, rtol=0, atol=1e-12)


def assert_expected(counts, task, reduce, weights):
    for average in AVERAGES:
        expected = task.expected(reduce, average, weights)
        assert_scores(average_scores(counts, average), expected)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_brute_force(reduce, average):
    for seed, zero_division in product(range(4), (1.0, 0.0, 0.3)):
        task = Task(seed, zero_division=zero_division)
        assert_scores(task.scores(reduce, average), task.expected(reduce, average))
        weighted = task.scores(reduce, average, sample_weight=task.weights)
        assert_scores(weighted, task.expected(reduce, average, task.weights))
        for option in ({"counting": "two_sided"}, {"macro_f1": "f1_of_averages"}):
            if average != "samples":
                expected = task.expected(reduce, average, **option)
                assert_scores(task.scores(reduce, average, **option), expected)


@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_a_perfect_system_has_exactly_1(reduce):
    # Sums of 1/k may round up or down.
    for seed in range(12):
        task = Task(seed, n=30, most=20)
        task.table = np.eye(M)
        task.golds = [[sets[0] - {OUTSIDE}] * len(sets) for sets in task.golds]
        task.predicted = [sets[0] for sets in task.golds]
        for average, weight in product(("samples", "micro", "macro"), (None, task.weights)):
            assert task.scores(reduce, average, sample_weight=weight) == (1, 1, 1)


@pytest.mark.parametrize(("predicted", "golds", "each", "pooled"), [
    ("anticipation disgust", ["anger fear", "pessimism sadness"], 0.6306, 0.6768),
    ("love optimism", ["anticipation", "anger joy"], 0.8892, 0.8829),
])  # fmt: skip
def test_the_documented_cases_where_soft_leaves_the_range(predicted, golds, each, pooled):
    metric = SemanticF1("annotators", similarity="plutchik")
    sides = [predicted.split()], [[gold.split() for gold in golds]]
    of_each = metric.explain(sides[0][0], sides[1][0])["by_annotator"]
    assert [one["semantic_f1"] for one in of_each] == pytest.approx([each] * 2, abs=5e-5)
    for reduce, expected in (("mean", each), ("soft", pooled)):
        found = metric.pointwise(*sides, reduce=reduce)["semantic_f1"]
        assert found == pytest.approx([expected], abs=5e-5)
        assert f"{expected:.4f}"[1:] in annotators.__doc__


def test_equal_annotators_share_the_example_under_max():
    task = Task(0)
    task.table = np.eye(M)
    # Precision 1/2 and recall 1, then the other way round: F1 is 2/3 both times.
    for golds in ([{0}, {0, 1, 2, 3}], [{4}, {0, 1, 2, 3}, {0}]):
        task.predicted, task.golds = [{0, 1}], [golds]
        assert task.scores("max", "samples") == pytest.approx([3 / 4, 3 / 4, 2 / 3])
    # Three credits whose mean differs in the last digit with the order in which they are added.
    task.table[:3, 3], task.table[:3, 4] = (0.1, 0.2, 0.3), (0.3, 0.2, 0.1)
    task.table[3:, 0] = 1
    task.predicted, task.golds = [{0, 1, 2}], [[{3}, {4}]]
    counts = reduced_counts(*task.sets, "max", task.scoring)
    assert counts.support.tolist() == [0, 0, 0, 0.5, 0.5]


@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_rows_of_examples_add_up_to_the_counts(monkeypatch, reduce):
    monkeypatch.setattr(annotators, "BLOCK_PAIRS", 7)
    task = Task(6)
    sets = task.sets
    examples = ReducedScoring(task.scoring, sets[2], reduce).contributions(*sets[:2])
    assert examples.n_units == 40
    for weight in (None, task.weights):
        own = examples if weight is None else examples.scaled(weight)
        counts = reduced_counts(*task.sets, reduce, task.scoring, sample_weight=weight)
        by_label = np.stack([counts.tp, counts.predicted, counts.matched, counts.support])
        np.testing.assert_allclose(own.total(None), by_label, rtol=0, atol=1e-12)
        np.testing.assert_allclose(own.points.sum(axis=0)[:3], counts.samples, atol=1e-12)
        np.testing.assert_allclose(own.points.sum(axis=0)[3], counts.weight, atol=1e-12)
    points = np.transpose(ReducedScoring(task.scoring, sets[2], reduce).pointwise(*sets[:2]))
    np.testing.assert_allclose(examples.points[:, :3], points, rtol=0, atol=1e-12)


def test_counts_by_annotator(monkeypatch):
    task = Task(8)
    sums = annotator_counts(task.judged, task.numbers, 6)
    # Too many keys to tell apart: pair by pair.
    monkeypatch.setattr(human_baseline, "MOST_KEYS", 0)
    assert annotator_counts(task.judged, task.numbers, 6) == sums
    for who in range(6):
        own, rows = Task(8), [i for i, names in enumerate(task.who) if who in names]
        own.predicted = [task.predicted[i] for i in rows]
        own.golds = [[task.golds[i][task.who[i].index(who)]] for i in rows]
        assert_expected(Counts.of_sums(sums[who]), own, "mean", task.weights[rows])


@pytest.mark.parametrize("block", [1, 20, 1 << 16])
@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_people_against_each_other(monkeypatch, reduce, block):
    monkeypatch.setattr(judged_module, "CASE_VALUES", block)
    monkeypatch.setattr(judged_module, "LOOKUP_TABLE", block)
    monkeypatch.setattr(distinct, "PAIR_TABLE", block)
    monkeypatch.setattr(distinct, "KEYS_AT_ONCE", block)
    task = Task(9)
    judged, found = task.judged, leave_one_out_counts(task.judged, reduce)
    *tasks, weights = task.left_out()
    several = [len(sets) > 1 for sets in task.golds]
    assert n_judged(judged) == sum(np.array(several) & (task.weights > 0))
    # Exact: what was counted pair by pair, in any blocks.
    reduced = ReducedScoring(task.scoring, task.sets[2], "mean")
    assert mean_counts(judged) == reduced.count(*task.sets[:2], sample_weight=task.weights)
    for side, other in zip(found, tasks, strict=True):
        assert_expected(Counts.of_sums(side), other, reduce, weights)


@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_people_against_each_other_by_annotator(reduce):
    task = Task(3)
    found, numbers = counts_by_annotator(task.judged, reduce, task.numbers, 6)
    for who in range(6):
        *tasks, weights = task.left_out(who)
        assert numbers[who] == np.count_nonzero(weights)
        for side, other in zip(found, tasks, strict=True):
            assert_expected(Counts.of_sums(side[who]), other, reduce, weights)


@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_without_each_annotator_is_scoring_the_others_alone(reduce):
    task = Task(1)
    found = jackknife_counts(task.judged, reduce, task.numbers, 6)
    for who in range(6):
        rest = Task(1)
        rest.golds = [
            [gold for gold, name in zip(sets, names, strict=True) if name != who]
            for sets, names in zip(task.golds, task.who, strict=True)
        ]
        *tasks, weights = rest.left_out()
        for side, other in zip(found, tasks, strict=True):
            assert_expected(Counts(*(field[who] for field in side)), other, reduce, weights)


def test_a_label_that_only_one_annotator_uses_is_gone_without_him_or_her():
    task = Task(2)
    task.golds = [
        [gold - {3} | ({3} if name == 0 else set()) for gold, name in zip(sets, who, strict=True)]
        for sets, who in zip(task.golds, task.who, strict=True)
    ]
    task.predicted = [labels - {3} for labels in task.predicted]
    human, system = jackknife_counts(task.judged, "mean", task.numbers, 6)
    assert (human.support[0, 3], human.predicted[0, 3], system.tp[0, 3]) == (0, 0, 0)
    assert human.support[1, 3] > 0


def test_the_set_nearest_to_all_others():
    task, pairs = Task(4, most=5), []
    for sets, weight in zip(task.golds, task.weights, strict=True):
        for j, target in enumerate(sets):
            others = sets[:j] + sets[j + 1 :]
            near = [sum(task.point(one, other)[2] for other in others) for one in others]
            best = [one for one, f1 in zip(others, near, strict=True) if f1 > max(near) - 1e-9]
            pairs += [(one, target, weight / len(sets) / len(best)) for one in best]
    counts = Counts.of_sums(consensus_counts(task.judged))
    predicted, gold, weights = zip(*pairs, strict=True)
    for average in AVERAGES:
        of = task.similarity, range(M), average
        expected = brute_force.scores(predicted, gold, *of, weights=weights)
        assert_scores(average_scores(counts, average), expected)


@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_what_is_resampled_adds_up_to_the_scores(reduce):
    task = Task(9)
    cases, places = case_contributions(task.judged, reduce)
    sizes = np.array(list(map(len, task.golds)))
    share = np.repeat(task.weights / sizes, sizes)[places]
    for side, sums in zip(cases, leave_one_out_counts(task.judged, reduce), strict=True):
        counts = Counts.of_sums(sums)
        points = [*counts.samples, counts.weight]
        np.testing.assert_allclose(side.scaled(share).total("samples"), points, atol=1e-12)
        expected = [counts.tp, counts.predicted, counts.matched, counts.support]
        np.testing.assert_allclose(side.scaled(share).total(None), expected, atol=1e-12)


@pytest.mark.parametrize(("rows", "message"), [
    ([["a"], []], r"references\[1\]: no annotator; an example needs one gold set at least"),
    ([[["a"]], [["a"], "b"]], r"references\[1\]\[1\]: a gold set is a list, such as \['b'\]"),
    (np.array([[0, 1]]), r"references\[0\]\[0\]: a gold set is a list, such as \[0\]; got 0"),
    ([["a"], "joy"], r"references\[1\]: expected .* one gold set per annotator; got 'joy'"),
    ([["a"], None], r"references\[1\]: expected .* one gold set per annotator; got None"),
    ([["a"], 3], r"references\[1\]: expected .* one gold set per annotator; got 3"),
    ([["a"], {"b"}], r"references\[1\]: expected .* one gold set per annotator; got {'b'}"),
    ([["a"], {"x": "b"}], r"references\[1\]: expected a list with one gold set per annotator"),
    ([["a"], np.array(1)], r"references\[1\]: expected a list with one gold set per annotator"),
    (None, "references: expected a sequence with one entry per example; got NoneType"),
    ("joy", "references: expected a sequence with one entry per example; got str 'joy'"),
])  # fmt: skip
def test_golds_that_are_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        flatten(rows, "references")


def test_messages_name_the_example_and_the_annotator():
    offsets = np.array([0, 2, 3, 6])
    for row, place in ((0, "[0][0]"), (1, "[0][1]"), (2, "[1][0]"), (5, "[2][2]")):
        with pytest.raises(InputError) as caught, located(offsets):
            raise InputError(("got 'references[1]' (", 3, ")"), "references", row)
        assert str(caught.value) == f"references{place}: got 'references[1]' (row 2)"
    with pytest.raises(InputError, match=r"^labels: no references\[1\]$"), located(offsets):
        raise InputError("no references[1]", "labels")


def test_read_annotators():
    offsets = np.array([0, 2, 3, 6])
    for ids in ([["x", "y"], ["y"], ["z", "x", "w"]], pa.array([["x", "y"], ["y"], list("zxw")])):
        names, codes = read_annotators(ids, offsets)
        assert names == ["x", "y", "z", "w"]
        assert codes.tolist() == [0, 1, 1, 2, 0, 3]
    names, codes = read_annotators([np.array([7, 3]), (3,), [1, 2, 3]], offsets)
    assert names == [7, 3, 1, 2]
    assert [type(name) for name in names] == [int] * 4
    assert codes.tolist() == [0, 1, 1, 2, 3, 1]


@pytest.mark.parametrize(("ids", "message"), [
    ([["x", "y"]], "annotators: expected one list of ids per example, 2; got 1"),
    ([["x", "y"], ["z", "x"]], r"annotators\[1\]: 2 ids for 1 gold sets; give one per set"),
    ([["x", "x"], ["z"]], r"annotators\[0\]: 'x' comes twice; an annotator has one gold set"),
    ([["x", None], ["z"]], r"annotators\[0\]: ids are names or whole numbers; got None"),
    ([["x", 1.5], ["z"]], r"annotators\[0\]: ids are names or whole numbers; got 1\.5"),
    ([["x", "y"], "z"], r"annotators\[1\]: expected a list with one id per gold set; got 'z'"),
    ("xy", "annotators: expected a list with one list of ids per example; got 'xy'"),
])  # fmt: skip
def test_ids_that_are_refused(ids, message):
    with pytest.raises(ValueError, match=message):
        read_annotators(ids, np.array([0, 2, 3]))
