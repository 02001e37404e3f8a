"use strict";
// Programs to play against that are not perfect: each plays by a policy that Python embedded. A rival
// has `chances(state)`, how likely he takes each of `actions`, or decides by a rule.

/** A policy that is a table of answers, given in runs as `rivals.py` says. */
class TableRival {
  constructor(given, engine) {
    const { names } = engine;
    Object.assign(this, { engine, name: given.name, actions: given.actions, answers: given.answers });
    this.sizes = given.shape.slice(0, -1);
    this.names = names.slice(0, given.shape.length);
    for (const name of ["first", "ends", "which", "kinds"]) this[name] = numbers(given[name], Uint32Array);
    this.begins = numbers(given.begins, Uint16Array);
  }

  chances(state) {
    const parts = this.names.map((name) => (state[name] || 0) / this.engine.stepOf(name));
    const place = this.sizes.reduce((sum, size, n) => sum * size + parts[n], 0);
    const row = this.which[firstWhere(0, this.ends.length - 1, (run) => place < this.ends[run])];
    const last = parts[this.sizes.length], end = this.first[row + 1];
    const run = firstWhere(this.first[row], end, (next) => next === end || this.begins[next] > last) - 1;
    return this.answers[this.kinds[run]];
  }

  /** His action in a state with these legal actions, drawn if he mixes. */
  choose(state, actions, random) {
    if (actions.length === 1) return actions[0];
    const chances = this.chances(state);
    let left = random();
    for (let n = 0; n < chances.length; n++) {
      left -= chances[n];
      if (left < 0) return this.actions[n];
    }
    return this.actions[chances.lastIndexOf(Math.max(...chances))];
  }
}

/** One who banks from so many points on, by what is in hand, and takes options by a rule. A last turn he
 * plays perfectly: there is nothing in it but a score to pass. */
class BankingRival {
  constructor({ name, points, choose }, engine) {
    Object.assign(this, { name, points, rule: choose, engine });
  }

  choose(state, actions) {
    const { engine } = this;
    if (actions.length === 1) return actions[0];
    if (state.opp >= engine.goal) return engine.choose(state);
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
    return may.includes(engine.banks) && (this.enough(own, t, mode) || !may.includes(engine.throws));
  }

  enough(own, t, mode) { return t * this.engine.unit >= this.points[mode] || own + t >= this.engine.scores; }

  /** The greater worth goes first, then fewer points, fewer dice left, smaller faces. */
  before(one, other) {
    const keys = ({ worth, gain, mode, aside }) => [-worth, gain, mode, ...aside];
    const [mine, theirs] = [keys(one), keys(other)];
    const place = mine.findIndex((key, n) => key !== theirs[n]);
    return place >= 0 && (place >= theirs.length || mine[place] < theirs[place]);
  }

  /** What he looks at in a choice; one that reaches the goal goes before all others. */
  worth(state, { gain, mode }) {
    const { engine, rule } = this, { unit, rules: { modes, lastTurn, exact } } = engine;
    const { own, opp } = engine.placeOf(state), total = state.points + gain, score = state.own + total;
    if (!lastTurn || rule !== "optimal") {
      if (exact && score > engine.goal) return -1e15;
      if (score >= engine.goal) return 1e15 + total;
    }
    if (rule === "most_points") return total / unit * modes.length + mode;
    if (rule === "most_dice") return total + mode * 1e9;
    return this.turn(own, opp)[(own + total / unit) * modes.length + mode];
  }

  /** What a state of his turn is worth if he banks by his rule: with the rule "best_turn" in points,
   * with "optimal" in chances to win if best play follows. */
  turn(own, opp) {
    const { engine } = this, optimal = this.rule === "optimal";
    if (this.latest?.own !== own || this.latest.opp !== opp) {
      const held = optimal ? (s) => engine.held(s, opp) : (s) => s - own;
      const banks = (t, mode) => this.banks(own, t, mode);
      const x = optimal ? engine.lost(own, opp) : engine.rules.landing[own] - own;
      this.latest = { own, opp, found: engine.descend(own, opp, { x, w: held(0), z: 0, held, banks }).worth };
    }
    return this.latest.found;
  }
}

/** One who throws so many times in a turn, and then banks. */
class TimesRival extends BankingRival {
  choose(state, actions, random, throws) {
    this.done = throws >= this.points;
    return super.choose(state, actions);
  }

  enough(own, t) { return this.done || own + t >= this.engine.scores; }
}

/** One player unless a condition on the two scores holds, and then another; `turns` are the places of
 * the pairs of scores, in units, at which it goes over from not holding to holding or back. */
class EitherRival {
  constructor({ name, turns, usual, other }, engine) {
    Object.assign(this, { name, turns, engine });
    this.parts = [usual, other].map((part) => rivalOf(part, engine));
  }

  choose(state, actions, random, throws) {
    const { unit, scores } = this.engine;
    const place = state.own / unit * scores + Math.min(state.opp / unit, scores - 1);
    const passed = this.turns.filter((turn) => turn <= place).length;
    return this.parts[passed % 2].choose(state, actions, random, throws);
  }
}

/** One who plays by another of some parts where rounds are finished: who began, and who did not. Turns for
 * a score to pass he plays perfectly. */
class RoundsRival {
  constructor({ name, parts }, engine) {
    Object.assign(this, { name, engine, parts: parts.map((part) => rivalOf(part, engine)) });
  }

  choose(state, ...given) {
    const { engine, parts } = this, [, random] = given;
    const chases = engine.left ? engine.left(state) : state.opp >= engine.goal;
    return chases ? engine.choose(state, random) : parts[(state.second ?? (state.seat ?? 1) - 1) % parts.length].choose(state, ...given);
  }
}

/** Players of a race who bank from so many points on, whatever the scores are: the number that gains most in a
 * turn from 0, half of it, and twice as many. Described as Python describes rivals. */
function bankersOf({ rules: data, recursion: turn }) {
  if (!turn) return [];
  const { scores, rolled, rows, paid } = turn, [bust] = data.landing, [, bank] = data.actions;
  const step = Math.ceil(scores / 100), banks = new Uint8Array(rows * turn.modes).fill(1);
  let most = { points: 0 };
  paid.forEach((_, s) => { paid[s] = s; });
  for (let points = step; points < scores; points += step) {
    for (let at = points - step; at < banks.length; at += rows) banks.fill(0, at, at + step);
    turn.descend(0, rolled, bust, 1, 0, 1, false, false, banks);
    if (!(turn.found.excess <= most.gain + TIED)) most = { points, gain: turn.found.excess };
  }
  const several = [Math.ceil(most.points / 2), most.points, 2 * most.points].map((points) => points * data.unit);
  return [...new Set(several)].filter((points) => points > 0 && points < data.goal).map((points) => ({
    kind: "banking", choose: "best_turn", points: data.modes.map(() => points),
    name: `${bank} at ${points}${bank === "bank" ? " (best turn)" : ""}`,
  }));
}

/** Who plays by a policy as Python describes it. */
function rivalOf(given, engine) {
  const name = foreign(given.name, "rival.");
  const kinds = { table: TableRival, banking: BankingRival, times: TimesRival, either: EitherRival, rounds: RoundsRival };
  return new kinds[given.kind]({ ...given, name }, engine);
}
