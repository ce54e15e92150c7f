"""One running Space and one browser for the tests of a process."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the tests of the page in a browser, but for one or two of each page."""
    for item in items:
        if "browser" in item.fixturenames and item.get_closest_marker("smoke") is None:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running Space that tests share; its visitors are strangers to each other."""
    from space_server import running_space

    with running_space(tmp_path_factory.mktemp("space") / "server") as running:
        yield running
        running.stop()
        assert running.left() == []


@pytest.fixture(scope="session")
def client(server):
    """A program that calls the shared Space's endpoints."""
    from gradio_client import Client

    return Client(server.url, verbose=False)


@pytest.fixture(scope="session")
def url(server):
    return server.url


@pytest.fixture(scope="session")
def browser():
    from space_page import running_browser

    with running_browser() as started:
        yield started


@pytest.fixture(scope="session")
def window(browser, url):
    """A window of the browser for one visitor after another."""
    from space_page import SpacePage

    page = SpacePage(browser, url)
    yield page
    page.close()


@pytest.fixture
def visit(window):
    """A new visitor's page, once it is opened; at the end it must have had no problem."""
    window.forget()
    yield window
    assert window.toasts() == []
    assert window.problems == []


@pytest.fixture
def another(browser, url):
    """A function that gives other visitors' pages; at the end none had a problem, and all close."""
    from space_page import SpacePage

    pages = []

    def page(*view, **how):
        pages.append(SpacePage(browser, url, *view, **how))
        return pages[-1]

    yield page
    for one in pages:
        one.close()
        assert one.problems == []


@pytest.fixture(scope="session")
def complaints(tmp_path_factory):
    """A file of 600 complaints in which three columns hold labels."""
    from space_files import write_complaints

    return write_complaints(tmp_path_factory.mktemp("complaints") / "complaints.csv")
