"""Odd values in sensible calls, odd words in sensible lines: one sentence comes out, or an answer.

A slice runs here; PIGCORE_FUZZ=2000 tries as many examples of each kind.
"""

import contextlib
import os
import warnings
from collections.abc import Iterator
from inspect import signature

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.commands import ask
from support.oddities import LINES, ODD, PROOFS, WORDS, calls, examples, patience

import pigcore
from pigcore import PigcoreError
from pigcore.show.cli import _command

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a timer that interrupts")

CALLS = list(calls())
PIG = pigcore.Pig(20)
GROUP = _command()
VERBS = {
    verb: GROUP.get_command(click.Context(GROUP), verb)
    for verb in GROUP.list_commands(click.Context(GROUP))
}
WHOLE = bool(os.environ.get("PIGCORE_FUZZ"))
SOON = 1.0  # seconds of processor time


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


odd = st.sampled_from(ODD)


@st.composite
def spoiled_call(draw):
    """A sensible call with one or two of its arguments replaced, lost or too many."""
    name, function, arguments, options = draw(st.sampled_from(CALLS))
    arguments, options = list(arguments), dict(options)
    for _ in range(draw(st.integers(1, 2))):
        places = [*range(len(arguments)), *options]
        kind = draw(st.sampled_from(["replace", "replace", "replace", "lose", "add"]))
        if kind == "add" or not places:
            arguments.append(draw(odd))
        else:
            place = draw(st.sampled_from(places))
            where = options if place in options else arguments
            if kind == "lose":
                del where[place]
            else:
                where[place] = draw(odd)
    return name, function, arguments, options


@pytest.mark.slow
@settings(max_examples=examples(100), derandomize=not WHOLE)
@given(spoiled_call())
def test_an_odd_value_is_refused_in_a_sentence(call):
    name, function, arguments, options = call
    with warnings.catch_warnings(), patience(0.3) as late:
        warnings.simplefilter("ignore")
        said = "an answer"
        try:
            function(*arguments, **options)
        except (PigcoreError, TypeError) as error:  # a TypeError may be Python's own
            said = str(error)
        assert said.strip(), name
        assert "\n" not in said, (name, said)
    assert max(late, default=0) < SOON, (name, late)


@st.composite
def spoiled_line(draw, verbs):
    """A sensible line with one or two of its words replaced, lost or too many."""
    verb = draw(st.sampled_from(sorted(verbs)))
    words = LINES.get(verb, "piglet --goal 5").split()
    options = [option.opts[-1] for option in VERBS[verb].params if option.opts[-1][0] == "-"]
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(words)))
        kind = draw(st.sampled_from(["replace", "replace", "insert", "option"]))
        if kind == "option":
            words += [draw(st.sampled_from([*options, "--json"])), draw(st.sampled_from(WORDS))]
        else:
            words[place : place + (kind == "replace")] = [draw(st.sampled_from(WORDS))]
    return verb, words


def answered(command, words):
    with patience(0.3) as late:
        done = ask(command, *words)
        assert done.returncode in (0, 1, 2), (words, done)
        assert "Traceback" not in done.stderr, (words, done.stderr)
        said = done.stderr.splitlines()
        if done.returncode == 2 and words:
            assert said[-1].startswith(f"{command}: error: "), (words, said)
    assert max(late, default=0) < SOON, (words, late)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pigcore.Piglet(3),
        pigcore.Piglet(2, players=3),
        pigcore.Race(pigcore.Roll.die(4), 4, players=3, end="equal_turns"),
        pigcore.Race(pigcore.Roll.die(4), 4, busts_in_a_row=2, penalty=1, floor=-1),
        pigcore.Hog(3),
        pigcore.Duel(holds=[2, 5]),
        pigcore.Bag([100], [100], [100]),
    ],
    ids=lambda game: game.name,
)
def test_all_that_a_solution_has_answers_or_is_refused_in_a_sentence(game):
    solution = pigcore.solve(game)
    for name in {*dir(solution)} - {"save", "shutdown"}:
        if name[0] == "_":
            continue
        found = getattr(solution, name)
        if callable(found):
            given = [0 for one in signature(found).parameters.values() if one.default is one.empty]
            with contextlib.suppress(PigcoreError):
                answer = found(*given)
                list(answer if isinstance(answer, Iterator) else ())


@settings(max_examples=examples(30), derandomize=not WHOLE)
@given(spoiled_line(VERBS))
def test_an_odd_word_is_refused_in_a_sentence(line):
    verb, words = line
    answered("pigcore", [verb, *words])


@settings(max_examples=examples(20), derandomize=not WHOLE)
@given(st.sampled_from(PROOFS), st.data())
def test_the_verifier_refuses_an_odd_word_in_a_sentence(line, data):
    words = line.split()
    place = data.draw(st.integers(0, len(words)))
    words[place : place + data.draw(st.integers(0, 1))] = [data.draw(st.sampled_from(WORDS))]
    answered("pigverify", words)
