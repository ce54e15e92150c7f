"""Scores of label sets, points and rows, for a config and its options; needs no ``evaluate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .comparisons.methods import Comparisons
from .config_table import DEFAULT_CONFIG, check_method, config_under
from .files.account import Account, account_of_counts, accounted, as_account, result_with
from .files.reading import read_for
from .inputs.configs import SIDES, read, warn_changes
from .inputs.named_rows import columns_by_label
from .inputs.number_rows import read_weights
from .messages import notices, short, short_signature, signature
from .option_table import DEFAULTS
from .options import (
    check,
    check_config,
    names_out_of,
    resolve_options,
    signature_fields,
)
from .pickling import reduced
from .reports.annotators import People
from .reports.indexing_methods import Indexing
from .reports.methods import Reports
from .scoring.assignments import OTHER_SCORES
from .scoring.distance_results import distances_of_sums, result_of_soft_sums, soft_sums
from .scoring.full_results import full_result, shaped
from .scoring.partial_counts import (
    PartialCounts,
    counted_fields,
    counts_of_sets,
    refuse_other_setting,
    sums_in,
)
from .scoring.perspectives import perspective_result
from .scoring.results import result_of_sums
from .signatures import names_options
from .similarities import Similarities
from .training import sklearn_scorer
from .version import __version__

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from typing_extensions import Unpack

    from .option_types import AccountedOptions, Config, Options, OptionsWithoutSeed, Rows
    from .result_types import Scores


# Options that the universe or the similarity depends on.
SHAPING = {"similarity", "labels", "none_labels", "normalize_names", "macro_labels"}


@names_options
class Scorer(People, Reports, Indexing, Comparisons):
    """Semantic F1 without ``evaluate``: all methods of the metric but ``add`` and ``add_batch``.

    ``Scorer("multilabel", similarity="plutchik").compute(predictions, references)`` gives what
    ``SemanticF1`` gives. A process that needs no more of ``evaluate`` starts in a quarter of the
    time.

    Parameters
    ----------
    config_name : "default", "multilabel", "annotators", "soft", "graded" or "points"
    seed : None, or int, the seed of resampling where a call has none
    **options : the defaults of :meth:`compute`'s options
    """

    def __init__(
        self,
        config_name: Config | None = None,
        seed: int | None = None,
        **options: Unpack[OptionsWithoutSeed],
    ) -> None:
        # No examples wait for compute; evaluate deletes it, also of a metric that was refused.
        self.writer, self.num_process = None, 1
        config_name = check_config(config_name or DEFAULT_CONFIG)
        self.config_name = config_name
        # The base class of the metric would draw a seed at random, and fingerprints would never
        # repeat.
        self._arguments = {"config_name": config_name, "seed": 0 if seed is None else seed}
        self._config = config_under(config_name, options.get("of"))
        self._options = check(options, config_name, self._config)
        self._base = None
        source = self._options.get("similarity")
        complete = hasattr(source, "pairs") or "labels" in self._options
        if source is not None and complete:
            # Report what is wrong already at load.
            self._setting({})

    def __reduce__(self):
        arguments = {**self._arguments, **self._options}
        return reduced(rebuilt, (type(self), arguments, __version__))

    @property
    def similarity(self):
        """Similarities: bundled names, builders, audits, thesauri; see :class:`Similarities`."""
        return Similarities

    def __repr__(self) -> str:
        parts = [repr(self.config_name)] * (self.config_name != DEFAULT_CONFIG)
        for name, value in self._options.items():
            known = getattr(value, "name", None) if name == "similarity" else None
            shown = known if known in (*Similarities.names(), "identity") else value
            parts.append(f"{name}={repr(shown) if hasattr(shown, 'labels') else short(shown)}")
        pending = 0 if self.writer is None else len(self.writer)
        added = f", {pending} example{'s' * (pending > 1)} added" if pending else ""
        return f"SemanticF1({', '.join(parts)}{added})"

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
        predictions, references : one entry per example, in the forms of the metric's config; both
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
                rule = "needs the examples of this call, not counts or examples added before"
                raise ValueError(f"judged_references: {rule}")
            systems = {"predictions": predictions}
            result = self._judged("compute", systems, references, judged_references, options)
            return result_with(result, as_account(account))
        setting = self._setting(options)
        self._check_pair(predictions, references)
        content = as_account(account)
        if content is None and counts is not None:
            content = account_of_counts(counts)
        if counts is None:
            result = self._compute_examples(predictions, references, setting)
        else:
            result = shaped(self._compute_counts(predictions, counts, setting), setting)
        return result_with(result, None if setting.options["flat"] else content)

    @accounted
    def counts(
        self,
        predictions: Rows,
        references: Rows,
        **options: Unpack[AccountedOptions],
    ) -> PartialCounts:
        """Counts of some of the examples, which add up to those of all without rounding.

        For data that no machine holds at once, and for evaluation on many machines: each counts
        the examples that it has, and ``compute(counts=sum(parts))`` scores them all.

        Parameters
        ----------
        predictions, references : as for ``compute``; no examples at all are counts too. In
            config "annotators" predictions may have a set per annotator: the counts are then for
            ``perspectives(counts=...)``, with ``annotators`` given here
        **options : those of ``compute``. What decides how counts become scores (``average``,
            ``counting``, ``macro_f1``, ``macro_labels``) can be given to ``compute(counts=...)``
            instead; counts give no intervals, nor for several annotators the consensus,
            the best constant answer, and human scores by annotator

        Returns
        -------
        PartialCounts: ``a + b``, ``sum``, ``==``, ``len`` (examples), pickles, ``to_dict()`` and
        ``PartialCounts.from_dict``, which :meth:`counts_from_dict` calls
        """
        check_method("counts", self._config)
        weight = options.pop("sample_weight", self._options.get("sample_weight"))
        options["sample_weight"] = None
        setting = self._setting(options)
        self._check_pair(predictions, references, needed="counts")
        if setting.grouped and setting.similarity.keys is None:
            rule = "counts take one for all examples, or one per annotator; got one per example"
            raise ValueError(f"similarity: {rule}")
        sides = self._read(predictions, references, setting, "either")
        method = None
        if hasattr(sides[0], "sets"):
            method, setting = "perspectives", self._setting_of_perspectives(options)
        fields = self._fields_of_counts(setting, method)
        n = sides[0].n
        if weight is not None:
            # Of other examples the weights may be above 0.
            weight = read_weights(weight, n, some=False)
        if self._config.kind == "distributions":
            sums = {"distances": soft_sums(*sides, weight, setting)}
            return PartialCounts(fields, n, sums, weighted=weight is not None)
        return counts_of_sets(sides, n, weight, setting, fields)

    def counts_from_dict(self, content: Mapping[str, Any]) -> PartialCounts:
        """Counts from the ``content`` of :meth:`PartialCounts.to_dict`, for example from JSON."""
        return PartialCounts.from_dict(content)

    def _fields_of_counts(self, setting, method=None):
        fields = counted_fields(signature_fields(setting), setting, __version__)
        return fields | ({"method": method} if method else {})

    def _compute_counts(self, predictions, counts, setting, method=None):
        """Result of ``compute``, or of ``perspectives``, for counts instead of examples."""
        if predictions is not None or self.writer is not None:
            raise ValueError("counts: pass either examples or counts of them, not both")
        self._check_counts(counts, setting, method)
        if self._config.kind == "distributions":
            return result_of_soft_sums(counts.sums["distances"], setting)
        warn_changes(counts.changes, setting)
        result_from = perspective_result if method else result_of_sums
        result = result_from(sums_in(counts, setting), setting)
        if setting.config.kind == "grades" and not setting.config.several_gold:
            result |= distances_of_sums(counts.sums["distances"], setting)
        return result

    def _check_counts(self, counts, setting, method=None):
        for option, why in (
            ("n_resamples", "intervals need the examples"),
            ("sample_weight", "weights are given where examples are counted"),
        ):
            if setting.options[option] is not None:
                raise ValueError(f"{option}: counts were given, and {why}")
        refuse_other_setting(counts, self._fields_of_counts(setting, method))

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
            are the annotators' columns, or one of nested lists; with ``annotator``, a column, each
            line holds one choice of one annotator
        ids : "auto" (whole numbers are names where the universe has them, else ids where all cells
            are such), "always" or "never"
        similarity, labels : as for ``compute``, if the metric has none
        **reading : ``id``, ``separator``, ``indicators``, ``long``, ``header``, ``missing``,
            ``format``, ``quotes``, ``merged``, ``key``, ``by_line``, ``blank``, ``threshold``,
            ``source`` and ``replies``, as docs/files-and-inputs.md describes them;
            ``account=False`` leaves the account out

        Returns
        -------
        dict with "predictions" and "references", and in config "annotators" "annotators"; with
        several systems "systems" and "references", for ``rank(**...)``; and "account", an Account
        of what was read, which ``compute(**...)`` and others put into their result

        Raises
        ------
        ValueError
            naming the file, the line and the column; and if nothing tells whether whole numbers
            are names or ids
        """
        if self._config.like:
            what = f"{self._config.of} of several annotators"
            raise ValueError(f"read_file: reads no {what}; pass compute nested lists")
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

    def as_sklearn_scorer(self, score: str = "semantic_f1", **options: Unpack[Options]) -> Any:
        """A scorer for ``cross_validate``, ``GridSearchCV`` and others of scikit-learn.

        It scores what ``predict`` gives: names or ids in config "default", rows in the order of
        ``labels`` in "multilabel". If the gold labels are a DataFrame, predictions have its columns
        in its order. Distances are negated, as scikit-learn does with losses. It can be pickled,
        and keeps none of the examples that were added to this metric.

        Parameters
        ----------
        score : the key of :meth:`compute`'s result, "semantic_f1_micro" say if ``average`` is a
            list
        **options : those of ``compute``, over those of this metric

        Returns
        -------
        callable(estimator, X, y), made by ``sklearn.metrics.make_scorer``

        Raises
        ------
        ValueError
            if ``score`` is no key of results, or one of which neither high nor low is better
        ImportError
            if scikit-learn is not installed
        """
        arguments = {name: self._arguments[name] for name in ("config_name", "seed")}
        return sklearn_scorer(Scorer(**{**arguments, **self._options, **options}), score)

    notices = staticmethod(notices)

    def _setting(self, options):
        """The options of this call over those of the metric, and what they lead to."""
        given = check(options, self.config_name, self._config)
        if SHAPING.intersection(given) or not self._config.has_labels:
            return resolve_options({**self._defaults(), **given}, self._config)
        if self._base is None:
            # The universe and the lookups of names: made once, however many labels there are.
            self._base = resolve_options(self._defaults(), self._config)
        return self._base._replace(options={**self._base.options, **given})

    def _defaults(self):
        """All options as they are without those of a call."""
        return {**DEFAULTS, "seed": self._arguments["seed"], **self._options}

    def _setting_of_sets(self, method, options, grouped=True):
        """The setting of a method; ``grouped``: examples may have separate similarities."""
        check_method(method, self._config)
        setting = self._setting(options)
        if not grouped and setting.grouped:
            raise ValueError(f"{method}: takes one similarity, not one per example or annotator")
        return setting

    def _setting_of_scores(self, method, scores, options):
        """Names of other scores for a method to add, and the setting that it then needs."""
        if scores is None or (isinstance(scores, (tuple, list)) and not scores):
            return (), self._setting_of_sets(method, options)
        return self._setting_of_baselines("scores", scores, options)

    def _setting_of_baselines(self, argument, scores, options):
        """Names of other scores, and the setting of one gold set per example."""
        names = OTHER_SCORES
        if scores is not None:
            names = names_out_of(argument, scores, OTHER_SCORES)
        check_method("baselines", self._config, argument)
        return names, self._setting_of_sets("baselines", options, grouped=False)

    def _compute_examples(self, predictions, references, setting, score=None):
        """Result for examples of the call: of ``compute``, or by ``score`` if it is given."""
        if predictions is None or self.writer is not None or self.num_process > 1:
            return self._compute_pending(predictions, references, setting, score)
        sides = self._read(
            predictions, references, setting, "per_annotator" if score else "per_example"
        )
        return (score or full_result)(*sides, setting)

    def _compute_pending(self, predictions, references, setting, score):
        raise ValueError("there is nothing to score; pass predictions and references")

    def add_batch(self, **columns: Any) -> None:
        """Refuse examples that would wait for ``compute``: a Scorer keeps none.

        Parameters
        ----------
        **columns : as for ``SemanticF1.add_batch``

        Raises
        ------
        ValueError
            naming :meth:`counts`, which adds up parts
        """
        raise ValueError(
            "a Scorer keeps no examples: count each part, counts(predictions, references), and "
            "pass compute(counts=sum(parts)); or use SemanticF1, the metric of evaluate"
        )

    add = add_batch

    def _read(self, predictions, references, setting=None, predicted="per_example"):
        """Both sides in the caller's own terms; columns of DataFrames by the labels' names."""
        if self._config.indicators:
            predictions, references = columns_by_label(
                predictions, references, lambda: setting.space
            )
        return read(self._config, predictions, references, predicted)

    def _check_pair(self, predictions, references, needed=None):
        given = [
            name for name, x in zip(SIDES, (predictions, references), strict=True) if x is not None
        ]
        if len(given) == 1 or (needed and not given):
            raise ValueError(
                f"{needed or 'compute'}: predictions and references are needed together; "
                f"got {given[0] + ' only' if given else 'neither'}"
            )


def rebuilt(cls, arguments, version):
    """A metric from its pickle.

    ``version`` is that of the code that pickled it: the pickle changes with it, so that
    ``Dataset.map`` answers from no cache of an older one.
    """
    return cls(**arguments)
