"""Make semantic_f1/metric.pyi: what editors and type checkers see of the metric.

    python tools/make_stubs.py            write the file
    python tools/make_stubs.py --check    fail where it is not up to date

Methods come from the class, options from semantic_f1/option_table.py, results from
tools/result_types.py, other types from here; an option that is not named here has the type of its
default.
"""

import inspect
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from result_types import RESULTS  # noqa: E402

from semantic_f1 import SemanticF1  # noqa: E402
from semantic_f1.option_table import CONFIGS, OPTIONS  # noqa: E402

STUB = ROOT / "semantic_f1" / "metric.pyi"
HEAD = f'''"""Types of the metric, made by tools/make_stubs.py: do not edit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, TypedDict, overload

import evaluate
import numpy
import pandas

from .scoring.partial_counts import PartialCounts
from .similarities import Similarities
from .version import __version__ as __version__

Average = Literal["samples", "micro", "macro", "weighted"] | None
Correlation = Literal["pearson", "spearman", "kendall", "ccc"]
Config = Literal[{", ".join(map(repr, CONFIGS))}]
# Lists, arrays, Series, Arrow arrays, columns of data sets, tensors.
Rows = Any

'''
# Options whose values are no choices.
TYPES = {
    "similarity": "Any",
    "labels": "Any",
    "macro_labels": 'Literal["all", "present"] | Sequence[str]',
    "average": "Average | Sequence[Average]",
    "flat": "bool",
    "none_labels": "Iterable[str] | None",
    "normalize_names": "bool",
    "zero_division": "float",
    "sample_weight": "Sequence[float] | Any | None",
    "n_resamples": "int | None",
    "groups": "Any",
    "confidence_level": "float",
    "seed": "int | None",
    "threshold": "float | Sequence[float] | Any | None",
    "annotators": "Any",
    "floor": "float",
    "human": "bool",
    "normalize_counts": "bool",
    "kernel": "str | Callable[..., Any]",
    "beta": "float | None",
    "sigma": "float | None",
    "scale": "float | Sequence[float] | None",
    "p": "float | None",
}
RETURNS = {
    "__init__": "None",
    "add": "None",
    "add_batch": "None",
    "agreement": "Agreement",
    "alternative_annotator_test": "ReplacementTest",
    "baselines": "dict[str, float]",
    "compare": "Comparison",
    "compute": "Scores",
    "compute_replies": "ReplyScores",
    "confusion": "Confusion",
    "counts": "PartialCounts",
    "counts_from_dict": "PartialCounts",
    "draw_examples": "list[int]",
    "explain": "Explanation",
    "from_long": "GoldSets",
    "hierarchical": "Hierarchical",
    "notices": "AbstractContextManager[list[str]]",
    "outcome_correlation": "OutcomeCorrelation",
    "perspectives": "Scores",
    "pointwise": "dict[str, list[float]]",
    "precision_under": "numpy.ndarray",
    "rank": "Ranking",
    # Which keys, the files say.
    "read_file": "dict[str, Any]",
    "read_replies": "Replies",
    "reliability": "Reliability",
    "runs": "Scores",
    "sample_size": "SampleSize",
    "sensitivity": "Sensitivity",
    "set_relatedness": "SetRelatedness",
    "side_by_side": "SideBySide",
    "signature": "str",
    "spread": "Spread",
    "threshold_curve": "ThresholdCurve",
    "tune_thresholds": "TunedThresholds",
    "winners": "Winners",
}
# Methods whose result depends on an argument: what the argument is then, and the result.
OVERLOADS = {
    "report": (
        ({"output": 'output: Literal["text", "markdown"] = "text"'}, "str"),
        ({"output": 'output: Literal["frame"]'}, "pandas.DataFrame"),
        ({"output": 'output: Literal["dict"]'}, "Report"),
    ),
}
# Other arguments, by name, and by method and name where the name alone does not tell.
ARGUMENTS = {
    "which": "str | Iterable[str] | None",
    "scores": "str | Iterable[str]",
    "systems": "Mapping[str, Rows]",
    "digits": "int",
    "config_name": "Config | None",
    "thresholds": "Sequence[float] | Any | None",
    "counts": "PartialCounts | None",
    "perturb": "bool",
    "distances": "bool",
    "simultaneous": "bool",
    "alpha": "float",
    "alias": "Mapping[str, str] | str | Any | None",
    "annotator": "str",
    "blank": 'Literal["no_label", "not_asked"] | None',
    "cv": "int",
    "key": "str | Iterable[str] | None",
    "marker": "str | Iterable[str] | None",
    "texts": "Iterable[str | None]",
    "ddof": "Literal[0, 1]",
    "distance": "str | Iterable[str]",
    "effect": "float",
    "epsilon": "float",
    "experiment_id": "str | None",
    "fdr": "float",
    "hash": "str | None",
    "ids": 'Literal["auto", "always", "never"]',
    "item": "str",
    "label": "str",
    "max_concurrent_cache_files": "int",
    "measure": "str | None",
    "min_items": "int",
    "missing": 'Literal["raise", "skip"]',
    "n_noise": "int",
    "per_label": "bool",
    "power": "float",
    "roots": "bool",
    "test": 'Literal["auto", "bootstrap", "bootstrap_t", "permutation"]',
    "keep_in_memory": "bool",
    "cache_dir": "str | None",
    "num_process": "int",
    "process_id": "int",
    "timeout": "int | float",
    "outcome_correlation.scores": "Sequence[float] | numpy.ndarray",
    "outcome_correlation.outcomes": "Sequence[float] | numpy.ndarray",
    "outcome_correlation.method": "Correlation | Sequence[Correlation]",
    "winners.scores": "Mapping[str, Mapping[str, float]]",
}


def option_types():
    """Option -> its type."""
    types = {}
    for option in OPTIONS:
        if option.name in TYPES:
            types[option.name] = TYPES[option.name]
        elif option.choices:
            types[option.name] = f"Literal[{', '.join(map(repr, option.choices))}]"
        elif option.default is None:
            types[option.name] = "Any"
        else:
            types[option.name] = type(option.default).__name__
    return types


def arguments_of(function, changed):
    """The parameters of a function as they stand in a stub; ``changed``: name -> another text."""
    types, parts, star = option_types(), [], False
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            parts.append(f"**{name}: Any")
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            parts.append(f"*{name}: Any")
            star = True
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        if name == "self" or name in changed:
            parts.append(changed.get(name, name))
            continue
        named = ARGUMENTS.get(f"{function.__name__}.{name}")
        kind = named or ARGUMENTS.get(name) or types.get(name) or "Any"
        parts.append(f"{name}: {kind}{_default(parameter)}")
    return ", ".join(parts)


def _default(parameter):
    if parameter.default is parameter.empty:
        return ""
    plain = parameter.default is None or isinstance(parameter.default, (bool, int, float, str))
    return f" = {parameter.default!r}" if plain else " = ..."


def documentation(function):
    """The first sentence of a function's documentation, as its whole body."""
    text = inspect.cleandoc(function.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    return f'"""{text}"""' if text else "..."


def method_text(name, function):
    """A method of the stub, once for each kind of result."""
    lines = []
    overloads = OVERLOADS.get(name)
    for changed, returned in overloads or (({}, RETURNS[name]),):
        lines += ["@overload"] if overloads else []
        if isinstance(inspect.getattr_static(SemanticF1, name), staticmethod):
            lines.append("@staticmethod")
        lines.append(f"def {name}({arguments_of(function, changed)}) -> {returned}:")
        lines.append(f"    {documentation(function)}")
    return "\n".join(lines)


def result_text(result):
    """A type of results."""
    documented = [f'    """{result.text}"""', ""]
    if result.rest is None:
        fields = [f"    {key}: {kind}" for key, kind in result.types.items()]
        return "\n".join([f"class {result.name}(TypedDict):", *documented, *fields, ""])
    lines = [f"class {result.name}(dict[str, Any]):", *documented]
    kinds = {}
    for key, kind in result.types.items():
        kinds.setdefault(kind, []).append(key)
    wanted = [(f"Literal[{', '.join(map(repr, keys))}]", kind) for kind, keys in kinds.items()]
    for key, kind in [*wanted, ("str", result.rest)]:
        lines += ["    @overload", f"    def __getitem__(self, key: {key}, /) -> {kind}: ..."]
    return "\n".join([*lines, ""])


def own_methods():
    """Name -> function of what this package adds to a metric of evaluate."""
    for name in ("__init__", *sorted(vars_of(SemanticF1))):
        member = getattr(SemanticF1, name)
        if inspect.isfunction(member) and member.__module__.startswith("semantic_f1."):
            yield name, member


def vars_of(cls):
    return {name for name in dir(cls) if not name.startswith("_")}


def stub_text():
    """The whole file, formatted."""
    body = [
        *map(result_text, RESULTS),
        "class SemanticF1(evaluate.Metric):",
        '    """Semantic F1 of label sets; options given here are the defaults of the metric."""',
        "",
        *(textwrap.indent(method_text(*method), "    ") + "\n" for method in own_methods()),
        "    @property",
        "    def similarity(self) -> type[Similarities]:",
        '        """Bundled names, builders, audits, thesauri."""',
    ]
    return formatted(HEAD + "\n".join(body) + "\n")


def formatted(text):
    """The text as ruff formats it."""
    ruff = Path(sys.executable).with_name("ruff")
    command = [str(ruff), "format", "--stdin-filename", str(STUB), "-"]
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def main():
    text = stub_text()
    if "--check" not in sys.argv:
        STUB.write_text(text, encoding="utf-8")
    elif not STUB.is_file() or STUB.read_text(encoding="utf-8") != text:
        sys.exit("semantic_f1/metric.pyi is not what the metric says: run make bundle")


if __name__ == "__main__":
    main()
