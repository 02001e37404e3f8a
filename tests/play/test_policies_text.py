"""Policies as text and in words, in every family, and every refusal."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

import pigcore
from pigcore.play import policies
from pigcore.play.policies import module_of

PIG, HOG = pigcore.Pig(12), pigcore.Hog.fa13(12)
DUEL = pigcore.Duel(holds=(2, 15, 20))
FARKLE = pigcore.Farkle({"1": 50, "2 2": 200}, 1000, 3, 3)
BAG = pigcore.game("bag")
HIJINKS = pigcore.Hog.fa13_hijinks(8)

TEXTS = """
PIG | hold:20 | hold_at(20) | hold at 20
PIG | hold:goal | hold_at("goal") | roll until the goal is reached
PIG | race:25:75 | hold_or_race(25, 75) | hold at 25; once somebody has 75, roll for the goal
PIG | keep-pace:43/2:8:9:half-even | keep_pace(21.5, 8, 9, "half-even")
    | hold at 43/2 + (the opponent's score − yours) / 8, rounded to the nearest, a half to the even
    number; once somebody has 9, roll for the goal
PIG | linear:21:-1/8:1/8 | linear(21, -0.125, Fraction(1, 8))
    | hold at 21 − 1/8 × your score + 1/8 × the opponent's score, rounded up, and at 1 at least
PIG | roll-times:2 | roll_times(2) | roll twice, then hold
PIG | roll-times:3 | roll_times(3) | roll 3 times, then hold
FARKLE | hold:300 | hold_at(300) | bank at 300; set aside what scores most
FARKLE | hold:250,goal,300/best-turn unless opp>=900 then hold:goal/optimal
    | hold_at((250, "goal", 300), "best_turn").unless("opp >= 900", hold_at("goal", "optimal"))
    | bank at 250 with 1 die left, goal with 2 dice left and 300 with 3 dice left; set aside what
    makes the turn's expected points greatest; but where the opponent's score is at least 900: throw
    until the goal is reached; set aside what wins most often if best play follows the turn
PIG | random | random_play() | choose every action with the same chance
PIG | hold:5 unless lead<-3 then hold:7 unless either>=9 then hold:goal
    | hold_at(5).unless("lead < -3", hold_at(7)).unless("either >= 9", hold_at("goal"))
    | hold at 5; but where your lead is less than -3: hold at 7; but where the larger score is at
    least 9: roll until the goal is reached
HOG | always:5 | always_roll(5) | always roll 5 dice
HOG | mix:4=1/4,5=3/4 | mix({4: 0.25, 5: 0.75}) | choose 4 with chance 1/4 and 5 with chance 3/4
DUEL | hold:20 | hold_at(20) | hold at 20
DUEL | random | random_play() | choose every action with the same chance
BAG | always:rock | always_pick("rock") | always pick rock
BAG | mix:rock=1/4,paper=3/4 | mix({"rock": 0.25, "paper": 0.75})
    | choose rock with chance 1/4 and paper with chance 3/4
"""
NAMES = vars(policies) | {"Fraction": Fraction}


@pytest.mark.parametrize("row", TEXTS.strip().replace("\n    ", " ").splitlines())
def test_text_and_words_and_back(row):
    name, text, made, words = row.split(" | ")
    game, policy = globals()[name], eval(made, NAMES)
    found = pigcore.parse_policy(game, text)
    assert found == policy
    assert hash(found) == hash(policy)
    assert (found.spec, str(found), policy.spec) == (text, words, text)
    for other in (copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert other == found
    assert found != pigcore.hold_at(19)
    if "unless" not in text and "random" not in text:
        assert eval(repr(found), NAMES) == found
    assert module_of(game).check(game, policy) > 0


def test_names_without_constants():
    assert pigcore.parse_policy(PIG, "keep-pace") == pigcore.keep_pace()
    for game in (PIG, HOG, DUEL, BAG):
        optimal = pigcore.parse_policy(game, "optimal")
        assert (optimal.spec, str(optimal)) == ("optimal", "play optimally")
        solution = pigcore.solve(game)
        state = {"race": (3, 4, 5), "hog": (3, 4), "duel": (), "bag": (0, 1, 0)}[game.family]
        assert optimal(*state) == solution.policy(*state)


def test_what_is_played_by_name_is_what_is_played_by_hand():
    four = pigcore.match(HOG, pigcore.parse_policy(HOG, "always:4"), pigcore.solve(HOG))
    assert four == pigcore.match(HOG, pigcore.always_roll(4), pigcore.parse_policy(HOG, "optimal"))
    twenty = pigcore.match(DUEL, 20, {15: 0.5, 20: 0.5})
    mixed = pigcore.parse_policy(DUEL, "mix:15=1/2,20=1/2")
    assert pigcore.match(DUEL, pigcore.hold_at(20), mixed) == twenty
    uniform = dict.fromkeys(DUEL.holds, Fraction(1, len(DUEL.holds)))
    assert pigcore.match(DUEL, pigcore.random_play(), lambda: 20) == pigcore.match(
        DUEL, uniform, 20
    )
    assert pigcore.best_response(DUEL, pigcore.hold_at(20)).policy() == {2: 1.0}


# --- Hog's mixtures -----------------------------------------------------------------------------


def test_the_chances_of_hogs_choices():
    plan_of, answer = module_of(HIJINKS).plan_of, module_of(HIJINKS).answer

    def policy(own, opp, parity):
        return {-1: 0.25, own % 5: 0.75} if parity else 1 + opp % 3

    chances = plan_of(HIJINKS, policy).chances
    for own, opp, parity in np.ndindex(8, 8, 2):
        said = policy(own, opp, parity)
        mixed = said if isinstance(said, dict) else {said: 1.0}
        expected = [mixed.get(choice, 0.0) for choice in HIJINKS.choices]
        assert chances[:, parity, own, opp].tolist() == expected
        assert answer(HIJINKS, policy, own, opp, parity) == said
    assert (plan_of(HIJINKS, pigcore.random_play()).chances == 1 / 12).all()
