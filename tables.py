"""Read predicted and gold label sets from a CSV, TSV, JSON Lines or Parquet file.

One reader for the command line and the Space. It knows files and cells; it knows nothing of
similarities or scores, and leaves to the metric whether a label exists.

How a cell becomes a label set:

- empty, or only blanks: the empty set;
- text that begins with ``[``: a JSON list of names or ids, or the same list as Python prints it
  (``['joy', 'love']``, which is what pandas writes). Its members are taken as they stand;
- other text: with a ``separator``, the names between the separators, blanks around each trimmed;
  without one, the whole trimmed text is one name;
- in JSON Lines and Parquet: a list of names or ids, a single id, or text as above.

CSV and TSV have no types, so there ids are recognized by their looks, a column at a time: if every
member outside ``[...]`` lists is a whole number without leading zeros, and no list holds a name,
these members are ids. ``ids="never"`` keeps them names. Text in JSON Lines and Parquet is always a
name, and a list decides for itself. A column may mix names and ids; the metric names the row.
"""

from __future__ import annotations

import ast
import csv
import difflib
import io
import json
import math
import os
import re
import stat
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

FORMATS = ("csv", "tsv", "jsonl", "parquet")
_FORMAT_OF = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
}
_TITLES = {"csv": "CSV", "tsv": "TSV", "jsonl": "JSON Lines", "parquet": "Parquet"}
_DELIMITERS = {"csv": ",;\t", "tsv": "\t"}
_MAGIC = (
    (b"PK\x03\x04", "a ZIP archive (perhaps an Excel workbook)", "save it as 'CSV UTF-8'"),
    (b"PK\x05\x06", "an empty ZIP archive", "save the table as 'CSV UTF-8'"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Office document", "save it as 'CSV UTF-8'"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first"),
    (b"%PDF-", "a PDF document", "save the table as 'CSV UTF-8'"),
    (b"ARROW1\x00\x00", "an Arrow file", "save it as Parquet"),
)
_ID = re.compile(r"0|[1-9][0-9]{0,17}")
# Matched before evaluating: Python joins neighbouring strings, so numpy's ['a' 'b'] would be 'ab'.
_PYTHON_ITEM = r"""(?:'(?:[^'\\\r\n]|\\[\\'"nrtxuU])*'|"(?:[^"\\\r\n]|\\[\\'"nrtxuU])*"|-?[0-9]+)"""
_PYTHON_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s*,\s*{_PYTHON_ITEM})*(?:\s*,)?\s*\]")
_NUMPY_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s+(?:{_PYTHON_ITEM}|\.\.\.))*\s*\]")
_NUMPY_SCALAR = re.compile(r"\bnp\.\w+\(")
_PYTHON_PRINT = re.compile(r"""\{|(?:frozen)?set\(|(?:np\.)?array\(|\(\s*(?:['"]|\)$)""")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_UTF8_ADVICE = "save the file as UTF-8 (in Excel: 'CSV UTF-8')"
_LIST_ADVICE = 'write a JSON list, such as ["joy", "love"]'
_KINDS = {type(None): "null", bool: "true or false", float: "a decimal number", dict: "an object"}


class TableError(ValueError):
    """A file that can't be read as asked; the message is one line of plain text."""


class _CellError(Exception):
    """What is wrong with a cell; `read_columns` adds where it stands."""


class TableInfo(NamedTuple):
    """What a file is.

    Attributes
    ----------
    format : str
        "csv", "tsv", "jsonl" or "parquet".
    delimiter : str or None
        What separates the columns of a CSV or TSV file.
    columns : list of str
        Names of the columns; for JSON Lines the keys of the first object.
    encoding : str or None
        "utf-8", "utf-8-sig" or "utf-16"; None for Parquet.
    """

    format: str
    delimiter: str | None
    columns: list[str]
    encoding: str | None


@dataclass(frozen=True)
class LabelTable:
    """Two columns of label sets.

    Attributes
    ----------
    predictions, references : list of tuple of (str or int)
        One tuple of names or ids a row, in the order and number of the cell. Rows of equal content
        may share one tuple.
    info : TableInfo
        What the file is.
    lines : array of int
        The line of the file on which each row begins, counted from 1; for Parquet and a JSON
        array the row's own number.
    unit : str
        "line" or "row": what `lines` counts.
    """

    predictions: list[tuple[str | int, ...]]
    references: list[tuple[str | int, ...]]
    info: TableInfo
    lines: array = field(repr=False)
    unit: str

    def __len__(self) -> int:
        return len(self.predictions)

    def row_name(self, index: int) -> str:
        """How to name row `index` (counted from 0) to people, such as "line 17"."""
        return f"{self.unit} {self.lines[index]}"


def sniff(path: str | os.PathLike, *, format: str | None = None) -> TableInfo:
    """Tell what a file is, and which columns it has, without reading its rows.

    Parameters
    ----------
    path : str or path
        The file.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        By default the name's ending decides: .csv and .txt (delimiter found from the header), .tsv
        and .tab, .jsonl, .ndjson and .json, .parquet.

    Raises
    ------
    TableError
        If the file can't be read, or is not what its name or `format` says.
    """
    with _opened(path, format) as source:
        return _READERS[source.format](source, ("predictions", "references"))[0]


def read_columns(
    path: str | os.PathLike,
    *,
    predictions: str = "predictions",
    references: str = "references",
    separator: str | None = None,
    format: str | None = None,
    ids: str = "auto",
    limit: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> LabelTable:
    """Read the predicted and gold label sets of a file.

    Parameters
    ----------
    path : str or path
        A CSV, TSV, JSON Lines or Parquet file. Text is UTF-8, or UTF-16 with a byte-order mark.
        CSV columns may be separated by comma, semicolon or tab; quotes follow RFC 4180. Blank lines
        are no rows. A .json file may also be one array of objects.
    predictions, references : str
        Names of the two columns.
    separator : str, optional
        What separates the labels of a text cell. By default such a cell is one label.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        By default the name's ending decides, as in `sniff`.
    ids : {"auto", "never"}
        Whether a CSV or TSV column of nothing but whole numbers holds ids or names that look so.
        It is decided from the rows that are read.
    limit : int, optional
        Read only so many rows, from the top.
    progress : callable, optional
        Called now and then with the fraction read, in [0, 1], and with 1.0 at the end.

    Returns
    -------
    LabelTable

    Raises
    ------
    TableError
        If the file, a column, a row or a cell is not as described; it names the line.
    """
    return _read(
        path,
        predictions,
        references,
        separator=separator,
        format=format,
        ids=ids,
        limit=limit,
        progress=progress,
    )


def _read(
    path,
    predictions,
    references,
    *,
    kind=None,
    separator=None,
    format=None,
    ids="auto",
    limit=None,
    progress=None,
):
    if predictions == references:
        raise TableError(f"predictions and references both name the column {predictions!r}")
    if separator is not None and not separator:
        raise TableError("separator is an empty text; leave it out where a cell is one label")
    if ids not in ("auto", "never"):
        raise TableError(f"ids must be 'auto' or 'never', got {ids!r}")
    if limit is not None and limit < 1:
        raise TableError(f"limit must be at least 1 row, got {limit}")

    with _opened(path, format) as source:
        info, rows = _READERS[source.format](source, (predictions, references))
        where = [_find(source, info.columns, name) for name in (predictions, references)]
        columns = [(kind or _Column)(predictions, separator), _Column(references, separator)]
        append_prediction, append_reference = columns[0].append, columns[1].append
        lines = array("q")
        try:
            for line, prediction, reference in islice(rows(*where), limit):
                append_prediction(prediction)
                append_reference(reference)
                lines.append(line)
                if progress and not len(lines) % 16384:
                    progress(source.fraction(len(lines)))
        except _CellError as problem:
            raise source.error(str(problem), line) from None
        if not lines:
            raise source.error("has a header but no rows")
        guess = ids == "auto" and info.delimiter is not None
        table = LabelTable(*(c.label_sets(guess) for c in columns), info, lines, source.unit)
    if progress:
        progress(1.0)
    return table


def read_scores(
    path: str | os.PathLike,
    *,
    predictions: str = "predictions",
    references: str = "references",
    **reading: Any,
) -> LabelTable:
    """Read a file whose predictions are lists of scores, one number a label.

    Parameters are those of `read_columns`; ``predictions`` names a column of JSON lists of finite
    numbers (in Parquet and JSON Lines lists of numbers). The members of ``predictions`` in the
    table are floats.

    Raises
    ------
    TableError
        As `read_columns`, and for a cell that is no list of finite numbers.
    """
    return _read(path, predictions, references, kind=_ScoreColumn, **reading)


def neutralize(cell: str) -> str:
    """Make a text cell harmless to spreadsheets, which run text beginning with = + - or @.

    Such text, and text beginning with a tab or a line break, gets a leading apostrophe; all other
    text is returned as it is. For text only: format numbers without it.
    """
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else cell


class _Source:
    """An open file: its format, its errors, its lines and how far it has been read."""

    def __init__(self, text: io.TextIOWrapper, name: str, format: str, encoding: str | None):
        self.text, self.handle = text, text.buffer
        self.name, self.format, self.encoding = name, format, encoding
        self.size = os.fstat(self.handle.fileno()).st_size
        self.unit = "line"
        self.total: int | None = None

    def error(self, message: str, line: int | None = None) -> TableError:
        place = "" if line is None else f"{self.unit} {line}: "
        return TableError(f"{self.name}: {place}{message}")

    def fraction(self, rows: int) -> float:
        return rows / self.total if self.total else self.handle.tell() / self.size

    def lines(self) -> Iterator[str]:
        try:
            for number, line in enumerate(self.text, 1):
                if "\0" in line:
                    raise self.error(
                        f"holds a NUL byte, which text has not: {_UTF8_ADVICE}", number
                    )
                yield line
        except UnicodeDecodeError:
            raise self._undecodable() from None

    def _undecodable(self) -> TableError:
        if self.encoding == "utf-16":
            return self.error(f"begins as UTF-16 text but isn't throughout: {_UTF8_ADVICE}")
        self.handle.seek(0)
        data = self.handle.read()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as problem:
            at = problem.start
        before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        return self.error(f"byte {column} (0x{data[at]:02X}) is not UTF-8: {_UTF8_ADVICE}", line)


@contextmanager
def _opened(path, format: str | None) -> Iterator[_Source]:
    path = Path(path)
    name = repr(path.name or str(path))[1:-1]
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise TableError(f"{name}: is a folder or a device, not a file")
        with open(path, "rb") as handle:
            format, encoding = _recognize(handle, name, path.suffix, format)
            with io.TextIOWrapper(handle, encoding, newline="") as text:
                yield _Source(text, name, format, encoding)
    except FileNotFoundError:
        raise TableError(f"{name}: no such file") from None
    except OSError as problem:
        raise TableError(f"{name}: can't be read: {problem.strerror or problem}") from None


def _recognize(handle, name: str, suffix: str, format: str | None) -> tuple[str, str | None]:
    """Format and encoding, from the name, the wish and the first bytes."""
    known = ", ".join(_TITLES.values())
    if format is None:
        format = _FORMAT_OF.get(suffix.lower())
    elif format not in FORMATS:
        raise TableError(f"format must be one of {', '.join(FORMATS)}, got {format!r}")
    title = _TITLES.get(format, f"one of {known}")

    head = handle.read(8)
    if not head:
        raise TableError(f"{name}: is empty")
    for magic, what, advice in _MAGIC:
        if head.startswith(magic):
            raise TableError(f"{name}: is {what}, not {title}: {advice}")
    handle.seek(max(0, os.fstat(handle.fileno()).st_size - 4))
    is_parquet = head.startswith(b"PAR1") and handle.read() == b"PAR1"
    handle.seek(0)
    if format is None:
        raise TableError(
            f"{name}: its ending {suffix!r} names no known format: name it .csv, .tsv, .jsonl or "
            f".parquet, or tell its format ({known})"
        )
    if is_parquet and format != "parquet":
        raise TableError(f"{name}: is a Parquet file, not {title}: name it .parquet")
    if format == "parquet":
        if not is_parquet:
            raise TableError(f"{name}: is not a Parquet file, or only a part of one")
        return format, None
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return format, "utf-16"
    return format, "utf-8-sig" if head.startswith(b"\xef\xbb\xbf") else "utf-8"


def _find(source: _Source, columns: list[str], name: str) -> int:
    if columns.count(name) == 1:
        return columns.index(name)
    if name in columns:
        raise source.error(f"has {columns.count(name)} columns named {name!r}: rename all but one")
    shown = ", ".join(_short(column, 40) for column in columns[:12]) or "none"
    more = f" and {len(columns) - 12} more" if len(columns) > 12 else ""
    spelled = {column.lower(): column for column in reversed(columns)}
    near = difflib.get_close_matches(name.lower(), spelled, n=1)
    hint = f"did you mean {_short(spelled[near[0]], 40)}? " if near else ""
    raise source.error(
        f"has no column {name!r}; columns found: {shown}{more}; {hint}name the columns of "
        "predictions and references, and give the file a header if it has none"
    )


def _read_csv(source: _Source, wanted):
    lines = source.lines()
    delimiters = _DELIMITERS[source.format]
    skipped = 0
    taken: list[str] = []
    for line in lines:
        if declared := re.fullmatch(r'"?sep=([^"\r\n])"?\s*', line, re.I):
            delimiters = declared[1]
        elif line.strip():
            taken.append(line)
            break
        skipped += 1
    if not taken:
        raise source.error("has only blank lines")

    def from_header():
        yield from taken
        for line in lines:
            taken.append(line)
            yield line

    headers = {}
    for delimiter in delimiters:
        reader = csv.reader(from_header(), delimiter=delimiter, strict=True)
        try:
            fields = [name.strip() for name in next(reader)]
        except csv.Error as problem:
            failure = problem
        else:
            headers[delimiter] = fields, skipped + reader.line_num
    if not headers:
        raise source.error(f"{failure}: check the quotes", skipped + 1)
    delimiter = max(headers, key=lambda d: (set(wanted) <= set(headers[d][0]), len(headers[d][0])))
    columns, consumed = headers[delimiter]

    def rows(prediction: int, reference: int):
        body = chain(taken[consumed - skipped :], lines)
        reader = csv.reader(body, delimiter=delimiter, strict=True)
        start = consumed + 1
        try:
            for row in reader:
                if len(row) == len(columns):
                    yield start, row[prediction], row[reference]
                elif len(row) > 1 or (row and row[0].strip()):
                    raise source.error(
                        f"the number of cells is {len(row)}, but the header has {len(columns)}: "
                        f"put a cell with a {delimiter!r}, a quote or a line break in quotes",
                        start,
                    )
                start = consumed + 1 + reader.line_num
        except csv.Error as problem:
            raise source.error(f"{problem}: check that each quote is closed", start) from None

    return TableInfo(source.format, delimiter, columns, source.encoding), rows


def _read_jsonl(source: _Source, wanted):
    def once(pairs):
        record = dict(pairs)
        if len(record) < len(pairs):
            for name in wanted:
                if sum(key == name for key, _ in pairs) > 1:
                    raise ValueError(f"the key {name!r} stands there twice")
        return record

    decode = json.JSONDecoder(object_pairs_hook=once).decode

    def parse(text: str, line: int, what: str):
        try:
            return decode(text)
        except (ValueError, RecursionError) as problem:
            line += getattr(problem, "lineno", 1) - 1
            reason = getattr(problem, "msg", problem)
            raise source.error(f"is not {what} ({reason})", line) from None

    lines = enumerate(source.lines(), 1)
    number, line = next(((n, line) for n, line in lines if not line.isspace()), (0, ""))
    if not number:
        raise source.error("has only blank lines")
    records: Iterator[tuple[int, Any]]
    if line.lstrip().startswith("["):
        text = "".join(chain([line], (more for _, more in lines)))
        values = parse(text, number, "a JSON array of objects, nor one object a line")
        source.unit, source.total = "row", len(values)
        records = enumerate(values, 1)
    else:
        records = (
            (n, parse(line.rstrip(), n, "one whole JSON object"))
            for n, line in chain([(number, line)], lines)
            if not line.isspace()
        )

    def checked() -> Iterator[tuple[int, dict]]:
        for line, record in records:
            if type(record) is not dict:
                raise source.error(f"{_short(record)} is not a JSON object", line)
            yield line, record

    objects = checked()
    start = next(objects, None)
    if start is None:
        raise source.error("is an empty array")
    columns = list(start[1])

    def rows(prediction: int, reference: int):
        names = columns[prediction], columns[reference]
        for line, record in chain([start], objects):
            for name in names:
                if name not in record:
                    raise source.error(f"has no key {name!r}", line)
            yield line, record[names[0]], record[names[1]]

    return TableInfo(source.format, None, columns, source.encoding), rows


def _read_parquet(source: _Source, wanted):
    source.unit = "row"
    try:
        file = pq.ParquetFile(source.handle)
    except (pa.ArrowException, OSError) as problem:
        raise source.error(f"is not a readable Parquet file ({_short(str(problem))})") from None
    columns = file.schema_arrow.names

    def rows(prediction: int, reference: int):
        names = [columns[prediction], columns[reference]]
        source.total = file.metadata.num_rows
        row = 1
        try:
            for batch in file.iter_batches(65536, columns=names):
                cells = (batch.column(name).to_pylist() for name in names)
                yield from zip(range(row, row + len(batch)), *cells, strict=True)
                row += len(batch)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as problem:
            raise source.error(f"is damaged ({_short(str(problem))})", row) from None

    return TableInfo(source.format, None, columns, None), rows


_READERS = {"csv": _read_csv, "tsv": _read_csv, "jsonl": _read_jsonl, "parquet": _read_parquet}


class _Column:
    """Cells as they come, each distinct one parsed once."""

    def __init__(self, name: str, separator: str | None):
        self.name = name
        # Cells are trimmed before they are split, and so must be what splits them.
        self.separator = separator and (separator.strip() or separator)
        self._codes = array("i")
        self._code_of: dict[Any, int] = {}
        self._sets: list[tuple] = []

    def append(self, cell) -> None:
        key = cell
        try:
            if type(cell) is not str:
                # Kinds first: as keys, (1,) and (True,) are one.
                key = _check_kinds(cell if type(cell) is list else [cell])
            code = self._code_of.get(key)
            if code is None:
                members = self._parse(key) if type(key) is str else key
                self._sets.append(_check_members(members))
                code = self._code_of[key] = len(self._code_of)
        except ValueError as problem:
            raise _CellError(f"column {self.name!r}: {_short(cell)} {problem}") from None
        self._codes.append(code)

    def label_sets(self, guess_ids: bool) -> list[tuple]:
        sets = self._ids_by_looks() if guess_ids else self._sets
        return [sets[code] for code in self._codes]

    def _ids_by_looks(self) -> list[tuple]:
        for cell, code in self._code_of.items():
            in_list = cell.lstrip().startswith("[")
            for member in self._sets[code]:
                if type(member) is str and (in_list or not _ID.fullmatch(member)):
                    return self._sets
        return [tuple(map(int, members)) for members in self._sets]

    def _parse(self, cell: str) -> tuple:
        text = cell.strip()
        if not text:
            return ()
        if text.startswith("["):
            return _parse_list(text)
        if _PYTHON_PRINT.match(text):
            raise ValueError(f"looks like a printed set, tuple or array: {_LIST_ADVICE}")
        if self.separator is None:
            return (text,)
        members = tuple(member.strip() for member in text.split(self.separator))
        if not all(members):
            raise ValueError(f"has an empty name before or after a {self.separator!r}")
        return members


class _ScoreColumn(_Column):
    """Cells that are lists of numbers."""

    def append(self, cell) -> None:
        try:
            scores = json.loads(cell) if type(cell) is str else cell
        except ValueError:
            scores = None
        kinds = set(map(type, scores)) if type(scores) is list else {None}
        if not kinds <= {int, float} or not all(map(math.isfinite, scores)):
            raise _CellError(
                f"column {self.name!r}: {_short(cell)} is not a list of finite numbers, such as "
                "[0.1, 0.7]"
            )
        self._sets.append(tuple(map(float, scores)))

    def label_sets(self, guess_ids: bool) -> list[tuple]:
        return self._sets


def _parse_list(text: str) -> tuple:
    try:
        members = json.loads(text)
    except json.JSONDecodeError:
        pass
    except RecursionError:
        raise ValueError(f"is nested too deeply: {_LIST_ADVICE}") from None
    except ValueError:
        # Python refuses to convert thousands of digits.
        raise ValueError("holds an id of more than 64 bits") from None
    else:
        return _check_kinds(members)
    if _PYTHON_LIST.fullmatch(text):
        try:
            return tuple(ast.literal_eval(text))
        except (ValueError, SyntaxError):
            pass
    elif _NUMPY_LIST.fullmatch(text) or _NUMPY_SCALAR.search(text):
        raise ValueError(f"looks like a printed numpy array (.tolist() helps): {_LIST_ADVICE}")
    raise ValueError(f"is not a list of names or ids: {_LIST_ADVICE}")


def _check_kinds(members: list) -> tuple:
    for kind in set(map(type, members)):
        if kind is not str and kind is not int:
            what = _KINDS.get(kind, f"a value of type {kind.__name__}")
            raise ValueError(f"holds {what}, where names or ids must stand; [] is the empty set")
    return tuple(members)


def _check_members(members: tuple) -> tuple:
    for member in members:
        if type(member) is int:
            if not -(2**63) <= member < 2**63:
                raise ValueError("holds an id of more than 64 bits")
        elif not member.strip():
            raise ValueError("holds an empty name; [] is the empty set")
        elif _HALF_CHARACTER.search(member):
            raise ValueError("holds half of a character (a lone surrogate)")
    return members


def _short(value, width: int = 80) -> str:
    text = repr(value[:width] if isinstance(value, str) else value)
    return text[: width - 3] + "..." if len(text) > width else text
