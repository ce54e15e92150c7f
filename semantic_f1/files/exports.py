"""Exports of annotation tools and outputs of libraries as rows; each is named, never guessed."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..json_text import RepeatedKeyError, object_of
from ..messages import SETS_NEED_ANNOTATORS, short

# Of Prodigy's annotators; tasks that are not accepted are no examples.
PRODIGY_ANSWERS = ("accept", "reject", "ignore")
# Columns of Label Studio's CSV that hold no answer.
_METADATA = {"id", "text", "annotator", "annotation_id", "created_at", "updated_at", "lead_time"}
_METADATA |= {"agreement"}
# Columns that exports are read into.
EXPORT_COLUMNS = ("id", "labels", "predictions", "references", "annotators")


class ExportError(Exception):
    """An error of one record; the reader adds its place."""


class Export(NamedTuple):
    """An export, and the keys any of which proposes it in an error."""

    # Of a record and options: a dict of cells, or the reason why it is left out.
    read: Callable[[Any, dict], dict | str]
    keys: tuple
    title: str


def _label_names(value, what):
    """Label names of a text or a list of texts."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    if value is None:
        return []
    raise ExportError(f"{what}: expected a label or a list of labels; got {short(value)}")


def _choices_of(results, question):
    """Labels of the results of a Label Studio annotation, of one question if it is named."""
    kinds = [one for one in results or () if isinstance(one, Mapping)]
    found = [one for one in kinds if one.get("type") in ("choices", "taxonomy")]
    asked = [one for one in found if one.get("from_name") == question]
    found = asked or found
    if kinds and not found:
        raise ExportError(f"results of the kind {short(kinds[0].get('type'))}; choices are read")
    controls = sorted({str(one.get("from_name")) for one in found})
    if len(controls) > 1:
        names = ", ".join(map(short, controls))
        raise ExportError(f"choices of several questions ({names}); name one as the column")
    labels = []
    for one in found:
        value = one.get("value") or {}
        for choice in value.get("choices") or value.get("taxonomy") or ():
            # A taxonomy has paths.
            labels.append(choice[-1] if isinstance(choice, list) else choice)
    return _label_names(labels, "choices")


def _of_label_studio(record, options):
    if "annotations" not in record and "completions" not in record:
        return _of_label_studio_row(record, options)
    annotations = record.get("annotations", record.get("completions"))
    kept = [one for one in annotations if not one.get("was_cancelled")]
    if not kept:
        return "cancelled" if annotations else "not annotated"
    sets = [_choices_of(one.get("result"), options.get("column")) for one in kept]
    who = [_who(one.get("completed_by"), index) for index, one in enumerate(kept)]
    row = {"id": record.get("id"), **_gold(sets, who, options)}
    predictions = record.get("predictions") or []
    if predictions and isinstance(predictions[0], Mapping):
        row["predictions"] = _choices_of(predictions[-1].get("result"), options.get("column"))
    return row


def _of_label_studio_row(record, options):
    """A row of the CSV or JSON-MIN export: one annotation, a column per question."""
    questions = {}
    for name, cell in record.items():
        try:
            value = object_of(cell)
        except RepeatedKeyError as error:
            raise ExportError(f"{name}: {error}") from None
        if isinstance(value, Mapping) and "choices" in value:
            questions[name] = _label_names(value["choices"], name)
    wanted, left = options.get("column"), [name for name in record if name not in _METADATA]
    if not questions and wanted not in record and "annotation_id" in record and len(left) == 1:
        (wanted,) = left
    if wanted in record:
        questions = {wanted: questions.get(wanted, _label_names(record[wanted] or None, wanted))}
    if len(questions) != 1:
        n, names = len(questions) or "no", ", ".join(map(short, list(record)[:8]))
        raise ExportError(f"has {n} columns of choices among {names}; name one")
    who = [_who(record.get("annotator"), 0)]
    return {"id": record.get("id"), **_gold(list(questions.values()), who, options)}


def _who(annotator, index):
    if isinstance(annotator, Mapping):
        annotator = annotator.get("email") or annotator.get("id")
    return str(index + 1) if annotator is None else str(annotator)


def _gold(sets, who, options):
    """Gold sets of annotators, or the one set of an example."""
    if options.get("annotators"):
        return {"references": sets, "annotators": who}
    if len(sets) > 1:
        raise ExportError(f"has {len(sets)} annotations; {SETS_NEED_ANNOTATORS}")
    return {"labels": sets[0]}


def _of_doccano(record, _options):
    found = [name for name in ("label", "labels", "cats") if name in record]
    if len(found) != 1:
        raise ExportError(f"has {' and '.join(found) or 'no label, labels or cats'}")
    labels = record[found[0]]
    if isinstance(labels, Mapping):
        if not all(one in (0, 1) for one in labels.values()):
            raise ExportError("cats holds other values than 0 and 1, such as scores of spaCy")
        labels = [name for name, one in labels.items() if one]
    return {"id": record.get("id"), "labels": _label_names(labels, found[0])}


def _of_prodigy(record, _options):
    answer = record.get("answer")
    if answer not in PRODIGY_ANSWERS:
        raise ExportError(f"answer: expected accept, reject or ignore; got {short(answer)}")
    if answer != "accept":
        return f"answer is {answer!r}"
    if "accept" not in record:
        raise ExportError("has no accept: one decision per label is no whole label set")
    key = record.get("id", record.get("_input_hash"))
    return {"id": key, "labels": _label_names(record["accept"], "accept")}


def _is_score(value):
    """True for a number; nan is none."""
    return isinstance(value, (int, float)) and value == value


def _of_spacy(record, options):
    cats, threshold = record.get("cats"), options.get("threshold")
    if not isinstance(cats, Mapping):
        raise ExportError(f"cats: expected an object of labels and values; got {short(cats)}")
    for name, value in cats.items():
        if not _is_score(value):
            raise ExportError(f"cats: {short(name)} has the value {short(value)}, no number")
    is_label = (lambda value: value > 0.5) if threshold is None else lambda v: v >= threshold
    labels = [name for name, value in cats.items() if is_label(value)]
    return {"id": record.get("id"), "labels": labels}


def _of_pipeline(record, options):
    """One output of a text-classification pipeline: the best label, or all with their scores."""
    if isinstance(record, Mapping):
        record = record.get("predictions", record.get("output", record))
    if isinstance(record, Mapping):
        if not isinstance(record.get("label"), str):
            raise ExportError(f"expected label and score; got {short(record)}")
        return {"predictions": [record["label"]]}
    pairs = [(one.get("label"), one.get("score")) for one in record if isinstance(one, Mapping)]
    are_scores = all(isinstance(label, str) and _is_score(score) for label, score in pairs)
    if len(pairs) < len(record) or not are_scores:
        raise ExportError(f"expected a list of label and score; got {short(record)}")
    threshold = options.get("threshold")
    if threshold is None:
        raise ExportError(f"has scores of {len(pairs)} labels: threshold= says from which score on")
    return {"predictions": [label for label, score in pairs if score >= threshold]}


def _of_openai_batch(record, _options):
    if "custom_id" not in record or not ("response" in record or "error" in record):
        raise ExportError("has no custom_id and response")
    response = record.get("response") or {}
    body = response.get("body") or {}
    failed = record.get("error") or response.get("status_code", 200) != 200
    choices, texts = body.get("choices") or [], []
    if len(choices) > 1:
        raise ExportError(f"has {len(choices)} choices; a request of one (n=1) has one reply")
    if choices:
        texts = [(choices[0].get("message") or {}).get("content")]
    for one in () if choices else body.get("output") or ():
        parts = one.get("content") or ()
        texts += [part.get("text") for part in parts if part.get("type") == "output_text"]
    if len(texts) > 1:
        raise ExportError(f"has {len(texts)} texts in one reply")
    # No reply is a reply that can't be read, not an example less.
    return {"id": record.get("custom_id"), "predictions": None if failed else (*texts, None)[0]}


def _label_order(label):
    """Numbers in their order, before names."""
    return (0, float(label), "") if re.fullmatch(r"-?\d+(\.\d+)?", label) else (1, 0, label)


def _of_lewidi(record, options):
    """An item of Learning With Disagreements: the annotators' labels, or the soft label."""
    row = {"id": record.get("id")}
    if options.get("soft"):
        soft = record.get("soft_label")
        if not isinstance(soft, Mapping):
            raise ExportError("has no soft_label of labels and shares")
        return {**row, "references": [soft[label] for label in sorted(soft, key=_label_order)]}
    given = record.get("annotations")
    if isinstance(given, str):
        given = [one.strip() for one in given.split(",")]
        who = str(record.get("annotators", "")).split(",")
        who = [one.strip() for one in who] if len(who) == len(given) else None
    elif isinstance(given, Mapping):
        who, given = list(map(str, given)), [str(one) for one in given.values()]
    else:
        raise ExportError(f"annotations: expected labels by annotator; got {short(given)}")
    who = who or [str(index + 1) for index in range(len(given))]
    sets = [[one] if one else [] for one in given]
    return {**row, **_gold(sets, who, options)}


EXPORTS = {
    "label-studio": Export(_of_label_studio, ("annotations", "annotation_id"), "Label Studio"),
    "doccano": Export(_of_doccano, (), "doccano"),
    "prodigy": Export(_of_prodigy, ("accept", "_task_hash"), "Prodigy"),
    "spacy": Export(_of_spacy, ("cats",), "spaCy"),
    "pipeline": Export(_of_pipeline, (), "a pipeline of transformers"),
    "openai-batch": Export(_of_openai_batch, ("custom_id",), "OpenAI's batches"),
    "lewidi": Export(_of_lewidi, ("soft_label",), "LeWiDi"),
}


def check_export(name: str) -> Export:
    """The export of a name, or an error that lists them."""
    if name == "annif":
        raise ValueError("source: Annif's files are read by metric.read_annif(predicted, gold)")
    if name not in EXPORTS:
        raise ValueError(f"source: {short(name)} is not one of {', '.join(EXPORTS)}")
    return EXPORTS[name]


def rows_of_export(
    export: Export, records: Iterable[tuple[int, Any]], options: dict, error: Callable
):
    """Columns of an export, its rows with their places, and the places left out by the reason."""
    rows, left_out = [], {}
    for place, record in records:
        if not isinstance(record, Mapping) and export.read is not _of_pipeline:
            raise error(f"{short(record)} is no record of {export.title}", place)
        try:
            row = export.read(record, options)
        except ExportError as problem:
            raise error(str(problem), place) from None
        except (AttributeError, TypeError, KeyError, IndexError):
            raise error(f"{short(record)} is no record of {export.title}", place) from None
        if isinstance(row, str):
            left_out.setdefault(row, []).append(place)
        else:
            rows.append((place, row))
    columns = list(dict.fromkeys(key for _, row in rows for key in row))
    if all(row.get("id") is None for _, row in rows):
        columns = [key for key in columns if key != "id"]
    for place, row in rows:
        lacking = [key for key in columns if key not in row]
        if lacking:
            raise error(f"has no {lacking[0]}, which other records have", place)
    return columns, rows, left_out


def proposed_export(columns: Iterable[str]) -> str | None:
    """The last export whose records have such keys (LeWiDi's have annotations, too, for one)."""
    present = set(columns)
    for name, export in reversed(EXPORTS.items()):
        if present.intersection(export.keys):
            return name
    return None
