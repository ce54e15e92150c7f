"""Subjects and suggestions as Annif's corpora and commands have them: folders, short texts, JSON.

A folder has a document per base name: ``x.txt``, its gold subjects in ``x.tsv`` (before
``x.key``, before ``x.json``), and the suggestions of ``annif index`` in ``x.annif``. Short texts
are a document per line, in ``.tsv`` without a header or ``.csv`` with one; ``.jsonl`` has an object
per document. Files of many documents may be packed as ``.gz``.
"""

import csv
import io
import os
from typing import NamedTuple

from ..json_text import read_json
from .column_guessing import number_of
from .formats import TableError, unpacked

SUBJECT_ENDINGS = (".tsv", ".key", ".json")
SUGGESTIONS = ".annif"
# Annif's own limit; its threshold is 0.
LIMIT = 10


class AnnifFiles(NamedTuple):
    """Documents that have suggestions and gold subjects, and notes on them."""

    documents: list[str]
    predictions: list[list[str]]
    references: list[list[str]]
    scores: list[list[float]]
    notes: list[str]


def annif_files(
    predicted, gold=None, *, limit=LIMIT, threshold=0.0, suffix=SUGGESTIONS, thesaurus=None
):
    """Suggestions next to gold subjects, by document id or base name, else by the text.

    Equal scores stay in the order of the file; labels next to URIs should be the thesaurus's.
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise ValueError(f"limit: expected a whole number from 1 up; got {limit!r}")
    predicted = os.fspath(predicted)
    gold = predicted if gold is None else os.fspath(gold)
    if gold == predicted and not os.path.isdir(gold):
        raise TableError(f"{gold}: holds one side; pass the file of the gold subjects too")
    suggested, titles = _documents(predicted, (suffix,), suggestions=True)
    subjects, titles_of_gold = _documents(gold, SUBJECT_ENDINGS, suggestions=False)
    shared = [document for document in suggested if document in subjects]
    if not shared:
        first, second = (repr(next(iter(one), None))[:60] for one in (suggested, subjects))
        raise TableError(
            f"{predicted} and {gold}: no document is in both; they meet by base name or "
            f"document_id, else by the text. {len(suggested)} have suggestions, e.g. {first}, "
            f"{len(subjects)} gold subjects, e.g. {second}"
        )
    sides = ("suggestions", suggested), ("gold subjects", subjects)
    notes = [
        f"{len(of_one) - len(shared)} documents have {one} and no {other}; they are left out"
        for (one, of_one), (other, _) in (sides, sides[::-1])
        if len(of_one) > len(shared)
    ]
    best = []
    for document in shared:
        order = sorted(suggested[document].items(), key=lambda pair: -pair[1])
        best.append([pair for pair in order if pair[1] >= threshold][:limit])
    return AnnifFiles(
        shared,
        [[name for name, _ in pairs] for pairs in best],
        [list(subjects[document]) for document in shared],
        [[score for _, score in pairs] for pairs in best],
        notes + _other_labels(shared, titles, titles_of_gold, thesaurus),
    )


def _other_labels(shared, titles, titles_of_gold, thesaurus):
    """A note on subjects whose label is not that of their URI in a thesaurus, if there are any."""
    known, first = {} if thesaurus is None else thesaurus.titles, {}
    for document in shared:
        for pair in (*titles[document], *titles_of_gold[document]):
            if pair[0] in known:
                first.setdefault(pair, document)
    wrong = [pair for pair in first if pair[1] != known[pair[0]]]
    if not wrong:
        return []
    uri, label = wrong[0]
    text = (
        f"{len(wrong):,} of {len(first):,} subjects with a URI and a label have another label in "
        f"{thesaurus.name!r}, {uri} first: {label[:60]!r} in {first[wrong[0]][:60]!r}, "
        f"{known[uri][:60]!r} in the thesaurus. Their URIs were taken"
    )
    many = 2 * len(wrong) > len(first)
    return [text + "; are the labels in another language?" * many]


def holds_suggestions(path, gold=None):
    """True for files of suggestions by their ending, and if the gold subjects are a folder."""
    if os.path.isdir(path):
        return any(name.endswith(SUGGESTIONS) for name in os.listdir(path)) or bool(
            gold and os.path.isdir(gold)
        )
    return path.removesuffix(".gz").endswith((SUGGESTIONS, f"{SUGGESTIONS}.jsonl"))


def _documents(path, endings, suggestions):
    """Scores of each document's names, and its pairs (URI, label): two dicts."""
    readers = {".jsonl": _of_json_lines, ".csv": _of_csv, ".tsv": _of_short_texts}
    read = readers.get(os.path.splitext(path.removesuffix(".gz"))[1])
    if os.path.isdir(path):
        found = _of_folder(path, endings, suggestions)
    elif read:
        found = read(path)
    else:
        raise TableError(f"{path}: neither a folder nor a .tsv, .csv or .jsonl file, packed or not")
    documents, titles = {}, {}
    for where, document, subjects in found:
        if document in documents:
            raise TableError(f"{where}: document {document[:60]!r} comes twice")
        scores = documents[document] = {}
        titles[document] = [(uri, label) for uri, label, _ in subjects if uri and label]
        for uri, label, score in subjects:
            name = uri or label
            if not name:
                raise TableError(f"{where}: a subject without uri and label")
            if suggestions and number_of(score) is None:
                raise TableError(f"{where}: {name!r} has no score, as suggestions have")
            if suggestions and name in scores:
                raise TableError(f"{where}: {name!r} comes twice")
            # Gold subjects are a set, and corpora repeat some.
            scores[name] = number_of(score)
    return documents, titles


def _of_folder(path, endings, suggestions):
    seen = set()
    for ending in endings:
        for name in sorted(os.listdir(path)):
            base, where = name.removesuffix(ending), os.path.join(path, name)
            if base == name or base in seen:
                continue
            seen.add(base)
            if ending == ".json":
                content = _decoded(_text_of(where), where)
                yield where, content.get("document_id") or base, _subjects_of(content, where)
                continue
            subjects = [
                _subject_of_line(line, ending, suggestions, f"{where}, line {number}")
                for number, line in _lines_of(where)
            ]
            yield where, base, subjects
    if not seen:
        kinds = ", ".join(f"*{ending}" for ending in endings)
        raise TableError(f"{path}: the folder has no {kinds} file")


def _subject_of_line(line, ending, suggestions, where):
    """(uri, label, score) of a line of a file of one document."""
    if ending == ".key":
        return None, line.strip(), None
    cells = [cell.strip() for cell in line.split("\t")]
    score = cells[-1] if suggestions else None
    if suggestions and number_of(score) is None:
        raise TableError(f"{where}: the last column is no score: {score[:60]!r}")
    is_uri = cells[0].startswith("<") and cells[0].endswith(">")
    label = cells[1] if len(cells) > 1 + bool(suggestions) else None
    return (cells[0][1:-1], label, score) if is_uri else (None, cells[0], score)


def _of_short_texts(path):
    for number, line in _lines_of(path):
        text, _, rest = line.partition("\t")
        yield f"{path}, line {number}", text, list(map(_uri, rest.split()))


def _of_csv(path):
    rows = csv.DictReader(io.StringIO(_text_of(path), newline=""))
    missing = {"text", "subject_uris"} - {*(rows.fieldnames or ())}
    if missing:
        raise TableError(f"{path}: no column {' or '.join(sorted(missing))}")
    for row in rows:
        uris = list(map(_uri, (row["subject_uris"] or "").split()))
        yield f"{path}, line {rows.line_num}", row.get("document_id") or row["text"], uris


def _of_json_lines(path):
    for number, line in _lines_of(path):
        where = f"{path}, line {number}"
        content = _decoded(line, where)
        document = content.get("document_id") or content.get("text")
        if document is None:
            raise TableError(f"{where}: neither document_id nor text")
        yield where, document, _subjects_of(content, where)


def _subjects_of(content, where):
    """(uri, label, score) of an object's subjects, or of its results, as suggestions have them."""
    found = content.get("results", content.get("subjects"))
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise TableError(f"{where}: expected a list of objects under 'subjects' or 'results'")
    uris = [str(one["uri"]).strip("<>") if one.get("uri") else None for one in found]
    return [(uri, x.get("label"), x.get("score")) for uri, x in zip(uris, found, strict=True)]


def _decoded(text, where):
    try:
        content = read_json(text)
    except ValueError as error:
        raise TableError(f"{where}: no JSON: {error}") from None
    if not isinstance(content, dict):
        raise TableError(f"{where}: expected a JSON object")
    return content


def _uri(text):
    return text.removeprefix("<").removesuffix(">"), None, None


def _text_of(path):
    with open(path, "rb") as packed, unpacked(packed, path) as handle:
        return handle.read().decode("utf-8-sig")


def _lines_of(path):
    """The lines of a file that are not blank, with their numbers."""
    lines = enumerate(_text_of(path).splitlines(), 1)
    return [(number, line) for number, line in lines if line.strip()]
