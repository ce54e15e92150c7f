"""Scores as pages show them: semantic next to hard, with the ends of intervals."""

from semantic_f1 import results_text
from semantic_f1.average_table import NAMED_AVERAGES

from . import limits
from .similarities import SCORES

RESAMPLES, SEED = 1000, 0


def resampling(n, groups=None, asked=False):
    """Options of ``compute`` for intervals; {} above the limit of rows, an error if asked."""
    if n > limits.MOST_RESAMPLED:
        if asked:
            raise ValueError(f"{n:,} rows. {limits.no_interval()}")
        return {}
    drawn = {} if groups is None else {"groups": groups}
    return {"n_resamples": RESAMPLES, "seed": SEED, **drawn}


def scores_of(result, average, who="semantic"):
    """Precision, recall, F1 and the ends of its interval, or None, of a result of ``compute``."""
    scores = {score: result[f"{who}_{score}_{average}"] for score in SCORES}
    ends = {end: result.get(f"{who}_f1_{average}_{end}") for end in ("low", "high")}
    return {**scores, **ends}


def averages_of(both):
    """Scores by average and kind of what ``side_by_side`` returns."""
    return {
        average: {kind: scores_of(result, average) for kind, result in both.items()}
        for average in NAMED_AVERAGES
    }


def without_ends(averages):
    """The same without the ends of intervals."""

    def bare(kinds):
        return {kind: {key: scores[key] for key in SCORES} for kind, scores in kinds.items()}

    return {average: bare(kinds) for average, kinds in averages.items()}


def paper_texts(result, average):
    """The sentence and the methods of a paper's results, by name; {} without intervals."""
    settings = result.get("settings")
    if not settings:
        return {}
    keys = {average: settings["f1_keys"][average]}
    asked = {**result, "settings": {**settings, "f1_keys": keys}}
    return {"results": results_text(asked), "methods": results_text(asked, "methods")}
