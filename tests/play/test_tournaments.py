"""Tournaments: every pair as its match, ranks, CSV, processes."""

import csv
import io
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import pigcore
from pigcore.games import Hog, RuleError

PIG = pigcore.Pig(30)
POLICIES = [pigcore.hold_at(10), pigcore.hold_at(13), pigcore.scoring_turns(3), pigcore.solve(PIG)]


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


def test_csv_and_plain_data():
    found = pigcore.tournament(PIG, POLICIES[:3])
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert len(lines) == 9
    assert lines[1]["policy"] == "hold:10"
    assert lines[1]["opponent"] == "hold:13"
    assert float(lines[1]["second"]) == found.second[0, 1]
    data = found.as_dict()
    assert data["policies"] == ["hold:10", "hold:13", "scoring-turns:3"]
    assert data["average"] == found.average.tolist()


def test_what_is_no_executor_is_refused():
    for ask in (
        lambda: pigcore.tournament(PIG, POLICIES, executor=True),
        lambda: pigcore.simulate(PIG, *POLICIES[:2], games=10, executor=4),
        lambda: pigcore.exact(pigcore.Piglet(3), executor="threads"),
    ):
        with pytest.raises(RuleError, match=r"executor is .* must be a concurrent\.futures\.Exec"):
            ask()


@pytest.mark.slow
def test_executors_change_nothing():
    told = []
    alone = pigcore.tournament(PIG, POLICIES, progress=lambda *done: told.append(done))
    assert told == [(n, 4) for n in range(1, 5)]
    told.clear()
    for kind in (ThreadPoolExecutor, ProcessPoolExecutor):
        with kind(2) as executor:
            found = pigcore.tournament(
                PIG, POLICIES, executor=executor, progress=lambda *done: told.append(done)
            )
        assert found.as_dict() == alone.as_dict()
    assert told == [(n, 4) for n in range(1, 5)] * 2


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ([pigcore.hold_at(20)], "a tournament of 1 policy is not one: give two or more"),
        ([pigcore.hold_at(9)] * 2, "two policies are called 'hold:9': give"),
        ("hold:20", "policies are 'hold:20', but must be a list of policies"),
        ([lambda own, opp: "roll", pigcore.hold_at(9)], "the policy '<lambda>' cannot be sent to"),
    ],
)
def test_refused(policies, message):
    with ProcessPoolExecutor(1) as executor, pytest.raises(RuleError) as refusal:
        pigcore.tournament(PIG, policies, executor=executor)
    assert message in str(refusal.value)
