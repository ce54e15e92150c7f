"""Results as plain JSON, and their differences from those of before."""

import math
import re

import numpy as np

TOLERANCE = 1e-12
# Longer lists of numbers are recorded by their sums.
_LONGEST = 60
_NAME = re.compile(r"\S{0,24}|[0-9a-f]{64}")
_DECIMAL = re.compile(r"-?\d+\.\d{2,}")


def kind_of(error):
    """The built-in class of an error."""
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def plain(value):
    """Plain JSON of a result: names and numbers as they are, every other text as "text"."""
    if isinstance(value, dict):
        # Settings repeat the arguments of the call, and the version.
        return {str(key): plain(one) for key, one in value.items() if key != "settings"}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return _digest(value) if _is_long(value) else [plain(one) for one in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, str):
        return value if _NAME.fullmatch(value) else "text"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise TypeError(f"a result holds {value!r}")


def counted(content, without=()):
    """The content without some keys, and with the number of its warnings for their texts."""
    if isinstance(content, dict):
        return {
            key: len(value) if key == "warnings" else counted(value, without)
            for key, value in content.items()
            if key not in without
        }
    return [counted(one, without) for one in content] if isinstance(content, list) else content


def decimals(text):
    """The numbers with decimals that a text shows, in their order."""
    return [float(number) for number in _DECIMAL.findall(text)]


def differences(before, now, where="result"):
    """Sentences on what differs: keys, lengths, kinds, names, and numbers by more than 1e-12."""
    if type(before) is not type(now):
        return [f"{where}: {_short(before)} before, {_short(now)} now"]
    if isinstance(before, dict):
        found = [f"{where}: lacks {key!r}" for key in before if key not in now]
        found += [f"{where}: {key!r} is new" for key in now if key not in before]
        both = [key for key in before if key in now]
        return found + [
            text for key in both for text in differences(before[key], now[key], f"{where}.{key}")
        ]
    if isinstance(before, list):
        if len(before) != len(now):
            return [f"{where}: {len(before)} items before, {len(now)} now"]
        pairs = enumerate(zip(before, now, strict=True))
        return [text for i, (b, n) in pairs for text in differences(b, n, f"{where}[{i}]")]
    if isinstance(before, float):
        same = math.isclose(before, now, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    else:
        same = before == now
    return [] if same else [f"{where}: {before!r} before, {now!r} now"]


def _is_long(values):
    return len(values) > _LONGEST and all(
        isinstance(one, (int, float)) and not isinstance(one, bool) for one in values
    )


def _digest(values):
    """A long list by its length, ends and sums; one of the sums depends on the order."""
    table = np.asarray(values, dtype=np.float64)
    return {
        "n": len(values),
        "least": float(table.min()),
        "greatest": float(table.max()),
        "sum": math.fsum(table),
        "sum_by_place": math.fsum(table * np.arange(1, len(table) + 1) / len(table)),
    }


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
