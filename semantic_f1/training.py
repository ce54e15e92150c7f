"""Training and model selection: a scorer of scikit-learn, and counts over ranks."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from .messages import listed, short
from .pickling import reduced
from .result_table import row_of_key

if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Unpack

    from .option_types import Options, Rows
    from .result_types import Scores


class DistributedCounts:
    """Counts of the batches that this process has, scored over all ranks of ``torch.distributed``.

    The score is that of all examples of all ranks, digit for digit, not a mean of batches. Without
    a process group it is that of this process.

    Parameters
    ----------
    metric : SemanticF1 or Scorer, of any config
    group : None, all ranks, or a process group of ``torch.distributed``

    Examples
    --------
    >>> from semantic_f1 import Scorer
    >>> state = DistributedCounts(Scorer(similarity="plutchik"))
    >>> state.update([["anger"]], [["disgust"]])
    >>> state.update([["joy"]], [["joy", "love"]])
    >>> round(state.compute(n_examples=2)["semantic_f1"], 4)
    0.922
    """

    def __init__(self, metric: Any, group: Any = None) -> None:
        self.metric = metric
        self.group = group
        self.reset()

    def reset(self) -> None:
        """Forget what was counted."""
        self._counts = None

    def update(self, predictions: Rows, references: Rows, **options: Unpack[Options]) -> None:
        """Count a batch; nothing is exchanged.

        Parameters
        ----------
        predictions, references : as for ``metric.counts``; tensors may be on any device
        **options : those of ``metric.counts``
        """
        batch = self.metric.counts(predictions, references, **options)
        self._counts = batch if self._counts is None else self._counts + batch

    def compute(self, n_examples: int | None = None, **options: Unpack[Options]) -> Scores:
        """The scores of the examples of all ranks, on every rank; each rank has to call it.

        Counts stay until :meth:`reset`.

        Parameters
        ----------
        n_examples : None, or int, the examples of the data set. ``DistributedSampler`` repeats
            some so that all ranks have as many, and each repeated example would count twice
        **options : those of ``metric.compute``

        Returns
        -------
        dict, as ``metric.compute(counts=...)`` gives it

        Raises
        ------
        ValueError
            if no rank counted an example, if ``n_examples`` is not their number, or if there are
            several processes (``WORLD_SIZE``) and no process group
        """
        parts = [part for part in self._of_ranks() if part is not None]
        if not parts:
            raise ValueError("compute: there is nothing to score; call update first")
        total = sum(parts[1:], parts[0])
        if n_examples is not None and len(total) != n_examples:
            counted = f"and all ranks together counted {len(total):,}"
            raise ValueError(
                f"n_examples: expected {n_examples:,}, {counted}; give each example to one rank "
                "only (DistributedSampler repeats some), and reset() before another round"
            )
        return self.metric.compute(counts=total, **options)

    def _of_ranks(self):
        """Counts of each rank, None of those without a batch."""
        # Only what was imported can have a process group.
        distributed = sys.modules.get("torch.distributed")
        if distributed and distributed.is_available() and distributed.is_initialized():
            parts = [None] * distributed.get_world_size(self.group)
            distributed.all_gather_object(parts, self._counts, group=self.group)
            return parts
        if os.environ.get("WORLD_SIZE", "1") != "1":
            raise ValueError(
                f"WORLD_SIZE is {short(os.environ['WORLD_SIZE'])} and there is no process group; "
                "call torch.distributed.init_process_group first"
            )
        return [self._counts]


class ScoreOfArrays:
    """A score as ``sklearn.metrics.make_scorer`` takes it: gold labels first."""

    def __init__(self, metric, key):
        self.metric, self.key = metric, key
        # The name of the score in what scikit-learn prints.
        self.__name__ = key

    def __reduce__(self):
        return reduced(ScoreOfArrays, (self.metric, self.key))

    def __call__(self, references, predictions, **options):
        if hasattr(references, "iloc") and hasattr(references, "columns"):
            # A model fitted on a DataFrame predicts an array in the order of its columns.
            predictions = type(references)(
                predictions, index=references.index, columns=references.columns
            )
        result = self.metric.compute(predictions, references, **options)
        score = result.get(self.key)
        if not isinstance(score, float):
            numbers = [name for name, value in result.items() if isinstance(value, float)]
            raise ValueError(
                f"score: {short(self.key)} is no number of the result; there is {listed(numbers)}"
            )
        return score


def sklearn_scorer(metric, key):
    """A scorer of scikit-learn for one key of the metric's result."""
    try:
        from sklearn.metrics import make_scorer
    except ImportError:
        text = "as_sklearn_scorer needs scikit-learn: pip install scikit-learn"
        raise ImportError(text) from None
    try:
        better = row_of_key(key, metric.config_name).better
    except (TypeError, ValueError):
        raise ValueError(f"score: expected a key of compute's result; got {short(key)}") from None
    if better is None:
        raise ValueError(f"score: of {short(key)} neither high nor low is better")
    return make_scorer(ScoreOfArrays(metric, key), greater_is_better=better == "higher")
