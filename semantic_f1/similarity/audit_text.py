"""Text of an audit."""

import textwrap

from .audit_warnings import SHOWN, listed_labels

# Two labels whose values differ so little, both ways, are scored almost as one.
NEAR_DUPLICATE = 0.95
_SENSITIVITY = (
    "not answered here: it takes systems to rank; see the metric's "
    "sensitivity(systems, references)."
)
_NO_EVIDENCE = (
    "not known: the card has neither caveats nor evidence that taking near labels for each other "
    "has like consequences."
)


def audit_text(found):
    """An audit as text, by the five points of section 3.1."""
    sampled = f", a sample of {found.sampled_from:,}" if found.sampled_from else ""
    lines = [f"Audit of {found.name!r}, {len(found.labels)} labels{sampled}"]
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
    yield f"alone: {listed_labels(alone) or 'none'}"
    if larger and found.between_mean is not None:
        yield f"mean within clusters {found.within_mean:.4f}, across {found.between_mean:.4f}"
    yield from (
        f"most similar to {label}: {other} {across:.4f}, in another cluster; within {within:.4f}"
        for label, other, across, within in found.cross_group[:SHOWN]
    )
    yield f"near everything: {listed_labels(found.hubs) or 'none'}"
    yield f"1 both ways: {listed_labels([f'{a} and {b}' for a, b in found.coincide]) or 'none'}"
    near = [f"{a} and {b} {value:.4f}" for a, b, value in found.near_duplicates]
    yield f"near-duplicates, {NEAR_DUPLICATE} up to 1: {listed_labels(near) or 'none'}"
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
    for a, b, value, rank in found.opposites:
        yield f"opposites {a} and {b}: {value:.4f}, number {rank} next to {a}"
    yield "chance level, samples averages, by sampling:"
    for entry in found.chance:
        yield (
            f"  {entry['predictor']}: F1 {entry['f1']:.4f} +- {entry['error']:.4f} (hard F1 "
            f"{entry['hard_f1']:.4f})"
        )
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
