"""Synthetic study C of arXiv 2509.21633 (appendix F.3): labels on two rings, no metric space.

    python studies/two_rings.py [--as printed | --as code] [--rows 1000] [--seed 0]

Two rings of 24 labels. Predictors hop within a ring and, with probability p_jump, to the other
ring. Scored with a similarity that knows the rings, with its rows permuted, with 1 / (1 +
distance) of points in space where the rings lie .2 apart ("deceptive"), with a half-and-half
mixture, and with the identity.

As printed, the similarity across rings is greatest at the pair label and decays as within; its
size is not given, here it is a fifth of that within. The authors' code has another geometry:
within a ring .35 + .65 of the ring's similarity, across .2 exp(-d^2 / 4.5) in the plane, one ring
shifted by 3, so the most similar label across is not the pair label; gold sets lie in one ring.
"""

import argparse
from typing import NamedTuple

import numpy as np
from claims import Claim, draw, markdown, shown, table_of, verdict
from rings import (
    Grid,
    angles,
    gold_near_center,
    gold_near_first,
    hopped,
    mixed,
    noise,
    ring,
    scores_of,
)

from semantic_f1.comparisons.statistics import correlation

LABELS = 24
SIZES = (1, 2, 3, 4)
JUMPS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
NEAR = (1, 2, 3, 4)


class Outcome(NamedTuple):
    """The similarity that knows the rings, the radii, and samples F1 by matrix: (k, p_jump, r).

    - ``permutations``: (permutations,), near-far gap of the rows permuted, without jumps, k = 1
    """

    values: np.ndarray
    radii: tuple
    scores: dict
    permutations: np.ndarray


def similarity(as_code):
    """S over both rings, (48, 48)."""
    if not as_code:
        return np.block([[ring(), ring() / 5], [ring() / 5, ring()]])
    points = np.stack([np.cos(angles(LABELS)), np.sin(angles(LABELS))], axis=1)
    points = np.concatenate([points, points + [3, 0]])
    distance = np.linalg.norm(points[:, None] - points, axis=2)
    values = 0.2 * np.exp(-(distance**2) / 4.5)
    for ring_labels in (slice(0, LABELS), slice(LABELS, None)):
        values[ring_labels, ring_labels] = 0.35 + 0.65 * ring()
    return values


def deceptive():
    """1 / (1 + distance) of points in space, the rings of radius 1 at heights 0 and .2."""
    points = np.stack([np.cos(angles(LABELS)), np.sin(angles(LABELS)), np.zeros(LABELS)], axis=1)
    points = np.concatenate([points, points + [0, 0, 0.2]])
    return 1 / (1 + np.linalg.norm(points[:, None] - points, axis=2))


def run(rows=1000, *, as_code=False, permutations=200, seed=0):
    """The study at some size; returns an Outcome."""
    rng = np.random.default_rng(seed)
    values, m = similarity(as_code), 2 * LABELS
    far = (5, 6, 7, 8) if as_code else (4, 5, 6, 7)
    radii = NEAR + far
    settings = []
    for k in SIZES:
        if as_code:
            gold = gold_near_center(rng, LABELS, k, rows) + LABELS * rng.integers(2, size=(rows, 1))
        else:
            gold = gold_near_first(rng, values, k, rows)
        for jump in JUMPS:
            for r in radii:
                missed = hopped(rng, gold, 1.0, r, LABELS)
                other = rng.random(gold.shape) < jump
                settings.append((np.where(other, (missed + LABELS) % m, missed), gold))
    grid = Grid.of(settings)
    other = np.where(np.eye(m, dtype=bool), 1, 0.5) if as_code else noise(rng, m)
    matrices = {
        "semantic": values,
        "alpha 0.5": mixed(values, other, 0.5),
        "deceptive": deceptive(),
        "permuted": values[rng.permutation(m)],
        "hard": np.eye(m),
    }
    shape = (len(SIZES), len(JUMPS), len(radii))
    scores = {name: scores_of(grid, x)["samples"].reshape(shape) for name, x in matrices.items()}
    labels = np.repeat(np.arange(m), 2)
    sign = np.tile([1, -1], m)
    gaps = []
    for _ in range(permutations):
        permuted = values[rng.permutation(m)]
        by_radius = [
            permuted[(labels + r * sign) % LABELS + labels // LABELS * LABELS, labels].mean()
            for r in radii
        ]
        gaps.append(np.mean(by_radius[:4]) - np.mean(by_radius[4:]))
    return Outcome(values, radii, scores, np.array(gaps))


def claims_of(outcome):
    """Every claim of the study, judged by its numbers and controls."""
    by_jump = {name: x.mean(axis=(0, 2)) for name, x in outcome.scores.items()}
    gaps = {
        name: float(x[..., :4].mean() - x[..., 4:].mean()) for name, x in outcome.scores.items()
    }
    ideal = by_jump["semantic"]
    straight, hard_straight = (
        float(np.corrcoef(JUMPS, x)[0, 1]) for x in (ideal, outcome.scores["hard"][1:].mean((0, 2)))
    )
    inside = outcome.scores["semantic"][:, 0].mean(axis=0)
    across = outcome.scores["semantic"][:, -1].mean(axis=0)
    several = outcome.scores["hard"][1:].mean(axis=(0, 2))
    pair = outcome.values[np.arange(LABELS), np.arange(LABELS) + LABELS]
    most = outcome.values[:LABELS, LABELS:].max(axis=1)
    where = "[SF1] F.3"
    return [
        Claim(
            f"{where}, fig. 15",
            "Semantic F1 decreases linearly with p_jump",
            "-",
            f"{shown(ideal)}, r = {straight:.4f}",
            verdict(
                straight < -0.99 < hard_straight and (np.diff(ideal) < 0).all(), straight < -0.9
            ),
            f"hard F1 for k 2 to 4 is as straight, r = {hard_straight:.4f}: "
            "the share of wrong labels",
        ),
        Claim(
            f"{where}, fig. 15",
            "It decreases with hops within a ring, and hardly among jumps",
            "-",
            f"without jumps {shown(inside)}; all jump {shown(across)}",
            verdict(
                (np.diff(inside[:4]) < 0).all() and np.ptp(across) < np.ptp(inside) / 3,
                (np.diff(inside[:4]) < 0).all(),
            ),
            "as the cosine, not a line",
        ),
        Claim(
            f"{where}, fig. 15",
            "Hard F1 is invariant to p_jump",
            "-",
            f"k 1: 0 throughout; k 2 to 4: {shown(several)}",
            verdict(np.ptp(by_jump["hard"]) < 0.01, True),
            "for k = 1 only: jumps to the other ring hit no other gold label",
        ),
        Claim(
            f"{where}, fig. 15, 16",
            "The deceptive similarity is insensitive to jumps, and tells near from far more",
            "-",
            f"by p_jump {shown(by_jump['deceptive'])}; near-far gap {gaps['deceptive']:.3f} "
            f"against {gaps['semantic']:.3f}",
            verdict(
                np.ptp(by_jump["deceptive"]) < np.ptp(ideal) / 5
                and gaps["deceptive"] > gaps["semantic"],
                np.ptp(by_jump["deceptive"]) < np.ptp(ideal) / 5,
            ),
            "",
        ),
        Claim(
            f"{where}, fig. 16",
            "A mixture with alpha = .5 separates as the ideal similarity",
            "-",
            f"near-far gap {gaps['alpha 0.5']:.3f} against {gaps['semantic']:.3f}, hard "
            f"{gaps['hard']:.3f}",
            verdict(False, gaps["alpha 0.5"] > 2 * gaps["hard"]),
            "half of it is left, as a mixture must have it",
        ),
        Claim(
            f"{where}, fig. 15",
            "The permuted similarity is invariant to hops and jumps",
            "-",
            f"by p_jump {shown(by_jump['permuted'])}; over {len(outcome.permutations)} "
            f"permutations the near-far gap without jumps is {outcome.permutations.mean():.3f} on "
            f"average, sd {outcome.permutations.std():.3f}",
            verdict(False, np.ptp(by_jump["permuted"]) < np.ptp(ideal) / 3),
            "on average; a single permutation keeps a gap of either sign",
        ),
        Claim(
            f"{where}",
            "Similarity to the other ring is greatest at the pair label",
            "-",
            f"pair {shown(pair.mean().item())}, greatest {shown(most.max().item())}",
            verdict(np.allclose(pair, most)),
            "true of the text's geometry, not of the one in the authors' code",
        ),
    ]


def rank_of_jumps(outcome):
    """Spearman's rho of samples F1 and p_jump, by matrix."""
    return {
        name: correlation("spearman", x.mean(axis=(0, 2)), JUMPS)
        for name, x in outcome.scores.items()
    }


def figure_of(outcome):
    """Samples F1 by jumps and by hops."""
    names = list(outcome.scores)
    panels = [
        (
            "by jumps, all hops",
            "p_jump",
            "samples F1",
            JUMPS,
            {name: outcome.scores[name].mean(axis=(0, 2)) for name in names},
        )
    ]
    panels += [
        (
            f"by hops, p_jump = {JUMPS[i]:g}",
            "hops",
            "samples F1",
            outcome.radii,
            {name: outcome.scores[name][:, i].mean(axis=0) for name in names},
        )
        for i in (0, -1)
    ]
    draw("two_rings", panels, "Labels on two rings")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--as", dest="variant", choices=["printed", "code"], default="printed")
    parser.add_argument("--rows", type=int, default=1000, help="examples a setting")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    outcome = run(options.rows, as_code=options.variant == "code", seed=options.seed)
    print(f"### Two rings, as {options.variant}\n")
    rho = rank_of_jumps(outcome)
    print(
        markdown(
            ["similarity", "samples F1 by p_jump", "rho with p_jump"],
            [[x, shown(s.mean(axis=(0, 2))), shown(rho[x], 2)] for x, s in outcome.scores.items()],
        )
    )
    print("\n" + table_of(claims_of(outcome)))
    if options.variant == "printed":
        figure_of(outcome)


if __name__ == "__main__":
    main()
