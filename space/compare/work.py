"""The work behind the page "Compare": two to ten systems on the same examples."""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from semantic_f1.files.tables import check_same_gold

from ..frame import limits
from ..frame.markup import counted
from ..frame.reading import BUNDLED, BUNDLED_READING, groups_of, not_scored, read_sets, with_file
from ..frame.scores import RESAMPLES, SEED, paper_texts
from ..frame.similarities import bundled, metric, names_of

MOST_SYSTEMS = 10
CONTROL = "rows permuted"
EXAMPLE_SYSTEMS = ("classifier", "next label alphabetically", "no labels")
ROWS_SHOWN = 8
LABELS_SHOWN = 10


@dataclass
class ComparisonResult:
    """One state of the page "Compare": all that it shows and gives away comes from it."""

    files: list
    examples: int
    average: str
    options: dict
    similarity: object
    # Best first: system, f1, hard, low, high, rank, rank_low, rank_high.
    systems: list = field(default_factory=list)
    # a, b, difference, low, high, p_value, p_adjusted, wins, losses, ties.
    pairs: list = field(default_factory=list)
    # Verdict, remarks and alternatives, without the control.
    sensitivity: dict = field(default_factory=dict)
    # Labels and rows that differ most.
    labels: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    signature: str = ""
    warnings: list = field(default_factory=list)
    # Name, reading and columns of systems, one per file.
    reads: list = field(default_factory=list)
    account: list = field(default_factory=list)
    paper: dict = field(default_factory=dict)
    # Column of what rows belong to, and the number of its groups.
    groups: tuple | None = None
    # The least p-value that the resamples can give.
    p_floor: float | None = None

    @property
    def file(self):
        """The names of the files."""
        return ", ".join(self.files)


def example_systems():
    """The example: a classifier, the same shifted to the next label of the list, and nothing."""
    read = read_sets(BUNDLED, BUNDLED_READING)
    labels = bundled()["goemotions-ekman"].labels
    after = {label: labels[(i + 1) % len(labels)] for i, label in enumerate(labels)}
    shifted = [tuple(after.get(name, name) for name in row) for row in read.predictions]
    answers = (read.predictions, shifted, [()] * len(read))
    return dict(zip(EXAMPLE_SYSTEMS, answers, strict=True)), read


def _read_all(files, known):
    """Systems of all files by name, the table of the first with its gold sets, and the account."""
    systems, first, account = {}, None, []
    for name, content, how, columns in files:
        for column in columns:
            reading = {**how, "predictions": column}
            read = with_file(
                name, content, lambda path, how=reading: read_sets(path, how, known=known)
            )
            first = first or (name, read)
            check_same_gold(first, (name, read))
            title = column if len(files) == 1 else f"{name}: {column}"
            if title in systems:
                raise ValueError(f"Two systems are called {title!r}.")
            systems[title] = read
            account += read.account.lines()
    return systems, first[1], list(dict.fromkeys(account))


def compare_systems(
    files, similarity, average, options, names=None, groups="", progress=lambda share, text: None
):
    """Systems of some files compared, or those of the example; ``groups``: of the first file."""
    progress(0.0, "Reading")
    if files:
        read_systems, table, account = _read_all(files, names_of(similarity))
        systems = {name: read.predictions for name, read in read_systems.items()}
    else:
        systems, table = example_systems()
        systems = {name: systems[name] for name in names or systems}
        read_systems, account = {}, table.account.lines()
    if not 2 <= len(systems) <= MOST_SYSTEMS:
        n = counted(len(systems), "system")
        raise ValueError(f"{n}; from 2 to {MOST_SYSTEMS} can be compared.")
    gold = table.references
    scoring_options = {**options, "similarity": similarity, "average": average}
    names = [file[0] for file in files] or [BUNDLED.name]
    compared = ComparisonResult(names, len(gold), average, options, similarity, account=account)
    resampled = {"seed": SEED}
    if len(gold) <= limits.MOST_RESAMPLED:
        resampled["n_resamples"] = RESAMPLES
        if groups and files:
            name, content, *_ = files[0]
            members = with_file(name, content, lambda path: groups_of(path, groups, table))
            resampled["groups"] = members
            compared.groups = (groups, len(set(members)))
    points, rows = {}, {}
    for name, predictions in systems.items():
        progress(0.1 + 0.4 * len(rows) / len(systems), "Scoring")
        inputs = {"predictions": predictions, "references": gold, **scoring_options}
        both, _ = _scored(name, read_systems.get(name), inputs)
        with metric().notices():
            points[name] = np.array(metric().pointwise(**inputs)["semantic_f1"])
        labels, by_label = (both["semantic"][key] for key in ("labels", "semantic_f1_per_label"))
        f1, hard = (both[kind][f"semantic_f1_{average}"] for kind in ("semantic", "hard"))
        rows[name] = {"system": name, "f1": f1, "hard": hard}
        rows[name]["by_label"] = dict(zip(labels, by_label, strict=True))
    progress(0.5, "Comparing")
    _rank(compared, systems, gold, {**scoring_options, **resampled}, rows, points, progress)
    compared.labels = _labels(compared.systems)
    compared.rows = _rows(compared.systems, points, systems, table)
    compared.reads = [(name, how, columns) for name, _, how, columns in files]
    for row in compared.systems:
        del row["by_label"]
    progress(1.0, "Done")
    return compared


def _scored(title, read, given):
    """Scores of a system next to exact ones, and its warnings under the system's title."""
    try:
        with metric().notices() as warned:
            scores = metric().side_by_side(**{**given, "average": [given["average"], None]})
    except ValueError as error:
        told = error if read is None else not_scored(error, read)
        raise ValueError(f"{title}: {told}") from None
    return scores, [f"{title}: {text}" for text in warned]


def _rank(compared, systems, gold, options, rows, points, progress):
    """Adds the ranks of the systems, their pairs and what other similarities give."""
    similarity = compared.similarity
    with metric().notices() as warned:
        if "n_resamples" in options:
            ranked = metric().rank(systems, gold, **options)
            compared.warnings = list(warned)
        progress(0.8, "Other similarities")
        tested = metric().sensitivity(systems, gold, _alternatives(similarity), **options)
    compared.warnings = compared.warnings or list(warned)
    compared.signature = metric().signature(**options)
    if "n_resamples" not in options:
        scores, ranks = (tested["alternatives"][0][key] for key in ("scores", "ranks"))
        order = sorted(scores, key=lambda name: -scores[name])
        pairs = [
            {"a": a, "b": b, "difference": scores[a] - scores[b]} for a, b in combinations(order, 2)
        ]
        ranking = [{"system": name, "rank": ranks[name]} for name in order]
        ranked = {"ranking": ranking, "pairs": pairs}
    compared.p_floor = ranked.get("p_floor")
    compared.paper = paper_texts(ranked, compared.average)
    for row in ranked["ranking"]:
        found = {key: row.get(key) for key in ("rank", "rank_low", "rank_high")}
        found |= {end: row.get(f"semantic_f1_{end}") for end in ("low", "high")}
        compared.systems.append({**rows[row["system"]], **found})
    for pair in ranked["pairs"]:
        better = points[pair["a"]] - points[pair["b"]]
        which = {"wins": better > 1e-12, "losses": better < -1e-12, "ties": np.abs(better) <= 1e-12}
        compared.pairs.append({**pair, **{key: int(of.sum()) for key, of in which.items()}})
    compared.sensitivity = {
        **tested,
        "alternatives": [row for row in tested["alternatives"] if row["name"] != CONTROL],
    }


def _alternatives(similarity):
    """The other bundled similarities of the same labels."""
    known = set(names_of(similarity))
    return [
        name
        for name, other in bundled().items()
        if other.fingerprint != similarity.fingerprint and set(names_of(other)) == known
    ]


def _labels(systems):
    """The labels on which the systems differ most."""
    found = [
        {"label": label, "scores": {row["system"]: row["by_label"][label] for row in systems}}
        for label in systems[0]["by_label"]
    ]
    apart = [max(row["scores"].values()) - min(row["scores"].values()) for row in found]
    order = np.argsort(-np.array(apart), kind="stable")[:LABELS_SHOWN].tolist()
    return [found[i] for i in order if apart[i] > 1e-12]


def _rows(systems, points, sets, table):
    """The rows on which the two best systems differ most."""
    best, other = systems[0]["system"], systems[1]["system"]
    difference = np.abs(points[best] - points[other])
    order = np.argsort(-difference, kind="stable")[:ROWS_SHOWN].tolist()
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
        if difference[row] > 1e-12
    ]


def compare_two(files, average, similarity, groups="", progress=lambda share, text: None):
    """Two systems in separate files, as a dict; without content a file is the example."""
    titles = [f"{letter} ({name})" for letter, (name, *_) in zip("AB", files, strict=True)]
    readings = [BUNDLED_READING if content is None else how for _, content, how in files]
    tables, known = [], names_of(similarity)
    for (name, content, _), how in zip(files, readings, strict=True):
        read = lambda path, how=how: read_sets(path, how, known=known)  # noqa: E731
        tables.append(with_file(name, content, read))
        progress(0.2 * len(tables), "Reading")
    check_same_gold((titles[0], tables[0]), (titles[1], tables[1]))
    gold = tables[0].references
    systems = {"A": tables[0].predictions, "B": tables[1].predictions}
    options = {"similarity": similarity, "average": average, "seed": SEED}
    if groups:
        i = next(i for i, file in enumerate(files) if file[1] is not None)
        named = lambda path: groups_of(path, groups, tables[i])  # noqa: E731
        options["groups"] = with_file(*files[i][:2], named)
    warned = []
    for read, title in zip(tables, titles, strict=True):
        inputs = {"predictions": read.predictions, "references": gold, **options}
        warned += _scored(title, read, inputs)[1]
    progress(0.5, "Comparing")
    with metric().notices():
        compared = metric().compare(*systems.values(), gold, n_resamples=RESAMPLES, **options)
        tested = metric().sensitivity(systems, gold, _alternatives(similarity), **options)
    progress(1.0, "Done")
    return {
        "a": files[0][0],
        "b": files[1][0],
        "examples": len(gold),
        "average": average,
        "comparison": compared,
        "sensitivity": tested,
        "warnings": warned,
        "signature": metric().signature(n_resamples=RESAMPLES, **options),
    }
