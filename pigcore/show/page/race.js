"use strict";
// A race: Pig, two-dice Pig, Pass the Pigs, … A state is {own, opp, total}, seen by the mover.

class RaceEngine extends Engine {
  constructor(data) {
    super(data);
    this.most = Math.max(0, ...data.gains);
    this.gains = Int32Array.from(data.gains);
    this.chances = Float64Array.from(data.chances);
    this.excess = new Float64Array(data.goal + this.most + 1);
    this.survey = new Survey(this.look());
  }

  begin() { return Object.fromEntries(this.names.map((name) => [name, 0])); }

  /** The largest value of each part of a state, the others given. */
  limits(state) {
    const scores = this.scoreNames.map((name) => [name, this.goal - 1]);
    return { ...Object.fromEntries(scores), total: this.goal - state.own };
  }

  /** Whether there is such a state. */
  has(state) {
    return this.names.every((name) => Number.isInteger(state[name]) && state[name] >= 0) &&
      this.scoresOf(state).every((score) => score < this.goal) && state.own + state.total <= this.goal;
  }

  actions({ own, total }) {
    if (total === 0) return ["roll"];
    return own + total >= this.goal ? ["hold"] : ["hold", "roll"];
  }

  /** The payoff of banking s points against opp. */
  held(s, opp) { return s >= this.goal ? 1 : 1 - this.starts[opp * this.goal + s]; }

  /**
   * What rolling and holding are worth at every total of a turn, by one pass down from the goal:
   *
   *   c(s) - x = wipe (w - x) + sum_g p_g e(s + g),   e(s) = max(h(s), c(s)) - x,   s = own + total
   *
   * where x is what a bust pays and w what a wipe pays. The sums are taken in the order of the
   * solver, so that the numbers are the solver's to the last bits.
   */
  turn(own, opp) {
    const { goal, excess, most, gains, chances } = this;
    const { exact, wipe, landing } = this.rules;
    const x = this.held(landing[own], opp);
    const wiped = landing[own] === 0 ? 0 : wipe * (this.held(0, opp) - x);
    const hold = new Float64Array(goal - own), roll = new Float64Array(goal - own);
    excess[goal] = 1 - x;
    excess.fill(exact ? 0 : 1 - x, goal + 1, goal + most + 1);
    for (let s = goal - 1; s >= own; s--) {
      let c = wiped;
      for (let n = 0; n < gains.length; n++) c += chances[n] * excess[s + gains[n]];
      const h = 1 - this.starts[opp * goal + s];
      hold[s - own] = h;
      roll[s - own] = c + x;
      excess[s] = Math.max(c, h - x);
    }
    return { hold, roll };
  }

  payoffs({ own, opp, total }) {
    if (own + total >= this.goal) return [{ action: "hold", worth: 1 }];
    const { hold, roll } = this.turn(own, opp);
    const rolled = { action: "roll", worth: roll[total] };
    if (total === 0) return [rolled];
    const held = { action: "hold", worth: hold[total] };
    return held.worth > rolled.worth ? [held, rolled] : [rolled, held];
  }

  worth(state) {
    if (state.total === 0) return this.starts[state.own * this.goal + state.opp];
    return this.payoffs(state)[0].worth;
  }

  outcomes(state, action) { return action === "roll" ? this.rules.throws : []; }

  falls(action) {
    if (action !== "roll") return [];
    const seen = (it) => `${it.kind} ${it.gain} ${[...it.faces].sort()}`;
    return this.rules.throws.filter((it, n, all) => all.findIndex((other) => seen(other) === seen(it)) === n);
  }

  draw(state, action, random) {
    if (action !== "roll") return null;
    let left = random();
    for (const outcome of this.rules.throws) {
      left -= outcome.chance;
      if (left < 0) return outcome;
    }
    return this.rules.throws[this.rules.throws.length - 1];
  }

  /** What follows: the state of whoever moves next as he sees it. `winner` is "mover", "other" or
   * null, and "nobody" where neither can reach the goal any more. */
  after(state, action, outcome) {
    const { own, total } = state;
    if (action === "hold") return this.banked(state, own + total, ["holds"]);
    if (outcome.kind === "wipe") return this.banked(state, 0, ["wipes"]);
    const reached = own + total + outcome.gain;
    const overshot = outcome.kind === "gain" && this.rules.exact && reached > this.goal;
    if (outcome.kind === "bust" || overshot) {
      return this.banked(state, this.rules.landing[own], [overshot ? "overshoots" : "busts"]);
    }
    if (reached >= this.goal) return this.banked(state, reached, []);
    const next = { ...state, total: total + outcome.gain };
    return { state: next, same: true, winner: null, events: ["gains"] };
  }

  /** The turn ends with so many points: the scores as the next player sees them. */
  banked(before, score, events) {
    const { dead } = this.rules;
    const [, ...others] = this.scoresOf(before), scores = [...others, score];
    const state = { ...Object.fromEntries(this.scoreNames.map((name, n) => [name, scores[n]])), total: 0 };
    if (score >= this.goal) return { state, same: false, winner: "mover", events: [...events, "wins"] };
    const winner = scores.every((it) => dead[it]) ? "nobody" : null;
    return { state, same: false, winner, events };
  }

  // --- for the Play view --------------------------------------------------------------------------

  /** Every action that there ever is, whether it is legal in the state or not. */
  offered() { return ["roll", "hold"]; }

  /** How many sides the dice have, where dice are thrown. */
  sides() { return Math.max(...this.rules.throws.flatMap(({ faces }) => faces)); }

  /** An outcome as a short text, and back; undefined where there is none of that text. */
  spell(outcome) { return outcome ? this.rules.throws.indexOf(outcome).toString(36) : ""; }

  spelled(state, action, text) {
    if (action === "hold") return text === "" ? null : undefined;
    return this.rules.throws[/^[0-9a-z]{1,4}$/.test(text) ? parseInt(text, 36) : -1];
  }

  /** A turn's decisions and throws as a transcript in Python has them. */
  recorded(steps) {
    const throws = steps.filter(({ outcome }) => outcome && outcome.kind === "gain");
    const ends = { holds: "hold", wins: "win", wipes: "wipe" };
    const [event] = steps[steps.length - 1].result.events;
    return { throws: throws.map(({ outcome }) => outcome.gain), end: ends[event] || "bust" };
  }

  /** The turn from total 1 on as runs [{action, from, to}] of what is best. */
  plan({ own, opp }) {
    const { hold, roll } = this.turn(own, opp);
    const runs = [];
    for (let k = 1; k < hold.length; k++) {
      const action = roll[k] > hold[k] ? "roll" : "hold";
      const last = runs[runs.length - 1];
      if (last && last.action === action) last.to = k;
      else runs.push({ action, from: k, to: k });
    }
    return runs;
  }

  /** Whether a mover who plays optimally, and holds where it is all the same, can come here, whatever
   * the opponent does: what `pigcore.reachable` says. */
  reachable({ own, opp, total }) {
    if (!this.survey.all().reached[own * this.goal + opp]) return false;
    return total === 0 || this.come(this.turn(own, opp))[total] === 1;
  }

  /** 1 at the totals that an optimal turn can come to before it ends. */
  come({ hold, roll }) {
    const come = new Uint8Array(hold.length);
    come[0] = 1;
    for (let k = 0; k < come.length; k++) {
      if (!come[k] || (k > 0 && roll[k] <= hold[k])) continue;
      for (const gain of this.gains) if (k + gain < come.length) come[k + gain] = 1;
    }
    return come;
  }

  /** What is told of the map, by the names of strings. */
  get legend() {
    return {
      hint: "mapRace", scale: "legendRace", marked: "legendHoles", met: "legendMet",
      faded: "legendFaded",
    };
  }

  /** What the map says at [own, opp] with such a value. */
  reading({ own }, value) {
    return own + value >= this.goal ? say("mapGoal") : say("mapHold", { value });
  }

  /** Whether the value at [own, opp] is beyond the scale: nothing short of the goal is held at. */
  extreme(own, value) { return own + value >= this.goal; }

  /** What is beyond the scale, in words. */
  get beyond() { return say("legendGoal"); }

  /**
   * The map: at [own, opp] the smallest total held at (goal - own where that is only the goal),
   * whether one rolls again at a larger one (1, or 2 where optimal play comes to such a total), and
   * whether optimal play comes to the turn start at all.
   */
  map() { return this.survey.all(); }

  /** The work of the survey. */
  *look() {
    const { goal } = this;
    const values = new Int16Array(goal * goal), marks = new Uint8Array(goal * goal);
    const reached = yield* this.walk();
    for (let own = 0; own < goal; own++) {
      for (let opp = 0; opp < goal; opp++) {
        if (opp % 32 === 0) yield;
        const plan = this.plan({ own, opp });
        const first = plan.findIndex(({ action }) => action === "hold");
        const place = own * goal + opp;
        values[place] = first < 0 ? goal - own : plan[first].from;
        const again = first < 0 ? [] : plan.slice(first).filter(({ action }) => action === "roll");
        if (!again.length) continue;
        const come = reached[place] ? this.come(this.turn(own, opp)) : [];
        marks[place] = again.some(({ from, to }) => come.slice(from, to + 1).includes(1)) ? 2 : 1;
      }
    }
    return { values, marks, reached };
  }

  /** 1 at the turn starts [own, opp] that a mover who plays optimally can come to. */
  *walk() {
    const { goal } = this;
    const { landing, wipe, bust, exact, dead } = this.rules;
    const busts = bust > 0 || exact;
    const reached = new Uint8Array(goal * goal), passed = new Uint8Array(goal * goal);
    const waiting = [];
    const start = (own, opp) => {
      if (!reached[own * goal + opp]) waiting.push([own, opp]);
      reached[own * goal + opp] = 1;
    };
    const others = Array.from({ length: goal }, (_, opp) => this.endings(opp));
    const pass = (own, opp) => {  // it is the opponent's turn
      if (own >= goal || passed[own * goal + opp] || (dead[own] && dead[opp])) return;
      passed[own * goal + opp] = 1;
      for (const other of others[opp]) start(own, other);
    };
    start(0, 0);
    pass(0, 0);
    for (let n = 0; waiting.length; n++) {
      if (n % 32 === 0) yield;
      const [own, opp] = waiting.pop();
      const turn = this.turn(own, opp);
      this.come(turn).forEach((yes, k) => {
        if (yes && k > 0 && turn.hold[k] >= turn.roll[k]) pass(own + k, opp);
      });
      if (busts) pass(landing[own], opp);
      if (wipe > 0) pass(0, opp);
    }
    return reached;
  }

  /** The scores below the goal that any turn from this one can end at. */
  endings(from) {
    const { landing, wipe, bust, exact } = this.rules;
    const sums = new Uint8Array(this.goal), found = new Set();
    sums[from] = 1;
    for (let s = from; s < this.goal; s++) {
      if (!sums[s]) continue;
      if (s > from) found.add(s);
      for (const gain of this.gains) if (s + gain < this.goal) sums[s + gain] = 1;
    }
    if ((bust > 0 || exact) && landing[from] < this.goal) found.add(landing[from]);
    if (wipe > 0) found.add(0);
    return [...found];
  }
}
