"""The table of options: names, defaults, choices, what they mean, and where each applies.

What checks options, documents them for ``help()`` and docs/options.md, and offers them on the
command line and in the Space reads this table; it needs Python alone.
"""

import textwrap
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from .average_table import AVERAGES, NAMED_AVERAGES
from .config_table import CONFIGS, configs_of

_AVERAGES_TEXT = ", ".join(
    f'"{name}" ({"default, " * (not place)}eq. {AVERAGES[name].equation})'
    for place, name in enumerate(NAMED_AVERAGES)
)
# Configs whose rows are label sets; those that are scored by counts, of sets or of grades; those
# whose examples have precision, recall and F1; those with labels.
_OF_SETS = configs_of("sets")
_OF_COUNTS = configs_of("sets", "grades")
_OF_MATCHES = configs_of("sets", "grades", "points")
_OF_LABELS = configs_of("sets", "grades", "distributions")


class Option(NamedTuple):
    """An option of ``load``, ``compute`` and the other methods.

    ``text`` documents it. ``choices`` maps the words that it may be to what they mean, which stand
    in the text in the place of "{}"; numbers are ``within`` a range ("from" includes its ends), or
    whole ones from ``least`` up. It plays a part in ``configs``; ``why`` says what it does there if
    these are not all.
    """

    name: str
    default: Any
    text: str
    choices: Mapping = MappingProxyType({})
    configs: tuple[str, ...] = tuple(CONFIGS)
    why: str = ""
    within: str = ""
    least: int | None = None

    @property
    def documented(self) -> str:
        """The text with the choices in their place."""
        words = [
            f'"{word}" ({"default: " * (word == self.default)}{meaning})'
            for word, meaning in self.choices.items()
        ]
        return self.text.replace("{}", " or ".join([", ".join(words[:-1]), *words[-1:]]))


OPTIONS = (
    Option("similarity", None,
           "what the score depends on, there is no default. A bundled name (one of "
           '`similarity.names()`), "identity" (with `labels`), the path of a JSON or CSV file, a '
           "pandas DataFrame, an array with `labels`, a LabelSimilarity, or "
           '"hf://datasets/OWNER/NAME/FILE". A list with one of these an example, or a mapping of '
           "row numbers or (with `annotators`) of annotators to them, scores each with its own. "
           'Config "soft" needs none: it adds the Wasserstein distance with cost 1 - S.',
           configs=_OF_LABELS),
    Option("labels", None,
           "the universe of label names in the order of ids and indicator columns, none-labels in "
           "their place: a list, the ClassLabel of a data set (or a list of it), or a mapping of "
           "names to ids or of ids to names. Default: the similarity's labels followed by its "
           "none-labels.", configs=_OF_LABELS),
    Option("macro_labels", "all", "labels that macro averages over: {}, or a list of names.",
           choices={"all": "all labels, those that no one uses scoring 0",
                    "present": "labels that are gold or predicted somewhere"}, configs=_OF_COUNTS),
    Option("average", "samples",
           f"{_AVERAGES_TEXT}, None (per label), or a list of them; keys then end in "
           f"{', '.join(f'_{row.key}' for row in AVERAGES.values())}.",
           choices={name: row.text for name, row in AVERAGES.items()}, configs=_OF_MATCHES),
    Option("flat", False,
           "True gives one float per label under its name instead of lists (semantic_f1_joy, "
           "support_joy), with average=None; for loggers that take numbers only.",
           configs=_OF_COUNTS),
    Option("none_labels", None, 'names that mean "no label". Default: the similarity\'s own.',
           configs=_OF_LABELS),
    Option("unknown_labels", "raise", "names outside the universe: {}.",
           choices={"raise": "an error that names them",
                    "mismatch": "kept, similarity 0 to everything",
                    "ignore": "removed before scoring"}, configs=_OF_SETS),
    Option("normalize_names", False,
           "True reads names as one that differ only by case, blanks (outer, doubled, no-break, "
           "without width), width or composed accents; two labels that do are an error.",
           configs=_OF_LABELS),
    Option("zero_division", 1.0,
           "from 0 to 1, default 1: the scores of an example with neither predicted nor gold "
           "labels.", configs=_OF_MATCHES, within="from 0 to 1"),
    Option("counting", "paper", "{}. Samples scores are the same under both.",
           choices={"paper": "recall = TP / (TP + FN), its numerator from the predicted side",
                    "two_sided": "recall = matched credit of the gold labels / support"},
           configs=_OF_MATCHES),
    Option("macro_f1", "averaged_f1", "{}; the latter under the key semantic_f1_of_averages.",
           choices={"averaged_f1": "mean of the labels' F1",
                    "f1_of_averages": "harmonic mean of macro precision and macro recall"},
           configs=_OF_COUNTS),
    Option("sample_weight", None,
           "one weight >= 0 per example; weight 2 equals the example twice, except for intervals: "
           "one example that counts double is known less well than two."),
    Option("n_resamples", None,
           "None (default), or how many bootstrap resamples of the examples (for example 1000): "
           "adds the ends of a confidence interval to every score, under its key with _low and "
           "_high, and its _standard_error; not to scores by annotator.", least=1),
    Option("groups", None,
           "None (default), or one value per example: the author, document or prompt that it "
           "belongs to. Intervals and tests then resample groups, not examples."),
    Option("confidence_level", 0.95, "of these intervals, default 0.95.", within="between 0 and 1"),
    Option("seed", 0, "of their draws, default the metric's own, 0.", least=0),
    Option("threshold", None,
           'configs "multilabel" and "annotators": a label is predicted where its score >= '
           "threshold; one number, or one per column.", configs=("multilabel", "annotators"),
           why="applies to scores"),
    Option("reduce", "mean",
           "config \"annotators\": {}. All are the default config's scores where the annotators "
           'agree; "soft" differs from "mean" for samples only.',
           choices={"mean": "each annotator of an example counts 1/k",
                    "max": "the annotator with the greatest pointwise F1; equal ones share the "
                           "example",
                    "soft": "gold labels weighted by the share of annotators who chose them"},
           configs=("annotators",), why="applies to several gold sets per example"),
    Option("of", "sets",
           'config "annotators", to load: what annotators gave: {}. Points and grades have the '
           "options of their configs, and no constant_f1.",
           choices={"sets": "label sets", "points": "points, as in config points",
                    "grades": "grades of membership, as in config graded"},
           configs=("annotators",), why="says what several annotators gave"),
    Option("annotators", None,
           'config "annotators": names or numbers nested as the gold sets are; adds scores by '
           "annotator.", configs=("annotators",), why="says who chose each of several gold sets"),
    Option("human", True,
           'config "annotators": True (default) adds scores of people where some example has two '
           "annotators or more: human_f1 and so on, each annotator scored against the others, "
           "system_f1 and so on, the predictions against the same others, human_difference, "
           "system less human, over n_human examples; constant_f1 and constant_answer, the best "
           "answer that is given for every example; and where some example has four annotators "
           "consensus_f1, the set nearest to those of all others. With `annotators` also by "
           "annotator, and the standard error of the difference over annotators.",
           configs=("annotators",), why="compares annotators with each other"),
    Option("floor", 1e-12,
           'configs "soft" and "graded": predicted probabilities are raised to it before cross '
           "entropy takes their natural logarithm; they are not made to sum to 1 again. 1.001e-9 "
           "is equivalent to the scorer of LeWiDi 2023.", configs=("soft", "graded"),
           why="applies to cross entropy", within="between 0 and 1"),
    Option("normalize_counts", False,
           'config "soft": True takes rows of counts and divides each by its sum.',
           configs=("soft",), why="applies to distributions"),
    Option("kernel", "inverse",
           'config "points": how much credit a point earns from another one at distance d: '
           '"inverse" (default), 1 / (1 + beta d); "exponential", exp(-beta d); "gaussian", '
           'exp(-d^2 / (2 sigma^2)); "cosine", (1 + cos) / 2; "iou", the share that two boxes '
           "have in common; or a function of two arrays of points that gives n numbers in [0, 1].",
           configs=("points",), why="says how near points are"),
    Option("beta", None,
           'config "points": default 1, in units of 1 / distance; 1 / beta is the distance at '
           'which "inverse" gives a half.', configs=("points",), why="belongs to kernels"),
    Option("sigma", None,
           'config "points": width of the kernel "gaussian", default 1, in units of the distance.',
           configs=("points",), why="belongs to kernels"),
    Option("scale", None,
           'config "points": coordinates are divided by it first; one number, or one per '
           "dimension.", configs=("points",), why="belongs to kernels"),
    Option("p", None,
           'config "points": order of the Minkowski distance, default 2; 1 Manhattan, inf the '
           "largest difference.", configs=("points",), why="belongs to kernels"),
)  # fmt: skip
DEFAULTS = {option.name: option.default for option in OPTIONS}
CHOICES = {option.name: tuple(option.choices) for option in OPTIONS if option.choices}


def options_text(width=100):
    """The options as ``help()`` shows them: a name, and what it means, wrapped and indented."""
    return "\n".join(
        textwrap.fill(
            f"{option.name}: {option.documented}",
            width,
            initial_indent="    ",
            subsequent_indent="        ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for option in OPTIONS
    )


# What is no option, and the error that says what takes its place.
NO_OPTIONS = {
    "ceiling": "ceiling: is no more: pass human=",
    "interval_method": "interval_method: is no more: all intervals are smoothed ones, which cover "
    "few examples and scores near 0 and 1 too (BCa and percentiles don't); leave it out",
    "simultaneous": "simultaneous: is no more: ranks are always simultaneous: places that hold for "
    "each system by itself don't hold for all; leave it out",
    "counts": "counts: compute and report take counts; intervals, tests, confusion, explain and "
    "what else needs the examples take predictions and references",
    # The arguments of scikit-learn's metrics.
    **{
        name: f"unknown argument {name!r}: gold labels are references=, predicted labels "
        "predictions="
        for name in ("y_true", "y_pred", "y_score")
    },
}
