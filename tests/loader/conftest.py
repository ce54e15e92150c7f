"""Here the loader is the subject: the metric comes by ``evaluate.load`` of the script."""

import evaluate
import pytest


@pytest.fixture
def load(tmp_path, root):
    """``evaluate.load`` of the checkout's script, with a cache folder of the test's own."""

    def load_metric(config_name=None, **options):
        options.setdefault("cache_dir", str(tmp_path / "metrics"))
        return evaluate.load(str(root / "semantic_f1.py"), config_name, **options)

    return load_metric
