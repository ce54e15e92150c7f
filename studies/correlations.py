"""Real studies B and D of arXiv 2509.21633: what six models can say by rank correlations.

    python studies/correlations.py

The runs of language models behind figures 4 and 23 to 30 can't be had here. What is printed can be
checked: which of the Spearman correlations are possible for six systems, with and without ties, and
how likely so great a correlation is where nothing is related, exactly, over all 720 orders of six
untied systems.
"""

from functools import cache
from itertools import combinations_with_replacement, permutations
from math import isclose

import numpy as np
from claims import Claim, draw, markdown, seed_of, shown, table_of, verdict

SYSTEMS = 6
# Where printed, and as it is printed there.
PRINTED = {
    "table 2, P4G and SemEval": (0.348, 0.754, 0.232, 0.899, 0.696, 0.522, 0.986),
    "table 3, P4G and GoEmotions": (0.334, 0.880, 0.575, 0.941, 0.698, 0.152, 0.880),
    "F.8, subjective and objective tasks": (0.83, 0.77, 0.66, 0.49),
}


def spearman_values(n, ties):
    """The values that Spearman's rho of n systems can take; ``ties`` on either side or on none."""
    patterns = _rank_patterns(n) if ties else [tuple(range(1, n + 1))]
    values = set()
    for first in patterns:
        for second in patterns:
            a, b = (np.array(x) - (n + 1) / 2 for x in (first, second))
            scale = np.sqrt((a @ a) * (b @ b))
            sums = {float(a @ np.array(order)) for order in set(permutations(b.tolist()))}
            values |= {round(total / scale, 9) for total in sums}
    return np.array(sorted(values))


def _rank_patterns(n):
    """All tuples of mid-ranks of n systems that are not all tied."""
    patterns = set()
    for levels in combinations_with_replacement(range(n), n):
        groups = np.unique(levels, return_counts=True)[1]
        ends = np.cumsum(groups)
        patterns.add(tuple(np.repeat(ends - (groups - 1) / 2, groups).tolist()))
    return sorted(x for x in patterns if len(set(x)) > 1)


def exact_p(rho, n):
    """Share of the n! orders with a correlation at least as far from 0 as a printed rho.

    A rho printed with two or three decimals stands for every value that rounds to it.
    """
    return float((np.abs(rho_of_orders(n)) >= abs(rho) - 0.005).mean())


@cache
def rho_of_orders(n):
    """Spearman's rho of each of the n! orders of n systems without ties."""
    ranks = np.arange(1, n + 1)
    orders = np.array(list(permutations(ranks)))
    return 1 - 6 * ((orders - ranks) ** 2).sum(axis=1) / (n * (n * n - 1))


def is_possible(printed, values):
    """True where some value rounds to the printed one, at the decimals that are printed."""
    decimals = len(f"{printed}".split(".")[1])
    return any(isclose(round(x, decimals), printed, abs_tol=1e-9) for x in values)


def run(n=SYSTEMS):
    """Rows: where, rho, possible without ties, possible with ties, exact p without ties."""
    plain, tied = spearman_values(n, ties=False), spearman_values(n, ties=True)
    return [
        (where, rho, is_possible(rho, plain), is_possible(rho, tied), exact_p(rho, n))
        for where, printed in PRINTED.items()
        for rho in printed
    ]


def claims_of(rows):
    """The claims that rest on these correlations."""
    tables = [row for row in rows if row[0].startswith("table")]
    last = {rho: p for where, rho, *_, p in rows if where.startswith("F.8")}
    untied = sum(row[2] for row in tables)
    possible = sum(row[3] for row in tables)
    return [
        Claim(
            "[SF1] F.6, tables 2, 3",
            "Spearman correlations of six models with a downstream task",
            shown([rho for _, rho, *_ in tables]),
            f"{untied} of {len(tables)} are possible without ties (multiples of 2/35 from 1), "
            f"{possible} with ties",
            "can't be rerun",
            "the runs of language models can't be had here; .986 is sqrt(34/35), one tied pair",
        ),
        Claim(
            "[SF1] F.8",
            "Semantic macro F1 tracks objective tasks better, rho .83 against .77",
            ".83 .77; samples .49 against .66",
            "exact p: " + ", ".join(f"{shown(r, 2)} {shown(p)}" for r, p in last.items()),
            verdict(all(p < 0.05 for p in last.values()), True),
            "neither shown nor refuted: none of the four differs from no relation at .05, six "
            "models can't rank metrics, and samples scores say the opposite",
        ),
        Claim(
            "[SF1] 4.3.4, fig. 4",
            "Semantic F1 correlates more with downstream performance than hard F1, p < .01",
            "-",
            "-",
            "can't be rerun",
            "needs predictions of six language models; metric.outcome_correlation tests one's own",
        ),
    ]


def figure_of():
    """The exact p of a rho, by the number of systems."""
    rhos = np.arange(0, 21) / 20
    lines = {f"{n} systems": [exact_p(rho, n) for rho in rhos] for n in (5, SYSTEMS, 7, 8)}
    lines["p = .05"] = np.full(len(rhos), 0.05)
    panel = ("exact two-sided p", "Spearman's rho", "p", rhos, lines)
    draw("correlations", [panel], "What few systems can tell")


def main(arguments=None):
    seed_of(arguments, __doc__)  # Nothing is drawn: every seed prints the same.
    rows = run()
    print("### Printed Spearman correlations of six systems\n")
    print(
        markdown(
            ["where", "rho", "possible without ties", "with ties", "exact p"],
            [
                [where, f"{rho}"[1:], "yes" if a else "no", "yes" if b else "no", shown(p)]
                for where, rho, a, b, p in rows
            ],
        )
    )
    print("\n" + table_of(claims_of(rows)))
    figure_of()


if __name__ == "__main__":
    main()
