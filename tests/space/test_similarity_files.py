"""Similarities from files of every kind, as the page reads them: kinds, values, code, refusals."""

import json

import numpy as np
import pytest
from openpyxl import Workbook
from space_code import printed
from space_numbers import METRIC

from space.similarity import builder
from space.similarity import files as similarity_files

pytestmark = pytest.mark.space

GROUPS = "topic,area,field\nbilling,money,service\nrefund,money,service\nlogin,access,service\n"
TREE = "child,parent\nmoney,all\naccess,all\nbilling,money\nrefund,money\nlogin,access\n"
PAIRS = "one;other;alike\nbilling;refund;0,7\nrefund;login;0,1\n"
VALUES = "label;billing;refund\nbilling;1;0,25\nrefund;0,5;0,9\n"


def given(path, text):
    """A file of a CSV text, which is a spreadsheet by its ending."""
    if path.suffix != ".xlsx":
        path.write_text(text)
        return path
    book = Workbook()
    for line in text.splitlines():
        book.active.append(line.split(","))
    book.save(path)
    return path


def made(path, **form):
    """Kind and similarity of a file."""
    found = similarity_files.from_file(path.name, path.read_bytes(), form)
    return similarity_files.kind_of(path.name, path.read_bytes()), found


def assert_code_makes_it(found, folder):
    code = found.code + "print(made.fingerprint)\n"
    assert printed(code, folder) == found.similarity.fingerprint


GROUPED = [[1, 2 / 3, 1 / 3], [2 / 3, 1, 1 / 3], [1 / 3, 1 / 3, 1]]
SQUARE = "label,billing,refund\nbilling,1,0.5\nrefund,0.5,1"


@pytest.mark.parametrize(
    ("name", "text", "kind", "values"),
    [
        ("topics.csv", GROUPS, "groups", GROUPED),
        ("topics.xlsx", GROUPS, "groups", GROUPED),
        ("pairs.csv", PAIRS, "pairs", [[1, 0.7, 0], [0.7, 1, 0.1], [0, 0.1, 1]]),
        ("values.csv", VALUES, "values", [[1, 0.25], [0.5, 0.9]]),
        ("own.xlsx", SQUARE, "values", [[1, 0.5], [0.5, 1]]),
    ],
)
def test_a_table_is_taken_for_its_kind(tmp_path, name, text, kind, values):
    path = given(tmp_path / name, text)
    found_kind, found = made(path)
    labels = ("billing", "refund", "login")[: len(values)]
    assert (found_kind, found.similarity.labels) == (kind, labels)
    assert found.similarity.values == pytest.approx(np.array(values), abs=1e-6)
    if kind == "values":
        assert found.similarity.name == path.stem
    if kind == "groups":
        assert_code_makes_it(found, tmp_path)


def test_a_table_is_read_otherwise_than_its_columns_say(tmp_path):
    path = given(tmp_path / "values.csv", VALUES)
    assert made(path, kind="groups")[1].similarity.labels == ("billing", "refund")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({"measure": "paths"}, 1 / 3),
        ({"measure": "wu_palmer"}, 2 / 3),
        ({"measure": "wu_palmer", "depth": "shortest"}, 2 / 3),
        ({"measure": "leacock_chodorow", "related": True}, None),
    ],
)
def test_a_tree(tmp_path, form, expected):
    kind, found = made(given(tmp_path / "tree.csv", TREE), **form)
    assert kind == "tree"
    similarity = found.similarity
    at = [similarity.labels.index(name) for name in ("billing", "refund")]
    if expected is not None:
        assert similarity.values[at[0], at[1]] == pytest.approx(expected, abs=1e-9)
    assert_code_makes_it(found, tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("own.csv", "label,a,b\na,1,0.5\nc,0.5,1\n", "c"),
        ("own.csv", "label,a,b\na,1,2\nb,0.5,1\n", "2"),
        ("own.exe", "", "a similarity is a table"),
        ("own.json", '{"labels": ["\\ud800"], "values": [[1]]}', "is not valid Unicode text"),
    ],
)
def test_a_wrong_file_is_named_without_its_folder(tmp_path, name, text, said):
    with pytest.raises(ValueError, match=said) as caught:
        made(given(tmp_path / name, text))
    assert name in str(caught.value) and f"/{name}" not in str(caught.value)


def test_a_thesaurus_by_two_measures(tmp_path):
    path = tmp_path / "thesaurus.ttl"
    prefix = "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n@prefix x: <http://x/> .\n"
    broader = {"money": "all", "access": "all", "billing": "money", "refund": "money"}
    names = ["all", *broader]
    named = "".join(f'x:{name} a s:Concept ; s:prefLabel "{name}" .\n' for name in names)
    above = "".join(f"x:{name} s:broader x:{other} .\n" for name, other in broader.items())
    path.write_text(prefix + named + above)
    for measure, expected in (("wu_palmer", 2 / 3), ("paths", None)):
        kind, found = made(path, measure=measure)
        assert kind == ""
        thesaurus = METRIC.similarity.read_thesaurus(str(path), label="prefLabel")
        name = "rada" if measure == "paths" else measure
        related = METRIC.similarity.relatedness(thesaurus, name).to_similarity()
        assert found.similarity.labels == related.labels
        assert found.similarity.values.tolist() == related.values.tolist()
        if expected:
            at = [related.labels.index(one) for one in ("billing", "refund")]
            assert related.values[at[0], at[1]] == pytest.approx(expected, abs=1e-9)
        assert_code_makes_it(found, tmp_path)


def test_warnings_on_the_way_are_notes(tmp_path):
    text = "label,area\nbilling,money\nlogin,access\nbus,way\n"
    _, found = made(given(tmp_path / "alone.csv", text))
    assert len(found.notes) == 1 and "alone" in found.notes[0]
    with pytest.raises(ValueError, match=r"has a different cell in each row; call it label$"):
        made(given(tmp_path / "alone.csv", "topic,area\nbilling,money\nlogin,access\n"))


def test_a_pasted_table_keeps_its_diagonal():
    text = "\ta\tb\na\t0.9\t0.2\nb\t0.2\t1"
    found = builder.from_pairs(text, "similarities", 0, 1).similarity
    assert found.values.tolist() == [[0.9, 0.2], [0.2, 1]]
    found = builder.from_pairs("one;other;alike\na;b;0.5\nb;c;0.25", "similarities", 0, 1)
    assert found.similarity.labels == ("a", "b", "c")


def test_the_page_says_how_it_read_a_spreadsheet(visit, tmp_path):
    path = given(tmp_path / "topics.xlsx", GROUPS)
    visit.open(tab="similarity")
    visit.choose("File")
    visit.give("similarity", path)
    assert visit.find("file_kind-choice").input_value() == "groups"
    cells = visit.page.locator(".heat tbody td").all_inner_texts()
    assert cells[:3] == ["1", ".67", ".33"]
    assert not visit.find("measure-choice").is_visible()
    visit.pick("file_kind-choice", "tree")
    assert "Not a similarity yet." in visit.text("similarity-result")
    assert visit.find("measure-choice").is_visible()
    visit.give("similarity", given(tmp_path / "tree.csv", TREE))
    assert visit.find("file_kind-choice").input_value() == "tree"
    visit.pick("measure-choice", "paths")
    _, content = visit.save("Save JSON", "similarity-result")
    expected = METRIC.similarity.from_hierarchy(str(tmp_path / "tree.csv"), "all")
    assert json.loads(content)["values"] == expected.values.tolist()
    visit.press("Use it in Score")
    assert visit.find("score-similarity").input_value() == "yours"
    assert "from_hierarchy('tree.csv', 'all'" in visit.held("similarity-python")
