"""Functions, arrays and saved tables that decide in a race, as tables of chances.

Asked to bank or throw, a policy answers with one of the two words (``"hold"`` and ``"roll"`` are
the same); True or False; a number of 0 to 1, which is the chance that it throws, so that 1 throws
and 0 banks; or {action: chance}. Asked which of several options it takes it answers with the place
of one, or {place: chance}. It is never asked where there is nothing to decide.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.errors import RuleError
from ....games.functions import parts_asked_for
from ....games.game import Game
from ....games.race import Race
from ....games.spelling import listed, shown
from ....memory import require
from ....solvers.race.arrays import far
from ....solvers.race.decided import (
    BANK,
    OPEN,
    WIDTH,
    Decisions,
    codes,
    ends_of,
    tables_of,
    with_shares,
)
from ..answers import as_array, asking, check_size, shares
from ..tables import Table
from .plans import (
    Choosing,
    Floats,
    Opponents,
    Plan,
    TablePlan,
    choosing,
    open_states,
    sole_options,
)

__all__ = [
    "AskedTurns", "actions", "ask_one", "asked", "chance_in", "chance_of", "chances_in",
    "from_array", "from_table", "must_answer", "parts_of", "refuse_other_parameters",
    "require_memory", "rows_of", "shape",
]  # fmt: skip

NO_ANSWER = float("nan")
TURNS = 1000
"""So many turns of a function are remembered that is asked as games come there."""
_THROWS = {"roll": 1.0, "hold": 0.0, "throw": 1.0, "bank": 0.0}
_NUMBERS = (int, np.integer)


def must_answer(game: Game) -> str:
    """What must be answered, in words."""
    throw, bank = game.words if isinstance(game, Race) else ("roll", "hold")
    return f"{throw!r}, {bank!r}, the chance of {throw}ing or {{action: chance}}"


def chance_of(answer: object, game: Game, state: tuple[Any, ...]) -> float:
    """The chance that an answer throws."""
    chance = chance_in(answer)
    if isnan(chance):
        raise RuleError(
            f"the policy answers {shown(answer)} at {game.asked_at(state)}, but must answer "
            f"{must_answer(game)}"
            + (": write hold_at(…) for totals to hold at" if isinstance(answer, _NUMBERS) else "")
        )
    return chance


def chance_in(answer: object) -> float:
    """The chance that an answer throws; NaN if it is no answer."""
    if isinstance(answer, str):
        return _THROWS.get(answer, NO_ANSWER)
    if isinstance(answer, (bool, int, float, np.bool_, np.integer, np.floating)):
        return float(answer) if 0 <= answer <= 1 else NO_ANSWER
    mixed = shares(answer)
    if mixed is None:
        return NO_ANSWER
    return sum(_THROWS.get(action, NO_ANSWER) * chance for action, chance in mixed.items())


def chances_in(answers: NDArray[Any]) -> NDArray[np.float64]:
    """The same of an array of answers, or of chances."""
    if answers.dtype.kind not in "biuf":
        answers = np.frompyfunc(chance_in, 1, 1)(answers)
    return answers.astype(np.float64)


def choices_in(
    answer: object, game: Race, state: tuple[Any, ...], options: Any
) -> dict[int, float]:
    """The places of the options that an answer takes, with their chances."""
    mixed = shares(answer)
    found = {answer: 1.0} if isinstance(answer, _NUMBERS) and mixed is None else mixed or {}
    whole = [isinstance(n, _NUMBERS) and not isinstance(n, bool) for n in found]
    if not whole or not all(whole) or not all(0 <= n < len(options) for n in found):
        raise RuleError(
            f"the policy answers {shown(answer)} at {game.asked_at(state)} with the options "
            f"{shown(options)}, but must answer the place of one, 0 to {len(options) - 1}, or "
            "{place: chance}"
        )
    return {int(n): chance for n, chance in found.items()}


# --- functions ------------------------------------------------------------------------------------


def parts_of(game: Race, policy: Callable[..., Any]) -> int:
    """How many parts of a state a function is given; one more where it is asked about options."""
    if not game.chooses:
        return parts_asked_for(game, policy)
    names = (*game.state_names, "options")
    remedy = "answer with the place of an option, or, where options is None, 'bank' or 'throw'"
    refuse_other_parameters(game, policy, names, remedy)
    return len(names)


def refuse_other_parameters(
    game: Race, policy: Callable[..., Any], names: Sequence[str], remedy: str
) -> None:
    """RuleError unless a function takes what it is asked with."""
    try:
        inspect.signature(policy).bind(*names)
    except TypeError:
        raise RuleError(
            f"a policy of {game.name} is asked with {listed(names)}, but "
            f"{getattr(policy, '__name__', None) or shown(policy)} takes something else: {remedy}"
        ) from None
    except ValueError:  # a builtin without a signature
        return


def ask_one(game: Race, policy: Callable[..., Any], state: tuple[Any, ...], options: Any) -> Any:
    """What a function answers in one state: {action: chance}, or {place: chance}."""
    parts = parts_of(game, policy)
    if options is not None and parts > len(state):
        options = tuple(options)
        return choices_in(policy(*state, options), game, state, options)
    chance = chance_of(policy(*(*state, None)[:parts]), game, state)
    return dict(zip(game.words, (chance, 1.0 - chance)))


class AskedTurns(Plan):
    """A function, asked in all states of a turn when games come there; ``states`` is in how many it
    will be asked, if that is known.
    """

    game: Race
    parts: int
    asker: Any

    def __init__(self, game: Race, policy: Callable[..., Any], states: int = 0) -> None:
        self.game, self.parts = game, parts_of(game, policy)
        names = len(game.state_names)

        def read(answer: Any, at: tuple[Any, ...]) -> Any:
            if len(at) > names and at[-1] is not None:
                return choices_in(answer, game, at[:names], at[-1])
            known = _THROWS.get(answer) if type(answer) is str else None
            return chance_of(answer, game, at[:names]) if known is None else known

        self._ask = asking(game, policy, read, states)
        self._known: dict[Any, Any] = {}
        self._hands: dict[int, list[tuple[Any, ...]]] = {}
        self.asker = self if game.end != "goal" and game.players == 2 else None

    def one(self, state: tuple[Any, ...], options: Any = None) -> Any:
        """The chance that it throws in one state, or {place of an option: chance}."""
        (said,) = self._ask([(*state, options)[: self.parts]])
        return said

    def ask(self, own: int, opp: Sequence[int], throws: Any, share: Any, open_: Any) -> None:
        """Write what it answers into tables at [units, mode] and [units, option]."""
        game, names = self.game, len(self.game.state_names)
        scores = tuple(score * game.unit for score in (own, *opp))
        if own not in self._hands:  # which one after another is asked about
            hands = ((*_in_hand(game, t, m), None) for t, m in open_.tolist())
            self._hands = {own: [hand[: self.parts - game.players] for hand in hands]}
        states = [scores + hand for hand in self._hands[own]]
        if self.parts < names:  # what it is not given makes no difference
            each = list(dict.fromkeys(states))
            known = dict(zip(each, self._ask(each)))
            throws[tuple(open_.T)] = [known[state] for state in states]
        else:
            throws[tuple(open_.T)] = self._ask(states)
        if share is not None:
            below = np.arange(len(throws))[:, None] < game.units - own
            going = (throws > 0) & (below | (tables_of(game).further == 0))
            rows = list(_asked_to_choose(game, own, going))
            said = self._ask([(*scores, *_in_hand(game, t, m), one.options) for t, m, one in rows])
            for (t, _, one), answer in zip(rows, said):
                for n, chance in answer.items():
                    share[t, one.first + n] = chance

    def follow(
        self, own: int, opp: Sequence[Sequence[int]], throws: Any, share: Any,
        cells: set[tuple[int, int, int]],
    ) -> None:  # fmt: skip
        """The same in some cells (units, mode, place of the opponents) and all that follow."""
        game, seen, code = self.game, set(cells), codes(self.game, own, 1)[:, :, 0]
        scores = [[score * game.unit for score in (own, *one)] for one in opp]
        while cells:
            ordered = sorted(cells)
            t, m, _ = place = tuple(np.array(ordered).T)
            throws[place] = code[t, m] != BANK
            open_ = [cell for cell, what in zip(ordered, code[t, m]) if what == OPEN]
            said = self._ask(
                [(*scores[n], *_in_hand(game, t, m), None)[: self.parts] for t, m, n in open_]
            )
            if open_:
                throws[tuple(np.array(open_).T)] = said
            going = [cell for cell, chance in zip(ordered, throws[place]) if chance > 0]
            if share is not None:
                rows = [
                    (*cell, one) for cell in going for one in choosing(game) if one.mode == cell[1]
                ]
                answers = self._ask(
                    [(*scores[n], *_in_hand(game, t, m), one.options) for t, m, n, one in rows]
                )
                for (t, _, n, one), answer in zip(rows, answers):
                    for k, chance in answer.items():
                        share[t, one.first + k, n] = chance
            cells = {(t + gain, k, n) for t, m, n in going for gain, k in _ahead(game)[m]} - seen
            seen |= cells

    def first_throws(self) -> NDArray[np.bool_] | None:
        """Where it would not make the first throw, at [own, opp, …]; None if it always does."""
        game, start = self.game, tables_of(self.game).start
        begun = (*_in_hand(game, 0, start), None)[: self.parts - game.players]
        scores = product(range(0, game.goal, game.unit), repeat=game.players)
        said = self._ask([(*each, *begun) for each in scores])
        found = np.reshape(np.array(said) < 1.0, (game.units,) * game.players)
        return found if found.any() else None

    def last_turns(self, wanted: NDArray[np.bool_]) -> Floats:
        """As :class:`Plan` says, by asking in the last turns that are wanted."""
        game, tables = self.game, tables_of(self.game)
        found, goal = np.zeros(wanted.shape), game.units
        for own in range(goal):
            some = np.flatnonzero(wanted[:, own])
            if not len(some):
                continue
            width = -(-len(some) // WIDTH) * WIDTH
            blank, share = _blank(game, own, 1)
            throws = np.zeros((*blank.shape[:2], width))
            share = None if share is None else np.repeat(share, width, axis=-1)
            begun = {(0, tables.start, n) for n in range(len(some))}
            self.follow(own, (goal + some[:, None]).tolist(), throws, share, begun)
            ends = ends_of(game, Decisions(1.0 - throws, None, share), own).ends[:, : len(some)]
            ahead = own + np.arange(len(ends))[:, None] - goal - some
            found[some, own] = (ends * np.where(ahead == 0, tables.tie, ahead > 0)).sum(axis=0)
        return found

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        each = [(own, *np.atleast_1d(one).tolist()) for one in opp]
        if len(self._known) + len(each) > TURNS:
            self._known = {scores: self._known[scores] for scores in {*each} & {*self._known}}
        for scores in {*each} - {*self._known}:
            throws, share = (
                table if table is None else table[(..., *[0] * (self.game.players - 1))]
                for table in _blank(self.game, own, 1)
            )
            self.ask(own, scores[1:], throws, share, np.argwhere(open_states(self.game, own)[0]))
            self._known[scores] = throws, share
        throws, share = zip(*[self._known[scores] for scores in each])
        if share[0] is None:
            return Decisions(1 - np.stack(throws, axis=-1))
        return Decisions(1 - np.stack(throws, axis=-1), None, np.stack(share, axis=-1))


def asked(game: Race, policy: Callable[..., Any], *, alone: range | None = None) -> TablePlan:
    """A function, by asking it in every state.

    Who plays ``alone`` is asked with these units and opp 0 only.
    """
    last: AskedTurns | None = None
    if game.end != "goal" and game.players == 2 and not alone:
        last = AskedTurns(far(game if game.answered else game.swapped), policy)
        game = far(game) if game.answered else game
    owns, opps = alone or range(game.units), range(1 if alone else game.units)
    others = len(opps) ** (game.players - 1)
    scores = parts_of(game, policy) == game.players
    states = others * sum(1 if scores else _questions(game, own) for own in owns)
    check_size(game, states, ", or let it play in pigcore.simulate")
    require_memory(game, 20, len(owns) * others)
    asker = AskedTurns(game, policy, states)
    tables, taken = [], []
    for own in owns:
        throws, share = _blank(game, own, len(opps))
        open_ = np.argwhere(open_states(game, own)[0])
        beyond = tables_of(game).further > 0  # where one is asked as far as turns come
        open_ = open_[open_[:, 0] < game.units - own] if beyond else open_
        throws[game.units - own :] *= not beyond
        each = list(product(opps, repeat=game.players - 1))
        for opp in each:
            here = (..., *opp)
            asker.ask(own, opp, throws[here], share if share is None else share[here], open_)
        if beyond:
            flat = throws.reshape(*throws.shape[:2], -1)
            wide = None if share is None else share.reshape(*share.shape[:2], -1)
            asker.follow(own, each, flat, wide, _past(game, own, flat))
        tables.append(throws)
        taken.append(share)
    plan = TablePlan(game, tables, None if taken[0] is None else taken)
    plan.asker = last
    if not game.may_pass and asker.parts > game.players and not alone:
        plan.passes = asker.first_throws()
    return plan


@lru_cache(maxsize=8)
def _ahead(game: Race) -> list[list[tuple[int, int]]]:
    """By mode the (units, mode) that a throw may lead to."""
    tables = tables_of(game)
    owner = np.repeat(tables.owner, np.diff(tables.first))
    steps = np.unique(np.stack([owner, tables.gains, tables.after]), axis=1).T.tolist()
    return [
        [(gain, after) for m, gain, after in steps if m == mode] for mode in range(len(game.modes))
    ]


def _past(game: Race, own: int, throws: Any) -> set[tuple[int, int, int]]:
    """The cells from the goal on that a turn comes to by one throw, by opponent."""
    need = game.units - own
    there = open_states(game, own)[1][:need, :, None] & (throws[:need] > 0)
    return {
        (t + gain, after, n)
        for t, m, n in np.argwhere(there).tolist()
        for gain, after in _ahead(game)[m]
        if t + gain >= need
    }


def _questions(game: Race, own: int) -> int:
    """How often a policy is asked with so many units banked against one opponent."""
    open_, throws = (part[: game.units - own] for part in open_states(game, own))
    many = np.bincount([option.mode for option in choosing(game)], minlength=throws.shape[1])
    return int(open_.sum() + throws.sum(axis=0) @ many)


def _asked_to_choose(
    game: Race, own: int, throws: NDArray[np.bool_]
) -> Iterator[tuple[int, int, Choosing]]:
    """(units, mode, what there is to choose from) where a throw leaves a choice."""
    there = open_states(game, own)[1] & throws
    for t, m in np.argwhere(there).tolist():
        for option in choosing(game):
            if option.mode == m:
                yield t, m, option


def _in_hand(game: Race, units: int, mode: int) -> tuple[Any, ...]:
    """The parts of a state that follow the scores."""
    last = (game.modes[mode],) if game.optional == 2 else ()
    return units * game.unit, *last


def require_memory(game: Race, size: int, starts: int = 0) -> None:
    """Refuse tables of so many bytes a state if they do not fit in memory."""
    tables = tables_of(game)
    options = len(tables.gains) if choosing(game) else 0
    require(
        size * (starts or game.units**game.players) * tables.rolled * (len(tables.may) + options),
        f"a table of the decisions of {game.name} to {game.goal}",
        "choose a smaller goal, or the game's solution as the policy",
    )


def _blank(game: Race, own: int, opps: int = 0) -> tuple[Any, Any]:
    """Tables for an own score with what the rules say: to throw, and of options (or None)."""
    others = (opps or game.units,) * (game.players - 1)
    code = codes(game, own, 1)[:, :, 0]
    options = len(tables_of(game).gains) if choosing(game) else 0
    throws = np.ones((*code.shape, *others))
    throws[code == BANK] = 0.0
    if not options:
        return throws, None
    share = np.zeros((len(code), options, *others))
    share += sole_options(game).reshape(-1, *[1] * len(others))
    return throws, share


# --- arrays and saved tables ----------------------------------------------------------------------


def actions(game: Race) -> tuple[Any, ...]:
    """What can be answered: to throw or bank, and the place of an option."""
    most = max((len(one.options) for one in choosing(game)), default=0)
    return (*game.words, *range(most))


def shape(game: Race) -> tuple[int, ...]:
    """The axes of a table: scores and points in units, and modes, with what they let one choose."""
    last = (len(game.modes) + len(choosing(game)),) if game.optional == 2 else ()
    return (*(game.units,) * game.players, tables_of(game).rolled, *last)


def from_array(game: Race, policy: Any) -> TablePlan:
    """An array of answers at [own, opp, …, points, mode], or without the last axes."""
    wide, least = shape(game), game.players
    given = as_array(policy)
    if choosing(game) or given.shape not in [wide[:n] for n in range(least, len(wide) + 1)]:
        what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
        usage = game.usage.lower() if game.players == 2 else " ".join(game.state_names)
        other = "" if choosing(game) else f"an array {wide} of answers or "
        raise RuleError(
            f"the policy is {what}, but must be a function of {usage}"
            f"{' options' if choosing(game) else ''}, {other}a solution"
        )
    full = len(wide) if game.optional == 2 else len(wide) + 1
    return _tabled(game, given.reshape(*given.shape, *[1] * (full - given.ndim)))


def _tabled(game: Race, given: NDArray[Any]) -> TablePlan:
    """Chances or answers at [own, opp, …, units, mode], each of the last two perhaps for all."""
    require_memory(game, 20)
    tables = []
    for own in range(game.units):
        throws, _ = _blank(game, own)
        open_ = np.argwhere(open_states(game, own)[0])
        t, m = (np.minimum(one, size - 1) for one, size in zip(open_.T, given.shape[-2:]))
        said = given[own][..., t, m]
        chances = chances_in(said)
        wrong = np.argwhere(~((chances >= 0) & (chances <= 1)))
        if len(wrong):
            *opp, n = wrong[0].tolist()
            scores = (score * game.unit for score in (own, *opp))
            state = (*scores, *_in_hand(game, *open_[n].tolist()))
            chance_of(said.item(*opp, n), game, state)
        throws[tuple(open_.T)] = np.moveaxis(chances, -1, 0)
        tables.append(throws)
    return TablePlan(game, tables, None)


def from_table(game: Race, table: Table) -> TablePlan:
    """A saved table."""
    modes = len(game.modes)
    given = table.share(0)
    plan = _tabled(game, given[..., :modes] if game.optional == 2 else given[..., None])
    if not choosing(game):
        return plan
    taken = []
    for own in range(game.units):
        _, share = _blank(game, own)
        there = open_states(game, own)[1]
        for place, option in enumerate(choosing(game), modes):
            rows = np.flatnonzero(there[:, option.mode])
            for n in range(len(option.options)):
                found = np.moveaxis(table.share(2 + n)[own][..., rows, place], -1, 0)
                share[rows, option.first + n] = found
            at = np.argwhere((plan.tables[own][rows, option.mode] > 0) & np.isnan(found))
            for t, *opp in at.tolist():
                scores = [score * game.unit for score in (own, *opp)]
                state = *scores, *_in_hand(game, int(rows[t]), option.mode)
                choices_in(None, game, state, option.options)
        taken.append(np.nan_to_num(share))
    plan.shares = taken
    return plan


def rows_of(game: Race, plan: Plan) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """For each own score the chances at [opp, units, mode and what there is to choose, action]."""
    modes, rolled = len(game.modes), tables_of(game).rolled
    others = game.units ** (game.players - 1)
    for own in range(game.units):
        open_, may_throw = open_states(game, own)
        shares_: Any = None
        chances = np.zeros((others, rolled, modes + len(choosing(game)), len(actions(game))))
        opp = np.arange(others)
        if game.players > 2:
            opp = np.indices((game.units,) * (game.players - 1)).reshape(-1, others).T
        throws = plan.throws(own, opp)
        if choosing(game):
            shares_ = with_shares(game, plan.turn(own, opp)).shares
        t, m = np.nonzero(open_)
        chances[:, t, m, 0], chances[:, t, m, 1] = throws[t, m].T, 1.0 - throws[t, m].T
        for place, option in enumerate(choosing(game), modes):
            rows = np.flatnonzero(may_throw[:, option.mode])
            for n in range(len(option.options)):
                chances[:, rows, place, 2 + n] = shares_[rows, option.first + n].T
        yield own, chances
