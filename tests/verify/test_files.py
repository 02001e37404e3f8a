"""The verifier's own reader of saved solutions, and everything that can be wrong with a file."""

from __future__ import annotations

import array
import contextlib
import io
import json
import zipfile

import numpy as np
import pytest
from pigverify import certify, files
from pigverify.files import read_solution
from support.commands import run

from pigcore.games import Bag, Duel, FileError, Hog, Pig, Piglet, SizeError
from pigcore.games.rules import text_of

GAME = Piglet(2)
STARTS = np.array([[4 / 7, 2 / 5], [4 / 5, 2 / 3]])


def members(**changes):
    """The arrays of a good file with some of them replaced (None: left out)."""
    good = {
        "format": np.array("pigcore 1"),
        "rules": np.array(text_of(GAME)),
        "version": np.array("0.1.0"),
        "info": np.array(json.dumps({"method": "newton"})),
        "starts": STARTS,
    }
    return {name: value for name, value in (good | changes).items() if value is not None}


def save(path, **changes):
    np.savez(path, **members(**changes))
    return path


def raw(path, name, data, **changes):
    """A good file in which the bytes of one member are ``data``."""
    with zipfile.ZipFile(path, "w") as archive:
        for key, value in members(**changes).items():
            stream = io.BytesIO()
            np.save(stream, value)
            archive.writestr(f"{key}.npy", data if key == name else stream.getvalue())
    return path


def npy(value):
    stream = io.BytesIO()
    np.save(stream, value)
    return stream.getvalue()


def header(text, data=b""):
    lead = text.encode() + b"\n"
    return b"\x93NUMPY\1\0" + len(lead).to_bytes(2, "little") + lead + data


# --- good files -----------------------------------------------------------------------------------


def test_a_good_file(tmp_path):
    game, arrays = read_solution(save(tmp_path / "a.npz"))
    assert game == GAME
    assert arrays == {"starts": STARTS.tolist()}
    assert certify(tmp_path / "a.npz").ok
    assert certify(str(tmp_path / "a.npz")).error < 1e-16


@pytest.mark.parametrize(
    "starts",
    [STARTS, np.asfortranarray(STARTS), STARTS.T.copy().T, np.arange(6.0).reshape(2, 3),
     np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.arange(5), np.arange(3.0),
     np.arange(4).reshape(2, 2)],
    ids=lambda a: f"{a.dtype}{a.shape}{'F' if a.flags.fnc else 'C'}",
)  # fmt: skip
def test_arrays_are_read_as_they_were_written(tmp_path, starts):
    _, arrays = read_solution(save(tmp_path / "a.npz", starts=starts))
    assert arrays["starts"] == starts.tolist()


def test_a_compressed_file(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", **members())
    assert certify(tmp_path / "a.npz").ok


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_every_version_of_the_header(tmp_path, version):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, STARTS, version=version)
    path = raw(tmp_path / "a.npz", "starts", stream.getvalue())
    assert read_solution(path)[1]["starts"] == STARTS.tolist()


def test_any_text_survives(tmp_path):
    rules = text_of(GAME).replace("Piglet", "Münze 🐷")
    game, *_ = read_solution(save(tmp_path / "a.npz", rules=np.array(rules)))
    assert game.name == "Münze 🐷"


# --- files that are none --------------------------------------------------------------------------


def refused(path, message):
    with pytest.raises(FileError, match=message) as caught:
        certify(path)
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text


def test_no_file(tmp_path):
    refused(tmp_path / "a.npz", "does not exist")


def test_a_directory(tmp_path):
    refused(tmp_path, "cannot be read")


@pytest.mark.parametrize("data", [b"", b"pigcore 1", b"PK\x03\x04", bytes(1000)])
def test_no_archive(tmp_path, data):
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    refused(path, "is not a saved solution or is damaged")


def test_every_truncation(tmp_path):
    whole = save(tmp_path / "whole.npz").read_bytes()
    path = tmp_path / "a.npz"
    for size in range(0, len(whole), 37):
        path.write_bytes(whole[:size])
        refused(path, "is not a saved solution or is damaged")


def test_every_flipped_byte_is_refused_or_harmless(tmp_path):
    # CRCs guard the members; bytes that nothing depends on (dates, attributes) may change.
    whole = save(tmp_path / "whole.npz").read_bytes()
    path = tmp_path / "a.npz"
    for at in range(0, len(whole), 11):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
        with contextlib.suppress(FileError):
            assert read_solution(path) == (GAME, {"starts": STARTS.tolist()})


# --- members --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["format", "rules", "version", "info"])
def test_missing_texts(tmp_path, name):
    refused(save(tmp_path / "a.npz", **{name: None}), f"has no member '{name}'")


@pytest.mark.parametrize("name", ["format", "rules", "version", "info"])
def test_texts_that_are_numbers(tmp_path, name):
    refused(save(tmp_path / "a.npz", **{name: STARTS}), f"'{name}' is not a text")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": np.array("pigcore 2")}, "has the format 'pigcore 2', but"),
        ({"info": np.array("{")}, "'info' is not JSON"),
        ({"rules": np.array("goal = ")}, ": the text of its rules is not TOML: "),
        ({"rules": np.array("goal = 0\n[roll.gains]\n1 = 1")}, "goal is 0"),
        ({"rules": np.array('game = "chess"')}, "no game 'chess'"),
        ({"rules": np.array(text_of(Pig(3)))}, r"of shape \(2, 2\), but must be of shape \(3, 3\)"),
        ({"starts": STARTS[:1]}, r"is of shape \(1, 2\), but must be of shape \(2, 2\)"),
        ({"starts": STARTS.ravel()}, r"is of shape \(4,\), but must be of shape"),
        ({"starts": np.arange(4).reshape(2, 2)}, r"starts\[0, 0\] is 0, but must be a float64"),
        ({"starts": STARTS.reshape(1, 2, 2)}, r"of shape \(1, 2, 2\), but must be of shape"),
        ({"starts": np.array(0.5)}, "one to 7 axes"),
        ({"starts": STARTS.astype("<f4")}, "has the type '<f4'"),
        ({"starts": STARTS.astype(">f8")}, "has the type '>f8'"),
        ({"starts": STARTS.astype(complex)}, "has the type '<c16'"),
        ({"starts": np.array(["a", "b"])}, "must be one text"),
        ({"starts": np.array([b"a"])}, "has the type '|S1'"),
        ({"starts": np.zeros(2, [("a", "<f8")])}, "has the type"),
        ({"starts": STARTS + np.nan}, r"starts\[0, 0\] is nan"),
        ({"starts": STARTS - 1}, r"starts\[0, 0\] is -0.4"),
        ({"starts": STARTS * 2}, r"starts\[0, 0\] is 1.14"),
    ],
)  # fmt: skip
def test_wrong_members(tmp_path, changes, message):
    refused(save(tmp_path / "a.npz", **changes), message)


def test_pickles_are_not_opened(tmp_path):
    class Bomb:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was opened",))

    path = save(tmp_path / "a.npz", starts=np.array([Bomb()], dtype=object))
    refused(path, r"has the type '\|O'")


GOOD_HEADER = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is not an array of numpy"),
        (b"\x93NUMPX\1\0" + npy(STARTS)[8:], "is not an array of numpy"),
        (b"\x93NUMPY\4\0" + npy(STARTS)[8:], "is not an array of numpy"),
        (b"\x93NUMPY\1\0", "cut off|header"),
        (npy(STARTS)[:40], "is cut off"),
        (npy(STARTS)[:-1], "holds 31 bytes, but its shape"),
        (npy(STARTS) + b"\0", "holds 33 bytes"),
        (header("{"), "a header that cannot be read"),
        (header("[1, 2]"), "a header that cannot be read"),
        (header("{'descr': '<f8', 'shape': (2, 2)}"), "a header that cannot be read"),
        (header("__import__('os').abort()"), "a header that cannot be read"),
        (header("(" * 3000), "a header that cannot be read"),
        (header("-" * 9000 + "1"), "a header that cannot be read"),
        (header("{'descr': '\udcff'}".replace("\udcff", "\xff")), "a header that cannot be read"),
        (header(GOOD_HEADER.replace("(2, 2)", "(2, -2)")), "has the shape"),
        (header(GOOD_HEADER.replace("(2, 2)", "(2, True)")), "has the shape"),
        (header(GOOD_HEADER.replace("(2, 2)", "[2, 2]")), "has the shape"),
        (header(GOOD_HEADER.replace("False", "0")), "has the shape"),
        (header(GOOD_HEADER.replace("(2, 2)", "(10**9, 10**9)")), "cannot be read"),
        (header(GOOD_HEADER.replace("(2, 2)", "(1000000000, 1000000000)")), "holds 0 bytes"),
        (header(GOOD_HEADER.replace("(2, 2)", "(99999999999, 0)")), "has the shape"),
        (header(GOOD_HEADER.replace("(2, 2)", "(0, 2)").replace("False", "True")), "has the shape"),
        (header(GOOD_HEADER.replace("(2, 2)", "(0,)")), "has the shape"),
        (header(GOOD_HEADER.replace("'<f8'", "('<f8', 2)")), "has the type"),
        (header(GOOD_HEADER.replace("'<f8'", "'<U99999999999'")), "has the type"),
    ],
)
def test_damaged_arrays(tmp_path, data, message):
    refused(raw(tmp_path / "a.npz", "starts", data), message)


def test_texts_of_no_characters(tmp_path):
    data = npy(np.array("x"))[:-4] + b"\xff\xff\xff\xff"
    refused(raw(tmp_path / "a.npz", "version", data), "version.npy")


def test_a_member_twice(tmp_path):
    path = save(tmp_path / "a.npz")
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("starts.npy", npy(STARTS / 2))
    refused(path, "'starts.npy' is there twice")


def test_a_member_that_is_no_array(tmp_path):
    path = save(tmp_path / "a.npz")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("README", "hello")
    refused(path, "'README' is there twice or is no array")


def test_size_bombs(tmp_path):
    path = tmp_path / "a.npz"
    np.savez_compressed(path, **members(starts=np.zeros((1000, 1000))))
    assert path.stat().st_size < 50_000
    refused(path, "holds more than 10032 bytes")


def test_many_members(tmp_path):
    refused(save(tmp_path / "a.npz", **{f"a{n}": STARTS for n in range(9)}), "has 14 members")


@pytest.mark.slow
@pytest.mark.parametrize("game", [Pig(5), Hog(goal=5), Duel(), Bag([300], [0], [0])], ids=repr)
def test_no_array_is_decoded_that_is_larger_than_its_game_needs(tmp_path, monkeypatch, game):
    path = tmp_path / "a.npz"
    rules = np.array(text_of(game))
    bombs = {array.name: np.zeros((2000, 2000)) for array in game.arrays}
    np.savez_compressed(path, **members(rules=rules, **({"starts": None} | bombs)))
    monkeypatch.setattr(array, "array", None)  # what decodes
    refused(path, f"'{game.arrays[0].name}.npy' holds more than [0-9]+ bytes, which is the limit")


def test_no_array_is_decoded_that_its_game_does_not_have(tmp_path, monkeypatch):
    path = save(tmp_path / "a.npz", more=STARTS)
    monkeypatch.setattr(array, "array", None)
    refused(path, "the array 'more' is unknown: a solution of Piglet has starts")


@pytest.mark.slow
def test_a_game_too_large_for_a_proof_is_refused_before_its_arrays_are_read(tmp_path):
    path = save(tmp_path / "a.npz", rules=np.array(text_of(Pig(30_000))), starts=np.zeros(10))
    with pytest.raises(SizeError, match="30000 points are missing"):
        certify(path)
    done = run("pigverify", path, 29_990, 29_995, 5)
    assert done.returncode == 0, done.stderr


def test_a_text_of_monstrous_length(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_MOST_TEXT", 1000)
    refused(save(tmp_path / "a.npz", info=np.array("1" * 1000)), "must be one text")


def test_encryption_and_odd_compressions(tmp_path):
    good = save(tmp_path / "good.npz").read_bytes()
    path = tmp_path / "a.npz"
    at = good.index(b"PK\1\2")
    encrypted = bytearray(good)
    encrypted[at + 8] |= 1
    path.write_bytes(encrypted)
    refused(path, "damaged")
    for method in (9, 12, 99):
        odd = bytearray(good)
        odd[at + 10] = method
        path.write_bytes(odd)
        refused(path, f"is compressed by method {method}, but must be stored or deflated")
