"""Pairs of sets as pairs of whole numbers: equal ones brought together, best matches looked up.

Up to 32 labels a set is a whole number of as many bits, so equal pairs of sets are found by hashing
and scored once, times how often they come. As counts are exact sums, that moves no digit. The best
match of a label to any set is the greatest of those to a few pieces of the set, and each piece has
so few subsets that all are in a table.

Equal pairs of sets of more labels are found by the octets of their rows, or by sums of random keys
of their members and comparing, and scored once too.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import (
    MOST_KEY_LABELS,
    arrow_numbers,
    equal_sets,
    keys_of_members,
    number_values,
    sizes_of_keys,
    take_sets,
)

# Fewer rows are scored as they are.
FEWEST_ROWS = 1 << 12
# So many rows tell whether pairs of sets repeat; where more of them than this are distinct, finding
# equal ones costs more than it saves.
PROBED_ROWS = 1 << 14
MOST_DISTINCT = 0.7
# Of more labels: runs of neighboring rows that tell, and the share of rows that distinct ones may
# be.
PROBED_RUNS = 64
MOST_DISTINCT_ROWS = 0.45
# Up to so many labels what a label earns is a code, and equal ones are added up by their number.
MOST_CODED_LABELS = 255
# Up to so many distinct weights, pairs of sets with their weights are brought together.
MOST_WEIGHTS = 64
# Labels of a piece of a set: tables of all subsets stay in the processor's cache.
PIECE_LABELS = 9
# Pairs that are scored at a time.
KEYED_BLOCK = 1 << 15


class PairsOfSets(NamedTuple):
    """Distinct pairs of a predicted and a gold set, or all pairs where few repeat.

    - ``keys``: two uint32 arrays, the sets of each pair as whole numbers
    - ``times``: how often each pair comes
    - ``weights``: the distinct weights, or if these are many that of each pair
    - ``weight_of_pair``: which of the distinct weights each pair has
    - ``pair_of_row``: which pair each example has; None with weights
    """

    keys: tuple
    times: np.ndarray | None = None
    weights: np.ndarray | None = None
    weight_of_pair: np.ndarray | None = None
    pair_of_row: np.ndarray | None = None

    @property
    def n_pairs(self):
        return len(self.keys[0])

    def blocks(self):
        """Ranges of pairs that are scored at a time."""
        for start in range(0, self.n_pairs, KEYED_BLOCK):
            yield slice(start, min(start + KEYED_BLOCK, self.n_pairs))

    def of_block(self, block):
        """Times, number of the distinct weight, and weight of some pairs; each may be None."""
        times = None if self.times is None else self.times[block]
        if self.weight_of_pair is None:
            return times, None, None if self.weights is None else self.weights[block]
        number = self.weight_of_pair[block].astype(np.int64)
        return times, number, self.weights[number]


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

    def of_sets(self, sets, others):
        """The example of each member of the sets, and the code of its best match in the others."""
        rows = np.repeat(np.arange(sets.n), np.diff(sets.offsets))
        codes = sets.indices * self.n_values
        first, place, end = codes + 1, others.offsets.take(rows), others.offsets.take(rows + 1)
        active, table = slice(None), self.codes.reshape(-1)
        while True:
            left = np.flatnonzero(place < end)
            if not len(left):
                return rows, codes
            if len(left) < len(place):
                first, place, end = (values.take(left) for values in (first, place, end))
                active = left if isinstance(active, slice) else active.take(left)
            found = table.take(first + others.indices.take(place))
            codes[active] = np.maximum(codes[active], found)
            place = place + 1


class BestOfKeys(BestOfPairs):
    """Best matches of all labels to any set, of up to 32 labels."""

    def __init__(self, pairs, n_labels):
        super().__init__(pairs, n_labels)
        n_pieces = -(-n_labels // PIECE_LABELS)
        self._step = -(-n_labels // n_pieces)
        self._tables = []
        for start in range(0, n_labels, self._step):
            # Subset s of a piece and label i have place 32 s + i.
            some = self.codes[:, 1 + start : 1 + start + self._step]
            table = np.zeros((1 << some.shape[1], MOST_KEY_LABELS), np.uint16)
            table[0, :n_labels] = self.codes[:, 0]
            for bit in range(some.shape[1]):
                half = 1 << bit
                np.maximum(
                    table[:half, :n_labels], some[:, bit], out=table[half : 2 * half, :n_labels]
                )
            self._tables.append(table.reshape(-1))

    def by_position(self, keys, other_keys):
        """Best matches of each set's first member to the other set, then of the second, and so on.

        Yields the places of the sets that have so many members, and the codes of these members.
        """
        mask = np.uint32((1 << self._step) - 1)
        pieces = [
            ((other_keys >> np.uint32(number * self._step)) & mask).astype(np.int64) << 5
            for number in range(len(self._tables))
        ]
        rows, unit = slice(None), np.uint32(1)
        while True:
            left = np.flatnonzero(keys)
            if len(left) < len(keys):
                keys, pieces = keys.take(left), [piece.take(left) for piece in pieces]
                rows = left if isinstance(rows, slice) else rows.take(left)
            if not len(keys):
                return
            rest = keys & (keys - unit)
            label = sizes_of_keys((keys ^ rest) - unit)
            keys, best = rest, None
            for piece, table in zip(pieces, self._tables, strict=True):
                values = table.take(piece + label)
                best = values if best is None else np.maximum(best, values, out=best)
            yield rows, best


@lru_cache(maxsize=8)
def best_of(pairs, n_labels):
    """BestOfKeys or BestOfPairs of a similarity, kept for the next calls: they may be of few rows.

    None of too many labels, or if a similarity is no function of two labels.
    """
    by_label = callable(pairs) and not hasattr(pairs, "best_matches")
    if n_labels > MOST_CODED_LABELS or not by_label or getattr(pairs, "at_once", False):
        return None
    return (BestOfKeys if n_labels <= MOST_KEY_LABELS else BestOfPairs)(pairs, n_labels)


def keys_of_sides(predictions, references, functions, n_labels):
    """Both sides' sets as whole numbers; None if they are few, or have too many labels."""
    if n_labels > MOST_KEY_LABELS or predictions.n < FEWEST_ROWS or hasattr(predictions, "points"):
        return None
    if any(isinstance(pairs, tuple) or hasattr(pairs, "best_matches") for pairs in functions):
        return None
    sides = predictions, references
    return tuple(map(set_keys, sides)) if all(x.is_within(n_labels) for x in sides) else None


def set_keys(sets):
    """Sets of labels below 32 as whole numbers, uint32, label i being bit i."""
    if sets.keys is not None:
        return sets.keys
    return keys_of_members(sets.indices, sets.offsets)


def pairs_of_keys(predicted, gold, weight=None, times=None):
    """PairsOfSets of examples, whose sets are uint32 keys."""
    keys = predicted, gold
    if times is not None:
        return PairsOfSets(keys, times, weight)
    weights = weight_of_pair = None
    if weight is not None:
        few = len(_probed(weight)[0]) <= MOST_WEIGHTS
        weights, weight_of_pair = number_values(weight) if few else (weight, None)
        if len(weights) > MOST_WEIGHTS:
            return PairsOfSets(keys, weights=weight)
    both = predicted.astype(np.uint64)
    both <<= np.uint64(32)
    both |= gold
    some, n_probed = _probed(both) if len(both) > PROBED_ROWS else ((), 1)
    if len(some) > MOST_DISTINCT * n_probed:
        return PairsOfSets(keys, None, weights, weight_of_pair)
    distinct, pair_of_row = number_values(both)
    if weights is None:
        times = times_of(pair_of_row, len(distinct))
    else:
        codes = pair_of_row * np.int64(len(weights)) + weight_of_pair
        occurring = None
        if len(distinct) * len(weights) > 4 * len(codes):
            occurring, codes = number_values(codes)
        times = np.bincount(codes)
        if occurring is None:
            occurring = np.flatnonzero(times)
            times = times[occurring]
        pair, weight_of_pair = np.divmod(occurring, len(weights))
        distinct, pair_of_row = distinct[pair], None
    keys = (distinct >> np.uint64(32)).astype(np.uint32), distinct.astype(np.uint32)
    return PairsOfSets(keys, times, weights, weight_of_pair, pair_of_row)


def repeated_pairs(predictions, references, weight=None):
    """Rows that stand for all pairs of equal sets, and which of them each row is like.

    None of few rows, or if few repeat. Rows of unlike weights are unlike.
    """
    n, sides = predictions.n, (predictions, references)
    if n < FEWEST_ROWS:
        return None
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
        return None
    return equal_sets(sides, weight)[:2]


def times_of(numbers, n_distinct):
    """Times that each number comes, counted in blocks: bincount copies what it counts."""
    times = np.zeros(n_distinct, np.int64)
    step = max(KEYED_BLOCK, 2 * n_distinct)
    for start in range(0, len(numbers), step):
        times += np.bincount(numbers[start : start + step], minlength=n_distinct)
    return times


def _probed(values):
    """The distinct ones among some values, taken at even distances, and how many these are."""
    some = values[:: -(-len(values) // PROBED_ROWS)]
    return arrow_numbers(some).unique(), len(some)
