"""Parts of a folder: all of them or an error, each once, and none that changed meanwhile."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ROOT
from helpers import refusal

from semantic_f1.commandline.main import main
from semantic_f1.commandline.part_listing import Parts

LABELS = ["anger", "joy", "love"]
OPTIONS = ["--similarity", "plutchik", "--labels", ",".join(LABELS)]
# Predicted joy and love against love, and so on: F1 differs from row to row.
ROWS = [(["joy", "love"], ["love"]), (["joy"], ["joy"]), (["anger"], []), ([], ["joy"])]


def lines_of(rows):
    return "".join(json.dumps({"predictions": p, "references": r}) + "\n" for p, r in rows)


@pytest.fixture
def run(run):
    """A run with OPTIONS: its status, its document and its notes."""

    def scored(*arguments):
        status, out, err = run(*arguments, *OPTIONS, "--json")
        return status, json.loads(out) if out else None, err

    return scored


@pytest.fixture
def data(tmp_path):
    """Three parts of a row each; a fourth has none."""
    folder = tmp_path / "data"
    folder.mkdir()
    for index in range(3):
        (folder / f"part-{index}.jsonl").write_text(lines_of(ROWS[index : index + 1]))
    (folder / "part-3.jsonl").write_text("")
    return folder


def loop(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "up").symlink_to(folder)


# File -> how it is made in the folder, and what is said of it.
FAULTS = {
    "part-9.jsonl": (lambda at: at.symlink_to(at.parent / "not_there.jsonl"),
        "is a link to a file that is not there"),
    "x": (lambda at: at.symlink_to(at), "Too many levels of symbolic links"),
    "sub/up": (lambda at: loop(at.parents[1]), "is a link to a folder that it lies in"),
    "part-8.jsonl": (os.mkfifo, "is a pipe, not a file"),
    **{name: (lambda at: at.write_text(lines_of(ROWS)), what) for name, what in (
        ("a.jsonl.zst", "is packed as .zst"),
        ("a.csv.bz2", "is packed as .bz2"),
        ("a.parquet.gz", "is packed as .gz"),
        ("a.JSONL.LZ4", "is packed as .lz4"),
        ("a.jsonl.incomplete", "is not finished"),
        ("a.csv.part", "is not finished"),
        ("a.jsonl.gz.crdownload", "is not finished"),
        ("a.parquet.tmp", "is not finished"),
    )},
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_read_is_an_error_that_leaving_out_ends(run, data, tmp_path, name):
    _, expected, _ = run(data)
    make, what = FAULTS[name]
    make(data / name)
    # The folder, the one above it, and a pattern.
    for path in (data, tmp_path, tmp_path / "*" / "**"):
        counts = tmp_path / "counts.json"
        status, document, said = run(path, "--counts", counts)
        assert (status, document) == (2, None) and not counts.exists()
        assert said.startswith(f"semantic-f1: error: {path}: 1 of ") and said.count("\n") == 1
        assert f"{name} {what}" in said and said.endswith("' scores without it\n")
        (proposed,) = re.findall("--leave-out '(.*)'", said)
        status, document, said = run(path, "--leave-out", proposed)
        assert status == 0 and document["results"] == expected["results"]
        left_out = document["account"]["left_out"]
        assert "--leave-out" in [one["why"] for one in left_out if one["where"].endswith(name)]


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="users of their own are for POSIX")
@pytest.mark.parametrize("what", ["file", "folder", "folder of a pattern"])
def test_a_part_without_permission_is_an_error(data, tmp_path, what):
    hidden = data / ("part-1.jsonl" if what == "file" else "sub")
    if what != "file":
        hidden.mkdir()
        (hidden / "part-0.jsonl").write_text(lines_of(ROWS))
    hidden.chmod(0)
    for folder in (data, *data.parents):
        if Path(tempfile.gettempdir()) in folder.parents:
            folder.chmod(0o755)
    # The superuser may read all.
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        path = data / "**" / "*.jsonl" if what == "folder of a pattern" else data
        said = refusal(Parts, [str(path)])
    finally:
        if is_root:
            os.seteuid(0)
        hidden.chmod(0o755)
    assert said.startswith(f"{path}: 1 of ")
    assert f"{hidden.name} can't be read (Permission denied). --leave-out '{hidden.name}'" in said


def test_what_is_left_out_is_told_with_the_reason(data, capsys):
    for name in ("_SUCCESS", ".part-0.jsonl.crc", "notes.md", "LICENSE", "old.jsonl"):
        (data / name).write_text("x")
    (data / "_delta_log").mkdir()
    (data / "_delta_log" / "0.json").write_text("{}")
    assert main([str(data), *OPTIONS, "--leave-out", "old*", "--leave-out", "none"]) == 0
    said = capsys.readouterr()
    first, second = said.out.splitlines()[:2]
    assert first.startswith(f"read: 4 parts of {data}, 3 rows, columns 'predictions' and")
    assert second == (
        "left out: 6 of 10 files: 3 hidden (.part-0.jsonl.crc, _SUCCESS, _delta_log), "
        "1 without ending (LICENSE), 1 ending .md (notes.md), 1 by --leave-out (old.jsonl)"
    )
    assert "note: --leave-out 'none' matches no file" in said.err


def test_other_endings_of_json_lines_are_taken(run, data):
    expected = run(data)[1]["results"]
    (data / "part-0.jsonl").rename(data / "part-0.jsonlines")
    (data / "part-1.jsonl").rename(data / "part-1.ndjson")
    assert run(data)[1]["results"] == expected
    # A folder that is named as a file is a table of parts, as Spark writes it.
    (data / "table.jsonl").mkdir()
    (data / "part-2.jsonl").rename(data / "table.jsonl" / "part-2.jsonl")
    assert run(data)[1]["results"] == expected


def spelled(data):
    return {
        "absolute and relative": (os.path.relpath(data), data),
        "folder and file in it": (data, data / "part-1.jsonl"),
        "file and folder": (data / "part-1.jsonl", data),
        "dots": (data, data / ".." / "data"),
        "pattern": (data / "*.jsonl", data / "part-[01].jsonl"),
        "link to the folder": (data, data.parent / "other"),
        "link to a file": (data, data.parent / "one.jsonl"),
        "hard link": (data, data.parent / "hard.jsonl"),
    }


@pytest.mark.parametrize("how", spelled(ROOT))
def test_a_file_that_two_names_lead_to_counts_once(run, data, how):
    (data.parent / "other").symlink_to(data)
    (data.parent / "one.jsonl").symlink_to(data / "part-1.jsonl")
    (data.parent / "hard.jsonl").hardlink_to(data / "part-2.jsonl")
    _, once, _ = run(data)
    status, twice, _ = run(*spelled(data)[how])
    assert status == 0 and twice["results"] == once["results"] and twice["examples"] == 3
    reasons = [one["why"] for one in twice["account"]["left_out"]]
    # A file in a folder that is listed afterwards is spelled alike there.
    assert reasons or how in ("folder and file in it", "file and folder", "pattern")
    assert all(reason.startswith(("the same file as", "the same folder as")) for reason in reasons)


def test_equal_content_counts_twice_and_is_told(run, data):
    (data / "part-7.jsonl").write_text(lines_of(ROWS[:1]))
    (data / "part-8.jsonl").write_text("")
    status, document, said = run(data)
    assert (status, document["examples"]) == (0, 4)
    first, second = data / "part-0.jsonl", data / "part-7.jsonl"
    assert f"note: {first} and {second} hold the same 1 rows; both count" in said
    assert "part-8" not in said.partition("note:")[2]


def test_two_files_of_counts_of_the_same_content_are_refused(run, data, tmp_path):
    """Local disks of an array of jobs: equal paths of unlike content, and the other way round."""
    part, counts = data / "part-0.jsonl", {}
    for job, rows in (("a", ROWS[:2]), ("b", ROWS[2:]), ("c", ROWS[:2])):
        part.write_text(lines_of(rows))
        counts[job] = tmp_path / f"{job}.json"
        assert run(part, "--counts", counts[job])[0] == 0
    part.write_text(lines_of(ROWS))
    whole = run(part)[1]
    status, added, _ = run(counts["a"], counts["b"])
    assert (status, added["results"]) == (0, whole["results"])

    def refused_but_for(first, second):
        status, both, _ = run(first, second, "--equal-parts", "both")
        assert (status, both["examples"]) == (0, 4)
        status, _, said = run(first, second)
        assert status == 2 and "--equal-parts both, if these are two shards" in said
        return said

    said = refused_but_for(counts["a"], counts["c"])
    assert f"{counts['c']}: {part} has the content of {part} in {counts['a']}. " in said
    # A file that a file of counts has under its path is not counted again; a copy is refused.
    part.write_text(lines_of(ROWS[:2]))
    status, document, _ = run(part, counts["a"])
    assert (status, document["examples"]) == (0, 2)
    part.rename(data / "copy.jsonl")
    refused_but_for(data / "copy.jsonl", counts["a"])


def test_a_run_goes_on_with_the_same_content_only(run, data, tmp_path):
    counts, part = tmp_path / "counts.json", data / "part-0.jsonl"
    _, whole, _ = run(data, "--counts", counts)
    kept = counts.read_bytes()
    again = run(data, "--counts", counts)
    assert again[:2] == (0, whole) and "part 4 of 4" not in again[2]
    assert counts.read_bytes() == kept
    # The same file under another name, and at another time.
    part.rename(data / "renamed.jsonl")
    assert run(data, "--counts", counts)[1]["results"] == whole["results"]
    (data / "renamed.jsonl").rename(part)
    os.utime(part, ns=(1, 1))
    assert run(data, "--counts", counts)[1]["results"] == whole["results"]
    # An edit in the middle, of the same size; with the old time only --verify sees it.
    changed = f"{part}: it has changed since it was counted"
    part.write_text(part.read_text().replace("joy", "yoj"))
    status, _, said = run(data, "--counts", counts)
    assert status == 2 and changed in said
    kept_time = json.loads(kept)["parts"][0]["modified_ns"]
    os.utime(part, ns=(kept_time, kept_time))
    counts.write_bytes(kept)
    assert run(data, "--counts", counts)[0] == 0
    status, _, said = run(data, "--counts", counts, "--verify")
    assert status == 2 and changed in said


def test_a_part_that_changes_while_it_is_read_is_not_counted(run, data, tmp_path):
    part, counts = data / "part-1.jsonl", tmp_path / "counts.json"
    part.write_text(lines_of(ROWS * 10_000))
    ended = threading.Event()

    def write():
        while not ended.is_set():
            with part.open("a") as file:
                file.write(lines_of(ROWS))
            ended.wait(0.001)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        status, document, said = run(data, "--counts", counts)
    finally:
        ended.set()
        writer.join()
    assert (status, document) == (2, None)
    assert f"{part} changed while it was read; run again when it is finished" in said
    (kept,) = json.loads(counts.read_text())["parts"]
    assert kept["path"] == str(data / "part-0.jsonl")
    assert run(data, "--counts", counts)[1]["examples"] == 2 + part.read_text().count("\n")


def test_counts_that_cannot_be_kept(run, data, tmp_path):
    (tmp_path / "folder").mkdir()
    for path, what in (
        (tmp_path / "none" / "counts.json", "No such file or directory"),
        (tmp_path / "folder", "it is a folder or a device"),
        ("/dev/full", "it is a folder or a device"),
    ):
        status, document, said = run(data, "--counts", path)
        assert (status, document) == (2, None)
        assert f"--counts {path}: can't be written" in said and what in said
        assert "part 1" not in said and said.count("\n") == 1
    kept = tmp_path / "old.json"
    old = {"what": "counts of score.py", "kind": "names", "parts": {"a": "1 b"}, "counts": [{}]}
    kept.write_text(json.dumps(old))
    made_earlier = "made by an earlier version, which did not look at whole files; count anew"
    for arguments in ((kept,), (data, "--counts", kept)):
        status, _, said = run(*arguments)
        assert status == 2 and made_earlier in said


def test_a_last_writing_that_fails_leaves_the_score(run, data, tmp_path):
    """Another run writes the same file while the second part is counted."""
    counts, part = tmp_path / "counts.json", data / "part-1.jsonl"
    part.write_text(lines_of(ROWS * 5_000))

    def write():
        # The counts of the first part are kept at once.
        while not counts.exists():
            time.sleep(0.001)
        counts.write_text("written by another run")

    writer = threading.Thread(target=write)
    writer.start()
    status, document, said = run(data, "--counts", counts)
    writer.join()
    assert (status, document["examples"]) == (1, 20_002)
    last = f"semantic-f1: error: --counts {counts}: can't be written"
    assert said.splitlines()[-1].startswith(last)
    assert counts.read_text() == "written by another run"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_one_line(data):
    for file in (data, data / "part-0.jsonl"):
        with open("/dev/full", "w") as full:
            command = [sys.executable, ROOT / "score.py", file, *OPTIONS]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert last == "semantic-f1: error: the result can't be written: No space left on device"
        assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.parametrize("what", ["truncated", "a page overwritten", "empty"])
def test_a_corrupt_part_is_named(run, tmp_path, what):
    """The other parts' counts are kept, and the part that is mended completes them."""
    rows = pa.table({"predictions": [["joy"]] * 3_000, "references": [["love"]] * 3_000})
    parts = [tmp_path / "data" / f"{index}.parquet" for index in range(3)]
    parts[0].parent.mkdir()
    for part in parts:
        pq.write_table(rows.slice(parts.index(part)), part, compression="gzip")
    content, counts = parts[1].read_bytes(), tmp_path / "counts.json"
    corrupt = {"truncated": content[:-100], "empty": b""}
    corrupt["a page overwritten"] = content[:4] + b"\xff" * 60 + content[64:]
    parts[1].write_bytes(corrupt[what])
    status, document, said = run(tmp_path / "data", "--counts", counts)
    assert (status, document) == (2, None)
    assert "1.parquet" in said.splitlines()[-1] and "the counts so far are kept" in said
    parts[1].write_bytes(content)
    _, document, said = run(tmp_path / "data", "--counts", counts)
    assert document == run(tmp_path / "data")[1]
    assert document["examples"] == 3_000 + 2_999 + 2_998
    assert "part 2 of 3" in said and "part 1 of 3" not in said
