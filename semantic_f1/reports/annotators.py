"""The metric's methods on annotators: do they agree, and may a system take the place of one?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..inputs.annotators import read_annotators
from ..inputs.configs import weighted_sets
from ..inputs.groups import check_groups, group_codes
from ..inputs.label_sets import LabelSets
from ..inputs.long import nested_from_long
from ..messages import expected, few_units, warn
from ..options import check_whole, check_within
from ..scoring.alternative_annotator_test import replacement_test
from ..scoring.annotator_results import constant_answers
from ..scoring.distinct import SetTable
from ..scoring.human_baseline import scores_of_cases
from ..scoring.perspectives import perspectives_of
from ..scoring.reliability import (
    SET_DISTANCES,
    PairTable,
    alpha_interval,
    alpha_jackknife,
    alpha_of,
    annotator_agreement,
    units_of,
)
from ..scoring.results import judged_of, numbered, scoring_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Literal

    from typing_extensions import Unpack

    from ..option_types import Options, OptionsWithoutAnnotators, Rows
    from ..result_types import GoldSets, Reliability, ReplacementTest, Scores
    from ..scoring.partial_counts import PartialCounts


class People:
    """Methods of the metric: ``reliability``, ``perspectives`` and others."""

    def reliability(
        self,
        references: Rows,
        distance: str | Iterable[str] = SET_DISTANCES,
        **options: Unpack[Options],
    ) -> Reliability:
        """Krippendorff's alpha over label sets: agreement of annotators beyond chance.

        alpha = 1 - observed / expected disagreement. Values of different similarities can't be
        compared, nor can rules made for nominal codes (.667, .800) be used for other distances.

        Parameters
        ----------
        references : as for ``compute`` in the "annotators" config: a list of gold sets per example
        distance : "semantic" (1 - F1), "masi" (Passonneau 2006), "jaccard" or "nominal", or a list
            of them; default all; of points and grades "semantic" alone
        **options : those of ``compute``: ``n_resamples`` adds a bootstrap interval over examples,
            or over ``groups``, and ``sample_weight`` counts examples; averages are not used

        Returns
        -------
        dict: for each distance a dict with "alpha" (None if nothing varies), "observed",
        "expected", "standard_error" (jackknife over examples) and with resamples "low", "high"
        (smoothed bootstrap) and "n_left_out" (resamples in which nothing varies); "n_units"
        (examples with two annotators or more), "n_values" and "n_distinct" (their sets)
        """
        setting = self._setting_of_sets("reliability", options, grouped=False)
        allowed = SET_DISTANCES[:1] if self._config.like else SET_DISTANCES
        if distance is SET_DISTANCES:
            distance = allowed
        distances = (distance,) if isinstance(distance, str) else tuple(distance)
        for name in distances:
            if name not in SET_DISTANCES:
                what = f"one of {', '.join(allowed)}, or a list of them"
                raise expected("distance", what, name)
            if name not in allowed:
                raise ValueError(
                    f"distance: {name!r} is between label sets; of {self._config.of} there is "
                    f"{allowed[0]!r}"
                )
        data, setting = numbered(self._annotated(references, setting), setting)
        if self._config.like:
            table_of = partial(PairTable, pointwise=scoring_of(setting).pointwise)
        else:
            bound = {"pairs": setting.similarity.pairs, "n_labels": len(setting.space.labels)}
            table_of = partial(SetTable, **bound)
        units = units_of(data.references, data.offsets, table_of, sample_weight=data.weight)
        if not len(units.size):
            raise ValueError("references: no example has two annotators or more")
        resampling, result = _resampling_of(data, setting.options, len(units.size)), {}
        for name in distances:
            parts = annotator_agreement(units, name)
            alpha = float(alpha_of(parts.rows.sum(axis=0), parts))
            if np.isnan(alpha):
                warn(f"reliability: {name}: nothing varies, so that alpha is not defined.")
            result[name] = {
                "alpha": None if np.isnan(alpha) else alpha,
                "observed": parts.observed,
                "expected": parts.expected,
                "standard_error": alpha_jackknife(parts),
                **(alpha_interval(parts, **resampling) if resampling else {}),
            }
        n_values = int(units.size.sum())
        counted = {"n_units": len(units.size), "n_values": n_values, "n_distinct": len(units.table)}
        return result | counted

    def alternative_annotator_test(
        self,
        predictions: Rows,
        references: Rows,
        annotators: Any,
        epsilon: float,
        fdr: float = 0.05,
        min_items: int = 30,
        **options: Unpack[OptionsWithoutAnnotators],
    ) -> ReplacementTest:
        """Test whether a system may take the place of an annotator (arXiv 2501.10970).

        For each annotator, on the examples judged together with others: how often is the system's
        mean F1 against the others at least the annotator's own, and how often in reverse?
        An annotator loses where the second share is ahead by less than ``epsilon``, by a one-sided
        t-test, at a false discovery rate over annotators (Benjamini-Yekutieli).

        Parameters
        ----------
        predictions, references, annotators : as for ``compute`` in the "annotators" config
        epsilon : float in [0, 1]; the authors take .2 for experts, .15 for trained and .1 for crowd
            annotators
        fdr : float in (0, 1)
        min_items : int >= 2; annotators with fewer such examples are skipped
        **options : those of ``compute``; averages and weights are not used

        Returns
        -------
        dict: "winning_rate" (share of annotators who lose), "passed" (at least half),
        "advantage_probability", "by_annotator" (dicts: annotator, n, human_f1, system_f1,
        advantage, p_value, wins), "skipped", and "constant": the same of the best constant answer,
        "answer"; where that passes too, the test does not tell the system from it
        """
        shared = {
            "epsilon": check_within("epsilon", epsilon, "from 0 to 1"),
            "fdr": check_within("fdr", fdr, "between 0 and 1"),
            "min_items": check_whole("min_items", min_items, 2),
        }
        setting = self._setting_of_sets("alternative_annotator_test", options, grouped=False)
        if setting.options["sample_weight"] is not None:
            raise ValueError("sample_weight: the alternative annotator test counts every example")
        data = weighted_sets(*self._read(predictions, references), setting)
        people, numbers = read_annotators(annotators, data.offsets)

        def tested(data):
            places, human, system = scores_of_cases(judged_of(data, setting))
            return replacement_test(human, system, numbers[places], people, **shared)

        result = tested(data)
        if result["winning_rate"] is None:
            warn(
                f"alternative_annotator_test: no annotator has {min_items} examples that were "
                "judged by others too; nothing was tested."
            )
            return result
        constants = constant_answers(data, setting, ("samples",))
        if constants:
            labels = constants["samples"][1]
            n = len(data.predictions.offsets) - 1
            indices = np.tile(np.array(labels, data.predictions.indices.dtype), n)
            sets = LabelSets(indices, np.arange(n + 1) * len(labels))
            answer = [setting.space.labels[label] for label in labels]
            constant = tested(data._replace(predictions=sets))
            result["constant"] = {"answer": answer, **constant}
            if constant["passed"]:
                always = f"always answering {{{', '.join(answer) or 'nothing'}}} passes too"
                rule = "the test does not tell this system from it."
                warn(f"alternative_annotator_test: {always}: {rule}")
        return result

    def perspectives(
        self,
        predictions: Rows | None = None,
        references: Rows | None = None,
        annotators: Any = None,
        *,
        counts: PartialCounts | None = None,
        **options: Unpack[OptionsWithoutAnnotators],
    ) -> Scores:
        """Scores of a system that predicts the answer of each annotator.

        Of the given examples, or of those added before, as :meth:`compute` has it.

        Parameters
        ----------
        predictions : nested as the references are: for each annotator of an example one set, or
            with ``threshold`` one row of scores
        references : as for ``compute`` in the "annotators" config
        annotators : None, or who they are, nested alike; adds scores by annotator
        counts : instead of examples what :meth:`counts` gave of such predictions (and of
            ``annotators``), or a sum of such: the same scores, digit for digit, without intervals
        **options : those of ``compute``, with ``reduce="mean"``; ``n_resamples`` adds intervals
            over examples of these scores and of the gain, with its p-value

        Returns
        -------
        dict: scores of every prediction against the annotator it was made for, each 1/k of its
        example, under the keys of ``compute``; "perspective_gain", by how much its F1 is above that
        of the same predictions against the other annotators of an example ("system_f1"): 0 where
        all get the same; "human_f1", an annotator against the others; with ``annotators``
        "semantic_f1_by_annotator" and "mean_semantic_f1_over_annotators", in which people count
        alike; "error_rate", the share of sets that are not equal, and "hamming_distance", the
        mean share of labels that differ
        """
        setting = self._setting_of_perspectives({**options, "annotators": annotators})
        if counts is not None:
            if annotators is not None:
                raise ValueError("annotators: counts were given; pass the ids to counts(...)")
            return self._compute_counts(predictions, counts, setting, "perspectives")
        if predictions is not None or references is not None:
            self._check_pair(predictions, references, needed="perspectives")
        return self._compute_examples(predictions, references, setting, perspectives_of)

    def from_long(
        self,
        table: Any,
        item: str = "item",
        annotator: str = "annotator",
        label: Any = "label",
        blank: Literal["no_label", "not_asked"] | None = None,
    ) -> GoldSets:
        """Gold sets of several annotators from a table with one row a choice.

        Parameters
        ----------
        table : DataFrame, ``datasets`` Dataset or Arrow table, a mapping of columns, a list of
            dicts, or triples (item, annotator, label)
        item, annotator, label : names of its columns. A cell of ``label`` is one label, or a list
            that is the whole set
        blank : what an empty label means: "no_label" (the annotator chose nothing), "not_asked"
            (the row is left out), or None, which refuses it

        Returns
        -------
        dict: "items" in the order of their first row, "references" and "annotators" for
        ``compute(**...)`` of the "annotators" config
        """
        return nested_from_long(table, item, annotator, label, blank)

    def _setting_of_perspectives(self, options):
        setting = self._setting_of_sets("perspectives", options, grouped=False)
        if setting.options["reduce"] != "mean":
            raise ValueError('perspectives: each prediction has one gold set, so reduce is "mean"')
        return setting._replace(options={**setting.options, "human": True})

    def _annotated(self, references, setting):
        """The gold sets of several annotators, next to predictions of nothing."""
        try:
            n = len(references)
        except TypeError:
            references = list(references)
            n = len(references)
        nothing = [0.0] * len(setting.space.labels) if setting.config.kind == "grades" else []
        return weighted_sets(*self._read([nothing] * n, references), setting)


def _resampling_of(data, options, n_units):
    """Arguments of :func:`alpha_interval`; None without resamples."""
    groups = None
    if options["groups"] is not None:
        kept = np.diff(data.offsets) >= 2
        if data.weight is not None:
            kept &= data.weight > 0
        groups = group_codes(check_groups(options["groups"]), len(kept), kept)
    if not options["n_resamples"]:
        return None
    number = n_units if groups is None else int(groups.max()) + 1
    text = few_units(number, groups is not None)
    if text:
        warn(text)
    names = ("n_resamples", "confidence_level", "seed")
    return {"groups": groups, **{name: options[name] for name in names}}
