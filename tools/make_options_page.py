"""Make docs/options.md, and tables in other pages of docs/, out of the package's tables.

python tools/make_options_page.py            write the pages
python tools/make_options_page.py --check    fail if a page is not up to date
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1.commandline.flags import FLAGS  # noqa: E402
from semantic_f1.commandline.help import spelled  # noqa: E402
from semantic_f1.config_table import CONFIGS  # noqa: E402
from semantic_f1.distance_table import GRADED_DISTANCES, SOFT_DISTANCES  # noqa: E402
from semantic_f1.option_table import OPTIONS  # noqa: E402
from semantic_f1.result_table import ENDINGS, RESULTS  # noqa: E402

OPTIONS_PAGE = ROOT / "docs" / "options.md"
COMMAND_LINE = ROOT / "docs" / "command_line.md"
HEAD = """# Options

Options of `evaluate.load("semantic_f1", ...)`, `SemanticF1(...)`, `compute` and the other methods.
Given at load they are the metric's defaults; a call may override each. An editor offers them
at Tab; `print(metric.inputs_description)` shows them too.

"""
MARK = "## All flags\n\n"
# Keys of a config in the brief table.
MOST_SHOWN = 6


def flags_table():
    """Markdown with one row per flag: the flag, the commands that list it, what it takes."""
    rows = ["| flag | listed by | meaning |", "|---|---|---|"]
    for flag in FLAGS:
        places = [one for one in flag.listed.split() if one != "common"]
        where = ", ".join(place.replace("help-", "help ") for place in places)
        where = where or {"--compare": "compare"}.get(flag.name, flag.name[2:])
        name, text = (part.replace("|", "\\|") for part in (spelled(flag), flag.help))
        rows.append(f"| `{name}` | {where} | {text} |")
    return "\n".join(rows) + "\n"


def options_table():
    """The options as a Markdown table: option, default, configs, meaning."""
    lines = ["| option | default | configs | meaning |", "|---|---|---|---|"]
    for option in OPTIONS:
        default = "" if option.default is None else f"`{option.default!r}`"
        configs = "all" if option.configs == tuple(CONFIGS) else ", ".join(option.configs)
        meaning = option.documented.replace("|", "\\|")
        lines.append(f"| `{option.name}` | {default} | {configs} | {meaning} |")
    return "\n".join(lines) + "\n"


def results_table(brief=False):
    """The rows as a Markdown table: keys, when they are there, and their range.

    ``brief``: one row per config, with its first keys and without ranges.
    """
    merged = {}
    for row in RESULTS.values():
        if "judged" not in row.endings:
            config = re.match(r'config "\w+"', row.when)
            when = config[0] if brief and config else row.when
            merged.setdefault((when, "" if brief else _range_text(row)), []).extend(row.keys)
    lines = [("keys", "when", "range"), ("---",) * 3]
    for (when, text), keys in merged.items():
        shown = [f"`{key}`" for key in keys]
        if brief and len(shown) > MOST_SHOWN:
            shown = [*shown[:MOST_SHOWN], "..."]
        lines.append((", ".join(shown), when, text))
    for family, when in (
        ("average", "if `average` is a list"),
        ("annotators", 'config "annotators" with ids: a list with one score per annotator'),
        ("interval", "with `n_resamples`"),
        ("judged", "with `judged_references`"),
    ):
        texts = ", ".join(f"`{end}`" for end in ENDINGS[family])
        lines.append((f"keys that end in {texts}", when, ""))
    columns = 2 if brief else 3
    return "".join(f"| {' | '.join(line[:columns])} |\n" for line in lines)


def _range_text(row):
    if row.type in ("names", "any"):
        return "list"
    if row.lowest is None:
        return ""
    if row.highest is None:
        text = f"{row.lowest:g} and more"
    else:
        text = f"{row.lowest:g} to {row.highest:.3g}"
    return text + (f", {row.better} is better" if row.better else "")


def distances_table(distances):
    """Distances as a Markdown table: key, formula, range."""
    lines = ["| key | formula, p and t of one label | range |", "|---|---|---|"]
    lines += [
        f"| `{name}` | {row.formula} | {row.range_text(3)} |" for name, row in distances.items()
    ]
    return "\n".join(lines) + "\n"


def pages():
    """Each page and its text."""
    by_hand = COMMAND_LINE.read_text(encoding="utf-8").split(MARK)[0]
    return {
        OPTIONS_PAGE: HEAD + options_table() + "\n## Keys of results\n\n" + results_table(),
        COMMAND_LINE: by_hand + MARK + flags_table(),
        ROOT / "docs" / "calls.md": with_table("docs/calls.md", results_table(brief=True)),
        ROOT / "docs" / "distributions.md": with_table(
            "docs/distributions.md", distances_table(SOFT_DISTANCES)
        ),
        ROOT / "docs" / "graded.md": with_table(
            "docs/graded.md", distances_table(GRADED_DISTANCES)
        ),
    }


def with_table(page, table):
    """A page with the table in the place of the one that has the same columns."""
    text, head = (ROOT / page).read_text(encoding="utf-8"), table.split("\n", 1)[0] + "\n"
    before, found, rest = text.partition(head)
    if not found:
        sys.exit(f"{page}: no table begins with {head.strip()}")
    return before + table + "\n" + rest.split("\n\n", 1)[1]


def main():
    for page, text in pages().items():
        if "--check" not in sys.argv:
            page.write_text(text, encoding="utf-8")
        elif page.read_text(encoding="utf-8") != text:
            sys.exit(f"{page.relative_to(ROOT)} is not what the table says: run make bundle")


if __name__ == "__main__":
    main()
