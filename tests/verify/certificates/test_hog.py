"""The checker of Hog: boxes, choices and ties, against values in fractions from the tables."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from pigverify.certificates import check_hog, write_certificate
from pigverify.certificates.check_hog import Refuted, Unreadable, check
from support.certificates import certificate_of, refuted, taken
from support.generated import hog, some
from support.hogs import Solved, Tables, plain, slow_hog, small

from pigcore.games import Hog, SizeError


def back(own, opp):
    """A score of 3 is lost again."""
    return (0, opp) if own == 3 else (own, opp)


FA13, HIJINKS, SP16 = (small(name, 7, 2)[0] for name in ("fa13", "fa13_hijinks", "sp16"))
EXTRA, TIED = small("fa20", 14, 1)[0], small("fa13", 12, 3)[0]
CYCLE = Hog(5, 2, (3, 3), pig_out="pig_out_for_nothing", after=back, name="A cycle")
GAMES = [FA13, HIJINKS, SP16, EXTRA, TIED, CYCLE]
PRIME = 2**127 - 1
names = lambda one: one.name  # noqa: E731


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    return {game.name + repr(game.goal): certificate_of(game, folder) for game in GAMES}


def right(parts, game):
    """A copy of the certificate of a game, to be altered."""
    return parts[game.name + repr(game.goal)].copy()


def claims_hold(certificate, truth=None):
    """Whether all that a certificate says of the game of its tables is so."""
    truth, one = truth or Solved(Tables(certificate.header)), 1 << certificate.header["bits"]
    return len(certificate.records) == len(truth.values) and all(
        int(low, 16) <= truth.values[state] * one <= int(high, 16)
        and tuple(map(int, best.split(","))) == truth.best(state)
        for *words, low, high, best in certificate.records
        for state in [(0, *map(int, words))]
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=names)
def test_what_a_certificate_of_hog_says_is_so(game, parts):
    certificate = right(parts, game)
    assert claims_hold(certificate)
    found = check(certificate.stream())
    assert found.value[1] - found.value[0] < found.value[2] >> 100
    assert (found.states, found.ties) == (
        game.goal**2 * game.memories,
        sum("," in record[-1] for record in certificate.records),
    )
    assert ("random prime" in found.proof) == certificate.header["ties"]


@settings(max_examples=8, deadline=None)
@given(some(hog, True))
def test_tables_are_the_rules_and_their_proofs_are_taken(tmp_path_factory, game):
    path = tmp_path_factory.mktemp("generated") / "it.pigcert"
    try:
        assert write_certificate(game, path).ok
    except SizeError:  # this game need never end
        return
    certificate = certificate_of(game, path.parent)
    truth = Solved(Tables(certificate.header))
    assert claims_hold(certificate, truth)
    assert taken(certificate)
    assert truth.values == Solved(plain(game)).values


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 6, 9, 34, 41])
def test_games_that_need_never_hurry_have_certificates_too(seed, tmp_path):
    game = slow_hog(seed)
    whole = certificate_of(game, tmp_path)
    truth = Solved(Tables(whole.header))
    assert claims_hold(whole, truth)
    assert taken(whole)
    for number, record in enumerate(whole.records):
        for choice in game.choices:
            best = {*map(int, record[5].split(","))} ^ {choice}
            certificate = whole.copy()
            certificate.records[number][5] = ",".join(map(str, sorted(best))) or "7"
            refuted(
                certificate, f"own {record[0]}, opp {record[1]}.*: .* is not proved to be right"
            )


@pytest.mark.parametrize("again", [False, True])
def test_images_are_rounded_outward_by_less_than_a_unit(again, parts):
    # To 1 a game is one equation, V = 2/7 + 5/7 (1 - V), or with V in the place of 1 - V if the
    # same player moves again: every box of 5 bits against fractions.
    one, whole = 32, right(parts, FA13)
    whole.header.update(goal=1, kinds=["0"], bacon=[], states=1, bits=5, ends=[], ties=False)
    whole.header["rolls"] = [[[[0, 0, 5], [1, 0, 2]]]]
    whole.header["ends"] = [[0, 0, 0, 0, 1]] if again else []
    for low in range(one + 1):
        for high in range(low, one + 1):
            hog = check_hog.Hog(whole.header)
            state = 0, 0, 0
            hog.boxes, hog.best = {state: (low, high)}, {state: [1]}
            ends = (low, high) if again else (one - high, one - low)
            least, most = (Fraction(2 * one + 5 * end, 7) for end in ends)
            inside = low <= math.floor(least) and math.ceil(most) <= high
            try:
                assert hog.check(state)[1] is False
            except Refuted:
                assert not inside
            else:
                assert inside


def read(certificate):
    """The game, with all records read."""
    lines = check_hog.Lines(certificate.stream())
    hog = check_hog.Hog(lines.header(check_hog.BEGIN, check_hog.ENTRIES, check_hog.MOST_HEADER))
    for _ in range(hog.states):
        hog.read(lines)
    return hog


@pytest.mark.parametrize("seed", [0, 6, 9, 34, 41])
def test_residues_are_those_of_the_values_in_fractions(seed, tmp_path):
    whole = certificate_of(slow_hog(seed), tmp_path)
    truth, hog = Solved(Tables(whole.header)), read(whole)
    residues = check_hog.Residues(hog, PRIME)
    for state, found in residues.value.items():
        value = truth.values[0, *state]
        assert (found * value.denominator - value.numerator) % PRIME == 0


def test_elimination_is_given_up_after_its_limit(tmp_path):
    hog = read(certificate_of(slow_hog(41), tmp_path))
    work = check_hog.Residues(hog, PRIME).work
    assert work > 0
    with pytest.raises(Unreadable, match="^too many states lead to one another$"):
        check_hog.Residues(hog, PRIME, work)
    check_hog.Residues(hog, PRIME, work + 1)


# --- false claims ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", [FA13, HIJINKS, CYCLE], ids=names)
def test_a_box_beside_the_truth_and_every_other_choice_are_refuted(game, parts):
    whole = right(parts, game)
    truth = Solved(Tables(whole.header))
    one = 1 << whole.header["bits"]
    chosen = random.Random(4).sample([*enumerate(whole.records)], 16)
    for number, (own, opp, parity, low, high, best) in chosen:
        value = truth.values[0, int(own), int(opp), int(parity)] * one
        place = r"own \d+, opp \d+(, parity \d)?: "
        for box in ((math.ceil(value) - 3, math.ceil(value) - 1), (int(value) + 1, int(value) + 3)):
            if box[0] >= 0 and box[1] <= one:
                certificate = whole.copy()
                certificate.records[number][3:5] = [f"{end:x}" for end in box]
                refuted(certificate, place)
        mine = f"own {own}, opp {opp}" + (f", parity {parity}" if game.exchange else "")
        for wrong in {"1", "2", "1,2", "0", "0,1", "2,1", "1,1", "9"} - {best}:
            certificate = whole.copy()
            certificate.records[number][5] = wrong
            refuted(certificate, f"{mine}: {' and '.join(wrong.split(','))} is not proved")
        assert int(low, 16) <= value <= int(high, 16)


@pytest.mark.slow
def test_ties_that_are_none_are_refuted_modulo_a_prime(parts, tmp_path):
    for whole in (right(parts, TIED), certificate_of(slow_hog(9), tmp_path)):
        closed, ties = whole.copy(), whole.header["ties"]
        closed.header["ties"] = False
        if ties:
            refuted(closed, r"own \d+, opp \d+.*: .* is not proved to be right")
        whole.header["ties"] = True
        # Boxes that prove nothing leave all to the prime, and not all that is claimed is a tie.
        truth = Solved(Tables(whole.header))
        every = ",".join(map(str, truth.rules.choices))
        for record in whole.records:
            record[3:6] = ["0", f"{1 << whole.header['bits']:x}", every]
        assert any(len(truth.best(state)) < len(truth.rules.choices) for state in truth.values)
        refuted(whole, rf"own \d+, opp \d+.*: {every.replace(',', ' and ')} is not proved to be")


def test_players_who_can_wait_for_ever_are_refused(parts):
    turned = right(parts, CYCLE)
    turned.records.reverse()
    refuted(turned, r"own 0, opp 0: \d is not shown to let the game end$")
    # Who can gain nothing waits for ever, though the box of all chances goes into itself.
    tables = right(parts, FA13)
    tables.header.update(goal=1, kinds=["0"], bacon=[], states=1, bits=1, ends=[])
    tables.header["rolls"] = [[[[0, 0, 1], [1, 0, 1]]]]
    tables.records[:] = [["0", "0", "0", "0", "2", "1"]]
    assert taken(tables)
    for named in ("1,1", "1,7", "7"):
        tables.records[0][5] = named
        refuted(tables, f"own 0, opp 0: {named.replace(',', ' and ')} is not proved to be right$")
    tables.records[0][5] = "1"
    tables.header["rolls"] = [[[[0, 0, 2]]]]
    refuted(tables, "own 0, opp 0: 1 is not shown to let the game end$")


@pytest.mark.slow
def test_altered_rules_are_refuted_or_true(parts):
    rng, refused = random.Random(3), 0
    for game in (FA13, HIJINKS, SP16, CYCLE):
        whole = right(parts, game)
        for _ in range(12):
            certificate = whole.copy()
            header, damage = certificate.header, rng.randrange(5)
            if damage == 0:
                row = rng.choice(rng.choice(rng.choice(header["rolls"])))
                row[rng.randrange(3)] += 1
            elif damage == 1 and header["bacon"]:
                rng.choice(header["bacon"])[rng.randrange(game.goal)] += 1
            elif damage == 2 and header["ends"]:
                rng.choice(header["ends"])[rng.randrange(2, 5)] ^= 1
            elif damage == 3 and header["ends"]:
                del header["ends"][rng.randrange(len(header["ends"]))]
            else:
                number = rng.randrange(len(header["kinds"]))
                kinds = list(header["kinds"][number])
                kinds[rng.randrange(game.goal)] = "1"
                header["kinds"][number] = "".join(kinds)
            if not taken(certificate):
                refused += 1
            else:
                assert claims_hold(certificate)
    assert refused > 20


def test_the_value_is_that_of_the_first_turn(parts):
    truth = Solved(Tables(right(parts, FA13).header))
    low, high, one = check(right(parts, FA13).stream()).value
    assert Fraction(low, one) <= truth.values[0, 0, 0, 0] <= Fraction(high, one)


def test_records_are_of_states_that_there_are_once_with_boxes_of_chances(parts):
    whole = right(parts, FA13)
    place, box = whole.records[4][:3], [*whole.records[4][3:5], "1"]
    for words, why in (
        (["1", "1", "1", *box], "^line 6: there is no state of own 1, opp 1$"),
        (["7", "1", "0", *box], "^line 6: there is no state of own 7, opp 1$"),
        ([*whole.records[3][:3], *box], r"^line 6: own \d, opp \d is there already$"),
        ([*place, "2", "1", "1"], r"^own \d, opp \d: the box is not between 0 and 1$"),
        ([*place, "1", "8" + "0" * 31 + "1", "1"], "the box is not between 0 and 1$"),
    ):
        certificate = whole.copy()
        certificate.records[4][:] = words
        with pytest.raises(Unreadable, match=why):
            check(certificate.stream())
