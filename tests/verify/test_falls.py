"""Proofs of races in which busts in a row cost points."""

from __future__ import annotations

import random
from fractions import Fraction

import pigverify
import pytest
from pigverify.falls.passes import Passes
from pigverify.kernels import FIRST_BITS, compiled, plain
from support import generated
from support.slow import Slow

import pigcore
from pigcore import Farkle, Race, Roll

PIG = Race(Roll.die(6), 8, busts_in_a_row=2, penalty=3, floor=-3)


@pytest.fixture(scope="module")
def solution():
    return pigcore.solve(PIG)


def held(passes):
    """All intervals, as V(own, opp; a, b) between two fractions."""
    n, low = passes.size, passes.game.floor // passes.game.unit
    for a in range(passes.counts):
        for b in range(passes.counts):
            place = passes.at(a, b)
            for cell, ends in enumerate(zip(passes.low[place], passes.high[place])):
                own, opp = divmod(cell, n)
                yield (own + low, opp + low, a, b), tuple(Fraction(e, passes.one) for e in ends)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_intervals_hold_the_fractions(seed):
    game = generated.scored(seed, "falls")
    exact = Slow(game)
    values = pigcore.solve(game).starts
    passes = Passes(game, FIRST_BITS)
    counts = range(game.busts_in_a_row)
    # From nothing, games that hardly ever end take too long.
    assert passes.begin([values[:, :, a, b].ravel().tolist() for a in counts for b in counts])
    passes.narrow()
    for state, (low, high) in held(passes):
        assert low <= exact.value(*state[:2], busts=state[2:]) <= high
        assert high - low < 1e-11
    free = Passes(game, FIRST_BITS, floor=False)
    free.narrow()
    for (state, (low, high)), (_, (least, most)) in zip(held(free), held(passes)):
        assert low <= least <= most <= high, state


@pytest.mark.slow
def test_without_a_floor_deeper_ones_lie_within():
    shallow, deep = (
        Passes(
            Race(Roll.die(6), 8, busts_in_a_row=2, penalty=3, floor=floor), FIRST_BITS, floor=False
        )
        for floor in (-3, -12)
    )
    shallow.narrow()
    deep.narrow()
    inner = dict(held(deep))
    for state, (low, high) in held(shallow):
        least, most = inner[state]
        assert low <= least <= most <= high
    # From a guess they are the same, or narrower.
    floor = Passes(PIG, FIRST_BITS)
    floor.narrow()
    guessed = Passes(PIG, FIRST_BITS, floor=False)
    assert guessed.beside(floor)
    guessed.narrow()
    for (state, (low, high)), (_, ends) in zip(held(guessed), held(shallow)):
        assert low <= inner[state][1]
        assert inner[state][0] <= high
        assert high - low <= ends[1] - ends[0] + Fraction(1, 10**15)
    assert inner[0, 0, 0, 0][1] - inner[0, 0, 0, 0][0] < Fraction(1, 10_000)


def test_a_table_is_certified_and_a_wrong_one_refuted(solution):
    report = pigverify.certify(solution)
    assert report.outcome == "certified"
    assert report.error < 1e-14
    assert report.value[0] <= Fraction(solution.value) + Fraction(1, 10**14)
    low, high = report.without_floor
    assert low < report.value[0] < report.value[1] < high
    said = report.as_dict()
    assert said["without_floor"]
    starts = solution.starts.copy()
    starts[4, 4, 1, 0] += 1e-9
    wrong = type(solution)(PIG, starts, tolerance=1e-12, history=solution.history)
    report = pigverify.certify(wrong)
    assert report.outcome == "refuted"
    assert report.worst == (1, 1, 0, 1, 0)


@pytest.mark.slow
def test_a_table_that_is_wrong_anywhere_is_refuted(solution):
    draw = random.Random(1)
    for much in (2e-12, -1e-11, 1e-9, -1e-6, 1e-3, -0.2):
        place = tuple(draw.randrange(size) for size in solution.starts.shape)
        starts = solution.starts.copy()
        starts[place] = min(max(starts[place] + much, 0.0), 1.0)
        report = pigverify.certify(type(solution)(PIG, starts, tolerance=1e-12, history=[]))
        assert report.outcome == "refuted"
        assert report.worst == (place[0] - 3, place[1] - 3, 0, *place[2:])
        assert report.value[0] <= Fraction(solution.value) + Fraction(1, 10**14)


def test_intervals_that_are_too_narrow_are_not_believed():
    passes = Passes(PIG, FIRST_BITS)
    assert passes.begin()
    passes.narrow()
    low, high = passes.low, passes.high
    free = Passes(PIG, FIRST_BITS, floor=False)
    assert not free.holds(low, high)  # those of the game with a floor
    assert free.beside(passes)
    apart = [[number + (1 << 40) for number in row] for row in low]
    assert not passes.holds(low, [[number - 1 for number in row] for row in apart])
    assert passes.holds(
        [[max(2 * one - other, 0) for one, other in zip(*rows)] for rows in zip(low, apart)],
        [[min(number, passes.one) for number in row] for row in apart],
    )


@pytest.mark.slow
def test_a_guess_is_good_where_the_floor_is_deep():
    turn = Roll({1: "1/3", 3: "1/3"}, bust="1/3")
    passes = Passes(Race(turn, 6, busts_in_a_row=3, penalty=6, floor=-36), FIRST_BITS)
    assert passes.begin()
    assert passes.width() < passes.one >> 40


@pytest.mark.slow
def test_plain_python_comes_to_the_same_integers():
    assert compiled("race") is not None
    game = Race(Roll.die(4), 5, busts_in_a_row=2, penalty=2, floor=-2, minimum_bank=2,
                minimum_to_win=True)  # fmt: skip
    for floor in True, False:
        fast = Passes(game, FIRST_BITS, floor=floor)
        with plain(True):
            slow = Passes(game, FIRST_BITS, floor=floor)
            slow.once()
            slow.once()
        fast.once()
        fast.once()
        assert (fast.low, fast.high) == (slow.low, slow.high)


@pytest.mark.slow
@pytest.mark.parametrize("game", [PIG, *(generated.scored(seed, "falls") for seed in (7, 8))])
def test_plain_python_proves_the_same_decisions(game):
    report = pigverify.certify(game)
    with plain(True):
        again = pigverify.certify(game)
    assert report.states + report.undecided > 0
    assert again.as_dict() == report.as_dict()


@pytest.mark.slow
def test_every_state_has_a_verdict(solution):
    for state in ((3, 4, 4, 1, 0), (0, 0, 6, 1, 1), (-3, 7, 2, 0, 0), (0, 0, 0, 1, 0)):
        verdict, payoffs = pigverify.check(PIG, *state), solution.payoffs(*state)
        assert verdict.ok
        assert verdict.best == solution.best(*state)
        assert set(verdict.payoffs) == set(payoffs)
        for action, worth in payoffs.items():
            low, high = verdict.payoffs[action]
            assert low - 1e-14 <= worth <= high + 1e-14
    assert pigverify.check(PIG, 3, 4, 5).proof.method == "rules"


@pytest.mark.slow
def test_dice_that_are_set_aside_and_scores_from_which_every_bank_wins():
    game = Farkle({"1": 1, "2 2": 3}, 4, 3, 3, busts_in_a_row=2, penalty=2, floor=-1,
                  minimum_bank=2, minimum_to_win=True)  # fmt: skip
    solution = pigcore.solve(game)
    report = pigverify.certify(solution)
    assert report.ok
    assert report.asides > 0
    for state in ((3, 1, 1, 2, 1, 1), (3, 1, 0, (1, 2, 2), 0, 1)):
        verdict, place = pigverify.check(game, *state), game.check_state(*state)
        payoffs = solution.payoffs(*place)
        assert set(verdict.payoffs) == set(payoffs)
        for action, worth in payoffs.items():
            low, high = verdict.payoffs[action]
            assert low - 1e-14 <= worth <= high + 1e-14
    with pytest.raises(pigcore.RuleError, match="no second opinion"):
        pigverify.second(game, 0, 0, 3, 1)
