"""What dice score in Farkle: combinations of faces, and all that may be set aside from a throw.

Dice are written as *counts*: how many of them show each face, from 1 up. A combination is a set of
dice that scores together; dice that are set aside must fall into combinations, none left over, and
score as much as the best way to split them does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import factorial, prod
from typing import Any, NamedTuple

from .checks import between, one_of, whole
from .errors import RuleError
from .game import Memo, frozen
from .spelling import NUMBERS, clauses, counted, listed, nearest, shown

Counts = tuple[int, ...]
"""How many dice show each face, from 1 up."""

NOTHING = "nothing"
"""The entry for a throw of all dice in which nothing else scores."""

ASIDE = ("any", "all")
"""How many of the dice that score must be set aside: one at least, or as many as can be."""

MAX_POINTS = 10**9
"""The most points of a combination."""

_SPOKEN = {
    NOTHING: "no scoring die at all", "straight": "a straight",
    "three pairs": "three different pairs",
}  # fmt: skip
_SEVERAL = ("three pairs", "four and a pair", "two triplets")
_FACES = re.compile("[1-9][0-9]?(?: [1-9][0-9]?)*")


def _of_a_kind(count: int) -> Callable[[range], Iterable[tuple[int, ...]]]:
    return lambda faces: ((face,) * count for face in faces)


_PATTERNS: dict[str, tuple[int, Callable[[range], Iterable[tuple[int, ...]]]]] = {
    **{f"{word} of a kind": (n, _of_a_kind(n)) for n, word in enumerate(NUMBERS[3:9], 3)},
    "straight": (0, lambda faces: [tuple(faces)]),
    "three pairs": (6, lambda faces: (2 * trio for trio in combinations(faces, 3))),
    "four and a pair": (6, lambda faces: ((a,) * 4 + (b,) * 2 for a, b in permutations(faces, 2))),
    "two triplets": (6, lambda faces: (3 * pair for pair in combinations(faces, 2))),
}
"""Combinations with a name: how many dice they take (0: one of each face), and their faces."""


class Table(NamedTuple):
    """What scores in a throw of so many dice."""

    worth: tuple[tuple[Counts, int], ...]
    """The points of every combination."""
    nothing: int
    """The points of a throw of which nothing else scores; 0 where that busts."""
    whole: bool
    """Whether as many dice must be set aside as score."""


# --- reading a table ------------------------------------------------------------------------------


def read(scores: object, dice: int, sides: int) -> tuple[Mapping[str, Any], tuple[Table, ...]]:
    """A table of scores as plain data, and what it says of a throw of one die, of two, ….

    A combination is written as its faces, ``"1 1 1"``, or by a name: ``"three of a kind"`` …
    ``"eight of a kind"`` (any face), ``"straight"`` (one of each face), ``"three pairs"``, ``"four
    and a pair"``, ``"two triplets"`` (of different faces), ``"nothing"`` (a throw of all dice of
    which nothing else scores; all of them are set aside then). Its points are 1 … 10^9. ``"aside":
    "all"`` says that as many dice must be set aside as score, and ``"with": {n: table}`` what
    scores otherwise in a throw of n dice alone; points of False take a combination away there.

    Raises
    ------
    RuleError
        If an entry is no combination of such dice, or its points are out of range.

    Examples
    --------
    >>> rules, (one, two) = read({"1": 100, "1 1": 300}, dice=2, sides=2)
    >>> print(in_words(rules), two)
    1 scores 100, and 1 1 scores 300 Table(worth=(((1, 0), 100), ((2, 0), 300)), nothing=0, \
whole=False)
    """
    given = dict(_items(scores))
    aside, others = one_of(given.pop("aside", "any"), "aside", ASIDE), given.pop("with", {})
    usual = {_name(key): points for key, points in given.items()}
    alone = {_count(n, dice): dict(_items(some)) for n, some in _items(others)}
    tables = []
    for n in range(1, dice + 1):
        changed = {_name(key): points for key, points in alone.get(n, {}).items()}
        entries = {key: usual[key] for key in usual if key != NOTHING or n == dice} | changed
        kept = {key: one for key, one in entries.items() if one is not False or key not in changed}
        tables.append(_table(kept, dice, sides, aside == "all"))
    more: dict[str, Any] = {"aside": aside} if aside == "all" else {}
    more |= {"with": {str(n): alone[n] for n in sorted(alone)}} if alone else {}
    return frozen(usual | more), tuple(tables)


def _table(entries: dict[str, Any], dice: int, sides: int, every: bool) -> Table:
    worth: dict[Counts, int] = {}
    for name, points in entries.items():
        score = between(points, f"the score of {shown(name)}", 1, MAX_POINTS)
        for faces in _faces(name, dice, sides):
            counts = tuple(faces.count(face) for face in range(1, sides + 1))
            worth[counts] = max(score, worth.get(counts, 0))
    if not worth:
        raise RuleError("no combination scores, so nobody can win: add one such as '1' = 100")
    return Table(tuple(sorted(worth.items())), entries.get(NOTHING, 0), every)


def _items(given: object) -> ItemsView[Any, Any]:
    if not isinstance(given, Mapping):
        raise RuleError(
            f"scoring is {shown(given)}, but must be a table of combinations and points such as "
            "{'1': 100, '5': 50}"
        )
    return given.items()


def _count(given: object, dice: int) -> int:
    text = isinstance(given, str) and given.isdecimal()
    return between(int(given) if text else given, "scoring.with", 1, dice)  # type: ignore[call-overload]


def _name(key: object) -> str:
    if isinstance(key, str):
        return key
    parts = key if isinstance(key, tuple) else (key,)
    return " ".join(str(whole(part, "a face of a combination")) for part in parts)


def _faces(name: str, dice: int, sides: int) -> Iterator[tuple[int, ...]]:
    """The faces of every combination that an entry means."""
    if name == NOTHING:
        return
    if name in _PATTERNS:
        count, pattern = _PATTERNS[name]
        if (count or sides) > dice:
            raise RuleError(
                f"{name} takes {count or sides} dice, but there are {dice}: leave it out"
            )
        yield from pattern(range(1, sides + 1))
        return
    if not _FACES.fullmatch(name):
        guess = nearest(name, [*_PATTERNS, NOTHING]) if name.replace(" ", "").isalpha() else ""
        raise RuleError(
            f"{shown(name)} is not a combination: {guess}"
            if guess.endswith("?")
            else f"{shown(name)} is not a combination: write faces such as '1 1 1', or one of "
            f"{listed([*_PATTERNS, NOTHING], 'or')}"
        )
    faces = tuple(map(int, name.split(" ")))
    if max(faces) > sides:
        raise RuleError(f"{shown(name)} has the face {max(faces)}, but a die has {sides} sides")
    if len(faces) > dice:
        raise RuleError(f"{shown(name)} takes {len(faces)} dice, but there are {dice}")
    yield faces


# --- in words -------------------------------------------------------------------------------------


def in_words(rules: Mapping[str, Any]) -> str:
    """A rule sheet in a line; where several of a kind are first given, all are said."""
    parts, kinds, at = list[str](), dict[int, dict[str, int]](), 0
    for name, points in rules.items():
        first, *more = name.split(" ")
        if first.isdigit() and len(more) > 1 and {*more} == {first}:
            at = at if kinds else len(parts)
            kinds.setdefault(1 + len(more), {})[first] = points
        elif name not in ("aside", "with"):
            verb = "score" if name in _SEVERAL else "scores"
            parts.append(f"{_SPOKEN.get(name, name)} {verb} {points:,}")
    parts[at:at] = _kinds_in_words(kinds)
    said = clauses(parts)
    for n, some in rules.get("with", {}).items():
        scores = [f"{name} scores {f'{p:,}' if p else 'nothing'}" for name, p in some.items()]
        said += f"; in a throw of {counted(int(n), 'die', 'dice')} {listed(scores)}"
    return said


def _kinds_in_words(kinds: dict[int, dict[str, int]]) -> list[str]:
    """The points of so many of a kind by face; that each further die doubles them is said once."""
    doubles = max(kinds, default=0) + 1
    while doubles - 1 in kinds and kinds[doubles - 1] == {
        face: 2 * points for face, points in kinds.get(doubles - 2, {}).items()
    }:
        doubles -= 1
    said = []
    for count, faces in kinds.items():
        if count < doubles:
            (first, most), *others = faces.items()
            more = [f"{face}s {points:,}" for face, points in others]
            again = " (doubled for each further die)" * (count + 1 == doubles and doubles in kinds)
            said.append(listed([f"{NUMBERS[count]} {first}s score {most:,}", *more]) + again)
    return said


# --- what may be set aside ------------------------------------------------------------------------

_DIGIT = 5
"""Bits for how many dice show a face, or are of a kind: at most 8, and one to borrow from."""


def number(digits: Iterable[int], apart: int = 1, first: int = 0) -> int:
    """Small numbers as digits of one, ``apart`` places from each other, from place ``first`` up."""
    return sum(n << _DIGIT * (apart * place + first) for place, n in enumerate(digits))


def digits(number: int, count: int) -> tuple[int, ...]:
    """The inverse of :func:`number`."""
    return tuple([number >> _DIGIT * place & (1 << _DIGIT) - 1 for place in range(count)])


def throws(dice: int, parts: Sequence[int]) -> Iterator[tuple[Counts, int]]:
    """Everything that ``dice`` dice can show whose faces have such parts, and in how many ways."""
    for counts in _counts(dice, len(parts)):
        ways = factorial(dice) // prod(map(factorial, counts)) * prod(map(pow, parts, counts))
        if ways:
            yield counts, ways


def _counts(dice: int, sides: int) -> Iterator[Counts]:
    if sides == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _counts(dice - first, sides - 1):
            yield (first, *rest)


class Asides:
    """What may be set aside, by one table, of dice of so many kinds, whatever their chances.

    Everything is a whole number: a hand has a digit for each kind, a total one for each face, the
    wild one last, and what dice show is a hand for each face.
    """

    def __init__(self, table: Table, kinds: int, wild: bool) -> None:
        self._kinds, self._whole, sides = kinds, table.whole, len(table.worth[0][0])
        self._faces, self._borrow = sides + 1, number([1 << _DIGIT - 1] * (sides + 1))
        self._filled: dict[int, int] = {}
        """Combinations as totals, some of whose dice may be wild, and their points."""
        for combination, worth in table.worth:
            size = sum(combination)
            fills = product(*[range(need + 1) for need in combination])
            for own in fills if wild and size > 1 else [combination]:
                if any(own):
                    total = number((*own, size - sum(own)))
                    self._filled[total] = max(worth, self._filled.get(total, 0))
        self.points: Memo = Memo(self._points)
        """By total the most that it scores; None if some of its dice score nothing."""
        self.useful: Memo = Memo(self._useful)
        """By total, all bits of the faces that are part of a combination which it has."""

    def _has(self, total: int, combination: int) -> bool:
        return (total | self._borrow) - combination & self._borrow == self._borrow

    def _points(self, total: int) -> int | None:
        """One of the combinations has the first face that is there."""
        if not total:
            return 0
        lowest = (total & -total).bit_length() - 1
        digit = (1 << _DIGIT) - 1 << lowest - lowest % _DIGIT
        some = [
            worth + rest
            for one, worth in self._filled.items()
            if one & digit and self._has(total, one)
            and (rest := self.points[total - one]) is not None
        ]  # fmt: skip
        return max(some, default=None)

    def _useful(self, total: int) -> int:
        parts = 0
        for one in self._filled:
            if self._has(total, one):
                parts |= one
        hand = (1 << _DIGIT * self._kinds) - 1
        faces = enumerate(digits(parts, self._faces))
        return sum(hand << _DIGIT * self._kinds * face for face, n in faces if n)

    def of(self, thrown: int) -> dict[int, tuple[int, int]]:
        """By what dice show that may be set aside of a throw: its points, and the hand it is of."""
        width = _DIGIT * self._kinds
        some = {0: 0}  # the total and the hand of what dice show
        while thrown:
            place = (thrown.bit_length() - 1) // _DIGIT
            die = 1 << _DIGIT * place
            thrown -= die
            face, kind = divmod(place, self._kinds)
            more = 1 << width + _DIGIT * face | 1 << _DIGIT * kind
            some |= {one + die: both + more for one, both in some.items()}
        found = {
            one: (points, both & (1 << width) - 1)
            for one, both in some.items()
            if (points := self.points[both >> width])
        }
        if self._whole and found:
            dice = {one: sum(digits(hand, self._kinds)) for one, (_, hand) in found.items()}
            most = max(dice.values())
            found = {one: said for one, said in found.items() if dice[one] == most}
        return found
