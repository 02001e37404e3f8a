"""For learners: a game against a policy as an environment, with the interface of Gymnasium.

It needs the extra ``gym``. How far from perfect whoever learned is, :func:`pigcore.loss` says, by
exact matches.

>>> import pigcore
>>> from pigcore.play.learning import Environment
>>> env = Environment(pigcore.Piglet(10), "optimal")
>>> seen, info = env.reset(seed=1)
>>> seen.tolist(), info["action_mask"].tolist(), env.actions
([0, 0, 0], [0, 1], ('hold', 'roll'))
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..games.checks import between, flag, needs, same_turns
from ..games.errors import RuleError
from ..games.game import Game
from ..games.spelling import listed, shown
from .boards import Board, seats_of
from .matches import others_of
from .policies.answers import Policy
from .served import module_of

needs("gymnasium", "an environment for learners needs gymnasium", "gym")
import gymnasium  # noqa: E402
from gymnasium.spaces import Discrete, MultiDiscrete  # noqa: E402

_LEARNER = 0
_MOST_TURNS = 1_000_000


class Environment(gymnasium.Env[NDArray[np.int64], np.int64]):
    """A learner against a policy, which plays inside ``step``.

    What is seen: all scores, the learner's first and then in the order of play, and the points of
    the turn in units, each at most the goal; the mode, if there are several, and where throws leave
    a choice one more than the number of what lies on the table; in Hog the scores, and what is
    remembered if there is any. The reward is 1 for a win and 0 otherwise.

    Parameters
    ----------
    game : Race, Hog
    opponent : policy or str
        Any policy, or one as the command line writes it. Among three players or more a tuple of
        all the others', in the order in which they move after the learner, or one for all of them.
    begins : bool, optional
        Whether the learner moves first; left out, all are as likely to begin in every game.
    longest : int
        The turns of all after which a game is truncated, 1 or more.
    render_mode : {"ansi"}, optional
        ``"ansi"``: ``render()`` gives the turns so far in words.

    Attributes
    ----------
    game : Game
    actions : tuple
        What each action means, as policies answer it; ``info["action_mask"]`` is 1 for those there
        are.

    Notes
    -----
    In place of an action that there is not, the first one that there is, is taken: at turn total 0
    of a race one throws, whatever is given. An opponent who moves first may win in that very turn:
    the game is then over at the learner's first decision, where every action ends the episode. All
    randomness comes from ``np_random``.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi"], "render_fps": 1,
    }  # fmt: skip
    observation_space: MultiDiscrete
    action_space: Discrete

    def __init__(
        self, game: Game, opponent: Policy = "optimal", *, begins: bool | None = None,
        longest: int = 10_000, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        same_turns(game, "an environment for learners")
        home = module_of("boards", game, "is no board")
        if render_mode not in (None, "ansi"):
            raise RuleError(f"render_mode is {shown(render_mode)}, but must be 'ansi' or None")
        seats = None, *seats_of(game, others_of(game, opponent))
        self.game = game
        self.render_mode: str | None = render_mode
        self._longest = between(longest, "longest", 1, _MOST_TURNS)
        self._begins = None if begins is None else flag(begins, "begins")
        self._board: Board = home.board_of(game, seats)
        self.actions: tuple[Any, ...] = self._board.actions
        self.observation_space = MultiDiscrete([*self._board.sizes])
        self.action_space = Discrete(len(self.actions))
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begin a game, up to the learner's first decision."""
        super().reset(seed=seed)
        players = self.game.players
        last = -1 if self._begins else self.np_random.integers(players - (self._begins is False))
        self._board.begin((int(last) + 1) % players)
        self._playing = True
        return self._played_on()

    def step(self, action: np.int64) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Take an action, and play on to the learner's next decision."""
        board = self._board
        if not self._playing:
            raise RuleError("no game is under way: call reset() first")
        if not self.action_space.contains(np.asarray(action)[()]):
            means = [f"{place} ({name})" for place, name in enumerate(self.actions)]
            raise RuleError(f"the action is {shown(action)}, but must be {listed(means, 'or')}")
        if not self._ended:  # before the learner had a turn
            board.act(int(action), self.np_random.bit_generator.random_raw)
        seen, info = self._played_on()
        if self._ended:
            self._playing, info["action_mask"] = False, np.zeros_like(info["action_mask"])
        won = float(board.winner == _LEARNER)
        return seen, won, board.over, self._ended and not board.over, info

    def render(self) -> str | None:
        """The turns so far, in words."""
        names = ("learner", *(f"opponent {n}" for n in range(1, self.game.players)))
        lines = [turn.in_words(names) for turn in self._board.turns]
        return "\n".join(lines) if self.render_mode else None

    @property
    def _ended(self) -> bool:
        return self._board.over or len(self._board.turns) >= self._longest

    def _played_on(self) -> tuple[NDArray[np.int64], dict[str, Any]]:
        board, bits = self._board, self.np_random.bit_generator.random_raw
        while board.mover != _LEARNER and not self._ended:
            board.act(board.answer(bits), bits)
        mask = [True] * len(self.actions) if self._ended else board.legal()
        seen = np.array(board.observed_by(_LEARNER), dtype=np.int64)
        return seen, {"action_mask": np.array(mask, dtype=np.int8), "turns": len(board.turns)}
