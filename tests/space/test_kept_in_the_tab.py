"""A server that starts again, a lost connection, and Back: nothing of a visitor is lost."""

import pytest
from space_page import SpacePage
from space_server import running_space

pytestmark = pytest.mark.space

RESTARTED = "The server started again. mine.csv was still in this tab and sent again."


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("predictions,references\njoy,joy\nanger,disgust\n")
    return path


def scored(page, file):
    page.open_with(file, "score")
    page.run("score")
    return page.number()


def until_shown(page, text):
    page.page.wait_for_function("text => document.body.innerText.includes(text)", arg=text)


def test_what_a_server_forgot_is_sent_again_from_the_tab(browser, tmp_path, file):
    with running_space(tmp_path / "server") as server:
        assert_sent_again(server, SpacePage(browser, server.url, alone=True), file)


def assert_sent_again(server, page, file):
    number = scored(page, file)
    assert number == "0.927"
    server.restart()
    serial = page.serial("score")
    page.page.locator("#score-inputs [data-run]").click()
    until_shown(page, RESTARTED)
    page.page.wait_for_function(
        "was => ![...was, undefined].includes("
        "document.querySelector('#score-result [data-fields]')?.dataset.serial)",
        arg=[serial],
    )
    assert page.number() == number and not page.is_stale()
    # What is asked of a result that was forgotten is asked of the same, made again.
    server.restart()
    page.page.get_by_role("button", name="macro", exact=True).click()
    page.page.wait_for_function(
        "() => document.querySelector('#score-result [aria-pressed=true]')?.innerText === 'macro'"
    )
    assert "changed meanwhile" not in page.text("score-result")
    # A tab that is seen again asks whether the server is the same.
    notice = page.page.get_by_role("status").filter(has_text=RESTARTED)
    notice.get_by_role("button", name="Hide", exact=True).click()
    server.restart()
    page.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until_shown(page, RESTARTED)
    assert not page.is_stale()
    file.unlink()
    server.restart()
    page.page.locator("#score-inputs [data-run]").click()
    until_shown(page, "mine.csv changed on disk since you chose it. Choose it again.")
    assert page.page.get_by_role("button", name="Choose mine.csv again").count() == 1
    assert page.toasts() == []
    page.close()


def test_a_click_without_a_connection_is_done_when_it_is_back(browser, url):
    page = SpacePage(browser, url, alone=True).open()
    page.context.set_offline(True)
    until_shown(page, "No connection to the server. Your file and result are kept in this tab.")
    page.page.get_by_role("tab", name="Compare").click()
    serial = page.serial("compare")
    page.find("compare-average").select_option("macro")
    page.page.locator("#compare-inputs [data-run]").click()
    page.page.wait_for_timeout(500)
    page.context.set_offline(False)
    page.until(lambda: page.serial("compare") != serial)
    assert "Semantic F1 (macro)" in page.text("compare-result")
    assert "No connection" not in page.text("page-compare")
    assert page.toasts() == []
    page.close()


def test_back_shows_what_was_there(browser, url, file):
    page = SpacePage(browser, url, alone=True).open()
    before = page.number("try")
    page.press("No gold label")
    example = page.number("try")
    assert example != before
    page.tab("Score")
    page.tab("Compare")
    states = [("Score", None), ("Try it", example), ("Try it", before)]
    for tab, number in states:
        page.page.go_back()
        page.settle()
        assert page.page.get_by_role("tab", selected=True).inner_text() == tab
        assert number is None or page.number("try") == number
    page.page.go_forward()
    page.settle()
    assert page.number("try") == example
    # A result of a visitor's, made of a file that is still here, then of one that is not.
    number = scored(page, file)
    page.pick("score-similarity", "goemotions-ekman")
    page.run("score")
    assert page.number() != number
    page.page.go_back()
    page.settle()
    assert page.number() == number and page.find("score-similarity").input_value() == "plutchik"
    assert "Your previous result." in page.text("score-result") and not page.is_stale()
    file.write_text("predictions,references\njoy,anger\n")
    page.give("score", file)
    page.run("score")
    page.page.go_back()
    page.settle()
    assert page.number() == number and page.is_stale()
    page.page.reload()
    until_shown(page, "mine.csv is no longer here. A page that is reloaded forgets its file.")
    page.close()
