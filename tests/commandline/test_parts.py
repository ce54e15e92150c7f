"""Folders, patterns and counts on the command line: the same bytes, however parts are counted."""

import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ROOT
from loopback_hub import LoopbackHub

from semantic_f1.commandline.folders import Job
from semantic_f1.commandline.workers import counted_parts

LABELS = ["anger", "fear", "joy", "love", "sadness"]
OPTIONS = ["--similarity", "plutchik", "--labels", ",".join(LABELS), "--json"]


def random_ids(n, seed):
    rng = np.random.default_rng(seed)
    offsets = np.concatenate([[0], np.cumsum(rng.choice(4, n))]).astype(np.int32)
    return pa.ListArray.from_arrays(
        pa.array(offsets), pa.array(rng.integers(0, len(LABELS), offsets[-1]), pa.int32())
    )


def table(n, seed=0):
    sides = {"predictions": random_ids(n, seed), "references": random_ids(n, seed + 1)}
    return pa.table({"row": np.arange(n), **sides})


@pytest.fixture
def folder(tmp_path):
    """Five Parquet files in folders as Hive makes them, with what tools leave beside them."""
    whole = table(1_000)
    for part in range(5):
        own = tmp_path / "data" / f"year={2000 + part}" / "part.parquet"
        own.parent.mkdir(parents=True)
        pq.write_table(whole.slice(200 * part, 200), own, row_group_size=70)
    (tmp_path / "data" / "_SUCCESS").write_text("")
    (tmp_path / "data" / ".part.parquet.crc").write_text("")
    return tmp_path / "data"


@pytest.fixture
def scored(run):
    """A run with OPTIONS."""
    return lambda *words: run(*words, *OPTIONS)


def results(text):
    return json.loads(text)["results"]


def test_a_folder_is_scored_as_one_file(scored, folder, tmp_path):
    one = tmp_path / "one.parquet"
    pq.write_table(table(1_000), one)
    status, text, said = scored(folder)
    assert status == 0
    assert said.count("part") >= 5 and "part 5 of 5: " in said and "200 examples" in said
    assert json.loads(text)["examples"] == 1_000
    assert results(text) == results(scored(one)[1])
    _, labels, _ = scored(folder, "--per-label")
    assert results(labels) == results(scored(one, "--per-label")[1])
    # In another order, in other row groups, by a pattern, in one file.
    pq.write_table(table(1_000).take(np.random.default_rng(1).permutation(1_000)), one)
    assert results(scored(one, "--counts", tmp_path / "counts.json")[1]) == results(text)
    assert results(scored(folder / "**" / "*.parquet")[1]) == results(text)
    files = sorted(folder.rglob("*.parquet"))
    _, named, said = scored(*files)
    assert results(named) == results(text)
    advice = f"to compare systems: semantic-f1 compare {files[0]} {files[1]} ...\n"
    assert f"note: the files are scored as one data set; {advice}" in said


CLUSTER = pytest.param(["--workers", 1, "--cluster", "local"], marks=pytest.mark.long)


@pytest.mark.parametrize("how", [["--workers", 2], CLUSTER])
def test_processes_and_a_cluster_give_the_same_bytes(scored, folder, how):
    assert scored(folder, *how)[1] == scored(folder)[1]


def json_lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def json_cells(rows):
    cells = ([json.dumps(cell).replace('"', '""') for cell in row.values()] for row in rows)
    lines = (f'"{predicted}","{gold}"\n' for predicted, gold in cells)
    return "predictions,references\n" + "".join(lines)


def test_text_files_are_parts_too(scored, tmp_path):
    rows = table(60).drop_columns("row").to_pylist()
    named = [{side: [LABELS[i] for i in ids] for side, ids in row.items()} for row in rows]
    for suffix, write in (
        ("csv", json_cells),
        ("jsonl", json_lines),
        ("csv.gz", lambda part: gzip.compress(json_cells(part).encode())),
    ):
        own = tmp_path / suffix
        own.mkdir()
        for index in range(3):
            text = write(named[20 * index : 20 * (index + 1)])
            (own / f"{index}.{suffix}").write_bytes(
                text if isinstance(text, bytes) else text.encode()
            )
        whole = tmp_path / f"whole.{suffix.removesuffix('.gz')}"
        whole.write_text((json_lines if suffix == "jsonl" else json_cells)(named))
        assert results(scored(own)[1]) == results(scored(whole)[1])
    (tmp_path / "jsonl" / "more.csv").write_text("predictions,references\njoy,love\n")
    status, _, said = scored(tmp_path / "jsonl")
    assert status == 2 and "files of several formats (.csv, .jsonl)" in said
    (tmp_path / "lacking").mkdir()
    (tmp_path / "lacking" / "a.csv").write_text("id,pred\n1,joy\n")
    status, _, said = scored(tmp_path / "lacking")
    assert status == 2 and f"{tmp_path}/lacking/a.csv: no column of gold" in said


@pytest.mark.parametrize(("blank", "n"), [("no_label", 2), ("not_asked", 1)])
def test_null_among_lists_is_what_blank_says(run, scored, tmp_path, blank, n):
    sides = {"predictions": [["joy"], ["love"]], "references": [["joy"], None]}
    pq.write_table(pa.table(sides), tmp_path / "part.parquet")
    counts = str(tmp_path / "counts")
    for _ in range(2):
        # The second time from the file of counts.
        read = json.loads(scored(tmp_path / "part*", "--blank", blank, "--counts", counts)[1])
        assert read["examples"] == n
        gone = [(one["what"], one["count"], one["why"]) for one in read["account"]["left_out"]]
        assert gone == [("row", 1, "no gold label")] * (n == 1)
    lines = run(tmp_path / "part*", *OPTIONS[:-1], "--blank", blank)[1].splitlines()
    assert ("left out: 1 row (no gold label)" in lines) == (n == 1)


def test_annotators_and_distributions(scored, tmp_path, put_lines, document):
    rng = np.random.default_rng(0)
    names = lambda: rng.choice(LABELS, rng.integers(0, 3), replace=False).tolist()  # noqa: E731
    sets = [{"predictions": names(), "references": [names(), names()]} for _ in range(40)]
    shares = rng.dirichlet(np.ones(3), (40, 2)).tolist()
    shares = [{"predictions": a, "references": b} for a, b in shares]
    for kind, rows in (("sets", sets), ("soft", shares)):
        (tmp_path / kind).mkdir()
        for name, part in (("a", rows[:10]), ("b", rows[10:]), ("../whole_" + kind, rows)):
            put_lines(part, f"{kind}/{name}.jsonl")
    text, expected = (scored(tmp_path / x, "--nested")[1] for x in ("sets", "whole_sets.jsonl"))
    (found,), (whole,) = results(text), results(expected)
    # The consensus and the best constant answer need the examples; counts don't hold them.
    assert found["averages"] == whole["averages"]
    for who in ("human", "system"):
        for average, scores in found["human"]["averages"].items():
            assert scores[who] == whole["human"]["averages"][average][who]
    one, other = (document(tmp_path / x, "--soft") for x in ("soft", "whole_soft.jsonl"))
    assert one["results"] == other["results"]


def test_counts_stand_for_the_data(scored, folder, tmp_path):
    counts, last = tmp_path / "counts.json", folder / "year=2004" / "part.parquet"
    _, text, _ = scored(folder, "--counts", counts)
    # The file stands for the data, alone or beside other files.
    assert results(scored(counts)[1]) == results(text)
    half = [tmp_path / "first.json", tmp_path / "second.json"]
    for file, years in zip(half, ("200[01]", "200[234]"), strict=True):
        assert scored(folder / f"year={years}" / "*.parquet", "--counts", file)[0] == 0
    counts.unlink()
    for words in (half, [tmp_path / "*.json"]):
        assert results(scored(*words)[1]) == results(text)
    again = half[0].rename(tmp_path / "again.json")
    pq.write_table(table(10), last)
    for words, message in (
        ((*half, again), "no such file or folder"),
        ((again, half[1], "--zero-division", "0"), "zero_division is 1.0 and 0.0"),
        ((folder, "--counts", half[1]), "has changed since it was counted"),
    ):
        status, _, said = scored(*words)
        assert status == 2 and message in said


def test_counts_of_other_files_are_added_where_they_are_given_alone(scored, folder, tmp_path):
    kept, other = tmp_path / "kept.json", folder / "year=2000" / "*.parquet"
    assert scored(folder, "--counts", kept)[0] == 0
    status, out, said = scored(other, "--counts", kept)
    assert (status, out) == (2, "")
    assert "it has counts of" in said and "is not among the files of" in said
    # Counts that are given beside files are kept with theirs, and a run that goes on finds them.
    parts = [folder / f"year={years}" / "*.parquet" for years in ("2000", "200[1-4]")]
    given, both = tmp_path / "given.json", tmp_path / "both.json"
    assert scored(parts[0], "--counts", given)[0] == 0
    texts = [scored(parts[1], given, "--counts", both) for _ in range(2)]
    assert [status for status, *_ in texts] == [0, 0]
    assert results(texts[0][1]) == results(texts[1][1]) == results(scored(folder)[1])


WORKERS = pytest.param(["--workers", "2"], marks=pytest.mark.long)


@pytest.mark.parametrize("how", [[], WORKERS], ids=["here", "workers"])
def test_a_bad_row_is_named(scored, folder, how):
    bad = folder / "year=2003" / "part.parquet"
    pq.write_table(pa.table({"predictions": [[0]] * 150 + [[9]], "references": [[1]] * 151}), bad)
    status, _, said = scored(folder, *how)
    # The folder too: all files have one name.
    named = "year=2003/part.parquet: row 151, column 'predictions': id 9 is out of range"
    assert (status, named in said) == (2, True)


class DeadlyPart(str):
    """A part whose arrival ends a process."""

    def __reduce__(self):
        return os._exit, (1,)


def test_the_part_that_ends_its_worker_is_named_not_the_others(folder):
    with pytest.raises(ValueError, match=r"x\.parquet: failed 3 times: its process died"):
        list(counted_parts((DeadlyPart(),), ["x.parquet"], 2))
    parts = [str(path) for path in sorted(folder.rglob("*.parquet"))]
    columns = {side: side for side in ("predictions", "references")}
    job = Job("score", ({"similarity": "plutchik", "labels": LABELS},), columns, ((),))
    answers, counted = counted_parts(job, [parts[0], DeadlyPart("deadly"), *parts[1:]], 3), []
    with pytest.raises(ValueError, match="deadly: failed 3 times: its process died"):
        counted.extend(one.path for _, _, one in answers)
    assert len(counted) == len(set(counted)) and set(counted) <= set(parts)


def children(pid):
    """The processes that a process has started, and theirs, while they live."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            own = int(stat.parent.name)
            found += [own, *children(own)]
    return found


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
@pytest.mark.parametrize("how", [["--workers", "2"], ["--cluster", "local", "--workers", "2"]])
def test_a_worker_killed_half_way_moves_no_digit(tmp_path, how):
    for part in range(8):
        pq.write_table(table(200_000, part), tmp_path / f"{part}.parquet")
    command = [sys.executable, ROOT / "score.py", tmp_path, *OPTIONS]
    expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, *how], text=True, **pipes) as process:
        while "part 2 of 8" not in process.stderr.readline():
            assert process.poll() is None
        servers = [pid for pid in children(process.pid) if forks_workers(pid)]
        workers = children(servers[0])
        assert len(workers) == 2
        os.kill(workers[-1], signal.SIGKILL)
        said, text = process.stderr.read(), process.stdout.read()
    assert process.returncode == 0, said
    assert "part 8 of 8" in said
    assert text == expected


@pytest.mark.long
@pytest.mark.parametrize("how", [[], ["--workers", "2"]], ids=["here", "workers"])
def test_a_run_that_is_killed_goes_on_to_the_same_bytes(tmp_path, how):
    for part in range(8):
        (tmp_path / "data").mkdir(exist_ok=True)
        pq.write_table(table(400_000, part), tmp_path / "data" / f"{part}.parquet")
    counts = tmp_path / "counts.json"
    command = [sys.executable, ROOT / "score.py", tmp_path / "data", *OPTIONS]
    expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    command += ["--counts", counts, *how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while b"part 4 of 8" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    kept = len(json.loads(counts.read_text())["parts"])
    assert 1 <= kept < 8
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert again.stdout == expected
    assert again.stderr.count(" of 8: ") == 8 - kept


def forks_workers(pid):
    try:
        return b"forkserver" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


SETS = "datasets/lab/sets"


@pytest.fixture
def files(folder):
    """The folder's files as those of a data set of the Hub."""
    return {
        f"data/{path.parent.name}/part.parquet": path.read_bytes()
        for path in folder.rglob("*.parquet")
    }


def scored_with(hub, tmp_path, *words):
    """A run of the command in a process that asks a local Hub."""
    environment = {**os.environ, "HF_ENDPOINT": hub.endpoint, "HF_HOME": str(tmp_path / "hf")}
    for name in ("HF_HUB_OFFLINE", "HF_EVALUATE_OFFLINE"):
        environment.pop(name, None)
    command = [sys.executable, ROOT / "score.py", *words, *OPTIONS]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_a_data_set_of_the_hub_is_a_folder(scored, files, folder, tmp_path):
    files["README.md"] = b"# A data set"
    with LoopbackHub({SETS: files.get}, listed={SETS: files}) as hub:
        for path in (f"hf://{SETS}", f"hf://{SETS}@main/data"):
            done = scored_with(hub, tmp_path, path)
            assert done.returncode == 0, done.stderr
            assert results(done.stdout) == results(scored(folder)[1])
        missing = scored_with(hub, tmp_path, "hf://datasets/lab/none")
    assert missing.returncode == 2
    assert "hf://datasets/lab/none" in missing.stderr


@pytest.mark.long
def test_a_part_that_fails_three_times_is_named_and_the_other_counts_are_kept(
    scored, files, folder, tmp_path
):
    lost = "data/year=2002/part.parquet"
    some = {name: content for name, content in files.items() if name != lost}
    words = (f"hf://{SETS}", "--counts", tmp_path / "counts.json")
    with LoopbackHub({SETS: some.get}, listed={SETS: files}) as hub:
        failed = scored_with(hub, tmp_path, *words)
        assert (failed.returncode, failed.stdout) == (2, "")
        assert f"hf://{SETS}/{lost}: failed 3 times" in failed.stderr
        assert "the counts so far are kept in" in failed.stderr
        assert sum(unquote(path).endswith(lost) for _, path in hub.requests) >= 3
        hub.repositories[SETS] = files.get
        again = scored_with(hub, tmp_path, *words)
    assert again.returncode == 0 and lost in again.stderr and "year=2000" not in again.stderr
    assert results(again.stdout) == results(scored(folder)[1])
