"""Differences of macro scores that rare labels don't decide.

An imaginary example in the counts lifts a system that never predicts a label, and not one with ten
wrong predictions of it. Here it has the same weight in the score of a label for both systems:
lambda = g / (g + s), g a gamma weight and s the label's gold examples in the resample. A score is
(1 - lambda) of the label's own and lambda of an imaginary example's. That example is like the
labels of both systems (*pooled*: it decides how often equal systems are called different), or like
those of the system itself (*own*: it covers differences that are real). Few examples of a label
also bias its F1, a ratio; with many such labels the bias outgrows the standard error.
"""

import numpy as np

from ..ratios import SCORE_TIE, divide, harmonic_mean
from .bootstrap import pooled_prior, pseudo_shapes
from .contributions import scores_of_columns

# Streams of random numbers, beside those of the imaginary examples in the counts.
_SHARED_SHARE, _COIN, _OWN_SHARE, _GAMMAS_OF_OWN = 6, 7, 8, 9


class FilledDifferences:
    """Differences in macro scores with an imaginary example, like ``totals``, in each label's."""

    def __init__(self, systems, totals, averaging, pairs, streams, seed):
        self.averaging, self.pairs, self.streams = averaging, pairs, streams
        self.weight = [_mean_weight([systems[a], systems[b]]) for a, b in pairs]
        limits, rng = (0.02, 0.98), np.random.default_rng
        means = (pooled_prior(own, averaging.of(i), limits) for i, own in enumerate(totals))
        self.shapes = [pseudo_shapes(*own, flat=0.0) for own in means]
        self.rng = {name: rng([seed, name]) for name in (_SHARED_SHARE, _COIN, _OWN_SHARE)}
        self.of_system = [rng([seed, _GAMMAS_OF_OWN, stream]) for stream in streams]

    def of(self, columns, gammas):
        """Differences (B, p, 3), pooled and own, from columns (B, 4, m) and gammas (B, 3, m)."""
        size, _, m = columns[0].shape
        raw = [scores_of_columns(each, None, self.averaging) for each in columns]
        coin = self.rng[_COIN].random((size, 1, m)) < 0.5
        own = [
            rng.standard_gamma(np.reshape(shapes, (3, 1)), (size, 3, m))
            for rng, shapes in zip(self.of_system, self.shapes, strict=True)
        ]
        result = []
        for weight, example, shared in (
            (self.rng[_SHARED_SHARE], gammas, coin),
            (self.rng[_OWN_SHARE], own, None),
        ):
            drawn = weight.standard_exponential((size, m))
            filling = []
            for right, alarm, miss in (np.moveaxis(each, 1, 0) for each in example):
                sums = right + alarm, right + miss, 2 * right + alarm + miss
                scores = map(divide, (right, right, 2 * right), sums)
                filling.append(np.stack([*scores], axis=1))
            result.append(np.empty((size, len(self.pairs), 3)))
            for pair, (a, b) in enumerate(self.pairs):
                share = self._shares(drawn * self.weight[pair], columns[a], columns[b])
                fill_a, fill_b = filling[a], filling[b]
                if shared is not None:
                    # The two differ by nothing in half of all labels.
                    first = fill_a if self.streams[a] <= self.streams[b] else fill_b
                    fill_a, fill_b = (np.where(shared, first, fill) for fill in (fill_a, fill_b))
                means = [
                    self._mean(system, raw[system], fill, alone, share)
                    for system, fill, alone in ((a, fill_a, filling[a]), (b, fill_b, filling[b]))
                ]
                result[-1][:, pair] = means[0] - means[1]
        return result

    def _shares(self, weight, first, second):
        """Shares of the imaginary example in a label's precision, recall and F1, (B, 3, m)."""
        # Nearest gold sets, as under reduce="max", are each system's own.
        gold = (first[:, 3] + second[:, 3]) / 2
        predicted = np.minimum(first[:, 1], second[:, 1])
        of_gold, of_predicted = (weight / (weight + number) for number in (gold, predicted))
        return np.stack([of_predicted, of_gold, of_gold], axis=1)

    def _mean(self, system, raw, fill, alone, share):
        """Macro scores (B, 3) of one system; ``alone`` is its filling without the coin."""
        mask = self.averaging.of(system).macro_mask
        mask = slice(None) if mask is None else mask
        means = (raw + share * (fill - raw))[..., mask].mean(axis=-1)
        if self.averaging.macro_f1 == "f1_of_averages":
            # Gold examples weigh for precision too, or its difference alone would be taken away.
            both = raw[:, :2] + share[:, 1:] * (alone[:, :2] - raw[:, :2])
            means[:, 2] = harmonic_mean(*both[..., mask].mean(axis=-1).T)
        return means


def macro_bias(units, averaging):
    """Jackknife's bias, (3,), of a system's macro scores, from each label's (Quenouille 1956)."""
    n, m, sides = units.n_units, units.n_labels, (units.predicted, units.gold)
    own = [side.row * np.int64(m) + side.label for side in sides]
    cells, places = np.unique(np.concatenate(own), return_inverse=True)
    label, total = cells % m, units.total(None)
    left = total[:, label]
    for first, side, place in zip((0, 2), sides, np.split(places, [len(own[0])]), strict=True):
        for column, values in enumerate((side.credit, side.weight), first):
            left[column] -= np.bincount(place, values, minlength=len(cells))
    moves = scores_of_columns(left, None, averaging)
    moves -= scores_of_columns(total, None, averaging)[:, label]
    sizes = np.stack([left[1], left[3], left[1] + left[3]])
    mask = np.ones(m, bool) if averaging.macro_mask is None else averaging.macro_mask
    used = (sizes > SCORE_TIE * (total[1] + total[3])[label]) & mask[label]
    bias = (n - 1) / n * np.where(used, moves, 0).sum(axis=1) / max(mask.sum(), 1)
    if averaging.macro_f1 == "f1_of_averages":
        # Means of ratios without F1's bias.
        bias[2] = 0
    return np.where(np.abs(bias) > SCORE_TIE, bias, 0)


def undecidable(totals, averaging):
    """Mask, (S,), of the systems whose macro F1 has no p-value, since no test holds its level: the
    F1 of averages under two-sided counting, if a system never predicts a gold label.
    """
    if averaging.macro_f1 != "f1_of_averages" or averaging.counting != "two_sided":
        return np.zeros(len(totals), bool)
    missing = [(total[1] == 0) & (total[3] > 0) for total in totals]
    masks = [choices.macro_mask for choices in averaging.of_each(len(totals))]
    both = zip(missing, masks, strict=True)
    return np.array([(absent if mask is None else absent & mask).any() for absent, mask in both])


def _mean_weight(systems):
    """Mean weight, (m,), of the examples where a label is gold or predicted by a system; else 1."""
    m = systems[0].n_labels
    weight = systems[0].points[:, -1]
    if (weight == 1).all():
        return np.ones(m)
    sides = [side for system in systems for side in (system.predicted, system.gold)]
    cells = np.unique(np.concatenate([side.row * np.int64(m) + side.label for side in sides]))
    row, label = np.divmod(cells, m)
    number = np.bincount(label, minlength=m)
    return np.where(number > 0, divide(np.bincount(label, weight[row], m), number), 1.0)
