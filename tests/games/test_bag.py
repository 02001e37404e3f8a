"""The rules of bags: chances, payoffs, the files a bag is read from, and every refusal."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pigcore
from pigcore.games import Bag, Duel, FileError, RuleError, StateError
from pigcore.games import bag as bags
from pigcore.games.rules import game_from_text, text_of

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


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        (([], [], []), {}, "the bag is empty: give at least one die"),
        (
            ([1], [0, 0], [0]),
            {},
            "the numbers of chances differ (1 for rock, 2 for paper, 1 for scissors): ",
        ),
        (
            ([1], [], [0]),
            {},
            "the numbers of chances differ (1 for rock, 0 for paper, 1 for scissors): ",
        ),
        ((1, [0], [0]), {}, "rock is 1, but must be a list of chances, one a die"),
        (([1], "0", [0]), {}, "paper is '0', but must be a list of chances, one a die"),
        (
            ([1, "1/2"], [0, "1/2"], [0, "1/2"]),
            {},
            "the chances of die 2 sum to 3/2, but must sum to 1: take the surplus 1/2 away",
        ),
        (
            ([100], [100], [99]),
            {},
            "the chances of die 1 sum to 299, but whole numbers must sum to 300: correct them or",
        ),
        (([1], [1], [1]), {}, "the chances of die 1 sum to 3, but whole numbers must sum to 300"),
        (([0], [0], [0]), {}, "the chances of die 1 sum to 0, but whole numbers must sum to 300"),
        (([100], [100], [100]), {"total": 6}, "the chances of die 1 sum to 300, but whole "),
        (([1], [0], [0]), {"total": 0}, "total is 0, but must be at least 1"),
        (([1], [0], [0]), {"total": 1.5}, "total is 1.5, but must be a whole number"),
        (
            ([1 / 3], [1 / 3], [1 / 3]),
            {},
            "the chances of die 1 sum to 9999999999999999/10000000000000000, but must sum to 1: w",
        ),
        (([-1], [1], [1]), {}, "the chance of rock on die 1 is -1, but must not be negative"),
        ((["x"], [1], [0]), {}, "the chance of rock on die 1 is 'x', but must be a number"),
        (([float("nan")], [1], [0]), {}, "the chance of rock on die 1 is nan, but must be"),
        (([0], [1], [None]), {}, "the chance of scissors on die 1 is None, but must be a"),
        (([1], [0], [0]), {"name": "a\nb"}, "name is 'a\\nb', but must be a line of printable"),
        (([1], [0], [0]), {"win": 10**5000}, "a win pays a number of thousands of digits, but"),
        ((np.array(1), [0], [0]), {}, "rock is array(1), but must be a list of chances"),
        ((range(10**9),) * 3, {}, "the bag holds more than 10000 dice: take fewer"),
        (([1], [0], [0]), {"win": "much"}, "a win pays 'much', but must pay a number such as 3"),
        (([1], [0], [0]), {"draw": True}, "a draw pays True, but must pay a number"),
        (([1], [0], [0]), {"lose": float("inf")}, "a loss pays inf, but must pay a number"),
        (([1], [0], [0]), {"lose": "--1"}, "a loss pays '--1', but must pay a number"),
    ],
)
def test_refusals(columns, options, message):
    with pytest.raises(RuleError) as refused:
        Bag(*columns, **options)
    assert str(refused.value).startswith(message)


def test_states():
    game = Bag(*CONTEST)
    assert game.check_state(0, 0, 1) == (0, 0, 1)
    with pytest.raises(StateError, match="1 rock, 0 papers and 1 scissors are 2 throws, but be"):
        game.check_state(1, 0, 1)
    with pytest.raises(StateError, match="papers is -1, but a count is 0 or more"):
        game.check_state(0, -1, 0)
    with pytest.raises(StateError, match=r"scissors is 0\.5, but must be a whole number"):
        game.check_state(0, 0, 0.5)
    with pytest.raises(StateError, match="a number of thousands of digits rocks, 0 papers and 0"):
        game.check_state(10**5000, 0, 0)


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


def test_equality_is_about_rules():
    assert Bag(*CONTEST, name="one") == Bag(*CONTEST, name="other")
    assert hash(Bag(*CONTEST)) == hash(Bag(*CONTEST))
    assert Bag(*CONTEST) != Bag(*CONTEST, draw=2)
    assert Bag(*CONTEST) != Duel()
    assert eval(repr(Bag(*CONTEST)), {"Bag": Bag}) == Bag(*CONTEST)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(*[st.fractions(0, 9, max_denominator=9)] * 3).filter(any), min_size=1, max_size=5
    ),
    st.tuples(*[st.fractions(-5, 5, max_denominator=7)] * 3),
)
def test_rules_as_text_come_back_equal(rows, payoffs):
    columns = zip(*([p / sum(row) for p in row] for row in rows))
    game = Bag(*columns, **dict(zip(("win", "draw", "lose"), payoffs)), name="ты")
    assert game_from_text(text_of(game)) == game


def test_text_may_be_short():
    text = 'game = "bag"\nrock = [100, 0]\npaper = [200, 100]\nscissors = [0, 200]\n'
    assert game_from_text(text) == Bag(*CONTEST)
    assert game_from_text(text + "win = 2\ntotal = 300\n") == Bag(*CONTEST, win=2)
    with pytest.raises(RuleError, match="a bag needs the entry 'rock', a list of chances: add it"):
        game_from_text('game = "bag"')
    with pytest.raises(RuleError, match="a bag has no entry 'rocks': did you mean 'rock'"):
        game_from_text(text + "rocks = []\n")


def test_the_named_bag(tmp_path):
    assert pigcore.game("bag") == Bag([1, 0, 0], [0, 1, 0], [0, 0, 1])
    (tmp_path / "b.csv").write_text("1,0,0\n")
    assert pigcore.game("bag", file=tmp_path / "b.csv", win=2) == Bag([1], [0], [0], win=2)


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


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", RuleError, "the bag is empty: give at least one die"),
        ("rock,paper,scissors\n", RuleError, "the bag is empty: give at least one die"),
        ("[] [] []", RuleError, "the bag is empty: give at least one die"),
        ("1,0\n", FileError, "line 1: there are 2 columns, but a die has three chances"),
        ("1,0,0\n\n1,0,0,0\n", FileError, "line 3: there are 4 columns, but a die has three"),
        (
            "1;0;0\n",
            FileError,
            "line 1: there is 1 column, but a die has three chances, rock, paper and scissors: se",
        ),
        ("rock,paper,sissors\n1,0,0\n", RuleError, "the chance of rock on die 1 is 'rock', but"),
        ("1,0,0\nrock,paper,scissors\n", RuleError, "the chance of rock on die 2 is 'rock', but"),
        ("1,0,\n", RuleError, "the chance of scissors on die 1 is '', but must be a number"),
        ("0.3,0.3,0.3\n", RuleError, "the chances of die 1 sum to 9/10, but must sum to 1"),
        ("[1] [0]", FileError, "holds 2 whole arrays, but a bag is three: [rock chances]"),
        ("[1] [0] [0] [0]", FileError, "holds 4 whole arrays, but a bag is three"),
        ("[1] [0] [0", FileError, "holds 2 whole arrays and '[0', but a bag is three"),
        ("[1] [0] [0]]", FileError, "holds 3 whole arrays and ']', but a bag is three"),
        ("a=[1] b=[0] c=[0]", FileError, "holds 3 whole arrays and 'a=b=c=', but a bag is three"),
        (
            "[1,0] [0,1] [0]",
            RuleError,
            "the numbers of chances differ (2 for rock, 2 for paper, 1 for sci",
        ),
        ("[1,] [0,1] [0,0]", RuleError, "the chance of rock on die 2 is '', but must be a number"),
    ],
)
def test_bad_files(tmp_path, text, error, message):
    file = tmp_path / "bag.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(error) as refused:
        bags.read(file)
    assert str(refused.value).startswith(str(file))
    assert message in str(refused.value)


def test_a_field_beyond_all_measure_is_refused(tmp_path):
    (tmp_path / "wide.csv").write_text('"' + "1" * 200_000 + '",2,3\n')
    with pytest.raises(FileError, match=r"wide.csv is not a CSV of three columns: field larger"):
        bags.read(tmp_path / "wide.csv")


def test_words():
    assert str(Bag(*CONTEST)).startswith("Bag: 2 dice drawn at random from a bag")
    assert str(Bag([1], [0], [0], lose="-1/2")).endswith("a draw 1, a loss -1/2.")
