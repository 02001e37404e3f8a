"""Wheels for every platform from one Linux machine, looked at, and compared with others.

    python3.11 -m venv cross && cross/bin/pip install -r .ci/cross.txt
    cross/bin/python .ci/cross.py build SDIST FOLDER [PLATFORM ...]  # without any, all of TARGETS
    cross/bin/python .ci/cross.py inspect WHEEL ...
    cross/bin/python .ci/cross.py compare FOLDER OTHER

The compiler is Zig's Clang, which comes with the C library of each platform; what is compiled, and
how, setup.py alone says. Python's headers are those of the Python that runs this, and the library
that modules are linked with on Windows is made here, of the names in the stable ABI.
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

GLIBC = frozenset(
    # The C library and the loader.
    ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2",
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
    machine, _, libc = zig.partition("-linux-")
    libraries = frozenset([f"libc.musl-{machine}.so.1"]) if libc == "musl" else GLIBC
    return Target(zig, ("-shared", "-s", "-Wl,--gc-sections"), ".abi3.so", libraries)


def _macos(zig: str) -> Target:
    # Python's functions are those of the process that loads the module.
    link = ("-shared", "-s", "-Wl,-dead_strip", "-undefined", "dynamic_lookup")
    return Target(zig, link, ".abi3.so", MACOS)


def _windows(zig: str) -> Target:
    return Target(zig, ("-shared", "-s", "-Wl,--gc-sections", "-lpython3"), ".pyd", WINDOWS)


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


# setup.py runs it on each module, as it would run a strip. Zig calls musl libc.so, which its loader
# takes for itself, but distributions, and therefore auditwheel, have another name.
RENAME = """\
#!/bin/sh
for module do :; done
exec {patchelf} --replace-needed libc.so {library} "$module"
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


def script(path: Path, text: str) -> Path:
    """A program of a few lines."""
    path.write_text(text, encoding="ascii")
    path.chmod(0o755)
    return path


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
    compiler = script(
        room / "cc",
        COMPILER.format(
            zig=f"{zig} cc",
            target=target.zig,
            flags=shlex.join(flags),
            without="| -fPIC | -fno-plt" if target.windows else "",
        ),
    )
    strip = ""
    if target.zig.endswith("-musl"):
        patchelf, (library,) = str(Path(sys.executable).parent / "patchelf"), target.libraries
        words = RENAME.format(patchelf=shlex.quote(patchelf), library=library)
        strip = str(script(room / "rename", words))
    code = "import runpy, sysconfig\n"
    if target.windows:  # from which setuptools takes that of the stable ABI
        code += "sysconfig.get_config_vars()['EXT_SUFFIX'] = '.pyd'\n"
    code += "runpy.run_path('setup.py', run_name='__main__')"
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
            "CFLAGS": f"-Wno-unused-command-line-argument {os.environ.get('CFLAGS', '')}",
            "STRIP": strip,
        },
    )
    (wheel,) = room.glob("*.whl")
    return wheel


# --- inspect ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Module:
    """What a compiled module is for, wants, and offers."""

    machine: str
    libraries: frozenset[str]
    imported: frozenset[str]
    exported: frozenset[str]


def read(content: bytes) -> Module:
    """A module of any system."""
    import lief

    module = lief.parse(content)
    if isinstance(module, lief.ELF.Binary):
        symbols = [symbol for symbol in module.dynamic_symbols if symbol.name]
        imported = {symbol.name for symbol in symbols if symbol.shndx == 0}
        exported = {symbol.name for symbol in symbols if symbol.shndx != 0}
        return Module(
            module.header.machine_type.name.lower(),
            frozenset(module.libraries),
            frozenset(imported),
            frozenset(exported),
        )
    if isinstance(module, lief.PE.Binary):
        table = module.get_export()
        return Module(
            module.header.machine.name.lower(),
            frozenset(library.name.lower() for library in module.imports),
            frozenset(entry.name for library in module.imports for entry in library.entries),
            frozenset(entry.name for entry in table.entries) if table else frozenset(),
        )
    return Module(
        module.header.cpu_type.name.lower(),
        frozenset(
            library.name
            for library in module.libraries
            if library.command is not lief.MachO.LoadCommand.TYPE.ID_DYLIB
        ),
        frozenset(symbol.name.removeprefix("_") for symbol in module.imported_symbols),
        frozenset(symbol.name.removeprefix("_") for symbol in module.exported_symbols),
    )


MACHINES = {"aarch64": "arm64", "x86_64": "x86_64", "amd64": "x86_64", "arm64": "arm64"}


def kind(platform: str) -> tuple[str, str]:
    """A platform without versions: its system, and its processor by one name."""
    found = re.match(
        r"(manylinux|musllinux|macosx|win)\w*?_(x86_64|amd64|aarch64|arm64)$", platform
    )
    if found is None:
        raise WheelError(f"{platform!r} is a platform that no wheel is made for")
    return found[1], MACHINES[found[2]]


def compiled(name: str) -> bool:
    return name.endswith((".so", ".pyd"))


def platforms_of(wheel: Path) -> list[str]:
    """The platforms in the name of a wheel, which must be for the stable ABI."""
    found = re.fullmatch(r"pigcore-[^-]+-([^-]+-[^-]+)-([^-]+)\.whl", wheel.name)
    ours = f"cp{PYTHON[0]}{PYTHON[1]}-abi3"
    if found is None or found[1] != ours:
        raise WheelError(f"{wheel.name} is not a wheel of pigcore for {ours}")
    return found[2].split(".")


def judged(name: str, module: Module, platform: str, names: set[str]) -> None:
    """Refuse a module that would not load wherever its wheel can be installed."""
    target = next(one for key, one in TARGETS.items() if kind(key) == kind(platform))
    if not name.endswith(target.suffix):
        raise WheelError(f"{name} does not end with {target.suffix}, as modules for {platform} do")
    if MACHINES.get(module.machine, module.machine) != kind(platform)[1]:
        raise WheelError(f"{name} is for {module.machine}, not for {platform}")
    foreign = sorted(
        one for one in module.imported if one.startswith(("Py", "_Py")) and one not in names
    )
    if foreign:
        raise WheelError(
            f"{name} wants {', '.join(foreign)}, which the stable ABI of CPython "
            f"{PYTHON[0]}.{PYTHON[1]} does not have"
        )
    wanted = {one for one in module.libraries if not (target.windows and one.startswith(UCRT))}
    if others := sorted(wanted - target.libraries):
        raise WheelError(f"{name} wants {', '.join(others)}, which {platform} need not have")
    stem = Path(name).name.removesuffix(target.suffix)
    if f"PyInit_{stem}" not in module.exported:
        raise WheelError(f"{name} has no PyInit_{stem}, so that nobody can import it")


def inspect(wheel: Path) -> None:
    """Refuse a wheel that names what it is not, or wants what need not be there."""
    (platform,) = platforms_of(wheel)
    functions, data = stable()
    names = functions | data
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.namelist()
        (said,) = (name for name in inside if name.endswith(".dist-info/WHEEL"))
        tag = f"Tag: cp{PYTHON[0]}{PYTHON[1]}-abi3-{platform}"
        if tag not in archive.read(said).decode().splitlines():
            raise WheelError(f"{wheel.name} has no line {tag!r} inside")
        modules = [name for name in inside if compiled(name)]
        for name in modules:
            judged(name, read(archive.read(name)), platform, names)
    levels = {name.split("/")[2] for name in modules if name.startswith("pigcore/kernels/v")}
    levels = {level for level in levels if "." not in level}
    if levels != ({"v3", "v4"} if TARGETS[platform].levels else set()):
        raise WheelError(f"{wheel.name} has kernels of the levels {sorted(levels)} of x86-64")
    tools = Path(sys.executable).parent
    subprocess.run([tools / "abi3audit", "--strict", "--summary", wheel], check=True)
    if "linux" in platform:
        shown = subprocess.run(
            [tools / "auditwheel", "show", wheel], check=True, capture_output=True, text=True
        ).stdout
        if f'tag: "{platform}"' not in " ".join(shown.split()):
            raise WheelError(f"auditwheel says of {wheel.name}: {' '.join(shown.split())}")
    print(f"{wheel.name}: {len(modules)} modules, {wheel.stat().st_size:,} bytes", flush=True)


# --- compare ------------------------------------------------------------------------------------


def lacking(name: str) -> bool:
    """Whether Microsoft's compiler leaves a module out: for 128 bits, or for a level of x86-64."""
    return name.startswith(("pigverify/kernels/", "pigcore/kernels/v3/", "pigcore/kernels/v4/"))


def contents(wheel: Path) -> tuple[dict[str, bytes], dict[str, Module]]:
    """The files of a wheel that every platform's has, and its modules by names without suffixes."""
    files, modules = {}, {}
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if compiled(name):
                modules[re.sub(r"\.(abi3\.so|pyd)$", "", name)] = read(archive.read(name))
            elif not name.endswith(("/", ".dist-info/WHEEL", ".dist-info/RECORD")):
                files[name] = archive.read(name)
    return files, modules


def version(platform: str) -> tuple[int, ...]:
    """Of the C library or of the system that a platform asks for."""
    old = {"manylinux1": "2_5", "manylinux2010": "2_12", "manylinux2014": "2_17"}
    first, _, rest = platform.partition("_")
    numbers = old.get(first) or rest
    return tuple(int(one) for one in re.findall(r"(?<![a-z\d])\d+(?=_|$)", numbers)[:2])


def differences(wheel: Path, other: Path) -> list[str]:
    """What two wheels of one platform do not share, in sentences; nothing if either will do."""
    (ours,), theirs = platforms_of(wheel), platforms_of(other)
    found = []
    if version(ours) > min(map(version, theirs)):
        found.append(f"{wheel.name} needs a later system than {other.name}")
    files, modules = contents(wheel)
    files_too, modules_too = contents(other)
    for name in sorted(files.keys() | files_too.keys()):
        # Windows may end lines otherwise.
        here, there = (each.get(name, b"").replace(b"\r\n", b"\n") for each in (files, files_too))
        if here != there:
            found.append(f"{name} is not the same")
    excused = kind(ours)[0] == "win"
    found += [
        f"{name} is in one of them only"
        for name in sorted(modules.keys() ^ modules_too.keys())
        if not (excused and name in modules and lacking(name))
    ]
    for name in sorted(modules.keys() & modules_too.keys()):
        if modules[name].machine != modules_too[name].machine:
            found.append(f"{name} is for another processor")
        for symbol in sorted(modules[name].imported ^ modules_too[name].imported):
            if symbol.startswith(("Py", "_Py")):  # each is stable: what a compiler leaves out
                print(f"{name} wants {symbol} in one of them only")
    return found


def compare(folder: Path, other: Path) -> None:
    """Each wheel for the stable ABI in a folder with that of its platform in another."""
    pairs = 0
    ours = {kind(platforms_of(wheel)[0]): wheel for wheel in sorted(folder.glob("*.whl"))}
    for wheel in sorted(other.glob("*-abi3-*.whl")):
        mine = ours.get(kind(platforms_of(wheel)[0]))
        if mine is None:
            raise WheelError(f"{wheel.name} has no counterpart in {folder}")
        if found := differences(mine, wheel):
            raise WheelError(f"{mine.name} and {wheel.name}: {'; '.join(found)}")
        print(f"{mine.name}: as good as {wheel.name}")
        pairs += 1
    if not pairs:
        raise WheelError(f"{other} has no wheel to compare")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("build")
    verb.add_argument("sdist", type=Path)
    verb.add_argument("folder", type=Path)
    verb.add_argument("platforms", nargs="*", choices=[[], *TARGETS], metavar="PLATFORM")
    verb = verbs.add_parser("inspect")
    verb.add_argument("wheels", nargs="+", type=Path)
    verb = verbs.add_parser("compare")
    verb.add_argument("folder", type=Path)
    verb.add_argument("other", type=Path)
    given = parser.parse_args()
    try:
        if given.verb == "build":
            build(given.sdist.resolve(), given.folder, given.platforms or TARGETS)
        elif given.verb == "inspect":
            for wheel in given.wheels:
                inspect(wheel)
        else:
            compare(given.folder, given.other)
    except WheelError as error:
        raise SystemExit(f"error: {error}") from error


if __name__ == "__main__":
    main()
