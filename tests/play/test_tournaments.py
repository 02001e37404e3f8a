"""Tournaments: every pair as its match, every table by fractions, ranks, CSV, processes."""

import csv
import io
from itertools import product

import pytest
from support.slow import wins_of

import pigcore
from pigcore.games import Hog

PIG = pigcore.Pig(30)
POLICIES = [pigcore.hold_at(10), pigcore.hold_at(13), pigcore.roll_times(3), pigcore.solve(PIG)]

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


@pytest.mark.parametrize(
    ("game", "policies"),
    [
        (PIG, POLICIES),
        (pigcore.HoldOrContinue(20), [pigcore.hold_at(1), pigcore.hold_at(2)]),
        (Hog.fa13(9), [pigcore.always_roll(3), pigcore.random_play()]),
    ],
)
def test_every_pair_is_its_match(game, policies):
    found = pigcore.tournament(game, {str(n): policy for n, policy in enumerate(policies)})
    for n, mine in enumerate(policies):
        for m, other in enumerate(policies):
            match = pigcore.match(game, mine, other)
            # A match by itself need not take the way of many: they agree but for rounding.
            assert found.first[n, m] == pytest.approx(match.first, abs=1e-14)
            assert found.second[n, m] == pytest.approx(match.second, abs=1e-14)
            assert found.average[n, m] == pytest.approx(match.average, abs=1e-14)


def test_a_duel_counts_draws_as_halves():
    duel = pigcore.Duel(holds=(18, 20, 22))
    found = pigcore.tournament(duel, {"low": 18, "high": 22})
    match = pigcore.match(duel, 18, 22)
    assert found.average[0, 1] == match.win + match.draw / 2
    assert found.average.diagonal() == pytest.approx(0.5, abs=1e-15)


def test_each_policy_is_asked_once():
    asked = []

    def policy(own, opp, total):
        asked.append((own, opp, total))
        return "roll" if total < 7 else "hold"

    pigcore.match(PIG, policy, "hold:9")
    once = len(asked)
    pigcore.tournament(PIG, {"f": policy} | {str(n): f"hold:{n}" for n in range(3, 9)})
    assert len(asked) == 2 * once


def test_ranks():
    found = pigcore.tournament(PIG, dict(zip("abcd", POLICIES)) | {"e": POLICIES[0]})
    assert found.names == ("a", "b", "c", "d", "e")
    assert found.ranks[3] == 1
    assert found.wins[3] == 4
    assert found.ranks[0] == found.ranks[4]  # they are the same policy, and beat each other never
    assert found.average[0, 4] == pytest.approx(0.5, abs=1e-15)
    others = [found.average[1, m] for m in (0, 2, 3, 4)]
    assert found.rates[1] == pytest.approx(sum(others) / 4)
    rows = found.rows()
    assert [row["rank"] for row in rows] == sorted(found.ranks)
    assert rows[0]["policy"] == "d"
    assert rows[0]["v. a"] == found.average[3, 0]
    assert str(found).splitlines()[1].split()[:3] == ["1", "d", "4"]


@pytest.mark.parametrize(
    ("game", "players", "tasks"),
    [(PIG, POLICIES, 14), (THREE, [*RULES[:3], pigcore.solve(THREE)], 12)],
)
def test_progress_counts_policies_and_matches(game, players, tasks):
    reported = []
    pigcore.tournament(game, players, progress=lambda *done: reported.append(done))
    assert reported == [(n, tasks) for n in range(tasks + 1)]


# --- three or more --------------------------------------------------------------------------------


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
        seated: wins_of(game, *(players[p] for p in seated))[0]
        for seated in product(range(count), repeat=n)
        if len(set(seated)) == min(count, n)
    }
    assert len(slow) == tables
    assert sorted(seating.policies for seating in found.seatings) == sorted(slow)
    for seating in found.seatings:
        assert seating.win == pytest.approx(
            [float(chance) for chance in slow[seating.policies]], abs=1e-15
        )
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


def test_rows_csv_and_plain_data_of_three():
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
