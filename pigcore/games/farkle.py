"""Farkle: two players set scoring dice aside and throw the others again, or bank.

A turn begins with all dice. From each throw some scoring dice are set aside, at least one; then the
player banks the points of the turn or throws the dice that are left. A throw without a scoring die
loses the points of the turn. Who has set all dice aside has *hot dice*, all of them anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any, ClassVar

from .chances import Chance, unknown_keys
from .checks import between, flag, items, label, whole
from .errors import RuleError
from .farkle_scoring import Counts, Scoring, faces_of
from .farkle_states import checked, counts_of_throw, refuse_games_without_an_end
from .farkle_turns import chances_of_faces, options, places, reached, thrown
from .farkle_variants import KCD, MINIMAL, STANDARD, ZILCH
from .farkle_words import done, gist, leaves, rule_sheet
from .game import Array, Frozen, Game
from .spelling import counted, shown

__all__ = ["GAMES", "Farkle", "from_rules"]

MAX_DICE = 8
MAX_UNITS = 4_096
"""The largest goal there can be, in units: its turn starts alone fill 134 MB."""

_MAX_THROWS = 10_000


class Farkle(Frozen, Game):
    """Farkle between two players.

    State (own, opp, points, dice): the mover's banked score, the opponent's, the points of the turn
    so far and the number of dice in hand; the mover banks the points or throws these dice. Scores
    and points are multiples of :attr:`unit`, the greatest number of points that divides every
    score. By default points are 0 and all dice are in hand, as at the beginning of a turn; 0 dice
    also mean all of them. With 0 points the mover must throw.

    Parameters
    ----------
    scoring : mapping of str to int
        The points of combinations of dice; see :class:`~pigcore.games.farkle_scoring.Scoring`.
    goal : int
        Points to win, a multiple of the unit, at most 4,096 units.
    dice : int
        How many dice there are, 1 … 8.
    sides : int or sequence of chances
        How many sides each die has, 2 … 20; or, for loaded dice, the chances of its faces from 1
        up, which sum to 1. All dice are alike.
    opening : int
        A player with nothing banked may bank only this many points or more; a multiple of the unit.
    minimum_bank : int
        The same at any score; points that reach the goal may always be banked.
    last_turn : bool
        False: a player who banks the goal or more wins at once. True: the opponent then has one
        last turn, and wins if and only if he passes the score; the mover may go on past the goal.
    must_roll_hot_dice : bool
        Whether a player who has set all dice aside must throw them again, unless banking wins at
        once.
    penalty : int
        Points that a third bust in a row costs. Scores can then fall, so :func:`pigcore.solve`
        refuses it; :func:`pigcore.solitaire` accepts it.
    name : str
        What to call the game.

    Raises
    ------
    RuleError
        If a parameter is out of range, nothing scores, or no throw can ever bust.

    Examples
    --------
    >>> Farkle({"1": 1}, goal=3, dice=2, sides=3, name="Little Farkle")
    Farkle({'1': 1}, goal=3, dice=2, sides=3, name='Little Farkle')
    >>> print(Farkle.minimal())
    Farkle: be the first to bank 10,000 points or more with 6 dice; 1 scores 100, 5 scores 50, \
three 1s 1000, 2s 200, 3s 300, 4s 400, 5s 500 and 6s 600.
    """

    scoring: Scoring
    goal: int
    chances: tuple[Fraction, ...]
    """The chances of the faces of a die, from 1 up."""
    opening: int
    minimum_bank: int
    last_turn: bool
    must_roll_hot_dice: bool
    penalty: int
    name: str

    family: ClassVar[str] = "farkle"
    state_names: ClassVar[tuple[str, ...]] = ("own", "opp", "points", "dice")
    optional: ClassVar[int] = 2

    def __init__(
        self,
        scoring: Mapping[str, int] = STANDARD,
        goal: int = 10_000,
        dice: int = 6,
        sides: int | Iterable[Chance] = 6,
        *,
        opening: int = 0,
        minimum_bank: int = 0,
        last_turn: bool = False,
        must_roll_hot_dice: bool = False,
        penalty: int = 0,
        name: str = "Farkle",
    ) -> None:
        dice = between(dice, "the number of dice", 1, MAX_DICE)
        chances = chances_of_faces(sides)
        if comb(dice + len(chances) - 1, dice) > _MAX_THROWS:
            raise RuleError(
                f"{counted(dice, 'die', 'dice')} of {len(chances)} sides show "
                f"{comb(dice + len(chances) - 1, dice):,} different throws, but there must be at "
                f"most {_MAX_THROWS:,}: take fewer or smaller dice"
            )
        table = Scoring(scoring, dice, len(chances))
        goal = _multiple(goal, "goal", table.unit, MAX_UNITS)
        if goal < 1:
            raise RuleError(f"goal is {shown(goal)}, but must be at least {table.unit}")
        most = MAX_UNITS
        self._set(
            scoring=table,
            goal=goal,
            chances=chances,
            opening=_multiple(opening, "opening", table.unit, most),
            minimum_bank=_multiple(minimum_bank, "minimum_bank", table.unit, most),
            last_turn=flag(last_turn, "last_turn"),
            must_roll_hot_dice=flag(must_roll_hot_dice, "must_roll_hot_dice"),
            penalty=_multiple(penalty, "penalty", table.unit, most),
            name=label(name),
        )
        refuse_games_without_an_end(self)

    # --- ready-made games -------------------------------------------------------------------

    @classmethod
    def minimal(
        cls, goal: int = 10_000, *, opening: int = 0, minimum_bank: int = 0, last_turn: bool = False
    ) -> Farkle:
        """1 and 5, and three of a kind.

        Source: M. Busche and T. Neller, "Optimal Play of the Farkle Dice Game", Advances in
        Computer Games, 2017.
        """
        return cls(MINIMAL, goal, opening=opening, minimum_bank=minimum_bank, last_turn=last_turn)

    @classmethod
    def standard(
        cls, goal: int = 10_000, *, opening: int = 0, minimum_bank: int = 0, last_turn: bool = False
    ) -> Farkle:
        """A common American set: up to six of a kind, straight, pairs and triplets."""
        return cls(STANDARD, goal, opening=opening, minimum_bank=minimum_bank, last_turn=last_turn)

    @classmethod
    def kcd(
        cls, goal: int = 4_000, *, opening: int = 0, minimum_bank: int = 0, last_turn: bool = False
    ) -> Farkle:
        """The tavern game: doubled for each further die, two short straights and a long one.

        It is played there to 1,500 … 8,000 points.
        """
        return cls(
            KCD,
            goal,
            opening=opening,
            minimum_bank=minimum_bank,
            last_turn=last_turn,
            name="Farkle (tavern rules)",
        )

    @classmethod
    def zilch(
        cls,
        goal: int = 10_000,
        *,
        opening: int = 0,
        minimum_bank: int = 300,
        last_turn: bool = False,
        penalty: int = 0,
    ) -> Farkle:
        """Zilch: six dice that score nothing score 500, and at least 300 points must be banked.

        With ``penalty=500`` every third bust in a row costs 500 points; only
        :func:`pigcore.solitaire` accepts such a game.
        """
        return cls(
            ZILCH,
            goal,
            opening=opening,
            minimum_bank=minimum_bank,
            last_turn=last_turn,
            penalty=penalty,
            name="Zilch",
        )

    # --- the rules, as the solver and the verifier read them ----------------------------------

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return self.scoring.dice

    @property
    def sides(self) -> int:
        """How many sides each die has."""
        return self.scoring.sides

    @property
    def unit(self) -> int:
        """The greatest number of points that divides every score."""
        return self.scoring.unit

    @property
    def units(self) -> int:
        """The goal in units: how many scores there are below it."""
        return self.goal // self.unit

    def throws(self, dice: int) -> dict[Counts, Fraction]:
        """Everything that ``dice`` dice can show, with its exact chance."""
        return thrown(self.chances, dice)

    def options(self, dice: int) -> dict[frozenset[tuple[int, int]], Fraction]:
        """The distinct sets of choices that throws of ``dice`` dice give, with their chances.

        A choice is (points, dice left): what the dice set aside score, and how many dice are left
        (0 if all have been set aside). The empty set is a bust. All choices that leave the same
        number of dice are kept, because with a last turn fewer points may be better.
        """
        return options(self.scoring, self.chances, dice)

    def bust(self, dice: int) -> Fraction:
        """The chance that ``dice`` dice bust."""
        return self.options(dice).get(frozenset(), Fraction(0))

    @property
    def most_of_a_throw(self) -> int:
        """The most points that a throw can score."""
        return max(points for found in self.options(self.dice) for points, _ in found)

    def may_bank(self, own: int, points: int) -> bool:
        """Whether ``points`` of a turn may be banked with ``own`` points banked before."""
        least = max(self.minimum_bank, 0 if own else self.opening)
        return points > 0 and (points >= least or own + points >= self.goal)

    def hand(self, dice: int) -> int:
        """The dice in hand: all of them where none is left."""
        return dice or self.dice

    @property
    def holds_smaller_goals(self) -> bool:
        """Whether a game to a smaller goal is a part of this one; an opening applies only at 0."""
        return not self.opening

    # --- states -------------------------------------------------------------------------------

    @property
    def arrays(self) -> tuple[Array, ...]:
        """``starts``, P(mover wins) at the start of a turn at [own, opp] in units."""
        return (Array("starts", "float64", (self.units, self.units), 0.0, 1.0),)

    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return checked(self, state)

    def check_state(self, *state: object) -> tuple[Any, ...]:
        """The state as whole numbers; the faces of a throw in place of the dice are a tuple.

        Raises
        ------
        StateError
            If there are too many numbers or too few, or there is no such state.
        """
        if len(state) < 4 or hasattr(state[3], "__index__") or isinstance(state[3], (str, bool)):
            return super().check_state(*state)
        return self.check_thrown(state[:3], state[3])

    def check_thrown(self, state: tuple[object, ...], faces: object) -> tuple[Any, ...]:
        """The state with the faces of a throw in place of the dice in hand, as they must be."""
        thrown = items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
        if len(state) in (2, 3):
            if len(thrown) <= self.dice:  # 11522 is no face, and not a state with one die in hand
                self.check_throw(thrown, len(thrown))
            state = (*(*state, 0)[:3], len(thrown))
        *before, dice = super().check_state(*state)
        return *before, faces_of(self.check_throw(thrown, dice))

    def place_of(self, state: tuple[Any, ...]) -> tuple[int, ...]:
        """Scores in units, and the index of the throw among all throws, those of one die first."""
        *scores, faces = state
        thrown = self.check_throw(faces, len(faces))
        return *(score // self.unit for score in scores), places(self.chances, self.dice)[thrown]

    def spell(self, state: tuple[Any, ...]) -> str:
        """A state in words."""
        if len(state) < 4 or isinstance(state[3], int):
            return super().spell(state)
        parts = self.named((*state[:3], " ".join(map(str, state[3]))))
        return ", ".join(f"{'throw' if key == 'dice' else key} {it}" for key, it in parts.items())

    def named(self, state: tuple[Any, ...]) -> dict[str, Any]:
        """The parts of a state by name, as plain data."""
        return {
            key: list(it) if isinstance(it, tuple) else it
            for key, it in super().named(state).items()
        }

    def reached(self, most: int) -> tuple[int, ...]:
        """Bit n at [points / unit]: whether a turn can have these points with n dice in hand."""
        return reached(self.scoring, self.chances, most)

    def check_throw(self, faces: Iterable[int], dice: int) -> Counts:
        """A throw as counts of faces.

        Raises
        ------
        StateError
            If these are not faces of ``dice`` dice.
        """
        return counts_of_throw(faces, dice, self.sides)

    # --- in words -----------------------------------------------------------------------------

    @property
    def gist(self) -> str:
        """Goal and dice in a few words."""
        return gist(self)

    def leaves(self, action: str) -> Any:
        """What is left to play on with; of a throw, its number of dice."""
        return leaves(action)

    def done(self, action: str) -> tuple[str, str]:
        """An action in words; of a throw, with the dice that were set aside."""
        return done(action)

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`."""
        fair = len(set(self.chances)) == 1
        return {
            "game": "farkle",
            "name": self.name,
            "goal": self.goal,
            "dice": self.dice,
            "sides": self.sides if fair else [str(p) for p in self.chances],
            "opening": self.opening,
            "minimum_bank": self.minimum_bank,
            "last_turn": self.last_turn,
            "must_roll_hot_dice": self.must_roll_hot_dice,
            "penalty": self.penalty,
            "scoring": dict(self.scoring.entries),
        }

    def _key(self) -> tuple[Any, ...]:
        return (
            self.scoring, self.goal, self.chances, self.opening, self.minimum_bank,
            self.last_turn, self.must_roll_hot_dice, self.penalty,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        """Games are equal when their rules are, whatever they are called."""
        return self._key() == other._key() if isinstance(other, Farkle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        given = self.rules()
        fixed = {"opening": 0, "minimum_bank": 0, "last_turn": False, "must_roll_hot_dice": False,
                 "penalty": 0}  # fmt: skip
        rest = {key: given[key] for key, usual in fixed.items() if given[key] != usual}
        words = {key: given[key] for key in ("goal", "dice", "sides")} | rest | {"name": self.name}
        return f"Farkle({given['scoring']!r}, {', '.join(f'{k}={v!r}' for k, v in words.items())})"

    def __str__(self) -> str:
        """A rule sheet."""
        return rule_sheet(self)


# --- reading --------------------------------------------------------------------------------------


def _multiple(value: object, what: str, unit: int, most: int) -> int:
    points = whole(value, what)
    if points % unit or not 0 <= points <= most * unit:
        raise RuleError(
            f"{what} is {shown(points)}, but must be a multiple of {unit}, the unit of all "
            f"scores, of at most {most * unit:,}"
        )
    return points


GAMES: dict[str, Any] = {
    "farkle": Farkle,
    "farkle:minimal": Farkle.minimal,
    "farkle:standard": Farkle.standard,
    "farkle:kcd": Farkle.kcd,
    "farkle:zilch": Farkle.zilch,
}
"""The games of this family by the names that the command line and a TOML file use."""


def from_rules(rules: dict[str, Any]) -> Farkle:
    """The game that ``rules`` (as in a TOML file) describes; what is left out is as in Farkle().

    Raises
    ------
    RuleError
        If an entry is unknown or out of range.
    """
    known = (
        "game", "name", "goal", "dice", "sides", "opening", "minimum_bank", "last_turn",
        "must_roll_hot_dice", "penalty", "scoring",
    )  # fmt: skip
    unknown_keys(rules, known, "Farkle")
    return Farkle(**{key: value for key, value in rules.items() if key != "game"})
