"""Matches of races between two numbers: around the fractions, and what is refused."""

from fractions import Fraction

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigverify.race import prove
from pigverify.race.match import best_play
from support.generated import rolled, some
from support.slow import Slow, played, told
from support.turns import three_throws

import pigcore
from pigcore.games import BUST, Race, Roll, RuleError, Turn, gain
from pigcore.study.thumb.families import limits_of

pytestmark = pytest.mark.slow


def drawn(game, random):
    """A table of whether somebody throws, by lot, at [own, opp, total]."""
    return np.array(random.choices([0, 1], k=game.goal**3)).reshape((game.goal,) * 3)


@settings(max_examples=12)
@given(some(rolled, 4), st.randoms(use_true_random=False))
def test_around_the_fractions(game, random):
    tables = [drawn(game, random) for _ in range(2)]
    players = [told(lambda *state, table=table: int(table[state])) for table in tables]
    games = Slow(game, players, never=0)
    ends = all(sum(row) == 1 for row in games.values.values())
    found = pigverify.match(game, *(table.tolist() for table in tables))
    for (low, high), truth in zip((found.first, found.second), games.seats):
        assert low <= truth <= high
        if ends:
            assert high - low < Fraction(1, 10 ** (12 if game.roll.wipe else 50))


def table(game, policy):
    """A policy that holds from a limit on, as rows of 1 and 0."""
    limits = limits_of(game, policy).tolist()
    numbers = range(game.goal)
    return [[[int(k < limits[i][j]) for k in numbers] for j in numbers] for i in numbers]


def test_a_function_is_asked_with_what_it_takes():
    game = pigcore.Pig(8)

    def always(own, opp):
        return "roll" if own < 4 else "hold"

    low, high = pigverify.match(game, always, always).first
    assert low <= played(game, [told(lambda own, *_: own < 4)] * 2).seats[0] <= high


def test_a_rule_of_thumb_against_best_play():
    """Pig to 100 is proved in docs/research/thumb.md."""
    game, rule = pigcore.Pig(40), pigcore.keep_pace(15, 8, 25)
    best = pigcore.solve(game)
    proved = pigverify.match(game, table(game, rule), best.decisions())
    match = pigcore.match(game, rule, best)
    for (low, high), found in zip((proved.first, proved.second), (match.first, match.second)):
        assert low < high < low + Fraction(1, 10**50)
        assert abs(low - Fraction(found)) < Fraction(1, 10**14)
    assert proved.average == tuple(sum(ends) / 2 for ends in zip(proved.first, proved.second))
    digits = proved.as_dict()["second"]["value"]
    assert len(digits) == 32
    assert abs(Fraction(digits) - proved.second[0]) < Fraction(1, 10**29)
    assert str(proved).splitlines()[2] == f"  second  {digits}"


def test_who_never_finishes_never_wins():
    game, one = pigcore.HoldOrContinue(20), pigcore.hold_at(1)
    found = pigverify.match(game, table(game, one), table(game, one))
    match = pigcore.match(game, one, one)
    assert match.never > 0.01
    assert float(found.first[0]) == pytest.approx(match.first, abs=1e-13)
    assert float(found.second[1]) == pytest.approx(match.second, abs=1e-13)


# --- policies by name -----------------------------------------------------------------------------


NAMED = [
    (pigcore.Pig(24), "keep-pace:5:3:15", "hold:goal"),
    (pigcore.Pig(24), "keep-pace:11/2:8.5:15", "race:6:12"),
    (pigcore.TwoDicePig(12), "optimal", "hold:6"),
    (pigcore.Race(pigcore.Pig().roll, 14, target="exact"), "optimal", "hold:4"),
    (pigcore.ConsolationPig(20), "optimal", "keep-pace"),
    (three_throws(30), "optimal", "hold:8"),
    pytest.param(pigcore.Farkle.minimal(600), "optimal", "hold:200", marks=pytest.mark.slow),
    pytest.param(
        pigcore.Race(pigcore.Farkle.minimal().turn, 600, target="exact"), "optimal", "hold:200",
        marks=pytest.mark.slow,
    ),
    (pigcore.Farkle.minimal(500, opening=150), "hold:100", "hold:goal"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "first", "second"), NAMED, ids=str)
def test_policies_by_name_are_those_of_pigcore(game, first, second):
    proved = pigverify.match(game, first, second)
    match = pigcore.match(game, first, second)
    for (low, high), found in zip((proved.first, proved.second), (match.first, match.second)):
        assert low <= high < low + Fraction(1, 10**29)
        assert float(low) == pytest.approx(found, abs=2e-15)


def test_best_play_against_itself_wins_what_the_game_is_worth():
    worth = pigverify.certify(pigcore.Pig(25)).value
    first, second = (
        pigverify.match(pigcore.Pig(25), "optimal", one) for one in ("optimal", "optimal")
    )
    assert first == second
    assert max(first.first[0], worth[0]) <= min(first.first[1], worth[1])
    assert first.average[0] <= Fraction(1, 2) <= first.average[1]


def test_a_head_start_and_digits():
    game = pigcore.Pig(30)
    proved = pigverify.match(game, "hold:9", "optimal", start=(20, 11), digits=80)
    match = pigcore.match(game, "hold:9", "optimal", start=(20, 11))
    assert float(proved.first[0]) == pytest.approx(match.first, abs=1e-15)
    assert float(proved.second[0]) == pytest.approx(match.second, abs=1e-15)
    assert proved.as_dict()["start"] == [20, 11]
    assert len(proved.as_dict()["first"]["value"]) == 82
    wipes = pigverify.match(pigcore.TwoDicePig(8), "hold:3", "hold:4", digits=40)
    assert len(wipes.as_dict()["average"]["value"]) >= 40


def test_undecided_decisions_are_no_best_play(monkeypatch):
    monkeypatch.setattr(prove, "precisions", lambda *bits: iter(()))
    with pytest.raises(RuleError, match=r"not every decision of Pig can be proved.*another policy"):
        pigverify.match(pigcore.Pig(9), "optimal", "hold:3")


def test_decisions_that_need_more_bits_are_proved_before_they_are_played():
    game = pigcore.Piglet(60)
    found = best_play(game)
    place = found._found.first
    plan = found.plan(found._found.tables, place, found._found.frame(place))
    assert plan.throws[1]


def test_progress_is_work_done():
    seen = []
    pigverify.match(pigcore.Pig(9), "hold:2", "hold:3", progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == ((0, 162), (162, 162))


@pytest.mark.parametrize("end", ["goal", "last_turn", "equal_turns"])
def test_policies_of_pigcore_are_what_their_texts_mean(end):
    """They play last turns in the best way; as functions they were asked in these as well."""
    game = pigcore.Race(pigcore.Roll.die(6), 9, end=end)
    for mine in (pigcore.hold_at(4), pigcore.keep_pace(5, 4, 7)):
        proved = pigverify.match(game, mine, pigcore.hold_at(6))
        named = pigverify.match(game, mine.spec, "hold:6")
        assert (proved.first, proved.second) == (named.first, named.second)
        match = pigcore.match(game, mine, pigcore.hold_at(6))
        assert float(proved.first[0]) == pytest.approx(match.first, abs=1e-13)
        assert float(proved.second[0]) == pytest.approx(match.second, abs=1e-13)
    even = pigcore.hold_at(np.full((9, 9), 4))
    if end == "goal":
        found = pigverify.match(game, even, "hold:6")
        match = pigcore.match(game, even, "hold:6")
        assert float(found.first[0]) == pytest.approx(match.first, abs=1e-13)
    else:
        with pytest.raises(RuleError, match="last turns are played in the best way by"):
            pigverify.match(game, even, "hold:6")


def test_each_function_is_asked_in_the_words_of_its_own_turn():
    """A turn of one roll has no mode, and the other player's has."""
    throws = {2: {BUST: "1/6", gain(2, 1): "5/6"}, 1: {BUST: "1/6", gain(3, 0): "5/6"}, 0: None}
    modes, roll = Turn(lambda left: throws[left], start=2), Roll.die(6)
    race = Race(roll, 9, other=modes)
    by_roll, by_mode = (lambda own, opp, total: 1), (lambda own, opp, points, mode: mode > 0)
    low, high = pigverify.match(race, by_roll, by_mode).first
    least, most = pigverify.match(Race(modes, 9, other=roll), by_mode, by_roll).second
    assert abs(low + most - 1) < Fraction(1, 10**20) > max(high - low, most - least)
