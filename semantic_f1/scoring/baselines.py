"""Other similarity-based scores as the metric gives them: means, intervals, differences."""

import numpy as np

from ..messages import suggestion
from .assignments import OTHER_SCORES, other_scores
from .resampling import intervals, paired_comparison


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
    found = intervals(
        _summands(data, setting, which),
        _means,
        n_resamples=setting.options["n_resamples"],
        confidence_level=setting.options["confidence_level"],
        seed=setting.options["seed"],
    )
    ends = zip(which, found.low.tolist(), found.high.tolist(), strict=True)
    for name, low, high in ends:
        result[f"{name}_low"], result[f"{name}_high"] = low, high
    return result


def compared_baselines(datas, setting, which):
    """Two systems: for each score the difference, its interval and p-value."""
    matrices = [_summands(data, setting, which) for data in datas]
    found = paired_comparison(
        matrices,
        _means,
        n_resamples=setting.options["n_resamples"],
        confidence_level=setting.options["confidence_level"],
        seed=setting.options["seed"],
    )
    columns = {
        "": found.difference.estimate[0],
        "_a": _means(matrices[0].sum(axis=0)),
        "_b": _means(matrices[1].sum(axis=0)),
        "_low": found.difference.low[0],
        "_high": found.difference.high[0],
        "_p_value": found.p_value[0],
    }
    return {
        name + suffix: float(values[place])
        for place, name in enumerate(which)
        for suffix, values in columns.items()
    }


def _summands(data, setting, which):
    """Rows of the examples that count: weight times each score, then the weight."""
    scores = np.stack([*baselines_by_example(data, setting, which).values()], axis=1)
    weight = np.ones(len(scores)) if data.weight is None else data.weight
    rows = np.concatenate([scores, np.ones((len(scores), 1))], axis=1) * weight[:, None]
    return rows[weight > 0]


def _means(sums):
    return np.minimum(sums[..., :-1] / sums[..., -1:], 1.0)
