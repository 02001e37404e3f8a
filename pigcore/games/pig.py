"""Pig and its relatives: ready-made races, each of them data."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from .race import Race
from .roll import Ending, Roll, pigs_score
from .rolled import rolled
from .turn import Turn


class ReadyMade:
    """A ready-made race. Called, it is made to a goal, and with what rules are to differ.

    Parameters
    ----------
    goal : int, optional
        Points to win, if not as many as usual.
    **rules
        As in :class:`~pigcore.games.race.Race`: ``players``, ``end``, ``throws``, ``name``, …

    Examples
    --------
    >>> BigPig(), BigPig().roll.bust, dict(BigPig().roll.gains)[25]
    (BigPig(goal=100), Fraction(5, 18), Fraction(1, 36))
    >>> [mode.word for mode in Pig(50, throws=2).turn.modes]
    ['0', '1', '2']
    >>> [(mode.word, mode.may_bank) for mode in DoubleTrouble(win="bank").turn.modes]
    [('doubled', False), ('free', True)]
    """

    def __init__(
        self, name: str, turn: Roll | Turn | Callable[[], Turn], goal: int, words: str,
        called: str = "", **usual: Any,
    ) -> None:  # fmt: skip
        self.__name__: str = called or re.sub("[^A-Za-z]", "", name.title())
        self.__doc__: str | None = words
        self._turn, self._goal, self._usual = turn, goal, {"name": name} | usual

    def __repr__(self) -> str:
        return self.__name__

    def __call__(self, goal: int | None = None, **rules: Any) -> Race:
        turn: Any = self._turn if isinstance(self._turn, (Roll, Turn)) else self._turn()
        players = rules.pop("players", 2)
        goal = self._goal if goal is None else goal
        race = Race(turn, goal, players=players, **(self._usual | rules))
        said = ", ".join(f"{rule}={one!r}" for rule, one in ({"goal": race.goal} | rules).items())
        race._set(_written=f"{self.__name__}({said})")
        return race.seated(players)


_SOURCE = "T. Neller and C. Presser, The UMAP Journal 25(1), 2004"

Pig: ReadyMade = ReadyMade(
    "Pig", rolled(), 100,
    f"One die, a rolled 1 busts.\n\nSource: J. Scarne, *Scarne on Dice*, 1945; {_SOURCE}.",
)  # fmt: skip
BigPig: ReadyMade = ReadyMade(
    "Big Pig", rolled(dice=2, all_bust=25, doubles=2), 100,
    """Two dice; a single 1 busts, a double 1 scores 25, other doubles twice their sum.

    Source: D. Cragg and W. Ruedin's list of variants; R. Knizia, *Dice Games Properly Explained*,
    1999.
    """,
)  # fmt: skip
DoubleTrouble: ReadyMade = ReadyMade(
    "Double Trouble", rolled(dice=2, all_bust="wipe", doubles_again=True), 100,
    """Two-dice Pig in which a double obliges to throw again.

    A single 1 busts and a double 1 wipes; who reaches the goal by a double has won, or with
    ``win="bank"`` throws again.
    """,
)  # fmt: skip
GrowingPig: ReadyMade = ReadyMade(
    "Growing Pig", rolled(sides=4, later_sides=(6, 8)), 100,
    "The dice of a turn have 4, 6 and then 8 sides; a 1 busts on each.",
)  # fmt: skip
Piglet: ReadyMade = ReadyMade(
    "Piglet", Roll.coin(), 10,
    f"A coin, heads gains one point and tails busts.\n\nSource: {_SOURCE}.",
)  # fmt: skip
TwoDicePig: ReadyMade = ReadyMade(
    "Two-dice Pig", rolled(dice=2, all_bust="wipe"), 100,
    f"A single 1 busts, a double 1 wipes.\n\nSource: {_SOURCE} (the variation list).",
)  # fmt: skip
HoldOrContinue: ReadyMade = ReadyMade(
    "Hold or Continue", rolled(), 75,
    "Pig to exactly 75, as the ICPC Latin America problem of 2019 has it.", target="exact",
)  # fmt: skip
ConsolationPig: ReadyMade = ReadyMade(
    "Consolation Pig", rolled(), 40,
    """Pig in which a rolled 1 ends the turn and scores one point.

    Source: P. Norvig, *Design of Computer Programs*, lesson 5 (there to 40).
    """,
    consolation=1,
)  # fmt: skip

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


class _PassThePigs(ReadyMade):
    """Two pigs, with the chances of the literature, in which nothing wipes.

    ``PassThePigs.kern`` has those of recorded throws; :meth:`Roll.pigs` takes counts of your own.

    Source: D. Batten, "Optimal Pass the Pigs Strategy".

    Examples
    --------
    >>> PassThePigs.kern().roll.wipe
    Fraction(23, 6000)
    """

    record: tuple[tuple[int | str, int], ...] = (
        *((pigs_score(black, pink) or "bust", count)
          for black, row in enumerate(_KERN) for pink, count in enumerate(row)),
        ("wipe", _TOUCHING),
    )  # fmt: skip
    """How often Kern saw each pair of positions, as (gain, count), ("bust", …) or ("wipe", …)."""
    kern: ReadyMade = ReadyMade(
        "Pass the Pigs",
        Roll.of((Ending(what) if isinstance(what, str) else what, n) for what, n in record), 100,
        "J. Kern's 6000 recorded throws; 23 of them touched, and touching wipes.",
        called="PassThePigs.kern",
    )  # fmt: skip


PassThePigs: _PassThePigs = _PassThePigs(
    "Pass the Pigs",
    Roll(
        {1: 21301, 5: 40622, 10: 7848, 15: 2783, 20: 6229, 25: 42, 40: 90, 60: 5},
        bust=21080, total=100_000,
    ),
    100, str(_PassThePigs.__doc__),
)  # fmt: skip

GAMES: dict[str, Any] = {
    "pig": Pig,
    "pig:three-throws": partial(Pig, throws=3, name="Pig with at most 3 throws"),
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
