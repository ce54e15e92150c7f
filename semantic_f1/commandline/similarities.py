"""Similarities that command-line arguments make: of thesauri, hierarchies and groups."""

from ..thesaurus.measures import WITH_RELATED
from ..thesaurus.rdf import is_rdf

# Arguments of published files and of tables, and what they are called in Python.
_OF_FILES = {
    "concepts": "label",
    "language": "language",
    "alt_labels": "alt_labels",
    "dangling": "dangling",
    "broader": "broader",
    "narrower": "narrower",
    "types": "types",
    "schemes": "schemes",
    "outside": "outside",
    "replaced": "replaced",
    "relations": "relations",
    "cycles": "cycles",
    "strict": "strict",
}
_OF_TABLES = {
    "levels": "levels",
    "parent_separator": "separator",
    "same": "same",
    "relations": "relations",
    "cycles": "cycles",
    "strict": "strict",
}


def made_similarities(metric, args):
    """The similarities to score with: those of files first, then the named ones."""
    make = metric.similarity
    return [
        *_of_thesaurus(make, args),
        *(
            make.from_hierarchy(file, "all", columns=_columns_of(args), name=_stem(file))
            for file in args.similarity_hierarchy or ()
        ),
        *(_of_groups(make, file, args) for file in args.similarity_groups or ()),
        *(args.similarity or ()),
    ]


def _of_groups(make, file, args):
    try:
        return make.from_groups(file, label=args.label_column, levels=args.levels, name=_stem(file))
    except ValueError as error:
        # Elsewhere label= is what names concepts.
        message = str(error).replace("label= says", "--label-column says")
        raise ValueError(message.replace("levels= ", "--levels ")) from None


def _of_thesaurus(make, args):
    if not args.thesaurus:
        return []
    measures = args.measure or ["wu_palmer"]
    related = [measure for measure in measures if args.related and measure in WITH_RELATED]
    if args.related and not related:
        raise ValueError(f"--related is for {', '.join(WITH_RELATED)}; got {', '.join(measures)}")
    thesaurus = _thesaurus_of(make, args.thesaurus, args)
    return [
        make.relatedness(
            thesaurus,
            measure,
            "relatedness" if measure in related else "similarity",
            depth=args.depth or "longest",
        )
        for measure in measures
    ]


def _thesaurus_of(make, file, args):
    """The thesaurus of a file: a saved one, a published one, or a table."""
    ending = file.lower().removesuffix(".gz")
    if ending.endswith(".npz"):
        taken, what, read = {}, "a saved thesaurus", make.load_thesaurus
    elif ending.endswith(".obo") or (is_rdf(file) and not _is_plain_json(file)):
        taken, what, read = _OF_FILES, "an RDF, OBO or MeSH file", make.read_thesaurus
    else:
        taken, what, read = _OF_TABLES, "a table", make.make_thesaurus
    for argument in {**_OF_FILES, **_OF_TABLES}:
        # Levels are of sheets of groups too.
        if getattr(args, argument) and argument not in taken and argument != "levels":
            flag = "--" + argument.replace("_", "-")
            raise ValueError(f"{flag} doesn't go with {file!r}, which is {what}")
    given = {
        name: getattr(args, argument) for argument, name in taken.items() if getattr(args, argument)
    }
    if "relations" in given:
        given["relations"] = _weighted(given["relations"])
    if read is make.make_thesaurus:
        given |= {"columns": _columns_of(args), "name": _stem(file)}
    return read(file, **given)


def _weighted(relations):
    """Kinds of relations, with the weights that ``kind=weight`` gives them."""
    pairs = [kind.partition("=") for kind in relations]
    if not any(sign for _, sign, _ in pairs):
        return relations
    return {kind: float(weight) if sign else 0.8 for kind, sign, weight in pairs}


def _is_plain_json(file):
    """True for a .json file without the keywords of JSON-LD."""
    if not file.lower().endswith(".json"):
        return False
    with open(file, encoding="utf-8-sig", errors="replace") as source:
        text = source.read()
    return not any(f'"@{word}"' in text for word in ("context", "graph", "id"))


def _columns_of(args):
    return {
        role: name
        for role, name in (("child", args.child), ("parent", args.parent))
        if name is not None
    }


def _stem(file):
    """The name of a file without its folder and endings."""
    return file.replace("\\", "/").rpartition("/")[2].split(".")[0] or file


def similarity_name(similarity):
    """Name of a similarity in what is printed."""
    return getattr(similarity, "name", similarity)
