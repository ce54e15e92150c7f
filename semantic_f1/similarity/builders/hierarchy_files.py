"""Files that hold a hierarchy without being tables: .taxonomy, lines A > B > C, JSON trees."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ...files.formats import unpacked
from ...json_text import read_json
from .found_edges import FoundEdges
from .tiers import of_paths

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
