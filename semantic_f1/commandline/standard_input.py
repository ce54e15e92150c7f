"""Standard input as a file, which "-" names."""

import os
import shutil
import sys
import tempfile
from contextlib import contextmanager

_NAME = "standard input"


@contextmanager
def standard_input(args):
    """Put a file in the place of "-" among the arguments; yields what gives texts its name."""
    places = [name for name in ("file", "gold") if getattr(args, name) == "-"]
    if not places:
        yield lambda text: text
        return
    with tempfile.TemporaryDirectory() as folder:
        path = _spooled(folder, args.format)
        setattr(args, places[0], path)
        args.paths = [path if one == "-" else one for one in args.paths]

        def shown(text):
            name = os.path.basename(path)
            text = text.replace(path, name)
            if places == ["file"] and text.startswith(("line ", "row ")):
                # An error that begins with its place in the only file.
                text = f"{_NAME}, {text}"
            return text.replace(f"{name}: line", f"{_NAME}, line").replace(name, _NAME)

        yield shown


def _spooled(folder, format):
    """A file with the bytes of standard input; its ending says what they are."""
    source = getattr(sys.stdin, "buffer", sys.stdin)
    first = source.read(4096)
    while first and not first.strip():
        first += source.read(4096) or b"."
    begin = first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    ending = format or {b"[": "json", b"{": "jsonl"}.get(begin, "csv")
    path = os.path.join(folder, f"{_NAME}.{ending}")
    with open(path, "wb") as file:
        file.write(first)
        shutil.copyfileobj(source, file)
    return path
