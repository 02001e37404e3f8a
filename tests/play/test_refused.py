"""What play refuses, and in which words: one row for each sentence, of all families."""

import numpy as np
import pytest
from support.refusals import refuses, rows
from support.turns import CHOOSY, PLAIN

import pigcore
from pigcore import Farkle, Hog, Pig
from pigcore.play.learning import Environment
from pigcore.play.policies import module_of
from pigcore.play.policies.race import answer, plan_of, rolls_of

PIG = Pig(100)


def check(game, policy):
    return module_of(game).check(game, policy)


def match(game, first="hold:3", second="hold:3", **more):
    return pigcore.match(game, first, second, **more)


def simulate(game=PIG, first="random", second="random", **more):
    return pigcore.simulate(game, first, second, **more)


NAMES = {name: getattr(pigcore, name) for name in pigcore.__all__} | {
    "np": np, "answer": answer, "plan": plan_of,
    "rolls": lambda game, policy: rolls_of(plan_of(game, policy)), "check": check, "match": match,
    "simulate": simulate, "Environment": Environment, "pigcore": pigcore,
    "PIG": Pig(6), "HOG": Hog.fa13(9), "DUEL": pigcore.Duel(holds=(2, 15, 20)),
    "THREE": Pig(9, players=3), "BAG": pigcore.game("bag"),
    "TINY": Farkle({"1": 1, "2 2": 3}, 4, 3, 3),
    "CHOOSY": CHOOSY, "PLAIN": PLAIN,
    "parse": pigcore.parse_policy, "ones": np.ones,
}  # fmt: skip

REFUSED = r"""
hold_at(0) -> the total to hold at is 0, but must be between 1 and 1000000
hold_at('gaol') -> the total to hold at is 'gaol', but must be a number or 'goal'
hold_at([[0.5]]) -> the totals to hold at are float64 (1, 1), but must be
hold_at(()) -> no totals to hold at
hold_at(300, [3]) -> there is no rule [3] for setting dice aside
hold_at(b'3') -> the total to hold at is b'3', but must be a number
hold_at(300, choose='most') -> there is no rule 'most' for setting dice aside: choose one of
hold_at((1, 2))(0, 0) -> without a game
hold_at((1, 2)).for_game(HOG) -> is a policy of races, but Hog fa13 is none
hold_at(np.ones((6, 2, 2), int)).for_game(TINY) -> needs one for each pair of scores
hold_or_race(25, -1) -> the score to race from is -1, but must be between 0
keep_pace(slope=0) -> slope is 0, but must be a number between 1/1000 and
keep_pace(base=None) -> base is None, but must be a number between 0 and
keep_pace(end=1.5) -> end is 1.5, but must be a whole number
keep_pace(rounding='halfup') -> rounding is 'halfup': did you mean 'half-up'
linear(1, 2, '1/0') -> c is '1/0', but must be a number between -1000 and
linear(True, 0, 0) -> a is True, but must be a number between -1000000 and
linear(0, 1001, 0) -> b is 1001, but must be a number between -1000 and 1000
linear('1/99991', '1/99989', 1) -> have the common denominator 9998000099,
mix({20: '1/2'}) -> the chances of a mixture sum to 1/2, but must sum to 1
mix({20: 'x'}) -> the chance of 20 is 'x', but must be a number such as
mix([20]) -> a mixture is [20], but must be {action: chance}
hold_at(2).unless('score > 3', 'hold:3') -> the condition is 'score > 3', but must compare own, opp,
hold_at(2).unless(3, hold_at(3)) -> the condition is 3, but must compare own, opp,
random_play()(1, 2) -> random_play() is asked without a game: write policy.f
roll_times(0) -> the number of throws is 0, but must be between 1 and 1000
match(HOG, roll_times(2)) -> 'roll twice, then hold' is a policy of races, but Hog fa13 is none

plan(PIG, lambda own, opp, total: 'rol') -> answers 'rol' at own 0, opp 0, total 1, but must answer
plan(PIG, lambda own, opp, total: 2 if own == 3 else 1) -> answers 2 at own 3, opp 0, total 1, but
plan(PIG, lambda own, opp: 20) -> or {action: chance}: write hold_at(…) for totals to hold at
plan(PIG, lambda own, opp, total: float('nan')) -> answers nan at own 0, opp 0, total 1
plan(PIG, lambda own, opp, total: {'roll': 0.5}) -> answers {'roll': 0.5} at own 0
plan(PIG, lambda own, opp, total: {'rol': 1}) -> answers {'rol': 1} at own 0
plan(PIG, lambda own: 'hold') -> is asked with own opp [total], but <lambda> takes own: let
plan(PIG, np.full((6, 6, 6), 0.5 + 1j)) -> answers (0.5+1j) at own 0, opp 0, total 1
plan(PIG, np.full((6, 6, 6), 'rol')) -> answers 'rol' at own 0, opp 0, total 1
plan(PIG, np.full((6, 6), 20)) -> at own 0, opp 0, total 1, but must answer 'roll', 'hold', the cha
plan(PIG, ones((6, 6, 5))) -> the policy is an array (6, 6, 5), but must be a function of own opp [t
plan(PIG, [[1, 2], [3]]) -> the policy is [[1, 2], [3]], but must be a function
plan(PIG, None) -> the policy is None, but must be a function
plan(PIG, always_roll(5)) -> 'always roll 5 dice' is a policy of Hog, but Pig is none
plan(PIG, mix({'rol': 1})) -> the policy answers {'rol': Fraction(1, 1)}, but must answer
plan(PIG, hold_at(np.ones((5, 5), int))) -> the totals to hold at are (5, 5), but Pig nee
plan(Pig(14), solve(PIG)) -> the policy is one of a game to 6, but Pig goes to 14
plan(Pig(216), lambda own, opp, total: 'hold') -> would be asked in 5,015,520 states of Pig, but is
    asked in 5,000,000 at most: give an array, a solution or a named policy, or choose a smaller
rolls(Pig(60_000), 'hold:20') -> a table of the decisions of Pig to 60000 would take
answer(PIG, 'hold:3', 6, 0, 1) -> own is 6, but a banked score is between 0 and 5

plan(CHOOSY, lambda own, opp: 'bank') -> is asked with own, opp, points, mode and options, but <la
plan(CHOOSY, lambda *state: 0.5) -> answers 0.5 at own 0, opp 0, points 0, mode 1 with the opt
plan(CHOOSY, lambda *state: 3) -> answers 3 at own 0, opp 0, points 2, mode 1, but must answer 'th
plan(CHOOSY, lambda own, opp, points, mode, options: 3 if options else 'bank')
    -> with the options ((0, 0), (1, 0), (3, 0)), but must answer the place of one, 0
plan(CHOOSY, ones((7, 7))) -> must be a function of own opp [points] [mode] options, a solu
plan(CHOOSY, mix({'bank': 1})) -> but what can be chosen of one may be missing
plan(PLAIN, lambda own, opp, points, mode: 'fold') -> must answer 'roll', 'hold', the chance of
plan(PLAIN, 'hold:1,2') -> 2 numbers of points to bank were given, but there are 4 modes: give
plan(PLAIN, solve(PIG)) -> the policy is one of Pig(goal=6), but the game is

match(TINY, 300) -> the policy is 300, but must be a function of own, opp, points and the faces
match(TINY, lambda own, opp: 'bank') -> is asked with own, opp, points and the faces of a throw
match(TINY, lambda *s: '4, then bank') -> but must answer what to set aside and what to do then
match(TINY, lambda *s: {'1, then bank': 0.5}) -> but must answer what to set aside
match(TINY, solve(Farkle.minimal(500))) -> the policy is one of
match(Farkle.minimal(), lambda *s: 0) -> a function would be asked in
answer(TINY, lambda a, b, c, d: 0, 0, 0, 1, 2) -> the policy answers throws, but none lies on
match(TINY, mix({'1, then bank': 1})) -> gives every throw the same answer

parse(PIG, 'hld:20') -> there is no policy 'hld' in Pig: did you mean 'hold'? (or give FILE.py:f
parse(PIG, '') -> there is no policy '' in Pig: choose one of bank, hold, keep-pace, linear
parse(HOG, 'hold:20') -> there is no policy 'hold' in Hog fa13: choose one of always, free, mix
parse(PIG, 'hold:20:3') -> the policy 'hold:20:3' must be written hold:TOTAL[,TOTAL…]
parse(PIG, 'optimal:3') -> the policy 'optimal:3' must be written optimal
parse(PIG, 'hold:' + '9' * 25) -> the total to hold at is 9999999999999999999999999, but must be
parse(PIG, 'hold:1_0') -> the total to hold at is '1_0', but must be a number or 'goal'
parse(PIG, 'race:25:x') -> the score to race from is 'x', but must be a whole number
parse(PIG, 'mix:roll') -> the mixture has the entry 'roll', but must be written mix:ACTION=CHAN
parse(PIG, 'mix:hold=1/2,hold=1/2') -> the mixture names hold twice: add the chances
parse(DUEL, 'mix:50=1') -> the mixture has the entry '50=1', but must be written mix:TOTAL=CHANC
parse(PIG, 'hold:2 unless own>x then hold:3') -> the condition is 'own>x', but must compare own,
parse(PIG, 5) -> a policy is 5, but must be a text such as 'optimal'
parse(BAG, 'always:rok') -> there is no gesture 'rok': did you mean 'rock'?
parse(PIG, 'none.py:f') -> none.py cannot be read: No such file or directory
parse(PIG, 'none.json') -> none.json cannot be read: No such file or directory
parse(PIG, 'none.npz') -> none.npz cannot be read: No such file or directory
parse(PIG, 'none.npz', files=False) -> the policy 'none.npz' names a file, but is to be made of con

match(HOG, lambda own: 4) -> is asked with own opp, but <lambda> takes own: let it take these
match(HOG, lambda opp, own: 4) -> own opp, but <lambda> takes opp, own: let it take these by posit
match(HOG, lambda: 4) -> own opp, but <lambda> takes nothing: let it take
match(HOG, lambda *, own, opp: 4) -> <lambda> takes own, opp: let it take these by position and in
match(HOG, 6) -> an array of answers or a solution: write always_roll(6)
best_response(HOG, None) -> the policy is None, but must be a function of own opp
match(HOG, ones((4, 4))) -> has the shape (4, 4), but must be a function of own opp or an array (9
match(HOG, [[1, 2], [3]]) -> the policy is [[1, 2], [3]], but must be a function of own opp
match(HOG, lambda own, opp: 11) -> answers 11 at own 0, opp 0, but must choose a whole number from 0
match(HOG, lambda own, opp: -1 if own == 3 else 4) -> answers -1 at own 3, opp 0, but must choose
match(HOG, lambda own, opp: 2.5) -> answers 2.5 at own 0, opp 0, but must choose
match(HOG, lambda own, opp: True) -> answers True at own 0, opp 0, but must choose
match(HOG, lambda own, opp: {4: 0.5}) -> answers {4: 0.5} at own 0, opp 0, but must choose
match(HOG, np.full((9, 9), np.nan)) -> answers nan at own 0, opp 0, but must choose
check(Hog.fa13_hijinks(2000), lambda own, opp, parity: 4) -> asked in 8,000,000 states of Hog fa13

match(DUEL, hold_at('goal')) -> the policy 'roll until the goal is reached' asks for scores, but
match(DUEL, always_roll(5)) -> 'always roll 5 dice' is a policy of Hog, but Duel is none
match(DUEL, lambda own, opp: 20) -> asks for scores, but a duel has none: write hold_at(20) or mix({
match(DUEL, lambda: 50) -> hold is 50, but the totals to hold at in Duel are the 3 from 2 to 20
best_response(DUEL, mix({50: 1})) -> hold is 50, but the totals to hold at in Duel are
match(DUEL, {20: 0.5}) -> the weights sum to 0.5, but must sum to 1: scale them

coach(BAG, lambda r, p, s: 'rok') -> the policy answers 'rok' after 0 rocks, 0 papers and
coach(BAG, lambda r, p, s: True) -> the policy answers True after 0 rocks, 0 papers and
coach(BAG, lambda r, p, s: {'rock': 0.5}) -> the policy answers {'rock': 0.5} after 0
coach(BAG, lambda r, p: 'rock') -> a policy of Bag is asked with rocks papers scissors
coach(BAG, [0, 1, 2]) -> the policy is an array (3,), but must be a function of rocks
coach(BAG, 5) -> the policy is 5, but must be a function of rocks papers scissors, an arr
coach(BAG, np.full(10, -1)) -> the policy has no answer after 0 rocks, 0 papers and 0
coach(BAG, np.full(10, 3)) -> the policy answers 3 after 0 rocks, 0 papers and 0 scissors
coach(BAG, mix({'a': 1})) -> the policy answers 'a' after 0 r
coach(BAG, hold_at(2).unless('own > 3', hold_at(4))) -> than 3: hold at 4' asks for scores, but a b
coach(BAG, solve(Bag([300] * 3, [0] * 3, [0] * 3))) -> has no answer after 0 rocks, 0 papers and 1

match(THREE, second=('hold:3',) * 3) -> 3 policies are given for the others, but Pig for three has
match(THREE, second=()) -> 0 policies are given
match(THREE, lambda own, opp, total: 1) -> is asked with own next third total, but <lambda> takes
match(THREE, ones((3, 3))) -> an array (3, 3), but must be a function of own next third
match(THREE, np.full((9,) * 4, 2.0)) -> the policy answers 2.0 at own 0, next 0, third 0, total 1
match(THREE, solve(Pig(8, players=3))) -> solve that, or give a function
loss(Pig(120, players=3), 'hold:25') -> 207,360,000 states, but policies are followed
match(Pig(60, players=3), lambda a, b, c, total: 'roll') -> a function would be asked in
match(THREE, start=(1, 2)) -> must be three scores, those of the policies

match(Pig(), start=(100, 0)) -> own is 100, but a banked score is between 0 and 99
match(Pig(), start=(0, -1)) -> opp is -1, but
match(Pig(), start=7) -> start is 7, but must be two scores
match(DUEL, 2, 2, start=None) -> in Duel nobody banks points: leave start out
match(DUEL, 2, 2, start=3) -> in Duel nobody banks points: leave start out
match(DUEL, 2, 2, start=np.int64(3)) -> in Duel nobody banks points: leave start out
match(DUEL, 2, 2, start=(1, 0)) -> in Duel nobody banks points: leave start out
match(DUEL, 2, 2, start=[np.zeros(2), 0]) -> in Duel nobody banks points: leave start out
match(13, 4, 4) -> 13 is not a game: make one with pigcore.Pig()
best_response('hog', 4) -> 'hog' is not a game: write pigcore.game('hog')
match(BAG, 1, 2) -> there are no matches in Bag (bag): ask its solution
best_response(BAG, 1) -> there are no best replies in Bag
tournament(BAG, [1, 2]) -> there are no matches in Bag (bag): ask its solution
tournament(PIG, [hold_at(20)]) -> a tournament of 1 policy is not one: give two or more
tournament(PIG, [hold_at(9)] * 2) -> two policies are called 'hold:9': give
tournament(PIG, 'hold:20') -> policies are 'hold:20', but must be a list of policies
tournament(Piglet(2, players=6), [hold_at(n) for n in range(1, 12)])
    -> 11 policies can sit down in more than 10,000 cycles of 6: give fewer policies
tournament(PIG, ['hold:2', 'hold:3'], executor=True) -> executor is True, but must be a concurrent.f

alone(Hog()) -> has no play without an opponent: give a race for two
alone(PIG, lambda own, opp, total: 2).turns -> the policy answers 2 at own
alone(Pig(), lambda own, opp, total: total < 20 and own < 40).turns
    -> the policy holds at own 40, opp 0 before the first throw: answer roll
alone(PIG, 'hold:20').thresholds() -> a policy was given, which decides
alone(PIG).thresholds('point') -> aim is 'point': did you mean 'points'
alone(Race(Roll({1: 1}), 9)).points -> too long to follow: let its throws bust oftener
alone(Race(Roll({1: 999}, 1), 9), 'hold:goal').points -> too long to follow: let it hold earlier

simulate(games=0) -> games is 0, but must be between 1 and 10000000000
simulate(games=1.5) -> games is 1.5, but must be a whole number
simulate(seed=-1) -> seed is -1, but must be between 0 and
simulate(longest=0) -> longest is 0, but must be between 1 and 1000000
simulate(confidence=1) -> confidence is 1.0, but must lie between 0 and 1
simulate(confidence='a') -> confidence is 'a', but must be a number
simulate(transcripts=10**6) -> transcripts is 1000000, but must be between
simulate(start=5) -> start is 5, but must be two scores
simulate(start=(0, 100)) -> opp is 100, but a banked score is between
pigcore.simulate(PIG, 'hold:2') -> Pig is played by two or more: give a second policy
simulate(DUEL) -> there is no simulation in
simulate(BAG) -> there is no simulation in
simulate(Farkle.kcd(500), start=(25, 0)) -> multiples of 50

Environment(BAG) -> there is no board in Bag
Environment(PIG, 'hold:x') -> the total to hold at
Environment(PIG, longest=0) -> longest is 0, but must be
Environment(PIG, render_mode='human') -> render_mode is 'human'
Environment(PIG, begins='no') -> begins is 'no', but must be
Environment(THREE, ('random',) * 3) -> 3 policies are given for the others, but Pig
"""


@pytest.mark.parametrize(("make", "message"), rows(REFUSED))
def test_what_cannot_be_is_refused_in_one_sentence(make, message):
    with refuses(message):
        eval(make, NAMES)
