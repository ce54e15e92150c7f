"""Means over the examples of other values than Semantic F1: distances and other scores.

Their intervals, tests and ranks are those of average "samples", once a value's range is taken for
0 to 1: a mean is a statistic like any other, and needs no separate code.
"""

import numpy as np

from ..inputs.configs import weights_of
from ..inputs.groups import group_codes
from ..messages import FEW, no_spread, unbounded, warn
from .contributions import Contributions
from .intervals import MEANS, score_intervals
from .results import interval_fields, plain_numbers, warn_unsure
from .significance import paired_comparisons


def resampling_of(options):
    """Options of intervals and tests, except the groups."""
    return {key: options[key] for key in ("n_resamples", "confidence_level", "seed")}


def examples_of_values(tables, setting, weight=None):
    """Contributions of values (n, k) in [0, 1] of one system or several, and the groups.

    Examples of weight 0, that of the setting unless one is given, are none.
    """
    n, groups, kept = len(tables[0]), setting.options["groups"], None
    systems = [Contributions.of_scores(table) for table in tables]
    weight = weights_of(n, setting) if weight is None else weight
    if weight is not None:
        kept = weight > 0
        systems = [system.chosen(kept).weighted(weight[kept]) for system in systems]
    return systems, None if groups is None else group_codes(groups, n, kept)


def ranges_of(table):
    """Name -> (least, greatest) of the rows of a table of distances that have a greatest value."""
    rows = table.items()
    return {name: (row.lowest, row.highest) for name, row in rows if row.highest is not None}


class MeanStatistic:
    """Means of named values of examples, and the ranges that they have.

    ``values``: of each system a dict of name -> (n,). ``ranges``: name -> (least, greatest); a name
    that is missing has no bound, and reaches from 0 to the greatest value seen.
    """

    def __init__(self, values, ranges, setting, weight=None):
        self.values, self.setting, self.names = values, setting, list(values[0])
        n = len(values[0][self.names[0]])
        self.weight = weights_of(n, setting) if weight is None else weight
        self.kept = np.ones(n, bool) if self.weight is None else self.weight > 0
        tables = [np.stack(list(of_system.values()), axis=1) for of_system in values]
        seen = np.max([table.max(axis=0) for table in tables], axis=0)
        bounds = [ranges.get(name, (0, most)) for name, most in zip(self.names, seen, strict=True)]
        self.least, greatest = np.transpose(bounds).astype(np.float64)
        self.scale = np.maximum(greatest - self.least, 1e-300)
        scaled = [(table - self.least) / self.scale for table in tables]
        self.systems, self.groups = examples_of_values(scaled, setting, self.weight)
        for place, name in enumerate(self.names):
            above = np.max([np.count_nonzero(x.points[:, place]) for x in self.systems])
            if name not in ranges and 0 < above < FEW <= self.systems[0].n_units:
                warn(unbounded(name, int(above)))

    @property
    def n_units(self):
        """Number of examples or groups that are drawn."""
        return self.systems[0].grouped(self.groups).n_units

    def intervals(self, means):
        """Ends of the intervals and standard errors under their keys; ``means``: name -> mean."""
        options = resampling_of(self.setting.options)
        found = score_intervals(self.systems[0], MEANS, groups=self.groups, **options)["samples"]
        self._warn(found.interval)
        entries = {}
        for place, name in enumerate(self.names):
            low, high = (self.least[place] + self.scale[place] * x[place] for x in found[0][1:])
            error = self.scale[place] * found.standard_error[place]
            entries |= interval_fields(name, means[name], low, high, error)
        return entries

    def compared(self, test="auto"):
        """Paired comparison of the systems, in the units of each value."""
        options = resampling_of(self.setting.options)
        found = paired_comparisons(self.systems, MEANS, groups=self.groups, test=test, **options)[
            "samples"
        ]
        self._warn(found.difference, "the difference of ")
        return found._replace(
            scores=self.least + self.scale * found.scores,
            difference=type(found.difference)(*(self.scale * end for end in found.difference)),
            standard_error=self.scale * found.standard_error,
        )

    def differences(self, test="auto"):
        """Name -> its difference, the means of both, interval, standard error and p-value."""
        means = [
            np.array([np.average(of_system[name], weights=self.weight) for name in self.names])
            for of_system in self.values
        ]
        columns = {"": means[0] - means[1], "_a": means[0], "_b": means[1]}
        if self.setting.options["n_resamples"]:
            found = self.compared(test)
            columns |= {
                "_low": found.difference.low[0],
                "_high": found.difference.high[0],
                "_standard_error": found.standard_error[0],
                "_p_value": found.p_value[0],
            }
        return {
            name + suffix: plain_numbers(values[place])
            for place, name in enumerate(self.names)
            for suffix, values in columns.items()
        }

    def _warn(self, interval, prefix=""):
        warn_unsure(self.systems, self.groups, self.setting, MEANS.averages, None)
        still = (interval.low == interval.high).reshape(-1, len(self.names)).any(axis=0)
        text = no_spread([prefix + self.names[place] for place in np.flatnonzero(still)])
        if text and self.n_units > 1:
            warn(text)
