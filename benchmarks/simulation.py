"""Pig with random dice, as a sensible programmer would simulate it, to be timed by run.py.

Both hold at 20 and play to 100. Each program returns the seconds, the turns played and the share of
games that the first player won.
"""

from __future__ import annotations

import random
import time

import numpy as np

import pigcore

Result = tuple[float, int, float]

HOLD, GOAL = 20, 100


def compiled(games: int) -> Result:
    """pigcore, one thread."""
    begin = time.perf_counter()
    policy = pigcore.hold_at(HOLD)
    found = pigcore.simulate(pigcore.Pig(GOAL), policy, policy, games)
    seconds = time.perf_counter() - begin
    turns = sum(row[1] for row in found.counts)
    # The policies are equal, so that the games in which the second moved first count as well.
    return seconds, turns, (found.first + 1 - found.second) / 2


def plain(games: int) -> Result:
    """A loop in Python."""
    begin = time.perf_counter()
    turns = wins = 0
    throw = random.Random(1).random
    for _ in range(games):
        scores, mover = [0, 0], 0
        while True:
            turns += 1
            total = 0
            while total < HOLD and scores[mover] + total < GOAL:
                points = int(6 * throw()) + 1
                if points == 1:
                    total = 0
                    break
                total += points
            scores[mover] += total
            if scores[mover] >= GOAL:
                wins += mover == 0
                break
            mover = 1 - mover
    return time.perf_counter() - begin, turns, wins / games


def vectorised(games: int) -> Result:
    """numpy, all games side by side; those that are over leave."""
    begin = time.perf_counter()
    generator = np.random.Generator(np.random.SFC64(1))
    scores = np.zeros((2, games), dtype=np.int16)
    turns = wins = mover = 0
    while scores.shape[1]:
        turns += scores.shape[1]
        own = scores[mover]
        total = np.zeros_like(own)
        going = np.arange(len(own))
        while len(going):
            points = generator.integers(1, 7, len(going), dtype=np.int16)
            total[going] = np.where(points == 1, 0, total[going] + points)
            on = (points > 1) & (total[going] < HOLD) & (own[going] + total[going] < GOAL)
            going = going[on]
        own += total
        won = own >= GOAL
        wins += int(won.sum()) if mover == 0 else 0
        scores = scores[:, ~won]
        mover = 1 - mover
    return time.perf_counter() - begin, turns, wins / games


PROGRAMS = {"pigcore.simulate": compiled, "numpy": vectorised, "Python": plain}


def speeds(games: int, runs: int) -> list[dict[str, str | float]]:
    """Turns a second of each program, the best of its runs, taking turns."""
    best: dict[str, float] = dict.fromkeys(PROGRAMS, 0.0)
    for _ in range(runs):
        for name, program in PROGRAMS.items():
            some = games // 50 if name == "Python" else games
            seconds, turns, share = program(some)
            assert abs(share - 0.534698326165) < 5 * 0.5 / some**0.5, name
            best[name] = max(best[name], turns / seconds)
    return [
        {
            "simulation of hold at 20": name,
            "million turns a second": speed / 1e6,
            "times slower": best["pigcore.simulate"] / speed,
        }
        for name, speed in best.items()
    ]
