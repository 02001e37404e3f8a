"use strict";
// Farkle: dice set aside. A state is {own, opp, points, dice, thrown}, seen by the mover: `points`
// of the turn, `dice` in hand, and the throw that lies on the table, its faces the digits of a
// number (pairs of digits where dice have ten sides or more), 0 where nothing has been thrown yet.
//
// With dice in hand one throws them or banks. Of a throw an action is what is set aside and what is
// done then, "1 1, then throw". Where nothing scores the turn is over.

class FarkleEngine extends Engine {
  constructor(data) {
    super(data);
    this.chances = numbers(data.chances, Float64Array);
    this.dealt = numbers(data.dealt, Uint8Array);
    this.first = numbers(data.first, Uint32Array);
    this.gains = numbers(data.gains, Uint32Array);
    this.left = numbers(data.left, Uint8Array);
    this.chase = numbers(data.chase, Float64Array);
    this.reached = numbers(data.reached, Uint16Array);
    this.most = Math.max(...this.gains);
    this.base = data.sides > 9 ? 100 : 10;
    this.splits = new Map();
    this.survey = new Survey(this.look());
  }

  begin() { return { own: 0, opp: 0, points: 0, dice: this.rules.dice, thrown: 0 }; }

  /** What is wrong with a state, if anything. */
  remark({ points, dice }) {
    const can = this.reached[points / this.unit] >> dice & 1;
    return can ? "" : say(dice === 1 ? "farkle.never.one" : "farkle.never", { points, dice });
  }

  get tray() { return "thrown"; }

  /** More points than these are not told apart: one has won. */
  get furthest() { return this.goal + this.unit * this.most; }

  /** The most points that a last turn can be asked to pass. */
  get mostBanked() { return 3 * this.furthest; }

  stepOf(name) { return name === "dice" || name === "thrown" ? 1 : this.unit; }

  limits({ own }) {
    const { goal, unit, rules } = this;
    const points = this.furthest - (rules.lastTurn ? 0 : own);
    const opp = rules.lastTurn ? this.mostBanked : goal - unit;
    return { own: goal - unit, opp, points, dice: rules.dice, thrown: Infinity };
  }

  leastOf(name) { return name === "dice" ? 1 : 0; }

  has({ own, opp, points, dice, thrown }) {
    const scores = [own, opp, points].every((score) => score >= 0 && Number.isInteger(score / this.unit));
    const limits = this.limits({ own });
    if (!scores || own > limits.own || points > this.furthest) return false;
    if (opp > limits.opp) return false;
    if (!Number.isInteger(dice) || dice < 1 || dice > limits.dice) return false;
    if (!Number.isInteger(thrown) || thrown < 0) return false;
    const faces = this.facesOf(thrown);
    return faces.every((face) => face >= 1 && face <= this.rules.sides) &&
      (faces.length === 0 || faces.length === dice);
  }

  // --- throws ---------------------------------------------------------------------------------------

  /** The faces of a throw, rising, from the number that they are written as; and back. */
  facesOf(thrown) {
    const faces = [];
    for (let rest = thrown; rest > 0; rest = Math.floor(rest / this.base)) faces.unshift(rest % this.base);
    return faces.sort((one, other) => one - other);
  }

  written(faces) {
    return [...faces].sort((one, other) => one - other)
      .reduce((sum, face) => sum * this.base + face, 0);
  }

  countsOf(faces) {
    const counts = new Array(this.rules.sides).fill(0);
    for (const face of faces) counts[face - 1] += 1;
    return counts;
  }

  /** The most points that dice set aside score; -1 if some of them score nothing. */
  split(counts) {
    const first = counts.findIndex((count) => count > 0);
    if (first < 0) return 0;
    const key = counts.join();
    if (!this.splits.has(key)) {
      let best = -1;
      for (const combination of this.rules.combinations) {
        if (!combination[first] || counts.some((count, face) => count < combination[face])) continue;
        const rest = this.split(counts.map((count, face) => count - combination[face]));
        if (rest >= 0) best = Math.max(best, rest + combination[counts.length]);
      }
      this.splits.set(key, best);
    }
    return this.splits.get(key);
  }

  /** All that may be set aside from a throw: [{aside, gain, left}]; nothing where it busts. */
  choices(thrown) {
    if (this.chosenFrom?.thrown !== thrown) this.chosenFrom = { thrown, found: this.found(thrown) };
    return this.chosenFrom.found;
  }

  found(thrown) {
    const faces = this.facesOf(thrown), counts = this.countsOf(faces), found = [];
    const take = (face, part) => {
      if (face < counts.length) {
        for (let count = 0; count <= counts[face]; count++) take(face + 1, [...part, count]);
        return;
      }
      const gain = this.split(part);
      if (gain > 0) found.push(this.chosen(part, gain, faces.length));
    };
    take(0, []);
    const { nothing, dice } = this.rules;
    if (!found.length && nothing && faces.length === dice) found.push(this.chosen(counts, nothing, dice));
    return found;
  }

  chosen(counts, gain, dice) {
    const aside = counts.flatMap((count, face) => new Array(count).fill(face + 1));
    return { aside, gain, left: dice - aside.length || this.rules.dice };
  }

  /** An action taken apart: what is set aside, what it scores, how many dice are left, and what then. */
  parts({ thrown, dice }, action) {
    const [aside, then] = action.split(", then ");
    if (then === undefined) return { aside: [], gain: 0, left: dice, then: action };
    return { ...this.choices(thrown).find((choice) => choice.aside.join(" ") === aside), then };
  }

  // --- what states are worth ------------------------------------------------------------------------

  /** The payoff of banking s against opp, all in units; opp has the goal in a last turn. */
  held(s, opp) {
    if (opp >= this.scores) return s > opp ? 1 : 0;
    if (s < this.scores) return 1 - this.starts[opp * this.scores + s];
    return this.chase.length ? 1 - this.chase[Math.min(s - opp + 1, this.chase.length - 1)] : 1;
  }

  /** What a bust pays. */
  lost(own, opp) { return opp >= this.scores ? 0 : 1 - this.starts[opp * this.scores + own]; }

  /** Scores, in units, from which on nobody throws: banking has won, or nobody can want to. */
  rolled(opp) { return opp >= this.scores ? opp + 1 : this.rules.rolled; }

  /**
   * What throwing n dice is worth at every score s of a turn, [n - 1][s], by one pass down:
   *
   *   c(s, n) - x = sum_sets p max over its choices (g, m) of e(s + g, m)
   *   e(s, n) = max(h(s), c(s, n)) - x
   *
   * where x is what a bust pays and h what banking pays, as `kernels/turns.pyx` has it.
   */
  turn(own, opp) {
    if (this.latest?.own === own && this.latest.opp === opp) return this.latest.thrown;
    const { rules: { dice, mustRoll }, chances, dealt, first, gains, left, most } = this;
    const x = this.lost(own, opp), top = this.rolled(opp);
    const excess = Array.from({ length: dice }, () => new Float64Array(top + most + 1));
    const thrown = excess.map(() => new Float64Array(top));
    const banks = own + this.leastOfTurn(own);
    for (let s = top + most; s >= top; s--) for (const row of excess) row[s] = this.held(s, opp) - x;
    for (let s = top - 1; s >= own; s--) {
      const h = this.held(s, opp) - x;
      const sums = new Float64Array(dice);
      for (let set = 0; set < chances.length; set++) {
        let best = -Infinity;
        for (let n = first[set]; n < first[set + 1]; n++) {
          best = Math.max(best, excess[(left[n] || dice) - 1][s + gains[n]]);
        }
        sums[dealt[set] - 1] += chances[set] * best;
      }
      for (let n = 0; n < dice; n++) {
        thrown[n][s] = sums[n] + x;
        const may = s >= banks && !(mustRoll && n === dice - 1);
        excess[n][s] = may ? Math.max(h, sums[n]) : sums[n];
      }
    }
    this.latest = { own, opp, thrown };
    return thrown;
  }

  /** The least units of a turn that may be banked with own banked. */
  leastOfTurn(own) {
    const { least, opening } = this.rules;
    const needed = Math.max(1, least / this.unit, own ? 0 : opening / this.unit);
    return Math.max(1, Math.min(needed, this.scores - own));
  }

  /** Whether one may throw, and bank, with so many points and dice in hand; a last turn goes on until
   * the score is passed. */
  may({ own, opp, points, dice }) {
    if (opp >= this.goal) return { rolls: own + points <= opp, banks: own + points > opp };
    const [s, banked] = [(own + points) / this.unit, own / this.unit];
    const rolls = points === 0 || s < this.rolled(opp / this.unit);
    const must = this.rules.mustRoll && dice === this.rules.dice && rolls;
    return { rolls, banks: points > 0 && s >= banked + this.leastOfTurn(banked) && !must };
  }

  /** The actions with dice in hand. */
  inHand(state) {
    const { rolls, banks } = this.may(state);
    return [...(rolls ? ["throw"] : []), ...(banks ? ["bank"] : [])];
  }

  actions(state) {
    if (!state.thrown) return this.inHand(state);
    const found = this.choices(state.thrown).flatMap(({ aside, gain, left }) => (
      this.inHand({ ...state, points: state.points + gain, dice: left })
        .map((then) => `${aside.join(" ")}, then ${then}`)));
    return found.length ? found : ["bust"];
  }

  payoffs(state) {
    const [own, opp] = [state.own / this.unit, state.opp / this.unit];
    const thrown = this.turn(own, opp);
    return this.actions(state).map((action) => {
      if (action === "bust") return { action, worth: this.lost(own, opp) };
      const { gain, left, then } = this.parts(state, action);
      const s = own + (state.points + gain) / this.unit;
      return { action, worth: then === "bank" ? this.held(s, opp) : thrown[left - 1][s] };
    }).sort((one, other) => other.worth - one.worth);
  }

  worth(state) {
    const turn = !state.thrown && !state.points && state.dice === this.rules.dice;
    if (!turn || state.opp >= this.goal) return this.payoffs(state)[0].worth;
    return this.starts[(state.own * this.scores + state.opp) / this.unit];
  }

  busts(state, action) {
    const { left, then } = this.parts(state, action);
    return then === "throw" ? this.rules.busts[left - 1] : null;
  }

  // --- what follows ---------------------------------------------------------------------------------

  follow(state, action) {
    const { gain, left, then } = this.parts(state, action);
    if (then !== "throw") return null;
    return { ...state, points: state.points + gain, dice: left, thrown: 0 };
  }

  /** Every throw of an action with its chance. */
  outcomes(state, action) {
    const { left, then } = this.parts(state, action);
    if (then !== "throw") return [];
    const { faces, sides } = this.rules, found = [];
    const fall = (face, rest, chance, shown) => {
      if (face === sides - 1) {
        const all = [...shown, ...new Array(rest).fill(sides)];
        found.push({ faces: all, chance: chance * faces[face] ** rest });
        return;
      }
      for (let count = rest, ways = 1; count >= 0; count--) {
        fall(face + 1, rest - count, chance * ways * faces[face] ** count,
          [...shown, ...new Array(count).fill(face + 1)]);
        ways = ways * count / (rest - count + 1);
      }
    };
    fall(0, left, 1, []);
    return found.filter(({ chance }) => chance > 0);
  }

  draw(state, action, random) {
    const { left, then } = this.parts(state, action);
    if (then !== "throw") return null;
    const die = () => {
      let rest = random();
      const face = this.rules.faces.findIndex((chance) => (rest -= chance) < 0);
      return face < 0 ? this.rules.sides : face + 1;
    };
    return { faces: Array.from({ length: left }, die).sort((one, other) => one - other) };
  }

  after(state, action, outcome) {
    const { own, opp } = state;
    const { aside, gain, left, then } = this.parts(state, action);
    const points = state.points + gain;
    const told = { aside: listed(aside), gain, points, lost: points };
    const events = aside.length ? ["asides"] : [];
    if (then === "bust") return this.ended(own, opp, ["farkles"], told);
    if (then === "bank") return this.ended(own + points, opp, [...events, "banks"], told);
    const next = { own, opp, points, dice: left, thrown: this.written(outcome.faces) };
    events.push("throws");
    told.fell = listed(outcome.faces);
    if (!this.choices(next.thrown).length) {
      return this.ended(own, opp, [...events, points ? "farkles" : "farklesAtOnce"], told);
    }
    return { state: next, same: true, winner: null, events, told };
  }

  /** The turn ends with own points banked. */
  ended(own, opp, events, told) {
    const state = { ...this.begin(), own: opp, opp: own };
    const done = { state, same: false, told };
    if (opp >= this.goal) return { ...done, winner: own > opp ? "mover" : "other", events };
    if (own < this.goal) return { ...done, winner: null, events };
    if (this.rules.lastTurn) return { ...done, winner: null, events: [...events, "lastTurn"] };
    return { ...done, winner: "mover", events: [...events, "wins"] };
  }

  // --- for the Play view ----------------------------------------------------------------------------

  offered(state) { return this.actions(state)[0] === "bust" ? ["bust"] : ["throw", "bank"]; }

  get letters() { return 2; }

  total({ points }) { return points; }

  gained({ result }) { return result.told.gain; }

  sides() { return this.rules.sides; }

  lying({ thrown }) { return this.facesOf(thrown); }

  spell(outcome) { return outcome ? outcome.faces.map((face) => face.toString(36)).join("") : ""; }

  spelled(state, action, text) {
    const { left, then } = this.parts(state, action);
    if (then !== "throw") return text === "" ? null : undefined;
    const faces = [...text].map((face) => (/[0-9a-z]/.test(face) ? parseInt(face, 36) : 0));
    const fit = faces.length === left && faces.every((face) => face >= 1 && face <= this.rules.sides);
    return fit ? { faces: faces.sort((one, other) => one - other) } : undefined;
  }

  /** A turn's throws and what was set aside of each, as a transcript in Python has them. */
  recorded(steps) {
    const done = steps.map((step) => ({ ...step, ...this.parts(step.state, step.action) }));
    return {
      throws: done.filter(({ outcome }) => outcome).map(({ outcome }) => outcome.faces),
      aside: done.map(({ aside }) => aside).filter((aside) => aside.length),
      end: done.at(-1).then === "bank" ? "bank" : "bust",
    };
  }

  // --- for the map ----------------------------------------------------------------------------------

  plan() { return []; }

  get legend() { return { hint: "mapFarkle", scale: "legendFarkle" }; }

  /** There is a map for each number of dice left. */
  get layers() { return { name: "dice", label: "left", from: 1, to: this.rules.dice, first: 3 }; }

  /** Which states an optimal player comes to is not looked at. */
  reachable() { return null; }

  reading({ own }, value, left) {
    const words = { value, dice: left };
    const count = left === 1 ? "one" : "more";
    return say(own + value >= this.goal ? `mapThrow.${count}` : `mapBank.${count}`, words);
  }

  extreme(own, value) { return own + value >= this.goal; }

  get beyond() { return say("legendThrow"); }

  /** At [own, opp] in units the fewest points that one banks with so many dice left. */
  map(state, left) { return this.survey.all()[left - 1]; }

  *look() {
    const { rules, scores, unit } = this;
    const lengths = numbers(rules.lengths, Uint16Array), values = numbers(rules.thresholds, Uint16Array);
    const flat = new Int32Array(rules.dice * scores * scores);
    let end = 0;
    for (let run = 0; run < lengths.length; run++) {
      flat.fill(unit * values[run], end, end += lengths[run]);
      if (run % 4096 === 0) yield;
    }
    const marks = new Uint8Array(scores * scores), reached = marks.slice().fill(1);
    return Array.from({ length: rules.dice }, (_, n) => (
      { values: flat.subarray(n * scores * scores, (n + 1) * scores * scores), marks, reached }));
  }
}
