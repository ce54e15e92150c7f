"""The bundle is what the package makes of it, and the package keeps its rules."""

import make_bundle
from conftest import ROOT


def test_the_package_keeps_its_rules():
    assert make_bundle.problems_of(make_bundle.read_package(ROOT)) == []


def test_the_bundle_is_up_to_date():
    text = make_bundle.bundle_of(make_bundle.read_package(ROOT))
    assert (ROOT / "bundle.py").read_text(encoding="utf-8") == text
