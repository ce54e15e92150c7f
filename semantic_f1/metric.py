"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import datasets
import evaluate

from .comparisons.methods import Comparisons
from .config_table import CONFIGS, check_method
from .files.account import Account, account_of_counts, accounted, as_account, result_with
from .files.reading import read_for
from .inputs.batches import Batches
from .inputs.configs import read_as, warn_changes
from .inputs.number_rows import read_weights
from .messages import collect, short_signature, signature
from .option_table import DEFAULTS, options_text
from .options import (
    check_config,
    resolve_options,
    shown_metric,
    signature_fields,
    validate_options,
)
from .pickling import reduced
from .reports.annotators import People
from .reports.indexing_methods import Indexing
from .reports.methods import Reports
from .scoring.baselines import chosen_scores
from .scoring.flat import flattened
from .scoring.full_results import full_result
from .scoring.graded_results import distances_of_sums
from .scoring.partial_counts import (
    PartialCounts,
    counted_fields,
    counts_of_sets,
    refuse_other_setting,
    sums_in,
)
from .scoring.results import result_of_sums
from .scoring.soft_results import result_of_soft_sums, soft_sums
from .signatures import documented_alike, names_options
from .similarities import Similarities
from .version import PAPER_ADDRESS, SPACE_ADDRESS, __version__

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Literal

    from typing_extensions import Unpack

    from .option_types import Config, Options, OptionsWithoutSeed, Rows
    from .result_types import Scores


# Options that the universe or the similarity depends on.
SHAPING = {"similarity", "labels", "none_labels", "normalize_names", "macro_labels"}
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

_KWARGS_DESCRIPTION = (
    """
Args:
    predictions: one entry an example. Default config: a label name, an id, or a collection of
        names or of ids (a string is one label; an empty list is the empty set; repeats count
        once). Config "multilabel": a row of 0 and 1, one column a label, or of scores when
        `threshold` is given. Config "soft": a distribution, one probability a label (they sum to
        1 within 1e-6), or for two labels the probability of the second. Config "graded": one value
        from 0 to 1 a label, which need not sum to 1. Config "points": a list of points, each a
        list of numbers.
    references: the gold labels, likewise; never scores. Config "annotators": a list of gold sets
        an example, one an annotator: [["joy"], ["joy", "love"], []].
"""
    + options_text()
    + """

Returns:
    dict with semantic_f1, semantic_precision and semantic_recall, floats in [0, 1]; for
    average=None lists in the order of "labels", which is returned with the "support". With
    `annotators` also "annotators", "n_by_annotator", and each score with _by_annotator, lists.
    Config "soft": cross_entropy, manhattan_distance, euclidean_distance,
    jensen_shannon_divergence and jensen_shannon_distance (natural logarithms; Rizzi et al. 2024),
    means over the examples, with a similarity also wasserstein_distance and wasserstein_score =
    1 - wasserstein_distance. Config "graded": Semantic F1 of graded membership (docs/graded.md),
    and manhattan_distance, binary_cross_entropy, jensen_shannon_divergence and entropy_correlation,
    means over labels.

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
)


@names_options
@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SemanticF1(Batches, People, Reports, Indexing, Comparisons, evaluate.Metric):
    """Semantic F1 (arXiv 2509.21633).

    ``evaluate.load`` takes every option of :meth:`compute` too; they are the defaults of this
    metric.
    """

    def __init__(
        self,
        config_name: Config | None = None,
        keep_in_memory: bool = False,
        cache_dir: str | None = None,
        num_process: int = 1,
        process_id: int = 0,
        seed: int | None = None,
        experiment_id: str | None = None,
        hash: str | None = None,
        max_concurrent_cache_files: int = 10000,
        timeout: int | float = 100,
        **options: Unpack[OptionsWithoutSeed],
    ) -> None:
        config_name = check_config(config_name or "default")
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
        self._options = validate_options(options, config_name)
        self._kinds = {}
        self._base = None
        super().__init__(**self._arguments)
        documented_alike(self, ("compute", "add_batch", "add"))
        source = self._options.get("similarity")
        complete = hasattr(source, "pairs") or "labels" in self._options
        if source is not None and complete:
            # Report what is wrong already at load.
            self._setting({})

    def __reduce__(self):
        if len(self):
            raise ValueError(
                f"a metric with {len(self)} pending examples can't be pickled; call compute first"
            )
        arguments = {**self._arguments, **self._options}
        return reduced(_rebuild, (type(self), arguments, __version__))

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features(
                {name: dict(side.features) for name, side in read_as(self.config_name)}
            ),
            homepage=SPACE_ADDRESS or PAPER_ADDRESS,
            license="MIT",
            codebase_urls=[SPACE_ADDRESS] if SPACE_ADDRESS else [],
            reference_urls=[PAPER_ADDRESS],
        )

    @property
    def _config(self):
        return CONFIGS[self.config_name]

    @property
    def similarity(self):
        """Similarities: bundled names, builders, audits, thesauri; see :class:`Similarities`."""
        return Similarities

    def __repr__(self) -> str:
        return shown_metric(self.config_name, self._options, len(self))

    def compute(
        self,
        predictions: Rows | None = None,
        references: Rows | None = None,
        *,
        counts: PartialCounts | None = None,
        judged_references: Rows | None = None,
        account: Account | Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> Scores:
        """Semantic F1 of the given examples, or of those added before.

        Predictions come first; scikit-learn's metrics have the gold labels first. With both inputs
        and nothing pending they are scored as they are, without a cache file; such calls may run in
        several threads at once. Otherwise what was added is scored with them, and forgotten. An
        option that can't be is refused before anything is touched; a failure after that drops what
        was pending, and says so.

        Parameters
        ----------
        predictions, references : one entry an example, in the forms of the metric's config; both
            or neither
        counts : instead of examples what :meth:`counts` gave of them, or a sum of such: the
            scores are the same, digit for digit. There are no intervals of counts
        judged_references : gold labels by a language model for every example, if people labelled
            some of them only: ``references`` is then None for the others. Gives estimates for all
            examples, with intervals that hold if people's examples were drawn at random
            (:meth:`draw_examples`); see docs/judged.md
        account : what :meth:`read_file` gives under this key, put into the result under the same
        **options : similarity, labels, average and the others of ``inputs_description``, for this
            call; those given to load are the defaults

        Returns
        -------
        dict of floats and lists, see ``inputs_description``; None for a process other than the
        first of several
        """
        if judged_references is not None:
            if counts is not None or self.writer is not None:
                raise ValueError(
                    "judged_references: needs the examples of this call; counts and examples added "
                    "before can't be combined with it"
                )
            systems = {"predictions": predictions}
            result = self._judged("compute", systems, references, judged_references, options)
            return result_with(result, as_account(account))
        setting = self._setting(options)
        self._check_pair(predictions, references)
        content = as_account(account)
        if content is None and counts is not None:
            content = account_of_counts(counts)
        result = self._computed(predictions, references, counts, setting)
        return result_with(result, None if setting.options["flat"] else content)

    def _computed(self, predictions, references, counts, setting):
        if counts is not None:
            return _shaped(self._compute_counts(predictions, counts, setting), setting)
        if predictions is not None and self.num_process == 1 and self.writer is None:
            return _scored(*self._read(predictions, references, setting), setting)
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        elif self.writer is None and self.num_process == 1:
            raise ValueError(
                "compute: there is nothing to score; pass predictions and references, or add "
                "examples first"
            )
        elif self.writer is None:
            self._write_nothing()
        return self._compute_pending(setting)

    @accounted
    def counts(
        self,
        predictions: Rows,
        references: Rows,
        *,
        account: Account | Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> PartialCounts:
        """Counts of some of the examples, which add up to those of all without rounding.

        For data that no machine holds at once, and for evaluation on many machines: each counts
        the examples that it has, and ``compute(counts=sum(parts))`` scores them all.

        Parameters
        ----------
        predictions, references : as for ``compute``; no examples at all are counts too
        account : what :meth:`read_file` gives under this key, put into the result
        **options : those of ``compute``. What decides how counts become scores (``average``,
            ``counting``, ``macro_f1``, ``macro_labels``) can be given to ``compute(counts=...)``
            instead; intervals can't be had of counts, nor of several annotators the consensus,
            the best constant answer, and human scores by annotator

        Returns
        -------
        PartialCounts: ``a + b``, ``sum``, ``==``, ``len`` (examples), pickles, ``to_dict()`` and
        ``PartialCounts.from_dict``, which :meth:`counts_from_dict` calls
        """
        weight = options.pop("sample_weight", self._options.get("sample_weight"))
        setting = self._setting({**options, "sample_weight": None})
        self._check_pair(predictions, references, needed="counts")
        if setting.grouped and setting.similarity.keys is None:
            raise ValueError(
                "similarity: counts take one for all examples, or one an annotator; a list with "
                "one an example belongs to these examples alone"
            )
        sides = self._read(predictions, references, setting)
        fields = self._fields_of_counts(setting)
        n = sides[0].n
        if weight is not None:
            # Of other examples the weights may be above 0.
            weight = read_weights(weight, n, some=False)
        if self._config.kind == "distributions":
            sums = {"distances": soft_sums(*sides, weight, setting)}
            return PartialCounts(fields, n, sums, weighted=weight is not None)
        return counts_of_sets(sides, n, weight, setting, fields)

    def counts_from_dict(self, content: Mapping[str, Any]) -> PartialCounts:
        """Counts from the ``content`` that :meth:`PartialCounts.to_dict` gave, from JSON say."""
        return PartialCounts.from_dict(content)

    def _fields_of_counts(self, setting):
        fields = signature_fields(setting)
        return counted_fields(fields, setting, __version__)

    def _compute_counts(self, predictions, counts, setting):
        """Result of ``compute`` for counts instead of examples."""
        if predictions is not None or self.writer is not None:
            raise ValueError("counts: pass either examples or counts of them, not both")
        self._check_counts(counts, setting)
        if self._config.kind == "distributions":
            return result_of_soft_sums(counts.sums["distances"], setting)
        warn_changes(counts.changes, setting)
        result = result_of_sums(sums_in(counts, setting), setting)
        if setting.config.kind == "grades":
            result |= distances_of_sums(counts.sums["distances"], setting)
        return result

    def _check_counts(self, counts, setting):
        for option in ("n_resamples", "sample_weight"):
            if setting.options[option] is not None:
                why = (
                    "intervals need the examples"
                    if option == "n_resamples"
                    else ("weights are given where examples are counted")
                )
                raise ValueError(f"{option}: counts were given, and {why}")
        refuse_other_setting(counts, self._fields_of_counts(setting))

    def read_file(
        self,
        path: str | os.PathLike[str],
        gold: str | os.PathLike[str] | None = None,
        *,
        predictions: str | Sequence[str] | None = None,
        references: str | Sequence[str] | None = None,
        ids: Literal["auto", "always", "never"] = "auto",
        similarity: Any = None,
        labels: Any = None,
        **reading: Any,
    ) -> dict[str, Any]:
        """Read predictions and gold labels from files, for ``compute(**...)``.

        Parameters
        ----------
        path : str or path of a CSV, TSV, JSON, JSON Lines, Parquet or .xlsx file, or a .gz of one
        gold : None, or the file of the gold labels
        predictions, references : names of the columns, by default those whose names say it.
            Several names of predictions are several systems; in config "annotators" the references
            are the annotators' columns, or one of nested lists
        ids : "auto" (whole numbers are names where the universe has them, else ids where all cells
            are such), "always" or "never"
        similarity, labels : as for ``compute``, where the metric has none of its own
        **reading : ``id``, ``separator``, ``indicators``, ``long``, ``header``, ``missing``,
            ``format``, ``quotes``, ``merged``, ``by_line``, ``blank`` and ``threshold``, as
            docs/files-and-inputs.md describes them; ``account=False`` leaves the account out

        Returns
        -------
        dict with "predictions" and "references", and in config "annotators" "annotators"; with
        several systems "systems" and "references", for ``rank(**...)``; and "account", an Account
        of what was read, which ``compute(**...)`` and others put into their result

        Raises
        ------
        ValueError
            naming the file, the line and the column; and where nothing tells whether whole numbers
            are names or ids
        """
        given = {"similarity": similarity, "labels": labels}
        options = {name: value for name, value in given.items() if value is not None}
        all_options = {**self._options, **options}
        known = None
        if all_options.get("similarity") is not None and self._config.kind != "distributions":
            known = self._setting(options).space.names
        columns = {"predictions": predictions, "references": references}
        return read_for(self.config_name, path, gold, **columns, ids=ids, known=known, **reading)

    def signature(self, *, short: bool = False, **options: Unpack[Options]) -> str:
        """Every setting that moves the number, in one line to cite next to it.

        Holds the config, the options as ``compute`` would use them, the similarity's name and
        fingerprint (16 hex digits of its sha256), the universe and this metric's version.

        Parameters
        ----------
        short : bool; True gives the version, the similarity with 8 digits of its fingerprint, the
            number of labels with 8 digits of their order, and what differs from the defaults of
            that version
        **options : those of ``compute``

        Returns
        -------
        str
        """
        setting = self._setting(options)
        if not short:
            return self._signature_of(setting)
        own = getattr(setting.similarity, "none_labels", ())
        defaults = {**DEFAULTS, "config": "default", "none_labels": sorted(own)}
        defaults |= {"beta": 1.0, "sigma": 1.0, "p": 2.0}
        return short_signature(signature_fields(setting), defaults, __version__)

    def _signature_of(self, setting, **fields):
        """The line to cite, with some fields as they are given."""
        of_setting = signature_fields(setting)
        return signature({**of_setting, **fields, "version": __version__})

    @contextmanager
    def notices(self) -> Iterator[list[str]]:
        """Collect what would be warned about, as a list of texts, instead of warning.

        ``with metric.notices() as texts: metric.compute(...)``. Unlike
        ``warnings.catch_warnings`` it keeps the threads of a server apart.
        """
        with collect() as texts:
            yield texts

    def _setting(self, options):
        """The options of this call over those of the metric, and what they lead to."""
        given = validate_options(options, self.config_name)
        if SHAPING.intersection(given) or not self._config.has_labels:
            return resolve_options({**self._defaults(), **given}, self.config_name)
        if self._base is None:
            # The universe and the lookups of names: made once, however many labels there are.
            self._base = resolve_options(self._defaults(), self.config_name)
        return self._base._replace(options={**self._base.options, **given})

    def _defaults(self):
        """All options as they are without those of a call."""
        return {**DEFAULTS, "seed": self._arguments["seed"], **self._options}

    def _setting_of_sets(self, method, options, grouped=True):
        """The setting of a method; ``grouped``: examples may have similarities of their own."""
        check_method(method, self._config)
        setting = self._setting(options)
        if not grouped and setting.grouped:
            raise ValueError(f"{method}: takes one similarity, not one an example or annotator")
        return setting

    def _setting_of_baselines(self, argument, scores, options):
        """Names of other scores, and the setting of one gold set an example."""
        names = chosen_scores(scores, argument)
        check_method("baselines", self._config, argument)
        return names, self._setting_of_sets("baselines", options, grouped=False)

    def _compute_pending(self, setting):
        try:
            sides = self._pending()
            return None if sides is None else _scored(*sides, setting)
        except ValueError as error:
            raise ValueError(
                f"{error} (the pending examples were dropped: add them again)"
            ) from error
        finally:
            self._discard()


def _rebuild(cls, arguments, version):
    """A metric from its pickle.

    ``version`` is that of the code that pickled it: the pickle changes with it, so that
    ``Dataset.map`` answers from no cache of an older one.
    """
    return cls(**arguments)


def _scored(predictions, references, setting):
    """Result of ``compute`` for both sides as they were read."""
    return _shaped(full_result(predictions, references, setting), setting)


def _shaped(result, setting):
    return flattened(result) if setting.options["flat"] else result
