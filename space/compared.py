"""Results of two systems that were compared, as HTML."""

from semantic_f1.commandline.main import SCORES

from .common import escape, note, number, table

EXPLAINED = (
    "Difference: A less B, with its 95% interval (paired bootstrap over examples) and the p-value "
    "of a two-sided permutation test, 1,000 draws each."
)
DECIDES = (
    "The same systems scored with other similarities of the same labels: exact matches only "
    "(identity), mixtures with noise, powers, and as a control rows in another order."
)


def difference(files, examples, average, found):
    """Scores of both systems and how sure their difference is."""
    rows = []
    for score, title in zip(SCORES, ("Precision", "Recall", "F1"), strict=True):
        key = f"semantic_{score}"
        low, high = found[f"{key}_low"], found[f"{key}_high"]
        rows.append(
            [
                title,
                number(found[f"{key}_a"]),
                number(found[f"{key}_b"]),
                _signed(found[key]),
                f"{_signed(low)} to\u00a0{_signed(high)}",
                _p_value(found[f"{key}_p_value"]),
            ]
        )
    shown = table(
        ["", "A", "B", "A \u2212 B", "95% interval", "p"],
        rows,
        caption=f"Semantic scores, average: {average}",
    )
    said = (
        f"{examples:,} examples: A scores higher on {found['wins']:,} of them, B on "
        f"{found['losses']:,}, and they tie on {found['ties']:,}."
    )
    whose = f"A is {files[0][3:-1]}, B is {files[1][3:-1]}."
    return f"{note(whose)}{shown}<p>{escape(said)}</p><p>{escape(EXPLAINED)}</p>"


def verdict(tested):
    """Verdict in sentences: whether the similarity decides."""
    sentences = [tested["verdict"], *tested["remarks"]]
    return f"<h3>Does the similarity decide?</h3>{''.join(map(note, sentences))}" + (
        f"<p>{escape(DECIDES)}</p>"
    )


def alternatives_table(alternatives):
    """F1 of both systems under each similarity, and what is to be said of it."""
    rows = []
    for row in alternatives:
        a, b = row["scores"].values()
        ranks = row["ranks"]
        ahead = "tie" if ranks["A"] == ranks["B"] else min(ranks, key=ranks.get)
        rows.append([row["name"], number(a), number(b), _signed(a - b), ahead])
    noted = {}
    for row in alternatives:
        if row["note"]:
            noted.setdefault(row["note"], []).append(row["name"])
    items = "".join(
        f"<li>{escape(', '.join(names))}: {escape(text)}</li>" for text, names in noted.items()
    )
    return (
        table(
            ["Similarity", "A", "B", "A \u2212 B", "Ahead"],
            rows,
            caption="Semantic F1 under each similarity, the chosen one first",
        )
        + f"<ul>{items}</ul>"
    )


def _signed(value):
    """A difference as people read it, with its sign; what rounds to 0 has none."""
    text = f"{value:+.3f}".replace("-", "\u2212")
    return text if text[1:] != "0.000" else "0.000"


def _p_value(value):
    return "<\u00a00.001" if value < 0.001 else number(value)
