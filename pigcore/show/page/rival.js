"use strict";
// Programs to play against that are not perfect: each banks from so many points on.

/** One who banks from so many points on, and takes the option of a throw by which a turn gains most then.
 * A last turn he plays perfectly: there is nothing in it but a score to pass. */
class Banker {
  constructor(points, engine) {
    Object.assign(this, { points, engine, name: say(`play.banker.${engine.banks}`, { points }) });
  }

  choose(state, actions, random) {
    const { engine } = this;
    if (actions.length === 1) return actions[0];
    if (engine.left ? engine.left(state) : state.opp >= engine.goal) return engine.choose(state, random);
    const { own, t, mode } = engine.placeOf(state);
    if (!state.thrown) return this.next(own, t, mode);
    const best = engine.choices(state)
      .map((choice) => ({ ...choice, worth: this.worth(state, choice) }))
      .reduce((one, other) => (this.before(other, one) ? other : one));
    const words = best.aside.join(" "), mine = actions.filter((action) => apart(action)[0] === words);
    if (mine.length === 1) return mine[0];
    return `${words}, then ${this.next(own, t + best.gain / engine.unit, best.mode)}`;
  }

  /** What he does with t units in a mode. */
  next(own, t, mode) { return this.banks(own, t, mode) ? this.engine.banks : this.engine.throws; }

  /** Whether he banks with t units in a mode. */
  banks(own, t, mode) {
    const { engine } = this;
    const may = engine.inHand({ own, opp: 0, t, mode });
    return may.includes(engine.banks) && (this.enough(own, t) || !may.includes(engine.throws));
  }

  enough(own, t) { return t * this.engine.unit >= this.points || own + t >= this.engine.scores; }

  /** The greater worth goes first, then fewer points, fewer dice left, smaller faces. */
  before(one, other) {
    const keys = ({ worth, gain, mode, aside }) => [-worth, gain, mode, ...aside];
    const [mine, theirs] = [keys(one), keys(other)];
    const place = mine.findIndex((key, n) => key !== theirs[n]);
    return place >= 0 && (place >= theirs.length || mine[place] < theirs[place]);
  }

  /** What he looks at in a choice; one that reaches the goal goes before all others. */
  worth(state, { gain, mode }) {
    const { engine, engine: { unit, rules: { modes, exact } } } = this;
    const { own, opp } = engine.placeOf(state), total = state.points + gain, score = state.own + total;
    if (exact && score > engine.goal) return -1e15;
    if (score >= engine.goal) return 1e15 + total;
    return this.turn(own, opp)[(own + total / unit) * modes.length + mode];
  }

  /** What a state of his turn is worth in points if he banks by his rule. */
  turn(own, opp) {
    const { engine } = this;
    if (this.latest?.own !== own || this.latest.opp !== opp) {
      const held = (s) => s - own, banks = (t, mode) => this.banks(own, t, mode), x = engine.rules.landing[own] - own;
      this.latest = { own, opp, found: engine.descend(own, opp, { x, w: held(0), z: 0, held, banks }).worth };
    }
    return this.latest.found;
  }
}

/** Players of a race who bank from so many points on, whatever the scores are: the number that gains most in a
 * turn from 0, half of it, and twice as many. There are none where scores fall. */
function bankersOf(engine) {
  const { rules: data, recursion: turn } = engine;
  if (!turn || data.family === "falls") return [];
  const { scores, rolled, rows, paid } = turn, [bust] = data.landing;
  const step = Math.ceil(scores / 100), banks = new Uint8Array(rows * turn.modes).fill(1);
  let most = { points: 0 };
  paid.forEach((_, s) => { paid[s] = s; });
  for (let points = step; points < scores; points += step) {
    for (let at = points - step; at < banks.length; at += rows) banks.fill(0, at, at + step);
    turn.descend(0, rolled, bust, 1, 0, 1, false, false, banks);
    if (!(turn.found.excess <= most.gain + TIED)) most = { points, gain: turn.found.excess };
  }
  const several = [Math.ceil(most.points / 2), most.points, 2 * most.points].map((points) => points * data.unit);
  return [...new Set(several)].filter((points) => points > 0 && points < data.goal).map((points) => new Banker(points, engine));
}
