"""Label similarities from groups at one or several levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from ...inputs.universe import check_names
from ...messages import WHICH_LABEL_COLUMN, expected, quote, short, suggestion, warn
from ..label_similarity import LabelSimilarity, built
from .checks import amount, exact, real
from .columns import chosen_column, is_series, is_table, table_columns, text_cells

LABEL_COLUMNS = ("label", "name", "labels")


def from_groups(
    groups: Any,
    labels: Any = None,
    *,
    levels: Any = None,
    values: Any = None,
    label: str | None = None,
    name: str = "groups",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from the finest level at which two labels share a group.

    1 for the same label, the value of the finest level at which both labels are in one group, 0
    if there is none. Which level is the finer one is found in the data, so that their order
    does not matter: a level refines another if all labels that share a group in it share one in
    the other. Levels that cross, neither refining the other, need ``levels`` to say what each
    weighs; the greatest of the shared ones counts.

    Parameters
    ----------
    groups : one of

        - a table with one row per label and one column per level: a frame of pandas, Polars or
          Arrow, the path of a file, a list of mappings or a mapping of lists with ``label``
        - one level: a mapping (or Series) label -> group, or group -> list of labels
        - several: a list of such mappings, or a mapping from the level's name to such a mapping

        A group is a name or a number; a label that is alone forms a separate group
    labels : names to take, in this order; default: all, in the order of the first level
    levels : None; names of the levels to take; or a mapping from their names to what each weighs,
        a number in [0, 1]. Levels of a list are called 1, 2, ...
    values : one number in [0, 1] a level, from the finest to the coarsest, none above the one
        before. Default: equal steps, k / (levels + 1): 2/3 and 1/3 for two levels
    label : of a table, the column with the labels; default ``label`` or ``name``, else the first
        one, which must then be the only one whose cells all differ
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Raises
    ------
    ValueError
        for a label without a group at some level, levels that cross without ``levels``, and
        values that are not one per level, in [0, 1] and falling

    Warns
    -----
    UserWarning
        for a level at which every label is alone: it gives no credit, and takes a step
    """
    by_level = _levels_of(groups, label)
    weights = None
    if levels is not None:
        by_level, weights = _wanted_levels(by_level, levels)
        if weights is not None and values is not None:
            raise ValueError("values: levels= says already what each level weighs")
    every = list(dict.fromkeys(member for level in by_level.values() for member in level))
    labels = check_names(every if labels is None else labels, "labels")
    known, codes = _codes_of_levels(by_level, labels, every)
    _warn_alone(codes)
    order = list(codes) if weights is not None else _from_fine_to_coarse(codes, known)
    if weights is None:
        weights = dict(zip(order, _falling_values(values, len(order)), strict=True))
    place = {one: at for at, one in enumerate(known)}
    rows = [place[one] for one in labels]
    table = np.zeros((len(labels), len(labels)))
    # From the least to the greatest, so that the greatest stays.
    for level in sorted(order, key=weights.__getitem__):
        codes_of_rows = codes[level][rows]
        table[codes_of_rows[:, None] == codes_of_rows] = weights[level]
    np.fill_diagonal(table, 1)
    nested = all(
        _refines(codes[a], codes[b]) and weights[a] >= weights[b] for a, b in pairwise(order)
    )
    steps = ", ".join(f"{exact(weights[x])} in the same group at level {x!r}" for x in order)
    steps = f"{steps} and at none before it," if nested else f"else the greatest of: {steps};"
    text = f"1 for the same label, {steps} otherwise 0."
    similarity = built(from_groups, table, labels, text, card, name, none_labels, rounded=False)
    # What the command line shows behind the name.
    similarity.levels = {str(level): weights[level] for level in order}
    return similarity


def _codes_of_levels(by_level, labels, every):
    """The labels that have a group at each level, and the numbers of their groups by level."""
    for level, members in by_level.items():
        odd = [x for x in labels if not isinstance(members.get(x), Hashable)]
        if odd:
            raise ValueError(
                f"groups: expected a name or number as the group of {quote(odd)} at level "
                f"{level!r}; got {short(members[odd[0]])}"
            )
        alone = [x for x in labels if not _has_group(members, x)]
        if alone:
            raise ValueError(
                f"groups: {quote(alone)} has no group at level {level!r}; give every label one, "
                "if need be its own"
            )
    known = [one for one in every if all(_has_group(level, one) for level in by_level.values())]
    codes = {}
    for level, members in by_level.items():
        number = {}
        codes[level] = np.array([number.setdefault(members[x], len(number)) for x in known])
    return known, codes


def _levels_of(groups, label):
    """Level -> mapping label -> group, from whatever form the groups have."""
    if is_table(groups, label or "label"):
        return _levels_of_table(table_columns(groups, "groups"), label)
    if label is not None:
        raise ValueError(f"label: it goes with a table; groups is a {type(groups).__name__}")
    if isinstance(groups, (list, tuple)) and groups and all(map(_is_mapping, groups)):
        return {key: _one_level(level, key) for key, level in enumerate(groups, 1)}
    nested = isinstance(groups, Mapping) and [_is_mapping(level) for level in groups.values()]
    if nested and all(nested):
        return {key: _one_level(level, key) for key, level in groups.items()}
    if is_series(groups) or (nested and not any(nested)):
        return {1: _one_level(groups, 1)}
    raise ValueError(
        "groups: expected a table with one row per label, a mapping label -> group, or a list of "
        f"such mappings, one per level; got {quote([groups])[:200]}"
    )


def _levels_of_table(columns, label):
    labels = chosen_column(columns, label, LABEL_COLUMNS, "groups", "label")
    if labels is None:
        distinct = [
            name
            for name, cells in columns.items()
            if None not in cells and len(set(map(str, cells))) == len(cells)
        ]
        if distinct != list(columns)[:1]:
            raise ValueError(
                "label: which column holds the labels? None is called 'label', and "
                f"{quote(distinct) if distinct else 'none'} of {quote(columns)} has a different "
                f"cell in each row; {WHICH_LABEL_COLUMN}"
            )
        labels = distinct[0]
    names = text_cells(columns.pop(labels), "groups", labels)
    if None in names:
        raise ValueError(f"groups: column {labels!r} is blank in row {names.index(None) + 1}")
    repeated = sorted(entry for entry, times in Counter(names).items() if times > 1)
    if repeated:
        raise ValueError(f"groups: column {labels!r} has {quote(repeated)} more than once")
    if not columns:
        raise ValueError(f"groups: the table has labels ({labels!r}) but no column of groups")
    return {name: dict(zip(names, cells, strict=True)) for name, cells in columns.items()}


def _one_level(groups, key):
    """A mapping label -> group, also of one that is written group -> labels."""
    if is_series(groups):
        if not groups.index.is_unique:
            raise ValueError(f"groups: a label stands twice in the index of level {key!r}")
        groups = groups.to_dict()
    members = groups.values()
    if not all(isinstance(group, (list, tuple, set, frozenset)) for group in members):
        return dict(groups)
    group_of = {}
    for group, labels in groups.items():
        for label in sorted(labels) if isinstance(labels, (set, frozenset)) else labels:
            if group_of.setdefault(label, group) != group:
                raise ValueError(
                    f"groups: {label!r} is in two groups of level {key!r}, {group_of[label]!r} and "
                    f"{group!r}; give each its own level"
                )
    return group_of


def _wanted_levels(known, levels):
    if isinstance(levels, str) or not hasattr(levels, "__iter__"):
        raise expected("levels", "names of levels, or a mapping to numbers", levels)
    names = list(levels)
    unknown = [level for level in names if level not in known]
    if unknown or not names:
        hint = suggestion(str(unknown[0]), map(str, known)) if unknown else ""
        raise ValueError(
            f"levels: expected some of {quote(known)}; got {quote(unknown or ['nothing'])}{hint}"
        )
    wanted = {level: known[level] for level in names}
    if not isinstance(levels, Mapping):
        return wanted, None
    for level, weight in levels.items():
        if not 0 <= real(weight) <= 1:
            raise ValueError(f"levels: each weighs a number in [0, 1]; {level!r} has {weight!r}")
    return wanted, {level: float(weight) for level, weight in levels.items()}


def _is_mapping(level):
    return isinstance(level, Mapping) or is_series(level)


def _has_group(level, label):
    group = level.get(label)
    # NaN, which tables have for a missing group, differs from itself.
    return group is not None and bool(group == group)


def _warn_alone(codes):
    for level, members in codes.items():
        if len(set(members)) < len(members):
            continue
        if len(codes) == 1:
            warn("from_groups: each label is alone: this is plain F1")
        elif len(members) > 2:
            warn(
                f"from_groups: at level {level!r} each of the {len(members)} labels is alone in "
                "its group: the level gives no credit, and takes a step from the others; levels= "
                "takes the others only."
            )


def _refines(fine, coarse):
    """True where labels that share a group in ``fine`` share one in ``coarse``."""
    both = np.unique(np.stack([fine, coarse]), axis=1)
    return both.shape[1] == len(np.unique(fine))


def _from_fine_to_coarse(codes, labels):
    # Stable: of levels with the same groups the one that was given first counts.
    order = sorted(codes, key=lambda level: -len(np.unique(codes[level])))
    for a, b in pairwise(order):
        if not _refines(codes[a], codes[b]):
            at_a, at_b = _shared_only(codes[a], codes[b]), _shared_only(codes[b], codes[a])
            pairs = [tuple(labels[i] for i in pair) for pair in (at_a, at_b)]
            raise ValueError(
                f"groups: levels {a!r} and {b!r} cross, neither refines the other: {pairs[0]} "
                f"share a group at {a!r} only, {pairs[1]} at {b!r} only; say what each level "
                f"weighs, such as levels={dict.fromkeys(order, 0.5)}"
            )
    return order


def _shared_only(there, not_here):
    """The first two labels that share a group at one level and not at the other."""
    apart = (there[:, None] == there) & (not_here[:, None] != not_here)
    return np.argwhere(apart)[0].tolist()


def _falling_values(values, n):
    steps = n + 1
    if values is None:
        return [(steps - k) / steps for k in range(1, steps)]
    values = list(values) if hasattr(values, "__iter__") else [values]
    numbers = list(map(real, values))
    if len(values) != n or not all(1 >= a >= b for a, b in pairwise([1, *numbers, 0])):
        raise ValueError(
            f"values: expected {amount(n, 'number')} from 1 to 0, one per level from the finest to "
            f"the coarsest, none above the one before; got {values!r}"
        )
    return numbers
