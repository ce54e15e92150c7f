"""Similarities that command-line arguments make: of thesauri, hierarchies, groups and files."""

import os
import shlex

from ..files.formats import TableError, find, opened
from ..files.tables import sniff
from ..messages import listed
from ..thesaurus.measures import WITH_RELATED
from ..thesaurus.rdf import is_rdf
from .arguments import SOURCES, given_of
from .flags import FLAGS, PROGRAM


def similarities_of(metric, args):
    """The similarities to score with, None for none: those of files first, then the named ones."""
    make = metric.similarity
    if any(getattr(args, name) for name in SOURCES):
        return [
            *_of_thesaurus(make, args),
            *(_made(make, file, args, "hierarchy") for file in args.similarity_hierarchy or ()),
            *(_made(make, file, args, "groups") for file in args.similarity_groups or ()),
            *(_of_content(make, source, args) for source in args.similarity or ()),
        ]
    if args.form in ("soft", "points"):
        return [None]
    if args.form == "score" and args.labels is not None:
        return ["identity"]
    if args.replies:
        raise ValueError("--replies: labels are not found in them; give --labels or --similarity")
    if args.in_parts and args.form == "score":
        more = f"; {compare_advice(args)}" if len(args.paths) > 1 else ""
        raise ValueError(
            "give --labels or --similarity: none are collected from files "
            f"{listed(args.paths)}{more}"
        )
    names = ", ".join(make.names())
    raise ValueError(f'--similarity: give a bundled name ({names}), "identity", or a file')


def compare_advice(args):
    """Advice for files that may be systems."""
    more = " ..." if len(args.paths) > 2 else ""
    return f"to compare systems: {PROGRAM} compare {shlex.join(args.paths[:2])}{more}"


def similarity_name(metric, source):
    """Name of a similarity in what is printed; that of a file is the name in it, or the file's."""
    return source if source in (None, "identity") else metric.similarity.load(source).name


def _of_content(make, source, args):
    """A named similarity as it is, and a table as what its content says that it is."""
    ending = source.lower().removesuffix(".gz").rpartition(".")[2]
    if ending not in ("csv", "tsv", "xlsx") or not os.path.isfile(source):
        return source
    columns = sniff(source).columns
    words = [name.strip().lower() for name in columns]
    if "parent" in words and {"child", "code"} & set(words):
        return _made(make, source, args, "hierarchy")
    headed = words[0] in ("label", "name")
    if not (headed and len(columns) == 2):
        with opened(source, None) as file:
            _, rows = file.read(columns[:1])
            first = {str(cell).strip() for _, (cell,) in rows(find(file, columns, columns[0]))}
        if first == {name.strip() for name in columns[1:]}:
            return source
    if headed:
        return _made(make, source, args, "groups")
    raise TableError(
        f"{source}: not a similarity. A file may be a matrix (the first column and the header hold "
        "the same names), a sheet of groups (columns label and group), or a hierarchy (columns "
        "child, or code, and parent)"
    )


def similarity_command(metric, args):
    """List, show or audit similarities: a document, lines and notes."""
    make, words = metric.similarity, args.paths
    if words == ["list"]:
        rows = [make.load(name) for name in make.names()]
        document = [
            {"name": x.name, "labels": len(x.labels), "title": x.card.get("title", "")}
            for x in rows
        ]
        lines = [f"{x['name']:20}{x['labels']:>4} labels  {x['title']}" for x in document]
        return {"similarities": document}, lines, []
    if len(words) != 2 or words[0] not in ("show", "audit"):
        raise ValueError(f"{PROGRAM} similarity: expected list, show NAME or audit FILE")
    similarity = make.load(_of_content(make, words[1], args))
    if words[0] == "audit":
        found = make.audit(similarity)
        return found.to_dict(), str(found).splitlines(), []
    content = similarity.to_dict()
    lines = [f"{key}: {value}" for key, value in content.items() if isinstance(value, str)]
    lines += [f"none_labels: {', '.join(similarity.none_labels)}"] * bool(similarity.none_labels)
    width = max(map(len, similarity.labels)) + 1
    lines += ["", f"{'label':{width}}closest labels"]
    for label in similarity.labels:
        near = [f"{name} {value:.3f}" for name, value in similarity.nearest(label)[:3] if value]
        lines.append(f"{label:{width}}{', '.join(near) or '(none)'}")
    return content, lines, []


def _made(make, file, args, kind):
    """The similarity of a file of a hierarchy, or of a sheet of groups."""
    if kind == "hierarchy":
        return make.from_hierarchy(file, "all", columns=_columns_of(args), name=_stem(file))
    return make.from_groups(file, label=args.label_column, levels=args.levels, name=_stem(file))


def _of_thesaurus(make, args):
    if not args.thesaurus:
        return []
    measures = args.measure or ["wu_palmer"]
    related = [measure for measure in measures if args.related and measure in WITH_RELATED]
    if args.related and not related:
        raise ValueError(f"--related is for {', '.join(WITH_RELATED)}; got {', '.join(measures)}")
    thesaurus, depth = _thesaurus_of(make, args.thesaurus, args), args.depth or "longest"
    variants = ["relatedness" if measure in related else "similarity" for measure in measures]
    return [
        make.relatedness(thesaurus, measure, variant, depth=depth)
        for measure, variant in zip(measures, variants, strict=True)
    ]


def _thesaurus_of(make, file, args):
    """The thesaurus of a file: a saved one, a published one, or a table."""
    ending = file.lower().removesuffix(".gz")
    if ending.endswith(".npz"):
        kind, what, read = "saved", "a saved thesaurus", make.load_thesaurus
    elif ending.endswith(".obo") or (is_rdf(file) and not _is_plain_json(file)):
        kind, what, read = "published", "an RDF, OBO or MeSH file", make.read_thesaurus
    else:
        kind, what, read = "table", "a table", make.make_thesaurus
    for flag in FLAGS:
        # Levels are of sheets of groups too.
        other = {"published", "table"} & set(flag.sets.split()) and kind not in flag.sets.split()
        if other and getattr(args, flag.dest) and flag.name != "--levels":
            raise ValueError(f"{flag.name} doesn't go with {file!r}, which is {what}")
    given = given_of(args, kind)
    if any("=" in kind for kind in given.get("relations", ())):
        pairs = [kind.partition("=") for kind in given["relations"]]
        given["relations"] = {name: float(weight) if sign else 0.8 for name, sign, weight in pairs}
    if kind == "table":
        given |= {"columns": _columns_of(args), "name": _stem(file)}
    return read(file, **given)


def _is_plain_json(file):
    """True for a .json file without the keywords of JSON-LD."""
    if not file.lower().endswith(".json"):
        return False
    with open(file, encoding="utf-8-sig", errors="replace") as source:
        text = source.read()
    return not any(f'"@{word}"' in text for word in ("context", "graph", "id"))


def _columns_of(args):
    both = {"child": args.child, "parent": args.parent}
    return {role: name for role, name in both.items() if name is not None}


def _stem(file):
    """The name of a file without its folder and endings."""
    return file.replace("\\", "/").rpartition("/")[2].split(".")[0] or file
