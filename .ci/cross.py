"""Wheels for every platform from one Linux machine, looked at, and compared with others.

    python -m venv cross && cross/bin/pip install -r .ci/cross.txt
    cross/bin/python .ci/cross.py build SDIST FOLDER [PLATFORM ...]   # all of TARGETS, if none is named
    cross/bin/python .ci/cross.py inspect WHEEL ...
    cross/bin/python .ci/cross.py compare FOLDER OTHER

The compiler is Zig's Clang, which comes with every platform's C library; setup.py stays what says what
is compiled, and how. What it lacks is Python: headers are those of the Python that runs this, and the
library to link with on Windows is made here, of the names in the stable ABI.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PYTHON = (3, 11)
"""The stable ABI that setup.py asks for."""

LINUX = frozenset(
    # What every Linux has: the C library and the loader, whatever its file is called.
    ["libc.so", "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2",
     "ld-linux-aarch64.so.1"]
)  # fmt: skip
MACOS = frozenset(["/usr/lib/libSystem.B.dylib"])
# Beside Python, the C library that is part of Windows 10 and later: no compiler's own.
WINDOWS = frozenset(["python3.dll", "kernel32.dll", "ntdll.dll"])
UCRT = "api-ms-win-crt-"


@dataclass(frozen=True)
class Target:
    """A platform: what Zig calls it, how a module is linked and named, and what it may want."""

    zig: str
    link: tuple[str, ...]
    suffix: str
    libraries: frozenset[str]

    @property
    def windows(self) -> bool:
        return self.libraries is WINDOWS

    @property
    def levels(self) -> bool:
        """Whether the kernels are there for the levels of x86-64 as well."""
        return self.zig.startswith("x86_64")


def _linux(zig: str) -> Target:
    return Target(zig, ("-shared", "-s"), ".abi3.so", LINUX)


def _macos(zig: str) -> Target:
    # Python's functions are those of the process that loads the module.
    return Target(zig, ("-shared", "-s", "-undefined", "dynamic_lookup"), ".abi3.so", MACOS)


def _windows(zig: str) -> Target:
    return Target(zig, ("-shared", "-s", "-lpython3"), ".pyd", WINDOWS)


TARGETS = {
    "manylinux_2_17_x86_64": _linux("x86_64-linux-gnu.2.17"),
    "manylinux_2_17_aarch64": _linux("aarch64-linux-gnu.2.17"),
    "musllinux_1_2_x86_64": _linux("x86_64-linux-musl"),
    "musllinux_1_2_aarch64": _linux("aarch64-linux-musl"),
    "macosx_10_13_x86_64": _macos("x86_64-macos.10.13"),
    "macosx_11_0_arm64": _macos("aarch64-macos.11.0"),
    "win_amd64": _windows("x86_64-windows-gnu"),
    "win_arm64": _windows("aarch64-windows-gnu"),
}

# What Python's headers ask of Windows, where another pyconfig.h stands in for configure's.
PYCONFIG = """\
#include <io.h>
#define MS_WINDOWS
#define MS_WIN64
#define HAVE_DECLSPEC_DLL
#define Py_ENABLE_SHARED 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF__BOOL 1
#define ALIGNOF_SIZE_T 8
#define ALIGNOF_MAX_ALIGN_T 8
#define HAVE_STDDEF_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_WCHAR_H 1
"""

# As Zig has them; and what GCC alone knows, or what Windows does without.
COMPILER = """\
#!/bin/bash
words=()
for word in "$@"; do
    case $word in
        -fno-predictive-commoning | --param=* {without}) ;;
        -march=*) words+=("${{word//-/_}}") && words[-1]=-${{words[-1]:1}} ;;
        *) words+=("$word") ;;
    esac
done
exec {zig} -target {target} {flags} "${{words[@]}}"
"""


class WheelError(ValueError):
    """A wheel that must not be published, in a sentence."""


# --- build --------------------------------------------------------------------------------------


def stable(version: tuple[int, int] = PYTHON) -> tuple[set[str], set[str]]:
    """The functions and the data of the stable ABI on every platform, as of a version."""
    import abi3info

    def names(found):
        return {
            symbol.name
            for symbol, entry in found.items()
            if (entry.added.major, entry.added.minor) <= version
        }

    return names(abi3info.FUNCTIONS), names(abi3info.DATAS)


def build(sdist: Path, folder: Path, platforms: Iterable[str]) -> None:
    """A wheel of each platform from one archive, whose Cython is translated once."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        with tarfile.open(sdist) as archive:
            archive.extractall(work, filter="data")
        (source,) = (path for path in work.iterdir() if path.is_dir())
        for platform in platforms:
            print(f"== {platform} ==", flush=True)
            wheel = build_one(platform, TARGETS[platform], source, work / platform)
            inspect(wheel)
            wheel.replace(folder / wheel.name)


def build_one(platform: str, target: Target, source: Path, room: Path) -> Path:
    """The wheel of a platform, in a new folder."""
    room.mkdir()
    zig = f"{shlex.quote(sys.executable)} -m ziglang"
    headers = Path(sysconfig.get_paths()["include"])
    flags = [f"-I{headers}"]
    if target.windows:
        own = room / "include"
        own.mkdir()
        for header in headers.iterdir():  # a header looks for others beside itself first
            if header.name != "pyconfig.h":
                (own / header.name).symlink_to(header)
        (own / "pyconfig.h").write_text(PYCONFIG, encoding="ascii")
        flags = [f"-I{own}", f"-L{room}"]
        functions, data = stable()
        (room / "python3.def").write_text(
            "LIBRARY python3.dll\nEXPORTS\n"
            + "".join(f"{name}\n" for name in sorted(functions))
            + "".join(f"{name} DATA\n" for name in sorted(data)),
            encoding="ascii",
        )
        machine = "i386:x86-64" if target.levels else "arm64"
        made = ["-d", str(room / "python3.def"), "-l", str(room / "libpython3.a"), "-m", machine]
        subprocess.run([sys.executable, "-m", "ziglang", "dlltool", *made], check=True)
    compiler = room / "cc"
    compiler.write_text(
        COMPILER.format(
            zig=f"{zig} cc",
            target=target.zig,
            flags=shlex.join(flags),
            without="| -fPIC | -fno-plt" if target.windows else "",
        ),
        encoding="ascii",
    )
    compiler.chmod(0o755)
    code = (
        "import importlib.machinery, runpy\n"
        f"importlib.machinery.EXTENSION_SUFFIXES[:] = [{target.suffix!r}]\n"
        "runpy.run_path('setup.py', run_name='__main__')"
    )
    words = ["-q", "build", "-b", str(room / "build"), "bdist_wheel"]
    words += ["--plat-name", platform, "-b", str(room / "wheel"), "-d", str(room)]
    subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=source,
        check=True,
        env=os.environ
        | {
            "CC": str(compiler),
            "LDSHARED": shlex.join([str(compiler), *target.link]),
            "CFLAGS": "-Wno-unused-command-line-argument",
            "STRIP": "",
        },
    )
    (wheel,) = room.glob("*.whl")
    return wheel


# --- inspect ------------------------------------------------------------------------------------


def inspect(wheel):
    print(wheel.name, wheel.stat().st_size)


def main():
    build(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:] or TARGETS)

if __name__ == "__main__":
    main()
