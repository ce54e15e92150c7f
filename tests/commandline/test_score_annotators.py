"""The command line on several gold sets a row and on distributions."""

import pytest

from semantic_f1 import SemanticF1
from semantic_f1.average_table import NAMED_AVERAGES

CSV = (
    "predictions,ann1,ann2,ann3\n"
    "joy;love,joy,joy;love,\n"
    "anger,disgust,anger,\n"
    ",,sadness,fear\n"
)  # fmt: skip
GOLDS = [[["joy"], ["joy", "love"]], [["disgust"], ["anger"]], [["sadness"], ["fear"]]]
PREDICTIONS = [["joy", "love"], ["anger"], []]
IDS = [["ann1", "ann2"], ["ann1", "ann2"], ["ann2", "ann3"]]
COLUMNS = ["--annotators", "ann1,ann2,ann3", "--separator", ";", "--blank", "not_asked"]
PLUTCHIK = ("--similarity", "plutchik")


def computed(predictions, references, **options):
    """Scores by the metric."""
    metric = SemanticF1("annotators", **{"similarity": "plutchik", **options})
    with metric.notices():
        return metric.compute(predictions, references)


@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_annotators_as_the_metric_scores_them(put, results, reduce):
    (result,) = results(put(CSV), *PLUTCHIK, *COLUMNS, "--reduce", reduce)
    averages = list(NAMED_AVERAGES)
    options = {"average": averages, "reduce": reduce}
    expected = computed(PREDICTIONS, GOLDS, annotators=IDS, **options)
    labels = SemanticF1().similarity.load("plutchik").labels
    hard = computed(PREDICTIONS, GOLDS, similarity="identity", labels=labels, **options)
    for average in averages:
        for name in ("precision", "recall", "f1"):
            scores, people = result["averages"][average], result["human"]["averages"][average]
            assert scores["semantic"][name] == expected[f"semantic_{name}_{average}"]
            assert scores["hard"][name] == hard[f"semantic_{name}_{average}"]
            for who in ("human", "system"):
                assert people[who][name] == expected[f"{who}_{name}_{average}"]
                assert people[f"{who}_hard"][name] == hard[f"{who}_{name}_{average}"]
        difference = result["human"]["difference"][average]["difference"]
        assert difference == expected[f"human_difference_{average}"]
    assert result["human"]["examples"] == 3
    assert [row["annotator"] for row in result["by_annotator"]] == ["ann1", "ann2", "ann3"]
    assert [row["examples"] for row in result["by_annotator"]] == [2, 3, 1]
    found = [row["f1"] for row in result["by_annotator"]]
    assert found == expected["semantic_f1_samples_by_annotator"]
    assert f"|reduce:{reduce}|" in result["signature"]


def test_the_text_shows_the_human_scores_and_the_annotators(put, put_lines, run, results):
    status, out, _ = run(put(CSV), *PLUTCHIK, *COLUMNS)
    assert status == 0
    assert "people, over 3 examples with two annotators or more" in out
    lines = [line for line in out.splitlines() if line.startswith("ann")]
    assert lines[1].split() == ["ann1", "0.9173", "0.9268", "0.9220", "2"]
    one = put_lines([{"predictions": ["joy"], "references": [["joy"]]}], "one.jsonl")
    (nested,) = results(one, *PLUTCHIK, "--nested")
    assert nested["human"] is None and nested["by_annotator"] == []


def test_errors_name_the_line_and_the_annotator(put, put_lines, refusal):
    message = refusal(put(CSV.replace("fear", "feer")), *PLUTCHIK, *COLUMNS)
    assert "line 4, column 'ann3': 'feer' is not a label (did you mean 'fear'?)" in message
    assert "--unknown-labels" not in message
    message = refusal(put(CSV), *PLUTCHIK, *COLUMNS[:-2])
    assert "line 2: column 'ann3': a blank cell may mean" in message
    assert "--blank no_label" in message
    nested = put_lines([{"predictions": ["joy"], "references": [["joy"], ["joi"]]}])
    message = refusal(nested, *PLUTCHIK, "--nested")
    assert "line 1, column 'references', gold set 2: 'joi' is not a label" in message


SOFT = [
    {"predictions": [0.25, 0.75], "references": [0.5, 0.5]},
    {"predictions": [1, 0], "references": [0.25, 0.75]},
]


def test_soft_labels_as_the_metric_scores_them(put_lines, run, results, refusal):
    file, labels = put_lines(SOFT), ["--similarity", "identity", "--labels", "no,yes"]
    expected = SemanticF1("soft", similarity="identity", labels=["no", "yes"]).compute(
        *([row[side] for row in SOFT] for side in ("predictions", "references")), n_resamples=50
    )
    assert results(file, "--soft", *labels, "--ci", "50")[0]["scores"] == expected
    status, out, _ = run("soft", file, *labels, "--ci", "50")
    low, high = (expected[f"manhattan_distance_{end}"] for end in ("low", "high"))
    assert status == 0 and f"   1.0000  {low:.4f}-{high:.4f}  (" in out
    status, out, _ = run(file, "--soft")
    assert "manhattan_distance" in out and "wasserstein" not in out
    shown = next(line for line in out.splitlines() if line.startswith("manhattan"))
    assert shown.split()[1] == "1.0000"
    # Counts are divided if asked for.
    file = put_lines([{"predictions": [0.5, 0.5], "references": [3, 1]}])
    message = refusal(file, "--soft")
    assert "line 1, column 'references': the sum is 4.0" in message
    assert "these look like counts: pass --normalize-counts" in message
    (result,) = results(file, "--soft", "--normalize-counts")
    assert result["scores"]["manhattan_distance"] == 0.5


SYSTEM = "text,predictions\nt1,joy\nt2,fear\n"
ANNOTATIONS = (
    "text,annotator,annotation\n"
    "t1,ann,joy\nt1,bo,love\nt2,bo,\nt1,ann,trust\nt2,ann,fear\nt1,ann,joy\n"
)
LONG = ("--annotator", "annotator", "--id", "text", "--references", "annotation", *PLUTCHIK)
NO_LABEL = ("--blank", "no_label")


@pytest.mark.parametrize(("cells", "said"), [
    (('"[""joy""]"', '"[""love""]"'), "another set"),
    (("joy;love", "joy"), "another set"),
    (("joy", "joy;love"), "another set"),
    (("joy;love", "love;joy"), None),
    (("", ""), None), (("", "joy"), "no label"),
])  # fmt: skip
def test_a_list_is_the_whole_set_of_an_annotator(put, run, cells, said):
    lines = "".join(f"t1,ann,{cell}\n" for cell in cells)
    gold = put("text,annotator,annotation\n" + lines, "gold.csv")
    system = put("text,prediction\nt1,joy\n", "system.csv")
    status, out, err = run(system, "--gold", gold, *LONG, "--separator", ";", *NO_LABEL)
    assert (status == 0) == (said is None)
    assert (said or "1 annotation of gold.csv (repeated, counted once)") in out + err
    assert status == 0 or ("gold.csv: line 3" in err and "line 2" in err)


def test_annotations_with_one_choice_a_line(put, document):
    system, gold = put(SYSTEM, "system.csv"), put(ANNOTATIONS, "gold.csv")
    content = document(system, "--gold", gold, *LONG, *NO_LABEL)
    (result,) = content["results"]
    golds = [[["joy", "trust"], ["love"]], [[], ["fear"]]]
    people = [["ann", "bo"], ["bo", "ann"]]
    expected = computed([["joy"], ["fear"]], golds, annotators=people)
    assert result["averages"]["samples"]["semantic"]["f1"] == expected["semantic_f1"]
    assert result["human"]["averages"]["samples"]["human"]["f1"] == expected["human_f1"]
    assert [row["annotator"] for row in result["by_annotator"]] == ["ann", "bo"]
    left_out = content["account"]["left_out"]
    assert [(one["count"], one["why"]) for one in left_out] == [(1, "repeated, counted once")]
    assert "One annotator scores" in result["human"]["sentence"]
    content = document(system, "--gold", gold, *LONG, "--blank", "not_asked")
    assert content["results"][0]["human"]["examples"] == 1


@pytest.mark.parametrize(("system", "gold", "words", "said"), [
    ("", "", (), "line 4: column 'annotation': a blank cell; --blank no_label"),
    ("t3,joy\n", "", NO_LABEL, "gold.csv: nothing for 1 of 3 ids: 't3'; --missing drop"),
    ("", "t9,bo,joy\n", NO_LABEL, "system.csv: nothing for 1 of 3 ids: 't9'; --missing drop"),
    ("t1,love\n", "", NO_LABEL, "line 4: the id 't1' stands in line 2 too"),
    ("", "t2,bo,joy\n", NO_LABEL, "was it annotated twice?"),
    ("", "", ("--missing", "empty"), "--missing empty is not used by"),
])  # fmt: skip
def test_annotations_that_do_not_fit(put, refusal, run, system, gold, words, said):
    files = put(SYSTEM + system, "system.csv"), "--gold", put(ANNOTATIONS + gold, "gold.csv")
    assert said in refusal(*files, *LONG, *words)
    if "t3" in system:
        status, out, _ = run(*files, *LONG, *words, "--missing", "drop")
        assert status == 0 and "2 examples" in out
        assert "left out: 1 row of system.csv (no gold row)" in out


NESTED = [[["anger"], ["disgust"]], [["joy"], ["love"]], [["fear"], ["fear"]]] * 4
SYSTEMS = {"a": [["anger"], ["joy"], ["fear"]] * 4, "b": [["joy"], ["love"], ["fear"]] * 4}
PEOPLE = [["ann", "bo"], ["bo", "cy"], ["ann", "cy"]] * 4


@pytest.fixture
def nested_file(put_lines):
    """Write the rows of a system, labels as ``place`` has them, and return the path."""

    def write(system, place=str, some=slice(None)):
        rows = zip(SYSTEMS[system][some], NESTED[some], PEOPLE[some], strict=True)
        records = [
            {"predictions": [*map(place, p)], "references": [[*map(place, x)] for x in g], "who": w}
            for p, g, w in rows
        ]
        return str(put_lines(records, f"{system}{some.start}{place.__name__}.jsonl"))

    return write


def test_nested_sets_with_ids_and_the_names_of_annotators(nested_file, put_lines, results, refusal):
    labels = ["anger", "disgust", "fear", "joy", "love"]
    expected = computed(SYSTEMS["a"], NESTED, annotators=PEOPLE, labels=labels)
    words = (*PLUTCHIK, "--nested", "--annotator", "who", "--labels", ",".join(labels))
    halves = [nested_file("a", some=slice(start, start + 6)) for start in (0, 6)]
    for files in (halves, [nested_file("a", labels.index)]):
        (result,) = results(*files, *words)
        assert result["averages"]["samples"]["semantic"]["f1"] == expected["semantic_f1"]
        found = {row["annotator"]: row["f1"] for row in result["by_annotator"]}
        names = expected["annotators"], expected["semantic_f1_by_annotator"]
        assert found == dict(zip(*names, strict=True))
    short = put_lines([{"predictions": [], "references": [["joy"]], "who": ["x", "y"]}])
    message = refusal(short, *PLUTCHIK, "--nested", "--annotator", "who")
    assert "line 1: 2 annotators in column 'who' for 1 gold sets" in message


def test_systems_compared_on_several_gold_sets(nested_file, put_lines, document, refusal):
    files = [nested_file(name) for name in "ab"]
    words = (files[0], *PLUTCHIK, "--nested", "--compare")
    content = document(*words, files[1], "--sensitivity", "--reduce", "max")
    metric = SemanticF1("annotators", similarity="plutchik", reduce="max")
    with metric.notices():
        expected = metric.rank(dict(zip(files, SYSTEMS.values(), strict=True)), NESTED)
    assert content["ranking"] == expected
    assert content["sensitivity"]["alternatives"][0]["scores"].keys() == {*files}
    other = put_lines([{"predictions": [], "references": [["joy"]]}] * 12, "other.jsonl")
    assert "systems are compared on the same examples" in refusal(*words, other)


def test_systems_compared_on_distributions(put_lines, run, document):
    systems = {"a": [[0.5, 0.3, 0.2]] * 6, "b": [[0.1, 0.1, 0.8]] * 6}
    gold, labels = [[0.6, 0.4, 0.0], [0.2, 0.8, 0.0]] * 3, ["anger", "disgust", "joy"]
    files = []
    for name, rows in systems.items():
        records = ({"predictions": p, "references": g} for p, g in zip(rows, gold, strict=True))
        files.append(str(put_lines(records, f"{name}.jsonl")))
    words = [files[0], "--soft", "--compare", files[1]]
    metric = SemanticF1("soft")
    with metric.notices():
        expected = metric.rank(dict(zip(files, systems.values(), strict=True)), gold)
    assert document(*words)["ranking"] == expected
    _, out, _ = run(*words)
    assert "ranking by cross_entropy, 6 examples" in out
    mean = expected["ranking"][0]["cross_entropy"]
    assert f"       mean  system\n    1 {'1 to 1':>14} {mean:10.4f}  {files[0]}\n" in out
    words += [*PLUTCHIK, "--labels", ",".join(labels), "--sensitivity"]
    content = document(*words)
    assert content["ranking"]["measure"] == "wasserstein_distance"
    alone = SemanticF1("soft", similarity="plutchik", labels=labels).compute(systems["a"], gold)
    scores = content["sensitivity"]["alternatives"][0]["scores"]
    assert scores[files[0]] == pytest.approx(alone["wasserstein_score"], abs=1e-12)


def test_one_file_with_one_choice_a_line(put, results, refusal):
    text = "id,predictions,who,label\n1,joy,ann,joy\n1,joy,bo,love\n1,joy,ann,trust\n"
    text += "2,fear,ann,fear\n"
    words = ["--annotator", "who", "--id", "id", "--references", "label", *PLUTCHIK]
    words += ["--predictions", "predictions"]
    file = put(text + "2,fear,bo,\n")
    (result,) = results(file, *words, *NO_LABEL)
    golds, people = [[["joy", "trust"], ["love"]], [["fear"], []]], [["ann", "bo"]] * 2
    expected = computed([["joy"], ["fear"]], golds, annotators=people)
    assert result["averages"]["samples"]["semantic"]["f1"] == expected["semantic_f1"]
    found = [row["f1"] for row in result["by_annotator"]]
    assert found == expected["semantic_f1_by_annotator"]
    reading = {"id": "id", "predictions": "predictions", "references": "label"}
    metric = SemanticF1("annotators")
    read = metric.read_file(file, annotator="who", blank="no_label", **reading)
    line = "data.csv: predictions 'predictions', gold 'label', annotators 'who', 5 rows"
    assert str(read["account"]).startswith(line)
    assert [[sorted(one) for one in row] for row in read["references"]] == golds
    assert read["annotators"] == people
    message = refusal(put(text + "2,joy,bo,love\n"), *words)
    assert "line 6: column 'predictions': other predictions for '2' than in data.csv" in message
    message = refusal(put(text), *words, "--workers", "2")
    assert "--annotator needs the rows of one file" in message
