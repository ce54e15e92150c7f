"""Code that the pages hand out: run in an empty folder beside the file, it gives the number."""

import ast
import csv
import gzip
import io
import json
import re
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook
from space_code import commanded, printed
from space_files import FORM_CASES, forms
from space_numbers import METRIC
from space_states import f1_of, given

from space.annotators.code import people_command, people_snippet
from space.annotators.page import page as annotators_page
from space.compare.code import compare_command, compare_snippet
from space.compare.page import page as compare_page
from space.example.details import snippet
from space.example.form import EXAMPLES, state_of
from space.example.result import scores_of
from space.frame import origin
from space.frame.code import head
from space.frame.export import similarity_file, similarity_json
from space.frame.similarities import EXACT, bundled
from space.score.code import score_command, score_snippet
from space.score.page import page as score_page
from space.score.work import rows_csv
from space.similarity.builder import from_outline, from_pairs

pytestmark = pytest.mark.space
SETS = [(["joy", "love"], ["joy"]), (["anger"], ["fear"]), ([], ["sadness"]), (["fear"], ["fear"])]
ODD = 'a "name" of\nthree \\ lines, it\'s'


def csv_of(rows, heads=("predictions", "references"), write=json.dumps, between=","):
    def cell(text):
        text = text if isinstance(text, str) else write(text)
        return '"' + text.replace('"', '""') + '"'

    return "\n".join(between.join(map(cell, row)) for row in [heads, *rows]).encode()


def lines_of(rows, heads=("predictions", "references")):
    return "\n".join(json.dumps(dict(zip(heads, row, strict=True))) for row in rows).encode()


def workbook():
    book, held = Workbook(), io.BytesIO()
    for row in [("predictions", "references"), *((p[0] if p else "", g[0]) for p, g in SETS)]:
        book.active.append(row)
    book.save(held)
    return held.getvalue()


def parquet():
    predictions, references = zip(*SETS, strict=True)
    table, held = pa.table({"predictions": predictions, "references": references}), io.BytesIO()
    pq.write_table(table, held)
    return held.getvalue()


PLAIN = csv_of(SETS)
ONE = [(p[:1], g) for p, g in SETS]
LONG = b"id,label\n1,joy\n1,love\n2,anger\n"
INDICATED = b"pred_joy,pred_fear,gold_joy,gold_fear\n1,0,1,0\n0,1,1,0\n1,1,0,1\n"
GOLD = {"gold.csv": b"id,references\n1,fear\n2,love\n"}
BY_ID = [(["fear"], ["fear"]), (["joy"], ["love"])]
BARE = b"joy,joy\nfear,joy\n"
SCORED = [(["joy"], ["joy"]), (["fear"], ["joy"])]
PLUTCHIK = {"similarity": "plutchik"}
NUMBERS = [
    ([round((i * 7 + j * 3) % 10 / 10 + 0.05, 2) for j in range(12)], [label])
    for i, label in enumerate(bundled()["plutchik"].labels[:4])
]
INDICATORS = {"layout": "indicators", "predictions": "pred_*", "references": "gold_*"}
NO_HEADER = {"header": "no", "predictions": "1", "references": "2"}
# Contents of a.csv or files, what is chosen on the page, and the label sets or the score of them.
FILES = {
    "json": (PLAIN, {}, SETS),
    "python lists": (csv_of(SETS, write=str), {}, SETS),
    **{
        f"separator {sep}": (csv_of(SETS, write=sep.join), {"separator": sep}, SETS)
        for sep in (";", ",", "|", "/")
    },
    "one label": (csv_of(ONE, write="".join), {"separator": "one"}, ONE),
    "tabs": ({"a.tsv": csv_of(SETS, between="\t")}, {"similarity": EXACT}, None),
    "semicolons": (csv_of(SETS, between=";"), {}, SETS),
    "mark": (b"\xef\xbb\xbf" + PLAIN, {}, SETS),
    "utf-16": (PLAIN.decode().encode("utf-16"), {}, SETS),
    "json lines": ({"a.jsonl": lines_of(SETS)}, {}, SETS),
    "gz": ({"a.csv.gz": gzip.compress(PLAIN)}, {}, SETS),
    "parquet": ({"a.parquet": parquet()}, {}, SETS),
    "workbook": ({"a.xlsx": workbook()}, {"separator": "one"}, ONE),
    "columns": (
        csv_of(SETS, heads=("it's", "gold \\ 2")),
        {"predictions": "it's", "references": "gold \\ 2"},
        SETS,
    ),
    "a name of lines": (
        {'it\'s "a".csv': csv_of(SETS, heads=(ODD, "gold"))},
        {"predictions": ODD, "references": "gold", "similarity": EXACT},
        None,
    ),
    "no header": (BARE, {**NO_HEADER, **PLUTCHIK}, SCORED),
    "blank": (
        b"predictions,references\nanger,\n" + BARE,
        {"blank": "not_asked", **PLUTCHIK},
        SCORED,
    ),
    "indicators": (INDICATED, INDICATORS, None),
    "cutoff": (
        b"id,pred_joy,pred_fear,gold_joy,gold_fear\n1,0.9,0.2,1,0\n2,0.4,0.6,1,0\n",
        {**INDICATORS, **PLUTCHIK, "cutoff": "0,5"},
        SCORED,
    ),
    "long": ({"a.csv": LONG, "gold.csv": LONG[:-6] + b"joy\n"}, {"layout": "long"}, None),
    "two files": ({"a.csv": b"id,predictions\n2,joy\n1,fear\n", **GOLD}, {}, BY_ID),
    "id": (
        {
            "a.csv": b"no,predictions\n2,joy\n1,fear\n",
            "gold.csv": b"no,references\n1,fear\n2,love\n",
        },
        {"id": "no"},
        BY_ID,
    ),
    "missing": (
        {"a.csv": b"id,predictions\n2,joy\n", **GOLD},
        {"missing": "empty"},
        [([], ["fear"]), BY_ID[1]],
    ),
    "ids": (
        b"text,predictions,references\na,0,1\nb,2,2\n,,\n",
        {"ids": "always", "similarity": "goemotions-ekman"},
        None,
    ),
    "scores": ({"a.jsonl": lines_of(NUMBERS)}, PLUTCHIK, None),
    "threshold": (
        csv_of([*NUMBERS[1:], ([0.9] * 12, "")], heads=[*map(json.dumps, NUMBERS[0])]),
        {**PLUTCHIK, **NO_HEADER, "threshold": "0.35", "blank": "not_asked"},
        None,
    ),
    "mismatch": (
        csv_of([(["angr"], ["joy"]), *SETS]),
        {"similarity": EXACT, "unknown_labels": "mismatch", "normalize_names": True},
        None,
    ),
    "counting": (PLAIN, {"counting": "two_sided", "macro_labels": "present"}, None),
} | {case: (forms(names), *rest) for case, (names, *rest) in FORM_CASES.items()}


def written(files, folder):
    """The files, which are in the folder then; contents alone are a.csv."""
    files = {"a.csv": files} if isinstance(files, bytes) else files
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return files


def last(code):
    """The number that a text of Python says it prints."""
    return code.rstrip().rsplit("# ", 1)[1]


@pytest.mark.parametrize("case", FILES)
def test_code_and_command_of_score_give_its_number(case, tmp_path):
    files, chosen, expected = FILES[case]
    average = ("samples", "macro", "micro")[list(FILES).index(case) % 3]
    files = written(files, tmp_path)
    state = given(score_page, files, **chosen)
    if isinstance(expected, list):
        sides = map(list, zip(*expected, strict=True))
        found = METRIC.compute(*sides, similarity="plutchik", average=average)
        assert f1_of(state, average) == found["semantic_f1"]
    elif expected:
        assert f1_of(state) == expected
    code, command = score_snippet(state, average), score_command(state)
    assert last(code) == str(round(f1_of(state, average), 4))
    assert printed(code, tmp_path) == last(code)
    # No command has rows of scores, or exact matches alone.
    assert bool(command) == (case not in ("scores", "threshold") and EXACT not in chosen.values())
    if command:
        found = json.loads(commanded(command, tmp_path, "--json"))["results"][0]
        assert found["averages"][average]["semantic"]["f1"] == f1_of(state, average)
    if len(files) == 1:
        rows = csv.reader(io.StringIO(rows_csv(state, *files.values())))
        assert len(list(rows)) == state.examples + 1


PEOPLE = csv_of(
    [(p, g, p or g) for p, g in SETS], heads=("predictions", "annotator_1", "annotator_2")
)
TWO = {"labels": "joy, fear"}
ANNOTATED = {
    "columns": ("a.csv", PEOPLE, {}),
    "not asked": (
        "a.csv",
        b"predictions,one,two\njoy,joy,\nfear,,fear\nanger,joy,fear\n",
        {"references": ["one", "two"], "blank": "not_asked", "separator": "one", "reduce": "soft"},
    ),
    "nested": ("a.jsonl", lines_of([(p, [g, p or g]) for p, g in SETS]), {"reduce": "max"}),
    "soft": (
        "a.jsonl",
        lines_of([([0.5, 0.5], [1.0, 0.0])]),
        {"use_similarity": True, **PLUTCHIK, **TWO},
    ),
    "counts": (
        "a.jsonl",
        lines_of([([3, 1], [4, 0]), ([1, 1], [0, 2])]),
        {"kind": "soft", "counts": True, "predictions": "predictions", "gold": "references", **TWO},
    ),
    "graded": ("a.jsonl", lines_of([([0.5, 1.0], [1.0, 0.25])]), {**PLUTCHIK, **TWO}),
}


@pytest.mark.parametrize("case", ANNOTATED)
def test_code_and_command_of_annotators_give_its_number(case, tmp_path):
    name, content, chosen = ANNOTATED[case]
    state = given(annotators_page, written({name: content}, tmp_path), **chosen)
    code = people_snippet(state)
    assert printed(code, tmp_path) == last(code)
    number = f1_of(state) if state.averages else float(last(code))
    assert f"{number:.4f}" in commanded(people_command(state), tmp_path)


SYSTEMS = csv_of(
    [(g, p, g if i % 2 else p) for i, (p, g) in enumerate(SETS * 3)], heads=("gold", "a", "it's b")
)


@pytest.mark.parametrize(
    ("files", "systems"),
    [
        (["s.csv"], ["0:a", "0:it's b"]),
        (["s.csv", '"t" \'.csv'], ["0:a", "1:it's b", "1:a"]),
    ],
    ids=["one file", "two files"],
)
def test_code_and_command_of_compare_give_its_number(files, systems, tmp_path):
    chosen = {"average": "micro", "unknown_labels": "mismatch", "normalize_names": True}
    files = written(dict.fromkeys(files, SYSTEMS), tmp_path)
    state = given(compare_page, files, systems=systems, **chosen)
    assert len(state.systems) == len(systems)
    code, command = compare_snippet(state), compare_command(state)
    assert printed(code, tmp_path) == f"{state.systems[0]['system']} {last(code)}"
    assert bool(command) == (len(files) == 1)
    if command:
        assert last(code) in commanded(command, tmp_path).split("ranking by micro")[1]


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
    files = written({"own.csv": csv_of([(["a"], ["b"])])}, tmp_path)
    state = given(score_page, files, own=own, similarity="yours")
    assert printed(score_snippet(state, "samples"), tmp_path) == "0.5"


def test_code_runs_in_a_process_that_knows_the_package_alone(tmp_path):
    code = score_snippet(given(score_page, written(PLAIN, tmp_path)), "samples")
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
    texts = [head(similarity), from_outline("a\nb", 0.5).code]
    texts.append(score_snippet(given(score_page, {"a.csv": PLAIN}), "samples"))
    texts.append(compare_snippet(compare_page.example[0]))
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
