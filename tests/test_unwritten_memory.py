"""No number rests on memory that nobody wrote: np.empty is filled with what would show.

A report once printed 1.000 for a label whose score was 0, on an old stack, and never again; memory
that is used before it is written looks like that.
"""

import ast
from pathlib import Path

import numpy as np
import pytest
from frozen import calls as frozen
from frozen.plain import differences

ROOT = Path(__file__).resolve().parents[1]
CALLS = frozen.all_calls()
# One call in so many is made in every run, all of them among the long tests.
STEP = 12


@pytest.fixture(scope="module")
def recorded():
    return frozen.read(frozen.RECORDED)


def filled(array):
    """An array full of what no score and no place in an array can be."""
    if array.dtype.kind in "fc":
        array.fill(np.nan)
    elif array.dtype.kind in "iu":
        array.fill(np.iinfo(array.dtype).max - 1)
    elif array.dtype.kind == "b":
        array.fill(True)
    return array


@pytest.fixture
def poisoned(monkeypatch):
    for name in ("empty", "empty_like"):
        own = getattr(np, name)
        monkeypatch.setattr(np, name, lambda *args, own=own, **more: filled(own(*args, **more)))


def check(name, recorded):
    found = differences(recorded[name], frozen.result_of(CALLS[name]), name)
    assert not found, "\n".join(found[:20])


def test_the_filling_shows(poisoned):
    assert np.isnan(np.empty(3)).all() and (np.empty(2, np.int32) > 2**30).all()
    assert np.isnan(np.empty_like(np.zeros(2))).all()


@pytest.mark.parametrize("name", list(CALLS)[::STEP])
def test_a_call_gives_the_same(name, recorded, poisoned):
    check(name, recorded)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for at, name in enumerate(CALLS) if at % STEP])
def test_every_call_gives_the_same(name, recorded, poisoned):
    check(name, recorded)


def test_what_is_computed_somewhere_only_has_values_everywhere():
    """A ufunc with ``where=`` and without ``out=`` leaves the other places as memory was."""
    reductions = {"sum", "mean", "min", "max", "any", "all", "prod", "std", "var"}
    found = []
    for path in sorted((ROOT / "semantic_f1").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            given = {keyword.arg for keyword in node.keywords}
            if "where" in given and "out" not in given and node.func.attr not in reductions:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not found
