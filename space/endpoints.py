"""Endpoints for programs: a named one for each page, which answers with JSON.

Files are sent as ``gradio_client.handle_file`` sends them, and leave the disk as they are read.
"""

import gradio as gr

from . import jobs, judging, limits, making, similarity_files, uploads, visits, work
from .annotators_form import LABELS
from .events import endpoint
from .layouts import LAYOUTS, MISSING, WHOLE_NUMBERS, TwoFiles, is_plain
from .similarities import AVERAGES, YOURS, check_text, similarity_of
from .tables import JSON_LISTS
from .try_it import checked_state, scores_of, split_labels, state_of

UPLOADED = "(uploaded)"
NO_FILE = "the bundled GoEmotions predictions"
EXAMPLE_A = "the bundled GoEmotions example"


def named_similarity(name, request):
    """A bundled similarity, or what this session has uploaded."""
    if name in (UPLOADED, YOURS):
        own_similarity = visits.of(request).similarity()
        if own_similarity is None:
            raise ValueError(
                "There is no uploaded similarity: call upload_similarity in this session first."
            )
        return own_similarity
    return similarity_of(name)


def explain_example(similarity, predicted, gold, fold_names, request: gr.Request):
    """Semantic and hard scores of one example, with the matches behind them."""
    named = named_similarity(similarity, request)
    state = checked_state(state_of("", predicted or [], gold or []))
    _, semantic, hard = scores_of(state, named, bool(fold_names))
    return {"semantic": semantic, "hard": hard}


def score_file(
    file,
    predictions,
    references,
    separator,
    similarity,
    unknown_labels,
    fold_names,
    counting,
    macro_labels,
    gold=None,
    layout="columns",
    id="",
    missing="raise",
    ids="auto",
    request: gr.Request = None,
    progress=gr.Progress(),  # noqa: B008 - how Gradio finds out that a handler reports progress
):
    """Semantic and hard scores of a file, or of the bundled predictions without one."""
    name, content, beside = _one_or_two(file, gold)
    options = {
        "unknown_labels": unknown_labels,
        "normalize_names": bool(fold_names),
        "counting": counting,
        "macro_labels": macro_labels,
    }
    reading = _reading(predictions, references, separator, ids)
    reading |= {"layout": _one_of(layout, LAYOUTS, "layout"), "id": id or "", **beside}
    reading["missing"] = _one_of(missing, MISSING, "missing")
    if not is_plain(reading):
        for side in ("predictions", "references"):
            # Where a column is called so, its heading says it too.
            reading[side] = "" if reading[side] == side else reading[side]
    result = jobs.run(
        "side_by_side",
        (content, name, reading, named_similarity(similarity, request), options),
        limits.bytes_of(name, content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
    )
    return {"file": NO_FILE if file is None else name, **result}


def show_similarity(similarity, request: gr.Request):
    """Values, facts, nearest labels and audit of a similarity."""
    return facts_of(named_similarity(similarity, request))


def facts_of(similarity):
    """Facts of a similarity, as a dict."""
    return {
        "name": similarity.name,
        "labels": list(similarity.labels),
        "none_labels": list(similarity.none_labels),
        "values": similarity.values.tolist(),
        "fingerprint": similarity.fingerprint,
        "facts": similarity.facts(),
        "nearest": {label: similarity.nearest(label) for label in similarity.labels},
        "audit": similarity.audit().to_dict(),
    }


def upload_similarity(file, request: gr.Request):
    """Take a similarity in; this session's other calls then know it as '(uploaded)'."""
    name, content = uploads.take(file)
    made = similarity_files.from_file(name, content)
    visit = visits.of(request)
    visit.own_similarity = uploads.Kept(name, made.similarity, visit.session)
    return {"similarity": UPLOADED, "file": name, "labels": list(made.similarity.labels)}


def make_similarity(groups, within, by_paths, request: gr.Request):
    """Make a similarity from groups or a tree in text; it then is this session's own."""
    check_text(groups, "The groups")
    made = making.from_outline(groups, float(within), bool(by_paths))
    visit = visits.of(request)
    visit.own_similarity = uploads.Kept("Your similarity", made.similarity, visit.session)
    return {**facts_of(made.similarity), "python": made.code}


def compare_files(
    file_b,
    file_a,
    predictions,
    references,
    separator,
    similarity,
    average,
    ids,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Two systems' scores, how sure their difference is, and whether the similarity decides."""
    if file_b is None:
        # The other one leaves the disk all the same.
        if file_a is not None:
            uploads.take(file_a)
        raise ValueError("There is no file of system B: send one as file_b.")
    reading = _reading(predictions, references, separator, ids)
    files = []
    problem = None
    for file in (file_a, file_b):
        try:
            name, content = (EXAMPLE_A, None) if file is None else uploads.take(file)
            files.append((name, content, reading))
        except ValueError as error:
            problem = problem or error
    if problem:
        raise problem
    return jobs.run(
        "comparing.compare_two",
        (files, _one_of(average, AVERAGES, "average"), named_similarity(similarity, request)),
        sum(limits.bytes_of(name, content) for name, content, _ in files),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
    )


def threshold_curve(
    file,
    predictions,
    references,
    separator,
    similarity,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Semantic and hard F1 of a file of scores at each threshold."""
    name, content = uploads.take(file)
    curve = jobs.run(
        "work.threshold_curve",
        (
            content,
            name,
            _reading(predictions, references, separator),
            named_similarity(similarity, request),
            ["samples", "micro", "macro"],
        ),
        len(content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
    )
    return {"file": name, **curve}


def score_annotators(
    file,
    predictions,
    references,
    blank,
    separator,
    similarity,
    reduce,
    unknown_labels,
    macro_labels,
    ids,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Scores of a file against several annotators, beside theirs against each other."""
    name, content = (judging.SETS_EXAMPLE.name, None) if file is None else uploads.take(file)
    reading = _reading(predictions, references, separator, ids)
    reading["blank"] = blank or ("not_asked" if content is None else None)
    options = {"reduce": reduce, "unknown_labels": unknown_labels, "macro_labels": macro_labels}
    state = jobs.run(
        "judging.judge_sets",
        (content, name, reading, named_similarity(similarity, request), options),
        len(content or b""),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
    )
    return {
        "file": state.file,
        "examples": state.examples,
        "similarity": state.similarity.name,
        "signature": state.signature,
        "averages": state.averages,
        "annotators": state.people,
        "with_several": state.n_human,
        "warnings": state.warnings,
    }


def score_distributions(
    file,
    predictions,
    references,
    labels,
    counts,
    use_similarity,
    similarity,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Distances between predicted and gold distributions of a file, or of the example."""
    name, content = (judging.SOFT_EXAMPLE.name, None) if file is None else uploads.take(file)
    check_text(labels, "The list of labels")
    if content is None:
        labels = labels or LABELS
    options = {"labels": split_labels(labels) or None, "normalize_counts": bool(counts)}
    named = named_similarity(similarity, request) if use_similarity else None
    state = jobs.run(
        "judging.judge_soft",
        (content, name, _reading(predictions, references, ""), named, options),
        len(content or b""),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
    )
    return {
        "file": "the invented example" if content is None else name,
        "examples": state.examples,
        "similarity": None if named is None else named.name,
        "scores": state.result,
        "entropy": state.entropy,
        "signature": state.signature,
        "warnings": state.warnings,
    }


def _reading(predictions, references, separator, ids="auto"):
    return {
        "predictions": predictions,
        "references": references,
        "separator": separator or JSON_LISTS,
        "ids": _one_of(ids, WHOLE_NUMBERS, "ids"),
    }


def _one_or_two(file, gold):
    """Name and content of the predictions, and what the reading says of a file of gold labels."""
    if gold is None:
        return (*((work.BUNDLED.name, None) if file is None else uploads.take(file)), {})
    # Both leave the disk, whatever is wrong with either.
    gold_name, gold_content = uploads.take(gold)
    if file is None:
        raise ValueError("There is no file of the predictions: send one as file.")
    name, content = uploads.take(file)
    return name, TwoFiles(content, gold_name, gold_content), {"gold": gold_name}


def _one_of(value, known, what):
    if value not in known:
        raise ValueError(f"{what}: {value!r} is not one of {', '.join(known)}")
    return value


def _named(function, inputs, names, description):
    for component, name in zip(inputs, names, strict=True):
        component.label = name
    gr.Button(visible=False).click(
        endpoint(function),
        inputs,
        [gr.JSON()],
        api_name=function.__name__,
        api_description=description,
        concurrency_limit=None,
    )


def _text(value=""):
    return gr.Textbox(value)


def _several(value):
    return gr.Dropdown(value, value=value, multiselect=True, allow_custom_value=True)


def build():
    """The endpoints, in components that no page shows."""
    side_names = ("predictions", "references")
    with gr.Column(visible=False):
        _named(
            explain_example,
            [_text("plutchik"), _several([]), _several([]), gr.Checkbox(True)],
            ("similarity", "predicted", "gold", "fold_names"),
            "Semantic and hard scores of one example: what the metric's explain returns.",
        )
        _named(
            score_file,
            [
                gr.File(),
                *map(_text, (*side_names, "", "goemotions-ekman", "raise")),
                gr.Checkbox(False),
                _text("paper"),
                _text("all"),
                gr.File(),
                *map(_text, ("columns", "", "raise", "auto")),
            ],
            (
                "file",
                *side_names,
                "separator",
                "similarity",
                "unknown_labels",
                "fold_names",
                "counting",
                "macro_labels",
                "gold",
                "layout",
                "id",
                "missing",
                "ids",
            ),
            "Semantic and hard scores of a file of predictions, or of the bundled GoEmotions "
            "predictions without a file. separator: between the labels of a cell; empty for JSON "
            "lists. gold: a file of the gold labels, joined by the column id, else by the column "
            "that is called so, else line by line; missing: what ids are that one file lacks, "
            "'raise', 'empty' or 'drop'. layout: 'columns', 'indicators' (a column a label, 0 or "
            "1) or 'long' (a line a label). ids: whether whole numbers are ids, 'auto', 'always' "
            "or 'never'.",
        )
        _named(
            show_similarity,
            [_text("plutchik")],
            ("similarity",),
            "Values, facts, nearest labels and audit of a similarity.",
        )
        _named(
            upload_similarity,
            [gr.File()],
            ("file",),
            "Read a similarity of your own, JSON, CSV or SKOS; in this session the other endpoints "
            "then take '(uploaded)' as similarity.",
        )
        _named(
            make_similarity,
            [_text(), gr.Number(0.5), gr.Checkbox(False)],
            ("groups", "within", "by_paths"),
            "Make a similarity from groups ('name: label, label', one a line) or an indented tree; "
            "in this session the other endpoints then take '(uploaded)' as similarity.",
        )
        _named(
            compare_files,
            [
                gr.File(),
                gr.File(),
                *map(_text, (*side_names, "", "goemotions-ekman", "samples", "auto")),
            ],
            ("file_b", "file_a", *side_names, "separator", "similarity", "average", "ids"),
            "Scores of two systems on the same rows, the difference with its interval and p-value, "
            "and whether the similarity decides. Without file_a, A is the bundled GoEmotions "
            "predictions.",
        )
        _named(
            threshold_curve,
            [gr.File(), *map(_text, (*side_names, "", "goemotions-ekman"))],
            ("file", *side_names, "separator", "similarity"),
            "Semantic and hard F1 of a file of scores at each threshold: samples, micro, macro.",
        )
        _named(
            score_annotators,
            [
                gr.File(),
                _text("predictions"),
                _several([f"annotator_{at}" for at in range(1, 5)]),
                *map(_text, ("", "", "plutchik", "mean", "raise", "all", "auto")),
            ],
            (
                "file",
                *side_names,
                "blank",
                "separator",
                "similarity",
                "reduce",
                "unknown_labels",
                "macro_labels",
                "ids",
            ),
            "Scores of a file against several annotators, and theirs against each other; of the "
            "invented example without a file. references: one column an annotator, or a single one "
            "with nested lists. blank: what an empty cell of an annotator means, 'no_label' or "
            "'not_asked'.",
        )
        _named(
            score_distributions,
            [
                gr.File(),
                *map(_text, (*side_names, "")),
                gr.Checkbox(False),
                gr.Checkbox(True),
                _text("plutchik"),
            ],
            ("file", *side_names, "labels", "counts", "use_similarity", "similarity"),
            "Distances between predicted and gold distributions of a file, or of the invented "
            "example without one. labels: names between commas, in the order of the numbers.",
        )
