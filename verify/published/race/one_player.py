"""Figures about players alone, and Project Euler's race with different rules."""

from __future__ import annotations

from functools import lru_cache

from pigcore.games.pig import Pig
from pigcore.games.roll import Roll

from ..answers import Answer, Question, doubles
from .alone import Played, chances, most_points, points, turns_to_goal
from .euler import second_player
from .forward import Player, score_after, turns_taken

__all__ = ["QUESTIONS", "SECONDS"]

_TWO_DICE = Roll.dice(2, wipe_all=True)


@lru_cache(maxsize=8)
def _think(turns: int, rule: str) -> Played:
    if rule == "best":
        return most_points(_TWO_DICE, turns)
    last = 200 if rule == "<=" else 199
    return points(_TWO_DICE, turns, lambda s, k: s + 11 * k <= last, last + 1)


def think(turns: int, rule: str) -> Answer:
    """The expected score of THINK, played best or by s + 11 t "<=" 200 or "<" 200."""
    played = _think(turns, rule)
    return Answer((played.value,), deviation=score_after(_TWO_DICE, played.plan).deviation)


def in_time(start: int, turns: int) -> Answer:
    """The highest chances to reach 100 with two dice within 1, 2, … turns."""
    found = chances(_TWO_DICE, 100, start, turns)
    return Answer(tuple(found))


def turns_alone(hold: int) -> Answer:
    """The turns that a player alone takes to 100 in Pig, holding at a total or at the goal."""
    pig = Pig(100)
    spread = turns_taken(pig, Player(lambda own, opp, k: k < hold))
    mean = turns_to_goal(pig.roll, pig.goal, hold)
    return Answer(((mean, mean),), deviation=spread.deviation)


def euler(goal: int) -> Answer:
    """The chance of the second player in Problem 232 of Project Euler."""
    return Answer((second_player(goal),))


def again_think(turns: int, rule: str) -> Answer:
    """The score, followed forward from turn to turn."""
    mean = score_after(_TWO_DICE, _think(turns, rule).plan).mean
    return doubles(mean)


def again_turns(hold: int) -> Answer:
    """The turns, counted forward."""
    mean = turns_taken(Pig(100), Player(lambda own, opp, k: k < hold)).mean
    return doubles(mean)


QUESTIONS: dict[str, Question] = {
    "euler": euler,
    "in time": in_time,
    "think": think,
    "turns alone": turns_alone,
}
SECONDS: dict[str, Question] = {"think": again_think, "turns alone": again_turns}
