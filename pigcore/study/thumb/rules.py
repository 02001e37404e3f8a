"""Rules of thumb: what they lose, the best constants of each family, simplicity against loss.

A family of few rules is searched completely. In a larger one, descents begin at random points:
each goes through the constants, one after the other, and takes the best value of each while the
others stay, until none can be bettered; then pairs of constants move together by a step or two,
as valleys of the loss run between the axes. A descent has random numbers of its own and every chunk
of work is a pure function, so that what is found depends on nobody's speed.

A family that says where to begin, because a rule of it takes long to judge, is searched from there:
each constant in turn moves by 8, 4, 2 and 1 of its values while that gains something, until none
does. Of one or two constants every value of the first is tried before, up to four times the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from ...games.checks import between, items, same_turns, whole
from ...games.errors import RuleError
from ...games.game import Game
from ...games.hog import Hog
from ...games.margins import TIED
from ...games.race import Race
from ...games.spelling import meant, nearest, number, shown, spell
from ...games.starts import Mover
from ...play.matches import best_response, match, prepared
from ...play.policies.named import text_of
from ...play.policies.texts import for_game
from ...play.results import Match
from ...play.workers import run
from ...result import Fact, Result
from ...solvers import solve
from ...solvers.race.arrays import RaceArrays
from ...solvers.race.best import Best
from ...solvers.race.replies import Against
from ...solvers.race.turns import Turns
from .families import Family, Found, Point, families, limits_of


@dataclass(frozen=True, repr=False)
class Rule(Result):
    """A rule of thumb and what it is worth, exactly up to rounding."""

    game: Race | Hog
    family: str
    names: tuple[str, ...]
    """What the constants are called."""
    constants: tuple[Any, ...]
    policy: Any
    first: float
    """P(the rule wins) against best play when it moves first; a game without end is worth ½."""
    second: float
    """P(the rule wins) against best play when it moves second."""

    @property
    def simplicity(self) -> int:
        """The number of constants to remember."""
        return len(self.constants)

    @property
    def loss(self) -> float:
        """One half less its average win chance against best play; 0 but for roundings is none."""
        lost = 0.5 - (self.first + self.second) / 2
        return lost if abs(lost) > TIED else 0.0

    @cached_property
    def exploitability(self) -> float:
        """The average win chance of the best reply less one half; O(goal**3) when first asked."""
        return best_response(self.game, self.policy).average - 0.5

    @property
    def words(self) -> str:
        """The rule as a person would remember it."""
        if self.spec is not None:
            return str(self.policy.for_game(self.game))
        each = zip(self.names, self.constants)
        return f"{self.family} with {', '.join(f'{name} {one}' for name, one in each)}"

    @property
    def spec(self) -> str | None:
        """The text form that commands take; None if there is none."""
        return text_of(self.policy)

    def facts(self) -> Iterable[Fact]:
        """Its constants, what it loses, and how it is played."""
        constants = dict(zip(self.names, self.constants))
        each = "loss", "exploitability", "first", "second"
        known = {name: getattr(self, name) for name in each}
        found = {
            "simplicity": self.simplicity, "family": self.family, "constants": constants, **known,
            "policy": self.spec, "sentence": self.words,
        }  # fmt: skip
        return [Fact(*one) for one in found.items()]

    def __str__(self) -> str:
        return f"{self.words}: loses {number(self.loss)} against best play"


def judged(game: Race | Hog, family: Family, point: Point) -> Rule:
    """A rule of a family, given by the places of its constants' values, with what it wins."""
    policy, names = for_game(game, family.at(point)), tuple(family.constants)
    return Rule(game, family.name, names, family.chosen(point), policy, *wins(game, policy))


def wins(game: Race | Hog, policy: Any) -> tuple[float, float]:
    """P(``policy`` wins) against best play, moving first and second: see :func:`judged`."""
    return _best_play(game)(policy)


@lru_cache(maxsize=4)
def _best_play(game: Race | Hog) -> Callable[[Any], tuple[float, float]]:
    """The opponent of all rules, tabulated once in each process."""
    solution: Any = solve(game)
    if isinstance(game, Hog):
        return lambda policy: seats(match(game, policy, solution))
    if RaceArrays.of(Mover(game)).single:  # no more is asked of a rule than where it holds
        known = Against(game, Turns.of(Mover(game), Best.of(solution).turn))
        return lambda policy: known.wins(limits_of(game, policy))
    best = prepared(game, solution)
    return lambda policy: seats(match(game, policy, best))


def seats(found: Match) -> tuple[float, float]:
    """What the first policy of a match wins, moving first and second; without end a half."""
    return found.first + found.never / 2, found.second + found.never / 2


# --- the best constants of a family ---------------------------------------------------------------


GRID = 12_000
"""Families of at most so many rules are searched completely."""

_CHUNK = 1000
_STEPS = [step for step in product((-2, -1, 0, 1, 2), repeat=2) if all(step)]

Task = tuple[Any, ...]
"""A search, and what it is given."""


def tasks_of(game: Race | Hog, family: Family, descents: int, seed: int) -> list[Task]:
    """The parts of the search of a family, each of which finds the best rule of its own."""
    if family.begin:
        return [(_climb, game, family)]
    if family.size <= GRID:
        return [(_slice, game, family, begin) for begin in range(0, family.size, _CHUNK)]
    return [(_descend, game, family, seed, n) for n in range(descents)]


def _search(kind: Callable[..., Found], *what: Any) -> Found:
    return kind(*what)


def _order(found: Found) -> tuple[float, Point]:
    """What wins most comes first, then the smaller constants."""
    point, first, second = found
    # Rounding must not tell apart what is equal, or another processor would choose another rule.
    return -round(first + second, 12), point


def _judge(game: Race | Hog, family: Family) -> Callable[[Iterable[Point]], Found]:
    """The best of some rules, each of which is judged once."""
    known: dict[Point, Found] = {}

    def judge(points: Iterable[Point]) -> Found:
        points = [*points]
        for point in points:
            if point not in known:
                known[point] = (point, *wins(game, family.at(point)))
        return min((known[point] for point in points), key=_order)

    return judge


def _slice(game: Race | Hog, family: Family, begin: int) -> Found:
    """The best of a part of all rules."""
    places = range(begin, min(begin + _CHUNK, family.size))
    points = np.stack(np.unravel_index(places, [*map(len, family.values)]), axis=1).tolist()
    return _judge(game, family)(map(tuple, points))


def _climb(game: Race | Hog, family: Family) -> Found:
    """The best that steps from where the family begins come to."""
    judge = _judge(game, family)
    begin = [list(values).index(one) for values, one in zip(family.values, family.begin)]
    tried = [begin[0]]
    if len(begin) <= 2:  # the first constant alone: its loss has several valleys
        tried = [n for n, value in enumerate(family.values[0]) if value <= 4 * family.begin[0]]
    best = judge((n, *begin[1:]) for n in tried)
    steps = [8, 4, 2, 1] if len(begin) > 1 else []
    while steps:
        before = best
        for axis, step in product(range(len(begin)), (steps[0], -steps[0])):
            while True:
                n = min(max(best[0][axis] + step, 0), len(family.values[axis]) - 1)
                other = judge([(*best[0][:axis], n, *best[0][axis + 1 :])])
                if _order(other)[0] >= _order(best)[0]:
                    break
                best = other
        if best is before:
            steps.pop(0)
    return best


def _descend(game: Race | Hog, family: Family, seed: int, n: int) -> Found:
    """The best that descent n comes to, from a random point."""
    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(n,)))
    judge, sizes = _judge(game, family), [*map(len, family.values)]
    best = judge([tuple(int(random.integers(size)) for size in sizes)])
    while True:
        before = best
        for axis, size in enumerate(sizes):
            best = judge((*best[0][:axis], n, *best[0][axis + 1 :]) for n in range(size))
        if best == before:
            best = judge([best[0], *_diagonals(sizes, best[0])])
        if best == before:
            return best


def _diagonals(sizes: list[int], point: Point) -> Iterator[Point]:
    """Steps of one or two in two constants at once."""
    for pair, steps in product(combinations(range(len(point)), 2), _STEPS):
        there = list(point)
        for axis, step in zip(pair, steps):
            there[axis] += step
        if all(0 <= there[axis] < sizes[axis] for axis in pair):
            yield tuple(there)


# --- simplicity against loss ----------------------------------------------------------------------


USUAL = (
    "hold", "race", "pace", "late", "keep-pace", "bank", "modes",
    "always", "free", "lead", "zones", "free-zones",
    "bank/most-points", "bank/best-turn", "race/best-turn", "dice/best-turn", "modes/best-turn",
)  # fmt: skip
"""The families that are searched unless others are named, as far as a game has them."""

_DESCENTS = 12
_MOST_DESCENTS = 100_000
_MOST = 1_000


@dataclass(frozen=True, repr=False)
class Frontier(Result):
    """The best rule found in each family, fewest constants first, then by loss."""

    game: Game
    rules: tuple[Rule, ...]

    @property
    def frontier(self) -> tuple[Rule, ...]:
        """The rules that lose less than every rule with as few constants or fewer."""
        kept: list[Rule] = []
        for rule in self.rules:
            if all(rule.loss < other.loss for other in kept):
                kept.append(rule)
        return tuple(kept)

    @property
    def best(self) -> Rule:
        """The rule that loses least."""
        return min(self.rules, key=lambda rule: rule.loss)

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """A row for each rule; ``frontier``: whether no simpler rule beats it."""
        kept = self.frontier
        return [rule.as_dict() | {"frontier": rule in kept} for rule in self.rules[:count]]

    def records(self) -> list[dict[str, Any]]:
        """The same with the constants in one column, as text."""
        rows = self.rows()
        for row in rows:
            row["constants"] = " ".join(f"{name}={one}" for name, one in row["constants"].items())
        return rows

    def listed(self, count: int | None = None) -> list[dict[str, str]]:
        """The rows in words; a star marks the frontier."""
        heads = {"family": "family", "simplicity": "constants", "loss": "loss",
                 "exploitability": "exploitability", "": "", "sentence": "rule"}  # fmt: skip
        return [
            {head: spell(row.get(name, "*" if row["frontier"] else ""))
             for name, head in heads.items()}
            for row in self.rows(count)
        ]  # fmt: skip

    def facts(self) -> Iterable[Fact]:
        """The rules, and the best of them."""
        best = self.best
        yield Fact("rules", self.rows(), None)
        yield Fact("best", best, "remember", best.words)
        if best.spec is not None:
            yield Fact("policy", best.spec, "as a policy")

    def __str__(self) -> str:
        return f"{self.game.name}: {self.best}"


def rules_of_thumb(
    game: Race | Hog,
    names: Iterable[str | Family] = USUAL,
    *,
    descents: int = _DESCENTS,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Frontier:
    """Find rules that a person can remember and that play almost optimally.

    Parameters
    ----------
    game : Race, Hog
        Of two players.
    names : iterable of str or Family, optional
        Some of ``pigcore.study.thumb.families(game)``, whose ``rule`` says what each means, such as
        ``"hold"``, ``"race"``, ``"keep-pace"`` or ``"linear-race"``, in Farkle
        ``"dice/best-turn"``, in Hog ``"free"``; or families of your own.
    descents : int
        How many times a family too large to be searched completely (12,000 rules) is searched from
        a random point, 1 … 100,000.
    seed : int
        0 or more. What is found does not depend on the executor.
    executor : concurrent.futures.Executor, optional
        Where rules are judged, a thousand or a descent at a time; left out, on all processors.
    progress : callable, optional
        Called as ``progress(done, of)`` when a chunk is done.

    Returns
    -------
    Frontier

    Raises
    ------
    RuleError
        If the game is neither a race of two nor Hog, there is no such family, or a parameter is out
        of range.
    SizeError
        If tables of 8 goal**3 bytes do not fit in memory.

    Notes
    -----
    Rules are compared by their exact win chance against best play, averaged over both seats; the
    loss is ½ less that. A rule costs O(goal**2 x gains) time: for Pig to 100 some 0.2 to 0.5 ms.
    Where a turn is more than a single roll it takes a match against best play, O(u**3) for a goal
    of u units, and the search is a single descent: a local optimum.

    Examples
    --------
    >>> import pigcore
    >>> found = rules_of_thumb(pigcore.Pig(), ["hold"])
    >>> print(found.best)
    hold at 25: loses 0.021069279405 against best play
    """
    known = families(game)
    if not known:
        called = game.name if isinstance(game, Game) else shown(game)
        raise RuleError(
            f"there are no rules of thumb for {called}: give a race of two such as pigcore.Pig(), "
            "or Hog"
        )
    same_turns(game, "a search for rules of thumb", any_end=True)
    descents = between(descents, "descents", 1, _MOST_DESCENTS)
    seed = whole(seed, "seed")
    if seed < 0:
        raise RuleError(f"seed is {shown(seed)}, but must be 0 or more")
    usual = [name for name in USUAL if name in known]
    given = usual if names is USUAL else items(names, "names", "families of rules", _MOST)
    chosen = [_family(known, name) for name in given]
    if not chosen:
        raise RuleError(f"no families are named: name one such as {next(iter(known))!r}")
    tasks = [
        (place, task)
        for place, family in enumerate(chosen)
        for task in tasks_of(game, family, descents, seed)
    ]
    found: list[list[Found]] = [[] for _ in chosen]
    for done, (n, one) in enumerate(run(_search, [task for _, task in tasks], executor), 1):
        found[tasks[n][0]].append(one)
        if progress is not None:
            progress(done, len(tasks))
    best = (min(each, key=_order)[0] for each in found)
    rules = [judged(game, family, point) for family, point in zip(chosen, best)]
    return Frontier(game, tuple(sorted(rules, key=lambda rule: (rule.simplicity, rule.loss))))


def _family(known: dict[str, Family], name: Any) -> Family:
    if isinstance(name, Family):
        return name
    if (found := meant(name, known)) is None:
        there = nearest(str(name), list(known))
        raise RuleError(f"there is no family of rules {shown(name)}: {there}")
    return known[found]
