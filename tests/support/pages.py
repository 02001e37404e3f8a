"""The games that pages are tried on, their states, and what a page is asked about them."""

import random
from functools import cache

import pigcore

from .turns import bold, obliged, three_throws

HOUSE = pigcore.Farkle(
    {"1": 100, "5": 50, "three of a kind": 400, "straight": 1200, "nothing": 250}, 2000, 6, 6,
    opening=300, last_turn=True, must_roll_hot_dice=True, name="House",
)  # fmt: skip
SMALL = pigcore.Farkle({"1": 2, "10": 5, "3 3": 4, "7 8 9": 20}, 60, 3, 10, name="Ten sides")
OWN = pigcore.Race(pigcore.Roll({5: "1/2", 12: "1/8"}, "1/4", "1/8"), 30, name="Own")

NAMED = [
    "pig", "hold-or-continue", "two-dice-pig", "pass-the-pigs", "pass-the-pigs:kern", "piglet",
    "consolation-pig", "hog:fa13", "hog:fa13_hijinks", "hog:fa20", "farkle:kcd",
]  # fmt: skip
"""Games by their names alone; numbers of all are compared."""

TURNS = {
    "capped": pigcore.game("pig:three-throws", goal=40),
    "bold": bold(20),
    "bold, exact": bold(12, target="exact", consolation=1),
    "bold, opening": bold(15, opening=5, minimum_bank=2),
    "obliged": obliged(30),
}
"""Races of other turns than one roll and dice set aside."""

EQUAL = {
    "equal turns": pigcore.Race(pigcore.Roll.die(6), 40, end="equal_turns", tie="play_on"),
    "equal turns, second": pigcore.Race(pigcore.Roll.die(4), 12, end="equal_turns", tie="half"),
    "equal turns, dice": pigcore.Race(
        pigcore.Farkle.minimal().turn, 1000, end="equal_turns", tie="play_on"
    ),
    "a last turn, played on": pigcore.Race(pigcore.Roll.die(6), 25, end="last_turn", tie="play_on"),
    "a last turn, half": pigcore.Race(three_throws(20).turn, 20, end="last_turn", tie="half"),
    "equal turns, capped": pigcore.Race(three_throws(20).turn, 20, end="equal_turns"),
}
"""Races whose last round is finished."""

PARTIES = {
    "three": pigcore.Pig(66, players=3),  # mixes
    "four": pigcore.Pig(20, players=4),
    "three, exact": pigcore.HoldOrContinue(9, players=3),  # nobody may win any more
    "three, consolation": pigcore.ConsolationPig(12, players=3),  # a bust leads to other scores
    "six": pigcore.Piglet(5, players=6),
    "three, capped": three_throws(20).seated(3),
    "three, opening": pigcore.Race(pigcore.Pig().roll, 25, opening=8, minimum_bank=4, players=3),
}

GAMES = {
    **{name: pigcore.game(name) for name in NAMED},
    "minimal": pigcore.Farkle.minimal(4000), "standard": pigcore.Farkle.standard(3000),
    "zilch": pigcore.Farkle.zilch(3000), "house": HOUSE, "small": SMALL, "own": OWN,
    **TURNS, **EQUAL, **PARTIES,
}  # fmt: skip


@cache
def solved(name):
    """The solution of one of the games."""
    return pigcore.solve(GAMES[name])


def states_of(solution, count, seed=1):
    """States: the closest calls, those in which the mover mixes, and others at random."""
    game, source = solution.game, random.Random(seed)
    found = [call.state for call in solution.closest(count // 4)]
    found += [call.state for call in solution.closest(count // 8, ties=True)]
    for cell in getattr(solution, "cells", ()):
        found += [(*scores, total) for scores, total, _ in cell.weights]
    while len(found) < count:
        found += _at_random(game, source)
    return found


def _at_random(game, source):
    """A state, or none."""
    unit = getattr(game, "unit", 1)
    scores = [
        unit * source.randrange(game.goal // unit) for _ in range(getattr(game, "players", 2))
    ]
    if "mode" not in game.state_names and "dice" not in game.state_names:
        more = {"total": game.goal - scores[0] + 1, "parity": 2, "seat": 1}
        rest = [source.randrange(more[name]) for name in game.state_names[len(scores) :]]
        # Of totals that no turn has nothing is known then.
        barred = (
            getattr(game, "opening", 0)
            or getattr(game, "minimum_bank", 0)
            or getattr(game, "end", "goal") != "goal"
        )
        seat = [source.randint(1, game.seats)] if "seat" in game.state_names else []
        none = barred and not game.come_to(game.goal)[rest[0]]
        return [] if none else [(*scores, *rest[: len(rest) - len(seat)], *seat)]
    most = game.goal - scores[0]
    if game.end != "goal":
        seat = [source.randint(1, game.seats)] * (game.seats > 1)
        late = game.end == "last_turn" or seat == [2]
        most = game.goal + game.turn.gains[-1]
        scores[1] += game.goal * (late and source.randrange(5) == 0)  # the last turn itself
    points = unit * source.randrange(source.choice([most, most // 2 + unit]) // unit)
    had = game.come_to(most)[points // unit]
    modes = [place for place in range(len(game.turn.modes)) if had >> place & 1]
    if not modes:
        return []
    mode = game.turn.values[source.choice(modes)]
    if "dice" in game.state_names and source.randrange(2):
        mode = tuple(sorted(source.choices(range(1, game.dice.sides + 1), k=mode)))
    return [(*scores, points, mode, *(seat if game.end != "goal" else ()))]


def on_page(game, state):
    """A state as the page has it: modes by their places, the faces of a throw as digits."""
    found = dict(zip(game.state_names, state))
    if "mode" in found:
        found["mode"] = game.turn.place(found["mode"])
        if game.turn.chooses:
            found["thrown"] = 0
    if "dice" in found:
        faces = found["dice"] if isinstance(found["dice"], tuple) else ()
        found["thrown"] = 0
        for face in faces:
            found["thrown"] = found["thrown"] * (10 if game.dice.sides < 10 else 100) + face
        found["dice"] = len(faces) or found["dice"]
    if getattr(game, "tie", "first") != "first" or getattr(game, "seats", 1) > 1:
        found["second"] = found.pop("seat", 1) - 1
    return found


TEXT = """({ take, then }) => (take.length ? `${take.join(" ")}, then ${then}` : then)"""
"""An action of the page as Python writes it."""

ASK = """states => states.map(state => {
    const { engine, verdict } = pigcore, payoffs = engine.payoffs(state), best = engine.best(state);
    return {
        payoffs: payoffs.map(({ action, worth }) => [text(action), worth]), best: best.map(text),
        worth: engine.worth(state), shares: engine.shares(state), has: engine.has(state),
        remark: engine.remark(state), said: verdict(payoffs, best),
        busts: engine.actions(state).map(action => (
            [text(action), engine.busts?.(state, action) ?? null])),
        all: payoffs.map(({ all }) => all),
        likely: engine.mixture?.(state) ?? Number(engine.choose(state).then === engine.throws),
    };
})"""

# What all win by an action, from what may fall and what comes of it; and the chances of that.
EXPECT = """states => states.map(state => pigcore.engine.actions(state).map(action => {
    const { engine } = pigcore;
    const outcomes = engine.outcomes(state, action);
    if (!outcomes.length) {
        return [text(action), engine.sharesAfter(engine.after(state, action, null)), 1];
    }
    const all = outcomes.map(outcome => engine.sharesAfter(engine.after(state, action, outcome))
        .map(share => outcome.chance * share));
    return [text(action), all.reduce((sum, each) => sum.map((share, n) => share + each[n])),
        outcomes.reduce((sum, { chance }) => sum + chance, 0)];
}))"""

RANDOM_PLAY = """
(games) => {
  const { engine, story = pigcore.app.views.play.story } = pigcore;
  const texts = new Set();
  let worst = 0, printed = 0, draws = 0;
  for (let n = 0; n < games; n++) {
    const table = new Table(engine);
    while (!table.over) {
      const { actions } = table;
      const step = table.act(actions[Math.floor(Math.random() * actions.length)]);
      texts.add(story.of(step));
    }
    const ledger = new Ledger(engine, table.steps);
    for (let player = 0; player < engine.players; player++) {
      const { start, luck, mistakes, gifts, result } = ledger.of(player);
      const { winner, last: { result: { sharing = engine.scoreNames.map((_, n) => n) } } } = table;
      const share = sharing.includes((player - table.last.mover + engine.players) % engine.players);
      const won = winner === null ? Number(share) / sharing.length : Number(winner === player);
      const off = [result - start - luck + mistakes - gifts, result - won];
      worst = Math.max(worst, ...off.map(Math.abs));
      const whole = ledger.printed(player);
      if (whole.start + whole.luck - whole.mistakes + whole.gifts !== whole.result) printed += 1;
    }
    draws += table.winner === null;
    const { table: again } = Table.from(engine, table.moves);
    if (again.moves !== table.moves || again.winner !== table.winner) throw new Error(table.moves);
  }
  const sentences = /^(?!.*(undefined|NaN))([A-Z0-9][^{}]*[.] ?)+$/;
  const odd = [...texts].filter((text) => !sentences.test(text));
  return { worst, printed, draws, odd };
}
"""
