"""What solvers and solutions refuse, and in which words: one row for each sentence."""

import math
from fractions import Fraction
from functools import cache

import pytest
from support.hogs import seven_hundreds
from support.refusals import refuses, rows

import pigcore
from pigcore.solvers import bag, duel


@cache
def solved(game):
    return pigcore.solve(game)


def hardly(left):
    """Who begins gains a point, and one time in a hundred another one."""
    if left == 2:
        return {pigcore.gain(1, 1): 1}
    return {pigcore.BUST: "99/100", pigcore.gain(1, 0): "1/100"} if left else None


NAMES = {name: getattr(pigcore, name) for name in pigcore.__all__} | {
    "math": math, "bag": bag, "duel": duel, "solved": solved, "hardly": hardly,
    "DIE": pigcore.Roll.die(6), "COIN": pigcore.Roll.coin(),
    "FINE": pigcore.Roll({1: "1/3", 2: Fraction(1, 3 * 10**24)},
                         Fraction(2 * 10**24 - 1, 3 * 10**24)),
    "MINIMAL": pigcore.Farkle.minimal(500), "PIG": pigcore.Pig(), "TEXT": pigcore.Pig(5),
    "LAST": pigcore.Race(pigcore.Roll.coin(), 2, players=3, end="last_turn", tie="half"),
    "UNSEEN": pigcore.Bag([0, 0], ["1/2", 1], ["1/2", 0]),
    "SELDOM": pigcore.Bag(["1e-100"] * 4, [0] * 4, [f"0.{'9' * 100}"] * 4),
    "LOADED": pigcore.Farkle({"1": 1}, 5, 2, ["9999/10000", "1/10000"], last_turn=True,
                             must_roll_hot_dice=True),
    "SLOW": seven_hundreds(lambda own, opp: True),
}  # fmt: skip

REFUSED = {
    "RuleError": """
solve('pig') -> 'pig' is not a game: write pigcore.game('pig')
solve(PIG, tolerance=1e-20) -> tolerance is 1e-20, but double precision reaches no more than 1e-15:
    ask for that, or
solve(PIG, 'newton', 1e-3) -> 0.001 stands after the game, but the options of Pig are given by name:
    write
solve(PIG, method='newtn') -> there is no method 'newtn': did you mean 'newton'?
solve(PIG, tolerence=1) -> Pig is solved without a 'tolerence': did you mean 'tolerance'?
solve(PIG, tolerance=-1) -> tolerance is -1, but must be a number between 0.0 and 1.0
solve(PIG, tolerance='x') -> tolerance is 'x', but
solve(PIG, start=2) -> start is 2, but must be
solve(PIG, start=10**400) -> start is 1000
solve(PIG, method=[]) -> there is no method []
solve(PIG, max_iterations=0) -> max_iterations is 0, but must be between 1 and 1,000,000
solve(PIG, max_iterations=1.5) -> max_iterations is 1.5, but must be a whole number
solve(MINIMAL, 'sweep') -> there is no method 'sweep'
solve(Hog(), method='newton') -> Hog is solved without a 'method': leave it out
solve(LOADED) -> turns that hardly ever bust may be too long
solve(SLOW) -> from 0 against 0 play may go on among the same scores
solve(SLOW) -> a larger chance of progress
solve(Hog(20, bacon=lambda own, opp: 0))
    -> from 0 against 0 the players can go on for ever without anybody reaching 20: let
match(Hog(20, bacon=lambda own, opp: 0), 'always:4', 'always:5')
    -> from 0 against 0 the players can go on for ever without anybody reaching 20: let
solve(Hog(9, again=lambda own, opp, turn: turn == 70)) -> does not repeat in 60 turns
solve(Hog(12, 3, bacon=lambda own, opp: 2)).save('it.npz') -> has no name to save it under
solve(Race(Turn(hardly, 2), 3, end='last_turn', tie='play_on'))
    -> playing on has no end: give tie='half'
duel.solve(7) -> 7 is not a duel: make one with pigcore.Duel
bag.solve(None) -> None is not a bag: make a pigcore.Bag(rock, paper
solved(TEXT).closest(-1) -> count is -1, but must
solved(TEXT).closest(1.5) -> count is 1.5, but must
solved(Duel()).best_hold({20: 0.5}) -> the weights sum to 0.5, but must sum to 1: scale them
solved(Duel()).best_rule({}) -> the weights sum to 0.0, but must sum to 1: scale them
solved(Duel()).scores({20: -1, 2: 2}) -> the weight of hold at 20 is -1, but must be between 0 and 1
solved(Duel()).payoff(2, {20: '1'}) -> the weight of hold at 20 is '1', but must be between 0 and 1
solved(Duel()).best_hold({20: math.nan}) -> the weight of hold at 20 is nan, but must be between
""",
    "SizeError": """
solve(Duel(Roll.die(100_001)))
    -> the turns of 39 holds take 10,004,100,000 steps, but at most 20,000,000
solve(Bag([1] * 201, [0] * 201, [0] * 201)) -> the bag holds 201 dice, but at most 200 are solved
solve(Duel(FINE, [1, 2000])) -> fractions of up to 164,082 bits, but at most 60,000 are
""",
    "StateError": """
solved(Hog(9)).win(0, 0, None) -> but 3 numbers were given
solved(TEXT).win(5, 0) -> own is 5, but a banked score is between 0 and 4
solved(PIG).margin(60, 3, 40) -> one does not choose between hold and roll, so
solved(HoldOrContinue()).decide(70, 0, 6)
    -> total is 6, but with 70 points banked a turn total is b
solved(Hog.fa13()).win(100, 0) -> own is 100
solved(Hog.fa13()).best(100, 0) -> own is 100
solved(Hog.fa13()).payoffs(0, 0, 1) -> a state of Hog fa13 is OWN OPP, but 3 numbers were
solved(Hog.fa13()).advise(0, 0, 1) -> a state of Hog fa13 is OWN OPP, but 3 numbers were
solved(MINIMAL).win(125, 0) -> own is 125, but scores of Farkle are multiples of 50
solved(MINIMAL).best(*MINIMAL.check_thrown((0, 0, 300, 3), (1, 1))) -> 2 dice were thrown
solved(LAST).win(0, 0, 3000) -> nobody who plays well banks more than
solved(LAST).win(0, 0, 0, 3000) -> nobody who plays well throws again
solved(Race(COIN, 2, players=3, end='equal_turns')).win(0, 2, 0, seat=2) -> next is 2
solved(Race(COIN, 2, players=3, end='equal_turns')).win(0, 0, 0, seat=4) -> seat is 4, but must be
solved(Race(DIE, 8, busts_in_a_row=3, penalty=2)).win(0, 0, busts=3)
    -> busts is 3, but between 0 and 2 busts
solved(UNSEEN).best(1, 0, 0) -> after 1 rock, 0 papers and 0 scissors, which these
solved(UNSEEN).payoffs(1, 0, 0) -> after 1 rock, 0 papers and 0 scissors, which these
solved(UNSEEN).policy(1, 0, 0) -> after 1 rock, 0 papers and 0 scissors, which these
solved(UNSEEN).advise(2, 0, 0) -> 2 rocks, 0 papers and 0 scissors are 2 throws, but
solved(game('bag')).advise(2, 0, 0) -> after 2 rocks, 0 papers and 0 scissors, which these dic
solved(SELDOM).best(3, 0, 0) -> after 3 rocks, 0 papers and 0 scissors is below 1e-280
solved(Duel()).best_hold(0) -> hold is 0, but a total to hold at is between 1 and 2000
solved(Duel()).best_hold('20') -> hold is '20', but must be a whole number
solved(Duel()).best_rule({2001: 1}) -> hold is 2001, but a total
solved(Duel()).scores(50)
    -> hold is 50, but the totals to hold at in Duel are the 39 from 2 to 40: choose one
solved(Duel()).payoff(2, {50: 1}) -> hold is 50, but the totals to hold at in Duel are the 39
""",
}


@pytest.mark.parametrize(
    ("error", "make", "said"),
    [(error, *row) for error, text in REFUSED.items() for row in rows(text)],
)
def test_what_cannot_be_is_refused_in_one_sentence(error, make, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with refuses(said, getattr(pigcore, error)):
        eval(make, NAMES)
    assert not [*tmp_path.iterdir()]
