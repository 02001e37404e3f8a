"""What a release says of itself in several files: one version, one address, one set of needs."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from pigcore.version import VERSION

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def names(requirements):
    """Requirements as conda spells them: lower case, and a space before the limit."""
    return {re.sub(r"(?<=\w)(?=[<>=!])", " ", requirement).lower() for requirement in requirements}


@pytest.fixture(scope="module")
def recipe():
    return yaml.safe_load(text(".conda/recipe.yaml"))


@pytest.fixture(scope="module")
def citation():
    return yaml.safe_load(text("CITATION.cff"))


def test_the_version_stands_in_one_place_and_the_others_agree(recipe, citation):
    dynamic = PYPROJECT["tool"]["setuptools"]["dynamic"]
    assert dynamic["version"]["attr"] == "pigcore.version.VERSION"
    assert "version" in PROJECT["dynamic"]
    assert str(citation["version"]) == VERSION
    assert recipe["context"]["version"] == VERSION
    assert re.search(r"version = \{(.*)\}", text("docs/research/sources.md"))[1] == VERSION
    assert re.search(r"^## \[(?!Unreleased)(.*?)\]", text("CHANGELOG.md"), re.M)[1] == VERSION


def test_the_recipe_requires_what_the_package_does(recipe):
    required = recipe["requirements"]
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert recipe["build"]["skip"] == f'match(python, "<{oldest}")'
    assert set(required["run"]) == {"python"} | names(PROJECT["dependencies"])
    built_with = names(PYPROJECT["build-system"]["requires"])
    assert set(required["host"]) == {"python", "pip"} | built_with
    assert built_with >= {need for need in required["build"][-1]["then"] if need[:6] == "cython"}


def test_the_recipe_installs_the_same_commands(recipe):
    scripts = {f"{name} = {where}" for name, where in PROJECT["scripts"].items()}
    assert set(recipe["build"]["python"]["entry_points"]) == scripts
    tested = " ".join(recipe["tests"][1]["script"]).split()
    assert set(PROJECT["scripts"]) <= set(tested)


def test_all_say_the_same_of_the_project(recipe, citation):
    about, urls = recipe["about"], PROJECT["urls"]
    assert about["summary"] == PROJECT["description"]
    assert about["license"] == citation["license"] == PROJECT["license"]
    assert about["license_file"] in PROJECT["license-files"]
    assert about["homepage"] == about["repository"] == citation["url"] == urls["Source"]
    assert about["documentation"] == urls["Documentation"]
    assert citation["repository-code"] == urls["Source"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


def test_the_changelog_keeps_its_form():
    headings = re.findall(r"^## (.*)$", text("CHANGELOG.md"), re.M)
    assert headings[0] == "[Unreleased]"
    for heading in headings[1:]:
        assert re.fullmatch(r"\[[\w.]+\] - (unreleased|\d{4}-\d\d-\d\d)", heading), heading
    kinds = re.findall(r"^### (.*)$", text("CHANGELOG.md"), re.M)
    assert set(kinds) <= {
        "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Release notes"
    }  # fmt: skip


FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_the_issue_templates_are_forms(path):
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.stem == "config":
        ours = PROJECT["urls"]["Source"]
        assert all(link["url"].startswith(ours) for link in form["contact_links"])
    else:
        assert all(form[entry] for entry in ("name", "description", "body"))
        labels = [part["attributes"]["label"] for part in form["body"]]
        assert len(labels) == len(set(labels))
        assert {part["type"] for part in form["body"]} <= {"textarea", "input"}


def test_there_are_issue_templates():
    assert {path.stem for path in FORMS} >= {"bug", "config", "wrong-result"}
