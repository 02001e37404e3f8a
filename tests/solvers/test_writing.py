"""Where a saved solution goes, what is left behind, and who else may write there meanwhile."""

import os
import time

import pytest

import pigcore


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
