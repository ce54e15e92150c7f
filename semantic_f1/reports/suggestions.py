"""Ranked suggestions: precision and NDCG of the first k, semantic and hard.

Annif's definitions, with similarities in the place of hits. Precision at k is the mean, over the
first min(k, suggested) suggestions, of the best similarity to a gold label; 0 without suggestions.
For NDCG let M_i be the greatest similarity of a one-to-one matching of the first i suggestions
with the gold labels. Suggestion i gains M_i - M_(i-1); DCG is the sum of gain / log2(i + 1), the
ideal that of 1 / log2(i + 1) over the first min(k, gold labels); without gold labels NDCG is 1.
A suggestion that gained its best similarity, matched or not, would exceed the ideal.
"""

from itertools import pairwise

import numpy as np


def scores_at_k(suggested, gold, pairs, n_labels, depths):
    """Key -> mean precision or NDCG over the documents for each depth, None: all suggestions.

    Both sides are label sets, the suggestions of each document in their order.
    """
    offsets, n = (suggested.offsets, gold.offsets), len(gold.offsets) - 1
    longest = max(1, *(int(np.diff(side).max(initial=0)) for side in offsets))
    discount = 1 / np.log2(np.arange(longest) + 2)
    ideal = np.concatenate([[0.0], np.cumsum(discount)])
    sums = np.zeros((4, len(depths)))
    for (start, stop), (first, last) in zip(*map(pairwise, offsets), strict=True):
        rows, columns = suggested.indices[start:stop], gold.indices[first:last]
        values = known_values(rows, columns, pairs, n_labels)
        same = (rows[:, None] == columns) & (rows < n_labels)[:, None]
        for kind, table in enumerate((values, same.astype(np.float64))):
            best = table.max(axis=1, initial=0.0)
            gains = matching_gains(table) * discount[: len(table)]
            for place, depth in enumerate(depths):
                number, most = (
                    len(x) if depth is None else min(depth, len(x)) for x in (rows, columns)
                )
                sums[2 * kind, place] += best[:number].mean() if number else 0.0
                ndcg = gains[:number].sum() / ideal[most] if most else 1.0
                sums[2 * kind + 1, place] += min(ndcg, 1.0)
    names = ("semantic_precision", "semantic_ndcg", "hard_precision", "hard_ndcg")
    return {f"{name}_at_k": row.tolist() for name, row in zip(names, sums / n, strict=True)}


def known_values(rows, columns, pairs, n_labels):
    """Similarities of labels to each other; those of names outside the universe are 0."""
    known = (rows < n_labels)[:, None] & (columns < n_labels)
    values = np.zeros(known.shape)
    first, second = np.nonzero(known)
    if len(first):
        values[known] = pairs(rows[first], columns[second])
    return values


def matching_gains(values):
    """Gain of each row in the greatest total of a one-to-one matching of the rows so far.

    One augmenting path per row (the Hungarian algorithm, row by row); a row may stay unmatched.
    """
    n, m = values.shape
    gains = np.zeros(n)
    # Columns behind the labels are for rows left over, of no value.
    width = m + n
    prices, of_row = np.zeros(width + 1), np.zeros(n + 1)
    owner = np.full(width + 1, -1)
    total = 0.0
    for row in range(n):
        if not values[row].any():
            continue
        least, path = np.full(width, np.inf), np.full(width, width)
        used, column = np.zeros(width + 1, bool), width
        owner[width] = row
        while True:
            used[column] = True
            here = owner[column]
            cost = -np.concatenate([values[here], np.zeros(n)]) - of_row[here] - prices[:width]
            closer = ~used[:width] & (cost < least)
            least[closer], path[closer] = cost[closer], column
            nearest = int(np.argmin(np.where(used[:width], np.inf, least)))
            step = least[nearest]
            of_row[owner[used]] += step
            prices[used] -= step
            least[~used[:width]] -= step
            column = nearest
            if owner[column] < 0:
                break
        while column != width:
            before = path[column]
            owner[column], column = owner[before], before
        matched = np.flatnonzero(owner[:m] >= 0)
        now = values[owner[matched], matched].sum()
        gains[row], total = max(now - total, 0.0), now
    return gains
