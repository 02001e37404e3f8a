"""The checker of duels: mixtures, replies and uniqueness, against sums over all pairs of scores."""

import random
from fractions import Fraction
from functools import lru_cache

import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigverify.certificates.check_duel import Unreadable, check, rank
from support import certificates
from support.certificates import certificate_of, taken
from support.duels import hold, payoff

from pigcore.games import Duel, Roll

TWO = Duel(Roll({2: "1/4", 3: "1/4"}, bust="1/2"), (1, 3), name="Two mixtures")
"""Hold at 1 and hold at 3 win as often as they lose: every mixture is optimal."""
GAMES = [
    Duel(Roll.die(4), range(2, 12), name="Ten holds"),
    Duel(Roll.die(6), (1, 2, 9, 15, 20, 21), name="Two holds that are one"),
    Duel(Roll({1: "2/5", 3: "1/5"}, wipe="1/5", bust="1/5"), (2, 3, 5), name="Wipes"),
    Duel(Roll({3: "1/2", 7: "1/2"}), (1, 4, 8), name="No bust"),
    Duel(Roll({}, bust=1), (5, 6), name="Only busts"),
    Duel(Roll({1: 1}), (1, 2, 3), name="Nothing left to chance"),
    Duel(Roll({1: "1/3", 2: "1/3"}, bust="1/3"), (1, 2), name="A point, or none"),
    TWO,
]
rolls = st.sampled_from([game.roll for game in GAMES])


@lru_cache(16)
def _payoffs(roll, holds):
    """A(a, b) for all holds, by enumeration of both turns."""
    return {(a, b): payoff(hold(roll, a), hold(roll, b)) for a in holds for b in holds}


def claims_hold(certificate):
    """Whether all that a certificate says of the duel in its tables is so."""
    header, holds = certificate.header, certificate.header["holds"]
    below = header["denominator"]
    chances = {g: Fraction(p, below) for g, p in zip(header["gains"], header["weights"])}
    roll = Roll(chances, bust=Fraction(header["lost"], below))
    paid = _payoffs(roll, tuple(holds))
    first = {h: min(k for k in holds if hold(roll, k) == hold(roll, h)) for h in holds}
    columns = zip(*[[int(word, 16) for word in record[2:]] for record in certificate.records])
    mixtures = [[Fraction(weight, sum(column)) for weight in column] for column in columns]
    for mixture in mixtures:
        used = [(a, x) for a, x in zip(holds, mixture) if x]
        if any(first[a] != a for a, _ in used):
            return False
        for b in holds:
            if sum(x * paid[a, b] for a, x in used) < 0:
                return False
    for number, replies, *_ in certificate.records:
        pays = {a: paid[a, int(number)] for a in holds}
        best = [a for a in holds if pays[a] == max(pays.values())]
        if [int(part) for part in replies.split(",")] != best:
            return False
    if header["unique"]:
        only = len(mixtures) == 1 and pigverify.certify(Duel(roll, holds)).unique
    else:
        only = mixtures[0] == mixtures[1]
    return only == header["unique"]


def refuted(certificate, why):
    certificates.refuted(certificate, f"{why}$")


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_what_a_certificate_of_a_duel_says_is_so(game, tmp_path):
    certificate = certificate_of(game, tmp_path)
    assert claims_hold(certificate)
    report = pigverify.certify(game)
    found = check(certificate.stream())
    assert (found.value, found.states, found.ties) == ((0, 0, 1), report.states, report.ties)
    assert certificate.header["unique"] == report.unique
    assert game is not TWO or not report.unique


@settings(max_examples=12, deadline=None)
@given(rolls, st.sets(st.integers(1, 14), min_size=1, max_size=6))
def test_what_is_written_of_generated_duels_is_taken_and_is_so(tmp_path_factory, roll, holds):
    certificate = certificate_of(Duel(roll, holds), tmp_path_factory.mktemp("duel"))
    assert taken(certificate)
    assert claims_hold(certificate)


def test_a_weight_one_unit_off_is_refuted_or_true(tmp_path):
    # Each weight above 0 belongs to an equation, which any other number breaks; but a second
    # optimal mixture, or one of a single weight, may be another one as well.
    refused = {}
    for game in GAMES[:4]:
        whole = certificate_of(game, tmp_path)
        for number, record in enumerate(whole.records):
            for change in (-1, 1):
                certificate = whole.copy()
                for other in certificate.records:
                    other[2] = f"{int(other[2], 16) << 40:x}"
                weight = max(0, (int(record[2], 16) << 40) + change)
                certificate.records[number][2] = f"{weight:x}"
                if not taken(certificate):
                    refused[game.name] = refused.get(game.name, 0) + 1
                else:
                    assert claims_hold(certificate)
    assert refused["Ten holds"] >= 12


def test_false_replies_and_mixtures_are_refuted_with_their_places(tmp_path):
    whole = certificate_of(GAMES[0], tmp_path)
    for number, (own, replies, *_) in enumerate(whole.records):
        for wrong in {"2", "11", "2,3", f"{replies},12"} - {replies}:
            certificate = whole.copy()
            certificate.records[number][1] = wrong
            refuted(certificate, f"hold {own}: these are not all the best replies")
    poor = whole.copy()
    for record in poor.records:
        record[2] = str(int(record[0] == "2"))
    refuted(poor, r"hold \d+: it gains against the mixture")
    same = certificate_of(GAMES[1], tmp_path)
    weights = {record[0]: record[2] for record in same.records}
    same.at(1)[2], same.at(2)[2] = "0", "1"
    assert weights["2"] == "0"
    refuted(same, "hold 2: it is the same turn as hold 1, and must not count")


def test_who_gains_one_unit_gains(tmp_path):
    whole = certificate_of(GAMES[5], tmp_path)
    whole.at(3)[2], whole.at(2)[2] = "0", "1"
    refuted(whole, "hold 3: it gains against the mixture")


def test_whether_the_mixture_is_the_only_one_is_proved(tmp_path):
    whole = certificate_of(TWO, tmp_path)
    only = whole.copy()
    only.header["unique"] = True
    for record in only.records:
        del record[3]
    for weights in (("0", "1"), ("1", "0")):  # one of them pays for nothing
        for record, weight in zip(only.records, weights):
            record[2] = weight
        refuted(only, r"hold \d: the mixture is not shown to be the only one")
    for record in only.records:  # both weights above 0, but the equations have rank 0
        record[2] = "1"
    refuted(only, "header: the mixture is not shown to be the only one")
    twice = whole.copy()
    for record in twice.records:
        record[3] = f"{3 * int(record[2], 16):x}"
    refuted(twice, "header: the second mixture is the first one")
    unique = certificate_of(GAMES[0], tmp_path)
    unique.header["unique"] = False
    for record in unique.records:
        record.append(record[2])
    refuted(unique, "header: the second mixture is the first one")
    unique.at(2)[3] = "1"
    refuted(unique, r"hold \d+: it gains against the mixture")
    for record in unique.records:
        record[3] = "0"
    with pytest.raises(Unreadable, match="^weights: "):
        check(unique.stream())


def test_altered_rules_are_refuted_or_true(tmp_path):
    rng, refused = random.Random(2), 0
    for game in GAMES[:4]:
        whole = certificate_of(game, tmp_path)
        for _ in range(25):
            certificate = whole.copy()
            header, damage = certificate.header, rng.randrange(4)
            one = rng.randrange(len(header["gains"]))
            if damage == 0:
                header["weights"][one] += 1
                header["denominator"] += 1
            elif damage == 1:
                header["weights"][one] += 1
            elif damage == 2:
                header["gains"][-1] += rng.randint(1, 3)
            else:
                number = rng.randrange(len(header["holds"]))
                header["holds"][number] += 1
                certificate.records[number][0] = str(header["holds"][number])
            if not taken(certificate):
                refused += 1
            else:
                assert claims_hold(certificate)
    assert refused > 60


def test_ranks():
    prime = 10007
    assert rank([[0]], prime) == 0
    assert rank([[1, 2], [2, 4]], prime) == 1
    assert rank([[0, 1], [1, 0]], prime) == 2
    assert rank([[0, 1, -2], [-1, 0, 3], [2, -3, 0]], prime) == 2
    assert rank([[prime, 0], [0, 1]], prime) == 1
