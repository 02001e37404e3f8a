"""The help of every verb: at most 80 columns wide, with examples that the verb takes."""

import re
import shlex

import click
import pytest
from support.commands import Done, ask, refused

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


def test_the_help_has_every_verb_in_one_group():
    done = ask("pigcore", "--help")
    assert max(map(len, done.stdout.splitlines())) <= 80
    listed = re.findall(r"^  ([a-z]+)  +\S", done.stdout, re.M)
    assert sorted(listed) == sorted({*VERBS, "pigverify"})


def test_a_verb_is_typed_in_any_case():
    plain = ask("pigcore", "policy", "piglet", "hold:2")
    assert plain.returncode == 0
    assert ask("pigcore", "POLICY", "Piglet", "HOLD_AT:2") == Done(
        0, plain.stdout.replace("hold:2", "HOLD_AT:2"), ""
    )
    assert refused(ask("pigcore", "polcy"), "pigcore", "no command 'polcy': did you mean 'policy'")


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


@pytest.mark.parametrize(
    ("words", "usual"),
    [
        (["Match", "Piglet", "Hold_At:2", "OPTIMAL"], ["match", "piglet", "hold:2", "optimal"]),
        (["Published", "--list", "--only", "Norvig-CS212"],
         ["published", "--list", "--only", "norvig-cs212"]),
        (["PIGLET", "0", "0", "1"], ["piglet", "0", "0", "1"]),
    ],
)  # fmt: skip
def test_so_are_those_of_the_verifier(words, usual):
    found, expected = ask("pigverify", *words), ask("pigverify", *usual)
    assert found.returncode == expected.returncode == 0
    assert found.stdout.replace("Hold_At:2", "hold:2").replace("OPTIMAL", "optimal") == (
        expected.stdout
    )


def test_a_player_may_type_in_capitals():
    typed = ask("pigcore", "play", "pig", "--goal", "10", "--seed", "1", stdin="R\nROLL\nHOLD\nQ\n")
    plain = ask("pigcore", "play", "pig", "--goal", "10", "--seed", "1", stdin="r\nroll\nhold\nq\n")
    assert typed.stdout.casefold() == plain.stdout.casefold()
