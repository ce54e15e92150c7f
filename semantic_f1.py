"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

import os
import sys
from contextlib import contextmanager, suppress

import datasets
import evaluate
import numpy as np
import pyarrow as pa

# The loader of evaluate copies the files that this one names, so those that the others import are
# named here too.
from .annotators import REDUCTIONS
from .audit import audit
from .batches import encode_sets
from .builders import (
    from_correlations,
    from_distances,
    from_embeddings,
    from_points,
    from_training_label_sets,
)
from .confusion import precision_under, spread
from .distributions import RawRows
from .golds import RawGolds
from .grouping import mark_sets
from .hierarchies import from_groups, from_hierarchy
from .hub import fetch, push
from .inputs import read_sets
from .labels import Universe
from .matching import best_match_matrix
from .matrices import MATRICES
from .notices import collect, signature
from .options import DEFAULTS
from .ranking import winners
from .ratings import calibrate, from_ratings
from .reading import SIDES, label_sets, read, read_as, weighted_sets
from .relatedness import measure
from .report import as_text
from .resampling import intervals
from .results import AVERAGES, result_of, scores_by_example
from .scoring import Counts
from .sensitivity import verdict
from .settings import checked, setting_of, signature_fields
from .similarities import audit as audit_of
from .similarities import make_thesaurus, read_thesaurus, relatedness
from .similarity import LabelSimilarity, register
from .skos import read_skos
from .soft import DISTANCES
from .soft_results import distances_of, soft_result
from .systems import alternatives_of, compared, curve_of, ranked
from .taxonomy import Thesaurus
from .views import (
    REPORTS,
    agreement_of,
    confusion_of,
    explanation_of,
    relatedness_of,
    report_of,
)

__version__ = "0.1.0"

register(
    MATRICES,
    audit=audit,
    fetch=fetch,
    push=push,
    builders=(
        from_points,
        from_distances,
        from_embeddings,
        from_correlations,
        from_training_label_sets,
        from_hierarchy,
        from_groups,
        from_ratings,
        calibrate,
    ),
    functions=(audit_of, read_thesaurus, make_thesaurus, relatedness),
)

CONFIGS = ("default", "multilabel", "annotators", "soft")

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
        an example, one an annotator: [["joy"], ["joy", "love"], []].
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
        the ends of a confidence interval to every score, under its key with _low and _high; not to
        the human ceiling and the scores by annotator.
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
        self._options = checked(options, config_name)
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
                {name: dict(side.features) for name, side in read_as(self.config_name)}
            ),
            reference_urls=["https://arxiv.org/abs/2509.21633"],
        )

    @property
    def similarity(self):
        """The module of similarities.

        ``names``, ``load``, ``build`` and ``identity``; builders, ``from_points``,
        ``from_distances``, ``from_embeddings``, ``from_correlations``,
        ``from_training_label_sets``, ``from_hierarchy``, ``from_groups``, ``from_ratings`` and
        ``calibrate``; ``audit``; and ``read_thesaurus``, ``make_thesaurus`` and ``relatedness`` of
        concepts.
        """
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
            return _scored(*self._read(predictions, references), setting)
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
        kinds = {name: getattr(raw, "kind", None) for name, raw in zip(SIDES, raws, strict=True)}
        for name, kind in kinds.items():
            if kind and self._kinds.get(name, kind) != kind:
                raise ValueError(
                    f"{name}: this batch has {kind}, the batches before had {self._kinds[name]}; "
                    "use one of them everywhere"
                )
        columns = [
            side.encode(raw, name)
            for (name, side), raw in zip(read_as(self.config_name), raws, strict=True)
        ]
        try:
            if self.writer is None:
                self.selected_feature_format = self.features
                self.writer_batch_size = 2**20
                self._init_writer()
            self.writer.write_table(pa.table(columns, names=list(SIDES)))
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
            missing = [name for name in SIDES if name not in predictions]
            if missing:
                raise ValueError(
                    f"pointwise: the batch has no column {' or '.join(missing)}; rename the "
                    "columns or use input_columns=[predictions, references]"
                )
            predictions, references = (predictions[name] for name in SIDES)
        self._check_pair(predictions, references, needed="pointwise")
        setting = self._setting(options)
        raws = self._read(predictions, references)
        if self.config_name == "soft":
            return {name: each.tolist() for name, each in distances_of(*raws, setting).items()}
        precision, recall, f1 = scores_by_example(
            label_sets(*raws, setting, counted=False), setting
        )
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
        data = weighted_sets(*self._read(predictions, references), setting)
        values = relatedness_of(data, setting)
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
        return agreement_of(ratings, setting)

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
        return explanation_of(self._read([predictions], [references]), setting)

    def signature(self, **options):
        """Every setting that moves the number, in one line to cite beside it.

        Holds the config, the options as ``compute`` would use them, the similarity's name and
        fingerprint (16 hex digits of its sha256), the universe and this metric's version.
        """
        setting = self._setting(options)
        fields = signature_fields(setting, self.config_name)
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
        F1 of averages exceeds averaged F1, for both; arXiv 1911.03347) and "signature". Under
        ``reduce="max"`` hard scores are against the annotator of the greatest hard F1
        """
        if output not in REPORTS:
            raise ValueError(f"output: expected one of {', '.join(REPORTS)}; got {output!r}")
        setting = self._setting_of_sets("report", options)
        data = weighted_sets(*self._read(predictions, references), setting)
        cited = self.signature(**{**options, "average": list(AVERAGES)})
        content, gaps = report_of(data, setting, cited)
        made = REPORTS[output](content, digits)
        if output == "dict":
            made["macro_gap"] = gaps
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
        return confusion_of(weighted_sets(*self._read(predictions, references), setting), setting)

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
        return compared(self._systems(systems, references, setting).values(), setting)

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
        if not hasattr(systems, "items") or len(systems) < 2:
            raise ValueError("systems: expected a mapping of two names or more to predictions")
        return ranked(self._systems(systems, references, setting), setting)

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
        if not hasattr(systems, "items") or not systems:
            raise ValueError("systems: expected a mapping of names to predictions")
        if similarities is None:
            similarities = {}
        elif not hasattr(similarities, "items"):
            similarities = {getattr(one, "name", one): one for one in similarities}
        # Over the same labels, or a score of other things would be compared.
        same = {"labels": setting.space.names, "none_labels": setting.options["none_labels"]}
        others = {
            str(name): self._setting({**options, **same, "similarity": source}).similarity.values
            for name, source in {**similarities, "identity": "identity"}.items()
        }
        sets = self._systems(systems, references, setting)
        return alternatives_of(sets, setting, others, perturb, distances)

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
        return curve_of(
            grid,
            self._read(probabilities, references),
            lambda threshold: self._setting({**options, "threshold": threshold}),
        )

    # [OPI] 6.3, and 6.2 and 8: what needs no label sets, at hand where the metric is.
    precision_under = staticmethod(precision_under)
    spread = staticmethod(spread)
    winners = staticmethod(winners)

    def _resampling(self):
        """How many resamples are drawn where nothing else is said in a call."""
        return {"n_resamples": self._options.get("n_resamples", 1000)}

    def _systems(self, systems, references, setting):
        """Name of each system -> its label sets beside the gold ones."""
        sets = {}
        for name, predictions in systems.items():
            self._check_pair(predictions, references, needed=f"predictions of {name!r}")
            sets[name] = weighted_sets(*self._read(predictions, references), setting)
        return sets

    @contextmanager
    def notices(self):
        """Collect what would be warned about, as a list of texts, instead of warning.

        ``with metric.notices() as texts: metric.compute(...)``. Unlike
        ``warnings.catch_warnings`` it keeps the threads of a server apart.
        """
        with collect() as texts:
            yield texts

    def _setting(self, options):
        """The options of this call over those of the metric, and what they lead to."""
        defaults = {**DEFAULTS, "seed": self._arguments["seed"]}
        chosen = {**defaults, **self._options, **checked(options, self.config_name)}
        return setting_of(chosen, self.config_name)

    def _setting_of_sets(self, method, options, several=True):
        """The setting of a method that compares label sets; ``several``: by any similarities."""
        if self.config_name == "soft":
            raise ValueError(
                f'{method}: compares label sets, and the "soft" config has distributions; it has '
                "compute and pointwise"
            )
        setting = self._setting(options)
        if not several and setting.grouped:
            raise ValueError(f"{method}: takes one similarity, not one an example or annotator")
        return setting

    def _read(self, predictions, references):
        """Both sides in the caller's own terms."""
        return read(self.config_name, predictions, references)

    def _check_pair(self, predictions, references, needed=None):
        given = [
            name for name, x in zip(SIDES, (predictions, references), strict=True) if x is not None
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
            for name, side in read_as(self.config_name):
                column = table.column(name)
                array = pa.concat_arrays(column.chunks) if column.num_chunks else None
                if array is None:
                    array = pa.array([], column.type)
                raws.append(side.decode(array, name))
            return _scored(*raws, setting)
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


def _scored(predictions, references, setting):
    """What ``compute`` returns of both sides as they were read."""
    if isinstance(predictions, RawRows):
        return soft_result(predictions, references, setting)
    return result_of(weighted_sets(predictions, references, setting), setting)
