"""JSON of files and arguments, in which a key stands once."""

import json


class RepeatedKeyError(ValueError):
    """A key stands twice in an object."""


def read_json(text):
    """The value of a JSON text; a key twice in one object is an error (json keeps the last)."""
    return json.loads(text, object_pairs_hook=_distinct)


def _distinct(pairs):
    content, keys = dict(pairs), set()
    if len(content) < len(pairs):
        twice = next(key for key, _ in pairs if key in keys or keys.add(key))
        raise RepeatedKeyError(f"the key {twice!r} stands there twice")
    return content
