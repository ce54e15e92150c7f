"""Annif's suggestions on the command line, and reports of subject indexing."""

from ..files.annif import LIMIT, annif_files, holds_suggestions

# Options of the metric that say what the labels are.
_OF_LABELS = ("similarity", "labels", "none_labels", "unknown_labels", "normalize_names")
# Flags that are no options of the metric, and are used with ``--from annif``.
_USED = (
    *("--from", "--gold", "--threshold", "--limit", "--report", "--similarity", "--per-label"),
    *("--similarity-groups", "--similarity-hierarchy", "--output", "--json", "--full-signature"),
)


def is_annif(args):
    """True if the arguments name Annif's files."""
    return getattr(args, "from") == "annif"


def annif_misfit(args, given):
    """An error message for arguments that do not fit Annif's files or reports, or None."""
    if args.report and (args.replies or args.compare):
        return f"--report and {'--replies' if args.replies else 'compare'} don't go together"
    if not is_annif(args):
        if args.limit:
            return "--limit needs --from annif"
        if getattr(args, "from") is None and holds_suggestions(args.file, args.gold):
            return f"{args.file}: to read Annif's suggestions and gold subjects, add --from annif"
        return None
    if len(args.paths) > 1 or args.compare:
        return "--from annif takes one folder or file; --gold names that of the gold subjects"
    for flag in given:
        of_labels = flag.option or "help-similarity" in flag.listed.split()
        if not of_labels and flag.name not in _USED:
            return f"{flag.name} is not used with --from annif"
    if args.groups is not None:
        return "--groups is not used with --from annif"
    if args.threshold is not None and not isinstance(args.threshold, (int, float)):
        return "--threshold takes one number with --from annif"
    return None


def read_annif_files(args):
    """Suggestions beside gold subjects, a line on what was read, and notes."""
    limit, threshold = args.limit or LIMIT, args.threshold or 0.0
    found = annif_files(args.file, args.gold, limit=limit, threshold=threshold)
    n = sum(map(len, found.predictions))
    line = (
        f"read: {len(found.documents):,} documents, {n:,} suggestions (at most {limit} per "
        f"document, score {threshold:g} or more), {sum(map(len, found.references)):,} gold subjects"
    )
    left_out = [
        f"{number} documents have {text}; they are left out"
        for number, text in zip(
            found.unmatched,
            ("suggestions and no gold subjects", "gold subjects and no suggestions"),
            strict=True,
        )
        if number
    ]
    return found, line, left_out


def scores_by_rank(metric, predictions, references, options):
    """Scores of the first k suggestions: what ``metric.at_k`` returns."""
    return metric.at_k(predictions, references, **_of_labels(options))


def at_k_lines(result):
    """Lines of the table of ``metric.at_k``."""
    heads = ("Semantic P@k", "Plain P@k", "Semantic NDCG@k", "Plain NDCG@k")
    yield f"{'first k suggestions':24}" + "".join(f"{head:>17}" for head in heads)
    columns = [
        result[f"{kind}_{score}_at_k"]
        for score in ("precision", "ndcg")
        for kind in ("semantic", "hard")
    ]
    for depth, *cells in zip(result["k"], *columns, strict=True):
        yield f"{depth or 'all':<24}" + "".join(f"{cell:17.4f}" for cell in cells)
    if result["n_without_suggestions"]:
        yield f"documents without suggestions: {result['n_without_suggestions']}"


def indexing_lines(result, metric, predictions, references, options, as_json):
    """Lines of the report of subject indexing, or with ``--json`` none but its counts."""
    arguments = (predictions, references)
    if as_json:
        result["indexing"] = metric.indexing_report(
            *arguments, output="dict", **_of_labels(options)
        )
        return []
    text = metric.indexing_report(*arguments, **_of_labels(options))
    return ["", *text.splitlines()]


def _of_labels(options):
    return {name: options[name] for name in _OF_LABELS if name in options}
