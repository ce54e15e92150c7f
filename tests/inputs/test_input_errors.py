"""Errors about an entry of the input: their texts, and their places in a file."""

import pickle

import pytest

from semantic_f1 import SemanticF1
from semantic_f1.files.reading import read_table
from semantic_f1.messages import InputError


@pytest.mark.parametrize(("error", "text"), [
    (InputError("no rows", "predictions"), "predictions: no rows"),
    (InputError("empty", "groups", 0), "groups[0]: empty"),
    (InputError(("as in ", 2, "!"), "references", 3, 1, "zz"), "references[3][1]: as in row 2!"),
])  # fmt: skip
def test_an_error_has_one_text_in_every_process(error, text):
    again = pickle.loads(pickle.dumps(error))
    assert str(error) == str(again) == text
    assert vars(error) == vars(again)
    moved = error if error.row is None else error.moved(lambda row: (row + 10, 7))
    for before, after in (("[3][1]", "[13][7]"), ("[0]", "[10][7]"), ("row 2", "row 12")):
        text = text.replace(before, after)
    assert (str(moved), moved.found) == (text, error.found)


def test_rows_of_an_error_are_lines_of_the_file_of_its_side(tmp_path):
    (tmp_path / "a.csv").write_text("id,label\nu,joy\nv,fear\n")
    (tmp_path / "b.csv").write_text("id,label\nv,love\nu,joy\n")
    table = read_table("default", tmp_path / "a.csv", tmp_path / "b.csv", id="id")
    error = InputError(("5 among names such as 'joy' (", 0, ")"), "references", 1)
    said = "b.csv: line 3, column 'label': 5 among names such as 'joy' (b.csv: line 2)"
    assert table.place_of(error) == said
    metric = SemanticF1(similarity="identity", labels=["joy", "love"])
    with pytest.raises(InputError) as caught:
        metric.compute(predictions=table.predictions, references=table.references)
    assert table.place_of(caught.value).startswith("a.csv: line 3, column 'label': 'fear' is not a")
    assert table.place_of(ValueError("predictions[1]: as is")) == "predictions[1]: as is"


@pytest.mark.parametrize(("name", "advice"), [("zz", False), ("7", True)])
def test_the_command_line_names_the_row_and_knows_numbers_from_names(put, run, name, advice):
    path = put(f"predictions,references\njoy,joy\n{name},joy\n")
    status, _, said = run(path, "--similarity", "identity", "--labels", "1,2,joy")
    assert status == 2 and f"line 3, column 'predictions': '{name}' is not a label" in said
    assert ("--ids always reads them as ids" in said) == ("--ids" in said) == advice
