"""README.md and the pages in docs/, and the blocks of code in them."""

import re
from typing import NamedTuple

from conftest import ROOT

PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}


class Block(NamedTuple):
    """Code of a page; ``shown`` is the text block right after it, "" where there is none."""

    page: str
    line: int
    code: str
    shown: str

    def __str__(self):
        return f"{self.page} line {self.line}"


def blocks(language, pages=("README.md",)):
    fences = re.compile(r"^```(\w+)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)
    return [
        Block(page, PAGES[page].count("\n", 0, found.start()) + 2, found[2], found[3] or "")
        for page in pages
        for found in fences.finditer(PAGES[page])
        if found[1] == language
    ]
