"""Results of config "annotators": scores against all annotators, of people, by annotator."""

import numpy as np

from ..inputs.label_sets import take_sets
from ..messages import FEW, warn
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
)
from .results import (
    averages_of,
    averaging_of,
    key_of_people,
    keys_of,
    named,
    scores_of_each,
    statistic_of_pairs,
    statistic_under,
    suffix_of,
)
from .student_t import student_quantile
from .uncertainty import difference_key, difference_results, interval_entries, interval_fields

FEW_JUDGED = 30  # Scores of an annotator who judged fewer examples together with others say little.


def human_results(judged, data, setting, result):
    """Scores of people next to the ``result`` of additive counts, from the examples themselves."""
    averages, found = averages_of(setting.options), {}
    if setting.options["n_resamples"]:
        found |= _human_intervals(judged, data, setting, averages, result)
    found |= _baselines(judged, data, setting, averages)
    if judged.people is not None:
        found |= _human_by_annotator(judged, setting, averages)
    return found


def _human_intervals(judged, data, setting, averages, result):
    """Intervals of human and system scores and their difference; by annotator from ten cases up."""
    reduce, by_label = setting.options["reduce"], Averaging(averages).by_label
    cases, places = case_contributions(judged, reduce, by_label)
    sizes = np.diff(data.offsets)
    example = np.repeat(np.arange(len(sizes)), sizes)[places]
    drawn = (sizes >= 2) & judged.counted
    parts = [(cases.system, example), (cases.human, example)]
    statistic = statistic_of_pairs(setting, parts, sizes, data.weight, drawn)
    entries, of_sides = {}, interval_entries(statistic, warned=False)
    for who, ends in zip(("system", "human"), of_sides, strict=True):
        for key, (low, high, _) in ends.items():
            name = key_of_people(key, who)
            entries |= interval_fields(name, result[name], low, high)
    entries |= difference_results(statistic, result, "human_difference")
    if judged.people is None:
        return entries
    owner = judged.people[1][places]
    keys = [key for average in averages for key in keys_of(average, setting.options)]
    for person in range(len(judged.people[0])):
        mask, of_sides = owner == person, [dict.fromkeys(keys)] * 2
        if mask.sum() >= FEW:
            examples = [side.chosen(mask) for side in cases]
            if data.weight is not None:
                examples = [side.weighted(data.weight[example[mask]]) for side in examples]
            of_person = statistic_under(setting, examples, statistic.averaging, None)
            of_sides = interval_entries(of_person, warned=False)
        for who, of_side in zip(cases._fields, of_sides, strict=True):
            for key, found in of_side.items():
                for place, end in enumerate(("low", "high")):
                    value = None if found is None else found[place].tolist()
                    name = f"{key_of_people(key, who)}_by_annotator_{end}"
                    entries.setdefault(name, []).append(value)
    return entries


def _baselines(judged, data, setting, averages):
    """F1 of the other annotators' consensus, and of the best answer given for every example."""
    consensus = consensus_counts(judged)
    # Of points and grades there is no finite number of answers.
    constants = {} if setting.distinct else constant_answers(data, setting, averages, judged)
    result = {}
    for average in averages:
        f1 = keys_of(average, setting.options)[2]
        if consensus is not None:
            scores = scores_of_each(Counts.of_sums(consensus), average, setting, exact=False)
            result[key_of_people(f1, "consensus")] = scores.f1.tolist()
        if average in constants:
            result[key_of_people(f1, "constant")], answer = constants[average]
            key = f"constant_answer{suffix_of(average, setting.options)}"
            result[key] = [setting.space.labels[label] for label in answer]
    return result


def constant_answers(data, setting, averages, judged=None):
    """``best_constants`` of examples with two annotators or more; ``judged``: sets by number."""
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
    present = setting.options["macro_labels"] == "present"
    averages = [average for average in averages if average is not None]
    choices = averaging_of(setting, averages, "present" if present else setting.macro_mask)
    of_sets = take_sets(distinct, used), table[:, used], functions, choices
    return best_constants(*of_sets, len(setting.space.labels), setting.options["zero_division"])


def _human_by_annotator(judged, setting, averages):
    """Human and system scores in the cases of each annotator, and without each of them."""
    options, (people, numbers) = setting.options, judged.people
    chosen = options["reduce"], numbers, len(people), not Averaging(averages).of_examples
    sums_of_sides, n_judged_by = counts_by_annotator(judged, *chosen)
    few = int((n_judged_by < FEW_JUDGED).sum())
    if few:
        warn(
            f"{few} of {len(people)} annotators judged fewer than {FEW_JUDGED} examples together "
            "with others; their scores by annotator are hard to interpret."
        )
    with_others, without = n_judged_by > 0, None
    overlapping = int(with_others.sum())
    result = {"n_human_by_annotator": n_judged_by.tolist()}
    result["n_annotators_with_overlap"] = overlapping
    if overlapping >= 3:
        if overlapping < FEW:
            warn(
                f"annotators: the error over annotators rests on {overlapping}, fewer than {FEW}, "
                "who judged examples together with others: it is a rough guess."
            )
        without = jackknife_counts(judged, *chosen)
        # Who judged alone has no part in these scores.
        without = Sides(*(Counts(*(x[with_others] for x in side)) for side in without))
        without = without if (without.human.weight > 0).all() else None
    tables = [(who, Counts.of_sums(sums)) for who, sums in sums_of_sides._asdict().items()]
    for average in averages:
        keys = keys_of(average, options)
        for who, counts in tables:
            names = [f"{key_of_people(key, who)}_by_annotator" for key in keys]
            result |= named(names, scores_of_each(counts, average, setting), counts.weight)
        error = margin = None
        if without is not None:
            human, system = (scores_of_each(side, average, setting).f1 for side in without)
            # Without each of A annotators: sqrt((A - 1) / A * sum of (v - mean)^2).
            moves = (system - human) - (system - human).mean(axis=0)
            error = np.sqrt((overlapping - 1) / overlapping * (moves**2).sum(axis=0))
            # 95%, whatever level the intervals over examples have.
            margin = (student_quantile(0.975, overlapping - 1) * error).tolist()
            error = error.tolist()
        key = difference_key(keys[2], "human_difference")
        result |= {f"{key}_se_annotators": error, f"{key}_margin_annotators": margin}
    return result
