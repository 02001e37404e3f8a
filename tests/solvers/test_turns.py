"""Races of any turn solved: against fractions, against the race of one roll, states and files."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import turns as slow

import pigcore
from pigcore import BUST, Race, RuleError, StateError, Turn, gain


def capped(throws):
    def throw(left):
        return {BUST: 1, **{gain(face, left - 1): 1 for face in range(2, 7)}} if left else None

    return Turn(throw, throws, word=lambda left: f"left-{left}")


def solved(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
        return pigcore.solve(game)


# --- against fractions ----------------------------------------------------------------------------


@st.composite
def races(draw, **more):
    """A race that is no roll thrown again and again, with its rules."""
    rules = draw(slow.rules(**more))
    if rules.turn.roll is not None and not rules.opening + rules.minimum_bank:
        rules = rules._replace(minimum_bank=1)
    try:
        return rules, Race(
            rules.turn, rules.goal, rules.target, rules.consolation,
            opening=rules.opening, minimum_bank=rules.minimum_bank, win="reach",
        )  # fmt: skip
    except RuleError:
        slow.assume(False)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(races(most_goal=5))
def test_every_state_against_fractions(made):
    rules, game = made
    exact, found = slow.solve(rules), solved(game)
    throw_word, bank_word = ("throw", "bank") if game.turn.chooses else ("roll", "hold")
    values, decisions, unit = found.values(), found.decisions(), game.unit
    several = game.turn.roll is None
    least = {}
    for own in range(0, game.goal, unit):
        for opp in range(0, game.goal, unit):
            throw, after = slow.turn_of(rules, exact, own, opp)
            thrown = slow.outlook_of(rules, exact, own, opp)
            for points in range(0, game.goal - own, unit):
                for place, mode in enumerate(game.turn.modes):
                    state = own, opp, points, *([mode.word] if several else [])
                    at = own // unit, opp // unit, points // unit, *([place] if several else [])
                    if not game.come_to(points)[points // unit] >> place & 1:
                        assert np.isnan(values[at])
                        assert decisions[at] == -1
                        if several:
                            with pytest.raises(StateError, match="no turn has"):
                                found.payoffs(*state)
                        continue
                    begun = points == 0 and place == game.turn.start
                    wanted = {}
                    if mode.throw:
                        wanted[throw_word] = slow.worth(throw(points, place), exact)
                    if mode.may_bank and rules.may_bank(own, points) and not begun:
                        wanted[bank_word] = 1 - exact[opp, own + points]
                    if not wanted:
                        wanted["bust"] = slow.worth(after(points, place), exact)
                    payoffs = found.payoffs(*state)
                    assert payoffs == pytest.approx(
                        {key: float(worth) for key, worth in wanted.items()}, abs=1e-12
                    )
                    assert found.win(*state) == pytest.approx(max(payoffs.values()), abs=1e-12)
                    assert values[at] == pytest.approx(max(payoffs.values()), abs=1e-12)
                    ends = {bank_word: (0, points), "bust": (1, 0)}
                    if mode.throw:
                        ends[throw_word] = thrown(points, place)
                    outlook = found.outlook(*state)
                    assert [*outlook] == [*payoffs]
                    for action, seen in outlook.items():
                        if ends[action] is not None:
                            assert seen == pytest.approx([*map(float, ends[action])], abs=1e-12)
                    action = found.policy(*state)
                    assert wanted[action] >= max(wanted.values()) - Fraction(1, 10**11)
                    assert decisions[at] == {throw_word: 1, bank_word: 0}.get(action, -1)
                    if action == bank_word:
                        least.setdefault((own, opp, place), points)
    table = found.thresholds()
    for (own, opp, place), points in least.items():
        assert table[own // unit, opp // unit, *([place] if several else [])] == points


@pytest.mark.parametrize("game", [Race(capped(3), 20), pigcore.Pig(15), pigcore.Piglet(12)])
def test_the_outlook_of_several_players(game):
    found = pigcore.solve(game.seated(3))
    state = 2, 3, 1, 5, *(["left-2"] if found._modes else [])
    lost = won = 0.0
    rolling = {(state[3], *state[4:]): 1.0}
    while rolling:
        (points, *mode), chance = rolling.popitem()
        left = [f"left-{int(mode[0][-1]) - 1}"] if mode else []
        lost += chance * float(game.turn.modes[-1].throw.bust)
        for outcome in game.turn.modes[-1].throw.outcomes:
            then, p = points + outcome.options[0].gain, chance * float(outcome.chance)
            after = 2, 3, 1, then, *left
            if 2 + then >= game.goal or found.decide(*after) == "hold":
                won += p * then
            else:
                rolling[then, *left] = rolling.get((then, *left), 0.0) + p
    assert found.outlook(*state)["roll"] == pytest.approx((lost, won), abs=1e-12)


def test_the_outlook_of_a_throw_and_of_a_last_turn():
    farkle = solved(pigcore.Farkle.minimal(goal=1000, last_turn=True))
    seen = farkle.outlook(0, 300, 100, (1, 1, 5, 2))
    assert seen["1 1, then bank"] == (0.0, 300.0)
    assert seen["1 1, then throw"] == farkle.outlook(0, 300, 300, 2)["throw"]
    assert farkle.outlook(0, 300, 300, (2, 2, 3)) == {"bust": (1.0, 0.0)}
    payoffs, seen = (ask(600, 1200, 250, 3) for ask in (farkle.payoffs, farkle.outlook))
    assert seen["throw"].bust == pytest.approx(1 - payoffs["throw"], abs=1e-14)
    assert seen["throw"].points >= (600 + 50) * payoffs["throw"]


# --- against the race of one roll ----------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        pigcore.Pig(30), pigcore.TwoDicePig(30), pigcore.HoldOrContinue(20),
        pigcore.ConsolationPig(20), pigcore.PassThePigs(25),
    ],
    ids=lambda game: game.name,
)  # fmt: skip
def test_a_roll_is_what_the_race_of_one_roll_says(game):
    other = Race(game.turn, game.goal, game.target, game.consolation, minimum_bank=1)
    mine, theirs = pigcore.solve(other), pigcore.solve(game)
    assert (other.single, game.single) == (False, True)
    assert np.abs(mine.starts - theirs.starts).max() < 1e-14
    assert np.nanmax(np.abs(mine.values() - theirs.values())) < 1e-14
    assert mine.residual < 1e-12
    assert mine.payoffs(3, 4, 5) == pytest.approx(theirs.payoffs(3, 4, 5), abs=1e-14)
    assert mine.decide(3, 4, 5) == theirs.decide(3, 4, 5)
    assert mine.margin(3, 4, 5) == pytest.approx(theirs.margin(3, 4, 5), abs=1e-14)


def test_of_two_that_are_equal_the_one_that_ends_the_turn_is_played():
    # In mode 1 a throw changes nothing but the mode, in which one must bank.
    rows = {0: {gain(1, 1): 1, BUST: 1}, 1: {gain(0, 2): 1}, 2: None}
    solution = pigcore.solve(Race(Turn(rows.get, 0), 3))
    state = 0, 0, 1, 1
    assert solution.margin(*state) == 0
    assert solution.best(*state) == ("roll", "hold")
    with pytest.warns(pigcore.DisputedWarning, match="mode 1 the two best actions differ"):
        assert solution.decide(*state) == "hold"
    assert solution.policy(*state) == "hold"
    assert solution.decisions()[state] == 0
    assert state in {call.state for call in solution.disputed()}


# --- what is asked for ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ((0, 0, 7, "left-2"), "no turn has 7 points in mode left-2"),
        ((0, 0, 5, "left-9"), "mode is 'left-9', but the modes of Race are left-0, left-1"),
        ((0, 0, 5), "with 5 points the mode is part of a state of Race: give one of left-0"),
        ((9, 0, 0), "own is 9, but a banked score is between 0 and 8"),
        ((0, 0, 5, 2, 1), "a state of Race is OWN OPP .POINTS. .MODE."),
        ((0, 0, -1, 2), "points is -1"),
    ],
)
def test_what_is_no_state_is_refused(state, message):
    solution = pigcore.solve(Race(capped(3), 9))
    for ask in (solution.payoffs, solution.best, solution.decide, solution.advise):
        with pytest.raises(StateError, match=message):
            ask(*state)


def test_where_nothing_is_chosen_there_is_no_margin():
    with pytest.raises(StateError, match="one does not choose between hold and roll"):
        pigcore.solve(Race(capped(3), 9)).margin(0, 0)


def test_a_total_that_no_turn_of_one_roll_has_is_no_state_where_banking_has_rules():
    solution = pigcore.solve(Race(pigcore.Pig().turn, 25, opening=8, minimum_bank=4))
    assert 0 < solution.payoffs(8, 19, 2)["roll"] < 1
    with pytest.raises(pigcore.StateError, match="no turn has 1 point: give another state"):
        solution.payoffs(8, 19, 1)
