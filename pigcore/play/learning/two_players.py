"""Two players or more, with the interface of PettingZoo's AEC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from .. import loss
from ..boards import Board, module_of
from ..policies.answers import Policy
from ..replies.results import Loss
from .one_player import action_of, checked, mask_of, rendered, spaces_of

if TYPE_CHECKING:
    from .agents import TypedEnv as Env
else:
    from pettingzoo import AECEnv as Env

__all__ = ["TwoPlayers"]


class TwoPlayers(Env):
    """Agents in turn; see :func:`pigcore.play.learning.contest`.

    Attributes
    ----------
    game : Game
    actions : tuple
        What each action means, as policies answer it.
    """

    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pigcore_v0", "render_modes": ["ansi"], "render_fps": 1, "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, game: Game, *, longest: int, render_mode: str | None) -> None:
        super().__init__()
        self.game = game
        self._longest, self.render_mode = checked(longest, render_mode)
        self._board: Board = module_of(game).board_of(game)
        self._agents = tuple(f"player_{n}" for n in range(game.players))
        self._random, _ = seeding.np_random()
        self.actions: tuple[Any, ...] = self._board.actions
        self.possible_agents = list(self._agents)
        self.agents = []
        self._spaces = {}
        for agent in self._agents:
            seen, actions = spaces_of(self._board)
            mask = Box(0, 1, (len(self.actions),), np.int8)
            self._spaces[agent] = Dict({"observation": seen, "action_mask": mask}), actions

    def observation_space(self, agent: str) -> Dict:
        """What the agent observes."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        """What it can do."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._board.begin(int(self._random.integers(len(self._agents))))
        self.agents = list(self._agents)
        self.agent_selection: str = self._agents[self._board.mover]
        self.rewards = dict.fromkeys(self._agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._agents, 0.0)
        self.terminations = dict.fromkeys(self._agents, False)
        self.truncations = dict.fromkeys(self._agents, False)
        self.infos = {agent: {} for agent in self._agents}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The state from the agent's side, and a mask of what it can do now."""
        player = self._agents.index(agent)
        seen = np.array(self._board.observed_by(player), dtype=np.int64)
        return {"observation": seen, "action_mask": mask_of(self._board, player)}

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is; of one who is done it must be None.

        Raises
        ------
        RuleError
            If it is no action or no game is under way.
        """
        if not self.agents:
            raise RuleError("no game is under way: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        board = self._board
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        board.act(action_of(board, action), self._random.bit_generator.random_raw)
        over, long = board.over, len(board.turns) >= self._longest
        if board.winner is not None:
            lost = -1.0 / (len(self._agents) - 1)  # so that all together is 0
            for player, name in enumerate(self._agents):
                self.rewards[name] = 1.0 if player == board.winner else lost
        self.terminations = dict.fromkeys(self._agents, over)
        self.truncations = dict.fromkeys(self._agents, long and not over)
        self.agent_selection = self._agents[board.mover]
        self._accumulate_rewards()
        if over or long:
            self._deads_step_first()

    def score(self, policy: Policy) -> Loss:
        """What ``policy`` gives away, exactly: :func:`pigcore.loss`."""
        return loss(self.game, policy)

    def render(self) -> str | None:
        """The turns so far, in words."""
        return rendered(self._board, self._agents) if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""
