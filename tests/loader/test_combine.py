"""Beside other metrics in evaluate.combine, and with what evaluate.evaluator hands over."""

import datasets
import evaluate
import pytest

NEAR = 0.853553390593

EXACT_MATCH = """
import datasets
import evaluate


class ExactSets(evaluate.Metric):
    def _info(self):
        sets = datasets.Sequence(datasets.Value("string"))
        return evaluate.MetricInfo(
            description="Share of equal sets.",
            citation="",
            inputs_description="",
            features=datasets.Features({"predictions": sets, "references": sets}),
        )

    def _compute(self, predictions, references, average=None):
        pairs = zip(predictions, references, strict=True)
        return {"exact": sum(set(a) == set(b) for a, b in pairs) / len(predictions)}
"""


@pytest.fixture
def exact(tmp_path):
    """Another metric, a script of the test's own, on the same cache folder."""
    script = tmp_path / "exact_sets" / "exact_sets.py"
    script.parent.mkdir()
    script.write_text(EXACT_MATCH)
    return evaluate.load(str(script), cache_dir=str(tmp_path / "metrics"))


PREDICTIONS = [["anger"], ["joy"]]
REFERENCES = [["disgust"], ["joy"]]
COMBINED = {"semantic_f1": pytest.approx((NEAR + 1) / 2, abs=1e-12), "exact": 0.5}


def test_combine_beside_another_metric(load, exact):
    both = evaluate.combine([load(similarity="plutchik"), exact])
    result = both.compute(predictions=PREDICTIONS, references=REFERENCES)
    assert COMBINED.items() <= result.items()
    for predicted, gold in zip(PREDICTIONS, REFERENCES, strict=True):
        both.add(predictions=predicted, references=gold)
    assert COMBINED.items() <= both.compute().items()
    for predicted, gold in zip(PREDICTIONS, REFERENCES, strict=True):
        both.add(predicted, gold)
    assert COMBINED.items() <= both.compute().items()
    both.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    # Options go to every partner.
    result = both.compute(average="micro")
    assert result["semantic_f1"] == COMBINED["semantic_f1"]
    assert result["exact"] == 0.5


class Pipeline:
    """Text classifier as evaluate needs it: a task and answers with a label each."""

    task = "text-classification"

    def __call__(self, texts, **_):
        return [{"label": text["text"], "score": 0.9} for text in texts]


@pytest.fixture
def evaluator(monkeypatch):
    """evaluate's evaluator of text classifiers."""
    pytest.importorskip("transformers", reason="evaluate.evaluator needs transformers")
    pytest.importorskip("scipy", reason="evaluate.evaluator needs scipy")
    from evaluate.evaluator import base

    # evaluate 0.4.6 asks for a class that transformers 5 dropped.
    if not hasattr(base.transformers, "TFPreTrainedModel"):
        model = base.transformers.PreTrainedModel
        monkeypatch.setattr(base.transformers, "TFPreTrainedModel", model, raising=False)
    return evaluate.evaluator("text-classification")


def test_evaluator_with_a_name_or_an_id_an_example(load, evaluator):
    data = datasets.Dataset.from_dict({"text": ["anger", "joy"], "label": ["disgust", "joy"]})
    given = {"model_or_pipeline": Pipeline(), "data": data, "metric": load(similarity="plutchik")}
    assert evaluator.compute(**given)["semantic_f1"] == COMBINED["semantic_f1"]
    # Resampling both examples gives means of NEAR and 1.
    drawn = {"strategy": "bootstrap", "n_resamples": 20, "random_state": 0}
    result = evaluator.compute(**given, **drawn)["semantic_f1"]
    assert result["score"] == COMBINED["semantic_f1"]
    low, high = result["confidence_interval"]
    assert NEAR - 1e-9 <= low < high <= 1
    names = ["joy", "disgust", "anger"]
    data = datasets.Dataset.from_dict({"text": ["anger", "joy"], "label": [1, 0]})
    given["data"] = data.cast_column("label", datasets.ClassLabel(names=names))
    given["metric"] = load(similarity="plutchik", labels=names)
    for mapping in (None, {name: index for index, name in enumerate(names)}):
        result = evaluator.compute(**given, label_mapping=mapping)
        assert result["semantic_f1"] == COMBINED["semantic_f1"]
