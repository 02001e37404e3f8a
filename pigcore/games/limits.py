"""Rules that count within a turn, whatever is thrown: so many throws, a total, the first throw.

What counts becomes part of the mode, so that everything that plays, solves or proves turns takes
such a turn as any other.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .checks import between, one_of
from .game import Keyed
from .roll import BUST, WIPE
from .spelling import counted
from .turn import Gain, Turn

MOST_THROWS = 1000
MAX_POINTS = 10**12

FIRST_BUSTS = ("bust", "wipe")
"""What is lost by a first throw that busts: the points of the turn, or the banked score, too."""


class Limits(Keyed):
    """A turn and what ends it besides.

    Parameters
    ----------
    inner : Turn
        The turn without these rules.
    throws : int, optional
        At most so many throws a turn, 1 ... 1000.
    turn_total : int, optional
        Who has so many points in a turn must bank them.
    first_bust : {"bust", "wipe"}
        What the first throw of a turn costs if it busts.

    Raises
    ------
    RuleError
        If a parameter is out of range.

    Examples
    --------
    >>> from .roll import Roll
    >>> print(Limits(Turn.of_roll(Roll.coin()), throws=1, first_bust="wipe").turn)
    with 1 throw left, at first: a throw gains 1 with chance 1/2 (then with 0 throws left), or \
wipes with chance 1/2
    with 0 throws left: one must bank
    """

    inner: Turn
    given: dict[str, Any]
    """The entries of a race that say this."""

    def __init__(
        self,
        inner: Turn,
        throws: int | None = None,
        turn_total: int | None = None,
        first_bust: str = "bust",
    ) -> None:
        given: dict[str, Any] = {}
        if throws is not None:
            given["throws"] = between(throws, "throws", 1, MOST_THROWS)
        if turn_total is not None:
            given["turn_total"] = between(turn_total, "turn_total", 1, MAX_POINTS)
        if one_of(first_bust, "first_bust", FIRST_BUSTS) == "wipe":
            given["first_bust"] = first_bust
        self._set(inner=inner, given=given)

    @property
    def turn(self) -> Turn:
        """The turn: a mode has what is in hand, and what these rules count."""
        inner, given = self.inner, self.given
        most, total, wipes = (given.get(name) for name in ("throws", "turn_total", "first_bust"))
        parts: dict[Any, tuple[int, int, int, bool]] = {}

        def mode(n: int, left: int, points: int, first: bool) -> Any:
            points = min(points, total or 0)
            first = first and wipes is not None
            said = [inner.values[n]] if len(inner.modes) > 1 else []
            said += ([left] if most else []) + ([points] if total else []) + ["first"] * first
            value = said[0] if len(said) == 1 else tuple(said) or "later"
            parts.setdefault(value, (n, left, points, first))
            return value

        def ends(left: int, points: int) -> bool:
            return (most is not None and not left) or (total is not None and points == total)

        def throw(value: Any) -> list[tuple[Any, Fraction]] | None:
            n, left, points, first = parts[value]
            thrown = inner.modes[n].throw
            if thrown is None or ends(left, points):
                return None
            return [
                (WIPE if first else BUST, thrown.bust),
                (WIPE, thrown.wipe),
                *(
                    (tuple([Gain(gain, mode(then, left - 1, points + gain, False), label)
                            for gain, then, label in options]), chance)
                    for chance, options in thrown.outcomes
                ),
            ]  # fmt: skip

        def may_bank(value: Any) -> bool:
            n, left, points, _ = parts[value]
            return inner.modes[n].may_bank or ends(left, points)

        def word(value: Any) -> str:
            n, left, points, first = parts[value]
            said = [inner.modes[n].word] if len(inner.modes) > 1 else []
            said += [str(left)] * (most is not None) + [str(points)] * (total is not None)
            return ",".join(said + ["first"] * first) or "later"

        def phrase(value: Any) -> str:
            n, left, points, first = parts[value]
            said = [inner.phrases[n]] if len(inner.modes) > 1 else []
            said += [f"with {counted(left, 'throw')} left"] if most else []
            said += [f"with {counted(points, 'point')}"] if total else []
            return ", ".join(said + ["at first"] * first) or "later"

        start = mode(inner.start, most or 0, 0, True)
        return Turn(throw, start, may_bank=may_bank, word=word, phrase=phrase, source=self)

    def in_words(self) -> list[str]:
        """The rules, as a sheet of rules has them."""
        said, given = [], self.given
        if "throws" in given:
            said.append(f"a turn has at most {counted(given['throws'], 'throw')}")
        if "turn_total" in given:
            said.append(f"whoever has {given['turn_total']:,} points in a turn must bank them")
        if "first_bust" in given:
            said.append("who busts at once loses the banked score, too")
        return said

    @property
    def _key(self) -> object:
        return self.inner, *self.given.items()

    def __repr__(self) -> str:
        said = "".join(f", {name}={value!r}" for name, value in self.given.items())
        return f"Limits({self.inner!r}{said})"
