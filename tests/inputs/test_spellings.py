"""Names that differ only by case, blanks, width or accents; values shown in messages."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1
from semantic_f1.inputs.universe import universe
from semantic_f1.messages import fold, listed, quote, reword_options, short, suggestion


@pytest.fixture
def metric():
    return SemanticF1(similarity="mfrc")


@pytest.mark.parametrize("name", [
    "care", " Care", "Care\u00a0", "Ca\u200bre", "\ufeffCare", "\uff23\uff41\uff52\uff45",
    "CARE\t",
])  # fmt: skip
def test_a_spelling_of_a_label_names_the_option_that_reads_it(metric, name):
    message = refusal(metric.compute, predictions=[[name]], references=[["Care"]])
    assert "differs from 'Care' only by case, blanks, width or accents" in message
    assert "normalize_names=True" in message
    assert "mismatch" not in message and "ignore" not in message
    result = metric.compute(predictions=[[name]], references=[["Care"]], normalize_names=True)
    assert result["semantic_f1"] == 1


def test_blanks_within_and_accents_composed_or_not():
    assert fold("Non\u2003 Moral\u200b ") == fold("non moral") == "non moral"
    assert fold("Cafe\u0301") == fold("CAF\u00c9") == "caf\u00e9"
    assert fold("stra\u00dfe") == fold("STRASSE")
    labels = ["caf\u00e9 au lait", "tea"]
    metric = SemanticF1(similarity="identity", labels=labels, normalize_names=True)
    rows = metric.pointwise([["Cafe\u0301  au\u00a0lait"], "TEA "], [labels[0], "tea"])
    assert rows["semantic_f1"] == [1, 1]


@pytest.mark.parametrize("unknown_labels", ["mismatch", "ignore"])
def test_a_spelling_that_is_let_through_is_told(metric, unknown_labels):
    with metric.notices() as texts:
        sides = [["care"], ["boredom"]], [["Care"], ["Care"]]
        metric.compute(*sides, unknown_labels=unknown_labels)
    assert "differ 'care' and 'Care': normalize_names=True reads them as one" in texts[0]
    with metric.notices() as texts:
        metric.compute(predictions=["boredom"], references=["Care"], unknown_labels=unknown_labels)
    assert "normalize_names" not in texts[0]


def test_an_unknown_name_beside_a_spelling_is_told_both(metric):
    sides = [["boredom"], ["care"]], [["Care"], ["Care"]]
    message = refusal(metric.compute, *sides)
    assert "'care' is not a label, but differs from 'Care'" in message
    # Keeping unknown names would make a misspelt one wrong.
    assert "'boredom'" in message and "normalize_names=True" in message
    assert "unknown_labels" not in message


def test_labels_that_differ_only_so():
    labels = ["Care", "care", "Purity"]
    metric = SemanticF1(similarity="identity")
    data = {"predictions": ["Care"], "references": ["care"], "labels": labels}
    with pytest.warns(UserWarning, match="labels: 'Care' and 'care' differ only by case"):
        assert metric.compute(**data)["semantic_f1"] == 0
    with pytest.raises(ValueError, match="'Care' and 'care' become one name"):
        metric.compute(**data, normalize_names=True)
    of = SimpleNamespace(labels=["Care", "Purity"], replaced={"old": "Care", "OLD": "Purity"})
    said = refusal(universe, None, normalize=True, similarity=of)
    assert said == "normalize_names: 'OLD' is replaced by several labels"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric.compute(predictions=["Care"], references=["Care"], labels=["Care", "Purity"])
    for options in ({"labels": ["care", "Purity"]}, {"macro_labels": ["care"]}):
        message = refusal(SemanticF1, similarity="mfrc", **options)
        assert "'care' and 'Care' differ only by case" in message
        assert "normalize_names=True" in message


def test_long_replies_are_cut_and_five_of_them_are_shown():
    metric = SemanticF1(similarity="plutchik")
    sides = [f"{i} I would say that " + "x" * 3000 for i in range(10)], ["joy"] * 10
    message = refusal(metric.compute, *sides)
    assert len(message) < 700 and "and 4 more" in message
    for unknown_labels in ("mismatch", "ignore"):
        with metric.notices() as texts:
            metric.compute(*sides, unknown_labels=unknown_labels)
        assert len(texts[0]) < 600
        assert texts[0].count("xxx...") == 5 and "and 5 more" in texts[0]


LONG = "x" * 3000


@pytest.mark.parametrize(("config", "options", "predictions", "references"), [
    *(("default", {x: LONG}, ["joy"], ["joy"]) for x in ("similarity", "average", "counting")),
    *(("default", {name: [LONG]}, ["joy"], ["joy"]) for name in ("labels", "macro_labels")),
    ("default", {}, LONG, LONG),
    ("default", {}, [{LONG: 1}], ["joy"]),
    ("default", {}, [[1, LONG]], ["joy"]),
    ("multilabel", {}, [[LONG] * 12], [[0] * 12]),
    ("annotators", {}, ["joy"], [[LONG]]),
    ("soft", {"similarity": None}, [0.5, LONG], [0.5, 0.5]),
    ("soft", {"similarity": None}, [[LONG, 1]], [[0.5, 0.5]]),
])  # fmt: skip
def test_every_message_cuts_what_it_got(config, options, predictions, references):
    metric = SemanticF1(config)
    given = {"similarity": "plutchik", "predictions": predictions, "references": references}
    message = refusal(metric.compute, **given | options)
    assert "xxx..." in message and len(message) < 1000


def test_messages_of_several_systems_cut_what_they_got(metric):
    for message in (
        refusal(metric.agreement, {(LONG, "Care"): 1, ("a", "b"): 2}),
        refusal(metric.rank, {LONG: ["x"], "b": ["Care"]}, ["Care"], n_resamples=10),
    ):
        assert "xxx..." in message and len(message) < 1000


def test_how_values_are_cut():
    assert short("joy") == "'joy'" and short(1.5) == "1.5"
    assert len(short("x" * 100)) == 60 and short("x" * 100).endswith("xxx...")
    assert listed(range(7)) == "0, 1, 2, 3, 4 and 2 more"
    assert listed(range(5)) == "0, 1, 2, 3, 4"
    assert quote("abc") == "'a', 'b', 'c'"
    assert suggestion("Joyy ", ["anger", "joy"]) == " (did you mean 'joy'?)"
    assert suggestion("x" * 3000, ["x" * 3000]) == ""
    assert suggestion("label 7x", [f"label {i}" for i in range(30_000)]).startswith(" (did you")
    assert suggestion(np.int64(3), ["joy"]) == ""


def test_options_in_other_words():
    text = 'pass unknown_labels="mismatch" or labels=[...] or normalize_names=True; threshold=.'
    names = ["unknown_labels", "labels", "normalize_names", "threshold"]
    said = (
        "pass <unknown_labels|mismatch> or <labels|[...]> or <normalize_names|True>; <threshold|>."
    )
    assert reword_options(text, names, lambda name, value: f"<{name}|{value}>") == said


def test_brackets_around_all_uris_are_taken_off():
    labels = ["http://x.org/a", "http://x.org/b", "http://x.org/c"]
    metric = SemanticF1(similarity="identity", labels=labels)
    predicted, gold = ["<http://x.org/a>", "<http://x.org/b>"], [["<http://x.org/b>"]]
    with metric.notices() as texts:
        assert metric.compute(predictions=[predicted], references=gold)["semantic_precision"] == 0.5
    assert texts[0] == "<> around all names, such as '<http://x.org/a>', were taken off."
    for names in (["<http://x.org/a>", "http://x.org/b"], ["<http://x.org/a>", "<b>"]):
        assert "'<http://x.org/a>' is not a label" in refusal(metric.compute, [names], gold)
    assert "labels are URIs here" in refusal(metric.compute, [["a"]], [["b"]])
