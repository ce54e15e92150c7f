"""Pickling, and Dataset.map's cache: a new process goes on where another one left off."""

import pickle

import datasets
import numpy as np
import pytest
from carried import copy_of_what_is_carried
from conftest import ROOT
from fresh_python import FreshPython
from helpers import SCORES, in_python

SCRIPT = str(ROOT / "semantic_f1.py")
NEAR = 0.853553390593

pytestmark = pytest.mark.filterwarnings("ignore:macro:UserWarning")

DUMP = """
import json, pickle, sys
import evaluate
script, cache, path = sys.argv[1:]
sets = {"predictions": [["b"], ["none", "c"], []], "references": [["a"], ["c"], ["b"]]}
rows = {"predictions": [[0, 0.9, 0.8], [0, 0.2, 0]], "references": [[0, 1, 0], [0, 0, 1]]}
options = {"labels": ["a", "none", "b", "c"], "none_labels": {"none"}, "average": ["micro", None]}
metrics = [
    evaluate.load(
        script, similarity=[[1, 0.5, 0], [0.25, 1, 0], [0, 0, 0.75]], cache_dir=cache,
        macro_labels={"a", "c"}, counting="two_sided", zero_division=0.5, **options,
    ),
    evaluate.load(
        script, "multilabel", similarity="identity", labels=["a", "b", "c"], keep_in_memory=True,
        threshold=[0.5, 0.6, 0.7], sample_weight=[1, 3], cache_dir=cache, seed=7,
    ),
]
computed = []
for metric, examples in zip(metrics, [sets, rows]):
    before = metric.compute(**examples)
    metric.add_batch(**examples)
    assert metric.compute() == before
    computed.append([before, metric.pointwise(**examples), metric.signature(), metric.seed])
with open(path, "wb") as file:
    pickle.dump([(m, m.pointwise, m.compute) for m in metrics], file)
    pickle.dump([sets, rows], file)
print(json.dumps(computed))
"""

LOAD = """
import json, pickle, sys
import evaluate
evaluate.loading.init_dynamic_modules()
with open(sys.argv[1], "rb") as file:
    metrics, examples = pickle.load(file), pickle.load(file)
computed = []
for (metric, pointwise, compute), given in zip(metrics, examples):
    metric.add_batch(**given)
    before = metric.compute()
    assert compute(**given) == before
    computed.append([before, pointwise(**given), metric.signature(), metric.seed])
print(json.dumps(computed))
"""


def test_a_pickle_works_in_a_new_process(tmp_path):
    python = FreshPython(tmp_path / "home")
    pickles = tmp_path / "metrics.pickle"
    dumped = python.run(DUMP, SCRIPT, tmp_path / "cache", pickles, hash_seed=1)
    # a and b are near, "none" is dropped, and the empty set earns nothing beside b.
    assert dumped[0][1]["semantic_f1"] == pytest.approx([1 / 3, 0.75, 0])
    assert dumped[1][1]["semantic_f1"] == pytest.approx([2 / 3, 0])
    assert [seed for *_, seed in dumped] == [0, 7]
    assert python.run(LOAD, pickles, hash_seed=2) == dumped


def test_a_pickle_keeps_its_arguments(load, tmp_path):
    values = np.array([[1, 0.5], [0.5, 1]])
    own = {"experiment_id": "trial", "timeout": 3}
    metric = load("multilabel", similarity=values, labels=["a", "b"], **own)
    copy = pickle.loads(pickle.dumps(metric))
    assert type(copy) is type(metric)
    assert copy.data_dir == metric.data_dir
    assert (copy.config_name, copy.experiment_id, copy.timeout) == ("multilabel", "trial", 3)
    assert copy.signature() == metric.signature()
    # What the metric reads is its own copy.
    values[0, 1] = 0
    assert copy.signature() == metric.signature()
    # A bare process reads the pickles of a loaded metric.
    metric = load(similarity="plutchik")
    counts = metric.counts([["joy"]], [["love"]])
    file = tmp_path / "pickles"
    file.write_bytes(pickle.dumps((metric, counts)))
    code = (
        "import pickle, sys; metric, counts = pickle.load(open(sys.argv[1], 'rb')); "
        "print(metric.compute(counts=counts + counts)['semantic_f1'])"
    )
    run = in_python("-c", code, file, cwd=tmp_path)
    assert float(run.stdout) == metric.compute(counts=counts)["semantic_f1"]


@pytest.mark.parametrize("keep_in_memory", [False, True])
def test_pending_examples_are_not_pickled(load, keep_in_memory):
    metric = load(similarity="plutchik", keep_in_memory=keep_in_memory)
    metric.add_batch(predictions=["anger", "joy"], references=["disgust", "joy"])
    for thing in (metric, metric.pointwise):
        with pytest.raises(ValueError, match=r"2 pending examples can't be pickled.*compute"):
            pickle.dumps(thing)
    assert metric.compute()["semantic_f1"] == pytest.approx((NEAR + 1) / 2, abs=1e-12)
    copy = pickle.loads(pickle.dumps(metric))
    assert copy.compute(predictions=["joy"], references=["joy"])["semantic_f1"] == 1


PREDICTIONS = [["anger"], ["joy", "love"], [], ["fear"]]
REFERENCES = [["disgust"], ["joy"], [], ["trust"]]


@pytest.fixture
def stored(tmp_path):
    """The folder of a data set on disk: only those have a cache."""
    data = datasets.Dataset.from_dict({"predictions": PREDICTIONS, "references": REFERENCES})
    data.save_to_disk(tmp_path / "data")
    return tmp_path / "data"


MAP = """
import json, sys
import datasets, evaluate
datasets.disable_progress_bars()
folder, script, edited, cache = sys.argv[1:]
data = datasets.load_from_disk(folder)
values = [[1, 0.5], [0.5, 1]]

def mapped(options, script=script, **way):
    metric = evaluate.load(script, cache_dir=cache, **options)
    metric.add_batch(predictions=["joy"], references=["joy"])
    metric.compute()
    way = way or {"input_columns": ["predictions", "references"]}
    scored = data.map(metric.pointwise, batched=True, **way)
    return [scored._fingerprint, scored["semantic_f1"][:]]

plain = {"similarity": "plutchik"}
labels = ["anger", "disgust", "fear", "joy", "love", "trust"]
table = [[1.0 if a == b else 0.5 for a in labels] for b in labels]
changed = [row[:] for row in table]
changed[0][1] = 0.5000001
array = {"similarity": table, "labels": labels, "macro_labels": set(labels[:4])}
fingerprints = {
    "one dict": mapped(plain, batch_size=3),
    "columns": mapped(plain),
    "array": mapped(array),
    "other option": mapped({**plain, "zero_division": 0}),
    "other name": mapped({"similarity": "identity", "labels": labels}),
    "other value": mapped({**array, "similarity": changed}),
    "other code": mapped(plain, edited),
}
print(json.dumps(fingerprints))
"""


def edited_copy(tmp_path):
    """A checkout in which one line of the code differs, in what it does, not in a comment."""
    folder = copy_of_what_is_carried(tmp_path / "edited" / "semantic_f1")
    bundle = folder / "bundle.py"
    text = bundle.read_text(encoding="utf-8")
    assert "SHORT_SETS = 16\n" in text
    bundle.write_text(text.replace("SHORT_SETS = 16\n", "SHORT_SETS = 15\n"), encoding="utf-8")
    return folder


def test_map_hits_its_cache_in_a_new_process(stored, tmp_path):
    python = FreshPython(tmp_path / "home")
    arguments = [stored, SCRIPT, edited_copy(tmp_path), tmp_path / "cache"]
    first = python.run(MAP, *arguments, hash_seed=1)
    made = sorted(path.name for path in stored.glob("cache-*.arrow"))
    fingerprints = {name: fingerprint for name, (fingerprint, _) in first.items()}
    # Whatever differs has a fingerprint and a file of its own.
    assert len(set(fingerprints.values())) == len(fingerprints) == len(made)
    expected = pytest.approx([NEAR, 0.990394, 1, NEAR], abs=1e-6)
    for name in ("one dict", "columns", "other code"):
        assert first[name][1] == expected
    assert first["other option"][1] == pytest.approx([NEAR, 0.990394, 0, NEAR], abs=1e-6)
    assert first["other name"][1] == pytest.approx([0, 2 / 3, 1, 0])
    assert first["other value"][1][0] != first["array"][1][0] == 0.5
    again = python.run(MAP, *arguments, hash_seed=2)
    assert again == first
    assert sorted(path.name for path in stored.glob("cache-*.arrow")) == made


def test_map_in_two_processes(load, stored):
    data = datasets.load_from_disk(stored)
    metric = load(similarity="plutchik")
    scored = data.map(metric.pointwise, batched=True, num_proc=2)
    assert [*scored.column_names] == ["predictions", "references", SCORES[2], *SCORES[:2]]
    assert scored[:] == data[:] | metric.pointwise(PREDICTIONS, REFERENCES)
