"""Damage to certificates of every family; and that the campaign sees false claims."""

import io
import json
import random
import re
from importlib import import_module
from unittest import mock

import pytest
from support.attacks import ATTACKS, HARMLESS, JUNK, packed, parts_of
from support.certificates import Parts, certificate_of, columns_of, word_of
from support.claims import CLAIMS, RaceClaims

from pigcore.games import Bag, Duel, Farkle, Hog, Piglet, Roll, TwoDicePig

PLACE = re.compile(r"own \d+, opp \d+|header|line \d+|hold \d+|weights|rocks \d+, papers \d+")
GAMES = [
    TwoDicePig(4),
    Hog.fa13(6),
    Duel(Roll.die(4), (2, 3, 5, 6)),
    Bag(["1/2", "1/3", 0], ["1/2", "1/3", 1], [0, "1/3", 0]),
    Farkle({"1": 1, "2 2": 3}, 4, 2, 3, opening=2),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def one(request, tmp_path_factory):
    """The checker of a family, and a certificate that it takes."""
    game = request.param
    parts = certificate_of(game, tmp_path_factory.mktemp("it"))
    return import_module(f"pigverify.certificates.check_{parts.header['family']}"), parts


def why_not(core, data):
    """Why it is refused, if it is; no other exception comes out."""
    try:
        core.check(io.BytesIO(data))
    except (core.Refuted, core.Unreadable) as error:
        return str(error)
    return ""


def refused(core, data):
    """Whether it is refused, in one line."""
    why = why_not(core, data)
    assert "\n" not in why
    return bool(why)


def test_no_piece_of_a_certificate_is_taken(one):
    core, parts = one
    data, text = parts.stream().read(), parts.lines()
    core.check(io.BytesIO(data))
    rng = random.Random(6)
    for length in [*rng.sample(range(len(data)), min(len(data), 60)), len(data) - 1]:
        with pytest.raises(core.Unreadable, match=r"^line \d+ "):
            core.check(io.BytesIO(data[:length]))
    for length in rng.sample(range(len(text)), 30):
        with pytest.raises(core.Unreadable, match=r"^line \d+ |^header: "):
            core.check(io.BytesIO(packed(text[:length])))
    for more in (b"x", packed("x"), packed("\n"), data):
        with pytest.raises(core.Unreadable, match=rf"^line {text.count(chr(10)) + 1}\b"):
            core.check(io.BytesIO(data + more))


@pytest.mark.slow
def test_entries_of_another_kind_are_refused(one):
    core, whole = one
    for name, found in whole.header.items():
        kinds = [each for each in JUNK if type(each) is not type(found)] + [f"{found}x", {"0": 1}]
        kinds += [1.5, float("nan"), [float("nan")], [[0]], [None], [True], [0.5], ["x"]]
        for junk in kinds:
            header = whole.header | {name: junk}
            same = junk == found == [True]
            assert same or refused(core, packed(Parts(header, whole.records).lines())), (name, junk)
    del header[name]
    assert refused(core, packed(Parts(header, whole.records).lines()))


def test_a_lost_swapped_or_doubled_record_is_refused(one):
    core, whole = one
    for place in range(len(whole.records)):
        lost, twice = whole.copy(), whole.copy()
        del lost.records[place]
        twice.records.insert(place, twice.records[place])
        assert refused(core, packed(lost.lines()))
        assert refused(core, packed(twice.lines()))


def test_numbers_beyond_their_limits_are_refused(one):
    core, whole = one
    lists = [name for name, found in whole.header.items() if type(found) is list and found]
    for name in lists:
        for junk in (True, None, 1.5, "x", [0], 10**3000):
            certificate = whole.copy()
            certificate.header[name][-1] = junk
            same = type(junk) is type(whole.header[name][-1]) is bool
            assert same or refused(core, packed(certificate.lines())), (name, junk)
    for name, found in whole.header.items():
        if type(found) is int:
            for junk in (-1, 10**3000, -(10**3000)):
                header = whole.header | {name: junk}
                assert refused(core, packed(Parts(header, whole.records).lines())), (name, junk)


def test_each_checker_is_a_program(one, tmp_path, capsys):
    core, whole = one
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_bytes(whole.stream().read())
    wrong.write_bytes(right.read_bytes()[:-20])
    for words, status, begins in (
        ([right], 0, "certified: "),
        ([wrong], 2, "no certificate: line "),
        ([tmp_path / "missing"], 2, "no certificate: "),
        ([], 2, "no certificate: usage: "),
        ([right, right], 2, "no certificate: usage: "),
    ):
        assert core.main([str(word) for word in words]) == status
        assert capsys.readouterr().out.startswith(begins)


def test_too_little_memory_refutes_nothing(one, tmp_path, capsys, monkeypatch):
    core, whole = one
    path = tmp_path / "right"
    path.write_bytes(whole.stream().read())
    monkeypatch.setattr(core, "check", mock.Mock(side_effect=MemoryError))
    assert core.main([str(path)]) == 2
    assert capsys.readouterr().out == "no certificate: there is too little memory to check it\n"


def test_progress_is_reported_from_first_to_last(one):
    core, whole = one
    calls = []
    core.check(whole.stream(), lambda done, total: calls.append((done, total)))
    assert len(calls) > 1
    assert calls == sorted(calls)
    assert calls[-1][0] == calls[-1][1] == calls[0][1]


# --- the campaign ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def claims(tmp_path_factory):
    parts = certificate_of(Piglet(6), tmp_path_factory.mktemp("it"))
    return RaceClaims(Piglet(6), packed(parts.lines()))


def test_the_campaign_sees_false_boxes_and_decisions(claims):
    one = 1 << claims.parts.header["bits"]
    assert claims.false(packed(claims.parts.lines())) is None
    for place, record in enumerate(claims.parts.records):
        low, high = (int(end, 16) for end in record[2:4])
        (letters,) = columns_of(record[4])
        for ends, false in (((0, one), False), ((0, low - 2), True), ((high + 2, one), True)):
            parts = claims.parts.copy()
            parts.records[place][2:4] = [f"{end:x}" for end in ends]
            assert bool(claims.false(packed(parts.lines()))) == false, (record, ends)
        if letters:
            parts = claims.parts.copy()
            letters[0] = "b" if letters[0] == "t" else "t"
            parts.records[place][4] = word_of([letters])
            assert "decision" in claims.false(packed(parts.lines()))


def test_the_campaign_sees_what_is_false_by_other_rules(claims):
    parts = claims.parts.copy()
    for name in ("denominators", "busts", "wipes"):
        parts.header[name] = [7000 * p for p in parts.header[name]]
    parts.header["weights"] = [[[k, 7000 * p] for k, p in row] for row in parts.header["weights"]]
    assert claims.false(packed(parts.lines())) is None, "the same rules in other units"
    parts.header["weights"][0][0][1] += 1
    parts.header["busts"][0] -= 1
    assert claims.false(packed(parts.lines())).startswith("the box of own")
    parts.records[:] = [
        [*record[:2], "0", f"{1 << parts.header['bits']:x}", *record[4:]]
        for record in parts.records
    ]
    assert claims.false(packed(parts.lines())) is None, "so small a change alters no decision"
    parts.records[-1][4] = parts.records[-1][4].replace("t", "b")
    assert "a decision at own 0, opp 0" in claims.false(packed(parts.lines()))


SMALL = {
    "race": Piglet(4),
    "hog": Hog.fa13_hijinks(3),
    "duel": Duel(Roll({2: "1/4", 3: "1/4"}, bust="1/2"), (1, 3)),
    "bag": Bag([1, 0, 0], [0, 1, 0], [0, 0, 1]),
    "race of dice": Farkle({"1": 2, "1 2": 2}, 8, 2, 4),
}
"""All but the first have a tie."""
FALSE = {
    "hog": [
        (("header", "rolls", 0, 0, 0, 2), lambda weight: weight + 1, "the box of"),
        (("records", 0, 3), lambda low: "0", None),
        (("records", 3, 4), lambda high: "0", "the box of"),
        (("records", 3, 5), lambda best: best + ",9", "the choices at"),
    ],
    "duel": [
        (("records", 0, 1), lambda replies: "1", "the replies to hold 1"),
        (("records", 1, 3), lambda weight: f"{int(weight, 16) + 1:x}", None),
        (("records", 1, 2), lambda weight: f"{int(weight, 16) + 1:x}", None),
        (("header", "unique"), lambda unique: True, "whether the mixture"),
        (("header", "gains", 1), lambda gain: gain + 1, "the mixture, against hold"),
    ],
    "bag": [
        (("header", "above"), lambda above: above + 1, "the best expected total"),
        (("header", "win"), lambda win: win + 1, "the best expected total"),
        (("records", 0, 2), lambda runs: "r" + runs[1:], "r after"),
        (("records", 1, 2), lambda runs: runs + "n1", "the counts"),
    ],
    "race of dice": [
        (("header", "sets", 0, 0, 0), lambda gain: gain - 1, "the box of"),
        (("records", 0, 2), lambda low: "0", None),
        (("records", 3, 3), lambda high: "0", "the box of own 1, opp 3"),
        (("records", -1, 4), lambda states: "b" + states[1:], "a decision at own 0"),
        (("records", -1, 5), lambda asides: "b" + asides[1:], "a decision at own 0"),
    ],
}


@pytest.mark.parametrize("family", FALSE)
def test_the_campaign_sees_false_claims_of_every_family(family, tmp_path):
    whole = certificate_of(SMALL[family], tmp_path)
    claims = CLAIMS[family.split()[0]](SMALL[family], packed(whole.lines()))
    assert claims.false(packed(whole.lines())) is None
    for place, change, why in FALSE[family]:
        parts = whole.copy()
        inside = getattr(parts, place[0])
        for step in place[1:-1]:
            inside = inside[step]
        inside[place[-1]] = change(inside[place[-1]])
        found = claims.false(packed(parts.lines()))
        assert (found or "").startswith(why or ""), (place, found)
        assert bool(found) == bool(why), (place, found)


@pytest.mark.slow
@pytest.mark.parametrize("family", SMALL)
def test_every_attack_damages_and_harmless_ones_do_not(family, tmp_path):
    whole = certificate_of(SMALL[family], tmp_path)
    core = import_module(f"pigverify.certificates.check_{family.split()[0]}")
    claims, rng, idle = (
        CLAIMS[family.split()[0]](SMALL[family], packed(whole.lines())),
        random.Random(8),
        [],
    )
    for attack in dict.fromkeys(ATTACKS[family.split()[0]]):
        changed = 0
        for _ in range(4):
            data = attack(rng, whole.copy(), whole.copy())
            if why := why_not(core, data):
                assert PLACE.match(why), (attack.__name__, why)
                assert attack not in HARMLESS
                changed += 1
            else:
                assert not claims.false(data), attack.__name__
                changed += json.dumps(parts_of(data)) != json.dumps(whole)
        if not changed:
            idle.append(attack.__name__)
    of_another = {"header_of_another", "rule_of_another", "record_of_another"}
    assert {*idle} <= of_another | {"packed_otherwise"} | IDLE[family]


IDLE = {
    "race": {"column_moved", "columns_swapped", "exact_tie_broken", "aside_altered"},
    "hog": set(),
    "duel": set(),
    "bag": set(),
    "race of dice": {"column_moved"},
}
"""What these small games have nothing for."""
