"""Where a saved solution goes, what is left behind, and who else may write there meanwhile."""

import os
import subprocess
import time

import pytest
from support.commands import python

import pigcore
from pigcore import writing
from pigcore.games import FileError


@pytest.fixture(scope="module")
def solution():
    return pigcore.solve(pigcore.Piglet(3))


@pytest.mark.skipif(os.name != "posix", reason="links are a privilege elsewhere")
def test_a_symbolic_link_is_followed(tmp_path, solution):
    (tmp_path / "there").mkdir()
    real = tmp_path / "there" / "real.npz"
    link = tmp_path / "link.npz"
    link.symlink_to(real)
    solution.save(link)
    assert link.is_symlink()
    assert real.is_file()
    assert pigcore.load(link).value == solution.value
    assert sorted(os.listdir(tmp_path)) == ["link.npz", "there"]


def test_what_a_killed_process_left_is_swept_away_after_an_hour(tmp_path, solution):
    old, new, other = (
        tmp_path / name for name in (".a.npz.1.unfinished", ".a.npz.2.unfinished", ".a.npz.note")
    )
    for file in (old, new, other):
        file.write_bytes(b"")
    for file in (old, other):
        os.utime(file, (time.time() - 4000,) * 2)
    solution.save(tmp_path / "a.npz")
    assert not old.exists()
    assert new.exists()  # it may be another process at work
    assert other.exists()


def study(path):
    return pigcore.rules_of_thumb(pigcore.Pig(5), ["hold"], path=path)


def test_a_second_study_does_not_write_to_the_same_file(tmp_path):
    path, link = tmp_path / "it", tmp_path / "link"
    link.symlink_to(path)
    with writing.only_writer(link):
        with pytest.raises(FileError, match="it is being written by another study: wait until"):
            study(path)
        with writing.only_writer(tmp_path / "other"), writing.only_writer(None):
            assert not path.exists()
    study(path)
    assert sorted(os.listdir(tmp_path)) == ["it", "link"]


HELD = """
import os, pigcore.writing
with pigcore.writing.only_writer("rules.csv"):
    print(flush=True)
    input()
    os._exit(1)
"""


@pytest.mark.slow
def test_another_process_is_refused_until_the_first_has_ended(tmp_path):
    path = tmp_path / "rules.csv"
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(python("-c", HELD), cwd=tmp_path, **streams) as other:
        assert other.stdout.readline() == b"\n"
        with pytest.raises(FileError, match="another study"):
            study(path)
        other.communicate(b"\n", timeout=30)
    assert os.listdir(tmp_path) == [".rules.csv.lock"]  # as it had no time to tidy up
    study(path)
    assert os.listdir(tmp_path) == ["rules.csv"]


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no open file")
def test_a_lock_that_its_owner_removed_meanwhile_is_none(tmp_path, monkeypatch):
    path, locks = tmp_path / "it", [writing._locks]

    def late(file):
        if len(locks) == 1:
            locks.append((tmp_path / ".it.lock").unlink())
        return locks[0](file)

    monkeypatch.setattr(writing, "_locks", late)
    with writing.only_writer(path), pytest.raises(FileError), writing.only_writer(path):
        pass
