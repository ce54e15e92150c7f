"""The Space's endpoints give what they gave: the same keys, numbers within 1e-12."""

import pytest
from frozen import calls as frozen
from frozen import of_space
from frozen.plain import differences

pytestmark = pytest.mark.space


def test_endpoints_give_what_they_gave(client):
    recorded = frozen.read(frozen.RECORDED_SPACE)
    calls = frozen.named(of_space.calls(client))
    assert sorted(recorded) == sorted(calls)
    found = [
        text
        for name, call in calls.items()
        for text in differences(recorded[name], frozen.result_of(call), name)
    ]
    assert not found, "\n".join(found[:20])
