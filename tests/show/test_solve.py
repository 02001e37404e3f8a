"""``pigcore solve``."""

import re

import pytest
from support.commands import ask, refused

import pigcore


def test_what_the_plain_lines_claim_is_so():
    pig = pigcore.solve(pigcore.Pig())
    assert round(100 * pig.value, 2) == 53.06
    assert [pig.decide(0, 0, total) for total in (20, 21)] == ["roll", "hold"]
    wins = {total: pigcore.match(pig.game, f"hold:{total}", pig).average for total in range(15, 40)}
    assert max(wins, key=wins.get) == 25
    assert round(100 * wins[25], 2) == 47.89


def test_plain_lines_of_dice_that_the_opponent_does_not_have(tmp_path):
    path = tmp_path / "badges.toml"
    path.write_text('base = "farkle:kcd"\ngoal = 500\n[other.scoring]\n"4 5 6" = 250\n')
    done = ask("pigcore", "solve", str(path))
    assert "with best play by all, he wins" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hog"], "At the start: roll 4 dice.\nEasy to remember: always roll 6 dice."),
        (["duel"], "Neither player is favoured: both have the same choices."),
        (["bag"], "Best play is paid 6.33333 on average.\nAt the start: pick any gesture"),
        (["piglet", "--players", "3"], "the second 33.26% and the third 31.05%."),
        (["pig", "--goal", "20"], "At the start: roll until the goal is reached."),
        (["pig:three-throws", "--goal", "60"], "At the start: roll whenever you may."),
        (["farkle:minimal", "--goal", "1000"], "300 with 1 die\nleft or with 2 dice left; 400 wi"),
        (["pig", "--goal", "50", "--players", "2"], "`pigcore table pig --goal 50 --players 2`."),
        (["duel"], "`pigcore advise duel HOLD`."),
    ],
    ids=" ".join,
)
def test_plain_lines_of_every_family(words, said):
    done = ask("pigcore", "solve", *words)
    assert done.returncode == 0
    assert said in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert len(done.stdout.splitlines()) <= 10


def test_digits_are_six_unless_more_are_asked_for():
    assert "wins  0.546151\n" in ask("pigcore", "solve", "pig", "--goal=50", "--details").stdout
    more = ask("pigcore", "solve", "pig", "--goal=50", "--details", "--digits", "12").stdout
    assert "wins  0.546150844167\n" in more
    assert refused(ask("pigcore", "solve", "pig", "--digits", "0"), "pigcore", "--digits is 0")
    asked = ask("pigcore", "solve", "pig", "--digits", "9", "--json")
    assert refused(asked, "pigcore", "JSON has all digits: leave --digits out")
    asked = ask("pigcore", "solve", "pig", "--details", "--json")
    assert refused(asked, "pigcore", "JSON has all details: leave --details out")


def significant(text):
    return len(text.replace(".", "").lstrip("0"))


@pytest.mark.parametrize(
    "words",
    [
        ["advise", "pig", "41", "49", "27"],
        ["match", "pig", "hold:20", "optimal"],
        ["reply", "piglet", "hold:2"], ["thumb", "piglet", "hold"],
        ["tournament", "pig", "hold:9", "hold:8"],
        ["coach", "bag", "random"], ["simulate", "piglet", "hold:2", "hold:3", "--games", "999"],
        ["coach", "piglet", "hold:2"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_number_has_more_digits_than_asked_for(words):
    six, nine = (
        max(map(significant, re.findall(r"[0-9]*\.[0-9]+", ask("pigcore", *words, *asked).stdout)))
        for asked in ((), ("--digits", "9"))
    )
    assert six <= 6 < nine <= 9


def test_the_facts_of_a_game(tmp_path):
    done = ask("pigcore", "solve", "pig", "-o", tmp_path / "pig.npz", "--details", "--digits", "12")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("game               Pig: be the first to bank 100 points or mor")
    assert "first player wins  0.530592725274" in done.stdout
    assert "tolerance          1e-12" in done.stdout
    assert "own 1, opp 49, total 28: roll before hold by 2.73412e-08" in done.stdout
    assert "version" not in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if "saved" not in line)
    assert pigcore.load(tmp_path / "pig.npz").game == pigcore.Pig()


def test_a_method_that_stops_early_says_one_residual_and_leaves_with_1():
    plain = ask("pigcore", "solve", "pig", "--max-iterations", "1")
    assert plain.returncode == 1
    assert "The tolerance 1e-12 is not reached: the residual is 0.000525." in plain.stdout
    done = ask("pigcore", "solve", "pig", "--max-iterations", "1", "--details")
    assert done.returncode == 1
    assert "converged          no" in done.stdout
    assert done.stderr.startswith("pigcore: warning: newton stopped after 1 iteration,")
    residual = float(re.search(r"^residual +(\S+)$", done.stdout, re.M)[1])
    assert 1e-12 < residual < 0.01
    said = float(re.search(r"the residual is (\S+?)[:,;]? ", done.stderr)[1])
    assert said == pytest.approx(residual, rel=1e-5)
