"""Other similarity-based scores beside the reference package, a scipy loop and a POT loop."""

import numpy as np
import pandas as pd
from measure import best_of_each
from scipy.optimize import linear_sum_assignment
from semantic_f1_score import hungarian_score
from subjects import TABLE
from table import timed

from data import LABELS, N_LABELS
from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.scoring.assignments import other_scores

# The package is timed on this share of the examples.
_SHARE = 25


def of_baselines(n, rounds, least, most):
    """Sets of ``least`` to ``most`` labels, each number as often as the others."""
    rng = np.random.default_rng(0)
    rows = [
        [rng.permutation(N_LABELS)[:size] for size in rng.integers(least, most + 1, n)]
        for _ in range(2)
    ]
    sets = [
        LabelSets(
            np.concatenate(side).astype(np.int32),
            np.concatenate([[0], np.cumsum([len(row) for row in side])]),
        )
        for side in rows
    ]
    few = [[[LABELS[i] for i in row] for row in side[: n // _SHARE]] for side in rows]
    frame = pd.DataFrame(TABLE, LABELS, LABELS)

    def of(name):
        return lambda: other_scores(*sets, lambda a, b: TABLE[a, b], N_LABELS, (name,))

    seconds = best_of_each(
        rounds,
        {
            "package": lambda: hungarian_score(*few, frame),
            "scipy": lambda: [_extended(*pair) for pair in zip(*rows, strict=True)],
            "pot": lambda: [_transport(*pair) for pair in zip(*rows, strict=True)],
            "extended": of("extended_hungarian"),
            "transport": of("transport"),
        },
    )
    return [
        timed("semantic-f1-score: extended Hungarian", seconds["package"] * _SHARE),
        timed("scipy loop: extended Hungarian", seconds["scipy"]),
        timed("POT loop: transport", seconds["pot"]),
        timed(
            "extended Hungarian, against the package",
            seconds["extended"],
            seconds["package"] * _SHARE,
            300,
        ),
        timed("extended Hungarian, against scipy", seconds["extended"], seconds["scipy"], 4),
        timed("transport, against POT", seconds["transport"], seconds["pot"], 4),
    ]


def _extended(predicted, gold):
    if not len(predicted) or not len(gold):
        return float(len(predicted) == len(gold))
    values = TABLE[np.ix_(predicted, gold)]
    if len(predicted) > len(gold):
        values = values.T
    assignment = linear_sum_assignment(values, maximize=True)
    left = np.ones(values.shape[1], bool)
    left[assignment[1]] = False
    return (values[assignment].sum() + values[:, left].max(axis=0).sum()) / values.shape[1]


def _transport(predicted, gold):
    import ot

    if not len(predicted) or not len(gold):
        return float(len(predicted) == len(gold))
    masses = (np.full(len(x), 1 / len(x)) for x in (predicted, gold))
    return 1 - ot.emd2(*masses, 1 - TABLE[np.ix_(predicted, gold)])
