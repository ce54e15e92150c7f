"""Things with a name stand in one table each, and whatever lists names reads the table."""

import ast
import inspect

import numpy as np
import pytest

from semantic_f1 import SemanticF1, similarity
from semantic_f1.average_table import AVERAGES, NAMED_AVERAGES, Average
from semantic_f1.config_table import CONFIGS
from semantic_f1.distance_table import GRADED_DISTANCES, SOFT_DISTANCES
from semantic_f1.files import reading
from semantic_f1.inputs import configs
from semantic_f1.option_table import CHOICES
from semantic_f1.scoring import distance_results
from semantic_f1.scoring.averages import (
    AVERAGE_FORMULAS,
    COUNTINGS,
    MACRO_F1S,
    Averaging,
    average_scores,
    average_slopes,
)
from semantic_f1.scoring.contributions import scores_of_columns
from semantic_f1.scoring.counts import Counts
from semantic_f1.scoring.distributions import DISTANCES
from semantic_f1.scoring.graded import GRADED_FUNCTIONS

LABELS = ["joy", "love", "anger"]
ROWS = {"predictions": [["joy"], ["love"], []], "references": [["joy"], ["joy", "anger"], []]}


@pytest.fixture
def counts():
    return Counts.of(np.arange(18.0), 3)


def test_an_unknown_name_is_an_error_that_lists_those_that_are(counts):
    expected = f"average: expected one of {', '.join(map(repr, AVERAGES))}; got 'mean'"
    with pytest.raises(ValueError) as raised:
        average_scores(counts, "mean")
    assert str(raised.value) == expected
    for call in (
        lambda: average_slopes(np.ones((4, 3)), "mean", Averaging(("mean",))),
        lambda: scores_of_columns(np.ones((4, 3)), "mean", Averaging(("mean",))),
        lambda: Averaging(("mean",)).by_label,
    ):
        with pytest.raises(ValueError, match="None; got 'mean'"):
            call()
    with pytest.raises(ValueError, match="counting: expected one of 'paper', 'two_sided'; got"):
        average_scores(counts, "micro", counting="gold")
    with pytest.raises(ValueError, match="macro_f1: expected one of 'averaged_f1', 'f1_of_av"):
        average_scores(counts, "macro", macro_f1="mean")


def test_an_average_in_the_options_alone_is_not_scored_as_another(monkeypatch):
    """A row of the table without a formula fails under its own name."""
    monkeypatch.setitem(
        AVERAGES, "median", Average("median", "the median", "", "examples", "scores", 5)
    )
    metric = SemanticF1(similarity="identity", labels=LABELS, average="median")
    for options in ({}, {"n_resamples": 10}):
        with pytest.raises(ValueError, match=r"average: expected one of .*; got 'median'"):
            metric.compute(**ROWS, **options)


def test_averages_have_formulas_options_and_streams():
    assert list(AVERAGE_FORMULAS) == list(AVERAGES) == list(CHOICES["average"])
    assert list(COUNTINGS) == list(CHOICES["counting"])
    assert list(MACRO_F1S) == list(CHOICES["macro_f1"])
    streams = [row.stream for row in AVERAGES.values()]
    assert len(set(streams)) == len(streams)


IDENTITY = {"similarity": "identity", "labels": LABELS[:2]}
ROWS_OF = {
    "soft": ([[0.2, 0.8], [0.5, 0.5], [1, 0]] * 2, [[0, 1], [0.9, 0.1], [0.5, 0.5]] * 2),
    "graded": ([[0.2, 0.1], [0.5, 0.5], [1, 0], [0.7, 0]], [[0, 1], [0.9, 0], [0.5, 0.4], [1, 1]]),
}


@pytest.mark.parametrize(
    ("config", "table"), [("soft", SOFT_DISTANCES), ("graded", GRADED_DISTANCES)]
)
def test_distances_of_a_table_are_computed_within_their_range(config, table):
    metric, (predictions, references) = SemanticF1(config, **IDENTITY), ROWS_OF[config]
    found = metric.compute(predictions, references, n_resamples=400)
    assert "settings" in found or config == "soft"
    endings = ("_low", "_high", "_standard_error", "settings")
    names = [name for name in found if not name.endswith(endings)]
    assert [name for name in names if not name.startswith("semantic")] == list(table)
    for name, row in table.items():
        assert row.lowest <= found[name] <= (np.inf if row.highest is None else row.highest), name
        assert {f"{name}_low", f"{name}_high", f"{name}_standard_error"} <= {*found}, name
    if config == "soft":
        measures = [name for name, row in table.items() if row.compared]
        compared = metric.compare(predictions, references, references)
        assert [name for name in compared if name in table] == measures
        systems = {"a": predictions, "b": references}
        for measure in measures:
            ranked = metric.rank(systems, references, measure=measure, n_resamples=400)
            assert ranked["best"] in (["b"], ["a", "b"], ["b", "a"]), measure
        with pytest.raises(ValueError, match=r"measure: expected 'cross_entropy', .*; got"):
            metric.rank(systems, references, measure="hellinger_distance")


SIDES_OF = {
    "default": ([["joy"], ["love"]], [["joy"], ["anger"]]),
    "multilabel": ([[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1]]),
    "annotators": ([["joy"], ["love"]], [[["joy"], ["love"]], [["anger"], []]]),
    "soft": ([[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1]]),
    "graded": ([[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1]]),
    "points": ([[[0.0, 1.0]], [[2.0, 1.0]]], [[[0.0, 1.0]], [[0.0, 0.0]]]),
}
METHODS = sorted({method for config in CONFIGS.values() for method in config.methods})


def arguments_of(method, predictions, references):
    systems, who = {"a": predictions, "b": predictions}, [["x", "y"]] * 2
    return {
        "compare": (predictions, predictions, references),
        "sample_size": (predictions, predictions, references),
        "rank": (systems, references),
        "runs": (systems, references),
        "sensitivity": (systems, references),
        "explain": (predictions[0], references[0]),
        "agreement": ({("joy", "love"): 1, ("joy", "anger"): 0, ("love", "anger"): 0.5},),
        "reliability": (references,),
        "perspectives": ([[x, x] for x in predictions], references, who),
        "alternative_annotator_test": (predictions, references, who, 0.1),
    }.get(method, (predictions, references))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("config", CONFIGS)
def test_a_config_has_the_methods_of_its_row_and_no_others(config):
    given = {} if config == "points" else {"similarity": "identity", "labels": LABELS}
    metric = SemanticF1(config, **given)
    for method in METHODS:
        try:
            said = str(getattr(metric, method)(*arguments_of(method, *SIDES_OF[config])))
        except ValueError as error:
            said = str(error)
        refused = f'{method}: not available in the "{config}" config, whose examples have'
        if method == "baselines":
            refused = refused.replace(method, "which")
        assert said.startswith(refused) == (method not in CONFIGS[config].methods), (method, said)


# Methods that score nothing, or texts and numbers that no config reads.
ELSEWHERE = {
    *("add", "add_batch", "counts_from_dict", "draw_examples", "from_long", "notices"),
    *("outcome_correlation", "precision_under", "read_file", "signature", "spread", "winners"),
    *("as_sklearn_scorer", "compute_replies", "read_annif", "read_replies", "results_text"),
}


def test_every_method_is_in_some_config():
    public = {
        name
        for name, member in inspect.getmembers(SemanticF1, inspect.isroutine)
        if not name.startswith("_") and getattr(member, "__module__", "").startswith("semantic_f1")
    }
    assert {*METHODS} | ELSEWHERE == public
    assert not {*METHODS} & ELSEWHERE


# Modules that hold a function per name, and are held to the tables above and below.
FUNCTIONS = {
    "semantic_f1/scoring/averages.py",
    "semantic_f1/scoring/distributions.py",
    "semantic_f1/scoring/graded.py",
    "semantic_f1/scoring/distance_results.py",
    "semantic_f1/inputs/configs.py",
    "semantic_f1/files/reading.py",
}
TABLES = {
    "averages": {*AVERAGES},
    "distances": {*SOFT_DISTANCES, *GRADED_DISTANCES},
    "configs": {*CONFIGS},
}
# Forms of the command line and of pages of the Space have names of their own, some of which are
# those of configs; options name the configs that they belong to.
OWN_FORMS = ("semantic_f1/commandline/", "semantic_f1/option_table.py", "space/")


def listed_names(node):
    """Texts of a list, tuple, set or dict that is written out."""
    members = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
    return {one.value for one in members if isinstance(one, ast.Constant)}


def compared_names(node):
    """Texts that a comparison is with."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else ()
    return {side.value for side in sides if isinstance(side, ast.Constant) and side.value}


def names_outside(path, text):
    """Places of a module that list names of a table, or ask for one, as texts."""
    own_table = path.endswith("_table.py") and path != "semantic_f1/option_table.py"
    if own_table or path in FUNCTIONS:
        return
    for node in ast.walk(ast.parse(text)):
        for kind, names in TABLES.items():
            if kind == "configs" and path.startswith(OWN_FORMS):
                continue
            found = listed_names(node) & names
            if len(found) > 1:
                yield f"{path}:{node.lineno}: lists {kind}: {sorted(map(str, found))}"
            # The command line and the Space show one average first.
            if not path.startswith(OWN_FORMS) and compared_names(node) & names:
                yield f"{path}:{node.lineno}: asks for one of the {kind}: {ast.unparse(node)}"


def test_nothing_outside_the_tables_lists_or_asks_for_names(root):
    found = []
    for folder in ("semantic_f1", "space"):
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            found += names_outside(path.relative_to(root).as_posix(), text)
    # reduce="soft" is no config, and people's results hold a dict per average.
    apart = [one for one in found if "reduce == 'soft'" not in one]
    assert apart == []


def test_a_list_and_a_question_outside_the_tables_are_found():
    source = 'A = ("samples", "micro")\nif config_name == "soft":\n    {"cross_entropy": 1}\n'
    assert list(names_outside("semantic_f1/scoring/new.py", source)) == [
        "semantic_f1/scoring/new.py:1: lists averages: ['micro', 'samples']",
        "semantic_f1/scoring/new.py:2: asks for one of the configs: config_name == 'soft'",
    ]


def test_functions_per_name_are_those_of_the_tables():
    assert {*AVERAGE_FORMULAS} == {*AVERAGES}
    assert {*configs._READ_AS} == {*reading._LAYOUTS} == {*CONFIGS}
    soft = {name for name, row in SOFT_DISTANCES.items() if row.by_example}
    assert {*distance_results.SOFT_FUNCTIONS} == soft
    assert {*DISTANCES} <= soft
    assert {*GRADED_FUNCTIONS} == {name for name, row in GRADED_DISTANCES.items() if row.by_example}
    kinds = {config.kind for config in CONFIGS.values()}
    assert kinds == {*configs._RESOLVED} | {"distributions"}


def test_names_are_documented_and_offered(root):
    """Every name stands in the pages made of the tables, and in the choices of flags."""
    pages = {
        name: (root / name).read_text(encoding="utf-8")
        for name in ("docs/options.md", "docs/distributions.md", "docs/graded.md")
    }
    for name in NAMED_AVERAGES:
        assert f'"{name}"' in pages["docs/options.md"], name
        assert f"`_{name}`" in pages["docs/options.md"], name
    for name in SOFT_DISTANCES:
        assert f"| `{name}` |" in pages["docs/distributions.md"], name
        assert f"`{name}`" in pages["docs/options.md"], name
    for name in GRADED_DISTANCES:
        assert f"| `{name}` |" in pages["docs/graded.md"], name
    assert SemanticF1().inputs_description.count('"weighted" (eq. 24)') == 1


def test_bundled_similarities_are_told_of(root):
    for page in ("README.md", "CHANGELOG.md"):
        text = (root / page).read_text(encoding="utf-8")
        assert [name for name in similarity.names() if f"`{name}`" not in text] == [], page
    # In the package they are named by the file that is made of their folder.
    modules = (root / "semantic_f1").rglob("*.py")
    named = [one.name for one in modules if "goemotions-ekman" in one.read_text(encoding="utf-8")]
    assert named == ["matrices.py"]
