"""How the turns of one player end whose decisions are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, SizeError
from ...games.race import Race
from ...games.spelling import counted
from ...kernels.chain import Player
from ...memory import require
from .arrays import Floats, Indices, arrays_to_ask
from .decided import (
    WIDTH,
    Opponents,
    TurnOf,
    ends_of,
    held_by,
    outcomes_of,
    paid_by,
    tables_of,
)

__all__ = ["Turns", "check_states", "opponents"]

REMEDY = "choose a smaller goal"

MOST_STATES = 200_000_000
"""States that several players are followed through: a minute or two."""


@dataclass(frozen=True, eq=False)
class Turns:
    """How the turns of one player end; ``pigcore/kernels/outcomes.pyx`` says what each array is."""

    game: Race
    plan: TurnOf | None
    ends: Floats
    squares: Floats
    last: Callable[[NDArray[np.bool_]], Floats] | None = None
    """What last turns of this player are worth to him where they are wanted, at [units that the
    other has beyond the goal, own]; None of one who plays them best."""

    passes: NDArray[np.bool_] | None = None
    """Where the player holds before the first throw, which is refused if play comes there."""

    @classmethod
    def of(
        cls, game: Race, plan: TurnOf, *, alike: bool = False, last: Any = None, passes: Any = None
    ) -> Turns:
        """The turns that follow from ``plan``, and last turns that do not follow best play.

        ``alike``: they are the same against all opponents. O(goal**3 x options) time, 4 goal**3
        bytes; of one that is alike as much as against one of them.
        """
        rules, goal = outcomes_of(game), game.units
        others = goal ** (game.players - 1)
        size = goal * (goal + 1) // 2 * (1 if alike else others)
        rows = 6 + max(game.followers - 1, 0)
        require(
            8 * (size + rows * goal * others),
            f"how each turn of a race to {game.goal:,} ends", REMEDY,
        )  # fmt: skip
        ends, squares = np.zeros(size), np.zeros((rows, goal, others))
        opp = opponents(game)[:WIDTH] if alike else opponents(game)
        for own in range(goal):
            rules.fill(own, *plan(own, opp), ends, squares)
        ends.setflags(write=False)
        squares.setflags(write=False)
        return cls(game, plan, ends, squares, last, passes)

    def against(self, other: Turns) -> Turns:
        """The same where the next player's last turns are not those of best play."""
        if other.last is None or not self.game.answered:
            return self
        assert self.plan is not None, "who plays against a function is not sent away"
        goal, opp = self.game.units, opponents(self.game)
        banked = np.stack(
            [ends_of(self.game, self.plan(own, opp), own).ends[goal - own :, :goal]
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
    def alike(self) -> bool:
        """Whether they are the same against all opponents."""
        return self.game.units > 1 and len(self.ends) == self._start(self.game.units)

    # Each (goal, others) at [own, opp].

    @property
    def won(self) -> Floats:
        """P(the turn wins)."""
        found: Floats = self.squares[0]
        return found

    @property
    def passed(self) -> Floats:
        """P(it banks the goal or more and is passed in a last turn)."""
        found: Floats = self.squares[1] + self.squares[6:].sum(axis=0)
        return found

    @property
    def wiped(self) -> Floats:
        """P(the turn wipes), 0 where nothing is banked."""
        found: Floats = self.squares[2]
        return found

    @property
    def bonus(self) -> Floats:
        """P(it busts, and banks a consolation short of the goal)."""
        found: Floats = self.squares[3]
        return found

    @property
    def leave(self) -> Floats:
        """P(it changes the score)."""
        found: Floats = self.squares[4]
        return found

    @property
    def final(self) -> Floats:
        """E[final score in points; the goal is banked]."""
        found: Floats = self.squares[5]
        return found

    def worth(self, paid: Floats) -> Floats:
        """What each turn is worth where handing over with s banked against opp pays paid[s, opp].

        float64 (goal, others).
        """
        worth: Floats = self.won + self.wiped * paid[0]
        for own, back in enumerate(self._landing):
            worth[own] += (self.ends_from(own) * paid[own:].T).sum(axis=1)
            if own < back < len(paid):
                worth[own] += self.bonus[own] * paid[back]
        return worth

    def loss(self, best: Any) -> Floats:
        """What each turn gives away by the solution ``best``, (goal, others).

        It is the sum of its mistakes where throws leave no choice: then a decision that is best
        adds nothing, not even a rounding.
        """
        found = np.zeros_like(self.leave)
        if not self.by_state:
            mine = best.seen_starts.reshape(*found.shape, -1)[..., 0]
            worth = self.worth(paid_by(self.game, best.other_starts))
            np.maximum(mine - worth, 0.0, out=found)
            return found
        for own, (_, _, lost, reached) in enumerate(self.mistakes(best.other_starts)):
            found[own] = (lost * reached).sum(axis=(0, 1))
        return found

    def mistakes(self, others: Floats) -> Iterator[tuple[Floats, Floats, Floats, Floats]]:
        """(bank, throw, loss, chance of coming there) from 0, 1, … units, at [units, mode, opp].

        Payoffs are those where the next player's turn starts are worth ``others``; the loss is that
        of deciding between the two. NaN where one may not do that.
        """
        tables = arrays_to_ask(self.game)
        paid = paid_by(self.game, others)
        held = held_by(self.game, tables, paid)
        for own in range(tables.goal):
            chance, reached = self.visits(own)
            bank, throw = tables.payoffs(held, own, paid.shape[1])
            lost = np.maximum(bank, throw) - (chance * bank + (1.0 - chance) * throw)
            yield bank, throw, np.where(lost > 0.0, lost, 0.0), reached

    @property
    def by_state(self) -> bool:
        """Whether what is decided in each state is known, and is all that is decided."""
        return not self.game.turn.chooses and not self.game.set_aside

    def visits(self, own: int) -> tuple[Floats, Floats]:
        """The chances to bank in each state of the turns from ``own``, and to come there.

        Both are (rows, modes, others) at [units, mode, opp].
        """
        rows, others = tables_of(self.game).rolled - own, self.squares.shape[2]
        assert self.plan is not None, "of what is decided by state the plan is kept"
        decisions = self.plan(own, opponents(self.game))
        reached = ends_of(self.game, decisions, own).reach
        bank = decisions.bank[:rows, :, :others].astype(np.float64)
        bank[0, tables_of(self.game).start] = 0.0
        return bank, reached[:rows, :, :others]

    def player(self) -> Player:
        """The kernel's object of this player."""
        return Player(self.ends, self.squares, self._landing)

    @cached_property
    def _landing(self) -> Indices:
        return tables_of(self.game).landing

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
