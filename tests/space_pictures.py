"""Make the pictures of the pages in docs/: ``python tests/space_pictures.py``."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

from space_page import SpacePage, running_browser  # noqa: E402
from space_server import running_space  # noqa: E402

DOCS = TESTS.parent / "docs"
# Page, its address, and how much of it is shown.
PICTURES = {"try": {}, "score": {"tab": "score"}, "annotators": {"tab": "annotators"}}
VIEW = {"width": 1280, "height": 860}


def save_small(content, path):
    """Save a picture of the page with as many colors as it needs, which are few."""
    picture = Image.open(io.BytesIO(content)).convert("RGB").quantize(96, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)


def take(browser, url, folder):
    """Open each page as a visitor does, and save what is in the window."""
    for name, query in PICTURES.items():
        page = SpacePage(browser, url, VIEW)
        page.open(**query)
        page.page.mouse.move(0, 0)
        save_small(page.page.screenshot(), Path(folder) / f"space-{name}.png")
        page.close()


def main():
    """Make the pictures anew."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_space(Path(folder) / "server") as server,
        running_browser() as browser,
    ):
        take(browser, server.url, DOCS)


if __name__ == "__main__":
    main()
