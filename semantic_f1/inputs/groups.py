"""Groups of examples: authors, documents or prompts whose examples are drawn together."""

from itertools import compress, islice

import numpy as np

from ..files.value_kinds import is_missing
from ..messages import InputError, short
from .unwrapping import Numbering


def check_groups(values):
    """Groups as a tuple, one hashable value per example."""
    if isinstance(values, (str, bytes, dict)) or not np.iterable(values):
        rule = "expected one value per example, the author, document or prompt it belongs to; got"
        raise InputError(f"{rule} {_shown_group(values)}", "groups")
    groups = []
    for index, group in enumerate(values):
        # Scalars of Arrow and of numpy are the values that they hold.
        value = group.as_py() if hasattr(group, "as_py") else group
        value = value.item() if isinstance(value, np.generic) else value
        if is_missing(value):
            rule = "every example needs one, an example that belongs to no other a separate value"
            raise InputError(f"there is none ({value}); {rule}", "groups", index)
        try:
            hash(value)
        except TypeError:
            rule = f"expected a name or a number; got {_shown_group(value)}"
            raise InputError(rule, "groups", index) from None
        groups.append(value)
    return tuple(groups)


def group_codes(groups, n, mask=None):
    """Number of each example's group (where ``mask`` is true), in the order they come, or None."""
    if groups is None:
        return None
    if len(groups) != n:
        raise InputError(f"expected one per example, {n}; got {len(groups)}", "groups")
    groups, numbers = groups if mask is None else compress(groups, mask), Numbering()
    # 1, 1.0 and True are one key of a dict, and three values of a column.
    return np.array([numbers[type(group), group] for group in groups], dtype=np.int64)


def _shown_group(value):
    return short(list(islice(value, 3)) if np.iterable(value) else value)
