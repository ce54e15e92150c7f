"""A thesaurus as arrays: who is above whom, what two concepts have in common, how far they lie.

A :class:`Thesaurus` answers for pairs of concepts. The square of all concepts is never built: work
and memory are bounded by the ancestors of the concepts that are asked for.
"""

import hashlib
import json
from collections import Counter

import numpy as np

# How many ancestors are held at once while lists of them are made or compared.
BLOCK_ANCESTORS = 1 << 20
# How many words of 64 searches each are held at once for all edges together.
BLOCK_WORDS = 1 << 22
# Ancestors are kept for good if they are at most that many a concept, in the mean.
KEPT_ANCESTORS = 64


class Thesaurus:
    """Concepts with broader, related and synonym relations.

    A concept may have several broader ones, and there may be several roots; no virtual root is
    added. Synonyms are merged first: they are names of one concept. A relation stated twice counts
    once, and a related pair of one and the same concept leads nowhere.

    Parameters
    ----------
    labels : m distinct, non-empty names
    broader : array-like of int, shape (n, 2): rows (label, a broader one), as positions in labels
    related : array-like of int, shape (n, 2): pairs, without a direction
    synonyms : array-like of int, shape (n, 2): pairs of names of one concept
    name : str, how signatures call it
    dropped : int, how many relations of the source were left out, as in extracts
    **card : title, source, citation, license ... of the thesaurus

    Attributes
    ----------
    labels, name, dropped, card
    concept : int array of shape (m,), the concept of each label, numbered by their first labels
    n_concepts : int, N
    edges : int array of shape (n, 2): rows (concept, a broader one), each once
    related : int array of shape (n, 2): pairs of concepts, each once
    depth : int array of shape (N,): the number of concepts on the longest way up to a root; a root
        has 1
    max_depth : int, D, the greatest depth
    ic : float64 array of shape (N,): Seco's intrinsic information content, 1 - log(hypo + 1) /
        log(N), with hypo the number of distinct descendants ("An intrinsic information content
        metric for semantic similarity in WordNet", ECAI 2004); 1 if there is one concept only
    roots : int array, the concepts without a broader one

    Raises
    ------
    ValueError
        for no labels, names that are empty or repeated, positions out of range, and a concept that
        is broader than itself, by itself or around a cycle, which is named
    """

    def __init__(
        self, labels, broader, related=(), synonyms=(), *, name="thesaurus", dropped=0, **card
    ):
        self.labels = _checked_labels(labels)
        self.name, self.dropped, self.card = name, dropped, dict(card)
        m = len(self.labels)
        self._relations = (
            _checked_pairs(broader, "broader", m),
            _checked_pairs(related, "related", m),
            _checked_pairs(synonyms, "synonyms", m),
        )
        broader, related, synonyms = self._relations
        self.concept = _merged(synonyms, m)
        self.n_concepts = n = int(self.concept.max()) + 1
        self._first_label = np.unique(self.concept, return_index=True)[1]
        self._refuse_loops(broader)
        self.edges = np.unique(self.concept[broader], axis=0)
        self.related = np.unique(np.sort(self.concept[related], axis=1), axis=0)
        self._parents, self._first_parent, self._n_parents = _adjacency(self.edges, n)
        self.roots = np.flatnonzero(self._n_parents == 0)
        self.depth, order = self._depths()
        self.max_depth = int(self.depth.max())
        self._kept = None
        self._n_ancestors, n_below = self._family_sizes(order)
        self.ic = 1 - np.log(n_below) / (np.log(n) if n > 1 else 1)
        if self._n_ancestors.sum() <= KEPT_ANCESTORS * n:
            self._kept = self._keep()
        loops = np.repeat(np.arange(n), 2).reshape(-1, 2)
        both = np.concatenate([self.edges, self.related])
        both = np.unique(np.concatenate([both, both[:, ::-1], loops]), axis=0)
        self._neighbors, self._first_neighbor, _ = _adjacency(both, n)

    def __reduce__(self):
        options = {"name": self.name, "dropped": self.dropped, **self.card}
        return _rebuilt_thesaurus, (self.labels, *self._relations, options)

    def __repr__(self):
        return f"Thesaurus({self.name!r}, {self.n_concepts} concepts, {len(self.labels)} labels)"

    def __len__(self):
        return len(self.labels)

    @property
    def fingerprint(self):
        """sha256 (hex) over labels and relations, whatever their order."""
        number, names = self.canonical()
        text = json.dumps(names, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode())
        for edges in (number[self.edges], np.sort(number[self.related], axis=1)):
            digest.update(np.array([len(edges)], "<i8").tobytes())
            digest.update(np.unique(edges, axis=0).astype("<i8").tobytes())
        return digest.hexdigest()

    def facts(self):
        """What the thesaurus consists of.

        Returns
        -------
        dict of int: "labels"; "concepts"; "roots"; "broader" and "related", the relations;
        "several_parents", the concepts with more than one broader one; "isolated", those without
        any relation; "max_depth"; and, if there are any, "dropped", the relations of the source
        that were left out
        """
        ends = np.concatenate([self.edges, self.related])
        return {
            "labels": len(self.labels),
            "concepts": self.n_concepts,
            "roots": len(self.roots),
            "broader": len(self.edges),
            "related": len(self.related),
            "several_parents": int((self._n_parents > 1).sum()),
            "isolated": self.n_concepts - len(np.unique(ends)),
            "max_depth": self.max_depth,
            **({"dropped": self.dropped} if self.dropped else {}),
        }

    def name_of(self, concept):
        """The first label of a concept."""
        return self.labels[self._first_label[concept]]

    def canonical(self):
        """An order of concepts that depends on names alone.

        Returns
        -------
        number : int array of shape (N,), the place of each concept in that order
        names : list of N lists of str, the sorted labels of each concept, in that order
        """
        names = [[] for _ in range(self.n_concepts)]
        for label, concept in zip(self.labels, self.concept.tolist(), strict=True):
            names[concept].append(label)
        names = [sorted(group) for group in names]
        order = sorted(range(self.n_concepts), key=names.__getitem__)
        number = np.empty(self.n_concepts, np.int64)
        number[order] = np.arange(self.n_concepts)
        return number, [names[concept] for concept in order]

    def greatest_common(self, first, second, value):
        """The greatest ``value`` among the common ancestors of pairs of concepts.

        A concept is its own ancestor.

        Parameters
        ----------
        first, second : int arrays of concepts, equally long
        value : array of shape (N,), a value for each concept

        Returns
        -------
        float64 array: nan for pairs without a common ancestor
        """
        return self._over_common(
            first, second, lambda ancestor, steps: value[ancestor], np.maximum, np.nan
        )

    def up_and_down(self, first, second):
        """Edges on the shortest way up to a common ancestor and down again; inf without one."""
        return self._over_common(first, second, lambda ancestor, steps: steps, np.minimum, np.inf)

    def shortest(self, first, second, limit=None):
        """Edges on the shortest path over broader and related relations in any direction.

        It is inf where there is none of at most ``limit`` edges.
        """
        sources, source = np.unique(first, return_inverse=True)
        others, other = np.unique(second, return_inverse=True)
        if len(others) < len(sources):
            sources, source, second = others, other, first
        lengths = np.full(len(first), np.inf)
        rows = 64 * max(1, BLOCK_WORDS // len(self._neighbors))
        for start in range(0, len(sources), rows):
            asked = np.flatnonzero((source >= start) & (source < start + rows))
            block = sources[start : start + rows]
            lengths[asked] = self._search(block, source[asked] - start, second[asked], limit)
        return lengths

    def _refuse_loops(self, broader):
        loops = np.flatnonzero(self.concept[broader[:, 0]] == self.concept[broader[:, 1]])
        if len(loops):
            child, parent = (self.labels[i] for i in broader[loops[0]])
            what = "itself" if child == parent else f"{parent!r}, its synonym"
            raise ValueError(
                f"broader: {child!r} is said to be narrower than {what}; take that relation out"
            )

    def _depths(self):
        """Depth of each concept, and an order in which parents come before their children."""
        n = self.n_concepts
        children, first, number = (x.tolist() for x in _adjacency(self.edges[:, ::-1], n))
        depth, waiting = [1] * n, self._n_parents.tolist()
        order = self.roots.tolist()
        for parent in order:
            for child in children[first[parent] : first[parent] + number[parent]]:
                depth[child] = max(depth[child], depth[parent] + 1)
                waiting[child] -= 1
                if not waiting[child]:
                    order.append(child)
        if len(order) < n:
            self._refuse_cycle(waiting)
        return np.array(depth), order

    def _refuse_cycle(self, waiting):
        # A concept that still waits has a parent that waits too: going up must come around.
        concept, way = next(c for c in range(self.n_concepts) if waiting[c]), {}
        while concept not in way:
            way[concept] = len(way)
            first = self._first_parent[concept]
            parents = self._parents[first : first + self._n_parents[concept]].tolist()
            concept = next(parent for parent in parents if waiting[parent])
        names = [repr(self.name_of(c)) for c in list(way)[way[concept] :]]
        shown = names if len(names) <= 10 else [*names[:5], "...", *names[-4:]]
        raise ValueError(
            f"broader: {' -> '.join([*shown, names[0]])} is a cycle of {len(names)} concepts; no "
            "concept may be broader than itself: take one of these relations out"
        )

    def _family_sizes(self, order):
        """How many ancestors and how many descendants each concept has, itself included.

        Cut above every concept with several parents, the hierarchy falls into trees that are
        entered at their roots only. So descendants are those in the own tree and, for each tree
        whose root is a descendant, all of it: only the ancestors of such roots need to be listed.
        """
        n = self.n_concepts
        single = (self._n_parents == 1).tolist()
        first_parent, parents = self._first_parent.tolist(), self._parents.tolist()
        in_tree = [1] * n
        for concept in reversed(order):
            if single[concept]:
                in_tree[parents[first_parent[concept]]] += in_tree[concept]
        in_tree = np.array(in_tree)
        joints = np.flatnonzero(self._n_parents > 1)
        joints = joints[np.argsort(self.depth[joints], kind="stable")]
        below, above = in_tree.copy(), np.ones(n, np.int64)
        below[joints] = 0
        done, rows = 0, 64
        while done < len(joints):
            part = joints[done : done + rows]
            place, ancestors, _ = self._climb(part)
            above[part] = np.bincount(place)
            below += np.bincount(ancestors, in_tree[part][place], n).astype(np.int64)
            done += rows
            rows = max(1, min(2 * rows, rows * BLOCK_ANCESTORS // len(ancestors)))
        above = above.tolist()
        for concept in order:
            if single[concept]:
                above[concept] = above[parents[first_parent[concept]]] + 1
        return np.array(above), below

    def _climb(self, concepts):
        """All ancestors of each of the concepts, with the fewest steps up to them.

        Returns three arrays, sorted: position in ``concepts``, ancestor, steps.
        """
        n, span = self.n_concepts, self.max_depth
        pending = (np.arange(len(concepts)) * n + concepts) * span
        found = []
        while len(pending):
            # From the deepest up, each ancestor comes once: all ways to it are known by then.
            depth = self.depth[pending // span % n]
            deepest = depth == depth.max()
            codes = np.sort(pending[deepest])
            codes = codes[np.flatnonzero(np.diff(codes // span, prepend=-1))]
            found.append(codes)
            nodes = codes // span % n
            number = self._n_parents[nodes]
            parents = self._parents[_ragged(self._first_parent[nodes], number)]
            step_up = (parents - np.repeat(nodes, number)) * span + 1
            pending = np.concatenate([pending[~deepest], np.repeat(codes, number) + step_up])
        places, steps = np.divmod(np.sort(np.concatenate(found)), span)
        return (*np.divmod(places, n), steps)

    def _keep(self):
        """Ancestors of all concepts and the steps up to them, ragged; where each one's begin."""
        ancestors, steps = [], []
        for part in _ranges(self._n_ancestors, BLOCK_ANCESTORS):
            _, up, way = self._climb(np.arange(part.start, part.stop))
            ancestors.append(up.astype(np.int32))
            steps.append(way.astype(np.int32))
        first = np.cumsum(self._n_ancestors) - self._n_ancestors
        return first, np.concatenate(ancestors), np.concatenate(steps)

    def _ancestors(self, concepts):
        """As _climb, from what is kept if anything is."""
        number = self._n_ancestors[concepts]
        if self._kept is None:
            distinct, place = np.unique(concepts, return_inverse=True)
            _, ancestors, steps = self._climb(distinct)
            first = (np.cumsum(self._n_ancestors[distinct]))[place] - number
        else:
            first, ancestors, steps = self._kept
            first = first[concepts]
        position = _ragged(first, number)
        return np.repeat(np.arange(len(concepts)), number), ancestors[position], steps[position]

    def _over_common(self, first, second, offer, best, nothing):
        """The best that common ancestors offer, given the steps up to them from both together."""
        result = np.full(len(first), nothing)
        n = self.n_concepts
        for part in _ranges(self._n_ancestors[first] + self._n_ancestors[second], BLOCK_ANCESTORS):
            pair, ancestor, steps = self._ancestors(first[part])
            other_pair, other_ancestor, other_steps = self._ancestors(second[part])
            codes, other_codes = pair * n + ancestor, other_pair * n + other_ancestor
            place = np.searchsorted(codes, other_codes)
            place[place == len(codes)] = 0
            shared = np.flatnonzero(codes[place] == other_codes)
            if len(shared):
                place = place[shared]
                begins = np.flatnonzero(np.diff(pair[place], prepend=-1))
                offers = offer(ancestor[place], steps[place] + other_steps[shared])
                result[part.start + pair[place[begins]]] = best.reduceat(offers, begins)
        return result

    def _search(self, sources, source, targets, limit):
        """Breadth-first from all sources at once: bit i of a concept is set when i reaches it."""
        bit = np.uint64(1) << (np.arange(len(sources)) % 64).astype(np.uint64)
        word = np.arange(len(sources)) // 64
        reached = np.zeros((word[-1] + 1, self.n_concepts), np.uint64)
        np.bitwise_or.at(reached, (word, sources), bit)
        lengths = np.full(len(source), np.inf)
        open_pairs, length = np.arange(len(source)), 0
        while True:
            own = source[open_pairs]
            met = (reached[word[own], targets[open_pairs]] & bit[own]) != 0
            lengths[open_pairs[met]] = length
            open_pairs = open_pairs[~met]
            if not len(open_pairs) or length == limit:
                return lengths
            # Every concept is its own neighbor, so that what is reached stays.
            further = np.bitwise_or.reduceat(
                reached[:, self._neighbors], self._first_neighbor, axis=1
            )
            if (further == reached).all():
                return lengths
            reached, length = further, length + 1


def _rebuilt_thesaurus(labels, broader, related, synonyms, options):
    return Thesaurus(labels, broader, related, synonyms, **options)


def _checked_labels(labels):
    labels = tuple(labels)
    if not labels:
        raise ValueError("labels: a thesaurus needs one concept at least; got none")
    for position, label in enumerate(labels):
        if not isinstance(label, str) or not label.strip():
            raise ValueError(
                f"labels: every name must be a non-empty string; position {position} is {label!r}"
            )
    label, times = Counter(labels).most_common(1)[0]
    if times > 1:
        raise ValueError(f"labels: names must be distinct; {label!r} comes {times} times")
    return labels


def _checked_pairs(pairs, argument, m):
    pairs = np.asarray(pairs)
    if not pairs.size:
        return np.empty((0, 2), np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(
            f"{argument}: expected pairs of positions in labels; got shape {pairs.shape} of "
            f"{pairs.dtype}"
        )
    wrong = np.argwhere((pairs < 0) | (pairs >= m))
    if len(wrong):
        raise ValueError(
            f"{argument}: positions run from 0 to {m - 1}; row {wrong[0, 0]} is "
            f"{pairs[wrong[0, 0]].tolist()}"
        )
    return pairs.astype(np.int64)


def _merged(synonyms, m):
    """The concept of each label: the groups that synonyms make, numbered by first labels."""
    first = list(range(m))

    def find(label):
        while first[label] != label:
            first[label] = label = first[first[label]]
        return label

    for pair in synonyms.tolist():
        low, high = sorted(map(find, pair))
        first[high] = low
    return np.unique([find(label) for label in range(m)], return_inverse=True)[1]


def _adjacency(edges, n):
    """Second ends of edges grouped by their first ends; where each group begins; its size."""
    number = np.bincount(edges[:, 0], minlength=n)
    return edges[np.argsort(edges[:, 0], kind="stable"), 1], np.cumsum(number) - number, number


def _ragged(first, number):
    """first[0], first[0] + 1, ... (number[0] of them), first[1], ..."""
    ends = np.cumsum(number)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(first - ends + number, number)


def _ranges(sizes, most):
    """Slices over ``sizes`` that sum to at most ``most`` each (one entry at least)."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + most
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield slice(start, stop)
        start = stop
