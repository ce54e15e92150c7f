"""Lines and results of the command line for sets of points."""

from ..average_table import AVERAGES_WITHOUT_LABELS
from ..files.columns import read_point_sets
from .systems import reading_of

_SCORES = ("precision", "recall", "f1")


def read_points_of(args):
    """The table of the file, with both columns' sets of points."""
    return read_point_sets(args.file, args.gold, **reading_of(args, "ids", "separator", "blank"))


def points_result(metric, options, predictions=None, references=None, counts=None):
    """Scores of sets of points, or of counts of them: what ``--json`` prints of them.

    Returns a dict: "signature"; "averages", average -> precision, recall, f1, with resamples also
    score_interval; "warnings", a list of texts.
    """
    call_options = {**options, "average": list(AVERAGES_WITHOUT_LABELS)}
    both = {} if counts is not None else {"predictions": predictions, "references": references}
    with metric.notices() as texts:
        result = metric.compute(**both, counts=counts, **call_options)
    averages = {}
    for average in AVERAGES_WITHOUT_LABELS:
        row = averages[average] = {}
        for score in _SCORES:
            key = f"semantic_{score}_{average}"
            row[score] = result[key]
            if f"{key}_low" in result:
                row[f"{score}_interval"] = [result[f"{key}_low"], result[f"{key}_high"]]
    return {
        "signature": metric.signature(**call_options),
        "averages": averages,
        "warnings": texts,
        "short": metric.signature(short=True, **options),
    }


def points_lines(result, full_signature=False):
    """Lines of the table of :func:`points_result`."""
    short = result.pop("short")
    yield f"{'':24}" + "".join(f"{'Semantic ' + head:>13}" for head in ("P", "R", "F1"))
    for average, scores in result["averages"].items():
        yield f"{average:24}" + "".join(f"{scores[score]:13.4f}" for score in _SCORES)
    if "f1_interval" in result["averages"]["samples"]:
        units = "groups" if "|groups:" in result["signature"] else "examples"
        yield f"intervals, by bootstrap over {units}"
        for average, scores in result["averages"].items():
            ends = (scores[f"{score}_interval"] for score in _SCORES)
            yield f"{average:24}" + "".join(f"{low:.4f}-{high:.4f}".rjust(14) for low, high in ends)
    yield ""
    yield f"signature: {result['signature'] if full_signature else short}"
