"""The measures: by hand, by their definitions, of any content and depth, and as a similarity."""

import pickle
from math import log

import networkx
import numpy as np
import pandas
import pytest
from helpers import refusal
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_thesaurus import Definitions, thesauri

from semantic_f1.similarity import lookup
from semantic_f1.thesaurus.making import make_thesaurus
from semantic_f1.thesaurus.measures import MEASURES
from semantic_f1.thesaurus.measures import relatedness as measure
from semantic_f1.thesaurus.thesaurus import Thesaurus

PATHS = ("rada", "rada_linear", "leacock_chodorow")
VARIANTS = [(name, "similarity") for name in MEASURES]
VARIANTS += [(name, "relatedness") for name in PATHS]

#      animal
#      /    \
#  mammal   bird      and bird is related to cat
#   /  \
# dog  cat
NAMES = ["animal", "mammal", "bird", "dog", "cat"]
ANIMALS = Thesaurus(NAMES, [(1, 0), (2, 0), (3, 1), (4, 1)], [(2, 4)], name="animals")
# N = 5, D = 3; IC: animal 0, mammal 1 - ln 3 / ln 5 = .317394, the others 1.
BY_HAND = [
    # pair, measure, raw, in [0, 1]
    ("dog cat", "rada", 2, 1 / 3),
    ("dog cat", "rada_linear", 2, 2 / 3),
    ("dog cat", "leacock_chodorow", 0.693147, 0.386853),  # -ln(3/6), over ln 6
    ("dog cat", "wu_palmer", 2 / 3, 2 / 3),  # 2 * 2 / (3 + 3)
    ("dog cat", "resnik", 0.317394, 0.317394),
    ("dog cat", "jiang_conrath", 1.365212, 0.317394),
    ("dog cat", "lin", 0.317394, 0.317394),
    ("mammal dog", "wu_palmer", 0.8, 0.8),  # 2 * 2 / (2 + 3)
    ("mammal dog", "jiang_conrath", 0.682606, 0.658697),
    ("mammal dog", "lin", 0.481851, 0.481851),  # .634788 / 1.317394
    ("mammal mammal", "leacock_chodorow", 1.791759, 1),  # ln 6
    ("mammal mammal", "resnik", 0.317394, 1),
    ("mammal mammal", "jiang_conrath", 0, 1),
    # 0 / 0, and still 1 with itself.
    ("animal animal", "lin", 0, 1),
]


def raw(similarity, a, b):
    pair = np.array([[similarity.labels.index(a)], [similarity.labels.index(b)]])
    return float(similarity.raw(*pair)[0])


@pytest.mark.parametrize(("pair", "name", "raw_value", "unit"), BY_HAND)
def test_worked_by_hand(pair, name, raw_value, unit):
    similarity = measure(ANIMALS, name)
    for a, b in (pair.split(), pair.split()[::-1]):
        assert raw(similarity, a, b) == pytest.approx(raw_value, abs=1e-6)
        assert similarity.between(a, b) == pytest.approx(unit, abs=1e-6)


# r - s - t - u - v, related in a row, and below each root r2, s2, ...: D = 2, 2 D - 1 = 3.
ROW = Thesaurus(
    ["r", "s", "t", "u", "v", "r2", "alone"], [(5, 0)], related=[(0, 1), (1, 2), (2, 3), (3, 4)]
)


def test_relatedness_ends_beyond_the_longest_path_of_the_hierarchy():
    at_the_limit = {"rada": 1 / 4, "rada_linear": 1 / 4, "leacock_chodorow": 0}
    for name, value in at_the_limit.items():
        similarity = measure(ROW, name, "relatedness")
        assert similarity.between("r", "u") == value
        assert similarity.between("r", "v") == 0
        assert similarity.between("r2", "v") == 0
    # The raw length knows no limit.
    assert raw(measure(ROW, "rada", "relatedness"), "r2", "v") == 5
    log_length = raw(measure(ROW, "leacock_chodorow", "relatedness"), "r", "v")
    assert log_length == pytest.approx(-np.log(5 / 4))


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_nothing_in_common_is_0(name, variant):
    similarity = measure(ROW, name, variant)
    apart = {"rada": np.inf, "rada_linear": np.inf, "leacock_chodorow": -np.inf}
    apart["jiang_conrath"] = np.inf
    for a, b in (("r", "alone"), ("alone", "r2")):
        assert similarity.between(a, b) == 0
        assert raw(similarity, a, b) == apart.get(name, 0)
    assert similarity.between("alone", "alone") == 1


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_one_concept_alone(name, variant):
    similarity = measure(Thesaurus(["one", "uno"], [], [], [(0, 1)]), name, variant)
    assert similarity.values.tolist() == [[1, 1], [1, 1]]
    assert np.isfinite(raw(similarity, "one", "uno"))


@given(thesauri(), st.sampled_from(VARIANTS))
@settings(max_examples=200, deadline=None)
def test_equals_the_definitions(parts, how):
    similarity = measure(Thesaurus(*parts), *how)
    plain = Definitions(*parts)
    concepts = [plain.concept[i] for i in range(len(parts[0]))]
    expected = np.array([[plain.unit(*how, a, b) for b in concepts] for a in concepts])
    values = similarity.values
    np.testing.assert_allclose(values, expected, rtol=0, atol=1e-14)
    assert (values == values.T).all()
    assert (np.diagonal(values) == 1).all()
    assert values.min() >= 0 and values.max() <= 1
    assert not np.signbit(values).any()


def test_other_information_content():
    content = {"animal": 0.0, "mammal": 0.5, "bird": 0.75, "dog": 1.0, "cat": 0.625}
    for ic in (content, list(content.values())):
        assert measure(ANIMALS, "resnik", ic=ic).between("dog", "cat") == 0.5
        assert measure(ANIMALS, "lin", ic=ic).between("dog", "cat") == 1 / 1.625
        distance = measure(ANIMALS, "jiang_conrath", ic=ic)
        assert raw(distance, "dog", "cat") == 0.625
        assert distance.between("dog", "cat") == 1 - 0.3125
    # Synonyms have one.
    thesaurus = Thesaurus(["a", "b", "b2"], [(1, 0)], synonyms=[(1, 2)])
    assert measure(thesaurus, "resnik", ic=[0.25, 1, 1]).between("b2", "a") == 0.25
    said = refusal(measure, thesaurus, "resnik", ic=[0, 0.5, 1])
    assert "ic: 'b' has another value than its synonym" in said


def test_information_content_of_a_series_goes_by_its_index():
    content = {"cat": 0.625, "dog": 1.0, "bird": 0.75, "mammal": 0.5, "animal": 0.0, "more": 1}
    similarity = measure(ANIMALS, "lin", ic=pandas.Series(content))
    assert similarity.between("dog", "cat") == 1 / 1.625
    assert similarity.fingerprint == measure(ANIMALS, "lin", ic=content).fingerprint
    by_position = pandas.Series([0, 0.5, 0.75, 1, 0.625])
    assert measure(ANIMALS, "lin", ic=by_position.array).between("dog", "cat") == 1 / 1.625
    twice = pandas.Series([*content.values(), 1], index=[*content, "cat"])
    for wrong, said in (
        (by_position, "5 labels have none, 'animal' first; values in the order"),
        (twice, "ic: 'cat' stands more than once in the index"),
    ):
        assert said in refusal(measure, ANIMALS, "lin", ic=wrong)


@pytest.mark.parametrize(("name", "ic", "message"), [
    ("rada", [0] * 5, "ic: only resnik, jiang_conrath, lin use it; the measure is rada"),
    ("lin", [0, 1], "ic: expected one value per label, 5; got shape (2,)"),
    ("lin", [0, 0.5, 1, 1.5, 1], "divide them by the greatest; 'dog' has 1.5"),
    ("lin", [0, 0.5, 1, float("nan"), 1], "'dog' has nan"),
    ("lin", {"animal": 0, "dog": 1}, "ic: 3 labels have none, 'mammal' first"),
    ("lin", [0, 0.5, 1, 0.4, 1], "'mammal' has more than 'dog'"),
])  # fmt: skip
def test_information_content_that_is_none_is_refused(name, ic, message):
    assert message in refusal(measure, ANIMALS, name, ic=ic)


@pytest.mark.parametrize(("arguments", "message"), [
    (("wu",), "measure: expected one of rada, rada_linear, leacock_chodorow, wu_palmer, "),
    ((None,), "got None"),
    (("rada", "both"), "variant: expected one of similarity, relatedness; got 'both'"),
    (("lin", "relatedness"), "leacock_chodorow have this variant; the measure is lin"),
])  # fmt: skip
def test_unknown_measures_are_refused(arguments, message):
    assert message in refusal(measure, ANIMALS, *arguments)


@pytest.mark.parametrize(("thesaurus", "shown"), [
    ("t.ttl", "'t.ttl'"), (None, "None"),
    ([("cat", "animal")] * 9, f"{str([('cat', 'animal')] * 9)[:57]}..."),
])  # fmt: skip
def test_what_is_no_thesaurus_is_refused(thesaurus, shown):
    assert refusal(measure, thesaurus, "lin") == (
        f"thesaurus: expected a Thesaurus, got {shown}; read_thesaurus(path) makes one of a SKOS "
        "file, make_thesaurus(pairs) of pairs of names"
    )


def test_names_and_card():
    card = {"title": "My thesaurus", "license": "CC0", "source": "a shelf"}
    thesaurus = Thesaurus(["a", "b"], [(1, 0)], name="mine", **card)
    similarity = measure(thesaurus, "lin")
    assert (similarity.name, repr(similarity)) == ("mine/lin", "Relatedness('mine/lin', 2 labels)")
    assert measure(thesaurus, "rada", "relatedness").name == "mine/rada/relatedness"
    assert (similarity.none_labels, similarity.prefix_widths, len(similarity)) == ((), (), 2)
    assert similarity.card == {
        **card,
        "title": "Lin over My thesaurus",
        "derivation": "2 IC(lcs) / (IC(a) + IC(b)), over the hierarchy, IC Seco; 2 concepts, "
        "1 roots, greatest depth D = 2",
    }
    both = measure(ANIMALS, "rada", "relatedness").card
    assert both["title"] == "Rada over animals"
    cut = measure(Thesaurus(["a", "b"], [(1, 0)], dropped=3), "lin").card["derivation"]
    assert cut.endswith("greatest depth D = 2; 3 relations left out")
    assert "over broader and related relations; 5 concepts" in both["derivation"]


def test_pairs_take_arrays_of_any_length_and_integer_type():
    similarity = measure(ANIMALS, "wu_palmer")
    a, b = np.array([3, 3, 4, 3], np.int32), np.array([4, 4, 3, 2], np.int64)
    values = similarity.pairs(a, b)
    assert values.dtype == np.float64
    assert values.tolist() == [2 / 3, 2 / 3, 2 / 3, 0.4]
    for name, variant in VARIANTS:
        empty = np.array([], np.int32)
        assert measure(ANIMALS, name, variant).pairs(empty, empty).tolist() == []


def test_values_are_read_only_and_limited(monkeypatch):
    similarity = measure(ANIMALS, "rada")
    with pytest.raises(ValueError):
        similarity.values[0, 0] = 2
    monkeypatch.setattr(lookup, "MOST_IN_TABLE", 4)
    with pytest.raises(ValueError, match="'animals/lin': a table of 5 labels would take"):
        measure(ANIMALS, "lin").values  # noqa: B018
    assert measure(ANIMALS, "rada").restrict(["dog", "cat"]).values[0, 1] == 1 / 3


def test_restrict_cuts_labels_and_no_concepts():
    whole = measure(ANIMALS, "lin")
    cut = whole.restrict(["dog", "mammal"])
    assert cut.labels == ("dog", "mammal")
    assert cut.pairs(np.array([0]), np.array([1]))[0] == whole.between("dog", "mammal")
    assert cut.restrict(["mammal"]).labels == ("mammal",)
    assert whole.restrict(whole.labels) is whole
    own = measure(ANIMALS, "resnik", ic=[0, 0.75, 1, 1, 1]).restrict(["dog", "cat"])
    assert own.between("dog", "cat") == 0.75
    folded = whole.restrict(["DOG", "Cat"], str.casefold)
    assert folded.labels == ("DOG", "Cat")
    assert folded.between("DOG", "Cat") == whole.between("dog", "cat")
    # Unknown labels are named with the nearest.
    similarity = measure(ANIMALS, "rada")
    said = "labels: animals/rada has no label 'mamal' (did you mean 'mammal'?), nor 1 others"
    assert refusal(similarity.restrict, ["dog", "mamal", "fish"]) == said
    for ask in (similarity.nearest, lambda label: similarity.between("dog", label)):
        assert refusal(ask, "zebra") == "label: animals/rada has no label 'zebra'"


def test_to_similarity_makes_the_layout_of_matrix_files():
    # From pickles and cut labels, too.
    again = pickle.loads(pickle.dumps(measure(ANIMALS, "rada"))).restrict(["cat", "bird", "dog"])
    assert again.to_similarity(["dog", "cat"]).to_dict() == {
        "name": "animals/rada", "title": "Rada over animals", "labels": ["dog", "cat"],
        "none_labels": [], "prefix_widths": [], "values": [[1, 1 / 3], [1 / 3, 1]],
        "derivation": "1 / (1 + len), over the hierarchy; 5 concepts, 1 roots, "
        "greatest depth D = 3",
    }  # fmt: skip
    assert measure(ANIMALS, "rada").to_similarity().labels == ANIMALS.labels
    # Pickles go without what was worked out.
    similarity = measure(ANIMALS, "lin", ic=[0, 0.5, 1, 1, 1]).restrict(["dog", "cat", "bird"])
    pickled = pickle.dumps(similarity)
    values = similarity.values
    assert pickle.dumps(similarity) == pickled
    again = pickle.loads(pickled)
    assert (again.values == values).all()
    assert again.labels == similarity.labels
    assert again.fingerprint == similarity.fingerprint


def test_fingerprints():
    def of(*arguments, thesaurus=ANIMALS, labels=None, **options):
        similarity = measure(thesaurus, *arguments, **options)
        return similarity.restrict(labels or thesaurus.labels).fingerprint

    prints = [of(name, variant) for name, variant in VARIANTS]
    prints += [of("lin", ic=[0, share, 1, 1, 1]) for share in (0.5, 0.25)]
    other = Thesaurus(ANIMALS.labels, [(1, 0), (2, 0), (3, 1), (4, 2)])
    prints += [of("lin", labels=["dog", "cat"]), of("lin", thesaurus=other)]
    assert len(set(prints)) == len(prints)
    order = [4, 2, 0, 1, 3]
    labels, place = [ANIMALS.labels[i] for i in order], np.argsort(order)
    broader = place[[(3, 1), (4, 1), (1, 0), (2, 0)]]
    permuted = Thesaurus(labels, broader, place[[(4, 2)]], name="other")
    for arguments in VARIANTS:
        assert of(*arguments, thesaurus=permuted) == of(*arguments)
    assert of("lin", labels=["cat", "dog"]) == of("lin", labels=["dog", "cat"])
    content = dict(zip(ANIMALS.labels, [0, 0.5, 1, 0.9, 0.8], strict=True))
    assert of("lin", thesaurus=permuted, ic=content) == of("lin", ic=content)
    # Which concept a label names is part of the fingerprint.
    whole = measure(ANIMALS, "rada")
    one = whole.restrict(["x", "y"], lambda name: {"x": "dog", "y": "bird"}.get(name, name))
    other = whole.restrict(["x", "y"], lambda name: {"x": "dog", "y": "cat"}.get(name, name))
    assert one.labels == other.labels
    assert one.fingerprint != other.fingerprint


# N = 16: cat and dog count once, though two ways lead up; what never occurs counts as once.
ABOVE = ["animal", "pet"]
COUNTED = make_thesaurus(
    {"cat": ABOVE, "dog": ABOVE, "animal": ["thing"], "pet": ["thing"]}, concepts=["eel"],
    pairs="child-parent",
)  # fmt: skip
COUNTS = {"cat": 6, "dog": 2, "animal": 8}
BELOW = {"cat": 6, "dog": 2, "animal": 16, "pet": 8, "thing": 16, "eel": 1}


def test_counts_are_ic_by_another_way():
    ic = {label: 1 - log(n) / log(16) for label, n in BELOW.items()}
    for name in ("resnik", "lin", "jiang_conrath"):
        counted = measure(COUNTED, name, counts=COUNTS)
        given = measure(COUNTED, name, ic=ic)
        assert np.allclose(counted.values, given.values, atol=1e-12)
    assert "IC of corpus counts" in counted.card["derivation"]
    assert "IC given" in given.card["derivation"]
    series = measure(COUNTED, "lin", counts=pandas.Series(COUNTS))
    again = pickle.loads(pickle.dumps(series))
    assert again.fingerprint == measure(COUNTED, "lin", counts=COUNTS).fingerprint
    assert again.card == series.card == again.restrict(["cat", "dog"]).card


@pytest.mark.parametrize(("name", "options", "message"), [
    ("lin", {"counts": [1, 2]}, "counts: expected a mapping of labels to numbers; got [1, 2]"),
    ("lin", {"counts": {"cow": 1, "cat": 3}}, "counts: 'cow' is no label of the thesaurus"),
    *(("lin", {"counts": {"cat": x, "dog": 5}},
        f"counts: expected 0 or a number from 1 up; 'cat' has {x}") for x in (-1, 0.5, True)),
    ("lin", {"counts": {"cat": 1}}, "counts: labels must occur more than once in all; got 1"),
    ("lin", {"counts": pandas.Series([1, 2], ["cat", "cat"])},
        "counts: 'cat' stands more than once in the index"),
    ("rada", {"counts": COUNTS}, "counts: only resnik, jiang_conrath, lin use them"),
    ("lin", {"counts": COUNTS, "ic": [1] * 6}, "pass one of them"),
])  # fmt: skip
def test_counts_that_are_refused(name, options, message):
    assert message in refusal(measure, COUNTED, name, **options)


#   top
#   | \
#  mid |   a and b are both below low and right below top
#   |  |
#  low |
#   | /
#  a, b
# Longest 1 2 3 4 4, D = 4; shortest 1 2 3 2 2, D = 3.
TOP = [(1, 0), (2, 1), (3, 2), (4, 2), (3, 0), (4, 0)]
SHORTCUT = Thesaurus(["top", "mid", "low", "a", "b"], TOP, name="shortcut")


def test_paths_over_related_concepts_end_beyond_the_depth_chosen():
    # top - mid - low - a and top - a: D = 4 or 3; c0 ... c7 are related in a row.
    row = [f"c{i}" for i in range(8)]
    related = [(i, i + 1) for i in range(4, 11)]
    labels = ["top", "mid", "low", "a", *row]
    thesaurus = Thesaurus(labels, [(1, 0), (2, 1), (3, 2), (3, 0)], related)
    for depth, farthest in (("longest", 7), ("shortest", 5)):
        similarity = measure(thesaurus, "rada", "relatedness", depth=depth)
        found = [similarity.between("c0", label) for label in row]
        expected = [1 / (1 + i) if i <= farthest else 0 for i in range(8)]
        assert found == expected


@given(thesauri())
@settings(max_examples=100, deadline=None)
def test_shortest_depths_equal_brute_force(parts):
    thesaurus = Thesaurus(*parts)
    up = networkx.DiGraph()
    up.add_nodes_from(range(thesaurus.n_concepts))
    up.add_edges_from(thesaurus.edges.tolist())
    way = dict(networkx.all_pairs_shortest_path_length(up))
    roots = [concept for concept in up if not up.out_degree(concept)]
    depth = [1 + min(way[c][root] for root in roots if root in way[c]) for c in sorted(up)]
    assert thesaurus.shortest_depth.tolist() == depth
    largest = max(depth)
    for name in ("wu_palmer", "rada_linear", "leacock_chodorow"):
        similarity = measure(thesaurus, name, depth="shortest")
        values, scale = similarity.values, log(2 * largest) if name == "leacock_chodorow" else 1
        for i, a in enumerate(thesaurus.concept.tolist()):
            for j, b in enumerate(thesaurus.concept.tolist()):
                common = [(depth[c], way[a][c] + way[b][c]) for c in set(way[a]) & set(way[b])]
                length = min((edges for _, edges in common), default=np.inf)
                expected = {
                    "wu_palmer": max((2 * d / (2 * d + n) for d, n in common), default=0),
                    "rada_linear": max(0, 1 - length / (2 * largest)),
                    "leacock_chodorow": max(0, 1 - log(length + 1) / log(2 * largest)),
                }[name]
                expected = expected if common else 0
                assert values[i, j] == pytest.approx(expected, abs=1e-12)
                if expected and name != "rada_linear":
                    raw = similarity.raw(np.array([i]), np.array([j]))[0]
                    assert raw == pytest.approx(scale * expected, abs=1e-12)


def test_the_depth_is_said_and_kept():
    longest, shortest = (measure(SHORTCUT, "wu_palmer", depth=d) for d in ("longest", "shortest"))
    assert longest.name == "shortcut/wu_palmer"
    assert shortest.name == "shortcut/wu_palmer/shortest_depth"
    linear, by = measure(SHORTCUT, "rada_linear", depth="shortest"), " by the shortest ways up"
    for similarity, depth in (
        (longest, "4"), (shortest, f"3{by}, of both over the lcs"), (linear, f"3{by}"),
    ):  # fmt: skip
        assert similarity.card["derivation"].endswith(f"greatest depth D = {depth}")
    assert longest.fingerprint == measure(SHORTCUT, "wu_palmer").fingerprint
    # The default has no part in it.
    assert longest.fingerprint.startswith("d282cba931384a50")
    assert longest.fingerprint != shortest.fingerprint
    again = pickle.loads(pickle.dumps(shortest))
    assert (again.name, again.fingerprint) == (shortest.name, shortest.fingerprint)
    for kept in (again.restrict(["top", "a"]), shortest.to_similarity(["a", "top"])):
        assert kept.between("a", "top") == 2 / 3
        assert kept.name == shortest.name


def test_a_depth_is_refused_if_nothing_depends_on_it():
    for name in ("rada", *(name for name, entry in MEASURES.items() if entry.of == "ic")):
        assert refusal(measure, SHORTCUT, name, depth="shortest") == (
            "depth: only wu_palmer, leacock_chodorow, rada_linear and rada as 'relatedness' use "
            f"it; the measure is {name}"
        )
    for wrong in ("mean", None, 3):
        said = refusal(measure, SHORTCUT, "wu_palmer", depth=wrong)
        assert said.startswith("depth: expected one of longest, shortest; got ")
