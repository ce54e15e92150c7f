"""Semantic F1 of a file of predictions, from the command line.

    python score.py predictions.csv --similarity plutchik

The file (CSV, JSON, Parquet, .xlsx and others) has one row an example, with the predicted and the
gold labels in the columns ``predictions`` and ``references``: JSON lists, or text cells with a
``--separator``. An empty cell is the empty set. With ``--annotators`` several columns hold gold
labels, with ``--soft`` both columns hold distributions, with ``--points`` sets of points. A folder
or a pattern of files is scored as one file, also by several processes (``--workers``) or machines
(``--cluster``).
"""

import json
import os
import re
import sys
from contextlib import suppress

from ..average_table import NAMED_AVERAGES
from ..config_table import CONFIGS
from ..files.groups import read_numbers
from ..messages import collect
from ..thesaurus.rdf import is_rdf
from .annotators import (
    annotator_lines,
    by_annotator,
    human,
    human_lines,
    read_gold_tables,
    read_number_tables,
    soft_lines,
    soft_ranking,
    soft_result_of,
    soft_results,
)
from .arguments import FOUND, given_options, misfits, parser_of
from .folders import Tally, job_of
from .metric_class import metric_class
from .part_listing import has_parts, parts_of
from .points import points_lines, points_result, read_points_of
from .similarities import made_similarities, similarity_name
from .systems import (
    account_of,
    curve_lines,
    labels_found,
    outcome_lines,
    ranking_lines,
    read_tables,
    sensitivity_lines,
    size_line,
    threshold_table,
    tuned_lines,
)
from .wording import in_arguments
from .workers import count_by_processes, count_here, count_on_cluster

SCORES = ("precision", "recall", "f1")


def load_metric(config_name=None):
    """The metric for a config."""
    # Imported late: help and refused arguments need no metric.
    return metric_class()(config_name)


def hard_options(metric, options):
    """Options that score the same labels with the identity: plain F1."""
    options = dict(options)
    source = options.pop("similarity")
    if options.get("labels") is not None:
        from ..options import names_by_id

        options["labels"] = names_by_id(options["labels"])
    if _is_identity(source):
        return {**options, "similarity": source}
    similarity = metric.similarity.load(source)
    if options.get("none_labels") is None:
        options["none_labels"] = list(similarity.none_labels)
    if options.get("labels") is None:
        none = options["none_labels"]
        extra = [name for name in none if name not in similarity.labels]
        options["labels"] = [*similarity.labels, *extra]
    return {**options, "similarity": "identity"}


def side_by_side(metric, predictions, references, options, per_label=True, counts=None):
    """Semantic and hard scores side by side.

    Returns a dict with "similarity", "signature", "averages" (average -> "semantic" and "hard" ->
    precision, recall, f1), "per_label" (a list of dicts: label, support, semantic, hard) and
    "warnings" (a list of texts); for several gold sets an example also "human" and "by_annotator".
    """
    averages = [*NAMED_AVERAGES, *([None] if per_label else [])]
    source = options["similarity"]
    with metric.notices() as notices:
        if counts is None:
            both = metric.side_by_side(predictions, references, average=averages, **options)
        else:
            both = {"semantic": metric.compute(counts=counts, average=averages, **options)}
    if counts is not None:
        # What is warned about is the same for both.
        with metric.notices():
            hard = counts.hard()
            both["hard"] = metric.compute(counts=hard, average=averages, **options)
    semantic = both["semantic"]
    labels = [
        {
            "label": label,
            "support": semantic["support"][index],
            **{
                kind: {score: result[f"semantic_{score}_per_label"][index] for score in SCORES}
                for kind, result in both.items()
            },
        }
        for index, label in enumerate(semantic.get("labels", ()))
    ]
    comparison = {
        "similarity": source if _is_identity(source) else metric.similarity.load(source).name,
        "signature": metric.signature(**options, average=list(NAMED_AVERAGES)),
        "averages": {
            average: {
                kind: _scores(result, average, "n_resamples" in options)
                for kind, result in both.items()
            }
            for average in NAMED_AVERAGES
        },
        "per_label": labels,
        "warnings": notices,
    }
    if CONFIGS[metric.config_name].several_gold:
        comparison["human"] = human(both, NAMED_AVERAGES, SCORES)
        comparison["by_annotator"] = by_annotator(semantic, SCORES)
    return comparison


def _is_identity(source):
    # An array would compare element by element.
    return isinstance(source, str) and source == "identity"


def name_row(message, table, *_):
    """An error of the metric with the column and the line of the file instead of the index."""
    return table.place_of(message)


def main(arguments=None):
    """Run the command line; returns the exit status."""
    if hasattr(sys.stdout, "reconfigure"):
        # Label names may hold any character; a terminal that can't show one must not end the run.
        sys.stdout.reconfigure(errors="replace")
    parser = parser_of()
    args = parser.parse_args(arguments)
    args.paths, args.file = args.file, args.file[0]
    args.in_parts = bool(
        args.workers or args.cluster or args.counts or len(args.paths) > 1 or has_parts(args.file)
    )
    wrong = misfits(args)
    if wrong:
        parser.error(wrong)
    args.average, args.failed = args.average or "samples", None
    try:
        with collect() as texts:
            document, lines, notes = _run(args)
        notes = [*texts, *notes]
    except (ValueError, ImportError) as error:
        print(f"semantic-f1: error: {in_arguments(' '.join(str(error).split()))}", file=sys.stderr)
        return 2
    text = "\n".join(lines)
    if args.json:
        text = json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False)
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # The reader (`head`, say) closed the pipe; avoid a second error from the flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # A full disk: what is left in the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        args.failed = f"the result can't be written: {error.strerror}"
    for text in dict.fromkeys(notes):
        print(f"note: {_shown(in_arguments(text))}", file=sys.stderr)
    if args.failed:
        print(f"score.py: error: {args.failed}", file=sys.stderr)
    return 1 if args.failed else 0


def _run(args):
    """Run what the arguments ask for: a document for JSON, lines of text, and notes."""
    if args.in_parts:
        return _run_parts(args)
    if args.threshold_curve or args.tune_thresholds:
        return _run_thresholds(args)
    if args.soft:
        return _run_soft(args)
    if args.points:
        return _run_points(args)
    has_annotators = args.annotators or args.nested or args.annotator
    notes = []
    extra_options = {}
    if has_annotators:
        tables, extra_options = read_gold_tables(args)
    else:
        tables = read_number_tables(args) if args.graded else read_tables(args)
    read = next(iter(tables.values()))
    found = args.labels == FOUND
    if found:
        args.labels = labels_found(tables.values())
    config = "annotators" if has_annotators else "graded" if args.graded else None
    metric = load_metric(config)
    similarities = made_similarities(metric, args)
    results = []
    for similarity in similarities:
        options = {**given_options(args, read), **extra_options, "similarity": similarity}
        table = read.for_names(hard_options(metric, options).get("labels"))
        try:
            results.append(
                side_by_side(metric, table.predictions, table.references, options, args.per_label)
            )
        except ValueError as error:
            message = table.place_of(str(error))
            uris = args.thesaurus and is_rdf(args.thesaurus) and not args.concepts
            if uris and " is not a label" in message:
                message += "; labels are URIs here, names are read by --concepts prefLabel"
            which = f"{similarity_name(similarity)}: " if len(similarities) > 1 else ""
            raise ValueError(which + message + _numbers_advice(message)) from None
    if args.outcome:
        notes += _add_outcome(results, read, metric, similarities, extra_options, args)
    account = account_of(tables, len(args.labels) if found else None)
    document = {"file": args.file, "examples": len(table), "account": account.to_dict()}
    document["results"] = results
    name = args.file
    if len(tables) > 1 and not args.compare:
        name = f"{name}, {next(iter(tables))}"
    lines = [*map(_shown, account.lines()), "", f"{_shown(name)}: {len(table):,} examples"]
    for result in results:
        lines += ["", *_report(result)]
    if args.sensitivity or len(tables) > 1:
        notes += _add_ranking(document, lines, tables, metric, similarities, args)
    return document, lines, notes + [text for result in results for text in result["warnings"]]


def _add_ranking(document, lines, tables, metric, similarities, args):
    """Add the ranks of several systems, and how they depend on the similarity; return notes."""
    read = next(iter(tables.values()))
    options = {**given_options(args, read), "average": args.average}
    first, *others = similarities
    known = hard_options(metric, {**options, "similarity": first}).get("labels")
    decided = {name: table.for_names(known) for name, table in tables.items()}
    systems = {name: table.predictions for name, table in decided.items()}
    gold = next(iter(decided.values())).references
    with metric.notices() as texts:
        if len(systems) > 1:
            ranking = metric.rank(systems, gold, similarity=first, **options)
            document["ranking"] = ranking
            lines += ["", *map(_shown, ranking_lines(ranking, args.average, options))]
        if len(systems) == 2:
            # Systems that are alike in every example say nothing of sizes.
            with suppress(ValueError):
                size = metric.sample_size(*systems.values(), gold, similarity=first, **options)
                document["sample_size"] = size
                lines += ["", size_line(size)]
        if args.sensitivity:
            sensitivity = metric.sensitivity(systems, gold, others, similarity=first, **options)
            document["sensitivity"] = sensitivity
            lines += ["", *map(_shown, sensitivity_lines(sensitivity))]
    return texts


def _numbers_advice(message):
    """Advice for an unknown name that is a whole number."""
    if re.search(r"'[0-9]+' is not a label", message):
        return (
            "; whole numbers are read as names here, since some are labels or some cells hold "
            "names: --ids always reads them as ids"
        )
    return ""


def _run_soft(args):
    """The distances of a file of distributions, for each similarity."""
    metric = load_metric("soft")
    tables, notes = read_number_tables(args), []
    table = tables[args.file]
    similarities = made_similarities(metric, args)
    try:
        results = soft_results(metric, table, similarities, given_options(args, table))
    except ImportError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        raise ValueError(table.place_of(str(error))) from None
    account = account_of(tables)
    document = {"file": args.file, "examples": len(table), "account": account.to_dict()}
    document["results"] = results
    lines = [*map(_shown, account.lines()), "", f"{_shown(args.file)}: {len(table):,} examples"]
    for result in results:
        lines += ["", *map(_shown, soft_lines(result))]
    if args.sensitivity or len(tables) > 1:
        with metric.notices() as texts:
            ranking = soft_ranking(
                metric, tables, similarities, given_options(args, table), args.sensitivity
            )
        document |= ranking.document
        lines += map(_shown, ranking.lines)
        notes += texts
    return document, lines, notes + [text for result in results for text in result["warnings"]]


def _run_points(args):
    """The scores of a file of sets of points."""
    metric, table = load_metric("points"), read_points_of(args)
    try:
        options = given_options(args, table)
        result = points_result(metric, options, table.predictions, table.references)
    except ValueError as error:
        raise ValueError(table.place_of(str(error))) from None
    account = table.account
    document = {"file": args.file, "examples": len(table), "account": account.to_dict()}
    document["results"] = [result]
    lines = [*map(_shown, account.lines()), "", f"{_shown(args.file)}: {len(table):,} examples"]
    lines += ["", *points_lines(result)]
    return document, lines, result["warnings"]


def _run_thresholds(args):
    """The threshold curve, or thresholds, of a file of scores, for each similarity."""
    metric = load_metric("multilabel")
    key = "curves" if args.threshold_curve else "thresholds"
    document, lines, notes = {"file": args.file, key: []}, [], []
    for similarity in made_similarities(metric, args):
        options = {**given_options(args), "similarity": similarity}
        known = hard_options(metric, options)
        none = set(known.get("none_labels") or ())
        table, scores, gold = threshold_table(args, known["labels"], none)
        document["account"] = table.account.to_dict()
        with metric.notices() as texts:
            if args.threshold_curve:
                result = metric.threshold_curve(scores, gold, **options, average=[args.average])
                lines_of_result = curve_lines(result)
            else:
                result = metric.tune_thresholds(scores, gold, **options, average=args.average)
                lines_of_result = tuned_lines(result, known["labels"])
        name = similarity_name(similarity)
        document[key].append({"similarity": name, **result})
        lines += [f"similarity: {_shown(name)}", *map(_shown, lines_of_result), ""]
        notes += texts
    return document, [*map(_shown, table.account.lines()), "", *lines[:-1]], notes


def _add_outcome(results, table, metric, similarities, extra_options, args):
    """Add the correlation of the rows' F1 with the numbers of a column; return notes."""
    numbers = read_numbers(args.file, args.outcome, how=table.how, lines=table.lines)
    given = given_options(args, table)
    resampling = ("n_resamples", "confidence_level", "seed", "groups")
    resampling = {name: given[name] for name in resampling if name in given}
    with metric.notices() as texts:
        for result, similarity in zip(results, similarities, strict=True):
            options = {**given, **extra_options, "similarity": similarity}
            decided = table.for_names(hard_options(metric, options).get("labels"))
            rows = metric.pointwise(decided.predictions, decided.references, **options)
            correlation = metric.outcome_correlation(rows["semantic_f1"], numbers, **resampling)
            result["outcome"] = {"column": args.outcome, **correlation}
    return texts


def _run_parts(args):
    """The scores of many files, counted one by one, for each similarity."""
    has_annotators = args.annotators or args.nested
    config = "annotators" if has_annotators else "default"
    if args.soft or args.points:
        config = "soft" if args.soft else "points"
    metric, notes = load_metric(config), []
    options = given_options(args)
    similarities = made_similarities(metric, args) or [None]
    known = [()] * len(similarities)
    if config not in ("soft", "points"):
        known = [
            hard_options(metric, {**options, "similarity": similarity}).get("labels") or ()
            for similarity in similarities
        ]
    parts = parts_of(args.paths, args.leave_out)
    job = job_of(args, config, similarities, known, options, parts)
    tally = Tally(
        parts,
        job,
        args.counts,
        lambda line: print(_shown(line), file=sys.stderr),
        equal_parts=args.equal_parts == "both",
        verify=args.verify,
    )
    try:
        for answer in _counting(args, job, tally.missing):
            tally.add(answer)
    except ValueError as error:
        if args.counts and tally.counts and not _unkept(tally, args):
            raise ValueError(f"{error} (the counts so far are kept in {args.counts})") from None
        raise
    except BaseException:
        _unkept(tally, args)
        raise
    args.failed = _unkept(tally, args)
    notes += [f"--leave-out {pattern!r} matches no file" for pattern in parts.unused]
    notes += tally.equal_parts()
    results = []
    for similarity, counts in zip(similarities, tally.counts, strict=True):
        call_options = {**options, "similarity": similarity}
        if args.points:
            results.append(points_result(metric, options, counts=counts))
        elif args.soft:
            results.append(soft_result_of(metric, counts, call_options))
        else:
            results.append(side_by_side(metric, None, None, call_options, args.per_label, counts))
    n = len(tally.counts[0])
    document = {"file": parts.name, "examples": n, "results": results}
    document["account"] = tally.account()
    lines = list(map(_shown, tally.lines()))
    for result in results:
        lines_of = points_lines if args.points else soft_lines if args.soft else _report
        lines += ["", *(map(_shown, lines_of(result)) if args.soft else lines_of(result))]
    return document, lines, notes + [text for result in results for text in result["warnings"]]


def _unkept(tally, args):
    """The error of the last writing of the counts; None for none."""
    try:
        tally.keep()
    except OSError as error:
        return f"--counts {args.counts}: can't be written: {error.strerror or error}"
    return None


def _counting(args, job, parts):
    if args.cluster:
        return count_on_cluster(job, parts, args.cluster, args.workers)
    if args.workers:
        return count_by_processes(job, parts, args.workers)
    return count_here(job, parts)


def _scores(result, average, intervals):
    """Precision, recall and F1 of an average, and with ``intervals`` the ends of theirs."""
    scores = {}
    for score in SCORES:
        key = f"semantic_{score}_{average}"
        if key not in result:
            # Under macro_f1="f1_of_averages" macro's F1 has a key of its own.
            key = f"semantic_{score}_of_averages_{average}"
        scores[score] = result[key]
        if intervals:
            scores[f"{score}_interval"] = [result[f"{key}_low"], result[f"{key}_high"]]
    return scores


def _report(result):
    """Lines of the table of one similarity."""
    heads = [f"{kind} {score}" for kind in ("Semantic", "Hard") for score in ("P", "R", "F1")]
    yield f"similarity: {_shown(result['similarity'])}"
    yield f"{'':24}" + "".join(f"{head:>13}" for head in heads)
    for average, scores in result["averages"].items():
        yield f"{average:24}" + _cells(scores)
    if "f1_interval" in result["averages"]["samples"]["semantic"]:
        units = "groups" if "|groups:" in result["signature"] else "examples"
        yield f"intervals, by bootstrap over {units}"
        for average, scores in result["averages"].items():
            ends = [
                scores[kind][f"{score}_interval"]
                for kind in ("semantic", "hard")
                for score in SCORES
            ]
            yield f"{average:24}" + "".join(f"{low:.4f}-{high:.4f}".rjust(14) for low, high in ends)
    if result.get("human"):
        yield ""
        yield from human_lines(result["human"])
    if result.get("by_annotator"):
        yield ""
        yield from annotator_lines(result["by_annotator"], _shown)
    if result.get("outcome"):
        yield ""
        yield from map(_shown, outcome_lines(result["outcome"], result["outcome"]["column"]))
    if result["per_label"]:
        width = max(23, *(len(_shown(row["label"])) for row in result["per_label"])) + 1
        yield ""
        yield f"{'label':{width}}" + "".join(f"{head:>13}" for head in heads) + f"{'support':>10}"
        for row in result["per_label"]:
            yield f"{_shown(row['label']):{width}}{_cells(row)}{row['support']:>10g}"
    yield ""
    yield f"signature: {result['signature']}"


def _shown(text):
    return text if text.isprintable() else repr(text)


def _cells(scores):
    return "".join(
        f"{scores[kind][score]:13.4f}" for kind in ("semantic", "hard") for score in SCORES
    )
