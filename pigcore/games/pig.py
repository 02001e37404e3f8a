"""Pig and its relatives: races in which one roll is thrown again and again."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from .checks import between
from .race import RECORDS, Race
from .roll import Roll, pigs_score
from .spelling import counted
from .turn import BUST, WIPE, Turn, gain

__all__ = [
    "GAMES",
    "BigPig",
    "ConsolationPig",
    "DoubleTrouble",
    "GrowingPig",
    "HoldOrContinue",
    "PassThePigs",
    "Pig",
    "Piglet",
    "TwoDicePig",
]

MOST_THROWS = 1000
"""Of a turn of Pig; a goal of 100 is reached in fewer."""


def _race(
    called: str, turn: Roll | Turn, goal: int, players: int, name: str, more: str = "", **rules: Any
) -> Race:
    """A race that prints as the call that makes it."""
    race = Race(turn, goal, name=name, **rules)
    race._set(_written=f"{called}(goal={race.goal}{more})")
    return race.seated(players)


def Pig(  # noqa: N802
    goal: int = 100, *, throws: int | None = None, players: int = 2
) -> Race:
    """Pig: one die, a rolled 1 busts.

    With ``throws`` a turn has at most so many; after the last one is banked.

    Source: J. Scarne, *Scarne on Dice*, 1945; T. Neller and C. Presser, "Optimal Play of the
    Dice Game Pig", The UMAP Journal 25(1), 2004.

    Examples
    --------
    >>> game = Pig(50, throws=2)
    >>> game.turn.describe()["longest"], game.may_bank(0, 8, 0)
    (2, True)
    """
    if throws is None:
        return _race("Pig", Roll.die(6), goal, players, "Pig")
    most = between(throws, "throws", 1, MOST_THROWS)
    name = f"Pig with at most {counted(most, 'throw')}"
    return _race("Pig", _capped(most), goal, players, name, f", throws={most}")


@lru_cache(maxsize=8)
def _capped(throws: int) -> Turn:
    """The turn of Pig with so many throws; a mode is the number of those that are left."""

    def throw(left: int) -> dict[Any, int] | None:
        if not left:
            return None
        return {BUST: 1} | {gain(points, left - 1): 1 for points in range(2, 7)}

    return Turn(throw, throws, phrase=lambda left: f"with {counted(left, 'throw')} left")


def _three_throws(goal: int = 100, *, players: int = 2) -> Race:
    """Pig with at most three throws a turn."""
    return Pig(goal, throws=3, players=players)


def BigPig(goal: int = 100, *, players: int = 2) -> Race:  # noqa: N802
    """Big Pig: two dice; a single 1 busts, a double 1 scores 25, other doubles twice their sum.

    Source: D. Cragg and W. Ruedin's list of variants; as *Big Pig* in R. Knizia, *Dice Games
    Properly Explained*, 1999.

    Examples
    --------
    >>> BigPig().roll.bust, dict(BigPig().roll.gains)[25]
    (Fraction(5, 18), Fraction(1, 36))
    """
    return _race("BigPig", _big(), goal, players, "Big Pig")


@lru_cache(maxsize=1)
def _big() -> Roll:
    weights: dict[int, int] = {25: 1}
    for one, other in product(range(2, 7), repeat=2):
        points = (one + other) * (2 if one == other else 1)
        weights[points] = weights.get(points, 0) + 1
    return Roll(weights, bust=10)


def DoubleTrouble(goal: int = 100) -> Race:  # noqa: N802
    """Double Trouble: two-dice Pig in which a double obliges to throw again.

    A single 1 busts and a double 1 wipes; who reaches the goal by a double has won.

    Examples
    --------
    >>> DoubleTrouble().may_bank(0, 8, "doubled"), DoubleTrouble().may_bank(0, 8, "free")
    (False, True)
    """
    return _race("DoubleTrouble", _doubles_oblige(), goal, 2, "Double Trouble")


@lru_cache(maxsize=1)
def _doubles_oblige() -> Turn:
    weights: dict[Any, int] = {BUST: 10, WIPE: 1}
    for one, other in product(range(2, 7), repeat=2):
        step = gain(one + other, "doubled" if one == other else "free")
        weights[step] = weights.get(step, 0) + 1
    return Turn(
        lambda mode: weights,
        "free",
        may_bank=lambda mode: bool(mode == "free"),
        phrase=lambda mode: "after a double" if mode == "doubled" else "after no double",
    )


def GrowingPig(goal: int = 100, *, players: int = 2) -> Race:  # noqa: N802
    """Growing Pig: the dice of a turn have 4, 6 and then 8 sides; a 1 busts on each.

    Examples
    --------
    >>> [mode.word for mode in GrowingPig().turn.modes]
    ['4', '6', '8']
    """
    return _race("GrowingPig", _growing(), goal, players, "Growing Pig")


@lru_cache(maxsize=1)
def _growing() -> Turn:
    def throw(sides: int) -> dict[Any, int]:
        following = min(sides + 2, 8)
        return {BUST: 1} | {gain(points, following): 1 for points in range(2, sides + 1)}

    return Turn(throw, 4, phrase=lambda sides: f"with a die of {sides} sides")


def Piglet(goal: int = 10, *, players: int = 2) -> Race:  # noqa: N802
    """Piglet: a coin, heads gains one point and tails busts.

    Source: T. Neller and C. Presser, The UMAP Journal 25(1), 2004.
    """
    return _race("Piglet", Roll.coin(), goal, players, "Piglet")


def TwoDicePig(goal: int = 100) -> Race:  # noqa: N802
    """Two-dice Pig: a single 1 busts, a double 1 wipes.

    Source: T. Neller and C. Presser, The UMAP Journal 25(1), 2004 (the variation list).
    """
    return _race("TwoDicePig", Roll.dice(2, wipe_all=True), goal, 2, "Two-dice Pig")


def HoldOrContinue(goal: int = 75, *, players: int = 2) -> Race:  # noqa: N802
    """Hold or Continue: Pig to exactly 75, as the ICPC Latin America problem of 2019 has it."""
    return _race("HoldOrContinue", Roll.die(6), goal, players, "Hold or Continue", target="exact")


def ConsolationPig(goal: int = 40, *, players: int = 2) -> Race:  # noqa: N802
    """Pig in which a rolled 1 ends the turn and scores one point.

    Source: P. Norvig, *Design of Computer Programs*, lesson 5 (there to 40).
    """
    return _race("ConsolationPig", Roll.die(6), goal, players, "Consolation Pig", consolation=1)


class _PassThePigs:
    """Pass the Pigs with two pigs.

    Called, it makes the game of the rounded table of the literature, in which nothing wipes (D.
    Batten, "Optimal Pass the Pigs Strategy"); ``PassThePigs.kern`` takes the recorded throws
    instead.
    """

    _ROUNDED = Roll(
        {1: 21301, 5: 40622, 10: 7848, 15: 2783, 20: 6229, 25: 42, 40: 90, 60: 5},
        bust=21080,
        total=100_000,
    )
    # J. Kern, "Pig Data and Bayesian Inference on Multinomial Probabilities", Journal of
    # Statistics Education 14(3), 2006: 6000 throws, black pig by pink pig, 23 of them touching.
    _KERN = (
        (573, 656, 139, 360, 56, 12),
        (623, 731, 185, 449, 58, 17),
        (155, 180, 45, 149, 17, 5),
        (396, 473, 124, 308, 45, 8),
        (54, 67, 13, 47, 2, 1),
        (10, 10, 0, 7, 1, 1),
    )
    _KERN_TOUCHING = 23

    def __call__(self, goal: int = 100, *, roll: Roll | None = None, players: int = 2) -> Race:
        if roll is None:
            return _race("PassThePigs", self._ROUNDED, goal, players, "Pass the Pigs")
        return Race(roll, goal, players=players, name="Pass the Pigs")

    def kern(self, goal: int = 100) -> Race:
        """The game of J. Kern's 6000 recorded throws; 23 of them touched, and touching wipes.

        Examples
        --------
        >>> PassThePigs.kern().roll.wipe
        Fraction(23, 6000)
        """
        recorded = Roll.pigs(self._KERN, touching=self._KERN_TOUCHING)
        race = _race("PassThePigs.kern", recorded, goal, 2, "Pass the Pigs")
        RECORDS.setdefault(
            race.turn,
            (
                *(
                    (pigs_score(black, pink) or "bust", count)
                    for black, row in enumerate(self._KERN)
                    for pink, count in enumerate(row)
                ),
                ("wipe", self._KERN_TOUCHING),
            ),
        )
        return race


PassThePigs: _PassThePigs = _PassThePigs()

GAMES: dict[str, Any] = {
    "pig": Pig,
    "pig:three-throws": _three_throws,
    "piglet": Piglet,
    "two-dice-pig": TwoDicePig,
    "hold-or-continue": HoldOrContinue,
    "pass-the-pigs": PassThePigs,
    "pass-the-pigs:kern": PassThePigs.kern,
    "consolation-pig": ConsolationPig,
    "big-pig": BigPig,
    "double-trouble": DoubleTrouble,
    "growing-pig": GrowingPig,
}
"""These games by the names that the command line and a TOML file use."""
