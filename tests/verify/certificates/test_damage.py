"""Damage to certificates of every family; and that the campaign sees false claims."""

import json
import random
from importlib import import_module
from unittest import mock

import pytest
from support.certificates import certificate_of, parts_of
from support.damage import ATTACKS, packed
from support.judgement import Claims

from pigcore.games import Bag, Duel, Farkle, Hog, Roll, TwoDicePig

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


def test_too_little_memory_refutes_nothing(one, tmp_path, capsys, monkeypatch):
    core, whole = one
    path = tmp_path / "right"
    path.write_bytes(whole.stream().read())
    monkeypatch.setattr(core, "check", mock.Mock(side_effect=MemoryError))
    assert core.main(["check", str(path)], core.check, core.STATEMENT) == 2
    assert capsys.readouterr().out == "no certificate: there is too little memory to check it\n"


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
    _, whole = one
    claims, rng, idle = Claims(whole.stream().read()), random.Random(8), []
    for attack in dict.fromkeys(ATTACKS):
        changed = 0
        for _ in range(4):
            data = attack(rng, whole.copy(), whole.copy())
            refused = claims.judged(data, attack) == "refused"
            changed += refused or json.dumps(parts_of(data)) != json.dumps(whole)
        if not changed:
            idle.append(attack.__name__)
    assert {*idle} <= {"header_of_another", "packed_otherwise"}
