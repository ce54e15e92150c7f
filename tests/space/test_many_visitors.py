"""Ten visitors at once, with files, settings, links and endpoints mixed: none gets another's."""

import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from gradio_client import Client, handle_file
from space_files import GROUPS_TEXT, read_sets, similarity_of_groups, write_complaints
from space_page import SpacePage

from semantic_f1 import SemanticF1

pytestmark = [pytest.mark.space, pytest.mark.long]

METRIC = SemanticF1()
PROGRAMS, PAGES, CHECKS = 6, 4, 300
EMOTIONS = METRIC.similarity.load("plutchik").labels


def f1(predictions, references, similarity):
    with METRIC.notices():
        return METRIC.compute(
            predictions=predictions, references=references, similarity=similarity
        )["semantic_f1"]


def program(url, file, seed, checks):
    """Checks that a program made, and how many of its answers were wrong."""
    draw, client = random.Random(seed), Client(url, verbose=False)
    credit = round(0.05 + seed / 20, 2)
    client.predict(GROUPS_TEXT, credit, False, api_name="/make_similarity")
    similarity = similarity_of_groups(credit)
    sets = {name: read_sets(file, name, "agent") for name in ("model_a", "model_b")}
    score = {name: f1(*both, similarity) for name, both in sets.items()}
    wrong = 0
    for at in range(checks):
        column = draw.choice(list(sets))
        asked = {"predictions": column, "references": "agent", "separator": ","}
        asked["similarity"], kind = "(uploaded)", at % 4
        if kind == 0:
            found = client.predict(file=handle_file(file), **asked, api_name="/score_file")
            wrong += abs(found["averages"]["samples"]["semantic"]["f1"] - score[column]) > 1e-12
        elif kind == 1:
            predicted, gold = draw.sample(EMOTIONS, 2), draw.sample(EMOTIONS, 2)
            found = client.predict(predicted=predicted, gold=gold, api_name="/explain_example")
            expected = METRIC.explain(predicted, gold, similarity="plutchik")["semantic_f1"]
            wrong += abs(found["semantic"]["semantic_f1"] - expected) > 1e-12
        elif kind == 2:
            found = client.predict(similarity="(uploaded)", api_name="/show_similarity")
            wrong += found["fingerprint"] != similarity.fingerprint
        else:
            both = {"file_a": handle_file(file), "file_b": handle_file(file)}
            found = client.predict(**both, **asked, api_name="/compare_files")
            wrong += abs(found["comparison"]["semantic_f1_a"] - score[column]) > 1e-12
    return checks, wrong


class Visitor:
    """A page of a person's, who gives a file, makes a similarity, tries examples and links."""

    def __init__(self, browser, url, file, seed):
        # A page keeps a connection open, of which a browser has six: visitors don't share them.
        self.page = SpacePage(browser, url, alone=True)
        self.file, self.draw = file, random.Random(seed)
        self.credit = round(0.05 + seed / 20, 2)
        self.sets = {name: read_sets(file, name, "agent") for name in ("model_a", "model_b")}

    def start(self):
        page = self.page.open(tab="similarity")
        page.fill("groups-text", GROUPS_TEXT)
        page.find("within-range").fill(str(self.credit))
        page.settle()
        page.press("Use it in Score")
        page.give("score", self.file)
        page.pick("score-references", "agent")

    def step(self, at):
        """One step of a visitor; true where the page shows what it led to."""
        return (self.scores, self.tries, self.opens)[at % 3]()

    def scores(self):
        self.page.tab("Score")
        column = self.draw.choice(list(self.sets))
        self.page.pick("score-predictions", column)
        self.page.run("score")
        return (
            self.page.number() == f"{f1(*self.sets[column], similarity_of_groups(self.credit)):.3f}"
        )

    def tries(self):
        self.page.tab("Try it")
        self.page.press("No gold label")
        name = self.draw.choice(EMOTIONS)
        self.page.add("predicted", name)
        self.page.add("gold", json.dumps([name, "joy"]))
        labels = list(dict.fromkeys([name, "joy"]))
        expected = METRIC.explain([name], labels, similarity="plutchik")["semantic_f1"]
        return self.page.number("try") == f"{expected:.3f}"

    def opens(self):
        predicted, gold = self.draw.sample(EMOTIONS, 2), self.draw.sample(EMOTIONS, 1)
        other = SpacePage(self.page.context.browser, self.page.url, alone=True)
        other.open(tab="try", similarity="plutchik", predicted=predicted, gold=gold)
        expected = METRIC.explain(predicted, gold, similarity="plutchik")["semantic_f1"]
        right = other.number("try") == f"{expected:.3f}" and other.chips("gold") == gold
        other.close()
        return right and other.problems == []


def test_ten_visitors_and_300_checks(browser, url, tmp_path):
    files = [write_complaints(tmp_path / f"file{at}.csv", at, 60) for at in range(PROGRAMS + PAGES)]
    each = 45
    with ThreadPoolExecutor(PROGRAMS) as pool:
        programs = [pool.submit(program, url, files[at], at, each) for at in range(PROGRAMS)]
        visitors = [
            Visitor(browser, url, files[at], at) for at in range(PROGRAMS, PROGRAMS + PAGES)
        ]
        for visitor in visitors:
            visitor.start()
        right = [visitor.step(at) for at in range(9) for visitor in visitors]
        answers = [job.result() for job in programs]
    for visitor in visitors:
        assert visitor.page.toasts() == []
        visitor.page.close()
        assert visitor.page.problems == []
    checks = len(right) + sum(count for count, _ in answers)
    assert checks >= CHECKS
    assert right.count(False) + sum(wrong for _, wrong in answers) == 0
