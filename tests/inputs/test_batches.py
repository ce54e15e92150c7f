"""add, add_batch and compute: the same digits by every way in, and nothing lost or left behind."""

from itertools import pairwise

import numpy as np
import pytest
from helpers import arrow_files, refusal

from semantic_f1.inputs.distributions import read_rows
from semantic_f1.inputs.pending import joined_batches, packed
from semantic_f1.inputs.points import read_points
from semantic_f1.inputs.reading import read_sets

EMOTIONS = ["anger", "anticipation", "disgust", "fear", "joy", "love", "optimism"]
EMOTIONS += ["pessimism", "sadness", "surprise", "trust", "admiration"]
ALL = ["samples", "micro", "macro", "weighted", None]
NEAR = 0.853553390593

pytestmark = pytest.mark.filterwarnings("ignore:(macro|Unknown|A none-label):UserWarning")


def split(rows, rng, pieces=4):
    """Consecutive slices of rows, some of them empty."""
    cuts = [0, *sorted(rng.integers(0, len(rows) + 1, pieces - 1).tolist()), len(rows)]
    return [rows[a:b] for a, b in pairwise(cuts)]


def in_batches(metric, predictions, references, rng, **options):
    """The score of slices added one after the other."""
    seed = int(rng.integers(2**31))
    slices = [split(rows, np.random.default_rng(seed)) for rows in (predictions, references)]
    for predicted, gold in zip(*slices, strict=True):
        metric.add_batch(predictions=predicted, references=gold)
    return metric.compute(**options)


def random_sets(rng, members, n):
    return [rng.choice(members, rng.integers(0, 4)).tolist() for _ in range(n)]


def random_rows(rng, width, n):
    return (rng.random((n, width)) < 0.2).astype(int)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("members", ["raise", "ids", "mismatch", "ignore"])
def test_sets_score_alike_directly_and_in_batches(load, members, seed):
    """Sets of names, of ids, and with unknown names, by what is done with these."""
    known = list(range(len(EMOTIONS))) if members == "ids" else EMOTIONS
    unknown_labels = "raise" if members == "ids" else members
    if unknown_labels != "raise":
        known = [*EMOTIONS, "boredom", "Zorn ärger"]
    options = {"average": ALL, "labels": EMOTIONS, "unknown_labels": unknown_labels}
    metric = load(similarity="plutchik", **options)
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 200))
    predictions, references = (random_sets(rng, known, n) for _ in range(2))
    options = {
        "sample_weight": rng.random(n) + 0.1,
        "counting": ["paper", "two_sided"][seed % 2],
        "zero_division": rng.random(),
    }
    direct = metric.compute(predictions=predictions, references=references, **options)
    assert in_batches(metric, predictions, references, rng, **options) == direct
    for predicted, gold in zip(predictions, references, strict=True):
        metric.add(prediction=predicted, reference=gold)
    assert metric.compute(**options) == direct


@pytest.mark.parametrize("seed", range(10))
def test_rows_and_scores_score_alike_directly_and_in_batches(load, seed):
    metric = load("multilabel", similarity="plutchik", average=ALL)
    rng = np.random.default_rng(seed)
    n, width = int(rng.integers(1, 200)), len(EMOTIONS)
    references = random_rows(rng, width, n)
    options = {"sample_weight": rng.random(n) + 0.1}
    predictions = random_rows(rng, width, n)
    if seed % 2:
        # Some slices hold 0 and 1 only, others scores.
        predictions = np.where(np.arange(n)[:, None] % 3, predictions, rng.random((n, width)))
        predictions = predictions.astype([np.float32, np.float64][seed % 4 // 2])
        # Row 0 lies exactly at the thresholds of the second kind.
        options["threshold"] = [0.5, predictions[0].tolist()][seed % 4 // 2]
    direct = metric.compute(predictions=predictions, references=references, **options)
    assert in_batches(metric, predictions, references, rng, **options) == direct
    as_lists = predictions.tolist(), references.tolist()
    assert in_batches(metric, *as_lists, rng, **options) == direct


def test_batches_in_memory_score_alike_and_write_nothing(load, cache):
    metric = load(similarity="plutchik", average=ALL, keep_in_memory=True)
    rng = np.random.default_rng(0)
    predictions, references = (random_sets(rng, EMOTIONS, 100) for _ in range(2))
    direct = metric.compute(predictions=predictions, references=references)
    for _ in range(2):
        metric.add_batch(predictions=predictions[:60], references=references[:60])
        metric.add_batch(predictions=predictions[60:], references=references[60:])
        assert not [path for path in cache.rglob("*") if path.is_file()]
        assert metric.compute() == direct


def test_the_direct_path_leaves_no_trace(load, cache):
    metric = load(similarity="plutchik")

    def state():
        return {name: (id(value), repr(value)) for name, value in vars(metric).items()}

    before = state(), sorted(cache.rglob("*"))
    metric.compute(predictions=["anger"], references=["disgust"], average=ALL)
    metric.pointwise(["anger"], ["disgust"], zero_division=0)
    metric.explain("anger", "disgust")
    metric.signature(average="micro")
    assert "angr" in refusal(metric.compute, predictions=["angr"], references=["disgust"])
    assert (state(), sorted(cache.rglob("*"))) == before
    assert not [path for path in cache.rglob("*") if path.is_file()]


def test_inputs_given_to_compute_join_the_pending_ones(load, cache):
    metric = load(similarity="plutchik")
    metric.add(prediction="anger", reference="anger")
    metric.add_batch(predictions=["joy"], references=["sadness"])
    assert len(metric) == 2
    # 1, 0 and 1: joy and sadness lie opposite each other.
    result = metric.compute(predictions=["fear"], references=["fear"])
    assert result["semantic_f1"] == pytest.approx(2 / 3, abs=1e-12)
    assert len(metric) == 0
    assert not arrow_files(cache)
    # Nothing of it is left for the next call.
    assert metric.compute(predictions=["joy"], references=["joy"])["semantic_f1"] == 1


REFUSALS = {
    "option": lambda metric: metric.compute(avrage="micro"),
    "value": lambda metric: metric.compute(zero_division=2),
    "similarity": lambda metric: metric.compute(similarity="plutchick"),
    "type": lambda metric: metric.add_batch(predictions=["joy", 1.5], references=["joy", "joy"]),
    "lengths": lambda metric: metric.add_batch(predictions=["joy", "fear"], references=["joy"]),
    "one side": lambda metric: metric.add(prediction="joy"),
    "kind": lambda metric: metric.add_batch(predictions=["joy"], references=[4]),
    "text": lambda metric: metric.add_batch(predictions=["joy"], references=["\ud800"]),
    "inputs": lambda metric: metric.compute(predictions=["joy"], references=[None]),
}


@pytest.mark.parametrize("refuse", REFUSALS)
@pytest.mark.parametrize("keep_in_memory", [False, True])
def test_pending_examples_survive_what_is_refused(load, refuse, keep_in_memory):
    metric = load(similarity="plutchik", keep_in_memory=keep_in_memory)
    metric.add_batch(predictions=["anger"], references=["disgust"])
    with pytest.raises(ValueError):
        REFUSALS[refuse](metric)
    assert len(metric) == 1
    metric.add_batch(predictions=["joy"], references=["joy"])
    result = metric.compute()
    assert result["semantic_f1"] == pytest.approx((NEAR + 1) / 2, abs=1e-12)


@pytest.mark.parametrize("refuse", sorted({*REFUSALS} - {"kind"}))
def test_a_refused_first_call_leaves_nothing(load, cache, refuse):
    metric = load(similarity="plutchik", labels=EMOTIONS)
    with pytest.raises(ValueError):
        REFUSALS[refuse](metric)
    assert not [path for path in cache.rglob("*") if path.is_file()]
    # Neither examples nor the kind of their labels are remembered.
    metric.add_batch(predictions=[0], references=["disgust"])
    assert metric.compute()["semantic_f1"] == pytest.approx(NEAR, abs=1e-12)


def test_names_after_ids_are_refused(load):
    metric = load(similarity="plutchik", labels=EMOTIONS)
    metric.add_batch(predictions=[[]], references=[["joy"]])
    metric.add_batch(predictions=[[4]], references=[["joy"]])
    with pytest.raises(ValueError, match=r"predictions: this batch has names.*before had ids"):
        metric.add_batch(predictions=[["joy"]], references=[["joy"]])
    with pytest.raises(ValueError, match=r"references: this batch has ids.*before had names"):
        metric.add_batch(predictions=[[4]], references=[[4]])
    assert len(metric) == 2
    assert metric.compute()["semantic_f1"] == 0.5
    # The kinds are those of the pending examples only.
    metric.add_batch(predictions=[["joy"]], references=[[4]])
    assert metric.compute()["semantic_f1"] == 1


@pytest.mark.parametrize(("row", "said"), [
    ([0.4, 0.6], r"predictions\[1\]: column 0 is 0.4.*were dropped"),
    ([1, 0, 0], r"predictions\[1\]: 3 columns where row 0 has 2"),
])  # fmt: skip
def test_rows_that_are_refused_when_computed(load, cache, row, said):
    metric = load("multilabel", similarity="identity", labels=["a", "b"])
    metric.add_batch(predictions=[[1, 0]], references=[[1, 0]])
    metric.add_batch(predictions=[row], references=[[0, 1]])
    with pytest.raises(ValueError, match=said):
        metric.compute()
    assert len(metric) == 0
    assert not arrow_files(cache)
    assert metric.compute(predictions=[[1, 0]], references=[[1, 0]])["semantic_f1"] == 1


@pytest.mark.parametrize(("read", "rows", "said"), [
    (read_sets, ([["a"]], [[0]]), "x: names in some batches and ids in others"),
    (read_rows, ([[0.5, 0.5]], [{"a": 1.0}]), "x: rows with names in some batches and without in"),
    (read_points, ([[[1.0]]], [[[1.0, 2.0]]]), "x: points of 1 dimensions in some batches, and"),
])  # fmt: skip
def test_batches_of_processes_that_are_no_one_side(read, rows, said):
    batches = [packed(read(one, "x"), "x") for one in rows]
    for order in (batches, batches[::-1]):
        with pytest.raises(ValueError, match=said.replace("1 dim", ". dim")):
            joined_batches(order, "x")


def test_a_batch_keeps_the_names_that_it_uses():
    columns = [read_sets(rows, "x", [*"abcdef"]) for rows in ([[5], [1, 5]], [[]], [[4, 4]])]
    whole = joined_batches([packed(one, "x") for one in columns], "x")
    assert (whole.names, whole.offsets.tolist()) == (["b", "f", "e"], [0, 1, 3, 3, 5])
    assert [whole.names[code] for code in whole.codes] == ["f", "b", "f", "e", "e"]


def test_nothing_to_score(load, cache):
    metric = load(similarity="plutchik")
    assert "there is nothing to score" in refusal(metric.compute)
    metric.add_batch(predictions=[], references=[])
    assert "there are no examples" in refusal(metric.compute)
    assert not arrow_files(cache)
    assert "there is nothing to score" in refusal(metric.compute)
    # Inputs given to compute after an empty batch.
    metric.add_batch(predictions=[], references=[])
    result = metric.compute(predictions=["anger"], references=["disgust"])
    assert result["semantic_f1"] == pytest.approx(NEAR, abs=1e-12)
    assert not arrow_files(cache)
