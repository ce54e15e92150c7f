"""The metric's methods that look at one system closely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..average_table import NAMED_AVERAGES
from ..files.account import Account, accounted
from ..inputs.configs import columns_of_batch, label_sets, warn_changes, weighted_sets
from ..messages import notices, short, warn
from ..options import check_flag, check_one_of, check_whole
from ..result_table import SCORE_KEYS
from ..scoring.assignments import baselines_by_example, baselines_of
from ..scoring.distance_results import distances_of
from ..scoring.full_results import result_of_sets
from ..scoring.partial_counts import sums_in
from ..scoring.results import numbered, scores_by_example
from .confusion import precision_under, spread
from .contents import REPORTS, confusion_of, explanation_of, report_of, sums_of_report
from .formats import as_html
from .hierarchical import hierarchical_scores, thesaurus_of
from .notebooks import Explanation, ReportText
from .replies import read_all, reader_of, scores_of_replies
from .results_text import results_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal, overload

    import pandas
    from typing_extensions import Unpack

    from ..option_types import AccountedOptions, Options, Rows
    from ..result_types import (
        Confusion,
        Explained,
        Hierarchical,
        Replies,
        Report,
        Scores,
        SetRelatedness,
        SideBySide,
    )
    from ..scoring.partial_counts import PartialCounts


class Reports:
    """Methods of the metric: ``report``, ``explain``, ``confusion``, ``pointwise`` and others."""

    # Results as a paper prints them; ``semantic_f1.results_text`` too.
    results_text = staticmethod(results_text)

    @accounted
    def pointwise(
        self,
        predictions: Rows,
        references: Rows | None = None,
        *,
        scores: str | Iterable[str] = (),
        **options: Unpack[AccountedOptions],
    ) -> dict[str, list[float]]:
        """Scores of each example (eqs. 3-5), made for ``Dataset.map``.

        Parameters
        ----------
        predictions, references : as for ``compute``; or one mapping with both columns, as
            ``Dataset.map(metric.pointwise, batched=True)`` passes it
        scores : names out of those of :meth:`baselines`, to be added
        **options : those of ``compute``; averages and weights are not used

        Returns
        -------
        dict of three lists of floats, one per example: semantic_f1, semantic_precision,
        semantic_recall, and one for each of ``scores``; in the "soft" config of a list for each
        distance
        """
        if references is None:
            predictions, references = columns_of_batch(predictions)
        elif isinstance(predictions, (str, bool, int)):
            rule = "a batch of them is needed: Dataset.map(metric.pointwise, batched=True, ...)"
            raise ValueError(f"pointwise: got one example, {short(predictions)}; {rule}")
        self._check_pair(predictions, references, needed="pointwise")
        scores, setting = self._setting_of_scores("pointwise", scores, options)
        raws = self._read(predictions, references, setting)
        if self._config.kind == "distributions":
            return {name: values.tolist() for name, values in distances_of(*raws, setting).items()}
        data = label_sets(*raws, setting, counted=False)
        precision, recall, f1 = scores_by_example(*numbered(data, setting))
        result = {"semantic_f1": f1, "semantic_precision": precision, "semantic_recall": recall}
        if scores:
            result |= baselines_by_example(data, setting, scores)
        return {name: values.tolist() for name, values in result.items()}

    def read_replies(
        self,
        texts: Iterable[str | None],
        *,
        marker: str | Iterable[str] | None = None,
        alias: Mapping[str, str] | str | Any | None = None,
        key: str | Iterable[str] | None = None,
        account: Account | Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> Replies:
        """Label sets of language models' replies, read by fixed rules and never by a guess.

        A reply is read where its answer is the whole reply, a JSON array or object, a list with
        bullets or numbers, the first line, or what stands behind "Label:", "Answer:" and the like.
        It is partly read with names of no label or a doubt next to labels, else unreadable.
        docs/files-and-inputs.md has the rules.

        Parameters
        ----------
        texts : sequence of str or None, one reply per example
        marker : str or list of str, words behind which your model's answer begins
        alias : dict of an item of replies -> the label that it means, or the path of a table of two
            such columns
        key : str or list of str, further keys of JSON objects that hold the answer
        account : what ``read_file`` returned under this key; the result's account has it, too
        **options : those of ``compute`` that say what the labels are

        Returns
        -------
        dict: "predictions", a list of label names per example (an unreadable reply has one name
        outside the labels), for ``compute(..., unknown_labels="mismatch")``; "ledger", a dict per
        reply with its state ("read", "partly" or "unreadable"), rule, labels, names of no label,
        reason, and a proposal for near misses; "account", with the numbers of each under "replies"

        Raises
        ------
        ValueError
            for texts that are no texts, an alias of no label, and configs without label names
        """
        return read_all(
            self._reply_reader("read_replies", marker, alias, key, options), texts, account
        )

    def compute_replies(
        self,
        texts: Iterable[str | None],
        references: Rows,
        *,
        marker: str | Iterable[str] | None = None,
        alias: Mapping[str, str] | str | Any | None = None,
        key: str | Iterable[str] | None = None,
        account: Account | Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> Scores:
        """Scores of language models' replies, with unreadable ones counted in three ways.

        Unreadable replies count as wrong (one name outside the labels), as empty, and left out.
        What the replies meant lies between the least and the greatest of the three.

        Parameters
        ----------
        texts, marker, alias, key, account : as for :meth:`read_replies`
        references : as for ``compute``
        **options : those of ``compute``, without ``unknown_labels``; intervals by ``n_resamples``
            are those of the scores as wrong

        Returns
        -------
        dict with the keys of ``compute`` for unreadable replies as wrong, the same keys with
        ``_as_empty`` and ``_left_out``, "ledger" and "account" as in :meth:`read_replies` (with
        ``flat=True`` without these two)

        Raises
        ------
        ValueError
            as ``compute`` and :meth:`read_replies`, and where no reply can be read
        """
        if "unknown_labels" in options:
            raise ValueError(
                "unknown_labels: names of no label in a reply count as wrong in compute_replies; "
                "read_replies gives the predictions for compute"
            )
        read = read_all(
            self._reply_reader("compute_replies", marker, alias, key, options), texts, account
        )
        # Unknown gold labels are an error as ever.
        setting = self._setting(options)
        label_sets(*self._read([[]] * len(read["predictions"]), references), setting, counted=False)
        result = scores_of_replies(self, read, references, options)
        if setting.options["flat"]:
            return result
        return {**result, "ledger": read["ledger"], "account": read["account"]}

    def _reply_reader(self, method, marker, alias, key, options):
        if not self._config.names_sets:
            raise ValueError(
                f'{method}: reads names, which the "{self.config_name}" config has not'
            )
        return reader_of(self._setting(options).space, marker, alias, key)

    @accounted
    def baselines(
        self,
        predictions: Rows,
        references: Rows,
        *,
        which: str | Iterable[str] | None = None,
        **options: Unpack[AccountedOptions],
    ) -> dict[str, float]:
        """Other similarity-based scores of label sets, to be compared with Semantic F1.

        With P the predicted and T the gold labels of an example, neither of them empty:
        "semantic_precision" and "semantic_recall" alone (eqs. 3, 4); "turki", the larger set's mean
        best match in the smaller, as arXiv 2509.21633 reads Turki et al. (arXiv 2011.00109);
        "hungarian", the greatest total similarity of a one-to-one assignment over max(|P|, |T|);
        "extended_hungarian", where each label left over adds its best match, and
        "extended_hungarian_harmonic", their harmonic mean, 0 where one of them is 0 (among
        assignments of equal totals the one of greatest extended score, so that no order of labels
        moves a number); "transport", 1 less the least cost of moving uniform mass on P to uniform
        mass on T at a cost of 1 - S; "set_relatedness" (Hauff, DIR 2013). With the identity as
        similarity only the last is F1 (docs/baselines.md).

        Parameters
        ----------
        predictions, references : as for ``compute``, one gold set per example
        which : names out of these, or one of them; default all
        **options : those of ``compute``; averages are not used; an example with neither predicted
            nor gold labels has ``zero_division``

        Returns
        -------
        dict of name -> mean over the examples, a float in [0, 1], weighted by ``sample_weight``;
        with ``n_resamples`` also its interval, under name_low and name_high

        Raises
        ------
        ImportError
            where large sets need scipy, or for "transport" POT, and it is not installed
        """
        self._check_pair(predictions, references, needed="baselines")
        which, setting = self._setting_of_baselines("which", which, options)
        data = weighted_sets(*self._read(predictions, references, setting), setting)
        return baselines_of(data, setting, which)

    @accounted
    def set_relatedness(
        self, predictions: Rows, references: Rows, **options: Unpack[AccountedOptions]
    ) -> SetRelatedness:
        """Relatedness of predicted and gold sets in one number (Hauff, DIR 2013, after Nowak).

        (sum of s(p) over P + sum of s(t) over T) / (|P| + |T|): the mean best match of all
        labels of both sides. Unlike Semantic F1 it weighs both directions by the sizes of the sets.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``; averages are not used

        Returns
        -------
        dict: "set_relatedness", the weighted mean over the examples, and
        "set_relatedness_by_example", a list
        """
        setting = self._setting_of_sets("set_relatedness", options, grouped=False)
        data = weighted_sets(*self._read(predictions, references, setting), setting)
        values = baselines_by_example(data, setting, ("set_relatedness",))["set_relatedness"]
        return {
            "set_relatedness": float(np.average(values, weights=data.weight)),
            "set_relatedness_by_example": values.tolist(),
        }

    @accounted
    def hierarchical(
        self,
        predictions: Rows,
        references: Rows,
        *,
        roots: bool = True,
        **options: Unpack[AccountedOptions],
    ) -> Hierarchical:
        """Hierarchical precision, recall and F1 (hP, hR, hF) over the ancestors in a thesaurus.

        Label sets are extended by all ancestors of their members; hP is the share of the extended
        predicted set that is in the extended gold set, hR in reverse, hF their harmonic
        mean (Kiritchenko et al., Canadian AI 2006). Next to it Semantic F1 by the same thesaurus.

        Parameters
        ----------
        predictions, references : as for ``compute``
        roots : bool, whether concepts without a broader one count. True (default): all ancestors
            in the thesaurus do; False: an only root, which all share, is left out, as Kiritchenko
            et al. do
        **options : those of ``compute``; ``similarity`` is a measure over a thesaurus
            (``metric.similarity.relatedness``), ``average`` is not used

        Returns
        -------
        dict: "hierarchical_precision", "hierarchical_recall", "hierarchical_f1" (micro: sums over
        all examples); the same with "_samples" (means of the examples' own); and
        "semantic_precision", "semantic_recall" and "semantic_f1" (samples)

        Warns
        -----
        UserWarning
            where the thesaurus has one root and it counts: every two sets share it
        """
        roots = check_flag("roots", roots)
        setting = self._setting_of_sets("hierarchical", options, grouped=False)
        thesaurus = thesaurus_of(setting.similarity, "hierarchical")
        data = weighted_sets(*self._read(predictions, references, setting), setting)
        if roots and len(thesaurus.roots) == 1:
            warn(
                f"hierarchical: {thesaurus.name_of(int(thesaurus.roots[0]))!r} is above every "
                "concept and counts as an ancestor that all share, which raises precision and "
                "recall; roots=False leaves it out, as Kiritchenko et al. (2006) do."
            )
        excluded = () if roots or len(thesaurus.roots) > 1 else thesaurus.roots.tolist()
        scores = hierarchical_scores(data, setting, thesaurus, excluded)
        semantic = scores_by_example(data, setting)
        return scores | {
            name: float(np.average(values, weights=data.weight))
            for name, values in zip(SCORE_KEYS, semantic, strict=True)
        }

    @accounted
    def explain(
        self, predictions: Rows, references: Rows, **options: Unpack[AccountedOptions]
    ) -> Explained:
        """Credit that one example earns and loses, label by label.

        Parameters
        ----------
        predictions, references : the predicted and the gold labels of one example, as one entry
            of ``compute``'s
        **options : those of ``compute``

        Returns
        -------
        dict with the example's semantic_f1, semantic_precision and semantic_recall, and under
        "predictions" and "references" a list with a dict for each label, in label order: "label",
        "best_match" (the first in label order, None if nothing is similar), "similarity", and
        "ties" (all best matches). In the "annotators" config "by_annotator" holds such a dict
        against each gold set alone
        """
        setting = self._setting_of_sets("explain", options, grouped=False)
        return Explanation(explanation_of(self._read([predictions], [references]), setting))

    if TYPE_CHECKING:

        @overload
        def report(
            self,
            predictions: Rows | None = None,
            references: Rows | None = None,
            *,
            counts: PartialCounts | None = None,
            output: Literal["text", "markdown"] = "text",
            digits: int = 3,
            scores: str | Iterable[str] = (),
            **options: Unpack[AccountedOptions],
        ) -> str: ...

        @overload
        def report(
            self,
            predictions: Rows | None = None,
            references: Rows | None = None,
            *,
            counts: PartialCounts | None = None,
            output: Literal["frame"],
            digits: int = 3,
            scores: str | Iterable[str] = (),
            **options: Unpack[AccountedOptions],
        ) -> pandas.DataFrame: ...

        @overload
        def report(
            self,
            predictions: Rows | None = None,
            references: Rows | None = None,
            *,
            counts: PartialCounts | None = None,
            output: Literal["dict"],
            digits: int = 3,
            scores: str | Iterable[str] = (),
            **options: Unpack[AccountedOptions],
        ) -> Report: ...

    @accounted
    def report(
        self,
        predictions: Rows | None = None,
        references: Rows | None = None,
        *,
        counts: PartialCounts | None = None,
        output: Literal["text", "markdown", "frame", "dict"] = "text",
        digits: int = 3,
        scores: str | Iterable[str] = (),
        **options: Unpack[AccountedOptions],
    ) -> str | pandas.DataFrame | Report:
        """Semantic next to hard scores, for each label and for all averages.

        Parameters
        ----------
        predictions, references : as for ``compute``
        counts : instead of them what ``counts`` gave, or a sum of such
        output : "text" (aligned as scikit-learn's classification_report), "markdown", "frame" (a
            pandas DataFrame) or "dict"
        digits : int >= 0, decimals of text and markdown
        scores : names out of those of :meth:`baselines`, each a further row: its mean, in the
            columns of F1 and also under the identity
        **options : those of ``compute``; ``average`` is not used

        Returns
        -------
        str, DataFrame, or dict: "rows" (a dict for each label: label, predicted, support, and
        semantic and hard precision, recall and F1), "averages" in the same form, "macro_gap" (by
        how much F1 of averages exceeds averaged F1, for both; arXiv 1911.03347) and "signature".
        Under ``reduce="max"`` hard scores are against the annotator of the greatest plain F1
        """
        check_one_of("output", output, REPORTS)
        scores, setting = self._setting_of_scores("report", scores, options)
        digits = check_whole("digits", digits, 0)
        # A report has no intervals, and so cites no resamples.
        uncertain = {"n_resamples": None, "groups": None}
        of_report = {**options, **uncertain, "average": list(NAMED_AVERAGES)}
        # Counts hold no weights, but know whether there were any.
        weights = {"sample_weight": "counted"} if getattr(counts, "weighted", False) else {}
        cited = self._signature_of(self._setting(of_report), **weights)
        if counts is None:
            self._check_pair(predictions, references, needed="report")
            data = weighted_sets(*self._read(predictions, references, setting), setting)
            sums, others = sums_of_report(data, setting, scores)
        else:
            if predictions is not None or scores:
                raise ValueError("counts: pass either examples or counts; scores need examples")
            self._check_counts(counts, setting)
            warn_changes(counts.changes, setting)
            sums, others = sums_in(counts, setting), {}
        content, gaps = report_of(sums, setting, cited, others)
        rendered = REPORTS[output](content, digits)
        if output == "dict":
            rendered["macro_gap"] = gaps
        if output == "text":
            return ReportText(rendered, as_html(content, digits))
        return rendered

    @accounted
    def side_by_side(
        self, predictions: Rows, references: Rows, **options: Unpack[AccountedOptions]
    ) -> SideBySide:
        """Semantic scores next to those of plain F1, which credits exact matches only.

        The data is read once; both score the same label sets over the same labels.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``

        Returns
        -------
        dict: "semantic" and "hard", each what ``compute`` returns; keys of the hard scores begin
        with semantic_ too, the similarity being the identity
        """
        setting = self._setting_of_sets("side_by_side", options)
        data = weighted_sets(*self._read(predictions, references, setting), setting)
        semantic = result_of_sets(data, setting)
        # What is warned about is the same for both.
        with notices():
            hard = result_of_sets(data, setting.exact())
        return {"semantic": semantic, "hard": hard}

    @accounted
    def confusion(
        self, predictions: Rows, references: Rows, **options: Unpack[AccountedOptions]
    ) -> Confusion:
        """Tables of confusions between labels, and every metric of a confusion matrix.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``; averages are not used

        Returns
        -------
        dict: "labels", the scored labels and a last "(none)", and tables of best matches as lists
        of rows. In "predicted", row p and column t say how often predicted p took gold t as its
        best match; in "gold", row t and column p how often gold t was taken for predicted p. Ties
        are split evenly. A label takes "(none)" if nothing on the other side is similar to it;
        an empty set takes, as "(none)", what the other side has.

        Where every example has one label on both sides also "matrix" (rows predicted, columns
        gold), "metrics" (accuracy, macro recall, kappa, MCC and the others of [OPI], TACL 2024),
        "calibrated" (the same after prevalence calibration; None, with a warning, where a class
        has no gold example), and "per_class" (bias, prevalence, correct, precision, recall, f1)
        """
        setting = self._setting_of_sets("confusion", options, grouped=False)
        data = weighted_sets(*self._read(predictions, references, setting), setting)
        return confusion_of(data, setting)

    precision_under = staticmethod(precision_under)
    spread = staticmethod(spread)
