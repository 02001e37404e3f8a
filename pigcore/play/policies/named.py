"""Policies that have a name, in any family; ``holds`` has those of races.

The function that makes one, which a user or a text calls, checks the constants and says how the
policy is written; what it does is said by its class, of which there is one for each form of a rule.
What it needs to know of a game it learns from ``for_game``, which is called before it is played.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ...games.bag import GESTURES
from ...games.chances import Chance, chance, spell_chance
from ...games.checks import whole
from ...games.errors import RuleError
from ...games.functions import USUAL, InFile
from ...games.game import Frozen, FrozenDict, Game, Keyed
from ...games.spelling import listed, nearest, shown

_FAMILIES = {"race": "races", "hog": "Hog", "bag": "bags"}
"""The families that a policy may be of, in words."""


ACTIONS: dict[str, tuple[str, Callable[[Any], Sequence[Any]]]] = {
    "race": ("ACTION", lambda game: game.words),
    "hog": ("DICE", lambda game: game.choices),
    "duel": ("TOTAL", lambda game: game.holds),
    "bag": ("GESTURE", lambda game: GESTURES),
}
"""By family, what an action is called where a policy is to be written, and those of a game."""


class Named(Frozen):
    """A policy with a name; two are equal when they are of one kind with the same constants."""

    _said: tuple[str, str, str] = "", "", ""
    """How it is written as text, in words and in Python; "" where it cannot be."""

    family: str = ""
    """The family that it is a policy of; empty if it is one of several."""

    game: Any = None
    """What is played, once :meth:`for_game` was called."""

    def __init__(self, *said: str, **what: Any) -> None:
        self._set(_said=said or self._said, **what)

    @property
    def spec(self) -> str:
        """The text form, which :func:`~pigcore.play.policies.parse` reads back."""
        if not self._said[0]:
            raise RuleError(f"the policy '{self}' has no text form, and is not saved")
        return self._said[0]

    def __str__(self) -> str:
        return self._said[1]

    def __repr__(self) -> str:
        return self._said[2]

    def for_game(self, game: Game) -> Self:
        """The policy as it is played in ``game``."""
        if self.family not in ("", game.family):
            raise RuleError(
                f"'{self}' is a policy of {_FAMILIES[self.family]}, but {game.name} is none"
            )
        if game == self.game:
            return self
        bound = object.__new__(type(self))
        bound._set(**vars(self) | {"game": game})
        return bound

    @property
    def _known_game(self) -> Any:
        """What is played, which must be known before the policy is asked."""
        if self.game is None:
            raise RuleError(f"{self!r} is asked without a game: write policy.for_game(game)")
        return self.game

    def unless(self, condition: str | Condition, other: Any) -> Unless:
        """The same policy, but ``other`` where ``condition`` holds.

        Parameters
        ----------
        condition : str
            As a :class:`Condition` is written, such as ``"either >= 75"``.
        other : policy

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
    >>> bool(Condition("lead < -20")(10, 40)), str(Condition("lead<-20"))
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

    def __call__(self, own: Any, opp: Any) -> Any:
        """Whether it holds, at whole numbers or arrays of them."""
        return _SIGNS[self.sign][1](self.of(own, opp), self.number)

    def of(self, own: Any, opp: Any) -> Any:
        """What of the scores is compared."""
        return _SIDES[self.side][1](own, opp)

    @property
    def spec(self) -> str:
        """The text form."""
        return f"{self.side}{self.sign}{self.number}"

    def __str__(self) -> str:
        return f"{_SIDES[self.side][0]} is {_SIGNS[self.sign][0]} {self.number}"


class Unless(Named):
    """``usual``, but ``other`` where the condition holds; see :meth:`Named.unless`."""

    usual: Any
    condition: Condition
    other: Any

    def __init__(self, usual: Any, condition: str | Condition, other: Any) -> None:
        if not isinstance(condition, Condition):
            condition = Condition(condition)
        words = f"{usual}; but where {condition}: {other}"
        code = f"{usual!r}.unless({condition.spec!r}, {other!r})"
        texts = text_of(usual), condition.spec, text_of(other)
        simple = all(texts) and not isinstance(other, Unless)
        text = "{} unless {} then {}".format(*texts) if simple else ""
        super().__init__(text, words, code, usual=usual, condition=condition, other=other)

    @property
    def parts(self) -> tuple[Any, Any]:
        """The usual policy and the other one."""
        return self.usual, self.other

    def for_game(self, game: Game) -> Unless:
        """The policy made of the same two as they are played in ``game``."""
        bound = (one.for_game(game) if hasattr(one, "for_game") else one for one in self.parts)
        usual, other = bound
        return Unless(usual, self.condition, other)

    def __call__(self, own: int, opp: int, *rest: int) -> Any:
        """What the part says whose turn it is, if both can be asked."""
        part = self.part(own, opp)
        if isinstance(part, str):
            raise RuleError(
                f"{shown(part)} is the text of a policy, which is read once the game is known: "
                f"give parse_policy(game, {shown(part)}) instead"
            )
        return getattr(part, "policy", part)(own, opp, *rest)

    def part(self, own: int, opp: int) -> Any:
        """The one of the two that decides at these scores."""
        return self.other if self.condition(own, opp) else self.usual

    @property
    def _key(self) -> object:
        return self.usual, self.condition, self.other


# --- those of every family ------------------------------------------------------------------------


class Optimal(Named):
    """Best play: the policy of the game's solution, which is solved once, when it is asked for."""

    def __init__(self, game: Game | None = None) -> None:
        super().__init__("optimal", "play optimally", "<optimal play>", game=game)

    def for_game(self, game: Game) -> Optimal:
        """The same in ``game``."""
        return self if game == self.game else Optimal(game)

    @cached_property
    def policy(self) -> Any:
        """The policy of the solution."""
        from ...solvers import solve

        return solve(self._known_game).policy

    def __call__(self, *state: int) -> Any:
        """What the solution does."""
        return self.policy(*state)


class Everywhere(Named):
    """The same actions with the same chances everywhere."""

    given: Mapping[Any, Fraction] = FrozenDict()
    """The chances; empty where every action of the game has the same."""

    @property
    def chances(self) -> dict[Any, Fraction]:
        """The actions, each with its chance."""
        if self.given:
            return dict(self.given)
        actions = ACTIONS[self._known_game.family][1](self.game)
        return {action: Fraction(1, len(actions)) for action in actions}

    def __call__(self, *state: int) -> Any:
        """The action, or {action: chance}."""
        chances = self.chances
        return chances if len(chances) > 1 else next(iter(chances))


def mix(chances: Mapping[Any, Chance]) -> Everywhere:
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
    if not isinstance(chances, Mapping):
        raise RuleError(f"a mixture is {shown(chances)}, but must be {{action: chance}}")
    exact = {action: chance(weight, shown(action)) for action, weight in chances.items()}
    if (found := sum(exact.values())) != 1:
        raise RuleError(f"the chances of a mixture sum to {shown(found)}, but must sum to 1")
    given = {action: weight for action, weight in exact.items() if weight}
    each = [(action, spell_chance(weight)) for action, weight in given.items()]
    text = f"mix:{','.join(f'{action}={weight}' for action, weight in each)}"
    words = f"choose {listed([f'{action} with chance {weight}' for action, weight in each])}"
    code = f"mix({ {action: str(weight) for action, weight in given.items()} })"
    return Everywhere(text, words, code, given=FrozenDict(given))


def random_play() -> Everywhere:
    """The policy that chooses each legal action with the same chance.

    In a race it throws or holds with chance 1/2 each, wherever there is a choice.

    Examples
    --------
    >>> print(random_play())
    choose every action with the same chance
    """
    return Everywhere("random", "choose every action with the same chance", "random_play()")


def always_roll(dice: int) -> Everywhere:
    """The policy that always rolls the same number of dice, the benchmark of the literature.

    Examples
    --------
    >>> always_roll(5), always_roll(5)(31, 80)
    (always_roll(5), 5)
    """
    dice = whole(dice, "the number of dice")
    said = f"always:{dice}", f"always roll {dice} dice", f"always_roll({dice})"
    return Everywhere(*said, family="hog", given=FrozenDict({dice: Fraction(1)}))


def always_pick(gesture: str) -> Everywhere:
    """The policy of a bag that always picks the same gesture."""
    if gesture not in GESTURES:
        raise RuleError(f"there is no gesture {shown(gesture)}: {nearest(gesture, GESTURES)}")
    said = f"always:{gesture}", f"always pick {gesture}", f"always_pick({gesture!r})"
    return Everywhere(*said, family="bag", given=FrozenDict({gesture: Fraction(1)}))


# --- a policy of Hog ------------------------------------------------------------------------------


class FreeRoll(Named):
    """So many dice, but none where that is worth so many points: see :func:`free_roll`."""

    dice: int
    points: int

    def for_game(self, game: Game) -> Self:
        """The same in ``game``, if one may roll no dice there."""
        if 0 not in getattr(game, "choices", ()):
            raise RuleError(
                f"'{self}' rolls 0 dice, but {game.name} does not allow that: give a game of Hog "
                "with a rule for 0 dice, or always_roll"
            )
        return super().for_game(game)

    @property
    def answers(self) -> NDArray[np.int16]:
        """The number of dice at [own, opp]."""
        return np.where(_free_worth(self._known_game) >= self.points, 0, self.dice).astype(np.int16)

    def __call__(self, own: int, opp: int) -> int:
        """The number of dice."""
        return int(self.answers[own, opp])


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
    dice, points = whole(dice, "the number of dice"), whole(points, "points")
    words = f"roll {dice} dice, but 0 where that gains at least {points} points on the opponent"
    said = f"free:{dice}:{points}", words, f"free_roll({dice}, {points})"
    return FreeRoll(*said, dice=dice, points=points)


@lru_cache(maxsize=8)
def _free_worth(game: Any) -> NDArray[np.int64]:
    """What 0 dice gain on the opponent, at [own, opp]; the goal where they win, less it if not."""
    found: NDArray[np.int64] = np.empty((game.goal, game.goal), dtype=np.int64)
    for own, opp in np.ndindex(found.shape):
        gain, gift = game.gain(game.bacon_points(own, opp), 0)
        mine, theirs = game.finish(own + gain, opp + gift)
        won, lead = game.winner(mine, theirs), (mine - theirs) - (own - opp)
        found[own, opp] = lead if won is None else game.goal if won else -game.goal
    return found


# --- functions in files ---------------------------------------------------------------------------


class OwnFunction(Named):
    """The function ``name`` of a user's file, which is run."""

    file: InFile

    def __init__(self, path: str, name: str = USUAL) -> None:
        said = f"{path}:{name}", f"do what {name} in {path} says", f"<{name} in {path}>"
        super().__init__(*said, file=InFile(path, name), __name__=name)
        # It says how much of a state the function asks for.
        self._set(__signature__=getattr(self.file, "__signature__", None))

    def for_game(self, game: Game) -> Self:
        """The same, which then says where it fails in the words of ``game``."""
        if self.file.said == game.asked_at:
            return self
        bound = object.__new__(type(self))
        bound._set(**vars(self) | {"file": self.file.saying(game.asked_at)})
        return bound

    def __call__(self, *state: int) -> Any:
        """What the function answers; whatever it raises becomes a sentence."""
        return self.file(*state)

    @property
    def again(self) -> InFile:
        """The same when the file is run anew."""
        return self.file.again

    def __reduce__(self) -> tuple[Any, ...]:
        return OwnFunction, (self.file.path, self.file.name)
