"""Turns in which dice are set aside: what is thrown, what may be set aside, and its words.

From each throw some scoring dice are set aside, at least one; then the player banks or throws the
dice that are left. A throw without a scoring die busts. Who has set all dice aside has *hot dice*,
all of them anew. A mode of such a turn is the number of dice in hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from .chances import Chance, chance, in_parts
from .checks import between, items, whole
from .errors import RuleError, StateError
from .game import FrozenDict, Keyed
from .roll import BUST
from .scoring import Counts, Scoring, counts_of, faces_of, ways_to_show
from .spelling import counted, listed, shown
from .turn import Gain, Turn

MAX_DICE = 8
MAX_SIDES = 20
_MAX_THROWS = 10_000

BANK, THROW, BUSTS = "bank", "throw", "bust"
"""The actions with dice in hand; and the only one of a throw in which nothing scores."""


class Choice(str):
    """What to set aside of a throw, and what to do then: a text that knows its parts."""

    __slots__ = ("aside", "left", "then")

    aside: tuple[Any, ...]
    then: str
    left: Any
    """What tells apart the dice that are left: of one kind, how many are set aside."""

    def __new__(cls, aside: tuple[Any, ...], then: str, left: Any = None) -> Choice:
        """The choice as text, with its parts."""
        self = super().__new__(cls, f"{' '.join(map(str, aside))}, then {then}")
        self.aside, self.then = aside, then
        self.left = len(aside) if left is None else left
        return self

    def __getnewargs__(self) -> tuple[tuple[Any, ...], str, Any]:  # type: ignore[override]
        return self.aside, self.then, self.left

    @property
    def leaves(self) -> Any:
        """What choices have in common of which only the best matters: banking, or dice to throw."""
        return (THROW, self.left) if self.then == THROW else BANK

    @property
    def done(self) -> tuple[str, str]:
        """What is done, and with which dice set aside before."""
        return self.then, f"after setting aside {' '.join(map(str, self.aside))}"


class Aside(Keyed):
    """Dice that are set aside: they score by a table, and what is in hand is a mode of a turn."""

    scoring: Scoring
    must_roll: bool
    """Whether who has set all dice aside must throw them again."""
    hand: Any
    """All dice, as a turn begins with them."""

    if TYPE_CHECKING:  # what the dice of a kind, and of several, have

        def options(self, hand: Any) -> Mapping[frozenset[tuple[int, Any]], Any]: ...
        def phrase(self, hand: Any) -> str: ...
        def in_words(self) -> tuple[str, list[str]]: ...
        def rules(self) -> dict[str, Any]: ...

    @property
    def hands(self) -> Sequence[Any]:
        """What may be in hand, where it is a mode whether or not a turn comes to it."""
        return ()

    @property
    def turn(self) -> Turn:
        """The turn: a mode for each hand, a set of options for each throw."""
        return _turn(self)


@lru_cache(maxsize=64)
def _turn(dice: Aside) -> Turn:
    made = cache(Gain)

    @cache  # a turn asks twice
    def throw(hand: Any) -> Any:
        return [
            (tuple([made(*option) for option in options]) or BUST, p)
            for options, p in dice.options(hand).items()
        ]

    return Turn(
        throw,
        dice.hand,
        may_bank=lambda hand: not (dice.must_roll and hand == dice.hand),
        phrase=dice.phrase,
        source=dice,
        every=dice.hands,
    )


class Dice(Aside):
    """Dice of one kind that score by a table, and what a turn with them is."""

    chances: tuple[Fraction, ...]
    """The chances of the faces of a die, from 1 up."""

    def __init__(
        self,
        scoring: Any,
        count: int = 6,
        sides: int | Iterable[Chance] = 6,
        must_roll: bool = False,
    ) -> None:
        count = between(count, "the number of dice", 1, MAX_DICE)
        chances = _chances_of_faces(sides)
        if comb(count + len(chances) - 1, count) > _MAX_THROWS:
            raise RuleError(
                f"{counted(count, 'die', 'dice')} of {len(chances)} sides show "
                f"{comb(count + len(chances) - 1, count):,} different throws, but there must be at "
                f"most {_MAX_THROWS:,}: take fewer or smaller dice"
            )
        self._set(
            scoring=Scoring(scoring, count, len(chances)), chances=chances, must_roll=must_roll,
            hand=count,
        )  # fmt: skip

    @property
    def hands(self) -> Sequence[int]:
        """Each number of dice."""
        return range(1, self.count + 1)

    @property
    def count(self) -> int:
        """How many dice there are."""
        return self.scoring.dice

    @property
    def sides(self) -> int:
        """How many sides each die has."""
        return self.scoring.sides

    def throws(self, dice: int) -> Mapping[Counts, Fraction]:
        """Everything that ``dice`` dice can show, with its exact chance."""
        return _thrown(self.chances, dice)

    def options(self, dice: int) -> Mapping[frozenset[tuple[int, int]], Fraction]:
        """The distinct sets of choices that throws of ``dice`` dice give, with their chances.

        A choice is what the dice set aside score, and how many dice are then in hand. The empty
        set is a bust.
        """
        return _options(self.scoring, self.chances, dice)

    def bust(self, dice: int) -> Fraction:
        """The chance that ``dice`` dice bust."""
        return self.options(dice).get(frozenset(), Fraction(0))

    def phrase(self, hand: int) -> str:
        """So many dice in words."""
        return f"with {counted(hand, 'die', 'dice')}"

    def asides(self, thrown: Counts) -> dict[tuple[int, ...], tuple[int, int]]:
        """What may be set aside: faces, with their points and the dice then in hand."""
        return {
            faces_of(aside): (points, sum(thrown) - sum(aside) or self.count)
            for aside, points in self.scoring.choices(thrown).items()
        }

    def check_throw(self, faces: Iterable[int], dice: int) -> Counts:
        """A throw as counts of faces."""
        given = items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
        shown_faces = tuple(whole(face, "a face", StateError) for face in given)
        for face in shown_faces:
            if not 1 <= face <= self.sides:
                raise StateError(
                    f"a face is {shown(face)}, but a die shows a number between 1 and {self.sides}"
                )
        if len(shown_faces) != dice:
            raise StateError(
                f"{counted(len(shown_faces), 'die was', 'dice were')} thrown, but "
                f"{counted(dice, 'die is', 'dice are')} in hand"
            )
        return counts_of(shown_faces, self.sides)

    def in_words(self) -> tuple[str, list[str]]:
        """The dice, and what they show and score, as a sheet of rules has it."""
        dice, said = f" with {counted(self.count, 'die', 'dice')}", [str(self.scoring)]
        if len(set(self.chances)) > 1:
            shown_ = ", ".join(map(str, self.chances))
            return dice, [f"a die shows 1, 2, … with chances {shown_}", *said]
        return (dice if self.sides == 6 else f"{dice} of {self.sides} sides"), said

    def rules(self) -> dict[str, Any]:
        """The dice as plain data."""
        fair = len(set(self.chances)) == 1
        return {
            "dice": self.count,
            "sides": self.sides if fair else [str(p) for p in self.chances],
            "must_roll_hot_dice": self.must_roll,
            "scoring": dict(self.scoring.rules),
        }

    @property
    def summary(self) -> str:
        """What scores, in a few words."""
        names = [name for name, _ in self.scoring.entries]
        singles = [name for name in names if name.isdigit()]
        more = counted(len(names) - len(singles), "combination")
        return f"{listed([*singles, more])} score"

    @property
    def _key(self) -> object:
        return self.scoring, self.chances, self.must_roll

    def __repr__(self) -> str:
        rules = self.rules()
        return (
            f"Dice({rules['scoring']!r}, {self.count}, {rules['sides']!r}, "
            f"must_roll={self.must_roll})"
        )


def hands_left(count: int) -> tuple[str, ...]:
    """So many dice at most that are left in hand, in words."""
    return tuple(f"with {counted(n, 'die', 'dice')} left" for n in range(1, count + 1))


def _chances_of_faces(sides: int | Iterable[Chance]) -> tuple[Fraction, ...]:
    """The chances of the faces of a die, from 1 up: alike, or as they are given."""
    if hasattr(sides, "__index__") or isinstance(sides, bool):
        n = between(sides, "the number of sides", 2, MAX_SIDES)
        return (Fraction(1, n),) * n
    given = items(sides, "sides", "a number of sides, or the chances of the faces", MAX_SIDES + 1)
    exact = tuple(chance(p, f"face {face}") for face, p in enumerate(given, 1))
    if not 2 <= len(exact) <= MAX_SIDES:
        raise RuleError(f"{len(exact)} faces have chances, but a die has 2 to {MAX_SIDES} sides")
    if sum(exact) != 1:
        raise RuleError(f"the chances of the faces sum to {shown(sum(exact))}, but must sum to 1")
    return exact


@lru_cache(maxsize=256)
def _thrown(chances: tuple[Fraction, ...], dice: int) -> dict[Counts, Fraction]:
    parts = in_parts(chances)
    whole = sum(parts) ** dice
    return FrozenDict({counts: Fraction(ways, whole) for counts, ways in ways_to_show(dice, parts)})


@lru_cache(maxsize=256)
def _options(
    scoring: Scoring, chances: tuple[Fraction, ...], dice: int
) -> dict[frozenset[tuple[int, int]], Fraction]:
    found: dict[frozenset[tuple[int, int]], Fraction] = {}
    for counts, p in _thrown(chances, dice).items():
        choices = scoring.choices(counts).items()
        key = frozenset((points, dice - sum(aside) or scoring.dice) for aside, points in choices)
        found[key] = found.get(key, Fraction(0)) + p
    return FrozenDict(found)
