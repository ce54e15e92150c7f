"""Counts of parts give, digit for digit, what the whole gives."""

import json
import pickle

import numpy as np
import pytest
from helpers import random_sets

from semantic_f1 import SemanticF1
from semantic_f1.scoring.partial_counts import PartialCounts

EMOTIONS = ("anger", "fear", "joy", "love", "sadness", "trust")
EVERY = ["samples", "micro", "macro", "weighted", None]
N = 60


def data_of(config, seed=0):
    rng = np.random.default_rng(seed)
    if config == "multilabel":
        return [(rng.random((N, 11)) < 0.2).astype(int) for _ in "pr"]
    if config == "graded":
        return [rng.random((N, 12)) * (rng.random((N, 12)) < 0.5) for _ in "pr"]
    if config == "soft":
        return [rng.dirichlet(np.ones(11), N) for _ in "pr"]
    if config == "annotators":
        golds = [random_sets([2, i], EMOTIONS, 1 + i % 3) for i in range(N)]
        return [random_sets(1, EMOTIONS, N), golds]
    return [random_sets(side, EMOTIONS, N) for side in (1, 2)]


def some(rows, chosen):
    return rows[chosen] if isinstance(rows, np.ndarray) else [rows[i] for i in chosen]


def of_counts(result):
    """Without the keys that take the examples themselves: those of people but the mean scores."""
    others = ("constant_", "consensus_", "n_human_by_annotator", "n_annotators_with_overlap")
    return {
        key: value
        for key, value in result.items()
        if not key.startswith(others)
        and not key.endswith("_annotators")
        and not (key.startswith(("human_", "system_")) and key.endswith("_by_annotator"))
    }


def parts_of(metric, sides, options, seed=1, **by_row):
    """Counts of four parts, one of them empty, in any order."""
    order = np.random.default_rng(seed).permutation(N)
    for chosen in np.split(order, [1, 1, 25]):
        own = {name: some(values, chosen) for name, values in by_row.items()}
        yield metric.counts(*(some(side, chosen) for side in sides), **options, **own)


CASES = [
    ("default", {"average": EVERY}),
    ("default", {"average": EVERY, "macro_labels": "present", "counting": "two_sided"}),
    ("default", {"average": ["macro", "samples"], "macro_f1": "f1_of_averages"}),
    ("multilabel", {"average": EVERY}),
    ("annotators", {"average": EVERY}),
    ("annotators", {"average": EVERY, "reduce": "max"}),
    ("annotators", {"average": EVERY, "reduce": "soft", "zero_division": 0.5}),
    ("annotators", {"average": EVERY, "human": False}),
    ("soft", {}),
    ("graded", {"average": EVERY}),
    ("graded", {"average": EVERY, "counting": "two_sided", "macro_labels": "present"}),
    ("graded", {"average": ["macro"], "zero_division": 0.5, "floor": 1e-9}),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("config", "options"), CASES)
def test_counts_of_parts_give_what_the_whole_gives(config, options, weighted):
    metric, sides = SemanticF1(config, similarity="plutchik"), data_of(config)
    weight = np.random.default_rng(5).random(N) * 10 + 0.001
    by_row = {"sample_weight": weight} if weighted else {}
    whole = of_counts(metric.compute(*sides, **options, **by_row))
    parts = list(parts_of(metric, sides, options, **by_row))
    total = sum(parts)
    assert len(total) == N
    assert metric.compute(counts=total, **options) == whole
    assert sum(parts[::-1]) == total
    text = json.dumps(total.to_dict())
    for again in (
        metric.counts_from_dict(json.loads(text)),
        pickle.loads(pickle.dumps(total)),
        sum(pickle.loads(pickle.dumps(parts))),
    ):
        assert again == total
        assert metric.compute(counts=again, **options) == whole
    if config != "soft":
        report = metric.report(*sides, output="dict", **by_row, **options)
        found = metric.report(counts=total, output="dict", **options)
        # Weights are part of the signature of the examples, not of that of counts.
        signature = metric.signature(**{**options, "average": EVERY[:-1]})
        kind = "counted" if weighted else "null"
        expected = signature.replace("sample_weight:null", f"sample_weight:{kind}")
        assert found == {**report, "signature": expected}


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scores_by_annotator_add_up():
    metric, sides = SemanticF1("annotators", similarity="plutchik"), data_of("annotators")
    rng = np.random.default_rng(3)
    who = [rng.permutation([f"person {i}" for i in range(5)])[: len(x)].tolist() for x in sides[1]]
    whole = of_counts(metric.compute(predictions=sides[0], references=sides[1], annotators=who))
    total = sum(parts_of(metric, sides, {}, annotators=who))
    found = metric.compute(counts=total)
    order = [found["annotators"].index(name) for name in whole["annotators"]]
    for key, values in whole.items():
        if isinstance(values, list):
            assert [found[key][i] for i in order] == values
        else:
            assert found[key] == values
    again = metric.counts_from_dict(json.loads(json.dumps(total.to_dict())))
    assert again == total


def test_averages_are_chosen_afterwards():
    metric, sides = SemanticF1(similarity="plutchik"), data_of("default")
    total = sum(parts_of(metric, sides, {}))
    for options in ({"average": "micro", "counting": "two_sided"}, {"macro_labels": ["joy"]}):
        assert metric.compute(counts=total, **options) == metric.compute(*sides, **options)


def test_what_was_dropped_or_unknown_is_told_where_counts_are_scored():
    universe = {"labels": [*EMOTIONS, "nothing"], "none_labels": ["nothing"]}
    options = {"unknown_labels": "ignore", "average": "macro"}
    metric = SemanticF1(similarity="plutchik", **universe, **options)
    predictions = [["joy", "nothing"], ["hope"], ["love"], ["dread", "fear"]]
    references = [["joy"], ["joy"], ["love", "nothing"], ["fear"]]
    with metric.notices() as expected:
        whole = metric.compute(predictions=predictions, references=references)
    with metric.notices() as texts:
        parts = [metric.counts([p], [t]) for p, t in zip(predictions, references, strict=True)]
        assert texts == []
        assert metric.compute(counts=sum(parts)) == whole
    sorted_names = [text.replace("'hope', 'dread'", "'dread', 'hope'") for text in expected]
    assert texts == sorted_names
    assert len(texts) == 3


def test_unlike_counts_do_not_add_up():
    metric = SemanticF1(similarity="plutchik")
    one = metric.counts(["joy"], ["love"])
    for options, field in (
        ({"zero_division": 0}, "zero_division is 1.0 and 0.0"),
        ({"similarity": "mfrc"}, "similarity is 'plutchik' and 'mfrc'"),
        ({"unknown_labels": "ignore"}, "unknown_labels is 'raise' and 'ignore'"),
        ({"labels": ["joy", "love"]}, "fingerprint is"),
    ):
        sides = ([], []) if "similarity" in options else (["joy"], ["love"])
        other = metric.counts(*sides, **options)
        with pytest.raises(ValueError, match=f"they don't add up: {field}"):
            _ = one + other
        assert one != other
        with pytest.raises(ValueError, match="other settings than this call has"):
            metric.compute(counts=other)
    several, sides = SemanticF1("annotators", similarity="plutchik"), (["joy"], [[["joy"]]])
    with pytest.raises(ValueError, match="they don't add up: human is True and False"):
        _ = several.counts(*sides) + several.counts(*sides, human=False)
    with pytest.raises(TypeError):
        _ = one + 1
    assert one != 1


def test_weights_are_told_where_counts_are_scored():
    metric = SemanticF1(similarity="plutchik")
    sides = [["joy"], ["fear"]], [["love"], ["anger"]]
    plain, weighted = metric.counts(*sides), metric.counts(*sides, sample_weight=[1, 3])
    assert "|sample_weight:null|" in metric.report(counts=plain)
    again = pickle.loads(pickle.dumps(weighted))
    for counts in (weighted, weighted + metric.counts([], []), again):
        assert "|sample_weight:counted|" in metric.report(counts=counts)
    with pytest.raises(ValueError, match="some have a sample_weight and others none"):
        plain + weighted
    both = metric.counts(*sides, sample_weight=[1, 1]) + weighted
    assert len(both) == 4 and both.weighted


def test_what_counts_cannot_do():
    metric = SemanticF1(similarity="plutchik")
    counts = metric.counts(["joy"], ["love"])
    changed = {"sums": {"semantic": 3}, "changes": [], "n_human": "x"}
    wrong = [{**counts.to_dict(), name: value} for name, value in changed.items()]
    for call, said in (
        (lambda: metric.compute(counts=counts, n_resamples=10), "intervals need the examples"),
        (lambda: metric.compute(counts=counts, sample_weight=[1.0]), "sample_weight"),
        (lambda: metric.compute(predictions=["joy"], references=["joy"], counts=counts), "both"),
        (lambda: metric.compute(counts={"what": 1}), "expected what metric.counts gave"),
        (lambda: metric.compute(counts=metric.counts([], [])), "there are no examples"),
        (lambda: metric.compute(counts=metric.counts([[]], [[]], sample_weight=[0])), "weights of"),
        (lambda: metric.counts(["joy"], ["joy"], sample_weight=[-1]), "must be finite and >= 0"),
        (lambda: metric.confusion(["joy"], ["joy"], counts=counts), "compute and report take"),
        (lambda: metric.counts(["joy"], None), "needed together"),
        (lambda: metric.counts_from_dict({"what": "else"}), "expected what to_dict"),
        *((lambda x=x: PartialCounts.from_dict(x), "this is not what to_dict") for x in wrong),
        (lambda: metric.counts(["joy"], ["joy"], similarity=["mfrc"]), "or one per annotator"),
    ):
        with pytest.raises(ValueError, match=said):
            call()


def test_one_similarity_an_annotator():
    predictions = random_sets(1, EMOTIONS, N)
    golds = [random_sets([7, i], EMOTIONS, 2) for i in range(N)]
    metric = SemanticF1(
        "annotators", similarity={"a": "plutchik", "b": "identity"}, labels=list(EMOTIONS)
    )
    who = [["a", "b"]] * N
    whole = of_counts(metric.compute(predictions=predictions, references=golds, annotators=who))
    parts = [slice(0, 10), slice(10, N)]
    counts = [metric.counts(predictions[at], golds[at], annotators=who[at]) for at in parts]
    assert metric.compute(counts=sum(counts)) == whole
