"""What strangers found wrong and a later design settles: each fails until then, and is named.

Each value beside a game is from a program that shares nothing with the package, or from a count by
hand.
"""

import pigverify
import pytest

import pigcore
from pigcore.games import BUST, Race, Roll, Turn, gain

pytestmark = pytest.mark.slow


def waits_for(issue):
    return pytest.mark.xfail(strict=True, reason=f"the issue {issue!r}")


checker, model = map(waits_for, ("One checker", "One model"))


def turn(throws, start, obliged=(), none=()):
    """A turn of {mode: throws}; of the modes in ``none`` there are none."""
    return Turn(
        lambda mode: None if mode in none else throws[mode],
        start,
        may_bank=lambda mode: mode not in obliged,
    )


# --- certified, and not so ------------------------------------------------------------------------


def test_all_decisions_before_last_turns_are_counted():
    throws = {"a": {BUST: 1, gain(3, "a"): 3, gain(3, "o"): 3}, "o": {BUST: 1, gain(3, "a"): 2}}
    race = Race(turn(throws, "a", obliged="o"), 1, end="equal_turns", tie="half")
    call = pigverify.certify(race).closest[0]
    assert call.state == (0, 0, 6, "a", 1)
    assert float(call.margin[0]) == pytest.approx(0.017722760206, abs=1e-12)


OBLIGED = {"a": {BUST: 1, (gain(1, "a"), gain(2, "b")): 2}, "b": {BUST: 1, gain(1, "a"): 1}}
EITHER = {"a": {gain(3, "a"): 5, (gain(2, "a"), gain(3, "a")): 2, BUST: 4}}


def test_what_no_number_of_bits_decides_is_a_tie():
    assert pigverify.certify(Race(turn(OBLIGED, "a", obliged="b"), 2, end="last_turn")).ok


@checker
def test_what_no_number_of_bits_decides_is_a_tie_of_three():
    assert pigverify.certify(Race(turn(EITHER, "a"), 3, players=3, end="equal_turns")).ok


def test_what_is_proved_has_a_certificate(tmp_path):
    throws = {"a": {(gain(2, "a"), gain(3, "a")): 1, gain(2, "a"): 5, BUST: 2}}
    race = Race(turn(throws, "a"), 4, "exact", opening=2)
    assert pigverify.certify(race).ok
    assert pigverify.write_certificate(race, tmp_path / "proof.pigcert").ok


# --- a policy's answer is replaced, or its result is wrong ----------------------------------------


def hold_20_but_wait(own, opp, total):
    return "hold" if (own >= 60 and own > opp) or total >= 20 else "roll"


def test_a_turn_that_may_be_skipped_is():
    race = Race(pigcore.Roll.die(), 100, may_pass=True)
    match = pigcore.match(race, hold_20_but_wait, "hold:5")
    assert (match.first, match.second) == pytest.approx((0.710606, 0.702852), abs=5e-7)


def test_who_rolls_on_with_the_goal_reached_is_let():
    def stops(own, opp, total):
        return "roll" if total < min(20, 100 - own) else "hold"

    def goes_on(own, opp, total):
        return "roll" if total < 20 else "hold"

    match = pigcore.match(Race(pigcore.Roll.die(), 100, win="bank"), stops, goes_on)
    assert (match.first, match.second) == pytest.approx((0.575452, 0.508555), abs=5e-7)


def ten(own, opp, total):
    return "roll" if total < 10 else "hold"


def twenty(own, opp, total):
    return "roll" if total < (opp - own + 1 if opp >= 40 else min(20, 40 - own)) else "hold"


def last_round(own, opp, total):
    if opp >= 40:
        return "roll" if own + total < opp else "hold"
    return "roll" if total < 15 and own + total < 40 else "hold"


@pytest.mark.parametrize(
    ("policy", "first", "second"), [(ten, 0.430920, 0.350748), (last_round, 0.529321, 0.458092)]
)
def test_a_function_plays_its_last_turns(policy, first, second):
    race = Race(Roll.die(bust=[6]), 40, end="last_turn", tie="half")
    match = pigcore.match(race, policy, twenty)
    assert (match.first, match.second) == pytest.approx((first, second), abs=5e-7)
    assert match.losses == ()  # what a last turn gives away is in no state that is counted
    assert "losses" not in match.as_dict()


def test_who_always_throws_never_wins():
    race = Race(Roll({3: "5/9", 2: "2/9"}, bust="2/9"), 2, end="equal_turns", tie="half")
    assert pigcore.match(race, lambda own, opp, total: "roll", "hold:2").first < 1e-18


@model
def test_three_are_simulated_as_their_match_says():
    race = Race(Roll({1: "2/3"}, bust="1/3"), 2, players=3, end="equal_turns")

    def below_four(own, second, third, total):
        return "roll" if own + total < 4 else "hold"

    match = pigcore.match(race, below_four, below_four)
    found = pigcore.simulate(race, below_four, below_four, 20_000, start=(0, 0, 0))
    for seat, share in zip(("first", "second", "third"), match.seats):
        low, high = found.intervals[seat]
        assert low <= share <= high


@model
def test_best_play_does_not_put_off_for_ever():
    throws = {
        "a": {(gain(0, "c"), gain(2, "a")): 2, gain(3, "c"): 1, BUST: 1},
    }
    race = Race(turn(throws, "a", none="c"), 5, "exact")

    def first_option(own, opp, points, mode, options):
        return "bank" if options is None else 0

    reply = pigcore.best_response(race, first_option)
    match = pigcore.match(race, reply.policy, first_option)
    assert match.first == pytest.approx(reply.first, abs=1e-9)


def test_mistakes_of_both_seats_are_listed():
    loss = pigcore.loss(Race(Roll.die(), 20, end="equal_turns"), "hold:5")
    assert sum(one.cost for one in loss.mistakes(10**6)) == pytest.approx(loss.average, abs=1e-12)


@model
@pytest.mark.parametrize("opening", [0, 6])
def test_calls_are_counted_in_one_way(opening):
    """Whether or not play can come to a state."""
    solution = pigcore.solve(
        Race(Roll({3: "1/2", 5: "1/4"}, bust="1/4"), 30, "exact", opening=opening)
    )
    assert len(solution.closest(10**6, ties=True)) == pigverify.certify(solution).states


# --- the rules that are printed are not those that are solved -------------------------------------


def test_a_mode_obliges_with_the_goal_reached_too():
    throws = {"one": {BUST: 1, gain(3, "two"): 1}, "two": {BUST: 1, gain(1, "end"): 1}}
    race = Race(turn(throws, "one", obliged=["two"], none=["end"]), 3, name="Must")
    assert pigcore.solve(race).value == pytest.approx(4 / 7, abs=1e-12)
    assert "throws on where he must" in str(race)


@pytest.mark.parametrize(("win", "average"), [("bank", 0.473181), ("reach", 0.471223)])
def test_doubles_oblige_with_the_goal_reached_or_do_not(win, average):
    match = pigcore.match(pigcore.game("double-trouble", win=win), "hold:18", "optimal")
    assert match.average == pytest.approx(average, abs=5e-7)
