"""Results under one similarity, as ``--json`` prints them; "shown" is for the text alone."""

from dataclasses import replace

from ..average_table import AVERAGES_WITHOUT_LABELS, NAMED_AVERAGES
from ..config_table import CONFIGS
from ..reports.formats import SCORES, scores_by_label
from .arguments import given_of
from .similarities import similarity_name

# Ways to count unreadable replies, and how their keys end.
_WAYS = {"as_wrong": "", "as_empty": "_as_empty", "left_out": "_left_out"}
# Options of intervals, which scores of single examples have none of.
OF_INTERVALS = ("n_resamples", "confidence_level", "seed", "groups")


def load_metric(config_name=None, **options):
    """The metric for a config."""
    # Imported late: help, refused arguments and processes that only wait need no metric.
    from ..scorer import Scorer

    return Scorer(config_name, **options)


def hard_options(metric, options):
    """Options that score the same labels with the identity: plain F1."""
    options = dict(options)
    source = options.pop("similarity")
    if options.get("labels") is not None:
        from ..options import names_by_id

        options["labels"] = names_by_id(options["labels"])
    if source == "identity":
        return {**options, "similarity": source}
    similarity = metric.similarity.load(source)
    none = options.setdefault("none_labels", list(similarity.none_labels))
    if options.get("labels") is None:
        extra = [name for name in none if name not in similarity.labels]
        options["labels"] = [*similarity.labels, *extra]
    return {**options, "similarity": "identity"}


def known_names(metric, options):
    """The names of the universe; none where rows are numbers, or no one has listed the names."""
    if CONFIGS[metric.config_name].kind not in ("sets", "grades"):
        return ()
    return hard_options(metric, options).get("labels")


def result_of(metric, options, examples, per_label=False):
    """Scores of examples ("predictions" and "references", or "counts") under one similarity."""
    config = CONFIGS[metric.config_name]
    make = {"distributions": _of_distributions, "points": _of_points}.get(config.kind, _of_sets)
    with metric.notices() as warnings:
        result, cited, more = make(metric, options, examples, per_label)
        shown = {"signature": metric.signature(short=True, **options), "more": [], **more}
        signature = metric.signature(**cited)
    # Plain F1 of several annotators comes behind the warnings.
    last = {key: result.pop(key) for key in ("human", "by_annotator") if key in result}
    return {**result, "signature": signature, "warnings": warnings, **last, "shown": shown}


def _of_distributions(metric, options, examples, _):
    name = similarity_name(metric, options.get("similarity"))
    scores = metric.compute(**examples, **options)
    return {"similarity": name, "signature": "", "scores": scores}, options, {}


def _of_points(metric, options, examples, _):
    cited = {**options, "average": list(AVERAGES_WITHOUT_LABELS)}
    result = metric.compute(**examples, **cited)
    averages = {average: _scores(result, average) for average in AVERAGES_WITHOUT_LABELS}
    return {"signature": "", "averages": averages}, cited, {}


def _of_sets(metric, options, examples, per_label):
    """Semantic and hard scores side by side; for several gold sets also those of people."""
    averages, source = list(NAMED_AVERAGES), options["similarity"]
    computed = {**options, "average": [*averages, None] if per_label else averages}
    if "counts" in examples:
        counts = examples["counts"]
        both = {"semantic": metric.compute(counts=counts, **computed)}
        # What is warned about is the same for both.
        with metric.notices():
            both["hard"] = metric.compute(counts=counts.hard(), **computed)
    else:
        both = metric.side_by_side(**examples, **computed)
    semantic = both["semantic"]
    result = {
        "similarity": similarity_name(metric, source),
        "signature": "",
        "averages": {
            average: {kind: _scores(one, average) for kind, one in both.items()}
            for average in averages
        },
        "per_label": scores_by_label(both) if per_label else [],
    }
    if CONFIGS[metric.config_name].several_gold:
        result["human"] = _human(both)
        result["by_annotator"] = [
            {"annotator": name, "examples": semantic["n_by_annotator"][i]}
            | {score: semantic[f"semantic_{score}_samples_by_annotator"][i] for score in SCORES}
            for i, name in enumerate(semantic.get("annotators", ()))
        ]
    more = {"levels": getattr(source, "levels", None), "semantic": semantic}
    return result, {**options, "average": averages}, more


def score_key(result, score, average):
    """The key of a score; under macro_f1="f1_of_averages" macro's F1 has a separate one."""
    key = f"{score}_{average}"
    return key if key in result else f"{score}_of_averages_{average}"


def read_replies_of(args, metric, table, options):
    """The table with the labels of its replies, F1 of each average in each way, and the ledger."""
    more, averages = given_of(args, "replies"), list(NAMED_AVERAGES)
    with metric.notices():
        scores = metric.compute_replies(
            table.predictions, table.references, average=averages, **more, **options
        )
    read = metric.read_replies(table.predictions, **more, **options)
    f1 = {}
    for average in averages:
        key = score_key(scores, "semantic_f1", average)
        f1[average] = {way: scores[f"{key}{end}"] for way, end in _WAYS.items()}
    account = replace(table.account, replies=read["account"]["replies"])
    return replace(table, predictions=read["predictions"], account=account), f1, read["ledger"]


def _scores(result, average):
    """Precision, recall and F1 of an average, and the ends of their intervals."""
    scores = {}
    for score in SCORES:
        key = score_key(result, f"semantic_{score}", average)
        scores[score] = result[key]
        if f"{key}_low" in result:
            scores[f"{score}_interval"] = [result[f"{key}_low"], result[f"{key}_high"]]
    return scores


def _human(both):
    """Scores of people and of the system against the same others; None if no two annotated."""
    semantic = both["semantic"]
    if "n_human" not in semantic:
        return None
    people = {"examples": semantic["n_human"], "averages": {}, "difference": {}}
    people |= {"consensus": {}, "constant": {}}
    for average in NAMED_AVERAGES:
        people["averages"][average] = {
            f"{who}{'_hard' * (kind == 'hard')}": {
                score: one[score_key(one, f"{who}_{score}", average)] for score in SCORES
            }
            for kind, one in both.items()
            for who in ("human", "system")
            if "n_human" in one
        }
        key = score_key(semantic, "human_difference", average)
        people["difference"][average] = {"difference": semantic[key]} | {
            name: semantic[f"{key}_{name}"]
            for name in ("low", "high", "p_value", "se_annotators", "margin_annotators")
            if f"{key}_{name}" in semantic
        }
        consensus, constant, answer = (
            semantic.get(score_key(semantic, name, average))
            for name in ("consensus_f1", "constant_f1", "constant_answer")
        )
        if consensus is not None:
            people["consensus"][average] = consensus
        if constant is not None:
            people["constant"][average] = {"f1": constant, "answer": answer}
    overlapping = semantic.get("n_annotators_with_overlap", 0)
    alone = len(semantic.get("annotators", ())) - overlapping
    people["sentence"] = _sentence(people, overlapping, alone)
    return people


def _sentence(people, overlapping, n_alone):
    """The samples scores of people and of the system, in a sentence or two."""
    scores, of = people["averages"]["samples"], people["difference"]["samples"]
    person, system = scores["human"]["f1"], scores["system"]["f1"]
    # Of the numbers as they are shown, so that it is what a reader finds.
    difference = round(round(system, 3) - round(person, 3), 3)
    comparison = f"{abs(difference):.3f} {'higher' if difference > 0 else 'lower'}"
    comparison, sure = comparison if difference else "as high", []
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
        consensus = people["consensus"]["samples"]
        text += f" The set nearest to those of all other annotators scores {consensus:.3f}."
    return (
        f"{text} Agreement among people is a baseline, no upper bound: an answer between several "
        "people's can agree with each of them better than they do with one another."
    )
