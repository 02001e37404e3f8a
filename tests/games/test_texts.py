"""Files that are no files, and texts that are no rules: refused at once."""

import errno
import os
import pickle

import pytest

import pigcore
from pigcore.games.bag import read as read_bag
from pigcore.games.rules import read_game
from pigcore.games.texts import open_file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_refused_at_once(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(pigcore.FileError, match="it is a pipe or a device, but must be a file"):
        pigcore.game(pipe)
    with pytest.raises(pigcore.FileError, match="it is a pipe or a device, but must be a file"):
        pigcore.load(pipe)


def test_a_folder_and_a_device_are_refused(tmp_path):
    with pytest.raises(pigcore.FileError, match="it is a folder, but must be a file"):
        open_file(str(tmp_path))
    with pytest.raises(pigcore.FileError, match="it is a folder, but must be a file"):
        pigcore.game(tmp_path)
    if os.path.exists("/dev/zero"):  # which never ends
        with pytest.raises(pigcore.FileError, match="/dev/zero cannot be read: it is a pipe or a"):
            pigcore.game("/dev/zero")


def test_the_error_of_a_file_that_is_not_there_is_sent_between_processes(tmp_path):
    with pytest.raises(FileNotFoundError) as refusal:
        pigcore.load(tmp_path / "none")
    again = pickle.loads(pickle.dumps(refusal.value))
    assert (type(again), str(again)) == (type(refusal.value), str(refusal.value))
    assert isinstance(again, pigcore.FileError)
    assert again.errno == errno.ENOENT


@pytest.mark.parametrize("read", [read_game, read_bag], ids=["rules", "dice"])
def test_files_that_cannot_be_read(read, tmp_path):
    with pytest.raises(pigcore.FileError, match=r"none\.txt cannot be read: No such file"):
        read(tmp_path / "none.txt")
    file = tmp_path / "no.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(pigcore.FileError, match=r"no\.txt, line 1, is not text in UTF-8: give a"):
        read(file)
    file.write_bytes("goal = 9\nname = 'Café'\n".encode("latin-1"))
    with pytest.raises(pigcore.FileError, match=r"no\.txt, line 2, is not text in UTF-8: give"):
        read(file)
    with open(file, "wb") as stream:
        stream.truncate(10_000_001)
    with pytest.raises(pigcore.FileError, match=r"no\.txt is larger than 10000000 bytes: give a"):
        read(file)
    for path in (None, "", 5, b"x", "a\0b", *["\ud800"][os.name == "nt" :]):
        with pytest.raises(pigcore.FileError, match="but must be the name of a file"):
            read(path)
