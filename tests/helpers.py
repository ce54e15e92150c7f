"""Helpers of several test folders: label sets, similarities, refusals, files."""

import csv
import json
import subprocess
import sys
import tracemalloc
import warnings
from functools import partial

import numpy as np
import polars
import pyarrow as pa
import pytest

from semantic_f1.files.formats import TableError
from semantic_f1.files.reading import read_table
from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.scoring.counts import best_credits

SCORES = ("semantic_precision", "semantic_recall", "semantic_f1")
read_labels, read_annotators = partial(read_table, "default"), partial(read_table, "annotators")


# Seconds after which a test gives up waiting for an event: a busy machine takes minutes.
PATIENCE = 900


def in_python(*words, status=0, **options):
    """A process of Python that has ended, with that exit status, and what it printed."""
    options |= {"capture_output": True, "encoding": "utf-8", "timeout": PATIENCE}
    done = subprocess.run([sys.executable, *map(str, words)], **options)
    assert status is None or done.returncode == status, done.stdout + done.stderr
    return done


def label_sets(sets):
    """Collections of label indices as LabelSets."""
    members = [sorted(one) for one in sets]
    offsets = np.concatenate([[0], np.cumsum([len(one) for one in members])]).astype(np.int64)
    return LabelSets(np.array([i for one in members for i in one], dtype=np.int32), offsets)


def random_sets(seed, labels, n, most=3):
    """n sets of up to ``most`` of the labels, the empty set among them."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, min(most, len(labels)) + 1, n)
    return [rng.choice(labels, size, replace=False).tolist() for size in sizes]


def random_table(rng, m):
    """A similarity: asymmetric, with exact zeros and a diagonal partly below 1."""
    table = rng.random((m, m)) * (rng.random((m, m)) < 0.8)
    np.fill_diagonal(table, np.where(rng.random(m) < 0.5, 1.0, 0.5 + rng.random(m) / 2))
    return table


def pairs_of(table):
    """``pairs(a, b)`` of a similarity that is a table."""
    return lambda a, b: table[a, b]


def same_credits(similarity, sides, within=0):
    """Best matches of both sides, which must be those of pairs one by one."""
    # A partial has no best matches.
    ways = similarity.pairs, partial(similarity.pairs)
    found, expected = (best_credits(*sides, pairs, len(similarity.labels)) for pairs in ways)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=within)
    return found


def off_diagonal(similarity):
    """Values above the diagonal, of a table that must be symmetric with a unit diagonal."""
    values = np.asarray(similarity.values)
    assert np.array_equal(values, values.T) and (np.diagonal(values) == 1).all()
    return values[np.triu_indices(len(values), 1)].tolist()


def three(result, suffix=""):
    """Precision, recall and F1 of a result, under keys that end alike."""
    return tuple(result[key + suffix] for key in SCORES)


def assert_close(found, expected, rtol=0, atol=1e-12):
    """Two results with the same keys: numbers within a tolerance, all else equal; no settings."""
    assert found.keys() == expected.keys()
    for key in expected.keys() - {"settings"}:
        try:
            # None, for want of a number, is NaN.
            numbers = [np.array(result[key], dtype=float) for result in (found, expected)]
        except (TypeError, ValueError):
            assert found[key] == expected[key], key
        else:
            np.testing.assert_allclose(*numbers, rtol=rtol, atol=atol, err_msg=key)


def compute(metric, predictions, references, **options):
    """``compute`` without the warning of absent labels."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="macro: ")
        return metric.compute(predictions=predictions, references=references, **options)


def refusal(call, *arguments, error=ValueError, **options):
    """The message of a call that is refused: one line of plain text."""
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    message = str(caught.value)
    assert message.isprintable(), "one line of plain text"
    return message


def traced(call):
    """The result of a call, and the most memory that it took, in bytes."""
    tracemalloc.start()
    try:
        return call(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def read_refusal(*paths, **options):
    """The message with which files of predictions and gold labels are refused."""
    message = refusal(read_labels, *paths, error=TableError, **options)
    assert len(message) < 900
    return message


def arrow_files(folder):
    """Names of the files of examples below a folder."""
    return sorted(path.name for path in folder.rglob("*.arrow"))


def write_rows(path, rows, **options):
    """A CSV file of rows of cells."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, **options).writerows(rows)
    return path


def write_sets(path, predictions, references):
    """A CSV file with predicted and gold sets as JSON lists."""
    rows = zip(map(json.dumps, predictions), map(json.dumps, references), strict=True)
    return write_rows(path, [["predictions", "references"], *rows])


def in_form(frame, kind, folder):
    """A DataFrame as a table of another kind, or as the path of a file with that ending."""
    if kind in ("list", "records"):
        return frame.to_dict(kind)
    if kind in ("polars", "arrow"):
        table = pa.Table.from_pandas(frame, preserve_index=False)
        return table if kind == "arrow" else polars.from_arrow(table)
    path = folder / f"t.{kind}"
    if kind == "parquet":
        frame.to_parquet(path)
    elif kind == "xlsx":
        frame.to_excel(path, index=False)
    else:
        frame.to_csv(path, index=False, sep="\t" if kind == "tsv" else ",")
    return path
