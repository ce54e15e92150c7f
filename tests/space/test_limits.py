"""Limits: what unpacks to too much, memory and time of a job, the gate before jobs."""

import gzip
import itertools
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from space_files import write_packed
from space_jobs import allocate, wait
from space_server import until

from space.frame import jobs, limits
from space.frame.reading import preview_content

pytestmark = pytest.mark.space
MEGABYTE = 1 << 20


@pytest.fixture(autouse=True)
def no_process_left(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[1]))
    yield
    jobs.end_all()
    assert not jobs._held and not jobs._waiting


def test_whatever_is_packed_runs_in_a_process_of_its_own():
    for content in (b"PAR1", gzip.compress(b""), b"PK\3\4"):
        assert limits.is_packed(content)
        assert limits.size_of(content) > limits.OWN_PROCESS_BYTES
        assert limits.size_of(b"a", (b"b", "gold.csv", content)) > limits.OWN_PROCESS_BYTES
    assert limits.size_of(b"abc", None, (b"de", "gold.csv", b"f")) == 6


def test_a_job_has_so_much_memory_and_no_more():
    below, above = (limits.JOB_MEMORY // MEGABYTE + add for add in (-300, 100))
    assert jobs.run(allocate, (below,), limits.PACKED) == below * MEGABYTE
    with pytest.raises(ValueError, match=r"^This needs more memory than the 1\.5 GB that a job"):
        jobs.run(allocate, (above,), limits.PACKED)


def test_jobs_of_programs_leave_the_slots_of_pages():
    said, results = [], []

    def start(session, kind, *, tell=lambda *_: None):
        def work():
            try:
                results.append(jobs.run(wait, (60,), limits.PACKED, session, tell, kind))
            except ValueError as error:
                results.append(str(error))

        threading.Thread(target=work).start()

    start("one", jobs.PROGRAM)
    until(lambda: len(jobs._held) == 1)
    for i in range(jobs.MOST_WAITING):
        start(f"other {i}", jobs.PROGRAM, tell=lambda share, text: said.append(text))
    until(lambda: len(jobs._waiting) == jobs.MOST_WAITING)
    until(lambda: f"{jobs.MOST_WAITING} jobs before yours" in said and "1 job before yours" in said)
    with pytest.raises(ValueError, match=r"^The Space is busy; try again in a minute"):
        jobs.run(wait, (0,), limits.PACKED, "twentieth", kind=jobs.PROGRAM)
    # Visitors end their own jobs, waiting or not, and no other's.
    for i in range(jobs.MOST_WAITING):
        assert jobs.cancel(f"other {i}")
    until(lambda: not jobs._waiting)
    assert len(jobs._held) == 1
    assert jobs.run(wait, (0,), limits.PACKED, "visitor") == 0
    assert jobs.cancel("one") and not jobs.cancel(None)
    until(lambda: len(results) == jobs.MOST_WAITING + 1)
    assert set(results) == {jobs.CANCELLED}


def test_a_session_has_one_job_at_a_time():
    first, second = jobs._Job(jobs.PAGE, "one"), jobs._Job(jobs.PAGE, "one")
    other, none = jobs._Job(jobs.PAGE, "two"), jobs._Job(jobs.PAGE, None)
    jobs._held.append(first)
    try:
        assert not second.may_start([]) and other.may_start([]) and none.may_start([])
        assert not other.may_start([second])
        assert jobs._Job(jobs.PROGRAM, "two").may_start([])
        jobs._held.append(other)
        assert not none.may_start([])
    finally:
        jobs._held.clear()


def test_values_and_entries_are_counted_unread(tmp_path):
    assert "2,000,000 rows, 20,000 columns and 120 seconds" in limits.STATED
    for path, said in itertools.islice(write_packed(tmp_path), 6):
        content = path.read_bytes()
        if said is None:
            seen, rows = preview_content(path.name, content)
            assert rows == 300 and seen.predictions == "predictions"
            continue
        with pytest.raises(ValueError, match=f"^{path.name} {said}"):
            preview_content(path.name, content)


def by_program(client, page, path):
    """The number of examples of a file that is sent by a program; else why it was refused."""
    try:
        sent = {"file": handle_file(path), "similarity": "plutchik"}
        return client.predict(**sent, api_name="/score_file")["examples"]
    except AppError as error:
        return str(error)


def by_page(client, page, path):
    """The same of a file that is given to the page and scored, if it can be read."""
    page.open_with(path, "score")
    if page.page.locator("#score-inputs [data-run]").is_enabled():
        page.run("score")
        said = page.text("score-result")
        return 300 if f"{path.name} \u00b7 300 examples" in said else said
    return page.text("score-inputs")


@pytest.mark.long
@pytest.mark.parametrize("sent", [by_program, by_page])
def test_packed_files_leave_the_server_alone(server, another, tmp_path, sent):
    """Eleven hostile files and a fair one; the slowest answer of / meanwhile is printed."""
    client, times, done = Client(server.url, verbose=False), [], threading.Event()
    # Before the clock runs: while Python writes them, it asks for nothing.
    files = list(write_packed(tmp_path))
    page = another().open()
    before = server.memory()

    def ask():
        while not done.wait(0.2):
            start = time.monotonic()
            assert httpx.get(server.url, timeout=300).status_code == 200
            times.append(time.monotonic() - start)

    with ThreadPoolExecutor(1) as pool:
        asking, answers = pool.submit(ask), {}
        try:
            for path, said in files:
                answers[path.name] = answer = sent(client, page, path)
                assert answer == 300 if said is None else said in answer, path.name
                assert server.memory() - before < 200, path.name
        finally:
            done.set()
        asking.result()
    page.close()
    assert len(answers) == 12 and list(answers.values()).count(300) == 1
    # Gradio leaves an empty file for each upload of a browser, until it is swept.
    assert [path for path in server.left() if path.stat().st_size] == []
    server.sweep()
    assert server.left() == []
    print(f"slowest of {len(times)} answers of /: {max(times):.2f} s")
    print(f"megabytes more: {server.memory() - before:.0f}")
