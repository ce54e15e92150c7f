"""Wrong numbers by reading, each through every way in; the account that travels with a number."""

import json
import pickle
import shutil

import pytest
from reading_ways import by_command, by_reader, by_space

from semantic_f1 import SemanticF1
from semantic_f1.files.account import Account

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which writes sheets, is missing")

GOLD = "id,gold_label|1,joy|2,love|3,anger"


def case(outcome, predictions, gold=None, /, ending="csv", **options):
    """Contents by file name, lines apart by bars; options, and what comes."""
    texts = {f"p.{ending}": predictions, f"g.{ending}": gold}
    files = {name: text.replace("|", "\n") + "\n" for name, text in texts.items() if text}
    return files, options, outcome


# Name -> files, options, and what comes: F1, or parts of the error and the options that give F1.
CASES = {
    "gold beside predictions": case(1 / 3,
        "id,gold_label,bert|1,joy,anger|2,love,love|3,anger,fear", GOLD),
    "gold labels alone": case(["no column of predictions: 'gold_label' is gold"], GOLD, GOLD),
    "two systems left": case(["'gold_label' is gold. Left: 'bert', 'gpt'. Choose: ",
        {"predictions": "gpt"}, 1 / 3],
        "id,gold_label,bert,gpt|1,joy,joy,love|2,love,joy,love|3,anger,fear,joy", GOLD),
    "a copy of gold among two": case(
        ["which column holds the predictions? 'label' equals the gold in all rows"],
        "id,label,n|1,joy,a|2,love,b|3,anger,c", GOLD),
    "an edit flag alone": case(
        ["The only one left, 'was_edited', shares no label with 'gold_label'"],
        "id,was_edited|1,no|2,yes|3,no", GOLD),
    "PMID in another order": case(1, "PMID,pred|103,anger|101,joy|102,love",
        "PMID,gold|101,joy|102,love|103,anger"),
    "texts in another order": case(1, "sentence,pred|so it is,anger|well then,joy|no more,love",
        "sentence,gold|well then,joy|no more,love|so it is,anger"),
    "line numbers beside a filename": case(1,
        "id,filename,pred|0,c.txt,anger|1,a.txt,joy|2,b.txt,love",
        "id,filename,gold|0,a.txt,joy|1,b.txt,love|2,c.txt,anger"),
    "flags in another order": case(2 / 3, "id,x,pred|1,no,joy|2,,love|3,yes,joy",
        "id,x,gold|1,,joy|2,yes,love|3,no,anger"),
    "two joins that differ": case(
        ["'name' and 'code' hold the same values in both, and join other rows", {"id": "name"}, 0],
        "name,code,pred|a1,y2,anger|b2,z3,joy|c3,x1,love",
        "name,code,gold|a1,x1,joy|b2,y2,love|c3,z3,anger"),
    "repeated values in another order": case(["'topic' hold the same values in another order",
        {"by_line": True}, 0], "topic,pred|b,anger|a,joy|a,love",
        "topic,gold|a,joy|a,love|b,anger"),
    "nothing shared": case(2 / 3, "pred|joy|love|love", "gold|joy|love|anger"),
    "ids of two columns": case(["join rows together. Choose: ", {"id": "doc_id,sent_id"}, 1],
        "doc_id,sent_id,pred|1,2,love|1,1,joy|2,1,anger",
        "doc_id,sent_id,gold|1,1,joy|1,2,love|2,1,anger"),
    "ids as floats": case(2 / 3, "id,pred|3.0,anger|1.0,joy|2.0,joy", GOLD),
    "floats that no heading tells": case(2 / 3, "nr,bert|3.0,anger|1.0,joy|2.0,joy", GOLD),
    "labels as floats": case(1 / 3, "nr,x|3.0,1.0|1.0,0.0|2.0,0.0", "n,x|1,1|2,0|3,0"),
    "repeated floats that no heading tells": case(["'nr' hold the same values in another order",
        {"by_line": True}, 1 / 3], "nr,bert|3.0,anger|2.0,joy|2.0,joy",
        "nr,gold|2,love|2,love|3,joy"),
    "numbers with zeros that no heading tells": case(
        ["'nr' and 'n' hold the same values in another order", {"by_line": True}, 0],
        "nr,pred|8,anger|7,joy|9,joy", "n,gold|007,love|008,love|009,love"),
    "line numbers under one heading": case(1, "n,code,pred|0,c3,anger|1,a1,joy|2,b2,love",
        "n,key,gold|0,a1,joy|1,b2,love|2,c3,anger"),
    "ids under a heading of gold": case(["'ref' and 'doc' hold the same values in another order",
        {"by_line": True}, 0], "ref,pred|c,anger|a,joy|b,joy", "doc,gold|a,love|b,love|c,love"),
    "ids with zeros": case(["no id in common",
        "differ as numbers are written, such as '01' and '1'"], "id,pred|01,joy|02,love|03,anger",
        GOLD),
    "quotes over lines": case(["lines 2 to 4 are one row if quotes enclose cells",
        {"quotes": "none"}, 3 / 4],
        'text,pred,gold|"so,joy,joy|and,anger,love|no",love,love|x,joy,joy'),
    "quotes by the rows of the other file": case(3 / 4,
        'note,pred|"so,joy|and,anger|no",love|x,joy', "gold|joy|love|love|joy"),
    "a quote within a cell": case(1 / 2,
        'text\tpred\tgold|"Yes" she said\tjoy\tjoy|no\tlove\tanger', ending="tsv"),
    "long form, first line a label": case(2 / 3, "d1\tlove|d2\tjoy|d3\tfear",
        "d1\tjoy|d2\tjoy|d3\tfear", ending="tsv", long=True),
    "long form, headed": case(1 / 2, "id\tlabel|d1\tlove|d2\tjoy", "id\tlabel|d1\tjoy|d2\tjoy",
        ending="tsv", long=True),
    "a blank gold label": case(["line 3: column 'gold': blank, in a column of single labels",
        {"blank": "no_label"}, 1 / 3], "pred,gold|joy,joy|joy,|love,anger"),
    "answers of Prodigy": case(["column 'answer' says that not all rows are accepted examples",
        "'reject' (1), 'ignore' (1)"], "|".join(
        f'{{"pred": ["joy"], "accept": ["joy"], "answer": "{said}"}}'
        for said in ("accept", "reject", "ignore")),
        ending="jsonl", predictions="pred", references="accept"),
    "a repeated row": case(2 / 3, "id,pred|1,joy|2,joy|2,joy|3,anger", GOLD),
    "a repeated id": case(["line 4: the id '2' stands in line 3 too"],
        "id,pred|1,joy|2,joy|2,love|3,anger", GOLD),
    "a lacking prediction": case(["nothing for 1 of 3 ids: '2'", {"missing": "empty"}, 2 / 3],
        "id,pred|1,joy|3,anger", GOLD),
    "predictions without gold": case(2 / 3, "id,pred|9,fear|1,joy|2,love|3,joy", GOLD),
}  # fmt: skip


@pytest.mark.parametrize("way", ["command line", "read_file", "Space"])
@pytest.mark.parametrize("case", CASES)
def test_no_number_is_read_wrongly(case, way, tmp_path, capsys):
    files, options, outcome = CASES[case]
    paths = []
    for name, text in files.items():
        paths.append(tmp_path / name)
        paths[-1].write_text(text, encoding="utf-8")
    path, gold = [*paths, None][:2]
    if way == "Space":
        pytest.importorskip("gradio", reason="gradio, which the Space needs, is missing")

    def of(options):
        if way == "command line":
            return by_command(capsys, path, gold, options)
        return (by_reader if way == "read_file" else by_space)(path, gold, options)

    found = of(options)
    if not isinstance(outcome, list):
        assert not isinstance(found, str), found
        assert found[0] == pytest.approx(outcome)
        return
    texts = [part for part in outcome if isinstance(part, str)]
    chosen = [part for part in outcome if isinstance(part, dict)]
    assert isinstance(found, str), found
    assert all(text in found for text in texts), found
    unknown = {"by_line", "quotes", "blank"}
    if chosen and not (way == "Space" and unknown & set(chosen[0])):
        if way != "Space":
            name = next(iter(chosen[0]))
            flag = f"--{name.replace('_', '-')}"
            assert (flag if way == "command line" else f"{name}=") in found
        followed = of({**options, **chosen[0]})
        assert not isinstance(followed, str), followed
        assert followed[0] == pytest.approx(outcome[-1])


def sheet(path, change):
    book = openpyxl.Workbook()
    for row in (["id", "pred", "gold"], [1, "joy", "joy"], [2, "love", None], [3, "joy", "joy"]):
        book.active.append(row)
    change(book.active)
    book.save(path)
    return path


def test_merged_cells_and_dates_of_a_sheet(tmp_path, capsys):
    merged = sheet(tmp_path / "m.xlsx", lambda page: page.merge_cells("C2:C3"))
    assert "row 3: column 'gold': C2:C3 are merged; " in by_reader(merged, None, {})

    def dated(page):
        page["C3"], page["C3"].number_format = 43862, "d-mmm"

    def elsewhere(page):
        page["C3"] = "love"
        page.merge_cells("A2:A3")

    # A column that is not read may be merged, or hold dates.
    assert by_reader(sheet(tmp_path / "e.xlsx", elsewhere), None, {})[0] == 1
    day = sheet(tmp_path / "d.xlsx", dated)
    said = "row 3: column 'gold': a date cell (format d-mmm) shown as 1-Feb; format the column as"
    assert said in by_reader(day, None, {})
    assert said in by_command(capsys, day, None, {})


def two_files(folder):
    folder.mkdir(exist_ok=True)
    (folder / "p.csv").write_text("id,gold_label,bert\n1,joy,joy\n2,love,joy\n3,joy,joy\n")
    (folder / "g.csv").write_text("id,gold_label\n1,joy\n2,love\n3,joy\n")
    return folder / "p.csv", folder / "g.csv"


def test_the_account_travels_with_every_number(tmp_path):
    metric = SemanticF1(similarity="identity", labels=["joy", "love"])
    files, signature = metric.read_file(*two_files(tmp_path)), metric.signature()
    account = files["account"]
    content = account.to_dict()
    assert content["join"]["by"] == account["join"]["by"] == "id"
    assert content["sides"]["predictions"]["column"] == "bert"
    with metric.notices():
        for name in ("compute", "pointwise", "side_by_side", "confusion"):
            assert getattr(metric, name)(**files)["account"] == content, name
        assert metric.report(**files, output="dict")["account"] == content
        assert str(metric.report(**files)).startswith("predictions: column 'bert' of p.csv (the")
        assert metric.report(**files, output="frame").attrs["account"] == content
        assert "account" not in metric.compute(**files, flat=True)
        counts = metric.counts(**files)
        assert metric.compute(counts=counts)["account"] == content
        both = metric.compute(counts=counts + metric.counts_from_dict(counts.to_dict()))
        assert both["account"]["accounts"] == [content, content]
    assert "account" not in metric.compute([["joy"]], [["joy"]])
    assert metric.signature() == signature
    assert pickle.loads(pickle.dumps(files))["account"] == account
    assert Account.from_dict(json.loads(json.dumps(content))).digest == account.digest
    assert "account" not in metric.read_file(*two_files(tmp_path), account=False)
    with pytest.raises(ValueError, match="account: expected what read_file gives"):
        metric.compute([["joy"]], [["joy"]], account=3)


def test_a_digest_is_of_the_content_and_of_nothing_else(tmp_path):
    metric = SemanticF1(similarity="identity", labels=["joy", "love"])
    files = two_files(tmp_path / "a")
    digest = metric.read_file(*files)["account"].digest
    (tmp_path / "b").mkdir()
    moved = [shutil.copy(file, tmp_path / "b" / f"other_{file.name}") for file in files]
    assert metric.read_file(*moved)["account"].digest == digest
    assert metric.read_file(*moved, id="id")["account"].digest != digest
    text = files[0].read_text()
    files[0].write_text(text.replace("3,joy,joy", "3,joy,love"))
    assert metric.read_file(*files)["account"].digest != digest


def test_the_lines_stand_above_the_result(tmp_path, run):
    path, gold = two_files(tmp_path)
    words = (path, "--gold", gold, "--similarity", "identity")
    status, out, _ = run(*words)
    first, second, third = out.splitlines()[:3]
    column = "predictions: column 'bert' of p.csv (the only column left), 3 rows, sha256 "
    assert status == 0 and first.startswith(column)
    assert second.startswith("gold: column 'gold_label' of g.csv, 3 rows, sha256 ")
    assert third == "joined by 'id', 3 of 3; left out: column 'gold_label' of p.csv (gold)"
    _, _, err = run(*words, "--predictions", "gold_label")
    assert "both sides hold the same labels in all 3 rows: is this the gold column?" in err
