"""Fairness: against other solves, by head start, goal and die; among three and more, too."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from support.commands import ask
from support.ends_in_fractions import Ends

import pigcore
from pigcore import Race, Roll


def test_the_advantage_and_the_points_that_make_up_for_it():
    solution = pigcore.solve(pigcore.Pig())
    found = pigcore.fairness(pigcore.Pig())
    assert found == pigcore.fairness(solution)
    assert found.first == solution.value
    assert found.advantage == pytest.approx(found.first - found.second, abs=1e-15)
    assert found.by_points == tuple(solution.win(0, points) for points in range(100))
    distance = [abs(chance - 0.5) for chance in found.by_points]
    assert distance[found.points] == min(distance)
    assert found.with_points == solution.win(0, found.points)
    assert found.points == 4

    coarse = pigcore.fairness(solution, step=5)
    assert coarse.points == 5
    assert coarse.by_points == found.by_points[::5]


def test_a_head_start_may_go_to_the_first_player():
    """To exactly 4 with a die of 2 to 6, points are no advantage: a throw must fit what is left."""
    solution = pigcore.solve(pigcore.HoldOrContinue(4))
    chances = {c: solution.win(max(-c, 0), max(c, 0)) for c in range(-3, 4)}
    found = pigcore.fairness(solution)
    assert found.points == -1
    assert found.with_points == chances[-1] == solution.win(1, 0)
    assert min(abs(chance - 0.5) for chance in chances.values()) == abs(chances[-1] - 0.5)
    assert "a head start of 1 point for the first player" in str(found)


NESTED = [
    pigcore.Pig(30),
    pigcore.HoldOrContinue(30),
    pigcore.ConsolationPig(30),
    Race(Roll({2: 1, 5: 1}, 2), 20, "exact", 2),
    pigcore.PassThePigs(50),
]


@pytest.mark.parametrize("game", NESTED, ids=lambda game: game.summary)
def test_one_solve_holds_all_smaller_goals(game):
    """The game to g from any scores is the game to goal from scores that are goal - g higher."""
    assert game.holds_smaller_goals
    solution = pigcore.solve(game)
    for goal in (3, 4, 7, 12, 19):
        try:
            small = pigcore.solve(Race(game.roll, goal, game.target, game.consolation))
        except pigcore.RuleError:
            assert (game.target, goal) == ("exact", 3)  # 2 and 5 have no such sum
            continue
        shift = game.goal - goal
        assert abs(solution.starts[shift:, shift:] - small.starts).max() < 1e-13


def test_where_throws_wipe_a_smaller_goal_is_another_game():
    game = pigcore.TwoDicePig(30)
    assert not game.holds_smaller_goals
    smaller = pigcore.solve(pigcore.TwoDicePig(20)).value
    assert abs(pigcore.solve(game).win(10, 10) - smaller) > 1e-3


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hog:fa24"])
def test_tables_hold_what_single_games_have(name):
    game = pigcore.game(name)
    table = pigcore.fairest(game, goals=[30, 12, 20], sides=[4, 6])
    single = [pigcore.fairness(pigcore.game(name, goal=goal)) for goal in (30, 12, 20)]
    assert [one.first for one in table.games[3:]] == pytest.approx([one.first for one in single])
    assert [one.points for one in table.games[3:]] == [one.points for one in single]
    assert abs(table.fairest.first - 0.5) == min(abs(one.first - 0.5) for one in table.games)
    assert [row["goal"] for row in table.rows] == [30, 12, 20] * 2
    with ThreadPoolExecutor(2) as threads:
        assert pigcore.fairest(game, goals=[30, 12, 20], sides=[4, 6], executor=threads) == table


def test_the_table_as_text_and_data():
    table = pigcore.fairest(pigcore.HoldOrContinue(), goals=range(1, 7))
    assert table.left_out == (1,)  # nobody ever gains 1
    said = json.loads(json.dumps(table.as_dict()))
    assert list(said) == ["rows", "fairest", "left_out", "version"]
    assert said["fairest"] in said["rows"]
    rows = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert [int(row["goal"]) for row in rows] == [2, 3, 4, 5, 6]
    assert [float(row["first"]) for row in rows] == [game.first for game in table.games]
    assert "5 games; fairest is Hold or Continue to" in str(table)
    found = json.loads(json.dumps(pigcore.fairness(pigcore.Pig(5), step=2).as_dict()))
    assert [row["points"] for row in found["by_points"]] == [0, 2, 4]


def test_progress_is_reported():
    reports = []
    pigcore.fairest(
        pigcore.TwoDicePig(), goals=[5, 6, 7], progress=lambda *report: reports.append(report)
    )
    assert reports == [(1, 3), (2, 3), (3, 3)]


def test_dice_of_other_sides():
    assert pigcore.Pig(40).with_sides(8) == Race(Roll.die(8), 40)
    assert pigcore.ConsolationPig(40).with_sides(6) == pigcore.ConsolationPig(40)
    assert pigcore.TwoDicePig(40).with_sides(4).roll == Roll.dice(2, 4, wipe_all=True)
    assert pigcore.Hog.fa13().with_sides(8).dice == (8, 4)
    assert pigcore.Hog.fa13().with_sides(6) == pigcore.Hog.fa13()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: pigcore.fairness(pigcore.Duel()), "nobody moves first in Duel, so it favours"),
        (lambda: pigcore.fairness(pigcore.game("bag")), "nobody moves first in Bag"),
        (lambda: pigcore.fairness("pig"), "'pig' is neither a game nor a solution"),
        (lambda: pigcore.fairness(pigcore.Pig(9), step=0), "step is 0, but must be between 1"),
        (
            lambda: pigcore.fairness(pigcore.Farkle.minimal(500), step=70),
            "step is 70, but scores of Farkle are multiples of 50",
        ),
        (lambda: pigcore.fairest(pigcore.Pig(), goals=[]), "there are 0 goals, but must be 1 to"),
        (lambda: pigcore.fairest(pigcore.Pig(), goals=3), "goals is 3, but must be whole numbers"),
        (lambda: pigcore.fairest(pigcore.Pig(), goals=[0]), "goal is 0, but must be between 1 and"),
        (lambda: pigcore.fairest(pigcore.Pig(), sides=[1]), "no throw gains a point"),
        (lambda: pigcore.fairest(pigcore.PassThePigs(), sides=[4]), "Pass the Pigs has no dice"),
        (lambda: pigcore.fairest(pigcore.Duel(), sides=[4]), "nobody moves first in Duel"),
        (lambda: pigcore.Duel().with_sides(4), "Duel has no dice whose sides could be 4"),
        (
            lambda: pigcore.fairest(pigcore.HoldOrContinue(), goals=[1]),
            "no sum of the gains [2, 3, 4, 5, 6] is exactly 1",
        ),
    ],
)  # fmt: skip
def test_refusals(ask, message):
    with pytest.raises(pigcore.RuleError) as refused:
        ask()
    assert message in str(refused.value)


def test_scores_that_are_multiples_of_a_unit():
    game = pigcore.Farkle.minimal(goal=1000)
    solution, found = pigcore.solve(game), pigcore.fairness(game)
    assert found.first == solution.value
    nearest = min(range(0, 1000, 50), key=lambda points: abs(solution.win(0, points) - 0.5))
    assert found.points == nearest


# --- three and more -------------------------------------------------------------------------------

GAMES = {
    "three": pigcore.Pig(14, players=3),
    "exact": pigcore.HoldOrContinue(9, players=3),
    "four": pigcore.Piglet(5, players=4),
    "dice": pigcore.Farkle.minimal(300).seated(3),
    "round": pigcore.Race(pigcore.Roll({2: "1/3"}, bust="2/3"), 5, players=3, end="equal_turns"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("step", [1, 2])
def test_no_other_head_start_is_fairer(name, step):
    game = GAMES[name]
    n, solution = game.players, pigcore.solve(game)
    found = pigcore.fairness(solution, step=step)
    assert found == pigcore.fairness(game, step=step)
    each = range(0, game.goal, max(step, game.unit))
    starts = [combination for combination in product(each, repeat=n) if min(combination) == 0]
    unfair = {
        start: max(abs(chance - 1 / n) for chance in solution.win(*start)) for start in starts
    }
    assert unfair[found.points] <= min(unfair.values()) + 1e-12
    same = [start for start in starts if unfair[start] <= min(unfair.values()) + 5e-13]
    assert sum(found.points) <= min(map(sum, same))
    assert found.win == solution.win(*[0] * n)
    assert found.with_points == solution.win(*found.points)
    assert found.unfair == unfair[(0,) * n]


def test_goals_and_dice_are_compared():
    party = pigcore.Pig(20, players=3)
    table = pigcore.fairest(party, goals=[8, 12], sides=[4, 6])
    asked = [(sides, goal) for sides in (4, 6) for goal in (8, 12)]
    for (sides, goal), found in zip(asked, table.games, strict=True):
        assert (found.game.name, found.game.goal) == (f"Pig with {sides} sides for three", goal)
        alone = pigcore.fairness(pigcore.Pig(goal).with_sides(sides).seated(3))
        assert (found.win, found.points) == (alone.win, alone.points)
    assert table.fairest.unfair == min(game.unfair for game in table.games)
    rows = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert [float(rows[3][seat]) for seat in ("first", "second", "third")] == [*table.games[3].win]
    assert rows[3]["points"] == " ".join(map(str, table.games[3].points))
    assert table.to_dataframe().shape == (4, 8)


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["half", "play_on"])
def test_equal_turns_in_fractions(tie):
    game = pigcore.Race(
        pigcore.Roll({1: "1/6", 2: "1/6"}, bust="2/3"), 5, end="equal_turns", tie=tie
    )
    found, exact = pigcore.fairness(game), Ends(game, 20)
    truth = {n: float(exact.value(1, max(-n, 0), max(n, 0))) for n in range(-4, 5)}
    assert found.by_points == pytest.approx([truth[n] for n in range(5)], abs=1e-13)
    assert found.points == min(truth, key=lambda n: abs(truth[n] - 0.5))
    smaller = pigcore.fairest(game, goals=[3]).games[0]
    assert smaller.first == pytest.approx(float(exact.value(1, 2, 2)), abs=1e-13)
    with pytest.raises(pigcore.RuleError, match="seat is 2, but fairness is about who began"):
        pigcore.fairness(game.swapped)


def test_the_command_says_the_same():
    game = ("fair", "pig", "--players", "3")
    words = (*game, "--goal", "14")
    found = pigcore.fairness(GAMES["three"])
    assert json.loads(ask("pigcore", *words, "--json").stdout) == found.as_dict()
    printed = " ".join(ask("pigcore", *words).stdout.split())
    assert f"fairest head start {found.start} players then win" in printed
    assert str(found).endswith(f"given {found.start}")
    seats = found.to_dataframe()
    assert seats["player"].tolist() == ["first", "second", "third"]
    assert tuple(seats["points"]) == found.points
    printed = ask("pigcore", *game, "--goals", "8:12:4").stdout.splitlines()
    assert printed[0].split() == [
        "game",
        "goal",
        "first",
        "second",
        "third",
        "points",
        "least",
        "most",
    ]
    assert printed[-1] == "fairest: Pig for three to 12"
