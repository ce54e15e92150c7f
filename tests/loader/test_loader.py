"""evaluate.load by path, by folder and from a Hub, each in a process of its own."""

import json

import evaluate
import pytest
from carried import CARRIED, copy_of_what_is_carried
from conftest import ROOT
from fresh_python import FreshPython
from loopback_hub import LoopbackHub

# One label each, anger for disgust: 45 degrees apart on the wheel, (1 + cos 45 degrees) / 2.
NEAR = 0.853553390593

LOAD_AND_SCORE = """
import json, sys
import evaluate
result = {}
for source in sys.argv[1:]:
    metric = evaluate.load(source, similarity="plutchik")
    result[source] = metric.compute(predictions=["anger"], references=["disgust"])["semantic_f1"]
print(json.dumps(result))
"""


def test_the_script_is_short_and_the_loader_sees_its_one_sibling():
    # The loader reads import lines of the script itself, one module a line, at column 0.
    found = evaluate.loading.get_imports(str(ROOT / "semantic_f1.py"))
    assert {name for kind, name, *_ in found if kind == "internal"} == {"bundle"}
    assert all(kind in ("internal", "library") for kind, *_ in found)
    lines = (ROOT / "semantic_f1.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    relative = [line for line in lines if line.startswith("from .")]
    assert relative == ["from .bundle import SemanticF1"]
    # The loader takes what follows a number sign on an import line for an install address.
    assert not [line for line in lines if "import " in line and "#" in line]
    names = {path.name for path in ROOT.glob("*.py")}
    assert names == {"semantic_f1.py", "bundle.py", "app.py", "score.py"}


def test_loads_script_and_folder_from_another_directory_without_a_network(tmp_path):
    folder = tmp_path / "metrics" / "semantic_f1"
    folder.parent.mkdir()
    folder.symlink_to(ROOT, target_is_directory=True)
    sources = [ROOT / "semantic_f1.py", folder]
    scores = FreshPython(tmp_path / "home").run(LOAD_AND_SCORE, *sources)
    assert scores == {str(source): pytest.approx(NEAR, abs=1e-12) for source in sources}


MOVED_AWAY = """
import json, shutil, sys
from pathlib import Path
import evaluate
checkout = sys.argv[1]
metric = evaluate.load(checkout, keep_in_memory=True)
shutil.rmtree(checkout)
results = {}
for name in metric.similarity.names():
    label = metric.similarity.load(name).labels[0]
    metric.add(prediction=[label], reference=[label])
    results[name] = metric.compute(similarity=name)["semantic_f1"]
folder = Path(sys.modules[type(metric).__module__].__file__).parent
files = sorted(path.name for path in folder.iterdir() if path.is_file())
print(json.dumps([results, files, type(metric).__module__]))
"""

FROM_THE_COPY = """
import importlib, json, sys
import evaluate
evaluate.loading.init_dynamic_modules()
metric = importlib.import_module(sys.argv[1]).SemanticF1(similarity="plutchik")
print(json.dumps(metric.compute(predictions=["anger"], references=["disgust"])["semantic_f1"]))
"""


def test_the_copy_is_whole_and_outlives_the_checkout(tmp_path):
    checkout = copy_of_what_is_carried(tmp_path / "semantic_f1")
    python = FreshPython(tmp_path / "home")
    results, files, module = python.run(MOVED_AWAY, checkout)
    assert results == dict.fromkeys(["goemotions", "goemotions-ekman", "mfrc", "plutchik"], 1.0)
    assert set(files) == {*CARRIED} | {"__init__.py", "semantic_f1.json"}
    assert not checkout.exists()
    assert python.run(FROM_THE_COPY, module) == pytest.approx(NEAR, abs=1e-12)


# Requests of a load: the script and the bundle, each looked up and then fetched, and the README,
# which a Hub has and the cache doesn't keep; once cached, the lookups alone.
FIRST, CACHED = 5, 3


def test_loads_from_a_hub_and_from_the_cache_after_it(tmp_path):
    def read(file):
        path = ROOT / file
        return path.read_bytes() if path.is_file() else None

    spaces = ["spaces/org/semantic_f1", "spaces/evaluate-metric/semantic_f1"]
    names = ["org/semantic_f1", "semantic_f1"]
    expected = dict.fromkeys(names, pytest.approx(NEAR, abs=1e-12))
    with LoopbackHub(dict.fromkeys(spaces, read)) as hub:
        python = FreshPython(tmp_path / "home", hub.endpoint)
        for most in (FIRST, CACHED):
            hub.requests.clear()
            assert python.run(LOAD_AND_SCORE, *names) == expected
            for space in spaces:
                asked = [request for request in hub.requests if request[1].startswith(f"/{space}/")]
                assert 0 < len(asked) <= most, asked
            assert len(hub.requests) <= most * len(spaces), hub.requests
        # Only what is carried is fetched, and only once.
        fetched = [(space, file) for space, file in hub.served if file in CARRIED]
        assert sorted(fetched) == sorted((space, file) for space in spaces for file in CARRIED)
    assert python.run(LOAD_AND_SCORE, *names) == expected


MATRIX = {"name": "toy", "labels": ["a", "b"], "values": [[1, 0.25], [0.75, 1]]}
MATRIX["none_labels"] = ["neither"]

SIMILARITY_FROM_HUB = """
import json, sys
import evaluate
script, *addresses = sys.argv[1:]
answers = []
for address in addresses:
    try:
        metric = evaluate.load(script, similarity=address)
        answers.append(metric.compute(predictions=["a"], references=["b"]))
    except ValueError as error:
        answers.append(str(error))
print(json.dumps(answers))
"""


def test_a_similarity_from_the_hub(tmp_path):
    files = {"toy.json": json.dumps(MATRIX).encode(), "folder/toy.csv": b",a,b\na,1,.25\nb,.75,1\n"}
    script = ROOT / "semantic_f1.py"
    stored = ["hf://datasets/org/sims/toy.json", "hf://datasets/org/sims@main/folder/toy.csv"]
    absent = {
        "hf://datasets/org/sims/absent.json": "entry not found",
        "hf://datasets/org/absent/toy.json": "repository not found",
        "hf://datasets/org/sims@v9/toy.json": "revision not found",
    }

    def assert_refused(address, reason, message):
        assert message.startswith(f"similarity: {address} could not be fetched: ")
        assert "\n" not in message and reason in message.lower()

    # The predicted label's credit reads S[a, b], the gold label's S[b, a].
    scores = pytest.approx(
        {"semantic_precision": 0.25, "semantic_recall": 0.75, "semantic_f1": 0.375}, abs=1e-12
    )
    with LoopbackHub({"datasets/org/sims": files.get}) as hub:
        python = FreshPython(tmp_path / "home", hub.endpoint)
        answers = python.run(SIMILARITY_FROM_HUB, script, *stored, *absent)
    assert answers[:2] == [scores, scores]
    for (address, reason), message in zip(absent.items(), answers[2:], strict=True):
        assert_refused(address, reason, message)
    assert python.run(SIMILARITY_FROM_HUB, script, *stored) == [scores, scores]
    offline = FreshPython(tmp_path / "elsewhere")
    offline.environment["HF_HUB_OFFLINE"] = "1"
    (message,) = offline.run(SIMILARITY_FROM_HUB, script, stored[0])
    assert_refused(stored[0], "", message)
