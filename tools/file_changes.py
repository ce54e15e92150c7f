"""Number of times that ``compute`` goes from one file of the package to another; --list names them.

Counted are calls of a function by a function of another file. Not counted are accessors
(properties, and functions of one line) and the quotients of ratios.py, which stand for operators.
"""

import linecache
import sys
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "semantic_f1"


def is_accessor(code):
    """True for the code of a property, and of a function whose work stands on one line."""
    first = linecache.getline(code.co_filename, code.co_firstlineno)
    lines = {line for *_, line in code.co_lines() if line and line > code.co_firstlineno}
    return "property" in first or len(lines) <= 1


def changes_of(**options):
    """Counter of (file that calls, file, function) in one call on 120 examples with names."""
    from semantic_f1 import SemanticF1

    counted, labels = Counter(), ["anger", "fear", "joy", "sadness"]
    gold = [[label] for label in labels] * 30
    metric = SemanticF1(similarity="plutchik", labels=labels, **options)

    def profile(frame, event, _):
        code = [each.f_code for each in (frame.f_back, frame) if each and event == "call"]
        paths = [Path(each.co_filename) for each in code]
        changes = len({*paths}) == 2 and all(PACKAGE in path.parents for path in paths)
        if changes and paths[1].name != "ratios.py" and not is_accessor(code[1]):
            names = (str(path.relative_to(PACKAGE)) for path in paths)
            counted[(*names, code[1].co_name)] += 1

    for profiled in (None, profile):
        sys.setprofile(profiled)
        metric.compute(predictions=[*gold[1:61], *gold[60:]], references=gold)
    sys.setprofile(None)
    return counted


if __name__ == "__main__":
    sys.path.insert(0, str(PACKAGE.parent))
    for average in ("macro", "samples"):
        counted = changes_of(average=average, n_resamples=1000)
        print(f"{average}: {sum(counted.values())} changes of file")
        if "--list" in sys.argv:
            print(*(f"  {n:3} {' -> '.join(calls)}\n" for calls, n in counted.items()), sep="")
