"""Intervals and differences of a statistic under the keys of its scores, and means as statistics.

The mean of a distance, or of another score of examples, is a score of average "samples" once its
range is taken for 0 to 1.
"""

from functools import partial

import numpy as np

from ..average_table import AVERAGES
from ..inputs.configs import weights_of
from ..inputs.groups import group_codes
from ..messages import FEW, cut_list, few_units, no_spread, unresolved, warn
from ..ratios import SCORE_TIE, divide
from .contributions import Contributions
from .intervals import MEANS, score_intervals
from .significance import paired_comparisons
from .statistic import Statistic


def interval_entries(statistic, warned=True):
    """Of each system a dict of key -> ends of its interval and standard error."""
    entries = [{} for _ in statistic.units]
    for average, (interval, errors) in score_intervals(statistic).items():
        for system, entry in enumerate(entries):
            for place, key in enumerate(statistic.keys[average]):
                entry[key] = tuple(x[system, place] for x in (*interval[1:], errors))
    if warned:
        warn_unsure(statistic)
        still = [key for key, ends in entries[0].items() if np.any(ends[0] == ends[1])]
        if still and statistic.n > 1:
            warn(no_spread(still))
    return entries


def interval_results(statistic, result, warned=True):
    """The scores of one system out of a ``result``, each with its interval behind it."""
    (entries,), found = interval_entries(statistic, warned), {}
    for key, score in result.items():
        if key in entries:
            found |= {key: score, **interval_fields(key, score, *entries[key])}
    return found


def interval_fields(key, score, low, high, error=None):
    """Ends of an interval, never beyond the score by rounding, and the error under their keys."""
    ends = {f"{key}_low": np.minimum(low, score), f"{key}_high": np.maximum(high, score)}
    ends = {name: end.tolist() for name, end in ends.items()}
    return ends if error is None else {**ends, f"{key}_standard_error": plain_numbers(error)}


def plain_numbers(values):
    """Floats, or lists of them; None if there is no number."""
    if np.ndim(values):
        return [plain_numbers(value) for value in values]
    return None if np.isnan(values) else float(values)


def difference_columns(scores, comparison=None):
    """Suffix of a key -> difference of two systems' scores, both, and a Comparison's first pair."""
    difference = np.asarray(scores[0] - scores[1])
    difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
    columns = {"": difference, "_a": scores[0], "_b": scores[1]}
    if comparison is not None:
        _, low, high = (x[0] for x in comparison.difference)
        columns |= {"_low": np.minimum(low, difference), "_high": np.maximum(high, difference)}
        columns["_standard_error"] = comparison.standard_error[0]
        columns["_p_value"] = comparison.p_value[0]
    return columns


def keyed_columns(keys, columns, places=None):
    """Columns, suffix -> values of each key, under their keys; ``places``: the order of keys."""
    return {
        keys[place] + suffix: plain_numbers(values[place])
        for place in places or range(len(keys))
        for suffix, values in columns.items()
    }


def difference_key(key, what):
    """The key of a difference, "human_difference" say, next to one of F1."""
    return key.replace("semantic_f1", what, 1)


def difference_results(statistic, result, what):
    """Interval, error and p-value of the difference in F1, under its :func:`difference_key`."""
    entries = {}
    for average, comparison in paired_comparisons(statistic).items():
        key = difference_key(statistic.keys[average][2], what)
        parts = (*comparison.difference[1:], comparison.standard_error)
        entries |= interval_fields(key, result[key], *(part[0, 2] for part in parts))
        entries[f"{key}_p_value"] = plain_numbers(comparison.p_value[0, 2])
    return entries


def warn_unsure(statistic):
    """Warn if intervals and tests are hard to interpret."""
    systems, groups, averages = statistic.examples, statistic.groups, statistic.averaging.averages
    weights = systems[0].points[:, -1]
    if groups is not None:
        # Groups of uneven sizes count as groups; weights that differ between them tell.
        weights = divide(np.bincount(groups, weights), np.bincount(groups))
    effective = weights.sum() ** 2 / (weights**2).sum()
    texts = [few_units(len(weights), groups is not None, effective=effective)]
    if any(AVERAGES[average].macro or average is None for average in averages):
        mask, m = statistic.averaging.macro_mask, systems[0].n_labels
        concerned = np.ones(m, bool) if None in averages or mask is None else mask
        used = sum(np.bincount(x.predicted.label, minlength=m) for x in systems) > 0
        gold = systems[0].gold
        weight, squares = (np.bincount(gold.label, gold.weight**k, minlength=m) for k in (1, 2))
        # Of uneven weights fewer examples count (Kish's effective number).
        rare = (divide(weight**2, squares) < FEW - 1e-9) & (used | (weight > 0)) & concerned
        if rare.any():
            names = [statistic.labels[i] for i in np.flatnonzero(rare)]
            known = "intervals are wide on purpose, and macro assumes that they are like the other "
            known += "labels"
            if len(systems) > 1 and any(AVERAGES[average].macro for average in averages):
                known = "differences are taken to be near 0; prefer micro, or macro_labels=[...], "
                known += "those with more"
            s = "s" * (len(names) != 1)
            few = f"{len(names)} label{s} with fewer than {FEW} gold examples ({cut_list(names)})"
            texts.append(f"intervals: {few}: their {known}.")
    texts.append(unresolved(statistic.n_resamples, statistic.confidence_level))
    for text in filter(None, texts):
        warn(text)


class MeanStatistic(Statistic):
    """Means of named values of examples; those of weight 0 are none.

    ``values``: of each system a dict of name -> (n,). ``ranges``: name -> (least, greatest); a name
    that is missing has no bound, and reaches from 0 to the greatest value seen.
    """

    def __init__(self, values, ranges, setting):
        self.values, self.names = values, list(values[0])
        n = len(values[0][self.names[0]])
        self.weight = weights_of(n, setting)
        self.kept = np.ones(n, bool) if self.weight is None else self.weight > 0
        tables = [np.stack(list(of_system.values()), axis=1) for of_system in values]
        seen = np.max([table.max(axis=0) for table in tables], axis=0)
        bounds = [ranges.get(name, (0, most)) for name, most in zip(self.names, seen, strict=True)]
        least, greatest = np.transpose(bounds).astype(np.float64)
        scale = np.maximum(greatest - least, 1e-300)
        systems = [Contributions.of_scores((table - least) / scale) for table in tables]
        if self.weight is not None:
            kept = self.weight[self.kept]
            systems = [system.chosen(self.kept).weighted(kept) for system in systems]
        groups = group_codes(setting.options["groups"], n, self.kept)
        super().__init__(systems, MEANS, groups, keys={"samples": self.names}, **setting.resampling)
        self.least, self.scale = least, scale
        for place, name in enumerate(self.names):
            above = max(int(np.count_nonzero(x.points[:, place])) for x in self.examples)
            if name not in ranges and 0 < above < FEW <= self.examples[0].n_units:
                few = f"{above} row{'s' * (above != 1)}, fewer than {FEW}, lie above 0"
                warn(
                    f"intervals: {name} has no greatest value, and {few}: its interval may be far "
                    "too narrow."
                )

    def compared(self, test="auto"):
        """Comparison of the systems."""
        found = paired_comparisons(self, test)["samples"]
        warn_unsure(self)
        interval = found.difference
        still = (interval.low == interval.high).any(axis=0)
        if still.any() and self.n > 1:
            names = [self.names[place] for place in np.flatnonzero(still)]
            warn(no_spread([f"the difference of {name}" for name in names]))
        return found

    def differences(self, test="auto"):
        """Name -> its difference, the means of both, interval, standard error and p-value."""
        average = partial(np.average, weights=self.weight)
        means = [np.array(list(map(average, of_system.values()))) for of_system in self.values]
        comparison = self.compared(test) if self.n_resamples else None
        return keyed_columns(self.names, difference_columns(means, comparison))


def ranges_of(table):
    """Name -> (least, greatest) of the rows of a table of distances that have a greatest value."""
    rows = table.items()
    return {name: (row.lowest, row.highest) for name, row in rows if row.highest is not None}
