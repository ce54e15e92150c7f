"""What the tests of the Space share: one server, one browser, a page of a new visitor."""

import csv
import random

import pytest
from space_page import SpacePage, running_browser
from space_server import running_space

GROUPS = (
    ("billing", "refund", "cancellation"),
    ("late delivery", "lost parcel"),
    ("damaged item", "wrong item"),
    ("login", "password reset", "app crash"),
    ("rude staff", "long wait"),
)
GROUPS_TEXT = "\n".join(f"group {at}: {', '.join(names)}" for at, names in enumerate(GROUPS))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The one server of the session."""
    with running_space(tmp_path_factory.mktemp("space") / "server") as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    """The one browser of the session."""
    with running_browser() as started:
        yield started


@pytest.fixture
def visit(browser, server):
    """A new visitor's page; at the end of the test it must have had no problem."""
    page = SpacePage(browser, server.url)
    yield page
    assert page.toasts() == []
    page.close()
    assert page.problems == []


@pytest.fixture(scope="session")
def complaints(tmp_path_factory):
    """600 rows, semicolons between columns, commas in cells, no name says which column is gold."""
    draw = random.Random(7)
    labels = [name for group in GROUPS for name in group]

    def answer(gold, share):
        said = []
        for name in gold:
            near = next(group for group in GROUPS if name in group)
            if draw.random() < share:
                said.append(name)
            else:
                said.append(draw.choice(near if draw.random() < 0.6 else labels))
        return ", ".join(dict.fromkeys(said))

    path = tmp_path_factory.mktemp("complaints") / "complaints.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["ticket", "model_a", "model_b", "agent"])
        for row in range(600):
            gold = draw.sample(labels, draw.choice([1, 1, 2]))
            writer.writerow(
                [f"T-{row:04d}", answer(gold, 0.55), answer(gold, 0.75), ", ".join(gold)]
            )
    return path
