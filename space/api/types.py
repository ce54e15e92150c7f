"""Answers of the endpoints, as Gradio's page of the API and clients see them."""

from typing import TypedDict


class ExampleAnswer(TypedDict):
    """Scores of an example; ``unknown``: names that are no labels, and what may be meant."""

    semantic: dict
    hard: dict
    unknown: list[dict]


class ScoredAnswer(TypedDict):
    examples: int
    similarity: str
    signature: str
    warnings: list[str]


class CountsAnswer(ScoredAnswer):
    """Scores by average and kind, with the ends of intervals if asked, and by label."""

    averages: dict
    per_label: list[dict]


class FileAnswer(CountsAnswer):
    file: str


class GradedAnswer(FileAnswer):
    distances: dict


class AnnotatorsAnswer(ScoredAnswer):
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
    name: str
    labels: list[str]
    none_labels: list[str]
    values: list[list[float]]
    fingerprint: str
    facts: dict
    nearest: dict
    audit: dict


class MadeAnswer(SimilarityAnswer):
    python: str


class UploadAnswer(TypedDict):
    similarity: str
    file: str
    labels: list[str]
