"""Semantic F1 of a file of predictions, from the command line.

    semantic-f1 predictions.csv --similarity plutchik

Commands and flags are rows of tables in :mod:`flags`.
"""

import json
import os
import re
import shlex
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..average_table import NAMED_AVERAGES
from ..config_table import CONFIGS
from ..files.groups import read_numbers
from ..messages import SPELLED_ALIKE, collect
from ..reports.replies import OF_MISMATCH
from .annif import at_k_lines, indexing_lines, is_annif, read_annif_files, scores_by_rank
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
from .arguments import SOURCES, given_options, parsed, refuse_misfits
from .flags import FLAGS, PROGRAM
from .folders import Tally, job_of
from .found import (
    described,
    found_labels,
    label_lines,
    labels_line,
    next_steps,
    notes_of_labels,
    refuse_joined_labels,
    with_found_names,
    worst_examples,
    worst_lines,
    write_examples,
    write_sheet,
)
from .part_listing import has_parts, parts_of
from .points import points_lines, points_result, read_points_of
from .replies import (
    keep_ledger,
    read_reply_table,
    reply_lines,
    reply_options,
    scored_replies,
    ways_line,
)
from .similarities import made_similarities, similarity_command, similarity_name
from .standard_input import standard_input
from .systems import (
    account_of,
    columns_read,
    curve_lines,
    outcome_lines,
    ranking_lines,
    read_tables,
    refuse_two_sides,
    sensitivity_lines,
    size_line,
    threshold_table,
    tuned_lines,
)
from .wording import in_arguments
from .workers import count_by_processes, count_here, count_on_cluster

SCORES = ("precision", "recall", "f1")
# Options of intervals, which scores of single examples have none of.
OF_INTERVALS = ("n_resamples", "confidence_level", "seed", "groups")


def load_metric(config_name=None):
    """The metric for a config."""
    # Imported late: help and refused arguments need no metric.
    from ..scorer import Scorer

    return Scorer(config_name)


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
    "warnings" (a list of texts); for several gold sets per example also "human" and "by_annotator".
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
        # What is printed only.
        "shown": {
            "signature": metric.signature(short=True, **options),
            "described": described(source),
            "semantic": semantic,
        },
    }
    if CONFIGS[metric.config_name].several_gold:
        comparison["human"] = human(both, NAMED_AVERAGES, SCORES)
        comparison["by_annotator"] = by_annotator(semantic, SCORES)
    return comparison


def _is_identity(source):
    # An array would compare element by element.
    return isinstance(source, str) and source == "identity"


def main(arguments=None):
    """Run the command line; returns the exit status."""
    if hasattr(sys.stdout, "reconfigure"):
        # Label names may hold any character; a terminal that can't show one must not end the run.
        sys.stdout.reconfigure(errors="replace")
    args = parsed(sys.argv[1:] if arguments is None else arguments)
    with standard_input(args) as shown:
        return _main(args, shown)


def _main(args, shown):
    several = args.workers or args.cluster or args.counts or len(args.paths) > 1
    in_parts = bool(several or has_parts(args.file)) and args.command != "similarity"
    in_parts = in_parts and not is_annif(args)
    refuse_misfits(args, in_parts)
    args.average, args.failed = args.average or "samples", None
    try:
        with collect() as texts:
            document, lines, notes = _run(args)
        notes = [*texts, *notes]
    except (ValueError, ImportError) as error:
        text = shown(in_arguments(" ".join(str(error).split())))
        print(f"{PROGRAM}: error: {text}", file=sys.stderr)
        return 2
    text = shown("\n".join(lines))
    if args.json:
        text = shown(json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False))
    try:
        if args.output and args.command != "labels":
            Path(args.output).write_text(f"{text}\n", encoding="utf-8")
        else:
            print(text, flush=True)
    except BrokenPipeError:
        # The reader (`head`, say) closed the pipe; avoid a second error from the flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # A full disk: what is left in the buffer would fail again at exit.
        if not args.output:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        args.failed = f"the result can't be written: {error.strerror}"
    for text in dict.fromkeys(notes):
        print(f"note: {_shown(shown(in_arguments(text)))}", file=sys.stderr)
    if args.failed:
        print(f"{PROGRAM}: error: {args.failed}", file=sys.stderr)
    return 1 if args.failed else 0


def _run(args):
    """Run what the arguments ask for: a document for JSON, lines of text, and notes."""
    if args.command == "similarity":
        return similarity_command(load_metric(), args)
    if args.in_parts:
        return _run_parts(args)
    if args.form == "thresholds":
        return _run_thresholds(args)
    if args.form == "soft":
        return _run_soft(args)
    if args.form == "points":
        return _run_points(args)
    if is_annif(args):
        return _run_annif(args)
    return _run_replies(args) if args.replies else _run_sets(args)


def _run_sets(args):
    """The scores of a file of label sets, of several gold sets per example or of degrees."""
    notes, extra_options = [], {}
    has_annotators, found = args.form == "annotators", _takes_found_labels(args)
    if has_annotators:
        tables, extra_options = read_gold_tables(args)
    else:
        tables = read_number_tables(args) if args.form == "graded" else read_tables(args)
    if found:
        tables, labels = _with_found_labels(args, tables)
    read = next(iter(tables.values()))
    columns = columns_read(read)
    if args.command == "labels":
        return _run_labels(args, labels, read, columns)
    metric = load_metric(None if args.form == "score" else args.form)
    similarities = ["identity"] if found else _similarities(metric, args)
    results, reports, table = _scored(args, metric, read, similarities, extra_options)
    if args.outcome:
        notes += _add_outcome(results, read, metric, similarities, extra_options, args)
    account = account_of(tables)
    document = {"file": args.file, "examples": len(table), "account": account.to_dict()}
    document["results"] = results
    lines = list(map(_shown, account.lines()))
    if found:
        none = args.none_labels or ()
        lines.append(_shown(labels_line([name for name in labels if name not in none])))
    if len(tables) > 1:
        lines += ["", _shown(f"scores of {next(iter(tables))}")]
    for result in results if not args.text else ():
        lines += ["", *_report(result, args.full_signature, plain=found)]
        if found and not args.compare:
            lines[-1:-1] = [*next_steps(_call_of(args)), ""]
    lines += [_shown(line) for report in reports for line in report]
    if args.text:
        lines, more = _text_lines(results, tables, metric, similarities, args)
        notes += more
    elif args.sensitivity or len(tables) > 1:
        notes += _add_ranking(document, lines, tables, metric, similarities, args)
    warnings = [text for result in results for text in result["warnings"]]
    if found:
        # Its own note says what to do about names that are spelled alike.
        warnings = [text for text in warnings if not text.endswith(SPELLED_ALIKE)]
        notes += notes_of_labels(labels, read, columns)
    return document, lines, notes + warnings


def _scored(args, metric, read, similarities, extra_options):
    """Results for each similarity, lines of reports, and the table as the last one reads it."""
    results, reports = [], []
    for similarity in similarities:
        options = {**given_options(args, read), **extra_options, "similarity": similarity}
        table = read.for_names(hard_options(metric, options).get("labels"))
        try:
            results.append(
                side_by_side(metric, table.predictions, table.references, options, args.per_label)
            )
            if args.report:
                sides = table.predictions, table.references
                reports.append(indexing_lines(results[-1], metric, *sides, options, args.json))
            if args.worst or args.per_example:
                _add_examples(results[-1], table, metric, options, args)
        except ValueError as error:
            message = table.place_of(str(error))
            message = re.sub(r'read_thesaurus\(\.\.\., label="(\w+)"\)', r"--concepts \1", message)
            which = f"{similarity_name(similarity)}: " if len(similarities) > 1 else ""
            raise ValueError(which + message + _numbers_advice(message)) from None
    return results, reports, table


def _run_annif(args):
    """The scores of Annif's suggestions, of all and of the first k, for each similarity."""
    metric, (found, line, notes) = load_metric(), read_annif_files(args)
    document = {"file": args.file, "examples": len(found.documents), "results": []}
    lines, given = [_shown(line)], given_options(args)
    for similarity in _similarities(metric, args):
        options, sides = {**given, "similarity": similarity}, (found.predictions, found.references)
        result = side_by_side(metric, *sides, options, args.per_label)
        with metric.notices() as texts:
            result["at_k"] = scores_by_rank(metric, *sides, options)
            report = []
            if args.report:
                report = indexing_lines(result, metric, *sides, options, args.json)
        document["results"].append(result)
        lines += ["", *_report(result, args.full_signature)]
        lines[-1:-1] = [*at_k_lines(result["at_k"]), ""]
        lines += map(_shown, report)
        notes += [*result["warnings"], *texts]
    return document, lines, notes


def _run_replies(args):
    """The scores of a file of language models' replies."""
    metric, table, lines, results, notes = load_metric(), read_reply_table(args), [], [], []
    if args.labels is None and not any(getattr(args, name) for name in SOURCES):
        raise ValueError(
            "--replies: the labels are not found in replies; give --labels or --similarity"
        )
    similarities = _similarities(metric, args)
    for similarity in similarities:
        options = {**given_options(args, table), "similarity": similarity}
        decided = table.for_names(hard_options(metric, options).get("labels"))
        with metric.notices():
            f1 = scored_replies(metric, decided, options, args, list(NAMED_AVERAGES))
        read = metric.read_replies(decided.predictions, **reply_options(args), **options)
        kept = {**options, "unknown_labels": "mismatch"}
        results.append(
            side_by_side(metric, read["predictions"], decided.references, kept, args.per_label)
        )
        results[-1]["replies"] = f1
        notes += [text for text in results[-1]["warnings"] if not text.startswith(OF_MISMATCH)]
        lines += ["", *_report(results[-1], args.full_signature)]
        lines[-1:-1] = [ways_line(f1), ""]
    states = read["account"]["replies"]
    account = replace(table.account, replies=states)
    if args.ledger:
        keep_ledger(args, read["ledger"], table)
    document = {"file": args.file, "examples": len(table), "account": account.to_dict()}
    document["results"] = results
    head = [
        *account.lines(),
        *reply_lines(states, args),
        "",
        f"{args.file}: {len(table):,} examples",
    ]
    return document, [*map(_shown, head), *lines], notes


def _takes_found_labels(args):
    """True where the labels are those of the file: plain F1 without a list of labels."""
    sources = [getattr(args, name) for name in SOURCES]
    if args.command == "labels" or (args.form == "score" and not any(sources)):
        return args.labels is None
    return args.form == "score" and args.similarity == ["identity"] and args.labels is None


def _with_found_labels(args, tables):
    """Tables of names, and the labels of all of them, which become the universe."""
    tables = with_found_names(tables)
    if not (args.separator or args.one_label or args.indicators):
        for name, table in tables.items():
            file = args.file if name not in args.compare else name
            refuse_joined_labels(table, file, args.gold, columns_read(table))
    others = set(args.none_labels or ())
    if args.indicators:
        # Columns name labels that no row may have.
        cut = len(args.predictions) - 1 if (args.predictions or "").endswith("*") else 0
        first = next(iter(tables.values())).account.to_dict()["sides"]["predictions"]
        others |= {name[cut:] for name in first["column"]}
    args.labels = found_labels(tables, others, bool(args.normalize_names))
    return tables, args.labels


def _similarities(metric, args):
    """The similarities of the arguments; the identity if there are labels alone."""
    if any(getattr(args, name) for name in SOURCES):
        return made_similarities(metric, args)
    if args.form == "score" and args.labels is not None:
        return ["identity"]
    if args.in_parts and args.form == "score":
        raise ValueError(
            "give --labels or --similarity: the labels of many files are not collected first"
        )
    raise ValueError(
        f"--similarity: give a bundled name ({', '.join(metric.similarity.names())}), "
        '"identity", or a file'
    )


def _run_labels(args, labels, table, columns):
    """The labels of a file, or the sheet that groups them."""
    if not labels:
        raise ValueError(f"{args.file}: holds no label")
    lines, rows = label_lines(labels, table)
    notes = notes_of_labels(labels, table, columns)
    lines = [*map(_shown, table.account.lines()), "", *lines]
    if args.output:
        lines = [write_sheet(args.output, labels, _call_of(args), args.force)]
    document = {"file": args.file, "account": table.account.to_dict(), "labels": rows}
    return document, list(map(_shown, lines)), notes


def _call_of(args):
    """The file and the flags that read it, as they were typed."""
    words = args.words[1:] if args.words[0] == args.command else list(args.words)
    for flag in FLAGS:
        if "labels" in flag.listed.split() and flag.name not in ("--output", "--force", "--json"):
            continue
        for name in (flag.name, *flag.spellings):
            words = [word for word in words if not word.startswith(f"{name}=")]
            while name in words:
                at = words.index(name)
                takes = flag.kind != "switch" and at + 1 < len(words)
                takes = takes and not (flag.const and words[at + 1] == args.file)
                del words[at : at + 1 + takes]
    return shlex.join(words)


def _add_examples(result, table, metric, options, args):
    """Add the examples with the lowest F1, and write the scores of each."""
    kept = {name: value for name, value in options.items() if name not in OF_INTERVALS}
    with metric.notices():
        scores = metric.pointwise(table.predictions, table.references, **kept)
        exact = {**kept, **hard_options(metric, kept)}
        hard = metric.pointwise(table.predictions, table.references, **exact)
    if args.worst:
        result["worst"] = worst_examples(table, scores, args.worst)
    if args.per_example:
        write_examples(args.per_example, table, scores, hard)


def _text_lines(results, tables, metric, similarities, args):
    """The results as a paper has them, and notes: of one system its scores, of two the difference.

    Of more systems the ranks.
    """
    if len(tables) == 1:
        found, notes = [result["shown"]["semantic"] for result in results], []
    else:
        found = []
        with metric.notices() as notes:
            for similarity in similarities:
                systems, gold, options = _systems_of(tables, metric, similarity, args)
                if len(systems) == 2:
                    found.append(metric.compare(*systems.values(), gold, **options))
                else:
                    found.append(metric.rank(systems, gold, **options))
    names = tuple(tables) if len(tables) == 2 else ("a", "b")
    texts = list(dict.fromkeys(metric.results_text(one, args.text, names) for one in found))
    return "\n\n".join(texts).splitlines(), notes


def _systems_of(tables, metric, similarity, args):
    """Predictions of each system, the gold labels, and options to compare them."""
    read = next(iter(tables.values()))
    options = {**given_options(args, read), "average": args.average, "similarity": similarity}
    known = hard_options(metric, options).get("labels")
    decided = {name: table.for_names(known) for name, table in tables.items()}
    systems = {name: table.predictions for name, table in decided.items()}
    return systems, next(iter(decided.values())).references, options


def _add_ranking(document, lines, tables, metric, similarities, args):
    """Add the ranks of several systems, and how they depend on the similarity; return notes."""
    first, *others = similarities
    systems, gold, options = _systems_of(tables, metric, first, args)
    with metric.notices() as texts:
        if len(systems) > 1:
            ranking = metric.rank(systems, gold, **options)
            document["ranking"] = ranking
            lines += ["", *map(_shown, ranking_lines(ranking, args.average, options))]
        if len(systems) == 2:
            # Systems that are alike in every example say nothing of sizes.
            with suppress(ValueError):
                size = metric.sample_size(*systems.values(), gold, **options)
                document["sample_size"] = size
                lines += ["", size_line(size)]
        if args.sensitivity:
            sensitivity = metric.sensitivity(systems, gold, others, **options)
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
    similarities = made_similarities(metric, args) or [None]
    try:
        results = soft_results(metric, table, similarities, given_options(args, table))
    except ImportError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        raise ValueError(table.place_of(str(error))) from None
    account = account_of(tables)
    document = {"file": args.file, "examples": len(table), "account": account.to_dict()}
    document["results"] = results
    lines = list(map(_shown, account.lines()))
    for result in results:
        lines += ["", *map(_shown, soft_lines(result, args.full_signature))]
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
    lines = [*map(_shown, account.lines()), ""]
    lines += points_lines(result, args.full_signature)
    return document, lines, result["warnings"]


def _run_thresholds(args):
    """The threshold curve, or thresholds, of a file of scores, for each similarity."""
    metric = load_metric("multilabel")
    key = "curves" if args.threshold_curve else "thresholds"
    document, lines, notes = {"file": args.file, key: []}, [], []
    for similarity in _similarities(metric, args):
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
    resampling = {name: given[name] for name in OF_INTERVALS if name in given}
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
    if len(args.paths) == 2 and not any(map(has_parts, args.paths)):
        refuse_two_sides(args)
    config = "default" if args.form == "score" else args.form
    metric, notes = load_metric(config), []
    options = given_options(args)
    none = config in ("soft", "points") and not args.similarity
    similarities = [None] if none else _similarities(metric, args)
    known = [()] * len(similarities)
    if config not in ("soft", "points"):
        known = [
            hard_options(metric, {**options, "similarity": similarity}).get("labels") or ()
            for similarity in similarities
        ]
    parts = parts_of(args.paths, args.leave_out or ())
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
            results.append(soft_result_of(metric, call_options, counts=counts))
        else:
            results.append(side_by_side(metric, None, None, call_options, args.per_label, counts))
    n = len(tally.counts[0])
    document = {"file": parts.name, "examples": n, "results": results}
    document["account"] = tally.account().to_dict()
    lines = list(map(_shown, tally.lines()))
    for result in results:
        lines_of = points_lines if args.points else soft_lines if args.soft else _report
        lines += ["", *map(_shown, lines_of(result, args.full_signature))]
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


def _report(result, full_signature=False, plain=False):
    """Lines of the table of one similarity; ``plain`` is F1 of identical labels alone."""
    kinds, width, cell, shown = ("semantic", "hard"), 24, 13, result.pop("shown")
    heads = [f"{kind} {score}" for kind in ("Semantic", "Plain") for score in ("P", "R", "F1")]
    if plain:
        kinds, width, cell, heads = ("hard",), 12, 11, ["Precision", "Recall", "F1"]
    else:
        yield f"similarity: {_shown(result['similarity'])}{shown['described']}"
    yield f"{'':{width}}" + "".join(f"{head:>{cell}}" for head in heads)
    for average, scores in result["averages"].items():
        yield f"{average:{width}}" + _cells(scores, kinds, cell)
    if "f1_interval" in result["averages"]["samples"]["semantic"]:
        yield f"intervals, by bootstrap over {_units(result)}"
        for average, scores in result["averages"].items():
            ends = [scores[kind][f"{score}_interval"] for kind in kinds for score in SCORES]
            yield f"{average:{width}}" + interval_cells(ends)
    for lines in (
        human_lines(result["human"]) if result.get("human") else (),
        annotator_lines(result["by_annotator"], _shown) if result.get("by_annotator") else (),
        map(_shown, outcome_lines(result["outcome"], result["outcome"]["column"]))
        if result.get("outcome")
        else (),
        _label_rows(result["per_label"], heads, kinds, width, cell),
        map(_shown, worst_lines(result["worst"]) if result.get("worst") else ()),
        [f"signature: {result['signature'] if full_signature else shown['signature']}"],
    ):
        found = list(lines)
        yield from ["", *found] if found else ()


def _label_rows(rows, heads, kinds, width, cell):
    """Lines of the table of labels."""
    if not rows:
        return
    width = max(width - 1, *(len(_shown(row["label"])) for row in rows)) + 1
    yield f"{'label':{width}}" + "".join(f"{head:>{cell}}" for head in heads) + f"{'support':>10}"
    for row in rows:
        yield f"{_shown(row['label']):{width}}{_cells(row, kinds, cell)}{row['support']:>10g}"


def _units(result):
    return "groups" if "|groups:" in result["signature"] else "examples"


def interval_cells(ends):
    """Intervals in columns."""
    return "".join(f"{low:.4f}-{high:.4f}".rjust(14) for low, high in ends)


def _shown(text):
    return text if text.isprintable() else repr(text)


def _cells(scores, kinds, width):
    return "".join(f"{scores[kind][score]:{width}.4f}" for kind in kinds for score in SCORES)
