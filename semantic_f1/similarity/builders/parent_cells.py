"""Cells of a table that hold several parents, and parents that are given by their names."""

from collections import Counter

from ...messages import quote, short

# In the order they are tried. Of the first two every cell is split where no name has one.
_SURE = ("|", "\n")
_SEPARATORS = (*_SURE, ";", ", ", ",")


def split_parents(cells, children, names, argument, column, separator, leniency):
    """The parents in each cell; a separator is found where a cell falls into names of rows."""
    if separator is not None and not isinstance(separator, str):
        raise ValueError(f"separator: expected text, or '' for none; got {separator!r}")
    if any(isinstance(cell, list) for cell in cells):
        listed = ([cell] if isinstance(cell, str) else cell or () for cell in cells)
        return [list(dict.fromkeys(cell)) for cell in listed]
    filled = Counter(cell for cell in cells if cell is not None)
    if separator == "":
        parts, kept = {}, []
    elif separator is not None:
        parts = {cell: _parts(cell, separator, ()) for cell in filled if separator in cell}
        kept = []
    else:
        separator, parts, kept = _found_separator(filled, set(children), {*children, *names})
    several = sum(filled[cell] for cell, its in parts.items() if len(its) > 1)
    if several:
        leniency.add(
            "split",
            several,
            f"{several:,} of {filled.total():,} cells of {column!r} hold several parents, "
            f"separated by {separator!r}, and were split",
        )
    if kept:
        n = sum(filled[cell] for cell in kept)
        leniency.add(
            "kept_whole",
            n,
            f"{n:,} cell{'s' * (n > 1)} of {column!r} may hold several parents "
            f"({short(kept[0])}) and {'were' if n > 1 else 'was'} taken as one; separator= says "
            'what stands between parents, separator="" that nothing does',
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
        if free and separator in _SURE:
            return separator, parts, []
        good = {
            cell: its for cell, its in parts.items() if len(its) > 1 and all(x in rows for x in its)
        }
        if not good:
            continue
        if free and 2 * len(good) >= len(having):
            return separator, parts, []
        return separator, good, [cell for cell in having if cell not in good]
    return None, {}, []


def _parts(cell, separator, rows):
    """The parts of a cell; neighbors that make a name of a row together are one."""
    pieces = [piece for piece in cell.split(separator) if piece.strip()]
    parts, at = [], 0
    while at < len(pieces):
        ends = range(len(pieces), at + 1, -1) if rows else ()
        joined = ((end, separator.join(pieces[at:end]).strip()) for end in ends)
        end, part = next(
            ((end, part) for end, part in joined if part in rows), (at + 1, pieces[at].strip())
        )
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
    if not named:
        return parents
    leniency.add("named_parents", len(named), f"{len(named):,} parents are given by their names")
    return [
        [next(iter(codes[x])) if x not in known and x in codes else x for x in cell]
        for cell in parents
    ]
