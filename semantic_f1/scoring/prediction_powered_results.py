"""Results of prediction-powered scores: their keys, and notes on what they rest on."""

import numpy as np

from ..average_table import AVERAGES
from ..inputs.groups import group_codes
from ..messages import quote, warn
from .averages import Averaging
from .prediction_powered import Groups, Parts, prediction_powered, scores_of_judge
from .results import averages_of, averaging_under, contributions_of, keys_of, settings_of
from .uncertainty import keyed_columns

# Below these the estimate says little more than people's labels alone.
FEW_HUMAN, FEW_DIFFERING, LEAST_WEIGHT_OF_JUDGE, LEAST_SAVED = 50, 10, 0.1, 0.05
# Beyond this z the judge's scores on people's examples and elsewhere are no random difference.
CHOICE_Z = 2.576
N_RESAMPLES = 1000


def judged_result(datas, is_human, setting):
    """Scores of one system, or differences between two, from people's labels and a judge's.

    ``datas``: for each system its examples under people's labels, the judge's if there are none,
    and under the judge's; ``is_human``: mask of the examples that people labelled.
    """
    options, averages = setting.options, averages_of(setting.options)
    n, number = int(is_human.sum()), int((~is_human).sum())
    by_label, systems = Averaging(averages).by_label, []
    for of_system in datas:
        human, judge = (contributions_of(data, setting, by_label) for data in of_system)
        parts = (human, is_human), (judge, is_human), (judge, ~is_human)
        systems.append(Parts(*(examples.chosen(mask) for examples, mask in parts)))
    groups, differing = group_codes(options["groups"], len(is_human)), None
    groups = None if groups is None else Groups.of(groups, is_human)
    if len(datas) == 2:
        # Units labelled by people in which the systems predict different sets.
        sides = [human.predictions for human, _ in datas]
        places = zip(np.flatnonzero(is_human).tolist(), range(n), strict=True)
        rows = [
            row
            for place, row in places
            if len({frozenset(x.rows(place, place + 1).indices.tolist()) for x in sides}) == 2
        ]
        differing = len(rows) if groups is None else len({*groups.human[rows].tolist()})
    averaging = averaging_under(setting, averages, [x for parts in systems for x in parts])
    notes = [f"Holds only if the {n} examples with gold labels by people were drawn at random."]
    result, resampling = {}, setting.resampling
    resampling["n_resamples"] = resampling["n_resamples"] or N_RESAMPLES
    given = {"groups": groups, "n_differing": differing, **resampling}
    for average in averages:
        fields, together = prediction_powered(systems, average, averaging, **given)
        keys = keys_of(average, options)
        result |= keyed_columns(keys, fields, (2, 0, 1))
        of_f1 = {name: values[2] for name, values in fields.items()}
        notes += _notes_on(keys[2], of_f1, together[2])
    notes += _notes_on_examples(systems, setting, n, number, differing, averages)
    for text in dict.fromkeys(notes[1:]):
        warn(text)
    settings = settings_of(setting, averages, len(is_human))
    settings |= {"n_resamples": resampling["n_resamples"], "units": "examples"}
    notes = list(dict.fromkeys(notes))
    return {**result, "settings": settings, "n_human": n, "n_judged": number, "notes": notes}


def _notes_on(key, fields, together):
    """Notes on F1 of one average."""
    if together < 0:
        yield f"{key}: the judge runs against people; its labels are not used."
    elif fields["_lambda"] < LEAST_WEIGHT_OF_JUDGE or fields["_labels_saved"] < LEAST_SAVED:
        yield f"{key}: the judge saves nothing: the interval is that of people's labels."
    rectifier = fields["_rectifier"]
    if fields["_rectifier_low"] > 0 or fields["_rectifier_high"] < 0:
        verb = "flatters the system" if rectifier < 0 else "is too strict"
        yield f"{key}: the judge {verb} by {abs(rectifier):.2f} where people labelled."


def _notes_on_examples(systems, setting, n, number, differing, averages):
    """Notes on which examples people labelled, and how many."""
    if n < FEW_HUMAN:
        yield f"Only {n} examples have gold labels by people: the interval is a rough one."
    if number < n:
        yield f"People labelled {n} examples, the judge alone {number}: little can be saved."
    if differing is not None and differing < FEW_DIFFERING:
        yield f"The systems differ in {differing} examples with gold labels by people only."
    here, there, z = scores_of_judge(systems[0])
    if abs(z) > CHOICE_Z:
        yield (
            f"Samples F1 under the judge is {here:.2f} where people labelled and {there:.2f} "
            "elsewhere: were these examples not drawn at random?"
        )
    if any(AVERAGES[average].macro for average in averages):
        support = systems[0].human.total(None)[3]
        judged = systems[0].rest.total(None)[3]
        lacking = [
            name for i, name in enumerate(setting.space.labels) if not support[i] and judged[i]
        ]
        if lacking:
            yield (
                f"macro: people gave none of {len(lacking)} labels that the judge gives elsewhere "
                f"({quote(lacking)}): their scores are the judge's."
            )
