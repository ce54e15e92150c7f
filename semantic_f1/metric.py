"""The metric of Hugging Face evaluate: a Scorer to which examples can be added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import datasets
import evaluate

from .inputs.batches import Batches
from .inputs.configs import SIDES, check_predicted, read
from .option_table import options_text
from .scorer import Scorer
from .scoring.full_results import full_result
from .signatures import documented_alike, names_options
from .version import PAPER_ADDRESS, SPACE_ADDRESS

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .option_types import Config, OptionsWithoutSeed

_DESCRIPTION = """
Semantic F1 compares predicted with gold label sets and gives partial credit where labels are
close: each predicted label earns its similarity to the nearest gold label (semantic precision),
each gold label its similarity to the nearest predicted one (semantic recall), and F1 is their
harmonic mean. With the identity as similarity it is exactly F1. It is meant for labels with fuzzy
boundaries, such as emotions or moral foundations, and depends on a similarity that has to be
justified for the task and the population.
"""

_CITATION = """\
@article{semantic_f1_2025,
  title={Semantic F1 Scores: Fair Evaluation Under Fuzzy Class Boundaries},
  author={Chochlakis, Georgios and Trager, Jackson and Jhaveri, Vedant and Ravichandran, Nikhil
          and Potamianos, Alexandros and Narayanan, Shrikanth},
  journal={arXiv preprint arXiv:2509.21633},
  year={2025}
}
"""

_KWARGS_DESCRIPTION = (
    """
Args:
    predictions: one entry per example. Default config: a label name, an id, or a collection of
        names or of ids (a string is one label; an empty list is the empty set; repeats count
        once). Config "multilabel": a row of 0 and 1, one column per label, or of scores if
        `threshold` is given. Config "soft": a distribution, one probability per label (they sum to
        1 within 1e-6), or for two labels the probability of the second. Config "graded": one value
        from 0 to 1 per label, which need not sum to 1. Config "points": a list of points, each a
        list of numbers.
    references: the gold labels, in the same form; never scores. Config "annotators": a list of
        gold sets per example, one per annotator: [["joy"], ["joy", "love"], []].
"""
    + options_text()
    + """

Returns:
    dict with semantic_f1, semantic_precision and semantic_recall, floats in [0, 1]; for
    average=None lists in the order of "labels", which is returned with the "support". With
    `annotators` also "annotators", "n_by_annotator", and each score with _by_annotator, lists.
    Config "soft": cross_entropy, manhattan_distance, euclidean_distance,
    jensen_shannon_divergence and jensen_shannon_distance (natural logarithms; Rizzi et al. 2024),
    means over the examples, with a similarity also wasserstein_distance and wasserstein_score =
    1 - wasserstein_distance. Config "graded": Semantic F1 of graded membership (docs/graded.md),
    and manhattan_distance, binary_cross_entropy, jensen_shannon_divergence and entropy_correlation,
    means over labels.

Raises:
    ValueError: naming the argument, the row and the value that can't be scored.

Examples:

    >>> metric = evaluate.load("semantic_f1", similarity="plutchik")
    >>> result = metric.compute(
    ...     predictions=[["anger"], ["joy"]], references=[["disgust"], ["joy", "love"]])
    >>> {name: round(score, 4) for name, score in result.items()}
    {'semantic_f1': 0.922, 'semantic_precision': 0.9268, 'semantic_recall': 0.9173}
    >>> metric.compute(predictions=[["anger"]], references=[["anger"]], average="micro")
    {'semantic_f1': 1.0, 'semantic_precision': 1.0, 'semantic_recall': 1.0}

    >>> several = evaluate.load("semantic_f1", "annotators", similarity="plutchik")
    >>> result = several.compute(predictions=[["joy"]], references=[[["joy"], ["love"], ["joy"]]])
    >>> [round(result[name], 4) for name in ("semantic_f1", "human_f1", "system_f1")]
    [0.9873, 0.9746, 0.9873]

    >>> soft = evaluate.load("semantic_f1", "soft", similarity="identity", labels=["no", "yes"])
    >>> result = soft.compute(predictions=[0.3], references=[0.1])
    >>> {name: round(score, 4) for name, score in result.items() if "distance" in name}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'manhattan_distance': 0.4, 'euclidean_distance': 0.2828, 'jensen_shannon_distance': 0.1801,
     'wasserstein_distance': 0.2}
"""
)


@names_options
@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SemanticF1(Batches, Scorer, evaluate.Metric):
    """Semantic F1 (arXiv 2509.21633).

    ``evaluate.load`` takes every option of :meth:`compute` too; they are the defaults of this
    metric.
    """

    def __init__(
        self,
        config_name: Config | None = None,
        keep_in_memory: bool = False,
        cache_dir: str | None = None,
        num_process: int = 1,
        process_id: int = 0,
        seed: int | None = None,
        experiment_id: str | None = None,
        hash: str | None = None,
        max_concurrent_cache_files: int = 10000,
        timeout: int | float = 100,
        **options: Unpack[OptionsWithoutSeed],
    ) -> None:
        Scorer.__init__(self, config_name, seed, **options)
        self._arguments |= {
            "keep_in_memory": keep_in_memory,
            "cache_dir": cache_dir,
            "num_process": num_process,
            "process_id": process_id,
            "experiment_id": experiment_id,
            "hash": hash,
            "max_concurrent_cache_files": max_concurrent_cache_files,
            "timeout": timeout,
        }
        self._kinds = {}
        evaluate.Metric.__init__(self, **self._arguments)
        documented_alike(self, ("compute", "add_batch", "add"))

    def __reduce__(self):
        if len(self):
            raise ValueError(
                f"a metric with {len(self)} pending examples can't be pickled; call compute first"
            )
        return Scorer.__reduce__(self)

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features({name: datasets.Value("large_binary") for name in SIDES}),
            homepage=SPACE_ADDRESS or PAPER_ADDRESS,
            license="MIT",
            codebase_urls=[SPACE_ADDRESS] if SPACE_ADDRESS else [],
            reference_urls=[PAPER_ADDRESS],
        )

    def _compute_pending(self, predictions, references, setting, score):
        """Result of ``compute`` for what waits, together with the examples of the call."""
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        elif self.writer is None and self.num_process == 1:
            raise ValueError(
                "there is nothing to score; pass predictions and references, or add examples first"
            )
        elif self.writer is None:
            # The first process waits for everybody's part.
            self._write(read(self._config, [], []))
        try:
            sides = self._pending(setting.space)
            if sides is None:
                return None
            check_predicted(sides[0], "per_annotator" if score else "per_example")
            return (score or full_result)(*sides, setting)
        except ValueError as error:
            dropped = f"{error} (the pending examples were dropped: add them again)"
            raise ValueError(dropped) from error
        finally:
            self._discard()
