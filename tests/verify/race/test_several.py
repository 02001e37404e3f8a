"""Three players or more, proved: fractions, any turn, gains, damaged tables."""

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.enclosures import holds
from support.party_in_fractions import SlowParty
from support.turns import of_several, rules, three_throws, turn_of, worth

import pigcore
from pigcore import BUST, gain

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
    slow = SlowParty(game)
    report = pigverify.certify(pigcore.solve(game))
    assert report.ok
    assert report.cells == len(slow.counts)
    assert report.gain < 1e-15
    for (low, high), value in zip(report.chances, slow.values[(0,) * players], strict=True):
        assert low <= value <= high
        assert high - low < Fraction(1, 10**15)
    verdict = pigverify.check(game, *(0,) * players)
    low, high = verdict.value
    assert low <= slow.values[(0,) * players][0] <= high


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
@settings(max_examples=25, deadline=None)
@given(rules(most_goal=4, wipes=False), st.sampled_from([3, 3, 3, 4]))
def test_generated_turns(rules_given, players):
    """Turn starts, single states and decisions against fractions, with modes and options."""
    try:
        game = pigcore.Race(**rules_given._asdict(), players=players)
    except pigcore.RuleError:  # nobody can win
        assume(False)
    assume(game.unit == 1 and game.units**players <= 81)
    solution = pigcore.solve(game)
    assume(solution.converged)  # else it says that it found no equilibrium
    cells = list(product(range(game.goal), repeat=players))
    values = of_several(
        rules_given, players, {cell: float(solution.starts[cell][-1]) for cell in cells}
    )
    for report in (pigverify.certify(solution), pigverify.certify(game)):
        assert report.ok
        assert report.gain < 1e-15
        assert all(map(holds, report.chances, values[(0,) * players]))
    seen = {one: chances[-1] for one, chances in values.items()}
    for scores in Random(3).sample(cells, min(3, len(cells))):
        throw, after = turn_of(rules_given, seen, scores[0], scores[1:])
        states = [
            (t, n)
            for t, bits in enumerate(game.can_have(game.goal - scores[0] - 1))
            for n in range(len(game.turn.modes))
            if bits >> n & 1
        ]
        for t, n in Random(4).sample(states, min(3, len(states))):
            mode = () if game.turn.roll else (game.turn.values[n],)
            verdict = pigverify.check(game, *scores, t, *mode)
            right = worth(throw(t, n) if (t, n) == (0, game.turn.start) else after(t, n), seen)
            assert verdict.ok
            assert holds(verdict.value, right)


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
        (lambda: pigverify.reachable(game, 0, 0, 0), "give a race for two"),
        (lambda: pigverify.write_certificate(game, tmp_path / "a.pigcert"), "no certificates of"),
    ):
        with pytest.raises(pigcore.RuleError, match=says):
            ask()
