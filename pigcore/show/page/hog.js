"use strict";
// Hog: dice chosen all at once. A state is {own, opp}, and {parity} where dice are exchanged.

class HogEngine extends Engine {
  constructor(data) {
    super(data);
    this.kind = numbers(data.kind, Uint8Array);
    this.free = numbers(data.free, Int16Array);
    this.target = numbers(data.target, Int32Array);
    this.same = numbers(data.same, Uint8Array);
    this.rolled = data.rolled.map((several) => several && several.map(({ gain, gift, chance }) => ({
      gain: numbers(gain, Int32Array),
      gift: numbers(gift, Int32Array),
      chance: numbers(chance, Float64Array),
    })));
    this.survey = new Survey(this.look());
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

  actions() { return this.rules.choices; }

  /** How many sides the dice have that are rolled in this state. */
  sides({ own, opp, parity = 0 }) {
    return this.rules.dice[this.kind[own * this.goal + opp] ^ parity];
  }

  /** What it is worth to have ended a turn at x against y, before the end-of-turn rules. */
  ended(x, y, parity) {
    const next = this.target[x * this.rules.width + y];
    if (next < 0) return next === -1 ? 1 : 0;
    const worth = this.starts[parity * this.goal * this.goal + next];
    return this.same[x * this.rules.width + y] ? worth : 1 - worth;
  }

  /** [gain, gift] of a choice without dice, or null if dice are rolled. */
  certain({ own, opp }, action) {
    if (action === -1) return this.rules.exchange;
    const place = 2 * (own * this.goal + opp);
    return action === 0 ? [this.free[place], this.free[place + 1]] : null;
  }

  /** The table of what the dice of a choice gain, give and how likely. */
  table(state, action) {
    const { own, opp, parity = 0 } = state;
    return this.rolled[this.kind[own * this.goal + opp] ^ parity][action];
  }

  payoffs(state) {
    const { own, opp, parity = 0 } = state;
    const found = this.rules.choices.map((action) => {
      const sure = this.certain(state, action);
      const turned = action === -1 ? 1 - parity : parity;
      if (sure) return { action, worth: this.ended(own + sure[0], opp + sure[1], turned) };
      const { gain, gift, chance } = this.table(state, action);
      let worth = 0;
      for (let n = 0; n < gain.length; n++) {
        worth += chance[n] * this.ended(own + gain[n], opp + gift[n], parity);
      }
      return { action, worth: Math.min(worth, 1) };
    });
    return found.sort((one, other) => other.worth - one.worth);
  }

  worth({ own, opp, parity = 0 }) {
    return this.starts[(parity * this.goal + own) * this.goal + opp];
  }

  best(state) { return super.best(state).sort((one, other) => one - other); }

  /** What a choice can gain and give: each with its chance, without the dice. */
  outcomes(state, action) {
    const sure = this.certain(state, action);
    if (sure) return [{ chance: 1, faces: [], gain: sure[0], gift: sure[1], kind: "gain" }];
    const { gain, gift, chance } = this.table(state, action);
    return Array.from(gain, (points, n) => (
      { chance: chance[n], faces: null, gain: points, gift: gift[n], kind: "gain" }));
  }

  /** One roll, die by die. */
  rolls(state, action, random) {
    const sides = this.sides(state);
    return Array.from({ length: Math.max(action, 0) }, () => 1 + Math.floor(random() * sides));
  }

  draw(state, action, random) {
    const [sure] = action > 0 ? [null] : this.outcomes(state, action);
    return sure || this.scored(action, this.rolls(state, action, random));
  }

  /** The outcome that these faces are. */
  scored(action, faces) {
    const ones = faces.filter((face) => face === 1).length;
    const busts = this.rules.pigOut && ones > 0;
    const sum = faces.reduce((total, face) => total + face, 0);
    const [gain, gift] = busts ? this.rules.ones[action][ones - 1] : this.rules.sums[action][sum];
    return { faces, gain, gift, kind: busts ? "bust" : "gain" };
  }

  after({ own, opp, parity = 0 }, action, { gain, gift, kind }) {
    const [x, y] = [own + gain, opp + gift];
    const turned = action === -1 ? 1 - parity : parity;
    const place = x * this.rules.width + y;
    const next = this.target[place];
    const events = [kind === "bust" ? "pigsOut" : "scores"], { ends } = this.rules;
    if (gift > 0) events.push("gives");
    if (action === -1) events.push("exchanges");
    const same = next >= 0 && this.same[place] === 1;
    const [first, second] = next >= 0 ? [Math.floor(next / this.goal), next % this.goal]
      : (this.rules.final[place] || [x, y]).slice().reverse();
    const state = this.state(first, second, turned);
    const [mine, other] = same ? [state.own, state.opp] : [state.opp, state.own];
    if (mine === y && other === x && x !== y) events.push("swaps");
    else if (mine !== x || other !== y) events.push("changes");
    if (same) events.push("again");
    const strikes = { rule: listed(ends.filter((name) => (name.startsWith("swine_swap") === events.includes("swaps")) || ends.length === 1).map(ruleName)), before: x, after: mine };
    if (next >= 0) return { state, same, winner: null, events, strikes };
    return { state, same, winner: next === -1 ? "mover" : "other", events: [...events, "wins"], strikes };
  }

  // --- for the Play view --------------------------------------------------------------------------

  /** The rows of the card of rules: what is rolled, and every rule by its name. */
  brief() {
    const { named, dice: [sides] } = this.rules, die = (value) => ({ kind: "die", value, sides });
    const shown = { pig_out: [die(1), die(4)], pig_out_for_nothing: [die(1), die(4)], hog_wild: [{ kind: "die", value: 3, sides: this.rules.dice[1] }] };
    const known = (name) => Language.has(`hog.${name}`);
    const words = (name) => say(known(name) ? "brief.rule" : "brief.ownRule", {
      name: ruleName(name), does: known(name) ? say(`hog.${name}`, { sides: this.rules.dice[1] }) : name });
    return [{ faces: [3, 5, 6].map((value) => die(Math.min(value, sides))), words: say("brief.hog.sum") },
      ...named.map((name) => ({ faces: shown[name] ?? [], words: words(name) }))];
  }

  /** Every action that there ever is, whether it is legal in the state or not. */
  offered() { return this.rules.choices; }

  /** An outcome as a short text, and back; undefined where there is none of that text. */
  spell({ faces }) { return faces.map((face) => face.toString(36)).join("."); }

  spelled(state, action, text) {
    if (action <= 0) return text === "" ? this.outcomes(state, action)[0] : undefined;
    const faces = text.split(".").map((face) => (/^[0-9a-z]{1,2}$/.test(face) ? parseInt(face, 36) : 0));
    const fit = faces.length === action && faces.every((face) => face >= 1 && face <= this.sides(state));
    return fit ? this.scored(action, faces) : undefined;
  }

  /** A turn as a transcript in Python has it. */
  recorded([{ action, outcome: { gain, gift } }]) { return { choice: action, gain, gift }; }

  /** A turn of Hog is one choice. */
  plan() { return []; }

  /** Whether a mover who plays optimally can come here, whatever the opponent does. */
  reachable({ own, opp, parity = 0 }) {
    return this.survey.all()[parity].reached[own * this.goal + opp] === 1;
  }

  /** What is said of the map, by the names of strings. */
  get legend() { return { hint: "mapHog", scale: "legendHog", marked: "legendTies", faded: "legendFaded" }; }

  /** What the map says at a state. */
  reading(state) { return `${command(...this.best(state))}.`; }

  /** Whether the value is beyond the scale, which is that of dice: the exchange is. */
  extreme(own, value) { return value < 0; }

  /** What is beyond the scale, in words; "" if there is nothing. */
  get beyond() { return this.rules.choices.includes(-1) ? command(-1) : ""; }

  /** The map at one parity: the least best number of dice, where others are as good, and whether
   * optimal play comes there at all. */
  map({ parity = 0 }) { return this.survey.all()[parity]; }

  /** The work of the survey. */
  *look() {
    const size = this.goal * this.goal;
    const maps = [];
    for (let parity = 0; parity < this.rules.parities; parity++) {
      const values = new Int16Array(size), marks = new Uint8Array(size);
      for (let place = 0; place < size; place++) {
        if (place % 32 === 0) yield;
        const best = this.best(this.state(Math.floor(place / this.goal), place % this.goal, parity));
        values[place] = best[0];
        marks[place] = best.length > 1 ? 1 : 0;
      }
      maps.push({ values, marks });
    }
    const reached = yield* this.sweep();
    return maps.map((map, parity) => (
      { ...map, reached: reached.subarray(parity * size, (parity + 1) * size) }));
  }

  /** 1 at the states that the player who plays optimally can have to move in. */
  *sweep() {
    const size = this.rules.parities * this.goal * this.goal;
    const seen = [new Uint8Array(size), new Uint8Array(size)];  // his turns, the opponent's
    const waiting = [];
    const come = (who, place) => {
      if (seen[who][place]) return;
      seen[who][place] = 1;
      waiting.push([who, place]);
    };
    come(0, 0);
    come(1, 0);
    for (let n = 0; waiting.length; n++) {
      if (n % 32 === 0) yield;
      const [who, place] = waiting.pop();
      const opp = place % this.goal, rest = Math.floor(place / this.goal);
      const own = rest % this.goal, parity = Math.floor(rest / this.goal);
      const state = this.state(own, opp, parity);
      for (const action of who === 0 ? this.best(state) : this.rules.choices) {
        const turned = (action === -1 ? 1 - parity : parity) * this.goal * this.goal;
        const sure = this.certain(state, action);
        const { gain, gift } = sure ? { gain: [sure[0]], gift: [sure[1]] } : this.table(state, action);
        for (let m = 0; m < gain.length; m++) {
          const end = (own + gain[m]) * this.rules.width + opp + gift[m];
          if (this.target[end] >= 0) come(this.same[end] ? who : 1 - who, turned + this.target[end]);
        }
      }
    }
    return seen[0];
  }
}

ENGINES.hog = HogEngine;

/** What a rule of the course is called: "Sus Fuss". */
function ruleName(name) { return name.split("_").map(capital).join(" "); }
