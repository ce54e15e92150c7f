"""The files that paths on the command line name: each once, all of them, or an error."""

import fnmatch
import glob
import os
import re
import stat
from pathlib import Path

from ..files.formats import FORMATS
from ..messages import cut_list

_PLAIN_ENDINGS = [ending for one in FORMATS.values() for ending in one.endings]
ENDINGS = (*_PLAIN_ENDINGS, *(f"{one}.gz" for one in _PLAIN_ENDINGS if one != ".parquet"))
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


def has_parts(path):
    """True for a path of several files, or of counts: a folder, a pattern, a Hub's data set."""
    if path.startswith("hf://") or os.path.isdir(path):
        return True
    if not os.path.exists(path):
        return glob.has_magic(path)
    return is_counts(path)


class Parts:
    """The files that some paths name, in the order of their names, and what else was found.

    ``counted`` are files of counts that were made before; ``digests`` the SHA-256 of files of the
    Hub, as far as it says them; ``unused`` patterns of ``--leave-out`` that matched nothing.
    """

    def __init__(self, paths, leave_out=()):
        self.name, self.files, self.counted, self.digests = ", ".join(paths), [], [], {}
        self.unused = list(leave_out)
        # Files and folders by device and inode; path -> reason: a pattern and a folder that it
        # matches may lead to one path twice.
        self._name_of, self._n_repeated = {}, 0
        self._leave_out, self._why, self._faults = leave_out, {}, {}
        for path in paths:
            self._add(path, alone=len(paths) == 1)
        self.files = [name for name in self.files if name not in self.counted]

    @property
    def left_out(self):
        """Files that are not scored and why, in the order found."""
        return list(self._why.items())

    def _add(self, path, alone):
        """Take what one path of the command line names."""
        n_files, n_left, n_repeated = len(self.files), len(self._why), self._n_repeated
        if path.startswith("hf://"):
            self._add_hub(path)
        elif os.path.lexists(path):
            # A file that is named alone is meant, whatever its name.
            is_folder = os.path.isdir(path)
            root = path if is_folder else os.path.dirname(path)
            self._take(path, root, hidden=not (alone or is_folder))
        elif glob.has_magic(path):
            pieces = path.split("/")
            first = next(place for place, piece in enumerate(pieces) if glob.has_magic(piece))
            fixed = "/".join(pieces[:first]) or "/" * path.startswith("/")
            if not os.path.isdir(fixed or "."):
                raise ValueError(f"{path}: there is no folder {fixed}")
            self._take_meant(fixed, fixed, (), {tuple(filter(None, pieces[first:]))})
        else:
            raise ValueError(f"{path}: no such file or folder")
        new, passed = self.files[n_files:], self.left_out[n_left:]
        if self._faults:
            n = len(new) + len(self._faults) + len(passed)
            raise ValueError(f"{path}: {_faults_message(list(self._faults.items()), n)}")
        if not new and self._n_repeated == n_repeated:
            none = f"no file here ends in {', '.join(ENDINGS)}"
            none = f"no file to score here; {left_out_line(passed)}" if passed else none
            raise ValueError(f"{path}: {none}")
        counted = [name for name in new if is_counts(name)]
        self.counted += counted
        kinds = sorted({_kind_of(name) for name in new if name not in counted})
        if len(kinds) > 1:
            raise ValueError(
                f"{path}: files of several formats ({', '.join(kinds)}); a pattern takes some of "
                f"them: '{path.rstrip('/')}/**/*{kinds[0]}', and --leave-out '*{kinds[1]}' takes "
                "the others"
            )

    def _take(self, path, root, hidden=True, above=(), patterns=None):
        """Take a file or a folder in those ``above``; ``patterns`` are what is left to match."""
        if patterns is not None and os.path.exists(path) and not os.path.isdir(path):
            return
        if self._is_left_out(path, root):
            self._leave(path, "--leave-out")
        elif hidden and _is_hidden(os.path.basename(path)):
            self._leave(path, "hidden")
        else:
            self._take_meant(path, root, above, patterns)

    def _take_meant(self, path, root, above, patterns):
        """Take what neither a pattern nor its name leaves out, if it can be read."""
        is_data = path.lower().endswith(ENDINGS)
        try:
            status = os.stat(path or ".")
            kind, key = stat.S_IFMT(status.st_mode), (status.st_dev, status.st_ino)
            names = sorted(os.listdir(path or ".")) if kind == stat.S_IFDIR else ()
            if is_data and kind == stat.S_IFREG:
                open(path, "rb").close()
        except OSError as error:
            what = f"can't be read ({error.strerror})" if os.path.exists(path) else error.strerror
            if isinstance(error, FileNotFoundError):
                what = "is a link to a file that is not there"
            self._fault(path, root, what)
            return
        other = None if patterns is not None else self._name_of.get(key)
        if kind == stat.S_IFDIR and key in above:
            self._fault(path, root, "is a link to a folder that it lies in")
        elif kind != stat.S_IFDIR and not is_data:
            self._pass_by(path, root)
        elif other is not None:
            self._n_repeated += 1
            if other != path:
                what = "folder" if kind == stat.S_IFDIR else "file"
                self._leave(path, f"the same {what} as {other}")
        elif kind not in (stat.S_IFDIR, stat.S_IFREG):
            what = "a pipe" if kind == stat.S_IFIFO else "a device or a socket"
            self._fault(path, root, f"is {what}, not a file")
        else:
            if patterns is None:
                self._name_of[key] = path
            self.files += [path] * (kind == stat.S_IFREG)
            for name in names:
                self._take_inside(os.path.join(path, name), root, (*above, key), patterns)

    def _take_inside(self, path, root, above, patterns):
        """Take what lies in a folder, if a pattern leads there."""
        name, meant = os.path.basename(path), False
        if patterns is not None:
            # A name that the pattern spells out itself is meant.
            pieces = [piece for pattern in patterns for piece in pattern]
            meant = any(x[0] in "._" and fnmatch.fnmatchcase(name, x) for x in pieces)
            patterns = {rest for pattern in patterns for rest in _behind(pattern, name)}
            if not patterns:
                return
            if any(set(rest) <= {"**"} for rest in patterns):
                patterns = None
        self._take(path, root, not meant, above, patterns)

    def _pass_by(self, path, root):
        """Leave out a file with another ending, unless it is data behind that."""
        stem, ending = os.path.splitext(path.lower())
        if stem.endswith(ENDINGS) and ending in _UNFINISHED:
            self._fault(path, root, "is not finished, by its ending")
        elif stem.endswith(ENDINGS) and ending in _PACKED:
            self._fault(path, root, f"is packed as {ending}, which is not read here")
        else:
            self._leave(path, f"ending {ending}" if ending else "without ending")

    def _is_left_out(self, path, root):
        inside = path if path.startswith("hf://") else os.path.relpath(path, root or ".")
        names = path, inside, os.path.basename(path)
        for pattern in self._leave_out:
            if any(fnmatch.fnmatchcase(name, pattern) for name in names):
                self.unused = [one for one in self.unused if one != pattern]
                return True
        return False

    def _fault(self, path, root, what):
        self._faults[os.path.relpath(path or ".", root or ".")] = what

    def _leave(self, path, why):
        self._why.setdefault(path, why)

    def _add_hub(self, path):
        """Take the files of a data set of the Hub, or of a folder in it."""
        match = HUB_ADDRESS.fullmatch(path)
        if not match:
            raise ValueError(f"{path}: expected hf://datasets/OWNER/NAME[@REVISION][/FOLDER]")
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
        reason = f"by {why}" if why.startswith("--") else why
        parts.append(f"{len(names)} {reason} ({cut_list(names, _SHOWN)})")
    of = "" if n_files is None else f" of {n_files + len(left_out):,}"
    return f"left out: {len(left_out):,}{of} files: {', '.join(parts)}"


def _kind_of(name):
    ending = Path(name.lower().removesuffix(".gz")).suffix
    return _SAME_KIND.get(ending, ending)


def _is_hidden(name):
    """Names that tools put next to data, such as _SUCCESS and .crc files."""
    return any(part.startswith((".", "_")) for part in name.split("/"))


def _behind(pattern, name):
    """Rests of a pattern behind a name; pieces ``**`` stand for any folders."""
    if not pattern:
        return set()
    if pattern[0] == "**":
        return {pattern} | _behind(pattern[1:], name)
    return {pattern[1:]} if fnmatch.fnmatchcase(name, pattern[0]) else set()


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
