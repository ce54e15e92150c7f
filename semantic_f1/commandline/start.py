"""Start of the command line: help and version need Python alone, a missing package is told."""

import sys

from .arguments import parser_of


def start(arguments=None):
    """Run the command line; returns the exit status."""
    # Help, the version and wrong arguments end here.
    parser_of().parse_args(arguments)
    try:
        from .main import main
    except ImportError as error:
        message = f"{error}; pip install -r requirements.txt installs what scoring needs"
        print(f"semantic-f1: error: {message}", file=sys.stderr)
        return 2
    return main(arguments)
