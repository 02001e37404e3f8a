"""Pig with OpenSpiel: its game ``pig`` and its value iteration, as its documentation shows them.

The horizon, after which OpenSpiel calls a game off, is as long as Python's recursion can go; the
states are distinguished by their text, which does not say how long the game has lasted.
"""

import re
import sys
import time

import pyspiel
from answers import answer, asked
from open_spiel.python.algorithms import value_iteration

HORIZON = 100_000
PATTERN = re.compile(r"Scores: (\d+) (\d+), Turn total: (\d+)\nCurrent player: (\d)\n")

_, goal = asked()
sys.setrecursionlimit(4 * goal**3 + 10_000)
begin = time.process_time()
game = pyspiel.load_game("pig", {"winscore": goal, "horizon": HORIZON})
found = value_iteration.value_iteration(game, -1, 1e-12, cyclic_game=True)
seconds = time.process_time() - begin
starts: list[list[float | None]] = [[None] * goal for _ in range(goal)]
for text, value in found.items():
    place = PATTERN.fullmatch(text)
    if place:
        own, opp, hand, player = map(int, place.groups())
        if (hand, player) == (0, 0) and max(own, opp) < goal:
            starts[own][opp] = (1 + value) / 2  # it counts a loss as -1
answer(seconds, "open_spiel", starts)
