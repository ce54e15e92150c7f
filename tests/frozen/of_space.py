"""The Space's endpoints, called as programs call them; the JSON at the end of each answer."""

import json
import tempfile
from functools import partial
from pathlib import Path

from . import data
from .of_command_line import write_csv, write_files, write_lines
from .plain import kind_of

SCORE = {"similarity": "plutchik"}


def calls(client):
    """Names and functions, one a call of a gradio_client's endpoints."""
    yield "space/endpoints", partial(_endpoints, client)
    example = {"predicted": ["gratitude", "joy", "Anger"], "gold": ["love", "annoyance"]}
    bundled = {"file": None, "similarity": "goemotions-ekman"}
    two_sided = {"counting": "two_sided", "macro_labels": "present"}
    own = {"predictions": "predictions", "references": "references", "separator": "", **SCORE}
    nested = {"file": "emotions_nested.jsonl", "predictions": "predictions", **SCORE}
    nested |= {"references": ["references"], "macro_labels": "present"}
    systems = {"file_b": "emotions_b.csv", "file_a": "emotions.csv", **own}
    soft = {"labels": ", ".join(data.SIX), "use_similarity": False}
    for name, endpoint, options in (
        ("explain", "explain_example",
            {"similarity": "goemotions", "ignore_case": True, **example}),
        ("explain/empty", "explain_example", {"similarity": "mfrc", "predicted": [], "gold": []}),
        ("score_file/bundled", "score_file", bundled),
        ("score_file/two_sided", "score_file", {**bundled, **two_sided}),
        ("score_file/goemotions", "score_file", {**bundled, "similarity": "goemotions"}),
        ("score_file/own", "score_file", {"file": "emotions.csv", **own}),
        *((f"similarity/{name}", "show_similarity", {"similarity": name})
            for name in ("plutchik", "mfrc", "goemotions-ekman")),
        *((f"compare/{average}", "compare_files", {"average": average, **systems})
            for average in ("samples", "micro", "macro")),
        ("threshold_curve", "threshold_curve", {"file": "emotions_scores.jsonl", **own}),
        *((f"annotators/{reduce}", "score_annotators", {"reduce": reduce, **nested})
            for reduce in ("mean", "max", "soft")),
        ("annotators/bundled", "score_annotators", {"file": None}),
        ("distributions/bundled", "score_distributions", {"file": None}),
        *((f"distributions/{file}", "score_distributions",
            {"file": file, "counts": file == "counts.jsonl", **soft})
            for file in ("soft.jsonl", "counts.jsonl")),
    ):  # fmt: skip
        yield f"space/{name}", partial(_call, client, endpoint, **options)
    yield "space/upload", partial(_upload, client)


def _endpoints(client):
    endpoints = client.view_api(return_format="dict", print_info=False)["named_endpoints"]
    return {
        name: [parameter["parameter_name"] for parameter in endpoint["parameters"]]
        for name, endpoint in endpoints.items()
    }


def _call(client, endpoint, **options):
    from gradio_client import handle_file
    from gradio_client.exceptions import AppError

    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder))
        for name in ("file", "file_a", "file_b"):
            if options.get(name):
                options[name] = handle_file(str(Path(folder) / options[name]))
        try:
            answer = client.predict(**options, api_name=f"/{endpoint}")
        except (AppError, ValueError) as error:
            return {"error": kind_of(error)}
    return _counted(answer[-1] if isinstance(answer, (list, tuple)) else answer)


def _upload(client):
    received = _call(client, "upload_similarity", file="table.json")
    example = {"similarity": "(uploaded)", "predicted": ["a", "b"], "gold": ["c"]}
    return {"received": received, "used": _call(client, "explain_example", **example)}


def _counted(content):
    """The answer with how many warnings there are instead of their texts."""
    if isinstance(content, dict):
        return {
            key: len(value) if key == "warnings" else _counted(value)
            for key, value in content.items()
        }
    return [_counted(one) for one in content] if isinstance(content, list) else content


def _write(folder):
    """Those of the command line, and files with labels of Plutchik's."""
    write_files(folder)
    labels = data.bundled_labels("plutchik")
    sets = data.pair(labels, 30, 301)
    other = {**sets, "predictions": data.near(sets["references"], labels, 302, 0.7)}
    golds, _ = data.several(labels, 15, 303)
    scores = {"predictions": data.scores(len(labels), 30), "references": sets["references"]}
    write_csv(folder / "emotions.csv", sets, json.dumps)
    write_csv(folder / "emotions_b.csv", other, json.dumps)
    write_lines(folder / "emotions_nested.jsonl", golds)
    write_lines(folder / "emotions_scores.jsonl", scores)
