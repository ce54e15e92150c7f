"""Code that the pages hand out: run in an empty folder beside the file, it prints the number."""

import ast
import gzip
import io
import json
import re
import subprocess
import sys

import pytest
from space_code import printed

from space.annotators.code import people_snippet
from space.annotators.work import judge
from space.compare.code import compare_snippet
from space.compare.work import compare_systems
from space.example.details import snippet
from space.example.form import EXAMPLES, state_of
from space.example.result import scores_of
from space.frame import origin
from space.frame.code import head
from space.frame.export import similarity_file, similarity_json
from space.frame.similarities import bundled
from space.frame.table_layouts import TwoFiles
from space.score.code import score_snippet
from space.score.work import score_file
from space.similarity.builder import from_outline, from_pairs

pytestmark = pytest.mark.space
SETS = [(["joy", "love"], ["joy"]), (["anger"], ["fear"]), ([], ["sadness"]), (["fear"], ["fear"])]
PLAIN = {"predictions": "predictions", "references": "references", "separator": "json"}
ODD = 'a "name" of\nthree \\ lines, it\'s'
SCORES = {"unknown_labels": "raise", "counting": "paper", "macro_labels": "all"}


def csv_of(rows, heads=("predictions", "references"), write=json.dumps, between=","):
    def cell(text):
        text = text if isinstance(text, str) else write(text)
        return '"' + text.replace('"', '""') + '"'

    return "\n".join(between.join(map(cell, row)) for row in [heads, *rows]).encode()


def lines_of(rows, heads=("predictions", "references")):
    return "\n".join(json.dumps(dict(zip(heads, row, strict=True))) for row in rows).encode()


def joined(separator):
    return separator.join


def scores_of_labels():
    labels = bundled()["plutchik"].labels
    rows = [[round((i * 7 + j * 3) % 10 / 10 + 0.05, 2) for j in range(12)] for i in range(4)]
    return lines_of([(row, [labels[i]]) for i, row in enumerate(rows)])


def workbook():
    openpyxl = pytest.importorskip("openpyxl")
    book, held = openpyxl.Workbook(), io.BytesIO()
    for row in [("predictions", "references"), *((p[0] if p else "", g[0]) for p, g in SETS)]:
        book.active.append(row)
    book.save(held)
    return held.getvalue()


CELLS = {"separator": "one"}
GOLD = "gold.csv", b"id,references\n1,fear\n2,love\n"
ONE = [(p[:1], g) for p, g in SETS]
LONG = b"id,label\n1,joy\n1,love\n2,anger\n"
INDICATED = b"pred_joy,pred_fear,gold_joy,gold_fear\n1,0,1,0\n0,1,1,0\n1,1,0,1\n"
# Name of a file, its content, how it is read, options.
FILES = {
    "json": ("a.csv", csv_of(SETS), {}, {}),
    "python lists": ("a.csv", csv_of(SETS, write=str), {}, {}),
    **{
        f"separator {sep}": ("a.csv", csv_of(SETS, write=joined(sep)), {"separator": sep}, {})
        for sep in (";", ",", "|", "/")
    },
    "one label": ("a.csv", csv_of(ONE, write=joined("")), {"separator": "one"}, {}),
    "tabs": ("a.tsv", csv_of(SETS, between="\t"), {}, {}),
    "semicolons": ("a.csv", csv_of(SETS, between=";"), {}, {}),
    "mark": ("a.csv", b"\xef\xbb\xbf" + csv_of(SETS), {}, {}),
    "utf-16": ("a.csv", csv_of(SETS).decode().encode("utf-16"), {}, {}),
    "json lines": ("a.jsonl", lines_of(SETS), {}, {}),
    "gz": ("a.csv.gz", gzip.compress(csv_of(SETS)), {}, {}),
    "workbook": ("a.xlsx", workbook(), {"separator": "one"}, {}),
    "columns": (
        "a.csv",
        csv_of(SETS, heads=("it's", "gold \\ 2")),
        {"predictions": "it's", "references": "gold \\ 2"},
        {},
    ),
    "a name of lines": (
        'it\'s "a".csv',
        csv_of(SETS, heads=(ODD, "gold")),
        {"predictions": ODD, "references": "gold"},
        {},
    ),
    "indicators": (
        "a.csv",
        INDICATED,
        {"layout": "indicators", "predictions": "pred_*", "references": "gold_*"},
        {},
    ),
    "long": ("a.csv", LONG, {"layout": "long", "gold": ("gold.csv", LONG[:-6] + b"joy\n")}, {}),
    "two files": (
        "a.csv",
        b"id,predictions\n2,joy\n1,fear\n",
        {**CELLS, "gold": GOLD},
        {},
    ),
    "id": (
        "a.csv",
        b"no,predictions\n2,joy\n1,fear\n",
        {"separator": "one", "id": "no", "gold": ("gold.csv", b"no,references\n1,fear\n2,love\n")},
        {},
    ),
    "missing": (
        "a.csv",
        b"id,predictions\n2,joy\n",
        {**CELLS, "missing": "empty", "gold": GOLD},
        {},
    ),
    "ids": ("a.csv", b"predictions,references\n0,1\n2,2\n", {**CELLS, "ids": "always"}, {}),
    "scores": ("a.jsonl", scores_of_labels(), {"separator": "scores", "threshold": 0.5}, {}),
    "threshold": ("a.jsonl", scores_of_labels(), {"separator": "scores", "threshold": 0.35}, {}),
    "mismatch": (
        "a.csv",
        csv_of([(["angr"], ["joy"]), *SETS]),
        {},
        {"unknown_labels": "mismatch", "normalize_names": True},
    ),
    "counting": ("a.csv", csv_of(SETS), {}, {"counting": "two_sided", "macro_labels": "present"}),
}


def given(folder, name, content, reading):
    """The file in the folder, and content and reading as a page has them."""
    (folder / name).write_bytes(content)
    layout = reading.get("layout")
    base = {"separator": "json", "predictions": "", "references": ""} if layout else PLAIN
    reading = {**base, **reading}
    if "gold" in reading:
        gold_name, gold = reading["gold"]
        (folder / gold_name).write_bytes(gold)
        reading["gold"], content = gold_name, TwoFiles(content, gold_name, gold)
        if not layout:
            reading |= {"predictions": "predictions", "references": "references"}
    return content, reading


def last(code):
    """The number that a text of Python says it prints."""
    return code.rstrip().rsplit("# ", 1)[1]


@pytest.mark.parametrize("case", FILES)
def test_code_of_score_prints_its_number(case, tmp_path):
    average = ("samples", "macro", "micro")[list(FILES).index(case) % 3]
    name, content, reading, options = FILES[case]
    content, reading = given(tmp_path, name, content, reading)
    options = {**SCORES, "normalize_names": False, **options}
    similarity = bundled()["goemotions-ekman" if case == "ids" else "plutchik"]
    if case in ("a name of lines", "tabs", "mismatch"):
        similarity = None
    scored = score_file(content, name, reading, [similarity], options)
    code = score_snippet(scored, average)
    assert last(code) == str(round(scored.under[0].averages[average]["semantic"]["f1"], 4))
    assert printed(code, tmp_path) == last(code)


PEOPLE = csv_of(
    [(p, g, p or g) for p, g in SETS], heads=("predictions", "annotator_1", "annotator_2")
)
TWO = {"labels": ["joy", "fear"]}
ANNOTATED = {
    "columns": ("sets", "a.csv", PEOPLE, ["annotator_1", "annotator_2"], {"blank": "no_label"}),
    "not asked": (
        "sets",
        "a.csv",
        b"predictions,one,two\njoy,joy,\nfear,,fear\nanger,joy,fear\n",
        ["one", "two"],
        {"blank": "not_asked", "separator": "one", "reduce": "soft"},
    ),
    "nested": (
        "sets",
        "a.jsonl",
        lines_of([(p, [g, p or g]) for p, g in SETS]),
        ["references"],
        {"reduce": "max"},
    ),
    "soft": ("soft", "a.jsonl", lines_of([([0.5, 0.5], [1.0, 0.0])]), "references", TWO),
    "counts": (
        "soft",
        "a.jsonl",
        lines_of([([3, 1], [4, 0]), ([1, 1], [0, 2])]),
        "references",
        {**TWO, "normalize_counts": True, "similarity": None},
    ),
    "graded": ("graded", "a.jsonl", lines_of([([0.5, 1.0], [1.0, 0.25])]), "references", TWO),
}


@pytest.mark.parametrize("case", ANNOTATED)
def test_code_of_annotators_prints_its_number(case, tmp_path):
    kind, name, content, references, more = ANNOTATED[case]
    (tmp_path / name).write_bytes(content)
    reading = {"predictions": "predictions", "references": references}
    options = {"labels": more.get("labels")}
    if kind == "sets":
        reading |= {"separator": more.get("separator", "json"), "blank": more.get("blank", "")}
        options = {"reduce": "mean", "unknown_labels": "raise", "macro_labels": "all"}
    options |= {key: more[key] for key in ("reduce", "normalize_counts") if key in more}
    if kind == "soft":
        options.setdefault("normalize_counts", False)
    similarity = bundled()["plutchik"] if more.get("similarity", True) else None
    code = people_snippet(judge(kind, content, name, reading, similarity, options))
    assert printed(code, tmp_path) == last(code)


SYSTEMS = csv_of(
    [(g, p, g if i % 2 else p) for i, (p, g) in enumerate(SETS * 3)], heads=("gold", "a", "it's b")
)


@pytest.mark.parametrize(
    "files",
    [
        [("s.csv", SYSTEMS, ["a", "it's b"])],
        [("s.csv", SYSTEMS, ["a"]), ('"t" \'.csv', SYSTEMS, ["it's b", "a"])],
    ],
    ids=["one file", "two files"],
)
def test_code_of_compare_prints_its_number(files, tmp_path):
    how, sent = {"references": "gold", "separator": "json", "ids": "auto"}, []
    for name, content, columns in files:
        (tmp_path / name).write_bytes(content)
        sent.append((name, content, how, columns))
    options = {"unknown_labels": "mismatch", "normalize_names": True}
    state = compare_systems(sent, bundled()["plutchik"], "micro", options)
    code = compare_snippet(state)
    assert printed(code, tmp_path) == f"{state.systems[0]['system']} {last(code)}"


@pytest.mark.parametrize("title", EXAMPLES)
def test_code_of_an_example_prints_its_number(title, tmp_path):
    state = state_of(*EXAMPLES[title])
    similarity, semantic, _ = scores_of(state, bundled()[state["similarity"]])
    code = snippet(state, similarity, semantic)
    assert printed(code, tmp_path) == last(code)


def test_code_of_similarities_makes_them(tmp_path):
    for made in (
        from_outline('x: a "b", c\ny: d', 0.5, card={"title": ODD}),
        from_outline("a\n  b\n  c\nd", 0.5, True),
    ):
        code = f"{made.code}print(made.fingerprint)\n"
        assert printed(code, tmp_path) == made.similarity.fingerprint
    # Pairs are read from the file that the page saves.
    made = from_pairs("a; b; 0.5\nb; c; 0.25", "similarities", 0, 1)
    own = made.similarity
    (tmp_path / similarity_file(own)).write_text(similarity_json(own))
    score = 'print(metric.compute(predictions=[["a"]], references=[["b"]])["semantic_f1"])'
    assert printed(made.code + score, tmp_path) == "0.5"
    rows = csv_of([(["a"], ["b"])])
    (tmp_path / "own.csv").write_bytes(rows)
    scored = score_file(rows, "own.csv", PLAIN, [own], SCORES)
    assert printed(score_snippet(scored, "samples"), tmp_path) == "0.5"


def test_code_runs_in_a_process_that_knows_the_package_alone(tmp_path):
    rows = FILES["json"][1]
    (tmp_path / "a.csv").write_bytes(rows)
    code = score_snippet(
        score_file(rows, "a.csv", PLAIN, [bundled()["plutchik"]], SCORES), "samples"
    )
    asked = [sys.executable, "-c", code]
    found = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == last(code)


@pytest.mark.parametrize(
    ("space_id", "expected"),
    [
        (None, "evaluate-metric/semantic_f1"),
        ("someone/semantic-f1-copy", "someone/semantic-f1-copy"),
        ("someone/semantic_f1", "someone/semantic_f1"),
        ('some"one/x', "evaluate-metric/semantic_f1"),
        ("a/b/c", "evaluate-metric/semantic_f1"),
        ("a/b\nc", "evaluate-metric/semantic_f1"),
    ],
)
def test_all_code_names_where_the_space_lives(space_id, expected, monkeypatch):
    monkeypatch.delenv("SPACE_ID", raising=False)
    if space_id is not None:
        monkeypatch.setenv("SPACE_ID", space_id)
    similarity = bundled()["plutchik"]
    scored = score_file(csv_of(SETS), "a.csv", PLAIN, [similarity], SCORES)
    texts = [score_snippet(scored, "samples"), head(similarity), from_outline("a\nb", 0.5).code]
    texts.append(compare_snippet(compare_systems([], bundled()["goemotions-ekman"], "samples", {})))
    state = state_of(*EXAMPLES["Near miss"])
    texts.append(snippet(state, *scores_of(state, similarity)[:2]))
    for text in texts:
        ast.parse(text)
        assert f'# pip install "git+https://huggingface.co/spaces/{expected}"' in text
        found = set(re.findall(r"[\w.-]+/[\w.-]*semantic[\w.-]*", text)) - {"examples/goemotions"}
        assert found == {expected}
        assert ("evaluate.load(" in text) <= expected.endswith("/semantic_f1")
    host = f"{expected.lower().replace('/', '-').replace('_', '-')}.hf.space"
    assert origin.preview_picture() == f"https://{host}/preview.png"
    monkeypatch.setenv("SPACE_HOST", "else.where")
    assert origin.preview_picture() == "https://else.where/preview.png"
    assert origin.address("/x") == f"https://huggingface.co/spaces/{expected}/x"
