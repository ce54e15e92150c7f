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
from typing import Any, Generic, Literal, TypedDict, overload

import evaluate
import numpy
import pandas
from typing_extensions import TypeVar

from .scoring.partial_counts import PartialCounts
from .similarity.namespace import Similarities
from .version import __version__ as __version__

OneAverage = Literal["samples", "micro", "macro", "weighted"]
Average = OneAverage | None
Config = Literal[{", ".join(map(repr, CONFIGS))}]
# Lists, arrays, Series, Arrow arrays, columns of data sets, tensors.
Rows = Any
# Scores are numbers, or lists of numbers with average=None.
N = TypeVar("N", float, list[float], default=float)

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
SCORES = "dict[str, Any]"
RETURNS = {
    "add": "None",
    "add_batch": "None",
    "baselines": "dict[str, float]",
    "compute": SCORES,
    "counts": "PartialCounts",
    "counts_from_dict": "PartialCounts",
    "notices": "AbstractContextManager[list[str]]",
    "pointwise": "dict[str, list[float]]",
    "precision_under": "Any",
    "signature": "str",
    "spread": SCORES,
    "winners": "Any",
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
    "keep_in_memory": "bool",
    "cache_dir": "str | None",
    "num_process": "int",
    "process_id": "int",
    "timeout": "int | float",
}
REPORTS = {
    'Literal["text", "markdown"] = "text"': "str",
    'Literal["frame"]': "pandas.DataFrame",
    'Literal["dict"]': "dict[str, Any]",
}


def option_types():
    """Option -> its type."""
    found = {}
    for option in OPTIONS:
        if option.name in TYPES:
            found[option.name] = TYPES[option.name]
        elif option.choices:
            found[option.name] = f"Literal[{', '.join(map(repr, option.choices))}]"
        elif option.default is None:
            found[option.name] = "Any"
        else:
            found[option.name] = type(option.default).__name__
    return found


def arguments_of(function, output=None):
    """The parameters of a function as they stand in a stub."""
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
        if name == "self":
            parts.append(name)
            continue
        if name == "output" and output:
            parts.append(f"output: {output}")
            continue
        kind = ARGUMENTS.get(name) or types.get(name) or "Any"
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
    """A method of the stub."""
    static = isinstance(inspect.getattr_static(SemanticF1, name), staticmethod)
    returned = "None" if name == "__init__" else RETURNS.get(name, SCORES)
    lines = ["@staticmethod"] if static else []
    if name != "report":
        lines.append(f"def {name}({arguments_of(function)}) -> {returned}:")
        lines.append(f"    {documentation(function)}")
        return "\n".join(lines)
    for output, made in REPORTS.items():
        lines += ["@overload", f"def report({arguments_of(function, output)}) -> {made}:"]
        lines.append(f"    {documentation(function)}")
    return "\n".join(lines)


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
        "class SemanticF1(evaluate.Metric):",
        '    """Semantic F1 of label sets; options given here are the defaults of the metric."""',
        "",
        *(textwrap.indent(method_text(*one), "    ") + "\n" for one in own_methods()),
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
