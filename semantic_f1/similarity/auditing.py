"""Report on a similarity matrix (section 3.1 of the paper): its five points, and warnings.

Section 3.1 of arXiv 2509.21633 asks for them, appendix B for the population, and appendix F.3 for a
look at nearest neighbors across known groups. (iv) takes systems to rank: it is not answered here.
``values[a, b]`` is the credit that label ``a`` earns from candidate ``b``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..inputs.reading import read_sets
from ..messages import expected, suggestion
from ..ratios import harmonic_mean
from .audit_neighbors import MANY_CONCEPTS, neighbor_areas
from .audit_text import NEAR_DUPLICATE, audit_text
from .audit_warnings import LEAST_DIFFERENCE, audit_warnings, central_range, off_diagonal
from .chance_level import chance_levels
from .lookup import table_of_pairs

# How the derivations of those builders begin whose values say that labels stand together, not that
# one can stand for the other: only what was so made is called associative, whatever words its
# source has.
ASSOCIATIVE = ("Cosine of label embeddings ", "Given correlations r,", "Pearson correlation r of ")
# Emotions that mean the opposite of each other, where a similarity has both.
OPPOSITES = (
    ("joy", "sadness"), ("joy", "grief"), ("happiness", "sadness"), ("love", "hate"),
    ("optimism", "pessimism"), ("approval", "disapproval"), ("trust", "distrust"),
    ("hope", "despair"), ("pride", "shame"), ("admiration", "contempt"), ("positive", "negative"),
)  # fmt: skip
MAX_LABELS = 1000
# Labels that are looked at where there are more; the chance level is that of all.
SAMPLED_LABELS = 500


@dataclass(frozen=True, repr=False)
class Audit:
    """Report on a similarity; ``print`` shows it, :meth:`to_dict` gives plain Python types.

    Attributes
    ----------
    name, title, source, citation, derivation, population : str; None where the card lacks them
    labels, caveats : tuples of str
    warnings : tuple of str, each starting with one of this module's messages
    symmetric, unit_diagonal : bool
    asymmetry : None, or (a, b, S[a, b], S[b, a]) of the pair that differs most
    lowest_diagonal : (label, value)
    sampled_from : None, or how many labels there are, of which these are a sample
    central : None, or (low, high), the narrowest range of nine in ten values off the diagonal
    density, minimum, maximum, mean, deviation : of the values off the diagonal: the share above 0,
        the range, the mean and the standard deviation; None for one label
    coincide : pairs of labels whose similarity is 1 both ways
    near_duplicates : (a, b, the smaller of both values), from :data:`NEAR_DUPLICATE` up and not 1
    metric : bool, whether 1 - S is a metric
    triangles_violated : share of the triples (a, b, c) of different labels with
        d(a, c) > d(a, b) + d(b, c), where d = 1 - S; None below three labels
    worst_triangle : None, or (a, b, c, d(a, c), d(a, b) + d(b, c)) of the greatest excess
    grouping : "given", "found", or "branches" of a hierarchy of more than 500 concepts
    clusters : tuple of tuples of labels, the largest first; labels that are alone are at the end
    neighbor_areas : None, or of such a hierarchy a dict of "parents" and "siblings", the chance
        that a pair of them earns more than a random pair (a draw counts half; None: no such
        pairs), "others", the random pairs without a direct parent in common, and "branches"
    cross_group : (label, its most similar label, that one's value, the best value within the
        cluster) wherever the most similar label belongs to another cluster
    within_mean, between_mean : mean values inside and across clusters, None if there are none
    mean_similarity : dict label -> mean of its values with the others, both directions
    hubs : labels whose mean similarity is at least what puts labels into one cluster
    nearest : dict label -> its most similar labels, (name, S[label, name]) each
    probe_gold, probes : what the probe was scored against, and dicts of "predictor", "labels" (how
        many), "f1", "precision", "recall" (samples averages), "hard_f1" (under the identity)
    chance : such dicts of a random system and, over a thesaurus, of its largest root alone, by
        sampling, with "error", the standard error of "f1"
    opposites : tuple of (a, b, the mean of both values, place of b among the labels nearest to a)
        of the opposites that it has, given ones or those of :data:`OPPOSITES`
    """

    name: str
    labels: tuple
    warnings: tuple
    title: str | None
    source: str | None
    citation: str | None
    derivation: str | None
    population: str | None
    caveats: tuple
    symmetric: bool
    unit_diagonal: bool
    asymmetry: tuple | None
    lowest_diagonal: tuple
    density: float | None
    minimum: float | None
    maximum: float | None
    mean: float | None
    deviation: float | None
    coincide: tuple
    near_duplicates: tuple
    metric: bool
    triangles_violated: float | None
    worst_triangle: tuple | None
    grouping: str
    clusters: tuple
    cross_group: tuple
    within_mean: float | None
    between_mean: float | None
    mean_similarity: dict
    hubs: tuple
    nearest: dict
    probe_gold: str
    probes: tuple
    chance: tuple
    opposites: tuple
    central: tuple | None
    neighbor_areas: dict | None = None
    sampled_from: int | None = None

    @property
    def order(self):
        """The labels cluster by cluster, for pictures."""
        return tuple(label for cluster in self.clusters for label in cluster)

    def to_dict(self) -> dict[str, Any]:
        """The content, which ``json.dumps`` takes; "order" has the labels cluster by cluster."""
        return json.loads(json.dumps({**asdict(self), "order": self.order}))

    def __str__(self):
        return audit_text(self)

    __repr__ = __str__


def audit_similarity(
    similarity, *, gold=None, groups=None, neighbors=3, hubs=3, associative=None,
    asymmetric=False, opposites=None,
):  # fmt: skip
    """Audit any similarity; of more than 1,000 labels a sample, and the chance level of all."""
    for argument, number in (("neighbors", neighbors), ("hubs", hubs)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{argument}: expected a whole number from 1 up; got {number!r}")
    sets, hierarchy = _gold_sets(gold, similarity), getattr(similarity, "thesaurus", None)
    many = hierarchy is not None and hierarchy.n_concepts > MANY_CONCEPTS
    areas = neighbor_areas(similarity) if many else None
    of_label = areas and areas.pop("branch_of")
    # Several names of one concept say nothing of near labels.
    branches = areas is not None and groups is None
    labels, is_sample = similarity.labels, len(similarity.labels) > MAX_LABELS
    places = np.arange(len(labels))
    if is_sample:
        known = np.unique(similarity.concepts, return_index=True)[1] if branches else places
        size = min(SAMPLED_LABELS, len(known))
        places = np.sort(np.random.default_rng(0).choice(known, size, replace=False))
    if branches:
        groups = {labels[i]: labels[i] if of_label[i] is None else of_label[i] for i in places}
    elif groups is not None:
        _label_groups(groups, labels)
        groups = {labels[i]: groups[labels[i]] for i in places}
    values, labels = table_of_pairs(similarity.pairs, places), tuple(labels[i] for i in places)
    facts = {
        **table_shape(values, labels),
        **value_spread(values),
        **like_pairs(values, labels),
        **_triangles(values, labels),
        **_neighborhoods(values, labels, groups, neighbors),
        # Sets of all labels can't be scored on a table of some.
        **_probe(values, None if is_sample else sets, hubs),
        "opposites": _opposites(values, labels, opposites),
        "chance": _chance_levels(similarity, sets),
        "sampled_from": len(similarity.labels) if is_sample else None,
        "neighbor_areas": areas,
    }
    if branches:
        facts |= {"grouping": "branches", "cross_group": ()}
    broken = facts["coincide"] or facts["triangles_violated"]
    facts["metric"] = facts["symmetric"] and facts["unit_diagonal"] and not broken
    card = getattr(similarity, "card", None) or {}
    for key in ("title", "source", "citation", "derivation", "population"):
        facts[key] = str(card[key]) if card.get(key) else None
    if associative is None:
        associative = (facts["derivation"] or "").startswith(ASSOCIATIVE)
    # A card may hold what its file held.
    caveats = card.get("caveats") or ()
    caveats = tuple(map(str, caveats if isinstance(caveats, (list, tuple)) else [caveats]))
    warnings = audit_warnings(facts, values, labels, associative, asymmetric)
    return Audit(name=similarity.name, labels=labels, warnings=warnings, caveats=caveats, **facts)


def table_shape(values, labels):
    """Symmetry and diagonal of a table, as an Audit holds them."""
    apart = np.abs(values - values.T)
    a, b = np.unravel_index(apart.argmax(), apart.shape)
    worst = labels[a], labels[b], float(values[a, b]), float(values[b, a])
    diagonal = np.diagonal(values)
    return {
        "symmetric": not apart.any(),
        "unit_diagonal": bool((diagonal == 1).all()),
        "asymmetry": worst if apart.any() else None,
        "lowest_diagonal": (labels[diagonal.argmin()], float(diagonal.min())),
    }


def value_spread(values):
    """Range, mean and density of the values off the diagonal, as an Audit holds them."""
    off = off_diagonal(values)
    if not len(off):
        return dict.fromkeys(("density", "minimum", "maximum", "mean", "deviation", "central"))
    return {
        "central": central_range(off),
        "density": float((off > 0).mean()),
        "minimum": float(off.min()),
        "maximum": float(off.max()),
        "mean": float(off.mean()),
        "deviation": float(off.std()),
    }


def chance_of(similarity, gold=None, **options):
    """Chance levels of a similarity against given gold sets, or labels drawn alike."""
    return _chance_levels(similarity, _gold_sets(gold, similarity), **options)


def _chance_levels(similarity, sets, **options):
    sets = None if sets is None else list(sets.elements())
    # The root of a thesaurus that most concepts are below, if it is a label.
    root = getattr(similarity, "largest_root", None)
    alone = () if root is None else [(f"the root {similarity.labels[root]!r} alone", root)]
    return chance_levels(similarity, sets, constants=alone, **options)


def _opposites(values, labels, opposites):
    """Opposites among the labels, with their mean value and how near they are to each other."""
    place, pairs = {label: index for index, label in enumerate(labels)}, []
    if opposites is None:
        place = {label.casefold(): index for label, index in place.items()}
        opposites = [pair for pair in OPPOSITES if place.keys() >= {*pair}]
    for pair in opposites:
        if isinstance(pair, str) or len(tuple(pair)) != 2:
            raise expected("opposites", "pairs of labels", pair)
        for label in pair:
            if label not in place:
                hint = suggestion(str(label), labels)
                raise ValueError(f"opposites: {label!r} is no label{hint}")
        pairs.append(tuple(place[label] for label in pair))
    nearer = [(np.delete(values[a], a) > values[a, b] + LEAST_DIFFERENCE).sum() for a, b in pairs]
    return tuple(
        (labels[a], labels[b], float((values[a, b] + values[b, a]) / 2), int(n) + 1)
        for (a, b), n in zip(pairs, nearer, strict=True)
    )


def like_pairs(values, labels):
    """Pairs with 1 both ways, and those from NEAR_DUPLICATE up, the most alike first."""
    both = np.triu(np.minimum(values, values.T), 1)
    rows, columns = np.nonzero(both >= NEAR_DUPLICATE)
    pairs = [(labels[a], labels[b], float(both[a, b])) for a, b in zip(rows, columns, strict=True)]
    pairs.sort(key=lambda pair: -pair[2])
    return {
        "coincide": tuple(pair[:2] for pair in pairs if pair[2] == 1),
        "near_duplicates": tuple(pair for pair in pairs if pair[2] < 1),
    }


def _triangles(values, labels):
    m = len(labels)
    distance = 1 - values
    # Then triples that name a label twice have no excess.
    np.fill_diagonal(distance, 0)
    violated, worst = 0, (LEAST_DIFFERENCE, None)
    for b in range(m):
        excess = distance - (distance[:, [b]] + distance[[b], :])
        violated += int((excess > LEAST_DIFFERENCE).sum())
        a, c = np.unravel_index(excess.argmax(), excess.shape)
        if excess[a, c] > worst[0]:
            around = float(distance[a, b] + distance[b, c])
            worst = (excess[a, c], (labels[a], labels[b], labels[c], float(distance[a, c]), around))
    return {
        "triangles_violated": violated / (m * (m - 1) * (m - 2)) if m > 2 else None,
        "worst_triangle": worst[1],
    }


def _neighborhoods(values, labels, groups, count):
    """Clusters, what crosses them, hubs and nearest labels."""
    m = len(labels)
    both = (values + values.T) / 2
    off = off_diagonal(values)
    varied = m > 2 and np.ptp(off) > LEAST_DIFFERENCE
    near = (off.mean() + off.max()) / 2 - LEAST_DIFFERENCE if varied else np.inf
    clusters = _average_linkage(both, near) if groups is None else _label_groups(groups, labels)
    clusters.sort(key=lambda cluster: (-len(cluster), cluster))
    member = np.empty(m, dtype=int)
    for number, cluster in enumerate(clusters):
        member[cluster] = number
    mates = (member[:, None] == member) & ~np.eye(m, dtype=bool)
    others = member[:, None] != member
    mean = _mean_similarity(values)
    order = np.argsort(np.where(np.eye(m, dtype=bool), np.inf, -values), axis=1, kind="stable")
    return {
        "grouping": "found" if groups is None else "given",
        "clusters": tuple(tuple(labels[i] for i in cluster) for cluster in clusters),
        "cross_group": _crossing(values, labels, mates, others),
        "within_mean": float(values[mates].mean()) if mates.any() else None,
        "between_mean": float(values[others].mean()) if others.any() else None,
        "mean_similarity": dict(zip(labels, mean.tolist(), strict=True)),
        "hubs": tuple(labels[i] for i in np.argsort(-mean, kind="stable") if mean[i] >= near),
        "nearest": {
            label: tuple((labels[j], float(values[i, j])) for j in order[i, : min(count, m - 1)])
            for i, label in enumerate(labels)
        },
    }


def _mean_similarity(values):
    m = len(values)
    both = values.sum(axis=0) + values.sum(axis=1) - 2 * np.diagonal(values)
    return both / (2 * max(m - 1, 1))


def _average_linkage(similarity, near):
    """Lists of indices: the two clusters most alike, by their mean, are joined while it is near."""
    clusters = [[i] for i in range(len(similarity))]
    table = similarity.copy()
    np.fill_diagonal(table, -np.inf)
    while table.max() >= near:
        a, b = sorted(np.unravel_index(table.argmax(), table.shape))
        sizes = len(clusters[a]), len(clusters[b])
        joined = (sizes[0] * table[a] + sizes[1] * table[b]) / sum(sizes)
        table[a] = table[:, a] = joined
        table[a, a] = -np.inf
        table = np.delete(np.delete(table, b, axis=0), b, axis=1)
        clusters[a] = sorted(clusters[a] + clusters.pop(b))
    return clusters


def _label_groups(groups, labels):
    if not isinstance(groups, Mapping):
        raise ValueError(f"groups: expected a mapping label -> group; got {type(groups).__name__}")
    lacking = [label for label in labels if groups.get(label) is None]
    surplus = [label for label in groups if label not in labels]
    if lacking or surplus:
        wrong, reason = (lacking, "has no group") if lacking else (surplus, "is no label")
        raise ValueError(f"groups: {wrong[0]!r} {reason} ({len(wrong)} such names)")
    members = {}
    for index, label in enumerate(labels):
        if not isinstance(groups[label], Hashable):
            what = f"a name or number as the group of {label!r}"
            raise expected("groups", what, groups[label])
        members.setdefault(groups[label], []).append(index)
    return list(members.values())


def _crossing(values, labels, mates, others):
    within = np.where(mates, values, -np.inf)
    across = np.where(others, values, -np.inf)
    crosses = mates.any(axis=1) & (across.max(axis=1) > within.max(axis=1) + LEAST_DIFFERENCE)
    return tuple(
        (labels[a], labels[across[a].argmax()], float(across[a].max()), float(within[a].max()))
        for a in np.flatnonzero(crosses)
    )


def _probe(values, gold, hubs):
    """Scores of systems that always give the same labels."""
    m = len(values)
    sets = Counter((index,) for index in range(m)) if gold is None else gold
    by_mean = np.argsort(-_mean_similarity(values), kind="stable")
    predictors = {"every label": np.arange(m)}
    for k in range(1, min(hubs, m - 1) + 1):
        predictors["the best hub" if k == 1 else f"the {k} best hubs"] = by_mean[:k]
    return {
        "probe_gold": f"{m} single labels" if gold is None else f"{sets.total()} gold sets",
        "probes": tuple(
            {"predictor": name, "labels": len(those), **_probe_score(values, those, sets)}
            for name, those in predictors.items()
        ),
    }


def _gold_sets(gold, similarity):
    """Counts of gold sets of indices of labels; None without gold."""
    if gold is None:
        return None
    if isinstance(gold, (str, bytes, Mapping)) or not hasattr(gold, "__iter__"):
        raise ValueError(f"gold: expected a list of label sets; got {type(gold).__name__}")
    read = read_sets(gold, "gold")
    if read.kind == "ids":
        raise ValueError("gold: expected collections of names; got numbers")
    place = {label: index for index, label in enumerate(similarity.labels)}
    sets, none_labels = Counter(), set(getattr(similarity, "none_labels", ()))
    for row, (start, end) in enumerate(pairwise(read.offsets.tolist())):
        names = {read.names[code] for code in read.codes[start:end].tolist()} - none_labels
        unknown = sorted(names - place.keys())
        if unknown:
            raise ValueError(f"gold: row {row} has {unknown[0]!r}, which is no label")
        sets[tuple(sorted(place[name] for name in names))] += 1
    if not sets:
        raise ValueError("gold: at least one set is needed; got none")
    return sets


def _probe_score(values, predicted, sets):
    """Samples averages (eqs. 3 to 6) of one predicted set against sets and how often they occur."""
    columns = values[:, predicted].max(axis=1)
    rows = values[predicted]
    totals = np.zeros(4)
    for gold, times in ((list(labels), times) for labels, times in sets.items() if labels):
        precision, recall = rows[:, gold].max(axis=1).mean(), columns[gold].mean()
        f1 = harmonic_mean(precision, recall)
        hard = 2 * np.isin(gold, predicted).sum() / (len(gold) + len(predicted))
        totals += np.array([f1, precision, recall, hard]) * times
    means = (totals / sets.total()).tolist()
    return dict(zip(("f1", "precision", "recall", "hard_f1"), means, strict=True))
