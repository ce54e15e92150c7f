"""No number comes out of memory that was not written: arrays made empty are poisoned."""

import numpy as np
import pytest

from semantic_f1 import SemanticF1

LABELS = ["anger", "disgust", "fear", "joy", "love", "sadness", "trust"]
OPTIONS = {"n_resamples": 400, "seed": 1}


def calls():
    """Calls over all methods and configs, many labels without gold or predictions."""
    rng = np.random.default_rng(5)
    rows = [
        [[LABELS[i] for i in np.flatnonzero(rng.random(5) < 0.4)] for _ in range(12)]
        for _ in range(3)
    ]
    table = (rng.random((12, 7)) < 0.3).astype(int)
    scores, shares = rng.random((12, 7)), rng.dirichlet(np.ones(7), 12)
    golds = [[a, b] for a, b in zip(rows[1], rows[2], strict=True)]
    names = [["x", "y"]] * 12
    sets = SemanticF1(similarity="plutchik", labels=LABELS)
    grid = SemanticF1("multilabel", similarity="plutchik", labels=LABELS)
    people = SemanticF1("annotators", similarity="plutchik", labels=LABELS)
    soft = SemanticF1("soft", similarity="plutchik", labels=LABELS)
    every = ["samples", "micro", "macro", "weighted", None]
    for counting in ("paper", "two_sided"):
        yield lambda c=counting: sets.compute(
            predictions=rows[0], references=rows[1], average=every, counting=c, **OPTIONS
        )
        yield lambda c=counting: sets.report(rows[0], rows[1], output="dict", counting=c)
    yield lambda: sets.report(rows[0], rows[1])
    yield lambda: sets.report([["anger"], []], [[], ["joy"]])
    yield lambda: sets.confusion(rows[0], rows[1])
    yield lambda: sets.confusion(["anger", "joy"], ["joy", "joy"])
    yield lambda: sets.pointwise(rows[0], rows[1])
    yield lambda: sets.explain(rows[0][0], rows[1][0])
    yield lambda: sets.set_relatedness(rows[0], rows[1])
    yield lambda: sets.compare(rows[0], rows[2], rows[1], average=every, **OPTIONS)
    yield lambda: sets.rank({"a": rows[0], "b": rows[2]}, rows[1], average="macro", **OPTIONS)
    yield lambda: sets.sensitivity({"a": rows[0], "b": rows[2]}, rows[1])
    yield lambda: grid.compute(predictions=scores, references=table, threshold=0.5, average=every)
    yield lambda: grid.threshold_curve(scores, table)
    for reduce in ("mean", "max", "soft"):
        yield lambda r=reduce: people.compute(
            predictions=rows[0], references=golds, reduce=r, annotators=names, average=every
        )
    yield lambda: soft.compute(predictions=shares, references=shares[::-1], **OPTIONS)
    yield lambda: soft.pointwise(shares, shares[::-1])


@pytest.mark.filterwarnings("ignore")
def test_results_do_not_depend_on_what_memory_held(monkeypatch):
    expected = [call() for call in calls()]
    plain, like = np.empty, np.empty_like

    def poison(array):
        if array.dtype.kind in "fc":
            array.fill(np.nan)
        elif array.dtype.kind in "iu":
            array.fill(np.iinfo(array.dtype).max // 3)
        elif array.dtype.kind == "b":
            array.fill(True)
        return array

    monkeypatch.setattr(np, "empty", lambda *a, **k: poison(plain(*a, **k)))
    monkeypatch.setattr(np, "empty_like", lambda *a, **k: poison(like(*a, **k)))
    assert np.isnan(np.empty(2)).all()
    for call, result in zip(calls(), expected, strict=True):
        assert repr(call()) == repr(result)
