"""Policies that have a name, in any family; ``holds`` has those that hold from some total on.

A named policy answers like any other callable, says itself in words a person can follow
(``str``), and has a text form (``spec``) that the command line takes and a file keeps. What it
needs to know of a game (its goal, its actions, its solution) it learns from ``for_game``, which
every module that plays a policy calls first.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ...games.chances import Chance, chance, spell_chance
from ...games.checks import between, whole
from ...games.errors import RuleError
from ...games.functions import USUAL, InFile
from ...games.game import Frozen, FrozenDict, Game, Keyed
from ...games.rules import serving
from ...games.spelling import listed, shown


class Named(Frozen):
    """A policy with a name; two are equal when they are of one kind with the same constants."""

    _said: tuple[str, str, str] | None = None
    """Its text form, its words and how Python makes it, with ``{0.dice}`` for its attribute
    ``dice``; None where these are composed."""

    @property
    def spec(self) -> str:
        """The text form, which :func:`~pigcore.play.policies.parse` reads back."""
        if self._said is None:
            raise RuleError(f"the policy '{self}' has no text form, and is not saved")
        return self._said[0].format(self)

    def __str__(self) -> str:
        return self._said[1].format(self) if self._said else super().__str__()

    def __repr__(self) -> str:
        return self._said[2].format(self) if self._said else super().__repr__()

    def for_game(self, game: Game) -> Any:
        """The policy as it is played in ``game``."""
        return self

    def unless(self, condition: str | Condition, other: Any) -> Unless:
        """The same policy, but ``other`` where ``condition`` holds.

        Parameters
        ----------
        condition : str
            A comparison of ``own``, ``opp``, ``either`` (the larger score), ``both`` (the smaller
            one) or ``lead`` (own - opp) with a whole number, such as ``"either >= 75"``.
        other : policy

        Raises
        ------
        RuleError
            If the condition is something else.

        Examples
        --------
        >>> from pigcore.play.policies import hold_at
        >>> print(hold_at(25).unless("either >= 75", hold_at("goal")))
        hold at 25; but where the larger score is at least 75: roll until the goal is reached
        """
        return Unless(self, condition, other)

    @property
    def _key(self) -> object:
        return self.spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key == other._key

    def __hash__(self) -> int:
        return hash((type(self), self._key))


def text_of(policy: Any) -> str | None:
    """The text form of a policy; None if it has none."""
    try:
        return str(policy.spec)
    except (AttributeError, RuleError):
        return None


def called(policy: Any) -> str:
    """A policy's text form, else the name of the function, else its words."""
    return text_of(policy) or getattr(policy, "__name__", None) or str(policy)


# --- policies made of two -------------------------------------------------------------------------

_SIDES: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "own": ("your score", lambda own, opp: own),
    "opp": ("the opponent's score", lambda own, opp: opp),
    "either": ("the larger score", np.maximum),
    "both": ("the smaller score", np.minimum),
    "lead": ("your lead", operator.sub),
}
_SIGNS = {
    ">=": ("at least", operator.ge),
    "<=": ("at most", operator.le),
    ">": ("more than", operator.gt),
    "<": ("less than", operator.lt),
}
_WRITTEN = re.compile(rf" *({'|'.join(_SIDES)}) *({'|'.join(_SIGNS)}) *(-?[0-9]{{1,6}}) *")


class Condition(Keyed):
    """A comparison of the scores with a whole number.

    Parameters
    ----------
    text : str
        ``own``, ``opp``, ``either`` (the larger score), ``both`` (the smaller one) or ``lead``
        (own - opp); one of >=, <=, >, <; and a whole number of at most six digits.

    Raises
    ------
    RuleError
        If ``text`` is something else.

    Examples
    --------
    >>> Condition("lead < -20")(10, 40), str(Condition("lead<-20"))
    (True, 'your lead is less than -20')
    """

    side: str
    sign: str
    number: int

    def __init__(self, text: str) -> None:
        found = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
        if not found:
            raise RuleError(
                f"the condition is {shown(text)}, but must compare own, opp, either, both or lead "
                "with a whole number, such as 'either >= 75'"
            )
        self._set(side=found[1], sign=found[2], number=int(found[3]))

    def __call__(self, own: int, opp: int) -> bool:
        """Whether it holds."""
        return bool(self.holds(own, opp))

    def holds(self, own: Any, opp: Any) -> Any:
        """The same for whole numbers or arrays of them."""
        return _SIGNS[self.sign][1](_SIDES[self.side][1](own, opp), self.number)

    @property
    def spec(self) -> str:
        """The text form."""
        return f"{self.side}{self.sign}{self.number}"

    @property
    def _key(self) -> object:
        return self.spec

    def __str__(self) -> str:
        return f"{_SIDES[self.side][0]} is {_SIGNS[self.sign][0]} {self.number}"

    def __repr__(self) -> str:
        return f"Condition({self.spec!r})"


class Unless(Named):
    """``usual``, but ``other`` where the condition holds; see :meth:`Named.unless`."""

    usual: Any
    condition: Condition
    other: Any

    def __init__(self, usual: Any, condition: str | Condition, other: Any) -> None:
        if not isinstance(condition, Condition):
            condition = Condition(condition)
        self._set(usual=usual, condition=condition, other=other)

    @property
    def parts(self) -> tuple[Any, Any]:
        """The usual policy and the other one."""
        return self.usual, self.other

    def for_game(self, game: Game) -> Unless:
        """The policy made of the same two as they are played in ``game``."""
        parts = (_read(part) for part in self.parts)
        usual, other = (one.for_game(game) if isinstance(one, Named) else one for one in parts)
        return Unless(usual, self.condition, other)

    def __call__(self, own: int, opp: int, *rest: int) -> Any:
        """What the part says whose turn it is, if both can be asked."""
        part = _read(self.part(own, opp))
        return getattr(part, "policy", part)(own, opp, *rest)

    def part(self, own: int, opp: int) -> Any:
        """The one of the two that decides at these scores."""
        return self.other if self.condition(own, opp) else self.usual

    @property
    def spec(self) -> str:
        """As in ``hold:25 unless either>=75 then hold:goal``."""
        simple = isinstance(self.other, Named) and not isinstance(self.other, Unless)
        if isinstance(self.usual, Named) and simple:
            return f"{self.usual.spec} unless {self.condition.spec} then {self.other.spec}"
        return super().spec

    @property
    def _key(self) -> object:
        return self.usual, self.condition, self.other

    def __str__(self) -> str:
        return f"{self.usual}; but where {self.condition}: {self.other}"

    def __repr__(self) -> str:
        return f"{self.usual!r}.unless({self.condition!r}, {self.other!r})"


def _read(part: Any) -> Any:
    """A part of a policy that is asked by itself, where a text would not know the game."""
    if isinstance(part, str):
        raise RuleError(
            f"{shown(part)} is the text of a policy, which is read once the game is known: give "
            f"parse_policy(game, {shown(part)}) instead"
        )
    return part


# --- those of every family ------------------------------------------------------------------------


def known_game(policy: Any) -> Any:
    """The game that a policy is played in, which must be known before it is asked."""
    if policy.game is None:
        raise RuleError(f"{policy!r} is asked without a game: write policy.for_game(game)")
    return policy.game


class OfAGame(Named):
    """A policy that follows from its game alone."""

    game: Game | None

    def __init__(self, game: Game | None = None) -> None:
        self._set(game=game)

    def for_game(self, game: Game) -> Self:
        """The same in ``game``."""
        return self if self.game == game else type(self)(game)


class Optimal(OfAGame):
    """Best play: the policy of the game's solution, which is solved once, when it is asked for."""

    _said = "optimal", "play optimally", "<optimal play>"

    @cached_property
    def policy(self) -> Any:
        """The policy of the solution."""
        from ...solvers import solve

        return solve(known_game(self)).policy

    def __call__(self, *state: int) -> Any:
        """What the solution does."""
        return self.policy(*state)


class Mix(Named):
    """The same actions with the same chances everywhere."""

    chances: dict[Any, Fraction]

    def __init__(self, chances: Mapping[Any, Chance]) -> None:
        if not isinstance(chances, Mapping):
            raise RuleError(f"a mixture is {shown(chances)}, but must be {{action: chance}}")
        exact = {action: chance(weight, shown(action)) for action, weight in chances.items()}
        found = sum(exact.values())
        if found != 1:
            raise RuleError(f"the chances of a mixture sum to {shown(found)}, but must sum to 1")
        weights = {action: weight for action, weight in exact.items() if weight}
        self._set(chances=FrozenDict(weights))

    def __call__(self, *state: int) -> dict[Any, Fraction]:
        """The actions and their chances."""
        return dict(self.chances)

    @property
    def spec(self) -> str:
        """As in ``mix:15=1/2,20=1/2``."""
        return f"mix:{','.join(f'{one}={spell_chance(p)}' for one, p in self.chances.items())}"

    def __str__(self) -> str:
        parts = [f"{action} with chance {spell_chance(p)}" for action, p in self.chances.items()]
        return f"choose {listed(parts)}"

    def __repr__(self) -> str:
        return f"mix({{{', '.join(f'{a!r}: {str(p)!r}' for a, p in self.chances.items())}}})"


class RandomPlay(OfAGame):
    """Every legal action with the same chance."""

    _said = "random", "choose every action with the same chance", "random_play()"

    @property
    def chances(self) -> dict[Any, Fraction]:
        """The actions of the game, each with its chance."""
        game = known_game(self)
        actions = serving(__package__, game).actions(game)  # type: ignore[union-attr]
        return {action: Fraction(1, len(actions)) for action in actions}

    def __call__(self, *state: int) -> dict[Any, Fraction]:
        """The actions and their chances."""
        return self.chances


class AlwaysRoll(Named):
    """Always the same number of dice."""

    _said = "always:{0.dice}", "always roll {0.dice} dice", "always_roll({0.dice})"
    dice: int

    def __init__(self, dice: int) -> None:
        self._set(dice=whole(dice, "the number of dice"))

    def __call__(self, own: int, opp: int) -> int:
        """``dice``, whatever the scores."""
        return self.dice


class FreeRoll(Named):
    """So many dice, but none where that is worth so many points: see :func:`free_roll`."""

    _said = (
        "free:{0.dice}:{0.points}",
        "roll {0.dice} dice, but 0 where that gains at least {0.points} points on the opponent",
        "free_roll({0.dice}, {0.points})",
    )
    dice: int
    points: int
    game: Any

    def __init__(self, dice: int, points: int, game: Any = None) -> None:
        dice, points = whole(dice, "the number of dice"), whole(points, "points")
        self._set(dice=dice, points=points, game=game)

    def for_game(self, game: Game) -> FreeRoll:
        """The same in ``game``."""
        if 0 not in getattr(game, "choices", ()):
            raise RuleError(
                f"'{self}' rolls 0 dice, but {game.name} does not allow that: give a game of Hog "
                "with a rule for 0 dice, or always_roll"
            )
        return FreeRoll(self.dice, self.points, game)

    @property
    def answers(self) -> NDArray[np.int16]:
        """The number of dice at [own, opp]."""
        worth = _free_worth(known_game(self))
        return np.where(worth >= self.points, 0, self.dice).astype(np.int16)

    def __call__(self, own: int, opp: int) -> int:
        """The number of dice."""
        return int(self.answers[own, opp])


def always_roll(dice: int) -> AlwaysRoll:
    """The policy that always rolls the same number of dice, the benchmark of the literature.

    Examples
    --------
    >>> always_roll(5), always_roll(5)(31, 80)
    (always_roll(5), 5)
    """
    return AlwaysRoll(dice)


def free_roll(dice: int, points: int) -> FreeRoll:
    """The policy of Hog that rolls no dice where that gains enough, and else always as many.

    Parameters
    ----------
    dice : int
    points : int
        0 dice are rolled where the mover then gains at least so many points on the opponent, all
        rules at the end of the turn included; and where that wins.

    Notes
    -----
    It is what the course has its students write as ``bacon_strategy`` and ``swap_strategy`` in one.

    Examples
    --------
    >>> import pigcore
    >>> policy = free_roll(5, 8).for_game(pigcore.Hog.fa13())
    >>> policy(0, 38), policy(0, 41), policy.spec
    (0, 5, 'free:5:8')
    """
    return FreeRoll(dice, points)


@lru_cache(maxsize=8)
def _free_worth(game: Any) -> NDArray[np.int64]:
    """What 0 dice gain on the opponent, at [own, opp]; the goal where they win, less it if not."""
    found: NDArray[np.int64] = np.empty((game.goal, game.goal), dtype=np.int64)
    for own, opp in np.ndindex(found.shape):
        gain, gift = game.gain(game.bacon_points(own, opp), 0)
        mine, theirs = game.finish(own + gain, opp + gift)
        won = game.winner(mine, theirs)
        lead = (mine - theirs) - (own - opp)
        found[own, opp] = lead if won is None else game.goal if won else -game.goal
    return found


def mix(chances: Mapping[Any, Chance]) -> Mix:
    """The policy that chooses the same actions with the same chances everywhere.

    Parameters
    ----------
    chances : {action: chance}
        Exact chances that sum to 1.

    Raises
    ------
    RuleError
        If a chance is not a number from 0 to 1, or they do not sum to 1.

    Examples
    --------
    >>> print(mix({15: "1/3", 20: "2/3"}))
    choose 15 with chance 1/3 and 20 with chance 2/3
    """
    return Mix(chances)


def random_play() -> RandomPlay:
    """The policy that chooses each legal action with the same chance.

    In a race it throws or holds with chance 1/2 each, wherever there is a choice.

    Examples
    --------
    >>> print(random_play())
    choose every action with the same chance
    """
    return RandomPlay()


# --- functions in files, and so many throws -------------------------------------------------------


class OwnFunction(Named):
    """A function of a user's file."""

    file: InFile

    def __init__(self, file: InFile) -> None:
        # The signature says how much of a state the function asks for.
        self._set(
            file=file,
            __name__=file.name,
            __signature__=getattr(file, "__signature__", None),
        )

    def for_game(self, game: Game) -> OwnFunction:
        """The same, which then says where it fails in the words of ``game``."""
        said = game.asked_at
        return self if self.file.said == said else OwnFunction(self.file.saying(said))

    def __call__(self, *state: int) -> Any:
        """What the function answers; whatever it raises becomes a sentence."""
        return self.file(*state)

    @property
    def again(self) -> InFile:
        """The same when the file is run anew."""
        return self.file.again

    @property
    def spec(self) -> str:
        """As in ``mine.py:strategy``."""
        return f"{self.file.path}:{self.file.name}"

    def __str__(self) -> str:
        return f"do what {self.file.name} in {self.file.path} says"

    def __repr__(self) -> str:
        return f"<{self.file.name} in {self.file.path}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return own_function, (self.file.path, self.file.name)


def own_function(path: str, name: str = USUAL) -> OwnFunction:
    """The function ``name`` of the file ``path``, which is run."""
    return OwnFunction(InFile(path, name))


MOST_THROWS = 1000
"""The most throws that are counted."""

_OFTEN = {1: "once", 2: "twice"}


class RollTimes(Named):
    """Throw so many times in each turn, then bank: see :func:`roll_times`."""

    _said = "roll-times:{0.throws}", "roll {0.often}, then hold", "roll_times({0.throws})"
    throws: int

    def __init__(self, throws: int) -> None:
        self._set(throws=between(throws, "the number of throws", 1, MOST_THROWS))

    @property
    def often(self) -> str:
        """How often it throws, in words."""
        return _OFTEN.get(self.throws, f"{self.throws} times")

    def __call__(
        self, own: int, opp: int, points: int = 0, mode: Any = None, *, throws: int = 0
    ) -> str:
        """``"roll"`` until the turn has had so many throws, then ``"hold"``."""
        return "roll" if throws < self.throws else "hold"

    def for_game(self, game: Game) -> RollTimes:
        """The policy itself, if there are races' turns in ``game``."""
        if not hasattr(game, "turn"):
            raise RuleError(f"'{self}' is a policy of races, but {game.name} is none")
        return self


def roll_times(throws: int) -> RollTimes:
    """The policy that throws so many times in each turn, then banks.

    It wins as soon as the goal is reached, throws on where the rules forbid banking, and banks
    earlier where there is nothing left to throw. Of the options of a throw it takes the one that
    scores most. The throws of its turn are counted exactly wherever a policy is played.

    Parameters
    ----------
    throws : int
        1 … 1000.

    Raises
    ------
    RuleError
        If it is none of these.

    Examples
    --------
    >>> import pigcore
    >>> policy = roll_times(3)
    >>> print(policy)
    roll 3 times, then hold
    >>> policy(0, 0, 12, throws=2), policy(0, 0, 12, throws=3)
    ('roll', 'hold')
    >>> pigcore.match(pigcore.Pig(), policy, pigcore.hold_at(20)).average
    0.316...
    """
    return RollTimes(throws)
