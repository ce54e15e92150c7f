"""The work behind the page "Compare": two to ten systems on the same examples."""

from dataclasses import dataclass, field

import numpy as np

from semantic_f1.commandline.main import name_row

from ..frame import limits
from ..frame.markup import counted
from ..frame.similarities import bundled, hard_of, metric, names_of
from ..frame.tables import read_label_sets
from ..score.work import (
    BUNDLED,
    BUNDLED_READING,
    RESAMPLES,
    SEED,
    NotScored,
    groups_of,
    python_lists,
    with_file,
)

MOST_SYSTEMS = 10
CONTROL = "rows permuted"
EXAMPLE_SYSTEMS = ("classifier", "next in the list", "nothing")
ROWS_SHOWN = 8
LABELS_SHOWN = 10


@dataclass
class Compared:
    """One state of the page "Compare": all that it shows and gives away comes from it.

    Attributes
    ----------
    files : names of the files
    examples, average, options, similarity : what was compared, and how
    systems : list of dict, best first: system, f1, hard, low, high, rank, rank_low, rank_high
    pairs : list of dict: a, b, difference, low, high, p_value, p_adjusted, wins, losses, ties
    sensitivity : dict: verdict, remarks and alternatives, without the control
    labels, rows : what differs most, lists of dict
    signature, warnings : the line to cite, and the metric's warnings
    table : how the one file was read, for code that does it again; None for several files
    reads : list of (name, reading, columns of systems), one a file
    groups : column of what rows belong to, and how many groups there are; None without
    """

    files: list
    examples: int
    average: str
    options: dict
    similarity: object
    systems: list
    pairs: list
    sensitivity: dict
    labels: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    signature: str = ""
    warnings: list = field(default_factory=list)
    table: dict | None = None
    reads: list = field(default_factory=list)
    groups: tuple | None = None


def example_systems():
    """The example: a classifier, the same shifted to the next label of the list, and nothing."""
    read = read_label_sets(
        BUNDLED, {"predictions": "predictions", "references": "references", "separator": "json"}
    )
    labels = bundled()["goemotions-ekman"].labels
    after = {label: labels[(at + 1) % len(labels)] for at, label in enumerate(labels)}
    shifted = [tuple(after.get(name, name) for name in row) for row in read.predictions]
    answers = (read.predictions, shifted, [()] * len(read))
    return dict(zip(EXAMPLE_SYSTEMS, answers, strict=True)), read


def _read_all(files, known):
    """The systems of all files by name, and the table of the first, with its gold sets."""
    systems, first = {}, None
    for name, content, how, columns in files:
        for column in columns:
            reading = {**how, "predictions": column}
            read = with_file(
                name, content, lambda path, how=reading: read_label_sets(path, how, known=known)
            )
            if first is None:
                first = (name, read)
            else:
                _check_same(first, (name, read))
            title = column if len(files) == 1 else f"{name}: {column}"
            if title in systems:
                raise NotScored(f"Two systems are called {title!r}.")
            systems[title] = (read, column, how["references"])
    return systems, first[1]


def _check_same(first, other):
    (name_a, a), (name_b, b) = first, other
    if name_a == name_b and a.references == b.references:
        return
    if len(a) != len(b):
        raise NotScored(
            f"{name_b} has {len(b):,} rows, {name_a} has {len(a):,}. Both files must hold the same "
            "rows in the same order."
        )
    for at, (labels_a, labels_b) in enumerate(zip(a.references, b.references, strict=True)):
        if set(labels_a) != set(labels_b):
            shown = ["; ".join(map(str, labels)) or "nothing" for labels in (labels_b, labels_a)]
            raise NotScored(
                f"{name_b}: {b.row_name(at)} has other gold labels than {name_a} ({shown[0]}, not "
                f"{shown[1]}). Both files must hold the same rows in the same order."
            )


def compare_systems(
    files,
    similarity,
    average,
    options,
    names=None,
    groups="",
    progress=lambda share, text: None,
):
    """Systems of some files compared; without files, those of the example, all or some.

    ``groups``: the column of the first file that says which rows belong together, or ""
    """
    progress(0.0, "Reading")
    if files:
        read_systems, table = _read_all(files, names_of(similarity))
        systems = {name: read.predictions for name, (read, _, _) in read_systems.items()}
    else:
        systems, table = example_systems()
        systems = {name: systems[name] for name in names or systems}
        read_systems = {}
    if not 2 <= len(systems) <= MOST_SYSTEMS:
        raise NotScored(
            f"{counted(len(systems), 'system')}; from 2 to {MOST_SYSTEMS} can be compared."
        )
    gold = table.references
    scoring_options = {**options, "similarity": similarity, "average": average}
    compared = Compared(
        [file[0] for file in files] or [BUNDLED.name],
        len(gold),
        average,
        options,
        similarity,
        [],
        [],
        {},
    )
    resampled = {"seed": SEED}
    if len(gold) <= limits.MOST_RESAMPLED:
        resampled["n_resamples"] = RESAMPLES
        if groups and files:
            name, content, *_ = files[0]
            members = with_file(name, content, lambda path: groups_of(path, groups, table))
            resampled["groups"] = members
            compared.groups = (groups, len(set(members)))
    points, rows = _score_each(
        systems, read_systems, gold, scoring_options, resampled, compared, progress
    )
    progress(0.5, "Comparing")
    with metric().notices():
        if "n_resamples" in resampled:
            ranked = metric().rank(systems, gold, **scoring_options, **resampled)
        else:
            ranked = _plain_ranks(rows)
        progress(0.8, "Other similarities")
        tested = metric().sensitivity(
            systems, gold, _alternatives(similarity), **scoring_options, **resampled
        )
        compared.signature = metric().signature(**scoring_options, **resampled)
    for row in ranked["ranking"]:
        ends = {key: row.get(key) for key in ("rank", "rank_low", "rank_high")}
        compared.systems.append({**rows[row["system"]], **ends})
    for pair in ranked["pairs"]:
        a, b = points[pair["a"]], points[pair["b"]]
        apart = np.abs(a - b) > 1e-12
        counts = {
            "wins": int((apart & (a > b)).sum()),
            "losses": int((apart & (a < b)).sum()),
            "ties": int((~apart).sum()),
        }
        compared.pairs.append({**pair, **counts})
    compared.sensitivity = {
        **tested,
        "alternatives": [row for row in tested["alternatives"] if row["name"] != CONTROL],
    }
    compared.labels = _labels(compared.systems)
    compared.rows = _rows(compared.systems, points, systems, table)
    compared.reads = [(name, how, columns) for name, _, how, columns in files]
    if len(files) == 1:
        compared.table = _table(files[0], read_systems)
    for row in compared.systems:
        del row["by_label"]
    progress(1.0, "Done")
    return compared


def _score_each(systems, read_systems, gold, scoring_options, resampled, compared, progress):
    """F1 of each example and all scores, of each system; warnings are added to ``compared``."""
    points, rows = {}, {}
    for place, (name, predictions) in enumerate(systems.items()):
        progress(0.1 + 0.4 * place / len(systems), "Scoring")
        inputs = {"predictions": predictions, "references": gold}
        try:
            with metric().notices() as warned:
                scores = metric().compute(**inputs, **scoring_options, **resampled)
        except ValueError as error:
            text = str(error)
            if name in read_systems:
                read, column, references = read_systems[name]
                text = name_row(text, read, column, references)
            raise NotScored(f"{name}: {text}") from None
        compared.warnings += [f"{name}: {text}" for text in warned]
        with metric().notices():
            hard = metric().compute(**inputs, **hard_of(scoring_options))
            labels = metric().compute(**inputs, **{**scoring_options, "average": None})
            points[name] = np.array(metric().pointwise(**inputs, **scoring_options)["semantic_f1"])
        rows[name] = {
            "system": name,
            "f1": scores["semantic_f1"],
            "hard": hard["semantic_f1"],
            "low": scores.get("semantic_f1_low"),
            "high": scores.get("semantic_f1_high"),
            "by_label": dict(zip(labels["labels"], labels["semantic_f1"], strict=True)),
        }
    return points, rows


def _table(file, systems):
    name, content, how, columns = file
    references, separator = how["references"], how["separator"]
    read = [table for table, _, _ in systems.values()]
    sets = [read[0].references, *(table.predictions for table in read)]
    reading = {"predictions": columns[0], "references": references}
    return {
        "file": name,
        "info": read[0].info,
        "unit": read[0].unit,
        "columns": columns,
        "references": references,
        "separator": separator,
        "reading": how,
        "ids": any(isinstance(member, int) for side in sets for row in side for member in row),
        "python_lists": separator == "json"
        and read[0].info.format in ("csv", "tsv")
        and with_file(name, content, lambda path: python_lists(path, reading)),
    }


def _plain_ranks(rows):
    """Ranks without resampling: by F1, equal ones sharing a place."""
    order = sorted(rows.values(), key=lambda row: -row["f1"])
    ranking = [
        {
            "system": row["system"],
            "rank": 1.0 + sum(other["f1"] > row["f1"] + 1e-12 for other in order),
        }
        for row in order
    ]
    pairs = [
        {"a": a["system"], "b": b["system"], "difference": a["f1"] - b["f1"]}
        for at, a in enumerate(order)
        for b in order[at + 1 :]
    ]
    return {"ranking": ranking, "pairs": pairs}


def _alternatives(similarity):
    """The other bundled similarities of the same labels."""
    known = set(names_of(similarity))
    return [
        name
        for name, other in bundled().items()
        if other.fingerprint != similarity.fingerprint and set(names_of(other)) == known
    ]


def _labels(systems):
    labels = systems[0]["by_label"]
    apart = {
        label: max(row["by_label"][label] for row in systems)
        - min(row["by_label"][label] for row in systems)
        for label in labels
    }
    order = sorted((label for label in apart if apart[label] > 1e-12), key=lambda one: -apart[one])
    return [
        {"label": label, "scores": {row["system"]: row["by_label"][label] for row in systems}}
        for label in order[:LABELS_SHOWN]
    ]


def _rows(systems, points, sets, table):
    best, other = systems[0]["system"], systems[1]["system"]
    apart = points[best] - points[other]
    order = np.argsort(-np.abs(apart), kind="stable")[:ROWS_SHOWN].tolist()
    return [
        {
            "line": int(table.lines[row]),
            "gold": list(map(str, table.references[row])),
            "answers": [
                (name, list(map(str, sets[name][row])), float(points[name][row]))
                for name in (best, other)
            ],
        }
        for row in order
        if abs(apart[row]) > 1e-12
    ]


def compare_two(files, average, similarity, groups="", progress=lambda share, text: None):
    """Two systems in files of their own, as a dict; without content a file is the example."""
    names = [name for name, _, _ in files]
    titles = [f"{letter} ({name})" for letter, name in zip("AB", names, strict=True)]
    tables = []
    for name, content, reading in files:
        how = BUNDLED_READING if content is None else reading
        known = names_of(similarity)
        tables.append(
            with_file(
                name, content, lambda path, how=how, k=known: read_label_sets(path, how, known=k)
            )
        )
        progress(0.2 * len(tables), "Reading")
    _check_same((titles[0], tables[0]), (titles[1], tables[1]))
    gold = tables[0].references
    systems = {"A": tables[0].predictions, "B": tables[1].predictions}
    options = {"similarity": similarity, "average": average, "seed": SEED}
    if groups:
        place = next(at for at, file in enumerate(files) if file[1] is not None)
        name, content, _ = files[place]
        options["groups"] = with_file(
            name, content, lambda path: groups_of(path, groups, tables[place])
        )
    warned = []
    for read, title, (_, content, reading) in zip(tables, titles, files, strict=True):
        how = BUNDLED_READING if content is None else reading
        try:
            with metric().notices() as texts:
                metric().compute(predictions=read.predictions, references=gold, **options)
        except ValueError as error:
            text = name_row(str(error), read, how["predictions"], how["references"])
            raise NotScored(f"{title}: {text}") from None
        warned += [f"{title}: {text}" for text in texts]
    progress(0.5, "Comparing")
    with metric().notices():
        compared = metric().compare(*systems.values(), gold, n_resamples=RESAMPLES, **options)
        tested = metric().sensitivity(systems, gold, _alternatives(similarity), **options)
    progress(1.0, "Done")
    return {
        "a": names[0],
        "b": names[1],
        "examples": len(gold),
        "average": average,
        "comparison": compared,
        "sensitivity": tested,
        "warnings": warned,
        "signature": metric().signature(n_resamples=RESAMPLES, **options),
    }
