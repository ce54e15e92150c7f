"""Similarities that command-line arguments make: of thesauri, hierarchies and groups."""

from ..thesaurus.rdf import is_rdf

# Arguments of SKOS files, which tables have no use for.
_OF_SKOS = {
    "concepts": "--concepts",
    "language": "--language",
    "dangling": "--dangling",
    "alt_labels": "--alt-labels",
    "strict": "--strict",
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
    if is_rdf(args.thesaurus):
        thesaurus = make.read_thesaurus(
            args.thesaurus,
            label=args.concepts or "uri",
            language=args.language,
            alt_labels=args.alt_labels,
            dangling=args.dangling or "keep",
            strict=args.strict,
        )
    else:
        given = [flag for name, flag in _OF_SKOS.items() if getattr(args, name)]
        if given:
            raise ValueError(f"{given[0]} goes with a SKOS file; {args.thesaurus!r} is a table")
        thesaurus = make.make_thesaurus(
            args.thesaurus, columns=_columns_of(args), name=_stem(args.thesaurus)
        )
    variant = "relatedness" if args.related else "similarity"
    return [
        make.relatedness(thesaurus, measure, variant, depth=args.depth or "longest")
        for measure in args.measure or ["wu_palmer"]
    ]


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
