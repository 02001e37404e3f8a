"""Pig and its relatives: races in which one roll is thrown again and again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from .chances import Chance
from .race import Race
from .roll import Ending, Roll, pigs_score
from .rolled import Rolled


def _race(
    called: str,
    turn: Roll | Rolled,
    goal: int,
    players: int,
    name: str,
    more: str = "",
    **rules: Any,
) -> Race:
    """A race that prints as the call that makes it."""
    race = Race(turn, goal, name=name, **rules)
    race._set(_written=f"{called}(goal={race.goal}{more})")
    return race.seated(players)


def Pig(goal: int = 100, *, throws: int | None = None, players: int = 2) -> Race:  # noqa: N802
    """Pig: one die, a rolled 1 busts.

    With ``throws`` a turn has at most so many; after the last one is banked.

    Source: J. Scarne, *Scarne on Dice*, 1945; T. Neller and C. Presser, "Optimal Play of the
    Dice Game Pig", The UMAP Journal 25(1), 2004.

    Examples
    --------
    >>> [mode.word for mode in Pig(50, throws=2).turn.modes]
    ['0', '1', '2']
    """
    if throws is None:
        return _race("Pig", Rolled(), goal, players, "Pig")
    more = f", throws={throws}"
    name = f"Pig with at most {throws} throw{'' if throws == 1 else 's'}"
    return _race("Pig", Rolled(), goal, players, name, more, throws=throws)


def BigPig(goal: int = 100, *, players: int = 2) -> Race:  # noqa: N802
    """Big Pig: two dice; a single 1 busts, a double 1 scores 25, other doubles twice their sum.

    Source: D. Cragg and W. Ruedin's list of variants; as *Big Pig* in R. Knizia, *Dice Games
    Properly Explained*, 1999.

    Examples
    --------
    >>> BigPig().roll.bust, dict(BigPig().roll.gains)[25]
    (Fraction(5, 18), Fraction(1, 36))
    """
    return _race("BigPig", Rolled(dice=2, all_bust=25, doubles=2), goal, players, "Big Pig")


def DoubleTrouble(goal: int = 100, *, win: str = "reach") -> Race:  # noqa: N802
    """Double Trouble: two-dice Pig in which a double obliges to throw again.

    A single 1 busts and a double 1 wipes; who reaches the goal by a double has won, or with
    ``win="bank"`` throws again.

    Examples
    --------
    >>> [(mode.word, mode.may_bank) for mode in DoubleTrouble().turn.modes]
    [('doubled', False), ('free', True)]
    """
    dice = Rolled(dice=2, all_bust="wipe", doubles_again=True)
    more = f", win={win!r}" * (win != "reach")
    return _race("DoubleTrouble", dice, goal, 2, "Double Trouble", more, win=win)


def GrowingPig(goal: int = 100, *, players: int = 2) -> Race:  # noqa: N802
    """Growing Pig: the dice of a turn have 4, 6 and then 8 sides; a 1 busts on each.

    Examples
    --------
    >>> [mode.word for mode in GrowingPig().turn.modes]
    ['4', '6', '8']
    """
    return _race("GrowingPig", Rolled(sides=4, later_sides=(6, 8)), goal, players, "Growing Pig")


def Piglet(goal: int = 10, *, players: int = 2) -> Race:  # noqa: N802
    """Piglet: a coin, heads gains one point and tails busts.

    Source: T. Neller and C. Presser, The UMAP Journal 25(1), 2004.
    """
    return _race("Piglet", Roll.coin(), goal, players, "Piglet")


def TwoDicePig(goal: int = 100) -> Race:  # noqa: N802
    """Two-dice Pig: a single 1 busts, a double 1 wipes.

    Source: T. Neller and C. Presser, The UMAP Journal 25(1), 2004 (the variation list).
    """
    return _race("TwoDicePig", Rolled(dice=2, all_bust="wipe"), goal, 2, "Two-dice Pig")


def HoldOrContinue(goal: int = 75, *, players: int = 2) -> Race:  # noqa: N802
    """Hold or Continue: Pig to exactly 75, as the ICPC Latin America problem of 2019 has it."""
    return _race("HoldOrContinue", Rolled(), goal, players, "Hold or Continue", target="exact")


def ConsolationPig(goal: int = 40, *, players: int = 2) -> Race:  # noqa: N802
    """Pig in which a rolled 1 ends the turn and scores one point.

    Source: P. Norvig, *Design of Computer Programs*, lesson 5 (there to 40).
    """
    return _race("ConsolationPig", Rolled(), goal, players, "Consolation Pig", consolation=1)


# J. Kern, "Pig Data and Bayesian Inference on Multinomial Probabilities", Journal of Statistics
# Education 14(3), 2006: 6000 throws, black pig by pink pig; and 23 in which they touched.
_KERN = (
    (573, 656, 139, 360, 56, 12),
    (623, 731, 185, 449, 58, 17),
    (155, 180, 45, 149, 17, 5),
    (396, 473, 124, 308, 45, 8),
    (54, 67, 13, 47, 2, 1),
    (10, 10, 0, 7, 1, 1),
)
_TOUCHING = 23


class _PassThePigs:
    """Pass the Pigs with two pigs.

    Called, it makes the game of the rounded table of the literature, in which nothing wipes (D.
    Batten, "Optimal Pass the Pigs Strategy"); ``PassThePigs.kern`` takes the recorded throws
    instead, and ``pigs={"sider": 3939, ...}`` counts of your own: see :meth:`Roll.pigs`.
    """

    _ROUNDED = Roll(
        {1: 21301, 5: 40622, 10: 7848, 15: 2783, 20: 6229, 25: 42, 40: 90, 60: 5},
        bust=21080,
        total=100_000,
    )

    def __call__(
        self, goal: int = 100, *, roll: Roll | None = None, players: int = 2,
        pigs: Mapping[str, Chance] | None = None,
    ) -> Race:  # fmt: skip
        roll = Roll.pigs(pigs) if pigs else roll
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
        seen = ((Ending(what) if isinstance(what, str) else what, n) for what, n in self.record)
        return _race("PassThePigs.kern", Roll.of(seen), goal, 2, "Pass the Pigs")

    @property
    def record(self) -> list[tuple[int | str, int]]:
        """How often Kern saw each pair of positions, as (gain, count) or ("bust", count)."""
        return [
            *((pigs_score(black, pink) or "bust", count)
              for black, row in enumerate(_KERN) for pink, count in enumerate(row)),
            ("wipe", _TOUCHING),
        ]  # fmt: skip


PassThePigs: _PassThePigs = _PassThePigs()

GAMES: dict[str, Any] = {
    "pig": Pig,
    "pig:three-throws": partial(Pig, throws=3),
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
