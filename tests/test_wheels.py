"""Cross-built wheels: what is refused before they are published. .ci/cross.py builds them."""

import importlib.util
import sys
import zipfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "cross.py"
SPEC = importlib.util.spec_from_file_location("cross", SCRIPT)
cross = importlib.util.module_from_spec(SPEC)
sys.modules["cross"] = cross  # where a dataclass looks for its module
SPEC.loader.exec_module(cross)

NAMES = {"PyLong_FromLong", "PyBytes_Type", "_Py_Dealloc"}
ZIG = {"manylinux": "linux-gnu", "musllinux": "linux-musl", "macosx": "macos", "win": "windows"}
RACE = "pigcore/kernels/race"


def module(machine="x86_64", libraries=("libc.so.6",), imported=(), exported=("PyInit_race",)):
    return cross.Module(machine, frozenset(libraries), frozenset(imported), frozenset(exported))


def test_there_are_four_systems_on_two_processors():
    kinds = [cross.kind(platform) for platform in cross.TARGETS]
    systems = ("manylinux", "musllinux", "macosx", "win")
    assert sorted(kinds) == sorted((s, m) for s in systems for m in ("arm64", "x86_64"))
    for platform, target in cross.TARGETS.items():
        system, machine = cross.kind(platform)
        assert target.levels == (machine == "x86_64") == target.zig.startswith("x86_64")
        assert target.windows == (target.suffix == ".pyd") == (system == "win")
        assert f"-{ZIG[system]}" in target.zig


@pytest.mark.parametrize(
    ("platform", "kind", "version"),
    [
        ("manylinux2014_x86_64", ("manylinux", "x86_64"), (2, 17)),
        ("manylinux_2_28_aarch64", ("manylinux", "arm64"), (2, 28)),
        ("musllinux_1_2_x86_64", ("musllinux", "x86_64"), (1, 2)),
        ("macosx_10_9_x86_64", ("macosx", "x86_64"), (10, 9)),
        ("macosx_11_0_arm64", ("macosx", "arm64"), (11, 0)),
        ("win_amd64", ("win", "x86_64"), ()),
        ("win_arm64", ("win", "arm64"), ()),
    ],
)
def test_platforms_as_wheels_name_them(platform, kind, version):
    assert (cross.kind(platform), cross.version(platform)) == (kind, version)


@pytest.mark.parametrize("platform", ["linux_x86_64", "win32", "macosx_11_0_universal2", ""])
def test_platforms_that_no_wheel_is_made_for(platform):
    with pytest.raises(cross.WheelError, match="is a platform that no wheel is made for"):
        cross.kind(platform)


@pytest.mark.parametrize(
    ("platform", "good"),
    [
        ("manylinux_2_17_x86_64", module(imported=["PyLong_FromLong", "malloc", "_Py_Dealloc"])),
        ("musllinux_1_2_aarch64", module("aarch64", ["libc.musl-aarch64.so.1"])),
        ("macosx_11_0_arm64", module("arm64", ["/usr/lib/libSystem.B.dylib"])),
        ("win_amd64", module("amd64", ["python3.dll", "api-ms-win-crt-heap-l1-1-0.dll"])),
    ],
)
def test_modules_that_load_everywhere(platform, good):
    cross.judged(RACE + cross.TARGETS[platform].suffix, good, platform, NAMES)


@pytest.mark.parametrize(
    ("platform", "bad", "why"),
    [
        ("manylinux_2_17_x86_64", module(imported=["PyUnicode_New"]), "race.* wants PyUnicode_New"),
        ("manylinux_2_17_x86_64", module(imported=["_PyLong_Sign"]), "wants _PyLong_Sign, which"),
        ("manylinux_2_17_x86_64", module(libraries=["libgcc_s.so.1"]), "wants libgcc_s.so.1"),
        ("manylinux_2_17_aarch64", module(), "is for x86_64, not for manylinux_2_17_aarch64"),
        ("macosx_11_0_arm64", module("arm64", ["libc.so.6"]), "wants libc.so.6, which macosx"),
        ("win_amd64", module("amd64", ["python311.dll"]), "wants python311.dll, which win_amd64"),
        ("win_amd64", module("amd64", ["vcruntime140.dll"]), "wants vcruntime140.dll"),
        ("musllinux_1_2_x86_64", module(libraries=["libc.so"]), "wants libc.so, which musllinux"),
        ("manylinux_2_17_x86_64", module(exported=["PyInit_hog"]), "has no PyInit_race"),
    ],
)
def test_modules_that_would_not_load(platform, bad, why):
    with pytest.raises(cross.WheelError, match=why):
        cross.judged(RACE + cross.TARGETS[platform].suffix, bad, platform, NAMES)


@pytest.mark.parametrize(
    ("platform", "name"),
    [
        ("win_amd64", "race.abi3.so"),
        ("win_arm64", "race.cp311-win_arm64.pyd.so"),
        ("manylinux_2_17_x86_64", "race.cpython-311-x86_64-linux-gnu.so"),
    ],
)
def test_modules_whose_name_the_platform_does_not_look_for(platform, name):
    with pytest.raises(cross.WheelError, match=f"{name} does not end with"):
        cross.judged(name, module(), platform, NAMES)


def wheel(folder, platform="manylinux_2_17_x86_64", tag=None, **files):
    """A wheel of made-up modules and files, the former as what `read` is to say of them."""
    folder.mkdir(exist_ok=True)
    made = folder / f"pigcore-1.0-cp311-abi3-{platform}.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(
            "pigcore-1.0.dist-info/WHEEL", f"Wheel-Version: 1.0\nTag: {tag or platform}\n"
        )
        archive.writestr("pigcore/start.py", files.get("start", "x = 1\n"))
        for name in files.get("modules", ["pigcore/kernels/race"]):
            archive.writestr(f"{name}.abi3.so", files.get("content", "good"))
    return made


@pytest.fixture
def _made_up(monkeypatch):
    known = {b"good": module(), b"foreign": module(imported=["PyFrame_GetBack"])}
    monkeypatch.setattr(cross, "read", known.get)
    monkeypatch.setattr(cross, "stable", lambda: (NAMES, set()))


@pytest.mark.usefixtures("_made_up")
def test_a_wheel_is_refused(tmp_path):
    tag = "cp311-abi3-manylinux_2_17_x86_64"
    with pytest.raises(cross.WheelError, match="wants PyFrame_GetBack, which the stable ABI of"):
        cross.inspect(wheel(tmp_path, tag=tag, content="foreign"))
    with pytest.raises(cross.WheelError, match=f"has no line 'Tag: {tag}' inside"):
        cross.inspect(wheel(tmp_path, tag="cp311-abi3-manylinux_2_28_x86_64"))
    # A compiler that is asked for its levels and knows none leaves them out without a word.
    with pytest.raises(cross.WheelError, match=r"has kernels of the levels \[\] of x86-64"):
        cross.inspect(wheel(tmp_path, tag=tag))
    other = wheel(tmp_path).rename(tmp_path / "pigcore-1.0-cp311-cp311-win_amd64.whl")
    with pytest.raises(cross.WheelError, match="is not a wheel of pigcore for cp311-abi3"):
        cross.inspect(other)


@pytest.mark.usefixtures("_made_up")
def test_wheels_of_one_platform_are_compared(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    ours = wheel(one)
    later = "manylinux2014_x86_64.manylinux_2_28_x86_64"
    assert cross.differences(ours, wheel(two, later)) == []
    older = wheel(two, "manylinux_2_12_x86_64")
    assert cross.differences(ours, older) == [f"{ours.name} needs a later system than {older.name}"]
    changed = wheel(two, start="x = 2\n")
    assert cross.differences(ours, changed) == ["pigcore/start.py is not the same"]
    fewer = wheel(two, modules=[])
    assert cross.differences(ours, fewer) == ["pigcore/kernels/race is in one of them only"]
    # What Microsoft's compiler cannot do may be missing in its wheel, and nothing else.
    modules = ["pigverify/kernels/race", "pigcore/kernels/v3/race"]
    mine = wheel(one, "win_amd64", modules=modules)
    assert cross.differences(mine, wheel(two, "win_amd64", modules=[])) == []
    assert len(cross.differences(wheel(two, "win_amd64", modules=[]), mine)) == 2


@pytest.mark.usefixtures("_made_up")
def test_every_wheel_needs_a_counterpart(tmp_path, capsys):
    one, two = tmp_path / "one", tmp_path / "two"
    wheel(one)
    two.mkdir()
    with pytest.raises(cross.WheelError, match="two has no wheel to compare"):
        cross.compare(one, two)
    wheel(two, "manylinux_2_28_x86_64")
    cross.compare(one, two)
    assert "as good as pigcore-1.0-cp311-abi3-manylinux_2_28_x86_64.whl" in capsys.readouterr().out
    wheel(two, "win_arm64")
    with pytest.raises(cross.WheelError, match="win_arm64.whl has no counterpart in"):
        cross.compare(one, two)
