"""Wrong numbers by reading, each through every way in; the account that travels with a number."""

import json
import pickle
import shutil

import pytest
from reading_ways import by_command, by_reader, by_space

from semantic_f1 import SemanticF1
from semantic_f1.files.account import Account

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which writes sheets, is missing")

GOLD = "id,gold_label\n1,joy\n2,love\n3,anger\n"
# Name -> files, options, and what comes: F1, or parts of the error and the options that give F1.
CASES = {
    "gold beside predictions": (
        {"p.csv": "id,gold_label,bert\n1,joy,anger\n2,love,love\n3,anger,fear\n", "g.csv": GOLD},
        {},
        1 / 3,
    ),
    "gold labels alone": (
        {"p.csv": GOLD, "g.csv": GOLD},
        {},
        ["no column of predictions: 'gold_label' is gold"],
    ),
    "two systems left": (
        {
            "p.csv": "id,gold_label,bert,gpt\n1,joy,joy,love\n2,love,joy,love\n3,anger,fear,joy\n",
            "g.csv": GOLD,
        },
        {},
        ["'gold_label' is gold. Left: 'bert', 'gpt'. Choose: ", {"predictions": "gpt"}, 1 / 3],
    ),
    "a copy of gold among two": (
        {
            "p.csv": "id,label,n\n1,joy,a\n2,love,b\n3,anger,c\n",
            "g.csv": GOLD,
        },
        {},
        ["which column holds the predictions? 'label' equals the gold in all rows"],
    ),
    "an edit flag alone": (
        {"p.csv": "id,was_edited\n1,no\n2,yes\n3,no\n", "g.csv": GOLD},
        {},
        ["The only one left, 'was_edited', shares no label with 'gold_label'"],
    ),
    "PMID in another order": (
        {
            "p.csv": "PMID,pred\n103,anger\n101,joy\n102,love\n",
            "g.csv": "PMID,gold\n101,joy\n102,love\n103,anger\n",
        },
        {},
        1,
    ),
    "texts in another order": (
        {
            "p.csv": "sentence,pred\nso it is,anger\nwell then,joy\nno more,love\n",
            "g.csv": "sentence,gold\nwell then,joy\nno more,love\nso it is,anger\n",
        },
        {},
        1,
    ),
    "line numbers beside a filename": (
        {
            "p.csv": "id,filename,pred\n0,c.txt,anger\n1,a.txt,joy\n2,b.txt,love\n",
            "g.csv": "id,filename,gold\n0,a.txt,joy\n1,b.txt,love\n2,c.txt,anger\n",
        },
        {},
        1,
    ),
    "two joins that differ": (
        {
            "p.csv": "name,code,pred\na1,y2,anger\nb2,z3,joy\nc3,x1,love\n",
            "g.csv": "name,code,gold\na1,x1,joy\nb2,y2,love\nc3,z3,anger\n",
        },
        {},
        ["'name' and 'code' hold the same values in both, and join other rows", {"id": "name"}, 0],
    ),
    "repeated values in another order": (
        {
            "p.csv": "topic,pred\nb,anger\na,joy\na,love\n",
            "g.csv": "topic,gold\na,joy\na,love\nb,anger\n",
        },
        {},
        ["'topic' hold the same values in another order", {"by_line": True}, 0],
    ),
    "nothing shared": (
        {"p.csv": "pred\njoy\nlove\nlove\n", "g.csv": "gold\njoy\nlove\nanger\n"},
        {},
        2 / 3,
    ),
    "ids of two columns": (
        {
            "p.csv": "doc_id,sent_id,pred\n1,2,love\n1,1,joy\n2,1,anger\n",
            "g.csv": "doc_id,sent_id,gold\n1,1,joy\n1,2,love\n2,1,anger\n",
        },
        {},
        ["join rows together. Choose: ", {"id": "doc_id,sent_id"}, 1],
    ),
    "ids as floats": (
        {"p.csv": "id,pred\n3.0,anger\n1.0,joy\n2.0,joy\n", "g.csv": GOLD},
        {},
        2 / 3,
    ),
    "ids with zeros": (
        {"p.csv": "id,pred\n01,joy\n02,love\n03,anger\n", "g.csv": GOLD},
        {},
        ["no id in common", "differ as numbers are written, such as '01' and '1'"],
    ),
    "quotes over lines": (
        {
            "p.csv": 'text,pred,gold\n"so,joy,joy\nand,anger,love\nno",love,love\nx,joy,joy\n',
        },
        {},
        ["lines 2 to 4 are one row if quotes enclose cells", {"quotes": "none"}, 3 / 4],
    ),
    "quotes by the rows of the other file": (
        {
            "p.csv": 'note,pred\n"so,joy\nand,anger\nno",love\nx,joy\n',
            "g.csv": "gold\njoy\nlove\nlove\njoy\n",
        },
        {},
        3 / 4,
    ),
    "a quote within a cell": (
        {"p.tsv": 'text\tpred\tgold\n"Yes" she said\tjoy\tjoy\nno\tlove\tanger\n'},
        {},
        1 / 2,
    ),
    "long form, first line a label": (
        {"p.tsv": "d1\tlove\nd2\tjoy\nd3\tfear\n", "g.tsv": "d1\tjoy\nd2\tjoy\nd3\tfear\n"},
        {"long": True},
        2 / 3,
    ),
    "long form, headed": (
        {"p.tsv": "id\tlabel\nd1\tlove\nd2\tjoy\n", "g.tsv": "id\tlabel\nd1\tjoy\nd2\tjoy\n"},
        {"long": True},
        1 / 2,
    ),
    "a blank gold label": (
        {"p.csv": "pred,gold\njoy,joy\njoy,\nlove,anger\n"},
        {},
        [
            "line 3: column 'gold': blank, in a column of single labels",
            {"blank": "no_label"},
            1 / 3,
        ],
    ),
    "answers of Prodigy": (
        {
            "p.jsonl": '{"pred": ["joy"], "accept": ["joy"], "answer": "accept"}\n'
            '{"pred": ["joy"], "accept": ["love"], "answer": "reject"}\n'
            '{"pred": ["joy"], "accept": [], "answer": "ignore"}\n'
        },
        {"predictions": "pred", "references": "accept"},
        [
            "column 'answer' says that not all rows are accepted examples",
            "'reject' (1), 'ignore' (1)",
        ],
    ),
    "a repeated row": (
        {"p.csv": "id,pred\n1,joy\n2,joy\n2,joy\n3,anger\n", "g.csv": GOLD},
        {},
        2 / 3,
    ),
    "a repeated id": (
        {"p.csv": "id,pred\n1,joy\n2,joy\n2,love\n3,anger\n", "g.csv": GOLD},
        {},
        ["line 4: the id '2' stands in line 3 too"],
    ),
    "a lacking prediction": (
        {"p.csv": "id,pred\n1,joy\n3,anger\n", "g.csv": GOLD},
        {},
        ["nothing for 1 of 3 ids: '2'", {"missing": "empty"}, 2 / 3],
    ),
    "predictions without gold": (
        {"p.csv": "id,pred\n9,fear\n1,joy\n2,love\n3,joy\n", "g.csv": GOLD},
        {},
        2 / 3,
    ),
}


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
    for found in (by_reader(merged, None, {}), by_command(capsys, merged, None, {})):
        assert "row 3: column 'gold': C2:C3 are merged; " in found
    assert "--merged spread" in by_command(capsys, merged, None, {})
    expected = pytest.approx(2 / 3)
    assert by_reader(merged, None, {"merged": "spread"})[0] == expected
    assert by_command(capsys, merged, None, {"merged": "spread"})[0] == expected
    # A column that is not read may be merged, or hold dates.
    book = openpyxl.load_workbook(merged)
    book.active.unmerge_cells("C2:C3")
    book.active.merge_cells("A2:A3")
    book.active["C3"] = "love"
    book.save(merged)
    assert by_reader(merged, None, {})[0] == 1

    def dated(page):
        page["C3"], page["C3"].number_format = 43862, "d-mmm"

    day = sheet(tmp_path / "d.xlsx", dated)
    said = "row 3: column 'gold': a date cell (format d-mmm) shown as 1-Feb; format the column as"
    assert said in by_reader(day, None, {})
    assert said in by_command(capsys, day, None, {})


# ------------------------------------------------------------------------------------ the account


def two_files(folder):
    folder.mkdir(exist_ok=True)
    (folder / "p.csv").write_text("id,gold_label,bert\n1,joy,joy\n2,love,joy\n3,joy,joy\n")
    (folder / "g.csv").write_text("id,gold_label\n1,joy\n2,love\n3,joy\n")
    return folder / "p.csv", folder / "g.csv"


def test_the_account_travels_with_every_number(tmp_path):
    metric = SemanticF1(similarity="identity", labels=["joy", "love"])
    files = metric.read_file(*two_files(tmp_path))
    account = files["account"]
    content = account.to_dict()
    assert content["join"]["by"] == "id" and account["join"]["by"] == "id"
    assert content["sides"]["predictions"]["column"] == "bert"
    with metric.notices():
        results = [
            metric.compute(**files),
            metric.pointwise(**files),
            metric.report(**files, output="dict"),
            metric.side_by_side(**files),
            metric.confusion(**files),
        ]
        assert all(result["account"] == content for result in results)
        assert str(metric.report(**files)).startswith("predictions: column 'bert' of p.csv (the")
        assert metric.report(**files, output="frame").attrs["account"] == content
        assert "account" not in metric.compute(**files, flat=True)
        counts = metric.counts(**files)
        assert metric.compute(counts=counts)["account"] == content
        both = metric.compute(counts=counts + metric.counts_from_dict(counts.to_dict()))
        assert both["account"]["accounts"] == [content, content]
    assert "account" not in metric.compute([["joy"]], [["joy"]])
    assert metric.signature() == metric.signature()
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


def test_the_lines_stand_above_the_result(tmp_path, capsys):
    from semantic_f1.commandline.main import main

    path, gold = two_files(tmp_path)
    words = [str(path), "--gold", str(gold), "--similarity", "identity"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(
        "predictions: column 'bert' of p.csv (the only column left), 3 rows, sha256 "
    )
    assert lines[1].startswith("gold: column 'gold_label' of g.csv, 3 rows, sha256 ")
    assert lines[2] == "joined by 'id', 3 of 3; left out: column 'gold_label' of p.csv (gold)"
    main([*words, "--predictions", "gold_label"])
    assert "both sides hold the same labels in all 3 rows: is this the gold column?" in (
        capsys.readouterr().err
    )
