"""JSON of files and arguments, in which a key stands once."""

import json


class RepeatedKeyError(ValueError):
    """A key stands twice in an object."""

    def __init__(self, key):
        super().__init__(f"the key {key!r} stands there twice")


def read_json(text):
    """The value of a JSON text; a key twice in one object is an error (json keeps the last)."""
    # Bytes are of an encoding that json finds out; of texts there may be one per cell.
    if isinstance(text, bytes):
        return json.loads(text, object_pairs_hook=_distinct)
    return _DECODE(text)


def object_of(cell):
    """The object of a text that is one in JSON; other cells as they are."""
    if isinstance(cell, str) and cell.lstrip().startswith("{"):
        try:
            return read_json(cell)
        except RepeatedKeyError:
            raise
        except (ValueError, RecursionError):
            pass
    return cell


def _distinct(pairs):
    content, keys = dict(pairs), set()
    if len(content) < len(pairs):
        raise RepeatedKeyError(next(key for key, _ in pairs if key in keys or keys.add(key)))
    return content


_DECODE = json.JSONDecoder(object_pairs_hook=_distinct).decode
