"""Values as fractions: against fractions by another route, and what is refused."""

import json
from decimal import Decimal
from fractions import Fraction

import pigverify
import pytest
from hypothesis import example, given, settings
from pigverify.algebra import primes
from pigverify.race import exactly, walk
from support.bags import by_orders
from support.commands import ask
from support.generated import farkle, rolled, some, turned
from support.slow import values_of

import pigcore
from pigcore.games import Farkle, Pig, Race, Roll, RuleError, SizeError


def agrees(game, truth):
    """At the start of every turn."""
    for state in sorted(truth):
        if not any(score % game.unit for score in state):
            assert pigverify.exact(game, *state) == truth[state], state


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(some(rolled, 6) | some(turned, win="reach") | some(farkle, True, True, False))
@example(Farkle({"2": 1, "nothing": 1, "aside": "all", "with": {1: {"1": 1, "2": False}}}, 5, 3, 2))
def test_races_are_those_of_the_slow_reference(game):
    """With dead scores, ties, consolations and wipes; of any turn; and with dice set aside."""
    agrees(game, values_of(game))


@pytest.mark.slow
def test_a_long_one():
    value = pigverify.exact(Pig(100), 0, 0)
    lengths = [len(str(Decimal(part))) for part in value.as_integer_ratio()]
    assert lengths == [20_855, 20_855]
    assert [part % (10**9 + 7) for part in value.as_integer_ratio()] == [434611641, 734982059]
    low, high = pigverify.check(Pig(100), 0, 0, digits=100).value
    assert low <= value <= high


def test_whose_players_have_different_turns():
    game = Race(Roll.die(6), 20, other=Roll.die(8))
    for seat in (1, 2):
        low, high = pigverify.check(game, 3, 5, 0, seat, digits=100).value
        assert low <= pigverify.exact(game, 3, 5, 0, seat) <= high
        assert high - low < Fraction(1, 10**100)


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (pigcore.HoldOrContinue(20), (0, 0)),  # exact ties
        (pigcore.TwoDicePig(40), (3, 5)),  # wipes
        (pigcore.Piglet(8), (0, 0, 2)),  # short ones anywhere
        (pigcore.Hog.fa13_hijinks(14), (0, 0, 0)),
    ],
    ids=repr,
)
def test_it_lies_in_the_enclosure(game, state):
    low, high = pigverify.check(game, *state).value
    assert low <= pigverify.exact(game, *state) <= high


def test_a_duel_is_worth_nothing_and_a_bag_its_score():
    assert pigverify.exact(pigcore.Duel()) == 0
    bag = pigcore.Bag([100, 0, 17], [200, 100, 33], [0, 200, 250])
    assert pigverify.exact(bag) == by_orders(bag)


# --- refusals -------------------------------------------------------------------------------------


def test_what_is_too_long(monkeypatch):
    monkeypatch.setattr(walk, "_MOST_BITS", 10)
    with pytest.raises(SizeError, match="the fraction may have .* digits, but at most 3 are"):
        pigverify.exact(Pig(20), 0, 0)
    monkeypatch.setattr(walk, "_MOST_PRODUCTS", 0)
    with pytest.raises(SizeError, match="where throws wipe, every score depends on every other"):
        pigverify.exact(pigcore.TwoDicePig(40), 0, 0)


def test_what_is_not_proved(monkeypatch):
    monkeypatch.setattr(exactly, "SHORT", 0)
    monkeypatch.setattr(primes, "random_prime", lambda: 7)
    with pytest.raises(RuleError, match="not every decision could be proved: no proof was found"):
        pigverify.exact(Race(Roll({1: "4/7"}, bust="3/7"), goal=6), 0, 0)


# --- the command ----------------------------------------------------------------------------------


def test_the_command():
    said = ask("pigverify", "pig", "--goal", "60", "0", "0", "--exact").stdout
    assert "1,265 digits over 1,266" in said
    said = json.loads(ask("pigverify", "pig", "--goal", "60", "0", "0", "--exact", "--json").stdout)
    assert Fraction(int(said["numerator"]), int(said["denominator"])) == pigverify.exact(
        Pig(60), 0, 0
    )
    assert (said["ok"], said["value"][:6], said["state"]["own"]) == (True, "0.5398", 0)
    assert "exactly  0" in ask("pigverify", "duel", "--exact").stdout
