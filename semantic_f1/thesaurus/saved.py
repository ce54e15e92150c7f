"""Thesauri saved once they are read, in a file of numpy."""

import hashlib
import io
import json
import os
import zipfile
from pathlib import Path

import numpy as np

from .thesaurus import Thesaurus

# A later form of the file has a greater number.
FORMAT = 1
_ARRAYS = ("broader", "related", "synonyms", "unnamed", "strengths", "texts")
# Between names, which have none.
_BETWEEN_NAMES = "\0"


def save_thesaurus(thesaurus: Thesaurus, path: str | os.PathLike[str]) -> None:
    """Write a thesaurus as a file that :func:`load_thesaurus` reads in a fraction of the time.

    Parameters
    ----------
    thesaurus : Thesaurus
    path : the file, such as ``stw.npz``; one that is there is overwritten
    """
    made, (names, broader, related, synonyms) = thesaurus.__reduce__()
    if any(_BETWEEN_NAMES in name for name in names):
        raise ValueError("thesaurus: a name has a NUL character, which a saved file can't hold")
    options = dict(made.keywords)
    _, unnamed, strengths = map(options.pop, ("check", "unnamed", "strengths"))
    strengths = np.asarray(() if strengths is None else strengths, np.float64)
    arrays = {"broader": broader, "related": related, "synonyms": synonyms}
    arrays |= {"unnamed": np.array(unnamed, np.int64), "strengths": strengths}
    texts = [_BETWEEN_NAMES.join(names), json.dumps(options, ensure_ascii=False), str(FORMAT)]
    arrays["texts"] = np.frombuffer("\0\0".join(texts).encode(), np.uint8)
    digest = np.frombuffer(_digest(arrays), np.uint8)
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays, digest=digest)


def load_thesaurus(path: str | os.PathLike[str]) -> Thesaurus:
    """A thesaurus that its ``save`` wrote, checked by its fingerprint.

    Parameters
    ----------
    path : the file, such as ``stw.npz``

    Raises
    ------
    ValueError
        for a file that is no saved thesaurus, of a later version, or whose content was changed
    """
    where = f"thesaurus {str(path)!r}"
    try:
        with np.load(io.BytesIO(Path(path).read_bytes()), allow_pickle=False) as file:
            digest = file["digest"].tobytes()
            arrays = {name: file[name] for name in _ARRAYS}
        names, options, form = arrays["texts"].tobytes().decode().split("\0\0")
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    except (ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"{where}: not a saved thesaurus, or a damaged one: {error}") from None
    if form != str(FORMAT):
        raise ValueError(
            f"{where}: saved in the form {form}, and this version reads {FORMAT}; update "
            "semantic_f1"
        )
    if _digest(arrays) != digest:
        raise ValueError(f"{where}: its content doesn't match its fingerprint; save it again")
    return Thesaurus(
        names.split(_BETWEEN_NAMES),
        *(arrays[name] for name in ("broader", "related", "synonyms")),
        unnamed=arrays["unnamed"].tolist(),
        strengths=arrays["strengths"] if len(arrays["strengths"]) else None,
        check=False,
        **json.loads(options),
    )


def _digest(arrays):
    digest = hashlib.sha256()
    for name in _ARRAYS:
        digest.update(np.array(arrays[name].shape, "<i8").tobytes() + arrays[name].tobytes())
    return digest.digest()
