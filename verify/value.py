"""What a state is worth as a fraction, however long: ``exact``."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pigcore.games.errors import RuleError, StateError
from pigcore.games.game import Game
from pigcore.version import VERSION

from .algebra.decimals import decimal, in_full
from .entry import certify, check, taken_apart
from .families import module_of
from .options import Progress, digits_of, reporting
from .printing import Shown, lay_out
from .verdict import Proof

__all__ = ["ExactValue", "exact", "valued"]

_PRINTED = 30
"""Digits of a number above or below the line that is printed whole."""


@dataclass(frozen=True, repr=False)
class ExactValue(Shown):
    """What a state of a game is worth, as a fraction."""

    game: Game
    state: tuple[Any, ...]
    """Empty where it is the value of the whole game."""
    value: Fraction
    proof: Proof
    """How the decisions are proved."""
    digits: int = 30
    """Significant digits of the decimal number that is printed."""

    @property
    def ok(self) -> bool:
        """It is proved, or there is none."""
        return True

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; numerator and denominator are strings."""
        above, below = map(_written, self.value.as_integer_ratio())
        return {
            "game": self.game.as_dict(),
            "state": self.game.named(self.state),
            "ok": self.ok,
            "value": decimal(self.value, self.digits),
            "numerator": above,
            "denominator": below,
            "proof": self.proof.as_dict(),
            "version": VERSION,
        }

    def __str__(self) -> str:
        above, below = map(_written, self.value.as_integer_ratio())
        fraction = in_full(self.value)
        if max(len(above), len(below)) > _PRINTED:
            fraction = "/".join(f"{one[:8]}…{one[-8:]}" for one in (above, below))
            fraction += f", {len(above):,} digits over {len(below):,}"
        where = f", {self.game.spell(self.state)}" if self.state else ""
        rows = [("worth", decimal(self.value, self.digits)), ("exactly", fraction)]
        return lay_out(f"{self.game.name}{where}: {self.proof}", rows)


def _written(number: int) -> str:
    return f"{Decimal(number):f}"  # str() itself stops at 4300 digits


def exact(game: Any, *state: object, progress: Progress | None = None) -> Fraction:
    """Compute what a state is worth as a fraction, however long, every decision proved.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules.
    *state : int
        The parts of a state; none of them in a duel or a bag for the value of the whole game.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    Fraction

    Raises
    ------
    RuleError
        If the fraction is long and of another kind, or a decision could not be proved.
    StateError
        If there is no such state.
    SizeError
        If a proof would not fit in memory, or the fraction would have a million digits.

    Notes
    -----
    Long fractions, those of Pig to 100 of 20,855 digits above the line and below it in some 1.5 s,
    are of the starts of turns in races for two without wipes and without last turns; of other
    states and games, those that :func:`check` comes to.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> exact(Pig(10), 0, 0)
    Fraction(7776, 10961)
    """
    return valued(game, *state, progress=progress).value


def valued(
    game: Any, *state: object, digits: int = 30, progress: Progress | None = None
) -> ExactValue:
    """The same with its proof, to be printed with so many digits."""
    rules, *_ = taken_apart(game)
    walk, digits = module_of(rules, "walk"), digits_of(digits)
    if not state and not rules.begins_anywhere:
        raise StateError(f"no state is given: add {rules.usage}")
    place = rules.check_state(*state) if state else ()
    only = walk.only(rules, place) if walk else "of races for two in which no score falls"
    if not only:
        value, proof = reporting(lambda report: walk.value(rules, place, report), progress)
        return ExactValue(rules, place, value, proof, digits)
    found: Any = check(rules, *state, progress=progress) if state else certify(rules)
    low, high = found.value
    if low != high or not found.ok:
        where = f"{rules.name}, {rules.spell(place)}" if place else rules.name
        raise RuleError(
            f"no fraction is computed for {where}, as long ones are computed only {only}: "
            "--digits 1000 encloses it"
        )
    return ExactValue(rules, place, low, found.proof, digits)
