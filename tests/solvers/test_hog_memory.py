"""Hog whose rules look back, against recursions in fractions that forget nothing."""

import dataclasses
from fractions import Fraction
from functools import lru_cache
from itertools import product

import pigverify
import pytest
from support import hogs

import pigcore
from pigcore import Hog

GOAL, DICE = 8, 3


@lru_cache
def rolls(dice):
    """Points of a roll with Pig Out, and its chance."""
    found = {}
    for roll in product(range(1, 7), repeat=dice):
        points = 1 if 1 in roll else sum(roll)
        found[points] = found.get(points, 0) + Fraction(1, 6**dice)
    return found.items()


class Remembered:
    """Values where every turn has its number, and a past: points and dice of each player.

    Nothing is forgotten, as long as it can still count; all turns raise the total of the scores.
    """

    def __init__(self, bacon, end, bonus=lambda dice, points_before, dice_before: 0, trot=None):
        self.bacon, self.end, self.bonus, self.trot = bacon, end, bonus, trot
        self.value = lru_cache(None)(self.value)

    def worth(self, own, opp, turn, extra, mine, theirs, dice):
        total = Fraction(0)
        for points, chance in rolls(dice) if dice else [(self.bacon(own, opp), Fraction(1))]:
            x, y = self.end(own + points + self.bonus(dice, *mine), opp)
            if max(x, y) >= GOAL:
                total += chance * (x >= y)
            elif self.trot is not None and not extra and turn % self.trot == dice:
                total += chance * self.value(x, y, turn + 1, True, (points, dice), theirs)
            else:
                total += chance * (1 - self.value(y, x, turn + 1, False, theirs, (points, dice)))
        return total

    def value(self, own, opp, turn=0, extra=False, mine=(0, 0), theirs=(0, 0)):
        past = (turn, extra, mine, theirs)
        return max(self.worth(own, opp, *past, dice) for dice in range(DICE + 1))


TERMS = {
    "sp18_contest": Remembered(hogs.apart, hogs.multiple, trot=8),
    "fa19": Remembered(
        lambda own, opp: 10 - min(map(int, f"{opp:02d}")), hogs.products,
        lambda dice, points_before, dice_before: 3 * (abs(dice - dice_before) == 2),
    ),
    "su20": Remembered(
        lambda own, opp: 10 + int(f"{opp:02d}"[0]) - opp % 10, hogs.digits_apart,
        lambda dice, points_before, dice_before: 3 * (abs(dice - points_before) == 2),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TERMS)
def test_terms_that_look_back(name):
    game = dataclasses.replace(getattr(Hog, name)(GOAL), max_dice=DICE)
    solved, slow = pigcore.solve(game), TERMS[name]
    for own, opp in product(range(0, GOAL, 2), range(1, GOAL, 3)):
        assert solved.win(own, opp) == pytest.approx(float(slow.value(own, opp)), abs=1e-13)
    assert solved.starts.size == GOAL**2 * game.memories
    usual = (5, False, (2, 2), (1, 1)), (2, 1)
    past, memory = {"sp18_contest": ((11, True), (3, 1))}.get(name, usual)
    assert solved.win(2, 4, *memory) == pytest.approx(float(slow.value(2, 4, *past)), abs=1e-13)


@pytest.mark.parametrize("name", TERMS)
def test_play_that_looks_back(name):
    game = dataclasses.replace(getattr(Hog, name)(GOAL), max_dice=DICE)
    best, blind = pigcore.solve(game), lambda own, opp: (own * opp) % 3 + 1
    match, reply = pigcore.match(game, best, blind), pigcore.best_response(game, blind)
    assert match.average <= reply.average
    again = pigcore.match(game, reply.policy, blind)
    assert again.average == pytest.approx(reply.average, abs=1e-12)
    assert pigcore.loss(game, best).average == pytest.approx(0, abs=1e-12)
    played = pigcore.simulate(game, best, blind, games=40_000, seed=5, transcripts=20)
    assert played.first == pytest.approx(match.first, abs=0.01)
    for one in played.transcripts:
        ledger = pigcore.review(game, one)
        told = ledger.luck - ledger.mistakes + ledger.gifts
        assert ledger.result - ledger.start == pytest.approx(told, abs=1e-12)
        assert ledger.mistakes == pytest.approx(0, abs=1e-12)  # the first-named plays best


def test_hog_tied():
    game = Hog(GOAL, "hog_tied", bacon="bacon_of_tens", wild="hog_wild")
    assert [game.max_dice, game.most(3, 4), game.most(3, 5)] == [10, 1, 10]
    solved = pigcore.solve(game)
    slow = hogs.Solved(hogs.plain(dataclasses.replace(game, max_dice=DICE)))
    few = pigcore.solve(dataclasses.replace(game, max_dice=DICE))
    for own, opp in product(range(GOAL), range(GOAL)):
        assert few.win(own, opp) == pytest.approx(float(slow.values[0, own, opp, 0]), abs=1e-13)
    assert solved.best(3, 4)[-10:] == tuple(range(1, 11))  # all of them roll one die
    report = pigverify.certify(solved)
    assert report.ok
    assert report.states == GOAL**2


def test_points_for_no_dice_are_remembered_however_many_they_are():
    def more(points, previous):
        return points + previous // 10

    game = Hog(31, 1, bacon=lambda own, opp: 10, points=more)
    assert game.memory == {"previous": 11, "opp_previous": 11}
    solved = pigcore.solve(game)
    assert solved.payoffs(20, 25, 10)[0] == 1  # 10 and one more
    assert solved.payoffs(20, 25, 0)[0] < 0.9


def test_a_match_holds_what_play_comes_to_alone(monkeypatch):
    monkeypatch.setattr("pigcore.memory.available", lambda: 10**8)
    game = Hog.fa19(40)  # of all states, turns lead to some 20 million
    match = pigcore.match(game, "always:4", "optimal")
    assert match.visits.sum() == pytest.approx(match.turns, abs=1e-12)
