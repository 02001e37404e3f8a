"""Races of generated turns, move by move and with random dice."""

import json
import random
from dataclasses import replace
from math import isnan

import pigverify
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.commands import ask
from support.generated import some, turned
from support.turns import CHOICES, three_throws

import pigcore
from pigcore import BUST, Race, Turn, gain
from pigcore.games.rules import text_of
from pigcore.play.boards import Transcript, transcript_of
from pigcore.play.boards.race import board_of
from pigcore.play.simulation import job_of, play_blocks
from pigcore.study.thumb.families import families

FEW = settings(
    max_examples=30, deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)  # fmt: skip


def at_random(board, mover, seed, longest=30):
    """A game, every decision drawn; it may stop within a turn."""
    source = random.Random(seed)
    board.begin(mover)
    moves = 0
    while not board.over and moves < longest:
        places = [place for place, may in enumerate(board.legal()) if may]
        assert places
        board.act(source.choice(places), lambda: source.getrandbits(64))
        for seen in map(board.observed_by, range(board.players)):
            assert len(seen) == len(board.sizes)
            assert all(0 <= number < size for number, size in zip(seen, board.sizes))
        moves += 1
    return transcript_of(board)


@pytest.mark.slow
@FEW
@given(some(turned, 8), st.integers(0, 2**32))
def test_the_compiled_loop_plays_the_games_of_the_boards(game, seed):
    solution = pigcore.solve(game)
    if game.win == "bank":  # turns that go on past the goal are played on boards
        assert not job_of(game, solution, pigcore.hold_at(2), 9).tables
        game = game._like(win="reach")
        solution = pigcore.solve(game)
    for second in (solution, pigcore.hold_at(2), pigcore.random_play()):
        made = job_of(game, solution, second, 9)
        assert bool(made.tables) == (not game.turn.chooses or second != pigcore.random_play())
        # Of options that all win they may take different ones, and end with other scores.
        assert_played_alike(made, seed, slice(5 if game.chooses else None))


def assert_played_alike(made, seed, some=slice(None)):
    """The compiled loop and the board come to the same counts, or to some of them."""
    made = replace(made, seed=seed, games=40, longest=60)
    found = [play_blocks(replace(made, tables=some), range(1))[1] for some in (made.tables, ())]
    assert (found[0] == found[1])[:, some].all()


CAPPED = three_throws(30)
TWINS = Race(Turn({1: {BUST: 1, (gain(1, 1, "go"), gain(2, 1, "go")): 1}}.get, 1), 5, "exact")


DICE = pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3).dice
DIE = pigcore.Roll.die(6)
RULES = {
    "exact": pigcore.HoldOrContinue(20),
    "wipes": pigcore.TwoDicePig(30),
    "dice set aside": pigcore.Farkle.kcd(500),
    "Farkle, last turn": pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3, last_turn=True, opening=2),
    "Farkle, hot dice": pigcore.Farkle({"1": 100, "5": 50}, 1000, must_roll_hot_dice=True),
    "capped": CAPPED,
    "choices": CHOICES,
    "twins": TWINS,
    "dice, more rules": Race(DICE, 12, "exact", 1, minimum_bank=2),
    "capped, opening": Race(CAPPED.turn, 20, opening=12),
    "capped, last turn": Race(CAPPED.turn, 20, last_turn=True),
    "choices, last turn": Race(CHOICES.turn, 12, last_turn=True),
}
"""Races of other turns, or with other rules, than any game that has a name."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_all_rules_are_played(name):
    game = RULES[name]
    best = pigcore.solve(game)
    found = pigcore.simulate(game, best, best, 50_000, confidence=0.99999, transcripts=10)
    low, high = found.intervals["first"]
    assert low < best.value < high
    for choose in ("most_points", "best_turn"):
        rule = pigcore.hold_at(3 * game.unit, choose=choose if game.turn.chooses else "most_points")
        assert_played_alike(job_of(game, best, rule, 9), 2)
    board = board_of(game)
    for record in (*found.transcripts, *(at_random(board, seed % 2, seed) for seed in range(10))):
        assert Transcript.from_dict(json.loads(json.dumps(record.as_dict())), game) == record
        ledger = pigcore.review(best, record)
        parts = ledger.luck - ledger.mistakes + ledger.gifts
        assert ledger.result - ledger.start == pytest.approx(parts, abs=1e-12)


PARTIES = {
    "Pig": pigcore.Pig(15, players=3),
    "nobody may win": pigcore.HoldOrContinue(3, players=3),
    "consolation": pigcore.ConsolationPig(8, players=4),
    "choices": Race(CHOICES.turn, 8, players=3),
    "exactly": Race(CHOICES.turn, 6, "exact", 1, players=4),
    "opening": Race(DIE, 15, players=3, opening=5),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTIES)
def test_three_players_and_more(name):
    game = PARTIES[name]
    best, n = pigcore.solve(game), game.players
    for policy in (best, pigcore.hold_at(3), pigcore.random_play()):
        assert_played_alike(job_of(game, policy, pigcore.hold_at(3), 9), 1)
    found = pigcore.simulate(game, best, best, 30_000, confidence=0.99999, transcripts=10)
    exact = best.win(*[0] * n)
    for seat, (low, high) in enumerate([*found.intervals.values()][:n]):
        assert low < exact[seat] < high
    for record in found.transcripts:
        assert Transcript.from_dict(json.loads(json.dumps(record.as_dict())), game) == record
    board, stuck = board_of(game), 0
    for seed in range(12):
        record = at_random(board, seed % n, seed, 1000)
        stuck += record.winner is None
        ledgers = [pigcore.review(best, record, player) for player in range(n)]
        for player, ledger in enumerate(ledgers):
            assert ledger.start == pytest.approx(exact[(player - seed) % n], abs=1e-13)
            assert ledger.result == (1 / n if record.winner is None else record.winner == player)
            assert (
                abs(ledger.result - ledger.start - (ledger.luck - ledger.mistakes + ledger.gifts))
                < 1e-11
            )
        assert sum(ledger.luck for ledger in ledgers) == pytest.approx(0, abs=1e-11)
        assert sum(ledger.gifts for ledger in ledgers) == pytest.approx(
            sum(ledger.mistakes for ledger in ledgers), abs=1e-11
        )
        for entry in ledgers[0].entries:
            assert entry.given[entry.player] == pytest.approx(-entry.cost, abs=1e-13)
            assert entry.fallen[entry.player] == pytest.approx(entry.luck, abs=1e-13)
            assert sum(entry.given) == pytest.approx(0, abs=1e-13)
    assert (stuck > 0) == any(game.dead)


def test_options_that_are_called_alike_are_kept_apart():
    board = board_of(TWINS)
    board.act(1, lambda: 2**64 - 1)
    assert board.offered() == "1: go, +1; 2: go, +2"
    assert [*board.payoffs(pigcore.solve(TWINS))] == ["go, +1", "go, +2"]
    assert board.legal() == (False, False, True, True)


@pytest.mark.parametrize("players", [2, 3])
def test_a_match_that_cannot_end_says_so(tmp_path, players):
    game = pigcore.Race(pigcore.Roll({2: "1/2"}, bust="1/2"), 6, target="exact", players=players)
    start = (5,) * players
    match = pigcore.match(game, "hold:2", "optimal", start=start)
    assert (match.never, match.average) == (1, 0)
    assert isnan(match.turns_if_ended)
    data = match.as_dict()
    assert (data["turns"], data["turns_if_ended"]) == (None, None)
    assert data["scores"] == [None] * players
    path = tmp_path / "game.toml"
    path.write_text(text_of(game))
    words = ("match", path, "hold:2", "optimal", "--lengths", "--start", *start)
    shown = ask("pigcore", *words).stdout
    assert "never ends" in shown
    assert "turns" not in shown
    assert "NaN" not in ask("pigcore", *words, "--json").stdout


def either(mode):
    if mode == (1, 1):
        return {gain(2, (1, 0)): "1/3", gain(3, (0, 1)): "1/3", BUST: "1/3"}
    return {BUST: "1/2", gain(2, mode): "1/2"}


def test_modes_that_were_merged_are_all_asked_about():
    game = Race(Turn(either, start=(1, 1)), 10)
    assert game.turn.values == ((0, 1), (1, 1))
    solution = pigcore.solve(game)
    assert solution.best(3, 4, 2, (1, 0)) == solution.best(3, 4, 2, (0, 1)) == ("roll",)
    assert solution.payoffs(3, 4, 2, (1, 0)) == solution.payoffs(3, 4, 2, (0, 1))
    assert pigverify.check(game, 3, 4, 2, (1, 0)).best == ("roll",)
    assert pigcore.hold_at(2).for_game(game)(3, 4, 2, (1, 0)) == "hold"


def test_nothing_is_said_of_modes_in_which_nothing_is_decided():
    game = pigcore.game("pig:three-throws", goal=20)
    policy = pigcore.play.policies.parse(game, "hold:1,2,3,4")
    assert str(policy).startswith("hold at 1 with 0 throws left, 2 with 1 throw left")
    constants = [word for family in families(game).values() for word in family.constants]
    assert "hold at" in constants
    assert not any(word.startswith("bank") for word in constants)
