"""The compiled modules: ``pigcore/kernels`` and ``verify/kernels``. Metadata: pyproject.toml."""

import logging
import multiprocessing
import os
import sys
import sysconfig
import tempfile
import time
from itertools import count
from pathlib import Path
from shutil import which

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

# What the build is for: "checked" looks at every index of a memoryview, "sanitized" watches every
# access to memory and every operation without a meaning, "traced" tells which lines run.
PURPOSE = os.environ.get("PIGCORE_BUILD", "")
if PURPOSE not in ("", "checked", "sanitized", "traced"):
    raise SystemExit(
        f"PIGCORE_BUILD is {PURPOSE!r}: choose checked, sanitized or traced, or unset it"
    )

# One wheel per platform serves every CPython from 3.11 on. Free-threaded builds and those for the
# browser have no such ABI; the lines of a kernel are traced without it.
BROWSER = "emscripten" in sysconfig.get_platform()
STABLE_ABI = not (sysconfig.get_config_var("Py_GIL_DISABLED") or BROWSER or PURPOSE == "traced")

FLAGS = {
    "msvc": ["/O2", "/fp:precise"],
    # No fused multiply-add, or the instruction sets would differ in the last bit.
    "unix": ["-ffp-contract=off", "-g0", "-Wno-psabi", "-fno-asynchronous-unwind-tables"],
}
if sys.platform == "linux":
    FLAGS["unix"].append("-fno-plt")  # a hundred stubs fewer in each kernel
if not PURPOSE:
    FLAGS["unix"].append("-w")  # what a compiler says of Cython's C helps nobody who installs this

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
OPTIMIZED = {
    "sanitized": [*SANITIZERS, "-O1", "-g1", "-fno-omit-frame-pointer"],
    "traced": ["-O0"],
}

KERNELS = Path("pigcore/kernels")
PROVING = Path("verify/kernels")
# The kernel compiled for each instruction set: of the others no ready-made game of 50 ms or more
# takes 1.5 times as long with the compiler's own.
WIDENED = "cells"
# What Cython's code needs at run time, memoryviews above all, once instead of in every kernel.
SHARED = "_cyutility"
# How the wheel stays small. -O2 makes a kernel a tenth smaller than -O3; most execute a tenth more
# instructions with it, and Hog's twice as many.
FAST = ("bag", "hog", "turn")
# Which execute no more instructions with -O1, and take half the time to compile.
QUICK = ("simulate",)
# Cython declares hundreds of its helpers inline. GCC need not believe it of any but tiny ones, a
# tenth less again, save where a kernel's own functions are declared so and must be.
INLINED = ("simulate",)
# Whose loops take no time, or that only serve comparisons of methods and absurdly rare throws.
SMALL = ("cpu", "value_iteration", SHARED)
VARIANTS = {"v3": 4, "v4": 8}  # x86-64's levels, and the doubles in a register of each
if PURPOSE in ("checked", "traced"):  # whatever looks at every index or line is slow anyway
    VARIANTS = {}

PROBE = "#include <cpuid.h>\n"  # by which kernels/cpu.pyx asks a processor what it has


class BuildKernels(build_ext):
    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self):
        if self.compiler.compiler_type == "msvc":  # which knows no integers of 128 bits
            self.extensions = [e for e in self.extensions if package(e) == "pigcore"]
        elif not which(self.compiler.compiler_so[0]):
            raise SystemExit(
                "Install a C compiler, for example with 'sudo apt-get install gcc python3-dev' "
                "(other systems: README.md, Without a C compiler), and try again: pigcore is "
                f"compiled on your machine, and {self.compiler.compiler_so[0]!r} is not there."
            )
        several = bool(VARIANTS) and self.knows_levels()
        if not several:
            self.extensions = [e for e in self.extensions if level(e) not in VARIANTS]
        for extension in self.extensions:
            extension.extra_compile_args = list(FLAGS.get(self.compiler.compiler_type, []))
            if self.compiler.compiler_type == "unix":
                extension.extra_compile_args += OPTIMIZED.get(PURPOSE) or optimization(extension)
            if PURPOSE == "sanitized":
                extension.extra_link_args = SANITIZERS
            if level(extension) in VARIANTS:
                extension.extra_compile_args.append(f"-march=x86-64-{level(extension)}")
            if package(extension) != "pigcore":
                continue
            if several and extension.name.endswith(".cpu"):
                extension.define_macros.append(("PIGCORE_VARIANTS", "1"))
        # What takes longest comes first, so that no processor has nothing to do at the end.
        self.extensions.sort(key=length, reverse=True)
        self.done = count(1)
        logging.disable(logging.INFO if self.verbose < 2 else 0)  # every command, in full
        print(f"{len(self.extensions)} modules to compile, {self.parallel} at a time:", flush=True)
        super().build_extensions()
        logging.disable(0)

    def build_extension(self, extension):
        begun = time.monotonic()
        super().build_extension(extension)
        strip = os.environ.get("STRIP", "strip")  # none for another platform's modules
        if sys.platform == "linux" and not PURPOSE and which(strip):
            # Names that only a debugger reads; benchmarks/instructions.py counts in those kept.
            kept = ["--wildcard", "--keep-symbol=*__pyx_pw_*"]
            self.spawn([strip, *kept, self.get_ext_fullpath(extension.name)])
        place = f"[{next(self.done):2}/{len(self.extensions)}]"
        print(f"{place} {extension.name}: {time.monotonic() - begun:.1f} s", flush=True)

    def knows_levels(self):
        """Whether the compiler can compile for each level of x86-64 and ask a processor for it."""
        if self.compiler.compiler_type != "unix" or BROWSER:
            return False
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text(PROBE, encoding="utf-8")
            try:
                for name in VARIANTS:
                    self.compiler.compile(
                        [str(source)], folder, extra_postargs=[f"-march=x86-64-{name}"]
                    )
            except CompileError:
                return False
        return True


def package(extension: Extension) -> str:
    return extension.name.split(".")[0]


def length(extension: Extension) -> int:
    """Bytes of C, or of Cython where it is not translated."""
    source = Path(extension.sources[0])
    home = source.parent.parent if level(extension) != "kernels" else source.parent
    return (home / source.name).stat().st_size


def level(extension: Extension) -> str:
    """The folder that an extension is built into: ``kernels``, or a variant's."""
    return extension.name.split(".")[-2]


def optimization(extension: Extension) -> list[str]:
    stem = extension.name.split(".")[-1]
    wide = level(extension) in VARIANTS  # GCC 12 fails at -O3 on rows of two doubles
    quick, small = stem in QUICK, stem in SMALL
    effort = "-O3" if stem in FAST or wide else "-Os" if small else "-O1" if quick else "-O2"
    return [effort] if stem in INLINED else [effort, "--param=max-inline-insns-single=20"]


def kernel(
    name: str, source: Path, *macros: tuple[str, str], home: str = "pigcore", folder: Path = KERNELS
) -> Extension:
    shared = [
        path.as_posix() for end in ("h", "inc", "pxd", "pxi") for path in folder.glob(f"*.{end}")
    ]
    return Extension(
        f"{home}.kernels.{name}",
        [source.as_posix()],
        include_dirs=[folder.as_posix()],
        depends=[*shared, (folder / source.name).with_suffix(".pyx").as_posix()],
        py_limited_api=STABLE_ABI,
        define_macros=[
            *macros,
            *([("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else []),
            *([("CYTHON_TRACE", "1"), ("CYTHON_TRACE_NOGIL", "1")] if PURPOSE == "traced" else []),
        ],
    )


def variant(
    name: str, stem: str, macro: str, value: int, home: str = "pigcore", folder: Path = KERNELS
) -> Extension:
    """The same C once more, by an ``#include`` of its own so that object files do not meet."""
    source = folder / name / f"{stem}.c"
    text = f'#include "../{stem}.c"\n'
    source.parent.mkdir(exist_ok=True)
    if not source.exists() or source.read_text(encoding="utf-8") != text:
        source.write_text(text, encoding="utf-8")  # else nothing is compiled again
    return kernel(f"{name}.{stem}", source, (macro, str(value)), home=home, folder=folder)


OPTIONS = {
    "compiler_directives": {
        "language_level": 3,
        "boundscheck": PURPOSE == "checked",
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": PURPOSE == "checked",
        "linetrace": PURPOSE == "traced",
        "freethreading_compatible": True,
        "auto_pickle": False,
        # Functions of C are smaller than Cython's own, and tell their signatures as well.
        "binding": PURPOSE == "traced",
        "embedsignature": True,
        "embedsignature.format": "clinic",
    },
    "annotate": "PIGCORE_ANNOTATE" in os.environ,
    # Any other way to start a process runs this file again.
    "nthreads": (os.cpu_count() or 1) if multiprocessing.get_start_method() == "fork" else 0,
}
# Those of these commands that compile; the others only list what there is.
COMPILING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "develop", "install"}


def translated(extensions: list[Extension], **options: object) -> list[Extension]:
    return cythonize(extensions, **OPTIONS, **options) if COMPILING & {*sys.argv} else extensions


modules = translated(
    [
        *(kernel(source.stem, source) for source in sorted(KERNELS.glob("*.pyx"))),
        kernel(SHARED, KERNELS / f"{SHARED}.c"),
    ],
    shared_utility_qualified_name=f"pigcore.kernels.{SHARED}",
)
# The verifier shares nothing with what it checks.
modules += translated(
    [
        kernel(source.stem, source, home="pigverify", folder=PROVING)
        for source in sorted(PROVING.glob("*.pyx"))
    ]
)
modules += [variant(name, WIDENED, "PIGCORE_LANES", lanes) for name, lanes in VARIANTS.items()]
modules.append(variant("wide", "turn", "PIGVERIFY_LIMBS", 2, home="pigverify", folder=PROVING))

setup(
    ext_modules=modules,
    cmdclass={"build_ext": BuildKernels},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
