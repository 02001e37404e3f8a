"""Farkle solved: published values, brute force in fractions, errors and files."""

from functools import cache
from itertools import product

import numpy as np
import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.generated import some, turn

import pigcore
from pigcore import Farkle, Race, RuleError
from pigcore.games.rules import game_from_text, text_of

# --- rules that count within a turn ---------------------------------------------------------------


def by_hand(plain, win, own, opp, throws, total, first_bust):
    """What a turn is worth, its throws and points counted one by one, given all turn starts."""
    turn, goal = plain.turn, plain.goal

    def paid(score):
        return 1.0 if score >= goal else 1.0 - win(opp, score)

    @cache
    def thrown(points, mode, left):
        throw, busts = turn.modes[mode].throw, paid(own)
        if left == throws and first_bust == "wipe":
            busts = paid(0)
        return float(throw.bust) * busts + float(throw.wipe) * paid(0) + sum(
            float(chance) * max(then(points + gain, after, left - 1) for gain, after, _ in options)
            for chance, options in throw.outcomes
        )  # fmt: skip

    @cache
    def then(points, mode, left):
        if own + points >= goal:
            return 1.0
        over = not left or points >= total or turn.modes[mode].throw is None
        ways = [paid(own + points)] * (over or turn.modes[mode].may_bank)
        return max([*ways, *([] if over else [thrown(points, mode, left)])])

    return thrown(0, turn.start, throws)


@settings(max_examples=25, deadline=None)
@given(some(turn), st.integers(1, 4), st.integers(1, 8), st.sampled_from(["bust", "wipe"]))
def test_throws_and_points_that_are_counted_are_those_of_every_turn(turn, throws, total, first):
    try:
        plain = Race(turn, 6, win="reach")
        game = Race(turn, 6, win="reach", throws=throws, turn_total=total, first_bust=first)
    except RuleError:
        assume(False)
    assert game_from_text(text_of(game)) == game
    solution = pigcore.solve(game)
    for own, opp in product(range(0, 6, game.unit), repeat=2):
        expected = by_hand(plain, solution.win, own, opp, throws, total, first)
        assert solution.win(own, opp) == pytest.approx(expected, abs=1e-12)
    assert pigverify.certify(solution).ok


def test_dice_may_be_set_aside_all_and_counted():
    """Greed and its like in a file: every rule of a turn that needed Python before."""
    game = game_from_text(
        'game = "farkle"\ngoal = 600\ndice = 3\nthrows = 2\nfirst_bust = "wipe"\n'
        'end = "last_turn"\n[scoring]\n1 = 100\n5 = 50\n"1 1 1" = 1000\naside = "all"\n'
        "[scoring.with.1]\n2 = 200\n5 = false\n"
    )
    assert "of each throw all scoring dice are set aside" in str(game)
    assert "in a throw of 1 die 2 scores 200 and 5 scores nothing" in str(game)
    assert "a turn has at most 2 throws; who busts at once loses the banked score" in str(game)
    solution = pigcore.solve(game)
    assert pigverify.certify(solution).ok
    assert pigcore.match(game, "hold:200", solution).average < 0.5
    won = pigcore.simulate(game, solution, solution, games=20_000, seed=1)
    assert won.first == pytest.approx(solution.value, abs=0.02)


# --- brute force ----------------------------------------------------------------------------------


def test_who_wins_once_in_1e16_turns_keeps_his_digits():
    """One throw in 17 scores, and all must score in one turn: who needs less wins more."""
    sides = ["3/17", "5/17", "4/17", "5/17"]
    game = Farkle({"2 3 3 4": 2}, 26, 4, sides, opening=2, must_roll_hot_dice=True)
    own, opp = np.indices((4, 4))
    hit = 12 * 5 * 4 * 4 * 5 / 17**4
    starts = pigcore.solve(game).starts[:4, :4]
    assert starts == pytest.approx(1 / (1 + hit ** (own - opp.astype(float))), abs=1e-10)
