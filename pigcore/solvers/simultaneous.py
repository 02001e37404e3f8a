"""Races whose turns are taken at the same time: mixed strategies at every pair of scores.

``solve`` finds them by growing matrix games (``kernels/simultaneous.pyx``) and then measures what a
best reply gains anywhere, all rounding counted; that bounds the error of the values as well.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.errors import FileError, RuleError, SizeError, StateError
from ..games.margins import TIED
from ..games.race import Race
from ..games.spelling import at_most, counted, number, shown
from ..kernels import Floats
from ..kernels.simultaneous import Pairs
from ..memory import require
from . import files
from .solution import Call, ConvergenceWarning, Solution, SolvedPolicy, immutable, nearest_first

__all__ = [
    "SimultaneousPolicy",
    "SimultaneousSolution",
    "Tables",
    "from_arrays",
    "solve",
    "turn_of",
]

TOLERANCE = 1e-12
"""How much a best reply may gain at most."""

MOST_PAST = 250
"""Points past the goal that strategies are searched on; matrix games of more take minutes each."""


class Tables:
    """A race as the kernel reads it, and arrays of its shape."""

    game: Race
    goal: int
    most: int
    size: int
    pairs: Pairs

    def __init__(self, game: Race) -> None:
        roll = game.roll
        self.game, self.goal, self.most = game, game.goal, game.furthest
        self.size = self.most + game.most_of_a_throw
        if self.size > self.goal + MOST_PAST:
            raise SizeError(
                f"turns of {game.name} may pay until {self.size - self.goal:,} points past the "
                f"goal, but strategies are searched up to {MOST_PAST}: give a roll that busts more "
                "often or gains less"
            )
        require(
            8 * (2 * self.goal**2 * self.most + 3 * self.size**2),
            f"solving {game.name} to {game.goal}",
            "choose a smaller goal",
        )
        self.pairs = Pairs(
            self.goal,
            self.most,
            np.array([gain for gain, _ in roll.gains], dtype=np.int64),
            np.array([float(chance) for _, chance in roll.gains]),
            float(roll.bust),
        )

    def values(self, starts: Floats | float = 0.5) -> Floats:
        """What every two scores are worth to the first player, with these chances to win."""
        scores = np.arange(self.size)
        found: Floats = (1.0 + np.sign(scores[:, None] - scores)) / 2
        found[: self.goal, : self.goal] = starts
        return found

    def holds(self) -> Floats:
        """Room for the chance to hold at [own, opp, total]."""
        return np.ones((self.goal, self.goal, self.most))

    def guaranteed(self, starts: Floats, holds: Floats) -> Floats:
        """What playing by ``holds`` wins at least against anybody, no rounding too high."""
        found = self.values(starts)
        self.pairs.replies(holds, found, self.holds(), True)
        return found[: self.goal, : self.goal]

    def reply(self, holds: Floats) -> tuple[Floats, Floats]:
        """What playing by ``holds`` wins against the best reply, and where that one holds."""
        found, rolls = self.values(), self.holds()
        self.pairs.replies(holds, found, rolls, False)
        return found[: self.goal, : self.goal], 1.0 - rolls

    def match(self, first: Floats, second: Floats) -> tuple[Floats, Floats]:
        """What playing by ``first`` wins against ``second``, and the expected rounds."""
        wins, rounds = self.values(), np.zeros((self.size, self.size))
        self.pairs.matches(first, second, wins, rounds)
        return wins[: self.goal, : self.goal], rounds[: self.goal, : self.goal]


def solve(
    game: Race, *, progress: Callable[[int, int], object] | None = None
) -> SimultaneousSolution:
    """Solve a race whose turns are taken at the same time.

    Pair by pair of scores from the largest total down; O(goal**2) matrix games of some forty rules
    near the goal and fewer far from it, O(goal**2 x scores) memory. A ConvergenceWarning says that
    a best reply may gain more than 1e-12 somewhere.

    Examples
    --------
    >>> import pigcore
    >>> s = pigcore.solve(pigcore.game("simultaneous-pig", goal=20))
    >>> s.value, round(s.win(19, 18), 9), s.error_bound < 1e-12
    (0.5, 0.514844911, True)
    """
    if not isinstance(game, Race) or not game.simultaneous:
        raise RuleError(f"{shown(game)} has no turns at the same time: write simultaneous=True")
    tables = Tables(game)
    values, holds = tables.values(), tables.holds()
    totals = 2 * game.goal - 1
    for done in range(totals):
        total = totals - 1 - done
        for own in range((total + 1) // 2, min(total, game.goal - 1) + 1):
            tables.pairs.solve(values, holds, own, total - own)
        if progress:
            progress(done + 1, totals)
    starts = values[: game.goal, : game.goal].copy()
    solution = SimultaneousSolution(game, starts, holds, tables.guaranteed(starts, holds))
    if not solution.converged:
        warnings.warn(
            f"a best reply may gain {at_most(solution.error_bound)}: ask pigverify what is proved",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


class SimultaneousSolution(Solution[Race, str]):
    """A solved race of simultaneous turns: how to mix rolling and holding.

    A state is (own, opp, total): both banked scores, and the total of one's own turn; the
    opponent's turn is not seen. Its actions are ``"roll"`` and ``"hold"``.

    Attributes
    ----------
    game : Race
    starts : float64 array (goal, goal), read-only
        ``starts[own, opp]``: the chance to win when a round begins, if both play this strategy.
    holds : float64 array (goal, goal, furthest), read-only
        ``holds[own, opp, total]``: the chance to hold there. From ``game.furthest`` on one holds.
    guaranteed : float64 array (goal, goal), read-only
        No opponent leaves less to who plays this strategy; proved, all rounding counted.
    tolerance : float
        1e-12.
    """

    starts: Floats
    holds: Floats
    guaranteed: Floats
    tolerance: float

    def __init__(self, game: Race, starts: Floats, holds: Floats, guaranteed: Floats) -> None:
        self._set(
            game=game,
            starts=immutable(starts),
            holds=immutable(holds),
            guaranteed=immutable(guaranteed),
            tolerance=TOLERANCE,
        )

    @cached_property
    def tables(self) -> Tables:
        """What the kernel reads."""
        return Tables(self.game)

    @cached_property
    def _values(self) -> Floats:
        return self.tables.values(self.starts)

    @property
    def value(self) -> float:
        """The first player's chance to win: 1/2, as both have the same choices."""
        return float(self.starts[0, 0])

    @cached_property
    def exploitability(self) -> Floats:
        """What a best reply gains at most at [own, opp] against this strategy; proved.

        float64 (goal, goal), read-only: the most that anybody can win there (one less what this
        strategy guarantees at the other's scores) less what this strategy guarantees.
        """
        return immutable(np.nextafter(1.0 - self.guaranteed.T - self.guaranteed, 1.0))

    @cached_property
    def error_bound(self) -> float:  # type: ignore[override]
        """At least the largest error of ``starts``, and the most that a best reply gains."""
        return float(self.exploitability.max())

    # --- one state ----------------------------------------------------------------------------

    def win(self, own: int, opp: int, total: int = 0) -> float:
        """The chance to win at these banked scores, with so much on the table.

        The opponent is in the same round: what he has on the table is not known.

        Raises
        ------
        StateError
            If there is no such state.
        """
        return self._worth(self.game.check_state(own, opp, total))

    def _worth(self, state: tuple[int, ...]) -> float:
        own, opp, total = state
        return max(self._payoffs(state).values()) if total else float(self.starts[own, opp])

    def _turn_payoffs(self, own: int, opp: int) -> tuple[Floats, Floats]:
        """What holding and rolling are worth at each total of one's turn.

        Two float64 arrays (furthest + most of a throw - own).
        """
        held, rolled = np.empty((2, self.tables.size - own))
        self.tables.pairs.payoffs(self.holds, self._values, own, opp, held, rolled)
        return held, rolled

    def _payoffs(self, state: tuple[int, ...]) -> dict[str, float]:
        own, opp, total = state
        held, rolled = self._turn_payoffs(own, opp)
        if total == 0:
            return {"roll": float(rolled[0])}
        beyond = total >= len(held)  # further than the opponent can come
        hold, roll = (1.0, 1.0) if beyond else (float(held[total]), float(rolled[total]))
        if beyond:
            bust = float(self.game.roll.bust)
            roll = 1.0 - bust + bust * float(held[0])
        return {"roll": roll, "hold": hold}

    def strategy(self, own: int, opp: int) -> dict[int, float]:
        """The chance to hold at each total of a turn that can come up, at these scores.

        Totals stop where every turn has ended.

        Raises
        ------
        StateError
            If there are no such scores.

        Examples
        --------
        >>> import pigcore
        >>> s = pigcore.solve(pigcore.game("simultaneous-pig", goal=20))
        >>> strategy = s.strategy(10, 3)
        >>> strategy[9], round(strategy[10], 3), strategy[22]
        (0.0, 0.287, 1.0)
        """
        own, opp, _ = self.game.check_state(own, opp)
        reach, _ = self._reached(own, opp)
        return {k: self._hold_chance(own, opp, k) for k in np.flatnonzero(reach).tolist() if k}

    def ends(self, own: int, opp: int) -> dict[int, float]:
        """What a turn by this strategy scores, {points: chance}; 0 is a bust.

        Raises
        ------
        StateError
            If there are no such scores.
        """
        own, opp, _ = self.game.check_state(own, opp)
        _, ends = self._reached(own, opp)
        return {k: float(ends[k]) for k in np.flatnonzero(ends).tolist()}

    def _hold_chance(self, own: int, opp: int, total: int) -> float:
        if total == 0:
            return 0.0
        return 1.0 if own + total >= self.game.furthest else float(self.holds[own, opp, total])

    def _reached(self, own: int, opp: int) -> tuple[Floats, Floats]:
        """How likely a turn comes to each total, and how likely it ends there (0: it busts)."""
        return turn_of(self.game, self.holds[own, opp], own)

    def chance(self, own: int, opp: int, total: int = 0) -> float:
        """The chance to hold in a state.

        Raises
        ------
        StateError
            If there is no such state.
        """
        return self._hold_chance(*self.game.check_state(own, opp, total))

    def decide(self, own: int, opp: int, total: int = 0) -> str:
        """What to do; where the strategy mixes, the likelier action.

        Raises
        ------
        StateError
            If there is no such state.
        """
        return "hold" if self.chance(own, opp, total) >= 0.5 else "roll"

    def margin(self, own: int, opp: int, total: int) -> float:
        """P(win | roll) - P(win | hold) against this strategy; 0 where it mixes, but for rounding.

        Raises
        ------
        StateError
            If there is no such state, or one must roll there.
        """
        payoffs = self._payoffs(self.game.check_state(own, opp, total))
        if "hold" not in payoffs:
            raise StateError("at the start of a turn one must roll: ask for another total")
        return payoffs["roll"] - payoffs["hold"]

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {"chance_to_hold": self._hold_chance(*state)}

    @property
    def policy(self) -> SimultaneousPolicy:
        """The strategy: a callable that answers with an action, or with the chances of both."""
        return SimultaneousPolicy(self)

    # --- all states ---------------------------------------------------------------------------

    @cached_property
    def _totals(self) -> NDArray[np.bool_]:
        """Whether throws can add up to a total."""
        bits = self.game.can_have(self.game.furthest)
        return np.array([bool(each) for each in bits])

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        rows = []
        for own in range(self.game.goal):
            totals = np.flatnonzero(self._totals[: self.game.furthest - own])[1:]
            for opp in range(self.game.goal):
                held, rolled = self._turn_payoffs(own, opp)
                margin = (rolled - held)[totals]
                chance = self.holds[own, opp, totals]
                pure = (chance == 0) | (chance == 1)  # where one mixes nothing is decided
                near = pure & (np.abs(margin) > above) & (np.abs(margin) < below)
                found = np.stack([margin, margin * 0 + own, margin * 0 + opp, totals], axis=1)
                rows.append(found[near])
        calls = nearest_first(np.concatenate(rows), count)
        return [
            Call(
                (int(own), int(opp), int(total)),
                *(("roll", "hold") if margin > TIED else ("hold", "roll")),
                abs(float(margin)),
            )
            for margin, own, opp, total in calls
        ]

    def _columns(self) -> dict[str, Any]:
        parts: list[Floats] = []
        for own in range(self.game.goal):
            totals = np.flatnonzero(self._totals[: self.game.furthest - own])
            for opp in range(self.game.goal):
                held, rolled = self._turn_payoffs(own, opp)
                hold, roll = held[totals], rolled[totals]
                chance = self.holds[own, opp, totals]
                hold[0], chance[0] = np.nan, 0.0
                same = np.ones(len(totals))
                value = np.fmax(hold, roll)
                parts.append(np.stack([own * same, opp * same, totals, value, hold, roll, chance]))
        own_, opp_, total, win, hold, roll, chance = np.concatenate(parts, axis=1)
        return {
            "own": own_.astype(np.int64),
            "opp": opp_.astype(np.int64),
            "total": total.astype(np.int64),
            "win": win,
            "hold": hold,
            "roll": roll,
            "chance_to_hold": chance,
            "best": np.where(chance >= 0.5, "hold", "roll"),
        }

    def thresholds(self) -> NDArray[np.int64]:
        """The smallest total at which the strategy ever holds, int64 (goal, goal)."""
        holds = (self.holds > 0) & self._totals[: self.game.furthest]
        holds[:, :, 0] = False
        found: NDArray[np.int64] = holds.argmax(axis=2).astype(np.int64)
        return found

    @cached_property
    def mixing(self) -> NDArray[np.bool_]:
        """Whether the strategy mixes at [own, opp], at a total that a turn comes to."""
        goal, scores = self.game.goal, np.arange(self.game.goal)[:, None, None]
        furthest = scores + np.arange(self.game.furthest) >= self.game.furthest
        holds = np.where(furthest, 1.0, self.holds)
        reach = np.zeros((self.tables.size, goal, goal))
        found = np.zeros((goal, goal), dtype=bool)
        reach[0] = 1.0
        for k in range(self.game.furthest):
            hold = holds[:, :, k] if k else np.zeros((goal, goal))
            found |= (reach[k] > 0) & (hold > 0) & (hold < 1)
            for gain, chance in self.game.roll.gains:
                if k + gain < len(reach):
                    reach[k + gain] += reach[k] * (1 - hold) * float(chance)
        return found

    # --- the whole ----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        return {"starts": self.starts, "holds": self.holds}

    def _facts(self) -> dict[str, Any]:
        return {
            **super().info(),
            "pairs": self.game.goal**2,
            "pairs_that_mix": int(self.mixing.sum()),
        }

    def _line(self) -> str:
        mixed = counted(int(self.mixing.sum()), "pair")
        gain = number(self.error_bound)
        return f"a fair game; mixes at {mixed} of scores, and no reply gains more than {gain}"


class SimultaneousPolicy(SolvedPolicy):
    """The strategy of a solved race of simultaneous turns."""

    solution: SimultaneousSolution

    def __call__(self, own: int, opp: int, total: int = 0) -> Any:
        """An action, or the chances of both where the strategy mixes."""
        chance = self.solution.chance(own, opp, total)
        if 0 < chance < 1:
            return {"roll": 1 - chance, "hold": chance}
        return "hold" if chance else "roll"


def turn_of(game: Race, row: Floats, own: int) -> tuple[Floats, Floats]:
    """How likely a turn comes to each total, and how likely it ends there (at 0: busts)."""
    reach, ends = np.zeros((2, game.furthest + game.most_of_a_throw - own))
    gains = [(gain, float(chance)) for gain, chance in game.roll.gains]
    reach[0] = 1.0
    for k in range(len(reach)):
        if reach[k]:
            hold = 1.0 if own + k >= game.furthest else float(row[k]) if k else 0.0
            ends[k] += reach[k] * hold
            rolled = reach[k] * (1.0 - hold)
            for gain, chance in gains if rolled else ():
                reach[k + gain] += rolled * chance
            ends[0] += rolled * float(game.roll.bust)
    return reach, ends


def from_arrays(
    game: Race, arrays: dict[str, NDArray[Any]], info: dict[str, Any]
) -> SimultaneousSolution:
    """The Solution that a file describes: what its strategy guarantees is found again."""
    starts, holds = (np.ascontiguousarray(arrays[name]) for name in ("starts", "holds"))
    solution = SimultaneousSolution(game, starts, holds, Tables(game).guaranteed(starts, holds))
    stated: Any = info.get("error_bound")
    bound = max(float(stated), 1e-15) if files.is_probability(stated) else math.nan
    off = max(
        float((starts - solution.guaranteed).max()),
        float((1.0 - solution.guaranteed.T - starts).max()),
        solution.error_bound,
    )
    if not off <= 2 * bound:
        raise FileError(
            f"the file's strategy can be beaten by {at_most(off)} at some scores, or its starts "
            f"are off: it or its rules are altered; {files.AGAIN}"
        )
    return solution
