"""Races with random dice: handed to the compiled loop, or played here throw by throw.

The compiled loop reads tables of all decisions. Policies that have none, because they answer alike
throws differently or mix what they set aside, are asked on a board, and so are players with
different turns, or who may tie, or who must bank the goal to win; then a game takes about a
millisecond. The same random bits make the same games here and there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.race import Race
from ...games.starts import Start, score_after
from ...kernels import simulate as kernel
from ...memory import require
from ...solvers.race.arrays import arrays_to_ask
from ...solvers.race.last_turn import chances_to_pass
from ...solvers.race.turns import check_states
from ..boards import played
from ..boards.board import uniform
from ..boards.race import LOST, RaceBoard, RaceRules, Seat, decisions_of, rules_of
from ..matches.race import others_of
from ..policies.answers import Policy
from ..policies.race import once_each, plan_to_play
from ..policies.race.plans import Plan
from .results import Simulation

__all__ = ["RaceTables", "tables"]

THROW, BANK, MIXED = 0, 1, 2
A_WHILE = 1000
"""Games between two looks for who wants to stop."""

Player = tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]
"""The arrays of a ``kernel.Player``."""


@dataclass(frozen=True, eq=False)
class RaceTables:
    """A race and who plays it; to be sent anywhere."""

    rules: RaceRules
    seats: tuple[Seat, ...]
    players: tuple[Player, ...]
    """Their decisions; empty if somebody is asked throw by throw."""

    @property
    def shape(self) -> tuple[int, int]:
        """Of the counts: a row for each policy that began."""
        n = self.rules.game.players
        return n, 3 + 2 * n

    result: ClassVar[Callable[..., Simulation]] = Simulation.of

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | ({"seats": ()} if self.players else {})

    def play(self) -> Callable[..., None]:
        """What plays some games and adds to the counts, as ``play`` of the kernel's objects."""
        if not self.players:
            return self._on_a_board
        made = {id(player): kernel.Player(*player) for player in self.players}
        seats = [made[id(player)] for player in self.players]
        loop = _races_of(self.rules, seats)
        unit = self.rules.game.unit

        def play(bits: SFC64, start: Sequence[int], *given: Any) -> None:
            loop.play(bits, [score // unit for score in start], *given)

        return play

    def board(self) -> RaceBoard:
        """A board with the policies in their seats."""
        return RaceBoard(self.rules, self.seats)

    def _on_a_board(
        self,
        bits: SFC64,
        start: Sequence[int],
        games: int,
        longest: int,
        counts: NDArray[np.int64],
        polled: Callable[[], object] | None = None,
    ) -> None:
        board, n, unit = self.board(), self.rules.game.players, self.rules.game.unit
        board.reports = False
        for number in range(games):
            if polled is not None and number % A_WHILE == 0:
                polled()
            game = played(board, bits.random_raw, number % n, tuple(start), longest)
            row = counts[number % n]
            row[0] += 1
            winner = game.winner
            if board.tied:  # which is shared
                winner = int((np.cumsum(board.tied)[:-1] <= uniform(bits.random_raw)).sum())
            if winner is None:
                continue
            turns = len(game.turns) - board.played_on
            # Final scores are those before any last turn, as in a match.
            reached = next(turn for turn in game.turns if turn.after[0] >= self.rules.game.goal)
            score = np.roll(reached.after, reached.player) // unit
            row[1:3] += turns, turns**2
            row[3 + winner] += 1
            row[3 + n :] += score


def tables(game: Race, first: Policy, second: Policy) -> RaceTables:
    """A race between ``first`` and ``second``, or the others.

    Raises
    ------
    RuleError
        If there are not as many policies as players, or one gives an invalid answer.
    SizeError
        If the decisions would not fit in memory.
    """
    rules = rules_of(game)
    policies = [first, *others_of(game, second)]
    if not game.alike or game.tie != "first" or (game.players > 2 and game.end != "goal"):
        games = [game] * game.players if game.other is None else [game, game.swapped]
        return RaceTables(rules, tuple(map(Seat, games, policies)), ())
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    plans: list[Any] = once_each(policies, partial(plan_to_play, game))
    seats = tuple(Seat(game, policy, plan) for policy, plan in zip(policies, plans))
    beyond = game.win == "bank" and game.end == "goal"  # turns may go on past the goal
    if beyond or any(seat.mixes or plan.passes is not None for seat, plan in zip(seats, plans)):
        return RaceTables(rules, seats, ())
    players = {
        id(plan): _player_of(rules, plan) for plan in {id(plan): plan for plan in plans}.values()
    }
    return RaceTables(rules, seats, tuple(players[id(plan)] for plan in plans))


def _races_of(rules: RaceRules, seats: Sequence[kernel.Player]) -> kernel.Races:
    """The kernel's object of a race; sets of options that are alike are one."""
    game, unit = rules.game, rules.game.unit
    sets: dict[Any, int] = {}
    numbers = []
    for fall in rules.falls:
        options = tuple((option.gain // unit, option.mode) for option in fall.options)
        lost = -1 - LOST.index(fall.play) if fall.play in LOST else -1
        numbers.append(sets.setdefault(options, len(sets)) if options else lost)
    urns = [urn for urn in rules.urns if urn is not None]
    cells = np.cumsum([0, *(0 if urn is None else len(urn.shares) for urn in rules.urns)])
    every = [option for some in sets for option in some]
    scores = np.arange(game.units) * unit
    return kernel.Races(
        np.concatenate([urn.shares for urn in urns]),
        np.array(numbers, dtype=np.intp)[np.concatenate([urn.outcomes for urn in urns])],
        np.array(
            [(at, urn.power if urn else 0) for at, urn in zip(cells.tolist(), rules.urns)],
            dtype=np.intp,
        ),
        np.cumsum([0, *map(len, sets)], dtype=np.intp),
        np.array([gain for gain, _ in every], dtype=np.intp),
        np.array([mode for _, mode in every], dtype=np.intp),
        rules.start,
        game.target == "exact",
        np.array([game.least(own) // unit for own in scores.tolist()], dtype=np.intp),
        np.array(
            [score_after(game, Start((own,))) // unit for own in scores.tolist()], dtype=np.intp
        ),
        np.array(game.dead, dtype=np.uint8),
        chances_to_pass(game) if game.last_turn else np.zeros((0, len(rules.urns))),
        seats,
    )


def _player_of(rules: RaceRules, plan: Plan) -> Player:
    """All decisions of a policy as the compiled loop reads them."""
    game = rules.game
    goal, modes, rolled = game.units, len(rules.urns), rules.rolled // game.unit
    height = goal
    if rules.chooses or game.last_turn:
        height = arrays_to_ask(game).height + (game.target == "exact")  # a row past the goal
    columns = 1 if plan.alike else goal ** (game.players - 1)
    shape = goal, columns, height, modes
    require(
        (9 if rules.chooses else 2) * int(np.prod(shape, dtype=object)),
        f"a table of the decisions of {game.name} to {game.goal:,}",
        "choose a smaller goal" + " or fewer players" * (game.players > 2),
    )
    bank, worth = np.full(shape, BANK, dtype=np.uint8), np.zeros((0,) * 4)
    chances = worth
    if rules.chooses:
        worth = np.zeros(shape)
    throws = np.array([urn is not None for urn in rules.urns])
    banks = np.array(rules.banks) | ~throws
    s = np.arange(height)[:, None]
    for own in range(goal):
        found = decisions_of(plan, own, np.arange(columns))
        rows = slice(own, min(own + len(found.bank), height))
        some = rows.stop - own
        share = np.moveaxis(found.bank[:some], -1, 0)
        least = game.least(own * game.unit) // game.unit
        may_bank = (banks & ((s - own >= least) | (s >= goal)))[rows]
        may_throw = (throws & ((s < goal) | (s < rolled)))[rows]
        share = np.where(may_bank, np.where(may_throw, share, 1), 0)
        mixed = (share > 0) & (share < 1)
        bank[own][:, rows] = np.where(mixed, MIXED, share)
        if mixed.any():
            if not chances.size:
                require(8 * bank.size, f"the decisions of {game.name}", "choose a smaller goal")
                chances = np.zeros(shape)
            chances[own][:, rows] = 1.0 - share
        if found.worth is not None and rules.chooses:
            worth[own][:, rows] = np.moveaxis(found.worth[:some], -1, 0)
            worth[own][:, rows.stop :] = worth[own][:, rows.stop - 1 : rows.stop]
    return bank, chances, worth
