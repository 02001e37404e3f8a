"""Players whose decisions are known: chances, visits and lengths of their games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...games.errors import RuleError
from ...games.spelling import counted
from ...kernels import Floats
from ...kernels import cells as kernel
from ..elimination import Absorbing
from .ranks import Ranks, ranks_of
from .turns import Turns

Nodes = tuple[Floats, ...]
"""A number for each turn start: per player to move, float64 (goal, others) at [own, opp], with an
axis more for the busts in a row of both where they cost points."""

REST = 1e-17
"""The chance to be led back once more that is left out where that may happen anywhere."""

PASSES = 100_000


class Chain:
    """The Markov chain of a match; ``pigcore/kernels/cells.pyx`` has its equations.

    Parameters
    ----------
    *players : Turns
        Of the same game, in the order in which they move.
    """

    def __init__(self, *players: Turns) -> None:
        if len(players) == 2:
            first, second = players
            players = first.against(second), second.against(first)
        self.players: tuple[Turns, ...] = players

    def __getstate__(self) -> dict[str, Any]:
        return {"players": self.players}

    @cached_property
    def _ranks(self) -> Ranks:
        return ranks_of(*self.players[0].mover[:2])

    @cached_property
    def _kernel(self) -> kernel.Sweep:
        return self._ranks.linear([(turns.ends, turns.squares) for turns in self.players])

    @cached_property
    def _kinds(self) -> list[list[int]]:
        return self._ranks.by_player

    def _nothing(self) -> Floats:
        return np.zeros(self._ranks.size)

    def _nodes(self, numbers: Floats) -> Nodes:
        """What stands at the number of each turn start."""
        return tuple(self._ranks.nodes(numbers, kinds) for kinds in self._kinds)

    def place(self, mover: int, scores: Sequence[int]) -> tuple[int, ...]:
        """Where a turn start stands; ``scores`` are in the order of the players."""
        own, *others = *scores[mover:], *scores[:mover]
        number = 0
        for score in others:
            number = number * self._ranks.scores + score
        return own, number, *[0] * (self._ranks.counts > 1)

    # --- chances ----------------------------------------------------------------------------------

    def wins(self, player: int) -> Nodes:
        """The chance that ``player`` wins."""
        return self._expect(tuple(float(n == player) for n in range(len(self.players))), 0.0)

    def wins_after(self, visits: Nodes) -> tuple[float, ...]:
        """The chances of all players in games with so many visits."""
        n, found = len(self.players), [0.0] * len(self.players)
        for mover, (turns, visit) in enumerate(zip(self.players, visits)):
            come = np.where(np.isinf(visit), 0.0, visit)  # who stays for ever wins nothing
            for place, chance in enumerate(turns.wins):
                found[(mover + place) % n] += float((come * chance).sum())
        return tuple(found)

    def never(self) -> Nodes:
        """The chance that nobody ever wins; exactly 0 where that cannot happen."""
        may_stay = all(turns.leave.min() == 0.0 for turns in self.players)
        if may_stay or (self._led_back is not None and self._led_back.closed.any()):
            return self._expect((0.0,) * len(self.players), 1.0)
        return self._nodes(self._nothing())

    def _expect(self, wins: tuple[float, ...], never: float) -> Nodes:
        worth, known, back = self._nothing(), self._nothing(), self._ranks.behind
        self._kernel.expect(worth, known, wins, never)
        if self._led_back is not None:
            known[back] = self._led_back.expected(worth[back], never)
            self._kernel.expect(worth, known, wins, never)
        while self._led_back is None and np.abs(worth - known)[back].max(initial=0.0) > REST:
            known = worth.copy()
            self._kernel.expect(worth, known, wins, never)
        return self._nodes(worth)

    # --- visits -----------------------------------------------------------------------------------

    def visits(self, mover: int, *scores: int) -> Nodes:
        """How often each turn start is expected to occur in a game that begins with one of them.

        ``mover`` moves first; the players have these scores.
        """
        return self.followed(mover, *scores)[0]

    def followed(self, mover: int, *scores: int) -> tuple[Nodes, float]:
        """The same, and the chance that nobody ever wins; exactly 0 where that cannot happen."""
        visits, behind, back = self._begun(mover, scores), self._nothing(), self._ranks.behind
        _, stuck = self._kernel.visit(visits, behind)
        if self._led_back is not None:
            come = self._led_back.visits(behind[back])
            visits = self._begun(mover, scores)
            visits[back] += come
            _, stuck = self._kernel.visit(visits, self._nothing())
            stuck += float(come[self._led_back.closed].sum())
        elif len(back):
            for _ in range(PASSES):
                if (rest := float(behind.sum())) <= REST:
                    break
                some, behind = behind, self._nothing()
                self._kernel.visit(some, behind)
                visits += some
            else:
                raise RuleError(
                    f"after {counted(PASSES, 'fall')} the game still goes on with chance "
                    f"{rest:.1e}: ask pigcore.simulate, or raise the floor"
                )
        return self._nodes(visits), stuck

    def visits_of_all(self) -> Nodes:
        """The same from no points, all players being as likely to move first who may do so."""
        game, movers = self._ranks.game, range(len(self.players))
        nothing, begins = [game.in_units(0)] * len(movers), game.end != "equal_turns"
        found = [
            self.visits(n, *nothing) for n in movers if begins or self.players[n].mover.seat == 1
        ]
        return tuple(sum(parts[1:], parts[0]) / len(found) for parts in zip(*found))

    def ends(self, mover: int, *scores: int) -> Iterator[tuple[float, float]]:
        """Turn by turn: the chance that the game ends with it, and that it still goes on.

        What goes on for ever counts as neither. Last turns are among them, and what follows a tie
        is not.
        """
        never = self.followed(mover, *scores)[1]
        now = self._begun(mover, scores)
        due = [0.0] * len(self.players)
        """The chances of ends that last turns put off: by no turn, by one, …."""
        while True:
            then = self._nothing()
            due[self.players[mover].mover.chasers] += self._kernel.step(now, then)
            now, mover = then, (mover + 1) % len(self.players)
            over, *due = *due, 0.0
            yield over, float(now.sum()) - never + sum(due)

    def _begun(self, mover: int, scores: Sequence[int]) -> Floats:
        numbers = self._nothing()
        numbers[self._ranks.number((*scores[mover:], *scores[:mover]), self._kinds[mover][0])] = 1.0
        return numbers

    @cached_property
    def _led_back(self) -> Absorbing | None:
        """From each turn start that turns lead back to, the next one; None if there is none, or if
        they are more than those of who has lost all points.
        """
        back = self._ranks.behind
        if not 0 < len(back) <= len(self.players) * self._ranks.scores:
            return None
        steps, ends = np.zeros((len(back), len(back))), np.zeros(len(back))
        for n, number in enumerate(back.tolist()):
            visits, behind = self._nothing(), self._nothing()
            visits[number] = 1.0
            ends[n] = sum(self._kernel.visit(visits, behind))
            steps[n] = behind[back]
        return Absorbing(steps, ends)
