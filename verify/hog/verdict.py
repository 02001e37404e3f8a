"""What is proved about Hog: :class:`HogVerdict` of one state, :class:`HogReport` of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pigcore.games.hog import Hog
from pigcore.games.spelling import counted, listed

from ..verdict import FrozenTable, Report, Stage, State, Verdict

__all__ = ["HogReport", "HogVerdict"]


class _Spelled:
    """Hog's actions in words."""

    @staticmethod
    def spelled(action: Any) -> str:
        """A number of dice, or the exchange."""
        return "exchange" if action == -1 else counted(action, "die", "dice")


@dataclass(frozen=True, repr=False)
class HogVerdict(_Spelled, Verdict[Hog, int]):
    """What is proved about one state of Hog; a choice is a number of dice, or -1."""


@dataclass(frozen=True, repr=False)
class HogReport(_Spelled, Report[Hog]):
    """What is proved about a game of Hog, and about a table of its values."""

    best: tuple[int, ...] = ()
    """All best choices at 0 to 0."""
    tied: Mapping[State, tuple[int, ...]] = field(default_factory=dict)
    """The states with several best choices, and these."""
    stages: tuple[Stage, ...] = ()
    """How many states were settled with how many bits, where some took more than others."""

    extras: ClassVar[tuple[str, ...]] = ("best", "stages")

    def __post_init__(self) -> None:
        object.__setattr__(self, "tied", FrozenTable(self.tied))

    def _more(self) -> list[tuple[str, str]]:
        said = [("choosing", f"{listed(map(self.spelled, self.best), 'or')} at first")]
        return said + [("by stages", str(stage)) for stage in self.stages]
