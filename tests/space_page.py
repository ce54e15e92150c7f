"""The Space's page in a browser, for the tests: find, choose, type, upload, read, save."""

import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import find_browser

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


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


class SpacePage:
    """One visitor's page.

    Attributes
    ----------
    page : Playwright's page
    requests : the addresses that the page asked for
    problems : errors of its console and of its code, dialogs and new windows
    """

    def __init__(self, browser, url, viewport=DESKTOP, theme="light"):
        self.url, self.theme = url, theme
        self.context = browser.new_context(viewport=viewport, accept_downloads=True)
        self.page = self.context.new_page()
        self.requests, self.problems = [], []
        self._open, self._last = set(), time.monotonic()
        page = self.page
        page.set_default_timeout(20_000)
        page.on("request", self._started)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("dialog", self._asked)
        page.on("popup", lambda popup: self.problems.append(f"window: {popup.url}"))

    def open(self, **query):
        """Open the page with query parameters and wait until it is complete."""
        return self.follow(f"?{urlencode({**query, '__theme': self.theme})}")

    def follow(self, link):
        """Open a link relative to the page and wait until it is complete."""
        self._open.clear()
        self.page.goto(self.url + link)
        self.page.locator("#example-scores table").wait_for(state="attached")
        self.settle()
        return self

    def close(self):
        self.context.close()

    def settle(self, quiet=0.3, given_up=6):
        """Wait until no answer of the server is awaited and nothing was asked for a while.

        A stream on which nothing comes for long is left alone: Gradio leaves one open now and then.
        """
        self._last = time.monotonic()
        while time.monotonic() - self._last < (given_up if self._open else quiet):
            self.page.wait_for_timeout(50)
            self.page.evaluate("new Promise(idle => requestIdleCallback(() => idle()))")

    def tab(self, name):
        """Show a tab."""
        self.page.get_by_role("tab", name=name).click()
        self.settle()

    def find(self, element):
        """The element with this id."""
        return self.page.locator(f"#{element}")

    def press(self, element):
        """Click a button by its id."""
        self.find(element).click()
        self.settle()

    def text(self, element):
        """Text that a person reads in an element."""
        return self.find(element).inner_text()

    def rows(self, element, selector="table.sf1-table tr"):
        """The cells of a table, as texts, without the rows of its head that have no td."""
        rows = self.find(element).locator(selector)
        cells = "rows => rows.map(r => [...r.querySelectorAll('th, td')].map(c => c.innerText))"
        has_data = "rows => rows.map(r => r.querySelector('td') !== null)"
        kept = zip(rows.evaluate_all(cells), rows.evaluate_all(has_data), strict=True)
        return [[cell.strip() for cell in row] for row, data in kept if data]

    def titles(self, element):
        """The texts that show when the pointer rests on a part of a picture."""
        return (
            self.find(element)
            .locator("svg title")
            .evaluate_all("titles => titles.map(title => title.textContent)")
        )

    def options(self, element):
        """Choices of a dropdown."""
        names = self._unfold(element)[1]
        self._fold()
        return names

    def choose(self, element, *names):
        """Pick entries of a dropdown by their names, or by what the names begin with."""
        for name in names:
            options, offered = self._unfold(element)
            found = name if name in offered else next(o for o in offered if o.startswith(name))
            options.nth(offered.index(found)).click()
        self._fold()
        self.settle()

    def chosen(self, element):
        """The labels that a dropdown for several has."""
        return self.find(element).locator(".token > span").all_inner_texts()

    def clear(self, element):
        """Choose nothing in a dropdown for several."""
        button = self.find(element).locator(".remove-all")
        if button.count():
            button.click()
        self._fold()
        self.settle()

    def type(self, element, text):
        """Replace the text of a field by another, which the server is told."""
        # The fields of a fold that was opened a moment ago are still being made.
        self.settle()
        with self.page.expect_request(lambda request: "/queue/join" in request.url):
            self.find(element).locator("input, textarea").first.fill(text)
        self.settle()

    def upload(self, element, path):
        """Hand a file to an upload field."""
        with self.page.expect_response(lambda answer: "/upload?" in answer.url):
            self.find(element).locator("input[type=file]").set_input_files(str(path))
        self.settle()

    def save(self, element):
        """The name and the content of the file that a button saves."""
        with self.page.expect_download() as download:
            self.find(element).click()
        path = download.value.path()
        return download.value.suggested_filename, Path(path).read_bytes()

    def toasts(self):
        """The messages that are shown over the page, which are closed."""
        messages = self.page.locator(".toast-body")
        texts = messages.all_inner_texts()
        for button in self.page.locator(".toast-close").all():
            button.click()
        return texts

    def _unfold(self, element):
        field = self.find(element).locator("input")
        field.click()
        options = self.page.locator(f"#{field.get_attribute('aria-controls')} [role=option]")
        options.first.wait_for()
        return options, options.evaluate_all("all => all.map(o => o.getAttribute('aria-label'))")

    def _fold(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Tab")

    def _started(self, request):
        self._last = time.monotonic()
        self.requests.append(request.url)
        # The answers to events come over this stream, which ends with the last of them.
        if "/queue/" in request.url or "/upload?" in request.url:
            self._open.add(request)

    def _ended(self, request):
        self._last = time.monotonic()
        self._open.discard(request)

    def _heard(self, message):
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _asked(self, dialog):
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()
