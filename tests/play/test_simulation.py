"""Simulated games: the published figures, the same numbers whoever plays, and exact urns."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from support.interrupts import interrupt
from support.turns import bold

import pigcore
from pigcore.games import SizeError
from pigcore.play.boards import PLAYERS, urn
from pigcore.play.simulation import Job, wilson

SURE = 0.9999
"""The confidence of each interval that an exact figure is asked to lie in."""


# --- urns ---------------------------------------------------------------------------------------


def chances(found):
    """The exact distribution of what is drawn from an urn."""
    whole = {}
    for share, (first, second) in zip(found.shares.tolist(), found.outcomes.tolist()):
        cell = 1 << 64 - found.power
        for outcome, part in ((first, share), (second, cell - share)):
            whole[outcome] = whole.get(outcome, 0) + Fraction(part, 1 << 64)
    return {outcome: chance for outcome, chance in whole.items() if chance}


@pytest.mark.parametrize(
    "weights",
    [
        {4: 1},
        {0: 1, 1: 1, 2: 1},
        {0: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1},
        {0: 10**30, 1: 1},
        {n: n**9 for n in range(1, 100)},
        {n: 3 ** (n % 40) for n in range(700)},
    ],
)
def test_an_urn_is_exact_up_to_its_bound(weights):
    found = urn(weights)
    drawn, total = chances(found), sum(weights.values())
    assert set(drawn) <= set(weights)
    off = [drawn.get(outcome, 0) - Fraction(n, total) for outcome, n in weights.items()]
    assert sum(off) == 0
    assert sum(map(abs, off)) / 2 < Fraction(len(weights), 1 << 63)
    # What an outcome in a cell of its own would lose is lost by rounding once.
    assert len(found.shares) == 1 << found.power
    assert len(weights) <= len(found.shares) < max(3, 2 * len(weights))


# --- intervals ----------------------------------------------------------------------------------


def test_wilsons_interval_holds_the_chances_within_z_deviations():
    for wins, games in ((0, 10), (3, 10), (10, 10), (499, 1000)):
        low, high = wilson(wins, games, 0.95)
        for end in {low, high} - {0.0, 1.0}:
            deviation = abs(wins / games - end) / (end * (1 - end) / games) ** 0.5
            assert deviation == pytest.approx(1.959963984540054)
        assert (low == 0, high == 1) == (wins == 0, wins == games)


def test_the_interval_of_the_mean_number_of_turns():
    lengths = [3, 5, 5, 9, 4]
    squares = sum(n * n for n in lengths)
    rows = (5, sum(lengths), squares, 3, 2, 0, 0), (5, sum(lengths), squares, 2, 3, 0, 0)
    found = pigcore.play.simulation.Simulation(pigcore.Pig(), 10, 1, 0.95, (), rows)
    assert (found.seats, found.win) == ((0.6, 0.4), (0.6, 0.4))
    low, high = found.intervals["turns"]
    assert (low + high) / 2 == pytest.approx(np.mean(lengths))
    assert (high - low) / 2 == pytest.approx(1.959963985 * np.std(lengths, ddof=1) / 5**0.5)


# --- the published figures ----------------------------------------------------------------------

HOGS = ["fa13_hijinks", "fa22"]
KCD = pigcore.Farkle.kcd(500)
LAST = pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3, last_turn=True, opening=2)
MATCHED = {name: (getattr(pigcore.Hog, name)(30), pigcore.always_roll(3), (0, 0)) for name in HOGS}
MATCHED |= {
    "Farkle": (KCD, pigcore.hold_at(250, choose="best_turn"), (0, 0)),
    "last turns": (LAST, pigcore.hold_at(2), (0, 0)),
    "three": (pigcore.Pig(12, players=3), (pigcore.hold_at(5), pigcore.random_play()), (5, 9, 0)),
    "exact": (pigcore.Race(pigcore.Roll({1: 1, 2: 1}, bust=1), 3, "exact").seated(3),
              (pigcore.hold_at(2), pigcore.random_play()), (0, 0)),
}  # fmt: skip


@pytest.mark.parametrize("name", MATCHED)
def test_games_are_what_their_matches_say(name):
    game, second, start = MATCHED[name]
    first = pigcore.solve(game)
    exact = pigcore.match(game, first, second, start=start)
    found = pigcore.simulate(game, first, second, 60_000, start=start, confidence=SURE)
    computed = dict(zip(PLAYERS, getattr(exact, "seats", ())))
    for seat, (low, high) in found.intervals.items():
        assert low < computed.get(seat, getattr(exact, seat, None)) < high
        assert low < found.as_dict()[seat] < high
    assert found.never == pytest.approx(getattr(exact, "never", 0.0), abs=0.02)
    if game.players > 2:
        assert found.win == pytest.approx(exact.win, abs=0.02)


# --- the compiled loop and the transcripts are two programs ---------------------------------------


def played_again(found):
    """The counts of the games of two that were reported, as the kernel has them."""
    counts = np.zeros((2, 7), dtype=int)
    for number, played in enumerate(found.transcripts):
        last, turns, row = played.turns[-1], len(played.turns), counts[number % 2]
        row[0] += 1
        if played.winner is not None:
            row[1:3] += turns, turns * turns
            row[3 + played.winner] += 1
            row[5:] += np.roll(last.after, last.player)
    return tuple(map(tuple, counts.tolist()))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fa13_hijinks", "sp16", "fa24"])
def test_hog_is_played_as_it_is_reported(name):
    game = getattr(pigcore.Hog, name)(40)
    for first, second in (
        (pigcore.solve(game), pigcore.always_roll(4)),
        (pigcore.random_play(), pigcore.mix({1: "1/3", 5: "2/3"})),
    ):
        found = pigcore.simulate(game, first, second, 150, seed=3, transcripts=150, longest=20)
        assert max(len(game.turns) for game in found.transcripts) <= 20
        assert found.counts == played_again(found)


# --- stopping -------------------------------------------------------------------------------------


def test_a_function_plays_a_game_whose_states_are_too_many_to_be_asked_in():
    """It is asked in those that come up alone."""
    game, asked = pigcore.Farkle.minimal(), []

    def ones_and_fives(own, opp, points, faces):
        asked.append((own, opp, points, faces))
        for face in (1, 6, 5, 4, 3, 2):
            if faces.count(face) >= 3:
                return f"{face} {face} {face}, then bank"
        return ("1" if 1 in faces else "5") + ", then bank"

    found = pigcore.simulate(game, ones_and_fives, "hold:300", 6, longest=30)
    assert found.games == 6
    assert {points for _, _, points, _ in asked} == {0}
    assert 6 * 5 < len(asked) < 10_000
    with pytest.raises(SizeError, match=r"or let it play in pigcore\.simulate"):
        pigcore.match(game, ones_and_fives, "hold:300")


def behind(own, opp, total):
    return "roll" if total < 7 + (opp > own) else "hold"


def greedy_behind(own, opp, points, mode, options):
    if options:
        return (opp > own) * (len(options) - 1)
    return "throw" if points < 7 + (opp > own) else "bank"


@pytest.mark.parametrize(("game", "policy"), [(pigcore.Pig(40), behind), (bold(20), greedy_behind)])
def test_a_function_asked_turn_by_turn_plays_the_same_games(game, policy, monkeypatch):
    known = pigcore.simulate(game, policy, "hold:9", 100)
    monkeypatch.setattr("pigcore.play.policies.answers.MOST_STATES", 10)
    assert pigcore.simulate(game, policy, "hold:9", 100) == known
    with pytest.raises(SizeError, match=r"or let it play in pigcore\.simulate"):
        pigcore.match(game, policy, "hold:9")


def test_games_that_nobody_can_win_stop_and_are_counted():
    game = pigcore.HoldOrContinue()
    policy = pigcore.hold_at(1)
    found = pigcore.simulate(game, policy, policy, 20_000, confidence=SURE)
    never = round(found.never * found.games)
    low, high = wilson(never, found.games, SURE)
    assert low < 0.15 < high
    assert found.first + found.never + found.second == pytest.approx(1, abs=0.02)


def test_games_that_last_too_long_stop_and_are_counted():
    game = pigcore.Pig()
    found = pigcore.simulate(game, pigcore.hold_at(20), pigcore.hold_at(20), 1000, longest=3)
    assert found.never == 1
    assert np.isnan(found.turns)
    few = pigcore.simulate(
        pigcore.Piglet(3, players=3), pigcore.hold_at(1), pigcore.hold_at(2), 90, seed=3,
        longest=1, start=(2, 2, 2),
    )  # fmt: skip
    assert [row[0] for row in few.counts] == [30, 30, 30]
    won = sum(sum(row[3:6]) for row in few.counts)
    assert 0 < won < 90
    assert few.never == pytest.approx(1 - won / 90)
    assert few.turns == 1
    assert str(few).startswith("the first won ")
    assert not hasattr(few, "fourth")


def test_a_simulation_ends_when_its_progress_says_so():
    def enough(done, of):
        raise KeyboardInterrupt

    policy = pigcore.hold_at(1)
    with ThreadPoolExecutor(1) as threads, pytest.raises(KeyboardInterrupt):
        pigcore.simulate(
            pigcore.Piglet(3), policy, policy, 10**9, executor=threads, progress=enough
        )


# --- where games begin ----------------------------------------------------------------------------


def test_games_are_reported_across_blocks(monkeypatch):
    monkeypatch.setattr(sys.modules[Job.__module__], "BLOCK", 9)
    asked = pigcore.Pig(12, players=3), pigcore.random_play(), pigcore.hold_at(2), 25
    some, every = (pigcore.simulate(*asked, transcripts=count).transcripts for count in (20, 25))
    assert some == every[:20]
    assert [len(one) for one in (some, every)] == [20, 25]


def test_games_begin_where_they_are_asked_to():
    pig = pigcore.solve(pigcore.Pig())
    found = pigcore.simulate(pig.game, pig, pig, 100_000, start=(80, 60), confidence=SURE)
    low, high = found.intervals["first"]
    assert low < pig.win(80, 60) < high
    low, high = found.intervals["second"]
    assert low < 1 - pig.win(60, 80) < high
    for game in pigcore.simulate(pig.game, pig, pig, 2, start=(80, 60), transcripts=2).transcripts:
        assert game.turns[0].own == (80, 60)[game.turns[0].player]
    assert pigcore.simulate(KCD, "optimal", "optimal", 10, start=(450, 0)).games == 10


# --- refusals -------------------------------------------------------------------------------------


def test_it_says_what_came_out():
    policy = pigcore.hold_at(20)
    found = pigcore.simulate(pigcore.Pig(), policy, policy, 1000, transcripts=1)
    said = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert said["games"] == 1000
    assert said["intervals"]["first"][0] < said["first"] < said["intervals"]["first"][1]
    assert len(said["transcripts"]) == 1
    assert "1,000 games" in repr(found)
    only = pigcore.simulate(pigcore.Pig(), policy, policy, 1, longest=1)
    said = json.loads(json.dumps(only.as_dict(), allow_nan=False))
    assert (said["first"], said["second"], said["never"]) == (0, None, 1)
    assert (said["turns"], said["scores"], said["intervals"]["turns"]) == (
        None,
        [None] * 2,
        [0, None],
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_an_interrupt_is_noticed_within_a_second():
    seconds, errors = interrupt(
        "import pigcore\n"
        "policy = pigcore.hold_at(1)\n"
        "game = pigcore.Race(pigcore.Roll({1: 1}, bust=999), 50)",
        "pigcore.simulate(game, policy, policy, 10**9, longest=10**6)",
    )
    assert seconds < 1
    assert "KeyboardInterrupt" in errors


def test_a_wipe_saves_who_could_not_reach_an_exact_goal_any_more():
    roll = pigcore.Roll({2: "3/7", 3: "1/7"}, bust="2/7", wipe="1/7")
    game, rule = pigcore.Race(roll, 4, "exact"), pigcore.hold_at(1)
    assert not any(game.dead)
    found = pigcore.simulate(game, rule, rule, games=1000)
    assert found.never == 0
    assert found.average == pytest.approx(pigcore.match(game, rule, rule).average, abs=0.1)
    # Here only the second throw of a turn wipes, which nobody with 3 points comes to.
    ends = {2: {pigcore.BUST: 1}, 1: {pigcore.WIPE: 1}}
    gains = {left: {pigcore.gain(2, left - 1): 1, pigcore.gain(3, left - 1): 1} for left in (1, 2)}
    capped = pigcore.Turn(lambda left: ends[left] | gains[left] if left else None, 2)
    assert pigcore.Race(capped, 4, "exact").dead == (False, False, False, True)
