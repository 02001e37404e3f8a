"""How a turn is likely to go on under best play: the chance to bust, and the points it banks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BUSTS, Choice
from ...games.race import Race
from ...games.starts import first
from ...games.starts import left as turns_left
from ...kernels import Floats
from ..solution import Outlook
from .arrays import BANKS
from .decided import BANK, OPEN, THROW, WIDTH, Decisions, codes, decided, ends_of, tables_of
from .last_turn import worth_of_a_tie
from .last_turns import last_turn_of


class OneTurn(NamedTuple):
    """What one turn pays who plays best from then on, at [units of the turn, mode]."""

    game: Race
    bank: Floats
    throw: Floats
    code: NDArray[np.uint8]
    """What the rules leave to decide."""
    chance: Floats
    """The chance that one banks."""

    @classmethod
    def of(cls, solution: Any, scores: Sequence[int]) -> OneTurn:
        """The turn of a RaceSolution at these scores, in units, the mover's first."""
        game, own = solution.game, scores[0]
        code, tables = codes(game, own, 1)[:, :, 0], tables_of(game)
        banks, throws = (each[..., 0] for each in solution._turn_payoffs(scores, 0))
        score = own + np.arange(len(code))
        bank = np.repeat(banks[np.minimum(score, len(banks) - 1)][:, None], code.shape[1], axis=1)
        bust = banks[tables.landing[own]]
        bank[: min(int(tables.least[own]), tables.goal - own)] = bust  # where nothing is thrown
        if tables.exact:
            bank[tables.goal - own + 1 :] = bust
        throw = np.zeros_like(bank)  # beyond these rows one banks
        throw[: len(throws) - own] = np.nan_to_num(throws[own:])
        throwing = solution._throwing(scores, bank, throw)
        return cls(game, bank, throw, code, np.where(code == OPEN, 1.0 - throwing, code))

    @property
    def banks(self) -> NDArray[np.bool_]:
        """Where banking is best."""
        return self.chance > 0.5

    @property
    def best(self) -> Floats:
        """What the better of the two pays."""
        return np.where(self.banks, self.bank, self.throw)

    @property
    def decisions(self) -> Decisions:
        """The same against some opponents side by side."""
        parts = self.chance, self.best
        return Decisions(*(np.repeat(part[..., None], WIDTH, axis=2) for part in parts))


def outlook_of(solution: Any, state: tuple[Any, ...], actions: Iterable[Any]) -> dict[Any, Outlook]:
    """The outlook after each of the ``actions`` of a state."""
    game, unit, words = solution.game, solution.game.unit, solution._actions
    (own, *others), (points, *mode) = state[: game.players], state[game.players :]
    if turns_left(game, first(game, (own, *others))):
        # A score to pass instead of a goal to reach.
        need = (max(others) - own) // unit + 1
        decisions = to_pass(game, (own, *others), need)
        game = game.seen_from(1) if game.players > 2 else game
        own = game.goal - need * unit
    else:
        scores = [score // unit for score in (own, *others)]
        decisions = OneTurn.of(solution, scores).decisions
    asides = {}
    if solution._dice and isinstance(mode[0], tuple):
        asides = game.dice.asides(game.dice.check_throw(mode[0], len(mode[0])))
    found = {}
    for action in actions:
        at, place, then = points, 0, action
        if isinstance(action, Choice):
            gain, left = asides[action.aside]
            at, place, then = points + gain, left - 1, action.then
        elif action != BUSTS:
            place = solution._place(*mode or [None])
        if then == BUSTS:
            found[action] = Outlook(1.0, 0.0)
        elif then != words[0]:
            found[action] = Outlook(0.0, float(at))
        else:
            ends = ends_of(game, decisions, own // unit, at // unit, place)
            banked = unit * (ends.ends[:, 0] @ np.arange(len(ends.ends))) + ends.beyond[0]
            found[action] = Outlook(float(ends.lost[0] + ends.wiped[0]), float(banked))
    return found


def rows_to_pass(game: Race, need: int) -> int:
    """How many rows decisions have where the goal stands for the first score that passes."""
    tables = tables_of(game)
    return tables.rolled - tables.goal + int(tables.gains.max()) + need


def to_pass(game: Race, scores: Sequence[int], need: int) -> Decisions:
    """What is done in a last turn in which so many units pass, and one less may tie."""
    if game.players > 2:
        rows = rows_to_pass(game.seen_from(1), need)
        last = last_turn_of(game, tuple([score // game.unit for score in scores])).decisions(rows)
        return Decisions(*(np.repeat(part[..., None], WIDTH, axis=2) for part in last))
    tables, rows = tables_of(game), rows_to_pass(game, need)
    held = np.zeros((rows, WIDTH))
    held[need:] = 1.0
    code = np.full((rows, len(tables.may), WIDTH), THROW, dtype=np.uint8)
    code[need:] = BANK
    if tie := worth_of_a_tie(game):
        held[need - 1] = tie
        code[need - 1, tables.may & BANKS > 0] = OPEN
    return decided(game, code, held, np.zeros(WIDTH))
