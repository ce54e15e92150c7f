"""Best systems where no single metric decides."""

import numpy as np


def winners(scores):
    """The systems that a set of metrics supports as best ([OPI] 6.2 and section 8).

    Parameters
    ----------
    scores : dict of system -> dict of metric -> finite number, greater is better; every system has
        the same metrics

    Returns
    -------
    dict: "by_metric" (metric -> its best systems, several if tied), "winners" (systems best by some
    metric), "mean" and "mean_rank" (system -> mean of its scores, and of its ranks, 1 the best and
    ties sharing theirs), "best_mean" and "best_mean_rank" (the systems best by these). Systems and
    metrics keep the order they come in. Ranks, unlike means, don't depend on the metrics' scales
    """
    systems = list(scores)
    metrics = list(scores[systems[0]]) if systems else []
    if not metrics:
        raise ValueError("scores: at least one system with one metric is needed")
    for system, of in scores.items():
        if set(of) != set(metrics):
            raise ValueError(
                f"scores: {system!r} has the metrics {list(of)}, {systems[0]!r} has {metrics}; "
                "every system needs the same"
            )
    table = np.array([[scores[s][m] for m in metrics] for s in systems], dtype=np.float64)
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(
            f"scores: {systems[row]!r} has {table[row, column]} for {metrics[column]!r}; "
            "finite numbers are needed"
        )
    is_best = table == table.max(axis=0)
    better = (table[None] > table[:, None]).sum(axis=1)
    tied = (table[None] == table[:, None]).sum(axis=1)
    mean, mean_rank = table.mean(axis=1), (better + (tied + 1) / 2).mean(axis=1)

    def systems_where(mask):
        return [system for system, hit in zip(systems, mask, strict=True) if hit]

    return {
        "by_metric": {
            m: systems_where(column) for m, column in zip(metrics, is_best.T, strict=True)
        },
        "winners": systems_where(is_best.any(axis=1)),
        "mean": dict(zip(systems, mean.tolist(), strict=True)),
        "mean_rank": dict(zip(systems, mean_rank.tolist(), strict=True)),
        "best_mean": systems_where(mean == mean.max()),
        "best_mean_rank": systems_where(mean_rank == mean_rank.min()),
    }
