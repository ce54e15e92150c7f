"""Sensitivity to the similarity: does it decide which system is better, or does noise?

An intersection-union test in the manner of Gail & Simon ("Testing for Qualitative Interactions
between Treatment Effects and Patient Subsets", Biometrics 41, 1985): an order that turns is the
similarity's doing only where both orders are sure, over all pairs and alternatives at once.
"""

from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ..messages import notices
from ..ratios import SCORE_TIE
from ..scoring.bootstrap import streams_by_content
from ..scoring.intervals import order_ends
from ..scoring.rank_intervals import ranks
from ..scoring.results import check_table_size, counts_of, one_average, scores_of, statistic_of
from ..scoring.significance import SmoothedDifferences, upper_quantile
from ..scoring.uncertainty import warn_unsure
from ..similarity.audit_warnings import central_range, is_nearly_constant, off_diagonal
from ..similarity.label_similarity import build
from .statistics import correlation
from .systems import (
    check_resamples,
    needed_examples,
    spread_of_difference,
    statistic_of_systems,
    warn_of_own_labels,
)

# From the least to the most that a change of the similarity does.
KINDS = ("stable", "undecided", "first_only", "decided")
# Differences that matter: how many examples tell two systems so far apart is what is reported.
EFFECT = 0.01
# Section 4.3.1: the shares that mixtures with noise leave to the table.
ALPHAS = (0.8, 0.6, 0.4, 0.2)
# Appendix F.4: powers let similarity fall off faster.
EXPONENTS = (2, 3, 4)
BETAS = (0.25, 0.5, 2, 4)


class Alternative(NamedTuple):
    """A table to score with instead of another."""

    name: str
    values: np.ndarray
    note: str = ""  # a sentence on what the change breaks


def mixtures(values, seed=0):
    """The table mixed with noise at each alpha: alpha * S + (1 - alpha) * U (section 4.3.1).

    U is drawn once for all alphas: normal off the diagonal, clipped to [0, 1], and 1 on the
    diagonal; symmetric if S is. The paper names no mean. About .5 clipping cuts both tails alike,
    and U stands for no knowledge; a mean of 0 would come near to hard labels.
    """
    m = len(values)
    noise = np.random.default_rng(seed).normal(0.5, 0.5, (m, m))
    if (values == values.T).all():
        noise = np.triu(noise, 1) + np.triu(noise, 1).T
    off = ~np.eye(m, dtype=bool)
    clipped = int(((noise < 0) | (noise > 1))[off].sum())
    noise = np.where(off, noise.clip(0, 1), 1)
    note = f"{clipped} of the {m * (m - 1)} values of the noise were clipped to [0, 1]."
    return [
        Alternative(f"mixture alpha={alpha:g}", alpha * values + (1 - alpha) * noise, note)
        for alpha in ALPHAS
    ]


def permuted_rows(values, seed=0):
    """The table with its rows in another order, none in its place: a control, not a similarity."""
    cycle = np.random.default_rng(seed).permutation(len(values))
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)
    permuted = values[order]
    broken = int(((np.diagonal(values) == 1) & (np.diagonal(permuted) < 1)).sum())
    note = f"{broken} of {len(values)} labels no longer earn 1 from an exact match."
    return Alternative("rows permuted", permuted, note if broken else "")


def powers(values):
    """The table to some powers."""
    return [Alternative(f"power {exponent}", values**exponent) for exponent in EXPONENTS]


def rescaled_distances(values):
    """For a table made from distances d by 1 / (1 + d): the same of beta * d."""
    # 1 / (1 + beta * (1 / S - 1)) = S / (S + beta * (1 - S)).
    return [
        Alternative(f"beta {beta:g}", values / (values + beta * (1 - values))) for beta in BETAS
    ]


def alternatives_of(systems, setting, others, changes):
    """Systems, a dict of label sets, under ``others``, tables by name, and under perturbed ones."""
    average = one_average(setting.options, "sensitivity")
    check_table_size("sensitivity", setting)
    datas, names = list(systems.values()), list(systems)
    with notices():
        averaging = statistic_of_systems(datas, setting, (average,), names).averaging
    if averaging.own_masks is not None:
        warn_of_own_labels(averaging.own_masks, setting, (average,), names)
    masks = [choices.macro_mask for choices in averaging.of_each(len(names))]

    def scores_under(similarity):
        counts = (counts_of(data, setting, similarity.pairs) for data in datas)
        of_systems = zip(counts, masks, strict=True)
        return [scores_of(own, average, setting, mask).f1 for own, mask in of_systems]

    def statistic_under(similarity):
        return statistic_of(datas, setting, averaging, similarity.pairs)

    under = scores_under, statistic_under
    return {"average": average, **alternatives_under(names, setting, others, changes, *under)}


def alternatives_under(names, setting, others, changes, scores_under, statistic_under):
    """Systems under other similarities and under perturbed ones, whatever their score is."""
    check_resamples(setting, "sensitivity")
    options, baseline = setting.options, setting.similarity.values
    (perturb, distances, n_noise), level = changes, options["confidence_level"]

    def built(table):
        return build(table.values, setting.space.labels)

    def scores_of_tables(tables):
        return np.array([scores_under(built(table)) for table in tables])

    named = [Alternative(setting.similarity.name, baseline)]
    named += [Alternative(name, values) for name, values in others.items()]
    remarks = [f"{table.name}: {text}" for table in named if (text := constancy(table.values))]
    if perturb:
        named += powers(baseline)
    if distances:
        named += rescaled_distances(baseline)
    # Permuted rows are a control: a ranking that outlives them was not due to the similarity.
    unjudged = [permuted_rows(baseline, options["seed"])] if perturb else []
    scores, pairs = scores_of_tables(named + unjudged), []
    if len(names) > 1:
        statistics = [statistic_under(built(table)) for table in named]
        warn_unsure(statistics[0])
        pairs = verdicts_of(statistics)
    noise, of_noise = [], []
    draws = [mixtures(baseline, [options["seed"], k]) for k in range(n_noise * perturb)]
    for alpha, *tables in zip(ALPHAS, *draws, strict=True) if draws else ():
        of_draws = scores_of_tables(tables)
        apart = scores[0][:, None] - scores[0], of_draws[:, :, None] - of_draws[:, None]
        turned = (apart[0] > SCORE_TIE) & (apart[1] < -SCORE_TIE)
        kept = (~turned.any(axis=(1, 2))).tolist()
        low, high = wilson_interval(sum(kept), len(kept), level)
        share = {"alpha": alpha, "n_draws": len(kept), "same_order": float(np.mean(kept))}
        noise.append({**share, "same_order_low": low, "same_order_high": high})
        note = f"Mean of {len(kept)} draws of the noise. {tables[0].note}"
        of_noise.append((Alternative(tables[0].name, baseline, note), of_draws.mean(axis=0)))
    rows = list(zip(named + unjudged, scores, strict=True))
    rows[1 + len(others) : 1 + len(others)] = of_noise
    kind = max((pair["kind"] for pair in pairs), key=KINDS.index, default="stable")
    n_needed = None
    if kind == "undecided":
        pair = telling_pair(pairs, kind)
        number = statistics[0].pairs.tolist().index([pair["a"], pair["b"]])
        spread = spread_of_difference(statistics[0], *statistics[0].averaging.averages, number)
        if spread > 0:
            n_needed = needed_examples(spread, EFFECT, 0.8, 1 - level)
    tables = [table.name for table in named]
    return {
        "verdict": _verdict_in_words(kind, pairs, tables, names, noise, level),
        "kind": kind,
        "n_turned": len({pair["alternative"] for pair in pairs if pair["kind"] != "stable"}),
        "n_needed": n_needed,
        "remarks": remarks,
        "alternatives": [
            {
                "name": table.name,
                "note": table.note,
                "scores": dict(zip(names, row.tolist(), strict=True)),
                "ranks": dict(zip(names, ranks(row).tolist(), strict=True)),
                "kendall_tau": correlation("kendall", scores[0], row),
                "spearman": correlation("spearman", scores[0], row),
            }
            for table, row in rows
        ],
        "pairs": [
            pair
            | {"alternative": tables[pair["alternative"]]}
            | {side: names[pair[side]] for side in "ab"}
            for pair in pairs
        ],
        "noise": noise,
    }


def constancy(values):
    """A sentence for a table that hardly tells near labels from far ones, else an empty string."""
    if not is_nearly_constant(values):
        return ""
    off = off_diagonal(values)
    low, high = central_range(off)
    return (
        f"The similarity is nearly constant (nine in ten values off the diagonal from {low:.4f} to "
        f"{high:.4f}): any guess earns about {off.mean():.2f}, so how many labels a system "
        "predicts, and when it predicts none, decides more than which ones."
    )


def judged(sets, differences, alpha, share):
    """Verdicts over all pairs and alternatives at once, with numbers for names.

    ``sets``: of resampled differences, arrays (A, P, B), the first similarity before the others;
    the least sure of them decides. ``differences``: (A, P), those of the data.
    """
    n_systems = round((1 + np.sqrt(1 + 8 * differences.shape[1])) / 2)
    pairs = list(combinations(range(n_systems), 2))
    differences = np.where(np.abs(differences) <= SCORE_TIE, 0, differences)
    changes = differences[:1] - differences
    # Only an order that turns the first one counts, so one side is enough.
    against, certain, turned, ends = -np.sign(differences[0]), [], [], []
    for replicated in sets:
        apart = np.moveaxis(replicated, 2, 0)
        mean, spread = apart.mean(axis=0), apart.std(axis=0)
        still = spread <= SCORE_TIE
        scale = np.where(still, 1, spread)
        sure = np.where(differences == 0, 0, np.copysign(np.inf, differences))
        size = np.where(still, sure, mean / scale)
        about = np.where(still, 0, (apart - mean) / scale)
        two_sided = upper_quantile(np.abs(about[:, 0]).max(axis=1), alpha)
        others = (against * about[:, 1:]).reshape(len(about), -1)
        certain.append(-against * size[0] > two_sided)
        turned.append(against * size > upper_quantile(others.max(axis=1), alpha))
        of_differences = order_ends(apart, share, (-1, 1), differences)
        ends.append([*of_differences, *order_ends(apart[:, :1] - apart, share, (-2, 2), changes)])
    outer = zip((np.min, np.max, np.min, np.max), zip(*ends, strict=True), strict=True)
    low, high, change_low, change_high = (furthest(x, axis=0) for furthest, x in outer)
    certain, turned = np.all(certain, axis=0), np.all(turned, axis=0)
    verdicts = []
    for other in range(1, len(differences)):
        for pair, (a, b) in enumerate(pairs):
            place, first = (other, pair), (0, pair)
            kind = "stable"
            if differences[first] * differences[place] < 0:
                kind = "undecided" if not certain[pair] else "first_only"
                kind = "decided" if certain[pair] and turned[place] else kind
            verdict = {"alternative": other, "a": a, "b": b, "kind": kind}
            for name, prefix, at, *of_name in (
                ("first", "first_", first, differences, low, high),
                ("difference", "", place, differences, low, high),
                ("interaction", "interaction_", place, changes, change_low, change_high),
            ):
                keys = name, f"{prefix}low", f"{prefix}high"
                verdict |= {key: float(x[at]) for key, x in zip(keys, of_name, strict=True)}
            verdicts.append(verdict)
    return verdicts


def verdicts_of(statistics):
    """Verdicts on the tables after the first, with the imaginary examples of the first for all."""
    first = statistics[0]
    (average,) = first.averaging.averages
    totals = zip(*(statistic.totals(average) for statistic in statistics), strict=True)
    like = streams_by_content(first.examples, average), [list(of_system) for of_system in totals]
    differences, sets = [], []
    for statistic in statistics:
        f1 = statistic.scores(average)[:, -1]
        differences.append(f1[first.pairs[:, 0]] - f1[first.pairs[:, 1]])
        drawn = SmoothedDifferences(statistic, average, like)
        drawn.draw(drawn.first)
        sets.append([values[..., -1].T for values in drawn.sets])
    sets = [np.array(of_set) for of_set in zip(*sets, strict=True)]
    return judged(sets, np.array(differences), 1 - first.confidence_level, first.share)


def telling_pair(pairs, kind):
    """The pair of a kind whose order turns most clearly: by the smaller of its two differences."""
    candidates = [pair for pair in pairs if pair["kind"] == kind]
    return max(candidates, key=lambda pair: min(abs(pair["first"]), abs(pair["difference"])))


def wilson_interval(number, n, level):
    """Interval of a share of n draws (Wilson, JASA 22, 1927)."""
    z2, share = NormalDist().inv_cdf((1 + level) / 2) ** 2, number / n
    middle = share + z2 / (2 * n)
    half = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n)))
    ends = np.array([middle - half, middle + half]) / (1 + z2 / n)
    return tuple(ends.clip(0, 1).tolist())


def _verdict_in_words(kind, pairs, similarities, systems, noise, level):
    """The verdict in a sentence, and another on draws of noise."""
    first, *others = similarities
    if len(systems) < 2 or not others:
        return "There is nothing to compare: it takes two systems and two similarities."
    kept = ""
    if noise:
        least = min(noise, key=lambda row: row["same_order"])
        kept = (
            f" With noise mixed in at alpha {least['alpha']:g} the order held in "
            f"{round(least['same_order'] * least['n_draws'])} of {least['n_draws']} draws "
            f"({100 * level:g}% interval of that share {least['same_order_low']:.2f} to "
            f"{least['same_order_high']:.2f}); this has no part in the verdict."
        )
    if kind == "stable":
        any_of = repr(others[0]) if len(others) == 1 else f"any of {len(others)} alternatives"
        return (
            f"Stable: no two of the {len(systems)} systems change places between {first!r} and "
            f"{any_of}.{kept}"
        )
    pair = telling_pair(pairs, kind)
    sign = 1 if pair["first"] > 0 else -1
    a, b = (systems[pair[side]] for side in "ab"[::sign])

    def shown(name, prefix):
        low, high = sorted(sign * pair[f"{prefix}{end}"] for end in ("low", "high"))
        return f"{sign * pair[name]:+.4f} ({low:+.4f} to {high:+.4f})"

    opening = {
        "decided": "Decided by the similarity",
        "first_only": f"Certain only under {first!r}",
        "undecided": "Undecided, too few examples",
    }[kind]
    return (
        f"{opening}: {a!r} - {b!r} is {shown('first', 'first_')} under {first!r} and "
        f"{shown('difference', '')} under {similarities[pair['alternative']]!r}.{kept}"
    )
