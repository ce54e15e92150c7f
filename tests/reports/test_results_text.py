"""Results as a paper prints them: the texts of docs' examples, character by character."""

import shutil
import subprocess

import pytest
from helpers import refusal

import semantic_f1
from semantic_f1 import SemanticF1, results_text

GOLD = [["joy"], ["fear"], ["anger"], ["sadness"], ["trust"]] * 20
SYSTEMS = {
    "near": [["love"], ["fear"], ["anger"], ["sadness"], ["trust"]] * 20,
    "nearer": [["joy"], ["fear"], ["anger"], ["sadness"], ["joy"]] * 20,
    "far": [["anger"], ["joy"], ["fear"], ["joy"], ["disgust"]] * 20,
}
RANKED_LATEX = r"""\begin{tabular}{lccc}
\toprule
System & Samples F1 & 95\% CI & Rank \\
\midrule
\textbf{near} & \textbf{.992} & .965--.994 & 1--2 \\
\textbf{nearer} & \textbf{.971} & .944--.980 & 1--2 \\
far & .200 & .155--.251 & 3 \\
\bottomrule
\end{tabular}"""
RANKED_MARKDOWN = """| System | Samples F1 | 95% CI | Rank |
| --- | --- | --- | --- |
| **near** | **.992** | .965\N{EN DASH}.994 | 1\N{EN DASH}2 |
| **nearer** | **.971** | .944\N{EN DASH}.980 | 1\N{EN DASH}2 |
| far | .200 | .155\N{EN DASH}.251 | 3 |"""
RANKED_METHODS = (
    r"Scores are Semantic F1 \citep{chochlakis2025semantic}, similarity 'plutchik', average "
    "samples; 95% smoothed bootstrap intervals (1,000 resamples, seed 0, tails of Student's t); "
    rf"simultaneous ranks by step-down max-t (semantic\_f1 {semantic_f1.__version__})."
)
COMPARED_LATEX = r"""\begin{tabular}{lccccc}
\toprule
Score & a & b & Difference & 95\% CI & p \\
\midrule
Micro F1 & .992 & .200 & $+.792$ & $+.732$ to $+.839$ & $<$ .0028 \\
\bottomrule
\end{tabular}"""


@pytest.fixture(scope="module")
def results():
    metric = SemanticF1(similarity="plutchik")
    near, nearer, far = SYSTEMS.values()
    people = [labels if i % 2 else None for i, labels in enumerate(GOLD)]
    with metric.notices():
        return {
            "ranked": metric.rank(SYSTEMS, GOLD),
            "compared": metric.compare(near, far, GOLD, average="micro"),
            "several": metric.compare(near, nearer, GOLD, average=["micro", "weighted"]),
            "one": metric.compute(near, GOLD, average="micro", n_resamples=1000),
            "runs": metric.runs([near, nearer, far], GOLD),
            "judged": metric.compare(near, far, people, judged_references=GOLD),
        }


@pytest.mark.parametrize(("name", "form", "text"), [
    ("ranked", "latex", RANKED_LATEX),
    ("ranked", "markdown", RANKED_MARKDOWN),
    ("ranked", "methods", RANKED_METHODS),
    ("ranked", "sentence",
        "near scored highest (samples Semantic F1 .992); near and nearer may each be the best "
        "of 3 systems (95% simultaneous ranks, 100 examples)."),
    ("compared", "latex", COMPARED_LATEX),
    ("compared", "sentence",
        "Micro Semantic F1 was .992 for a and .200 for b (difference +.792, 95% CI +.732 to "
        "+.839, p < .0028, smoothed paired bootstrap, 100 examples)."),
    ("one", "sentence", "Micro Semantic F1 was .992 (95% CI .974 to .994, 100 examples)."),
])  # fmt: skip
def test_texts(results, name, form, text):
    assert results_text(results[name], form) == text


@pytest.mark.parametrize("name", ["ranked", "compared", "several", "one", "runs", "judged"])
def test_every_result_has_every_form(results, name):
    settings = results[name]["settings"]
    for form in ("sentence", "markdown", "latex", "methods"):
        text = results_text(results[name], form)
        assert "None" not in text and "nan" not in text
    assert f"{settings['n_units']} examples" in results_text(results[name])
    if name not in ("ranked", "one", "runs"):
        assert "p = .0000" not in results_text(results[name])


def test_a_p_value_at_its_floor_is_never_told_as_equal(results):
    text = results_text(results["several"])
    assert "p < .0" in text or "p = " in text
    compared = dict(results["compared"])
    assert compared["semantic_f1_p_value"] <= compared["p_floor"]
    for p, said in ((0.0441, ".044"), (0.00341, ".0034")):
        assert f"p = {said}" in results_text({**compared, "semantic_f1_p_value": p})
    text = results_text(compared, "methods")
    assert "precision, recall and F1 are three tests, not adjusted for each other" in text


def test_systems_have_the_names_that_are_given(results):
    compared, names = results["compared"], ("near_1", "far & off")
    for form, said in (
        ("sentence", "Micro Semantic F1 was .992 for near_1 and .200 for far & off (diff"),
        ("latex", r"Score & near\_1 & far \& off & Difference"),
        ("markdown", "| Score | near\\_1 | far & off |"),
    ):
        assert said in results_text(compared, form, names)
    for wrong in ("ab", ("a",)):
        assert "names of two systems" in refusal(results_text, compared, names=wrong)


def test_f1_under_the_identity_is_f1():
    metric = SemanticF1(similarity="identity", labels=["joy", "fear", "anger", "sadness", "trust"])
    rows = GOLD[1:] + GOLD[:1]
    one = metric.compute(rows, GOLD, average="micro", n_resamples=1000)
    assert results_text(one).startswith("Micro F1 was .000 (95% CI")
    assert results_text(one, "methods").startswith("Scores are F1, average micro; 95% smoothed")
    ranked = metric.rank({"x": rows, "y": GOLD}, GOLD)
    assert results_text(ranked).startswith("y scored highest (samples F1 1.000); y is the best")
    # Names are escaped.
    metric = SemanticF1(similarity="plutchik")
    found = metric.rank({"a_b & c%": SYSTEMS["near"], "x|*y*": SYSTEMS["far"]}, GOLD)
    assert r"\textbf{a\_b \& c\%} & \textbf{.992}" in results_text(found, "latex")
    assert r"| x\|\*y\* | .200 |" in results_text(found, "markdown")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("name", ["ranked", "several", "one"])
def test_latex_compiles(results, name, tmp_path):
    table = results_text(results[name], "latex")
    (tmp_path / "a.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
        f"{table}\n\\end{{document}}\n"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_refusals(results):
    assert "expected one of sentence" in refusal(results_text, results["one"], "pdf")
    metric = SemanticF1(similarity="plutchik")
    flat = metric.compute(GOLD, GOLD, n_resamples=99, flat=True)
    for plain in (metric.compute(GOLD, GOLD), flat, 0.5):
        assert "has no settings" in refusal(results_text, plain)
    by_label = metric.compute(GOLD, GOLD, n_resamples=99, average=None)
    assert "scores per label" in refusal(results_text, by_label)


def test_annotators_of_examples_are_no_people_next_to_a_judge():
    metric = SemanticF1("annotators", similarity="plutchik", n_resamples=100)
    found = metric.compute(SYSTEMS["near"], [[gold, ["joy"]] for gold in GOLD])
    assert found["n_human"] == 100
    assert results_text(found).endswith(", 100 examples).")
    assert "smoothed bootstrap intervals" in results_text(found, "methods")
