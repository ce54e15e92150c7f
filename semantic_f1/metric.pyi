"""Types of the metric, made by tools/make_stubs.py: do not edit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, TypedDict, overload

import evaluate
import numpy
import pandas

from .scoring.partial_counts import PartialCounts
from .similarities import Similarities
from .version import __version__ as __version__

Average = Literal["samples", "micro", "macro", "weighted"] | None
Correlation = Literal["pearson", "spearman", "kendall", "ccc"]
Config = Literal["default", "multilabel", "annotators", "soft", "graded", "points"]
# Lists, arrays, Series, Arrow arrays, columns of data sets, tensors.
Rows = Any

class Scores(dict[str, Any]):
    """Scores of compute; further keys depend on the config and its options."""

    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1",
            "semantic_f1_low",
            "semantic_f1_high",
            "semantic_precision",
            "semantic_precision_low",
            "semantic_precision_high",
            "semantic_recall",
            "semantic_recall_low",
            "semantic_recall_high",
            "human_f1",
            "human_precision",
            "human_recall",
            "system_f1",
            "system_precision",
            "system_recall",
            "human_difference",
        ],
        /,
    ) -> Any: ...
    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1_samples",
            "semantic_f1_samples_low",
            "semantic_f1_samples_high",
            "semantic_f1_micro",
            "semantic_f1_micro_low",
            "semantic_f1_micro_high",
            "semantic_f1_macro",
            "semantic_f1_macro_low",
            "semantic_f1_macro_high",
            "semantic_f1_weighted",
            "semantic_f1_weighted_low",
            "semantic_f1_weighted_high",
            "semantic_precision_samples",
            "semantic_precision_samples_low",
            "semantic_precision_samples_high",
            "semantic_precision_micro",
            "semantic_precision_micro_low",
            "semantic_precision_micro_high",
            "semantic_precision_macro",
            "semantic_precision_macro_low",
            "semantic_precision_macro_high",
            "semantic_precision_weighted",
            "semantic_precision_weighted_low",
            "semantic_precision_weighted_high",
            "semantic_recall_samples",
            "semantic_recall_samples_low",
            "semantic_recall_samples_high",
            "semantic_recall_micro",
            "semantic_recall_micro_low",
            "semantic_recall_micro_high",
            "semantic_recall_macro",
            "semantic_recall_macro_low",
            "semantic_recall_macro_high",
            "semantic_recall_weighted",
            "semantic_recall_weighted_low",
            "semantic_recall_weighted_high",
            "cross_entropy",
            "manhattan_distance",
            "euclidean_distance",
            "jensen_shannon_divergence",
            "jensen_shannon_distance",
            "target_entropy",
            "prediction_entropy",
            "kl_divergence",
            "entropy_correlation",
            "wasserstein_distance",
            "wasserstein_score",
        ],
        /,
    ) -> float: ...
    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1_per_label",
            "semantic_f1_per_label_low",
            "semantic_f1_per_label_high",
            "semantic_precision_per_label",
            "semantic_precision_per_label_low",
            "semantic_precision_per_label_high",
            "semantic_recall_per_label",
            "semantic_recall_per_label_low",
            "semantic_recall_per_label_high",
            "support",
        ],
        /,
    ) -> list[float]: ...
    @overload
    def __getitem__(self, key: Literal["labels", "annotators"], /) -> list[str]: ...
    @overload
    def __getitem__(self, key: Literal["n_by_annotator"], /) -> list[int]: ...
    @overload
    def __getitem__(self, key: Literal["n_human"], /) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Comparison(dict[str, Any]):
    """Differences of two systems, the first less the second, and their tests."""

    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1",
            "semantic_f1_a",
            "semantic_f1_b",
            "semantic_f1_low",
            "semantic_f1_high",
            "semantic_f1_p_value",
            "semantic_precision",
            "semantic_precision_a",
            "semantic_precision_b",
            "semantic_precision_low",
            "semantic_precision_high",
            "semantic_precision_p_value",
            "semantic_recall",
            "semantic_recall_a",
            "semantic_recall_b",
            "semantic_recall_low",
            "semantic_recall_high",
            "semantic_recall_p_value",
        ],
        /,
    ) -> Any: ...
    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1_samples",
            "semantic_f1_samples_a",
            "semantic_f1_samples_b",
            "semantic_f1_samples_low",
            "semantic_f1_samples_high",
            "semantic_f1_samples_p_value",
            "semantic_f1_micro",
            "semantic_f1_micro_a",
            "semantic_f1_micro_b",
            "semantic_f1_micro_low",
            "semantic_f1_micro_high",
            "semantic_f1_micro_p_value",
            "semantic_f1_macro",
            "semantic_f1_macro_a",
            "semantic_f1_macro_b",
            "semantic_f1_macro_low",
            "semantic_f1_macro_high",
            "semantic_f1_macro_p_value",
            "semantic_f1_weighted",
            "semantic_f1_weighted_a",
            "semantic_f1_weighted_b",
            "semantic_f1_weighted_low",
            "semantic_f1_weighted_high",
            "semantic_f1_weighted_p_value",
            "semantic_precision_samples",
            "semantic_precision_samples_a",
            "semantic_precision_samples_b",
            "semantic_precision_samples_low",
            "semantic_precision_samples_high",
            "semantic_precision_samples_p_value",
            "semantic_precision_micro",
            "semantic_precision_micro_a",
            "semantic_precision_micro_b",
            "semantic_precision_micro_low",
            "semantic_precision_micro_high",
            "semantic_precision_micro_p_value",
            "semantic_precision_macro",
            "semantic_precision_macro_a",
            "semantic_precision_macro_b",
            "semantic_precision_macro_low",
            "semantic_precision_macro_high",
            "semantic_precision_macro_p_value",
            "semantic_precision_weighted",
            "semantic_precision_weighted_a",
            "semantic_precision_weighted_b",
            "semantic_precision_weighted_low",
            "semantic_precision_weighted_high",
            "semantic_precision_weighted_p_value",
            "semantic_recall_samples",
            "semantic_recall_samples_a",
            "semantic_recall_samples_b",
            "semantic_recall_samples_low",
            "semantic_recall_samples_high",
            "semantic_recall_samples_p_value",
            "semantic_recall_micro",
            "semantic_recall_micro_a",
            "semantic_recall_micro_b",
            "semantic_recall_micro_low",
            "semantic_recall_micro_high",
            "semantic_recall_micro_p_value",
            "semantic_recall_macro",
            "semantic_recall_macro_a",
            "semantic_recall_macro_b",
            "semantic_recall_macro_low",
            "semantic_recall_macro_high",
            "semantic_recall_macro_p_value",
            "semantic_recall_weighted",
            "semantic_recall_weighted_a",
            "semantic_recall_weighted_b",
            "semantic_recall_weighted_low",
            "semantic_recall_weighted_high",
            "semantic_recall_weighted_p_value",
        ],
        /,
    ) -> float: ...
    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1_p_adjusted", "semantic_precision_p_adjusted", "semantic_recall_p_adjusted"
        ],
        /,
    ) -> list[float]: ...
    @overload
    def __getitem__(self, key: Literal["test", "adjustment"], /) -> str: ...
    @overload
    def __getitem__(self, key: Literal["n_units", "wins", "ties", "losses"], /) -> int: ...
    @overload
    def __getitem__(
        self, key: Literal["label_wins", "label_ties", "label_losses"], /
    ) -> list[int]: ...
    @overload
    def __getitem__(self, key: Literal["labels"], /) -> list[str]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class SideBySide(TypedDict):
    """Semantic scores, and those of hard F1."""

    semantic: Scores
    hard: Scores

class PrecisionRecallF1(TypedDict):
    """Precision, recall and F1."""

    precision: float
    recall: float
    f1: float

class Averaged(TypedDict):
    """Averaged scores; other scores than Semantic F1 have no precision and recall."""

    precision: float | None
    recall: float | None
    f1: float

class AverageRow(TypedDict):
    """An average's row of a report: semantic and hard."""

    semantic: Averaged
    hard: Averaged

class LabelRow(TypedDict):
    """A label's row of a report."""

    label: str
    predicted: float
    support: float
    semantic: PrecisionRecallF1
    hard: PrecisionRecallF1

class MacroGap(TypedDict):
    """F1 of averages less averaged F1."""

    difference: float
    lemma: float

class Report(dict[str, Any]):
    """A report as a dict."""

    @overload
    def __getitem__(self, key: Literal["rows"], /) -> list[LabelRow]: ...
    @overload
    def __getitem__(self, key: Literal["averages"], /) -> dict[str, AverageRow]: ...
    @overload
    def __getitem__(self, key: Literal["macro_gap"], /) -> dict[str, MacroGap]: ...
    @overload
    def __getitem__(self, key: Literal["signature"], /) -> str: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Match(dict[str, Any]):
    """A label, or in config points a point, and its best match on the other side."""

    @overload
    def __getitem__(self, key: Literal["label"], /) -> str: ...
    @overload
    def __getitem__(self, key: Literal["best_match"], /) -> Any: ...
    @overload
    def __getitem__(self, key: Literal["similarity"], /) -> float: ...
    @overload
    def __getitem__(self, key: Literal["ties"], /) -> list[Any]: ...
    @overload
    def __getitem__(self, key: Literal["point"], /) -> list[float]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Explanation(dict[str, Any]):
    """Who matched whom in an example; by_annotator where it has several gold sets."""

    @overload
    def __getitem__(
        self, key: Literal["semantic_f1", "semantic_precision", "semantic_recall"], /
    ) -> float: ...
    @overload
    def __getitem__(self, key: Literal["predictions", "references"], /) -> list[Match]: ...
    @overload
    def __getitem__(self, key: Literal["by_annotator"], /) -> list[Explanation]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Confusion(dict[str, Any]):
    """Tables of best matches, and of single labels the confusion matrix and its metrics."""

    @overload
    def __getitem__(self, key: Literal["labels"], /) -> list[str]: ...
    @overload
    def __getitem__(self, key: Literal["predicted", "gold", "matrix"], /) -> list[list[float]]: ...
    @overload
    def __getitem__(self, key: Literal["metrics"], /) -> dict[str, float]: ...
    @overload
    def __getitem__(self, key: Literal["calibrated"], /) -> dict[str, float] | None: ...
    @overload
    def __getitem__(self, key: Literal["per_class"], /) -> dict[str, list[float]]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Hierarchical(TypedDict):
    """Hierarchical precision, recall and F1 (Kiritchenko et al.), beside the semantic ones."""

    semantic_f1: float
    semantic_precision: float
    semantic_recall: float
    hierarchical_precision: float
    hierarchical_precision_samples: float
    hierarchical_recall: float
    hierarchical_recall_samples: float
    hierarchical_f1: float
    hierarchical_f1_samples: float

class SetRelatedness(TypedDict):
    """Hauff's relatedness of sets."""

    set_relatedness: float
    set_relatedness_by_example: list[float]

class Place(dict[str, Any]):
    """A system's place in a ranking."""

    @overload
    def __getitem__(self, key: Literal["system"], /) -> str: ...
    @overload
    def __getitem__(
        self, key: Literal["semantic_f1", "semantic_precision", "semantic_recall", "rank"], /
    ) -> float: ...
    @overload
    def __getitem__(self, key: Literal["rank_low", "rank_high"], /) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class PairOfSystems(TypedDict):
    """The difference of two ranked systems."""

    a: str
    b: str
    difference: float
    low: float
    high: float
    standard_error: float
    p_value: float
    p_adjusted: float

class Ranking(dict[str, Any]):
    """Systems, best first, with the places that they may have."""

    @overload
    def __getitem__(self, key: Literal["ranking"], /) -> list[Place]: ...
    @overload
    def __getitem__(self, key: Literal["pairs"], /) -> list[PairOfSystems]: ...
    @overload
    def __getitem__(self, key: Literal["best"], /) -> list[str]: ...
    @overload
    def __getitem__(self, key: Literal["test", "adjustment", "measure"], /) -> str: ...
    @overload
    def __getitem__(self, key: Literal["n_units"], /) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Alternative(TypedDict):
    """Scores under one of several similarities."""

    name: str
    note: str
    scores: dict[str, float]
    ranks: dict[str, float]
    kendall_tau: float
    spearman: float

class Interaction(TypedDict):
    """A pair of systems under the first and under another similarity."""

    alternative: str
    a: str
    b: str
    kind: str
    first: float
    first_low: float
    first_high: float
    difference: float
    low: float
    high: float
    interaction: float
    interaction_low: float
    interaction_high: float

class Noise(TypedDict):
    """How often the order of systems survives noise in the similarity."""

    alpha: float
    same_order: float
    n_draws: int

class Sensitivity(dict[str, Any]):
    """Whether the similarity decides the order of systems."""

    @overload
    def __getitem__(self, key: Literal["average", "verdict", "kind"], /) -> str: ...
    @overload
    def __getitem__(self, key: Literal["n_needed"], /) -> int | None: ...
    @overload
    def __getitem__(self, key: Literal["remarks"], /) -> list[str]: ...
    @overload
    def __getitem__(self, key: Literal["alternatives"], /) -> list[Alternative]: ...
    @overload
    def __getitem__(self, key: Literal["pairs"], /) -> list[Interaction]: ...
    @overload
    def __getitem__(self, key: Literal["noise"], /) -> list[Noise]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class SampleSize(TypedDict):
    """How many examples, or groups, find a difference."""

    n: int
    n_units: int
    units: str
    score: str
    average: str
    standard_deviation: float
    detectable_effect: float
    effect: float
    power: float
    alpha: float

class BestThreshold(TypedDict):
    """A threshold and its score."""

    threshold: float
    score: float

class ThresholdCurve(dict[str, Any]):
    """F1 over thresholds, a list for each average."""

    @overload
    def __getitem__(
        self,
        key: Literal[
            "thresholds",
            "semantic_f1",
            "semantic_f1_samples",
            "semantic_f1_micro",
            "semantic_f1_macro",
            "semantic_f1_weighted",
            "hard_f1",
            "hard_f1_samples",
            "hard_f1_micro",
            "hard_f1_macro",
            "hard_f1_weighted",
        ],
        /,
    ) -> list[float]: ...
    @overload
    def __getitem__(self, key: Literal["best"], /) -> dict[str, BestThreshold]: ...
    @overload
    def __getitem__(self, key: Literal["monotonicity", "smoothness"], /) -> dict[str, float]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class TunedThresholds(dict[str, Any]):
    """Thresholds, one a label, and what they gain on rows that they were not chosen on."""

    @overload
    def __getitem__(self, key: Literal["thresholds"], /) -> list[float]: ...
    @overload
    def __getitem__(self, key: Literal["average", "note"], /) -> str: ...
    @overload
    def __getitem__(self, key: Literal["cv"], /) -> int: ...
    @overload
    def __getitem__(
        self,
        key: Literal[
            "global_threshold",
            "score_on_same_rows",
            "score_global_cv",
            "score_cv",
            "score_cv_low",
            "score_cv_high",
            "gain",
            "gain_low",
            "gain_high",
        ],
        /,
    ) -> float: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Agreement(TypedDict):
    """Correlations of a similarity with ratings."""

    pearson: float | None
    spearman: float | None
    kendall: float | None
    pearson_low: float | None
    pearson_high: float | None
    spearman_low: float | None
    spearman_high: float | None
    kendall_low: float | None
    kendall_high: float | None
    n_pairs: int
    n_ratings: int
    n_skipped: int
    unknown: list[str]

class OutcomeCorrelation(dict[str, Any]):
    """Correlations of scores with an outcome."""

    @overload
    def __getitem__(self, key: Literal["n"], /) -> int: ...
    @overload
    def __getitem__(self, key: Literal["note"], /) -> str: ...
    @overload
    def __getitem__(self, key: Literal["pearson", "spearman", "kendall", "ccc"], /) -> float: ...
    @overload
    def __getitem__(
        self,
        key: Literal[
            "pearson_low",
            "pearson_high",
            "pearson_p_value",
            "spearman_low",
            "spearman_high",
            "spearman_p_value",
            "kendall_low",
            "kendall_high",
            "kendall_p_value",
            "ccc_low",
            "ccc_high",
            "ccc_p_value",
        ],
        /,
    ) -> float | None: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Spread(TypedDict):
    """Spread over classes."""

    mean: float
    std: float
    min: float
    max: float

class Winners(TypedDict):
    """Systems that a set of metrics supports as best."""

    by_metric: dict[str, list[str]]
    winners: list[str]
    best_mean: list[str]
    best_mean_rank: list[str]
    mean: dict[str, float]
    mean_rank: dict[str, float]

class Alpha(dict[str, Any]):
    """Krippendorff's alpha under a distance."""

    @overload
    def __getitem__(
        self, key: Literal["alpha", "standard_error", "low", "high"], /
    ) -> float | None: ...
    @overload
    def __getitem__(self, key: Literal["observed", "expected"], /) -> float: ...
    @overload
    def __getitem__(self, key: Literal["n_left_out"], /) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Reliability(dict[str, Any]):
    """Agreement of annotators beyond chance."""

    @overload
    def __getitem__(self, key: Literal["semantic", "masi", "jaccard", "nominal"], /) -> Alpha: ...
    @overload
    def __getitem__(self, key: Literal["n_units", "n_values", "n_distinct"], /) -> int: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Replaced(TypedDict):
    """An annotator against the system."""

    annotator: Any
    n: int
    human_f1: float
    system_f1: float
    advantage: float
    p_value: float
    wins: bool

class ReplacementTest(dict[str, Any]):
    """Whether a system may take the place of an annotator."""

    @overload
    def __getitem__(
        self, key: Literal["winning_rate", "advantage_probability"], /
    ) -> float | None: ...
    @overload
    def __getitem__(self, key: Literal["passed"], /) -> bool | None: ...
    @overload
    def __getitem__(self, key: Literal["by_annotator"], /) -> list[Replaced]: ...
    @overload
    def __getitem__(self, key: Literal["skipped"], /) -> list[Any]: ...
    @overload
    def __getitem__(self, key: Literal["constant"], /) -> ReplacementTest: ...
    @overload
    def __getitem__(self, key: Literal["answer"], /) -> list[str]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class GoldSets(TypedDict):
    """Gold sets of several annotators."""

    items: list[Any]
    references: list[list[list[Any]]]
    annotators: list[list[Any]]

class ReadReply(TypedDict):
    """A reply's row of the ledger."""

    index: int
    state: str
    rule: str
    reason: str
    item: str
    proposal: str
    labels: list[str]
    outside: list[str]
    reply: str | None

class ReplyCounts(TypedDict):
    """How many replies were read, by which rules, and what may help the others."""

    read: int
    partly: int
    unreadable: int
    none_beside: int
    outside: int
    rules: dict[str, int]
    reasons: dict[str, int]
    markers_proposed: list[dict[str, Any]]
    aliases_proposed: list[dict[str, Any]]

class ReplyAccount(TypedDict):
    """What was read."""

    replies: ReplyCounts

class Replies(TypedDict):
    """Label sets of replies, for compute."""

    predictions: list[list[str]]
    ledger: list[ReadReply]
    account: ReplyAccount

class ReplyScores(dict[str, Any]):
    """Scores of replies: unreadable ones as wrong, as empty and left out."""

    @overload
    def __getitem__(
        self,
        key: Literal[
            "semantic_f1",
            "semantic_f1_as_empty",
            "semantic_f1_left_out",
            "semantic_precision",
            "semantic_precision_as_empty",
            "semantic_precision_left_out",
            "semantic_recall",
            "semantic_recall_as_empty",
            "semantic_recall_left_out",
        ],
        /,
    ) -> Any: ...
    @overload
    def __getitem__(self, key: Literal["ledger"], /) -> list[ReadReply]: ...
    @overload
    def __getitem__(self, key: Literal["account"], /) -> ReplyAccount: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class SemanticF1(evaluate.Metric):
    """Semantic F1 of label sets; options given here are the defaults of the metric."""

    def __init__(
        self,
        config_name: Config | None = None,
        keep_in_memory: bool = False,
        cache_dir: str | None = None,
        num_process: int = 1,
        process_id: int = 0,
        seed: int | None = None,
        experiment_id: str | None = None,
        hash: str | None = None,
        max_concurrent_cache_files: int = 10000,
        timeout: int | float = 100,
        *,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> None: ...
    def add(
        self,
        *,
        prediction: Any = None,
        reference: Any = None,
        predictions: Any = None,
        references: Any = None,
        **unexpected: Any,
    ) -> None:
        """Add one example to be scored by ``compute()``."""

    def add_batch(
        self, *, predictions: Any = None, references: Any = None, **unexpected: Any
    ) -> None:
        """Add examples to be scored by ``compute()``; either all of them are added or none."""

    def agreement(
        self,
        ratings: Any,
        *,
        missing: Literal["raise", "skip"] = "raise",
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Agreement:
        """Agreement of the similarity with human ratings of pairs of labels."""

    def alternative_annotator_test(
        self,
        predictions: Any,
        references: Any,
        annotators: Any,
        epsilon: float,
        fdr: float = 0.05,
        min_items: int = 30,
        *,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> ReplacementTest:
        """Test whether a system may take the place of an annotator (arXiv 2501.10970)."""

    def baselines(
        self,
        predictions: Any,
        references: Any,
        *,
        which: str | Iterable[str] | None = None,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> dict[str, float]:
        """Other similarity-based scores of label sets, to be compared with Semantic F1."""

    def compare(
        self,
        predictions_a: Any,
        predictions_b: Any,
        references: Any,
        *,
        test: Literal["auto", "bootstrap", "bootstrap_t", "permutation"] = "auto",
        scores: str | Iterable[str] = ...,
        judged_references: Any = None,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Comparison:
        """Two systems on the same examples: how sure is the difference?"""

    def compute(
        self,
        *,
        predictions: Any = None,
        references: Any = None,
        counts: PartialCounts | None = None,
        judged_references: Any = None,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Scores:
        """Semantic F1 of the given examples, or of those added before."""

    def compute_replies(
        self,
        texts: Iterable[str | None],
        references: Any,
        *,
        marker: str | Iterable[str] | None = None,
        alias: Mapping[str, str] | str | Any | None = None,
        key: str | Iterable[str] | None = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> ReplyScores:
        """Scores of language models' replies, with unreadable ones counted in three ways."""

    def confusion(
        self,
        predictions: Any,
        references: Any,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Confusion:
        """Tables of which labels are taken for which, and every metric of a confusion matrix."""

    def counts(
        self,
        predictions: Any,
        references: Any,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> PartialCounts:
        """Counts of some of the examples, which add up to those of all without rounding."""

    def counts_from_dict(self, content: Any) -> PartialCounts:
        """Counts from the ``content`` that :meth:`PartialCounts.to_dict` gave, from JSON say."""

    @staticmethod
    def draw_examples(n_examples: Any, size: Any, *, seed: int | None = 0) -> list[int]:
        """Examples for people to label, drawn at random without replacement."""

    def explain(
        self,
        predictions: Any,
        references: Any,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Explanation:
        """Credit that one example earns and loses, label by label."""

    def from_long(
        self,
        table: Any,
        item: str = "item",
        annotator: str = "annotator",
        label: str = "label",
        blank: Literal["no_label", "not_asked"] | None = None,
    ) -> GoldSets:
        """Gold sets of several annotators from a table with one row a choice."""

    def hierarchical(
        self,
        predictions: Any,
        references: Any,
        *,
        roots: bool = True,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Hierarchical:
        """Hierarchical precision, recall and F1 (hP, hR, hF) over the ancestors in a thesaurus."""

    def notices(self) -> AbstractContextManager[list[str]]:
        """Collect what would be warned about, as a list of texts, instead of warning."""

    @staticmethod
    def outcome_correlation(
        scores: Sequence[float] | numpy.ndarray,
        outcomes: Sequence[float] | numpy.ndarray,
        method: Correlation | Sequence[Correlation] = ...,
        *,
        ddof: Literal[0, 1] = 0,
        n_resamples: int | None = 1000,
        confidence_level: float = 0.95,
        seed: int | None = 0,
        groups: Any = None,
    ) -> OutcomeCorrelation:
        """Correlations of scores with an outcome, human judgements say, over examples or systems."""

    def perspectives(
        self,
        predictions: Any,
        references: Any,
        annotators: Any = None,
        *,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Scores:
        """Scores of a system that predicts for each annotator what he or she would say."""

    def pointwise(
        self,
        predictions: Any,
        references: Any = None,
        *,
        scores: str | Iterable[str] = ...,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> dict[str, list[float]]:
        """Scores of each example (eqs. 3-5), made for ``Dataset.map``."""

    @staticmethod
    def precision_under(matrix: Any, prevalence: Any, class_names: Any = None) -> numpy.ndarray:
        """The precision of each class to expect where classes are distributed otherwise ([OPI] 6.3)."""

    def rank(
        self,
        systems: Mapping[str, Rows],
        references: Any,
        *,
        simultaneous: bool = True,
        measure: str | None = "cross_entropy",
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Ranking:
        """Several systems on the same examples, ranked, with the places they may have."""

    def read_file(
        self,
        path: Any,
        gold: Any = None,
        *,
        predictions: Any = None,
        references: Any = None,
        ids: Literal["auto", "always", "never"] = "auto",
        similarity: Any = None,
        labels: Any = None,
        **reading: Any,
    ) -> dict[str, Any]:
        """Read predictions and gold labels from files, for ``compute(**...)``."""

    def read_replies(
        self,
        texts: Iterable[str | None],
        *,
        marker: str | Iterable[str] | None = None,
        alias: Mapping[str, str] | str | Any | None = None,
        key: str | Iterable[str] | None = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Replies:
        """Label sets of language models' replies, read by fixed rules and never by a guess."""

    def reliability(
        self,
        references: Any,
        distance: str | Iterable[str] = ...,
        *,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Reliability:
        """Krippendorff's alpha over label sets: agreement of annotators beyond chance."""

    @overload
    def report(
        self,
        predictions: Any = None,
        references: Any = None,
        *,
        counts: PartialCounts | None = None,
        output: Literal["text", "markdown"] = "text",
        digits: int = 3,
        scores: str | Iterable[str] = ...,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> str:
        """Semantic beside hard scores, for each label and for all averages."""
    @overload
    def report(
        self,
        predictions: Any = None,
        references: Any = None,
        *,
        counts: PartialCounts | None = None,
        output: Literal["frame"],
        digits: int = 3,
        scores: str | Iterable[str] = ...,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> pandas.DataFrame:
        """Semantic beside hard scores, for each label and for all averages."""
    @overload
    def report(
        self,
        predictions: Any = None,
        references: Any = None,
        *,
        counts: PartialCounts | None = None,
        output: Literal["dict"],
        digits: int = 3,
        scores: str | Iterable[str] = ...,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Report:
        """Semantic beside hard scores, for each label and for all averages."""

    def runs(
        self,
        runs: Any,
        references: Any,
        other: Any = None,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Scores:
        """Mean scores over several runs of a system, seeds say, with intervals for runs and rows."""

    def sample_size(
        self,
        predictions_a: Any,
        predictions_b: Any,
        references: Any,
        *,
        effect: float = 0.01,
        power: float = 0.8,
        alpha: float = 0.05,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> SampleSize:
        """Number of examples that a study needs to tell two systems apart."""

    def sensitivity(
        self,
        systems: Mapping[str, Rows],
        references: Any,
        similarities: Any = None,
        *,
        perturb: bool = True,
        distances: bool = False,
        n_noise: int = 20,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> Sensitivity:
        """Sensitivity of the order of systems to the similarity: does it decide, or do the data?"""

    def set_relatedness(
        self,
        predictions: Any,
        references: Any,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> SetRelatedness:
        """Relatedness of predicted and gold sets in one number (Hauff, DIR 2013, after Nowak)."""

    def side_by_side(
        self,
        predictions: Any,
        references: Any,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> SideBySide:
        """Semantic scores beside those of hard F1, which credits exact matches only."""

    def signature(
        self,
        *,
        short: Any = False,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> str:
        """Every setting that moves the number, in one line to cite next to it."""

    @staticmethod
    def spread(values: Any) -> Spread:
        """Spread of a macro score, the mean over classes, over them ([OPI] section 8)."""

    def threshold_curve(
        self,
        probabilities: Any,
        references: Any,
        thresholds: Sequence[float] | Any | None = None,
        *,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        average: Average | Sequence[Average] = "samples",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> ThresholdCurve:
        """Semantic and hard scores at each threshold, in the "multilabel" config."""

    def tune_thresholds(
        self,
        probabilities: Any,
        references: Any,
        average: Average | Sequence[Average] = "macro",
        cv: int = 5,
        *,
        per_label: bool = True,
        thresholds: Sequence[float] | Any | None = None,
        account: Any = None,
        similarity: Any = None,
        labels: Any = None,
        macro_labels: Literal["all", "present"] | Sequence[str] = "all",
        flat: bool = False,
        none_labels: Iterable[str] | None = None,
        unknown_labels: Literal["raise", "mismatch", "ignore"] = "raise",
        normalize_names: bool = False,
        zero_division: float = 1.0,
        counting: Literal["paper", "two_sided"] = "paper",
        macro_f1: Literal["averaged_f1", "f1_of_averages"] = "averaged_f1",
        sample_weight: Sequence[float] | Any | None = None,
        n_resamples: int | None = None,
        groups: Any = None,
        confidence_level: float = 0.95,
        interval_method: Literal["smoothed", "bca", "percentile"] = "smoothed",
        seed: int | None = 0,
        threshold: float | Sequence[float] | Any | None = None,
        reduce: Literal["mean", "max", "soft"] = "mean",
        annotators: Any = None,
        human: bool = True,
        floor: float = 1e-12,
        normalize_counts: bool = False,
        kernel: str | Callable[..., Any] = "inverse",
        beta: float | None = None,
        sigma: float | None = None,
        scale: float | Sequence[float] | None = None,
        p: float | None = None,
    ) -> TunedThresholds:
        """Thresholds, one a label, that are best for an average of Semantic F1 itself."""

    @staticmethod
    def winners(scores: Mapping[str, Mapping[str, float]]) -> Winners:
        """The systems that a set of metrics supports as best ([OPI] 6.2 and section 8)."""

    @property
    def similarity(self) -> type[Similarities]:
        """Bundled names, builders, audits, thesauri."""
