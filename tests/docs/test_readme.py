"""The README and the pages in docs/: all code runs as written, and prints what it shows."""

import ast
import importlib.util
import json
import pydoc
import re
import shlex
import subprocess
import sys

import make_reference
import numpy as np
import pytest
from conftest import ROOT
from fresh_python import WITH_TRANSFORMERS, FreshPython
from pages import PAGES, blocks

from semantic_f1 import SemanticF1
from semantic_f1.similarities import Similarities

README = PAGES["README.md"]
# The code of docs/space.md runs in tests/space, against a running Space.
WITHOUT_CODE = {
    "docs/README.md", "docs/options.md", "docs/release.md", "docs/space.md",
    "docs/vocabularies.md",
    # Texts: the numbers of the definition are worked out by hand.
    "docs/definition.md", "docs/annotators.md", "docs/files-and-inputs.md", "docs/limitations.md",
}  # fmt: skip


PYTHON = blocks("python", PAGES)
COMMANDS = [
    block
    for block in blocks("bash", PAGES)
    if block.code.startswith(("semantic-f1 ", "python ", "cp ")) and block.page != "README.md"
]

RUN = (
    WITH_TRANSFORMERS
    + """
import contextlib, io, json, os, sys, traceback, warnings
results = {}
for folder, line, code in json.loads(sys.argv[1]):
    os.chdir(folder)
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        try:
            exec(compile(code, line, "exec"), {})
        except Exception:
            error = traceback.format_exc()
    texts = [str(one.message) for one in caught if one.category is UserWarning]
    results[line] = {"printed": printed.getvalue(), "warnings": texts, "error": error}
print(json.dumps(results))
"""
)


def missing_packages(code):
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module.partition(".")[0])
    return sorted(name for name in names if importlib.util.find_spec(name) is None)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return FreshPython(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory):
    """A folder per page, empty except for a link to the clone: where the pages say they run."""
    base = tmp_path_factory.mktemp("pages")

    def folder(page):
        made = base / page.replace("/", "-")
        if not made.exists():
            made.mkdir()
            (made / "semantic_f1").symlink_to(ROOT, target_is_directory=True)
        return made

    return folder


@pytest.fixture(scope="module")
def results(python, folder_of):
    """Outcome of each Python block, by its place; each has a separate namespace."""
    runnable = [
        (str(folder_of(block.page)), str(block), block.code)
        for block in PYTHON
        if not missing_packages(block.code)
    ]
    return python.run(RUN, json.dumps(runnable))


@pytest.mark.parametrize("block", PYTHON, ids=str)
def test_a_python_block_prints_what_is_shown(block, results):
    missing = missing_packages(block.code)
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: make test-harnesses runs it")
    result = results[str(block)]
    assert not result["error"]
    assert result["printed"] == block.shown
    text = " ".join(PAGES[block.page].split())
    assert [warning for warning in result["warnings"] if warning not in text] == []


PROGRAMS = {"semantic-f1": [sys.executable, ROOT / "score.py"], "python": [sys.executable]}


@pytest.mark.parametrize("page", sorted({block.page for block in COMMANDS}))
def test_the_commands_of_a_page_print_what_is_shown(page, python, folder_of):
    options = {"cwd": folder_of(page), "env": python.environment, "text": True}
    for block in COMMANDS:
        for line in block.code.splitlines() if block.page == page else ():
            program, *arguments = shlex.split(line)
            command = [*PROGRAMS.get(program, [program]), *arguments]
            done = subprocess.run(command, capture_output=True, **options)
            assert done.returncode == 0, done.stderr
            # A terminal shows both; the notes come last.
            assert done.stdout + done.stderr == block.shown, str(block)


@pytest.mark.parametrize("page", PAGES)
def test_there_are_blocks_and_all_of_them_are_tested(page):
    own = [block for block in [*PYTHON, *COMMANDS] if block.page == page]
    fences = re.findall(r"^```(\w+)$", PAGES[page], re.M)
    assert own or page in WITHOUT_CODE
    assert set(fences) <= {"python", "bash", "text", "bibtex", "yaml"}
    shown = sum(bool(block.shown) for block in own)
    assert shown == fences.count("text"), "a text block shows the output of the block before it"
    others = "".join(block.code for block in blocks("bash", [page]) if block not in COMMANDS)
    # What installs, logs in or uploads is not run.
    kept = ("make ", "pip install ", "git clone ", "hf ", "cd ")
    # tests/loader/test_install.py runs these of the README in an empty folder.
    kept += ("semantic-f1 ",) * (page == "README.md")
    assert all(line.startswith(kept) for line in others.splitlines())


def test_the_index_names_every_page():
    linked = re.findall(r"\]\(([^)]+)\)", PAGES["docs/README.md"])
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(set(linked) - {"../README.md"}) == sorted(pages - {"README.md"})
    # The navigation of the site names every page once.
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"(\S+\.md)$", text.partition("\nnav:\n")[2], re.M)
    assert sorted(named) == sorted(pages)


def test_the_reference_has_every_public_name():
    for page, owner in (("metric", SemanticF1), ("similarity", Similarities)):
        text = (ROOT / "docs" / "reference" / f"{page}.md").read_text(encoding="utf-8")
        entries = re.findall(r"^::: (\S+)$", text, re.M)
        names = make_reference.public_names(owner) - {"similarity"}
        if page == "metric":
            names |= {"DistributedCounts"}
        assert sorted(entry.rpartition(".")[2] for entry in entries) == sorted(names)
        for entry in entries:
            assert pydoc.locate(entry).__doc__, entry
    assert len(make_reference.public_names(SemanticF1)) > 30


@pytest.mark.parametrize(
    ("page", "owner"), [("calls", SemanticF1), ("builders", Similarities)], ids=["metric", "names"]
)
def test_each_public_name_has_its_row_and_a_call_that_runs(page, owner):
    rows = re.findall(r"^\| (`.*)$", PAGES[f"docs/{page}.md"], re.M)
    table = {
        name: [cell.strip() for cell in row.split(" | ")]
        for row in rows
        for name in re.findall(r"`(\w+)\(", row.partition(" | ")[0])
    }
    called = "".join(block.code for block in PYTHON)
    for name in make_reference.public_names(owner) - {"similarity"}:
        assert len(table[name]) == 4, name
        assert all(cell.strip(" |") for cell in table[name]), name
        assert re.search(rf"\b{name}\(|\.{name}, batched", called), name


def test_the_trainer_recipe_fits_what_transformers_passes_and_takes(python, folder_of):
    pytest.importorskip("transformers")
    (block,) = [block for block in PYTHON if "training_arguments" in block.code]
    code = (
        WITH_TRANSFORMERS
        + """
import json, os, sys
import numpy as np
from transformers import EvalPrediction
from transformers.training_args import TrainingArguments
os.chdir(sys.argv[1])
recipe = {}
exec(sys.argv[2], recipe)
result = recipe["compute_metrics"](
    EvalPrediction(
        predictions=np.array([[9, -9, -9, -9]], dtype=np.float32),
        label_ids=np.array([[0, 1, 0, 0]], dtype=np.float32),
    )
)
arguments = recipe["training_arguments"]
unknown = set(arguments) - set(TrainingArguments.__dataclass_fields__)
print(json.dumps([result, sorted(unknown), arguments["metric_for_best_model"] in result]))
"""
    )
    result, unknown, best_is_there = python.run(code, folder_of("other"), block.code)
    assert result["semantic_f1"] == pytest.approx(0.853553390593, abs=1e-12)
    assert unknown == [] and best_is_there


def test_the_entry_for_the_harness_is_what_it_passes_to_compute(python, folder_of):
    """The keys of the entry but for the harness's own are keywords of ``compute``."""
    yaml = pytest.importorskip("yaml")
    (block,) = blocks("yaml", ["docs/harnesses.md"])
    (entry,) = yaml.safe_load(block.code)["metric_list"]
    own = {name: entry.pop(name) for name in ("hf_evaluate", "aggregation", "higher_is_better")}
    assert own == {"hf_evaluate": True, "aggregation": "mean", "higher_is_better": True}
    code = """
import json, os, sys
import evaluate
os.chdir(sys.argv[1])
name, options = json.loads(sys.argv[2])
compute = evaluate.load(name).compute
print(json.dumps([
    compute(references=["disgust"], predictions=[answer], **options)["semantic_f1"]
    for answer in ("Anger", "rage")
]))
"""
    found = python.run(code, folder_of("other"), json.dumps([entry.pop("metric"), entry]))
    assert found == [pytest.approx(0.853553390593, abs=1e-12), 0]


def test_the_examples_of_the_docstrings_run_through_the_loader(python, folder_of):
    code = """
import doctest, json, os, sys
import evaluate
os.chdir(sys.argv[1])
text = evaluate.load("semantic_f1").inputs_description
test = doctest.DocTestParser().get_doctest(text, {"evaluate": evaluate}, "examples", None, 0)
printed = []
result = doctest.DocTestRunner(verbose=False).run(test, out=printed.append)
print(json.dumps([result.attempted, printed]))
"""
    attempted, failures = python.run(code, folder_of("other"))
    assert failures == []
    assert attempted >= 3


def test_the_readme_is_short_and_shows_a_score_at_once(load):
    body = README.split("---\n", 2)[2]
    prose = re.sub(r"^```.*?^```$", "", body, flags=re.M | re.S)
    assert len(prose.split()) <= 900
    assert body.index("```bash") < 400 and body.index("```python") < 1400
    (first, *_) = [block for block in PYTHON if block.page == "README.md"]
    assert len(first.code.strip().splitlines()) <= 8
    assert "'semantic_f1': 0.75" in first.shown
    screen = body.split("\n## ")[0]
    for part in ("docs/two-directions.svg", "pip install", "make demo", "make test"):
        assert part in screen
    # The two commands lead, and every target of make exists.
    assert "make demo" in blocks("bash")[1].code
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    named = re.findall(r"(?:^|`)make ([\w-]+)", README, re.M)
    assert {"demo", "test", "app", "bench"} <= set(named) <= set(targets)
    (bibtex,) = blocks("bibtex")
    for line in load().citation.strip().splitlines():
        assert line in bibtex.code.splitlines()


def anchors_of(text):
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="(\w+)">', text))


@pytest.mark.parametrize("page", PAGES)
def test_links_within_the_repository_lead_somewhere(page):
    anchors = anchors_of(PAGES[page])
    for target in re.findall(r"\]\(([^)]+)\)", PAGES[page]):
        if target.startswith("#"):
            assert target[1:] in anchors
        elif not target.startswith("https://"):
            path, _, anchor = target.partition("#")
            assert ((ROOT / page).parent / path).exists(), target
            if anchor:
                other = ((ROOT / page).parent / path).resolve().relative_to(ROOT).as_posix()
                assert anchor in anchors_of(PAGES[other]), target


def test_bundled_similarities_are_described_with_their_numbers(load):
    metric = load()
    section = README.split("\n## Similarities\n")[1].split("\n## ")[0]
    rows = {row[0].strip(" `"): row for row in re.findall(r"^\|(.*?)\|(.*)\|$", section, re.M)[2:]}
    assert sorted(rows) == metric.similarity.names()
    for name, (_, text) in rows.items():
        similarity = metric.similarity.load(name)
        values = similarity.values
        assert (values == values.T).all() and (values.diagonal() == 1).all()
        assert all(none in text for none in similarity.none_labels)
        others = values[~np.eye(len(values), dtype=bool)]
        low, high = (f"{x:.4f}".removeprefix("0") for x in (others.min(), others.max()))
        short = {".0000": "0", "1.0000": "1"}
        assert f"{short.get(low, low)} to {short.get(high, high)}" in text
