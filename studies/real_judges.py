"""Coverage of estimates whose judges are language models: topics of news in 15 languages.

``python studies/real_judges.py FOLDER [--sets N] [--seed N]`` prints the table of docs/judged.md;
FOLDER is a clone of https://github.com/JessicaOjo/LLM-African-eval (Ojo et al., arXiv 2311.07978).
"""

import argparse
import csv
from pathlib import Path

import numpy as np
from populations import ROOT  # noqa: F401

from semantic_f1 import SemanticF1

TOPICS = ["business", "entertainment", "health", "politics", "religion", "sports", "technology"]
AVERAGES = ["samples", "micro", "macro"]
KEYS = [f"semantic_f1_{average}" for average in AVERAGES]


def answers(folder, model):
    """(language, line) -> gold topic, and the topic that a model names first in its answer."""
    rows = {}
    for path in sorted((folder / "predictions" / f"results_{model}" / "news_topic").glob("*.tsv")):
        with open(path, encoding="utf-8", newline="") as file:
            for line, row in enumerate(csv.reader(file, delimiter="\t")):
                text = row[-1].lower()
                if row[1] in TOPICS:
                    named = sorted(filter(text.count, TOPICS), key=text.index)
                    rows[path.stem, line] = [row[1]], named[:1]
    return rows


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sets", type=int, default=200, help="data sets per cell")
    parser.add_argument("--seed", type=int, default=777131)
    options = parser.parse_args(arguments)
    csv.field_size_limit(1 << 30)
    metric = SemanticF1(similarity="identity", labels=TOPICS, average=AVERAGES, n_resamples=400)
    read = [answers(options.folder, name) for name in ("mt0", "mt0_mt", "gpt4", "llama13b")]
    keys = sorted(set.intersection(*map(set, read)))
    gold = [read[0][key][0] for key in keys]
    first, second, *judges = ([rows[key][1] for key in keys] for rows in read)
    print(f"| judge | n | of | {' | '.join(AVERAGES)} |\n|---|---|---|---|---|---|")
    for judge, labels in zip(("GPT-4", "Llama 2 13B"), judges, strict=True):
        for n in (50, 100, 300):
            for method, *systems in ((metric.compute, first), (metric.compare, first, second)):
                truth, sums = method(*systems, gold, n_resamples=None), np.zeros((3, 3))
                rng = np.random.default_rng([options.seed, n])
                for _ in range(options.sets):
                    rows = rng.integers(len(keys), size=n + 1600)
                    *x, people, judged = ([y[i] for i in rows] for y in (*systems, gold, labels))
                    people[n:] = [None] * 1600
                    with metric.notices():
                        one = method(*x, people, judged_references=judged)
                    held = [one[f"{key}_low"] <= truth[key] <= one[f"{key}_high"] for key in KEYS]
                    error = [one[f"{key}_judged"] - truth[key] for key in KEYS]
                    sums += [held, error, [one[f"{key}_labels_saved"] for key in KEYS]]
                cells = (f"{h:.1f}, {e:+.1f}, {s:.0f}" for h, e, s in 100 * sums.T / options.sets)
                of = "score" if len(systems) == 1 else "difference"
                print(f"| {judge} | {n} | {of} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
