"""Examples that are added batch by batch and wait for ``compute``."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ..messages import InputError, digest
from .configs import SIDES, read
from .named_rows import columns_by_label
from .pending import joined_batches, packed

if TYPE_CHECKING:
    from ..option_types import Rows


class Batches:
    """Methods of the metric: ``add``, ``add_batch``, and what waits for ``compute``."""

    def add_batch(
        self, *, predictions: Rows | None = None, references: Rows | None = None, **unexpected: Any
    ) -> None:
        """Add examples to be scored by ``compute()``; either all of them are added or none.

        Parameters
        ----------
        predictions, references : one entry per example, as for ``compute`` or ``perspectives``
        **unexpected : an error; options are given to load or to compute
        """
        if unexpected:
            names = ", ".join(map(repr, unexpected))
            raise ValueError(
                f"add_batch: unknown argument {names}; options are given to load or compute"
            )
        self._check_pair(predictions, references, needed="add_batch")
        kinds, order = {}, []

        def own_space():
            if self._defaults()["similarity"] is None:
                rule = "DataFrames wait in the order of the labels that are given to load; give it"
                raise InputError(f"{rule} similarity=, or pass .to_numpy()", " and ".join(SIDES))
            space = self._setting({}).space
            order.append(digest(space.names, 16))
            return space

        if self._config.indicators:
            predictions, references = columns_by_label(predictions, references, own_space)
        raws = read(self._config, predictions, references, predicted="either")
        for name, raw in zip(SIDES, raws, strict=True):
            kinds[name] = kind = getattr(raw, "kind", None) or self._kinds.get(name)
            if self._kinds.get(name, kind) != kind:
                rule = f"this batch has {kind}, the batches before had {self._kinds[name]}"
                raise InputError(f"{rule}; use one of them everywhere", name)
        self._write(raws, *order)
        self._kinds |= {name: kind for name, kind in kinds.items() if kind}

    def add(
        self,
        *,
        prediction: Any = None,
        reference: Any = None,
        predictions: Any = None,
        references: Any = None,
        **unexpected: Any,
    ) -> None:
        """Add one example to be scored by ``compute()``.

        Parameters
        ----------
        prediction, reference : the entry of one example, as for ``compute``
        predictions, references : the same under the names that ``evaluate.combine`` passes
        **unexpected : an error; options are given to load or to compute
        """
        prediction = predictions if prediction is None else prediction
        reference = references if reference is None else reference
        self._check_pair(prediction, reference, needed="add")
        self.add_batch(predictions=[prediction], references=[reference], **unexpected)

    def _write(self, raws, order=None):
        """Have both sides, as they were read, wait for ``compute``."""
        columns = [
            pa.array([packed(raw, name, order), *[None] * (raw.n - 1)][: raw.n], pa.large_binary())
            for name, raw in zip(SIDES, raws, strict=True)
        ]
        try:
            if self.writer is None:
                self.selected_feature_format = self.features
                self.writer_batch_size = 2**20
                self._init_writer()
            self.writer.write_table(pa.table(columns, names=list(SIDES)))
        except BaseException as error:
            self._discard()
            read_only = isinstance(error, OSError) and error.errno == errno.EROFS
            if not (read_only or isinstance(error, PermissionError)):
                raise
            raise ValueError(
                f"pending examples are kept in a file, and {error.filename!r} can't be written: "
                "load the metric with keep_in_memory=True, or with cache_dir= a folder that can"
            ) from error

    def _discard(self):
        """Forget pending examples: no file is left and no lock held."""
        if self.writer is not None:
            with suppress(Exception):
                self.writer.close()
        self.writer = self.data = self.buf_writer = None
        for path in {*(self.file_paths or ()), self.cache_file_name} - {None}:
            with suppress(OSError):
                os.remove(path)
        for lock in (*(self.filelocks or ()), self.filelock, self.rendez_vous_lock):
            if lock is not None:
                lock.release()
        self.cache_file_name = self.filelock = self.rendez_vous_lock = None
        self.file_paths = self.filelocks = self.selected_feature_format = None
        self._kinds = {}

    def _pending(self, space):
        """Both sides of what was added; None in a process that isn't the first."""
        self._finalize()
        if self.process_id:
            # Rank 0 reads and removes the file.
            self.cache_file_name = None
            return None
        table = self.data.data.table
        if not len(table):
            return read(self._config, [], [])
        # The first row of a batch has the whole of it.
        firsts = table[SIDES[0]].is_valid().to_numpy().nonzero()[0].tolist()
        order = None if space is None else digest(space.names, 16)
        return [
            joined_batches([table[side][at].as_buffer() for at in firsts], side, order)
            for side in SIDES
        ]
