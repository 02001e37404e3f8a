"""How the turns of one player end whose decisions are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, SizeError
from ...games.margins import TIED
from ...games.race import Race
from ...games.spelling import counted
from ...games.starts import Mover
from ...kernels import Floats
from ...memory import require
from .arrays import tables_of
from .decided import (
    WIDTH,
    Decisions,
    Opponents,
    beaten_in,
    ends_of,
    paid_by,
)
from .one_turn import Worths
from .ranks import ranks_of

REMEDY = "choose a smaller goal"

MOST_STATES = 200_000_000
"""States that several players are followed through: a minute or two."""


@dataclass(frozen=True, eq=False)
class Turns:
    """How the turns of one player end; ``pigcore/kernels/cells.pyx`` says what each array is."""

    mover: Mover
    plan: Callable[..., Decisions] | None
    ends: Floats
    squares: Floats
    last: Callable[[NDArray[np.bool_]], Floats] | None = None
    """What last turns of this player are worth to him where they are wanted, at [units that the
    other has beyond the goal, own]; None of one who plays them best."""

    passes: NDArray[np.bool_] | None = None
    """Where the player holds before the first throw, which is refused if play comes there."""

    @classmethod
    def of(
        cls, mover: Mover, plan: Callable[..., Decisions], *, alike: bool = False,
        counts: bool = False, last: Any = None, passes: Any = None,
    ) -> Turns:  # fmt: skip
        """The turns that follow from ``plan``, and last turns that do not follow best play.

        ``alike``: they are the same against all opponents; ``counts``: the plan looks at the busts
        in a row of both, too. O(goal**3 x options) time, 4 goal**3 bytes; of one that is alike as
        much as against one of them.
        """
        game, n = mover.game, mover.game.units
        others = n ** (game.players - 1)
        busts = [*np.ndindex((game.busts_in_a_row,) * 2)] if counts else [()]
        width, depth = 1 if alike else others, len(busts)
        rows = 6 + max(mover.chasers - 1, 0)
        require(
            8 * depth * (n * (n + 1) // 2 * width + rows * n * others),
            f"how each turn of {game.name} to {game.goal:,} ends", REMEDY,
        )  # fmt: skip
        opp = opponents(game)[:WIDTH] if alike else opponents(game)
        tables, beaten = tables_of(mover), beaten_in(mover)
        squares, at = np.zeros((rows, n, others, depth)), 0
        packed = np.zeros(width * depth * (n * (n + 1) // 2))
        for own in range(n):
            need, shape = int(tables.need[own]), (width, depth, n - own)
            row = packed[at : at + width * depth * (n - own)].reshape(shape)
            at += row.size
            back = -1 if game.busts_in_a_row else int(tables.landing[own])
            for place, both in enumerate(busts):
                found = ends_of(mover, plan(own, opp, both), own, reaching=False)
                each = found.ends, found.lost, found.wiped, found.beyond
                ends, lost, wiped, beyond = (part[..., :width] for part in each)
                over, here = np.zeros((max(len(ends) - need, 1), width)), squares[:, own, :, place]
                over[: max(len(ends) - need, 0)] = ends[need:]
                points = game.in_points(np.arange(need, need + len(over)) + own)
                here[5] = points @ over + beyond
                if back == n:  # it wins by the consolation
                    over[0] += lost
                    here[5] += lost * (game.in_points(own) + game.consolation)
                passed = np.zeros((0, others))
                if len(beaten):
                    passed = (over * beaten).sum(axis=1)
                here[1], here[6:] = passed[0] if len(passed) else 0.0, passed[1:]
                here[0] = over.sum(axis=0) - passed.sum(axis=0)
                short = ends[: (n - own) * (own + need == n)]
                row[:, place, : len(short)] = short.T
                if own:
                    here[2] = wiped
                else:
                    row[:, place, 0] += wiped
                if back == own:
                    row[:, place, 0] += lost
                elif back < n:
                    here[3] = lost
                here[4] = here[2] + here[3] + short[1:].sum(axis=0) + over.sum(axis=0)
        return cls(mover, plan, packed, squares.reshape(rows, n, -1), last, passes)

    def against(self, other: Turns) -> Turns:
        """The same where the next player's last turns are not those of best play."""
        if other.last is None or not self.mover.chasers:
            return self
        assert self.plan is not None, "who plays against a function is not sent away"
        goal, opp = self.game.units, opponents(self.game)
        banked = np.stack(
            [ends_of(self.mover, self.plan(own, opp), own).ends[goal - own :, :goal]
             for own in range(goal)], axis=1,
        )  # fmt: skip
        passes = other.last((banked > 0).max(axis=1))
        squares = self.squares.copy()
        squares[1] = (banked * passes[:, None]).sum(axis=0)
        squares[0] = banked.sum(axis=0) - squares[1]
        return replace(self, squares=squares)

    def __getstate__(self) -> dict[str, Any]:
        if self.last is not None:
            raise RuleError(
                "a function is asked in last turns as games come there, so that it is not sent to "
                "other processes: leave the executor out"
            )
        # Nothing asks for other plans again, and they may be any functions.
        return vars(self) | ({} if self.by_state else {"plan": None})

    @property
    def game(self) -> Race:
        """What is played."""
        return self.mover.game

    @property
    def alike(self) -> bool:
        """Whether they are the same against all opponents."""
        return self.game.units > 1 and len(self.ends) == self._start(self.game.units)

    # Each (goal, others) at [own, opp], or by busts in a row as well if these count.

    def _square(self, row: int) -> Floats:
        found: Floats = self.squares[row]
        several = self.game.busts_in_a_row > 1
        return found.reshape(*[len(found)] * 2, -1) if several else found

    @property
    def wins(self) -> list[Floats]:
        """P(the turn ends the game in favour of the mover), of the next player, …."""
        rows = [0, 1, *range(6, len(self.squares))][: self.game.players]
        return [self._square(row) for row in rows]

    @property
    def over(self) -> Floats:
        """P(the turn ends the game), but for last turns that follow."""
        found: Floats = np.sum(self.wins, axis=0)
        return found

    @property
    def leave(self) -> Floats:
        """P(it changes the score)."""
        return self._square(4)

    @property
    def final(self) -> Floats:
        """E[final score in points; the goal is banked]."""
        return self._square(5)

    def worth(self, paid: Floats) -> Floats:
        """What each turn is worth where handing over with s banked against opp pays paid[s, opp].

        float64 (goal, others); both by the next player's busts in a row, too, if these count.
        """
        players, ranks = self.game.players, ranks_of(self.game, self.mover.seat)
        sweep = ranks.linear([(self.ends, self.squares)] * players)
        mine, *after = ranks.by_player
        worth, found = np.zeros((2, ranks.size))
        shape = (ranks.scores,) * players
        for place, kind in enumerate(after[0]):
            each = paid.reshape(*paid.shape[:2], -1)[..., place]
            ranks.plane(worth, kind)[...] = each.swapaxes(0, 1).reshape(shape)
        sweep.turns_pay(worth, (1.0, *[0.0] * (players - 1)), found)
        return ranks.nodes(found, mine)

    def loss(self, best: Any) -> Floats:
        """What each turn gives away by the solution ``best``, (goal, others).

        It is the sum of its mistakes where throws leave no choice: then a decision that is best
        adds nothing, not even a rounding.
        """
        if not self.by_state:
            worth = self.worth(paid_by(self.game, best.starts_of(self.mover.next.seat)))
            mine = best.starts_of(self.mover.seat)
            mine = mine if self.game.players == 2 else mine[..., 0]
            lost = mine.reshape(worth.shape) - worth
            return np.where(lost > TIED, lost, 0.0)
        found = np.zeros_like(self.leave)
        for own, (_, _, lost, reached) in enumerate(self.mistakes(best._worths)):
            found[own] = (lost * reached).sum(axis=(0, 1))
        return found

    def mistakes(self, worths: Worths) -> Iterator[tuple[Floats, Floats, Floats, Floats]]:
        """(bank, throw, loss, chance of coming there) from 0, 1, … units, at [units, mode, opp].

        Payoffs are those where turn starts are worth so much; the loss is that of deciding between
        the two. NaN where one may not do that.
        """
        for own in range(self.game.units):
            bank, throw, _ = worths.payoffs(self.mover.seat, own)
            chance, reached = (part[: len(bank)] for part in self.visits(own))
            lost = np.maximum(bank, throw) - (chance * bank + (1.0 - chance) * throw)
            yield bank, throw, np.where(lost > 0.0, lost, 0.0), reached

    @property
    def by_state(self) -> bool:
        """Whether what is decided in each state is known, and is all that is decided."""
        return not (self.mover.chooses or self.game.penalty)

    def visits(self, own: int) -> tuple[Floats, Floats]:
        """The chances to bank in each state of the turns from ``own``, and to come there.

        Both are (rows, modes, others) at [units, mode, opp].
        """
        tables, others = tables_of(self.mover), self.squares.shape[2]
        rows = int(tables.need[own]) + tables.further
        assert self.plan is not None, "of what is decided by state the plan is kept"
        decisions = self.plan(own, opponents(self.game))
        reached = ends_of(self.mover, decisions, own).reach
        bank = decisions.bank[:rows, :, :others].astype(np.float64)
        bank[0, tables.start] = 0.0
        return bank, reached[:rows, :, :others]

    def _start(self, own: int) -> int:
        return own * self.game.units - own * (own - 1) // 2

    def ends_from(self, own: int) -> Floats:
        """Of the turns from ``own``: (others or 1, goal - own) at [opp, s - own]."""
        wide, length = 1 if self.alike else self.squares.shape[2], self.game.units - own
        start = wide * self._start(own)
        return self.ends[start : start + wide * length].reshape(wide, length)


def opponents(game: Race) -> Opponents:
    """All scores that an opponent may have, in units, and as many zeros as a register asks for.

    Of several opponents all tuples, (width, others).
    """
    others = game.players - 1
    scores = np.indices((game.units,) * others, dtype=np.int64).reshape(others, -1).T
    found = np.zeros((-(-len(scores) // WIDTH) * WIDTH, others), dtype=np.int64)
    found[: len(scores)] = scores
    return found[:, 0].copy() if others == 1 else found


def check_states(game: Race) -> None:
    """Refuse to follow policies of several players through too many states.

    Raises
    ------
    SizeError
        If they are more than 200 million.
    """
    states = game.units ** (game.players + 1) * len(game.turn.modes)
    if states > MOST_STATES:
        raise SizeError(
            f"{counted(game.players, 'player')} to {game.goal} have {states:,} states, but "
            f"policies are followed through at most {MOST_STATES:,}: choose a smaller goal or "
            "fewer players"
        )
