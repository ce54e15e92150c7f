"""Other similarity-based scores as the metric gives them: means, intervals, differences."""

import numpy as np

from .assignments import other_scores
from .uncertainty import MeanStatistic, interval_results


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
    if setting.options["n_resamples"]:
        result |= interval_results(_means_of_scores([data], setting, which), result)
    return result


def compared_baselines(datas, setting, which, test="auto"):
    """Two systems: for each score the difference, its interval and p-value."""
    return _means_of_scores(datas, setting, which).differences(test)


def _means_of_scores(datas, setting, which):
    values = [baselines_by_example(data, setting, which) for data in datas]
    return MeanStatistic(values, dict.fromkeys(which, (0, 1)), setting)
