"use strict";
// A player of Farkle by a rule of thumb: he banks from so many points on, and sets aside by a rule.
// A last turn he plays perfectly: there is nothing in it but a score to pass.

class BankingRival {
  constructor({ name, points, aside }, names, engine) {
    Object.assign(this, { name, points, aside, engine });
  }

  /** Whether he banks with so many points and dice in hand; who has the goal does not throw on. */
  banks(state) {
    const { rolls, banks } = this.engine.may(state);
    const enough = state.points >= this.points[state.dice - 1] || state.own + state.points >= this.engine.goal;
    return banks && (enough || !rolls);
  }

  choose(state, actions) {
    const { engine } = this;
    if (actions.length === 1) return actions[0];
    if (state.opp >= engine.goal) return engine.choose(state);
    if (!state.thrown) return this.banks(state) ? "bank" : "throw";
    const best = engine.choices(state.thrown)
      .map((choice) => ({ ...choice, worth: this.worth(state, choice) }))
      .reduce((one, other) => (this.before(other, one) ? other : one));
    const then = this.banks({ ...state, points: state.points + best.gain, dice: best.left }) ? "bank" : "throw";
    return `${best.aside.join(" ")}, then ${then}`;
  }

  /** The greater worth goes first, then fewer points, fewer dice left, smaller faces. */
  before(one, other) {
    const keys = ({ worth, gain, left, aside }) => [-worth, gain, left, ...aside];
    const [mine, theirs] = [keys(one), keys(other)];
    const place = mine.findIndex((key, n) => key !== theirs[n]);
    return place >= 0 && (place >= theirs.length || mine[place] < theirs[place]);
  }

  /** What he looks at in a choice; one that reaches the goal goes before all others. */
  worth({ own, opp, points }, { gain, left }) {
    const { engine, aside } = this, { dice, lastTurn } = engine.rules;
    const total = points + gain;
    const wins = own + total >= engine.goal && !(lastTurn && aside === "optimal");
    if (wins) return 1e15 + total;
    if (aside === "most_points") return total * (dice + 1) + left;
    if (aside === "most_dice") return total + left * 1e9;
    return this.turn(own, opp)[left - 1][total / engine.unit];
  }

  /**
   * What a state of his turn is worth, [dice - 1][units of the turn], where banking pays h, a bust x,
   * and he banks by his rule; of a choice he takes the one that is worth most:
   *
   *   e(t, n) = h(t) where he banks, else sum_sets p max over its choices (g, m) of e(t + g, m)
   *
   * With the rule "best_turn" h is the points of the turn and x is 0; with "optimal" they are what
   * wins most often if best play follows.
   */
  turn(own, opp) {
    if (this.latest?.own === own && this.latest.opp === opp) return this.latest.found;
    const { engine, aside } = this;
    const { unit, most, chances, dealt, first, gains, left } = engine;
    const { dice, busts, rolled } = engine.rules;
    const [s, other] = [own / unit, opp / unit];
    const optimal = aside === "optimal";
    const x = optimal ? engine.lost(s, other) : 0;
    const end = Math.max(rolled - s, 1);
    const found = Array.from({ length: dice }, () => new Float64Array(end + most));
    for (let t = end + most - 1; t >= 0; t--) {
      const held = optimal ? engine.held(s + t, other) : t;
      const sums = busts.map((bust) => bust * x);
      for (let set = 0; t < end && set < chances.length; set++) {
        let best = -Infinity;
        for (let n = first[set]; n < first[set + 1]; n++) {
          best = Math.max(best, found[(left[n] || dice) - 1][t + gains[n]]);
        }
        sums[dealt[set] - 1] += chances[set] * best;
      }
      for (let n = 1; n <= dice; n++) {
        const banks = t >= end || this.banks({ own, opp, points: t * unit, dice: n });
        found[n - 1][t] = banks ? held : sums[n - 1];
      }
    }
    this.latest = { own, opp, found };
    return found;
  }
}

/** One player unless a condition on the two scores holds, and then another; `turns` are the places of
 * the pairs of scores, in units, at which it goes over from not holding to holding or back. */
class EitherRival {
  constructor({ name, turns, usual, other }, names, engine) {
    Object.assign(this, { name, turns, engine });
    this.parts = [usual, other].map((told) => rivalOf(told, engine));
  }

  choose(state, actions, random) {
    const { unit, scores } = this.engine;
    const place = state.own / unit * scores + Math.min(state.opp / unit, scores - 1);
    const passed = this.turns.filter((turn) => turn <= place).length;
    return this.parts[passed % 2].choose(state, actions, random);
  }
}
