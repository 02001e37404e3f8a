"""One player against a policy, with the interface of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from numpy.typing import NDArray

from ...games.checks import between, flag
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import listed, shown
from .. import loss
from ..boards import Board, module_of
from ..policies.answers import Policy
from ..replies.results import Loss

__all__ = ["OnePlayer", "action_of", "checked", "mask_of", "rendered", "spaces_of"]

LEARNER = 0
MOST_TURNS = 1_000_000


# --- what both interfaces ask of a board ----------------------------------------------------------


def checked(longest: int, render_mode: str | None) -> tuple[int, str | None]:
    """Both parameters, if they are in range."""
    if render_mode not in (None, "ansi"):
        raise RuleError(f"render_mode is {shown(render_mode)}, but must be 'ansi' or None")
    return between(longest, "longest", 1, MOST_TURNS), render_mode


def spaces_of(board: Board) -> tuple[MultiDiscrete, Discrete]:
    """What a player sees, and what he can do."""
    return MultiDiscrete([*board.sizes]), Discrete(len(board.actions))


def mask_of(board: Board, player: int) -> NDArray[np.int8]:
    """1 for the actions there are; zeros for who has nothing to decide."""
    if board.over or board.mover != player:
        return np.zeros(len(board.actions), dtype=np.int8)
    return np.array(board.legal(), dtype=np.int8)


def action_of(board: Board, action: Any) -> int:
    """``action`` as a place in ``board.actions``.

    Raises
    ------
    RuleError
        If it is none.
    """
    try:
        number = int(action)
        if number == action and 0 <= number < len(board.actions):
            return number
    except (TypeError, ValueError):
        pass
    means = [f"{place} ({name})" for place, name in enumerate(board.actions)]
    raise RuleError(f"the action is {shown(action)}, but must be {listed(means, 'or')}")


def rendered(board: Board, names: Sequence[str]) -> str:
    """The turns so far, and what is seen now, in words."""
    seen = ", ".join(map(str, board.seen_by(board.mover)))
    lines = [turn.in_words(names) for turn in board.turns]
    return "\n".join([*lines, f"{names[board.mover]} sees {seen}"])


# --- the environment ------------------------------------------------------------------------------


class OnePlayer(gymnasium.Env[NDArray[np.int64], np.int64]):
    """A learner against a policy; see :func:`pigcore.play.learning.environment`.

    Attributes
    ----------
    game : Game
    actions : tuple
        What each action means, as policies answer it.
    """

    render_mode: str | None
    observation_space: MultiDiscrete
    action_space: Discrete

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self, game: Game, opponent: Policy, *, begins: bool | None, longest: int,
        render_mode: str | None,
    ) -> None:  # fmt: skip
        module = module_of(game)
        seats = _seats(game, opponent)
        self.game = game
        self._longest, self.render_mode = checked(longest, render_mode)
        self._begins = None if begins is None else flag(begins, "begins")
        self._players = 1 + len(seats)
        rivals = [f"opponent {n}" for n in range(1, self._players)]
        self._names = ("learner", *(rivals if len(rivals) > 1 else ["opponent"]))
        self._board: Board = module.board_of(game, (None, *seats))
        self.actions: tuple[Any, ...] = self._board.actions
        self.observation_space, self.action_space = spaces_of(self._board)
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin a game, up to the learner's first decision."""
        super().reset(seed=seed)
        self._playing = True
        self._bits = self.np_random.bit_generator.random_raw
        self._board.begin(self._who_begins())
        self._let_the_opponent_play()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Take an action, and play on to the learner's next decision.

        Raises
        ------
        RuleError
            If it is no action or no game is under way.
        """
        if not self._playing:
            raise RuleError("no game is under way: call reset() first")
        number = action_of(self._board, action)
        if not self._ended:  # before the learner had a turn
            self._board.act(number, self._bits)
            self._let_the_opponent_play()
        terminated = self._board.over
        truncated = self._ended and not terminated
        self._playing = not (terminated or truncated)
        reward = float(self._board.winner == LEARNER)
        return self._seen(), reward, terminated, truncated, self._info()

    def score(self, policy: Policy) -> Loss:
        """What ``policy`` gives away, exactly: :func:`pigcore.loss`."""
        return loss(self.game, policy)

    def render(self) -> str | None:
        """The turns so far, in words."""
        return rendered(self._board, self._names) if self.render_mode else None

    @property
    def _ended(self) -> bool:
        return self._board.over or len(self._board.turns) >= self._longest

    def _who_begins(self) -> int:
        if self._begins:
            return LEARNER
        if self._begins is None:
            return (int(self.np_random.integers(self._players)) + 1) % self._players
        others = self._players - 1
        return 1 + (int(self.np_random.integers(others)) if others > 1 else 0)

    def _let_the_opponent_play(self) -> None:
        board, bits = self._board, self._bits
        while board.mover != LEARNER and not self._ended:
            board.act(board.answer(bits), bits)

    def _seen(self) -> NDArray[np.int64]:
        return np.array(self._board.observed_by(LEARNER), dtype=np.int64)

    def _info(self) -> dict[str, Any]:
        mask = mask_of(self._board, LEARNER)
        if self._playing and self._ended:
            mask[:] = 1
        return {"action_mask": mask, "turns": len(self._board.turns)}


def _seats(game: Game, opponent: Policy) -> list[Any]:
    """The opponents' seats, in the order in which they move after the learner."""
    count = game.players - 1
    texts = list(opponent) if count > 1 and isinstance(opponent, (tuple, list)) else [opponent]
    if len(texts) not in (1, count):
        raise RuleError(
            f"{len(texts)} opponents are given, but {game.name} is played against {count}: give as "
            "many, or one for all"
        )
    seat_of = module_of(game).seat_of
    made = [seat_of(game, policy) for policy in texts]
    return made if len(made) == count else made * count
