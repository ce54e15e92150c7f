"""The Space asks nothing of the network, and keeps nothing of what it was sent."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx
import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from space_server import LOOPBACK, until

pytestmark = pytest.mark.space

# It is in label names, so in every cell, message and result that an upload leads to.
MARKER = "zq7markerlabel"
OF_FILES = ("score_annotators", "score_distributions", "threshold_curve", "compare_files")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Uploads by kind: tables for all tabs, one with bad rows, one for no reader, similarities."""
    folder = tmp_path_factory.mktemp("uploads")
    contents = {
        "table": (f"{MARKER}.csv", f"predictions,references\n{MARKER},{MARKER}\njoy,{MARKER}\n"),
        "bad": ("bad.csv", f"predictions,references\n{MARKER},joy\n{MARKER},joy,joy\n"),
        "strange": ("strange.exe", MARKER),
        "scores": ("scores.csv", f'predictions,references\n"[0.9, 0.2]",{MARKER}\n'),
        "people": ("people.csv", f"predictions,annotator_1,annotator_2\n{MARKER},joy,{MARKER}\n"),
        "soft": (
            f"{MARKER}.jsonl",
            json.dumps({"text": MARKER, "predictions": [1, 0], "references": [0, 1]}),
        ),
        "similarity": (
            "own.json",
            json.dumps({"labels": [MARKER, "joy"], "values": [[1, 0.5], [0.5, 1]]}),
        ),
        "bad similarity": ("own.csv", f"label,{MARKER}\n{MARKER},2\n"),
    }
    for name, content in contents.values():
        (folder / name).write_text(content)
    return {kind: folder / name for kind, (name, _) in contents.items()}


def assert_no_trace(server):
    assert server.files_with(MARKER) == []
    assert MARKER not in server.log.read_text()


def test_programs_leave_nothing_on_disk(server, files):
    client = Client(server.url, verbose=False)
    sent = {kind: handle_file(file) for kind, file in files.items()}
    table, people = sent["table"], ["annotator_1", "annotator_2"]
    own = {"similarity": "(uploaded)"}
    for endpoint, given in (
        ("upload_similarity", {"file": sent["similarity"]}),
        ("score_file", {"file": table, **own}),
        ("compare_files", {"file_a": table, "file_b": table, **own}),
        ("threshold_curve", {"file": sent["scores"], **own}),
        ("score_annotators", {"file": sent["people"], "references": people, **own}),
        ("score_distributions", {"file": sent["soft"], **own}),
    ):
        assert client.predict(**given, api_name=f"/{endpoint}")
        assert_no_trace(server)
    refused = {
        **dict.fromkeys(OF_FILES, ("bad", "strange", "people")),
        "score_file": ("bad", "strange", "table"),
        "upload_similarity": ("bad similarity", "strange", "bad"),
    }
    for endpoint, kinds in refused.items():
        more = {"file_a": table} if endpoint == "compare_files" else {}
        for kind in kinds:
            given = {"file_b" if more else "file": sent[kind], **more}
            with pytest.raises(AppError):
                client.predict(**given, api_name=f"/{endpoint}")
            assert_no_trace(server)


def test_visitors_leave_nothing_and_the_network_is_not_asked(server, another, files):
    # What others sent before is forgotten.
    server.sweep()
    before = server.kept()
    page = another().open(tab="similarity")
    page.choose("File")
    page.give("similarity", files["bad similarity"])
    assert "at most 1" in page.text("similarity-result")
    page.give("similarity", files["similarity"])
    assert MARKER in page.text("similarity-result")
    page.save("Save JSON", "similarity-result")
    page.press("Use it in Score", "similarity-result")
    page.tab("Try it")
    page.pick("try-similarity", "yours")
    page.add("predicted", MARKER)
    page.add("gold", "joy")
    assert page.numbers("try")["Semantic F1"] == "0.500"

    page.tab("Score")
    page.give("score", files["strange"])
    assert "names no known format" in page.text("score-inputs")
    page.give("score", files["bad"])
    assert "line 3" in page.text("score-inputs")
    page.give("score", files["table"])
    assert page.find("score-similarity").input_value() == "yours"
    page.run("score")
    assert page.number() == "0.750"
    _, content = page.save("Save each row (CSV)", "score-result")
    assert len(list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))) == 3
    page.save("Save results (JSON)", "score-result")
    assert_no_trace(server)
    _visit_the_other_pages(page, files)
    assert_no_trace(server)

    assert page.toasts() == []
    assert server.kept() > before
    page.close()
    until(lambda: server.kept() <= before)

    asked = {urlsplit(url) for url in page.requests if not url.startswith(("data:", "blob:"))}
    assert len(asked) > 20
    assert {address.hostname for address in asked} <= LOOPBACK
    looked_up = {host for _, host in server.addresses()}
    assert "127.0.0.1" in looked_up
    assert looked_up <= LOOPBACK, server.addresses()


def _visit_the_other_pages(page, files):
    page.tab("Compare")
    page.give("compare", files["people"])
    page.pick("compare-gold", "predictions")
    page.pick("compare-similarity", "yours")
    page.run("compare")
    assert "annotator_2 1.000 and annotator_1 0.500" in page.text("compare-result")

    page.tab("Annotators")
    page.give("annotators", files["people"])
    page.pick("annotators-similarity", "yours")
    page.run("annotators")
    assert page.number("annotators") == "+0.250"
    page.save("Save results (JSON)", "annotators-result")
    page.choose("Distributions (soft labels)")
    page.give("annotators", files["soft"])
    page.run("annotators")
    assert "Manhattan distance" in page.text("annotators-result")


def test_an_upload_that_breaks_off_is_swept(server):
    def half():
        yield b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n'
        yield MARKER.encode() * 1000
        until(lambda: server.files_with(MARKER))
        raise ConnectionError("the visitor is gone")

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    with pytest.raises(ConnectionError):
        httpx.post(f"{server.url}gradio_api/upload", content=half(), headers=headers)
    assert server.files_with(MARKER)
    server.sweep()
    assert_no_trace(server)


def test_visitors_with_one_file_at_once_leave_nothing(server, files):
    def visit(_):
        client = Client(server.url, verbose=False)
        return client.predict(
            file=handle_file(files["table"]), unknown_labels="mismatch", api_name="/score_file"
        )

    with ThreadPoolExecutor(4) as visitors:
        results = list(visitors.map(visit, range(4)))
    assert all(result == results[0] for result in results)
    assert_no_trace(server)


def test_memory_forgets_in_time(tmp_path, monkeypatch):
    from space.frame import limits
    from space.frame import uploads as space_uploads

    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path / "gradio"))
    file = tmp_path / "a.csv"
    file.write_text(MARKER)
    name, content = space_uploads.take(file)
    assert (name, content) == ("a.csv", MARKER.encode())
    assert not file.exists()
    # Another visitor's upload of the same file was deleted with the first.
    assert space_uploads.take(file) == (name, content)
    kept = space_uploads.Kept(name, content, session="one")
    space_uploads.leave("another")
    space_uploads.sweep()
    assert kept.get() == content

    space_uploads.sweep(ahead=space_uploads.SHARED_SECONDS)
    with pytest.raises(ValueError, match=r"^a.csv did not arrive: give it again\.$"):
        space_uploads.take(file)
    space_uploads.sweep(ahead=limits.KEPT_SECONDS)
    with pytest.raises(ValueError, match=r"^a.csv is no longer in memory .*\. Give it again\.$"):
        kept.get()
    left = space_uploads.Kept(name, content, session="one")
    space_uploads.leave("one")
    assert not left.holds()
