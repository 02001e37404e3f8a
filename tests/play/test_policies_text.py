"""Policies as text and in words, in every family, and every refusal."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
from support.refusals import refuses

import pigcore
from pigcore.games import PigcoreError, RuleError
from pigcore.play.policies import module_of
from pigcore.play.policies.bag import AlwaysPick

PIG, HOG = pigcore.Pig(12), pigcore.Hog.fa13(12)
DUEL = pigcore.Duel(holds=(2, 15, 20))
FARKLE = pigcore.Farkle({"1": 50, "2 2": 200}, 1000, 3, 3)
BAG = pigcore.game("bag")
HIJINKS = pigcore.Hog.fa13_hijinks(8)

TEXTS = [
    (PIG, "hold:20", pigcore.hold_at(20), "hold at 20"),
    (PIG, "hold:goal", pigcore.hold_at("goal"), "roll until the goal is reached"),
    (
        PIG,
        "race:25:75",
        pigcore.hold_or_race(25, 75),
        "hold at 25; once somebody has 75, roll for the goal",
    ),
    (
        PIG,
        "keep-pace:21:8:71",
        pigcore.keep_pace(),
        "hold at 21 + (the opponent's score − yours) / 8; once somebody has 71, roll for the goal",
    ),
    (
        PIG,
        "keep-pace:43/2:8:9:half-even",
        pigcore.keep_pace(21.5, 8, 9, "half-even"),
        (
            "hold at 43/2 + (the opponent's score − yours) / 8, rounded to the nearest, a half to "
            "the even number; once somebody has 9, roll for the goal"
        ),
    ),
    (
        PIG,
        "linear:21:-1/8:1/8",
        pigcore.linear(21, -0.125, Fraction(1, 8)),
        (
            "hold at 21 − 1/8 × your score + 1/8 × the opponent's score, rounded up, and at 1 at "
            "least"
        ),
    ),
    (
        FARKLE,
        "hold:300",
        pigcore.hold_at(300),
        "bank at 300; set aside what scores most",
    ),
    (
        FARKLE,
        "hold:250,goal,300/best-turn unless opp>=900 then hold:goal/optimal",
        pigcore.hold_at((250, "goal", 300), "best_turn").unless(
            "opp >= 900", pigcore.hold_at("goal", "optimal")
        ),
        (
            "bank at 250 with 1 die left, goal with 2 dice left and 300 with 3 dice left; set "
            "aside what makes the turn's expected points greatest; but where the opponent's score "
            "is at least 900: throw until the goal is reached; set aside what "
            "wins most often if best play follows the turn"
        ),
    ),
    (PIG, "random", pigcore.random_play(), "choose every action with the same chance"),
    (
        PIG,
        "mix:roll=1/3,hold=2/3",
        pigcore.mix({"roll": "1/3", "hold": "2/3"}),
        "choose roll with chance 1/3 and hold with chance 2/3",
    ),
    (
        PIG,
        "hold:5 unless lead<-3 then hold:7 unless either>=9 then hold:goal",
        pigcore.hold_at(5)
        .unless("lead < -3", pigcore.hold_at(7))
        .unless("either >= 9", pigcore.hold_at("goal")),
        (
            "hold at 5; but where your lead is less than -3: hold at 7; but where the larger score "
            "is at least 9: roll until the goal is reached"
        ),
    ),
    (HOG, "always:5", pigcore.always_roll(5), "always roll 5 dice"),
    (HOG, "random", pigcore.random_play(), "choose every action with the same chance"),
    (
        HOG,
        "mix:4=1/4,5=3/4",
        pigcore.mix({4: 0.25, 5: 0.75}),
        "choose 4 with chance 1/4 and 5 with chance 3/4",
    ),
    (DUEL, "hold:20", pigcore.hold_at(20), "hold at 20"),
    (
        DUEL,
        "mix:15=1/2,20=1/2",
        pigcore.mix({15: "1/2", 20: "1/2"}),
        "choose 15 with chance 1/2 and 20 with chance 1/2",
    ),
    (DUEL, "random", pigcore.random_play(), "choose every action with the same chance"),
    (BAG, "always:rock", AlwaysPick("rock"), "always pick rock"),
    (
        BAG,
        "mix:rock=1/4,paper=3/4",
        pigcore.mix({"rock": 0.25, "paper": 0.75}),
        "choose rock with chance 1/4 and paper with chance 3/4",
    ),
    (BAG, "random", pigcore.random_play(), "choose every action with the same chance"),
]


@pytest.mark.parametrize(("game", "text", "policy", "words"), TEXTS, ids=lambda one: str(one)[:20])
def test_text_and_words_and_back(game, text, policy, words):
    found = pigcore.parse_policy(game, text)
    assert found == policy
    assert hash(found) == hash(policy)
    assert (found.spec, str(found), policy.spec) == (text, words, text)
    for other in (copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert other == found
    assert found != pigcore.hold_at(19)
    if "unless" not in text and "random" not in text:
        assert eval(repr(found), vars(pigcore.play.policies) | {"AlwaysPick": AlwaysPick}) == found
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


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (PIG, "hld:20", "there is no policy 'hld' in Pig: did you mean 'hold'? (or give FILE.py:f"),
        (
            PIG,
            "",
            "there is no policy '' in Pig: choose one of bank, hold, keep-pace, linear",
        ),
        (PIG, "always:5", "there is no policy 'always' in Pig: choose one of"),
        (HOG, "hold:20", "there is no policy 'hold' in Hog fa13: choose one of always, free, mix"),
        (PIG, "hold", "the policy 'hold' must be written hold:TOTAL[,TOTAL…]"),
        (
            PIG,
            "hold:20:3",
            "the policy 'hold:20:3' must be written hold:TOTAL[,TOTAL…]",
        ),
        (PIG, "optimal:3", "the policy 'optimal:3' must be written optimal"),
        (PIG, "hold:" + "9" * 25, "the total to hold at is 9999999999999999999999999, but must be"),
        (PIG, "roll-times:" + "9" * 25, "the number of throws is 9999999999999999999999999, but"),
        (PIG, "hold:1_0", "the total to hold at is '1_0', but must be a number or 'goal'"),
        (PIG, "hold:1000000000000", "the total to hold at is 1000000000000, but must be between 1"),
        (PIG, "race:25:x", "the score to race from is 'x', but must be a whole number"),
        (PIG, "linear:21:-1/8:a", "c is 'a', but must be a number between -1000 and 1000 such as"),
        (PIG, "mix:roll=1/2", "the chances of a mixture sum to 1/2, but must sum to 1"),
        (PIG, "mix:roll", "the mixture has the entry 'roll', but must be written mix:ACTION=CHAN"),
        (PIG, "mix:hold=1/2,hold=1/2", "the mixture names hold twice: add the chances"),
        (DUEL, "mix:50=1", "the mixture has the entry '50=1', but must be written mix:TOTAL=CHANC"),
        (PIG, "hold:2 unless own>x then hold:3", "the condition is 'own>x', but must compare own,"),
        (PIG, 5, "a policy is 5, but must be a text such as 'optimal'"),
        (BAG, "alwys:rock", "there is no policy 'alwys' in Bag: did you mean 'always'? (or give"),
        (BAG, "always:rok", "there is no gesture 'rok': did you mean 'rock'?"),
        (BAG, "always", "the policy 'always' must be written always:GESTURE"),
        (BAG, "mix:rok=1", "the mixture has the entry 'rok=1', but must be written mix:GESTURE="),
        (PIG, "none.py:f", "none.py cannot be read: No such file or directory"),
        (PIG, "none.json", "none.json cannot be read: No such file or directory"),
        (PIG, "none.npz", "none.npz cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_policy(game, text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with refuses(message):
        pigcore.parse_policy(game, text)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (
            pigcore.hold_at("goal"),
            "the policy 'roll until the goal is reached' asks for scores, but",
        ),
        (
            pigcore.always_roll(5),
            "the policy 'always roll 5 dice' asks for scores, but a duel has n",
        ),
        (
            lambda own, opp: 20,
            "asks for scores, but a duel has none: write hold_at(20) or mix({15:",
        ),
        (lambda: 50, "hold is 50, but the totals to hold at in Duel are the 3 from 2 to 20"),
        (pigcore.mix({50: 1}), "hold is 50, but the totals to hold at in Duel are"),
    ],
)
def test_what_is_no_policy_of_a_duel(policy, message):
    for ask in (
        lambda: pigcore.match(DUEL, policy, 20),
        lambda: module_of(DUEL).check(DUEL, policy),
        lambda: module_of(DUEL).answer(DUEL, policy, 20),
    ):
        with pytest.raises(PigcoreError, match="asks for scores|hold is 50") as refusal:
            ask()
        assert message in str(refusal.value)


# --- Hog's mixtures -----------------------------------------------------------------------------


def test_the_chances_of_hogs_choices():
    chances_of, answer = module_of(HIJINKS).chances_of, module_of(HIJINKS).answer

    def policy(own, opp, parity):
        return {-1: 0.25, own % 5: 0.75} if parity else 1 + opp % 3

    chances = chances_of(HIJINKS, policy)
    for own, opp, parity in np.ndindex(8, 8, 2):
        said = policy(own, opp, parity)
        mixed = said if isinstance(said, dict) else {said: 1.0}
        expected = [mixed.get(choice, 0.0) for choice in HIJINKS.choices]
        assert chances[:, parity, own, opp].tolist() == expected
        assert answer(HIJINKS, policy, own, opp, parity) == said
    assert (chances_of(HIJINKS, pigcore.random_play()) == 1 / 12).all()


@pytest.mark.parametrize("said", [{11: 1.0}, {4: 0.5}, {"4": 1.0}, True, None, 11, {4: True, 5: 1}])
def test_what_hog_refuses(said):
    def policy(own, opp):
        return said if (own, opp) == (3, 2) else {4: 1.0}

    for ask in (
        lambda: module_of(HOG).chances_of(HOG, policy),
        lambda: module_of(HOG).answer(HOG, policy, 3, 2),
    ):
        with pytest.raises(RuleError) as refusal:
            ask()
        assert "at own 3, opp 2, but must choose a whole number from 0 to 10" in str(refusal.value)
