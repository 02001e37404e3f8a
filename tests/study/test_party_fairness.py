"""Fairness among three and more: by trying every head start, in tables, and on the command line."""

import csv
import io
import json
from itertools import product

import pytest
from support.commands import ask

import pigcore

GAMES = {
    "three": pigcore.Pig(14, players=3),
    "exact": pigcore.HoldOrContinue(9, players=3),
    "four": pigcore.Piglet(5, players=4),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("step", [1, 2])
def test_no_other_head_start_is_fairer(name, step):
    game = GAMES[name]
    n, solution = game.players, pigcore.solve(game)
    found = pigcore.fairness(solution, step=step)
    assert found == pigcore.fairness(game, step=step)
    starts = [it for it in product(range(0, game.goal, step), repeat=n) if min(it) == 0]
    unfair = {it: max(abs(chance - 1 / n) for chance in solution.win(*it)) for it in starts}
    assert unfair[found.points] <= min(unfair.values()) + 1e-12
    same = [it for it in starts if unfair[it] <= min(unfair.values()) + 5e-13]
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
    assert table.fairest.unfair == min(it.unfair for it in table.games)
    rows = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert [float(rows[3][seat]) for seat in ("first", "second", "third")] == [*table.games[3].win]
    assert rows[3]["points"] == " ".join(map(str, table.games[3].points))
    assert table.to_dataframe().shape == (4, 8)


def test_the_command_says_the_same():
    words = ("fair", "pig", "--players", "3", "--goal", "14")
    found = pigcore.fairness(GAMES["three"])
    assert json.loads(ask("pigcore", *words, "--json").stdout) == found.as_dict()
    told = " ".join(ask("pigcore", *words).stdout.split())
    assert f"fairest head start {found.start} players then win" in told
    assert str(found).endswith(f"given {found.start}")
    seats = found.to_dataframe()
    assert seats["player"].tolist() == ["first", "second", "third"]
    assert tuple(seats["points"]) == found.points
    told = ask("pigcore", *words, "--goals", "8:12:4").stdout.splitlines()
    assert told[0].split() == [
        "game",
        "goal",
        "first",
        "second",
        "third",
        "points",
        "least",
        "most",
    ]
    assert told[-1] == "fairest: Pig for three to 12"
