"""Cells of a table that hold several parents, and parents that are given by their names."""

from collections import Counter

from ...messages import quote, short

# In the order they are tried. Of the first two every cell is split where no name has one.
_SURE = ("|", "\n")
_SEPARATORS = (*_SURE, ";", ", ", ",")


def split_parents(cells, children, names, column, separator, leniency):
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
    leniency.add(
        "split",
        several,
        f"of {filled.total():,} cells of {column!r} hold several parents, separated by "
        f"{separator!r}, and were split",
    )
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


def joined_by_name(parents, children, names, argument, leniency):
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
