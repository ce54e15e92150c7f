"""Report on a similarity matrix (section 3.1 of the paper): its five points, and warnings.

Section 3.1 of arXiv 2509.21633 asks for (i) the source, (ii) symmetry and diagonal, (iii) density
and range, (iv) whether rankings hold under alternatives, and (v) evidence that near labels have
like consequences; appendix B adds the population, and appendix F.3 a look at nearest neighbors
across known groups. (iv) takes systems to rank and is not answered here.

``values[a, b]`` is the credit that label ``a`` earns from candidate ``b``.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np

# Values off the diagonal within this of each other tell near labels from far ones hardly at all.
SPAN = 0.1
# Labels that it takes to tell near from far.
SPAN_LABELS = 3
# A mean value off the diagonal from which a system that outputs every label has a mean precision of
# at least 1/3 against single gold labels, however many there are, if the diagonal is 1; where no
# label's own mean is lower, every F1 is at least 1/2.
DENSE_MEAN = 1 / 3
# Two labels whose values differ so little, both ways, are scored almost as one.
NEAR_DUPLICATE = 0.95
# A share of labels, out of those that are not alone in their group, whose most similar label
# belongs to another group.
CROSS_GROUP_SHARE = 0.1
# Words of a title, source or derivation that say association, not that labels can be exchanged.
ASSOCIATIVE = (
    r"correlat|co-?occur|co-?annotat|embedding|word vector|vectors? of words|distributional"
    r"|cosine similarit|\bglove\b|word2vec|fasttext"
)
MAX_LABELS = 1000
# Names and pairs that the text lists; to_dict() has all.
SHOWN = 30
_LEAST_DIFFERENCE = 1e-9

CONSTANT = "nearly constant: cannot tell near from far; set size and abstention decide"
DENSE = "dense: over-prediction is cheap"
ASSOCIATION = "associative source: check that near labels are interchangeable"
CROSS_GROUP = "cross-cluster pairs above within-cluster ones"
BELOW_ONE = "a perfect system cannot reach 1"
BETTER_THAN_EXACT = "an exact match is not the best match"
HUBS = "near everything"
SAME = "scored as one label"

_SENSITIVITY = (
    "not answered here: it takes systems to rank; see the metric's "
    "sensitivity(systems, references)."
)
_NO_EVIDENCE = (
    "not known: the card has neither caveats nor evidence that taking near labels for each other "
    "has like consequences."
)


@dataclass(frozen=True, repr=False)
class Audit:
    """Report on a similarity; ``print`` shows it, :meth:`to_dict` gives plain Python types.

    Attributes
    ----------
    name : str
    labels : tuple of m names
    warnings : tuple of str, each starting with one of this module's messages
    title, source, citation, derivation, population : str, or None where the card lacks them
    caveats : tuple of str
    symmetric, unit_diagonal : bool
    asymmetry : None, or (a, b, S[a, b], S[b, a]) of the pair that differs most
    lowest_diagonal : (label, value)
    density, minimum, maximum, mean, deviation : of the values off the diagonal: the share above 0,
        the range, the mean, and the standard deviation, which is the contrast; None for one label
    coincide : pairs of labels whose similarity is 1 both ways
    near_duplicates : (a, b, the smaller of both values), from :data:`NEAR_DUPLICATE` up and not 1
    metric : bool, whether 1 - S is a metric: symmetric, 0 for the same label only, and no way
        around shorter than the straight one
    triangles_violated : share of the triples (a, b, c) of different labels with
        d(a, c) > d(a, b) + d(b, c), where d = 1 - S; None below three labels
    worst_triangle : None, or (a, b, c, d(a, c), d(a, b) + d(b, c)) of the greatest excess
    grouping : "given" or "found"
    clusters : tuple of tuples of labels, the largest first; labels that are alone are at the end
    cross_group : (label, its most similar label, that one's value, the best value within the
        cluster) wherever the most similar label belongs to another cluster
    within_mean, between_mean : mean values inside and across clusters, None where there are none
    mean_similarity : dict label -> mean of its values with the others, both directions
    hubs : labels whose mean similarity is at least what puts labels into one cluster
    nearest : dict label -> its most similar labels, (name, S[label, name]) each
    probe_gold : str, what the probe was scored against
    probes : tuple of dicts: "predictor", "labels" (how many), "f1", "precision", "recall"
        (samples averages), "hard_f1" (the same under the identity)
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

    @property
    def order(self):
        """The labels cluster by cluster, for pictures."""
        return tuple(label for cluster in self.clusters for label in cluster)

    def to_dict(self):
        """The content, which ``json.dumps`` takes; "order" has the labels cluster by cluster."""
        return {**_plain_content(asdict(self)), "order": list(self.order)}

    def __str__(self):
        return _as_text(self)

    __repr__ = __str__


def audit_table(
    values,
    labels,
    card=None,
    *,
    name="similarity",
    none_labels=(),
    groups=None,
    gold=None,
    neighbors=3,
    hubs=3,
    associative=None,
):
    """Audit a similarity.

    Parameters
    ----------
    values : float64 array of shape (m, m) with values in [0, 1]
    labels : m names
    card : mapping with title, source, citation, derivation, population and caveats, as far as known
    name : str
    none_labels : names that mean "no label"; in ``gold`` they are left out
    groups : mapping label -> group, of all labels: groups that are known from elsewhere, to hold
        the values against. None: clusters are found, by joining the two whose mean similarity is
        greatest (average linkage, both directions averaged) as long as it is at least half way
        between the mean and the maximum of the values off the diagonal
    gold : collections of names, to score the probe against; None: every label alone, once
    neighbors : int >= 1, how many of the nearest labels are listed
    hubs : int >= 1; the probe tries the 1 to ``hubs`` labels of the greatest mean similarity
    associative : bool, whether the values say that labels stand together rather than that one can
        stand for the other; None: whether :data:`ASSOCIATIVE` is found in title, source or
        derivation

    Returns
    -------
    Audit

    Raises
    ------
    ValueError
        for more than :data:`MAX_LABELS` labels (the work grows with their cube: some seconds),
        groups that lack a label, have one too many or can't be hashed, and ``gold`` that is no
        list of collections of known names
    """
    if len(labels) > MAX_LABELS:
        raise ValueError(f"labels: an audit takes up to {MAX_LABELS}; got {len(labels)}")
    values, labels, card = np.asarray(values, dtype=np.float64), tuple(labels), dict(card or {})
    for argument, number in (("neighbors", neighbors), ("hubs", hubs)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{argument}: expected a whole number from 1 up; got {number!r}")
    found = {
        **_shape(values, labels),
        **_spread(values),
        **_like_pairs(values, labels),
        **_triangles(values, labels),
        **_neighborhoods(values, labels, groups, neighbors),
        **_probe(values, labels, gold, none_labels, hubs),
    }
    found["metric"] = (
        found["symmetric"]
        and found["unit_diagonal"]
        and not found["coincide"]
        and not found["triangles_violated"]
    )
    if associative is None:
        said = " ".join(str(card.get(key) or "") for key in ("title", "source", "derivation"))
        associative = bool(re.search(ASSOCIATIVE, said, re.IGNORECASE))
    written = ("title", "source", "citation", "derivation", "population")
    # A card may hold what its file held.
    caveats = card.get("caveats") or ()
    return Audit(
        name=name,
        labels=labels,
        warnings=_warnings(found, values, labels, associative),
        caveats=tuple(map(str, caveats if isinstance(caveats, (list, tuple)) else [caveats])),
        **{key: str(card[key]) if card.get(key) else None for key in written},
        **found,
    )


def _off_diagonal(values):
    return values[~np.eye(len(values), dtype=bool)]


def _shape(values, labels):
    apart = np.abs(values - values.T)
    a, b = np.unravel_index(apart.argmax(), apart.shape)
    diagonal = np.diagonal(values)
    return {
        "symmetric": not apart.any(),
        "unit_diagonal": bool((diagonal == 1).all()),
        "asymmetry": (labels[a], labels[b], float(values[a, b]), float(values[b, a]))
        if apart.any()
        else None,
        "lowest_diagonal": (labels[diagonal.argmin()], float(diagonal.min())),
    }


def _spread(values):
    off = _off_diagonal(values)
    if not len(off):
        return dict.fromkeys(("density", "minimum", "maximum", "mean", "deviation"))
    return {
        "density": float((off > 0).mean()),
        "minimum": float(off.min()),
        "maximum": float(off.max()),
        "mean": float(off.mean()),
        "deviation": float(off.std()),
    }


def _like_pairs(values, labels):
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
    violated, worst = 0, (_LEAST_DIFFERENCE, None)
    for b in range(m):
        excess = distance - (distance[:, [b]] + distance[[b], :])
        violated += int((excess > _LEAST_DIFFERENCE).sum())
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
    off = _off_diagonal(values)
    varied = m > 2 and np.ptp(off) > _LEAST_DIFFERENCE
    near = (off.mean() + off.max()) / 2 - _LEAST_DIFFERENCE if varied else np.inf
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
        wrong, said = (lacking, "has no group") if lacking else (surplus, "is no label")
        raise ValueError(f"groups: {wrong[0]!r} {said} ({len(wrong)} such names)")
    found = {}
    for index, label in enumerate(labels):
        try:
            found.setdefault(groups[label], []).append(index)
        except TypeError:
            raise ValueError(
                f"groups: expected a name or number as the group of {label!r}; got "
                f"{type(groups[label]).__name__}"
            ) from None
    return list(found.values())


def _crossing(values, labels, mates, others):
    within = np.where(mates, values, -np.inf)
    across = np.where(others, values, -np.inf)
    crosses = mates.any(axis=1) & (across.max(axis=1) > within.max(axis=1) + _LEAST_DIFFERENCE)
    return tuple(
        (labels[a], labels[across[a].argmax()], float(across[a].max()), float(within[a].max()))
        for a in np.flatnonzero(crosses)
    )


def _probe(values, labels, gold, none_labels, hubs):
    """Scores of systems that always give the same labels."""
    m = len(labels)
    if gold is None:
        sets = Counter((index,) for index in range(m))
    else:
        sets = _gold_sets(gold, labels, none_labels)
    by_mean = np.argsort(-_mean_similarity(values), kind="stable")
    predictors = {"every label": np.arange(m)}
    for k in range(1, min(hubs, m - 1) + 1):
        predictors["the best hub" if k == 1 else f"the {k} best hubs"] = by_mean[:k]
    return {
        "probe_gold": f"{m} single labels" if gold is None else f"{sum(sets.values())} gold sets",
        "probes": tuple(
            {"predictor": predictor, "labels": len(chosen), **_probe_score(values, chosen, sets)}
            for predictor, chosen in predictors.items()
        ),
    }


def _gold_sets(gold, labels, none_labels):
    if isinstance(gold, (str, bytes, Mapping)) or not hasattr(gold, "__iter__"):
        raise ValueError(f"gold: expected a list of label sets; got {type(gold).__name__}")
    place = {label: index for index, label in enumerate(labels)}
    left_out = set(none_labels)
    sets = Counter()
    for row, given in enumerate(gold):
        names = [given] if isinstance(given, str) else given
        try:
            names = None if isinstance(names, (bytes, Mapping)) else set(names) - left_out
        except TypeError:
            names = None
        if names is None:
            raise ValueError(f"gold: expected a collection of names; row {row} is {given!r}")
        unknown = [name for name in names if name not in place]
        if unknown:
            raise ValueError(f"gold: row {row} has {unknown[0]!r}, which is no label")
        sets[tuple(sorted(place[name] for name in names))] += 1
    if not sets:
        raise ValueError("gold: at least one set is needed; got none")
    return sets


def _probe_score(values, chosen, sets):
    """Samples averages (eqs. 3 to 6) of one predicted set against sets and how often they occur."""
    columns = values[:, chosen].max(axis=1)
    rows = values[chosen]
    totals = np.zeros(4)
    for gold, times in ((list(labels), times) for labels, times in sets.items() if labels):
        precision, recall = rows[:, gold].max(axis=1).mean(), columns[gold].mean()
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        hard = 2 * np.isin(gold, chosen).sum() / (len(gold) + len(chosen))
        totals += np.array([f1, precision, recall, hard]) * times
    return dict(
        zip(("f1", "precision", "recall", "hard_f1"), (totals / sets.total()).tolist(), strict=True)
    )


def _warnings(found, values, labels, associative):
    m, warnings = len(labels), []
    if m >= SPAN_LABELS and found["maximum"] > 0 and found["maximum"] - found["minimum"] <= SPAN:
        warnings.append(
            f"{CONSTANT} (off the diagonal {found['minimum']:.4f} to {found['maximum']:.4f})"
        )
    if m > 1 and found["mean"] >= DENSE_MEAN:
        everything = found["probes"][0]
        warnings.append(
            f"{DENSE} (mean {found['mean']:.4f}; a system that outputs every label scores "
            f"{everything['f1']:.4f}, hard F1 {everything['hard_f1']:.4f})"
        )
    if associative:
        warnings.append(ASSOCIATION)
    crossing = found["cross_group"]
    grouped = sum(len(cluster) for cluster in found["clusters"] if len(cluster) > 1)
    if crossing and len(crossing) >= CROSS_GROUP_SHARE * grouped:
        label, other, across, within = max(crossing, key=lambda one: one[2] - one[3])
        warnings.append(
            f"{CROSS_GROUP} (the most similar label is in another cluster for {len(crossing)} of "
            f"{grouped}, {found['grouping']} clusters; {label!r}: {other!r} {across:.4f}, within "
            f"{within:.4f})"
        )
    below = int((np.diagonal(values) < 1 - _LEAST_DIFFERENCE).sum())
    if below:
        label, lowest = found["lowest_diagonal"]
        warnings.append(
            f"{BELOW_ONE} (diagonal below 1 for {below} of {m} labels, least {lowest:.10g} for "
            f"{label!r})"
        )
    low = np.flatnonzero(np.diagonal(values) < values.max(axis=1) - _LEAST_DIFFERENCE)
    if len(low):
        warnings.append(
            f"{BETTER_THAN_EXACT} (for {len(low)} of {m} labels, such as {labels[low[0]]!r})"
        )
    if found["hubs"]:
        warnings.append(f"{HUBS} ({_list(found['hubs'])})")
    if found["coincide"]:
        pairs = _list([f"{a} and {b}" for a, b in found["coincide"]])
        warnings.append(f"{SAME} ({pairs}: 1 both ways)")
    return tuple(warnings)


def _plain_content(content):
    """Tuples as lists, all the way down."""
    if isinstance(content, dict):
        return {key: _plain_content(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_plain_content(value) for value in content]
    return content


# --- Text ---


def _as_text(found):
    lines = [f"Audit of {found.name!r}, {len(found.labels)} labels"]
    lines += [_wrap(f"Warning: {warning}", "") for warning in found.warnings]
    if not found.warnings:
        lines.append("No warnings")
    lines.append("(i) Source and population")
    for key in ("title", "source", "derivation", "population"):
        lines.append(_wrap(f"{key}: {getattr(found, key) or 'missing'}"))
    lines += ["(ii) Symmetry and diagonal", *map(_wrap, _symmetry_text(found))]
    lines += ["(iii) Values", *map(_wrap, _values_text(found))]
    lines += ["(iv) Rankings under alternatives", _wrap(_SENSITIVITY)]
    lines.append("(v) Consequences of taking near labels for each other")
    lines += [_wrap(f"- {caveat}") for caveat in found.caveats] or [_wrap(_NO_EVIDENCE)]
    return "\n".join(lines)


def _symmetry_text(found):
    if found.symmetric:
        yield "symmetric"
    else:
        a, b, there, back = found.asymmetry
        yield f"not symmetric: S[{a}, {b}] = {there:.4f}, S[{b}, {a}] = {back:.4f}"
    label, value = found.lowest_diagonal
    yield "unit diagonal" if found.unit_diagonal else f"diagonal from {value:.4f} ({label})"


def _values_text(found):
    if found.mean is None:
        yield "one label: there is nothing off the diagonal"
        return
    yield (
        f"off the diagonal {found.minimum:.4f} to {found.maximum:.4f}, mean {found.mean:.4f}, "
        f"standard deviation {found.deviation:.4f}, {found.density:.1%} above 0"
    )
    larger = [", ".join(cluster) for cluster in found.clusters if len(cluster) > 1]
    alone = [cluster[0] for cluster in found.clusters if len(cluster) == 1]
    yield f"clusters ({found.grouping}): {' | '.join(larger) or 'none'}"
    yield f"alone: {_list(alone) or 'none'}"
    if larger and found.between_mean is not None:
        yield f"mean within clusters {found.within_mean:.4f}, across {found.between_mean:.4f}"
    yield from (
        f"most similar to {label}: {other} {across:.4f}, in another cluster; within {within:.4f}"
        for label, other, across, within in found.cross_group[:SHOWN]
    )
    yield f"near everything: {_list(found.hubs) or 'none'}"
    yield f"1 both ways: {_list([f'{a} and {b}' for a, b in found.coincide]) or 'none'}"
    near = [f"{a} and {b} {value:.4f}" for a, b, value in found.near_duplicates]
    yield f"near-duplicates, {NEAR_DUPLICATE} up to 1: {_list(near) or 'none'}"
    if found.metric:
        yield "1 - S is a metric"
    elif found.worst_triangle:
        a, b, c, straight, around = found.worst_triangle
        yield (
            f"1 - S is no metric: {found.triangles_violated:.1%} of the triangles violated; worst "
            f"{a} to {c}: {straight:.4f}, by way of {b} {around:.4f}"
        )
    else:
        yield "1 - S is no metric: see symmetry, diagonal and pairs at 1; no triangle is violated"
    yield f"nearest labels of each of {len(found.labels)}:"
    for label, others in list(found.nearest.items())[:SHOWN]:
        yield f"  {label}: " + ", ".join(f"{other} {value:.4f}" for other, value in others)
    if len(found.nearest) > SHOWN:
        yield "  ... see to_dict()"
    yield f"over-prediction, samples averages against {found.probe_gold}:"
    for probe in found.probes:
        yield (
            f"  {probe['predictor']}: F1 {probe['f1']:.4f} (precision {probe['precision']:.4f}, "
            f"recall {probe['recall']:.4f}; hard F1 {probe['hard_f1']:.4f})"
        )


def _wrap(text, indent="  "):
    own = indent + " " * (len(text) - len(text.lstrip()))
    return textwrap.fill(
        text.strip(), 100, initial_indent=own, subsequent_indent=own + "  ", break_long_words=False
    )


def _list(items):
    shown = ", ".join(items[:SHOWN])
    return shown if len(items) <= SHOWN else f"{shown} and {len(items) - SHOWN} more"
