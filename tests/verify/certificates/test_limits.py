"""The limits of the checkers: what is just allowed is allowed, and one more is refused."""

from importlib import import_module

import pytest

RACE = {
    "goal": 2, "exact": False, "after_bust": [0, 1], "minimum": 0, "opening": 0,
    "last_turn": False, "start": 0, "banks": [True], "denominators": [2], "busts": [1],
    "wipes": [0], "sets": [[[1, 0]]], "weights": [[[0, 1]]], "other": [], "penalty": [], "end": [],
    "rolled": 2, "bits": 1, "ties": False, "column_low": [], "column_high": [],
    "column_above": [], "column_below": [],
}  # fmt: skip
WIPES = RACE | {"busts": [0], "wipes": [1], "column_low": [0, 0], "column_high": [2, 2]}
TIES = WIPES | {"ties": True, "column_above": [0, 0], "column_below": [1, 1]}
LAST = RACE | {"last_turn": True}
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
        "goal": goal, "rolled": goal, "after_bust": list(range(goal)),
        "sets": [[[gain, 0]] for gain in range(1, gains + 1)],
        "weights": [[[k, 1] for k in range(gains)]], "denominators": [gains + 1],
    } | entries  # fmt: skip


def modes(many, **entries):
    """The entries of a race of so many modes, each of which leads to the one before."""
    return {
        "banks": [True] * many, "denominators": [2] * many, "busts": [1] * many,
        "wipes": [0] * many, "sets": [[[1, n]] for n in range(many)],
        "weights": [[[max(0, n - 1), 1]] for n in range(many)],
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
        refused("race", RACE, "goal and options would take", **raced(goal, gains + 1))
    for rolled in (1, 3, True):
        refused("race", RACE, "rolled is not", rolled=rolled)
    for name in ("other", "penalty", "end"):
        for more in ([0] if name != "end" else [-1], [3], 0, [[]], None):
            refused("race", RACE, f"{name} is not", **{name: more})
    even = {"last_turn": True, "end": [2, 1]}
    allowed("race", RACE, **even)
    allowed("race", RACE, **raced(512, bits=3696), **even)
    refused("race", RACE, "goal and bits are too large", **raced(512, bits=3697), **even)
    allowed("race", RACE, **raced(512, 512), **even)
    refused("race", RACE, "goal and options would take", **raced(512, 513), **even)
    for more in (even, even | {"end": [2, 2], "column_low": [0], "column_high": [1]}):
        for columns in ([], [0], [0, 1]):
            if len(columns) != len(more.get("column_low", [])):
                refused("race", RACE, "column_low", **more | {"column_low": columns})


@pytest.mark.slow
def test_race_modes():
    many = modes(1000)
    # 4 (2 + 1 + 1) 999 numbers beside 4, each of so many bits and 400.
    bits = (1 << 32) // (4 * 4 * 999 + 4) - 400
    assert bits > 8192
    for name, wrong in (
        ("banks", [[], [0], [None], True, [True, 1]]),
        ("start", [-1, 1, True]),
        ("denominators", [[], [2, 2], 2, [-1]]),
        ("busts", [[], [1, 1], [-1]]),
        ("wipes", [[], [0, 0], [-1]]),
        ("weights", [[], [[[0]]], [[[0, 1], [0]]], [[[0, -1]]], 0]),
    ):
        for found in wrong:
            refused("race", RACE, name, **{name: found})
    allowed("race", RACE, **many)
    allowed("race", RACE, **many, start=999)
    refused("race", RACE, "start", **many, start=1000)
    free = {"sets": [[[0, 0]], [[1, 1]]], "weights": [[[1, 1]], [[0, 1]]]}
    allowed("race", RACE, **modes(2, **free), start=1)
    refused("race", RACE, "a gain of 0 must lead", **modes(2, **free), start=0)
    free["sets"] = [[[0, 1]], [[1, 1]]]
    refused("race", RACE, "a gain of 0 must lead", **modes(2, **free), start=0)
    still = {"denominators": [2, 0], "busts": [1, 0], "weights": [[[1, 1]], []]}
    allowed("race", RACE, **modes(2, **still))
    refused("race", RACE, "one must bank or throw", **modes(2, **still, banks=[True, False]))
    goal = 512
    two = modes(2, **still, goal=goal, rolled=goal, after_bust=list(range(goal)), bits=8192)
    allowed("race", RACE, **two)


def test_race_memory(monkeypatch):
    core = import_module("pigverify.certificates.check_race")
    two = modes(2)
    # 4 pairs of scores, and 4 numbers at each of 2 + 1 + 1 scores for the second mode.
    monkeypatch.setattr(core, "MOST_MEMORY", (4 + 16) * 401)
    allowed("race", RACE, **two)
    monkeypatch.setattr(core, "MOST_MEMORY", (4 + 16) * 401 - 1)
    refused("race", RACE, "goal and bits are too large", **two)
    monkeypatch.undo()
    # 2² 2 times a mode more and an option for each of two.
    monkeypatch.setattr(core, "MOST_WORK", 8 * 3)
    allowed("race", RACE, **two)
    monkeypatch.setattr(core, "MOST_WORK", 8 * 3 - 1)
    refused("race", RACE, "goal and options would take too long", **two)


def test_race_sets():
    allowed("race", RACE, sets=[[[2, 0]]])
    for gain in (0, 3, -1):
        refused("race", RACE, "sets|a gain of 0", sets=[[[gain, 0]]])
    allowed("race", RACE, sets=[[[3, 0]]], exact=True)
    refused("race", RACE, "sets", sets=[[[4, 0]]], exact=True)
    refused("race", RACE, "sets must be of gains", **modes(5, sets=[[[3, n]] for n in range(5)]))
    for sets in ([[]], [[[1, 1]]], [[1, 0]], [[[1]]], [[[1, 0, 0]]], 0, [[[1, 0]], []]):
        refused("race", RACE, "sets", sets=sets)
    weights = {"weights": [[[0, 1], [1, 1]]], "denominators": [3]}
    allowed("race", RACE, sets=[[[1, 0]], [[2, 0]]], **weights)
    allowed("race", RACE, sets=[[[2, 0]], [[1, 0], [2, 0]]], **weights)
    for sets in (
        [[[2, 0]], [[1, 0]]], [[[1, 0]], [[1, 0]]], [[[1, 0], [2, 0]], [[2, 0]]],
        [[[1, 0]], [[2, 0], [1, 0]]], [[[1, 0]], [[1, 0], [1, 0]]],
    ):  # fmt: skip
        refused("race", RACE, "sets must rise", sets=sets, **weights)
    for row in ([[1, 1], [0, 1]], [[0, 1], [0, 1]], [[0, 2], [1, 0]], [[0, 1], [2, 1]]):
        several = {"weights": [row], "sets": [[[1, 0]], [[2, 0]]], "denominators": [3]}
        refused("race", RACE, "weights are not", **several)
    allowed("race", RACE, sets=[], weights=[[]], busts=[2])
    for many in (26, 27):
        sets = [[[1 + k, 0] for k in range(many)]]
        entries = raced(30, sets=sets, denominators=[2], weights=[[[0, 1]]])
        if many > 26:
            refused("race", RACE, "a set has more than 26 options", **entries)
        else:
            allowed("race", RACE, **entries)


def test_race_chances():
    allowed("race", RACE, denominators=[1], busts=[0])
    most = 1 << 8192
    allowed("race", RACE, denominators=[most], busts=[most - 1])
    refused("race", RACE, "denominators", denominators=[most + 1], busts=[most])
    refused("race", RACE, "busts", busts=[-1], wipes=[2])
    refused("race", RACE, "wipes", busts=[2], wipes=[-1])
    refused("race", RACE, "the chances must sum to 1", busts=[0])
    refused("race", RACE, "the chances must sum to 1", wipes=[1], column_low=[0] * 2)
    refused("race", RACE, "weights", busts=[2], weights=[[[0, 0]]])
    for name in ("exact", "last_turn", "ties"):
        for wrong in (0, None, 1):
            refused("race", RACE, "exact, last_turn, ties: true or false", **{name: wrong})
    for name in ("minimum", "opening"):
        for units in (0, 2):
            allowed("race", RACE, **{name: units})
        for units in (-1, 3, False):
            refused("race", RACE, f"{name} is not", **{name: units})


def test_race_scores_after_busts():
    for back in ([0, 1], [1, 2], [2, 2]):
        allowed("race", RACE, after_bust=back)
    for back in ([0, 3], [-1, 1], [0], [0, 1, 1]):
        refused("race", RACE, "after_bust is not", after_bust=back)
    refused("race", RACE, "after_bust must not lose points", after_bust=[0, 0])


def test_race_last_turns():
    for rolled in (2, 999):
        allowed("race", LAST, rolled=rolled, sets=[[[999, 0]]])
    for rolled in (1, 1000):
        refused("race", LAST, "rolled is not", rolled=rolled)
    refused("race", LAST, "sets", sets=[[[1000, 0]]])
    for wrong in (
        {"after_bust": [1, 1]}, {"exact": True}, {"banks": [False]},
        {"denominators": [1], "busts": [0]},
        {"denominators": [3], "wipes": [1], "column_low": [0, 0], "column_high": [2, 2]},
        modes(2, sets=[[[0, 0]], [[1, 1]]], weights=[[[1, 1]], [[0, 1]]], start=1),
    ):  # fmt: skip
        refused("race", LAST, "a last turn is of modes that", **wrong)


@pytest.mark.slow
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
    second = modes(2, wipes=[0, 1], busts=[1, 0])
    allowed("race", TIES, **second, start=1)
    refused("race", TIES, "with ties, a throw that begins", **second, start=0)
    allowed("race", TIES, **second, ties=False, column_above=[], column_below=[])


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


@pytest.mark.slow
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
        wrong = {one: [n] for one, n in (three | {name: -1, other: 2}).items()}
        refused("bag", BAG, f"{name} is not", **wrong)
        refused("bag", BAG, "the chances of rock", **{one: [0] for one in three})
        refused("bag", BAG, f"{name} is not", **{name: [0, 0]})
