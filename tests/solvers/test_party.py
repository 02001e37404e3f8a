"""Parties: against fractions by trying everything, against two players, and what is reported."""

from fractions import Fraction

import numpy as np
import pigverify
import pytest
from support.slow import Slow, answers_of

import pigcore
from pigcore import BUST, gain


@pytest.mark.slow
def test_players_with_the_same_scores_mix_alike():
    """At (3, 0, 3, 0) each of the two leaders makes the other indifferent; nobody else mixes."""
    game = pigcore.Race(pigcore.Roll({1: "2/5"}, bust="3/5"), 5, players=4)
    solution = pigcore.solve(game)
    assert solution.cell_counts == {"pure": 164, "mixed": 1}
    (cell,) = solution.cells
    ((scores, total, _),) = cell.weights
    assert (cell.scores, scores, total) == ((0, 3, 0, 3), (3, 0, 3, 0), 1)
    payoffs = solution.payoffs(3, 0, 3, 0, 1)
    assert payoffs["roll"] == pytest.approx(payoffs["hold"], abs=1e-14)
    assert pigverify.certify(solution).gain < 1e-15


def test_who_waits_for_one_that_another_cell_settles_looks_again():
    """Who has nothing wins by a bust, and who has 1 is overtaken by him unless he reaches 3."""
    modes = {
        0: [(BUST, "3/4"), (gain(3, 3), "1/4")],
        2: [(BUST, "1/3"), ((gain(1, 0), gain(1, 2)), "1/2"), ((gain(1, 3), gain(2, 3)), "1/6")],
        3: [(BUST, "1/2"), ((gain(0, 2), gain(1, 3), gain(2, 3)), "1/2")],
    }
    turn = pigcore.Turn(modes.__getitem__, 3, may_bank=lambda mode: mode != 3)
    game = pigcore.Race(turn, 3, "exact", consolation=3, opening=2, players=3)
    solution = pigcore.solve(game)
    assert solution.win(1, 0, 0) == (0.5, 0.5, 0.0)
    assert solution.residual == 0


@pytest.mark.slow
def test_where_no_pure_equilibrium_exists_two_players_make_each_other_indifferent():
    solution = pigcore.solve(pigcore.Pig(66, players=3))
    assert solution.cell_counts == {"pure": 95871, "mixed": 5}
    mixed = [cell for cell in solution.cells if cell.kind == "mixed"]
    assert mixed[0].scores == (0, 23, 30)
    for cell in mixed:
        assert len(cell.weights) == 2
        for scores, total, weight in cell.weights:
            payoffs = solution.payoffs(*scores, total)
            assert payoffs["roll"] == pytest.approx(payoffs["hold"], abs=1e-15)
            assert solution.policy(*scores, total) == {"roll": weight, "hold": 1 - weight}
            assert solution.decide(*scores, total) == ("roll" if weight > 0.5 else "hold")
            assert solution.advise(*scores, total)["chance_to_roll"] == weight
            # The turn starts are those of the mixture, whoever moves.
            first = solution._shares((*scores, 0), "roll")
            assert first == pytest.approx(solution.win(*scores), abs=1e-14)


def doomed(mode):
    """Who is sure to win may bust for ever, or win: both are worth 1 to him."""
    if mode == "start":
        both = (pigcore.gain(0, "doomed"), pigcore.gain(2, "end"))
        return {both: "1/2", pigcore.gain(3, "end"): "1/4", pigcore.BUST: "1/4"}
    return {pigcore.BUST: 1} if mode == "doomed" else None


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, pytest.param(4, marks=pytest.mark.nightly)])
def test_a_lone_survivor_wins_and_does_not_bust_for_ever(players):
    game = pigcore.Race(pigcore.Turn(doomed, start="start"), 5, target="exact", players=players)
    solution = pigcore.solve(game)
    assert game.dead == (False,) * 4 + (True,)
    assert (solution.converged, solution.residual < 1e-13) == (True, True)
    late = (3, *[4] * (players - 1))
    if players > 2:
        assert np.allclose(solution.starts.sum(axis=-1), 1, rtol=0, atol=1e-15)
        assert solution.starts[late].tolist() == [1] + [0] * (players - 1)
        assert not solution.cells
    for proof in (pigverify.certify(game), pigverify.certify(solution)):
        assert proof.ok
        assert float(proof.value[0]) == pytest.approx(solution.value, abs=1e-15)
    match = pigcore.match(game, "optimal", "optimal", start=late)
    assert (match.never, match.average) == (0, 1)
    assert pigcore.match(game, "optimal", "optimal").never == 0


@pytest.mark.parametrize("bust", [Fraction(7, 445000000007), Fraction(1, 10**6), Fraction(1, 4)])
def test_a_lone_survivor_who_may_bust_is_not_sure_to_win(bust):
    """From 1 a throw wins, and a bust leads to 3, where nobody can win: a third for each."""
    roll = pigcore.Roll({5: 1 - bust}, bust=bust)
    game = pigcore.Race(roll, 6, target="exact", consolation=2, players=3)
    truth = [1 - 2 * bust / 3, bust / 3, bust / 3]
    solution = pigcore.solve(game)
    assert [float(share) for share in truth] == pytest.approx(
        solution.win(1, 3, 3), rel=1e-14, abs=1e-14
    )


# --- turns of any kind --------------------------------------------------------------------------


@pytest.mark.slow
def test_nobody_gains_where_three_set_dice_aside():
    game = pigcore.Farkle({"1": 2, "5": 1, "2 2": 3}, 5, 3).seated(3)
    assert pigverify.certify(pigcore.solve(game)).gain < 1e-12


# --- mixtures of options --------------------------------------------------------------------------

THROWS = {
    0: [
        (pigcore.BUST, 5), ((pigcore.gain(1, 0), pigcore.gain(2, 1)), 4),
        ((pigcore.gain(1, 2), pigcore.gain(2, 2)), 5), (pigcore.gain(3, 2), 3),
    ],
    1: [(pigcore.BUST, 2), (pigcore.gain(2, 2), 1)],
    2: [(pigcore.BUST, 5), ((pigcore.gain(2, 0), pigcore.gain(2, 2), pigcore.gain(4, 1)), 1)],
}  # fmt: skip
OPTIONS = pigcore.Race(pigcore.Turn(THROWS.get, 0), 4, "exact", players=3)
"""A race in which no equilibrium of (0, 0, 0) is pure, and all mix what they take of a throw."""


@pytest.mark.slow
def test_movers_mix_what_they_take_of_a_throw():
    solution = pigcore.solve(OPTIONS)
    (cell,) = solution.cells
    ((scores, points, mode, chance),) = cell.options
    assert (cell.scores, cell.kind, cell.weights) == ((0, 0, 0), "mixed", ())
    assert (scores, points, mode) == ((0, 0, 0), 2, 1)
    assert 0.1 < chance < 0.9
    games = Slow(OPTIONS, [answers_of(OPTIONS, solution)] * 3)
    for node, values in games.values.items():
        found = solution.win(*node[1].scores)
        assert found == pytest.approx([float(one) for one in values], abs=1e-14)
        assert (
            games.worths(node, games.values.get)[0, OPTIONS.turn.start]["best"] - values[0] < 1e-15
        )
    report = pigverify.certify(solution)
    # Nobody gains; but whether what is open where somebody mixes is a tie no number of bits tells.
    assert (report.outcome, report.mixing) == ("undecided", 1)
    assert report.undecided > 0
    assert report.gain < 1e-15
    arrays = solution.arrays()
    assert pigverify.certify(Table(OPTIONS, arrays | {"weights": arrays["weights"] / 2})).refuted


class Table:
    """What is read of a solution."""

    def __init__(self, game, arrays):
        self.game, self.arrays = game, lambda: arrays


@pytest.mark.slow
def test_who_sets_aside_by_chance():
    """Three dice with four sides and last turns: from everywhere alike all mix at 27 points."""
    game = pigcore.Farkle({"1": 4, "2": 3, "3 3": 3}, 5, 3, 4, last_turn=True).seated(3)
    solution = pigcore.solve(game)
    *_, cell = solution.cells
    ((scores, points, left, chance),) = cell.options
    assert (scores, points, left) == ((0, 0, 0), 27, 1)
    for before, faces in ((20, (1, 2, 3)), (21, (2, 2, 4))):
        answer = solution.policy(0, 0, 0, before, faces)
        assert [*answer.values()] == pytest.approx([chance, 1 - chance], abs=1e-15)
        payoffs = solution.payoffs(0, 0, 0, before, faces)
        assert all(payoffs[one] == pytest.approx(max(payoffs.values())) for one in answer)
        assert solution.advise(0, 0, 0, before, faces)["mixture"] == answer
        assert solution.decide(0, 0, 0, before, faces) == next(iter(answer))
        assert sum(solution.win(0, 0, 0, before, faces)) == pytest.approx(1)
    match = pigcore.match(game, "optimal", "optimal")
    assert match.seats == pytest.approx(solution.win(0, 0, 0), abs=1e-12)
    assert pigcore.best_response(game, solution).average == pytest.approx(1 / 3, abs=1e-12)
    assert pigcore.simulate(game, "optimal", "optimal", games=20, seed=1).games == 20
