"""MeSH's descriptors in XML."""

import gzip
from pathlib import Path
from xml.etree import ElementTree

from ..similarity.builders.hierarchies import edges_of_codes


def is_mesh_xml(path):
    """True for an XML file whose root is that of MeSH's descriptors."""
    try:
        with _opened(path) as file:
            _, root = next(ElementTree.iterparse(file, ["start"]))
    except (OSError, ElementTree.ParseError, StopIteration):
        return False
    return root.tag == "DescriptorRecordSet"


def read_mesh_xml(path, where, leniency, options):
    """The descriptors of a file, read in a stream; names are further labels; no ``options``."""
    codes, names = {}, {}
    try:
        with _opened(path) as file:
            for _, record in ElementTree.iterparse(file):
                if record.tag == "DescriptorRecord":
                    ui = record.findtext("DescriptorUI")
                    codes[ui] = [number.text for number in record.iter("TreeNumber")]
                    names[ui] = record.findtext("DescriptorName/String")
                    record.clear()
    except (OSError, ElementTree.ParseError) as error:
        raise ValueError(f"{where}: not MeSH's XML: {error}") from None
    placed = {ui: its for ui, its in codes.items() if its}
    edges = edges_of_codes(placed, above="records", leniency=leniency)
    return edges._replace(
        titles={ui: name for ui, name in names.items() if name},
        nodes=edges.nodes + [ui for ui, its in codes.items() if not its],
        synonyms=[(name, ui) for ui, name in names.items() if name and name not in codes],
    )


def _opened(path):
    with Path(path).open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return gzip.open(path) if packed else Path(path).open("rb")
