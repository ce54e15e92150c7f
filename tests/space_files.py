"""Files that visitors of the Space have, for the tests."""

import csv
import gzip
import random
import zipfile

from space_numbers import METRIC
from space_server import ROOT

FORMS = ROOT / "examples" / "forms"
ALL, WITHOUT_THE_EMPTY_ONE = 0.9542946307453057, 0.9428682884316322
# Files of that folder, what a person chooses beside what the page guesses, and the score, which is
# that of the command line for the same files (docs/files-and-inputs.md).
FORM_CASES = {
    "indicator columns": (["columns_system.tsv", "columns_gold.tsv"], {}, ALL),
    "long form": (["long_system.tsv", "long_gold.tsv"], {}, WITHOUT_THE_EMPTY_ONE),
    "JSON by id": (["by_id.json"], {}, ALL),
    "spreadsheet": (["systems.xlsx"], {"predictions": "bert"}, ALL),
}
GROUPS = (
    ("billing", "refund", "cancellation"),
    ("late delivery", "lost parcel"),
    ("damaged item", "wrong item"),
    ("login", "password reset", "app crash"),
    ("rude staff", "long wait"),
)


def forms(names):
    """The contents of files of the folder by their names."""
    return {name: (FORMS / name).read_bytes() for name in names}


def similarity_of_groups(credit=0.5):
    """The similarity that the groups are on the page Similarity."""
    levels = [{name: str(at) for at, names in enumerate(GROUPS) for name in names}]
    return METRIC.similarity.from_groups(levels, values=[credit], name="yours")


GROUPS_TEXT = "\n".join(f"group {at}: {', '.join(names)}" for at, names in enumerate(GROUPS))


def write_complaints(path, seed=7, rows=600):
    """Rows with semicolons between columns and commas in cells; no name says which is gold."""
    draw = random.Random(seed)
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

    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["ticket", "model_a", "model_b", "agent"])
        for row in range(rows):
            gold = draw.sample(labels, draw.choice([1, 1, 2]))
            writer.writerow(
                [f"T-{row:04d}", answer(gold, 0.55), answer(gold, 0.75), ", ".join(gold)]
            )
    return path


def read_sets(path, predicted, gold, delimiter=";", between=", "):
    """Two columns of a file as label sets."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=delimiter))
    return [
        [row[name].split(between) if row[name] else [] for row in rows]
        for name in (predicted, gold)
    ]


SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml"
SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}'
    "</sheetData></worksheet>"
)
BOOK = {
    "xl/workbook.xml": f'<workbook xmlns="{SPREADSHEET}/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/'
    '2006/relationships"><Relationship Id="rId1" Type="worksheet" '
    'Target="worksheets/sheet1.xml"/></Relationships>',
}


def write_packed(folder):
    """Small files that unpack to large ones, and a fair one: pairs of a path and what is said.

    What is said is a part of the message, or None if the file is scored. The first six are quick.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    def parquet(name, column):
        path = folder / f"{name}.parquet"
        pq.write_table(pa.table({"predictions": column, "references": column}), path)
        return path

    def book(name, sheet, **more):
        path = folder / f"{name}.xlsx"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            parts = {**BOOK, "xl/worksheets/sheet1.xml": SHEET.format(sheet), **more}
            for part, text in parts.items():
                archive.writestr(part, text)
        return path

    def packed(name, content):
        path = folder / f"{name}.csv.gz"
        path.write_bytes(content)
        return path

    def flat(n):
        return pa.DictionaryArray.from_arrays(pa.array([0]).take(pa.array([0] * n)), ["joy"])

    def lists(values, length):
        return pa.ListArray.from_arrays(range(0, len(values) + 1, length), values)

    def cells(*names):
        return "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in names)

    row = f"<row>{cells('joy', 'joy')}</row>"
    strings = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</sst>'
    values = "; up to 20,000,000 can be read here"
    joys = flat(20_000_000)
    yield parquet("wide", lists(joys, 20_000)), f"holds 40,000,000 values{values}"
    yield parquet("nested", lists(lists(joys, 100), 200)), f"holds 40,000,000 values{values}"
    yield parquet("rows", flat(2_000_001)), "has 2,000,001 rows; up to 2,000,000 can be read here"
    yield parquet("fair", pa.array(["joy", "fear", "anger"] * 100)), None
    columns = {f"c{i}": ["joy"] for i in range(20_001)}
    path = folder / "columns.parquet"
    pq.write_table(pa.table(columns), path)
    yield path, "has 20,001 columns; up to 20,000 can be read here"
    many = {f"xl/worksheets/sheet{i}.xml": "" for i in range(2, 2_010)}
    yield book("sheets", row, **many), "holds 2,011 files; up to 2,000"
    yield parquet("texts", pa.array(["x" * 10_000_000] * 60)), "more memory than the 1.5 GB"
    text = "predictions,references\n" + "joy,joy\n" * 13_000_000
    once = gzip.compress(text.encode(), 9)
    yield packed("unpacks", once), "unpacks to more than the 100 MB"
    yield packed("twice", gzip.compress(once)), "twice.csv.gz"
    cell = b'predictions,references\n"' + b"a" * 90_000_000
    yield packed("cell", gzip.compress(cell, 1)), "cell.csv.gz"
    yield book("sheet", row * 1_200_000), "unpacks to more than the 100 MB"
    shared = strings.format("<si><t>joy</t></si>" * 5_500_000)
    yield (
        book("strings", row, **{"xl/sharedStrings.xml": shared}),
        "unpacks to more than the 100 MB",
    )
