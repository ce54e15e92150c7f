"""Rows of .xlsx workbooks, as openpyxl writes them."""

import io
import warnings
import zipfile

import pytest

from semantic_f1.files import workbooks
from semantic_f1.files.workbooks import UnreadableCell, WorkbookError, workbook_rows

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which writes the files, is missing")


def written(rows, other_sheet=()):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if other_sheet:
        second = book.create_sheet("second")
        for row in other_sheet:
            second.append(row)
    handle = io.BytesIO()
    book.save(handle)
    handle.seek(0)
    return handle


def test_cells_come_as_text_where_they_stand():
    rows = [
        ["id", "gold", "pred"], [1, "joy;love", None], ["0117", 2.0, True], [],
        [None, "ä\nb", 1.5], ["_A", " kept ", False],
    ]  # fmt: skip
    with pytest.warns(UserWarning, match="its first sheet, 'Sheet', is read; 1 not: 'second'"):
        found = list(workbook_rows(written(rows, other_sheet=[["x"]])))
    assert found == [
        (1, ["id", "gold", "pred"]),
        (2, ["1", "joy;love"]),
        (3, ["0117", "2", "TRUE"]),
        (5, ["", "ä\nb", "1.5"]),
        (6, ["_A", " kept ", "FALSE"]),
    ]


def test_a_hidden_sheet_is_passed_over():
    book = openpyxl.load_workbook(written([["hidden"]], other_sheet=[["gold", "pred"]]))
    book["Sheet"].sheet_state = "hidden"
    book.active = 1
    handle = io.BytesIO()
    book.save(handle)
    handle.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(workbook_rows(handle)) == [(1, ["gold", "pred"])]


def test_columns_beyond_z():
    row = [f"c{i}" for i in range(60)]
    assert list(workbook_rows(written([row]))) == [(1, row)]


def test_an_error_in_a_cell_is_named_with_its_row():
    (_, cells) = list(workbook_rows(written([["a"], ["#N/A"]])))
    assert cells[0] == 2 and type(cells[1][0]) is UnreadableCell
    assert cells[1][0].reason == "a cell holds the error #N/A"


def test_what_is_no_workbook_is_refused(monkeypatch):
    with pytest.raises(WorkbookError, match=r"not a readable \.xlsx workbook"):
        list(workbook_rows(io.BytesIO(b"PK\x03\x04 and no more")))
    handle = io.BytesIO()
    with zipfile.ZipFile(handle, "w") as archive:
        archive.writestr("readme.txt", "no workbook")
    with pytest.raises(WorkbookError, match=r"not a readable \.xlsx workbook"):
        list(workbook_rows(handle))
    damaged = written([["joy"] * 500] * 50).getvalue()
    damaged = damaged[: len(damaged) // 2]
    with pytest.raises(WorkbookError):
        list(workbook_rows(io.BytesIO(damaged)))
    monkeypatch.setattr(workbooks, "MAX_UNPACKED", 1000)
    with pytest.raises(WorkbookError, match="unpacks to more than"):
        list(workbook_rows(written([["joy"]])))
