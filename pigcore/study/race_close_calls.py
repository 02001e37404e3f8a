"""The closest calls of Pig with any die, and its exact ties; and those of many games: ``atlas``.

Doubles find the candidates and exact arithmetic settles them. In doubles a margin is off by at most

    s = 2 E + goal · (gains + 5) · 2^-52,

where E bounds the errors of the turn starts: each payoff is off by E, and by the roundings of a
turn of at most ``goal`` throws, each of which averages what follows, so that earlier errors do not
grow. A state whose margin is larger than s is no tie; if u is the smallest such margin, the closest
call is among the states below u + 2 s, and so is every tie. There are few of these, and the margin
of each is computed as a fraction. What can be met is found with the decisions of doubles.

An atlas is a CSV file, too: written as games are done, and resumed from. A game's rows are written
at once, the one of its closest call last: a game without that row was being written when the atlas
was interrupted, and is done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, fields
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..frame import Framed, Told, text_of_rows
from ..games.checks import between, items, needs
from ..games.errors import RuleError, SizeError
from ..games.race import Race
from ..games.roll import Roll
from ..games.spelling import counted
from ..play.reach.race import reachable
from ..solvers.race import RaceSolution, solve
from ..version import VERSION
from ..writing import only_writer, write_atomically
from .chunks import run
from .exact_values.decisions import difference
from .exact_values.race import RaceRules
from .rows import Kept

__all__ = [
    "DICE", "DIGITS", "GOALS", "KINDS", "Atlas", "CloseCall", "atlas", "close_calls",
    "needs_pyarrow", "settled",
]  # fmt: skip

DIGITS = 20
"""Significant digits of a margin, correctly rounded."""

KINDS = ("closest", "met", "tie")

_MOST_CANDIDATES = 1000

State = tuple[int, int, int]


@dataclass(frozen=True)
class CloseCall:
    """A state of Pig to ``goal`` with a die of so many ``sides`` in which two actions are close."""

    sides: int
    goal: int
    kind: str
    """``"closest"`` of all states that are no tie, ``"met"``: closest of those among them that a
    player who plays optimally can have before him, or ``"tie"``: exactly as good."""
    own: int
    opp: int
    total: int
    best: str
    """``"roll"``, ``"hold"``, or ``"either"`` at a tie."""
    margin: str
    """The better payoff less the other, a decimal number of 20 significant digits."""

    @property
    def state(self) -> State:
        """Own score, opponent's score, turn total."""
        return self.own, self.opp, self.total

    def as_dict(self) -> dict[str, Any]:
        """Plain data; the margin is a string."""
        return asdict(self)


def close_calls(sides: int, goal: int) -> tuple[CloseCall, ...]:
    """The closest call of a game, the closest that can be met if there is one, and all ties.

    Parameters
    ----------
    sides : int
        Of the die, of which a 1 busts.
    goal : int

    Raises
    ------
    SizeError
        If double precision leaves more than 1000 states to be settled.

    Notes
    -----
    O(goal**3 x sides) time: about a second at goal 200.

    Examples
    --------
    >>> for call in close_calls(6, 40):
    ...     print(call.kind, call.state, call.best, call.margin)
    closest (0, 3, 19) hold 0.00013050173581484275793
    met (0, 3, 19) hold 0.00013050173581484275793
    """
    found = settled(Race(Roll.die(sides), goal))
    return tuple(
        CloseCall(sides, goal, kind, *state, _best(margin), _decimal(abs(margin)))
        for kind, margins in found.items()
        for state, margin in margins.items()
    )


def settled(game: Race) -> dict[str, dict[State, Fraction]]:
    """For each of ``KINDS`` the states of that kind, and by how much rolling is better there.

    Several states may be as close; the first is taken.

    Raises
    ------
    SizeError
        As ``close_calls``.
    """
    candidates = _candidates(solve(game))
    rules = RaceRules(game)
    margins = {
        state: difference(rules, *rules.choices(state[:2], state[2]))
        for near in candidates.values()
        for state in sorted(near)
    }
    found: dict[str, dict[State, Fraction]] = {}
    for kind, near in candidates.items():
        apart = [(abs(margins[state]), state) for state in near if margins[state]]
        found[kind] = {state: margins[state] for _, state in sorted(apart)[:1]}
    return found | {"tie": {state: gain for state, gain in sorted(margins.items()) if not gain}}


class _Near(NamedTuple):
    size: float
    state: State


def _best(margin: Fraction) -> str:
    return "either" if not margin else "roll" if margin > 0 else "hold"


def _candidates(solution: RaceSolution) -> dict[str, list[State]]:
    """For each kind the states among which its closest call is; ties are among "closest"."""
    game = solution.game
    slack = 2 * solution.error_bound + game.goal * (len(game.roll.gains) + 5) * 2.0**-52
    met = reachable(solution)
    found: dict[str, list[_Near]] = {"closest": [], "met": []}
    bounds = dict.fromkeys(found, np.inf)
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        sizes = np.abs(roll - hold)[1:]
        meeting = np.where(met[own].T[1 : len(hold)], sizes, np.inf)
        for (kind, near), here in zip(found.items(), (sizes, meeting)):
            sure = here[here > slack].min(initial=np.inf)
            bounds[kind] = min(bounds[kind], float(sure) + 2 * slack)
            near += _below(here, bounds[kind], own)
    kept = {
        kind: [state for size, state in near if size <= bounds[kind]]
        for kind, near in found.items()
    }
    most = max(map(len, kept.values()))
    if most > _MOST_CANDIDATES:
        raise SizeError(
            f"in Pig to {game.goal} with {len(game.roll.gains) + 1} sides double precision cannot "
            f"tell {counted(most, 'call')} apart, but at most {_MOST_CANDIDATES} are settled: "
            "choose a smaller goal or a die of more sides"
        )
    return kept


def _below(sizes: NDArray[np.float64], bound: float, own: int) -> Iterator[_Near]:
    """The states of a score that may be as close as ``bound``; ``sizes`` at [total - 1, opp]."""
    for total, opp in np.argwhere((sizes <= bound) & (sizes < np.inf)).tolist():
        yield _Near(float(sizes[total, opp]), (own, opp, total + 1))


def _decimal(value: Fraction) -> str:
    context = Context(prec=DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator))).lower()


# --- many games ---------------------------------------------------------------------------------

GOALS = range(2, 201)
DICE = (4, 6, 8, 10, 12, 20)

_LEAST_SIDES, _MOST_SIDES = 3, 100
_MOST_GOAL = 400

_NAMES = [field.name for field in fields(CloseCall)]

Game = tuple[int, int]
"""Sides and goal."""


@dataclass(frozen=True, repr=False)
class Atlas(Told, Framed):
    """The close calls of many games, by sides, goals and kinds."""

    calls: tuple[CloseCall, ...]

    def of(self, kind: str, sides: int | None = None) -> tuple[CloseCall, ...]:
        """The calls of a kind (``"closest"``, ``"met"``, ``"tie"``), of one die or of all."""
        return tuple(
            call for call in self.calls if call.kind == kind and sides in (None, call.sides)
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """For each die its closest calls: of all states, and of those that can be met."""
        found = []
        for sides in sorted({call.sides for call in self.calls}):
            for kind in ("closest", "met"):
                calls = self.of(kind, sides)
                if calls:
                    # To larger goals the same call comes again: the first goal tells most.
                    found.append(min(calls, key=lambda call: (float(call.margin), call.goal)))
        return [call.as_dict() for call in found]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"calls": [call.as_dict() for call in self.calls], "version": VERSION}

    def to_csv(self) -> str:
        """A row for each call, with a heading, lines ending in a newline."""
        return _as_csv(self.calls)

    def columns(self) -> dict[str, Any]:
        """Plain columns of all calls: whole numbers int64, ``margin`` float64."""
        rows = [call.as_dict() | {"margin": float(call.margin)} for call in self.calls]
        return {name: [row[name] for row in rows] for name in CloseCall.__dataclass_fields__}

    def to_parquet(self, path: Any) -> None:
        """Write all calls to ``path`` as Parquet, whole or not at all; ``margin`` is float64.

        Raises
        ------
        ImportError
            If pyarrow is not installed.
        FileError
            If it cannot be written.
        """
        needs_pyarrow()
        from pyarrow import parquet, table

        columns = table(self.columns())
        write_atomically(path, lambda file: parquet.write_table(columns, file))

    def __str__(self) -> str:
        games = counted(len({(call.sides, call.goal) for call in self.calls}), "game")
        return f"close calls of {games} of Pig, {counted(len(self.of('tie')), 'exact tie')}"


def atlas(
    goals: Iterable[int] = GOALS,
    sides: Iterable[int] = DICE,
    *,
    executor: Executor | None = None,
    path: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> Atlas:
    """The closest call and every exact tie of Pig to many goals with dice of many sizes.

    A die of n sides gains 2 … n or busts with 1; of other games ``solution.closest`` tells the same
    in doubles, and ``pigverify`` settles it. Margins are fractions, rounded to 20 digits, and ties
    are proved.

    Parameters
    ----------
    goals : iterable of int
        Each 2 … 400.
    sides : iterable of int
        Each 3 … 100. (A die with two sides is a coin; its calls are too close for double
        precision.)
    executor : concurrent.futures.Executor, optional
        Where to examine the games, one per task; by default on all processors.
    path : path, optional
        A CSV file to which each game is added when it is done, and from which an interrupted atlas
        is resumed. Rows of other games in it are kept.
    progress : callable, optional
        Called as ``progress(done, of)`` when a game is done.

    Returns
    -------
    Atlas

    Raises
    ------
    RuleError
        If a goal or a die is out of range, or none is given.
    FileError
        If ``path`` cannot be written, holds anything else, or another study is writing it.
    SizeError
        If double precision leaves more than 1000 states of a game to be settled.

    Notes
    -----
    O(goal**3 x sides) time per game; all 1194 games of the default take some minutes.

    Examples
    --------
    >>> found = atlas(goals=[40], sides=[6])
    >>> found
    <close calls of 1 game of Pig, 0 exact ties>
    >>> found.of("closest")[0].state
    (0, 3, 19)
    """
    games = [
        (die, goal)
        for die in _whole_numbers(sides, "sides", _LEAST_SIDES, _MOST_SIDES)
        for goal in _whole_numbers(goals, "goals", 2, _MOST_GOAL)
    ]
    with only_writer(path):
        record = Record(path)
        # The longest first, so that in the end no worker waits for another.
        missing = sorted(set(games) - set(record.known), key=lambda game: (-game[1], game[0]))
        for done, calls in enumerate(run(close_calls, missing, executor), 1):
            record.add(calls)
            if progress is not None:
                progress(done, len(missing))
        record.finish()
    return Atlas(tuple(call for game in sorted(set(games)) for call in record.known[game]))


needs_pyarrow: Callable[[], None] = partial(needs, "pyarrow", "Parquet needs pyarrow", "study")
"""Refuse to write Parquet without it."""


def _whole_numbers(values: Any, what: str, low: int, high: int) -> list[int]:
    found = [
        between(value, what, low, high) for value in items(values, what, "whole numbers", high + 1)
    ]
    if not found:
        raise RuleError(f"there are no {what}: name one such as {low}")
    return found


def _as_csv(calls: Iterable[CloseCall]) -> str:
    """Calls as CSV, lines ending in a newline."""
    return text_of_rows([_NAMES, *map(_row, calls)])


def _row(call: CloseCall) -> list[Any]:
    return [*call.as_dict().values()]


class Record:
    """What is known of each game, and the file that keeps it.

    Parameters
    ----------
    path : path or None
        None: nothing is kept.

    Raises
    ------
    FileError
        If the file cannot be read or written, or holds anything else.
    """

    def __init__(self, path: Any) -> None:
        self._kept = Kept(path, _NAMES, "an atlas")
        games: dict[Game, list[CloseCall]] = {}
        for row in self._kept.rows:
            call = self._parsed(row)
            games.setdefault((call.sides, call.goal), []).append(call)
        self.known: dict[Game, tuple[CloseCall, ...]] = {
            game: tuple(sorted(set(calls), key=lambda call: (KINDS.index(call.kind), call.state)))
            for game, calls in games.items()
            if any(call.kind == "closest" for call in calls)
        }

    def add(self, calls: tuple[CloseCall, ...]) -> None:
        """Keep the calls of a game."""
        self.known[calls[0].sides, calls[0].goal] = calls
        closest_last = sorted(calls, key=lambda call: call.kind == "closest")
        self._kept.add(map(_row, closest_last))

    def finish(self) -> None:
        """Put the rows of the file in order."""
        if self._kept.path is not None:
            text = _as_csv(call for game in sorted(self.known) for call in self.known[game])
            write_atomically(self._kept.path, lambda file: file.write(text.encode()))

    def _parsed(self, row: list[str]) -> CloseCall:
        try:
            given: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
            for name in ("sides", "goal", "own", "opp", "total"):
                given[name] = int(given[name])
            call = CloseCall(**given)
            if not _possible(call):
                raise ValueError(row)
        except (ValueError, InvalidOperation):
            raise self._kept.damaged(row) from None
        return call


def _possible(call: CloseCall) -> bool:
    """Whether there is such a state, and all that is said of it fits together."""
    margin = Decimal(call.margin)
    actions = ("either",) if call.kind == "tie" else ("roll", "hold")
    return (
        call.kind in KINDS
        and call.best in actions
        and (margin == 0 if call.kind == "tie" else 0 < margin <= 1)
        and min(call.own, call.opp, call.total - 1) >= 0
        and max(call.own + call.total, call.opp) < call.goal
    )
