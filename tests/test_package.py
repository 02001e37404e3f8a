"""The house: what is exported, what imports what, and that every example runs."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pigverify
import pytest

import pigcore

FLOORS = ["games", "kernels", "solvers", "play", "show"]


def modules():
    for package in (pigcore, pigverify):
        yield package.__name__
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                yield module.name


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
    assert set(pigcore.__all__) <= set(dir(pigcore))
    with pytest.raises(AttributeError, match="has no attribute 'sovle'"):
        _ = pigcore.sovle


@pytest.mark.parametrize("name", list(modules()))
def test_every_public_function_and_class_is_documented(name):
    module = importlib.import_module(name)
    assert inspect.getdoc(module) or ".kernels." in name
    for public in getattr(module, "__all__", ()):
        value = getattr(module, public)
        if (inspect.isclass(value) or inspect.isfunction(value)) and not public.startswith("__"):
            assert inspect.getdoc(value), f"{name}.{public}"


def imported(source, package):
    """The modules that a file imports anywhere in it, with relative names resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            yield f"{base}.{node.module}" if node.module else base
            if not node.module:
                yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_imports_run_downward_only():
    root = Path(pigcore.__file__).parent
    for file in root.rglob("*.py"):
        floor = file.relative_to(root).parts[0]
        if floor not in FLOORS:
            continue
        package = ".".join(["pigcore", *file.relative_to(root).parts[:-1]])
        for name in imported(file.read_text(encoding="utf-8"), package):
            parts = name.split(".")
            if parts[0] == "pigcore" and len(parts) > 1 and parts[1] in FLOORS:
                assert FLOORS.index(parts[1]) <= FLOORS.index(floor), (file, name)
            assert parts[0] != "pigverify", file


def test_the_rules_import_only_the_standard_library():
    root = Path(pigcore.__file__).parent / "games"
    for file in root.glob("*.py"):
        for name in imported(file.read_text(encoding="utf-8"), "pigcore.games"):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("pigcore.games"), (file, name)


def test_the_verifier_stands_on_the_rules_alone():
    for file in Path(pigverify.__file__).parent.rglob("*.py"):
        for name in imported(file.read_text(encoding="utf-8"), "pigverify"):
            if name.split(".")[0] == "pigcore":
                assert name.startswith("pigcore.games"), (file, name)
            assert name.split(".")[0] not in ("numpy", "scipy"), (file, name)


def test_import_loads_nothing_before_it_is_used():
    code = (
        "import sys, pigcore; pigcore.Pig(); import pigcore.games; "
        "print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'scipy', 'rich', 'click')"
        " or m.startswith(('pigcore.kernels', 'pigcore.solvers', 'pigcore.show'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_files_hold_one_idea_each():
    for package in (pigcore, pigverify):
        for file in Path(package.__file__).parent.rglob("*.py"):
            assert len(file.read_text(encoding="utf-8").splitlines()) <= 450, file


def test_the_public_names_of_the_lazy_package_are_those_that_type_checkers_see():
    tree = ast.parse(Path(pigcore.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module != "games":
            for alias in node.names:
                if f"pigcore.{node.module}" in pigcore._HOMES:
                    assert alias.name in pigcore._HOMES[f"pigcore.{node.module}"]
