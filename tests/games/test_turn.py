"""The rules of a turn as data, and races that are made of them."""

import pickle
from fractions import Fraction

import pytest

import pigcore
from pigcore import BUST, WIPE, Race, SizeError, StateError, Turn, gain
from pigcore.games import turn as turns
from pigcore.games.rules import game_from_text, text_of

DIE = [(gain(face, 0), 1) for face in range(2, 7)]


def capped(left):
    """Pig with so many throws."""
    if left == 0:
        return None
    return {BUST: "1/6", **{gain(face, left - 1): "1/6" for face in range(2, 7)}}


THREE = Turn(capped, 3, phrase=lambda left: f"with {left} throws left")
CHOICE = Turn(
    {"safe": {(gain(2, "safe"), gain(5, "wild", "go wild")): Fraction(1, 2),
              gain(0, "wild"): "1/4", WIPE: "1/8", BUST: "1/8"},
     "wild": {BUST: 1, gain(3, "safe"): 1}}.get,
    start="safe", may_bank=lambda mode: mode == "safe",
)  # fmt: skip


def test_modes_are_found_from_the_first_and_numbered_by_word():
    assert [mode.word for mode in THREE.modes] == ["0", "1", "2", "3"]
    assert (THREE.start, THREE.values, THREE.modes[0].throw) == (3, (0, 1, 2, 3), None)
    assert THREE.modes[2].throw.bust == Fraction(1, 6)
    assert THREE.phrases[1] == "with 1 throws left"
    assert [THREE.place(mode) for mode in (2, "2", 7, [])] == [2, 2, None, None]
    assert THREE.describe() == {"modes": 4, "outcomes": 15, "options": 15}
    assert (THREE.roll, THREE.chooses, THREE.wipes) == (None, False, False)
    assert THREE.gains == (2, 3, 4, 5, 6)


def test_choices_wipes_and_obligations():
    assert (CHOICE.chooses, CHOICE.wipes, CHOICE.gains) == (True, True, (0, 2, 3, 5))
    safe, wild = CHOICE.modes
    assert (safe.may_bank, wild.may_bank) == (True, False)
    assert [each.chance for each in safe.throw.outcomes] == [Fraction(1, 4), Fraction(1, 2)]
    order = CHOICE.order
    assert order.index(1) < order.index(0)  # what gains nothing leads from safe to wild
    said = str(CHOICE)
    assert "leaves a choice with chance 1/2" in said
    assert "or wipes with chance 1/8" in said
    assert "one must throw" in said


def test_equality_asks_neither_for_labels_nor_phrases_nor_the_order_of_outcomes():
    def labelled(left):
        falls = [(gain(face, left - 1, f"a {face}"), "1/6") for face in range(6, 1, -1)]
        return [*falls, (BUST, "1/6")] if left else None

    other = Turn(labelled, 3, phrase=lambda left: f"{left} to go")
    assert THREE == other == pickle.loads(pickle.dumps(THREE))
    assert len({THREE, other}) == 1
    assert THREE not in (Turn(capped, 2), 3)
    assert Turn(capped, 3, word=lambda left: f"left{left}") != THREE  # by which files name modes


def test_modes_that_come_to_the_same_are_merged():
    rows = {
        0: {gain(1, 1): 1, gain(1, 2): 1},
        1: {gain(1, 3): 1, BUST: 1},
        2: {gain(1, 4): 1, BUST: 1},
    }
    turn = Turn(rows.get, 0)
    assert [mode.word for mode in turn.modes] == ["0", "1", "3"]
    assert [turn.place(mode) for mode in range(5)] == [0, 1, 1, 2, 2]
    assert turn.modes[0].throw.outcomes == ((1, ((1, 1, ""),)),)


def test_modes_that_lead_to_each_other_are_merged_where_they_are_alike():
    def clock(gained):
        return Turn(lambda hour: {gain(gained(hour), (hour + 1) % 12): 2, BUST: 1}, 0)

    assert clock(lambda hour: 1).roll == pigcore.Roll({1: 2}, bust=1)
    assert [mode.word for mode in clock(lambda hour: 1 + hour % 3).modes] == ["0", "1", "2"]
    assert len(clock(lambda hour: 1 + hour // 11).modes) == 12
    obliged = Turn(
        lambda n: {gain(1, 1 - n): 1, BUST: 1}, 0, may_bank=lambda n: n == 0, word="ab".__getitem__
    )
    assert [mode.word for mode in obliged.modes] == ["a", "b"]
    two = Turn(  # of two choices that come to the same one is left
        lambda n: {(gain(1, (n + 1) % 3), gain(1, (n + 2) % 3)): "1/2", BUST: "1/2"}, 0
    )
    assert two.roll == pigcore.Roll.coin()


@pytest.mark.slow
def test_long_turns_are_merged_without_asking_each_mode_for_each_other():
    turn = Turn(lambda n: {gain(1, n - 1): 1, BUST: 1} if n else None, 30_000)
    assert len(turn.modes) == 30_001


def test_the_word_of_an_only_mode_is_no_part_of_the_rules():
    turn = Turn(lambda mode: {gain(1, mode): 1, BUST: 1}, "m")
    race = Race(turn, 5)
    assert game_from_text(text_of(race)) == race
    assert hash(turn) == hash(Turn.of_roll(pigcore.Roll.coin()))


def test_what_changes_nothing_is_thrown_again():
    turn = Turn(lambda mode: {gain(0, mode): "1/2", gain(1, mode): "1/4", BUST: "1/4"}, "m")
    assert turn.roll == pigcore.Roll.coin()


def test_too_many_modes_are_refused(monkeypatch):
    monkeypatch.setattr(turns, "MOST_MODES", 2000)
    with pytest.raises(SizeError, match="more than 2,000 modes"):
        Turn(lambda mode: {gain(1, mode + 1): 1}, 0)


# --- races ----------------------------------------------------------------------------------------


def test_states_of_a_turn_with_modes():
    game = Race(THREE, 40)
    assert game.state_names == ("own", "opp", "points", "mode")
    assert game.check_state(3, 4) == (3, 4, 0, 3)
    assert game.check_state(3, 4, 12, "1") == game.check_state(3, 4, 12, 1) == (3, 4, 12, 1)
    assert game.named((3, 4, 12, 1)) == {"own": 3, "opp": 4, "points": 12, "mode": 1}
    with pytest.raises(StateError, match="no turn has 12 points with 2 throws left"):
        game.check_state(3, 4, 12, 2)
    with pytest.raises(StateError, match="the mode is part of a state"):
        game.check_state(3, 4, 12)
    with pytest.raises(StateError, match="mode is 9, but the modes of Race are 0, 1, 2, 3"):
        game.check_state(3, 4, 12, 9)


@pytest.mark.parametrize("turn", [THREE, CHOICE, pigcore.Farkle(goal=3000).turn], ids=repr)
def test_a_turn_can_have_what_its_steps_lead_to(turn):
    game, waiting = Race(turn, 3000), [(0, turn.start)]
    for points, place in waiting:
        for more, after in sorted(turn.steps[place]):
            if points + more <= 900 and (points + more, after) not in waiting:
                waiting.append((points + more, after))
    had = game.come_to(900)
    assert {
        (t * game.unit, n) for t, bits in enumerate(had) for n in range(6) if bits >> n & 1
    } == {*waiting}


def test_units_and_what_may_be_banked():
    twice = Turn(lambda left: (left and {BUST: 1, gain(4, left - 1): 1}) or None, 2)
    assert Race(twice, 20).unit == 4
    assert Race(pigcore.Roll.coin(4), 20).unit == 1  # users index its arrays by scores
    assert Race(twice, 20, consolation=2).unit == 2
    game = Race(twice, 20, opening=8, minimum_bank=4)
    assert (game.unit, game.units) == (4, 5)
