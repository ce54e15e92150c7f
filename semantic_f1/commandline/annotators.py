"""Lines and readers of the command line for several gold sets an example and for soft labels."""

from ..files.columns import read_annotator_columns
from .similarities import similarity_name

DISTANCES = (
    ("cross_entropy", "lower is better; entropy of the gold labels at best"),
    ("manhattan_distance", "0 to 2, lower is better"),
    ("euclidean_distance", "0 to 1.41, lower is better"),
    ("jensen_shannon_divergence", "0 to 0.69, lower is better"),
    ("jensen_shannon_distance", "0 to 0.83, lower is better"),
    ("wasserstein_distance", "0 to 1, lower is better; forgives near labels"),
    ("wasserstein_score", "1 - wasserstein_distance"),
)


def read_golds(chosen, columns, **reading):
    """The table of a file with several gold sets a row, and what it adds to the options."""
    references = columns["references"] if chosen.nested else chosen.annotators
    table = read_annotator_columns(
        chosen.file,
        predictions=columns["predictions"],
        references=references,
        blank=chosen.blank,
        **reading,
    )
    return table, {} if table.annotators is None else {"annotators": table.annotators}


def soft_results(metric, table, similarities, options):
    """Scores of a table of distributions for each similarity, a list of dicts."""
    results = []
    for similarity in similarities or [None]:
        own = {**options, "similarity": similarity}
        with metric.notices() as texts:
            scores = metric.compute(
                predictions=table.predictions, references=table.references, **own
            )
        results.append(
            {
                "similarity": similarity_name(similarity),
                "signature": metric.signature(**own),
                "scores": scores,
                "warnings": texts,
            }
        )
    return results


def soft_result_of(metric, counts, options):
    """Scores of counts of distributions, as one of :func:`soft_results`."""
    with metric.notices() as texts:
        scores = metric.compute(counts=counts, **options)
    return {
        "similarity": options["similarity"],
        "signature": metric.signature(**options),
        "scores": scores,
        "warnings": texts,
    }


def soft_lines(result):
    """Lines of the distances under one similarity."""
    scores = result["scores"]
    yield f"similarity: {result['similarity'] or 'none: labels are equally far from each other'}"
    for name, meaning in DISTANCES:
        if name in scores:
            ends = ""
            if f"{name}_low" in scores:
                ends = f"{scores[f'{name}_low']:.4f}-{scores[f'{name}_high']:.4f}  "
            yield f"{name:26}{scores[name]:>9.4f}  {ends}({meaning})"
    yield ""
    yield f"signature: {result['signature']}"


def human(semantic, averages, scores):
    """Scores of people in what ``compute`` gave: average -> who -> score -> value; or None."""
    if "n_human" not in semantic:
        return None

    def value(who, score, average):
        key = f"{who}_{score}_{average}"
        # Under macro_f1="f1_of_averages" macro's F1 has a key of its own.
        return semantic.get(key, semantic.get(f"{who}_{score}_of_averages_{average}"))

    return {
        "examples": semantic["n_human"],
        "averages": {
            average: {
                who: {score: value(who, score, average) for score in scores}
                for who in ("human", "system")
            }
            for average in averages
        },
    }


def by_annotator(semantic, scores):
    """Samples scores against each annotator alone, a list of dicts."""
    return [
        {
            "annotator": name,
            "examples": semantic["n_by_annotator"][i],
            **{score: semantic[f"semantic_{score}_samples_by_annotator"][i] for score in scores},
        }
        for i, name in enumerate(semantic.get("annotators", ()))
    ]


def human_lines(found):
    """Lines of the scores of people beside the system's."""
    yield (
        f"people, over {found['examples']:,} examples with two annotators or more: each "
        "annotator, and the system, against the others"
    )
    heads = [f"{who} {score}" for who in ("Human", "System") for score in ("P", "R", "F1")]
    yield f"{'':24}" + "".join(f"{head:>13}" for head in heads)
    for average, row in found["averages"].items():
        cells = (value for who in ("human", "system") for value in row[who].values())
        yield f"{average:24}" + "".join(f"{cell:13.4f}" for cell in cells)


def annotator_lines(rows, shown):
    """Lines of the table by annotator; ``shown`` makes names printable."""
    width = max(23, *(len(shown(str(row["annotator"]))) for row in rows)) + 1
    yield "against each annotator alone (samples)"
    yield f"{'annotator':{width}}" + "".join(f"{head:>13}" for head in ("P", "R", "F1", "examples"))
    for row in rows:
        cells = "".join(f"{row[score]:13.4f}" for score in ("precision", "recall", "f1"))
        yield f"{shown(str(row['annotator'])):{width}}{cells}{row['examples']:>13}"
