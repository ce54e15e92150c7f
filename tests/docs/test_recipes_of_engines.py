"""Recipes for engines that are too heavy to install here: their functions in plain processes."""

import json
import multiprocessing
import pickle
import re
import textwrap
from concurrent.futures import ProcessPoolExecutor
from types import SimpleNamespace

import cloudpickle
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ROOT

from semantic_f1 import SemanticF1

pytestmark = pytest.mark.long
PAGE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
ROWS = {
    "predictions": [["joy"], ["fear"], [], ["anger", "joy"], ["love"]],
    "references": [["love"], ["fear"], ["joy"], ["anger"], []],
}


def recipe(word):
    """The indented code of the page that holds a word."""
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", PAGE, re.M)
    (found,) = [block for block in blocks if word in block]
    return textwrap.dedent(found)


def run_pickled(content):
    """Call what cloudpickle wrote, as engines do."""
    function, arguments = pickle.loads(content)
    found = function(*arguments)
    return found if not hasattr(found, "__next__") else list(found)


@pytest.fixture(scope="module")
def submit():
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield lambda function, *arguments: pool.submit(
            run_pickled, cloudpickle.dumps((function, arguments))
        )


@pytest.fixture
def paths(tmp_path):
    parts = [slice(0, 2), slice(2, 5)]
    for number, part in enumerate(parts):
        sides = {side: pa.array(rows[part], pa.list_(pa.string())) for side, rows in ROWS.items()}
        pq.write_table(pa.table(sides), tmp_path / f"{number}.parquet")
    return sorted(map(str, tmp_path.glob("*.parquet")))


def run(word, **names):
    metric = SemanticF1(similarity="plutchik")
    space = {"metric": metric, "json": json, "pa": pa, **names}
    exec(compile(recipe(word), "scale.md", "exec"), space)
    whole = metric.compute(**ROWS)
    return metric.compute(counts=space["total"]), whole


def test_ray(submit, paths):
    ray = SimpleNamespace(
        remote=lambda function: SimpleNamespace(remote=lambda *given: submit(function, *given)),
        get=lambda futures: [future.result() for future in futures],
    )
    import pyarrow.parquet

    found, whole = run("@ray.remote", ray=ray, paths=paths, pyarrow=pyarrow)
    assert found == whole


def test_spark(submit, paths):
    def rows_of(count, _):
        tables = [pq.read_table(path).to_batches() for path in paths]
        made = [batch for table in tables for batch in submit(count, table).result()]
        rows = [row for batch in made for row in batch.to_pylist()]
        return SimpleNamespace(collect=lambda: [SimpleNamespace(**row) for row in rows])

    read = SimpleNamespace(parquet=lambda folder: SimpleNamespace(mapInArrow=rows_of))
    found, whole = run("mapInArrow", spark=SimpleNamespace(read=read))
    assert found == whole
