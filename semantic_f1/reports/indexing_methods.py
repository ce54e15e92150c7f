"""The metric's methods for subject indexing: ranked suggestions, Annif's files, the report."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Set
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ..files.account import accounted
from ..files.annif import LIMIT, SUGGESTIONS, annif_files
from ..inputs.configs import label_sets
from ..inputs.label_sets import LabelSets
from ..messages import InputError, quote, warn
from ..options import check_one_of, check_whole
from ..pictures.shapes import scrolling, xml_text
from .hierarchical import thesaurus_of
from .indexing import indexing_result, indexing_table
from .suggestions import scores_at_k

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike
    from typing import Any, Literal

    from typing_extensions import Unpack

    from ..option_types import AccountedOptions, Rows
    from ..result_types import IndexingCounts, ScoresAtK
    from ..thesaurus.thesaurus import Thesaurus

DEPTHS = (1, 5, 10, None)
OUTPUTS = ("text", "markdown", "csv", "html", "dict")


class Indexing:
    """Methods of the metric: ``at_k``, ``indexing_report`` and ``read_annif``."""

    @accounted
    def at_k(
        self,
        predictions: Rows,
        references: Rows,
        *,
        k: int | Sequence[int | None] | None = DEPTHS,
        **options: Unpack[AccountedOptions],
    ) -> ScoresAtK:
        """Precision and NDCG of the first k suggestions, semantic next to hard.

        Semantic precision at k is the mean over the first min(k, suggested) suggestions of the best
        similarity to a gold label. For semantic NDCG a suggestion gains what it adds to the
        greatest one-to-one matching of the suggestions so far with the gold labels. With the
        identity both are Annif's. Means over the documents; a document without gold labels has an
        NDCG of 1, without suggestions a precision of 0.

        Parameters
        ----------
        predictions : for each document a list of labels, the best suggestion first
        references : for each document its gold labels, as for ``compute``
        k : numbers of suggestions, None for all of them
        **options : those of ``compute`` that say what the labels are

        Returns
        -------
        dict: "k"; "semantic_precision_at_k", "semantic_ndcg_at_k", "hard_precision_at_k" and
        "hard_ndcg_at_k", lists with one mean per k; "n_documents", "n_without_suggestions" and
        "n_without_gold"

        Raises
        ------
        ValueError
            if k is no whole number from 1 up, a label is suggested twice, or rows have no order
        """
        depths = list(k) if hasattr(k, "__iter__") else [k]
        depths = [depth if depth is None else check_whole("k", depth, 1) for depth in depths]
        setting = self._setting_of_sets("at_k", options, grouped=False)
        sides = self._ranked(predictions, references, setting, in_order=True)
        scores = scores_at_k(*sides, setting.similarity.pairs, len(setting.space.labels), depths)
        without = [int((np.diff(side.offsets) == 0).sum()) for side in sides]
        if without[1]:
            warn(f"at_k: {without[1]} documents have no gold labels; their NDCG is 1, as in Annif.")
        return {
            "k": depths,
            **scores,
            "n_documents": len(sides[0].offsets) - 1,
            "n_without_suggestions": without[0],
            "n_without_gold": without[1],
        }

    @accounted
    def indexing_report(
        self,
        predictions: Rows,
        references: Rows,
        *,
        branches: Iterable[str] | None = None,
        output: Literal["text", "markdown", "csv", "html", "dict"] = "text",
        **options: Unpack[AccountedOptions],
    ) -> str | IndexingCounts:
        """Suggested subjects by their place in the thesaurus: exact, broad, narrow, near, far.

        By structure alone, without a threshold: *too broad* is above a gold subject, *too narrow*
        below one, *near* related to one or with a direct parent in common. The first that holds
        counts, of broad and narrow the one with fewer steps. Gold subjects are counted from their
        side: found, only a broader or only a narrower one suggested, a near one, or missed.

        Parameters
        ----------
        predictions, references : as for ``compute``
        branches : None, the roots, or labels, each the top of a branch (a root by its preferred
            label, too); a subject under two counts in both, and once in all
        output : "text", "markdown", "csv", "html" or "dict"
        **options : those of ``compute``; ``similarity`` is a measure over a thesaurus

        Returns
        -------
        str; for "dict" a dict: "suggestions" and "gold", counts by kind; "steps_too_broad" and
        "steps_too_narrow", counts by steps; "branches", a list of dicts with the same counts, of
        more than 20 the rest as "other"; "n_documents", and "n_unknown", names of no concept
        """
        check_one_of("output", output, OUTPUTS)
        setting = self._setting_of_sets("indexing_report", options, grouped=False)
        thesaurus = thesaurus_of(setting.similarity, "indexing_report")
        concepts = setting.similarity.concepts
        tops = thesaurus.roots.tolist()
        if branches is not None:
            branches = [branches] if isinstance(branches, str) else list(branches)
            top_of = {thesaurus.title_of(top): top for top in tops}
            top_of |= dict(zip(setting.similarity.labels, concepts.tolist(), strict=True))
            missing = [label for label in branches if label not in top_of]
            if missing:
                raise ValueError(f"branches: {quote(missing)} are no labels of {thesaurus.name!r}")
            tops = [top_of[label] for label in branches]
        documents, unknown = [], 0
        # Names of no concept become -1.
        concepts = np.append(concepts, -1)
        for sets in self._ranked(predictions, references, setting):
            found = concepts[np.minimum(sets.indices, len(concepts) - 1)]
            unknown += int((found < 0).sum())
            parts = np.split(found, sets.offsets[1:-1])
            documents.append([dict.fromkeys(part[part >= 0].tolist()) for part in parts])
        result = indexing_result(list(zip(*documents, strict=True)), thesaurus, tops, unknown)
        return result if output == "dict" else _shown(result, output)

    def read_annif(
        self,
        predicted: str | PathLike[str],
        gold: str | PathLike[str] | None = None,
        *,
        limit: int = LIMIT,
        threshold: float = 0.0,
        suffix: str = SUGGESTIONS,
        scores: bool = False,
        thesaurus: Thesaurus | None = None,
    ) -> dict[str, Any]:
        """Suggestions and gold subjects from Annif's files, for ``compute``, ``at_k`` and reports.

        Parameters
        ----------
        predicted : folder with a file of suggestions per document (``annif index``), or a file of
            JSON Lines
        gold : folder of a corpus (.tsv, .key or .json next to .txt), a file of short texts (.tsv or
            .csv) or JSON Lines; None: the same folder
        limit : int, at most so many suggestions per document, the best ones
        threshold : float, least score of a suggestion
        suffix : ending of the files of suggestions
        scores : whether "documents" and "scores" are returned, too
        thesaurus : Thesaurus read by URIs, whose labels should be those next to the URIs; default:
            that of the metric's similarity, if it has one

        Returns
        -------
        dict: "predictions", labels of each document in falling order of score, and "references"

        Raises
        ------
        ValueError
            naming file and line; if no document has both sides

        Warns
        -----
        UserWarning
            for documents that have one side alone, which are left out, and for labels that differ
            from those of the thesaurus, with their number
        """
        if thesaurus is None:
            thesaurus = getattr(self._options.get("similarity"), "thesaurus", None)
        options = {"limit": limit, "threshold": threshold, "suffix": suffix}
        found = annif_files(predicted, gold, thesaurus=thesaurus, **options)
        for text in found.notes:
            warn(f"read_annif: {text}.")
        result = {"predictions": found.predictions, "references": found.references}
        return (
            {**result, "documents": found.documents, "scores": found.scores} if scores else result
        )

    def _ranked(self, predictions, references, setting, in_order=False):
        """Suggestions in their order and gold labels, both as label sets."""
        self._check_pair(predictions, references, needed="predictions")
        predictions = list(predictions)
        for document, row in enumerate(predictions):
            if isinstance(row, Mapping) or (in_order and isinstance(row, Set)):
                rule = f"expected a list of labels, best first; got a {type(row).__name__}"
                raise InputError(rule, "predictions", document)
        rows = [[row] if isinstance(row, str) else list(row) for row in predictions]
        single = [[name] for row in rows for name in row]
        gold = label_sets(*self._read([[]] * len(rows), references), setting).references
        offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
        if not single:
            return LabelSets(np.zeros(0, np.int64), offsets), gold
        read = label_sets(*self._read(single, [[]] * len(single)), setting).predictions
        # Names that mean "no label" leave their row empty.
        kept = np.concatenate([[0], np.cumsum(np.diff(read.offsets))])
        offsets = kept[offsets]
        for document, (start, stop) in enumerate(pairwise(offsets)):
            if len(set(read.indices[start:stop].tolist())) < stop - start:
                raise InputError("a label is suggested twice", "predictions", document)
        return LabelSets(read.indices, offsets), gold


def _shown(result, output):
    header, rows = indexing_table(result)
    if output == "csv":
        lines = io.StringIO(newline="")
        csv.writer(lines, lineterminator="\n").writerows([header, *rows])
        return lines.getvalue()
    if output == "html":
        table = "".join(
            f"<tr>{''.join(f'<{tag}>{xml_text(cell)}</{tag}>' for cell in cells)}</tr>"
            for tag, cells in (("th", header), *(("td", row) for row in rows))
        )
        return scrolling(f"<table>{table}</table>", "Indexing report")
    if output == "markdown":
        cells = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
        return "\n".join(
            f"| {' | '.join(c.replace('|', chr(92) + '|') for c in row)} |" for row in cells
        )
    blocks = []
    for name in ("suggestions", "gold"):
        counts, total = result[name], sum(result[name].values())
        blocks.append(f"{name}: {total:,} of {result['n_documents']:,} documents")
        blocks += [
            f"  {kind.replace('_', ' '):14} {number:7,}  {number / max(total, 1):6.1%}"
            for kind, number in counts.items()
        ]
    width = max(len(row[0]) for row in rows)
    blocks += ["", "by branch (a subject under two branches counts in both)"]
    for first, *cells in (["", *header[1:]], *rows):
        numbers = (cell.rjust(len(head)) for cell, head in zip(cells, header[1:], strict=True))
        blocks.append("  ".join([first.ljust(width), *numbers]))
    return "\n".join(blocks)
