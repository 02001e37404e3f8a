"""Matches of limits: against fractions in every kind of race, and published figures."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.generated import races
from support.slow import match_exact

from pigcore.solvers.race.decided import Rolling
from pigcore.solvers.race.replies import wins
from pigcore.solvers.race.turns import Turns


def rolling(game, limits):
    """The states (own, opp, total) in which one rolls who holds from ``limits`` on."""
    return {
        (i, j, k)
        for i in range(game.goal)
        for j in range(game.goal)
        for k in range(1, game.goal - i)
        if k < limits[i][j]
    }


@pytest.mark.slow
@settings(max_examples=40)
@given(st.data())
def test_every_kind_of_race_against_fractions(data):
    game = data.draw(races(max_goal=5))
    goal = game.goal
    numbers = st.lists(st.integers(-1, goal + 2), min_size=goal**2, max_size=goal**2)
    limits = np.array(data.draw(numbers)).reshape(goal, goal)
    his = np.array(data.draw(numbers)).reshape(goal, goal)
    own, total, opp = np.indices((goal, goal, goal))
    plan = (total - own < his[own, opp]).astype(np.uint8)

    first, second = wins(game, [limits, Turns.of(game, Rolling(plan).turn)], 0.5)
    mine, theirs, ends = match_exact(game, rolling(game, limits), rolling(game, his))
    if not ends and game.roll.wipe:
        return  # what never ends is worth what one begins with, and not the same everywhere
    for (i, j), chance in mine.items():
        assert first[i, j] == pytest.approx(float(chance), abs=1e-11)
    for (i, j), chance in theirs.items():
        assert second[i, j] == pytest.approx(1 - float(chance), abs=1e-11)
