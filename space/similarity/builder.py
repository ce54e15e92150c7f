"""A similarity made from what a visitor writes: groups, a tree, pairs, a table, a file."""

import json
import re
from contextlib import suppress
from pprint import pformat
from typing import NamedTuple

import numpy as np

from ..frame import limits, origin
from ..frame.code import head
from ..frame.similarities import check_text, metric
from ..frame.tables import number_of

NAME = "yours"
MEASURES = (
    ("wu_palmer", "Wu & Palmer"),
    ("lin", "Lin"),
    ("rada", "Rada (paths)"),
    ("leacock_chodorow", "Leacock & Chodorow"),
    ("jiang_conrath", "Jiang & Conrath"),
    ("resnik", "Resnik"),
)
NUMBERS = (
    ("similarities", "similarities, 0 to 1"),
    ("ratings", "ratings on a scale"),
    ("distances", "distances, 0 is the same"),
)
_BLANK = "\N{NO-BREAK SPACE}\N{ZERO WIDTH SPACE}"
# A name as JSON quotes it, from one comma or colon to the next.
_QUOTED = re.compile(r'(?:^|(?<=[,:]))\s*("(?:[^"\\]|\\.)*")\s*(?=[,:]|$)')


class Made(NamedTuple):
    """A similarity, Python that makes it again, and the warnings on the way."""

    similarity: object
    code: str
    notes: tuple = ()


def read_outline(text):
    """Labels in groups or a tree, from lines; one with commas or colons is quoted as in JSON.

    The names of what each label stands under, outermost first, in the order of the text.
    """
    lines = []
    for number, line in enumerate(str(text or "").expandtabs(4).splitlines(), 1):
        plain = line.strip().strip(_BLANK)
        if plain:
            check_text(plain, f"line {number}")
            lines.append((number, len(line) - len(line.lstrip()), plain))
    paths, where, headings = {}, {}, {}
    open_, unnamed = [], []
    for at, (number, indent, content) in enumerate(lines):
        while open_ and open_[-1][0] >= indent:
            open_.pop()
        above = [name for _, name in open_]
        heads = at + 1 < len(lines) and lines[at + 1][1] > indent
        name, labels = _of_line(content, heads)
        path = above if name is None else [*above, name]
        if name is None and len(labels) > 1 and not above:
            path = [None]
            unnamed.append((path, number))
        if name is not None:
            key = tuple(path)
            if name in headings and headings[name][0] != key:
                there = f"a heading in line {headings[name][1]} too"
                raise ValueError(f"line {number}: {name!r} is {there}")
            headings.setdefault(name, (key, number))
        for label in labels:
            if label in where:
                first = f"in line {where[label]} too, so in two groups"
                there = "there twice" if where[label] == number else first
                raise ValueError(f"line {number}: {label!r} stands {there}")
            where[label] = number
            paths[label] = path
        if heads:
            open_.append((indent, name))
    for name in filter(where.get, headings):
        here = f"line {headings[name][1]}: {name!r} is a heading here"
        raise ValueError(f"{here} and a label in line {where[name]}")
    taken = {*headings, *where}
    for path, number in unnamed:
        # A group without a name goes by its line.
        path[0] = _unlike(f"line {number}", taken)
    limits.check_labels("The text holds", len(paths))
    return paths


def _unlike(name, taken):
    """The name, changed until it is none of those that are taken, and is one of them."""
    while name in taken:
        name += "'"
    taken.add(name)
    return name


def _groups_at(paths, level):
    """The group of each label at a level of an outline; a label that is in none is alone."""
    keys = {
        label: tuple(path[:level]) if len(path) >= level else (label, "alone", None)
        for label, path in paths.items()
    }
    taken, names = set(), {}
    for key in keys.values():
        if key not in names:
            text = " / ".join(key) if key[-1] else ", ".join(key[:2])
            names[key] = _unlike(text, taken)
    return {label: names[key] for label, key in keys.items()}


def _of_line(content, heads):
    """The heading of a line, or None, and its labels."""
    if heads:
        return content.rstrip(":").strip(), []
    # What is quoted has no comma and no colon for now.
    quoted = []
    plain = _QUOTED.sub(lambda found: quoted.append(found[1]) or "\0", content)
    name, colon, rest = plain.partition(":")
    given = [name, *(rest if colon and rest.strip() else plain.rstrip(":")).split(",")]
    if not (colon and rest.strip()):
        given[0] = ""
    names = []
    for one in given:
        names.append(quoted.pop(0) if quoted and one == "\0" else one.strip())
        with suppress(ValueError):
            names[-1] = json.loads(names[-1]) if one == "\0" else names[-1]
    return names[0] or None, [label for label in names[1:] if label]


def written(label):
    """A label as a line of ``read_outline`` is that label alone."""
    plain = label.splitlines() == [label.expandtabs(4).strip().strip(_BLANK)]
    return label if plain and _of_line(label, False) == (None, [label]) else json.dumps(label)


def from_outline(text, within, by_paths=False, card=None):
    """A similarity from groups or a tree."""
    paths = read_outline(text)
    if not 0 <= within <= 1:
        raise ValueError(f"the credit within a group is a number from 0 to 1; got {within:g}")
    labels = list(paths)
    if len(labels) < 2:
        raise ValueError("write two labels at least, one per line")
    module, card = metric().similarity, card or {}
    given = "".join(f", {key}={value!r}" for key, value in card.items())
    if by_paths:
        tree = {"all": {}}
        for label, path in paths.items():
            place = tree["all"]
            for name in [*path, label]:
                place = place.setdefault(name, {})
        body = f"tree = {_plain(tree)}\nlabels = {_plain(labels)}\n"
        body += f"made = similarity.from_hierarchy(tree, labels, name={NAME!r}{given})\n"
        return Made(module.from_hierarchy(tree, labels, name=NAME, **card), code(body))
    depth = max(1, *map(len, paths.values()))
    levels = [_groups_at(paths, level) for level in range(depth, 0, -1)]
    values = [round(within * level / depth, 6) for level in range(depth, 0, -1)]
    body = (
        f"levels = {_plain(levels)}\n"
        f"made = similarity.from_groups(levels, {labels!r}, values={values!r}, "
        f"name={NAME!r}{given})\n"
    )
    return Made(module.from_groups(levels, labels, values=values, name=NAME, **card), code(body))


def from_pairs(text, numbers, low, high, groups="", within=0.5, card=None):
    """A similarity from pairs with a number, or from a table with names in both heads."""
    triples, labels, is_table = _read_pairs(text)
    if numbers not in dict(NUMBERS):
        raise ValueError(f"the numbers are one of {', '.join(dict(NUMBERS))}; got {numbers!r}")
    base = None
    if groups.strip():
        base = from_outline(groups, within).similarity
        labels = list(dict.fromkeys([*base.labels, *labels]))
    limits.check_labels("The text holds", len(labels))
    place = {label: at for at, label in enumerate(labels)}
    values = np.eye(len(labels))
    if base is not None:
        at = [place[label] for label in base.labels]
        values[np.ix_(at, at)] = base.values
    given = {}
    for line, a, b, number in triples:
        credit = _credit(line, number, numbers, low, high)
        if a == b:
            if credit != 1 and not is_table:
                raise ValueError(f"line {line}: {a!r} with itself must be the same: {number:g}")
            values[place[a], place[a]] = credit
            continue
        given.setdefault((a, b), []).append(credit)
    for (a, b), credits in given.items():
        values[place[a], place[b]] = sum(credits) / len(credits)
        if (b, a) not in given:
            values[place[b], place[a]] = values[place[a], place[b]]
    how = {
        "similarities": "as they were given (similarities)",
        "ratings": f"of ratings on a scale from {low:g} to {high:g}",
        "distances": "of distances d, mapped by 1 / (1 + d)",
    }
    card = {"derivation": f"{len(given)} pairs {how[numbers]}.", **(card or {})}
    similarity = metric().similarity.build(values.round(12), labels, name=NAME, **card)
    return Made(similarity, head(similarity))


def _credit(line, number, numbers, low, high):
    if numbers == "distances":
        if number < 0:
            raise ValueError(f"line {line}: a distance is at least 0; got {number:g}")
        return 1 / (1 + number)
    if numbers == "similarities":
        low, high = 0.0, 1.0
    if low == high:
        raise ValueError("the scale of the ratings must have two ends")
    credit = (number - low) / (high - low)
    if not -1e-9 <= credit <= 1 + 1e-9:
        raise ValueError(f"line {line}: {number:g} is not from {low:g} to {high:g}")
    return min(max(credit, 0.0), 1.0)


def _read_pairs(text):
    """Pairs in a text (line, a, b, number), labels as they first come, whether it is a table."""
    rows = []
    for number, line in enumerate(str(text or "").splitlines(), 1):
        if line.strip():
            check_text(line, f"line {number}")
            separator = next((mark for mark in ("\t", ";", "|", ",") if mark in line), None)
            if separator is None:
                raise ValueError(f"line {number}: expected a; b; 0.7; got {line.strip()[:60]!r}")
            rows.append((number, [cell.strip().strip('"') for cell in line.split(separator)]))
    if not rows:
        raise ValueError("write one pair a line: a; b; 0.7")
    head = rows[0][1]
    widths = {len(cells) for _, cells in rows}
    firsts = {cells[0] for _, cells in rows[1:]}
    if len(head) == len(rows) and widths == {len(head)} and (firsts & set(head[1:]) or not head[0]):
        return *_read_table(head[1:], rows[1:]), True
    triples, labels = [], {}
    for number, cells in rows:
        if len(cells) != 3 or not all(cells[:2]):
            raise ValueError(f"line {number}: expected a; b; 0.7; got {'; '.join(cells)[:60]!r}")
        value = number_of(cells[2])
        if value is None:
            if number == rows[0][0]:
                continue  # A head of names.
            raise ValueError(f"line {number}: {cells[2]!r} is no number")
        labels |= {cells[0]: None, cells[1]: None}
        triples.append((number, cells[0], cells[1], value))
    return triples, list(labels), False


def _read_table(heads, rows):
    names = [cells[0] for _, cells in rows]
    if sorted(names) != sorted(heads):
        odd = next((one for one in [*names, *heads] if (one in names) != (one in heads)), "")
        raise ValueError(f"rows and columns must have the same names; {odd!r} is in one head only")
    triples = []
    for number, (first, *cells) in rows:
        for name, cell in zip(heads, cells, strict=True):
            value = number_of(cell)
            if value is None and (cell or first != name):
                raise ValueError(f"line {number}: {cell!r} is no number")
            if value is not None:
                triples.append((number, first, name, value))
    return triples, heads


def as_table_text(similarity):
    """A similarity as a table to change: names in both heads, tabs between."""
    names = [re.sub(r"[\t\r\n]", " ", label) for label in similarity.labels]
    lines = ["\t".join(["", *names])]
    for name, row in zip(names, similarity.values.tolist(), strict=True):
        lines.append("\t".join([name, *(f"{value:g}" for value in row)]))
    return "\n".join(lines)


def _plain(value):
    return pformat(value, width=96, sort_dicts=False)


def code(body):
    """Python that makes a similarity."""
    return (
        f"{origin.install_line()}\n"
        "from semantic_f1 import SemanticF1, similarity\n\n"
        f"{body}metric = SemanticF1(similarity=made)\n"
    )
