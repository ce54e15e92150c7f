"""Jobs of the tests, which the process of a job imports by name."""

import time


def allocate(megabytes, progress):
    """Take so much memory."""
    return len(bytearray(megabytes << 20))


def wait(seconds, progress):
    """Take so long."""
    time.sleep(seconds)
    return seconds
