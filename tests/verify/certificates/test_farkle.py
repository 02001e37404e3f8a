"""The checker of Farkle: boxes, decisions and ties, against the game of the tables in fractions."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import given, settings
from pigverify import check_certificate
from pigverify.certificates import write_certificate
from pigverify.certificates.check_farkle import STATEMENT, Refuted, Unreadable, check
from pigverify.certificates.farkle import RULES
from support.certificates import Parts, certificate_of
from support.claims.farkle import FarkleOfTables, columns_of, word_of
from support.farkle_in_fractions import Slow, farkles

from pigcore.games import Farkle, RuleError, SizeError
from pigcore.games.race import from_rules

TINY = Farkle({"1": 1, "2 2": 3}, 6, 3, 3)
STRICT = Farkle({"1": 1, "2 2": 3, "nothing": 2}, 5, 2, 3, opening=2, minimum_bank=1,
                must_roll_hot_dice=True)  # fmt: skip
TIED = Farkle({"1": 2, "1 2": 2}, 8, 2, 4)  # who banks may set aside the 1 alone or the 2 as well
# Both dice score together with a chance of 4/7; at one state banking is worth exactly the same.
EVEN = Farkle({"1 1": 1, "1 2": 1}, 6, 2, ["4/7", "3/14", "3/14"])
BEHIND = Farkle({"1": 1}, 5, 1, ["2/3", "1/3"])  # it is at own 0, opp 1, and hangs on V(1, 2)
LAST = Farkle({"1": 1, "2 2": 3}, 3, 2, ["1/2", "1/4", "1/4"], opening=2, last_turn=True)
LAST_TIED = Farkle({"1": 2, "1 2": 2}, 8, 2, 4, last_turn=True)
GAMES = {"tiny": TINY, "strict": STRICT, "tied": TIED, "even": EVEN, "behind": BEHIND,
         "last": LAST, "last tied": LAST_TIED}  # fmt: skip


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    return {name: certificate_of(game, folder) for name, game in GAMES.items()}


def refuted(certificate, why):
    """Assert that it is refuted, at the place."""
    with pytest.raises(Refuted, match=f"^{why}"):
        check(certificate.stream())


def taken(certificate):
    """Whether the checker takes it."""
    try:
        check(certificate.stream())
    except (Refuted, Unreadable):
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_a_certificate_of_farkle_says_is_so(name, parts):
    certificate = parts[name]
    assert FarkleOfTables(certificate.header).false(certificate) is None
    found = check(certificate.stream())
    letters = [
        letter
        for *_, states, asides in certificate.records
        for column in (*columns_of(states), *columns_of(asides))
        for letter in column
    ]
    assert found.states == len(letters) > 20
    assert found.ties == sum(len(it) > 1 or it == "e" for it in letters)
    assert bool(found.ties) == (name not in ("tiny", "strict", "last"))
    assert certificate.header["ties"] == bool(found.ties)
    assert ("random prime" in found.proof) == certificate.header["ties"]
    assert found.value[1] - found.value[0] < found.value[2] >> 60


@pytest.mark.parametrize(
    ("combination", "letter", "aside"), [(1, "t", "ab"), (2, "e", "")], ids=["sure", "lost"]
)
def test_what_is_equal_to_the_unit_is_a_tie_without_a_prime(combination, letter, aside):
    # Dice of one side that always score: who moves wins. If one alone does not, it loses for sure.
    header = {
        "certificate": 2, "family": "farkle", "statement": STATEMENT, "goal": 3, "dice": 2,
        "denominator": 1, "faces": [1], "combinations": [[combination]], "points": [1],
        "nothing": 0, "minimum": 0, "opening": 0, "must_roll": False, "last_turn": False,
        "rolled": 3, "bits": 4, "ties": False,
    }  # fmt: skip
    whole = Parts(header, [])
    for i, j in ((2, 2), (1, 2), (2, 1), (0, 2), (2, 0), (1, 1), (0, 1), (1, 0), (0, 0)):
        states = word_of([[letter] * (2 - i), ["t"] * (2 - i)])
        asides = word_of([[aside] * (1 - i)] if aside else [])
        whole.records.append([str(i), str(j), "10", "10", states, asides])
    assert FarkleOfTables(header).false(whole) is None
    assert check(whole.stream()).ties == (3 if aside else 9)
    wrong = whole.copy()
    wrong.records[-1][4] = word_of([["b", letter], ["t", "t"]])
    refuted(wrong, "own 0, opp 0, turn 1, dice 1: b is not proved")
    if aside:
        wrong.records[-1][4:] = [whole.records[-1][4], "b1"]
        refuted(wrong, "own 0, opp 0, turn 0, options .*: b is not proved")


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(farkles())
def test_certificates_of_generated_games_are_true_and_taken(tmp_path_factory, game):
    path = tmp_path_factory.mktemp("generated") / "it.pigcert"
    assert write_certificate(game, path).ok
    certificate = certificate_of(game, path.parent)
    assert taken(certificate)
    truth = FarkleOfTables(certificate.header)
    assert truth.false(certificate) is None
    assert truth.starts[0, 0] == Slow(game).solve()[0, 0]


def test_a_box_beside_the_truth_is_refuted(parts):
    whole, rng = parts["tiny"], random.Random(1)
    truth, one = FarkleOfTables(whole.header), 1 << whole.header["bits"]
    for number in rng.sample(range(len(whole.records)), 12):
        own, opp, *_ = whole.records[number]
        value = truth.starts[int(own), int(opp)] * one
        for box in ((math.ceil(value) - 3, math.ceil(value) - 1), (int(value) + 1, int(value) + 3)):
            certificate = whole.copy()
            certificate.records[number][2:4] = [f"{end:x}" for end in box]
            refuted(certificate, r"own \d, opp \d: the equations do not take the box into itself")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tiny", "strict", "tied", "even", "last", "last tied"])
def test_every_decision_that_is_flipped_is_refuted(name, parts):
    whole, rng = parts[name], random.Random(2)
    for number, record in rng.sample([*enumerate(whole.records)], 6):
        own, opp = record[:2]
        for word, others in ((4, ["t", "b", "e"]), (5, ["a", "b", "ab", "ba"])):
            columns, what = columns_of(record[word]), "dice" if word == 4 else "options"
            for letters in columns:
                for at in rng.sample(range(len(letters)), min(2, len(letters))):
                    right = letters[at]
                    letters[at] = rng.choice([it for it in others if it != right])
                    certificate = whole.copy()
                    certificate.records[number][word] = word_of(columns)
                    place = rf"own {own}, opp {opp}, turn \d+, {what} .*"
                    refuted(certificate, f"{place}: {letters[at]} is not proved")
                    letters[at] = right


def test_open_ties_are_settled_modulo_a_prime(parts):
    whole = parts["tied"]
    assert whole.header["ties"] is True
    closed = whole.copy()
    closed.header["ties"] = False
    refuted(closed, r"own \d, opp \d, turn \d, .* is not proved")
    # Both are not worth the same where boxes are apart,
    wide = whole.copy()
    for record in wide.records:
        record[5] = ",".join(re.sub("[a-z]+", "ab", runs) for runs in record[5].split(","))
    refuted(wide, r"own \d, opp \d, turn \d, options .*: ab is not proved")
    # nor where a box is so wide that only the prime can tell.
    wide, half = whole.copy(), 1 << whole.header["bits"] - 1
    record = wide.at(0, 0)
    record[2:4] = [f"{half + 1:x}", f"{2 * int(record[2], 16) - half - 1:x}"]
    refuted(wide, "own 0, opp 0, turn 1, dice 2: [tb] is not proved")
    states = columns_of(record[4])
    states[1][0] = "e"
    record[4] = word_of(states)
    refuted(wide, "own 0, opp 0, turn 1, dice 2: e is not proved")


def test_boxes_lie_between_0_and_1_and_are_not_empty(parts):
    one = 1 << parts["tiny"].header["bits"]
    for low, high in ((1, 0), (one // 2 + 1, one // 2), (0, one + 1), (one + 1, one + 1)):
        certificate = parts["tiny"].copy()
        certificate.records[0][2:4] = [f"{low:x}", f"{high:x}"]
        with pytest.raises(Unreadable, match="^own 5, opp 5: the box is not between 0 and 1$"):
            check(certificate.stream())


def test_that_there_is_one_solution_is_checked(parts):
    # The box of all chances goes into itself, and proves nothing.
    whole = parts["tiny"].copy()
    for record in whole.records:
        record[2:4] = ["0", f"{1 << whole.header['bits']:x}"]
    refuted(whole, "own 5, opp 5: the boxes do not show that there is one solution")
    for place in ((2, 4), (4, 2)):
        certificate = parts["tiny"].copy()
        certificate.at(*place)[2] = "0"
        refuted(certificate, "own 2, opp 4: the boxes do not show that there is one solution")
    # Nor do boxes whose lower ends sum to 1 exactly.
    half = parts["tiny"].copy()
    value, one = int(half.records[-1][2], 16), 1 << half.header["bits"]
    half.records[-1][2:4] = [f"{one // 2:x}", f"{2 * value - one // 2:x}"]
    refuted(half, "own 0, opp 0: the boxes do not show that there is one solution")


@pytest.mark.slow
def test_altered_rules_are_refuted_or_true(parts):
    rng, refused = random.Random(3), 0
    for name in ("tiny", "strict", "last") * 5:
        certificate = parts[name].copy()
        header = certificate.header
        where = rng.choice(["faces", "points", *RULES[6:], "rolled"])
        if where in ("must_roll", "last_turn"):
            header[where] = not header[where]
        elif isinstance(header[where], list):
            header[where][rng.randrange(len(header[where]))] += rng.choice([-1, 1])
        else:
            header[where] += 1
        if where == "faces":
            header["denominator"] = sum(header["faces"])
        if taken(certificate):
            assert FarkleOfTables(header).false(certificate) is None, (name, where)
        else:
            refused += 1
    assert refused > 5


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("goal", 401, "goal"),
        ("dice", 13, "dice"),
        ("faces", [1, 1], "the chances must sum to 1"),
        ("faces", [1, 1, 1, 1, -1], "faces"),
        ("combinations", [[0, 2, 0], [1, 0, 0], [1, 0, 0]], "combinations"),
        ("combinations", [[1, 0, 0], [0, 2, 0]], "combinations must rise"),
        ("combinations", [[0, 0, 0], [1, 0, 0]], "combinations must rise"),
        ("points", [1, 0], "points"),
        ("points", [1, 7], "points"),
        ("must_roll", 1, "must_roll"),
        ("last_turn", None, "must_roll, last_turn, ties: true or false"),
        ("rolled", 7, "rolled"),
        ("rolled", 5, "rolled"),
        ("bits", 0, "bits"),
    ],
)
def test_headers_that_make_no_game_are_refused(parts, name, value, why):
    certificate = parts["tiny"].copy()
    certificate.header[name] = value
    with pytest.raises(Unreadable, match=f"^header: {why}"):
        check(certificate.stream())


def test_sizes_are_refused_before_the_work(parts):
    certificate = parts["tiny"].copy()
    sides = 20
    header = certificate.header
    header |= {
        "dice": 12, "faces": [1] * sides, "denominator": sides,
        "combinations": [[0] * (sides - 1) + [1]], "points": [1],
    }  # fmt: skip
    with pytest.raises(Unreadable, match="dice and combinations would take too long"):
        check(certificate.stream())


def test_runs_have_one_spelling_and_the_right_length(parts):
    whole = parts["tiny"]
    states = whole.records[-1][4]
    others = (f"{states}t1", f"{states},t1", states[2:], "t999999999", "t0", "x3", "")
    for other in (f"7{states}", *others):
        certificate = whole.copy()
        certificate.records[-1][4] = other
        with pytest.raises(Unreadable, match="^(own 0, opp 0: there is not one|line .* is not)"):
            check(certificate.stream())


def test_options_that_are_none_are_refused(parts):
    for name in ("tiny", "tied"):
        for letter in "cz":  # of two options
            certificate = parts[name].copy()
            record = certificate.records[-1]
            record[5] = re.sub("^[a-z]+", letter, record[5])
            with pytest.raises(Unreadable, match="^own 0, opp 0, options .*: a letter names none"):
                check(certificate.stream())


def test_from_where_on_one_banks_is_checked(parts):
    """One score less is enough to lose the proof; one more is a longer certificate."""
    whole = parts["last"]
    shorter = whole.copy()
    shorter.header["rolled"] -= 1
    for record in shorter.records:
        for word in (4, 5):
            record[word] = word_of([column[:-1] for column in columns_of(record[word])])
    refuted(shorter, r"own \d, opp \d: it is not shown that one banks from the score rolled on")


def test_a_last_turn_makes_a_different_game(parts, tmp_path):
    """Neither the tables nor the boxes do for the game in which the first to bank the goal wins."""
    rules = {name: value for name, value in LAST.rules().items() if name != "last_turn"}
    first, last = certificate_of(from_rules(rules), tmp_path), parts["last"]
    assert first.header["last_turn"] is False
    for whole in (first, last):
        certificate = whole.copy()
        certificate.header["last_turn"] = not certificate.header["last_turn"]
        assert not taken(certificate)
    boxes = first.copy()
    for record in boxes.records:
        low, high = (int(end, 16) for end in last.at(*record[:2])[2:4])
        by = last.header["bits"] - boxes.header["bits"]
        record[2:4] = [f"{low >> by:x}", f"{(high >> by) + 1:x}"]
    refuted(boxes, "own 2, opp 2: the equations do not take the box into itself")


def test_chances_of_a_last_turn_are_not_longer_than_there_is_time_for(parts):
    certificate = parts["last"].copy()
    header = certificate.header
    header["faces"] = [weight << 200 for weight in header["faces"]]
    header["denominator"] <<= 200
    header["rolled"] = 900
    with pytest.raises(Unreadable, match="^header: chances and rolled would take too long"):
        check(certificate.stream())


@pytest.mark.slow
def test_it_is_known_whose_tables_they_are(tmp_path):
    path = tmp_path / "it.pigcert"
    game = Farkle.kcd(300)
    assert write_certificate(game, path).ok
    assert check_certificate(path).game == game
    assert check_certificate(path, game).ok
    other = check_certificate(path, Farkle.minimal(300))
    assert (other.ok, "not those of the rules asked for" in other.reason) == (False, True)


@pytest.mark.slow
def test_games_without_certificates_are_refused(tmp_path):
    path = tmp_path / "it.pigcert"
    many = {f"{n} of a kind": k for k, n in enumerate(("three", "four", "five", "six"), 3)}
    for game, kind, why in (
        (Farkle({"1": 1, "nothing": 1}, 2, 2, 3, last_turn=True), SizeError, "its last turn"),
        (
            Farkle({"1": 1}, 3, 2, 3, last_turn=True, must_roll_hot_dice=True),
            SizeError,
            "no score from which on one banks",
        ),
        (Farkle({"1": 1, "2 2": 2000}, 3, 2, 3, last_turn=True), SizeError, "points is not of"),
        (Farkle.zilch(penalty=500), RuleError, "scores can fall"),
        (Farkle(many, 9, 8, 6), SizeError, "would take too long"),
    ):
        with pytest.raises(kind, match=why):
            write_certificate(game, path)
    assert not path.exists()
