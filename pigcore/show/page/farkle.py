"""What the page is told of a game of Farkle: what scores, what can fall, and the turn starts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import shown
from ...play.policies import Policy
from ...play.policies.answers import as_played
from ...play.policies.holds import Banking, HoldAt
from ...play.policies.named import Unless
from ...solvers.farkle import FarkleSolution
from ...solvers.farkle.arrays import FarkleArrays
from .document import check_goal as check
from .encoding import encoded

__all__ = ["check", "data", "rival"]

NAMES = ("own", "opp", "points", "dice", "thrown")
"""A state on the page: the faces of a throw on the table are the digits of a number."""


def data(solution: FarkleSolution) -> dict[str, Any]:
    """The entries that ``farkle.js`` reads; its arrays are those of ``FarkleArrays``."""
    game = solution.game
    arrays = FarkleArrays.of(game, whole=True)
    most = game.goal + game.most_of_a_throw
    return {
        "names": NAMES,
        "thrown": "dice",
        "unit": game.unit,
        "dice": game.dice.count,
        "sides": game.dice.sides,
        "opening": game.opening,
        "least": game.minimum_bank,
        "lastTurn": game.last_turn,
        "mustRoll": game.dice.must_roll,
        "combinations": [[*counts, points] for counts, points in game.dice.scoring.worth.items()],
        "nothing": game.dice.scoring.nothing,
        "faces": [float(chance) for chance in game.dice.chances],
        "busts": [float(game.dice.bust(dice)) for dice in range(1, game.dice.count + 1)],
        "rolled": arrays.rolled,
        "chances": encoded(arrays.chances, "<f8"),
        "dealt": encoded(arrays.dealt, "u1"),
        "first": encoded(arrays.first, "<u4"),
        "gains": encoded(arrays.gains, "<u4"),
        "left": encoded(arrays.left, "u1"),
        "chase": encoded(arrays.chase, "<f8"),
        "reached": encoded(game.hands(most), "<u2"),
        "starts": encoded(solution.starts, "<f8"),
        **_runs(solution.thresholds() // game.unit),
    }


def rival(game: Race, policy: Policy) -> dict[str, Any]:
    """What ``farkle_rival.js`` reads of a policy: a table of what it does would be too large.

    Raises
    ------
    RuleError
        If it neither banks from some points on that depend on the dice left alone, nor is made
        of two policies that do.
    """
    played = as_played(game, policy)
    if isinstance(played, Unless):
        usual, other = (rival(game, part) for part in played.parts)
        scores = np.arange(0, game.goal, game.unit)
        holds = played.holds(scores[:, None], scores).ravel()
        turns = np.flatnonzero(np.diff(holds, prepend=False)).tolist()
        name = f"{usual['name']} or {other['name']}"
        return {"kind": "either", "name": name, "turns": turns, "usual": usual, "other": other}
    if not isinstance(played, (Banking, HoldAt)):
        raise RuleError(
            f"a rival on a page of {game.name} banks from some points on, but {shown(str(policy))} "
            "does something else: give a rule such as bank:300 or bank:300,300,400/best-turn"
        )
    when, _, _ = str(played).partition(";")
    plain = played.choose == "most_points"
    limits = played.by_mode(0, np.zeros(1, dtype=np.int64))[:, 0].tolist()
    return {
        "kind": "banking",
        "name": when if plain else f"{when} ({played.choose.replace('_', ' ')})",
        "points": limits * game.dice.count if len(limits) == 1 else limits,
        "aside": played.choose,
    }


def _runs(thresholds: NDArray[np.int64]) -> dict[str, str]:
    """Lengths and values of the runs of equal thresholds, none longer than a row."""
    flat = thresholds.ravel()
    changes = np.flatnonzero(np.diff(flat)) + 1
    begins = np.union1d(changes, np.arange(0, flat.size, thresholds.shape[-1]))
    lengths = np.diff(begins, append=flat.size)
    return {"lengths": encoded(lengths, "<u2"), "thresholds": encoded(flat[begins], "<u2")}
