"""The limits of the checkers: what is just allowed is allowed, and one more is refused."""

from importlib import import_module

import pytest

RACE = {
    "goal": 2, "exact": False, "denominator": 2, "bust": 1, "wipe": 0, "gains": [1], "weights": [1],
    "after_bust": [0, 1], "bits": 1, "states": 2, "ties": False,
    "column_low": [], "column_high": [], "column_above": [], "column_below": [],
}  # fmt: skip
WIPES = RACE | {"bust": 0, "wipe": 1, "column_low": [0, 0], "column_high": [2, 2]}
TIES = WIPES | {"ties": True, "column_above": [0, 0], "column_below": [1, 1]}
HOG = {
    "goal": 1, "rolls": [[[[1, 0, 1]]]], "kinds": ["0"], "bacon": [], "bacon_gifts": [],
    "exchange": [], "ends": [], "bits": 1, "states": 1, "ties": False,
}  # fmt: skip
DUEL = {
    "holds": [1], "denominator": 2, "lost": 1, "gains": [1], "weights": [1], "unique": True,
    "states": 1,
}  # fmt: skip
BAG = {
    "denominators": [1], "rock": [1], "paper": [0], "scissors": [0], "unit": 1, "win": 1, "draw": 0,
    "lose": 0, "states": 1, "above": 1, "below": 1,
}  # fmt: skip
FARKLE = {
    "goal": 1, "dice": 1, "denominator": 2, "faces": [1, 1], "combinations": [[1, 0]],
    "points": [1], "nothing": 0, "minimum": 0, "opening": 0, "must_roll": False,
    "last_turn": False, "rolled": 1, "bits": 1, "ties": False,
}  # fmt: skip


def read(family, header):
    """What the checker makes of a header; Unreadable is raised if it refuses it."""
    return getattr(import_module(f"pigverify.certificates.check_{family}"), family.title())(header)


def allowed(family, base, **entries):
    """Assert that a header is taken."""
    read(family, base | entries)


def refused(family, base, why, **entries):
    """Assert that a header is refused, naming the place."""
    core = import_module(f"pigverify.certificates.check_{family}")
    with pytest.raises(core.Unreadable, match=f"^header: {why}"):
        read(family, base | entries)


# --- races ----------------------------------------------------------------------------------------


def raced(goal, gains=1, **entries):
    """The entries of a race with so many gains."""
    return {
        "goal": goal, "states": goal**2 * (goal - 1) // 2, "after_bust": list(range(goal)),
        "gains": list(range(1, gains + 1)), "weights": [1] * gains, "denominator": gains + 1,
    } | entries  # fmt: skip


@pytest.mark.slow
def test_race_sizes():
    for goal in (1, 2000):
        allowed("race", RACE, **raced(goal))
    for goal in (0, 2001):
        refused("race", RACE, "goal is not", **raced(goal, gains=0))
    allowed("race", RACE, bits=8192)
    for bits in (0, 8193):
        refused("race", RACE, "bits", bits=bits)
    for goal, bits in ((1024, 3696), (2000, 673)):
        allowed("race", RACE, **raced(goal, bits=bits))
        refused("race", RACE, "goal and bits are too large", **raced(goal, bits=bits + 1))
    for goal, gains in ((1024, 128), (1000, 137)):
        allowed("race", RACE, **raced(goal, gains))
        why = "goal and gains would take too long"
        refused("race", RACE, why, **raced(goal, gains + 1))
    for states in (1, 3, True):
        refused("race", RACE, "states", states=states)


def test_race_chances():
    allowed("race", RACE, denominator=1, bust=0)
    most = 1 << 8192
    allowed("race", RACE, denominator=most, bust=most - 1)
    refused("race", RACE, "denominator", denominator=most + 1, bust=most)
    refused("race", RACE, "denominator", denominator=0, bust=0, gains=[], weights=[])
    refused("race", RACE, "bust", bust=-1, wipe=2)
    refused("race", RACE, "wipe", bust=2, wipe=-1)
    refused("race", RACE, "the chances must sum to 1", bust=0)
    refused("race", RACE, "the chances must sum to 1", wipe=1, column_low=[0] * 2)
    allowed("race", RACE, gains=[2])
    for gain in (0, 3):
        refused("race", RACE, "gains", gains=[gain])
    for gains in ([2, 1], [1, 1]):
        refused("race", RACE, "gains must rise", gains=gains, weights=[1, 1], denominator=3)
    refused("race", RACE, "weights", bust=2, weights=[0])
    refused("race", RACE, "weights", weights=[1, 1], bust=0)
    for exact, ties in ((0, False), (False, None), (1, 1)):
        refused("race", RACE, "exact, ties: true or false", exact=exact, ties=ties)


def test_race_scores_after_busts():
    for back in ([0, 1], [1, 2], [2, 2]):
        allowed("race", RACE, after_bust=back)
    for back in ([0, 3], [-1, 1], [0], [0, 1, 1]):
        refused("race", RACE, "after_bust is not", after_bust=back)
    refused("race", RACE, "after_bust must not lose points", after_bust=[0, 0])


def test_race_columns():
    allowed("race", WIPES)
    for base in (WIPES, TIES):
        for name in ("column_low", "column_high"):
            for column in ([-1, 0], [0, 3], [0], [0, 0, 0], []):
                refused("race", base, name, **{name: column})
    refused("race", RACE, "column_low", column_low=[0, 0])
    refused("race", WIPES, "column_above", column_above=[0, 0])
    most = 1 << 14_000
    allowed("race", TIES, column_above=[most, 0], column_below=[most, 1])
    for above in (-1, most + 1):
        refused("race", TIES, "column_above", column_above=[0, above])
    for below in (0, most + 1):
        refused("race", TIES, "column_below", column_below=[1, below])
    for name in ("column_above", "column_below"):
        refused("race", TIES, name, **{name: [1]})


# --- Hog ------------------------------------------------------------------------------------------


def played(goal, **entries):
    """The entries of a game of Hog to another goal."""
    return {"goal": goal, "kinds": ["0" * goal] * goal, "states": goal**2} | entries


def test_hog_sizes():
    for goal in (1, 1000):
        allowed("hog", HOG, **played(goal))
    for goal in (0, 1001):
        refused("hog", HOG, "goal is not", **played(goal))
    allowed("hog", HOG, bits=4096)
    for bits in (0, 4097):
        refused("hog", HOG, "bits is not", bits=bits)
    rolls = [[[[1, 0, 1]]] * 794]
    allowed("hog", HOG, **played(256, rolls=rolls, bits=16))
    why = "goal, bits and rolls are too large"
    refused("hog", HOG, why, **played(256, rolls=rolls, bits=17))
    rolls = [[[[1, 0, 1]]] * 787]
    allowed("hog", HOG, **played(257, rolls=rolls, bits=66))
    refused("hog", HOG, why, **played(257, rolls=rolls, bits=67))
    rolls = [[[[1, 0, 1]] * 1024] * 16]
    allowed("hog", HOG, **played(512, rolls=rolls))
    why = "goal and rolls would take too long"
    refused("hog", HOG, why, **played(512, rolls=[[*rolls[0][1:], [[1, 0, 1]] * 1025]]))
    refused("hog", HOG, why, **played(512, rolls=[[[[1, 0, 1]]], [[[1, 0, 1]] * 16_385]]))
    for states in (0, 2, True):
        refused("hog", HOG, "states", states=states)
    for ties in (0, None):
        refused("hog", HOG, "ties", ties=ties)


def test_hog_lines_are_as_long_as_the_most_dice_need():
    rolls = [[[[1, 0, 1]]], [[[1, 0, 1]]] * 3]
    assert read("hog", HOG | {"rolls": rolls}).longest == 1 + 5 * 3 + 50


def test_hog_rules():
    most = 1 << 4096
    with_exchange = {"kinds": ["0", "0"], "states": 2}
    for exchange in ([0, 0], [most, most]):
        allowed("hog", HOG, exchange=exchange, **with_exchange)
    for exchange in ([0], [0, 0, 0], [-1, 0], [0, most + 1]):
        refused("hog", HOG, "exchange", exchange=exchange, **with_exchange)
    for name in ("bacon", "bacon_gifts"):
        for table in ([], [[0]], [[most]]):
            allowed("hog", HOG, **{name: table})
        for table in ([[]], [[-1]], [[most + 1]], [[0, 0]], [[0], [0]], [0], 0, {}):
            refused("hog", HOG, name, **{name: table})
    allowed("hog", HOG, rolls=[[[[most, most, most]]]])
    for rolls in (
        [], [[]], [[[]]], [[[[1, 0]]]], [[[[1, 0, 1, 1]]]], [[[[1, 0, 0]]]], [[[[-1, 0, 1]]]],
        [[[[1, 0, most + 1]]]], [[[[1, 0, 1]], []]], [[[[1, 0, 1]]], []], {},
        [[[[1, 0, 1], [1, 0, 0]]]],
    ):  # fmt: skip
        refused("hog", HOG, "rolls" if rolls else "rolls|kinds", rolls=rolls)
    allowed("hog", HOG, rolls=[[[[1, 0, 1]]]] * 2, kinds=["1"])
    for kinds in (["1"], ["00"], [""], [], ["0", "0"], [0], "0", [["0"]]):
        refused("hog", HOG, "kinds", kinds=kinds)
    allowed("hog", HOG, ends=[[0, 0, 0, 0, 1], [0, 1, 0, 0, 0]])
    refused("hog", HOG, "ends must have", ends=[[0, 0, 0, 0, 1], [0, 0, 1, 0, 1]])
    refused("hog", HOG, "ends must have", ends=[[0, 0, 0, 0, 1], [0, 1, 0, 0, 2]])
    for ends in ([[0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0]], [[0, 0, 0, -1, 0]], [0]):
        refused("hog", HOG, "ends is not", ends=ends)


# --- duels ----------------------------------------------------------------------------------------


def test_duel_sizes():
    for hold in (1, 2000):
        allowed("duel", DUEL, holds=[hold])
    for hold in (0, 2001):
        refused("duel", DUEL, "holds is not", holds=[hold])
    for holds in ([], [1, 1], [2, 1]):
        refused("duel", DUEL, "holds must rise", holds=holds, states=len(holds))
    for states in (0, 2):
        refused("duel", DUEL, "states", states=states)
    for unique in (1, None):
        refused("duel", DUEL, "unique", unique=unique)

    def thrown(top, gains, bits):
        below = (1 << bits) - 1
        return {
            "gains": list(range(top, top + gains)), "weights": [1] * gains,
            "denominator": below, "lost": below - gains,
        }  # fmt: skip

    allowed("duel", DUEL, holds=[798], **thrown(798, 657, 7692))
    why = "the holds and gains are too many"
    refused("duel", DUEL, why, holds=[798], **thrown(798, 657, 7693))
    two = {"holds": [1, 3], "states": 2}
    refused("duel", DUEL, why, **two, **thrown(3, 116_507, 7692))
    two = {"holds": [1, 12], "states": 2}
    allowed("duel", DUEL, **two, **thrown(12, 14_563, 8128))
    why = "the holds and gains would take too long"
    refused("duel", DUEL, why, **two, **thrown(12, 14_563, 8129))
    refused("duel", DUEL, why, holds=[1, 2, 3, 146], states=4, **thrown(146, 359, 8128))


def test_duel_chances():
    allowed("duel", DUEL, denominator=1, lost=0)
    allowed("duel", DUEL, denominator=1, lost=1, gains=[], weights=[])
    refused("duel", DUEL, "denominator", denominator=0, lost=0, gains=[], weights=[])
    most = 1 << 13_000
    allowed("duel", DUEL, denominator=most, lost=most - 1)
    refused("duel", DUEL, "denominator", denominator=most + 1, lost=most)
    allowed("duel", DUEL, gains=[10**18])
    for gain in (0, 10**18 + 1):
        refused("duel", DUEL, "gains", gains=[gain])
    for gains in ([2, 1], [1, 1]):
        refused("duel", DUEL, "gains must rise", gains=gains, weights=[1, 1], denominator=3)
    refused("duel", DUEL, "weights", weights=[0], lost=2)
    refused("duel", DUEL, "weights", weights=[1, 1], lost=0)
    refused("duel", DUEL, "lost", weights=[1, 2], gains=[1, 2], lost=-1)
    refused("duel", DUEL, "the chances must sum to 1", lost=0)


# --- bags -----------------------------------------------------------------------------------------


def thrown(denominators, **entries):
    """The entries of a bag whose dice show rock only."""
    n = len(denominators)
    return {
        "denominators": denominators, "rock": denominators, "paper": [0] * n, "scissors": [0] * n,
        "states": n * (n + 1) * (n + 2) // 6,
    } | entries  # fmt: skip


def test_bag_sizes():
    refused("bag", BAG, "denominators must be of one die or more", **thrown([]))
    short = [(1 << 63) - 1] * 126
    allowed("bag", BAG, **thrown([*short, (1 << 126) - 1]))
    refused("bag", BAG, "the dice are too many", **thrown([*short, (1 << 127) - 1]))
    for states in (0, 2):
        refused("bag", BAG, "states", states=states)


def test_bag_numbers():
    most = 1 << 13_000
    allowed("bag", BAG, **thrown([most]))
    for below in (0, most + 1):
        refused("bag", BAG, "denominators is not", **thrown([below]))
    for name, least in (("unit", 1), ("below", 1), ("above", -most)):
        for whole in (least, most):
            allowed("bag", BAG, **{name: whole})
        for whole in (least - 1, most + 1):
            refused("bag", BAG, name, **{name: whole})
    for name in ("win", "draw", "lose"):
        for whole in (-most, most):
            allowed("bag", BAG, **{name: whole})
            refused("bag", BAG, name, **{name: whole + whole // most})
    three = {"rock": 0, "paper": 0, "scissors": 0}
    for name, other in (("rock", "paper"), ("paper", "scissors"), ("scissors", "rock")):
        wrong = {it: [n] for it, n in (three | {name: -1, other: 2}).items()}
        refused("bag", BAG, f"{name} is not", **wrong)
        refused("bag", BAG, "the chances of rock", **{it: [0] for it in three})
        refused("bag", BAG, f"{name} is not", **{name: [0, 0]})


# --- Farkle ---------------------------------------------------------------------------------------


def test_farkle_sizes():
    for goal in (1, 400):
        allowed("farkle", FARKLE, goal=goal, rolled=goal)
        for rolled in (goal - 1, goal + 1):
            refused("farkle", FARKLE, "rolled is not", goal=goal, rolled=rolled)
    for goal in (0, 401):
        refused("farkle", FARKLE, "goal is not", goal=goal, rolled=goal)
    for rolled in (1, 999):
        allowed("farkle", FARKLE, last_turn=True, rolled=rolled, points=[999], nothing=999)
    for rolled in (0, 1000):
        refused("farkle", FARKLE, "rolled is not", last_turn=True, rolled=rolled)
    refused("farkle", FARKLE, "points is not", last_turn=True, points=[1000])
    refused("farkle", FARKLE, "must_roll goes on", last_turn=True, must_roll=True)
    allowed("farkle", FARKLE, bits=8192)
    for bits in (0, 8193):
        refused("farkle", FARKLE, "bits is not", bits=bits)
    allowed("farkle", FARKLE, dice=12)
    for dice in (0, 13):
        refused("farkle", FARKLE, "dice is not", dice=dice)
    for name in ("must_roll", "last_turn", "ties"):
        allowed("farkle", FARKLE, **{name: True})
        for wrong in (0, None):
            refused("farkle", FARKLE, "must_roll, last_turn, ties: true or false", **{name: wrong})


@pytest.mark.slow
def test_farkle_throws_and_options(monkeypatch):
    core = import_module("pigverify.certificates.check_farkle")
    pairs = [[m, n] for m in range(10) for n in range(10)][1:]
    # 91 counts of at most 12 dice of two sides, 2^12 parts of a throw, 89 combinations and one.
    for many, right in ((89, True), (90, False)):
        entries = {"dice": 12, "combinations": pairs[:many], "points": [1] * many}
        if right:
            allowed("farkle", FARKLE, **entries)
        else:
            refused("farkle", FARKLE, "dice and combinations would take too long", **entries)
    with monkeypatch.context() as patch:
        patch.setattr(core, "MOST_THROWS", 91 * 2 * 2**12 * 2)
        allowed("farkle", FARKLE, dice=12)
        patch.setattr(core, "MOST_THROWS", 91 * 2 * 2**12 * 2 - 1)
        refused("farkle", FARKLE, "dice and combinations would take too long", dice=12)
    for dice, sides in ((2, 500), (1, 10_000)):  # few throws, each a long list of counts
        faces = {"dice": dice, "denominator": sides, "faces": [1] * sides}
        entries = faces | {"combinations": [[0] * (sides - 1) + [1]]}
        refused("farkle", FARKLE, "dice and combinations would take too long", **entries)
    allowed("farkle", FARKLE, denominator=1100, faces=[1] * 1100, combinations=[[0] * 1099 + [1]])
    for goal, most in ((1, 2**14), (256, 2**12)):
        for more in (0, 1):
            options = ((1, 1),) * (most - 40 + more)
            monkeypatch.setattr(core.Farkle, "options", lambda *_, options=options: options)
            if more:
                why = "goal and options would take too long"
                refused("farkle", FARKLE, why, goal=goal, rolled=goal)
            else:
                allowed("farkle", FARKLE, goal=goal, rolled=goal)
    letters = {"goal": 1, "rolled": 2, "last_turn": True}
    for many in (26, 27):
        options = tuple((1 + units, 1) for units in range(many))
        monkeypatch.setattr(core.Farkle, "options", lambda *_, options=options: options)
        if many > 26:
            refused("farkle", FARKLE, "goal and options would take too long", **letters)
        else:
            allowed("farkle", FARKLE, **letters)


def test_farkle_rules():
    most = 1 << 256
    allowed("farkle", FARKLE, denominator=1, faces=[1, 0])
    allowed("farkle", FARKLE, denominator=most, faces=[most - 1, 1])
    refused("farkle", FARKLE, "denominator", denominator=most + 1, faces=[most, 1])
    refused("farkle", FARKLE, "denominator", denominator=0, faces=[0, 0])
    refused("farkle", FARKLE, "faces is not", faces=[3, -1])
    for faces in ([1, 0], [2, 1]):
        refused("farkle", FARKLE, "the chances must sum to 1", faces=faces)
    allowed("farkle", FARKLE, goal=2, rolled=2, points=[2])
    for points in ([0], [2]):
        refused("farkle", FARKLE, "points is not", points=points)
    allowed("farkle", FARKLE, combinations=[[0, 1], [1, 0]], points=[1, 1])
    for combinations in ([[-1, 1]], [[2, 0]], [[1]], [[1, 0, 0]], [[0, 1], [1, 0]], []):
        refused("farkle", FARKLE, "combinations is not", combinations=combinations)
    for combinations in ([[0, 0]], [[0, 1], [0, 1]], [[1, 0], [0, 1]], [[0, 0], [0, 1]]):
        several = {"combinations": combinations, "points": [1] * len(combinations)}
        refused("farkle", FARKLE, "combinations must rise", **several)
    for name in ("nothing", "minimum", "opening"):
        for units in (0, 1):
            allowed("farkle", FARKLE, **{name: units})
        for units in (-1, 2):
            refused("farkle", FARKLE, f"{name} is not", **{name: units})
    never = {"combinations": [[1, 1]]}
    allowed("farkle", FARKLE, nothing=1, **never)
    refused("farkle", FARKLE, "nothing ever scores", **never)
