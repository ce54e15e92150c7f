"""The work behind the page "Annotators" for graded labels: one degree from 0 to 1 a label."""

import numpy as np

from semantic_f1.commandline.main import name_row
from semantic_f1.distance_table import GRADED_DISTANCES

from ..frame import limits
from ..frame.similarities import AVERAGES, SCORES, hard_of, metric, names_of
from ..frame.tables import EXAMPLES
from ..score.work import RESAMPLES, SEED, NotScored
from .work import Judged, read_soft, with_example

GRADED_EXAMPLE = EXAMPLES / "graded_labels.jsonl"


def judge_graded(content, name, reading, similarity, options, progress=lambda share, text: None):
    """Semantic F1 of degrees, from a file or from the example without one."""

    def work(path):
        read = read_soft(path, reading, progress=lambda done: progress(0.5 * done, "Reading"))
        progress(0.5, "Scoring")
        graded = metric("graded")
        inputs = {"predictions": read.predictions, "references": read.references}
        names = options["labels"] or names_of(similarity)
        scoring_options = {**options, "similarity": similarity}
        hard = {**hard_of(scoring_options), "labels": names}
        averages = [*AVERAGES, None]
        resampled = {}
        if len(read) <= limits.MOST_RESAMPLED:
            resampled = {"n_resamples": RESAMPLES, "seed": SEED}
        try:
            with graded.notices() as warned:
                semantic = graded.compute(
                    **inputs, average=averages, **scoring_options, **resampled
                )
            with graded.notices():
                hard_result = graded.compute(**inputs, average=averages, **hard, **resampled)
                progress(0.8, "Scoring each example")
                points = graded.pointwise(**inputs, **scoring_options)["semantic_f1"]
                signature = graded.signature(average=list(AVERAGES), **scoring_options, **resampled)
        except ValueError as error:
            text = name_row(str(error), read, reading["predictions"], reading["references"])
            raise NotScored(text) from None
        progress(1.0, "Done")
        return Judged(
            "graded",
            name,
            len(read),
            similarity,
            reading,
            options,
            {key: semantic[key] for key, row in GRADED_DISTANCES.items() if row.by_example},
            signature,
            list(dict.fromkeys(warned)),
            averages=_averages(semantic, hard_result),
            unit=read.unit,
            info=read.info,
            shares=_degrees(names, read, semantic, hard_result),
            scores=np.array(points),
        )

    return with_example(GRADED_EXAMPLE, name, content, work)


def _averages(semantic, hard):
    averages = {}
    for average in AVERAGES:
        averages[average] = {}
        for kind, result in (("semantic", semantic), ("hard", hard)):
            scores = {score: result[f"semantic_{score}_{average}"] for score in SCORES}
            scores["low"] = result.get(f"semantic_f1_{average}_low")
            scores["high"] = result.get(f"semantic_f1_{average}_high")
            averages[average][kind] = scores
    return averages


def _degrees(names, read, semantic, hard):
    """Of each label: name, mean gold degree, mean predicted one, semantic F1, soft F1."""
    means = [np.mean(side, axis=0).tolist() for side in (read.references, read.predictions)]
    place = {label: at for at, label in enumerate(semantic["labels"])}
    scores = [result["semantic_f1_per_label"] for result in (semantic, hard)]
    return [
        (label, means[0][at], means[1][at], *(values[place[label]] for values in scores))
        for at, label in enumerate(names)
    ]
