"""Plain uses of the metric, which a type checker must find nothing wrong with."""

import numpy as np

from semantic_f1 import SemanticF1, __version__

metric = SemanticF1(similarity="plutchik", average=["samples", "micro"])
result = metric.compute(predictions=[["anger"]], references=[["disgust"]], zero_division=0)
print(round(result["semantic_f1_samples"], 4), __version__.upper())

multilabel = SemanticF1("multilabel", similarity="plutchik", labels=["anger", "joy"])
scores = multilabel.compute(
    predictions=np.array([[0.2, 0.9]]), references=np.array([[0, 1]]), threshold=0.5, average=None
)
print([round(x, 2) for x in scores["semantic_f1"]])

text: str = metric.report([["joy"]], [["love"]])
print(text.upper(), metric.report([["joy"]], [["love"]], output="frame").columns)
print(metric.report([["joy"]], [["love"]], output="dict")["signature"])
print(metric.signature(counting="two_sided").split("|"))

each = metric.pointwise([["joy"], ["fear"]], [["love"], ["anger"]], scores=["hungarian"])
print(sum(each["hungarian"]) / 2)
print(metric.baselines([["joy"]], [["love"]], which="transport")["transport"] + 1)
found = metric.compare([["joy"]], [["fear"]], [["love"]], n_resamples=400)
print(found["semantic_f1_micro"])

parts = [metric.counts([["joy"]], [["love"]]), metric.counts([["fear"]], [["anger"]])]
print(metric.compute(counts=parts[0] + parts[1]))
with metric.notices() as texts:
    metric.add(prediction=["joy"], reference=["love"])
    metric.compute()
print("; ".join(texts))

similarity = metric.similarity.load("goemotions-ekman")
print(similarity.labels[0], metric.similarity.names())
