"""The verifier of races: published facts, the slow reference, and damage of every kind."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction

import pigverify
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pigverify import certify, check
from pigverify.race import enclosure
from pigverify.race import prove as race
from pigverify.race.board import Board
from pigverify.race.enclosure import Enclosure, enclose
from pigverify.race.guess import Guess
from pigverify.race.starts import largest_error
from support.race_in_fractions import never_ending, payoffs, solve_exact

from pigcore.games import (
    ConsolationPig,
    FileError,
    HoldOrContinue,
    PassThePigs,
    Pig,
    Piglet,
    Race,
    Roll,
    RuleError,
    SizeError,
    StateError,
    TwoDicePig,
)

ENDLESS = Race(Roll({3: "2/3"}, wipe="1/3"), 4, "exact", 2)
"""Who banks 3 cannot finish until a wipe, and can do so again and again."""


class Solution:
    """What the verifier asks of a solution."""

    class Array(list):
        def tolist(self):
            return [list(row) for row in self]

    def __init__(self, game, starts):
        self.game, self._starts = game, starts

    def arrays(self):
        return {"starts": self.Array(self._starts)}


def table_of(game):
    """A correct table, from the middles of the enclosures."""
    found = enclose(Board(game), 200)
    goal = range(game.goal)
    return [[float(sum(found.value(i, j)) / 2) for j in goal] for i in goal]


def holds(interval, value):
    return interval[0] <= value <= interval[1]


def near(value, written):
    """Whether ``value`` is what ``written`` rounds."""
    digits = len(written.partition(".")[2])
    return abs(value - Fraction(written)) <= Fraction(1, 10**digits)


# --- published facts ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pig():
    return certify(Pig(100))


@pytest.fixture(scope="module")
def hold_or_continue():
    return certify(HoldOrContinue())


def test_pig_is_certified(pig):
    assert pig.ok
    assert (pig.states, pig.ties, pig.undecided, pig.never) == (495_000, 0, 0, 0)
    assert near(pig.win[0], "0.530592725273747")
    assert pig.win[1] - pig.win[0] < Fraction(1, 10**50)
    closest = pig.closest[0]
    assert closest[:4] == (1, 49, 28, "roll")
    assert float(closest.margin[0]) == pytest.approx(2.734e-8, rel=1e-3)
    assert pig.error is pig.worst is pig.tolerance is None


def test_closest_calls_come_in_order(pig):
    gaps = [min(map(abs, call.margin)) for call in pig.closest]
    assert gaps == sorted(gaps)
    assert len(gaps) == 10


def test_pig_at_41_49():
    # Neller and Presser's example: hold from 22 to 26, throw at 21 and at 27.
    decisions = [check(Pig(100), 41, 49, k).decision for k in (21, 22, 26, 27)]
    assert decisions == ["roll", "hold", "hold", "roll"]


def test_hold_or_continue_is_certified(hold_or_continue):
    report = hold_or_continue
    assert report.ok
    assert (report.states, report.ties, report.never) == (208_125, 2_701, 1)
    assert near(report.win[0], "0.526921870272")


@pytest.mark.parametrize(("own", "opp", "win"), [(70, 0, "0.929091704"), (45, 10, "0.761774310")])
def test_hold_or_continue_values(own, opp, win):
    assert near(check(HoldOrContinue(), own, opp).roll[0], win)


def test_hold_or_continue_ties_are_against_a_dead_opponent():
    game = HoldOrContinue()
    for own, total in ((0, 1), (0, 73), (60, 13), (72, 1)):
        verdict = check(game, own, 74, total)
        assert verdict.decision == "tie"
        assert verdict.roll == verdict.hold == (1, 1)
        assert verdict.margin == (0, 0)
    assert check(game, 60, 74, 14).decision == "roll"
    assert check(game, 60, 73, 13).decision != "tie"


def test_two_dead_players_never_end():
    verdict = check(HoldOrContinue(), 74, 74)
    assert verdict.never_ends
    assert verdict.roll == (Fraction(1, 2), Fraction(1, 2))
    assert "convention" in str(verdict)
    assert not check(HoldOrContinue(), 73, 74).never_ends


def test_a_dead_mover_loses_whatever_he_does():
    game = Race(Roll({3: "1/2"}, bust="1/2"), goal=12, target="exact")
    verdict = check(game, 1, 0, 3)
    assert (verdict.decision, verdict.roll, verdict.never_ends) == ("tie", (0, 0), False)
    assert check(game, 1, 2, 3).never_ends
    # No throws add up to a total of 2, but who had it would be alive.
    assert check(game, 1, 2, 2).roll[0] > Fraction(1, 2)


def test_a_bust_may_lead_to_a_dead_score():
    # From own 0 one wins at the first throw; with the impossible total of 2 on the table, throwing
    # and holding both leave 2, from where nothing leads to 3.
    game = Race(Roll({3: 1}), goal=3, target="exact", consolation=2)
    assert check(game, 0, 2, 2).never_ends
    assert not check(game, 0, 2, 1).never_ends
    assert certify(game).never == len(never_ending(game)) == 2


def test_piglet_to_50_is_settled_where_doubles_cannot():
    report = certify(Piglet(50))
    assert report.ok
    assert report.states == 61_250
    assert abs(report.closest[0].margin[0]) < Fraction(1, 10**15)


def test_piglet_to_2_by_hand():
    # V(0,0) = 4/7, V(0,1) = 2/5, V(1,0) = 4/5, V(1,1) = 2/3
    for state, win in {(0, 0): "4/7", (0, 1): "2/5", (1, 0): "4/5", (1, 1): "2/3"}.items():
        assert holds(check(Piglet(2), *state).roll, Fraction(win))


@pytest.mark.parametrize(
    "game",
    [
        TwoDicePig(30),
        PassThePigs(40),
        PassThePigs.kern(40),
        ConsolationPig(40),
        Race(Roll({3: "1/7", 7: "2/7", 11: "1/14"}, bust="3/7", wipe="1/14"), goal=40),
        Race(Roll({1: "1/2"}, wipe="1/2"), goal=25, name="wipe-heavy"),
        Race(Roll.die(6) + Roll.die(6), goal=30, target="exact"),
        Race(Roll({1: "1/1000"}, bust="999/1000"), goal=6, target="exact"),
    ],
    ids=lambda game: f"{game.name} {game.goal}",
)
def test_games_of_every_kind_are_certified(game):
    report = certify(game)
    assert report.ok, str(report)
    assert report.states + report.never >= game.goal**2 * (game.goal - 1) // 2


# --- against the reference ------------------------------------------------------------------------


@st.composite
def races(draw):
    goal = draw(st.integers(2, 6))
    gains = draw(st.dictionaries(st.integers(1, goal + 1), st.integers(1, 4), max_size=3))
    try:
        return Race(
            Roll(gains, bust=draw(st.integers(0, 4)), wipe=draw(st.sampled_from([0, 0, 1, 2]))),
            goal,
            draw(st.sampled_from(["at_least", "exact"])),
            draw(st.sampled_from([0, 0, 0, 1, 2])),
        )
    except RuleError:
        assume(False)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(game=races(), choose=st.randoms(use_true_random=False))
def test_small_races_agree_with_the_reference(game, choose):
    goal = range(game.goal)
    report = certify(game)
    if not Board(game).ends_whatever_is_decided:
        assert not report.ok
        return
    assert report.ok, str(report)
    never = never_ending(game)
    exact = solve_exact(game)
    found = enclose(Board(game), 200)
    for i in goal:
        for j in goal:
            assert holds(found.value(i, j), exact[i, j])
    states = [(i, j, k) for i in goal for j in goal for k in range(1, game.goal - i)]
    ties = [s for s in states if s not in never and len(set(payoffs(game, exact, *s))) == 1]
    assert report.never == len(never)
    assert report.ties == len(ties)
    assert report.states == len([s for s in states if s not in never])
    for state in choose.sample(states, min(3, len(states))):
        roll, hold = payoffs(game, exact, *state)
        verdict = check(game, *state)
        assert holds(verdict.roll, roll)
        assert holds(verdict.hold, hold)
        assert holds(verdict.margin, roll - hold)
        assert verdict.decision == ("roll" if roll > hold else "hold" if hold > roll else "tie")
        assert verdict.never_ends == (state in never)


def test_an_endless_race_is_undecided():
    report = certify(ENDLESS)
    assert not report.ok
    assert report.undecided == 24
    assert report.states == 0
    assert report.win == (0, 1)
    assert "keep this race from ever ending" in report.proof
    assert "undecided" in str(report)
    verdict = check(ENDLESS, 0, 0, 1)
    assert (verdict.ok, verdict.decision, verdict.margin) == (False, "undecided", (-1, 1))


# --- wrong guesses -------------------------------------------------------------------------------


def test_a_close_call_takes_more_bits(monkeypatch):
    # With so few bits the closest calls of Piglet stay open, and are no ties.
    monkeypatch.setattr(race, "BITS", 40)
    report = certify(Piglet(30))
    assert report.ok
    assert report.ties == 0
    assert report.proof == "enclosed with 80 bits"


def test_a_wrong_guess_proves_nothing(monkeypatch):
    true_guess = enclosure.guess

    def wrong(board, bits, hint, progress):
        guessed = true_guess(board, bits, hint, progress)
        value = [row.copy() for row in guessed.value]
        value[2][3] += 1 << bits - 40
        return Guess(value, guessed.radius, guessed.column)

    monkeypatch.setattr(enclosure, "guess", wrong)
    assert enclose(Board(Pig(10)), 200) is None
    report = certify(Pig(10))
    assert not report.ok
    assert report.undecided == 450


def test_a_wrong_column_proves_nothing(monkeypatch):
    true_guess = enclosure.guess

    def wrong(board, bits, hint, progress):
        guessed = true_guess(board, bits, hint, progress)
        return guessed._replace(column=guessed.column >> 12)

    monkeypatch.setattr(enclosure, "guess", wrong)
    assert enclose(Board(TwoDicePig(12)), 200) is None


# --- tables ---------------------------------------------------------------------------------------

GAMES = [Pig(20), HoldOrContinue(20), TwoDicePig(15), ConsolationPig(15)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def right(request):
    return request.param, table_of(request.param)


def test_a_right_table_is_certified(right):
    game, table = right
    report = certify(Solution(game, table))
    assert report.ok
    assert report.error < 2e-16
    assert report.tolerance == 5e-13
    i, j = report.worst
    exact = check(game, i, j, digits=40).roll
    distance = max(abs(Fraction(table[i][j]) - end) for end in exact)
    assert float(distance) == pytest.approx(report.error, rel=1e-6)
    assert report.error >= distance - Fraction(1, 10**40)


def test_any_single_change_is_refuted(right):
    game, table = right
    rng = random.Random(7)
    for _ in range(12):
        i, j = rng.randrange(game.goal), rng.randrange(game.goal)
        step = rng.choice([1e-12, 1e-11, 1e-9, 1e-6, 1e-3])
        damaged = [row.copy() for row in table]
        damaged[i][j] += step if damaged[i][j] < 0.5 else -step
        report = certify(Solution(game, damaged))
        assert not report.ok
        assert report.refuted
        assert report.worst == (i, j)
        assert report.error >= step - 1e-15
        assert str(report).startswith(f"{game.name}: refuted")


def test_swapped_entries_are_refuted(right):
    game, table = right
    damaged = [row.copy() for row in table]
    damaged[1][2], damaged[2][1] = damaged[2][1], damaged[1][2]
    assert not certify(Solution(game, damaged)).ok
    transposed = [list(row) for row in zip(*table)]
    assert not certify(Solution(game, transposed)).ok


def test_the_error_reaches_to_the_far_end_of_the_enclosure():
    found = Enclosure(Board(Piglet(2)), 8)
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        found.keep(i, j, 100, 104)  # between 100/256 and 104/256
    for entry, far in ((96, 8), (101, 3), (103, 3), (108, 8)):
        table = [[102 / 256, 102 / 256], [entry / 256, 102 / 256]]
        assert largest_error(found, table) == (far / 256, (1, 0))


def test_the_table_of_another_game_is_refuted():
    assert not certify(Solution(Race(Roll.die(8), 20), table_of(Pig(20)))).ok
    assert not certify(Solution(Race(Roll.die(6), 20, consolation=1), table_of(Pig(20)))).ok


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_a_table_of_nothing_is_refuted_and_misleads_nobody(value):
    for game in (Pig(20), TwoDicePig(12)):
        report = certify(Solution(game, [[value] * game.goal] * game.goal))
        assert report.refuted
        assert report.undecided == 0
        assert report.states == game.goal**2 * (game.goal - 1) // 2


@pytest.mark.parametrize(
    ("starts", "message"),
    [
        ([[0.5, 0.5], [0.5, -0.5]], r"starts\[1, 1\] is -0.5, but must be a probability"),
        ([[0.5, 1.5], [0.5, 0.5]], r"starts\[0, 1\] is 1.5"),
        ([[0.5, math.nan], [0.5, 0.5]], r"starts\[0, 1\] is nan"),
        ([[0.5, math.inf], [0.5, 0.5]], r"starts\[0, 1\] is inf"),
        ([[0.5, 0.5]], "is 1 by 2, but must be 2 by 2"),
        ([[0.5], [0.5]], "is 2 by 1, but must be 2 by 2"),
        ([[0.5, 0.5], [0.5]], "must be 2 by 2"),
        ([], "is 0 by 0, but must be 2 by 2"),
    ],
)
def test_what_is_no_table_is_refused(starts, message):
    with pytest.raises(FileError, match=message):
        certify(Solution(Piglet(2), starts))


def test_other_arrays_are_refused():
    with pytest.raises(FileError, match="array 'start' is unknown"):
        race.certify(Piglet(2), {"start": [[0.5]]})
    with pytest.raises(FileError, match="'starts' is missing"):
        race.certify(Piglet(2), {})
    with pytest.raises(FileError, match="no table"):
        race.certify(Piglet(2), {"starts": [0.5, 0.5]})


@pytest.mark.parametrize("tolerance", [0, -1e-13, math.nan, math.inf, 2])
def test_a_tolerance_is_positive_and_at_most_1(tolerance):
    with pytest.raises(RuleError, match="tolerance is"):
        certify(Piglet(2), tolerance=tolerance)


def test_tolerance_decides():
    table = table_of(Pig(10))
    table[0][0] += 1e-9
    assert not certify(Solution(Pig(10), table), tolerance=9e-10).ok
    assert certify(Solution(Pig(10), table), tolerance=1.1e-9).ok


# --- answers and refusals -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ((-1, 0), "own is -1, but a banked score is between 0 and 99"),
        ((0, 100), "opp is 100, but"),
        ((50, 0, 50), "total is 50, but with 50 points banked"),
        ((0.5, 0), "own is 0.5, but must be a whole number"),
        (("1", 0), "own is '1', but must be a whole number"),
        ((1,), "1 numbers are given, but a state of Pig has two or three"),
        ((1, 2, 3, 4), "4 numbers are given"),
    ],
)
def test_states_that_do_not_exist(state, message):
    with pytest.raises(StateError, match=message):
        check(Pig(100), *state)


@pytest.mark.parametrize("digits", [0, -1, 10_001, 1.5, "9"])
def test_digits_out_of_range(digits):
    with pytest.raises(RuleError, match="digits is"):
        check(Pig(10), 0, 0, digits=digits)


def test_a_proof_too_large_for_memory_is_refused():
    with pytest.raises(SizeError, match="2001 points are missing to the goal"):
        certify(Pig(2001))
    assert check(Pig(60_000), 59_990, 59_995, 5).ok


@pytest.mark.parametrize("what", [5, None, [1], object()])
def test_what_is_no_game(what):
    with pytest.raises(RuleError, match="must be"):
        check(what, 0, 0)
    with pytest.raises(RuleError, match="must be"):
        certify(what)


def test_the_start_of_a_turn():
    verdict = check(Pig(20), 3, 4)
    assert (verdict.decision, verdict.hold, verdict.margin) == ("roll", None, None)


@pytest.mark.parametrize("digits", [1, 30, 400])
def test_digits(digits):
    verdict = check(Piglet(2), 0, 0, digits=digits)
    assert verdict.roll[1] - verdict.roll[0] <= Fraction(1, 10**digits)
    shown = verdict.as_dict()["roll"]["value"]
    assert abs(Fraction(shown) - Fraction(4, 7)) <= Fraction(1, 10**digits)
    assert len(shown) == digits + 2
    assert max(map(len, str(verdict).splitlines())) <= 80


def test_digits_that_are_not_reached_take_more_bits(monkeypatch):
    monkeypatch.setattr(race, "_precisions", lambda bits: iter([60, 90, 200]))
    verdict = check(Pig(10), 0, 0, digits=20)
    assert verdict.proof == "enclosed with 90 bits"
    assert verdict.roll[1] - verdict.roll[0] <= Fraction(1, 10**20)


def test_more_digits_agree_with_fewer():
    few, many = (check(Pig(30), 3, 7, 11, digits=digits) for digits in (20, 300))
    for wide, narrow in zip((few.roll, few.hold, few.margin), (many.roll, many.hold, many.margin)):
        assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]


def test_longer_fractions_than_python_prints_are_spelled():
    verdict = check(Piglet(3), 1, 1, 1, digits=5000)
    data = verdict.as_dict()["roll"]
    assert len(data["low"]) > 5000
    assert json.dumps(data)


def test_verdict_as_data():
    data = json.loads(json.dumps(check(Pig(20), 3, 4, 5).as_dict()))
    assert {"own": 3, "opp": 4, "total": 5}.items() <= data.items()
    assert data["ok"] is True
    margin = data["margin"]
    assert Fraction(margin["low"]) <= Fraction(margin["high"])
    assert float(margin["value"]) == pytest.approx(float(Fraction(margin["low"])))


def test_report_as_data():
    report = certify(Solution(Pig(10), table_of(Pig(10))))
    data = json.loads(json.dumps(report.as_dict()))
    assert data["ok"] is True
    assert data["states"] == 450
    assert data["closest"][0]["decision"] in ("roll", "hold")
    assert Fraction(data["win"]["low"]) == report.win[0]
    assert max(map(len, str(report).splitlines())) <= 80


@pytest.mark.parametrize("game", [Pig(20), TwoDicePig(12)], ids=["pairs", "wipes"])
def test_progress_rises_to_its_end(game):
    seen = []
    certify(game, progress=lambda done, total: seen.append((done, total)))
    done = [d for d, _ in seen]
    assert done == sorted(done)
    assert len({total for _, total in seen}) == 1
    assert done[-1] == seen[-1][1]


def test_progress_may_interrupt():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        certify(Pig(20), progress=stop)


def test_a_state_needs_later_scores_only():
    # The enclosure of a late state is that of the whole game.
    late, whole = Board(Pig(30), 20, 11), Board(Pig(30))
    a, b = enclose(late, 200), enclose(whole, 200)
    offset = late.offset
    assert offset == 11
    for i in range(20, 30):
        for j in range(11, 30):
            one, other = a.value(i - offset, j - offset), b.value(i, j)
            assert max(one[0], other[0]) <= min(one[1], other[1])


def test_pairs_are_visited_once_and_after_all_that_they_need():
    for board in (Board(Pig(12)), Board(Pig(12), 3, 5), Board(Pig(12), 7, 2)):
        pairs = list(board.pairs())
        seen = {pair for i, j in pairs for pair in ((i, j), (j, i))}
        assert len(pairs) == board.pair_count
        assert len(seen) == 2 * len(pairs) - sum(i == j for i, j in pairs)
        assert all((i, j) in seen for i in range(board.own, board.goal)
                   for j in range(board.opp, board.goal))  # fmt: skip
        sums = [i + j for i, j in pairs]
        assert sums == sorted(sums, reverse=True)


def test_an_enclosure_rounds_outward():
    board = Board(Pig(6))
    found = enclose(board, 200)
    exact = solve_exact(Pig(6))
    coarse = Enclosure(board, 8)
    for (i, j), value in exact.items():
        coarse.keep(i, j, math.floor(value * 256), math.ceil(value * 256))
        assert holds(found.value(i, j), value)
    for i, j in exact:
        for s in range(i, 6):
            low, high = coarse.throwing(i, j)
            throw = payoffs(Pig(6), exact, i, j, s - i)[0]
            assert low[s] <= throw * 256 <= high[s]


def test_public_names():
    assert set(pigverify.__all__) <= set(dir(pigverify))
