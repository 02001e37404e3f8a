"""Simultaneous turns: brute force over all rules in fractions, and what their solutions answer."""

import copy
import pickle
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pigcore
from pigcore.games import Race, Roll, RuleError, SizeError, StateError
from pigcore.games.errors import FileError
from pigcore.games.rules import game_from_text, text_of

pytestmark = pytest.mark.slow

HALF = Fraction(1, 2)


def race(roll, goal):
    return Race(roll, goal, simultaneous=True, name="Both")


def solved(goal):
    return pigcore.solve(pigcore.game("simultaneous-pig", goal=goal))


@pytest.fixture(scope="module")
def pig():
    return solved(100)


# --- by brute force -------------------------------------------------------------------------------


def ends(roll, holds, own):
    """What a turn ends in, {final score: chance}, with a chance to hold at each total."""
    reach, found = {0: Fraction(1)}, {}
    while reach:
        k = min(reach)
        chance, hold = reach.pop(k), holds(k) if k else Fraction(0)
        if hold:
            found[own + k] = found.get(own + k, 0) + chance * hold
        if hold < 1:
            chance *= 1 - hold
            found[own] = found.get(own, 0) + chance * roll.bust
            for gain, part in roll.gains:
                reach[k + gain] = reach.get(k + gain, 0) + chance * part
    return found


def rules(roll, most):
    """Every rule that holds at ``most`` at the latest, as a set of totals to hold at."""
    sums = [True] + [False] * most
    for k in range(1, most):
        sums[k] = any(k >= gain and sums[k - gain] for gain, _ in roll.gains)
    totals = [k for k in range(1, most) if sums[k]]
    for chosen in product((False, True), repeat=len(totals)):
        yield {k for k, held in zip(totals, chosen) if held}


def guaranteed(solution):
    """What the strategy wins against the best of all rules, from every pair, in fractions."""
    game, roll = solution.game, solution.game.roll

    def strategy(own, opp):
        def hold(k):
            over = own + k >= game.furthest
            return Fraction(1) if over else Fraction(float(solution.holds[own, opp, k]))

        return hold

    @cache
    def worth(x, y):
        if x < game.goal and y < game.goal:
            return least(x, y)
        return HALF if x == y else Fraction(int(x > y))

    @cache
    def least(own, opp):
        mine = ends(roll, strategy(own, opp), own)
        furthest, found = max(max(mine) + 1, game.goal), []
        for held in rules(roll, furthest - opp):

            def hold(k, held=held, opp=opp, furthest=furthest):
                return Fraction(int(k in held or opp + k >= furthest))

            theirs = ends(roll, hold, opp)
            both = mine.get(own, 0) * theirs.get(opp, 0)
            rest = sum(
                p * q * worth(x, y)
                for x, p in mine.items()
                for y, q in theirs.items()
                if (x, y) != (own, opp)
            )
            found.append(rest / (1 - both))
        return min(found)

    return least


COARSE = Roll({2: "1/3", 3: "1/6"}, bust="1/2")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("roll", "goal"), [(Roll.coin(), 4), (COARSE, 5), (Roll({3: "1/4", 5: "1/4"}, bust="1/2"), 6)]
)
def test_no_rule_of_all_beats_the_strategy(roll, goal):
    solution = pigcore.solve(race(roll, goal))
    least = guaranteed(solution)
    for own, opp in product(range(goal), repeat=2):
        low = least(own, opp)
        assert Fraction(float(solution.guaranteed[own, opp])) <= low
        assert low <= Fraction(float(solution.starts[own, opp])) + Fraction(1, 10**14)
        # One strategy guarantees this and the other's leaves no more: that is the value.
        assert 1 - least(opp, own) - low <= Fraction(1, 10**14)


ROLLS = st.builds(
    lambda weights, bust: Roll(
        {gain: Fraction(n, sum(weights.values()) + bust) for gain, n in weights.items()},
        bust=Fraction(bust, sum(weights.values()) + bust),
    ),
    st.dictionaries(st.integers(1, 6), st.integers(1, 4), min_size=1, max_size=3),
    st.integers(3, 12),
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(ROLLS, st.integers(1, 14))
def test_generated_games_are_solved(roll, goal):
    solution = pigcore.solve(race(roll, goal))
    assert solution.converged
    assert (np.abs(solution.starts + solution.starts.T - 1) < 1e-15).all()
    assert ((solution.holds >= 0) & (solution.holds <= 1)).all()
    wins, _ = solution.tables.match(solution.holds, solution.holds)
    assert np.abs(wins - solution.starts).max() < 1e-12


# --- the game that people play --------------------------------------------------------------------


def test_pig_to_100(pig):
    assert pig.value == 0.5
    assert pig.error_bound < 1e-12
    assert pig.exploitability.max() == pig.error_bound
    assert (pig.guaranteed <= pig.starts).all()
    assert pig.win(10, 0) == pytest.approx(0.57357821, abs=1e-8)
    assert pig.win(0, 10) == pytest.approx(1 - pig.win(10, 0), abs=1e-15)
    assert pig.thresholds()[0, 0] == 21
    assert pig.strategy(0, 0) == {k: float(k >= 21) for k in [*range(2, 27)]}


def test_both_just_below_the_goal_is_the_duel_of_any_rule(pig):
    # At 99 to 99 whoever does not bust has the goal, so it is one round, again if both bust.
    assert pig.win(99, 99) == 0.5
    scores = pig.ends(99, 99)
    assert sum(scores.values()) == pytest.approx(1)
    assert max(scores) > 20
    assert pig.mixing[99, 99]


def test_payoffs_are_those_of_the_strategy(pig):
    for own, opp in [(0, 0), (41, 49), (99, 97), (60, 95)]:
        chances = pig.strategy(own, opp)
        for total, chance in chances.items():
            payoffs = pig.payoffs(own, opp, total)
            if 1e-6 < chance < 1 - 1e-6:
                assert payoffs["roll"] == pytest.approx(payoffs["hold"], abs=1e-12)
                assert pig.best(own, opp, total) == ("roll", "hold")
                assert pig.policy(own, opp, total) == {"roll": 1 - chance, "hold": chance}
            elif chance in (0, 1):
                better = "hold" if chance else "roll"
                assert payoffs[better] >= max(payoffs.values()) - 1e-13
                assert pig.policy(own, opp, total) == better == pig.decide(own, opp, total)
        assert pig.payoffs(own, opp)["roll"] == pytest.approx(pig.win(own, opp), abs=1e-13)


def test_totals_beyond_the_opponent_are_held_at(pig):
    assert pig.payoffs(99, 99, 80)["hold"] == 1.0
    assert pig.decide(99, 99, 80) == "hold"
    assert pig.win(0, 0, pig.game.most_points) == 1.0
    with pytest.raises(StateError, match="total is 10000, but must be at most"):
        pig.win(0, 0, 10_000)
    with pytest.raises(StateError, match="no turn has 1 point"):
        pig.win(0, 0, 1)


def test_other_facts(pig):
    assert pig.advise(50, 60, 20)["chance_to_hold"] == 0.0
    assert pig.summary()["pairs"] == 10_000
    assert pig.margin(50, 60, 20) > 0
    with pytest.raises(StateError, match="one must roll"):
        pig.margin(50, 60, 0)
    call = pig.closest(1)[0]
    assert abs(pig.margin(*call.state)) == call.margin
    assert "no reply gains more than" in repr(pig)
    assert pickle.loads(pickle.dumps(pig)).error_bound == pig.error_bound
    assert copy.copy(pig) is pig


def test_columns_are_the_states():
    solution = solved(12)
    columns = solution.columns()
    for n in range(0, len(columns["own"]), 37):
        own, opp, total = (int(columns[name][n]) for name in ("own", "opp", "total"))
        assert columns["chance_to_hold"][n] == solution.chance(own, opp, total)
        assert columns["roll"][n] == solution.payoffs(own, opp, total)["roll"]
        assert columns["win"][n] == pytest.approx(solution.win(own, opp, total), abs=1e-14)


# --- files ----------------------------------------------------------------------------------------


def test_a_file_comes_back(tmp_path):
    solution = solved(15)
    solution.save(tmp_path / "both.npz")
    back = pigcore.load(tmp_path / "both.npz")
    assert (back.holds == solution.holds).all()
    assert back.error_bound == solution.error_bound


@pytest.mark.parametrize("what", ["starts", "holds"])
def test_an_altered_file_is_refused(tmp_path, what):
    solution = solved(15)
    arrays = {name: array.copy() for name, array in solution.arrays().items()}
    if what == "starts":
        arrays["starts"][3, 4] += 1e-6
    else:
        arrays["holds"][3, 4] = 0.5
    with pytest.raises(FileError, match="can be beaten by|altered"):
        pigcore.solvers.simultaneous.from_arrays(solution.game, arrays, solution.info())


# --- rules ----------------------------------------------------------------------------------------


def test_rules_are_text():
    game = race(COARSE, 9)
    assert "simultaneous = true" in text_of(game)
    assert game_from_text(text_of(game)) == game
    assert game != Race(COARSE, 9, name="Both")
    assert eval(repr(pigcore.game("simultaneous-pig", goal=9)), vars(pigcore.games)) == (
        pigcore.game("simultaneous-pig", goal=9)
    )
    assert "half a win each" in str(game)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"players": 3}, "players is 3"),
        ({"target": "exact"}, "target is 'exact'"),
        ({"consolation": 1}, "consolation is 1"),
        ({"opening": 5}, "opening is 5"),
        ({"last_turn": True}, "last_turn is True"),
        ({"other": Roll.die(8)}, "other is given"),
        ({"turn": Roll({1: "1/2"}, bust="1/4", wipe="1/4")}, "a throw can wipe"),
        ({"turn": Roll({1: 1})}, "no throw can bust"),
        ({"turn": pigcore.Pig(throws=2).turn}, "a turn is more than one roll"),
    ],
)
def test_what_cannot_be_is_refused(given, why):
    with pytest.raises(RuleError, match=f"^{why}, but turns taken at the same time"):
        Race(**({"turn": Roll.die(6), "goal": 10, "simultaneous": True} | given))


def test_turns_without_an_end_are_refused():
    with pytest.raises(RuleError, match="more than 50,000 points past the goal"):
        Race(Roll({1: "99999/100000"}, bust="1/100000"), 5, simultaneous=True)
    with pytest.raises(SizeError, match="pay until 811 points past the goal, but strategies are"):
        pigcore.solve(race(Roll.die(20), 10))
