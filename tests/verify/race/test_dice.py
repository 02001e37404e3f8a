"""The verifier of Farkle: brute force in fractions, ties, last turns, damaged tables."""

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from pigverify import certify, check, kernels, race
from pigverify.race import rules as proof_rules
from pigverify.race.decisions import Decisions
from pigverify.race.enclosure import Enclosure, enclose
from pigverify.race.rules import Rules
from support.commands import ask, refused
from support.enclosures import Solution, holds
from support.farkle_in_fractions import Slow, farkles

import pigcore
from pigcore.games import SizeError, StateError
from pigcore.games.dice import Choice
from pigcore.games.farkle import Farkle

TINY = {
    "singles": Farkle({"1": 1}, goal=5, dice=2, sides=3),
    "pairs": Farkle({"1": 2, "2": 1, "3 3": 3}, goal=6, dice=3, sides=3),
    "opening": Farkle({"1": 1, "2 2": 3}, goal=7, dice=2, sides=3, opening=3, minimum_bank=2),
    "hot": Farkle({"1": 1, "2": 1, "2 2": 3}, goal=6, dice=2, sides=3, must_roll_hot_dice=True),
    "nothing": Farkle({"1": 1, "nothing": 1}, goal=6, dice=2, sides=3),
    "last turn": Farkle(
        {"1": 1, "2 2": 3}, goal=4, dice=2, sides=["1/2", "1/4", "1/4"], last_turn=True
    ),
}  # fmt: skip


def solved(game):
    slow = Slow(game)
    slow.solve()
    return slow


@pytest.fixture(scope="module", params=TINY)
def tiny(request):
    return solved(TINY[request.param])


def states_below_the_goal(slow):
    """(own, opp, points, dice) that turns come to."""
    found, new = set(), {(0, slow.dice)}
    while new:
        found |= new
        new = {
            (points + more, left)
            for points, n in new
            for _, choices in slow.throws(n)
            for _, more, left in choices
            if points + more < slow.game.goal
        } - found
    for own, opp in slow.starts:
        for points, n in sorted(found):
            if own + points < slow.game.goal:
                yield own, opp, points, n


def option_sets(slow, n):
    """What the throws of n dice leave to choose, without what is never better."""
    for _, choices in slow.throws(n):
        options = {(more, left) for _, more, left in choices}
        if not slow.game.last_turn:
            options = {(max(g for g, left in options if left == one), one) for _, one in options}
        if len(options) > 1:
            yield frozenset(options)


def counts(slow):
    """States with a choice and ties among them; sets of options in states, and ties there."""
    found = [0, 0, 0, 0]
    for own, opp, points, n in states_below_the_goal(slow):
        slow.known = {}
        x = 1 - slow.starts[opp, own]

        def worths(points, n, own=own, opp=opp, x=x):
            return [a + b * x for a, b in slow.actions(own, opp, points, n, x).values()]

        here = worths(points, n)
        found[0] += len(here) > 1
        found[1] += len(here) > 1 and here[0] == here[1]
        for options in set(option_sets(slow, n)):
            each = [max(worths(points + more, left)) for more, left in options]
            found[2] += 1
            found[3] += each.count(max(each)) > 1
    return found


# --- the rules ------------------------------------------------------------------------------------


def test_throws_and_choices_are_those_of_the_dice():
    for slow in map(Slow, TINY.values()):
        rules = Rules(slow.game)
        for n in range(1, slow.dice + 1):
            below, unit, found, busts = rules.denominators[n - 1], slow.game.unit, {}, 0
            for chance, choices in slow.throws(n):
                options = tuple(sorted({(more // unit, left - 1) for _, more, left in choices}))
                found[options] = found.get(options, 0) + chance * below
            busts = found.pop((), 0)
            assert (rules.choices[n - 1], rules.busts[n - 1]) == (found, busts)


# --- against brute force --------------------------------------------------------------------------


@pytest.mark.slow
def test_every_turn_start_and_every_count_of_tiny_games(tiny):
    found = Enclosure(Rules(tiny.game), 200)
    decisions = Decisions(found)
    for turn in enclose(found):
        decisions.add(turn)
    for (own, opp), value in tiny.starts.items():
        low, high = found.value(own, opp)
        assert low <= value <= high
        assert high - low < Fraction(1, 10**50)
    report = certify(tiny.game)
    assert report.ok
    assert holds(report.value, tiny.starts[0, 0])
    numbers = [report.states, report.ties, report.asides, report.aside_ties]
    if tiny.game.last_turn:  # turns go on past the goal
        assert all(a >= b for a, b in zip(numbers, counts(tiny)))
    else:
        assert numbers == counts(tiny)


@pytest.mark.slow
def test_payoffs_of_states_and_throws_of_tiny_games(tiny):
    rng = random.Random(3)
    for own, opp, points, n in rng.sample(list(states_below_the_goal(tiny)), 4):
        thrown = tuple(rng.randint(1, tiny.game.dice.sides) for _ in range(n))
        for dice in (n, thrown):
            verdict = check(tiny.game, own, opp, points, dice)
            exact = {
                action if isinstance(action, str) else str(Choice(*action)): worth
                for action, worth in tiny.payoffs(own, opp, points, dice).items()
            }
            assert verdict.ok
            assert verdict.payoffs.keys() == exact.keys()
            assert all(holds(verdict.payoffs[action], worth) for action, worth in exact.items())
            best = max(exact.values())
            assert set(verdict.best) == {a for a, worth in exact.items() if worth == best}


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(farkles())
def test_generated_games(game):
    slow, report = solved(game), race.certify(game)  # one die is a race of one roll, too
    assert report.ok
    assert holds(report.value, slow.starts[0, 0])
    if game.unit == 1 and not game.last_turn:
        assert [report.states, report.ties, report.asides, report.aside_ties] == counts(slow)


# --- ties -----------------------------------------------------------------------------------------


# A 1 alone scores as much as 1 2: whoever banks may set aside either.
EITHER = Farkle({"1": 2, "1 2": 2}, goal=8, dice=2, sides=4)


@pytest.mark.parametrize("plain", [False, True])
def test_options_that_lead_to_banking_the_same_are_equal(plain):
    slow = solved(EITHER)
    with kernels.plain(plain):
        report = certify(EITHER)
    assert report.ok
    assert [report.states, report.ties, report.asides, report.aside_ties] == counts(slow)
    assert report.aside_ties > 0
    assert (report.proof.bits, report.proof.ties, report.proof.primes) == (62, "equality", 0)


@pytest.mark.parametrize("short", [0, 10**6], ids=["primes", "fractions"])
def test_ties_between_numbers_that_are_not_known_exactly(short, monkeypatch):
    monkeypatch.setattr("pigverify.race.ties.SHORT", short)
    monkeypatch.setattr("pigverify.race.decisions.View.bank_alike", lambda *_: False)
    game, slow = EITHER, solved(EITHER)
    with kernels.plain(True):
        report = certify(game)
    assert report.ok
    assert [report.states, report.ties, report.asides, report.aside_ties] == counts(slow)
    assert report.proof.ties == "fractions" if short else "primes"
    assert report.proof.primes == (0 if short else 3)
    assert report.proof.error_chance < 2.0**-300
    verdict = check(game, 2, 2, 0, (1, 2))
    assert (verdict.decision, verdict.margin, verdict.proof.ties) == ("tie", (0, 0), "equality")


@pytest.mark.parametrize(("name", "bits"), [("last turn", 16), ("hot", 9)])
def test_what_overlaps_with_few_bits_is_no_tie(name, bits):
    found = Enclosure(Rules(TINY[name]), bits)
    decisions = Decisions(found)
    for turn in enclose(found):
        decisions.add(turn)
    assert decisions.undecided > 0
    assert decisions.ties == certify(TINY[name]).ties == 0


# --- tables ---------------------------------------------------------------------------------------

SCORING = {"1": 100, "5": 50, "2 2": 150, "3 3 3": 200}
SMALL = Farkle(SCORING, goal=500, dice=3, sides=6)


@pytest.fixture(scope="module")
def right():
    return pigcore.solve(SMALL).starts.tolist()


def test_a_right_table_is_certified(right):
    report = certify(Solution(SMALL, right))
    assert report.ok
    assert report.error < 5e-15
    assert report.own.right == report.states - report.ties
    assert (report.own.wrong, report.own.disputed_wrong) == (0, 0)
    json.dumps(report.as_dict(), allow_nan=False)
    assert "choices proved" in str(report)


def test_any_single_change_is_refuted(right):
    rng = random.Random(11)
    for _ in range(6):
        i, j = rng.randrange(SMALL.units), rng.randrange(SMALL.units)
        step = rng.choice([1e-12, 1e-9, 1e-6, 1e-2])
        damaged = [row.copy() for row in right]
        damaged[i][j] += step if damaged[i][j] < 0.5 else -step
        report = certify(Solution(SMALL, damaged))
        assert report.refuted
        assert report.worst == (50 * i, 50 * j)
        assert report.error >= step - 1e-14


# --- one state ------------------------------------------------------------------------------------


def test_past_the_goal_and_before_the_last_turn():
    game = Farkle(SCORING, 300, 3, last_turn=True)
    solution = pigcore.solve(game)
    for points in (300, 450):
        verdict = check(game, 150, 200, points, 3)
        for action, worth in solution.payoffs(150, 200, points, 3).items():
            assert abs(worth - verdict.payoffs[action][0]) < 1e-13
    assert check(SMALL, 250, 200, 300, 2).proof.method == "rules"


@pytest.mark.slow
@pytest.mark.parametrize("rules", [{}, {"must_roll_hot_dice": True}])
def test_states_of_a_last_turn(rules):
    """Against fractions, throw by throw, what is proved and what doubles say, ties too."""
    game = Farkle({"1": 1, "2 2": 3, "1 1": 2}, 4, 2, 3, last_turn=True, **rules)
    slow, solution, ties = Slow(game), pigcore.solve(game), 0
    throws = [faces for n in (1, 2) for faces in [(1,) * n, (2,) * n, (1, 2)[:n], (3,) * n]]
    for own, opp, points in ((0, 4, 0), (3, 5, 0), (1, 6, 2), (2, 9, 4), (0, 4, 5)):
        for dice in (1, 2, *throws):
            hand = dice if isinstance(dice, int) else len(dice)
            if not game.come_to(points)[-1] >> hand - 1 & 1:
                continue
            state = own, opp, points, dice
            need = opp - own - points + 1
            if isinstance(dice, int):
                right = {"throw" if need > 0 else "bank": slow.chase(need, dice)}
            else:
                right = {
                    str(Choice(aside, "throw" if need > more else "bank")):
                        slow.chase(need - more, left)
                    for aside, more, left in slow.choices(dice)
                } or {"bust": 0}  # fmt: skip
            most = max(right.values())
            best = {action for action, worth in right.items() if worth == most}
            said = check(game, *state)
            assert said.ok
            assert set(said.best) == best
            assert all(low <= right[one] <= high for one, (low, high) in said.payoffs.items())
            assert solution.payoffs(*state) == pytest.approx(right, abs=1e-15)
            assert set(solution.best(*state)) == best
            assert solution.win(*state) == pytest.approx(float(most), abs=1e-15)
            ties += len(best) > 1
    assert ties


# --- refusals -------------------------------------------------------------------------------------


def test_what_is_not_proved_is_refused_in_a_sentence():
    with pytest.raises(SizeError, match="would take days: choose a goal of at most 20,000"):
        check(Farkle.minimal(20_050), 0, 0)
    with pytest.raises(StateError, match="no turn has 50 points with 3 dice"):
        check(SMALL, 0, 0, 50, 3)
    with pytest.raises(StateError, match="a die shows a number between 1 and 6"):
        check(SMALL, 0, 0, 0, (1, 2, 7))
    assert proof_rules.MOST_UNITS == 400


def test_the_command_proves_what_to_set_aside():
    done = ask("pigverify", "farkle:kcd", "3600", "3700", "--throw", "1,1,5,3,2,4")
    assert done.returncode == 0
    assert "throw 1 1 2 3 4 5: tie of 1 2 3 4 5, then bank and 1 1" in " ".join(done.stdout.split())
    done = ask("pigverify", "farkle:kcd", "3600", "3700", "50", "--throw", "1,1,5,3,2,4")
    assert refused(done, "pigverify", "no turn has 50 points with 6 dice")
    done = ask("pigverify", "pig", "34", "35", "--throw", "1,1")
    assert refused(done, "pigverify", "leaves nothing to decide about a throw")
    done = ask("pigverify", "farkle:kcd", "--all", "--throw", "1,1")
    assert refused(done, "pigverify", "only in a state can dice lie on the table")


@pytest.mark.slow
@pytest.mark.parametrize("points", [600, 6_000])
def test_scores_of_many_times_the_goal(points):
    # One die that scores 1 with chance p: who needs d points makes them with chance p^d.
    game = Farkle({"1": 1}, 10, 1, ["99/100", "1/100"], last_turn=True)
    passed = Fraction(99, 100) ** (points + 1)
    last = check(game, 0, points).payoffs["throw"]
    assert last[0] <= passed <= last[1]
    low, high = check(game, 0, 0, points).payoffs["bank"]
    assert low <= 1 - passed <= high
