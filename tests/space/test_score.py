"""The page "Score" in a browser: one scored state, files as they lie, what is taken away."""

import csv
import io
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from helpers import write_rows
from space_files import GROUPS, GROUPS_TEXT, read_sets, similarity_of_groups
from space_numbers import METRIC, both_scores, bundled_sets
from space_page import DESKTOP, PHONE

pytestmark = pytest.mark.space

BUTTON = "#score-inputs [data-run]"


# --- One scored state ---


@pytest.mark.smoke
def test_the_example_is_scored_when_the_page_opens(visit):
    visit.open(tab="score")
    semantic, hard = both_scores(*bundled_sets(), "goemotions-ekman")
    assert visit.numbers() == {
        "Semantic F1": f"{semantic:.3f}",
        "F1 (exact matches)": f"{hard:.3f}",
        "Close labels add": f"+{semantic - hard:.3f}",
    }
    assert visit.number() == "0.600"
    assert visit.in_window(visit.page.locator("#score-result .first .value"))
    text = visit.text("score-result")
    assert "95% interval 0.588\u20130.612" in text
    assert "always answering \u201cnothing (no label)\u201d: 0.296" in text
    assert not visit.is_stale()


def test_a_changed_field_greys_the_result_and_saves_stay_of_it(visit):
    visit.open(tab="score")
    before = visit.save("Save results (JSON)", "score-result")
    rows = visit.save("Save each row (CSV)", "score-result")
    for fold in ("Read as:", "More settings"):
        visit.fold(fold)
    for field, value in (
        ("score-similarity", "goemotions"),
        ("score-beside", "goemotions"),
        ("score-unknown", "mismatch"),
        ("score-counting", "two_sided"),
        ("score-macro", "present"),
        ("score-separator", ";"),
    ):
        started = visit.find(field).input_value()
        visit.find(field).select_option(value)
        visit.page.wait_for_timeout(300)
        assert visit.is_stale(), field
        said = visit.live()
        assert said.startswith("The inputs changed. This is the previous result: ")
        assert said.endswith("Press Score for a new one.") and said in visit.text("score-result")
        visit.settle()
        assert visit.is_stale(), field
        assert visit.save("Save results (JSON)", "score-result") == before
        visit.press("micro", "score-result")
        assert visit.is_stale(), field
        assert visit.save("Save results (JSON)", "score-result") == before
        visit.pick(field, started)
        assert not visit.is_stale(), field
        visit.page.evaluate("sf1.say('-')")
    visit.pick("score-counting", "two_sided")
    assert visit.save("Save each row (CSV)", "score-result") == rows


def test_scored_again_all_is_of_the_new_state(visit):
    visit.open(tab="score")
    visit.pick("score-similarity", "goemotions")
    visit.run("score")
    assert not visit.is_stale()
    name, content = visit.save("Save results (JSON)", "score-result")
    assert name == "semantic_f1_goemotions_test_goemotions.json"
    saved = json.loads(content)["results"][0]
    f1 = saved["averages"]["samples"]["semantic"]["f1"]
    assert f"{f1:.3f}" == visit.number() == "0.619"
    _, rows = visit.save("Save each row (CSV)", "score-result")
    table = list(csv.DictReader(io.StringIO(rows.decode("utf-8-sig"))))
    column = [float(row["semantic_f1"]) for row in table]
    assert sum(column) / len(column) == pytest.approx(f1, abs=1e-12)
    assert list(table[0])[:4] == ["line", "comment_id", "references", "predictions"]
    assert "similarity goemotions (similarity ID 8f178911)" in visit.held("score-cite")
    assert "similarity:goemotions|" in visit.held("score-signature")
    assert "0.619" in visit.held("score-latex") and "0.619" in visit.held("score-markdown")


def test_a_link_carries_all_settings(visit, another):
    visit.open(tab="score")
    visit.fold("More settings")
    settings = {
        "similarity": "goemotions",
        "beside": "goemotions-ekman",
        "unknown_labels": "ignore",
        "counting": "two_sided",
        "macro_labels": "present",
    }
    for name, value in settings.items():
        visit.pick(f"score-{name.removesuffix('_labels')}", value)
    visit.find("more-settings").get_by_role("checkbox").check()
    visit.settle()
    visit.run("score")
    visit.press("macro", "score-result")
    query = dict(parse_qsl(urlsplit(visit.page.url).query))
    more = {"tab": "score", "normalize_names": "true", "average": "macro"}
    assert query == {**settings, **more, "__theme": "light"}
    link = visit.page.get_by_role("button", name="Copy link to these settings")
    other = another().follow(f"?{link.get_attribute('data-link')}")
    assert other.text("score-result") == visit.text("score-result")
    saved = "Save results (JSON)", "score-result"
    assert other.save(*saved) == visit.save(*saved)
    assert not other.is_stale()
    other.fold("More settings")
    for name, value in settings.items():
        assert other.find(f"score-{name.removesuffix('_labels')}").input_value() == value
    assert other.find("more-settings").get_by_role("checkbox").is_checked()


def test_another_average_scores_nothing_again(visit):
    visit.open(tab="score")
    averages = ["micro", "macro", "weighted"]
    sides = dict(zip(("predictions", "references"), bundled_sets(), strict=True))
    expected = METRIC.compute(**sides, similarity="goemotions-ekman", average=averages)
    for average in averages:
        before = len([url for url in visit.requests if "/queue/join" in url])
        visit.press(average, "score-result")
        assert len([url for url in visit.requests if "/queue/join" in url]) == before + 1
        f1 = expected[f"semantic_f1_{average}"]
        assert visit.number() == f"{f1:.3f}"
        assert f"Semantic F1 ({average}) is {f1:.3f}" in visit.held("score-cite")
        code = visit.held("score-python")
        assert f"average='{average}'" in code and f"# {round(f1, 4)}" in code
        assert f"average={average}" in visit.page.url


def test_two_similarities_beside_each_other(visit):
    visit.open(tab="score")
    both = {
        name: f"{both_scores(*bundled_sets(), name)[0]:.3f}"
        for name in ("goemotions-ekman", "goemotions")
    }
    for first, second in (list(both), list(both)[::-1]):
        visit.pick("score-similarity", first)
        visit.pick("score-beside", second)
        visit.run("score")
        shown = visit.page.locator("#score-result .block-score .value").all_inner_texts()
        assert shown == [both[first], both[second]]
        sentence = visit.held("score-cite")
        assert f"is {both[first]} (" in sentence and f"and {both[second]} (" in sentence


# --- Files ---


def test_columns_that_no_name_tells_apart_are_asked_for(visit, complaints):
    visit.open_with(complaints, "score")
    text = visit.text("score-inputs")
    assert "complaints.csv, 600 rows" in text.replace("\n", "")
    assert "Which column is gold, which is predicted?" in text
    assert "model_a, model_b, agent hold labels; no name says which is which." in text
    assert visit.page.locator(BUTTON).is_disabled()
    assert visit.find("score-separator").input_value() == ","
    assert visit.is_stale()
    assert visit.number() == "0.600"
    visit.choose_columns("model_b", "agent")
    assert "No bundled similarity knows most of your labels." in visit.text("score-inputs")
    visit.until(lambda: not visit.is_stale())
    visit.pick("score-similarity", "plutchik")
    assert visit.page.locator(BUTTON).is_enabled()
    assert "12 names of the file are not labels of it:" in visit.text("score-inputs")
    for size in (PHONE, DESKTOP):
        visit.resize(size)
        assert visit.in_window(visit.page.locator(BUTTON))
    visit.run("score")
    text = visit.text("score-result")
    assert re.match(r"Not scored\. line \d+, column 'model_b': ", text)
    assert "choose another similarity, or under More settings" in text.replace("Choose", "choose")
    assert "unknown_labels" not in text and "mismatch" not in text
    assert visit.in_window(visit.page.locator("#score-result .notice.error"))


def test_columns_go_by_their_names_and_never_by_their_place(visit, tmp_path):
    gold, predicted = ["joy", "anger; fear", "joy"], ["joy; love", "disgust", "fear"]
    split = [[cell.split("; ") for cell in side] for side in (predicted, gold)]
    semantic, hard = both_scores(*split, "plutchik")
    rows = [("gold", "pred"), *zip(gold, predicted, strict=True)]
    visit.open_with(write_rows(tmp_path / "named.csv", rows), "score")
    assert "Read as shown. Check the columns, then press Score." in visit.text("score-inputs")
    assert visit.find("score-references").input_value() == "gold"
    assert visit.find("score-similarity").input_value() == "plutchik"
    assert visit.is_stale()
    visit.run("score")
    assert visit.numbers()["Semantic F1"] == f"{semantic:.3f}"
    assert visit.numbers()["F1 (exact matches)"] == f"{hard:.3f}"
    said = f"Semantic F1 {semantic:.3f}, F1 (exact matches) {hard:.3f}, on 3 examples of named.csv."
    assert visit.live() == said


def test_a_refused_file_blocks_until_another_is_there(visit, tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("predictions,references\njoy,joy\nanger,fear\n")
    bad.write_bytes("predictions,references\nmisérable,joy\n".encode("latin-1"))
    visit.open_with(good, "score")
    visit.run("score")
    assert visit.number() == "0.500"
    visit.give("score", bad)
    assert "Not read. bad.csv: line 2: byte 4 (0xE9) is not UTF-8" in visit.text("score-inputs")
    button = visit.page.locator(BUTTON)
    assert button.is_disabled()
    refusal = visit.page.locator("#score-inputs .notice.error")
    assert refusal.bounding_box()["y"] < button.bounding_box()["y"]
    assert visit.in_window(refusal)
    assert visit.is_stale() and visit.number() == "0.500"
    # A button of the inputs before, which was pressed meanwhile.
    visit.find("score-inputs").locator("[data-rev]").evaluate(
        "place => { place.innerHTML += '<button data-do=make data-go=similarity>Make'; }"
    )
    visit.press("Make")
    assert "No labels to group. bad.csv: line 2: byte 4" in visit.text("similarity-result")
    visit.tab("Score")
    visit.press("Back to the GoEmotions example")
    visit.run("score")
    assert visit.number() == "0.600"


def test_pasted_rows_are_read(visit):
    predicted, gold = ["joy, love", "anger", ""], ["joy", "disgust, sadness", "fear"]
    sets = [[cell.split(", ") if cell else [] for cell in side] for side in (predicted, gold)]
    rows = [("predictions", "references"), *zip(predicted, gold, strict=True)]
    visit.open(tab="score")
    visit.press("Use your own")
    visit.fill("score-pasted", "\n".join(map(";".join, rows)))
    visit.press("Read the pasted rows")
    assert visit.find("score-separator").input_value() == ","
    visit.run("score")
    assert visit.number() == f"{both_scores(*sets, 'plutchik')[0]:.3f}"
    assert visit.text("score-result").count("pasted.csv")


@pytest.mark.smoke
def test_a_dropped_file_is_read(visit, tmp_path):
    visit.open(tab="score")
    visit.press("Use your own")
    with visit.page.expect_response(lambda answer: "/upload?" in answer.url):
        visit.page.evaluate(
            """() => { const data = new DataTransfer();
            data.items.add(new File(['predictions,references\\njoy,joy\\n'], 'dropped.csv'));
            document.querySelector('#score-drop').dispatchEvent(new DragEvent('drop',
                {dataTransfer: data, bubbles: true, cancelable: true})); }"""
        )
    visit.settle()
    assert "dropped.csv" in visit.text("score-inputs")
    visit.run("score")
    assert visit.number() == "1.000"


def test_scores_of_a_model_have_a_threshold_and_a_curve(visit, tmp_path):
    labels = METRIC.similarity.load("plutchik").labels
    rows = [
        [0.9 if name in ("joy", "love") else 0.1 for name in labels],
        [0.6 if name == "anger" else 0.4 if name == "fear" else 0.0 for name in labels],
    ]
    cells = zip(["joy", "fear"], map(json.dumps, rows), strict=True)
    visit.open_with(write_rows(tmp_path / "scores.csv", [("gold", "pred"), *cells]), "score")
    assert "These are scores, one per label" in visit.text("score-inputs")
    for threshold, sets in (
        ("0.5", [["joy", "love"], ["anger"]]),
        ("0.35", [["joy", "love"], ["anger", "fear"]]),
    ):
        visit.fill("score-threshold", threshold)
        visit.run("score")
        semantic, _ = both_scores(sets, [["joy"], ["fear"]], "plutchik")
        assert visit.number() == f"{semantic:.3f}"
    assert visit.page.locator("#threshold svg").count() == 1
    assert visit.find("threshold").locator("tbody tr").count() == 6


def test_a_similarity_is_made_from_the_names_of_the_file(visit, complaints):
    visit.open_with(complaints, "score")
    visit.choose_columns("model_b", "agent")
    visit.press("Make a similarity from these names")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Similarity"
    names = visit.find("groups-text").input_value().split("\n")
    assert sorted(names) == sorted(name for group in GROUPS for name in group)
    said = "No label is near any other yet: this is F1 of exact matches."
    assert said in visit.text("similarity-inputs")
    visit.fill("groups-text", GROUPS_TEXT)
    visit.press("Use it in Score")
    assert visit.page.get_by_role("tab", selected=True).inner_text() == "Score"
    chosen = visit.find("score-similarity").locator("option:checked").inner_text()
    assert chosen == "Yours (12 labels)"
    visit.run("score")
    own = similarity_of_groups()
    predictions, references = read_sets(complaints, "model_b", "agent")
    assert visit.number() == f"{both_scores(predictions, references, own)[0]:.3f}"
    said = f"our own similarity of 12 labels (similarity ID {own.fingerprint[:8]})"
    assert said in visit.held("score-cite")
    name, content = visit.save("Save yours.json", "score-result")
    assert name == "yours.json"
    assert METRIC.similarity.load(json.loads(content)).fingerprint == own.fingerprint


def test_a_file_that_is_forgotten_is_sent_again(visit, server, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("predictions,references\njoy,joy\n")
    visit.open_with(file, "score")
    server.sweep()
    visit.page.locator(BUTTON).click()
    visit.settle()
    assert visit.number() == "1.000"
    assert "mine.csv · 1 example" in visit.text("score-result")


# --- Seen, and said ---


def test_the_result_is_in_the_window_after_score(visit):
    visit.open(tab="score")
    others = [("goemotions", "0.619", 0), ("goemotions-ekman", "0.600", None)]
    for (name, number, scrolled), size in zip(others, (DESKTOP, PHONE), strict=True):
        visit.resize(size)
        if size is PHONE:
            visit.page.locator("#score-inputs .unfold").click()
        visit.pick("score-similarity", name)
        visit.run("score")
        card = visit.page.locator("#score-result .first .value")
        visit.until(lambda card=card: visit.in_window(card))
        assert visit.live().startswith(
            f"Semantic F1 {number}, F1 (exact matches) 0.540, on 5,427 examples"
        )
        assert scrolled is None or visit.page.evaluate("scrollY") == scrolled


def test_the_keyboard_alone_scores_and_the_result_is_said_once(visit):
    visit.open(tab="score")
    visit.find("score-similarity").focus()
    visit.page.keyboard.type("GoEmotions c")
    visit.settle()
    assert visit.find("score-similarity").input_value() == "goemotions"
    visit.page.evaluate(
        """() => { window.said = []; new MutationObserver(() => {
            const text = document.querySelector('#sf1-live').textContent;
            if (text) window.said.push(text); }).observe(
                document.querySelector('#sf1-live'), {childList: true, characterData: true,
                subtree: true}); }"""
    )
    for _ in range(12):
        visit.page.keyboard.press("Tab")
        if visit.page.evaluate("document.activeElement.dataset.run !== undefined"):
            break
    visit.scores(lambda: visit.page.keyboard.press("Enter"))
    assert visit.live().startswith("Semantic F1 0.619, F1 (exact matches) 0.540")
    assert len([text for text in visit.page.evaluate("said") if "Semantic F1" in text]) == 1


def test_mistakes_labels_and_lowest_examples(visit, tmp_path):
    texts = ["a bus that left too early", "nothing at all to say here", "what a fine day " * 9]
    rows = zip(texts, ["joy", "anger", "joy"], ["fear", "disgust", "joy"], strict=True)
    heads = ("text", "predictions", "references")
    visit.open_with(write_rows(tmp_path / "texts.csv", [heads, *rows]), "score")
    visit.run("score")
    text = visit.text("score-result")
    assert "fear predicted as joy 1 time, 0.50 credit each" in text.replace("\n", " ")
    assert "disgust predicted as anger 1 time, 0.85 credit each" in text.replace("\n", " ")
    visit.fold("Lowest examples")
    rows = visit.rows("lowest")
    assert [row[0] for row in rows] == ["2", "3", "4"]
    assert rows[0] == ["2", "joy", "fear", texts[0], "0.500"]
    assert rows[2][3] == f"{texts[2][:79]}\u2026"
    visit.fold("Each label")
    labels = visit.rows("each-label")
    semantic = [float(row[3]) for row in labels]
    assert semantic == sorted(semantic, reverse=True) and len(labels) == 12
    visit.find("each-label").get_by_role("button", name="Gold").click()
    counts = [float(row[1]) for row in visit.rows("each-label")]
    assert counts == sorted(counts, reverse=True)


# --- Taken away ---


def test_the_sentence_has_number_interval_similarity_and_hard_number(visit):
    visit.open(tab="score")
    assert visit.held("score-cite").split("\n")[0] == (
        "On 5,427 examples, Semantic F1 (samples) is 0.600 (95% interval 0.588 to 0.612) under "
        "the similarity goemotions-ekman (similarity ID 10c2837c); F1 of exact matches only is "
        "0.540 (95% interval 0.528 to 0.553)."
    )
    said = "Samples Semantic F1 was .600 (95% CI .588 to .612, 5,427 examples)."
    assert visit.held("score-results") == said
    assert "smoothed bootstrap intervals (1,000 resamples, seed 0" in visit.held("score-methods")
    markdown = visit.held("score-markdown").split("\n")
    assert markdown[2] == (
        "| samples | 0.600 | 0.609 | 0.600 | 0.588\u20130.612 | 0.542 | 0.560 | 0.540 |"
    )
    latex = visit.held("score-latex")
    assert "samples & 0.600 & 0.609 & 0.600 & 0.588--0.612 & 0.542 & 0.560 & 0.540 \\\\" in latex
    assert latex.count("\\toprule") == latex.count("\\bottomrule") == 1
    columns = re.search(r"tabular}{(\w+)}", latex)[1]
    assert all(row.count("&") + 1 == len(columns) for row in latex.split("\n") if "0." in row)
    assert_compiles(latex)


def assert_compiles(table):
    """A LaTeX table with booktabs is typeset, where there is a LaTeX; else it is well formed."""
    assert table.count("{") == table.count("}")
    assert re.fullmatch(r"\\begin\{tabular\}.*\\end\{tabular\}\n", table, re.S)
    body = [line for line in table.split("\n")[1:-2] if line]
    assert all(line.endswith("\\\\") or line.startswith(("\\", "&")) for line in body)
    program = next(filter(None, map(shutil.which, ("pdflatex", "xelatex", "tectonic"))), None)
    if program is None:
        print("no LaTeX was found: the table was looked at, not typeset")
        return
    head = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}"
    text = f"{head}{table}\\end{{document}}"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "table.tex").write_text(text)
        subprocess.run([program, "table.tex"], cwd=folder, check=True, capture_output=True)


def test_what_is_copied_is_what_is_held(visit):
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open(tab="score")
    for name, held in (
        ("Copy LaTeX", "score-latex"),
        ("Copy Markdown", "score-markdown"),
        ("Copy signature", "score-signature"),
        ("Copy sentence and signature", "score-cite"),
    ):
        visit.press(name, "score-result")
        assert visit.page.evaluate("navigator.clipboard.readText()") == visit.held(held)
    assert visit.live() == "Copied"


def test_a_figure_is_saved_as_svg_and_as_png(visit):
    visit.open(tab="score")
    name, content = visit.save("Save SVG", "score-result")
    assert name == "semantic_f1_goemotions_test_goemotions-ekman.svg"
    assert b"var(" not in content and b'width="318"' in content
    assert content.count(b"<text") > 27 * 3
    name, content = visit.save("Save PNG", "score-result")
    assert name.endswith(".png") and content[:8] == b"\x89PNG\r\n\x1a\n"
    width = int.from_bytes(content[16:20], "big")
    assert width == 1272
    dark = visit.page.evaluate(
        """async bytes => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const drawn = canvas.getContext('2d'); drawn.drawImage(bitmap, 0, 0);
        const data = drawn.getImageData(0, 0, bitmap.width, bitmap.height).data;
        let dark = 0; for (let i = 0; i < data.length; i += 4) dark += data[i] < 128;
        return dark / (data.length / 4); }""",
        list(content),
    )
    assert 0.02 < dark < 0.5
