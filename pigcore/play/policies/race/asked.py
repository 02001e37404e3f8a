"""Functions and arrays that decide in a race: asked wherever their turns come.

Asked to bank or throw, a policy answers with one of the two words (``"hold"`` and ``"roll"`` are
the same); True or False; a number of 0 to 1, which is the chance that it throws, so that 1 throws
and 0 banks; or {action: chance}. Asked which of several options it takes it answers with the place
of one, or {place: chance}. It is not asked where there is nothing to decide, but for the first
throw of a turn, which it may not refuse.

Where dice are set aside it is asked with the faces of a throw and answers with a
:class:`~pigcore.games.dice.Choice`, which says both: its text such as ``"1 1, then throw"``,
``((1, 1), "throw")`` or {choice: chance} will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from inspect import Parameter, signature
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.dice import BANK as BANKING
from ....games.dice import BUSTS, Choice
from ....games.dice import THROW as THROWING
from ....games.errors import RuleError
from ....games.functions import anew, parts_asked_for
from ....games.race import TOLD, Race
from ....games.spelling import listed, shown
from ....games.starts import Mover, Start, first, left, start_of, tail
from ....kernels import Floats
from ....memory import require
from ....solvers.race.arrays import BANKS, THROWS, tables_of
from ....solvers.race.decided import BANK, OPEN, WIDTH, Decisions, codes, ends_of
from ....solvers.race.late import late_of
from ..answers import MOST_STATES, as_array, asking, check_size, mixture, read
from .plans import Busts, Opponents, Plan, hand_in, offered, open_states
from .throws import Throw, merged, sole_options, throws_of

NO_ANSWER = float("nan")
TURNS = 1000
"""So many turns of a function are remembered that is asked as games come there."""
_THROWS = {"roll": 1.0, "hold": 0.0, "throw": 1.0, "bank": 0.0}
_NUMBERS = (int, np.integer)

Scores = tuple[int, ...]


def must_answer(mover: Any) -> str:
    """What must be answered, in words."""
    throw, bank = mover.words if isinstance(mover, Mover) else ("roll", "hold")
    return f"{throw!r}, {bank!r}, the chance of {throw}ing or {{action: chance}}"


def chance_of(answer: object, mover: Mover, state: tuple[Any, ...]) -> float:
    """The chance that an answer throws."""
    chance = chance_in(answer)
    if isnan(chance):
        raise RuleError(
            f"the policy answers {shown(answer)} at {mover.game.asked_at(state)}, but must answer "
            f"{must_answer(mover)}"
            + (": write hold_at(…) for totals to hold at" if isinstance(answer, _NUMBERS) else "")
        )
    return chance


def chance_in(answer: object) -> float:
    """The chance that an answer throws; NaN if it is no answer."""
    if isinstance(answer, str):
        return _THROWS.get(answer, NO_ANSWER)
    if isinstance(answer, (bool, int, float, np.bool_, np.integer, np.floating)):
        return float(answer) if 0 <= answer <= 1 else NO_ANSWER
    found = read(answer, lambda word: _THROWS.get(word) if isinstance(word, str) else None)
    return NO_ANSWER if found is None else sum(found[throws] * throws for throws in found)


def choices_in(answer: object, game: Race, state: tuple[Any, ...], options: Any) -> Any:
    """The places of the options that an answer takes, with their chances."""

    def place(n: Any) -> int | None:
        known = isinstance(n, _NUMBERS) and not isinstance(n, bool) and 0 <= n < len(options)
        return int(n) if known else None

    found = read(answer, place)
    if found is None:
        raise RuleError(
            f"the policy answers {shown(answer)} at {game.asked_at(state)} with the options "
            f"{shown(options)}, but must answer the place of one, 0 to {len(options) - 1}, or "
            "{place: chance}"
        )
    return found


def asides_in(answer: object, game: Race, state: tuple[Any, ...]) -> dict[Choice, float]:
    """The choices of an answer to a throw of dice, with their chances.

    Who throws on with the goal reached, where that wins at once, has won.
    """
    start, points, faces = start_of(game, state), state[game.players], hand_in(game, state)
    mover = Mover(game, start.seat)
    last, scores = left(game, start) > 0, start.scores
    choices: dict[str, Choice] = {}
    wrong: dict[str, Choice] = {}
    for aside, (gain, dice) in mover.set_aside.asides(faces, len(faces)).items():
        banks, throws = offered(game, start, points + gain, dice - 1, last)
        if last:  # he may throw on ahead of the others, but not for ever
            throws = scores[0] + points + gain < tables_of(mover).rolled * game.unit
            banks = banks or not throws
        may = (THROWING,) * throws + (BANKING,) * banks or (BUSTS,)
        for then in (THROWING, BANKING):
            known = wrong if then == BANKING and may == (THROWING,) else choices
            known[str(Choice(aside, then))] = Choice(aside, then if then in may else may[0])

    def choice(action: Any) -> Choice | None:
        if isinstance(action, tuple) and len(action) == 2 and isinstance(action[0], tuple):
            action = f"{' '.join(map(str, sorted(action[0])))}, then {action[1]}"
        if isinstance(action, str) and action in wrong:
            raise RuleError(
                f"the policy answers {shown(answer)} at {game.spell(state)}, where that may not be "
                f"banked: answer {shown(str(wrong[action]))}"
            )
        return choices.get(action) if isinstance(action, str) else None

    found = read(answer, choice)
    if found is None:
        raise RuleError(
            f"the policy answers {shown(answer)} at {game.spell(state)}, but must answer what to "
            f"set aside and what to do then, such as {shown(next(iter(choices)))}, or "
            "{answer: chance}"
        )
    return found


def parts_of(mover: Mover, policy: Callable[..., Any]) -> int:
    """How many parts of a state a function is given but those by name; one more where it is asked
    about options.
    """
    game, told = mover.game, told_by_name(mover.game, policy)
    if not mover.chooses:
        return parts_asked_for(game, policy, TOLD)
    names = tuple(name for name in game.state_names if name not in TOLD)
    remedy = "answer with the place of an option, or, where options is None, 'bank' or 'throw'"
    if mover.set_aside:
        names = (*names[:-1], "the faces of a throw")
        remedy = "answer such as '1 1, then throw', and give what is beyond these a default"
    else:
        names = (*names, "options")
    try:
        bound = signature(policy)
        bound.replace(
            parameters=[one for name, one in bound.parameters.items() if name not in told]
        ).bind(*names)
    except TypeError:
        raise RuleError(
            f"a policy of {game.name} is asked with {listed(names)}, but "
            f"{getattr(policy, '__name__', None) or shown(policy)} takes something else: {remedy}"
        ) from None
    except ValueError:  # a builtin without a signature
        pass
    return len(names)


class Asked(Plan):
    """A function, asked in all states of a turn below the goal, and wherever it throws on to.

    ``states`` is in how many it will be asked, if that is known; else it forgets what it said.
    """

    mover: Mover
    parts: int
    told: Sequence[str] = ()
    """What it is given by name."""
    passes: NDArray[np.bool_] | None = None
    past: str | None = None
    last: Asked | None = None
    """Who is asked in last turns, where there are any."""

    def __init__(self, mover: Mover, policy: Callable[..., Any], states: int = 0) -> None:
        game, self.told = mover.game, told_by_name(mover.game, policy)
        names, more = game.state_names, len(self.told)
        plain = len(names) - len([name for name in names if name in TOLD])

        def read(answer: Any, at: tuple[Any, ...]) -> Any:
            state, end = at[: len(at) - more], at[len(at) - more :]
            options = state[plain] if len(state) > plain else None
            known = _THROWS.get(answer) if type(answer) is str and options is None else None
            if known is not None:
                return known
            where = *state[:plain], *end
            if options is not None:
                return choices_in(answer, game, where, options)
            return chance_of(answer, mover, where)

        self._ask = asking(game, _by_place(policy, self.told), read, states)
        self._begin(mover, parts_of(mover, policy), states)

    def _begin(self, mover: Mover, parts: int, states: int) -> None:
        self.mover, self.parts, game = mover, parts, mover.game
        self.looks: bool = "busts" in self.told or "opp_busts" in self.told
        self._known: dict[Any, Any] = {}
        self._most = states or TURNS
        self.by_throw: bool = not states
        if parts > game.players and not game.may_pass and not mover.set_aside:
            counts = (game.busts_in_a_row if self.looks else 1,) * (2 * (game.penalty > 0))
            self.passes = np.zeros((*(game.units,) * game.players, *counts), dtype=bool)

    def _ends(self, busts: Busts, seat: int) -> tuple[int, ...]:
        """What it is given by name."""
        known = dict(zip(TOLD, (*(busts or (0, 0)), seat)))
        return tuple([known[name] for name in self.told])

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """As :class:`Plan` says, asked there alone."""
        part = dict(zip(self.game.state_names, state))
        plain = [one for name, one in part.items() if name not in TOLD]
        told = [part[name] for name in self.told]
        (said,) = self._ask([(*[*plain, options][: self.parts], *told)])
        if options is None:
            said = dict(zip(self.mover.words, (said, 1.0 - said)))
        return mixture(said)

    def holds_first(self, start: Start) -> bool:
        """Whether it would not make the first throw."""
        if self.passes is not None:
            own, *others = map(self.game.in_units, start.scores)
            self.turn(own, np.array([others]), start.busts if self.looks else ())
        return super().holds_first(start)

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        return _decisions(*self._columns(own, opp, busts if self.looks else ()))

    def _columns(self, own: int, opp: Opponents, busts: Busts) -> tuple[Any, Any]:
        """The same at [opponents, units, …]: the chances to throw, and to take options."""
        each = [(own, tuple(np.atleast_1d(one).tolist()), busts) for one in opp]
        new = [one for one in dict.fromkeys(each) if one not in self._known]
        if len(self._known) + len(new) > self._most:
            self._known = {one: self._known[one] for one in {*each} - {*new}}
        if new:
            throws, share = self._answered(own, [one[1] for one in new], busts)
            self._known |= zip(new, zip(throws, [None] * len(new) if share is None else share))
        throws, share = zip(*[self._known[one] for one in each])
        return np.stack(throws), None if share[0] is None else np.stack(share)

    @property
    def asks(self) -> bool:  # type: ignore[override]
        """As :class:`Plan` says."""
        return self.last is not None

    def last_turns(self, wanted: NDArray[np.bool_]) -> Floats:
        """As :class:`Plan` says, asked as far as its turns come."""
        asked: Any = self.last
        game, tie, found = self.game, late_of(self.game).tie, np.zeros(wanted.shape)
        for own in range(game.units):
            if len(some := np.flatnonzero(wanted[:, own])):
                opp = game.units + np.resize(some, -(-len(some) // WIDTH) * WIDTH)
                answered = asked._answered(own, [(one,) for one in opp.tolist()], last=True)
                ends = ends_of(asked.mover, _decisions(*answered), own).ends[:, : len(some)]
                ahead = own + np.arange(len(ends))[:, None] - game.units - some
                found[some, own] = (ends * np.where(ahead == 0, tie, ahead > 0)).sum(axis=0)
        return found

    def answer_last(self, start: Start, state: tuple[Any, ...], options: Any = None) -> Any:
        """As :class:`Plan` says."""
        asked: Any = self.last
        return asked.answer(state, options)

    def _answered(
        self, own: int, others: list[Scores], busts: Busts = (), last: bool = False
    ) -> tuple[Any, Any]:
        """The chances to throw at [others, units, mode], and to take options or None.

        Of a ``last`` turn where it comes from its beginning on; else of all states below the goal,
        and of those past it that a throw leads to.
        """
        mover, told = self.mover, self._ends(busts, self.game.seats if last else self.mover.seat)
        need, start = int(tables_of(mover).need[own]), (0, tables_of(mover).start)
        code = codes(mover, own, 1)[:, :, 0]
        throws = np.repeat((code != BANK)[None].astype(np.float64), len(others), axis=0)
        share = None
        if choosing := choosing_of(mover):
            share = np.tile(sole_options(mover), (*throws.shape[:2], 1))
        front = np.zeros(throws.shape, dtype=bool)
        if last:
            front[:, *start] = True
        else:
            front[:, :need] = open_states(mover, own)[1][:need]
        seen = front.copy()
        while front.any():
            asked = np.argwhere(front & (code == OPEN))
            throws[tuple(asked.T)] = self._said(own, others, asked, told)
            going = front & (throws > 0)
            for one in choosing:
                places = np.argwhere(going[:, :, one.mode])
                answers = self._taken(own, others, places, one, told)
                for (n, t), answer in zip(places.tolist(), answers):
                    for k, chance in answer.items():
                        share[n, t, one.choices[k]] = chance  # type: ignore[index]
            after = np.zeros_like(seen)
            for mode, gain, then in _steps(mover):
                after[:, gain:, then] |= going[:, : len(code) - gain, mode]
            after[:, : 0 if last else need] = False
            front = after & ~seen
            seen |= front
            if not last:
                self._past_the_goal(own, others, front & (code == BANK), need, told)
        if self.passes is not None and not last:
            begun = np.array([(n, *start) for n in range(len(others))])
            for other, said in zip(others, self._said(own, others, begun, told)):
                self.passes[own, *other, *busts] = said < 1.0
        return throws, share

    def _said(
        self, own: int, others: list[Scores], places: NDArray[np.int64], told: tuple[int, ...]
    ) -> Any:
        """The chances that it throws at these (place of the others, units, mode)."""
        game, scores = self.game, self._scores(own, others)
        more, rows = self.parts - game.players, int(places[:, 1].max(initial=0)) + 1
        modes = len(self.mover.turn.modes)
        hands = [
            [(*(*self._in_hand(t, m), None)[:more], *told) for m in range(modes)]
            for t in range(rows)
        ]
        states = [scores[n] + hands[t][m] for n, t, m in places.tolist()]
        if more >= len(self._in_hand(0, 0)):
            return self._ask(states)
        each = list(dict.fromkeys(states))  # what it is not given makes no difference
        known = dict(zip(each, self._ask(each)))
        return [known[state] for state in states]

    def _taken(
        self, own: int, others: list[Scores], places: NDArray[np.int64], one: Any,
        told: tuple[int, ...],
    ) -> Any:  # fmt: skip
        """The options that it takes at these (place of the others, units), with their chances."""
        scores = self._scores(own, others)
        return self._ask([
            (*scores[n], *self._in_hand(t, one.mode), one.leaves, *told) for n, t in places.tolist()
        ])  # fmt: skip

    def _scores(self, own: int, others: list[Scores]) -> list[Scores]:
        return [tuple(map(self.game.in_points, (own, *one))) for one in others]

    def _in_hand(self, units: int, mode: int) -> tuple[Any, ...]:
        """The parts of a state that follow the scores, but for those given by name."""
        names = self.game.state_names
        several = len({"dice", "mode"} & {*names}) > 0
        return units * self.game.unit, *(self.mover.turn.values[mode],) * several

    def _past_the_goal(
        self, own: int, others: list[Scores], won: Any, need: int, told: tuple[int, ...]
    ) -> None:
        """Note where it would throw on though it has won; it need not know what it would do."""
        game, may = self.game, tables_of(self.mover).may == (BANKS | THROWS)
        if self.past or game.win != "reach" or game.end != "goal" or self.parts <= game.players:
            return
        if own + need > game.units:  # every turn wins that may be banked at all
            return
        won = won & may
        won[:, :need] = False
        won[:, need + 1 if game.target == "exact" else len(won[0]) :] = False
        places = np.argwhere(won)
        try:
            answers = self._said(own, others, places, told)
        except Exception:  # whatever a user's function raises
            return
        for (n, t, m), said in zip(places.tolist(), answers):
            if said > 0:
                state = *self._scores(own, others)[n], *self._in_hand(t, m)
                self.past = game.asked_at(state)
                return


class AskedAside(Asked):
    """A function of (own, opp, points, faces) that answers every throw of dice.

    It may answer alike throws differently, and mix, so its turns are followed throw by throw; where
    they never come it is not asked.
    """

    def __init__(self, mover: Mover, policy: Callable[..., Any], starts: int = 0) -> None:
        game = mover.game
        self.told: Sequence[str] = told_by_name(game, policy)
        place, order = game.players + 2, [name for name in game.state_names if name in TOLD]

        def read(answer: Any, at: tuple[Any, ...]) -> Any:
            known = dict(zip(order, tail(game, first(game)._replace(seat=mover.seat))))
            known |= zip(self.told, at[place:])
            return asides_in(answer, game, (*at[:place], *known.values()))

        self._ask = asking(game, _by_place(policy, self.told), read)
        self._starts, self._said_of = starts or game.units**game.players, dict[Any, Any]()
        self._begin(mover, parts_of(mover, policy), 0)

    def _choices(self, *state: Any) -> dict[Choice, float]:
        """The choices at a throw that scores, with their chances."""
        if state not in self._said_of:
            if len(self._said_of) >= MOST_STATES:
                self._said_of.clear()
            self._said_of[state] = self._ask.one(*state)
        found: dict[Choice, float] = self._said_of[state]
        return found

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """As :class:`Plan` says, of the faces of a throw; nothing is known of dice in hand."""
        part = dict(zip(self.game.state_names, state))
        scores, points = state[: self.game.players], state[self.game.players]
        dice = hand_in(self.game, state)
        if isinstance(dice, int):
            raise RuleError(
                f"the policy answers throws, but none lies on the table at "
                f"{self.game.spell(state)}: give the faces of a throw in place of the dice"
            )
        faces = tuple(sorted(dice))
        if (len(faces) - 1, faces) not in throws_of(self.mover).places:
            return BUSTS
        return mixture(self._choices(*scores, points, faces, *[part[name] for name in self.told]))

    def shares(self, scores: Scores, units: Any, found: Decisions) -> Any:
        """As :class:`Plan` says."""
        return self._followed(scores, self._ends((), self.mover.seat))[2][units]

    def _answered(
        self, own: int, others: list[Scores], busts: Busts = (), last: bool = False
    ) -> tuple[Any, Any]:
        """As :class:`Asked` says; what happens with throws that leave the same options is the same,
        and so is banking after different ones.
        """
        mover, game = self.mover, self.game
        states = self._starts * game.units * len(throws_of(mover).each) // 2
        check_size(game, states, ", or let it play in pigcore.simulate")
        throws = (codes(mover, own, len(others)) != BANK).astype(np.float64)
        share, told = [], self._ends(busts, game.seats if last else mover.seat)
        for n, one in enumerate(others):
            come, stop, taken = self._followed((own, *one), told)
            there = come > 0
            throws[there, n] = 1.0 - stop[there] / come[there]
            share.append(merged(mover, taken.sum(axis=2)))
        sole = sole_options(mover)
        return np.moveaxis(throws, -1, 0), np.maximum(share, sole)

    def _followed(self, scores: Scores, told: tuple[int, ...]) -> tuple[Any, Any, Any]:
        """The chances to come to each state of a turn and to stop there, (rows, modes), and to take
        each choice of a throw and throw or bank then, (rows, choices, 2).
        """
        game, known, tables = self.game, throws_of(self.mover), tables_of(self.mover)
        come, stop = np.zeros((2, *codes(self.mover, scores[0], 1).shape[:2]))
        share = np.zeros((len(come), len(known.gains), 2))
        come[0, tables.start] = 1.0
        by_mode = [[one for one in known.each if one.mode == m] for m in range(come.shape[1])]
        points = list(map(game.in_points, scores))
        for t, m in np.ndindex(come.shape):
            go = come[t, m] - stop[t, m]
            for throw in by_mode[m] if go > 0 else ():
                here = slice(throw.choices.start, throw.choices.stop)
                words = known.words[here]
                state = *points, t * game.unit, throw.leaves, *told
                for choice, chance in self._choices(*state).items():
                    place = throw.choices[words.index(choice.aside)]
                    share[t, place, int(choice.then != THROWING)] += chance
                each = go * throw.chance * share[t, here]
                at = t + known.gains[here], known.after[here]
                np.add.at(come, at, each.sum(axis=1))
                np.add.at(stop, at, each[:, 1])
        return come, stop, share


class Looked(Asked):
    """An array of answers at [own, opp, …, points, mode], or without the last axes."""

    def __init__(self, mover: Mover, policy: Any) -> None:
        game = mover.game
        wide = (*(game.units,) * game.players, tables_of(mover).rolled)
        wide = (*wide, len(mover.turn.modes)) if mover.turn.roll is None else wide
        given = as_array(policy)
        if mover.chooses or given.shape not in [
            wide[:n] for n in range(game.players, len(wide) + 1)
        ]:
            what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
            usage = game.usage.lower() if game.players == 2 else " ".join(game.state_names)
            other = "" if mover.chooses else f"an array {wide} of answers or "
            raise RuleError(
                f"the policy is {what}, but must be a function of {usage}"
                f"{' options' if mover.chooses else ''}, {other}a solution"
            )
        self._given = given
        self._begin(mover, given.ndim, game.units**game.players)

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """As :class:`Plan` says."""
        return Plan.answer(self, state, options, throws)

    def _said(
        self, own: int, others: list[Scores], places: NDArray[np.int64], told: tuple[int, ...]
    ) -> Any:
        """As :class:`Asked` says."""
        scores = np.array([(own, *one) for one in others])
        at = np.hstack([scores[places[:, 0]], places[:, 1:]])[:, : self.parts]
        said = self._given[tuple(at.T)]
        chances = said if said.dtype.kind in "biuf" else np.frompyfunc(chance_in, 1, 1)(said)
        chances = chances.astype(np.float64)
        for wrong in np.flatnonzero(~((chances >= 0) & (chances <= 1)))[:1].tolist():
            n, t, m = places[wrong].tolist()
            state = *self._scores(own, others)[n], *self._in_hand(t, m)
            chance_of(said.item(wrong), self.mover, state)
        return chances

    def _past_the_goal(self, *given: Any) -> None:
        """What stands there is of no state."""


def _decisions(throws: NDArray[np.float64], share: Any) -> Decisions:
    """Of what is at [others, units, …]."""
    bank = np.ascontiguousarray(np.moveaxis(1.0 - throws, 0, -1))
    if not ((bank > 0) & (bank < 1)).any():
        bank = bank.astype(np.uint8)
    taken = None if share is None else np.ascontiguousarray(np.moveaxis(share, 0, -1))
    return Decisions(bank, None, taken)


@lru_cache(maxsize=8)
def choosing_of(mover: Mover) -> list[Throw]:
    """The throws of which a function is asked what it takes."""
    return [one for one in throws_of(mover).each if len(one.choices) > 1] if mover.chooses else []


@lru_cache(maxsize=8)
def _steps(mover: Mover) -> list[tuple[int, int, int]]:
    """The (mode, units, mode then) of all throws."""
    tables = tables_of(mover)
    owner = np.repeat(tables.owner, np.diff(tables.first))
    steps: list[tuple[int, int, int]] = np.unique(
        np.stack([owner, tables.gains, tables.after]), axis=1
    ).T.tolist()
    return steps


def questions(mover: Mover, parts: int, others: int) -> int:
    """In how many states of a game a policy is asked that is given so many parts of each, against
    so many tuples of the others' scores.
    """
    units = mover.game.units
    if parts == mover.game.players:
        return units * others
    return int(others * sum(_questions(mover, own) for own in range(units)))


def _questions(mover: Mover, own: int) -> int:
    """How often it is asked with so many units banked against one opponent."""
    open_, throws = (part[: mover.game.units - own] for part in open_states(mover, own))
    many = np.bincount([option.mode for option in choosing_of(mover)], minlength=throws.shape[1])
    return int(open_.sum() + throws.sum(axis=0) @ many)


def require_memory(mover: Mover, size: int) -> None:
    """Refuse tables of so many bytes a state if they do not fit in memory."""
    tables, game = tables_of(mover), mover.game
    options = len(tables.gains) if mover.chooses else 0
    require(
        size * game.units**game.players * tables.rolled * (len(tables.may) + options),
        f"a table of the decisions of {game.name} to {game.goal}",
        "choose a smaller goal, or the game's solution as the policy",
    )


def told_by_name(game: Race, policy: Callable[..., Any]) -> list[str]:
    """What stands at the end of a state, if a function takes any of it by its name."""
    try:
        known = signature(policy).parameters
    except ValueError:  # a builtin without a signature
        return []
    names = [name for name in game.state_names if name in TOLD]
    return names if {*names} & {*known} else []


def _by_place(policy: Callable[..., Any], names: Sequence[str]) -> Callable[..., Any]:
    """The function that is given behind all else what it takes by these names."""
    if not names:
        return policy
    own = signature(policy).parameters
    placed = [n for n in own if n in names and own[n].kind is not Parameter.KEYWORD_ONLY]

    def made(policy: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(policy)
        def asked(*parts: Any) -> Any:
            given, end = [*parts[: -len(names)]], zip(names, parts[-len(names) :])
            told = {name: part for name, part in end if name in own}
            for name in placed:
                given.insert([*own].index(name), told.pop(name))
            return policy(*given, **told)

        return asked

    found: Callable[..., Any] = anew(policy, made)
    return found
