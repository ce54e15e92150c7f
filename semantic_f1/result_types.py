"""Types of what the metric's methods return, for editors and type checkers.

At run time all of them are plain dicts. A TypedDict names every key that a result may have, so that
a misspelt key is found; results in PARTIAL lack some of them in some configs. Keys that hold names
of averages or distances stand in ``result_table.py``, and results with such keys are ``dict[str,
Any]`` here.
"""

from typing import Any, TypeAlias

from typing_extensions import TypedDict

# Scores of compute; further keys depend on the config and its options.
Scores: TypeAlias = dict[str, Any]

# Differences of two systems, the first less the second, and their tests.
Comparison: TypeAlias = dict[str, Any]


class SideBySide(TypedDict):
    semantic: Scores
    hard: Scores


class PrecisionRecallF1(TypedDict):
    precision: float
    recall: float
    f1: float


class Averaged(TypedDict):
    """Averaged scores; other scores than Semantic F1 have no precision and recall."""

    precision: float | None
    recall: float | None
    f1: float


class AverageRow(TypedDict):
    semantic: Averaged
    hard: Averaged


class LabelRow(TypedDict):
    label: str
    predicted: float
    support: float
    semantic: PrecisionRecallF1
    hard: PrecisionRecallF1


class MacroGap(TypedDict):
    """F1 of averages less averaged F1."""

    difference: float
    lemma: float


class Report(TypedDict):
    rows: list[LabelRow]
    averages: dict[str, AverageRow]
    macro_gap: dict[str, MacroGap]
    signature: str


class Match(TypedDict):
    """A label, or in config points a point, and its best match on the other side."""

    label: str
    best_match: Any
    similarity: float
    ties: list[Any]
    point: list[float]


class Explained(TypedDict):
    """Matches of an example; ``by_annotator`` if it has several gold sets."""

    semantic_f1: float
    semantic_precision: float
    semantic_recall: float
    predictions: list[Match]
    references: list[Match]
    by_annotator: list[Any]


class Confusion(TypedDict):
    """Tables of best matches, and of single labels the confusion matrix and its metrics."""

    labels: list[str]
    predicted: list[list[float]]
    gold: list[list[float]]
    matrix: list[list[float]]
    metrics: dict[str, float]
    calibrated: dict[str, float] | None
    per_class: dict[str, list[float]]


class Hierarchical(TypedDict):
    """Hierarchical precision, recall and F1 (Kiritchenko et al.), next to the semantic ones."""

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
    set_relatedness: float
    set_relatedness_by_example: list[float]


# A system's place in a ranking.
Place: TypeAlias = dict[str, Any]


class PairOfSystems(TypedDict):
    a: str
    b: str
    difference: float
    low: float
    high: float
    standard_error: float
    p_value: float | None
    p_adjusted: float | None


class Ranking(TypedDict):
    """Systems, best first, with the places that they may have."""

    ranking: list[Place]
    pairs: list[PairOfSystems]
    best: list[str]
    test: str
    adjustment: str
    measure: str
    n_units: int
    p_floor: float
    settings: dict[str, Any]


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
    """Share of noisy similarities that keep the order of systems."""

    alpha: float
    same_order: float
    same_order_low: float
    same_order_high: float
    n_draws: int


class Sensitivity(TypedDict):
    """Verdict on whether the similarity decides the order of systems."""

    average: str
    verdict: str
    kind: str
    n_needed: int | None
    n_turned: int
    remarks: list[str]
    alternatives: list[Alternative]
    pairs: list[Interaction]
    noise: list[Noise]


class SampleSize(TypedDict):
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


# F1 over thresholds, a list for each average.
ThresholdCurve: TypeAlias = dict[str, Any]


class TunedThresholds(TypedDict):
    """Thresholds, one per label, and what they gain on rows that they were not chosen on."""

    thresholds: list[float]
    average: str
    note: str
    cv: int
    global_threshold: float
    score_on_same_rows: float
    score_global_cv: float
    score_cv: float
    score_cv_low: float
    score_cv_high: float
    gain: float
    gain_low: float
    gain_high: float


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


class OutcomeCorrelation(TypedDict):
    n: int
    note: str
    pearson: float
    spearman: float
    kendall: float
    ccc: float
    pearson_low: float | None
    pearson_high: float | None
    pearson_p_value: float | None
    spearman_low: float | None
    spearman_high: float | None
    spearman_p_value: float | None
    kendall_low: float | None
    kendall_high: float | None
    kendall_p_value: float | None
    ccc_low: float | None
    ccc_high: float | None
    p_floor: float


class Spread(TypedDict):
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


class Alpha(TypedDict):
    """Krippendorff's alpha under a distance."""

    alpha: float | None
    observed: float
    expected: float
    standard_error: float | None
    low: float | None
    high: float | None
    n_left_out: int


class Reliability(TypedDict):
    """Agreement of annotators beyond chance."""

    semantic: Alpha
    masi: Alpha
    jaccard: Alpha
    nominal: Alpha
    n_units: int
    n_values: int
    n_distinct: int


class Replaced(TypedDict):
    """An annotator against the system."""

    annotator: Any
    n: int
    human_f1: float
    system_f1: float
    advantage: float
    p_value: float
    wins: bool


class ReplacementTest(TypedDict):
    """Test of a system against the annotators, one at a time."""

    winning_rate: float | None
    advantage_probability: float | None
    passed: bool | None
    by_annotator: list[Replaced]
    skipped: list[Any]
    constant: dict[str, Any]


class GoldSets(TypedDict):
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


class Replies(TypedDict):
    """Label sets of replies, for compute."""

    predictions: list[list[str]]
    ledger: list[ReadReply]
    account: dict[str, Any]


class ScoresAtK(TypedDict):
    """Precision and NDCG of the first k suggestions, one entry per k."""

    k: list[int | None]
    semantic_precision_at_k: list[float]
    semantic_ndcg_at_k: list[float]
    hard_precision_at_k: list[float]
    hard_ndcg_at_k: list[float]
    n_documents: int
    n_without_suggestions: int
    n_without_gold: int


class BranchRow(TypedDict):
    """Counts of a branch of a thesaurus, by kind."""

    branch: str
    suggestions: dict[str, int]
    gold: dict[str, int]


class IndexingCounts(TypedDict):
    """Suggested and gold subjects by their place in a thesaurus."""

    suggestions: dict[str, int]
    gold: dict[str, int]
    steps_too_broad: dict[str, int]
    steps_too_narrow: dict[str, int]
    branches: list[BranchRow]
    n_documents: int
    n_unknown: int


# Results that lack some keys in some configs, or under some options.
PARTIAL = {
    "Alpha", "Confusion", "Explained", "Match", "OutcomeCorrelation", "Ranking", "Reliability",
    "ReplacementTest", "Report", "Sensitivity", "TunedThresholds",
}  # fmt: skip
