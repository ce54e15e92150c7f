"""Results without lists: one float per label, for loggers that take numbers only."""

from ..result_table import ENDINGS


def flattened(result):
    """A result of ``compute`` with every list as one entry per label, or an annotator.

    ``semantic_f1`` becomes ``semantic_f1_joy`` and so on, ``semantic_f1_low`` the like of
    ``semantic_f1_joy_low``; lists by annotator get ``_by_annotator_NAME``. "labels" and
    "annotators", whose names are in the keys, and "settings" are left out, and so are scores that
    there are not.
    """
    labels, annotators = result.get("labels", ()), result.get("annotators", ())
    flat = {}
    for key, value in result.items():
        if key in ("labels", "annotators", "settings"):
            continue
        if not isinstance(value, list):
            _put(flat, key, value)
        elif key.endswith("_by_annotator"):
            for name, of_annotator in zip(annotators, value, strict=True):
                _put_each(flat, f"{key}_{name}", of_annotator, labels)
        else:
            _put_each(flat, key, value, labels)
    return flat


def _put_each(flat, key, value, labels):
    if not isinstance(value, list):
        _put(flat, key, value)
        return
    ending = next((end for end in ENDINGS["interval"] if key.endswith(end)), "")
    stem = key.removesuffix(ending).replace("_per_label", "")
    for label, entry in zip(labels, value, strict=True):
        _put(flat, f"{stem}_{label}{ending}", entry)


def _put(flat, key, value):
    if value is None:
        return
    if key in flat:
        raise ValueError(f"flat: two scores would have the key {key!r}; rename the label")
    flat[key] = value
