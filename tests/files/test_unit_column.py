"""The column that says what each row belongs to."""

import pandas as pd
import pytest

from semantic_f1.files.formats import TableError
from semantic_f1.files.groups import read_groups

TEXT = "author,predictions\n ann ,x\nbob,y\nann,z\n"


def test_cells_of_each_format(tmp_path):
    csv, parquet, jsonl = (tmp_path / f"a.{end}" for end in ("csv", "parquet", "jsonl"))
    csv.write_text(TEXT, encoding="utf-8")
    pd.DataFrame({"author": ["ann", "bob", "ann"]}).to_parquet(parquet)
    jsonl.write_text('{"author": 1}\n{"author": "bob"}\n{"author": 1}\n', encoding="utf-8")
    assert read_groups(csv, "author") == read_groups(parquet, "author") == ("ann", "bob", "ann")
    assert read_groups(jsonl, "author") == (1, "bob", 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("author,x\nann,1\n ,2\n", r"line 3: column 'author': an empty cell; every row needs"),
        ("writer,x\nann,1\n", "author"),
    ],
)
def test_what_is_refused(tmp_path, text, said):
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=said):
        read_groups(tmp_path / "a.csv", "author")


def test_a_list_is_no_group(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"author": ["ann"], "x": 1}\n', encoding="utf-8")
    with pytest.raises(TableError, match="column 'author': expected text or a number; got list"):
        read_groups(tmp_path / "a.jsonl", "author")
