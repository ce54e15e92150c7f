"""Semantic F1 from label indices: best matches, and additive counts.

Label sets are ragged arrays (:class:`LabelSets`) of label indices ``0 .. n_labels - 1``. An index
of ``n_labels`` or more stands for a label outside the universe: it stays in its set and has
similarity 0 to everything, itself too. Similarities come from a function ``pairs(a, b)`` that
takes two equally long arrays of indices and returns S[a, b], the credit in [0, 1] that label
``a`` earns from candidate ``b``; a square matrix is never needed. Where ``pairs.at_once`` is true,
each call is expensive, so pairs are requested in few large calls. Where gold sets have separate
similarities, ``pairs`` is a tuple of such functions, and ``references.similarity`` says which of
them scores each set.

Equation numbers refer to "Semantic F1 Scores: Fair Evaluation Under Fuzzy Class Boundaries"
(arXiv 2509.21633).
"""

from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import (
    BLOCK_ROWS,
    LabelSets,
    members_of_rows,
    number_values,
    slices_of,
    take_sets,
)
from ..ratios import divide, harmonic_mean
from .averages import Scores, within_bounds
from .exact_sums import ExactSum, check_terms
from .pairs_of_sets import FEWEST_ROWS, best_of, distinct_pairs
from .points import point_credits

BLOCK_MEMBERS = 1 << 20
# Rows among which equal sets are brought together.
ROWS_TOGETHER = 1 << 20
CHUNK_PAIRS = 1 << 20
# Up to so many candidates are compared one at a time for all queries; more are expanded in chunks.
SHORT_SETS = 16
FEW_PAIRS = 1 << 10  # Up to so many pairs of one example are looked up at once.
# Up to so many distinct weights, what has one weight is counted before it is weighted.
FEW_WEIGHTS = 8
BOTH_PARTS = True, True  # Labels are counted, and the scores of examples are added up.


class Counts(NamedTuple):
    """Sums over examples, times their weights, that averages are made of, each rounded once."""

    # Per label, (n_labels,): credit where it is predicted (FP = predicted - tp) and such examples,
    # credit where it is gold (FN = support - matched) and such examples.
    tp: np.ndarray
    predicted: np.ndarray
    matched: np.ndarray
    support: np.ndarray
    unknown_predicted: float  # members outside the universe
    unknown_gold: float
    samples: np.ndarray  # (3,), sums of pointwise precision, recall and F1
    weight: float  # of the examples

    @classmethod
    def of(cls, matrix, n_labels):
        """Counts as views of the last axis: these fields, one after the other."""
        m, rest = n_labels, 4 * n_labels
        parts = (matrix[..., m * place : m * (place + 1)] for place in range(4))
        unknown = matrix[..., rest], matrix[..., rest + 1]
        return cls(*parts, *unknown, matrix[..., rest + 2 : rest + 5], matrix[..., rest + 5])

    @classmethod
    def of_sums(cls, sums):
        """Counts from exact ones, each rounded once; Counts as they are."""
        if isinstance(sums, cls):
            return sums
        return cls.of(sums.rounded(), (sums.shape[-1] - 6) // 4)


class CountSums:
    """Exact sums laid out as Counts, to which examples are added: ``sums``, of one dimension."""

    def __init__(self, n_labels):
        self.n_labels, self.sums = n_labels, ExactSum.zero((4 * n_labels + 6,))

    def add_members(self, side, labels, credit, weight=None, times=None):
        """Add labels of one side: what they earn, how they count; ``n_labels`` is any unknown one.

        Each has its ``weight``, or all have one, and comes so many ``times``.
        """
        m, first, sums = self.n_labels, 2 * side * self.n_labels, self.sums
        if weight is None:
            number = np.bincount(labels, times, minlength=m + 1).astype(np.int64)
            sums.include_integers(number[:m], first + m)
            sums.include_integers(number[m:], 4 * m + side)
        else:
            credit, number = credit * weight, ExactSum.zero((m + 1,))
            number.include(labels, np.broadcast_to(weight, labels.shape), times=times)
            sums.include_sums(number[:m], first + m)
            sums.include_sums(number[m:], 4 * m + side)
        sums.include(labels, credit, first, first + m, times)

    def add_examples(self, n, points, weight=None, times=None):
        """Add n examples and, if they are given, their scores; as members are added."""
        rest, weights, often = 4 * self.n_labels, weight, times
        if not np.ndim(weight):
            weights = np.array([1.0 if weight is None else weight])
            often = np.array([n if times is None else times.sum()])
        self.sums.include_sums(ExactSum.along_last(weights[None], often), rest + 5)
        if points is not None:
            points = np.multiply(points, 1.0 if weight is None else weight)
            self.sums.include_sums(ExactSum.along_last(points, times), rest + 2)

    def add_sets(self, sides, credit, zero_division, weight=None, times=None, parts=BOTH_PARTS):
        """Add examples from their label sets and what the members of these earn."""
        n, m = sides[0].n, self.n_labels
        few = n < FEWEST_ROWS and weight is None and times is None
        few = few and not hasattr(sides[0], "points")
        if few and all(sets.is_within(m) for sets in sides):
            # All sums at once.
            first, points = 4 * m + 2, pointwise_of_credits(*sides, credit, zero_division)
            labels = sides[0].indices, sides[1].indices + 2 * m
            of_points = np.repeat(np.arange(first, first + 3), n)
            values = np.concatenate([*credit, *points])
            self.sums.include(np.concatenate([*labels, of_points]), values)
            numbers = np.bincount(np.concatenate(labels) + m, minlength=first + 4)
            numbers[-1] = n
            self.sums.include_integers(numbers)
            return
        for side, (sets, earned) in enumerate(zip(sides, credit, strict=True)):
            if parts[0]:
                sizes = np.diff(sets.offsets)
                each = (None if x is None else np.repeat(x, sizes) for x in (weight, times))
                self.add_members(side, np.minimum(sets.indices, m), earned, *each)
        points = pointwise_of_credits(*sides, credit, zero_division) if parts[1] else None
        self.add_examples(n, points, weight, times)

    def add_pairs(self, set_pairs, pairs, zero_division, parts):
        """Add PairsOfSets; equal credits of a label are added up by how many there are."""
        best = best_of(pairs, self.n_labels) if set_pairs.coded else None
        counted, weights = best is not None and not np.ndim(set_pairs.weights), set_pairs.weights
        seen = np.zeros((2, len(best.values)), np.int64) if counted else None
        for block, some in _blocks(*set_pairs.sides):
            each = (set_pairs.times, weights)
            times, weight = (values[block] if np.ndim(values) else values for values in each)
            if best is None:
                credit = best_credits(*some, pairs, self.n_labels)
                self.add_sets(some, credit, zero_division, weight, times, parts)
                continue
            matches, points = _matched(some, best, zero_division, parts[1])
            for side, positions in enumerate(matches if parts[0] else ()):
                for rows, codes in positions:
                    often = None if times is None else times[rows]
                    if counted:
                        seen[side] += np.bincount(codes, often, seen.shape[1]).astype(np.int64)
                    else:
                        labels = codes // best.n_values
                        self.add_members(side, labels, best.values[codes], weight[rows], often)
            self.add_examples(block.stop - block.start, points, weight, times)
        for side, often in enumerate(seen if counted else ()):
            codes = np.flatnonzero(often)
            labels = codes // best.n_values
            self.add_members(side, labels, best.values[codes], weights, often[codes])


def count(predictions, references, pairs, n_labels, *, parts=BOTH_PARTS, **options):
    """Counts of all examples, of one without sums; ``options`` as in exact_counts_of_each."""
    sides = predictions, references
    weighed = any(options.get(name) is not None for name in ("sample_weight", "times"))
    if predictions.n != 1 or weighed or hasattr(predictions, "points"):
        return Counts.of_sums(exact_counts(*sides, pairs, n_labels, parts=parts, **options))
    counts = np.zeros(4 * n_labels + 6)
    credit = best_credits(*sides, pairs, n_labels)
    counts[-4:] = *_scores_of_one(credit, options.get("zero_division", 1.0)), 1
    for side, (sets, earned) in enumerate(zip(sides, credit, strict=True) if parts[0] else ()):
        known = sets.indices < n_labels
        labels = 2 * side * n_labels + sets.indices[known]
        counts[labels], counts[labels + n_labels] = earned[known], 1
        counts[4 * n_labels + side] = len(known) - len(labels)
    return Counts.of(counts, n_labels)


def exact_counts(predictions, references, pairs, n_labels, **options):
    """ExactSum, (4 * n_labels + 6,), of all examples before it is rounded to Counts."""
    return exact_counts_of_each(predictions, references, (pairs,), n_labels, **options)[0]


def exact_counts_of_each(
    predictions,
    references,
    functions,
    n_labels,
    *,
    zero_division=1.0,
    sample_weight=None,
    times=None,
    parts=BOTH_PARTS,
):
    """A list of exact counts, one per similarity, at little more than the cost of one.

    ``parts``: whether labels are counted, and whether the scores of examples are added up.
    """
    totals = [CountSums(n_labels) for _ in functions]
    for start in range(0, predictions.n, ROWS_TOGETHER):
        together = slice(start, start + ROWS_TOGETHER)
        sides = [sets.rows(together.start, together.stop) for sets in (predictions, references)]
        each = (None if x is None else x[together] for x in (sample_weight, times))
        for set_pairs in distinct_pairs(sides, functions, n_labels, *each):
            for total, pairs in zip(totals, functions, strict=True):
                total.add_pairs(set_pairs, pairs, zero_division, parts)
    return [total.sums for total in totals]


def counts_of_credits(sides, credit, n_labels, *, zero_division=1.0, weight=None, parts=BOTH_PARTS):
    """Exact counts of examples whose members' credits are known."""
    total = CountSums(n_labels)
    for block, some in _blocks(*sides):
        earned = [
            values[sets.offsets[block.start] : sets.offsets[block.stop]]
            for sets, values in zip(sides, credit, strict=True)
        ]
        own = None if weight is None else weight[block]
        total.add_sets(some, earned, zero_division, own, parts=parts)
    return total.sums


def with_samples(sums, scores, weight, rows=None):
    """The same exact counts with the sums of other scores of the examples, an array (3, n).

    ``rows``: None, or which of several rows of counts each example belongs to.
    """
    width, limbs = sums.shape[-1], sums.limbs.copy()
    limbs[..., -4:] = 0
    replaced = ExactSum(limbs.reshape(len(limbs), -1), sums.lowest)
    first = np.zeros(len(weight), np.int64) if rows is None else rows * width
    for place, values in enumerate((*(scores * weight), weight)):
        replaced.include(first + (width - 4 + place), values)
    return replaced if rows is None else replaced.in_rows(width)


def member_credits(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Members of each example with their credits, and its scores: what is included in rows."""
    sides = predictions, references
    credit = best_credits(*sides, pairs, n_labels)
    points = np.stack(pointwise_of_credits(*sides, credit, zero_division))
    rows = (np.repeat(np.arange(sets.n), np.diff(sets.offsets)) for sets in sides)
    indices = (sets.indices for sets in sides)
    return list(zip(rows, indices, credit, strict=True)), points


def include_rows(sums, first, members, points, weight, times, n_labels):
    """Add examples to rows of counts, many rows in one pass.

    ``sums`` is an ExactSum of one dimension, rows laid out as Counts one after the other; that of
    each example begins at its place in ``first``, a rising int array. Where ``sums`` has the width
    of no labels, ``members`` are none.
    """
    width = 4 * n_labels + 6
    start, stop = int(first[0]), int(first[-1]) + width
    first, every = first - start, np.arange(len(first))
    credits = [(first + (width - 4 + place), every, points[place] * weight) for place in range(3)]
    numbers = [(first + (width - 1), every)]
    for side, (rows, labels, credit) in enumerate(members):
        known = labels < n_labels
        at = first[rows] + (2 * side * n_labels + labels)
        credits.append((at[known], rows[known], (credit * weight[rows])[known]))
        at = np.where(known, at + n_labels, first[rows] + (4 * n_labels + side))
        numbers.append((at, rows))
    places, rows, values = (np.concatenate(x) for x in zip(*credits, strict=True))
    sums.include(places, values, start, stop, None if times is None else times[rows])
    places, rows = (np.concatenate(x) for x in zip(*numbers, strict=True))
    often = None if times is None else times[rows]
    weights, number_of = number_values(weight)
    if len(weights) > FEW_WEIGHTS:
        sums.include(places, weight[rows], start, stop, often)
        return
    for number, value in enumerate(weights):
        kept = slice(None) if len(weights) == 1 else number_of[rows] == number
        counted = np.bincount(places[kept], often if often is None else often[kept])
        used = np.flatnonzero(counted)
        sums.include(used, np.full(len(used), value), start, stop, counted[used].astype(np.int64))


def pointwise(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Semantic precision, recall and F1 of each example (eqs. 3-5, 15, 16)."""
    if predictions.n == 1 and not hasattr(predictions, "points"):
        credit = best_credits(predictions, references, pairs, n_labels)
        return Scores(*np.array(_scores_of_one(credit, zero_division))[:, None])
    scores = np.empty((3, predictions.n))
    for first in range(0, predictions.n, ROWS_TOGETHER):
        sides = [sets.rows(first, first + ROWS_TOGETHER) for sets in (predictions, references)]
        whole = scores[:, first : first + ROWS_TOGETHER]
        (set_pairs,) = distinct_pairs(sides, (pairs,), n_labels, by_row=True)
        numbers = set_pairs.pair_of_row
        found = whole if numbers is None else np.empty((3, set_pairs.sides[0].n))
        best = best_of(pairs, n_labels) if set_pairs.coded else None
        for block, some in _blocks(*set_pairs.sides):
            if best is None:
                credit = best_credits(*some, pairs, n_labels)
                found[:, block] = pointwise_of_credits(*some, credit, zero_division)
            else:
                found[:, block] = _matched(some, best, zero_division)[1]
        for place, of_pairs in enumerate(found if numbers is not None else ()):
            whole[place] = of_pairs.take(numbers)
    return Scores(*scores)


def _matched(sides, best, zero_division, of_examples=True):
    """Rows and codes of the best matches of both sides' members, and the scores of the pairs."""
    earned = [best.of_sets(*both, of_examples) for both in (sides, sides[::-1])]
    sums = [total for _, *of_sets in earned for total in of_sets]
    scores = pointwise_of_sums(*sums, zero_division) if of_examples else None
    return [positions for positions, *_ in earned], scores


def set_relatedness(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Hauff's relatedness (DIR 2013) of each example, (n,); of two empty sets ``zero_division``."""
    values = np.empty(len(predictions.offsets) - 1)
    for block, sides in _blocks(predictions, references):
        earned = sum(map(_member_sums, sides, best_credits(*sides, pairs, n_labels)))
        members = sum(np.diff(sets.offsets) for sets in sides)
        values[block] = np.where(members, divide(earned, members), zero_division)
    return np.minimum(values, 1.0)


def best_credits(predictions, references, pairs, n_labels):
    """Best-match credit of every member of every set: s(p) and s(t) of eqs. 8-10.

    Two arrays along ``predictions.indices`` and ``references.indices``: max over gold t of S[p, t],
    and max over predicted p of S[t, p]; 0 where the other set is empty.
    """
    if hasattr(predictions, "points"):
        return point_credits(predictions, references, pairs)
    both = predictions, references
    credit = [np.zeros(len(sets.indices)) for sets in both]
    if isinstance(pairs, tuple):
        for number in np.unique(references.similarity):
            rows = np.flatnonzero(references.similarity == number)
            selected = (take_sets(sets, rows) for sets in both)
            found = best_credits(*selected, pairs[number], n_labels)
            for whole, sets, values in zip(credit, both, found, strict=True):
                whole[members_of_rows(sets, rows)[0]] = values
        return tuple(credit)
    if hasattr(pairs, "best_matches"):
        matched = pairs.best_matches(*(_drop_unknown(sets, n_labels) for sets in both))
        for whole, sets, values in zip(credit, both, matched, strict=True):
            whole[sets.indices < n_labels] = values
        return tuple(credit)
    sides = predictions.indices, references.indices
    cells = len(sides[0]) * len(sides[1])
    few = predictions.n == 1 and 0 < cells <= FEW_PAIRS
    if few and all(sets.is_within(n_labels) for sets in both):
        # One example: all its pairs at once.
        both = np.empty((2, *map(len, sides)), np.int32)
        both[0], both[1] = sides[0][:, None], sides[1]
        values = pairs(both.reshape(-1), both[::-1].reshape(-1)).reshape(both.shape)
        return values[0].max(axis=1), values[1].max(axis=0)
    for whole, sets, others in zip(credit, both, both[::-1], strict=True):
        _find_best_matches(whole, sets, others, pairs, n_labels)
    return tuple(credit)


def _scores_of_one(credit, zero_division):
    """Precision, recall and F1 of one example, added up in the order of :func:`pointwise`."""
    means = []
    for values in credit:
        total, earned = 0.0, values.tolist()
        for value in earned:
            total += value
        check_terms(min(earned, default=0.0), total)
        means.append(total / max(1, len(earned)))
    if not len(credit[0]) and not len(credit[1]):
        return (zero_division,) * 3
    return [min(score, 1.0) for score in (*means, harmonic_mean(*means))]


def _blocks(predictions, references):
    """Slices of examples with bounded numbers of rows and members, and both sides of each."""
    sides, start, n = (predictions, references), 0, predictions.n
    # Of members by number there are few, and best matches may need none of them laid out.
    by_number = all(getattr(sets, "keys", None) is not None for sets in sides)
    members = None if by_number else predictions.offsets + references.offsets
    while start < n:
        stop = min(n, start + BLOCK_ROWS)
        if not by_number:
            limit = np.searchsorted(members, members[start] + BLOCK_MEMBERS, side="right") - 1
            stop = min(stop, max(start + 1, int(limit)))
        whole = stop - start == n
        yield slice(start, stop), sides if whole else [x.rows(start, stop) for x in sides]
        start = stop


def _member_sums(sets, values):
    """Sum of the values of each set's members."""
    n = len(sets.offsets) - 1
    return np.bincount(np.repeat(np.arange(n), np.diff(sets.offsets)), values, minlength=n)


def pointwise_of_credits(predictions, references, credit, zero_division):
    """Pointwise scores from what :func:`best_credits` gives; else as :func:`pointwise`."""
    sums = []
    for sets, values in zip((predictions, references), credit, strict=True):
        sums += [_member_sums(sets, values), np.diff(sets.offsets)]
    return pointwise_of_sums(*sums, zero_division)


def point_example_counts(predictions, references, kernel, *, zero_division=1.0):
    """The counts of each example of points, (n, 10), laid out as Counts of one label."""
    matrix = np.zeros((predictions.n, 10))
    matrix[:, 9] = 1
    credit = point_credits(predictions, references, kernel)
    for side, (sets, earned) in enumerate(zip((predictions, references), credit, strict=True)):
        matrix[:, 2 * side] = _member_sums(sets, earned)
        matrix[:, 2 * side + 1] = np.diff(sets.offsets)
    matrix[:, 6:9] = np.stack(pointwise_of_sums(*matrix[:, :4].T, zero_division), axis=1)
    return matrix


def pointwise_of_sums(predicted, n_predicted, gold, n_gold, zero_division):
    """Pointwise scores from the sums of the credits of each set's members and the sets' sizes."""
    # An empty set has earned 0.
    precision, recall = predicted / np.maximum(n_predicted, 1), gold / np.maximum(n_gold, 1)
    f1 = harmonic_mean(precision, recall)
    both_empty = (n_predicted == 0) & (n_gold == 0)
    for score in (precision, recall, f1):
        score[both_empty] = zero_division
    return within_bounds(Scores(precision, recall, f1))


def _find_best_matches(credit, queries, candidates, pairs, n_labels):
    """Put each query label's greatest similarity to a candidate of the same example in place."""
    known = np.flatnonzero(queries.indices < n_labels)
    candidates = _drop_unknown(candidates, n_labels)
    sizes = np.diff(queries.offsets)
    first = np.repeat(candidates.offsets[:-1], sizes)
    length = np.repeat(np.diff(candidates.offsets), sizes)
    if len(known) < len(credit):
        first, length = first[known], length[known]
    active = np.flatnonzero(length)
    first, length = first[active], length[active]
    active = known[active]
    labels = queries.indices[active]
    short = 0 if getattr(pairs, "at_once", False) else SHORT_SETS
    for position in range(short):
        if not len(active):
            return
        similarity = pairs(labels, candidates.indices[first + position])
        credit[active] = np.maximum(credit[active], similarity) if position else similarity
        longer = np.flatnonzero(length > position + 1)
        if len(longer) < len(active):
            active, first = active[longer], first[longer]
            length, labels = length[longer], labels[longer]
    first, length = first + short, length - short
    for part in slices_of(length, CHUNK_PAIRS):
        ends = np.cumsum(length[part])
        begins = ends - length[part]
        position = np.arange(ends[-1]) + np.repeat(first[part] - begins, length[part])
        similarity = pairs(np.repeat(labels[part], length[part]), candidates.indices[position])
        best = np.maximum.reduceat(similarity, begins)
        credit[active[part]] = np.maximum(credit[active[part]], best)


def _drop_unknown(sets, n_labels):
    """The sets without members outside the universe: they match nothing."""
    known = sets.indices < n_labels
    if known.all():
        return sets
    kept = np.concatenate([[0], np.cumsum(known)])
    return LabelSets(sets.indices[known], kept[sets.offsets])
