"""Tournaments of parties: every table by fractions, and who beats whom by hand."""

import csv
import io
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product

import pytest
from support.party_played_in_fractions import SlowGames, as_fractions

import pigcore

THIRDS = pigcore.Roll({1: "1/3", 2: "1/3"}, bust="1/3")
FAR = pigcore.Roll({2: "1/2", 3: "1/4"}, bust="1/4")
THREE = pigcore.Race(THIRDS, 3).seated(3)
DEAD = pigcore.Race(FAR, 3, "exact").seated(3)
FOUR = pigcore.Piglet(2, players=4)
RULES = [
    pigcore.hold_at(1),
    pigcore.hold_at(3),
    pigcore.random_play(),
    pigcore.mix({"hold": 0.25, "roll": 0.75}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "count", "tables"),
    [(THREE, 3, 6), (THREE, 4, 24), (THREE, 2, 6), (DEAD, 3, 6), (FOUR, 2, 14), (FOUR, 4, 24)],
)
def test_every_table_is_that_of_fractions(game, count, tables):
    """Tables of as many different policies as there can be, each solved as a system of its own."""
    players = RULES[:count]
    found = pigcore.tournament(game, players)
    n = game.players
    slow = {
        seated: SlowGames(game, [as_fractions(game, players[p]) for p in seated]).values[
            0, (0,) * n
        ]
        for seated in product(range(count), repeat=n)
        if len(set(seated)) == min(count, n)
    }
    assert len(slow) == tables
    assert sorted(it.policies for it in found.seatings) == sorted(slow)
    for it in found.seatings:
        assert it.win == pytest.approx([float(chance) for chance in slow[it.policies]], abs=1e-15)
    for a, b, seat in product(range(count), range(count), range(n)):
        won = [win[seat] for seated, win in slow.items() if seated[seat] == a and b in seated]
        assert found.seats[seat, a, b] == pytest.approx(float(sum(won) / len(won)), abs=1e-15)
    for a in range(count):
        won = [win[k] for seated, win in slow.items() for k in range(n) if seated[k] == a]
        assert found.rates[a] == pytest.approx(float(sum(won) / len(won)), abs=1e-15)
        beaten = 0
        for b in range(count):
            both = [(seated, win) for seated, win in slow.items() if a in seated and b in seated]
            mine, theirs = (
                sum(win[k] for seated, win in both for k in range(n) if seated[k] == player)
                / sum(seated.count(player) for seated, _ in both)
                for player in (a, b)
            )
            assert found.average[a, b] == pytest.approx(float(mine), abs=1e-15)
            beaten += a != b and mine > theirs
        assert found.wins[a] == beaten


def test_equal_policies_share_everything():
    found = pigcore.tournament(THREE, {name: pigcore.hold_at(2) for name in "abc"})
    assert found.wins == (0, 0, 0)
    assert found.ranks == (1, 1, 1)
    assert found.rates == pytest.approx([1 / 3] * 3, abs=1e-15)


def test_rows_csv_and_plain_data():
    found = pigcore.tournament(THREE, RULES[:3])
    rows = found.rows()
    assert list(rows[0]) == ["rank", "policy", "wins", "rate", "first", "second", "third"]
    assert [row["rank"] for row in rows] == sorted(found.ranks)
    best = found.names.index(rows[0]["policy"])
    assert [rows[0][seat] for seat in ("first", "second", "third")] == [
        found.seats[k, best, best] for k in range(3)
    ]
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert list(lines[0]) == ["policy", "opponent", "average", "first", "second", "third"]
    assert len(lines) == 9
    assert float(lines[1]["third"]) == found.seats[2, 0, 1]
    data = found.as_dict()
    assert data["third"] == found.seats[2].tolist()
    assert data["seatings"][0] == {
        "policies": [found.names[n] for n in found.seatings[0].policies],
        "win": list(found.seatings[0].win),
    }


@pytest.mark.slow
def test_executors_change_nothing():
    players = [*RULES[:3], pigcore.solve(THREE)]
    told = []
    alone = pigcore.tournament(THREE, players, progress=lambda *done: told.append(done))
    assert told == [(n, 8) for n in range(1, 9)]  # 24 tables are 8 circles
    for kind in (ThreadPoolExecutor, ProcessPoolExecutor):
        with kind(2) as executor:
            found = pigcore.tournament(THREE, players, executor=executor)
        assert found.as_dict() == alone.as_dict()


@pytest.mark.parametrize(
    ("game", "players", "message"),
    [
        (THREE, RULES[:1], "a tournament of 1 policy is not one: give two or more"),
        (THREE, [*RULES, pigcore.scoring_turns(2)], "remembers what it did, which no policy of"),
        (
            pigcore.Piglet(2, players=6),
            [pigcore.hold_at(n) for n in range(1, 12)],
            "11 policies can sit down in more than 10,000 circles of 6: give fewer policies",
        ),
    ],
)
def test_refused(game, players, message):
    with pytest.raises(pigcore.RuleError, match=message):
        pigcore.tournament(game, players)
