"""Code that the Space gives away, run as a visitor would: beside the files, by the loader."""

import io
import os
import shlex
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from semantic_f1.commandline.main import main

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def heard(folder):
    """Text that is printed while a folder is the current one."""
    said, before = io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with redirect_stdout(said):
            yield said
    finally:
        os.chdir(before)


def printed(code, folder):
    """Text that Python prints in a folder."""
    with heard(folder) as said:
        exec(compile(code, "code.py", "exec"), {"__name__": "__main__"})
    return said.getvalue().strip()


def commanded(text, folder, *more):
    """Text that the command line prints, from the line that a page shows."""
    program, *arguments = shlex.split(text)
    assert program == "semantic-f1"
    with heard(folder) as said:
        assert main([*arguments, *more]) == 0
    return said.getvalue()
