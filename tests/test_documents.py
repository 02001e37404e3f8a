"""Every session printed in the README and the documentation is run and must come out as printed.

A ``pycon`` block is a doctest; a ``code-cell`` is a part of a notebook, which runs while the site
is built, and whose hidden cells assert what its text says. In a ``console`` block each ``$
command`` is run, in one folder a document, and what it prints must match; ``...`` stands for
anything, as in a doctest. A ``toml`` block is written to that folder first, under the name its game
has, and a ``python`` block that begins with ``# FILE.py`` under that name. The shell runs the
README's commands and whatever needs it; the other documents' commands run in this process, which is
faster. ``PIGCORE_SESSIONS=1`` writes what is printed today into the pages, where they leave nothing
out.
"""

import doctest
import os
import re
import subprocess
import tomllib
from importlib import import_module
from inspect import ismodule
from itertools import product
from pathlib import Path
from pkgutil import resolve_name

import pigverify
import pytest
from support.commands import ENVIRONMENT, ask

import pigcore
from pigcore.games import Race, Roll, RuleError
from pigcore.show import commands

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCUMENTS]
PAGES = [*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
RESEARCH = [pytest.mark.nightly, pytest.mark.slow]
"""The sessions of research notes compute most."""
SHELL = [
    pytest.param(path, marks=RESEARCH) if "research" in path.parts else path for path in DOCUMENTS
]
SESSIONS = [
    SHELL[0],
    *(one if one is not path else pytest.param(path, marks=pytest.mark.slow)
      for path, one in zip(DOCUMENTS[1:], SHELL[1:])),
]  # fmt: skip
PLAIN = re.compile(r"(pigcore|pigverify)( [\w.:/,=+-]+)*")
"""A command without anything that a shell would read in a way of its own."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)


def write_rules(path, folder):
    for text in blocks(path, "toml"):
        (folder / f"{tomllib.loads(text)['name'].lower()}.toml").write_text(text)
    for text in blocks(path, "python"):
        if named := re.match(r"# ([\w/]+\.py)\n", text):
            file = folder / named[1]
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)


@pytest.mark.parametrize("path", SESSIONS, ids=NAMES)
def test_the_python_sessions(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_rules(path, tmp_path)
    text = "\n".join(blocks(path, "pycon"))
    session = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    assert runner.run(session).failed == 0


def printed_by(command, folder, by_shell):
    """What ``command`` prints in ``folder``, refusals included."""
    if PLAIN.fullmatch(command) and not by_shell:
        done = ask(*command.split(), cwd=folder)
        return done.stdout + done.stderr
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize("path", SHELL, ids=NAMES)
@pytest.mark.skipif(os.name == "nt", reason="the sessions are written for a POSIX shell")
def test_the_shell_sessions(path, tmp_path):
    checker, wrong = doctest.OutputChecker(), []
    write_rules(path, tmp_path)
    for block in blocks(path, "console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            while command.endswith("\\"):
                more, _, expected = expected.partition("\n")
                command = f"{command[:-1]} {more}"
            printed = printed_by(command, tmp_path, by_shell=path.name == "README.md")
            if not checker.check_output(expected, printed, FLAGS):
                wrong.append((part, command, expected, printed))
    if os.environ.get("PIGCORE_SESSIONS"):
        text = path.read_text(encoding="utf-8")
        for part, _, expected, printed in wrong:
            if expected.count("...") <= printed.count("..."):  # else its author shortens
                assert text.count(f"$ {part}") == 1, part
                begun = part.removesuffix(expected)
                text = text.replace(f"$ {part}", f"$ {begun}{tidy(printed)}")
        path.write_text(text, encoding="utf-8")
    assert wrong == [], "".join(f"{command}\n{printed}" for _, command, _, printed in wrong)


def tidy(printed):
    """What is printed, without the blanks at the ends of lines."""
    return re.sub(r" +$", "", printed.rstrip("\n") + "\n", flags=re.M)


AWAY = ("benchmarks", "verify", "pigcore", "tests", "LICENSE", "CHANGELOG", "CITATION", "SECURITY")
"""What a copy of the tests and the documentation has not beside it."""


def away(name):
    return name.startswith(AWAY) and not (ROOT / "pigcore").exists()


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def matches(pattern):
    """(path, what matches) in all documents."""
    for path in PAGES:
        for found in re.findall(pattern, path.read_text(encoding="utf-8")):
            yield path, found


def test_what_is_linked_is_there():
    """Files by their paths, and files of the repository by its address."""
    source = re.escape(project()["urls"]["Source"])
    files = rf"{source}/(?:blob|raw|tree)/main/([^)#]+)"
    for path, target in matches(r"\]\(([^)]+)\)"):
        ours = re.match(files, target)
        if ours:
            found, name = ROOT / ours[1], ours[1]
        elif re.match("https?://|#", target):
            continue
        else:
            found = (path.parent / target.split("#")[0]).resolve()
            name = found.relative_to(ROOT.resolve()).as_posix()
        assert found.exists() or away(name), (path, target)


def test_files_of_the_repository_that_are_named_are_there():
    for path, name in matches(r"`((?:pigcore|verify|tests|benchmarks|docs)/[\w/.-]+)`"):
        assert (ROOT / name).exists() or away(name), (path, name)


def test_the_ways_of_calls_lead_through_files_that_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = re.search(r"^\*\*The way of a call.*?^```text\n(.*?)^```", text, re.M | re.S)[1]
    here, there = (Path(package.__file__).parent for package in (pigcore, pigverify))
    for home, way in zip((here, there, here / "show/page"), ways.split("\n\n"), strict=True):
        files = re.findall(r"[\w/]+\.(?:pyx?|js)\b", way)
        assert 5 <= len(files) <= 8
        found = (name.replace(".pyx", ".*") for name in files)  # a wheel has them compiled
        assert [name for name in found if not any(home.glob(name))] == []


def test_the_readme_links_to_the_repository_by_its_address():
    """The page of the package index shows the README without the files beside it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []
    assert sum(target.startswith(project()["urls"]["Source"]) for target in targets) > 10


def test_the_address_of_the_repository_is_one():
    source = project()["urls"]["Source"]
    owner = source.rsplit("/", 1)[0]
    for path, other in matches(rf"{owner}/[\w.-]+"):
        assert other == source, path
    assert all(url.startswith(source) for url in project()["urls"].values())


@pytest.mark.parametrize("package", [pigcore, pigverify], ids=lambda one: one.__name__)
def test_every_public_name_has_an_entry_in_the_reference(package):
    text = "\n".join(path.read_text() for path in REFERENCE)
    named = re.findall(rf"^\.\. auto\w+:: {package.__name__}\.(\w+)$", text, re.M)
    assert sorted(named) == sorted(set(package.__all__) - {"__version__"})


REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
LISTED = re.compile(r"^(<!-- autodoc\n((?:.*\n)*?)-->\n)(?:- .*\n|  .*\n)*", re.M)
"""What the site documents from docstrings, and the list of it that GitHub shows."""


def entries(name):
    """What a name is listed by: a link to the source, which has its docstring."""
    thing = resolve_name(name)
    if ismodule(thing):
        return "".join(entries(f"{name}.{each}") for each in thing.__all__)
    module = getattr(thing, "__module__", None) or "pigcore.games.turn"
    top, *rest = module.split(".")
    end = "/__init__.py" if hasattr(import_module(module), "__path__") else ".py"
    source = "/".join([{"pigverify": "verify"}.get(top, top), *rest])
    return f"- [`{name.rpartition('.')[2]}`](../../{source}{end})\n"


@pytest.mark.parametrize("path", REFERENCE, ids=lambda path: path.stem)
def test_the_reference_lists_its_names(path):
    def listed(found):
        return found[1] + "".join(map(entries, re.findall(r":: (\S+)", found[2])))

    text = path.read_text(encoding="utf-8")
    today = LISTED.sub(listed, text)
    if os.environ.get("PIGCORE_SESSIONS"):
        path.write_text(today, encoding="utf-8")
    assert text == today, "PIGCORE_SESSIONS=1 writes it anew"


def test_every_verb_has_an_entry_in_the_reference():
    text = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^- `pigcore (\w+)", text, re.M)) == {*commands.VERBS}


MOST_WORDS, MOST_WORDS_APART = 35_000, 22_000
"""In all pages, and in all but the reference and the research notes; ``wc -w`` counts the same."""


def test_the_documentation_is_short():
    apart = ROOT / "docs" / "reference", ROOT / "docs" / "research"
    words = {path: len(path.read_text(encoding="utf-8").split()) for path in PAGES}
    assert sum(words.values()) <= MOST_WORDS
    read = [path for path in PAGES if not any(map(path.is_relative_to, apart))]
    assert sum(words[path] for path in read) <= MOST_WORDS_APART


def test_every_page_is_in_the_table_of_contents():
    docs = ROOT / "docs"
    listed = re.findall(r"^([\w/-]+)$", (docs / "index.md").read_text(encoding="utf-8"), re.M)
    pages = {path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md")}
    assert len(listed) == len(set(listed))
    assert set(listed) == pages - {"index"}


def test_a_page_is_read_at_one_sitting():
    """Tables are not counted."""
    for path in DOCUMENTS:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert sum(line[:1] != "|" for line in lines) <= 300, path


# --- which entries of a race go together ----------------------------------------------------------

ENTRIES = {
    '`target = "exact"`': {"target": "exact"},
    "`consolation`": {"consolation": 1},
    "a wipe": {"turn": Roll.dice(2, wipe_all=True)},
    "`players`": {"players": 3},
    "`end`": {"end": "last_turn"},
    '`tie = "play_on"`': {"end": "equal_turns", "tie": "play_on"},
    "`[other]`": {"other": Roll.die(4)},
    "`busts_in_a_row`": {"busts_in_a_row": 3, "penalty": 5, "minimum_bank": 2},
}


def said_to_go_together():
    """{entry: those that it does not go with}, as the document has it."""
    text = (ROOT / "docs/reference/rules.md").read_text(encoding="utf-8")
    table = text.split("## What goes together")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.M)[1:]
    return {entry: set(others.split(", ")) for entry, others in rows}


def test_what_goes_together_is_what_the_document_says():
    said = said_to_go_together()
    assert [*said] == [*ENTRIES]
    for one, other in product(ENTRIES, repeat=2):
        if {one, other} == {"`end`", '`tie = "play_on"`'}:  # of which one needs the other
            continue
        rules = {"turn": Roll.die()} | ENTRIES[one] | ENTRIES[other]
        if other in said[one]:
            with pytest.raises(RuleError):
                Race(goal=20, **rules)
        else:
            Race(goal=20, opening=4, **({"minimum_bank": 2} | rules))
