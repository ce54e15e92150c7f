"""Fixtures of the command line's tests."""

import json
from functools import partial

import pytest
from helpers import write_sets


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The test's folder, which the commands are run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def document(run):
    """The JSON of a run that succeeds."""

    def call(*arguments):
        status, out, err = run(*arguments, "--json")
        assert status == 0, err
        return json.loads(out)

    return call


@pytest.fixture
def results(document):
    """The results of a run that succeeds."""
    return lambda *arguments: document(*arguments)["results"]


@pytest.fixture
def f1(results):
    """Semantic F1 (samples) of a run that succeeds."""
    return lambda *words: results(*words)[0]["averages"]["samples"]["semantic"]["f1"]


@pytest.fixture
def refusal(run):
    """The one line of a run that fails."""

    def call(*arguments):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert err.startswith("semantic-f1: error: ") and err.endswith("\n")
        assert err[:-1].isprintable(), "one line of plain text"
        return err[len("semantic-f1: error: ") : -1]

    return call


@pytest.fixture
def put_lines(put):
    """Write records as JSON Lines, and return the path."""

    def write(records, name="data.jsonl"):
        return put("".join(json.dumps(record) + "\n" for record in records), name)

    return write


@pytest.fixture
def put_rows(tmp_path):
    """Write two sides of label sets as a CSV file of JSON lists, and return the path."""
    return partial(write_sets, tmp_path / "rows.csv")
