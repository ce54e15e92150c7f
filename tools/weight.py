"""Lines of the repository by hand, and rules that keep them few.

    python tools/weight.py            print the lines of each part
    python tools/weight.py --check    fail if a part is above its budget, or a rule is broken

The budget is the table ``tool.weight`` of pyproject.toml. A commit that raises a number says why.
"""

import argparse
import ast
import importlib
import inspect
import re
import sys
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parents[1]
# Python files that are made by other tools.
GENERATED = {"bundle.py", "matrices.py"}
SECTION = re.compile(r"^\s*(Parameters|Returns|Yields|Raises)\n\s*-{3,}$", re.M)
# What the command line and the work behind the pages may import of the package: its face and what
# reads and shows, but nothing that scores.
SCORING = {"scoring", "comparisons", "inputs"}
# Classes whose methods users call; their docstrings have sections.
PUBLIC = (
    "metric:SemanticF1",
    "scorer:Scorer",
    "similarities:Similarities",
    "similarity.lookup:ByName",
    "similarity.label_similarity:LabelSimilarity",
    "similarity.protocol:LazySimilarity",
    "similarity.auditing:Audit",
    "thesaurus.measures:Relatedness",
    "thesaurus.thesaurus:Thesaurus",
    "reports.notebooks:ReportText",
    "reports.notebooks:Explanation",
    "training:DistributedCounts",
)


def python_files(root, part):
    """The hand-written Python files of a folder."""
    return sorted(
        path
        for path in (root / part).rglob("*.py")
        if path.name not in GENERATED and "build" not in path.parts
    )


def lines_of(paths):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def weights(root=ROOT):
    """Part -> its hand-written lines."""
    return {part: lines_of(python_files(root, part)) for part in ("semantic_f1", "space", "tests")}


def over_budget(root=ROOT):
    """A sentence per part that is above its budget, or if tests outweigh what they test."""
    budget = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["weight"]
    found = weights(root)
    problems = [
        f"{part} has {found[part]:,} lines, its budget is {budget[part]:,}"
        for part in found
        if found[part] > budget[part]
    ]
    tested = found["semantic_f1"] + found["space"]
    if found["tests"] > budget["tests_per_line"] * tested:
        problems.append(f"tests have {found['tests']:,} lines for {tested:,} of package and Space")
    return problems


def sections_inside(paths, public):
    """Functions that no user calls, but whose docstrings have sections of parameters or results."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            text = ast.get_docstring(node, clean=False) if is_function else None
            if text and SECTION.search(text) and (path.stem, node.name) not in public:
                yield f"{path.name}:{node.lineno} {node.name} is not public: no sections"


def imports_of_scoring(paths):
    """Imports by the command line and the pages' work of what scores."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                layer = node.module.removeprefix("semantic_f1.").split(".")[0]
                inside = node.level == 2 or node.module.startswith("semantic_f1.")
                if inside and layer in SCORING:
                    yield f"{path.name}:{node.lineno} imports {node.module}: ask the metric"


def patterns_on_errors(paths):
    """Searches by pattern in the text of an exception."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            searches = node.func.attr in ("search", "match", "fullmatch", "sub", "findall")
            texts = [
                one.args[0].id
                for argument in node.args
                for one in ast.walk(argument)
                if isinstance(one, ast.Call)
                and isinstance(one.func, ast.Name)
                and one.func.id == "str"
                and one.args
                and isinstance(one.args[0], ast.Name)
            ]
            if searches and {"error", "problem", "exception"} & set(texts):
                yield f"{path.name}:{node.lineno} reads the text of an error by a pattern"


def public_classes():
    """The classes whose methods users call."""
    sys.path.insert(0, str(ROOT))
    return [
        getattr(importlib.import_module(f"semantic_f1.{module}"), name)
        for module, name in (one.split(":") for one in PUBLIC)
    ]


def public_functions():
    """(last part of the module's name, function) of what users call."""
    found = set()
    for owner in public_classes():
        for base in owner.__mro__:
            for member in vars(base).values():
                function = getattr(member, "__func__", getattr(member, "fget", member))
                module = getattr(function, "__module__", None) or ""
                if inspect.isfunction(function) and module.startswith("semantic_f1"):
                    found.add((module.rpartition(".")[2], function.__name__))
    return found


def problems_of(root=ROOT):
    """A sentence per broken rule."""
    package = python_files(root, "semantic_f1")
    work = [root / "space" / page / "work.py" for page in ("score", "compare", "annotators")]
    asking = [*python_files(root, "semantic_f1/commandline"), *filter(Path.exists, work)]
    return [
        *over_budget(root),
        *sections_inside(package, public_functions()),
        *imports_of_scoring(asking),
        *patterns_on_errors([*package, *python_files(root, "space")]),
    ]


def main():
    """Run as a command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="fail if a rule is broken")
    check = parser.parse_args().check
    for part, lines in weights().items():
        print(f"{part:12} {lines:7,}")
    problems = problems_of() if check else []
    for problem in problems:
        print(problem)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
