"""Results of config "annotators": scores against all annotators, of people, by annotator."""

import numpy as np

from ..inputs.annotators import read_annotators
from ..inputs.label_sets import take_sets
from ..messages import few_judged, warn
from .constants import best_constants
from .distinct import number_sets
from .groups import unmark_sets
from .human import (
    consensus_counts,
    counts_by_annotator,
    jackknife_counts,
    jackknife_error,
    n_judged,
)
from .results import (
    averages_of,
    chosen_labels,
    difference_key,
    judged_of,
    key_of_people,
    keys_of,
    result_of,
    rounded_counts,
    scores_of,
)

# Scores of an annotator who judged fewer examples together with others say little.
FEW_JUDGED = 30


def full_result(data, setting):
    """The flat dict that compute returns.

    For several gold sets an example, beside what follows from additive counts, it holds what takes
    the examples themselves: the consensus, the best constant answer, human scores by annotator, the
    error over annotators.
    """
    if data.offsets is None:
        return result_of(data, setting)
    options = setting.options
    judged = judged_of(data, setting)
    result = result_of(data, setting, judged)
    if not options["human"] or not n_judged(judged):
        return result
    averages = averages_of(options)
    result |= _baselines(judged, data, setting, averages)
    if options["annotators"] is not None:
        people = read_annotators(options["annotators"], data.offsets)
        result |= _human_by_annotator(judged, setting, averages, *people)
    return result


def _baselines(judged, data, setting, averages):
    """F1 of the other annotators' consensus, and of the best answer given for every example."""
    consensus = consensus_counts(judged)
    constants = _constants(data, setting, averages)
    result = {}
    for average in averages:
        f1 = keys_of(average, setting.options)[2]
        if consensus is not None:
            scores = _scores(rounded_counts(consensus, setting), average, setting)
            result[key_of_people(f1, "consensus")] = scores.f1.tolist()
        if average in constants:
            key = key_of_people(f1, "constant")
            result[key], answer = constants[average]
            key = key.replace("constant_f1", "constant_answer", 1)
            result[key] = [setting.space.labels[label] for label in answer]
    return result


def _scores(counts, average, setting):
    return scores_of(counts, average, setting, chosen_labels(counts, setting))


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


def _human_by_annotator(judged, setting, averages, people, numbers):
    """Human and system scores in the cases of each annotator, and without each of them."""
    reduce = setting.options["reduce"]
    sides, n_judged_by = counts_by_annotator(judged, reduce, numbers, len(people))
    few = sum(n < FEW_JUDGED for n in n_judged_by)
    if few:
        warn(few_judged(few, len(people), FEW_JUDGED))
    result = {"n_human_by_annotator": n_judged_by}

    def rounded(sums):
        return rounded_counts(sums, setting)

    without = None
    if len(people) >= 3:
        without = jackknife_counts(judged, reduce, numbers, len(people), rounded)
    tables = {
        who: [None if sums is None else rounded(sums) for sums in table]
        for who, table in sides._asdict().items()
    }
    for average in averages:
        keys = keys_of(average, setting.options)
        for who, table in tables.items():
            scores = [counts and _scores(counts, average, setting) for counts in table]
            for place in (2, 0, 1):
                result[f"{key_of_people(keys[place], who)}_by_annotator"] = [
                    None if one is None else one[place].tolist() for one in scores
                ]
        error = None
        if without is not None and None not in without:
            differences = [
                _scores(one.system, average, setting).f1 - _scores(one.human, average, setting).f1
                for one in without
            ]
            error = jackknife_error(differences).tolist()
        result[f"{difference_key(keys[2])}_se_annotators"] = error
    return result
