"""Every instruction set that this processor has gives the same numbers, most to the last bit."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pigcore import kernels

SIGNATURE = str(Path(__file__).parent.parent / "signature.py")

LEVELS = {"v4": "8", "v3": "4", "v2": "2"}


def run(variant, *words):
    return subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PIGCORE_SIMD": variant},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_all_variants_give_the_same_numbers(capsys):
    missing = [variant for variant in LEVELS if variant not in kernels.AVAILABLE]
    if missing:
        with capsys.disabled():
            print(f"\nnot compared, for they do not run here: {', '.join(missing)}")
    results = {}
    for variant in kernels.AVAILABLE:
        done = run(variant, SIGNATURE, "--kernels")
        assert done.returncode == 0, done.stderr
        head, *results[variant] = done.stdout.splitlines()
        name, lanes, *files = head.split("|")
        assert (name, lanes) == (variant, LEVELS[variant])
        folder = "kernels" if variant == "v2" else variant
        # Only some kernels gain by being compiled for each instruction set.
        assert folder in (folders := {Path(file).parent.name for file in files})
        assert folders <= {folder, "kernels"}
        assert len(results[variant]) > 60
    for variant, lines in results.items():
        for line, wanted in zip(lines, results["v2"], strict=True):
            found, right = line.split("|"), wanted.split("|")
            assert found[:2] == right[:2], variant
            assert [*map(float, found[2:])] == pytest.approx([*map(float, right[2:])], abs=1e-15)


def test_the_best_variant_is_chosen_unless_another_is_asked_for():
    assert kernels.AVAILABLE[-1] == "v2"
    done = run("", "-c", "from pigcore import kernels; print(kernels.VARIANT, *kernels.AVAILABLE)")
    assert done.stdout.split() == [kernels.AVAILABLE[0], *kernels.AVAILABLE]


def test_a_processor_has_the_levels_whose_features_linux_lists():
    listed = Path("/proc/cpuinfo")
    found = re.search(r"^flags\s*:(.*)", listed.read_text() if listed.exists() else "", re.M)
    flags = set(found[1].split() if found else ())
    third = {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
    fourth = third | {f"avx512{part}" for part in ("f", "bw", "cd", "dq", "vl")}
    folder = Path(kernels.__file__).parent
    built = {file.parent.name for end in ("*.so", "pyd") for file in folder.glob(f"*/cells.{end}")}
    for variant, needed in (("v3", third), ("v4", fourth)):
        if flags or variant not in built:
            assert (variant in kernels.AVAILABLE) == (variant in built and needed <= flags)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [*LEVELS, "v5", "avx2", "V2", "../v3"])
def test_what_does_not_run_here_is_refused_in_a_sentence(variant):
    done = run(variant, "-c", "import pigcore; pigcore.solve(pigcore.Pig(5)); print('done')")
    if variant in kernels.AVAILABLE:
        assert done.stdout == "done\n"
        return
    assert done.returncode == 1
    assert f"PIGCORE_SIMD is {variant!r}, but the instruction sets that run here are" in done.stderr
