"""Results of config "annotators": scores against all annotators, of people, by annotator."""

import numpy as np

from ..inputs.label_sets import take_sets
from ..messages import FEW, few_annotators, few_judged, warn
from .averages import Averaging
from .constant_baseline import best_constants
from .counts import Counts
from .distinct import number_sets
from .human_baseline import (
    Sides,
    case_contributions,
    consensus_counts,
    counts_by_annotator,
    jackknife_counts,
    jackknife_error,
)
from .results import (
    averages_of,
    chosen_labels,
    difference_key,
    key_of_people,
    keys_of,
    rounded_counts,
    scores_of,
    scores_of_each,
    statistic_of_pairs,
    statistic_under,
    suffix_of,
    values_of_each,
)
from .student_t import student_quantile
from .uncertainty import difference_results, interval_entries, interval_fields

# Scores of an annotator who judged fewer examples together with others say little.
FEW_JUDGED = 30


def human_results(judged, data, setting, result, people=None):
    """Scores of people next to the ``result`` of additive counts, from the examples themselves.

    ``people``: None, or the annotators' names and the number of each gold set's.
    """
    options, averages = setting.options, averages_of(setting.options)
    found = {}
    if options["n_resamples"]:
        found |= _human_intervals(judged, data, setting, averages, people, result)
    found |= _baselines(judged, data, setting, averages)
    if people is not None:
        found |= _human_by_annotator(judged, setting, averages, *people)
    return found


def _human_intervals(judged, data, setting, averages, people, result):
    """Intervals of human and system scores, of their difference, and of each annotator's cases.

    ``result`` holds the scores. Over examples, for these annotators.
    """
    options = setting.options
    by_label = Averaging(tuple(averages)).by_label
    cases, places = case_contributions(judged, options["reduce"], by_label)
    sizes = np.diff(data.offsets)
    example = np.repeat(np.arange(len(sizes)), sizes)[places]
    drawn = (sizes >= 2) & judged.counted
    parts = [(cases.system, example), (cases.human, example)]
    statistic = statistic_of_pairs(setting, parts, sizes, data.weight, drawn)
    entries = {}
    for who, ends in zip(
        ("system", "human"), interval_entries(statistic, warned=False), strict=True
    ):
        for key, (low, high, _) in ends.items():
            key = key_of_people(key, who)  # noqa: PLW2901
            entries |= interval_fields(key, result[key], low, high)
    entries |= difference_results(statistic, result, difference_key)
    if people is not None:
        weight = None if data.weight is None else data.weight[example]
        entries |= _intervals_by_annotator(
            cases, weight, statistic.averaging, people[1][places], len(people[0]), setting
        )
    return entries


def _intervals_by_annotator(cases, weight, averaging, owner, n_people, setting):
    """Intervals of each annotator's cases; None for one with fewer than ten."""
    ends, keys = {}, [key for x in averaging.averages for key in keys_of(x, setting.options)]
    for person in range(n_people):
        mask, entries = owner == person, [dict.fromkeys(keys)] * 2
        if mask.sum() >= FEW:
            examples = [side.chosen(mask) for side in cases]
            if weight is not None:
                examples = [side.weighted(weight[mask]) for side in examples]
            statistic = statistic_under(setting, examples, averaging, None)
            entries = interval_entries(statistic, warned=False)
        for who, of_side in zip(cases._fields, entries, strict=True):
            for key, found in of_side.items():
                for place, end in enumerate(("low", "high")):
                    value = None if found is None else found[place].tolist()
                    name = f"{key_of_people(key, who)}_by_annotator_{end}"
                    ends.setdefault(name, []).append(value)
    return ends


def _baselines(judged, data, setting, averages):
    """F1 of the other annotators' consensus, and of the best answer given for every example."""
    consensus = consensus_counts(judged)
    # Of points and grades there is no finite number of answers.
    constants = {} if setting.distinct else constant_answers(data, setting, averages, judged)
    result = {}
    for average in averages:
        f1 = keys_of(average, setting.options)[2]
        if consensus is not None:
            scores = _scores(rounded_counts(consensus, setting), average, setting)
            result[key_of_people(f1, "consensus")] = scores.f1.tolist()
        if average in constants:
            result[key_of_people(f1, "constant")], answer = constants[average]
            key = f"constant_answer{suffix_of(average, setting.options)}"
            result[key] = [setting.space.labels[label] for label in answer]
    return result


def _scores(counts, average, setting):
    return scores_of(counts, average, setting, chosen_labels(counts, setting))


def constant_answers(data, setting, averages, judged=None):
    """The best constant answers, as ``best_constants``, over examples with two annotators or more.

    ``judged``: the sets by number, if they have one already.
    """
    m, options = len(setting.space.labels), setting.options
    sizes = np.diff(data.offsets)
    weight = np.ones(len(sizes)) if data.weight is None else data.weight
    weight = np.repeat(np.where(sizes >= 2, weight / sizes, 0), sizes)
    gold_sets = data.references
    functions = setting.similarity.pairs if setting.grouped else (setting.similarity.pairs,)
    similarity_numbers = gold_sets.similarity if setting.grouped else np.zeros(len(weight), int)
    if judged is None or setting.grouped:
        distinct, numbers = number_sets(gold_sets.scored_by(None))
    else:
        distinct, numbers = judged.sets, judged.gold
    n = len(distinct.offsets) - 1
    table = np.bincount(similarity_numbers * n + numbers, weight, minlength=len(functions) * n)
    table = table.reshape(-1, n)
    used = np.flatnonzero(table.any(axis=0))
    mask = "present" if options["macro_labels"] == "present" else setting.macro_mask
    return best_constants(
        take_sets(distinct, used),
        table[:, used],
        functions,
        [average for average in averages if average is not None],
        m,
        zero_division=options["zero_division"],
        counting=options["counting"],
        macro_f1=options["macro_f1"],
        macro_mask=mask,
    )


def _human_by_annotator(judged, setting, averages, people, numbers):
    """Human and system scores in the cases of each annotator, and without each of them."""
    options, by_label = setting.options, not Averaging(averages).of_examples
    chosen = options["reduce"], numbers, len(people), by_label
    sums_of_sides, n_judged_by = counts_by_annotator(judged, *chosen)
    few = int((n_judged_by < FEW_JUDGED).sum())
    if few:
        warn(few_judged(few, len(people), FEW_JUDGED))
    with_others, without = n_judged_by > 0, None
    overlapping = int(with_others.sum())
    result = {"n_human_by_annotator": n_judged_by.tolist()}
    result["n_annotators_with_overlap"] = overlapping
    if overlapping >= 3:
        if overlapping < FEW:
            warn(few_annotators(overlapping))
        without = jackknife_counts(judged, *chosen)
        # Who judged alone has no part in these scores.
        without = Sides(*(Counts(*(x[with_others] for x in side)) for side in without))
        without = without if (without.human.weight > 0).all() else None
    tables = [(who, rounded_counts(sums, setting)) for who, sums in sums_of_sides._asdict().items()]
    for average in averages:
        keys = keys_of(average, options)
        for who, counts in tables:
            scores = scores_of_each(counts, average, setting)
            for place in (2, 0, 1):
                key = f"{key_of_people(keys[place], who)}_by_annotator"
                result[key] = values_of_each(scores[place], counts.weight)
        error = margin = None
        if without is not None:
            human, system = (scores_of_each(side, average, setting).f1 for side in without)
            error = jackknife_error(system - human)
            # 95%, whatever level the intervals over examples have.
            margin = (student_quantile(0.975, overlapping - 1) * error).tolist()
            error = error.tolist()
        result[f"{difference_key(keys[2])}_se_annotators"] = error
        result[f"{difference_key(keys[2])}_margin_annotators"] = margin
    return result
