"""Number of times that ``compute`` goes from one file of the package to another; --list names them.

Counted are calls of a function by a function of another file. Not counted are accessors
(properties, and functions of one line) and the quotients of ratios.py, which stand for operators.
"""

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "semantic_f1"
LABELS = ["anger", "fear", "joy", "sadness"]


@cache
def accessors(path):
    """First lines, decorators included, of the properties and functions of one line of a file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            body = node.body[ast.get_docstring(node) is not None :]
            is_property = any("property" in ast.unparse(each) for each in node.decorator_list)
            if is_property or not body or body[-1].end_lineno == body[0].lineno:
                found.add(min(each.lineno for each in (node, *node.decorator_list)))
    return found


def changes_of(**options):
    """Counter of (file that calls, file, function) in one call on 120 examples with names."""
    from semantic_f1 import SemanticF1

    gold, counted = [[label] for label in LABELS] * 30, Counter()
    metric = SemanticF1(similarity="plutchik", labels=LABELS, **options)
    data = {"predictions": [*gold[1:61], *gold[60:]], "references": gold}

    def profile(frame, event, _):
        callers = (frame.f_back, frame) if event == "call" and frame.f_back else ()
        paths = [Path(each.f_code.co_filename) for each in callers]
        if len({*paths}) < 2 or not all(PACKAGE in path.parents for path in paths):
            return
        name, line = frame.f_code.co_name, frame.f_code.co_firstlineno
        is_operator = paths[1].name == "ratios.py" or name == "<lambda>"
        if not is_operator and line not in accessors(paths[1]):
            counted[(*(str(path.relative_to(PACKAGE)) for path in paths), name)] += 1

    metric.compute(**data)
    sys.setprofile(profile)
    metric.compute(**data)
    sys.setprofile(None)
    return counted


if __name__ == "__main__":
    sys.path.insert(0, str(PACKAGE.parent))
    for average in ("macro", "samples"):
        counted = changes_of(average=average, n_resamples=1000)
        print(f"{average}: {sum(counted.values())} changes of file")
        for calls, times in counted.items() if "--list" in sys.argv else ():
            print(f"  {times:3} {' -> '.join(calls)}")
