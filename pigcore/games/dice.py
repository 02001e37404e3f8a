"""Turns in which dice are set aside: what is thrown, what may be set aside, and its words.

From each throw some scoring dice are set aside, at least one; then the player banks or throws the
dice that are left. A throw without a scoring die busts. Who has set all dice aside has *hot dice*,
all of them anew. A mode of such a turn is what is in hand: of dice of one kind their number, else
how many there are of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, gcd, prod
from typing import Any

from .chances import Chance, chance, in_parts, unknown_keys
from .checks import between, items, whole
from .errors import RuleError, StateError
from .game import FrozenDict, Keyed
from .named_dice import NAMED
from .roll import BUST
from .scoring import Counts, Scoring, faces_of, points_of, ways_to_show
from .spelling import counted, listed, nearest, shown
from .turn import Gain, Memo, Turn

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
        As in :class:`~pigcore.games.scoring.Scoring`.
    dice : int or sequence of str
        How many dice there are, 1 ... 8, or the kind of each.
    sides : int or sequence of chances
        How many sides a fair die has, 2 ... 20, or the chances of the faces from 1 up.
    must_roll : bool
        Whether who has set all dice aside must throw them again.
    faces : mapping of str to sequence of chances
        For each kind the chances of its faces from 1 up: exact chances that sum to 1, percentages,
        or whole numbers as parts of their sum; or a mapping with ``chances`` and either ``wild``,
        the face that is wild, such as 1, or ``joker``, the chance of a face more that is wild and
        nothing else. ``"fair"`` and the dice of :data:`~.named_dice.NAMED` are known. What is
        within 1% of its sum is scaled, and the rules in words say so.

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
    >>> two.options((0, 1)), len(two.turn.modes)
    ({frozenset(): 1, frozenset({(1, (1, 1))}): 2}, 3)
    """

    scoring: Scoring
    must_roll: bool
    order: tuple[str, ...]
    """The kind of each die, as they were given."""
    kinds: tuple[str, ...]
    """The different kinds, in alphabetical order."""
    each: Hand
    """How many dice there are of each."""
    parts: tuple[tuple[int, ...], ...]
    """For each kind the chances of its faces, and of a wild one, as parts of their sum."""
    sums: Mapping[str, Fraction]
    """What the chances of a kind added up to, where they were scaled to 1."""
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
        if not 1 <= len(names) <= MAX_DICE:
            raise RuleError(f"there are {len(names)} dice, but must be 1 to {MAX_DICE}")
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
        kinds, sums = tuple(sorted(many)), dict[str, Fraction]()
        read = {name: _faces(name, known[name], sums) for name in kinds}
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
        self._set(
            scoring=Scoring(scoring, len(names), most), must_roll=must_roll, order=tuple(names),
            kinds=kinds, each=each, parts=parts, sums=FrozenDict(sums),
            alike=len(kinds) == 1 and not parts[0][-1],
        )  # fmt: skip

    @property
    def count(self) -> int:
        """How many dice there are."""
        return self.scoring.dice

    @property
    def sides(self) -> int:
        """How many sides the dice have."""
        return self.scoring.sides

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
        return _options(self, self._of_each(mode))

    def bust(self, mode: Any) -> Fraction:
        """The chance that a hand busts."""
        options = self.options(mode)
        return Fraction(options.get(frozenset(), 0), sum(options.values()))

    def throws(self, dice: int) -> Mapping[Counts, Fraction]:
        """Everything that so many dice of one kind can show, with its exact chance."""
        ways, every = ways_to_show(dice, self.parts[0][:-1]), sum(self.parts[0]) ** dice
        return {counts: Fraction(n, every) for counts, n in ways}

    def check_throw(self, faces: object, mode: Any) -> tuple[Any, ...]:
        """A throw: how many dice show each face; of dice of several kinds that for each kind, the
        wild one last.

        ``faces`` are those of the dice as they were given, or of fewer, kind by kind in that order.
        A wild face is the lowest number that no other face has: 1 where that one is wild.
        """
        hand, dice = self._of_each(mode), self.order
        if hand != self.each:
            kinds = dict.fromkeys(self.order)
            dice = tuple(kind for kind in kinds for _ in range(hand[self.kinds.index(kind)]))
        given = [
            whole(face, "a face", StateError)
            for face in items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
        ]
        found = [[0] * len(parts) for parts in self.parts]
        for kind, face in zip(dice, given):
            place = self.kinds.index(kind)
            *own, wild = self.parts[place]
            if 0 < face <= len(own) and own[face - 1]:
                found[place][face - 1] += 1
            elif wild and face == [*own, 0].index(0) + 1:
                found[place][-1] += 1
            else:
                raise StateError(f"a face of the die {kind} is {shown(face)}, which it never shows")
        if len(given) != len(dice):
            in_hand = f"{counted(len(dice), 'die is', 'dice are')} in hand"
            raise StateError(
                f"{counted(len(given), 'die was', 'dice were')} thrown, but "
                + (in_hand if self.alike else f"the dice in hand are {listed(dice)}")
            )
        return tuple(found[0][:-1]) if self.alike else tuple(map(tuple, found))

    def asides(self, thrown: tuple[Any, ...]) -> dict[tuple[Any, ...], tuple[int, Any]]:
        """What may be set aside: faces, or dice of each kind in words, with their points and the
        hand then left.
        """
        thrown = ((*thrown, 0),) if self.alike else thrown
        found: dict[tuple[Counts, ...], tuple[int, Hand]] = {}
        hand = tuple(map(sum, thrown))
        each = [[*product(*[range(n + 1) for n in counts])] for counts in thrown]
        table, nothing = self.scoring.of(sum(hand)), self.scoring.of_nothing(sum(hand))
        for some in product(*each):
            *faces, wild = map(sum, zip(*some))
            if points := any(faces) and points_of(table, tuple(faces), wild):
                found[some] = points, tuple(n - sum(c) for n, c in zip(hand, some))
        if not found and nothing:
            found[thrown] = nothing, (0,) * len(hand)
        fewest = min([sum(left) for _, left in found.values()], default=0)
        return {
            self.named(some): (points, self._mode(left if any(left) else self.each))
            for some, (points, left) in found.items()
            if not self.scoring.whole or sum(left) == fewest
        }

    def drawn(
        self, mode: Any, one_of: Callable[[Iterable[tuple[int, int]], int], int]
    ) -> tuple[Counts, ...]:
        """A throw of a hand; ``one_of`` chooses each die's face from (face, part) and their sum."""
        found = [[0] * len(parts) for parts in self.parts]
        for place, (dice, parts) in enumerate(zip(self._of_each(mode), self.parts)):
            for _ in range(dice):
                found[place][one_of(enumerate(parts), sum(parts))] += 1
        return tuple(map(tuple, found))

    # --- in words -------------------------------------------------------------------------------

    def named(self, thrown: tuple[Counts, ...]) -> tuple[Any, ...]:
        """Dice that show faces: these, or words, kind by kind: ``("lucky 1 1,", "pie 3")``."""
        if self.alike:
            return faces_of(thrown[0])
        said = [
            f"{kind} {' '.join([*map(str, faces_of(counts[:-1])), *['wild'] * counts[-1]])}"
            for kind, counts in zip(self.kinds, thrown)
            if any(counts)
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
            if kind in self.sums:
                total = f"{float(self.sums[kind]):.5g}"
                said.append(f"the chances of {kind} dice summed to {total} and were scaled to 1")
        if any(wild for *_, wild in self.parts):
            said.append("a wild face stands for any in a combination with other dice")
        if not self.alike:
            dice += f", {self.phrase(self.each).removeprefix('with ')}"
        elif not said and self.sides != 6:
            dice += f" of {self.sides} sides"
        return dice, [*said, str(self.scoring)]

    def rules(self) -> dict[str, Any]:
        """The dice as plain data."""
        rest = {"must_roll_hot_dice": self.must_roll, "scoring": dict(self.scoring.rules)}
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
        names = [name for name, _ in self.scoring.entries]
        singles = [name for name in names if name.isdigit()]
        more = counted(len(names) - len(singles), "combination")
        return f"{listed([*singles, more])} score"

    @property
    def _key(self) -> object:
        return self.scoring, self.alike or self.order, self.parts, self.must_roll

    def __repr__(self) -> str:
        rules = self.rules()
        given = "".join(f", {key}={rules[key]!r}" for key in ("sides", "faces") if key in rules)
        return f"Dice({rules['scoring']!r}, {rules['dice']!r}{given}, must_roll={self.must_roll})"


@lru_cache(maxsize=64)
def _turn(dice: Dice) -> Turn:
    made = cache(Gain)

    @cache  # a turn asks twice
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


def set_aside(turn: Turn) -> Dice | None:
    """The dice of one kind that are set aside in a turn, if any are."""
    return turn.source if isinstance(turn.source, Dice) and turn.source.alike else None


def hands_left(count: int) -> tuple[str, ...]:
    """So many dice at most that are left in hand, in words."""
    return tuple(f"with {counted(n, 'die', 'dice')} left" for n in range(1, count + 1))


def _faces(name: str, given: Any, sums: dict[str, Fraction]) -> tuple[int, ...]:
    """The chances of a die's faces and of its wild one, as whole parts of their sum.

    What they added up to is noted in ``sums`` where they are scaled to 1.
    """
    die = f"the die {name}"
    wild: Any = None
    joker: Any = 0
    if isinstance(given, Mapping):
        unknown_keys(given, ("chances", "wild", "joker"), die)
        wild, joker = given.get("wild"), given.get("joker", 0)
        given = given.get("chances", ())
    found = items(given, die, "the chances of its faces, from 1 up", MAX_SIDES + 1)
    if not 2 <= len(found) <= MAX_SIDES:
        raise RuleError(f"{die} has {counted(len(found), 'face')}, but must have 2 to {MAX_SIDES}")
    exact = [chance(part, f"a face of {die}") for part in (*found, joker)]
    total = sum(exact, Fraction(0))
    if any(part.denominator > 1 for part in exact) or not total:
        whole = 100 if total > 2 else 1
        if abs(total - whole) > Fraction(whole, 100):
            raise RuleError(
                f"the chances of {die} sum to {shown(total)}, but must sum to 1 or to 100%, or be "
                "whole numbers"
            )
        if total not in (1, 100):
            sums[name] = total / whole
    parts = in_parts(exact)
    *parts, joker = (part // gcd(*parts) for part in parts)
    if wild is None:
        return (*parts, joker)
    face = between(wild, f"the wild face of {die}", 1, len(parts))
    if joker or not parts[face - 1]:
        raise RuleError(
            f"wild is the face {face} of {die}, but "
            + ("joker is a wild face, too: give one of them" if joker else
               f"its chance is 0: give joker = {shown(wild)} as the chance of a face that is wild "
               "and nothing else")
        )  # fmt: skip
    parts[face - 1], joker = 0, parts[face - 1]
    return (*parts, joker)


# --- all throws of a hand -------------------------------------------------------------------------

_DIGIT = 5
"""Bits for how many dice show a face, or are of a kind: at most 8, and one to borrow from."""


@lru_cache(maxsize=1000)
def _options(dice: Dice, hand: Hand) -> Mapping[frozenset[tuple[int, Any]], int]:
    scoring, count = dice.scoring, sum(hand)
    wild = any(parts[-1] for parts in dice.parts)
    table, in_hand = _table(scoring.of(count), len(hand), wild), _number(hand)
    found: dict[frozenset[tuple[int, int]], int] = {}
    for thrown, ways in table.thrown(hand, dice.parts).items():
        those = table.scored[thrown]
        found[those] = found.get(those, 0) + ways
    nothing = scoring.of_nothing(count)
    if nothing and (busts := found.pop(frozenset(), 0)):
        those = frozenset([(nothing, in_hand)])  # which other throws may leave, too
        found[those] = found.get(those, 0) + busts
    left = Memo(lambda aside: dice._mode(_digits(in_hand - aside, len(hand))))
    left[in_hand] = dice.hand
    return FrozenDict(
        {frozenset([(points, left[aside]) for points, aside in some]): ways
         for some, ways in found.items()}
    )  # fmt: skip


class _Table:
    """What scores, of dice of so many kinds, whatever their chances.

    Everything is a whole number: a hand has a digit for each kind, a total one for each face, the
    wild one last, and what dice show is a hand for each face.
    """

    def __init__(self, scoring: Scoring, kinds: int, wild: bool) -> None:
        self._scoring, self._kinds = scoring, kinds
        self._borrow = _number([1 << _DIGIT - 1] * (scoring.sides + 1))
        self._filled = [
            _number((*own, sum(combination) - sum(own)))
            for combination in scoring.worth
            for own in product(*[range(need + 1) for need in combination])
            if any(own) and (own == combination or (wild and sum(combination) > 1))
        ]
        """Totals that are a combination, some of whose dice may be wild."""
        self._useful = Memo(self._of_use)
        self._worth = Memo(self._points)
        self.scored = Memo(self._scored)
        """By what dice show, the points of all that may be set aside, each with its hand."""

    def thrown(self, hand: Hand, parts: tuple[tuple[int, ...], ...]) -> dict[int, int]:
        """What a hand can show, less the dice that are in no combination; in how many ways."""
        every = [(0, 0, 1)]
        for kind, (dice, chances) in enumerate(zip(hand, parts)):
            its = [
                (_number(counts, self._kinds) << _DIGIT * kind, _number(counts), ways)
                for counts, ways in ways_to_show(dice, chances)
            ]
            every = [(a + b, s + t, m * n) for a, s, m in every for b, t, n in its]
        found: dict[int, int] = {}
        for shown_, total, ways in every:
            shown_ &= self._useful[total]
            found[shown_] = found.get(shown_, 0) + ways
        return found

    def _of_use(self, total: int) -> int:
        """All bits of the faces that are part of a combination which a total has."""
        parts = 0
        for one in self._filled:
            if (total | self._borrow) - one & self._borrow == self._borrow:
                parts |= one
        hand = (1 << _DIGIT * self._kinds) - 1
        faces = enumerate(_digits(parts, self._scoring.sides + 1))
        return sum(hand << _DIGIT * self._kinds * face for face, n in faces if n)

    def _scored(self, thrown: int) -> frozenset[tuple[int, int]]:
        width = _DIGIT * self._kinds
        asides = {0}
        while thrown:
            place = (thrown.bit_length() - 1) // _DIGIT
            thrown -= 1 << _DIGIT * place
            face, kind = divmod(place, self._kinds)
            die = 1 << width + _DIGIT * face | 1 << _DIGIT * kind
            asides |= {one + die for one in asides}
        scored = [(points, one & (1 << width) - 1)
                  for one in asides if (points := self._worth[one >> width])]  # fmt: skip
        if self._scoring.whole and scored:
            dice = [sum(_digits(aside, self._kinds)) for _, aside in scored]
            scored = [one for one, n in zip(scored, dice) if n == max(dice)]
        return frozenset(scored)

    def _points(self, total: int) -> int:
        """The points that a total scores, 0 if some of its dice score nothing."""
        *faces, wild = _digits(total, self._scoring.sides + 1)
        return points_of(self._scoring, tuple(faces), wild) or 0


_table = lru_cache(maxsize=8)(_Table)


def _number(digits: Iterable[int], apart: int = 1) -> int:
    """Small numbers as the digits of one, the first the lowest; ``apart`` leaves room between."""
    return sum(n << _DIGIT * apart * place for place, n in enumerate(digits))


def _digits(number: int, count: int) -> tuple[int, ...]:
    """The inverse of :func:`_number`."""
    return tuple([number >> _DIGIT * place & (1 << _DIGIT) - 1 for place in range(count)])
