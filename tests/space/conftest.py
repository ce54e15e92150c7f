"""One running Space and one browser for the tests of a process."""

import pytest


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running Space that tests share; its visitors are strangers to each other."""
    from space_server import running_space

    with running_space(tmp_path_factory.mktemp("space") / "server") as running:
        yield running


@pytest.fixture(scope="session")
def url(server):
    return server.url


@pytest.fixture(scope="session")
def client(server):
    """A program that calls the shared Space's endpoints."""
    from gradio_client import Client

    return Client(server.url, verbose=False)


@pytest.fixture(scope="session")
def browser():
    from space_page import running_browser

    with running_browser() as started:
        yield started


@pytest.fixture
def visit(browser, url):
    """A new visitor's page; at the end of the test it must have had no problem."""
    from space_page import SpacePage

    page = SpacePage(browser, url)
    yield page
    assert page.toasts() == []
    page.close()
    assert page.problems == []


@pytest.fixture(scope="session")
def complaints(tmp_path_factory):
    """A file of 600 complaints in which three columns hold labels."""
    from space_files import write_complaints

    return write_complaints(tmp_path_factory.mktemp("complaints") / "complaints.csv")
