"""Two strategies of Hog against each other as fractions, and what a state is worth as one.

Every turn raises the total of the two scores, so that at most L turns are left, L the number of
totals from here on, and a turn divides by the number of its rolls. With S the least common multiple
of all such numbers, every value is a whole multiple of S**-L: the recursion is done in integers, in
units of S**-L, without a single rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.hog import Hog
from pigcore.games.spelling import shown

from ..certificates import check_hog
from ..options import Progress
from ..verdict import Proof
from .find import checked, layer
from .tables import header

__all__ = ["best_play", "match", "only", "value"]

Strategy = Callable[..., int]
"""The parts of a state to a number of dice, or -1."""


def match(
    game: Hog,
    first: Strategy,
    second: Strategy,
    start: tuple[int, ...] = (0, 0),
    digits: int = 30,
    progress: Progress | None = None,
) -> tuple[Fraction, Fraction]:
    """The chance that ``first`` wins: moving first, and moving second.

    Parameters
    ----------
    game : Hog
    first, second : callable
        Each takes what the game calls a state and answers with one of its choices.
    start : tuple of int
        The scores to begin with, that of ``first`` before the other's.
    digits : int
        Whatever is wanted, fractions are exact.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Raises
    ------
    RuleError
        If an answer is no choice, or a turn need not raise the total of the scores: such games
        have no common unit.

    Examples
    --------
    >>> match(Hog.fa13(goal=2), lambda *_: 1, lambda *_: 1)
    (Fraction(119, 144), Fraction(25, 144))
    """
    own, opp = start
    played = _Played(game, (first, second), own + opp, progress)
    return played.worth(0, (own, opp, 0)), 1 - played.worth(1, (opp, own, 0))


def best_play(game: Hog, progress: Progress | None = None) -> Callable[..., int]:
    """Best play, every choice proved; of those that are equally good the first.

    Raises
    ------
    RuleError
        If a choice cannot be proved.
    """
    found = checked(game, progress=progress)
    if not all(map(found.proved, found.worths)):
        raise RuleError(
            f"not every choice of {game.name} can be proved, so that nothing is known to be "
            "optimal play: name another policy"
        )
    return lambda own, opp, parity=0: found.hog.best[own, opp, parity][0]


def only(game: Hog, place: tuple[int, ...]) -> str:
    """Where alone this is a way to values, if it is none here."""
    return ""


def value(
    game: Hog, place: tuple[int, ...], progress: Progress | None = None
) -> tuple[Fraction, Proof]:
    """What a state is worth if both play best, and how their choices are proved."""
    own, opp, *rest = place
    best = best_play(game, progress)
    found = _Played(game, (best, best), own + opp, None).worth(0, (own, opp, sum(rest)))
    return found, Proof("fractions")


class _Played:
    """The values of two strategies in all states of a total of the scores or more, in units."""

    def __init__(
        self,
        game: Hog,
        strategies: tuple[Strategy, Strategy],
        lowest: int,
        progress: Progress | None,
    ) -> None:
        self.game, self.hog = game, (hog := check_hog.Hog(header(game)))
        last, parts = 2 * game.goal - 2, len(game.state_names)
        self.unit: int = hog.below ** (last + 1 - lowest)
        self.values: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
        rows = [check_hog.Rows(self.ended(player)) for player in (0, 1)]
        for total in range(last, lowest - 1, -1):
            found: list[dict[Any, int]] = [{}, {}]
            for state in layer(hog, total):
                for player, strategy in enumerate(strategies):
                    answer = strategy(*state[:parts])
                    if answer not in game.choices:
                        raise RuleError(
                            f"the strategy answers {shown(answer)} at "
                            f"{game.spell(state[:parts])}, but must choose from "
                            f"{', '.join(map(str, game.choices))}"
                        )
                    throw = hog.choices(state)[answer]
                    worth, rest = divmod(hog.sum(state, throw, rows[player]), throw.number)
                    assert not rest, "a value is no multiple of the unit"
                    found[player][state] = worth
            for values, new in zip(self.values, found):
                values.update(new)
            if progress:
                progress(last + 1 - total, last + 1 - lowest)

    def ended(self, player: int) -> Callable[[int, int, int], tuple[int, bool]]:
        """What the end of a turn of a player is worth to him."""

        def worth(x: int, y: int, after: int) -> tuple[int, bool]:
            state, mine = self.hog.landing(x, y, after)
            if state is None:
                return mine * self.unit, True
            try:
                if mine:
                    return self.values[player][state], True
                return self.unit - self.values[1 - player][state], True
            except KeyError:
                raise RuleError(
                    f"in {self.game.name} a turn need not raise the total of the scores, which "
                    "exact matches need: choose rules that always score"
                ) from None

        return worth

    def worth(self, player: int, state: tuple[int, int, int]) -> Fraction:
        """What a state is worth to a player who is to move."""
        return Fraction(self.values[player][state], self.unit)
