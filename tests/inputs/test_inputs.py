"""Label sets and indicator rows in every form people have them, and every bad row named."""

import enum
import itertools
from collections import deque
from functools import partial

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from helpers import refusal

from semantic_f1.inputs import number_rows
from semantic_f1.inputs.number_rows import read_indicators, read_weights
from semantic_f1.inputs.reading import read_sets

NAMES = [["joy", "love"], ["anger"], [], ["fear", "joy"]]
IDS = [[4, 5], [0], [], [3, 4]]
ONE_NAME = ["joy", "anger", "joy", "fear"]
ONE_ID = [4, 0, 4, 3]
PAIRS = [[4, 5], [0, 1], [3, 0]]
INTEGERS = [f"{sign}{bits}" for sign in ("int", "uint") for bits in (8, 16, 32, 64)]
PLUTCHIK = "anger anticipation disgust fear joy love optimism pessimism sadness surprise trust"


Emotion = enum.Enum("Emotion", {"JOY": "joy", "LOVE": "love"}, type=str)
Code = enum.IntEnum("Code", {"ANGER": 0, "JOY": 4})


class Name(str):
    """A string of a class of its own."""

    def __str__(self):
        return "not the name"


class Tensor:
    """Nothing but the array protocol, as tensors have it; iterating it would be an error."""

    def __init__(self, values):
        self.values = np.array(values)

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def __iter__(self):
        raise AssertionError("read row by row")


def members(rows):
    """Label sets that were read, as lists of plain members again."""
    raw = read_sets(rows, "predictions")
    codes = raw.codes.tolist()
    if raw.names is not None:
        assert all(type(name) is str for name in raw.names)
        codes = [raw.names[code] for code in codes]
    assert raw.codes.dtype in (np.int32, np.int64)
    offsets = raw.offsets.tolist()
    assert (offsets[0], offsets[-1]) == (0, len(codes))
    return [codes[a:b] for a, b in itertools.pairwise(offsets)]


def series(values, **options):
    return pd.Series(values, index=range(10, 10 + len(values)), **options)


@pytest.mark.parametrize("rows", [NAMES, IDS])
@pytest.mark.parametrize("form", [
    deque, iter,
    lambda rows: [deque(row) for row in rows],
    lambda rows: [dict.fromkeys(row).keys() for row in rows],
    lambda rows: [np.array(row, dtype=object) for row in rows],
    lambda rows: [Tensor(row) if row else [] for row in rows],
    lambda rows: [pd.Series(row) if row else () for row in rows],
    lambda rows: series(rows)[::-1][::-1],
    lambda rows: pa.array([*rows, ["x"] if rows is NAMES else [9]]).slice(0, 4),
    lambda rows: pa.chunked_array([pa.array([], pa.array(rows).type), rows]),
    lambda rows: datasets.Dataset.from_dict({"x": rows}).to_iterable_dataset()["x"],
])  # fmt: skip
def test_collections(rows, form):
    assert members(form(rows)) == rows


@pytest.mark.parametrize("flat", [ONE_NAME, ONE_ID])
@pytest.mark.parametrize("form", [
    Tensor, pd.Index,
    lambda flat: [Tensor(member) for member in flat],
    lambda flat: [frozenset([member]) for member in flat],
    lambda flat: pa.array([flat[1], *flat]).dictionary_encode()[1:],
    lambda flat: list(pa.array(flat)),
    lambda flat: datasets.Dataset.from_dict({"x": [{"y": m} for m in flat]})["x"]["y"],
])  # fmt: skip
def test_one_label_an_example(flat, form):
    assert members(form(flat)) == [[member] for member in flat]


@pytest.mark.parametrize("dtype", [*INTEGERS, ">i4", "<u8", "object"])
def test_ids_of_every_integer_type(dtype):
    assert members(np.array(PAIRS, dtype=dtype)) == PAIRS
    assert members(np.array(ONE_ID, dtype=dtype)) == [[i] for i in ONE_ID]
    assert members([np.array(row, dtype=dtype) for row in IDS]) == IDS
    assert members([list(np.array(row, dtype=dtype)) for row in IDS]) == IDS
    if dtype in INTEGERS:
        kind = getattr(pa, dtype)()
        assert members(pa.array(IDS, pa.list_(kind))) == IDS
        assert members(pa.array([[9, 9], *PAIRS], pa.list_(kind, 2))[1:]) == PAIRS
        nullable = series(ONE_ID, dtype=dtype.replace("int", "Int").replace("u", "U"))
        assert members(nullable) == [[i] for i in ONE_ID]


@pytest.mark.parametrize("form", [
    lambda array: array[::2], lambda array: array[::-1], np.asfortranarray, lambda array: array.T,
    lambda array: np.broadcast_to(array[0], (3, 2)),
])  # fmt: skip
def test_arrays_of_any_layout(form):
    array = form(np.array([*PAIRS, [7, 8]]))
    assert members(array) == array.tolist()
    indicators = (array > 3).astype(np.int8)
    assert table_of(form((np.array([*PAIRS, [7, 8]]) > 3).astype(np.int8))) == indicators.tolist()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_names_of_every_arrow_type(kind):
    assert members(pa.array(ONE_NAME, kind)) == [[name] for name in ONE_NAME]
    assert members(pa.array(NAMES, pa.list_(kind))) == NAMES
    pairs = [["a", "b"], ["c", "a"]]
    assert members(pa.array(pairs, pa.list_(kind, 2))) == pairs


def test_strings_of_other_classes_are_the_names_they_hold():
    assert members([[Emotion.JOY, "love"], [Name("anger")]]) == [["joy", "love"], ["anger"]]
    single = [Emotion.LOVE, Name("anger"), np.str_("fear"), "joy"]
    assert members(single) == [["love"], ["anger"], ["fear"], ["joy"]]
    assert members(np.array([NAMES[0], NAMES[3]])) == [NAMES[0], NAMES[3]]
    assert members([[Code.JOY, 3], [Code.ANGER], Code.JOY]) == [[4, 3], [0], [4]]
    # One label next to collections.
    named = ["joy", ["anger", "fear"], (), {"love"}]
    assert members(named) == [["joy"], ["anger", "fear"], [], ["love"]]
    assert members([4, [0, 1], np.int8(3), np.array([5])]) == [[4], [0, 1], [3], [5]]


def test_empty_forms():
    for rows in ([], (), np.zeros((0, 3), int), series([]), pa.array([], pa.list_(pa.string()))):
        assert members(rows) == []
    for rows in ([[], []], np.zeros((2, 0), int), pa.array([[], []]), np.zeros((2, 0))):
        raw = read_sets(rows, "predictions")
        assert (raw.kind, raw.offsets.tolist()) == (None, [0, 0, 0])
    assert members(["joy", ""]) == [["joy"], [""]]


def test_what_is_handed_in_stays_as_it_is():
    rows = np.array(PAIRS)
    weights = np.array([1.0, 2.0])
    read_sets(rows, "predictions")
    read_weights(weights, 2)[0] = 5
    assert rows.tolist() == PAIRS
    assert weights.tolist() == [1, 2]


@pytest.fixture
def class_labels():
    """A data set whose ClassLabel order is not the metric's, one label and several an example."""
    label = datasets.ClassLabel(names=["love", "joy", "anger"])
    features = {"one": label, "several": datasets.List(label), "old": datasets.Sequence(label)}
    several = [[0, 1], [], [2], [1]]
    columns = {"one": [1, 0, 2, 1], "several": several, "old": several}
    return datasets.Dataset.from_dict(columns, features=datasets.Features(features))


ONE = [["joy"], ["love"], ["anger"], ["joy"]]
SEVERAL = [["love", "joy"], [], ["anger"], ["joy"]]


def test_class_labels_are_the_names_they_stand_for(class_labels):
    """The formats "pandas" and "arrow" hand out plain ids, which can't be told from others."""
    names = class_labels.features["one"].names

    def name_all(batch):
        return {"several": [[names[i] for i in row] for row in batch["several"]]}

    tensors = class_labels.with_transform(lambda x: {key: list(map(Tensor, x[key])) for key in x})
    named = class_labels.with_transform(name_all)
    for formatted in (class_labels, class_labels.with_format("numpy"), tensors):
        assert members(formatted["one"]) == ONE
        assert members(formatted["several"]) == SEVERAL
    assert members(class_labels["old"]) == members(named["several"]) == SEVERAL
    order = [2, 0, 2]
    chosen = class_labels.select(order)
    assert members(chosen["one"]) == [ONE[i] for i in order]
    assert members(chosen["several"]) == [SEVERAL[i] for i in order]
    shuffled = class_labels.add_column("row", range(4)).shuffle(seed=3)
    assert members(shuffled["several"]) == [SEVERAL[i] for i in shuffled["row"]]
    both = datasets.concatenate_datasets([class_labels, chosen])
    assert members(both["one"]) == ONE + [ONE[i] for i in order]
    assert members(class_labels.shard(2, 1, contiguous=True)["one"]) == ONE[2:]


def test_unused_names_of_a_class_label_need_not_be_labels(load):
    features = datasets.Features({"x": datasets.ClassLabel(names=["joy", "boredom"])})
    info, metric = datasets.DatasetInfo(features=features), load(similarity="plutchik")

    def scored(*codes):
        column = datasets.Dataset(pa.table({"x": pa.array(codes, pa.int64())}), info=info)["x"]
        return metric.compute(predictions=column, references=["joy", "joy"])["semantic_f1"]

    assert scored(0, 0) == 1
    assert refusal(scored, 0, 1).startswith("predictions[1]: 'boredom' is not a label")
    assert refusal(scored, 1, -1).startswith("predictions[1]: id -1 is out of range")
    assert "predictions[1]: id 7 is out of range; the ClassLabel" in refusal(scored, 1, 7)


BAD_NAMES = [
    (None, "None"), ([None], "None"), (["joy", None], "None"), (float("nan"), "nan"),
    (["joy", float("nan")], "nan"),
    (["joy", pd.NA], "<NA>"), (pd.NA, "<NA>"), (pd.NaT, "NaT"), (1.5, "1.5"), ([0.0, 1.0], "0.0"),
    (np.float32(0.5), "0.5"), (True, "True"), ([np.False_], "False"),
    (["joy", 4], "4 among names such as 'joy'"), (b"joy", "b'joy'"), (["joy", b"love"], "b'love'"),
    ({"joy": 1}, "{'joy': 1}"), (["joy", {"a": 1}], "{'a': 1}"), ([["joy"]], "['joy']"),
    (["joy", ("love",)], "('love',)"), (np.array([["joy"]]), "['joy']"),
    (["joy", object], "object"), (1j, "1j"),
    (["joy", "angr"], "'angr' is not a label (did you mean 'anger'?)"),
    ("Joy", "'Joy' is not a label, but differs from 'joy' only by case, blanks, width or acc"),
    ("joy,love", "'joy,love' is not a label, but what ',' separates in it is; a text is one label"),
    ("", "'' is not a label"),
]  # fmt: skip
BAD_IDS = [
    (12, "id 12 is out of range; there are 12 labels, so ids run from 0 to 11"),
    ([0, -1], "id -1 is out of range"),
    ([2**31], "2147483648"), ([0, 2**63], "9223372036854775808"),
    (-(2**70), "-1180591620717411303424"), (np.uint64(2**64 - 1), "18446744073709551615"),
    (np.array([0, 250], dtype=np.uint8), "250"), ([0, "joy"], "'joy' among ids such as "),
    (False, "False"), ([4, None], "None"), ([4.5], "4.5"), ([[4]], "[4]"),
    (np.datetime64("2020-01-01"), "2020"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [(["joy", "love"], *case) for case in BAD_NAMES] + [([4, 5], *case) for case in BAD_IDS],
)
def test_a_bad_row_is_named(load, good, bad, said):
    metric = load(similarity="plutchik", labels=[*PLUTCHIK.split(), "admiration"])
    for side, position in itertools.product(("predictions", "references"), range(4)):
        rows = [good, [], good[:1]]
        rows.insert(position, bad)
        data = {"predictions": [good] * 4, "references": [good] * 4, side: rows}
        message = refusal(metric.compute, **data)
        assert message.startswith(f"{side}[{position}]: ")
        assert said in message


@pytest.mark.parametrize("side", ["predictions", "references"])
@pytest.mark.parametrize("position", [0, 1, 3])
@pytest.mark.parametrize(("good", "other"), [("joy", 4), (4, "joy"), (["joy"], [4]), ([4], "joy")])
def test_names_in_some_rows_and_ids_in_others(load, side, position, good, other):
    rows = [good] * 3
    rows.insert(position, other)
    # The first row sets the kind; the first that departs from it is named.
    wrong = position or 1
    data = {"predictions": [good] * 4, "references": [good] * 4, side: rows}
    said = refusal(load(similarity="plutchik").compute, **data)
    assert said.startswith(f"{side}[{wrong}]: ")
    assert said.endswith("(row 0): use names everywhere or ids everywhere")
    assert "'joy'" in said and "4" in said


GOT = "got (a missing value|None)"
SERIES_KINDS = ["string", object, None, "category"]
OTHER_KINDS = ["Int64", "string", pd.ArrowDtype(pa.int8())]
EMPTY_IS = r".*an example without labels is an empty list, \[\]"
COLUMNS = [
    pa.array, series,
    lambda rows: pa.chunked_array([pa.array(rows[:1], pa.list_(pa.int64())), rows[1:]]),
    lambda rows: datasets.Dataset.from_dict({"x": rows})["x"],
]  # fmt: skip


@pytest.mark.parametrize(("rows", "said"), [
    *[(form([*([[0], [], [1]][:at]), bad, [1], [2]]), f"{at}].*None") for form in COLUMNS
        for bad in (None, [1, None]) for at in range(3)],
    *[(pd.Series([None if i == at else good for i in range(3)], dtype=kind), f"{at}]: {GOT}")
        for good, kind in [*(("joy", kind) for kind in SERIES_KINDS), (1, "Int64")]
        for at in range(3)],
    *[(form([good, None, good], dtype=kind), "1]: got a missing value")
        for good, kind in zip((4, "joy", 4), OTHER_KINDS, strict=True)
        for form in (pd.Index, pd.array, pd.Series)],
    (pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["joy", None])), "1]: .*None"),
    *[(rows, f"0].*None{EMPTY_IS}") for rows in ([None], [[None]], pa.array([None, ["joy"]]))],
    ([float("nan")], f"0].*nan{EMPTY_IS}"),
    (np.ma.array([[0, 1], [2, 3]], mask=[[0, 0], [0, 1]]), ": .*mask"),
    (np.ma.array([0, 1], mask=[0, 1]), ": .*mask"),
    (np.array([0, 1], "m8[s]"), ": .* got timedelta64"),
    (np.array([0, 1], "M8[D]"), ": .* got datetime64"),
    (np.array(3), ": expected one or two dimensions"),
    (np.array("joy"), ": expected one or two dimensions"),
    (np.zeros((1, 2, 3), int), ": expected one or two dimensions"),
    *[(rows, '0].*"multilabel" config') for rows in ([[0.0, 1.0]], np.zeros((2, 3)), [np.zeros(3)],
        [[True]], np.zeros(2, bool))],
    *[
        (form(np.array([0, huge, 1], np.uint64)), f"1]: id {huge} is out of range")
        for form in (np.array, pa.array, pd.Series, lambda ids: ids.reshape(-1, 1))
        for huge in (2**31, 2**63, 2**64 - 1)
    ],
])  # fmt: skip
def test_rows_that_hold_no_labels_are_refused(rows, said):
    said = said.replace("]", r"\]", 1) if said[0].isdigit() else said
    with pytest.raises(ValueError, match=rf"^predictions(\[)?{said}"):
        read_sets(rows, "predictions")


@pytest.mark.parametrize(
    "rows", [None, "joy", b"joy", {"joy": 1}, {"joy"}, frozenset(["joy"]), 3, 1.5, object()]
)
def test_what_is_no_sequence_of_examples(rows):
    said = r"^references: expected a sequence with one entry per example; got \w+"
    for read in (read_sets, partial(read_indicators, scores=True)):
        with pytest.raises(ValueError, match=said):
            read(rows, "references")


def test_a_frame_is_refused_if_columns_are_no_labels(load):
    frame = pd.DataFrame(np.eye(12, dtype=int), columns=[*PLUTCHIK.split(), "admiration"])
    with pytest.raises(ValueError, match=r"^predictions: a table of columns .* pass one column"):
        load(similarity="plutchik").compute(predictions=frame, references=[[0]] * 12)
    metric = load("multilabel", similarity="plutchik")
    for rows in (frame, frame.to_numpy()):
        assert metric.compute(predictions=rows, references=rows)["semantic_f1"] == 1


@pytest.mark.parametrize("config", ["default", "multilabel"])
@pytest.mark.parametrize("n", [0, 1, 3])
def test_differing_lengths(load, config, n):
    metric = load(config, similarity="plutchik")
    row = [0] * 11 + [1]
    rows = [row] * 2 if config == "multilabel" else [[1]] * 2
    for call in (metric.compute, metric.add_batch, metric.pointwise):
        with pytest.raises(ValueError, match=f"equally long; got {n} and 2 examples"):
            call(predictions=[rows[0]] * n, references=rows)


def test_no_examples(load):
    for config in ("default", "multilabel"):
        metric = load(config, similarity="plutchik")
        for rows in ([], np.zeros((0, 12), int)):
            assert "there are no examples" in refusal(metric.compute, rows, rows)
        nothing = {"semantic_f1": [], "semantic_precision": [], "semantic_recall": []}
        assert metric.pointwise([], []) == nothing
    assert metric.pointwise([], [], threshold=0.5) == nothing


BINARY = [[0, 1, 1], [0, 0, 0], [1, 0, 0]]


def table_of(rows, scores=False):
    """Rows of 0 and 1 that were read; rows of scores where there are any."""
    raw = read_indicators(rows, "predictions", scores=scores)
    if raw.table is not None:
        return np.asarray(raw.table, dtype=np.float64).tolist()
    table = np.zeros((len(raw.columns.offsets) - 1, raw.width), int)
    table[np.repeat(np.arange(len(table)), np.diff(raw.columns.offsets)), raw.columns.indices] = 1
    assert raw.columns.indices.dtype == np.int32
    return table.tolist()


@pytest.mark.parametrize("form", [
    Tensor,
    lambda rows: [list(map(bool, row)) for row in rows],
    lambda rows: [list(map(float, row)) for row in rows],
    lambda rows: [[0, True, 1.0], *rows[1:]],
    lambda rows: [[np.int64(value) for value in row] for row in rows],
    lambda rows: [np.array(rows[0]), *rows[1:]],
    lambda rows: [np.array(rows[0], dtype=bool), np.array(rows[1], dtype=float), rows[2]],
    lambda rows: np.array(rows, dtype=object),
    lambda rows: [np.array(row, dtype=object) for row in rows],
    lambda rows: pa.array([[1, 1, 1], *rows], pa.list_(pa.float32(), 3))[1:],
    lambda rows: pa.array([list(map(bool, row)) for row in rows]),
])  # fmt: skip
def test_indicator_rows(form):
    assert table_of(form(BINARY)) == BINARY


@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, "float16", "float32", "float64"])
def test_indicators_of_every_type(dtype):
    assert table_of(np.array(BINARY, dtype=dtype)) == BINARY
    assert table_of(np.array(BINARY, dtype=dtype)[:, ::-1]) == [row[::-1] for row in BINARY]


def test_blocks_of_rows_change_nothing(monkeypatch):
    monkeypatch.setattr(number_rows, "BLOCK_ROWS", 2)
    assert table_of(np.array(BINARY)) == BINARY
    scores = [*BINARY, [0.0, 0.25, 1.0]]
    assert table_of(scores, scores=True) == scores
    with pytest.raises(ValueError, match=r"predictions\[3\]: column 1 is 0.25"):
        read_indicators(scores, "predictions", scores=False)


BAD_INDICATORS = [
    ([0] * 10 + [1], "11 columns where row 0 has 12"),
    ([0] * 13, "13 columns where row 0 has 12"),
    ([], "0 columns where row 0 has 12"),
    ([2] + [0] * 11, "column 0 is 2; indicator rows hold 0 and 1"),
    *(([0] * 11 + [x], f"column 11 is {x}; indicator rows hold 0 and 1") for x in (-1, 0.5)),
    *(([0] * 11 + [x], f"column 11 is {x}")
        for x in (float("nan"), float("inf"), 2**70, None, 1j, [1], pd.NA)),
    ([0] * 11 + ["1"], "column 11 is '1', not a number: a row has 0 and 1, one column per label"),
    (None, "None"), ("011000000000", "got str '011000000000'"), (b"0", "b'0'"), (3, "got int 3"),
    ({0: 1}, "got dict {0: 1}"), ({0, 1}, "got set {0, 1}"),
    (["joy"], "'joy'"),
]  # fmt: skip


@pytest.mark.parametrize("side", ["predictions", "references"])
@pytest.mark.parametrize("position", [0, 1, 2])
@pytest.mark.parametrize(("bad", "said"), BAD_INDICATORS)
def test_a_bad_indicator_row_is_named(load, side, position, bad, said):
    metric = load("multilabel", similarity="plutchik")
    good = [0, 1] + [0] * 10
    rows = [good, good]
    rows.insert(position, bad)
    data = {"predictions": [good] * 3, "references": [good] * 3, side: rows}
    message = refusal(metric.compute, **data)
    place = side if bad == ["joy"] else f"{side}[{position}]: "
    if "columns where" in said and position == 0:
        # The first row sets the width, so the second departs from it.
        place, said = f"{side}[1]: ", f"12 columns where row 0 has {len(bad)}"
    assert place in message and (bad == ["joy"] or said in message)


@pytest.mark.parametrize(("rows", "said"), [
    (pa.array([[0, 1], None]), r"predictions\[1\]: got None"),
    (pa.array([[0, 1], [0, None]]), r"predictions\[1\]: a value is None"),
    (pa.array([[0, 1], [0]]), r"predictions\[1\]: 1 columns where row 0 has 2"),
    (pa.array([[0, 1], [0, float("inf")]]), r"predictions\[1\]: column 1 is inf"),
    (pa.array([["a"], ["b"]]), r"predictions\[0\]: column 0 is 'a'"),
    (np.zeros(12), r"predictions: expected rows of 0 and 1, one column per label"),
    (np.zeros((2, 3, 1)), r"predictions: expected rows of 0 and 1"),
    (np.ma.array([[0, 1]], mask=[[0, 1]]), r"predictions.*mask"),
    (np.array([[0, 1]], dtype="m8[s]"), r"predictions"),
    (np.array([[0, 1j]]), r"predictions\[0\]: column 0 is 0j"),
    ([["joy"], ["fear", "anger"]], "label names need the default config"),
    (np.array([["joy"]]), r"predictions\[0\]: column 0 is 'joy'.*default config"),
])  # fmt: skip
def test_bad_indicator_tables(rows, said):
    with pytest.raises(ValueError, match=said):
        read_indicators(rows, "predictions", scores=True)


def test_rows_of_the_wrong_width_say_which_width_is_needed(load):
    metric = load("multilabel", similarity="goemotions")
    with pytest.raises(ValueError, match=r"predictions: rows have 26 columns; .* 27 or 28"):
        metric.compute(predictions=np.zeros((2, 26)), references=np.zeros((2, 27)))
    with pytest.raises(ValueError, match=r"references: rows have 29 columns; .* 27 or 28"):
        metric.compute(predictions=np.zeros((2, 28)), references=np.zeros((2, 29)))


@pytest.mark.parametrize("form", [
    list, tuple, iter, np.array, Tensor, series, pa.array,
    lambda weights: np.array(weights, dtype=np.float32),
    lambda weights: list(np.array(weights)),
    lambda weights: series(weights, dtype="Int64"),
    lambda weights: datasets.Dataset.from_dict({"x": weights})["x"],
])  # fmt: skip
def test_weights_in_any_form(form):
    read = read_weights(form([1, 0, 2]), 3)
    assert (read.dtype, read.tolist()) == (np.float64, [1, 0, 2])


@pytest.mark.parametrize(("weights", "said"), [
    ([1, -0.5], r"sample_weight\[1\]: weights must be finite and >= 0; got -0.5"),
    ([float("nan"), 1], r"sample_weight\[0\]: weights must be finite and >= 0; got nan"),
    ([1, float("inf")], r"sample_weight\[1\]: .* got inf"),
    ([0, 0.0], "sample_weight: at least one weight must be above 0; all are 0"),
    *((x, "sample_weight: expected one number per example, 2; got shape") for x in ([1], [1] * 3)),
    *((x, "sample_weight: expected one number per example") for x in ([[1], [1]], [[1], [1, 2]],
        [True, False], ["1", "2"], [1, None], [1j, 1])),
    (2.0, "sample_weight: expected a sequence with one entry per example; got float 2.0"),
    *((x, "sample_weight: expected a sequence") for x in ("12", {0: 1})),
    (np.ma.array([1.0, 2.0], mask=[0, 1]), r"sample_weight.*mask"),
    ([1e308, 1e308], r"sample_weight.*(sum|large)"),
])  # fmt: skip
def test_bad_weights(load, weights, said):
    metric = load(similarity="plutchik")
    data = {"predictions": ["joy", "fear"], "references": ["love", "fear"]}
    with pytest.raises(ValueError, match=said):
        metric.compute(**data, sample_weight=weights)


def test_go_emotions_ids(load, root):
    """Rows of the data set as published: ids, 27 is neutral and means the empty set."""
    folder = root / "data" / "goemotions"
    lines = (folder / "test.ids").read_text(encoding="utf-8").splitlines()
    gold = [[int(i) for i in line.split(",")] for line in lines]
    names = (folder / "labels.txt").read_text(encoding="utf-8").split()
    assert len(gold) == 5427
    beside = sum(27 in row and len(row) > 1 for row in gold)
    assert beside > 0
    predictions = gold[1:] + gold[:1]
    metric = load(similarity="goemotions")
    with pytest.warns(UserWarning, match=f"{beside} predictions and {beside} references"):
        result = metric.compute(predictions=predictions, references=gold)
    without = [[i for i in row if i != 27] for row in gold]
    assert metric.compute(predictions=without[1:] + without[:1], references=without) == result
    by_name = [[names[i] for i in row if i != 27] for row in gold]
    assert metric.compute(predictions=by_name[1:] + by_name[:1], references=by_name) == result
    table = np.zeros((len(gold), 28), int)
    for row, ids in enumerate(gold):
        table[row, ids] = 1
    multilabel = load("multilabel", similarity="goemotions")
    with pytest.warns(UserWarning, match=f"{beside} predictions and {beside} references"):
        wide = multilabel.compute(predictions=np.roll(table, -1, 0), references=table)
    assert wide == result
    narrow = multilabel.compute(predictions=np.roll(table, -1, 0)[:, :27], references=table[:, :27])
    assert narrow == result


def test_what_looks_like_indicators_but_is_ids(load):
    metric = load(similarity="identity", labels=["a", "b"])
    three = load(similarity="identity", labels=["a", "b", "c"])
    # Under three labels, rows of 2 that hold 0 and 1 each once are ids; a repeat tells indicators.
    found = three.compute([[0, 1], [1, 0]], [[0, 1], [0]])
    assert list(found.values()) == [pytest.approx((1 + 2 / 3) / 2), 0.75, 1.0]
    for repeat in ([1, 1], [0, 0]):
        assert "these are indicator rows" in refusal(three.compute, [[0, 1], repeat], [[0], [0]])
    # Of two labels a pair may be both ids or two columns, whatever the other rows are, so that a
    # batch reads as the whole does.
    for row in ([1, 1], [0, 1], [1, 0]):
        with pytest.raises(ValueError, match=r"predictions\[1\]: .* or an indicator row of two"):
            metric.pointwise([[0], row], [[1], [0]])
        assert "these are indicator rows" in refusal(metric.pointwise, [row], [[0]])
    assert metric.pointwise([[0], [1]], [[1], [1]])["semantic_f1"] == [0, 1]
    # One row of another width, or another value, and they are ids with repeats.
    assert three.pointwise([[0, 1, 1], [0, 1, 2]], [[0, 1], [2]])["semantic_f1"] == [1, 0.5]
    assert load(similarity="identity", labels=["a"]).pointwise([[0]], [[0]])["semantic_f1"] == [1]
