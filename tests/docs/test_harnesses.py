"""Harnesses, loggers, Trainer and ranks: code of docs/ that needs more packages."""

import importlib.util
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT
from pages import PAGES, blocks

from semantic_f1 import Scorer

PYTHON = blocks("python", PAGES)
ROWS = [
    {"text": "Oh no!", "label": "disgust", "labels": ["disgust", "sadness"], "answer": " Anger\n"},
    {"text": "How nice", "label": "joy", "labels": ["joy"], "answer": "joy"},
    {"text": "Hm", "label": "trust", "labels": ["trust"], "answer": "no idea"},
]
TASK = """
task: NAME
dataset_path: json
dataset_kwargs:
  data_files: {test: rows.jsonl}
test_split: test
output_type: generate_until
doc_to_text: "{{text}}"
doc_to_target: TARGET
generation_kwargs: {until: ["\\n\\n"]}
"""
SETS = """
process_results: !function scoring.process_results
metric_list:
  - metric: semantic_f1
    aggregation: mean
    higher_is_better: true
"""
RUN = """
import json
import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

rows = [json.loads(line) for line in open("rows.jsonl", encoding="utf-8")]
answers = {row["text"]: row["answer"] for row in rows}

class Fixed(LM):
    def generate_until(self, requests, disable_tqdm=False):
        return [answers[request.args[0].strip()] for request in requests]
    def loglikelihood(self, requests):
        raise NotImplementedError
    loglikelihood_rolling = loglikelihood

names = ["one", "alternatives", "sets"]
found = lm_eval.simple_evaluate(
    model=Fixed(), tasks=names, bootstrap_iters=0,
    task_manager=TaskManager(include_path=".", include_defaults=False))
print(json.dumps([found["results"][name]["semantic_f1,none"] for name in names]))
"""

TRAIN = """
import json, sys
import torch
from transformers import BertConfig, BertForSequenceClassification, EarlyStoppingCallback
from transformers import Trainer, TrainingArguments

page = {}
exec(sys.argv[1], page)
torch.manual_seed(0)
model = BertForSequenceClassification(BertConfig(
    vocab_size=8, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8,
    num_labels=4, problem_type="multi_label_classification"))
rows = [{"input_ids": torch.tensor([1, 2 + i % 4]), "labels": torch.eye(4)[i % 4]}
        for i in range(16)]
batches = {}
exec(sys.argv[2], batches)
arguments = TrainingArguments(
    "out", num_train_epochs=12, learning_rate=0.0, report_to=[], use_cpu=True, disable_tqdm=True,
    **page["training_arguments"])
trainer = Trainer(
    model, arguments, train_dataset=rows, eval_dataset=rows,
    compute_metrics=page["compute_metrics"],
    callbacks=[EarlyStoppingCallback(early_stopping_patience=2)])
trainer.train()
logged = [x["eval_semantic_f1"] for x in trainer.state.log_history if "eval_semantic_f1" in x]
scores = page["compute_metrics"](trainer.predict(rows)[:2])
trainer_best = trainer.state.best_metric
arguments = TrainingArguments("batches", report_to=[], use_cpu=True, disable_tqdm=True,
    batch_eval_metrics=True, per_device_eval_batch_size=5)
trainer = Trainer(
    model, arguments, eval_dataset=rows, compute_metrics=batches["compute_metrics"])
by_batch = trainer.evaluate()["eval_semantic_f1"]
print(json.dumps([logged, trainer_best, scores["semantic_f1"], by_batch]))
"""

RANKS = """
import json
import torch
import torch.distributed as distributed
from semantic_f1 import DistributedCounts, Scorer

labels = ["anger", "disgust", "joy"]
state = DistributedCounts(Scorer("multilabel", similarity="plutchik", labels=labels))
sides = torch.tensor(json.load(open("rows.json")))
printed = []
def compute(*n_examples):
    try:
        printed.append(state.compute(*n_examples, average=["samples", "micro", "macro"]))
    except ValueError as error:
        printed.append(str(error))

compute()
distributed.init_process_group("gloo")
compute()
rank = distributed.get_rank()
for batches in ([[0, 3], [1, 2]], [[0, 1, 2, 3], []], [[0, 1, 2], [0, 3]]):
    state.reset()
    for batch in batches[rank]:
        rows = slice(10 * batch, 10 * batch + 10)
        state.update(sides[0, rows].to(torch.bfloat16) > 0, sides[1, rows])
    compute(37)
json.dump(printed, open(f"{rank}.json", "w"))
distributed.destroy_process_group()
"""


def python_with(package):
    """A Python that has the harness: this one, or one of those in $HARNESS_PYTHONS."""
    if importlib.util.find_spec(package):
        return sys.executable
    for path in filter(None, os.environ.get("HARNESS_PYTHONS", "").split(os.pathsep)):
        tried = f"import importlib.util, sys; sys.exit(not importlib.util.find_spec({package!r}))"
        if subprocess.run([path, "-c", tried]).returncode == 0:
            return path
    pytest.skip(f"{package} is not installed: make test-harnesses")


def printed(python, code, folder, *arguments):
    """Lines that a process of its own prints, without a network."""
    offline = {f"HF_{name}_OFFLINE": "1" for name in ("HUB", "DATASETS", "EVALUATE")}
    done = subprocess.run(
        [python, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, **offline, "HF_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_counts_add_up_over_ranks(tmp_path):
    python = python_with("torch")
    sides = np.random.default_rng(0).integers(0, 2, (2, 37, 3)).tolist()
    (tmp_path / "rows.json").write_text(json.dumps(sides))
    (tmp_path / "ranks.py").write_text(RANKS)
    run = "import runpy; runpy.run_module('torch.distributed.run', run_name='__main__')"
    printed(python, run, tmp_path, "--standalone", "--nproc-per-node=2", "ranks.py")
    expected = Scorer(
        "multilabel", similarity="plutchik", labels=["anger", "disgust", "joy"]
    ).compute(*sides, average=["samples", "micro", "macro"])
    for rank in (0, 1):
        early, empty, *scores, twice = json.loads((tmp_path / f"{rank}.json").read_text())
        assert early.startswith("WORLD_SIZE is '2' and there is no process group")
        assert empty == "compute: there is nothing to score; call update first"
        assert scores == [expected, expected]
        assert twice.startswith("n_examples: expected 37, and all ranks together counted 47")


def test_tasks_of_lm_eval(tmp_path):
    python = python_with("lm_eval")
    (tmp_path / "semantic_f1").symlink_to(ROOT, target_is_directory=True)
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    (scoring,) = (x.code for x in PYTHON if "def process_results" in x.code)
    (tmp_path / "scoring.py").write_text(scoring)
    (metric,) = (x.code for x in blocks("yaml", PAGES))
    for name, target, rest in (
        ("one", '"{{label}}"', metric),
        ("alternatives", "labels", metric),
        ("sets", "labels", SETS),
    ):
        task = TASK.replace("NAME", name).replace("TARGET", target)
        (tmp_path / f"{name}.yaml").write_text(task + rest)
    *_, last = printed(python, RUN, tmp_path)
    one, alternatives, sets = json.loads(last)
    # Anger for disgust (and sadness), joy, and what is no label.
    near = (1 + 0.5**0.5) / 2
    recall = (near + 0.5) / 2
    assert one == pytest.approx((near + 1 + 0) / 3)
    assert alternatives == pytest.approx(2 / 3)
    assert sets == pytest.approx((2 * near * recall / (near + recall) + 1 + 0) / 3)


@pytest.mark.parametrize("package", ["inspect_ai", "lighteval", "mlflow", "unitxt", "wandb"])
def test_blocks_of_other_harnesses(package, tmp_path):
    python = python_with(package)
    (block,) = (x for x in PYTHON if re.search(rf"(from|import) {package}\b", x.code))
    assert printed(python, block.code, tmp_path)[-1] == block.shown.strip()


def test_trainer_stops_early_by_the_score_and_takes_batches(tmp_path):
    python = python_with("accelerate")
    (block,) = (x for x in PYTHON if "training_arguments" in x.code)
    (batches,) = (x for x in PYTHON if "compute_result" in x.code)
    last = printed(python, TRAIN, tmp_path, block.code, batches.code)[-1]
    logged, best, scored, by_batch = json.loads(last)
    # Nothing is learnt at a rate of 0: the first epoch is the best one, and two more are tried.
    assert len(logged) == 3
    assert best == logged[0] == scored == by_batch
