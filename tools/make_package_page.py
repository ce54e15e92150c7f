"""Make tools/package_page.md, the page of a package index, out of README.md.

    python tools/make_package_page.py            write the page
    python tools/make_package_page.py --check    fail if the page is not up to date

The front matter is for the Hub alone and is left out. Links within the repository become absolute
once SPACE_ADDRESS is set; until then they are plain text, and pictures are left out.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1.version import SPACE_ADDRESS  # noqa: E402

PAGE = ROOT / "tools" / "package_page.md"


def package_page(text, address=SPACE_ADDRESS):
    """The text of README.md as a package index shows it."""
    text = re.sub(r"\A---\n.*?\n---\n\s*", "", text, flags=re.S)

    def link(match):
        mark, shown, target = match.groups()
        if re.match(r"https?://|#", target):
            return match[0]
        if not address:
            return "" if mark else shown
        # An index may not show an SVG that comes from elsewhere.
        target = re.sub(r"\.svg$", ".png", target) if mark else target
        return f"{mark}[{shown}]({address}/{'resolve' if mark else 'blob'}/main/{target})"

    page = re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", link, text)
    return re.sub(r"\n{3,}", "\n\n", page)


def project_urls(address):
    """The addresses that pyproject.toml names once there is one of the Space."""
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/main/docs/README.md",
        "Source": f"{address}/tree/main",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/discussions",
    }


def main():
    text = package_page((ROOT / "README.md").read_text(encoding="utf-8"))
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("tools/package_page.md is not what README.md says: run make bundle")


if __name__ == "__main__":
    main()
