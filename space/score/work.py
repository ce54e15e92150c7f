"""The work behind the page "Score": what is read, scored and kept as one state.

It runs in the server for small files and in a separate process for large ones, so all that goes
in and comes out can be pickled.
"""

from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from semantic_f1.average_table import CURVE_AVERAGES, NAMED_AVERAGES
from semantic_f1.files.reading import indicator_rows
from semantic_f1.files.value_kinds import odd_labels
from semantic_f1.reports.formats import scores_by_label
from semantic_f1.reports.replies import line_of_states

from ..frame import limits, tables
from ..frame.export import csv_text
from ..frame.reading import account_of, groups_of, not_scored, read_limited, read_sets, with_file
from ..frame.result_link import counts_of, rows_of
from ..frame.scores import averages_of, paper_texts, resampling, without_ends
from ..frame.similarities import SCORES, hard_of, metric, names_of
from ..frame.table_layouts import file_options, is_plain
from .error_analysis import best_constant, lowest_of, mistakes_of

# Ways to score replies that can't be read, and the ends of their keys.
WAYS = {"as wrong": "", "as empty": "_as_empty", "left out": "_left_out"}


@dataclass
class SimilarityScores:
    """Scores under one similarity."""

    similarity: object
    # Average -> "semantic" and "hard" -> precision, recall, f1, low, high, or None without ends.
    averages: dict
    per_label: list
    # Average -> the line to cite.
    signatures: dict
    warnings: list
    # "semantic" and "hard" -> score -> array, one number per example.
    points: dict
    paper: dict


@dataclass
class Scored:
    """One scored state: all that a page shows, saves, copies, links and cites comes from it."""

    file: str
    examples: int
    reading: dict
    options: dict
    # SimilarityScores, one per similarity.
    under: list
    # Best constant answer and its F1.
    constant: tuple | None = None
    mistakes: dict = field(default_factory=dict)
    lowest: list = field(default_factory=list)
    unit: str = "line"
    # Of each example.
    lines: list = field(default_factory=list)
    # Of a file of scores, F1 at each threshold.
    curve: dict | None = None
    # Column of what rows belong to, and the number of its groups.
    groups: tuple | None = None
    account: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    # Sentence to cite next to the numbers, on how they came about.
    remark: str = ""
    # Times of each pair of label sets, as a link holds them; None if too many pairs differ.
    counts: dict | None = None

    def labels(self):
        """The scores of each label under the first similarity, the highest F1 first."""
        return sorted(self.under[0].per_label, key=lambda row: -row["semantic"]["f1"])


def score_file(content, name, reading, similarities, options, progress=lambda share, text: None):
    """Semantic and hard scores of a file, as one state; the similarity None is exact matches."""
    return with_file(
        name, content, lambda path: _scored(path, name, reading, similarities, options, progress)
    )


def _scored(path, name, reading, similarities, options, progress):
    if similarities[0] is None:
        if reading["separator"] == tables.SCORE_LISTS:
            raise ValueError("Scores need a similarity: its labels say which number is whose.")
        # There is no list of labels whose places whole numbers could be.
        reading = {**reading, "ids": "never"}
    with metric().notices() as said:
        read = _read(path, reading, similarities[0], progress)
    if similarities[0] is None:
        sides = [read.references, *([] if reading.get("replies") else [read.predictions])]
        names = tables.names_in(map(set, chain(*sides)))
        if not any(map(str.isdecimal, names)):
            reading = {**reading, "ids": "auto"}
            read.account.options.pop("ids", None)
        limits.check_labels("The file holds", len(names))
        # In the order of the counts of a link, whatever the order of the rows is.
        labels = sorted(names, key=lambda name: (-names[name], name))
        similarities = [metric().similarity.identity(labels)]
        said += odd_labels(labels)
    first = similarities[0]
    read, scoring, replies = _label_sets(read, reading, first, options)
    groups = groups_of(path, reading.get("groups"), read)
    progress(0.5, "Scoring")
    under = []
    for similarity in similarities:
        under.append(_scores_under(read, similarity, scoring, groups))
        progress(0.5 + 0.35 * len(under) / len(similarities), "Scoring")
    scored = Scored(name, len(read), reading, options, under, unit=read.unit, lines=read.lines)
    if groups is not None:
        scored.groups = (reading["groups"], len(set(groups)))
    scored.account, scored.notes = [*read.account.lines(), *replies], said
    scored.counts = counts_of(read.predictions, read.references, names_of(first))
    with metric().notices():
        scored.mistakes = mistakes_of(read, first, scoring)
        scored.constant = best_constant(read, first, scoring)
        if reading["separator"] == tables.SCORE_LISTS and len(read) <= limits.MOST_RESAMPLED:
            scored.curve = _curve(path, reading, first)
    progress(0.95, "Looking at the lowest examples")
    scored.lowest = lowest_of(path, read, reading, under[0].points["semantic"]["f1"])
    progress(1.0, "Done")
    return scored


@dataclass
class Rows:
    """Label sets that come from no file."""

    predictions: list
    references: list
    # Rows of counts have no place to be named.
    place_of = staticmethod(str)

    def __len__(self):
        return len(self.predictions)


def score_counts(counts, similarity, options, intervals=False, progress=lambda share, text: None):
    """Scores of the counts of a link, as one state; without a similarity those of exact matches."""
    rows = Rows(*rows_of(*counts))
    similarity = similarity or metric().similarity.identity(counts[0])
    progress(0.3, "Scoring")
    under = _scores_under(rows, similarity, options, intervals=intervals)
    scored = Scored("", len(rows), {"separator": ""}, options, [under])
    with metric().notices():
        scored.mistakes = mistakes_of(rows, similarity, options)
        scored.constant = best_constant(rows, similarity, options)
    return scored


def _read(path, reading, similarity, progress):
    def report(share):
        progress(0.5 * share, "Reading")

    if reading["separator"] != tables.SCORE_LISTS:
        known = None if similarity is None else names_of(similarity)
        return read_sets(path, reading, progress=report, known=known)
    read = _read_scores(path, reading, progress=report, known=names_of(similarity))
    names = _score_names(read, similarity)
    least = reading["threshold"]
    predicted = [
        tuple(name for name, score in zip(names, row, strict=True) if score >= least)
        for row in read.predictions
    ]
    return replace(read, predictions=predicted)


def _label_sets(read, reading, similarity, options):
    """A table of label sets, also of replies, the options that score them, and lines on replies."""
    if not reading.get("replies"):
        return read, options, []
    usual = {key: value for key, value in options.items() if value != "raise"}
    asked, fold = metric(), options["normalize_names"]
    try:
        with asked.notices():
            found = asked.read_replies(
                read.predictions, similarity=similarity, normalize_names=fold
            )
            sides = read.predictions, read.references
            f1 = asked.compute_replies(*sides, **usual, similarity=similarity)
    except ValueError as error:
        raise not_scored(error, read) from None
    ways = ", ".join(f"{way} {f1[f'semantic_f1{end}']:.3f}" for way, end in WAYS.items())
    lines = [
        f"replies: {line_of_states(found['account']['replies'])}",
        f"F1 over examples with unreadable replies {ways}; below they count as wrong",
    ]
    # What a reply names beyond the labels is wrong; of gold labels that was refused.
    options = {**options, "unknown_labels": "mismatch"}
    return replace(read, predictions=found["predictions"]), options, lines


def _read_scores(path, reading, **more):
    """Rows of scores and gold label sets of a file."""
    if not is_plain(reading):
        raise ValueError("Scores and gold labels must lie in two columns of one file.")
    options = file_options(reading)
    cells = tables.preview(path, options).cells
    gold = tables.separator_argument(tables.separator_of(cells, [reading["references"]], ()))
    how = {key: reading.get(key) for key in ("predictions", "references", "blank")}
    how |= {"separator": gold, "ids": reading.get("ids", "auto"), **options._asdict(), **more}
    return read_limited("multilabel", path, **how)


def _score_names(read, similarity):
    """The labels that the columns of scores are for, in the order of the similarity's."""
    names = names_of(similarity)
    widths = {len(row) for row in read.predictions}
    for width in (len(names), len(similarity.labels)):
        if widths == {width}:
            return names[:width]
    shown = ", ".join(map(str, sorted(widths)[:3]))
    raise ValueError(
        f"The lists hold {shown} numbers; this similarity has {len(similarity.labels)} labels. "
        "There is one number per label, in the order of its labels."
    )


def _curve(path, reading, similarity):
    read = _read_scores(path, reading, known=names_of(similarity))
    rows = indicator_rows(read, _score_names(read, similarity), set(similarity.none_labels))
    with metric("multilabel").notices():
        return metric("multilabel").threshold_curve(
            read.predictions, rows, similarity=similarity, average=list(CURVE_AVERAGES)
        )


def threshold_curve(content, name, reading, similarity, progress=lambda share, text: None):
    """Semantic and plain F1 of a file of scores at each threshold."""
    progress(0.5, "Scoring")
    return with_file(name, content, lambda path: _curve(path, reading, similarity))


def _both(read, options, resampled):
    """Semantic and hard results for all averages and each label, and the warnings."""
    try:
        with metric().notices() as warned:
            asked = {"average": [*NAMED_AVERAGES, None], **options, **resampled}
            both = metric().side_by_side(read.predictions, read.references, **asked)
    except ValueError as error:
        raise not_scored(error, read) from None
    return both, list(dict.fromkeys(warned))


def _scores_under(read, similarity, options, groups=None, intervals=True):
    options = {**options, "similarity": similarity}
    resampled = resampling(len(read), groups) if intervals else {}
    both, warnings = _both(read, options, resampled)
    points = {}
    with metric().notices():
        for kind, kind_options in {"semantic": options, "hard": hard_of(options)}.items():
            values = metric().pointwise(read.predictions, read.references, **kind_options)
            points[kind] = {score: np.array(values[f"semantic_{score}"]) for score in SCORES}
        signatures = {
            average: metric().signature(average=average, **options, **resampled)
            for average in NAMED_AVERAGES
        }
    return SimilarityScores(
        *(similarity, averages_of(both), scores_by_label(both), signatures, warnings, points),
        {average: paper_texts(both["semantic"], average) for average in NAMED_AVERAGES},
    )


def side_by_side(
    content, name, reading, similarity, options, intervals=False, progress=lambda share, text: None
):
    """Semantic and hard scores of a file as a dict, with intervals if they are wanted."""

    def work(path):
        with metric().notices() as said:
            read = _read(path, reading, similarity, progress)
        resampled = {}
        if intervals:
            groups = groups_of(path, reading.get("groups"), read)
            resampled = resampling(len(read), groups, asked=True)
        progress(0.6, "Scoring")
        read, scoring, _ = _label_sets(read, reading, similarity, options)
        scoring = {**scoring, "similarity": similarity}
        both, warnings = _both(read, scoring, resampled)
        averages = averages_of(both)
        progress(1.0, "Done")
        return {
            "examples": len(read),
            "similarity": similarity.name,
            "signature": metric().signature(**scoring, average=list(NAMED_AVERAGES), **resampled),
            "averages": averages if intervals else without_ends(averages),
            "per_label": scores_by_label(both),
            "warnings": [*said, *warnings],
            "account": account_of(read),
        }

    return with_file(name, content, work)


def rows_csv(scored, content):
    """Each row's scores as CSV, after the file's own columns, or after its label sets."""

    def work(path):
        if is_plain(scored.reading):
            read, lines = tables.cells_of(path, how=file_options(scored.reading)), set(scored.lines)
            _, _, names = next(read)
            read = (row for row in read if row[0] in lines)
        else:
            known = names_of(scored.under[0].similarity)
            table = read_sets(path, scored.reading, known=known)
            sets = zip(table.predictions, table.references, strict=True)
            read = zip(scored.lines, (map(list, sides) for sides in sets), strict=True)
            names = ["predictions", "references"]
        heads, columns = [], []
        several = len(scored.under) > 1
        for under in scored.under:
            for kind, points in under.points.items():
                if kind == "hard" and under is not scored.under[0]:
                    continue
                beside = f"_{under.similarity.name}" if several and kind == "semantic" else ""
                for score, values in points.items():
                    heads.append(f"{kind}_{score}{beside}")
                    columns.append(values.tolist())
        rows = zip(read, *columns, strict=True)
        shown = ([line, *map(tables.cell_text, cells), *values] for (line, cells), *values in rows)
        return csv_text(chain([[scored.unit, *names, *heads]], shown))

    # With the mark, spreadsheets read it as UTF-8.
    return "\ufeff" + with_file(scored.file, content, work)
