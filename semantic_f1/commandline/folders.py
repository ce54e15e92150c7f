"""Many files scored as one: folders, patterns, data sets of the Hub, and counts of earlier runs.

Each file is a part: it is counted by itself, streamed where it is Parquet, and the counts of all
parts add up exactly, in whatever order and by whatever processes they were made.
"""

import fnmatch
import glob
import hashlib
import json
import os
import re
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ..files.columns import (
    columns_of,
    read_annotator_columns,
    read_columns,
    read_distributions,
)
from ..files.formats import class_names_of
from ..files.points import read_point_sets
from ..inputs.unwrapping import is_arrow_list
from ..scoring.partial_counts import PartialCounts
from .metric_class import metric_class

BATCH_ROWS = 131_072
_TEXT_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".jsonl", ".ndjson", ".json")
ENDINGS = (".parquet", ".xlsx", *_TEXT_ENDINGS, *(f"{one}.gz" for one in _TEXT_ENDINGS))
# Seconds between two writings of the counts so far.
EVERY = 10.0
_HUB = re.compile(r"hf://datasets/(?P<repo>[^/@]+/[^/@]+)(@(?P<revision>[^/]+))?(/(?P<path>.*))?")
_WHAT = "counts of score.py"
# Octets at either end of a file that tell whether it has changed.
_END = 1 << 16
_metrics = {}


class Job(NamedTuple):
    """Work on each part; it can be pickled.

    ``columns`` are the names of both columns, ``people`` what ``read_annotator_columns`` takes
    beside them, ``similarities`` what ``similarity=`` takes, one counting each, and ``known`` the
    names of the universe of each.
    """

    config: str
    similarities: tuple
    options: dict
    columns: dict
    reading: dict
    people: dict
    known: tuple


class Parts(NamedTuple):
    """Files to count, what they are called, and counts that were made of others before."""

    files: tuple
    name: str
    counted: tuple


def has_parts(path):
    """True for a path of several files, or of counts: a folder, a pattern, a Hub's data set."""
    if path.startswith("hf://") or os.path.isdir(path):
        return True
    if not os.path.exists(path):
        return bool(set(path) & set("*?["))
    return _is_counts(path)


def parts_of(paths):
    """The parts that some paths name, in the order of their names."""
    by_path = [_parts_of_one(path) for path in paths]
    files = tuple(dict.fromkeys(name for parts in by_path for name in parts.files))
    counted = tuple(dict.fromkeys(name for parts in by_path for name in parts.counted))
    return Parts(files, ", ".join(paths), counted)


def _parts_of_one(path):
    if path.startswith("hf://"):
        names = _files_of_hub(path)
    elif os.path.isdir(path):
        inside = (str(file) for file in Path(path).rglob("*") if file.is_file())
        names = [name for name in inside if not _is_hidden(os.path.relpath(name, path))]
    elif os.path.exists(path):
        names = [path]
    else:
        names = [name for name in glob.glob(path, recursive=True) if os.path.isfile(name)]
    names = sorted(name for name in names if name.lower().endswith(ENDINGS))
    counted = [name for name in names if _is_counts(name)]
    files = [name for name in names if name not in counted]
    if not names:
        raise ValueError(f"{path}: no file here ends in {', '.join(ENDINGS)}")
    kinds = sorted({_ending_of(name) for name in files})
    if len(kinds) > 1:
        raise ValueError(
            f"{path}: files of several formats ({', '.join(kinds)}); a pattern takes some of them: "
            f"'{path.rstrip('/')}/**/*{kinds[0]}'"
        )
    return Parts(tuple(files), path, tuple(counted))


def _ending_of(name):
    return next(one for one in ENDINGS if name.lower().endswith(one))


def _is_hidden(name):
    """Names that tools put beside data, such as _SUCCESS and .crc files."""
    return any(part.startswith((".", "_")) for part in Path(name).parts)


def _is_counts(name):
    if not name.endswith(".json") or name.startswith("hf://"):
        return False
    with open(name, "rb") as file:
        return _WHAT.encode() in file.read(200)


def _files_of_hub(path):
    """Addresses of the files of a data set of the Hub, or of a folder in it."""
    match = _HUB.fullmatch(path)
    if not match:
        raise ValueError(
            f"{path}: expected hf://datasets/OWNER/NAME, NAME@REVISION, or either with a folder"
        )
    # Imported where it is used: files of this machine need no Hub.
    from huggingface_hub import HfApi

    root = f"hf://datasets/{match['repo']}" + (f"@{match['revision']}" * bool(match["revision"]))
    try:
        listed = HfApi().list_repo_files(
            match["repo"], repo_type="dataset", revision=match["revision"]
        )
    except Exception as error:
        raise ValueError(f"{path}: {' '.join(str(error).split())}") from error
    within = (match["path"] or "").rstrip("/")
    names = [
        name
        for name in listed
        if not within or f"{name}/".startswith(f"{within}/") or fnmatch.fnmatch(name, within)
    ]
    return [f"{root}/{name}" for name in names if not _is_hidden(name)]


def local_file(part):
    """The path of a part; what lies on the Hub is downloaded, unless the cache has it."""
    if not part.startswith("hf://"):
        return part
    match = _HUB.fullmatch(part)
    from huggingface_hub import hf_hub_download

    try:
        return hf_hub_download(
            match["repo"], match["path"], repo_type="dataset", revision=match["revision"]
        )
    except Exception as error:
        # Not all that the Hub's client raises is an OSError, after which a new try may help.
        raise OSError(" ".join(str(error).split())) from error


def count_part(job, part):
    """Counts of a part, one for each similarity, and whether its labels are names or ids."""
    path = local_file(part)
    try:
        metrics = _metrics_of(job)
        streamed = job.config in ("default", "points") and path.lower().endswith(".parquet")
        counts = _count_parquet(job, metrics, path) if streamed else None
        return counts or _count_table(job, metrics, path)
    except (ValueError, ImportError) as error:
        # Parts of Hive folders differ in their folders alone.
        text = str(error).removeprefix(f"{os.path.basename(part)}: ")
        raise ValueError(text if part in text else f"{part}: {text}") from None


def _metrics_of(job):
    """A metric for each similarity, made once a process."""
    key = repr((job.config, job.options, [getattr(x, "fingerprint", x) for x in job.similarities]))
    if key not in _metrics:
        # Imported where it is needed: a process that only waits has no use for it.
        metric_type = metric_class()
        _metrics.clear()
        _metrics[key] = [
            # Points have no similarity of labels.
            metric_type(
                job.config,
                **({} if similarity is None else {"similarity": similarity}),
                **job.options,
            )
            for similarity in job.similarities
        ]
    return _metrics[key]


def _count_parquet(job, metrics, path):
    """Counts of lists of names, ids or points, streamed; None where cells are read one by one."""
    names = [job.columns["predictions"], job.columns["references"]]
    with pq.ParquetFile(path) as file:
        schema = file.schema_arrow
        if any(name not in schema.names for name in names) or class_names_of(schema):
            return None
        kinds = {_plain_kind(schema.field(name).type, job.config) for name in names}
        if len(kinds) != 1 or None in kinds or job.reading["ids"] != "auto":
            return None
        (kind,) = kinds
        if kind == "ids" and any(name.isdigit() for names in job.known for name in names):
            return None
        totals = [metric.counts([], []) for metric in metrics]
        done = 0
        for batch in file.iter_batches(BATCH_ROWS, columns=names):
            columns = [batch.column(batch.schema.get_field_index(name)) for name in names]
            try:
                totals = [
                    total + metric.counts(*columns)
                    for total, metric in zip(totals, metrics, strict=True)
                ]
            except ValueError as error:
                raise ValueError(_in_file(str(error), names, done)) from None
            done += batch.num_rows
    return totals, kind


def _plain_kind(kind, config):
    """ "names" or "ids" for lists of text or of whole numbers, "points" for lists of lists.

    None for what is read cell by cell.
    """
    if not is_arrow_list(kind):
        return None
    kind = kind.value_type
    if config == "points":
        return "points" if is_arrow_list(kind) else None
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return "names"
    return "ids" if pa.types.is_integer(kind) else None


def _in_file(text, names, done):
    """An error of the metric about a batch as one about rows of a file, counted from 1."""
    columns = dict(zip(("predictions", "references"), names, strict=True))
    return re.sub(
        r"^(predictions|references)\[(\d+)\]",
        lambda match: f"row {done + int(match[2]) + 1}, column {columns[match[1]]!r}",
        text,
    )


def _count_table(job, metrics, path):
    """Counts of a file that is read cell by cell."""
    reading = dict(job.reading)
    if job.config == "soft":
        table = read_distributions(path, **job.columns, format=reading["format"])
        sides = table.predictions, table.references
        return [metric.counts(*sides) for metric in metrics], "distributions"
    if job.config == "points":
        table = read_point_sets(path, **job.columns, format=reading["format"])
        sides = table.predictions, table.references
        return [_of_lines(metric, table, sides) for metric in metrics], "points"
    if job.config == "annotators":
        read = read_annotator_columns(
            path,
            predictions=job.columns["predictions"],
            references=job.people["annotators"] or job.columns["references"],
            blank=job.people["blank"],
            **reading,
        )
    else:
        read = read_columns(path, **job.columns, **reading)
    counts, kinds = [], set()
    for metric, known in zip(metrics, job.known, strict=True):
        table = read.for_names(known)
        extra_options = {}
        if getattr(table, "annotators", None) is not None:
            extra_options["annotators"] = table.annotators
        kinds |= {type(one).__name__ for row in table.predictions for one in row}
        counts.append(
            _of_lines(metric, table, (table.predictions, table.references), **extra_options)
        )
    return counts, {"int": "ids", "str": "names"}.get("".join(sorted(kinds)))


def _of_lines(metric, table, sides, **extra_options):
    """Counts of a table's rows; an error names the line."""
    try:
        return metric.counts(*sides, **extra_options)
    except ValueError as error:
        match = re.match(r"(?:predictions|references)\[(\d+)\]", str(error))
        where = f"{table.row_name(int(match[1]))}: " if match else ""
        raise ValueError(f"{where}{error}") from None


class Tally:
    """Counts so far, which parts they are of, and the file that keeps them.

    Parameters
    ----------
    parts : Parts
    job : Job
    path : None, or the file to keep the counts in; what it holds already is taken up
    say : function of a line of progress
    """

    def __init__(self, parts, job, path, say):
        self.counts, self.done, self.kind = None, {}, None
        self._job, self._path, self._say = job, path, say
        self._written = time.monotonic()
        self._n = len(parts.files)
        counted = {file: self._read(file) for file in parts.counted}
        if path and os.path.exists(path) and path not in counted:
            counted = self._with_kept(path, counted, parts)
        for file, content in counted.items():
            self._take_up(file, *content)
        self.missing = []
        for part in parts.files:
            if part not in self.done:
                self.missing.append(part)
            elif self.done[part] != _mark_of_file(part):
                raise ValueError(
                    f"{part}: it has changed since it was counted for {path}; remove that file to "
                    "count everything anew"
                )

    def add(self, part, answer):
        """Take in the counts of a part."""
        counts, kind = answer
        self._join(counts, kind, part)
        self.done[part] = _mark_of_file(part)
        self._say(f"part {len(self.done)} of {self._n}: {part}: {len(counts[0]):,} examples")
        if self._path and time.monotonic() > self._written + EVERY:
            self.keep()

    def keep(self):
        """Write the counts so far; the file is there whole or not at all."""
        if not self._path or self.counts is None:
            return
        content = {
            "what": _WHAT,
            "kind": self.kind,
            "parts": self.done,
            "counts": [each.to_dict() for each in self.counts],
        }
        folder = os.path.dirname(os.path.abspath(self._path))
        with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".part", delete=False) as file:
            json.dump(content, file)
        os.replace(file.name, self._path)
        self._written = time.monotonic()

    def _with_kept(self, path, counted, parts):
        """Contents of files of counts with that of a run of the same files, which may hold them."""
        kept = self._read(path)
        given = {part for _, done, _ in counted.values() for part in done}
        strange = sorted(set(kept[1]) - set(parts.files) - given)
        if strange:
            raise ValueError(
                f"{path}: it has counts of {strange[0]}, which is not among the files of "
                f"{parts.name}; --counts goes on with the same files: name another file there, or "
                f"give this one beside them ({parts.name} {path}) to add its counts to theirs"
            )
        return {**({} if given <= set(kept[1]) else counted), path: kept}

    def _read(self, path):
        """Counts, the marks of the files that they are of, and the kind of these files' labels."""
        try:
            with open(path, encoding="utf-8") as file:
                content = json.load(file)
            counts = [PartialCounts.from_dict(each) for each in content["counts"]]
            done, kind = dict(content["parts"]), content["kind"]
            if content["what"] != _WHAT or len(counts) != len(self._job.similarities):
                raise ValueError("it has counts for other similarities")
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise ValueError(
                f"{path}: these are no counts that this call can go on with: {error}"
            ) from None
        return counts, done, kind

    def _take_up(self, path, counts, done, kind):
        twice = sorted(set(done) & set(self.done))
        if twice:
            raise ValueError(f"{path}: {twice[0]} is counted in another file of counts too")
        self._join(counts, kind, path)
        self.done |= done

    def _join(self, counts, kind, part):
        if kind and self.kind and kind != self.kind:
            raise ValueError(
                f"{part}: labels are {kind} here and {self.kind} in the parts before; --ids says "
                "what whole numbers are"
            )
        self.kind = self.kind or kind
        try:
            self.counts = (
                list(counts)
                if self.counts is None
                else [a + b for a, b in zip(self.counts, counts, strict=True)]
            )
        except ValueError as error:
            raise ValueError(f"{part}: {error}") from None


def _mark_of_file(part):
    """Size and a digest of both ends, where a Parquet file has its statistics; None on the Hub."""
    if part.startswith("hf://"):
        return None
    size = os.path.getsize(part)
    with open(part, "rb") as file:
        ends = file.read(_END)
        file.seek(max(0, size - _END))
        ends += file.read()
    return f"{size} {hashlib.sha256(ends).hexdigest()[:16]}"


def job_of(args, config, similarities, known, options, parts):
    """Work on each part, from the command line's arguments."""
    columns = {"predictions": args.predictions, "references": args.references}
    if parts.files:
        try:
            first = local_file(parts.files[0])
        except OSError as error:
            raise ValueError(f"{parts.files[0]}: {error}") from None
        references = "" if args.annotators else args.references
        names = columns_of(first, args.predictions, references, format=args.format)
        columns = {"predictions": names[0], "references": args.references or names[1]}
    reading = {"separator": args.separator, "format": args.format, "ids": args.ids}
    people = {"annotators": args.annotators, "blank": args.blank}
    return Job(config, tuple(similarities), options, columns, reading, people, tuple(known))
