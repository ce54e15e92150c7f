"""Thresholds per label that are best for the average itself, and what they are worth on new data.

Labels are coupled: one that is predicted can be the nearest one of another's gold example. So each
threshold in turn is set to the best on the grid while the others stay (coordinate ascent), not each
label's own F1. Scores on the rows that thresholds were chosen on are optimistic; rows are
therefore scored with thresholds that were chosen without them (cross-validation).
"""

from typing import NamedTuple

import numpy as np

from ..inputs.configs import weighted_sets
from ..inputs.groups import group_codes
from ..inputs.number_rows import RawIndicators, sets_of_rows
from ..messages import expected, notices, warn
from ..scoring.averages import Averaging
from ..scoring.contributions import Contributions, scores_of_columns
from ..scoring.intervals import score_intervals
from ..scoring.results import averaging_of, check_table_size, one_average, statistic_under
from ..scoring.significance import paired_comparisons
from ..scoring.uncertainty import interval_fields, warn_unsure
from .statistics import finite_numbers

PASSES = 2  # Passes over all labels.
ENOUGH_ROWS = 1_000  # With fewer rows thresholds per label gain less than they lose.
_GAIN = 1e-12  # A change has to be worth more than rounding.


class Rows(NamedTuple):
    """Rows of scores, by how many thresholds of the grid they reach, and how they are scored."""

    levels: np.ndarray  # int (n, m), how many thresholds the score of a label reaches
    gold: np.ndarray  # bool (n, m)
    weight: np.ndarray  # (n,), relative to its mean
    values: np.ndarray  # the similarity (m, m)
    averaging: Averaging  # of one average
    zero_division: float
    n_grid: int

    def chosen(self, rows):
        """The rows where a bool array is true."""
        return Rows(*(values[rows] for values in self[:3]), *self[3:])

    def f1_of(self, columns):
        """F1 of columns of counts (..., 4) or (..., 4, m)."""
        (average,) = self.averaging.averages
        return scores_of_columns(columns, average, self.averaging)[..., 2]

    def contributions(self, predicted):
        """Contributions of predictions (n, m), bool, times the rows' weights."""
        kept = self.weight > 0
        sides = map(sets_of_rows, (predicted[kept], self.gold[kept]))
        kinds = {"zero_division": self.zero_division, "by_label": self.averaging.by_label}
        pairs = lambda a, b: self.values[a, b]  # noqa: E731
        examples = Contributions.of_sets(*sides, pairs, len(self.values), **kinds)
        return examples.weighted(self.weight[kept])

    def f1_at(self, places):
        """F1 of the predictions at the places."""
        examples = self.contributions(self.levels > places)
        return float(self.f1_of(examples.total(*self.averaging.averages)))


def check_grid(table, thresholds):
    """The thresholds to try; the default ones are refused for scores that are no probabilities."""
    if thresholds is None:
        grid = np.arange(5, 100, 5) / 100
        if table is not None and table.size and (table.min() < 0 or table.max() > 1):
            raise ValueError(
                f"probabilities: got scores from {table.min():.4g} to {table.max():.4g}; the "
                "default thresholds, .05 to .95, are for probabilities: pass thresholds=[...] in "
                "the range of your scores, or a sigmoid of logits"
            )
        return grid
    grid = finite_numbers("thresholds", thresholds)
    if len(grid) < 2 or not (np.diff(grid) > 0).all():
        raise expected("thresholds", "two finite numbers or more, in rising order", thresholds)
    return grid


def levels_of_scores(read, grid, setting_at):
    """Levels of all examples, as in Rows; label sets and setting of the last threshold."""
    levels = 0
    with notices() as texts:
        for threshold in grid.tolist():
            setting = setting_at(threshold)
            data = weighted_sets(*read, setting)
            levels = levels + _members_table(data.predictions, len(setting.space.labels))
    for text in dict.fromkeys(texts):
        warn(text)
    return levels.astype(np.int32), data, setting


def ascent(rows, places, passes=PASSES):
    """Places on the grid after coordinate ascent from those given, int (m,)."""
    m = rows.levels.shape[1]
    places = np.broadcast_to(places, m).copy()
    for _ in range(passes):
        before = places.copy()
        for label in range(m):
            scores = scores_of_places(rows, places, label)
            if scores.max() > scores[places[label]] + _GAIN:
                places[label] = first_best(scores)
        if (places == before).all():
            break
    return places


def best_global(rows):
    """The place of the best single threshold."""
    return first_best(np.array([rows.f1_at(place) for place in range(rows.n_grid)]))


def first_best(scores):
    """The place of the greatest score, the first of those that are equal except for rounding."""
    return int(np.argmax(scores >= scores.max() - _GAIN))


def mean_thresholds(grid, places):
    """Means over folds of thresholds (f, m), of their logarithms where all are above 0."""
    table = grid[places]
    means = np.exp(np.log(table).mean(axis=0)) if grid[0] > 0 else table.mean(axis=0)
    # The mean of equal ones is that one, to the last digit.
    return np.where((table == table[0]).all(axis=0), table[0], means)


def tuned(read, grid, setting_at, cv, per_label):
    """The dict of ``metric.tune_thresholds``."""
    levels, data, setting = levels_of_scores(read, grid, setting_at)
    options = setting.options
    average = one_average(options, "tune_thresholds")
    check_table_size("tune_thresholds", setting)
    n, m = levels.shape
    gold = _members_table(data.references, m)
    weight = np.ones(n) if data.weight is None else data.weight / data.weight.max()
    kept = weight > 0
    codes = np.arange(n) if options["groups"] is None else group_codes(options["groups"], n)
    fold = _folds(codes, cv, options["seed"])
    mask = setting.macro_mask
    if options["macro_labels"] == "present":
        mask = (gold[kept] | (levels[kept] > 0)).any(axis=0)
    averaging = averaging_of(setting, (average,), mask)
    scored = setting.similarity.values, averaging, options["zero_division"], len(grid)
    rows = Rows(levels, gold, weight / weight.mean(), *scored)
    if per_label and kept.sum() < ENOUGH_ROWS:
        few = f"{kept.sum():,} rows, fewer than {ENOUGH_ROWS:,}: thresholds per label gain little"
        safer = "one global threshold is safer (per_label=False)"
        warn(f"tune_thresholds: {few} from so few, and may lose; {safer}.")
    by_label, single = np.empty((cv, m), np.int64), np.empty((cv, 1), np.int64)
    for part in range(cv):
        others = rows.chosen(fold != part)
        single[part] = best_global(others)
        by_label[part] = ascent(others, single[part]) if per_label else single[part]
    whole = best_global(rows)
    thresholds = mean_thresholds(grid, by_label) if per_label else np.full(m, grid[whole])
    systems = [rows.contributions(levels > places[fold]) for places in (by_label, single)]
    groups = group_codes(options["groups"], n, kept)
    statistic = statistic_under(setting, systems, averaging, groups)
    # Thresholds of the columns of none-labels say nothing.
    of_label = dict.fromkeys(setting.space.names, grid[whole])
    of_label |= zip(setting.space.labels, thresholds, strict=True)
    columns = [float(of_label[name]) for name in setting.space.names[: read[0].width]]
    with notices():
        final = weighted_sets(*read, setting_at(tuple(columns))).predictions
    same = rows._replace(levels=_members_table(final, m))
    tuned_score, single_score = statistic.scores(average)[:, 2].tolist()
    result = {
        "thresholds": columns,
        "global_threshold": float(grid[whole]),
        "average": average,
        "cv": cv,
        "score_cv": tuned_score,
        "score_global_cv": single_score,
        "gain": tuned_score - single_score,
        "score_on_same_rows": same.f1_at(0),
        "note": "score_on_same_rows is optimistic: the thresholds were chosen on these rows; "
        "report score_cv.",
    }
    if options["n_resamples"]:
        intervals = {
            "score_cv": score_intervals(statistic)[average][0],
            "gain": paired_comparisons(statistic)[average].difference,
        }
        for key, (_, low, high) in intervals.items():
            result |= interval_fields(key, result[key], low[0, 2], high[0, 2])
        warn_unsure(statistic)
    return result


def scores_of_places(rows, places, label):
    """F1 at each place of one label's threshold, the others as they are: (n_grid,)."""
    levels, predicted = rows.levels[rows.weight > 0, label], rows.levels > places
    sums = []
    for held in (False, True):
        predicted[:, label] = held
        by_level = rows.contributions(predicted).summed(levels, rows.n_grid + 1)
        sums.append(by_level.columns(*rows.averaging.averages))
    # A row of level k has the label at the places 0 .. k - 1. Differences would lose small weights.
    without, having = sums[0][:-1].cumsum(axis=0), sums[1][:0:-1].cumsum(axis=0)[::-1]
    return rows.f1_of(without + having)


def _folds(codes, cv, seed):
    """The fold of each row; rows of a group are in one."""
    number = int(codes.max()) + 1
    if number < cv:
        raise ValueError(f"cv: {cv} folds need as many examples (or groups); there are {number}")
    order = np.random.default_rng([seed, 3]).permutation(number)
    fold = np.empty(number, np.int64)
    fold[order] = np.arange(number) % cv
    return fold[codes]


def _members_table(sets, n_labels):
    """Label sets as a bool array (n, m)."""
    return RawIndicators(n_labels, sets).ones(bool)
