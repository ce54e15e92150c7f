"""The universe of labels: which label each name, id and column stands for."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from ..messages import InputError, fold, quote, short, warn_of_alike

NONE_CODE = -1


class Universe(NamedTuple):
    """Labels that names, ids and indicator columns stand for; keys are names as by `key_of`."""

    labels: tuple  # the scored ones, in the order of their indices
    names: tuple  # in the order of ids and columns, none-labels in their place
    widths: tuple  # how many columns an indicator row may have; they are the first names
    codes: dict  # key -> label index, or a negative code for none-labels
    normalize: bool  # whether names go through fold before they are looked up
    ordered: bool  # whether ids are known to follow this order
    numbered: bool  # whether whoever gave the names gave their ids too, so that ids are no names
    absent: dict  # key -> why it is no label, for the error that says so
    refused: dict  # the same for names that mean several labels: an error in any case
    table: np.ndarray  # int32, label index or negative code of each of the names
    replaced: dict  # key of a deprecated concept -> the index of its successor


class NumberedNames(tuple):
    """Names that came with their ids, from a ClassLabel or a mapping, in the order of the ids."""

    __slots__ = ()


class Changes(NamedTuple):
    """Labels that resolving changed or let through."""

    none_beside: int = 0  # examples where a none-label stood next to others and was dropped
    unknown: tuple = ()  # the unknown names, in the order of first occurrence
    with_unknown: int = 0  # examples that held one of them
    emptied: int = 0  # examples whose set became empty because unknown names were ignored


def universe(labels, none_labels=(), normalize=False, similarity=None):
    """The universe of a scoring, of the labels or, if they are None, of those of a similarity."""
    key = fold if normalize else str
    none, names = set(map(key, none_labels)), tuple(labels or ())
    similarity_labels, widths = getattr(similarity, "labels", names), {len(names)}
    if labels is None:
        known_keys = set(map(key, similarity_labels))
        appended = (name for name in none_labels if key(name) not in known_keys)
        names = *similarity_labels, *appended
        widths = {len(similarity_labels), len(names), *getattr(similarity, "prefix_widths", ())}
    scored = tuple(name for name in names if key(name) not in none)
    if not scored:
        raise ValueError("labels: every name is a none-label; at least one label is needed")
    if normalize:
        for group in (names, none_labels, similarity_labels):
            spelled = {}
            for name in group:
                other = spelled.setdefault(fold(name), name)
                if other != name:
                    rule = f"{short(other)} and {short(name)} become one name, {short(fold(name))}"
                    rule += "; rename one of them or leave normalize_names off"
                    raise InputError(rule, "normalize_names")
    else:
        warn_of_alike(names)
    codes = {key(name): index for index, name in enumerate(scored)}
    codes.update(dict.fromkeys(none, NONE_CODE))
    absent, refused, replaced = (
        getattr(similarity, name, None) or {} for name in ("absent", "ambiguous", "replaced")
    )
    known = [
        {key(name): why for name, why in group.items() if key(name) not in codes}
        for group in (absent, refused)
    ]
    followed = {}
    for name, label in replaced.items():
        index = codes.get(key(label), NONE_CODE)
        if key(name) not in codes and index >= 0 and followed.setdefault(key(name), index) != index:
            raise ValueError(f"normalize_names: {short(name)} is replaced by several labels")
    ordered = labels is not None or getattr(similarity, "ordered", True)
    table = np.fromiter((codes[key(name)] for name in names), np.int32, len(names))
    of_ids = tuple(sorted(widths)), codes, normalize, ordered, isinstance(labels, NumberedNames)
    return Universe(scored, names, *of_ids, *known, table, followed)


def key_of(space, name):
    return fold(name) if space.normalize else name


def check_names(labels, argument, empty=False):
    """Label names as a tuple, or a ValueError that says which of them is no good."""
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise ValueError(f"{argument}: expected a list of names; got {short(labels)}")
    kind = NumberedNames if isinstance(labels, NumberedNames) else tuple
    labels = tuple(labels)
    for index, label in enumerate(labels):
        if not isinstance(label, str) or not label.strip():
            rule = f"every name must be a non-empty string; position {index} is {short(label)}"
            raise InputError(rule, argument)
        try:
            label.encode()
        except UnicodeEncodeError:
            rule = f"position {index}, {short(label)}, is not valid Unicode text"
            raise InputError(rule, argument) from None
    repeated = sorted(label for label, times in Counter(labels).items() if times > 1)
    if repeated:
        raise ValueError(f"{argument}: names must be distinct; {quote(repeated)} is repeated")
    if not labels and not empty:
        raise ValueError(f"{argument}: at least one name is needed; got none")
    return kind(str.__str__(label) for label in labels)
