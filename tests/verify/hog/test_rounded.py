"""Hog between integers of 126 bits: compiled and in plain Python, and what they leave open."""

import dataclasses
from array import array
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from pigverify import kernels
from pigverify.hog import certify, rounded
from pigverify.hog.exact import Turns
from pigverify.hog.rounded import BITS, ONE, Rounded
from pigverify.hog.rules import Rules
from pigverify.kernels import PLAIN
from support import hogs
from support.commands import ask
from support.compiled import altered

from pigcore.games import Hog, RuleError
from pigcore.games.rules import game, named_games

TERMS = [name for name in named_games() if name.partition(":")[0] == "hog"]


def same(rules):
    """The numbers of the compiled module, after those of plain Python."""
    mine, plain = rounded.enclosed(rules), Rounded(Turns(rules))
    for total in rules.layers:
        plain.settle(total)
    assert type(mine) is not Rounded
    assert mine.near == plain.near
    for state in rules.states():
        assert mine.worths(state) == plain.worths(state)
    return mine


# --- the same integers ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TERMS)
def test_ready_made_terms_are_proved_by_the_same_integers(name):
    same(Rules(game(name, goal=9)))


def test_the_rest_of_a_game_is_proved_by_the_same_integers():
    same(Rules(Hog.fa13_hijinks(12), lowest=14))


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(hogs.hogs(max_goal=9))
def test_generated_games_are_proved_by_the_same_integers(given_game):
    rules = Rules(given_game)
    assume(not rules.falls)
    found, brute = same(rules), hogs.Solved(hogs.plain(given_game))
    for state in rules.states():
        for choice, (low, high) in found.worths(state).items():
            worth = brute.worth(0, *state, choice)[0]
            assert Fraction(low, ONE) <= worth <= Fraction(high, ONE)


@pytest.mark.parametrize("table", [None, "right", "wrong"])
def test_reports_do_not_depend_on_what_is_compiled(monkeypatch, table):
    hog = dataclasses.replace(Hog.fa13_hijinks(12), max_dice=3)
    found, arrays = rounded.enclosed(Rules(hog)), None
    if table:
        values = [
            [
                [float(found.judgement((i, j, k)).value[0] / ONE) for j in range(12)]
                for i in range(12)
            ]
            for k in (0, 1)
        ]
        values[0][3][4] += 1e-3 * (table == "wrong")
        arrays = dict(zip(("starts", "exchanged"), values))
    mine = certify(hog, arrays).as_dict()
    assert mine["refuted"] == (table == "wrong")
    monkeypatch.setenv(PLAIN, "1")
    assert certify(hog, arrays).as_dict() == mine


def test_plain_python_can_be_asked_for(monkeypatch):
    monkeypatch.setattr(rounded, "_Compiled", None)
    with pytest.raises(TypeError):
        ask("pigverify", "hog:fa24", "--goal", "5", "--all")
    assert ask("pigverify", "hog:fa24", "--goal", "5", "--all", "--plain")


# --- what is left open ----------------------------------------------------------------------------


def test_ties_that_are_left_open_are_proved_without_rounding():
    report = certify(dataclasses.replace(Hog.fa13_hijinks(12), max_dice=3))
    brute = hogs.Solved(hogs.term("fa13_hijinks", 12, 3))
    first, second = report.stages
    assert (first.bits, first.states, first.starts) == (BITS, 287, 288)
    assert (second.states, second.starts) == (1, 5)
    assert first.states + second.states == report.states
    assert (report.ties, report.proof.ties) == (23, "equality")
    assert all(best == brute.best(*state) for state, best in report.tied.items())
    assert report.as_dict()["stages"][1] == {"bits": second.bits, "states": 1, "starts": 5}
    assert "5 turn starts computed" in str(report)


def test_what_is_nearly_a_tie_is_none():
    # Who moves at 1 to 1 or ahead wins at once with chance 3^-100 n dice or more, or loses.
    points = lambda points: 9 if points == 300 else 1  # noqa: E731
    report = certify(Hog(3, 100, (3, 3), pig_out=None, points=points), closest=1)
    assert (report.states, report.ties, report.undecided) == (9, 3, 0)
    assert report.best == (100,)
    assert report.closest[0].margin == (Fraction(1, 3**200), Fraction(1, 3**200))
    assert report.stages[1].states == 6


def test_rolls_and_scores_that_are_too_many_are_left_to_python(monkeypatch):
    assert type(rounded.enclosed(Rules(Hog(2, 24)))) is not Rounded
    assert type(rounded.enclosed(Rules(Hog(2, 25)))) is Rounded
    monkeypatch.setattr(rounded, "_MOST_PLACES", 10)
    assert type(rounded.enclosed(Rules(Hog(2, 24)))) is Rounded


def test_a_game_without_a_choice_has_no_closest_call():
    report = certify(Hog(3, 1))
    assert (report.ok, report.states, report.closest) == (True, 9, ())


# --- what the module refuses ----------------------------------------------------------------------


def arrays(**other):
    """Goal 1, one coin that shows 1 or 2."""
    zero, one = array("q", [0]), array("q", [0, 1])
    return {
        "winners": array("q", [-1, 1, 1]), "layers": array("q", [0, 0]), "arrivals": array("q"),
        "kinds": zero, "rolls": one, "offsets": array("q", [1]), "runs": array("q", [0, 2]),
        "weights": array("Q", [1, 1]), "divisors": array("Q", [2]), "free": array("q"),
        "near": array("Q", [0]),
    } | other  # fmt: skip


def made(exchange=-1, **other):
    hog = kernels.compiled("hog").Hog
    return hog(1, 1, 1, 3, 1, exchange=exchange, arrays=arrays(**other))


def test_a_game_of_one_state():
    near = array("Q", [0])
    hog = made(near=near)
    hog.settle()
    assert hog.payoffs(0, 0, 0) == [(ONE, ONE)]
    assert near[0] == (1 << 64) - 1  # the whole, in units of 2^-64, is one more than fits
    with pytest.raises(ValueError, match="every total is settled"):
        hog.settle()
    with pytest.raises(ValueError, match="no state"):
        hog.payoffs(1, 0, 0)


@pytest.mark.parametrize(
    ("exchange", "winners", "free", "worths", "margin"),
    [
        (0, [-1, -1, 1], [], [(0, ONE), (ONE // 2, ONE)], 0),
        (1, [-1, -1, 0], [2], [(0, ONE), (0, 0), (0, ONE // 2)], 0),
        (2, [-1, -1, 1], [], [(ONE, ONE), (ONE // 2, ONE)], 0),
        (0, [0, 1, 0], [], [(0, 0), (ONE // 2, ONE // 2)], 1 << 63),
        (2, [-1, 1, 0], [1], [(0, 0), (ONE, ONE), (ONE // 2, ONE // 2)], 1 << 63),
        (-1, [0, 1, 0], [], [(ONE // 2, ONE // 2)], 1 << 63),
    ],
)
def test_choices_come_in_their_order(exchange, winners, free, worths, margin):
    """Any that may be the best is a rival: what is worth more than all others has a margin."""
    near, arrays = array("Q", [9]), {"winners": array("q", winners), "free": array("q", free)}
    hog = made(exchange=exchange, near=near, **arrays)
    assert hog.payoffs(0, 0, 0) == worths
    hog.settle()
    assert near[0] == margin


def test_what_is_not_said_may_be_anything():
    assert made(winners=array("q", [-1, -1, 1])).payoffs(0, 0, 0) == [(ONE // 2, ONE)]


def test_what_is_written_to_must_be_writable():
    near = np.zeros(1, "Q")
    made(near=near)
    near.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        made(near=near)


@pytest.mark.parametrize("wins", [0, 1])
@pytest.mark.parametrize("same", [0, 1])
def test_what_is_sure_is_handed_on_without_rounding(wins, same):
    """The die has one side; from 1 to 1 a turn ends the game, and from 0 to 1 it leads there."""
    winners = array("q", [-1] * 16)
    winners[6] = wins
    hog = kernels.compiled("hog").Hog(2, 1, 1, 4, 4, exchange=-1, arrays=arrays(
        winners=winners, layers=array("q", [0, 1, 1, 1]), arrivals=array("q", [5, 1, same]),
        kinds=array("q", [0] * 4), near=array("Q", [0] * 4),
        runs=array("q", [0, 1]), weights=array("Q", [1]), divisors=array("Q", [1]),
    ))  # fmt: skip
    hog.settle()
    assert hog.payoffs(1, 1, 0) == [(wins * ONE, wins * ONE)]
    assert hog.payoffs(0, 1, 0) == [(ONE, ONE) if wins == same else (0, 0)]


def test_only_the_states_of_a_total_are_judged():
    """Who moves wins at once, so that every state that is looked at has a margin."""
    near = array("Q", [0] * 4)
    hog = kernels.compiled("hog").Hog(2, 1, 1, 4, 4, exchange=-1, arrays=arrays(
        winners=array("q", [1] * 16), layers=array("q", [0] * 4), kinds=array("q", [0] * 4),
        near=near,
    ))  # fmt: skip
    seen = []
    for _ in range(3):
        hog.settle()
        seen.append([bool(margin) for margin in near])
    assert seen == [[False, False, False, True], [False, True, True, True], [True] * 4]


def is_right(goal, parities, most, width, height, exchange, a):
    """What is demanded of the arrays, so that nothing leads out of one."""
    size, kinds, runs = width * height, len(a["divisors"]) // most, len(a["offsets"])
    places = size - (goal - 1) * (width + 1)

    def rising(name, end):
        return (
            [0, *sorted(a[name]), end] == [0, *a[name], end] == [a[name][0], *a[name], a[name][-1]]
        )

    if not (rising("rolls", runs) and rising("runs", len(a["weights"]))):
        return False
    if not (rising("layers", len(a["arrivals"]) // 3) and -1 <= exchange < places):
        return False
    for layer in range(2 * goal - 1):
        total = 2 * goal - 2 - layer
        for n in range(a["layers"][layer], a["layers"][layer + 1]):
            own = a["arrivals"][3 * n + 1]
            if a["arrivals"][3 * n] not in range(size):
                return False
            if not (0 <= own < goal and 0 <= total - own < goal):
                return False
    weights = [sum(a["weights"][slice(*a["runs"][k : k + 2])]) for k in range(runs)]
    return (
        all(one in range(kinds) for one in a["kinds"])
        and all(one in range(size) for one in a["free"])
        and all(
            offset >= 0 and offset + end - begin <= places and offset < places
            for offset, begin, end in zip(a["offsets"], a["runs"], a["runs"][1:])
        )
        and all(
            sum(weights[slice(*a["rolls"][k : k + 2])]) == a["divisors"][k] in range(1, 1 << 63)
            for k in range(kinds * most)
        )
    )


@pytest.mark.parametrize("name", ["fa13_hijinks", "sp16"])
def test_a_number_is_refused_just_if_it_leads_out_of_an_array(monkeypatch, name):
    given = []

    def note(*sizes, exchange, arrays):
        given.append((*sizes, exchange, arrays))
        raise InterruptedError

    monkeypatch.setattr(rounded, "compiled", lambda name: SimpleNamespace(Hog=note))
    with pytest.raises(InterruptedError):
        rounded.enclosed(Rules(dataclasses.replace(getattr(Hog, name)(3), max_dice=2)))
    ((goal, parities, most, width, height, exchange, right),) = given
    sizes = goal, parities, most, width, height
    hog, size, kinds = kernels.compiled("hog").Hog, width * height, len(right["divisors"]) // most
    places = size - (goal - 1) * (width + 1)
    checked = {key: one for key, one in right.items() if key not in ("winners", "near")}
    bounds = -1, 0, goal - 1, goal, kinds - 1, kinds, places - 1, places, size - 1, size, 1 << 50
    refused = 0
    for key, place, changed in altered(checked, bounds):
        if is_right(*sizes, exchange, changed):
            hog(*sizes, exchange=exchange, arrays=right | changed)
        else:
            refused += 1
            with pytest.raises(ValueError, match="out of range"):
                pytest.fail(
                    f"{key} {place} {hog(*sizes, exchange=exchange, arrays=right | changed)}"
                )
    assert refused > 300
    for there in (-2, -1, 0, places - 1, places):
        if -1 <= there < places:
            hog(*sizes, exchange=there, arrays=right)
        else:
            with pytest.raises(ValueError, match="out of range"):
                hog(*sizes, exchange=there, arrays=right)
    uneven = right | {"arrivals": right["arrivals"] + array("q", [0])}
    with pytest.raises(ValueError, match="out of range"):
        hog(*sizes, exchange=exchange, arrays=uneven)


@pytest.mark.parametrize(
    ("place", "least", "most"),
    [(0, 1, 1 << 16), (1, 1, 2), (2, 1, 1 << 16), (3, 1 << 16, 1 << 24), (4, 1 << 16, 1 << 24)],
)
def test_sizes_have_limits(place, least, most):
    usual = [1 << 16 if place > 2 else 1, 1, 1, 1 << 17, 1 << 17]
    for size in (least - 1, least, most, most + 1):
        sizes = [*usual[:place], size, *usual[place + 1 :]]
        allowed = least <= size <= most
        refusal = "another type or length" if allowed else "a size is out of range"
        with pytest.raises(ValueError, match=refusal):
            kernels.compiled("hog").Hog(*sizes, exchange=-1, arrays=arrays())


def test_a_game_is_made_once_and_has_the_states_that_it_has():
    hog = made()
    with pytest.raises(ValueError, match="made once"):
        hog.__init__(1, 1, 1, 3, 1, exchange=-1, arrays=arrays())
    for state in [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (1, 0, 0), (0, 1, 0), (0, 0, 1)]:
        with pytest.raises(ValueError, match="no state"):
            hog.payoffs(*state)


def test_a_game_that_can_stand_still_takes_the_other_way(monkeypatch):
    monkeypatch.setattr(rounded, "Rounded", None)
    with pytest.raises(RuleError, match="the players can go on for ever without anybody"):
        certify(Hog(9, 2, bacon=lambda own, opp: 0))
    assert certify(Hog(2, 1, (2, 2), pig_out="pig_out_for_nothing")).proof.bits == 128
