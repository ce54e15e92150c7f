"""The Space's endpoints, called as programs call them; the JSON at the end of each answer."""

import json
import tempfile
from functools import partial
from pathlib import Path

from . import data
from .of_command_line import write_csv, write_files
from .plain import kind_of

SCORE = {"similarity": "plutchik"}


def calls(client):
    """Names and functions, one a call of a gradio_client's endpoints."""
    yield "space/endpoints", partial(_endpoints, client)
    example = {"predicted": ["gratitude", "joy", "Anger"], "gold": ["love", "annoyance"]}
    one = {"similarity": "goemotions", "ignore_case": True, **example}
    yield case("space/explain", client, "explain_example", **one)
    yield case(
        "space/explain/empty", client, "explain_example", similarity="mfrc", predicted=[], gold=[]
    )
    bundled = {"file": None, "similarity": "goemotions-ekman"}
    for name, options in {
        "bundled": bundled,
        "two_sided": {**bundled, "counting": "two_sided", "macro_labels": "present"},
        "goemotions": {**bundled, "similarity": "goemotions"},
    }.items():
        yield case(f"space/score_file/{name}", client, "score_file", **options)
    own = {"predictions": "predictions", "references": "references", "separator": ""}
    yield case("space/score_file/own", client, "score_file", file="emotions.csv", **SCORE, **own)
    for name in ("plutchik", "mfrc", "goemotions-ekman"):
        yield case(f"space/similarity/{name}", client, "show_similarity", similarity=name)
    for average in ("samples", "micro", "macro"):
        yield case(
            f"space/compare/{average}",
            client,
            "compare_files",
            file_b="emotions_b.csv",
            file_a="emotions.csv",
            average=average,
            **SCORE,
            **own,
        )
    yield case(
        "space/threshold_curve",
        client,
        "threshold_curve",
        file="emotions_scores.jsonl",
        **SCORE,
        **own,
    )
    for reduce in ("mean", "max", "soft"):
        yield case(
            f"space/annotators/{reduce}",
            client,
            "score_annotators",
            file="emotions_nested.jsonl",
            predictions="predictions",
            references=["references"],
            reduce=reduce,
            macro_labels="present",
            **SCORE,
        )
    yield case("space/annotators/bundled", client, "score_annotators", file=None)
    yield case("space/distributions/bundled", client, "score_distributions", file=None)
    soft = {"labels": ", ".join(data.SIX), "use_similarity": False}
    for file, counted in (("soft.jsonl", False), ("counts.jsonl", True)):
        yield case(
            f"space/distributions/{file}",
            client,
            "score_distributions",
            file=file,
            counts=counted,
            **soft,
        )
    yield "space/upload", partial(_upload, client)


def case(name, client, endpoint, /, **options):
    """The name of a call of an endpoint, and the call."""
    return name, partial(_call, client, endpoint, **options)


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
    for name, content in {"emotions_nested": golds, "emotions_scores": scores}.items():
        rows = [
            json.dumps(dict(zip(content, row, strict=True)))
            for row in zip(*content.values(), strict=True)
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(rows), encoding="utf-8")
