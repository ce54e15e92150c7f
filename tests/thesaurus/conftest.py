"""A fixture that reads a thesaurus from the content of a file."""

import pytest

from semantic_f1.thesaurus.making import read_thesaurus


@pytest.fixture
def read(put):
    """``read_thesaurus`` of a file of text, in UTF-8, or of bytes."""
    return lambda content, name="t.ttl", **options: read_thesaurus(put(content, name), **options)
