"""The work behind the page "Annotators": label sets of several people, and distributions."""

from dataclasses import dataclass, field

import numpy as np

from semantic_f1.commandline.main import name_row
from semantic_f1.files.columns import read_annotator_columns, read_distributions
from semantic_f1.files.formats import TableError

from ..frame import limits
from ..frame.similarities import AVERAGES, SCORES, hard_of, metric, names_of
from ..frame.tables import EXAMPLES, cell_text, separator_argument
from ..score.work import RESAMPLES, SEED, NotScored, on_disk

SETS_EXAMPLE = EXAMPLES / "annotators.csv"
SOFT_EXAMPLE = EXAMPLES / "soft_labels.jsonl"
# Annotators are compared with each other, row by row, up to so many sets in all.
MOST_COMPARED = 2_000_000
DISAGREED = 10


class BlankCells(NotScored):
    """Cells of annotators are empty, and nobody said what that means."""


@dataclass
class Judged:
    """One state of the page: scores against people, or distances of distributions.

    Attributes
    ----------
    kind : "sets", "soft" or "graded"
    file, examples, similarity, reading, options : what was scored, and how
    averages : sets: dict of average -> semantic, hard, human and system -> scores
    people : sets: list of dict, one an annotator
    result : what the metric's compute returned
    rows : sets: the rows that people disagree on
    signature, warnings : the line to cite, and the metric's warnings
    info : TableInfo of the file
    ids : sets: whether members of the predicted sets are numbers
    n_human, n_sets : examples with two annotators or more, sets in all
    entropy, shares, scores : soft: cross entropy of a perfect prediction, mean shares of labels,
        the Wasserstein score of each example; graded: mean degrees of labels and their F1
    """

    kind: str
    file: str
    examples: int
    similarity: object
    reading: dict
    options: dict
    result: dict
    signature: str
    warnings: list
    averages: dict = field(default_factory=dict)
    people: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    unit: str = "line"
    ids: bool = False
    n_human: int = 0
    n_sets: int = 0
    info: object = None
    entropy: float | None = None
    shares: list = field(default_factory=list)
    scores: object = None


def with_example(path, name, content, use):
    """Result of ``use`` for the path of a visitor's file, or of an example without one."""
    return use(path) if content is None else on_disk(name, content, use)


def read_people(path, reading, limit=None, progress=None, known=None):
    """Predicted sets, and the sets of the annotators who saw each row.

    ``known``: names of the universe, which tell whether whole numbers are names or ids.
    """
    references = list(reading["references"])
    if not references:
        raise NotScored("Choose the columns of the annotators.")
    several = len(references) > 1
    how = {
        "predictions": reading["predictions"],
        "references": references if several else references[0],
        "separator": separator_argument(reading["separator"]),
        "ids": reading.get("ids", "auto"),
        "known": known,
        "limit": limit or limits.MAX_ROWS + 1,
        "progress": progress,
    }
    blank = reading.get("blank") or None
    try:
        read = read_annotator_columns(path, blank=blank, **how)
    except TableError:
        if blank or not several:
            raise
        # Where this can be read, nothing but blank cells was wrong.
        read_annotator_columns(path, blank="no_label", **how)
        raise BlankCells(
            "Some cells of the annotators are empty. Choose what an empty cell means: that the "
            "annotator chose no label, or was not asked."
        ) from None
    limits.check_shape(path.name, len(read))
    return read


def judge_sets(content, name, reading, similarity, options, progress=lambda share, text: None):
    """A system beside people, from a file or from the example without one."""

    def work(path):
        read = read_people(
            path,
            reading,
            progress=lambda done: progress(0.5 * done, "Reading"),
            known=names_of(similarity),
        )
        progress(0.5, "Scoring")
        inputs = {"predictions": read.predictions, "references": read.references}
        scoring_options = {**options, "similarity": similarity}
        if read.annotators is not None:
            scoring_options["annotators"] = read.annotators
        resampled = {}
        if len(read) <= limits.MOST_RESAMPLED:
            resampled = {"n_resamples": RESAMPLES, "seed": SEED}
        people = metric("annotators")
        averages = list(AVERAGES)
        try:
            with people.notices() as warned:
                semantic = people.compute(
                    **inputs, average=averages, **scoring_options, **resampled
                )
            with people.notices():
                hard = people.compute(**inputs, average=averages, **hard_of(scoring_options))
                points = people.pointwise(**inputs, **scoring_options)["semantic_f1"]
                signature = people.signature(
                    average=averages, **{**options, "similarity": similarity}, **resampled
                )
                progress(0.8, "Comparing people")
                agreement = _annotator_agreement(
                    read.references, {**options, "similarity": similarity}
                )
        except ValueError as error:
            text = name_row(str(error), read, reading["predictions"], reading["references"][0])
            raise NotScored(text) from None
        judged = Judged(
            "sets",
            name,
            len(read),
            similarity,
            reading,
            options,
            plain_result(semantic),
            signature,
            list(dict.fromkeys(warned)),
            unit=read.unit,
            info=read.info,
            n_human=semantic.get("n_human") or 0,
            n_sets=sum(map(len, read.references)),
        )
        judged.ids = any(type(member) is int for row in read.predictions for member in row)
        judged.averages = _averages(semantic, hard)
        judged.people = _people(semantic, reading["references"])
        judged.rows = _disagreed(read, agreement, points)
        progress(1.0, "Done")
        return judged

    return with_example(SETS_EXAMPLE, name, content, work)


def plain_result(result):
    """A result without what is as long as the examples."""
    return {key: value for key, value in result.items() if not isinstance(value, np.ndarray)}


def _averages(semantic, hard):
    averages = {}
    for average in AVERAGES:
        kinds = {
            "semantic": (semantic, "semantic"),
            "hard": (hard, "semantic"),
            "human": (semantic, "human"),
            "system": (semantic, "system"),
            "human_hard": (hard, "human"),
            "system_hard": (hard, "system"),
        }
        averages[average] = {}
        for kind, (result, who) in kinds.items():
            if f"{who}_f1_{average}" not in result:
                continue
            scores = {score: result[f"{who}_{score}_{average}"] for score in SCORES}
            scores["low"] = result.get(f"{who}_f1_{average}_low")
            scores["high"] = result.get(f"{who}_f1_{average}_high")
            averages[average][kind] = scores
        averages[average]["difference"] = {
            key: value
            for key, value in semantic.items()
            if key.startswith("human_difference") and average in key
        }
        for extra in ("constant_f1", "constant_answer", "consensus_f1"):
            averages[average][extra] = semantic.get(f"{extra}_{average}")
    return averages


def _people(result, order):
    names = result.get("annotators") or []
    rows = []
    for place, name in enumerate(names):

        def of(key, place=place):
            values = result.get(f"{key}_by_annotator")
            return values[place] if values else None

        rows.append(
            {
                "annotator": str(name),
                "n": of("n"),
                "system": of("semantic_f1_samples"),
                "human": of("human_f1_samples"),
            }
        )
    places = {name: at for at, name in enumerate(order)}
    return sorted(rows, key=lambda row: places.get(row["annotator"], len(places)))


def _annotator_agreement(references, options):
    """Mean F1 of each annotator of an example against the others; None where it would take long."""
    rows = [row for row, sets in enumerate(references) if len(sets) > 1]
    if sum(len(references[row]) * (len(references[row]) - 1) for row in rows) > MOST_COMPARED:
        return None
    left_out = [gold_set for row in rows for gold_set in references[row]]
    others = [
        sets[:place] + sets[place + 1 :]
        for sets in map(references.__getitem__, rows)
        for place in range(len(sets))
    ]
    if not rows:
        return {}
    points = metric("annotators").pointwise(left_out, others, **options)["semantic_f1"]
    agreement, start = {}, 0
    for row in rows:
        size = len(references[row])
        agreement[row] = sum(points[start : start + size]) / size
        start += size
    return agreement


def _disagreed(read, agreement, f1):
    apart = [row for row, value in (agreement or {}).items() if value < 1]
    order = sorted(apart, key=agreement.__getitem__)[:DISAGREED] if apart else []
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


def read_soft(path, reading, limit=None, progress=None):
    """Predicted and gold distributions."""
    read = read_distributions(
        path,
        predictions=reading["predictions"],
        references=reading["references"],
        limit=limit or limits.MAX_ROWS + 1,
        progress=progress,
    )
    limits.check_shape(path.name, len(read))
    return read


def judge_soft(content, name, reading, similarity, options, progress=lambda share, text: None):
    """Distances of distributions, from a file or from the example without one."""

    def work(path):
        read = read_soft(path, reading, progress=lambda done: progress(0.5 * done, "Reading"))
        progress(0.5, "Scoring")
        soft = metric("soft")
        inputs = {"predictions": read.predictions, "references": read.references}
        scoring_options = {**options, "similarity": similarity}
        resampled = {}
        if len(read) <= limits.MOST_RESAMPLED:
            resampled = {"n_resamples": RESAMPLES, "seed": SEED}
        try:
            with soft.notices() as warned:
                distances = soft.compute(**inputs, **scoring_options, **resampled)
                progress(0.8, "Scoring each example")
                points = soft.pointwise(**inputs, **scoring_options)
                # Of gold distributions that are predicted as they are.
                perfect = dict.fromkeys(inputs, read.references)
                entropy = soft.compute(**perfect, **{**scoring_options, "similarity": None})
        except ValueError as error:
            text = name_row(str(error), read, reading["predictions"], reading["references"])
            raise NotScored(text) from None
        progress(1.0, "Done")
        scores = points.get("wasserstein_score")
        return Judged(
            "soft",
            name,
            len(read),
            similarity,
            reading,
            options,
            distances,
            soft.signature(**scoring_options, **resampled),
            list(dict.fromkeys(warned)),
            unit=read.unit,
            info=read.info,
            entropy=entropy["cross_entropy"],
            shares=mean_shares(read, scoring_options),
            scores=None if scores is None else np.array(scores),
        )

    return with_example(SOFT_EXAMPLE, name, content, work)


def mean_shares(read, options):
    """Name, mean gold share and mean predicted share of each label."""
    means = []
    for side in (read.references, read.predictions):
        rows = np.array(side)
        if rows.ndim == 1:
            rows = np.stack([1 - rows, rows], axis=1)
        means.append((rows / rows.sum(axis=1, keepdims=True)).mean(axis=0).tolist())
    names, width = options["labels"], len(means[0])
    similarity = options["similarity"]
    if names is None and similarity is not None:
        names = list(dict.fromkeys([*similarity.labels, *similarity.none_labels]))
    names = names or [f"label {i + 1}" for i in range(width)]
    return list(zip(names[:width], *means, strict=True))


def preview(content, name, reading, kind, rows=3):
    """The first rows as they are read, for the page."""
    if kind != "sets":
        return with_example(
            SOFT_EXAMPLE, name, content, lambda path: read_soft(path, reading, rows)
        )
    return with_example(SETS_EXAMPLE, name, content, lambda path: read_people(path, reading, rows))


def shown_numbers(row, most=12):
    """A distribution as people read it."""
    values = row if isinstance(row, (tuple, list)) else (row,)
    text = ", ".join(f"{value:.4g}" for value in values[:most])
    more = len(values) - most
    return f"{text} and {more} more" if more > 0 else cell_text(text)
