"""Whether a published figure holds: the comparison of what is printed with what is certified.

A rounded number agrees if the certified one rounds to it, or begins with its digits if it was cut
off. A number that a computer printed agrees within the rounding of double precision. An estimate
agrees if its source's interval, or three standard errors around it, hold the certified number. A
statement agrees if the same was found. Whatever does not agree is contradicted, by so much; if the
source leaves open what it computed, it is not reproducible. Nothing is said against a figure that
lies between the bounds of a certified number.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.spelling import counted, meant, nearest, shown

from ..algebra.decimals import decimal, print_between
from ..algebra.intervals import Interval
from ..printing import lay_out
from .questions import Answer, answer

__all__ = [
    "AGREES", "CONTRADICTED", "IRREPRODUCIBLE", "SAMPLED", "UNDECIDED", "Figure", "Judgement",
    "chosen", "figures", "judge", "listed", "sources", "summary",
]  # fmt: skip

AGREES = "agrees"
SAMPLED = "agrees within its own sampling error"
CONTRADICTED = "contradicted"
IRREPRODUCIBLE = "not reproducible"
UNDECIDED = "undecided"
_COUNTED = {
    AGREES: "agree", SAMPLED: "within their own sampling error", UNDECIDED: "undecided",
    IRREPRODUCIBLE: "not reproducible", CONTRADICTED: "contradicted",
}  # fmt: skip

_MORE = 4
"""Certified digits that are shown beyond those printed."""
_OF_DOUBLES = 13
"""Digits of a number in double precision that are shown, if no more are printed."""
_DOUBLE = Fraction(1, 10**13)
"""Relative error that a long computation in double precision may have."""
_ERRORS = 3
"""Standard errors within which an estimate agrees."""


@dataclass(frozen=True)
class Figure:
    """A figure as printed, and what to ask to recompute it: ``figures.toml`` says what each is."""

    id: str
    source: str
    reference: str
    game: str
    quantity: str
    printed: str
    ask: str
    kind: str = "rounded"
    expect: tuple[str, ...] = ()
    within: tuple[str, str] | None = None
    interval: tuple[str, str] | None = None
    games: int = 0
    deviation: float = math.nan
    unit: str = ""
    ambiguous: bool = False
    seconds: int = 1
    long: bool = False
    note: str = ""
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def numbers(self) -> list[str]:
        """The printed numbers one by one."""
        return self.printed.replace(",", " ").replace(";", " ").split()

    @property
    def spelled(self) -> str:
        """What is printed, with its unit."""
        return self.in_unit(self.printed)

    def in_unit(self, text: str) -> str:
        """Some text, and the unit of the figure."""
        return f"{text} {self.unit}".rstrip()

    def joined(self, found: Sequence[str]) -> str:
        """Numbers or words beside one another."""
        return self.in_unit(("; " if not self.numbers or len(found) < 2 else " ").join(found))

    def as_dict(self) -> dict[str, Any]:
        """What is claimed, and where, as plain data."""
        names = "id", "source", "reference", "game", "quantity", "printed", "unit", "kind"
        return {name: getattr(self, name) or None for name in names}


@cache
def _read() -> dict[str, Any]:
    text = files(__package__).joinpath("figures.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def sources() -> dict[str, str]:
    """Every source by its key, as in ``docs/research/references.bib``.

    Examples
    --------
    >>> sources()["norvig-cs212"]
    'P. Norvig, Design of Computer Programs (CS212), Udacity, lesson 5'
    """
    return {key: entry["reference"] for key, entry in _read().items()}


@cache
def figures() -> tuple[Figure, ...]:
    """Every figure, in the order of the list.

    Examples
    --------
    >>> figures()[0].printed
    '0.5306'
    """
    return tuple(
        Figure(**{"source": key, "reference": whole["reference"], "game": whole.get("game"), **one})
        for key, whole in _read().items()
        for one in whole["figures"]
    )


def chosen(names: Iterable[str]) -> tuple[Figure, ...]:
    """The figures of some sources, or of these ids; all if there is no name.

    Raises
    ------
    RuleError
        If there is no such source or figure.

    Examples
    --------
    >>> [figure.id for figure in chosen(["norvig-cs212"])]
    ['cs212-25-32-8', 'cs212-19-35-4']
    """
    known, wanted = {figure.id for figure in figures()} | set(sources()), set()
    for name in names:
        found = meant(name, known)
        if found is None:
            raise RuleError(f"there is no source {shown(name)}: {nearest(name, sorted(known))}")
        wanted.add(found)
    return tuple(one for one in figures() if not wanted or {one.id, one.source} & wanted)


@dataclass(frozen=True)
class Judgement:
    """A figure, what was recomputed, and what follows."""

    figure: Figure
    certified: tuple[str, ...]
    """What was recomputed, in as many digits as are needed."""
    proved: bool
    """Whether these are certified; otherwise in double precision, from certified decisions."""
    verdict: str
    detail: str
    """By how much a number is off, how many standard errors, how many digits agree."""
    tried: tuple[tuple[str, tuple[str, ...], bool], ...] = ()
    """For what is contradicted: other readings, what they give, and whether the figure agrees."""

    @property
    def reconciled(self) -> bool:
        """Whether some reading gives the printed figure."""
        return any(agrees for _, _, agrees in self.tried)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            **self.figure.as_dict(),
            "certified": list(self.certified),
            "proved": self.proved,
            "verdict": self.verdict,
            "detail": self.detail or None,
            "readings": [
                {"says": says, "gives": list(gives), "agrees": agrees}
                for says, gives, agrees in self.tried
            ],
            "note": self.figure.note or None,
        }

    def __str__(self) -> str:
        figure = self.figure
        rows = [
            ("source", figure.reference),
            ("figure", f"{figure.game}: {figure.quantity}"),
            ("printed", figure.spelled),
            ("certified" if self.proved else "computed", figure.joined(self.certified)),
            ("verdict", f"{self.verdict}, {self.detail}".removesuffix(", ")),
        ]
        for says, gives, agrees in self.tried:
            rows.append(("agrees" if agrees else "no", f"if {says}: {figure.joined(gives)}"))
        rows.append(("note", figure.note))
        return lay_out(figure.id, [(label, text) for label, text in rows if text])


def listed(wanted: Sequence[Figure]) -> str:
    """What is claimed, source by source, for a terminal."""
    parts, long = [], " (takes many minutes: judged only if it is named)"
    for key, claims in groupby(wanted, lambda figure: figure.source):
        rows = [
            (one.id, f"{one.game}: {one.quantity}: {one.spelled}{long * one.long}")
            for one in claims
        ]
        parts.append(lay_out(f"{key}: {sources()[key]}", rows))
    return "\n\n".join([*parts, f"{counted(len(wanted), 'figure')}."])


def summary(judged: Sequence[Judgement]) -> str:
    """How many figures there are of each verdict."""
    counts = Counter(one.verdict for one in judged)
    parts = [f"{counts[name]} {words}" for name, words in _COUNTED.items() if counts[name]]
    reconciled = sum(one.reconciled for one in judged)
    more = f" ({reconciled} of them right in another reading)" if reconciled else ""
    return f"{counted(len(judged), 'figure')}: {', '.join(parts)}{more}"


def judge(figure: Figure) -> Judgement:
    """Recompute a figure and compare.

    Examples
    --------
    >>> [figure] = chosen(["np2004-piglet-2"])
    >>> found = judge(figure)
    >>> found.certified[:2], found.verdict
    (('4/7', '5/7'), 'agrees')
    """
    found = answer(figure.ask)
    verdict, detail = _compared(figure, found)
    tried = []
    if verdict == CONTRADICTED:
        for says, ask in figure.readings:
            other = answer(ask)
            agrees = _compared(figure, other)[0] in (AGREES, SAMPLED)
            tried.append((says, _shown(figure, other), agrees))
        verdict = IRREPRODUCIBLE if figure.ambiguous else verdict
    shown = _shown(figure, found)
    return Judgement(figure, shown, found.certified, verdict, detail, tuple(tried))


# --- comparing ------------------------------------------------------------------------------------


def _compared(figure: Figure, found: Answer) -> tuple[str, str]:
    """The verdict, and what there is to say about it."""
    if not found.numbers:
        wanted = figure.expect or [word.strip() for word in figure.printed.split(",")]
        return (AGREES if [*found.words] == [*wanted] else CONTRADICTED), ""
    numbers = [_scaled(figure, ends) for ends in found.numbers]
    if figure.within:
        (least, most), (low, high) = map(Fraction, figure.within), numbers[0]
        if least <= low and high <= most:
            return AGREES, ""
        bound, off = (least, low - least) if low < least else (most, high - most)
        return CONTRADICTED, f"misses {decimal(bound, 2)} by {decimal(abs(off), 3)}"
    if figure.kind == "simulation":
        return _estimated(figure, numbers[0])
    pairs = [*zip(figure.numbers, numbers, strict=True)]
    if figure.kind == "double":
        digits = min(_digits(text, ends) for text, ends in pairs)
        if digits > -math.log10(_DOUBLE):
            return AGREES, f"to {digits} digits"
    elif all(_rounds_to(text, ends) for text, ends in pairs):
        return AGREES, ""
    elif all(_begins_with(text, ends) for text, ends in pairs):
        return AGREES, "cut off, not rounded"
    if all(_rounds_to(text, ends, some=True) for text, ends in pairs):
        return UNDECIDED, "the bounds are too far apart"
    return CONTRADICTED, f"off by {_off(pairs)}"


def _estimated(figure: Figure, number: Interval) -> tuple[str, str]:
    printed, off = Fraction(figure.numbers[0]), _off([(figure.numbers[0], number)])
    if figure.interval:
        least, most = map(Fraction, figure.interval)
        if least <= number[0] and number[1] <= most:
            return SAMPLED, "in its interval"
        return CONTRADICTED, f"off by {off}, outside of its interval"
    errors = float(printed - sum(number) / 2) / (figure.deviation / math.sqrt(figure.games))
    said = f"{errors:+.1f} standard errors"
    return (SAMPLED, said) if abs(errors) <= _ERRORS else (CONTRADICTED, f"off by {off}, {said}")


def _scaled(figure: Figure, ends: Interval) -> Interval:
    """The number in the unit of the figure."""
    factor = 100 if figure.unit == "%" else 1
    return ends[0] * factor, ends[1] * factor


def _unit(text: str) -> Fraction:
    """One in the last decimal that is printed; 0 for fractions, which are exact."""
    return Fraction(0) if "/" in text else Fraction(1, 10 ** len(text.partition(".")[2]))


def _rounds_to(text: str, ends: Interval, *, some: bool = False) -> bool:
    """Whether every number between the bounds does, or some."""
    half, printed = _unit(text) / 2, Fraction(text)
    low, high = ends[::-1] if some else ends
    return printed - half <= low and high <= printed + half


def _begins_with(text: str, ends: Interval) -> bool:
    """Whether the digits printed are the first ones of the number."""
    size, unit = abs(Fraction(text)), _unit(text)
    low, high = sorted(map(abs, ends))
    return size <= low and high < size + unit and (ends[0] < 0) == (Fraction(text) < 0)


def _digits(text: str, ends: Interval) -> int:
    """The significant digits to which both are the same, 17 at most."""
    printed = Fraction(text)
    apart = max(abs(printed - end) for end in ends) / abs(printed)
    return 17 if apart < Fraction(1, 10**17) else math.floor(-math.log10(apart))


def _off(pairs: Sequence[tuple[str, Interval]]) -> str:
    """Printed less certified, where they are furthest apart relative to the digits printed."""
    offs = [
        (Fraction(text) - (ends[0] + ends[1]) / 2, _unit(text) or Fraction(1))
        for text, ends in pairs
    ]
    largest, _ = max(offs, key=lambda off: abs(off[0]) / off[1])
    return ("+" if largest > 0 else "") + decimal(largest, 3)


# --- showing --------------------------------------------------------------------------------------


def _shown(figure: Figure, found: Answer) -> tuple[str, ...]:
    """What was recomputed, in a few digits more than are printed."""
    texts = figure.numbers if not figure.within else [figure.within[0]] * len(found.numbers)
    return found.words or tuple(
        _written(text, _scaled(figure, ends), figure.kind, found.certified)
        for text, ends in zip(texts, found.numbers, strict=True)
    )


def _written(text: str, ends: Interval, kind: str, certified: bool) -> str:
    if ends[0] == ends[1] and (ends[0].denominator == 1 or "/" in text):
        return str(ends[0])
    if kind == "double":
        return print_between(ends, 20)
    size, decimals = abs(ends[0]), len(text.partition(".")[2]) + _MORE
    before = len(str(int(size))) if size >= 1 else 0
    zeros = max(0, -math.floor(math.log10(size)) - 1) if 0 < size < 1 else 0
    digits = max(1, before + decimals - zeros)
    if not certified:  # of which the last digits are those of one machine
        digits = min(digits, max(digits - _MORE, _OF_DOUBLES))
    return print_between(ends, digits)
