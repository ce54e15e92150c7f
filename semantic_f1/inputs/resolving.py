"""From names, ids and indicator columns to label indices, and what had to be changed on the way.

A :class:`Universe` says what each name, id and column means. Label sets come out as
``(indices, offsets)``: ragged int32 arrays without repeats, sorted within an example; an index
beyond the labels stands for an unknown name that was kept.
"""

import re

import numpy as np

from ..files.value_kinds import describe
from ..messages import (
    LOAD_MULTILABEL,
    NAMES_OF_IDS,
    InputError,
    listed,
    short,
    spelled_alike,
    spelling_advice,
    warn,
)
from .label_sets import MOST_KEY_LABELS, LabelSets, key_kind, row_of, sizes_of_keys, sums_of_members
from .number_rows import PRECISIONS, refuse_in_table, refuse_values, sets_of_table
from .universe import NONE_CODE, Changes, key_of
from .unwrapping import refuse_first

# From so many members on, sets of few labels are made whole numbers.
KEYED_MEMBERS = 1 << 12
_IGNORED = -2
_MANY_UNKNOWN = 5  # So many names of which none is a label are of another vocabulary.
_DESCRIBED = 50  # So many unknown names are looked at for the one that an error is about.

_IS_URI = re.compile(r"(https?://|urn:)\S+").fullmatch


def resolve_sets(raw, space, argument, *, unknown_labels="raise", instead=LOAD_MULTILABEL):
    """Label sets from names or ids."""
    if raw.distinct is not None and (resolved := _keys_of_numbered(raw, space)) is not None:
        return resolved, Changes()
    names, codes, offsets = raw.names, raw.codes, raw.offsets
    if names is None:
        table = space.table
        refuse_indicators(codes, offsets, space.widths, argument, instead)
        if len(codes) and not space.ordered:
            rule = f"got the id {codes[0]}, and nothing says whose ids these are: {NAMES_OF_IDS}"
            raise InputError(rule, argument, row_of(offsets, 0))
        _refuse_numbers_that_are_names(codes, offsets, space, argument)
        rule = f"there are {len(table)} labels, so ids run from 0 to {len(table) - 1}"
        wrong = codes >= len(table)
        refuse_first(wrong, argument, lambda i: f"id {codes[i]} is out of range; {rule}", offsets)
        unknown = np.zeros(0, dtype=np.int64)
    else:
        names = _without_brackets(names, space)
        table, unknown = _code_names(names, codes, space, unknown_labels)
        if space.replaced:
            _tell_replaced(names, codes, space, argument)
        if space.refused and len(unknown):
            _refuse_ambiguous(names, codes, offsets, unknown, space, argument)
        if len(unknown) and unknown_labels == "raise":
            _raise_unknown(names, codes, offsets, unknown, space, argument)
    few = len(space.labels) <= MOST_KEY_LABELS and len(codes) >= KEYED_MEMBERS
    if few and not len(unknown) and (resolved := _keyed_sets(table, codes, offsets)) is not None:
        return resolved
    sets, changes = _keep(table[codes], offsets)
    if len(unknown):
        rows = np.searchsorted(offsets, np.flatnonzero(np.isin(codes, unknown)), side="right")
        found = {"unknown": tuple(names[i] for i in unknown), "with_unknown": len(np.unique(rows))}
        changes = changes._replace(**found)
    return sets, changes


def resolve_indicators(raw, space, argument, *, threshold=None):
    """Label sets from indicator rows or, with a threshold, from scores."""
    width, columns, table = raw.width, raw.columns, raw.table
    if columns.n and width not in space.widths:
        needed = " or ".join(map(str, space.widths))
        raise InputError(f"rows have {width} columns; the labels need {needed}", argument)
    if threshold is None:
        rule, sparse = "indicator rows hold 0 and 1; for scores pass threshold=", raw.sparse
        if table is not None:
            refuse_in_table((table != 0) & (table != 1), table, argument, rule)
        if sparse is not None and sparse.values is not None:
            refuse_values(sparse.values != 1, sparse, argument, rule)
    else:
        _tell_of_logits(table, threshold, argument)
        columns = _apply_threshold(raw, threshold)
    to_label = space.table[:width]
    resolved = _sets_by_number(columns, to_label)
    if resolved is not None:
        return resolved
    members = to_label[columns.indices]
    if members.min(initial=0) >= 0:
        # Columns come in order and once, and so do their labels.
        return LabelSets(members, columns.offsets), Changes()
    return _keep(members, columns.offsets)


def _sets_by_number(columns, to_label):
    """Label sets of columns that are labels in their order, none-labels behind them; else None."""
    keys, n_labels = columns.keys, int((to_label >= 0).sum())
    in_order = np.array_equal(to_label[:n_labels], np.arange(n_labels))
    if not in_order or columns.numbers is None or (keys is None and n_labels < len(to_label)):
        return None
    if n_labels == len(to_label):
        return columns, Changes()
    kept = keys & keys.dtype.type((1 << n_labels) - 1)
    beside = int(((kept != keys) & (kept != 0)).sum())
    return LabelSets(numbers=kept), Changes(none_beside=beside)


def _code_names(names, codes, space, unknown_labels):
    """Label index of each distinct name, and the positions of the unknown names that occur."""
    table, occurrences = np.empty(len(names), dtype=np.int32), None
    unknown, extra = [], {}
    for position, name in enumerate(names):
        key = key_of(space, name)
        code = space.codes.get(key, space.replaced.get(key))
        if code is None:
            if occurrences is None:
                occurrences = np.bincount(codes, minlength=len(names))
            # Names that no row uses (of a ClassLabel, say) are not unknown names.
            if occurrences[position]:
                unknown.append(position)
            code = _IGNORED
            if unknown_labels == "mismatch":
                code = extra.setdefault(key, len(space.labels) + len(extra))
        table[position] = code
    return table, np.array(unknown, dtype=np.int64)


def _tell_replaced(names, codes, space, argument):
    """Warn of names of deprecated concepts that others stand for."""
    keys = [key_of(space, name) for name in names]
    old = [at for at, key in enumerate(keys) if key in space.replaced and key not in space.codes]
    count = int(np.isin(codes, old).sum())
    if count:
        new = [space.labels[space.replaced[keys[at]]] for at in old[:3]]
        pairs = zip(old, new, strict=False)
        shown = ", ".join(f"{short(names[at])} by {short(label)}" for at, label in pairs)
        replaced = f"{count:,} labels are deprecated and replaced by others, {len(old)} distinct"
        more = f'{" ..." * (len(old) > 3)}; replaced="refuse" of read_thesaurus refuses them.'
        warn(f"{argument}: {replaced}: {shown}{more}")


def _keys_of_numbered(raw, space):
    """LabelSets by whole numbers of names whose distinct sets are known; None where any is odd."""
    if len(space.labels) > MOST_KEY_LABELS or space.replaced:
        return None
    codes, offsets, rows = raw.distinct
    table, unknown = _code_names(raw.names, codes, space, "raise")
    keyed = None if len(unknown) else _keyed_sets(table, codes, offsets)
    if keyed is None or keyed[1] != Changes():
        return None
    return LabelSets(numbers=keyed[0].keys.take(rows))


def _keyed_sets(table, codes, offsets):
    """LabelSets by whole numbers, and Changes; None where a set repeats a label."""
    kind, is_none = key_kind(int(table.max(initial=0)) + 1), table < 0
    bits = np.left_shift(kind(1), np.where(is_none, 0, table).astype(kind)) * ~is_none
    keys, n_none, beside = sums_of_members(bits.take, kind, codes, offsets), 0, 0
    if is_none.any():
        none = sums_of_members(is_none.astype(np.int64).take, np.int64, codes, offsets)
        n_none, beside = int(none.sum()), int(np.count_nonzero((none > 0) & (keys > 0)))
    # A label that repeats carries, and leaves fewer bits than members.
    if int(sizes_of_keys(keys).sum()) + n_none != len(codes):
        return None
    return LabelSets(numbers=keys), Changes(none_beside=beside)


def _keep(members, offsets):
    """Sets without none-labels, ignored names and repeats, sorted within each example."""
    one = len(offsets) == 2 and (not len(members) or members[0] >= 0)
    if one and (members[1:] > members[:-1]).all():
        # The labels of one example, in order already.
        return LabelSets(members, np.array([0, len(members)])), Changes()
    sizes = np.diff(offsets)
    rows = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    kept = members >= 0
    beside = emptied = 0
    if not kept.all():
        some_kept, some_none, some_ignored = (
            np.bincount(rows[mask], minlength=len(sizes)) > 0
            for mask in (kept, members == NONE_CODE, members == _IGNORED)
        )
        beside = int((some_none & some_kept).sum())
        emptied = int((some_ignored & ~some_kept & ~some_none).sum())
        members, rows = members[kept], rows[kept]
    if len(members) > 1 and not ((np.diff(members) > 0) | (np.diff(rows) > 0)).all():
        span = int(members.max()) + 1
        keys = np.sort(rows * span + members)
        keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
        rows = keys // span
        members = (keys - rows * span).astype(np.int32)
    kept_offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=len(sizes)), out=kept_offsets[1:])
    return LabelSets(members, kept_offsets), Changes(none_beside=beside, emptied=emptied)


def _refuse_numbers_that_are_names(ids, offsets, space, argument):
    """Refuse ids where the names are numbers too, and other ones: 1 may be "1", or the second."""
    if space.numbered:
        return
    within = ids[ids < len(space.names)]
    # Of few names it is faster to count their ids than to sort these.
    few = len(space.names) <= len(within)
    for code in (np.flatnonzero(np.bincount(within)) if few else np.unique(within)).tolist():
        as_text = str(code)
        if as_text in space.codes and key_of(space, space.names[code]) != as_text:
            rule = f"{code} may be the label {as_text!r} or the id of {short(space.names[code])}"
            rule += f": give names as text, {as_text!r}, or labels= that numbers them, {{name: id}}"
            refuse_first(ids == code, argument, lambda _, rule=rule: rule, offsets)


def refuse_indicators(ids, offsets, widths, argument, instead=LOAD_MULTILABEL):
    """Refuse rows of 0 and 1 where ids are read.

    Rows are such where all have one width above 1, hold only 0 and 1, and are as wide as the
    universe (``widths``), or one repeats a value, which a set of ids has no reason to.
    """
    n = len(offsets) - 1
    if not n or not len(ids) or ids.max() > 1:
        return
    width, sizes = int(offsets[1]), np.diff(offsets)
    if width < 2 or not (sizes == width).all():
        # Of two labels [0, 1] may be both, or the second; a batch must read as the whole does.
        pairs = "the ids of both labels, or an indicator row of two columns"
        refuse_first(
            (sizes == 2) & (2 in widths),
            argument,
            lambda row: (
                f"{ids[offsets[row] : offsets[row] + 2].tolist()} may be {pairs}: give "
                f"names, or {instead}"
            ),
        )
        return
    ones = ids.reshape(n, width).sum(axis=1)
    if width in widths or width > 2 or (ones != 1).any():
        rule = f"every row has {width} values, all 0 or 1: these are indicator rows, not ids"
        raise InputError(f"{rule}; {instead}", argument)


def _tell_of_logits(table, threshold, argument):
    """Warn of scores that are no probabilities under a threshold that is one."""
    between = [t for t in np.ravel(threshold).tolist() if 0 < t < 1]
    if table is None or not between or not table.size:
        return
    # Floats from 0 on have the order of their bits, the sign's being the first: one pass tells.
    bits = {"<f4": np.uint32, "<f8": np.uint64}.get(table.dtype.str)
    if bits and table.view(bits).max() <= np.ones((), table.dtype).view(bits):
        return
    least, greatest = float(table.min()), float(table.max())
    if least >= 0 and greatest <= 1:
        return
    warn(
        f"{argument}: scores from {least:g} to {greatest:g} are not probabilities, and threshold "
        f"{between[0]:g} is applied to them directly. For logits, apply a sigmoid first, or use "
        f"threshold={np.log(between[0] / (1 - between[0])):.4g} (probability {between[0]:g})."
    )


def _apply_threshold(raw, threshold):
    """LabelSets of the columns of each row whose score is at least the threshold."""
    width, table = raw.width, raw.table
    threshold = np.asarray(threshold, dtype=np.float64)
    if threshold.ndim and len(threshold) != width:
        rule = f"{len(threshold)} values for rows of {width} columns; give one number, or one per"
        raise InputError(f"{rule} column", "threshold")
    if raw.sparse is not None:
        if (threshold <= 0).any():
            rule = f"{float(threshold.min())!r} would choose every empty place of sparse rows"
            raise InputError(f"{rule}; pass one above 0, or predictions.toarray()", "threshold")
        values = raw.sparse.values
        kind = "float64" if values is None or values.dtype.kind != "f" else values.dtype.name
        return raw.sparse.least(_rounded(threshold, kind))
    if table is None:
        # 0 and 1 are scores too.
        table = raw.ones(np.int8)
    return _sets_above(table, threshold, raw.precision)


def _sets_above(table, threshold, precision):
    """LabelSets of the columns whose scores are at least the thresholds, in the scores' own types.

    A float32 .7 is less than .7, but at least the float32 nearest to it, as in numpy and torch.
    """
    mixed = False
    if precision is not None and len(precision):
        mixed = (precision != precision[0]).any()
        of_kinds = [_rounded(threshold, kind) for kind in PRECISIONS] if mixed else []
        first = _rounded(threshold, PRECISIONS[precision[0]])
        threshold = np.stack(of_kinds).reshape(len(of_kinds), -1) if mixed else first

    def above(block, start, out):
        least = threshold[precision[start : start + len(block)]] if mixed else threshold
        if table.dtype == np.float32 and np.array_equal(least.astype(np.float32), least):
            least = least.astype(np.float32)
        elif table.dtype != np.float64:
            block = block.astype(np.float64)
        np.greater_equal(block, least, out=out)
        return True

    return sets_of_table(table, above)


def _rounded(threshold, kind):
    """A threshold as the nearest number of a type of scores, as float64."""
    with np.errstate(over="ignore"):
        if kind != "bfloat16":
            return threshold.astype(kind).astype(np.float64)
        bits = np.atleast_1d(threshold).astype(np.float32).view(np.uint32)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    return bits.view(np.float32).astype(np.float64).reshape(threshold.shape)


def _refuse_ambiguous(names, codes, offsets, unknown, space, argument):
    """One error for names that mean several labels: no guess, and no mismatch either."""
    keys = {i: key_of(space, names[i]) for i in unknown.tolist()}
    wrong = [i for i, key in keys.items() if key in space.refused]
    more = f" ({len(wrong)} such names)" if len(wrong) > 1 else ""

    def told(first):
        position = int(codes[first])
        return f"{names[position]!r} is {space.refused[keys[position]]}{more}"

    refuse_first(np.isin(codes, wrong), argument, told, offsets)


def _raise_unknown(names, codes, offsets, unknown, space, argument):
    """One error for unknown names: about the first that is more than unknown, else the first."""
    places = np.flatnonzero(np.isin(codes, unknown))
    order = places[np.sort(np.unique(codes[places], return_index=True)[1])]

    def is_label(text):
        return key_of(space, text) in space.codes

    kinds = [describe(names[codes[at]], space.names, is_label) for at in order[:_DESCRIBED]]
    telling = next((i for i, one in enumerate(kinds) if one.kind != "unknown"), 0)
    first, kind = int(order[telling]), kinds[telling]
    name = names[codes[first]]
    others = [names[codes[at]] for at in order if at != first]
    more = ""
    if others:
        more = f"; {len(others)} more unknown name{'s' * (len(others) > 1)}: {listed(others)}"
    alike = spelled_alike([name, *others], space.names)
    why = space.absent.get(key_of(space, name))
    other = "" if why else _of_the_other_kind([name, *others], space)
    plain = kind.kind == "unknown" and not why and not alike
    none_known = len(unknown) == len(np.unique(codes))
    if name in alike and not why:
        said = f", but differs from {short(alike[name])} only by case, blanks, width or accents"
        more += "; pass normalize_names=True to read such names as one"
    elif none_known and (other or (plain and len(unknown) >= _MANY_UNKNOWN)):
        # Where nothing is known, every score would be 0: no advice to keep or to remove names.
        said, more = "", more + other
    elif plain:
        said, kept = "", 'unknown_labels="mismatch" to keep unknown names as mismatches'
        more += f'; pass {kept} or "ignore" to remove them'
    else:
        said = f" but {why}" if why else kind.text
        more += spelling_advice([name, *others], space.names)
    rule = f"{short(name)} is not a label{said}{more}"
    raise InputError(rule, argument, row_of(offsets, first), found=name)


def _of_the_other_kind(unknown, space):
    """Advice where all unknown names are URIs and labels are not, or the other way."""
    if all(map(_IS_URI, unknown)) and not any(map(_IS_URI, space.labels[:3])):
        return '; these are URIs; read_thesaurus(..., label="uri") takes them'
    if not any(map(_IS_URI, unknown)) and all(map(_IS_URI, space.labels[:3])):
        return '; labels are URIs here; read_thesaurus(..., label="prefLabel") takes names'
    return ""


def _without_brackets(names, space):
    """URIs without <> around every one of them, as lists of URIs have them."""
    if not names or names[0][:1] != "<":
        return names
    bare = [name[1:-1] for name in names if name[:1] == "<" and name[-1:] == ">"]
    if len(bare) < len(names) or names[0] in space.codes or not all(map(_IS_URI, bare)):
        return names
    warn(f"<> around all names, such as {short(names[0])}, were taken off.")
    return bare
