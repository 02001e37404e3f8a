"""Whether play comes to a state: against every play of small races, and the solver's answer."""

import pytest
from pigverify import check, reachable
from pigverify.race import prove
from pigverify.race.reach import examined

import pigcore
from pigcore.games import (
    ConsolationPig,
    Hog,
    HoldOrContinue,
    Pig,
    Piglet,
    Race,
    Roll,
    RuleError,
    SizeError,
    StateError,
    TwoDicePig,
)

pytestmark = pytest.mark.slow

EXACT_WIPE = Race(Roll({2: "1/3", 3: "1/3"}, bust="1/6", wipe="1/6"), 6, "at_least")


def played(game):
    """Every state that a player comes to who only takes proved decisions, one throw at a time."""
    goal, roll = game.goal, game.roll
    come = set()
    todo = [(0, 0, 0, True), (0, 0, 0, False)]  # my score, his, the turn total, whether I move
    while todo:
        state = mine, his, total, moving = todo.pop()
        if state in come:
            continue
        come.add(state)
        mover, other = (mine, his) if moving else (his, mine)
        allowed = ("roll", "hold") if total else ("roll",)
        if moving:
            allowed = check(game, mine, his, total).best

        banked = []
        if "hold" in allowed:
            banked.append(mover + total)
        if "roll" in allowed:
            busts = roll.bust > 0
            for gain, _ in roll.gains:
                if mover + total + gain < goal:
                    todo.append((mine, his, total + gain, moving))
                busts |= game.target == "exact" and mover + total + gain > goal
            if busts:
                banked.append(game.after_bust(mover))
            if roll.wipe:
                banked.append(0)
        todo += [
            (score, other, 0, False) if moving else (other, score, 0, True)
            for score in banked
            if score < goal
        ]
    return {state[:3] for state in come if state[3]}


@pytest.mark.parametrize(
    "game",
    [
        Pig(7),
        Piglet(4),
        HoldOrContinue(7),
        ConsolationPig(6),
        EXACT_WIPE,
        Race(Roll({2: "1/2", 3: "1/2"}), 7, "exact"),
    ],
    ids=lambda one: f"{one.name} {one.goal}",
)
def test_against_every_play(game):
    come = played(game)
    states = [
        (i, j, k) for i in range(game.goal) for j in range(game.goal) for k in range(game.goal - i)
    ]
    assert {state for state in states if reachable(game, *state)} == come
    assert 0 < len(come) < len(states)


def test_what_it_refuses():
    with pytest.raises(RuleError, match="how play comes to Hog fa13: give a race"):
        reachable(Hog.fa13(), 0, 0)
    with pytest.raises(SizeError, match="goals up to 200, but the goal is 201"):
        reachable(Pig(201), 0, 0)
    with pytest.raises(StateError):
        reachable(Pig(20), 20, 0)


# --- one proof for both questions -----------------------------------------------------------------


@pytest.fixture
def enclosures(monkeypatch):
    """The bits of every enclosure that is begun, in order."""
    begun, enclose_first = [], prove.enclose_first

    def counted(found, *rest):
        begun.append(found.bits)
        return enclose_first(found, *rest)

    monkeypatch.setattr(prove, "enclose_first", counted)
    return begun


@pytest.mark.parametrize(
    "game", [Pig(16), Piglet(9), HoldOrContinue(14), TwoDicePig(10), EXACT_WIPE]
)
def test_a_state_and_whether_play_comes_to_it_are_one_proof(game, enclosures):
    for state in [(1, 3, 2), (2, 5), (4, 0, 1)]:
        enclosures.clear()
        found = examined(game, *state)
        assert len(enclosures) == 1
        alone = check(game, *state)
        assert found.reachable == reachable(game, *state)
        assert (found.best, found.proof.method) == (alone.best, alone.proof.method)
        for action, (low, high) in found.payoffs.items():
            least, most = alone.payoffs[action]
            assert low <= most
            assert least <= high
            assert high - low <= high / 10**30


def test_very_many_digits_are_proved_of_the_state_alone(enclosures):
    found = examined(Pig(16), 12, 13, 2, digits=400)
    assert enclosures == [200, 1429]
    assert found.ok
    assert found.reachable is False


def test_where_nothing_can_be_said_about_play_the_state_is_proved_all_the_same():
    found = examined(Pig(201), 190, 195, 3)
    assert found.ok
    assert found.reachable is None


def test_turns_go_on_past_the_goal_before_a_last_turn():
    """Against all that can follow from the decisions of a solution."""
    game = Race(Roll.die(3), 4, end="last_turn", tie="half")
    found = pigcore.solve(game)
    assert found.best(0, 0, 2) == ("roll",)
    mine, his, come = {(0, 0)}, {(0, 0)}, set()
    while True:
        before = len(mine), len(his)
        for own, opp in [*mine]:
            totals = [0]
            for t in totals:
                come.add((own, opp, t))
                if t and "hold" in found.best(own, opp, t):
                    his |= {(own + t, opp)} if own + t < 4 else set()
                if not t or "roll" in found.best(own, opp, t):
                    his.add((own, opp))
                    totals += [t + gain for gain in (2, 3) if t + gain not in totals]
        mine |= {(own, then) for own, opp in his for then in (opp, opp + 2, opp + 3) if then < 4}
        if before == (len(mine), len(his)):
            break
    asked = [(0, 0, t) for t in (2, 4, 5, 6, 7, 8)] + [(2, 0, 2), (2, 3, 3), (0, 3, 6), (1, 0, 3)]
    assert [each in come for each in asked] == [reachable(game, *each) for each in asked]
    assert (0, 0, 4) in come
    with pytest.raises(RuleError, match="to a last turn is not proved, but opp is 5: give a state"):
        reachable(game, 0, 5)
    assert examined(game, 0, 5).reachable is None
