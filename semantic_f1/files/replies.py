"""Replies of language models as label sets: by fixed rules, or not at all.

An answer stands in one region of a reply, and words around it are not searched for labels. The
first rule that applies decides whether it is read, read in part or unreadable.
"""

import ast
import csv
import json
import os
import re
from collections import Counter
from itertools import groupby
from typing import NamedTuple

from ..json_text import RepeatedKeyError, read_json
from ..messages import short
from .cells import RawColumn, neutralize
from .formats import FileOptions, TableError
from .reply_items import NOT_READ, ItemReader, Items
from .reply_text import Names, Unreadable, answer_in, lines_in, one_spelling, without_marks
from .tables import fill_columns
from .value_kinds import near_label

STATES = ("read", "partly", "unreadable")
_NONE_OF = ("the above", "these", "them", "the labels", "the options", "the given labels")
_NONE_PHRASES = (
    *("none", *(f"none of {what}" for what in _NONE_OF), "none apply", "none applies"),
    *("no label", "no labels", "no labels apply", "no label applies"),
)
_KEYS = (
    *("label", "labels", "answer", "answers", "category", "class", "topic", "emotion", "intent"),
    *("sentiment", "prediction", "output", "result", "choice", "choices"),
)
_MARKER = re.compile(
    r"(?m)^(?:[-\u2022>]|[^\S\n])*(?:(?:the|my|final|correct)[^\S\n]+)*(?:labels?|answers?)"
    r"(?:[^\S\n]?\(s\))?(?:[^\S\n]?:|[^\S\n](?:is|are)\b[^\S\n]?:?)[^\S\n]*"
)
_BULLET = re.compile(
    r"(?:[-\u2022\u2023\u25aa\u25cf\u25e6\u2013]\s|\(?(?:\d{1,3}|[a-z])[.)](?!\w)\s*)\s*"
)
_NO_INTRODUCTION = re.compile(
    r"\b(?:or|possible|options?|available|candidates?|choose|mentioned|allowed|wrong|rejected)\b"
)
_VALUES = {1: True, 0: False, "1": True, "0": False, "yes": True, "no": False}
_JOINED_TEXTS = re.compile(r"""['"]\s+['"]""")
# Labels of a list that holds all of so many are an echo of the question.
_ECHO = 4
# A beginning is proposed as a marker if so many replies have it.
_COMMON = 3
_SHORT = 60
_ALIAS_ROW = "expected an item of replies and the label that it means"


class Reply(NamedTuple):
    """A reply as it was read.

    ``outside`` are names of no label next to the labels; ``rule`` names what read the reply,
    ``reason`` says why it is unreadable or read in part; ``item`` is a near miss of ``proposal``.
    """

    state: str
    labels: tuple = ()
    outside: tuple = ()
    none_beside: bool = False
    rule: str = ""
    reason: str = ""
    item: str = ""
    proposal: str = ""


class ReplyReader:
    """Reader of replies for the labels of a universe.

    An answer begins behind ``markers``; ``keys`` are further ones that hold it in JSON.
    """

    def __init__(self, labels, none_labels=(), markers=(), aliases=None, keys=()):
        none_labels = set(none_labels)
        self._names = Names()
        self._labels = [label for label in labels if label not in none_labels]
        for label in (*labels, *none_labels):
            self._names.add(label, ("none" if label in none_labels else "label", label))
        for item, label in (aliases or {}).items():
            if label not in none_labels and label not in self._labels:
                raise ValueError(f"alias: {short(label)} is not a label")
            self._names.add(item, ("none" if label in none_labels else "label", label))
        for phrase in _NONE_PHRASES:
            if one_spelling(phrase) not in self._names:
                self._names.add(phrase, ("phrase", None))
        self._items = ItemReader(self._names)
        self._markers = [one_spelling(marker) for marker in markers]
        if not all(self._markers):
            raise ValueError("marker: got an empty text; a marker is words before an answer")
        self._keys = {*_KEYS, *map(one_spelling, keys)}

    def read(self, text):
        """Labels of one reply, a text or None."""
        try:
            if text is None or not text.strip():
                raise Unreadable("no text")
            return self._region(answer_in(text, self._names), outermost=True)
        except Unreadable as problem:
            item, proposal = self._near_miss(text or "")
            return Reply("unreadable", reason=str(problem), item=item, proposal=proposal)

    def _region(self, text, outermost=False):
        """Read a region by the first rule that applies."""
        rules = [self._whole, self._literal, self._marked, self._own_marked]
        rules = (rules if outermost else rules[:2]) + [self._first_line, self._list, self._lines]
        for rule in rules:
            reply = rule(text)
            if reply is not None:
                return reply
        return self._line(text)

    def _whole(self, text, rule="whole"):
        for candidate in (text, without_marks(text)):
            meaning = self._names.meaning(candidate)
            if meaning is not None:
                kind, label = meaning
                return Reply("read", () if kind == "phrase" else (label,), rule=rule)
        return None

    def _literal(self, text):
        """A JSON array or object, a list or set as Python prints it; None for other text."""
        if text[:1] not in "[{":
            return None
        content = _parsed(text)
        if content is None:
            # Braces or brackets round a region.
            inner = without_marks(text)
            if inner == text or inner[:1] in "[{":
                return None
            return self._region(inner)
        if isinstance(content, (list, set)):
            return self._of_names(content, "array")
        keys = {one_spelling(str(key)): value for key, value in content.items()}
        if keys and all(key in self._names for key in keys):
            known = {key: value for key, value in keys.items() if isinstance(value, (int, str))}
            values = {key: _VALUES.get(value) for key, value in known.items()}
            if len(values) < len(keys) or None in values.values():
                raise Unreadable("an object of labels with other values than 0 and 1")
            return self._of_items(Items(), "object", values)
        found = [value for key, value in keys.items() if key in self._keys]
        if len(found) != 1:
            raise Unreadable(
                "an object with several answers" if found else "an object without a known key"
            )
        if isinstance(found[0], list):
            return self._of_names(found[0], "object")
        if not isinstance(found[0], str) or not found[0].strip():
            raise Unreadable("an object whose answer is no text")
        return self._region(one_spelling(found[0]))._replace(rule="object")

    def _of_names(self, names, rule):
        items = Items()
        for name in names:
            if not isinstance(name, str):
                raise Unreadable("an array of other values than texts")
            text = one_spelling(name)
            meaning = self._names.meaning(text)
            if meaning is None:
                items.outside.append(self._items.outside_name(text))
            elif meaning[0] == "label":
                items.labels.append((meaning[1], None))
            else:
                items.has_none = True
                items.has_phrase |= meaning[0] == "phrase" and " " in text
        if not len(names):
            return Reply("read", rule=rule)
        return self._of_items(items, rule)

    def _marked(self, text):
        """Regions behind "Label:", "The answer is" and the like, at the beginning of a line."""
        starts = [found for found in _MARKER.finditer(text) if not self._begins_as_label(found)]
        if not starts:
            return None
        reply = self._one_of(text, [found.span() for found in starts], "marker")
        before = lines_in(text[: starts[0].start()])
        first = before and self._whole(before[0])
        if first and set(first.labels) != set(reply.labels):
            raise Unreadable("a first line and a marker that differ")
        return reply

    def _begins_as_label(self, marker):
        """True for a line that begins with a label which itself begins like a marker."""
        found = self._names.match(marker.string, marker.start())
        return bool(found) and found[0] > len(marker.string[: marker.end()].rstrip(": "))

    def _own_marked(self, text):
        starts = sorted(
            found.span()
            for marker in self._markers
            for found in re.finditer(rf"(?<!\w){re.escape(marker)}(?!\w)[\s:]*", text)
        )
        return self._one_of(text, starts, "own marker") if starts else None

    def _one_of(self, text, starts, rule):
        """The one reading of the regions behind several markers."""
        stops = [start for start, _ in starts[1:]] + [len(text)]
        regions = [text[end:stop].strip() for (_, end), stop in zip(starts, stops, strict=True)]
        if not all(regions):
            raise Unreadable("a marker without an answer")
        first, *others = [self._region(region) for region in regions]
        if any((set(r.labels), r.outside) != (set(first.labels), first.outside) for r in others):
            raise Unreadable("several answers that differ")
        return first._replace(rule=rule)

    def _first_line(self, text):
        first, *later = lines_in(text)
        reply = self._whole(first, "first line") if later else None
        if reply is None or any(self._begins_with_label(line) for line in later):
            return None
        if self._items.begins_anew(later[0]):
            raise Unreadable("the next line goes on with labels")
        if len(later[0].split()) <= self._names.most_words and later[0][-1].isalnum():
            raise Unreadable("a second line that may be a name or not")
        return reply

    def _begins_with_label(self, line):
        bullet = _BULLET.match(line)
        return self._names.match(line) or (bullet and self._names.match(line, bullet.end()))

    def _list(self, text):
        """Lines with bullets, numbers or letters, one item each."""
        lines = lines_in(text)
        bullets = [None if line in self._names else _BULLET.match(line) for line in lines]
        grouped = groupby(range(len(lines)), lambda number: bool(bullets[number]))
        runs = [list(numbers) for is_item, numbers in grouped if is_item]
        if not runs or not self._introduces(lines[: runs[0][0]]):
            return None
        beside = [number for number, bullet in enumerate(bullets) if not bullet]
        if any(len(without_marks(lines[number])) == 1 for number in beside):
            raise Unreadable("a letter or number next to a list")
        replies = []
        for run in runs:
            items = Items()
            for number in run:
                self._items.add(lines[number][bullets[number].end() :], items)
            replies.append(self._of_items(items, "list"))
        if any(set(reply.labels) != set(replies[0].labels) for reply in replies):
            raise Unreadable("several lists that differ")
        self._check_later([lines[number] for number in beside if number > runs[0][-1]])
        return replies[0]

    def _introduces(self, before):
        """True for lines after which a list is the answer."""
        if not before:
            return True
        line = before[-1]
        is_answer = line.endswith(":") and re.search(r"\b(?:label|answer)s?\b", line)
        is_other = self._items.has_negation(line) or _NO_INTRODUCTION.search(line)
        return is_answer and not is_other and not any(map(self._names.search, before))

    def _lines(self, text):
        """Lines that are each a label, or a label and a verdict."""
        lines, items = lines_in(text), Items()
        if len(lines) < 2:
            return None
        for line in lines:
            known = len(items.labels), items.has_none
            try:
                self._items.add(line, items)
            except Unreadable:
                return None
            new = len(items.labels), items.has_none
            if items.glossed or items.outside or new == known or new[0] > known[0] + 1:
                return None
        return self._of_items(items, "lines")

    def _line(self, text):
        """The first line; others are commentary unless they go on with labels."""
        first, *later = lines_in(text)
        items = Items()
        self._items.add(first, items)
        self._check_later(later)
        return self._of_items(items, "line")

    def _check_later(self, lines):
        if lines and self._items.begins_anew(lines[0]):
            raise Unreadable("the next line goes on with labels")
        if any(self._begins_with_label(line) for line in lines):
            raise Unreadable("a later line begins with a label")

    def _of_items(self, items, rule, values=None):
        """The reply that items make, or why they make none."""
        verdicts = {}
        for key, value in (values or {}).items():
            kind, label = self._names.meaning(key)
            if kind == "label":
                items.labels.append((label, value))
            else:
                items.has_none |= value
        for label, verdict in items.labels:
            if verdicts.setdefault(label, verdict) != verdict:
                raise Unreadable("two verdicts on one label")
        has_verdicts = any(verdict is not None for verdict in verdicts.values())
        if has_verdicts and None in verdicts.values():
            raise Unreadable("verdicts on some labels only")
        labels = tuple(label for label, verdict in verdicts.items() if verdict is not False)
        every = not has_verdicts and len(self._labels) >= _ECHO and len(labels) == len(self._labels)
        for is_so, reason in (
            ((items.outside and not labels) or not (verdicts or items.has_none), NOT_READ),
            (labels and items.has_phrase, '"none" in several words next to labels'),
            (len(labels) > 1 and items.rated, "a number behind one of several labels"),
            (every, "all labels, as in the question"),
        ):
            if is_so:
                raise Unreadable(reason)
        doubt = "names of no label" if items.outside else "a doubt" if items.doubt else ""
        return Reply(
            "partly" if doubt else "read",
            labels,
            tuple(dict.fromkeys(items.outside)),
            bool(labels) and items.has_none,
            rule,
            doubt,
        )

    def _near_miss(self, text):
        """An item of a short reply that is nearly a label, and the label."""
        for piece in re.split(r"[,;|\n]", text[: 4 * _SHORT]):
            item = one_spelling(piece)
            bullet = _BULLET.match(item)
            item = without_marks(item[bullet.end() :] if bullet else item)
            may_be = item and len(item) <= _SHORT and item not in self._names
            near = near_label(item, self._labels) if may_be else None
            if near is not None:
                return item, near
        return "", ""

    def beginnings(self, texts):
        """The commonest words before the only label of unreadable replies, with their number."""
        found = Counter()
        for text in texts:
            key = one_spelling(text[: 8 * _SHORT])
            name = self._names.search(key)
            before = key.partition(name)[0].rpartition("\n")[2].strip(" \"'`:([{-") if name else ""
            is_word = before[:1].isalpha() and len(before) <= _SHORT
            found[before] += is_word and not self._items.has_negation(before)
        return [(text, n) for text, n in found.most_common(3) if n >= _COMMON]


def _parsed(text):
    """A JSON array or object, or a list, set or dict of Python; None for other text."""
    try:
        content = read_json(text)
    except RepeatedKeyError:
        raise Unreadable("an object with a key twice") from None
    except (ValueError, RecursionError):
        pass
    else:
        return content if isinstance(content, (list, dict)) else None
    if _JOINED_TEXTS.search(text):
        return None
    try:
        tree = ast.parse(text, mode="eval").body
        content = ast.literal_eval(tree)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    if isinstance(content, dict):
        if len(content) < len(tree.keys):
            raise Unreadable("an object with a key twice")
        return content
    is_list = isinstance(content, (list, set)) and all(isinstance(one, str) for one in content)
    return content if is_list else None


def read_aliases(path):
    """Items of replies and the labels that they mean, from a table with two columns or JSON."""
    name = os.fspath(path)
    if name.lower().endswith(".json"):
        try:
            with open(path, encoding="utf-8-sig") as file:
                content = read_json(file.read())
        except OSError as error:
            raise TableError(f"{path}: can't be read: {error.strerror}") from None
        except ValueError as error:
            raise TableError(f"{path}: {error}") from None
        rows = list(enumerate(content.items() if isinstance(content, dict) else content, 1))
    else:
        columns = [RawColumn("1"), RawColumn("2")]
        filled = fill_columns(path, columns, how=FileOptions(header=False))
        if len(filled.info.columns) > 2:
            raise TableError(f"{path}: line 1: {_ALIAS_ROW}")
        pairs = zip(*(column.cells for column in columns), strict=True)
        rows = list(zip(filled.place.lines, pairs, strict=True))
    aliases = {}
    for number, row in rows:
        if len(row) != 2 or not all(isinstance(cell, str) and cell.strip() for cell in row):
            raise TableError(f"{path}: line {number}: {_ALIAS_ROW}")
        item, label = map(str.strip, row)
        if number == 1 and (item, label) == ("item", "label"):
            continue
        if aliases.setdefault(item, label) != label:
            raise TableError(f"{path}: line {number}: {short(item)} has two labels")
    return aliases


LEDGER_COLUMNS = (
    *("index", "state", "rule", "labels", "outside", "reason", "item", "proposal", "reply"),
)


def ledger_rows(replies, texts):
    """State, labels and reason of each reply, one dict each."""
    rows = []
    for index, (reply, text) in enumerate(zip(replies, texts, strict=True)):
        row = {name: getattr(reply, name) for name in LEDGER_COLUMNS[1:-1]}
        row |= {"labels": list(reply.labels), "outside": list(reply.outside)}
        rows.append({"index": index, **row, "reply": text})
    return rows


def write_ledger(path, ledger, places=None):
    """Write a ledger as CSV; ``places`` name the line of each reply."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("place", *LEDGER_COLUMNS[1:]))
        for row in ledger:
            place = row["index"] if places is None else places[row["index"]]
            each = (row[name] for name in LEDGER_COLUMNS[1:])
            cells = [json.dumps(x, ensure_ascii=False) if type(x) is list else x for x in each]
            writer.writerow([place, *(neutralize(cell or "") for cell in cells)])
