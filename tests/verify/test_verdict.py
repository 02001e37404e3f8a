"""What a proof says, in every family alike: proved digits only, frozen, in words and as data."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from pigverify import Call, Proof, certify, check
from pigverify.algebra.decimals import decimal, decimal_between
from pigverify.printing import lay_out, plain
from pigverify.race import prove as race

from pigcore.games import Bag, Duel, Hog, HoldOrContinue, Pig, Piglet, Race, Roll, RuleError

# --- digits ---------------------------------------------------------------------------------------


@pytest.mark.slow
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
    for name in [*verdict.payoffs, "margin"]:
        ends, inner = (one.payoffs.get(name, one.margin) for one in (verdict, narrow))
        if ends is not None:
            assert ends[0] <= inner[0] <= inner[1] <= ends[1]
            value = as_dict(verdict, name)["value"]
            assert value == decimal(inner[0], digits) == decimal(inner[1], digits)
    if roll:
        assert f"  roll  {roll}\n" in f"{verdict}\n"


def as_dict(verdict, name):
    """A number of a race's verdict as data."""
    data = verdict.as_dict()
    worths = {row["action"]: row["worth"] for row in data["payoffs"]}
    return data["margin"] if name == "margin" else worths[name]


def test_few_bits_print_few_digits(monkeypatch):
    monkeypatch.setattr(race, "precisions", lambda *_: iter([80]))
    wide = check(Piglet(60), 0, 59, digits=30)
    value = wide.as_dict()["value"]["value"]
    assert wide.decision == "roll"
    assert len(value) < 12
    exact = check(Piglet(60), 0, 59, digits=30).payoffs["roll"]
    assert abs(Fraction(value) - exact[0]) < exact[0]


def test_nothing_known_is_said_so(monkeypatch):
    monkeypatch.setattr(race, "precisions", lambda *bits: iter(()))
    endless = Race(Roll({3: "2/3"}, wipe="1/3"), 4, "exact", 2)
    verdict = check(endless, 0, 0, 1)
    assert "  roll    between 0 and 1.00\n" in str(verdict)
    assert "  margin  between 0 and 1.00" in str(verdict)
    data = verdict.as_dict()
    assert data["value"] == {"value": None, "low": "0/1", "high": "1/1"}
    assert (data["best"], data["decision"], data["ok"]) == (["roll", "hold"], "undecided", False)
    assert "  value      between 0 and 1.00" in str(certify(endless))


def test_hog_prints_proved_digits_only():
    # A turn need not score here: values are enclosed, in as many bits as there are digits wanted.
    verdict = check(Hog(4, 2, pig_out="pig_out_for_nothing"), 1, 2, digits=200)
    data = verdict.as_dict()
    assert verdict.ok
    for value, ends in [
        (data["value"]["value"], verdict.value),
        (data["margin"]["value"], verdict.margin),
        *((row["worth"]["value"], verdict.payoffs[row["action"]]) for row in data["payoffs"]),
    ]:
        assert ends[0] < ends[1]
        assert len(value) in (202, 203)
        assert value == decimal_between(ends, 200)


def test_reports_of_race_print_proved_digits(monkeypatch):
    monkeypatch.setattr(race, "precisions", lambda *bits: iter([40]))
    report = certify(Pig(10))
    assert report.ok
    value = report.as_dict()["value"]["value"]
    assert len(value) < 14
    assert decimal(check(Pig(10), 0, 0).payoffs["roll"][0], len(value) - 2) == value


# --- names ----------------------------------------------------------------------------------------

RUDE = "Evil\x1b[31m\nPig: certified\r\x9b\u202e"


def test_plain_text_spells_what_a_terminal_would_obey():
    assert plain("Münze 🐷 a\u00a0b") == "Münze 🐷 a\u00a0b"
    assert plain(RUDE) == r"Evil\x1b[31m\nPig: certified\r\x9b\u202e"
    assert lay_out("a\x1bb", [("c\n", "d\r")]) == "a\\x1bb\n  c\\n  d\\r"


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
    vars(game)["name"] = RUDE  # a game refuses it, if it is asked
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.family)
@pytest.mark.parametrize("digits", [0, -1, 10_001, 1.5, "x", None, True])
def test_digits_are_a_number_from_1_to_10000(game, digits):
    with pytest.raises(RuleError, match="digits is"):
        check(game, *STATES[game.family], digits=digits)


@pytest.mark.parametrize("what", [Pig, int, "", b"a.npz", type("Odd", (), {"family": "chess"})()])
def test_what_is_no_game(what):
    with pytest.raises(ValueError, match="is not a game|the name of a file|cannot be read|damaged"):
        certify(what)
    with pytest.raises(RuleError, match="is not a game"):
        check(what, 0, 0)


# --- words and widths -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wordy():
    """A report whose lines are longer than any terminal is wide."""
    return certify(Duel())


@pytest.mark.parametrize(
    ("columns", "widest"),
    [("50", 50), ("100", 100), ("0", 80), ("", 80), ("x", 80), ("-5", 80), ("1", 40), ("10", 40)],
)
def test_lines_follow_the_width_of_the_terminal(wordy, columns, widest, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    lines = str(wordy).splitlines()
    assert widest - 16 < max(map(len, lines)) <= widest


def test_the_printed_numbers_of_things():
    assert "  states  0 proved, 0 of them ties\n" in str(certify(Pig(1)))
    one = Bag([300, 0, 0], [0, 300, 0], [0, 0, 300])
    assert ", 1 of them a tie\n" in str(certify(one))
    assert "  never end  1 state, worth 1/2" in str(certify(HoldOrContinue(20)))


def test_a_proof_as_data():
    proof = Proof("enclosure", bits=200, ties="primes", primes=3, error_chance=2.0**-320)
    assert proof.as_dict() == {
        "method": "enclosure",
        "bits": 200,
        "ties": "primes",
        "primes": 3,
        "prime_bits": 127,
        "error_chance": 2.0**-320,
        "reason": None,
    }
    assert json.loads(json.dumps(proof.as_dict()))["error_chance"] == 2.0**-320
    assert str(proof).endswith("wrong with chance at most 2^-320")
    assert str(Proof("fractions", ties="equality")) == "exact fractions, ties by equality"
    assert str(Proof("none", reason="nobody knows")) == "nobody knows"


def test_a_call_as_data():
    call = Call((1, 49, 28), "roll", "hold", (Fraction(1, 3), Fraction(1, 2)))
    assert call.as_dict(Pig(100)) == {
        "state": {"own": 1, "opp": 49, "total": 28},
        "best": "roll",
        "other": "hold",
        "margin": {"value": None, "low": "1/3", "high": "1/2"},
    }
