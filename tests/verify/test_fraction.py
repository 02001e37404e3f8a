"""Saved exact values judged: right ones are certified, damaged ones refuted or refused."""

import json
from fractions import Fraction

import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigverify.fraction import Claim, is_exact_value
from pigverify.race import prove
from support.commands import ask
from support.race_in_fractions import solve_exact
from support.races import races
from support.slow_hogs import slow_hog

import pigcore
from pigcore.games import FileError, Pig, RuleError


def judged(game, state, value):
    return pigverify.judge(Claim(game, state, value.numerator, value.denominator))


@pytest.mark.slow
@settings(max_examples=15)
@given(races(max_goal=6), st.sampled_from([1, -1]))
def test_the_truth_is_certified_and_nothing_near_it(game, sign):
    truth = solve_exact(game)[0, 0]
    assert judged(game, (0, 0), truth).outcome == "certified"
    near = truth + Fraction(sign, 10**80)  # no enclosure of 200 bits tells them apart
    found = judged(game, (0, 0), near)
    assert found.outcome == "refuted"
    assert "another number modulo 3 random primes" in found.reason or "lies outside" in found.reason


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("exact") / "pig.exact"
    pigcore.exact(pigcore.Piglet(20)).save(path)
    return path


def test_a_long_fraction_is_certified(saved):
    report = pigverify.judge(saved)
    assert report.ok
    assert report.digits == (74, 75)
    assert report.state == (0, 0, 0)
    assert 0 < report.error_chance < 2.0**-250
    assert str(report).splitlines()[0] == "Piglet, own 0, opp 0, total 0: certified"
    data = json.loads(json.dumps(report.as_dict()))
    assert (data["ok"], data["primes"], data["reason"]) == (True, 3, None)


def test_a_fraction_is_judged_by_one_proof_of_the_decisions(saved, monkeypatch):
    begun, enclose_first = [], prove.enclose_first

    def counted(*given):
        begun.append(given)
        return enclose_first(*given)

    monkeypatch.setattr(prove, "enclose_first", counted)
    assert pigverify.judge(saved).ok
    assert len(begun) == 1


@pytest.mark.slow
@pytest.mark.parametrize("where", [0, 33, -1])
def test_one_digit_changed_is_refuted(saved, tmp_path, where):
    for name in ("numerator", "denominator"):
        found = json.loads(saved.read_text())
        digits = list(found[name])
        digits[where] = str((int(digits[where]) + 1) % 9 + 1)
        (tmp_path / "it.exact").write_text(json.dumps(found | {name: "".join(digits)}, indent=1))
        report = pigverify.judge(tmp_path / "it.exact")
        assert report.outcome == "refuted"
        assert report.reason


def test_a_fraction_not_in_lowest_terms_is_refuted():
    claim = Claim(Pig(10), (0, 0), 2 * 7776, 2 * 10961)
    assert pigverify.judge(claim).reason == "the fraction is not in lowest terms"


def test_another_game_or_state_is_refuted(saved, tmp_path):
    found = json.loads(saved.read_text())
    for change in ({"state": [0, 1]}, {"rules": found["rules"].replace("20", "21")}):
        (tmp_path / "it.exact").write_text(json.dumps(found | change, indent=1))
        assert pigverify.judge(tmp_path / "it.exact").outcome == "refuted"


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [pigcore.Duel(), pigcore.Hog.fa13(12), pigcore.Bag([1, 0], [2, 3], [1, 1], total=4),
     pigcore.Hog.fa13_hijinks(8), slow_hog(30, absurd=False), pigcore.TwoDicePig(14)],
    ids=repr,
)  # fmt: skip
def test_every_family(game):
    value = pigcore.exact(game)
    assert pigverify.judge(value).outcome == "certified"
    off = value + Fraction(1, 10**90)
    assert judged(game, value.state, off).outcome == "refuted"


def test_only_starts_of_turns_are_judged():
    low, high = pigverify.check(Pig(20), 0, 0, 4).value
    report = judged(Pig(20), (0, 0, 4), (low + high) / 2)
    assert (report.outcome, report.ok) == ("undecided", False)
    assert "starts of turns" in report.reason


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"numerator": "1e9"}, "must be a whole number"),
        ({"numerator": "-0"}, "must not be negative"),
        ({"numerator": 5}, "must be a whole number"),
        ({"denominator": "0"}, "denominator is 0"),
        ({"denominator": "-3"}, "must not be negative"),
        ({"state": []}, "no state is named"),
        ({"state": {}}, "must be a list"),
        ({"state": [99, 0]}, "between 0 and 19"),
        ({"rules": 1}, "rules are not a text"),
        ({"rules": "game = 1"}, "game is 1"),
        ({"more": 0}, "it must hold"),
    ],
    ids=str,
)
def test_damaged_files_are_refused(saved, tmp_path, change, message):
    (tmp_path / "it.exact").write_text(json.dumps(json.loads(saved.read_text()) | change, indent=1))
    assert is_exact_value(tmp_path / "it.exact")
    with pytest.raises(FileError, match=message):
        pigverify.judge(tmp_path / "it.exact")


def test_a_name_twice_or_half_a_file_is_refused(saved, tmp_path):
    text = saved.read_text()
    for damaged in (text[:-20], text.replace('"state"', '"rules": "", "state"')):
        (tmp_path / "it.exact").write_text(damaged)
        with pytest.raises(FileError, match="is damaged or is not a saved exact value"):
            pigverify.judge(tmp_path / "it.exact")


def test_what_is_no_exact_value_is_refused():
    with pytest.raises(
        RuleError, match=r"is not an exact value: give one that pigcore\.exact made"
    ):
        pigverify.judge(Fraction(1, 2))
    with pytest.raises(RuleError, match="the denominator is 0"):
        pigverify.judge(Claim(Pig(10), (0, 0), 1, 0))


# --- the command --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_judges_a_file(saved, tmp_path):
    done = ask("pigverify", saved)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Piglet, own 0, opp 0, total 0: certified\n  claimed   0.51581")
    assert json.loads(ask("pigverify", saved, "--json").stdout)["ok"]
    text = saved.read_text()
    (tmp_path / "it.exact").write_text(text.replace('"state": [\n  0,', '"state": [\n  1,'))
    done = ask("pigverify", tmp_path / "it.exact")
    assert done.returncode == 1
    assert "refuted" in done.stdout


@pytest.mark.parametrize(
    "words", [["0", "0"], ["--all"], ["--goal", "9"], ["--digits", "5"], ["--tolerance", "0.1"]]
)
def test_a_file_is_taken_alone(saved, words):
    done = ask("pigverify", saved, *words)
    assert done.returncode == 2
    assert "exact value" in done.stderr


def test_a_short_value_is_printed_as_a_fraction():
    def printed(name, goal):
        rows = ask("pigverify", name, "--goal", goal, "0", "0").stdout.splitlines()
        return next(row.split()[1] for row in rows if row.startswith("  roll"))

    assert printed("pig", "10") == "7776/10961"
    assert printed("piglet", "2") == "4/7"
    # Longer ones as decimals.
    assert printed("pig", "20").startswith("0.6155585498")
