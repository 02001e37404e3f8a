"""pigcore solves jeopardy dice games at C speed; ``pigverify`` beside it proves every decision.

>>> import pigcore
>>> pig = pigcore.solve(pigcore.Pig(goal=100))
>>> pig.decide(41, 49, 27)
'roll'

``help(pigcore.solve)`` says what can be asked of a solution. Everything here is loaded when it is
first used, so ``pigcore.games`` works where no compiled module loads.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .games import *
    from .play import best_response, match, solitaire
    from .solvers import ConvergenceWarning, DisputedWarning, load, solve

# Where each public name lives. The order of the floors is the order of imports.
_HOMES = {
    "pigcore.games": (
        "Bag",
        "ConsolationPig",
        "Duel",
        "FileError",
        "Hog",
        "HoldOrContinue",
        "PassThePigs",
        "Pig",
        "Piglet",
        "Race",
        "Roll",
        "RuleError",
        "SizeError",
        "StateError",
        "TwoDicePig",
        "read_game",
    ),
    "pigcore.play": ("best_response", "match", "solitaire"),
    "pigcore.solvers": ("ConvergenceWarning", "DisputedWarning", "load", "solve"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*_HOME, "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    elif name in ("games", "kernels", "play", "show", "solvers"):
        value = import_module(f"pigcore.{name}")
    else:
        raise AttributeError(f"module 'pigcore' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, "games", "play", "solvers"})
