"""Farkle: races in which scoring dice are set aside, and what scores in the ready-made ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .chances import Chance
from .dice import Dice
from .race import Race


def kinds(
    triples: Mapping[int, int], dice: int = 6, *, doubled: bool, added: bool = False
) -> dict[str, int]:
    """Entries for three of a kind or, where each further die doubles the points, or adds those of
    the triple, also for more.

    Examples
    --------
    >>> kinds({1: 1000, 2: 200}, 4, doubled=True)
    {'1 1 1': 1000, '2 2 2': 200, '1 1 1 1': 2000, '2 2 2 2': 400}
    """
    return {
        " ".join([str(face)] * count): points * (count - 2 if added else 1 << (count - 3))
        for count in range(3, (dice if doubled or added else 3) + 1)
        for face, points in triples.items()
    }


_TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
_SINGLES = {"1": 100, "5": 50}

MINIMAL = {**_SINGLES, **kinds(_TRIPLES, doubled=False)}
STANDARD = {
    **_SINGLES,
    **kinds(_TRIPLES | {1: 300}, doubled=False),
    "four of a kind": 1000,
    "five of a kind": 2000,
    "six of a kind": 3000,
    "straight": 1500,
    "three pairs": 1500,
    "four and a pair": 1500,
    "two triplets": 2500,
}
KCD = {
    **_SINGLES,
    **kinds(_TRIPLES, doubled=True),
    "1 2 3 4 5": 500,
    "2 3 4 5 6": 750,
    "straight": 1500,
}
ONLINE = {
    **_SINGLES,
    **kinds(_TRIPLES, doubled=False, added=True),
    "straight": 1500,
    "three pairs": 750,
}
ZILCH = {
    **_SINGLES,
    **kinds(_TRIPLES, doubled=True),
    "straight": 1500,
    "three pairs": 1500,
    "four and a pair": 1500,
    "six of a kind": 1500,
    "nothing": 500,
}


class _Farkle:
    """Farkle: a race in which scoring dice are set aside.

    Called, it makes the game of a table of scores; its methods make ready-made ones. State (own,
    opp, points, dice): the mover banks the points or throws these dice. With points left out, and
    with 0 dice, all dice are in hand.

    Parameters
    ----------
    scoring : mapping of str to int
        The points of combinations of dice; see :func:`~pigcore.games.scoring.read`.
    goal : int
        Points to win.
    dice : int
        How many dice there are, 1 ... 8.
    sides : int or sequence of chances
        How many sides each die has, 2 ... 20; or, for loaded dice, the chances of its faces from 1
        up, which sum to 1. All dice are alike.
    must_roll_hot_dice : bool
        Whether a player who has set all dice aside must throw them again, unless banking wins at
        once.
    **rules
        As in :class:`~pigcore.games.race.Race`: ``players``, ``opening``, ``end``, ``name``, …

    Raises
    ------
    RuleError
        If a parameter is out of range, nothing scores, or nobody can win.

    Examples
    --------
    >>> Farkle({"1": 1}, goal=3, dice=2, sides=3, name="Little Farkle")
    Farkle({'1': 1}, goal=3, dice=2, sides=3, name='Little Farkle')
    >>> print(Farkle.minimal())
    Farkle: be the first to bank 10,000 points or more with 6 dice; 1 scores 100, 5 scores 50, \
and three 1s score 1,000, 2s 200, 3s 300, 4s 400, 5s 500 and 6s 600; of each throw one scoring die \
or more is set aside; dice of different throws do not combine; whoever has set all dice aside may \
bank or throw them all again.
    """

    def __call__(
        self,
        scoring: Mapping[str, int] = STANDARD,
        goal: int = 10_000,
        dice: int = 6,
        sides: int | Iterable[Chance] = 6,
        *,
        must_roll_hot_dice: bool = False,
        players: int = 2,
        **rules: Any,
    ) -> Race:
        turn = Dice(scoring, dice, sides, must_roll_hot_dice)
        race = Race(turn, goal, **({"name": "Farkle"} | rules))
        said = race.rules()
        words = {key: said.pop(key) for key in ("goal", "dice", "sides")}
        usual = ("game", "name", "scoring", False, 0, "at_least")
        words |= {key: one for key, one in said.items() if key not in usual and one not in usual}
        words |= {"name": said["name"]}
        given = ", ".join(f"{key}={value!r}" for key, value in words.items())
        race._set(_written=f"Farkle({said['scoring']!r}, {given})")
        return race.seated(players)

    def minimal(self, goal: int = 10_000, **rules: Any) -> Race:
        """1 and 5, and three of a kind.

        Source: M. Busche and T. Neller, "Optimal Play of the Farkle Dice Game", Advances in
        Computer Games, 2017.
        """
        return self(MINIMAL, goal, **rules)

    def standard(self, goal: int = 10_000, **rules: Any) -> Race:
        """A common American set: up to six of a kind, straight, pairs and triplets."""
        return self(STANDARD, goal, **rules)

    def kcd(self, goal: int = 4_000, **rules: Any) -> Race:
        """The tavern game: doubled for each further die, two short straights and a long one.

        It is played there to 1,500 ... 8,000 points, usually 4,000.
        """
        return self(KCD, goal, **{"name": "Farkle (tavern rules)", **rules})

    def zilch(self, goal: int = 10_000, **rules: Any) -> Race:
        """Six dice that score nothing score 500, and at least 300 points must be banked."""
        return self(ZILCH, goal, **{"minimum_bank": 300, "name": "Zilch", **rules})

    def three_farkles(self, goal: int = 10_000, **rules: Any) -> Race:
        """The best-known online Farkle: three farkles in a row cost 500 points.

        At least 300 points are banked, also to win; each further die of a kind scores as much as
        the triplet again. Scores fall below 0, too, but not below ``floor``.

        Source: M. Busche, "Maximizing Win Probability in the Game of Farkle", 2016.
        """
        usual: dict[str, Any] = {
            "minimum_bank": 300, "busts_in_a_row": 3, "penalty": 500, "floor": -2500,
            "minimum_to_win": True, "name": "Three farkles",
        }  # fmt: skip
        return self(ONLINE, goal, **(usual | rules))


Farkle: _Farkle = _Farkle()

GAMES: dict[str, Any] = {
    "farkle": Farkle,
    "farkle:minimal": Farkle.minimal,
    "farkle:standard": Farkle.standard,
    "farkle:kcd": Farkle.kcd,
    "farkle:zilch": Farkle.zilch,
    "farkle:three-farkles": Farkle.three_farkles,
}
"""These games by the names that the command line and a TOML file use."""
