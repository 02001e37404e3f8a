"""Policies that hold at a linear function of the scores: keep pace, and rules of one's own.

Constants are exact and limits are computed in whole numbers, so that nothing hangs on how a float
rounds.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm
from typing import Any

from ...games.checks import between
from ...games.errors import RuleError
from ...games.spelling import nearest, shown
from .holds import MOST, Holding, Whole, raced

__all__ = ["KeepPace", "Linear", "keep_pace", "linear"]

ROUNDINGS = ("up", "down", "half-up", "half-even")
_CONSTANT = re.compile(r"[+-]?[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?")


class KeepPace(Holding):
    """End race or keep pace: see :func:`keep_pace`."""

    base: Fraction
    slope: Fraction
    end: int
    rounding: str | None

    def __init__(self, base: Any, slope: Any, end: int, rounding: str | None) -> None:
        if rounding is not None and rounding not in ROUNDINGS:
            raise RuleError(f"rounding is {shown(rounding)}: {nearest(rounding, ROUNDINGS)}")
        slope = _constant(slope, "slope", Fraction(1, 1000))
        self._set(
            base=_constant(base, "base", 0),
            slope=slope,
            end=between(end, "end", 0, MOST),
            rounding=rounding,
        )
        _whole_numbers(self.base, 1 / slope)

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """``base + (opp - own) / slope``, rounded, while both scores are below ``end``."""
        pace = _rounded(self.rounding or "up", self.base, -1 / self.slope, 1 / self.slope, own, opp)
        return raced(pace, own, opp, self.end)

    @property
    def spec(self) -> str:
        """As in ``keep-pace:21:8:71``."""
        constants = [self.base, self.slope, self.end, *([self.rounding] if self.rounding else [])]
        return f"keep-pace:{':'.join(map(str, constants))}"

    def __str__(self) -> str:
        return (
            f"hold at {self.base} + (the opponent's score − yours) / {self.slope}"
            f"{_in_words(self.rounding)}; once somebody has {self.end}, roll for the goal"
        )

    def __repr__(self) -> str:
        constants = f"base={_short(self.base)}, slope={_short(self.slope)}, end={self.end}"
        return f"keep_pace({constants}, rounding={self.rounding!r})"


class Linear(Holding):
    """Hold at a linear function of the scores: see :func:`linear`."""

    a: Fraction
    b: Fraction
    c: Fraction

    def __init__(self, a: Any, b: Any, c: Any) -> None:
        self._set(a=_constant(a, "a"), b=_constant(b, "b", -1000), c=_constant(c, "c", -1000))
        _whole_numbers(self.a, self.b, self.c)

    def limits(self, own: Whole, opp: Whole, memory: int = 0) -> Whole:
        """``a + b own + c opp``, rounded up."""
        return _rounded("up", self.a, self.b, self.c, own, opp)

    @property
    def spec(self) -> str:
        """As in ``linear:21:-1/8:1/8``."""
        return f"linear:{self.a}:{self.b}:{self.c}"

    def __str__(self) -> str:
        return (
            f"hold at {self.a} {_signed(self.b)} × your score {_signed(self.c)} × the opponent's "
            "score, rounded up, and at 1 at least"
        )

    def __repr__(self) -> str:
        return f"linear({_short(self.a)}, {_short(self.b)}, {_short(self.c)})"


# --- whole numbers ------------------------------------------------------------------------------


def _constant(value: Any, what: str, least: int | Fraction = -MOST) -> Fraction:
    """``value`` exactly, ``least`` … −``least``, or … a million if ``least`` is not negative."""
    text = repr(float(value)) if isinstance(value, float) else str(value)
    most = -least if least < 0 else MOST
    if _CONSTANT.fullmatch(text) and (text.partition("/")[2] or "1").strip("0"):
        number = Fraction(text)
        if least <= number <= most:
            return number
    raise RuleError(
        f"{what} is {shown(value)}, but must be a number between {least} and {most} such as "
        "'1/8' or 0.125, with at most 9 digits above and below"
    )


def _whole_numbers(*constants: Fraction) -> tuple[int, ...]:
    """The constants times their common denominator, and that; no score makes them overflow."""
    below = lcm(*(it.denominator for it in constants))
    if below > 10**9:
        raise RuleError(
            f"the constants {', '.join(map(str, constants))} have the common denominator "
            f"{shown(below)}, but it must be at most 1000000000: round them"
        )
    return (*(it.numerator * (below // it.denominator) for it in constants), below)


def _rounded(how: str, a: Fraction, b: Fraction, c: Fraction, own: Whole, opp: Whole) -> Whole:
    """``a + b own + c opp`` as a whole number."""
    a_, b_, c_, below = _whole_numbers(a, b, c)
    above = a_ + b_ * own + c_ * opp
    if how == "up":
        return -(-above // below)
    if how == "down":
        return above // below
    half_up = (2 * above + below) // (2 * below)
    if how == "half-up":
        return half_up
    halfway = (2 * above + below) % (2 * below) == 0
    return half_up - halfway * (half_up % 2)


def _signed(constant: Fraction) -> str:
    return f"{'−' if constant < 0 else '+'} {abs(constant)}"


def _short(constant: Fraction) -> str:
    return str(constant) if constant.denominator == 1 else repr(str(constant))


def _in_words(rounding: str | None) -> str:
    words = {"up": "up", "down": "down", "half-up": "to the nearest, a half up"}
    words["half-even"] = "to the nearest, a half to the even number"
    return f", rounded {words[rounding]}" if rounding else ""


# --- makers -------------------------------------------------------------------------------------


def keep_pace(
    base: Any = 21, slope: Any = 8, end: int = 71, rounding: str | None = None
) -> KeepPace:
    """End race or keep pace: the best rule of thumb of the literature for Pig.

    Once somebody has ``end`` points, roll for the goal. Until then, hold once the total is at least
    base + (opp - own) / slope, to keep pace with the opponent.

    Parameters
    ----------
    base, slope : number
        Exact: 8, "17/2" or 8.5.
    end : int
    rounding : None, "up", "down", "half-up" or "half-even"
        How base + (opp - own) / slope is rounded; None compares with the exact number, which has
        the same effect as "up".

    Raises
    ------
    RuleError
        If a constant is out of range.

    Notes
    -----
    Source: T. Neller and C. Presser, "Practical Play of the Dice Game Pig", The UMAP Journal
    31(1), 2010.

    Examples
    --------
    >>> keep_pace()(30, 50, 23), keep_pace()(30, 50, 24)  # 21 + 20/8 = 23.5
    ('roll', 'hold')
    """
    return KeepPace(base, slope, end, rounding)


def linear(a: Any, b: Any, c: Any) -> Linear:
    """Hold at ⌈a + b own + c opp⌉, but at least at 1.

    Parameters
    ----------
    a, b, c : number
        Exact: 8, "-1/8" or 0.125; a between -10^6 and 10^6, b and c between -1000 and 1000.

    Raises
    ------
    RuleError
        If a constant is out of range.

    Examples
    --------
    >>> linear(21, "-1/8", "1/8")(30, 50, 23), linear(21, "-1/8", "1/8")(30, 50, 24)
    ('roll', 'hold')
    """
    return Linear(a, b, c)
