"""Hierarchies as paths from the top down: sheets of tiers, staircases, and lines A > B > C."""

from collections import Counter

from .columns import chosen_column, text_cells
from .found_edges import FoundEdges


def of_tiers(columns, levels, child, argument, same, leniency):
    """Edges of a sheet with a column per tier, from the top down, in each row a path."""
    if isinstance(levels, str) or not isinstance(levels, (list, tuple)) or len(levels) < 2:
        raise ValueError(f"levels: expected the names of two columns or more; got {levels!r}")

    def cells_of(name, role):
        return text_cells(columns[chosen_column(columns, name, (), argument, role)], argument, name)

    tiers = [cells_of(level, "tier") for level in levels]
    rows = [list(row) for row in zip(*tiers, strict=True)]
    ids = None if child is None else cells_of(child, "child")
    filled = [sum(cell is not None for cell in row) for row in rows]
    missing = Counter(row[at - 1] for row in rows for at, cell in enumerate(row) if cell == "NA")
    if len(missing) > 1:
        what = "cells are 'NA' and were taken as names; a blank cell says that none is there"
        leniency.add("named_na", missing.total(), what)
    # A staircase has each concept in a row of its own; what is above it stands further up.
    staircase = 10 * filled.count(1) >= 9 * len(rows) and any(row[0] is None for row in rows)
    paths, above = [], []
    for number, row in enumerate(rows, 1):
        places = [at for at, cell in enumerate(row) if cell is not None]
        length = places[-1] + 1 if places else 0
        if staircase:
            first = places[0] if places else 0
            row[:first] = (above + [None] * first)[:first]
            above = row[:length]
        if not length:
            raise ValueError(f"{argument}: row {number} is blank in all of {', '.join(levels)}")
        for at in range(length):
            if row[at] is None:
                below = next(place for place in range(at, length) if row[place] is not None)
                raise ValueError(
                    f"{argument}: row {number}: {levels[at]!r} is blank and {levels[below]!r} is "
                    f"{row[below]!r}"
                )
        paths.append(tuple(row[:length]))
    return of_paths(paths, ids, argument, same, leniency)


def of_paths(paths, ids, argument, same, leniency):
    """Edges of paths, tuples of names from the top down, with an id per path or None."""
    given, twins = {}, []
    for path, its_id in zip(paths, ids or [None] * len(paths), strict=True):
        if path not in given:
            given[path] = its_id
        elif its_id is not None and its_id != given[path]:
            twins.append((path, its_id))
    leniency.add("repeated", len(paths) - len(given), "paths stand in more than one row")
    every = {}
    for path in given:
        for length in range(1, len(path) + 1):
            every.setdefault(path[:length], given.get(path[:length]))
    n_added = len(every) - len(given)
    leniency.add("added", n_added, "upper parts of paths have no row and were added")
    inner = {path[:-1] for path in every}
    for path, other in twins:
        if path in inner:
            raise ValueError(
                f"{argument}: the path {' > '.join(path)!r} has two ids, {given[path]!r} and "
                f"{other!r}, and others below it"
            )
    groups = _heads_by_name(every) if same == "name" else {path: path for path in every}
    heads = dict.fromkeys(groups.values())
    times = Counter(path[-1] for path in heads)
    taken = {its_id for its_id in every.values() if its_id is not None}
    label, titles = {}, {}
    for path in heads:
        name = path[-1]
        if every[path] is not None:
            label[path] = every[path]
            titles[every[path]] = name
        elif times[name] == 1 and name not in taken:
            label[path] = name
        else:
            label[path] = " > ".join(path) if len(path) > 1 else f"> {name}"
            titles[label[path]] = name
    titles |= {its_id: path[-1] for path, its_id in twins}
    named = [*((path, label[groups[path]]) for path in every), *twins]
    pairs = [(label[groups[path[:-1]]], name) for path, name in named if len(path) > 1]
    nodes = dict.fromkeys([*label.values(), *(its_id for _, its_id in twins)])
    return FoundEdges(pairs, "parent-child", list(nodes), titles)


def _heads_by_name(paths):
    """Path -> the first one that ends in the same name with equal concepts below it."""
    below, first, groups = {}, {}, {}
    for path in sorted(paths, key=len, reverse=True):
        key = path[-1], frozenset(below.get(path, ()))
        groups[path] = key
        below.setdefault(path[:-1], set()).add(key)
    for path in paths:
        first.setdefault(groups[path], path)
    return {path: first[key] for path, key in groups.items()}
