"""Pairs of sets as pairs of whole numbers: equal ones brought together, best matches looked up.

Up to 64 labels a set is a whole number of as many bits, so equal pairs of sets are found by hashing
and scored once, times how often they come. As counts are exact sums, that moves no digit. The best
match of a label to any set is the greatest of those to a few pieces of the set, and each piece has
so few subsets that all are in a table.

Equal pairs of sets of more labels are found by the bits of their rows, or by sums of random keys
of their members and comparing, and scored once too.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import (
    FACTORS,
    MOST_KEY_LABELS,
    MOST_PLACES,
    MOST_SHORT_KEY_LABELS,
    LabelSets,
    arrow_numbers,
    equal_sets,
    key_kind,
    keys_of_members,
    number_values,
    sizes_of_keys,
    take_sets,
)

FEWEST_ROWS = 1 << 12  # Fewer rows are scored as they are.
# So many rows tell whether pairs of sets repeat: at most this share of them are distinct then.
PROBED_ROWS = 1 << 14
MOST_DISTINCT = 0.7
# Of more labels: runs of neighboring rows that tell, and the share of rows that distinct ones may
# be.
PROBED_RUNS = 64
MOST_DISTINCT_ROWS = 0.45
# Up to so many labels what a label earns is a code, and equal ones are added up by their number.
MOST_CODED_LABELS = 255
# Up to so many distinct weights, each of so many rows, pairs of a weight are brought together.
MOST_WEIGHTS = 64
ROWS_OF_A_WEIGHT = 1 << 10
PIECE_LABELS = 9  # Labels of a piece of a set: tables of all subsets stay in the processor's cache.


class PairsOfSets(NamedTuple):
    """Distinct pairs of a predicted and a gold set, or all pairs where few repeat."""

    sides: list  # two LabelSets
    coded: bool  # whether all members are labels, of which best matches are looked up
    times: np.ndarray | None = None  # how often each pair comes
    weights: float | np.ndarray | None = None  # the weight of all pairs, or of each
    pair_of_row: np.ndarray | None = None  # which pair each example has


class BestOfPairs:
    """Credits that labels earn from each other, as codes that rise with them.

    What label i earns from a set is one of the ``values`` from ``n_values * i`` on, in rising
    order; its place is a *code*. So the greatest code is the best match.
    """

    def __init__(self, pairs, n_labels):
        labels = np.arange(n_labels, dtype=np.int32)
        self.n_values = n_labels + 1
        # An empty set gives 0, the first code of each label.
        credit = pairs(np.repeat(labels, n_labels), np.tile(labels, n_labels))
        earned = np.pad(np.reshape(credit, (n_labels, n_labels)), ((0, 0), (1, 0)))
        order = np.argsort(earned, axis=1, kind="stable")
        self.values = np.take_along_axis(earned, order, 1).reshape(-1)
        self.codes = np.empty(order.shape, np.uint16)
        places = np.arange(order.size, dtype=np.uint16).reshape(order.shape)
        np.put_along_axis(self.codes, order, places, 1)

    def of_sets(self, sets, others, of_examples=True):
        """Best matches of all members of each set to the other set of its pair.

        Returns a list of (rows, codes), one for each member of any set; and of each set the sum of
        its members' credits, if they are asked for, and its size.
        """
        sizes = np.diff(sets.offsets)
        rows = np.repeat(np.arange(sets.n), sizes)
        codes = sets.indices * self.n_values
        first, place, end = codes + 1, others.offsets.take(rows), others.offsets.take(rows + 1)
        active, table = slice(None), self.codes.reshape(-1)
        while True:
            left = np.flatnonzero(place < end)
            if not len(left):
                break
            if len(left) < len(place):
                first, place, end = (values.take(left) for values in (first, place, end))
                active = left if isinstance(active, slice) else active.take(left)
            found = table.take(first + others.indices.take(place))
            codes[active] = np.maximum(codes[active], found)
            place = place + 1
        values = self.values.take(codes) if of_examples else None
        return [(rows, codes)], np.bincount(rows, values, minlength=sets.n), sizes


class BestOfKeys(BestOfPairs):
    """Best matches of all labels to any set, of up to 64 labels."""

    def __init__(self, pairs, n_labels):
        super().__init__(pairs, n_labels)
        n_pieces = -(-n_labels // PIECE_LABELS)
        self._step = -(-n_labels // n_pieces)
        self._shift, self._tables = 5 if n_labels <= MOST_SHORT_KEY_LABELS else 6, []
        for start in range(0, n_labels, self._step):
            # Subset s of a piece and label i have place (s << shift) + i.
            some = self.codes[:, 1 + start : 1 + start + self._step]
            table = np.zeros((1 << some.shape[1], 1 << self._shift), np.uint16)
            table[0, :n_labels] = self.codes[:, 0]
            for bit in range(some.shape[1]):
                half = 1 << bit
                np.maximum(
                    table[:half, :n_labels], some[:, bit], out=table[half : 2 * half, :n_labels]
                )
            self._tables.append(table.reshape(-1))

    def of_sets(self, sets, others, of_examples=True):
        """As of BestOfPairs: of each set's first member, then of the second, and so on."""
        keys, other_keys = sets.keys, others.keys
        sizes, order, earned = sizes_of_keys(keys), slice(None), np.zeros(len(keys))
        if len(keys) and sizes.min() < sizes.max():
            # The sets that have so many members stand first.
            order = np.argsort(sizes, kind="stable")[::-1]
            keys, other_keys = keys.take(order), other_keys.take(order)
        kind, found = keys.dtype.type, []
        mask, unit = kind((1 << self._step) - 1), kind(1)
        pieces = [
            ((other_keys >> kind(number * self._step)) & mask).astype(np.int64) << self._shift
            for number in range(len(self._tables))
        ]
        for n in np.cumsum(np.bincount(sizes)[:0:-1])[::-1].tolist():
            keys = keys[:n]
            rest = keys & (keys - unit)
            label = sizes_of_keys((keys ^ rest) - unit)
            keys, best = rest, None
            for piece, table in zip(pieces, self._tables, strict=True):
                values = table.take(piece[:n] + label)
                best = values if best is None else np.maximum(best, values, out=best)
            if of_examples:
                earned[:n] += self.values.take(best)
            found.append((order if isinstance(order, slice) else order[:n], best))
        credit = np.empty_like(earned)
        credit[order] = earned
        return found, credit, sizes


@lru_cache(maxsize=8)
def best_of(pairs, n_labels):
    """BestOfKeys or BestOfPairs of a similarity, kept for the next calls: they may be of few rows.

    None of too many labels, or if a similarity is no function of two labels.
    """
    by_label = callable(pairs) and not hasattr(pairs, "best_matches")
    if by_label and n_labels <= MOST_KEY_LABELS:
        return BestOfKeys(pairs, n_labels)
    by_label &= n_labels <= MOST_CODED_LABELS and not getattr(pairs, "at_once", False)
    return BestOfPairs(pairs, n_labels) if by_label else None


def distinct_pairs(sides, functions, n_labels, weight=None, times=None, by_row=False):
    """PairsOfSets of examples, a list; ``by_row``: one with pair_of_row where pairs repeat."""
    plain = all(map(callable, functions)) and not hasattr(sides[0], "points")
    coded = plain and sides[0].n >= FEWEST_ROWS
    coded = coded and all(sets.is_within(n_labels) for sets in sides)
    coded = coded and not any(hasattr(pairs, "best_matches") for pairs in functions)
    if coded and n_labels <= MOST_KEY_LABELS:
        kind = key_kind(n_labels)
        keys = [
            keys_of_members(sets.indices, sets.offsets, n_labels)
            if sets.keys is None
            else sets.keys
            for sets in sides
        ]
        sides = [LabelSets(numbers=side.astype(kind, copy=False)) for side in keys]
        return _pairs_of_keys(sides, weight, times, by_row)
    found = PairsOfSets(sides, coded, times, weight)
    return [repeated_pairs(found) if plain and times is None else found]


def _pairs_of_keys(sides, weight, times, by_row):
    found, weights = PairsOfSets(sides, True, times, weight), None
    if weight is not None and times is None and _distinct_of_some(weight)[0] <= MOST_WEIGHTS:
        weights, number = number_values(weight)
        if len(weights) > min(MOST_WEIGHTS, len(weight) // ROWS_OF_A_WEIGHT):
            weights = None
    if times is not None or (weight is not None and weights is None):
        return [found]
    n_bits = max(sets.bound for sets in sides)
    apart = 2 * n_bits + (0 if weights is None else (len(weights) - 1).bit_length()) > 64
    if apart and weights is None:
        return [repeated_pairs(found)]
    keys = [sets.keys for sets in sides]
    if not apart:
        width = np.uint64(n_bits)
        both = np.left_shift(keys[0], width, dtype=np.uint64)
        both |= keys[1]
        if weights is not None:
            both |= number.astype(np.uint64) << (width + width)
        apart = mostly_distinct(both)
    if apart and weights is None:
        return [found]
    if apart:
        rows = np.argsort(number.astype(np.uint8), kind="stable")
        parts = np.split(rows, np.cumsum(np.bincount(number))[:-1])
        parts = [[take_sets(sets, part) for sets in sides] for part in parts]
        pairs = [_pairs_of_keys(part, None, None, False)[0] for part in parts]
        return [of._replace(weights=x) for of, x in zip(pairs, weights.tolist(), strict=True)]
    distinct, counted = number_values(both) if by_row else counted_keys(both)
    mask = (np.uint64(1) << width) - np.uint64(1)
    kind, both = keys[0].dtype, (distinct >> width, distinct)
    found = found._replace(sides=[LabelSets(numbers=(x & mask).astype(kind)) for x in both])
    if weights is None:
        return [found._replace(**{"pair_of_row" if by_row else "times": counted})]
    weights = weights[(distinct >> (width + width)).astype(np.int64)]
    return [found._replace(times=counted, weights=weights)]


def counted_keys(keys):
    """The keys, an array of uint64, and how often each comes; a few may come in several parts.

    Keys meet where their products with a factor begin alike; unlike ones go on to the next table.
    """
    distinct, times = [], []
    for factor in FACTORS:
        bits = min(MOST_PLACES, len(keys).bit_length())
        places = keys * np.uint64(factor)
        places >>= np.uint64(64 - bits)
        places, table = places.view(np.int64), np.zeros(1 << bits, np.uint64)
        table[places] = keys
        unlike = np.flatnonzero(table.take(places) != keys)
        counts = np.bincount(places, minlength=len(table))
        np.subtract.at(counts, places.take(unlike), 1)
        used = np.flatnonzero(counts)
        distinct.append(table.take(used))
        times.append(counts.take(used))
        keys = keys.take(unlike)
    return np.concatenate([*distinct, keys]), np.concatenate([*times, np.ones_like(keys, np.int64)])


def repeated_pairs(pairs):
    """The distinct ones among PairsOfSets that come once each; these if few rows or few repeat.

    Rows of unlike weights are unlike.
    """
    sides, n, weight = pairs.sides, pairs.sides[0].n, pairs.weights
    if n < FEWEST_ROWS:
        return pairs
    run = min(n, PROBED_ROWS) // PROBED_RUNS
    starts = np.linspace(0, n - run, PROBED_RUNS).astype(np.int64)
    probed = (starts[:, None] + np.arange(run)).reshape(-1)
    some = [take_sets(sets, probed) for sets in sides]
    first, numbers, _ = equal_sets(some, weight if weight is None else weight[probed])
    times = np.bincount(numbers)
    once, twice = int((times == 1).sum()), int((times == 2).sum())
    # How many pairs were not seen (Chao 1984), and how many of them all rows would show.
    unseen = once**2 / (2 * twice) if twice else once * (once - 1) / 2
    more = n / len(probed) - 1
    distinct = len(first) + (-unseen * np.expm1(-more * once / unseen) if unseen else more * once)
    if distinct > MOST_DISTINCT_ROWS * n:
        return pairs
    rows, numbers, _ = equal_sets(sides, weight)
    sides, weight = [take_sets(x, rows) for x in sides], weight if weight is None else weight[rows]
    return PairsOfSets(sides, pairs.coded, np.bincount(numbers), weight, numbers)


def _distinct_of_some(values):
    """The number of distinct ones of some values, taken at even distances, and of all these."""
    some = values[:: -(-len(values) // PROBED_ROWS)]
    return len(arrow_numbers(some).unique()), len(some)


def mostly_distinct(values):
    """True of many values of which few repeat: finding equal ones costs more than it saves."""
    if len(values) <= PROBED_ROWS:
        return False
    distinct, probed = _distinct_of_some(values)
    return distinct > MOST_DISTINCT * probed
