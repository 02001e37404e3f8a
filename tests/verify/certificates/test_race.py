"""The checker of races: it takes right certificates, and refuses false claims, naming the place.

A damaged file may say something else that is true as well: a wider box, say. So whatever it takes
is compared with the race in fractions (``claims_hold``).
"""

import json
import math
import random
import re
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from pigverify.certificates import check_race, write_certificate
from pigverify.certificates.check_race import Refuted, Unreadable, check
from pigverify.certificates.race import tables
from pigverify.race.carried import Nothing
from pigverify.race.enclosure import Enclosure, enclose
from pigverify.race.rules import Rules
from pigverify.race.ties import has_one_solution
from support.certificates import certificate_of, packed, runs_of, sealed, spelled_out
from support.enclosures import enclosed
from support.race_in_fractions import never_ending, payoffs, solve_exact
from support.races import races

from pigcore.games import (
    ConsolationPig,
    HoldOrContinue,
    PassThePigs,
    Pig,
    Piglet,
    Race,
    Roll,
    RuleError,
    TwoDicePig,
)

GAMES = [
    Pig(9),
    Piglet(6),
    TwoDicePig(8),
    HoldOrContinue(8),
    PassThePigs(7),
    PassThePigs.kern(8),
    ConsolationPig(8),
    Race(Roll({2: "1/2"}, bust="1/2"), 6, "exact", name="Dead scores"),
    Race(Roll({4: "1/2"}, bust="1/2"), 9, "exact", 5, name="Only busts lead on"),
]
TIED = Race(Roll({1: "4/7"}, bust="3/7"), 6, name="Tied")
"""At own 1, opp 4, total 2 throwing and holding are worth the same, for no visible reason."""
TIED_BY_WIPES = Race(Roll({3: "5/8"}, wipe="3/8"), 4, "exact", 1, name="Tied by wipes")
TIED_AMONG_THE_DEAD = Race(Roll({4: "2/7", 5: "4/7"}, bust="1/7"), 7, "exact", 2, name="Dead tie")
"""Whether it is a tie hangs on the 1/2 of two players who can never finish."""
BOXLESS = {
    "bits": 1, "ties": False, "column_low": [], "column_high": [], "column_above": [],
    "column_below": [],
}  # fmt: skip
"""What a header has beside the rules and ``states``."""
PLACE = r"^(own \d+, opp \d+|header|line \d+)"


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    return {
        game.name + repr(game): certificate_of(game, folder)
        for game in [*GAMES, TIED, TIED_BY_WIPES]
    }


def right(parts, game):
    """A copy of the certificate of a game, to be altered."""
    return parts[game.name + repr(game)].copy()


@cache
def truth(game):
    """The value of every turn start, and the right letters of its states, in fractions."""
    exact, never = solve_exact(game), never_ending(game)
    letters = {}
    for i, j in exact:
        rows = [(total, payoffs(game, exact, i, j, total)) for total in range(1, game.goal - i)]
        letters[i, j] = "".join(
            "t" if roll == hold or (i, j, total) in never else "r" if roll > hold else "h"
            for total, (roll, hold) in rows
        )
    return exact, letters


def claims_hold(game, certificate):
    """Whether all that a certificate says of this game is so."""
    exact, letters = truth(game)
    one = 1 << certificate.header["bits"]
    return all(
        int(low, 16) <= exact[int(own), int(opp)] * one <= int(high, 16)
        and spelled_out(runs) == letters[int(own), int(opp)]
        for own, opp, low, high, runs in certificate.records
    )


def taken(certificate):
    """Whether the checker takes it; if it does not, it names the place."""
    try:
        check(certificate.stream())
    except (Refuted, Unreadable) as error:
        why = str(error)
    else:
        return True
    assert re.match(PLACE, why)
    return False


def refuted(certificate, where):
    """Assert that it is refuted, at the place."""
    with pytest.raises(Refuted, match=f"^{where}"):
        check(certificate.stream())


def unreadable(certificate, why):
    """Assert that it is refused, for this reason."""
    stream = certificate.stream() if hasattr(certificate, "stream") else packed(certificate)
    with pytest.raises(Unreadable, match=why):
        check(stream)


# --- right ones -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_a_certificate_of_a_race_says_is_so(game, parts):
    certificate = right(parts, game)
    assert claims_hold(game, certificate)
    found = check(certificate.stream())
    low, high, one = found.value
    assert Fraction(low, one) <= truth(game)[0][0, 0] <= Fraction(high, one)
    assert high - low < one >> 80
    assert found.states == game.goal**2 * (game.goal - 1) // 2
    assert found.ties == "".join(spelled_out(it[4]) for it in certificate.records).count("t")


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(races(max_goal=6))
def test_what_is_written_of_generated_races_is_taken_and_is_so(tmp_path_factory, game):
    path = tmp_path_factory.mktemp("generated") / "it.pigcert"
    if write_certificate(game, path).ok:
        certificate = certificate_of(game, path.parent)
        assert taken(certificate)
        assert claims_hold(game, certificate)
    else:
        assert not path.exists()


@pytest.mark.parametrize("game", [TIED, TIED_BY_WIPES, TIED_AMONG_THE_DEAD], ids=lambda it: it.name)
def test_ties_without_a_visible_reason_are_proved_modulo_a_prime(game, tmp_path):
    certificate = certificate_of(game, tmp_path)
    assert certificate.header["ties"] is True
    found = check(certificate.stream())
    assert found.ties > 0
    assert "2^-100" in found.proof
    assert claims_hold(game, certificate)


# --- false claims ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_box_one_unit_beside_the_truth_is_refuted(game, parts):
    (exact, _), whole = truth(game), right(parts, game)
    one = 1 << whole.header["bits"]
    for own, opp, *_ in whole.records:
        value = exact[int(own), int(opp)] * one
        below, above = -(-value // 1) - 1, value // 1 + 1  # the next units that are not the truth
        for low, high in ((below - 1, below), (above, above + 1), (0, below), (above, one)):
            if 0 <= low <= high <= one:
                certificate = whole.copy()
                certificate.at(own, opp)[2:4] = [f"{low:x}", f"{high:x}"]
                assert not taken(certificate), (own, opp, low, high)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES, TIED], ids=repr)
def test_a_flipped_decision_is_refuted_at_its_place(game, parts):
    whole, rng = right(parts, game), random.Random(2)
    states = [
        (number, total, other)
        for number, record in enumerate(whole.records)
        for total, said in enumerate(spelled_out(record[4]), 1)
        for other in {"r", "h", "t"} - {said}
    ]
    for number, total, other in rng.sample(states, min(12, len(states))):
        certificate = whole.copy()
        own, opp, *_, runs = certificate.records[number]
        letters = spelled_out(runs)
        flipped = letters[: total - 1] + other + letters[total:]
        certificate.records[number][4] = runs_of(flipped)
        refuted(certificate, f"own {own}, opp {opp}, total {total}: {other} ")


@pytest.mark.parametrize("side", ["the box", "the image"])
def test_images_are_rounded_outward_by_less_than_a_unit(side):
    # To 1 a race is one equation, V = 2/7 + 5/7 (1 - V): every box of 5 bits against fractions.
    one, taken = 32, set()
    header = {
        "goal": 1, "exact": False, "denominator": 7, "bust": 5, "wipe": 0, "gains": [1],
        "weights": [2], "after_bust": [0], "bits": 5, "states": 0, "ties": False,
        "column_low": [], "column_high": [], "column_above": [], "column_below": [],
    }  # fmt: skip
    race = check_race.Race(header)
    for low in range(one + 1):
        for high in range(low, one + 1):
            race.hold[0][0][0], race.hold[1][0][0] = one - high, one - low
            least, most = (
                Fraction(2 * one + 5 * (one - high), 7),
                Fraction(2 * one + 5 * (one - low), 7),
            )
            if side == "the image":
                found = [race.throws(0, 0, end, "r")[0] for end in (0, 1)]
                assert found == [math.floor(least), math.ceil(most)]
                continue
            try:
                race.check(0, 0, "r")
                taken.add((low, high))
            except Refuted:
                assert math.floor(least) < low or math.ceil(most) > high
    assert side == "the image" or taken == {
        (low, high)
        for low in range(one + 1)
        for high in range(low, one + 1)
        if 7 * low <= 7 * one - 5 * high and 7 * one - 5 * low <= 7 * high
    }


@pytest.mark.parametrize(
    ("bust", "high", "held", "proved"),
    [
        # To 2, own 0, opp 1: with a point throwing is worth (bust + one) / 2, in a box of a unit.
        (10, 10, (20, 20), "r"),
        (10, 10, (21, 21), "t"),
        (10, 10, (22, 22), "h"),
        (10, 11, (20, 20), "r"),
        (10, 11, (21, 21), ""),
        (10, 11, (22, 22), ""),
        (10, 11, (23, 23), "h"),
        (10, 10, (20, 21), ""),
        (32, 32, (31, 32), ""),  # who throws wins, and so may who holds
    ],
)
def test_a_margin_of_one_unit_is_enough_and_none_is_not(bust, high, held, proved):
    header = BOXLESS | {
        "goal": 2, "exact": False, "denominator": 2, "bust": 1, "wipe": 0, "gains": [1],
        "weights": [1], "after_bust": [0, 1], "bits": 5, "states": 2,
    }  # fmt: skip
    race = check_race.Race(header)
    race.hold[0][1], race.hold[1][1] = [bust, held[0], race.one], [high, held[1], race.one]
    race.hold[0][0][1], race.hold[1][0][1] = 0, race.one
    for said in "rht":
        if said == proved:
            race.check(0, 1, "r" + said)
        else:
            with pytest.raises(Refuted, match=f"^own 0, opp 1, total 1: {said} is not proved"):
                race.check(0, 1, "r" + said)


@pytest.mark.slow
@pytest.mark.parametrize("bits", range(9, 17))
def test_where_boxes_overlap_nothing_is_proved(bits):
    """With few bits boxes overlap where payoffs differ, and only the prime can tell which."""
    rules = Rules(Piglet(14))
    found = Enclosure(rules, bits, residues=Nothing())
    letters = {}
    for turn in enclose(found):
        low, high = turn.low.payoffs, turn.high.payoffs
        letters[turn.own, turn.opp] = "".join(
            "r" if low[k] > turn.bank_high[s] else "h" if high[k] < turn.bank_low[s] else "t"
            for k, s in enumerate(range(turn.own, rules.goal))
            if k
        )
    pairs = sorted(((j, i) for i, j in rules.pairs()), key=lambda it: (-sum(it), it))
    turns = [turn for i, j in pairs for turn in {(i, j): 0, (j, i): 0}]
    i, j = next(turn for turn in turns if "t" in letters[turn])
    total = letters[i, j].index("t") + 1
    header = {
        "certificate": 1, "family": "race", "statement": check_race.STATEMENT, "goal": 14,
        "exact": False, "denominator": 2, "bust": 1, "wipe": 0, "gains": [1], "weights": [1],
        "after_bust": list(range(14)), "bits": bits, "states": 14 * 14 * 13 // 2, "ties": True,
        "column_low": [], "column_high": [], "column_above": [], "column_below": [],
    }  # fmt: skip
    one, runs = found.one, letters[i, j]
    for said in "rht":
        letters[i, j] = runs[: total - 1] + said + runs[total:]
        records = [
            f"{a} {b} {one - found.high[a][b]:x} {one - found.low[a][b]:x} {runs_of(letters[a, b])}"
            for a, b in turns
        ]
        for header["ties"] in (True, False):
            with pytest.raises(Refuted, match=f"^own {i}, opp {j}, total {total}: {said} is not"):
                check(packed(sealed([json.dumps(header), *records])))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_rules_altered_by_one_unit_in_one_probability_are_refuted(game, parts):
    whole = right(parts, game)
    # A denominator a thousand times as large makes a unit small.
    for name in ("denominator", "bust", "wipe"):
        whole.header[name] *= 1000
    whole.header["weights"] = [1000 * p for p in whole.header["weights"]]
    assert taken(whole)
    for place in range(len(whole.header["weights"])):
        for step in (1, -1):
            certificate = whole.copy()
            certificate.header["weights"][place] += step
            certificate.header["bust"] -= step
            with pytest.raises((Refuted, Unreadable), match=PLACE):
                check(certificate.stream())


@pytest.mark.slow
def test_random_damage_is_refused_or_what_it_says_is_true(parts):
    rng, passed = random.Random(5), 0
    for game in GAMES:
        whole = right(parts, game)
        for _ in range(25):
            certificate = whole.copy()
            record = rng.choice(certificate.records)
            place = rng.choice([2, 3])
            off = rng.choice([1, 2, 16, 1 << 20, 1 << 64, 1 << 120]) * rng.choice([-1, 1])
            record[place] = f"{abs(int(record[place], 16) + off):x}"
            if taken(certificate):
                passed += 1
                assert claims_hold(game, certificate)
    assert passed, "no damage was harmless, so that nothing was compared with the truth"


def test_dead_players_have_a_half_and_nothing_else(parts):
    certificate = right(parts, HoldOrContinue(8))
    half = f"{1 << certificate.header['bits'] - 1:x}"
    assert certificate.at(7, 7)[2:4] == [half, half]
    certificate.at(7, 7)[2:4] = ["0", f"{1 << certificate.header['bits']:x}"]
    refuted(certificate, "own 7, opp 7: nobody can win")


@pytest.mark.parametrize("pair", [(5, 5), (5, 4)])
@pytest.mark.parametrize("end", [2, 3])
def test_what_nobody_wins_is_worth_a_half_to_the_last_unit(tmp_path, pair, end):
    certificate = certificate_of(Race(Roll({3: "1/2", 4: "1/4"}, bust="1/4"), 6, "exact"), tmp_path)
    assert taken(certificate)
    record = certificate.at(*pair)
    assert record[2] == record[3]
    record[end] = f"{int(record[end], 16) + 2 * end - 5:x}"  # the box is wider, and true
    refuted(certificate, f"own {pair[0]}, opp {pair[1]}: nobody can win")


def test_a_race_that_can_be_kept_from_ending_is_not_certified(tmp_path):
    game = Race(Roll({12: 1}, wipe=1), 18, "exact", 2)
    certificate = certificate_of(game, tmp_path)
    assert taken(certificate)
    certificate.header["after_bust"] = list(range(18))
    refuted(certificate, "header: the players can keep this race from ever ending")


def test_without_wipes_a_race_ends_also_where_a_player_can_hold_himself_up(tmp_path):
    """Who holds at 5 of 6 can never finish: two of them are an end, worth 1/2 each."""
    game = Race(Roll({5: 1}), 6, "exact", 2)
    assert taken(certificate_of(game, tmp_path))


@pytest.mark.slow
def test_the_checker_agrees_with_the_verifier_on_which_races_end():
    # Few do not: exact ones, most often with one gain and a consolation that leads past its sums.
    rng, said = random.Random(4), []
    while len(said) < 60:
        gains = {rng.randint(2, 6): rng.randint(1, 3) for _ in range(rng.choice([1, 1, 1, 2]))}
        roll = Roll(gains, bust=rng.choice([0, 0, 1]), wipe=1)
        kind = rng.choice(["exact", "exact", "at_least"])
        try:
            game = Race(roll, rng.randint(6, 16), kind, rng.randint(0, 6))
        except RuleError:
            continue
        goal = game.goal
        header = BOXLESS | tables(game) | {
            "states": goal**2 * (goal - 1) // 2,
            "column_low": [0] * goal, "column_high": [2] * goal,
        }  # fmt: skip
        said.append(check_race.Race(header).ends())
        assert has_one_solution(enclosed(Rules(game))) or not said[-1]
    assert 3 < said.count(False) < 57


def test_the_column_that_wipes_lead_to_must_be_right(parts):
    whole = right(parts, TwoDicePig(8))
    (exact, _), one = truth(TwoDicePig(8)), 1 << whole.header["bits"]
    for j in range(8):
        above = int(exact[j, 0] * one) + 1
        for low, high in ((above, above), (0, above - 2), (0, 0), (one, one)):
            certificate = whole.copy()
            certificate.header["column_low"][j] = low
            certificate.header["column_high"][j] = high
            with pytest.raises((Refuted, Unreadable), match=PLACE):
                check(certificate.stream())
    boxes = [[int(end, 16) for end in whole.at(j, 0)[2:4]] for j in range(8)]
    whole.header["column_low"], whole.header["column_high"] = map(list, zip(*boxes))
    assert taken(whole)
    for j, (low, high) in enumerate(boxes):
        for name, end in (("column_low", low + 1), ("column_high", high - 1)):
            certificate = whole.copy()
            certificate.header[name][j] = end
            refuted(certificate, f"own {j}, opp 0: the box does not lie in that of the column")
    # Where there are ties, fractions say exactly where in its box the column is.
    fractions = [exact[j, 0] for j in range(8)]
    whole.header["ties"] = True
    unreadable(whole, "^header: column_above")
    whole.header["column_above"] = [w.numerator for w in fractions]
    whole.header["column_below"] = [w.denominator for w in fractions]
    assert taken(whole)
    for j in range(8):
        certificate = whole.copy()
        certificate.header["column_above"][j] += 1
        refuted(certificate, r"own \d, opp 0: the value is not the fraction of the column")
        certificate.header["column_below"][j] = 0
        unreadable(certificate, "^header: column_below")


@pytest.mark.parametrize(
    "game",
    [GAMES[2], HoldOrContinue(6), *GAMES[-2:], TIED, TIED_BY_WIPES, TIED_AMONG_THE_DEAD],
    ids=lambda it: it.name,
)
def test_residues_are_those_of_the_fractions(game):
    """Of all turn starts, those that nobody can win among them, and each below the prime."""
    (exact, letters), goal = truth(game), game.goal
    header = BOXLESS | tables(game) | {"states": goal**2 * (goal - 1) // 2, "ties": True}
    if game.roll.wipe:
        column = [exact[j, 0] for j in range(goal)]
        header |= {"column_low": [0] * goal, "column_high": [2] * goal}
        header |= {"column_above": [value.numerator for value in column]}
        header |= {"column_below": [value.denominator for value in column]}
    race = check_race.Race(header)
    for i, j in sorted(exact, key=sum, reverse=True):
        if i >= j:
            race.solve(i, j, "r" + letters[i, j], "r" + letters[j, i])
    for (i, j), value in exact.items():
        other = (1 - value) * race.one
        residue = other.numerator * pow(other.denominator, -1, race.prime) % race.prime
        assert race.hold[2][i][j] == residue, (i, j)


def test_which_races_end_is_as_the_players_choose_where_to_hold():
    """Of tables of any busts, against a search through all that throws and players can do."""
    rng, said = random.Random(7), []
    while len(said) < 1500:
        goal, gains = rng.randint(1, 7), sorted(rng.sample(range(1, 8), rng.choice([1, 1, 2])))
        if gains[-1] > goal:
            continue
        bust = rng.choice([0, 1, 2])
        header = BOXLESS | {
            "goal": goal, "exact": rng.random() < 0.8, "bust": bust, "wipe": 1, "gains": gains,
            "denominator": bust + 1 + len(gains), "weights": [1] * len(gains),
            "after_bust": [rng.choice([i, i, rng.randint(i, goal)]) for i in range(goal)],
            "states": goal**2 * (goal - 1) // 2,
            "column_low": [0] * goal, "column_high": [2] * goal,
        }  # fmt: skip
        said.append(check_race.Race(header).ends())
        assert said[-1] == ends_wherever_one_holds(header), header
    assert 100 < said.count(False) < 1400


def ends_wherever_one_holds(header):
    """Whether throws can fall so that nobody can go on for ever, by holding wherever it may be."""
    goal, after = header["goal"], header["after_bust"]

    @cache
    def leads_on(i):
        """From a score, every turn leads to the end of the game or to a higher score that does."""
        return i >= goal or thrown(i, i)

    def busts(i):
        return after[i] > i and leads_on(after[i])

    def thrown(i, score):
        return any(fallen(i, score + gain) for gain in header["gains"]) or (
            header["bust"] > 0 and busts(i)
        )

    def fallen(i, score):
        if score > goal and header["exact"]:
            return busts(i)
        return score >= goal or (leads_on(score) and thrown(i, score))

    return leads_on(0)


# --- files that are none --------------------------------------------------------------------------


def test_records_must_be_in_their_places(parts):
    whole = right(parts, Pig(9))
    swapped, missing, twice = whole.copy(), whole.copy(), whole.copy()
    swapped.records[3], swapped.records[4] = swapped.records[4], swapped.records[3]
    unreadable(swapped, "^line 5 is not the record of own 7, opp 7$")
    del missing.records[-1]
    unreadable(missing, "^line 82 is not the record of own 0, opp 0$")
    twice.records.append(twice.records[-1])
    unreadable(twice, "^line 83 is not the end")


def test_records_are_read_in_one_way_only(parts):
    whole = right(parts, Pig(9))
    for words, why in (
        (["4", "4", "-0", "1", "r4"], "is not the record"),
        (["4", "4", "+1", "1", "r4"], "is not the record"),
        (["4", "4", "1_0", "11", "r4"], "is not the record"),
        (["4", "4", "0x1", "2", "r4"], "is not the record"),
        (["4", "4", "nan", "2", "r4"], "is not the record"),
        (["4", "4", "1", "2", "r٤"], "is not the record"),
        (["4", "4", "1", "2", "r4 "], "is not the record"),
        (["4", "4", "1", "2", "x4"], "is not the record"),
        (["4", "4", "1", "2", "r-4h8"], "is not the record"),
        (["4", "4", "1", "2", "r99999"], "is not the record"),
        (["4", "4", "1", "2", "r4h0"], "is not the record"),
        (["4", "4", "1", "2", "r04"], "is not the record"),
        (["4", "4", "1", "2", "r9999"], "own 4, opp 4: 9999 decisions, not 4"),
        (["4", "4", "1", "2", "r3"], "own 4, opp 4: 3 decisions, not 4"),
        (["4", "4", "1", "2", ""], "own 4, opp 4: 0 decisions, not 4"),
        (["4", "4", "2", "1", "r4"], "own 4, opp 4: the box is not between 0 and 1"),
        (["4", "4", "1", "f" * 33, "r4"], "own 4, opp 4: the box is not between 0 and 1"),
        (["4", "4", "1", "f" * 200, "r4"], "is cut off or too long"),
        (["4", "4", "1"], "is not the record"),
    ):
        certificate = whole.copy()
        certificate.at(4, 4)[:] = words
        unreadable(certificate, why)
