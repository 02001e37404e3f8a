"""What has left says what to use instead, wherever its name is still written."""

import pytest
from support.commands import ask, refused

import pigcore
from pigcore.games import RuleError
from pigcore.games.left import LEFT, gone

HERE = "frob"


@pytest.mark.parametrize("name", LEFT)
def test_each_row_ends_a_sentence(name):
    assert gone(name) == f"it has left: {LEFT[name]}"
    assert not LEFT[name].endswith(".")
    assert "\n" not in LEFT[name]


@pytest.fixture
def said(monkeypatch):
    for name in (HERE, f"--{HERE}"):
        monkeypatch.setitem(LEFT, name, "use a pencil")
    return "it has left: use a pencil"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("frob pig", "there is no command 'frob'"),
        ("FROB", "there is no command 'FROB'"),
        ("solve pig --frob=3", "there is no option '--frob'"),
        ("advise pig --frob 1 2", "there is no option '--frob'"),
        ("solve frob", "there is no game 'frob'"),
        ("match pig frob:3 hold:20", "there is no policy 'frob' in Pig"),
    ],
)
def test_the_command_line(said, words, what):
    assert refused(ask("pigcore", *words.split()), "pigcore", f"{what}: {said}")


def test_the_verifier(said):
    assert refused(ask("pigverify", "pig", "--frob"), "pigverify", f"option '--frob': {said}")


def test_python_and_files(said):
    with pytest.raises(AttributeError, match=f"no attribute 'frob': {said}"):
        pigcore.frob  # noqa: B018
    with pytest.raises(TypeError, match=f"Race\\(\\) takes no argument 'frob': {said}"):
        pigcore.Race(goal=20, frob=True)
    with pytest.raises(RuleError, match=f"no entry 'frob': {said}"):
        pigcore.games.rules.game_from_rules({"goal": 20, "roll": {}, "frob": True})
    with pytest.raises(RuleError, match=f"pig takes no 'frob': {said}"):
        pigcore.game("pig", frob=True)
