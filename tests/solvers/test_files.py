"""Saved solutions: what is written comes back, and no damaged file does."""

import contextlib
import io
import os
import pickle
import shutil
import zipfile
from functools import cache

import numpy as np
import pytest
from support.bags import contest_bag
from support.refusals import refuses, rows
from support.turns import three_throws

import pigcore
from pigcore import BUST, WIPE, Farkle, Hog, Race, Turn, gain
from pigcore.games import FileError
from pigcore.games.pig import GAMES
from pigcore.games.rules import text_of
from pigcore.games.spelling import listed
from pigcore.solvers import files


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "pig.npz"
    pigcore.solve(pigcore.Pig(20)).save(path)
    return path


ANY = {
    **{name: make(goal=20) for name, make in GAMES.items()},
    "dice": Farkle({"1": 1, "2 2": 3}, 4, 2, 3, opening=2, last_turn=True),
    "three throws": three_throws(9),
    "wipes": Race(Turn(lambda n: [(gain(1, 1 - n), 4), (BUST, 1), (WIPE, 1)], 0), 9, "exact"),
    "choices": Race(
        Turn(lambda n: [((gain(1, n), gain(3, 0)), 2), (BUST, 1)] if n else None, 1),
        6, consolation=1, opening=2,
    ),
    "party": pigcore.Pig(6, players=3),
    "six against eight": Race(pigcore.Roll.die(6), 20, other=pigcore.Roll.die(8)),
    "busts in a row": Race(
        pigcore.Roll.die(4), 10, busts_in_a_row=2, penalty=3, floor=-4,
    ),
    "hog": Hog.fa13(20),
    "exchange": Hog.fa13_hijinks(12),
    "one term": Hog(12, 3, bacon="pig_tail"),
    "duel": pigcore.Duel(holds=range(2, 41)),
    "bag": contest_bag(12, 2),
}  # fmt: skip
"""Games of every family."""


@cache
def solved(name):
    return pigcore.solve(ANY[name])


@pytest.mark.parametrize("name", ANY)
def test_a_solution_comes_back(name, tmp_path):
    game, solution = ANY[name], solved(name)
    solution.save(tmp_path / "it.npz")
    again = pigcore.load(tmp_path / "it.npz", type(game))
    assert (again.game, again.game.name) == (game, game.name)
    for part, array in solution.arrays().items():
        assert (again.arrays()[part] == array).all()
    # But for phrases, which are no part of the rules.
    assert again.summary() | {"game": 0} == solution.summary() | {"game": 0}
    assert again.info() == solution.info()
    assert again.converged
    call = solution.closest(1)[0]
    if call.state:
        assert again.payoffs(*call.state) == solution.payoffs(*call.state)
    for part in ("exact", "cells"):
        assert getattr(again, part, None) == getattr(solution, part, None)


@pytest.mark.parametrize(
    "name", ["pig", "dice", "party", "busts in a row", "exchange", "duel", "bag"]
)
def test_arrays_that_are_not_those_of_the_game_are_refused(name, tmp_path):
    solution, path = solved(name), tmp_path / "it.npz"
    arrays, names = solution.arrays(), sorted(solution.arrays())

    def refused(message, changed):
        files.write(path, solution.game, changed, solution.info())
        with pytest.raises(FileError) as refusal:
            pigcore.load(path)
        assert message in str(refusal.value)

    has = f"but a solution of {solution.game.name} has {listed(names)}"
    refused(f"the arrays are {listed(sorted([*names, 'x']))}, {has}", arrays | {"x": np.zeros(1)})
    for declared in solution.game.arrays:
        array, rest = arrays[declared.name], [each for each in names if each != declared.name]
        others = {each: arrays[each] for each in rest}
        refused(f"the arrays are {listed(rest) if rest else 'none'}, {has}", others)
        wanted = f"but must be {declared.dtype} {declared.shape}"
        shape = f"the array {declared.name!r} is {array.dtype} {array[1:].shape}, {wanted}"
        refused(shape, others | {declared.name: array[1:]})
        for other in ("float32", "int16"):
            dtype = f"the array {declared.name!r} is {other} {array.shape}, {wanted}"
            refused(dtype, others | {declared.name: array.astype(other)})
        far = array.astype(declared.dtype)
        for worth in (np.nan, 10.0**6, -(10.0**6)) if array.dtype.kind == "f" else (10**6,):
            far.flat[far.size // 2] = worth
            refused(f"] is {far.flat[far.size // 2]}, but must be", others | {declared.name: far})


def test_a_solution_of_another_method_comes_back_but_none_that_was_cut_short(tmp_path):
    other = pigcore.solve(pigcore.Pig(20), method="sweep", tolerance=1e-6)
    other.save(tmp_path / "other.npz")
    again = pigcore.load(tmp_path / "other.npz")
    assert (again.method, again.history) == ("sweep", other.history)
    with pytest.warns(pigcore.ConvergenceWarning):
        rough = pigcore.solve(pigcore.Pig(20), method="sweep", max_iterations=5)
    rough.save(tmp_path / "rough.npz")
    with pytest.raises(
        FileError, match="the file's array 'starts' is off by .* from what its rules lead"
    ):
        pigcore.load(tmp_path / "rough.npz")


def test_the_file_is_written_to_exactly_this_name_and_nothing_is_left_beside_it(tmp_path):
    solution = pigcore.solve(pigcore.Pig(20))
    solution.save(tmp_path / "noext")
    solution.save(tmp_path / "noext")
    assert os.listdir(tmp_path) == ["noext"]
    assert (tmp_path / "noext").stat().st_size < 10_000
    if os.name != "nt":  # where files have such a mode
        assert (tmp_path / "noext").stat().st_mode & 0o777 == 0o666 & ~umask()


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_what_is_no_solution_is_not_overwritten(tmp_path, saved):
    rules = tmp_path / "rules.toml"
    rules.write_text("goal = 3")
    os.mkfifo(tmp_path / "pipe") if hasattr(os, "mkfifo") else os.mkdir(tmp_path / "pipe")
    for name in ("rules.toml", "pipe"):
        with pytest.raises(FileError, match=f"{name} already exists and is not a saved solution"):
            pigcore.load(saved).save(tmp_path / name)
    assert rules.read_text() == "goal = 3"
    assert not (tmp_path / "pipe").is_file()


def test_a_failed_save_leaves_the_old_file(tmp_path, saved, monkeypatch):
    target = tmp_path / "pig.npz"
    target.write_bytes(saved.read_bytes())

    def full(file, **_):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(FileError, match="pig.npz cannot be written: No space left"):
        pigcore.load(saved).save(target)
    assert target.read_bytes() == saved.read_bytes()
    assert os.listdir(tmp_path) == ["pig.npz"]


def test_files_that_are_none(tmp_path):
    with pytest.raises(FileError, match="none.npz cannot be read: No such file"):
        pigcore.load(tmp_path / "none.npz")
    with pytest.raises(FileError, match="cannot be read"):
        pigcore.load(tmp_path)
    for junk in (b"", b"pig", b"PK\x03\x04", b"\x93NUMPY", os.urandom(1000)):
        (tmp_path / "junk.npz").write_bytes(junk)
        with pytest.raises(FileError, match="is truncated or is not|not a .npz"):
            pigcore.load(tmp_path / "junk.npz")
    np.save(tmp_path / "one.npy", np.zeros(3))
    with pytest.raises(FileError, match="is truncated or is not"):
        pigcore.load(tmp_path / "one.npy")


@pytest.mark.parametrize("path", [None, 5, "", b"x", "a\0b", *["\ud800"][os.name == "nt" :], []])
def test_what_is_no_path(path, saved):
    with pytest.raises(FileError, match="the path is .*, but must be the name of a file"):
        pigcore.load(path)
    with pytest.raises(FileError, match="the path is .*, but must be the name of a file"):
        pigcore.load(saved).save(path)


# --- damage ---------------------------------------------------------------------------------------


def at(array, value, *place):
    """An array with another value at a place."""
    array = array.copy()
    array[place] = value
    return array


ARRAYS = """
pig {'starts': at(starts, nan, 3, 4)} -> starts[3, 4] is nan, but must be between 0 and 1: solve
pig {'starts': at(starts, inf, 3, 4)} -> starts[3, 4] is inf, but
pig {'starts': at(starts, -0.5, 3, 4)} -> starts[3, 4] is -0.5, but
pig {'starts': at(starts, 1.0, 3, 4)} -> the file's array 'starts' is off by
pig {'starts': at(starts, 0.5, 3, 4)} -> the file's array 'starts' is off by
pig {'starts': starts[:, ::-1]} -> the file's array 'starts' is off by
pig {'starts': starts.T} -> the file's array 'starts' is off by
pig {'starts': starts + 2e-12} -> the file's array 'starts' is off by 2.01e-12 from what its rules
pig {'method': 'magic'} -> there is no method 'magic'
pig {'tolerance': nan} -> tolerance is nan, but must be
hog {'starts': at(starts, starts[3, 5] + 1e-9, 3, 5)} -> the file's array 'starts' is off by 1e-09
party {'starts': at(starts, starts[1, 2, 3] + 1e-6, 1, 2, 3)} -> the file's array 'starts' is off
party {'mixed': at(mixed, 1, 1, 2, 3)} -> the file's array 'mixed' is off
party {'weights': at(weights, 0.5, 1, 2, 3)} -> the file's array 'weights' is off
bag {'score': at(score, 17.5, 0)} -> the file's array 'score' is off by
bag {'score': at(score, nan, 0)} -> score[0] is nan, but must be between -3
bag {'score': at(score, 37.0, 0)} -> score[0] is 37.0, but must be between -3
bag {'choices': at(choices, (choices[13] + 1) % 3, 13)} -> the file's array 'choices' is off by
bag {'choices': at(choices, 3, 0)} -> choices[0] is 3, but must be between -1 and 2
duel {'payoffs': at(payoffs, 0.1, 3, 4)} -> the file's array 'payoffs' is off by
duel {'mix': mix * 0.5} -> the file's array 'mix' is off by 0.17
duel {'mix': np.eye(39)[18], 'weights': {'x': 1}} -> the file's array 'mix' is off by 1 from
"""
"""What of a game's arrays, or of its info, is another, and what is said."""


@pytest.mark.parametrize(("what", "said"), rows(ARRAYS))
def test_what_is_not_the_games_is_refused(what, said, tmp_path):
    name, change = what.split(" ", 1)
    solution = solved(name)
    arrays, info = dict(solution.arrays()), solution.info()
    for part, value in eval(change, vars(np) | {"np": np, "at": at} | arrays).items():
        (arrays if part in arrays else info)[part] = value
    files.write(tmp_path / "it.npz", solution.game, arrays, info)
    with refuses(said, FileError):
        pigcore.load(tmp_path / "it.npz")


def header(descr="'<f8'", shape="(20, 20)", data=b"", whole=None):
    """A member that says it has an array of this kind."""
    text = whole or f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}\n"
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text.encode() + data


def array(value, **options):
    """A member that has it."""
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.array(value), **options)
    return stream.getvalue()


class Evil:
    """Writes a file when it is unpickled."""

    def __reduce__(self):
        return open, ("trace", "w")


def test_what_is_pickled_would_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pickle.loads(pickle.dumps(Evil())).close()
    assert os.listdir() == ["trace"]


def pickled():
    return array(np.array(Evil(), dtype=object), allow_pickle=True)


MEMBERS = """
{'starts.npy': b''} -> is truncated or is not a solution
{'starts.npy': b'pig'} -> is truncated or is not a solution
{'starts.npy': starts + bytes(1)} -> is truncated or is not a solution
{'starts.npy': starts[:-1]} -> is truncated or is not a solution
{'starts.npy': header(shape='(99999999999999999999,)')} -> is truncated or is not a solution
{'starts.npy': header(shape='(-1,)')} -> is truncated or is not a solution
{'starts.npy': header(shape='(-1, -1)', data=bytes(8))} -> is truncated or is not a solution
{'starts.npy': header(shape='(99999999999, 0)')}
    -> the array 'starts' is float64 (99999999999, 0), but must be float64 (20, 20)
{'starts.npy': header(whole='(' * 9000)} -> is truncated or is not a solution
{'starts.npy': header(whole='-' * 9000 + '1')} -> is truncated or is not a solution
{'starts.npy': header(whole='{[]: 1}')} -> is truncated or is not a solution
{'starts.npy': header(shape='(1000, 1000)', data=bytes(8 * 10**6))}
    -> the array 'starts' is float64 (1000, 1000), but must be float64 (20, 20)
{'starts.npy': header(shape='(20, 40, 2)', data=bytes(12800))}
    -> the array 'starts' is float64 (20, 40, 2), but must be float64 (20, 20)
{'starts.npy': pickled()} -> is truncated or is not a solution
{'rules.npy': pickled()} -> is truncated or is not a solution
{'info.npy': pickled()} -> is truncated or is not a solution
{'evil.npy': pickled()} -> the arrays are evil
{'rules.npy': header(TEXT, '()', bytes([255, 255, 255, 127]))} -> is truncated or is not a solution
{'format.npy': header("'<U0'", '()')} -> has the format '', but this version reads
{'rules.npy': header(TEXT, '()', bytes([0, 216, 0, 0]))} -> is altered: the text of its
{'info.npy': header("'<U999999999'", '()')} -> is truncated or is not a solution
{'starts': starts} -> has two members of one name
{'format.npy': None} -> has no text 'format'
{'rules.npy': array(3.0)} -> has no text 'rules'
{'version.npy': array(['a', 'b'])} -> has no text 'version'
{'info.npy': None} -> has no text 'info'
{'format.npy': array('pigcore 0')}
    -> has the format 'pigcore 0', but this version reads 'pigcore 1'
{'rules.npy': array('[[[')} -> is not TOML
{'rules.npy': array(RULES.replace('bust = "1/6"', 'bust = "0"').replace('1/6', '1/10'))}
    -> the chances sum to 1/2, but
{'rules.npy': array(RULES.replace('bust = "1/6"', 'bust = "1/12"').replace('"0"', '"1/12"'))}
    -> the file's array 'starts' is off by
{'rules.npy': array(RULES.replace('goal = 20', 'goal = 21'))} -> the array 'starts' is float64
{'rules.npy': array('name = "a\\\\nb"' + chr(10) + RULES.split(chr(10), 2)[2])}
    -> is altered: the text of its rules: name is
{'info.npy': array('nothing')} -> is altered: Expecting value
{'info.npy': array('{"residual": ' + '9' * 5000 + '}')} -> is altered: Exceeds the limit
{'info.npy': array('[]')} -> its info is not a table
"""
"""Which members of the file are others (None: are left out), and what is said."""

RULES = text_of(pigcore.Race(pigcore.Pig().roll, 20, name="Pig"))
NAMES = {"header": header, "array": array, "pickled": pickled, "RULES": RULES, "TEXT": "'<U1'"}


@pytest.mark.parametrize(("change", "said"), rows(MEMBERS))
def test_a_member_that_is_damaged_is_refused(change, said, saved, tmp_path, monkeypatch):
    with zipfile.ZipFile(saved) as file:
        members = {name: file.read(name) for name in file.namelist()}
    members |= eval(change, NAMES | {"starts": members["starts.npy"]})
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile("it.npz", "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            if data is not None:
                file.writestr(name, data)
    if "float64" in said:  # an array larger than any of its game is not read
        monkeypatch.setattr(np.lib.format, "read_array", limited(np.lib.format.read_array))
    with refuses(said, FileError):
        pigcore.load("it.npz")
    assert os.listdir() == ["it.npz"]  # no pickle was loaded


def limited(read_array):
    def read(stream, **options):
        assert stream.name != "starts.npy"
        return read_array(stream, **options)

    return read


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_that_is_there_twice_is_refused(saved, tmp_path):
    shutil.copy(saved, tmp_path / "it.npz")
    with zipfile.ZipFile(tmp_path / "it.npz", "a") as file:
        file.writestr("starts.npy", file.read("starts.npy"))
    with refuses("has two members of one name", FileError):
        pigcore.load(tmp_path / "it.npz")


def test_bytes_that_are_lost_or_others_are_noticed(saved, tmp_path):
    whole, starts, path = saved.read_bytes(), pigcore.load(saved).starts, tmp_path / "it.npz"
    for length in range(0, len(whole), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(FileError, match=r"it.npz .*(truncated|cannot be read)"):
            pigcore.load(path)
    for place in range(0, len(whole), 41):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        with contextlib.suppress(FileError):
            again = pigcore.load(path)
            # Bytes that no reader looks at, such as a member's time, may differ.
            assert again.game == pigcore.Pig(20)
            assert (again.starts == starts).all()


# --- where it goes, and who else may write there -------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="links are a privilege elsewhere")
def test_a_symbolic_link_is_followed(tmp_path, saved):
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real.npz"
    link = tmp_path / "link.npz"
    link.symlink_to(real)
    pigcore.load(saved).save(link)
    assert link.is_symlink()
    assert real.is_file()
    assert pigcore.load(link).value == pigcore.load(saved).value
    assert sorted(os.listdir(tmp_path)) == ["link.npz", "there"]
