"""Counts of some of the examples, which travel: batches, processes and machines add up exactly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..inputs.annotators import RawGoldSets
from ..inputs.configs import resolved_data
from ..inputs.universe import Changes
from ..messages import short
from ..pickling import reduced
from .distance_results import distance_sums
from .exact_sums import ExactSum
from .perspectives import perspective_sums
from .results import Sums, sums_of

_WHAT = "counts of semantic_f1"
# Settings that decide what is made of counts; all others decide what the counts are.
_LATER = {
    "average", "macro_labels", "counting", "macro_f1", "sample_weight", "annotators",
    "n_resamples", "confidence_level", "interval", "seed",
}  # fmt: skip
# Settings that say what was counted beside the system's own scores.
_EXTRA = ("human", "annotators")
_SUMS = ("semantic", "hard", "human", "system", "apart", "with_others")
_DISTANCES = "distances"  # What the counts of distributions and of graded rows have of distances.


@dataclass(repr=False)
class PartialCounts:
    """Counts of some examples; ``a + b`` and ``sum(parts)`` are those of all of them, exactly.

    Made by ``metric.counts``; ``metric.compute(counts=...)`` and ``metric.report(counts=...)`` give
    of them, digit for digit, what they would give of the examples. ``len`` is the number of
    examples. Counts with unlike signatures don't add up. They can be pickled, and
    ``to_dict`` gives what JSON holds.

    Attributes
    ----------
    signature : dict, every setting that decides what the counts are
    sums : dict, name -> ExactSum
    by_annotator : dict, name of an annotator -> (number of gold sets, ExactSum)
    n_human : int, examples with several annotators
    changes : tuple of two Changes, what was dropped or unknown in predictions and in references
    weighted : bool, whether the examples had a ``sample_weight``
    accounts : tuple of dict, what was read from files for these counts
    """

    signature: dict
    _rows: int
    sums: dict
    by_annotator: dict = field(default_factory=dict)
    n_human: int = 0
    changes: tuple = (Changes(), Changes())
    weighted: bool = field(default=False, compare=False)
    accounts: tuple = field(default=(), compare=False)

    def __post_init__(self):
        # As JSON has it, so that what comes back from there is equal.
        self.signature = json.loads(json.dumps(self.signature))

    def __reduce__(self):
        return reduced(PartialCounts.from_dict, (self.to_dict(),))

    def __repr__(self):
        return f"PartialCounts({len(self):,} examples, {self.signature['config']!r})"

    def __len__(self) -> int:
        return self._rows

    def __bool__(self):
        return True

    def __add__(self, other: Any) -> PartialCounts:
        if isinstance(other, int) and other == 0:
            # Where ``sum`` begins.
            return self
        if not hasattr(other, "by_annotator"):
            return NotImplemented
        # Without examples nothing tells whether predictions were those of annotators.
        full = [part for part in (self, other) if len(part)] or [self]
        but = () if len(full) == 2 else ("method", "human")
        self.refuse_unlike(other.signature, "counts: they don't add up", but)
        if self.weighted != other.weighted and len(full) == 2:
            rule = "some have a sample_weight and others none: pass ones for these"
            raise ValueError(f"counts: they don't add up: {rule}")
        sums = {}
        for part in full:
            for name, part_sums in part.sums.items():
                sums[name] = sums[name].plus(part_sums) if name in sums else part_sums
        people = dict(self.by_annotator)
        for name, (number, part_sums) in other.by_annotator.items():
            mine, sums_so_far = people.get(name, (0, ExactSum.zero(part_sums.shape)))
            people[name] = mine + number, sums_so_far.plus(part_sums)
        # In one order, whatever the order of the parts; 1 and "1" are two annotators.
        people = dict(sorted(people.items(), key=lambda entry: (type(entry[0]).__name__, entry[0])))
        changes = [
            Changes(*(x + y for x, y in zip(a, b, strict=True)))
            for a, b in zip(self.changes, other.changes, strict=True)
        ]
        changes = tuple(x._replace(unknown=tuple(sorted({*x.unknown}))) for x in changes)
        beside = self.n_human + other.n_human, changes, self.weighted or other.weighted
        rows, accounts = len(self) + len(other), (*self.accounts, *other.accounts)
        return PartialCounts(full[0].signature, rows, sums, people, *beside, accounts)

    __radd__ = __add__

    def hard(self):
        """Counts of the same examples under the identity: compute gives hard scores of them."""
        return replace(self, sums={"semantic": self.sums["hard"]}, by_annotator={}, n_human=0)

    def refuse_unlike(self, signature, where, but=()):
        """An error that names the first setting which another signature has otherwise."""
        signature = json.loads(json.dumps(signature))
        for name in {**self.signature, **signature}:
            mine, others = self.signature.get(name), signature.get(name)
            if mine != others and name not in but:
                raise ValueError(f"{where}: {name} is {short(mine)} and {short(others)}")

    def to_dict(self) -> dict[str, Any]:
        """Content for JSON: text, whole numbers and lists; each sum in hexadecimal digits.

        A sum is its digits as a whole number times 2 to the power of "exponent".
        """
        content = {"what": _WHAT, "signature": self.signature, "examples": len(self)}
        content |= {"weighted": self.weighted, "n_human": self.n_human}
        content["sums"] = {name: sums.to_digits() for name, sums in self.sums.items()}
        content["by_annotator"] = [
            {"annotator": name, "gold_sets": number, **sums.to_digits()}
            for name, (number, sums) in self.by_annotator.items()
        ]
        content["changes"] = [{**x._asdict(), "unknown": list(x.unknown)} for x in self.changes]
        return content | ({"accounts": list(self.accounts)} if self.accounts else {})

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> PartialCounts:
        """The counts that :meth:`to_dict` gave."""
        if not isinstance(content, dict) or content.get("what") != _WHAT:
            raise ValueError(f"counts: expected what to_dict() gave; got {short(content)}")
        try:
            sides = (Changes(**{**x, "unknown": tuple(x["unknown"])}) for x in content["changes"])
            predictions, references = sides
            sums = {name: ExactSum.from_digits(x) for name, x in content["sums"].items()}
            people = {
                entry["annotator"]: (entry["gold_sets"], ExactSum.from_digits(entry))
                for entry in content["by_annotator"]
            }
            beside = sums, people, int(content["n_human"]), (predictions, references)
            last = bool(content["weighted"]), tuple(content.get("accounts", ()))
            return cls(content["signature"], int(content["examples"]), *beside, *last)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            rule = f"counts: this is not what to_dict() gave: {type(error).__name__}: {error}"
            raise ValueError(rule) from None


def counted_fields(fields, setting, version):
    """The signature of counts: every setting that decides what they are."""
    human, people = (setting.options[name] for name in _EXTRA)
    fields = {name: value for name, value in fields.items() if name not in _LATER}
    if setting.config.several_gold:
        fields |= {"human": bool(human), "annotators": people is not None}
    return {**fields, "version": version}


def counts_of_sets(sides, n, weight, setting, fields):
    """Counts of both sides as they were read, of ``n`` examples with weights or None."""
    data, changes = resolved_data(*sides, setting)
    data = data._replace(weight=weight)
    named = {}
    if setting.config.kind == "grades" and data.offsets is None:
        named[_DISTANCES] = distance_sums(data, setting)
    if not n:
        nothing = ExactSum.zero((4 * len(setting.space.labels) + 6,))
        named |= {"semantic": nothing, "hard": nothing}
        return PartialCounts(fields, 0, named, weighted=weight is not None)
    if isinstance(sides[0], RawGoldSets):
        sums = perspective_sums(data, setting)
    else:
        sums = sums_of(data, setting, hard="report" in setting.config.methods)
    named |= {name: getattr(sums, name) for name in _SUMS if getattr(sums, name) is not None}
    beside = sums.by_annotator or {}, sums.n_human, tuple(changes), weight is not None
    return PartialCounts(fields, n, named, *beside)


def sums_in(counts, setting):
    """The exact counts that ``compute``'s dict is made of."""
    left_out = {_DISTANCES} | (set() if setting.options["human"] else {"human", "system"})
    named = {name: sums for name, sums in counts.sums.items() if name not in left_out}
    return Sums(**named, n_human=counts.n_human, by_annotator=counts.by_annotator)


def refuse_other_setting(counts, fields):
    """An error where counts were made with other settings than those of a call."""
    if not hasattr(counts, "refuse_unlike"):
        raise ValueError(f"counts: expected what metric.counts gave; got {short(counts)}")
    rule = "counts: they were made with other settings than this call has"
    counts.refuse_unlike(fields, rule, _EXTRA)
    if not len(counts):
        raise ValueError("counts: there are no examples; one at least is needed")
    first = next(iter(counts.sums.values()))
    if not first.limbs[:, -1].any():
        raise ValueError("counts: the weights of all examples are 0; one must be above 0")
