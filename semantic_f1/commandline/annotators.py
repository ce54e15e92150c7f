"""Lines and readers of the command line for several gold sets per example and for soft labels."""

from typing import NamedTuple

from ..distance_table import DEFAULT_MEASURE, SOFT_DISTANCES
from ..files.columns import read_annotator_columns, read_distributions
from ..files.long_annotations import read_long_annotations
from .similarities import similarity_name
from .systems import (
    distance_ranking_lines,
    reading_of,
    same_references,
    sensitivity_lines,
)


def read_gold_tables(args):
    """The tables of the file and of those to be compared, by name, with several gold sets per row.

    Returns them and what the first one adds to the options.
    """
    tables = {}
    for file in (args.file, *args.compare):
        tables[file] = _read_gold_sets(file, args)
    same_references(list(tables.values()), list(tables))
    first = next(iter(tables.values()))
    return tables, {} if first.annotators is None else {"annotators": first.annotators}


def _read_gold_sets(file, args):
    """The table of a file with several gold sets per row."""
    if args.annotator and not args.nested:
        return read_long_annotations(
            file,
            args.gold,
            annotator=args.annotator,
            indicators=args.indicators or False,
            **reading_of(args),
        )
    reading = reading_of(args, "references")
    references = args.references if args.nested else args.annotators
    return read_annotator_columns(
        file, args.gold, references=references, annotators=args.annotator, **reading
    )


def read_number_tables(args):
    """The tables of the file and of those to be compared, by name, with numbers for label sets."""
    reading = reading_of(args, "ids", "separator", "blank")
    tables = {
        file: read_distributions(file, args.gold, **reading) for file in (args.file, *args.compare)
    }
    same_references(list(tables.values()), list(tables))
    return tables


def soft_results(metric, table, similarities, options):
    """Scores of a table of distributions for each similarity, a list of dicts."""
    both = {"predictions": table.predictions, "references": table.references}
    return [
        soft_result_of(metric, {**options, "similarity": similarity}, **both)
        for similarity in similarities
    ]


class Ranking(NamedTuple):
    """Additions of comparing systems: to the document, and lines of text."""

    document: dict
    lines: list


def soft_ranking(metric, tables, similarities, options, sensitivity):
    """Systems of distributions ranked, by the Wasserstein distance if there is a similarity."""
    systems = {name: table.predictions for name, table in tables.items()}
    gold = next(iter(tables.values())).references
    first, *others = similarities
    call_options, document, lines = {**options, "similarity": first}, {}, []
    if len(systems) > 1:
        measure = DEFAULT_MEASURE if first is None else "wasserstein_distance"
        document["ranking"] = metric.rank(systems, gold, measure=measure, **call_options)
        lines += ["", *distance_ranking_lines(document["ranking"], options)]
    if sensitivity:
        document["sensitivity"] = metric.sensitivity(systems, gold, others, **call_options)
        lines += ["", *sensitivity_lines(document["sensitivity"])]
    return Ranking(document, lines)


def soft_result_of(metric, options, **examples):
    """Scores of distributions or of counts of them under one similarity."""
    with metric.notices() as texts:
        scores = metric.compute(**examples, **options)
    return {
        "similarity": similarity_name(options["similarity"]),
        "signature": metric.signature(**options),
        "scores": scores,
        "warnings": texts,
        "short": metric.signature(short=True, **options),
    }


def soft_lines(result, full_signature=False):
    """Lines of the distances under one similarity."""
    scores, short = result["scores"], result.pop("short")
    yield f"similarity: {result['similarity'] or 'none: labels are equally far from each other'}"
    for name, row in SOFT_DISTANCES.items():
        if scores.get(name) is not None:
            ends = ""
            if scores.get(f"{name}_low") is not None:
                ends = f"{scores[f'{name}_low']:.4f}-{scores[f'{name}_high']:.4f}  "
            yield f"{name:26}{scores[name]:>9.4f}  {ends}({row.brief})"
    yield ""
    yield f"signature: {result['signature'] if full_signature else short}"


def human(both, averages, scores):
    """Scores of people in what ``side_by_side`` gave, or None.

    Returns a dict: "examples"; "averages", average -> "human", "system" and the same with the
    identity, "human_hard" and "system_hard" -> score -> value; "difference", "consensus" and
    "constant", average -> what ``compute`` says of each; "sentence", which sums up samples.
    """
    semantic = both["semantic"]
    if "n_human" not in semantic:
        return None

    def value(result, who, score, average):
        key = f"{who}_{score}_{average}"
        # Under macro_f1="f1_of_averages" macro's F1 has a key of its own.
        return result.get(key, result.get(f"{who}_{score}_of_averages_{average}"))

    people = {"examples": semantic["n_human"], "averages": {}, "difference": {}}
    people |= {"consensus": {}, "constant": {}}
    for average in averages:
        people["averages"][average] = {
            f"{who}{suffix}": {score: value(both[kind], who, score, average) for score in scores}
            for kind, suffix in (("semantic", ""), ("hard", "_hard"))
            for who in ("human", "system")
            if "n_human" in both[kind]
        }
        key = f"human_difference_{average}"
        if key not in semantic:
            key = f"human_difference_of_averages_{average}"
        people["difference"][average] = {"difference": semantic[key]} | {
            name: semantic[f"{key}_{name}"]
            for name in ("low", "high", "p_value", "se_annotators", "margin_annotators")
            if f"{key}_{name}" in semantic
        }
        consensus = value(semantic, "consensus", "f1", average)
        if consensus is not None:
            people["consensus"][average] = consensus
        constant = value(semantic, "constant", "f1", average)
        if constant is not None:
            answer = value(semantic, "constant", "answer", average)
            people["constant"][average] = {"f1": constant, "answer": answer}
    overlapping = semantic.get("n_annotators_with_overlap", 0)
    alone = len(semantic.get("annotators", ())) - overlapping
    people["sentence"] = _sentence(people, overlapping, alone)
    return people


def _sentence(people, overlapping, n_alone):
    """The samples scores of people and of the system, in a sentence or two."""
    scores = people["averages"]["samples"]
    person, system = scores["human"]["f1"], scores["system"]["f1"]
    of = people["difference"]["samples"]
    # Of the numbers as they are shown, so that it is what a reader finds.
    apart = round(round(system, 3) - round(person, 3), 3)
    comparison = f"{abs(apart):.3f} {'higher' if apart > 0 else 'lower'}" if apart else "as high"
    sure = []
    if "p_value" in of:
        sure.append(f"{of['low']:+.3f} to {of['high']:+.3f} over examples, p = {of['p_value']:.3f}")
    if of.get("se_annotators") is not None:
        alone = f" ({n_alone} more judged alone)" if n_alone else ""
        sure.append(
            f"with other annotators like these {overlapping}{alone}, "
            f"+-{of['margin_annotators']:.3f} (95%)"
        )
    elif sure:
        sure.append("for these annotators")
    text = (
        f"One annotator scores {person:.3f} against the others of an example, the system "
        f"{system:.3f} against the same others: {comparison}"
        f"{' (' + '; '.join(sure) + ')' if sure else ''}."
    )
    if "samples" in people["constant"]:
        best = people["constant"]["samples"]
        answer = ", ".join(best["answer"]) or "nothing"
        text += f" The best constant answer, {answer}, scores {best['f1']:.3f}."
    if "samples" in people["consensus"]:
        text += (
            " The set nearest to those of all other annotators scores "
            f"{people['consensus']['samples']:.3f}."
        )
    return text + (
        " Agreement among people is a baseline, no upper bound: an answer between several people's "
        "can agree with each of them better than they do with one another."
    )


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


def human_lines(people):
    """Lines of the scores of people next to the system's, semantic and hard."""
    yield (
        f"people, over {people['examples']:,} examples with two annotators or more: each "
        "annotator, and the system, against the others"
    )
    heads = [f"{who} {score}" for who in ("Human", "System") for score in ("P", "R", "F1")]
    if "human_hard" in people["averages"]["samples"]:
        heads += ["Human hard", "System hard"]
    yield f"{'':24}" + "".join(f"{head:>13}" for head in heads)
    for average, row in people["averages"].items():
        cells = [value for who in ("human", "system") for value in row[who].values()]
        cells += [row[who]["f1"] for who in ("human_hard", "system_hard") if who in row]
        yield f"{average:24}" + "".join(f"{cell:13.4f}" for cell in cells)
    yield people["sentence"]


def annotator_lines(rows, shown):
    """Lines of the table by annotator; ``shown`` makes names printable."""
    width = max(23, *(len(shown(str(row["annotator"]))) for row in rows)) + 1
    yield "against each annotator alone (samples)"
    yield f"{'annotator':{width}}" + "".join(f"{head:>13}" for head in ("P", "R", "F1", "examples"))
    for row in rows:
        cells = "".join(f"{row[score]:13.4f}" for score in ("precision", "recall", "f1"))
        yield f"{shown(str(row['annotator'])):{width}}{cells}{row['examples']:>13}"
