"""Suggested subjects against gold ones by the structure of a thesaurus.

A suggestion is *exact*, *too broad* (above a gold subject), *too narrow* (below one), *near*
(related to one, or with a direct parent in common), else *far*; the first that holds, of broad and
narrow the one with fewer steps, broad if both have as many. Gold subjects in turn from their side,
from which the words change places: gold A with the narrower A1 suggested is "only narrower".
"""

from collections import Counter

import numpy as np

SUGGESTED_KINDS = ("exact", "too_broad", "too_narrow", "near", "far")
GOLD_KINDS = ("found", "only_broader", "only_narrower", "near", "missed")
# Branches that the report lists by name.
MOST_BRANCHES = 20


class Structure:
    """Ways up from some concepts of a thesaurus, each given once, and their related ones."""

    def __init__(self, thesaurus, concepts):
        # Concept -> fewest steps up to each concept above it, itself with 0.
        self.above, self.related = {concept: {} for concept in concepts}, {}
        found = thesaurus.ancestry.ancestors(np.array(concepts, np.int64))
        for place, ancestor, steps in zip(*(each.tolist() for each in found), strict=True):
            self.above[concepts[place]][ancestor] = steps
        for first, second in thesaurus.related.tolist():
            self.related.setdefault(first, set()).add(second)
            self.related.setdefault(second, set()).add(first)
        self.parents = {
            concept: {one for one, steps in above.items() if steps == 1}
            for concept, above in self.above.items()
        }

    def kind(self, concept, others, broad_first=True):
        """Kind of a concept among others: index of SUGGESTED_KINDS, and steps up or down to one."""
        if concept in others:
            return 0, 0
        up = [self.above[other][concept] for other in others if concept in self.above[other]]
        down = [self.above[concept][other] for other in others if other in self.above[concept]]
        tied = up and down and min(up) == min(down)
        if up and (not down or min(up) < min(down) or (tied and broad_first)):
            return 1, min(up)
        if down:
            return 2, min(down)
        parents, related = self.parents[concept], self.related.get(concept, ())
        near = any(other in related or parents & self.parents[other] for other in others)
        return (3 if near else 4), 0


# A gold subject above a suggestion (kind 1) has a narrower one suggested.
_GOLD_KIND_OF = ("found", "only_narrower", "only_broader", "near", "missed")


def indexing_result(documents, thesaurus, branches, unknown):
    """The report as a dict; ``documents``: pairs of concepts, suggested and gold."""
    concepts = {concept for pair in documents for side in pair for concept in side}
    structure = Structure(thesaurus, list(concepts))
    totals, steps = (Counter(), Counter()), (Counter(), Counter())
    by_branch = {branch: (Counter(), Counter()) for branch in branches}
    for suggested, gold in documents:
        for side, (concepts, others) in enumerate(((suggested, {*gold}), (gold, {*suggested}))):
            for concept in concepts:
                kind, distance = structure.kind(concept, others, broad_first=side == 0)
                # From the gold side a suggestion below is narrower: the words change places.
                name = (SUGGESTED_KINDS if side == 0 else _GOLD_KIND_OF)[kind]
                totals[side][name] += 1
                if side == 0 and kind in (1, 2):
                    steps[kind - 1][distance] += 1
                for branch in structure.above[concept].keys() & by_branch.keys():
                    by_branch[branch][side][name] += 1
    order = sorted(by_branch, key=lambda branch: -sum(map(Counter.total, by_branch[branch])))
    used = [branch for branch in order if any(by_branch[branch])]
    named = [(thesaurus.title_of(one), by_branch[one]) for one in used[:MOST_BRANCHES]]
    rest = used[MOST_BRANCHES:]
    if rest:
        sides = [sum((by_branch[branch][side] for branch in rest), Counter()) for side in (0, 1)]
        named.append(("other", sides))
    return _counts_by_kind(totals) | {
        "steps_too_broad": {str(n): steps[0][n] for n in sorted(steps[0])},
        "steps_too_narrow": {str(n): steps[1][n] for n in sorted(steps[1])},
        "branches": [{"branch": name, **_counts_by_kind(sides)} for name, sides in named],
        "n_documents": len(documents),
        "n_unknown": unknown,
    }


def _counts_by_kind(sides):
    return {
        "suggestions": {kind: sides[0][kind] for kind in SUGGESTED_KINDS},
        "gold": {kind: sides[1][kind] for kind in GOLD_KINDS},
    }


def indexing_table(result):
    """Header and rows of cells: all subjects first, then each branch."""
    header = ["branch", *SUGGESTED_KINDS, *(f"gold {kind}" for kind in GOLD_KINDS)]
    every = {
        "branch": "all (each once)",
        **{side: result[side] for side in ("suggestions", "gold")},
    }
    return [word.replace("_", " ") for word in header], [
        [row["branch"], *map(str, row["suggestions"].values()), *map(str, row["gold"].values())]
        for row in (every, *result["branches"])
    ]
