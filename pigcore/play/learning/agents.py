"""What type checkers are given of PettingZoo's ``AECEnv``, which ships no types.

An environment derives from PettingZoo's own class when it runs. Here are the names that it gets
from there, in place of a base class of which a type checker would know nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numpy.typing import NDArray

__all__ = ["TypedEnv"]

Observation = dict[str, NDArray[Any]]


class TypedEnv:
    """The interface of ``AECEnv[str, dict[str, Any], int]``; never made."""

    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    rewards: dict[str, float]
    infos: dict[str, dict[str, Any]]
    _cumulative_rewards: dict[str, float]

    @property
    def num_agents(self) -> int:
        """How many agents are in the game."""
        raise NotImplementedError

    @property
    def max_num_agents(self) -> int:
        """How many there are at its beginning."""
        raise NotImplementedError

    @property
    def unwrapped(self) -> TypedEnv:
        """The environment inside all wrappers."""
        raise NotImplementedError

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The agents in the order of their turns, until the game is over."""
        raise NotImplementedError

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, its rewards, and whether and how it is done."""
        raise NotImplementedError

    def state(self) -> NDArray[Any]:
        """All there is to see; not implemented, as in PettingZoo's own class."""
        raise NotImplementedError

    def _was_dead_step(self, action: Any) -> None:
        raise NotImplementedError

    def _deads_step_first(self) -> str:
        raise NotImplementedError

    def _clear_rewards(self) -> None:
        raise NotImplementedError

    def _accumulate_rewards(self) -> None:
        raise NotImplementedError
