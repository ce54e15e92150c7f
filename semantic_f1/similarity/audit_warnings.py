"""Warnings of an audit: each with its figure, what it means, and what to do about it."""

import numpy as np

from .audit_neighbors import LEAST_AREA

# Nine in ten values off the diagonal within this of each other: near and far are hardly told apart.
SPAN = 0.1
CENTRAL_SHARE = 0.9
# What a guess must earn before set size decides more than labels do.
GUESS = 0.1
# Labels that it takes to tell near from far.
SPAN_LABELS = 3
# A mean value off the diagonal from which a system that outputs every label has a mean precision of
# at least 1/3 against single gold labels, however many there are, if the diagonal is 1; where no
# label's own mean is lower, every F1 is at least 1/2.
DENSE_MEAN = 1 / 3
# A share of labels, out of those that are not alone in their group, whose most similar label
# belongs to another group.
CROSS_GROUP_SHARE = 0.1
# Names and pairs that the text lists; to_dict() has all.
SHOWN = 30
LEAST_DIFFERENCE = 1e-9

CONSTANT = "nearly constant: cannot tell near from far; set size and abstention decide"
HARD = "this is plain F1"
ASYMMETRIC = "not symmetric: precision and recall read different values"
DENSE = "dense: over-prediction is cheap"
OPPOSITE = "opposites are near each other"
ASSOCIATION = "associative source: check that near labels are interchangeable"
CROSS_GROUP = "cross-cluster pairs above within-cluster ones"
BELOW_ONE = "a perfect system cannot reach 1"
BETTER_THAN_EXACT = "an exact match is not the best match"
HUBS = "near everything"
NEIGHBORS = "neighbors earn at most as much as others"
SAME = "scored as one label"


def off_diagonal(values):
    return values[~np.eye(len(values), dtype=bool)]


def central_range(values):
    """Return the narrowest range of nine in ten of the values: single ones move nothing."""
    ordered = np.sort(values)
    inside = int(np.ceil(CENTRAL_SHARE * len(ordered)))
    widths = ordered[inside - 1 :] - ordered[: len(ordered) - inside + 1]
    start = int(widths.argmin())
    return float(ordered[start]), float(ordered[start + inside - 1])


def is_nearly_constant(values):
    """True where nine in ten values lie within 0.1 and a guess earns much by it."""
    off = off_diagonal(values)
    if len(values) < SPAN_LABELS or np.median(off) < GUESS:
        return False
    low, high = central_range(off)
    return high - low <= SPAN


def audit_warnings(facts, values, labels, associative, asymmetric):
    """The warnings of an audit: "MESSAGE (figure): what it means; what to do"."""
    m, constant = len(labels), is_nearly_constant(values)
    parts = (
        *_of_level(facts, m, constant),
        *_of_pairs(facts, values, constant, associative, asymmetric),
        *_of_matches(facts, values, labels),
    )
    return tuple(f"{start} ({figure}): {meaning}" for start, figure, meaning in parts if figure)


def _of_level(facts, m, constant):
    """Rows (message, figure, meaning) on the values as a whole; no figure: no warning."""
    if facts["neighbor_areas"] is not None:
        yield (
            NEIGHBORS,
            _low_area(facts["neighbor_areas"]),
            "the hierarchy is flat here, or values don't come from it; look at its roots and "
            "depth, or take another measure",
        )
    elif constant:
        low, high = facts["central"]
        yield (
            CONSTANT,
            f"nine in ten values off the diagonal lie from {low:.4f} to {high:.4f}",
            f"a guess earns about {facts['mean']:.2f}, whatever it is; use another source, or "
            "report plain F1 next to it",
        )
    if m > 1 and facts["maximum"] == 0:
        yield (
            HARD,
            f"all {m * (m - 1)} values off the diagonal are 0",
            "a near miss earns nothing; take another similarity, or call the scores F1",
        )


def _of_pairs(facts, values, constant, associative, asymmetric):
    """Rows on pairs of labels, as those of _of_level."""
    m = len(values)
    differ = int((np.abs(values - values.T) > LEAST_DIFFERENCE).sum()) // 2
    if differ and not asymmetric:
        a, b, there, back = facts["asymmetry"]
        half = m > 2 and not (np.tril(values, -1).any() and np.triu(values, 1).any())
        yield (
            ASYMMETRIC,
            f"{differ} of {m * (m - 1) // 2} pairs differ, {a!r} and {b!r} most: "
            f"{there:.4g} and {back:.4g}",
            "one triangle is empty, so fill it in from the other"
            if half
            else "take the mean of both directions, or say asymmetric=True where the difference is "
            "meant",
        )
    if m > 1 and facts["mean"] >= DENSE_MEAN:
        everything = facts["probes"][0]
        yield (
            DENSE,
            f"mean {facts['mean']:.4f}; a system that outputs every label scores "
            f"{everything['f1']:.4f}, plain F1 {everything['hard_f1']:.4f}",
            "wrong labels cost little, and curves over thresholds fall the more steadily for it, "
            "whatever the values mean; report the chance level, and precision next to F1",
        )
    near = [entry for entry in facts["opposites"] if m > 2 and entry[2] > max(facts["mean"], GUESS)]
    # In a nearly constant table no pair is near.
    if near and not constant:
        a, b, value, rank = max(near, key=lambda entry: entry[2])
        yield (
            OPPOSITE,
            f"{len(near)} of {len(facts['opposites'])} above the mean of {facts['mean']:.4f}; "
            f"{a!r} and {b!r} {value:.4f}, number {rank} of {m - 1} next to {a!r}",
            "the opposite of the right answer earns more than another wrong one; use ratings or "
            "groups, or set these pairs lower",
        )
    if associative:
        spread = m > 1 and f"off the diagonal {facts['minimum']:.4f} to {facts['maximum']:.4f}"
        yield (
            ASSOCIATION,
            spread or "one label",
            "near means that labels stand together, which need not mean that one can stand for the "
            "other; hold it against ratings by metric.agreement",
        )


def _of_matches(facts, values, labels):
    """Rows on best matches, as those of _of_level."""
    m, crossing = len(labels), facts["cross_group"]
    grouped = sum(len(cluster) for cluster in facts["clusters"] if len(cluster) > 1)
    # Of branches nothing crosses; they are shown.
    if crossing and len(crossing) >= CROSS_GROUP_SHARE * grouped:
        label, other, across, within = max(crossing, key=lambda entry: entry[2] - entry[3])
        yield (
            CROSS_GROUP,
            f"the most similar label is in another cluster for {len(crossing)} of "
            f"{grouped}, {facts['grouping']} clusters; {label!r}: {other!r} {across:.4f}, within "
            f"{within:.4f}",
            "a wrong group earns more than the right one; look at these pairs, "
            "and set values or groups right",
        )
    below = int((np.diagonal(values) < 1 - LEAST_DIFFERENCE).sum())
    label, lowest = facts["lowest_diagonal"]
    yield (
        BELOW_ONE,
        below and f"diagonal below 1 for {below} of {m} labels, least {lowest:.10g} for {label!r}",
        "even gold against itself scores less than 1; set the diagonal to 1, or report that "
        "score as the upper end",
    )
    low = np.flatnonzero(np.diagonal(values) < values.max(axis=1) - LEAST_DIFFERENCE)
    yield (
        BETTER_THAN_EXACT,
        len(low) and f"for {len(low)} of {m} labels, such as {labels[low[0]]!r}",
        "a wrong answer earns more than the right one; check that rows and columns are in one "
        "order",
    )
    hubs, pairs = facts["hubs"], [f"{a} and {b}" for a, b in facts["coincide"]]
    yield (
        HUBS,
        hubs and f"{len(hubs)} of {m} labels: {listed_labels(hubs)}",
        "always answering such a label pays; compare with what the best hub scores",
    )
    yield (
        SAME,
        pairs and f"{listed_labels(pairs)}: 1 both ways",
        "taking one for the other costs nothing; merge them, or distinguish them",
    )


def _low_area(areas):
    """The figure of the warning about neighbors that earn too little, or an empty string."""
    if not areas["others"]:
        return "every pair of concepts has a direct parent in common or is one step apart"
    return ", ".join(
        f"area {areas[key]:.2f} of {key} over random pairs"
        for key in ("parents", "siblings")
        if areas[key] is not None and areas[key] < LEAST_AREA
    )


def listed_labels(items, most=SHOWN):
    shown = ", ".join(items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most} more"
