"""RDF files: their formats, and how they are refused."""

import gzip
import io
import json
import logging
import zlib
from contextlib import contextmanager
from pathlib import Path

RDF_FORMATS = {
    ".ttl": "turtle",
    ".turtle": "turtle",
    ".nt": "nt",
    ".n3": "n3",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".jsonld": "json-ld",
    ".json": "json-ld",
    ".trig": "trig",
}
_RDF_TITLES = {
    "turtle": "Turtle",
    "nt": "N-Triples",
    "n3": "Notation 3",
    "xml": "RDF/XML",
    "json-ld": "JSON-LD",
    "trig": "TriG",
}


def is_rdf(path):
    """True where the ending of a path is that of an RDF file, ``.gz`` behind it left out."""
    return Path(_without_gz(path)).suffix.lower() in RDF_FORMATS


def rdf_graph(path, where, form):
    """The triples of a file, as rdflib's graph."""
    try:
        import rdflib
    except ImportError:
        raise ImportError(f"{where}: reading SKOS needs rdflib; pip install rdflib") from None
    form = form or RDF_FORMATS.get(Path(_without_gz(path)).suffix.lower())
    if form not in _RDF_TITLES:
        raise ValueError(
            f"{where}: expected a file that ends in {', '.join(RDF_FORMATS)}, perhaps followed by "
            f".gz, or format= one of {', '.join(_RDF_TITLES)}"
        )
    data = _content(path, where)
    if form != "xml":
        try:
            data = data.decode("utf-8-sig").encode()
        except UnicodeDecodeError as error:
            raise ValueError(
                f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
            ) from None
    if form == "json-ld":
        _refuse_contexts_elsewhere(data, where)
    # TriG and JSON-LD may hold several graphs: all of them count.
    named = form in ("trig", "json-ld")
    graph = rdflib.Dataset(default_union=True) if named else rdflib.Graph()
    try:
        # Without a base of their own, relative names would take the working folder's.
        with _without_log("rdflib"):
            graph.parse(io.BytesIO(data), format=form, publicID="file:///")
    except Exception as error:
        # rdflib's parsers raise whatever they stumble over: an IndexError at an early end.
        text = " ".join(str(error).split())
        if isinstance(error, IndexError):
            text = "it breaks off"
        raise ValueError(f"{where}: not {_RDF_TITLES[form]}: {text[:300]}") from None
    return graph


def _without_gz(path):
    return str(path)[:-3] if str(path).lower().endswith(".gz") else str(path)


def _content(path, where):
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{where}: can't be unpacked: {error}") from None


def _refuse_contexts_elsewhere(data, where):
    """A context that is an address would be fetched from there."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON-LD: {error}") from None
    waiting = [content]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            context = part.get("@context")
            for url in context if isinstance(context, list) else [context]:
                if isinstance(url, str):
                    raise ValueError(
                        f"{where}: its @context is an address, {url}, and nothing is fetched; put "
                        "the context itself into the file"
                    )
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


@contextmanager
def _without_log(name):
    """rdflib logs what it doubts on the way to the one error, or to a file that is fine."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)
