"""Best matches in trees: equal columns of two rows of ancestors are common ones."""

import numpy as np

from ..similarity.set_batches import Workspace, examples_by_shape


class TreeMatches:
    """Greatest similarities of concepts to the concepts of other sets; 0 without a common ancestor.

    ``ancestors``, int32 (N, D), are rows from the root on, filled with the concept itself;
    ``content`` is per concept, if it isn't of depths; ``unit`` takes it of the common one and both.
    """

    def __init__(self, ancestors, depth, content, unit):
        # One look at memory for all that there is to know of a concept.
        self._rows = np.column_stack([ancestors, depth.astype(np.int32)])
        self._content, self._unit = content, unit
        self._levels = ancestors.shape[1]
        self._by_depths = self._table_of_depths() if content is None else None

    def best(self, first, second, offsets):
        """Greatest similarity of each concept to those of the other set, 0 if it is empty."""
        sides = first, second
        best = tuple(np.zeros(len(side)) for side in sides)
        levels, work = self._levels, Workspace()
        shapes = examples_by_shape(*offsets, lambda k, t: k * t + (k + t) * levels)
        for places in shapes:
            concepts = [side[place].T for side, place in zip(sides, places, strict=True)]
            values = self._values(*concepts, work)
            best[0][places[0]] = values.max(axis=1).T
            best[1][places[1]] = values.max(axis=0).T
        return best

    def _values(self, a, b, work):
        """Similarities of concepts (k, e) and (t, e), as an array (k, t, e)."""
        shape = len(a), len(b), a.shape[1]
        rows = [
            np.ascontiguousarray(np.moveaxis(self._rows.take(x, axis=0), -1, 0)) for x in (a, b)
        ]
        equal, common = (work.array(x, shape, np.uint8) for x in ("equal", "common"))
        common[:] = 0
        for ancestors, other_ancestors in zip(rows[0][:-1], rows[1][:-1], strict=True):
            np.equal(ancestors[:, None], other_ancestors, out=equal.view(bool))
            if not equal.any():
                break
            common += equal
        place = work.array("place", shape, np.intp)
        values = work.array("values", shape)
        if self._content is None:
            np.multiply(common, np.intp(self._levels**2), out=place)
            place += ((rows[0][-1] - 1) * self._levels)[:, None]
            place += rows[1][-1] - 1
            return self._by_depths.take(place, out=values, mode="clip")
        # What no ancestor has, and what all the others have, (D + 1, k, e).
        content = self._content
        of_common = np.concatenate([np.zeros((1, *a.shape)), content[rows[0][:-1]]])
        np.multiply(common, np.intp(a.size), out=place)
        place += np.arange(a.size).reshape(len(a), 1, -1)
        of_common.take(place, out=values, mode="clip")
        sides = content[a][:, None], content[b][None]
        of_both = (np.broadcast_to(x, shape).reshape(-1) for x in sides)
        values = self._unit(values.reshape(-1), *of_both).reshape(shape)
        values[common == 0] = 0
        values[common == self._levels] = 1
        return values

    def _table_of_depths(self):
        """Values by the number of common ancestors and both depths, flat."""
        levels = self._levels
        common, first, second = np.indices((levels + 1, levels, levels)).reshape(3, -1)
        possible = (common > 0) & (common <= np.minimum(first, second) + 1)
        values = np.zeros(len(common))
        depths = common[possible], first[possible] + 1, second[possible] + 1
        values[possible] = self._unit(*depths)
        # Rows that are equal to their ends are those of one concept.
        values[common == levels] = 1
        return values
