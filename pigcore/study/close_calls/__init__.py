"""The atlas of close calls: where rolling and holding are almost as good, game after game.

``race_calls``   the closest calls and the ties of one game, settled exactly
``race_atlas``   ``atlas``: of many games, through any executor, and what comes out: ``Atlas``
"""

from .race_atlas import Atlas, atlas, needs_pyarrow
from .race_calls import CloseCall

__all__ = ["Atlas", "CloseCall", "atlas", "needs_pyarrow"]
