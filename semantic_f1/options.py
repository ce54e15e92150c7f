"""Options: defaults, choices and checks; the similarity, universe and macro labels they give."""

import os
from collections.abc import Mapping
from numbers import Integral, Real
from typing import NamedTuple

import numpy as np

from .average_table import AVERAGES, AVERAGES_WITHOUT_LABELS
from .config_table import CONFIGS, DEFAULT_CONFIG, Config
from .inputs.graded import GradedRows
from .inputs.groups import check_groups
from .inputs.number_rows import read_weights
from .inputs.points import PointSets
from .inputs.universe import NumberedNames, Universe, check_names, universe
from .inputs.unwrapping import array_of, plain_array
from .messages import digest, expected, fold, quote, short, spelling_advice, suggestion
from .option_table import CHOICES, DEFAULTS, NO_OPTIONS, OPTIONS
from .similarity.kernels import Kernel
from .similarity.label_similarity import LabelSimilarity, build, identity
from .similarity.loading import load, names

_KERNEL_PARAMETERS = ("beta", "sigma", "scale", "p")
# Options of intervals and tests; without resamples they move nothing.
_OF_RESAMPLING = ("n_resamples", "confidence_level", "seed")
_OPTIONS = {option.name: option for option in OPTIONS}


def check_config(name):
    """The name of a config, or an error that says what to write instead."""
    if name in CONFIGS:
        return name
    hint = suggestion(name, CONFIGS)
    if name in names():
        hint = f'; "{name}" is a similarity: SemanticF1(similarity="{name}")'
    raise ValueError(f"config_name: expected one of {', '.join(CONFIGS)}; got {name!r}{hint}")


def check(options, config_name, config=None):
    """Options in the form that is kept: tuples, floats, float64 arrays, the similarity read."""
    config = config or CONFIGS[config_name]
    for name, value in options.items():
        _check_name(name, value, config)
    checked = {name: _check_one(name, value) for name, value in options.items()}
    if (of := checked.get("of", config.of)) != config.of:
        raise ValueError(f'of: is given to load: load("semantic_f1", "{config.name}", of="{of}")')
    return checked


def _plays(option, config):
    """True if an option plays a part in a config; floor belongs to a distance of rows alone."""
    if config.like is None:
        return config.name in option.configs
    alone = option.configs == (config.name,)
    return alone or (config.like in option.configs and option.name != "floor")


def _check_name(name, value, config):
    """Refuse what is no option, and one that is not used in a config."""
    if name in NO_OPTIONS:
        raise ValueError(NO_OPTIONS[name])
    if name not in _OPTIONS:
        known = f"{suggestion(name, DEFAULTS)}; the options are {', '.join(DEFAULTS)}"
        raise ValueError(f"unknown option {short(name)}{known}")
    option, default = _OPTIONS[name], DEFAULTS[name]
    # A metric may be handed the default of an option that does nothing.
    is_default = value is default or (type(value) is type(default) and value == default)
    if is_default or _plays(option, config):
        return
    if len(option.configs) > 2 or not option.why or config.like:
        played = ", ".join(row.name for row in OPTIONS if _plays(row, config))
        raise ValueError(f"{name}: is not used in the {config.title}; its options are {played}")
    configs = " and ".join(f'"{config}"' for config in option.configs)
    raise ValueError(
        f"{name}: {option.why} in the {configs} config{'s' * (len(option.configs) > 1)}: "
        f'load("semantic_f1", "{option.configs[0]}"); this is the "{config.name}" config'
    )


def _check_one(name, value):
    option = _OPTIONS[name]
    if value is None and option.default is None:
        return None
    if name in _CHECKS:
        return _CHECKS[name](value)
    if name in ("labels", "none_labels") or (name == "macro_labels" and not isinstance(value, str)):
        return check_names(_list_of_names(name, value), name, empty=name == "none_labels")
    if name in CHOICES:
        return check_one_of(name, value, CHOICES[name])
    if isinstance(option.default, bool):
        return check_flag(name, value)
    if option.within:
        return check_within(name, value, option.within)
    return value if option.least is None else check_whole(name, value, option.least)


def check_one_of(name, value, choices):
    """One of some names, or an error that lists them."""
    if not isinstance(value, str) or value not in choices:
        raise expected(name, _either(choices), value)
    return value


def names_out_of(name, value, table):
    """Names out of a table as a tuple, each once; one or several are given."""
    names = (value,) if isinstance(value, str) or not np.iterable(value) else tuple(value)
    for one in names:
        if not isinstance(one, str) or one not in table:
            got = f"got {short(one)}{suggestion(str(one), table)}"
            raise ValueError(f"{name}: expected names out of {', '.join(table)}; {got}")
    if not names or len(set(names)) < len(names):
        raise ValueError(f"{name}: names each once, one at least; got {short(names)}")
    return names


def check_flag(name, value):
    """True or False as a bool."""
    if not isinstance(value, (bool, np.bool_)):
        raise expected(name, "True or False", value)
    return bool(value)


def check_within(name, value, within):
    """A number between 0 and 1 as a float; "from" and "to" include the end that they name."""
    low, high = within.startswith("from"), "to 1" in within
    known = _is_finite(value) and 0 <= value <= 1
    if not known or (value == 0 and not low) or (value == 1 and not high):
        raise expected(name, f"a number {within}", value)
    return float(value)


def check_whole(name, value, least):
    """A whole number as an int, or an error that names the least one."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise expected(name, f"a whole number, {least} or more", value)
    return int(value)


def _average(value):
    is_list = isinstance(value, (list, tuple))
    for average in value if is_list else (value,):
        if not (average is None or isinstance(average, str)) or average not in AVERAGES:
            raise expected("average", f"{_either(AVERAGES)}, or a list of them", value)
    if is_list and (not value or len(set(value)) < len(value)):
        raise ValueError(
            f"average: a list names each average once, at least one; got {short(value)}"
        )
    return tuple(value) if is_list else value


def _list_of_names(name, value):
    if name == "labels":
        value = names_by_id(value)
    if isinstance(value, Mapping):
        raise ValueError(f"{name}: expected a list of names; got a mapping, {short(value)}")
    if isinstance(value, str) or not np.iterable(value):
        extra = "'all', 'present' or " if name == "macro_labels" else ""
        raise expected(name, f"{extra}a list of names", value)
    if name == "labels" and isinstance(value, (set, frozenset)):
        raise ValueError("labels: a set has no order; pass a list, in the order of your ids")
    # The order of macro_labels moves nothing: they have one form, and one signature.
    unordered = name == "macro_labels" or isinstance(value, (set, frozenset))
    if isinstance(value, NumberedNames):
        return value
    return tuple(sorted(value, key=str)) if unordered else tuple(value)


def names_by_id(value):
    """The names of a ClassLabel, or of a mapping from or to ids, in the order of the ids."""
    feature = value
    if isinstance(value, (list, tuple)) and len(value) == 1 and not isinstance(value[0], str):
        feature = value[0]
    while hasattr(feature, "feature"):
        feature = feature.feature
    if hasattr(feature, "int2str") and getattr(feature, "names", None):
        return NumberedNames(feature.names)
    if not isinstance(value, Mapping):
        return value
    ids = {}
    for key, entry in value.items():
        # label2id has its names first, id2label its ids, which JSON makes text.
        name, number = (key, entry) if _is_whole_number(entry) else (entry, key)
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number)
        if not isinstance(name, str) or not _is_whole_number(number):
            rule = "a mapping goes from names to ids or from ids to names"
            raise ValueError(f"labels: {rule}; got {short(key)}: {short(entry)}")
        ids.setdefault(int(number), name)
    if sorted(ids) != list(range(len(value))):
        raise ValueError(
            f"labels: a mapping numbers its names from 0 to {len(value) - 1}, each number once; "
            f"got {quote(sorted(ids))}"
        )
    return NumberedNames(ids[number] for number in range(len(ids)))


def _is_whole_number(value):
    return isinstance(value, Integral) and not isinstance(value, (bool, np.bool_))


def _threshold(value):
    if hasattr(value, "__array__"):
        value = plain_array(value, "threshold").tolist()
    if _is_finite(value):
        return float(value)
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise expected("threshold", "a number or one number per label", value)
    values = list(value)
    for index, number in enumerate(values):
        if not _is_finite(number):
            raise ValueError(f"threshold[{index}]: expected a finite number; got {short(number)}")
    return tuple(float(number) for number in values)


def _is_finite(value):
    return (
        isinstance(value, Real)
        and not isinstance(value, (bool, np.bool_))
        and bool(np.isfinite(value))
    )


def _either(choices):
    *first, last = map(repr, choices)
    return f"{', '.join(first)} or {last}"


class Group(NamedTuple):
    """The distinct ones among several similarities, and which of them each key has.

    All have the labels of the universe. ``name`` and ``fingerprint`` are of all together.
    """

    name: str
    fingerprint: str
    keys: tuple | None
    codes: np.ndarray
    similarities: tuple

    @property
    def pairs(self):
        """``pairs`` of each of them, a tuple."""
        return tuple(similarity.pairs for similarity in self.similarities)


class Setting(NamedTuple):
    """Checked options with the similarity, the universe and the choice of macro's labels.

    ``macro_mask`` is None where macro_labels is "all" or "present", else a bool array. Config
    "soft" needs no similarity, and without one or ``labels`` has no universe either. Of grades of
    membership none-labels are labels. ``distinct``: the points or grades that annotators gave, each
    once, where label sets are their numbers.
    """

    options: dict
    similarity: LabelSimilarity | Group | None
    space: Universe | None
    macro_mask: np.ndarray | None
    config: Config
    distinct: GradedRows | PointSets | None = None

    @property
    def grouped(self):
        """True if examples or annotators have separate similarities."""
        return isinstance(self.similarity, Group)

    @property
    def resampling(self):
        """Options of intervals and tests, except the groups."""
        return {name: self.options[name] for name in _OF_RESAMPLING}

    def exact(self):
        """The setting with the identity, under which Semantic F1 is plain F1."""
        if self.grouped:
            same = tuple(identity(self.space.labels) for _ in self.similarity.similarities)
            return self._replace(similarity=self.similarity._replace(similarities=same))
        return self._replace(similarity=identity(self.space.labels))


def resolve_options(options, config):
    """Resolve a call's options into similarity, label universe and macro labels."""
    options, reduce = dict(options), options["reduce"]
    if config.like and reduce == "soft":
        raise ValueError(f'reduce: "soft" pools labels, not {config.of}; take "mean" or "max"')
    if config.similarity == "kernel":
        return _setting_of_points(options, config)
    source, labels, none_labels = options["similarity"], options["labels"], options["none_labels"]
    if source is None and config.similarity == "optional":
        options["none_labels"] = none_labels or ()
        space = None
        if labels is not None:
            space = universe(labels, none_labels or (), options["normalize_names"])
        return Setting(options, None, space, None, config)
    if source is None:
        raise ValueError(
            "similarity: there is no default; pass similarity= one of "
            f"{', '.join(map(repr, names()))}, 'identity' with labels=, or your own, to load "
            "or to compute"
        )
    keys, several = None, isinstance(source, (dict, tuple))
    if isinstance(source, dict):
        keys, source = tuple(source), tuple(source.values())
    sources = source if several else (source,)
    # One object may stand for many examples.
    by_id = {id(entry): _named_rows(entry, options, config) for entry in sources}
    first = by_id[id(sources[0])]
    chosen_none = none_labels
    if none_labels is None:
        none_labels = getattr(first, "none_labels", ())
    options["none_labels"] = none_labels
    space = universe(labels, none_labels, options["normalize_names"], first)
    if several and not config.several_similarities:
        raise ValueError(f"similarity: the {config.title} has one for all examples; got several")
    if chosen_none is None:
        _check_same("none_labels", by_id.values(), frozenset)
    if labels is None:
        _check_same("labels", by_id.values(), tuple)
    by_id = {key: _cut(similarity, space) for key, similarity in by_id.items()}
    similarity = by_id[id(sources[0])]
    if several:
        similarity = _grouped(keys, [by_id[id(entry)] for entry in sources])
    if config.kind == "grades" and len(space.labels) < len(space.names):
        # A system's grades are never exactly 0: an example that nobody labelled has something to
        # match in the columns of none-labels alone.
        similarity = with_none_labels(similarity, space)
        space = universe(space.names, (), options["normalize_names"])
    mask = _macro_mask(options["macro_labels"], space)
    return Setting(options, similarity, space, mask, config)


def _setting_of_points(options, config):
    """Setting of continuous label spaces: a kernel, and averages that need no labels."""
    kernel = Kernel(options["kernel"], **{name: options[name] for name in _KERNEL_PARAMETERS})
    average = options["average"]
    for wanted in average if isinstance(average, tuple) else (average,):
        if AVERAGES[wanted].needs_labels:
            raise ValueError(
                f"average: {wanted!r} is a mean over labels, and the {config.title} has none; it "
                f"has {' and '.join(AVERAGES_WITHOUT_LABELS)}"
            )
    options["none_labels"] = ()
    space = universe(kernel.labels)
    return Setting(options, kernel, space, None, config)


def signature_fields(setting):
    """Name -> value of every setting that moves a number."""
    options, similarity, space = setting.options, setting.similarity, setting.space
    weight = options["sample_weight"]
    fields = {
        "config": setting.config.name,
        "average": options["average"],
        "reduce": options["reduce"],
        "similarity": None if similarity is None else similarity.name,
        "fingerprint": None if similarity is None else similarity.fingerprint[:16],
        "labels": None if space is None else len(space.labels),
        "order": None if space is None else digest(space.names),
        "none_labels": sorted(options["none_labels"]),
    }
    listed = ("macro_labels", "unknown_labels", "normalize_names", "zero_division", "counting")
    for name in (*listed, "macro_f1", "normalize_counts", "floor"):
        fields[name] = options[name]
    fields["sample_weight"] = None if weight is None else digest(np.asarray(weight).tolist())
    fields["threshold"] = options["threshold"]
    if setting.grouped and setting.similarity.keys and options["annotators"] is not None:
        fields["annotators"] = digest([list(map(str, row)) for row in options["annotators"]])
    kept = {"config", "annotators", *(x.name for x in OPTIONS if _plays(x, setting.config))}
    if setting.config.like:
        fields["of"] = setting.config.of
    if setting.config.has_labels:
        kept |= {"fingerprint", "order"}
    if setting.config.kind == "sets":
        kept.add("threshold")
    fields = {name: value for name, value in fields.items() if name in kept}
    # Names of deprecated concepts stand for others in label sets.
    if space is not None and space.replaced:
        fields["replaced"] = "follow"
    if not setting.config.has_labels:
        fields |= {"kernel": similarity.name, **similarity.parameters}
        fields["fingerprint"] = similarity.fingerprint[:16]
    if options["n_resamples"]:
        fields |= {key: options[key] for key in _OF_RESAMPLING if key in kept}
        if options["groups"] is not None:
            fields["groups"] = digest(list(map(str, options["groups"])))
    return fields


def with_none_labels(similarity, space, width=None):
    """The similarity over the first columns of a universe, none-labels among them.

    None-labels mean the same, so they are like each other; they are like no label.
    """
    names = space.names[:width]
    index = {name: i for i, name in enumerate(space.labels)}
    places = np.array([index.get(name, -1) for name in names])
    labels = places >= 0
    values = (~labels[:, None] & ~labels).astype(np.float64)
    known = places[labels].astype(np.int64)
    n = len(known)
    pairs = np.repeat(known, n), np.tile(known, n)
    values[np.ix_(labels, labels)] = similarity.pairs(*pairs).reshape(n, n)
    return build(values, names, name=similarity.name)


def _read_similarity(source):
    """A similarity, "identity", a bare array, or several of them: a tuple, or a dict by keys."""
    if isinstance(source, str) and source == "identity":
        return source
    keys, entries = None, ()
    if isinstance(source, Mapping) and not {"labels", "values"} & set(source):
        keys = tuple(key.item() if isinstance(key, np.generic) else key for key in source)
        entries = tuple(source.values())
    elif isinstance(source, (list, tuple)) or (
        isinstance(source, np.ndarray) and source.ndim not in (0, 2)
    ):
        entries = tuple(source)
    elif hasattr(source, "index") and hasattr(source, "items") and not hasattr(source, "columns"):
        raise ValueError(
            "similarity: got a Series; pass a list with one similarity per example, or a dict of "
            "annotators to theirs"
        )
    known = list(map(_is_similarity, entries))
    if entries and all(known):
        read = {id(entry): _read_similarity(entry) for entry in entries}
        several = tuple(read[id(entry)] for entry in entries)
        return several if keys is None else dict(zip(keys, several, strict=True))
    if any(known):
        wrong = known.index(False)
        key = wrong if keys is None else keys[wrong]
        raise ValueError(
            f"similarity[{short(key)}]: a list or mapping of several has similarities only; got "
            f"{short(entries[wrong])}"
        )
    if isinstance(source, (list, tuple)):
        source = np.array(source, dtype=object)
    is_array = hasattr(source, "__array__") and not hasattr(source, "columns")
    return np.array(array_of(source)) if is_array else load(source)


def _is_similarity(entry):
    """True for a similarity by itself, False for a row of one."""
    if isinstance(entry, (str, os.PathLike, Mapping)):
        return True
    if isinstance(entry, (list, tuple, np.ndarray)):
        return len(entry) > 0 and np.ndim(entry[0]) == 1
    return hasattr(entry, "pairs") or hasattr(entry, "columns")


def _named_rows(source, options, config):
    """A similarity that knows its labels; a bare array and the identity take those of ``labels``"""
    if not isinstance(source, (str, np.ndarray)):
        return source
    labels = options["labels"]
    if labels is None:
        what = "'identity'" if isinstance(source, str) else "an array"
        text = f"labels: similarity={what} needs labels=[...], the names in its order"
        more = '; rows of 0 and 1 need the "multilabel" config, too'
        raise ValueError(text + more * (isinstance(source, str) and config.name == DEFAULT_CONFIG))
    key = fold if options["normalize_names"] else str
    none = set(map(key, options["none_labels"] or ()))
    scored = [name for name in labels if key(name) not in none]
    if isinstance(source, str):
        return identity(scored)
    return build(source, labels if len(source) == len(labels) else scored)


def _cut(similarity, space):
    if tuple(similarity.labels) == space.labels:
        return similarity
    try:
        return similarity.restrict(space.labels, fold if space.normalize else str)
    except ValueError as error:
        known = set(similarity.labels)
        missing = [name for name in space.labels if name not in known]
        raise ValueError(f"{error}{spelling_advice(missing, similarity.labels)}") from None


def _check_same(attribute, similarities, kind):
    """The first similarity's names serve for all, so that the others must have the same."""
    first, *others = similarities
    known = kind(getattr(first, attribute, ()))
    for other in others:
        names = kind(getattr(other, attribute, ()))
        both = f"{short(first.name)} {{}} {short(other.name)}"
        if odd := sorted(set(known) ^ set(names)):
            raise ValueError(
                f"similarity: all must have the same {attribute}; {short(odd[0])} is in "
                f"{both.format('or')} only; pass {attribute}=[...]"
            )
        if known != names:
            raise ValueError(
                f"similarity: {both.format('and')} have their labels in different orders; pass "
                "labels=[...], in the order of your ids"
            )


def _grouped(keys, similarities):
    """The distinct ones among several similarities over the same labels."""
    prints = {id(similarity): similarity.fingerprint for similarity in similarities}
    parts = [prints[id(similarity)] for similarity in similarities]
    distinct = {}
    for part, similarity in zip(parts, similarities, strict=True):
        distinct.setdefault(part, similarity)
    numbers = {part: number for number, part in enumerate(distinct)}
    name, together = similarities[0].name, parts[0]
    if len(distinct) > 1:
        name = f"{len(distinct)} similarities"
        if keys is None:
            together = digest(parts, 64)
        else:
            # A mapping has no order; 1 and "1" are two annotators.
            of_keys = zip(keys, parts, strict=True)
            together = digest(sorted([type(key).__name__, str(key), x] for key, x in of_keys), 64)
    codes = np.array([numbers[part] for part in parts])
    return Group(name, together, keys, codes, tuple(distinct.values()))


def _macro_mask(macro_labels, space):
    if isinstance(macro_labels, str):
        return None
    key = fold if space.normalize else str
    wanted, names = set(map(key, macro_labels)), list(map(key, space.labels))
    missing = sorted(wanted.difference(names))
    if missing:
        raise ValueError(
            f"macro_labels: {short(missing[0])} is not one of the labels"
            f"{suggestion(missing[0], space.labels)}{spelling_advice(missing, space.labels)}"
        )
    return np.array([name in wanted for name in names])


_CHECKS = {
    "average": _average,
    "groups": check_groups,
    "sample_weight": read_weights,
    "similarity": _read_similarity,
    "threshold": _threshold,
}
