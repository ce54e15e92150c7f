"""Names that are markup, code or formulas are shown as they are written, everywhere."""

import csv
import io
import json
from urllib.parse import urlsplit

import pytest
from helpers import write_rows
from space_page import SpacePage
from space_states import visit_of

from space.example.form import FIRST, stepped
from space.score.page import page as score_page

pytestmark = pytest.mark.space

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "<script>alert(1)</script>",
    "</title></svg></pre><img src=x onerror=alert(1)>",
    "${alert(1)}",
    "{{7*7}}",
    '=HYPERLINK("http://evil.example")',
    "**bold** [x](http://evil.example)",
    '" onmouseover="alert(1)',
    "&lt;b&gt;",
    "right \u202eto left",
]
IMAGE, ANCHOR = HOSTILE[:2]
# What a name would be if it were more than text.
ALIVE = """() => [...document.querySelectorAll(
    'img[src="x"], [onerror], [onmouseover], a[href*="evil"], a[href^="javascript"]'
)].map(e => e.outerHTML)
    .concat([...document.scripts].map(s => s.textContent).filter(t => t === 'alert(1)'))"""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A file whose columns and cells are hostile."""
    rows = [[IMAGE, ANCHOR, "pred"]]
    rows += [
        [json.dumps([name, HOSTILE[at - 1]]), json.dumps([name]), json.dumps([HOSTILE[at - 2]])]
        for at, name in enumerate(HOSTILE)
    ]
    return write_rows(tmp_path_factory.mktemp("table") / "a&b.csv", rows)


@pytest.fixture(scope="module")
def opened(browser, url, tmp_path_factory):
    """A page on which a similarity is in use whose names, card and labels are hostile."""
    size = len(HOSTILE)
    values = [[1 if a == b else round(a * b / 200, 2) for a in range(size)] for b in range(size)]
    card = dict.fromkeys(("title", "source", "citation", "population"), IMAGE)
    content = {"name": ANCHOR, "labels": HOSTILE, "none_labels": [IMAGE + "none"], "values": values}
    path = tmp_path_factory.mktemp("own") / "own.json"
    path.write_text(json.dumps({**content, **card, "caveats": [ANCHOR, IMAGE]}))
    page = SpacePage(browser, url).open(tab="similarity")
    page.choose("File")
    page.give("similarity", path)
    page.press("Use it in Score", "similarity-result")
    yield page
    page.close()


@pytest.fixture
def page(opened):
    """That page; nothing of it must have come alive."""
    opened.front()
    yield opened
    opened.page.wait_for_timeout(100)
    assert opened.page.evaluate(ALIVE) == []
    assert opened.width() == 1280
    asked = [one for one in map(urlsplit, opened.requests) if one.scheme.startswith("http")]
    assert {one.hostname for one in asked} == {"127.0.0.1"}
    assert not [one for one in asked if one.path.endswith("/x")]
    assert opened.problems == []


def assert_verbatim(names, text):
    """Each name is in the text, letter by letter."""
    for name in names:
        assert name in text


def test_similarity_page(page):
    page.tab("Similarity")
    shown = page.held("similarity-result")
    assert_verbatim([*HOSTILE, IMAGE + "none"], shown)
    name, content = page.save("Save CSV", "similarity-result")
    assert name.endswith(".csv")
    head = next(csv.reader(io.StringIO(content.decode())))
    assert head[1:] == ["'" + one if one[0] == "=" else one for one in HOSTILE]
    _, content = page.save("Save JSON", "similarity-result")
    assert json.loads(content)["labels"] == HOSTILE
    page.choose("Groups or tree")
    page.fill("groups-text", "\n".join(HOSTILE))
    page.fill("groups-text", f"{IMAGE}: {ANCHOR}, {ANCHOR}")
    assert f"line 1: {ANCHOR!r} stands there twice" in page.text("similarity-result")


def test_try_page(page, another):
    page.tab("Try it")
    page.pick("try-similarity", "yours")
    page.add("predicted", json.dumps(HOSTILE))
    assert page.chips("predicted") == HOSTILE
    page.add("gold", json.dumps(HOSTILE[3:5]))
    assert_verbatim(HOSTILE, page.held("try-result"))
    page.pick("try-similarity", "plutchik")
    assert_verbatim(HOSTILE, page.text("try-result"))
    page.add("predicted", json.dumps(HOSTILE[:3]))
    page.add("gold", f'["{IMAGE}')
    assert f'Got: ["{IMAGE}' in page.text("try-result")
    query = urlsplit(page.page.url).query
    other = another().follow("?" + query)
    assert other.chips("predicted") == HOSTILE[:3]
    assert other.page.evaluate(ALIVE) == []
    other.follow(f"?tab={IMAGE}&similarity={IMAGE}&predicted={IMAGE}&gold=%5B%22{IMAGE}%22%5D")
    assert other.page.evaluate(ALIVE) == []


def test_score_page(page, table):
    page.tab("Score")
    page.give("score", table)
    assert_verbatim([IMAGE, ANCHOR], page.held("score-inputs"))
    page.pick("score-references", ANCHOR)
    page.pick("score-predictions", IMAGE)
    page.pick("score-similarity", "plutchik")
    page.run("score")
    assert f"column {IMAGE!r}" in page.text("score-result")
    assert_verbatim(HOSTILE[:3], page.text("score-result"))
    page.pick("score-similarity", "yours")
    page.run("score")
    assert_verbatim(HOSTILE, page.held("each-label"))
    assert_verbatim(HOSTILE[:3], page.held("score-result"))
    assert json.dumps(IMAGE + "none") in page.held("score-signature")
    _, content = page.save("Save results (JSON)", "score-result")
    labels = [row["label"] for row in json.loads(content)["results"][0]["per_label"]]
    assert labels == HOSTILE
    page.save("Save SVG", "score-result")
    page.save("Save each row (CSV)", "score-result")


def test_compare_and_annotators_pages(page, table, tmp_path):
    page.tab("Compare")
    page.give("compare", table)
    page.pick("compare-gold", ANCHOR)
    page.pick("compare-similarity", "yours")
    page.run("compare")
    assert page.text("compare-result").startswith(("No clear winner", IMAGE))
    assert_verbatim([IMAGE, "pred"], page.text("compare-result"))
    people = [f"annotator {name}" for name in HOSTILE[:3]]
    rows = [[IMAGE, *people]]
    rows += [
        [json.dumps([name]), *(json.dumps([HOSTILE[(at + i) % 11]]) for i in range(3))]
        for at, name in enumerate(HOSTILE)
    ]
    page.tab("Annotators")
    page.give("annotators", write_rows(tmp_path / "people.csv", rows))
    page.pick("annotators-predictions", IMAGE)
    page.pick("annotators-similarity", "yours")
    page.run("annotators")
    assert_verbatim(people, page.held("annotators-result"))
    assert_verbatim(HOSTILE[:3], page.held("annotators-result"))


def test_a_name_of_300_characters_and_many_columns(visit, tmp_path):
    long = "wide " * 60
    columns = [f"column {at}" for at in range(3000)]
    rows = [["predictions", "references", *columns], [long, "joy", *["x"] * 3000]]
    page = visit.open(tab="score")
    before = page.height()
    page.give("score", write_rows(tmp_path / "wide.csv", rows))
    page.fold("More settings")
    page.pick("score-unknown", "mismatch")
    page.run("score")
    assert page.number() == "0.000"
    assert page.width() == 1280
    assert page.height() < before + 3000
    page.tab("Try it")
    page.add("predicted", long)
    assert page.width() == 1280


@pytest.mark.parametrize("key", ["pred", "pred\\ud800"])
def test_half_characters_in_files_are_refused(key):
    content = f'{{"{key}": ["joy\\ud800"], "gold": ["joy"]}}\n'
    visit = visit_of(score_page, {"a.jsonl": content.encode()})
    form = {**visit.forms["score"], "unknown_labels": "mismatch"}
    shown = score_page.inputs(visit, form) + score_page.scored(visit, form)
    assert "half of a character" in shown


def test_a_label_with_half_a_character_is_refused():
    steps = [{"do": "add", "side": "predicted", "text": '["joy\\ud800"]', "id": 1}]
    with pytest.raises(ValueError, match="half of a character"):
        stepped(FIRST, steps, None)


def test_a_refusal_of_before_says_so_when_the_inputs_change(visit, tmp_path):
    columns = ("predictions", "references")
    wrong = write_rows(tmp_path / "wrong.csv", [columns, ("angr", "joy"), ("joy", "joy")])
    right = write_rows(tmp_path / "right.csv", [columns, ("anger", "joy"), ("joy", "joy")])
    visit.open_with(wrong, "score")
    visit.run("score")
    text = visit.text("score-result")
    assert text.startswith("Not scored. line 2, column 'predictions': 'angr' is not a label")
    assert not visit.is_stale()
    visit.give("score", right)
    assert visit.is_stale()
    text = visit.text("score-result")
    assert text.startswith("The inputs changed. The message below is about previous inputs.")
    visit.run("score")
    assert not visit.is_stale()
    assert "angr" not in visit.text("score-result").replace("anger", "")
