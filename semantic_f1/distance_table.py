"""The tables of distances: what "soft" and "graded" rows are compared by, and how to read each.

Results, rankings, the command line, the Space and the documentation read these tables; they need
Python alone. The functions are in ``scoring/distributions.py`` and ``scoring/graded.py``.
"""

from math import log, sqrt
from typing import Literal, NamedTuple

from .name_table import NameTable


class Distance(NamedTuple):
    """A row of the tables.

    - ``lowest``, ``highest``: its range; None: no bound
    - ``better``: which values are better; None: neither
    - ``meaning``: a sentence for the Space; ``note``: what the command line adds to the range
    - ``formula``: with p and t of one label, or of all labels
    - ``options``: options of the metric that its function takes
    - ``needs_similarity``: whether it takes the cost 1 - S
    - ``by_example``: whether it is a mean over examples; else it is made of all of them
    - ``compared``: whether ``compare`` and ``rank`` take it
    - ``page``: its place in the Space's table; None: not there
    """

    name: str
    title: str
    highest: float | None
    better: Literal["lower", "higher"] | None
    meaning: str
    formula: str
    lowest: float | None = 0
    note: str = ""
    options: tuple[str, ...] = ()
    needs_similarity: bool = False
    by_example: bool = True
    compared: bool = True
    page: int | None = None

    def range_text(self, digits: int) -> str:
        """The range in words, its ends cut to some digits."""
        if self.highest is None:
            return f"{self.lowest:g} and more"
        highest = f"{self.highest:.{digits}f}" if self.highest % 1 else f"{self.highest:g}"
        return f"{self.lowest:g} to {highest}"

    @property
    def brief(self) -> str:
        """A line of the command line: range, which values are better, and what to know."""
        texts = [] if self.highest is None else [self.range_text(2)]
        texts += [f"{self.better} is better"] if self.better else []
        return "; ".join(filter(None, (", ".join(texts), self.note)))


SOFT_DISTANCES: NameTable[Distance] = NameTable(
    "distance",
    (
        Distance("cross_entropy", "Cross entropy", None, "lower",
                 "Lower is better. A perfect prediction has {}.",
                 "- sum of t log p, p raised to 1e-12", note="entropy of the gold labels at best",
                 options=("floor",), page=7),
        Distance("manhattan_distance", "Manhattan distance", 2, "lower",
                 "Lower is better. Twice the mass on wrong labels.", "sum of abs(p - t)", page=3),
        Distance("euclidean_distance", "Euclidean distance", sqrt(2), "lower",
                 "Lower is better. One large difference weighs more than many small.",
                 "square root of the sum of (p - t)^2", page=4),
        Distance("jensen_shannon_divergence", "Jensen-Shannon divergence", log(2), "lower",
                 "Lower is better. How far both are from the middle between them.",
                 "(KL(p, h) + KL(t, h)) / 2 with h = (p + t) / 2", page=6),
        Distance("jensen_shannon_distance", "Jensen-Shannon distance", sqrt(log(2)), "lower",
                 "Lower is better. In each example the root of the divergence.",
                 "square root of the divergence", page=5),
        Distance("target_entropy", "Entropy of gold rows", None, None, "Cross entropy at best.",
                 "- sum of t log t", note="of the gold rows: what cross entropy is at best",
                 compared=False),
        Distance("prediction_entropy", "Entropy of predictions", None, None,
                 "Uncertainty of the predictions.", "- sum of p log p",
                 note="how unsure the predictions are", compared=False),
        Distance("kl_divergence", "Kullback-Leibler divergence", None, None,
                 "Lower is better. Cross entropy less the entropy of the gold rows.",
                 "cross_entropy - target_entropy", note="cross_entropy - target_entropy",
                 compared=False),
        Distance("entropy_correlation", "Correlation of entropies", 1, None,
                 "Whether predictions are unsure where annotators disagree.",
                 "Pearson's r over the examples of both sides' entropies", lowest=-1,
                 note="unsure where people disagree?", by_example=False, compared=False),
        Distance("wasserstein_distance", "Wasserstein distance", 1, "lower",
                 "Lower is better. How far predicted mass must be moved; near labels are not far.",
                 "least cost of moving p to t at 1 - S", note="forgives near labels",
                 needs_similarity=True, page=2),
        Distance("wasserstein_score", "Wasserstein score", 1, "higher",
                 "Higher is better. 1 less the distance.", "1 - wasserstein_distance",
                 note="1 - wasserstein_distance", needs_similarity=True, page=1),
    ),
)  # fmt: skip
GRADED_DISTANCES: NameTable[Distance] = NameTable(
    "distance",
    (
        Distance("manhattan_distance", "Manhattan distance", 2, "lower",
                 "Mean over labels, whatever the similarity.",
                 "2 abs(p - t), the L1 distance of [1-p, p] and [1-t, t]"),
        Distance("binary_cross_entropy", "Binary cross entropy", None, "lower",
                 "Mean over labels, natural logarithm.",
                 "-t log p - (1-t) log(1-p), natural logarithm, p and 1-p raised to 1e-12",
                 options=("floor",)),
        Distance("jensen_shannon_divergence", "Jensen-Shannon divergence", log(2), "lower",
                 "Mean over labels, natural logarithm.",
                 "that of [1-p, p] and [1-t, t], natural logarithm"),
        Distance("entropy_correlation", "Correlation of entropies", 1, None,
                 "Whether a system is unsure where annotators disagree.",
                 "Pearson's r over the examples of the entropies of [1-p, p] and [1-t, t], "
                 "label by label, then the mean", lowest=-1, by_example=False),
    ),
)  # fmt: skip
# The distance that ranks by default; the one that sensitivity and calls with a similarity look at.
DEFAULT_MEASURE, MEASURE_OF_SIMILARITY = "cross_entropy", "wasserstein_score"
