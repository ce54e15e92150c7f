"""Plain English: no page, docstring or message has a phrase that the style sheet replaces."""

import ast
import re

import pytest
from conftest import ROOT

UNIT = "example|label|row|column|annotator|line|cell|system|file|set|concept|pair|batch|process"
UNIT += "|group|resample|page|name|dimension|part|level|side|call|option|source|method|average"
THING = "entry|entries|row|score|number|list|column|value|name|set|line|dict|float|probability"
THING += "|weight|choice|threshold|similarity|file|point|id|one|tuple|text|array|annotator|table"
# Pattern, what to write instead, a sentence that has it.
PATTERNS = [
    (rf"\b(?:{THING})s? an? (?:{UNIT})\b", "per example", "It takes one entry an example."),
    (r"\bwhere (?:none|it|they|there (?:is|are|was)|nothing|these|those)\b", "if",
     "A list, where there is one."),
    (r"\bbeside\b", "next to, and, together with", "Report it beside plain F1."),
    (r"\bof (?:its|their|his|her|one's|your) own\b", "own, separate", "It has a file of its own."),
    (r"\bhow sure\b", "uncertainty", "How sure is it?"),
    (r"\bsays? little\b", "is hard to interpret", "A number alone says little."),
    (r"\btelling pairs?\b", "decisive pair", "The telling pairs are shown."),
    (r"\blikewise\b", "in the same form", "The gold labels, likewise."),
    (r"\bmanners\b", "behaves like", "A class with torchmetrics' manners."),
    (r"\bno more than\b", "at most", "It takes no more than three."),
    (r"\bdrawn up\b", "defined", "Groups drawn up by the authors."),
    (r"\btells?(?: \w+){0,3} apart\b", "distinguishes", "It tells near from far apart."),
    (r"\b(?:is|are) told\b", "is reported", "Each is told once."),
    (r"\bof no width\b", "degenerate", "An interval of no width."),
    (r"\bno harm\b", "can be ignored", "The warning is no harm."),
    (r"\bgo(?:es)? together\b", "can be combined", "These two don't go together."),
    (r"\bas (?:they|it) lies?\b", "as is", "Tables are read as they lie."),
    (r"\bknows? nothing of\b", "ignores", "It knows nothing of scores."),
    (r"\bpeoples\b", "populations", "And peoples differ in it."),
    (r"\btaken for (?:whom|which)\b", "confusions", "Which labels are taken for which."),
    (r"\bcomes? to\b", "equals", "This is what the sum comes to."),
    (r"\bmade similarit", "user-defined similarity", "A made similarity is shown."),
    (r"\bway up\b", "path to the root", "The longest way up counts."),
    (r", say[,.;)]| say[.)]", "for example", "An emotion, say."),
    (r"\bhas a word on\b", "mentions", "The page has a word on it."),
    (r"\bwaits? for compute\b", "is pending", "What waits for compute is kept."),
    (r"\bplays? no part\b", "is not used", "Averages play no part."),
    (r"\bin silence\b", "silently", "Nothing is dropped in silence."),
    (r"\b(?:some|no|any)body\b", "someone, no one", "Somebody can defend it."),
    (r"\bthe house\b", "the project", "The rules of the house."),
    (r"\blies? at\b", "is at", "Anger lies at 180 degrees."),
    (r"\bbecomes? of\b", "happens to", "What becomes of uploads."),
    (r"\b(?:to|can|can't|could) be had\b", "available", "Intervals can't be had of counts."),
    (r"\bdraws? (?:units|these|groups)\b", "resamples", "The bootstrap draws units."),
    (r"\bbut for\b", "except", "All but for the last."),
    (r"\bnot without\b", "with", "It is not without risk."),
    (r"\bas (?:\w+ )?can be\b", "as possible", "It is as fast as can be."),
    (r"\bthe other way round\b", "in reverse", "And the other way round."),
    (r"\bupside down\b", "reversed", "The tree is upside down."),
]  # fmt: skip
# Whole phrases that stay, each with its reason.
EXCEPTIONS = {
    "score a file": "a verb with its object",
    "scores a file": "a verb with its object",
    "sets an option": "a verb with its object",
}
PLACES = ("README.md", "CONTRIBUTING.md", "docs", "docstrings", "messages")


def without_code(text):
    """Markdown without blocks of code and code in lines."""
    return re.sub(r"^```.*?^```|`[^`\n]*`", " ", text, flags=re.M | re.S)


def texts():
    """(place, file, text) of all prose: pages, docstrings, and literals that are sentences."""
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        yield path.name, path.name, without_code(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield "docs", path.name, without_code(path.read_text(encoding="utf-8"))
    for folder in ("semantic_f1", "space", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name != "matrices.py":
                yield from texts_of_code(path)


def texts_of_code(path):
    """Docstrings, and other literals of several words, of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and ast.get_docstring(node) is not None
    }
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(x.value if isinstance(x, ast.Constant) else "X" for x in node.values)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts
        ):
            text = node.value
        else:
            continue
        if text.count(" ") > 2:
            kind = "docstrings" if id(node) in docstrings else "messages"
            yield kind, str(path.relative_to(ROOT)), text


def hits(text):
    """Phrases of a text that the style sheet replaces, with what to write instead."""
    plain = " ".join(text.split())
    for phrase in EXCEPTIONS:
        plain = plain.replace(phrase, "")
    return [
        (found[0], instead)
        for pattern, instead, _ in PATTERNS
        for found in re.finditer(pattern, plain, re.I)
    ]


def test_no_text_has_a_phrase_that_the_style_sheet_replaces():
    read = list(texts())
    assert {place for place, _, _ in read} == {*PLACES}
    found = [
        f"{file} ({place}): {phrase!r}: {instead}"
        for place, file, text in read
        for phrase, instead in hits(text)
    ]
    assert not found, "\n".join(found)
    assert len(EXCEPTIONS) <= 20 and all(EXCEPTIONS.values())


@pytest.mark.parametrize(("pattern", "sentence"), [(p, s) for p, _, s in PATTERNS])
def test_each_pattern_finds_its_sentence_in_a_page(pattern, sentence):
    page = (ROOT / "docs" / "definition.md").read_text(encoding="utf-8")
    assert not re.search(pattern, without_code(page), re.I)
    assert re.search(pattern, without_code(f"{page}\n{sentence}\n"), re.I)
