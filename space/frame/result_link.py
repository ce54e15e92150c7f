"""A result that can be sent: its numbers and counts for a link, a badge and a card as pictures.

A link holds the counts of the pairs of label sets, which give all averages again under any
similarity. The script packs them and draws what is received; it reads both as untrusted.
"""

import functools
from collections import Counter
from html import escape
from itertools import repeat

import numpy as np

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.version import __version__

from . import limits
from .export import is_bundled
from .markup import ends_text, examples_of, number
from .scores import RESAMPLES, SEED
from .similarities import IDENTITY, metric, similarity_of, title_of
from .wording import account_in_page_words, in_page_words

COLUMNS = ("labels", "sets", "gold", "predicted", "times")
# More pairs than this fit into no link.
MOST_PAIRS = 6_000
# Below so many rows a pair of sets may point to a person.
FEW_ROWS = 50
MOST_LINKED = 300


def counts_of(predictions, references, names):
    """Columns of counts of each pair of label sets; None if too many differ. ``names``: of ids."""
    pairs = Counter()

    @functools.cache
    def plain(members):
        return tuple(sorted({names[one] if isinstance(one, int) else one for one in members}))

    for predicted, gold in zip(predictions, references, strict=True):
        pairs[plain(tuple(predicted)), plain(tuple(gold))] += 1
        if len(pairs) > MOST_PAIRS:
            return None
    used, members = Counter(), Counter()
    for pair, times in pairs.items():
        for one in pair:
            used[one] += times
            members.update(dict.fromkeys(one, times))
    # Equal ones in the order of their names: no order of rows is to be seen.
    labels = sorted(members, key=lambda name: (-members[name], name))
    sets = sorted(used, key=lambda one: (-used[one], one))
    place, at = {one: i for i, one in enumerate(sets)}, {name: i for i, name in enumerate(labels)}
    rows = sorted((place[gold], place[predicted], n) for (predicted, gold), n in pairs.items())
    columns = {"gold": [], "predicted": [], "times": []}
    before = (0, 0)
    for gold, predicted, times in rows:
        columns["gold"].append(gold - before[0])
        columns["predicted"].append(predicted - (before[1] if gold == before[0] else 0))
        columns["times"].append(times)
        before = gold, predicted
    return {"labels": labels, "sets": [sorted(at[name] for name in one) for one in sets], **columns}


def rows_of(labels, sets, gold, predicted, times):
    """Predicted and gold label sets of counts, row by row; a ValueError if they are none."""
    columns = (gold, predicted, times)
    lists = [labels, sets, *columns, *(sets if isinstance(sets, list) else ())]
    if not all(isinstance(one, list) for one in lists):
        raise ValueError(f"{', '.join(COLUMNS)}: a list is needed for each, for sets one of lists")
    whole = all(type(one) is int for column in lists[2:] for one in column)
    if not whole or not all(isinstance(name, str) for name in labels):
        raise ValueError("labels: a list of names; the other columns hold whole numbers")
    if len({*map(len, columns)}) != 1:
        raise ValueError("gold, predicted, times: one entry per pair of sets in each of them")
    if not 0 < sum(times) <= limits.MAX_ROWS or min(times) < 1:
        raise ValueError(f"times: from 1 on, together at most {limits.MAX_ROWS:,} rows")
    if any(not 0 <= one < len(labels) for members in sets for one in members):
        raise ValueError("sets: a number is not a place in labels")
    if any(len({*one}) < len(one) for one in (labels, *sets)):
        raise ValueError("labels, sets: a label stands twice")
    named = [tuple(labels[one] for one in members) for members in sets]
    sides, at = ([], []), [0, 0]
    for gold_step, predicted_step, n in zip(gold, predicted, times, strict=True):
        # Differences; those of the predicted sets begin anew with each gold set.
        at = [at[0] + gold_step, predicted_step + (0 if gold_step else at[1])]
        if not all(0 <= one < len(named) for one in at):
            raise ValueError("gold, predicted: a number is not a place in sets")
        for side, one in zip(sides, reversed(at), strict=True):
            side.extend(repeat(named[one], n))
    return sides


def contents(scored, average="samples"):
    """All that a link may hold of a state, for JSON: of several similarities, the first."""
    under, kinds = scored.under[0], ("semantic", "hard")
    similarity, keys = under.similarity, ("f1", "precision", "recall", "low", "high")
    averages = {
        name: {kind: [under.averages[name][kind][key] for key in keys] for kind in kinds}
        for name in NAMED_AVERAGES
    }
    interval = {"n_resamples": RESAMPLES, "seed": SEED, "level": 0.95}
    if scored.groups:
        interval["groups"] = list(scored.groups)
    drawn = averages["samples"]["semantic"][3] is not None
    rows = [
        [row["label"], row["support"], *(float(number(row[kind]["f1"])) for kind in kinds)]
        for row in scored.labels()
    ]
    return {
        "v": 1,
        "metric": __version__,
        "file": scored.file,
        "rows": scored.examples,
        "reading": {key: str(value) for key, value in scored.reading.items() if value},
        "options": scored.options,
        "similarity": _similarity(similarity),
        "interval": interval if drawn else None,
        "average": average,
        "averages": averages,
        "per_label": rows,
        "mistakes": [
            [kind, *row[:4], row[5]]
            for kind in ("costly", "near")
            for row in scored.mistakes.get(kind, ())
        ],
        "constant": scored.constant and list(scored.constant),
        "notes": [*map(account_in_page_words, scored.account), *map(in_page_words, under.warnings)],
        **(scored.counts or {}),
    }


def _similarity(similarity):
    """A similarity as a link holds it; one that not everybody has with its values, if they fit."""
    content = {
        "name": similarity.name,
        "title": title_of(similarity),
        "fingerprint": similarity.fingerprint,
        "size": len(similarity),
    }
    if is_bundled(similarity) or similarity.name == IDENTITY:
        return content
    values, large = similarity.values, len(similarity) > MOST_LINKED
    if large or not np.array_equal(values, values.round(3)):
        things = "labels" if large else "digits"
        lacks = f"The similarity has too many {things} for a link; save the JSON."
        return {**content, "lacks": lacks}
    whole = (values * 1000).round().astype(int)
    symmetric = np.array_equal(whole, whole.T)
    shown = whole[np.tril_indices(len(whole))] if symmetric else whole.ravel()
    return {
        **content,
        "title": similarity.card.get("title") or content["title"],
        "labels": list(similarity.labels),
        "none_labels": list(similarity.none_labels),
        "values": shown.tolist(),
    }


def similarity_of_link(result):
    """The similarity that a link names or holds; None for that of exact matches."""
    content = result.get("similarity")
    content = content if isinstance(content, dict) else {}
    if content.get("name") == IDENTITY:
        return None
    if "values" not in content:
        return similarity_of(content.get("name"))
    labels, values = content.get("labels"), content["values"]
    n = len(labels) if isinstance(labels, list) else 0
    whole = isinstance(values, list) and all(type(value) is int for value in values)
    if not whole or n > MOST_LINKED or len(values) not in (n * n, n * (n + 1) // 2):
        raise ValueError("The link's similarity does not have a number per pair of its labels.")
    square = np.zeros((n, n))
    if len(values) == n * n:
        square[:] = np.reshape(values, (n, n)) / 1000
    else:
        square[np.tril_indices(n)] = np.array(values) / 1000
        square = np.maximum(square, square.T)
    # Not as the link calls it: that may be the name of a bundled one.
    none_labels, title = content.get("none_labels") or (), str(content.get("title", ""))[:300]
    build = metric().similarity.build
    return build(square, labels, name="from-link", none_labels=none_labels, title=title)


def privacy_of(scored):
    """The first choice, "counts" or "numbers", and its reason."""
    times = scored.counts["times"] if scored.counts else []
    if scored.examples < FEW_ROWS:
        return "numbers", f"The file has fewer than {FEW_ROWS} rows."
    if 2 * times.count(1) >= scored.examples:
        return "numbers", "Half of the rows have a pair of label sets that no other row has."
    return "counts", ""


def _headline(scored, average):
    """Name, number, ends of the interval in words, and description of a state's headline."""
    under = scored.under[0]
    exact = under.similarity.name == IDENTITY
    scores = under.averages[average]["hard" if exact else "semantic"]
    name = f"{'F1 (exact matches)' if exact else 'Semantic F1'} ({average})"
    text = f"{title_of(under.similarity)}, similarity ID {under.similarity.fingerprint[:8]}"
    return name, scores["f1"], ends_text(scores), f"{text}, {examples_of(scored)}"


def badge(scored, average):
    """A picture for a README, as SVG: the number, and in its title what it is of."""
    name, value, ends, text = _headline(scored, average)
    shown, left = name.rpartition(" (")[0], 7 * len(name) - 40
    title = escape(", ".join(filter(None, (f"{name} {number(value)}", ends, text))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 48}" height="20" role="img">'
        f'<title>{title}</title><path fill="#525c69" d="M0 0h{left}v20H0z"/>'
        f'<path fill="#175cb0" d="M{left} 0h48v20h-48z"/><g fill="#fff" font-size="12" '
        f'font-family="Verdana"><text x="6" y="14" textLength="{left - 12}">{shown}</text>'
        f'<text x="{left + 6}" y="14" textLength="36">{number(value)}</text></g></svg>'
    )


def card(scored, average):
    """A picture for posts, as SVG of 1200 x 630: number, interval, bar, and what it is of."""
    name, value, ends, text = _headline(scored, average)
    hard, semantic = (scored.under[0].averages[average][kind] for kind in ("hard", "semantic"))
    below = f"F1 (exact matches) {number(hard['f1'])}" if name.startswith("Sem") else ""
    lines = ((120, 34, name), (290, 150, number(value)), (350, 30, ends), (500, 30, below))
    lines += ((550, 26, text), (590, 26, scored.file[:60]))
    texts = "".join(
        f'<text x="80" y="{y}" font-size="{size}">{escape(shown)}</text>'
        for y, size, shown in lines
    )

    def part(fill, start, end, y=405, height=32):
        box = f'x="{80 + 1040 * start:.1f}" width="{1040 * (end - start):.1f}" y="{y}"'
        return f'<rect {box} height="{height}" fill="{fill}"/>'

    bar = part("#dde1e7", 0, 1, 420, 2) + part("#8090a5", 0, semantic["f1"])
    bar += part("#2f3a48", 0, min(hard["f1"], semantic["f1"]))
    if ends:
        bar += part("#1c2128", semantic["low"], semantic["high"], 419, 4)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" role="img" '
        'aria-label="Result"><path fill="#fff" d="M0 0h1200v630H0z"/><g fill="#1c2128" '
        f'font-family="system-ui,sans-serif">{texts}</g>{bar}</svg>'
    )
