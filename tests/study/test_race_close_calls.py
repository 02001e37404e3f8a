"""Close calls: against fractions by another route, proved, resumed, and as they stand in docs."""

import csv
import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.race_in_fractions import payoffs, solve_exact
from support.races import races

import pigcore
from pigcore.games import FileError, Race, Roll, RuleError, SizeError
from pigcore.study import race_close_calls as calls
from pigcore.study.exact_values.decisions import difference
from pigcore.study.exact_values.race import RaceRules

DOCS = Path(__file__).parents[2] / "docs" / "research"
COIN = Race(Roll.coin(), 4)
RARE = Race(Roll({1: "1/3"}, bust="2/3"), 3)


def margins(game):
    """By how much rolling is better in every state, in fractions."""
    starts = solve_exact(game)
    found = {}
    for own in range(game.goal):
        for opp in range(game.goal):
            for total in range(1, game.goal - own):
                roll, hold = payoffs(game, starts, own, opp, total)
                found[own, opp, total] = roll - hold
    return found


def check(game, found):
    """Whether the calls of a game are those of the slow reference."""
    truth = margins(game)
    met = pigcore.reachable(game)
    apart = {state: abs(gain) for state, gain in truth.items() if gain}
    assert found["tie"] == {state: 0 for state, gain in truth.items() if not gain}
    for kind, states in (("closest", apart), ("met", [at for at in apart if met[at]])):
        least = min((apart[state] for state in states), default=None)
        assert [abs(gain) for gain in found[kind].values()] == ([least] if states else [])
        assert all(truth[state] == gain for state, gain in found[kind].items())
        assert all(state in states for state in found[kind])


# --- one game -------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=15)
@given(races(max_goal=6))
def test_races_are_those_of_the_slow_reference(game):
    check(game, calls.settled(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", [COIN, RARE], ids=["Piglet", "a tie"])
def test_margins_that_doubles_see_as_one(game):
    """The slack so wide that all is left to the exact arithmetic."""
    solution = pigcore.solve(game)
    blind = mock.patch.object(type(solution), "error_bound", 0.3)
    with blind:
        found = calls.settled(game)
    check(game, found)


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "bound"), [(3, 0.02), (2, 0.002)])
@pytest.mark.parametrize("seed", range(8))
def test_errors_as_large_as_allowed_hide_no_call(seed, sides, bound):
    """Each margin off by twice the error bound, some up and some down."""
    game = Race(Roll.die(sides), 4)
    solution, random_numbers = pigcore.solve(game), np.random.default_rng(seed)
    truth = {state: abs(gain) for state, gain in margins(game).items()}

    def noisy():
        for own, hold, roll in solution.all_payoffs():
            yield own, hold, roll + random_numbers.choice([-2 * bound, 2 * bound], hold.shape)

    fake = SimpleNamespace(game=game, error_bound=bound, all_payoffs=noisy)
    with mock.patch.object(calls, "reachable", return_value=pigcore.reachable(game)):
        found = calls._candidates(fake)
    assert min(truth, key=truth.get) in found["closest"]
    assert len(found["closest"]) < len(truth)


def test_an_exact_tie():
    found = calls.settled(RARE)
    assert found["tie"] == {(0, 2, 1): 0}
    assert found["closest"] == {(0, 2, 2): Fraction(-1, 55)}


@pytest.mark.slow
@settings(max_examples=15)
@given(races(max_goal=5), st.data())
def test_a_margin_is_exact_whatever_doubles_leave_open(game, data):
    """Every decision open, some begun with the wrong action, also in the state itself."""
    truth = margins(game)
    if not truth:
        return
    state = data.draw(st.sampled_from(sorted(truth)))
    rules = RaceRules(game)
    rules._plans[:, :, 1:] = 2
    assert difference(rules, *rules.choices(state[:2], state[2])) == truth[state]


def test_what_cannot_be_sorted_is_refused():
    with pytest.raises(SizeError, match="in Pig to 120 with 3 sides double precision cannot tell"):
        with mock.patch.object(calls, "_MOST_CANDIDATES", 0):
            calls.close_calls(3, 120)


@pytest.mark.parametrize(("sides", "goal"), [(4, 14), (6, 17), (20, 9)])
def test_calls_are_proved(sides, goal):
    game = Race(Roll.die(sides), goal)
    for call in calls.close_calls(sides, goal):
        proof = pigverify.check(game, *call.state)
        low, high = proof.margin
        assert proof.decision == call.best
        assert low * (1 - Fraction(1, 10**19)) <= Fraction(call.margin)
        assert Fraction(call.margin) <= high * (1 + Fraction(1, 10**19))


# --- many games -----------------------------------------------------------------------------------


def test_one_call_a_game_and_kind_in_order():
    found = pigcore.atlas(goals=[12, 3, 12], sides=[6, 4])
    assert [(call.sides, call.goal) for call in found.of("closest")] == [
        (4, 3), (4, 12), (6, 3), (6, 12)
    ]  # fmt: skip
    assert found.of("tie") == ()
    assert found.of("met", 4)[-1] == calls.close_calls(4, 12)[-1]
    assert str(found) == "close calls of 4 games of Pig, 0 exact ties"
    assert [(row["sides"], row["kind"]) for row in found.rows] == [
        (4, "closest"), (4, "met"), (6, "closest"), (6, "met")
    ]  # fmt: skip
    with ThreadPoolExecutor(2) as executor:
        assert pigcore.atlas([3, 12], [4, 6], executor=executor) == found


def test_an_interrupted_atlas_is_resumed(tmp_path, monkeypatch):
    path, whole = tmp_path / "atlas.csv", tmp_path / "whole.csv"
    asked = {"goals": [5, 9, 10, 11], "sides": [4, 6]}
    expected = pigcore.atlas(**asked, path=whole)
    assert whole.read_text() == expected.to_csv()

    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pigcore.atlas(**asked, path=path, progress=stop)
    assert len({line.split(",")[1] for line in path.read_text().splitlines()}) == 1 + 2
    # Another row half written, and a game without the row that ends it.
    # Another program has saved the file with its own ends of lines.
    text = f"{path.read_text()}4,5,met,0,0,2,roll,0.5\n4,9,clos"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    done = []
    real = calls.close_calls
    monkeypatch.setattr(calls, "close_calls", lambda *game: done.append(game) or real(*game))
    assert pigcore.atlas(**asked, path=path) == expected
    assert path.read_text() == whole.read_text()
    assert len(done) == 5
    pigcore.atlas([9], [6], path=path)
    assert len(done) == 5
    assert path.read_text() == whole.read_text()


HEADING = "sides,goal,kind,own,opp,total,best,margin\n"


@pytest.mark.parametrize(
    "row",
    [
        "4,5,closest,0,0,2,roll",
        "4,5,closest,0,0,2,roll,x",
        "4,5,closest,0,0,2,roll,nan",
        "4,5,closest,0,0,2,roll,-0.5",
        "4,5,closest,0,0,2,roll,0",
        "4,5,tie,0,0,2,roll,0",
        "4,5,near,0,0,2,roll,0.5",
        "4,5,closest,0,5,2,roll,0.5",
        "4,5,closest,-1,0,2,roll,0.5",
        "4,5,closest,0,0,5,roll,0.5",
        "4,5,closest,0,0,0,roll,0.5",
        "",
    ],
)
def test_a_damaged_row_is_refused(tmp_path, row):
    path = tmp_path / "atlas.csv"
    path.write_text(f"{HEADING}{row}\n")
    with pytest.raises(FileError, match="has the damaged row"):
        pigcore.atlas([5], [4], path=path)


@pytest.mark.parametrize("content", [b"family,constants\n", b"\xff\xfe\x00"])
def test_another_file_is_left_alone(tmp_path, content):
    path = tmp_path / "atlas.csv"
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"atlas\.csv"):
        pigcore.atlas([5], [4], path=path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("goals", "sides", "message"),
    [
        ([1], [6], "goals is 1, but must be between 2 and 400"),
        ([401], [6], "goals is 401, but must be between 2 and 400"),
        ([20], [2], "sides is 2, but must be between 3 and 100"),
        ([], [6], "there are no goals"),
        (20, [6], "goals is 20, but must be whole numbers"),
    ],
)
def test_what_is_out_of_range(goals, sides, message):
    with pytest.raises(RuleError, match=message):
        pigcore.atlas(goals, sides)


@pytest.mark.slow
def test_as_a_frame_and_as_parquet(tmp_path):
    from pyarrow import parquet

    found = pigcore.atlas([4, 5], [4])
    frame = found.to_dataframe()
    assert list(frame.columns) == HEADING.strip().split(",")
    assert frame["margin"].tolist() == [float(call.margin) for call in found.calls]
    assert [frame[name].dtype for name in ("goal", "total")] == [np.int64, np.int64]
    path = tmp_path / "atlas.parquet"
    found.to_parquet(path)
    assert parquet.read_table(path).to_pydict() == frame.to_dict("list")
    without = mock.patch("pigcore.games.checks.find_spec", return_value=None)
    with without, pytest.raises(ImportError, match=r"Parquet needs pyarrow, .*'pigcore\[study\]'"):
        found.to_parquet(path)


# --- the atlas in docs ----------------------------------------------------------------------------


def rows_in_docs():
    with (DOCS / "atlas.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            numbers = {name: int(row[name]) for name in ("sides", "goal", "own", "opp", "total")}
            yield calls.CloseCall(**(row | numbers))


CALLS = list(rows_in_docs())


def test_the_data_are_complete():
    games = {(sides, goal) for sides in calls.DICE for goal in calls.GOALS}
    assert len(games) == 1194
    assert [(call.sides, call.goal) for call in CALLS if call.kind == "closest"] == sorted(games)
    assert not [call for call in CALLS if call.kind == "tie"]


def test_the_table_of_the_page_is_that_of_the_data():
    known = {(call.sides, call.goal, call.kind): call for call in CALLS}
    for sides in calls.DICE:
        cells = [str(sides)]
        for kind, goal in product(("closest", "met"), (100, 200)):
            call = known[sides, goal, kind]
            state = ", ".join(map(str, call.state))
            cells.append(f"{state}: {call.best}, {float(call.margin):.2g}")
        assert f"| {' | '.join(cells)} |\n" in (DOCS / "atlas.md").read_text(encoding="utf-8")


def test_a_larger_goal_has_the_close_calls_of_smaller_ones():
    """Only the points that are missing count, so a call moves up with the goal."""
    for sides in calls.DICE:
        closest = [call for call in CALLS if (call.sides, call.kind) == (sides, "closest")]
        for before, call in pairwise(closest):
            if Fraction(call.margin) == Fraction(before.margin):
                here = before.own + 1, before.opp + 1, before.total
                assert (call.state, call.best) == (here, before.best)
            else:
                assert Fraction(call.margin) < Fraction(before.margin)
                # It could not be there before.
                assert min(call.own, call.opp) == 0


@pytest.mark.slow
def test_a_sample_of_the_data_is_recomputed():
    chosen = random.Random(7).sample([call for call in CALLS if call.goal <= 70], 6)
    for call in chosen:
        assert call in calls.close_calls(call.sides, call.goal)


@pytest.mark.slow
@pytest.mark.parametrize(("sides", "goal"), [(4, 30), (6, 42), (20, 12)])
def test_a_sample_of_the_data_is_proved(sides, goal):
    """That there is no closer call, and no tie, and what can be met."""
    game = Race(Roll.die(sides), goal)
    proof = pigverify.disputed(game, 1)
    (proved,) = proof.calls
    known = {call.kind: call for call in CALLS if (call.sides, call.goal) == (sides, goal)}
    closest = known["closest"]
    low, high = proved.margin
    assert proof.ok
    assert proof.report.ties == 0
    assert (proved.state, proved.best) == (closest.state, closest.best)
    assert low * (1 - Fraction(1, 10**19)) <= Fraction(closest.margin)
    assert Fraction(closest.margin) <= high * (1 + Fraction(1, 10**19))
    assert (known["met"].state == closest.state) == pigverify.reachable(game, *closest.state)
    assert pigverify.reachable(game, *known["met"].state)
