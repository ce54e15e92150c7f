"""The Space's endpoints, called as programs call them; the JSON at the end of each answer."""

import tempfile
from functools import partial
from pathlib import Path

from . import data
from .of_command_line import write_csv, write_files, write_lines
from .of_compute import AVERAGES
from .plain import counted, kind_of

ENDPOINTS = {
    "explain": "explain_example",
    "score_file": "score_file",
    "similarity": "show_similarity",
    "compare": "compare_files",
    "counts": "score_counts",
    "threshold_curve": "threshold_curve",
    "annotators": "score_annotators",
    "distributions": "score_distributions",
    "graded": "score_graded",
}
BUNDLED = ("plutchik", "mfrc", "goemotions-ekman")
OWN = {
    "similarity": "plutchik",
    "predictions": "predictions",
    "references": "references",
    "separator": "",
}


def calls(client):
    """Names and functions, one a call of a gradio_client's endpoints."""
    bundled = {"file": None, "similarity": "goemotions-ekman"}
    two_sided = {"counting": "two_sided", "macro_labels": "present"}
    example = {"predicted": ["gratitude", "joy", "Anger"], "gold": ["love", "annoyance"]}
    systems = {"file_b": "emotions_b.csv", "file_a": "emotions.csv", **OWN}
    nested = {
        "file": "emotions_nested.jsonl",
        "predictions": "predictions",
        "references": ["references"],
        "macro_labels": "present",
        "similarity": "plutchik",
    }
    # {joy} as {joy} twice and as {anger}, {anger} as {joy, love} three times.
    counts = {"labels": ["joy", "love", "anger"], "sets": [[0], [0, 1], [2]]}
    counts |= {"gold": [0, 0, 2], "predicted": [0, 2, 1], "times": [2, 1, 3]}
    soft = {"labels": ", ".join(data.SIX), "use_similarity": False}
    asked = {
        "explain": {"similarity": "goemotions", "ignore_case": True, **example},
        "explain/unknown": {"similarity": "plutchik", "predicted": ["joy"], "gold": ["angr"]},
        "explain/empty": {"similarity": "mfrc", "predicted": [], "gold": []},
        "score_file/bundled": bundled,
        "score_file/two_sided": {**bundled, **two_sided},
        "score_file/goemotions": {**bundled, "similarity": "goemotions"},
        "score_file/own": {"file": "emotions.csv", **OWN},
        "score_file/intervals": {"file": "emotions.csv", "intervals": True, **OWN},
        "counts": {**counts, "similarity": "plutchik"},
        "graded/bundled": {"file": None},
        "threshold_curve": {"file": "emotions_scores.jsonl", **OWN},
        "annotators/bundled": {"file": None},
        "distributions/bundled": {"file": None},
        "distributions/soft.jsonl": {"file": "soft.jsonl", "counts": False, **soft},
        "distributions/counts.jsonl": {"file": "counts.jsonl", "counts": True, **soft},
    }
    asked |= {f"similarity/{name}": {"similarity": name} for name in BUNDLED}
    asked |= {f"compare/{name}": {"average": name, **systems} for name in AVERAGES[:3]}
    asked |= {f"annotators/{name}": {"reduce": name, **nested} for name in ("mean", "max", "soft")}
    for name, options in asked.items():
        yield f"space/{name}", partial(_call, client, ENDPOINTS[name.split("/")[0]], **options)
    yield "space/endpoints", partial(_endpoints, client)
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
    return counted(answer[-1] if isinstance(answer, (list, tuple)) else answer)


def _upload(client):
    received = _call(client, "upload_similarity", file="table.json")
    example = {"similarity": "(uploaded)", "predicted": ["a", "b"], "gold": ["c"]}
    return {"received": received, "used": _call(client, "explain_example", **example)}


def _write(folder):
    """Those of the command line, and files with labels of Plutchik's."""
    write_files(folder)
    labels = data.bundled_labels("plutchik")
    sets = data.pair(labels, 30, 301)
    other = {**sets, "predictions": data.near(sets["references"], labels, 302, 0.7)}
    golds, _ = data.several(labels, 15, 303)
    scores = {"predictions": data.scores(len(labels), 30), "references": sets["references"]}
    write_csv(folder / "emotions.csv", sets)
    write_csv(folder / "emotions_b.csv", other)
    write_lines(folder / "emotions_nested.jsonl", golds)
    write_lines(folder / "emotions_scores.jsonl", scores)
