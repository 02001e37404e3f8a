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
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..algebra.decimals import decimal, print_between
from ..algebra.intervals import Interval
from .figures import Figure, Reading
from .questions import Answer, answer

__all__ = [
    "AGREES", "CONTRADICTED", "IRREPRODUCIBLE", "SAMPLED", "UNDECIDED", "Judgement", "judge",
]  # fmt: skip

AGREES = "agrees"
SAMPLED = "agrees within its own sampling error"
CONTRADICTED = "contradicted"
IRREPRODUCIBLE = "not reproducible"
UNDECIDED = "undecided"

_MORE = 4
"""Certified digits that are shown beyond those printed."""
_DOUBLE = Fraction(1, 10**13)
"""Relative error that a long computation in double precision may have."""
_ERRORS = 3
"""Standard errors within which an estimate agrees."""


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


def judge(figure: Figure) -> Judgement:
    """Recompute a figure and compare.

    Examples
    --------
    >>> from .figures import chosen
    >>> [figure] = chosen(["np2004-piglet-2"])
    >>> found = judge(figure)
    >>> found.certified[:2], found.verdict
    (('4/7', '5/7'), 'agrees')
    """
    found = answer(figure.ask)
    verdict, detail = _compared(figure, found)
    if verdict in (AGREES, SAMPLED, UNDECIDED):
        return Judgement(figure, _shown(figure, found), found.certified, verdict, detail)
    return Judgement(
        figure,
        _shown(figure, found),
        found.certified,
        IRREPRODUCIBLE if figure.ambiguous else verdict,
        detail,
        tuple(_tried(figure, reading) for reading in figure.readings),
    )


def _tried(figure: Figure, reading: Reading) -> tuple[str, tuple[str, ...], bool]:
    found = answer(reading.ask)
    agrees = _compared(figure, found)[0] in (AGREES, SAMPLED)
    return reading.says, _shown(figure, found), agrees


# --- comparing ------------------------------------------------------------------------------------


def _compared(figure: Figure, found: Answer) -> tuple[str, str]:
    """The verdict, and what there is to say about it."""
    if not found.numbers:
        wanted = figure.expect or tuple(word.strip() for word in figure.printed.split(","))
        return (AGREES if found.words == wanted else CONTRADICTED), ""
    numbers = [_scaled(figure, ends) for ends in found.numbers]
    if figure.within:
        (least, most), (low, high) = map(Fraction, figure.within), numbers[0]
        if least <= low and high <= most:
            return AGREES, ""
        bound, off = (least, low - least) if low < least else (most, high - most)
        return CONTRADICTED, f"misses {decimal(bound, 2)} by {decimal(abs(off), 3)}"
    if figure.kind == "simulation":
        return _estimated(figure, numbers[0])
    texts = figure.numbers
    if figure.kind == "double":
        digits = min(_digits(text, ends) for text, ends in zip(texts, numbers, strict=True))
        if digits > -math.log10(_DOUBLE):
            return AGREES, f"to {digits} digits"
    elif all(_rounds_to(text, ends) for text, ends in zip(texts, numbers, strict=True)):
        return AGREES, ""
    elif all(_begins_with(text, ends) for text, ends in zip(texts, numbers, strict=True)):
        return AGREES, "cut off, not rounded"
    if all(_may_round_to(text, ends) for text, ends in zip(texts, numbers, strict=True)):
        return UNDECIDED, "the bounds are too far apart"
    return CONTRADICTED, f"off by {_off(texts, numbers)}"


def _estimated(figure: Figure, number: Interval) -> tuple[str, str]:
    printed = Fraction(figure.numbers[0])
    middle = (number[0] + number[1]) / 2
    if figure.interval:
        least, most = map(Fraction, figure.interval)
        if least <= number[0] and number[1] <= most:
            return SAMPLED, "in its interval"
        return CONTRADICTED, f"off by {_off(figure.numbers, [number])}, outside of its interval"
    if figure.games is None or figure.deviation is None:
        raise ValueError(f"{figure.id} has neither an interval nor a number of games")
    errors = float(printed - middle) / (figure.deviation / math.sqrt(figure.games))
    if abs(errors) <= _ERRORS:
        return SAMPLED, f"{errors:+.1f} standard errors"
    off = _off(figure.numbers, [number])
    return CONTRADICTED, f"off by {off}, {errors:+.1f} standard errors"


def _scaled(figure: Figure, ends: Interval) -> Interval:
    """The number in the unit of the figure."""
    factor = 100 if figure.unit == "%" else 1
    return ends[0] * factor, ends[1] * factor


def _unit(text: str) -> Fraction:
    """One in the last decimal that is printed; 0 for fractions, which are exact."""
    return Fraction(0) if "/" in text else Fraction(1, 10 ** len(text.partition(".")[2]))


def _rounds_to(text: str, ends: Interval) -> bool:
    half = _unit(text) / 2
    printed = Fraction(text)
    return printed - half <= ends[0] and ends[1] <= printed + half


def _may_round_to(text: str, ends: Interval) -> bool:
    """Whether some number between the bounds does."""
    half, printed = _unit(text) / 2, Fraction(text)
    return ends[0] <= printed + half and printed - half <= ends[1]


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


def _off(texts: Sequence[str], numbers: Sequence[Interval]) -> str:
    """Printed less certified, where they are furthest apart relative to the digits printed."""
    offs = [(Fraction(text) - (a + b) / 2, _unit(text)) for text, (a, b) in zip(texts, numbers)]
    largest, _ = max(offs, key=lambda off: abs(off[0]) / (off[1] or 1))
    return ("+" if largest > 0 else "") + decimal(largest, 3)


# --- showing --------------------------------------------------------------------------------------


def _shown(figure: Figure, found: Answer) -> tuple[str, ...]:
    """What was recomputed, in a few digits more than are printed."""
    if not found.numbers:
        return found.words
    texts = figure.numbers if not figure.within else [figure.within[0]] * len(found.numbers)
    return tuple(
        _written(text, _scaled(figure, ends), figure.kind)
        for text, ends in zip(texts, found.numbers, strict=True)
    )


def _written(text: str, ends: Interval, kind: str) -> str:
    if ends[0] == ends[1] and (ends[0].denominator == 1 or "/" in text):
        return str(ends[0])
    if kind == "double":
        return print_between(ends, 20)
    decimals = len(text.partition(".")[2]) + _MORE
    before = len(str(int(abs(ends[0])))) if abs(ends[0]) >= 1 else 0
    lost = 0 if abs(ends[0]) >= 1 else _zeros(abs(ends[0]))
    return print_between(ends, max(1, before + decimals - lost))


def _zeros(size: Fraction) -> int:
    """Zeros behind the point of a number below 1."""
    return 0 if not size else max(0, -math.floor(math.log10(size)) - 1)
