"""What is open is never said to be certified, whatever the family; nearly tied is no tie."""

import dataclasses
import json
import random
from fractions import Fraction
from types import SimpleNamespace

import pigverify
import pytest
from pigverify import check_certificate, write_certificate
from pigverify.algebra import primes, simplex
from pigverify.certificates import check_bag
from pigverify.hog import find, tables
from pigverify.race import exactly, prove
from support.certificates import certificate_of
from support.commands import ask, refused

import pigcore
from pigcore.games import BUST, Bag, Duel, Hog, Pig, Race, Roll, Turn, gain
from pigcore.games.rules import text_of

# --- every family, every way to leave something open ----------------------------------------------

STUCK = Turn(
    {
        "start": {BUST: "99/100", (gain(0, "bold"), gain(1, "end")): "1/100"},
        "bold": {BUST: "1/2", gain(2, "end"): "1/2"},
        "end": None,
    }.get,
    start="start",
    may_bank=lambda mode: mode == "end",
)
OPEN = {
    "a race, too few bits": (
        Race(Roll({2: "1/2"}, wipe="1/2"), 3, "exact", 3), "0 0 2",
        [(prove, "precisions", lambda *_: iter(()))],
    ),
    "a race, primes that do not decide": (
        Race(Roll({1: "4/7"}, bust="3/7"), 6), "1 4 2",
        [(exactly, "SHORT", 0), (primes, "random_prime", lambda: 7)],
    ),
    "busts in a row, intervals that stay wide": (
        Race(STUCK, 5, busts_in_a_row=1, penalty=1, floor=-2, win="reach"), "0 0 0 start 0 0", [],
    ),
    "Hog, too few bits": (
        Hog(3, 14, (2, 2), pig_out="pig_out_for_nothing"), "0 0",
        [(tables, "BITS", 5), (find, "MOST_BITS", 5)],
    ),
    "Hog, primes that do not decide": (
        dataclasses.replace(Hog.fa13_hijinks(12), max_dice=3), "5 10 0",
        [(find, "modulo_primes", lambda claim: False), (find, "MOST_BITS", 128)],
    ),
    "Hog, a limit of time": (
        Hog(2, 1, (2, 2), pig_out="pig_out_for_nothing"), "0 0", [(find, "_MOST_WORK", 0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "state", "broken"),
    [
        pytest.param(*case, id=name, marks=[pytest.mark.slow] * name.startswith("busts"))
        for name, case in OPEN.items()
    ],
)
def test_what_is_open_is_not_certified(game, state, broken, monkeypatch, tmp_path):
    (tmp_path / "it.toml").write_text(text_of(game))
    saved, written = tmp_path / "it.npz", tmp_path / "it.pigcert"
    pigcore.solve(game).save(saved)
    for where, name, value in broken:
        monkeypatch.setattr(where, name, value)
    for report in pigverify.certify(game), pigverify.certify(saved):
        assert (report.ok, report.refuted, report.outcome) == (False, False, "undecided")
        assert report.undecided or report.value[1] - report.value[0] > 1e-9
    verdict = pigverify.check(game, *_parts(state))
    assert not verdict.ok or len(verdict.payoffs) == 1  # who has no choice decides nothing
    assert not pigverify.disputed(game).ok
    for words in (["it.toml", "--all"], ["it.npz"], ["it.toml", "--disputed", "2"]):
        done = ask("pigverify", *words, cwd=tmp_path)
        assert (done.returncode, "certified" in done.stdout) == (1, False), done.stdout
        assert "undecided" in done.stdout
        data = json.loads(ask("pigverify", *words, "--json", cwd=tmp_path).stdout)
        assert data["ok"] is False
    done = ask("pigverify", "it.toml", *state.split(), cwd=tmp_path)
    assert (done.returncode, "undecided" in done.stdout) == (not verdict.ok, not verdict.ok)
    done = ask("pigverify", "it.toml", "--all", "-o", written, cwd=tmp_path)
    assert done.returncode in (1, 2)  # a race in which busts in a row cost points has none
    assert not written.exists()


def _parts(state):
    return [int(word) if word.lstrip("-").isdigit() else word for word in state.split()]


@pytest.mark.parametrize(
    ("game", "where", "limit"),
    [
        (Duel(), simplex, "MOST_WORK"),
        (Bag([1] * 9, [1] * 9, [1] * 9, total=3), check_bag, "MOST_MEMORY"),
    ],
    ids=["a duel", "a bag"],
)  # fmt: skip
def test_what_is_never_open_ends_at_a_limit_with_a_sentence(
    game, where, limit, monkeypatch, tmp_path
):
    (tmp_path / "it.toml").write_text(text_of(game))
    monkeypatch.setattr(where, limit, 10)
    for words in (["--all"], ["--disputed", "2"], ["--all", "-o", "it.pigcert"]):
        assert refused(ask("pigverify", "it.toml", *words, cwd=tmp_path), "pigverify", ": take ")
    assert not (tmp_path / "it.pigcert").exists()


@pytest.mark.parametrize(
    "game",
    [Pig(8), Hog.fa13(6), Duel(Roll.die(4), range(2, 9)), Bag([3, 0], [0, 3], [0, 0], total=3)],
    ids=lambda game: game.family,
)
def test_damage_is_refuted_and_nothing_else_is(game, tmp_path):
    """A table with a wrong number, and a certificate with a wrong record."""
    solution, path = pigcore.solve(game), tmp_path / "it.npz"
    solution.save(path)
    assert ask("pigverify", path).returncode == 0
    arrays = {name: array.copy() for name, array in solution.arrays().items()}
    first = next(iter(arrays.values()))
    first.flat[-1] = (first.flat[-1] + 1) % 2 if first.dtype == int else 0.25
    wrong = pigverify.certify(SimpleNamespace(game=game, arrays=lambda: arrays))
    assert (wrong.ok, wrong.refuted, wrong.outcome) == (False, True, "refuted")
    whole = certificate_of(game, tmp_path)
    word = whole.records[-1][-1]
    whole.records[-1][-1] = {"race": "", "hog": "9", "duel": "1", "bag": "t1"}[game.family]
    if game.family == "race":
        whole.records[-1][2:4] = ["0", "1"]
    assert whole.records[-1][-1] != word or game.family == "race"
    (tmp_path / "it.pigcert").write_bytes(whole.stream().read())
    done = ask("pigverify", tmp_path / "it.pigcert")
    assert (done.returncode, "refuted" in done.stdout) == (1, True)


# --- nearly tied is no tie ------------------------------------------------------------------------


def test_gestures_whose_chances_are_long_are_told_apart():
    """Every die has its two rotations beside it: exact ties, which rounding cannot prove."""
    rng, dice = random.Random(1), []
    for _ in range(5):
        below = rng.getrandbits(110) | 1 << 109 | 1
        first = rng.randrange(1, below // 2)
        second = rng.randrange(1, below - first)
        die = [Fraction(n, below) for n in (first, second, below - first - second)]
        dice += [die[k:] + die[:k] for k in range(3)]
    report = pigverify.certify(Bag(*zip(*dice)))
    assert (report.ok, report.ties, report.undecided) == (True, 5, 0)


def margin(p):
    """What throwing at own 0, total 1 against 1, 1 is better by, with a bust of chance p."""
    g, whole = 1 - p, 1 - p**3
    third = p * p * g / whole
    return g + p**3 * max(g * g / (1 - p**3 * (g + 1)), g * third / whole) - third


def test_several_players_who_are_nearly_indifferent():
    low, high, bits = Fraction(7, 10), Fraction(8, 10), 160
    while high - low > Fraction(1, 1 << bits):
        middle = Fraction(int((low + high) / 2 * (1 << bits)), 1 << bits)
        low, high = (middle, high) if margin(middle) > 0 else (low, middle)
    p = Fraction(int(low * (1 << bits)), 1 << bits)
    game = Race(Roll({1: 1 - p}, bust=p), 2, players=3)
    report = pigverify.certify(game)
    assert (report.ok, report.ties, report.undecided) == (True, 0, 0)
    verdict = pigverify.check(game, 0, 1, 1, 1)
    assert verdict.best == ("roll",)
    for least, most in (report.closest[0].margin, verdict.margin):
        assert 0 < least <= margin(p) <= most
        assert float(least) == pytest.approx(7.66e-49, rel=1e-3)


def test_who_has_more_points_may_be_worse_off_where_landings_fall(tmp_path):
    """A bust with 3 points wins: the option of 3 is better than that of 4."""

    class Odd(Race):
        def after_bust(self, own):
            return self.goal if own == 3 else own

    turn = Turn(
        {
            "both": {(gain(3, "then"), gain(4, "then")): 1},
            "then": {BUST: "9/10", gain(1, "then"): "1/10"},
        }.get,
        start="both",
    )
    game, path = Odd(turn, 20), tmp_path / "odd.pigcert"
    low, high = pigverify.certify(game).value
    assert 1 - Fraction(1, 10**15) < low <= high <= 1
    assert write_certificate(game, path).ok
    assert check_certificate(path, game).value[0] > 1 - Fraction(1, 10**12)
