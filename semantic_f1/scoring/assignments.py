"""Other similarity-based scores of label sets, example by example ([SF1] appendix A, [HAU]).

They are there to be compared with Semantic F1. For a predicted set P and a gold set T, neither of
them empty, a pair of labels has one value in the one-to-one scores, S[predicted, gold]; one set
empty gives 0, both give ``zero_division``.

- ``semantic_precision``, ``semantic_recall``: one direction of Semantic F1 alone (eqs. 3, 4)
- ``turki``: the larger set's mean best match in the smaller, precision for equal sizes, as [SF1]
  reads Turki et al. (arXiv 2011.00109)
- ``hungarian``: greatest total of a one-to-one assignment / max(|P|, |T|)
- ``extended_hungarian``: to that total each label left over adds its best match
- ``extended_hungarian_harmonic``: harmonic mean of the same max(|P|, |T|) values, 0 if one is 0
- ``transport``: 1 - the least cost of moving uniform mass on P to uniform mass on T at 1 - S
- ``set_relatedness``: mean best match of the members of both sets (Hauff, after Nowak)

With S = I only ``set_relatedness`` is F1; both Hungarian means are then |P & T| / max(|P|, |T|).
Assignments of equal totals may leave over different labels: among those within
1e-12 of the greatest total the one of greatest extended score counts, so that no order of labels
moves a number.
"""

from functools import lru_cache
from itertools import combinations, pairwise
from math import comb, lcm

import numpy as np

from ..ratios import SCORE_TIE
from .counts import pointwise, set_relatedness
from .distributions import least_transport
from .uncertainty import MeanStatistic, interval_results

OTHER_SCORES = (
    "semantic_precision", "semantic_recall", "turki", "hungarian", "extended_hungarian",
    "extended_hungarian_harmonic", "transport", "set_relatedness",
)  # fmt: skip
_ONE_TO_ONE = OTHER_SCORES[3:7]
# Up to so many steps an assignment is found for all examples of one shape at once, without a
# solver: 8 x 8 labels take 1,024 steps, 3 x 13 take 1,027.
_MOST_STEPS = 1_100
_CHUNK_CELLS = 1 << 17
# Copies of labels that make two sets equally large, up to which transport is an assignment.
_MOST_COPIES = 48
_NUDGE = 1e-3
# Similarities below this count as 0 in harmonic means, so that sums of their inverses are finite.
_LEAST = 1e-300


def other_scores(predictions, references, pairs, n_labels, which=OTHER_SCORES, *, zero_division=1):
    """Name -> array (n,), each of ``which`` of the other scores of each example, in [0, 1]."""
    inputs = predictions, references, pairs, n_labels
    sizes = [np.diff(sets.offsets) for sets in (predictions, references)]
    result = {}
    if {"semantic_precision", "semantic_recall", "turki"} & set(which):
        precision, recall, _ = pointwise(*inputs, zero_division=zero_division)
        result = {"semantic_precision": precision, "semantic_recall": recall}
        result["turki"] = np.where(sizes[0] >= sizes[1], precision, recall)
    if "set_relatedness" in which:
        result["set_relatedness"] = set_relatedness(*inputs, zero_division=zero_division)
    wanted = [name for name in _ONE_TO_ONE if name in which]
    both_empty = (sizes[0] == 0) & (sizes[1] == 0)
    result |= {name: np.where(both_empty, float(zero_division), 0.0) for name in wanted}
    if wanted:
        for rows, values in _by_shape(*inputs):
            for name, scores in _one_to_one(values, wanted).items():
                result[name][rows] = np.minimum(scores, 1.0)
    return {name: result[name] for name in which}


def baselines_by_example(data, setting, which, pairs=None):
    """Name -> array, each score of each example; ``pairs`` in place of the similarity's own."""
    zero, of_labels = setting.options["zero_division"], len(setting.space.labels)
    pairs = pairs or setting.similarity.pairs
    return other_scores(*data[:2], pairs, of_labels, which, zero_division=zero)


def mean_baselines(data, setting, which, pairs=None):
    """Name -> weighted mean over the examples."""
    scores = baselines_by_example(data, setting, which, pairs).items()
    return {name: float(np.average(values, weights=data.weight)) for name, values in scores}


def baselines_of(data, setting, which):
    """Name -> mean, and with resamples the ends of its interval."""
    result = mean_baselines(data, setting, which)
    if setting.options["n_resamples"]:
        result |= interval_results(baseline_statistic([data], setting, which), result)
    return result


def baseline_statistic(datas, setting, which):
    """Means of these scores of one system, or of several to compare."""
    values = [baselines_by_example(data, setting, which) for data in datas]
    return MeanStatistic(values, dict.fromkeys(which, (0, 1)), setting)


def _by_shape(predictions, references, pairs, n_labels):
    """Rows of one shape and their similarities, (smaller set, larger set, rows), in chunks."""
    sizes = [np.diff(sets.offsets) for sets in (predictions, references)]
    order = np.lexsort(sizes)
    order = order[(sizes[0][order] > 0) & (sizes[1][order] > 0)]
    shapes = np.stack([size[order] for size in sizes])
    starts = np.flatnonzero(np.diff(shapes, prepend=0).any(axis=0))
    for start, stop in pairwise([*starts, len(order)]):
        p, t = (int(x) for x in shapes[:, start])
        fewer, more = min(p, t), max(p, t)
        # The most values that one step holds for a row; 1 where a solver is used.
        widest = 1
        if _number_of_steps(fewer, more) <= _MOST_STEPS:
            widest = max(size * comb(more, size) for size in range(1, fewer + 1))
        step = max(1, _CHUNK_CELLS // max(p * t, widest))
        for first in range(start, stop, step):
            rows = order[first : min(stop, first + step)]
            # Labels first, rows last: what is added up lies side by side.
            queries, candidates = (
                sets.indices[sets.offsets[rows] + np.arange(width)[:, None]]
                for sets, width in ((predictions, p), (references, t))
            )
            queries, candidates = np.broadcast_arrays(queries[:, None], candidates)
            known = (queries < n_labels) & (candidates < n_labels)
            values = np.zeros(queries.shape)
            values[known] = pairs(queries[known], candidates[known])
            yield rows, values if p <= t else values.transpose(1, 0, 2)


def _one_to_one(values, wanted):
    """Scores of examples of one shape; values of shape (fewer, more, rows)."""
    fewer, more, _ = values.shape
    # What a label of the larger set earns where it is left over.
    left_over = values.max(axis=0)
    hopeless = left_over.min(axis=0) < _LEAST
    seconds = {}
    if "extended_hungarian" in wanted and fewer < more:
        seconds["extended_hungarian"] = np.broadcast_to(-left_over, values.shape)
    if "extended_hungarian_harmonic" in wanted:
        # A label left over with 0 makes the score 0 whatever is assigned.
        spare = 1 / np.where(left_over < _LEAST, 1, left_over)
        inverse = 1 / np.where(values < _LEAST, 1, values)
        seconds["extended_hungarian_harmonic"] = np.where(values < _LEAST, -np.inf, spare - inverse)
    scores = {}
    if set(wanted) != {"transport"}:
        total, extras = _assigned(values, list(seconds.values()))
        extras = dict(zip(seconds, extras, strict=True))
        scores["hungarian"] = scores["extended_hungarian"] = total / more
        if "extended_hungarian" in extras:
            gained = left_over.sum(axis=0) + extras["extended_hungarian"]
            scores["extended_hungarian"] = (total + gained) / more
        if "extended_hungarian_harmonic" in extras:
            inverse_sum = spare.sum(axis=0) - extras["extended_hungarian_harmonic"]
            scores["extended_hungarian_harmonic"] = np.where(hopeless, 0.0, more / inverse_sum)
    if "transport" in wanted:
        scores["transport"] = _transported(values)
    return {name: scores[name] for name in wanted}


def _assigned(values, seconds):
    """Greatest totals of assignments, and of each of ``seconds`` among those within 1e-12 of it."""
    fewer, more, rows = values.shape
    if _number_of_steps(fewer, more) > _MOST_STEPS:
        solved = [_solved(values[..., i], [x[..., i] for x in seconds]) for i in range(rows)]
        best, extras = zip(*solved, strict=True)
        return np.array(best), list(np.reshape(extras, (rows, len(seconds))).T)
    # The best way to give the first k labels of the smaller set each set of k of the larger one.
    total, extras = np.zeros((1, rows)), [np.zeros((1, rows)) for _ in seconds]
    for label, (before, given) in enumerate(_steps(fewer, more)):
        totals = total[before] + values[label][given]
        total = totals.max(axis=1)
        extras = [
            _greatest_of_tied(totals, total[:, None], extra[before] + second[label][given], axis=1)
            for extra, second in zip(extras, seconds, strict=True)
        ]
    best = total.max(axis=0)
    return best, [_greatest_of_tied(total, best, extra, axis=0) for extra in extras]


def _greatest_of_tied(totals, best, extras, axis):
    return np.where(totals >= best - SCORE_TIE, extras, -np.inf).max(axis=axis)


@lru_cache(maxsize=256)
def _steps(fewer, more):
    """For k = 1 ... fewer two int arrays (subsets of k of the larger set, k): which subset of k - 1
    came before, and which label of the larger set the k-th label gets.
    """
    steps, places = [], {(): 0}
    for size in range(1, fewer + 1):
        subsets = list(combinations(range(more), size))
        before = [[places[s[:i] + s[i + 1 :]] for i in range(size)] for s in subsets]
        steps.append((np.array(before), np.array(subsets)))
        places = {subset: place for place, subset in enumerate(subsets)}
    return steps


def _number_of_steps(fewer, more):
    return sum(size * comb(more, size) for size in range(1, fewer + 1))


def _solved(values, seconds):
    """The same for one example, by scipy."""
    solve = _solver()
    assignment = solve(values, maximize=True)
    best = values[assignment].sum()
    extras, tight = [], None
    for second in seconds:
        # Nudged towards the second aim, an assignment that lost nothing of the first is the answer.
        nudged = solve(values + _NUDGE * np.maximum(second, -1 / _NUDGE), maximize=True)
        if values[nudged].sum() >= best - SCORE_TIE and np.isfinite(second[nudged]).all():
            extras.append(second[nudged].sum())
            continue
        tight = _tight(values, assignment[1]) if tight is None else tight
        # Labels left over count 0 in each of the second aims.
        padded = np.zeros(tight.shape)
        padded[: len(second)] = second
        padded[~tight] = -np.inf
        try:
            extras.append(padded[solve(padded, maximize=True)].sum())
        except ValueError:
            extras.append(-np.inf)
    return best, extras


def _tight(values, assigned):
    """Pairs of assignments of greatest total, as a square with rows for those left over.

    By prices v of the larger set's labels under which no exchange gains: the longest paths over
    what a label loses or gains when it gives up its own for another.
    """
    fewer, more = values.shape
    square = np.zeros((more, more))
    square[:fewer] = values
    columns_of_rows = np.concatenate([assigned, np.setdiff1d(np.arange(more), assigned)])
    worth = square[np.arange(more), columns_of_rows]
    prices = np.zeros(more)
    for _ in range(more):
        before = prices
        prices = np.maximum(prices, (prices[columns_of_rows] - worth + square.T).max(axis=1))
        if np.array_equal(before, prices):
            break
    slack = (worth - prices[columns_of_rows])[:, None] + prices - square
    return slack <= SCORE_TIE


def _transported(values):
    """Mean similarity of uniform mass moved at least cost."""
    fewer, more, rows = values.shape
    if fewer == 1:
        return values.mean(axis=(0, 1))
    if fewer == 2:
        # Each of the two takes half the mass: the first where it gains most over the second.
        gains = np.sort(values[0] - values[1], axis=0)[::-1]
        share = np.clip(more / 2 - np.arange(more), 0, 1)
        return (values[1].sum(axis=0) + share @ gains) / more
    # Labels in as many copies as make both sets equally large: some optimum moves whole copies.
    copies = lcm(fewer, more)
    if copies == more and _number_of_steps(more, more) <= _MOST_STEPS:
        return _assigned(np.repeat(values, more // fewer, axis=0), [])[0] / more
    if copies <= _MOST_COPIES:
        solve, scores = _solver(), np.empty(rows)
        for row in range(rows):
            square = np.repeat(values[..., row], copies // fewer, axis=0)
            square = np.repeat(square, copies // more, axis=1)
            scores[row] = square[solve(square, maximize=True)].sum() / copies
        return scores
    masses = np.full(fewer, 1 / fewer), np.full(more, 1 / more)
    what = f"transport of sets of {fewer} and {more} labels"
    costs = (np.ascontiguousarray(1 - values[..., row]) for row in range(rows))
    return np.maximum([1 - least_transport(*masses, cost, what) for cost in costs], 0.0)


def _solver():
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        rule = "hungarian, extended_hungarian, transport: sets this large need a solver"
        raise ImportError(f"{rule}; install it: pip install scipy") from None
    return linear_sum_assignment
