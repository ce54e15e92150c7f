"""The command line on several gold sets a row and on distributions."""

import json

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


@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_annotators_as_the_metric_scores_them(put, run, reduce):
    arguments = ["--similarity", "plutchik", *COLUMNS, "--reduce", reduce, "--json"]
    status, out, _ = run(put(CSV), *arguments)
    assert status == 0
    result = json.loads(out)["results"][0]
    metric = SemanticF1("annotators")
    with metric.notices():
        expected = metric.compute(
            predictions=PREDICTIONS, references=GOLDS, annotators=IDS, similarity="plutchik",
            average=list(NAMED_AVERAGES), reduce=reduce,
        )  # fmt: skip
        hard = metric.compute(
            predictions=PREDICTIONS, references=GOLDS, similarity="identity", reduce=reduce,
            labels=metric.similarity.load("plutchik").labels, average="micro",
        )  # fmt: skip
    for average in NAMED_AVERAGES:
        for name in ("precision", "recall", "f1"):
            assert (
                result["averages"][average]["semantic"][name]
                == (expected[f"semantic_{name}_{average}"])
            )
            for who in ("human", "system"):
                assert (
                    result["human"]["averages"][average][who][name]
                    == (expected[f"{who}_{name}_{average}"])
                )
    assert result["averages"]["micro"]["hard"]["f1"] == hard["semantic_f1"]
    assert result["human"]["examples"] == 3
    assert [row["annotator"] for row in result["by_annotator"]] == ["ann1", "ann2", "ann3"]
    assert [row["examples"] for row in result["by_annotator"]] == [2, 3, 1]
    assert [row["f1"] for row in result["by_annotator"]] == (
        expected["semantic_f1_samples_by_annotator"]
    )
    assert f"|reduce:{reduce}|" in result["signature"]


def test_the_text_shows_the_human_scores_and_the_annotators(put, run):
    status, out, _ = run(put(CSV), "--similarity", "plutchik", *COLUMNS)
    assert status == 0
    assert "people, over 3 examples with two annotators or more" in out
    lines = [line for line in out.splitlines() if line.startswith("ann")]
    assert lines[1].split() == ["ann1", "0.9173", "0.9268", "0.9220", "2"]


def test_nested_gold_sets(put, run):
    rows = [{"predictions": p, "references": t} for p, t in zip(PREDICTIONS, GOLDS, strict=True)]
    file = put("\n".join(map(json.dumps, rows)), "data.jsonl")
    similarity = ["--similarity", "plutchik", "--json"]
    status, out, _ = run(file, *similarity, "--nested")
    nested = json.loads(out)["results"][0]
    columns = json.loads(run(put(CSV), *similarity, *COLUMNS)[1])["results"][0]
    assert status == 0
    assert nested["averages"] == columns["averages"]
    assert nested["human"]["averages"] == columns["human"]["averages"]
    assert nested["by_annotator"] == []
    one = put('{"predictions": ["joy"], "references": [["joy"]]}', "one.jsonl")
    assert json.loads(run(one, *similarity, "--nested")[1])["results"][0]["human"] is None


def test_errors_name_the_line_and_the_annotator(put, run):
    status, out, err = run(put(CSV.replace("fear", "feer")), "--similarity", "plutchik", *COLUMNS)
    assert (status, out) == (2, "")
    assert "line 4, column 'ann3': 'feer' is not a label (did you mean 'fear'?)" in err
    assert "--unknown-labels" not in err
    blank = run(put(CSV), "--similarity", "plutchik", *COLUMNS[:-2])
    assert "line 2: column 'ann3': a blank cell may mean" in blank[2]
    assert "--blank no_label" in blank[2]
    nested = put('{"predictions": ["joy"], "references": [["joy"], ["joi"]]}', "one.jsonl")
    _, _, err = run(nested, "--similarity", "plutchik", "--nested")
    assert "line 1, column 'references', gold set 2: 'joi' is not a label" in err


SOFT = (
    '{"predictions": [0.25, 0.75], "references": [0.5, 0.5]}\n'
    '{"predictions": [1, 0], "references": [0.25, 0.75]}\n'
)


def test_soft_labels_as_the_metric_scores_them(put, run):
    labels = ["--similarity", "identity", "--labels", "no,yes"]
    status, out, _ = run(put(SOFT, "s.jsonl"), "--soft", *labels, "--ci", "50", "--json")
    result = json.loads(out)["results"][0]
    rows = [json.loads(line) for line in SOFT.splitlines()]
    expected = SemanticF1("soft").compute(
        predictions=[row["predictions"] for row in rows],
        references=[row["references"] for row in rows],
        similarity="identity", labels=["no", "yes"], n_resamples=50,
    )  # fmt: skip
    assert status == 0
    assert result["scores"] == expected
    status, out, _ = run(put(SOFT, "s.jsonl"), "--soft")
    assert "manhattan_distance" in out and "wasserstein" not in out
    shown = next(line for line in out.splitlines() if line.startswith("manhattan"))
    assert shown.split()[1] == "1.0000"


def test_counts_are_divided_where_asked_for(put, run):
    file = put('{"predictions": [0.5, 0.5], "references": [3, 1]}\n', "s.jsonl")
    status, _, err = run(file, "--soft")
    assert status == 2
    assert "line 1, column 'references': the sum is 4.0" in err
    assert "these look like counts: pass --normalize-counts" in err
    status, out, _ = run(file, "--soft", "--normalize-counts", "--json")
    assert json.loads(out)["results"][0]["scores"]["manhattan_distance"] == 0.5


# Annotations in a file of their own, one choice a line

SYSTEM = "text,predictions\nt1,joy\nt2,fear\n"
ANNOTATIONS = (
    "text,annotator,annotation\n"
    "t1,ann,joy\nt1,bo,love\nt2,bo,\nt1,ann,trust\nt2,ann,fear\nt1,ann,joy\n"
)
LONG = ("--annotator", "annotator", "--id", "text", "--references", "annotation")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (('"[""joy""]"', '"[""love""]"'), "another set"),
        (("joy;love", "joy"), "another set"),
        (("joy", "joy;love"), "another set"),
        (("joy;love", "love;joy"), None),
        (("", ""), None),
        (("", "joy"), "no label"),
    ],
)
def test_a_list_is_the_whole_set_of_an_annotator(put, run, cells, said):
    lines = "".join(f"t1,ann,{cell}\n" for cell in cells)
    gold = put("text,annotator,annotation\n" + lines, "gold.csv")
    system = put("text,prediction\nt1,joy\n", "system.csv")
    arguments = (system, "--gold", gold, *LONG, "--similarity", "plutchik", "--separator", ";")
    status, out, err = run(*arguments, "--blank", "no_label")
    assert (status == 0) == (said is None)
    assert (said or "1 annotation of gold.csv (repeated, counted once)") in out + err
    assert status == 0 or ("gold.csv: line 3" in err and "line 2" in err)


def test_annotations_with_one_choice_a_line(put, run):
    system, gold = put(SYSTEM, "system.csv"), put(ANNOTATIONS, "gold.csv")
    arguments = (system, "--gold", gold, *LONG, "--similarity", "plutchik", "--json")
    status, out, _ = run(*arguments, "--blank", "no_label")
    assert status == 0
    result = json.loads(out)["results"][0]
    metric = SemanticF1("annotators", similarity="plutchik")
    with metric.notices():
        expected = metric.compute(
            predictions=[["joy"], ["fear"]],
            references=[[["joy", "trust"], ["love"]], [[], ["fear"]]],
            annotators=[["ann", "bo"], ["bo", "ann"]],
        )
    scores = result["averages"]["samples"]["semantic"]
    assert scores["f1"] == pytest.approx(expected["semantic_f1"])
    assert result["human"]["averages"]["samples"]["human"]["f1"] == pytest.approx(
        expected["human_f1"]
    )
    assert [row["annotator"] for row in result["by_annotator"]] == ["ann", "bo"]
    left_out = json.loads(out)["account"]["left_out"]
    assert [(one["count"], one["why"]) for one in left_out] == [(1, "repeated, counted once")]
    assert "One annotator scores" in result["human"]["sentence"]
    status, out, _ = run(*arguments, "--blank", "not_asked")
    assert json.loads(out)["results"][0]["human"]["examples"] == 1


@pytest.mark.parametrize(
    ("system", "gold", "arguments", "message"),
    [
        (SYSTEM, ANNOTATIONS, (), "line 4: column 'annotation': a blank cell; --blank no_label"),
        (
            SYSTEM + "t3,joy\n",
            ANNOTATIONS,
            ("--blank", "no_label"),
            "gold.csv: nothing for 1 of 3 ids: 't3'; --missing drop",
        ),
        (
            SYSTEM,
            ANNOTATIONS + "t9,bo,joy\n",
            ("--blank", "no_label"),
            "system.csv: nothing for 1 of 3 ids: 't9'; --missing drop",
        ),
        (
            SYSTEM + "t1,love\n",
            ANNOTATIONS,
            ("--blank", "no_label"),
            "line 4: the id 't1' stands in line 2 too",
        ),
        (SYSTEM, ANNOTATIONS + "t2,bo,joy\n", ("--blank", "no_label"), "was it annotated twice?"),
        (SYSTEM, ANNOTATIONS, ("--missing", "empty"), "--missing empty is not used by"),
    ],
)
def test_annotations_that_do_not_fit(put, run, system, gold, arguments, message):
    files = put(system, "system.csv"), "--gold", put(gold, "gold.csv")
    status, _, err = run(*files, *LONG, "--similarity", "plutchik", *arguments)
    assert status == 2
    assert message in err


def test_ids_that_one_file_lacks_may_be_left_out(put, run):
    system, gold = put(SYSTEM + "t3,joy\n", "system.csv"), put(ANNOTATIONS, "gold.csv")
    status, out, _ = run(
        system, "--gold", gold, *LONG, "--similarity", "plutchik", "--blank", "no_label",
        "--missing", "drop",
    )  # fmt: skip
    assert status == 0
    assert "2 examples" in out
    assert "left out: 1 row of system.csv (no gold row)" in out


def lines_of(rows):
    return "\n".join(map(json.dumps, rows)) + "\n"


NESTED = [[["anger"], ["disgust"]], [["joy"], ["love"]], [["fear"], ["fear"]]] * 4
SYSTEMS = {"a": [["anger"], ["joy"], ["fear"]] * 4, "b": [["joy"], ["love"], ["fear"]] * 4}
PEOPLE = [["ann", "bo"], ["bo", "cy"], ["ann", "cy"]] * 4


def nested_file(put, system, place=lambda name: name):
    rows = [
        {
            "predictions": [*map(place, p)],
            "references": [[*map(place, x)] for x in g],
            "who": w,
        }
        for p, g, w in zip(SYSTEMS[system], NESTED, PEOPLE, strict=True)
    ]
    return put(lines_of(rows), f"{system}.jsonl")


def test_nested_sets_with_ids_and_the_names_of_annotators(put, run):
    labels = ["anger", "disgust", "fear", "joy", "love"]
    metric = SemanticF1("annotators", similarity="plutchik", average="samples", labels=labels)
    with metric.notices():
        expected = metric.compute(predictions=SYSTEMS["a"], references=NESTED, annotators=PEOPLE)
    for place in (labels.index, str):
        status, out, _ = run(
            nested_file(put, "a", place), "--similarity", "plutchik", "--nested", "--annotator",
            "who", "--labels", ",".join(labels), "--json",
        )  # fmt: skip
        assert status == 0
        (result,) = json.loads(out)["results"]
        assert result["averages"]["samples"]["semantic"]["f1"] == expected["semantic_f1"]
        found = {row["annotator"]: row["f1"] for row in result["by_annotator"]}
        names = expected["annotators"], expected["semantic_f1_by_annotator"]
        assert found == dict(zip(*names, strict=True))
    short = put(
        lines_of([{"predictions": [], "references": [["joy"]], "who": ["x", "y"]}]), "s.jsonl"
    )
    status, _, said = run(short, "--similarity", "plutchik", "--nested", "--annotator", "who")
    assert status == 2
    assert "line 1: 2 annotators in column 'who' for 1 gold sets" in said


def test_systems_compared_on_several_gold_sets(put, run):
    files = [str(nested_file(put, name)) for name in "ab"]
    status, out, _ = run(
        files[0], "--similarity", "plutchik", "--nested", "--compare", files[1], "--sensitivity",
        "--reduce", "max", "--json",
    )  # fmt: skip
    assert status == 0
    document = json.loads(out)
    metric = SemanticF1("annotators", similarity="plutchik", reduce="max")
    with metric.notices():
        expected = metric.rank(dict(zip(files, SYSTEMS.values(), strict=True)), NESTED)
    assert document["ranking"] == expected
    assert document["sensitivity"]["alternatives"][0]["scores"].keys() == {*files}
    other = put(lines_of([{"predictions": [], "references": [["joy"]]}] * 12), "other.jsonl")
    status, _, said = run(files[0], "--similarity", "plutchik", "--nested", "--compare", other)
    assert status == 2
    assert "systems are compared on the same examples" in said


def test_systems_compared_on_distributions(put, run):
    systems = {"a": [[0.5, 0.3, 0.2]] * 6, "b": [[0.1, 0.1, 0.8]] * 6}
    gold = [[0.6, 0.4, 0.0], [0.2, 0.8, 0.0]] * 3
    files = []
    for name, rows in systems.items():
        lines = [{"predictions": p, "references": g} for p, g in zip(rows, gold, strict=True)]
        files.append(str(put(lines_of(lines), f"{name}.jsonl")))
    labels = ["anger", "disgust", "joy"]
    arguments = ["--soft", "--compare", files[1], "--json"]
    metric = SemanticF1("soft")
    with metric.notices():
        expected = metric.rank(dict(zip(files, systems.values(), strict=True)), gold)
    assert json.loads(run(files[0], *arguments)[1])["ranking"] == expected
    arguments += ["--similarity", "plutchik", "--labels", ",".join(labels), "--sensitivity"]
    document = json.loads(run(files[0], *arguments)[1])
    assert document["ranking"]["measure"] == "wasserstein_distance"
    alone = SemanticF1("soft", similarity="plutchik", labels=labels).compute(
        predictions=systems["a"], references=gold
    )
    scores = document["sensitivity"]["alternatives"][0]["scores"]
    assert scores[files[0]] == pytest.approx(alone["wasserstein_score"], abs=1e-12)
    text = run(files[0], *arguments[:-1][:2], files[1])[1]
    assert "ranking by cross_entropy, 6 examples" in text
    status, _, said = run(files[0], "--soft", "--sensitivity")
    assert (status, "--sensitivity needs --similarity" in said) == (2, True)


ONE_FILE = (
    "id,predictions,who,label\n1,joy,ann,joy\n1,joy,bo,love\n1,joy,ann,trust\n2,fear,ann,fear\n"
)


def test_one_file_with_one_choice_a_line(put, run):
    arguments = ["--annotator", "who", "--id", "id", "--references", "label"]
    arguments += ["--predictions", "predictions", "--similarity", "plutchik", "--json"]
    status, out, _ = run(put(ONE_FILE + "2,fear,bo,\n"), *arguments, "--blank", "no_label")
    assert status == 0
    (result,) = json.loads(out)["results"]
    with SemanticF1().notices():
        expected = SemanticF1("annotators", similarity="plutchik").compute(
            predictions=[["joy"], ["fear"]],
            references=[[["joy", "trust"], ["love"]], [["fear"], []]],
            annotators=[["ann", "bo"], ["ann", "bo"]],
        )
    assert result["averages"]["samples"]["semantic"]["f1"] == expected["semantic_f1"]
    found = [row["f1"] for row in result["by_annotator"]]
    assert found == expected["semantic_f1_by_annotator"]
    status, _, said = run(put(ONE_FILE + "2,joy,bo,love\n"), *arguments)
    assert status == 2
    assert (
        "line 6: column 'predictions': other predictions for '2' than in data.csv: line 5" in said
    )
