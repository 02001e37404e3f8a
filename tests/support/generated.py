"""Games of every family from mild to absurd, each made from a seeded source of random numbers.

Every maker takes a ``random.Random`` and whether the game must be tiny, so that a slow reference in
fractions can solve it. What it makes may be refused: that is a RuleError of the game.
"""

from fractions import Fraction
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from pigcore.games import BUST, WIPE, Bag, Duel, Farkle, Hog, Race, Roll, RuleError, Turn, gain
from pigcore.games.hog_rules import KINDS

ABSURD = 30
"""The smallest chances are near ten to minus this."""


def weight(random, worst):
    """A positive number, as small as ten to minus ``worst``."""
    if random.random() < 0.5:
        return Fraction(random.randint(1, 6))
    return Fraction(random.randint(1, 99), 10 ** random.randint(0, worst))


def chances(random, count, mild=False):
    """Positive fractions that sum to 1: alike, apart, or absurdly far apart."""
    worst = 0 if mild else random.choice([0, 6, ABSURD])
    weights = [weight(random, worst) for _ in range(count)]
    whole = sum(weights)
    return [each / whole for each in weights]


def roll(random, most):
    """A throw of one to four gains, mostly small; it may bust and it may wipe."""
    gains = random.sample(range(1, most + 1), random.randint(1, min(4, most)))
    if random.random() < 0.1:
        gains[0] = random.choice([10**6, 2**31, 2**63 - 1, 10**18])
    busts, wipes = random.random() < 0.9, random.random() < 0.25
    several = chances(random, len(gains) + busts + wipes)
    wipe = several.pop() if wipes else 0
    bust = several.pop() if busts else 0
    return Roll(dict(zip(gains, several)), bust, wipe)


def turn(random, most_modes=5, most_gain=4, wipes=True, mild=True):
    """A turn of some modes, with choices, steps that gain nothing, and modes that allow not all."""
    count = random.randint(1, most_modes)
    throws, banks = {}, {}

    def option(mode):
        to = random.randrange(count)
        # Mode 0 is the last one that steps of no gain lead to, and the start the first one.
        return gain(random.randint(0 if mode else 1, most_gain) or int(to >= mode), to)

    for mode in range(count):
        kind = random.choice(["both"] * 4 + ["throw", "bank"])
        banks[mode] = kind != "throw"
        outcomes = [
            tuple(sorted({option(mode) for _ in range(random.randint(1, 3))}))
            for _ in range(random.randint(1, 3))
        ]
        outcomes += [gain(0, mode)] * random.randint(0, 1)  # changes nothing: divided out
        weights = [random.randint(1, 3) for _ in outcomes]
        weights += [random.randint(0, 3), random.choice([0, 0, 1]) * wipes]
        outcomes += [BUST, WIPE]
        if not mild:
            possible = [outcome for outcome, some in zip(outcomes, weights) if some]
            outcomes, weights = possible, chances(random, len(possible))
        stuck = kind == "bank" and mode < count - 1
        throws[mode] = None if stuck else list(zip(outcomes, weights))
    return Turn(throws.get, count - 1, may_bank=banks.get)


def rolled(random, most=8):
    """A small race of one mild roll: at least or exact, with or without wipes and consolation."""
    gains = {g: random.randint(1, 4) for g in random.sample(range(1, 6), random.randint(1, 3))}
    roll, goal = Roll(gains, random.randint(0, 5), random.randint(0, 3)), random.randint(1, most)
    target = random.choice(["at_least", "exact"])
    return Race(roll, goal, target, random.randint(0, min(2, goal)))


def turned(random, most=6, mild=True, **rules):
    """A small race of any turn."""
    made = turn(random, mild=mild, wipes=rules.get("players", 2) == 2)
    goal = random.randint(1, min(most, 4) if made.wipes else most)
    few = [min(random.choice([0, 0, 0, 1, 2]), goal) for _ in range(3)]
    rules |= {"opening": few[1], "minimum_bank": few[2]}
    return Race(made, goal, random.choice(["at_least", "exact"]), few[0], **rules)


def race(random, tiny):
    """A race of one roll or of any turn, to a few points or to some thirty, sometimes for three."""
    # Who must bank the goal is not proved.
    if random.random() < 0.5:
        three = random.random() < 0.25
        mild = three or random.random() < 0.7
        most = 3 if tiny and three else 4 if tiny else 12
        return turned(random, most, mild, players=3 if three else 2, win="reach")
    goal = random.randint(1, 6 if tiny else 30)
    consolation = min(random.choice([0, 0, 0, 1, 2, goal]), goal)
    return Race(roll(random, 5), goal, random.choice(["at_least", "exact"]), consolation)


# --- Hog ----------------------------------------------------------------------------------------


def hog(random, tiny, own=True):
    """A Hog of known rules and, unless they may not be its ``own``, of tables of random numbers."""
    goal = random.randint(1, 4 if tiny else 20)
    several = {"points": 2, "after": 2, "again": 1}

    def rule(kind):
        if not own or random.random() < 0.5:
            return random.choice([*RULES[kind]])
        return _own(random, kind, goal)

    rules = {}
    for kind in KINDS:
        if kind in several:
            rules[kind] = [rule(kind) for _ in range(several[kind]) if random.random() < 0.4]
        else:
            rules[kind] = rule(kind) if random.random() < 0.5 else None
    sides = random.choice([6, 6, 6, 20, 100])
    return Hog(
        goal,
        random.randint(1, 7),
        (random.randint(2, sides), random.randint(2, sides)),
        exchange=random.random() < 0.25,
        **rules,
    )


RULES = {
    "limit": ["hog_tied"], "wild": ["hog_wild"], "pig_out": ["pig_out", "pig_out_for_nothing"],
    "bacon": ["free_bacon", "pig_tail", "boar_brawl", "bacon_apart", "bacon_less", "piggy_points",
              "picky_piggy", "pi_bacon"],
    "points": ["hogtimus_prime"], "gift": ["piggy_back"],
    "after": ["swine_swap", "swine_swap_reversed", "swine_swap_multiple", "swine_swap_product",
              "hog_pile", "square_swine", "sus_fuss"],
    "again": ["swine_align", "more_boar", "pig_pass"],
}  # fmt: skip
"""pigcore's own rules of Hog, by kind."""


def _own(random, kind, goal):
    """A rule that looks its answer up; often 0 points, so that a turn may stand still."""
    table = [random.choice([0, 0, 1, random.randint(0, goal + 3)]) for _ in range(16)]

    def look(*given):
        return table[sum((n + 1) * value for n, value in enumerate(given)) % len(table)]

    makers = {
        "limit": lambda own, opp: 1 + look(own, opp) % 7,
        "wild": lambda own, opp: look(own, opp) > 0,
        "again": lambda own, opp: look(own, opp) > 0,
        "points": lambda points: points if points % 3 else look(points),
        "after": lambda own, opp: (look(own, opp), opp) if own % 2 else (own, opp),
        "pig_out": look,
        "bacon": look,
        "gift": look,
    }
    # A name, so that a game with this rule can be saved; it is given anew when the case is.
    name = "table " + " ".join(map(str, table))
    found = makers[kind]
    found.__qualname__ = f"{kind} {name}"
    Hog.rule(kind, name)(found)
    return found


# --- duels and bags -----------------------------------------------------------------------------


def duel(random, tiny):
    """A duel of holds near and far."""
    most = random.choice([6, 12, 25] if tiny else [40, 80])
    holds = random.sample(range(1, most + 1), random.randint(1, min(most, 6 if tiny else 30)))
    if random.random() < 0.1:
        holds[0] = 2000 if not tiny else most + 5
    return Duel(roll(random, 6), sorted(set(holds)))


def bag(random, tiny):
    """A bag of dice with payoffs of any size."""
    dice = []
    for _ in range(random.randint(1, 5 if tiny else 25)):
        faces = random.sample(range(3), random.randint(1, 3))
        die = dict(zip(faces, chances(random, len(faces))))
        dice.append([die.get(face, Fraction(0)) for face in range(3)])
    scale = Fraction(10) ** random.choice([0, 0, -90, -9, 9, 90])
    pay = [random.choice([0, 1, 3, -2, Fraction(1, 3)]) * scale for _ in range(3)]
    if random.random() < 0.2:
        pay[0] += Fraction(1, 10 ** random.randint(6, 9)) * scale
    return Bag(*zip(*dice), win=pay[0], draw=pay[1], lose=pay[2])


# --- Farkle -------------------------------------------------------------------------------------


def farkle(random, tiny, mild=False, last_turn=None):
    """A Farkle of few dice that score anything, or of five or six to some dozen units."""
    dice = random.randint(2, 3) if tiny else random.randint(4, 6)
    sides = random.randint(3, 4) if tiny else random.randint(4, 6)
    table = {}
    for _ in range(random.randint(1, 4)):
        faces = sorted(random.randint(1, sides) for _ in range(random.randint(1, dice)))
        table[" ".join(map(str, faces))] = random.randint(1, 3)
    if random.random() < 0.2:
        table["nothing"] = random.randint(1, 4)
    last_turn = random.random() < 0.25 if last_turn is None else last_turn
    # With a last turn, fractions of dice that are loaded absurdly, or hardly ever bust, take hours.
    loaded = not last_turn and random.random() < 0.5
    die = chances(random, sides, mild) if loaded else sides
    unit = Farkle(table, 12, dice, die).unit
    if random.random() < 0.3:
        table |= {"aside": "all", "with": {dice - 1: {"1": unit, "2": 3 * unit}}}
    units = (
        random.randint(1, 3 if last_turn or sides**dice > 27 else 5)
        if tiny
        else random.randint(6, 14)
    )
    small = [0, 0, 1, 2]
    found = Farkle(
        table,
        units * unit,
        dice,
        die,
        opening=random.choice(small) * unit,
        minimum_bank=random.choice(small) * unit,
        last_turn=last_turn,
        must_roll_hot_dice=not last_turn and random.random() < 0.3,
    )
    if last_turn and min(map(found.dice.bust, range(1, dice + 1))) < Fraction(1, 4):
        return farkle(random, tiny, mild, last_turn)
    return found


def some(make, *given, **options):
    """What a maker makes, for Hypothesis; what is refused is passed over."""

    def made(seed):
        try:
            return make(Random(seed), *given, **options)
        except RuleError:
            assume(False)

    return st.integers(0, 10**9).map(made)


TIED = [
    Race(Roll({1: "4/7"}, bust="3/7"), 6, name="Tied"),
    Race(Roll({3: "5/8"}, wipe="3/8"), 4, "exact", 1, name="Tied by wipes"),
    Race(Roll({4: "2/7", 5: "4/7"}, bust="1/7"), 7, "exact", 2, name="Tied among the dead"),
]
"""Ties for no visible reason: at own 1, opp 4, total 2 of the first; of the last one it hangs on
the 1/2 of two players who can never finish."""


MAKERS = {"race": race, "hog": hog, "duel": duel, "bag": bag, "farkle": farkle}


# --- every rule of the scoreboard ---------------------------------------------------------------

ENDS = [(end, tie) for end in ("last_turn", "equal_turns") for tie in ("first", "half", "play_on")]
"""How a game ends that who has the goal has not won yet, and what a tie is."""


def scoreboard(random, kind=None, players=None):
    """A race to a few points that combines rules of the scoreboard, of one roll or of any turn.

    With last turns few turns are long, so that a reference may stop them some way past the goal.
    """
    kind = kind or random.choice(["goal", "exact", "falls", "ends", "other"])
    if players is None:
        players = random.choice([2, 2, 3]) if kind in ("goal", "exact", "ends") else 2
    several = players > 2
    wipes = not several and kind in ("goal", "exact")

    def throws():
        if several and kind == "ends":
            half = Fraction(random.randint(1, 2), 4)
            return Roll({1: half / 2, random.randint(2, 3): half / 2}, bust=1 - half)
        if random.random() < 0.4:
            gains = random.sample(range(1, 4), random.randint(1, 2))
            weights = [random.randint(1, 3) for _ in [*gains, "bust", "wipe"]]
            weights[-1] *= wipes and random.random() < 0.5
            *weights, bust, wipe = [Fraction(each, sum(weights)) for each in weights]
            return Roll(dict(zip(gains, weights)), bust, wipe)
        found = turn(random, 3, 2, wipes=wipes)
        ends = [mode.throw.bust for mode in found.modes if mode.throw]
        return throws() if kind == "ends" and min(ends) < Fraction(1, 3) else found

    small, goal = [0, 0, 1, 2], random.randint(1, 3 if several else 4)
    rules = {"minimum_bank": random.choice(small), "opening": random.choice(small)}
    if kind in ("goal", "exact"):
        rules |= {"consolation": min(random.choice(small), goal)}
        rules |= {"target": "exact"} if kind == "exact" else {}
    elif kind == "falls":
        rules |= {"busts_in_a_row": random.choice([1, 2, 2]), "penalty": random.choice([1, 2])}
        rules |= {"floor": random.choice([-1, -2]), "minimum_bank": random.choice([1, 2])}
        rules |= {"minimum_to_win": random.random() < 0.5}
        goal = min(goal, 3)
    elif kind == "ends":
        ties = ["first", "half", "play_on"][: 2 if several else 3]
        rules |= {"end": random.choice(["last_turn", "equal_turns"]), "tie": random.choice(ties)}
        goal = min(goal, 2 if several else 3)
    else:
        rules |= {"other": throws()}
    win = None if "end" in rules else "reach"  # who must bank the goal is not proved
    return Race(throws(), goal, players=players, win=win, **rules)


def scored(seed, kind=None, players=None):
    """The first race of a seed that is accepted."""
    random = Random(seed)
    while True:
        try:
            return scoreboard(random, kind, players)
        except RuleError:
            continue
