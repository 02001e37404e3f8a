"""Ham Hijinks with only the scores to go by: against brute force."""

import numpy as np
import pytest
from support import hogs

import pigcore
from pigcore.games import Hog, RuleError
from pigcore.study.hog_hijinks import answer_the_exchange, blind


def test_hijinks_and_the_strategy_that_sees_the_scores():
    author = answer_the_exchange()
    fa13 = pigcore.solve(Hog.fa13())
    assert (author[:, 1] == -1).all()
    assert (np.delete(author, 1, axis=1) == np.delete(fa13.least_best(), 1, axis=1)).all()
    answering, ignoring = blind(author), blind(fa13)
    for found in (answering, ignoring):
        worst, optimum, plain = found.against_best_reply, found.against_optimum, found.against_fa13
        assert worst.average <= min(optimum.average, plain.average)
    # Nobody exchanges: the game is fa13 itself.
    assert ignoring.against_fa13.first == pytest.approx(fa13.win(0, 0), abs=1e-13)
    # The rule loses more than it wins, against each of the three.
    assert answering.against_fa13.average < ignoring.against_fa13.average == pytest.approx(0.5)
    assert answering.against_optimum.average < ignoring.against_optimum.average
    assert answering.against_best_reply.average < ignoring.against_best_reply.average


@pytest.mark.slow
def test_small_hijinks_by_brute_force():
    goal = 14
    strategy = np.full((goal, goal), 2, dtype=np.int16)
    strategy[:, 1] = -1
    found = blind(strategy, goal)
    term = hogs.term("fa13_hijinks", goal, 10)
    term.scores = hogs.counted_scores()
    solved = hogs.Solved(term, (None, lambda own, opp, parity: int(strategy[own, opp])))
    value = float(solved.value(0, 0, 0)[0])
    assert found.against_best_reply.first == pytest.approx(
        float(solved.value(1, 0, 0)[0]), abs=1e-13
    )
    assert 1 - found.against_best_reply.second == pytest.approx(value, abs=1e-13)


def test_a_strategy_that_looks_at_the_exchange_is_refused():
    with pytest.raises(RuleError, match="answers differently at own 0, opponent 0 when the dice"):
        blind(lambda own, opp, parity: 4 + parity)
