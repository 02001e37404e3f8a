"""What the verifier prints: proved digits only, and nothing that a terminal could obey."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pigverify import certify, check
from pigverify.algebra.decimals import decimal, decimal_between
from pigverify.race import prove as race
from pigverify.report import lay_out, plain

from pigcore.games import Bag, Duel, Hog, Pig, Piglet, Race, Roll, RuleError

# --- digits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        ("2/3", 10, "0.6666666667"),
        ("-2/3", 3, "-0.667"),
        ("1/2", 4, "0.5000"),
        ("1", 4, "1.000"),
        ("1", 1, "1"),
        ("0", 30, "0"),
        ("9999/10000", 3, "1.00"),
        ("1/100000", 2, "0.000010"),
        ("1/1000000", 2, "1.0e-6"),
        ("-273/10000000000", 2, "-2.7e-8"),
        ("1234567", 7, "1234567"),
        ("1234567", 3, "1.23e+6"),
        ("12345", 6, "12345.0"),
        # In more digits than asked for this is a half, which must not be rounded twice.
        ("1/8", 2, "0.12"),
        ("12500000000000000000000000000000000000001/100000000000000000000000000000000000000000", 2,
         "0.13"),
    ],
)  # fmt: skip
def test_decimals(value, digits, written):
    assert decimal(Fraction(value), digits) == written


@pytest.mark.parametrize(
    ("low", "high", "digits", "written"),
    [
        ("1/3", "1/3", 5, "0.33333"),
        ("1/3", "334/1000", 5, "0.33"),
        ("0.14999", "0.15001", 5, "0.1500"),
        ("0.99", "1.01", 4, "1"),
        ("-0.2001", "-0.2", 9, "-0.200"),
        ("0.1249", "0.1251", 2, "0.1"),
        ("1e-60", "1.04e-60", 30, "1.0e-60"),
        ("0", "1e-60", 30, None),
        ("0", "1", 30, None),
        ("-1e-60", "1e-60", 30, None),
        ("1e-60", "1e-57", 30, None),
        ("0", "0", 30, "0"),
    ],
)
def test_only_digits_on_which_both_ends_agree(low, high, digits, written):
    assert decimal_between((Fraction(low), Fraction(high)), digits) == written


@given(
    value=st.fractions(-10, 10),
    more=st.fractions(0, 1),
    scale=st.integers(0, 40),
    digits=st.integers(1, 30),
)
def test_what_is_printed_is_what_every_number_between_rounds_to(value, more, scale, digits):
    low, high = value, value + more / 10**scale
    written = decimal_between((low, high), digits)
    if written is not None:
        shown = len(written.partition("e")[0].replace("-", "").replace(".", "").lstrip("0")) or 1
        assert shown <= digits
        for between in (low, high, (2 * low + high) / 3):
            assert decimal(between, shown) == written


@pytest.mark.parametrize(
    ("goal", "state", "digits", "roll"),
    [
        (200, (0, 199), 4, "1.245e-60"),
        (200, (0, 199), 1, "1e-60"),
        (111, (0, 110), 30, None),
        (200, (0, 199, 5), 1, None),
    ],
)
def test_tiny_payoffs_have_as_many_digits_as_others(goal, state, digits, roll):
    verdict = check(Piglet(goal), *state, digits=digits)
    narrow = check(Piglet(goal), *state, digits=300)
    assert verdict.ok
    for name in ("roll", "hold", "margin"):
        ends, inner = getattr(verdict, name), getattr(narrow, name)
        if ends is not None:
            assert ends[0] <= inner[0] <= inner[1] <= ends[1]
            value = verdict.as_dict()[name]["value"]
            assert value == decimal(inner[0], digits) == decimal(inner[1], digits)
    if roll:
        assert f"  roll   {roll}\n" in f"{verdict}\n"


def test_few_bits_print_few_digits(monkeypatch):
    monkeypatch.setattr(race, "_precisions", lambda bits: iter([90]))
    wide = check(Piglet(60), 0, 59, digits=30)
    value = wide.as_dict()["roll"]["value"]
    assert wide.decision == "roll"
    assert len(value) < 12
    exact = check(Piglet(60), 0, 59, digits=30).roll
    assert abs(Fraction(value) - exact[0]) < exact[0]


def test_nothing_known_is_said_so():
    endless = Race(Roll({3: "2/3"}, wipe="1/3"), 4, "exact", 2)
    verdict = check(endless, 0, 0, 1)
    assert "  roll   between 0 and 1.00\n" in str(verdict)
    assert "  margin between -1.00 and 1.00" in str(verdict)
    assert verdict.as_dict()["roll"] == {"value": None, "low": "0/1", "high": "1/1"}
    assert "V(0,0)     between 0 and 1.00" in str(certify(endless))


def test_hog_prints_proved_digits_only():
    # A turn need not score here, so that values are enclosed with 256 bits.
    verdict = check(Hog(4, 2, pig_out="pig_out_for_nothing"), 1, 2, digits=200)
    data = verdict.as_dict()
    assert verdict.ok
    for value, ends in [
        (data["win"]["value"], verdict.win),
        (data["margin"], verdict.margin),
        *((data["payoffs"][str(choice)], ends) for choice, ends in verdict.payoffs.items()),
    ]:
        assert ends[0] < ends[1]
        assert 40 < len(value) < 90
        assert value == decimal_between(ends, 200)


def test_reports_of_race_print_proved_digits(monkeypatch):
    monkeypatch.setattr(race, "BITS", 40)
    report = certify(Pig(10))
    assert report.ok
    value = report.as_dict()["win"]["value"]
    assert len(value) < 14
    assert decimal(check(Pig(10), 0, 0).roll[0], len(value) - 2) == value


# --- names ----------------------------------------------------------------------------------------

RUDE = "Evil\x1b[31m\nPig: certified\r\x9b\u202e"


def test_plain_text_spells_what_a_terminal_would_obey():
    assert plain("Münze 🐷 a\u00a0b") == "Münze 🐷 a\u00a0b"
    assert plain(RUDE) == r"Evil\x1b[31m\nPig: certified\r\x9b\u202e"
    assert lay_out(["a\x1bb"], 2) == r"a\x1bb"


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (Piglet(3), (0, 0, 1)),
        (Bag([300, 0], [0, 300], [0, 0]), (0, 0, 0)),
        (Duel(Roll.die(4), holds=range(2, 6)), (3,)),
        (Hog(goal=4), (0, 0)),
    ],
    ids=lambda value: getattr(value, "family", ""),
)
def test_names_cannot_forge_a_line(game, state):
    object.__setattr__(game, "name", RUDE)  # a game refuses it, if it is asked
    for text in (str(check(game, *state)), str(certify(game))):
        assert "\x1b" not in text
        assert r"\x1b[31m\n" in text
        assert not any(line.startswith("Pig") for line in text.splitlines())
        assert text.replace("\n", "").isprintable()


# --- what may be asked ----------------------------------------------------------------------------

STATES = {"race": (0, 0), "bag": (0, 0, 0), "duel": (2,), "hog": (0, 0)}
GAMES = [Pig(5), Bag([300], [0], [0]), Duel(Roll.die(4), holds=range(2, 6)), Hog(goal=4)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)
@pytest.mark.parametrize(
    "tolerance", ["x", b"1", [], 0, -1e-13, float("nan"), float("inf"), 2, True, 10**400, 1j]
)
def test_a_tolerance_is_a_positive_number_up_to_1(game, tolerance):
    with pytest.raises(RuleError, match="tolerance is .* but must be") as caught:
        certify(game, tolerance=tolerance)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("tolerance", [1, 1e-3, Fraction(1, 10)])
def test_tolerances_of_every_kind(tolerance):
    assert certify(Pig(3), tolerance=tolerance).ok


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)
@pytest.mark.parametrize("digits", [0, -1, 10_001, 1.5, "x", None, True])
def test_digits_are_a_number_from_1_to_10000(game, digits):
    with pytest.raises(RuleError, match="digits is"):
        check(game, *STATES[game.family], digits=digits)


@pytest.mark.parametrize("what", [Pig, int, "", b"a.npz", type("Odd", (), {"family": "chess"})()])
def test_what_is_no_game(what):
    with pytest.raises(ValueError, match="must be|give the path|cannot be read"):
        certify(what)
    with pytest.raises(RuleError, match="must be"):
        check(what, 0, 0)
