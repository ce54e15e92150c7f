"""Semantic F1 of a file of predictions: ``python score.py FILE --similarity NAME``.

It starts the command line of the package, as ``semantic-f1`` does where it is installed.
"""

import sys

from semantic_f1.commandline.start import start

if __name__ == "__main__":
    sys.exit(start())
