"""A similarity from a visitor's file: JSON, tables of several kinds, or a thesaurus."""

import json
from pathlib import Path

from ..frame import limits
from ..frame.code import head
from ..frame.reading import on_disk
from ..frame.similarities import check_text, metric
from ..frame.tables import cell_text, cells_of, number_of
from . import builder

VALUES, GROUPS, TREE, PAIRS = "values", "groups", "tree", "pairs"
TABLES = (
    (VALUES, "values: a row and a column per label"),
    (GROUPS, "groups: a row per label, a column per level"),
    (TREE, "a tree: columns child and parent"),
    (PAIRS, "pairs: two names and a number"),
)
RDF = (".ttl", ".turtle", ".nt", ".n3", ".rdf", ".owl", ".xml", ".jsonld", ".trig")
ENDINGS = (".json", ".csv", ".tsv", ".txt", ".xlsx", ".jsonl", ".ndjson", ".parquet", *RDF)
PATHS = "paths"
MEASURES = ((PATHS, "paths: 1 / (1 + steps)"), *builder.MEASURES)
DEPTHS = (("longest", "the longest path to a root"), ("shortest", "the shortest path to a root"))
PARENTS = ("parent", "broader", "parent_code", "parent_id", "parent_label", "parent_name")
JSON, TABLE, THESAURUS = "json", "table", "thesaurus"


def form_of(name):
    """Form of a file by its name: JSON, TABLE or THESAURUS; None for none of them."""
    name = name.lower().removesuffix(".gz")
    ending = Path(name).suffix
    if ending in RDF:
        return THESAURUS
    return (JSON if ending == ".json" else TABLE) if ending in ENDINGS else None


def kind_of(name, content):
    """Kind of a table, as its columns say: a key of ``TABLES``; "" for what is no table."""
    if form_of(name) != TABLE:
        return ""
    heads, rows = on_disk(name, content, _head_and_rows)
    # With one name in both heads it is meant as values, and a wrong name is named.
    if {cell_text(row[0]).strip() for row in rows} & set(heads[1:]):
        return VALUES
    if any("_".join(head.casefold().split()) in PARENTS for head in heads):
        return TREE
    numbers = [at for at in range(len(heads)) if None not in (number_of(row[at]) for row in rows)]
    return PAIRS if len(heads) == 3 and numbers == [2] else GROUPS


def _head_and_rows(path):
    read = cells_of(path, limit=limits.MOST_OWN_LABELS + 1)
    info, _, _ = next(read)
    return [name.strip() for name in info.columns], [cells for _, cells in read]


def from_file(name, content, form=None):
    """A Made from an uploaded file, with the warnings on the way as notes."""
    form = {"measure": "wu_palmer", "depth": "longest", "related": False, **(form or {})}
    what = form_of(name)
    if what is None:
        raise ValueError(
            f"{name}: a similarity is a table (.csv, .tsv, .xlsx, .jsonl, .parquet), a .json file, "
            f"or a thesaurus ({', '.join(RDF)}), each also as .gz."
        )
    kind = what if what == THESAURUS else form.get("kind") or kind_of(name, content)
    form["kind"], maker = kind, _from_structure if kind in _MAKERS else _from_values
    maker = _from_pairs if kind == PAIRS else maker

    def make(path):
        try:
            return maker(path, name, form)
        except (ImportError, ValueError) as error:
            # The visitor's file, not the server's path of it.
            message = str(error).replace(f"{path.parent}/", "")
            raise ValueError(message.replace("label= says which", "call it label")) from None

    with metric().notices() as notes:
        made = on_disk(name, content, make)
    limits.check_labels(f"{name} holds", len(made.similarity))
    check_text(json.dumps(made.similarity.to_dict(), ensure_ascii=False), f"{name}: a text of it")
    return made._replace(notes=tuple(dict.fromkeys(notes)))


def _from_values(path, name, form):
    module, source, is_table = metric().similarity, str(path), form_of(name) == TABLE
    info, _, _ = next(cells_of(path, limit=0)) if is_table else (None, "", ())
    # The metric reads CSV with commas itself, naming the line of what is wrong.
    plain = path.name.lower().endswith(".csv") and info and info.delimiter == ","
    if is_table and not (plain and info.encoding in (None, "utf-8")):
        import pandas as pd

        heads, rows = _head_and_rows(path)
        values = [[_value(cell, at + 1) for cell in row[1:]] for at, row in enumerate(rows)]
        names = [cell_text(row[0]).strip() for row in rows]
        source = pd.DataFrame(values, index=names, columns=heads[1:])
    similarity = module.load(source)
    if is_table or str(path) in similarity.name:
        similarity = module.load({**similarity.to_dict(), "name": _stem(name)})
    return builder.Made(similarity, head(similarity))


def _stem(name):
    """The name of a file without its endings: what its similarity is called."""
    return Path(name).name.split(".")[0] or builder.NAME


def _value(cell, row):
    if (value := number_of(cell)) is None:
        raise ValueError(f"row {row} of the labels: {cell_text(cell)[:40]!r} is no number")
    return value


_MAKERS = {GROUPS: "from_groups", TREE: "make_thesaurus", THESAURUS: "read_thesaurus"}


def _from_structure(path, name, form):
    """A similarity from groups, a tree or a thesaurus."""
    kind, given = form["kind"], {"name": _stem(name)}
    by_paths = kind == TREE and form["measure"] == PATHS
    maker, root = ("from_hierarchy", ["all"]) if by_paths else (_MAKERS[kind], [])
    if kind == THESAURUS:
        # Names where each concept has one of its own, else the addresses of concepts.
        given = {"label": "prefLabel", **given}
    made = getattr(metric().similarity, maker)(str(path), *root, **given)
    shown = [*map(repr, (name, *root)), *(f"{key}={value!r}" for key, value in given.items())]
    call = f"similarity.{maker}({', '.join(shown)})"
    if kind == GROUPS or by_paths:
        return builder.Made(made, builder.code(f"made = {call}\n"))
    return _related(made, call, name, form)


def _related(thesaurus, call, name, form):
    measure = "rada" if form["measure"] == PATHS else form["measure"]
    if measure not in dict(MEASURES):
        raise ValueError(f"measure: {measure!r} is not one of {', '.join(dict(MEASURES))}")
    given = [repr(measure)]
    variant = "similarity"
    if form["related"] and measure in ("rada", "leacock_chodorow"):
        variant = "relatedness"
        given.append(repr(variant))
    depth = form["depth"] if form["depth"] in dict(DEPTHS) else "longest"
    if depth != "longest":
        given.append(f"depth={depth!r}")
    related = metric().similarity.relatedness(thesaurus, measure, variant, depth=depth)
    limits.check_labels(f"{name} holds", len(related), "concepts")
    body = (
        f"thesaurus = {call}\n"
        f"related = similarity.relatedness(thesaurus, {', '.join(given)})\n"
        "made = related.to_similarity()\n"
    )
    return builder.Made(related.to_similarity(), builder.code(body))


def _from_pairs(path, name, form):
    read = cells_of(path, limit=1_000_000)
    lines = ["\t".join(next(read)[2])]
    for _, cells in read:
        lines.append("\t".join(cell_text(cell).replace("\t", " ") for cell in cells))
    low, high = float(form.get("low") or 0), float(form.get("high") or 1)
    return builder.from_pairs("\n".join(lines), form.get("numbers") or "similarities", low, high)
