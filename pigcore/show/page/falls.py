"""What the page is given of a race in which busts in a row cost points."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.errors import RuleError
from ...games.race import Race
from . import race
from .encoding import encoded

__all__ = ["check", "data", "engines", "kernel"]

MAX_STARTS = 50_000
"""Turn starts, eight bytes each: the page is then about as large as one of Farkle to 10,000."""


def check(game: Race) -> None:
    """Refuse what is too large, and turns in which no dice are set aside."""
    if not game.set_aside:
        raise RuleError(
            f"there is no page of {game.name}, as busts in a row cost points and no dice are set "
            "aside: give it to pigcore play"
        )
    race.check(game.from_floor)
    starts = (game.units + game.below) ** 2 * game.busts_in_a_row**2
    if starts > MAX_STARTS:
        raise RuleError(
            f"{game.name} to {game.goal:,} from {game.floor:,} has {starts:,} turn starts, but a "
            f"page holds at most {MAX_STARTS:,}: choose a smaller goal or a higher floor"
        )


def engines(game: Race) -> tuple[str, ...]:
    """The scripts that know the game."""
    return "turn.js", "race.js", "falls.js"


def kernel(game: Race) -> tuple[str, ...]:
    """None: the values are embedded."""
    return ()


def data(solution: Any) -> dict[str, Any]:
    """The entries that ``falls.js`` reads, and those of ``race.js``, from the floor up."""
    game = solution.game
    tables = race.tables(game.from_floor)
    names = [*tables["names"], *game.state_names[-2:]]
    return {
        **tables,
        "family": "falls",
        "names": names,
        "scores": game.units + game.below,
        "low": game.floor,
        "opensTo": game.below,
        "row": game.busts_in_a_row,
        "drop": game.penalty // game.unit,
        "edge": game.sure_from // game.unit + game.below,
        **race.maps(*(solution.view(*pair) for pair in np.ndindex(*solution.starts.shape[2:]))),
        "starts": encoded(np.moveaxis(solution.starts, (2, 3), (0, 1)), "<f8"),
    }
