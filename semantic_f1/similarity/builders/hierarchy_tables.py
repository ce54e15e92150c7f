"""Hierarchies in tables with a row per concept, or per relation, and cells of several parents."""

import re
from collections import Counter

from ...messages import quote, short
from .columns import chosen_column, folded_heading, text_cells
from .found_edges import FoundEdges, with_relations

_NAME_HEADINGS = "label preflabel skospreflabel preferredlabel"
# Names of columns as tables have them, in small letters and digits alone; ids go before names.
_USUAL = {
    role: tuple(names.split())
    for role, names in {
        "child": "child code id uniqueid classid ontologyid conceptid concepturi uri childid "
        "hscode notation codenotation skosnotation concept narrower subject "
        f"{_NAME_HEADINGS} name term baseclass",
        "parent": "parent parents broader skosbroader parentcode parentid parentids parentclass "
        "broaderuri broaderconcepturi subtypeof superclass subclassof subclassofid isa isaid "
        "baseclass object parentlabel parentname",
        "weight": "weight",
        "kind": "relation predicate kind p",
        "name": f"name {_NAME_HEADINGS} title term baselabel description",
        "children": "childids children",
    }.items()
}
_TIERS = re.compile(r"(tier|level|^l)\d+")
# Parents that ROBOT, a tool for ontologies, exports are expressions of OWL, too: part_of some X.
_EXPRESSION = re.compile(r"(^|\S) (some|only|value|min|max|exactly) ")
# Separators of parents in the order they are tried. Of the first two every cell is split where no
# name has one.
_SURE = ("|", "\n")
_SEPARATORS = (*_SURE, ";", ", ", ",")
# The second line of a template of ROBOT: what its columns are.
_ROBOT = re.compile(r"LABEL|TYPE|>*[A-Z]{1,2} .+")


def of_table(columns, argument, headings, separator, relations, nameless, leniency):
    """Edges of a table by its column of parents, or of lists of children."""

    def place(role, among=columns):
        if headings.get(role, "") is None:
            return None
        return chosen_column(among, headings.get(role), _USUAL[role], argument, role)

    child, parent, weight, kind = map(place, ("child", "parent", "weight", "kind"))
    column = parent or place("children")
    if child is None or column is None or child == parent:
        raise ValueError(_unknown_columns(columns, argument))
    taken = (child, parent, weight, kind)
    title = place("name", {name: cells for name, cells in columns.items() if name not in taken})
    columns = _without_template(columns, child, leniency)
    columns = _without_blanks(columns, child, argument, nameless, leniency)
    children = text_cells(columns[child], argument, child)
    names = text_cells(columns[title], argument, title) if title else [None] * len(children)
    known_names = [name for name in names if name is not None]
    cells = text_cells(columns[column], argument, column, lists=True)
    others = _split_parents(cells, children, known_names, column, separator, leniency)
    known = set(children)
    if folded_heading(column).startswith("subclassof"):
        every = sum(map(len, others))
        others = [[x for x in its if x in known or not _EXPRESSION.search(x)] for its in others]
        n = every - sum(map(len, others))
        leniency.add("expressions", n, "parents are expressions of OWL and were left out")
    others = _joined_by_name(others, children, names, argument, leniency)
    if parent:
        _refuse_wrong_column(columns, child, parent, title, others, known, argument)
    weights = map(_weight_of, columns[weight]) if weight else [None] * len(children)
    pairs = [
        (*((name, node) if parent else (node, name)), *([] if length is None else [length]))
        for node, its, length in zip(children, others, weights, strict=True)
        for name in its
    ]
    unlisted = list(dict.fromkeys(name for its in others for name in its if name not in known))
    # A table that lists its roots lists everything.
    if unlisted and (not parent or not all(others)):
        what, taken = ("parents", "roots") if parent else ("children", "concepts")
        what = f"of the {what} have no separate row and are taken as further {taken}"
        advice = "add their rows if they are misspelled or have parents"
        leniency.add("unlisted", len(unlisted), f"{what}: {quote(unlisted)}; {advice}")
    titles = {}
    for node, name in zip(children, names, strict=True):
        if name is not None and titles.setdefault(node, name) != name:
            raise ValueError(
                f"{argument}: {node!r} has two names, {titles[node]!r} and {name!r}; rows of "
                "one code must agree; columns={'name': None} reads the codes alone"
            )
    found = FoundEdges(pairs, "parent-child", list(dict.fromkeys(children)), titles)
    if kind is None:
        return found
    of_row = text_cells(columns[kind], argument, kind)
    kinds = [str(of_row[at]) for at, its in enumerate(others) for _ in its]
    return with_relations(found, kinds, relations, argument, f"the column {kind!r}")


def _unknown_columns(columns, argument):
    by_form = {}
    for name in columns:
        if _TIERS.search(folded_heading(name)):
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


def _refuse_wrong_column(columns, child, parent, title, others, known, argument):
    """Refuse a column of parents that stand in another column than that of the children."""
    listed = [name for its in others for name in its]
    found = sum(name in known for name in listed)
    if not listed or 2 * found >= len(listed):
        return
    for other in [name for name in columns if name not in (child, parent, title)]:
        cells = {str(cell) for cell in columns[other] if cell is not None}
        fitting = sum(name in cells for name in listed)
        if 10 * fitting >= 9 * len(listed):
            raise ValueError(
                f"{argument}: {found:,} of {len(listed):,} parents stand in {child!r}, "
                f'{fitting:,} stand in {other!r}; columns={{"child": "{other}", "parent": '
                f'"{parent}", "name": "{child}"}}'
            )


def _without_blanks(columns, child, argument, nameless, leniency):
    """The columns without the rows that name no child."""
    blank = [row for row, name in enumerate(columns[child]) if name is None]
    if not blank:
        return columns
    reason = f"column {child!r} is blank in row {blank[0] + 1} ({len(blank):,} such rows)"
    if nameless == "raise":
        raise ValueError(
            f"{argument}: {reason}; nameless=\"drop\" leaves them out, columns={{'child': ...}} "
            "names another column"
        )
    leniency.note("nameless_rows", len(blank), f"{reason}, which were left out")
    kept = [row for row, name in enumerate(columns[child]) if name is not None]
    return {name: [cells[row] for row in kept] for name, cells in columns.items()}


def _without_template(columns, child, leniency):
    """The columns without the second line of a template of ROBOT."""
    first = {name: cells[0] for name, cells in columns.items()}
    others = [cell for name, cell in first.items() if name != child and cell is not None]
    told = [cell for cell in others if isinstance(cell, str) and _ROBOT.fullmatch(cell)]
    if first[child] != "ID" or not told or len(told) < len(others):
        return columns
    clause = f"the line below the header is ROBOT's template ({short(told[0])})"
    leniency.note("template_lines", 1, clause)
    return {name: cells[1:] for name, cells in columns.items()}


def _weight_of(cell):
    """A weight as a number; text of a file that is none stays, to be refused with its place."""
    try:
        return float(cell) if isinstance(cell, str) else cell
    except ValueError:
        return cell


def _split_parents(cells, children, names, column, separator, leniency):
    """The parents in each cell; a separator is found where a cell falls into names of rows."""
    if separator is not None and not isinstance(separator, str):
        raise ValueError(f"separator: expected text, or '' for none; got {separator!r}")
    if any(isinstance(cell, list) for cell in cells):
        listed = ([cell] if isinstance(cell, str) else cell or () for cell in cells)
        return [list(dict.fromkeys(cell)) for cell in listed]
    filled = Counter(cell for cell in cells if cell is not None)
    parts, kept = {}, []
    if separator is None:
        separator, parts, kept = _found_separator(filled, set(children), {*children, *names})
    elif separator:
        parts = {cell: _parts(cell, separator, ()) for cell in filled if separator in cell}
    several = sum(filled[cell] for cell, its in parts.items() if len(its) > 1)
    what = f"of {filled.total():,} cells of {column!r} hold several parents, separated by"
    leniency.add("split", several, f"{what} {separator!r}, and were split")
    if kept:
        n = sum(filled[cell] for cell in kept)
        s, were = ("s", "were") if n > 1 else ("", "was")
        leniency.add(
            "kept_whole",
            n,
            f"cell{s} of {column!r} may hold several parents ({short(kept[0])}) and {were} taken "
            'as one; separator= says what stands between parents, separator="" that nothing does',
        )
    return [[] if cell is None else list(dict.fromkeys(parts.get(cell, [cell]))) for cell in cells]


def _found_separator(filled, children, rows):
    """The separator, cell -> its parts of the cells that are split, and cells in doubt."""
    for separator in _SEPARATORS:
        having = [cell for cell in filled if separator in cell and cell not in rows]
        if not having:
            continue
        free = not any(separator in child for child in children)
        parts = {cell: _parts(cell, separator, rows) for cell in having}
        good = {cell: its for cell, its in parts.items() if len(its) > 1 and rows.issuperset(its)}
        if free and (separator in _SURE or (good and 2 * len(good) >= len(having))):
            return separator, parts, []
        if good:
            return separator, good, [cell for cell in having if cell not in good]
    return None, {}, []


def _parts(cell, separator, rows):
    """The parts of a cell; neighbors that make a name of a row together are one."""
    pieces = [piece for piece in cell.split(separator) if piece.strip()]
    parts, at = [], 0
    while at < len(pieces):
        for end in range(len(pieces) if rows else at + 1, at, -1):
            part = separator.join(pieces[at:end]).strip()
            if end == at + 1 or part in rows:
                break
        parts.append(part)
        at = end
    return parts


def _joined_by_name(parents, children, names, argument, leniency):
    """The same parents with codes in place of their names; ``names`` has one or None per child."""
    known, codes = set(children), {}
    for child, name in zip(children, names, strict=True):
        if name is not None and name not in known:
            codes.setdefault(name, {})[child] = True
    named = [x for cell in parents for x in cell if x not in known and x in codes]
    several = sorted({name for name in named if len(codes[name]) > 1})
    if several:
        raise ValueError(
            f"{argument}: {quote(several)} stands as a parent and is the name of several rows, "
            f"{' and '.join(map(repr, list(codes[several[0]])[:2]))}; use the codes as parents"
        )
    leniency.add("named_parents", len(named), "parents are given by their names")
    code_of = {name: next(iter(codes[name])) for name in named}
    return [[code_of.get(x, x) for x in cell] for cell in parents]
