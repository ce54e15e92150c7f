"""Calls of everything that users call give what they gave: the same keys, numbers within 1e-12.

Recorded anew by ``python tests/frozen/record.py NAME...``, in the commit that moves an entry.
"""

import pytest
from frozen import calls as frozen
from frozen.plain import differences

CALLS = frozen.all_calls()


@pytest.fixture(scope="session")
def recorded():
    return frozen.read(frozen.RECORDED)


def test_every_call_is_recorded(recorded):
    assert sorted(recorded) == sorted(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_a_call_gives_what_it_gave(recorded, name):
    found = differences(recorded[name], frozen.result_of(CALLS[name]), name)
    assert not found, "\n".join(found[:20])
