"""The text of a language model's reply, without what surrounds an answer; names found in it.

Texts are compared in one spelling: NFKC, without case, emphasis and marks without width, ``_`` and
``-`` between letters as blanks, no blanks round ``/`` and ``&``.
"""

import re
import unicodedata

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad"),
    }
)
_THOUGHTS = re.compile(r"<think>.*?</think>", re.S)
_CHAT_TOKEN = re.compile(r"</?s>|<\|[^|>\n]*\|>|<(?:eos|bos|end_of_turn|start_of_turn)>|\[/?inst\]")
_FENCE = re.compile(r"```[^\n`]*\n(.*?)```|```([^\n`]*)```", re.S)
_TOKEN = re.compile(r"\w+|\S")
_WORD_START = re.compile(r"(?<!\w)\w|[^\w\s]")
_PAIRS = ('""', "''", "{}", "[]")
_END_MARKS = ".!\u3002"


class Unreadable(Exception):
    """A reply that is not read; its text says why."""


def one_spelling(text):
    """A text in the spelling that is compared; lines stay."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    text = text.casefold().replace("\r\n", "\n").replace("\r", "\n")
    # Replies may be long, and most have none of these.
    if "*" in text:
        # A star that begins a line is a bullet, elsewhere it is emphasis.
        text = re.sub(r"(?m)^[ \t]*\*[ \t]+", "- ", text).replace("*", "")
    if "#" in text:
        text = re.sub(r"(?m)^[ \t]*#{1,6}[ \t]+", "", text)
    if "_" in text:
        text = re.sub(r"(?<![^\W_])_+|_+(?![^\W_])", "", text)
    if "_" in text or "-" in text:
        text = re.sub(r"(?<=[^\W\d_])[_-](?=[^\W\d_])", " ", text)
    if "/" in text or "&" in text:
        text = re.sub(r"[^\S\n]*([/&])[^\S\n]*", r"\1", text)
    if "  " in text or "\t" in text or not text.isascii():
        text = re.sub(r"[^\S\n]+", " ", text)
    return text.strip()


def answer_in(text, names):
    """The part of a reply that holds its answer: without thoughts, chat tokens and fences."""
    text = one_spelling(text)
    if "~~" in text:
        raise Unreadable("words that are struck out")
    if "think>" in text:
        text = _THOUGHTS.sub("", text)
        if "<think>" in text:
            raise Unreadable("thoughts without an end")
        # Templates that begin the thoughts leave the end mark alone.
        text = text.rpartition("</think>")[2].strip()
    if "<" in text or "[" in text:
        while token := _CHAT_TOKEN.match(text):
            text = text[token.end() :].lstrip()
        token = _CHAT_TOKEN.search(text)
        text = text[: token.start()] if token else text
    fences = [first or second for first, second in _FENCE.findall(text)] if "```" in text else []
    if fences:
        if len({one.strip() for one in fences}) > 1:
            raise Unreadable("several blocks of code that differ")
        if names.search(_FENCE.sub(" ", text)):
            raise Unreadable("a label outside the block of code")
        text = fences[0]
    elif "```" in text:
        raise Unreadable("a block of code without an end")
    text = text.replace("`", "").strip()
    if not text:
        raise Unreadable("no text")
    return text


def lines_in(text):
    """The lines of a text that are not blank, without blanks around them."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def without_marks(text):
    """A text without quotes, brackets and end marks around it, which may be nested."""
    before = None
    while before != text:
        before, text = text, text.strip().rstrip(_END_MARKS).strip()
        if len(text) > 1 and text[0] + text[-1] in _PAIRS:
            inner = text[1:-1]
            if not set(text[0] + text[-1]) & set(inner.strip("{}[]")):
                text = inner
    return text


class Names:
    """Names that may stand in a text, each with what it means; the longest one is found."""

    def __init__(self):
        self._meaning = {}
        self._by_token = {}
        self.most_words = 1

    def add(self, name, meaning):
        """Give a name a meaning; two meanings of one spelling make it ambiguous."""
        key = one_spelling(name) or name.casefold()
        known = self._meaning.setdefault(key, [])
        if meaning not in known:
            known.append(meaning)
        if len(known) == 1 and known[0] is meaning:
            same = self._by_token.setdefault(_TOKEN.match(key)[0], [])
            same.append(key)
            same.sort(key=len, reverse=True)
            self.most_words = max(self.most_words, len(key.split()))

    def __contains__(self, key):
        return key in self._meaning

    def __iter__(self):
        return iter(self._meaning)

    def meaning(self, key):
        """Meaning of a whole name, None for no name; an ambiguous one is unreadable."""
        known = self._meaning.get(key)
        if known is None:
            return None
        if len(known) > 1:
            raise Unreadable(f"{key!r} may be {' or '.join(repr(one[1]) for one in known)}")
        return known[0]

    def match(self, text, at=0):
        """``(end, key)`` of the longest name that stands at a place of a text; None for none."""
        token = _TOKEN.match(text, at)
        for key in self._by_token.get(token[0], ()) if token else ():
            end = at + len(key)
            is_end = end >= len(text) or not (text[end].isalnum() and key[-1].isalnum())
            if is_end and text.startswith(key, at):
                return end, key
        return None

    def search(self, text):
        """The first name in a text, as whole words; None for none."""
        for start in _WORD_START.finditer(text):
            found = self.match(text, start.start())
            if found:
                return found[1]
        return None
