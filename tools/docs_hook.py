"""Links of the documentation site that leave docs/: to the file in the repository.

With an address of the Space they lead there; without one the text stays and the link goes. A link
to a file that is not there ends the build.
"""

import re
import sys
from pathlib import Path

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1.version import SPACE_ADDRESS  # noqa: E402

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(((?:\.\./)+[^)\s#]*)(#[^)\s]*)?\)")


def on_config(config):
    """The repository, once it has an address."""
    if SPACE_ADDRESS:
        config.repo_url = SPACE_ADDRESS
    return config


def on_page_markdown(markdown, page, **_):
    """The page with links out of docs/ resolved."""
    folder = Path(page.file.abs_src_path).parent

    def link(match):
        mark, text, target, anchor = match.groups()
        path = (folder / target).resolve()
        if path.is_relative_to(ROOT / "docs"):
            return match[0]
        if not path.exists():
            raise PluginError(f"{page.file.src_uri}: {target} is no file")
        if not SPACE_ADDRESS:
            return text
        place = path.relative_to(ROOT).as_posix()
        return f"{mark}[{text}]({SPACE_ADDRESS}/blob/main/{place}{anchor or ''})"

    return _LINK.sub(link, markdown)
