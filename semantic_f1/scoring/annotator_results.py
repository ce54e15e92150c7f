"""Results of config "annotators": scores against all annotators, of people, by annotator."""

import numpy as np

from ..inputs.annotators import read_annotators
from ..inputs.label_sets import take_sets
from ..messages import few_judged, warn
from .annotators import annotator_counts, reduced_counts
from .constants import best_constants
from .distinct import number_sets
from .groups import unmark_sets
from .human import (
    Judged,
    consensus_counts,
    counts_by_annotator,
    jackknife_counts,
    jackknife_error,
    leave_one_out_counts,
    mean_counts,
    n_judged,
)
from .results import averages_of, chosen_labels, keys_of, result_of, scores_of, scoring_of

# Scores of an annotator who judged fewer examples together with others say little.
FEW_JUDGED = 30


def annotated_result(data, setting):
    """The flat dict that compute returns for several gold sets an example."""
    options, scoring = setting.options, scoring_of(setting)
    judged = Judged(
        *data[:2],
        data.offsets,
        scoring.count,
        scoring.pointwise,
        answers=data.answers,
        sample_weight=data.weight,
    )
    if options["reduce"] == "mean":
        counts = mean_counts(judged)
    else:
        several = data.offsets, options["reduce"], scoring.count, scoring.pointwise
        counts = reduced_counts(*data[:2], *several, sample_weight=data.weight)
    averages = averages_of(options)
    result = result_of(data, setting, counts)
    people = None
    if options["annotators"] is not None:
        people = read_annotators(options["annotators"], data.offsets)
        result |= _against_each(data, setting, averages, *people)
    if options["human"] and n_judged(judged):
        result |= _human(judged, data, setting, averages)
        if people is not None:
            result |= _human_by_annotator(judged, setting, averages, *people)
    return result


def _human(judged, data, setting, averages):
    """Annotators scored against each other, the system against the same, and two baselines.

    Labels that are "present" are those of either comparison: what a system predicts has no part in
    the annotators' scores.
    """
    sides = leave_one_out_counts(judged, setting.options["reduce"])
    consensus = consensus_counts(judged)
    constants = _constants(data, setting, averages)
    result = {}
    for average in averages:
        keys = keys_of(average, setting.options)
        f1 = {}
        for who, counts in sides._asdict().items():
            scores = scores_of(counts, average, setting, chosen_labels(counts, setting))
            f1[who] = scores.f1
            for place in (2, 0, 1):
                result[_renamed(keys[place], who)] = scores[place].tolist()
        result[difference_key(keys[2])] = (f1["system"] - f1["human"]).tolist()
        if consensus is not None:
            scores = scores_of(consensus, average, setting, chosen_labels(consensus, setting))
            result[_renamed(keys[2], "consensus")] = scores.f1.tolist()
        if average in constants:
            best, answer = constants[average]
            result[_renamed(keys[2], "constant")] = best
            key = _renamed(keys[2], "constant").replace("constant_f1", "constant_answer", 1)
            result[key] = [setting.space.labels[label] for label in answer]
    return {**result, "n_human": n_judged(judged)}


def difference_key(key):
    """The key of human_difference beside one of Semantic F1."""
    return key.replace("semantic_f1", "human_difference", 1)


def _renamed(key, who):
    return key.replace("semantic", who, 1)


def _constants(data, setting, averages):
    """The best constant answer of each average, over the examples with two annotators or more."""
    m, options = len(setting.space.labels), setting.options
    sizes = np.diff(data.offsets)
    weight = np.ones(len(sizes)) if data.weight is None else data.weight
    weight = np.repeat(np.where(sizes >= 2, weight / sizes, 0), sizes)
    similarities, golds, groups = [setting.similarity], data.references, np.zeros(len(weight), int)
    if setting.grouped:
        similarities = setting.similarity.similarities
        golds, groups = unmark_sets(golds, m, len(similarities))
    distinct, numbers = number_sets(golds)
    n = len(distinct.offsets) - 1
    table = np.bincount(groups * n + numbers, weight, minlength=len(similarities) * n)
    parts = []
    for similarity, sums in zip(similarities, table.reshape(-1, n), strict=True):
        found = np.flatnonzero(sums)
        if len(found):
            parts.append((take_sets(distinct, found), sums[found], similarity.pairs))
    mask = "present" if options["macro_labels"] == "present" else setting.macro_mask
    return best_constants(
        parts,
        [average for average in averages if average is not None],
        m,
        zero_division=options["zero_division"],
        counting=options["counting"],
        macro_f1=options["macro_f1"],
        macro_mask=mask,
    )


def _against_each(data, setting, averages, people, numbers):
    """Scores against each annotator alone; None where all the examples' weights are 0."""
    table = annotator_counts(
        *data[:2], data.offsets, numbers, scoring_of(setting).count, sample_weight=data.weight
    )
    result = {"annotators": people, "n_by_annotator": np.bincount(numbers).tolist()}
    for average in averages:
        for place, column in _columns_of(table, average, setting):
            key = keys_of(average, setting.options)[place]
            result[f"{key}_by_annotator"] = column
    return result


def _human_by_annotator(judged, setting, averages, people, numbers):
    """Human and system scores in the cases of each annotator, and without each of them."""
    sides, n_judged_by = counts_by_annotator(
        judged, setting.options["reduce"], numbers, len(people)
    )
    few = sum(n < FEW_JUDGED for n in n_judged_by)
    if few:
        warn(few_judged(few, len(people), FEW_JUDGED))
    result = {"n_human_by_annotator": n_judged_by}
    without = None
    if len(people) >= 3:
        without = jackknife_counts(judged, setting.options["reduce"], numbers, len(people))
    for average in averages:
        keys = keys_of(average, setting.options)
        for who, table in sides._asdict().items():
            for place, column in _columns_of(table, average, setting):
                result[f"{_renamed(keys[place], who)}_by_annotator"] = column
        error = None
        if without is not None and None not in without:
            differences = [
                scores_of(one.system, average, setting, chosen_labels(one.system, setting)).f1
                - scores_of(one.human, average, setting, chosen_labels(one.human, setting)).f1
                for one in without
            ]
            error = jackknife_error(differences).tolist()
        result[f"{difference_key(keys[2])}_se_annotators"] = error
    return result


def _columns_of(table, average, setting):
    """Place of a score among precision, recall and F1, F1 first, and its column over annotators."""
    scores = [
        counts
        if counts is None or not counts.weight > 0
        else scores_of(counts, average, setting, chosen_labels(counts, setting))
        for counts in table
    ]
    for place in (2, 0, 1):
        yield (
            place,
            [
                None if counts is None or not counts.weight > 0 else one[place].tolist()
                for one, counts in zip(scores, table, strict=True)
            ],
        )
