"""Thesauri saved once they are read, in a file of numpy."""

import io
import json
import os
import zipfile
from pathlib import Path

import numpy as np

from .thesaurus import Thesaurus

# A later form of the file has a greater number.
FORMAT = 1
_ARRAYS = ("broader", "related", "synonyms", "unnamed", "strengths")


def save_thesaurus(thesaurus: Thesaurus, path: str | os.PathLike[str]) -> None:
    """Write a thesaurus as a file that :func:`load_thesaurus` reads in a fraction of the time.

    Parameters
    ----------
    thesaurus : Thesaurus
    path : the file, such as ``stw.npz``; one that is there is overwritten
    """
    names, broader, related, synonyms, options = thesaurus.__reduce__()[1]
    strengths = options.pop("strengths")
    arrays = {
        "broader": broader,
        "related": related,
        "synonyms": synonyms,
        "unnamed": np.array(options.pop("unnamed"), np.int64),
        "strengths": np.empty(0) if strengths is None else np.asarray(strengths, np.float64),
    }
    texts = {"names": names, "options": options, "fingerprint": thesaurus.fingerprint}
    data = json.dumps({"format": FORMAT, **texts}, ensure_ascii=False).encode()
    with Path(path).open("wb") as file:
        np.savez_compressed(file, texts=np.frombuffer(data, np.uint8), **arrays)


def load_thesaurus(path: str | os.PathLike[str]) -> Thesaurus:
    """A thesaurus that its ``save`` wrote, checked by its fingerprint.

    Parameters
    ----------
    path : the file, such as ``stw.npz``

    Returns
    -------
    Thesaurus

    Raises
    ------
    ValueError
        for a file that is no saved thesaurus, of a later version, or whose content was changed
    """
    where = f"thesaurus {str(path)!r}"
    try:
        with np.load(io.BytesIO(Path(path).read_bytes()), allow_pickle=False) as file:
            texts = json.loads(file["texts"].tobytes())
            arrays = {name: file[name] for name in _ARRAYS}
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    except (ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"{where}: not a saved thesaurus, or a damaged one: {error}") from None
    if texts.get("format") != FORMAT:
        raise ValueError(
            f"{where}: saved in the form {texts.get('format')!r}, and this version reads {FORMAT}; "
            "update semantic_f1"
        )
    options, strengths = texts["options"], arrays.pop("strengths")
    thesaurus = Thesaurus(
        texts["names"],
        arrays["broader"],
        arrays["related"],
        arrays["synonyms"],
        unnamed=arrays["unnamed"].tolist(),
        strengths=strengths if len(strengths) else None,
        **options,
    )
    if thesaurus.fingerprint != texts["fingerprint"]:
        raise ValueError(f"{where}: its content doesn't match its fingerprint; save it again")
    return thesaurus
