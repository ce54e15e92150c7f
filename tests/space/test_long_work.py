"""Long work: limits, order, an end that a visitor makes, and nothing left behind."""

import os
import time

import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from space_server import running_space

pytestmark = pytest.mark.space
# 200 for the figures; fewer where the machine is shared.
UPLOADS = int(os.environ.get("SPACE_UPLOADS", "200"))


def write_rows(path, rows):
    block = "joy,joy\nanger,disgust\njoy; love,joy\nfear,\n"
    path.write_text("predictions,references\n" + block * (rows // 4), encoding="utf-8")
    return path


def test_a_job_that_takes_too_long_is_ended(tmp_path, monkeypatch):
    from space.frame import jobs, limits, uploads
    from space.score.work import score_file

    monkeypatch.setattr(limits, "MAX_SECONDS", 1)
    content = write_rows(tmp_path / "slow.csv", 40_000).read_bytes()
    reading = {"predictions": "predictions", "references": "references", "separator": ";"}
    arguments = (content, "slow.csv", reading, [], {})
    with pytest.raises(ValueError, match=r"^This took longer than the 1 seconds that a job has"):
        jobs.run(score_file, arguments, limits.OWN_PROCESS_BYTES)
    assert [path for path in uploads.folder().rglob("*") if path.is_file()] == []


@pytest.mark.long
def test_one_example_is_answered_while_a_million_rows_are_scored(server, tmp_path):
    file = handle_file(write_rows(tmp_path / "million.csv", 1_000_000))
    client, example = (Client(server.url, verbose=False) for _ in range(2))
    options = {"separator": ";", "similarity": "plutchik", "api_name": "/score_file"}
    job = client.submit(file=file, **options)
    time.sleep(1)
    for _ in range(3):
        found = example.predict(predicted=["joy"], gold=["joy"], api_name="/explain_example")
        assert found["semantic"]["semantic_f1"] == 1
    assert not job.done()
    assert job.result()["examples"] == 1_000_000


@pytest.mark.long
def test_a_long_job_shows_progress_and_can_be_ended(visit, server, tmp_path):
    file = write_rows(tmp_path / "millions.csv", 2_000_000)
    visit.open_with(file, "score")
    button = visit.page.locator("#score-inputs [data-run]")
    button.click()
    visit.page.wait_for_timeout(1000)
    assert button.is_disabled()
    assert visit.find("score-result").get_attribute("aria-busy") == "true"
    shown = visit.page.locator("#score-result .progress-text, #score-result .meta-text").first
    visit.until(lambda: shown.is_visible() and visit.in_window(shown))
    visit.page.get_by_role("tab", name="Try it").click()
    # The page's own methods would wait for the answer to the job.
    field = visit.find("add-predicted")
    field.fill("joy")
    field.press("Enter")
    visit.until(lambda: "joy" in visit.chips("predicted"))
    visit.page.get_by_role("tab", name="Score", exact=True).click()
    visit.page.get_by_role("button", name="Cancel", exact=True).click()
    visit.page.wait_for_function(
        "() => document.querySelector('#score-result').innerText.includes('Cancelled.')"
    )
    assert button.is_enabled()
    assert server.files_with("joy; love") == []


@pytest.mark.long
@pytest.mark.parametrize(("uploads", "rows"), [(UPLOADS, 10_000), (UPLOADS // 10, 1_000_000)])
def test_uploads_in_a_row(tmp_path, uploads, rows):
    """Memory is flat, nothing is left on disk, and what is larger is refused."""
    with running_space(tmp_path / "server") as server:
        client = Client(server.url, verbose=False)
        most = []
        for at in range(uploads):
            file = write_rows(tmp_path / f"rows{at}.csv", rows)
            found = client.predict(
                file=handle_file(file), separator=";", similarity="plutchik", api_name="/score_file"
            )
            assert found["examples"] == rows
            file.unlink()
            # An upload is at hand for another visitor for a minute; here it has passed.
            server.sweep()
            most.append(server.memory())
        print("megabytes after each:", *map(round, most))
        # The first ones load what stays.
        assert most[-1] - most[uploads // 4] < 150
        file = write_rows(tmp_path / "more.csv", 2_000_004)
        with pytest.raises(AppError, match=r"^more.csv has .* rows; up to 2,000,000 can be"):
            client.predict(
                file=handle_file(file), separator=";", similarity="plutchik", api_name="/score_file"
            )
        assert server.files_with("joy; love") == []
        server.stop()
        assert server.left() == []
