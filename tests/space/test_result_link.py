"""A result in a link: what it holds, how it is opened, checked and recomputed; badge and card."""

import base64
import copy
import json
import random
import zlib

import pytest
from helpers import write_rows
from space_numbers import METRIC
from space_states import given

from space.frame import result_link
from space.frame.similarities import EXACT, bundled
from space.score import work
from space.score.page import page as score_page
from space.similarity import groups_editor

pytestmark = pytest.mark.space

GOLDEN = (
    "q1YqU7Iy1FHKSUxKzSlWsopWSlTSUUoC4mSlWB2l4tQSkGC0QaxOtGEsUCA9PycFKGCgAxRRKihKTclMLkmFiBgCRUoy"
    "c1NBGoyAvFoA"
)
OPTIONS = {"unknown_labels": "raise", "counting": "paper", "macro_labels": "all"}
COLUMNS = result_link.COLUMNS


def unpacked(payload):
    packed = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    return json.loads(zlib.decompress(packed, -15))


def drawn_rows(n, names, seed=1, most=2):
    draw = random.Random(seed)
    weights = [1 / (at + 1) for at in range(len(names))]
    gold = [set(draw.choices(names, weights, k=draw.randint(1, most))) for _ in range(n)]
    predicted = [one if draw.random() < 0.5 else set(draw.choices(names, weights)) for one in gold]
    return [sorted(one) for one in predicted], [sorted(one) for one in gold]


def test_the_golden_counts_give_the_golden_scores():
    counts = unpacked(GOLDEN)
    assert result_link.rows_of(*(counts[key] for key in COLUMNS)) == (
        [("a",), ("a",), ("b",)],
        [("a",)] * 3,
    )
    groups = METRIC.similarity.from_groups({"a": "x", "b": "x", "c": "y"}, values=[0.5])
    scored = work.score_counts([counts[key] for key in COLUMNS], groups, OPTIONS)
    averages = scored.under[0].averages
    found = [averages[name]["semantic"]["f1"] for name in ("samples", "micro", "macro", "weighted")]
    assert found == pytest.approx([2.5 / 3, 2.5 / 3, (8 / 9 + 2 / 3) / 3, 8 / 9], abs=1e-12)
    assert averages["samples"]["hard"]["f1"] == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.parametrize("name", ["plutchik", "goemotions"])
def test_counts_in_any_order_give_the_scores_of_the_rows(name):
    similarity = bundled()[name]
    sides = drawn_rows(500, list(similarity.labels[:8]), most=3)
    counts = result_link.counts_of(*sides, similarity.labels)
    shuffled = list(zip(*sides, strict=True))
    random.Random(2).shuffle(shuffled)
    assert result_link.counts_of(*zip(*shuffled, strict=True), similarity.labels) == counts
    scored = work.score_counts([counts[key] for key in COLUMNS], similarity, OPTIONS)
    both = METRIC.side_by_side(
        *sides, similarity=similarity, average=["samples", "micro", "macro", "weighted"]
    )
    for average, kinds in scored.under[0].averages.items():
        for kind, scores in kinds.items():
            assert scores["f1"] == both[kind][f"semantic_f1_{average}"], (average, kind)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"labels": "ab"}, "a list is needed"),
        ({"sets": [0, 1]}, "a list is needed"),
        ({"sets": [[0], [3]]}, "not a place in labels"),
        ({"sets": [[0], [-1]]}, "not a place in labels"),
        ({"sets": [[0], [1, 1]]}, "a label stands twice"),
        ({"labels": ["a", "a"]}, "a label stands twice"),
        ({"gold": [0, 2]}, "not a place in sets"),
        ({"predicted": [0, -1]}, "not a place in sets"),
        ({"times": [2, 0]}, "times: from 1 on"),
        ({"times": [2, 10**9]}, "at most 2,000,000 rows"),
        ({"times": [2, 1.0]}, "whole numbers"),
        ({"times": [2]}, "one entry per pair"),
    ],
)
def test_counts_that_are_none_are_refused(change, said):
    counts = {**unpacked(GOLDEN), **change}
    with pytest.raises(ValueError, match=said):
        result_link.rows_of(*(counts[key] for key in COLUMNS))


def test_an_own_similarity_comes_back_with_its_values_or_says_why_not():
    build = METRIC.similarity.build
    for values in ([[1, 0.667], [0.667, 0.9]], [[1, 0.25], [0.5, 1]]):
        own = build(values, ["a", "b"], none_labels=["none"], name="plutchik")
        content = json.loads(json.dumps({"similarity": result_link._similarity(own)}))
        back = result_link.similarity_of_link(content)
        assert (back.fingerprint, back.none_labels) == (own.fingerprint, ("none",))
        assert back.name != "plutchik"
    third = build([[1, 1 / 3], [1 / 3, 1]], ["a", "b"])
    assert "too many digits" in result_link._similarity(third)["lacks"]
    del content["similarity"]["values"][2:]
    with pytest.raises(ValueError, match="a number per pair of its labels"):
        result_link.similarity_of_link(content)


def test_exact_matches_are_recomputed_in_the_same_order():
    names = ["c", "a", "b", "e", "d", "f"]
    rows = map(",".join, zip(names * 10, (names[1:] + names[:1]) * 10, strict=True))
    files = {"a.csv": "\n".join(["predictions,references", *rows]).encode()}
    scored = given(score_page, files, similarity=EXACT)
    again = work.score_counts([scored.counts[key] for key in COLUMNS], None, OPTIONS)
    sent, computed = (result_link.contents(one) for one in (scored, again))
    for key in ("per_label", "mistakes", "constant"):
        assert computed[key] == sent[key], key
    for average, kinds in sent["averages"].items():
        for kind, scores in kinds.items():
            assert computed["averages"][average][kind][:3] == scores[:3], (average, kind)
    assert computed["similarity"]["fingerprint"] == sent["similarity"]["fingerprint"]


def test_few_rows_and_rare_pairs_are_sent_as_numbers_only():
    scored = copy.copy(score_page.example[0])
    assert result_link.privacy_of(scored) == ("counts", "")
    scored.examples = 1600
    assert result_link.privacy_of(scored)[0] == "numbers"
    scored.examples = 49
    assert result_link.privacy_of(scored) == ("numbers", "The file has fewer than 50 rows.")


def test_badge_and_card_hold_the_number():
    badge = result_link.badge(score_page.example[0], "samples")
    assert len(badge) < 500
    title = (
        "Semantic F1 (samples) 0.600, 95% interval 0.588\u20130.612, Ekman groups, similarity ID"
    )
    assert f"<title>{title} 10c2837c, 5,427 examples</title>" in badge
    card = result_link.card(score_page.example[0], "macro")
    assert 'width="1200" height="630"' in card and ">0.505</text>" in card


# --- In a browser ---


def link_of(visit, wanted="counts", file=None):
    """The link that a page offers for its result."""
    visit.press("Copy link to this result")
    visit.page.locator(f"#share-link [value={wanted}]").check()
    if file is not None:
        visit.find("share-file").fill(file)
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.until(lambda: "characters." in visit.text("share-link"))
    visit.page.wait_for_timeout(300)
    visit.press("Copy link", "share-link")
    return visit.page.evaluate("navigator.clipboard.readText()")


def opened(another, link):
    """Another person's page at a link."""
    page = another(alone=True)
    page.page.goto(page.url + link[link.index("?") :])
    page.page.locator("#link-banner .notice").wait_for()
    page.page.wait_for_function("() => window.sf1 && sf1.isReady()")
    return page


def packed(visit, content):
    return "?tab=score#result=1." + visit.page.evaluate("one => sf1link.pack(one)", content)


@pytest.mark.smoke
def test_a_copied_link_shows_the_same_result_and_sends_nothing(visit, another):
    visit.open(tab="score")
    link = link_of(visit)
    assert len(link) <= 8000
    payload = link.partition("#result=1.")[2]
    page = opened(another, link)
    page.context.set_offline(True)
    requests = len(page.requests)
    for average in ("samples", "macro"):
        visit.press(average, "score-result")
        page.page.locator("#link-right .pill", has_text=average).click()
        for place in (".scores", ".bar.tall", ".legend", ".scale"):
            one, other = (
                where.page.locator(f"{root} .card {place}").first.evaluate(
                    "one => one.innerText + [...one.querySelectorAll('i')].map("
                    "i => i.className + i.style.left + i.style.width)"
                )
                for where, root in ((visit, "#score-result"), (page, "#link-right"))
            )
            assert one == other, place
    lines = [
        where.page.locator(f"{root} .line").all_inner_texts()
        for where, root in ((visit, "#mistakes"), (page, "#link-right"))
    ]
    assert lines[0] == lines[1] and len(lines[0]) == 13
    assert "Numbers from a link, not computed here." in page.text("link-banner")
    assert len(page.requests) == requests
    page.context.set_offline(False)
    page.press("Recompute from the counts")
    page.until(lambda: "the same scores." in page.text("link-banner"))
    page.pick("link-similarity", "goemotions")
    page.until(lambda: "under another similarity" in page.text("link-banner"))
    page.page.locator("#link-right .pill", has_text="samples").click()
    assert page.page.locator("#link-right .first .value").inner_text() == "0.619"
    assert not [url for url in page.requests if payload[:40] in url]
    page.press("Score a file")
    assert page.number() == "0.600" and "#" not in page.page.url


def test_levels_say_what_they_lack(visit, another):
    visit.open(tab="score")
    link = link_of(visit, "numbers", "")
    assert len(link) < 1700
    content = unpacked(link.partition("#result=1.")[2])
    assert content["file"] == "" and "goemotions_test" not in json.dumps(content)
    assert not {"per_label", "mistakes", "labels"} & set(content)
    page = opened(another, link)
    said = "This link holds no counts, so its numbers cannot be recomputed"
    assert said in page.text("link-banner")
    assert "not named" in page.text("link-left")
    assert page.page.locator("#link-similarity").count() == 0
    contents = result_link.contents(score_page.example[0])
    for similarity, level, why in (
        ({**contents["similarity"], "lacks": "too many digits"}, "summary", "too many digits"),
        (contents["similarity"], "full", ""),
    ):
        made = visit.page.evaluate(
            "one => sf1link.linkOf(one, 'counts', 'a.csv')", {**contents, "similarity": similarity}
        )
        assert (made["level"], made["why"]) == (level, why)
    opened(another, made["link"])


@pytest.mark.parametrize(
    ("rows", "labels", "most"),
    [(300, 6, 2), (600, 12, 2), (5000, 60, 1), (20000, 27, 2), (20000, 60, 2)],
)
def test_links_are_never_too_long(visit, rows, labels, most):
    visit.open(tab="score")
    names = [f"label {at}" for at in range(labels)]
    counts = result_link.counts_of(*drawn_rows(rows, names, most=most), names)
    contents = result_link.contents(score_page.example[0]) | (counts or {}) | {"rows": rows}
    if counts is None:
        contents = {key: value for key, value in contents.items() if key not in COLUMNS}
    made = visit.page.evaluate("one => sf1link.linkOf(one, 'counts', 'a.csv')", contents)
    assert 0 < len(made["link"]) <= 8000
    assert (made["level"] == "full") == (made["why"] == "")


def changed(content, path, value):
    content = copy.deepcopy(content)
    place = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return content


MARKUP = "<img src=x onerror=window.hurt=1><b>bold</b>"


def test_what_was_changed_is_found_and_markup_stays_text(visit, another):
    visit.open(tab="score")
    content = unpacked(link_of(visit).partition("#result=1.")[2])
    f1 = content["averages"]["samples"]["semantic"][0]
    page = opened(another, packed(visit, content))

    def shown(changed_content):
        # A page that is left complains that its streams end.
        page._leaving = True
        page.page.goto("about:blank")
        page.page.goto(page.url + packed(visit, changed_content))
        page._leaving = False
        page.page.locator("#link-banner .notice").wait_for()
        return page.text("link-banner")

    scores_differ = "The link's scores are not those of its counts."
    precision, recall = content["averages"]["samples"]["semantic"][1:3]
    claimed = [0.7, precision, recall, 0.69, 0.71]
    for path, value, said in (
        (("averages", "samples", "semantic"), claimed, "says 0.700; its counts give 0.600."),
        (("averages", "micro", "hard", 1), 0.5, scores_differ),
        (("averages", "samples", "semantic", 0), f1 + 1e-12, scores_differ),
        (("mistakes", 0, 4), 220.0, "The link's labels or mistakes are not those of its counts."),
        (("similarity", "fingerprint"), "0" * 64, "similarity here is not the one of the link."),
    ):
        assert "not computed here" in shown(changed(content, path, value))
        page.press("Recompute from the counts")
        page.until(lambda said=said: said in page.text("link-banner"))
    for path, value in (
        (("averages", "samples", "semantic", 0), 1.5),
        (("averages", "samples", "semantic", 3), 0.9),
        (("averages", "samples", "semantic", 1), None),
        (("averages", "samples", "semantic", 1), "1"),
        (("rows",), 5428),
        (("level",), "summary"),
        (("labels", 0), "x" * 301),
        (("labels", 0), content["labels"][1]),
        (("sets", 0), [99]),
        (("predicted", 0), -1),
        (("times", 0), 0.5),
        (("mistakes", 0, 5), 2),
        (("average",), "toString"),
        (("similarity", "title"), {"a": 1}),
        (("v",), 2),
    ):
        assert "This link holds what no result can hold." in shown(changed(content, path, value))
        assert page.page.locator("#link-right .card").count() == 0
    marked = copy.deepcopy(content)
    marked["file"] = marked["similarity"]["title"] = marked["notes"][0] = MARKUP
    marked["constant"][0] = marked["mistakes"][0][2] = marked["per_label"][0][0] = MARKUP
    marked["reading"]["predictions"] = marked["metric"] = MARKUP[:40]
    shown(marked)
    page.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.text("link-right").count(MARKUP) >= 5
    assert page.page.locator(".link-part img").count() == 0
    assert page.page.evaluate("window.hurt") is None


def test_links_that_are_cut_newer_or_too_large_show_nothing(visit, another):
    visit.open(tab="score")
    link = link_of(visit)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = packer.compress(b'{"v":1,"a":"' + b" " * 6_000_000) + packer.flush()
    large = base64.urlsafe_b64encode(text).decode()
    assert len(large) < 8000
    page = opened(another, link[:-300])
    for fragment, said in (
        (link.partition("#")[2][:-300], "This link is cut short."),
        ("result=1.", "This link is cut short."),
        ("result=1.$$$", "This link is cut short."),
        ("result=2.abc", "This link was made by a newer version."),
        (f"result=1.{large}", "This link unpacks to more than a result can be."),
        (f"result=1.{GOLDEN}", "This link holds what no result can hold."),
    ):
        # The address of the same page changes: it is read again.
        page.page.evaluate("fragment => { location.hash = fragment; }", fragment)
        page.until(lambda said=said: said in page.text("link-banner"))
        assert page.page.locator("#page-score .card:visible").count() == 0


def test_numbers_of_a_link_are_written_as_the_server_writes_them(visit):
    visit.open(tab="score")
    draw = random.Random(4)
    values = [0.0625, 0.1875, 0.0005, 0.5, 0.9995, 2.5, 12.5, 13.5, 0.05, 1.25, 1e-9, 1234567.5]
    values += [draw.random() for _ in range(300)] + [
        draw.randrange(2**12) / 2**10 for _ in range(300)
    ]
    for digits in (0, 1, 2, 3):
        found = visit.page.evaluate(
            "([all, digits]) => all.map(one => sf1link.fixed(one, digits))", [values, digits]
        )
        assert found == [f"{value:,.{digits}f}" for value in values]


def test_a_link_of_own_groups_and_of_grouped_rows(visit, another, tmp_path):
    draw = random.Random(6)
    names = ["billing", "refund", "login", "other"]
    rows = [[draw.choice(names), draw.choice(names), at // 4] for at in range(240)]
    file = write_rows(tmp_path / "own.csv", [("predictions", "references", "author"), *rows])
    visit.open(tab="score")
    visit.scores(lambda: visit.give("score", file))
    visit.fold("More settings")
    visit.pick("score-groups", "author")
    visit.run("score")
    for name in ("billing", "refund"):
        visit.press(name, "score-result")
    visit.press("New group")
    visit.scores(lambda: visit.press("Use groups and score"))
    ends = visit.page.locator("#score-result .first .interval").inner_text()
    own = groups_editor.from_text("billing, refund", "0.5", names).similarity
    page = opened(another, link_of(visit))
    assert page.page.locator("#link-right .first .interval").inner_text() == ends
    assert own.fingerprint[:8] in page.text("link-left")
    page.press("Recompute from the counts")
    page.until(lambda: "the same scores." in page.text("link-banner"))
    assert page.page.locator("#link-right .first .interval").inner_text() == ends
    page.pick("link-similarity", "plutchik")
    page.until(lambda: "Not computed." in page.text("link-banner"))
    assert page.page.locator("#link-right .first .value").inner_text() == visit.number()
