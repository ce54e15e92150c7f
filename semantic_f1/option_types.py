"""Types of the options, for editors and type checkers: one entry per row of OPTIONS."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

from .average_table import AverageName
from .config_table import ConfigName

Average: TypeAlias = AverageName | None
Config: TypeAlias = ConfigName
Correlation: TypeAlias = Literal["pearson", "spearman", "kendall", "ccc"]
# Lists, arrays, Series, Arrow arrays, columns of data sets, tensors.
Rows: TypeAlias = Any


class CommonOptions(TypedDict, total=False):
    """Options that no method has as an argument."""

    similarity: Any
    labels: Any
    macro_labels: Literal["all", "present"] | Sequence[str]
    flat: bool
    none_labels: Iterable[str] | None
    unknown_labels: Literal["raise", "mismatch", "ignore"]
    normalize_names: bool
    zero_division: float
    counting: Literal["paper", "two_sided"]
    macro_f1: Literal["averaged_f1", "f1_of_averages"]
    sample_weight: Sequence[float] | Any | None
    n_resamples: int | None
    groups: Any
    confidence_level: float
    threshold: float | Sequence[float] | Any | None
    reduce: Literal["mean", "max", "soft"]
    of: Literal["sets", "points", "grades"]
    human: bool
    floor: float
    normalize_counts: bool
    kernel: str | Callable[..., Any]
    beta: float | None
    sigma: float | None
    scale: float | Sequence[float] | None
    p: float | None


class OptionsWithoutAverage(CommonOptions, total=False):
    """Options of methods with an argument ``average``."""

    seed: int | None
    annotators: Any


class OptionsWithoutSeed(CommonOptions, total=False):
    """Options of load, whose ``seed`` is an argument."""

    average: Average | Sequence[Average]
    annotators: Any


class OptionsWithoutAnnotators(CommonOptions, total=False):
    """Options of methods with an argument ``annotators``."""

    average: Average | Sequence[Average]
    seed: int | None


class Options(OptionsWithoutAverage, OptionsWithoutSeed, total=False):
    """Options of ``compute`` and most methods."""


class AccountedOptions(Options, total=False):
    """Options of methods whose result has the account of the files that examples are from."""

    account: Any
