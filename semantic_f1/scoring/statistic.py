"""A statistic: scores of systems on the same examples, as functions of sums over what is drawn.

Intervals, tests, ranks, sensitivity, sample sizes and thresholds take one, whatever is scored:
averages of counts, or means of other values of examples (distances, other scores).
"""

from itertools import combinations

import numpy as np

from .bootstrap import resampled_columns, smoothers_of
from .contributions import scores_of_columns, standard_errors
from .student_t import df_and_tail_share

# Five units need 2,000 resamples for one to lie beyond the end of a 95% interval; they cost little.
FEW_UNITS, MOST_RESAMPLES_OF_FEW = 10, 20_000


class Statistic:
    """Scores of systems on the same examples, and how these are resampled.

    ``examples`` and ``units`` are Contributions of each system, of examples and of what is drawn,
    these or ``groups`` of them; ``n`` units leave ``df`` degrees of freedom. A ``share`` of
    resamples lies beyond each end; of few units ``enough`` of them are more than were asked for.
    """

    # The value that a score of 0 stands for, and from there to that of 1.
    least, scale = 0.0, 1.0
    # Sizes of each system's imaginary example, once they are asked for.
    imaginary = None

    def __init__(
        self,
        examples,
        averaging,
        groups=None,
        *,
        keys=None,
        labels=(),
        n_resamples=1000,
        confidence_level=0.95,
        seed=0,
    ):
        self.examples, self.averaging, self.groups = examples, averaging, groups
        self.keys, self.labels, self.n_resamples = keys, labels, n_resamples
        self.confidence_level, self.seed, self._errors = confidence_level, seed, {}
        self.units = [each.grouped(groups) for each in examples]
        self.n = self.units[0].n_units
        self.in_groups = self.n < examples[0].n_units
        weight = self.units[0].points[:, -1]
        self.df, self.share = df_and_tail_share(confidence_level, weight, self.in_groups)
        self.pairs = np.array(list(combinations(range(len(examples)), 2)))
        self.enough = enough_resamples(n_resamples, self.share, self.df + 1)

    @property
    def choices(self):
        """Averaging of each system."""
        return self.averaging.of_each(len(self.units))

    def totals(self, average):
        """Columns of each system, of all units together."""
        return [each.total(average) for each in self.units]

    def scores(self, average, totals=None):
        """Precision, recall and F1 of each system: (S, 3), or (S, 3, m) for average None."""
        totals = totals or self.totals(average)
        of_systems = zip(totals, self.choices, strict=True)
        return np.stack([scores_of_columns(x, average, own) for x, own in of_systems])

    def errors(self, average, paired=False):
        """Standard errors of these, or of the differences of all pairs."""
        if (average, paired) not in self._errors:
            pairs = self.pairs if paired else None
            errors = standard_errors(self.units, average, self.choices, pairs)
            self._errors[average, paired] = errors
        return self._errors[average, paired]

    def estimates(self, average):
        """Columns of each system, their scores and standard errors."""
        totals = self.totals(average)
        return totals, self.scores(average, totals), self.errors(average)

    def smoothers(self, average, shapes, streams):
        """Smoother of each system, each with its shapes and its stream."""
        return smoothers_of(self, average, self.errors(average), shapes, streams)

    def resampled(self, averages, number, seed):
        """Columns of resamples of all systems' units, as ``resampled_columns`` yields them."""
        return resampled_columns(self.units, averages, number, seed)


def enough_resamples(n_resamples, share, n):
    """As many resamples as were asked for; of few units more, so that some lie in the tails."""
    if n_resamples and n < FEW_UNITS and share > 0:
        return max(n_resamples, min(int(np.ceil(2 / share)), MOST_RESAMPLES_OF_FEW))
    return n_resamples
