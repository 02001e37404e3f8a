"""The states that an optimal mover can come to: by brute force, state after state."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from support.races import races

import pigcore


def visited(game, decisions):
    """The same, one state after another: each with whose turn it is."""
    goal, exact = game.goal, game.target == "exact"
    found, waiting = set(), [("me", 0, 0, 0), ("him", 0, 0, 0)]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        found.add(state)
        who, own, opp, total = state
        other = "him" if who == "me" else "me"
        after = []
        if total and (who == "him" or not decisions[own, opp, total]):
            after.append((other, opp, own + total, 0))
        if not total or who == "him" or decisions[own, opp, total]:
            busts = game.roll.bust > 0
            for gain, _ in game.roll.gains:
                if own + total + gain < goal:
                    after.append((who, own, opp, total + gain))
                elif exact and own + total + gain > goal:
                    busts = True
            if busts and game.after_bust(own) < goal:
                after.append((other, opp, game.after_bust(own), 0))
            if game.roll.wipe:
                after.append((other, opp, 0, 0))
        waiting += after
    reached = np.zeros((goal,) * 3, dtype=bool)
    for who, own, opp, total in found:
        if who == "me":
            reached[own, opp, total] = True
    return reached


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(races())
def test_against_a_visit_of_all_states(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
        solution = pigcore.solve(game)
    found = pigcore.reachable(solution)
    assert (found == visited(game, solution.decisions())).all()


def test_pig_to_100():
    """What the figure of Neller and Presser shows: no small totals banked, so few low scores."""
    pig = pigcore.solve(pigcore.Pig())
    found = pigcore.reachable(pig)
    starts = found[:, :, 0]
    assert starts[0].sum() == 99  # all of the opponent's scores but 1, which no turn banks
    assert not starts[0, 1]
    assert not starts[1:21, 0].any()
    assert starts[21:27, 0].all()
    assert found.sum() < pig.decisions().size // 4
    assert not found[pig.decisions() < 0].any()
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
        found.setflags(write=True)
    assert (pigcore.reachable(pigcore.Pig()) == found).all()  # a game is solved first


def test_refusals():
    with pytest.raises(pigcore.RuleError, match=r"there are no reachable states .* \(hog\)"):
        pigcore.reachable(pigcore.Hog.fa13())
    with pytest.raises(pigcore.RuleError):
        pigcore.reachable("pig")
    with pytest.raises(pigcore.SizeError, match="choose a smaller goal"):
        pigcore.reachable(pigcore.Pig(20_000))
