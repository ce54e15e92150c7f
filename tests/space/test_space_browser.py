"""The Space in a real browser: what a person does, and the numbers that a person reads.

The file tab has a file of its own, ``test_space_file.py``.
"""

import json

import pytest
from space_numbers import averages, example_scores, shown
from space_page import DESKTOP, PHONE, SpacePage
from space_server import ROOT

pytestmark = pytest.mark.space

SCREENSHOTS = ROOT / "tests" / "screenshots"
OWN_LABELS = ["warm", "hot", "cold"]
OWN_VALUES = [[1, 0.75, 0.25], [0.75, 1, 0], [0.25, 0, 1]]


@pytest.fixture
def visit(browser, url):
    """A new visitor's page; at the end of the test it must have had no problem."""
    page = SpacePage(browser, url)
    yield page
    assert page.toasts() == []
    page.close()
    assert page.problems == []


# --- One example ---


def test_each_preloaded_example_shows_the_metric_s_numbers(visit, load):
    metric = load()
    examples = {
        "Near miss": ("plutchik", ["anger"], ["disgust"]),
        "Over-prediction": ("plutchik", ["joy", "love", "fear", "disgust"], ["joy"]),
        "Under-coverage": ("plutchik", ["joy"], ["joy", "sadness"]),
        "Both empty": ("plutchik", [], []),
        "Moral foundations": ("mfrc", ["Loyalty"], ["Authority", "Care"]),
    }
    visit.open()
    assert visit.rows("example-scores") == example_scores(
        metric, ["anger"], ["disgust"], "plutchik"
    )
    for name, (similarity, predicted, gold) in reversed(examples.items()):
        visit.page.get_by_role("button", name=name).click()
        visit.settle()
        assert visit.chosen("example-predicted") == predicted
        assert visit.chosen("example-gold") == gold
        assert visit.rows("example-scores") == example_scores(metric, predicted, gold, similarity)
        explained = metric.explain(predicted, gold, similarity=similarity)
        assert visit.rows("example-matches") == [
            [
                match["label"],
                side,
                " or ".join(match["ties"]) or "none",
                shown(match["similarity"]),
            ]
            for side, key in (("predicted", "predictions"), ("gold", "references"))
            for match in explained[key]
        ]
        drawn = " ".join(visit.titles("example-picture"))
        for side in (predicted, gold):
            assert all(label in drawn for label in side)


def test_words_say_where_credit_was_given_and_lost(visit):
    visit.open()
    assert "anger earns 0.854 for its nearness to disgust and loses 0.146" in visit.text(
        "example-said"
    )
    visit.page.get_by_role("button", name="Both empty").click()
    visit.settle()
    assert "a perfect score by convention" in visit.text("example-said")
    assert visit.rows("example-scores")[0] == ["Semantic", "1.000", "1.000", "1.000"]


def test_labels_are_picked_by_keyboard_alone(visit, load):
    visit.open()
    field = visit.find("example-predicted").locator("input")
    field.focus()
    visit.page.keyboard.press("Backspace")
    for name in ("lov", "sadn"):
        visit.page.keyboard.type(name)
        visit.page.keyboard.press("Enter")
    visit.page.keyboard.press("Tab")
    visit.settle()
    assert visit.chosen("example-predicted") == ["love", "sadness"]
    assert visit.rows("example-scores") == example_scores(
        load(), ["love", "sadness"], ["disgust"], "plutchik"
    )


@pytest.mark.parametrize(
    "written",
    ['["joy", "fear"]', '{"label": ["joy", "fear"]}', "joy, fear", '"joy",\n"fear"', "JOY,  Fear "],
)
def test_lists_as_a_language_model_wrote_them(visit, load, written):
    visit.open().page.get_by_text("Type lists instead").click()
    visit.type("example-predicted-text", written)
    assert visit.rows("example-scores") == example_scores(
        load(), ["joy", "fear"], ["disgust"], "plutchik"
    )
    assert "&predicted=%5B%22" in visit.find("example-link").locator("a").get_attribute("href")


def test_a_list_that_is_none_is_a_message_in_place_of_scores(visit):
    visit.open().page.get_by_text("Type lists instead").click()
    visit.type("example-gold-text", '["joy", ')
    assert "not JSON" in visit.text("example-said")
    assert not visit.rows("example-scores")
    visit.type("example-gold-text", "[1, 2]")
    assert "Labels are written as text in quotes; got 1." in visit.text("example-said")
    visit.type("example-gold-text", '["joy"]')
    assert visit.rows("example-scores")
    visit.page.get_by_role("button", name="Moral foundations").click()
    visit.settle()
    assert visit.chosen("example-gold") == ["Authority", "Care"]
    assert not visit.toasts()


def test_unknown_and_none_labels_are_explained(visit, load):
    visit.open()
    visit.page.get_by_text("Type lists instead").click()
    visit.type("example-predicted-text", "angr")
    assert "'angr' is not a label of this similarity (did you mean 'anger'?)" in visit.text(
        "example-said"
    )
    assert visit.rows("example-scores") == example_scores(load(), ["angr"], ["disgust"], "plutchik")
    visit.type("example-predicted-text", "")
    visit.choose("example-similarity", "goemotions - ")
    visit.clear("example-predicted")
    visit.choose("example-predicted", "joy", "neutral")
    assert "'neutral' means \"no label\"; beside other labels it is dropped" in visit.text(
        "example-said"
    )
    assert visit.rows("example-scores") == example_scores(
        load(), ["joy"], ["disgust"], "goemotions"
    )


def test_another_similarity_offers_its_labels_and_keeps_common_ones(visit, load):
    metric = load()
    visit.open()
    visit.choose("example-gold", "trust")
    visit.choose("example-similarity", "goemotions-ekman")
    chosen = metric.similarity.load("goemotions-ekman")
    assert visit.options("example-predicted") == [*chosen.labels, *chosen.none_labels]
    assert visit.chosen("example-gold") == ["disgust"]
    assert visit.rows("example-scores") == example_scores(metric, ["anger"], ["disgust"], chosen)


# --- A similarity ---


def test_heatmap_card_checks_and_neighbors(visit, load):
    plutchik = load().similarity.load("plutchik")
    visit.open(tab="similarity")
    titles = visit.titles("similarity-heatmap")
    for i, row in enumerate(plutchik.labels):
        for j, column in enumerate(plutchik.labels):
            assert f"{row}, matched with {column}: {shown(plutchik.values[i, j])}" in titles
    facts = plutchik.facts()
    checks = dict(visit.rows("similarity-checks"))
    assert checks["Labels"] == str(len(plutchik))
    assert checks["Mean: what a wrong single guess earns on average"] == shown(facts["mean"])
    nearest = ", ".join(f"{name}\u00a0{shown(value)}" for name, value in plutchik.nearest("anger"))
    assert visit.rows("similarity-neighbors")[0] == ["anger", nearest]
    card = visit.text("similarity-card")
    assert plutchik.fingerprint in card
    assert all(caveat in card for caveat in plutchik.card["caveats"])
    visit.choose("similarity-choice", "mfrc")
    assert load().similarity.load("mfrc").fingerprint in visit.text("similarity-card")


def test_an_audit_warns_and_shows_what_over_prediction_earns(visit, load):
    module = load().similarity
    visit.open(tab="similarity", similarity="goemotions")
    found = module.audit("goemotions")
    text = visit.text("similarity-audit")
    assert len(found.warnings) == 3
    assert all(warning in text for warning in found.warnings)
    checks = dict(visit.rows("similarity-audit"))
    assert checks["Contrast: standard deviation off the diagonal"] == shown(found.deviation)
    assert checks["Labels that go together"].startswith("anger, annoyance; confusion, curiosity")
    assert checks["1 - S is a metric"] == "yes"
    for one in found.probes:
        said = f"hard F1 {one['hard_f1']:.3f}, semantic F1 {one['f1']:.3f}"
        assert f"{one['predictor']}: {said}" in visit.titles("similarity-audit")
    visit.choose("similarity-choice", "goemotions-ekman")
    assert "Nothing to warn of was found." in visit.text("similarity-audit")


@pytest.mark.parametrize("kind", ["csv", pytest.param("json", marks=pytest.mark.long)])
def test_an_own_similarity_serves_in_all_tabs(visit, load, tmp_path, kind):
    metric = load()
    file = tmp_path / f"water.{kind}"
    if kind == "csv":
        rows = zip(OWN_LABELS, OWN_VALUES, strict=True)
        lines = [["label", *OWN_LABELS], *([label, *values] for label, values in rows)]
        file.write_text("\n".join(",".join(map(str, line)) for line in lines))
    else:
        file.write_text(json.dumps({"labels": OWN_LABELS, "values": OWN_VALUES}))
    own = metric.similarity.build(OWN_VALUES, OWN_LABELS)
    visit.open(tab="similarity").upload("similarity-upload", file)
    assert "warm, matched with hot: 0.750" in visit.titles("similarity-heatmap")
    assert own.fingerprint in visit.text("similarity-card")
    for button, ending in (("similarity-save-json", "json"), ("similarity-save-csv", "csv")):
        name, content = visit.save(button)
        assert name == f"water.{ending}"
        saved = tmp_path / f"saved.{ending}"
        saved.write_bytes(content)
        assert metric.similarity.load(str(saved)).fingerprint == own.fingerprint

    visit.tab("One example")
    visit.choose("example-similarity", f"water.{kind}")
    assert visit.options("example-predicted") == OWN_LABELS
    visit.choose("example-predicted", "warm")
    visit.choose("example-gold", "hot", "cold")
    assert visit.rows("example-scores") == example_scores(metric, ["warm"], ["hot", "cold"], own)
    assert not visit.find("example-link").locator("a").count()

    visit.tab("A file")
    table = tmp_path / "table.csv"
    table.write_text("predictions,references\nwarm,hot\ncold,cold\n")
    visit.upload("file-upload", table)
    visit.choose("file-similarity", f"water.{kind}")
    visit.press("file-score")
    assert visit.rows("file-summary") == averages(
        metric, [["warm"], ["cold"]], [["hot"], ["cold"]], own
    )


# --- Links and keys ---


def test_links_restore_what_is_shown(visit, browser, url):
    visit.open()
    visit.choose("example-similarity", "goemotions - ")
    visit.clear("example-gold")
    visit.choose("example-gold", "joy", "love")
    links = [visit.find("example-link").locator("a").get_attribute("href")]
    visit.tab("A similarity")
    visit.choose("similarity-choice", "mfrc")
    links.append(visit.find("similarity-link").locator("a").get_attribute("href"))
    visit.tab("A file")
    visit.choose("file-similarity", "goemotions - ")
    visit.press("file-score")
    links.append(visit.find("file-link").locator("a").get_attribute("href"))

    other = SpacePage(browser, url)
    for link in links:
        other.follow(link)
        selected = other.page.get_by_role("tab", selected=True).inner_text()
        if link is links[0]:
            assert selected == "One example"
            assert other.chosen("example-predicted") == ["anger"]
            assert other.chosen("example-gold") == ["joy", "love"]
            assert other.rows("example-scores") == visit.rows("example-scores")
        elif link is links[1]:
            assert selected == "A similarity"
            assert other.rows("similarity-card") == visit.rows("similarity-card")
        else:
            assert selected == "A file"
            other.press("file-score")
            assert other.rows("file-summary") == visit.rows("file-summary")
    other.close()
    assert other.problems == []


@pytest.mark.parametrize(
    "query",
    [
        {"tab": "nowhere", "similarity": "nothing"},
        {"similarity": "../x.json", "predicted": "[1", "gold": '{"a": 1}'},
        {"tab": "example", "predicted": '["\\ud800"]', "gold": '["joy", 3]'},
    ],
)
def test_a_link_that_cannot_be_is_a_page_all_the_same(visit, query):
    visit.open(**query)
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "One example"
    assert visit.rows("example-scores")
    assert not visit.toasts()


def test_every_control_is_reached_by_tab_and_shows_the_focus(visit):
    visit.open()
    look = """() => {
        const e = document.activeElement, box = e.closest('.wrap, .block') || e;
        const s = getComputedStyle(e), b = getComputedStyle(box);
        return {name: e.ariaLabel || e.innerText || e.title,
                look: [s.outline, s.boxShadow, b.borderColor, b.boxShadow].join()};
    }"""
    reached = {}
    visit.page.mouse.click(2, 2)
    for _ in range(45):
        visit.page.keyboard.press("Tab")
        visit.page.wait_for_timeout(20)
        now = visit.page.evaluate(look)
        reached.setdefault(now["name"].strip(), now["look"])
    for name in (
        "One example",
        "Near miss",
        "Moral foundations",
        "Similarity",
        "Predicted labels",
        "Gold labels",
        "Type lists instead",
        "As a table",
        "Link to this view",
    ):
        found = [look for reach, look in reached.items() if reach.startswith(name)]
        assert found, f"{name} is not among {list(reached)}"
    visit.page.mouse.click(2, 2)
    bare = {}
    for name in reached:
        if name in ("Near miss", "Link to this view"):
            element = visit.page.get_by_text(name, exact=True)
            bare[name] = element.evaluate("e => getComputedStyle(e).outline")
            assert reached[name].split(",")[0] != bare[name]


# --- Looks ---


@pytest.mark.parametrize(
    ("viewport", "theme"),
    [
        pytest.param(PHONE, "light", id="phone-light"),
        pytest.param(DESKTOP, "dark", id="desktop-dark"),
        pytest.param(PHONE, "dark", id="phone-dark", marks=pytest.mark.long),
        pytest.param(DESKTOP, "light", id="desktop-light", marks=pytest.mark.long),
    ],
)
def test_every_tab_fits_the_screen(browser, url, viewport, theme):
    SCREENSHOTS.mkdir(exist_ok=True)
    page = SpacePage(browser, url, viewport, theme)
    page.open()
    page.page.get_by_role("button", name="Over-prediction").click()
    page.settle()
    for tab in page.page.get_by_role("tab").all_inner_texts():
        page.tab(tab)
        if tab == "A file":
            page.press("file-score")
        page.page.mouse.move(0, 0)
        name = f"{tab.split()[-1].lower()}-{viewport['width']}-{theme}.png"
        page.page.screenshot(path=SCREENSHOTS / name, full_page=True)
        width = page.page.evaluate("document.scrollingElement.scrollWidth")
        assert width <= viewport["width"], f"{tab} is {width} pixels wide"
        dark = page.page.evaluate("document.body.classList.contains('dark')")
        assert dark == (theme == "dark")
    page.close()
    assert page.problems == []
