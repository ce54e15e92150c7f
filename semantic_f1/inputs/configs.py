"""From what users hand in to label sets: how each config reads its two sides."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from ..messages import InputError, Notice, cut_list, listed, short, spelled_alike, warn
from ..name_table import NameTable
from .annotators import RawGoldSets, flatten, located, read_annotators
from .distributions import read_rows
from .graded import graded_rows, read_grades
from .label_sets import LabelSets
from .named_rows import ONE_ORDER
from .number_rows import RawIndicators, read_indicators, read_weights
from .points import dimensions, read_points, refuse_points
from .reading import RawSets, by_feature, hold_scores, read_sets, read_sets_or_scores
from .resolving import refuse_indicators, resolve_indicators, resolve_sets
from .universe import Changes, key_of
from .unwrapping import offsets_of, refuse_first

SIDES = ("predictions", "references")
# What the predicted sets of a call are.
Predicted = Literal["per_example", "per_annotator", "either"]


class Data(NamedTuple):
    """Label sets of both sides, weights or None, and offsets of gold sets by example or None."""

    predictions: LabelSets
    references: LabelSets
    weight: np.ndarray | None
    offsets: np.ndarray | None = None


def columns_of_batch(batch):
    """Both sides of a batch that ``Dataset.map`` passes: a mapping or a table of any format."""
    if type(batch).__name__ == "LazyRow":
        rule = "Dataset.map passed one example, not a batch: map(metric.pointwise, batched=True)"
        raise ValueError(f"pointwise: {rule}")
    names = getattr(batch, "column_names", None) or getattr(batch, "columns", None)
    if hasattr(batch, "keys"):
        names = list(batch.keys())
    if names is None:
        return batch, None
    missing = [side for side in SIDES if side not in names]
    if missing:
        rule = "rename the columns or use input_columns=[predictions, references]"
        raise ValueError(f"pointwise: the batch has no column {' or '.join(missing)}; {rule}")
    return tuple(batch[side] for side in SIDES)


def read(config, predictions, references, predicted: Predicted = "per_example"):
    """Both sides in the caller's own terms."""
    _warn_of_indices(predictions, references)
    readers = _READ_AS[config.like or config.name]
    if config.like:
        readers = readers[0], partial(_read_gold_rows, readers[1])
    sides = zip(readers, (predictions, references), SIDES, strict=True)
    raws = [read_side(rows, name) for read_side, rows, name in sides]
    if config.kind == "sets":
        raws = _by_one_order(raws)
    lengths = [raw.n for raw in raws]
    if lengths[0] != lengths[1]:
        found = f"{lengths[0]} and {lengths[1]} examples"
        raise ValueError(f"predictions and references must be equally long; got {found}")
    check_predicted(raws[0], predicted)
    if isinstance(raws[0], RawGoldSets):
        sets, people = (np.diff(raw.offsets) for raw in raws)
        told = "{} sets for {} annotators; give one for each".format
        refuse_first(sets != people, SIDES[0], lambda row: told(sets[row], people[row]))
    return raws


def check_predicted(predictions, predicted: Predicted):
    """Refuse one predicted set per annotator if one per example is taken, and in reverse."""
    found, rule = isinstance(predictions, RawGoldSets), None
    if found and predicted == "per_example":
        rule = "one set per annotator, and this call takes one per example; use perspectives(...)"
    elif predicted == "per_annotator" and predictions.n and not found:
        rule = "perspectives takes one set per annotator, as references have; got one per example"
    if rule:
        raise InputError(rule, SIDES[0])


def _warn_of_indices(predictions, references):
    """Warn of pandas columns or tables whose rows have the same labels in another order."""
    if not hasattr(predictions, "iloc") or not hasattr(references, "iloc"):
        return
    first, second = predictions.index, references.index
    if len(first) != len(second) or first.equals(second):
        return
    if first.is_unique and second.is_unique and first.isin(second).all():
        warn(
            "predictions and references: their indices hold the same rows in another order, and "
            f"rows are paired by position: {ONE_ORDER}."
        )


def names_read(raw):
    """The distinct names that one side was read as, ids by those of a ClassLabel; else None."""
    names = getattr(_flat(raw)[0], "names", None)
    return None if names is None else tuple(names)


def _by_one_order(raws):
    """Bare ids of one side by the names of the ClassLabel that the other side brought."""
    sides = [_flat(raw)[0] for raw in raws]
    if any(isinstance(side, RawIndicators) for side in sides):
        return raws
    for place, (side, other) in enumerate(zip(sides, sides[::-1], strict=True)):
        if side.feature is None and side.kind == "ids" and other.feature is not None:
            name, offsets = SIDES[place], _flat(raws[place])[1]
            with located(offsets):
                refuse_indicators(side.codes, side.offsets, (len(other.feature),), name)
                named = by_feature(side, other.feature, name)
            raws[place] = named if offsets is None else RawGoldSets(named, offsets)
    return raws


def _flat(side):
    """A side without its annotators, and where the sets of each example begin, or None."""
    return side if isinstance(side, RawGoldSets) else (side, None)


def _read_gold_sets(rows, argument, scores=False):
    flat, offsets, class_names = flatten(rows, argument)
    with located(offsets):
        if hold_scores(flat):
            read = read_indicators(flat, argument, scores=scores)
            if read.table is None:
                # 0 and 1 may be ids too.
                every = np.arange(read.n + 1) * read.width
                read = RawSets(None, read.ones(np.int64).reshape(-1), every)
            return RawGoldSets(read, offsets)
        return RawGoldSets(read_sets(flat, argument, class_names), offsets)


def _read_gold_rows(read_rows_of_one, rows, argument):
    """Points, or rows of grades, of several annotators; a list of numbers is one point."""
    flat, offsets, _ = flatten(rows, argument)
    flat = flat.to_pylist() if hasattr(flat, "to_pylist") else flat
    if read_rows_of_one is read_points:
        flat = [[entry] if _is_point(entry) else entry for entry in flat]
    with located(offsets):
        return RawGoldSets(read_rows_of_one(flat, argument), offsets)


def _is_point(entry):
    if not isinstance(entry, (list, tuple)) and not getattr(entry, "ndim", 0):
        return False
    return len(entry) > 0 and isinstance(entry[0], (float, int, np.number))


def _read_predictions(rows, argument):
    """A set or a row of scores for each example, or for each annotator of an example."""
    rows = list(rows) if isinstance(rows, Iterator) else rows
    if _depth(rows) == 3:
        return _read_gold_sets(rows, argument, scores=True)
    return read_sets_or_scores(rows, argument)


def _depth(entry, most=3):
    """Depth of nested collections, by the first entry of each."""
    entry = entry.as_py() if hasattr(entry, "as_py") else entry
    plain = isinstance(entry, (str, bytes, Mapping)) or not getattr(entry, "ndim", 1)
    if plain or not isinstance(entry, Iterable) or not most:
        return 0
    return 1 + _depth(next(iter(entry), None), most - 1)


_READ_AS = NameTable(
    "config_name",
    {
        "points": (read_points,) * 2,
        "default": (read_sets,) * 2,
        "multilabel": tuple(partial(read_indicators, scores=scores) for scores in (True, False)),
        "annotators": (_read_predictions, _read_gold_sets),
        "soft": (read_rows,) * 2,
        "graded": (read_grades,) * 2,
    },
)


def resolved_sides(predictions, references, setting):
    """Both sides as LabelSets, and what had to be changed in each."""
    several, space = isinstance(references, RawGoldSets), setting.space
    wording = {"instead": "give the ids or the names of the labels that are 1"} if several else {}

    def resolved(raw, name):
        raw = _with_columns(raw, space) if several else raw
        threshold = setting.options["threshold"] if name == SIDES[0] else None
        if isinstance(raw, RawIndicators):
            return resolve_indicators(raw, space, name, threshold=threshold)
        if several and threshold is not None and raw.kind is not None:
            columns = f"{' or '.join(map(str, space.widths))} columns"
            rule = f"a threshold is for rows of scores, or of 0 and 1, with {columns}"
            raise InputError(f"the predictions are {raw.kind}; {rule}", "threshold")
        unknown_labels = setting.options["unknown_labels"]
        return resolve_sets(raw, space, name, unknown_labels=unknown_labels, **wording)

    return tuple(zip(*_of_each_side(resolved, predictions, references), strict=True))


def _of_each_side(function, predictions, references):
    """Results of a function of a side and its name, whose errors know the annotator's set."""
    results = []
    for name, side in zip(SIDES, (predictions, references), strict=True):
        raw, offsets = _flat(side)
        with located(offsets):
            results.append(function(raw, name))
    return results


def _with_columns(raw, space):
    """Rows of 0 and 1 as RawIndicators if they can't be ids: a column for each of three labels."""
    if isinstance(raw, RawIndicators) or raw.kind != "ids" or raw.codes.max() > 1:
        return raw
    n, width = len(raw.offsets) - 1, int(raw.offsets[1])
    if width < 3 or width not in space.widths or not (np.diff(raw.offsets) == width).all():
        return raw
    ones = np.flatnonzero(raw.codes)
    offsets = offsets_of(np.bincount(ones // width, minlength=n))
    return RawIndicators(width, LabelSets((ones % width).astype(np.int32), offsets))


def label_sets(predictions, references, setting, counted=True):
    """Label sets of both sides, read and resolved: what is scored."""
    data, changes = resolved_data(predictions, references, setting)
    warn_changes(changes, setting, counted)
    return data


def resolved_data(predictions, references, setting):
    """The label sets of both sides, and what had to be changed in each."""
    return _RESOLVED[setting.config.kind](predictions, references, setting)


def _resolved_points(predictions, references, setting):
    def prepared(sets, name):
        if not len(sets.points):
            sets = sets._replace(points=np.zeros((0, d)))
        refuse_points(sets, *kernel.problems(sets.points), name)
        return sets._replace(points=kernel.prepared(sets.points))

    kernel, (gold, offsets) = setting.similarity, _flat(references)
    d = dimensions(predictions, gold)
    points = _of_each_side(prepared, predictions, references)
    return Data(*points, None, offsets), (Changes(),) * 2


def _resolved_grades(predictions, references, setting):
    rows = partial(graded_rows, names=setting.space.names, normalize=setting.space.normalize)
    sides = _of_each_side(rows, predictions, references)
    return Data(*sides, None, _flat(references)[1]), (Changes(),) * 2


def _resolved_sets(predictions, references, setting):
    sides, changes = resolved_sides(predictions, references, setting)
    data = Data(*sides, None, _flat(references)[1])
    if setting.grouped:
        gold = data.references.scored_by(_similarity_of_each(data, setting))
        data = data._replace(references=gold)
    return data, changes


_RESOLVED = {"sets": _resolved_sets, "grades": _resolved_grades, "points": _resolved_points}


def _similarity_of_each(data, setting):
    """Index of the similarity that scores each gold set."""
    keys, codes = setting.similarity.keys, setting.similarity.codes
    n, ids = len(data.predictions.offsets) - 1, setting.options["annotators"]
    if keys is not None and ids is not None:
        wanted, numbers = read_annotators(ids, data.offsets)
        return codes[_places_of(wanted, keys, "annotator")][numbers]
    if keys is None:
        if len(codes) != n:
            raise InputError(f"expected one per example, {n}; got {len(codes)}", "similarity")
    else:
        beyond = [key for key in keys if type(key) is not int or not 0 <= key < n]
        if beyond:
            keys = f"keys are 0 to {n - 1}, or annotators, with annotators=[...]"
            raise InputError(f"{short(beyond[0])} is no example; {keys}", "similarity")
        codes = codes[_places_of(range(n), keys, "example")]
    return codes if data.offsets is None else np.repeat(codes, np.diff(data.offsets))


def _places_of(wanted, keys, what):
    place = {key: index for index, key in enumerate(keys)}
    missing = [key for key in wanted if key not in place]
    if missing:
        rule = f"there is none for {what} {short(missing[0])} ({len(missing)} without one)"
        raise InputError(rule, "similarity")
    return np.array([place[key] for key in wanted], dtype=np.int64)


def weighted_sets(predictions, references, setting):
    """The label sets of both sides, and the weights of the examples."""
    weight = weights_of(predictions.n, setting)
    return label_sets(predictions, references, setting)._replace(weight=weight)


def weights_of(n, setting):
    """The weights of the examples, of which there must be one."""
    if not n:
        rule = "there are no examples; one at least is needed"
        raise InputError(rule, "predictions and references")
    weight = setting.options["sample_weight"]
    return None if weight is None else read_weights(weight, n)


def warn_changes(changes, setting, counted=True):
    """Warn of what was dropped from label sets or unknown in them; ``changes``: of both sides."""

    def amounts(field):
        numbers = [getattr(change, field) for change in changes]
        named = zip(numbers, ("prediction", "reference"), strict=True)
        return " and ".join(f"{n} {side}{'s' * (n != 1)}" for n, side in named if n)

    if beside := amounts("none_beside"):
        where, names = beside if counted else "some examples", setting.options["none_labels"]
        warn(
            f"In {where} a none-label ({', '.join(names)}) stands next to other labels; it was "
            "dropped, the others stay."
        )
    if unknown := amounts("with_unknown"):
        mismatch = setting.options["unknown_labels"] == "mismatch"
        done = "kept as mismatches, similarity 0 to every label" if mismatch else "removed"
        names = list(dict.fromkeys(name for change in changes for name in change.unknown))
        text = f"Unknown label names were {done}"
        text += f" in {unknown}: {listed(names)}." if counted else "."
        if alike := spelled_alike(names, setting.space.names):
            pairs = cut_list(
                [f"{short(name)} and {short(label)}" for name, label in alike.items()], 5
            )
            text += (
                f" Only by case, blanks, width or accents differ {pairs}: normalize_names=True "
                "reads them as one."
            )
        emptied = amounts("emptied")
        text += f" {emptied} became empty." if emptied and counted else ""
        warn(Notice(text, "unknown names"))


def distinct_unknown(unknown, setting):
    """Unknown names as resolving numbered them: one for all that normalize to the same."""
    first = {}
    for name in unknown:
        first.setdefault(key_of(setting.space, name), name)
    return list(first.values())
