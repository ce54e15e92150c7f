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
from .pairs_of_sets import (
    FEWEST_ROWS,
    best_of,
    keys_of_sides,
    pairs_of_keys,
    repeated_pairs,
)
from .points import point_credits

BLOCK_MEMBERS = 1 << 20
# Rows among which equal sets are brought together.
ROWS_TOGETHER = 1 << 20
CHUNK_PAIRS = 1 << 20
# Up to this many candidates are compared one position at a time over all queries at once, which
# beats expanding every pair; longer candidate sets are expanded, in chunks.
SHORT_SETS = 16
# Up to so many pairs of one example are looked up at once.
FEW_PAIRS = 1 << 10
# Up to so many distinct weights, what has one weight is counted before it is weighted.
FEW_WEIGHTS = 8
# Labels are counted, and the scores of examples are added up.
BOTH_PARTS = True, True


class Counts(NamedTuple):
    """Sums over examples that every average is made of, each rounded once.

    Per label, arrays of shape (n_labels,), each example counted times its weight:

    - ``tp``: credit of the label in examples in which it is predicted; FP = ``predicted - tp``
    - ``predicted``: examples in which it is predicted
    - ``matched``: credit of the label in examples in which it is gold; FN = ``support - matched``
    - ``support``: examples in which it is gold

    ``unknown_predicted`` and ``unknown_gold`` count members outside the universe. ``samples``
    (shape (3,)) sums pointwise precision, recall and F1, and ``weight`` the examples.
    """

    tp: np.ndarray
    predicted: np.ndarray
    matched: np.ndarray
    support: np.ndarray
    unknown_predicted: float
    unknown_gold: float
    samples: np.ndarray
    weight: float

    @classmethod
    def of(cls, matrix, n_labels):
        """Counts as views of the last axis: these fields, one after the other."""
        m, rest = n_labels, 4 * n_labels
        parts = (matrix[..., m * place : m * (place + 1)] for place in range(4))
        unknown = matrix[..., rest], matrix[..., rest + 1]
        return cls(*parts, *unknown, matrix[..., rest + 2 : rest + 5], matrix[..., rest + 5])


def count(predictions, references, pairs, n_labels, *, parts=BOTH_PARTS, **options):
    """Counts of all examples; parameters are those of :func:`exact_counts`."""
    sides = predictions, references
    weighed = any(options.get(name) is not None for name in ("sample_weight", "times"))
    if predictions.n != 1 or weighed or hasattr(predictions, "points"):
        exact = exact_counts(*sides, pairs, n_labels, parts=parts, **options)
        return Counts.of(exact.rounded(), n_labels)
    # The sum of one number is that number.
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
    """Counts of all examples before they are rounded, worked out block by block.

    ``options`` are those of :func:`exact_counts_of_each`. Returns an ExactSum of shape
    (4 * n_labels + 6,), laid out as Counts; those of some examples and of others add up to those of
    all, whatever the order.
    """
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
    totals = [ExactSum.zero((4 * n_labels + 6,)) for _ in functions]
    for start in range(0, predictions.n, ROWS_TOGETHER):
        together = slice(start, start + ROWS_TOGETHER)
        sides = [sets.rows(together.start, together.stop) for sets in (predictions, references)]
        weight, often = (None if x is None else x[together] for x in (sample_weight, times))
        keys = keys_of_sides(*sides, functions, n_labels)
        if keys is not None:
            for set_pairs in pairs_of_keys(*keys, weight, often):
                for sums, pairs in zip(totals, functions, strict=True):
                    _include_pairs(sums, set_pairs, best_of(pairs, n_labels), zero_division, parts)
            continue
        plain = not hasattr(predictions, "points") and all(map(callable, functions))
        coded = plain and weight is None and sides[0].n >= FEWEST_ROWS
        coded = coded and all(sets.is_within(n_labels) for sets in sides)
        bests = [best_of(pairs, n_labels) if coded else None for pairs in functions]
        found = repeated_pairs(*sides, weight) if plain and often is None else None
        if found is not None:
            # Equal pairs of sets are scored once.
            rows, often = found[0], np.bincount(found[1])
            sides = [take_sets(sets, rows) for sets in sides]
            weight = None if weight is None else weight[rows]
        seen = [None if best is None else np.zeros((2, len(best.values)), int) for best in bests]
        for first, stop in _blocks(*sides):
            block_weights = [None if x is None else x[first:stop] for x in (weight, often)]
            some = [sets.rows(first, stop) for sets in sides]
            for sums, pairs, best, times_of_codes in zip(
                totals, functions, bests, seen, strict=True
            ):
                if best is not None:
                    _include_coded(
                        sums, some, best, times_of_codes, block_weights[1], zero_division, parts
                    )
                    continue
                credit = best_credits(*some, pairs, n_labels)
                _include_block(sums, *some, credit, n_labels, zero_division, *block_weights, parts)
        for sums, best, times_of_codes in zip(totals, bests, seen, strict=True):
            for side in (0, 1) if best is not None and parts[0] else ():
                codes = np.flatnonzero(times_of_codes[side])
                _include_members(sums, side, codes, None, times_of_codes[side, codes], best)
    return totals


def with_samples(sums, scores, weight, rows=None):
    """The same exact counts with the sums of other scores of the examples, an array (3, n).

    ``rows``: None, or which of several rows of counts each example belongs to.
    """
    width = sums.shape[-1]
    replaced = ExactSum(sums.limbs.reshape(len(sums.limbs), -1, width).copy(), sums.lowest)
    replaced.limbs[..., -4:] = 0
    replaced = replaced.flat()
    first = np.zeros(len(weight), np.int64) if rows is None else rows * width
    for place, values in enumerate((*(scores * weight), weight)):
        replaced.include(first + (width - 4 + place), values)
    return replaced if rows is None else replaced.in_rows(width)


def member_credits(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Members of each example with their credits, and its scores: what is included in rows."""
    credit = best_credits(predictions, references, pairs, n_labels)
    members = []
    for sets, earned in zip((predictions, references), credit, strict=True):
        rows = np.repeat(np.arange(sets.n), np.diff(sets.offsets))
        members.append((rows, sets.indices, earned))
    return members, np.stack(pointwise_of_credits(predictions, references, credit, zero_division))


def include_rows(sums, first, members, points, weight, times, n_labels):
    """Add examples to rows of counts, many rows in one pass.

    ``sums`` is an ExactSum of one dimension, rows laid out as Counts one after the other;
    that of each example begins at its place in ``first``, a rising int array. Where ``sums`` has
    the width of no labels, ``members`` are none.
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
    number_of = number_of[rows]
    for number, value in enumerate(weights):
        kept = slice(None) if len(weights) == 1 else number_of == number
        counted = np.bincount(places[kept], often if often is None else often[kept])
        used = np.flatnonzero(counted)
        times_of = counted[used].astype(np.int64)
        sums.include(used, np.full(len(used), value), start, stop, times_of)


def pointwise(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Semantic precision, recall and F1 of each example (eqs. 3-5, 15, 16)."""
    if predictions.n == 1 and not hasattr(predictions, "points"):
        credit = best_credits(predictions, references, pairs, n_labels)
        return Scores(*np.array(_scores_of_one(credit, zero_division))[:, None])
    scores = Scores(*np.empty((3, predictions.n)))
    for first in range(0, predictions.n, ROWS_TOGETHER):
        together = slice(first, first + ROWS_TOGETHER)
        sides = [sets.rows(together.start, together.stop) for sets in (predictions, references)]
        block_scores = Scores(*(values[together] for values in scores))
        keys = keys_of_sides(*sides, (pairs,), n_labels)
        if keys is not None:
            best, (set_pairs,) = best_of(pairs, n_labels), pairs_of_keys(*keys, by_row=True)
            rows, pair_scores = set_pairs.pair_of_row, np.empty((3, set_pairs.n_pairs))
            for block in set_pairs.blocks():
                pair_scores[:, block] = _matched_pairs(set_pairs, block, best, zero_division)[1]
            for whole, values in zip(block_scores, pair_scores, strict=True):
                whole[:] = values if rows is None else values.take(rows)
            continue
        plain = callable(pairs) and not hasattr(predictions, "points")
        found = repeated_pairs(*sides) if plain else None
        if found is not None:
            rows, numbers = found
            kept = (take_sets(sets, rows) for sets in sides)
            distinct = pointwise(*kept, pairs, n_labels, zero_division=zero_division)
            for whole, part in zip(block_scores, distinct, strict=True):
                whole[:] = part.take(numbers)
            continue
        for start, stop in _blocks(*sides):
            predicted, gold = (sets.rows(start, stop) for sets in sides)
            credit = best_credits(predicted, gold, pairs, n_labels)
            parts = pointwise_of_credits(predicted, gold, credit, zero_division)
            for whole, part in zip(block_scores, parts, strict=True):
                whole[start:stop] = part
    return scores


def _matched_pairs(set_pairs, block, best, zero_division, of_examples=True):
    """Rows and codes of the best matches of both sides' members, and the scores of the pairs."""
    keys = [side[block] for side in set_pairs.keys]
    earned = [best.of_keys(*sides, of_examples) for sides in (keys, keys[::-1])]
    sums = [total for _, *of_sets in earned for total in of_sets]
    scores = pointwise_of_sums(*sums, zero_division) if of_examples else None
    return [positions for positions, *_ in earned], scores


def set_relatedness(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Mean best match of all members of both sets of each example, an array of shape (n,).

    (sum of s(p) over P + sum of s(t) over T) / (|P| + |T|), from Hauff, "Semantically-enhanced
    evaluation of multi-label classifiers" (DIR 2013), after Nowak. Parameters are those of
    :func:`count`; an example with both sets empty has ``zero_division``.
    """
    values = np.empty(len(predictions.offsets) - 1)
    for start, stop in _blocks(predictions, references):
        sides = predictions.rows(start, stop), references.rows(start, stop)
        earned, members = np.zeros(stop - start), np.zeros(stop - start, np.int64)
        for sets, credit in zip(sides, best_credits(*sides, pairs, n_labels), strict=True):
            sizes = np.diff(sets.offsets)
            rows = np.repeat(np.arange(len(sizes)), sizes)
            earned += np.bincount(rows, credit, minlength=len(sizes))
            members += sizes
        values[start:stop] = np.where(members, divide(earned, members), zero_division)
    return np.minimum(values, 1.0)


def best_credits(predictions, references, pairs, n_labels):
    """Best-match credit of every member of every set: s(p) and s(t) of eqs. 8-10.

    Returns two float64 arrays, aligned with ``predictions.indices`` and ``references.indices``:
    max over gold t of S[p, t] for each predicted p, and max over predicted p of S[t, p] for each
    gold t; 0 where the other set is empty.
    """
    if hasattr(predictions, "points"):
        return point_credits(predictions, references, pairs)
    if isinstance(pairs, tuple):
        return _credits_by_similarity(predictions, references, pairs, n_labels)
    if hasattr(pairs, "best_matches"):
        return _all_best_matches(predictions, references, pairs.best_matches, n_labels)
    sides = predictions.indices, references.indices
    few = predictions.n == 1 and 0 < len(sides[0]) * len(sides[1]) <= FEW_PAIRS
    if few and all(sets.is_within(n_labels) for sets in (predictions, references)):
        return _credits_of_one(*sides, pairs)
    return (
        _best_matches(predictions, references, pairs, n_labels),
        _best_matches(references, predictions, pairs, n_labels),
    )


def _credits_of_one(predicted, gold, pairs):
    """Best-match credit of both sides of one example, from all its pairs at once."""
    both = np.empty((2, len(predicted), len(gold)), np.int32)
    both[0], both[1] = predicted[:, None], gold
    values = pairs(both.reshape(-1), both[::-1].reshape(-1)).reshape(both.shape)
    return values[0].max(axis=1), values[1].max(axis=0)


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


def _credits_by_similarity(predictions, references, functions, n_labels):
    sides = predictions, references
    credit = tuple(np.zeros(len(sets.indices)) for sets in sides)
    for number in np.unique(references.similarity):
        rows = np.flatnonzero(references.similarity == number)
        selected = (take_sets(sets, rows) for sets in sides)
        block_credits = best_credits(*selected, functions[number], n_labels)
        for whole, sets, values in zip(credit, sides, block_credits, strict=True):
            whole[members_of_rows(sets, rows)[0]] = values
    return credit


def _blocks(predictions, references):
    """Ranges of examples with bounded numbers of rows and of members (one row at least)."""
    members = predictions.offsets + references.offsets
    n = len(members) - 1
    start = 0
    while start < n:
        limit = np.searchsorted(members, members[start] + BLOCK_MEMBERS, side="right") - 1
        stop = min(n, start + BLOCK_ROWS, max(start + 1, int(limit)))
        yield start, stop
        start = stop


def _include_block(
    sums, predictions, references, credit, n_labels, zero_division, weight, times, parts
):
    """Add the counts of some examples to exact counts of the layout of Counts."""
    unknown = 4 * n_labels
    few = predictions.n < FEWEST_ROWS and weight is None and times is None
    few = few and not hasattr(predictions, "points")
    if few and all(sets.is_within(n_labels) for sets in (predictions, references)):
        _include_few(sums, predictions, references, credit, n_labels, zero_division)
        return
    for side, sets in enumerate((predictions, references) if parts[0] else ()):
        labels = np.minimum(sets.indices, n_labels)
        start = 2 * side * n_labels
        number = start + n_labels
        sizes = np.diff(sets.offsets)
        often = None if times is None else np.repeat(times, sizes)
        if weight is None:
            sums.include(labels, credit[side], start, number, times=often)
            members = np.bincount(labels, often, minlength=n_labels + 1).astype(np.int64)
            sums.include_integers(members[:n_labels], number)
            sums.include_integers(members[n_labels:], unknown + side)
        else:
            member_weights = np.repeat(weight, sizes)
            sums.include(labels, credit[side] * member_weights, start, number, times=often)
            members = ExactSum.by_place(labels, member_weights, n_labels + 1, times=often)
            sums.include_sums(members[:n_labels], number)
            sums.include_sums(members[n_labels:], unknown + side)
    if weight is None:
        n = predictions.n if times is None else int(times.sum())
        sums.include_integers([n], unknown + 5)
    else:
        sums.include_sums(ExactSum.along_last(weight[None], times), unknown + 5)
    if parts[1]:
        points = np.stack(pointwise_of_credits(predictions, references, credit, zero_division))
        points = points if weight is None else points * weight
        sums.include_sums(ExactSum.along_last(points, times), unknown + 2)


def _include_coded(sums, sides, best, seen, times, zero_division, parts):
    """Add the scores of examples to exact counts, and the codes of their labels to ``seen``."""
    totals, rest = [], 4 * (len(best.values) // best.n_values)
    for side, (sets, others) in enumerate((sides, sides[::-1])):
        rows, codes = best.of_sets(sets, others)
        if parts[0]:
            often = None if times is None else times[rows]
            seen[side] += np.bincount(codes, often, minlength=seen.shape[1]).astype(np.int64)
        if parts[1]:
            earned = np.bincount(rows, best.values.take(codes), minlength=sets.n)
            totals += [earned, np.diff(sets.offsets)]
    if parts[1]:
        points = np.stack(pointwise_of_sums(*totals, zero_division))
        sums.include_sums(ExactSum.along_last(points, times), rest + 2)
    sums.include_integers([sides[0].n if times is None else int(times.sum())], rest + 5)


def _include_few(sums, predictions, references, credit, n_labels, zero_division):
    """Add the counts of few examples of labels of the universe, all sums at once."""
    first = 4 * n_labels + 2
    points = pointwise_of_credits(predictions, references, credit, zero_division)
    examples = np.repeat(np.arange(first, first + 3), predictions.n)
    labels = predictions.indices, references.indices + 2 * n_labels
    sums.include(np.concatenate([*labels, examples]), np.concatenate([*credit, *points]))
    numbers = np.bincount(np.concatenate(labels) + n_labels, minlength=first + 4)
    numbers[-1] = predictions.n
    sums.include_integers(numbers)


def _include_pairs(sums, set_pairs, best, zero_division, parts):
    """Add the counts of examples whose sets are keys."""
    m, weights = len(best.values) // best.n_values, set_pairs.weights
    # Equal credits of a label are added up by how many there are.
    counted = parts[0] and not np.ndim(weights)
    seen = np.zeros((2, len(best.values)), np.int64) if counted else None
    for block in set_pairs.blocks():
        times, weight = set_pairs.of_block(block)
        matches, points = _matched_pairs(set_pairs, block, best, zero_division, parts[1])
        for side, positions in enumerate(matches if parts[0] else ()):
            for rows, codes in positions:
                often = None if times is None else times[rows]
                if counted:
                    times_of = np.bincount(codes, often, minlength=len(best.values))
                    seen[side] += times_of.astype(np.int64)
                else:
                    _include_members(sums, side, codes, weight[rows], often, best)
        if parts[1]:
            points = np.multiply(points, 1.0 if weight is None else weight)
            sums.include_sums(ExactSum.along_last(points, times), 4 * m + 2)
        if not np.ndim(weights):
            n = block.stop - block.start if times is None else times.sum()
            weight, times = np.array([1.0 if weights is None else weights]), np.array([n])
        sums.include_sums(ExactSum.along_last(weight[None], times), 4 * m + 5)
    for side in (0, 1) if counted else ():
        codes = np.flatnonzero(seen[side])
        weight = None if weights is None else np.full(len(codes), weights)
        _include_members(sums, side, codes, weight, seen[side, codes], best)


def _include_members(sums, side, codes, weight, times, best):
    """Add best matches of labels, as BestOfKeys has them, to exact counts."""
    m, labels = len(best.values) // best.n_values, codes // best.n_values
    first, number, end = (m * place for place in (2 * side, 2 * side + 1, 2 * side + 2))
    credit = best.values[codes]
    if weight is None:
        members = np.bincount(labels, times, minlength=m).astype(np.int64)
        sums.include_integers(members, number)
    else:
        sums.include(labels, weight, number, end, times=times)
        credit = credit * weight
    sums.include(labels, credit, first, number, times=times)


def pointwise_of_credits(predictions, references, credit, zero_division):
    """Pointwise scores from what :func:`best_credits` gives; else as :func:`pointwise`."""
    sums = []
    for sets, values in zip((predictions, references), credit, strict=True):
        sizes = np.diff(sets.offsets)
        rows = np.repeat(np.arange(len(sizes)), sizes)
        sums += [np.bincount(rows, values, minlength=len(sizes)), sizes]
    return pointwise_of_sums(*sums, zero_division)


def point_example_counts(predictions, references, kernel, *, zero_division=1.0):
    """The counts of each example of points, (n, 10), laid out as Counts of one label."""
    matrix = np.zeros((predictions.n, 10))
    matrix[:, 9] = 1
    credit = point_credits(predictions, references, kernel)
    for side, (sets, earned) in enumerate(zip((predictions, references), credit, strict=True)):
        sizes = np.diff(sets.offsets)
        rows = np.repeat(np.arange(len(sizes)), sizes)
        matrix[:, 2 * side] = np.bincount(rows, earned, minlength=len(sizes))
        matrix[:, 2 * side + 1] = sizes
    scores = pointwise_of_sums(*matrix[:, :4].T, zero_division)
    matrix[:, 6:9] = np.stack(scores, axis=1)
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


def _all_best_matches(predictions, references, best_matches, n_labels):
    """Credit of both sides from a similarity that works it out for whole sets."""
    sides = predictions, references
    known = [sets.indices < n_labels for sets in sides]
    matched = best_matches(*(_drop_unknown(sets, n_labels) for sets in sides))
    credit = [np.zeros(len(is_known)) for is_known in known]
    for values, is_known, matches in zip(credit, known, matched, strict=True):
        values[is_known] = matches
    return tuple(credit)


def _best_matches(queries, candidates, pairs, n_labels):
    """Credit of each query label: its greatest similarity to a candidate of the same example."""
    credit = np.zeros(len(queries.indices))
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
            return credit
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
        credit[active[part]] = np.maximum(
            credit[active[part]], np.maximum.reduceat(similarity, begins)
        )
    return credit


def _drop_unknown(sets, n_labels):
    """The sets without members outside the universe: they match nothing."""
    known = sets.indices < n_labels
    if known.all():
        return sets
    kept = np.concatenate([[0], np.cumsum(known)])
    return LabelSets(sets.indices[known], kept[sets.offsets])
