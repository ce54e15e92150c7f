"""Semantic F1 of a file of predictions, from the command line.

Whatever the command of :mod:`flags`: rows are read (:mod:`tables`), scored under each similarity
(:mod:`results`), and printed (:mod:`printing`).
"""

import json
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from ..distance_table import DEFAULT_MEASURE
from ..files.account import account_of_systems
from ..files.reading import indicator_rows
from ..files.replies import write_ledger
from ..files.tables import read_groups, read_numbers
from ..messages import notices
from .arguments import given_of, parsed, refuse_misfits
from .flags import FORMS, PROGRAM
from .folders import Tally, job_of
from .found import (
    labels_command,
    labels_line,
    next_steps,
    notes_of_labels,
    takes_found_labels,
    with_found_labels,
    worst_examples,
    write_examples,
    write_new,
)
from .part_listing import Parts, has_parts
from .printing import (
    at_k_lines,
    curve_lines,
    ranking_lines,
    reply_lines,
    result_lines,
    sensitivity_lines,
    shown,
    size_line,
    tuned_lines,
    ways_line,
)
from .results import (
    OF_INTERVALS,
    hard_options,
    known_names,
    load_metric,
    read_replies_of,
    result_of,
)
from .similarities import compare_advice, similarities_of, similarity_command, similarity_name
from .tables import read_annif_rows, read_rows, refuse_two_sides
from .wording import in_arguments
from .workers import counted_parts

_INPUT = "standard input"
# Options of the metric that say what the labels are.
_OF_LABELS = ("similarity", "labels", "none_labels", "unknown_labels", "normalize_names")


def main(arguments=None):
    """Run the command line; returns the exit status."""
    if hasattr(sys.stdout, "reconfigure"):
        # Label names may hold any character; a terminal that can't show one must not end the run.
        sys.stdout.reconfigure(errors="replace")
    args = parsed(sys.argv[1:] if arguments is None else arguments)
    with _standard_input(args) as renamed:
        several = args.workers or args.cluster or args.counts or len(args.paths) > 1
        args.in_parts = bool(several or has_parts(args.file)) and args.command != "similarity"
        refuse_misfits(args)
        args.average, args.failed = args.average or "samples", None
        return _printed(args, renamed)


@contextmanager
def _standard_input(args):
    """Put a file in the place of "-" among the arguments; yields what gives texts its name."""
    places = [name for name in ("file", "gold") if getattr(args, name) == "-"]
    if not places:
        yield lambda text: text
        return
    with tempfile.TemporaryDirectory() as folder:
        path = _spooled(folder, args.format)
        setattr(args, places[0], path)
        args.paths = [path if one == "-" else one for one in args.paths]

        def named(text):
            name = os.path.basename(path)
            text = text.replace(path, name)
            if places == ["file"] and text.startswith(("line ", "row ")):
                # An error that begins with its place in the only file.
                text = f"{_INPUT}, {text}"
            return text.replace(f"{name}: line", f"{_INPUT}, line").replace(name, _INPUT)

        yield named


def _spooled(folder, format):
    """A file with the bytes of standard input; its ending says what they are."""
    source = getattr(sys.stdin, "buffer", sys.stdin)
    first = source.read(4096)
    while first and not first.strip():
        first += source.read(4096) or b"."
    begin = first.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    ending = format or {b"[": "json", b"{": "jsonl"}.get(begin, "csv")
    path = os.path.join(folder, f"{_INPUT}.{ending}")
    with open(path, "wb") as file:
        file.write(first)
        shutil.copyfileobj(source, file)
    return path


def _printed(args, renamed):
    """Run what the arguments ask for and print it; returns the exit status."""
    try:
        with notices() as texts:
            if args.command == "similarity":
                document, lines, notes = similarity_command(load_metric(), args)
            else:
                document, lines, notes = (_run_parts if args.in_parts else _run_rows)(args)
    except (ValueError, ImportError) as error:
        text = renamed(in_arguments(" ".join(str(error).split())))
        print(f"{PROGRAM}: error: {text}", file=sys.stderr)
        return 2
    text = renamed("\n".join(map(shown, lines)))
    if args.json:
        text = renamed(json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False))
    try:
        if args.output and args.command != "labels":
            Path(args.output).write_text(f"{text}\n", encoding="utf-8")
        else:
            print(text, flush=True)
    except OSError as error:
        if not args.output:
            # What is left in the buffer would fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # The reader (`head`, say) closed the pipe.
            return 1
        args.failed = f"the result can't be written: {error.strerror}"
    for text in dict.fromkeys([*texts, *notes]):
        print(f"note: {shown(renamed(in_arguments(text)))}", file=sys.stderr)
    if args.failed:
        print(f"{PROGRAM}: error: {args.failed}", file=sys.stderr)
    return 1 if args.failed else 0


def _run_rows(args):
    """Scores of the rows of files: a document for JSON, lines of text, and notes."""
    notes, is_annif, found = [], args.form == "annif", takes_found_labels(args)
    metric = load_metric(FORMS[args.form])
    similarities = ["identity"] if found else similarities_of(metric, args)
    if is_annif:
        tables, line, notes = read_annif_rows(args, getattr(similarities[0], "thesaurus", None))
    else:
        tables = read_rows(args)
    if found:
        tables = with_found_labels(args, tables)
    first, several = next(iter(tables.values())), len(tables) > 1
    if args.command == "labels":
        return labels_command(args, first)
    if found:
        notes += notes_of_labels(args, tables.values())
    calls = _calls_of(args, similarities, first)
    if args.text and several:
        return {}, *_text_of_systems(args, metric, tables, calls, notes)
    numbers = args.outcome and read_numbers(
        args.file, args.outcome, how=first.how, lines=first.lines
    )
    results = []
    for name, table in tables.items():
        for options in calls:
            similarity = options.get("similarity")
            which = [name] * several + [getattr(similarity, "name", similarity)] * (len(calls) > 1)
            result = _scored(args, metric, table, options, numbers, which)
            results.append({"system": name, **result} if several else result)
    if args.text:
        texts = [metric.results_text(one["shown"]["semantic"], args.text) for one in results]
        return {}, _paragraphs(texts), notes + _warnings(results)
    accounts = {name: one.account for name, one in tables.items()}
    account = results[-1]["shown"].get("account") or account_of_systems(accounts)
    document = {"file": args.file, "examples": len(first), "account": account.to_dict()}
    if is_annif:
        del document["account"]
    if args.form == "thresholds":
        del document["examples"]
    key = "curves" if args.threshold_curve else "thresholds" if args.tune_thresholds else "results"
    document[key] = results
    lines = [line] if is_annif else account.lines()
    if args.replies:
        examples = f"{args.file}: {len(first):,} examples"
        lines += [*reply_lines(account.replies, args.ledger), "", examples]
        if args.ledger:
            ledger, names = results[-1]["shown"]["ledger"], map(first.row_name, range(len(first)))
            write_new(args.ledger, args.force, write_ledger, ledger, list(names))
    if found:
        lines.append(labels_line(args))
        if not several:
            results[0]["shown"]["more"] = next_steps(args)
    for result in results:
        lines += ["", *result_lines(result, args.full_signature, plain=found)]
    if args.sensitivity or several:
        notes += _add_ranking(document, lines, args, metric, tables, calls)
    # Notes of their own say what to do about replies, and about names that are spelled alike.
    own = {"unknown names"} if args.replies else {"spelling"} if found else ()
    return document, lines, notes + _warnings(results, own)


def _calls_of(args, similarities, table=None):
    """The metric's options under each similarity, with the groups of a table's examples."""
    given = given_of(args, "option")
    if args.groups is not None:
        given["groups"] = read_groups(args.file, args.groups, how=table.how, lines=table.lines)
    return [given if one is None else {**given, "similarity": one} for one in similarities]


def _warnings(results, own=()):
    """The warnings of results, but those ``own``; if not all systems have one, it names theirs."""
    said = [result.get("warnings", ()) for result in results]
    return [
        f"{result['system']}: {text}"
        if "system" in result and not all(text in x for x in said)
        else text
        for result, texts in zip(results, said, strict=True)
        for text in texts
        if getattr(text, "about", None) not in own
    ]


def _scored(args, metric, table, options, numbers, which):
    """The result of a table under one similarity; ``which`` names both in errors."""
    table = table.for_names(known_names(metric, options))
    if table.annotators is not None:
        options = {**options, "annotators": table.annotators}
    try:
        if args.form == "thresholds":
            return _thresholds(args, metric, table, options)
        more = {}
        if args.replies:
            table, f1, ledger = read_replies_of(args, metric, table, options)
            options = {**options, "unknown_labels": "mismatch"}
            more = {"account": table.account, "ledger": ledger, "more": [ways_line(f1)]}
        examples = {"predictions": table.predictions, "references": table.references}
        result = result_of(metric, options, examples, args.per_label)
        result["shown"] |= more
        if args.replies:
            result["replies"] = f1
        of_labels = {name: options[name] for name in _OF_LABELS if name in options}
        if args.form == "annif":
            result["at_k"] = metric.at_k(**examples, **of_labels)
            result["shown"]["more"] = list(at_k_lines(result["at_k"]))
        if args.report and args.json:
            result["indexing"] = metric.indexing_report(**examples, output="dict", **of_labels)
        elif args.report:
            text = metric.indexing_report(**examples, **of_labels)
            result["shown"]["after"] = ["", *text.splitlines()]
        if args.worst or args.per_example:
            _add_examples(result, table, metric, options, args)
        if args.outcome:
            resampling = {name: options[name] for name in OF_INTERVALS if name in options}
            f1 = metric.pointwise(**examples, **options)["semantic_f1"]
            found = metric.outcome_correlation(f1, numbers, **resampling)
            result["outcome"] = {"column": args.outcome, **found}
    except ValueError as error:
        message = table.place_of(error)
        found = str(getattr(error, "found", ""))
        if found.isascii() and found.isdigit():
            message += (
                "; whole numbers are read as names here, since some are labels or some cells hold "
                "names: --ids always reads them as ids"
            )
        raise ValueError(": ".join([*which, message])) from None
    return result


def _thresholds(args, metric, table, options):
    """The threshold curve, or thresholds, under one similarity."""
    known, chosen = hard_options(metric, options), metric.tune_thresholds
    if not known.get("labels"):
        raise ValueError("labels: gold labels become columns in their order; pass labels=")
    labels, none = known["labels"], set(known.get("none_labels") or ())
    gold, average = indicator_rows(table, labels, none), args.average
    if args.threshold_curve:
        chosen, average = metric.threshold_curve, [args.average]
    result = chosen(table.predictions, gold, **options, average=average)
    lines = curve_lines(result) if args.threshold_curve else tuned_lines(result, labels)
    name = similarity_name(metric, options["similarity"])
    lines = [f"similarity: {shown(name)}", *lines]
    return {"similarity": name, **result, "shown": {"lines": lines}}


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


def _text_of_systems(args, metric, tables, calls, notes):
    """The difference of two systems, or the ranks of more, as a paper has them; and notes."""
    texts, names = [], tuple(tables)[:2]
    with metric.notices() as said:
        for call in calls:
            systems, gold, options = _systems_of(args, metric, tables, call)
            try:
                if len(systems) == 2:
                    found = metric.compare(*systems.values(), gold, **options)
                else:
                    found = metric.rank(systems, gold, **options)
            except ValueError:
                # An error of one system has its file and its line.
                for name, table in tables.items():
                    _scored(args, metric, table, call, None, [name])
                raise
            texts.append(metric.results_text(found, args.text, names))
    return _paragraphs(texts), notes + said


def _paragraphs(texts):
    return "\n\n".join(dict.fromkeys(texts)).splitlines()


def _systems_of(args, metric, tables, options):
    """Predictions of each system, the gold labels, and options to compare them."""
    known = known_names(metric, options)
    decided = {name: table.for_names(known) for name, table in tables.items()}
    systems = {name: table.predictions for name, table in decided.items()}
    average = {} if args.form == "soft" else {"average": args.average}
    return systems, next(iter(decided.values())).references, {**options, **average}


def _add_ranking(document, lines, args, metric, tables, calls):
    """Add the ranks of several systems, and how they depend on the similarity; return notes."""
    systems, gold, options = _systems_of(args, metric, tables, calls[0])
    measure = {}
    if args.form == "soft":
        # By the Wasserstein distance if there is a similarity.
        named = "similarity" in options
        measure = {"measure": "wasserstein_distance" if named else DEFAULT_MEASURE}
    with metric.notices() as texts:
        if len(systems) > 1:
            document["ranking"] = metric.rank(systems, gold, **measure, **options)
            lines += ["", *ranking_lines(document["ranking"], options)]
        if len(systems) == 2 and args.form != "soft":
            # Systems that are alike in every example say nothing of sizes.
            with suppress(ValueError):
                document["sample_size"] = metric.sample_size(*systems.values(), gold, **options)
                lines += ["", size_line(document["sample_size"])]
        if args.sensitivity:
            others = [each["similarity"] for each in calls[1:]]
            found = document["sensitivity"] = metric.sensitivity(systems, gold, others, **options)
            lines += ["", *sensitivity_lines(found)]
    return texts


def _run_parts(args):
    """Scores of many files, counted one by one, as :func:`_run_rows` has them."""
    are_named = len(args.paths) > 1 and not any(map(has_parts, args.paths))
    if are_named and len(args.paths) == 2:
        refuse_two_sides(args)
    metric = load_metric(FORMS[args.form])
    calls = _calls_of(args, similarities_of(metric, args))
    known = [known_names(metric, options) or () for options in calls]
    parts = Parts(args.paths, args.leave_out or ())
    job = job_of(args, calls, known, parts)
    tally = Tally(parts, job, args, lambda line: print(shown(line), file=sys.stderr))
    try:
        for answer in counted_parts(job, tally.missing, args.workers, args.cluster):
            tally.add(answer)
    except ValueError as error:
        if args.counts and tally.counts and not tally.unkept():
            raise ValueError(f"{error} (the counts so far are kept in {args.counts})") from None
        raise
    except BaseException:
        tally.unkept()
        raise
    args.failed = tally.unkept()
    notes = [f"--leave-out {pattern!r} matches no file" for pattern in parts.unused]
    notes += tally.equal_parts()
    if are_named:
        notes.append(f"the files are scored as one data set; {compare_advice(args)}")
    results = [
        result_of(metric, options, {"counts": counts}, args.per_label)
        for options, counts in zip(calls, tally.counts, strict=True)
    ]
    document = {"file": parts.name, "examples": len(tally.counts[0]), "results": results}
    document["account"] = tally.account().to_dict()
    lines = list(tally.lines())
    for result in results:
        lines += ["", *result_lines(result, args.full_signature)]
    return document, lines, notes + _warnings(results)
