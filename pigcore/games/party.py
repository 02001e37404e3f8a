"""A party: three or more players race to a goal, one after the other, and only the first wins."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Protocol

from .chances import unknown_keys
from .checks import between, label
from .errors import RuleError, StateError
from .game import Array, Frozen, Game
from .roll import Roll
from .spelling import counted, shown

__all__ = ["GAMES", "MOST_PLAYERS", "MOST_STARTS", "Party", "from_rules", "seated"]

MOST_PLAYERS = 6
MOST_STARTS = 2**31
"""More turn starts than this are not numbered."""


class RaceRules(Protocol):
    """What a party needs to know of the race that its players run."""

    family: ClassVar[str]

    @property
    def name(self) -> str:
        """What the race is called."""

    def with_sides(self, sides: int) -> Any:
        """The same race with dice of so many sides."""

    @property
    def roll(self) -> Roll:
        """The distribution of one throw."""

    @property
    def goal(self) -> int:
        """Points to win."""

    @property
    def target(self) -> str:
        """``"at_least"`` or ``"exact"``."""

    @property
    def consolation(self) -> int:
        """Points that a bust still banks."""

    def after_bust(self, own: int, /) -> int:
        """The banked score after a bust."""

    def rules(self) -> dict[str, Any]:
        """The rules as plain data."""


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Party(Frozen, Game):
    """A race of several players, who take turns in a circle; the first to reach the goal wins.

    State (own, next, …, total): the mover's banked score, those of the others in the order in which
    they move, and the turn total. Each player maximises his own chance to win.

    Parameters
    ----------
    race : Race
        The rules of a turn: any race in which no throw wipes; Pig to 100 by default.
    players : int
        2 … 6; with two it is the race itself.
    name : str, optional
        What to call the game.

    Raises
    ------
    RuleError
        If a throw of the race can wipe, or there are too few or too many players.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> print(Party(Pig(goal=30)))
    Pig for three: three players race to be the first to bank 30 points or more; a throw gains 2, \
3, 4, 5 or 6 with chance 1/6 each, busts (the turn total is lost) with 1/6.
    >>> Party(Pig(goal=30)).state_names
    ('own', 'next', 'third', 'total')
    """

    race: RaceRules
    players: int
    name: str

    family: ClassVar[str] = "party"
    optional: ClassVar[int] = 1
    worth: ClassVar[str] = "first player wins"
    shared: ClassVar[bool] = True

    def __init__(
        self, race: RaceRules | None = None, players: int = 3, *, name: str | None = None
    ) -> None:
        race = _race({"game": "pig"}) if race is None else race
        given: object = race
        if not isinstance(given, Game) or given.family != "race":
            raise RuleError(
                f"race is {shown(given)}, but must be a race such as pigcore.Pig(): give another"
            )
        players = between(players, "players", 2, MOST_PLAYERS)
        if race.roll.wipe:
            raise RuleError(
                f"a throw of {race.name} wipes with chance {race.roll.wipe}: scores would fall, "
                "and no order of the scores would put each turn before those that follow from it: "
                "give a race without wipes"
            )
        if race.goal**players > MOST_STARTS:
            raise RuleError(
                f"{counted(players, 'player')} to {race.goal} have {race.goal**players:,} turn "
                f"starts, but at most {MOST_STARTS:,} are numbered: choose a smaller goal"
            )
        called = f"{race.name} for {_WORDS[players]}" if name is None else label(name)
        self._set(race=race, players=players, name=called)

    def with_sides(self, sides: int) -> Party:
        """The same party with dice of so many sides, where its race is played with one or two.

        Raises
        ------
        RuleError
            If the roll is not that of such dice, or nobody can win with the new ones.

        Examples
        --------
        >>> from pigcore.games import Pig
        >>> Party(Pig(goal=20)).with_sides(4).name
        'Pig with 4 sides for three'
        """
        return Party(self.race.with_sides(sides), self.players)

    # --- the rules, as the solver and the verifier read them ------------------------------

    @property
    def goal(self) -> int:
        """Points to win."""
        return self.race.goal

    @property
    def least_told(self) -> int:
        """All: a function of one score less than there are was made for fewer players."""
        return len(self.state_names)

    @property
    def state_names(self) -> tuple[str, ...]:
        """The mover's score, the others' in their order, and the turn total."""
        return ("own", *_OTHERS[: self.players - 1], "total")

    @property
    def dead(self) -> tuple[bool, ...]:
        """For each score whether no sequence of throws leads from it to the goal."""
        goal = self.goal
        alive = [True] * (goal + 1)
        if self.race.target == "exact":
            gains = [gain for gain, _ in self.race.roll.gains]
            for score in range(goal - 1, -1, -1):
                after = [score + gain for gain in gains if score + gain <= goal]
                if self.race.after_bust(score) > score:
                    after.append(self.race.after_bust(score))
                alive[score] = any(alive[s] for s in after)
        return tuple(not it for it in alive[:goal])

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What a file holds: values, and where a mover mixes, with his chance of rolling.

        ``starts`` at [own, next, …] has each player's chance to win, the mover's first; ``mixed``
        the turn total at which the mover mixes (0: nowhere) and ``weights`` his chance of rolling.
        """
        shape = (self.goal,) * self.players
        return (
            Array("starts", "float64", (*shape, self.players), 0.0, 1.0),
            Array("mixed", "int64", shape, 0, self.goal),
            Array("weights", "float64", shape, 0.0, 1.0),
        )

    def forced(self, action: str) -> str:
        """What to do at the beginning of a turn, and where the turn total reaches the goal."""
        start, won = "At the beginning of a turn you must roll.", "That total wins: hold."
        return start if action == "roll" else won

    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        *scores, total = state
        for score, name in zip(scores, self.state_names):
            if not 0 <= score < self.goal:
                raise StateError(
                    f"{name} is {shown(score)}, but a banked score is between 0 and "
                    f"{self.goal - 1} while the game to {self.goal} goes on"
                )
        most = self.goal - scores[0] if self.race.target == "exact" else None
        if total < 0 or (most is not None and total > most):
            limit = "0 or more" if most is None else f"between 0 and {most}"
            raise StateError(
                f"total is {shown(total)}, but with {counted(scores[0], 'point')} banked a turn "
                f"total is {limit}"
            )
        return state

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`."""
        return {
            "game": "party",
            "name": self.name,
            "players": self.players,
            "race": self.race.rules(),
        }

    def __eq__(self, other: object) -> bool:
        """Games are equal when their rules are, whatever they are called."""
        if not isinstance(other, Party):
            return NotImplemented
        return (self.race, self.players) == (other.race, other.players)

    def __hash__(self) -> int:
        return hash((self.race, self.players))

    @property
    def gist(self) -> str:
        """Players, goal and throw in a few words."""
        return f"{_WORDS[self.players]} players to {self.goal}: {self.race.roll.gist}"

    def __repr__(self) -> str:
        return f"Party({self.race!r}, players={self.players})"

    def __str__(self) -> str:
        rules = str(self.race).partition(": ")[2]
        return f"{self.name}: {_WORDS[self.players]} players race to {rules}"


_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_OTHERS = ("next", "third", "fourth", "fifth", "sixth")


def _race(rules: dict[str, Any]) -> Any:
    # The families do not know each other; where all meet, plain data become the right one.
    return import_module(".rules", __package__).game_from_rules(rules, "the race of a party")


def _named(goal: int = 100, players: int = 3) -> Party:
    return Party(_race({"game": "pig", "goal": goal}), players)


GAMES: dict[str, Any] = {"party": _named}
"""The games of this family by the names that the command line and a TOML file use."""


def seated(game: Any, players: int) -> Party:
    """A race, or the race of a party, with so many players.

    Raises
    ------
    RuleError
        If ``game`` is no race, or not for so many.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> seated(Pig(goal=50), 4)
    Party(Pig(goal=50), players=4)
    """
    if game.family not in ("race", "party"):
        raise RuleError(f"{game.name} is not played by {shown(players)}: leave players out")
    return Party(game.race if isinstance(game, Party) else game, players)


def from_rules(rules: dict[str, Any]) -> Party:
    """The party that ``rules`` (as in a TOML file) describes; what is left out is as in Party().

    Raises
    ------
    RuleError
        If an entry is unknown or out of range.
    """
    unknown_keys(rules, ("game", "name", "players", "race", "goal"), "a party")
    race = rules.get("race", {"game": "pig"})
    if not isinstance(race, dict):
        raise RuleError(f"race is {shown(race)}, but must be a table of the rules of a race")
    if "goal" in rules:  # given beside a file, as on the command line
        race = race | {"goal": rules["goal"]}
    return Party(_race(race), rules.get("players", 3), name=rules.get("name"))
