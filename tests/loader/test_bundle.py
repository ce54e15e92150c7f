"""The bundle is what the package makes of it, and the package keeps its rules."""

import inspect

import make_bundle
from conftest import ROOT

from semantic_f1 import SemanticF1


def test_the_package_keeps_its_rules_and_the_bundle_is_up_to_date():
    package = make_bundle.read_package(ROOT)
    assert make_bundle.problems_of(package) == []
    layers = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Layout")[1]
    for layer in make_bundle.LAYERS:
        folder = (ROOT / "semantic_f1" / layer).is_dir()
        assert f"`{layer}{'/' if folder else '.py'}`" in layers, layer
    text = make_bundle.bundle_of(package)
    assert (ROOT / "bundle.py").read_text(encoding="utf-8") == text


def test_the_loaded_metric_explains_itself_as_the_package_does(load):
    """Docstrings that people see are in the bundle, which goes without the others."""

    def seen(metric):
        with metric.notices():
            thesaurus = metric.similarity.make_thesaurus([("a", "b")], pairs="child-parent")
            objects = [
                metric,
                metric.similarity,
                metric.similarity.load("plutchik"),
                metric.similarity.audit("plutchik"),
                thesaurus,
                metric.similarity.relatedness(thesaurus, "rada"),
                metric.counts([["joy"]], [["joy"]], similarity="plutchik"),
            ]
        owners = [one if isinstance(one, type) else type(one) for one in objects]
        return {
            f"{owner.__name__}.{name}": inspect.getdoc(getattr(owner, name))
            for owner in owners
            for name in dir(owner)
            if not name.startswith("_")
        } | {owner.__name__: inspect.getdoc(owner) for owner in owners}

    package = seen(SemanticF1())
    assert "Parameters" in package["Similarities.from_points"]
    assert seen(load()) == package
