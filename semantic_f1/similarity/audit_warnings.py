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
# What each means; what to do.
_MEANINGS = {
    CONSTANT: "a guess earns about {mean:.2f}, whatever it is; use another source, or report plain "
    "F1 next to it",
    HARD: "a near miss earns nothing; take another similarity, or call the scores F1",
    ASYMMETRIC: "take the mean of both directions, or say asymmetric=True where the difference is "
    "meant",
    DENSE: "wrong labels cost little, and curves over thresholds fall the more steadily for it, "
    "whatever the values mean; report the chance level, and precision next to F1",
    OPPOSITE: "the opposite of the right answer earns more than another wrong one; use ratings or "
    "groups, or set these pairs lower",
    ASSOCIATION: "near means that labels stand together, which need not mean that one can stand "
    "for the other; hold it against ratings by metric.agreement",
    CROSS_GROUP: "a wrong group earns more than the right one; look at these pairs, and set values "
    "or groups right",
    BELOW_ONE: "even gold against itself scores less than 1; set the diagonal to 1, or report that "
    "score as the upper end",
    BETTER_THAN_EXACT: "a wrong answer earns more than the right one; check that rows and columns "
    "are in one order",
    HUBS: "always answering such a label pays; compare with what the best hub scores",
    NEIGHBORS: "the hierarchy is flat here, or values don't come from it; look at its roots and "
    "depth, or take another measure",
    SAME: "taking one for the other costs nothing; merge them, or distinguish them",
}


def off_diagonal(values):
    return values[~np.eye(len(values), dtype=bool)]


def central_range(values):
    """The narrowest range of nine in ten of the values: single ones move nothing."""
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

    def text(message, figure, meaning=None):
        return f"{message} ({figure}): {(meaning or _MEANINGS[message]).format(**facts)}"

    of_values = _of_values(facts, values, associative, asymmetric, is_nearly_constant(values))
    rows = (*of_values, *_of_matches(facts, values, labels))
    return tuple(text(*row) for row in rows if row[1])


def _of_values(facts, values, associative, asymmetric, constant):
    """Messages on values off the diagonal, figures (none: no warning), and other meanings."""
    m, mean = len(values), facts["mean"]
    if facts["neighbor_areas"] is not None:
        yield NEIGHBORS, _low_area(facts["neighbor_areas"])
    elif constant:
        low, high = facts["central"]
        yield CONSTANT, f"nine in ten values off the diagonal lie from {low:.4f} to {high:.4f}"
    if m > 1 and facts["maximum"] == 0:
        yield HARD, f"all {m * (m - 1)} values off the diagonal are 0"
    differ = int((np.abs(values - values.T) > LEAST_DIFFERENCE).sum()) // 2
    if differ and not asymmetric:
        a, b, there, back = facts["asymmetry"]
        half = m > 2 and not (np.tril(values, -1).any() and np.triu(values, 1).any())
        most = f"{a!r} and {b!r} most: {there:.4g} and {back:.4g}"
        figure = f"{differ} of {m * (m - 1) // 2} pairs differ, {most}"
        yield ASYMMETRIC, figure, "one triangle is empty, so fill it in from the other" * half
    if m > 1 and mean >= DENSE_MEAN:
        scores = "{f1:.4f}, plain F1 {hard_f1:.4f}".format(**facts["probes"][0])
        yield DENSE, f"mean {mean:.4f}; a system that outputs every label scores {scores}"
    near = [entry for entry in facts["opposites"] if m > 2 and entry[2] > max(mean, GUESS)]
    # In a nearly constant table no pair is near.
    if near and not constant:
        a, b, value, rank = max(near, key=lambda entry: entry[2])
        yield (
            OPPOSITE,
            f"{len(near)} of {len(facts['opposites'])} above the mean of {mean:.4f}; {a!r} and "
            f"{b!r} {value:.4f}, number {rank} of {m - 1} next to {a!r}",
        )
    if associative:
        spread = m > 1 and f"off the diagonal {facts['minimum']:.4f} to {facts['maximum']:.4f}"
        yield ASSOCIATION, spread or "one label"


def _of_matches(facts, values, labels):
    """Messages on best matches, as those of _of_values."""
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
        )
    below = int((np.diagonal(values) < 1 - LEAST_DIFFERENCE).sum())
    label, lowest = facts["lowest_diagonal"]
    least = f"least {lowest:.10g} for {label!r}"
    yield BELOW_ONE, below and f"diagonal below 1 for {below} of {m} labels, {least}"
    low = np.flatnonzero(np.diagonal(values) < values.max(axis=1) - LEAST_DIFFERENCE)
    such = len(low) and f"for {len(low)} of {m} labels, such as {labels[low[0]]!r}"
    yield BETTER_THAN_EXACT, such
    hubs, pairs = facts["hubs"], [f"{a} and {b}" for a, b in facts["coincide"]]
    yield HUBS, hubs and f"{len(hubs)} of {m} labels: {listed_labels(hubs)}"
    yield SAME, pairs and f"{listed_labels(pairs)}: 1 both ways"


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
