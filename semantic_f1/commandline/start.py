"""Start of the command line: help and version need Python alone, a missing package is reported."""

import sys

from .arguments import parsed
from .flags import PROGRAM


def start(arguments=None):
    """Run the command line; returns the exit status."""
    # Help, the version and wrong flags end here.
    parsed(sys.argv[1:] if arguments is None else arguments)
    try:
        from .main import main
    except ImportError as error:
        message = f"{error}; pip install -r requirements.txt installs what scoring needs"
        print(f"{PROGRAM}: error: {message}", file=sys.stderr)
        return 2
    return main(arguments)
