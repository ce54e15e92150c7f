"""The table of configs: what the rows of each hold, how they are scored, and with which methods.

Options, methods, signatures, the command line, the Space and the documentation read this table; it
needs Python alone. How each side is read is in ``inputs/configs.py``.
"""

from typing import Literal, NamedTuple

from .name_table import NameTable

ConfigName = Literal["default", "multilabel", "annotators", "soft", "graded", "points"]
Kind = Literal["sets", "grades", "distributions", "points"]


class Config(NamedTuple):
    """A row of the table.

    - ``rows``: what an example has
    - ``kind``: what rows are scored as
    - ``methods``: methods of the metric that score examples, those of the config
    - ``several_gold``: whether an example has one gold set per annotator
    - ``similarity``: whether it is "required" or "optional"; "kernel": points have a kernel instead
    - ``several_similarities``: whether examples or annotators may have their own
    - ``indicators``: whether rows have one column per label, 0 and 1 or scores
    - ``names_sets``: whether a predicted set may be the names of its labels
    - ``of``: what several annotators gave; ``like``: the config that scores one of these
    """

    name: str
    rows: str
    kind: Kind
    methods: tuple[str, ...]
    several_gold: bool = False
    similarity: Literal["required", "optional", "kernel"] = "required"
    several_similarities: bool = False
    indicators: bool = False
    names_sets: bool = False
    of: Kind = "sets"
    like: str | None = None

    @property
    def has_labels(self) -> bool:
        """True if rows are over labels, which have names."""
        return self.kind != "points"

    @property
    def title(self) -> str:
        """The config as errors name it."""
        return f'"{self.name}" config' + (f' with of="{self.of}"' if self.like else "")


_EVERYWHERE = ("compute", "counts", "pointwise", "compare", "rank")
_FOR_SETS = (
    *_EVERYWHERE,
    *("runs", "sensitivity", "sample_size", "report", "side_by_side", "explain"),
    *("confusion", "agreement"),
)
_FOR_ONE_GOLD = (*_FOR_SETS, "baselines", "set_relatedness", "hierarchical")

DEFAULT_CONFIG = "default"
CONFIGS: NameTable[Config] = NameTable(
    "config_name",
    (
        Config("default", "one gold set", "sets", (*_FOR_ONE_GOLD, "at_k", "indexing_report"),
               several_similarities=True, names_sets=True),
        Config("multilabel", "a row of 0 and 1", "sets",
               (*_FOR_ONE_GOLD, "threshold_curve", "tune_thresholds"), several_similarities=True,
               indicators=True),
        Config("annotators", "several gold sets", "sets",
               (*_FOR_SETS, "reliability", "perspectives", "alternative_annotator_test"),
               several_gold=True, several_similarities=True, names_sets=True),
        Config("soft", "a distribution", "distributions", (*_EVERYWHERE, "sensitivity"),
               similarity="optional"),
        Config("graded", "grades of membership", "grades",
               (*_EVERYWHERE, "sensitivity", "report", "side_by_side", "agreement")),
        Config("points", "points without labels", "points", (*_EVERYWHERE, "explain"),
               similarity="kernel"),
    ),
)  # fmt: skip


# What annotators may have given instead of label sets: option ``of`` of load.
_ANNOTATED: dict[str, Config] = {
    kind: Config("annotators", f"{kind} of several annotators", kind, (*_EVERYWHERE, "reliability"),
                 several_gold=True, similarity=CONFIGS[like].similarity, of=kind, like=like)
    for kind, like in (("points", "points"), ("grades", "graded"))
}  # fmt: skip


def config_under(name: str, of: object) -> Config:
    """The config of a name and of what annotators gave."""
    known = CONFIGS[name].several_gold and isinstance(of, str) and of in _ANNOTATED
    return _ANNOTATED[of] if known else CONFIGS[name]


def configs_of(*kinds: Kind) -> tuple[str, ...]:
    """Names of the configs whose rows are of some kinds."""
    return tuple(name for name, config in CONFIGS.items() if config.kind in kinds)


def check_method(method: str, config: Config, argument: str | None = None) -> None:
    """Refuse a method that a config doesn't have; ``argument`` asked for it, if no call did."""
    if method in config.methods:
        return
    having = [f'"{name}"' for name, row in CONFIGS.items() if method in row.methods]
    instead = f"config {' or '.join(having)}"
    if config.like and method in CONFIGS[config.like].methods:
        instead = f'config "{config.like}", for one gold row per example'
    elif config.like and method in CONFIGS[config.name].methods:
        instead = 'of="sets", for label sets'
    raise ValueError(
        f"{argument or method}: not available in the {config.title}, whose examples have "
        f"{config.rows}; use {instead}. Available here: "
        f"{', '.join(config.methods)}"
    )
