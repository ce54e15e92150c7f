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
from multiprocessing.connection import Connection
from pathlib import Path

import tomllib

ROOT = Path(__file__).resolve().parents[1]
# Python files that are made by other tools.
GENERATED = {"bundle.py", "matrices.py"}
SECTION = re.compile(r"^\s*(Parameters|Returns|Yields|Raises)\n\s*-{3,}$", re.M)
# What the command line and the work behind the pages may import of the package: its face and what
# reads and shows, but nothing that scores.
SCORING = {"scoring", "comparisons", "inputs"}
# Functions that may search texts that can be those of errors, and what for.
SEARCHING = {
    "in_arguments": "options are called as on the command line",
    "in_page_words": "options are called as on the pages",
    "reword_options": "for these two",
}
# Methods of Python's own types: their names say nothing of whose they are.
BUILTIN = {name for kind in (str, list, dict, set, re.Pattern, Connection) for name in dir(kind)}
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


class _Function:
    """A function of the package: its parameters, and which of its names hold an error's text."""

    def __init__(self, path, node):
        self.path, self.node = path, node
        arguments = node.args
        self.parameters = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self.names = {*self.parameters, *(one.arg for one in arguments.kwonlyargs)}
        self.errors = {
            one.name for one in ast.walk(node) if isinstance(one, ast.ExceptHandler) and one.name
        }
        self.texts = set()
        self.calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]

    def is_text(self, node):
        """True for an expression that is made of the text of an error."""
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in self.texts:
                return True
            shown = one.value if isinstance(one, ast.FormattedValue | ast.Attribute) else None
            if isinstance(one, ast.Attribute) and one.attr != "args":
                shown = None
            if isinstance(one, ast.Call) and getattr(one.func, "id", "") in ("str", "repr"):
                shown = one.args[0] if one.args else None
            if isinstance(shown, ast.Name) and shown.id in self.errors:
                return True
        return False

    def spread(self):
        """Add the names that are given such a text."""
        for one in ast.walk(self.node):
            value = getattr(one, "value", None)
            kinds = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)
            if isinstance(one, kinds) and value and self.is_text(value):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                names = [name for target in targets for name in ast.walk(target)]
                self.texts |= {name.id for name in names if isinstance(name, ast.Name)}


def patterns_on_errors(paths):
    """Searches by pattern in the text of an exception, however many functions hand it on.

    A function is found by its name in the module or by the import of it; methods by their names
    alone.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    nodes = [(path, node) for path, tree in trees.items() for node in ast.walk(tree)]
    functions = [_Function(path, one) for path, one in nodes if isinstance(one, ast.FunctionDef)]
    compiled = {
        target.id
        for _, node in nodes
        if isinstance(node, ast.Assign) and "re.compile(" in ast.unparse(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    imported = {
        (path, alias.name): node.module.rpartition(".")[2]
        for path, node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }

    by_name = {}
    for function in functions:
        by_name.setdefault(function.node.name, []).append(function)

    def called_by(function, call):
        if isinstance(call.func, ast.Attribute):
            return [] if call.func.attr in BUILTIN else by_name.get(call.func.attr, [])
        name = getattr(call.func, "id", None)
        module = imported.get((function.path, name), function.path.stem)
        return [one for one in by_name.get(name, []) if one.path.stem == module]

    known = -1
    while known != (known := sum(len(one.texts) + len(one.errors) for one in functions)):
        for function in functions:
            if function.errors or function.texts:
                function.spread()
                for call in function.calls:
                    _hand_on(function, call, called_by(function, call))
    for function in functions:
        for call in function.calls if function.node.name not in SEARCHING else ():
            if _searches(call, compiled):
                given = [*call.args, *(one.value for one in call.keywords)]
                if any(map(function.is_text, given)):
                    place = f"{function.path.name}:{call.lineno}"
                    yield f"{place} reads the text of an error by a pattern"


def _hand_on(function, call, functions):
    """Mark the parameters that a call gives an error, or its text."""
    for called in functions:
        bound = called.parameters[:1] in (["self"], ["cls"])
        given = [*zip(called.parameters[bound:], call.args, strict=False)]
        given += [(one.arg, one.value) for one in call.keywords if one.arg in called.names]
        for parameter, value in given:
            if isinstance(value, ast.Name) and value.id in function.errors:
                called.errors.add(parameter)
            elif function.is_text(value):
                called.texts.add(parameter)


def _searches(call, compiled):
    """True for a call that searches by a pattern: of ``re``, a compiled or a bound one."""
    if isinstance(call.func, ast.Name):
        return call.func.id in compiled
    owner = getattr(call.func, "value", None)
    of_module = isinstance(owner, ast.Name) and (owner.id == "re" or owner.id in compiled)
    return of_module or (isinstance(owner, ast.Call) and "re.compile(" in ast.unparse(owner))


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
