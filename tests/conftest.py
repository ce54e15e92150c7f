"""What the tests share: the checkout on sys.path, the data folder, the metric as users load it."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

# Nothing is asked from the Hub: local scripts need no network.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_EVALUATE_OFFLINE", "1")


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
    """``evaluate.load`` of the checkout's script, with a cache folder of the test's own."""
    import evaluate

    def load_metric(config_name=None, **options):
        options.setdefault("cache_dir", str(tmp_path / "metrics"))
        return evaluate.load(str(ROOT / "semantic_f1.py"), config_name, **options)

    return load_metric
