"""The help of every verb: at most 80 columns wide, with examples that the verb takes."""

import shlex

import click
import pytest
from support.commands import ask

from pigcore.show import commands
from pigcore.show.cli import _command

GROUP = _command()
VERBS = sorted(commands.VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_ends_with_examples_that_can_be_typed(verb):
    done = ask("pigcore", verb, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    examples = lines[lines.index("Examples:") + 1 :]
    if "" in examples:
        examples = examples[: examples.index("")]
    assert examples
    for example in examples:
        program, name, *words = shlex.split(example.partition(" < ")[0])
        assert (program, name) == ("pigcore", verb), example
        command = GROUP.get_command(click.Context(GROUP), verb)
        command.make_context(verb, words)  # refuses what it does not take


@pytest.mark.parametrize("words", [[], ["match"], ["published"]])
def test_the_help_of_the_verifier_fits_80_columns(words):
    done = ask("pigverify", *words, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "usual"),
    [
        (["plot", "piglet", "Win"], ["plot", "piglet", "win"]),
        (["thumb", "piglet", "HOLD"], ["thumb", "piglet", "hold"]),
        (["solve", "piglet", "--method", "SWEEP", "--details"],
         ["solve", "piglet", "--method", "sweep", "--details"]),
        (["advise", "Double_Trouble", "0", "0", "5", "FREE"],
         ["advise", "double-trouble", "0", "0", "5", "free"]),
        (["table", "KCD", "--goal", "500"], ["table", "farkle:kcd", "--goal", "500"]),
    ],
)  # fmt: skip
def test_names_on_the_command_line_are_found_whatever_their_case(words, usual, tmp_path):
    more = ["-o", tmp_path / "a.svg"] if words[0] == "plot" else []
    found, expected = ask("pigcore", *words, *more), ask("pigcore", *usual, *more)
    assert found == expected
    assert found.returncode == 0


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_has_at_most_five_options_of_its_own(verb):
    command = GROUP.get_command(click.Context(GROUP), verb)
    options = {one.name for one in command.params if isinstance(one, click.Option)}
    assert len(options - {"goal", "players", "seat", "digits", "as_json"}) <= 5
