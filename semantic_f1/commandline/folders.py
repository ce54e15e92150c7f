"""Many files scored as one: folders, patterns, data sets of the Hub, and counts of earlier runs.

Each file is a part: it is counted by itself, streamed if it is Parquet, and the counts of all
parts add up exactly, in whatever order and by whatever processes they were made. A part is known by
its content, so that none counts twice and a run can go on where another ended.
"""

import json
import os
import re
import stat
import tempfile
import time
from contextlib import suppress
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ..files.account import Account, left_out
from ..files.columns import (
    columns_of,
    read_annotator_columns,
    read_columns,
    read_distributions,
    read_point_sets,
)
from ..files.formats import NoRowsError, class_names_of
from .part_identity import Counted, sha256_of, size_and_time, unchanged
from .part_listing import COUNTS_MARK, left_out_line, local_file

BATCH_ROWS = 131_072
# Counts so far are written whenever so many times as long has passed as the last writing took.
_REST = 100
_VERSION = 2
_LISTS = (pa.ListType, pa.LargeListType, pa.FixedSizeListType)
_metrics = {}


class Job(NamedTuple):
    """Work on each part; it can be pickled.

    ``columns`` are the names of both columns, ``people`` what ``read_annotator_columns`` takes
    next to them, ``similarities`` what ``similarity=`` takes, one counting each, and ``known`` the
    names of the universe of each.
    """

    config: str
    similarities: tuple
    options: dict
    columns: dict
    reading: dict
    people: dict
    known: tuple


def count_part(job, part):
    """Counts of a part, one for each similarity, the kind of its labels, and its identity."""
    path = local_file(part)
    try:
        metrics = _metrics_of(job)
        streamed = job.config in ("default", "points") and path.lower().endswith(".parquet")
        with unchanged(path, part) as (size, time_ns, digest):
            answer = _count_parquet(job, metrics, path) if streamed else None
            try:
                counts, kind = answer or _count_table(job, metrics, path)
            except NoRowsError:
                counts, kind = [metric.counts([], []) for metric in metrics], None
    except (ValueError, ImportError) as error:
        # Parts of Hive folders differ in their folders alone.
        text = str(error).removeprefix(f"{os.path.basename(part)}: ")
        raise ValueError(text if part in text else f"{part}: {text}") from None
    if part.startswith("hf://"):
        # The time of a copy in the cache says nothing of the file.
        time_ns = 0
    return counts, kind, Counted(part, size, time_ns, digest, len(counts[0]))


def _metrics_of(job):
    """A metric for each similarity, made once a process."""
    key = repr((job.config, job.options, [getattr(x, "fingerprint", x) for x in job.similarities]))
    if key not in _metrics:
        # Imported where it is needed: a process that only waits has no use for it.
        from ..scorer import Scorer

        _metrics.clear()
        _metrics[key] = [
            # Points have no similarity of labels.
            Scorer(
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
    if not isinstance(kind, _LISTS):
        return None
    kind = kind.value_type
    if config == "points":
        return "points" if isinstance(kind, _LISTS) else None
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
        raise ValueError(table.place_of(str(error))) from None


class Tally:
    """Counts so far, which parts they are of, and the file that keeps them.

    ``path`` is None, or that file, and what it holds already is taken up; ``say`` takes a line of
    progress. With ``equal_parts`` files of counts may hold parts of equal content, which are then
    counted as often; with ``verify`` parts that are counted are digested anew, whatever their time.
    """

    def __init__(self, parts, job, path, say, *, equal_parts=False, verify=False):
        self.counts, self.kind, self.done, self.notes = None, None, [], []
        self._parts, self._job, self._say = parts, job, say
        self._path = None if path is None else os.path.realpath(path)
        self._shown_path, self._equal_parts, self._verify = path, equal_parts, verify
        self._origin_of, self._n = {}, len(parts.files)
        self._written, self._cost = time.monotonic(), 0.0
        self._on_disk = None
        if path is not None:
            self._try_folder()
        own = None
        given = {file: self._read(file) for file in parts.counted if not self._is_own(file)}
        if self._path and os.path.exists(self._path):
            own = self._read(self._path)
            self._on_disk = _marks(self._path)
        self._find_counted(own, given)
        if own:
            kept = {one.sha256 for one in own[1]}
            # Counts that were given in an earlier call, too, are among its own.
            if all(one.sha256 in kept for _, done, _ in given.values() for one in done):
                given = {}
        for file, content in (({path: own} if own else {}) | given).items():
            self._take_up(file, *content)

    def add(self, answer):
        """Take in what :func:`count_part` returned of a part."""
        counts, kind, counted = answer
        self._refuse_equal([counted], self._parts.name)
        self._join(counts, kind, counted.path)
        self.done.append(counted)
        self._say(f"part {len(self.done)} of {self._n}: {counted.path}: {counted.rows:,} examples")
        if self._path and time.monotonic() > self._written + _REST * self._cost:
            # The last writing tells what is wrong.
            with suppress(OSError):
                self.keep()

    def keep(self):
        """Write the counts so far; the file is there whole or not at all."""
        if not self._path or self.counts is None:
            return
        start = time.monotonic()
        if self._on_disk != _marks(self._path):
            raise OSError(
                "another run has written it meanwhile; give each run a separate file, and add "
                "them afterwards"
            )
        content = {
            "what": COUNTS_MARK,
            "version": _VERSION,
            "kind": self.kind,
            "parts": [one._asdict() for one in sorted(self.done)],
            "counts": [each.to_dict() for each in self.counts],
        }
        file = self._temporary()
        try:
            with file:
                json.dump(content, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(file.name, self._path)
        except OSError:
            os.unlink(file.name)
            raise
        self._on_disk, self._written = _marks(self._path), time.monotonic()
        self._cost = self._written - start

    def account(self):
        """The account of the parts that were read and of the files that were left out."""
        listed = set(self._parts.files)
        rows = [
            {**one._asdict(), "state": "taken" if one.path in listed else "from counts"}
            for one in sorted(self.done)
        ]
        passed = [left_out("part", where, 1, why) for where, why in self._parts.left_out]
        return Account(left_out=passed, parts=rows)

    def lines(self):
        """Lines about the parts that were read and the files that were left out."""
        n = sum(one.rows for one in self.done)
        parts = f"{len(self.done):,} part{'s' * (len(self.done) != 1)}"
        columns = [name for name in self._job.columns.values() if isinstance(name, str)]
        names = f", columns {' and '.join(map(repr, columns))}" if columns else ""
        yield f"read: {parts} of {self._parts.name}, {n:,} rows{names}"
        if self._parts.left_out:
            yield left_out_line(self._parts.left_out, self._n)

    def equal_parts(self):
        """Notes of parts of equal content, which all count."""
        by_digest = {}
        for one in self.done:
            if one.rows:
                by_digest.setdefault(one.sha256, []).append(one)
        for equal in by_digest.values():
            if len(equal) > 1:
                names = " and ".join(one.path for one in equal[:3])
                more = f" and {len(equal) - 3} more" if len(equal) > 3 else ""
                every = "both" if len(equal) == 2 else "all"
                yield f"{names}{more} hold the same {equal[0].rows:,} rows; {every} count"

    def _is_own(self, file):
        return self._path is not None and os.path.realpath(file) == self._path

    def _try_folder(self):
        """Refuse a file that can't be written, before anything is counted."""
        try:
            if os.path.exists(self._path) and not stat.S_ISREG(os.stat(self._path).st_mode):
                raise OSError(None, "it is a folder or a device, not a file")
            file = self._temporary()
            file.close()
            os.unlink(file.name)
        except OSError as error:
            raise ValueError(
                f"--counts {self._shown_path}: can't be written: {error.strerror or error}"
            ) from None

    def _temporary(self):
        folder, name = os.path.split(self._path)
        return tempfile.NamedTemporaryFile(
            "w", dir=folder, prefix=f".{name}.", suffix=".part", delete=False
        )

    def _read(self, path):
        """Counts, the parts that they are of, and the kind of these parts' labels."""
        try:
            with open(path, encoding="utf-8") as file:
                content = json.load(file)
            if content["what"] != COUNTS_MARK or len(content["counts"]) != len(
                self._job.similarities
            ):
                raise ValueError("it has counts for other similarities")
            if content.get("version") != _VERSION:
                raise ValueError(
                    "made by an earlier version, which did not look at whole files; count anew"
                )
            # Imported where it is needed, as in _metrics_of.
            from ..scorer import Scorer

            metric = Scorer(self._job.config)
            counts = [metric.counts_from_dict(each) for each in content["counts"]]
            done, kind = [Counted(**part) for part in content["parts"]], content["kind"]
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise ValueError(
                f"{path}: these are no counts that this call can go on with: {error}"
            ) from None
        return counts, done, kind

    def _find_counted(self, own, given):
        """Find the listed parts that are not counted yet, and refuse those that changed since."""
        kept = list(own[1]) if own else []
        others = [one for _, done, _ in given.values() for one in done]
        listed = set(self._parts.files)
        elsewhere = [one for one in kept if one.path not in listed]
        self.missing = []
        for part in self._parts.files:
            same = [one for one in kept if one.path == part]
            if same:
                if not self._is_as_kept(part, same):
                    raise ValueError(
                        f"{part}: it has changed since it was counted for {self._shown_path}; "
                        "remove that file to count everything anew"
                    )
                continue
            same = [one for one in others if one.path == part]
            if same and self._is_as_kept(part, same):
                continue
            moved = elsewhere and self._digest(part)
            found = next((one for one in elsewhere if one.sha256 == moved), None)
            if found is None:
                self.missing.append(part)
            else:
                # It is the same file under another name.
                elsewhere.remove(found)
                own[1][own[1].index(found)] = found._replace(path=part)
        of_given = {one.sha256 for one in others}
        strange = sorted(one.path for one in elsewhere if one.sha256 not in of_given)
        if strange:
            raise ValueError(
                f"{self._shown_path}: it has counts of {strange[0]}, which is not among the files "
                f"of {self._parts.name}; --counts goes on with the same files: name another file "
                f"there, or give this one as well ({self._parts.name} {self._shown_path}) to add "
                "its counts to theirs"
            )

    def _is_as_kept(self, part, kept):
        """True for a part with the size and time of one that is counted, or with its content."""
        if not self._verify and not part.startswith("hf://"):
            now = size_and_time(part)
            if any(now == (one.bytes, one.modified_ns) for one in kept):
                return True
        return self._digest(part) in {one.sha256 for one in kept}

    def _digest(self, part):
        known = self._parts.digests.get(part)
        if known is not None:
            return known
        try:
            with open(local_file(part), "rb", buffering=0) as file:
                return sha256_of(file)
        except OSError as error:
            raise ValueError(f"{part}: {error}") from None

    def _take_up(self, path, counts, done, kind):
        self._refuse_equal(done, path)
        self._join(counts, kind, path)
        self.done += done

    def _refuse_equal(self, done, origin):
        """Refuse content that other counts hold too: nothing tells one file from two equal ones."""
        for one in done:
            other = self._origin_of.get(one.sha256)
            if other and other[1] != origin and one.rows and not self._equal_parts:
                raise ValueError(
                    f"{origin}: {one.path} has the content of {other[0]} in {other[1]}. "
                    "--equal-parts both, if these are two shards"
                )
        for one in done:
            self._origin_of.setdefault(one.sha256, (one.path, origin))

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


def _marks(path):
    """Marks that change if a file is written anew; None without a file."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def job_of(args, config, similarities, known, options, parts):
    """Work on each part, from the command line's arguments."""
    columns = {"predictions": args.predictions, "references": args.references}
    if parts.files:
        references = "" if args.annotators else args.references
        names = _columns_of_first(parts.files, args.predictions, references, args.format)
        columns = {"predictions": names[0], "references": args.references or names[1]}
    reading = {"separator": args.separator, "format": args.format, "ids": args.ids}
    people = {"annotators": args.annotators, "blank": args.blank}
    return Job(config, tuple(similarities), options, columns, reading, people, tuple(known))


def _columns_of_first(files, predictions, references, format):
    """The columns of the first file that has rows; if none has, of the first."""
    first_problem = None
    for part in files:
        try:
            return columns_of(local_file(part), predictions, references, format=format)
        except NoRowsError as error:
            first_problem = first_problem or error
        except OSError as error:
            raise ValueError(f"{part}: {error}") from None
    raise first_problem
