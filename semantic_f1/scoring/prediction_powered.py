"""Prediction-powered scores: few examples with gold labels by people, many by a language model.

With x_h and x_j the mean counts per example of the n examples that people labelled, under their
labels and under the judge's, and x_u those of the N other examples under the judge's, a score T is
estimated as T(x_h + lambda (x_u - x_j)). lambda is the choice of least variance of PPI++
(Angelopoulos et al., arXiv 2311.01453), from influence values, within [0, 1]. For means of examples
this is its estimate; of counts it takes away most of macro's bias.
"""

from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..inputs.groups import group_codes
from ..inputs.label_sets import take_sets
from ..messages import quote, warn
from ..ratios import divide
from .averages import Averaging
from .bootstrap import (
    DRAWN_BLOCKS,
    block_of_units,
    imaginary_labels,
    resampled_sums,
    streams_by_content,
)
from .contributions import Contributions, influence_values, scores_of_columns, summed_rows
from .distinct import join_sets, number_sets
from .intervals import order_ends
from .results import averages_of, averaging_under, contributions_of, keys_of, settings_of
from .significance import inverted_p_values
from .statistic import enough_resamples
from .student_t import student_quantile, student_tail, tail_share
from .uncertainty import keyed_columns

IMAGINARY = 2  # Imaginary examples in which the judge says nothing about people.
# Below these the estimate says little more than people's labels alone.
FEW_HUMAN, FEW_DIFFERING, LEAST_WEIGHT_OF_JUDGE, LEAST_SAVED = 50, 10, 0.1, 0.05
# Beyond this z the judge's scores on people's examples and elsewhere are no random difference.
CHOICE_Z = 2.576
N_RESAMPLES = 1000


class Parts(NamedTuple):
    """Contributions under people's labels, of the same under the judge's, and of the others."""

    human: Contributions
    judge: Contributions
    rest: Contributions


class Groups(NamedTuple):
    """Numbers of the groups of either side's examples; ``shared``: some group has both."""

    human: np.ndarray
    rest: np.ndarray
    shared: bool

    @classmethod
    def of(cls, codes, is_human):
        """Groups from one number per example and the mask of those that people labelled."""
        human, rest = codes[is_human], codes[~is_human]
        if np.intersect1d(human, rest).size:
            return cls(human, rest, True)
        return cls(*(np.unique(side, return_inverse=True)[1] for side in (human, rest)), False)

    @property
    def of_parts(self):
        """Numbers of each part's examples, and how many groups its side has."""
        sizes = [int(side.max()) + 1 for side in self[:2]]
        sizes = [max(sizes)] * 2 if self.shared else sizes
        return (self.human, sizes[0]), (self.human, sizes[0]), (self.rest, sizes[1])


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
        sides = [take_sets(human.predictions, np.flatnonzero(is_human)) for human, _ in datas]
        codes = np.split(number_sets(join_sets(sides))[1], 2)
        rows = np.flatnonzero(codes[0] != codes[1])
        differing = len(rows if groups is None else np.unique(groups.human[rows]))
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
    # If people's examples are a random choice, the judge's scores there and elsewhere are alike.
    sides = [part.points[:, 2] for part in (systems[0].judge, systems[0].rest)]
    here, there = (float(side.mean()) for side in sides)
    error = np.sqrt(sum(side.var(ddof=1) / len(side) for side in sides))
    if abs(divide(here - there, error)) > CHOICE_Z:
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


def prediction_powered(
    systems,
    average,
    averaging,
    *,
    groups=None,
    n_differing=None,
    confidence_level=0.95,
    n_resamples=1000,
    seed=0,
):
    """Estimate of the scores of one system, or of the differences between two.

    ``systems``: a list of Parts; ``n_differing``: of two systems, the units labelled by people in
    which their predictions differ. Returns a dict of the suffix of a result's key -> float64 array
    (precision, recall, F1), and how people and judge vary together, (3,), below 0 if the judge runs
    against people.
    """
    two, by_label = len(systems) == 2, AVERAGES[average].needs_labels
    estimator = _Estimator(systems, averaging, groups)
    # Labels that no example of people's has have no part in the influence values by label.
    values = estimator.influences("micro" if by_label else average)
    n, zero = estimator.n, np.zeros(3)
    factor = IMAGINARY * (len(values[0]) / max(n_differing, 1) if two else 1.0)
    weight, together = estimator.weight_of_judge(values)
    variance = estimator.variance
    saves = variance(values, weight, factor) < variance(values, zero, factor)
    weight = np.where(saves, weight, 0.0)
    weights = weight, zero
    if by_label:
        values = estimator.influences(average)
    errors = [np.sqrt(variance(values, each, factor)) for each in weights]
    estimates = [estimator.estimates(average, each) for each in weights]
    t = student_quantile((1 + confidence_level) / 2, n - 1)
    share = tail_share(confidence_level, n)
    drawn = ()
    if by_label:
        drawn = estimator.drawn(average, weights, enough_resamples(n_resamples, share, n), seed)
    ends, p = _ends_and_p_values(average, estimates, errors, drawn, t, share, n, two)
    saved = 1 - divide(errors[0], errors[1]) ** 2
    if by_label:
        saved = 1 - divide(ends[0][1] - ends[0][0], ends[1][1] - ends[1][0]) ** 2
    # The judge's labels in the place of people's.
    judges = [parts._replace(human=parts.judge) for parts in systems]
    rest = systems[0].rest.n_units / (systems[0].rest.n_units + systems[0].human.n_units)
    rectifier = estimates[1] - estimator.estimates(average, zero, judges)
    of_people = *values[:2], np.zeros_like(values[2])
    spread = t * np.sqrt(variance(of_people, np.ones(3), factor))
    fields = {
        "": estimates[0],
        "_low": ends[0][0],
        "_high": ends[0][1],
        "_standard_error": errors[0],
        "_human": estimates[1],
        "_human_low": ends[1][0],
        "_human_high": ends[1][1],
        "_judged": estimator.estimates(average, np.full(3, rest), judges),
        "_rectifier": rectifier,
        "_rectifier_low": rectifier - spread,
        "_rectifier_high": rectifier + spread,
        "_lambda": weight,
        "_labels_saved": np.where(weight > 0, np.maximum(saved, 0.0), 0.0),
    }
    if two:
        fields["_p_value"] = p
        for end, parts in zip(("_a", "_b"), systems, strict=True):
            fields[end] = estimator.estimates(average, weight, [parts])
    return fields, together


def _ends_and_p_values(average, estimates, errors, drawn, t, share, n, two):
    """Ends of the interval under each weight of the judge, and p-values of the first."""
    bounds, macro = (-1.0, 1.0) if two else (0.0, 1.0), AVERAGES[average].macro
    reach = [0 * error if macro else t * error for error in errors]
    ends = [(x - far, x + far) for x, far in zip(estimates, reach, strict=True)]
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(estimates[0] == 0, 0.0, np.abs(estimates[0]) / errors[0])
    p = np.array([0.0 if macro else 2 * student_tail(x, n - 1) for x in z.tolist()])
    for i, (estimate, values) in enumerate(zip(estimates, drawn, strict=False)):
        # About the estimate turned round: with few gold labels it is too low, as resamples are.
        turned = values if macro else 2 * estimate - values
        p = p if i else np.maximum(p, inverted_p_values(estimate, turned, n))
        low, high = order_ends(turned, share, bounds)
        ends[i] = np.minimum(ends[i][0], low), np.maximum(ends[i][1], high)
    return [np.clip(of_weight, *bounds) for of_weight in ends], p


class _Estimator:
    """Scores of one system, or differences of two, from their Parts, under weights of the judge.

    ``n``: units that people labelled. Influence values are of people, of the judge on the same
    units, and elsewhere: three arrays (units, 3).
    """

    def __init__(self, systems, averaging, groups):
        self.systems, self.averaging, self.groups = systems, averaging, groups
        self.shared = groups is not None and groups.shared
        self.n = systems[0].human.n_units if groups is None else len(np.unique(groups.human))

    def influences(self, average):
        """Influence values of a score, or of the difference between two systems' scores."""
        of_systems = [
            [influence_values(part, average, self.averaging.of(place)) for part in parts]
            for place, parts in enumerate(self.systems)
        ]
        sides = of_systems[0]
        if len(of_systems) == 2:
            sides = [a - b for a, b in zip(*of_systems, strict=True)]
        if self.groups is None:
            return sides
        of_parts = zip(sides, self.groups.of_parts, strict=True)
        return [summed_rows(x, codes, size) * (size / len(x)) for x, (codes, size) in of_parts]

    def weight_of_judge(self, values):
        """lambda, within [0, 1], and the sums of products that say whether it would be above 0."""
        human, judge, rest = values
        if self.shared:
            moved = rest - judge
            together = -(human * moved).sum(axis=0)
            return np.clip(divide(together, (moved**2).sum(axis=0)), 0.0, 1.0), together
        n, number = len(human), len(rest)
        spread = ((judge**2).sum(axis=0) + (rest**2).sum(axis=0)) / (n + number - 2)
        together = (human * judge).sum(axis=0)
        return np.clip(divide(together / (n - 1), (1 + n / number) * spread), 0.0, 1.0), together

    def variance(self, values, weight, factor):
        """Variance of the estimate, with ``factor`` imaginary units in it."""
        human, judge, rest = values
        n, number = len(human), len(rest)
        moved = human + weight * (rest - judge) if self.shared else human - weight * judge
        imaginary = factor * ((human**2).mean(axis=0) + weight**2 * (judge**2).mean(axis=0))
        of_people = ((moved**2).sum(axis=0) + imaginary) / (n * (n - 1))
        if self.shared:
            return of_people
        return of_people + weight**2 * (rest**2).sum(axis=0) / (number * (number - 1))

    def estimates(self, average, weight, systems=None):
        """Scores (3,), or their difference, each with its own weight; of ``systems`` if given."""
        systems = self.systems if systems is None else systems
        means = [[part.total(average) / part.n_units for part in parts] for parts in systems]
        return self._of_means(means, average, weight)

    def _of_means(self, means, average, weight, added=None):
        """Scores from mean columns (..., 4) or (..., 4, m) of each system's three parts."""
        of_systems, counts = [], AVERAGES[average].counts
        for place, (human, judge, rest) in enumerate(means):
            of_scores = []
            for score in range(3):
                # As counts have them: none below 0, no credit above what earns it.
                columns = np.maximum(human + weight[score] * (rest - judge), 0.0)
                if counts != "examples":
                    x = columns if counts == "totals" else np.moveaxis(columns, -2, -1)
                    x[..., [0, 2]] = np.minimum(x[..., [0, 2]], x[..., [1, 3]])
                if added is not None:
                    columns += added[place]
                found = scores_of_columns(columns, average, self.averaging.of(place))
                of_scores.append(found[..., score])
            of_systems.append(np.stack(of_scores, axis=-1))
        return of_systems[0] if len(of_systems) == 1 else of_systems[0] - of_systems[1]

    def drawn(self, average, weights, n_resamples, seed):
        """Scores by label of resamples, (B, 3), for each weight, with imaginary examples."""
        sums, m = {}, self.systems[0].human.n_labels
        for sides, number in (((0, 1, 2), 6),) if self.shared else (((0, 1), 6), ((2,), 7)):
            places = [(place, side) for place in range(len(self.systems)) for side in sides]
            rows = [self._rows(*place) for place in places]
            blocks = [found for *_, found in resampled_sums(rows, n_resamples, [seed, number])]
            sums |= zip(places, map(np.concatenate, zip(*blocks, strict=True)), strict=True)
        # Each system's stream of random numbers by what it answers.
        sides = ([parts.human for parts in self.systems], [parts.rest for parts in self.systems])
        keys = list(zip(*(streams_by_content(side, "macro") for side in sides), strict=True))
        means, added = [], []
        for place, key in enumerate(keys):
            drawn = (sums[place, side] for side in range(3))
            means.append([divide(s[:, :-1], s[:, -1:]).reshape(-1, 4, m) for s in drawn])
            rng = np.random.default_rng([seed, 8, sorted(set(keys)).index(key)])
            added.append(imaginary_labels(rng, n_resamples, m, self.n))
        return [self._of_means(means, average, weight, added) for weight in weights]

    def _rows(self, place, side):
        """Columns by label of units, the number of their examples last, (units, 4 m + 1)."""
        part = self.systems[place][side]
        if self.groups is not None:
            part = part.summed(*self.groups.of_parts[side])
        elif side == 2 and part.n_units > DRAWN_BLOCKS:
            part = part.summed(block_of_units(part.n_units), DRAWN_BLOCKS)
        columns = part.columns("macro").reshape(part.n_units, -1)
        return np.concatenate([columns, part.points[:, -1:]], axis=1)
