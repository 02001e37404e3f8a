"use strict";
// Needs engine.js hogrules.js induction.js words.js
// Hog: dice chosen all at once. A state is {own, opp}, and {parity} where dice are exchanged.

class HogEngine extends Engine {
  constructor(data) {
    super(data);
    this.kind = data.kind;
    this.free = data.free;
    this.target = data.target;
    this.same = data.same;
    this.rolled = data.rolled;
    if (this.known) this.induction = Induction.of(data, this.starts);
  }

  begin() { return this.state(0, 0, 0); }

  /** What else there is to say of a state. */
  remark(state) { return say("sides", { sides: this.sides(state) }); }

  /** The parts of a state that are 0 or 1, and no axis of the map. */
  get switches() { return this.names.slice(2); }

  /** The largest value of each part of a state. */
  limits() { return { own: this.goal - 1, opp: this.goal - 1, parity: 1 }; }

  state(own, opp, parity) {
    return this.rules.parities > 1 ? { own, opp, parity } : { own, opp };
  }

  /** Whether there is such a state. */
  has(state) {
    return this.names.every((name) => Number.isInteger(state[name]) && state[name] >= 0 &&
      state[name] <= this.limits()[name]);
  }

  actions() { return this.rules.choices.map((count) => this.action(count)); }

  /** How many sides the dice have that are rolled in this state. */
  sides({ own, opp, parity = 0 }) {
    return this.rules.dice[this.kind[own * this.goal + opp] ^ parity];
  }

  /** [gain, gift] of a choice without dice, or null if dice are rolled. */
  certain({ own, opp }, { then }) {
    if (then === -1) return this.rules.exchange;
    const place = 2 * (own * this.goal + opp);
    return then === 0 ? [this.free[place], this.free[place + 1]] : null;
  }

  /** The table of what the dice of a choice gain, give and how likely. */
  table({ own, opp, parity = 0 }, { then }) {
    return this.rolled[this.kind[own * this.goal + opp] ^ parity][then];
  }

  payoffs({ own, opp, parity = 0 }) {
    return this.actions().map((action) => ({ action, worth: this.induction.worthOf(action.then, own * this.goal + opp, parity) }))
      .sort((one, other) => other.worth - one.worth);
  }

  worth({ own, opp, parity = 0 }) {
    return this.starts[(parity * this.goal + own) * this.goal + opp];
  }

  best(state) { return super.best(state).sort((one, other) => one.then - other.then); }

  /** What a choice can gain and give: each with its chance, without the dice. */
  outcomes(state, action) {
    const sure = this.certain(state, action);
    if (sure) return [{ chance: 1, faces: [], gain: sure[0], gift: sure[1], kind: "gain" }];
    const { gain, gift, chance } = this.table(state, action);
    return Array.from(gain, (points, n) => (
      { chance: chance[n], faces: null, gain: points, gift: gift[n], kind: "gain" }));
  }

  /** One roll, die by die. */
  rolls(state, { then }, random) {
    const sides = this.sides(state);
    return Array.from({ length: Math.max(then, 0) }, () => 1 + Math.floor(random() * sides));
  }

  draw(state, action, random) {
    const [sure] = action.then > 0 ? [null] : this.outcomes(state, action);
    return sure || this.scored(action, this.rolls(state, action, random));
  }

  /** The outcome that these faces are. */
  scored({ then }, faces) {
    const ones = faces.filter((face) => face === 1).length;
    const busts = this.rules.pigOut && ones > 0;
    const sum = faces.reduce((total, face) => total + face, 0);
    const [gain, gift] = busts ? this.rules.ones[then][ones - 1] : this.rules.sums[then][sum];
    return { faces, gain, gift, kind: busts ? "bust" : "gain" };
  }

  after({ own, opp, parity = 0 }, { then }, { faces, gain, gift, kind }) {
    const [x, y] = [own + gain, opp + gift];
    const turned = then === -1 ? 1 - parity : parity;
    const place = x * this.rules.width + y;
    const next = this.target[place];
    const events = kind === "bust" ? ["pigsOut"] : [];
    const same = next >= 0 && this.same[place] === 1;
    const [first, second] = next >= 0 ? [Math.floor(next / this.goal), next % this.goal]
      : (this.rules.final[place] || [x, y]).slice().reverse();
    const state = this.state(first, second, turned);
    const scores = same ? [first, second] : [second, first];
    const struck = () => this.strikes({ own, opp }, then, { faces, gain, gift }, scores, same);
    if (next >= 0) return { state, same, winner: null, events, struck };
    return { state, same, winner: next === -1 ? "mover" : "other", events: [...events, "wins"], struck };
  }

  /** What rules do at the end of a turn that comes to these scores: [{event, rule, before, after}]. */
  strikes({ own, opp }, then, { faces, gain, gift }, scores, same) {
    const found = [], rules = (kind) => this.rules.named[kind].map((name) => [name, HOG_RULES[kind][name]]);
    const strike = (event, names, before, after) => found.push({ event, rule: listed(names.map(ruleName)), before, after });
    let points = this.bare({ own, opp }, then, faces);
    for (const [name, does] of rules("points")) {
      const changed = does(points);
      if (changed !== points) strike("changes", [name], points, changed);
      points = changed;
    }
    if (gift > 0) strike("gives", this.rules.named.gift);
    let [x, y] = [own + gain, opp + gift];
    for (const [name, does] of rules("after")) {
      const [mine, other] = does(x, y);
      if (x === other && y === mine && x !== y) strike("swaps", [name]);
      else {
        if (x !== mine) strike("changes", [name], x, mine);
        if (y !== other) strike("changes", [name], y, other);
      }
      [x, y] = [mine, other];
    }
    if (same) strike("again", rules("again").filter(([, does]) => does(...scores)).map(([name]) => name));
    return found;
  }

  /** The points of a choice before rules change them. */
  bare({ own, opp }, then, faces) {
    const { named, pigOut } = this.rules, ones = pigOut ? faces.filter((face) => face === 1).length : 0;
    if (then === -1) return 1;
    if (then === 0) return HOG_RULES.bacon[named.bacon[0]](own, opp);
    return ones ? HOG_RULES.pig_out[named.pig_out[0]](then, ones) : faces.reduce((sum, face) => sum + face, 0);
  }

  // --- for the Play view --------------------------------------------------------------------------

  /** Every number of dice that there ever is. */
  offered() { return this.rules.choices; }

  /** An outcome as a short text, and back; undefined where there is none of that text. */
  spell({ faces }) { return faces.map((face) => face.toString(36)).join("."); }

  spelled(state, action, text) {
    if (action.then <= 0) return text === "" ? this.outcomes(state, action)[0] : undefined;
    const faces = text.split(".").map((face) => (/^[0-9a-z]{1,2}$/.test(face) ? parseInt(face, 36) : 0));
    const fit = faces.length === action.then && faces.every((face) => face >= 1 && face <= this.sides(state));
    return fit ? this.scored(action, faces) : undefined;
  }

  /** What is said of the map, by the names of strings. */
  get legend() { return { hint: "mapHog", scale: "legendHog", marked: "legendTies" }; }

  /** What the map says at a state. */
  reading(state) { return `${command(...this.best(state))}.`; }

  /** Whether what is best changes from each score to the next. */
  get patchy() { return true; }

  /** Whether the value is beyond the scale, which is that of dice: the exchange is. */
  extreme(own, value) { return value < 0; }

  /** What is beyond the scale, in words; "" if there is nothing. */
  get beyond() { return this.rules.choices.includes(-1) ? command(this.action(-1)) : ""; }

  get charted() { return this.rules.maps !== undefined; }

  /** The map at one parity: the least best number of dice, and where others are as good. */
  map({ parity = 0 }) { return this.rules.maps[parity]; }
}

ENGINES.hog = HogEngine;
