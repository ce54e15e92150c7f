"""Answers of the endpoints, as Gradio's page of the API and clients see them."""

from typing import TypedDict


class ExampleAnswer(TypedDict):
    """Scores of an example; ``unknown``: names that are no labels, and what may be meant."""

    semantic: dict
    hard: dict
    unknown: list[dict]


class ScoredAnswer(TypedDict):
    """Parts of each answer with scores."""

    examples: int
    similarity: str
    signature: str
    warnings: list[str]


class CountsAnswer(ScoredAnswer):
    """Scores by average and kind, with the ends of intervals if asked, and by label."""

    averages: dict
    per_label: list[dict]


class FileAnswer(CountsAnswer):
    """The same of a file."""

    file: str


class GradedAnswer(FileAnswer):
    """The same of degrees, and their distances."""

    distances: dict


class AnnotatorsAnswer(ScoredAnswer):
    """Scores of a system and of annotators against each other."""

    file: str
    averages: dict
    annotators: list[dict]
    with_several: int


class DistributionsAnswer(ScoredAnswer):
    """Distances of distributions, and the cross entropy of a perfect prediction."""

    file: str
    scores: dict
    entropy: float


class ComparisonAnswer(TypedDict):
    """Two systems: what ``compare`` and ``sensitivity`` of the metric return."""

    a: str
    b: str
    examples: int
    average: str
    comparison: dict
    sensitivity: dict
    warnings: list[str]
    signature: str


class SimilarityAnswer(TypedDict):
    """A similarity, and what it does."""

    name: str
    labels: list[str]
    none_labels: list[str]
    values: list[list[float]]
    fingerprint: str
    facts: dict
    nearest: dict
    audit: dict


class MadeAnswer(SimilarityAnswer):
    """A similarity that was made, and Python that makes it again."""

    python: str


class UploadAnswer(TypedDict):
    """A similarity that was sent: how other calls name it."""

    similarity: str
    file: str
    labels: list[str]
