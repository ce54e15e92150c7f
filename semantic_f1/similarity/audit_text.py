"""Text of an audit."""

import textwrap

from .audit_warnings import SHOWN, listed_labels

# Two labels whose values differ so little, both ways, are scored almost as one.
NEAR_DUPLICATE = 0.95
# Of a sample of a hierarchy.
_SHOWN_OF_SAMPLE = 5
_SENSITIVITY = (
    "not answered here: it takes systems to rank; see the metric's "
    "sensitivity(systems, references)."
)
_NO_EVIDENCE = (
    "not known: the card has neither caveats nor evidence that taking near labels for each other "
    "has like consequences."
)


def audit_text(audit):
    """An audit as text, by the five points of section 3.1."""
    sampled = f", a sample of {audit.sampled_from:,}" if audit.sampled_from else ""
    lines = [f"Audit of {audit.name!r}, {len(audit.labels)} labels{sampled}"]
    lines += [_wrap(f"Warning: {warning}", "") for warning in audit.warnings]
    if not audit.warnings:
        lines.append("No warnings")
    lines.append("(i) Source and population")
    for key in ("title", "source", "derivation", "population"):
        lines.append(_wrap(f"{key}: {getattr(audit, key) or 'missing'}"))
    lines += ["(ii) Symmetry and diagonal", *map(_wrap, _symmetry_text(audit))]
    lines += ["(iii) Values", *map(_wrap, _values_text(audit))]
    lines += ["(iv) Rankings under alternatives", _wrap(_SENSITIVITY)]
    lines.append("(v) Consequences of taking near labels for each other")
    lines += [_wrap(f"- {caveat}") for caveat in audit.caveats] or [_wrap(_NO_EVIDENCE)]
    return "\n".join(lines)


def _symmetry_text(audit):
    if audit.symmetric:
        yield "symmetric"
    else:
        a, b, there, back = audit.asymmetry
        yield f"not symmetric: S[{a}, {b}] = {there:.4f}, S[{b}, {a}] = {back:.4f}"
    label, value = audit.lowest_diagonal
    yield "unit diagonal" if audit.unit_diagonal else f"diagonal from {value:.4f} ({label})"


def _values_text(audit):
    if audit.mean is None:
        yield "one label: there is nothing off the diagonal"
        return
    yield (
        f"off the diagonal {audit.minimum:.4f} to {audit.maximum:.4f}, mean {audit.mean:.4f}, "
        f"standard deviation {audit.deviation:.4f}, {audit.density:.1%} above 0"
    )
    yield from _groups_text(audit) if audit.neighbor_areas is None else _branches_text(audit)
    shown = SHOWN if audit.neighbor_areas is None else _SHOWN_OF_SAMPLE
    yield f"near everything: {listed_labels(audit.hubs, shown) or 'none'}"
    alike = [f"{a} and {b}" for a, b in audit.coincide]
    yield f"1 both ways: {listed_labels(alike, shown) or 'none'}"
    near = [f"{a} and {b} {value:.4f}" for a, b, value in audit.near_duplicates]
    yield f"near-duplicates, {NEAR_DUPLICATE} up to 1: {listed_labels(near, shown) or 'none'}"
    if audit.metric:
        yield "1 - S is a metric"
    elif audit.worst_triangle:
        a, b, c, straight, around = audit.worst_triangle
        yield (
            f"1 - S is no metric: {audit.triangles_violated:.1%} of the triangles violated; worst "
            f"{a} to {c}: {straight:.4f}, by way of {b} {around:.4f}"
        )
    else:
        yield "1 - S is no metric: see symmetry, diagonal and pairs at 1; no triangle is violated"
    yield f"nearest labels of each of {len(audit.labels)}:"
    for label, others in list(audit.nearest.items())[:shown]:
        yield f"  {label}: " + ", ".join(f"{other} {value:.4f}" for other, value in others)
    if len(audit.nearest) > shown:
        yield "  ... see to_dict()"
    for a, b, value, rank in audit.opposites:
        yield f"opposites {a} and {b}: {value:.4f}, number {rank} next to {a}"
    yield "chance level, samples averages, by sampling:"
    for entry in audit.chance:
        yield (
            f"  {entry['predictor']}: F1 {entry['f1']:.4f} +- {entry['error']:.4f} (plain F1 "
            f"{entry['hard_f1']:.4f})"
        )
    yield f"over-prediction, samples averages against {audit.probe_gold}:"
    for probe in audit.probes:
        yield (
            f"  {probe['predictor']}: F1 {probe['f1']:.4f} (precision {probe['precision']:.4f}, "
            f"recall {probe['recall']:.4f}; plain F1 {probe['hard_f1']:.4f})"
        )


def _groups_text(audit):
    larger = [", ".join(cluster) for cluster in audit.clusters if len(cluster) > 1]
    alone = [cluster[0] for cluster in audit.clusters if len(cluster) == 1]
    yield f"clusters ({audit.grouping}): {' | '.join(larger) or 'none'}"
    yield f"alone: {listed_labels(alone) or 'none'}"
    if larger and audit.between_mean is not None:
        yield f"mean within clusters {audit.within_mean:.4f}, across {audit.between_mean:.4f}"
    yield from (
        f"most similar to {label}: {other} {across:.4f}, in another cluster; within {within:.4f}"
        for label, other, across, within in audit.cross_group[:SHOWN]
    )


def _branches_text(audit):
    areas = audit.neighbor_areas
    if areas["others"]:
        yield (
            f"neighbors over {areas['others']:,} random pairs: {_areas_text(areas)}; values follow "
            "the hierarchy as far as these are near 1; whether it is right they can't say"
        )
    if areas["siblings"] is None:
        yield "no two concepts have a parent in common: is the hierarchy reversed?"
    for branch in areas["branches"]:
        yield f"branch {branch['name']}: {branch['concepts']:,} concepts, {_areas_text(branch)}"


def _areas_text(areas):
    return ", ".join(
        f"{key} " + ("none" if areas[key] is None else f"{areas[key]:.4f}")
        for key in ("parents", "siblings")
    )


def _wrap(text, indent="  "):
    indentation = indent + " " * (len(text) - len(text.lstrip()))
    further = {"initial_indent": indentation, "subsequent_indent": indentation + "  "}
    return textwrap.fill(text.strip(), 100, break_long_words=False, **further)
