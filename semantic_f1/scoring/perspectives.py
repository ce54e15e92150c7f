"""One prediction for each annotator: does a system know who says what?"""

import numpy as np

from .annotated_sets import Judged
from .averages import Averaging
from .distinct import join_sets, number_sets
from .human_baseline import annotator_counts, case_contributions, leave_one_out_counts
from .results import (
    averages_of,
    chosen_labels,
    key_of_people,
    keys_of,
    rounded_counts,
    scores_of,
    scores_of_each,
    scoring_of,
    statistic_of_pairs,
    values_of_each,
)
from .uncertainty import difference_results, interval_results


def perspectives_of(predictions, references, offsets, weight, people, setting):
    """Scores of predictions against the annotator that each was made for."""
    scoring, averages = scoring_of(setting), averages_of(setting.options)
    sizes = np.diff(offsets)
    of_example = np.ones(len(sizes)) if weight is None else weight
    share = np.repeat(of_example / sizes, sizes)
    sides = predictions, references

    def scored(sums, average):
        counts = rounded_counts(sums, setting)
        return scores_of(counts, average, setting, chosen_labels(counts, setting))

    semantic = scoring.count(*sides, sample_weight=share)
    # The same predictions against the other annotators, and annotators against each other.
    nobody = predictions.rows(0, 0)._replace(offsets=np.zeros(len(sizes) + 1, dtype=np.int64))
    judged = (
        Judged(nobody, references, offsets, scoring, answers=predictions, sample_weight=weight),
        Judged(nobody, references, offsets, scoring, sample_weight=weight),
    )
    others = [leave_one_out_counts(each, "mean") for each in judged]
    with_others = np.repeat((sizes >= 2) & (of_example > 0), sizes)
    result = {}
    for average in averages:
        keys = keys_of(average, setting.options)
        parts = {"semantic": semantic}
        if others[0] is not None:
            parts |= {"system": others[0].human, "human": others[1].human}
        for who, sums in parts.items():
            scores = scored(sums, average)
            for place in (2, 0, 1):
                result[key_of_people(keys[place], who)] = scores[place].tolist()
        if others[0] is not None:
            again = scoring.count(*sides, sample_weight=np.where(with_others, share, 0))
            gain = scored(again, average).f1 - scored(others[0].human, average).f1
            result[_gain_key(keys[2])] = gain.tolist()
    if setting.options["n_resamples"]:
        result |= _perspective_intervals(sides, sizes, of_example, judged[0], setting, result)
    if people is not None:
        names, numbers = people
        by_set = None if weight is None else np.repeat(weight, sizes)
        pairs = Judged(*sides, np.arange(len(numbers) + 1), scoring, sample_weight=by_set)
        by_label = not Averaging(averages).of_examples
        counts = rounded_counts(annotator_counts(pairs, numbers, len(names), by_label), setting)
        result["annotators"] = names
        result["n_by_annotator"] = np.bincount(numbers).tolist()
        for average in averages:
            f1 = scores_of_each(counts, average, setting).f1
            key = keys_of(average, setting.options)[2]
            result[f"{key}_by_annotator"] = values_of_each(f1, counts.weight)
            mean = np.mean(f1[counts.weight > 0], axis=0)
            result[f"mean_{key}_over_annotators"] = mean.tolist()
    _, codes = number_sets(join_sets(sides))
    differ = codes[: len(share)] != codes[len(share) :]
    total = share.sum()
    result["error_rate"] = float((share * differ).sum() / total)
    apart = _symmetric_differences(*sides) / len(setting.space.labels)
    result["hamming_distance"] = float((share * apart).sum() / total)
    return result


def _perspective_intervals(sides, sizes, weight, judged, setting, result):
    """Intervals over examples of the scores, and of the gain with its p-value."""
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
        entries |= difference_results(statistic, result, _gain_key)
    return entries


def _gain_key(key):
    return key.replace("semantic_f1", "perspective_gain", 1)


def _symmetric_differences(predictions, references):
    """The number of labels of each pair of sets that are in one of them only."""
    n = len(predictions.offsets) - 1
    rows = [np.repeat(np.arange(n), np.diff(sets.offsets)) for sets in (predictions, references)]
    width = 1 + max(int(sets.indices.max(initial=0)) for sets in (predictions, references))
    keys = [
        row * width + sets.indices
        for row, sets in zip(rows, (predictions, references), strict=True)
    ]
    return np.bincount(np.setxor1d(*keys, assume_unique=True) // width, minlength=n)
