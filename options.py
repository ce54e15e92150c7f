"""The options of a scoring: their defaults, and what each of them may be."""

import difflib
import numbers

import numpy as np

AVERAGES = ("samples", "micro", "macro", "weighted", None)
CHOICES = {
    "unknown_labels": ("raise", "mismatch", "ignore"),
    "counting": ("paper", "two_sided"),
    "macro_f1": ("averaged_f1", "f1_of_averages"),
    "reduce": ("mean", "max", "soft"),
}
DEFAULTS = {
    "similarity": None,
    "labels": None,
    "macro_labels": "all",
    "average": "samples",
    "none_labels": None,
    "unknown_labels": "raise",
    "normalize_names": False,
    "zero_division": 1.0,
    "counting": "paper",
    "macro_f1": "averaged_f1",
    "sample_weight": None,
    "threshold": None,
    "reduce": "mean",
    "annotators": None,
    "ceiling": True,
    "normalize_counts": False,
    "n_resamples": None,
    "confidence_level": 0.95,
    "seed": 0,
}
SWITCHES = ("normalize_names", "ceiling", "normalize_counts")
# Options of one config alone, and why.
_ONLY = {
    "threshold": ("multilabel", "applies to scores"),
    "reduce": ("annotators", "applies to several gold sets an example"),
    "annotators": ("annotators", "says who chose each of several gold sets"),
    "ceiling": ("annotators", "compares annotators with each other"),
    "normalize_counts": ("soft", "applies to distributions"),
}
# Distributions are compared as they are: nothing is matched, and labels are not averaged over.
OF_SOFT = (
    "similarity",
    "labels",
    "none_labels",
    "normalize_counts",
    "sample_weight",
    "n_resamples",
    "confidence_level",
    "seed",
)


def check(options, config_name):
    """Options in the form that is kept: tuples, floats, float64 arrays.

    Parameters
    ----------
    options : dict of some of the keys of DEFAULTS; ``similarity``, ``sample_weight`` and
        ``annotators`` pass unchanged
    config_name : "default", "multilabel", "annotators" or "soft"

    Raises
    ------
    ValueError
        for an unknown option, one that plays no part in the config, or a value it can't have,
        saying what it may be
    """
    for name, value in options.items():
        _check_name(name, value, config_name)
    return {name: _check_one(name, value) for name, value in options.items()}


def _check_name(name, value, config_name):
    if name not in DEFAULTS:
        near = difflib.get_close_matches(name, DEFAULTS, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise ValueError(f"unknown option {name!r}{hint}; the options are {', '.join(DEFAULTS)}")
    if config_name == "soft" and name not in OF_SOFT:
        raise ValueError(
            f'{name}: plays no part in the "soft" config, which compares distributions; its '
            f"options are {', '.join(OF_SOFT)}"
        )
    config, why = _ONLY.get(name, (config_name, ""))
    default = DEFAULTS[name]
    # A metric may be handed the default of an option that does nothing.
    same = value is default or (isinstance(value, (str, bool)) and value == default)
    if config != config_name and not same:
        raise ValueError(
            f'{name}: {why} in the "{config}" config: load("semantic_f1", "{config}"); '
            f'this is the "{config_name}" config'
        )


def _check_one(name, value):
    if name in CHOICES:
        return _choice(name, value, CHOICES[name])
    if name == "average":
        return _average(value)
    if name == "macro_labels" and isinstance(value, str):
        return _choice(name, value, ("all", "present"))
    if name in ("labels", "none_labels", "macro_labels"):
        return None if value is None and name != "macro_labels" else _names(name, value)
    if name in SWITCHES:
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{name}: expected True or False; got {value!r}")
        return bool(value)
    if name == "zero_division":
        if not _is_number(value) or not 0 <= value <= 1:
            raise ValueError(f"zero_division: expected a number from 0 to 1; got {value!r}")
        return float(value)
    if name == "n_resamples" and value is not None:
        return _whole(name, value, 1)
    if name == "seed":
        return _whole(name, value, 0)
    if name == "confidence_level":
        if not _is_number(value) or not 0 < value < 1:
            raise ValueError(f"confidence_level: expected a number between 0 and 1; got {value!r}")
        return float(value)
    if name == "threshold" and value is not None:
        return _threshold(value)
    return value


def _whole(name, value, least):
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}: expected a whole number, {least} or more; got {value!r}")
    return int(value)


def _choice(name, value, choices):
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected {_either(choices)}; got {value!r}")
    return value


def _average(value):
    several = isinstance(value, (list, tuple))
    for average in value if several else (value,):
        if not (average is None or isinstance(average, str)) or average not in AVERAGES:
            raise ValueError(
                f"average: expected {_either(AVERAGES)}, or a list of them; got {value!r}"
            )
    if several and (not value or len(set(value)) < len(value)):
        raise ValueError(f"average: a list names each average once, one at least; got {value!r}")
    return tuple(value) if several else value


def _names(name, value):
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        extra = "'all', 'present' or " if name == "macro_labels" else ""
        raise ValueError(f"{name}: expected {extra}a list of names; got {value!r}")
    if name == "labels" and isinstance(value, (set, frozenset)):
        raise ValueError("labels: a set has no order; pass a list, in the order of your ids")
    # The order of macro_labels moves nothing: they have one form, and one signature.
    unordered = name == "macro_labels" or isinstance(value, (set, frozenset))
    return tuple(sorted(value, key=str)) if unordered else tuple(value)


def _threshold(value):
    if np.ndim(value) == 0 and hasattr(value, "__array__"):
        value = np.asarray(value).item()
    if _is_number(value):
        return float(value)
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise ValueError(f"threshold: expected a number or one number a label; got {value!r}")
    values = list(value)
    for index, one in enumerate(values):
        if not _is_number(one):
            raise ValueError(f"threshold[{index}]: expected a finite number; got {one!r}")
    return tuple(float(one) for one in values)


def _is_number(value):
    return (
        isinstance(value, numbers.Real)
        and not isinstance(value, (bool, np.bool_))
        and bool(np.isfinite(value))
    )


def _either(choices):
    *first, last = map(repr, choices)
    return f"{', '.join(first)} or {last}"
