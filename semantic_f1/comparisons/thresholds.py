"""Thresholds per label that are best for the average itself, and what they are worth on new data.

Labels are coupled: one that is predicted can be the nearest one of another's gold example. So each
threshold in turn is set to the best on the grid while the others stay (coordinate ascent), not each
label's own F1. Scores on the rows that thresholds were chosen on are optimistic; rows are
therefore scored with thresholds that were chosen without them (cross-validation).
"""

from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..inputs.configs import weighted_sets
from ..inputs.groups import group_codes
from ..inputs.label_sets import LabelSets
from ..messages import collect, short, warn
from ..ratios import divide, harmonic_mean
from ..scoring.contributions import Contributions, scores_of_columns
from ..scoring.intervals import score_intervals
from ..scoring.results import averaging_of, check_table_size, one_average, statistic_under
from ..scoring.significance import paired_comparisons
from ..scoring.uncertainty import warn_unsure

# Passes over all labels.
PASSES = 2
# With fewer rows thresholds per label gain less than they lose.
ENOUGH_ROWS = 1_000
# A change has to be worth more than rounding.
_GAIN = 1e-12


class Rows(NamedTuple):
    """Rows of scores, by how many thresholds of the grid they reach.

    - ``levels``: int array (n, m), how many of the grid's thresholds the score of a label reaches
    - ``gold``: bool array (n, m)
    - ``weight``: float64 array (n,), relative to its mean
    """

    levels: np.ndarray
    gold: np.ndarray
    weight: np.ndarray

    def chosen(self, rows):
        """The rows where a bool array is true."""
        return Rows(*(values[rows] for values in self))


def check_grid(table, thresholds):
    """The thresholds to try; the default ones are refused for scores that are no probabilities."""
    if thresholds is None:
        grid = np.arange(5, 100, 5) / 100
        if table is not None and table.size and (table.min() < 0 or table.max() > 1):
            raise ValueError(
                f"probabilities: got scores from {table.min():.4g} to {table.max():.4g}; the "
                "default thresholds, .05 to .95, are for probabilities: pass thresholds=[...] in "
                "the range of your scores, or probabilities (a sigmoid of logits)"
            )
        return grid
    grid = np.asarray(thresholds, dtype=np.float64)
    rising = grid.ndim == 1 and len(grid) > 1 and (np.diff(grid) > 0).all()
    if not rising or not np.isfinite(grid).all():
        raise ValueError(
            "thresholds: expected two finite numbers or more, in rising order; got "
            f"{short(thresholds)}"
        )
    return grid


def rows_of_scores(read, grid, setting_at):
    """Rows of all examples, and the setting; ``setting_at`` gives that of one threshold."""
    levels = None
    with collect() as texts:
        for threshold in grid.tolist():
            setting = setting_at(threshold)
            data = weighted_sets(*read, setting)
            predicted = _members_table(data.predictions, len(setting.space.labels))
            levels = predicted.astype(np.int32) if levels is None else levels + predicted
    for text in dict.fromkeys(texts):
        warn(text)
    gold = _members_table(data.references, len(setting.space.labels))
    weight = np.ones(len(gold)) if data.weight is None else data.weight / data.weight.max()
    return Rows(levels, gold, weight / weight.mean()), setting


def ascent(rows, places, values, average, averaging, zero_division, n_grid, passes=PASSES):
    """Places on the grid after coordinate ascent from those given.

    Returns an int array (m,), the places; float, F1 there.
    """
    m = rows.levels.shape[1]
    places = np.broadcast_to(places, m).copy()
    best = None
    for _ in range(passes):
        before = places.copy()
        for label in range(m):
            scores = scores_of_places(
                rows, places, label, values, average, averaging, zero_division, n_grid
            )
            best = scores[places[label]]
            if scores.max() > best + _GAIN:
                places[label] = int(np.argmax(scores >= scores.max() - _GAIN))
                best = scores[places[label]]
        if (places == before).all():
            break
    return places, float(best)


def best_global(rows, values, average, averaging, zero_division, n_grid):
    """The place of the best single threshold, the lowest of equals, and F1 at each."""
    scores = np.array(
        [f1_of(rows, place, values, average, averaging, zero_division) for place in range(n_grid)]
    )
    return int(np.argmax(scores >= scores.max() - _GAIN)), scores


def f1_of(rows, places, values, average, averaging, zero_division):
    """F1 of the predictions at the places."""
    examples = contributions_at(rows, rows.levels > places, values, zero_division)
    return float(scores_of_columns(examples.total(average), average, averaging)[2])


def contributions_at(rows, predicted, values, zero_division):
    """Contributions of predictions (n, m), bool, times the rows' weights."""
    kept = rows.weight > 0
    examples = Contributions.of_sets(
        *map(_sets_of, (predicted[kept], rows.gold[kept])),
        lambda a, b: values[a, b],
        len(values),
        zero_division=zero_division,
    )
    return examples.weighted(rows.weight[kept])


def mean_thresholds(grid, places):
    """Means over folds of thresholds (f, m), of their logarithms where all are above 0."""
    table = grid[places]
    means = np.exp(np.log(table).mean(axis=0)) if grid[0] > 0 else table.mean(axis=0)
    # The mean of equal ones is that one, to the last digit.
    return np.where((table == table[0]).all(axis=0), table[0], means)


def tuned(read, grid, setting_at, cv, per_label, seed):
    """The dict of ``metric.tune_thresholds``."""
    rows, setting = rows_of_scores(read, grid, setting_at)
    options, values = setting.options, None
    average = one_average(options, "tune_thresholds")
    check_table_size("tune_thresholds", setting)
    values = setting.similarity.values
    n, m = rows.gold.shape
    kept = rows.weight > 0
    codes = np.arange(n) if options["groups"] is None else group_codes(options["groups"], n)
    fold = _folds(codes, cv, seed)
    mask = setting.macro_mask
    if options["macro_labels"] == "present":
        mask = (rows.gold[kept] | (rows.levels[kept] > 0)).any(axis=0)
    averaging = averaging_of(setting, (average,), mask)
    if int(kept.sum()) < ENOUGH_ROWS and per_label:
        warn(
            f"tune_thresholds: {int(kept.sum()):,} rows, fewer than {ENOUGH_ROWS:,}: thresholds "
            "per label gain little from so few, and may lose; one global threshold is safer "
            "(per_label=False)."
        )
    common = values, average, averaging, options["zero_division"]
    by_label, single = np.empty((cv, m), np.int64), np.empty(cv, np.int64)
    for part in range(cv):
        others = rows.chosen(fold != part)
        single[part], _ = best_global(others, *common, len(grid))
        by_label[part] = single[part]
        if per_label:
            by_label[part], _ = ascent(others, single[part], *common, len(grid))
    whole, _ = best_global(rows, *common, len(grid))
    thresholds = mean_thresholds(grid, by_label) if per_label else np.full(m, grid[whole])
    systems = [
        contributions_at(rows, rows.levels > places[fold], values, options["zero_division"])
        for places in (by_label, np.broadcast_to(single[:, None], (cv, m)))
    ]
    groups = None if options["groups"] is None else group_codes(options["groups"], n, kept)
    statistic = statistic_under(setting, systems, averaging, groups)
    columns = _column_thresholds(thresholds, grid[whole], setting, read[0].width)
    at_end = setting_at(tuple(columns))
    with collect():
        final = _members_table(weighted_sets(*read, at_end).predictions, m)
    same = contributions_at(rows, final, values, options["zero_division"])
    result = {
        "thresholds": columns,
        "global_threshold": float(grid[whole]),
        "average": average,
        "cv": cv,
    }
    scores = [scores_of_columns(x.total(average), average, averaging)[2] for x in systems]
    result |= {"score_cv": float(scores[0])}
    if options["n_resamples"]:
        interval = score_intervals(statistic)[average].interval
        result["score_cv_low"] = float(interval.low[0, 2])
        result["score_cv_high"] = float(interval.high[0, 2])
    result |= {"score_global_cv": float(scores[1]), "gain": float(scores[0] - scores[1])}
    if options["n_resamples"]:
        interval = paired_comparisons(statistic)[average].difference
        result["gain_low"] = float(interval.low[0, 2])
        result["gain_high"] = float(interval.high[0, 2])
        warn_unsure(statistic)
    result["score_on_same_rows"] = float(
        scores_of_columns(same.total(average), average, averaging)[2]
    )
    result["note"] = (
        "score_on_same_rows is optimistic: the thresholds were chosen on these rows; report "
        "score_cv."
    )
    return result


def scores_of_places(rows, places, label, values, average, averaging, zero_division, n_grid):
    """F1 at each place of one label's threshold, the others as they are: (n_grid,)."""
    levels, gold, weight = rows
    n, m = levels.shape
    predicted = levels > places
    predicted[:, label] = False
    example, of_gold = np.nonzero(gold)
    # What each gold label earns without the label in question, and with it.
    near = np.where(predicted[example], values[of_gold], 0)
    without = near.max(axis=1)
    more = np.maximum(values[of_gold, label] - without, 0)
    # What the label earns where it is predicted.
    credit = np.where(gold, values[label], 0).max(axis=1)
    level = levels[:, label]

    def from_above(amounts, at, size):
        """Sums (n_grid, size) of amounts of rows that reach each place, by ``at``."""
        cell = level_of * size + at
        sums = np.bincount(cell, amounts, minlength=(n_grid + 1) * size).reshape(-1, size)
        # A row of level k is predicted at the places 0 .. k - 1.
        return sums[::-1].cumsum(axis=0)[::-1][1:]

    level_of = level
    counts = AVERAGES[average].counts
    if counts == "examples":
        others = _credits_of_predicted(predicted, gold, values)
        number, gold_number = predicted.sum(axis=1), gold.sum(axis=1)
        earned = np.bincount(example, without, minlength=n)
        extra = np.bincount(example, more, minlength=n)
        out = _pointwise_f1(others, number, earned, gold_number, zero_division)
        into = _pointwise_f1(
            others + credit, number + 1, earned + extra, gold_number, zero_division
        )
        gains = from_above(weight * (into - out), 0, 1)[:, 0]
        return ((weight * out).sum() + gains) / weight.sum()
    columns = np.zeros((n_grid, 4, m))
    weight_of_predicted = np.where(predicted, weight[:, None], 0)
    columns[:, 1] = weight_of_predicted.sum(axis=0)
    for other in np.flatnonzero(columns[0, 1]):
        earns = np.where(gold, values[other], 0).max(axis=1)
        columns[:, 0, other] = (weight_of_predicted[:, other] * earns).sum()
    columns[:, 3] = (gold * weight[:, None]).sum(axis=0)
    columns[:, 2] = np.bincount(of_gold, weight[example] * without, minlength=m)
    columns[:, 0, label] = from_above(weight * credit, 0, 1)[:, 0]
    columns[:, 1, label] = from_above(weight, 0, 1)[:, 0]
    level_of = level[example]
    columns[:, 2] += from_above(weight[example] * more, of_gold, m)
    if counts == "totals":
        columns = columns.sum(axis=2)
    return scores_of_columns(columns, average, averaging)[:, 2]


def _credits_of_predicted(predicted, gold, values):
    """Sums over the predicted labels of what each earns, (n,)."""
    total = np.zeros(len(gold))
    for label in np.flatnonzero(predicted.any(axis=0)):
        total += predicted[:, label] * np.where(gold, values[label], 0).max(axis=1)
    return total


def _pointwise_f1(earned, number, gold_earned, gold_number, zero_division):
    f1 = harmonic_mean(divide(earned, number), divide(gold_earned, gold_number))
    return np.where((number == 0) & (gold_number == 0), zero_division, f1)


def _folds(codes, cv, seed):
    """The fold of each row; rows of a group are in one."""
    number = int(codes.max()) + 1
    if number < cv:
        raise ValueError(
            f"cv: {cv} folds need as many examples (or groups) at least; there are {number}"
        )
    order = np.random.default_rng([seed, 3]).permutation(number)
    fold = np.empty(number, np.int64)
    fold[order] = np.arange(number) % cv
    return fold[codes]


def _column_thresholds(thresholds, elsewhere, setting, width):
    """Thresholds of the columns of the scores; those of none-labels say nothing."""
    place = {name: index for index, name in enumerate(setting.space.labels)}
    return [
        float(thresholds[place[name]]) if name in place else float(elsewhere)
        for name in setting.space.names[:width]
    ]


def _members_table(sets, n_labels):
    """Label sets as a bool array (n, m)."""
    rows = np.repeat(np.arange(len(sets.offsets) - 1), np.diff(sets.offsets))
    table = np.zeros((len(sets.offsets) - 1, n_labels), bool)
    table[rows, sets.indices] = True
    return table


def _sets_of(members):
    """LabelSets of a bool array (n, m)."""
    rows, labels = np.nonzero(members)
    ends = np.cumsum(np.bincount(rows, minlength=len(members)))
    return LabelSets(labels.astype(np.int32), np.concatenate([[0], ends]))
