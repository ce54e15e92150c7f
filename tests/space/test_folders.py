"""Rules of the Space's folders, read off the syntax trees."""

import ast
from pathlib import Path

import pytest

SPACE = Path(__file__).resolve().parents[2] / "space"
FILES = sorted(SPACE.rglob("*.py"))
PAGES = {"score", "similarity", "compare", "annotators", "example"}
# From a folder to those that it may import from, beside itself.
MAY = {page: {"frame"} for page in PAGES} | {
    "frame": set(),
    "api": {"frame", *PAGES},
    "": {"frame", "api", *PAGES},
}
MOST_LINES, MOST_OF_A_FUNCTION = 400, 60


def problems(text, folder):
    """Offences of a module in a folder of the Space against the rules, as texts."""
    tree, found = ast.parse(text), []
    for node in ast.walk(tree):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            # In space/page.py one point is the Space itself; in its folders it takes two.
            inside = (node.module or node.names[0].name).split(".")[0]
            home = node.level - 1 == bool(folder)
            if home and inside != folder and inside not in MAY[folder]:
                found.append(f"{node.lineno}: imports {inside}")
            if node.level > 1 + bool(folder):
                found.append(f"{node.lineno}: imports from outside of the Space")
        for name in modules:
            # Its table of flags is data.
            if name.startswith("semantic_f1.commandline") and ".flags." not in name:
                found.append(f"{node.lineno}: imports the command line")
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_OF_A_FUNCTION:
                found.append(f"{node.lineno}: {node.name} has {lines} lines")
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("jobs.run"):
            job = node.args[0]
            if isinstance(job, (ast.Constant, ast.Lambda, ast.JoinedStr)):
                found.append(f"{node.lineno}: a job is a function at the top of a module")
    if text.count("\n") > MOST_LINES:
        found.append(f"has {text.count(chr(10))} lines")
    return found


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SPACE)) for path in FILES])
def test_a_module_keeps_the_rules(path):
    folder = path.parent.name if path.parent != SPACE else ""
    assert problems(path.read_text(encoding="utf-8"), folder) == []


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        ("score", "from ..compare import work"),
        ("score", "from .. import compare"),
        ("frame", "from ..score.work import score_file"),
        ("frame", "from ..api import endpoints"),
        ("score", "from ...tests import pages"),
        ("score", "from semantic_f1.commandline.main import name_row"),
        ("frame", "import semantic_f1.commandline.main"),
        ("score", 'jobs.run("score_file", ())'),
        ("api", "jobs.run(lambda: 0, ())"),
        ("score", "def long():\n" + "    pass\n" * MOST_OF_A_FUNCTION),
        ("score", "x = 0\n" * (MOST_LINES + 1)),
    ],
)
def test_the_rules_can_fail(folder, text):
    assert len(problems(text, folder)) == 1


def test_jobs_can_be_sent_to_a_process():
    import pickle

    from space.annotators.work import judge
    from space.compare.work import compare_systems, compare_two
    from space.score.work import score_file, side_by_side, threshold_curve

    jobs = (judge, compare_systems, compare_two)
    for job in (*jobs, score_file, side_by_side, threshold_curve):
        assert pickle.loads(pickle.dumps(job)) is job
