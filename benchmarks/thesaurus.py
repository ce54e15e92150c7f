"""Cost of a thesaurus: reading it, and scoring documents with the measures over it."""

import sys
from pathlib import Path

import numpy as np
from measure import best_of_each, peak_over
from table import Row, peak_memory, timed, times

from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.scoring.counts import count
from semantic_f1.thesaurus.making import read_thesaurus
from semantic_f1.thesaurus.measures import relatedness as measure
from semantic_f1.thesaurus.thesaurus import Thesaurus

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from fetch_data import find  # noqa: E402

STW, SUBJECTS = (find(f"thesauri/stw/{x}") for x in ("stw-skos.ttl", "test_gold_subjects.tsv"))


def of_stw(rounds):
    """The STW Thesaurus for Economics and its 622 documents, all scored in one call, or one."""
    seconds = _stw_seconds(rounds) if STW and SUBJECTS else {}
    return [
        _within("reading the SKOS file", seconds.get("read"), 5, "5 s"),
        _within("Wu & Palmer, a document of many", seconds.get("hierarchy"), 0.2e-3, "0.2 ms"),
        _within("Rada, related concepts too, a document", seconds.get("all"), 1e-3, "1 ms"),
        _within("Wu & Palmer, one document alone", seconds.get("one, hierarchy"), 0.2e-3, "0.2 ms"),
        _within("Rada, related concepts too, one alone", seconds.get("one, all"), 1e-3, "1 ms"),
    ]


def of_large(n, rounds):
    """A made-up thesaurus of n concepts, three in ten with two parents, and n related pairs."""
    rng = np.random.default_rng(0)
    child = np.concatenate([np.arange(3, n), rng.integers(3, n, 3 * n // 10)])
    broader = np.stack([child, rng.integers(child // 20, child)], axis=1)
    related = rng.integers(0, n, (n, 2))
    labels = [f"concept {i}" for i in range(n)]
    thesaurus = Thesaurus(labels, broader, related)
    a, b = rng.integers(0, n, (2, n))
    few = a[: n // 50], b[: n // 50]
    functions = {
        "making it": lambda: Thesaurus(labels, broader, related),
        f"Lin, {len(a):,} pairs": lambda: measure(thesaurus, "lin").pairs(a, b),
        f"Rada, related concepts too, {len(few[0]):,} pairs": lambda: measure(
            thesaurus, "rada", "relatedness"
        ).pairs(*few),
    }
    seconds = best_of_each(rounds, functions)
    peaks = [peak_over(function) for function in functions.values()]
    what = "peak memory of each, in bits a pair of concepts"
    if None in peaks:
        memory = Row(what, "not known on this system")
    else:
        memory = peak_memory(what, max(peaks), n**2 / 8, 0.5)
    return [*(timed(*item) for item in seconds.items()), memory]


def _stw_seconds(rounds):
    kept = {}

    def read():
        kept["stw"] = read_thesaurus(STW)

    reading = best_of_each(rounds, {"read": read})
    stw = kept["stw"]
    lines = SUBJECTS.read_text(encoding="utf-8").splitlines()
    place = {label: position for position, label in enumerate(stw.labels)}
    gold = [sorted({place[uri] for uri in line.split("\t")[1].split()}) for line in lines]
    rng = np.random.default_rng(0)
    predicted = [rng.choice(len(stw), len(labels), replace=False) for labels in gold]
    sets = _sets(predicted), _sets(gold)
    first = [side.rows(0, 1) for side in sets]

    # Made anew for each run: a measure keeps what it worked out last.
    def score(sides, *variant):
        return count(*sides, measure(stw, *variant).pairs, len(stw))

    everything = ("rada", "relatedness")
    scoring = best_of_each(
        rounds,
        {
            "hierarchy": lambda: score(sets, "wu_palmer"),
            "all": lambda: score(sets, *everything),
            "one, hierarchy": lambda: score(first, "wu_palmer"),
            "one, all": lambda: score(first, *everything),
        },
    )
    for way in ("hierarchy", "all"):
        scoring[way] /= len(gold)
    return {**reading, **scoring}


def _sets(examples):
    members = np.concatenate(examples).astype(np.int32)
    return LabelSets(members, np.cumsum([0, *map(len, examples)]))


def _within(what, seconds, limit, unit):
    """A row whose ratio is the time in units of a limit; None: it could not be measured."""
    what = f"{what}, in units of {unit}"
    if seconds is None:
        return Row(what, "not known on this system")
    return times(what, seconds, limit, 1)
