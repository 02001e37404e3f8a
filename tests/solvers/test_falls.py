"""Races in which busts in a row cost points, against a solution in fractions."""

from __future__ import annotations

import warnings

import pytest

import pigcore
from pigcore import Farkle, Race, Roll

pytestmark = pytest.mark.slow


def test_every_state_has_an_answer():
    game = Farkle.three_farkles(1000, floor=-500)
    s = pigcore.solve(game)
    payoffs = s.payoffs(500, 0, 300, 3, 2, 1)
    assert s.advise(500, 0, 300, 3, 2, 1)["value"] == max(payoffs.values())
    assert s.best(500, 0, 300, (1, 1, 5), 2, 1)
    assert s.policy(500, 0, 300, (1, 1, 5), 2, 1) in s.payoffs(500, 0, 300, (1, 1, 5), 2, 1)
    # Who has 950 needs 300 all the same, as anybody from 700 on.
    assert set(s.payoffs(950, 0, 200, 4)) == {"throw"}
    assert s.win(950, 0, 300, 3) == 1.0
    assert s.win(950, 0, busts=2) > s.win(700, 0, busts=2)
    assert s.win(950, 0) > s.win(700, 0)
    assert s.outlook(500, 0, 300, 3, 2, 1)["throw"].bust == pytest.approx(0.4259259)
    closest = s.closest(2)
    assert closest[0].margin <= closest[1].margin
    bank, throw = (s.payoffs(*closest[0].state)[one] for one in ("bank", "throw"))
    assert abs(bank - throw) == pytest.approx(closest[0].margin, abs=1e-12)


def test_a_solve_that_stops_early_says_so():
    game = Race(Roll.die(4), 10, busts_in_a_row=2, penalty=3, floor=-4)
    with pytest.warns(pigcore.ConvergenceWarning, match="newton stopped after 3 iterations"):
        short = pigcore.solve(game, max_iterations=3)
    assert not short.converged
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pigcore.solve(game, tolerance=1e-3, max_iterations=9).converged


def test_rules_are_said():
    assert Race(Roll.die(6), 20, busts_in_a_row=2, penalty=5).floor == -25
    assert "every third bust in a row costs 500 points" in str(Farkle.three_farkles())
    assert (
        "; the first points banked must be 500 or more, and again of whoever has fallen to 0 or "
        "less; fewer than 300 points are not banked, not even to win; "
    ) in str(Farkle.three_farkles(opening=500))
