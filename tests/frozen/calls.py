"""All frozen calls by name; a call is a function without arguments."""

import json
from pathlib import Path

from . import of_command_line, of_compute, of_methods, of_similarities
from .plain import plain

RECORDED = Path(__file__).with_name("recorded.json")
RECORDED_SPACE = Path(__file__).with_name("recorded_space.json")


def all_calls():
    """Name of each call -> the function; the Space's apart, they need a server."""
    modules = (of_compute, of_methods, of_similarities, of_command_line)
    return named(pair for module in modules for pair in module.calls())


def named(pairs):
    """A dict of pairs whose names are distinct."""
    calls = {}
    for name, call in pairs:
        if name in calls:
            raise ValueError(f"two calls have the name {name!r}")
        calls[name] = call
    return calls


def result_of(call):
    """Result of a call, as JSON would give it back."""
    return json.loads(json.dumps(plain(call())))


def read(path):
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path, recorded):
    """One entry a line, in the order of their names, so that changes merge line by line."""
    lines = [
        f"{json.dumps(name)}:{json.dumps(recorded[name], separators=(',', ':'))}"
        for name in sorted(recorded)
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
