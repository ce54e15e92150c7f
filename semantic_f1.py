"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

import os
import sys
import warnings
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple

import datasets
import evaluate
import numpy as np
import pyarrow as pa

from .batches import decode_indicators, decode_sets, encode_indicators, encode_sets
from .inputs import RawIndicators, RawSets, read_indicators, read_sets, read_weights
from .labels import Universe, fold, resolve_indicators, resolve_sets, universe
from .matrices import MATRICES
from .notices import absent_labels, changes_to_sets, digest, signature
from .options import DEFAULTS, check
from .scoring import LabelSets, average_scores, count, credits, pointwise
from .similarity import (
    LabelSimilarity,
    build,
    check_names,
    identity,
    load,
    names,
    register,
    suggestion,
)

__version__ = "0.1.0"

register(MATRICES)

CONFIGS = ("default", "multilabel")
_SIDES = ("predictions", "references")
_collected = ContextVar("semantic_f1_notices", default=None)

_DESCRIPTION = """
Semantic F1 compares predicted with gold label sets and gives partial credit where labels are
close: each predicted label earns its similarity to the nearest gold label (semantic precision),
each gold label its similarity to the nearest predicted one (semantic recall), and F1 is their
harmonic mean. With the identity as similarity it is exactly F1. It is meant for labels with fuzzy
boundaries, such as emotions or moral foundations, and depends on a similarity that has to be
justified for the task and the population.
"""

_CITATION = """\
@article{semantic_f1_2025,
  title={Semantic F1 Scores: Fair Evaluation Under Fuzzy Class Boundaries},
  author={Chochlakis, Georgios and Trager, Jackson and Jhaveri, Vedant and Ravichandran, Nikhil
          and Potamianos, Alexandros and Narayanan, Shrikanth},
  journal={arXiv preprint arXiv:2509.21633},
  year={2025}
}
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: one entry an example. Default config: a label name, an id, or a collection of
        names or of ids (a string is one label; an empty list is the empty set; repeats count
        once). Config "multilabel": a row of 0 and 1, one column a label, or of scores when
        `threshold` is given.
    references: the gold labels, likewise; never scores.
    similarity: what the score depends on, there is no default. A bundled name ("plutchik",
        "goemotions", "goemotions-ekman", "mfrc"), "identity" (with `labels`), the path of a JSON
        or CSV file, a pandas DataFrame, an array with `labels`, a LabelSimilarity, or
        "hf://datasets/OWNER/NAME/FILE".
    labels: the universe of label names in the order of ids and indicator columns, none-labels in
        their place. Default: the similarity's labels followed by its none-labels.
    macro_labels: labels that macro averages over: "all" (default), "present" (gold or predicted
        somewhere), or a list of names.
    average: "samples" (default, eq. 6), "micro" (eq. 11), "macro" (eq. 13), "weighted" (eq. 24),
        None (per label), or a list of them; keys then end in _samples, _micro, _macro, _weighted,
        _per_label.
    none_labels: names that mean "no label". Default: the similarity's own.
    unknown_labels: names outside the universe: "raise" (default), "mismatch" (kept, similarity 0
        to everything) or "ignore" (removed before scoring).
    normalize_names: True strips and case-folds names before they are matched to the labels.
    zero_division: from 0 to 1, default 1: the scores of an example with neither predicted nor
        gold labels.
    counting: "paper" (default): recall = TP / (TP + FN), its numerator from the predicted side;
        "two_sided": recall = matched credit of the gold labels / support. Samples scores are the
        same under both.
    macro_f1: "averaged_f1" (default): mean of the labels' F1; "f1_of_averages": harmonic mean of
        macro precision and macro recall, under the key semantic_f1_of_averages.
    sample_weight: one weight >= 0 an example; weight 2 equals the example twice.
    threshold: config "multilabel": a label is predicted where its score >= threshold; one number,
        or one a column.

Returns:
    dict with semantic_f1, semantic_precision and semantic_recall, floats in [0, 1]; for
    average=None lists in the order of "labels", which is returned with the "support".

Raises:
    ValueError: naming the argument, the row and the value that can't be scored.

Examples:

    >>> metric = evaluate.load("semantic_f1", similarity="plutchik")
    >>> result = metric.compute(
    ...     predictions=[["anger"], ["joy"]], references=[["disgust"], ["joy", "love"]])
    >>> {name: round(score, 4) for name, score in result.items()}
    {'semantic_f1': 0.922, 'semantic_precision': 0.9268, 'semantic_recall': 0.9173}
    >>> metric.compute(predictions=[["anger"]], references=[["anger"]], average="micro")
    {'semantic_f1': 1.0, 'semantic_precision': 1.0, 'semantic_recall': 1.0}
"""


class _Setting(NamedTuple):
    """Checked options with the similarity, the universe and the choice of macro's labels.

    ``macro_mask`` is None where macro_labels is "all" or "present", else a bool array.
    """

    options: dict
    similarity: LabelSimilarity
    space: Universe
    macro_mask: np.ndarray | None


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SemanticF1(evaluate.Metric):
    """Semantic F1 (arXiv 2509.21633).

    ``evaluate.load`` takes every option of :meth:`compute` too; they are the defaults of this
    metric.
    """

    def __init__(
        self,
        config_name=None,
        keep_in_memory=False,
        cache_dir=None,
        num_process=1,
        process_id=0,
        seed=None,
        experiment_id=None,
        hash=None,
        max_concurrent_cache_files=10000,
        timeout=100,
        **options,
    ):
        config_name = config_name or "default"
        if config_name not in CONFIGS:
            raise ValueError(f"config_name: expected {' or '.join(CONFIGS)}; got {config_name!r}")
        self._arguments = {
            "config_name": config_name,
            "keep_in_memory": keep_in_memory,
            "cache_dir": cache_dir,
            "num_process": num_process,
            "process_id": process_id,
            # The base class would draw a seed at random, and fingerprints would never repeat.
            "seed": 0 if seed is None else seed,
            "experiment_id": experiment_id,
            "hash": hash,
            "max_concurrent_cache_files": max_concurrent_cache_files,
            "timeout": timeout,
        }
        self._options = _checked(options, config_name)
        self._kinds = {}
        super().__init__(**self._arguments)
        source = self._options.get("similarity")
        complete = isinstance(source, LabelSimilarity) or "labels" in self._options
        if source is not None and complete:
            # What can already be told to be wrong is an error of load, not of compute.
            self._setting({})

    def __reduce__(self):
        if len(self):
            raise ValueError(
                f"a metric with {len(self)} pending examples can't be pickled; call compute first"
            )
        return _rebuild, (type(self), {**self._arguments, **self._options})

    def _info(self):
        if self.config_name == "multilabel":
            side = {
                "width": datasets.Value("int32"),
                "columns": datasets.Sequence(datasets.Value("int32")),
                "scores": datasets.Sequence(datasets.Value("float64")),
            }
        else:
            side = {
                "ids": datasets.Sequence(datasets.Value("int32")),
                "names": datasets.Sequence(datasets.Value("string")),
            }
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features({name: dict(side) for name in _SIDES}),
            reference_urls=["https://arxiv.org/abs/2509.21633"],
        )

    @property
    def similarity(self):
        """The module of similarities: its ``names``, ``load``, ``build`` and ``identity``."""
        return sys.modules[LabelSimilarity.__module__]

    def compute(self, *, predictions=None, references=None, **options):
        """Semantic F1 of the given examples, or of those added before.

        With both inputs and nothing pending they are scored as they are, without a cache file;
        such calls may run in several threads at once. Otherwise what was added is scored with
        them, and forgotten. An option that can't be is refused before anything is touched; a
        failure after that drops what was pending, and says so.
        """
        setting = self._setting(options)
        self._check_pair(predictions, references)
        if predictions is not None and self.num_process == 1 and not len(self):
            return _result(*self._read(predictions, references), setting)
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        elif self.writer is None:
            raise ValueError(
                "compute: there is nothing to score; pass predictions and references, or add "
                "examples first"
            )
        return self._compute_pending(setting)

    def add_batch(self, *, predictions=None, references=None, **unexpected):
        """Add examples to be scored by ``compute()``; either all of them are added or none."""
        if unexpected:
            raise ValueError(
                f"add_batch: unknown argument {', '.join(map(repr, unexpected))}; options are "
                "given to load or compute"
            )
        self._check_pair(predictions, references, needed="add_batch")
        raws = self._read(predictions, references)
        for name, raw in zip(_SIDES, raws, strict=True):
            kind = getattr(raw, "kind", None)
            if kind and self._kinds.setdefault(name, kind) != kind:
                raise ValueError(
                    f"{name}: this batch has {kind}, the batches before had {self._kinds[name]}; "
                    "use names everywhere or ids everywhere"
                )
        encode = encode_sets if self.config_name == "default" else _encode_indicators
        columns = [encode(raw, name) for name, raw in zip(_SIDES, raws, strict=True)]
        try:
            if self.writer is None:
                self.selected_feature_format = self.features
                self.writer_batch_size = 2**20
                self._init_writer()
            self.writer.write_table(pa.table(columns, names=list(_SIDES)))
        except BaseException:
            self._discard()
            raise

    def add(
        self, *, prediction=None, reference=None, predictions=None, references=None, **unexpected
    ):
        """Add one example to be scored by ``compute()``."""
        prediction = predictions if prediction is None else prediction
        reference = references if reference is None else reference
        self._check_pair(prediction, reference, needed="add")
        self.add_batch(predictions=[prediction], references=[reference], **unexpected)

    def pointwise(self, predictions, references=None, **options):
        """Scores of each example (eqs. 3-5), made for ``Dataset.map``.

        Parameters
        ----------
        predictions, references : as for ``compute``; or one mapping with both columns, as
            ``Dataset.map(metric.pointwise, batched=True)`` passes it
        **options : those of ``compute``; averages and weights play no part

        Returns
        -------
        dict of three lists of floats, one an example: semantic_f1, semantic_precision,
        semantic_recall
        """
        if references is None and hasattr(predictions, "keys"):
            missing = [name for name in _SIDES if name not in predictions]
            if missing:
                raise ValueError(
                    f"pointwise: the batch has no column {' or '.join(missing)}; rename the "
                    "columns or use input_columns=[predictions, references]"
                )
            predictions, references = (predictions[name] for name in _SIDES)
        self._check_pair(predictions, references, needed="pointwise")
        setting = self._setting(options)
        sets, changes = _resolve(*self._read(predictions, references), setting)
        _warn_changes(changes, setting, counted=False)
        scores = pointwise(
            *sets,
            setting.similarity.pairs,
            len(setting.space.labels),
            zero_division=setting.options["zero_division"],
        )
        return {
            "semantic_f1": scores.f1.tolist(),
            "semantic_precision": scores.precision.tolist(),
            "semantic_recall": scores.recall.tolist(),
        }

    def explain(self, predictions, references, **options):
        """Where one example earns and loses credit.

        Parameters
        ----------
        predictions, references : the predicted and the gold labels of one example, as one entry
            of ``compute``'s
        **options : those of ``compute``

        Returns
        -------
        dict with the example's semantic_f1, semantic_precision and semantic_recall, and under
        "predictions" and "references" a list with a dict for each label, in label order: "label",
        "best_match" (the first in label order, None where nothing is similar), "similarity", and
        "ties" (all best matches)
        """
        setting = self._setting(options)
        raws = self._read([predictions], [references])
        sets, changes = _resolve(*raws, setting)
        _warn_changes(changes, setting)
        scores = pointwise(
            *sets,
            setting.similarity.pairs,
            len(setting.space.labels),
            zero_division=setting.options["zero_division"],
        )
        known = [[*setting.space.labels, *_distinct(change.unknown, setting)] for change in changes]
        return {
            "semantic_f1": float(scores.f1[0]),
            "semantic_precision": float(scores.precision[0]),
            "semantic_recall": float(scores.recall[0]),
            "predictions": _matches(*sets, known[0], setting),
            "references": _matches(*sets[::-1], known[1], setting),
        }

    def signature(self, **options):
        """Every setting that moves the number, in one line to cite beside it.

        Holds the config, the options as ``compute`` would use them, the similarity's name and
        fingerprint (16 hex digits of its sha256), the universe and this metric's version.
        """
        setting = self._setting(options)
        chosen = setting.options
        weight = chosen["sample_weight"]
        fields = {
            "config": self.config_name,
            "average": chosen["average"],
            "similarity": setting.similarity.name,
            "fingerprint": setting.similarity.fingerprint[:16],
            "labels": len(setting.space.labels),
            "order": digest(setting.space.names),
            "none_labels": chosen["none_labels"],
            "macro_labels": chosen["macro_labels"],
            "unknown_labels": chosen["unknown_labels"],
            "normalize_names": chosen["normalize_names"],
            "zero_division": chosen["zero_division"],
            "counting": chosen["counting"],
            "macro_f1": chosen["macro_f1"],
            "sample_weight": None if weight is None else digest(np.asarray(weight).tolist()),
            "threshold": chosen["threshold"],
            "version": __version__,
        }
        return signature(fields)

    @contextmanager
    def notices(self):
        """Collect what would be warned about, as a list of texts, instead of warning.

        ``with metric.notices() as texts: metric.compute(...)``. Unlike
        ``warnings.catch_warnings`` it keeps the threads of a server apart.
        """
        texts = []
        token = _collected.set(texts)
        try:
            yield texts
        finally:
            _collected.reset(token)

    def _setting(self, options):
        """The options of this call over those of the metric, and what they lead to."""
        chosen = {**DEFAULTS, **self._options, **_checked(options, self.config_name)}
        source, labels, none_labels = chosen["similarity"], chosen["labels"], chosen["none_labels"]
        if source is None:
            raise ValueError(
                "similarity: there is no default; pass similarity= one of "
                f"{', '.join(map(repr, names()))}, 'identity' with labels=, or your own, to load "
                "or to compute"
            )
        if isinstance(source, (str, np.ndarray)):
            source = _of_labels(source, labels, none_labels or (), chosen["normalize_names"])
        if none_labels is None:
            none_labels = getattr(source, "none_labels", ())
        space = universe(
            labels,
            source.labels,
            none_labels,
            prefix_widths=getattr(source, "prefix_widths", ()),
            normalize=chosen["normalize_names"],
        )
        chosen["none_labels"] = none_labels
        if tuple(source.labels) != space.labels:
            source = source.restrict(space.labels, fold if space.normalize else str)
        return _Setting(chosen, source, space, _macro_mask(chosen["macro_labels"], space))

    def _read(self, predictions, references):
        """Both sides in the caller's own terms: names, ids, columns or scores."""
        if self.config_name == "multilabel":
            raws = (
                read_indicators(predictions, "predictions", scores=True),
                read_indicators(references, "references", scores=False),
            )
        else:
            raws = read_sets(predictions, "predictions"), read_sets(references, "references")
        lengths = [len(raw.offsets) - 1 for raw in raws]
        if lengths[0] != lengths[1]:
            raise ValueError(
                f"predictions and references must be equally long; got {lengths[0]} and "
                f"{lengths[1]} examples"
            )
        return raws

    def _check_pair(self, predictions, references, needed=None):
        given = [
            name for name, x in zip(_SIDES, (predictions, references), strict=True) if x is not None
        ]
        if len(given) == 1 or (needed and not given):
            raise ValueError(
                f"{needed or 'compute'}: predictions and references are needed together; "
                f"got {given[0] + ' only' if given else 'neither'}"
            )

    def _compute_pending(self, setting):
        decode = decode_sets if self.config_name == "default" else decode_indicators
        raw_type = RawSets if self.config_name == "default" else RawIndicators
        try:
            self._finalize()
            if self.process_id:
                # Rank 0 reads and removes the file.
                self.cache_file_name = None
                return None
            table = self.data.data.table
            raws = []
            for name in _SIDES:
                column = table.column(name)
                array = pa.concat_arrays(column.chunks) if column.num_chunks else None
                if array is None:
                    array = pa.array([], column.type)
                raws.append(raw_type(*decode(array, name)))
            return _result(*raws, setting)
        except ValueError as error:
            raise ValueError(
                f"{error} (the pending examples were dropped: add them again)"
            ) from error
        finally:
            self._discard()

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


def _rebuild(cls, arguments):
    return cls(**arguments)


def _checked(options, config_name):
    """Options in the form that is kept, the similarity read."""
    checked = check(options, config_name)
    for name in ("labels", "none_labels"):
        if checked.get(name) is not None:
            checked[name] = check_names(checked[name], name, empty=name == "none_labels")
    if isinstance(checked.get("macro_labels"), tuple):
        checked["macro_labels"] = check_names(checked["macro_labels"], "macro_labels")
    source = checked.get("similarity")
    if source is not None and not (isinstance(source, str) and source == "identity"):
        if isinstance(source, (list, tuple)):
            source = np.array(source, dtype=object)
        is_array = hasattr(source, "__array__") and not hasattr(source, "columns")
        checked["similarity"] = np.array(source) if is_array else load(source)
    if checked.get("sample_weight") is not None:
        checked["sample_weight"] = read_weights(checked["sample_weight"])
    return checked


def _of_labels(source, labels, none_labels, normalize):
    """The identity, or a bare array, over the names of ``labels``."""
    if labels is None:
        what = "'identity'" if isinstance(source, str) else "an array"
        raise ValueError(f"labels: similarity={what} needs labels=[...], the names in its order")
    key = fold if normalize else str
    none = set(map(key, none_labels))
    scored = [name for name in labels if key(name) not in none]
    if isinstance(source, str):
        return identity(scored)
    if len(source) == len(labels):
        return build(source, labels)
    return build(source, scored)


def _encode_indicators(raw, argument):
    return encode_indicators(raw)


def _resolve(predictions, references, setting):
    """Both sides as LabelSets, and what had to be changed in each."""
    sets, changes = [], []
    for name, raw in zip(_SIDES, (predictions, references), strict=True):
        if isinstance(raw, RawIndicators):
            threshold = setting.options["threshold"] if name == "predictions" else None
            resolved, changed = resolve_indicators(raw, setting.space, name, threshold=threshold)
        else:
            resolved, changed = resolve_sets(
                raw,
                setting.space,
                name,
                unknown_labels=setting.options["unknown_labels"],
                suggest=suggestion,
            )
        sets.append(LabelSets(*resolved))
        changes.append(changed)
    return sets, changes


def _result(predictions, references, setting):
    """The flat dict that compute returns."""
    options, space = setting.options, setting.space
    n = len(predictions.offsets) - 1
    if not n:
        raise ValueError(
            "predictions and references: there are no examples; one at least is needed"
        )
    weight = options["sample_weight"]
    if weight is not None:
        weight = read_weights(weight, n)
    sets, changes = _resolve(predictions, references, setting)
    _warn_changes(changes, setting)
    counts = count(
        *sets,
        setting.similarity.pairs,
        len(space.labels),
        zero_division=options["zero_division"],
        sample_weight=weight,
    )
    present = (counts.predicted > 0) | (counts.support > 0)
    macro_mask = present if options["macro_labels"] == "present" else setting.macro_mask
    several = isinstance(options["average"], tuple)
    averages = options["average"] if several else (options["average"],)
    _warn_absent(averages, options, counts, present, macro_mask, space)
    result = {}
    for average in averages:
        scores = average_scores(
            counts,
            average,
            counting=options["counting"],
            macro_f1=options["macro_f1"],
            macro_mask=macro_mask,
        )
        suffix = f"_{average or 'per_label'}" if several else ""
        of_averages = average == "macro" and options["macro_f1"] == "f1_of_averages"
        f1_key = "semantic_f1_of_averages" if of_averages else "semantic_f1"
        result[f1_key + suffix] = scores.f1.tolist()
        result["semantic_precision" + suffix] = scores.precision.tolist()
        result["semantic_recall" + suffix] = scores.recall.tolist()
    if None in averages:
        result["support"] = counts.support.tolist()
        result["labels"] = list(space.labels)
    return result


def _macro_mask(macro_labels, space):
    if isinstance(macro_labels, str):
        return None
    wanted = {fold(name) if space.normalize else name for name in macro_labels}
    own = [fold(name) if space.normalize else name for name in space.labels]
    missing = sorted(wanted.difference(own))
    if missing:
        raise ValueError(
            f"macro_labels: {missing[0]!r} is not one of the labels"
            f"{suggestion(missing[0], space.labels)}"
        )
    return np.array([name in wanted for name in own])


def _warn_changes(changes, setting, counted=True):
    mismatch = setting.options["unknown_labels"] == "mismatch"
    for text in changes_to_sets(changes, setting.options["none_labels"], mismatch, counted):
        _warn(text)


def _warn_absent(averages, options, counts, present, macro_mask, space):
    falls_back = "weighted" in averages and not counts.support.any()
    if "macro" not in averages and not falls_back:
        return
    averaged = np.ones(len(present), bool) if macro_mask is None else macro_mask
    absent = [space.labels[i] for i in np.flatnonzero(averaged & ~present)]
    if absent:
        _warn(absent_labels(absent))


def _warn(message):
    texts = _collected.get()
    if texts is not None:
        texts.append(message)
        return
    # The line that called the metric, not one of this file.
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename == __file__:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)


def _distinct(unknown, setting):
    """Unknown names as resolving numbered them: one for all that normalize to the same."""
    first = {}
    for name in unknown:
        first.setdefault(fold(name) if setting.space.normalize else name, name)
    return list(first.values())


def _matches(queries, candidates, known, setting):
    m = len(setting.space.labels)
    labels = setting.space.labels
    others = candidates.indices[candidates.indices < m]
    credit, _ = credits(queries, candidates, setting.similarity.pairs, m)
    matches = []
    for index, best in zip(queries.indices.tolist(), credit.tolist(), strict=True):
        ties = []
        if best > 0:
            similar = setting.similarity.pairs(np.full(len(others), index, np.int32), others)
            ties = [labels[i] for i in others[similar == best].tolist()]
        matches.append(
            {
                "label": known[index],
                "best_match": ties[0] if ties else None,
                "similarity": best,
                "ties": ties,
            }
        )
    return matches
