"""The budget of lines, and the rules that keep it: each can fail."""

import shutil

import pytest
import weight
from conftest import ROOT

SECTIONS = 'def inside(a):\n    """Do.\n\n    Parameters\n    ----------\n    a : int\n    """\n'
CATCHING = """
import re
{}
def f():
    try:
        f()
    except ValueError as fault:
        return {}
"""
# What is defined next to a function that catches an error, and what that function returns.
PATTERNS = (
    ("", "re.search('row', str(fault))"),
    ("Q = re.compile('row')", "Q.sub('', f'{fault}')"),
    ("q = re.compile('row').match", "q(fault.args[0])"),
    ("def g(a, text):\n    said = text\n    re.findall('row', said)", "g(1, text=str(fault))"),
    ("def g(one):\n    re.split('row', str(one))", "g(fault)"),
    ("class A:\n    def g(self, a):\n        re.sub('', '', a)", "A().g(' '.join(str(fault)))"),
)


@pytest.fixture
def tree(tmp_path):
    """A small repository that keeps every rule."""
    for folder in ("semantic_f1/commandline", "space/score", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "semantic_f1" / "a.py").write_text("A = 1\n" * 6)
    (tmp_path / "space" / "score" / "work.py").write_text("from semantic_f1 import SemanticF1\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_a_tree_that_keeps_the_rules(tree):
    assert weight.problems_of(tree) == []
    assert weight.weights(tree) == {"semantic_f1": 6, "space": 1, "tests": 0}


@pytest.mark.parametrize(("path", "text", "said"), [
    ("semantic_f1/b.py", "B = 1\n" * 400_000, "semantic_f1 has 400,006 lines"),
    ("space/b.py", "B = 1\n" * 20_000, "space has 20,001 lines"),
    ("tests/b.py", "B = 1\n" * 500_000, "tests has 500,000 lines"),
    ("tests/b.py", "B = 1\n" * 8, "tests have 8 lines for 7"),
    ("semantic_f1/b.py", SECTIONS, "inside is not public"),
    ("semantic_f1/commandline/b.py", "from ..scoring.counts import Counts\n",
        "imports scoring.counts"),
    ("space/score/work.py", "from semantic_f1.comparisons.systems import x\n",
        "imports semantic_f1.comparisons.systems"),
    *[("space/b.py", CATCHING.format(*one), "b.py:") for one in PATTERNS],
])  # fmt: skip
def test_a_broken_rule_is_told(tree, path, text, said):
    (tree / path).write_text(text)
    assert any(said in problem for problem in weight.problems_of(tree))


def test_patterns_on_other_texts_are_no_matter(tree):
    other = CATCHING.format("def g(text):\n    pass", "g(str(fault)) or re.sub('a', 'b', g('c'))")
    (tree / "space" / "b.py").write_text(other)
    assert weight.problems_of(tree) == []


def test_generated_files_weigh_nothing(tree):
    (tree / "semantic_f1" / "matrices.py").write_text("A = 1\n" * 40_000)
    assert weight.problems_of(tree) == []


def test_methods_that_users_call_are_public():
    public = weight.public_functions()
    assert {("scorer", "compute"), ("methods", "report"), ("groups", "from_groups")} <= public
    assert ("counts", "exact_counts") not in public
