"""The Space's page in a browser, for the tests: find, choose, type, give files, read, save."""

import json
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from helpers import PATIENCE

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import find_browser

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
# A narrow and a wide font that every machine with a browser has something for.
FONTS = {
    "narrow": "'Liberation Sans Narrow', 'DejaVu Sans Condensed', Arial",
    "wide": "Verdana, 'DejaVu Sans'",
}


# Counts the events that a page has asked the server for and has no answer to yet.
EVENTS = """(() => {
  const fetched = window.fetch, asked = new Set(), answered = new Set();
  let asking = 0;
  const heard = ({ msg, event_id }) => {
    if (!["process_completed", "unexpected_error"].includes(msg)) return;
    answered.add(event_id);
    asked.delete(event_id);
  };
  const listen = async (answer) => {
    const parts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (let part = await parts.read(); !part.done; part = await parts.read()) {
        const lines = (text + part.value).split("\\n");
        text = lines.pop();
        for (const line of lines) if (line.startsWith("data:")) heard(JSON.parse(line.slice(5)));
      }
    } catch { }
  };
  window.fetch = async (...request) => {
    const url = String(request[0]?.url ?? request[0]), joins = url.includes("/queue/join");
    asking += joins;
    try {
      const answer = await fetched(...request);
      if (joins && answer.ok) {
        const { event_id } = await answer.clone().json();
        if (!answered.has(event_id)) asked.add(event_id);
      }
      if (url.includes("/queue/data")) listen(answer.clone());
      return answer;
    } finally {
      asking -= joins;
    }
  };
  window.awaited = () => asking + asked.size;
})();"""

# Once what came is drawn: whether an answer is awaited. A page behind another draws nothing.
AWAITS = """new Promise((done) => {
  const drawn = () => requestIdleCallback(
    () => done(Boolean(window.awaited() || window.sf1?.busy())), { timeout: 500 });
  const late = setTimeout(drawn, 500);
  requestAnimationFrame(() => requestAnimationFrame(() => { clearTimeout(late); drawn(); }));
})"""


@contextmanager
def running_browser():
    """Chromium for the length of a block, or a skipped test where there is none."""
    from playwright.sync_api import sync_playwright

    options = find_browser.find()
    if options is None:
        pytest.skip("no Chromium was found; python tools/find_browser.py --install may bring one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options)
        try:
            yield browser
        finally:
            browser.close()


def _new_context(browser):
    """A context as another person's browser is: its six connections, nothing kept before."""
    context = browser.new_context(accept_downloads=True)
    context.add_init_script(EVENTS)
    return context


class SpacePage:
    """One visitor's page: Playwright's ``page``, the addresses that it asked for (``requests``),
    and its ``problems``: errors of its console and of its code, dialogs and new windows.
    """

    def __init__(self, browser, url, viewport=DESKTOP, theme="light", alone=False):
        self.url, self.theme, self._alone = url, theme, alone
        # Pages share what the browser keeps of the Space's scripts, unless they are in a context
        # alone. The server tells them apart by what each is given when it is opened.
        shared = [] if alone else browser.contexts[:1]
        self.context = shared[0] if shared else _new_context(browser)
        self.page = self.context.new_page()
        self.page.set_viewport_size(viewport)
        self.requests, self.problems = [], []
        self._leaving = False
        self._uploads, self._last = set(), time.monotonic()
        page = self.page
        page.set_default_timeout(1000 * PATIENCE)
        page.on("request", self._started)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("dialog", self._asked)
        page.on("popup", lambda popup: self.problems.append(f"window: {popup.url}"))

    def open(self, **query):
        """Open the page with query parameters and wait until it is complete."""
        query = {key: v if isinstance(v, str) else json.dumps(v) for key, v in query.items()}
        return self.follow(f"?{urlencode({**query, '__theme': self.theme})}")

    def follow(self, link):
        """Open a link relative to the page and wait until it is complete."""
        self._uploads.clear()
        self.front()
        # A page that is left complains that its streams end.
        self._leaving = True
        self.page.goto(self.url + link, wait_until="commit")
        self._leaving = False
        self.page.wait_for_load_state("load")
        self.page.locator("#try-result :is(.card, [data-refused])").first.wait_for(state="attached")
        self.page.wait_for_function("() => window.sf1 && sf1.isReady()")
        self.settle()
        return self

    def forget(self):
        """Be the page of the next visitor: what this one asked for is forgotten."""
        self.requests.clear()
        self.problems.clear()
        self.page.set_viewport_size(DESKTOP)

    def front(self):
        """Be the page that is seen: Chromium lets a page behind another wait a second at a time."""
        self.page.bring_to_front()

    def resize(self, viewport):
        """Change the window's size."""
        self.page.set_viewport_size(viewport)
        self.settle()

    def close(self):
        (self.context if self._alone else self.page).close()

    def settle(self, quiet=0.06, seconds=PATIENCE):
        """Wait until no answer of the server is awaited and nothing was asked for a while."""
        self._last = time.monotonic()
        until, awaits = self._last + seconds, True
        while awaits:
            assert time.monotonic() < until, "the page still waits for an answer"
            while time.monotonic() - self._last < quiet:
                self.page.wait_for_timeout(20)
            before = self._last
            awaits = self.page.evaluate(AWAITS) or self._uploads or self._last != before

    def until(self, holds, seconds=PATIENCE):
        """Wait until something holds."""
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(50)

    def tab(self, name):
        """Show a page."""
        self.page.get_by_role("tab", name=name, exact=True).click()
        self.settle()

    def find(self, element):
        """The element with this id."""
        return self.page.locator(f"#{element}")

    def text(self, element):
        """Text that a person reads in an element."""
        return self.find(element).inner_text()

    def press(self, name, within=None):
        """Press the button with this name."""
        place = self.page if within is None else self.find(within)
        place.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def choose(self, text, within=None, exact=True):
        """Click what bears this text: a choice, a tab, a box to tick."""
        place = self.page if within is None else self.find(within)
        place.get_by_text(text, exact=exact).click()
        self.settle()

    def unfold(self):
        """Show the inputs, which a small window folds."""
        folded = self.page.locator("[data-unfold][aria-expanded=false]:visible")
        if folded.count():
            folded.first.click()

    def pick(self, element, value):
        """Choose an entry of a list by its value."""
        self.unfold()
        self.find(element).select_option(value)
        self.settle()

    def choose_columns(self, predicted, gold):
        """Choose the columns of labels on Score."""
        self.pick("score-predictions", predicted)
        self.pick("score-references", gold)

    def fill(self, element, text):
        """Replace the text of a field."""
        self.find(element).fill(text)
        self.settle()

    def fold(self, title):
        """Open or close a part that folds."""
        self.page.locator(f"summary:visible:has-text('{title}')").first.click()
        self.settle()

    def give(self, page, path, field="file"):
        """Hand a file to a page; with field "added" beside the one that is there."""
        self.settle()
        before = self._made(page)
        self.find(f"{page}-{field}").locator("input[type=file]").set_input_files(str(path))
        self.until(lambda: self._made(page) != before)
        self.settle()

    def choose_file(self, name, path):
        """Hand a file to the dialog that a button opens."""
        with self.page.expect_file_chooser() as chooser:
            self.press(name)
        chooser.value.set_files(path)

    def open_with(self, path, page):
        """Open a page and hand it a file."""
        self.open(tab=page).give(page, path)

    def _made(self, page):
        """Marks that tell the inputs and the result of a page from the ones before."""
        return self.page.evaluate(
            """page => [document.querySelector(`#${page}-inputs [data-rev]`)?.dataset.rev,
            document.querySelector(`#${page}-result [data-serial]`)?.dataset.serial]""",
            page,
        )

    def run(self, page):
        """Press the button of a page that takes long, and wait for its answer."""
        self.settle()
        self.unfold()
        serial = self.serial(page)
        self.find(f"{page}-inputs").locator("[data-run]").click()
        self.page.wait_for_function(
            "([page, serial]) => document.querySelector(`#${page}-result [data-serial]`)"
            "?.dataset.serial !== serial",
            arg=[page, serial],
        )
        self.settle()

    def scores(self, act, page="score"):
        """Do what scores unasked, and wait for its result."""
        before = self.serial(page)
        act()
        self.until(lambda: self.serial(page) != before)
        self.settle()

    def serial(self, page):
        """Serial of a page's result."""
        return self.find(f"{page}-result").locator("[data-serial]").get_attribute("data-serial")

    def number(self, page="score"):
        """The headline number of a page."""
        return self.find(f"{page}-result").locator(".first .value").first.inner_text()

    def numbers(self, page="score"):
        """The numbers of the headline by their names."""
        blocks = self.find(f"{page}-result").locator(".score")
        names = blocks.locator(".name").all_inner_texts()
        return dict(zip(names, blocks.locator(".value").all_inner_texts(), strict=True))

    def held(self, element):
        """The text that a button copies or saves."""
        return self.find(element).evaluate("element => element.textContent")

    def is_stale(self, page="score"):
        """True where a page says that its result is of before."""
        result = self.find(f"{page}-result").locator(".result")
        return "stale" in (result.get_attribute("class") or "").split()

    def chips(self, side):
        """The labels of a side of Try it."""
        return self.page.locator(f"#try-result .chip:has([data-side={side}]) bdi").all_inner_texts()

    def add(self, side, text):
        """Type a label and press Enter."""
        field = self.find(f"add-{side}")
        field.fill(text)
        field.press("Enter")
        self.settle()

    def live(self):
        """Text that a screen reader was told last."""
        self.page.wait_for_timeout(150)
        place = self.page.locator("#sf1-live")
        return place.inner_text() if place.count() else ""

    def rows(self, element):
        """The cells of a table, as texts, row by row, without its head."""
        return (
            self.find(element)
            .locator("tbody tr")
            .evaluate_all("rows => rows.map(r => [...r.cells].map(c => c.innerText.trim()))")
        )

    def save(self, name, within=None):
        """The name and the content of the file that a button saves."""
        place = self.page if within is None else self.find(within)
        with self.page.expect_download() as download:
            place.get_by_role("button", name=name, exact=True).click()
        path = download.value.path()
        return download.value.suggested_filename, Path(path).read_bytes()

    def toasts(self):
        """The messages that are shown over the page."""
        return self.page.locator(".toast-body").all_inner_texts()

    def width(self):
        """Width of the page."""
        return self.page.evaluate("document.scrollingElement.scrollWidth")

    def height(self):
        """Height of the page."""
        return self.page.evaluate("document.scrollingElement.scrollHeight")

    def in_window(self, locator):
        """True where an element is wholly in the window."""
        box, size = locator.bounding_box(), self.page.viewport_size
        return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]

    def _started(self, request):
        self._last = time.monotonic()
        self.requests.append(request.url)
        if "/upload?" in request.url:
            self._uploads.add(request)

    def _ended(self, request):
        self._last = time.monotonic()
        self._uploads.discard(request)

    def _heard(self, message):
        if message.type == "error" and not self._leaving:
            self.problems.append(f"console: {message.text}")

    def _asked(self, dialog):
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()
