"""RDF files as triples of texts: their formats, two readers, and how they are refused."""

import io
import logging
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..json_text import read_json
from ..similarity.builders.hierarchy_files import content_of, text_of

# Formats: what they are called, by pyoxigraph too (Notation 3 is rdflib's alone), and endings.
_RDF_FORMS = {
    "turtle": ("Turtle", "TURTLE", ".ttl .turtle"),
    "nt": ("N-Triples", "N_TRIPLES", ".nt"),
    "nquads": ("N-Quads", "N_QUADS", ".nq"),
    "n3": ("Notation 3", None, ".n3"),
    "xml": ("RDF/XML", "RDF_XML", ".rdf .owl .xml"),
    "json-ld": ("JSON-LD", "JSON_LD", ".jsonld .json"),
    "trig": ("TriG", "TRIG", ".trig"),
}
_FORM_OF = {x: form for form, (*_, endings) in _RDF_FORMS.items() for x in endings.split()}
# Without a base of their own, relative names would take the working folder's.
_BASE_URI = "file:///"


class RdfText(NamedTuple):
    """Text of an RDF file, as it is written, with the tag of its language or none."""

    text: str
    language: str


class Triples:
    """Triples by their properties: URIs are texts, blank nodes texts that begin with ``_:``."""

    def __init__(self):
        self.by_property, self.prefixes = {}, {}

    def pairs(self, *names, inverse=()):
        """Pairs (subject, object) of some properties, and (object, subject) of the inverse ones."""
        found = {pair for name in names for pair in self.by_property.get(name, ())}
        return found | {(o, s) for name in inverse for s, o in self.by_property.get(name, ())}

    def subjects(self, name, *values):
        """Subjects of a property with some of the values."""
        values = set(values)
        return {s for s, o in self.by_property.get(name, ()) if o in values}

    def expanded(self, name):
        """The URI of a name with a prefix that the file declares; other names stay."""
        prefix, colon, local = name.partition(":")
        return self.prefixes[prefix] + local if colon and prefix in self.prefixes else name


def is_rdf(path):
    """True where the ending of a path is that of an RDF file, ``.gz`` behind it left out."""
    return _ending(path) in _FORM_OF


def read_triples(path, where, form=None):
    """The triples of a file, of all its graphs together."""
    form = form or _FORM_OF.get(_ending(path))
    if form not in _RDF_FORMS:
        raise ValueError(
            f"{where}: expected a file that ends in {', '.join(_FORM_OF)}, perhaps followed by "
            f".gz, or format= one of {', '.join(_RDF_FORMS)}"
        )
    read = _reader(form, where)
    data = content_of(path, where) if form == "xml" else text_of(path, where).encode()
    if form == "json-ld":
        _refuse_contexts_elsewhere(data, where)
    try:
        return read(data, form)
    except Exception as error:
        # rdflib's parsers raise whatever they stumble over: an IndexError at an early end.
        text = " ".join(str(error).split())
        if isinstance(error, IndexError):
            text = "it breaks off"
        raise ValueError(f"{where}: not {_RDF_FORMS[form][0]}: {text[:300]}") from None


def _reader(form, where):
    """Function of data and form by the first reader that is installed."""
    if _RDF_FORMS[form][1]:
        with suppress(ImportError):
            import pyoxigraph

            return partial(_by_pyoxigraph, pyoxigraph)
    with suppress(ImportError):
        import rdflib

        return partial(_by_rdflib, rdflib)
    raise ImportError(
        f"{where}: reading RDF needs pyoxigraph (or rdflib, which takes four times as long and "
        "alone reads Notation 3); pip install pyoxigraph"
    )


def _by_pyoxigraph(pyoxigraph, data, form):
    if form == "xml":
        data = _as_utf8(data)
    kind = getattr(pyoxigraph.RdfFormat, _RDF_FORMS[form][1])
    quads = pyoxigraph.parse(data, kind, base_iri=_BASE_URI, lenient=True)
    triples, texts = Triples(), {}
    literal, blank = pyoxigraph.Literal, pyoxigraph.BlankNode
    for subject, predicate, value, _ in quads:
        if type(value) is literal:
            end = RdfText(value.value, value.language or "")
        else:
            end = value.value if type(value) is not blank else f"_:{value.value}"
            end = texts.setdefault(end, end)
        name = subject.value if type(subject) is not blank else f"_:{subject.value}"
        triples.by_property.setdefault(predicate.value, []).append(
            (texts.setdefault(name, name), end)
        )
    triples.prefixes = dict(quads.prefixes)
    return triples


def _as_utf8(data):
    """An XML file in UTF-8, whatever encoding it declares."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    else:
        declared = re.match(rb"\s*<\?xml[^>]*encoding=[\"']([\w.-]+)", data)
        encoding = declared[1].decode() if declared else "utf-8"
    if encoding.lower() in ("utf-8", "utf8"):
        return data
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", data.decode(encoding)).encode()


def _by_rdflib(rdflib, data, form):
    # TriG, N-Quads and JSON-LD may hold several graphs: all of them count.
    named = form in ("trig", "json-ld", "nquads")
    graph = rdflib.Dataset(default_union=True) if named else rdflib.Graph(bind_namespaces="none")
    # A leading zero is part of a code.
    normalizes, rdflib.NORMALIZE_LITERALS = rdflib.NORMALIZE_LITERALS, False
    # rdflib logs what it doubts on the way to the one error, or to a file that is fine.
    logger = logging.getLogger("rdflib")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        graph.parse(io.BytesIO(data), format=form, publicID=_BASE_URI)
    finally:
        rdflib.NORMALIZE_LITERALS = normalizes
        logger.setLevel(level)

    def node(term):
        return f"_:{term}" if isinstance(term, rdflib.BNode) else str(term)

    triples = Triples()
    for subject, predicate, value in graph.triples((None, None, None)):
        is_text = isinstance(value, rdflib.Literal)
        end = RdfText(str(value), value.language or "") if is_text else node(value)
        triples.by_property.setdefault(str(predicate), []).append((node(subject), end))
    triples.prefixes = {prefix: str(uri) for prefix, uri in graph.namespaces()}
    return triples


def _ending(path):
    return Path(str(path).lower().removesuffix(".gz")).suffix


def _refuse_contexts_elsewhere(data, where):
    """A context that is an address would be fetched from there."""
    try:
        content = read_json(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON-LD: {error}") from None
    waiting = [content]
    while waiting:
        part = waiting.pop()
        context = part.get("@context") if isinstance(part, dict) else None
        for url in context if isinstance(context, list) else [context]:
            if isinstance(url, str):
                raise ValueError(
                    f"{where}: its @context is an address, {url}, and nothing is fetched; put "
                    "the context itself into the file"
                )
        if isinstance(part, (dict, list)):
            waiting += part.values() if isinstance(part, dict) else part
