"""The files that paths on the command line name: each once, all of them, or an error that says why.

A folder or a pattern is listed whole before anything is counted. What can't be read is an error,
what is left out is reported with the reason, and a file that several names lead to is taken once.
"""

import fnmatch
import glob
import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

_TEXT_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".jsonl", ".jsonlines", ".ndjson", ".json")
_PLAIN_ENDINGS = (".parquet", ".xlsx", *_TEXT_ENDINGS)
ENDINGS = (*_PLAIN_ENDINGS, ".xlsx.gz", *(f"{one}.gz" for one in _TEXT_ENDINGS))
# Endings of one format that may be mixed in a folder.
_SAME_KIND = {".tab": ".tsv", ".jsonlines": ".jsonl", ".ndjson": ".jsonl"}
# Behind an ending of data: the file is unfinished, or packed in a way that isn't read here.
_UNFINISHED = (".incomplete", ".part", ".partial", ".tmp", ".crdownload", ".download")
_PACKED = (".zst", ".zstd", ".bz2", ".lz4", ".xz", ".snappy", ".zip", ".gz", ".br")
COUNTS_MARK = "counts of score.py"
HUB_ADDRESS = re.compile(
    r"hf://datasets/(?P<repo>[^/@]+/[^/@]+)(@(?P<revision>[^/]+))?(/(?P<path>.*))?"
)
# Names that a message lists.
_SHOWN = 3


class LeftOut(NamedTuple):
    """A file or folder that is not scored, and the reason."""

    where: str
    why: str


class Parts(NamedTuple):
    """Files to count, what they are called, and what else was found.

    ``counted`` are files of counts that were made before; ``digests`` the SHA-256 of files of the
    Hub, as far as it says them; ``unused`` patterns of ``--leave-out`` that matched nothing.
    """

    files: tuple
    name: str
    counted: tuple
    left_out: tuple
    digests: dict
    unused: tuple


def has_parts(path):
    """True for a path of several files, or of counts: a folder, a pattern, a Hub's data set."""
    if path.startswith("hf://") or os.path.isdir(path):
        return True
    if not os.path.exists(path):
        return glob.has_magic(path)
    return is_counts(path)


def parts_of(paths, leave_out=()):
    """The parts that some paths name, in the order of their names."""
    found = _Listing(leave_out)
    for path in paths:
        found.add(path, alone=len(paths) == 1)
    return Parts(
        tuple(name for name in found.files if name not in found.counted),
        ", ".join(paths),
        tuple(found.counted),
        tuple(found.left_out),
        found.digests,
        tuple(pattern for pattern in leave_out if pattern not in found.used),
    )


class _Listing:
    """Files found so far. Files and folders are known by device and inode."""

    def __init__(self, leave_out):
        self.files, self.counted, self.digests = [], [], {}
        self.used = set()
        self._leave_out = leave_out
        self._name_of, self._n_repeated = {}, 0
        # Path -> reason: a pattern and a folder that it matches may lead to one path twice.
        self._why, self._faults = {}, {}

    @property
    def left_out(self):
        """Files that are not scored, in the order found."""
        return [LeftOut(where, why) for where, why in self._why.items()]

    def add(self, path, alone):
        """Take what one path of the command line names."""
        first, faults_before = len(self.files), len(self._faults)
        left_before, repeated_before = len(self._why), self._n_repeated
        if path.startswith("hf://"):
            self._add_hub(path)
        elif os.path.lexists(path):
            # A file that is named alone is meant, whatever its name.
            is_folder = os.path.isdir(path)
            root = path if is_folder else os.path.dirname(path)
            self._take(path, root, hidden=not (alone or is_folder))
        elif glob.has_magic(path):
            self._add_pattern(path)
        else:
            raise ValueError(f"{path}: no such file or folder")
        faults = list(self._faults.items())[faults_before:]
        new = self.files[first:]
        if faults:
            n = len(new) + len(faults) + len(self._why) - left_before
            raise ValueError(f"{path}: {_faults_message(faults, n)}")
        if new or self._n_repeated > repeated_before:
            pass
        elif len(self._why) == left_before:
            raise ValueError(f"{path}: no file here ends in {', '.join(ENDINGS)}")
        else:
            raise ValueError(
                f"{path}: no file to score here; {left_out_line(self.left_out[left_before:])}"
            )
        counted = [name for name in new if is_counts(name)]
        self.counted += counted
        kinds = sorted({_kind_of(name) for name in new if name not in counted})
        if len(kinds) > 1:
            raise ValueError(
                f"{path}: files of several formats ({', '.join(kinds)}); a pattern takes some of "
                f"them: '{path.rstrip('/')}/**/*{kinds[0]}', and --leave-out '*{kinds[1]}' takes "
                "the others"
            )

    def _add_pattern(self, pattern):
        fixed = _fixed_part(pattern)
        if not os.path.isdir(fixed or "."):
            raise ValueError(f"{pattern}: there is no folder {fixed}")
        pieces = [piece for piece in pattern[len(fixed) :].split("/") if piece]
        self._add_matching(fixed or ".", fixed, pieces, (), ())

    def _add_matching(self, folder, root, pieces, inside, above):
        """Take what matches the pieces of a pattern in a folder, ``inside`` being its names."""
        status = os.stat(folder)
        key = status.st_dev, status.st_ino
        if key in above:
            self._fault(folder, root, "is a link to a folder that it lies in")
            return
        for name in self._entries(folder, root):
            path, names = os.path.join(root, *inside, name), (*inside, name)
            is_match, is_folder = _matches(names, pieces), os.path.isdir(path)
            # What leads nowhere may have been a folder.
            may_hold = _may_hold(names, pieces) and (is_folder or not os.path.exists(path))
            if not (is_match or may_hold):
                continue
            # A name that the pattern spells out itself is meant.
            meant = any(piece[0] in "._" and fnmatch.fnmatchcase(name, piece) for piece in pieces)
            if is_match or not is_folder or self._is_left_out(path, root):
                self._take(path, root, not meant, (*above, key))
            elif _is_hidden(name) and not meant:
                self._leave(path, "hidden")
            else:
                self._add_matching(path, root, pieces, names, (*above, key))

    def _entries(self, folder, root):
        """The names in a folder, sorted; none if it can't be listed, which is noted."""
        try:
            return sorted(os.listdir(folder))
        except OSError as error:
            self._fault(folder, root, f"can't be read ({error.strerror})")
            return []

    def _take(self, path, root, hidden=True, above=()):
        """Take a file, or what a folder holds; ``above`` are the folders that it lies in."""
        if self._is_left_out(path, root):
            self._leave(path, "--leave-out")
            return
        if hidden and _is_hidden(os.path.basename(path)):
            self._leave(path, "hidden")
            return
        try:
            status = os.stat(path)
        except OSError as error:
            dangling = isinstance(error, FileNotFoundError)
            what = "is a link to a file that is not there" if dangling else error.strerror
            self._fault(path, root, what)
            return
        key = status.st_dev, status.st_ino
        if stat.S_ISDIR(status.st_mode):
            self._take_folder(path, root, key, above)
        elif path.lower().endswith(ENDINGS):
            self._take_file(path, root, key, status.st_mode)
        else:
            self._pass_by(path, root)

    def _take_folder(self, path, root, key, above):
        if key in above:
            self._fault(path, root, "is a link to a folder that it lies in")
        elif key in self._name_of:
            self._repeated(path, key, "folder")
        else:
            self._name_of[key] = path
            for name in self._entries(path, root):
                self._take(os.path.join(path, name), root, above=(*above, key))

    def _take_file(self, path, root, key, mode):
        if key in self._name_of:
            self._repeated(path, key, "file")
            return
        if not stat.S_ISREG(mode):
            what = "a pipe" if stat.S_ISFIFO(mode) else "a device or a socket"
            self._fault(path, root, f"is {what}, not a file")
            return
        try:
            open(path, "rb").close()
        except OSError as error:
            self._fault(path, root, f"can't be read ({error.strerror})")
            return
        self._name_of[key] = path
        self.files.append(path)

    def _pass_by(self, path, root):
        """Leave out a file with another ending, unless it is data behind that."""
        stem, ending = os.path.splitext(path.lower())
        if stem.endswith(ENDINGS) and ending in _UNFINISHED:
            self._fault(path, root, "is not finished, by its ending")
        elif stem.endswith(ENDINGS) and ending in _PACKED:
            self._fault(path, root, f"is packed as {ending}, which is not read here")
        else:
            self._leave(path, f"ending {ending}" if ending else "without ending")

    def _repeated(self, path, key, what):
        self._n_repeated += 1
        other = self._name_of[key]
        if other != path:
            self._leave(path, f"the same {what} as {other}")

    def _is_left_out(self, path, root):
        inside = os.path.relpath(path, root or ".") if not path.startswith("hf://") else path
        names = path, inside, os.path.basename(path)
        for pattern in self._leave_out:
            if any(fnmatch.fnmatchcase(name, pattern) for name in names):
                self.used.add(pattern)
                return True
        return False

    def _fault(self, path, root, what):
        self._faults[os.path.relpath(path, root or ".")] = what

    def _leave(self, path, why):
        self._why.setdefault(path, why)

    def _add_hub(self, path):
        """Take the files of a data set of the Hub, or of a folder in it."""
        match = HUB_ADDRESS.fullmatch(path)
        if not match:
            raise ValueError(
                f"{path}: expected hf://datasets/OWNER/NAME, NAME@REVISION, or either with a folder"
            )
        # Imported where it is used: files of this machine need no Hub.
        from huggingface_hub import HfApi

        revision = f"@{match['revision']}" if match["revision"] else ""
        root = f"hf://datasets/{match['repo']}{revision}"
        try:
            tree = HfApi().list_repo_tree(
                match["repo"], repo_type="dataset", revision=match["revision"], recursive=True
            )
            listed = {item.path: item for item in tree if hasattr(item, "blob_id")}
        except Exception as error:
            raise ValueError(f"{path}: {' '.join(str(error).split())}") from error
        within = (match["path"] or "").rstrip("/")
        for name in sorted(listed):
            inside = not within or f"{name}/".startswith(f"{within}/")
            if not inside and not fnmatch.fnmatch(name, within):
                continue
            address = f"{root}/{name}"
            if self._is_left_out(address, root) or self._is_left_out(name, ""):
                self._leave(address, "--leave-out")
            elif _is_hidden(name):
                self._leave(address, "hidden")
            elif not name.lower().endswith(ENDINGS):
                self._pass_by(address, root)
            elif address in self.files:
                self._n_repeated += 1
            else:
                self.files.append(address)
                if getattr(listed[name], "lfs", None):
                    self.digests[address] = listed[name].lfs.sha256


def _faults_message(faults, n):
    shown = [f"{name} {what}" for name, what in faults[:_SHOWN]]
    more = f", and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    wish = " ".join(f"--leave-out '{name}'" for name, _ in faults[:_SHOWN])
    return (
        f"{len(faults)} of {n} files can't be read: {'; '.join(shown)}{more}. {wish} scores "
        f"without {'it' if len(faults) == 1 else 'them'}"
    )


def left_out_line(left_out, n_files=None):
    """'left out: 3 of 23 files: 2 hidden (_SUCCESS, .crc), 1 by --leave-out (old.csv)'."""
    by_reason = {}
    for where, why in left_out:
        by_reason.setdefault(why.split(" as ")[0], []).append(
            f"{where} is {why}" if " as " in why else os.path.basename(where.rstrip("/"))
        )
    parts = []
    for why, names in by_reason.items():
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        reason = f"by {why}" if why.startswith("--") else why
        parts.append(f"{len(names)} {reason} ({', '.join(names[:_SHOWN])}{more})")
    of = "" if n_files is None else f" of {n_files + len(left_out):,}"
    return f"left out: {len(left_out):,}{of} files: {', '.join(parts)}"


def _kind_of(name):
    ending = Path(name.lower().removesuffix(".gz")).suffix
    return _SAME_KIND.get(ending, ending)


def _is_hidden(name):
    """Names that tools put next to data, such as _SUCCESS and .crc files."""
    return any(part.startswith((".", "_")) for part in name.split("/"))


def _matches(names, pieces):
    """True where names of folders and of a file match the pieces of a pattern, ** any of them."""
    if not pieces or not names:
        return not names and set(pieces) <= {"**"}
    if pieces[0] == "**":
        return _matches(names, pieces[1:]) or _matches(names[1:], pieces)
    return fnmatch.fnmatchcase(names[0], pieces[0]) and _matches(names[1:], pieces[1:])


def _may_hold(names, pieces):
    """True where a folder of such names may hold what matches."""
    if not names or not pieces or pieces[0] == "**":
        return bool(pieces)
    return fnmatch.fnmatchcase(names[0], pieces[0]) and _may_hold(names[1:], pieces[1:])


def _fixed_part(pattern):
    """The folder of a pattern before its first wildcard."""
    pieces = pattern.split("/")
    first = next(place for place, piece in enumerate(pieces) if glob.has_magic(piece))
    return "/".join(pieces[:first]) or ("/" if pattern.startswith("/") else "")


def is_counts(name):
    """True for a file that ``--counts`` wrote."""
    if not name.endswith(".json") or name.startswith("hf://"):
        return False
    with open(name, "rb") as file:
        return COUNTS_MARK.encode() in file.read(200)


def local_file(part):
    """The path of a part; what lies on the Hub is downloaded, unless the cache has it."""
    if not part.startswith("hf://"):
        return part
    match = HUB_ADDRESS.fullmatch(part)
    from huggingface_hub import hf_hub_download

    try:
        return hf_hub_download(
            match["repo"], match["path"], repo_type="dataset", revision=match["revision"]
        )
    except Exception as error:
        # Not all that the Hub's client raises is an OSError, after which a new try may help.
        raise OSError(" ".join(str(error).split())) from error
