"""Types of results, held to what the methods return, and types of options, held to their table."""

import inspect
import types
import typing
import warnings

import numpy as np
import pytest

from semantic_f1 import SemanticF1, option_types, result_types
from semantic_f1.average_table import NAMED_AVERAGES, AverageName
from semantic_f1.config_table import CONFIGS, ConfigName
from semantic_f1.option_table import CHOICES, DEFAULTS
from semantic_f1.result_table import RESULTS, row_of_key

NAMES = {**vars(typing), **vars(option_types), **vars(result_types)}
TYPES = {name: kind for name, kind in vars(result_types).items() if hasattr(kind, "__total__")}


def kind_of(method):
    """The type that a method says that it returns."""
    returned = inspect.unwrap(getattr(SemanticF1, method)).__annotations__["return"]
    return eval(returned, NAMES)


def misfits(value, kind, where="result"):
    """Parts of a value that are not as a type says, as a list of texts."""
    return list(_misfits(value, eval(kind, NAMES) if isinstance(kind, str) else kind, where))


def _misfits(value, kind, where):
    name, origin = getattr(kind, "__name__", ""), typing.get_origin(kind)
    parts, expected = {}, {list: list, dict: dict}.get(origin, dict if name in TYPES else None)
    if kind is typing.Any:
        return
    if origin in (typing.Union, types.UnionType):
        if all(list(_misfits(value, part, where)) for part in typing.get_args(kind)):
            yield f"{where}: {value!r} is none of {kind}"
    elif expected is None:
        # A whole number where a float is meant, or True for 1, is no harm to a checker; here it is.
        if type(value) is not (kind or type(None)):
            yield f"{where}: {value!r} is no {kind}"
    elif not isinstance(value, expected):
        yield f"{where}: {value!r} is no {expected.__name__}"
    elif name in TYPES:
        fields = typing.get_type_hints(TYPES[name])
        odd = {*value} - {*fields} if name in result_types.PARTIAL else {*value} ^ {*fields}
        if odd:
            yield f"{where}: keys differ from {name}'s: {sorted(odd)}"
        parts = {key: fields[key] for key in value if key in fields}
        SEEN.update((name, key) for key in parts)
    else:
        keys = value if origin is dict else range(len(value))
        parts = dict.fromkeys(keys, typing.get_args(kind)[-1])
    for key, part in parts.items():
        yield from _misfits(value[key], part, f"{where}[{key!r}]")


SEEN = set()
FIRST = [["joy"], ["fear"], ["anger", "joy"], ["trust"]]
SECOND = [["joy"], ["anger"], ["anger"], ["trust", "joy"]]
GOLD = [["joy"], ["fear"], ["anger"], ["trust"]]
SEVERAL = [[["joy"], ["trust"]], [["fear"], ["fear"]], [["anger"], ["joy"]], [["trust"], []]]
PEOPLE = [["x", "y"]] * 4
LABELS = ["joy", "fear", "anger", "trust"]
PROBABILITIES = np.random.default_rng(0).random((40, 2))
INDICATORS = (np.random.default_rng(1).random((40, 2)) > 0.5).astype(int)
ROWS = [[0.2, 0.8], [0.5, 0.5], [1.0, 0.0]]
OTHER_ROWS = [[0.3, 0.7], [0.1, 0.9], [0.5, 0.5]]
DRAWS = {"n_resamples": 400}
SYSTEMS = {"a": FIRST, "b": SECOND}


def calls():
    """(method, result) of many calls, all methods and configs among them."""
    sets = SemanticF1(similarity="plutchik")
    few = SemanticF1(similarity="plutchik", labels=LABELS)
    columns = SemanticF1("multilabel", similarity="plutchik", labels=LABELS[:2])
    several = SemanticF1("annotators", similarity="plutchik")
    soft = SemanticF1("soft", similarity="plutchik", labels=LABELS[:2])
    graded = SemanticF1("graded", similarity="plutchik", labels=LABELS[:2])
    points = SemanticF1("points")
    pairs = {
        ("joy", "fear"): 0.1,
        ("joy", "trust"): 0.5,
        ("anger", "fear"): 0.4,
        ("joy", "anger"): 0,
    }
    averages = ["samples", "micro", "macro", "weighted", None]
    thesaurus = sets.similarity.make_thesaurus({"a": [], "b": ["a"], "c": ["a"]})
    tree = SemanticF1(similarity=sets.similarity.relatedness(thesaurus, "wu_palmer"))
    each = {"predictions": FIRST, "references": GOLD}
    annotated = {"predictions": FIRST, "references": SEVERAL, "annotators": PEOPLE}
    return [
        ("compute", sets.compute(**each)),
        ("compute", sets.compute(**each, average=averages, **DRAWS)),
        ("compute", sets.compute(**each, average=None, **DRAWS)),
        ("compute", several.compute(**annotated, **DRAWS)),
        ("compute", soft.compute(predictions=ROWS, references=OTHER_ROWS, **DRAWS)),
        ("compute", graded.compute(predictions=ROWS, references=OTHER_ROWS, average=averages[1:])),
        ("compute", points.compute(predictions=[[[0.0, 1.0]]], references=[[[0.0, 1.0]]])),
        ("side_by_side", sets.side_by_side(FIRST, GOLD)),
        ("compare", sets.compare(FIRST, SECOND, GOLD, **DRAWS)),
        ("compare", sets.compare(FIRST, SECOND, GOLD, average=averages[:-1], **DRAWS)),
        ("compare", sets.compare(FIRST, SECOND, GOLD, average=None, **DRAWS)),
        ("compare", soft.compare(ROWS, ROWS[::-1], OTHER_ROWS, **DRAWS)),
        ("pointwise", sets.pointwise(FIRST, GOLD, scores=["hungarian"])),
        ("pointwise", soft.pointwise(ROWS, OTHER_ROWS)),
        ("baselines", sets.baselines(FIRST, GOLD, **DRAWS)),
        ("report", sets.report(FIRST, GOLD, output="dict", scores=["hungarian"])),
        ("explain", sets.explain(FIRST[2], GOLD[1])),
        ("explain", several.explain(FIRST[0], SEVERAL[0])),
        ("explain", points.explain([[0.0, 1.0]], [[0.0, 2.0]])),
        ("confusion", sets.confusion(FIRST, GOLD)),
        ("confusion", few.confusion(GOLD, GOLD)),
        ("hierarchical", tree.hierarchical([["b"], ["c"]], [["c"], ["c"]])),
        ("at_k", tree.at_k([["b", "c"]], [["c"]], k=[1, None])),
        ("indexing_report", tree.indexing_report([["b"]], [["c"]], output="dict")),
        ("set_relatedness", sets.set_relatedness(FIRST, GOLD)),
        ("rank", sets.rank(SYSTEMS, GOLD, **DRAWS)),
        ("rank", soft.rank({"a": ROWS, "b": ROWS[::-1]}, OTHER_ROWS, **DRAWS)),
        ("sensitivity", sets.sensitivity(SYSTEMS, GOLD, **DRAWS)),
        ("sample_size", sets.sample_size(FIRST, SECOND, GOLD, effect=0.1)),
        ("threshold_curve", columns.threshold_curve(PROBABILITIES, INDICATORS)),
        ("threshold_curve", columns.threshold_curve(PROBABILITIES, INDICATORS,
            average=averages[:-1])),
        ("tune_thresholds", columns.tune_thresholds(PROBABILITIES, INDICATORS, **DRAWS)),
        ("agreement", sets.agreement(pairs)),
        ("outcome_correlation", sets.outcome_correlation([0.1, 0.2, 0.3], [1, 2, 2])),
        ("outcome_correlation", sets.outcome_correlation(range(12), [*range(11), 3])),
        ("spread", sets.spread([0.1, 0.2])),
        ("winners", sets.winners({"a": {"x": 0.1, "y": 0.2}, "b": {"x": 0.3, "y": 0.1}})),
        ("reliability", several.reliability(SEVERAL, **DRAWS)),
        ("alternative_annotator_test",
            several.alternative_annotator_test(FIRST * 4, SEVERAL * 4, PEOPLE * 4, 0.1,
            min_items=4)),
        ("perspectives", several.perspectives([[x, x] for x in FIRST], SEVERAL, PEOPLE)),
        ("read_replies", sets.read_replies(["joy", "grief, joy", "joys"] * 3)),
        ("read_replies", sets.read_replies(["I see joy."] * 3)),
        ("compute_replies", sets.compute_replies(["joy", "?", "joy"], GOLD[:3])),
        ("from_long", several.from_long([("1", "x", "joy"), ("1", "y", "joy")])),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def made():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return calls()


def test_results_are_as_their_types_say(made):
    SEEN.clear()
    kinds = {name: kind_of(name) for name, _ in made if name != "report"} | {"report": "Report"}
    assert [text for name, result in made for text in misfits(result, kinds[name], name)] == []
    # No type and no key is there that nothing returns.
    known = {(name, key) for name, kind in TYPES.items() for key in kind.__annotations__}
    assert known - SEEN == set()
    lacking = {name for name, kind in TYPES.items() if name in result_types.PARTIAL}
    assert lacking == result_types.PARTIAL


@pytest.mark.parametrize(("value", "kind"), [
    (1, "float"), (None, "float"),
    ([1.0, None], "list[float]"),
    ({"a": "b"}, "dict[str, float]"),
    ({"mean": 0.1}, "Spread"),
    ({"difference": 0.1, "lemma": 0.2, "more": 1}, "MacroGap"),
    ({"verdict": 1}, "Sensitivity"),
    ({"verdicts": "x"}, "Sensitivity"),
])  # fmt: skip
def test_what_does_not_fit_is_found(value, kind):
    assert misfits(value, kind)


def test_types_of_options_are_those_of_the_table():
    hints = typing.get_type_hints(option_types.Options)
    assert {*hints} == {*DEFAULTS}
    for name in ("OptionsWithoutAverage", "OptionsWithoutSeed", "OptionsWithoutAnnotators"):
        (left_out,) = {*DEFAULTS} - {*typing.get_type_hints(getattr(option_types, name))}
        assert left_out == name.removeprefix("OptionsWithout").lower()
    for name, choices in CHOICES.items():
        if name != "average":
            literals = typing.get_args(hints[name]) if name != "macro_labels" else choices
            assert literals == choices, name
    assert typing.get_args(AverageName) == NAMED_AVERAGES
    assert typing.get_args(ConfigName) == tuple(CONFIGS)


def test_public_methods_carry_types():
    for name, member in inspect.getmembers(SemanticF1, inspect.isroutine):
        function = inspect.unwrap(member)
        if name.startswith("_") or not function.__module__.startswith("semantic_f1"):
            continue
        code = function.__code__
        count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 8)
        arguments = {*code.co_varnames[:count]} - {"self"}
        assert {*function.__annotations__} == arguments | {"return"}, name


def test_keys_of_compute_are_those_of_the_table(made):
    configs = ["default"] * 3 + ["annotators", "soft", "graded", "points"]
    seen = set()
    results = [result for name, result in made if name == "compute"]
    for config, result in zip(configs, results, strict=True):
        for key, value in result.items():
            row = row_of_key(key, config)
            seen.add(row.name)
            entries = value if isinstance(value, list) else [value]
            kind = {"number": (float, type(None)), "whole": int, "names": str}.get(row.type, object)
            assert all(isinstance(entry, kind) for entry in entries), key
            if row.type == "number" and not key.endswith(("_standard_error", "_low", "_high")):
                highest = np.inf if row.highest is None else row.highest
                known = [entry for entry in entries if entry is not None]
                assert all(row.lowest - 1e-12 <= entry <= highest + 1e-12 for entry in known), key
    assert {*RESULTS} - seen == {"F1 of averages", "judged estimates", "notes"}
    assert row_of_key("semantic_f1_of_averages_macro").name == "F1 of averages"
    assert row_of_key("semantic_f1_micro_human_low").name == "judged estimates"
    for wrong in ("semantic_f1_median", "semantic_f2", "hellinger_distance"):
        with pytest.raises(ValueError, match="is a key of no row"):
            row_of_key(wrong, "soft")
