"""Turns in which dice are set aside: what is thrown, what may be set aside, and its words.

From each throw some scoring dice are set aside, at least one; then the player banks or throws the
dice that are left. A throw without a scoring die busts. Who has set all dice aside has *hot dice*,
all of them anew. A mode of such a turn is what is in hand: of dice of one kind their number, else
how many there are of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import comb, gcd, prod
from typing import Any

from . import scoring as scores
from .chances import Chance, unknown_keys, weights
from .checks import between, flag, items, whole
from .errors import RuleError, StateError
from .game import Keyed, Memo, plain
from .named_dice import NAMED
from .roll import BUST
from .spelling import counted, listed, nearest, shown
from .turn import Gain, Turn

MAX_DICE = 8
MAX_SIDES = 20

MOST_MODES = 64
"""What may be in hand in a turn is at most so many things."""

MOST_THROWS = 100_000
"""All dice show at most so many different throws, where it matters which die shows what."""

FAIR, UNFAIR = "fair", "loaded"
"""The kinds of dice that all have so many sides, or the chances that are given for the sides."""

BANK, THROW, BUSTS = "bank", "throw", "bust"
"""The actions with dice in hand; and the only one of a throw in which nothing scores."""

Hand = tuple[int, ...]
"""How many dice there are of each kind."""


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


class Dice(Keyed):
    """Dice that score by a table and are set aside, and what a turn with them is.

    Parameters
    ----------
    scoring : mapping of str to int
        As in :func:`~pigcore.games.scoring.read`.
    dice : int or sequence of str
        How many dice there are, 1 ... 8, or the kind of each.
    sides : int or sequence of chances
        How many sides a fair die has, 2 ... 20, or the chances of the faces from 1 up.
    must_roll : bool
        Whether who has set all dice aside must throw them again.
    faces : mapping of str to sequence of chances
        For each kind the chances of its faces from 1 up: exact chances that sum to 1, or whole
        numbers as parts of their sum; or a mapping with ``chances`` and either ``wild``, the face
        that is wild, such as 1, or ``joker``, the chance of a face more that is wild and nothing
        else. ``"fair"`` and the dice of :data:`~.named_dice.NAMED` are known.

    Raises
    ------
    RuleError
        If a kind is unknown, or what is in hand may be more than 64 things.

    Notes
    -----
    A wild face stands for any face in a combination of two dice or more in which another die shows
    a face of its own; alone it scores nothing.

    Examples
    --------
    >>> faces = {"odd": [2, 1], "joker": {"chances": [1, 1], "joker": 1}}
    >>> two = Dice({"1": 1, "2 2": 3}, ["odd", "joker"], faces=faces)
    >>> two.options((0, 1)) == {frozenset(): 1, frozenset({(1, (1, 1))}): 2}, len(two.turn.modes)
    (True, 3)
    """

    scoring: Mapping[str, Any]
    """The table of scores as plain data."""
    tables: tuple[scores.Table, ...]
    """What scores in a throw of one die, of two, …."""
    must_roll: bool
    order: tuple[str, ...]
    """The kind of each die, as they were given."""
    kinds: tuple[str, ...]
    """The different kinds, in alphabetical order."""
    each: Hand
    """How many dice there are of each."""
    parts: tuple[tuple[int, ...], ...]
    """For each kind the chances of its faces, and of a wild one, as parts of their sum."""
    alike: bool
    """Whether all dice are of one kind without a wild face, so that only their number matters."""

    def __init__(
        self,
        scoring: Any,
        dice: int | Iterable[str] = 6,
        sides: int | Iterable[Chance] = 6,
        must_roll: bool = False,
        faces: Mapping[str, Any] | None = None,
    ) -> None:
        fair = hasattr(sides, "__index__")
        if hasattr(dice, "__index__"):
            names = [FAIR if fair else UNFAIR] * between(dice, "the number of dice", 1, MAX_DICE)
        else:
            like = "the kinds of the dice, such as ['odd', 'fair']"
            names = items(dice, "dice", like, MAX_DICE + 1)
        between(len(names), "the number of dice", 1, MAX_DICE)
        if faces is not None and not isinstance(faces, Mapping):
            raise RuleError(f"faces is {shown(faces)}, but must be a table of kinds and chances")
        known: dict[str, Any] = {**NAMED, **(faces or {})}
        if fair:
            usual = [1] * between(sides, "the number of sides", 2, MAX_SIDES)
            known = {FAIR: usual, **known}
        else:
            known |= {UNFAIR: sides}
        for name in names:
            if not isinstance(name, str) or name not in known:
                raise RuleError(f"a die is {shown(name)}: {nearest(str(name), known)}")
        many = Counter(names)
        kinds = tuple(sorted(many))
        read = {name: _parts(name, known[name]) for name in kinds}
        most = max(len(parts) - 1 for parts in read.values())
        parts = tuple(
            (*read[name][:-1], *[0] * (most + 1 - len(read[name])), read[name][-1])
            for name in kinds
        )
        each = tuple(many[name] for name in kinds)
        modes = prod(n + 1 for n in each) - 1
        if modes > MOST_MODES:
            raise RuleError(
                f"{listed(kinds)} may be in hand in {modes} ways, but there must be at most "
                f"{MOST_MODES}: take fewer kinds of dice"
            )
        faces_there_are = (sum(map(bool, its)) for its in parts)
        throws = prod(comb(n + there - 1, n) for n, there in zip(each, faces_there_are))
        if throws > MOST_THROWS:
            raise RuleError(
                f"the dice show {throws:,} different throws, but there must be at most "
                f"{MOST_THROWS:,}: take fewer or smaller dice, or fewer kinds"
            )
        rules, tables = scores.read(scoring, len(names), most)
        self._set(
            scoring=rules, tables=tables, must_roll=flag(must_roll, "must_roll_hot_dice"),
            order=tuple(names), kinds=kinds, each=each, parts=parts,
            alike=len(kinds) == 1 and not parts[0][-1],
        )  # fmt: skip

    @property
    def count(self) -> int:
        """How many dice there are."""
        return len(self.order)

    @property
    def sides(self) -> int:
        """How many sides the dice have."""
        return len(self.parts[0]) - 1

    @property
    def hand(self) -> Any:
        """All dice as a mode, with which a turn begins."""
        return self._mode(self.each)

    def _mode(self, hand: Hand) -> Any:
        return hand[0] if self.alike else hand

    def _of_each(self, mode: Any) -> Hand:
        return (mode,) if self.alike else mode

    @property
    def turn(self) -> Turn:
        """The turn: a mode for each hand, a set of options for each throw."""
        return _turn(self)

    # --- throws ---------------------------------------------------------------------------------

    def options(self, mode: Any) -> Mapping[frozenset[tuple[int, Any]], int]:
        """The distinct sets of choices that throws of a hand leave, and in how many ways.

        A choice is (points, hand left); the empty set is a bust.
        """
        hand = self._of_each(mode)
        asides, nothing, kinds = self._asides(hand), self.tables[sum(hand) - 1].nothing, len(hand)
        every = [(0, 0, 1)]  # what dice show, its total, and in how many ways
        for kind, (dice, parts) in enumerate(zip(hand, self.parts)):
            its = [
                (scores.number(counts, kinds, kind), scores.number(counts), ways)
                for counts, ways in scores.throws(dice, parts)
            ]
            every = [(a + b, s + t, m * n) for a, s, m in every for b, t, n in its]
        useful, thrown = asides.useful, Counter[int]()
        for dice, total, ways in every:
            thrown[dice & useful[total]] += ways
        left, found = self._left(hand), Counter[frozenset[tuple[int, Any]]]()
        for dice, ways in thrown.items():
            some = asides.of(dice).values() or [(nothing, scores.number(hand))] * (nothing > 0)
            found[frozenset([(points, left[aside]) for points, aside in some])] += ways
        return found

    def bust(self, mode: Any) -> Fraction:
        """The chance that a hand busts."""
        options = self.options(mode)
        return Fraction(options.get(frozenset(), 0), sum(options.values()))

    def _asides(self, hand: Hand) -> scores.Asides:
        wild = any(parts[-1] for parts in self.parts)
        return _asides(self.tables[sum(hand) - 1], len(hand), wild)

    def _left(self, hand: Hand) -> Memo:
        """By the dice set aside of a hand the mode with those that are left, or all anew."""
        in_hand = scores.number(hand)
        left = Memo(lambda aside: self._mode(scores.digits(in_hand - aside, len(hand))))
        left[in_hand] = self.hand
        return left

    def throws(self, dice: int) -> Mapping[tuple[int, ...], Fraction]:
        """Everything that so many dice of one kind can show, with its exact chance."""
        parts = self.parts[0][:-1]
        every = sum(parts) ** dice
        return {_faces(counts): Fraction(n, every) for counts, n in scores.throws(dice, parts)}

    def check_throw(self, faces: object, mode: Any) -> tuple[int, ...]:
        """The faces of a throw, rising where all dice are of one kind.

        They are given for the dice as these were given, or of fewer, kind by kind in that order. A
        wild face is the lowest number that no other face has: 1 where that one is wild.
        """
        dice = self._in_hand(mode)
        given = [
            whole(face, "a face", StateError)
            for face in items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
        ]
        for kind, face in zip(dice, given):
            if face not in self._numbers[kind]:
                name = self.kinds[kind]
                raise StateError(f"a face of the die {name} is {shown(face)}, which it never shows")
        if len(given) != len(dice):
            in_hand = f"{counted(len(dice), 'die is', 'dice are')} in hand"
            names = listed(self.kinds[kind] for kind in dice)
            raise StateError(
                f"{counted(len(given), 'die was', 'dice were')} thrown, but "
                + (in_hand if self.alike else f"the dice in hand are {names}")
            )
        return tuple(sorted(given) if self.alike else given)

    def _in_hand(self, mode: Any) -> list[int]:
        """The kind of each die in hand: in the order of all dice, or of fewer kind by kind."""
        order, hand = [*map(self.kinds.index, self.order)], self._of_each(mode)
        if hand == self.each:
            return order
        return [kind for kind in dict.fromkeys(order) for _ in range(hand[kind])]

    @cached_property
    def _numbers(self) -> list[dict[int, int]]:
        """For each kind the faces that its dice show, and their places among the chances."""
        found = []
        for *own, wild in self.parts:
            places = {place + 1: place for place, part in enumerate(own) if part}
            found.append(places | ({[*own, 0].index(0) + 1: len(own)} if wild else {}))
        return found

    def _thrown(self, faces: object, mode: Any) -> int:
        """A throw as what may be set aside of it is asked for."""
        shown = zip(self._in_hand(mode), self.check_throw(faces, mode))
        cells = [self._numbers[kind][face] * len(self.kinds) + kind for kind, face in shown]
        return scores.number([cells.count(cell) for cell in range(max(cells) + 1)])

    def asides(self, faces: object, mode: Any) -> dict[tuple[Any, ...], tuple[int, Any]]:
        """What may be set aside of a throw of a hand: faces, or dice of each kind in words, with
        their points and the hand then left.
        """
        hand, thrown = self._of_each(mode), self._thrown(faces, mode)
        found, nothing = self._asides(hand).of(thrown), self.tables[sum(hand) - 1].nothing
        if not found and nothing:
            found = {thrown: (nothing, scores.number(hand))}
        left, each = self._left(hand), {self._counts(dice): said for dice, said in found.items()}
        return {
            self._named(counts): (each[counts][0], left[each[counts][1]]) for counts in sorted(each)
        }

    def drawn(
        self, mode: Any, one_of: Callable[[Iterable[tuple[int, int]], int], int]
    ) -> tuple[int, ...]:
        """The faces of a hand that is thrown; ``one_of`` chooses that of each die from (face, part)
        and the sum of the parts.
        """
        shown = list[Iterator[int]]()
        for kind, (dice, parts) in enumerate(zip(self._of_each(mode), self.parts)):
            its = [(face, parts[place]) for face, place in self._numbers[kind].items()]
            shown.append(iter([one_of(its, sum(parts)) for _ in range(dice)]))
        return tuple(next(shown[kind]) for kind in self._in_hand(mode))

    # --- in words -------------------------------------------------------------------------------

    def named(self, faces: object, mode: Any) -> tuple[Any, ...]:
        """A throw of a hand: faces, or words, kind by kind: ``("lucky 1 1,", "pie 3")``."""
        return self._named(self._counts(self._thrown(faces, mode)))

    def _counts(self, thrown: int) -> tuple[Hand, ...]:
        """For each kind, how many of its dice show each face."""
        cells = scores.digits(thrown, (self.sides + 1) * len(self.kinds))
        return tuple(cells[kind :: len(self.kinds)] for kind in range(len(self.kinds)))

    def _named(self, counts: tuple[Hand, ...]) -> tuple[Any, ...]:
        if self.alike:
            return _faces(counts[0])
        said = [
            f"{kind} {' '.join([*map(str, _faces(shows[:-1])), *['wild'] * shows[-1]])}"
            for kind, shows in zip(self.kinds, counts)
            if any(shows)
        ]
        return tuple(word + "," * (place < len(said)) for place, word in enumerate(said, 1))

    def phrase(self, mode: Any) -> str:
        """A hand in words."""
        if self.alike:
            return f"with {counted(mode, 'die', 'dice')}"
        return f"with {listed(f'{n} {name}' for n, name in zip(mode, self.kinds) if n)}"

    def in_words(self) -> tuple[str, list[str]]:
        """The dice, and what they show and score, as a sheet of rules has it."""
        dice, said = f" with {counted(self.count, 'die', 'dice')}", []
        for kind, (*faces, wild) in zip(self.kinds, self.parts):
            more = f", and a wild face as {wild}" if wild else ""
            alike = len({*faces}) == 1 and not more
            if self.alike and not alike:
                chances = ", ".join(str(Fraction(part, sum(faces))) for part in faces)
                said.append(f"a die shows 1, 2, … with chances {chances}")
            elif not self.alike and not (kind == FAIR and alike and len(faces) == 6):
                said.append(f"{kind} dice show 1, 2, … as {':'.join(map(str, faces))}{more}")
        if any(wild for *_, wild in self.parts):
            said.append("a wild face stands for any in a combination with other dice")
        if not self.alike:
            dice += f", {self.phrase(self.each).removeprefix('with ')}"
        elif not said and self.sides != 6:
            dice += f" of {self.sides} sides"
        return dice, [*said, scores.in_words(self.scoring)]

    def rules(self) -> dict[str, Any]:
        """The dice as plain data."""
        rest = {"must_roll_hot_dice": self.must_roll, "scoring": plain(self.scoring)}
        if not self.alike:
            faces = {
                name: {"chances": parts, "joker": joker} if joker else parts
                for name, (*parts, joker) in zip(self.kinds, self.parts)
            }
            return {"dice": [*self.order], **rest, "faces": faces}
        parts = self.parts[0][:-1]
        chances = [str(Fraction(part, sum(parts))) for part in parts]
        fair = len({*parts}) == 1
        return {"dice": self.count, "sides": self.sides if fair else chances, **rest}

    @property
    def summary(self) -> str:
        """What scores, in a few words."""
        names = [name for name in self.scoring if name not in ("aside", "with")]
        singles = [name for name in names if name.isdigit()]
        more = counted(len(names) - len(singles), "combination")
        return f"{listed([*singles, more])} score"

    @property
    def _key(self) -> object:
        return self.tables, self.alike or self.order, self.parts, self.must_roll

    def __repr__(self) -> str:
        rules = self.rules()
        given = "".join(f", {key}={rules[key]!r}" for key in ("sides", "faces") if key in rules)
        return f"Dice({rules['scoring']!r}, {rules['dice']!r}{given}, must_roll={self.must_roll})"


@lru_cache(maxsize=64)
def _turn(dice: Dice) -> Turn:
    made = cache(Gain)

    def throw(mode: Any) -> Any:
        return [
            (tuple([made(*option) for option in options]) or BUST, ways)
            for options, ways in dice.options(mode).items()
        ]

    return Turn(
        throw,
        dice.hand,
        may_bank=lambda mode: not (dice.must_roll and mode == dice.hand),
        phrase=dice.phrase,
        source=dice,
        every=range(1, dice.count + 1) if dice.alike else (),
    )


_asides = lru_cache(maxsize=8)(scores.Asides)


def set_aside(turn: Turn) -> Dice | None:
    """The dice of one kind that are set aside in a turn, if any are."""
    return turn.source if isinstance(turn.source, Dice) and turn.source.alike else None


def chooses(turn: Turn) -> bool:
    """Whether a throw of a turn may leave a choice."""
    return set_aside(turn) is not None or turn.chooses


def words_of(turn: Turn) -> tuple[str, str]:
    """What throwing and banking are called in a turn."""
    return (THROW, BANK) if chooses(turn) else ("roll", "hold")


def hands_left(count: int) -> tuple[str, ...]:
    """So many dice at most that are left in hand, in words."""
    return tuple(f"with {counted(n, 'die', 'dice')} left" for n in range(1, count + 1))


def _faces(counts: scores.Counts) -> tuple[int, ...]:
    """The faces that dice show, rising."""
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


def _parts(name: str, given: Any) -> tuple[int, ...]:
    """The chances of a die's faces and of its wild one, as whole parts of their sum."""
    die, table = f"the die {name}", given if isinstance(given, Mapping) else {"chances": given}
    unknown_keys(table, ("chances", "wild", "joker"), die)
    found = items(table.get("chances", ()), die, "the chances of its faces, from 1 up", 21)
    if not 2 <= len(found) <= MAX_SIDES:
        raise RuleError(f"{die} has {counted(len(found), 'face')}, but must have 2 to {MAX_SIDES}")
    found.append(table.get("joker", 0))
    if "wild" in table:
        face = between(table["wild"], f"the wild face of {die}", 1, len(found) - 1)
        if "joker" in table or not found[face - 1]:
            raise RuleError(
                f"wild is the face {face} of {die}, so it must have a chance, and no joker be "
                "given, which is the chance of a face that is wild and nothing else"
            )
        found[face - 1], found[-1] = 0, found[face - 1]
    parts = weights(found, [f"a face of {die}"] * len(found), f" of {die}")
    return tuple(part // gcd(*parts) for part in parts)
