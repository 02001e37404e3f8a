"""Races that end with a last turn or equal turns, and ties: against fractions."""

import numpy as np
import pigverify
import pytest
from support.generated import ENDS
from support.slow import Slow

import pigcore
from pigcore.games import BUST, WIPE, Farkle, Race, Turn, gain
from pigcore.games.starts import Start
from pigcore.play.boards.race import board_of
from pigcore.play.boards.replay import Transcript
from pigcore.show.words import sentences_of
from pigcore.solvers.race.late import late_of

COIN, THREE = pigcore.Roll.coin(), pigcore.Roll.die(3)
DICE = Farkle({"1": 1, "2 2": 2}, 4, 2, 3)
HOT = Farkle({"1": 1, "2 2": 2}, 4, 2, 3, must_roll_hot_dice=True)
EITHER = Turn(
    {"calm": {BUST: "3/4", (gain(1, "calm"), gain(2, "bold")): "1/4"},
     "bold": {BUST: "3/4", gain(1, "bold"): "1/4"}}.get, start="calm",
)  # fmt: skip
WIPING = Turn(
    {"calm": {BUST: 2, (gain(1, "calm"), gain(0, "bold")): 1, WIPE: 1},
     "bold": {BUST: 1, gain(2, "calm"): 1, WIPE: 1}}.get, start="calm",
)  # fmt: skip


@pytest.mark.slow
def test_a_last_turn_may_stop_at_a_tie():
    game = Race(DICE.turn, 4, end="equal_turns", tie="half")
    second = pigcore.solve(game)
    exact = Slow(game, roots=[(0, Start((2, 4), 2))]).value(2, 4, seat=2)
    assert second.payoffs(2, 4, 2, 2, 2)["bank"] == 0.5  # both dice in hand again
    assert second.payoffs(2, 4, 2, 2, 2)["throw"] == pytest.approx(2 / 3)
    assert second.payoffs(2, 4, 3, 1, 2) == {"bank": 1.0}
    assert set(second.payoffs(2, 4, 1, 1, 2)) == {"throw"}
    assert second.win(2, 4, seat=2) == pytest.approx(float(exact), abs=1e-15)
    payoffs = second.payoffs(2, 4, 1, (1,), 2)
    assert payoffs == pytest.approx({"1, then throw": 2 / 3, "1, then bank": 0.5})
    assert second.best(2, 4, 1, (1,), 2) == ("1, then throw",)
    assert second.policy(2, 4, 2, 2, 2) == "throw"
    assert second.outlook(2, 4, 1, (1,), 2)["1, then bank"].bust == 0.0
    hot = pigcore.solve(Race(HOT.turn, 4, end="equal_turns", tie="half"))
    assert set(hot.payoffs(2, 4, 2, 2, 2)) == {"throw"}  # who must throw cannot stop


@pytest.mark.slow
@pytest.mark.parametrize(("end", "tie"), [one for one in ENDS if "play_on" not in one])
@pytest.mark.parametrize(
    "turn", [pigcore.Roll({1: 2, 2: 1}, bust=2, wipe=1), WIPING], ids=["", "modes"]
)
def test_throws_may_wipe_before_last_turns_and_in_them(turn, end, tie):
    game = Race(turn, 2, end=end, tie=tie)
    slow, solution = Slow(game, far=20), pigcore.solve(game)
    for own, opp in np.ndindex(2, 2):
        assert solution.win(own, opp) == pytest.approx(float(slow.value(own, opp)), abs=1e-12)
    assert pigverify.certify(solution).ok


# --- three players --------------------------------------------------------------------------------


def at_last(game, *scores):
    """Everybody's chance at a last turn, by the reference."""
    start = Start(scores)
    return [float(one) for one in Slow(game, roots=[(0, start)], far=20).values[0, start]]


def test_last_turns_are_solved_from_the_last_one_back():
    game = Race(COIN, 2, players=3, end="last_turn", tie="half")
    solution = pigcore.solve(game)
    assert solution.win(0, 1, 4) == pytest.approx(at_last(game, 0, 1, 4))
    assert solution.win(0, 3, 3) == pytest.approx(at_last(game, 0, 3, 3))
    # The next one has reached the goal first, and the third has tied; one of four throws is left.
    assert solution.win(1, 3, 3) == pytest.approx((0.125, 0.4375, 0.4375))
    payoffs = solution.payoffs(1, 3, 3, 2)
    assert payoffs == pytest.approx({"hold": 1 / 3, "roll": 0.5})
    assert solution.decide(1, 3, 3, 2) == "roll"
    assert solution.best(1, 3, 3, 3) == ("hold",)
    assert solution.outlook(1, 3, 3, 2)["roll"][:2] == pytest.approx((0.5, 1.5))


def test_seats_of_three_are_parts_of_the_state(tmp_path):
    game = Race(COIN, 2, players=3, end="equal_turns")
    solution = pigcore.solve(game)
    assert solution.payoffs(1, 0, 0, 1, 3) == {"hold": 1.0}
    assert set(solution.payoffs(1, 0, 0, 1, 2)) == {"hold", "roll"}
    # Who goes on has after a bust what the next player's turn start says.
    bust = solution.win(0, 0, 0, seat=2)
    assert solution.win(0, 0, 0)[0] == pytest.approx(
        0.5 * bust[2] + 0.5 * solution.win(0, 0, 0, 1)[0]
    )
    solution.save(tmp_path / "three.npz")
    again = pigcore.load(tmp_path / "three.npz")
    assert all(again.win(0, 0, 0, seat=n) == solution.win(0, 0, 0, seat=n) for n in (1, 2, 3))
    assert solution.win(0, 0, 2, seat=2)[1] < 1  # who was first has the goal


# --- what is made of it ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("end", ["last_turn", "equal_turns"])
@pytest.mark.parametrize("turn", [DICE.turn, EITHER], ids=["dice", "either"])
def test_ties_are_played_on_throw_by_throw(turn, end):
    game = Race(turn, 3, end=end, tie="play_on")
    solution = pigcore.solve(game)
    found = pigcore.simulate(game, solution, "optimal", 400, seed=3, transcripts=400)
    played_on = [one for one in found.transcripts if one.turns[-1].own >= 3 <= one.turns[-1].opp]
    assert len(played_on) > 10
    assert all(one.winner is not None for one in found.transcripts)
    for transcript in played_on[:10]:
        ledger = pigcore.review(solution, Transcript.from_dict(transcript.as_dict(), game))
        assert ledger.mistakes == pytest.approx(0, abs=1e-13)
        assert ledger.result - ledger.start == pytest.approx(ledger.luck + ledger.gifts, abs=1e-13)


def test_a_turn_of_a_play_off_is_worth_what_a_tie_is():
    game = Race(DICE.turn, 3, end="equal_turns", tie="play_on")
    board = board_of(game)
    solution, tie = pigcore.solve(game), late_of(game).tie
    turns = [
        {"throws": [[1, 2], [1], [1, 3]], "aside": [[1], [1], [1]], "end": "bank"},
        {"throws": [[2, 2], [1, 3]], "aside": [[2, 2], [1]], "end": "bank"},
    ]
    for turn in turns:
        for move in board.moves(turn):
            board.land(move)
    assert not board.over
    assert board.shares(solution) == pytest.approx((1 - tie, tie), abs=1e-14)
    assert board.payoffs(solution) == pytest.approx({"throw": 1 - tie}, abs=1e-14)
    assert board.outlook(solution)["throw"].bust == pytest.approx(1 / 3)
    for move in board.moves({"throws": [[2, 3]], "aside": [], "end": "bust"}):
        board.land(move)
    # Of two dice of three sides, 2 3, 3 2 and 3 3 score nothing, which would be one more tie.
    assert board.shares(solution)[0] == pytest.approx(2 / 3 + tie / 3, abs=1e-14)
    for move in board.moves({"throws": [[2, 3]], "aside": [], "end": "bust"}):
        board.land(move)
    assert (board.over, board.played_on) == (False, 2)
    assert board.shares(solution) == pytest.approx((1 - tie, tie), abs=1e-14)
    for move in board.moves({"throws": [[1, 2], [2]], "aside": [[1]], "end": "bust"}):
        board.land(move)
    for move in board.moves({"throws": [[1, 1]], "aside": [[1, 1]], "end": "bank"}):
        board.land(move)
    assert board.winner == 1


@pytest.mark.parametrize("end", ["last_turn", "equal_turns"])
def test_a_tie_is_banked_in_the_outlook(end):
    """With one unit to a tie that is worth a half, as much as throwing for one more is."""
    game = Race(pigcore.Roll.coin(), 2, end=end, tie="half")
    solution, seat = pigcore.solve(game), [2] * (game.seats - 1)
    assert solution.payoffs(1, 2, 1, *seat) == {"hold": 0.5, "roll": 0.5}
    assert solution.outlook(1, 2, 0, *seat)["roll"][:2] == (0.5, 0.5)


# --- the rules as data ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "tie", "said"),
    [
        ("last_turn", "first", "the other then has one last turn, and wins by passing that score"),
        (
            "last_turn",
            "half",
            "the higher score wins; equal scores win one half",
        ),
        ("equal_turns", "play_on", "the round is then finished, so that both have as many turns"),
        ("equal_turns", "first", "of equal scores that which was there first"),
    ],
)
def test_rules_are_said(end, tie, said):
    several = str(Race(THREE, 4, end=end, tie="half", players=3))
    assert "equal scores share the win" in several
    assert ("the others then have one last turn each" in several) == (end == "last_turn")
    assert said in str(Race(THREE, 4, end=end, tie=tie))


def test_whose_chance_it_is_and_with_whom_games_begin():
    game = Race(pigcore.Roll.die(6), 8, end="equal_turns")
    solution = pigcore.solve(game)
    assert solution.value < 0.5
    assert solution.win(0, 0, seat=2) > 0.7
    assert sentences_of(solution)[0].startswith("The second player is favoured")
    assert "the first player wins with" in repr(solution)
    played = pigcore.simulate(game, solution, "hold:8", games=400).seats
    exact = pigcore.match(game, solution, "hold:8")
    assert played == pytest.approx([exact.first, exact.second], abs=0.15)


def test_thresholds_go_on_past_the_goal():
    game = Race(pigcore.Roll({1: "9/10"}, bust="1/10"), 3, end="equal_turns", name="Brave")
    solution = pigcore.solve(game)
    for own, opp in np.ndindex(3, 3):
        holds = (total for total in range(1, 20) if solution.decide(own, opp, total) == "hold")
        assert solution.thresholds()[own, opp] == next(holds)
    assert solution.thresholds()[0].tolist() == [6, 7, 8]
    assert "roll until the turn total is 6 or more, then hold." in sentences_of(solution)[1]
    dice = pigcore.solve(Race(DICE.turn, 3, last_turn=True))
    banked = {left: dice.thresholds()[left - 1, 0, 0] for left in (1, 2)}
    assert sentences_of(dice)[1] == (
        f"At the start: bank as soon as the points of the turn are at least {banked[1]} with 1 die "
        f"left; {banked[2]} with 2 dice left."
    )


@pytest.mark.slow
def test_who_mixes_is_in_any_seat():
    found = pigcore.solve(Race(pigcore.Roll.die(6), 14, players=3, end="equal_turns"))
    assert found.cell_counts == {"pure": 2742, "mixed": 2}
    for cell in found.cells:
        for scores, total, chance in cell.weights:
            payoffs = found.payoffs(*scores, total, 1 + cell.scores.index(scores[0]))
            assert payoffs["roll"] == pytest.approx(payoffs["hold"], abs=1e-13)
            assert 0 < chance < 1
