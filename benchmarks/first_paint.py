"""The Space's page of this checkout against another one's, as ratios of times in a browser.

``python benchmarks/first_paint.py OTHER`` serves both at once and opens them by turns, each time in
a browser that has kept nothing. A ratio is how many times slower this one is, by medians.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import find_browser  # noqa: E402

REAL = ROOT / "examples" / "goemotions_test.csv"
SEEN = """(() => {
  const look = () => {
    const value = document.querySelector("#try-result .card .value");
    if (value?.getClientRects().length) window.stands = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
PAINTED = """() => window.stands && window.sf1?.isReady() && {
  "first contentful paint": performance.getEntriesByName("first-contentful-paint")[0].startTime,
  "the example's result is seen": window.stands,
  "the page answers": performance.now(),
}"""
MARKS = """() => [document.querySelector("#score-inputs [data-rev]")?.dataset.rev,
  document.querySelector("#score-result [data-serial]")?.dataset.serial]"""
READ = """before => document.querySelector("#score-inputs [data-rev]")?.dataset.rev !== before
  && document.querySelector("#score-inputs [data-run]:not([disabled])")?.offsetParent"""
SCORED = """before => {
  const serial = document.querySelector("#score-result [data-serial]")?.dataset.serial;
  return serial !== before && document.querySelector("#score-result .first .value");
}"""


@contextmanager
def served(tree):
    """The address of a checkout's Space, for the length of a block."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, tree / "tests" / "space_server.py", folder],
            env={**os.environ, "PYTHONPATH": f"{tree}:{tree / 'tests'}", "GRADIO_TEMP_DIR": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not (url := Path(folder, "url")).exists():
                if process.poll() is not None:
                    sys.exit(f"the Space of {tree} ended before it was served")
                time.sleep(0.1)
            yield url.read_text()
        finally:
            process.terminate()
            process.wait()


def visit(browser, url):
    """Milliseconds of a visitor's first page and of a first file on Score, by name."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(SEEN)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(url)
    times = page.wait_for_function(PAINTED).json_value()
    page.get_by_role("tab", name="Score", exact=True).click()
    page.wait_for_timeout(1000)
    revision, serial = page.evaluate(MARKS)
    start = time.perf_counter()
    page.locator("#score-file input[type=file]").set_input_files(REAL)
    page.wait_for_function(READ, arg=revision)
    read = time.perf_counter()
    page.locator("#score-inputs [data-run]").click()
    page.wait_for_function(SCORED, arg=serial)
    end = time.perf_counter()
    context.close()
    named = {"a file of 5,427 rows is read": read - start, "it is scored": end - read}
    return {**times, **{name: 1000 * seconds for name, seconds in named.items()}}


def main():
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("other", type=Path, help="another checkout of this repository")
    parser.add_argument("--loads", type=int, default=12, help="times that each is opened")
    asked = parser.parse_args()
    trees = [ROOT, asked.other.resolve()]
    options = find_browser.find()
    with ExitStack() as stack:
        urls = [stack.enter_context(served(tree)) for tree in trees]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(**options)
        for url in urls:
            visit(browser, url)
        rounds = []
        for at in range(asked.loads):
            both = {url: visit(browser, url) for url in (urls if at % 2 else urls[::-1])}
            rounds.append([both[url] for url in urls])
    print(f"{'milliseconds, medians':32} {'here':>8} {'other':>8} {'ratio':>6}")
    for name in rounds[0][0]:
        here, other = (statistics.median(one[side][name] for one in rounds) for side in (0, 1))
        print(f"{name:32} {here:8.0f} {other:8.0f} {here / other:6.2f}")


if __name__ == "__main__":
    main()
