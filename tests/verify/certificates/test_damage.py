"""Damage to certificates of every family; and that the campaign sees false claims."""

import io
import json
import random
import re
from importlib import import_module
from unittest import mock

import pytest
from support.attacks import ATTACKS, HARMLESS, JUNK, Claims, packed, parts_of
from support.certificates import Parts, certificate_of

from pigcore.games import Bag, Duel, Farkle, Hog, Roll, TwoDicePig

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


def test_the_campaign_sees_false_boxes_and_decisions(one):
    _, whole = one
    claims = Claims(whole.stream().read())
    assert claims.false(packed(whole.lines())) is None
    record = whole.copy()
    record.records[0][-1] += "1"
    if whole.header["family"] != "duel":
        assert "decision" in claims.false(packed(record.lines()))
    if claims.box:
        record = whole.copy()
        ends = record.records[1][claims.box : claims.box + 2]
        record.records[1][claims.box : claims.box + 2] = [f"{int(ends[1], 16) + 1:x}"] * 2
        assert "box" in claims.false(packed(record.lines()))


@pytest.mark.slow
def test_every_attack_damages_and_harmless_ones_do_not(one):
    core, whole = one
    claims, rng, idle = Claims(whole.stream().read()), random.Random(8), []
    for attack in dict.fromkeys(ATTACKS):
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
    assert {*idle} <= of_another | {"packed_otherwise"}
