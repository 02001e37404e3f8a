"""Policies that are asked for each throw of dice what to set aside: functions, mixtures.

They may answer alike throws differently and mix, so their turns are followed throw by throw.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ....games.dice import BANK, BUSTS, THROW, Choice
from ....games.errors import RuleError
from ....games.race import Race
from ....games.scoring import Counts, faces_of
from ....games.spelling import shown
from ....games.starts import Start, first, left, may
from ....solvers.race.decided import BANK as CODE_BANK
from ....solvers.race.decided import OPEN, Decisions, codes, tables_of
from ..answers import MOST_STATES, asking, check_size, shares
from .asked import refuse_other_parameters as refuse_others
from .plans import Opponents, Plan, mixture, sets_of, sole_options

__all__ = [
    "AskedPlan", "Followed", "RandomPlan", "asked_for", "chances_of", "legal", "offered",
    "scoring_of", "throws_of",
]  # fmt: skip

Others = tuple[int, ...]
"""The opponents' scores in points."""


class Followed(Plan):
    """A policy whose turns are followed throw by throw."""

    @abstractmethod
    def choices(self, own: int, opp: Others, points: int, counts: Counts) -> dict[Choice, float]:
        """The choices at a throw that scores, with their chances; scores in points."""

    def states(self, own: int, opp: Others) -> Iterator[tuple[int, int, float, float]]:
        """(points, dice, chance to come there, chance to stop there) of a turn, in order."""
        game = self.game
        come: defaultdict[tuple[int, int], float] = defaultdict(float, {(0, game.dice.count): 1.0})
        stop: defaultdict[tuple[int, int], float] = defaultdict(float)
        while come:
            state = min(come)
            points, dice = state
            reached, stopped = come.pop(state), stop.pop(state, 0.0)
            yield points, dice, reached, stopped
            if not (throws := reached - stopped) > 0.0:
                continue
            for counts, p, choices in scoring_of(game)[dice]:
                for choice, share in self.choices(own, opp, points, counts).items():
                    gain, left = choices[choice.aside]
                    then = points + gain, left
                    come[then] += throws * p * share
                    if choice.then == BANK:
                        stop[then] += throws * p * share

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents.

        Alike throws are taken together, and banking after different ones: what happens with them
        is the same. Where the policy never comes it is not asked.
        """
        game, unit = self.game, self.game.unit
        bank = (codes(game, own, len(opp)) == CODE_BANK).astype(np.float64)
        taken = np.zeros((len(bank), len(tables_of(game).gains), len(opp)))
        taken += sole_options(game)[:, None]
        others = opp.reshape(len(opp), -1)
        for row in np.unique(others, axis=0):
            column = np.flatnonzero((others == row).all(axis=1))
            scores = tuple((row * unit).tolist())
            for points, dice, come, stop in self.states(own * unit, scores):
                bank[points // unit, dice - 1, column] = stop / come
                for counts, p, choices in scoring_of(game)[dice] if stop < come else ():
                    steps = {
                        aside: (gain // unit, left - 1) for aside, (gain, left) in choices.items()
                    }
                    if len(set(steps.values())) > 1:
                        places, chance = sets_of(game)[dice - 1, frozenset(steps.values())]
                        said = self.choices(own * unit, scores, points, counts)
                        for choice, share in said.items():
                            place = places[steps[choice.aside]]
                            taken[points // unit, place, column] += share * p / chance
        return Decisions(bank, None, taken)

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """As :class:`Plan` says, of the faces of a throw; nothing is known of dice in hand."""
        own, *opp, points, dice = state
        if isinstance(dice, int):
            raise RuleError(
                f"the policy answers throws, but none lies on the table at "
                f"{self.game.spell(state)}: give the faces of a throw in place of the dice"
            )
        counts = self.game.dice.check_throw(dice, len(dice))
        return mixture(self.choices(own, tuple(opp), points, counts))


# --- what may be answered ------------------------------------------------------------------------


@lru_cache(maxsize=8)
def throws_of(game: Race) -> tuple[tuple[int, Counts, float], ...]:
    """(dice, counts, chance) of every throw of a turn, those of one die first."""
    return tuple(
        (n, counts, float(p))
        for n in range(1, game.dice.count + 1)
        for counts, p in game.dice.throws(n).items()
    )


@lru_cache(maxsize=8)
def scoring_of(game: Race) -> dict[int, list[tuple[Counts, float, dict[Any, tuple[int, int]]]]]:
    """By dice, (counts, chance, what may be set aside) of the throws that score."""
    found: dict[int, Any] = {n: [] for n in range(1, game.dice.count + 1)}
    for n, counts, p in throws_of(game):
        if choices := game.dice.asides(counts):
            found[n].append((counts, p, choices))
    return found


def offered(game: Race, start: Start, points: int, *mode: Any) -> tuple[bool, bool]:
    """Whether one may bank, and throw; who is so far ahead that everybody banks there banks."""
    banks, throws = may(game, start, points, game.turn.place(*mode) or 0 if mode else 0)
    if throws and game.end != "goal":
        own = game.goal - game.unit if start.play_off else start.scores[0]
        ahead = start.scores[0] + points > max(start.scores[1:])
        if ahead and own + points >= tables_of(game).rolled * game.unit:
            return True, False
    return banks, throws


def asked_for(game: Race, own: int, points: int, place: int) -> tuple[bool, bool]:
    """The same for a function in a last turn, in the mode at a place: it may bank too little."""
    mode = game.turn.modes[place]
    throws = mode.throw is not None
    enough = points >= game.least(own) or game.reached(own, points)
    return bool(enough and (mode.may_bank or not throws)), throws


def legal(game: Race, state: tuple[Any, ...], points: int, dice: int) -> tuple[str, ...]:
    """What may be done with so many points and dice in hand, throwing first; else a bust."""
    banks, throws = offered(game, first(game, state[: game.players]), points, dice)
    return (THROW,) * throws + (BANK,) * banks or (BUSTS,)


def _asked_for(game: Race, state: tuple[Any, ...], points: int, dice: int) -> tuple[str, ...]:
    """The same for who is asked: in a last turn he may bank too little, or throw on ahead."""
    own = state[0]
    if not left(game, first(game, state[: game.players])):
        return legal(game, state, points, dice)
    banks, _ = asked_for(game, own, points, game.mode_place(dice))
    throws = bool(own + points < tables_of(game).rolled * game.unit)
    return (THROW,) * throws + (BANK,) * (banks or not throws)


def chances_of(game: Race, answer: object, state: tuple[Any, ...]) -> dict[Choice, float]:
    """The choices of an answer to a throw with their chances.

    Who throws on with the goal reached, where that wins at once, has won.
    """
    *_, points, faces = state
    mixed = shares(answer)
    given = [(answer, 1.0)] if mixed is None else list(mixed.items())
    choices: dict[str, Choice] = {}
    wrong: dict[str, Choice] = {}
    thrown = game.dice.check_throw(faces, len(faces))
    for aside, (gain, dice) in game.dice.asides(thrown).items():
        may = _asked_for(game, state, points + gain, dice)
        for then in (THROW, BANK):
            bank = then == BANK and may == (THROW,)
            (wrong if bank else choices)[str(Choice(aside, then))] = Choice(
                aside, then if then in may or bank else may[0]
            )
    found: dict[Choice, float] = {}
    for action, chance in given:
        if isinstance(action, tuple) and len(action) == 2 and isinstance(action[0], tuple):
            action = f"{' '.join(map(str, sorted(action[0])))}, then {action[1]}"
        if isinstance(action, str) and action in wrong:
            aside = wrong[action].aside
            raise RuleError(
                f"the policy answers {shown(answer)} at {game.spell(state)}, where that may not be "
                f"banked: answer {shown(str(Choice(aside, THROW)))}"
            )
        if not isinstance(action, str) or action not in choices:
            raise RuleError(
                f"the policy answers {shown(answer)} at {game.spell(state)}, but must answer what "
                f"to set aside and what to do then, such as {shown(str(next(iter(choices))))}, or "
                "{answer: chance}"
            )
        found[choices[action]] = found.get(choices[action], 0.0) + chance
    return found


def refuse_other_parameters(game: Race, policy: Callable[..., Any]) -> None:
    """RuleError unless a function takes all parts of a state, with the faces of a throw."""
    names = (*game.state_names[: game.players], "points", "the faces of a throw")
    remedy = "answer such as '1 1, then throw', and give what is beyond these a default"
    refuse_others(game, policy, names, remedy)


# --- functions --------------------------------------------------------------------------------


class AskedPlan(Followed):
    """A function of (own, opp, points, faces) that answers every throw."""

    game: Race

    def __init__(self, game: Race, ask: Callable[..., Any], starts: int = 0) -> None:
        self.game, self._starts = game, starts or game.units**game.players
        self._ask = asking(game, ask, lambda answer, state: chances_of(game, answer, state))
        self._known: dict[Any, Any] = {}

    def states(self, own: int, opp: Others) -> Iterator[tuple[int, int, float, float]]:
        """As :class:`Followed` says; refused in games in which all turns are too many to follow.

        Where games are played throw by throw, only what comes up is asked.
        """
        game = self.game
        states = self._starts * game.units * len(throws_of(game)) // 2
        check_size(game, states, ", or let it play in pigcore.simulate")
        return super().states(own, opp)

    def choices(self, own: int, opp: Others, points: int, counts: Counts) -> dict[Choice, float]:
        """The choices at a throw that scores, with their chances; scores in points."""
        key = own, *opp, points, counts
        if key not in self._known:
            if len(self._known) >= MOST_STATES:
                self._known.clear()
            self._known[key] = self._ask.one(own, *opp, points, faces_of(counts))
        found: dict[Choice, float] = self._known[key]
        return found


# --- random play ---------------------------------------------------------------------------------


class RandomPlan(Followed):
    """Every legal answer to a throw with the same chance, whatever the opponent has."""

    alike = True

    def __init__(self, game: Race) -> None:
        self.game = game

    def choices(self, own: int, opp: Others, points: int, counts: Counts) -> dict[Choice, float]:
        """The choices at a throw that scores, with their chances; scores in points."""
        found = self.answer((own, 0, points, faces_of(counts)))
        return found if isinstance(found, dict) else {found: 1.0}

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        game, code = self.game, codes(self.game, own, 1)[:, :, 0]
        units, ways = np.arange(len(code)), np.where(code == OPEN, 2.0, 1.0)
        taken = np.tile(sole_options(game), (len(code), 1))
        for n, kinds in _kinds(game).items():
            for p, choices in kinds:
                steps = [(gain // game.unit, left - 1) for gain, left, _ in choices]
                if len(steps) > 1:
                    places, chance = sets_of(game)[n - 1, frozenset(steps)]
                    each = np.stack([
                        many * ways[np.minimum(units + gain, len(code) - 1), m]
                        for (gain, m), (*_, many) in zip(steps, choices)
                    ], axis=1)  # fmt: skip
                    share = each / each.sum(axis=1, keepdims=True)
                    taken[:, [places[step] for step in steps]] += share * p / chance
        bank = np.where(code == OPEN, 0.5, code)
        bank, taken = (np.repeat(table[..., None], len(opp), axis=-1) for table in (bank, taken))
        return Decisions(bank, None, taken)

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """{action: chance} in a state that was checked."""
        *_, points, dice = state
        game = self.game
        if isinstance(dice, int):
            actions: tuple[Any, ...] = legal(game, state, points, dice)
        else:
            thrown = game.dice.check_throw(dice, len(dice))
            actions = tuple(
                Choice(aside, then)
                for aside, (gain, left) in game.dice.asides(thrown).items()
                for then in legal(game, state, points + gain, left)
            ) or (BUSTS,)
        return actions[0] if len(actions) == 1 else dict.fromkeys(actions, 1.0 / len(actions))


def _kinds(game: Race) -> dict[int, list[tuple[float, list[tuple[int, int, int]]]]]:
    """By dice, (chance, [(points, dice then in hand, how many choices)]) of throws that score."""
    found: dict[int, list[Any]] = {}
    for n, throws in scoring_of(game).items():
        alike: Counter[Any] = Counter()
        for _, p, choices in throws:
            many = Counter(choices.values())
            alike[frozenset((*state, times) for state, times in many.items())] += p  # type: ignore[assignment]
        found[n] = [(p, sorted(key)) for key, p in alike.items()]
    return found
