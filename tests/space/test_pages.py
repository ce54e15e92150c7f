"""The pages Similarity, Compare and Annotators in a browser, and the API that docs show."""

import json
import random
import re
from types import SimpleNamespace

import pytest
from helpers import write_rows
from space_code import commanded, printed
from space_files import GROUPS, GROUPS_TEXT, read_sets, similarity_of_groups
from space_numbers import METRIC
from space_server import ROOT

from semantic_f1 import SemanticF1
from space.annotators.result import verdict

pytestmark = pytest.mark.space


# --- Similarity ---


@pytest.mark.smoke
def test_groups_are_a_similarity_while_they_are_written(visit):
    visit.open(tab="similarity")
    visit.fill("groups-text", GROUPS_TEXT)
    own = similarity_of_groups()
    text = visit.text("similarity-result")
    assert f"similarity ID {own.fingerprint[:8]}" in text
    every = own.audit().to_dict()["probes"][0]
    assert f"would score {every['f1']:.2f} (exact matches {every['hard_f1']:.2f})" in text
    cells = visit.page.locator(".heat tbody td").all_inner_texts()
    assert [float(cell) for cell in cells] == own.values.ravel().tolist()
    visit.find("within-range").fill("0.8")
    visit.settle()
    said = f"similarity ID {similarity_of_groups(0.8).fingerprint[:8]}"
    assert said in visit.text("similarity-result")
    visit.fill("groups-text", "a, b\nc: a")
    text = visit.text("similarity-result")
    assert "Not a similarity yet. line 2: 'a' stands in line 1 too, so in two groups" in text
    assert said in text


def test_a_similarity_that_changed_after_it_was_put_to_use_says_so(visit):
    visit.open(tab="similarity")
    visit.fill("groups-text", GROUPS_TEXT)
    said = "Not in use yet."
    assert said not in visit.text("similarity-result")
    visit.press("Use it in Score")
    visit.tab("Similarity")
    assert said not in visit.text("similarity-result")
    visit.fill("groups-text", "one: a, b, c")
    used = similarity_of_groups().fingerprint[:8]
    text = f"{said} The other pages use your previous one (12 labels, similarity ID {used})."
    assert text in visit.text("similarity-result")
    visit.press("Use it in Score")
    visit.tab("Similarity")
    assert said not in visit.text("similarity-result")


def test_trees_pairs_and_tables_are_similarities(visit):
    visit.open(tab="similarity")
    visit.fill("groups-text", "animals\n  mammals\n    dog, cat\n  birds: owl\nplants\n  rose")
    cells = visit.page.locator(".heat tbody td").all_inner_texts()
    expected = "1 .50 .25 0 .50 1 .25 0 .25 .25 1 0 0 0 0 1"
    assert cells == expected.split()
    visit.choose("Pairs", "similarity-inputs")
    visit.fill("pairs-text", "a; b; 4\nb; c; 1")
    visit.pick("numbers-choice", "ratings")
    cells = visit.page.locator(".heat tbody td").all_inner_texts()
    assert cells == ["1", ".75", "0", ".75", "1", "0", "0", "0", "1"]
    visit.pick("numbers-choice", "distances")
    visit.fill("pairs-text", "\ta\tb\na\t0\t1\nb\t3\t0")
    assert visit.page.locator(".heat tbody td").all_inner_texts() == ["1", ".50", ".25", "1"]


def test_bundled_ones_are_linked_and_saved_and_code_makes_them_again(visit, tmp_path):
    visit.open(tab="similarity", similarity="mfrc")
    mfrc = METRIC.similarity.load("mfrc")
    assert mfrc.fingerprint[:8] in visit.text("similarity-result")
    name, content = visit.save("Save SVG", "similarity-result")
    assert name == "mfrc.svg" and b"var(" not in content and b">Loyalty</text>" in content
    first = mfrc.values[0]
    row = " | ".join([mfrc.labels[0], *(f"{value:.3f}" for value in first)])
    assert f"| {row} |" in visit.held("similarity-markdown")
    _, content = visit.save("Save JSON", "similarity-result")
    (tmp_path / "saved.json").write_bytes(content)
    assert METRIC.similarity.load(str(tmp_path / "saved.json")).fingerprint == mfrc.fingerprint
    visit.press("Change a copy")
    head = visit.find("pairs-text").input_value().split("\n")[0]
    assert head.split("\t")[1:] == list(mfrc.labels)
    visit.choose("Groups or tree")
    visit.fill("groups-text", GROUPS_TEXT)
    code = visit.held("similarity-python") + "print(made.fingerprint)\n"
    assert printed(code, tmp_path) == similarity_of_groups().fingerprint


# --- Compare ---


@pytest.mark.smoke
def test_systems_of_one_file_are_compared(visit, complaints, tmp_path):
    visit.open_with(complaints, "score")
    visit.press("Compare them")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Compare"
    visit.pick("compare-gold", "agent")
    visit.tab("Similarity")
    visit.fill("groups-text", GROUPS_TEXT)
    visit.press("Use it in Score")
    visit.tab("Compare")
    assert visit.find("compare-similarity").input_value() == "yours"
    visit.run("compare")
    systems = {name: read_sets(complaints, name, "agent")[0] for name in ("model_a", "model_b")}
    gold = read_sets(complaints, "model_a", "agent")[1]
    own = similarity_of_groups()
    found = METRIC.rank(systems, gold, similarity=own, n_resamples=1000, seed=0)
    best, other = found["ranking"]
    pair = found["pairs"][0]
    text = visit.text("compare-result")
    assert text.startswith(f"{best['system']} is best")
    assert (
        f"{best['system']} {best['semantic_f1']:.3f}, then {other['system']} "
        f"{other['semantic_f1']:.3f}. Difference {abs(pair['difference']):.3f}" in text
    )
    ends = sorted(abs(pair[end]) for end in ("low", "high"))
    assert f"95% interval {ends[0]:.3f} to {ends[1]:.3f}" in text
    points = (
        METRIC.pointwise(systems[pair[side]], gold, similarity=own)["semantic_f1"] for side in "ab"
    )
    wins = sum(a > b + 1e-12 for a, b in zip(*points, strict=True))
    visit.fold("Pairs")
    assert f": better on {wins} rows" in visit.text("pairs")
    _, content = visit.save("Save results (JSON)", "compare-result")
    saved = json.loads(content)
    assert [row["system"] for row in saved["systems"]] == [best["system"], other["system"]]
    (tmp_path / "complaints.csv").write_bytes(complaints.read_bytes())
    (tmp_path / "yours.json").write_text(json.dumps(own.to_dict()))
    said = printed(visit.held("compare-python"), tmp_path)
    assert said == f"{best['system']} {round(best['semantic_f1'], 4)}"
    table = commanded(visit.held("compare-command"), tmp_path)
    assert f"{best['semantic_f1']:.4f}" in table and f"{other['semantic_f1']:.4f}" in table
    visit.pick("compare-average", "micro")
    assert visit.is_stale("compare")
    assert visit.save("Save results (JSON)", "compare-result")[1] == content


def test_a_link_of_compare_carries_its_settings(visit):
    visit.open(tab="compare")
    for name, can_press in (("no labels", True), ("classifier", False), ("classifier", True)):
        visit.page.locator("#compare-inputs").get_by_label(name).click()
        visit.settle()
        assert visit.is_stale("compare")
        assert ("Press Compare for" in visit.text("compare-result")) is can_press
    visit.pick("compare-similarity", "goemotions")
    visit.pick("compare-average", "macro")
    visit.run("compare")
    shown = visit.text("compare-result")
    assert "no labels" not in shown and "Semantic F1 (macro)" in shown
    visit.follow("?" + visit.page.url.partition("?")[2])
    assert visit.text("compare-result") == shown
    assert not visit.is_stale("compare")
    assert not visit.page.locator("#compare-inputs").get_by_label("no labels").is_checked()


def test_rows_that_belong_together_are_drawn_together(visit, tmp_path):
    draw = random.Random(5)
    labels = METRIC.similarity.load("plutchik").labels
    authors = [f"author {at // 4}" for at in range(80)]
    one, gold = ([draw.choice(labels[:4]) for _ in range(80)] for _ in range(2))
    rows = [("one", "gold", "author"), *zip(one, gold, authors, strict=True)]
    visit.open_with(write_rows(tmp_path / "authors.csv", rows), "score")
    visit.pick("score-predictions", "one")
    visit.fold("More settings")
    visit.pick("score-groups", "author")
    visit.run("score")
    drawn = {"similarity": "plutchik", "n_resamples": 1000, "seed": 0, "groups": authors}
    found = METRIC.compute([[name] for name in one], [[name] for name in gold], **drawn)
    ends = [f"{found[f'semantic_f1_{end}']:.3f}" for end in ("low", "high")]
    assert f"95% interval {ends[0]}\u2013{ends[1]}" in visit.text("score-result")
    said = "Intervals draw the 20 groups of 'author', not rows."
    assert said in visit.text("score-result") and said in visit.held("score-cite")
    assert "groups:" in visit.held("score-signature")
    table = commanded(visit.held("score-command"), tmp_path)
    assert f"{found['semantic_f1_low']:.4f}" in table
    visit.pick("score-groups", "")
    assert visit.is_stale()


def systems_shown(visit):
    return visit.page.locator("#compare-inputs .check:has([name=systems])").all_inner_texts()


def test_a_file_is_added_to_the_first_and_taken_out(visit, tmp_path):
    gold = ["joy", "fear", "anger", "joy", "disgust", "fear"] * 3
    answers = {
        "one": ["joy", "joy", "anger", "love", "anger", "fear"] * 3,
        "two": ["love", "fear", "disgust", "joy", "disgust", "trust"] * 3,
    }
    for name, said in answers.items():
        rows = [["predicted", "gold"], *zip(said, gold, strict=True)]
        write_rows(tmp_path / f"{name}.csv", rows)
    other = [["predicted", "gold"], *zip(gold, [*gold[:4], "trust", *gold[5:]], strict=True)]
    write_rows(tmp_path / "other.csv", other)
    visit.open_with(tmp_path / "one.csv", "compare")
    assert systems_shown(visit) == ["predicted"]
    assert visit.page.locator("#compare-inputs [data-run]").is_disabled()
    visit.choose_file("Add a file", tmp_path / "two.csv")
    visit.until(lambda: len(systems_shown(visit)) == 2)
    visit.settle()
    assert systems_shown(visit) == ["one.csv: predicted", "two.csv: predicted"]
    assert visit.find("compare-similarity").input_value() == "plutchik"
    visit.run("compare")
    found = METRIC.rank(
        {name: [[one] for one in said] for name, said in answers.items()},
        [[one] for one in gold],
        similarity="plutchik",
        n_resamples=1000,
        seed=0,
    )
    _, content = visit.save("Save results (JSON)", "compare-result")
    saved = {row["system"]: row["f1"] for row in json.loads(content)["systems"]}
    expected = {f"{row['system']}.csv: predicted": row["semantic_f1"] for row in found["ranking"]}
    assert saved == pytest.approx(expected, abs=1e-12)
    visit.give("compare", tmp_path / "other.csv", "added")
    assert visit.is_stale("compare")
    visit.run("compare")
    assert (
        'other.csv: line 6 has other gold labels than one.csv (["trust"], not ["disgust"])'
        in visit.text("compare-result")
    )
    visit.page.locator("#compare-inputs").get_by_role("button", name="Remove").last.click()
    visit.settle()
    assert systems_shown(visit) == ["one.csv: predicted", "two.csv: predicted"]
    visit.run("compare")
    assert json.loads(visit.save("Save results (JSON)", "compare-result")[1]) == json.loads(content)


# --- Annotators ---


@pytest.mark.smoke
def test_people_and_the_system_are_set_beside_each_other(visit):
    visit.open(tab="annotators")
    text = visit.text("annotators-result")
    assert "One annotator scores 0.715 against the others of an example, the system 0.666" in text
    assert "Agreement among people is a baseline, no upper bound" in text
    assert "read with empty cells as not seen, left out" in text
    assert visit.numbers("annotators") == {"System minus one annotator": "\u22120.049"}
    assert "difference. Against the same annotators, the system's Semantic F1 is 0.666" in text
    assert text.count("Agreement among people") == text.count("One annotator scores 0.715") == 1
    assert "The system scores 0.679 (95% interval 0.532 to 0.812)" not in text
    visit.fold("Against all annotators")
    text = visit.text("against-all")
    assert "The system scores 0.679 (95% interval 0.532 to 0.812) against all annotators" in text
    assert not visit.is_stale("annotators")
    visit.choose("Distributions (soft labels)")
    assert "Lower is better" in visit.text("annotators-result")
    assert visit.number("annotators") == "0.854"
    assert not visit.is_stale("annotators")


def test_degrees_are_scored_and_code_gives_each_number_again(visit):
    examples = ROOT / "examples"
    visit.open(tab="annotators")
    for kind, number in (
        ("Label sets of several people", "\u22120.049"),
        ("Distributions (soft labels)", "0.854"),
        ("Graded labels (0 to 1)", "0.924"),
    ):
        visit.choose(kind)
        assert visit.number("annotators") == number
        said = visit.held("annotators-python").split("# ")[-1]
        assert f"{float(said):.3f}" == number.replace("\u2212", "-")
        assert number.strip("\u2212") in commanded(visit.held("annotators-command"), examples)
    rows = [json.loads(line) for line in (examples / "graded_labels.jsonl").open()]
    graded = SemanticF1("graded", similarity="plutchik")
    labels = ["anger", "disgust", "fear", "joy", "sadness"]
    sides = {key: [row[key] for row in rows] for key in ("predictions", "references")}
    found = graded.compute(**sides, labels=labels)
    plain = graded.compute(**sides, similarity="identity", labels=labels)
    assert visit.numbers("annotators") == {
        "Semantic F1": f"{found['semantic_f1']:.3f}",
        "Soft F1 (same labels only)": f"{plain['semantic_f1']:.3f}",
    }
    visit.fold("Distances")
    assert [row[1] for row in visit.rows("degree-distances")] == [
        f"{found[key]:.3f}"
        for key in ("manhattan_distance", "binary_cross_entropy", "jensen_shannon_divergence")
    ]
    name, content = visit.save("Save SVG", "annotators-result")
    assert name == "semantic_f1_graded_graded_labels_plutchik.svg" and b"var(" not in content
    assert "kind=graded" in visit.page.url
    visit.follow("?" + visit.page.url.partition("?")[2])
    assert visit.number("annotators") == "0.924"


def test_degrees_in_a_file_are_told_from_shares_and_ask_for_their_labels(visit, tmp_path):
    rows = [["predictions", "references"], ["[0.9, 0.4]", "[1, 0.5]"], ["[0, 0.25]", "[0, 1]"]]
    visit.open_with(write_rows(tmp_path / "degrees.csv", rows), "annotators")
    chosen = visit.page.locator("#annotators-inputs [name=kind]:checked")
    assert chosen.get_attribute("value") == "graded"
    visit.run("annotators")
    text = visit.text("annotators-result")
    assert "rows have 2 columns, and there are " in text
    assert text.endswith('"Labels, in the order of the numbers" says which these are')
    assert "Python" not in text
    visit.fill("soft-labels", "joy, love")
    visit.run("annotators")
    graded = SemanticF1("graded", similarity="plutchik", labels=["joy", "love"])
    found = graded.compute(predictions=[[0.9, 0.4], [0, 0.25]], references=[[1, 0.5], [0, 1]])
    assert visit.number("annotators") == f"{found['semantic_f1']:.3f}"


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-0.1, -0.01, "Not quite."),
        (-0.1, 0.1, "No clear difference."),
        (0.0, 0.1, "No clear difference."),
        (0.01, 0.1, "Better than one annotator."),
        (None, None, ""),
    ],
)
def test_the_interval_of_the_difference_is_a_verdict(low, high, said):
    ends = {"human_difference_samples_low": low, "human_difference_samples_high": high}
    assert verdict(SimpleNamespace(averages={"samples": {"difference": ends}}))[0] == said


# --- Programs ---


def test_the_example_of_the_docs_runs(url, tmp_path, complaints):
    page = (ROOT / "docs" / "space.md").read_text(encoding="utf-8")
    code = re.search(r"```\w*\n(from gradio_client.*?)```", page, re.S)[1]
    (tmp_path / "complaints.csv").write_bytes(
        complaints.read_bytes().replace(b"model_a", b"model", 1)
    )
    labels = ", ".join(name for names in GROUPS for name in names)
    code = code.replace('"OWNER/semantic_f1"', repr(url))
    code = re.sub(r'groups="[^"]*"', f"groups={labels!r}", code)
    assert 0 < float(printed(code, tmp_path).split()[-1]) < 1
