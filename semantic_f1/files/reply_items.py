"""Items of a reply's line: labels, what stands behind them, and names of no label."""

import re

from .reply_text import Unreadable, without_marks

_VERDICTS = {
    **dict.fromkeys(("yes", "present", "true", "1", "applicable", "applies"), True),
    **dict.fromkeys(("no", "absent", "false", "0", "not applicable", "n/a", "none"), False),
}
_DEGREES = (
    *("low", "medium", "high", "strong", "weak", "likely", "unlikely", "unclear"),
    *("relevant", "irrelevant", "excluded", "rejected", "ruled out"),
)
_NEGATIONS = ("not", "no", "never", "neither", "nor", "none", "without", "cannot")
# What begins a sentence that goes on with labels, or takes back what was said.
_REVERSALS = (
    *_NEGATIONS,
    *("also", "additionally", "and", "or", "and/or", "but", "instead", "rather"),
    *("actually", "wait", "correction", "in fact", "on second thought"),
)
_NO_NAMES = re.compile(
    r"\b(?:except|all|but|maybe|also|wrong|sorry|please|is|are|was|i|you|or|if)\b"
)
_SEPARATION = r"\s*(?:[,;|\u3001](?:\s*and\b)?|(?P<soft>[/&+]|{}and\b(?!/or)))"
_SEPARATOR = re.compile(_SEPARATION.format(""))
# Behind words that are no label: the "and" of "R.and" is a part of them.
_NEXT_SEPARATOR = re.compile(_SEPARATION.format(r"(?<=\s)"))
_END = re.compile(r"\s*[.!\u3002]+(?=[\s\"']|$)")
_GLOSS = re.compile(r"\s*:\s*|\s+[-\u2013]+\s+|\s*\u2014\s*")
_REASON = re.compile(r"\s*(?:as|since|because|for)\b")
_CONDITION = re.compile(r"\s*if\b")
_CHOICE = re.compile(r"\s*(?:and/or|or)\b")
_DOUBT = re.compile(r"(?:possibly|potentially|perhaps)\s+")
_OPENING = re.compile(r"[\s\"']*")
_CLOSING = re.compile(r"[\"']*")
_PIECE = re.compile(r"[\w '/&+.-]+")
_BEHIND_SEPARATOR = re.compile(rf"(?:[,;/|&+.!]|\b(?:and|or|but|{'|'.join(_NEGATIONS)})\b)[\s\"']*")
NOT_READ = "words that are no label"
_NEGATED = "a negation in the words behind a label"
_NAMED = "a label in the words behind a label"
_GOES_ON = "words behind a label that go on with labels"


class Items:
    """Items that were found: labels with their verdicts, names of no label, and doubts."""

    def __init__(self):
        self.labels, self.outside = [], []
        self.has_none = self.has_phrase = self.doubt = self.glossed = self.rated = False


class ItemReader:
    """Reader of the items of a line, for names of labels and of none."""

    def __init__(self, names):
        self._names = names

        # A verdict or a negation that is itself a label is a label.
        def any_of(words):
            words = sorted((word for word in words if word not in names), key=len, reverse=True)
            return rf"(?:{'|'.join(map(re.escape, words)) or '(?!)'})(?![\w/])"

        self._verdict = re.compile(any_of(_VERDICTS))
        self._degree = re.compile(any_of(_DEGREES) + r"|[\u2713\u2717\u2714\u2718]|\d")
        self._negation = re.compile(rf"(?<!\w){any_of(_NEGATIONS)}|n't\b")
        self._reversal = re.compile(any_of(_REVERSALS))

    def begins_anew(self, text):
        """True for a sentence or line that begins with a label or takes something back."""
        at = _OPENING.match(text).end()
        return bool(self._names.match(text, at) or self._reversal.match(text, at))

    def has_negation(self, text):
        """True for a text with a negation."""
        return bool(self._negation.search(text))

    def outside_name(self, text):
        """A name of no label, if a text can be one."""
        name = without_marks(text)
        is_word = name and len(name.split()) <= self._names.most_words and not name.isdigit()
        if (
            not is_word
            or not _PIECE.fullmatch(name)
            or self._verdict.fullmatch(name)
            or self._degree.match(name)
            or any(one.search(name) for one in (self._negation, _NO_NAMES, self._names))
        ):
            raise Unreadable(NOT_READ)
        return name

    def add(self, text, items):
        """Add the items of a line."""
        at, n, joiner = 0, len(text), None
        while True:
            at = _OPENING.match(text, at).end()
            if at >= n:
                return
            doubt = _DOUBT.match(text, at)
            found = self._names.match(text, doubt.end() if doubt else at)
            if found:
                items.doubt |= bool(doubt)
                at, joiner = self._behind(text, *found, items), None
            elif (items.labels or items.has_none) and self._says_why(text, at, items):
                return
            else:
                at, joiner = self._outside(text, at, joiner, items)
            if at is None:
                return

    def _outside(self, text, at, joiner, items):
        """Take a piece that is no label; returns where to go on, and what joins the next one."""
        separator, end = _NEXT_SEPARATOR.search(text, at), _END.search(text, at)
        stop = min((one.start() for one in (separator, end) if one), default=len(text))
        piece = text[at:stop].strip(" \"'")
        if joiner and items.outside:
            piece = f"{items.outside.pop()}{joiner}{piece}"
        items.outside.append(self.outside_name(piece))
        if end and stop == end.start():
            self._check_next(text[end.end() :], items)
            return None, None
        if separator is None:
            return None, None
        soft = separator["soft"]
        joined = None if soft is None else f" {soft} " if soft.isalpha() else soft
        return separator.end(), joined

    def _behind(self, text, end, key, items):
        """Look behind a name; returns where the next item begins, None at the end."""
        kind, label = self._names.meaning(key)
        if kind == "phrase":
            items.has_phrase |= " " in key
        at, verdict, is_open = _CLOSING.match(text, end).end(), None, True
        if re.match(r"\s*\(", text[at:]):
            at, verdict = self._parenthesis(text, text.index("(", at), items)
            is_open = False
        elif gloss := _GLOSS.match(text, at):
            rest = text[gloss.end() :]
            verdict, length = self._verdict_at(rest)
            if verdict is None:
                # "None: the text does not name any" says no doubt.
                self._check_gloss(rest, items, "gloss" if kind == "label" else "reason")
                at = len(text)
            else:
                at, is_open = gloss.end() + length, False
        if kind == "label":
            items.labels.append((label, verdict))
        elif verdict is not False:
            items.has_none = True
        return self._next_item(text, at, items, is_open)

    def _next_item(self, text, at, items, is_open):
        if not text[at:].strip(" \"'"):
            return None
        if separator := _SEPARATOR.match(text, at):
            return separator.end()
        if end := _END.match(text, at):
            self._check_next(text[end.end() :], items)
            return None
        if not is_open and (gloss := _GLOSS.match(text, at)):
            # Words behind a verdict.
            self._check_gloss(text[gloss.end() :], items, "reason")
            return None
        if is_open and self._says_why(text, at, items):
            return None
        if _CHOICE.match(text, at):
            raise Unreadable('"or" between labels')
        raise Unreadable("words behind a label")

    def _parenthesis(self, text, at, items):
        """Place behind a gloss in parentheses, and its verdict."""
        end = text.find(")", at)
        if end < 0 or "(" in text[at + 1 : end]:
            raise Unreadable("parentheses without an end")
        inner = text[at + 1 : end].strip()
        verdict, length = self._verdict_at(inner)
        if verdict is None or length < len(inner):
            verdict = None
            if self._negation.match(inner):
                raise Unreadable(_NEGATED)
            self._check_gloss(inner, items, "parentheses")
            items.rated |= bool(re.search(r"\d", inner))
        return end + 1, verdict

    def _verdict_at(self, text):
        """A verdict at the beginning of a text and its length; None, 0 for none."""
        found = self._verdict.match(text)
        behind = text[found.end() :] if found else ""
        if found and re.match(r"\s*$|[.,;!:)](?=\s|$)|\s+[-\u2013\u2014(]", behind):
            return _VERDICTS[found[0]], found.end()
        return None, 0

    def _check_gloss(self, text, items, kind):
        """Refuse a gloss that says more of labels than why."""
        items.glossed = True
        clause, more = re.split(r"[.,;!?]", text)[0], kind != "reason"
        behind = [_OPENING.match(text), *_BEHIND_SEPARATOR.finditer(text)]
        for is_so, reason in (
            ("?" in text, "a question"),
            (kind == "gloss" and self._negation.search(clause), _NEGATED),
            (more and self._verdict.match(text), "a degree behind a label"),
            (more and self._degree.match(text), "a degree behind a label"),
            (more and self._reversal.match(text), _GOES_ON),
            (any(self._names.match(text, one.end()) for one in behind), _NAMED),
        ):
            if is_so:
                raise Unreadable(reason)

    def _says_why(self, text, at, items):
        """True for a reason or a condition behind a label, which may name no other label."""
        reason = _REASON.match(text, at)
        if not reason and not _CONDITION.match(text, at):
            return False
        items.doubt |= not reason
        self._check_gloss(text[reason.end() if reason else at :], items, "reason")
        return True

    def _check_next(self, text, items):
        """Refuse a next sentence that goes on with labels or takes something back."""
        if not text.strip(" \"'"):
            return
        items.glossed = True
        if self.begins_anew(text):
            raise Unreadable("the next sentence goes on with labels")
