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
from .confusion import METRICS, calibrate, macro_gap, per_class, precision_under, spread
from .inputs import RawIndicators, RawSets, read_indicators, read_sets, read_weights
from .labels import Universe, fold, resolve_indicators, resolve_sets, universe
from .matching import best_match_matrix, single_label_matrix
from .matrices import MATRICES
from .notices import absent_labels, changes_to_sets, digest, rare_labels, signature
from .options import CHOICES, DEFAULTS, check
from .ranking import winners
from .report import as_dict, as_frame, as_markdown, as_text
from .resampling import compare, intervals, macro_readings, ranks, win_tie_loss
from .scoring import Counts, LabelSets, average_scores, count, credits, example_counts, pointwise
from .sensitivity import (
    Alternative,
    constancy,
    kendall_tau,
    mixtures,
    monotonicity,
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

__version__ = "0.1.0"

register(MATRICES)

CONFIGS = ("default", "multilabel")
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
    n_resamples: None (default), or how many bootstrap resamples of the examples (1000, say): adds
        the ends of a confidence interval to every score, under its key with _low and _high.
    confidence_level: of these intervals, default 0.95.
    seed: of their draws, default the metric's own, 0.
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


class _Data(NamedTuple):
    """Label sets of both sides, and None or the weights of the examples."""

    predictions: LabelSets
    references: LabelSets
    weight: np.ndarray | None


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
        encode = encode_sets if self.config_name == "default" else _encode_indicators
        columns = [encode(raw, name) for name, raw in zip(_SIDES, raws, strict=True)]
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
            "none_labels": sorted(chosen["none_labels"]),
            "macro_labels": chosen["macro_labels"],
            "unknown_labels": chosen["unknown_labels"],
            "normalize_names": chosen["normalize_names"],
            "zero_division": chosen["zero_division"],
            "counting": chosen["counting"],
            "macro_f1": chosen["macro_f1"],
            "sample_weight": None if weight is None else digest(np.asarray(weight).tolist()),
            "threshold": chosen["threshold"],
        }
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
        setting = self._setting(options)
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
        setting = self._setting(options)
        data = _data(*self._read(predictions, references), setting)
        names, m = setting.space.labels, len(setting.space.labels)
        found = {"labels": [*names, "(none)"]}
        for side, sets in (("predicted", data[:2]), ("gold", data[1::-1])):
            found[side] = best_match_matrix(
                *sets, setting.similarity.pairs, m, sample_weight=data.weight
            ).tolist()
        single = all(
            (np.diff(sets.offsets) == 1).all() and (sets.indices < m).all() for sets in data[:2]
        )
        if single:
            classes = (sets.indices for sets in data[:2])
            matrix = single_label_matrix(*classes, m, data.weight)
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
        with _p_value that of a two-sided permutation test. Where labels are rare, macro's interval
        covers about 91% for F1 and 86% for precision (studies/coverage.md). "wins", "ties" and
        "losses" count the examples where a has the greater pointwise F1; for average=None
        "label_wins" and so on those of each label where a has the smaller FP + FN, among
        examples where it is gold or predicted by either.
        """
        setting = self._setting({"n_resamples": 1000, **self._own("n_resamples"), **options})
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
        columns = {
            "": found.difference.estimate[0],
            "_a": scores[0],
            "_b": scores[1],
            "_low": found.difference.low[0],
            "_high": found.difference.high[0],
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
        setting = self._setting({"n_resamples": 1000, **self._own("n_resamples"), **options})
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
        whole = statistic(np.stack([matrix.sum(axis=0) for matrix in matrices.values()]))
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
                "low": float(found.difference.low[i, 2]),
                "high": float(found.difference.high[i, 2]),
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
        setting = self._setting(options)
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

    def _own(self, *options):
        """Those of the options that were given at load time."""
        return {name: self._options[name] for name in options if name in self._options}

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


def _data(predictions, references, setting):
    """What is scored: the label sets of both sides, and the weights of the examples."""
    n = len(predictions.offsets) - 1
    if not n:
        raise ValueError(
            "predictions and references: there are no examples; one at least is needed"
        )
    weight = setting.options["sample_weight"]
    if weight is not None:
        weight = read_weights(weight, n)
    sets, changes = _resolve(predictions, references, setting)
    _warn_changes(changes, setting)
    return _Data(*sets, weight)


def _counts(data, setting, pairs=None, each=False):
    """Counts of all examples, or with ``each`` the matrix of those of each example."""
    return (example_counts if each else count)(
        data.predictions,
        data.references,
        pairs or setting.similarity.pairs,
        len(setting.space.labels),
        zero_division=setting.options["zero_division"],
        sample_weight=data.weight,
    )


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

    With ``whole``, the counts of the data, macro comes in the two readings that its interval needs,
    the second one behind all scores.
    """
    options = setting.options

    def scores(sums):
        counts = Counts.of(sums, len(setting.space.labels))
        columns, second = [], []
        for average in averages:
            if average == "macro" and whole is not None:
                readings = macro_readings(
                    _scores(counts, None, setting, None),
                    counts,
                    whole,
                    counting=options["counting"],
                    macro_f1=options["macro_f1"],
                    macro_mask=mask,
                )
                columns.append(readings[..., :3])
                second.append(readings[..., 3:])
            else:
                found = _scores(counts, average, setting, mask)
                columns += [x if average is None else x[..., None] for x in found]
        return np.concatenate(columns + second, axis=-1)

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
    return result


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
    found = {
        key: [low[place].tolist(), high[place].tolist()]
        for key, place in _places(averages, options, m)
    }
    if "macro" in averages:
        # Of the two readings, the end that is further out.
        for key, low_end, high_end in zip(
            _keys("macro", options), low[-3:].tolist(), high[-3:].tolist(), strict=True
        ):
            found[key] = [min(found[key][0], low_end), max(found[key][1], high_end)]
    return found


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
