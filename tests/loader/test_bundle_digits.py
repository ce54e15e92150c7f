"""The bundle, as the loader gives it, and the package give the same digits."""

import pytest
from frozen import calls, layout, of_compute, of_methods, of_similarities


@pytest.mark.parametrize("module", [of_compute, of_methods, of_similarities])
def test_bundle_and_package_give_the_same_digits(load, monkeypatch, module):
    # Every third of the frozen calls: configs, averages, reports, builders, audits, pickles.
    chosen = dict(list(module.calls())[::3])
    assert len(chosen) > 25
    package = {name: calls.result_of(call) for name, call in chosen.items()}
    bundled = type(load())
    assert bundled.__module__.startswith("evaluate_modules.")
    monkeypatch.setattr(layout, "SemanticF1", bundled)
    # The calls hold what they score with; those of the bundle are made anew.
    again = dict(list(module.calls())[::3])
    assert {name: calls.result_of(call) for name, call in again.items()} == package
