"""Parquet files that ``datasets`` wrote: the names of their ClassLabels are what ids mean."""

import json

import datasets
import pytest
from helpers import read_annotators, read_labels, refusal

from semantic_f1 import SemanticF1
from semantic_f1.files.tables import sniff

# Another order than that of any similarity.
NAMES = ["sadness", "joy", "love", "anger", "fear", "surprise"]
EMOTION = datasets.ClassLabel(names=NAMES)
LISTS = datasets.List(EMOTION)
INTS = datasets.Value("int64")


@pytest.fixture
def put(tmp_path):
    def write(columns, features, name="data.parquet"):
        table = datasets.Dataset.from_dict(columns, features=datasets.Features(features))
        table.to_parquet(tmp_path / name)
        return tmp_path / name

    return write


def both(table):
    return table.predictions, table.references


def test_ids_of_either_side_are_read_by_the_names_of_one(put):
    ids = {"pred": [0, 1, 2, 3, 4, 5], "label": [0, 1, 2, 3, 4, 5]}
    expected = [(name,) for name in NAMES]
    for kinds in ((EMOTION, EMOTION), (INTS, EMOTION), (EMOTION, INTS)):
        path = put(ids, dict(zip(ids, kinds, strict=True)))
        # Names of the universe that are numbers change nothing about ids that have names.
        for options in ({}, {"ids": "always"}, {"known": ["0", "1"]}):
            assert both(read_labels(path, **options)) == (expected, expected)
    plain = put(ids, {"pred": INTS, "label": INTS})
    assert sniff(plain).class_names is None
    assert read_labels(plain).references == [(i,) for i in range(6)]


def test_lists_nested_lists_and_two_orders(put):
    path = put({"pred": [[3, 1], []], "gold": [[1], [5]]}, {"pred": LISTS, "gold": LISTS})
    assert both(read_labels(path)) == ([("anger", "joy"), ()], [("joy",), ("surprise",)])
    columns = {"pred": [[3], [0]], "gold": [[[3], [1]], [[], [5, 0]]]}
    nested = put(columns, {"pred": datasets.List(INTS), "gold": datasets.List(LISTS)})
    golds = [[("anger",), ("joy",)], [(), ("surprise", "sadness")]]
    assert both(read_annotators(nested)) == ([("anger",), ("sadness",)], golds)
    # Two orders are each read by their own names.
    other = datasets.ClassLabel(names=NAMES[::-1])
    path = put({"pred": [0, 1], "gold": [5, 4]}, {"pred": EMOTION, "gold": other})
    assert both(read_labels(path)) == ([("sadness",), ("joy",)],) * 2


def test_two_files(put, tmp_path):
    gold = put(
        {"id": ["a", "b"], "label": [3, 1]}, {"id": datasets.Value("string"), "label": EMOTION}
    )
    for name, text in (
        ("pred.csv", "id,pred\nb,1\na,2\n"),
        ("pred.jsonl", '{"id": "b", "pred": 1}\n{"id": "a", "pred": 2}\n'),
    ):
        (tmp_path / name).write_text(text)
        table = read_labels(tmp_path / name, gold)
        assert both(table) == ([("love",), ("joy",)], [("anger",), ("joy",)])


def test_an_id_beyond_the_names_is_an_error_with_its_row(put):
    for pred, label, kinds, said in (
        ([0, 6], [0, 1], (INTS, EMOTION), "column 'pred': id 6 is out of range; the ClassLabel of "
            "the labels has 6 names"),
        ([0, 1], [0, -1], (INTS, EMOTION), "column 'label': id -1 is out of range"),
    ):  # fmt: skip
        path = put({"pred": pred, "label": label}, dict(zip(("pred", "label"), kinds, strict=True)))
        assert refusal(read_labels, path).startswith(f"data.parquet: row 2: {said}")


@pytest.mark.parametrize("as_folder", [False, True])
def test_command_line(put, tmp_path, run, as_folder):
    columns = {"pred": [[0, 1], [2], [3]], "label": [[0], [1], [3]]}
    path = put(columns, {"pred": datasets.List(INTS), "label": LISTS}, "part_1.parquet")
    sides = ([[NAMES[i] for i in row] for row in rows] for rows in columns.values())
    expected = SemanticF1(similarity="plutchik").compute(*sides)["semantic_f1"]
    status, out, _ = run(tmp_path if as_folder else path, "--similarity", "plutchik", "--json")
    found = json.loads(out)["results"][0]["averages"]["samples"]["semantic"]["f1"]
    assert (status, found) == (0, expected)
