"""Labels that no similarity knows: plain F1 at once, then groups, a sheet or a matrix."""

import csv
import io
import json
import random

import pytest
from helpers import write_rows
from space_files import GROUPS
from space_numbers import METRIC
from space_page import DESKTOP, PHONE

from space.frame.similarities import bundled
from space.similarity import groups_editor
from space.similarity.builder import read_outline, written
from space.similarity.form import FIRST, made_of

pytestmark = pytest.mark.space

LOW = {"width": 1280, "height": 720}
ODD = ["a, b", "x: y", ' "q"', "tab\there", "line\nbreak"]
ODD += ['say "hi"', "-1", "\u2028z", "a\\b", "é ü"]


def rows_of(names):
    """Rows of predicted and gold label sets, of which half are right."""
    draw = random.Random(3)
    gold = [draw.sample(names, draw.choice([1, 2])) for _ in range(90)]
    return [(one if draw.random() < 0.5 else draw.sample(names, 1), one) for one in gold]


def write(folder, rows):
    text = [[json.dumps(side) for side in row] for row in rows]
    return write_rows(folder / "own.csv", [("predictions", "references"), *text])


def given(visit, folder, names):
    """Rows of labels with these names, once they were given and scored unasked."""
    rows = rows_of(names)
    visit.open(tab="score")
    visit.scores(lambda: visit.give("score", write(folder, rows)))
    return rows


def pressed(visit):
    """The page once groups were used."""
    visit.scores(lambda: visit.press("Use groups and score"))


def f1(rows, groups, credit="0.5"):
    """Semantic F1 of rows under groups of their labels, as it must be shown."""
    names = sorted({name for row in rows for side in row for name in side})
    own = groups_editor.from_text(groups, credit, names).similarity
    found = METRIC.compute(*map(list, zip(*rows, strict=True)), similarity=own)
    return f"{found['semantic_f1']:.3f}"


TWELVE = [name for group in GROUPS for name in group]
FILES = {
    "12 names": TWELVE,
    "200 names": [f"topic {at}" for at in range(200)],
    "names of two cases": ["Billing", "billing", "BILLING", "Refund", "refund", "login"],
}


@pytest.mark.parametrize("names", FILES.values(), ids=FILES)
def test_plain_f1_comes_unasked_and_groups_take_one_press(visit, tmp_path, names):
    visit.resize(LOW)
    rows = given(visit, tmp_path, names)
    used = sorted({name for row in rows for side in row for name in side})
    sides = map(list, zip(*rows, strict=True))
    exact = METRIC.compute(*sides, similarity="identity", labels=used)["semantic_f1"]
    assert visit.numbers() == {"F1 (exact matches)": f"{exact:.3f}", "Semantic F1": "not yet"}
    assert "95% interval" in visit.text("score-result")
    assert "Not scored" not in visit.text("score-result")
    button = visit.page.get_by_role("button", name="Use groups and score")
    for size in (LOW, PHONE):
        visit.resize(size)
        visit.page.locator("#score-result .editor h2").scroll_into_view_if_needed()
        assert visit.in_window(button)
    visit.resize(DESKTOP)
    for name in used[:2]:
        visit.press(name, "score-result")
    visit.press("New group")
    pressed(visit)
    assert visit.numbers()["Semantic F1"] == f1(rows, ", ".join(used[:2]))
    assert visit.numbers()["F1 (exact matches)"] == f"{exact:.3f}"
    said = f"our own groups ({len(used)} labels in 1 group, credit 0.5, similarity ID"
    assert said in visit.held("score-cite")
    assert "The groups were made after exact F1 was seen." in visit.text("score-take-away")
    assert visit.find("score-similarity").input_value() == "yours"


def test_a_file_with_one_unknown_name_waits_for_the_press(visit, tmp_path):
    rows = [*rows_of(list(bundled()["plutchik"].labels)), (["angr"], ["joy"])]
    visit.open_with(write(tmp_path, rows), "score")
    assert visit.find("score-similarity").input_value() == "plutchik"
    assert visit.is_stale() and visit.number() == "0.600"
    assert visit.page.locator("[data-at-once]").count() == 0


def test_the_sheet_that_is_saved_is_filled_and_scored_at_once(visit, tmp_path):
    names = ["=sum", *TWELVE[:5]]
    rows = given(visit, tmp_path, names)
    visit.press("Spreadsheet")
    name, content = visit.save("Save the sheet", "score-result")
    head, *lines = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    assert (name, head) == ("labels.csv", ["label", "group"])
    assert sorted(line[0] for line in lines) == sorted(["'=sum", *names[1:]])
    money = ("=sum", "billing", "refund")
    *kept, missing = (line[0].lstrip("'") for line in lines)
    filled = [[line[0], "money" * (name in money)] for line, name in zip(lines, kept, strict=False)]
    sheet = write_rows(tmp_path / name, [head, *filled])
    visit.scores(lambda: visit.choose_file("Choose the filled sheet", sheet))
    assert visit.number() == f1(rows, ", ".join(one for one in money if one != missing))
    said = f'1 label of the file is not in the sheet: "{missing}". It counts as exact matches only.'
    assert said in visit.text("own-labels")


def test_groups_are_typed_with_a_credit_and_faults_stay_next_to_them(visit, tmp_path):
    names = [*TWELVE[:3], *ODD[:2]]
    rows = given(visit, tmp_path, names)
    visit.press("Type them")
    typed = read_outline(visit.find("typed-groups").input_value())
    assert sorted(typed) == sorted(names)
    visit.find("typed-groups").fill("billing, refund\ncancellation: billing, login")
    pressed(visit)
    text = visit.text("score-result")
    assert "Not scored. line 2: 'billing' stands in line 1 too, so in two groups" in text
    assert visit.numbers()["Semantic F1"] == "not yet"
    visit.find("typed-groups").fill('billing, "a, b"\nmoney: refund, cancelation')
    visit.pick("credit-choice", "")
    visit.find("credit-other").fill("0,4")
    pressed(visit)
    assert visit.number() == f1(rows, 'billing, "a, b"', "0.4")
    text = visit.text("own-labels")
    assert '1 name of the groups not in the file, left out: "cancelation" (did you mean' in text


def test_the_keyboard_alone_groups_and_scores(visit, tmp_path):
    rows = given(visit, tmp_path, TWELVE[:4])

    def reach(words):
        for _ in range(80):
            visit.page.keyboard.press("Tab")
            if visit.page.evaluate("document.activeElement.innerText") == words:
                return
        raise AssertionError(words)

    visit.page.locator("#score-result .editor [data-way=groups]").focus()
    order = visit.page.locator(".chip.pick").all_inner_texts()
    for name in order[:2]:
        reach(name)
        visit.page.keyboard.press("Enter")
        assert visit.page.evaluate("document.activeElement.ariaPressed") == "true"
    visit.page.locator("#score-result .editor [data-way=groups]").focus()
    reach("New group")
    visit.page.keyboard.press("Enter")
    visit.page.locator("#credit-choice").focus()
    reach("Use groups and score")
    visit.scores(lambda: visit.page.keyboard.press("Enter"))
    assert visit.number() == f1(rows, ", ".join(order[:2]))


def test_chips_and_text_are_the_same_groups(visit):
    visit.open(tab="score")
    groups = [{"name": "a: b", "labels": ODD[:3]}, {"name": "", "labels": ODD[3:6]}]
    groups.append({"name": "", "labels": ["e", "f"]})
    state = {"groups": groups, "alone": ODD[6:]}
    text = visit.page.evaluate("state => sf1groups.write(state)", state)
    paths = read_outline(text)
    assert list(paths) == [*ODD[:6], "e", "f", *ODD[6:]]
    assert [len({tuple(paths[one]) for one in group["labels"]}) for group in groups] == [1, 1, 1]
    assert len({tuple(path) for path in paths.values() if path}) == 3
    back = "text => sf1groups.read(text, LABELS)".replace("LABELS", json.dumps(list(paths)))
    assert visit.page.evaluate(back, text) == state
    lines = "\n".join(map(written, ODD))
    assert visit.page.evaluate(back, lines)["groups"] == []
    for tree in ("a\n  b", "a, b\nb, c"):
        assert visit.page.evaluate(back, tree) is None


def test_matrices_keep_their_values_and_are_extended(tmp_path):
    own = METRIC.similarity.build([[1, 0.3], [0.2, 1]], ["a", "b"], none_labels=["none"])
    content = json.dumps(own.to_dict()).encode()
    answer = groups_editor.from_file("own.json", content, "0.5", ["c", "a", "none"])
    assert answer.similarity.labels == ("a", "b", "c")
    assert answer.similarity.values.tolist() == [[1, 0.3, 0], [0.2, 1, 0], [0, 0, 1]]
    said = '1 label of the file is not in own.json: "c". It counts as exact matches only.'
    assert answer.notes == (said,)
    whole = groups_editor.from_file("own.json", content, "0.5", ["a", "b"])
    assert whole.similarity.fingerprint == own.fingerprint and whole.notes == ()
    with pytest.raises(ValueError, match=r"own.json: none of the labels of your file is in it"):
        groups_editor.from_file("own.json", content, "0.5", ["x"])
    with pytest.raises(ValueError, match=r"s.csv: line 3: 'a' is in line 2 too"):
        groups_editor.from_file("s.csv", b"label,group\na,x\na,y\n", "0.5", ["a"])


@pytest.mark.parametrize(
    ("text", "within", "said"),
    [
        ("a\nb", "0.5", "No two labels are in one group yet"),
        ("a, b", "1.2", "the credit within a group is a number from 0 to 1; got 1.2"),
        ("a, b", "half", "The credit within a group is no number: 'half'"),
        ("a, b", "nan", "The credit within a group is no number: 'nan'"),
    ],
)
def test_groups_that_are_none_are_refused(text, within, said):
    with pytest.raises(ValueError, match=said):
        groups_editor.from_text(text, within, ["a", "b"])


def test_a_credit_is_taken_or_refused_and_never_moved():
    for credit in (0.0, 0.97, 1.0):
        made = made_of({**FIRST, "groups": "a, b\nc", "within": str(credit)}).similarity
        assert made.values[0].tolist() == [1, credit, 0]
    for credit in ("1.2", "-0.1"):
        with pytest.raises(ValueError, match=f"a number from 0 to 1; got {credit}"):
            made_of({**FIRST, "groups": "a, b\nc", "within": credit})
