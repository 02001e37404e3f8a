"""The compiled pass over a race: the same integers as plain Python with as many bits."""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import assume, given, settings
from pigverify import certify, kernels
from pigverify.kernels import PLAIN
from pigverify.race import compiled
from pigverify.race.carried import Nothing
from pigverify.race.compiled import FIRST_BITS, enclose_first, is_small
from pigverify.race.decisions import Decisions
from pigverify.race.enclosure import Enclosure, Unproved, enclose_all
from pigverify.race.rules import Rules
from support import turns
from support.commands import ask
from support.enclosures import Solution, table_of

from pigcore.games import Farkle, HoldOrContinue, Pig, Piglet, Race, Roll
from pigcore.games.errors import RuleError
from pigcore.games.rules import game, named_games

COUNTS = (
    "decided", "ties", "opened", "never", "asides", "aside_ties", "asides_opened", "throws",
)  # fmt: skip


def proved(proving, rules, hint=None, most=10, executor=None):
    """All intervals, all counts and the closest calls; None where there are no intervals."""
    found = Enclosure(rules, FIRST_BITS, hint, Nothing())
    decisions = Decisions(found, most)
    try:
        proving(found, [decisions], None, executor)
    except Unproved:
        return None
    counts = [getattr(decisions, name) for name in COUNTS]
    return found.low, found.high, counts, sorted(decisions._closest._heap)


def same(race, hint=None, most=10):
    rules = Rules(race)
    mine = proved(enclose_first, rules, hint, most)
    assert mine == proved(enclose_all, rules, hint, most)
    return mine


# --- the same integers ----------------------------------------------------------------------------


RACES = [name for name, make in named_games().items() if isinstance(make(), Race)]


@pytest.mark.slow
@pytest.mark.parametrize("name", RACES)
def test_ready_made_races_are_proved_by_the_same_integers(name):
    made = named_games()[name]()
    race = game(name, goal=made.unit * (2 if name.startswith("zombie") else 12))
    rules = Rules(race)
    if is_small(rules) or rules.wipe:
        assert same(race) is not None


def test_a_hint_is_read_alike():
    assert same(Pig(10), hint=table_of(Pig(10))) is not None


@pytest.mark.slow
@given(turns.rules(most_goal=9))
@settings(max_examples=60, deadline=None)
def test_generated_turns_are_proved_by_the_same_integers(given_rules):
    try:
        race = Race(**given_rules._asdict())
    except RuleError:
        assume(False)
    same(race)


@pytest.mark.slow
def test_what_is_open_is_looked_at_in_python():
    # With 62 bits the closest calls of Piglet stay open, and dead scores are counted in Python.
    *_, counts, _ = same(Piglet(50))
    assert counts[COUNTS.index("opened")] > 0
    *_, counts, _ = same(HoldOrContinue(30))
    assert counts[COUNTS.index("never")] == 1


@pytest.mark.parametrize("most", [1, 7, 4000])
def test_the_closest_calls_are_the_same(most):
    *_, closest = same(Pig(15), most=most)
    assert len(closest) == min(most, 15 * 15 * 7)


def test_blocks_elsewhere_find_the_same():
    with ThreadPoolExecutor(2) as threads:
        rules = Rules(Pig(60))
        assert proved(enclose_first, rules, None, 10, threads) == proved(enclose_first, rules)


# --- where it serves ------------------------------------------------------------------------------


def test_long_weights_and_last_turns_are_proved_in_python():
    below = 2**63 + 1
    long = Race(Roll({1: f"{2**62}/{below}"}, bust=f"{2**62 + 1}/{below}"), 5)
    assert not is_small(Rules(long))
    assert not is_small(Rules(Farkle.minimal(300, last_turn=True)))
    assert certify(long).proof.bits == 200


def test_reports_do_not_depend_on_what_is_compiled(monkeypatch):
    solved = Solution(Pig(12), table_of(Pig(12)))
    mine = [certify(it).as_dict() for it in (Pig(20), solved)]
    monkeypatch.setenv(PLAIN, "1")
    assert [certify(it).as_dict() for it in (Pig(20), solved)] == mine


def test_without_compiled_modules_python_serves(monkeypatch):
    def none(name, package):
        raise ImportError(name)

    monkeypatch.setattr(kernels, "import_module", none)
    assert kernels.compiled("race") is None
    assert certify(Pig(10)).proof.bits == FIRST_BITS


def test_plain_python_can_be_asked_for(monkeypatch):
    seen = []
    monkeypatch.setattr(compiled, "enclose_all", lambda *given: seen.append(given) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        ask("pigverify", "pig", "--goal", "10", "--all", "--plain")
    assert seen
    assert ask("pigverify", "pig", "--goal", "10", "--all")


# --- what the module refuses ----------------------------------------------------------------------


def arrays(**other):
    zero = array("q", [0])
    one = array("q", [1])
    return {
        "low": array("Q", [0]), "high": array("Q", [1 << 62]), "wipe_low": array("Q", [0]),
        "wipe_high": array("Q", [0]), "returns": zero, "first": zero, "dead": zero, "sure": zero,
        "banks": one, "denominators": array("Q", [6]), "busts": array("Q", [1]),
        "wipes": array("Q", [0]), "level": array("q", [0, 1]), "order": zero, "counted": one,
        "sets": array("q", [0, 1]), "weights": array("Q", [5]), "options": array("q", [0, 1]),
        "gains": one, "after": zero,
    } | other  # fmt: skip


def made(**other):
    return kernels.compiled("race").Race(
        1, 1, 1, 0, exact=False, eager=False, rounding=8, calls=3, arrays=arrays(**other)
    )


def test_a_race_of_one_unit():
    race = made()
    assert race.prove(array("q", [0, 0]), 0, 1)
    assert race.found == (0, 0, 0, 0, 1)
    with pytest.raises(ValueError, match="no pairs"):
        race.prove(array("q", [0, 1]), 0, 1)
    with pytest.raises(ValueError, match="no pairs"):
        race.prove(array("q", [0, 0]), 0, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": array("Q", [6])}, {"denominators": array("Q", [1 << 63])},
        {"gains": array("q", [2])}, {"after": array("q", [1])}, {"order": array("q", [1])},
        {"returns": array("q", [2])}, {"level": array("q", [0, 2])}, {"sets": array("q", [0, 2])},
        {"options": array("q", [0, 0])}, {"high": array("Q", [(1 << 62) + 1])},
        {"low": array("q", [0])}, {"first": array("q", [0, 0])},
    ],
    ids=lambda wrong: next(iter(wrong)),
)  # fmt: skip
def test_numbers_that_lead_out_of_an_array_are_refused(wrong):
    with pytest.raises(ValueError, match=r"out of range|another type or length"):
        made(**wrong)
