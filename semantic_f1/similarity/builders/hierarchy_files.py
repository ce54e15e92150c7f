"""Files that hold a hierarchy without being tables: .taxonomy, lines A > B > C, JSON trees."""

import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ...json_text import read_json
from .found_edges import FoundEdges
from .tiers import of_paths

_ID_AND_PATH = re.compile(r"(\S+)\s+[-:]\s+(.+)")
_CHILDREN = ("children", "subcategories", "Subcategory")
_NAMES = ("name", "label", "title", "prefLabel", "code", "id", "LabelName")


def of_hierarchy_file(path, argument, root, same, leniency):
    """The source to read (of a JSON file its content), and the edges of a file that is no table."""
    if root not in ("drop", "keep"):
        raise ValueError(f"root: expected 'drop' or 'keep'; got {root!r}")
    ending, where = Path(path).suffix.lower(), f"{argument}: {str(path)!r}"
    if ending == ".taxonomy":
        return path, _of_taxonomy(text_of(path, where).splitlines(), root)
    if ending == ".json":
        try:
            return _records(read_json(text_of(path, where))), None
        except (json.JSONDecodeError, RecursionError):
            return path, None
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    if ending == ".txt":
        lines = [line.strip() for line in text_of(path, where).splitlines() if line.strip()]
        lines = [line for line in lines if not line.startswith("#")]
        # Tops stand in a line without the sign.
        if 2 * sum(" > " in line for line in lines) > len(lines):
            return path, _of_lines(lines, argument, same, leniency)
    return path, None


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
    if isinstance(source, Mapping) and all(map(_has_children, source.values())):
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
    pairs, nodes, titles, others = [], [], {}, Counter()
    waiting = [(None, node) for node in reversed(tops)]
    while waiting:
        parent, node = waiting.pop()
        label = node.get(identifier) if isinstance(node, Mapping) else node
        if not isinstance(label, str) or not label.strip():
            raise ValueError(f"{argument}: expected objects with {identifier!r}; got {node!r:.80}")
        if parent is not None:
            pairs.append((parent, label))
        elif label in nodes:
            raise ValueError(f"{argument}: {label!r} stands at two places")
        nodes.append(label)
        if isinstance(node, Mapping):
            if name != identifier and isinstance(node.get(name), str):
                titles[label] = node[name]
            waiting += [(label, child) for child in reversed(_objects(node.get(below)))]
            for key, listed in node.items():
                if key != below and isinstance(listed, list):
                    others[key] += sum(isinstance(x, Mapping) and identifier in x for x in listed)
    n = others.total()
    if n:
        key = others.most_common(1)[0][0]
        clause = f"{n:,} objects that are not under {below!r} ({key!r} first) were left out"
        leniency.add("left_out_relations", n, clause)
    return FoundEdges(pairs, "parent-child", nodes, titles)


def _has_children(value):
    return isinstance(value, Mapping) and any(key in value for key in _CHILDREN)


def _objects(value):
    """Objects of a list, or of a mapping of them by their names."""
    listed = value
    if isinstance(value, Mapping) and all(isinstance(child, Mapping) for child in value.values()):
        listed = [{"name": name, **child} for name, child in value.items()]
    objects = isinstance(listed, list) and all(isinstance(x, (Mapping, str)) for x in listed)
    return listed if objects else []


def _of_taxonomy(lines, root):
    """A parent and its children per line, tabs between them."""
    rows = [line.split("\t") for line in lines if line.strip()]
    rows = [[name.strip() for name in row if name.strip()] for row in rows]
    nodes = list(dict.fromkeys(name for row in rows for name in row))
    pairs = [(row[0], child) for row in rows for child in row[1:]]
    if root == "drop" and rows and rows[0][0] == "Root":
        pairs = [pair for pair in pairs if pair[0] != "Root"]
        nodes.remove("Root")
    return FoundEdges(pairs, "parent-child", nodes)


def _of_lines(lines, argument, same, leniency):
    """A path per line, perhaps behind its id: ``id - A > B > C`` or ``id : A > B > C``."""
    matches = [_ID_AND_PATH.fullmatch(line) for line in lines]
    ids = [match[1] for match in matches] if all(matches) else None
    texts = [match[2] for match in matches] if ids else lines
    paths = [tuple(part.strip() for part in text.split(" > ")) for text in texts]
    return of_paths(paths, ids, argument, same, leniency)


def content_of(path, where):
    """The content of a file, unpacked if it is packed by gzip."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    try:
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{where}: can't be unpacked: {error}") from None


def text_of(path, where):
    """The content of a file as text."""
    try:
        return content_of(path, where).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None
