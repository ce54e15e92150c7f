"""Similarities that command-line arguments make: of thesauri, hierarchies and groups."""

from ..similarity.thesaurus.rdf import is_rdf

# Arguments of SKOS files, which tables have no use for.
_OF_SKOS = {
    "concepts": "--concepts",
    "language": "--language",
    "dangling": "--dangling",
    "alt_labels": "--alt-labels",
    "strict": "--strict",
}


def made_similarities(metric, chosen):
    """The similarities to score with: those of files first, then the named ones."""
    make = metric.similarity
    return [
        *_of_thesaurus(make, chosen),
        *(
            make.from_hierarchy(file, "all", columns=_columns_of(chosen), name=_stem(file))
            for file in chosen.similarity_hierarchy or ()
        ),
        *(_of_groups(make, file, chosen) for file in chosen.similarity_groups or ()),
        *(chosen.similarity or ()),
    ]


def _of_groups(make, file, chosen):
    try:
        return make.from_groups(
            file, label=chosen.label_column, levels=chosen.levels, name=_stem(file)
        )
    except ValueError as error:
        # Elsewhere label= is what names concepts.
        said = str(error).replace("label= says", "--label-column says")
        raise ValueError(said.replace("levels= ", "--levels ")) from None


def _of_thesaurus(make, chosen):
    if not chosen.thesaurus:
        return []
    if is_rdf(chosen.thesaurus):
        thesaurus = make.read_thesaurus(
            chosen.thesaurus,
            label=chosen.concepts or "uri",
            language=chosen.language,
            alt_labels=chosen.alt_labels,
            dangling=chosen.dangling or "keep",
            strict=chosen.strict,
        )
    else:
        given = [flag for name, flag in _OF_SKOS.items() if getattr(chosen, name)]
        if given:
            raise ValueError(f"{given[0]} goes with a SKOS file; {chosen.thesaurus!r} is a table")
        thesaurus = make.make_thesaurus(
            chosen.thesaurus, columns=_columns_of(chosen), name=_stem(chosen.thesaurus)
        )
    variant = "relatedness" if chosen.related else "similarity"
    return [
        make.relatedness(thesaurus, measure, variant, depth=chosen.depth or "longest")
        for measure in chosen.measure or ["wu_palmer"]
    ]


def _columns_of(chosen):
    return {
        role: name
        for role, name in (("child", chosen.child), ("parent", chosen.parent))
        if name is not None
    }


def _stem(file):
    """The name of a file without its folder and endings."""
    return file.replace("\\", "/").rpartition("/")[2].split(".")[0] or file


def similarity_name(similarity):
    """Name of a similarity in what is printed."""
    return getattr(similarity, "name", similarity)
