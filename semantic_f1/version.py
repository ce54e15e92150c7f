"""The version of the metric; signatures and pickles carry it."""

__version__ = "0.1.0"
# Where the Space is to be found, once it has been published (docs/release.md); "" until then.
SPACE_ADDRESS = ""
PAPER_ADDRESS = "https://arxiv.org/abs/2509.21633"
