"""The metric's methods for several systems, similarities or thresholds on the same examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..distance_table import DEFAULT_MEASURE
from ..files.account import Account, accounted
from ..files.value_kinds import is_missing
from ..inputs.configs import names_read, weighted_sets
from ..messages import entries_of, expected, notices, short, warn
from ..options import check_flag, check_one_of, check_whole
from ..scoring.assignments import baseline_statistic
from ..scoring.prediction_powered import judged_result
from ..scoring.results import averages_of, one_average, settings_of
from ..scoring.runs import mean_over_runs
from ..scoring.significance import TESTS
from ..scoring.uncertainty import keyed_columns
from .agreement import rating_agreement
from .distances import compared_distances, ranked_distances, sensitive_distances
from .outcomes import outcome_correlation
from .rankings import winners
from .sensitivity import alternatives_of
from .systems import comparison_of, curve_of, ranked, sized, statistic_of_systems
from .thresholds import check_grid, tuned

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..option_types import AccountedOptions, Average, Options, OptionsWithoutAverage, Rows
    from ..result_types import (
        Agreement,
        Comparison,
        Ranking,
        SampleSize,
        Scores,
        Sensitivity,
        ThresholdCurve,
        TunedThresholds,
    )


class Comparisons:
    """Methods of the metric: ``compare``, ``rank``, ``sensitivity`` and others."""

    def agreement(
        self,
        ratings: Any,
        *,
        missing: Literal["raise", "skip"] = "raise",
        **options: Unpack[Options],
    ) -> Agreement:
        """Agreement of the similarity with human ratings of pairs of labels.

        Parameters
        ----------
        ratings : mapping of (label, label) to a number, or triples (label, label, number), two
            pairs at least; ratings of one pair, whichever way round, are averaged, and a pair's
            similarity is the mean of both directions
        missing : "raise" (default), or "skip": pairs with a word that is no label are left out,
            counted, and warned about
        **options : ``similarity``, ``labels`` and ``confidence_level``, as for ``compute``

        Returns
        -------
        dict: "pearson", "spearman" and "kendall" (tau-b), correlations in [-1, 1]; each with "_low"
        and "_high", the ends of its interval by Fisher's z (Bonett & Wright 2000), None for too few
        pairs or |r| = 1; "n_pairs", "n_ratings", "n_skipped", and "unknown", the words that are no
        labels

        Warns
        -----
        UserWarning
            where all values of one side are equal: the correlations are not defined, and None
        """
        setting = self._setting_of_sets("agreement", options, grouped=False)
        return rating_agreement(ratings, setting, missing)

    @accounted
    def compare(
        self,
        predictions_a: Rows,
        predictions_b: Rows,
        references: Rows,
        *,
        test: Literal["auto", "bootstrap", "bootstrap_t"] = "auto",
        scores: str | Iterable[str] = (),
        judged_references: Rows | None = None,
        **options: Unpack[AccountedOptions],
    ) -> Comparison:
        """Difference of two systems on the same examples, with its uncertainty.

        Parameters
        ----------
        predictions_a, predictions_b, references : as for ``compute``
        test : "auto" (default): "bootstrap", the smoothed paired bootstrap, inverted; for average
            "weighted" and with ``groups`` "bootstrap_t", which divides by each resample's own
            standard error. Both test whether the two scores are equal, and p <= .05 exactly where
            the 95% interval leaves out 0. Macro with ``groups`` takes the less sure of both
        scores : names out of those of :meth:`baselines`, compared too
        judged_references : as for ``compute``, if people labelled some examples only
        **options : those of ``compute``; ``n_resamples`` is 1000 if it is not given; None gives
            the differences alone

        Returns
        -------
        dict: for each score of ``compute`` its difference, a less b, under its key; with _a and _b
        both scores, with _low and _high the ends of the difference's interval, with _standard_error
        and _p_value (two-sided; None for macro's F1 of averages under two-sided counting if a
        system never predicts a gold label: no test holds its level there). For average=None
        _p_adjusted too, over the labels by step-down max-t ("adjustment"). "test", the one used;
        "n_units", examples or groups; "n_resamples_drawn", ``n_resamples``, doubled up to 16 times
        while F1's p-value is so near the level that another seed might turn it. "wins", "ties" and
        "losses" count the examples where a has the greater pointwise F1; for average=None
        "label_wins" and so on, of each label, those where a has the smaller FP + FN, among examples
        in which it is gold or predicted by either. In the "soft" config each distance is compared,
        with its own wins (where a has the smaller one), ties and losses
        """
        if isinstance(test, str) and test == "permutation":
            rule = "'permutation' is no more: it tested whether systems are interchangeable"
            raise ValueError(f"test: {rule}; leave it out, or take 'bootstrap'")
        plain = check_one_of("test", test, TESTS) == "auto"
        options = {**self._resampling(), **options}
        scores, setting = self._setting_of_scores("compare", scores, options)
        if judged_references is not None:
            if scores or not plain:
                raise ValueError("judged_references: scores= and test= can't be combined with it")
            systems = {"predictions_a": predictions_a, "predictions_b": predictions_b}
            return self._judged("compare", systems, references, judged_references, options)
        systems = {"a": predictions_a, "b": predictions_b}
        if self._config.kind == "distributions":
            if not plain:
                raise ValueError('test: the "soft" config takes the bootstrap-t; leave it out')
            return compared_distances(self._systems(systems, references, setting), setting)
        datas = list(self._systems(systems, references, setting).values())
        result = comparison_of(datas, setting, test)
        others = baseline_statistic(datas, setting, scores).differences(test) if scores else {}
        return {**result, **others}

    @accounted
    def rank(
        self,
        systems: Mapping[str, Rows],
        references: Rows,
        *,
        measure: str = DEFAULT_MEASURE,
        **options: Unpack[AccountedOptions],
    ) -> Ranking:
        """Several systems on the same examples, ranked, with the places they may have.

        Parameters
        ----------
        systems : mapping of name -> predictions, two at least
        references : as for ``compute``
        measure : config "soft": the distance that ranks, less being better (of wasserstein_score
            more)
        **options : those of ``compute`` with one ``average``, not None; ``n_resamples`` is 1000
            if it is not given

        Returns
        -------
        dict: "ranking", best first, dicts (system, its three scores, "rank" by F1, "rank_low" and
        "rank_high", the best and the worst place it may have); "pairs", dicts (a, b, difference of
        F1, low, high, standard_error, p_value, and p_adjusted over all pairs by step-down max-t,
        Romano & Wolf 2005); "best", the systems that may be first; "test", "adjustment" and
        "n_units" as for ``compare``
        """
        setting = self._setting_of_sets("rank", {**self._resampling(), **options})
        systems = _named("systems", systems, 2)
        if self._config.kind == "distributions":
            return ranked_distances(self._systems(systems, references, setting), setting, measure)
        if not isinstance(measure, str) or measure != DEFAULT_MEASURE:
            rule = f'a distance of the "soft" config; the {self._config.title} ranks by F1'
            raise ValueError(f"measure: is {rule} of one average=; got {short(measure)}")
        return ranked(self._systems(systems, references, setting), setting)

    @accounted
    def runs(
        self, runs: Any, references: Rows, other: Any = None, **options: Unpack[AccountedOptions]
    ) -> Scores:
        """Mean scores over several runs of a system, seeds say, with intervals for runs and rows.

        Runs on the same examples are neither groups nor more examples: both the runs and the
        examples vary, and the interval holds for other runs on other examples. Components of
        variance of pseudo-values, with Satterthwaite's degrees of freedom; for macro the smoothed
        bootstrap of the mean over runs, widened by them.

        Parameters
        ----------
        runs : mapping of name -> predictions, or a list of predictions; 3 runs or more (2 with a
            notice)
        references : as for ``compute``
        other : None, or runs of a second system, for the difference between both means
        **options : those of ``compute``, averages other than None; ``n_resamples`` (macro's) is
            1000 if it is not given

        Returns
        -------
        dict: for each score of ``compute`` its mean over runs under its key, with ``other`` the
        difference, and _a and _b the two means; _low and _high, the ends of the interval;
        _standard_error, of which _standard_error_runs and _standard_error_rows are the parts; _df,
        the degrees of freedom; _by_run, the runs' scores (_a_by_run and _b_by_run). "n_runs" (with
        ``other`` "n_runs_b" too) and "n_units", examples or groups
        """
        options = {**self._resampling(), **options}
        if options["n_resamples"] is None:
            options["n_resamples"] = 1000
        setting = self._setting_of_sets("runs", options)
        averages = averages_of(setting.options)
        if None in averages:
            raise ValueError("average: runs have scores of averages; None (per label) has many")
        sides = {"runs": runs} if other is None else {"runs": runs, "other": other}
        given = [_named(side, systems, 2, listed=True) for side, systems in sides.items()]
        datas = [
            data for named in given for data in self._systems(named, references, setting).values()
        ]
        names = [name for named in given for name in named]
        statistic = statistic_of_systems(datas, setting, averages, names)
        if statistic.averaging.own_masks is not None:
            raise ValueError('macro_labels: "present" can be other labels in each run; pass names')
        if statistic.n < 2:
            raise ValueError("runs: one example or group shows no spread; at least 2 are needed")
        if any(len(named) == 2 for named in given):
            warn("runs: 2 runs hardly show how runs vary; 3 or more are better.")
        result = {}
        for average in averages:
            fields = mean_over_runs(statistic, average, len(given[0]))
            columns = {suffix: np.moveaxis(x, -1, 0) for suffix, x in fields.items()}
            result |= keyed_columns(statistic.keys[average], columns, (2, 0, 1))
        result |= zip(("n_runs", "n_runs_b"), map(len, given), strict=False)
        settings = settings_of(setting, averages, statistic.n)
        return {**result, "n_units": statistic.n, "settings": settings}

    @accounted
    def sensitivity(
        self,
        systems: Mapping[str, Rows],
        references: Rows,
        similarities: Any = None,
        *,
        perturb: bool = True,
        distances: bool = False,
        n_noise: int = 20,
        **options: Unpack[AccountedOptions],
    ) -> Sensitivity:
        """Sensitivity of the order of systems to the similarity: does it decide, or do the data?

        Parameters
        ----------
        systems : mapping of name -> predictions
        references : as for ``compute``
        similarities : mapping of name -> similarity, or a list of names, to score with instead of
            this metric's; "identity" is always among them
        perturb : bool, whether to score with perturbed tables too: mixtures with noise (section
            4.3.1), rows permuted, powers (appendix F.4)
        distances : bool, whether the table is 1 / (1 + distance), so that other betas make sense
        n_noise : int >= 1, draws of the noise for each of its shares
        **options : those of ``compute`` with one ``average``, not None; ``n_resamples`` is 1000
            if it is not given; ``seed`` is that of the noise too

        Returns
        -------
        dict: "average" (config "soft": "measure", wasserstein_score); "kind" and "verdict", a
        sentence: "stable" (no two systems change places), "undecided" (some do, and the data cannot
        distinguish them under the first similarity), "first_only" (their order is certain under the
        first, but not in reverse) or "decided" (both orders are certain: the similarity decides),
        by bounds that hold for all pairs and alternatives at once (Gail & Simon 1985); "n_needed",
        if undecided how many examples tell .01 apart with a power of .8; "pairs", for each
        alternative and pair of systems a dict (alternative, a, b, kind, "first" and "difference",
        a - b under the first and under this similarity, "interaction", the first less the other,
        each with low and high); "noise", dicts (alpha, n_draws, same_order: the share of draws that
        keep the order), without part in the verdict, as the control with permuted rows; "remarks"
        (sentences on nearly constant tables); "alternatives", the metric's own similarity first:
        dicts (name, note, scores and ranks of the systems, kendall_tau and spearman of the ranking
        against the first)
        """
        flags = check_flag("perturb", perturb), check_flag("distances", distances)
        changes = *flags, check_whole("n_noise", n_noise, 1)
        options = {**self._resampling(), **options}
        setting = self._setting_of_sets("sensitivity", options, grouped=False)
        if setting.similarity is None:
            raise ValueError("sensitivity: takes a similarity; pass similarity=")
        systems, others = _named("systems", systems, 1), {}
        if not hasattr(similarities, "items"):
            form = "names, each once, or a mapping of names to similarities"
            listed = entries_of("similarities", () if similarities is None else similarities, form)
            names = [getattr(source, "name", source) for source in listed]
            if not all(isinstance(name, str) for name in names) or len({*names}) < len(names):
                raise expected("similarities", form, listed)
            similarities = dict(zip(names, listed, strict=True))
        # Over the same labels, or a score of other things would be compared.
        same = {"labels": setting.space.names, "none_labels": setting.options["none_labels"]}
        plain = similarities.get("identity", "identity")
        for name, source in {**similarities, "identity": plain}.items():
            if source is None:
                raise expected(f"similarities[{short(name)}]", "a similarity", source)
            under = self._setting({**options, **same, "similarity": source})
            others[str(name)] = values = under.similarity.values
            if name == "identity" and not np.array_equal(values, np.eye(len(values))):
                what = "the identity, which is plain F1 (call other similarities otherwise)"
                raise expected("similarities['identity']", what, source)
        of_kind = alternatives_of if self._config.kind != "distributions" else sensitive_distances
        return of_kind(self._systems(systems, references, setting), setting, others, changes)

    @accounted
    def sample_size(
        self,
        predictions_a: Rows,
        predictions_b: Rows,
        references: Rows,
        *,
        effect: float = 0.01,
        power: float = 0.8,
        alpha: float = 0.05,
        **options: Unpack[AccountedOptions],
    ) -> SampleSize:
        """Number of examples that a study needs to distinguish two systems.

        n = ((z(1 - alpha / 2) + z(power)) * sd / effect) ** 2, the standard deviation being that of
        the influence values of the difference in the data at hand, a pilot. The observed
        difference has no part in it: power worked out from it says nothing new (Hoenig & Heisey
        2001).

        Parameters
        ----------
        predictions_a, predictions_b, references : as for ``compute``
        effect : number above 0, up to 1: the difference in F1 that matters
        power : number between 0 and 1, the chance to find it
        alpha : number between 0 and 1, the level of the two-sided test
        **options : those of ``compute`` with one ``average``, not None; with ``groups`` the answer
            is in groups

        Returns
        -------
        dict: "n", how many "units" ("examples" or "groups") are needed; "standard_deviation";
        "detectable_effect", what the "n_units" at hand find with that power; "score", "average",
        "effect", "power", "alpha". From 100 examples n is right within a factor of .74 to 1.33,
        from 1,000 within .92 to 1.1; for macro with rare labels it is too small
        """
        setting = self._setting_of_sets("sample_size", options)
        average = one_average(setting.options, "sample_size")
        systems = {"a": predictions_a, "b": predictions_b}
        datas = list(self._systems(systems, references, setting).values())
        statistic = statistic_of_systems(datas, setting, (average,), systems)
        return sized(statistic, average, effect, power, alpha)

    @accounted
    def threshold_curve(
        self,
        probabilities: Rows,
        references: Rows,
        thresholds: Sequence[float] | Any | None = None,
        **options: Unpack[AccountedOptions],
    ) -> ThresholdCurve:
        """Semantic and hard scores at each threshold, in the "multilabel" config.

        Parameters
        ----------
        probabilities : rows of scores, one column per label
        references : indicator rows
        thresholds : finite numbers in rising order; default .05, .10, ... .95 (the paper's grid is
            .1 to .9 in steps of .1)
        **options : those of ``compute``, without ``threshold``; averages other than None

        Returns
        -------
        dict: "thresholds"; for each average "semantic_f1..." and "hard_f1...", lists of F1;
        "best", key -> {"threshold", "score"} (the lowest of equals; choose a threshold on
        validation data: its score on the rows that it was chosen on is optimistic); and the indices
        of section 4.3.3, "monotonicity" (negated Kendall's tau of score against threshold) and
        "smoothness" (mean absolute step over the range), key -> float, 0 for a constant curve.
        Smoothness is 1 / (T - 1) for every monotone curve over T thresholds, a cliff too: it can't
        compare grids of different lengths
        """
        sides = probabilities, references
        return curve_of(*self._scores("threshold_curve", *sides, thresholds, options))

    @accounted
    def tune_thresholds(
        self,
        probabilities: Rows,
        references: Rows,
        average: Average | Sequence[Average] = "macro",
        cv: int = 5,
        *,
        per_label: bool = True,
        thresholds: Sequence[float] | Any | None = None,
        account: Account | Mapping[str, Any] | None = None,
        **options: Unpack[OptionsWithoutAverage],
    ) -> TunedThresholds:
        """Thresholds, one per label, that are best for an average of Semantic F1 itself.

        Coordinate ascent on the average from the best single threshold, on all folds but one in
        turn; the thresholds are the means over the folds (of their logarithms).

        Parameters
        ----------
        probabilities : rows of scores, one column per label
        references : indicator rows
        average : "samples", "micro", "macro" or "weighted"
        cv : int >= 2, folds; with ``groups`` a group is in one fold
        per_label : bool, whether each label has a separate threshold; with fewer than 1,000 rows
            one for all is safer
        thresholds : finite numbers in rising order, those to try; default .05, .10, ... .95
        account : what :meth:`read_file` gives under this key, put into the result
        **options : those of ``compute``, without ``threshold``; ``n_resamples`` is 1000 if it is
            not given

        Returns
        -------
        dict: "thresholds", one per column, for ``threshold=``; "global_threshold", the best single
        one; "score_cv", F1 of the rows with the thresholds that the other folds lead to, and its
        interval; "score_global_cv", the same with single thresholds; "gain", the difference, and
        its interval; "score_on_same_rows", which is optimistic, and "note", which says so;
        "average" and "cv"
        """
        cv, per_label = check_whole("cv", cv, 2), check_flag("per_label", per_label)
        options = {**self._resampling(), **options, "average": average}
        self._setting_of_sets("tune_thresholds", options, grouped=False)
        sides = probabilities, references
        return tuned(*self._scores("tune_thresholds", *sides, thresholds, options), cv, per_label)

    @staticmethod
    def draw_examples(n_examples: int, size: int, *, seed: int = 0) -> list[int]:
        """Examples for people to label, drawn at random without replacement.

        Estimates with ``judged_references`` hold for such a choice, and for no other: labelling the
        easy examples, or the first ones, biases them.

        Parameters
        ----------
        n_examples : int, how many examples there are
        size : int from 2 up, how many people will label
        seed : int >= 0

        Returns
        -------
        list of ints, the places of the examples from 0 in rising order
        """
        n_examples, seed = check_whole("n_examples", n_examples, 2), check_whole("seed", seed, 0)
        if check_whole("size", size, 2) > n_examples:
            raise expected("size", f"at most {n_examples}, all examples", size)
        return sorted(np.random.default_rng(seed).choice(n_examples, size, replace=False).tolist())

    def _judged(self, method, systems, references, judged_references, options):
        """Scores from people's labels of some examples and a judge's of all."""
        if self._config.kind != "sets" or self._config.several_gold:
            rule = "takes label sets, one gold set per example"
            raise ValueError(f"judged_references: {rule}; the {self._config.title} has others")
        setting = self._setting_of_sets(method, options, grouped=False)
        refused = ["average: None"] * (None in averages_of(setting.options))
        refused += ["sample_weight"] * (setting.options["sample_weight"] is not None)
        if refused:
            raise ValueError(f"{refused[0]} can't be combined with judged_references yet")
        rows = {"references": references, "judged_references": judged_references}
        form = "a sequence with one entry per example"
        people, judges = (entries_of(name, entries, form) for name, entries in rows.items())
        if len(people) != len(judges):
            rule = f"expected one per example, {len(people)} as references; got {len(judges)}"
            raise ValueError(f"judged_references: {rule}")
        is_human = np.array([not is_missing(row) for row in people], bool)
        if min(is_human.sum(), (~is_human).sum()) < 2:
            rule = "needs 2 examples or more that people labelled and 2 that they didn't (None)"
            found = f"{is_human.sum()} and {(~is_human).sum()}"
            raise ValueError(f"references: judged_references {rule}; got {found}")
        filled = [x if mine else y for x, mine, y in zip(people, is_human, judges, strict=True)]
        data = [
            [self._systems({name: rows}, gold, setting)[name] for gold in (filled, judges)]
            for name, rows in systems.items()
        ]
        return judged_result(data, is_human, setting)

    def _scores(self, method, probabilities, references, thresholds, options):
        """Both sides of a method that finds thresholds, those to try, and the setting of one."""
        if "threshold" in options:
            raise ValueError(f"{method}: pass thresholds=[...], not threshold=")
        setting = self._setting_of_sets(method, options)
        self._check_pair(probabilities, references, needed=method)
        read = self._read(probabilities, references, setting)
        grid = check_grid(read[0].table, thresholds)
        return read, grid, lambda threshold: self._setting({**options, "threshold": threshold})

    def _systems(self, systems, references, setting):
        """Name of each system -> its label sets next to the gold ones, or both sides as read."""
        sets, texts, read_as = {}, {}, {}
        for name, predictions in systems.items():
            try:
                self._check_pair(predictions, references, needed="predictions")
                with notices() as collected:
                    raws = self._read(predictions, references, setting)
                    are_sets = self._config.kind != "distributions"
                    sets[name] = weighted_sets(*raws, setting) if are_sets else raws
                    read_as.setdefault(names_read(raws[1]) if are_sets else None, name)
            except ValueError as error:
                raise ValueError(f"system {short(name)}: {error}") from error
            for text in collected:
                texts.setdefault(text, []).append(name)
        if len(read_as) > 1:
            first, other, *_ = read_as.values()
            rule = f"ids stand for other names next to {short(first)} than next to {short(other)}"
            advice = "one brought a ClassLabel: give names, or all systems ids of one order"
            raise ValueError(f"references: their {rule}; {advice}")
        for text, names in texts.items():
            # What is said of every system is said of the gold labels.
            of_all = len(names) == len(systems)
            warn(text if of_all else f"{', '.join(map(short, names))}: {text}")
        return sets

    def _resampling(self):
        """Default number of resamples of a call."""
        return {"n_resamples": self._options.get("n_resamples", 1000)}

    # These take no label sets: scores of any metric.
    winners = staticmethod(winners)
    outcome_correlation = staticmethod(outcome_correlation)


def _named(argument, systems, least, listed=False):
    """Predictions of so many systems at least under their names; ``listed``: runs, by number."""
    form, hint = f"a mapping of {least} name{'s' * (least > 1)} or more to predictions", ""
    if listed:
        form = "predictions of 3 runs or more (2 with a notice), a list or a mapping"
        hint = "; compute has the interval of one run"
        if not hasattr(systems, "items"):
            systems = dict(enumerate(entries_of(argument, systems, form), 1))
    if not hasattr(systems, "items"):
        raise expected(argument, form, systems)
    if len(systems) < least:
        raise ValueError(f"{argument}: expected {form}; got {len(systems)}{hint}")
    return dict(systems.items())
