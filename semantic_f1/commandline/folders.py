"""Many files scored as one: folders, patterns, data sets of the Hub, and counts of earlier runs.

Each file is a part, known by its content: none counts twice, and a run can go on where another
ended. The counts of all parts add up exactly, in whatever order they were made.
"""

import json
import os
import tempfile
import time
from contextlib import suppress
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ..config_table import CONFIGS
from ..files.account import NO_GOLD, Account, count_text, left_out, sha256_of
from ..files.column_guessing import SIDE_NAMES
from ..files.formats import NoRowsError, TableError, class_names_of
from ..files.reading import columns_of, read_table
from ..files.tables import FilePlace, Table, file_name
from .flags import FORMS
from .part_listing import COUNTS_MARK, left_out_line, local_file
from .results import load_metric
from .tables import reading_of

BATCH_ROWS = 131_072
# Counts so far are written whenever so many times as long has passed as the last writing took.
_REST = 100
_VERSION = 2
_LISTS = (pa.ListType, pa.LargeListType, pa.FixedSizeListType)
_metrics = {}


class Counted(NamedTuple):
    """A part that is counted: its place, its size and time there, its content and its rows."""

    path: str
    bytes: int
    modified_ns: int
    sha256: str
    rows: int
    # Rows that were left out, since they have no gold label.
    unasked: int = 0


def marks_of(file):
    """Size, time of modification, device and inode of a path or an open file; None for none."""
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_dev, status.st_ino


class Job(NamedTuple):
    """Work on each part; it can be pickled.

    ``calls`` are the metric's options, one counting each, and ``known`` the names of the universe
    of each; ``reading`` is what the form's reader takes, both columns among it.
    """

    form: str
    calls: tuple
    reading: dict
    known: tuple


def job_of(args, calls, known, parts):
    """Work on each part, from the command line's arguments."""
    reading = reading_of(args)
    references = reading.get("references")
    if parts.files:
        # Columns of several annotators are named.
        asked = args.predictions, "" if isinstance(references, list) else references
        names = _columns_of_first(parts.files, *asked, args.format)
        reading |= {"predictions": names[0], "references": references or names[1]}
    return Job(args.form, tuple(calls), reading, tuple(known))


def _columns_of_first(files, predictions, references, format):
    """The columns of the first file that has rows; if none has, of the first."""
    first_problem = None
    for part in files:
        try:
            return columns_of(local_file(part), predictions, references, format=format)
        except NoRowsError as error:
            first_problem = first_problem or error
        except (OSError, ValueError) as error:
            raise _of_part(part, error) from None
    raise first_problem


def _of_part(part, error):
    """An error that names the part: parts of Hive folders differ in their folders alone."""
    is_named = isinstance(error, TableError) and error.file == file_name(part)
    text = error.message if is_named else str(error)
    return ValueError(text if part in text else f"{part}: {text}")


def count_part(job, part):
    """Counts of a part, one for each similarity, the kind of its labels, and its identity."""
    path = local_file(part)
    marks = [{k: getattr(x, "fingerprint", x) for k, x in call.items()} for call in job.calls]
    key = repr((job.form, marks))
    try:
        # Made once per process.
        if key not in _metrics:
            _metrics.clear()
            _metrics[key] = [load_metric(FORMS[job.form], **options) for options in job.calls]
        metrics = _metrics[key]
        with open(path, "rb", buffering=0) as file:
            before, digest = marks_of(file.fileno()), sha256_of(file)
            try:
                found = _count_parquet(job, metrics, path) or _count_table(job, metrics, path)
            except NoRowsError:
                found = [metric.counts([], []) for metric in metrics], None, 0
            finally:
                # A row that is half written is an effect of this.
                if not marks_of(file.fileno()) == before == marks_of(path):
                    how = "run again when it is finished"
                    raise ValueError(f"{part} changed while it was read; {how}")
    except (ValueError, ImportError) as error:
        raise _of_part(part, error) from None
    # The time of a copy in the cache says nothing of a file of the Hub.
    time_ns = 0 if part.startswith("hf://") else before[1]
    counts, kind, unasked = found
    return counts, kind, Counted(part, before[0], time_ns, digest, len(counts[0]), unasked)


def _count_parquet(job, metrics, path):
    """Counts of lists of names, ids or points, streamed; None where cells are read one by one."""
    if job.form not in ("score", "points") or not path.lower().endswith(".parquet"):
        return None
    names = [job.reading["predictions"], job.reading["references"]]
    with pq.ParquetFile(path) as file:
        schema = file.schema_arrow
        if any(name not in schema.names for name in names) or class_names_of(schema):
            return None
        kinds = {_plain_kind(schema.field(name).type, job.form) for name in names}
        if len(kinds) != 1 or None in kinds or {"ids", "blank"}.intersection(job.reading):
            return None
        (kind,) = kinds
        if kind == "ids" and any(name.isdigit() for names in job.known for name in names):
            return None
        totals, done = [metric.counts([], []) for metric in metrics], 0
        for batch in file.iter_batches(BATCH_ROWS, columns=names):
            columns = [batch.column(name) for name in names]
            try:
                for index, metric in enumerate(metrics):
                    totals[index] += metric.counts(*columns)
            except ValueError as error:
                # Rows of the file are counted from 1.
                place = FilePlace(path, "row", range(done + 1, done + batch.num_rows + 1))
                table = Table([], [], None, (place,), Account(), columns=names)
                raise ValueError(table.place_of(error)) from None
            done += batch.num_rows
    return totals, kind, 0


def _plain_kind(kind, form):
    """Kind of the members of lists: "names", "ids" or "points"; None: read cell by cell."""
    kind = kind.value_type if isinstance(kind, _LISTS) else pa.null()
    if form == "points":
        return "points" if isinstance(kind, _LISTS) else None
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return "names"
    return "ids" if pa.types.is_integer(kind) else None


def _count_table(job, metrics, path):
    """Counts of a file that is read cell by cell."""
    read, counts, types = read_table(FORMS[job.form], path, **job.reading), [], set()
    for metric, known in zip(metrics, job.known, strict=True):
        table = read.for_names(known)
        more = {} if table.annotators is None else {"annotators": table.annotators}
        try:
            counts.append(metric.counts(table.predictions, table.references, **more))
        except ValueError as error:
            raise ValueError(table.place_of(error)) from None
        types |= {type(one) for row in table.predictions for one in row}
    kind = CONFIGS[FORMS[job.form]].kind
    if kind == "sets":
        kind = "names" if types == {str} else "ids" if types == {int} else None
    unasked = sum(one["count"] for one in read.account.left_out if one["why"] == NO_GOLD)
    return counts, kind, unasked


class Tally:
    """Counts so far, which parts they are of, and the file of ``--counts``, which keeps them.

    What that file holds already is taken up; ``say`` takes a line of progress.
    """

    def __init__(self, parts, job, args, say):
        self.counts, self.kind, self.done = None, None, []
        self._parts, self._job, self._args, self._say = parts, job, args, say
        self._path = None if args.counts is None else os.path.realpath(args.counts)
        self._origin_of, self._on_disk = {}, None
        self._written, self._cost = time.monotonic(), 0.0
        files = [x for x in parts.counted if not self._path or os.path.realpath(x) != self._path]
        # The folder is tried before anything is counted.
        if self._path and (problem := self.unkept(lambda: self._new_file(delete=True).close())):
            raise ValueError(problem)
        given, own = {file: self._read(file) for file in files}, {}
        if self._path and os.path.exists(self._path):
            own, self._on_disk = {args.counts: self._read(self._path)}, marks_of(self._path)
        kept = own[args.counts][1] if own else []
        others = [one for _, done, _ in given.values() for one in done]
        self._find_missing(kept, others)
        # Counts that were given in an earlier call, too, are among its own.
        if own and {one.sha256 for one in others} <= {one.sha256 for one in kept}:
            given = {}
        for file, (counts, done, kind) in (own | given).items():
            self._take(counts, done, kind, file, file)

    def add(self, answer):
        """Take in what :func:`count_part` returned of a part."""
        counts, kind, one = answer
        self._take(counts, [one], kind, self._parts.name, one.path)
        n = len(self._parts.files)
        self._say(f"part {len(self.done)} of {n}: {one.path}: {one.rows:,} examples")
        if self._path and time.monotonic() > self._written + _REST * self._cost:
            # The last writing tells what is wrong.
            with suppress(OSError):
                self.keep()

    def keep(self):
        """Write the counts so far; the file is there whole or not at all."""
        if not self._path or self.counts is None:
            return
        start = time.monotonic()
        if self._on_disk != marks_of(self._path):
            raise OSError("another run has written it meanwhile; give each run a separate file")
        content = {
            "what": COUNTS_MARK,
            "version": _VERSION,
            "kind": self.kind,
            "parts": [one._asdict() for one in sorted(self.done)],
            "counts": [each.to_dict() for each in self.counts],
        }
        file = self._new_file()
        try:
            with file:
                json.dump(content, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(file.name, self._path)
        except OSError:
            os.unlink(file.name)
            raise
        self._on_disk, self._written = marks_of(self._path), time.monotonic()
        self._cost = self._written - start

    def unkept(self, write=None):
        """The error of the last writing of the counts; None for none."""
        try:
            (write or self.keep)()
        except OSError as error:
            return f"--counts {self._args.counts}: can't be written: {error.strerror or error}"
        return None

    def account(self):
        """The account of the parts that were read and of the files that were left out."""
        passed = [left_out("part", where, 1, why) for where, why in self._parts.left_out]
        rows = [one for one in self.done if one.unasked]
        passed += [left_out("row", one.path, one.unasked, NO_GOLD) for one in rows]
        taken, parts = set(self._parts.files), [one._asdict() for one in sorted(self.done)]
        for part in parts:
            del part["unasked"]
            part["state"] = "taken" if part["path"] in taken else "from counts"
        return Account(left_out=passed, parts=parts)

    def lines(self):
        """Lines about the parts that were read and the files that were left out."""
        columns = map(self._job.reading.get, SIDE_NAMES)
        names = " and ".join(repr(name) for name in columns if isinstance(name, str))
        n, parts = sum(one.rows for one in self.done), count_text(len(self.done), "part")
        yield f"read: {parts} of {self._parts.name}, {n:,} rows{names and f', columns {names}'}"
        if self._parts.left_out:
            yield left_out_line(self._parts.left_out, len(self._parts.files))
        if unasked := sum(one.unasked for one in self.done):
            yield f"left out: {count_text(unasked, 'row')} ({NO_GOLD})"

    def equal_parts(self):
        """Notes of parts of equal content, which all count."""
        by_digest = {}
        for one in self.done:
            by_digest.setdefault(one.sha256, []).append(one)
        for first, *others in by_digest.values():
            if others and first.rows:
                names = " and ".join(one.path for one in [first, *others[:2]])
                more = f" and {len(others) - 2} more" if len(others) > 2 else ""
                every = "both" if len(others) == 1 else "all"
                yield f"{names}{more} hold the same {first.rows:,} rows; {every} count"

    def _new_file(self, delete=False):
        """A file next to that of the counts, in whose place it can come."""
        if os.path.exists(self._path) and not os.path.isfile(self._path):
            raise OSError(None, "it is a folder or a device, not a file")
        folder, name = os.path.split(self._path)
        return tempfile.NamedTemporaryFile(
            "w", dir=folder, prefix=f".{name}.", suffix=".part", delete=delete
        )

    def _read(self, path):
        """Counts, the parts that they are of, and the kind of these parts' labels."""
        try:
            with open(path, encoding="utf-8") as file:
                content = json.load(file)
            n = len(self._job.calls)
            if content["what"] != COUNTS_MARK or len(content["counts"]) != n:
                raise ValueError("it has counts for other similarities")
            if content.get("version") != _VERSION:
                raise ValueError(
                    "made by an earlier version, which did not look at whole files; count anew"
                )
            metric = load_metric(FORMS[self._job.form])
            counts = [metric.counts_from_dict(each) for each in content["counts"]]
            return counts, [Counted(**part) for part in content["parts"]], content["kind"]
        except (OSError, KeyError, TypeError, ValueError) as error:
            what = "these are no counts that this call can go on with"
            raise ValueError(f"{path}: {what}: {error}") from None

    def _find_missing(self, kept, others):
        """Find the parts that are neither kept, perhaps under another name, nor given."""
        listed, shown, self.missing = set(self._parts.files), self._args.counts, []
        elsewhere = [one for one in kept if one.path not in listed]
        for part in self._parts.files:
            if self._is_in(kept, part):
                continue
            if any(one.path == part for one in kept):
                how = "remove that file to count everything anew"
                raise ValueError(f"{part}: it has changed since it was counted for {shown}; {how}")
            if self._is_in(others, part):
                continue
            moved = elsewhere and self._digest(part)
            found = next((one for one in elsewhere if one.sha256 == moved), None)
            if found is None:
                self.missing.append(part)
            else:
                elsewhere.remove(found)
                kept[kept.index(found)] = found._replace(path=part)
        of_given = {one.sha256 for one in others}
        strange = sorted(one.path for one in elsewhere if one.sha256 not in of_given)
        if strange:
            name = self._parts.name
            raise ValueError(
                f"{shown}: it has counts of {strange[0]}, which is not among the files of {name}; "
                "--counts goes on with the same files: name another file there, or give this one "
                f"as well ({name} {shown}) to add its counts to theirs"
            )

    def _is_in(self, counted, part):
        """True for a part that is counted: its size and time are those, or its content is."""
        same = [one for one in counted if one.path == part]
        if same and not self._args.verify and not part.startswith("hf://"):
            now = (marks_of(part) or ())[:2]
            if any(now == (one.bytes, one.modified_ns) for one in same):
                return True
        return bool(same) and self._digest(part) in {one.sha256 for one in same}

    def _digest(self, part):
        if part in self._parts.digests:
            return self._parts.digests[part]
        try:
            with open(local_file(part), "rb", buffering=0) as file:
                return sha256_of(file)
        except OSError as error:
            raise ValueError(f"{part}: {error}") from None

    def _take(self, counts, done, kind, origin, part):
        """Add counts, unless other counts hold the same content: nothing tells two equal files."""
        for one in done:
            other = self._origin_of.get(one.sha256)
            if other and other[1] != origin and one.rows and not self._args.equal_parts:
                raise ValueError(
                    f"{origin}: {one.path} has the content of {other[0]} in {other[1]}. "
                    "--equal-parts both, if these are two shards"
                )
        for one in done:
            self._origin_of.setdefault(one.sha256, (one.path, origin))
        if kind and self.kind and kind != self.kind:
            what = f"labels are {kind} here and {self.kind} in the parts before"
            raise ValueError(f"{part}: {what}; --ids says what whole numbers are")
        self.kind = self.kind or kind
        try:
            before = self.counts or [None] * len(counts)
            both = zip(before, counts, strict=True)
            self.counts = [b if a is None else a + b for a, b in both]
        except ValueError as error:
            raise ValueError(f"{part}: {error}") from None
        self.done += done
