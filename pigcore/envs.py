"""Importing this module registers the games with Gymnasium: ``pigcore/pig-v0`` and so on.

There is an environment for each ready-made game that is played move by move; a colon in its name
becomes a dash. Each takes what :func:`pigcore.play.learning.environment` takes, ``game=`` included.
Gymnasium loads no plug-ins by itself: its way is to import the module, or to name it in the id.

>>> import gymnasium
>>> import pigcore.envs
>>> gymnasium.register_envs(pigcore.envs)  # does nothing, but tells that the import is needed
>>> env = gymnasium.make("pigcore/farkle-kcd-v0", opponent="bank:300")
>>> env.unwrapped.game.name
'Farkle (tavern rules)'
>>> env = gymnasium.make("pigcore.envs:pigcore/pig-v0", game=pigcore.Pig(50), begins=True)
"""

from __future__ import annotations

from .games.rules import named_games, serving
from .play.learning import needs_learning

__all__ = ["NAMES"]

needs_learning("gymnasium")
from gymnasium import register  # noqa: E402

VERSION = 0
"""Raised where the same decisions would come to other observations or rewards."""

NAMES = tuple(
    name
    for name, make in named_games().items()
    if hasattr(make, "takes_long") or serving("pigcore.play.boards", make()) is not None
)
"""The ready-made games that are registered."""

for _name in NAMES:
    register(
        f"pigcore/{_name.replace(':', '-')}-v{VERSION}",
        entry_point="pigcore.play.learning:environment",
        kwargs={"game": _name},
        order_enforce=False,  # the environment says itself what is out of order
    )
