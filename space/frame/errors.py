"""Parts that event handlers share: errors as messages, never as tracebacks."""

import functools
import traceback

from .wording import in_page_words

UNFORESEEN = "Unexpected error. Please report it."


def reason(error):
    """A text for people on what went wrong; what no one foresaw is for the server's log."""
    if isinstance(error, ValueError):
        # It may hold pieces of an upload, so it is not printed into the server's log.
        return in_page_words(" ".join(str(error).split()))
    traceback.print_exception(error)
    return UNFORESEEN


def handle_errors(function, instead):
    """The function with its errors as messages."""

    @functools.wraps(function)
    def handler(*arguments, **options):
        try:
            return function(*arguments, **options)
        except Exception as error:
            return instead(reason(error), *arguments)

    return handler
