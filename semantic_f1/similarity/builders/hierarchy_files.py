"""Hierarchies as trees or paths: .taxonomy, lines A > B > C, JSON trees, sheets of tiers."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ...files.formats import unpacked
from ...json_text import read_json
from .columns import chosen_column, text_cells
from .found_edges import FoundEdges

_ID_AND_PATH = re.compile(r"(\S+)\s+[-:]\s+(.+)")
_CHILDREN = ("children", "subcategories", "Subcategory")
_NAMES = ("name", "label", "title", "prefLabel", "code", "id", "LabelName")


def of_hierarchy_file(path, argument, root, same, leniency):
    """The source to read (of a JSON file its content), and the edges of a file that is no table."""
    ending, where = Path(path).suffix.lower(), f"{argument}: {str(path)!r}"
    if ending == ".json":
        text = text_of(path, where)
        try:
            return _records(read_json(text)), None
        except (json.JSONDecodeError, RecursionError):
            return path, None
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    if ending not in (".taxonomy", ".txt"):
        return path, None
    lines = [line for line in text_of(path, where).splitlines() if line.strip()]
    if ending == ".taxonomy":
        return path, _of_taxonomy(lines, root)
    lines = [line for line in map(str.strip, lines) if not line.startswith("#")]
    # Tops stand in a line without the sign.
    if 2 * sum(" > " in line for line in lines) <= len(lines):
        return path, None
    # A path per line, perhaps behind its id: ``id - A > B > C`` or ``id : A > B > C``.
    matches = [_ID_AND_PATH.fullmatch(line) for line in lines]
    ids = [match[1] for match in matches] if all(matches) else None
    texts = [match[2] for match in matches] if ids else lines
    paths = [tuple(part.strip() for part in text.split(" > ")) for text in texts]
    return path, of_paths(paths, ids, argument, same, leniency)


def _records(content):
    """Records in lists by their sections as one list; other content as it is."""
    sections = list(content.values()) if isinstance(content, Mapping) else []
    listed = bool(sections) and all(isinstance(section, list) for section in sections)
    rows = [row for section in sections for row in section] if listed else []
    parents = any(isinstance(row, Mapping) and isinstance(row.get("parents"), list) for row in rows)
    return rows if parents else content


def objects_with_children(source, argument, leniency):
    """Edges of objects with a name and a list of such objects below it, or None for others."""
    tops = [source] if isinstance(source, Mapping) else source
    if isinstance(source, Mapping) and all(
        isinstance(x, Mapping) and not x.keys().isdisjoint(_CHILDREN) for x in source.values()
    ):
        tops = _objects(source)
    if not isinstance(tops, list) or not tops or not all(isinstance(x, Mapping) for x in tops):
        return None
    below = next((key for key in _CHILDREN for x in tops if _objects(x.get(key))), None)
    if below and len(tops) == 1 and not any(isinstance(tops[0].get(key), str) for key in _NAMES):
        # What holds the tree has no name of its own.
        tops = _objects(tops[0][below])
    name = next((key for key in _NAMES if isinstance(tops[0].get(key), str)), None)
    if below is None or name is None:
        return None
    identifier = "id" if isinstance(tops[0].get("id"), str) else name
    others = Counter()

    def read(node):
        if not isinstance(node, Mapping):
            node = {identifier: node}
        label, title = node.get(identifier), node.get(name)
        if not isinstance(label, str) or not label.strip():
            raise ValueError(f"{argument}: expected objects with {identifier!r}; got {node!r:.80}")
        for key, listed in node.items():
            if key != below and isinstance(listed, list):
                others[key] += sum(isinstance(x, Mapping) and identifier in x for x in listed)
        title = title if name != identifier and isinstance(title, str) else None
        return label, title, _objects(node.get(below))

    found = edges_of_trees(tops, read, argument, once=False)
    for key, _ in others.most_common(1):
        clause = f"objects that are not under {below!r} ({key!r} first) were left out"
        leniency.add("left_out_relations", others.total(), clause)
    return found


def edges_of_trees(tops, read, argument, once):
    """Edges of trees in the order they are written; ``read`` has label, title, children of a node.

    ``once``: whether no label stands at two places; else that holds for the tops alone.
    """
    pairs, nodes, titles = [], {}, {}
    waiting = [(None, node) for node in reversed(tops)]
    while waiting:
        parent, node = waiting.pop()
        label, title, children = read(node)
        if label in nodes and (once or parent is None):
            raise ValueError(
                f"{argument}: {label!r} stands at two places; a node with two parents needs a "
                "table or pairs"
            )
        nodes[label] = True
        if parent is not None:
            pairs.append((parent, label))
        if title is not None:
            titles[label] = title
        waiting += [(label, child) for child in reversed(children)]
    return FoundEdges(pairs, "parent-child", list(nodes), titles)


def _objects(value):
    """Objects of a list, or of a mapping of them by their names."""
    listed = value
    if isinstance(value, Mapping) and all(isinstance(child, Mapping) for child in value.values()):
        listed = [{"name": name, **child} for name, child in value.items()]
    objects = isinstance(listed, list) and all(isinstance(x, (Mapping, str)) for x in listed)
    return listed if objects else []


def _of_taxonomy(lines, root):
    """A parent and its children per line, tabs between them."""
    rows = [[name.strip() for name in line.split("\t") if name.strip()] for line in lines]
    nodes = list(dict.fromkeys(name for row in rows for name in row))
    pairs = [(row[0], child) for row in rows for child in row[1:]]
    if root == "drop" and rows and rows[0][0] == "Root":
        pairs = [pair for pair in pairs if pair[0] != "Root"]
        nodes.remove("Root")
    return FoundEdges(pairs, "parent-child", nodes)


def content_of(path, where):
    """The content of a file, unpacked if it is packed by gzip."""
    try:
        with open(path, "rb") as packed, unpacked(packed, where) as file:
            return file.read()
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None


def text_of(path, where):
    """The content of a file as text."""
    try:
        return content_of(path, where).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None


def of_tiers(columns, levels, child, argument, same, leniency):
    """Edges of a sheet with a column per tier, from the top down, in each row a path."""
    if isinstance(levels, str) or not isinstance(levels, (list, tuple)) or len(levels) < 2:
        raise ValueError(f"levels: expected the names of two columns or more; got {levels!r}")

    def cells_of(name, role):
        return text_cells(columns[chosen_column(columns, name, (), argument, role)], argument, name)

    tiers = [cells_of(level, "tier") for level in levels]
    rows = [list(row) for row in zip(*tiers, strict=True)]
    ids = None if child is None else cells_of(child, "child")
    filled = [sum(cell is not None for cell in row) for row in rows]
    missing = Counter(row[at - 1] for row in rows for at, cell in enumerate(row) if cell == "NA")
    if len(missing) > 1:
        what = "cells are 'NA' and were taken as names; a blank cell says that none is there"
        leniency.add("named_na", missing.total(), what)
    # A staircase has each concept in a row of its own; what is above it stands further up.
    staircase = 10 * filled.count(1) >= 9 * len(rows) and any(row[0] is None for row in rows)
    paths, above = [], []
    for number, row in enumerate(rows, 1):
        places = [at for at, cell in enumerate(row) if cell is not None]
        length = places[-1] + 1 if places else 0
        if staircase:
            first = places[0] if places else 0
            row[:first] = (above + [None] * first)[:first]
            above = row[:length]
        if not length:
            raise ValueError(f"{argument}: row {number} is blank in all of {', '.join(levels)}")
        for at in range(length):
            if row[at] is None:
                below = next(place for place in range(at, length) if row[place] is not None)
                raise ValueError(
                    f"{argument}: row {number}: {levels[at]!r} is blank and {levels[below]!r} is "
                    f"{row[below]!r}"
                )
        paths.append(tuple(row[:length]))
    return of_paths(paths, ids, argument, same, leniency)


def of_paths(paths, ids, argument, same, leniency):
    """Edges of paths, tuples of names from the top down, with an id per path or None."""
    given, twins = {}, []
    for path, its_id in zip(paths, ids or [None] * len(paths), strict=True):
        if path not in given:
            given[path] = its_id
        elif its_id is not None and its_id != given[path]:
            twins.append((path, its_id))
    leniency.add("repeated", len(paths) - len(given), "paths stand in more than one row")
    every = {}
    for path in given:
        for length in range(1, len(path) + 1):
            every.setdefault(path[:length], given.get(path[:length]))
    n_added = len(every) - len(given)
    leniency.add("added", n_added, "upper parts of paths have no row and were added")
    inner = {path[:-1] for path in every}
    for path, other in twins:
        if path in inner:
            raise ValueError(
                f"{argument}: the path {' > '.join(path)!r} has two ids, {given[path]!r} and "
                f"{other!r}, and others below it"
            )
    groups = _heads_by_name(every) if same == "name" else {path: path for path in every}
    heads = dict.fromkeys(groups.values())
    times = Counter(path[-1] for path in heads)
    taken = {its_id for its_id in every.values() if its_id is not None}
    label, titles = {}, {}
    for path in heads:
        name = path[-1]
        if every[path] is not None:
            label[path] = every[path]
            titles[every[path]] = name
        elif times[name] == 1 and name not in taken:
            label[path] = name
        else:
            label[path] = " > ".join(path) if len(path) > 1 else f"> {name}"
            titles[label[path]] = name
    titles |= {its_id: path[-1] for path, its_id in twins}
    named = [*((path, label[groups[path]]) for path in every), *twins]
    pairs = [(label[groups[path[:-1]]], name) for path, name in named if len(path) > 1]
    nodes = dict.fromkeys([*label.values(), *(its_id for _, its_id in twins)])
    return FoundEdges(pairs, "parent-child", list(nodes), titles)


def _heads_by_name(paths):
    """Path -> the first one that ends in the same name with equal concepts below it."""
    below, first, groups = {}, {}, {}
    for path in sorted(paths, key=len, reverse=True):
        key = path[-1], frozenset(below.get(path, ()))
        groups[path] = key
        below.setdefault(path[:-1], set()).add(key)
    for path in paths:
        first.setdefault(groups[path], path)
    return {path: first[key] for path, key in groups.items()}
