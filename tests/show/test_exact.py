"""`pigcore exact`."""

import json

from support.commands import ask

import pigcore


def test_a_short_fraction_is_printed():
    done = ask("pigcore", "exact", "pig", "--goal", "10")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-3:] == [
        "state     own 0, opp 0",
        "worth     0.709424322598303074536994799745",
        "fraction  7776/10961",
    ]


def test_no_other_file_is_replaced(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('base = "pig"')
    done = ask("pigcore", "exact", "pig", "--goal", "5", "-o", path)
    assert done.returncode == 2
    assert "mine.toml already exists and is not a saved exact value: choose" in done.stderr
    # Of a solution that takes a minute it is known before the minute.
    done = ask("pigcore", "solve", "farkle:three-farkles", "-o", path)
    assert done.returncode == 2
    assert "mine.toml already exists and is not a saved solution: choose" in done.stderr
    assert path.read_text() == 'base = "pig"'
    path.write_text("")
    for goal in ("5", "6"):
        assert ask("pigcore", "exact", "pig", "--goal", goal, "-o", path).returncode == 0


def test_a_long_fraction_is_counted_saved_and_all_of_it_in_json(tmp_path):
    path = tmp_path / "pig.exact"
    words = ("--goal", "60", "3", "5", "--digits", "12", "--workers", "2", "-o", path)
    done = ask("pigcore", "exact", "pig", *words)
    value = pigcore.ExactValue.load(path)
    above, below = value.lengths
    assert value == pigcore.exact(pigcore.Pig(60), 3, 5)
    assert f"worth     {value.digits(12)}\n" in done.stdout
    assert f"fraction  {above:,} digits over {below:,} digits\n" in done.stdout
    assert f"saved     {path}" in done.stdout.replace("\n          ", "")
    data = json.loads(ask("pigcore", "exact", "pig", *words, "--json").stdout)
    assert data == value.as_dict() | {"value": value.digits(12), "saved": str(path)}


def test_a_duel_has_one_value():
    assert "fraction  0\n" in ask("pigcore", "exact", "duel").stdout
