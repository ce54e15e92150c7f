"""People as a measure of a system: annotators against each other, and the system against the same.

The target is always the set of one annotator of an example, left out. What is scored against it is
another annotator's, the system's, or the set nearest to those of all others.
"""

from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import take_sets
from ..ratios import SCORE_TIE, harmonic_mean
from .annotated_sets import Pairs
from .counts import Counts, with_samples
from .distinct import MOST_KEYS
from .exact_sums import ExactSum, limbs_of


class Sides(NamedTuple):
    """Something of both predictors: of the annotators, and of the system."""

    human: object
    system: object


def mean_counts(judged, least=1):
    """Exact counts of predictions against all of an example's annotators, each 1/k, or None."""
    sizes = np.diff(judged.offsets)[judged.counted]
    least = max(least, int(sizes.min()) if len(sizes) else 0)
    if least not in judged.means:
        pairs = Pairs(judged, judged.kind_weight / np.maximum(judged.kind_size, 1))
        for rows, places in judged.blocks(least, 1):
            pairs.add(judged.kind[rows, None], judged.predicted[rows, None], judged.gold[places])
        judged.means[least] = pairs.counts()
    return judged.means[least]


def n_judged(judged):
    """Number of examples with two annotators or more and a weight above 0."""
    return int((judged.counted & (np.diff(judged.offsets) >= 2)).sum())


def leave_one_out_counts(judged, reduce):
    """Sides against the other annotators of an example; None without an example of two."""
    if not n_judged(judged):
        return None
    if reduce == "mean":
        return Sides(_human_mean(judged), mean_counts(judged, 2))
    return Sides(*_cases(judged, reduce))


def annotator_counts(judged, annotators, n_annotators, by_label=True):
    """Exact counts of the predictions against each annotator alone, a row per annotator."""
    if n_annotators * len(judged.kind_weight) * judged.d**2 < MOST_KEYS:
        pairs = Pairs(judged, judged.kind_weight, n_annotators)
        for rows, places in judged.blocks(1, 1):
            answers = judged.predicted[rows, None], judged.gold[places]
            pairs.add(judged.kind[rows, None], *answers, annotators[places])
        return pairs.counts_by_owner(by_label)
    places = np.argsort(annotators, kind="stable")
    of = np.repeat(np.arange(len(judged.offsets) - 1), np.diff(judged.offsets))[places]
    keys, weights = judged.predicted[of] * judged.d + judged.gold[places], judged.kind_weight
    data = annotators[places], n_annotators, keys, weights[judged.kind[of]], None
    return judged.counts_by_owner(*data, by_label)


def counts_by_annotator(judged, reduce, annotators, n_annotators, by_label=True):
    """The same in rows per annotator, and how many examples each judged together with others."""
    sizes = np.diff(judged.offsets)
    counted = np.repeat(judged.counted & (sizes >= 2), sizes)
    number = np.bincount(annotators[counted], minlength=n_annotators)
    return Sides(*_cases(judged, reduce, annotators, n_annotators, by_label)), number


def consensus_counts(judged):
    """Exact counts of the medoid of the other annotators' sets against the one left out.

    The medoid is the set with the greatest mean F1 to all the others' sets, itself included; sets
    within 1e-12 of it share the case evenly. If there are two others it is either of them. None if
    no example with a weight above 0 has four: no one can be outvoted there.
    """
    sizes = np.diff(judged.offsets)
    if sizes[judged.counted].max(initial=0) < 4:
        return None
    most = int(sizes.max())
    pairs = Pairs(judged, _tied_weights(judged, most))
    for block in judged.blocks(2):
        rows, places, times = judged.distinct_panels(*block)
        f1, k = judged.f1(places), places.shape[1]
        # The sum of F1 of each candidate to all sets but the one left out.
        near = f1.sum(axis=2)[:, :, None] - f1
        near[:, np.arange(k), np.arange(k)] = -np.inf
        tied = near >= near.max(axis=1, keepdims=True) - SCORE_TIE * (k - 1)
        row, candidate, left_out = np.nonzero(tied)
        pairs.add(
            judged.kind[rows[row]] * (most + 1) + tied.sum(axis=1)[row, left_out],
            judged.answers[places[row, candidate]],
            judged.gold[places[row, left_out]],
            times=None if times is None else times[row],
        )
    return pairs.counts()


def jackknife_counts(judged, reduce, annotators, n_annotators, by_label=True):
    """Sides of Counts without each annotator; examples left with fewer than two drop out."""
    width = 4 * judged.n_labels + 6 if by_label else 6
    nothing = Sides(*[ExactSum.zero((width,))] * 2)
    if reduce != "mean":
        every = (judged.chosen(annotators != annotator) for annotator in range(n_annotators))
        without = [leave_one_out_counts(each, reduce) or nothing for each in every]
        sides = ([sums[-width:] for sums in side] for side in zip(*without, strict=True))
        return Sides(*map(Counts.of_sums, map(ExactSum.stacked, sides)))
    whole = leave_one_out_counts(judged, "mean") or nothing
    exchanged_of = _exchanged_pairs if by_label else _exchanged_samples
    taken, given = exchanged_of(judged, annotators, n_annotators)
    sides = zip((sums[-width:] for sums in whole), taken, given, strict=True)
    return Sides(*(_exchanged(*map(Counts.of_sums, side)) for side in sides))


def _pair_weights(judged):
    """Weights of a pair of each side, by kind: as examples are, and with an annotator less."""
    weight, k = judged.kind_weight, judged.kind_size
    pairs = ([_n_pairs(k - left, side) for left in (0, 1)] for side in range(2))
    return [[weight / np.maximum(number, 1) for number in of_side] for of_side in pairs]


def _exchanged_pairs(judged, annotators, n_annotators):
    """Exact counts, a row per annotator, of his or her examples and without them."""
    shares = _pair_weights(judged)
    taken, given = ([Pairs(judged, x[left], n_annotators) for x in shares] for left in (0, 1))
    for rows, places in judged.blocks(2, 3):
        k, owner, kind = places.shape[1], annotators[places], judged.kind[rows, None]
        apart = ~np.eye(k, dtype=bool)
        # Member, answer and gold set: which pairs there are, and which of them have no member.
        human = judged.answers[places], apart, apart[:, :, None] & apart[:, None]
        system = judged.predicted[rows, None], np.True_, apart[:, None]
        for side, (answers, every, without) in enumerate((human, system)):
            for pairs, mask in ((taken, every), (given, every & without)):
                if k > 2 or pairs is taken:
                    shape = k, answers.shape[1], k
                    member, answer, gold = np.broadcast_to(mask, shape).nonzero()
                    sets = answers[:, answer], judged.gold[places[:, gold]]
                    pairs[side].add(kind, *sets, owner[:, member])
    return [[pairs.counts_by_owner() for pairs in sides] for sides in (taken, given)]


def _exchanged_samples(judged, annotators, n_annotators):
    """The same of sums over examples: those over all pairs less those over one annotator's."""
    shares = _pair_weights(judged)
    sums = [[ExactSum.zero((6 * n_annotators,)) for _ in range(2)] for _ in range(2)]
    for rows, places in judged.blocks(2):
        n, k = places.shape
        first, gold = 6 * annotators[places].reshape(-1), judged.gold[places]
        points = first + np.arange(2, 5)[:, None]
        for side, answers in enumerate((judged.answers[places], judged.predicted[rows, None])):
            scores = np.stack(judged.scores(answers[:, :, None], gold[:, None, :]))
            if side == 0:
                scores[:, :, np.arange(k), np.arange(k)] = 0
            for left in range(2 if k > 2 else 1):
                weight = shares[side][left][judged.kind[rows]]
                included = sums[left][side]
                for place, limbs in limbs_of(scores * weight[:, None, None]):
                    of_pairs = limbs.sum(axis=(2, 3))[:, :, None]
                    if left:
                        of_pairs = of_pairs - limbs.sum(axis=2)
                        if side == 0:
                            of_pairs -= limbs.sum(axis=3)
                    digits = np.broadcast_to(of_pairs, (3, n, k)).reshape(-1)
                    included.include_digits(points.reshape(-1), place, digits)
                number = np.full(n * k, _n_pairs(k - left, side))
                included.include(first + 5, np.repeat(weight, k), times=number)
    return [[side.in_rows(6) for side in of_state] for of_state in sums]


def case_contributions(judged, reduce, by_label=True):
    """Sides of Contributions of each case, a set left out of its example, and its set's place."""
    parts, places_of = ([], []), []
    for rows, places in judged.blocks(2, 3):
        k = places.shape[1]
        shape, n_cases = (len(rows), k, k), len(rows) * k
        for side, predicted, targets, counted, pooled in _compared(judged, reduce, rows, places):
            case = np.nonzero(counted.reshape(n_cases, k))[0]
            share = np.broadcast_to(1 / counted.sum(axis=2, keepdims=True), shape)[counted]
            both = (take_sets(judged.sets, numbers[counted]) for numbers in (predicted, targets))
            part = judged.scoring.contributions(*both, by_label=by_label)
            part = part.scaled(share).summed(case, n_cases)
            if pooled is not None:
                points = np.concatenate([pooled.T, np.ones((n_cases, 1))], axis=1)
                part = part._replace(points=points)
            parts[side].append(part)
        places_of.append(places.reshape(-1))
    return Sides(*(side[0].joined(side) for side in parts)), np.concatenate(places_of)


def scores_of_cases(judged):
    """Place of each case's gold set, and mean F1 of annotator and system against the others."""
    blocks = [(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        human = judged.scores(answers[:, :, None], gold[:, None, :])[2]
        system = judged.scores(judged.predicted[rows, None], gold)[2]
        others = ~np.eye(k, dtype=bool) / (k - 1)
        found = places, (human * others).sum(axis=2), system @ others
        blocks.append([values.reshape(-1) for values in found])
    return tuple(np.concatenate(parts) for parts in zip(*blocks, strict=True))


def _n_pairs(k, side):
    """Pairs of k annotators with each other, or of the system with them."""
    return k * (k - 1) if side == 0 else k


def _tied_weights(judged, most, cases=True):
    """Weights of classes ``kind * (most + 1) + t``: a case, or an example, shared by t equals."""
    weight = judged.kind_weight / np.maximum(judged.kind_size, 1) if cases else judged.kind_weight
    return (weight[:, None] / np.maximum(np.arange(most + 1), 1)).reshape(-1)


def _human_mean(judged):
    k = judged.kind_size
    pairs = Pairs(judged, judged.kind_weight / np.maximum(k, 1) / np.maximum(k - 1, 1))
    alike = judged.answers is judged.gold
    for rows, places in judged.blocks(2):
        first, second = (places[:, at] for at in np.triu_indices(places.shape[1], 1))
        a, b, classes = judged.answers[first], judged.gold[second], judged.kind[rows, None]
        if alike:
            # A pair and its mirror are counted once, and turned round at the end.
            pairs.add(classes, np.minimum(a, b), np.maximum(a, b))
        else:
            pairs.add(classes, a, b)
            pairs.add(classes, judged.answers[second], judged.gold[first])
    sums = pairs.counts()
    if not alike:
        return sums
    # The counts with predictions and references in each other's place.
    m = judged.n_labels
    places, last = np.arange(4 * m), 4 * m + np.array([1, 0, 3, 2, 4, 5])
    return sums.plus(sums[np.concatenate([places[2 * m :], places[: 2 * m], last])])


def _cases(judged, reduce, annotators=None, n_owners=None, by_label=True):
    """Exact counts of annotators and of the system in all cases, or in rows per annotator."""
    most = int(np.diff(judged.offsets).max(initial=1))
    # Whoever is left out, an example counts once; by annotator it counts once for each.
    weights = _tied_weights(judged, most, cases=annotators is None)
    pairs = [Pairs(judged, weights, n_owners or 1) for _ in range(2)]
    parts = [[], []]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        owner = np.zeros_like(places) if annotators is None else annotators[places]
        shape = len(rows), k, k
        for side, predicted, targets, counted, pooled in _compared(judged, reduce, rows, places):
            if pooled is not None:
                weight = weights[judged.kind[rows] * (most + 1) + 1]
                parts[side].append((owner.reshape(-1), pooled, np.repeat(weight, k)))
            classes = judged.kind[rows, None] * (most + 1) + counted.sum(axis=2)
            of_cases = (np.broadcast_to(x[:, :, None], shape)[counted] for x in (classes, owner))
            kinds, owners = of_cases
            pairs[side].add(kinds, predicted[counted], targets[counted], owners)
    alone = n_owners is None
    counts = [side.counts() if alone else side.counts_by_owner(by_label) for side in pairs]
    if reduce == "soft":
        for number, of_side in enumerate(parts):
            owner, scores, weight = (np.concatenate(x, axis=-1) for x in zip(*of_side, strict=True))
            counts[number] = with_samples(counts[number], scores, weight, None if alone else owner)
    return counts


def _compared(judged, reduce, rows, places):
    """For either side its number, and predicted sets, gold sets and which of them count.

    The three are arrays over (example, set left out, other set). For "soft" also the scores of each
    case, (3, cases), against the pooled labels of the others; else None.
    """
    gold = judged.gold[places]
    others = ~np.eye(places.shape[1], dtype=bool)
    shape = len(rows), *others.shape
    for side, answers in enumerate((judged.answers[places], judged.predicted[rows, None])):
        predicted = np.broadcast_to(answers[:, :, None], shape)
        targets = np.broadcast_to(gold[:, None, :], shape)
        counted, pooled = np.broadcast_to(others, shape), None
        if reduce == "max":
            f1 = np.where(others, judged.scores(predicted, targets)[2], -np.inf)
            counted = f1 >= f1.max(axis=2, keepdims=True) - SCORE_TIE
        if reduce == "soft":
            precision, recall, _ = judged.scores(predicted, targets)
            weight = np.maximum(np.diff(judged.sets.offsets), 1)[targets] * others
            precision = (precision * others).sum(axis=2) / (len(others) - 1)
            recall = (recall * weight).sum(axis=2) / weight.sum(axis=2)
            pooled = np.stack([precision, recall, harmonic_mean(precision, recall)])
            pooled = np.minimum(pooled, 1.0).reshape(3, -1)
        yield side, predicted, targets, counted, pooled


def _exchanged(whole, taken, given):
    """The counts with some examples' taken away and given anew, for each of several choices."""
    counts = Counts(*(a - b + c for a, b, c in zip(whole, taken, given, strict=True)))
    # What is left of a label that nobody uses any more is rounding.
    fields, credits = {}, {"predicted": "tp", "support": "matched"}
    for number in ("predicted", "support", "unknown_predicted", "unknown_gold", "weight"):
        left = getattr(counts, number)
        used = left > SCORE_TIE * getattr(whole, number)
        fields[number] = np.where(used, left, 0.0)
        if number in credits:
            credit = np.maximum(getattr(counts, credits[number]), 0)
            fields[credits[number]] = np.where(used, credit, 0.0)
    return counts._replace(**fields)
