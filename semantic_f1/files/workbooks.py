"""Rows of cells of an .xlsx workbook's first sheet, read with Python's own library."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import chain
from xml.etree import ElementTree

from ..messages import listed, short, warn

# A workbook that unpacks to more is refused unread: its ZIP may be made to.
MAX_UNPACKED = 2 * 10**9
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = re.compile(r"([A-Z]+)([0-9]+)")
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']\$?([A-Z]+)\$?([0-9]+):\$?([A-Z]+)\$?([0-9]+)[\"']"
)
# The built-in formats of dates, times and percentages, by their numbers.
_SHOWN_OTHERWISE = {
    **{"9": "0%", "10": "0.00%", "14": "mm-dd-yy", "15": "d-mmm-yy", "16": "d-mmm"},
    **{"17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm"},
    **{"21": "h:mm:ss", "22": "m/d/yy h:mm", "45": "mm:ss", "46": "[h]:mm:ss", "47": "mmss.0"},
}
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, ElementTree.ParseError, LookupError, EOFError, OSError),
    # Encrypted, or compressed in a way that Python doesn't know.
    *(RuntimeError, NotImplementedError),
)


class WorkbookError(ValueError):
    """Error of a workbook; ``row`` is None or the number of the row, from 1."""

    def __init__(self, message: str, row: int | None = None):
        super().__init__(message)
        self.row = row


class UnreadableCell(str):
    """The text of a cell that must not be read as it stands; ``reason`` says why."""

    reason: str

    @classmethod
    def of(cls, text: str, reason: str) -> "UnreadableCell":
        cell = cls(text)
        cell.reason = reason
        return cell


def workbook_rows(handle, spread: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Rows of the first sheet that is shown, as (number of the row from 1, texts of its cells).

    Empty rows are left out. Numbers come as text, formulas as their stored value. Dates, merged
    cells, errors and formulas without a value are an `UnreadableCell`; ``spread`` gives merged
    cells the value of their first.
    """
    try:
        with zipfile.ZipFile(handle) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
                raise WorkbookError(f"unpacks to more than {MAX_UNPACKED / 1e9:g} GB")
            texts, formats = _shared_texts(archive), _formats(archive)
            name = _first_sheet(archive)
            with archive.open(name) as sheet:
                merged = _merged_cells(sheet)
            with archive.open(name) as sheet:
                rows = _rows(sheet, texts, formats)
                yield from _with_merged(rows, merged, spread) if merged else rows
    except _DAMAGE as problem:
        raise WorkbookError(f"is not a readable .xlsx workbook ({problem})") from None


def _first_sheet(archive) -> str:
    """The path of the first sheet that is shown; warns of others, which no one reads."""
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    sheets = book.findall(f"{_MAIN}sheets/{_MAIN}sheet")
    shown = [sheet for sheet in sheets if sheet.get("state", "visible") == "visible"]
    if not shown:
        raise WorkbookError("has no sheet")
    first, *others = shown
    if others:
        unread = listed(sheet.get("name") for sheet in others)
        first_name = short(first.get("name"))
        warn(f"workbook: its first sheet, {first_name}, is read; {len(others)} not: {unread}")
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {relation.get("Id"): relation.get("Target") for relation in relations}
    target = targets[first.get(_RELATION)]
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared_texts(archive) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    texts = []
    with archive.open("xl/sharedStrings.xml") as file:
        for _, element in ElementTree.iterparse(file):
            if element.tag == f"{_MAIN}si":
                texts.append(_text(element))
                element.clear()
    return texts


def _text(element) -> str:
    """The text of a string, its runs joined; readings of the characters (phonetics) left out."""
    parts = [element.find(f"{_MAIN}t"), *element.findall(f"{_MAIN}r/{_MAIN}t")]
    text = "".join(part.text or "" for part in parts if part is not None)
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)


def _formats(archive) -> list[str]:
    """The number format of each style of cells that shows a date, a time or a percentage, or ""."""
    if "xl/styles.xml" not in archive.namelist():
        return []
    styles = ElementTree.fromstring(archive.read("xl/styles.xml"))
    codes = dict(_SHOWN_OTHERWISE)
    for form in styles.iter(f"{_MAIN}numFmt"):
        code = form.get("formatCode") or ""
        bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]|General', "", code, flags=re.I)
        codes[form.get("numFmtId")] = code if re.search("[dmyhs%]", bare, re.I) else ""
    uses = styles.find(f"{_MAIN}cellXfs")
    return [codes.get(style.get("numFmtId"), "") for style in uses] if uses is not None else []


def _merged_cells(sheet) -> list[tuple[int, int, int, int]]:
    """Merged cells as first and last row, first and last column; columns are counted from 0."""
    found, before = [], b""
    while block := sheet.read(1 << 20):
        text = before + block
        for first, top, last, bottom in _MERGED.findall(text):
            found.append((int(top), int(bottom), _column(first.decode()), _column(last.decode())))
        # What stands at the end of a block may go on in the next one.
        before = text[text.rfind(b"<") :] if b"<" in text[-200:] else b""
    return list(dict.fromkeys(found))


def _with_merged(rows, merged, spread):
    """Rows with the cells of merged ones filled: with their value, or with what refuses it."""
    values: dict[tuple, str] = {}
    number, last = 0, max(bottom for _, bottom, _, _ in merged)
    for row, cells in chain(rows, [(last + 1, None)]):
        # Rows of merged cells alone have no cells that are filled.
        for between in range(number + 1, min(row, last + 1)):
            if filled := _filled_row(between, [], merged, values, spread):
                yield between, filled
        if cells is not None:
            yield row, _filled_row(row, cells, merged, values, spread)
        number = row


def _filled_row(row, cells, merged, values, spread):
    for place in merged:
        top, bottom, first, last = place
        if not top <= row <= bottom:
            continue
        if row == top:
            values[place] = cells[first] if first < len(cells) else ""
        for column in range(first, last + 1) if values.get(place) else ():
            if (row, column) == (top, first):
                continue
            cells += [""] * (column + 1 - len(cells))
            name = f"{_column_letters(first)}{top}:{_column_letters(last)}{bottom}"
            reason = f'{name} are merged; merged="spread" reads the value in each'
            cells[column] = values[place] if spread else UnreadableCell.of("", reason)
    return cells


def _rows(sheet, texts, formats) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for _, row in ElementTree.iterparse(sheet):
        if row.tag != f"{_MAIN}row":
            continue
        number = int(row.get("r") or number + 1)
        cells: list[str] = []
        for cell in row.iter(f"{_MAIN}c"):
            place = _CELL.fullmatch(cell.get("r") or "")
            column = _column(place[1]) if place else len(cells)
            text = _value(cell, texts, formats)
            if text or type(text) is UnreadableCell:
                cells += [*[""] * (column - len(cells)), text]
        if cells:
            yield number, cells
        row.clear()


def _column_letters(column: int) -> str:
    letters = ""
    while column >= 0:
        letters, column = chr(65 + column % 26) + letters, column // 26 - 1
    return letters


def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 64
    return index - 1


def _value(cell, texts, formats) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return "" if inline is None else _text(inline)
    value = cell.find(f"{_MAIN}v")
    if value is None or value.text is None:
        if cell.find(f"{_MAIN}f") is not None:
            return UnreadableCell.of(
                "",
                "a cell holds a formula without its value: open the workbook in a spreadsheet "
                "program, which works it out, and save it",
            )
        return ""
    if kind == "s":
        return texts[int(value.text)]
    if kind == "b":
        return "TRUE" if value.text == "1" else "FALSE"
    if kind == "e":
        return UnreadableCell.of(value.text, f"a cell holds the error {value.text}")
    if kind == "n":
        number = float(value.text)
        whole = number.is_integer() and abs(number) < 2**53
        text = str(int(number)) if whole else value.text
        style = int(cell.get("s") or 0)
        if style < len(formats) and formats[style]:
            return UnreadableCell.of(text, _shown_otherwise(number, formats[style]))
        return text
    return value.text


def _shown_otherwise(number: float, code: str) -> str:
    """The reason for a number that is shown as a date, a time or a percentage."""
    if "%" in code:
        return f"a percentage (format {code}), {number:g} shown as {number:.10g} times 100"
    if not 1 <= number < 2958466 or not re.search("[dy]", code, re.I):
        return f"a time cell (format {code}); format the column as text"
    day = date(1899, 12, 30) + timedelta(days=int(number))
    shown = f"{day.day}-{day:%b}" if code == "d-mmm" else day.isoformat()
    return f"a date cell (format {code}) shown as {shown}; format the column as text"
