"""Farkle with random dice: handed to the compiled loop, or played here throw by throw.

The compiled loop reads tables of all decisions, which policies of a rule for all throws have. What
other policies do in a throw is asked once and kept, and then a game takes about a millisecond. The
same random bits make the same games here, there and on a board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.race import Race
from ...games.scoring import faces_of
from ...kernels import simulate as kernel
from ...memory import require
from ...solvers.farkle.last_turn import chances_to_pass
from ...solvers.race.decided import WIDTH, tables_of
from ..boards.board import Bits
from ..boards.farkle import FarkleBoard, FarkleRules, FarkleSeat, board_of, rules_of, seat_of
from ..policies.answers import Policy
from ..policies.race.plans import Plan
from .results import Simulation

__all__ = ["FarkleTables", "tables"]

A_WHILE = 1000
"""Games between two looks for who wants to stop."""


@dataclass(frozen=True, eq=False)
class FarkleTables:
    """A game of Farkle between two players."""

    game: Race
    seats: tuple[FarkleSeat, FarkleSeat]

    shape: ClassVar[tuple[int, ...]] = (2, len(kernel.COUNTS))
    result: ClassVar[Callable[..., Simulation]] = Simulation.of

    def play(self) -> Callable[..., None]:
        """What plays some games and adds to the counts, as ``play`` of the kernel's objects."""
        plans = [seat.plan for seat in self.seats if seat.plan is not None]
        if len(plans) < len(self.seats):
            return Loop(rules_of(self.game), self.seats).play
        return Compiled(rules_of(self.game), *(setter_of(self.game, plan) for plan in plans)).play

    def board(self) -> FarkleBoard:
        """A board with both policies in their seats."""
        return board_of(self.game, self.seats)


class Compiled:
    """Games in the compiled loop, which counts in units."""

    def __init__(self, rules: FarkleRules, first: kernel.Setter, second: kernel.Setter) -> None:
        game, urns = rules.game, [rules.urns[dice] for dice in range(1, rules.game.dice.count + 1)]
        cells = np.cumsum([0, *(len(urn.shares) for urn in urns)])
        choices = [
            sorted(
                (gain // game.unit, sum(counts) - sum(aside), faces_of(aside))
                for aside, gain in game.dice.scoring.choices(counts).items()
            )
            for counts in (game.dice.check_throw(faces, len(faces)) for faces in rules.throws)
        ]
        self.unit: int = game.unit
        self.loop: kernel.Asides = kernel.Asides(
            np.concatenate([urn.shares for urn in urns]),
            np.concatenate([urn.outcomes for urn in urns]),
            np.array([[cell, urn.power] for cell, urn in zip(cells, urns)], dtype=np.intp),
            np.cumsum([0, *map(len, choices)], dtype=np.intp),
            np.array([gain for several in choices for gain, *_ in several], dtype=np.intp),
            np.array([game.dice.hand(left) for several in choices for _, left, _ in several]),
            chances_to_pass(game),
            first,
            second,
        )

    def play(
        self,
        bit_generator: SFC64,
        own: int,
        opp: int,
        games: int,
        longest: int,
        counts: NDArray[Any],
        heard: Callable[[], object] | None = None,
    ) -> None:
        """As ``play`` of the kernel's objects, in points."""
        unit, found = self.unit, np.zeros_like(counts)
        self.loop.play(bit_generator, own // unit, opp // unit, games, longest, found, heard)
        found[:, 5:] *= unit
        counts += found


def setter_of(game: Race, plan: Plan) -> kernel.Setter:
    """All decisions of a plan as the compiled loop reads them.

    Raises
    ------
    SizeError
        If they do not fit in memory.
    """
    tables = tables_of(game)
    rows = tables.rolled + int(tables.gains.max())
    columns = 1 if plan.alike else game.units
    require(
        9 * game.units * rows * game.dice.count * columns,
        f"the decisions of {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    opponents = np.minimum(np.arange(-(-columns // WIDTH) * WIDTH), game.units - 1)
    shape = (game.units, rows, game.dice.count, columns)
    bank, worth = np.ones(shape, dtype=np.uint8), np.empty(shape)
    for own in range(game.units):
        decisions = plan.turn(own, opponents)
        for table, found in ((bank, decisions.bank), (worth, decisions.worth)):
            table[own, : len(found)] = found[:, :, :columns]
            table[own, len(found) :] = found[-1, :, :columns]  # points beyond the last are as it
    return kernel.Setter(bank, worth)


@dataclass(frozen=True, eq=False)
class Loop:
    """Games, one after another."""

    rules: FarkleRules
    seats: tuple[FarkleSeat, FarkleSeat]

    @cached_property
    def gains(self) -> tuple[dict[str, tuple[int, int]], ...]:
        """Of each throw: what its choices gain, and the dice in hand then."""
        actions = self.rules.actions
        return tuple({actions[n]: it for n, it in offer.items()} for offer in self.rules.offers)

    def play(
        self,
        bit_generator: SFC64,
        own: int,
        opp: int,
        games: int,
        longest: int,
        counts: NDArray[Any],
        heard: Callable[[], object] | None = None,
    ) -> None:
        """Play games in which the first player has own at the start; add up what happens."""
        bits = bit_generator.random_raw
        for number in range(games):
            if heard is not None and number % A_WHILE == 0:
                heard()
            winner, turns, score = self.game(bits, number & 1, [own, opp], longest)
            row = counts[number & 1]
            row[0] += 1
            if winner is not None:
                row[1 + winner] += 1
                row[3:] += (turns, turns * turns, *score)

    def game(
        self, bits: Bits, mover: int, score: list[int], longest: int
    ) -> tuple[int | None, int, list[int]]:
        """Who wins, the turns of both, and the final scores."""
        game = self.rules.game
        for turns in range(1, longest + 1):
            own, opp = score[mover], score[1 - mover]
            points = self.turn(bits, self.seats[mover], own, opp)
            if opp >= game.goal:  # final scores are those before a last turn, as in a match
                return (mover if own + points > opp else 1 - mover), turns, score
            score[mover] += points
            if score[mover] >= game.goal and not game.last_turn:
                return mover, turns, score
            mover = 1 - mover
        return None, longest, score

    def turn(self, bits: Bits, seat: FarkleSeat, own: int, opp: int) -> int:
        """The points of a turn."""
        rules, gains = self.rules, self.gains
        points, hand = 0, rules.game.dice.count
        while True:
            thrown = rules.urns[hand].draw(bits())
            if not gains[thrown]:
                return 0
            choice = seat.choose(bits, (own, opp, points, rules.throws[thrown]))
            gain, hand = gains[thrown][choice]
            points += gain
            if choice.then == "bank":
                return points


def tables(game: Race, first: Policy, second: Policy) -> FarkleTables:
    """A game of Farkle between ``first`` and ``second``.

    Raises
    ------
    RuleError
        If a policy is none of the game, or a third bust in a row costs points.
    """
    rules_of(game)  # which refuses games
    return FarkleTables(game, (seat_of(game, first), seat_of(game, second)))
