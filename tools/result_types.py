"""The types of what the metric's methods return, for tools/make_stubs.py.

A result whose keys are always the same is a TypedDict; one that has more keys with more options, or
keys that hold names of averages and labels, is a dict whose known keys have types: of a TypedDict
every key that an option adds would be refused, and ``items()`` would say nothing. At run time all
of them are plain dicts. A score of one average may be a number or, for average=None, a list of
them: Any. (Overloads would tell, and would leave a checker with nothing to say of a misspelt option
but that none of them fits.)
"""

from typing import NamedTuple

SCORES = ("semantic_f1", "semantic_precision", "semantic_recall")
AVERAGES = ("samples", "micro", "macro", "weighted")
ENDS = ("", "_low", "_high")
DISTANCES = (
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
)


class Result(NamedTuple):
    """A type of results.

    ``fields`` maps a key, or a tuple of keys of one type, to the text of the type. ``rest`` is the
    type of further keys; None: there are none, and all of ``fields`` are there.
    """

    name: str
    text: str
    fields: dict
    rest: str | None = None

    @property
    def types(self):
        """Key -> text of its type."""
        return {
            key: kind
            for keys, kind in self.fields.items()
            for key in ((keys,) if isinstance(keys, str) else keys)
        }


_OF_ONE = tuple(f"{score}{end}" for score in SCORES for end in ENDS)
_OF_SEVERAL = tuple(
    f"{score}_{average}{end}" for score in SCORES for average in AVERAGES for end in ENDS
)
_PER_LABEL = tuple(f"{score}_per_label{end}" for score in SCORES for end in ENDS)
_WHO = tuple(
    f"{who}_{part}" for who in ("human", "system") for part in ("f1", "precision", "recall")
)
_DIFFERENCES = ("", "_a", "_b", "_low", "_high", "_p_value")
_CORRELATIONS = ("pearson", "spearman", "kendall", "ccc")

RESULTS = (
    Result(
        "Scores",
        "Scores of compute; further keys depend on the config and its options.",
        {
            (*_OF_ONE, *_WHO, "human_difference"): "Any",
            (*_OF_SEVERAL, *DISTANCES): "float",
            (*_PER_LABEL, "support"): "list[float]",
            ("labels", "annotators"): "list[str]",
            "n_by_annotator": "list[int]",
            "n_human": "int",
        },
        "Any",
    ),
    Result(
        "Comparison",
        "Differences of two systems, the first less the second, and their tests.",
        {
            tuple(f"{score}{end}" for score in SCORES for end in _DIFFERENCES): "Any",
            tuple(
                f"{score}_{average}{end}"
                for score in SCORES
                for average in AVERAGES
                for end in _DIFFERENCES
            ): "float",
            tuple(f"{score}_p_adjusted" for score in SCORES): "list[float]",
            ("test", "adjustment"): "str",
            ("n_units", "wins", "ties", "losses"): "int",
            ("label_wins", "label_ties", "label_losses"): "list[int]",
            "labels": "list[str]",
        },
        "Any",
    ),
    Result(
        "SideBySide",
        "Semantic scores, and those of hard F1.",
        {("semantic", "hard"): "Scores"},
    ),
    Result(
        "PrecisionRecallF1",
        "Precision, recall and F1.",
        {("precision", "recall", "f1"): "float"},
    ),
    Result(
        "Averaged",
        "Averaged scores; other scores than Semantic F1 have no precision and recall.",
        {("precision", "recall"): "float | None", "f1": "float"},
    ),
    Result(
        "AverageRow",
        "An average's row of a report: semantic and hard.",
        {("semantic", "hard"): "Averaged"},
    ),
    Result(
        "LabelRow",
        "A label's row of a report.",
        {
            "label": "str",
            ("predicted", "support"): "float",
            ("semantic", "hard"): "PrecisionRecallF1",
        },
    ),
    Result("MacroGap", "F1 of averages less averaged F1.", {("difference", "lemma"): "float"}),
    Result(
        "Report",
        "A report as a dict.",
        {
            "rows": "list[LabelRow]",
            "averages": "dict[str, AverageRow]",
            "macro_gap": "dict[str, MacroGap]",
            "signature": "str",
        },
        "Any",
    ),
    Result(
        "Match",
        "A label, or in config points a point, and its best match on the other side.",
        {
            "label": "str",
            "best_match": "Any",
            "similarity": "float",
            "ties": "list[Any]",
            "point": "list[float]",
        },
        "Any",
    ),
    Result(
        "Explanation",
        "Who matched whom in an example; by_annotator where it has several gold sets.",
        {
            SCORES: "float",
            ("predictions", "references"): "list[Match]",
            "by_annotator": "list[Explanation]",
        },
        "Any",
    ),
    Result(
        "Confusion",
        "Tables of best matches, and of single labels the confusion matrix and its metrics.",
        {
            "labels": "list[str]",
            ("predicted", "gold", "matrix"): "list[list[float]]",
            "metrics": "dict[str, float]",
            "calibrated": "dict[str, float] | None",
            "per_class": "dict[str, list[float]]",
        },
        "Any",
    ),
    Result(
        "Hierarchical",
        "Hierarchical precision, recall and F1 (Kiritchenko et al.), beside the semantic ones.",
        {
            (
                *SCORES,
                *(
                    f"hierarchical_{part}{suffix}"
                    for part in ("precision", "recall", "f1")
                    for suffix in ("", "_samples")
                ),
            ): "float",
        },
    ),
    Result(
        "SetRelatedness",
        "Hauff's relatedness of sets.",
        {"set_relatedness": "float", "set_relatedness_by_example": "list[float]"},
    ),
    Result(
        "Place",
        "A system's place in a ranking.",
        {
            "system": "str",
            (*SCORES, "rank"): "float",
            ("rank_low", "rank_high"): "int",
        },
        "Any",
    ),
    Result(
        "PairOfSystems",
        "The difference of two ranked systems.",
        {
            ("a", "b"): "str",
            ("difference", "low", "high", "standard_error", "p_value", "p_adjusted"): "float",
        },
    ),
    Result(
        "Ranking",
        "Systems, best first, with the places that they may have.",
        {
            "ranking": "list[Place]",
            "pairs": "list[PairOfSystems]",
            "best": "list[str]",
            ("test", "adjustment", "measure"): "str",
            "n_units": "int",
        },
        "Any",
    ),
    Result(
        "Alternative",
        "Scores under one of several similarities.",
        {
            ("name", "note"): "str",
            ("scores", "ranks"): "dict[str, float]",
            ("kendall_tau", "spearman"): "float",
        },
    ),
    Result(
        "Interaction",
        "A pair of systems under the first and under another similarity.",
        {
            ("alternative", "a", "b", "kind"): "str",
            (
                *("first", "first_low", "first_high", "difference", "low", "high"),
                *("interaction", "interaction_low", "interaction_high"),
            ): "float",
        },
    ),
    Result(
        "Noise",
        "How often the order of systems survives noise in the similarity.",
        {("alpha", "same_order"): "float", "n_draws": "int"},
    ),
    Result(
        "Sensitivity",
        "Whether the similarity decides the order of systems.",
        {
            ("average", "verdict", "kind"): "str",
            "n_needed": "int | None",
            "remarks": "list[str]",
            "alternatives": "list[Alternative]",
            "pairs": "list[Interaction]",
            "noise": "list[Noise]",
        },
        "Any",
    ),
    Result(
        "SampleSize",
        "How many examples, or groups, find a difference.",
        {
            ("n", "n_units"): "int",
            ("units", "score", "average"): "str",
            ("standard_deviation", "detectable_effect", "effect", "power", "alpha"): "float",
        },
    ),
    Result("BestThreshold", "A threshold and its score.", {("threshold", "score"): "float"}),
    Result(
        "ThresholdCurve",
        "F1 over thresholds, a list for each average.",
        {
            "thresholds": "list[float]",
            "best": "dict[str, BestThreshold]",
            ("monotonicity", "smoothness"): "dict[str, float]",
            tuple(
                f"{kind}_f1{suffix}"
                for kind in ("semantic", "hard")
                for suffix in ("", *(f"_{average}" for average in AVERAGES))
            ): "list[float]",
        },
        "Any",
    ),
    Result(
        "TunedThresholds",
        "Thresholds, one a label, and what they gain on rows that they were not chosen on.",
        {
            "thresholds": "list[float]",
            ("average", "note"): "str",
            "cv": "int",
            (
                *("global_threshold", "score_on_same_rows", "score_global_cv"),
                *("score_cv", "score_cv_low", "score_cv_high", "gain", "gain_low", "gain_high"),
            ): "float",
        },
        "Any",
    ),
    Result(
        "Agreement",
        "Correlations of a similarity with ratings.",
        {
            ("pearson", "spearman", "kendall"): "float | None",
            tuple(
                f"{name}{end}"
                for name in ("pearson", "spearman", "kendall")
                for end in ("_low", "_high")
            ): "float | None",
            ("n_pairs", "n_ratings", "n_skipped"): "int",
            "unknown": "list[str]",
        },
    ),
    Result(
        "OutcomeCorrelation",
        "Correlations of scores with an outcome.",
        {
            "n": "int",
            "note": "str",
            _CORRELATIONS: "float",
            tuple(
                f"{name}{end}" for name in _CORRELATIONS for end in ("_low", "_high", "_p_value")
            ): "float | None",
        },
        "Any",
    ),
    Result("Spread", "Spread over classes.", {("mean", "std", "min", "max"): "float"}),
    Result(
        "Winners",
        "Systems that a set of metrics supports as best.",
        {
            "by_metric": "dict[str, list[str]]",
            ("winners", "best_mean", "best_mean_rank"): "list[str]",
            ("mean", "mean_rank"): "dict[str, float]",
        },
    ),
    Result(
        "Alpha",
        "Krippendorff's alpha under a distance.",
        {
            "alpha": "float | None",
            ("observed", "expected"): "float",
            ("standard_error", "low", "high"): "float | None",
            "n_left_out": "int",
        },
        "Any",
    ),
    Result(
        "Reliability",
        "Agreement of annotators beyond chance.",
        {
            ("semantic", "masi", "jaccard", "nominal"): "Alpha",
            ("n_units", "n_values", "n_distinct"): "int",
        },
        "Any",
    ),
    Result(
        "Replaced",
        "An annotator against the system.",
        {
            "annotator": "Any",
            "n": "int",
            ("human_f1", "system_f1", "advantage", "p_value"): "float",
            "wins": "bool",
        },
    ),
    Result(
        "ReplacementTest",
        "Whether a system may take the place of an annotator.",
        {
            ("winning_rate", "advantage_probability"): "float | None",
            "passed": "bool | None",
            "by_annotator": "list[Replaced]",
            "skipped": "list[Any]",
            "constant": "ReplacementTest",
            "answer": "list[str]",
        },
        "Any",
    ),
    Result(
        "GoldSets",
        "Gold sets of several annotators.",
        {
            "items": "list[Any]",
            "references": "list[list[list[Any]]]",
            "annotators": "list[list[Any]]",
        },
    ),
    Result(
        "ReadReply",
        "A reply's row of the ledger.",
        {
            "index": "int",
            ("state", "rule", "reason", "item", "proposal"): "str",
            ("labels", "outside"): "list[str]",
            "reply": "str | None",
        },
    ),
    Result(
        "Replies",
        "Label sets of replies, for compute.",
        {
            "predictions": "list[list[str]]",
            "ledger": "list[ReadReply]",
            "account": "dict[str, Any]",
        },
    ),
    Result(
        "ReplyScores",
        "Scores of replies: unreadable ones as wrong, as empty and left out.",
        {
            tuple(
                f"{score}{how}" for score in SCORES for how in ("", "_as_empty", "_left_out")
            ): "Any",
            "ledger": "list[ReadReply]",
            "account": "dict[str, Any]",
        },
        "Any",
    ),
)  # fmt: skip
