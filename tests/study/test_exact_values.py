"""Exact values: against fractions by another route, in every family, and as files."""

import copy
import json
import math
import pickle
import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from unittest import mock

import pigverify
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pigverify.fraction import Claim
from support.bags import by_orders
from support.commands import on_terminal, python
from support.ends_in_fractions import Ends, solved_races
from support.farkle_in_fractions import Slow, farkles
from support.interrupts import interrupt
from support.parties import SEVERAL
from support.party_in_fractions import SlowParty
from support.race_in_fractions import solve_exact
from support.races import races
from support.slow_hogs import InFractions, slow_hog
from support.turns import rules as any_rules
from support.turns import solve as solve_any

import pigcore
from pigcore import memory
from pigcore.games import FileError, Pig, Race, Roll, RuleError, SizeError, StateError
from pigcore.solvers.race import RaceSolution
from pigcore.study.exact_values import decisions, race, residues

LAST = pigcore.Farkle({"1": 1, "2 2": 1}, 3, 2, 3, last_turn=True)
ENDLESS = pigcore.Farkle({"1": 1, "2": 1}, 2, 2, [Fraction(1, 4)] * 4, last_turn=True,
                         must_roll_hot_dice=True)  # fmt: skip


def test_the_fractions_of_the_literature():
    assert pigcore.exact(Pig(10)) == Fraction(7776, 10961)
    assert pigcore.exact(pigcore.Piglet(2)) == Fraction(4, 7)
    assert pigcore.exact(pigcore.Piglet(2), 1, 1) == Fraction(2, 3)


HOW = st.sampled_from(["doubles", "open", "wrong"])


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(races(max_goal=6), HOW)
def test_races_are_those_of_the_slow_reference(game, how):
    check(game, solve_exact(game), how)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(any_rules(), HOW)
def test_any_turn_is_that_of_the_slow_reference(rules, how):
    """Every turn start; with every decision open, too, the likeliest action first or last."""
    check(race_of(rules), solve_any(rules), how)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(any_rules(most_goal=4, wipes=False), st.sampled_from([3, 3, 3, 4]), HOW)
def test_any_turn_of_several_players_is_that_of_trying_everything(rules, players, how):
    check_party(race_of(rules, players=players if rules.goal < 4 else 3), how)


def race_of(rules, **more):
    try:
        return Race(**rules._asdict(), **more)
    except RuleError:  # nobody can win
        assume(False)


PARTIES = {
    "piglet": pigcore.Piglet(3, players=3),
    "four": pigcore.Piglet(2, players=4),
    "exact": Race(Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 3, "exact", players=3),
    "dead": Race(Roll({2: "1/2", 3: "1/4"}, bust="1/4"), 3, "exact", players=3),
    "consolation": Race(Roll.coin(), 3, consolation=1, players=3),
    "farkle": pigcore.Farkle({"1": 1, "1 1": 3, "2 2": 1}, 3, 2, 3).seated(3),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTIES)
def test_small_parties_are_those_of_trying_everything(name):
    check_party(PARTIES[name], "doubles")


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(farkles(), HOW)
def test_dice_set_aside_are_those_of_the_slow_reference(game, how):
    """Also with a last turn."""
    check(game, Slow(game).solve(), how)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["doubles", "open"])
def test_a_last_turn_of_a_single_roll(how):
    game = Race(Roll({1: "1/2", 3: "1/4"}, bust="1/4"), 4, last_turn=True)
    dice = pigcore.Farkle({"1": 1, "2": 3}, 4, 1, [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)],
                          last_turn=True)  # fmt: skip
    check(game, Slow(dice).solve(), how)


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(solved_races(), HOW)
def test_ties_and_equal_turns_are_those_of_the_slow_reference(made, how):
    found, truth = made
    assume(truth is not None and all(mode.may_bank for mode in found.game.turn.modes))
    check_ends(found.game, truth, how)


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["half", "play_on"])
def test_equal_turns_of_a_single_roll(tie):
    """Most throws bust, so that one stops at a tie."""
    game = Race(Roll({1: "1/6", 2: "1/6"}, bust="2/3"), 2, end="equal_turns", tie=tie)
    check_ends(game, Ends(game, 20), "doubles")


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["half", "play_on"])
def test_the_verifier_judges_values_of_equal_turns(tie):
    game = Race(Roll({1: "1/6", 2: "1/6"}, bust="2/3"), 4, end="equal_turns", tie=tie)
    for each, state in (game, (0, 0)), (game.swapped, (2, 5)):
        value = pigcore.exact(each, *state)
        found = pigverify.judge(value)
        assert found.ok
        wrong = pigcore.ExactValue(each, state, value.numerator + 1, value.denominator)
        assert pigverify.judge(wrong).outcome == "refuted"


def check_ends(game, truth, how):
    """All turn starts of both players, and what it is worth to have a last turn."""
    for each in {game.seat: game, game.swapped.seat: game.swapped}.values():
        starts = {place[1:]: one for place, one in truth.starts.items() if place[0] == each.seat}
        if each.answers:
            starts |= {(0, game.goal + n): truth.lost(game.goal + n + 1) for n in range(3)}
        check(each, starts, how)


def check_party(game, how):
    check(game, {scores: values[0] for scores, values in SlowParty(game).values.items()}, how)


def least_likely(rules, likely, state):
    return (likely(state) + 1) % len(rules.rows(state))


def check(game, truth, how):
    """Every turn start of a game, by what doubles decide or with every decision open."""
    trusted = 2.0 if how != "doubles" else 1e-9
    with mock.patch.object(RaceSolution, "_disputed_below", trusted):
        for state in sorted(truth):
            if any(score % game.unit for score in state):
                continue
            found, start = race.rules(game, game.check_state(*state))
            if how == "wrong":
                found.likely = partial(least_likely, found, found.likely)
            try:
                above, below = decisions.worth(found, start, None, None)
            except RuleError:
                # By wrong decisions a game may never end, or come to another equilibrium.
                assume(how != "wrong")
                raise
            assert Fraction(above, below) == truth[state], state


@pytest.mark.slow
@pytest.mark.parametrize("game", [pigcore.Piglet(30), pigcore.HoldOrContinue(20)], ids=repr)
def test_near_ties_and_ties(game):
    """Doubles dispute decisions of both."""
    assert pigcore.solve(game).disputed()
    value = pigcore.exact(game)
    assert pigverify.judge(value).ok


def test_a_game_of_the_dead_is_worth_a_half():
    # From 1 only sums of 2 are to be had, and 4 is not 1 more than one of them.
    game = Race(Roll({1: "1/4", 2: "1/4"}, bust="1/2"), 3, "exact")
    assert pigcore.exact(game) == solve_exact(game)[0, 0]
    dead = Race(Roll({2: 1, 3: 1}, bust=1), 5, "exact")
    assert pigcore.exact(dead, 4, 4) == Fraction(1, 2)
    assert (pigcore.exact(dead, 4, 0), pigcore.exact(dead, 0, 4)) == (0, 1)


@pytest.mark.parametrize("seed", [30, 34, 23, 71])
def test_hog_where_turns_make_no_progress(seed):
    game = slow_hog(seed, absurd=False)
    start = (0,) * len(game.state_names)
    solution = pigcore.solve(game)
    guess = {
        state: Fraction(solution.win(*state))
        for state in [(a, b, q)[: len(start)] for a in range(game.goal) for b in range(game.goal)
                      for q in range(game.parities)]
    }  # fmt: skip
    assert pigcore.exact(game) == InFractions(game, guess).values[start]


@pytest.mark.parametrize("game", [pigcore.Hog.fa13(30), pigcore.Hog.fa13_hijinks(14)], ids=repr)
def test_hog_is_what_the_verifier_computes_without_rounding(game):
    low, high = pigverify.check(game, *[0] * len(game.state_names)).value
    assert low == pigcore.exact(game) == high


def test_a_duel_is_worth_nothing_and_a_bag_its_score():
    assert pigcore.exact(pigcore.Duel()) == 0
    bag = pigcore.Bag([100, 0, 17], [200, 100, 33], [0, 200, 250])
    assert pigcore.exact(bag) == by_orders(bag)


@pytest.mark.slow
@pytest.mark.parametrize("game", [pigcore.Farkle.standard(500), LAST], ids=["first", "last turn"])
def test_the_verifier_certifies_the_value_and_nothing_near_it(game):
    value = pigcore.exact(game, game.unit, 0)
    assert pigverify.judge(value).ok
    near = value + Fraction(1, 10**80)  # no enclosure of 200 bits tells them apart
    claim = Claim(game, value.state, near.numerator, near.denominator)
    found = pigverify.judge(claim)
    assert found.outcome == "refuted"
    assert "another number modulo 3 random primes" in found.reason


@pytest.mark.slow
def test_a_last_turn_as_a_fraction():
    game = pigcore.Farkle.kcd(500, last_turn=True)
    found = pigcore.exact(game, 300, 600)
    assert float(found) == pytest.approx(pigcore.solve(game).win(300, 600), abs=4e-15)
    assert pigverify.judge(found).ok
    near = found + Fraction(1, 10**80)
    assert not pigverify.judge(Claim(game, found.state, near.numerator, near.denominator)).ok


def test_what_the_verifier_leaves_open():
    low, high = pigverify.check(ENDLESS, 0, 0).value
    middle = (low + high) / 2
    found = pigverify.judge(Claim(ENDLESS, (0, 0, 0, 2), middle.numerator, middle.denominator))
    assert (found.outcome, "no end" in found.reason) == ("undecided", True)
    inner = pigverify.judge(Claim(LAST, (0, 0, 1, 1), 1, 2))
    assert inner.outcome in ("refuted", "undecided")


@pytest.mark.slow
@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_change_nothing(pool, monkeypatch):
    monkeypatch.setattr(residues, "_CHUNK", 200_000)
    reported = []
    with pool(2) as executor:
        value = pigcore.exact(
            Pig(75), executor=executor, progress=lambda *done: reported.append(done)
        )
    assert value == pigcore.exact(Pig(75))
    assert len(reported) > 5
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)
    assert reported[-1][0] == reported[-1][1]


def test_what_progress_raises_comes_out():
    class StopError(Exception):
        pass

    def stop(done, of):
        raise StopError

    with pytest.raises(StopError):
        pigcore.exact(Pig(30), progress=stop)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "state", "error", "message"),
    [
        (Pig(), (0, 0, 5), StateError, "only starts of turns have exact values"),
        (Pig(), (0, 100), StateError, "between 0 and 99"),
        (Pig(), (0,), StateError, "1 number was given"),
        (pigcore.Duel(), (20,), StateError, "leave the state out"),
        (pigcore.TwoDicePig(100), (), SizeError, "at most 64: choose a smaller goal"),
        (Pig(401), (), SizeError, "at most 400: choose a smaller goal"),
        (pigcore.Bag([1] * 61, [1] * 61, [1] * 61, total=3), (), SizeError, "at most 60"),
        (pigcore.Farkle.minimal(500), (0, 0, 100, 5), StateError, "leave the points and the dice"),
        (pigcore.Farkle.minimal(500), (0, 0, 300, (1, 2, 5)), StateError, "only starts of turns"),
        (pigcore.Farkle.minimal(500), (0, 500), StateError, "opp is 500"),
        (pigcore.Farkle.minimal(), (), SizeError, "at most 2,000: choose a smaller goal"),
        (pigcore.Farkle.minimal(1050, last_turn=True), (), SizeError, "at most 1,000"),
        (pigcore.Farkle.zilch(1000, penalty=500), (), RuleError, "penalty is 500"),
        (ENDLESS, (), RuleError, "every throw may bust"),
        ("pig", (), RuleError, "is not a game"),
    ],
)
def test_refusals(game, state, error, message):
    with pytest.raises(error, match=message) as caught:
        pigcore.exact(game, *state)
    assert "\n" not in str(caught.value)


def test_a_value_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(residues, "MOST_PRIMES", 10)
    with pytest.raises(SizeError, match="digits above and below the line.*choose a smaller goal"):
        pigcore.exact(Pig(60))


@pytest.mark.slow
def test_margins_that_do_not_fit_in_memory_are_refused(monkeypatch):
    """Piglet to 60 has 3,692 open decisions, to 120 92,661, which take 1.3 GB."""
    monkeypatch.setattr(memory, "available", lambda: 5_000_000)
    message = r"^3,693 values modulo \d+ primes would take .* choose a smaller goal or a later"
    with pytest.raises(SizeError, match=message):
        pigcore.exact(pigcore.Piglet(60))


# --- three players or more -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pigcore.Pig(48, players=3), pigcore.game("pig:three-throws", goal=12).seated(4)],
    ids=repr,
)  # fmt: skip
def test_the_solver_is_right_to_its_last_digits(game):
    assert float(pigcore.exact(game)) == pytest.approx(pigcore.solve(game).value, abs=1e-15)


@pytest.mark.slow
def test_a_value_of_a_party_prints_saves_and_is_enclosed_by_the_verifier(tmp_path):
    game = pigcore.Pig(10, players=3)
    value = pigcore.exact(game)
    assert repr(value) == "<Pig for three, own 0, next 0, third 0: 60466176/95376961>"
    value.save(tmp_path / "it.exact")
    assert pigcore.ExactValue.load(tmp_path / "it.exact") == value
    low, high = pigverify.check(game, 0, 0, 0).value
    assert low <= value <= high
    assert pigverify.judge(value).outcome != "refuted"
    wrong = pigcore.ExactValue(game, (0, 0, 0), value.numerator + 1, value.denominator)
    assert pigverify.judge(wrong).outcome == "refuted"
    assert value.digits(20) == f"{float(Fraction(value)):.20f}"[:17] + value.digits(20)[17:]


@pytest.mark.slow
def test_a_choice_that_doubles_cannot_tell_has_no_exact_value():
    """A decision in a cell of several equilibria is begun wrong, which is put right at once."""
    game = SEVERAL[4]
    (cell, *_) = [each.scores for each in pigcore.solve(game).cells]
    likely = race.RaceRules.likely

    def begun_wrong(self, state):
        last = state[:4] == cell and state[5] == game.goal - cell[0] - 1
        return likely(self, state) ^ last

    with (
        mock.patch.object(RaceSolution, "_disputed_below", 2.0),
        mock.patch.object(race.RaceRules, "likely", begun_wrong),
        pytest.raises(RuleError, match="which of several equilibria of .* is the first"),
    ):
        pigcore.exact(game)


def test_what_has_no_fraction_says_so(monkeypatch):
    game = pigcore.Piglet(4, players=3)
    solved = pigcore.solve(game)
    known = {"cells": (), "tolerance": solved.tolerance}
    mixed = type(solved)(game, solved.starts, {4 * 4 * 0 + 4 * 1 + 2: (2, 0.5)}, **known)
    with monkeypatch.context() as patch:
        patch.setattr(race, "solve", lambda game: mixed)
        with pytest.raises(RuleError, match="own 0, next 1, third 2, total 0 a player of"):
            pigcore.exact(game, 0, 1, 2)
        assert pigcore.exact(game, 3, 0, 2)  # from where nobody comes there
    with pytest.raises(SizeError, match="have 1,000,000 tuples of scores, but exact values"):
        pigcore.exact(pigcore.Pig(100, players=3))
    with pytest.raises(StateError, match="only starts of turns"):
        pigcore.exact(game, 0, 0, 0, 2)
    monkeypatch.setattr(race, "MOST_TUPLES", 3)
    with pytest.raises(SizeError, match="can come to more than 3 tuples of scores"):
        pigcore.exact(game)


# --- the value ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long():
    return pigcore.exact(Pig(75), 3, 5)


def test_a_value_is_a_fraction(long):
    assert isinstance(long, Fraction)
    assert type(long + 0) is Fraction
    assert math.gcd(long.numerator, long.denominator) == 1
    assert float(long) == pytest.approx(pigcore.solve(Pig(75)).win(3, 5), abs=1e-15)
    assert (long.game, long.state) == (Pig(75), (3, 5))
    assert long.digits(5) == f"{float(long):.5f}"
    assert long.digits(8000).startswith(long.digits(50)[:-1])
    for again in (copy.copy(long), copy.deepcopy(long), pickle.loads(pickle.dumps(long))):
        assert again == long
        assert repr(again) == repr(long)


def test_a_value_prints_itself_however_long(long):
    above, below = long.lengths
    assert min(above, below) > 4300  # where Python's own refuses
    assert len(str(long)) == above + below + 1
    assert repr(long) == (
        f"<Pig, own 3, opp 5: {long.digits(16)}…, {above:,} digits over {below:,} digits>"
    )
    data = json.loads(json.dumps(long.as_dict()))
    assert (len(data["numerator"]), data["denominator_digits"]) == (above, below)
    assert (data["state"], data["game"]["goal"]) == ({"own": 3, "opp": 5}, 75)
    assert repr(pigcore.exact(pigcore.Duel())) == "<Duel: 0>"


def test_no_digits_are_refused(long):
    with pytest.raises(RuleError, match="digits is 0, but must be between 1 and 1000000"):
        long.digits(0)


def test_what_is_saved_comes_back(long, tmp_path):
    turn = pigcore.Turn(
        lambda mode: {pigcore.BUST: 1, pigcore.gain(1 + mode[0], mode[::-1]): 1}, (1, 0)
    )
    tuples = pigcore.exact(Race(turn, 5), 0, 2, 0, (1, 0))
    assert tuples == pigcore.exact(Race(turn, 5), 0, 2)
    for value in (long, pigcore.exact(pigcore.Duel()), tuples):
        value.save(tmp_path / "it.exact")
        again = pigcore.ExactValue.load(tmp_path / "it.exact")
        assert (again, again.game) == (value, value.game)
        assert again.game.named(again.state) == value.game.named(value.state)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"numerator": "07776"}, "must be a whole number"),
        ({"numerator": "1e99999999"}, "must be a whole number"),
        ({"numerator": 7776}, "must be a text"),
        ({"denominator": "0"}, "denominator is 0"),
        ({"denominator": "-10961"}, "must be a whole number"),
        ({"numerator": "15552", "denominator": "21922"}, "not in lowest terms"),
        ({"state": "00"}, "must be a list"),
        ({"state": [0, 10]}, "between 0 and 9"),
        ({"rules": "game = 'chess'"}, "chess"),
        ({"format": "pigcore exact value 9"}, "not a saved exact value"),
        ({"more": 1}, "and nothing else"),
    ],
    ids=str,
)
def test_damaged_files_are_refused(change, message, tmp_path):
    path = tmp_path / "pig.exact"
    pigcore.exact(Pig(10)).save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(FileError, match=message):
        pigcore.ExactValue.load(path)


def test_no_file_is_refused(tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        pigcore.ExactValue.load(tmp_path / "none.exact")
    (tmp_path / "half.exact").write_text('{\n "format": "pigcore exact')
    with pytest.raises(FileError, match="damaged"):
        pigcore.ExactValue.load(tmp_path / "half.exact")


# --- long work ------------------------------------------------------------------------------------

PRIMES = """
from pigcore import Pig, exact
from pigcore.show.options import sharing
from pigcore.study.exact_values import decisions, residues
from pigcore.study.exact_values.residues import whole_numbers
systems = []
decisions.whole_numbers = lambda system, *rest: systems.append(system) or (1, [0])
decisions.signed = lambda system, *rest: systems.append(system) or []
exact(Pig(80))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prepare", "work"),
    [
        ("from pigcore import Pig, exact", "exact(Pig(200))"),
        (
            PRIMES.replace("Pig(80)", "Piglet(60)").replace("Pig,", "Piglet,"),
            "while True: residues.signed(systems[0])",
        ),
        (PRIMES, "while True: residues.whole_numbers(systems[0])"),
        (
            PRIMES,
            "with sharing(2, None) as two:\n        while True: whole_numbers(systems[0], two)",
        ),
    ],
    ids=["equations", "settling", "primes", "threads"],
)
def test_an_interrupt_stops_it_within_a_second(prepare, work):
    seconds, error = interrupt(prepare, work)
    assert "KeyboardInterrupt" in error
    assert seconds < 1


def test_progress_counts_primes():
    reported = []
    pigcore.exact(Pig(60), progress=lambda done, of: reported.append((done, of)))
    assert len(reported) >= 16
    assert reported == sorted(reported)
    assert reported[-1][0] == reported[-1][1] == reported[0][1]


@pytest.mark.slow
@pytest.mark.nightly
def test_progress_of_the_rows_is_about_the_work_done(monkeypatch):
    work, reported, rows = [0], [], race.RaceRules.rows

    def counted(self, state):
        work[0] += (self.goal - state[0]) ** 2
        return rows(self, state)

    monkeypatch.setattr(race.RaceRules, "rows", counted)
    share = 0.97
    pigcore.exact(
        pigcore.Farkle.kcd(1250),
        progress=lambda done, of: reported.append((done / of / share, work[0])),
    )
    assert len(reported) > 9
    for done, so_far in reported:
        if 0.05 < done < 1:
            assert abs(done - so_far / work[0]) < 0.15
    assert reported[-1][0] == pytest.approx(1 / share)


def test_signs_are_those_of_the_whole_numbers(monkeypatch):
    """Of margins, also where few bits do not tell them from 0, and of a multiple below 0."""
    systems, likely = [], race.RaceRules.likely
    monkeypatch.setattr(decisions, "signed", lambda system, *_: systems.append(system) or [])
    # The worse action first.
    monkeypatch.setattr(race.RaceRules, "likely", lambda self, at: 1 - likely(self, at))
    pigcore.exact(pigcore.Piglet(34))
    below, above = residues.whole_numbers(systems[0])
    margins = [Fraction(number, below) for number in above]
    assert {margin > 0 for margin in margins} == {True, False}
    for bits in (200, 60):
        monkeypatch.setattr(residues, "_BITS", bits)
        found = residues.signed(systems[0])
        assert [(one > 0) - (one < 0) for one in found] == [
            (margin > 0) - (margin < 0) for margin in margins
        ]
        if bits > 60:
            order = sorted(range(len(found)), key=lambda n: margins[n])
            assert [found[n] for n in order] == sorted(found)


def test_bits_that_all_primes_together_have_to_spare_cost_no_look(monkeypatch):
    """Of games to 400 they are thousands: the first look is behind them."""
    systems, looks, part = [], [], residues._fractional_parts
    monkeypatch.setattr(decisions, "signed", lambda system, *_: systems.append(system) or [])
    pigcore.exact(pigcore.Piglet(34))
    expected = residues.signed(systems[0])
    monkeypatch.setattr(residues, "_PRIME_BITS", 5)  # five times as many primes as are needed
    monkeypatch.setattr(
        residues, "_fractional_parts", lambda *given: looks.append(given) or part(*given)
    )
    found = residues.signed(systems[0])
    assert [one > 0 for one in found] == [one > 0 for one in expected]
    assert [one < 0 for one in found] == [one < 0 for one in expected]
    assert len(looks) == 1


@pytest.mark.slow
def test_progress_goes_on_while_decisions_are_settled(monkeypatch):
    """Piglet to 45 has 700 open decisions; doubles are right in most of them."""
    reported, rounds, solve = [], [], residues._residues

    def counted(system, executor, progress):
        rounds.append(len(reported))
        return solve(system, executor, progress)

    monkeypatch.setattr(residues, "_residues", counted)
    pigcore.exact(pigcore.Piglet(45), progress=lambda done, of: reported.append((done, of)))
    assert len(rounds) == 2, "one round to settle them all, and then the value"
    settling, (_, of) = reported[: rounds[1]], reported[-1]
    assert len(settling) > 5
    assert settling[-1] == (round(of * (1 + 0.65) / 2), of)
    assert reported == sorted(reported)
    assert reported[-1] == (of, of)


@pytest.mark.slow
def test_the_bar_says_how_much_time_is_left():
    screen = on_terminal(*python("-c", BAR))
    assert screen.status == 0
    text = re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", screen.text)
    assert re.search(r"computing Pig \S+ +[1-9]\d% 0:00:0\d", text), text


BAR = """
import time
from pigcore import Pig, exact
from pigcore.console import output
output.PATIENCE = 0
def slowly(progress):
    return lambda done, of: (progress(done, of), time.sleep(0.06))
with output.progress_bar("computing Pig") as progress:
    exact(Pig(60), progress=slowly(progress))
"""
