"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

import os
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from math import isfinite
from numbers import Real
from typing import NamedTuple

import datasets
import evaluate
import numpy as np
import pyarrow as pa

from .annotators import (
    annotator_counts,
    human_ceiling,
    reduced_counts,
    reduced_pairs,
    reduced_rows,
    reduced_scores,
    take_sets,
)
from .batches import (
    decode_golds,
    decode_indicators,
    decode_rows,
    decode_sets,
    encode_golds,
    encode_indicators,
    encode_rows,
    encode_sets,
)
from .confusion import METRICS, calibrate, macro_gap, per_class, precision_under, spread
from .distributions import RawRows, read_rows, resolve_rows
from .golds import RawGolds, flatten, locate, read_annotators
from .grouping import grouped_pairs, mark_sets, unmark_counts, unmark_examples
from .inputs import (
    RawIndicators,
    RawSets,
    column_class_names,
    read_indicators,
    read_sets,
    read_weights,
)
from .labels import Universe, fold, resolve_indicators, resolve_sets, universe
from .matching import best_match_matrix, single_label_matrix
from .matrices import MATRICES
from .notices import absent_labels, changes_to_sets, digest, rare_labels, signature
from .options import CHOICES, DEFAULTS, OF_SOFT, check
from .ranking import winners
from .report import as_dict, as_frame, as_markdown, as_text
from .resampling import compare, intervals, macro_readings, ranks, win_tie_loss
from .scoring import (
    Counts,
    LabelSets,
    average_scores,
    count,
    credits,
    example_counts,
    pointwise,
    set_relatedness,
)
from .sensitivity import (
    Alternative,
    constancy,
    kendall_tau,
    mixtures,
    monotonicity,
    pearson,
    permuted_rows,
    powers,
    rescaled_distances,
    smoothness,
    spearman,
    verdict,
)
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
from .soft import DISTANCES, wasserstein

__version__ = "0.1.0"

register(MATRICES)

CONFIGS = ("default", "multilabel", "annotators", "soft")
_SIDES = ("predictions", "references")
AVERAGES = ("samples", "micro", "macro", "weighted")
REPORTS = {
    "text": as_text,
    "markdown": as_markdown,
    "frame": lambda content, digits: as_frame(content),
    "dict": lambda content, digits: as_dict(content),
}
CONTROL = "rows permuted"
# Labels with less support have intervals that cover too little (studies/coverage.md).
RARE = 10
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
        `threshold` is given. Config "soft": a distribution, one probability a label (they sum to
        1 within 1e-6), or for two labels the probability of the second.
    references: the gold labels, likewise; never scores. Config "annotators": a list of gold sets
        an example, one an annotator: [["joy"], ["joy", "love"], []]. There, ["joy", "love"] are
        two annotators with one label each.
    similarity: what the score depends on, there is no default. A bundled name ("plutchik",
        "goemotions", "goemotions-ekman", "mfrc"), "identity" (with `labels`), the path of a JSON
        or CSV file, a pandas DataFrame, an array with `labels`, a LabelSimilarity, or
        "hf://datasets/OWNER/NAME/FILE". A list with one of these an example, or a mapping of row
        numbers or (with `annotators`) of annotators to them, scores each with its own. Config
        "soft" needs none: it adds the Wasserstein distance with cost 1 - S.
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
    sample_weight: one weight >= 0 an example; weight 2 equals the example twice, but for
        intervals: one example that counts double is known less well than two.
    n_resamples: None (default), or how many bootstrap resamples of the examples (1000, say): adds
        the ends of a confidence interval to every score, under its key with _low and _high.
    confidence_level: of these intervals, default 0.95.
    seed: of their draws, default the metric's own, 0.
    threshold: config "multilabel": a label is predicted where its score >= threshold; one number,
        or one a column.
    reduce: config "annotators": "mean" (default; each annotator of an example counts 1/k), "max"
        (the annotator with the greatest pointwise F1) or "soft" (gold labels weighted by the
        share of annotators who chose them). All are the default config's scores where the
        annotators agree; "soft" differs from "mean" for samples only.
    annotators: config "annotators": names or numbers nested as the gold sets are; adds scores by
        annotator.
    ceiling: config "annotators": True (default) adds the human ceiling where some example has two
        annotators or more: human_f1 and so on, each annotator scored against the others, and
        system_f1 and so on, the predictions against the same others; n_ceiling examples.
    normalize_counts: config "soft": True takes rows of counts and divides each by its sum.

Returns:
    dict with semantic_f1, semantic_precision and semantic_recall, floats in [0, 1]; for
    average=None lists in the order of "labels", which is returned with the "support". With
    `annotators` also "annotators", "n_by_annotator", and each score with _by_annotator, lists.
    Config "soft": cross_entropy, manhattan_distance, euclidean_distance,
    jensen_shannon_divergence and jensen_shannon_distance (natural logarithms; Rizzi et al. 2024),
    means over the examples, with a similarity also wasserstein_distance and wasserstein_score =
    1 - wasserstein_distance.

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

    >>> several = evaluate.load("semantic_f1", "annotators", similarity="plutchik")
    >>> result = several.compute(predictions=[["joy"]], references=[[["joy"], ["love"], ["joy"]]])
    >>> [round(result[name], 4) for name in ("semantic_f1", "human_f1", "system_f1")]
    [0.9873, 0.9746, 0.9873]

    >>> soft = evaluate.load("semantic_f1", "soft", similarity="identity", labels=["no", "yes"])
    >>> result = soft.compute(predictions=[0.3], references=[0.1])
    >>> {name: round(score, 4) for name, score in result.items() if "distance" in name}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'manhattan_distance': 0.4, 'euclidean_distance': 0.2828, 'jensen_shannon_distance': 0.1801,
     'wasserstein_distance': 0.2}
"""


class _Side(NamedTuple):
    """How one side of a config is read, and how it waits for ``compute``."""

    features: dict
    read: Callable
    encode: Callable
    decode: Callable


class _Several(NamedTuple):
    """A similarity for each example, or for each of the ``keys``: examples or annotators.

    ``sources`` are what ``similarity=`` takes.
    """

    keys: tuple | None
    sources: tuple


class _Group(NamedTuple):
    """The distinct ones among several similarities, and which of them each key has.

    All have the labels of the universe. ``name`` and ``fingerprint`` are of all together.
    """

    name: str
    fingerprint: str
    keys: tuple | None
    codes: np.ndarray
    similarities: tuple


class _Setting(NamedTuple):
    """Checked options with the similarity, the universe and the choice of macro's labels.

    ``macro_mask`` is None where macro_labels is "all" or "present", else a bool array. Config
    "soft" needs no similarity, and without one or ``labels`` has no universe either.
    """

    options: dict
    similarity: LabelSimilarity | _Group | None
    space: Universe | None
    macro_mask: np.ndarray | None


class _Data(NamedTuple):
    """Label sets of both sides, and None or the weights of the examples.

    ``offsets`` is None, or says where the gold sets of each example begin, one an annotator.
    ``answers`` are the sets of annotators as they are scored as predictions.
    """

    predictions: LabelSets
    references: LabelSets
    weight: np.ndarray | None
    offsets: np.ndarray | None = None
    answers: LabelSets | None = None


class _Scoring(NamedTuple):
    """``scoring``'s functions of two sides, with the similarity and the rest bound."""

    count: Callable
    example_counts: Callable
    pointwise: Callable


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
            raise ValueError(
                f"config_name: expected one of {', '.join(CONFIGS)}; got {config_name!r}"
            )
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
        complete = hasattr(source, "pairs") or "labels" in self._options
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
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features(
                {name: dict(side.features) for name, side in _read_as(self.config_name)}
            ),
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
        if predictions is not None and self.num_process == 1 and self.writer is None:
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
        kinds = {name: getattr(raw, "kind", None) for name, raw in zip(_SIDES, raws, strict=True)}
        for name, kind in kinds.items():
            if kind and self._kinds.get(name, kind) != kind:
                raise ValueError(
                    f"{name}: this batch has {kind}, the batches before had {self._kinds[name]}; "
                    "use names everywhere or ids everywhere"
                )
        columns = [
            side.encode(raw, name)
            for (name, side), raw in zip(_read_as(self.config_name), raws, strict=True)
        ]
        try:
            if self.writer is None:
                self.selected_feature_format = self.features
                self.writer_batch_size = 2**20
                self._init_writer()
            self.writer.write_table(pa.table(columns, names=list(_SIDES)))
            self._kinds |= {name: kind for name, kind in kinds.items() if kind}
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
        semantic_recall; in the "soft" config of a list for each distance
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
        raws = self._read(predictions, references)
        if self.config_name == "soft":
            return {name: each.tolist() for name, each in _distances(*raws, setting).items()}
        precision, recall, f1 = _pointwise(_sets(*raws, setting, counted=False), setting)
        return {
            "semantic_f1": f1.tolist(),
            "semantic_precision": precision.tolist(),
            "semantic_recall": recall.tolist(),
        }

    def set_relatedness(self, predictions, references, **options):
        """How related predicted and gold sets are, in one number (Hauff, DIR 2013, after Nowak).

        (sum of s(p) over P + sum of s(t) over T) / (|P| + |T|): the mean best match of all
        labels of both sides. Unlike Semantic F1 it weighs both directions by the sizes of the sets.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``; averages play no part

        Returns
        -------
        dict: "set_relatedness", the weighted mean over the examples, and
        "set_relatedness_by_example", a list
        """
        if self.config_name == "annotators":
            raise ValueError(
                "set_relatedness: takes one gold set an example; the "
                '"annotators" config has several'
            )
        setting = self._setting_of_sets("set_relatedness", options, several=False)
        data = _data(*self._read(predictions, references), setting)
        values = set_relatedness(
            *data[:2],
            setting.similarity.pairs,
            len(setting.space.labels),
            zero_division=setting.options["zero_division"],
        )
        return {
            "set_relatedness": float(np.average(values, weights=data.weight)),
            "set_relatedness_by_example": values.tolist(),
        }

    def agreement(self, ratings, **options):
        """How well the similarity agrees with human ratings of pairs of labels.

        Parameters
        ----------
        ratings : mapping of (label, label) to a number, or triples (label, label, number), two
            pairs at least; a pair's similarity is the mean of both directions
        **options : ``similarity`` and ``labels``, as for ``compute``

        Returns
        -------
        dict: "pearson" and "kendall" (tau-b), correlations in [-1, 1], 0 where either side is
        constant; "n_pairs"
        """
        setting = self._setting_of_sets("agreement", options, several=False)
        items = ratings.items() if hasattr(ratings, "items") else ((x[:2], x[2]) for x in ratings)
        rated = [(*pair, rating) for pair, rating in items]
        index = {name: i for i, name in enumerate(setting.space.labels)}
        for a, b, rating in rated:
            for name in (a, b):
                if name not in index:
                    raise ValueError(
                        f"ratings: {name!r} is not a label{suggestion(name, setting.space.labels)}"
                    )
            if isinstance(rating, bool) or not isinstance(rating, Real) or not isfinite(rating):
                raise ValueError(
                    f"ratings: ({a!r}, {b!r}) is rated {rating!r}, not a finite number"
                )
        if len(rated) < 2:
            raise ValueError(f"ratings: a correlation takes two pairs at least; got {len(rated)}")
        a, b = (np.array([index[one[side]] for one in rated], np.int64) for side in (0, 1))
        pairs = setting.similarity.pairs
        values, human = (pairs(a, b) + pairs(b, a)) / 2, [float(one[2]) for one in rated]
        return {
            "pearson": pearson(values, human),
            "kendall": kendall_tau(values, human),
            "n_pairs": len(rated),
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
        "ties" (all best matches). In the "annotators" config "by_annotator" holds such a dict
        against each gold set alone
        """
        setting = self._setting_of_sets("explain", options, several=False)
        raws = self._read([predictions], [references])
        sides, changes = _resolve(*raws, setting)
        _warn_changes(changes, setting)
        known = [[*setting.space.labels, *_distinct(change.unknown, setting)] for change in changes]
        if self.config_name != "annotators":
            return _explained(*sides, known, setting)
        data = _Data(*sides, None, raws[1].offsets)
        each = [
            _explained(sides[0], take_sets(sides[1], [i]), known, setting)
            for i in range(raws[1].offsets[-1])
        ]
        return {**_of_one_example(_pointwise(data, setting)), "by_annotator": each}

    def signature(self, **options):
        """Every setting that moves the number, in one line to cite beside it.

        Holds the config, the options as ``compute`` would use them, the similarity's name and
        fingerprint (16 hex digits of its sha256), the universe and this metric's version.
        """
        setting = self._setting(options)
        chosen, similarity, space = setting.options, setting.similarity, setting.space
        weight = chosen["sample_weight"]
        fields = {
            "config": self.config_name,
            "average": chosen["average"],
            "reduce": chosen["reduce"],
            "similarity": None if similarity is None else similarity.name,
            "fingerprint": None if similarity is None else similarity.fingerprint[:16],
            "labels": None if space is None else len(space.labels),
            "order": None if space is None else digest(space.names),
            "none_labels": sorted(chosen["none_labels"]),
            "macro_labels": chosen["macro_labels"],
            "unknown_labels": chosen["unknown_labels"],
            "normalize_names": chosen["normalize_names"],
            "zero_division": chosen["zero_division"],
            "counting": chosen["counting"],
            "macro_f1": chosen["macro_f1"],
            "normalize_counts": chosen["normalize_counts"],
            "sample_weight": None if weight is None else digest(np.asarray(weight).tolist()),
            "threshold": chosen["threshold"],
        }
        if self.config_name == "soft":
            kept = {*OF_SOFT, "config", "fingerprint", "order"}
        else:
            kept = set(fields) - {"normalize_counts"}
            kept -= set() if self.config_name == "annotators" else {"reduce"}
        fields = {name: value for name, value in fields.items() if name in kept}
        if chosen["n_resamples"]:
            fields |= {key: chosen[key] for key in ("n_resamples", "confidence_level", "seed")}
        return signature({**fields, "version": __version__})

    def report(self, predictions, references, *, output="text", digits=3, **options):
        """Semantic beside hard scores, for each label and for all averages.

        Parameters
        ----------
        predictions, references : as for ``compute``
        output : "text" (aligned as scikit-learn's classification_report), "markdown", "frame" (a
            pandas DataFrame) or "dict"
        digits : int >= 0, decimals of text and markdown
        **options : those of ``compute``; ``average`` plays no part

        Returns
        -------
        str, DataFrame, or dict: "rows" (a dict for each label: label, predicted, support, and
        semantic and hard precision, recall and F1), "averages" likewise, "macro_gap" (by how much
        F1 of averages exceeds averaged F1, for both; arXiv 1911.03347) and "signature"
        """
        if output not in REPORTS:
            raise ValueError(f"output: expected one of {', '.join(REPORTS)}; got {output!r}")
        setting = self._setting_of_sets("report", options)
        data = _data(*self._read(predictions, references), setting)
        exact = identity(setting.space.labels).pairs
        counts = {"semantic": _counts(data, setting), "hard": _counts(data, setting, exact)}
        mask = _averaged(counts["semantic"], setting, ("macro",))
        # Both macro F1s stand in the report, whichever of them compute would give.
        both = {
            kind: setting._replace(options={**setting.options, "macro_f1": kind})
            for kind in CHOICES["macro_f1"]
        }
        content = {
            "rows": [
                {"label": label, "predicted": predicted, "support": support, **scores}
                for label, predicted, support, scores in zip(
                    setting.space.labels,
                    counts["hard"].predicted.tolist(),
                    counts["hard"].support.tolist(),
                    _by_label(counts, setting),
                    strict=True,
                )
            ],
            "averages": {
                title: {
                    kind: _named(_scores(of, average, both[kind_of_macro], mask))
                    for kind, of in counts.items()
                }
                for title, average, kind_of_macro in (
                    ("samples", "samples", "averaged_f1"),
                    ("micro", "micro", "averaged_f1"),
                    ("macro", "macro", "averaged_f1"),
                    ("macro (F1 of averages)", "macro", "f1_of_averages"),
                    ("weighted", "weighted", "averaged_f1"),
                )
            },
            "signature": self.signature(**{**options, "average": list(AVERAGES)}),
        }
        made = REPORTS[output](content, digits)
        if output == "dict":
            made["macro_gap"] = {
                kind: _gap(_scores(of, None, setting, None), mask) for kind, of in counts.items()
            }
        return made

    def confusion(self, predictions, references, **options):
        """Which labels are taken for which, and every metric of a confusion matrix.

        Parameters are those of ``compute``; averages play no part.

        Returns
        -------
        dict: "labels", the scored labels and a last "(none)", and tables of best matches as lists
        of rows. In "predicted", row p and column t say how often predicted p took gold t as its
        best match; in "gold", row t and column p how often gold t was taken for predicted p. Ties
        are split evenly. A label takes "(none)" where nothing on the other side is similar to it;
        an empty set takes, as "(none)", what the other side has.

        Where every example has one label on both sides also "matrix" (rows predicted, columns
        gold), "metrics" (accuracy, macro recall, kappa, MCC and the others of [OPI], TACL 2024),
        "calibrated" (the same after prevalence calibration; None, with a warning, where a class
        has no gold example), and "per_class" (bias, prevalence, correct, precision, recall, f1)
        """
        setting = self._setting_of_sets("confusion", options, several=False)
        data = _data(*self._read(predictions, references), setting)
        names, m = setting.space.labels, len(setting.space.labels)
        found = {"labels": [*names, "(none)"]}
        *sides, weight = _counted_pairs(data, setting)
        for side, sets in (("predicted", sides), ("gold", sides[::-1])):
            found[side] = best_match_matrix(
                *sets, setting.similarity.pairs, m, sample_weight=weight
            ).tolist()
        single = all(
            (np.diff(sets.offsets) == 1).all() and (sets.indices < m).all() for sets in sides
        )
        if single:
            classes = (sets.indices for sets in sides)
            matrix = single_label_matrix(*classes, m, weight)
            found["matrix"] = matrix.tolist()
            found["metrics"] = {name: float(of(matrix)) for name, of in METRICS.items()}
            try:
                calibrated = calibrate(matrix, names)
                found["calibrated"] = {name: float(of(calibrated)) for name, of in METRICS.items()}
            except ValueError as error:
                _warn(str(error))
                found["calibrated"] = None
            found["per_class"] = {
                name: values.tolist() for name, values in per_class(matrix)._asdict().items()
            }
        return found

    def compare(self, predictions_a, predictions_b, references, **options):
        """Two systems on the same examples: how sure is the difference?

        Parameters
        ----------
        predictions_a, predictions_b, references : as for ``compute``
        **options : those of ``compute``; ``n_resamples`` is 1000 where it is not given

        Returns
        -------
        dict: for each score of ``compute`` its difference, a less b, under its key; with _a and _b
        the two scores, with _low and _high the ends of the difference's paired bootstrap interval,
        with _p_value that of a two-sided permutation test. Macro's interval reaches from plain
        macro scores to those over the labels that each resample has, so that it holds where labels
        are rare too (studies/coverage.md). "wins", "ties" and
        "losses" count the examples where a has the greater pointwise F1; for average=None
        "label_wins" and so on those of each label where a has the smaller FP + FN, among
        examples where it is gold or predicted by either.
        """
        setting = self._setting_of_sets("compare", {**self._resampling(), **options})
        systems = {"a": predictions_a, "b": predictions_b}
        matrices, mask = self._matrices(systems, references, setting)
        chosen, m = setting.options, len(setting.space.labels)
        averages = _averages(chosen)
        found = compare(
            list(matrices.values()),
            _statistic(setting, averages, mask),
            n_resamples=chosen["n_resamples"],
            confidence_level=chosen["confidence_level"],
            seed=chosen["seed"],
        )
        whole = np.stack([matrix.sum(axis=0) for matrix in matrices.values()])
        scores = _statistic(setting, averages, mask)(whole)
        low, high = _outer_ends(found.difference.low, found.difference.high, averages, chosen, m)
        columns = {
            "": found.difference.estimate[0],
            "_a": scores[0],
            "_b": scores[1],
            "_low": low[0],
            "_high": high[0],
            "_p_value": found.p_value[0],
        }
        result = {}
        for key, place in _places(averages, chosen, m):
            for suffix, values in columns.items():
                result[key + suffix] = values[place].tolist()
        each = [Counts.of(matrix, m) for matrix in matrices.values()]
        outcome = win_tie_loss(*(one.samples[:, 2] for one in each))
        result.update(zip(("wins", "ties", "losses"), outcome.tolist(), strict=True))
        if None in averages:
            errors = [one.predicted - one.tp + one.support - one.matched for one in each]
            used = sum(one.predicted + one.support for one in each) > 0
            by_label = win_tie_loss(*errors[::-1], used)
            names = ("label_wins", "label_ties", "label_losses")
            result.update(zip(names, by_label.tolist(), strict=True))
            result["labels"] = list(setting.space.labels)
        return result

    def rank(self, systems, references, **options):
        """Several systems on the same examples, ranked, with the places they may have.

        Parameters
        ----------
        systems : mapping of name -> predictions, two at least
        references : as for ``compute``
        **options : those of ``compute`` with one ``average``, not None; ``n_resamples`` is 1000
            where it is not given

        Returns
        -------
        dict: "ranking", best first, a list of dicts (system, its three scores, "rank" by F1,
        "rank_low" and "rank_high", the ends of its bootstrap interval), and "pairs", a list of
        dicts (a, b, difference of F1, low, high, p_value, and p_adjusted after Holm over all pairs)
        """
        setting = self._setting_of_sets("rank", {**self._resampling(), **options})
        chosen = setting.options
        average = _one_average(chosen, "rank")
        if not hasattr(systems, "items") or len(systems) < 2:
            raise ValueError("systems: expected a mapping of two names or more to predictions")
        matrices, mask = self._matrices(systems, references, setting)
        statistic = _statistic(setting, (average,), mask)
        found = compare(
            list(matrices.values()),
            statistic,
            n_resamples=chosen["n_resamples"],
            confidence_level=chosen["confidence_level"],
            seed=chosen["seed"],
        )
        whole = statistic(np.stack([matrix.sum(axis=0) for matrix in matrices.values()]))[:, :3]
        ends = _outer_ends(found.difference.low, found.difference.high, (average,), chosen, 0)
        keys = _keys(average, chosen)
        names = list(matrices)
        ranking = [
            {
                "system": name,
                **dict(zip(keys, whole[i].tolist(), strict=True)),
                "rank": float(found.rank.estimate[i, 2]),
                "rank_low": float(found.rank.low[i, 2]),
                "rank_high": float(found.rank.high[i, 2]),
            }
            for i, name in enumerate(names)
        ]
        pairs = [
            {
                "a": names[a],
                "b": names[b],
                "difference": float(found.difference.estimate[i, 2]),
                "low": float(ends[0][i, 2]),
                "high": float(ends[1][i, 2]),
                "p_value": float(found.p_value[i, 2]),
                "p_adjusted": float(found.p_adjusted[i, 2]),
            }
            for i, (a, b) in enumerate(found.pairs.tolist())
        ]
        return {"ranking": sorted(ranking, key=lambda row: row["rank"]), "pairs": pairs}

    def sensitivity(
        self, systems, references, similarities=None, *, perturb=True, distances=False, **options
    ):
        """Does the similarity decide which system is better?

        Parameters
        ----------
        systems : mapping of name -> predictions
        references : as for ``compute``
        similarities : mapping of name -> similarity, or a list of names, to score with instead of
            this metric's; "identity" is always among them
        perturb : bool, whether to score with perturbed tables too: mixtures with noise (section
            4.3.1), rows permuted, powers (appendix F.4)
        distances : bool, whether the table is 1 / (1 + distance), so that other betas make sense
        **options : those of ``compute`` with one ``average``, not None; ``seed`` is that of the
            noise

        Returns
        -------
        dict: "average", "verdict" (a sentence: stable, or which systems change places, and where;
        the control with permuted rows has no part in it),
        "remarks" (sentences on nearly constant tables), and "alternatives", the metric's own
        similarity first: dicts with name, note, scores and ranks of the systems, and kendall_tau
        and spearman of the ranking against the first
        """
        setting = self._setting_of_sets("sensitivity", options, several=False)
        average = _one_average(setting.options, "sensitivity")
        if not hasattr(systems, "items") or not systems:
            raise ValueError("systems: expected a mapping of names to predictions")
        datas = [
            _data(*self._read(predictions, references), setting) for predictions in systems.values()
        ]
        own = setting.similarity.values
        tables = [Alternative(setting.similarity.name, own)]
        if similarities is None:
            similarities = {}
        elif not hasattr(similarities, "items"):
            similarities = {getattr(one, "name", one): one for one in similarities}
        for name, source in {**similarities, "identity": "identity"}.items():
            # Over the same labels, or a score of other things would be compared.
            same = {"labels": setting.space.names, "none_labels": setting.options["none_labels"]}
            other = self._setting({**options, **same, "similarity": source})
            tables.append(Alternative(str(name), other.similarity.values))
        remarks = [f"{table.name}: {text}" for table in tables if (text := constancy(table.values))]
        if perturb:
            tables += mixtures(own, seed=setting.options["seed"])
            control = permuted_rows(own, seed=setting.options["seed"])
            tables.append(control._replace(name=CONTROL))
            tables += powers(own)[1:]
        if distances:
            tables += rescaled_distances(own)
        scores = np.empty((len(tables), len(datas)))
        for i, table in enumerate(tables):
            pairs = build(table.values, setting.space.labels).pairs
            for j, data in enumerate(datas):
                counts = _counts(data, setting, pairs)
                present = (counts.predicted > 0) | (counts.support > 0)
                all_used = setting.options["macro_labels"] == "present"
                mask = present if all_used else setting.macro_mask
                scores[i, j] = _scores(counts, average, setting, mask).f1
        names = list(systems)
        # Permuted rows are a control: a ranking that outlives them was not due to the similarity.
        judged = [i for i, table in enumerate(tables) if table.name != CONTROL]
        return {
            "average": average,
            "verdict": verdict(scores[judged], names, [tables[i].name for i in judged]),
            "remarks": remarks,
            "alternatives": [
                {
                    "name": table.name,
                    "note": table.note,
                    "scores": dict(zip(names, row.tolist(), strict=True)),
                    "ranks": dict(zip(names, ranks(row).tolist(), strict=True)),
                    "kendall_tau": kendall_tau(scores[0], row),
                    "spearman": spearman(scores[0], row),
                }
                for table, row in zip(tables, scores, strict=True)
            ],
        }

    def threshold_curve(self, probabilities, references, thresholds=None, **options):
        """Semantic and hard scores at each threshold, in the "multilabel" config.

        Parameters
        ----------
        probabilities : rows of scores, one column a label
        references : indicator rows
        thresholds : finite numbers in rising order; default .05, .10, ... .95 (the paper's grid is
            .1 to .9 in steps of .1)
        **options : those of ``compute``, without ``threshold``; averages other than None

        Returns
        -------
        dict: "thresholds"; for each average "semantic_f1..." and "hard_f1...", lists of F1;
        "best", key -> {"threshold", "score"} (the lowest of equals); and the indices of section
        4.3.3, "monotonicity" (negated Kendall's tau of score against threshold) and "smoothness"
        (mean absolute step over the range), key -> float, 0 for a constant curve
        """
        if self.config_name != "multilabel":
            raise ValueError('threshold_curve: needs scores, so the "multilabel" config')
        if "threshold" in options:
            raise ValueError("threshold_curve: pass thresholds=[...], not threshold=")
        grid = np.arange(5, 100, 5) / 100 if thresholds is None else np.asarray(thresholds, float)
        if grid.ndim != 1 or len(grid) < 2 or not (np.diff(grid) > 0).all():
            raise ValueError("thresholds: expected two numbers or more, in rising order")
        raws = self._read(probabilities, references)
        curves = {}
        for threshold in grid.tolist():
            setting = self._setting({**options, "threshold": threshold})
            if None in _averages(setting.options):
                raise ValueError("average: a curve is of one score; None (per label) has many")
            data = _data(*raws, setting)
            exact = identity(setting.space.labels).pairs
            for kind, pairs in (("semantic", None), ("hard", exact)):
                counts = _counts(data, setting, pairs)
                with self.notices():
                    mask = _averaged(counts, setting, ())
                for average in _averages(setting.options):
                    key = _keys(average, setting.options)[2].replace("semantic", kind, 1)
                    f1 = float(_scores(counts, average, setting, mask).f1)
                    curves.setdefault(key, []).append(f1)
        best = {key: int(np.argmax(curve)) for key, curve in curves.items()}
        return {
            "thresholds": grid.tolist(),
            **curves,
            "best": {
                key: {"threshold": float(grid[i]), "score": curves[key][i]}
                for key, i in best.items()
            },
            "monotonicity": {key: monotonicity(grid, curve) for key, curve in curves.items()},
            "smoothness": {key: smoothness(curve) for key, curve in curves.items()},
        }

    # [OPI] 6.3, and 6.2 and 8: what needs no label sets, at hand where the metric is.
    precision_under = staticmethod(precision_under)
    spread = staticmethod(spread)
    winners = staticmethod(winners)

    def _resampling(self):
        """How many resamples are drawn where nothing else is said in a call."""
        return {"n_resamples": self._options.get("n_resamples", 1000)}

    def _matrices(self, systems, references, setting):
        """Counts of each example for each system, and the labels that macro averages over."""
        matrices = {}
        for name, predictions in systems.items():
            self._check_pair(predictions, references, needed=f"predictions of {name!r}")
            data = _data(*self._read(predictions, references), setting)
            matrices[name] = _drawn(data, setting)
        used = Counts.of(
            sum(matrix.sum(axis=0) for matrix in matrices.values()), len(setting.space.labels)
        )
        return matrices, _averaged(used, setting, _averages(setting.options))

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
        defaults = {**DEFAULTS, "seed": self._arguments["seed"]}
        chosen = {**defaults, **self._options, **_checked(options, self.config_name)}
        source, labels, none_labels = chosen["similarity"], chosen["labels"], chosen["none_labels"]
        if source is None and self.config_name == "soft":
            chosen["none_labels"] = none_labels or ()
            space = None if labels is None else universe(labels, labels, none_labels or ())
            return _Setting(chosen, None, space, None)
        if source is None:
            raise ValueError(
                "similarity: there is no default; pass similarity= one of "
                f"{', '.join(map(repr, names()))}, 'identity' with labels=, or your own, to load "
                "or to compute"
            )
        sources = source.sources if isinstance(source, _Several) else (source,)
        # One object may stand for many examples.
        by_id = {id(one): _named_rows(one, chosen) for one in sources}
        first = by_id[id(sources[0])]
        if none_labels is None:
            none_labels = getattr(first, "none_labels", ())
        chosen["none_labels"] = none_labels
        space = universe(
            labels,
            first.labels,
            none_labels,
            prefix_widths=getattr(first, "prefix_widths", ()),
            normalize=chosen["normalize_names"],
        )
        if isinstance(source, _Several) and self.config_name == "soft":
            raise ValueError('similarity: the "soft" config has one for all examples; got several')
        if labels is None:
            _check_same_labels(by_id.values())
        by_id = {key: _cut(similarity, space) for key, similarity in by_id.items()}
        similarity = by_id[id(sources[0])]
        if isinstance(source, _Several):
            similarity = _grouped(source.keys, [by_id[id(one)] for one in sources])
        return _Setting(chosen, similarity, space, _macro_mask(chosen["macro_labels"], space))

    def _setting_of_sets(self, method, options, several=True):
        """The setting of a method that compares label sets; ``several``: by any similarities."""
        if self.config_name == "soft":
            raise ValueError(
                f'{method}: compares label sets, and the "soft" config has distributions; it has '
                "compute and pointwise"
            )
        setting = self._setting(options)
        if not several and isinstance(setting.similarity, _Group):
            raise ValueError(f"{method}: takes one similarity, not one an example or annotator")
        return setting

    def _read(self, predictions, references):
        """Both sides in the caller's own terms: names, ids, columns, scores or probabilities."""
        raws = [
            side.read(rows, name)
            for (name, side), rows in zip(
                _read_as(self.config_name), (predictions, references), strict=True
            )
        ]
        lengths = list(map(_size, raws))
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
        try:
            self._finalize()
            if self.process_id:
                # Rank 0 reads and removes the file.
                self.cache_file_name = None
                return None
            table = self.data.data.table
            raws = []
            for name, side in _read_as(self.config_name):
                column = table.column(name)
                array = pa.concat_arrays(column.chunks) if column.num_chunks else None
                if array is None:
                    array = pa.array([], column.type)
                raws.append(side.decode(array, name))
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
    if source is not None:
        checked["similarity"] = _read_similarity(source)
    if checked.get("sample_weight") is not None:
        checked["sample_weight"] = read_weights(checked["sample_weight"])
    return checked


def _read_similarity(source):
    """A similarity, "identity", a bare array, or several of them."""
    keys, entries = None, ()
    if isinstance(source, Mapping) and not {"labels", "values"} & set(source):
        keys, entries = tuple(source), tuple(source.values())
    elif isinstance(source, (list, tuple)) or (isinstance(source, np.ndarray) and source.ndim == 3):
        entries = tuple(source)
    if entries and all(map(_is_similarity, entries)):
        read = {id(one): _read_similarity(one) for one in entries}
        return _Several(keys, tuple(read[id(one)] for one in entries))
    if isinstance(source, str) and source == "identity":
        return source
    if isinstance(source, (list, tuple)):
        source = np.array(source, dtype=object)
    is_array = hasattr(source, "__array__") and not hasattr(source, "columns")
    return np.array(source) if is_array else load(source)


def _is_similarity(entry):
    """Whether an entry of a list is a similarity by itself, not a row of one."""
    if isinstance(entry, (str, os.PathLike, Mapping)):
        return True
    if isinstance(entry, (list, tuple, np.ndarray)):
        return len(entry) > 0 and np.ndim(entry[0]) == 1
    return hasattr(entry, "pairs") or hasattr(entry, "columns")


def _named_rows(source, chosen):
    """A similarity that knows its labels; a bare array and the identity take those of ``labels``"""
    if isinstance(source, (str, np.ndarray)):
        none_labels = chosen["none_labels"] or ()
        return _of_labels(source, chosen["labels"], none_labels, chosen["normalize_names"])
    return source


def _cut(similarity, space):
    if tuple(similarity.labels) == space.labels:
        return similarity
    return similarity.restrict(space.labels, fold if space.normalize else str)


def _check_same_labels(similarities):
    """Without ``labels`` the first similarity's are the universe: the others must have them too."""
    first, *others = similarities
    for other in others:
        odd = sorted(set(first.labels) ^ set(other.labels))
        odd += sorted(set(first.none_labels) ^ set(other.none_labels))
        if odd:
            raise ValueError(
                f"similarity: all must have the same labels and none-labels; {odd[0]!r} is in "
                f"{first.name!r} or {other.name!r} only; pass labels=[...] and none_labels=[...]"
            )


def _grouped(keys, similarities):
    """The distinct ones among several similarities over the same labels."""
    numbers, distinct, codes = {}, [], []
    fingerprints = {id(one): one.fingerprint for one in similarities}
    for one in similarities:
        code = numbers.setdefault(fingerprints[id(one)], len(numbers))
        if code == len(distinct):
            distinct.append(one)
        codes.append(code)
    name = f"{len(distinct)} similarities"
    together = digest([None if keys is None else list(map(str, keys)), [*numbers], codes])
    return _Group(name, together, keys, np.array(codes), tuple(distinct))


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


def _read_as(config_name):
    """The names of the two sides, and how each is read."""
    return tuple(zip(_SIDES, _READ_AS[config_name], strict=True))


def _read_golds(rows, argument):
    flat, offsets = flatten(rows, argument)
    with _located(argument, offsets):
        return RawGolds(read_sets(flat, argument, column_class_names(rows)), offsets)


@contextmanager
def _located(argument, offsets):
    """Errors on flattened gold sets as errors on those of the example's annotator."""
    try:
        yield
    except ValueError as error:
        raise ValueError(locate(str(error), argument, offsets)) from None


def _decoded_golds(array, argument):
    sets, offsets = decode_golds(array, argument)
    return RawGolds(RawSets(*sets), offsets)


def _size(raw):
    """How many examples were read."""
    return len(raw.table) if isinstance(raw, RawRows) else len(raw.offsets) - 1


_OF_SETS = {
    "ids": datasets.Sequence(datasets.Value("int32")),
    "names": datasets.Sequence(datasets.Value("string")),
}
_OF_INDICATORS = {
    "width": datasets.Value("int32"),
    "columns": datasets.Sequence(datasets.Value("int32")),
    "scores": datasets.Sequence(datasets.Value("float64")),
}
_OF_ROWS = {
    "values": datasets.Sequence(datasets.Value("float64")),
    "single": datasets.Value("bool"),
}
_SETS = _Side(_OF_SETS, read_sets, encode_sets, lambda *waiting: RawSets(*decode_sets(*waiting)))
_GOLDS = _Side(
    {**_OF_SETS, "sizes": datasets.Sequence(datasets.Value("int32"))},
    _read_golds,
    encode_golds,
    _decoded_golds,
)
_INDICATORS = _Side(
    _OF_INDICATORS,
    partial(read_indicators, scores=False),
    encode_indicators,
    lambda *waiting: RawIndicators(*decode_indicators(*waiting)),
)
_ROWS = _Side(_OF_ROWS, read_rows, encode_rows, lambda *waiting: RawRows(*decode_rows(*waiting)))
_READ_AS = {
    "default": (_SETS, _SETS),
    "multilabel": (_INDICATORS._replace(read=partial(read_indicators, scores=True)), _INDICATORS),
    "annotators": (_SETS, _GOLDS),
    "soft": (_ROWS, _ROWS),
}


def _resolve(predictions, references, setting):
    """Both sides as LabelSets, and what had to be changed in each."""
    sets, changes = [], []
    for name, raw in zip(_SIDES, (predictions, references), strict=True):
        if isinstance(raw, RawIndicators):
            threshold = setting.options["threshold"] if name == "predictions" else None
            resolved, changed = resolve_indicators(raw, setting.space, name, threshold=threshold)
        else:
            of_sets = partial(
                resolve_sets,
                space=setting.space,
                argument=name,
                unknown_labels=setting.options["unknown_labels"],
                suggest=suggestion,
            )
            if isinstance(raw, RawGolds):
                with _located(name, raw.offsets):
                    resolved, changed = of_sets(raw.sets)
            else:
                resolved, changed = of_sets(raw)
        sets.append(LabelSets(*resolved))
        changes.append(changed)
    return sets, changes


def _sets(predictions, references, setting, counted=True):
    """What is scored: the label sets of both sides, as they were read and resolved."""
    sides, changes = _resolve(predictions, references, setting)
    _warn_changes(changes, setting, counted)
    offsets = references.offsets if isinstance(references, RawGolds) else None
    data = _Data(*sides, None, offsets)
    if not isinstance(setting.similarity, _Group):
        return data
    m, n_groups = len(setting.space.labels), len(setting.similarity.similarities)
    marked = [
        mark_sets(sets, groups, m, n_groups)
        for sets, groups in (
            (data.predictions, 0),
            (data.references, _groups(data, setting)),
            (data.references, 0),
        )
    ]
    return _Data(*marked[:2], None, offsets, marked[2])


def _groups(data, setting):
    """Which of several similarities scores each gold set."""
    keys, codes = setting.similarity.keys, setting.similarity.codes
    n, ids = len(data.predictions.offsets) - 1, setting.options["annotators"]
    if keys is not None and ids is not None:
        wanted, numbers = read_annotators(ids, data.offsets)
        return codes[_places_of(wanted, keys, "annotator")][numbers]
    if keys is None and len(codes) != n:
        raise ValueError(f"similarity: expected one an example, {n}; got {len(codes)}")
    if keys is not None:
        beyond = [key for key in keys if type(key) is not int or not 0 <= key < n]
        if beyond:
            raise ValueError(
                f"similarity: {beyond[0]!r} is no example; keys are 0 to {n - 1}, or annotators, "
                "with annotators=[...]"
            )
        codes = codes[_places_of(range(n), keys, "example")]
    return codes if data.offsets is None else np.repeat(codes, np.diff(data.offsets))


def _places_of(wanted, keys, what):
    place = {key: index for index, key in enumerate(keys)}
    missing = [key for key in wanted if key not in place]
    if missing:
        raise ValueError(
            f"similarity: there is none for {what} {missing[0]!r} ({len(missing)} without one)"
        )
    return np.array([place[key] for key in wanted], dtype=np.int64)


def _data(predictions, references, setting):
    """The label sets of both sides, and the weights of the examples."""
    weight = _checked_weight(_size(predictions), setting)
    return _sets(predictions, references, setting)._replace(weight=weight)


def _checked_weight(n, setting):
    """The weights of the examples, of which there must be one."""
    if not n:
        raise ValueError(
            "predictions and references: there are no examples; one at least is needed"
        )
    weight = setting.options["sample_weight"]
    return None if weight is None else read_weights(weight, n)


def _scoring(setting, pairs=None):
    """What scores two sides with the setting's similarity, or with ``pairs`` in its place."""
    m, similarity = len(setting.space.labels), setting.similarity
    bound = {"n_labels": m, "zero_division": setting.options["zero_division"]}
    if not isinstance(similarity, _Group):
        bound["pairs"] = pairs or similarity.pairs
        return _Scoring(*(partial(of, **bound) for of in (count, example_counts, pointwise)))
    functions = [pairs or one.pairs for one in similarity.similarities]
    bound |= {"pairs": grouped_pairs(functions, m), "n_labels": m * len(functions)}

    def by_label(*sides, **weight):
        return unmark_counts(count(*sides, **bound, **weight), len(functions))

    rows = unmark_examples(partial(example_counts, **bound), m, len(functions))
    return _Scoring(by_label, rows, partial(pointwise, **bound))


def _pointwise(data, setting):
    """Precision, recall and F1 of each example."""
    scoring = _scoring(setting)
    if data.offsets is None:
        return scoring.pointwise(data.predictions, data.references)
    reduce = setting.options["reduce"]
    return reduced_scores(*data[:2], data.offsets, reduce, scoring.pointwise).T


def _counted_pairs(data, setting):
    """Pairs of a predicted and a gold set that count, and how much each does."""
    if data.offsets is None:
        return data[:3]
    several = data.offsets, setting.options["reduce"], _scoring(setting).pointwise
    return reduced_pairs(*data[:2], *several, sample_weight=data.weight)


def _counts(data, setting, pairs=None, each=False):
    """Counts of all examples, or with ``each`` the matrix of those of each example."""
    scoring, sides = _scoring(setting, pairs), data[:2]
    several = (data.offsets, setting.options["reduce"])
    if not each and data.offsets is None:
        return scoring.count(*sides, sample_weight=data.weight)
    if not each:
        return reduced_counts(
            *sides, *several, scoring.count, scoring.pointwise, sample_weight=data.weight
        )
    if data.offsets is None:
        matrix = scoring.example_counts(*sides)
    else:
        matrix = reduced_rows(*sides, *several, scoring.example_counts, scoring.pointwise)
    if data.weight is not None:
        matrix *= data.weight[:, None]
    return matrix


def _averaged(counts, setting, averages):
    """Which labels macro averages over; warns of those that nobody uses."""
    present = (counts.predicted > 0) | (counts.support > 0)
    mask = present if setting.options["macro_labels"] == "present" else setting.macro_mask
    if "macro" in averages or ("weighted" in averages and not counts.support.any()):
        averaged = np.ones(len(present), bool) if mask is None else mask
        absent = [setting.space.labels[i] for i in np.flatnonzero(averaged & ~present)]
        if absent:
            _warn(absent_labels(absent))
    return mask


def _scores(counts, average, setting, mask):
    return average_scores(
        counts,
        average,
        counting=setting.options["counting"],
        macro_f1=setting.options["macro_f1"],
        macro_mask=mask,
    )


def _averages(options):
    average = options["average"]
    return average if isinstance(average, tuple) else (average,)


def _one_average(options, method):
    average = options["average"]
    if average is None or isinstance(average, tuple):
        raise ValueError(f"{method}: average must be one of samples, micro, macro, weighted")
    return average


def _drawn(data, setting):
    """Counts of each example that a resample may hold: one of weight 0 is none."""
    matrix = _counts(data, setting, each=True)
    return matrix if data.weight is None else matrix[data.weight > 0]


def _statistic(setting, averages, mask, whole=None):
    """A function from sums of the rows of ``example_counts`` to scores, in the order of places.

    Where macro is among them, its three scores over the labels that a resample has come last, for
    :func:`_outer_ends`. With ``whole``, the counts of the data, macro's own three are over these
    labels too, those that the data lacks counting 0.
    """
    options = setting.options

    def scores(sums):
        counts = Counts.of(sums, len(setting.space.labels))
        columns, last = [], []
        for average in averages:
            found = _scores(counts, average, setting, mask)
            columns += [x if average is None else x[..., None] for x in found]
            if average == "macro":
                readings = macro_readings(
                    _scores(counts, None, setting, None),
                    counts,
                    whole,
                    counting=options["counting"],
                    macro_f1=options["macro_f1"],
                    macro_mask=mask,
                )
                last = [readings[..., -3:]]
                if whole is not None:
                    columns[-3:] = [readings[..., :3]]
        return np.concatenate(columns + last, axis=-1)

    return scores


def _places(averages, options, n_labels):
    """Key and place of each score among what ``_statistic`` computes."""
    start = 0
    for average in averages:
        for key in _keys(average, options):
            if average is None:
                yield key, slice(start, start + n_labels)
                start += n_labels
            else:
                yield key, start
                start += 1


def _outer_ends(low, high, averages, options, n_labels):
    """Ends of intervals of ``_statistic``'s columns, macro's reaching out to those of the last."""
    low, high = low.copy(), high.copy()
    if "macro" in averages:
        start = dict(_places(averages, options, n_labels))[_keys("macro", options)[0]]
        macro = slice(start, start + 3)
        low[..., macro] = np.minimum(low[..., macro], low[..., -3:])
        high[..., macro] = np.maximum(high[..., macro], high[..., -3:])
    return low, high


def _named(scores):
    return {name: float(value) for name, value in scores._asdict().items()}


def _by_label(counts, setting):
    """For each label its semantic and hard scores."""
    tables = {
        kind: np.stack(_scores(of, None, setting, None), axis=-1).tolist()
        for kind, of in counts.items()
    }
    for index in range(len(setting.space.labels)):
        yield {
            kind: dict(zip(("precision", "recall", "f1"), rows[index], strict=True))
            for kind, rows in tables.items()
        }


def _gap(scores, mask):
    """How far F1 of averages is above averaged F1; by its definition and by the lemma's sum."""
    chosen = slice(None) if mask is None else mask
    gap = macro_gap(scores.precision[chosen], scores.recall[chosen])
    return {"difference": float(gap.difference), "lemma": float(gap.lemma)}


def _keys(average, options):
    """Keys of precision, recall and F1 of one of the averages."""
    suffix = f"_{average or 'per_label'}" if isinstance(options["average"], tuple) else ""
    of_averages = average == "macro" and options["macro_f1"] == "f1_of_averages"
    f1 = "semantic_f1_of_averages" if of_averages else "semantic_f1"
    return [name + suffix for name in ("semantic_precision", "semantic_recall", f1)]


def _result(predictions, references, setting):
    """The flat dict that compute returns."""
    if isinstance(predictions, RawRows):
        return _soft_result(predictions, references, setting)
    options = setting.options
    data = _data(predictions, references, setting)
    counts = _counts(data, setting)
    averages = _averages(options)
    mask = _averaged(counts, setting, averages)
    intervals = _intervals(data, setting, averages, mask) if options["n_resamples"] else {}
    result = {}
    for average in averages:
        precision, recall, f1 = _scores(counts, average, setting, mask)
        keys = _keys(average, options)
        # F1 is what people look for first.
        for key, score in zip((keys[2], *keys[:2]), (f1, precision, recall), strict=True):
            result[key] = score.tolist()
            if key in intervals:
                result[f"{key}_low"], result[f"{key}_high"] = intervals[key]
    if None in averages:
        result["support"] = counts.support.tolist()
        result["labels"] = list(setting.space.labels)
    if data.offsets is not None and options["ceiling"]:
        result |= _ceiling(data, setting, averages, mask)
    if data.offsets is not None and options["annotators"] is not None:
        result |= _by_annotator(data, setting, averages, mask)
    return result


def _ceiling(data, setting, averages, mask):
    """Annotators scored against each other, and the system against the same."""
    scoring = _scoring(setting)
    found = human_ceiling(
        *data[:2],
        data.offsets,
        setting.options["reduce"],
        scoring.count,
        scoring.pointwise,
        sample_weight=data.weight,
        answers=data.answers,
    )
    if found is None:
        return {}
    result = {}
    for average in averages:
        keys = _keys(average, setting.options)
        for who, counts in (("human", found.human), ("system", found.system)):
            scores = _scores(counts, average, setting, mask)
            for place in (2, 0, 1):
                result[keys[place].replace("semantic", who, 1)] = scores[place].tolist()
    return {**result, "n_ceiling": found.n_examples}


def _by_annotator(data, setting, averages, mask):
    """Scores against each annotator alone; None where all the examples' weights are 0."""
    people, numbers = read_annotators(setting.options["annotators"], data.offsets)
    table = annotator_counts(
        *data[:2], data.offsets, numbers, _scoring(setting).count, sample_weight=data.weight
    )
    result = {"annotators": people, "n_by_annotator": np.bincount(numbers).tolist()}
    for average in averages:
        scores = [_scores(counts, average, setting, mask) for counts in table]
        for place in (2, 0, 1):
            result[f"{_keys(average, setting.options)[place]}_by_annotator"] = [
                one[place].tolist() if counts.weight > 0 else None
                for one, counts in zip(scores, table, strict=True)
            ]
    return result


def _soft_result(predictions, references, setting):
    """The flat dict of the "soft" config: weighted means over the examples."""
    options = setting.options
    weight = _checked_weight(_size(predictions), setting)
    each = _distances(predictions, references, setting)
    rows = np.stack([*each.values(), np.ones(_size(predictions))], axis=1)
    if weight is not None:
        rows = rows[weight > 0] * weight[weight > 0, None]

    def means(sums):
        return sums[..., :-1] / sums[..., -1:]

    result = dict(zip(each, means(rows.sum(axis=0)).tolist(), strict=True))
    if options["n_resamples"]:
        _, low, high = intervals(
            rows,
            means,
            n_resamples=options["n_resamples"],
            confidence_level=options["confidence_level"],
            seed=options["seed"],
        )
        for name, *ends in zip(each, low.tolist(), high.tolist(), strict=True):
            result[f"{name}_low"], result[f"{name}_high"] = ends
        _warn_unsure(None, len(rows), (), setting, None)
    return result


def _distances(predictions, references, setting):
    """Each distance between predicted and target distributions, example by example."""
    width = None
    if setting.space is not None:
        widths = setting.space.widths
        width = next((raw.table.shape[1] for raw in (predictions, references) if not raw.single), 2)
        if width not in widths:
            raise ValueError(
                f"predictions: {width} values a row; the labels need "
                f"{' or '.join(map(str, widths))}"
            )
    rows = []
    for name, raw in zip(_SIDES, (predictions, references), strict=True):
        rows.append(
            resolve_rows(raw, name, width, normalize_counts=setting.options["normalize_counts"])
        )
        width = rows[0].shape[1]
    found = {name: distance(*rows) for name, distance in DISTANCES.items()}
    if setting.similarity is not None:
        # A rounding error above the greatest cost is taken off.
        cost = _ground_cost(setting, width)
        found["wasserstein_distance"] = np.minimum(wasserstein(*rows, cost), cost.max(initial=0))
        found["wasserstein_score"] = 1 - found["wasserstein_distance"]
    return found


def _ground_cost(setting, width):
    """1 - S over the names of the columns; none-labels mean the same, and are like no label."""
    index = {name: i for i, name in enumerate(setting.space.labels)}
    places = np.array([index.get(name, -1) for name in setting.space.names[:width]])
    labels = places >= 0
    similarity = (~labels[:, None] & ~labels).astype(np.float64)
    similarity[np.ix_(labels, labels)] = setting.similarity.values[
        np.ix_(places[labels], places[labels])
    ]
    return 1 - similarity


def _intervals(data, setting, averages, mask):
    """Key -> the two ends of its confidence interval, by bootstrap over examples."""
    options, m = setting.options, len(setting.space.labels)
    matrix = _drawn(data, setting)
    whole = Counts.of(matrix.sum(axis=0), m)
    _, low, high = intervals(
        matrix,
        _statistic(setting, averages, mask, whole),
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
    )
    _warn_unsure(whole, len(matrix), averages, setting, mask)
    low, high = _outer_ends(low, high, averages, options, m)
    return {
        key: [low[place].tolist(), high[place].tolist()]
        for key, place in _places(averages, options, m)
    }


def _warn_unsure(counts, n, averages, setting, mask):
    """Warn where intervals are narrower than what is known."""
    if n == 1:
        _warn("intervals: one example says nothing of how others would score; they have no width.")
    if "macro" in averages or None in averages:
        concerned = np.ones(len(counts.support), bool)
        if None not in averages and mask is not None:
            concerned = mask
        rare = (counts.support < RARE) & (counts.support + counts.predicted > 0) & concerned
        if rare.any():
            _warn(rare_labels([setting.space.labels[i] for i in np.flatnonzero(rare)], RARE))


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


def _explained(predictions, references, known, setting):
    """The matches of one example, ``known`` being the names on either side."""
    return {
        **_of_one_example(_pointwise(_Data(predictions, references, None), setting)),
        "predictions": _matches(predictions, references, known[0], setting),
        "references": _matches(references, predictions, known[1], setting),
    }


def _of_one_example(scores):
    precision, recall, f1 = (float(each[0]) for each in scores)
    return {"semantic_f1": f1, "semantic_precision": precision, "semantic_recall": recall}


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
