"""What a policy of a race gives away throw by throw, within a turn whose throws leave choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BANK as BANKS
from ...games.dice import THROW as THROWS
from ...games.dice import Choice
from ...games.race import Race
from ...games.scoring import faces_of
from ...games.spelling import listed
from ...games.starts import Start, first
from ...solvers.race.decided import (
    BANK,
    OPEN,
    THROW,
    WIDTH,
    Decisions,
    codes,
    ends_of,
    tables_of,
)
from ...solvers.race.one_turn import OneTurn, Paid
from ..policies.race.dice import Followed, RandomPlan, scoring_of
from ..policies.race.plans import Plan, best_play, sets_of
from .results import Mistake, costliest

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
_Taken = str | tuple[int, ...]
_Choice = tuple[int, int, int, _Taken]


@dataclass(frozen=True)
class _Throws:
    """Every throw that leaves something to take, with its choices as the kernel orders them.

    ``first`` is the first choice of each throw; what follows has an entry for each choice.
    """

    named: list[tuple[Any, ...]]
    """How a state ends in which the throw lies on the table."""
    mode: Places
    """What is in hand when it is thrown."""
    chances: Floats
    first: Places
    gains: Places
    after: Places
    option: Places
    """Its place among all options; -1 if it does what a choice before it does."""
    taken: list[_Taken]
    """What the choice is called, or the faces of the dice set aside."""

    def action(self, choice: int, then: str) -> Any:
        """The choice in words, and what one does then."""
        taken = self.taken[choice]
        return f"{taken}, then {then}" if isinstance(taken, str) else Choice(taken, then)


@lru_cache(maxsize=4)
def _throws(game: Race) -> _Throws:
    dice = game.set_aside
    throws = list(_of_dice(game) if dice else _of_turn(game))
    choices = [choice for *_, some in throws for choice in some]
    return _Throws(
        [named for named, *_ in throws],
        np.array([mode for _, mode, *_ in throws]),
        np.array([p for _, _, p, _ in throws]),
        np.cumsum([0, *(len(some) for *_, some in throws)])[:-1],
        np.array([gain for gain, *_ in choices]),
        np.array([after for _, after, *_ in choices]),
        np.array([option for *_, option, _ in choices]),
        [taken for *_, taken in choices],
    )


def _of_dice(game: Race) -> Iterator[tuple[tuple[Any, ...], int, float, list[_Choice]]]:
    scoring = [(n, *one) for n, throws in scoring_of(game).items() for one in throws]
    for n, counts, p, choices in scoring:
        found = {aside: (gain // game.unit, left - 1) for aside, (gain, left) in choices.items()}
        places = dict(sets_of(game)[n - 1, frozenset(found.values())][0])
        yield (faces_of(counts),), n - 1, p, [
            (*found[aside], places.pop(found[aside], -1), aside)
            for aside in sorted(found, key=lambda aside: (found[aside][0], -len(aside), aside))
        ]  # fmt: skip


def _of_turn(game: Race) -> Iterator[tuple[tuple[Any, ...], int, float, list[_Choice]]]:
    tables, turn = tables_of(game), game.turn
    for m, mode in enumerate(turn.modes):
        outcomes = mode.throw.outcomes if mode.throw else ()
        order = sorted(outcomes, key=lambda outcome: len(outcome.options))
        for (p, options), begin in zip(order, tables.first[tables.sets[m] :].tolist()):
            words = [
                option.label or f"{option.gain:,} {turn.phrases[option.mode]}" for option in options
            ]
            yield (turn.values[m], listed(words, "or")), m, float(p), [
                (int(tables.gains[n]), int(tables.after[n]), n, word)
                for n, word in enumerate(words, begin)
            ]  # fmt: skip


def mistakes_in_turn(
    game: Race, plan: Plan, scores: tuple[int, ...], count: int, solution: Any = None
) -> Iterator[Mistake]:
    """At least the ``count`` throws of a turn at these scores, the mover's first, that cost most.

    Visits are counted for one turn. What is best is said by the ``solution``, or by best play.
    Behind the scores stand the busts in a row of both where they cost points.
    """
    best: Any = solution or best_play(game)
    if game.falls:
        yield from _by_busts(game, plan, scores, count, best)
    else:
        yield from _in_turn(game, plan, scores, count, best._turn(first(game, scores)))


def _in_turn(
    game: Race, plan: Plan, scores: tuple[int, ...], count: int, turn: OneTurn
) -> Iterator[Mistake]:
    own, *others = (score // game.unit for score in scores)
    paid = turn.paid(len(codes(game, own, 1)))
    opp = np.repeat([others], WIDTH, axis=0)
    opp = opp if len(others) > 1 else opp[:, 0]
    if not game.chooses:
        yield from _by_state(game, plan.turn(own, opp), scores, paid)
        return
    if isinstance(plan, RandomPlan):
        found = _random(game, plan, own, paid)
    elif isinstance(plan, Followed):
        yield from _asked(game, plan, scores, paid)
        return
    else:
        found = _decided(game, plan.turn(own, opp), paid)
    known = _throws(game)
    at = found.at
    best = _first_of_most(paid.best[at], known.first)
    rows = np.arange(len(found.units))[:, None]
    lost = np.maximum(paid.best[at][rows, best] - found.worth, 0.0)
    visits = found.thrown * known.chances

    def named(row: int, choice: int, banks: NDArray[np.bool_]) -> Any:
        then = BANKS if banks[at[0][row, choice], known.after[choice]] else THROWS
        return known.action(choice, then)

    for (row, place), *given in costliest(lost, visits, count):
        state = *scores, int(found.units[row]) * game.unit, *known.named[place]
        chosen = named(row, found.takes[row, place], found.banks)
        yield Mistake(state, chosen, named(row, best[row, place], paid.banks), *given)


def start_at(game: Race, place: tuple[int, ...]) -> tuple[int, ...]:
    """The scores of a turn start in points and busts in a row, from where it stands among all."""
    own, opp, *busts = place
    others = np.unravel_index(opp, (game.units + game.below,) * (game.players - 1))
    scores = game.unit * np.array([own, *others]) + (game.floor or 0)
    if not game.falls:
        return tuple(scores.tolist())
    counts: Any = np.unravel_index(busts or (0,), (game.busts_in_a_row,) * 2)
    return *scores.tolist(), *(int(count[0]) for count in counts)


def _by_busts(
    game: Race, plan: Any, start: tuple[int, ...], count: int, best: Any
) -> Iterator[Mistake]:
    """The same where busts in a row cost points, in a turn of the race from the floor up."""
    (own, opp, *busts), low = start, game.floor or 0
    late = max(own - game.sure_from, 0)
    scores = own - late - low, opp - low
    turn = best._turn(Start((own, opp), game.seat, tuple(busts)))
    found = _in_turn(game.from_floor, plan.plan(*busts, late // game.unit), scores, count, turn)
    for one in found:
        yield one._replace(state=(own, opp, *one.state[2:], *busts))


def _by_state(
    game: Race, decisions: Decisions, scores: tuple[int, ...], paid: Paid
) -> Iterator[Mistake]:
    """The same where all that is decided is to throw or to bank."""
    bank = decisions.bank[:, :, 0].astype(np.float64)
    rows = slice(len(bank))
    share = bank * paid.bank[rows] + (1.0 - bank) * paid.throw[rows]
    lost = np.where(paid.code[rows] == OPEN, np.maximum(paid.best[rows] - share, 0.0), 0.0)
    reach = ends_of(game, decisions, scores[0] // game.unit).reach[rows, :, 0]
    for (t, mode), given, visits in costliest(lost, reach):
        words = game.words if paid.banks[t, mode] else game.words[::-1]
        named = [] if game.turn.roll is not None else [game.turn.values[mode]]
        yield Mistake((*scores, game.unit * t, *named), *words, given, visits)


class _Chosen(NamedTuple):
    """What a policy does with each throw of a turn, at [row, throw]."""

    units: Places
    """The units of the turn in each row."""
    at: tuple[Places, Places]
    """The state, (units, mode), that each choice leads to, at [row, choice]."""
    thrown: Floats
    """The chance that one throws in the mode of the throw."""
    takes: Places
    """The choice that is taken, of several the costliest."""
    banks: NDArray[np.bool_]
    """Whether one banks then, at [units, mode], of both what costs more."""
    worth: Floats
    """What that pays, on average."""


def _rows(game: Race, thrown: Floats) -> tuple[Places, tuple[Any, Any], Floats]:
    """The units with which one throws, where choices lead, and the chances to throw."""
    known = _throws(game)
    units = np.flatnonzero(thrown.any(axis=1))
    at = np.minimum(units[:, None] + known.gains, len(thrown) - 1), known.after
    return units, at, thrown[units][:, known.mode]


def _decided(game: Race, decisions: Decisions, paid: Paid) -> _Chosen:
    known, first = _throws(game), _throws(game).first
    bank = decisions.bank[:, :, 0].astype(np.float64)
    bank[0, tables_of(game).start] = 0.0
    reach = ends_of(game, decisions).reach[:, :, 0]
    can = np.where(paid.code == BANK, 0.0, 1.0)
    units, at, thrown = _rows(game, reach * (1.0 - bank) * can)
    pays = np.where(bank > 0, bank * paid.bank, 0.0) + np.where(
        bank < 1, (1 - bank) * paid.throw, 0
    )
    least = np.where((bank > 0) & ((bank == 1) | (paid.bank < paid.throw)), paid.bank, paid.throw)
    if decisions.shares is None:
        assert decisions.worth is not None
        takes = _first_of_most(decisions.worth[:, :, 0][at], first)
        worth = np.take_along_axis(pays[at], takes, axis=1)
    else:
        share = np.where(known.option < 0, 0.0, decisions.shares[units][:, known.option, 0])
        takes = _first_of_most(np.where(share > 0, -least[at], -np.inf), first)
        worth = np.add.reduceat(share * pays[at], first, axis=1)
    return _Chosen(units, at, thrown, takes, least == paid.bank, worth)


def _random(game: Race, plan: RandomPlan, own: int, paid: Paid) -> _Chosen:
    decisions = plan.turn(own, np.zeros(WIDTH, dtype=np.int64))
    thrown = ends_of(game, decisions, own).reach * (1.0 - decisions.bank)
    units, at, thrown = _rows(game, thrown[:, :, 0])
    may_throw, may_bank = paid.code != BANK, paid.code != THROW
    first = _throws(game).first
    sums = np.where(may_throw, paid.throw, 0.0) + np.where(may_bank, paid.bank, 0.0)
    ways = may_throw.astype(np.float64) + may_bank
    mean = np.add.reduceat(sums[at], first, axis=1) / np.add.reduceat(ways[at], first, axis=1)
    banks = ~may_throw | (may_bank & (paid.bank < paid.throw))
    worst = np.where(banks, paid.bank, paid.throw)[at]
    return _Chosen(units, at, thrown, _first_of_most(-worst, first), banks, mean)


def _first_of_most(worth: Floats, first: Places) -> Places:
    """Of each throw, the first choice that is worth most, at [row, throw]."""
    count = worth.shape[1]
    most = np.repeat(np.maximum.reduceat(worth, first, axis=1), np.diff([*first, count]), axis=1)
    return np.minimum.reduceat(np.where(worth >= most, np.arange(count), count), first, axis=1)


def _asked(game: Race, plan: Followed, scores: tuple[int, ...], paid: Paid) -> Iterator[Mistake]:
    unit, own, opp = game.unit, scores[0], scores[1:]
    for points, dice, come, stop in plan.states(own, opp):
        if come <= stop:
            continue
        for counts, p, choices in scoring_of(game)[dice]:
            pays = {}
            for aside, (gain, left) in choices.items():
                place = (points + gain) // unit, left - 1
                if paid.code[place] != BANK:
                    pays[Choice(aside, THROWS)] = float(paid.throw[place])
                if paid.code[place] != THROW:
                    pays[Choice(aside, BANKS)] = float(paid.bank[place])
            best = max(pays, key=lambda choice: pays[choice])
            answer = plan.choices(own, opp, points, counts)
            lost = pays[best] - sum(share * pays[choice] for choice, share in answer.items())
            if lost > 0:
                worst = min(answer, key=lambda choice: pays[choice])
                yield Mistake(
                    (*scores, points, faces_of(counts)), worst, best, lost,
                    (come - stop) * p,
                )  # fmt: skip
