"""Playing races in which busts in a row cost points: policies, matches, boards and simulations."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support import slow
from support.slow import Drawn

import pigcore
from pigcore import Farkle, Race, Roll, hold_at, match
from pigcore.games.starts import Start, may
from pigcore.play.boards import played
from pigcore.play.boards.race import board_of, seat_of
from pigcore.play.policies.race import answer

pytestmark = pytest.mark.slow

PIG = Race(Roll.die(6), 20, busts_in_a_row=2, penalty=5, floor=-10)
SMALL = Race(Roll.die(4), 10, busts_in_a_row=2, penalty=3, floor=-3)


def careful(own, opp, total, busts, opp_busts):
    """Hold early after a bust."""
    return "hold" if total >= (4 if busts else 9) else "roll"


def even(own, opp, total):
    """What needs no counts may do without."""
    return "hold" if total >= max(5, opp - own) else "roll"


@pytest.fixture(scope="module")
def best():
    return pigcore.solve(PIG)


def test_best_play_wins_what_the_solution_says(best):
    alike = match(PIG, best, "optimal")
    assert alike.first == pytest.approx(best.value, abs=1e-12)
    assert alike.average == pytest.approx(0.5, abs=1e-12)
    assert alike.losses == pytest.approx((0.0, 0.0), abs=1e-12)
    for other in (careful, even, hold_at(8), "hold:goal", "random", "race:8:15"):
        found = match(PIG, other, best)
        assert found.average <= 0.5
        assert found.losses[0] == pytest.approx(best.value - found.first, abs=1e-9)
        assert found.visits[0].sum() + found.visits[1].sum() == pytest.approx(found.turns)
        assert found.lengths.mean == pytest.approx(found.turns, abs=1e-6)


def test_a_rule_sees_the_scores_that_there_are():
    def behind(own, opp, total):
        return "hold" if total >= (12 if own < 0 else 6) else "roll"

    rule = hold_at(6).unless("own < 0", hold_at(12))
    found = match(PIG, behind, hold_at(6))
    assert match(PIG, rule, hold_at(6)).first == found.first
    assert found.first != match(PIG, hold_at(6), hold_at(6)).first
    start = match(PIG, behind, hold_at(6), start=(-5, 10))
    assert start.first < found.first


def test_a_function_in_a_file_plays(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import random\n"
        "def careful(own, opp, total, busts, opp_busts):\n"
        "    return 'hold' if total >= (4 if busts else 9) else 'roll'\n"
        "def raises(own, opp, total):\n    return 1 // max(own + 3, 0)\n"
        "drawn = random.random()\n"
        "def changes(own, opp, total):\n    return drawn\n"
    )
    assert match(PIG, f"{path}:careful", hold_at(8)).first == match(PIG, careful, hold_at(8)).first
    with pytest.raises(pigcore.RuleError, match="raises at own -10, opp -10, total 1 raises Z"):
        match(PIG, f"{path}:raises", hold_at(8))
    with pytest.raises(pigcore.RuleError, match=r"when it is asked twice \(own -10, opp -"):
        match(PIG, f"{path}:changes", hold_at(8))


def test_what_does_not_serve_these_games_says_so(best):
    with pytest.raises(pigcore.RuleError, match="has no play without an opponent"):
        pigcore.alone(PIG)


def test_throws_are_counted():
    once = match(PIG, lambda own, opp, total: "hold" if total else "roll", hold_at(8))
    assert match(PIG, "roll-times:1", hold_at(8)).first == pytest.approx(once.first, abs=1e-14)
    many = match(PIG, "roll-times:1000", hold_at(8))
    assert many.first == pytest.approx(match(PIG, "hold:goal", hold_at(8)).first, abs=1e-14)


# --- best replies and losses --------------------------------------------------------------------


def several(seed):
    """A very small race of two modes, each of several throws that leave a choice."""
    draw = Random(seed)
    pairs = [(1, "ab"), (2, "ab"), (1, "ba"), (2, "ba"), (1, "aa"), (1, "bb")]
    throws = {}
    for mode in "ab":
        found = throws[mode] = {pigcore.BUST: draw.randint(1, 4)}
        for least, (one, other) in draw.sample(pairs, 2):
            either = pigcore.gain(least, one), pigcore.gain(least + 1, other)
            found[either] = draw.randint(1, 4)
    obliged = draw.choice(["", "b"])
    turn = pigcore.Turn(throws.__getitem__, "a", may_bank=lambda mode: mode != obliged)
    counts, penalty = draw.choice([1, 2]), draw.choice([1, 2])
    goal = draw.choice([2, 3])
    return Race(turn, goal, busts_in_a_row=counts, penalty=penalty, floor=-1, win="reach")


@pytest.mark.parametrize("seed", range(8))
def test_fewer_points_may_be_the_best_reply(seed):
    """Where the other plays worse against them; they were left out as worse."""
    game = several(seed)
    drawn = Drawn(game, seed)
    reply = pigcore.best_response(game, drawn.policy)
    best = slow.played(game, [None, drawn]).seats
    assert (reply.first, reply.second) == pytest.approx([*map(float, best)], abs=1e-12)
    found = match(game, reply.policy, drawn.policy)
    assert (found.first, found.second) == pytest.approx((reply.first, reply.second), abs=1e-12)


def test_a_board_counts_busts_and_takes_points():
    board = board_of(PIG, [seat_of(PIG, hold_at("goal"))] * 2)
    bits = np.random.SFC64(5).random_raw
    fallen = 0
    for _ in range(40):
        game = played(board, bits, 0, (0, 0), 200)
        counts, scores = [0, 0], [0, 0]
        for turn in game.turns:
            mover = turn.player
            assert turn.own == scores[mover]
            end = turn.play["end"]
            counts[mover] = counts[mover] + 1 if end == "bust" else 0
            if counts[mover] == 2:
                counts[mover], fallen = 0, fallen + 1
                scores[mover] = max(scores[mover] - 5, -10)
            elif end != "bust":
                scores[mover] = turn.after[0]
            assert turn.after[0] == scores[mover]
        assert game.winner is not None
    assert fallen > 5


def test_an_opening_counts_again_of_whoever_has_fallen():
    game = Race(Roll.die(6), 20, opening=8, busts_in_a_row=2, penalty=5, floor=-10)
    solution = pigcore.solve(game)
    for own, total, free in ((0, 7, 0), (0, 8, 1), (-5, 7, 0), (-5, 8, 1), (1, 2, 1), (15, 5, 1)):
        assert (
            may(game, Start((own, 3)), total, 0)[0]
            == ("hold" in solution.payoffs(own, 3, total))
            == free
        )
    board = board_of(game, [seat_of(game, hold_at(2)), seat_of(game, "optimal")])
    bits, fallen = np.random.SFC64(5).random_raw, 0
    for _ in range(40):
        for turn in played(board, bits, 0, (0, 0), 200).turns:
            gained = turn.after[0] - turn.own
            assert gained <= 0 or gained >= (2 if turn.own > 0 else 8)
            fallen += turn.own < 0 < gained
    assert fallen > 3


def test_busts_in_a_row_are_said_in_words():
    board = board_of(Farkle.three_farkles(1000, floor=-500))
    board.begin(0)
    assert board.in_a_row() == ""
    board.start = Start((0, 0), busts=(1, 2))
    assert board.in_a_row() == "You have 1 bust in a row; the other has 2 busts in a row"
    board.start = Start((0, 0), busts=(2, 0))
    assert board.in_a_row() == "You have 2 busts in a row; a bust now costs 500 points"
    board.start = Start((-450, 0), busts=(2, 0))
    assert board.in_a_row() == "You have 2 busts in a row; a bust now costs 50 points"


def test_named_policies_are_those_of_any_race():
    assert pigcore.parse_policy(PIG, "hold:8")(0, 0, 8, 1, 0) == "hold"
    game = Farkle.three_farkles(1000)
    assert hold_at(300).for_game(game)(0, 0, 300, 3) == "bank"
    assert hold_at(300).for_game(game)(0, 0, 250, 2) == "throw"
    assert answer(game, hold_at(300), 0, 0, 300, (1, 1, 5), 2, 1) == "1 1 5, then bank"
    assert answer(game, hold_at(300), 900, 0, 100, 5, 2, 1) == "throw"
    assert answer(game, hold_at(300), 900, 0, 300, 3) == "bank"


def test_counts_stand_anywhere_among_the_parameters_of_a_function():
    turn = pigcore.Turn(
        lambda left: (
            (left and {pigcore.BUST: 1, (pigcore.gain(1, 1), pigcore.gain(2, 0)): 2}) or None
        ),
        1,
    )
    game = Race(turn, 3, busts_in_a_row=2, penalty=1, floor=-1)

    def does(own, points, busts, options):
        return "throw" if options is None and points < 2 else "bank" if options is None else busts

    in_order = [
        lambda own, opp, points, mode, busts, opp_busts, options: does(own, points, busts, options),
        lambda own, opp, points, mode, options, busts: does(own, points, busts, options),
        lambda busts, own, opp, points, mode, options: does(own, points, busts, options),
        lambda own, opp, points, mode, options, *, busts: does(own, points, busts, options),
    ]
    wins = [match(game, policy, hold_at(2)).first for policy in in_order]
    assert len({*wins}) == 1
    assert wins[0] != match(game, hold_at(1), hold_at(2)).first
