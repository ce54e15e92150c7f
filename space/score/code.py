"""Code that gives the numbers of the page "Score" again: Python and the command line."""

from ..frame.code import called, command, flags, given_options, head, read_call, read_flags, shown
from ..frame.export import DEFAULTS, similarity_argument
from ..frame.similarities import IDENTITY
from ..frame.tables import SCORE_LISTS


def score_snippet(scored, average):
    """Python that gives the number again, from the file and the JSON of an own similarity."""
    under, reading = scored.under[0], scored.reading
    scores, exact = reading["separator"] == SCORE_LISTS, under.similarity.name == IDENTITY
    options = given_options(
        {"average": average, **scored.options}, {"average": "samples", **DEFAULTS}
    )
    if scores:
        options["threshold"] = reading["threshold"]
    labels = (
        'both = [*sides["predictions"], *sides["references"]]\n'
        "names = {name for row in both for name in row}\n"
        'options = {"similarity": "identity", "labels": sorted(names)}\n'
    ) * exact
    call = called("metric.compute", f"**sides{', **options' if exact else ''}", options)
    if reading.get("replies"):
        sides = 'sides["predictions"], sides["references"]'
        call = called("metric.compute_replies", sides, options)
    return (
        f"{head(None if exact else under.similarity, 'multilabel' if scores else None)}"
        f"sides = {read_call(scored.file, reading)}\n{labels}"
        f"result = {call}\n"
        + shown('result["semantic_f1"]', under.averages[average]["semantic"]["f1"])
    )


def score_command(scored):
    """The command line that gives the numbers again; "" if it can't."""
    reading, first = scored.reading, scored.under[0]
    if reading["separator"] == SCORE_LISTS or first.similarity.name == IDENTITY:
        return ""
    parts = []
    for under in scored.under:
        parts += ["--similarity", similarity_argument(under.similarity)]
    if reading.get("gold"):
        parts += ["--gold", reading["gold"]]
    parts += flags({**read_flags(reading), **given_options(scored.options)})
    if first.averages["samples"]["semantic"]["low"] is not None:
        parts.append("--ci")
        if scored.groups:
            parts += ["--groups", scored.groups[0]]
    return command(scored.file, *parts)
