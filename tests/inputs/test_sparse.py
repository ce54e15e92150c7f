"""Sparse rows in config "multilabel": the label sets of the dense rows, never made dense."""

import numpy as np
import pytest
from helpers import traced
from scipy import sparse

from semantic_f1 import SemanticF1
from semantic_f1.inputs.number_rows import read_indicators

# Sets {0, 2}, {} and {1, 2}.
ROWS = np.array([[1, 0, 1], [0, 0, 0], [0, 1, 1]])


def forms(width):
    rows = np.zeros((3, width), np.int64)
    rows[:, :3] = ROWS
    plain = sparse.csr_matrix(rows)
    unsorted = sparse.csr_matrix((np.ones(4), [2, 0, 2, 1], [0, 2, 2, 4]), (3, width))
    zero = np.array([1, 0, 1, 1, 1])
    with_zero = sparse.csr_matrix((zero, [0, 1, 2, 1, 2], [0, 3, 3, 5]), (3, width))
    return {
        "csr": plain, "csc": plain.tocsc(), "coo": plain.tocoo(), "dok": plain.todok(),
        "csr_array": sparse.csr_array(rows), "bool": plain.astype(bool),
        "float": plain.astype(np.float32),
        "unsorted": unsorted, "explicit zero": with_zero,
        "sum of two": sparse.csr_matrix(
            ([0.5, 0.5, 1, 1, 1], [0, 0, 2, 1, 2], [0, 3, 3, 5]), (3, width)
        ),
    }  # fmt: skip


@pytest.mark.parametrize("width", [3, 40])
@pytest.mark.parametrize("scores", [True, False])
@pytest.mark.parametrize("form", forms(3))
def test_all_forms_are_the_same_sets(form, scores, width):
    rows = forms(width)[form]
    before = rows.copy()
    columns = read_indicators(rows, "predictions", scores=scores).columns
    assert columns.indices.tolist() == [0, 2, 1, 2]
    assert columns.offsets.tolist() == [0, 2, 2, 4]
    assert (rows.tocsr() != before.tocsr()).nnz == 0
    assert rows.nnz == before.nnz


def metric_of(width, **options):
    values = np.random.default_rng(0).random((width, width))
    np.fill_diagonal(values, 1)
    labels = [f"l{i}" for i in range(width)]
    average = ["samples", "micro", "macro", "weighted", None]
    options = {"average": average, "macro_labels": "present", **options}
    return SemanticF1("multilabel", similarity=values, labels=labels, **options)


@pytest.mark.parametrize("width", [5, 32, 33, 70])
@pytest.mark.parametrize("n", [30, 6_000])
def test_the_numbers_of_the_dense_rows(n, width):
    rng = np.random.default_rng(n + width)
    dense = [(rng.random((n, width)) < 0.1).astype(np.int8) for _ in range(2)]
    metric = metric_of(width)
    expected = repr(metric.compute(*dense))
    assert repr(metric.compute(*map(sparse.csr_matrix, dense))) == expected
    assert repr(metric.compute(dense[0], sparse.coo_array(dense[1]))) == expected
    metric.add_batch(predictions=sparse.csr_matrix(dense[0]), references=dense[1])
    assert repr(metric.compute()) == expected


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("width", [5, 40])
def test_scores_with_a_threshold(width, kind):
    rng = np.random.default_rng(width)
    scores = np.where(rng.random((50, width)) < 0.3, rng.random((50, width)), 0).astype(kind)
    # 0.7 itself, in the type of the scores.
    scores[:, 0] = 0.7
    gold = (rng.random((50, width)) < 0.2).astype(int)
    for threshold in (0.7, rng.uniform(0.1, 1, width).tolist()):
        metric = metric_of(width, threshold=threshold)
        expected = metric.compute(scores, gold)
        assert repr(metric.compute(sparse.csr_matrix(scores), gold)) == repr(expected)
    metric = metric_of(width, threshold=0.5)
    ones = sparse.csr_matrix(gold)
    assert repr(metric.compute(ones, gold)) == repr(metric.compute(gold, gold))
    with pytest.raises(ValueError, match="sparse scores are scored at once"):
        metric.add_batch(predictions=sparse.csr_matrix(scores), references=gold)


@pytest.mark.parametrize(("change", "options", "message"), [
    ({"predictions": [[2, 0, 0]]}, {}, r"predictions\[0\]: column 0 is 2; .*hold 0 and 1; for"),
    ({"references": [[0, 0.5, 0]]}, {}, r"references\[0\]: column 1 is 0.5; .*hold 0 and 1$"),
    ({"references": ([1, 1], [0, 0], [0, 2])}, {}, r"references\[0\]: column 0 is 2; .*0 and 1"),
    ({"predictions": [[0, 0, np.nan]]}, {}, r"column 2 is nan; scores must be finite"),
    ({}, {"threshold": 0}, r"threshold: 0.0 would choose every empty place of sparse rows"),
    ({}, {"threshold": [0.5, -1, 0.5]}, r"threshold: -1.0 would choose"),
    ({"predictions": [[0, 1]]}, {}, "predictions: rows have 2 columns; the labels need 3"),
])  # fmt: skip
def test_what_is_refused(change, options, message):
    sides = {"predictions": [[1, 0, 0]], "references": [[1, 0, 0]], **change}
    sides = {name: sparse.csr_matrix(rows) for name, rows in sides.items()}
    with pytest.raises(ValueError, match=message):
        metric_of(3, **options).compute(**sides)
    metric = SemanticF1(similarity="identity", labels=["a", "b", "c"])
    with pytest.raises(ValueError, match='read in config "multilabel"'):
        metric.compute(sparse.csr_matrix(ROWS), sparse.csr_matrix(ROWS))


def test_memory_is_less_than_twice_the_sparse_rows():
    n, m = 100_000, 4_000
    rng = np.random.default_rng(0)
    # Five labels a row, rising.
    codes = rng.integers(0, m // 5, (2, n, 5)) + np.arange(5) * (m // 5)
    data, offsets = np.ones(5 * n, np.int8), np.arange(0, 5 * n + 1, 5)
    sides = [sparse.csr_matrix((data, side.reshape(-1), offsets), (n, m)) for side in codes]
    size = sum(x.data.nbytes + x.indices.nbytes + x.indptr.nbytes for x in sides)
    metric = SemanticF1("multilabel", similarity="identity", labels=list(map(str, range(m))))
    with metric.notices():
        metric.compute(*sides)
        # Dense rows would be 800 MB; blocks of rows are at most some tens.
        assert traced(lambda: metric.compute(*sides))[1] < max(2 * size, 60e6)
