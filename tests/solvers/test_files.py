"""Saved solutions: what is written comes back, and no damaged file does."""

import io
import json
import os
import pickle
import time
import zipfile

import numpy as np
import pytest
from support.bags import contest_bag

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


def rewritten(saved, to, **changes):
    """The members of ``saved`` with ``changes`` (None leaves one out), written again."""
    with np.load(saved, allow_pickle=False) as file:
        members = {name: file[name] for name in file.files} | changes
    np.savez(to, **{name: value for name, value in members.items() if value is not None})
    return to


def throws_left(left):
    return {BUST: 1, **{gain(face, left - 1): 1 for face in range(2, 7)}} if left else None


ANY = {
    **{name: make(goal=20) for name, make in GAMES.items()},
    "dice": Farkle({"1": 1, "2 2": 3}, 4, 2, 3, opening=2, last_turn=True),
    "three throws": Race(Turn(throws_left, 3), 9),
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


@pytest.mark.parametrize("game", ANY.values(), ids=ANY)
def test_a_solution_comes_back(game, tmp_path):
    solution = pigcore.solve(game)
    solution.save(tmp_path / "it.npz")
    again = pigcore.load(tmp_path / "it.npz", type(game))
    assert (again.game, again.game.name) == (game, game.name)
    for name, array in solution.arrays().items():
        assert (again.arrays()[name] == array).all()
    # But for phrases, which are no part of the rules.
    assert again.summary() | {"game": 0} == solution.summary() | {"game": 0}
    assert again.info() == solution.info()
    assert again.converged
    call = solution.closest(1)[0]
    if call.state:
        assert again.payoffs(*call.state) == solution.payoffs(*call.state)
    assert getattr(again, "exact", None) == getattr(solution, "exact", None)


@pytest.mark.parametrize(
    "name", ["pig", "dice", "party", "busts in a row", "exchange", "duel", "bag"]
)
def test_arrays_that_are_not_those_of_the_game_are_refused(name, tmp_path):
    solution, path = pigcore.solve(ANY[name]), tmp_path / "it.npz"
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


def raw_members(saved):
    with zipfile.ZipFile(saved) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(to, members, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(to, "w", method) as file:
        for name, data in members:
            file.writestr(name, data)
    return to


def header(descr="'<f8'", shape="(20, 20)", data=b"", whole=None):
    text = whole or f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}\n"
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text.encode() + data


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_second_member_of_one_name_is_refused(tmp_path, saved):
    members = raw_members(saved)
    again = zipped(tmp_path / "it.npz", [*members.items(), ("starts.npy", members["starts.npy"])])
    with pytest.raises(FileError, match="has two members of one name"):
        pigcore.load(again)
    again = zipped(tmp_path / "it.npz", [*members.items(), ("starts", members["starts.npy"])])
    with pytest.raises(FileError, match="has two members of one name"):
        pigcore.load(again)


TEXT = "'<U1'"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("starts.npy", lambda data: b""),
        ("starts.npy", lambda data: b"pig"),
        ("starts.npy", lambda data: data + b"\0"),
        ("starts.npy", lambda data: data[:-1]),
        ("starts.npy", lambda data: header(shape="(99999999999999999999,)")),
        ("starts.npy", lambda data: header(shape="(-1,)")),
        ("starts.npy", lambda data: header(shape="(-1, -1)", data=bytes(8))),
        ("starts.npy", lambda data: header(shape="(99999999999, 0)")),
        ("starts.npy", lambda data: header(whole="(" * 9000)),
        ("starts.npy", lambda data: header(whole="-" * 9000 + "1")),
        ("starts.npy", lambda data: header(whole="{[]: 1}")),
        ("rules.npy", lambda data: header(TEXT, "()", b"\xff\xff\xff\x7f")),
        ("format.npy", lambda data: header("'<U0'", "()")),
        ("rules.npy", lambda data: header(TEXT, "()", b"\x00\xd8\x00\x00")),
        ("info.npy", lambda data: header("'<U999999999'", "()")),
    ],
)
def test_bytes_that_are_no_array_are_refused(name, change, tmp_path, saved):
    members = raw_members(saved)
    members[name] = change(members[name])
    with pytest.raises(
        FileError, match="it.npz(: the file's| is truncated| is altered| holds| has)"
    ):
        pigcore.load(zipped(tmp_path / "it.npz", members.items()))


def test_an_array_larger_than_any_of_its_game_is_not_read(tmp_path, saved, monkeypatch):
    members = raw_members(saved)
    monkeypatch.setattr(np.lib.format, "read_array", limited(np.lib.format.read_array))
    for shape, data in (("(1000, 1000)", bytes(8 * 10**6)), ("(20, 40, 2)", bytes(12800))):
        members["starts.npy"] = header(shape=shape, data=data)
        with pytest.raises(
            FileError, match=r"the array 'starts' is float64 .*, but must be float64 \(20, 20\)"
        ):
            pigcore.load(zipped(tmp_path / "it.npz", members.items()))


def limited(read_array):
    def read(stream, **options):
        assert stream.name != "starts.npy"
        return read_array(stream, **options)

    return read


def test_a_truncated_file_is_refused_wherever_it_ends(tmp_path, saved):
    whole = saved.read_bytes()
    for length in range(0, len(whole), 37):
        (tmp_path / "cut.npz").write_bytes(whole[:length])
        with pytest.raises(FileError, match=r"cut.npz .*(truncated|cannot be read)"):
            pigcore.load(tmp_path / "cut.npz")


def test_a_flipped_byte_is_refused_or_harmless(tmp_path, saved):
    whole = saved.read_bytes()
    starts = pigcore.load(saved).starts
    for at in range(0, len(whole), 41):
        (tmp_path / "bent.npz").write_bytes(
            whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]
        )
        try:
            again = pigcore.load(tmp_path / "bent.npz")
        except FileError:
            continue
        # Bytes that no reader looks at, such as a member's time, may differ.
        assert again.game == pigcore.Pig(20)
        assert (again.starts == starts).all()


@pytest.mark.parametrize("name", ["format", "rules", "version", "info"])
def test_texts_must_be_there_and_be_texts(name, tmp_path, saved):
    for value in (None, np.array(3.0), np.array(["a", "b"])):
        with pytest.raises(FileError, match=f"has no text '{name}'"):
            pigcore.load(rewritten(saved, tmp_path / "it.npz", **{name: value}))


class Evil:
    """Writes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (self.path, "w")


def test_pickles_are_never_loaded(tmp_path, saved):
    trace = tmp_path / "trace"
    pickle.loads(pickle.dumps(Evil(str(trace)))).close()
    trace.unlink()  # so it would have done
    evil = io.BytesIO()
    array = np.array(Evil(str(trace)), dtype=object)
    np.lib.format.write_array(evil, array, allow_pickle=True)
    for name in ("evil", "starts", "rules", "info"):
        members = raw_members(saved) | {f"{name}.npy": evil.getvalue()}
        with pytest.raises(
            FileError, match="is truncated or is not a solution|the arrays are evil"
        ):
            pigcore.load(zipped(tmp_path / "it.npz", members.items()))
    assert not trace.exists()


def damaged(value, own=3, opp=4):
    def change(starts):
        starts = starts.copy()
        starts[own, opp] = value
        return starts

    return change


def swapped(starts):
    starts = starts.copy()
    starts[2, 3], starts[3, 2] = starts[3, 2], starts[2, 3]
    return starts


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (damaged(np.nan), r"starts\[3, 4\] is nan, but must be between 0 and 1: solve"),
        (damaged(np.inf), r"starts\[3, 4\] is inf, but"),
        (damaged(-0.5), r"starts\[3, 4\] is -0.5, but"),
        (damaged(1.0), "the file's array 'starts' is off by"),
        (damaged(0.5), "the file's array 'starts' is off by"),
        (swapped, "the file's array 'starts' is off by"),
        (np.transpose, "the file's array 'starts' is off by"),
        (lambda starts: starts + 2e-12, "the file's array 'starts' is off by"),
    ],
)
def test_altered_values_are_refused(change, message, tmp_path, saved):
    starts = pigcore.load(saved).starts
    with pytest.raises(FileError, match=message):
        pigcore.load(rewritten(saved, tmp_path / "it.npz", starts=change(starts)))


def info_with(saved, **changes):
    with np.load(saved, allow_pickle=False) as file:
        info = json.loads(str(file["info"])) | changes
    # None takes an entry out.
    return np.array(json.dumps({name: value for name, value in info.items() if value is not None}))


def test_altered_texts_are_refused(tmp_path, saved):
    rules = text_of(pigcore.Race(pigcore.Pig().roll, 20, name="Pig"))
    cases = {
        "has the format 'pigcore 0', but this version reads 'pigcore 1'": {
            "format": np.array("pigcore 0")
        },
        "is altered: .*is not TOML": {"rules": np.array("[[[")},
        "is altered: .*the chances sum to 1/2, but": {
            "rules": np.array(rules.replace('bust = "1/6"', 'bust = "0"').replace("1/6", "1/10"))
        },
        "the file's array 'starts' is off by": {
            "rules": np.array(
                rules.replace('bust = "1/6"', 'bust = "1/12"\nwipe = "1/12"').replace(
                    'wipe = "0"\n', ""
                )
            )
        },
        "the array 'starts' is float64": {
            "rules": np.array(rules.replace("goal = 20", "goal = 21"))
        },
        "is altered: Expecting value": {"info": np.array("nothing")},
        "is altered: Exceeds the limit": {"info": np.array('{"residual": ' + "9" * 5000 + "}")},
        "is altered: the text of its rules: name is": {
            "rules": np.array('name = "a\\nb"\n' + rules.split("\n", 2)[2])
        },
        "its info is not a table": {"info": np.array("[]")},
        "there is no method .magic.": {"info": info_with(saved, method="magic")},
        "tolerance is nan, but must be": {"info": info_with(saved, tolerance=float("nan"))},
    }
    for message, change in cases.items():
        with pytest.raises(FileError, match=message):
            pigcore.load(rewritten(saved, tmp_path / "it.npz", **change))


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


def test_what_a_killed_process_left_is_swept_away_after_an_hour(tmp_path, saved):
    old, new, other = (
        tmp_path / name for name in (".a.npz.1.unfinished", ".a.npz.2.unfinished", ".a.npz.note")
    )
    for file in (old, new, other):
        file.write_bytes(b"")
    for file in (old, other):
        os.utime(file, (time.time() - 4000,) * 2)
    pigcore.load(saved).save(tmp_path / "a.npz")
    assert not old.exists()
    assert new.exists()  # it may be another process at work
    assert other.exists()
