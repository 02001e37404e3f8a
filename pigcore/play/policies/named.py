"""Policies that have a name, in any family; ``holds`` has those that hold from some total on.

A named policy answers like any other callable, says itself in words a person can follow
(``str``), and has a text form (``spec``) that the command line takes and a file keeps. What it
needs to know of a game (its goal, its actions, its solution) it learns from ``for_game``, which
every room that plays a policy calls first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...games.chances import Chance, chance, spell_chance
from ...games.checks import whole
from ...games.errors import RuleError
from ...games.game import Frozen, FrozenDict, Game
from ...games.spelling import listed, shown

if TYPE_CHECKING:
    from .composed import Unless

__all__ = [
    "AlwaysRoll", "Mix", "Named", "Optimal", "RandomPlay", "always_roll", "for_game", "mix",
    "random_play",
]  # fmt: skip


class Named(Frozen):
    """A policy with a name; two are equal when they are of one kind with the same constants."""

    @property
    def spec(self) -> str:
        """The text form, which :func:`~pigcore.play.policies.parse` reads back.

        Raises
        ------
        RuleError
            If there is none, because a table or a function is part of the policy.
        """
        raise RuleError(f"the policy '{self}' has no text form: save it as a table, in a .npz file")

    def for_game(self, game: Game) -> Any:
        """The policy as it is played in ``game``.

        Raises
        ------
        RuleError
            If it cannot be played there.
        """
        return self

    def unless(self, condition: str | Callable[[int, int], object], other: Any) -> Unless:
        """The same policy, but ``other`` where ``condition`` holds.

        Parameters
        ----------
        condition : str or callable
            A comparison of ``own``, ``opp``, ``either`` (the larger score), ``both`` (the smaller
            one) or ``lead`` (own - opp) with a whole number, such as ``"either >= 75"``; or a
            function of (own, opp).
        other : policy

        Raises
        ------
        RuleError
            If the condition is neither.

        Examples
        --------
        >>> from pigcore.play.policies import hold_at
        >>> print(hold_at(25).unless("either >= 75", hold_at("goal")))
        hold at 25; but where the larger score is at least 75: roll until the goal is reached
        """
        from .composed import Unless

        return Unless(self, condition, other)

    def _key(self) -> tuple[Any, ...]:
        return (self.spec,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Named):
            return NotImplemented
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))


def for_game(game: Game, policy: Any) -> Any:
    """``policy``, if it has a name or is the text of one, as it is played in ``game``."""
    if isinstance(policy, str):
        from .texts import parse  # knows all that has a name

        return parse(game, policy)
    return policy.for_game(game) if isinstance(policy, Named) else policy


class Optimal(Named):
    """Best play: the policy of the game's solution, which is solved once, when it is asked for."""

    def __init__(self, game: Game | None = None) -> None:
        self._set(game=game)

    @property
    def spec(self) -> str:
        """``optimal``."""
        return "optimal"

    def for_game(self, game: Game) -> Optimal:
        """The best play of ``game``."""
        return self if self.__dict__["game"] == game else Optimal(game)

    @cached_property
    def policy(self) -> Any:
        """The policy of the solution."""
        from ...solvers import solve

        return solve(_known(self)).policy

    def __call__(self, *state: int) -> Any:
        """What the solution does."""
        return self.policy(*state)

    def __str__(self) -> str:
        return "play optimally"

    def __repr__(self) -> str:
        return "<optimal play>"


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
        return f"mix:{','.join(f'{it}={spell_chance(p)}' for it, p in self.chances.items())}"

    def __str__(self) -> str:
        parts = [f"{action} with chance {spell_chance(p)}" for action, p in self.chances.items()]
        return f"choose {listed(parts)}"

    def __repr__(self) -> str:
        return f"mix({{{', '.join(f'{a!r}: {str(p)!r}' for a, p in self.chances.items())}}})"


class RandomPlay(Named):
    """Every legal action with the same chance."""

    def __init__(self, game: Game | None = None) -> None:
        self._set(game=game)

    @property
    def spec(self) -> str:
        """``random``."""
        return "random"

    def for_game(self, game: Game) -> RandomPlay:
        """Random play of ``game``."""
        return RandomPlay(game)

    @property
    def chances(self) -> dict[Any, Fraction]:
        """The actions of the game, each with its chance."""
        game = _known(self)
        actions = import_module(f".{game.family}", __package__).actions(game)
        return {action: Fraction(1, len(actions)) for action in actions}

    def __call__(self, *state: int) -> dict[Any, Fraction]:
        """The actions and their chances."""
        return self.chances

    def __str__(self) -> str:
        return "choose every action with the same chance"

    def __repr__(self) -> str:
        return "random_play()"


def _known(policy: Optimal | RandomPlay) -> Game:
    game: Game | None = policy.__dict__["game"]
    if game is None:
        raise RuleError(f"{policy!r} is asked without a game: write policy.for_game(game)")
    return game


class AlwaysRoll(Named):
    """Always the same number of dice."""

    dice: int

    def __init__(self, dice: int) -> None:
        self._set(dice=whole(dice, "the number of dice"))

    def __call__(self, own: int, opp: int) -> int:
        """``dice``, whatever the scores."""
        return self.dice

    @property
    def spec(self) -> str:
        """As in ``always:5``."""
        return f"always:{self.dice}"

    def __str__(self) -> str:
        return f"always roll {self.dice} dice"

    def __repr__(self) -> str:
        return f"always_roll({self.dice})"


def always_roll(dice: int) -> AlwaysRoll:
    """The policy that always rolls the same number of dice, the benchmark of the literature.

    Examples
    --------
    >>> always_roll(5), always_roll(5)(31, 80)
    (always_roll(5), 5)
    """
    return AlwaysRoll(dice)


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
