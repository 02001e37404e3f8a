"""Policies that hold at a linear function of the scores, until somebody is near the goal.

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
from .holds import FOR_GOAL, MOST, Holding, Whole

__all__ = ["Linear", "hold_or_race", "keep_pace", "linear"]

ROUNDINGS = {
    "up": "up", "down": "down", "half-up": "to the nearest, a half up",
    "half-even": "to the nearest, a half to the even number",
}  # fmt: skip
_RACE = "once somebody has {}, roll for the goal"
_CONSTANT = re.compile(r"[+-]?[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?")


class Linear(Holding):
    """Hold at a + b own + c opp, rounded; once somebody has ``end`` points, roll for the goal."""

    a: Fraction
    b: Fraction
    c: Fraction
    end: int | None
    rounding: str

    def __init__(
        self,
        constants: tuple[Fraction, Fraction, Fraction],
        *said: str,
        end: int | None = None,
        rounding: str = "up",
    ) -> None:
        _whole_numbers(*constants)
        a, b, c = constants
        self._set(a=a, b=b, c=c, end=end, rounding=rounding, _said=said)

    def limits(self, own: Whole, opp: Whole) -> Whole:
        """``a + b own + c opp``, rounded, while both scores are below ``end``."""
        limits = _rounded(self.rounding, self.a, self.b, self.c, own, opp)
        if self.end is None:
            return limits
        near = (own >= self.end) | (opp >= self.end)
        return limits + near * (FOR_GOAL - limits)


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
    below = lcm(*(constant.denominator for constant in constants))
    if below > 10**9:
        raise RuleError(
            f"the constants {', '.join(map(str, constants))} have the common denominator "
            f"{shown(below)}, but it must be at most 1000000000: round them"
        )
    return (
        *(constant.numerator * (below // constant.denominator) for constant in constants),
        below,
    )


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


# --- makers -------------------------------------------------------------------------------------


def keep_pace(base: Any = 21, slope: Any = 8, end: int = 71, rounding: str | None = None) -> Linear:
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
    if rounding is not None and rounding not in ROUNDINGS:
        raise RuleError(f"rounding is {shown(rounding)}: {nearest(rounding, ROUNDINGS)}")
    slope = _constant(slope, "slope", Fraction(1, 1000))
    base, end = _constant(base, "base", 0), between(end, "end", 0, MOST)
    named = f":{rounding}" if rounding else ""
    rounded = f", rounded {ROUNDINGS[rounding]}" if rounding else ""
    return Linear(
        (base, -1 / slope, 1 / slope),
        f"keep-pace:{base}:{slope}:{end}{named}",
        f"hold at {base} + (the opponent's score − yours) / {slope}{rounded}; {_RACE.format(end)}",
        f"keep_pace(base={_short(base)}, slope={_short(slope)}, end={end}, rounding={rounding!r})",
        end=end,
        rounding=rounding or "up",
    )


def hold_or_race(total: int, end: int) -> Linear:
    """Hold at ``total``; once somebody has ``end`` points banked, roll for the goal.

    Raises
    ------
    RuleError
        If a number is invalid or out of range.

    Examples
    --------
    >>> hold_or_race(25, 75)(10, 75, 40), hold_or_race(25, 75)(10, 74, 40)
    ('roll', 'hold')
    """
    total = between(total, "the total to hold at", 1, MOST)
    end = between(end, "the score to race from", 0, MOST)
    return Linear(
        (Fraction(total), Fraction(0), Fraction(0)),
        f"race:{total}:{end}",
        f"hold at {total}; {_RACE.format(end)}",
        f"hold_or_race({total}, {end})",
        end=end,
    )


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
    a, b, c = _constant(a, "a"), _constant(b, "b", -1000), _constant(c, "c", -1000)
    scores = f"{_signed(b)} × your score {_signed(c)} × the opponent's score"
    return Linear(
        (a, b, c),
        f"linear:{a}:{b}:{c}",
        f"hold at {a} {scores}, rounded up, and at 1 at least",
        f"linear({_short(a)}, {_short(b)}, {_short(c)})",
    )
