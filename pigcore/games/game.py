"""What every family of games has, so that nobody who serves all families asks which one it is.

A game is frozen data: its rules in exact fractions, a check of states, and a few words about
itself. :class:`Game` says what all have; each family's class inherits what is the same for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    NoReturn,
    TypeVar,
    dataclass_transform,
)

from .checks import whole
from .errors import StateError
from .spelling import counted

K = TypeVar("K")
V = TypeVar("V")


class Array(NamedTuple):
    """One array of a saved solution, as its reader may believe it."""

    name: str
    dtype: str
    """``"float64"`` or ``"int64"``."""
    shape: tuple[int, ...]
    low: float
    """The smallest entry there can be."""
    high: float
    """The largest."""


class Frozen:
    """An object that cannot be changed once it is made, nor can its copies and pickles."""

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change anything."""
        raise FrozenInstanceError(self._refusal(name))

    def __delattr__(self, name: str) -> None:
        """Refuse to forget anything."""
        raise FrozenInstanceError(self._refusal(name))

    def _refusal(self, name: str) -> str:
        kind = type(self).__name__
        return f"{name} of a {kind} cannot be changed: make another {kind}"

    def _set(self, **values: object) -> None:
        self.__dict__.update(values)


@dataclass_transform(frozen_default=True, eq_default=False)  # what type checkers are given
class Keyed(Frozen):
    """One that is equal to another of its class if its key is, whatever it is called."""

    @property
    def _key(self) -> object:
        """All that it consists of, but for its name."""
        return tuple(getattr(self, name) for name in type(self).__annotations__ if name != "name")

    def __eq__(self, other: object) -> bool:
        """Whether both have one key."""
        return self._key == other._key if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)


class FrozenDict(dict[K, V]):
    """A dictionary that cannot be changed, nor can its copies and pickles."""

    def _refuse(self, *given: object, **named: object) -> NoReturn:
        raise TypeError("this dictionary cannot be changed: make another one with dict(…)")

    if not TYPE_CHECKING:  # which has no words for it
        __setitem__ = __delitem__ = __ior__ = _refuse
        clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type, tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class Memo(dict[Any, Any]):
    """What a function says, kept."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __missing__(self, key: Any) -> Any:
        found = self[key] = self._function(key)
        return found


def frozen(data: Any) -> Any:
    """Plain data as something that cannot be changed: its dictionaries frozen, its lists tuples."""
    if isinstance(data, dict):
        return FrozenDict({key: frozen(entry) for key, entry in data.items()})
    return tuple(map(frozen, data)) if isinstance(data, list) else data


def plain(data: Any) -> Any:
    """The inverse of :func:`frozen`."""
    if isinstance(data, dict):
        return {key: plain(entry) for key, entry in data.items()}
    return [*map(plain, data)] if isinstance(data, tuple) else data


class Game(ABC):
    """A game of any family.

    Attributes
    ----------
    family : str
        The name of the family, which is also that of its modules in every layer.
    name : str
        What the game is called.
    state_names : tuple of str
        What a state consists of, in order; each part is a whole number.
    """

    family: ClassVar[str]
    _suffixes: ClassVar[tuple[str, ...]] = ()
    """What the names of files end in that describe a game of this family, besides ``.toml``."""
    optional: ClassVar[int] = 0
    """How many parts at the end of a state may be left out."""
    _given_in_full: ClassVar[bool] = True
    """Whether a policy is given every part of a state for which it has a parameter, also one with a
    default. If not, parts that may be left out go only to a policy that asks for them."""
    worth: ClassVar[str] = "first player wins"
    """What the value of a solution is, in words."""
    begins_anywhere: ClassVar[bool] = False
    """Whether a game has no first state: one asks for its value before one asks for a state."""
    gains: ClassVar[tuple[str, str, str]] = ("wins", "game", "")
    """How a better action shows: it wins so many more games, and in games of what."""
    players: int = 2
    """How many play."""
    shared: ClassVar[bool] = False
    """Whether a value is each player's chance rather than the mover's."""

    if TYPE_CHECKING:  # attributes that cannot be set
        name: str

        @property
        def state_names(self) -> tuple[str, ...]: ...

    @property
    @abstractmethod
    def summary(self) -> str:
        """A few words that distinguish this game from its relatives: at most 60 characters if
        ready-made.
        """

    @property
    @abstractmethod
    def arrays(self) -> tuple[Array, ...]:
        """The arrays of a saved solution."""

    @abstractmethod
    def rules(self) -> dict[str, Any]:
        """The rules as plain data, of which a TOML file can be made."""

    @abstractmethod
    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """``state``, which has all its parts; raises StateError if there is none such."""

    def check_state(self, *state: object) -> tuple[int, ...]:
        """The state as whole numbers; optional parts that are not given are 0.

        Raises
        ------
        StateError
            If there are too many numbers or too few, or there is no such state.
        """
        names = self.state_names
        if not len(names) - self.optional <= len(state) <= len(names):
            given = counted(len(state), "number was", "numbers were") if state else "none was"
            raise StateError(f"a state of {self.name} is {self.usage}, but {given} given")
        parts = [self._part(name, part) for part, name in zip(state, names)]
        return self._checked((*parts, *[0] * (len(names) - len(parts))))

    def _part(self, name: str, part: object) -> Any:
        """One part of a state as it must be."""
        return whole(part, name, StateError)

    def check_thrown(self, state: tuple[object, ...], faces: object) -> tuple[Any, ...]:
        """The state in which a throw is on the table and the player decides what to do with its
        dice.

        Raises
        ------
        StateError
            If there is no such state; in most games there is nothing to decide about a throw.
        """
        raise StateError(f"{self.name} leaves nothing to decide about a throw: leave the throw out")

    @property
    def usage(self) -> str:
        """A state as the command line asks for it.

        Examples
        --------
        >>> from pigcore.games import Pig
        >>> Pig().usage
        'OWN OPP [TOTAL]'
        """
        least = len(self.state_names) - self.optional
        words = [name.upper() for name in self.state_names]
        return " ".join([*words[:least], *(f"[{word}]" for word in words[least:])])

    @property
    def _least_given(self) -> int:
        """How many parts of a state a policy must at least have parameters for."""
        return len(self.state_names) - self.optional

    def named(self, state: tuple[int, ...]) -> dict[str, int]:
        """The parts of a state by name."""
        return dict(zip(self.state_names, state))

    def spell(self, state: tuple[int, ...]) -> str:
        """A state in words.

        Examples
        --------
        >>> from pigcore.games import Pig
        >>> Pig().spell((41, 49, 27))
        'own 41, opp 49, total 27'
        """
        return ", ".join(f"{name} {part}" for name, part in self.named(state).items())

    def asked_at(self, state: tuple[Any, ...]) -> str:
        """The same as a function of a user is given it."""
        return self.spell(state)

    def done(self, action: Any) -> tuple[str, str]:
        """An action in words: a verb and its object, which may be empty."""
        return str(action), ""

    def leaves(self, action: Any) -> Any:
        """What an action leaves to play on with: of several that leave the same, one is best."""
        return action

    def _forced(self, action: Any) -> str:
        """What to do where ``action`` is the only choice, as a sentence."""
        verb, what = self.done(action)
        return f"{verb.capitalize()} {what}".rstrip() + ": there is no other choice."

    def as_dict(self) -> dict[str, Any]:
        """The game in words, for JSON: ``family``, ``name``, ``rules`` and, if there is one,
        ``goal``.
        """
        goal = getattr(self, "goal", None)
        return {
            "family": self.family,
            "name": self.name,
            "rules": str(self),
            **({} if goal is None else {"goal": goal}),
        }
