"""Names that are markup, code or formulas are shown as they are written, everywhere."""

import csv
import io
import json
from urllib.parse import urlsplit

import pytest
from helpers import write_rows as write
from space_page import SpacePage

pytestmark = pytest.mark.space

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "<script>alert(1)</script>",
    "</title></svg><img src=x onerror=alert(1)>",
    "${alert(1)}",
    "{{7*7}}",
    '=HYPERLINK("http://evil.example")',
    "**bold** [x](http://evil.example)",
    '" onmouseover="alert(1)',
    "&lt;b&gt;",
]
IMAGE, ANCHOR = HOSTILE[:2]
# What a name would be if it were more than text.
ALIVE = """() => [...document.querySelectorAll(
    'img[src="x"], [onerror], [onmouseover], a[href*="evil"], a[href^="javascript"], strong, b'
)].filter(e => e.outerHTML.includes('alert') || e.outerHTML.includes('evil')
    || e.textContent === 'bold').map(e => e.outerHTML)
    .concat([...document.scripts].map(s => s.textContent).filter(t => t === 'alert(1)'))"""


@pytest.fixture(scope="module")
def page(tmp_path_factory, browser, url):
    """One visitor's page with a similarity of hostile names, used in all tests."""
    folder = tmp_path_factory.mktemp("space")
    size = len(HOSTILE)
    values = [[1 if a == b else round(a * b / 100, 2) for a in range(size)] for b in range(size)]
    similarity = folder / f"{IMAGE}.json"
    card = dict.fromkeys(("title", "source", "citation", "population"), IMAGE)
    content = {"name": ANCHOR, "labels": HOSTILE, "none_labels": [IMAGE + "none"], "values": values}
    similarity.write_text(json.dumps({**content, **card, "caveats": [ANCHOR, IMAGE]}))
    page = SpacePage(browser, url).open(tab="similarity")
    page.upload("similarity-upload", similarity)
    yield page
    page.close()
    asked = [url for url in map(urlsplit, page.requests) if url.scheme.startswith("http")]
    assert {url.hostname for url in asked} == {"127.0.0.1"}
    assert not [url for url in asked if url.path.endswith("/x")]


@pytest.fixture(autouse=True)
def inert(page):
    """After each test: nothing of a name has come alive."""
    yield
    page.page.wait_for_timeout(100)
    assert page.page.evaluate(ALIVE) == []
    assert page.problems == []


def assert_verbatim(names, text):
    """Each name is in the text, letter by letter."""
    for name in names:
        assert name in text


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A file whose name, columns and cells are hostile."""
    file = tmp_path_factory.mktemp("table") / f"{IMAGE}.csv"
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([IMAGE, ANCHOR])
    for i, name in enumerate(HOSTILE):
        writer.writerow([json.dumps([name, HOSTILE[i - 1]]), json.dumps([name])])
    file.write_text(text.getvalue())
    return file


def upload_own(page, folder):
    """Upload a similarity of the hostile names."""
    similarity = folder / "own.json"
    values = [[float(a == b) for a in HOSTILE] for b in HOSTILE]
    similarity.write_text(json.dumps({"labels": HOSTILE, "values": values, "name": IMAGE}))
    page.tab("A similarity")
    page.upload("similarity-upload", similarity)


def test_similarity_tab(page):
    page.tab("A similarity")
    assert_verbatim(HOSTILE, "\n".join(page.titles("similarity-heatmap")))
    assert [row[0] for row in page.rows("similarity-neighbors")] == HOSTILE
    assert_verbatim([IMAGE, ANCHOR], page.text("similarity-card"))
    page.find("similarity-heatmap").get_by_text("As a table").click()
    assert_verbatim(HOSTILE, page.text("similarity-heatmap"))
    # A page's code may not name files as it likes: Chromium replaces what no system takes.
    name, content = page.save("similarity-save-csv")
    assert name.endswith(".csv")
    head = next(csv.reader(io.StringIO(content.decode())))
    assert head[1:] == ["'" + name if name[0] == "=" else name for name in HOSTILE]
    _, content = page.save("similarity-save-json")
    assert json.loads(content)["labels"] == HOSTILE


def test_example_tab(page):
    page.tab("One example")
    page.choose("example-similarity", page.options("example-similarity")[-1])
    assert page.options("example-predicted") == [*HOSTILE, IMAGE + "none"]
    for side, names in (("example-predicted", HOSTILE), ("example-gold", HOSTILE[5:7])):
        page.choose(side, *names)
        assert page.chosen(side) == names
    assert_verbatim(HOSTILE, page.text("example-said"))
    assert sorted({row[0] for row in page.rows("example-matches")}) == sorted(HOSTILE)
    assert_verbatim(HOSTILE, "\n".join(page.titles("example-picture")))


@pytest.mark.long
def test_typed_names_and_links(page):
    page.follow("?similarity=plutchik")
    page.page.get_by_text("Type lists instead").click()
    for name in HOSTILE[:6]:
        page.type("example-predicted-text", json.dumps([name]))
        assert f"{name!r} is not a label of this similarity" in page.text("example-said")
        page.type("example-gold-text", f'["{name}')
        assert page.text("example-said").endswith(f'Got: ["{name}')
        page.type("example-gold-text", "")
    page.type("example-predicted-text", json.dumps(HOSTILE))
    link = page.find("example-link").locator("a").get_attribute("href")
    page.follow(link)
    assert_verbatim(HOSTILE, page.text("example-said"))
    page.follow(f"?tab={IMAGE}&similarity={IMAGE}&predicted={IMAGE}&gold=%5B%22{IMAGE}%22%5D")


@pytest.mark.long
def test_file_tab(page, table, tmp_path):
    page.follow("?tab=file&similarity=plutchik")
    page.upload("file-upload", table)
    # Gradio takes < and > out of the names of files.
    assert page.text("file-received").startswith(f"{IMAGE[1:-1]}.csv (")
    assert f"Columns: {IMAGE}, {ANCHOR}." in page.text("file-received")
    assert page.options("file-predictions") == [IMAGE, ANCHOR]
    page.choose("file-predictions", IMAGE)
    page.choose("file-references", ANCHOR)
    assert_verbatim(HOSTILE[:5], page.text("file-preview"))
    page.press("file-score")
    assert f"column {IMAGE!r}" in page.text("file-summary")
    assert_verbatim(HOSTILE, page.text("file-summary"))

    page.choose("file-unknown", "Count them as wrong")
    page.press("file-score")
    assert_verbatim(HOSTILE, page.text("file-unmatched"))
    assert_verbatim(HOSTILE[:5], page.text("file-worst"))
    page.choose("file-references", IMAGE)
    assert f"both name the column {IMAGE!r}" in page.text("file-preview")
    # The one place where an error is a toast.
    page.find("file-save-csv").click()
    page.settle()
    (toast,) = page.page.get_by_test_id("toast-text").all_inner_texts()
    assert f"both name the column {IMAGE!r}" in toast
    assert page.page.evaluate(ALIVE) == []
    page.toasts()

    upload_own(page, tmp_path)
    page.tab("A file")
    page.choose("file-similarity", "own.json")
    page.choose("file-references", ANCHOR)
    page.press("file-score")
    assert [row[0] for row in page.rows("file-per-label")] == HOSTILE
    assert_verbatim(HOSTILE, "\n".join(page.titles("file-chart")))
    assert json.dumps(IMAGE) in page.find("file-signature").locator("textarea").input_value()
    _, content = page.save("file-save-json")
    assert [row["label"] for row in json.loads(content)["per_label"]] == HOSTILE
    page.find("file-per-label").get_by_role("button", name="Label").click()
    page.page.mouse.move(300, 300)


def fill(page, element, text):
    """Replace the text of a field that the server reads later."""
    page.find(element).locator("input, textarea").first.fill(text)


@pytest.mark.long
def test_compare_tab(page, table, tmp_path):
    page.follow("?tab=compare&similarity=plutchik")
    page.upload("compare-upload-a", table)
    assert f"Columns: {IMAGE}, {ANCHOR}." in page.text("compare-received-a")
    other = [[json.dumps([name])] * 2 for name in reversed(HOSTILE)]
    page.upload(
        "compare-upload-b", write(tmp_path / f"{ANCHOR[:2]}.csv", [[IMAGE, ANCHOR], *other])
    )
    page.press("compare-start")
    assert f"columns found: {IMAGE!r}, {ANCHOR!r}" in page.text("compare-summary")
    fill(page, "compare-predictions", IMAGE)
    fill(page, "compare-references", ANCHOR)
    page.press("compare-start")
    assert_verbatim([json.dumps([HOSTILE[-1]])], page.text("compare-summary"))
    same = [[json.dumps([HOSTILE[0]]), json.dumps([name])] for name in HOSTILE]
    page.upload("compare-upload-b", write(tmp_path / "b.csv", [[IMAGE, ANCHOR], *same]))
    page.press("compare-start")
    assert f"column {IMAGE!r}: {HOSTILE[0]!r} is not a label" in page.text("compare-summary")
    upload_own(page, tmp_path)
    page.tab("Compare")
    page.choose("compare-similarity", "own.json")
    page.press("compare-start")
    assert f"A is {IMAGE[1:-1]}.csv" in page.text("compare-summary")
    assert page.rows("compare-alternatives")[0][0] == IMAGE
    assert_verbatim([IMAGE], "\n".join(page.titles("compare-picture")))
    assert json.dumps(IMAGE) in page.find("compare-signature").locator("textarea").input_value()

    scores = [[json.dumps([0.1 * i] * len(HOSTILE)), json.dumps([IMAGE])] for i in range(5)]
    page.upload("curve-upload", write(tmp_path / "scores.csv", [[IMAGE, ANCHOR], *scores]))
    assert f"Columns: {IMAGE}, {ANCHOR}." in page.text("curve-received")
    page.press("curve-start")
    assert f"columns found: {IMAGE!r}, {ANCHOR!r}" in page.text("curve-best")
    fill(page, "curve-predictions", IMAGE)
    fill(page, "curve-references", ANCHOR)
    page.choose("curve-similarity", "own.json")
    page.press("curve-start")
    assert page.rows("curve-best")[0][0] == "samples, semantic"


@pytest.mark.long
def test_annotators_tab(page, tmp_path):
    people = [f"annotator {name}" for name in HOSTILE[:4]]
    rows = [
        [json.dumps([name]), *(json.dumps([HOSTILE[(i + j) % 10]]) for j in range(3)), ""]
        for i, name in enumerate(HOSTILE)
    ]
    file = write(tmp_path / "people.csv", [[IMAGE, *people], *rows])
    page.follow("?tab=annotators&similarity=plutchik")
    page.upload("annotators-upload", file)
    assert page.options("annotators-predictions") == [IMAGE, *people]
    assert page.chosen("annotators-references") == people
    assert "Choose what an empty cell means" in page.text("annotators-preview")
    page.choose("annotators-blank", "The annotator was not asked")
    assert_verbatim([IMAGE, *people, *HOSTILE[:7]], page.text("annotators-preview"))
    page.press("annotators-score")
    assert f"column {IMAGE!r}: {HOSTILE[0]!r} is not a label" in page.text("annotators-summary")
    assert_verbatim(HOSTILE, page.text("annotators-summary"))
    upload_own(page, tmp_path)
    page.tab("Annotators")
    page.choose("annotators-similarity", "own.json")
    page.press("annotators-score")
    assert [row[0] for row in page.rows("annotators-each")] == people[:3]
    assert_verbatim(HOSTILE, page.text("annotators-disagreement"))
    _, content = page.save("annotators-save-json")
    assert [row["annotator"] for row in json.loads(content)["by_annotator"]] == people[:3]

    page.find("annotators-kind").get_by_text("Distributions").click()
    page.settle()
    shares = json.dumps([1 / len(HOSTILE)] * len(HOSTILE))
    page.upload("soft-upload", write(tmp_path / "soft.csv", [[IMAGE, ANCHOR], [shares, shares]]))
    assert page.options("soft-references") == [IMAGE, ANCHOR]
    assert_verbatim([IMAGE, ANCHOR], page.text("soft-preview"))
    fill(page, "soft-labels", IMAGE)
    page.press("soft-score")
    assert "10 values a row; the labels need 1" in page.text("soft-summary")
    fill(page, "soft-labels", json.dumps([*HOSTILE[1:], IMAGE + "x"]))
    page.press("soft-score")
    assert_verbatim([repr(IMAGE + "x")], page.text("soft-summary"))
    fill(page, "soft-labels", json.dumps(HOSTILE[::-1]))
    page.press("soft-score")
    assert [title.split(": gold")[0] for title in page.titles("soft-shares")] == HOSTILE[::-1]
    page.find("soft-shares").get_by_text("As a table").click()
    assert_verbatim(HOSTILE, page.text("soft-shares"))
    assert json.dumps(IMAGE) in page.find("soft-signature").locator("textarea").input_value()
