"""Turns with dice that differ: each of its own kind, with its own chances and perhaps a wild face.

As in :mod:`.dice` scoring dice are set aside from each throw, and the rest may be thrown again.
Which dice are left matters here, so that a mode of such a turn is what is in hand of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import prod
from operator import sub
from typing import Any

from .chances import chance, in_parts, unknown_keys
from .checks import between, items
from .dice import MAX_DICE, Dice
from .errors import RuleError
from .game import FrozenDict, Keyed
from .scoring import Counts, Scoring, points_of, ways_to_show
from .spelling import counted, listed, nearest, shown
from .turn import BUST, Gain, Memo, Turn

__all__ = ["FAIR", "Loaded"]

FAIR = "fair"
"""The kind of dice whose faces need not be given."""

MOST_MODES = 64
"""What may be in hand in a turn is at most so many things."""

MOST_THROWS = 250_000
"""All dice show at most so many different throws, where it matters which die shows what."""

Hand = tuple[int, ...]
"""How many dice there are of each kind."""


class Loaded(Keyed):
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
        nothing else. ``"fair"`` is known. What is within 1% of its sum is scaled, and the rules
        in words say so.
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
    >>> two.points((0, 1), 1), two.points((0, 0), 1), len(two.turn.modes)
    (3, None, 3)
    """

    scoring: Scoring
    kinds: tuple[str, ...]
    """The different kinds, in alphabetical order."""
    hand: Hand
    """How many dice there are of each."""
    parts: tuple[tuple[int, ...], ...]
    """For each kind the chances of its faces, and of a wild one, as parts of their sum."""
    must_roll: bool
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
        known = {FAIR: [1] * sides, **(faces or {})}
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

    @property
    def turn(self) -> Turn:
        """The turn: a mode for each hand, a set of options for each throw."""
        return _turn(self)

    def options(self, hand: Hand) -> Mapping[frozenset[tuple[int, Hand]], int]:
        """The distinct sets of choices that throws of a hand leave, and in how many ways.

        A choice is (points, hand left); the empty set is a bust.
        """
        return _options(self, hand)

    def points(self, aside: Counts, wild: int) -> int | None:
        """The most that dice score which are set aside, None if some of them score nothing.

        ``wild`` of them show their wild face.
        """
        return points_of(self.scoring, aside, wild)

    def phrase(self, hand: Hand) -> str:
        """A hand in words."""
        some = [f"{n} {name}" for n, name in zip(hand, self.kinds) if n]
        return f"with {listed(some)}"

    def rules(self) -> dict[str, Any]:
        """The dice as plain data."""
        faces = {}
        for name, (*parts, joker) in zip(self.kinds, self.parts):
            faces[name] = {"chances": parts, "joker": joker} if joker else parts
        return {
            "dice": [name for name, n in zip(self.kinds, self.hand) for _ in range(n)],
            "must_roll_hot_dice": self.must_roll,
            "scoring": dict(self.scoring.entries),
            "faces": faces,
        }

    @property
    def _key(self) -> object:
        return self.scoring, self.kinds, self.hand, self.parts, self.must_roll

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


@lru_cache(maxsize=1000)
def _options(loaded: Loaded, hand: Hand) -> Mapping[frozenset[tuple[int, Hand]], int]:
    table = _table(loaded.scoring, loaded.hand)
    in_hand, found = table.left(hand), _choices(loaded, hand)
    return FrozenDict(
        {frozenset([table.option(one + in_hand) for one in some]): found[some] for some in found}
    )


def _choices(loaded: Loaded, hand: Hand) -> dict[frozenset[int], int]:
    """What :meth:`Loaded.options` gives, of each option its points less the dice set aside."""
    table = _table(loaded.scoring, loaded.hand)
    half = len(hand) // 2
    first = table.thrown(0, hand[:half], loaded.parts[:half])
    second = table.thrown(half, hand[half:], loaded.parts[half:])
    # Throws with the same dice in combinations leave the same: they are added up before all else.
    ways: dict[int, int] = {}
    so_far = ways.get
    for total, some in first.items():
        alike: dict[int, dict[int, int]] = {}
        for more, others in second.items():
            useful = table.useful[total + more]
            if (those := alike.get(useful)) is None:
                those = alike[useful] = {}
            for one, many in others:
                one &= useful
                those[one] = those.get(one, 0) + many
        for useful, those in alike.items():
            for one, many in some:
                one &= useful
                for other, times in those.items():
                    that_score = one | other
                    ways[that_score] = so_far(that_score, 0) + many * times
    found: dict[frozenset[int], int] = {}
    for options, many in zip(map(table.scored.__getitem__, ways), ways.values()):
        found[options] = found.get(options, 0) + many
    nothing = loaded.scoring.nothing if hand == loaded.hand else 0
    if nothing and (busts := found.pop(frozenset(), 0)):
        found[frozenset([table.points(nothing) - table.left(hand)])] = busts
    return found


class _Table:
    """What scores, for so many dice of each kind, whatever their chances.

    Everything is a whole number. A hand has a digit for each kind, the first kind's the highest;
    what dice show is a hand for each face, the wild one last, and their total has a digit for each
    face. An option is the hand left, 0 for all dice, and above it the points.
    """

    def __init__(self, scoring: Scoring, hand: Hand) -> None:
        self._all, self._scoring, self._faces = hand, scoring, scoring.sides + 1
        self._digit = scoring.dice.bit_length()
        sizes = [n.bit_length() for n in hand]
        self._hand = sum(sizes)
        self._kinds = [sum(sizes[kind + 1 :]) for kind in range(len(hand))]
        self._kind_of = [kind for size, kind in zip(sizes, self._kinds) for _ in range(size)][::-1]
        self._combinations = {*self._filled()}
        self.useful = Memo(self._useful)
        """By total, all bits of faces that are part of a combination that these dice have."""
        self.scored = Memo(self._scores)
        """By what dice show that all are part of a combination: the points of all that scores, less
        its hand: an option is this and the dice in hand."""
        self.thrown = lru_cache(maxsize=1000)(self._thrown)
        self._dice, self._parts = Memo(self._each), Memo(self._that_score)
        self._worth = Memo(self._points)
        self._alike: dict[frozenset[int], frozenset[int]] = {}

    def left(self, hand: Hand) -> int:
        """A hand."""
        return sum(n << kind for n, kind in zip(hand, self._kinds))

    def points(self, points: int) -> int:
        """The option of so many points and all dice."""
        return points << self._hand

    def option(self, option: int) -> tuple[int, Hand]:
        """The points of an option, and the hand left."""
        left = Counter(self._each(option & (1 << self._hand) - 1)[0])
        hand = tuple([left[1 << kind] for kind in self._kinds])
        return option >> self._hand, hand if left else self._all

    def _thrown(
        self, kind: int, hand: Hand, parts: tuple[tuple[int, ...], ...]
    ) -> dict[int, list[tuple[int, int]]]:
        """By total, what dice of the kinds from ``kind`` on can show, and in how many ways."""
        found = {0: [(0, 1)]}
        for place, (dice, chances) in enumerate(zip(hand, parts), kind):
            before, found = found, {}
            for counts, ways in ways_to_show(dice, chances):
                one, its = self._written(counts, self._hand), self._written(counts)
                one <<= self._kinds[place]
                for total, some in before.items():
                    more = [(one | other, ways * many) for other, many in some]
                    found.setdefault(total + its, []).extend(more)
        return found

    def _written(self, counts: Counts, digit: int = 0) -> int:
        """How many dice show each face, in digits of so many bits."""
        return sum(n << ((digit or self._digit) * face) for face, n in enumerate(counts))

    def _scores(self, thrown: int) -> frozenset[int]:
        some = self._faces // 2
        first, low = self._dice[thrown & (1 << some * self._hand) - 1]
        second, high = self._dice[thrown >> some * self._hand]
        points, parts = self._parts[low | high << some * self._digit]
        found = frozenset(map(sub, points, map(_sums(second + first).__getitem__, parts)))
        return self._alike.setdefault(found, found)

    def _each(self, thrown: int) -> tuple[tuple[int, ...], int]:
        """The dice that are thrown, each as a hand, the highest faces first, and their total."""
        dice, total = [], 0
        while thrown:
            face, place = divmod(thrown.bit_length() - 1, self._hand)
            kind = self._kind_of[place]
            dice.append(1 << kind)
            total += 1 << self._digit * face
            thrown -= 1 << self._hand * face + kind
        return tuple(dice), total

    def _that_score(self, total: int) -> tuple[list[int], list[int]]:
        """The points of those parts of a total that score, and their places among its parts."""
        counts = [*enumerate(self._read(total))][::-1]
        parts = _sums(tuple([1 << (self._digit * face) for face, n in counts for _ in range(n)]))
        score = [(points, place) for place, one in enumerate(parts) if (points := self._worth[one])]
        return [points for points, _ in score], [place for _, place in score]

    def _filled(self) -> Iterator[int]:
        """Totals that are a combination, some of whose dice may be wild."""
        for combination in self._scoring.worth:
            size = sum(combination)
            for own in product(*[range(need + 1) for need in combination]):
                if any(own) and (own == combination or size > 1):
                    yield self._written((*own, size - sum(own)))

    def _useful(self, total: int) -> int:
        shown_ = self._read(total)
        if total in self._combinations:
            ones = (1 << self._hand) - 1
            return sum(ones << (self._hand * face) for face, n in enumerate(shown_) if n)
        bits = 0
        for face, n in enumerate(shown_):
            if n:
                bits |= self.useful[total - (1 << self._digit * face)]
        return bits

    def _points(self, total: int) -> int:
        """The points that dice set aside score as an option has them, 0 if some score nothing."""
        *faces, wild = self._read(total)
        return self.points(points_of(self._scoring, tuple(faces), wild) or 0)

    def _read(self, total: int) -> Counts:
        """How many dice of a total show each face."""
        ones = (1 << self._digit) - 1
        return tuple([total >> (self._digit * face) & ones for face in range(self._faces)])


_table = lru_cache(maxsize=8)(_Table)


@lru_cache(maxsize=4000)
def _sums(numbers: tuple[int, ...]) -> list[int]:
    """The sums of all that may be chosen of some numbers, a bit of the place for each of them."""
    found = [0]
    for number in numbers:
        found += [number + one for one in found]
    return found


@lru_cache(maxsize=64)
def _turn(loaded: Loaded) -> Turn:
    table = _table(loaded.scoring, loaded.hand)
    gains = Memo(lambda option: Gain(*table.option(option)))

    @cache  # a turn asks twice
    def throw(hand: Hand) -> Any:
        in_hand = table.left(hand)
        here = Memo(lambda one: gains[one + in_hand]).__getitem__
        return [
            (tuple(map(here, options)) or BUST, ways)
            for options, ways in _choices(loaded, hand).items()
        ]

    return Turn(
        throw,
        loaded.hand,
        may_bank=lambda hand: not (loaded.must_roll and hand == loaded.hand),
        phrase=loaded.phrase,
        source=loaded,
    )
