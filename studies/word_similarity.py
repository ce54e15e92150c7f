"""The six measures on WordNet's nouns against human ratings of pairs of words.

``python studies/word_similarity.py`` prints the table of word_similarity.md in some seconds. It
needs WordNet's files (``python tests/wordnet.py --install``) and the two sets of ratings.

A pair of words takes the greatest value over the senses of both. As in table 2 of Hauff,
"Semantically-enhanced evaluation of multi-label classifiers" (DIR 2013), a measure is judged by
Pearson's r and Kendall's tau with the ratings.
"""

import csv
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from claims import seed_of
from scipy.stats import kendalltau, pearsonr

for place in (".", "tests", "tools"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / place))

import wordnet  # noqa: E402
from fetch_data import find, missing_text  # noqa: E402

from semantic_f1.thesaurus.measures import MEASURES  # noqa: E402
from semantic_f1.thesaurus.measures import relatedness as measure  # noqa: E402
from semantic_f1.thesaurus.thesaurus import Thesaurus  # noqa: E402

# Miller & Charles (1991), Rubenstein & Goodenough (1965)
RATINGS = ("mc-30", "rg-65")
# r and tau of table 2: 50 pairs of concepts of a Dutch parliament's thesaurus; its second variant
# takes related concepts as neighbors, which WordNet's nouns don't have.
HAUFF = {
    "rada": ((0.43, 0.35), (0.73, 0.55)),
    "leacock_chodorow": ((0.49, 0.36), (0.73, 0.55)),
    "wu_palmer": ((0.39, 0.33),),
    "resnik": ((0.45, 0.37),),
    "jiang_conrath": ((0.48, 0.41),),
    "lin": ((0.45, 0.39),),
}
# r with Miller & Charles in Seco et al. (2004), as Hauff cites it.
SECO = {"wu_palmer": 0.74, "jiang_conrath": 0.84}


class Ratings(NamedTuple):
    """Rated pairs of words.

    Attributes
    ----------
    human : float array of shape (n,), the ratings
    first, second : int arrays, a pair of senses each
    pair : int array, the pair of words that each pair of senses belongs to
    """

    human: np.ndarray
    first: np.ndarray
    second: np.ndarray
    pair: np.ndarray


def read_ratings(path, senses):
    """The ratings of a CSV file with columns word1, word2 and similarity."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    human = np.array([float(row["similarity"]) for row in rows])
    triples = [
        (a, b, pair)
        for pair, row in enumerate(rows)
        for a in senses[row["word1"]]
        for b in senses[row["word2"]]
    ]
    return Ratings(human, *np.array(triples).T)


def greatest(values, ratings):
    """The greatest value over the senses of each pair of words."""
    best = np.full(len(ratings.human), -np.inf)
    np.maximum.at(best, ratings.pair, values)
    return best


def correlations(values, ratings):
    """Pearson's r and Kendall's tau of values of pairs of senses with the ratings."""
    best = greatest(values, ratings)
    return pearsonr(best, ratings.human)[0], kendalltau(best, ratings.human)[0]


def differing(thesaurus, ratings, synset):
    """Pairs of senses that Wu & Palmer values otherwise than NLTK.

    NLTK takes the common ancestor whose *shortest* way up is longest, and counts depths along the
    shortest way from there.

    Returns a bool array, one entry a distinct pair of senses.
    """
    pairs = np.unique(np.concatenate([[r.first, r.second] for r in ratings], axis=1), axis=1)
    ours = measure(thesaurus, "wu_palmer").pairs(*pairs)
    theirs = [synset(a).wup_similarity(synset(b)) for a, b in pairs.T.tolist()]
    return np.abs(ours - theirs) > 1e-12


def rows(thesaurus, ratings):
    """Lines of the table: measure, r and tau with each set of ratings, what papers print."""
    for name, entry in MEASURES.items():
        similarity = measure(thesaurus, name)
        results = [correlations(similarity.pairs(r.first, r.second), r) for r in ratings]
        printed = " / ".join(f"{r:.2f}, {tau:.2f}" for r, tau in HAUFF.get(name, ()))
        seco = f"{SECO[name]:.2f}" if name in SECO else ""
        yield [entry.title, *(f"{x:.3f}" for pair in results for x in pair), seco, printed]
    raw = measure(thesaurus, "resnik")
    results = [correlations(raw.raw(r.first, r.second), r) for r in ratings]
    yield ["Resnik, raw", *(f"{x:.3f}" for pair in results for x in pair), "", ""]


def main(arguments=None):
    seed_of(arguments, __doc__)  # Nothing is drawn: every seed prints the same.
    folder = wordnet.folder()
    if folder is None:
        sys.exit(wordnet.MISSING)
    for name in RATINGS:
        if find(f"word_similarity/{name}.csv") is None:
            sys.exit(missing_text(f"word_similarity/{name}.csv"))
    nouns = wordnet.read_nouns(folder)
    thesaurus = Thesaurus(nouns.synsets, nouns.broader, name="wordnet")
    ratings = [read_ratings(find(f"word_similarity/{name}.csv"), nouns.senses) for name in RATINGS]
    facts = thesaurus.facts()
    print(
        f"WordNet {nouns.version}: {facts['concepts']:,} synsets, {facts['several_parents']:,} "
        f"with several hypernyms, D = {facts['max_depth']}\n"
    )
    heads = [f"{name} {of}" for name in RATINGS for of in ("r", "tau")]
    print("| measure |", " | ".join([*heads, "Seco et al. r", "Hauff r, tau"]), "|")
    print("|" + "---|" * (len(heads) + 3))
    for row in rows(thesaurus, ratings):
        print("|", " | ".join(row), "|")
    with tempfile.TemporaryDirectory() as scratch:
        of_offset = wordnet.nltk_synsets(folder, Path(scratch))
        differ = differing(thesaurus, ratings, lambda concept: of_offset(nouns.synsets[concept]))
    print(
        f"\nWu & Palmer differs from NLTK's on {differ.sum()} of {len(differ)} pairs of senses "
        f"({differ.mean():.0%})."
    )


if __name__ == "__main__":
    main()
