"""Thesauri read from files or made from pairs, and the relatedness of their concepts."""

from collections.abc import Mapping
from pathlib import Path

from ..label_similarity import CARD
from .measures import measure_of
from .skos import from_edges, from_networkx, read_skos
from .thesaurus import Thesaurus

# A measure writes the derivation.
_THESAURUS_CARD = tuple(key for key in CARD if key != "derivation")


def read_thesaurus(path, *, name=None, card=None, **reading):
    """Read a SKOS thesaurus: Turtle, RDF/XML or N-Triples.

    Parameters
    ----------
    path : the file
    name : how signatures call it; default the name of the file without its ending
    card : None, or a mapping with some of title, source, citation, license, population, caveats
    **reading : ``label`` ("uri", "notation" or "prefLabel"), ``language``, ``alt_labels``,
        ``dangling`` ("raise" or "drop") and ``format``, as for ``skos.read_skos``

    Returns
    -------
    Thesaurus, for :func:`relatedness`

    Raises
    ------
    ValueError
        for a file that is no SKOS, whatever a Thesaurus can't be (see ``skos.read_skos`` and
        ``taxonomy.Thesaurus``), and other entries of a card
    ImportError
        without the package rdflib
    """
    relations = read_skos(path, **reading)
    return _thesaurus(relations, Path(path).stem if name is None else name, card)


def make_thesaurus(
    broader, related=(), synonyms=(), concepts=(), *, points_to=None, name="thesaurus", card=None
):
    """A thesaurus from pairs of names, or from a directed graph of networkx.

    Parameters
    ----------
    broader : pairs (name, a broader name); or a networkx.DiGraph, with ``points_to``
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair and no graph has
    points_to : of a graph, "narrower" or "broader": what v is, seen from u, for an edge u -> v
    name, card : as for :func:`read_thesaurus`

    Returns
    -------
    Thesaurus
    """
    if hasattr(broader, "is_directed"):
        further = {"related": related, "synonyms": synonyms, "concepts": concepts}
        relations = from_networkx(broader, points_to=points_to, **further)
    elif points_to is not None:
        raise ValueError("points_to: goes with a graph; pairs are (name, a broader name)")
    else:
        relations = from_edges(broader, related, synonyms, concepts)
    return _thesaurus(relations, name, card)


def relatedness(thesaurus, measure="wu_palmer", variant="similarity", *, ic=None):
    """How related the concepts of a thesaurus are, as a similarity for the metric.

    Values are worked out for the pairs that are asked for, so that large thesauri work;
    ``to_similarity(labels=[...])`` makes a table for some concepts.

    Parameters
    ----------
    thesaurus : Thesaurus, from :func:`read_thesaurus` or :func:`make_thesaurus`
    measure : "wu_palmer" (default), "rada", "rada_linear", "leacock_chodorow", "resnik",
        "jiang_conrath" or "lin"
    variant : for rada and leacock_chodorow "similarity" (paths up to a common ancestor and down
        again) or "relatedness" (paths over related concepts too)
    ic : None for Seco's information content, or that of each label: an array in the order of the
        thesaurus' labels, or a mapping or pandas.Series from labels

    Returns
    -------
    Relatedness: what ``similarity=`` takes, with ``raw`` values too
    """
    return measure_of(thesaurus, measure, variant, ic=ic)


def _thesaurus(relations, name, card):
    if card is not None and not isinstance(card, Mapping):
        raise ValueError(
            f"card: expected a mapping with some of {', '.join(_THESAURUS_CARD)}; got {card!r}"
        )
    unknown = [key for key in card or () if key not in _THESAURUS_CARD]
    if unknown:
        hint = {
            "name": "; the name is an argument of its own, name=",
            "derivation": "; the measure says how values were made",
        }.get(unknown[0], "")
        raise ValueError(f"card: it has {', '.join(_THESAURUS_CARD)}; got {unknown[0]!r}{hint}")
    return Thesaurus(*relations[:4], name=name, dropped=relations.dropped, **(card or {}))
