"""Plain uses of the metric, which a type checker must find nothing wrong with."""

import tempfile
from pathlib import Path

import numpy as np

from semantic_f1 import DistributedCounts, SemanticF1, __version__, results_text
from semantic_f1 import similarity as similarity_functions

metric = SemanticF1(similarity="plutchik", average=["samples", "micro"])
result = metric.compute(predictions=[["anger"]], references=[["disgust"]], zero_division=0)
print(round(result["semantic_f1_samples"], 4), __version__.upper())

multilabel = SemanticF1("multilabel", similarity="plutchik", labels=["anger", "joy"])
scores = multilabel.compute(
    predictions=np.array([[0.2, 0.9]]), references=np.array([[0, 1]]), threshold=0.5, average=None
)
print([round(x, 2) for x in scores["semantic_f1"]], scores["labels"][0].upper())
each_label = SemanticF1(similarity="plutchik", average=None)
print(max(each_label.compute(predictions=[["joy"]], references=[["love"]])["semantic_f1"]))
curve = multilabel.threshold_curve(np.array([[0.2, 0.9]] * 2), np.array([[0, 1], [1, 1]]))
print(curve["best"]["semantic_f1"]["threshold"] + curve["semantic_f1"][0])

text: str = metric.report([["joy"]], [["love"]])
print(text.upper(), metric.report([["joy"]], [["love"]], output="frame"))
report = metric.report([["joy"]], [["love"]], output="dict")
print(report["signature"].upper(), report["rows"][0]["semantic"]["f1"] + 1)
print(metric.signature(counting="two_sided").split("|"))
print(metric.explain(["joy"], ["love"])["predictions"][0]["similarity"] + 1)
print(metric.side_by_side([["joy"]], [["love"]], average="micro")["hard"]["semantic_f1"] + 1)

each = metric.pointwise([["joy"], ["fear"]], [["love"], ["anger"]], scores=["hungarian"])
print(sum(each["hungarian"]) / 2)
print(metric.baselines([["joy"]], [["love"]], which="transport")["transport"] + 1)
found = metric.compare([["joy"]], [["fear"]], [["love"]], n_resamples=400)
print(round(found["semantic_f1_micro"], 2), found["wins"] + found["losses"])
systems = {"first": [["joy"], ["fear"]], "second": [["fear"], ["fear"]]}
ranking = metric.rank(systems, [["love"], ["anger"]], average="micro", n_resamples=400)
print(ranking["ranking"][0]["system"].upper(), ranking["pairs"][0]["difference"] / 2)
print(results_text(ranking, "latex").upper(), metric.results_text(ranking, form="sentence"))
with_others = metric.sensitivity(systems, [["love"], ["anger"]], average="micro", n_resamples=400)
print(with_others["verdict"].split(), with_others["alternatives"][0]["scores"]["first"] + 1)

parts = [metric.counts([["joy"]], [["love"]]), metric.counts([["fear"]], [["anger"]])]
print(metric.compute(counts=parts[0] + parts[1]))
with metric.notices() as texts:
    metric.add(prediction=["joy"], reference=["love"])
    metric.compute()
print("; ".join(texts))

similarity = metric.similarity.load("goemotions-ekman")
print(similarity.labels[0].upper(), metric.similarity.names())
print(similarity.between("anger", "joy") + 1, similarity.nearest("anger")[0][0].upper())
print(similarity.values.shape, similarity.card["source"], similarity.audit())
wheel = similarity_functions.from_points({"a": (0.0, 1.0), "b": (1.0, 1.0)})
print(wheel.labels, metric.similarity.chance(wheel)[0]["f1"] + 1)

gold = [["joy"], ["fear"], ["love"]] * 4
near = [["love"], ["fear"], ["joy"]] * 4
one = SemanticF1(similarity="plutchik")
one.add_batch(predictions=near, references=gold)
print(one.compute()["semantic_f1"] + 1)
needed = one.sample_size(near, gold, gold, effect=0.05, power=0.9)
print(needed["n"] + 1, needed["units"].upper(), needed["detectable_effect"] / 2)
outcome = one.outcome_correlation([0.1, 0.4, 0.7], np.array([1, 2, 2]), method="ccc", ddof=1)
print(outcome["ccc"] + 1, outcome["note"].upper())
print(one.winners({"first": {"f1": 0.5, "mcc": 0.3}, "second": {"f1": 0.25, "mcc": 0.4}}))
print(one.spread([0.5, 0.25]), one.precision_under([[8, 1], [2, 9]], [0.5, 0.5]).tolist())
print(one.agreement({("joy", "love"): 6, ("joy", "fear"): 2, ("fear", "anger"): 3})["n_pairs"] + 1)
print(one.confusion(near, gold)["labels"][0].upper())
print(one.set_relatedness(near, gold)["set_relatedness"] + 1)
restored = one.counts_from_dict(one.counts(near, gold).to_dict())
print(one.compute(counts=restored + restored)["semantic_f1"] + 1)
tuned = multilabel.tune_thresholds(
    np.array([[0.2, 0.9], [0.7, 0.4]] * 10), np.array([[0, 1], [1, 0]] * 10), average="micro", cv=2
)
print(tuned["score_cv"] + 1, tuned["thresholds"][0] + 1, tuned["note"].upper())

people = SemanticF1("annotators", similarity="plutchik")
sides = people.from_long(
    [("1", "ann", "joy"), ("1", "bo", "love"), ("2", "ann", "fear"), ("2", "bo", "fear")]
)
print(sides["references"], people.reliability(sides["references"])["n_units"] + 1)
who = [["ann", "bo"]] * 2
test = people.alternative_annotator_test(
    [["joy"], ["fear"]] * 4, sides["references"] * 4, who * 4, 0.1, min_items=4
)
print(test["winning_rate"], test["by_annotator"][0]["human_f1"] + 1)
gain = people.perspectives([[["joy"]] * 2, [["fear"]] * 2], sides["references"], who)
print(sorted(gain)[0].upper())
print(one.draw_examples(12, 4, seed=1)[0] + 1)
replies = one.read_replies(["joy", "fear and love"])
print(replies["predictions"][0][0].upper(), replies["ledger"][0]["state"].upper())
print(one.compute_replies(["joy", "fear"], [["joy"], ["love"]])["semantic_f1"] + 1)
print(callable(multilabel.as_sklearn_scorer("semantic_f1_micro", average=["micro"])))
state = DistributedCounts(metric)
state.update([["joy"]], [["love"]])
print(state.compute(n_examples=1, average="micro")["semantic_f1"] + 1)
state.reset()
print(one.runs({"first": near, "second": gold}, gold, n_resamples=400)["semantic_f1"])

tree = similarity_functions.make_thesaurus({"cat": [], "lion": ["cat"], "tiger": ["cat"]})
with tempfile.TemporaryDirectory() as folder:
    similarity_functions.save_thesaurus(tree, f"{folder}/tree.npz")
    tree = similarity_functions.load_thesaurus(f"{folder}/tree.npz")
measure = similarity_functions.relatedness(tree, "wu_palmer")
concepts = SemanticF1(similarity=measure)
print(concepts.hierarchical([["lion"]], [["tiger"]])["hierarchical_f1"] + 1, measure.name.upper())
print(concepts.at_k([["lion", "tiger"]], [["tiger"]], k=1)["semantic_ndcg_at_k"][0] + 1)
table = concepts.indexing_report([["lion"]], [["tiger"]], output="dict")
print(table if isinstance(table, str) else table["n_documents"] + 1)
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "lion.annif").write_text("lion\tlion\t0.5\n", encoding="utf-8")
    Path(folder, "lion.key").write_text("tiger\n", encoding="utf-8")
    print(concepts.read_annif(folder, scores=True)["documents"])
groups = similarity_functions.from_groups({"good": ["joy", "love"], "bad": ["fear"]})
print(groups.between("joy", "love") + 1, similarity_functions.audit(groups).to_dict())
rows = np.array([[1.0, 0.0], [0.8, 0.6]])
print(similarity_functions.embeddings(rows, ["a", "b"]).name.upper())
made = [
    similarity_functions.build(np.eye(2), ["a", "b"]),
    similarity_functions.identity(["a", "b"]),
    similarity_functions.from_distances(np.ones((2, 2)) - np.eye(2), ["a", "b"]),
    similarity_functions.from_embeddings(rows, ["a", "b"], power=2),
    similarity_functions.from_correlations(np.eye(2), ["a", "b"]),
    similarity_functions.from_codes({"A": "1", "B": "1.2"}),
    similarity_functions.from_hierarchy({"lion": "cat", "tiger": "cat"}, pairs="child-parent"),
    similarity_functions.from_ratings({("a", "b"): 2}, scale=(0, 4)),
]
print([each.labels[0].upper() for each in made], similarity_functions.names())


def nearness(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return 1.0 * (a == b)


print(similarity_functions.from_function(nearness, ["a", "b"]).fingerprint.upper())


def of_files(path: str) -> None:
    """Uses that need files, calls of the Hub or much data: read by the type checker alone."""
    read = metric.read_file(path, predictions="model", references="gold", ids="never")
    metric.compute(**read)
    print(similarity_functions.read_thesaurus(path).fingerprint.upper())
    print(similarity_functions.load(path).labels, similarity_functions.chance(path))
    similarity_functions.save_thesaurus(similarity_functions.load_thesaurus(path), path)
    wheel.save(path, overwrite=True)
    wheel.push_to_hub("owner/name", path)
    gold_sets = [["a"], ["b"], ["a", "b"]]
    print(similarity_functions.from_training_label_sets(gold_sets).labels)
    ratings = {("a", "b"): 2}
    print(similarity_functions.calibrate({"a": (0, 0)}, ratings=ratings, scale=(0, 4)).labels)
    print(similarity_functions.fingerprint(["a", "b"], np.eye(2)).upper())
