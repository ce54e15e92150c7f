"""The rows that a call names: tables of one system or of several, whatever their form."""

import os
from array import array

from ..files.account import Account
from ..files.annif import LIMIT, annif_files
from ..files.formats import FileOptions, TableError
from ..files.reading import columns_of, read_system_columns, read_table
from ..files.tables import FilePlace, Table, check_same_gold, sniff
from .arguments import given_of
from .flags import FORMS, PROGRAM

_HEADERS = {"yes": True, "no": False, "2": 2}


def reading_of(args):
    """Arguments of the reader of a form that were given."""
    given = given_of(args, "reading")
    if "header" in given:
        given["header"] = _HEADERS[given["header"]]
    if "key" in given:
        # Of replies it is the reader's, which looks for objects in them.
        keys = given.pop("key")
        given |= {} if args.replies else {"key": keys[0] if len(keys) == 1 else keys}
    if args.form == "annotators":
        # Annotations of one choice per line are long.
        given.pop("long", None)
        if args.annotator and not args.nested:
            given["annotator"] = args.annotator
        else:
            given["annotators"] = args.annotator
            given["references"] = args.annotators or given.get("references")
    return given


def read_rows(args):
    """The tables of a call by the names of their systems; those of other files are compared."""
    given, columns = reading_of(args), several_columns(args)
    tables = {}
    if columns:
        for name in ("indicators", "long", "threshold", "replies"):
            if name in given:
                raise TableError(f"--{name} and several columns of --predictions can't be combined")
        tables = read_system_columns(args.file, columns, args.gold, **given | {"predictions": None})
    for file in (args.file, *args.compare)[bool(columns) :]:
        tables[file] = read_table(FORMS[args.form], file, args.gold, **given)
        check_same_gold(next(iter(tables.items())), (file, tables[file]))
    return tables


def several_columns(args):
    """The columns of --predictions if they are several, else None."""
    names = (args.predictions or "").split(",")
    how = FileOptions(args.format, _HEADERS.get(args.header), args.quotes)
    several = args.form == "score" and len(names) > 1
    if not several or args.predictions in sniff(args.file, how).columns:
        return None
    return [name.strip() for name in names]


def refuse_two_sides(args):
    """Refuse two files of which neither has both sides: which of them is gold is not guessed."""
    for path in args.paths:
        try:
            if os.path.isfile(path):
                columns_of(path, args.predictions, args.references, format=args.format)
            return
        except TableError:
            continue
    first, second = args.paths
    raise TableError(
        f"{first} and {second}: neither has both predictions and gold labels. To score one against "
        f"the other: {PROGRAM} {first} --gold {second}"
    )


def read_annif_rows(args, thesaurus):
    """Tables of Annif's suggestions next to gold subjects, a line on what was read, and notes."""
    limit, threshold = args.limit or LIMIT, args.threshold or 0.0
    found = annif_files(args.file, args.gold, limit=limit, threshold=threshold, thesaurus=thesaurus)
    n = len(found.documents)
    place = FilePlace(args.file, "document", array("q", range(1, n + 1)))
    table = Table(found.predictions, found.references, None, (place,), Account())
    line = (
        f"read: {n:,} documents, {sum(map(len, found.predictions)):,} suggestions (at most {limit} "
        f"per document, score {threshold:g} or more), {sum(map(len, found.references)):,} gold "
        "subjects"
    )
    return {args.file: table}, line, found.notes
