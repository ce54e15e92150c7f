"""The table of flags: what each takes, where help lists it, and what it needs.

The parser, the help, docs/command_line.md, the Space's commands and the check of flags that do not
fit together read this table; it needs Python alone.
"""

from typing import Any, NamedTuple

from ..average_table import NAMED_AVERAGES
from ..files.formats import FORMATS, READING_CHOICES
from ..option_table import OPTIONS
from ..reports.results_text import TEXT_FORMS
from ..thesaurus.measure_table import MEASURE_TABLE

PROGRAM = "semantic-f1"
# Ways to read and score the rows, each with the config of the metric.
FORMS = {
    "score": "default",
    "annotators": "annotators",
    "thresholds": "multilabel",
    "soft": "soft",
    "graded": "graded",
    "points": "points",
    "annif": "default",
}
COMMANDS = {
    "score": "score a file; used if no command is given",
    "labels": "list the labels of a file, or write a sheet to group them",
    "compare": "compare and rank systems on the same examples",
    "annotators": "score against the labels of several annotators",
    "thresholds": "F1 at each threshold, or one threshold per label",
    "soft": "compare probability distributions",
    "graded": "score degrees of membership between 0 and 1",
    "points": "score sets of points, such as coordinates, embeddings or boxes",
    "similarity": "list, show and audit similarities",
}
TOPICS = {
    "files": "file layouts: every command that reads a file takes these options",
    "similarity": "building a similarity from groups, a hierarchy or a thesaurus",
    "cluster": "many files, several processes or machines",
}
_OPTIONS = {option.name: option for option in OPTIONS}
# Commands that list the same flags. "help similarity" stands for the topic.
_SETS = "score compare annotators "
_LABELED = f"{_SETS}thresholds soft graded "
_SCORED = f"{_SETS}thresholds graded points "
_EVERY = f"{_LABELED}points "
# Forms that read rows; those with labels, with scores of label sets, whose systems are compared.
_ROWS = tuple(form for form in FORMS if form != "annif")
_OF_LABELS = tuple(form for form in FORMS if form != "points")
_OF_SETS = ("score", "annotators", "graded")
_OF_SYSTEMS = ("score", "annotators", "soft", "graded")
_INTERVALS = ("--ci", "--compare", "--sensitivity", "--tune-thresholds", "--outcome")
_SHEETS = ("--similarity-groups", "--similarity")
_TREES = ("--similarity-hierarchy", "--thesaurus", "--similarity")


class Flag(NamedTuple):
    """A flag of the command line.

    ``listed`` names the commands, and "help-TOPIC", whose help lists it; "common" is the first
    help. ``kind`` says how its text is read: "word", "switch", "choice", "number", "numbers",
    "whole", "count", "names", "names or word", "optional names", "thresholds".

    It is used under ``forms``; one of the flags that it ``needs`` must be given too, or ``why`` is
    said; those in ``without`` don't go with it. ``rows``: it needs the rows of one file, which
    counts of many no longer have. ``sets`` says what it sets under the name ``python``: an "option"
    of the metric, an argument of the "reading" of files or of "replies", of a "published"
    thesaurus or one in a "table".
    """

    name: str
    help: str
    listed: str
    kind: str = "word"
    metavar: str | None = None
    forms: tuple = _ROWS
    needs: tuple = ()
    why: str = ""
    without: tuple = ()
    sets: str = ""
    python: str = ""
    choices: tuple = ()
    spellings: tuple = ()
    const: Any = None
    default: Any = None
    many: bool = False
    rows: bool = False

    @property
    def dest(self):
        """The name of its value among the parsed arguments."""
        as_in_python = self.sets in ("option", "reading") and self.python
        return as_in_python or self.name[2:].replace("-", "_")

    @property
    def in_python(self):
        """The name in Python of what it sets."""
        return self.python or self.dest


def _option(name, help, listed, kind="word", metavar=None, *, flag="", **more):
    """A flag that sets an option of the metric, used under the forms of the option's configs."""
    option = _OPTIONS[name]
    forms = tuple(form for form, config in FORMS.items() if config in option.configs)
    choices = tuple(option.choices) if kind in ("choice", "names or word") else ()
    more = {"forms": forms, "choices": choices, "sets": "option", "python": name} | more
    return Flag(flag or f"--{name.replace('_', '-')}", help, listed, kind, metavar, **more)


def _read(name, help, listed="help-files", kind="word", metavar=None, **more):
    """A flag that sets an argument of ``read_file``."""
    if kind == "choice":
        choices = READING_CHOICES.get(name[2:].replace("-", "_"), ())
        more = {"choices": tuple(filter(None, choices))} | more
    return Flag(name, help, listed, kind, metavar, **{"sets": "reading"} | more)


def _concepts(name, help, kind="word", metavar=None, **more):
    """A flag of thesauri."""
    more = {"forms": tuple(FORMS), "needs": ("--thesaurus",)} | more
    return Flag(name, help, "help-similarity", kind, metavar, **more)


FLAGS = (
    Flag("--similarity", "bundled name, matrix, sheet of groups, or hierarchy",
         f"common {_LABELED}", metavar="NAME|FILE", forms=_OF_LABELS, many=True),
    Flag("--gold", "file with the gold labels, if FILE has none", f"common {_SETS}labels",
         metavar="FILE", forms=tuple(FORMS), rows=True),
    _read("--id", "column that identifies the examples in both files", f"common {_SETS}labels",
          metavar="COLUMN", needs=("--gold", "--annotator")),
    _read("--predictions", "column of predicted labels, or A,B per system (default: by its name)",
          f"common {_EVERY}labels", metavar="COLUMN"),
    _read("--references", "column with the gold labels (default: found by its name)",
          f"common {_EVERY}labels", metavar="COLUMN"),
    _read("--separator", "text between the labels of a cell", f"common {_SETS}labels thresholds",
          metavar="TEXT", forms=("score", "annotators", "thresholds")),
    _option("labels", "labels to score, in the order of the ids; a JSON list, separated by "
            "commas, or @FILE, one per line", _LABELED, "names", "LIST"),
    _option("none_labels", 'names that mean "no label"', _LABELED, "names", "LIST"),
    _option("macro_labels", "labels that macro averages over (default: all)",
            f"{_SETS}thresholds graded", "names or word", "all|present|LIST"),
    _option("unknown_labels", "names that are no label: an error (default), a mistake, or left out",
            _SETS, "choice"),
    _option("normalize_names", "ignore case, blanks, width and accents in names", _LABELED,
            "switch"),
    _option("zero_division", "scores of an example without any label (default: 1)", _SCORED,
            "number", "X"),
    _option("counting", "how micro, macro and weighted recall are counted (default: paper)",
            _SCORED, "choice"),
    _option("macro_f1", "which of two macro F1s (default: averaged_f1)",
            f"{_SETS}thresholds graded", "choice"),
    Flag("--per-label", "add a row per label", "common score compare annotators graded", "switch",
         forms=(*_OF_SETS, "annif")),
    _option("n_resamples", "add confidence intervals from N resamples (default: 1000)",
            f"common {_EVERY}", "whole", "N", flag="--ci", const=1000, rows=True),
    _option("confidence_level", "level of the intervals (default: 0.95)", _EVERY, "number", "X",
            needs=_INTERVALS),
    _option("seed", "seed of the resamples (default: 0)", _EVERY, "whole", "N", needs=_INTERVALS),
    Flag("--groups", "author, document or prompt of each row; intervals and tests resample these",
         _EVERY, metavar="COLUMN", needs=_INTERVALS, rows=True),
    Flag("--outcome", "column of numbers, such as human ratings, to correlate with F1",
         "score annotators graded", metavar="COLUMN", forms=_OF_SETS, rows=True),
    Flag("--average", "average used for the comparison (default: samples)", "compare thresholds",
         "choice", choices=NAMED_AVERAGES, forms=("score", "annotators", "graded", "thresholds"),
         needs=("--compare", "--sensitivity", "--threshold-curve", "--tune-thresholds"),
         why="chooses the score that compare, thresholds and sensitivity use; the table shows all "
         "four"),
    Flag("--sensitivity", "score all systems under other similarities too", "compare", "switch",
         forms=_OF_SYSTEMS, rows=True),
    Flag("--compare", "file with the predictions of another system", "", metavar="FILE",
         forms=_OF_SYSTEMS, many=True, rows=True),
    Flag("--annotators", "columns with the gold labels of each annotator", "annotators", "names",
         "LIST", forms=("annotators",)),
    Flag("--annotator", "column with the annotator of each line, or of each set of --nested",
         "annotators", metavar="COLUMN", forms=("annotators",)),
    Flag("--nested", 'the gold labels are lists of sets, one per annotator: [["joy"], ["love"]]',
         "annotators", "switch", forms=("annotators",)),
    _read("--blank", "meaning of a blank gold cell, of one annotator too", "annotators help-files",
          "choice", forms=("score", "annotators", "thresholds")),
    _option("reduce", "how the scores of an example's annotators are combined (default: mean)",
            "annotators", "choice"),
    Flag("--threshold-curve", "scores at each threshold", "thresholds", "switch",
         forms=("thresholds",), spellings=("--curve",), rows=True),
    Flag("--tune-thresholds", "one threshold per label, and F1 on other rows", "thresholds",
         "switch", forms=("thresholds",), spellings=("--tune",), rows=True),
    Flag("--soft", "both columns hold distributions", "", "switch", forms=("soft",)),
    _option("normalize_counts", "divide each row of counts by its sum", "soft", "switch"),
    Flag("--graded", "both columns hold degrees of labels", "", "switch", forms=("graded",),
         rows=True),
    Flag("--points", "both columns hold sets of points", "", "switch", forms=("points",)),
    _option("kernel", "inverse (default), exponential, gaussian, cosine or iou", "points",
            metavar="NAME"),
    _option("beta", "decay per unit of distance, inverse and exponential kernels (default: 1)",
            "points", "number", "X"),
    _option("sigma", "width of the gaussian kernel (default: 1)", "points", "number", "X"),
    _option("scale", "numbers that coordinates are divided by, one or one per dimension", "points",
            "numbers", "LIST"),
    _option("p", "order of the Minkowski distance (default: 2)", "points", "number", "P"),
    Flag("--worst", "show the N examples with the lowest F1",
         "common score compare annotators graded", "count", "N", forms=_OF_SETS, rows=True),
    Flag("--per-example", "write the scores of each example to a CSV file",
         "common score annotators graded", metavar="FILE", forms=_OF_SETS, rows=True,
         without=("--compare",)),
    Flag("--output", "write the result to a file instead of the terminal",
         f"common {_EVERY}labels similarity", metavar="FILE", forms=tuple(FORMS),
         spellings=("-o",)),
    Flag("--force", "overwrite the file of --output", "labels", "switch"),
    Flag("--json", "print JSON", f"common {_EVERY}labels similarity", "switch",
         forms=tuple(FORMS)),
    Flag("--text", "print the result as a paper has it: a sentence, a table, or how it was made",
         "score compare annotators graded", "choice", choices=TEXT_FORMS, forms=_OF_SETS,
         needs=("--ci", "--compare"), rows=True,
         without=("--json", "--per-label", "--worst", "--outcome", "--sensitivity", "--replies",
                  "--full-signature", "--report")),
    Flag("--full-signature", "print the signature with every setting", _EVERY, "switch",
         forms=tuple(FORMS)),
    _read("--missing", "ids that one of two files lacks: an error (default), no labels, or left "
          "out", kind="choice", needs=("--gold", "--annotator")),
    _read("--by-line", "join two files line by line, whatever they share", kind="switch",
          needs=("--gold",)),
    _read("--indicators", "one column per label, holding 0 and 1: all such columns, or these",
          kind="optional names", metavar="LIST", forms=("score", "annotators"), rows=True,
          without=("--annotators", "--nested")),
    _read("--threshold", "with --indicators: columns of scores, of which labels have at least X; "
          "@FILE: one X per label; --from annif: least score", kind="thresholds",
          metavar="X|@FILE", forms=("score", "annif"), needs=("--indicators", "--from"),
          rows=True),
    _read("--from", "export that the file is: label-studio, doccano, prodigy, spacy, pipeline, "
          "openai-batch, lewidi or annif; of two files gold=NAME or predictions=NAME",
          metavar="NAME", forms=("score", "annotators", "soft", "annif"), python="source",
          rows=True),
    Flag("--limit", "--from annif: at most N suggestions per document (default: 10)", "help-files",
         "count", "N", forms=("annif",), why="needs --from annif"),
    _read("--replies", "the predictions are replies of a language model", kind="switch",
          forms=("score",), rows=True,
          without=("--compare", "--sensitivity", "--indicators", "--long", "--report")),
    Flag("--ledger", "file for a line per reply: how it was read, or why not", "help-files",
         metavar="FILE", needs=("--replies",), rows=True),
    Flag("--marker", "words before a model's answer; may be repeated", "help-files",
         metavar="TEXT", needs=("--replies",), many=True, sets="replies", rows=True),
    Flag("--alias", "table of items of replies and the labels that they mean", "help-files",
         metavar="FILE", needs=("--replies",), sets="replies", rows=True),
    _read("--key", "key of a JSON object in a cell, or in a reply, that holds the labels; may be "
          "repeated", metavar="NAME", many=True, sets="reading replies"),
    _read("--long", "one id and one label per line, in both files", kind="switch",
          forms=("score", "annotators"), needs=("--gold", "--annotator"), rows=True,
          without=("--annotators", "--nested")),
    _read("--header", "whether the first line names the columns, or the first of 2 lines (default: "
          "by its words; without a header columns are 1, 2, ...)", kind="choice",
          choices=("yes", "no", "2"), rows=True),
    _read("--quotes", "whether quotes enclose cells or are plain characters (default: as the file "
          "allows)", kind="choice", rows=True),
    _read("--merged", "spread: merged cells of a sheet all have the value", kind="choice",
          rows=True),
    _read("--format", "format of the files (default: by the file's ending)", kind="choice",
          choices=tuple(FORMATS)),
    _read("--ids", "whether whole numbers are ids or names (default: auto)", kind="choice",
          default="auto"),
    Flag("--similarity-groups", "sheet with one row per label and its groups", "help-similarity",
         metavar="FILE", forms=_OF_LABELS, many=True),
    Flag("--similarity-hierarchy", "table with columns child (or code) and parent",
         "help-similarity", metavar="FILE", forms=_OF_LABELS, many=True),
    _concepts("--label-column", "column of a groups sheet with the labels (default: label or name)",
              metavar="COLUMN", needs=_SHEETS),
    _concepts("--levels", "columns of a groups sheet to use (default: all), or of a sheet of tiers",
              "names", "LIST", needs=(*_SHEETS, "--thesaurus"), sets="table"),
    _concepts("--child", "column of a hierarchy with the codes (default: child, code, id ...)",
              metavar="COLUMN", needs=_TREES),
    _concepts("--parent", "column of a hierarchy with the parents (default: parent, broader)",
              metavar="COLUMN", needs=_TREES),
    _concepts("--thesaurus", "RDF (SKOS), OBO or MeSH file, saved .npz, .taxonomy, .txt of lines A "
              "> B, .json with children, or table with columns child, parent and name: its "
              "concepts are the labels", metavar="FILE", forms=("score", "annotators", "annif"),
              needs=()),
    _concepts("--measure", "relatedness measure (default: wu_palmer); may be repeated", "choice",
              choices=tuple(MEASURE_TABLE), many=True),
    _concepts("--report", "indexing: suggestions that are exact, too broad, too narrow, near, far",
              "choice", choices=("indexing",), forms=("score", "annif"), without=("--compare",),
              rows=True),
    _concepts("--related", "rada, leacock_chodorow: paths over related concepts too", "switch"),
    _concepts("--depth", "which path to the root gives the depth of a concept (default: longest)",
              "choice", choices=("longest", "shortest")),
    _concepts("--concepts", "names of SKOS concepts, in order of preference: uri (default), "
              "prefLabel, notation ...", "names", "LIST", sets="published", python="label"),
    _concepts("--language", "languages of names, in order of preference", "names", "TAGS",
              sets="published"),
    _concepts("--alt-labels", "alternative labels name concepts too", "switch", sets="published"),
    _concepts("--dangling", "relations to what has no type: kept (default), left out, or an error",
              "choice", choices=("keep", "drop", "raise"), sets="published"),
    _concepts("--broader", "properties of an RDF file that lead to what is broader", "names",
              "LIST", sets="published"),
    _concepts("--narrower", "properties of an RDF file that lead to what is narrower", "names",
              "LIST", sets="published"),
    _concepts("--relations", "kinds of relations that are broader (OBO, tables): is_a,part_of=0.6",
              "names", "LIST", sets="published table"),
    _concepts("--types", "types of the RDF concepts that are labels", "names", "LIST",
              sets="published"),
    _concepts("--schemes", "schemes of the RDF concepts that are labels", "names", "LIST",
              sets="published"),
    _concepts("--outside", "concepts outside types and schemes: kept without a label (default), "
              "dropped", "choice", choices=("keep", "drop"), needs=("--types", "--schemes"),
              sets="published"),
    _concepts("--replaced", "names of deprecated concepts: that of their successor (default), "
              "refused", "choice", choices=("follow", "refuse"), sets="published"),
    _concepts("--cycles", "an error (default), or one relation of each is left out", "choice",
              choices=("raise", "break"), sets="published table"),
    _concepts("--same", "name: paths with one name and equal concepts below are one concept",
              "choice", choices=("name",), sets="table"),
    _concepts("--parent-separator", "text between several parents in a cell (default: found)",
              metavar="TEXT", sets="table", python="separator"),
    _concepts("--nameless", "rows of a table that name no concept: an error (default), left out",
              "choice", choices=("raise", "drop"), sets="table"),
    _concepts("--strict", "refuse a file that takes any leniency", "switch",
              sets="published table"),
    Flag("--workers", "number of processes that count files", "help-cluster", "count", "N"),
    Flag("--cluster", "address of a Dask scheduler, or 'local'", "help-cluster",
         metavar="ADDRESS"),
    Flag("--counts", "file that keeps the counts of the files that are done", "help-cluster",
         metavar="FILE"),
    Flag("--leave-out", "pattern of files that are not scored, by name or path; may be repeated",
         "help-cluster", metavar="PATTERN", many=True),
    Flag("--equal-parts", "both: files of equal content are two parts", "help-cluster", "choice",
         choices=("both",)),
    Flag("--verify", "read all files that --counts has counts of, whatever their time",
         "help-cluster", "switch", needs=("--counts",)),
)  # fmt: skip


def flag_of(name):
    """The flag of a value, by the name of its option or argument."""
    return next(flag.name for flag in FLAGS if flag.dest == name)
