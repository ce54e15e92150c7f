"""How often ``compute`` goes from one file of the package to another.

    python tools/file_changes.py          print the figures
    python tools/file_changes.py --list   and each pair of files, with the function that is called

Counted are calls of a function by a function of another file. Not counted are accessors
(properties, and functions of one line) and the quotients of ratios.py, which stand for operators.
120 examples with names are scored, with 1,000 resamples.
"""

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "semantic_f1"
sys.path.insert(0, str(PACKAGE.parent))
LABELS = ["anger", "fear", "joy", "sadness"]
GOLD = [[label] for label in LABELS] * 30
PREDICTED = [*GOLD[1:61], *GOLD[60:]]


@cache
def accessors(path):
    """First lines, decorators included, of the properties and functions of one line of a file."""
    found = set()
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[ast.get_docstring(node) is not None :]
            decorators = {ast.unparse(each) for each in node.decorator_list}
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            if lines <= 1 or decorators & {"property", "cached_property"}:
                found.add(min([node.lineno, *(each.lineno for each in node.decorator_list)]))
        elif isinstance(node, ast.Lambda):
            found.add(node.lineno)
    return found


def changes_of(average):
    """Counter of (file that calls, file, function) in one call of ``compute``."""
    from semantic_f1 import SemanticF1

    metric, counted = SemanticF1(similarity="plutchik", labels=LABELS), Counter()
    data = {"predictions": PREDICTED, "references": GOLD, "average": average, "n_resamples": 1000}
    metric.compute(**data)

    def profile(frame, event, _):
        caller, code = frame.f_back, frame.f_code
        if event != "call" or caller is None or caller.f_code.co_filename == code.co_filename:
            return
        paths = [Path(each.co_filename) for each in (caller.f_code, code)]
        if all(PACKAGE in path.parents for path in paths) and paths[1].name != "ratios.py":
            if code.co_firstlineno not in accessors(code.co_filename):
                counted[(*(str(p.relative_to(PACKAGE)) for p in paths), code.co_name)] += 1

    sys.setprofile(profile)
    metric.compute(**data)
    sys.setprofile(None)
    return counted


if __name__ == "__main__":
    for average in ("macro", "samples"):
        counted = changes_of(average)
        print(f"{average}: {sum(counted.values())} changes of file")
        for (caller, called, name), times in counted.items() if "--list" in sys.argv else ():
            print(f"  {times:3} {caller} -> {called}: {name}")
