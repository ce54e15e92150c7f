"""Sensitivity to the similarity: does it decide which system is better, or does noise?

An intersection-union test in the manner of Gail & Simon ("Testing for Qualitative Interactions
between Treatment Effects and Patient Subsets", Biometrics 41, 1985): an order that turns is the
similarity's doing only where both orders are sure, over all pairs and alternatives at once.
"""

from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..messages import collect
from ..scoring.bootstrap import (
    Smoother,
    drawn_units,
    pooled_prior,
    pseudo_example,
    pseudo_shapes,
    replicates,
    smoothing_scale,
    streams_by_content,
)
from ..scoring.contributions import scores_of_columns
from ..scoring.influence import standard_errors
from ..scoring.intervals import SCORE_TIE, enough_resamples, order_ends
from ..scoring.rank_intervals import ranks
from ..scoring.results import (
    averaging_of,
    check_table_size,
    counts_of,
    drawn_examples,
    macro_mask_of,
    one_average,
    scores_of,
    warn_unsure,
)
from ..scoring.significance import upper_quantile
from ..scoring.student_t import tail_share
from ..similarity.label_similarity import build
from .perturbations import ALPHAS, Alternative, mixtures, permuted_rows, powers, rescaled_distances
from .sample_size import needed_examples
from .statistics import constancy, kendall_tau, spearman
from .systems import warn_of_own_labels

CONTROL = "rows permuted"
# From the least to the most that a change of the similarity does.
KINDS = ("stable", "undecided", "first_only", "decided")
# Differences that matter: how many examples tell two systems so far apart is what is reported.
EFFECT = 0.01


class PairVerdict(NamedTuple):
    """Effect of an alternative on the order of two systems.

    - ``alternative``: int, its place; 0 is the first similarity
    - ``a``, ``b``: ints, the systems
    - ``first``, ``other``: (estimate, low, high) of the difference a - b under either similarity
    - ``interaction``: likewise, the first difference less the other
    - ``kind``: one of KINDS
    """

    alternative: int
    a: int
    b: int
    first: tuple
    other: tuple
    interaction: tuple
    kind: str


def alternatives_of(systems, setting, others, perturb, distances, n_noise=20):
    """Systems under other similarities and under perturbed ones.

    ``systems`` maps names to label sets, ``others`` names to tables of values.
    """
    options = setting.options
    average = one_average(options, "sensitivity")
    check_table_size("sensitivity", setting)
    if not options["n_resamples"]:
        raise ValueError(
            "n_resamples: sensitivity needs resamples; expected a whole number, 1 or more"
        )
    datas, names = list(systems.values()), list(systems)
    averaging = _averaging(datas, setting, average)
    if averaging.own_masks is not None:
        warn_of_own_labels(averaging.own_masks, setting, (average,), names)
    shared = {"datas": datas, "setting": setting, "average": average}
    return {
        "average": average,
        **alternatives_under(
            names,
            setting,
            others,
            (perturb, distances, n_noise),
            partial(_scores_of_tables, **shared),
            partial(_verdicts, **shared),
            partial(_needed, **shared),
        ),
    }


def alternatives_under(names, setting, others, changes, scores_of, verdicts_of, needed_of):
    """Systems under other similarities and under perturbed ones, whatever their score is."""
    options, baseline = setting.options, setting.similarity.values
    perturb, distances, n_noise = changes
    named = [Alternative(setting.similarity.name, baseline)]
    named += [Alternative(name, values) for name, values in others.items()]
    remarks = [f"{table.name}: {text}" for table in named if (text := constancy(table.values))]
    if perturb:
        named += powers(baseline)[1:]
    if distances:
        named += rescaled_distances(baseline)
    draws, unjudged = [], []
    if perturb:
        # Permuted rows are a control: a ranking that outlives them was not due to the similarity.
        control = permuted_rows(baseline, seed=options["seed"])
        unjudged.append(control._replace(name=CONTROL))
        draws = [mixtures(baseline, seed=[options["seed"], k]) for k in range(n_noise)]
    scores = scores_of(named + unjudged)
    pairs = verdicts_of(named) if len(names) > 1 else []
    noise, of_noise = [], []
    for place, alpha in enumerate(ALPHAS) if draws else ():
        tables = [mixed[place] for mixed in draws]
        of_draws = scores_of(tables)
        kept = [not _turns(scores[0], row) for row in of_draws]
        noise.append({"alpha": alpha, "n_draws": len(kept), "same_order": float(np.mean(kept))})
        note = f"Mean of {len(kept)} draws of the noise. {tables[0].note}"
        of_noise.append((Alternative(tables[0].name, baseline, note), of_draws.mean(axis=0)))
    rows = list(zip(named, scores, strict=False))
    rows[1 + len(others) : 1 + len(others)] = of_noise
    rows += zip(unjudged, scores[len(named) :], strict=True)
    kind = max((pair.kind for pair in pairs), key=KINDS.index, default="stable")
    n_needed = None
    if kind == "undecided":
        n_needed = needed_of(pairs, named)
    sizes = [[table.name for table in named], names]
    return {
        "verdict": _verdict_in_words(kind, pairs, *sizes, n_needed, noise),
        "kind": kind,
        "n_needed": n_needed,
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
            for table, row in rows
        ],
        "pairs": [_plain_verdict(pair, *sizes) for pair in pairs],
        "noise": noise,
    }


def judged(replicated, estimates, alpha, share):
    """Verdicts over all pairs and alternatives at once.

    Returns a list of PairVerdict, alternative by alternative.
    """
    pairs = list(combinations(range(replicated.shape[1]), 2))
    a, b = np.transpose(pairs)
    apart = np.moveaxis(replicated[:, a] - replicated[:, b], 2, 0)
    differences = estimates[:, a] - estimates[:, b]
    differences = np.where(np.abs(differences) <= SCORE_TIE, 0, differences)
    mean = apart.mean(axis=0)
    spread = apart.std(axis=0)
    still = spread <= SCORE_TIE
    scale = np.where(still, 1, spread)
    size = np.where(
        still, np.where(differences == 0, 0, np.copysign(np.inf, differences)), mean / scale
    )
    about = np.where(still, 0, (apart - mean) / scale)
    two_sided = upper_quantile(np.abs(about[:, 0]).max(axis=1), alpha)
    # Only an order that turns the first one counts, so one side is enough.
    against = -np.sign(differences[0])
    one_sided = upper_quantile((against * about[:, 1:]).reshape(len(about), -1).max(axis=1), alpha)
    low, high = order_ends(apart, share, (-1.0, 1.0))
    changes = apart[:, :1] - apart[:, 1:]
    change_low, change_high = order_ends(changes, share, (-2.0, 2.0))

    def three(estimate, low, high):
        return float(estimate), float(min(low, estimate)), float(max(high, estimate))

    verdicts = []
    for other in range(1, len(differences)):
        for pair in range(len(pairs)):
            turns = differences[0, pair] * differences[other, pair] < 0
            kind = "stable"
            if turns:
                sure = abs(size[0, pair]) > two_sided
                surely_turned = against[pair] * size[other, pair] > one_sided
                kind = "undecided" if not sure else "first_only"
                kind = "decided" if sure and surely_turned else kind
            place, change = (other, pair), (other - 1, pair)
            verdicts.append(
                PairVerdict(
                    other,
                    *pairs[pair],
                    three(differences[0, pair], low[0, pair], high[0, pair]),
                    three(differences[place], low[place], high[place]),
                    three(
                        differences[0, pair] - differences[place],
                        change_low[change],
                        change_high[change],
                    ),
                    kind,
                )
            )
    return verdicts


def _verdicts(tables, datas, setting, average):
    """Verdicts on the tables, the first of which is what the others are alternatives to."""
    options = setting.options
    by_table, groups = [], None
    for table in tables:
        pairs = build(table.values, setting.space.labels).pairs
        drawn = [drawn_examples(data, setting, (average,), pairs) for data in datas]
        by_table.append([examples for examples, _ in drawn])
        groups = drawn[0][1]
    averaging = _averaging(datas, setting, average)
    units = [[examples.grouped(groups) for examples in systems] for systems in by_table]
    n = units[0][0].n_units
    share = tail_share(options["confidence_level"], n)
    number = enough_resamples(options["n_resamples"], share, n)
    warn_unsure(by_table[0], groups, setting, (average,), averaging.macro_mask)
    # The same imaginary example under every similarity.
    shapes, streams = None, streams_by_content(by_table[0], average)
    if AVERAGES[average].macro:
        totals = [
            systems[i].total(average)
            for systems in units
            for i in np.argsort(streams, kind="stable")
        ]
        shapes = pseudo_shapes(*pooled_prior(totals, averaging, (0.1, 0.9)), flat=0.0)
    replicated = np.empty((len(tables), len(datas), number))
    estimates = np.empty((len(tables), len(datas)))
    for place, (systems, of_units) in enumerate(zip(by_table, units, strict=True)):
        smoothers = []
        for system, (examples, units_of_system) in enumerate(zip(systems, of_units, strict=True)):
            own_averaging = averaging.of(system)
            estimates[place, system] = scores_of_columns(
                units_of_system.total(average), average, own_averaging
            )[2]
            pseudo = pseudo_example(examples, n)
            scale = smoothing_scale(
                standard_errors(units_of_system, average, own_averaging), pseudo, average
            )
            smoothers.append(
                Smoother(average, pseudo, scale, shapes, options["seed"], streams[system])
            )
        values = replicates(
            [drawn_units(units_of_system) for units_of_system in of_units],
            averaging,
            number,
            options["seed"],
            {average: smoothers},
        )[average]
        replicated[place] = values[..., 2]
    return judged(replicated, estimates, 1 - options["confidence_level"], share)


def _averaging(datas, setting, average):
    """Averaging of the systems' counts; labels that are "present" are those of each system."""
    averaging = averaging_of(setting, (average,), setting.macro_mask)
    if setting.options["macro_labels"] != "present":
        return averaging
    with collect():
        masks = tuple(macro_mask_of(counts_of(data, setting), setting, ()) for data in datas)
    return averaging._replace(macro_mask=np.any(masks, axis=0), own_masks=masks)


def _scores_of_tables(tables, datas, setting, average):
    """F1 of each system under each table, (A, S)."""
    scores, averaging = np.empty((len(tables), len(datas))), _averaging(datas, setting, average)
    for i, table in enumerate(tables):
        pairs = build(table.values, setting.space.labels).pairs
        for j, data in enumerate(datas):
            counts = counts_of(data, setting, pairs)
            scores[i, j] = scores_of(counts, average, setting, averaging.of(j).macro_mask).f1
    return scores


def _turns(first, other):
    """True where two systems change places between two rows of scores, by more than rounding."""
    a, b = (row[:, None] - row for row in (first, other))
    return bool(((a > SCORE_TIE) & (b < -SCORE_TIE)).any())


def _needed(pairs, tables, datas, setting, average):
    """Examples that tell the first two undecided systems EFFECT apart with a power of .8."""
    pair = telling_pair(pairs, "undecided")
    options, drawn = setting.options, []
    pairs_of_labels = build(tables[0].values, setting.space.labels).pairs
    averaging = _averaging(datas, setting, average)
    for system in (pair.a, pair.b):
        examples, groups = drawn_examples(datas[system], setting, (average,), pairs_of_labels)
        drawn.append(examples.grouped(groups))
    error = standard_errors(
        drawn[0], average, averaging.of(pair.a), drawn[1], averaging.of(pair.b)
    )[2]
    if not error > 0:
        return None
    spread = float(error) * np.sqrt(drawn[0].n_units)
    return needed_examples(spread, EFFECT, 0.8, 1 - options["confidence_level"])


def telling_pair(pairs, kind):
    """The pair of a kind whose order turns most clearly: by the smaller of its two differences."""
    candidates = [pair for pair in pairs if pair.kind == kind]
    return max(candidates, key=lambda pair: min(abs(pair.first[0]), abs(pair.other[0])))


def _verdict_in_words(kind, pairs, similarities, systems, n_needed, noise):
    """The verdict in words."""
    first, *others = similarities
    if len(systems) < 2 or not others:
        return "There is nothing to compare: it takes two systems and two similarities."
    kept = ""
    if noise:
        least = min(noise, key=lambda row: row["same_order"])
        n = least["n_draws"]
        kept = (
            f" Mixed with noise (alpha {least['alpha']:g}) the order holds in "
            f"{round(least['same_order'] * n)} of {n} draws."
        )
    if kind == "stable":
        any_of = repr(others[0]) if len(others) == 1 else f"any of {len(others)} alternatives"
        return (
            f"Stable: no two of the {len(systems)} systems change places between {first!r} and "
            f"{any_of}.{kept}"
        )
    pair = telling_pair(pairs, kind)
    a, b = systems[pair.a], systems[pair.b]
    if pair.first[0] < 0:
        a, b = b, a
    sign = 1 if pair.first[0] > 0 else -1

    def shown(three):
        estimate, low, high = (sign * value for value in three)
        low, high = sorted((low, high))
        return f"{estimate:+.4f}, {low:+.4f} to {high:+.4f}"

    other = similarities[pair.alternative]
    under = f"{a!r} - {b!r} is {shown(pair.first)} under {first!r}"
    turned = f"{shown(pair.other)} under {other!r}"
    turns = len({pair.alternative for pair in pairs if pair.kind != "stable"})
    under_all = f" The order of some pair turns under {turns} of {len(others)} alternatives."
    if kind == "decided":
        return f"Decided by the similarity: {under}, and {turned}.{under_all}{kept}"
    if kind == "first_only":
        return (
            f"Certain only under {first!r}: {under}, and {turned}, which is not sure.{under_all}"
            f"{kept}"
        )
    more = "" if n_needed is None else f" About {n_needed:,} would tell {EFFECT:g} apart."
    return (
        f"Undecided: too few examples to tell {a!r} and {b!r} apart: {under}, and {turned}.{more}"
        f"{under_all}{kept}"
    )


def _plain_verdict(pair, similarities, systems):
    """A verdict on a pair as a dict of plain numbers."""
    verdict = {
        "alternative": similarities[pair.alternative],
        "a": systems[pair.a],
        "b": systems[pair.b],
        "kind": pair.kind,
    }
    for prefix, three in (
        ("first_", pair.first),
        ("", pair.other),
        ("interaction_", pair.interaction),
    ):
        name = prefix.rstrip("_") or "difference"
        verdict |= {name: three[0], f"{prefix}low": three[1], f"{prefix}high": three[2]}
    return verdict
