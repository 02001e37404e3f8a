"""The rules of bags: chances, payoffs, the files a bag is read from, and every refusal."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from pigcore.games import Bag
from pigcore.games import bag as bags

CONTEST = ([100, 0], [200, 100], [0, 200])


def test_chances_may_be_spelled_in_any_exact_way():
    third = Fraction(1, 3)
    dice = ((third, 2 * third, 0), (0, third, 2 * third))
    assert Bag(*CONTEST).dice == dice
    assert Bag(["1/3", 0], ["2/3", Fraction(1, 3)], [0, "2 / 3"]).dice == dice
    assert Bag(*np.array(CONTEST)).dice == dice
    assert Bag([1, 0], [2, 1], [0, 2], total=3).dice == dice
    assert Bag([0.5], [0.25], ["0.25"]).dice == ((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)),)
    assert Bag([1], [0], [0]).dice == Bag([300], [0], [0]).dice == ((1, 0, 0),)
    assert len(Bag(*CONTEST)) == 2


def test_payoffs():
    game = Bag(*CONTEST, win="5/2", draw=0.5, lose=-1)
    rock, paper, scissors = range(3)
    assert game.payoff(rock, scissors) == game.payoff(paper, rock) == game.win == Fraction(5, 2)
    assert game.payoff(scissors, paper) == game.win
    assert {game.payoff(g, g) for g in range(3)} == {Fraction(1, 2)}
    assert game.payoff(scissors, rock) == game.payoff(rock, paper) == game.lose == -1


def test_the_order_is_rock_paper_scissors_everywhere():
    game = Bag([1, 0], [0, 1], [0, 0])
    assert bags.GESTURES == ("rock", "paper", "scissors")
    assert game.state_names == ("rocks", "papers", "scissors")
    assert game.named((0, 1, 0)) == {"rocks": 0, "papers": 1, "scissors": 0}
    assert game.spell((0, 1, 0)) == "after 0 rocks, 1 paper and 0 scissors"
    assert game.usage == "ROCKS PAPERS SCISSORS"
    assert [*game.rules()][2:5] == list(bags.GESTURES)


def test_counts_that_the_dice_can_show():
    """Against the throws of all dice one by one."""
    for game in (
        Bag([1, 0, 0], [0, 1, 0], [0, 0, 1]),
        Bag([0, 0], ["1/2", 1], ["1/2", 0]),
        Bag(["1/2", "1/3", 0, 0], ["1/2", 0, 1, 0], [0, "2/3", 0, 1]),
    ):
        shows = set()
        faces = [[face for face, p in enumerate(die) if p] for die in game.dice]
        for some in itertools.chain.from_iterable(
            itertools.combinations(faces, k) for k in range(len(game))
        ):
            for shown in itertools.product(*some):
                shows.add(tuple(shown.count(face) for face in range(3)))
        for state in itertools.product(range(len(game)), repeat=3):
            if sum(state) < len(game):
                assert game.can_show(*state) == (state in shows)


# --- files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "100,200,0\n0,100,200\n",
        "rock,paper,scissors\n100,200,0\n0,100,200",
        " Scissors , ROCK,paper \r\n0, 100, 200\r\n\r\n200 ,0,100\r\n",
        "\ufeff1/3,2/3,0\n0,1/3,2/3\n",
        '"1/3","2/3","0"\n0,100,200\n',
        "[100,0]\n[200,100]\n[0,200]\n",
        "{100, 0}, {200, 100}, {0, 200}",
        "[[100,0],[200,100],[0,200]]",
        "[1/3, 0] [2/3, 1/3]\n [0, 2/3]",
    ],
)
def test_files(tmp_path, text):
    file = tmp_path / "my bag.csv"
    file.write_text(text, encoding="utf-8")
    game = bags.read(file)
    assert game == Bag(*CONTEST)
    assert game.name == "my bag"
    assert bags.read(str(file), draw=2, name="x").draw == 2
