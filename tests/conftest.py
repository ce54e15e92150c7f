"""What the tests share: the checkout, the data folder, metrics, files and the command line."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Nothing is asked from the Hub: local scripts need no network.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_EVALUATE_OFFLINE", "1")

from semantic_f1 import SemanticF1  # noqa: E402
from semantic_f1.commandline.main import main  # noqa: E402


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def data_dir():
    """The folder of research data beside the checkout; tests that need it skip without it."""
    folder = Path(os.environ.get("SEMANTIC_F1_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"the data folder {folder} is not here")
    return folder


@pytest.fixture
def load(tmp_path):
    """The class, called as ``evaluate.load`` calls it; its cache folder is the test's own."""

    def make(config_name=None, **options):
        options.setdefault("cache_dir", str(tmp_path / "metrics"))
        return SemanticF1(config_name, **options)

    return make


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
