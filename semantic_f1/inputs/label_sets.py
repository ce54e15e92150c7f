"""Label sets as ragged arrays of indices, and sets of chosen rows."""

from functools import reduce

import numpy as np
import pyarrow as pa

BLOCK_ROWS = 65_536  # Rows that are read and scored at a time.
# Sets of so many labels are whole numbers of as many bits; of so many, of 32 bits.
MOST_KEY_LABELS = 64
MOST_SHORT_KEY_LABELS = 32
# Rows of so many bits, wherever in an octet they begin, lie in eight octets.
MOST_SHIFTED_BITS = 56
# Places where equal rows meet, a power of two that a cache holds, and odd numbers that tell them.
MOST_PLACES = 18
# More columns, or fewer rows, are compared by their octets.
MOST_MIXED_COLUMNS = 4
FEWEST_MIXED_ROWS = 1 << 15
FACTORS = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9


class LabelSets:
    """Label sets of n examples: example i holds ``indices[offsets[i]:offsets[i + 1]]``, once each.

    Sets may come by ``numbers``; indices and offsets are then made when they are asked for. Up to
    64 labels these are ``keys``, a uint32 or uint64 array of shape (n,) with label i as bit i; of
    more labels a uint64 array of shape (n, w) with it as bit i % 64 of number i // 64.
    ``similarity``, int array of shape (n,), says by which of several similarities each gold set is
    scored.
    """

    __slots__ = ("_indices", "_offsets", "numbers", "similarity")

    def __init__(self, indices=None, offsets=None, numbers=None, similarity=None):
        self._indices, self._offsets = indices, offsets
        self.numbers, self.similarity = numbers, similarity

    def __reduce__(self):
        return LabelSets, (self._indices, self._offsets, self.numbers, self.similarity)

    @property
    def indices(self):
        self._lay_out()
        return self._indices

    @property
    def offsets(self):
        self._lay_out()
        return self._offsets

    @property
    def keys(self):
        """Sets of up to 64 labels as whole numbers, if they came so."""
        return None if self.numbers is None or self.numbers.ndim > 1 else self.numbers

    @property
    def n(self):
        """Number of examples."""
        return len(self._offsets) - 1 if self.numbers is None else len(self.numbers)

    @property
    def bound(self):
        """One more than the greatest member, 0 if there is none."""
        if self.numbers is None:
            return int(self._indices.max(initial=-1)) + 1
        greatest = [int(column.max(initial=0)) for column in np.atleast_2d(self.numbers.T)]
        return max((64 * i + x.bit_length() for i, x in enumerate(greatest) if x), default=0)

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        if start == 0 and stop >= self.n:
            return self
        others = [x if x is None else x[start:stop] for x in (self.numbers, self.similarity)]
        if self._offsets is None:
            return LabelSets(None, None, *others)
        offsets = self._offsets[start : stop + 1]
        return LabelSets(self._indices[offsets[0] : offsets[-1]], offsets - offsets[0], *others)

    def scored_by(self, similarity):
        """The same sets with the number of each one's similarity, an int array or None."""
        return LabelSets(self._indices, self._offsets, self.numbers, similarity)

    def is_within(self, n_labels):
        """True where all members are labels of the universe, 0 .. n_labels - 1."""
        return self.bound <= n_labels

    def _lay_out(self):
        if self._offsets is None:
            # Threads may do so at once: each assigns what is whole.
            self._indices, self._offsets = members_of_numbers(self.numbers)


def no_sets(n):
    """Empty label sets of n examples."""
    return LabelSets(np.zeros(0, np.int32), np.zeros(n + 1, np.int64))


def row_of(offsets, member):
    """The row that a member, counted over all rows, belongs to."""
    return int(np.searchsorted(offsets, member, side="right")) - 1


def slices_of(sizes, most):
    """Slices over ``sizes`` that sum to at most ``most`` each (one entry at least)."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + most
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield slice(start, stop)
        start = stop


def members_of_numbers(numbers):
    """Indices and offsets of sets by number."""
    n, kind = len(numbers), f"<u{numbers.itemsize}"
    width = 8 * numbers.itemsize * (1 if numbers.ndim == 1 else numbers.shape[1])
    indices, sizes = [np.zeros(0, np.int32)], np.zeros(n, np.int64)
    for start in range(0, n, BLOCK_ROWS):
        some = numbers[start : start + BLOCK_ROWS]
        octets = np.ascontiguousarray(some, kind).view(np.uint8).reshape(-1)
        # Most octets hold no label.
        used = np.flatnonzero(octets != 0)
        bits = np.flatnonzero(np.unpackbits(octets[used], bitorder="little").view(bool))
        places = (used.take(bits >> 3) << 3) + (bits & 7)
        rows = places // width
        indices.append((places - rows * width).astype(np.int32))
        sizes[start : start + BLOCK_ROWS] = np.bincount(rows, minlength=len(some))
    return np.concatenate(indices), np.concatenate([[0], np.cumsum(sizes)])


def sizes_of_keys(keys):
    """Numbers of labels of the sets of keys."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(keys)
    octets = np.ascontiguousarray(keys).view(np.uint8)
    return np.unpackbits(octets).reshape(-1, 8 * keys.itemsize).sum(axis=1, dtype=np.uint8)


def keys_of_members(indices, offsets, n_labels):
    """Sets of up to 64 labels as whole numbers, label i being bit i."""
    kind = key_kind(n_labels)
    return sums_of_members(lambda x: np.left_shift(kind(1), x.astype(kind)), kind, indices, offsets)


def key_kind(n_labels):
    """The type of sets of so many labels as whole numbers."""
    return np.uint32 if n_labels <= MOST_SHORT_KEY_LABELS else np.uint64


def sums_of_members(values_of, kind, members, offsets):
    """Sums over the members of each set of what they stand for, unsigned integers of a ``kind``."""
    sums = np.empty(len(offsets) - 1, kind)
    for start in range(0, len(sums), BLOCK_ROWS):
        block_offsets = offsets[start : start + BLOCK_ROWS + 1]
        some = values_of(members[block_offsets[0] : block_offsets[-1]])
        total = np.zeros(len(some) + 1, kind)
        np.cumsum(some, out=total[1:])
        # Differences of sums are right even where the sums have gone beyond their bits.
        total = total.take(block_offsets - block_offsets[0])
        np.subtract(total[1:], total[:-1], out=sums[start : start + BLOCK_ROWS])
    return sums


def numbers_of_bits(bits):
    """Rows of a bool array (n, width) as numbers of LabelSets; above 56 columns of 64s alone."""
    n, width = bits.shape
    octets = np.packbits(np.ascontiguousarray(bits).reshape(-1), bitorder="little")
    if width > MOST_SHIFTED_BITS:
        return octets.view("<u8").reshape((n, width // 64) if width > MOST_KEY_LABELS else n)
    kind_of_all = key_kind(width)
    numbers = np.empty(n, kind_of_all)
    # Numbers are read up to eight octets at a time, the last ones too.
    packed = np.zeros(len(octets) + 8, np.uint8)
    packed[: len(octets)] = octets
    mask = kind_of_all((1 << width) - 1)
    for first in range(min(8, n)):
        # Every eighth row begins at the same bit of an octet.
        octet, shift = divmod(first * width, 8)
        kind = np.dtype("<u4" if shift + width <= 32 else "<u8")
        count = len(range(first, n, 8))
        some = np.ndarray((count,), kind, packed, offset=octet, strides=(width,))
        some = (some >> kind.type(shift)).astype(kind_of_all, copy=False)
        numbers[first::8] = np.bitwise_and(some, mask, out=some)
    return numbers


def arrow_numbers(values):
    """Arrow array of a numpy array of numbers; ``pa.array`` would import pandas for it."""
    values = np.ascontiguousarray(values)
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def number_values(values):
    """Distinct numbers of an array in the order they come, and the place of each number there."""
    encoded = arrow_numbers(values).dictionary_encode()
    return _plain_numbers(encoded.dictionary, values.dtype), _plain_numbers(encoded.indices, "i4")


def equal_sets(sides, weight=None):
    """Rows that stand for all those whose sets, and weights, are equal on all sides.

    Returns these rows, in rising order; which of them each row is like; and of each side a table of
    uint64 in which equal rows are equal.
    """
    seed = 0
    while True:
        tables = [_sums_of_sets(sets, [seed, place]) for place, sets in enumerate(sides)]
        if weight is not None:
            tables.append(weight.view(np.uint64)[:, None])
        like = _like_rows(tables)
        chosen = like == np.arange(len(like), dtype=np.int32)
        rows, numbers = np.flatnonzero(chosen), np.cumsum(chosen, dtype=np.int32)
        numbers -= 1
        numbers = numbers.take(like)
        if all(_are_like(sets, rows, numbers) for sets in sides):
            return rows, numbers, tables
        seed += 1


def _like_rows(tables, factors=FACTORS):
    """An equal row for each row of tables of uint64, the same one for all that are equal.

    Rows meet where their products begin alike; those unlike the one that is kept there meet again.
    """
    columns, n = [column for table in tables for column in table.T], len(tables[0])
    if not factors or n < FEWEST_MIXED_ROWS or len(columns) > MOST_MIXED_COLUMNS:
        numbers = number_octets(np.concatenate(tables, axis=1))
        last = np.empty(int(numbers.max(initial=-1)) + 1, np.int64)
        last[numbers] = np.arange(n)
        return last.take(numbers)
    columns = [np.ascontiguousarray(column) for column in columns]
    bits, factor = min(MOST_PLACES, n.bit_length()), np.uint64(factors[0])
    blocks = [slice(start, min(start + BLOCK_ROWS, n)) for start in range(0, n, BLOCK_ROWS)]
    like, kept, unlike = np.empty(n, np.int64), np.empty(1 << bits, np.min_scalar_type(n)), []
    for block in blocks:
        mixed = columns[0][block] * factor
        for column in columns[1:]:
            mixed ^= mixed >> np.uint64(32)
            mixed += column[block]
            mixed *= factor
        like[block] = mixed >> np.uint64(64 - bits)
        kept[like[block]] = np.arange(block.start, block.stop)
    for block in blocks:
        found = like[block] = kept.take(like[block])
        differs = (column.take(found) != column[block] for column in columns)
        unlike.append(block.start + np.flatnonzero(reduce(np.logical_or, differs)))
    unlike = np.concatenate(unlike)
    if len(unlike):
        like[unlike] = unlike.take(_like_rows([table[unlike] for table in tables], factors[1:]))
    return like


def number_octets(table):
    """The number of each row of a table of 8-octet values, equal rows alike, as they come."""
    octets = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(8 * table.shape[1]), len(table), [None, pa.py_buffer(np.ascontiguousarray(table))]
    )
    return _plain_numbers(octets.dictionary_encode().indices, "i4")


def _sums_of_sets(sets, seed):
    """The bits of each set, or of more than 64 labels the sum of its members' random keys."""
    if sets.numbers is not None:
        return np.atleast_2d(sets.numbers.T).T.astype(np.uint64, copy=False)
    keys = np.left_shift(np.uint64(1), np.arange(min(sets.bound, 64), dtype=np.uint64))
    if sets.bound > 64:
        keys = np.random.default_rng(seed).integers(1, 1 << 64, sets.bound, np.uint64)
    return sums_of_members(keys.take, np.uint64, sets.indices, sets.offsets)[:, None]


def _are_like(sets, rows, numbers):
    """True if each set is that of its row, as bits are anyway."""
    if sets.numbers is not None or sets.bound <= 64:
        return True
    again = take_sets(sets, rows[numbers])
    equal = np.array_equal(again.offsets, sets.offsets)
    return equal and np.array_equal(again.indices, sets.indices)


def _plain_numbers(array, dtype):
    """Numbers of an Arrow array without nulls; ``to_numpy`` would import pandas."""
    buffer = array.buffers()[1]
    if buffer is None:
        return np.zeros(0, dtype)
    return np.frombuffer(buffer, dtype, len(array) + array.offset)[array.offset :]


def take_sets(sets, rows):
    """The sets of the given rows, in their order; rows may repeat."""
    similarity = None if sets.similarity is None else sets.similarity[rows]
    if sets.numbers is not None:
        return LabelSets(numbers=sets.numbers[rows], similarity=similarity)
    members, offsets = members_of_rows(sets, rows)
    return LabelSets(sets.indices[members], offsets, similarity=similarity)


def members_of_rows(sets, rows):
    """Places of the members of the given rows' sets, and the offsets of these sets."""
    sizes = np.diff(sets.offsets)[rows]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    members = np.arange(offsets[-1]) + np.repeat(sets.offsets[rows] - offsets[:-1], sizes)
    return members, offsets


def repeat_sets(sets, times):
    """Each set as often in a row as ``times``, an int array, says."""
    return take_sets(sets, np.repeat(np.arange(len(times)), times))
