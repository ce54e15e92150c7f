"""Looks of the pages: sizes, nothing cut, nothing that axe finds, at two widths in two themes."""

import re
import shutil
import subprocess
from functools import partial

import pytest
from space_page import DESKTOP, FONTS, PHONE, SMALL
from space_server import ROOT

from space.frame import result_link
from space.score import page as score_page

pytestmark = pytest.mark.space

SCREENSHOTS = ROOT / "tests" / "screenshots"
PAGES = ("try", "score", "similarity", "compare", "annotators")
VIEWS = [(DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "light"), (PHONE, "dark")]
NAMES = [f"{view['width']}-{theme}" for view, theme in VIEWS]
TALLEST = {"try": (900, 1600), "score": (1900, 3000)}
SIZES = {12, 13, 14, 15, 16, 18, 20, 24, 28, 32, 44, 48}
OPEN_ALL = "document.querySelectorAll('details').forEach(fold => { fold.open = true; })"
TEXT_SIZES = """() => { const sizes = new Set();
    const walker = document.createTreeWalker(document.querySelector('.main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) { const at = walker.currentNode.parentElement;
        if (walker.currentNode.textContent.trim() && at.checkVisibility()) {
            sizes.add(parseFloat(getComputedStyle(at).fontSize)); } }
    return [...sizes]; }"""
# Wording that readers stumbled over; none of it comes back on any page (letter case aside).
OLD_WORDS = (
    """
hard f1; near misses; fingerprint; cite and take away; a second one beside it; most
costly; taken for; best constant answer; knows nothing; know nothing; labels in a cell;
one and the same column; names as the similarity writes them; its high end; an end of the
scale; make it from; contrast:; near everything; wrong single guess; would you forgive;
alike across; for whom; next in the list; power 3; power 4; mixture alpha; the order
stays; telling pair; system against the others; same others; become one score; only the
annotator nearest; an empty cell means; was not asked; degrees from 0 to 1; nothing to
find; from the gold side; result of before; on a par
""".replace("\n", " ")
    .strip()
    .split("; ")
)
# Texts of a picture that lie outside of it, or on each other.
TEXTS = """const textsOf = (svg, most = 2) => {
    const frame = svg.getBoundingClientRect(), found = [], boxes = [];
    for (const text of svg.querySelectorAll('text')) {
        const box = text.getBoundingClientRect(), name = text.textContent;
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - most
            || box.bottom > frame.bottom + most) found.push(`cut: ${name}`);
        for (const [other, said] of boxes) {
            if (box.left < other.right - 1 && other.left < box.right - 1
                && box.top < other.bottom - 4 && other.top < box.bottom - 4) {
                found.push(`touch: ${name}, ${said}`); } }
        boxes.push([box, name, parseFloat(getComputedStyle(text).fontSize)]); }
    return [boxes, found]; };"""
UNTIDY = f"""() => {{ {TEXTS} const all = [];
    for (const svg of document.querySelectorAll('svg[role=img]')) {{
        if (!svg.checkVisibility()) continue;
        const [boxes, found] = textsOf(svg);
        all.push(...found, ...boxes.filter(([, , size]) => size < 12 || size > 16)
            .map(([, name, size]) => `${{size}} px: ${{name}}`)); }}
    return all; }}"""
# A figure as it is saved, in a page of nothing else.
ALONE = f"""svg => {{ {TEXTS} document.body.innerHTML = svg;
    const [boxes, found] = textsOf(document.querySelector('svg'), 1);
    return [boxes.length, found]; }}"""


def test_the_first_number_is_in_the_window(another):
    for tab, number in (("try", "0.755"), ("score", "0.600")):
        page = another().open(tab=tab)
        for view in (DESKTOP, PHONE):
            page.resize(view)
            assert page.number(tab) == number
            assert page.in_window(page.page.locator(f"#{tab}-result .first .value"))
            assert page.height() <= TALLEST[tab][view is PHONE], (tab, view)


def test_inputs_are_one_line_on_a_phone_and_stay_next_to_a_long_result(another):
    page = another(PHONE).open(tab="try")

    def top(selector):
        return page.page.locator(selector).first.bounding_box()["y"]

    assert top("#try-result .first .value") <= 300
    assert top("#try-result .picture") < top("#try-result .ledgers")
    for name, first in (
        ("Score", ".first .value"),
        ("Annotators", ".first .value"),
        ("Compare", ".system .bar"),
    ):
        page.tab(name)
        assert top(f"#{name.lower()}-result {first}") <= 300
    page.tab("Score")
    assert not page.find("score-similarity").is_visible()
    page.press("Ekman groups (GoEmotions, 27) \u00b7 settings", "score-inputs")
    assert page.find("score-similarity").is_visible()
    page.tab("Similarity")
    page.choose("Bundled", "similarity-inputs")
    page.pick("bundled-choice", "goemotions-ekman")
    said = page.page.locator("#similarity-result .swipe")
    assert re.fullmatch(r"\d of 27 columns \u00b7 swipe", said.inner_text())
    page.page.locator("#similarity-result .scroll:has(.heat)").evaluate(
        "one => one.scrollBy(50, 0)"
    )
    page.until(lambda: not said.is_visible())
    page.resize(DESKTOP)
    page.tab("Score")
    page.page.evaluate("scrollTo({top: 700, behavior: 'instant'})")
    assert top("#score-inputs") == 16


@pytest.mark.long
@pytest.mark.parametrize(("view", "theme"), VIEWS, ids=NAMES)
def test_every_page_fits_and_its_texts_have_few_sizes(another, view, theme):
    SCREENSHOTS.mkdir(exist_ok=True)
    page = another(view, theme).open()
    for name in PAGES:
        page.open(tab=name)
        page.page.mouse.move(0, 0)
        file = SCREENSHOTS / f"{name}-{view['width']}-{theme}.png"
        page.page.screenshot(path=file, full_page=True)
        page.page.evaluate(OPEN_ALL)
        page.settle()
        assert page.width() == view["width"], name
        assert set(page.page.evaluate(TEXT_SIZES)) <= SIZES, name
        assert page.page.evaluate("document.body.classList.contains('dark')") == (theme == "dark")


def test_the_smallest_window_and_a_page_zoomed_twice(another):
    page = another(SMALL).open()
    for name in PAGES:
        page.tab("Try it" if name == "try" else name.capitalize())
        page.page.evaluate(OPEN_ALL)
        for view in (SMALL, {"width": 640, "height": 450}):
            page.resize(view)
            assert page.width() == view["width"], name


def test_no_text_of_a_picture_is_cut_in_either_font(another):
    labels = ["anger", "disgust", "fear", "joy", "love", "trust"]
    everything = ["anger", "anticipation", "disgust", "fear", "joy", "love", "optimism"]
    everything += ["pessimism", "sadness", "surprise", "trust", "admiration"]
    cases = [
        {},
        {"predicted": labels, "gold": everything[5:10]},
        {"predicted": everything, "gold": everything},
        {"predicted": ["pessimism", "trust"], "gold": ["sadness", "admiration"]},
        {"similarity": "mfrc", "predicted": ["Care", "x" * 90], "gold": ["Loyalty", "wide " * 30]},
        {"similarity": "goemotions-ekman", "predicted": labels[:4], "gold": ["grief", "joy"]},
        {"predicted": labels, "gold": []},
    ]
    page = another(PHONE)

    def assert_tidy(case):
        for font in FONTS.values():
            page.page.evaluate(
                "font => document.documentElement.style.setProperty('--tested', font)", font
            )
            page.settle()
            assert page.page.evaluate(UNTIDY) == [], (case, font)
            assert page.width() == PHONE["width"]

    style = "* { font-family: var(--tested) !important; }"
    for case in cases:
        page.open(tab="try", **case)
        page.page.add_style_tag(content=style)
        assert_tidy(case)
    page.open(tab="compare")
    page.page.add_style_tag(content=style)
    page.fold("Under each similarity")
    assert_tidy("compare")


def test_no_page_says_the_wording_that_readers_stumbled_over(another, complaints):
    page = another().open()

    def assert_plain(state):
        page.page.evaluate(OPEN_ALL)
        page.settle()
        text = " ".join(page.page.locator(".sf1-page:visible").inner_text().casefold().split())
        assert len(text) > 500, state
        assert [words for words in OLD_WORDS if words in text] == [], state

    for name in PAGES:
        page.open(tab=name)
        assert_plain(name)
    for kind in ("soft", "graded"):
        page.open(tab="annotators", kind=kind)
        assert_plain(kind)
    page.open(tab="score", similarity="goemotions", beside="goemotions-ekman")
    assert_plain("two similarities")
    page.open(tab="similarity")
    for kind in ("Pairs", "File", "Bundled"):
        page.choose(kind, "similarity-inputs")
        assert_plain(kind)
    page.open_with(complaints, "score")
    page.choose_columns("model_a", "agent")
    page.until(lambda: not page.is_stale())
    assert_plain("own labels")
    page.open_with(complaints, "compare")
    assert_plain("systems to choose")
    open_a_link(page)
    assert_plain("a result from a link")


def test_no_text_of_a_saved_figure_is_cut(visit):
    visit.open()
    figures = {}
    for name in PAGES:
        visit.open(tab=name)
        figures[name] = visit.held(f"{name}-figure")
    visit.page.goto("about:blank")
    for name, figure in figures.items():
        texts, found = visit.page.evaluate(ALONE, figure)
        assert texts > 2 and found == [], name
    visit.open()


def test_everything_is_reached_and_shows_its_focus(another):
    page = another().open()
    page.page.mouse.click(2, 2)
    reached = []
    for _ in range(40):
        page.page.keyboard.press("Tab")
        now = page.page.evaluate(
            """() => { const at = document.activeElement, style = getComputedStyle(at);
            const name = at === document.body ? '' : at.id || at.innerText || at.ariaLabel;
            return [name, style.outlineWidth, style.outlineStyle]; }"""
        )
        if now[0] == "" or (reached and now[0] == reached[0][0]):
            break
        reached.append(now)
    names = [name for name, _, _ in reached]
    for name in ("Paper", "tab-try", "Near miss", "add-predicted", "add-gold", "try-similarity"):
        assert name in names
    assert "tab-score" not in names
    assert [one for one in reached if one[1:] != ["3px", "solid"]] == []


@pytest.mark.long
def test_pictures_of_the_docs_are_small_and_of_the_window(browser, url):
    import space_pictures
    from PIL import Image

    SCREENSHOTS.mkdir(exist_ok=True)
    space_pictures.take(browser, url, SCREENSHOTS)
    for name in space_pictures.PICTURES:
        kept = ROOT / "docs" / f"space-{name}.png"
        for file in (SCREENSHOTS / kept.name, kept):
            assert file.stat().st_size < 80_000
            assert Image.open(file).size == tuple(space_pictures.VIEW.values())


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    """axe-core's script, from npm."""
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core is not here: npm, which brings it, was not found")
    command = [npm, "install", "axe-core", "--silent", "--no-fund", "--no-audit"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        pytest.skip(f"axe-core is not here: npm install failed: {done.stderr[-200:]}")
    return script.read_text(encoding="utf-8")


def open_a_link(page):
    """Show a result from a link."""
    content = {**result_link.contents(score_page.page.example[0]), "level": "full"}
    packed = page.page.evaluate("one => sf1link.pack(one)", content)
    page.page.evaluate("one => { location.hash = `result=1.${one}`; }", packed)
    page.page.locator("#link-right .card").wait_for()


def assert_accessible(page, axe, state, opened=False):
    """Nothing is found by axe, once all that folds is open if that is asked."""
    if opened:
        page.page.evaluate(OPEN_ALL)
        page.settle()
    page.page.evaluate(axe)
    found = page.page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map("
        "one => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`))"
    )
    assert found == [], state


def group_labels(page, check):
    """Group the labels of a file that was scored by exact matches, in all ways."""
    for way in ("Spreadsheet", "From label texts (not available here)", "Groups"):
        check(f"own labels, {way}")
        page.press(way)
    for name in ("billing", "login"):
        page.press(name, "score-result")
    page.press("New group")
    check("a group")
    page.press("Use groups and score")
    page.until(lambda: page.find("own-labels").count())
    page.fold("Your labels")
    page.press("Type them")
    check("own groups, typed")


@pytest.mark.long
@pytest.mark.parametrize(("view", "theme"), VIEWS, ids=NAMES)
def test_axe_finds_nothing_in_any_state(another, axe, complaints, view, theme):
    page = another(view, theme).open()
    check = partial(assert_accessible, page, axe)
    for name in PAGES:
        page.open(tab=name)
        check(name)
        check(f"{name}, all open", opened=True)
    page.open(tab="try", predicted=["angr"], gold=["joy"])
    check("an unknown name")
    page.open_with(complaints, "score")
    check("received, stale")
    page.choose_columns("model_a", "agent")
    page.until(lambda: not page.is_stale())
    group_labels(page, check)
    page.pick("score-similarity", "plutchik")
    page.run("score")
    check("refused")
    page.page.evaluate(OPEN_ALL)
    page.pick("score-unknown", "mismatch")
    page.run("score")
    check("no name known, all open", opened=True)
    page.open(tab="score", similarity="goemotions", beside="goemotions-ekman")
    check("two similarities, all open", opened=True)
    page.give("score", complaints)
    page.press("Change")
    check("another file")
    page.open_with(complaints, "compare")
    check("systems to choose")
    for kind in ("graded", "soft"):
        page.open(tab="annotators", kind=kind)
        check(kind, opened=True)
    page.open(tab="similarity")
    page.choose("Pairs", "similarity-inputs")
    page.fill("pairs-text", "\n".join(f"a; {at}; {at / 5}" for at in range(6)))
    page.page.evaluate(OPEN_ALL)
    assert page.page.locator(".heat td[style*='0.6']").count()
    check("cells of every strength")
    page.choose("File", "similarity-inputs")
    check("a file of a similarity")
    page.choose("Groups or tree", "similarity-inputs")
    page.fill("groups-text", "a, b\na")
    check("no similarity yet")
    page.open(tab="score")
    open_a_link(page)
    check("a result from a link", opened=True)
