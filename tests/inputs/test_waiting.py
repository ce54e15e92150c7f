"""Examples that wait for compute: ranks without any, folders that can't be written."""

import errno
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest
from conftest import ROOT
from helpers import PATIENCE, refusal

from semantic_f1 import SemanticF1

RANK = """
import json, sys
from semantic_f1 import SemanticF1
folder, rank, rows, config, method = sys.argv[1:]
rank, rows = int(rank), json.loads(rows)
metric = SemanticF1(
    config, similarity="plutchik", num_process=len(rows), process_id=rank, experiment_id="ranks",
    cache_dir=folder, timeout=900,
)
for row in rows[rank]:
    metric.add(prediction=row[0], reference=row[1])
try:
    print(json.dumps(getattr(metric, method)()))
except ValueError as error:
    print(json.dumps(str(error)))
"""


def ranks(folder, rows, config="default", method="compute"):
    """Results of a method in each of several processes."""
    path = os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", RANK, str(folder), str(rank), json.dumps(rows), config, method],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        for rank in range(len(rows))
    ]
    return [json.loads(one.communicate(timeout=PATIENCE)[0]) for one in running]


@pytest.mark.parametrize("rows", [
    pytest.param([[["joy", "joy"], ["anger", "disgust"]], []], marks=pytest.mark.long),
    [[], [["joy", "joy"], ["anger", "disgust"]]],
    pytest.param([[["joy", "joy"]], [], [["anger", "disgust"]]], marks=pytest.mark.long),
])  # fmt: skip
def test_a_process_without_examples_has_nothing_to_add(tmp_path, rows):
    alone = SemanticF1(similarity="plutchik").compute(["joy", "anger"], ["joy", "disgust"])
    assert ranks(tmp_path, rows) == [alone, *[None] * (len(rows) - 1)]


def test_perspectives_of_the_batches_of_two_processes(tmp_path):
    rows = [
        [[[["joy"], []], [["love"], ["joy"]]], [[["fear"]], [["fear", "anger"]]]],
        [[[["anger"], ["joy"], []], [["anger"], ["trust"], ["joy"]]]],
    ]
    sides = zip(*rows[0], *rows[1], strict=True)
    whole = SemanticF1("annotators", similarity="plutchik").perspectives(*map(list, sides))
    assert "perspective_gain" in whole
    assert ranks(tmp_path, rows, "annotators", "perspectives") == [whole, None]


def test_columns_of_processes_with_labels_in_different_orders_are_not_mixed(tmp_path):
    frame = pd.DataFrame([[1, 0]], columns=["a", "b"])

    def scored(rank):
        given = {"num_process": 2, "process_id": rank, "experiment_id": "orders"}
        given |= {"labels": ["ab"[rank], "ba"[rank]], "cache_dir": str(tmp_path)}
        metric = SemanticF1("multilabel", similarity="identity", timeout=900, **given)
        metric.add_batch(predictions=frame, references=frame)
        return metric.compute()

    with ThreadPoolExecutor() as pool, pytest.raises(ValueError, match=r"labels: .* each process"):
        list(pool.map(scored, (0, 1)))


@pytest.mark.long
def test_processes_that_all_have_nothing_are_told(tmp_path):
    first, second = ranks(tmp_path, [[], []])
    assert "there are no examples" in first
    assert second is None


def test_a_folder_that_cannot_be_written_names_the_way_out(tmp_path, monkeypatch):
    metric = SemanticF1(similarity="plutchik", cache_dir=str(tmp_path))
    data = {"predictions": ["joy"], "references": ["joy"]}
    if os.geteuid():
        os.chmod(metric.data_dir, 0o500)
    else:
        # Root may write anywhere: what the system would say is said in its place.
        def refuse(*arguments, **options):
            raise PermissionError(13, "Permission denied", metric.data_dir)

        monkeypatch.setattr(metric, "_create_cache_file", refuse)
    with pytest.raises(ValueError, match="can't be written: load the metric with keep_in_memory=T"):
        metric.add_batch(**data)
    assert metric.compute(**data)["semantic_f1"] == 1

    def full(*arguments, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(metric, "_create_cache_file", full)
    with pytest.raises(OSError, match="No space left"):
        metric.add_batch(**data)
    within = SemanticF1(similarity="plutchik", cache_dir=str(tmp_path), keep_in_memory=True)
    within.add_batch(**data)
    assert within.compute()["semantic_f1"] == 1


def test_the_system_is_named_in_errors_and_notices():
    metric = SemanticF1(similarity="plutchik")
    gold = ["joy", "anger"]
    systems = {"bert": gold, "gpt": ["joy", "angr"]}
    for call in (metric.rank, metric.sensitivity):
        assert "system 'gpt': predictions[1]: 'angr' is not" in refusal(call, systems, gold)
    assert "system 'b': predictions[1]" in refusal(metric.compare, gold, ["joy", "angr"], gold)
    with metric.notices() as texts:
        metric.rank(systems, gold, unknown_labels="mismatch", n_resamples=400)
    assert any(text.startswith("'gpt': Unknown label names were kept") for text in texts)
