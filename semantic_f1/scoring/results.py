"""Counts, scores and intervals of label sets, and the flat dict that ``compute`` returns."""

from functools import partial
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES, AVERAGES_WITHOUT_LABELS, NAMED_AVERAGES
from ..inputs.annotators import read_annotators
from ..inputs.configs import Data
from ..inputs.graded import GradedRows
from ..inputs.groups import group_codes
from ..inputs.label_sets import LabelSets, number_octets
from ..inputs.points import PointSets
from ..inputs.unwrapping import offsets_of
from ..messages import cut_list, warn
from ..result_table import RESULTS, SCORE_KEYS
from ..similarity.label_similarity import identity
from ..version import __version__
from .annotated_sets import Judged
from .annotators import ReducedScoring
from .averages import Averaging, average_scores, label_scores
from .bootstrap import DRAWN_BLOCKS
from .contributions import Contributions
from .counts import (
    Counts,
    best_credits,
    count,
    counts_of_credits,
    exact_counts_of_each,
    point_example_counts,
)
from .distinct import number_sets
from .exact_sums import ExactSum
from .graded import ExampleScoring, graded_example_counts
from .human_baseline import annotator_counts, leave_one_out_counts, mean_counts, n_judged
from .set_scores import SetScoring
from .statistic import Statistic
from .uncertainty import difference_key, interval_results

LARGEST_TABLE = 2_000  # Tables of labels by labels take memory by the square of their number.
# Values by label that intervals hold at once, of units and of resamples: 2 GB of them, and what is
# worked out from them takes about three times as much.
MOST_RESAMPLED_VALUES = 1 << 28
# With more labels, only those that occur are counted where no label's own score is asked for.
MANY_LABELS = 4_096


class Sums(NamedTuple):
    """Exact counts that ``compute``'s dict is made of, one layout for all of them."""

    semantic: ExactSum | Counts  # of all examples
    hard: ExactSum | None = None  # with the identity, if asked
    human: ExactSum | None = None  # annotators against all others, in ``n_human`` examples
    system: ExactSum | None = None  # predictions against the same
    apart: ExactSum | None = None  # how many sets and labels differ, in ``perspectives``
    with_others: ExactSum | None = None  # ``semantic`` of the ``n_human`` examples alone
    n_human: int = 0
    by_annotator: dict | None = None  # annotator -> number of gold sets, counts against them


def result_of(data, setting, judged=None):
    """The flat dict that compute returns; ``judged``: what :func:`judged_of` has made already."""
    options, averages, examples = setting.options, averages_of(setting.options), None
    averaging, m = Averaging(averages), len(setting.space.labels)
    # They are refused where they can't be, with resamples and without.
    if options["groups"] is not None:
        group_codes(options["groups"], data.predictions.n)
    refuse_many_resampled(data, setting, averages)
    if data.offsets is None and setting.config.kind != "grades":
        sides, pairs, n_labels = data[:2], setting.similarity.pairs, m
        examples_too = any(AVERAGES[name].counts == "examples" for name in averages)
        by_label, parts = averaging.by_label, (not averaging.of_examples, examples_too)
        if m > MANY_LABELS and not by_label and not setting.grouped:
            sides, pairs, n_labels = used_labels(sides, pairs, m)
        bound = {"n_labels": n_labels, "zero_division": options["zero_division"]}
        if options["n_resamples"]:
            # Best matches are looked up once, for the scores and for what is drawn.
            credit = best_credits(*sides, pairs, n_labels)
            counted = counts_of_credits(sides, credit, **bound, weight=data.weight, parts=parts)
            bound |= {"by_label": by_label, "credit": credit}
            examples = Contributions.of_sets(*sides, pairs, **bound)
        else:
            bound |= {"sample_weight": data.weight, "parts": parts}
            counted = count(*sides, pairs, **bound)
        sums = Sums(counted)
    else:
        sums = sums_of(data, setting, judged=judged, by_label=not averaging.of_examples)
    return result_of_sums(sums, setting, partial(statistic_of, [data], setting, examples=examples))


def used_labels(sides, pairs, n_labels):
    """Label sets renumbered by the labels that occur, their similarity, and how many these are."""
    used = np.unique(np.concatenate([sets.indices[sets.indices < n_labels] for sets in sides]))
    renumbered = []
    for sets in sides:
        known = sets.indices < n_labels
        numbers = np.where(known, np.searchsorted(used, sets.indices), len(used))
        renumbered.append(LabelSets(numbers.astype(np.int32), sets.offsets))
    return renumbered, PairsOfUsed(pairs, used), len(used)


class PairsOfUsed:
    """``pairs`` of a similarity, and its ``best_matches``, of the labels that numbers stand for."""

    def __init__(self, pairs, used):
        self._pairs, self._used = pairs, used
        self.at_once = getattr(pairs, "at_once", False)
        if hasattr(pairs, "best_matches"):
            self.best_matches = lambda *sides: pairs.best_matches(
                *(LabelSets(used[sets.indices], sets.offsets) for sets in sides)
            )

    def __call__(self, a, b):
        return self._pairs(self._used[a], self._used[b])


def judged_of(data, setting):
    """Sets of several annotators by number, with the setting's similarity, and who these are."""
    judged = Judged(*data[:2], data.offsets, scoring_of(setting), sample_weight=data.weight)
    ids = setting.options["annotators"]
    judged.people = None if ids is None else read_annotators(ids, data.offsets)
    return judged


def sums_of(data, setting, hard=False, judged=None, by_label=True):
    """Exact counts of examples; without ``by_label`` annotators' counts are of no labels."""
    data, setting = numbered(data, setting)
    if data.offsets is not None and judged is None:
        judged = judged_of(data, setting)
    reduce = setting.options["reduce"]
    semantic = mean_counts(judged) if judged is not None and reduce == "mean" else None
    if hard:
        sums = Sums(*semantic_and_hard_of(data, setting, semantic))
    else:
        sums = Sums(exact_counts_of(data, setting) if semantic is None else semantic)
    if data.offsets is None:
        return sums
    left_out = leave_one_out_counts(judged, reduce) if setting.options["human"] else None
    if left_out is not None:
        sums = sums._replace(**left_out._asdict(), n_human=n_judged(judged))
    return with_annotators(sums, judged, by_label)


def with_annotators(sums, judged, by_label):
    """Sums with those of each annotator, if it is known who they are."""
    if judged.people is None:
        return sums
    names, numbers = judged.people
    counts, n = annotator_counts(judged, numbers, len(names), by_label), np.bincount(numbers)
    people = {name: (int(n[row]), counts[row]) for row, name in enumerate(names)}
    return sums._replace(by_annotator=people)


def result_of_sums(sums, setting, statistic_with=None):
    """The flat dict, from exact counts; ``statistic_with`` gives a Statistic of an Averaging."""
    options, averages = setting.options, averages_of(setting.options)
    counts, mask, per_label = Counts.of_sums(sums.semantic), None, None
    if any(AVERAGES[average].needs_labels for average in averages):
        mask = macro_mask_of(counts, setting, averages)
        per_label = label_scores(counts, options["counting"])
    averaging, result = averaging_of(setting, averages, mask), {}
    for average in averages:
        scores = average_scores(counts, average, averaging, per_label)
        result |= named(keys_of(average, options), scores)
    if options["n_resamples"]:
        statistic = statistic_with(averaging)
        result = interval_results(statistic, result)
    if None in averages:
        result["support"] = counts.support.tolist()
        result["labels"] = list(setting.space.labels)
    if sums.human is not None:
        # Labels that are "present" are those of either comparison: what a system predicts has no
        # part in the annotators' scores.
        for average in averages:
            scores, f1 = scores_of_people(sums, average, setting, ("human", "system"))
            difference = (f1["system"] - f1["human"]).tolist()
            key = difference_key(keys_of(average, options)[2], "human_difference")
            result |= {**scores, key: difference}
        result["n_human"] = sums.n_human
    if sums.by_annotator:
        result |= scores_by_annotator(sums, setting, averages)
    if options["n_resamples"]:
        result["settings"] = settings_of(setting, averages, statistic.n)
    return result


def named(keys, scores, weight=None):
    """Scores under their keys, F1 first; None if the ``weight`` of one of several counts is 0."""
    result = {keys[place]: scores[place].tolist() for place in (2, 0, 1)}
    if weight is None:
        return result
    counts = (weight > 0).tolist()
    return {
        key: [value if some else None for value, some in zip(values, counts, strict=True)]
        for key, values in result.items()
    }


def scores_of_people(sums, average, setting, names):
    """Scores by key, and F1 by name, of the sums of some names."""
    keys, result, f1 = keys_of(average, setting.options), {}, {}
    for name in names:
        scores = scores_of_each(Counts.of_sums(getattr(sums, name)), average, setting, exact=False)
        f1[name] = scores.f1
        result |= named([key_of_people(key, name) for key in keys], scores)
    return result, f1


def key_of_people(key, who):
    """The key of human or other scores next to one of Semantic F1."""
    return key.replace("semantic", who, 1)


def scores_by_annotator(sums, setting, averages):
    """Scores against each annotator alone; None where all the examples' weights are 0."""
    numbers, rows = zip(*sums.by_annotator.values(), strict=True)
    counts = Counts.of_sums(ExactSum.stacked(rows))
    result = {"annotators": list(sums.by_annotator), "n_by_annotator": list(numbers)}
    for average in averages:
        keys = [f"{key}_by_annotator" for key in keys_of(average, setting.options)]
        result |= named(keys, scores_of_each(counts, average, setting), counts.weight)
    return result


def scores_of_each(counts, average, setting, exact=True):
    """Scores of counts, of several at once too, each over the labels that it chooses for macro."""
    return scores_of(counts, average, setting, chosen_labels(counts, setting), exact=exact)


def settings_of(setting, averages, n_units):
    """Settings of intervals and tests, for the texts that are written of a result."""
    options = setting.options
    return {
        "similarity": setting.similarity.name,
        "f1_keys": {average: keys_of(average, options)[2] for average in averages},
        **setting.resampling,
        "n_units": n_units,
        "units": "examples" if options["groups"] is None else "groups",
        "version": __version__,
    }


def scoring_of(setting, pairs=None):
    """Scoring of two sides with the setting's similarity, or with ``pairs`` in its place."""
    m, pairs = len(setting.space.labels), pairs or setting.similarity.pairs
    bound = {"zero_division": setting.options["zero_division"]}
    if setting.config.kind == "grades":
        check_table_size("graded rows", setting)
        places = np.arange(m)
        values = pairs(np.repeat(places, m), np.tile(places, m)).reshape(m, m)
        of_examples = partial(graded_example_counts, values=values, **bound)
    elif setting.distinct is None:
        return SetScoring(pairs, m, **bound)
    else:
        of_examples = partial(point_example_counts, kernel=pairs, **bound)
    return ExampleScoring(of_examples, m, setting.distinct)


def numbered(data, setting):
    """Annotators' points or grades as LabelSets of their numbers, and a setting that has them."""
    if data.offsets is None or not setting.config.like or setting.distinct is not None:
        return data, setting
    n = data.predictions.n
    if setting.config.kind == "grades":
        table = np.concatenate([side.table for side in data[:2]]) + 0.0
        numbers = number_octets(table)
        distinct = GradedRows(table[np.unique(numbers, return_index=True)[1]])
    else:
        points = np.concatenate([side.points for side in data[:2]]) + 0.0
        codes = number_octets(points)
        first = np.unique(codes, return_index=True)[1]
        sizes = np.concatenate([np.diff(side.offsets) for side in data[:2]])
        order = np.lexsort((codes, np.repeat(np.arange(len(sizes)), sizes)))
        sets, numbers = number_sets(LabelSets(codes[order], offsets_of(sizes)))
        distinct = PointSets(points[first[sets.indices]], sets.offsets)
    singles = LabelSets(numbers, np.arange(len(numbers) + 1))
    sides = singles.rows(0, n), singles.rows(n, len(numbers))
    return Data(*sides, *data[2:]), setting._replace(distinct=distinct)


def example_scoring(data, setting, pairs=None):
    """Scoring of examples, with ``pairs`` in the place of the similarity if they are given."""
    scoring, offsets = scoring_of(setting, pairs), data.offsets
    if offsets is None:
        return scoring
    return ReducedScoring(scoring, offsets, setting.options["reduce"])


def scores_by_example(data, setting):
    """Precision, recall and F1 of each example."""
    return example_scoring(data, setting).pointwise(*data[:2])


def counted_pairs(data, setting):
    """Pairs of a predicted and a gold set that count, and how much each does."""
    if data.offsets is None:
        return data[:3]
    return example_scoring(data, setting).weighted_pairs(*data[:3])[:3]


def counts_of(data, setting, pairs=None):
    """Counts of all examples."""
    return Counts.of_sums(exact_counts_of(data, setting, pairs))


def exact_counts_of(data, setting, pairs=None):
    """Exact counts of all examples."""
    return example_scoring(data, setting, pairs).count(*data[:2], sample_weight=data.weight)


def semantic_and_hard_of(data, setting, semantic=None):
    """Exact counts of all examples, with the similarity, if not known, and with the identity."""
    exact = identity(setting.space.labels).pairs
    if data.offsets is not None or setting.config.kind == "grades":
        semantic = exact_counts_of(data, setting) if semantic is None else semantic
        return semantic, exact_counts_of(data, setting, exact)
    # Both see the same sets, which are looked at once.
    bound = (setting.similarity.pairs, exact), len(setting.space.labels)
    options = {"zero_division": setting.options["zero_division"], "sample_weight": data.weight}
    return exact_counts_of_each(*data[:2], *bound, **options)


def macro_mask_of(counts, setting, averages):
    """Mask of the labels that macro averages over; warns of those that no one uses."""
    mask = chosen_labels(counts, setting)
    present = (counts.predicted > 0) | (counts.support > 0)
    means = [AVERAGES[average] for average in averages if average is not None]
    # Without gold labels the weighted mean is that of macro.
    silent = not counts.support.any()
    if any(row.macro or (row.needs_labels and silent) for row in means):
        averaged = np.ones(len(present), bool) if mask is None else mask
        absent = [setting.space.labels[i] for i in np.flatnonzero(averaged & ~present)]
        if absent:
            are = "1 label is" if len(absent) == 1 else f"{len(absent)} labels are"
            nearest = " for the nearest annotator" * (setting.options["reduce"] == "max")
            warn(
                f"macro: {are} neither gold{nearest} nor predicted, scored 0, pulling the mean "
                f'down: {cut_list(absent)}. macro_labels="present" or a list of names leaves them '
                "out."
            )
    return mask


def chosen_labels(counts, setting):
    """Mask of the labels that macro averages over; "present" is judged by these counts."""
    if setting.options["macro_labels"] == "present":
        return (counts.predicted > 0) | (counts.support > 0)
    return setting.macro_mask


def scores_of(counts, average, setting, mask, exact=False):
    """Scores of one average; ``exact`` as in Averaging."""
    choices = averaging_of(setting, (average,), mask)._replace(exact=exact)
    return average_scores(counts, average, choices)


def averages_of(options):
    average = options["average"]
    return average if isinstance(average, tuple) else (average,)


def check_table_size(method, setting):
    """Refuse to make tables of very many labels."""
    m = len(setting.space.labels)
    if m > LARGEST_TABLE:
        rule = f"makes tables of labels by labels, of up to {LARGEST_TABLE:,}; there are {m:,}"
        raise ValueError(f"{method}: {rule}; pass labels=[...], those that your data has")


def one_average(options, method):
    average = options["average"]
    if average is None or isinstance(average, tuple):
        raise ValueError(f"{method}: average must be one of {', '.join(NAMED_AVERAGES)}")
    return average


def averaging_of(setting, averages, mask):
    """Averaging of counts under the setting."""
    options = setting.options
    return Averaging(tuple(averages), options["counting"], options["macro_f1"], mask)


def statistic_of(datas, setting, averaging, pairs=None, examples=None):
    """Statistic of systems; ``examples``: contributions without weights, if they are made."""
    systems, kept = [], None
    for data in datas:
        refuse_many_resampled(data, setting, averaging.averages)
        drawn = examples or contributions_of(data, setting, averaging.by_label, pairs)
        if data.weight is not None:
            kept = data.weight > 0
            drawn = drawn.chosen(kept).weighted(data.weight[kept])
        systems.append(drawn)
    groups = group_codes(setting.options["groups"], datas[0].predictions.n, kept)
    return statistic_under(setting, systems, averaging, groups)


def statistic_of_pairs(setting, parts, sizes, weight, kept, averaging=None):
    """Statistic of pairs, shares of an example's size; ``parts``: Contributions, and examples."""
    systems = []
    for pairs, of in parts:
        units = pairs.scaled(1 / sizes[of]).summed(of, len(sizes)).merged().chosen(kept)
        systems.append(units if weight is None else units.weighted(weight[kept]))
    groups = group_codes(setting.options["groups"], len(sizes), kept)
    averaging = averaging or averaging_under(setting, averages_of(setting.options), systems)
    return statistic_under(setting, systems, averaging, groups)


def averaging_under(setting, averages, examples):
    """Averaging; labels that are "present" are those of any of the Contributions."""
    averaging = averaging_of(setting, averages, setting.macro_mask)
    if setting.options["macro_labels"] == "present" and averaging.by_label:
        totals = sum(part.total(None) for part in examples)
        averaging = averaging._replace(macro_mask=(totals[1] > 0) | (totals[3] > 0))
    return averaging


def statistic_under(setting, systems, averaging, groups):
    """Statistic of the contributions of systems, with the setting's keys and resamples."""
    keys = {average: keys_of(average, setting.options) for average in averaging.averages}
    labels = () if setting.space is None else setting.space.labels
    return Statistic(systems, averaging, groups, keys=keys, labels=labels, **setting.resampling)


def refuse_many_resampled(data, setting, averages):
    """Refuse intervals of scores by label that no memory holds, before anything is worked out."""
    options, m = setting.options, len(setting.space.labels)
    by_label = [average for average in averages if AVERAGES[average].needs_labels]
    if not options["n_resamples"] or not by_label:
        return
    kept = 3 * m * options["n_resamples"] if None in averages else 0
    if 4 * m * DRAWN_BLOCKS + kept <= MOST_RESAMPLED_VALUES:
        return
    groups = group_codes(options["groups"], data.predictions.n)
    units = data.predictions.n if groups is None else int(groups.max()) + 1
    values = 4 * m * min(units, DRAWN_BLOCKS) + kept
    if values > MOST_RESAMPLED_VALUES:
        of, others = ", ".join(map(repr, by_label)), " or ".join(map(repr, AVERAGES_WITHOUT_LABELS))
        size, most = (f"{8 * number / 1e9:,.1f} GB" for number in (values, MOST_RESAMPLED_VALUES))
        raise ValueError(
            f"n_resamples: intervals of average {of} would hold {size} of values of {m:,} labels; "
            f"{most} are the most. Ask for average {others}, or pass labels=[...] of your data"
        )


def contributions_of(data, setting, by_label=True, pairs=None):
    """Contribution of each example to the counts, without its weight."""
    data, setting = numbered(data, setting)
    return example_scoring(data, setting, pairs).contributions(*data[:2], by_label=by_label)


def keys_of(average, options):
    """Keys of precision, recall and F1 of one of the averages."""
    suffix = suffix_of(average, options)
    of_averages = AVERAGES[average].macro and options["macro_f1"] == "f1_of_averages"
    precision, recall, f1 = SCORE_KEYS
    f1 = RESULTS["F1 of averages"].keys[0] if of_averages else f1
    return [name + suffix for name in (precision, recall, f1)]


def suffix_of(average, options):
    """Suffix of an average's keys if there are several."""
    return f"_{AVERAGES[average].key}" if isinstance(options["average"], tuple) else ""
