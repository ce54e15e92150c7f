"""The account of what was read: columns, joined rows, what was left out, and digests of files."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import wraps
from typing import Any, TypeVar, cast

from ..messages import cut_list
from .column_guessing import SIDE_TITLES

_Method = TypeVar("_Method", bound=Callable)
_BLOCK = 1 << 18
_TITLES = {**SIDE_TITLES, "annotators": "annotators"}
# Columns that no heading tells.
_ALWAYS_ASKED = {"annotators"}
_CHOSEN = {"only column left": " (the only column left)", "only column": " (the only column)"}
# Why rows with a blank gold cell were left out.
NO_GOLD = "no gold label"
# Places of rows that are listed one by one; the count holds all.
_PLACES = 20


@dataclass(frozen=True)
class Account:
    """Record of what was read, from where, and what was left out.

    Attributes
    ----------
    sides : dict
        For "predictions" (or each system) and "references": "file", "column" (or a list of
        columns), "chosen" ("option", "name", "only column left", "only column"), "rows",
        "empty_sets" and "sha256".
    join : dict or None
        Of two files: "by" (the column of either file, or "line"), "chosen" ("option", "name",
        "same values"), "both", "only_predictions", "only_references" and "missing".
    left_out : list of dict
        "what" (column, row, line or part), "where", "count", "why".
    parts : list of dict
        Files: "path", "bytes", "modified_ns", "sha256", "rows", "state".
    options : dict
        Every choice that changed the reading: separator, quotes, header, blank and others.
    replies : dict or None
        How replies of language models were read.
    """

    sides: dict[str, dict] = field(default_factory=dict)
    join: dict | None = None
    left_out: list[dict] = field(default_factory=list)
    parts: list[dict] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    replies: dict | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of all but paths and times: equal for the same content elsewhere."""
        sides = {
            side: {key: value for key, value in read.items() if key not in ("file", "sha256")}
            for side, read in self.sides.items()
        }
        content = {
            "sides": sides if "predictions" in sides else sorted(map(_canonical, sides.values())),
            "join": self.join,
            "left_out": [[one["what"], one["count"]] for one in self.left_out],
            "options": self.options,
            "content": sorted(part["sha256"] for part in self.parts),
            "replies": self.replies,
        }
        return hashlib.sha256(_canonical(content).encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON; ``digest`` is among them."""
        return {**asdict(self), "digest": self.digest}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Account":
        """The account that :meth:`to_dict` gave."""
        return cls(**{key: value for key, value in content.items() if key != "digest"})

    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Two or three lines of text: the sides, how rows were joined, what was left out."""
        sides = self.sides.items()
        if len({read["file"] for _, read in sides}) == 1 and self.join is None:
            first = next(iter(self.sides.values()))
            chosen = {read["chosen"] for side, read in sides if side not in _ALWAYS_ASKED}
            each = (f"{_TITLES.get(side, 'system')} {_column_text(read)}" for side, read in sides)
            by_name = " (by name)" if chosen == {"name"} else ""
            lines = [f"{first['file']}: {', '.join(each)}{by_name}, {_rows_text(first)}"]
        else:
            lines = [
                f"{_TITLES.get(side, side)}: column{'s' * (type(read['column']) is list)} "
                f"{_column_text(read)} of {read['file']}{_CHOSEN.get(read['chosen'], '')}, "
                f"{_rows_text(read)}"
                for side, read in sides
            ]
        passed = ", ".join(map(_left_out_text, self.left_out))
        of_rows = (
            "" if self.join is None else _join_text(self.join),
            _options_text(self.options),
            passed and f"left out: {passed}",
        )
        last = "; ".join(filter(None, of_rows))
        return [*lines, last] if last else lines


def left_out(what: str, where: str, count: int, why: str, places=()) -> dict:
    """The entry of what was left out; ``places`` are lines, of which the first 20 are kept."""
    entry = {"what": what, "where": where, "count": count, "why": why}
    return {**entry, "places": list(places)[:_PLACES]} if places else entry


def part_of_file(path: str | os.PathLike, rows: int | None) -> dict:
    """The entry of a file: size, time and SHA-256, from the file opened once."""
    with open(path, "rb", buffering=0) as file:
        sha256, seen = sha256_of(file), os.fstat(file.fileno())
    marks = {"bytes": seen.st_size, "modified_ns": seen.st_mtime_ns, "sha256": sha256}
    return {"path": os.path.abspath(path), **marks, "rows": rows, "state": "taken"}


def sha256_of(file):
    """Hexadecimal SHA-256 of an open file, read from its beginning."""
    digest, block = hashlib.sha256(), memoryview(bytearray(_BLOCK))
    file.seek(0)
    while size := file.readinto(block):
        digest.update(block[:size])
    return digest.hexdigest()


def account_of_systems(accounts: Mapping[str, Account]) -> Account:
    """One account of several systems' files, whose gold labels are the same."""
    first = next(iter(accounts.values()))
    if len(accounts) == 1:
        return first
    sides = {name: account.sides["predictions"] for name, account in accounts.items()}
    sides |= {side: read for side, read in first.sides.items() if side != "predictions"}
    parts, lacking = {}, []
    for account in accounts.values():
        parts |= {part["path"]: part for part in account.parts}
        lacking += [one for one in account.left_out if one not in lacking]
    joins = {name: account.join for name, account in accounts.items()}
    join = first.join if len(set(map(_canonical, joins.values()))) == 1 else joins
    return Account(sides, join, lacking, list(parts.values()), first.options)


def as_account(account: Any) -> dict | None:
    """Content for a result of the argument ``account``, an Account or its ``to_dict()``."""
    if account is None or isinstance(account, Account):
        return account and account.to_dict()
    if not isinstance(account, Mapping) or "digest" not in account:
        got = type(account).__name__
        raise ValueError(f"account: expected what read_file gives under this key; got {got}")
    return dict(account)


def accounted(method: _Method) -> _Method:
    """A method whose argument ``account`` is put into its result, unless that is flat."""

    @wraps(method)
    def with_account(self, *args, account=None, **kwargs):
        content = as_account(account)
        result = method(self, *args, **kwargs)
        flat = kwargs.get("flat", getattr(self, "_options", {}).get("flat"))
        return result_with(result, None if flat else content)

    return cast(_Method, with_account)


def account_of_counts(counts: Any) -> dict | None:
    """The accounts of counts of files: of one, or under "accounts" of several."""
    accounts = getattr(counts, "accounts", ())
    if len(accounts) < 2:
        return accounts[0] if accounts else None
    digests = _canonical(sorted(account["digest"] for account in accounts))
    digest = hashlib.sha256(digests.encode()).hexdigest()
    return {"accounts": list(accounts), "digest": digest}


def result_with(result: Any, content: dict | None) -> Any:
    """A result with the account in it; a text has its lines above."""
    if content is None:
        return result
    if isinstance(result, str):
        lines = "\n".join(Account.from_dict(content).lines())
        text = f"{lines}\n\n{result}"
        return type(result)(text, result.html) if hasattr(result, "html") else text
    if hasattr(result, "accounts"):
        result.accounts = (*result.accounts, content)
    elif hasattr(result, "attrs"):
        result.attrs["account"] = content
    elif result is not None:
        result["account"] = content
    return result


def _canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)


def _column_text(read):
    column = read["column"]
    return cut_list(list(map(repr, column)), 6) if type(column) is list else repr(column)


def count_text(n, what):
    """Text of a number of things: '1 row', '2 rows'."""
    return f"{n:,} {what}{'s' * (n != 1)}"


def _rows_text(read):
    return f"{count_text(read['rows'], 'row')}, sha256 {read['sha256'][:8]}"


def _join_text(join):
    if "by" not in join:
        return "; ".join(
            f"{name}: {_join_text(one)}" for name, one in join.items() if one is not None
        )
    # A column may have this name.
    if join["by"] == "line" and join["chosen"] in ("option", "only way"):
        shared = "" if join["chosen"] == "option" else ": no column is shared"
        return f"joined by line{shared}, {count_text(join['both'], 'row')}"
    first, second = join["by"] if type(join["by"]) is list else (join["by"],) * 2
    by = repr(first) if first == second else f"{first!r} and {second!r}"
    lacking = join["only_references"]
    text = f"joined by {by}, {join['both']:,} of {join['both'] + lacking:,}"
    done = "count as empty" if join["missing"] == "empty" else "were left out"
    return text + (f", {lacking:,} without predictions {done}" if lacking else "")


def _options_text(options):
    texts = []
    for name, value in options.items():
        of_sides = value.items() if isinstance(value, Mapping) else ()
        shown = ", ".join(f"{_TITLES.get(side, side)} {one}" for side, one in of_sides)
        texts.append(f"{name} {shown or (repr(value) if name == 'separator' else value)}")
    return f"read with {'; '.join(texts)}" if texts else ""


def _left_out_text(one):
    if one["what"] == "column":
        return f"column {one['where']} ({one['why']})"
    return f"{count_text(one['count'], one['what'])} of {one['where']} ({one['why']})"
