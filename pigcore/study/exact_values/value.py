"""An exact value: a fraction that knows what it is worth to whom, however many digits it has."""

from __future__ import annotations

import json
import os
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import Any

from ...games.checks import between
from ...games.errors import FileError, PigcoreError
from ...games.game import Game
from ...games.rules import game_from_text, text_of
from ...games.spelling import short, shown
from ...games.texts import read_text, spelled
from ...version import VERSION
from ...writing import EXACT, write_members

__all__ = ["FORMAT", "ExactValue"]

FORMAT = "pigcore exact value 1"
_AGAIN = "compute and save it again"
_KEYS = ("format", "version", "rules", "state", "numerator", "denominator")
_SHORT = 40
"""Digits of a fraction that is printed in full."""
_SHOWN = 16
_MOST_DIGITS = 1_000_000


class ExactValue(Fraction):
    """What a state of a game is worth, exactly; a :class:`fractions.Fraction` in every respect.

    Arithmetic with it gives ordinary fractions.

    Parameters
    ----------
    game : Game
    state : tuple of int
        Empty if the value is that of the whole game.
    numerator, denominator : int
        In any terms; ``denominator`` is above 0.

    Examples
    --------
    >>> import pigcore
    >>> value = pigcore.exact(pigcore.Pig(10))
    >>> value
    <Pig, own 0, opp 0: 7776/10961>
    >>> value == Fraction(7776, 10961), value.digits(20)
    (True, '0.70942432259830307454')
    """

    __slots__ = ("_game", "_state")
    _game: Game
    _state: tuple[int, ...]

    def __new__(
        cls, game: Game, state: tuple[int, ...], numerator: int, denominator: int
    ) -> ExactValue:
        value = super().__new__(cls, numerator, denominator)
        value._game, value._state = game, state
        return value

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def state(self) -> tuple[int, ...]:
        """The state; empty if the value is that of the whole game."""
        return self._state

    @property
    def lengths(self) -> tuple[int, int]:
        """The decimal digits of numerator and denominator."""
        return _length(self.numerator), _length(self.denominator)

    def digits(self, count: int = 30) -> str:
        """The value as a decimal number, rounded correctly to ``count`` significant digits.

        Parameters
        ----------
        count : int
            1 … 1,000,000.

        Raises
        ------
        RuleError
            If ``count`` is out of range.
        """
        count = between(count, "digits", 1, _MOST_DIGITS)
        context = Context(prec=count, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX)
        return f"{context.divide(Decimal(self.numerator), Decimal(self.denominator)):f}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data; numerator and denominator are strings."""
        above, below = self.lengths
        return {
            "game": self.game.as_dict(),
            "state": self.game.named(self.state),
            "value": self.digits(),
            "numerator": _written(self.numerator),
            "denominator": _written(self.denominator),
            "numerator_digits": above,
            "denominator_digits": below,
            "version": VERSION,
        }

    # --- files -------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the value, its state and the rules of its game as JSON to exactly ``path``.

        Raises
        ------
        FileError
            If it cannot be written, or is there and is something else.
        """
        members = {
            "format": FORMAT,
            "version": VERSION,
            "rules": text_of(self.game),
            # Of a mode its word.
            "state": [
                part if isinstance(part, int) else str(part)
                for part in self.game.named(self.state).values()
            ],
            "numerator": _written(self.numerator),
            "denominator": _written(self.denominator),
        }
        write_members(path, members, EXACT)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ExactValue:
        """Read a value that :meth:`save` wrote; ``pigverify`` checks whether it is right.

        Raises
        ------
        FileError
            If the file is missing, damaged or of another kind, or its fraction not in lowest terms.
        """
        where, text = read_text(path, "give the path of a saved exact value")
        try:
            found = json.loads(text)
            if not isinstance(found, dict) or found.get("format") != FORMAT:
                raise ValueError
        except (ValueError, RecursionError):
            raise FileError(f"{where} is damaged or is not a saved exact value: {_AGAIN}") from None
        if tuple(found) != _KEYS:
            raise FileError(f"{where} must hold {', '.join(_KEYS)} and nothing else: {_AGAIN}")
        try:
            game = game_from_text(_text(found, "rules"), "the text of its rules")
            state = found["state"]
            if not isinstance(state, list):
                raise FileError(f"its state is {shown(state)}, but must be a list")
            place = game.check_state(*state)[: len(state)] if state else ()
            value = cls(game, place, _whole(found, "numerator"), _whole(found, "denominator"))
        except PigcoreError as error:
            raise FileError(f"{where}: {short(str(error), 300)}; {_AGAIN}") from None
        if value.denominator != _whole(found, "denominator"):
            raise FileError(f"{spelled(path)} holds a fraction not in lowest terms: {_AGAIN}")
        return value

    # --- as Python sees it -------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.state, self.numerator, self.denominator)

    def __copy__(self) -> ExactValue:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> ExactValue:
        return self

    def __repr__(self) -> str:
        where = f", {self.game.spell(self.state)}" if self.state else ""
        if sum(self.lengths) <= _SHORT:
            return f"<{self.game.name}{where}: {self}>"
        above, below = self.lengths
        return (
            f"<{self.game.name}{where}: {self.digits(_SHOWN)}…, "
            f"{above:,} digits over {below:,} digits>"
        )

    def __str__(self) -> str:
        """``numerator/denominator`` in full; Python's own stops at 4300 digits."""
        if self.denominator == 1:
            return _written(self.numerator)
        return f"{_written(self.numerator)}/{_written(self.denominator)}"


def _written(number: int) -> str:
    # Decimals are converted in less than quadratic time and without a limit.
    return f"{Decimal(number):f}"


def _length(number: int) -> int:
    return len(_written(abs(number)))


def _text(found: dict[str, Any], name: str) -> str:
    if not isinstance(found[name], str):
        raise FileError(f"its {name} is {shown(found[name])}, but must be a text")
    return str(found[name])


def _whole(found: dict[str, Any], name: str) -> int:
    text = _text(found, name)
    digits = text.removeprefix("-") if name == "numerator" else text
    if not (digits.isascii() and digits.isdigit()) or (digits[0] == "0" and text != "0"):
        raise FileError(f"its {name} is {shown(short(text, 60))}, but must be a whole number")
    if name == "denominator" and text == "0":
        raise FileError("its denominator is 0")
    return int(Decimal(text))
