"""The table of truth in many shapes, sent to the running Space as programs send files."""

import json
from functools import partial

import pytest
from files.test_shapes import SHAPES, assert_right_or_refused, written
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from reading_ways import LABELS

pytestmark = pytest.mark.space


@pytest.fixture(scope="module")
def program(server, tmp_path_factory):
    """A program that has sent the similarity of exact matches."""
    client, file = Client(server.url, verbose=False), tmp_path_factory.mktemp("own") / "exact.json"
    values = [[float(a == b) for a in LABELS] for b in LABELS]
    file.write_text(json.dumps({"labels": LABELS, "values": values}))
    client.predict(file=handle_file(file), api_name="/upload_similarity")
    return client


def by_endpoint(program, path, gold, options):
    """F1 and account, or the error's text."""
    given = {"predictions": "", "references": "", "separator": "one", "similarity": "(uploaded)"}
    for layout in {"indicators", "long"} & options.keys():
        given["layout"] = layout
    given |= {key: value for key, value in options.items() if key not in ("indicators", "long")}
    files = {"file": handle_file(path), "gold": handle_file(gold) if gold else None}
    try:
        found = program.predict(**files, **given, api_name="/score_file")
    except AppError as error:
        return str(error)
    return found["averages"]["samples"]["semantic"]["f1"], found["account"]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_read_right_or_refused(shape, program, tmp_path):
    path, gold = written(shape, tmp_path)
    assert_right_or_refused(shape, "endpoint", partial(by_endpoint, program, path, gold))
