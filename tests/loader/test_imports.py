"""Every module of the package can be the first that is imported."""

import json

import pytest
from conftest import ROOT
from fresh_python import FreshPython

# A package whose __init__ has not run, so that it brings nothing along.
IMPORT_EACH = """
import importlib, json, sys, traceback, types
failed = {}
for name in json.loads(sys.argv[2]):
    for loaded in [x for x in sys.modules if x.partition(".")[0] == "semantic_f1"]:
        del sys.modules[loaded]
    package = types.ModuleType("semantic_f1")
    package.__path__ = [sys.argv[1]]
    sys.modules["semantic_f1"] = package
    try:
        importlib.import_module(name)
    except Exception:
        failed[name] = traceback.format_exc().splitlines()[-1]
print(json.dumps(failed))
"""


@pytest.mark.long
def test_every_module_can_be_imported_first(tmp_path):
    folder = ROOT / "semantic_f1"
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted(folder.rglob("*.py"))
        # The script for evaluate asks the whole package for its class.
        if path.name not in ("__init__.py", "semantic_f1.py")
    ]
    assert len(names) > 40
    python = FreshPython(tmp_path / "home")
    assert python.run(IMPORT_EACH, folder, json.dumps(names)) == {}
