"""The changes of CONTRIBUTING's tour, made in a copy of the repository where the tour says."""

import json
import os
import shutil

import pytest
from helpers import in_python

FOLDERS = ("semantic_f1", "space", "tools", "docs", "similarity_matrices", "data", "examples")
FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml", "semantic_f1.py")


NAMED = "tests/test_named_things.py"


class Copy:
    """A copy of the repository, with edits in it."""

    def __init__(self, root, folder):
        self.root, self.folder, self.edited = root, folder, set()
        ignored = shutil.ignore_patterns("__pycache__", "*.png")
        for name in FOLDERS:
            shutil.copytree(root / name, folder / name, ignore=ignored)
        for name in FILES:
            shutil.copy(root / name, folder / name)
        (folder / "tests").mkdir()
        for path in (root / "tests").glob("*.py"):
            shutil.copy(path, folder / "tests" / path.name)

    def put(self, path, anchor, text, *, after=False):
        """Add text before, or after, the only place of an anchor."""
        file = self.folder / path
        source = file.read_text(encoding="utf-8")
        assert source.count(anchor) == 1, (path, anchor, source.count(anchor))
        both = anchor + text if after else text + anchor
        file.write_text(source.replace(anchor, both), encoding="utf-8")
        text = (self.root / "CONTRIBUTING.md").read_text(encoding="utf-8")
        tour = text.split("## Layout")[0] + text.split("## Rules")[1]
        assert path.removeprefix("semantic_f1/") in tour, "the tour names the files of a change"
        self.edited.add(path)

    def take(self, path, text):
        """Take away the only place of a text."""
        self.put(path, text, "")
        file = self.folder / path
        file.write_text(file.read_text(encoding="utf-8").replace(text, ""), encoding="utf-8")

    def run(self, *arguments, **options):
        paths = os.pathsep.join(str(self.folder / name) for name in ("", "tests", "tools"))
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONWARNINGS": "ignore"}
        return in_python(*arguments, cwd=self.folder, env=environment, **options)

    def answer(self, source):
        """JSON that a script prints."""
        return json.loads(self.run("-c", "import json\n" + source).stdout.splitlines()[-1])

    def forgets(self, *words):
        """tests/test_named_things.py names what was forgotten in the copy; no words: nothing."""
        which = "functions or formulas or documented or told"
        done = self.run("-m", "pytest", "-q", "-k", which, NAMED, status=None)
        said = done.stdout + done.stderr
        assert done.returncode == bool(words), said[-2000:]
        assert all(word in said for word in words), said


@pytest.fixture
def copy(root, tmp_path):
    return Copy(root, tmp_path / "copy")


ROOTED = """

def _weights_of_rooted(support):
    return np.sqrt(support)


def _rooted(counts, per_label, choices):
    weights = _weights_of_rooted(counts.support)
    total = _sum_of_labels(weights, choices)
    sums = (_sum_of_labels(x * weights, choices) for x in per_label)
    return Scores(*(divide(x, total) for x in sums))


def _slopes_of_rooted(columns, choices):
    weights = _weights_of_rooted(columns[..., 3, :])
    total = weights.sum(axis=-1)
    per_label = COUNTINGS[choices.counting].scores(*np.moveaxis(columns, -2, 0))
    mean = [divide((x * weights).sum(axis=-1), total) for x in per_label]
    share = divide(weights, total[..., None])
    slopes = _slopes_of_labels(columns, choices) * share[..., None, None, :]
    for place, scores in enumerate(per_label):
        moved = (scores - mean[place][..., None]) * divide(1.0, 2 * weights)
        slopes[..., place, 3, :] += divide(moved, total[..., None])
    return slopes
"""


def test_an_average(copy):
    table, formulas = "semantic_f1/average_table.py", "semantic_f1/scoring/averages.py"
    copy.put(table, '"macro", "weighted"', ', "rooted"', after=True)
    copy.put(
        table,
        "        Average(None,",
        '        Average("rooted", "by the root of how often gold", "none", "labels",'
        ' "shares", 5, curve=False),\n',
    )
    copy.forgets("rooted")
    copy.put(formulas, "\nCOUNTINGS: NameTable", ROOTED)
    copy.put(
        formulas,
        "        None: Formula(",
        '        "rooted": Formula(_rooted, _slopes_of_rooted),\n',
    )
    assert copy.edited == {table, formulas}
    found = copy.answer(
        """
import numpy as np
from semantic_f1 import SemanticF1
from semantic_f1.result_table import row_of_key
rng = np.random.default_rng(0)
labels = ["joy", "love", "anger"]
def drawn():
    return [list(rng.choice(labels, rng.integers(1, 3), replace=False)) for _ in range(80)]
sides = [drawn(), drawn()]
metric = SemanticF1(similarity="plutchik", labels=labels)
given = {"predictions": sides[0], "references": sides[1]}
each = metric.compute(**given, average=None)
weight = np.sqrt(each["support"])
found = metric.compute(**given, average=["rooted"], n_resamples=400)
report = metric.report(*sides, output="dict")
ranked = metric.rank({"a": sides[0], "b": sides[1]}, sides[1], average="rooted", n_resamples=400)
left = [metric.compute(predictions=sides[0][:i] + sides[0][i + 1:],
    references=sides[1][:i] + sides[1][i + 1:], average="rooted")["semantic_f1"] for i in range(80)]
row_of_key("semantic_f1_rooted_low")
print(json.dumps({
    "expected": float(np.dot(weight, each["semantic_f1"]) / weight.sum()),
    "score": found["semantic_f1_rooted"],
    "ends": [found["semantic_f1_rooted_low"], found["semantic_f1_rooted_high"]],
    "error": found["semantic_f1_rooted_standard_error"],
    "jackknife": float(np.sqrt(79 / 80 * np.sum((np.array(left) - np.mean(left)) ** 2))),
    "report": report["averages"]["rooted"]["semantic"]["f1"],
    "best": ranked["best"],
    "help": '"rooted" (eq. none)' in metric.inputs_description,
}))
"""
    )
    assert found["score"] == pytest.approx(found["expected"], abs=1e-12)
    assert found["report"] == pytest.approx(found["expected"], abs=1e-12)
    assert found["ends"][0] < found["score"] < found["ends"][1]
    assert found["error"] == pytest.approx(found["jackknife"], rel=0.05)
    assert found["best"] == ["b"]
    assert found["help"]
    copy.run("tools/make_options_page.py")
    page = (copy.folder / "docs" / "options.md").read_text(encoding="utf-8")
    assert "`_rooted`" in page
    assert '"rooted"' in page
    copy.forgets()


HELLINGER = '''
@_by_blocks
def hellinger(predictions, targets):
    """Hellinger distance, from 0 to 1."""
    return np.sqrt(((np.sqrt(predictions) - np.sqrt(targets)) ** 2).sum(axis=1) / 2)


'''


def test_a_distance(copy):
    table, functions = "semantic_f1/distance_table.py", "semantic_f1/scoring/distributions.py"
    copy.put(
        table,
        '        Distance("target_entropy"',
        '        Distance("hellinger_distance", "Hellinger distance", 1, "lower", "Lower.",\n'
        '            "root of half the sum of (sqrt p - sqrt t)^2", page=8),\n',
    )
    copy.forgets("hellinger_distance")
    copy.put(functions, "# Distances of rows alone;", HELLINGER)
    copy.put(
        functions,
        '        "jensen_shannon_distance": jensen_shannon_distance,\n',
        '        "hellinger_distance": hellinger,\n',
        after=True,
    )
    found = copy.answer(
        """
from semantic_f1 import SemanticF1
from semantic_f1.distance_table import SOFT_DISTANCES
from semantic_f1.result_table import row_of_key
from space.annotators.numbers import DISTANCES
soft = SemanticF1("soft", labels=["a", "b"])
rows = [[0.36, 0.64]] * 3 + [[1, 0]], [[1, 0]] * 4
found = soft.compute(predictions=rows[0], references=rows[1], n_resamples=400)
systems = {"a": rows[0], "b": rows[1]}
ranked = soft.rank(systems, rows[1], measure="hellinger_distance", n_resamples=400)
print(json.dumps({
    "score": found["hellinger_distance"], "low": found["hellinger_distance_low"],
    "best": ranked["best"], "brief": SOFT_DISTANCES["hellinger_distance"].brief,
    "space": [row.name for row in DISTANCES][-1],
    "row": row_of_key("hellinger_distance", "soft").highest,
    "pointwise": soft.pointwise(*rows)["hellinger_distance"],
}))
"""
    )
    one = ((1 - 0.6) ** 2 / 2 + 0.8**2 / 2) ** 0.5
    assert found["pointwise"] == pytest.approx([one, one, one, 0])
    assert found["score"] == pytest.approx(one * 3 / 4)
    assert found["low"] < found["score"]
    assert (found["best"][0], found["row"]) == ("b", 1)
    assert (found["brief"], found["space"]) == ("0 to 1, lower is better", "hellinger_distance")
    copy.run("tools/make_options_page.py")
    page = (copy.folder / "docs" / "distributions.md").read_text(encoding="utf-8")
    assert "| `hellinger_distance` |" in page
    copy.forgets()


ARROW = """
def _read_arrow(source: Source, wanted):
    import pyarrow as pa

    source.unit = "row"
    table = pa.ipc.open_file(source.handle).read_all()

    def rows(*wanted_columns: int):
        cells = [table.column(place).to_pylist() for place in wanted_columns]
        yield from zip(range(1, len(table) + 1), zip(*cells, strict=True), strict=True)

    return TableInfo(source.format, None, table.column_names, None, None), rows


"""


def test_a_file_format(copy):
    formats = "semantic_f1/files/formats.py"
    copy.take(formats, '    (b"ARROW1\\x00\\x00", "an Arrow file", "save it as Parquet"),\n')
    copy.put(formats, '    "parquet": FileFormat(', ROW)
    copy.put(formats, "def class_names_of(schema)", ARROW.lstrip("\n"))
    assert copy.edited == {formats}
    found = copy.answer(
        """
import pyarrow as pa
from semantic_f1 import SemanticF1
table = pa.table({"predictions": [["joy"], ["love"]], "references": [["joy"], ["anger"]]})
with pa.OSFile("rows.arrow", "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
    writer.write_table(table)
metric = SemanticF1(similarity="plutchik")
read = metric.read_file("rows.arrow", account=False)
print(json.dumps([metric.compute(**read), metric.compute(
    predictions=[["joy"], ["love"]], references=[["joy"], ["anger"]])]))
"""
    )
    assert found[0] == found[1]


ROW = '    "arrow": FileFormat("Arrow", (".arrow",), _read_arrow, is_binary=True),\n'


@pytest.mark.space
def test_a_column_of_the_table_of_labels(copy):
    page = "space/score/result.py"
    copy.put(page, '    heads = ["Label", "Gold",', ' "Predicted",', after=True)
    copy.put(page, """f"{row['support']:,g}",""", """ f"{row['predicted']:,g}",""", after=True)
    assert copy.edited == {page}
    found = copy.answer(
        """
from types import SimpleNamespace
from semantic_f1 import SemanticF1
from space.score.result import _labels
report = SemanticF1(similarity="plutchik").report([["joy"]] * 7, [["love"]] * 7, output="dict")
rows = report["rows"]
scored = SimpleNamespace(under=[SimpleNamespace(per_label=rows)], labels=lambda: rows)
print(json.dumps(_labels(scored)))
"""
    )
    assert "Predicted" in found


def test_a_bundled_similarity(copy):
    """A file of values, its builder, README and CHANGELOG; its test is this one."""
    card = json.loads(
        (copy.root / "similarity_matrices" / "plutchik.json").read_text(encoding="utf-8")
    )
    card |= {"name": "halves", "title": "Halves", "prefix_widths": [], "labels": [], "values": []}
    (copy.folder / "similarity_matrices" / "halves.json").write_text(json.dumps(card))
    builders = "tools/build_matrices.py"
    copy.put(builders, '    "mfrc": mfrc,\n', '    "halves": halves,\n', after=True)
    copy.put(builders, "BUILDERS = {", HALVES)
    copy.run("tools/build_matrices.py")
    copy.forgets("halves", "README.md")
    copy.put("README.md", "| `mfrc` |", "| `halves` | 2 | | a test | .5 | made up |\n")
    copy.put("CHANGELOG.md", "- **Metric** for", "- `halves`\n")
    found = copy.answer(
        """
from semantic_f1 import SemanticF1, similarity
print(json.dumps([similarity.names(), SemanticF1(similarity="halves").compute(
    predictions=[["a"]], references=[["b"]])["semantic_f1"]]))
"""
    )
    assert "halves" in found[0]
    assert found[1] == 0.5
    copy.forgets()


HALVES = """def halves(card, data):
    return ["a", "b"], [[1, 0.5], [0.5, 1]]


"""
