"""Policies that remember: throws of this turn, and their own turns before it.

What they remember is declared, so that it can be carried exactly. Throws of a turn are known again
at its next start only as "none", so within a turn they are summed out: of all the plays that come
to a state, the share that throws there is the chance with which a policy without memory would have
to throw to come to every state and every end of the turn equally often (C. Derman, "Finite State
Markovian Decision Processes", 1970, section 7.1). Turns are states of the match's chain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ...games.checks import between
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import nearest, shown
from .holds import CHOOSE, number
from .named import Named

__all__ = ["Memory", "RollTimes", "memory_of", "remembers", "roll_times", "times"]

_F = TypeVar("_F", bound=Callable[..., Any])

MOST = 1000
"""The most that is counted."""

KINDS = ("throws", "scored", "turns")


class Memory(NamedTuple):
    """How far a policy counts what it remembers; None what it does not."""

    throws: int | None = None
    """The throws of this turn."""
    scored: int | None = None
    """Its turns so far that ended with banking."""
    turns: int | None = None
    """Its turns so far."""

    @property
    def memories(self) -> int:
        """How many different things it may remember between its turns."""
        return (1 + (self.scored or 0)) * (1 + (self.turns or 0))

    @property
    def size(self) -> int:
        """How many states of its memory there are, those within a turn included."""
        return self.memories * (1 + (self.throws or 0))

    def after(self, memory: int, scored: bool) -> int:
        """What is remembered after a turn that ended with banking (``scored``) or did not."""
        banked, turns = divmod(memory, 1 + (self.turns or 0))
        banked = min(banked + bool(scored), self.scored or 0)
        return banked * (1 + (self.turns or 0)) + min(turns + 1, self.turns or 0)

    def parameters(self, memory: int, throws: int) -> dict[str, int]:
        """What the function is given beside the state."""
        banked, turns = divmod(memory, 1 + (self.turns or 0))
        known = zip(KINDS, self, (throws, banked, turns))
        return {kind: count for kind, most, count in known if most is not None}

    def bound(self, policy: Callable[..., Any], memory: int, throws: int) -> Callable[..., Any]:
        """The function at one state of its memory, which is one without."""
        return partial(policy, **self.parameters(memory, throws))


def remembers(**counts: int) -> Callable[[_F], _F]:
    """Declare what a policy that is a function remembers, so that it can be played exactly.

    Parameters
    ----------
    throws : int
        The function has a parameter ``throws``: how many throws this turn has had, up to this
        number, which means so many or more.
    scored : int
        The same of ``scored``: its turns before this one that ended with banking.
    turns : int
        The same of ``turns``: all its turns before this one.

    Returns
    -------
    callable
        What gives a function its attribute ``remembers``, the dict of these numbers; in a file that
        does not import pigcore it can be set by hand: ``strategy.remembers = {"throws": 3}``.

    Raises
    ------
    RuleError
        If something else is counted, nothing is, or a number is not between 1 and 1000.

    Notes
    -----
    Policies of races remember, where throws leave no choice; ``scored`` and ``turns`` those of
    races for two. Everything that is computed of them is exact.

    Examples
    --------
    >>> import pigcore
    >>> @pigcore.remembers(throws=3)
    ... def thrice(own, opp, total, throws):
    ...     return "roll" if throws < 3 else "hold"
    >>> pig = pigcore.Pig()
    >>> pigcore.match(pig, thrice, "hold:20").average
    0.316...
    """
    declared = _declared(counts, "remembers(…)")

    def declare(policy: _F) -> _F:
        known = {kind: most for kind, most in declared._asdict().items() if most is not None}
        policy.remembers = known  # type: ignore[attr-defined]
        return policy

    return declare


def memory_of(policy: object) -> Memory | None:
    """What a policy that is a function says it remembers."""
    given = getattr(policy, "remembers", None)
    if given is None:
        return None
    return _declared(given, f"the attribute remembers of {getattr(policy, '__name__', policy)!s}")


def _declared(counts: object, what: str) -> Memory:
    if not isinstance(counts, Mapping) or not counts:
        raise RuleError(
            f"{what} is {shown(counts)}, but must count something: throws, scored or turns, as in "
            'remembers(throws=3) or {"throws": 3}'
        )
    for kind in counts:
        if kind not in KINDS:
            raise RuleError(f"{what} counts {shown(kind)}: {nearest(kind, KINDS)}")
    found = {kind: between(most, f"{kind} that {what} counts to", 1, MOST)
             for kind, most in counts.items()}  # fmt: skip
    memory = Memory(**found)
    if memory.memories > MOST:
        raise RuleError(
            f"{what} makes {memory.memories:,} different memories, but there may be {MOST:,}: "
            "count less far"
        )
    return memory


class RollTimes(Named):
    """Throw so many times in each turn, then bank: see :func:`roll_times`."""

    throws: int
    choose: str

    def __init__(self, throws: int, choose: str = "most_points") -> None:
        if choose not in ("most_points", "most_dice"):
            why = "which is not planned by throws" if choose in CHOOSE else "which is no rule"
            raise RuleError(
                f"who rolls a number of times takes options by {shown(choose)}, {why}: choose "
                "most_points or most_dice"
            )
        self._set(throws=between(throws, "the number of throws", 1, MOST), choose=choose)

    def __call__(
        self, own: int, opp: int, points: int = 0, mode: Any = None, *, throws: int = 0
    ) -> str:
        """``"roll"`` until the turn has had so many throws, then ``"hold"``."""
        return "roll" if throws < self.throws else "hold"

    @property
    def spec(self) -> str:
        """As in ``roll-times:3`` and ``roll-times:2/most-dice``."""
        choose = "" if self.choose == "most_points" else f"/{self.choose.replace('_', '-')}"
        return f"roll-times:{self.throws}{choose}"

    def for_game(self, game: Game) -> RollTimes:
        """The policy itself, if there are races' turns in ``game``."""
        if not hasattr(game, "turn"):
            raise RuleError(f"'{self}' is a policy of races, but {game.name} is none")
        return self

    def __str__(self) -> str:
        often = {1: "once", 2: "twice"}.get(self.throws, f"{self.throws} times")
        aside = "" if self.choose == "most_points" else f"; {CHOOSE[self.choose]}"
        return f"roll {often}, then hold{aside}"

    def __repr__(self) -> str:
        choose = "" if self.choose == "most_points" else f", choose={self.choose!r}"
        return f"roll_times({self.throws}{choose})"


def roll_times(throws: int, choose: str = "most_points") -> RollTimes:
    """The policy that throws so many times in each turn, then banks.

    It wins as soon as the goal is reached, throws on where the rules forbid banking, and banks
    earlier where there is nothing left to throw. It remembers the throws of its turn, which is
    carried exactly wherever a policy is played.

    Parameters
    ----------
    throws : int
        1 … 1000.
    choose : {"most_points", "most_dice"}
        Which option of a throw it takes, as in :func:`bank_at`.

    Raises
    ------
    RuleError
        If it is neither.

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
    return RollTimes(throws, choose)


def times(text: str | int) -> RollTimes:
    """The policy that ``roll-times:THROWS/CHOOSE`` means."""
    throws, slash, choose = str(text).partition("/")
    return roll_times(number(throws), choose.replace("-", "_") if slash else "most_points")  # type: ignore[arg-type]
