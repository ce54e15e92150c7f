"""Several processes and threads at once, failures and sudden ends: right numbers, nothing left."""

import inspect
import json
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from conftest import ROOT
from filelock import FileLock
from fresh_python import FreshPython
from helpers import arrow_files

SCRIPT = str(ROOT / "semantic_f1.py")
DEFAULT_FILE = "default_experiment-1-0.arrow"
ALL = ["samples", "micro", "macro", "weighted", None]
NEAR = 0.853553390593

pytestmark = pytest.mark.filterwarnings("ignore:macro:UserWarning")


def examples(k):
    """The k-th set of examples: predictions and references."""
    labels = ["anger", "disgust", "fear", "joy", "love", "sadness", "surprise", "trust"]
    rows = range(20 + k)
    predictions = [[labels[(i * 3 + j * 5 + k) % 8] for j in range((i + k) % 4)] for i in rows]
    references = [[labels[(i * 7 + j * 3) % 8] for j in range((i * k + 1) % 3)] for i in rows]
    return predictions, references


def assert_nothing_is_left(cache):
    """No file of examples is there, and every lock can be had at once."""
    assert not arrow_files(cache)
    locks = list(cache.rglob("*.lock"))
    assert locks
    for lock in map(FileLock, locks):
        lock.acquire(timeout=0)
        lock.release()


def assert_next_is_right(metric, cache):
    """The next batch needn't look for another file name, and its score is right."""
    metric.add_batch(predictions=["anger"], references=["disgust"])
    assert arrow_files(cache) == [DEFAULT_FILE]
    assert metric.compute()["semantic_f1"] == pytest.approx(NEAR, abs=1e-12)
    assert_nothing_is_left(cache)


RANK = """
import json, sys, time
from pathlib import Path
import evaluate
script, cache, rounds, rank = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), int(sys.argv[4])
metrics = {
    config: evaluate.load(
        script, config, cache_dir=cache, num_process=2, process_id=rank, experiment_id="both",
        timeout=900, **options,
    )
    for config, options in json.loads(sys.argv[5]).items()
}
results = []
for number, (config, way, batches) in enumerate(rounds):
    metric = metrics[config]
    try:
        if way == "compute":
            results.append(metric.compute(*batches[rank][0]))
        else:
            for predictions, references in batches[rank]:
                metric.add_batch(predictions=predictions, references=references)
            results.append(metric.compute())
    except ValueError as error:
        results.append(str(error))
    # A round begins when rank 0 has ended the one before.
    done = Path(cache, f"done-{number}")
    if rank == 0:
        done.touch()
    while not done.exists():
        time.sleep(0.01)
print(json.dumps(results))
"""


def test_two_processes_give_the_score_of_all(load, cache, tmp_path):
    first, second, third = (examples(k) for k in (1, 2, 3))
    rows = [[[1, 0, 0]], [[0, 1, 0]]]
    scores = [[[0.2, 0.7, 0.1]], [[0, 1, 1]]]
    rounds = [
        ("default", "add_batch", [[first], [second, third]]),
        ("default", "compute", [[second], [first]]),
        ("default", "add_batch", [[third], [([], [])]]),
        ("default", "add_batch", [[([], [])], [third]]),
        ("default", "add_batch", [[(["joy"], ["joy"])], [([0], ["joy"])]]),
        ("default", "add_batch", [[(["joy"], ["joy"])], [(["jo"], ["joy"])]]),
        ("multilabel", "add_batch", [[rows], [scores]]),
        ("default", "add_batch", [[first], [third]]),
    ]
    options = {
        "default": {"similarity": "plutchik", "average": ALL},
        "multilabel": {"similarity": "identity", "labels": ["a", "b", "c"], "threshold": 0.5},
    }
    python = FreshPython(tmp_path / "home")
    cache.mkdir()
    arguments = [SCRIPT, cache, json.dumps(rounds)]
    ranks = [python.start(RANK, *arguments, rank, json.dumps(options)) for rank in (0, 1)]
    results, nothing = [python.finish(rank) for rank in ranks]
    assert nothing == [None] * len(rounds)

    def of_all(config, batches):
        sides = ([row for rank in batches for one in rank for row in one[at]] for at in (0, 1))
        return load(config, **options[config]).compute(*sides)

    for number, (config, _, batches) in enumerate(rounds):
        if number not in (4, 5):
            assert results[number] == of_all(config, batches)
    assert "predictions: names in some batches and ids in others" in results[4]
    assert "predictions[1]: 'jo' is not a label" in results[5]
    assert_nothing_is_left(cache)


# Label sets added, what compute gets, and what it says.
REFUSED = [
    ((["joy", "angr"], ["joy", "anger"]), {}, r"predictions\[1\]: 'angr'"),
    ((["joy"], ["joy"]), {"predictions": ["angr"], "references": ["joy"]},
        r"predictions\[1\]: 'angr'"),
    (([99], ["joy"]), {}, r"predictions\[0\]: got the id 99"),
    ((["joy"] * 2, ["joy"] * 2), {"sample_weight": [1]}, r"sample_weight: .*, 2; "),
]  # fmt: skip


def refused(added, given, said):
    def fail(metric):
        metric.add_batch(predictions=added[0], references=added[1])
        with pytest.raises(ValueError, match=f"{said}.*examples were dropped"):
            metric.compute(**given)

    return fail


def no_room_for_a_first_batch(metric):
    with size_of_files(65_536), pytest.raises(OSError):
        metric.add_batch(predictions=["joy"] * 100_000, references=["joy"] * 100_000)


def no_room_for_another_batch(metric):
    metric.add_batch(predictions=["joy"], references=["joy"])
    no_room_for_a_first_batch(metric)


@contextmanager
def size_of_files(limit):
    """No file may grow beyond so many bytes while the block runs, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


FAILURES = [no_room_for_a_first_batch, no_room_for_another_batch]


@pytest.mark.parametrize("fail", [*(refused(*row) for row in REFUSED), *FAILURES])
def test_a_failure_leaves_no_file_and_holds_no_lock(load, cache, fail):
    metric = load(similarity="plutchik")
    fail(metric)
    assert len(metric) == 0
    assert_nothing_is_left(cache)
    assert_next_is_right(metric, cache)
    # Another metric on the same folder isn't held up either.
    assert_next_is_right(load(similarity="plutchik"), cache)


def test_a_failure_in_memory_leaves_nothing_pending(load):
    metric = load(similarity="plutchik", keep_in_memory=True)
    refused(*REFUSED[0])(metric)
    metric.add_batch(predictions=["anger"], references=["disgust"])
    assert metric.compute()["semantic_f1"] == pytest.approx(NEAR, abs=1e-12)


ADD_FOR_EVER = """
import sys
import evaluate
metric = evaluate.load(sys.argv[1], similarity="plutchik", cache_dir=sys.argv[2])
while True:
    metric.add_batch(predictions=["joy", "fear"] * 5000, references=["anger"] * 10000)
    print("added", flush=True)
"""


@pytest.mark.long
def test_killed_while_adding(load, cache, tmp_path):
    python = FreshPython(tmp_path / "home")
    process = python.start(ADD_FOR_EVER, SCRIPT, cache)
    for _ in range(3):
        assert process.stdout.readline() == "added\n"
    assert arrow_files(cache) == [DEFAULT_FILE]
    python.kill(process)
    assert arrow_files(cache) == [DEFAULT_FILE]
    assert_next_is_right(load(similarity="plutchik"), cache)


WORKER = """
import json, sys
import evaluate
metric = evaluate.load(sys.argv[1], similarity="plutchik", cache_dir=sys.argv[2])
average, results = json.loads(sys.argv[3]), []
for k in range(20):
    predictions, references = examples(k)
    if k % 2:
        metric.add_batch(predictions=predictions[:k], references=references[:k])
        metric.add_batch(predictions=predictions[k:], references=references[k:])
        results.append(metric.compute(average=average))
    else:
        results.append(metric.compute(predictions, references, average=average))
print(json.dumps(results))
"""


@pytest.mark.long
def test_four_processes_on_one_cache_folder(load, cache, tmp_path):
    python = FreshPython(tmp_path / "home")
    code = inspect.getsource(examples) + WORKER
    workers = [python.start(code, SCRIPT, cache, json.dumps(ALL)) for _ in range(4)]
    metric = load(similarity="plutchik")
    expected = [metric.compute(*examples(k), average=ALL) for k in range(20)]
    assert len({str(result) for result in expected}) == 20
    for worker in workers:
        assert python.finish(worker) == expected
    assert_nothing_is_left(cache)


def test_eight_threads_share_a_metric(load, cache):
    metric = load(similarity="plutchik")

    def scores(k):
        return metric.compute(*examples(k), average=ALL), metric.pointwise(*examples(k))

    def work(thread):
        return [(k, scores(k)) for k in ((i + 5 * thread) % 40 for i in range(40))]

    expected, interval = [scores(k) for k in range(40)], sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(work, range(8)))
    finally:
        sys.setswitchinterval(interval)
    for results in done:
        assert len(results) == 40
        for k, found in results:
            assert found == expected[k]
    assert not [path for path in cache.rglob("*") if path.is_file()]
