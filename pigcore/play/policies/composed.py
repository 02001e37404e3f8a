"""Policies made of two: this one, unless a condition holds, and then that one.

>>> from pigcore.play.policies import hold_at
>>> policy = hold_at(25).unless("either >= 75", hold_at("goal"))
>>> policy(74, 10, 30), policy(75, 10, 30), policy.spec
('hold', 'roll', 'hold:25 unless either>=75 then hold:goal')
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.asking import Asking, differs
from ...games.errors import RuleError
from ...games.game import Frozen, Game
from ...games.spelling import shown
from .named import Named, for_game

__all__ = ["Condition", "Unless"]

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


class Condition(Frozen):
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
        found = _WRITTEN.fullmatch(text)
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

    def __eq__(self, other: object) -> bool:
        return self.spec == other.spec if isinstance(other, Condition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.spec)

    def __str__(self) -> str:
        return f"{_SIDES[self.side][0]} is {_SIGNS[self.sign][0]} {self.number}"

    def __repr__(self) -> str:
        return f"Condition({self.spec!r})"


class Unless(Named):
    """``usual``, but ``other`` where the condition holds; see :meth:`Named.unless`."""

    usual: Any
    condition: Callable[[int, int], object]
    other: Any

    def __init__(self, usual: Any, condition: Any, other: Any) -> None:
        if isinstance(condition, str):
            condition = Condition(condition)
        if not callable(condition):
            raise RuleError(
                f"the condition is {shown(condition)}, but must be a text such as 'either >= 75' "
                "or a function of own and opp"
            )
        for part in (usual, other):
            if getattr(part, "memories", 1) > 1:
                raise RuleError(
                    f"{part!r} remembers what it did, so it cannot be a part of another policy: "
                    "use it alone"
                )
        self._set(usual=usual, condition=condition, other=other)

    @property
    def parts(self) -> tuple[Any, Any]:
        """The usual policy and the other one."""
        return self.usual, self.other

    def for_game(self, game: Game) -> Unless:
        """The policy made of the same two as they are played in ``game``."""
        usual, other = (for_game(game, part) for part in self.parts)
        return Unless(usual, self.condition, other)

    def choose(self, usual: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        """Of two arrays at [own, opp, …] the second's entries where the condition holds."""
        holds = self.holds(*np.indices(usual.shape[:2]))
        return np.where(holds.reshape(*holds.shape, *[1] * (usual.ndim - 2)), other, usual)

    def holds(self, own: Any, opp: Any) -> NDArray[np.bool_]:
        """Whether the condition holds, at arrays of scores."""
        own, opp = np.broadcast_arrays(own, opp)
        if isinstance(self.condition, Condition):
            return np.asarray(self.condition.holds(own, opp))

        def refuse(state: Any, first: Any, again: Any) -> RuleError:
            said = differs(shown(first), shown(again), f" (own {state[0]}, opp {state[1]})")
            return RuleError(f"the condition {said}: use no chance, and remember nothing")

        ask = Asking(self.condition, refuse, lambda answer, _: bool(answer))
        states = list(zip(own.ravel().tolist(), opp.ravel().tolist()))
        return np.array(ask(states), dtype=bool).reshape(own.shape)

    def __call__(self, own: int, opp: int, *rest: int) -> Any:
        """What the part says whose turn it is, if both can be asked."""
        part = self.part(own, opp)
        return getattr(part, "policy", part)(own, opp, *rest)

    def part(self, own: int, opp: int) -> Any:
        """The one of the two that decides at these scores."""
        return self.other if self.condition(own, opp) else self.usual

    @property
    def spec(self) -> str:
        """As in ``hold:25 unless either>=75 then hold:goal``."""
        simple = isinstance(self.other, Named) and not isinstance(self.other, Unless)
        if isinstance(self.condition, Condition) and isinstance(self.usual, Named) and simple:
            return f"{self.usual.spec} unless {self.condition.spec} then {self.other.spec}"
        return super().spec

    def _key(self) -> tuple[Any, ...]:
        return self.usual, self.condition, self.other

    def __str__(self) -> str:
        told = isinstance(self.condition, Condition)
        where = str(self.condition) if told else getattr(self.condition, "__name__", "a function")
        return f"{self.usual}; but where {where}{'' if told else ' says so'}: {self.other}"

    def __repr__(self) -> str:
        return f"{self.usual!r}.unless({self.condition!r}, {self.other!r})"
