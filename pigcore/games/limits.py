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
        total, wipes = given.get("turn_total"), "first_bust" in given
        parts: dict[Any, tuple[int, int | None, int | None, bool]] = {}
        words: dict[Any, tuple[str, str]] = {}

        def mode(n: int, left: int | None, points: int | None, first: bool) -> Any:
            first = first and wipes
            said: list[tuple[Any, str, str]] = []  # what a function is given, a word, and a phrase
            if len(inner.modes) > 1:
                said.append((inner.values[n], inner.modes[n].word, inner.phrases[n]))
            if left is not None:
                said.append((left, str(left), f"with {counted(left, 'throw')} left"))
            if points is not None:
                said.append((points, str(points), f"with {counted(points, 'point')}"))
            said += [("first", "first", "at first")] * first
            values, its_words, phrases = zip(*said or [("later", "later", "later")])
            value = values[0] if len(values) == 1 else values
            parts.setdefault(value, (n, left, points, first))
            words[value] = ",".join(its_words), ", ".join(phrases)
            return value

        def then(value: Any, gained: int, after: int) -> Any:
            _, left, points, _ = parts[value]
            left = None if left is None else left - 1
            points = None if points is None else min(points + gained, total or 0)
            return mode(after, left, points, False)

        def ends(value: Any) -> bool:
            _, left, points, _ = parts[value]
            return left == 0 or (points is not None and points == total)

        def throw(value: Any) -> list[tuple[Any, Fraction]] | None:
            n, _, _, first = parts[value]
            thrown = inner.modes[n].throw
            if thrown is None or ends(value):
                return None
            return [
                (WIPE if first else BUST, thrown.bust),
                (WIPE, thrown.wipe),
                *(
                    (tuple([Gain(gain, then(value, gain, after), label)
                            for gain, after, label in options]), chance)
                    for chance, options in thrown.outcomes
                ),
            ]  # fmt: skip

        return Turn(
            throw,
            mode(inner.start, given.get("throws"), None if total is None else 0, True),
            may_bank=lambda value: inner.modes[parts[value][0]].may_bank or ends(value),
            word=lambda value: words[value][0],
            phrase=lambda value: words[value][1],
            source=self,
        )

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
