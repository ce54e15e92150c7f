"""Fixtures of all tests: the checkout, data, metrics, files and the command line."""

import gc
import os
import sys
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]

# Nothing is asked from the Hub: local scripts need no network.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_EVALUATE_OFFLINE", "1")
# Processes that tests start go without transformers, whose import takes longer than all the rest.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(ROOT / "tests" / "without"), os.environ.get("PYTHONPATH")])
)
# Compiled files are kept, whatever the shell says: a hundred processes would compile the bundle.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

from fetch_data import find, missing_text  # noqa: E402

# How long an example takes says nothing on a shared machine.
hypothesis.settings.register_profile("tests", deadline=None)
hypothesis.settings.load_profile("tests")

from semantic_f1 import SemanticF1  # noqa: E402
from semantic_f1.commandline.main import main  # noqa: E402


def pytest_collection_finish():
    """Spare the garbage collector the modules and tests of the whole run: a tenth of its time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_xdist_make_scheduler(config, log):
    """In a run of all tests those of a file stay together, and those of the Space: one server."""
    from xdist.scheduler import LoadScopeScheduling

    class OneServer(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return "space" if nodeid.startswith("tests/space/") else nodeid.split("::")[0]

    whole = config.args_source is config.ArgsSource.TESTPATHS
    return OneServer(config, log) if whole else None


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def data_file():
    """A function from a path within the data to the file; tests skip where it isn't there."""

    def located(path):
        found = find(path)
        if found is None:
            pytest.skip(missing_text(path))
        return found

    return located


@pytest.fixture
def load(tmp_path):
    """The class, called as ``evaluate.load`` calls it; its cache folder is the test's own."""

    def make(config_name=None, **options):
        options.setdefault("cache_dir", str(tmp_path / "metrics"))
        return SemanticF1(config_name, **options)

    return make


@pytest.fixture
def cache(tmp_path):
    """The cache folder of the metrics that ``load`` makes."""
    return tmp_path / "metrics"


@pytest.fixture
def put(tmp_path):
    """Write a file, text as UTF-8 without changing line ends, and return its path."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def run(capsys):
    """The command line in this process: exit status, standard output and standard error."""

    def call(*arguments):
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        return (status, *capsys.readouterr())

    return call
