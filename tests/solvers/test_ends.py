"""Races that end with a last turn or equal turns, and ties: against fractions."""

import numpy as np
import pytest
from support.generated import ENDS
from support.slow import Slow

import pigcore
from pigcore.games import BUST, Farkle, Race, RuleError, StateError, Turn, gain
from pigcore.games.race import from_rules
from pigcore.games.rules import game_from_text, text_of
from pigcore.games.starts import Start
from pigcore.play.boards.race import board_of
from pigcore.play.boards.replay import Transcript
from pigcore.play.policies.race import answer
from pigcore.show.tables import booklet_of, sentences_of
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.last_turn import payoffs_of_last_turn, worth_of_a_tie

COIN, THREE = pigcore.Roll.coin(), pigcore.Roll.die(3)
DICE = Farkle({"1": 1, "2 2": 2}, 4, 2, 3)
HOT = Farkle({"1": 1, "2 2": 2}, 4, 2, 3, must_roll_hot_dice=True)
EITHER = Turn(
    {"calm": {BUST: "3/4", (gain(1, "calm"), gain(2, "bold")): "1/4"},
     "bold": {BUST: "3/4", gain(1, "bold"): "1/4"}}.get, start="calm",
)  # fmt: skip


@pytest.mark.slow
def test_a_last_turn_may_stop_at_a_tie():
    game = Race(DICE.turn, 4, end="equal_turns", tie="half")
    second = pigcore.solve(game).swapped
    exact = Slow(game, roots=[(0, Start((2, 4), 2))]).value(2, 4, seat=2)
    assert second.payoffs(2, 4, 2, 2)["bank"] == 0.5  # both dice in hand again
    assert second.payoffs(2, 4, 2, 2)["throw"] == pytest.approx(2 / 3)
    assert second.payoffs(2, 4, 3, 1) == {"bank": 1.0}
    assert set(second.payoffs(2, 4, 1, 1)) == {"throw"}
    assert second.win(2, 4) == pytest.approx(float(exact), abs=1e-15)
    payoffs = second.payoffs(2, 4, 1, (1,))
    assert payoffs == pytest.approx({"1, then throw": 2 / 3, "1, then bank": 0.5})
    assert second.best(2, 4, 1, (1,)) == ("1, then throw",)
    assert second.policy(2, 4, 2, 2) == "throw"
    assert second.outlook(2, 4, 1, (1,))["1, then bank"].bust == 0.0
    hot = pigcore.solve(Race(HOT.turn, 4, end="equal_turns", tie="half")).swapped
    assert set(hot.payoffs(2, 4, 2, 2)) == {"throw"}  # who must throw cannot stop


def test_who_throws_on_past_the_goal_makes_it_harder():
    solution = pigcore.solve(Race(pigcore.Roll.die(6), 50, end="equal_turns", tie="half"))
    payoffs = solution.payoffs(40, 38, 10)
    assert set(payoffs) == {"roll", "hold"}
    assert payoffs["roll"] > payoffs["hold"]
    assert solution.swapped.payoffs(40, 38, 10) == {"hold": 1.0}  # the round is over


def test_playing_on_without_end_is_refused():
    def throw(left):
        if left == 2:
            return {gain(1, 1): 1}
        return {BUST: "99/100", gain(1, 0): "1/100"} if left else None

    game = Race(Turn(throw, start=2), 3, end="last_turn", tie="play_on")
    with pytest.raises(RuleError, match="playing on has no end: give tie='half'"):
        pigcore.solve(game)


# --- three players --------------------------------------------------------------------------------

SEVERAL = [(end, tie) for end in ("last_turn", "equal_turns") for tie in ("first", "half")]


def at_last(game, *scores):
    """Everybody's chance at a last turn, by the reference."""
    start = Start(scores)
    return [float(one) for one in Slow(game, roots=[(0, start)], far=20).values[0, start]]


@pytest.mark.parametrize("end", ["last_turn", "equal_turns"])
def test_three_players_of_whom_none_throws_on_past_the_goal(end):
    turn = pigcore.Roll({1: "1/4"}, bust="3/4")
    found = pigcore.solve(Race(turn, 1, players=3, end=end))
    assert found.value < 0.43  # 16/37 of him who has won as soon as he has the goal


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
    assert solution.outlook(1, 3, 3, 2)["roll"] == pytest.approx((0.5, 1.5))
    with pytest.raises(StateError, match=r"nobody who plays well banks more than"):
        solution.win(0, 0, 3000)
    with pytest.raises(StateError, match=r"nobody who plays well\s+throws again"):
        solution.win(0, 0, 0, 3000)


def test_who_has_tied_far_past_the_goal_may_throw_on():
    turn = pigcore.Roll({1: "1/4", 2: "1/4"}, bust="1/2")
    game = Race(turn, 2, players=3, end="last_turn", tie="half")
    assert RaceArrays.of(game).rolled == 10  # who is ahead with so much banks it
    assert pigcore.solve(game).win(0, 0, 10) == pytest.approx(at_last(game, 0, 0, 10))


def test_seats_of_three_are_views_of_one_race(tmp_path):
    game = Race(COIN, 2, players=3, end="equal_turns")
    solution = pigcore.solve(game)
    second = solution.swapped
    third = second.swapped
    assert [one.game.seat for one in (solution, second, third, third.swapped)] == [1, 2, 3, 1]
    assert third.game.answered is False
    assert third.payoffs(1, 0, 0, 1) == {"hold": 1.0}
    assert set(second.payoffs(1, 0, 0, 1)) == {"hold", "roll"}
    # Who goes on has after a bust what the next player's turn start says.
    bust = second.win(0, 0, 0)
    assert solution.win(0, 0, 0)[0] == pytest.approx(
        0.5 * bust[2] + 0.5 * solution.win(0, 0, 0, 1)[0]
    )
    for one in (solution, third):
        path = tmp_path / f"{one.game.seat}.npz"
        one.save(path)
        assert pigcore.load(path).win(0, 0, 0) == one.win(0, 0, 0)
    with pytest.raises(StateError, match="next is 2"):
        second.win(0, 2, 0)
    assert second.win(0, 0, 2)[1] < 1  # who was first has the goal
    assert game.seated(2).seat == third.game.seated(2).seat - 1 == 1


def test_several_players_are_shown_and_tabulated_from_every_seat():
    solution = pigcore.solve(Race(COIN, 2, players=3, end="equal_turns")).swapped
    table = booklet_of(solution)
    first, *_, last = table.to_csv().splitlines()[1:]
    win = [round(chance, 9) for chance in solution.win(1, 1, 1)]
    assert [round(float(part), 9) for part in last.split(",")[-3:]] == win
    assert first.startswith("0,0,0,")


@pytest.mark.slow
@pytest.mark.parametrize(("end", "tie"), [SEVERAL[1], SEVERAL[2]])
def test_matches_replies_and_losses_of_three_agree(end, tie):
    game = Race(COIN, 3, players=3, end=end, tie=tie)
    solution, rule, other = pigcore.solve(game), pigcore.hold_at(1), pigcore.hold_at(2)
    best = pigcore.match(game, solution, "optimal")
    assert best.win == pytest.approx(solution.win(0, 0, 0), abs=1e-14)
    assert best.lengths.mean == pytest.approx(best.turns, abs=1e-9)
    assert pigcore.best_response(game, solution).average == pytest.approx(1 / 3, abs=1e-13)
    assert pigcore.loss(game, solution).average == pytest.approx(0, abs=1e-13)
    reply = pigcore.best_response(game, rule)
    assert pigcore.match(game, reply.policy, rule).seats == pytest.approx(reply.seats)
    gained = sum(option.gain * option.visits for option in reply.deviations(100))
    before = pigcore.match(game, solution, rule)
    more = reply.average - before.average
    if game.seats > 1:  # of the first seat, which is his in a third of all games
        more = (reply.first - before.first) / 3
    assert gained == pytest.approx(more, abs=1e-13)
    assert gained > 1e-3
    against = pigcore.match(game, rule, solution)
    for side in (game, game.swapped):
        lost = pigcore.loss(side, rule)
        assert lost.average == pytest.approx(1 / 3 - against.average, abs=1e-14)
        assert lost.exploitability == pytest.approx(reply.average - 1 / 3, abs=1e-13)
        assert lost.mistakes(1)[0].loss > 0
    if game.seats == 1:
        coached = pigcore.coach(game, rule)
        assert coached.loss == pytest.approx(lost.average, abs=1e-14)
        edit = coached.edits[0]
        mended = pigcore.match(game, pigcore.parse_policy(game, edit.policy), solution)
        assert edit.wins == pytest.approx(mended.average, abs=1e-14)
    table = pigcore.tournament(game, {"one": rule, "two": other, "best": solution})
    first = pigcore.match(game, rule, [other, solution])
    (seating,) = (one for one in table.seatings if one.policies == (0, 1, 2))
    assert seating.win == pytest.approx(first.win, abs=1e-15)
    played = pigcore.simulate(game, rule, [other, solution], 1500, seed=5)
    for share, chance in zip(played.seats, first.seats):
        assert share == pytest.approx(chance, abs=5 * 0.5 / 500**0.5)
    assert played.turns == pytest.approx(first.turns, rel=0.05)
    assert played.scores == pytest.approx(first.scores, abs=0.15)


# --- what is made of it ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["first", "half", "play_on"])
@pytest.mark.parametrize("turn", [pigcore.Roll.die(4), DICE.turn], ids=["die", "dice"])
def test_matches_replies_and_losses_agree(turn, tie):
    game = Race(turn, 8, end="equal_turns", tie=tie)
    found = pigcore.solve(game)
    best = pigcore.match(game, found, "optimal")
    assert best.first == pytest.approx(found.value, abs=1e-14)
    assert best.second == pytest.approx(1 - found.value, abs=1e-14)
    assert best.losses == pytest.approx((0, 0), abs=1e-13)
    assert sum(best.lengths) == pytest.approx(1, abs=1e-9)
    played = pigcore.match(game, "hold:3", "optimal")
    other = pigcore.match(game, "optimal", "hold:3")
    assert played.first == pytest.approx(1 - other.second, abs=1e-14)
    reply = pigcore.best_response(game, "hold:3")
    again = pigcore.match(game, reply.policy, "hold:3")
    assert (again.first, again.second) == pytest.approx((reply.first, reply.second), abs=1e-13)
    assert reply.first >= other.first - 1e-14
    assert reply.second >= other.second - 1e-14
    for side in (game, game.swapped):
        lost = pigcore.loss(side, "hold:3")
        assert lost.average == pytest.approx(0.5 - played.average, abs=1e-13)
        assert lost.exploitability == pytest.approx(reply.average - 0.5, abs=1e-13)
        assert lost.mistakes(1)[0].loss > 0
    assert pigcore.best_response(game, found).average == pytest.approx(0.5, abs=1e-13)
    table = pigcore.tournament(game, {"rule": "hold:3", "best": found})
    assert (table.first[0, 1], table.second[0, 1]) == (played.first, played.second)


@pytest.mark.slow
@pytest.mark.parametrize(("end", "tie"), ENDS)
def test_random_games_come_to_the_same(end, tie):
    game = Race(DICE.turn, 6, end=end, tie=tie)
    exact = pigcore.match(game, "hold:2", "optimal")
    found = pigcore.simulate(game, "hold:2", "optimal", 1000, seed=5)
    for share, chance in ((found.first, exact.first), (found.second, exact.second)):
        assert share == pytest.approx(chance, abs=5 * 0.5 / 500**0.5)
    assert found.turns == pytest.approx(exact.turns, rel=0.1)


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
    solution, tie = pigcore.solve(game), worth_of_a_tie(game)
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


@pytest.mark.slow
def test_a_game_is_reviewed():
    game = Race(pigcore.Roll.coin(), 2, end="equal_turns", tie="half")
    solution = pigcore.solve(game)
    seen = set()
    played = pigcore.simulate(game, "hold:2", "hold:2", 40, seed=1, transcripts=40)
    for transcript in played.transcripts:
        ledger = pigcore.review(solution, transcript)
        assert ledger.result - ledger.start == pytest.approx(
            ledger.luck - ledger.mistakes + ledger.gifts, abs=1e-13
        )
        seen.add(ledger.result)
    assert seen == {0.0, 0.5, 1.0}


@pytest.mark.parametrize("end", ["last_turn", "equal_turns"])
def test_a_tie_is_banked_in_the_outlook(end):
    """With one unit to a tie that is worth a half, as much as throwing for one more is."""
    game = Race(pigcore.Roll.coin(), 2, end=end, tie="half").swapped
    solution = pigcore.solve(game)
    assert solution.payoffs(1, 2, 1) == {"hold": 0.5, "roll": 0.5}
    assert solution.outlook(1, 2, 0)["roll"] == (0.5, 0.5)


# --- the rules as data ----------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "tie"), ENDS)
def test_rules_are_data(end, tie, tmp_path):
    game = Race(THREE, 4, end=end, tie=tie, name="Small")
    for one in (game, game.swapped):
        assert game_from_text(text_of(one)) == one
        assert from_rules(one.rules()) == one
        assert eval(repr(one), {"Race": Race, "Roll": pigcore.Roll}) == one
    assert (game.rules().get("last_turn", False), game.rules().get("end")) == (
        (True, None) if end == "last_turn" else (False, "equal_turns")
    )
    path = tmp_path / "small.npz"
    solution = pigcore.solve(game)
    solution.save(path)
    loaded = pigcore.load(path)
    assert loaded.game == game
    assert loaded.swapped.win(1, 2) == solution.swapped.win(1, 2)


def test_a_last_turn_has_two_names():
    game = Race(THREE, 4, last_turn=True)
    assert game == Race(THREE, 4, end="last_turn")
    assert game.last_turn
    assert game.alike
    assert not Race(THREE, 4).last_turn


def test_seats_are_two_views_of_one_race():
    game = Race(THREE, 4, end="equal_turns")
    assert game.swapped.seat == 2
    assert game.swapped.swapped == game
    assert (game.answered, game.answers) == (True, False)
    assert (game.swapped.answered, game.swapped.answers) == (False, True)
    assert pigcore.solve(game.swapped).swapped.value == pigcore.solve(game).value
    with pytest.raises(StateError, match="opp is 4"):
        game.check_state(0, 4)
    assert game.swapped.check_state(0, 4) == (0, 4, 0)


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
    if end == "equal_turns":
        assert "; the opponent began;" in str(Race(THREE, 4, end=end, tie=tie, seat=2))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"end": "last"}, "end is 'last': did you mean 'last_turn'"),
        ({"end": 3}, "end is 3: choose one of"),
        ({"end": "equal_turns", "tie": "halves"}, "tie is 'halves': did you mean 'half'"),
        ({"tie": "half"}, "who reaches the goal first has won"),
        ({"seat": 2}, "who began counts with end='equal_turns' alone"),
        ({"end": "equal_turns", "seat": 3}, "seat"),
        ({"end": "last_turn", "tie": "play_on", "players": 3}, "only two play on: give tie='half'"),
        ({"end": "equal_turns", "last_turn": True}, "only one of them can be"),
        ({"end": "equal_turns", "target": "exact"}, "end='equal_turns' does not go together"),
        ({"end": "equal_turns", "other": COIN}, "end is 'equal_turns', but players"),
    ],
)
def test_what_does_not_go_together_is_refused(rules, said):
    with pytest.raises(RuleError, match=said):
        Race(THREE, 4, **rules)


def test_who_does_not_serve_says_so_in_a_sentence():
    game = Race(THREE, 4, end="equal_turns", players=3)
    with pytest.raises(RuleError, match="end is 'equal_turns' in Race, but .* takes no such"):
        pigcore.coach(game, "hold:2")
    with pytest.raises(RuleError, match="in Pig it does not count who began"):
        pigcore.game("pig", seat=2)


@pytest.mark.parametrize("seat", [1, 2])
def test_whose_chance_it_is_and_with_whom_games_begin(seat):
    game = Race(pigcore.Roll.die(6), 8, end="equal_turns", seat=seat)
    solution, mover = pigcore.solve(game), ("first", "second")[seat - 1]
    assert solution.value < 0.5 if seat == 1 else solution.value > 0.7
    assert sentences_of(solution)[0].startswith("The second player is favoured")
    assert f"the {mover} player wins with" in repr(solution)
    played = pigcore.simulate(game, solution, "hold:8", games=400).seats
    exact = pigcore.match(game, solution, "hold:8")
    assert played == pytest.approx([exact.first, exact.second], abs=0.15)


def test_every_policy_plays_the_last_turn_best():
    game = Race(DICE.turn, 4, end="equal_turns", tie="half")
    for policy in ("hold:1", pigcore.solve(game), "optimal"):
        assert answer(game.swapped, policy, 2, 4, 2, 2) == "throw"


def test_who_has_no_last_turn_is_not_asked_for_one():
    with pytest.raises(AssertionError, match="the mover never has a last turn"):
        payoffs_of_last_turn(Race(COIN, 2, end="equal_turns"), (0, 2, 1))


def test_thresholds_go_on_past_the_goal():
    game = Race(pigcore.Roll({1: "9/10"}, bust="1/10"), 3, end="equal_turns", name="Brave")
    solution = pigcore.solve(game)
    for own, opp in np.ndindex(3, 3):
        holds = (total for total in range(1, 20) if solution.decide(own, opp, total) == "hold")
        assert solution.thresholds()[own, opp] == next(holds)
    assert solution.thresholds()[0].tolist() == [6, 7, 8]
    assert "roll until the turn total is 6 or more, then hold." in sentences_of(solution)[1]
    assert "until the goal is reached" in sentences_of(solution.swapped)[1]
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
            place = cell.scores.index(scores[0])
            game = found.game.seen_from(1 + place)
            seen = found
            while seen.game != game:
                seen = seen.swapped
            payoffs = seen.payoffs(*scores, total)
            assert payoffs["roll"] == pytest.approx(payoffs["hold"], abs=1e-13)
            assert 0 < chance < 1
