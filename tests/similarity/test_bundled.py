"""The bundled matrices, the module made from them, and the example predictions."""

import ast
import csv
import itertools
import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from helpers import in_python
from sklearn.metrics import f1_score

from semantic_f1.similarity.matrices import MATRICES

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
FOLDER = ROOT / "similarity_matrices"
MODULE = Path("semantic_f1") / "similarity" / "matrices.py"
NAMES = ["plutchik", "goemotions", "goemotions-ekman", "mfrc"]
CARD = ["source", "citation", "license", "derivation", "population", "caveats"]
KEYS = ["name", "title", "labels", "none_labels", "values", *CARD, "prefix_widths"]
SEMEVAL_COLUMNS = ["anger", "anticipation", "disgust", "fear", "joy", "love", "optimism"]
SEMEVAL_COLUMNS += ["pessimism", "sadness", "surprise", "trust"]


def labels_of(name):
    return MATRICES[name]["labels"]


def values(name):
    return np.array(MATRICES[name]["values"], dtype=float)


def similarity(name, a, b):
    labels = labels_of(name)
    return MATRICES[name]["values"][labels.index(a)][labels.index(b)]


def off_diagonal(name):
    """Each pair of different labels -> its similarity."""
    return {pair: similarity(name, *pair) for pair in itertools.combinations(labels_of(name), 2)}


@pytest.mark.parametrize("name", NAMES)
def test_a_matrix_is_a_similarity(name):
    table = values(name)
    labels, none_labels = MATRICES[name]["labels"], MATRICES[name]["none_labels"]
    assert table.shape == (len(labels), len(labels))
    assert all(type(value) is float for row in MATRICES[name]["values"] for value in row)
    assert np.array_equal(table, table.T)
    assert np.array_equal(np.diag(table), np.ones(len(labels)))
    assert table.min() >= 0 and table.max() <= 1
    assert len(set(labels + none_labels)) == len(labels) + len(none_labels)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_complete(name):
    card = MATRICES[name]
    assert [key for key in card if key not in ("angles", "ids")] == KEYS
    assert card["name"] == name
    assert card["caveats"]
    for sentence in [*(card[field] for field in ["title", *CARD[:-1]]), *card["caveats"]]:
        assert sentence == sentence.strip() and len(sentence) > 20, sentence


def test_labels_stand_in_the_order_of_ids_and_columns():
    assert labels_of("plutchik") == [*SEMEVAL_COLUMNS, "admiration"]
    widths = [MATRICES[name]["prefix_widths"] for name in NAMES]
    assert widths == [[len(SEMEVAL_COLUMNS)], [], [], []]
    assert " ".join(labels_of("mfrc")) == "Care Equality Proportionality Loyalty Authority Purity"
    assert MATRICES["mfrc"]["none_labels"] == ["Non-Moral", "Thin Morality"]
    assert MATRICES["plutchik"]["none_labels"] == []
    ids = (DATA / "goemotions" / "labels.txt").read_text(encoding="utf-8").split()
    for name in ("goemotions", "goemotions-ekman"):
        assert labels_of(name) + MATRICES[name]["none_labels"] == ids


# GOLDEN values are printed with six decimals, so they hold to half of the sixth.
@pytest.mark.parametrize(("name", "a", "b", "golden"), [
    ("plutchik", "anger", "disgust", 0.853553),
    ("plutchik", "joy", "love", 0.961940),
    ("mfrc", "Loyalty", "Authority", 0.887774),
    ("mfrc", "Equality", "Proportionality", 0.645420),
])  # fmt: skip
def test_golden_values(name, a, b, golden):
    assert abs(similarity(name, a, b) - golden) < 5.0001e-7


def test_golden_range_of_goemotions():
    pairs = off_diagonal("goemotions")
    low, high = min(pairs, key=pairs.get), max(pairs, key=pairs.get)
    assert (low, high) == (("admiration", "annoyance"), ("fear", "nervousness"))
    assert [round(2 * pairs[pair] - 1, 4) for pair in (low, high)] == [-0.0712, 0.1024]
    assert [round(pairs[pair], 4) for pair in (low, high)] == [0.4644, 0.5512]

    # Levels of Ekman's groups.
    levels = {"joy pride": 2 / 3, "anger sadness": 1 / 3, "joy anger": 0, "joy surprise": 0}
    for pair, level in levels.items():
        assert similarity("goemotions-ekman", *pair.split()) == level
    assert set(values("goemotions-ekman").ravel()) == {0, 1 / 3, 2 / 3, 1}


def test_figures_in_the_caveats():
    """Figures in the cards are those of the values."""
    text = {name: " ".join(MATRICES[name]["caveats"]) for name in NAMES}
    semeval = [v for pair, v in off_diagonal("plutchik").items() if "admiration" not in pair]
    assert f"is {_short(np.mean(semeval), 3)}:" in text["plutchik"]

    goemotions = list(off_diagonal("goemotions").values())
    near_half = sum(0.48 <= value <= 0.52 for value in goemotions)
    assert f"{near_half} of the {len(goemotions)} pairs lie" in text["goemotions"]
    joy_love = _short(similarity("goemotions", "joy", "love"), 4)
    assert f"Joy and love get {joy_love}," in text["goemotions"]

    ekman = off_diagonal("goemotions-ekman")
    zeros = sum(value == 0 for value in ekman.values())
    assert f"{zeros} of the {len(ekman)} pairs are 0" in text["goemotions-ekman"]
    with_joy = 1 + sum(value == 2 / 3 for pair, value in ekman.items() if "joy" in pair)
    assert f"has {with_joy} emotions" in text["goemotions-ekman"]

    mfrc = off_diagonal("mfrc").values()
    assert f"from {_short(min(mfrc), 4)} (Equality, Proportionality)" in text["mfrc"]
    assert f"to {_short(max(mfrc), 4)} (Loyalty, Authority)" in text["mfrc"]
    with open(DATA / "mfq2_correlations_within_country.csv", encoding="utf-8", newline="") as file:
        rows = {row.pop("foundation"): row for row in csv.DictReader(file)}
    within = {pair: (1 + float(rows[pair[0]][pair[1]])) / 2 for pair in off_diagonal("mfrc")}
    drops = [2 * (value - within[pair]) for pair, value in off_diagonal("mfrc").items()]
    assert f"lower, by {_short(min(drops), 3)} to {_short(max(drops), 3)}," in text["mfrc"]
    low, high = min(within.values()), max(within.values())
    assert f"the similarity runs from {_short(low, 4)} to {_short(high, 4)}." in text["mfrc"]


def _short(value, decimals):
    return f"{value:.{decimals}f}".lstrip("0")


def test_the_module_repeats_the_json_files_in_one_literal():
    for name in NAMES:
        text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
        assert text.endswith("}\n")
        assert json.loads(text) == MATRICES[name]
    text = (ROOT / MODULE).read_text(encoding="utf-8")
    assert "#" not in text
    docstring, assignment = ast.parse(text).body
    assert isinstance(docstring.value, ast.Constant)
    assert "tools/build_matrices.py" in docstring.value.value
    assert ast.literal_eval(assignment.value) == MATRICES
    assert list(MATRICES) == NAMES
    assert sorted(path.stem for path in FOLDER.glob("*")) == sorted(NAMES)


@pytest.fixture
def checkout(tmp_path):
    """A copy of what the tool reads and writes, without a data folder beside it."""
    copy = tmp_path / "checkout"
    shutil.copytree(FOLDER, copy / "similarity_matrices")
    (copy / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "build_matrices.py", copy / "tools")
    (copy / MODULE.parent).mkdir(parents=True)
    shutil.copy(ROOT / MODULE, copy / MODULE)
    return copy


def build(checkout, *arguments):
    tool = checkout / "tools" / "build_matrices.py"
    return in_python(tool, *arguments, status=None, cwd=checkout)


def tamper(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_check_passes_on_this_checkout():
    result = build(ROOT, "--check")
    assert (result.returncode, result.stderr) == (0, "")
    assert "No data folder" not in result.stdout


def test_check_names_a_json_file_that_differs_from_the_data(checkout):
    tamper(checkout / "similarity_matrices" / "mfrc.json", "0.722822", "0.722823")
    result = build(checkout, "--check", "--data", DATA)
    assert result.returncode == 1
    named = re.findall(r"^(\S+) differs", result.stdout, flags=re.MULTILINE)
    assert named == [str(Path("similarity_matrices/mfrc.json")), str(MODULE)]
    # Building mends what was tampered with.
    tamper(checkout / MODULE, "Care", "Core")
    assert build(checkout, "--data", DATA).returncode == 0
    for path in [*FOLDER.glob("*.json"), ROOT / MODULE]:
        assert (checkout / path.relative_to(ROOT)).read_bytes() == path.read_bytes()


def test_without_data_only_the_module_is_checked(checkout):
    missing = checkout / "nowhere"
    result = build(checkout, "--check", "--data", missing)
    assert result.returncode == 0 and f"No data folder at {missing}" in result.stdout
    tamper(checkout / MODULE, "Care", "Core")
    result = build(checkout, "--check", "--data", missing)
    assert result.returncode == 1 and f"{MODULE} differs" in result.stdout


@pytest.mark.parametrize(("before", "after", "message"), [
    ('"mfrc"', '"other"', "the file's name as its name"),
    ('"population": "', '"population": "", "was": "', "missing or empty: ['population']"),
    ("{", "", "not JSON"),
    ("MFQ-2", "MFQ #2", "number sign"),
])  # fmt: skip
def test_a_faulty_card_is_one_clear_error(checkout, before, after, message):
    tamper(checkout / "similarity_matrices" / "mfrc.json", before, after)
    result = build(checkout)
    assert result.returncode == 2
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    assert message in result.stderr


@pytest.fixture(scope="module")
def example():
    """Columns of the example, its cells read."""
    with open(ROOT / "examples" / "goemotions_test.csv", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["comment_id", "references", "predictions"]
    comments, references, predictions = zip(*rows, strict=True)
    return comments, [json.loads(c) for c in references], [json.loads(c) for c in predictions]


def test_the_example_has_each_comment_once_known_names_and_the_gold_labels(example):
    comments, references, predictions = example
    assert len(comments) == len(set(comments)) == 5427
    assert all(re.fullmatch(r"[a-z0-9]+", comment) for comment in comments)
    order = [*labels_of("goemotions"), "neutral"]
    for names in references + predictions:
        assert names == [name for name in order if name in names]
    assert all(references)
    assert [] in predictions
    with open(DATA / "goemotions" / "test.ids", encoding="utf-8") as file:
        assert references == [[order[int(i)] for i in line.split(",")] for line in file]


def test_figures_in_the_readme_of_the_example(example):
    labels = labels_of("goemotions")
    gold, predicted = (
        np.array([[label in names for label in labels] for names in sets]) for sets in example[1:]
    )
    text = " ".join((ROOT / "examples" / "README.md").read_text(encoding="utf-8").split())
    for average, zero_division in (("samples", 1), ("micro", 0), ("macro", 0)):
        score = f1_score(gold, predicted, average=average, zero_division=zero_division)
        assert re.search(rf"\| {average}[^|]*\| {score:.4f} \|", text), (average, score)
    nothing = f1_score(gold, np.zeros_like(gold), average="samples", zero_division=1)
    assert f"samples F1 of {nothing:.4f}" in text

    beside = [sum("neutral" in names and len(names) > 1 for names in s) for s in example[1:]]
    assert f"({beside[0]:,} gold rows, {beside[1]:,} predicted ones)" in text
    empty = [int((~table.any(axis=1)).sum()) for table in (predicted, gold)]
    assert f"{empty[0]:,} rows (the gold labels: {empty[1]:,})" in text
    never = [label for label, column in zip(labels, predicted.T, strict=True) if not column.any()]
    assert never == ["grief"]
