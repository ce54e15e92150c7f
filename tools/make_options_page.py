"""Make docs/options.md, the table of all options, out of semantic_f1/option_table.py.

python tools/make_options_page.py            write the page
python tools/make_options_page.py --check    fail where the page is not up to date
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1.option_table import options_table  # noqa: E402

PAGE = ROOT / "docs" / "options.md"
HEAD = """# Options

Options of `evaluate.load("semantic_f1", ...)`, `SemanticF1(...)`, `compute` and the other methods.
Given at load they are the metric's defaults; a call may override each. An editor offers them
at Tab; `print(metric.inputs_description)` shows them too.

"""


def main():
    text = HEAD + options_table()
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("docs/options.md is not what the table of options says: run make bundle")


if __name__ == "__main__":
    main()
