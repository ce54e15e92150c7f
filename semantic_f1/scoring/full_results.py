"""The flat dict that ``compute`` returns, in every config, with lists or without them."""

from ..inputs.configs import weighted_sets
from ..result_table import ENDINGS, row_of_key
from .annotator_results import human_results
from .distance_results import graded_result, soft_result
from .human_baseline import n_judged
from .results import judged_of, numbered, result_of


def full_result(predictions, references, setting):
    """The dict that compute returns, of both sides as they were read."""
    if setting.config.kind == "distributions":
        return shaped(soft_result(predictions, references, setting), setting)
    data = weighted_sets(predictions, references, setting)
    return shaped(result_of_sets(data, setting), setting)


def result_of_sets(data, setting):
    """The flat dict of sets, grades or points; of several gold sets with what takes examples."""
    if data.offsets is None:
        return (graded_result if setting.config.kind == "grades" else result_of)(data, setting)
    data, setting = numbered(data, setting)
    judged = judged_of(data, setting)
    result = result_of(data, setting, judged)
    if not setting.options["human"] or not n_judged(judged):
        return result
    return result | human_results(judged, data, setting, result)


def shaped(result, setting):
    """A result as it is, or with ``flat`` one entry per label, or per annotator, for each list.

    ``semantic_f1`` becomes ``semantic_f1_joy`` and so on, ``semantic_f1_low`` the like of
    ``semantic_f1_joy_low``; lists by annotator get ``_by_annotator_NAME``. Names and "settings" are
    left out, and so are scores that there are not.
    """
    if not setting.options["flat"]:
        return result
    labels, flat = result.get("labels", ()), {}
    for key, value in result.items():
        if row_of_key(key, setting.config.name).type in ("names", "any"):
            continue
        if isinstance(value, list) and key.endswith("_by_annotator"):
            for name, of_annotator in zip(result["annotators"], value, strict=True):
                _put(flat, f"{key}_{name}", of_annotator, labels)
        else:
            _put(flat, key, value, labels)
    return flat


def _put(flat, key, value, labels):
    if isinstance(value, list):
        ending = next((end for end in ENDINGS["interval"] if key.endswith(end)), "")
        stem = key.removesuffix(ending).replace("_per_label", "")
        for label, entry in zip(labels, value, strict=True):
            _put(flat, f"{stem}_{label}{ending}", entry, labels)
    elif value is not None:
        if key in flat:
            raise ValueError(f"flat: two scores would have the key {key!r}; rename the label")
        flat[key] = value
