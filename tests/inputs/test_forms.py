"""Every form that rows come in, over all configs: one reader, one digit."""

from functools import partial

import datasets
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from helpers import refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1 import SemanticF1

# The universe is plutchik's; ids follow another order.
NAMES = ["sadness", "joy", "love", "anger", "fear", "surprise"]
CLASS_LABEL = datasets.ClassLabel(names=NAMES)
NEAR = [[1, 0.6, 0.2], [0.5, 1, 0.1], [0.3, 0, 0.9]]


def dataset(rows, feature=None):
    features = None if feature is None else datasets.Features({"x": feature})
    return datasets.Dataset.from_dict({"x": rows}, features=features)


def of_dataset(form):
    """A column of a ``datasets`` table in one of its formats."""
    return lambda rows: dataset(rows).with_format(form)["x"]


def views(kind):
    return lambda rows: pa.array(rows, kind(pa.array([m for row in rows for m in row]).type))


def shuffled_views(rows):
    """A list view whose lists lie in its values in reverse order."""
    flat = pa.array([member for row in rows[::-1] for member in row])
    sizes = [len(row) for row in rows]
    ends = np.cumsum(sizes[::-1])
    starts = (ends - sizes[::-1])[::-1]
    places = (pa.array(numbers, pa.int32()) for numbers in (starts, sizes))
    return pa.ListViewArray.from_arrays(*places, flat)


def encoded_lists(encode):
    def lists(rows):
        offsets = pa.array(np.cumsum([0, *map(len, rows)]), pa.int32())
        flat = pa.array([member for row in rows for member in row])
        return pa.ListArray.from_arrays(offsets, encode(flat))

    return lists


def chunks(rows):
    return pa.chunked_array([pa.array(rows)[:1], pa.array(rows)[1:]])


def objects(rows):
    array = np.empty(len(rows), dtype=object)
    array[:] = [list(row) for row in rows]
    return array


def by_kind(flat, of_names, of_ids):
    return of_names if isinstance(flat[0], str) else of_ids


# Rows of several members, of one width or not.
RAGGED = {
    "list": lambda rows: [list(row) for row in rows],
    "tuple": lambda rows: tuple(tuple(row) for row in rows),
    "generator": lambda rows: (iter(row) for row in rows),
    "list of arrays": lambda rows: [np.array(row) if row else [] for row in rows],
    "array of lists": objects,
    "pandas": lambda rows: pd.Series([list(row) for row in rows], index=range(5, 5 + len(rows))),
    "pandas of Arrow": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.array(rows).type)),
    "pandas array of Arrow": lambda rows: pd.array(rows, dtype=pd.ArrowDtype(pa.array(rows).type)),
    "polars": pl.Series, "arrow": pa.array,
    "arrow large list": views(pa.large_list),
    "arrow list view": views(pa.list_view),
    "arrow large list view": views(pa.large_list_view),
    "arrow shuffled list view": shuffled_views,
    "arrow dictionary": encoded_lists(pc.dictionary_encode),
    "arrow run-end": encoded_lists(pc.run_end_encode), "arrow chunks": chunks,
    "arrow scalars": lambda rows: list(pa.array(rows)),
    "arrow sliced": lambda rows: pa.array([*rows, *rows])[len(rows) :],
    **{f"datasets, {form}": of_dataset(form) for form in (None, "numpy", "pandas", "arrow",
        "polars")},
    "datasets, rows": lambda rows: dataset(rows)[:]["x"],
}  # fmt: skip
# Rows of one member each.
SINGLE = {
    "list": list, "tuple": tuple, "numpy": np.array,
    "numpy objects": lambda flat: np.array(flat, dtype=object),
    "list of scalars": lambda flat: list(np.array(flat)),
    "pandas": lambda flat: pd.Series(flat, index=range(5, 5 + len(flat))),
    "pandas objects": lambda flat: pd.Series(flat, dtype=object),
    "pandas nullable": lambda flat: pd.Series(flat, dtype=by_kind(flat, "string", "Int32")),
    "pandas category": lambda flat: pd.Series(flat, dtype="category"),
    "pandas of Arrow": lambda flat: pd.Series(flat, dtype=pd.ArrowDtype(pa.array(flat).type)),
    "polars": pl.Series,
    "polars categorical": lambda flat: pl.Series(
        flat, dtype=by_kind(flat, pl.Categorical, pl.Int8)),
    "polars enum": lambda flat: pl.Series(flat, dtype=by_kind(flat, pl.Enum(NAMES), pl.UInt16)),
    "arrow": pa.array,
    "arrow view": lambda flat: pa.array(flat, by_kind(flat, pa.string_view(), pa.int8())),
    "arrow dictionary": lambda flat: pa.array(flat).dictionary_encode(),
    "arrow dictionaries": lambda flat: pa.chunked_array(
        [pa.array(part).dictionary_encode() for part in (flat[:1], flat[1:])]
    ),
    "arrow run-end": lambda flat: pc.run_end_encode(pa.array(flat)),
    "arrow run-ends": lambda flat: pa.chunked_array([pc.run_end_encode(pa.array(flat))]),
    **{f"datasets, {form}": of_dataset(form) for form in (None, "numpy", "pandas", "arrow",
        "polars")},
}  # fmt: skip
IDS_ALONE = {
    "numpy unsigned": lambda flat: np.array(flat, dtype=np.uint8),
    "pandas of floats": lambda flat: pd.Series(flat, dtype=float),
    "pandas nullable floats": lambda flat: pd.Series(flat, dtype="Float64"),
}


class Tensor:
    """A tensor of a model: numpy takes it only detached, on this device and as float32."""

    def __init__(self, values, steps=("detach", "cpu", "float")):
        self.values, self.steps = np.asarray(values), steps
        self.dtype = "torch.bfloat16" if steps else self.values.dtype
        self.ndim, self.shape = self.values.ndim, self.values.shape

    def __array__(self, dtype=None, copy=None):
        if self.steps:
            error = RuntimeError if self.steps[0] == "detach" else TypeError
            raise error(f"{self.steps[0]} first")
        return self.values

    def __len__(self):
        return len(self.values)

    def __getattr__(self, name):
        if name not in ("detach", "cpu", "float"):
            raise AttributeError(name)
        return lambda: Tensor(self.values, tuple(step for step in self.steps if step != name))


class Unreadable:
    """A tensor that can't become an array, whatever is asked of it."""

    shape, ndim, dtype = (1, 3), 2, "float8"

    def __array__(self, dtype=None, copy=None):
        raise TypeError("no arrays from here")

    def detach(self):
        return self


def same(metric, form, rows, gold, **options):
    """The score with the rows in a form, at once and added in a batch."""
    made = [metric.compute(predictions=form(rows), references=gold, **options)]
    metric.add_batch(predictions=form(rows), references=gold)
    made.append(metric.compute(**options))
    return made


SETS = [["joy", "love"], ["anger"], [], ["fear", "joy"]]
GOLD = [["love"], ["anger", "fear"], ["joy"], ["sadness"]]
INDICATORS = [[1, 0, 1], [0, 1, 0], [0, 0, 0]]
SHARES = [[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]]
GRADES = [[0.25, 0.75, 0.5], [1.0, 0.0, 0.125], [0.5, 0.5, 0.0]]
# Config, rows, other rows that score alike or None, gold rows, options.
CASES = {
    "names": ("default", SETS, None, GOLD, {}),
    "ids": ("default", SETS, [[NAMES.index(x) for x in row] for row in SETS], GOLD, {}),
    "indicators": ("multilabel", INDICATORS, None, [[0, 1, 1], [0, 1, 0], [1, 0, 0]], {}),
    "scores": ("multilabel", INDICATORS, [[0.75 * x for x in row] for row in INDICATORS],
        [[0, 1, 1], [0, 1, 0], [1, 0, 0]], {"threshold": 0.5}),
    "shares": ("soft", SHARES, None, [[0.5, 0.5], [0.75, 0.25], [0.0, 1.0]], {}),
    "grades": ("graded", GRADES, None, [[0.5, 0.0, 1.0], [0.75, 0.25, 0.0], [0.0, 1.0, 0.0]], {}),
}  # fmt: skip


@pytest.mark.parametrize("form", RAGGED)
@pytest.mark.parametrize("case", CASES)
def test_rows_of_several_members(form, case):
    config, rows, others, gold, options = CASES[case]
    size = len(gold[0])
    similarity = {"similarity": np.array(NEAR)[:size, :size], "labels": ["a", "b", "c"][:size]}
    if config == "default":
        similarity = {"similarity": "plutchik", "labels": NAMES}
    metric = SemanticF1(config, **similarity)
    expected = metric.compute(predictions=rows, references=gold)
    rows = rows if others is None else others
    assert same(metric, RAGGED[form], rows, gold, **options) == [expected] * 2
    if not options:
        turned = metric.compute(predictions=gold, references=rows)
        assert metric.compute(predictions=gold, references=RAGGED[form](rows)) == turned


@pytest.mark.parametrize("form", {**SINGLE, **IDS_ALONE})
@pytest.mark.parametrize("members", ["names", "ids"])
def test_one_label_an_example(form, members):
    if members == "names" and form in IDS_ALONE:
        return
    metric = SemanticF1(similarity="plutchik", labels=NAMES)
    flat = ["joy", "anger", "anger", "fear"]
    expected = metric.compute(predictions=flat, references=GOLD)
    rows = flat if members == "names" else [NAMES.index(name) for name in flat]
    assert same(metric, {**SINGLE, **IDS_ALONE}[form], rows, GOLD) == [expected] * 2


def test_single_numbers_are_distributions():
    metric = SemanticF1("soft", similarity=np.array([[1, 0.5], [0.5, 1]]), labels=["a", "b"])
    gold, flat = CASES["shares"][3], [row[1] for row in SHARES]
    expected = metric.compute(predictions=SHARES, references=gold)
    forms = {**SINGLE, "pandas nullable": lambda x: pd.Series(x, dtype="Float64")}
    for name, of in forms.items():
        if not name.startswith(("polars c", "polars e", "arrow v", "arrow d")):
            assert metric.compute(predictions=of(flat), references=gold) == expected, name


NESTED = {
    "tuple": lambda rows: tuple(tuple(map(tuple, row)) for row in rows),
    "array of lists": objects, "pandas": pd.Series, "polars": pl.Series, "arrow": pa.array,
    **{f"arrow {kind.__name__}": lambda rows, kind=kind: pa.array(
        rows, kind(kind(pa.array(rows[0][0]).type))) for kind in (pa.large_list, pa.list_view)},
    "arrow chunks": chunks,
    **{f"datasets, {form}": of_dataset(form) for form in (None, "pandas", "arrow", "polars")},
    "datasets, rows": lambda rows: dataset(rows)[:]["x"],
}  # fmt: skip
GOLDS = [[["joy"], ["love", "joy"]], [["anger"], []], [["joy"]], [["fear"]]]
IDS = [[[NAMES.index(m) for m in one] for one in row] for row in GOLDS]


@pytest.mark.parametrize("form", NESTED)
@pytest.mark.parametrize("rows", [GOLDS, IDS], ids=["names", "ids"])
def test_gold_sets_of_annotators(form, rows):
    metric = SemanticF1("annotators", similarity="plutchik", labels=NAMES)
    expected = metric.compute(predictions=SETS, references=GOLDS)
    assert metric.compute(predictions=SETS, references=NESTED[form](rows)) == expected
    metric.add_batch(predictions=SETS, references=NESTED[form](rows))
    assert metric.compute() == expected


def test_nested_class_labels_name_the_ids():
    metric = SemanticF1("annotators", similarity="plutchik")
    expected = metric.compute(predictions=SETS, references=GOLDS)
    table = dataset(IDS, datasets.List(datasets.List(CLASS_LABEL)))
    for form in (None, "numpy"):
        assert metric.compute(predictions=SETS, references=table.with_format(form)["x"]) == expected
    # In these formats a column forgets its names.
    for form in ("pandas", "arrow", "polars"):
        rows = table.with_format(form)["x"]
        assert "references[0][0]: got the id 1, and nothing" in refusal(metric.compute, SETS, rows)
        assert metric.compute(predictions=SETS, references=rows, labels=CLASS_LABEL)["semantic_f1"]


@pytest.mark.parametrize("steps", [("detach",), ("cpu",), ("detach", "cpu", "float"), ("float",)])
def test_tensors_of_models(steps):
    scores, gold = np.float32([[0.75, 0.25, 0.5], [0.125, 0.5, 0.25]]), [[1, 0, 1], [0, 1, 0]]
    near = {"similarity": np.array(NEAR), "labels": ["a", "b", "c"]}
    shares = scores[:, :2] / scores[:, :2].sum(axis=1, keepdims=True)
    for metric, rows, references, options in (
        (SemanticF1("multilabel", **near), scores, gold, {"threshold": 0.5}),
        (SemanticF1("soft"), shares, shares[::-1], {}),
        (SemanticF1("graded", **near), scores, gold, {}),
        (SemanticF1(similarity="plutchik", labels=NAMES), np.array([1, 3]), ["joy", "love"], {}),
    ):
        expected = metric.compute(predictions=rows, references=references, **options)
        # Whole numbers have no type that numpy lacks.
        own = steps[:1] if rows.ndim == 1 else steps
        for form in (Tensor(rows, own), [Tensor(row, own) for row in rows]):
            found = metric.compute(predictions=form, references=references, **options)
            assert found == expected, metric
        if options:
            vector = Tensor(np.float32([0.5] * 3), steps)
            assert metric.compute(rows, references, threshold=vector) == expected


@pytest.mark.parametrize("steps", [("detach",), ("detach", "cpu", "float"), ("float",)])
def test_tensors_as_similarities_and_points(steps):
    values, tensor = np.float32([[1, 0.5], [0.5, 1]]), partial(Tensor, steps=steps)
    metric = SemanticF1(similarity=tensor(values), labels=["a", "b"])
    assert metric.compute(["a"], ["b"])["semantic_f1"] == 0.5
    of = SemanticF1().similarity
    for builder in (of.from_embeddings, of.from_points, of.from_correlations, of.from_distances):
        table = 1 - values if builder is of.from_distances else values
        expected = builder(table, ["a", "b"]).values
        for form in (tensor(table), [tensor(row) for row in table]):
            np.testing.assert_array_equal(builder(form, ["a", "b"]).values, expected)
    by_name = of.from_embeddings(dict(zip("ab", map(tensor, values), strict=True)))
    np.testing.assert_array_equal(by_name.values, of.from_embeddings(values, ["a", "b"]).values)
    rows = np.eye(2, dtype=np.float32)[[0, 1, 1]]
    expected = of.from_training_label_sets(rows, ["a", "b"]).values
    found = of.from_training_label_sets([tensor(row) for row in rows], ["a", "b"]).values
    np.testing.assert_array_equal(found, expected)
    points = SemanticF1("points")
    expected = points.compute(predictions=[values], references=[values[:1]])
    for form in (tensor(values), [tensor(row) for row in values]):
        assert points.compute(predictions=[form], references=[values[:1]]) == expected


@pytest.mark.parametrize("config", ["default", "multilabel", "annotators", "soft", "graded"])
def test_a_tensor_that_is_no_array_is_refused_alike(config):
    metric = SemanticF1(config, similarity=np.array(NEAR), labels=["a", "b", "c"])
    good = [["a"]] if config in ("default", "annotators") else [[0, 1, 0]]
    unread = r".*: could not be read as an array: no arrays"
    for rows in (Unreadable(), [Unreadable()]):
        with pytest.raises(ValueError, match=f"predictions{unread}"):
            metric.compute(predictions=rows, references=good)
    with pytest.raises(ValueError, match=f"references{unread}"):
        metric.compute(predictions=good, references=Unreadable())


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", ">f2", ">f4", "bfloat16"])
@pytest.mark.parametrize("threshold", [0.7, 0.3, 0.1, 0.55])
def test_a_score_reaches_the_threshold_that_it_was_made_of(kind, threshold):
    metric = SemanticF1("multilabel", similarity="identity", labels=["a", "b"])
    if kind == "bfloat16":
        bits = np.float32([threshold, 0]).view(np.uint32).astype(np.uint64)
        rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32)
        rows = Tensor(rounded.view(np.float32).reshape(1, 2))
    else:
        rows = np.array([[threshold, 0]], dtype=kind)
    data = {"predictions": rows, "references": [[1, 0]]}
    assert metric.compute(**data, threshold=threshold)["semantic_f1"] == 1
    assert metric.compute(**data, threshold=[threshold, 1])["semantic_f1"] == 1
    assert metric.compute(**data, threshold=threshold + 0.01)["semantic_f1"] == 0
    metric.add_batch(**data)
    metric.add_batch(predictions=[[threshold, 0]], references=[[1, 0]])
    assert metric.compute(threshold=threshold)["semantic_f1"] == 1
    curve = metric.threshold_curve(rows, [[1, 0]], [threshold, threshold + 0.01])
    assert curve["semantic_f1"] == [1, 0]


SCORES_OF_MIXED_TYPES = {
    "rows of two types": lambda: [np.float32([0.7, 0.1]), np.float64([0.3, 0.7])],
    "the other order": lambda: [np.float64([0.7, 0.1]), np.float32([0.3, 0.7])],
    "an array and a list": lambda: [np.float32([0.7, 0.1]), [0.3, 0.7]],
    "a list and bfloat16": lambda: [[0.7, 0.1], Tensor(np.float32([0.3, 0.69921875]))],
    "float16 and integers": lambda: [np.float16([0.7, 0]), [0, 1]],
    "numbers of float32 beside 0": lambda: [[np.float32(0.7), 0], [0, np.float32(0.7)]],
    "tensors of no dimension": lambda: [[Tensor(np.float32(0.69921875)), 0], [0, 1]],
    "Polars columns": lambda: [pl.Series([0.7, 0.1], dtype=pl.Float32), pl.Series([0.3, 0.7])],
    "pandas columns": lambda: [pd.Series([0.7, 0.1], dtype="Float32"), pd.Series([0.3, 0.7])],
    "Arrow scalars": lambda: list(pa.array([[0.7, 0.1], [0.3, 0.7]], pa.list_(pa.float32()))),
    "a pandas column of Arrow lists": lambda: pd.Series(
        pd.arrays.ArrowExtensionArray(pa.array([[0.7, 0.1], [0.3, 0.7]], pa.list_(pa.float32())))
    ),
}


@pytest.mark.parametrize("form", SCORES_OF_MIXED_TYPES)
def test_each_row_is_compared_in_its_own_type(form):
    gold = [[1, 0], [0, 1]]
    for config, golds in (("multilabel", gold), ("annotators", [[["a"]], [["b"]]])):
        metric = SemanticF1(config, similarity="identity", labels=["a", "b"])
        rows = SCORES_OF_MIXED_TYPES[form]()
        found = metric.compute(predictions=rows, references=golds, threshold=0.7)
        assert found["semantic_f1"] == 1
        metric.add_batch(predictions=rows, references=golds)
        assert metric.compute(threshold=0.7)["semantic_f1"] == 1


def test_scores_of_one_row_have_one_type():
    metric = SemanticF1("multilabel", similarity="identity", labels=["a", "b"])
    rows, gold = [[0.7, 0.1], [np.float32(0.7), 0.1]], [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match=r"predictions\[1\]: scores of one row .* float32 and fl"):
        metric.compute(predictions=rows, references=gold, threshold=0.7)


ids_of_rows = st.lists(st.lists(st.integers(0, 5), max_size=3), min_size=2, max_size=5)


@pytest.mark.parametrize("most", [25, pytest.param(500, marks=pytest.mark.long)])
def test_random_sets_give_one_digit_in_every_form(most):
    @settings(max_examples=most, deadline=None)
    @given(ids=ids_of_rows.filter(any), as_ids=st.booleans())
    def check(ids, as_ids):
        metric = SemanticF1(similarity="plutchik", labels=NAMES)
        names = [[NAMES[i] for i in row] for row in ids]
        expected = metric.compute(predictions=names, references=names[::-1])
        # Rows of 0 and 1 of one width are no ids.
        widths = {len(row) for row in ids}
        if as_ids and len(widths) == 1 and widths != {1} and max(map(max, ids)) <= 1:
            return
        rows = ids if as_ids else names
        for name, form in RAGGED.items():
            found = metric.compute(predictions=form(rows), references=names[::-1])
            assert found == expected, name

    check()


@pytest.mark.parametrize(("config", "rows", "gold"), [
    ("default", ["a", "b"], ["b", "a"]), ("annotators", ["a", "b"], [[["b"]], [["a"]]]),
    ("soft", [0.1, 0.8], [0.7, 0.2]),
])  # fmt: skip
def test_indices_in_another_order_are_told(config, rows, gold):
    metric = SemanticF1(config, similarity="identity", labels=["a", "b"])
    expected, own = metric.compute(rows, gold), pd.Series(rows, index=[3, 7])
    for index in ([7, 3], [3, 7], [3, 8], [7, 7]):
        with metric.notices() as texts:
            assert metric.compute(own, pd.Series(gold, index=index)) == expected
        assert any("in another order" in text for text in texts) == (index == [7, 3])
