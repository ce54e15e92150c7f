"""The table of results: the keys of ``compute``'s dict, their ranges, and when they are there.

Results, the documentation and the tests read this table; it needs Python alone. Types of what the
other methods return are in ``result_types.py``.
"""

import re
from typing import Literal, NamedTuple

from .average_table import AVERAGES
from .distance_table import GRADED_DISTANCES, SOFT_DISTANCES, Distance
from .name_table import NameTable

# Precision, recall and F1, as scores hold them.
SCORE_KEYS = ("semantic_precision", "semantic_recall", "semantic_f1")
# Endings that options add to keys, each family at most once, in this order.
ENDINGS: dict[str, tuple[str, ...]] = {
    "average": tuple(f"_{row.key}" for row in AVERAGES.values()),
    "annotators": ("_by_annotator",),
    "judged": ("_human", "_judged", "_rectifier", "_lambda", "_labels_saved"),
    "interval": ("_low", "_high", "_standard_error"),
    "test": ("_p_value", "_se_annotators", "_margin_annotators"),
}


class Result(NamedTuple):
    """A row of the table: keys of one kind.

    - ``type``: "number" (per average None a list, per annotator too), "whole", "names" or "any"
    - ``lowest``, ``highest``: the range of numbers; None: no bound
    - ``when``: the condition under which the keys are there
    - ``endings``: families of ENDINGS that may follow a key
    """

    name: str
    keys: tuple[str, ...]
    type: Literal["number", "whole", "names", "any"]
    when: str
    endings: tuple[str, ...] = ()
    lowest: float | None = 0
    highest: float | None = 1
    better: Literal["higher", "lower"] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """All keys of the row, with the endings that may follow."""
        families = (f"(?:{'|'.join(ENDINGS[family])})?" for family in self.endings)
        return re.compile(f"(?:{'|'.join(self.keys)}){''.join(families)}")


def _of_distance(row: Distance, config: str) -> Result:
    when = f'config "{config}"' + (" with a similarity" if row.needs_similarity else "")
    endings = ("interval",) if config == "soft" else ("average", "interval")
    ends = row.lowest, row.highest
    return Result(
        f"{config} {row.name}", (row.name,), "number", when, endings, *ends, better=row.better
    )


_PEOPLE = ("average", "annotators", "interval", "test")
_OF_PEOPLE = tuple(
    f"{who}_{score}"
    for who in ("human", "system")
    for score in ("f1", "precision", "recall", "f1_of_averages")
)

RESULTS: NameTable[Result] = NameTable(
    "result",
    (
        Result("scores", SCORE_KEYS[::-1], "number", 'every config except "soft"',
               ("average", "annotators", "interval"), better="higher"),
        Result("F1 of averages", ("semantic_f1_of_averages",), "number",
               'instead of `semantic_f1`, for `macro` under `macro_f1="f1_of_averages"`',
               ("average", "annotators", "interval"), better="higher"),
        Result("judged estimates", SCORE_KEYS[::-1], "number",
               "with `judged_references`, and one of the endings of a judge",
               ("average", "judged", "interval"), lowest=None, highest=None),
        Result("settings", ("settings",), "any", "with intervals: what they were made with"),
        Result("notes", ("notes",), "any", "with `judged_references`: notes on the estimates"),
        Result("people", _OF_PEOPLE, "number",
               'config "annotators", if an example has two annotators', _PEOPLE, better="higher"),
        Result("difference", ("human_difference", "human_difference_of_averages"), "number",
               'config "annotators", if an example has two annotators: system less human', _PEOPLE,
               lowest=-1),
        Result("baselines of people", ("consensus_f1", "consensus_f1_of_averages", "constant_f1",
                                       "constant_f1_of_averages"), "number",
               'config "annotators", if an example has two annotators: F1 of the other '
               "annotators' consensus, and of the best label set that is the same for all examples",
               ("average",)),
        Result("constant answer", ("constant_answer",), "names", "with `constant_f1`: that answer",
               ("average",)),
        Result("number of examples", ("n_human", "n_judged", "n_annotators_with_overlap"), "whole",
               "with human scores or `judged_references`: how many examples, or annotators, they "
               "are from", highest=None),
        Result("annotators", ("annotators",), "any",
               'config "annotators" with ids: the order of all lists with `_by_annotator`'),
        Result("numbers by annotator", ("n_by_annotator", "n_human_by_annotator"), "whole",
               'config "annotators" with ids: how many gold sets each annotator has', highest=None),
        *(_of_distance(row, "soft") for row in SOFT_DISTANCES.values()),
        *(_of_distance(row, "graded") for row in GRADED_DISTANCES.values()),
        Result("labels", ("labels",), "names", "with lists per label: the order of the lists"),
        Result("support", ("support",), "number",
               "with lists per label: in how many examples each label is gold", highest=None),
    ),
)  # fmt: skip


def row_of_key(key: str, config: str | None = None) -> Result:
    """The row of a key of ``compute``'s dict; of distances that of the config."""
    for row in RESULTS.values():
        other = row.name.startswith(("soft ", "graded ")) and not row.name.startswith(f"{config} ")
        if not other and row.pattern.fullmatch(key):
            return row
    raise ValueError(f"result: {key!r} is a key of no row of RESULTS")
