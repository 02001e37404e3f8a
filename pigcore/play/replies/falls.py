"""Best replies in races in which busts in a row cost points, and what policies give away."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...solvers.falls import FallsSolution, by_busts
from ...solvers.race.arrays import Floats
from ...solvers.race.decided import OPEN, WIDTH, ends_of
from ...solvers.race.outlook import OneTurn
from ...solvers.race.replies import turn_starts
from ...solvers.solution import TIED, immutable
from ..matches.falls import Course, Player, match
from ..policies.answers import Policy
from ..policies.falls import FallsPlan, plan_of
from ..policies.race.plans import Plan, best_play
from ..results import Response, least_of
from .race import limits_in_words
from .race_mistakes import mistakes_in_turn
from .results import Deviation, Loss, Mistake, costliest, costliest_in_turns

__all__ = ["best_response", "loss"]


def best_response(game: Race, policy: Policy) -> Response:
    """The best reply to a policy, by a player who sees all scores and busts in a row.

    Its ``policy`` is compact, as in other races. One solve in which the other's turns are as they
    are, and a match.
    """
    return _response(game, Player(game, plan_of(game, policy)))


def _response(game: Race, other: Player) -> Response:
    mine, theirs = (by_busts(game, each) for each in turn_starts(game, [None, other.ends]))
    begin = game.below, game.below, 0, 0
    return Response(
        FallsSolution(game, theirs, tolerance=1e-14, history=()).policy,
        (float(mine[begin]), 1.0 - float(theirs[begin])),
        partial(_deviations, game, other, mine, theirs),
        known=least_of(match(game, "optimal", other.plan)),
    )


class Seats:
    """A player against another one, each of them moving first as often as the other."""

    def __init__(self, game: Race, player: Player, other: Player) -> None:
        start = game.below, game.below
        self.player = player
        seats = (player, other), (other, player)
        self.courses: tuple[Course, ...] = tuple(Course(game, each, start) for each in seats)

    @property
    def wins(self) -> float:
        """What the player wins."""
        return (self.courses[0].wins[0] + self.courses[1].wins[1]) / 2

    @cached_property
    def visits(self) -> Floats:
        """How often each turn of the player begins in a game, at [own, opp, busts, opp_busts]."""
        first, second = (course.starts[seat] for seat, course in enumerate(self.courses))
        found: Floats = (first + second) / 2
        return found

    def gives_away(self, best: Floats, after: Floats) -> Floats:
        """How much less than ``best`` each turn is worth where the other's turn starts follow."""
        lost = best - self.courses[0].worth(self.player, after)
        return np.where(lost > TIED, lost, 0.0)


def _deviations(game: Race, other: Player, mine: Floats, theirs: Floats) -> list[Deviation]:
    """Where the reply gains on best play, by what it gains in a game of that."""
    best: Any = best_play(game)
    seats = Seats(game, Player(game, plan_of(game, best)), other)
    gain = seats.gives_away(mine, theirs)
    before, after = (
        _thresholds(solution)
        for solution in (best, FallsSolution(game, theirs, tolerance=1e-14, history=()))
    )
    base, names, found = game.from_floor, (*game.state_names[:2], *game.state_names[-2:]), []
    for place, gained, visits in costliest(gain, seats.visits):
        both = after[place], before[place]
        reply, usual = (limits_in_words(base, game.unit * place[0], one, *both) for one in both)
        said = zip(names, (*_points(game, place), *place[2:]))
        state = ", ".join(f"{name} {number}" for name, number in said)
        found.append(Deviation(state, reply, usual, gained, visits))
    return found


def _points(game: Race, place: tuple[int, ...]) -> tuple[int, int]:
    """Both scores of a turn start."""
    own, opp = (game.unit * units + (game.floor or 0) for units in place[:2])
    return own, opp


def _thresholds(solution: FallsSolution) -> NDArray[np.int64]:
    """The fewest points to bank, at [own, opp, busts, opp_busts, mode]."""
    found = solution.thresholds()
    if solution.game.set_aside:
        found = np.moveaxis(found, 0, 2)
    return np.moveaxis(found.reshape(*found.shape[:2], -1, *found.shape[-2:]), 2, -1)


def loss(game: Race, policy: Policy) -> Loss:
    """What a policy gives away against best play, in all and turn by turn.

    Two matches and a best reply. The mistakes are looked for in the turns that cost most, until no
    other turn can hold one that costs more.
    """
    plan, best = plan_of(game, policy), best_play(game)
    player = Player(game, plan)
    seats = Seats(game, player, Player(game, plan_of(game, best)))
    lost = seats.gives_away(best.starts, best.starts)
    return Loss(
        game=game,
        average=0.5 - seats.wins,
        summed=float((seats.visits * lost).sum()),
        exploitability=_response(game, player).average - 0.5,
        found=partial(immutable, lost),
        costly=partial(_mistakes, game, plan, lost, seats),
    )


def _mistakes(game: Race, plan: FallsPlan, lost: Floats, seats: Seats, count: int) -> list[Mistake]:
    """The mistakes that cost most in a game."""
    return costliest_in_turns(
        lost, seats.visits, count, lambda place: _in_turn(game, plan, place, count)
    )


def _in_turn(game: Race, plan: FallsPlan, place: tuple[int, ...], count: int) -> Iterator[Mistake]:
    """The mistakes in the turn that begins there; visits are counted for one turn."""
    best: Any = best_play(game)
    own, opp, busts, opp_busts = place
    late, base = max(own - plan.edge, 0), game.from_floor
    view, there = best.view(busts, opp_busts, late), plan.plan(busts, opp_busts, late)
    scores = game.unit * (own - late), game.unit * opp
    turn = mistakes_in_turn if game.chooses else _by_state
    for one in turn(base, there, scores, count, view):
        yield one._replace(state=(*_points(game, place), *one.state[2:], busts, opp_busts))


def _by_state(
    game: Race, plan: Plan, scores: tuple[int, ...], count: int, solution: Any
) -> Iterator[Mistake]:
    """The same as :func:`.mistakes_in_turn` where all that is decided is to throw or to bank."""
    own, opp = (score // game.unit for score in scores)
    paid, decisions = OneTurn.of(solution, (own, opp)), plan.turn(own, np.full(WIDTH, opp))
    bank = decisions.bank[:, :, 0].astype(np.float64)
    rows = slice(len(bank))
    share = bank * paid.bank[rows] + (1.0 - bank) * paid.throw[rows]
    lost = np.where(paid.code[rows] == OPEN, np.maximum(paid.best[rows] - share, 0.0), 0.0)
    reach = ends_of(game, decisions, own).reach[rows, :, 0]
    for (t, mode), given, visits in costliest(lost, reach):
        words = game.words if paid.banks[t, mode] else game.words[::-1]
        named = [] if game.turn.roll is not None else [game.turn.values[mode]]
        state = *scores, game.unit * t, *named
        yield Mistake(state, *words, given, visits)
