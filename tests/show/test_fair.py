"""``pigcore fair``."""

import json

from support.commands import ask

import pigcore


def test_one_game_in_words_and_as_json(tmp_path):
    done = ask("pigcore", "fair", "hold-or-continue")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        "first player wins   0.526922\n"
        "second player wins  0.473078\n"
        "advantage           0.053844\n"
        "fairest head start  4 points for the second player\n"
        "first then wins     0.501384\n"
    )
    facts = json.loads(ask("pigcore", "fair", "pig", "--goal", 30, "--step", 2, "--json").stdout)
    assert facts == pigcore.fairness(pigcore.Pig(30), step=2).as_dict()
    pigcore.solve(pigcore.Pig(20)).save(tmp_path / "pig.npz")
    facts = json.loads(ask("pigcore", "fair", "pig.npz", "--json", cwd=tmp_path).stdout)
    assert facts == pigcore.fairness(pigcore.Pig(20)).as_dict()


def test_a_comparison():
    words = ("fair", "pig", "--goals", "10:20:5", "--sides", "4:5", "--workers", 2)
    table = pigcore.fairest(pigcore.Pig(), goals=[10, 15, 20], sides=[4, 5])
    done = ask("pigcore", *words)
    assert done.stdout.startswith("game              goal  first")
    assert done.stdout.endswith(f"\nfairest: {table.fairest.game.name} to 20\n")
    assert ask("pigcore", *words, "--csv").stdout == table.to_csv()
    assert json.loads(ask("pigcore", *words, "--json").stdout) == table.as_dict()
    done = ask("pigcore", "fair", "hold-or-continue", "--goals", "1:3")
    assert done.stdout.endswith("left out, as the rules do not fit them: goals 1\n")
