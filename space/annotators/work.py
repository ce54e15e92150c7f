"""The work behind the page "Annotators": sets of several annotators, distributions, degrees."""

from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.distance_table import GRADED_DISTANCES
from semantic_f1.files.formats import TableError

from ..frame.markup import listed
from ..frame.reading import not_scored, read_limited, with_file
from ..frame.scores import averages_of, paper_texts, resampling, scores_of
from ..frame.similarities import hard_of, metric, names_of
from ..frame.table_layouts import file_options
from ..frame.tables import EXAMPLES, separator_argument

EXAMPLE_FILES = {
    "sets": EXAMPLES / "annotators.csv",
    "soft": EXAMPLES / "soft_labels.jsonl",
    "graded": EXAMPLES / "graded_labels.jsonl",
}
CONFIGS = {"sets": "annotators", "soft": "soft", "graded": "graded"}
# Annotators are compared with each other, row by row, up to so many sets in all.
MOST_COMPARED = 2_000_000
DISAGREED = 10


@dataclass
class AnnotatorResult:
    """One state of the page: scores against people, or distances of distributions."""

    # "sets", "soft" or "graded".
    kind: str
    file: str
    examples: int
    similarity: object
    reading: dict
    options: dict
    result: dict
    signature: str
    warnings: list
    account: list
    paper: dict
    # Average -> semantic, hard, human and system -> scores.
    averages: dict = field(default_factory=dict)
    people: list = field(default_factory=list)
    # Rows that people disagree on.
    rows: list = field(default_factory=list)
    unit: str = "line"
    # Examples with two annotators or more, sets in all.
    n_human: int = 0
    n_sets: int = 0
    # Cross entropy of a perfect prediction of distributions.
    entropy: float | None = None
    # Mean shares or degrees of labels, and a score per example.
    shares: list = field(default_factory=list)
    scores: object = None


def _read_people(path, reading, **more):
    """Predicted sets, and the sets of the annotators who saw each row."""
    references = list(reading["references"])
    if not references:
        raise ValueError("Choose the columns of the annotators.")
    several = len(references) > 1
    how = {
        "predictions": reading["predictions"],
        "references": references if several else references[0],
        "separator": separator_argument(reading["separator"]),
        "ids": reading.get("ids", "auto"),
        **file_options(reading)._asdict(),
        **more,
    }
    blank = reading.get("blank") or None
    try:
        return read_limited("annotators", path, blank=blank, **how)
    except TableError:
        if blank or not several:
            raise
        # Where this can be read, nothing but blank cells was wrong.
        read_limited("annotators", path, blank="no_label", **how)
        raise ValueError(
            "Some cells of the annotators are empty. Choose what an empty cell means: that the "
            "annotator chose no label, or did not see this row."
        ) from None


def judge(kind, content, name, reading, similarity, options, progress=lambda share, text: None):
    """A system next to people or to their numbers, from a file or from the example without one."""

    def work(path):
        report = lambda done: progress(0.5 * done, "Reading")  # noqa: E731
        known = names_of(similarity) if kind == "sets" else None
        read = _READ[kind](path, reading, progress=report, known=known)
        progress(0.5, "Scoring")
        call = {"predictions": read.predictions, "references": read.references}
        if read.annotators is not None:
            call["annotators"] = read.annotators
        scoring, resampled = {**options, "similarity": similarity}, resampling(len(read))
        averages = {} if kind == "soft" else {"average": list(NAMED_AVERAGES)}
        # The scores of degrees are shown by label too.
        labels = {"average": [*NAMED_AVERAGES, None]} if kind == "graded" else {}
        scorer = metric(CONFIGS[kind])
        try:
            with scorer.notices() as warned:
                result = scorer.compute(**call, **scoring, **{**averages, **labels}, **resampled)
            with scorer.notices():
                progress(0.8, "Scoring each example")
                found = _FOUND[kind](scorer, read, call, scoring, result)
                signature = scorer.signature(**averages, **scoring, **resampled)
        except ValueError as error:
            raise not_scored(error, read) from None
        if kind == "sets":
            found["people"] = _people(result, reading["references"])
        progress(1.0, "Done")
        return AnnotatorResult(
            *(kind, name, len(read), similarity, reading, options),
            signature=signature,
            warnings=list(dict.fromkeys(warned)),
            account=read.account.lines(),
            paper={} if kind == "soft" else paper_texts(result, "samples"),
            unit=read.unit,
            **found,
        )

    return with_file(name, content, work, EXAMPLE_FILES[kind])


def _found_in_sets(scorer, read, call, scoring, semantic):
    hard = scorer.compute(**call, average=list(NAMED_AVERAGES), **hard_of(scoring))
    points = scorer.pointwise(**call, **scoring)["semantic_f1"]
    return {
        "result": {k: v for k, v in semantic.items() if not isinstance(v, np.ndarray)},
        "n_human": semantic.get("n_human") or 0,
        "n_sets": sum(map(len, read.references)),
        "averages": _averages(semantic, hard),
        "rows": _disagreed(read, _annotator_agreement(read.references, scoring), points),
    }


def _found_in_shares(scorer, read, call, scoring, distances):
    scores = scorer.pointwise(**call, **scoring).get("wasserstein_score")
    # Of gold distributions that are predicted as they are.
    perfect = dict.fromkeys(call, read.references)
    entropy = scorer.compute(**perfect, **{**scoring, "similarity": None})["cross_entropy"]
    return {
        "result": distances,
        "entropy": entropy,
        "shares": mean_shares(read, scoring),
        "scores": None if scores is None else np.array(scores),
    }


def _found_in_degrees(scorer, read, call, scoring, semantic):
    names = scoring["labels"] or names_of(scoring["similarity"])
    exact = {**hard_of(scoring), "labels": names, "average": [*NAMED_AVERAGES, None]}
    hard = scorer.compute(**call, **exact, **resampling(len(read)))
    # Of each label: name, mean gold degree, mean predicted one, semantic F1, soft F1.
    means = [np.mean(side, axis=0).tolist() for side in (read.references, read.predictions)]
    index = {label: i for i, label in enumerate(semantic["labels"])}
    scores = [result["semantic_f1_per_label"] for result in (semantic, hard)]
    return {
        "result": {key: semantic[key] for key, row in GRADED_DISTANCES.items() if row.by_example},
        "averages": averages_of({"semantic": semantic, "hard": hard}),
        "shares": [
            (label, means[0][i], means[1][i], *(values[index[label]] for values in scores))
            for i, label in enumerate(names)
        ],
        "scores": np.array(scorer.pointwise(**call, **scoring)["semantic_f1"]),
    }


def _averages(semantic, hard):
    """Scores by average of the system and of annotators, and what is known of their difference."""
    kinds = {
        "semantic": (semantic, "semantic"),
        "hard": (hard, "semantic"),
        "human": (semantic, "human"),
        "system": (semantic, "system"),
        "human_hard": (hard, "human"),
        "system_hard": (hard, "system"),
    }
    found = {}
    for average in NAMED_AVERAGES:
        found[average] = {
            kind: scores_of(result, average, who)
            for kind, (result, who) in kinds.items()
            if f"{who}_f1_{average}" in result
        }
        said = {key: semantic[key] for key in semantic if key.startswith("human_difference")}
        found[average]["difference"] = {key: said[key] for key in said if average in key}
        for extra in ("constant_f1", "constant_answer", "consensus_f1"):
            found[average][extra] = semantic.get(f"{extra}_{average}")
    return found


def _people(result, order):
    """Scores of each annotator, in the order of the file's columns."""
    names = list(map(str, result.get("annotators") or ()))
    keys = ("n", "semantic_f1_samples", "human_f1_samples")
    found = [result.get(f"{key}_by_annotator") or [None] * len(names) for key in keys]
    heads, rank = ("annotator", "n", "system", "human"), {name: i for i, name in enumerate(order)}
    rows = [dict(zip(heads, row, strict=True)) for row in zip(names, *found, strict=True)]
    return sorted(rows, key=lambda row: rank.get(row["annotator"], len(rank)))


def _annotator_agreement(references, options):
    """Mean F1 of each annotator of an example against the others; None if it would take long."""
    several = {row: sets for row, sets in enumerate(references) if len(sets) > 1}
    if sum(len(sets) * (len(sets) - 1) for sets in several.values()) > MOST_COMPARED:
        return None
    if not several:
        return {}
    left_out = [gold_set for sets in several.values() for gold_set in sets]
    others = [sets[:i] + sets[i + 1 :] for sets in several.values() for i in range(len(sets))]
    points = iter(metric("annotators").pointwise(left_out, others, **options)["semantic_f1"])
    return {row: sum(islice(points, len(sets))) / len(sets) for row, sets in several.items()}


def _disagreed(read, agreement, f1):
    differing = [row for row, value in (agreement or {}).items() if value < 1]
    order = sorted(differing, key=agreement.__getitem__)[:DISAGREED] if differing else []
    return [
        {
            "line": int(read.lines[row]),
            "predicted": list(map(str, read.predictions[row])),
            "gold": [list(map(str, gold_set)) for gold_set in read.references[row]],
            "agreement": float(agreement[row]),
            "f1": float(f1[row]),
        }
        for row in order
    ]


def _read_numbers(path, reading, known=None, **more):
    """Predicted and gold distributions, or degrees."""
    columns = {side: reading[side] for side in ("predictions", "references")}
    how = file_options(reading)._asdict()
    return read_limited("soft", path, **columns, **how, **more)


def mean_shares(read, options):
    """Name, mean gold share and mean predicted share of each label."""
    means = []
    for side in (read.references, read.predictions):
        rows = np.array(side)
        if rows.ndim == 1:
            rows = np.stack([1 - rows, rows], axis=1)
        means.append((rows / rows.sum(axis=1, keepdims=True)).mean(axis=0).tolist())
    names, similarity, width = options["labels"], options["similarity"], len(means[0])
    if names is None and similarity is not None:
        names = names_of(similarity)
    names = names or [f"label {i + 1}" for i in range(width)]
    return list(zip(names[:width], *means, strict=True))


_READ = {"sets": _read_people, "soft": _read_numbers, "graded": _read_numbers}
_FOUND = {"sets": _found_in_sets, "soft": _found_in_shares, "graded": _found_in_degrees}


def first_rows(name, content, reading, kind, rows=3):
    """The first rows as they are read, for the page: pairs of both sides."""
    read = with_file(
        name, content, lambda path: _READ[kind](path, reading, limit=rows), EXAMPLE_FILES[kind]
    )
    return list(zip(read.predictions, read.references, strict=True))


def shown_numbers(row):
    """A distribution as people read it."""
    values = row if isinstance(row, (tuple, list)) else (row,)
    return listed([f"{value:.4g}" for value in values], 6)
