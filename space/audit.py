"""Audit of a similarity as HTML: warnings, groups, over-prediction."""

from semantic_f1.pictures.annotators import pairs

from .common import escape, note, number, table

SHOWN = 8
RARELY = "Nothing to warn of was found. That is no proof: see where the values come from."


def audit_of(similarity):
    """Warnings, checks and a picture of over-prediction (HTML), and the whole audit for JSON."""
    found = similarity.audit().to_dict()
    parts = ["<h3>Audit</h3>"]
    parts += [note(text) for text in found["warnings"]] or [f"<p>{escape(RARELY)}</p>"]
    parts.append(table(["Check", ""], _checks(found), text_columns=(0, 1)))
    if len(found["labels"]) > 1:
        parts.append(_probe(found))
    return "".join(parts), found


def _checks(found):
    rows = []
    if found["deviation"] is not None:
        rows.append(["Contrast: standard deviation off the diagonal", number(found["deviation"])])
    groups = [group for group in found["clusters"] if len(group) > 1]
    rows.append(["Labels that go together", _listing([", ".join(one) for one in groups], "; ")])
    if found["within_mean"] is not None and found["between_mean"] is not None:
        means = f"{number(found['within_mean'])} and {number(found['between_mean'])}"
        rows.append(["Mean similarity within and across these groups", means])
    rows.append(["Near everything (hubs)", _listing(found["hubs"])])
    close = [f"{a} - {b} ({number(value)})" for a, b, value in found["near_duplicates"]]
    rows.append(["Nearly the same", _listing(close)])
    rows.append(["1 - S is a metric", "yes" if found["metric"] else "no"])
    if found["worst_triangle"]:
        a, b, c, straight, around = found["worst_triangle"]
        rows.append(
            [
                "Shorter ways around (triangles violated)",
                f"{found['triangles_violated']:.1%}; the worst: {a} to {c} is {number(straight)} "
                f"apart, by way of {b} {number(around)}",
            ]
        )
    return rows


def _probe(found):
    """Scores of systems that give the same answer to everything."""
    rows = [(one["predictor"], one["hard_f1"], one["f1"]) for one in found["probes"]]
    return "<h4>What the same answer to everything earns</h4>" + pairs(
        rows,
        ("hard F1", "semantic F1"),
        ("Answer", "Hard F1", "Semantic F1"),
        1,
        "Hard and semantic F1 of the same answer to everything, each label being gold once",
        ("hard F1", "semantic F1"),
        "Each label is the gold one once; hubs are the labels most similar to the others.",
    )


def _listing(texts, between=", "):
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return between.join(texts[:SHOWN]) + more if texts else "none"
