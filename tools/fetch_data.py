"""Find the data that tools, studies and tests read, and download what may not lie in data/.

    python tools/fetch_data.py            downloads what is missing into data/
    python tools/fetch_data.py --list     says what there is, where from, and under which terms

What may be passed on lies in data/, described in data/README.md. The rest is downloaded from where
its authors keep it and must have the checksum recorded here. Needs the standard library only.
"""

import argparse
import hashlib
import io
import os
import re
import sys
import tarfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "data"
_GOEMOTIONS = "https://raw.githubusercontent.com/google-research/google-research/master/goemotions"
_ANNIF = "b90969bac84452f1dece9d514a6da2cea0163e99"
_WORDS = (
    "https://raw.githubusercontent.com/vecto-ai/word-benchmarks/"
    "9b61d0e067e2e68af22160d09450f82d9544cd70/word-similarity/monolingual/en"
)


def subjects_of_archive(content):
    """Subjects of the 622 test documents, out of the archive of the Annif tutorial.

    One document a line: its number, a tab, the URIs of its .tsv joined by blanks.
    """
    lines = []
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
        for member in archive:
            match = re.search(r"/data-sets/stw-zbw/docs/test/(\d+)\.tsv$", member.name)
            if match:
                text = archive.extractfile(member).read().decode()
                uris = [line.split("\t")[0].strip("<>") for line in text.splitlines() if line]
                lines.append(f"{match[1]}\t{' '.join(uris)}\n")
    return "".join(sorted(lines)).encode()


class Source(NamedTuple):
    """Origin of a file, its sha256, its terms, and how it is made of what is downloaded."""

    address: str
    checksum: str
    terms: str
    convert: Callable = bytes


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
        "https://raw.githubusercontent.com/NatLibFi/Annif-tutorial/"
        f"{_ANNIF}/data-sets/stw-zbw/stw-skos.ttl",
        "0f2ed3306283943b4ff09c98a754381d9960000f934d77d93f5a6be7136d5b63",
        "STW Thesaurus for Economics 9.06, ZBW, ODbL 1.0",
    ),
    "thesauri/stw/test_gold_subjects.tsv": Source(
        f"https://codeload.github.com/NatLibFi/Annif-tutorial/tar.gz/{_ANNIF}",
        "788588848379f9a31f456d9d8695b63f10331d3e89dd86fa0ea8856db51014b6",
        "subjects of documents by ZBW, in the Annif tutorial's data; the whole archive is read",
        subjects_of_archive,
    ),
    "word_similarity/mc-30.csv": Source(
        f"{_WORDS}/mc-30.csv",
        "80d53df34bc6dd84d65097440777c1b92ae33e90f39e3621b3979a1518e94665",
        "Miller & Charles (1991), a published table",
    ),
    "word_similarity/rg-65.csv": Source(
        f"{_WORDS}/rg-65.csv",
        "d20733284912e2c3fe680344a8206438c94555c07329c1aed5bfdfe86bd527ee",
        "Rubenstein & Goodenough (1965), a published table",
    ),
}


def folders():
    """Folders that may hold the data, first come first served.

    They are $SEMANTIC_F1_DATA, the checkout's data/, and any folder named data in a folder next to
    the checkout, so that several checkouts can share one.
    """
    named = [Path(os.environ["SEMANTIC_F1_DATA"])] if os.environ.get("SEMANTIC_F1_DATA") else []
    return [*named, FOLDER, *sorted(ROOT.parent.glob("*/data"))]


def find(path):
    """The file of that path within the data, or None."""
    return next((x for folder in folders() if (x := folder / path).is_file()), None)


def missing_text(path):
    """Advice on a file that is not there."""
    return f"data/{path} is not here: python tools/fetch_data.py"


def locate(path):
    """The file of that path within the data."""
    file = find(path)
    if file is None:
        raise FileNotFoundError(missing_text(path))
    return file


def fetch(path, folder=FOLDER, address=None):
    """Download one of SOURCES into the folder; refused where its checksum is another."""
    source = SOURCES[path]
    with urllib.request.urlopen(address or source.address, timeout=60) as answer:
        content = source.convert(answer.read())
    checksum = hashlib.sha256(content).hexdigest()
    if checksum != source.checksum:
        raise ValueError(
            f"{path} from {address or source.address}: sha256 is {checksum}, expected "
            f"{source.checksum}; nothing was written"
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
        except (OSError, ValueError, tarfile.TarError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed += 1
        else:
            print(f"{path}: downloaded ({source.terms})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
