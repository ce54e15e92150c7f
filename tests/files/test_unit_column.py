"""The column that says what each row belongs to."""

import pandas as pd
import pytest

from semantic_f1.files.formats import TableError
from semantic_f1.files.tables import read_groups


def test_cells_of_each_format(put, tmp_path):
    csv = put("author,predictions\n ann ,x\nbob,y\nann,z\n", "a.csv")
    jsonl = put('{"author": 1}\n{"author": "bob"}\n{"author": 1}\n', "a.jsonl")
    pd.DataFrame({"author": ["ann", "bob", "ann"]}).to_parquet(tmp_path / "a.parquet")
    assert read_groups(csv, "author") == ("ann", "bob", "ann")
    assert read_groups(tmp_path / "a.parquet", "author") == ("ann", "bob", "ann")
    assert read_groups(jsonl, "author") == (1, "bob", 1)


@pytest.mark.parametrize(("name", "text", "said"), [
    ("a.csv", "author,x\nann,1\n ,2\n", "line 3: column 'author': an empty cell; every row needs"),
    ("a.csv", "writer,x\nann,1\n", "author"),
    ("a.jsonl", '{"author": ["ann"], "x": 1}\n', "column 'author': expected text or a number; got"),
])  # fmt: skip
def test_what_is_refused(put, name, text, said):
    with pytest.raises(TableError, match=said):
        read_groups(put(text, name), "author")
