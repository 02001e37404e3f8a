"""Turns with dice that differ: each of its own kind, with its own chances and perhaps a wild face.

As in :mod:`.dice` scoring dice are set aside from each throw, and the rest may be thrown again.
Which dice are left matters here, so that a mode of such a turn is what is in hand of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from .chances import chance, in_parts, unknown_keys
from .checks import between, items, whole
from .dice import MAX_DICE, Aside, Dice
from .errors import RuleError, StateError
from .game import FrozenDict
from .named_dice import NAMED
from .scoring import Counts, Scoring, faces_of, points_of, ways_to_show
from .spelling import counted, listed, nearest, shown
from .turn import Memo

FAIR = "fair"
"""The kind of dice whose faces need not be given."""

MOST_MODES = 64
"""What may be in hand in a turn is at most so many things."""

MOST_THROWS = 250_000
"""All dice show at most so many different throws, where it matters which die shows what."""

Hand = tuple[int, ...]
"""How many dice there are of each kind."""


class Loaded(Aside):
    """Dice of several kinds that score by a table, and what a turn with them is.

    Parameters
    ----------
    scoring : mapping of str to int
        As in :class:`~pigcore.games.scoring.Scoring`.
    dice : sequence of str
        The kind of each die.
    faces : mapping of str to sequence of chances
        For each kind the chances of its faces from 1 up: exact chances that sum to 1, percentages,
        or whole numbers as parts of their sum; or a mapping with ``chances`` and either ``wild``,
        the face that is wild, such as 1, or ``joker``, the chance of a face more that is wild and
        nothing else. ``"fair"`` and the dice of :data:`~.named_dice.NAMED` are known. What is
        within 1% of its sum is scaled, and the rules in words say so.
    sides : int
        How many sides a fair die has.
    must_roll : bool
        Whether who has set all dice aside must throw them again.

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
    >>> two = Loaded({"1": 1, "2 2": 3}, ["odd", "joker"], faces)
    >>> two.options((0, 1)), len(two.turn.modes)
    ({frozenset(): 1, frozenset({(1, (1, 1))}): 2}, 3)
    """

    kinds: tuple[str, ...]
    """The different kinds, in alphabetical order."""
    hand: Hand
    """How many dice there are of each."""
    parts: tuple[tuple[int, ...], ...]
    """For each kind the chances of its faces, and of a wild one, as parts of their sum."""
    order: tuple[str, ...]
    """The kind of each die, as they were given."""
    sums: Mapping[str, Fraction]
    """What the chances of a kind added up to, where they were scaled to 1."""

    def __init__(
        self,
        scoring: Any,
        dice: Iterable[str],
        faces: Mapping[str, Any] | None = None,
        sides: int = 6,
        must_roll: bool = False,
    ) -> None:
        names = items(dice, "dice", "the kinds of the dice, such as ['odd', 'fair']", MAX_DICE + 1)
        if not 1 <= len(names) <= MAX_DICE:
            raise RuleError(f"there are {len(names)} dice, but must be 1 to {MAX_DICE}")
        if faces is not None and not isinstance(faces, Mapping):
            raise RuleError(f"faces is {shown(faces)}, but must be a table of kinds and chances")
        known = {FAIR: [1] * sides, **NAMED, **(faces or {})}
        for name in names:
            if not isinstance(name, str) or name not in known:
                raise RuleError(f"a die is {shown(name)}: {nearest(str(name), known)}")
        many = Counter(names)
        kinds = tuple(sorted(many))
        sums: dict[str, Fraction] = {}
        read = {name: _faces(name, known[name], sums) for name in kinds}
        most = max(len(parts) - 1 for parts in read.values())
        parts = tuple(
            (*read[name][:-1], *[0] * (most + 1 - len(read[name])), read[name][-1])
            for name in kinds
        )
        hand = tuple(many[name] for name in kinds)
        modes = prod(n + 1 for n in hand) - 1
        if modes > MOST_MODES:
            raise RuleError(
                f"{listed(kinds)} may be in hand in {modes} ways, but there must be at most "
                f"{MOST_MODES}: take fewer kinds of dice"
            )
        throws = prod(sum(1 for _ in ways_to_show(n, each)) for n, each in zip(hand, parts))
        if throws > MOST_THROWS:
            raise RuleError(
                f"the dice show {throws:,} different throws, but there must be at most "
                f"{MOST_THROWS:,}: take fewer kinds of dice"
            )
        self._set(
            scoring=Scoring(scoring, len(names), most),
            kinds=kinds,
            hand=hand,
            parts=parts,
            must_roll=must_roll,
            sums=FrozenDict(sums),
            order=tuple(names),
        )

    @classmethod
    def of(
        cls,
        scoring: Any,
        dice: Iterable[str],
        faces: Mapping[str, Any] | None = None,
        sides: int = 6,
        must_roll: bool = False,
    ) -> Loaded | Dice:
        """These dice, or :class:`~pigcore.games.dice.Dice` where all are of one kind, not wild."""
        found = cls(scoring, dice, faces, sides, must_roll)
        if len(found.kinds) > 1 or found.parts[0][-1] or found.sums:
            return found
        (parts,), whole = found.parts, sum(found.parts[0])
        chances = [Fraction(part, whole) for part in parts[:-1]]
        return Dice(scoring, sum(found.hand), chances, must_roll)

    def options(self, hand: Hand) -> Mapping[frozenset[tuple[int, Hand]], int]:
        """The distinct sets of choices that throws of a hand leave, and in how many ways.

        A choice is (points, hand left); the empty set is a bust.
        """
        return _options(self, hand)

    def check_throw(self, faces: object, hand: Hand) -> tuple[Counts, ...]:
        """A throw: for each kind how many dice show each face, the wild one last.

        ``faces`` are those of the dice as they were given, or of fewer, kind by kind in that order.
        A wild face is the lowest number that no other face has: 1 where that one is wild.
        """
        dice = self.order
        if hand != self.hand:
            kinds = dict.fromkeys(self.order)
            dice = tuple(kind for kind in kinds for _ in range(hand[self.kinds.index(kind)]))
        given = items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
        if len(given) != len(dice):
            raise StateError(
                f"{counted(len(given), 'die was', 'dice were')} thrown, but the dice in hand are "
                f"{listed(dice)}"
            )
        found = [[0] * len(parts) for parts in self.parts]
        for kind, face in zip(dice, given):
            place = self.kinds.index(kind)
            *own, wild = self.parts[place]
            shown_ = whole(face, "a face", StateError)
            if 0 < shown_ <= len(own) and own[shown_ - 1]:
                found[place][shown_ - 1] += 1
            elif wild and shown_ == [*own, 0].index(0) + 1:
                found[place][-1] += 1
            else:
                raise StateError(f"a face of the die {kind} is {shown(face)}, which it never shows")
        return tuple(map(tuple, found))

    def asides(self, thrown: tuple[Counts, ...]) -> dict[tuple[str, ...], tuple[int, Hand]]:
        """What may be set aside: dice of each kind, with their points and the hand then left."""
        found: dict[tuple[str, ...], tuple[int, Hand]] = {}
        hand = tuple(map(sum, thrown))
        each = [[*product(*[range(n, -1, -1) for n in counts])] for counts in thrown]
        table, nothing = self.scoring.of(sum(hand)), self.scoring.of_nothing(sum(hand))
        for some in product(*each):
            *faces, wild = map(sum, zip(*some))
            if points := any(faces) and points_of(table, tuple(faces), wild):
                found[self.named(some)] = points, tuple(n - sum(c) for n, c in zip(hand, some))
        if not found and nothing:
            found[self.named(thrown)] = nothing, (0,) * len(hand)
        fewest = min([sum(left) for _, left in found.values()], default=0)
        return {
            aside: (points, left if any(left) else self.hand)
            for aside, (points, left) in found.items()
            if not self.scoring.whole or sum(left) == fewest
        }

    def falls(
        self, hand: Hand, one_of: Callable[[Iterable[tuple[int, int]], int], int]
    ) -> tuple[Counts, ...]:
        """A throw of a hand; ``one_of`` chooses each die's face from (face, part) and their sum."""
        found = [[0] * len(parts) for parts in self.parts]
        for place, (dice, parts) in enumerate(zip(hand, self.parts)):
            for _ in range(dice):
                found[place][one_of(enumerate(parts), sum(parts))] += 1
        return tuple(map(tuple, found))

    def named(self, thrown: tuple[Counts, ...]) -> tuple[str, ...]:
        """Dice that show faces, as words, kind by kind: ``("lucky 1 1,", "pie 3")``."""
        said = [
            f"{kind} {' '.join([*map(str, faces_of(counts[:-1])), *['wild'] * counts[-1]])}"
            for kind, counts in zip(self.kinds, thrown)
            if any(counts)
        ]
        return tuple(word + "," * (place < len(said)) for place, word in enumerate(said, 1))

    def phrase(self, hand: Hand) -> str:
        """A hand in words."""
        some = [f"{n} {name}" for n, name in zip(hand, self.kinds) if n]
        return f"with {listed(some)}"

    def in_words(self) -> tuple[str, list[str]]:
        """The dice, and what they show and score, as a sheet of rules has it."""
        said = []
        for kind, (*faces, wild) in zip(self.kinds, self.parts):
            if kind != FAIR or len(faces) != len(set(faces)) * 6:
                more = f", and a wild face as {wild}" if wild else ""
                said.append(f"{kind} dice show 1, 2, … as {':'.join(map(str, faces))}{more}")
        said += [
            f"the chances of {kind} dice summed to {float(total):.5g} and were scaled to 1"
            for kind, total in self.sums.items()
        ]
        if any(wild for *_, wild in self.parts):
            said.append("a wild face stands for any in a combination with other dice")
        dice = counted(sum(self.hand), "die", "dice")
        hand = self.phrase(self.hand).removeprefix("with ")
        return f" with {dice}, {hand}", [*said, str(self.scoring)]

    def rules(self) -> dict[str, Any]:
        """The dice as plain data."""
        faces = {}
        for name, (*parts, joker) in zip(self.kinds, self.parts):
            faces[name] = {"chances": parts, "joker": joker} if joker else parts
        return {
            "dice": [*self.order],
            "must_roll_hot_dice": self.must_roll,
            "scoring": dict(self.scoring.rules),
            "faces": faces,
        }

    @property
    def _key(self) -> object:
        return self.scoring, self.order, self.parts, self.must_roll

    def __repr__(self) -> str:
        rules = self.rules()
        return (
            f"Loaded({rules['scoring']!r}, {rules['dice']!r}, {rules['faces']!r}, "
            f"must_roll={self.must_roll})"
        )


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
    given_faces = items(given, die, "the chances of its faces, from 1 up", 21)
    if not 2 <= len(given_faces) <= 20:
        faces = counted(len(given_faces), "face")
        raise RuleError(f"{die} has {faces}, but must have 2 to 20")
    exact = [chance(part, f"a face of {die}") for part in (*given_faces, joker)]
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
    *parts, joker = in_parts(exact)
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


_DIGIT = 5
"""Bits for how many dice show a face, or are of a kind: at most 8, and one to borrow from."""


@lru_cache(maxsize=1000)
def _options(loaded: Loaded, hand: Hand) -> Mapping[frozenset[tuple[int, Hand]], int]:
    scoring, dice = loaded.scoring, sum(hand)
    table, in_hand = _table(scoring.of(dice), len(hand)), _number(hand)
    found: dict[frozenset[tuple[int, int]], int] = {}
    for thrown, ways in table.thrown(hand, loaded.parts).items():
        those = table.scored[thrown]
        found[those] = found.get(those, 0) + ways
    nothing = scoring.of_nothing(dice)
    if nothing and (busts := found.pop(frozenset(), 0)):
        found[frozenset([(nothing, in_hand)])] = busts
    left = Memo(lambda aside: _digits(in_hand - aside, len(hand)))
    left[in_hand] = loaded.hand
    return FrozenDict(
        {frozenset([(points, left[aside]) for points, aside in some]): ways
         for some, ways in found.items()}
    )  # fmt: skip


class _Table:
    """What scores, of dice of so many kinds, whatever their chances.

    Everything is a whole number: a hand has a digit for each kind, a total one for each face, the
    wild one last, and what dice show is a hand for each face.
    """

    def __init__(self, scoring: Scoring, kinds: int) -> None:
        self._scoring, self._kinds = scoring, kinds
        self._borrow = _number([1 << _DIGIT - 1] * (scoring.sides + 1))
        self._filled = [
            _number((*own, sum(combination) - sum(own)))
            for combination in scoring.worth
            for own in product(*[range(need + 1) for need in combination])
            if any(own) and (own == combination or sum(combination) > 1)
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
