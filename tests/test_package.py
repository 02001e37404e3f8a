"""The house: what is exported, what imports what, and that every example runs."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pigverify
import pytest

import pigcore
from pigcore.games.rules import FAMILIES

ROOT = Path(__file__).parent.parent
FLOORS = ["games", "kernels", "solvers", "play", "study", "show"]


def modules():
    for package in (pigcore, pigverify):
        yield package.__name__
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                yield module.name


@pytest.mark.slow
@pytest.mark.parametrize("name", list(modules()))
def test_every_example_in_the_docstrings_runs(name):
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testmod(importlib.import_module(name), optionflags=flags)
    assert result.failed == 0


def test_every_public_name_can_be_had_and_is_documented():
    for name in pigcore.__all__:
        value = getattr(pigcore, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name


def test_every_module_and_every_public_function_and_class_is_documented():
    for name in modules():
        module = importlib.import_module(name)
        assert inspect.getdoc(module) or ".kernels." in name, name
        for public in getattr(module, "__all__", ()):
            value = getattr(module, public)
            if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == name:
                assert inspect.getdoc(value), f"{name}.{public}"


# --- who imports whom ---------------------------------------------------------------------------


def imported(source, package):
    """The modules that a file imports anywhere in it, with relative names resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_of(package):
    """(path inside the package, what the file there imports) for all its files."""
    root = Path(package.__file__).parent
    for file in sorted(root.rglob("*.py")):
        path = file.relative_to(root)
        home = ".".join([package.__name__, *path.parts[:-1]])
        yield path, set(imported(file.read_text(encoding="utf-8"), home))


def test_relative_names_are_resolved():
    source = "from .. import a\nfrom ...b import c\nfrom . import d\nimport e.f\nfrom g import h"
    found = set(imported(source, "pigcore.solvers.race"))
    assert {"pigcore.solvers.a", "pigcore.b.c", "pigcore.solvers.race.d", "e.f", "g.h"} <= found


@pytest.mark.slow
def test_imports_run_downward_only():
    seen = 0
    for path, names in imports_of(pigcore):
        floor = path.parts[0]
        for name in names:
            parts = name.split(".")
            assert parts[0] != "pigverify", path
            if floor in FLOORS and parts[0] == "pigcore" and len(parts) > 1 and parts[1] in FLOORS:
                assert FLOORS.index(parts[1]) <= FLOORS.index(floor), (path, name)
                if floor == "kernels" and parts[1] == "games":
                    assert not set(parts) & set(FAMILIES), (path, name)
                seen += len(path.parts) > 2
    assert seen, "no folder inside a floor was looked at"


@pytest.mark.slow
@pytest.mark.parametrize("package", [pigcore, pigverify], ids=lambda one: one.__name__)
def test_no_two_files_import_each_other(package):
    """Nor in a cycle of more, and not inside a function either."""
    files = {
        ".".join([package.__name__, *path.with_suffix("").parts]).removesuffix(".__init__"): names
        for path, names in imports_of(package)
    }
    left = {
        name: {
            other
            for other in names & files.keys() - {name}
            # A package from which modules are taken is not asked for anything itself.
            if not any(n.startswith(f"{other}.") for n in names & files.keys())
        }
        for name, names in files.items()
    }
    while free := {name for name, names in left.items() if not names & left.keys()}:
        left = {name: names for name, names in left.items() if name not in free}
    assert not left, {name: sorted(names & left.keys()) for name, names in left.items()}


@pytest.mark.slow
def test_the_rules_import_the_standard_library_and_mpmath_alone():
    for path, names in imports_of(pigcore):
        if path.parts[0] == "games":
            for name in names:
                known = name.split(".")[0] in {*sys.stdlib_module_names, "mpmath"}
                assert known or name.startswith("pigcore.games"), (path, name)


@pytest.mark.slow
def test_the_console_is_for_those_who_face_people():
    """It knows rules and words, computes nothing, and no floor below the uppermost asks for it."""
    seen = False
    for path, names in imports_of(pigcore):
        if path.parts[0] == "console":
            seen = True
            own = {name for name in names if name.startswith("pigcore.")}
            below = ("pigcore.games", "pigcore.version", "pigcore.console", "pigcore.start")
            assert all(name.startswith(below) for name in own), (path, own)
            assert not {"numpy", "scipy"} & {name.split(".")[0] for name in names}
        elif path.parts[0] in FLOORS[:-1]:
            assert not [name for name in names if name.startswith("pigcore.console")], path
    assert seen


@pytest.mark.slow
def test_the_verifier_stands_on_the_rules_alone():
    shared = (
        "pigcore.games", "pigcore.memory", "pigcore.version", "pigcore.writing",
        "pigcore.solvers.files",  # what reads saved solutions
    )  # fmt: skip
    allowed = {
        "command.py": (*shared, "pigcore.console"),
        "cli.py": ("pigcore.console",),
        # Figures that are not proved are asked of the package.
        "published/questions.py": ("pigcore.games",),
        "__main__.py": ("pigcore.start",),
    }
    for path, names in imports_of(pigverify):
        for name in names:
            top = name.split(".")[0]
            if top == "pigcore" and name != "pigcore":
                below = allowed.get(path.as_posix(), shared)
                assert name.startswith(below), (path, name)
            asks = path.as_posix() == "published/questions.py"
            assert top not in ("numpy", "scipy") or asks, (path, name)
            assert name != "verify", "the package is called pigverify"


def test_import_loads_nothing_before_it_is_used():
    code = (
        "import sys, pigcore; pigcore.Pig(); import pigcore.games; "
        "print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'scipy', 'rich', 'click')"
        " or m.startswith(('pigcore.kernels', 'pigcore.solvers', 'pigcore.show'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


# --- what is exported ---------------------------------------------------------------------------


def test_the_literal_names_are_what_type_checkers_see_and_what_is_served():
    """A type checker reads ``__all__`` and the imports; who runs the program gets the same."""
    tree = ast.parse(Path(pigcore.__file__).read_text(encoding="utf-8"))
    (literal,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"
    )
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    assert block.test.id == "TYPE_CHECKING"
    homes = {
        alias.asname or alias.name: f"pigcore.{node.module}"
        for node in block.body
        for alias in node.names
    }
    # Constants first, then classes, then the rest, as the linter has it.
    assert literal == sorted(
        literal, key=lambda one: (not one.isupper(), not one[0].isupper(), one)
    )
    assert set(literal) == {*homes, "__version__"}
    for name, home in homes.items():
        floor = importlib.import_module(home)
        assert name in floor.__all__
        assert getattr(pigcore, name) is getattr(floor, name)
    assert set(literal) <= set(dir(pigcore))
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        _ = pigcore.sovle


# --- files --------------------------------------------------------------------------------------


def test_the_map_of_the_house_is_true():
    """It names folders, each once and with a purpose; those two floors down may be left out."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = re.search(r"^## The house\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    above, named = "", []
    for line in re.search(r"^```\w*\n(.*?)^```", section, re.M | re.S)[1].splitlines():
        indent, names, purpose = re.fullmatch(r"( *)((?:\S+/ )*\S+/)  (\S.*)", line).groups()
        assert purpose
        above = names if not indent else above
        named += [above + name if indent else name for name in names.split()]
    assert len(named) == len(set(named))
    here = [path for path in named if (ROOT / path.split("/")[0]).exists()]
    assert all((ROOT / path).is_dir() for path in here)
    folders = {
        f"{top}/{folder.name}/"
        for top in ("pigcore", "verify")
        for folder in (ROOT / top).glob("[a-z]*/")
        if (folder / "__init__.py").exists()
    }
    assert folders <= set(named)
