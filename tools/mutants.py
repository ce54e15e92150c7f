"""Mutation test: small changes to the code, one at a time, each of which the tests should catch.

    pip install --target COVERAGE coverage
    PYTHONPATH=COVERAGE python tools/mutants.py FOLDER --map     copy the tree, see what tests run
    python tools/mutants.py FOLDER --count 200 --seed 1          try 200 changes
    python tools/mutants.py FOLDER --seed 1 --only 3 17 --tests tests/scoring/test_points.py

Changes are drawn from scoring/, inputs/ and comparisons/ of the copy FOLDER/tree; docstrings, type
hints, asserts and the texts of errors stay. A change meets the tests that run its line. With --only
and --tests, numbers of the same list meet the named tests of the checkout as it is now.
"""

import argparse
import ast
import gc
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("scoring", "inputs", "comparisons")
TESTS = ["scoring", "inputs", "comparisons", "reports", "test_frozen_calls.py", "test_options.py"]
TESTS = [f"tests/{name}" for name in TESTS]
OPTIONS = ["-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
# Tests that a change meets at most, and seconds of the processor and memory that they may take.
MOST_TESTS, SECONDS, MOST_MEMORY = 40, 30, 6 << 30
# Operators and functions that stand for each other.
OTHERS = {
    "Lt": "LtE", "Gt": "GtE", "Eq": "NotEq", "In": "NotIn", "Is": "IsNot", "Add": "Sub",
    "Mult": "Div", "BitAnd": "BitOr", "And": "Or", "min": "max", "minimum": "maximum", "any": "all",
    "argmin": "argmax", "floor": "ceil", "zeros": "ones",
}  # fmt: skip
OTHERS |= {right: left for left, right in OTHERS.items()}
OTHERS |= {"FloorDiv": "Mult", "Mod": "Mult", "Pow": "Mult"}
# Fields without code that tests could catch, keywords that guard against faults of the code itself,
# and functions for which the order of arguments says nothing.
UNCHANGED = {"annotation", "returns", "decorator_list"}
GUARDS = {"strict", "stacklevel"}
SYMMETRIC = {"isinstance", "zip", "min", "max", "minimum", "maximum", "gcd", "array_equal"}
DROPPED = ast.AugAssign | ast.Raise | ast.Continue | ast.Break


def changes(node, parent):
    """The nodes that can stand for a node."""
    other = OTHERS.get(type(getattr(node, "op", None)).__name__)
    fields = []
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                op = getattr(ast, OTHERS[type(op).__name__])()  # noqa: PLW2901
                fields.append({"ops": [*ops[:place], op, *ops[place + 1 :]]})
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if other:
            fields.append({"op": getattr(ast, other)()})
        case ast.Constant(value=bool(value)):
            fields.append({"value": not value})
        case ast.Constant(value=int() | float() as value):
            fields.append({"value": value + 1 if isinstance(value, int) else value * 2 or 1.0})
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            fields.append({"body": orelse, "orelse": body})
        case ast.Name(id=name) if name in OTHERS:
            fields.append({"id": OTHERS[name]})
        case ast.Attribute(attr=name) if name in OTHERS:
            fields.append({"attr": OTHERS[name]})
        case ast.Call(func=called, args=[first, second, *rest]):
            plain = not isinstance(first, ast.Constant | ast.Starred)
            if type(first) is type(second) and plain and names_of(called) not in SYMMETRIC:
                fields.append({"args": [second, first, *rest]})
    yield from (type(node)(**{**vars(node), **field}) for field in fields)
    if isinstance(node, ast.BoolOp):
        yield node.values[0]
    plain = not isinstance(node, ast.Compare | ast.UnaryOp)
    if isinstance(parent, ast.If | ast.While) and node is parent.test and plain:
        yield ast.UnaryOp(ast.Not(), node)
    early = isinstance(node, ast.Return) and not isinstance(parent, ast.FunctionDef)
    call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    place = isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    if early or call or place or isinstance(node, DROPPED):
        yield ast.Pass()


def names_of(node):
    """The name of a function that is called, or that a statement binds."""
    node = getattr(node, "targets", [getattr(node, "target", node)])[0]
    return getattr(node, "id", getattr(node, "attr", getattr(node, "name", None)))


def points(node, parent=None, statements=()):
    """(node, other node, statements around it from the outside in) of all changes under a node."""
    if isinstance(node, ast.Assert | ast.JoinedStr) or getattr(node, "arg", None) in GUARDS:
        return
    statements = (*statements, node) if isinstance(node, ast.stmt) else statements
    for other in changes(node, parent) if statements else ():
        yield node, other, statements
    for field, value in ast.iter_fields(node):
        if field not in UNCHANGED and not isinstance(node, ast.Raise):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from points(child, node, statements)


def sample(tree, seed, count):
    """``count`` changes: path, lines, names, what was and what is there, text of the file."""
    paths = [path for part in FOLDERS for path in (tree / "semantic_f1" / part).rglob("*.py")]
    found = [(path, *p) for path in sorted(paths) for p in points(ast.parse(path.read_bytes()))]
    print(f"{len(found)} possible changes")
    for path, node, other, statements in random.Random(seed).sample(found, count):
        source = path.read_bytes()
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        text = ast.unparse(ast.fix_missing_locations(other))
        text = text if isinstance(other, ast.stmt) else f"({text})"
        outer = [one for one in statements[:-1] if isinstance(one, ast.FunctionDef)][:1]
        yield {
            "path": path,
            "lines": range(statements[-1].lineno, node.end_lineno + 1),
            "function": [(f.name, min(x.lineno for x in (f, *f.decorator_list))) for f in outer],
            "name": names_of(statements[-1]),
            "change": f"{source[begin:end].decode()} -> {text}",
            "source": source[:begin] + text.encode() + source[end:],
        }


def make_map(folder):
    """Copy the tree; which lines the first and the last case of each test run."""
    try:
        from coverage import Coverage
    except ImportError:
        sys.exit("coverage is missing: pip install --target COVERAGE coverage, PYTHONPATH=COVERAGE")
    tree, cases, failed = folder / "tree", defaultdict(list), {""}
    for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
    os.chdir(tree)
    measured = Coverage(data_file=None, source=["semantic_f1"])

    class Recorder:
        def pytest_collection_modifyitems(self, items):
            for item in items:
                cases[item.nodeid.split("[")[0]].append(item.nodeid)
            ends = {test for many in cases.values() for test in (many[0], many[-1])}
            items[:] = [item for item in items if item.nodeid in ends]

        def pytest_runtest_logstart(self, nodeid):
            measured.switch_context(nodeid)

        def pytest_runtest_logreport(self, report):
            failed.update([report.nodeid] if report.outcome != "passed" else [])

    hypothesis.settings.register_profile("mutants", deadline=None, max_examples=10)
    measured.start()
    pytest.main([*OPTIONS, "-m", "not long", *TESTS], [Recorder()])
    measured.stop()
    data, lines = measured.get_data(), {}
    for path in data.measured_files():
        found = data.contexts_by_lineno(path).items()
        by_line = {n: sorted({t.split("[")[0] for t in {*tests} - failed}) for n, tests in found}
        lines[str(Path(path).relative_to(tree))] = by_line
    (folder / "map.json").write_text(json.dumps([lines, cases]))


class Loop:
    """Plugin of pytest: tests are collected once, and run in one process per change."""

    def __init__(self, options):
        self.folder, self.options, self.outcomes = options.folder, options, Counter()
        self.lines, self.cases = json.loads((options.folder / "map.json").read_text())
        names = (names for by_line in self.lines.values() for names in by_line.values())
        self.sizes = Counter(chain.from_iterable(names))

    def tests_of(self, one):
        """Tests that run a change: a case per function first, and of those what runs few lines."""
        tree = self.folder / "tree"
        covered = self.lines.get(str(one["path"].relative_to(tree)), {})
        found = {test for n in one["lines"] for test in covered.get(str(n), ())}
        # What runs at import is seen by the code that uses its name.
        for path, by_line in {} if found or one["function"] else self.lines.items():
            for line, text in enumerate((tree / path).read_text().splitlines(), 1):
                if re.search(rf"\b{one['name']}\b", text):
                    found.update(by_line.get(str(line), ()))
        ranked = ((n, self.sizes[f], test) for f in found for n, test in enumerate(self.cases[f]))
        return [test for *_, test in sorted(ranked)][:MOST_TESTS]

    def pytest_runtestloop(self, session):
        """All changes, each in a separate process, which ends in any case."""
        gc.unfreeze()
        live, items = defaultdict(list), {item.nodeid: item for item in session.items}
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                code = function.__code__
                live[code.co_filename, code.co_name, code.co_firstlineno].append(function)
        mutants = sample(self.folder / "tree", self.options.seed, self.options.count)
        for number, one in enumerate(mutants):
            if number not in (self.options.only or [number]):
                continue
            tests = list(items) if self.options.tests else self.tests_of(one)
            before, log = one["path"].read_bytes(), self.folder / "log"
            functions = [f for name in one["function"] for f in live[(str(one["path"]), *name)]]
            sys.stdout.flush()
            process = os.fork()
            if not process:
                signal.alarm(20 * SECONDS)
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
                resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
                for stream in (1, 2):
                    os.dup2(
                        os.open(log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_APPEND), stream
                    )
                session.items[:] = [items[test] for test in tests if test in items]
                os._exit(self.failures(session, one, functions))
            status = os.waitpid(process, 0)[1]
            one["path"].write_bytes(before)
            ended = "timed out" if os.WIFSIGNALED(status) else "caught" if status else "survived"
            self.outcomes[ended] += 1
            place = f"{one['path'].relative_to(self.folder / 'tree')}:{one['lines'][0]}"
            print(f"{number} {ended}, {len(tests)} tests: {place} {one['change']}")
            print("   ", *log.read_text(errors="replace").splitlines()[-1:])
        print(dict(self.outcomes))
        return True

    def failures(self, session, one, functions):
        """Number of tests that fail with a change, up to one; without functions it is at import."""
        if session.items and not functions:
            one["path"].write_bytes(one["source"])
            for stale in (one["path"].parent / "__pycache__").glob(f"{one['path'].stem}.*"):
                stale.unlink()
            tests = [item.nodeid for item in session.items]
            return subprocess.run([sys.executable, "-Bm", "pytest", "-qx", *tests]).returncode
        codes = [compile(one["source"], one["path"], "exec")]
        for code in codes:
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
            if (code.co_name, code.co_firstlineno) == one["function"][0]:
                for function in functions:
                    function.__code__ = code
        for item in session.items:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if session.testsfailed:
                print(item.nodeid, flush=True)
                return 1
        return 0


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=lambda text: Path(text).resolve())
    parser.add_argument("--map", action="store_true", help="copy the tree, and see what tests run")
    parser.add_argument("--count", type=int, default=200, help="number of changes")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    parser.add_argument("--only", type=int, nargs="+", help="numbers of changes to try")
    parser.add_argument("--tests", nargs="+", help="tests to try them with, from the checkout")
    options = parser.parse_args()
    if options.map:
        sys.exit(make_map(options.folder))
    os.chdir(options.folder / "tree")
    if options.tests:
        shutil.copytree(ROOT / "tests", "tests", dirs_exist_ok=True)
    phases = [phase for phase in hypothesis.Phase if phase.name not in ("shrink", "explain")]
    hypothesis.settings.register_profile(
        "mutants", deadline=None, phases=phases, database=None, max_examples=25
    )
    pytest.main([*OPTIONS, "-s", "-m", "not long", *(options.tests or TESTS)], [Loop(options)])


if __name__ == "__main__":
    main()
