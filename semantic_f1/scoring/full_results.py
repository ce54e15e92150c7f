"""The flat dict that ``compute`` returns, in every config."""

from ..inputs.configs import weighted_sets
from ..name_table import NameTable
from .annotator_results import human_results
from .graded_results import graded_result
from .human_baseline import n_judged
from .results import judged_of, numbered, result_of
from .soft_results import soft_result


def full_result(predictions, references, setting):
    """The flat dict that compute returns, of both sides as they were read."""
    return _BY_KIND[setting.config.kind](predictions, references, setting)


def result_of_sets(data, setting):
    """The flat dict of label sets, of grades, or of points.

    Of several gold sets per example it also holds what takes the examples themselves.
    """
    if data.offsets is None:
        return (graded_result if setting.config.kind == "grades" else result_of)(data, setting)
    data, setting = numbered(data, setting)
    judged = judged_of(data, setting)
    result = result_of(data, setting, judged)
    if not setting.options["human"] or not n_judged(judged):
        return result
    return result | human_results(judged, data, setting, result)


def _result_of_weighted(predictions, references, setting):
    return result_of_sets(weighted_sets(predictions, references, setting), setting)


_BY_KIND = NameTable(
    "kind",
    {
        "sets": _result_of_weighted,
        "points": _result_of_weighted,
        "grades": _result_of_weighted,
        "distributions": soft_result,
    },
)
