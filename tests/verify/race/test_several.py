"""Three players or more, proved: fractions, any turn, gains, damaged tables."""

from fractions import Fraction
from random import Random

import numpy as np
import pigverify
import pytest
from support import generated
from support.enclosures import holds
from support.parties import rotations
from support.slow import Slow, UnsettledError, every_start, worth_by
from support.turns import three_throws

import pigcore
from pigcore import BUST, gain
from pigcore.games.starts import Start

COIN = pigcore.Roll.coin()
SMALL = [
    (pigcore.Piglet(3), 3),
    (pigcore.Piglet(2), 4),
    (pigcore.Race(pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 3, "exact"), 3),
    (pigcore.Race(pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 3, "exact"), 3),
    (pigcore.Race(COIN, 3, consolation=1), 3),
]


def test_options_where_no_turn_comes_are_not_compared():
    throws = {
        0: [(BUST, 3), ((gain(1, 4), gain(2, 2)), 2)],
        1: [(BUST, 1), ((gain(1, 3), gain(2, 2), gain(4, 2)), 1), (gain(3, 1), 3), (gain(4, 0), 3)],
        2: [(BUST, 1), (gain(1, 3), 2), (gain(3, 0), 2), (gain(3, 3), 1)],
        3: [(BUST, 2), ((gain(0, 2), gain(1, 1), gain(4, 1)), 3), ((gain(1, 4), gain(3, 3)), 2)],
        4: [(BUST, 3), (gain(0, 2), 1), (gain(0, 3), 3)],
    }
    turn = pigcore.Turn(throws.get, 4, may_bank=lambda mode: mode != 2)
    solution = pigcore.solve(pigcore.Race(turn, 2, "exact", players=3))
    assert pigverify.certify(solution).ok
    wrong = damaged(solution, "starts", ..., 0.0)
    for seed in range(5):
        starts = np.random.default_rng(seed).dirichlet((1, 1, 1), solution.starts.shape[:3])
        wrong.arrays()["starts"][:] = starts
        assert not pigverify.certify(wrong).ok


@pytest.mark.parametrize(("race", "players"), SMALL)
def test_enclosures_contain_the_fractions(race, players):
    game = race.seated(players)
    solution = pigcore.solve(game)
    slow = Slow(game, guess=lambda start: worth_by(solution, start))
    report = pigverify.certify(solution)
    assert report.ok
    cells = {min(rotations(start.scores)) for start in every_start(game)}
    assert report.cells == len(cells)
    assert report.gain < 1e-15
    for (low, high), value in zip(
        report.chances, slow.values[0, Start((0,) * players)], strict=True
    ):
        assert low <= value <= high
        assert high - low < Fraction(1, 10**15)
    verdict = pigverify.check(game, *(0,) * players)
    low, high = verdict.value
    assert low <= slow.value(*(0,) * players) <= high


def damaged(solution, name, place, by):
    arrays = {key: np.array(array) for key, array in solution.arrays().items()}
    arrays[name][place] += by

    class Damaged:
        game = solution.game

        def arrays(self):
            return arrays

    return Damaged()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["Pig", "Farkle", "three throws"])
def test_damaged_tables_are_refuted(kind):
    game = {
        "Pig": pigcore.Pig(7, players=3),
        "Farkle": pigcore.Farkle({"1": 1, "5": 2}, goal=6, dice=3, sides=5).seated(3),
        "three throws": three_throws(7).seated(3),
    }[kind]
    solution = pigcore.solve(game)
    assert pigverify.certify(solution).outcome == "certified"
    last = game.units - 1
    for place in ((0, 0, 0, 0), (last // 2, 1, last, 1), (last, last, last, 2)):
        report = pigverify.certify(damaged(solution, "starts", place, 1e-9))
        assert report.outcome == "refuted"
        assert report.error >= 9e-10
        assert report.worst == (*(game.unit * score for score in place[:3]), 0)
    # A mixture where one decision is better: the others could gain nothing, the mover could.
    arrays = damaged(solution, "mixed", (0, 0, 0), 3)
    arrays.arrays()["weights"][0, 0, 0] = 0.5
    report = pigverify.certify(arrays)
    assert report.refuted
    assert report.gain > 1e-3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")
@pytest.mark.parametrize("seed", range(25))
def test_generated_turns(seed):
    """Turn starts, single states and decisions against fractions, with modes and options."""
    game = generated.scored(seed, ["goal", "exact"][seed % 2], 3 + (seed % 5 == 0))
    solution = pigcore.solve(game)
    try:
        slow = Slow(game, guess=lambda start: worth_by(solution, start))
    except UnsettledError:  # somebody mixes
        return
    for report in (pigverify.certify(solution), pigverify.certify(game)):
        assert report.ok
        assert report.gain < 1e-15
        assert all(map(holds, report.chances, slow.values[0, Start((0,) * game.players)]))
    for start in Random(3).choices([*every_start(game)], k=3):
        worths = slow.worths((0, start), slow.values.get)
        for t, n in Random(4).sample([*worths], min(3, len(worths))):
            if start.scores[0] + t < game.goal:
                mode = () if game.turn.roll else (game.turn.values[n],)
                verdict = pigverify.check(game, *start.scores, t, *mode)
                assert verdict.ok
                assert holds(verdict.value, worths[t, n]["best"])


@pytest.mark.slow
def test_a_strategy_that_others_can_use_is_refuted_by_its_gain():
    solution = pigcore.solve(pigcore.Pig(7, players=3))
    # Whoever takes banking for winning always holds.
    wrong = damaged(solution, "starts", ..., 0.0)
    wrong.arrays()["starts"][:] = 1.0
    report = pigverify.certify(wrong)
    assert report.refuted
    assert report.gain > 0.1


@pytest.mark.parametrize(
    ("name", "place", "by", "says"),
    [
        ("starts", (0, 0, 0, 0), 2.0, r"starts\[0, 0, 0, 0\] is"),
        ("mixed", (1, 0, 0), 99, r"mixed\[1, 0, 0\] is 99"),
        ("weights", (1, 0, 0), -1.0, r"weights\[1, 0, 0\] is -1.0"),
    ],
)
def test_what_is_no_table_is_refused(name, place, by, says):
    solution = pigcore.solve(pigcore.Pig(3, players=3))
    with pytest.raises(pigcore.FileError, match=says):
        pigverify.certify(damaged(solution, name, place, by))


@pytest.mark.slow
def test_states_and_sizes():
    game = pigcore.Pig(9, players=3)
    verdict = pigverify.check(game, 3, 2, 1, 6)
    assert (verdict.best, verdict.decision, verdict.ok) == (("hold",), "hold", True)
    assert str(verdict.proof) == "the goal is reached"
    solution = pigcore.solve(game)
    for state in ((0, 0, 0), (0, 0, 0, 5), (5, 3, 7, 2)):
        verdict = pigverify.check(game, *state, digits=50)
        assert verdict.best == solution.best(*state)
        for action, payoff in solution.payoffs(*state).items():
            low, high = verdict.payoffs[action]
            assert low - 1e-14 <= payoff <= high + 1e-14
            assert high - low < Fraction(1, 10**50)
    with pytest.raises(pigcore.SizeError, match="choose a smaller goal"):
        pigverify.certify(pigcore.Pig(260, players=3))
    with pytest.raises(pigcore.StateError):
        pigverify.check(game, 3, 2)


@pytest.mark.parametrize("game", [pigcore.Pig(5, players=3), three_throws(5).seated(3)])
def test_what_is_proved_for_two_only_says_so(game, tmp_path):
    for ask, says in (
        (
            lambda: pigverify.match(game, lambda *_: 1, lambda *_: 1),
            "give a race for two or a game",
        ),
        (lambda: pigverify.second(game, 0, 0, 0), "give a race for two or a game of Hog"),
        (lambda: pigverify.write_certificate(game, tmp_path / "a.pigcert"), "no certificates of"),
    ):
        with pytest.raises(pigcore.RuleError, match=says):
            ask()
