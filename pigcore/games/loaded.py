"""Turns with dice that differ: each of its own kind, with its own chances and perhaps a wild face.

As in :mod:`.dice` scoring dice are set aside from each throw, and the rest may be thrown again.
Which dice are left matters here, so that a mode of such a turn is what is in hand of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import factorial, lcm, prod
from typing import Any

from .chances import chance, unknown_keys
from .checks import items
from .dice import MAX_DICE, Dice
from .errors import RuleError
from .game import FrozenDict, Keyed
from .scoring import Counts, Scoring
from .spelling import counted, listed, nearest, shown
from .turn import BUST, Gain, Turn

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
        For each kind the chances of its faces from 1 up, exact chances that sum to 1 or whole
        numbers as parts of their sum; or a mapping with ``chances`` and ``wild``, the chance of a
        wild face. ``"fair"`` is known.
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
    >>> faces = {"odd": [2, 1], "joker": {"chances": [1, 1], "wild": 1}}
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
        read = {name: _faces(name, known[name]) for name in kinds}
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
        throws = prod(sum(1 for _ in _shown(n, each)) for n, each in zip(hand, parts))
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
        if len(found.kinds) > 1 or found.parts[0][-1]:
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
        return _points(self.scoring, aside, wild)

    def phrase(self, hand: Hand) -> str:
        """A hand in words."""
        some = [f"{n} {name}" for n, name in zip(hand, self.kinds) if n]
        return f"with {listed(some)}"

    def rules(self) -> dict[str, Any]:
        """The dice as plain data."""
        faces = {}
        for name, (*parts, wild) in zip(self.kinds, self.parts):
            faces[name] = {"chances": parts, "wild": wild} if wild else parts
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


def _faces(name: str, given: Any) -> tuple[int, ...]:
    """The chances of a die's faces and of its wild one, as whole parts of their sum."""
    wild: Any = 0
    if isinstance(given, Mapping):
        unknown_keys(given, ("chances", "wild"), f"the die {name}")
        given, wild = given.get("chances", ()), given.get("wild", 0)
    given_faces = items(given, f"the die {name}", "the chances of its faces, from 1 up", 21)
    all_of = (*given_faces, wild)
    if not 2 <= len(given_faces) <= 20:
        faces = counted(len(given_faces), "face")
        raise RuleError(f"the die {name} has {faces}, but must have 2 to 20")
    if all(type(part) is int and part >= 0 for part in all_of) and sum(all_of):
        return tuple(all_of)
    exact = [chance(part, f"a face of the die {name}") for part in all_of]
    if sum(exact) != 1:
        raise RuleError(
            f"the chances of the die {name} sum to {shown(sum(exact))}, but must sum to 1, or be "
            "whole numbers"
        )
    below = lcm(*(part.denominator for part in exact))
    return tuple(int(part * below) for part in exact)


def _shown(dice: int, parts: tuple[int, ...]) -> Iterator[tuple[Counts, int]]:
    """What dice of a kind can show, and in how many ways."""

    def counts(left: int, face: int) -> Iterator[Counts]:
        if face == len(parts) - 1:
            yield (left,)
            return
        for here in range(left + 1):
            for rest in counts(left - here, face + 1):
                yield (here, *rest)

    for each in counts(dice, 0):
        ways = prod(part**n for part, n in zip(parts, each))
        if ways:
            yield each, ways * factorial(dice) // prod(map(factorial, each))


@lru_cache(maxsize=1000)
def _options(loaded: Loaded, hand: Hand) -> Mapping[frozenset[tuple[int, Hand]], int]:
    read = _table(loaded.scoring, loaded.hand).option.__getitem__
    return FrozenDict(
        {frozenset(map(read, options)): ways for options, ways in _choices(loaded, hand).items()}
    )


@lru_cache(maxsize=1000)
def _choices(loaded: Loaded, hand: Hand) -> dict[frozenset[int], int]:
    """What :meth:`Loaded.options` gives, each option as a table writes it."""
    table = _table(loaded.scoring, loaded.hand)
    # Throws with the same dice in combinations leave the same: they are added up before all else.
    ways: dict[int, int] = {}
    useful, so_far = table.useful, ways.get
    half = len(hand) // 2
    throws = [
        [(table.written(kind, shown_), many) for shown_, many in _shown(n, loaded.parts[kind])]
        for kind, n in enumerate(hand)
    ]
    first, second = (_together(table, some) for some in (throws[:half], throws[half:]))
    for one, its_total, many in first:
        for other, total, more in second:
            that_score = (one | other) & useful[its_total + total]
            ways[that_score] = so_far(that_score, 0) + many * more
    nothing = loaded.scoring.nothing if hand == loaded.hand else 0
    busts = frozenset([table.gain(nothing)] if nothing else ())
    in_hand, found = table.left(hand), dict[frozenset[int], int]()
    for that_score, many in ways.items():
        key = table.options(that_score, in_hand) or busts
        found[key] = found.get(key, 0) + many
    return found


def _together(table: _Table, throws: list[list[tuple[int, int]]]) -> list[tuple[int, int, int]]:
    """What dice of some kinds show together: written down, in total, and in how many ways."""
    found = [(0, 0, 1)]
    for kind in throws:
        found = [
            (one | other, total + table.total(other), many * more)
            for one, total, many in found
            for other, more in kind
        ]
    return found


class _Memo(dict[int, Any]):
    """What a function of numbers says, kept."""

    def __init__(self, function: Callable[[int], Any]) -> None:
        self._function = function

    def __missing__(self, key: int) -> Any:
        found = self[key] = self._function(key)
        return found


class _Table:
    """What scores, for so many dice of each kind, whatever their chances.

    What dice show is a whole number: a digit for each face of each kind, the wild one last, and
    for all kinds together the number of their sums, their total. A hand has a digit for each kind,
    the first kind's the largest. What is set aside is its total and, above it, its hand; an option
    is the hand left, or all dice if that is none, and above it the points, so that options as
    numbers are in the order of points and hands.
    """

    def __init__(self, scoring: Scoring, hand: Hand) -> None:
        self._kinds, self._faces = len(hand), scoring.sides + 1
        self._digit = scoring.dice.bit_length()
        self._block = self._faces * self._digit
        self._hand, self._all = self._kinds * self._digit, self.left(hand)
        self._scoring = scoring
        self._combinations = {*self._filled()}
        self.useful = _Memo(self._useful)
        """By total, all bits of faces that are part of a combination that these dice have."""
        self.option = _Memo(self._option)
        """By their numbers, options as (points, hand left)."""
        self._scored, self._worth = _Memo(self._scores), _Memo(self._points)
        self._asides = _Memo(self._parts)

    def written(self, kind: int, counts: Counts) -> int:
        """What dice of a kind show."""
        return sum(n << (self._block * kind + self._digit * face) for face, n in enumerate(counts))

    def total(self, one: int) -> int:
        """The faces of dice of one kind, whatever their kind."""
        while one >> self._block:
            one >>= self._block
        return one

    def left(self, hand: Hand) -> int:
        """A hand."""
        return sum(n << (self._digit * place) for place, n in enumerate(reversed(hand)))

    def gain(self, points: int) -> int:
        """The option of so many points and all dice."""
        return points << self._hand | self._all

    def options(self, thrown: int, hand: int) -> frozenset[int]:
        """The options of a hand that shows ``thrown``."""
        ones, whole = (1 << self._hand) - 1, self._all
        left = [scored + hand for scored in self._scored[thrown]]
        return frozenset([one if one & ones else one | whole for one in left])

    def _scores(self, thrown: int) -> tuple[int, ...]:
        """All that scores, as its points less its hand: an option is this and the dice in hand."""
        half = self._block * (self._kinds // 2)
        worth, block, ones = self._worth, self._block, (1 << self._block) - 1
        first, second = self._asides[thrown >> half << half], self._asides[thrown & (1 << half) - 1]
        asides = [one + other for one in first for other in second]
        some = {points - (aside >> block) for aside in asides if (points := worth[aside & ones])}
        return tuple(some)

    def _parts(self, thrown: int) -> list[int]:
        """All that may be set aside."""
        found = [0]
        for place in range(self._kinds):
            for face, most in enumerate(self._read(thrown >> (self._block * place))):
                if most:
                    kind = self._digit * (self._kinds - 1 - place)
                    die = 1 << (self._digit * face) | 1 << (self._block + kind)
                    found = [aside + n * die for aside in found for n in range(most + 1)]
        return found

    def _filled(self) -> Iterator[int]:
        """Totals that are a combination, some of whose dice may be wild."""
        for combination in self._scoring.worth:
            size = sum(combination)
            for own in product(*[range(need + 1) for need in combination]):
                if any(own) and (own == combination or size > 1):
                    yield self.written(0, (*own, size - sum(own)))

    def _useful(self, total: int) -> int:
        shown_ = self._read(total)
        if total in self._combinations:
            ones = (1 << self._digit) - 1
            block = sum(ones << (self._digit * face) for face, n in enumerate(shown_) if n)
            return sum(block << (self._block * kind) for kind in range(self._kinds))
        bits = 0
        for face, n in enumerate(shown_):
            if n:
                bits |= self.useful[total - (1 << self._digit * face)]
        return bits

    def _points(self, total: int) -> int:
        """The points that dice set aside score as an option has them, 0 if some score nothing."""
        *faces, wild = self._read(total)
        return (_points(self._scoring, tuple(faces), wild) or 0) << self._hand

    def _option(self, option: int) -> tuple[int, Hand]:
        hand = self._read(option & (1 << self._hand) - 1, self._kinds)
        return option >> self._hand, hand[::-1]

    def _read(self, number: int, digits: int = 0) -> Counts:
        """The first digits of a number, as many as dice have faces unless they are given."""
        ones = (1 << self._digit) - 1
        return tuple([number >> (self._digit * n) & ones for n in range(digits or self._faces)])


_table = lru_cache(maxsize=8)(_Table)


@lru_cache(maxsize=100_000)
def _points(scoring: Scoring, aside: Counts, wild: int) -> int | None:
    """The best way to part dice into combinations.

    The first face that is there is in one of them; each way to let wild dice fill it up is tried.
    """
    if not any(aside):
        return None if wild else 0
    first = next(face for face, n in enumerate(aside) if n)
    best: int | None = None
    for combination, worth in scoring.worth.items():
        if not combination[first]:
            continue
        size = sum(combination)
        ways = [range(min(need, n) + 1) for need, n in zip(combination, aside)]
        for own in product(*ways):
            fill = size - sum(own)
            if not own[first] or fill > (wild if size > 1 else 0):
                continue
            rest = _points(scoring, tuple([n - k for n, k in zip(aside, own)]), wild - fill)
            if rest is not None and (best is None or worth + rest > best):
                best = worth + rest
    return best


@lru_cache(maxsize=64)
def _turn(loaded: Loaded) -> Turn:
    table = _table(loaded.scoring, loaded.hand)
    gains = _Memo(lambda option: Gain(*table.option[option])).__getitem__

    @cache  # a turn asks twice
    def throw(hand: Hand) -> Any:
        return [
            (tuple(map(gains, sorted(options))) or BUST, ways)
            for options, ways in _choices(loaded, hand).items()
        ]

    return Turn(
        throw,
        loaded.hand,
        may_bank=lambda hand: not (loaded.must_roll and hand == loaded.hand),
        phrase=loaded.phrase,
        source=loaded,
    )
