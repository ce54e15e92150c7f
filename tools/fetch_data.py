"""Find the data that tools, studies and tests read, and download what may not lie in data/.

    python tools/fetch_data.py            downloads what is missing into data/
    python tools/fetch_data.py --list     says what there is, where from, and under which terms

What may be passed on lies in data/, described in data/README.md. The rest is downloaded from where
its authors keep it and must have the checksum recorded here. Needs the standard library only.
"""

import argparse
import hashlib
import os
import sys
import urllib.request
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "data"
_GOEMOTIONS = "https://raw.githubusercontent.com/google-research/google-research/master/goemotions"
_ANNIF = (
    "https://raw.githubusercontent.com/NatLibFi/Annif-tutorial/"
    "b90969bac84452f1dece9d514a6da2cea0163e99/data-sets/stw-zbw"
)


class Source(NamedTuple):
    """Origin of a file, its sha256, and its terms."""

    address: str
    checksum: str
    terms: str


SOURCES = {
    **{
        f"goemotions/{part}.tsv": Source(
            f"{_GOEMOTIONS}/data/{part}.tsv", checksum, "GoEmotions, CC BY 4.0; Reddit comments"
        )
        for part, checksum in (
            ("train", "1c254a142be5c00e80d819b9ae1bbd36d94b2eeb8f4b1271846508d57e57d9c5"),
            ("dev", "575489c079c9de1097062a01738f998590d6b7ead66dd1c9fd1d2ba01fd8bc62"),
            ("test", "0587b2dd8b27b97352adbfc3fb083d46005c8946657fdc2b1ca8b1cc7f1f8be4"),
        )
    },
    "thesauri/stw/stw-skos.ttl": Source(
        f"{_ANNIF}/stw-skos.ttl",
        "0f2ed3306283943b4ff09c98a754381d9960000f934d77d93f5a6be7136d5b63",
        "STW Thesaurus for Economics 9.06, ZBW, ODbL 1.0",
    ),
}
# No address keeps these as they are read; put them there by hand.
BY_HAND = {
    "thesauri/stw/test_gold_subjects.tsv": (
        "subjects of the 622 documents of the Annif tutorial's stw-zbw/docs/test, one a line: "
        "the document's number, a tab, the URIs of its .tsv joined by blanks"
    ),
    "word_similarity/mc-30.csv": "Miller & Charles (1991): columns word1, word2, similarity",
    "word_similarity/rg-65.csv": "Rubenstein & Goodenough (1965): likewise",
}


def folders():
    """Folders that may hold the data, first come first served.

    They are $SEMANTIC_F1_DATA, the checkout's data/, and any folder named data in a folder beside
    the checkout, so that several checkouts can share one.
    """
    own = [Path(os.environ["SEMANTIC_F1_DATA"])] if os.environ.get("SEMANTIC_F1_DATA") else []
    return [*own, FOLDER, *sorted(ROOT.parent.glob("*/data"))]


def find(path):
    """The file of that path within the data, or None."""
    return next((x for folder in folders() if (x := folder / path).is_file()), None)


def missing_text(path):
    """Advice on a file that is not there."""
    if path in BY_HAND:
        return f"data/{path} is not here, and no tool fetches it: {BY_HAND[path]}"
    return f"data/{path} is not here: python tools/fetch_data.py"


def locate(path):
    """The file of that path within the data.

    Raises
    ------
    FileNotFoundError
        saying how to get it
    """
    found = find(path)
    if found is None:
        raise FileNotFoundError(missing_text(path))
    return found


def fetch(path, folder=FOLDER, address=None):
    """Download one of SOURCES into the folder; refused where its checksum is another.

    Parameters
    ----------
    path : key of SOURCES
    folder : Path to write to
    address : str to download from instead, for mirrors
    """
    source = SOURCES[path]
    with urllib.request.urlopen(address or source.address, timeout=60) as answer:
        content = answer.read()
    checksum = hashlib.sha256(content).hexdigest()
    if checksum != source.checksum:
        raise ValueError(
            f"{address or source.address}: sha256 is {checksum}, expected {source.checksum}; "
            "nothing was written"
        )
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.partial")
    partial.write_bytes(content)
    partial.replace(target)
    return target


def main(arguments=None):
    """Exit status: 0 all is there, 1 something could not be downloaded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="download nothing, say what there is")
    parser.add_argument("--mirror", help="an address that holds the same paths, to download from")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to (default: data/)")
    options = parser.parse_args(arguments)
    failed = 0
    for path, source in SOURCES.items():
        there = options.folder / path
        if there.is_file() or options.list:
            print(f"{path}: {'there' if there.is_file() else source.address} ({source.terms})")
            continue
        address = f"{options.mirror.rstrip('/')}/{path}" if options.mirror else None
        try:
            fetch(path, options.folder, address)
        except (OSError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed += 1
        else:
            print(f"{path}: downloaded ({source.terms})")
    for path, text in BY_HAND.items():
        if not (options.folder / path).is_file():
            print(f"{path}: not fetched. {text[0].upper()}{text[1:]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
