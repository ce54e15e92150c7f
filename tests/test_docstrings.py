"""Docstrings: how they open, and what they say of public parameters."""

import ast
import gc
import inspect
import re

import pytest
import weight
from conftest import ROOT

from semantic_f1.options import DEFAULTS

QUESTION = re.compile(
    r"(What|Who|Whom|Whose|Which|How|Whether|Where|When|Why|Does|Did|Is|Are|Can|Could|Will|Would"
    r"|Should)\b"
)
FOLDERS = ("semantic_f1", "space", "tools", "studies", "benchmarks", "tests")


def own_files():
    """The Python files that are written by hand."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return sorted([*files, *(ROOT / f"{name}.py" for name in ("app", "score", "semantic_f1"))])


def docstrings(path):
    """Name and docstring of the module, its classes and functions."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(_parsed(path)):
        text = ast.get_docstring(node) if isinstance(node, kinds) else None
        if text:
            yield getattr(node, "name", "the module"), text


def _parsed(path):
    """Syntax tree of a file; a collection meanwhile can break Python 3.11's own count of depth."""
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()


def documented(text):
    """Names of the entries in the section "Parameters" of a docstring in numpydoc."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\w+\n-+\n|\Z)", text, re.M | re.S)
    if not section:
        return None
    heads = re.findall(r"^(\*{0,2}\w[\w*, ]*?)\s*(?: :|:| \(|$)", section[1], re.M)
    return {name.strip(" *") for head in heads for name in head.split(",")}


def public_functions():
    """Functions that users call: methods of the public classes, under their names."""
    for owner in weight.public_classes():
        for name, member in inspect.getmembers(owner):
            own = (base for base in owner.__mro__ if base.__module__.startswith("semantic_f1"))
            inherited = not any(name in vars(base) for base in own)
            if name.startswith("_") or inherited or not callable(member):
                continue
            yield f"{owner.__name__}.{name}", member


def parameters_of(function):
    """Names of a function's parameters, without self and without the options that all share.

    A signature shows these by name; docstrings say "**options : those of ``compute``".
    """
    shared = {"self", "cls", "account", *DEFAULTS}
    return [name for name in inspect.signature(function).parameters if name not in shared]


def test_docstrings_open_with_a_noun_or_a_verb():
    opened = {
        f"{path.relative_to(ROOT)}, {name}": text.split("\n")[0]
        for path in own_files()
        for name, text in docstrings(path)
        if QUESTION.match(text)
    }
    assert opened == {}


def test_sections_of_parameters_are_complete():
    """A section of parameters in the package names every parameter."""
    missing = []
    for path in sorted((ROOT / "semantic_f1").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            names = documented(ast.get_docstring(node) or "")
            if names is None:
                continue
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            every += [one for one in (node.args.vararg, node.args.kwarg) if one]
            lacks = {one.arg for one in every} - names - {"self", "cls"}
            if lacks:
                where = f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
                missing.append(f"{where}: {', '.join(sorted(lacks))}")
    assert missing == []


@pytest.mark.parametrize(
    ("name", "function"), [pytest.param(*pair, id=pair[0]) for pair in public_functions()]
)
def test_public_functions_are_documented(name, function):
    text = inspect.getdoc(function)
    assert text, f"{name} has no docstring"
    names = parameters_of(function)
    if not names:
        return
    said = documented(text)
    if said is None:
        # One or two that the sentences themselves name.
        assert len(names) <= 2, f"{name} has no section Parameters"
        assert all(re.search(rf"\b{one}\b", text) for one in names), f"{name}: {names}"
    else:
        assert set(names) <= said, f"{name} lacks {set(names) - said}"


def test_the_rules_can_fail(tmp_path):
    assert QUESTION.match("What it is.") and not QUESTION.match("Whatever it is.")
    text = "X.\n\nParameters\n----------\na, b : int\n    Numbers.\n**c : d\n\nReturns\n-------\ne"
    assert documented(text) == {"a", "b", "c"}
    assert documented("No section.") is None
    path = tmp_path / "a.py"
    path.write_text('"""What."""\n\n\ndef f():\n    """Who."""\n', encoding="utf-8")
    assert list(docstrings(path)) == [("the module", "What."), ("f", "Who.")]
