"""What dice score in Farkle: combinations of faces, and all that may be set aside from a throw.

Dice are written as *counts*: how many of them show each face, from 1 up. A combination is a set of
dice that scores together; dice that are set aside must fall into combinations, none left over, and
score as much as the best way to split them does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import factorial, prod
from typing import Any

from .checks import between, one_of, whole
from .errors import RuleError
from .game import FrozenDict, Keyed
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


def counts_of(faces: tuple[int, ...], sides: int) -> Counts:
    """Dice as counts."""
    return tuple(faces.count(face) for face in range(1, sides + 1))


def faces_of(counts: Counts) -> tuple[int, ...]:
    """The faces that dice show, rising: the inverse of :func:`counts_of`."""
    return tuple(face for face, count in enumerate(counts, 1) for _ in range(count))


def throws(dice: int, sides: int) -> Iterator[Counts]:
    """Everything that ``dice`` dice can show."""
    if sides == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in throws(dice - first, sides - 1):
            yield (first, *rest)


def ways_to_show(dice: int, parts: Sequence[int]) -> Iterator[tuple[Counts, int]]:
    """Everything that ``dice`` dice can show whose faces have such parts, and in how many ways."""
    for counts in throws(dice, len(parts)):
        ways = factorial(dice) // prod(map(factorial, counts)) * prod(map(pow, parts, counts))
        if ways:
            yield counts, ways


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


class Scoring(Keyed):
    """What the dice of one variant score.

    Parameters
    ----------
    points : mapping of str to int
        Points, each 1 … 10^9, of every combination. A combination is written as its faces,
        ``"1 1 1"``, or by a name: ``"three of a kind"`` … ``"eight of a kind"`` (any face),
        ``"straight"`` (one of each face), ``"three pairs"``, ``"four and a pair"``,
        ``"two triplets"`` (of different faces), ``"nothing"`` (a throw of all dice of which
        nothing else scores; all of them are set aside then). ``"aside": "all"`` says that as many
        dice must be set aside as score, and ``"with": {n: table}`` what scores otherwise in a throw
        of n dice alone; points of False take a combination away there.
    dice, sides : int
        How many dice there are, and how many sides each of them has.

    Raises
    ------
    RuleError
        If an entry is no combination of such dice, or its points are out of range.

    Examples
    --------
    >>> two = Scoring({"1": 100, "5": 50, "three of a kind": 300}, dice=6, sides=6)
    >>> print(two)
    1 scores 100, 5 scores 50, and three of a kind scores 300
    >>> points_of(two, (2, 0, 0, 0, 1, 0))
    250
    """

    entries: tuple[tuple[str, int], ...]
    """``(combination, points)`` in the order in which they were given."""
    dice: int
    sides: int
    worth: Mapping[Counts, int]
    """The points of every combination."""
    nothing: int
    """The points of a throw of all dice of which nothing else scores; 0 where that busts."""
    whole: bool
    """Whether as many dice must be set aside as score."""
    alone: Mapping[int, Scoring]
    """By number of dice what scores in a throw of so many, where that is another table."""
    rules: dict[str, Any]
    """The table as plain data."""
    _hash: int
    key: tuple[Any, ...]
    """Two tables of one key score alike, however they are written."""

    def __init__(self, points: Mapping[str, int], dice: int, sides: int) -> None:
        worth: dict[Counts, int] = {}
        table = dict(items_of(points))
        aside, others = one_of(table.pop("aside", "any"), "aside", ASIDE), table.pop("with", {})
        entries = []
        for key, value in table.items():
            name = key if isinstance(key, str) else _written(key)
            score = between(value, f"the score of {shown(name)}", 1, MAX_POINTS)
            for faces in _faces(name, dice, sides):
                counts = counts_of(faces, sides)
                worth[counts] = max(score, worth.get(counts, 0))
            entries.append((name, score))
        if not worth:
            raise RuleError("no combination scores, so nobody can win: add one such as '1' = 100")
        rules, nothing = dict(entries), dict(entries).get(NOTHING, 0)
        alone = {_count_of(n, dice): dict(items_of(some)) for n, some in items_of(others)}
        same = {"aside": aside} if aside == "all" else {}
        tables = {n: Scoring(_otherwise(rules, some, n == dice) | same, dice, sides)
                  for n, some in sorted(alone.items())}  # fmt: skip
        alike = (dice, sides, tuple(sorted(worth.items())), nothing, aside, *tables.items())
        more: dict[str, Any] = {"with": {str(n): alone[n] for n in tables}} if tables else {}
        self._set(
            entries=tuple(entries), dice=dice, sides=sides, worth=FrozenDict(worth),
            nothing=nothing, whole=aside == "all", alone=FrozenDict(tables),
            rules=FrozenDict({**rules, **same, **more}), key=alike, _hash=hash(alike),
        )  # fmt: skip

    def of(self, dice: int) -> Scoring:
        """What scores in a throw of so many dice."""
        return self.alone.get(dice, self)

    def of_nothing(self, dice: int) -> int:
        """The points of a throw of so many dice of which nothing else scores; 0 where it busts."""
        return self.of(dice).nothing if dice == self.dice or dice in self.alone else 0

    @property
    def _key(self) -> object:
        return self.key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Scoring({dict(self.entries)!r}, dice={self.dice}, sides={self.sides})"

    def __str__(self) -> str:
        """A rule sheet in a line; where several of a kind are first given, all are said."""
        parts, kinds, at = list[str](), dict[int, dict[str, int]](), 0
        for name, points in self.entries:
            first, *more = name.split(" ")
            if first.isdigit() and len(more) > 1 and {*more} == {first}:
                at = at if kinds else len(parts)
                kinds.setdefault(1 + len(more), {})[first] = points
            else:
                verb = "score" if name in _SEVERAL else "scores"
                parts.append(f"{_SPOKEN.get(name, name)} {verb} {points:,}")
        parts[at:at] = _kinds_in_words(kinds)
        said = clauses(parts)
        for n, more in self.rules.get("with", {}).items():
            scores = [f"{name} scores {f'{p:,}' if p else 'nothing'}" for name, p in more.items()]
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


# --- reading a table ------------------------------------------------------------------------------


def items_of(given: object) -> ItemsView[Any, Any]:
    """The entries of a table of scores."""
    if not isinstance(given, Mapping):
        raise RuleError(
            f"scoring is {shown(given)}, but must be a table of combinations and points such as "
            "{'1': 100, '5': 50}"
        )
    return given.items()


def _count_of(given: object, dice: int) -> int:
    text = isinstance(given, str) and given.isdecimal()
    return between(int(given) if text else given, "scoring.with", 1, dice)  # type: ignore[call-overload]


def _otherwise(usual: dict[str, int], more: dict[Any, Any], all_dice: bool) -> dict[str, Any]:
    """A table of scores with these changes; what scores nothing otherwise is for all dice."""
    both = {name: points for name, points in usual.items() if all_dice or name != NOTHING} | more
    return {name: points for name, points in both.items() if points is not False}


def _written(key: object) -> str:
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


# --- splitting dice into combinations -------------------------------------------------------------


@lru_cache(maxsize=100_000)
def points_of(scoring: Scoring, aside: Counts, wild: int = 0) -> int | None:
    """The most that dice score which are set aside, some of them wild; None if some score nothing.

    The first face that is there is in one of the combinations; each way to let wild dice fill it up
    is tried.
    """
    if not any(aside):
        return None if wild else 0
    first = next(face for face, n in enumerate(aside) if n)
    best: int | None = None
    for combination, worth in scoring.worth.items():
        if not combination[first]:
            continue
        size = sum(combination)
        most = wild if size > 1 else 0
        if sum([need - n for need, n in zip(combination, aside) if need > n]) > most:
            continue
        ways = product(*[range(min(need, n) + 1) for need, n in zip(combination, aside)])
        for own in ways if most else [combination]:
            fill = size - sum(own)
            if not own[first] or fill > most:
                continue
            rest = points_of(scoring, tuple([n - k for n, k in zip(aside, own)]), wild - fill)
            if rest is not None and (best is None or worth + rest > best):
                best = worth + rest
    return best
