"""Label sets as ragged arrays of indices, and sets of chosen rows."""

import numpy as np
import pyarrow as pa

# Rows that are read and scored at a time.
BLOCK_ROWS = 65_536
# Sets of so many labels are whole numbers of as many bits.
MOST_KEY_LABELS = 32


class LabelSets:
    """Label sets of n examples: example i holds ``indices[offsets[i]:offsets[i + 1]]``.

    Attributes
    ----------
    indices : int32 array, without repeats within an example
    offsets : int64 array of shape (n + 1,)
    keys : None, or uint32 array of shape (n,): each set as a whole number, label i being bit i.
        Sets of up to 32 labels may come so; indices and offsets are then made when they are asked
        for
    similarity : None, or int array of shape (n,): by which of several similarities each set, a
        gold one, is scored
    """

    __slots__ = ("_indices", "_offsets", "keys", "similarity")

    def __init__(self, indices=None, offsets=None, keys=None, similarity=None):
        self._indices, self._offsets = indices, offsets
        self.keys, self.similarity = keys, similarity

    def __reduce__(self):
        return LabelSets, (self._indices, self._offsets, self.keys, self.similarity)

    @property
    def indices(self):
        self._lay_out()
        return self._indices

    @property
    def offsets(self):
        self._lay_out()
        return self._offsets

    @property
    def n(self):
        """Number of examples."""
        return len(self._offsets) - 1 if self.keys is None else len(self.keys)

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        if start == 0 and stop >= self.n:
            return self
        keys, similarity = (
            None if values is None else values[start:stop]
            for values in (self.keys, self.similarity)
        )
        if self._offsets is None:
            return LabelSets(keys=keys, similarity=similarity)
        offsets = self._offsets[start : stop + 1]
        indices = self._indices[offsets[0] : offsets[-1]]
        return LabelSets(indices, offsets - offsets[0], keys, similarity)

    def scored_by(self, similarity):
        """The same sets with the number of each one's similarity, an int array or None."""
        return LabelSets(self._indices, self._offsets, self.keys, similarity)

    def is_within(self, n_labels):
        """True where all members are labels of the universe, 0 .. n_labels - 1."""
        if self.keys is not None:
            return int(self.keys.max(initial=0)) >> n_labels == 0
        return int(self._indices.max(initial=-1)) < n_labels

    def _lay_out(self):
        if self._offsets is None:
            # Threads may do so at once: each assigns what is whole.
            self._indices, self._offsets = members_of_keys(self.keys)

    def _replace(self, indices=None, offsets=None):
        """Other sets with these indices or offsets."""
        return LabelSets(
            self.indices if indices is None else indices,
            self.offsets if offsets is None else offsets,
            similarity=self.similarity,
        )


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


def members_of_keys(keys):
    """Indices and offsets of the sets of whole numbers, uint32, label i being bit i."""
    indices, offsets = [np.zeros(0, np.int32)], np.zeros(len(keys) + 1, np.int64)
    for start in range(0, len(keys), BLOCK_ROWS):
        some = keys[start : start + BLOCK_ROWS]
        indices.append((places_of_bits(some) & 31).astype(np.int32))
        offsets[start + 1 : start + len(some) + 1] = sizes_of_keys(some)
    return np.concatenate(indices), np.cumsum(offsets, out=offsets)


def places_of_bits(keys):
    """Members of the sets of uint32 keys, in order: 32 times the place of the set, plus label."""
    octets = np.ascontiguousarray(keys, "<u4").view(np.uint8)
    return np.flatnonzero(np.unpackbits(octets, bitorder="little").view(bool))


def sizes_of_keys(keys):
    """Numbers of labels of the sets of keys."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(keys)
    octets = np.ascontiguousarray(keys).view(np.uint8)
    return np.unpackbits(octets).reshape(-1, 8 * keys.itemsize).sum(axis=1, dtype=np.uint8)


def keys_of_members(indices, offsets):
    """Sets of labels below 32 as whole numbers, uint32, label i being bit i."""
    bits = np.left_shift(np.uint32(1), np.arange(MOST_KEY_LABELS, dtype=np.uint32))
    return sums_of_members(bits, indices, offsets)


def sums_of_members(values, members, offsets):
    """Sums over the members of each set of what they stand for, unsigned integers."""
    sums = np.empty(len(offsets) - 1, values.dtype)
    for start in range(0, len(sums), BLOCK_ROWS):
        block_offsets = offsets[start : start + BLOCK_ROWS + 1]
        some = values.take(members[block_offsets[0] : block_offsets[-1]])
        total = np.zeros(len(some) + 1, values.dtype)
        np.cumsum(some, out=total[1:])
        # Differences of sums are right even where the sums have gone beyond their bits.
        total = total.take(block_offsets - block_offsets[0])
        np.subtract(total[1:], total[:-1], out=sums[start : start + BLOCK_ROWS])
    return sums


def keys_of_bits(bits):
    """Rows of a bool array of shape (n, width), width up to 32, as whole numbers.

    Returns uint32 of shape (n,); column i is bit i.
    """
    n, width = bits.shape
    keys = np.empty(n, np.uint32)
    octets = np.packbits(np.ascontiguousarray(bits).reshape(-1), bitorder="little")
    # Numbers are read up to eight octets at a time, the last ones too.
    packed = np.zeros(len(octets) + 8, np.uint8)
    packed[: len(octets)] = octets
    mask = np.uint32((1 << width) - 1)
    for first in range(min(8, n)):
        # Every eighth row begins at the same bit of an octet.
        octet, shift = divmod(first * width, 8)
        kind = np.dtype("<u4" if shift + width <= 32 else "<u8")
        count = len(range(first, n, 8))
        words = np.ndarray((count,), kind, packed, offset=octet, strides=(width,))
        words = (words >> kind.type(shift)).astype(np.uint32, copy=False)
        keys[first::8] = np.bitwise_and(words, mask, out=words)
    return keys


def arrow_numbers(values):
    """Arrow array of a numpy array of numbers; ``pa.array`` would import pandas for it."""
    values = np.ascontiguousarray(values)
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])


def number_values(values):
    """Distinct numbers of an array in the order they come, and the place of each number there."""
    encoded = arrow_numbers(values).dictionary_encode()
    return _plain_numbers(encoded.dictionary, values.dtype), _plain_numbers(encoded.indices, "i4")


def _plain_numbers(array, dtype):
    """Numbers of an Arrow array without nulls; ``to_numpy`` would import pandas."""
    buffer = array.buffers()[1]
    if buffer is None:
        return np.zeros(0, dtype)
    return np.frombuffer(buffer, dtype, len(array) + array.offset)[array.offset :]


def take_sets(sets, rows):
    """The sets of the given rows, in their order; rows may repeat."""
    similarity = None if sets.similarity is None else sets.similarity[rows]
    if sets.keys is not None:
        return LabelSets(keys=sets.keys[rows], similarity=similarity)
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
