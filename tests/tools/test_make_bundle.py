"""tools/make_bundle.py: whatever breaks a rule of the package makes --check fail, and is named."""

import ast

import make_bundle
import pytest
from conftest import ROOT

OF_COUNTS = "from ..scoring.counts import count\n\n\ndef {}(x):\n    return count(x)\n"
# A package that keeps all rules: its files and what stands in them.
PACKAGE = {
    "__init__.py": "from .metric import SemanticF1\n",
    "messages.py": "import json\n\nLIMIT = 3\n\n\ndef quote(text):\n    return json.dumps(text)\n",
    "inputs/reading.py": ('"""Reading."""\n\nfrom ..messages import LIMIT, quote\n\n\n'
        "def read(x):\n    import scipy\n\n    return scipy, quote(x)[:LIMIT]\n"),
    "inputs/configs.py": "from .reading import read\n\n\ndef both(x):\n    return read(x), x\n",
    "scoring/counts.py": "import numpy as np\n\n\ndef count(x):\n    return np.sum(x)\n",
    "comparisons/systems.py": OF_COUNTS.format("rank"),
    "reports/contents.py": OF_COUNTS.format("tell"),
    "metric.py": ("from .comparisons.systems import rank\nfrom .inputs.configs import both\n"
        "from .reports.contents import tell\n\n\n"
        "class SemanticF1:\n    def all(self, x):\n        return rank(x), both(x), tell(x)\n"),
    "commandline/main.py": ("from ..messages import LIMIT\n\n\n"
        "def quote(x):\n    from ..metric import SemanticF1\n\n    return SemanticF1(), LIMIT\n"),
}  # fmt: skip


@pytest.fixture
def checkout(tmp_path):
    """A checkout of the package that keeps all rules, its bundle made."""
    for name, text in PACKAGE.items():
        path = tmp_path / "semantic_f1" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    make_bundle.main(["--root", str(tmp_path)])
    return tmp_path


def check(checkout):
    """Message of --check for a checkout; empty where it has nothing to say."""
    try:
        make_bundle.main(["--check", "--root", str(checkout)])
    except SystemExit as end:
        return str(end)
    return ""


def add(checkout, name, text):
    """Add lines at the end of a module of the package, or make it."""
    path = checkout / "semantic_f1" / name
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    path.parent.mkdir(exist_ok=True)
    path.write_text(before + text, encoding="utf-8")


def test_a_package_that_keeps_the_rules_passes_and_its_bundle_works(checkout):
    assert check(checkout) == ""
    text = (checkout / "bundle.py").read_text(encoding="utf-8")
    assert "commandline" not in text and "from ." not in text
    space = {}
    exec(compile(text, "bundle.py", "exec"), space)
    assert space["tell"]([1, 2]) == 3
    assert space["quote"]("é") == '"\\u00e9"'


def test_a_changed_a_stale_and_a_missing_bundle(checkout):
    bundle = checkout / "bundle.py"
    whole = bundle.read_text(encoding="utf-8")
    for text in (whole + "\n# a remark\n", whole.replace("LIMIT = 3", "LIMIT = 4"), None):
        bundle.unlink() if text is None else bundle.write_text(text, encoding="utf-8")
        assert "run make bundle" in check(checkout)
    bundle.write_text(whole, encoding="utf-8")
    add(checkout, "messages.py", "\nMORE = 1\n")
    assert "run make bundle" in check(checkout)
    make_bundle.main(["--root", str(checkout)])
    assert check(checkout) == ""
    assert bundle.read_text(encoding="utf-8") != whole


A = "scoring/a.py"
FORGOTTEN = "is used and neither bound nor imported"
BROKEN = [
    ("inputs/upward.py", OF_COUNTS.format("used"), "inputs must not import from scoring"),
    (A, "from ..metric import SemanticF1\n", "scoring must not import from metric"),
    ("reports/a.py", "from ..comparisons.systems import rank\n\nRANK = rank\n",
        "reports must not import from comparisons"),
    ("comparisons/a.py", "from ..reports.contents import tell\n\nTELL = tell\n",
        "comparisons must not import from reports"),
    ("metric.py", "\nfrom .commandline.main import main\n",
        "metric must not import from commandline"),
    ("others/a.py", "X = 1\n", "'others' is not among the LAYERS"),
    ("inputs/reading.py", "\nfrom .configs import both\n\nBOTH = both\n", "a circle of imports: "),
    (A, "def quote(x):\n    pass\n", "quote is at the top of"),
    (A, "class SemanticF1:\n    pass\n", "SemanticF1 is at the top"),
    (A, "LIMIT = 3\n", "LIMIT is at the top of"),
    (A, "for LIMIT in range(3):\n    pass\n", "LIMIT is at the top of"),
    (A, "if True:\n\n    def quote(x):\n        return x\n", "quote is at the top of"),
    (A, "def sum(x):\n    return x\n", "sum is a builtin of Python"),
    (A, "import numpy.ma as np\n\nX = np\n", "import numpy as np; elsewhere import numpy.ma as np"),
    ("reports/a.py", "def json(x):\n    pass\n", "json is also"),
    (A, "def f(x):\n    return quote(x)\n", f"scoring/a.py: quote {FORGOTTEN}"),
    (A, "F = quote(1)\n", f"quote {FORGOTTEN}"),
    (A, "def f(x=LIMIT):\n    pass\n", f"LIMIT {FORGOTTEN}"),
    (A, "class A:\n    limit = LIMIT\n", f"LIMIT {FORGOTTEN}"),
    (A, "class A:\n    def f(self): return [quote(x) for x in 'ab']\n", f"quote {FORGOTTEN}"),
    ("reports/a.py", "def f(x):\n    return np.sum(x)\n", f"np {FORGOTTEN}"),
    (A, "from semantic_f1.messages import quote\n\nQ = quote\n", "from the package relatively"),
    (A, "import semantic_f1.messages\n\nQ = semantic_f1\n", "from the package relatively"),
    (A, "from .. import messages\n\nQUOTE = messages\n", "is no module of the package"),
    (A, "from ..messages import *\n", "does not define *"),
    (A, "from ..messages import quote as q\n\nQUOTE = q\n", "import quote by its own name"),
    (A, "from ..messages import _quote\n\nQUOTE = _quote\n", "_quote is private to messages"),
    ("metric.py", "\nfrom .inputs.reading import quote\n", "inputs.reading does not define quote"),
    (A, "def f(x):\n    from ..messages import quote\n", "imported at the top"),
    (A, "if True:\n    from ..messages import quote\n", "imported at the top"),
    (A, "from .b import c\n", "'scoring.b' is no module"),
    (A, "F = __file__\n", "__file__ would mean the bundle's"),
    (A, "def f():\n    return __name__\n", "__name__ would mean"),
    (A, "def f():\n    return globals()\n", "globals would mean"),
    (A, '__all__ = ["f"]\n', "__all__ is for __init__.py"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), BROKEN)
def test_a_broken_rule_is_named(checkout, name, text, message):
    add(checkout, name, text)
    for arguments in (["--check"], []):
        # Nor is a bundle made of it.
        with pytest.raises(SystemExit) as error:
            make_bundle.main([*arguments, "--root", str(checkout)])
        assert message in str(error.value)
        assert "run make bundle" not in str(error.value)
    assert "used" not in (checkout / "bundle.py").read_text(encoding="utf-8")


def test_the_command_line_may_have_names_and_late_imports_of_its_own(checkout):
    add(checkout, "commandline/more.py", "def rank():\n    from ..metric import SemanticF1 as S\n")
    assert "by its own name" in check(checkout)
    path = checkout / "semantic_f1" / "commandline" / "more.py"
    path.write_text("def rank():\n    from ..metric import SemanticF1\n\n    return SemanticF1\n")
    assert check(checkout) == ""


def test_quality_and_bundle_run_the_tool():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {part.split(":", 1)[0]: part for part in makefile.split("\n\n")}
    assert "tools/make_bundle.py --check" in targets["quality"]
    assert "tools/make_bundle.py\n" in targets["bundle"] + "\n"


AWKWARD = '''
@decorated(
    1,  # a comment
)
def f(a, *, b={}):
    """A docstring of

    three lines # that stay."""
    # A comment.
    text = f"{a!r:>{b}}" f"{{{a}}}" "#" \\
        "joined"

    return (
        [x
         for x in a if x  # why
         ],
        """two
lines""",
    )


class C: x = 1; y = 2
'''


def test_a_line_a_statement_is_the_same_code():
    text = make_bundle.compact(AWKWARD)
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(AWKWARD))
    assert text.split("\n")[:2] == ["@decorated(1,)", "def f(a, *, b={}):"]
    assert "comment" not in text and "# that stay" in text and "\n\nclass" not in text
    for module in make_bundle.read_package(ROOT):
        again = make_bundle.compact(module.text)
        assert ast.dump(ast.parse(again)) == ast.dump(module.tree), module.name
