"""The page "Try it" in a browser: chips, numbers and words are always of one state."""

import json
import random
from urllib.parse import parse_qs, urlsplit

import pytest
from space_code import printed
from space_numbers import METRIC

from space.example.form import EXAMPLES

pytestmark = pytest.mark.space


def expected(predicted, gold, similarity="plutchik"):
    """The four numbers of an example, as they must be shown."""
    options = {"similarity": similarity, "unknown_labels": "mismatch"}
    with METRIC.notices():
        semantic, hard = METRIC.side_by_side([predicted], [gold], **options).values()
    numbers = {
        "Semantic F1": semantic["semantic_f1"],
        "F1 (exact matches)": hard["semantic_f1"],
        "Precision": semantic["semantic_precision"],
        "Recall": semantic["semantic_recall"],
    }
    return {name: f"{number:.3f}" for name, number in numbers.items()}


def state(page):
    """Chips of both sides and the headline, read in one moment."""
    return page.page.evaluate(
        """() => ['predicted', 'gold'].map(side => [...document.querySelectorAll(
            `#try-result .chip:has([data-side=${side}]) bdi`)].map(e => e.textContent))
            .concat(document.querySelector('#try-result .first .value').textContent)"""
    )


@pytest.mark.smoke
def test_each_example_shows_the_metric_s_numbers(visit):
    visit.open()
    assert visit.numbers("try") == expected(*EXAMPLES["Near miss"][1:])
    assert visit.number("try") == "0.755"
    for name, (similarity, predicted, gold) in reversed(EXAMPLES.items()):
        visit.press(name)
        assert visit.chips("predicted") == predicted
        assert visit.chips("gold") == gold
        assert visit.numbers("try") == expected(predicted, gold, similarity)
        explained = METRIC.explain(predicted, gold, similarity=similarity)
        matches = [*explained["predictions"], *explained["references"]]
        near = [" or ".join(match["ties"]) or "nothing near" for match in matches]
        rows = [
            [match["label"], ties, f"{match['similarity']:.3f}"]
            for match, ties in zip(matches, near, strict=True)
        ]
        shown = visit.page.locator("#try-result .ledgers tr").evaluate_all(
            "rows => rows.map(r => [...r.cells].map(c => c.innerText.trim()))"
        )
        assert [row for row in shown if len(row) == 3] == rows


def test_a_sentence_says_why(visit):
    visit.open()
    card = visit.text("try-card")
    assert "anger (predicted) is not disgust but close: 0.85 credit instead of 0." in card
    assert "sadness (gold) is not anger but partly like it: 0.50 credit instead of 0." in card
    visit.press("No gold label")
    assert "a full score, by convention (zero_division = 1)" in visit.text("try-card")
    visit.add("predicted", "joy")
    assert "Nothing is gold, so no predicted label earns credit: 0." in visit.text("try-card")
    visit.press("Too few")
    said = visit.text("try-card").split("\n")[-1]
    assert said == "joy is right. sadness (gold) is close to no predicted label: no credit."


def test_a_label_is_typed_and_the_address_is_the_view(visit, another):
    visit.open()
    field = visit.find("add-predicted")
    field.fill("JOY ")
    field.press("Enter")
    # In the moment in which the chip is there, so are the number, the ledger, the picture and the
    # address: what a person waits for is one answer, however long a busy machine takes for it.
    together = visit.page.wait_for_function(
        """() => document.querySelectorAll('.chip').length === 4 && [
            document.querySelector('#try-result .first .value').textContent,
            document.querySelectorAll('#try-result .ledgers tr').length,
            [...document.querySelectorAll('#try-result svg text')].some(
                text => text.textContent === 'joy'),
            location.search.includes('joy')]"""
    ).json_value()
    number = expected(["anger", "joy"], ["disgust", "sadness"])["Semantic F1"]
    assert together == [number, 6, True, True]
    visit.settle()
    assert visit.chips("predicted") == ["anger", "joy"]
    assert visit.find("add-predicted").input_value() == ""
    numbers = visit.numbers("try")
    assert numbers == expected(["anger", "joy"], ["disgust", "sadness"])
    query = parse_qs(urlsplit(visit.page.url).query)
    assert json.loads(query["predicted"][0]) == ["anger", "joy"]
    other = another().follow("?" + urlsplit(visit.page.url).query)
    assert other.chips("predicted") == ["anger", "joy"]
    assert other.numbers("try") == numbers


def test_lists_are_pasted(visit):
    visit.open()
    for written in (
        '["joy", "fear"]',
        "['joy', 'fear']",
        "joy; fear",
        "joy|fear",
        "joy\nfear",
        '{"x": ["joy", "fear"]}',
    ):
        visit.press("No gold label")
        assert visit.chips("gold") == []
        visit.find("add-gold").focus()
        visit.page.evaluate(
            """text => { const data = new DataTransfer(); data.setData('text', text);
            document.activeElement.dispatchEvent(new ClipboardEvent('paste',
                {clipboardData: data, bubbles: true, cancelable: true})); }""",
            written,
        )
        visit.settle()
        assert visit.chips("gold") == ["joy", "fear"], written
        assert visit.numbers("try") == expected([], ["joy", "fear"])


def test_unknown_names_stay_and_are_explained(visit):
    visit.open()
    visit.add("predicted", "angr")
    text = visit.text("try-card")
    assert "Not a label of Plutchik's wheel:" in text
    assert "(did you mean 'anger'?)" in text
    assert visit.numbers("try") == expected(["anger", "angr"], ["disgust", "sadness"])
    visit.pick("try-similarity", "mfrc")
    visit.add("gold", '["Care", "kindness"]')
    assert visit.chips("gold") == ["Care", "kindness"]
    assert visit.page.locator("#try-card .notice").count() == 1
    visit.add("gold", '["Care"')
    assert "no list of labels" in visit.text("try-result")
    assert visit.chips("gold") == ["Care", "kindness"]


def test_other_scores_and_code_are_of_the_example(visit, tmp_path):
    visit.open()
    visit.add("predicted", "angr")
    visit.fold("Other scores, code, picture to save")
    predicted, gold = ["anger", "angr"], ["disgust", "sadness"]
    found = METRIC.baselines([predicted], [gold], similarity="plutchik", unknown_labels="mismatch")
    names = ("turki", "hungarian", "extended_hungarian", "extended_hungarian_harmonic")
    shown = [row[1] for row in visit.rows("try-more")]
    assert shown == [
        expected(predicted, gold)["Semantic F1"],
        *(f"{found[name]:.3f}" for name in (*names, "transport", "set_relatedness")),
    ]
    name, content = visit.save("Save SVG", "try-result")
    assert name == "semantic_f1_example_plutchik.svg"
    assert b"var(" not in content and b">disgust</text>" in content
    code = visit.held("try-python")
    said = printed(code, tmp_path)
    assert said == code.split("# ")[-1].strip()
    assert f"{float(said):.3f}" == visit.number("try")


def test_another_similarity_names_what_it_drops(visit):
    visit.open()
    visit.add("gold", "trust")
    visit.pick("try-similarity", "goemotions-ekman")
    assert visit.chips("gold") == ["disgust", "sadness"]
    assert "Not labels of it, so dropped: trust." in visit.text("try-result")
    assert visit.numbers("try") == expected(["anger"], ["disgust", "sadness"], "goemotions-ekman")


def test_labels_come_and_go_by_keyboard_alone(visit):
    visit.open()
    visit.find("add-gold").focus()
    visit.page.keyboard.press("Backspace")
    visit.settle()
    assert visit.chips("gold") == ["disgust"]
    for name in ("fear", "joy"):
        visit.page.keyboard.type(name)
        visit.page.keyboard.press("Enter")
    visit.settle()
    assert visit.chips("gold") == ["disgust", "fear", "joy"]
    visit.page.get_by_role("button", name="remove fear").focus()
    visit.page.keyboard.press("Enter")
    visit.settle()
    assert visit.chips("gold") == ["disgust", "joy"]
    assert visit.numbers("try") == expected(["anger"], ["disgust", "joy"])
    assert visit.live() == f"Semantic F1 {visit.number('try')}, F1 (exact matches) 0.000."


def test_the_last_of_64_quick_clicks_wins(visit):
    visit.open()
    draw, names, steps, last = random.Random(3), list(EXAMPLES), [], ""
    for _ in range(64):
        last = draw.choice([name for name in names if name != last])
        steps.append([last, draw.randint(10, 60)])
    visit.page.evaluate(
        """async steps => { for (const [name, pause] of steps) {
            [...document.querySelectorAll('#try-result button')].find(
                button => button.textContent.trim() === name).click();
            await new Promise(done => setTimeout(done, pause)); } }""",
        steps,
    )
    visit.settle()
    similarity, predicted, gold = EXAMPLES[last]
    assert state(visit) == [predicted, gold, expected(predicted, gold, similarity)["Semantic F1"]]


def test_quick_steps_are_all_taken(visit):
    visit.open()
    visit.press("No gold label")
    names = ["joy", "fear", "trust", "anger", "love", "disgust"]
    for name in names:
        visit.find("add-predicted").fill(name)
        visit.find("add-predicted").press("Enter")
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#try-result .chip').length === 6"
    )
    assert visit.chips("predicted") == names


def test_while_a_link_opens_chips_and_number_belong_together(another):
    wanted = (["love"], ["fear", "joy"])
    pairs = {
        json.dumps([[*predicted], [*gold], expected(predicted, gold)["Semantic F1"]])
        for predicted, gold in ((["anger"], ["disgust", "sadness"]), wanted)
    }
    page = another()
    sides = [json.dumps(side) for side in wanted]
    query = f"?tab=try&similarity=plutchik&predicted={sides[0]}&gold={sides[1]}"
    page.page.goto(page.url + query)
    page.page.locator("#try-result .card").first.wait_for(state="attached")
    seen = []
    while len(seen) < 12 or (len(seen) < 100 and json.loads(seen[-1])[:2] != [*wanted]):
        seen.append(json.dumps(state(page)))
        page.page.wait_for_timeout(50)
    assert set(seen) <= pairs
    assert json.loads(seen[-1])[:2] == [*wanted]


@pytest.mark.parametrize(
    "query",
    [
        {"tab": "nowhere", "similarity": "nothing"},
        {"similarity": "../x.json", "predicted": "[1", "gold": '{"a": 1}'},
        {"tab": "try", "predicted": '["\\ud800"]', "gold": '["joy", 3]'},
    ],
)
def test_a_link_that_cannot_be_is_a_page_all_the_same(visit, query):
    visit.open(**query)
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Try it"
    assert "Nothing is scored." in visit.text("try-result")
    assert not visit.find("try-result").locator(".value").count()


def test_tabs_have_addresses_and_keys_and_one_that_is_not_here_is_the_first(visit):
    visit.open(tab="nowhere", similarity="plutchik")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Try it"
    assert visit.number("try") == "0.755"
    visit.open(tab="score")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Score"
    visit.tab("Try it")
    assert "tab=try" in visit.page.url and "similarity=plutchik" in visit.page.url
    visit.page.get_by_role("tab", name="Try it").press("ArrowRight")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Score"
    visit.page.keyboard.press("End")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Annotators"
    visit.page.keyboard.press("ArrowRight")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Try it"
