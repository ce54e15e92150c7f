"""Hierarchies in tables with a row per concept, or per relation: which column is which."""

import re

from ...messages import quote, short
from .columns import chosen_column, text_cells
from .found_edges import FoundEdges, with_relations
from .parent_cells import joined_by_name, split_parents

# Names of columns as tables have them, in small letters and digits alone; ids go before names.
CHILD_COLUMNS = (
    *(
        "child",
        "code",
        "id",
        "uniqueid",
        "classid",
        "ontologyid",
        "conceptid",
        "concepturi",
        "uri",
        "childid",
    ),
    *("hscode", "notation", "codenotation", "skosnotation", "concept", "narrower", "subject"),
    *("label", "preflabel", "skospreflabel", "preferredlabel", "name", "term", "baseclass"),
)
PARENT_COLUMNS = (
    *("parent", "parents", "broader", "skosbroader", "parentcode", "parentid", "parentids"),
    *("parentclass", "broaderuri", "broaderconcepturi", "subtypeof", "superclass"),
    *(
        "subclassof",
        "subclassofid",
        "isa",
        "isaid",
        "baseclass",
        "object",
        "parentlabel",
        "parentname",
    ),
)
NAME_COLUMNS = (
    *("name", "label", "preflabel", "skospreflabel", "preferredlabel", "title", "term"),
    *("baselabel", "description"),
)
_USUAL = {
    "child": CHILD_COLUMNS,
    "parent": PARENT_COLUMNS,
    "weight": ("weight",),
    "kind": ("relation", "predicate", "kind", "p"),
}
_CHILDREN_COLUMNS = ("childids", "children")
_TIERS = re.compile(r"(tier|level|^l)\d+")
# The second line of a template of ROBOT, the tool for ontologies: what its columns are.
# Parents that ROBOT exports are expressions of OWL, too: part_of some X.
_EXPRESSION = re.compile(r"(^|\S) (some|only|value|min|max|exactly) ")
_ROBOT = re.compile(r"LABEL|TYPE|>*[A-Z]{1,2} .+")


def of_table(columns, argument, headings, separator, relations, nameless, leniency):
    """Edges of a table by its column of parents, or of lists of children."""
    places = {
        role: None
        if role in headings and headings[role] is None
        else chosen_column(columns, headings.get(role), usual, argument, role)
        for role, usual in _USUAL.items()
    }
    child, parent = places["child"], places["parent"]
    listed = None
    if parent is None:
        listed = chosen_column(columns, None, _CHILDREN_COLUMNS, argument, "children")
    if child is None or child == parent or (parent is None and listed is None):
        raise ValueError(_unknown_columns(columns, argument))
    rest = {name: cells for name, cells in columns.items() if name not in places.values()}
    title = None
    if headings.get("name", "") is not None:
        title = chosen_column(rest, headings.get("name"), NAME_COLUMNS, argument, "name")
    columns = _without_template(columns, child, leniency)
    columns = _without_blanks(columns, child, argument, nameless, leniency)
    children = text_cells(columns[child], argument, child)
    names = text_cells(columns[title], argument, title) if title else [None] * len(children)
    known_names = [name for name in names if name is not None]
    column = parent or listed
    cells = text_cells(columns[column], argument, column, lists=True)
    others = split_parents(cells, children, known_names, argument, column, separator, leniency)
    if _folded_heading(column).startswith("subclassof"):
        others = _without_expressions(others, children, leniency)
    others = joined_by_name(others, children, names, argument, leniency)
    if parent:
        _refuse_wrong_column(columns, child, parent, title, others, children, argument)
    weight = places["weight"]
    weights = _weight_cells(columns[weight]) if weight else [None] * len(children)
    rows = list(zip(children, others, weights, strict=True))
    pairs = [
        (*((name, node) if parent else (node, name)), *([] if length is None else [length]))
        for node, its, length in rows
        for name in its
    ]
    known = set(children)
    unlisted = list(dict.fromkeys(name for its in others for name in its if name not in known))
    if unlisted and (listed or not all(others)):
        # A table that lists its roots lists everything.
        what = "parents" if parent else "children"
        leniency.add(
            "unlisted",
            len(unlisted),
            f"{len(unlisted):,} of the {what} have no separate row and are taken as "
            f"further {'roots' if parent else 'concepts'}: {quote(unlisted)}; add their rows if "
            "they are misspelled or have parents",
        )
    titles = {}
    for node, name in zip(children, names, strict=True):
        if name is not None and titles.setdefault(node, name) != name:
            raise ValueError(
                f"{argument}: {node!r} has two names, {titles[node]!r} and {name!r}; rows of "
                "one code must agree; columns={'name': None} reads the codes alone"
            )
    found = FoundEdges(pairs, "parent-child", list(dict.fromkeys(children)), titles)
    kind = places["kind"]
    if kind is None:
        return found
    of_row = text_cells(columns[kind], argument, kind)
    kinds = [str(of_row[at]) for at, its in enumerate(others) for _ in its]
    what = f"the column {kind!r}"
    return with_relations(found, kinds, relations, argument, what)


def _unknown_columns(columns, argument):
    by_form = {}
    for name in columns:
        if _TIERS.search(_folded_heading(name)):
            by_form.setdefault(re.sub(r"\d+", "", name), []).append(name)
    tiers = max(by_form.values(), key=len, default=[])
    advice = (
        f"levels=[{', '.join(map(repr, tiers))}] reads its tiers"
        if len(tiers) > 1
        else "columns={'child': ..., 'parent': ...} says which they are, or their numbers, from 1 "
        "on, in a file without a header; codes=[...] takes codes that hold their hierarchy"
    )
    return (
        f"{argument}: a hierarchy needs a column 'child' (or 'code') and a column 'parent'; "
        f"this table has {quote(list(columns))}; {advice}"
    )


def _folded_heading(name):
    return "".join(filter(str.isalnum, name.casefold()))


def _refuse_wrong_column(columns, child, parent, title, others, children, argument):
    """Refuse a column of parents that stand in another column than that of the children."""
    listed, known = [name for its in others for name in its], set(children)
    found = sum(name in known for name in listed)
    if not listed or 2 * found >= len(listed):
        return
    for other in columns:
        if other in (child, parent, title):
            continue
        cells = {str(cell) for cell in columns[other] if cell is not None}
        fitting = sum(name in cells for name in listed)
        if 10 * fitting >= 9 * len(listed):
            advice = {"child": other, "parent": parent, "name": child}
            text = ", ".join(f'"{role}": "{name}"' for role, name in advice.items())
            raise ValueError(
                f"{argument}: {found:,} of {len(listed):,} parents stand in {child!r}, "
                f"{fitting:,} stand in {other!r}; columns={{{text}}}"
            )


def _without_blanks(columns, child, argument, nameless, leniency):
    """The columns without the rows that name no child."""
    if nameless not in ("raise", "drop"):
        raise ValueError(f"nameless: expected 'raise' or 'drop'; got {nameless!r}")
    rows = [row for row, name in enumerate(columns[child]) if name is None]
    if not rows:
        return columns
    reason = f"column {child!r} is blank in row {rows[0] + 1} ({len(rows):,} such rows)"
    if nameless == "raise":
        raise ValueError(
            f"{argument}: {reason}; nameless=\"drop\" leaves them out, columns={{'child': ...}} "
            "names another column"
        )
    leniency.add("nameless_rows", len(rows), f"{reason}, which were left out")
    kept = [row for row, name in enumerate(columns[child]) if name is not None]
    return {name: [cells[row] for row in kept] for name, cells in columns.items()}


def _without_expressions(others, children, leniency):
    """The parents that are no expressions of OWL, of which only their ends have names."""
    known = set(children)
    named = [[x for x in its if x in known or not _EXPRESSION.search(x)] for its in others]
    n = sum(map(len, others)) - sum(map(len, named))
    if n:
        leniency.add("expressions", n, f"{n:,} parents are expressions of OWL and were left out")
    return named


def _without_template(columns, child, leniency):
    """The columns without the second line of a template of ROBOT."""
    first = {name: cells[0] for name, cells in columns.items()}
    others = [cell for name, cell in first.items() if name != child and cell is not None]
    told = [cell for cell in others if isinstance(cell, str) and _ROBOT.fullmatch(cell)]
    if first[child] != "ID" or not told or len(told) < len(others):
        return columns
    leniency.add(
        "template_lines", 1, f"the line below the header is ROBOT's template ({short(told[0])})"
    )
    return {name: cells[1:] for name, cells in columns.items()}


def _weight_cells(cells):
    """Weights as numbers; text of a file that is none stays, to be refused with its place."""
    numbers = []
    for cell in cells:
        try:
            numbers.append(float(cell) if isinstance(cell, str) else cell)
        except ValueError:
            numbers.append(cell)
    return numbers
