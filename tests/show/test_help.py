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
