"""The compiled half of pigcore, every ``pigcore/kernels/*.pyx``; metadata is in pyproject.toml."""

import os
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# One wheel per platform serves every CPython from 3.11 on; free-threaded builds have no such ABI.
STABLE_ABI = not sysconfig.get_config_var("Py_GIL_DISABLED")

FLAGS = {
    "msvc": ["/O2", "/fp:precise"],
    # No fused multiply-add, or the variants of simd.h would differ in the last bit.
    "unix": ["-O3", "-ffp-contract=off", "-g0", "-Wno-psabi"],
}


class BuildKernels(build_ext):
    def build_extensions(self):
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS.get(self.compiler.compiler_type, [])
        super().build_extensions()


def kernel(source: Path) -> Extension:
    return Extension(
        f"pigcore.kernels.{source.stem}",
        [source.as_posix()],
        include_dirs=[source.parent.as_posix()],
        depends=[(source.parent / name).as_posix() for name in ("simd.h", "simd.pxd")],
        py_limited_api=STABLE_ABI,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE_ABI else [],
    )


setup(
    ext_modules=cythonize(
        [kernel(source) for source in sorted(Path("pigcore/kernels").glob("*.pyx"))],
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "freethreading_compatible": True,
        },
        annotate="PIGCORE_ANNOTATE" in os.environ,
    ),
    cmdclass={"build_ext": BuildKernels},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_ABI else {},
)
