"""Races: the published games, the rules as text and back, and what is no game."""

from fractions import Fraction

import numpy as np
import pytest

import pigcore
from pigcore.games import BUST, Race, Roll, RuleError, StateError, Turn, gain
from pigcore.games.race import _APART, _NEEDS, MAX_GOAL
from pigcore.games.rules import game_from_text, text_of


def test_kerns_throws_by_score():
    # J. Kern 2006 gives the throws by score as well as by position.
    by_score = {1: 1304, 5: 2337, 10: 508, 15: 171, 20: 373, 25: 2, 40: 2, 60: 1}
    roll = pigcore.PassThePigs.kern().roll
    assert roll == Roll(by_score, bust=1279, wipe=23, total=6000)
    assert pigcore.PassThePigs().roll.bust == Fraction(21080, 100_000)  # Batten's table


def test_one_point_is_no_points():
    assert "be the first to bank 1 point or more;" in str(pigcore.Pig(1))
    assert "be the first to bank exactly 1 point (" in str(Race(Roll.coin(), 1, "exact"))


die = Roll.die(6)


def test_games_that_only_just_can_be_won_are_accepted():
    assert Race(Roll({4: 1}, bust=1), 8, "exact").goal == 8
    assert Race(Roll({4: 1}, bust=1), 10, "exact", consolation=2).goal == 10
    crawl = Race(Roll({}, bust=1), 3, consolation=1)
    assert game_from_text(text_of(crawl)) == crawl
    assert Race(die, MAX_GOAL, "exact").goal == MAX_GOAL


def test_a_total_that_reaches_the_goal_is_a_state():
    # Whoever plays asks at every throw, that which wins included.
    pig, contest = pigcore.Pig(), pigcore.HoldOrContinue()
    assert pig.check_state(60, 0, 40) == (60, 0, 40)
    assert pig.check_state(99, 0, 12) == (99, 0, 12)
    assert [pig.reached(60, total) for total in (39, 40, 41)] == [False, True, True]
    assert contest.check_state(70, 0, 5) == (70, 0, 5)
    with pytest.raises(StateError, match="total is 6, but with 70 points banked a turn tot"):
        contest.check_state(70, 0, 6)


# --- games as text ---------------------------------------------------------------------------


def test_a_file_describes_a_race(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'goal = 89\n[roll]\nbust = "3/7"\nwipe = "1/14"\n'
        '[roll.gains]\n3 = "1/7"\n7 = "2/7"\n11 = "1/14"\n'
    )
    roll = Roll({3: "1/7", 7: "2/7", 11: "1/14"}, bust="3/7", wipe="1/14")
    assert pigcore.game(file) == pigcore.game(str(file)) == Race(roll, 89)
    assert pigcore.game(str(file), goal=50) == Race(roll, 50)
    file.write_text("goal = 9\n[roll]\nbust = 0.1\ntotal = 1\n[roll.gains]\n1 = 0.9")
    assert pigcore.game(file).roll.bust == Fraction(1, 10)


def test_scores_from_which_no_throws_lead_to_the_goal_are_dead():
    roll = Roll({3: "1/3", 5: "1/3"}, bust="1/3")
    exact = Race(roll, 9, "exact").seated(3)
    assert exact.dead == tuple(s not in (0, 1, 3, 4, 6) for s in range(9))
    even = Turn(lambda left: (left and {BUST: 1, gain(4, left - 1): 1}) or None, 2)
    game = Race(even, 12, "exact", consolation=2)
    assert (game.unit, game.dead) == (2, (False,) * 6)


def test_a_gain_far_beyond_the_goal_takes_no_memory():
    far = Race(Turn({"a": {gain(10**18, "b"): 1, BUST: 1}, "b": None}.get, "a"), 7)
    assert far.dead == (False,) * 7
    exact = Race(
        Turn({"a": {gain(10**18, "b"): 1, gain(7, "b"): 1}, "b": None}.get, "a"), 7, "exact"
    )
    assert exact.dead == (False, *[True] * 6)
    assert pigcore.Farkle({"1": 10**9, "5": 1}, goal=20).dead == (False,) * 20


def test_whole_numbers_are_whole_whatever_their_type():
    assert pigcore.Pig(Fraction(3)) == pigcore.Pig(np.int64(3)) == pigcore.Pig(3)
    assert pigcore.Pig().check_state(Fraction(6, 2), np.uint8(4)) == (3, 4, 0)
    for wrong in (Fraction(7, 2), 3.0, np.float64(3), True, "3"):
        with pytest.raises(RuleError, match="but must be a whole number"):
            pigcore.Pig(wrong)


# --- rules that do not go together ----------------------------------------------------------------

IDLE = Turn(
    {"early": {gain(0, "late"): 1, gain(2, "late"): 1}, "late": {BUST: 1, gain(1, "late"): 1}}.get,
    start="early",
)  # fmt: skip
FALLING = {"busts_in_a_row": 2, "penalty": 5}
GIVEN = {
    "players": {"players": 3}, "target": {"target": "exact"}, "consolation": {"consolation": 2},
    "end": {"end": "last_turn"}, "wipe": {"turn": Roll({2: 1}, 1, 1)}, "win": {"win": "reach"},
    "other": {"other": Roll.coin()}, "may_pass": {"may_pass": True}, "idle": {"turn": IDLE},
    "busts_in_a_row": FALLING, "play_on": {"end": "last_turn", "tie": "play_on"},
    "penalty": {"penalty": 5}, "minimum_to_win": {"minimum_to_win": True}, "tie": {"tie": "half"},
    "floor": {"floor": -5}, "seat": {"seat": 2},
}  # fmt: skip
"""A race with each rule that may stand in another's way."""


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [(one, other, why) for (one, more), why in _APART.items() for other in more.split()],
)
def test_rules_that_do_not_go_together_are_refused(one, other, why):
    given = {"turn": die, "goal": 20} | GIVEN[other] | GIVEN[one]
    given |= {"win": "bank"} if {one, other} == {"target", "win"} else {}
    with pytest.raises(RuleError) as refused:
        Race(**given)
    assert str(refused.value).endswith(f": {why}")


@pytest.mark.parametrize(
    ("rule", "other", "why"),
    [(rule, other, why) for (rules, other), why in _NEEDS.items() for rule in rules.split()],
)
def test_rules_that_say_nothing_without_another_are_refused(rule, other, why):
    given = {key: value for key, value in GIVEN[rule].items() if key != other}
    with pytest.raises(RuleError) as refused:
        Race(die, 20, **given)
    assert str(refused.value).endswith(f"but {why}")
