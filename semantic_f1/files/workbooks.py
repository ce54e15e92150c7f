"""Rows of cells of an .xlsx workbook's first sheet, read with Python's own library."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

from ..messages import short, warn

# A workbook that unpacks to more is refused unread: its ZIP may be made to.
MAX_UNPACKED = 2 * 10**9
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = re.compile(r"([A-Z]+)([0-9]+)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    ElementTree.ParseError,
    LookupError,
    EOFError,
    OSError,
    # Encrypted, or compressed in a way that Python doesn't know.
    RuntimeError,
    NotImplementedError,
)


class WorkbookError(ValueError):
    """Error of a workbook; ``row`` is None or the number of the row, from 1."""

    def __init__(self, message: str, row: int | None = None):
        super().__init__(message)
        self.row = row


def workbook_rows(handle) -> Iterator[tuple[int, list[str]]]:
    """Rows of the first sheet that is shown, as (number of the row from 1, texts of its cells).

    Yields a Rows that are not empty, the cells up to the last that is filled. Numbers come as text,
    whole ones without a decimal point, true and false as TRUE and FALSE; formulas as the value that
    was stored with them.
    """
    try:
        with zipfile.ZipFile(handle) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
                raise WorkbookError(f"unpacks to more than {MAX_UNPACKED / 1e9:g} GB")
            texts = _shared_texts(archive)
            with archive.open(_first_sheet(archive)) as sheet:
                yield from _rows(sheet, texts)
    except _DAMAGE as problem:
        raise WorkbookError(f"is not a readable .xlsx workbook ({problem})") from None


def _first_sheet(archive) -> str:
    """The path of the first sheet that is shown; warns of others, which nobody reads."""
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    sheets = book.findall(f"{_MAIN}sheets/{_MAIN}sheet")
    shown = [sheet for sheet in sheets if sheet.get("state", "visible") == "visible"]
    if not shown:
        raise WorkbookError("has no sheet")
    first, *others = shown
    if others:
        unread = ", ".join(short(sheet.get("name")) for sheet in others[:5])
        warn(
            f"workbook: its first sheet, {short(first.get('name'))}, is read; "
            f"{len(others)} not: {unread}"
        )
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


def _rows(sheet, texts) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for _, row in ElementTree.iterparse(sheet):
        if row.tag != f"{_MAIN}row":
            continue
        number = int(row.get("r") or number + 1)
        cells: list[str] = []
        for cell in row.iter(f"{_MAIN}c"):
            place = _CELL.fullmatch(cell.get("r") or "")
            column = _column(place[1]) if place else len(cells)
            text = _value(cell, texts, number)
            if text:
                cells += [""] * (column - len(cells))
                cells.append(text)
        if cells:
            yield number, cells
        row.clear()


def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 64
    return index - 1


def _value(cell, texts, row: int) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return "" if inline is None else _text(inline)
    value = cell.find(f"{_MAIN}v")
    if value is None or value.text is None:
        if cell.find(f"{_MAIN}f") is not None:
            raise WorkbookError(
                "a cell holds a formula without its value: open the workbook in a spreadsheet "
                "program, which works it out, and save it",
                row,
            )
        return ""
    if kind == "s":
        return texts[int(value.text)]
    if kind == "b":
        return "TRUE" if value.text == "1" else "FALSE"
    if kind == "e":
        raise WorkbookError(f"a cell holds the error {value.text}", row)
    if kind == "n":
        number = float(value.text)
        return str(int(number)) if number.is_integer() and abs(number) < 2**53 else value.text
    return value.text
