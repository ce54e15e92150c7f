"""The version of the metric; signatures and pickles carry it."""

__version__ = "0.1.0"
