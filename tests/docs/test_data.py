"""The data that lie here are those of their source notes; the rest is fetched with checksums."""

import hashlib
import io
import re
import tarfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import fetch_data
import pytest


def test_what_lies_in_data_is_described_with_its_checksum(root):
    text = (root / "data" / "README.md").read_text(encoding="utf-8")
    recorded = dict(re.findall(r"^- `(\S+)` ([0-9a-f]{64})$", text, re.M))
    for path, checksum in recorded.items():
        assert hashlib.sha256((root / "data" / path).read_bytes()).hexdigest() == checksum, path
    fetched = {*fetch_data.SOURCES}
    there = {x.relative_to(root / "data").as_posix() for x in (root / "data").rglob("*.*")}
    assert there - fetched - {"README.md"} == set(recorded)


def test_label_lists_are_those_of_the_downloaded_rows(root, data_file):
    for part, rows in (("train", 43_410), ("dev", 5_426), ("test", 5_427)):
        lines = data_file(f"goemotions/{part}.tsv").read_text(encoding="utf-8").split("\n")
        ids = (root / "data" / "goemotions" / f"{part}.ids").read_text(encoding="utf-8")
        assert [line.split("\t")[1] for line in lines if line] == ids.split()
        assert len(ids.split()) == rows


@pytest.fixture
def mirror(tmp_path):
    """A loopback server of files; a function that puts one there, and the address."""
    (tmp_path / "mirror").mkdir()
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path / "mirror")
    handler.log_message = lambda *_: None
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def put(path, content):
            target = tmp_path / "mirror" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

        yield put, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_downloads_are_held_to_their_checksum(mirror, tmp_path, monkeypatch, capsys):
    put, address = mirror
    content = b"Good\t27\tabc\n"
    path = "goemotions/dev.tsv"
    one = fetch_data.SOURCES[path]._replace(checksum=hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(fetch_data, "SOURCES", {path: one})
    folder = tmp_path / "data"
    call = ["--mirror", address, "--folder", str(folder)]
    assert fetch_data.main(call) == 1
    assert "404" in capsys.readouterr().err
    put(path, b"something else")
    assert fetch_data.main(call) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert not list(folder.rglob("*.*"))
    put(path, content)
    assert fetch_data.main(call) == 0
    assert (folder / path).read_bytes() == content
    assert [x.name for x in folder.rglob("*.*")] == ["dev.tsv"]
    put(path, b"gone bad since")
    assert fetch_data.main(call) == 0
    assert "there" in capsys.readouterr().out


def test_data_are_looked_for_where_they_may_be(tmp_path, monkeypatch):
    monkeypatch.setattr(fetch_data, "ROOT", tmp_path / "checkout")
    monkeypatch.setattr(fetch_data, "FOLDER", tmp_path / "checkout" / "data")
    monkeypatch.delenv("SEMANTIC_F1_DATA", raising=False)
    path = "goemotions/train.tsv"
    with pytest.raises(FileNotFoundError, match=r"python tools/fetch_data\.py"):
        fetch_data.locate(path)
    beside = tmp_path / "other" / "data" / path
    beside.parent.mkdir(parents=True)
    beside.write_text("x")
    assert fetch_data.locate(path) == beside
    named = tmp_path / "named" / path
    named.parent.mkdir(parents=True)
    named.write_text("x")
    monkeypatch.setenv("SEMANTIC_F1_DATA", str(tmp_path / "named"))
    assert fetch_data.locate(path) == named


def test_subjects_are_read_out_of_an_archive(mirror, tmp_path, monkeypatch, capsys):
    put, address = mirror
    path = "thesauri/stw/test_gold_subjects.tsv"
    lines = b"20\thttp://zbw.eu/1 http://zbw.eu/2\n3\thttp://zbw.eu/2\n"
    source = fetch_data.SOURCES[path]._replace(checksum=hashlib.sha256(lines).hexdigest())
    monkeypatch.setattr(fetch_data, "SOURCES", {path: source})
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in (
            ("stw-zbw/docs/test/3.tsv", "<http://zbw.eu/2>\tB\n"),
            ("stw-zbw/docs/test/20.tsv", "<http://zbw.eu/1>\tA\n<http://zbw.eu/2>\tB\n"),
            ("stw-zbw/docs/test/20.url", "http://x"),
            ("stw-zbw/docs/validate/4.tsv", "<http://zbw.eu/9>\tC\n"),
        ):
            entry = tarfile.TarInfo(f"Annif-tutorial-1/data-sets/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    call = ["--mirror", address, "--folder", str(tmp_path / "data")]
    put(path, b"no archive")
    assert fetch_data.main(call) == 1
    assert "not a gzip file" in capsys.readouterr().err
    put(path, packed.getvalue())
    assert fetch_data.main(call) == 0
    assert (tmp_path / "data" / path).read_bytes() == lines


def test_data_that_are_here_are_those_of_their_sources(data_file):
    for path, source in fetch_data.SOURCES.items():
        assert hashlib.sha256(data_file(path).read_bytes()).hexdigest() == source.checksum, path
