"""One prediction for each annotator: does a system know who says what?"""

import numpy as np

from ..inputs.annotators import read_annotators
from ..inputs.configs import weighted_sets
from ..inputs.label_sets import LabelSets
from .annotated_sets import Judged
from .averages import Averaging
from .counts import Counts
from .distinct import join_sets, number_sets
from .exact_sums import ExactSum
from .human_baseline import case_contributions, leave_one_out_counts, n_judged
from .results import (
    Sums,
    averages_of,
    keys_of,
    scores_by_annotator,
    scores_of_people,
    scoring_of,
    statistic_of_pairs,
    with_annotators,
)
from .uncertainty import difference_key, difference_results, interval_results

_PERSPECTIVE_GAIN = "perspective_gain"


def perspectives_of(predictions, references, setting):
    """Scores of predictions, as they were read, against the annotator that each was made for."""
    data = weighted_sets(predictions, references, setting)
    by_label = not Averaging(averages_of(setting.options)).of_examples
    result = perspective_result(perspective_sums(data, setting, by_label), setting)
    if setting.options["n_resamples"]:
        result |= _perspective_intervals(data, setting, result)
    return result


def perspective_sums(data, setting, by_label=True):
    """Sums of predictions, each next to its gold set; ``by_label`` as in ``sums_of``."""
    scoring, sides, sizes = scoring_of(setting), data[:2], np.diff(data.offsets)
    share = np.repeat((1.0 if data.weight is None else data.weight) / sizes, sizes)
    _, codes = number_sets(join_sets(sides))
    differ = codes[: len(share)] != codes[len(share) :]
    # Labels that are in one set of a pair only.
    width, pair = 1 + max(int(x.indices.max(initial=0)) for x in sides), np.arange(len(share))
    keys = (np.repeat(pair * width, np.diff(x.offsets)) + x.indices for x in sides)
    unlike = np.bincount(np.setxor1d(*keys, assume_unique=True) // width, minlength=len(share))
    apart = ExactSum.along_last(share * np.stack([differ, unlike]))
    sums = Sums(scoring.count(*sides, sample_weight=share), apart=apart)
    # The same predictions against the other annotators, and annotators against each other.
    judged = _compared_with_others(data, scoring, sides[0]), _compared_with_others(data, scoring)
    others = [leave_one_out_counts(each, "mean") for each in judged]
    if others[0] is not None:
        shared = np.where(np.repeat(sizes >= 2, sizes), share, 0)
        with_others = scoring.count(*sides, sample_weight=shared)
        system, human = (each.human for each in others)
        compared = {"system": system, "human": human, "with_others": with_others}
        sums = sums._replace(**compared, n_human=n_judged(judged[0]))
    if setting.options["annotators"] is None:
        return sums
    by_set = None if data.weight is None else np.repeat(data.weight, sizes)
    pairs = Judged(*sides, np.arange(len(share) + 1), scoring, sample_weight=by_set)
    pairs.people = read_annotators(setting.options["annotators"], data.offsets)
    return with_annotators(sums, pairs, by_label)


def perspective_result(sums, setting):
    """The dict that ``perspectives`` returns, without intervals."""
    averages, result = averages_of(setting.options), {}
    names = ("semantic",) if sums.system is None else ("semantic", "system", "human")
    for average in averages:
        scores, f1 = scores_of_people(sums, average, setting, names)
        result |= scores
        if sums.system is not None:
            _, own = scores_of_people(sums, average, setting, ("with_others",))
            gain = (own["with_others"] - f1["system"]).tolist()
            result[difference_key(keys_of(average, setting.options)[2], _PERSPECTIVE_GAIN)] = gain
    if sums.by_annotator:
        result |= scores_by_annotator(sums, setting, averages)
        for average in averages:
            key = keys_of(average, setting.options)[2]
            f1s = np.array([x for x in result[f"{key}_by_annotator"] if x is not None])
            # Summed exactly: the annotators of counts have another order.
            total = ExactSum.along_last(f1s.reshape(len(f1s), -1).T).rounded() / len(f1s)
            result[f"mean_{key}_over_annotators"] = total.reshape(f1s.shape[1:]).tolist()
    differ, apart = sums.apart.rounded() / Counts.of_sums(sums.semantic).weight
    result["error_rate"] = float(differ)
    result["hamming_distance"] = float(apart / len(setting.space.labels))
    return result


def _compared_with_others(data, scoring, answers=None):
    """Sets next to those of an example's other annotators: gold sets, or ``answers``."""
    nobody = np.zeros(len(data.offsets), dtype=np.int64)
    sides = LabelSets(np.zeros(0, np.int32), nobody), data.references
    return Judged(*sides, data.offsets, scoring, answers=answers, sample_weight=data.weight)


def _perspective_intervals(data, setting, result):
    """Intervals over examples of the scores, and of the gain with its p-value."""
    sides, sizes = data[:2], np.diff(data.offsets)
    weight = np.ones(len(sizes)) if data.weight is None else data.weight
    judged = _compared_with_others(data, scoring_of(setting), sides[0])
    by_label = Averaging(tuple(averages_of(setting.options))).by_label
    drawn, example = weight > 0, np.repeat(np.arange(len(sizes)), sizes)
    pairs = judged.scoring.contributions(*sides, by_label=by_label), example
    statistic = statistic_of_pairs(setting, [pairs], sizes, weight, drawn)
    entries = interval_results(statistic, result, warned=False)
    with_others = drawn & (sizes >= 2)
    if with_others.any():
        cases, places = case_contributions(judged, "mean", by_label)
        both = [pairs, (cases.human, example[places])]
        averaging = statistic.averaging
        statistic = statistic_of_pairs(setting, both, sizes, weight, with_others, averaging)
        entries |= difference_results(statistic, result, _PERSPECTIVE_GAIN)
    return entries
