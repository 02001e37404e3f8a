"""A race of single rolls alone: against published figures, in words, and every refusal."""

import json
from functools import partial

import numpy as np
import pytest

import pigcore
from pigcore import Pig, Race, Roll, RuleError, TwoDicePig, solitaire

# --- published figures ----------------------------------------------------------------------------


@pytest.mark.slow
def test_pig_alone():
    alone = solitaire(Pig())
    assert alone.turns == alone.expected[0] == pytest.approx(12.545232352, abs=5e-10)
    hold_at_20 = solitaire(Pig(), policy=pigcore.hold_at(20))
    assert hold_at_20.turns == pytest.approx(12.636769490, abs=5e-10)
    assert hold_at_20.plan == "hold at 20"
    assert solitaire(Pig(), "points_per_turn").plan == "hold at 20"
    best = pigcore.solve(Pig())
    slow = solitaire(Pig(), policy=partial(best.policy))  # asked state by state
    assert solitaire(Pig(), policy=best).turns == pytest.approx(slow.turns, abs=1e-12)
    assert alone.turns < slow.turns


@pytest.mark.parametrize(
    ("turns", "decline", "points"),
    [(5, True, 36.29153313960543), (5, False, 36.29153313960543), (20, True, 104.78360865008132)],
)
def test_think(turns, decline, points):
    alone = solitaire(TwoDicePig(), "points", turns, may_decline=decline)
    assert alone.points == pytest.approx(points, abs=1e-12)
    assert alone.policy(10**9, 0, 0, turns=turns) == ("hold" if decline else "roll")
    assert alone.policy(10**9, 0, 10**9, turns=turns) == "hold"


@pytest.mark.parametrize(
    ("turns", "most", "points"),
    [(5, 199, 36.291326667), (5, 200, 36.29151996719), (20, 200, 104.723783021)],
)
def test_the_rules_of_think(turns, most, points):
    alone = solitaire(
        TwoDicePig(), "points", turns, lambda own, opp, total: own + 11 * total <= most,
        may_decline=True,
    )  # fmt: skip
    assert alone.points == pytest.approx(points, abs=5e-10)


def test_two_dice_pig_within_some_turns():
    chances = solitaire(TwoDicePig(), "chance", 15).expected
    assert np.round(100 * chances[1:6, 99], 1).tolist() == [69.4, 88.8, 94.2, 95.7, 96.2]
    assert np.round(100 * chances[1:5, 90], 1).tolist() == [53.2, 75.9, 85.6, 90.2]


# --- what else must hold --------------------------------------------------------------------------


@pytest.mark.slow
def test_after_many_turns_nothing_is_lost_to_rounding():
    # The difference that a point makes is (5/8)^400 after so many turns.
    game = Race(Roll({1: 4, 3: 1}, bust=1, wipe=3), 9)
    alone = solitaire(game, "points", 400)
    assert alone.expected[400, 0] == pytest.approx(alone.expected[300, 0], rel=1e-13)
    assert (alone.policy.rolls[400] == alone.policy.rolls[200]).all()
    assert alone.policy.rolls[400, 0, 1]
    short = solitaire(game, "points", 3)
    assert alone.expected[3, 0] == short.points


def test_who_never_holds_earns_nothing():
    assert solitaire(Pig(), "points", 20, lambda own, opp, total: "roll").points < 1e-90


def test_a_wipe_after_which_nothing_is_lost():
    game = Race(Roll({2: 1}, bust=1, wipe=1), 4, "exact")
    # E(0) = 1 + 2/3 E(0) + 1/3 min(E(2), 2/3 E(0)) and E(2) = 1 + 1/3 E(2) + 1/3 E(0)
    assert solitaire(game).turns == pytest.approx(9)


@pytest.mark.slow
def test_more_turns_than_doubles_can_count():
    game = Race(Roll({1: "1/1000"}, bust="899/1000", wipe="1/10"), 200)
    alone = solitaire(game)
    assert alone.turns == float("inf")
    assert str(alone) == "the goal may never be reached, or takes more than 1e308 turns"
    assert json.loads(json.dumps(alone.as_dict(), allow_nan=False))["turns"] is None
    assert solitaire(game).expected[199] == float("inf")
    assert 1e41 < solitaire(Race(game.roll, 20)).turns < 1e42


def test_the_result_is_plain_data_that_nothing_changes():
    alone = solitaire(Pig(9), "chance", 2)
    with pytest.raises(ValueError, match="read-only"):
        alone.expected[0, 0] = 1
    with pytest.raises(AttributeError):
        alone.value = 1
    with pytest.raises(AttributeError):
        alone.policy.rolls = None
    said = json.loads(json.dumps(alone.as_dict(), allow_nan=False))
    assert list(said) == ["objective", "turns", "chance", "expected", "left_out", "plan"]
    assert said["chance"] == alone.chance == alone.value
    assert repr(alone).startswith("the goal is reached within 2 turns with 0.")
    for objective, turns in (("turns", None), ("points", 3), ("points_per_turn", None)):
        result = solitaire(Pig(9), objective, turns)
        assert result.as_dict()[objective] == getattr(result, objective) == result.value
        assert number_in(str(result)) == pytest.approx(result.value)


def number_in(words):
    return float(words.split()[0])


def test_a_policy_says_itself_and_its_thresholds():
    alone = solitaire(Pig(8))
    assert alone.plan == str(alone.policy)
    assert alone.plan.startswith("hold at 8 with own 0, ")
    assert alone.plan.endswith(", hold at 1 from own 7 on")
    thresholds = alone.policy.thresholds()
    for own in range(8):
        held = [total for total in range(1, 9) if alone.policy(own, 0, total) == "hold"]
        assert min(held) == thresholds[own]
    in_time = solitaire(Pig(8), "chance", 3).policy
    assert in_time.thresholds().shape == (4, 8)
    assert repr(in_time) == "<policy of a player alone, 4 x 8 x 8>"
    assert solitaire(Pig()).plan.endswith("; at some larger totals one rolls again")
    assert (
        "do not throw from own 230 on"
        in solitaire(TwoDicePig(), "points", 5, may_decline=True).plan
    )


def test_an_array_is_a_policy_as_it_is_in_matches():
    _, opp, total = np.indices((9, 9, 9))
    array = (total < 4) | (opp > 0)
    as_array = solitaire(Pig(9), policy=array)
    assert as_array.turns == solitaire(Pig(9), policy=pigcore.hold_at(4)).turns


def test_policies_that_are_composed_or_tables():
    game, policy = Pig(30), pigcore.hold_at(9).unless("own >= 15", pigcore.hold_at("goal"))
    alone = solitaire(game, policy=policy)
    as_function = solitaire(
        game, policy=lambda own, opp, total: "roll" if total < 9 or own >= 15 else "hold"
    )
    assert alone.turns == as_function.turns
    assert (
        alone.plan
        == "hold at 9; but where your score is at least 15: roll until the goal is reached"
    )
    limits = np.full((30, 30), 9)
    limits[15:] = 30
    assert solitaire(game, policy=pigcore.hold_at(limits)).turns == alone.turns
    assert solitaire(game, policy=pigcore.solve(game)).plan == "<optimal policy of Pig>"
    assert as_function.plan == "as <lambda> says"
    random = solitaire(game, policy=pigcore.random_play())
    assert random.turns == solitaire(game, policy=lambda own, opp, total: 0.5).turns


TABLES = [
    np.ones((9, 9, 9), dtype=bool),
    pigcore.hold_at(np.full((9, 9), 4)),
    pigcore.solve(Pig(9)),
    pigcore.hold_at(4).unless("own>=4", pigcore.solve(Pig(9))),
]


@pytest.mark.parametrize("policy", TABLES, ids=["array", "totals", "solution", "composed"])
def test_a_table_does_not_answer_beyond_its_goal(policy):
    assert solitaire(Pig(9), "chance", 3, policy).chance > 0.2
    with pytest.raises(RuleError, match="the policy answers only at scores below the goal, 9, but"):
        solitaire(Pig(9), "points", 3, policy)


SURE = Race(Roll({1: 1}), 5, name="Sure")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: solitaire(Pig(), "chnce", 3), "objective is 'chnce': did you mean 'chance'?"),
        (lambda: solitaire(Pig(), 3), "objective is 3: choose one of chance, points, points_per"),
        (lambda: solitaire(Pig(), "points"), "objective 'points' is for a number of turns: give t"),
        (lambda: solitaire(Pig(), turns=3), "turns is 3, but objective 'turns' is not for a numbe"),
        (lambda: solitaire(Pig(), "chance", 0), "turns is 0, but must be between 1 and 1000"),
        (lambda: solitaire(Pig(), "chance", 1001), "turns is 1001, but must be between 1 and 1000"),
        (lambda: solitaire(Pig(), "chance", 2.5), "turns is 2.5, but must be a whole number"),
        (
            lambda: solitaire(Pig(), pig_out=1),
            "pig_out is not an option of Pig (race) without an opponent: leave it",
        ),
        (lambda: solitaire(Pig(), may_decline=True), "may_decline is True, but a turn without a t"),
        (lambda: solitaire(Pig(), may_decline=1), "may_decline is 1, but must be true or false"),
        (
            lambda: solitaire(TwoDicePig(), "points_per_turn"),
            "a throw of Two-dice Pig may wipe, and what is banked is lost again and again",
        ),
        (
            lambda: solitaire(SURE, "points", 3),
            "no throw of Sure busts or wipes, so one throws for",
        ),
        (
            lambda: solitaire(Race(Roll({10**17: 1}, bust=1), 5), "points", 3),
            "in Race it pays to roll on beyond 1,000,000 points",
        ),
        (
            lambda: solitaire(Race(Roll({2 * 10**6: 1}, bust=1, wipe=1), 5), "points", 3),
            "in Race it pays to roll on beyond 1,000,000 points",
        ),
        (
            lambda: solitaire(Race(Roll({2 * 10**6: 1, 1: 999}, 9, 9), 5), "points", 3),
            "a throw of Race gains 2,000,000 units of points, but without a goal 1,000,000 at most",
        ),
        (
            lambda: solitaire(Pig(), policy=lambda own, opp, total: "fold"),
            "the policy answers 'fold' at own 0, opp 0, total 2, but must answer 'roll', 'hold'",
        ),
        (lambda: solitaire(Pig(), policy=7), "the policy is 7, but must be a function of own opp"),
        (
            lambda: solitaire(Pig(), policy=solitaire(Pig(), "chance", 3)),
            "these decisions depend on the turns left, which were not given: give turns",
        ),
        (lambda: solitaire(Pig()).policy(-1), "-1 is negative, but scores and turns never are"),
        (
            lambda: solitaire(Pig(3200), policy=lambda own, opp, total: "hold"),
            "a function would be asked in 5,121,600 states of Pig, but is asked in 5,000,000 at",
        ),
    ],
)
def test_refused(ask, message):
    with pytest.raises(pigcore.PigcoreError) as refusal:
        ask()
    assert str(refusal.value).startswith(message)
    assert "\n" not in str(refusal.value)


def test_a_policy_that_may_come_anywhere_is_refused(monkeypatch):
    monkeypatch.setattr("pigcore.play.alone.race.asked.MOST_STATES", 50)
    with pytest.raises(
        pigcore.SizeError, match="more than 50 states may come up in 3 turns of Pig"
    ):
        solitaire(Pig(), "points", 3, lambda own, opp, total: total < 20)


def test_what_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr("pigcore.memory.available", lambda: 1000)
    monkeypatch.setattr("pigcore.memory.NEGLIGIBLE", 0)
    for ask in (
        lambda: solitaire(Pig(40)),
        lambda: solitaire(Pig(40), "chance", 3),
        lambda: solitaire(TwoDicePig(), "points", 3),
    ):
        with pytest.raises(pigcore.SizeError, match="of memory and there are 1 kB: "):
            ask()


def test_refusals_are_rule_errors():
    with pytest.raises(RuleError):
        solitaire(Pig(), "points")
