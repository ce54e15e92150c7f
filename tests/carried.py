"""The files that evaluate's loader carries."""

import shutil

from conftest import ROOT

CARRIED = ("semantic_f1.py", "bundle.py")


def copy_of_what_is_carried(folder):
    """A folder with those files alone."""
    folder.mkdir(parents=True)
    for name in CARRIED:
        shutil.copy(ROOT / name, folder / name)
    return folder
