"""The memory there is: the least of machine, containers and the process's own limit."""

import os
import subprocess
import sys

import pytest

from pigcore import memory
from pigcore.games import SizeError

MB = 10**6


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A file system of its own, in which files are written by their paths."""
    monkeypatch.setattr(memory, "_ROOT", tmp_path)
    monkeypatch.setattr(memory, "_of_the_process", lambda: iter(()))

    def write(path, text):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(str(text))

    write("proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable: 1000000 kB\n")
    return write


def test_what_is_available_now_counts_and_not_what_the_machine_has(machine):
    assert memory.available() == 1024 * 1_000_000


def test_a_container_leaves_its_limit_less_what_is_used(machine):
    machine("sys/fs/cgroup/memory.max", 500 * MB)
    machine("sys/fs/cgroup/memory.current", 200 * MB)
    assert memory.available() == 300 * MB
    machine("sys/fs/cgroup/memory.stat", f"anon 5\ninactive_file {50 * MB}\n")
    assert memory.available() == 350 * MB


def test_of_groups_inside_one_another_the_tightest_counts(machine):
    machine("proc/self/cgroup", "0::/user/job\n")
    for folder, limit in (("user/job", "max"), ("user", 700 * MB)):
        machine(f"sys/fs/cgroup/{folder}/memory.max", limit)
        machine(f"sys/fs/cgroup/{folder}/memory.current", 300 * MB)
    assert memory.available() == 400 * MB


def test_the_first_version_of_control_groups(machine):
    machine("proc/self/cgroup", "9:cpu:/other\n4:memory:/job\n")
    machine("sys/fs/cgroup/memory/job/memory.limit_in_bytes", 90 * MB)
    machine("sys/fs/cgroup/memory/job/memory.usage_in_bytes", 30 * MB)
    machine("sys/fs/cgroup/memory/job/memory.stat", f"inactive_file 1\ntotal_inactive_file {MB}")
    assert memory.available() == 61 * MB
    machine("sys/fs/cgroup/memory/job/memory.usage_in_bytes", 95 * MB)
    assert memory.available() == 0


def test_files_that_say_nothing_are_passed_over(machine):
    for path in ("memory.max", "memory/memory.limit_in_bytes"):
        machine(f"sys/fs/cgroup/{path}", "?")
    machine("proc/self/cgroup", "nonsense\n\n")
    assert memory.available() == 1024 * 1_000_000


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="Linux tells the size")
def test_the_limit_of_the_process_less_its_size():
    code = (
        "import resource; from pigcore.memory import available;"
        "resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9)); print(available())"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert 5e8 < int(done.stdout) < 9.99e8


def test_what_does_not_fit_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 10 * MB)
    memory.require(10 * MB, "it", "do not")
    with pytest.raises(
        SizeError, match="^it would take 20 MB of memory and there are 10 MB: do not$"
    ):
        memory.require(20 * MB, "it", "do not")


def test_the_machine_is_not_asked_for_a_trifle(monkeypatch):
    def asked():
        raise AssertionError("asked")

    monkeypatch.setattr(memory, "available", asked)
    memory.require(memory.NEGLIGIBLE, "it", "do not")
    with pytest.raises(AssertionError, match="asked"):
        memory.require(memory.NEGLIGIBLE + 1, "it", "do not")


def test_the_memory_of_this_machine_is_known():
    with pytest.raises(SizeError, match="it would take 10,000,000,000 GB of memory and there are"):
        memory.require(10**19, "it", "do not")
