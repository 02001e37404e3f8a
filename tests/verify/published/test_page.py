"""The page, the recorded table and the command, against the list of figures."""

import ast
import builtins
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from pigverify.published import judge as judging
from pigverify.published import questions
from pigverify.published.judge import chosen, figures, judge, sources
from support.commands import ask, refused

from pigcore import games

DOCS = Path(__file__).parents[3] / "docs" / "research"
PAGE = (DOCS / "literature.md").read_text(encoding="utf-8")
TABLE = (Path(__file__).parent / "table.md").read_text(encoding="utf-8")
"""What every figure was judged, and last the one that takes minutes."""
ROWS = re.findall(r"^\| `([\w-]+)` .*$", TABLE, re.M)
QUICK = [
    "kern-2006", "norvig-cs212", "srm579", "neller-piglet", "hog",
    "busche-2016", "farkle-turns", "farkle-games", "retdiaries-2009",
    "possiblywrong-2014",
]  # fmt: skip
"""The figures of these take seconds; the rest are computed every night."""


def row(judged):
    """A judgement as a line of the table."""
    figure, found = judged.figure, judged.figure.joined(judged.certified)
    if not judged.proved and judged.certified:
        found += " (not certified)"
    wrong = judged.verdict in (judging.CONTRADICTED, judging.IRREPRODUCIBLE)
    says = [f"**{judged.verdict}**" if wrong else judged.verdict, judged.detail]
    for reading, gives, agrees in judged.tried:
        says.append(f"if {reading}: {figure.joined(gives)}, {'the figure agrees' * agrees or 'no'}")
    said = "; ".join(filter(None, [*says, figure.note]))
    name = f"`{figure.id}` [{figure.source}] {figure.game}: {figure.quantity}"
    cells = [cell.replace("|", "/") for cell in (name, figure.spelled, found, said)]
    return f"| {' | '.join(cells)} |"


def line(name):
    return re.search(rf"^\| `{name}` .*$", TABLE, re.M)[0]


def test_the_table_has_every_figure_in_order_and_no_other():
    assert [figure.id for figure in figures()] == ROWS
    for figure in figures():
        assert f"| {figure.printed}" in line(figure.id)
        assert f"[{figure.source}] {figure.game}: {figure.quantity} |" in line(figure.id)


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [*QUICK, *(pytest.param(s, marks=pytest.mark.nightly) for s in sources() if s not in QUICK)],
)
def test_the_table_is_what_is_computed_today(source):
    for figure in chosen([source]):
        if figure.long:
            continue
        assert row(judge(figure)) == line(figure.id)


def test_the_page_counts_the_rows():
    quick = [figure.id for figure in figures() if not figure.long]
    verdicts = Counter(
        re.split(r"\*\*|;| \|$", line(name).split(" | ")[3].strip("*"))[0] for name in quick
    )
    assert (
        f"{len(quick)} figures: {verdicts['agrees']} agree, "
        f"{verdicts['agrees within its own sampling error']} within their own sampling error, "
        f"{verdicts['not reproducible']} not reproducible, {verdicts['contradicted']} contradicted"
    ) in " ".join(PAGE.split())
    assert sum(verdicts.values()) == len(quick)


def test_every_source_is_in_the_references_and_has_figures():
    references = (DOCS / "references.bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{([\w-]+),", references, re.M)
    assert len(keys) == len(set(keys))
    assert set(sources()) <= set(keys)
    assert {figure.source for figure in figures()} == set(sources())
    for cited in re.findall(r"\[([a-z]+(?:-[a-z0-9]+)*)\](?!\()", PAGE):
        assert cited in keys, cited


def test_every_figure_and_reading_asks_for_what_there_is():
    for figure in figures():
        for said in (figure.ask, *(said for _, said in figure.readings)):
            calls = [node.func for node in ast.walk(ast.parse(said)) if isinstance(node, ast.Call)]
            for name in [call.id for call in calls if isinstance(call, ast.Name)]:
                assert any(hasattr(home, name) for home in (questions, games, builtins)), said
    assert len({figure.id for figure in figures()}) == len(figures())


def test_what_takes_many_minutes_is_judged_only_if_it_is_named(monkeypatch):
    asked = []

    def judged(figure):
        asked.append(figure)
        return judging.Judgement(figure, (), True, judging.AGREES, "")

    monkeypatch.setattr(judging, "judge", judged)
    long = [figure for figure in figures() if figure.long]
    assert long
    ask("pigverify", "published")
    assert asked == [figure for figure in figures() if not figure.long]
    for figure in long:
        asked.clear()
        ask("pigverify", "published", "--only", figure.id)
        ask("pigverify", "published", "--only", figure.source)
        assert asked.count(figure) == 2
        listed = " ".join(ask("pigverify", "published", "--list").stdout.split())
        said = f"{figure.printed} {figure.unit} (takes many minutes: judged only if it is named)"
        assert f"{figure.id} {figure.game}: {figure.quantity}: {said}" in listed


# --- the command ----------------------------------------------------------------------------------


def test_one_figure_as_json():
    done = ask("pigverify", "published", "--only", "cs212-25-32-8", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    [found] = json.loads(done.stdout)
    assert found["printed"] == "0.736357188272"
    assert found["certified"] == ["0.7363571882721463"]
    assert (found["verdict"], found["proved"]) == ("agrees", True)


@pytest.mark.slow
def test_a_contradicted_figure_is_an_answer():
    done = ask("pigverify", "published", "--only", "possiblywrong-eight-percent")
    assert done.returncode == 0
    assert "contradicted, misses 0.080 by 0.000408" in done.stdout
    assert "1 figure: 1 contradicted (1 of them right in another reading)" in done.stdout


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--only", "norvig"], "there is no source 'norvig': did you mean 'norvig-cs212'?"),
        (["pig"], "unexpected extra argument (pig)"),
    ],
)
def test_what_is_refused(words, refusal):
    assert refused(ask("pigverify", "published", *words), "pigverify", refusal)


def test_the_list_says_what_is_claimed_and_computes_nothing(monkeypatch):
    monkeypatch.setattr(judging, "answer", None)
    done = ask("pigverify", "published", "--list")
    words = " ".join(done.stdout.split())
    for figure in figures():
        assert f"{figure.id} {figure.game}: {figure.quantity}: {figure.printed}" in words
    for key, reference in sources().items():
        assert f"{key}: {reference}" in words
    assert words.endswith(f"{len(figures())} figures.")
    (row,) = json.loads(
        ask("pigverify", "published", "--list", "--only", "cs212-25-32-8", "--json").stdout
    )
    assert row["printed"] == "0.736357188272"
