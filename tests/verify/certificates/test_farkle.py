"""The checker of Farkle: boxes, decisions and ties, against the game of the tables in fractions."""

from __future__ import annotations

import math
import random
import re
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from pigverify import check_certificate
from pigverify.certificates import write_certificate
from pigverify.certificates.check_farkle import Farkle as Checked
from pigverify.certificates.check_farkle import Refuted, Unreadable, check
from support.certificates import certificate_of
from support.farkle_in_fractions import Slow, farkles

from pigcore.games import Farkle, RuleError, SizeError

TINY = Farkle({"1": 1, "2 2": 3}, 6, 3, 3)
STRICT = Farkle({"1": 1, "2 2": 3, "nothing": 2}, 5, 2, 3, opening=2, minimum_bank=1,
                must_roll_hot_dice=True)  # fmt: skip
TIED = Farkle({"1": 2, "1 2": 2}, 8, 2, 4)  # who banks may set aside the 1 alone or the 2 as well
GAMES = {"tiny": TINY, "strict": STRICT, "tied": TIED}


class Truth:
    """The game of the tables, solved in fractions."""

    def __init__(self, header):
        table = {
            " ".join(str(face) for face, n in enumerate(counts, 1) for _ in range(n)): points
            for counts, points in zip(header["combinations"], header["points"])
        }
        if header["nothing"]:
            table["nothing"] = header["nothing"]
        below = header["denominator"]
        self.game = Farkle(
            table,
            header["goal"],
            header["dice"],
            [Fraction(weight, below) for weight in header["faces"]],
            opening=header["opening"],
            minimum_bank=header["minimum"],
            must_roll_hot_dice=header["must_roll"],
        )
        self.slow, self.checked = Slow(self.game), Checked(header)
        self.slow.solve()

    def worth(self, own, opp, points, dice):
        """U: what is best, banking or throwing."""
        if own + points >= self.game.goal:
            return Fraction(1)
        return max(self.slow.payoffs(own, opp, points, dice).values())

    def holds(self, certificate):
        """Whether all that a certificate says is so."""
        one, checked = 1 << certificate.header["bits"], self.checked
        for own, opp, low, high, states, asides in certificate.records:
            i, j = int(own), int(opp)
            if not int(low, 16) <= self.slow.starts[i, j] * one <= int(high, 16):
                return False
            for n, runs in zip(checked.choosing, states.split(",")):
                for s, said in enumerate(spelled(runs), checked.first(i)):
                    pays = self.slow.payoffs(i, j, s - i, n + 1)
                    margin = pays["throw"] - pays["bank"]
                    if said != ["t" if margin > 0 else "b" if margin else "e"]:
                        return False
            for options, runs in zip(checked.sets, asides.split(",")):
                for t, said in enumerate(spelled(runs)):
                    pays = [self.worth(i, j, t + units, left) for units, left in options]
                    if said != [chr(97 + k) for k, it in enumerate(pays) if it == max(pays)]:
                        return False
        return True


def spelled(runs):
    """The letters of every state, each in a list."""
    return [list(it) for it, n in re.findall("([a-z]+)([0-9]+)", runs) for _ in range(int(n))]


def written(letters):
    """Runs of these letters."""
    whole, last = [], None
    for it in letters:
        if it == last:
            whole[-1][1] += 1
        else:
            whole.append([it, 1])
        last = it
    return "".join(f"{''.join(it)}{n}" for it, n in whole)


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


@pytest.mark.parametrize("name", GAMES)
def test_what_a_certificate_of_farkle_says_is_so(name, parts):
    certificate = parts[name]
    assert Truth(certificate.header).holds(certificate)
    found = check(certificate.stream())
    letters = [
        letter for *_, states, asides in certificate.records
        for runs in (*states.split(","), *asides.split(",")) for letter in spelled(runs)
    ]  # fmt: skip
    assert found.states == len(letters) > 20
    assert found.ties == sum(len(it) > 1 or it == ["e"] for it in letters)
    assert ("random prime" in found.proof) == certificate.header["ties"]
    assert found.value[1] - found.value[0] < found.value[2] >> 60


@settings(max_examples=4, deadline=None)
@given(farkles(last_turn=False))
def test_certificates_of_generated_games_are_true_and_taken(tmp_path_factory, game):
    path = tmp_path_factory.mktemp("generated") / "it.pigcert"
    assert write_certificate(game, path).ok
    certificate = certificate_of(game, path.parent)
    assert taken(certificate)
    assume(math.gcd(*certificate.header["points"], certificate.header["nothing"]) == 1)
    truth = Truth(certificate.header)
    assert truth.holds(certificate)
    assert truth.slow.starts[0, 0] == Slow(game).solve()[0, 0]


def test_a_box_beside_the_truth_is_refuted(parts):
    whole, rng = parts["tiny"], random.Random(1)
    truth, one = Truth(whole.header), 1 << whole.header["bits"]
    for number in rng.sample(range(len(whole.records)), 12):
        own, opp, *_ = whole.records[number]
        value = truth.slow.starts[int(own), int(opp)] * one
        for box in ((math.ceil(value) - 3, math.ceil(value) - 1), (int(value) + 1, int(value) + 3)):
            certificate = whole.copy()
            certificate.records[number][2:4] = [f"{end:x}" for end in box]
            refuted(certificate, r"own \d, opp \d: the equations do not take the box into itself")


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_that_is_flipped_is_refuted(name, parts):
    whole, rng = parts[name], random.Random(2)
    for number, record in rng.sample([*enumerate(whole.records)], 10):
        own, opp = record[:2]
        for word, others in ((4, ["t", "b", "e"]), (5, ["a", "b", "ab", "ba"])):
            columns = record[word].split(",")
            for n, runs in enumerate(columns):
                letters = spelled(runs)
                for at in rng.sample(range(len(letters)), min(2, len(letters))):
                    other = list(rng.choice([it for it in others if list(it) != letters[at]]))
                    wrong = written([*letters[:at], other, *letters[at + 1 :]])
                    certificate = whole.copy()
                    certificate.records[number][word] = ",".join(
                        [*columns[:n], wrong, *columns[n + 1 :]]
                    )
                    what = "dice" if word == 4 else "options"
                    refuted(certificate, rf"own {own}, opp {opp}, turn \d+, {what} .*: "
                            f"{''.join(other)} is not proved")  # fmt: skip


def test_open_ties_are_settled_modulo_a_prime(parts):
    whole = parts["tied"]
    assert whole.header["ties"] is True
    closed = whole.copy()
    closed.header["ties"] = False
    refuted(closed, r"own \d, opp \d, turn \d, .* is not proved")
    # Wide boxes leave all to the prime; then letters that say so are ties only where it is true.
    wide = whole.copy()
    for record in wide.records:
        record[5] = ",".join(re.sub("[a-z]+", "ab", runs) for runs in record[5].split(","))
    refuted(wide, r"own \d, opp \d, turn \d, options .*: ab is not proved")


def test_that_there_is_one_solution_is_checked(parts):
    # The box of all chances goes into itself, and proves nothing.
    whole = parts["tiny"].copy()
    for record in whole.records:
        record[2:4] = ["0", f"{1 << whole.header['bits']:x}"]
    refuted(whole, "own 5, opp 5: the boxes do not show that there is one solution")


def test_altered_rules_are_refuted_or_true(parts):
    rng, refused = random.Random(3), 0
    for name in ("tiny", "strict") * 5:
        certificate = parts[name].copy()
        header = certificate.header
        where = rng.choice(["faces", "points", "minimum", "opening", "nothing", "must_roll"])
        if where == "must_roll":
            header[where] = not header[where]
        elif isinstance(header[where], list):
            header[where][rng.randrange(len(header[where]))] += rng.choice([-1, 1])
        else:
            header[where] += 1
        if where == "faces":
            header["denominator"] = sum(header["faces"])
        if math.gcd(*header["points"], header["nothing"]) > 1:
            continue  # the game would count in larger units
        if taken(certificate):
            assert Truth(header).holds(certificate), (name, where)
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
    for other in (f"{states}t1", f"{states},t1", states[2:], "t999999999", "t0", "x3", ""):
        certificate = whole.copy()
        certificate.records[-1][4] = other
        with pytest.raises(Unreadable, match="^(own 0, opp 0: there is not one|line .* is not)"):
            check(certificate.stream())


def test_options_that_are_none_are_refused(parts):
    for name in ("tiny", "tied"):
        certificate = parts[name].copy()
        record = certificate.records[-1]
        record[5] = re.sub("^[a-z]+", "z", record[5])
        with pytest.raises(Unreadable, match="^own 0, opp 0, options .*: a letter names none"):
            check(certificate.stream())


def test_it_is_known_whose_tables_they_are(tmp_path):
    path = tmp_path / "it.pigcert"
    game = Farkle.kcd(300)
    assert write_certificate(game, path).ok
    assert check_certificate(path).game == game
    assert check_certificate(path, game).ok
    other = check_certificate(path, Farkle.minimal(300))
    assert (other.ok, "not those of the rules asked for" in other.reason) == (False, True)


def test_games_without_certificates_are_refused(tmp_path):
    path = tmp_path / "it.pigcert"
    many = {f"{n} of a kind": k for k, n in enumerate(("three", "four", "five", "six"), 3)}
    for game, kind, why in (
        (Farkle({"1": 1}, 3, 2, 3, last_turn=True), SizeError, "that of a last turn"),
        (Farkle.zilch(penalty=500), RuleError, "scores can fall"),
        (Farkle(many, 9, 8, 6), SizeError, "would take too long"),
    ):
        with pytest.raises(kind, match=why):
            write_certificate(game, path)
    assert not path.exists()
