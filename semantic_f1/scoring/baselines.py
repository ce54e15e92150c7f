"""Other similarity-based scores as the metric gives them: means, intervals, differences."""

import numpy as np

from ..inputs.groups import group_codes
from ..messages import suggestion
from .assignments import OTHER_SCORES, other_scores
from .averages import Averaging
from .contributions import Contributions, scores_of_columns
from .intervals import score_intervals
from .results import plain_numbers, warn_unsure
from .significance import paired_comparisons

# The other scores are means over the examples, as "samples" is.
MEANS = Averaging(("samples",))


def chosen_scores(scores, argument):
    """Names of other scores as a tuple; all of them for None."""
    if scores is None:
        return OTHER_SCORES
    names = (scores,) if isinstance(scores, str) else tuple(scores)
    for name in names:
        if name not in OTHER_SCORES:
            raise ValueError(
                f"{argument}: expected names out of {', '.join(OTHER_SCORES)}; got {name!r}"
                f"{suggestion(name, OTHER_SCORES)}"
            )
    if not names or len(set(names)) < len(names):
        raise ValueError(f"{argument}: names each score once, one at least; got {list(names)}")
    return names


def baselines_by_example(data, setting, which, pairs=None):
    """Name -> array, each score of each example; ``pairs`` in place of the similarity's own."""
    return other_scores(
        *data[:2],
        pairs or setting.similarity.pairs,
        len(setting.space.labels),
        which,
        zero_division=setting.options["zero_division"],
    )


def mean_baselines(data, setting, which, pairs=None):
    """Name -> weighted mean over the examples."""
    return {
        name: float(np.average(values, weights=data.weight))
        for name, values in baselines_by_example(data, setting, which, pairs).items()
    }


def baselines_of(data, setting, which):
    """Name -> mean, and with resamples the ends of its interval."""
    result = mean_baselines(data, setting, which)
    if not setting.options["n_resamples"]:
        return result
    examples, groups = _drawn(data, setting, which)
    uncertainty = score_intervals(examples, MEANS, groups=groups, **_resampling(setting))["samples"]
    columns = {
        "_low": uncertainty.interval.low,
        "_high": uncertainty.interval.high,
        "_standard_error": uncertainty.standard_error,
    }
    for suffix, values in columns.items():
        for name, value in zip(which, plain_numbers(values), strict=True):
            result[name + suffix] = value
    smoothed = setting.options["interval_method"] == "smoothed"
    warn_unsure([examples], groups, setting, ("samples",), None, wide=smoothed)
    return result


def compared_baselines(datas, setting, which, test="auto"):
    """Two systems: for each score the difference, its interval and p-value."""
    drawn = [_drawn(data, setting, which) for data in datas]
    systems, groups = [examples for examples, _ in drawn], drawn[0][1]
    scores = [scores_of_columns(system.total("samples"), "samples", MEANS) for system in systems]
    columns = {"": scores[0] - scores[1], "_a": scores[0], "_b": scores[1]}
    if setting.options["n_resamples"]:
        options = _resampling(setting)
        del options["method"]
        comparison = paired_comparisons(systems, MEANS, groups=groups, test=test, **options)[
            "samples"
        ]
        columns |= {
            "_low": comparison.difference.low[0],
            "_high": comparison.difference.high[0],
            "_standard_error": comparison.standard_error[0],
            "_p_value": comparison.p_value[0],
        }
    return {
        name + suffix: plain_numbers(values[place])
        for place, name in enumerate(which)
        for suffix, values in columns.items()
    }


def _resampling(setting):
    options = setting.options
    return {
        "n_resamples": options["n_resamples"],
        "confidence_level": options["confidence_level"],
        "seed": options["seed"],
        "method": options["interval_method"],
    }


def _drawn(data, setting, which):
    """Contribution of each example that a resample may hold, and the numbers of the groups."""
    values = np.stack([*baselines_by_example(data, setting, which).values()], axis=1)
    examples, kept = Contributions.of_scores(values), None
    if data.weight is not None:
        kept = data.weight > 0
        examples = examples.chosen(kept).weighted(data.weight[kept])
    groups = setting.options["groups"]
    return examples, None if groups is None else group_codes(groups, len(values), kept)
