"""Rules of races and of Hog as TOML: generated ones, and the same with one entry that is odd."""

import copy

from pigcore.games.errors import PigcoreError
from pigcore.games.hog_rules import KINDS
from pigcore.games.rules import game_from_rules

from . import generated

ODD = [
    -1, 0, 1, 2, 3, 7, 40, 300, 10**12, 10**18, 10**18 + 1, 10**30, 1.5, 0.25, 1e-7, -0.5,
    True, False, "", "x", "1", "0", "1/2", " 1 / 6", "1/0", "-1/6", ".5", "1e-9", "1e9999", "exact",
    "at_least", "bust", "wipe", "1 1", "three pairs", "straight", "nothing", "zombie-dice", "free",
    "a\tb", "a\u00adb", "é 😀", "roll", [], [1], [1, 2], [7], ["1/2", "1/2"], ["1/3", "1/2"],
    [6, 8], ["x"], [[1]], {}, {"1": 1}, {"x": "y"}, [{"chance": "1/6"}],
    [{"bust": True, "chance": 1}],
]  # fmt: skip
"""Values that hardly any entry is for, and some that many are for."""

NAMES = [
    "goal", "name", "target", "consolation", "players", "opening", "minimum_bank", "last_turn",
    "penalty", "roll", "turn", "scoring", "dice", "sides", "must_roll_hot_dice", "bust", "wipe",
    "gains", "total", "later_sides", "all_bust", "doubles", "doubles_again", "throws", "start",
    "modes", "max_dice", "exchange", *KINDS, "goals", "1", "01", "1 1", "six of a kind", "12 1",
]  # fmt: skip


def rolled(source):
    """A race of dice that are added up."""
    sides = source.choices([2, 3, 4, 6, 9], k=source.choice([1, 1, 1, 2, 3]))
    dice, faces = source.randint(1, 3), range(1, max(sides) + 1)
    bust = source.sample(faces, source.choice([0, 1, 1, 2]))
    left = [face for face in faces if face not in bust]
    wipe = source.sample(left, min(len(left), source.choice([0, 0, 0, 1])))
    table = {"dice": dice, "sides": sides[0], "later_sides": sides[1:], "bust": bust, "wipe": wipe}
    if source.random() < 0.4:
        table["throws"] = source.randint(1, 4)
    if dice > 1:
        table["all_bust"] = source.choice(["bust", "wipe", 1, 7])
        table["doubles"] = source.choice([1, 1, 2, 3])
        table["doubles_again"] = source.random() < 0.5
    target = source.choice(["at_least", "at_least", "exact"])
    rules = {"game": "race", "name": "Dice", "goal": source.randint(1, 60), "target": target}
    for name, most in (("consolation", 2), ("opening", 9), ("minimum_bank", 5)):
        if source.random() < 0.2:
            rules[name] = source.randint(0, most)
    if source.random() < 0.15:
        rules["last_turn"] = True
    if source.random() < 0.15:
        rules["players"] = source.randint(2, 6)
    return rules | {"roll": table}


def rules_of(kind, source):
    """Rules of a kind of game that there is."""
    while True:
        try:
            if kind == "rolled":
                game_from_rules(rules := rolled(source))
                return rules
            if kind == "hog":  # of rules that have names
                return generated.hog(source, False, own=False).rules()
            if kind == "race":  # without chances so rare that doubles do not see them
                return source.choice([generated.rolled, generated.turned])(source).rules()
            return generated.MAKERS[kind](source, source.random() < 0.5).rules()
        except PigcoreError:
            continue


def altered(rules, source):
    """The same with an entry that is odd, is not there, or that there should not be."""
    rules = copy.deepcopy(rules)
    tables = [rules]
    for table in tables:  # grows
        values = table.values() if isinstance(table, dict) else table
        tables += [value for value in values if isinstance(value, (dict, list)) and value]
    table = source.choice(tables)
    places = [*table] if isinstance(table, dict) else range(len(table))
    how = source.random()
    if how < 0.15:
        del table[source.choice(places)]
    elif how < 0.3 and isinstance(table, dict):
        table[source.choice(NAMES)] = source.choice(ODD)
    else:
        table[source.choice(places)] = source.choice(ODD)
    return rules
