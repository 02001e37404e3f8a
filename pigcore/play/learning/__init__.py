"""For learners: games as environments, and how far from perfect whoever learned is, exactly.

``environment``  one player against a policy, with the interface of Gymnasium
``contest``      all players, with the interface of PettingZoo's AEC
``greedy``       the policy that takes the action of the largest value

``import pigcore.envs`` registers the first with Gymnasium. Both have ``score(policy)``, which is
:func:`pigcore.loss`: what a policy gives away against best play and against its best reply, by
exact matches. Both play on the boards of :mod:`pigcore.play.boards`, and need the packages of the
extra ``gym``: ``pip install 'pigcore[gym]'``.

>>> import pigcore
>>> from pigcore.play import learning
>>> env = learning.environment(pigcore.Piglet(10), "optimal")
>>> seen, info = env.reset(seed=1)
>>> seen.tolist(), info["action_mask"].tolist(), env.actions
([0, 0, 0], [0, 1], ('hold', 'roll'))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import needs, same_turns
from ...games.errors import RuleError
from ...games.game import Game
from ...games.rules import game as game_of
from ..boards import module_of as boards_of
from ..policies import module_of
from ..policies.answers import Policy

if TYPE_CHECKING:
    from .one_player import OnePlayer
    from .two_players import TwoPlayers

__all__ = ["contest", "environment", "greedy"]

LONGEST = 10_000
"""The turns of both after which a game is truncated."""


def environment(
    game: Game | str,
    opponent: Policy = "optimal",
    *,
    begins: bool | None = None,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> OnePlayer:
    """One player against a policy: a ``gymnasium.Env``.

    What is seen: the learner's points, the opponent's, and the turn total (in Hog: and the parity
    of exchanges, if there are any), each at most the goal; in Farkle both scores and the points of
    the turn in units, the dice in hand, and how many of a throw show each face, from 1 up; in a
    party all scores, the learner's first and then in the order of play, and the turn total. An
    action is a place in ``env.actions``; ``info["action_mask"]`` is 1 for those there are. The
    opponent's turns are played inside ``step``. The reward is 1 for a win and 0 otherwise, so that
    an undiscounted return is what :func:`pigcore.match` calls a chance of winning.

    Parameters
    ----------
    game : Race, Hog, or the name of one
    opponent : policy or str
        Any policy, or one as the command line writes it. In a party a tuple of all the others', in
        the order in which they move after the learner, or one for all of them.
    begins : bool, optional
        Whether the learner moves first; left out, all are as likely to begin in every game.
    longest : int
        The turns of both after which a game is truncated, 1 or more.
    render_mode : {"ansi"}, optional
        ``"ansi"``: ``env.render()`` gives the turns so far in words.

    Raises
    ------
    RuleError
        If the family has no board, a parameter is out of range or the opponent is no policy.
    ImportError
        If Gymnasium is not installed.

    Notes
    -----
    In place of an action that there is not, the first one that there is, is taken: at turn total 0
    of a race one throws, whatever is given. An opponent who moves first may win in that very turn:
    the game is then over at the learner's first decision, where every action ends the episode. All
    randomness comes from ``env.np_random``.
    """
    if isinstance(game, str):
        game = game_of(game)
    same_turns(game, "an environment for learners")
    needs_learning("gymnasium")
    from .one_player import OnePlayer

    return OnePlayer(game, opponent, begins=begins, longest=longest, render_mode=render_mode)


def contest(game: Game, *, longest: int = LONGEST, render_mode: str | None = None) -> TwoPlayers:
    """All players against each other: a PettingZoo ``AECEnv``.

    The agents are ``"player_0"``, ``"player_1"``, …; each is as likely to move first. What an
    agent observes is ``{"observation": …, "action_mask": …}``: its own points first, as in
    :func:`environment`, and a mask of zeros while another one decides. Rewards are 1 for a win
    and -1 for a loss, which the others share among them where there are several.

    Parameters
    ----------
    game : Race, Hog, Farkle, Race
    longest, render_mode
        As in :func:`environment`.

    Raises
    ------
    RuleError
        If the family has no board or a parameter is out of range.
    ImportError
        If PettingZoo is not installed.

    Examples
    --------
    >>> import pigcore
    >>> env = contest(pigcore.Pig(20))
    >>> env.reset(seed=3)
    >>> env.agent_selection, env.last()[0]["action_mask"].tolist()
    ('player_1', [0, 1])
    >>> contest(pigcore.Pig(20, players=3)).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    same_turns(game, "an environment for learners")
    needs_learning("pettingzoo")
    from .two_players import TwoPlayers

    return TwoPlayers(game, longest=longest, render_mode=render_mode)


def greedy(game: Game, values: NDArray[Any]) -> NDArray[Any]:
    """The policy that takes the action of the largest value, as an array of answers.

    Parameters
    ----------
    game : Race, Hog
    values : array
        At [what is seen …, action], as an agent fills it that counts what the environments show
        it: (goal + 1, goal + 1, goal + 1, 2) in a race. Of equal values the first action is taken.

    Returns
    -------
    array of actions
        At [state …], as :func:`pigcore.match` and :func:`pigcore.loss` take them.

    Raises
    ------
    RuleError
        If the values have another shape.

    Examples
    --------
    >>> import numpy as np, pigcore
    >>> pig = pigcore.Pig(30)
    >>> values = np.zeros((31, 31, 31, 2))
    >>> values[:, :, :20, 1] = 1.0
    >>> round(pigcore.match(pig, greedy(pig, values), pigcore.hold_at(20)).average, 12)
    0.5
    """
    same_turns(game, "a table for learners")
    board = boards_of(game).board_of(game)
    shape = (*board.sizes, len(board.actions))
    if np.shape(values) != shape:
        raise RuleError(f"the values are an array {np.shape(values)}, but must be one {shape}")
    best = np.asarray(values).argmax(axis=-1)
    states: tuple[int, ...] = module_of(game).shape(game)
    answers: NDArray[Any] = np.array(board.actions)[best[tuple(map(slice, states))]]
    return answers


def needs_learning(package: str) -> None:
    """Refuse to make an environment without a package."""
    needs(package, f"an environment for learners needs {package}", "gym")
