"""Prediction-powered scores: few examples with gold labels by people, many by a language model.

With x_h and x_j the mean counts per example of the n examples that people labelled, under their
labels and under the judge's, and x_u those of the N other examples under the judge's, a score T is
estimated as T(x_h + lambda (x_u - x_j)). lambda is the choice of least variance of PPI++
(Angelopoulos et al., arXiv 2311.01453), from influence values, within [0, 1]. For means of examples
this is its estimate; of counts it takes away most of macro's bias.
"""

from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..ratios import divide
from .bootstrap import (
    DRAWN_BLOCKS,
    block_of_units,
    imaginary_labels,
    resampled_sums,
    streams_by_content,
)
from .contributions import Contributions, scores_of_columns
from .influence import influence_values
from .significance import inverted_p_values
from .statistic import enough_resamples, order_ends
from .student_t import student_quantile, student_tail, tail_share

# Imaginary examples in which the judge says nothing about people.
IMAGINARY = 2


class Parts(NamedTuple):
    """Contributions of one system's examples: those that people labelled, under people's labels and
    under the judge's, and the others under the judge's.
    """

    human: Contributions
    judge: Contributions
    rest: Contributions


class Groups(NamedTuple):
    """Numbers, from 0 without gaps, of the groups that either side's examples belong to.

    ``shared``: both sides are numbered together, since some group has examples on both.
    """

    human: np.ndarray
    rest: np.ndarray
    shared: bool

    @classmethod
    def of(cls, codes, is_human):
        """Groups from one number per example and the mask of those that people labelled."""
        human, rest = codes[is_human], codes[~is_human]
        if np.intersect1d(human, rest).size:
            return cls(human, rest, True)
        numbered = (np.unique(side, return_inverse=True)[1] for side in (human, rest))
        return cls(*numbered, False)

    @property
    def sizes(self):
        """Numbers of groups of either side."""
        sizes = int(self.human.max()) + 1, int(self.rest.max()) + 1
        return (max(sizes),) * 2 if self.shared else sizes


class Influences(NamedTuple):
    """Influence values of units, (units, 3): people's, the judge's on the same, and elsewhere."""

    human: np.ndarray
    judge: np.ndarray
    rest: np.ndarray


def prediction_powered(
    systems,
    average,
    averaging,
    *,
    groups=None,
    n_differing=None,
    confidence_level=0.95,
    n_resamples=1000,
    seed=0,
):
    """Estimate of the scores of one system, or of the differences between two.

    ``systems``: a list of Parts; ``n_differing``: of two systems, the units labelled by people in
    which their predictions differ. Returns a dict of the suffix of a result's key -> float64 array
    (precision, recall, F1), and how people and judge vary together, (3,), below 0 if the judge runs
    against people.
    """
    two, by_label, shared = len(systems) == 2, AVERAGES[average].needs_labels, _shared(groups)
    # Labels that no example of people's has have no part in the influence values by label.
    values = _influences(systems, "micro" if by_label else average, averaging, groups)
    n = len(values.human if groups is None else np.unique(groups.human))
    factor = IMAGINARY * (len(values.human) / max(n_differing, 1) if two else 1.0)
    zero = np.zeros(3)
    weight, together = _weight_of_judge(values, shared)
    saves = _variance(values, weight, factor, shared) < _variance(values, zero, factor, shared)
    weight = np.where(saves, weight, 0.0)
    weights = weight, zero
    if by_label:
        values = _influences(systems, average, averaging, groups)
    errors = [np.sqrt(_variance(values, each, factor, shared)) for each in weights]
    estimates = [_estimates(systems, average, averaging, each) for each in weights]
    t = student_quantile((1 + confidence_level) / 2, n - 1)
    bounds = (-1.0, 1.0) if two else (0.0, 1.0)
    ends = [(x - t * error, x + t * error) for x, error in zip(estimates, errors, strict=True)]
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(estimates[0] == 0, 0.0, np.abs(estimates[0]) / errors[0])
    p = np.array([2 * student_tail(x, n - 1) for x in z.tolist()])
    if by_label:
        share = tail_share(confidence_level, n)
        number = enough_resamples(n_resamples, share, n)
        drawn = _drawn_estimates(systems, average, averaging, groups, weights, number, seed)
        if AVERAGES[average].macro:
            ends, p = [(x, x) for x in estimates], np.zeros(3)
        else:
            # About the estimate turned round: with few gold labels it is too low, as resamples are.
            drawn = [2 * x - values for x, values in zip(estimates, drawn, strict=True)]
        p = np.maximum(p, inverted_p_values(estimates[0], drawn[0], n))
        for i, values_of in enumerate(drawn):
            low, high = order_ends(values_of, share, bounds)
            ends[i] = np.minimum(ends[i][0], low), np.maximum(ends[i][1], high)
    ends = [np.clip(of_weight, *bounds) for of_weight in ends]
    saved = 1 - divide(ends[0][1] - ends[0][0], ends[1][1] - ends[1][0]) ** 2
    if not by_label:
        saved = 1 - divide(errors[0], errors[1]) ** 2
    # The judge's labels in the place of people's.
    judges = [parts._replace(human=parts.judge) for parts in systems]
    rest = systems[0].rest.n_units / (systems[0].rest.n_units + systems[0].human.n_units)
    rectifier = estimates[1] - _estimates(judges, average, averaging, zero)
    of_people = values._replace(rest=np.zeros_like(values.rest))
    spread = t * np.sqrt(_variance(of_people, np.ones(3), factor, shared))
    fields = {
        "": estimates[0],
        "_low": ends[0][0],
        "_high": ends[0][1],
        "_standard_error": errors[0],
        "_human": estimates[1],
        "_human_low": ends[1][0],
        "_human_high": ends[1][1],
        "_judged": _estimates(judges, average, averaging, np.full(3, rest)),
        "_rectifier": rectifier,
        "_rectifier_low": rectifier - spread,
        "_rectifier_high": rectifier + spread,
        "_lambda": weight,
        "_labels_saved": np.where(weight > 0, np.maximum(saved, 0.0), 0.0),
    }
    if two:
        each = (_estimates([parts], average, averaging, weight) for parts in systems)
        fields |= {"_p_value": p, **dict(zip(("_a", "_b"), each, strict=True))}
    return fields, together


def scores_of_judge(parts):
    """Mean F1 under the judge of the examples that people labelled, of the others, and z of both.

    If people's examples are a random choice, both are alike.
    """
    sides = [part.points[:, 2] for part in (parts.judge, parts.rest)]
    here, there = (float(side.mean()) for side in sides)
    error = np.sqrt(sum(side.var(ddof=1) / len(side) for side in sides))
    return here, there, float(divide(here - there, error))


def _shared(groups):
    return groups is not None and groups.shared


def _influences(systems, average, averaging, groups):
    """Influence values of a score, or of the difference between two systems' scores."""
    of_systems = [
        [influence_values(part, average, averaging.of(place)) for part in parts]
        for place, parts in enumerate(systems)
    ]
    sides = of_systems[0]
    if len(systems) == 2:
        sides = [a - b for a, b in zip(*of_systems, strict=True)]
    if groups is None:
        return Influences(*sides)
    codes = groups.human, groups.human, groups.rest
    sizes = groups.sizes[0], groups.sizes[0], groups.sizes[1]
    return Influences(
        *(
            np.stack([np.bincount(code, column, minlength=size) for column in side.T], axis=1)
            * (size / len(side))
            for side, code, size in zip(sides, codes, sizes, strict=True)
        )
    )


def _weight_of_judge(values, shared):
    """lambda, within [0, 1], and the sums of products that say whether it would be above 0."""
    human, judge, rest = values
    if shared:
        moved = rest - judge
        together = -(human * moved).sum(axis=0)
        return np.clip(divide(together, (moved**2).sum(axis=0)), 0.0, 1.0), together
    n, number = len(human), len(rest)
    spread = ((judge**2).sum(axis=0) + (rest**2).sum(axis=0)) / (n + number - 2)
    together = (human * judge).sum(axis=0)
    weight = divide(together / (n - 1), (1 + n / number) * spread)
    return np.clip(weight, 0.0, 1.0), together


def _variance(values, weight, factor, shared):
    """Variance of the estimate under some weight of the judge, ``factor`` imaginary units in it."""
    human, judge, rest = values
    n, number = len(human), len(rest)
    imaginary = factor * ((human**2).mean(axis=0) + weight**2 * (judge**2).mean(axis=0))
    if shared:
        return (((human + weight * (rest - judge)) ** 2).sum(axis=0) + imaginary) / (n * (n - 1))
    of_people = (((human - weight * judge) ** 2).sum(axis=0) + imaginary) / (n * (n - 1))
    return of_people + weight**2 * (rest**2).sum(axis=0) / (number * (number - 1))


def _estimates(systems, average, averaging, weight):
    """Scores (3,), or their difference, each with its own weight of the judge."""
    means = [[part.total(average) / part.n_units for part in parts] for parts in systems]
    return _estimates_of_means(means, average, averaging, weight)


def _estimates_of_means(means, average, averaging, weight, added=None):
    """Scores from mean columns (..., 4) or (..., 4, m) of each system's three parts."""
    of_systems = []
    for place, (human, judge, rest) in enumerate(means):
        of_scores = []
        for score in range(3):
            columns = _clipped(human + weight[score] * (rest - judge), average)
            if added is not None:
                columns += added[place]
            found = scores_of_columns(columns, average, averaging.of(place))
            of_scores.append(found[..., score])
        of_systems.append(np.stack(of_scores, axis=-1))
    return of_systems[0] if len(of_systems) == 1 else of_systems[0] - of_systems[1]


def _clipped(columns, average):
    """Columns as counts have them: none below 0, no credit above what earns it."""
    columns = np.maximum(columns, 0.0)
    counts = AVERAGES[average].counts
    if counts != "examples":
        by_column = columns if counts == "totals" else np.moveaxis(columns, -2, -1)
        by_column[..., [0, 2]] = np.minimum(by_column[..., [0, 2]], by_column[..., [1, 3]])
    return columns


def _drawn_estimates(systems, average, averaging, groups, weights, n_resamples, seed):
    """Scores by label of resamples, (B, 3), for each of some weights of the judge.

    A resample holds as many units of either side, or blocks of many, and for each system and label
    an imaginary example that is right, a false alarm or a miss in random parts.
    """
    flat = [[_by_unit(part, groups, side) for side, part in enumerate(parts)] for parts in systems]
    people, rest = [x for parts in flat for x in parts[:2]], [parts[2] for parts in flat]
    if _shared(groups):
        sums = _sums_of_draws([*people, *rest], n_resamples, [seed, 6])
        people, rest = sums[: len(people)], sums[len(people) :]
    else:
        people = _sums_of_draws(people, n_resamples, [seed, 6])
        rest = _sums_of_draws(rest, n_resamples, [seed, 7])
    m, n = systems[0].human.n_labels, systems[0].human.n_units
    if groups is not None:
        n = len(np.unique(groups.human))
    means, added, streams = [], [], _streams(systems)
    for place in range(len(systems)):
        drawn = *people[2 * place : 2 * place + 2], rest[place]
        means.append([divide(s[:, :-1], s[:, -1:]).reshape(-1, 4, m) for s in drawn])
        rng = np.random.default_rng([seed, 8, streams[place]])
        added.append(imaginary_labels(rng, n_resamples, m, n))
    return [_estimates_of_means(means, average, averaging, weight, added) for weight in weights]


def _streams(systems):
    """Number of each system's stream of random numbers, by what it answers."""
    sides = ([parts.human for parts in systems], [parts.rest for parts in systems])
    keys = list(zip(*(streams_by_content(side, "macro") for side in sides), strict=True))
    return [sorted(set(keys)).index(key) for key in keys]


def _by_unit(part, groups, side):
    """Columns by label of units, the number of their examples last, (units, 4 m + 1)."""
    if groups is not None:
        codes, size = (groups.rest if side > 1 else groups.human), groups.sizes[side > 1]
        part = part.summed(codes, size)
    elif side > 1 and part.n_units > DRAWN_BLOCKS:
        part = part.summed(block_of_units(part.n_units), DRAWN_BLOCKS)
    columns = part.columns("macro").reshape(part.n_units, -1)
    return np.concatenate([columns, part.points[:, -1:]], axis=1)


def _sums_of_draws(matrices, n_resamples, seed):
    """Sums of resamples of the rows of each matrix, (B, columns)."""
    blocks = [sums for _, _, sums in resampled_sums(matrices, n_resamples, seed)]
    return [np.concatenate(of_matrix) for of_matrix in zip(*blocks, strict=True)]
