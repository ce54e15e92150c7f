"""Predict the emotions of the GoEmotions test rows, for examples/goemotions_test.csv.

TF-IDF over words, word pairs and punctuation, then one logistic regression a label, the 27
emotions and neutral alike. Fitted on the training rows only. A label is predicted where its
probability reaches the threshold, so a row may get several labels or none. The strength of the
regularization and the threshold, one for all labels, are those of greatest hard samples F1 over
the 27 emotions on the development rows (zero_division=1: an empty set rightly left empty scores
1). The test rows decide nothing; their scores are printed at the end.

    python tools/predict_goemotions.py
    python tools/predict_goemotions.py --thresholds 0.1,0.3 --out FOLDER    # for studies
    python tools/predict_goemotions.py --probabilities studies/goemotions_probabilities.csv
    python tools/predict_goemotions.py --strength 10 --probabilities FILE    # not the chosen one

Needs scikit-learn and the comments (python tools/fetch_data.py); takes about half a minute. The
written names are in the order of the data set's ids. The comments' text is read, never written.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np
from fetch_data import locate
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier

ROOT = Path(__file__).resolve().parents[1]
NEUTRAL = "neutral"
STRENGTHS = (1.0, 3.0, 10.0, 30.0)
THRESHOLDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)


def read_rows(path, width):
    """Texts, comment ids and 0/1 labels of shape (rows, width) of one of the TSV files."""
    # Only "\n" ends a row: comments may hold other characters that end a line elsewhere.
    with open(path, encoding="utf-8", newline="\n") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    labels = np.zeros((len(rows), width), dtype=np.int8)
    for row, (_, ids, _) in enumerate(rows):
        labels[row, [int(text) for text in ids.split(",")]] = 1
    return [text for text, _, _ in rows], [comment for _, _, comment in rows], labels


def hard_scores(gold, predicted, emotions):
    """Hard samples, micro and macro F1 over the columns that are emotions."""
    gold, predicted = gold[:, emotions], predicted[:, emotions]
    return {
        "samples": f1_score(gold, predicted, average="samples", zero_division=1),
        "micro": f1_score(gold, predicted, average="micro", zero_division=0),
        "macro": f1_score(gold, predicted, average="macro", zero_division=0),
    }


def fit(features, labels, strength):
    """One logistic regression a label; larger ``strength`` means less regularization."""
    # liblinear visits the rows in random order: the seed makes its result repeatable.
    regression = LogisticRegression(C=strength, solver="liblinear", random_state=0)
    return OneVsRestClassifier(regression).fit(features, labels)


def choose(models, features, gold, emotions):
    """The strength and threshold of greatest samples F1 on the development rows."""
    best = (-1.0, None, None)
    for strength, model in models.items():
        probabilities = model.predict_proba(features)
        for threshold in THRESHOLDS:
            scores = hard_scores(gold, probabilities >= threshold, emotions)
            print(f"dev  C={strength:<5} threshold={threshold:<5} {_shown(scores)}")
            best = max(best, (scores["samples"], strength, threshold))
    return best[1:]


def write_predictions(path, comments, gold, predicted, names):
    """A CSV of comment ids, gold names and predicted names, the names as JSON lists."""

    def cell(row):
        return json.dumps([names[i] for i in np.flatnonzero(row)])

    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["comment_id", "references", "predictions"])
        for comment, gold_row, predicted_row in zip(comments, gold, predicted, strict=True):
            writer.writerow([comment, cell(gold_row), cell(predicted_row)])


def write_probabilities(path, comments, probabilities, names):
    """A CSV of comment ids and, a column per label, probabilities in 200ths, rounded down.

    So a value reaches a threshold that is a multiple of .005 just where the probability does.
    """
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["comment_id", *names])
        shares = np.floor(probabilities * 200).astype(int).tolist()
        writer.writerows([comment, *row] for comment, row in zip(comments, shares, strict=True))


def _shown(scores):
    return " ".join(f"{name} {score:.4f}" for name, score in scores.items())


def _options(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--thresholds", help="write these instead of the chosen one: 0.1,0.3")
    parser.add_argument("--out", type=Path, help="folder to write to (default: examples)")
    parser.add_argument("--probabilities", type=Path, help="write those of all labels instead")
    parser.add_argument("--strength", type=float, help="take this strength instead of choosing one")
    options = parser.parse_args(arguments)
    if options.strength is not None and not options.probabilities:
        parser.error("--strength needs --probabilities: what is written else is the chosen one")
    if options.thresholds and not options.out:
        parser.error("--thresholds needs --out: examples/ holds the chosen threshold's file only")
    try:
        options.thresholds = [float(text) for text in (options.thresholds or "").split(",") if text]
    except ValueError as error:
        parser.error(f"--thresholds must be numbers joined by commas: {error}")
    if not all(0 <= threshold <= 1 for threshold in options.thresholds):
        parser.error(f"--thresholds must lie in [0, 1], got {options.thresholds}")
    options.out = options.out or ROOT / "examples"
    return options


def main(arguments=None):
    options = _options(arguments)
    names = locate("goemotions/labels.txt").read_text(encoding="utf-8").split()
    emotions = [i for i, name in enumerate(names) if name != NEUTRAL]
    (train, _, train_gold), (dev, _, dev_gold), (test, comments, test_gold) = (
        read_rows(locate(f"goemotions/{part}.tsv"), len(names)) for part in ("train", "dev", "test")
    )
    # Single signs count as words: "?" and "!" tell of emotions.
    tfidf = TfidfVectorizer(
        ngram_range=(1, 2), min_df=2, sublinear_tf=True, token_pattern=r"\w+|[^\w\s]"
    )
    features = tfidf.fit_transform(train)
    tried = STRENGTHS if options.strength is None else (options.strength,)
    models = {strength: fit(features, train_gold, strength) for strength in tried}
    strength, threshold_of_dev = choose(models, tfidf.transform(dev), dev_gold, emotions)
    probabilities = models[strength].predict_proba(tfidf.transform(test))

    if options.probabilities:
        write_probabilities(options.probabilities, comments, probabilities, names)
        print(f"test C={strength} -> {options.probabilities}")
        return
    options.out.mkdir(parents=True, exist_ok=True)
    for threshold in options.thresholds or [threshold_of_dev]:
        predicted = probabilities >= threshold
        suffix = f"_{threshold:g}" if options.thresholds else ""
        path = options.out / f"goemotions_test{suffix}.csv"
        write_predictions(path, comments, test_gold, predicted, names)
        scores = hard_scores(test_gold, predicted, emotions)
        print(f"test C={strength:<5} threshold={threshold:<5} {_shown(scores)} -> {path}")


if __name__ == "__main__":
    main()
