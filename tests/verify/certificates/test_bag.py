"""The checker of bags: every letter and the value, against brute force over all orders of dice."""

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigverify.certificates.check_bag import Refuted, Unreadable, check
from support.bags import bag_of, dice, face_scores, joint_by_orders, payoffs
from support.certificates import certificate_of, runs_of, spelled_out, taken

from pigcore.games import Bag

GAMES = [
    Bag([300, 0, 0], [0, 300, 0], [0, 0, 300], name="One of each"),
    Bag([100, 100], [100, 100], [100, 100], name="All the same"),
    Bag(["1/2", "1/3", 0, 0], ["1/2", "1/3", 1, "2/7"], [0, "1/3", 0, "5/7"], name="Four dice"),
    Bag(["3/5"], [0], ["2/5"], name="Rock or paper"),
    Bag(["1/5"], ["2/5"], ["2/5"], win=-1, draw="1/3", lose="-7/2", name="A die that costs"),
]
MANY = Bag([0] * 20, [1] * 20, [0] * 20, name="Paper, twenty times")
SETS = {"r": [0], "p": [1], "s": [2], "R": [1, 2], "P": [0, 2], "S": [0, 1], "t": [0, 1, 2]}


@cache
def truth(game):
    """The letters after all counts, and the best expected total."""
    joint, letters, value = joint_by_orders(game), {}, Fraction(0)
    for counts in [
        (r, p, s)
        for r in range(len(game))
        for p in range(len(game) - r)
        for s in range(len(game) - r - p)
    ]:
        worths = face_scores(game, joint.get(counts, [0] * 3))
        best = [gesture for gesture in range(3) if worths[gesture] == max(worths)]
        seen = any(joint.get(counts, []))
        letters[counts] = next(one for one in SETS if SETS[one] == best) if seen else "n"
        value += max(worths)
    return letters, value


def claims_hold(certificate):
    """Whether all that a certificate says of the bag in its tables is so."""
    header = certificate.header
    columns = [
        [Fraction(x, d) for x, d in zip(header[face], header["denominators"])]
        for face in ("rock", "paper", "scissors")
    ]
    paid = {name: Fraction(header[name], header["unit"]) for name in ("win", "draw", "lose")}
    letters, value = truth(Bag(*columns, **paid))
    claimed = {
        (int(r), int(p), s): letter
        for r, p, runs in certificate.records
        for s, letter in enumerate(spelled_out(runs))
    }
    return claimed == letters and Fraction(header["above"], header["below"]) == value


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_what_a_certificate_of_a_bag_says_is_so(game, tmp_path):
    certificate = certificate_of(game, tmp_path)
    assert claims_hold(certificate)
    letters, value = truth(game)
    found = check(certificate.stream())
    assert Fraction(found.value[0], found.value[2]) == value
    assert found.states == len(letters)
    assert found.ties == sum(letter in "RPSt" for letter in letters.values())


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.lists(dice, min_size=1, max_size=3), payoffs)
def test_what_is_written_of_generated_bags_is_taken_and_is_so(tmp_path_factory, rows, options):
    certificate = certificate_of(bag_of(rows, options), tmp_path_factory.mktemp("bag"))
    assert taken(certificate)
    assert claims_hold(certificate)


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_every_other_letter_and_every_other_value_is_refuted(game, tmp_path):
    whole = certificate_of(game, tmp_path)
    for number, (r, p, runs) in enumerate(whole.records):
        letters = spelled_out(runs)
        for s, right in enumerate(letters):
            for wrong in set("rpsRPStn") - {right}:
                certificate = whole.copy()
                changed = letters[:s] + wrong + letters[s + 1 :]
                certificate.records[number][2] = runs_of(changed)
                place = f"^rocks {r}, papers {p}, scissors {s}: {wrong} is not right$"
                with pytest.raises(Refuted, match=place):
                    check(certificate.stream())
    for change in (-1, 1):
        certificate = whole.copy()
        certificate.header["above"] = 10**40 * whole.header["above"] + change
        certificate.header["below"] = 10**40 * whole.header["below"]
        with pytest.raises(Refuted, match="^header: above / below is not the best expected total"):
            check(certificate.stream())


def test_altered_dice_and_payoffs_are_refuted_or_true(tmp_path):
    rng, refused = random.Random(1), 0
    for game in GAMES:
        whole = certificate_of(game, tmp_path)
        for _ in range(40):
            certificate, die = whole.copy(), rng.randrange(len(game))
            one, other = rng.sample(["rock", "paper", "scissors"], 2)
            damage = rng.randrange(4)
            if damage == 0:
                certificate.header[rng.choice(["win", "draw", "lose", "unit"])] += 1
            elif damage == 1:
                certificate.header[one][die] += 1
            elif damage == 2:
                certificate.header[one][die] += 1
                certificate.header["denominators"][die] += 1
            elif certificate.header[other][die]:
                certificate.header[one][die] += 1
                certificate.header[other][die] -= 1
            if not taken(certificate):
                refused += 1
            else:
                assert claims_hold(certificate)
    assert refused > 130


def test_many_dice_have_space_for_all_their_numbers(tmp_path):
    whole = certificate_of(MANY, tmp_path)
    assert check(whole.stream()).value == (60, 60, 1)
    assert "".join(spelled_out(runs) for _, _, runs in whole.records).count("n") == 1540 - 20


def test_every_count_has_one_letter(tmp_path):
    whole = certificate_of(GAMES[2], tmp_path)
    for runs, many in (("n1", 1), ("n3", 3)):
        whole.at(1, 1)[2] = runs
        with pytest.raises(Unreadable, match=f"^rocks 1, papers 1: {many} decisions, not 2$"):
            check(whole.stream())
