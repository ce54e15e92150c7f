"""Formats of table files and their rows of cells; what a cell means is for :mod:`cells`."""

import csv
import gzip
import io
import json
import os
import re
import stat
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from ..json_text import RepeatedKeyError
from ..messages import cut_list, nearest_name, short
from .column_guessing import guess_columns, lines_above
from .exports import EXPORT_COLUMNS, check_export, rows_of_export
from .workbooks import MAX_UNPACKED, UnreadableCell, WorkbookError, workbook_rows

# Lines that are looked at for a header below a title.
_LOOKED_AT = 6
_MAGIC = (
    (b"PK\x03\x04", "a ZIP archive (perhaps an Excel workbook)", "name an Excel workbook .xlsx"),
    (b"PK\x05\x06", "an empty ZIP archive", "save the table as 'CSV UTF-8'"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Office document", "save it as 'CSV UTF-8'"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first"),
    (b"%PDF-", "a PDF document", "save the table as 'CSV UTF-8'"),
    (b"ARROW1\x00\x00", "an Arrow file", "save it as Parquet"),
)
_NAME_COLUMNS = (
    "name the columns of predictions and references, and give the file a header if it has none"
)
# A row without any value is no example where further columns could say which it is.
_BLANK = (
    "is blank: delete it, or, if it is an example without labels, write [] in the columns of labels"
)
# Objects of JSON, in an array or one a line.
_JSON_START = re.compile(rb"(\xef\xbb\xbf)?\s*(\[\s*)?\{\s*\"[^\"]*\"\s*:")
# Quotes are plain characters.
_PLAIN_QUOTES = {"quoting": csv.QUOTE_NONE, "quotechar": None}
_UTF8_ADVICE = "save the file as UTF-8 (in Excel: 'CSV UTF-8')"


class TableError(ValueError):
    """A file that can't be read as asked: one line of plain text, behind the ``file``'s name."""

    def __init__(self, message: str, file: str | None = None):
        super().__init__(message if file is None else f"{file}: {message}")
        self.message, self.file = message, file


class NoRowsError(TableError):
    """A table without rows: an error of one file, and nothing to count among many."""


class QuotesError(TableError):
    """Quotes that may be plain characters, which make ``plain_rows`` rows, or a table at all."""

    path: Any = None

    def __init__(self, message: str, file: str, plain_rows: int, only_plain: bool):
        super().__init__(message, file)
        self.plain_rows, self.only_plain = plain_rows, only_plain


# Values of options that are one of a few.
READING_CHOICES = {
    "header": (None, True, False, 2),
    "quotes": (None, "csv", "none"),
    "merged": (None, "spread"),
    "missing": ("raise", "empty", "drop"),
    "blank": (None, "no_label", "not_asked"),
    "ids": ("auto", "always", "never"),
}


def check_choices(options):
    """Refuse options, a NamedTuple, one of which has a value that it can't have."""
    for name, values in READING_CHOICES.items():
        value = getattr(options, name, values[0])
        if value not in values:
            *first, last = (repr(one) for one in values if one is not None)
            expected = f"{', '.join(first)} or {last}" if first else last
            raise TableError(f"{name} must be {expected}, got {value!r}")


class FileOptions(NamedTuple):
    """Options of reading a file; None where its name and its content say it.

    ``header``: False for a file without one, 2 for one of two lines, of which the first names the
    columns; ``quotes``: "csv" if they enclose cells, "none" if they are plain characters;
    ``merged``: "spread" gives the value of merged cells to each; ``key``: a cell that is a JSON
    object is what it has under this key, or the first of several. ``source`` is the export that the
    file is, or of two files "SIDE=NAME" or a mapping, with ``source_options`` as pairs.
    """

    format: str | None = None
    header: bool | int | None = None
    quotes: str | None = None
    merged: str | None = None
    key: str | Sequence[str] | None = None
    source: str | Mapping[str, str] | None = None
    source_options: tuple = ()

    def of_side(self, side: str | None, column: Any = None) -> "FileOptions":
        """Options of the file of one side, None: of both; ``column``: the question of an export."""
        source = self.source
        if isinstance(source, str) and "=" in source:
            sides = (one.partition("=")[::2] for one in source.split(","))
            source = {"references" if one == "gold" else one: name for one, name in sides}
        if isinstance(source, Mapping):
            if side is None:
                raise TableError("source: one file is one export; name it without a side")
            wrong = [name for name in source if name not in ("predictions", "references")]
            if wrong:
                raise TableError(f"source: sides are predictions and references, got {wrong[0]!r}")
            source = source.get(side)
        more = self.source_options
        if source is not None and isinstance(column, str) and column not in EXPORT_COLUMNS:
            more = (*more, ("column", column))
        return self._replace(source=source, source_options=more)


class TableInfo(NamedTuple):
    """Format of a file; ``class_names``: what ids stand for, in Parquet of ``datasets``."""

    format: str
    delimiter: str | None
    columns: list[str]
    encoding: str | None
    class_names: dict[str, tuple] | None = None


class Source:
    """An open file: its format, its errors, its lines and how far it has been read."""

    def __init__(self, text: io.TextIOWrapper, name: str, how: FileOptions, encoding: str | None):
        self.text, self.handle = text, text.buffer
        self.name, self.how, self.encoding = name, how, encoding
        self.format = how.format
        self.size = os.fstat(self.handle.fileno()).st_size
        self.unit = "line"
        self.total: int | None = None
        # What the reader passed over, as (what, why) -> places; what was chosen in reading.
        self.passed: dict[tuple[str, str], list[int]] = {}
        self.told: dict[str, str] = {}
        # Columns of JSON that only some records have.
        self.may_lack: set[str] = set()

    def read(self, wanted=()):
        """The file's `TableInfo`, and a function that gives lines and cells of some columns."""
        read = FORMATS[self.format].read
        if self.how.source is None:
            return read(self, wanted)
        if self.format == "jsonl":
            return _read_export(self, _json_records(self, _Once(wanted)))
        info, rows = read(self, ())
        each = rows(*range(len(info.columns)))
        records = ((line, dict(zip(info.columns, row, strict=True))) for line, row in each)
        return _read_export(self, records)

    def passes(self, what: str, why: str, line: int) -> None:
        self.passed.setdefault((what, why), []).append(line)

    def error(self, message: str, line: int | None = None) -> TableError:
        place = "" if line is None else f"{self.unit} {line}: "
        return TableError(f"{place}{message}", self.name)

    def fraction(self, rows: int) -> float:
        return rows / self.total if self.total else self.handle.tell() / self.size

    def lines(self) -> Iterator[str]:
        try:
            for number, line in enumerate(self.text, 1):
                if "\0" in line:
                    raise self.error(f"holds a NUL byte, no text: {_UTF8_ADVICE}", number)
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
def opened(path, how: FileOptions | None = None) -> Iterator[Source]:
    how, path = how or FileOptions(), Path(path)
    name = repr(path.name or str(path))[1:-1]
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise TableError("is a folder or a device, not a file", name)
        with open(path, "rb") as packed, unpacked(packed, name) as handle:
            suffix = Path(path.stem).suffix if path.suffix.lower() == ".gz" else path.suffix
            format, encoding = _recognize(handle, name, suffix, how.format)
            with io.TextIOWrapper(handle, encoding, newline="") as text:
                source = Source(text, name, how._replace(format=format), encoding)
                if format != _FORMAT_OF.get(suffix.lower()):
                    source.told["format"] = format
                yield source
    except FileNotFoundError:
        raise TableError("no such file", name) from None
    except OSError as problem:
        raise TableError(f"can't be read: {problem.strerror or problem}", name) from None


@contextmanager
def unpacked(handle, name: str):
    """The file itself, or what a gzip archive holds, in a file that no one else sees."""
    is_packed = handle.read(2) == b"\x1f\x8b"
    handle.seek(0)
    if not is_packed:
        yield handle
        return
    with tempfile.TemporaryFile() as whole:
        try:
            with gzip.GzipFile(fileobj=handle) as archive:
                while block := archive.read(1 << 20):
                    if whole.tell() > MAX_UNPACKED:
                        raise TableError(f"unpacks to more than {MAX_UNPACKED / 1e9:g} GB", name)
                    whole.write(block)
        except (EOFError, zlib.error, gzip.BadGzipFile) as problem:
            raise TableError(f"is a damaged gzip archive ({problem})", name) from None
        whole.seek(0)
        yield whole


def _recognize(handle, name: str, suffix: str, format: str | None) -> tuple[str, str | None]:
    """Format and encoding, from the name, the wish and the first bytes."""
    known, asked = ", ".join(one.title for one in FORMATS.values()), format is not None
    if asked and format not in FORMATS:
        raise TableError(f"format must be one of {', '.join(FORMATS)}, got {format!r}")
    format = format or _FORMAT_OF.get(suffix.lower())
    title = FORMATS[format].title if format else f"one of {known}"

    head = handle.read(8)
    if not head:
        raise (NoRowsError if format == "jsonl" else TableError)(f"{name}: is empty")
    for magic, what, advice in _MAGIC:
        if head.startswith(magic) and not (format == "xlsx" and magic.startswith(b"PK")):
            raise TableError(f"is {what}, not {title}: {advice}", name)
    if format is None:
        endings = ".csv, .tsv, .jsonl, .xlsx or .parquet, or tell its format"
        what = f"its ending {suffix!r} names no known format: name it {endings} ({known})"
        raise TableError(what, name)
    handle.seek(max(0, os.fstat(handle.fileno()).st_size - 4))
    is_parquet = head.startswith(b"PAR1") and handle.read() == b"PAR1"
    handle.seek(0)
    if is_parquet and format != "parquet":
        raise TableError(f"is a Parquet file, not {title}: name it .parquet", name)
    if format == "parquet" and not is_parquet:
        raise TableError("is not a Parquet file, or only a part of one", name)
    if format == "xlsx" and not head.startswith(b"PK"):
        raise TableError("is not an .xlsx workbook", name)
    if FORMATS[format].is_binary:
        return format, None
    if not asked and suffix.lower() in (".txt", ".csv") and _JSON_START.match(handle.read(400)):
        format = "jsonl"
    handle.seek(0)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return format, "utf-16"
    return format, "utf-8-sig" if head.startswith(b"\xef\xbb\xbf") else "utf-8"


def columns_found(columns: list[str]) -> str:
    """The names of a file's columns, cut short, as errors list them."""
    return cut_list([short(column, 40) for column in columns], 12) or "none"


def find(source: Source, columns: list[str], name: str) -> int:
    if columns.count(name) == 1:
        return columns.index(name)
    if name in columns:
        raise source.error(f"has {columns.count(name)} columns named {name!r}: rename all but one")
    near = nearest_name(name, columns)
    hint = "" if near is None else f"did you mean {short(near, 40)}? "
    raise source.error(
        f"has no column {name!r}; columns found: {columns_found(columns)}; {hint}{_NAME_COLUMNS}"
    )


def _read_csv(source: Source, wanted):
    lines = source.lines()
    delimiters = FORMATS[source.format].delimiters
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
    if delimiters == "\t" and not declared and "\t" not in taken[0]:
        # Tables of commas are named .tsv too.
        delimiters = "\t,;|"
    if source.how.header is not False:
        taken += islice(lines, _LOOKED_AT)
        first = ([_cells_of_line(line, d) for d in delimiters] for line in taken)
        # A cell of the header may span lines.
        is_whole = not taken[0].count('"') % 2
        above = lines_above([max(cells, key=len) for cells in first]) if is_whole else 0
        for number in range(skipped + 1, skipped + above + 1):
            source.passes("line", "above the header", number)
        taken, skipped = taken[above:], skipped + above
    plain = _PLAIN_QUOTES if source.how.quotes == "none" else {}

    def from_header():
        yield from list(taken)
        for line in lines:
            taken.append(line)
            yield line

    unquoted, headers, failures = re.sub(r'"(?:[^"]|"")*"', "", taken[0]), {}, {}
    for delimiter in delimiters:
        reader = csv.reader(from_header(), delimiter=delimiter, strict=True, **plain)
        try:
            fields = [name.strip() for name in next(reader)]
        except csv.Error as problem:
            failures[unquoted.count(delimiter) + 1] = problem
        else:
            headers[delimiter] = fields, skipped + reader.line_num
    delimiter = max(
        headers, key=lambda d: (set(wanted) <= set(headers[d][0]), len(headers[d][0])), default=","
    )
    columns, consumed = headers.get(delimiter, ((), 0))
    # What csv refuses may be the separator all the same, such as of "a" ,"b".
    if (widest := max(failures, default=0)) >= len(columns) and not set(wanted) <= {*columns}:
        raise source.error(_csv_fault(failures[widest]), skipped + 1)
    quoted_header = any('"' in line for line in taken[: consumed - skipped])
    if source.how.header is False:
        columns, consumed = _numbered(columns), skipped
    elif source.how.header == 2:
        consumed += 1
        source.passes("line", "second line of the header", consumed)
    body = chain(taken[consumed - skipped :], lines)
    reader = csv.reader(body, delimiter=delimiter, strict=True, **plain)
    checked = source.how.quotes is None and not quoted_header
    rows = _csv_rows(source, reader, len(columns), consumed, checked)
    return _table_of_cells(source, columns, rows, delimiter)


def _csv_fault(problem: csv.Error) -> str:
    advice = "a cell of over 131,072 characters needs JSON Lines or Parquet"
    return f"{problem}: check that each quote is closed ({advice})"


def _cells_of_line(line: str, delimiter: str) -> list[str]:
    """The cells of a line, or the line if csv refuses it (a cell of over 131,072 characters)."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return [line]


def _csv_rows(source: Source, reader, width: int, consumed: int, checked: bool):
    """Rows with the lines that they begin in; ``checked``: quotes may be plain characters."""
    start, ends = consumed + 1, 0
    try:
        for row in reader:
            if checked and reader.line_num > ends + 1:
                _check_plain_quotes(source, reader, width, consumed, start)
                checked = False
            ends = reader.line_num
            yield start, row
            start = consumed + 1 + ends
    except csv.Error as problem:
        if checked:
            _check_plain_quotes(source, reader, width, consumed, start, only_plain=True)
        raise source.error(_csv_fault(problem), start) from None


def _table_of_cells(source: Source, columns: list[str], body, delimiter: str | None = None):
    """Table of rows of texts, which must be as wide as the header, as `Source.read` gives it."""
    width = len(columns)
    advice = f": put a cell with a {delimiter!r}, a quote or a line break in quotes"

    def rows(*columns_wanted: int):
        take = itemgetter(*columns_wanted) if len(columns_wanted) > 1 else None
        take = take or (lambda row: tuple(map(row.__getitem__, columns_wanted)))
        has_more, blank = width > len(columns_wanted), []
        for at, (line, row) in enumerate(body):
            if len(row) > width and _are_blank(row[width:]):
                source.passes("row", "empty cells at their ends", line)
                del row[width:]
            if blank and row and (width == 1 or not _are_blank(row)):
                # Of a single column it would be the example in between; at the end it is none.
                raise source.error(_BLANK, blank[0])
            if len(row) == width:
                cells = take(row)
                if has_more and not any(cells) and _are_blank(row):
                    blank.append(line)
                else:
                    yield line, cells
            elif not row and width == 1:
                blank.append(line)
            elif not _are_blank(row) or len(row) > 1:
                what = f"the number of cells is {len(row)}, but the header has {width}"
                title = f", and delete line {line - 1} if it is a title"
                wide = advice + title * (at == 0 and len(row) > width)
                raise source.error(what + wide * (delimiter is not None), line)
        for line in blank if width > 1 else ():
            source.passes("row", "blank, at the end", line)

    return TableInfo(source.format, delimiter, columns, source.encoding), rows


def _are_blank(cells) -> bool:
    return not any(cell.strip() or type(cell) is UnreadableCell for cell in cells)


def _check_plain_quotes(source: Source, reader, width, consumed, start, only_plain=False):
    """Refuse quotes if every line has the header's number of cells with plain quotes."""
    place = source.handle.tell()
    source.handle.seek(0)
    text = source.handle.read().decode(source.encoding, "replace")
    source.handle.seek(place)
    delimiter, n_rows = reader.dialect.delimiter, 0
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, **_PLAIN_QUOTES)
    try:
        for row in islice(lines, consumed, None):
            # Doubled quotes are written by what encloses cells in quotes.
            if row and (len(row) != width or any('""' in cell and cell != '""' for cell in row)):
                return
            n_rows += bool(row)
    except csv.Error:
        return
    end = consumed + reader.line_num
    which = f"lines {start} {'and' if end == start + 1 else 'to'} {end}"
    raise QuotesError(
        f"{which} are one row if quotes enclose cells, and {end - start + 1} rows if they are "
        'plain characters. Choose: quotes="csv" or quotes="none"',
        source.name,
        n_rows,
        only_plain,
    )


def _numbered(cells) -> list[str]:
    """Names of the columns of a file without a header."""
    return [str(number) for number in range(1, len(cells) + 1)]


def _read_xlsx(source: Source, wanted):
    source.unit, header = "row", source.how.header

    def checked():
        try:
            yield from workbook_rows(source.handle, source.how.merged == "spread")
        except WorkbookError as problem:
            raise source.error(str(problem), problem.row) from None

    lines = checked()
    first = list(islice(lines, _LOOKED_AT + 1))
    if not first:
        raise source.error("has an empty first sheet")
    above = 0 if header is False else lines_above([cells for _, cells in first])
    for number, _ in first[:above]:
        source.passes("row", "above the header", number)
    for number, _ in first[above + 1 : above + 2] if header == 2 else ():
        source.passes("row", "second line of the header", number)
    columns = [name.strip() for name in first[above][1]]
    body = chain(first[above:] if header is False else first[above + (header or 1) :], lines)
    width = len(columns)

    def filled():
        """The rows as wide as the header, with the blank ones that the sheet leaves out."""
        expected = None
        for line, cells in body:
            yield from ((blank, [""] * width) for blank in range(expected or line, line))
            yield line, cells + [""] * (width - len(cells))
            expected = line + 1

    names = _numbered(columns) if header is False else columns
    return _table_of_cells(source, names, filled())


class _Once:
    """Makes dicts of JSON objects; none wanted comes twice, ``repeated`` is one that does."""

    def __init__(self, wanted):
        self.wanted = wanted
        self.repeated: str | None = None

    def __call__(self, pairs):
        record = dict(pairs)
        self.repeated = None
        if len(record) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            self.repeated = counts.most_common(1)[0][0]
            for name in self.wanted:
                if counts[name] > 1:
                    raise RepeatedKeyError(name)
        return record


def _read_jsonl(source: Source, wanted):
    records = _json_records(source, _Once(wanted))

    def checked() -> Iterator[tuple[int, dict]]:
        for line, record in records:
            if type(record) is not dict:
                raise source.error(f"{short(record)} is not a JSON object", line)
            yield line, record

    objects = checked()
    start = next(objects, None)
    if start is None:
        raise NoRowsError("is an empty array", source.name)
    # A flat column of that very name goes before a path such as items[0].label.
    paths = {}
    for name in wanted:
        path = [int(x) if x.isdigit() else x for x in re.findall(r"[^.\[\]]+", name)]
        if name not in start[1] and path and path[0] in start[1]:
            paths[name] = path
    columns = [*start[1], *paths]

    def cell_of(name, line, record):
        try:
            for key in paths.get(name, (name,)):
                record = record[key]
        except (KeyError, IndexError, TypeError):
            if name in wanted and name not in source.may_lack:
                raise source.error(f"has no key {name!r}", line) from None
            return None
        return record

    def rows(*columns_wanted: int):
        names = [columns[position] for position in columns_wanted]
        for line, record in chain([start], objects):
            yield line, [cell_of(name, line, record) for name in names]

    return TableInfo(source.format, None, columns, source.encoding), rows


def _read_export(source: Source, records):
    """Rows of an export, whose records become the columns id, labels, predictions and others."""
    name, options = source.how.source, dict(source.how.source_options)
    try:
        export = check_export(name)
    except ValueError as problem:
        raise TableError(str(problem)) from None
    columns, found, left_out = rows_of_export(export, records, options, source.error)
    for why, places in left_out.items():
        for place in places:
            source.passes("row", why, place)
    source.told["source"] = name
    if not found:
        raise NoRowsError("has no example", source.name)
    question = options.get("column") or "labels"
    names = [question if name == "labels" else name for name in columns]

    def rows(*columns_wanted: int):
        keys = [columns[position] for position in columns_wanted]
        for place, row in found:
            yield place, [row[key] for key in keys]

    return TableInfo("jsonl", None, names, source.encoding), rows


def _json_records(source: Source, once: _Once) -> Iterator[tuple[int, Any]]:
    """The values of a file of JSON with their places: of an array, of lines, or of an object."""
    decode = json.JSONDecoder(object_pairs_hook=once).decode

    def parse(text: str, line: int, what: str):
        try:
            return decode(text)
        except (ValueError, RecursionError) as problem:
            line += getattr(problem, "lineno", 1) - 1
            reason = getattr(problem, "msg", problem)
            raise source.error(f"is not {what} ({reason})", line) from None

    def object_in(text: str):
        with suppress(ValueError, RecursionError):
            return decode(text)

    filled = ((n, line) for n, line in enumerate(source.lines(), 1) if not line.isspace())
    first = list(islice(filled, 2))
    if not first:
        raise NoRowsError("has only blank lines", source.name)
    line = first[0][1]
    if line.lstrip().startswith("["):
        # The blank lines count, too, in the place of an error.
        source.text.seek(0)
        text = "".join(source.lines())
        values = parse(text, 1, "a JSON array of objects, nor one object a line")
        source.unit, source.total = "row", len(values)
        return enumerate(values, 1)
    one_line, content = True, object_in(line.rstrip())
    if content is None:
        # An object may span several lines; else what is wrong is named with its line.
        one_line, first = False, [*first, *filled]
        content = object_in("".join(line for _, line in first))
    by_id = None
    if type(content) is dict and not (one_line and len(first) > 1):
        by_id = _object_by_id(content, one_line, source)
    if by_id is None:
        numbered = chain(first, filled)
        return ((n, parse(text.rstrip(), n, "one whole JSON object")) for n, text in numbered)
    if once.repeated is not None:
        raise source.error(f"the id {short(once.repeated)} stands there twice")
    source.unit, source.total = "entry", len(by_id)
    return enumerate(by_id, 1)


def _object_by_id(content: dict, one_line: bool, source: Source) -> list | None:
    """The records of one JSON object of objects, or of labels, by id; None for JSON Lines."""
    rows = _rows_of_columns(content)
    is_example = rows is None and any(guess_columns(list(content)).candidates)
    if not one_line or is_example:
        _refuse_columns(content, source)
    if one_line and (is_example or {*map(type, content.values())} not in ({dict}, {list})):
        return None
    if rows is not None:
        source.told["format"] = "columns of pandas' to_json()"
        return rows
    return [
        {"id": key, **{name: cell for name, cell in value.items() if name != "id"}}
        if type(value) is dict
        else {"id": key, "labels": value}
        for key, value in content.items()
    ]


def _rows_of_columns(content: dict) -> list | None:
    """The rows of an object of columns, each an object of cells by the row; None for others."""
    if set(content) == {"columns", "index", "data"}:
        names, data = content["columns"], content["data"]
        are_names = type(names) is list and all(type(name) is str for name in names)
        is_table = are_names and type(data) is list and all(type(row) is list for row in data)
        if is_table and {*map(len, data)} <= {len(set(names))}:
            return [dict(zip(names, row, strict=False)) for row in data]
    inner = list(content.values())
    if not inner or any(
        type(value) is not dict or list(value) != list(inner[0]) for value in inner
    ):
        return None
    if not any(guess_columns(list(content)).candidates) or any(guess_columns(list(inner[0]))[:2]):
        return None
    return [
        {**({} if "" in content else {"": row}), **{name: content[name][row] for name in content}}
        for row in inner[0]
    ]


def _refuse_columns(content: dict, source: Source):
    """Refuse a .json of one object that may be one example or a table given column by column."""
    names = [name for side in guess_columns(list(content)).candidates for name in side]
    lists = [content[name] for name in names if type(content[name]) is list]
    ending = Path(source.name.lower().removesuffix(".gz")).suffix
    if ending == ".json" and lists and len({*map(len, lists)}) == 1 and len(lists[0]) > 1:
        raise source.error(
            f"holds one object with lists of {len(lists[0])} under {columns_found(names)}: one "
            "example, or columns of a table? Write an object per example (pandas: "
            'to_json(orient="records")), or name the file .jsonl if it is one example'
        )


def _read_parquet(source: Source, wanted):
    # Imported late: the command line's help needs nothing but Python.
    import pyarrow as pa
    import pyarrow.parquet as pq

    source.unit = "row"
    try:
        file = pq.ParquetFile(source.handle)
    except (pa.ArrowException, OSError) as problem:
        raise source.error(f"is not a readable Parquet file ({short(str(problem))})") from None
    columns = file.schema_arrow.names
    class_names = class_names_of(file.schema_arrow)

    def rows(*columns_wanted: int):
        names = [columns[position] for position in columns_wanted]
        source.total, row = file.metadata.num_rows, 1
        # Of long lists few rows at once, since Python's lists of a batch can't be interrupted.
        groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
        each = range(file.metadata.num_columns)
        values = max((sum(one.column(i).num_values for one in groups) for i in each), default=0)
        n_rows = max(1, min(65_536, 200_000 * source.total // max(values, 1)))
        try:
            for batch in file.iter_batches(n_rows, columns=names):
                cells = (batch.column(name).to_pylist() for name in names)
                numbers = range(row, row + len(batch))
                yield from zip(numbers, zip(*cells, strict=True), strict=True)
                row += len(batch)
        except MemoryError:
            raise
        except (pa.ArrowException, OSError, UnicodeDecodeError) as problem:
            raise source.error(f"is damaged ({short(str(problem))})", row) from None

    return TableInfo(source.format, None, columns, None, class_names), rows


def is_arrow_list(kind: Any) -> bool:
    """True for an Arrow type of lists, of fixed size or not."""
    import pyarrow as pa

    return (
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def class_names_of(schema) -> dict[str, tuple] | None:
    """Names that ids of ClassLabel columns stand for, from what ``datasets`` keeps in a schema."""
    try:
        kept = json.loads((schema.metadata or {})[b"huggingface"])
        features = kept["info"]["features"].items()
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    named = {column: _names_of_feature(feature) for column, feature in features}
    return {column: names for column, names in named.items() if names} or None


def _names_of_feature(feature) -> tuple | None:
    """Names of a ClassLabel, however deep in lists; None for other features."""
    while isinstance(feature, (dict, list)):
        if isinstance(feature, list):
            feature = feature[0] if len(feature) == 1 else None
        elif feature.get("_type") != "ClassLabel":
            feature = feature.get("feature")
        else:
            names = feature.get("names")
            is_named = isinstance(names, list) and all(type(name) is str for name in names)
            return tuple(names) if is_named else None
    return None


class FileFormat(NamedTuple):
    """A format: its name in messages, its endings, its reader, and the options that it may need."""

    title: str
    endings: tuple[str, ...]
    read: Callable
    delimiters: str = ""
    is_binary: bool = False
    options: tuple[str, ...] = ()


_OF_TEXT = ("header", "quotes")
FORMATS = {
    "csv": FileFormat("CSV", (".csv", ".txt"), _read_csv, ",;\t|", options=_OF_TEXT),
    "tsv": FileFormat("TSV", (".tsv", ".tab"), _read_csv, "\t", options=_OF_TEXT),
    "jsonl": FileFormat("JSON Lines", (".jsonl", ".jsonlines", ".ndjson", ".json"), _read_jsonl),
    "parquet": FileFormat("Parquet", (".parquet",), _read_parquet, is_binary=True),
    "xlsx": FileFormat(
        "an .xlsx workbook", (".xlsx",), _read_xlsx, is_binary=True, options=("header", "merged")
    ),
}
# Cells of these have no types: what looks like a number may be text.
UNTYPED = ("csv", "tsv", "xlsx")
_FORMAT_OF = {ending: name for name, one in FORMATS.items() for ending in one.endings}
