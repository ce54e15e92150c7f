"""Make the pages of docs/reference/: one entry per public method and function, by docstring.

    python tools/make_reference.py            write the pages
    python tools/make_reference.py --check    fail if a page is not up to date

The site reads docstrings without importing, so each entry names the module that defines it.
"""

import inspect
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1 import SemanticF1  # noqa: E402
from semantic_f1.similarities import Similarities  # noqa: E402

FOLDER = ROOT / "docs" / "reference"
METRIC = {
    "Score": "compute pointwise signature notices",
    "Add examples and counts": "add add_batch counts counts_from_dict",
    "Read files and replies": "read_file read_replies compute_replies from_long",
    "Look closer": "report side_by_side explain confusion precision_under spread results_text",
    "Compare systems": "compare rank winners sensitivity sample_size outcome_correlation",
    "Thresholds": "threshold_curve tune_thresholds",
    "Annotators and judged labels": "perspectives alternative_annotator_test reliability "
    "draw_examples runs",
    "Subject indexing": "indexing_report at_k read_annif",
    "Other scores": "baselines set_relatedness hierarchical agreement",
    "Model selection": "as_sklearn_scorer",
}
SIMILARITY = {
    "Load and build": "names load build identity fingerprint",
    "From what you know of labels": "from_groups from_hierarchy from_codes from_points "
    "from_distances from_function",
    "From data": "from_correlations from_training_label_sets from_embeddings embeddings "
    "from_ratings calibrate",
    "Thesauri": "read_thesaurus make_thesaurus relatedness",
    "Check": "audit chance",
}
HEADS = {
    "metric": """# Metric

`SemanticF1(config_name, **options)` is the class that `evaluate.load` returns. Options are those of
[the table](../options.md); [calls and results](../calls.md) shows the calls in use.
`metric.similarity` offers the functions of [similarities](similarity.md).
""",
    "similarity": """# Similarities

`from semantic_f1 import similarity`, or `metric.similarity` of a loaded metric. How to choose, make
and check one: [similarities](../similarities.md).
""",
}

TAILS = {"metric": "## Batches and ranks\n\n::: semantic_f1.training.DistributedCounts\n"}


def place_of(owner, name):
    """The dotted name of what defines a public name of a class."""
    definer = next(cls for cls in owner.__mro__ if name in vars(cls))
    entry = vars(definer)[name]
    if isinstance(entry, staticmethod) and entry.__func__.__module__ != definer.__module__:
        function = inspect.unwrap(entry.__func__)
        return f"{function.__module__}.{function.__qualname__}"
    return f"{definer.__module__}.{definer.__qualname__}.{name}"


def public_names(owner):
    """Names of the class that users call, without those of evaluate."""
    return {
        name
        for cls in owner.__mro__
        if cls.__module__.startswith("semantic_f1")
        for name, entry in vars(cls).items()
        if not name.startswith("_") and (callable(entry) or hasattr(entry, "__get__"))
    }


def pages():
    """Each page and its text."""
    found = {}
    for stem, owner, sections in (
        ("metric", SemanticF1, METRIC),
        ("similarity", Similarities, SIMILARITY),
    ):
        lines = [HEADS[stem]]
        listed = {name for names in sections.values() for name in names.split()}
        further = sorted(public_names(owner) - listed - {"similarity"})
        for title, names in [
            *sections.items(),
            *([("Further", " ".join(further))] * bool(further)),
        ]:
            lines.append(f"## {title}\n")
            lines += [f"::: {place_of(owner, name)}\n" for name in names.split()]
        lines += [TAILS[stem]] if stem in TAILS else []
        found[FOLDER / f"{stem}.md"] = "\n".join(lines)
    return found


def main():
    for page, text in pages().items():
        if "--check" not in sys.argv:
            page.parent.mkdir(exist_ok=True)
            page.write_text(text, encoding="utf-8")
        elif not page.is_file() or page.read_text(encoding="utf-8") != text:
            sys.exit(f"docs/reference/{page.name} is not up to date: run make bundle")


if __name__ == "__main__":
    main()
