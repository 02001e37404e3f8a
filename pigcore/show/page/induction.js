"use strict";
// Needs solve.js
// The solver of Hog: dice chosen all at once. With E(x, y) what it is worth to have ended a turn at x
// points against y, which end-of-turn rules turn into the next state,
//
//     V(own, opp) = max over choices of sum over (g, h) p E(own + g, opp + h).
//
// Totals own + opp are grouped into blocks such that a turn leads into its own block or one of larger
// totals. Most are one total, and one pass is exact. A block that can be stayed in is iterated.

/** Passes over a block at most. */
const MOST_PASSES_OF_A_BLOCK = 100000;

class Induction {
  constructor(data) {
    const { goal, parities, choices, width } = data;
    Object.assign(this, { goal, parities, choices, width, exchange: data.exchange });
    this.kind = data.kind;
    this.free = data.free;
    this.target = data.target;
    this.same = data.same;
    this.places = this.target.length;
    /** Of each kind and number of dice, how far they lead in E, and how likely. */
    this.rolled = data.rolled.map((several) => several && several.map(({ gain, gift, chance }) => (
      { ahead: gain.map((points, n) => points * width + gift[n]), chance })));
    this.starts = new Float64Array(parities * goal * goal).fill(0.5);
    /** E at parity, x, y. */
    this.ended = new Float64Array(parities * this.places);
    for (let at = 0; at < this.ended.length; at++) {
      const next = this.target[at % this.places];
      this.ended[at] = next >= 0 ? 0.5 : next === -1 ? 1 : 0;
    }
  }

  /** A game that is solved. */
  static of(data, starts) {
    const found = new Induction(data);
    found.starts.set(starts);
    found.settle([...found.target.keys()].filter((place) => found.target[place] >= 0));
    return found;
  }

  totalOf(state) { return Math.floor(state / this.goal) % this.goal + state % this.goal; }

  /** The blocks, from the largest totals down: {states, cyclic, ends}, `ends` being the places of E that
   * lead into them. */
  blocks() {
    const { goal, target, places } = this, last = 2 * goal - 2, least = new Int32Array(last + 1).fill(2 * goal);
    const own = [], ends = Array.from({ length: last + 1 }, () => []);
    const leads = (total, place) => {
      const next = target[place];
      if (next >= 0) least[total] = Math.min(least[total], this.totalOf(next));
    };
    for (let total = 0; total <= last; total++) own.push([]);
    for (let at = 0; at < goal * goal; at++) {
      const total = this.totalOf(at), place = Math.floor(at / goal) * this.width + at % goal;
      own[total].push(at);
      for (const several of this.rolled) for (const { ahead } of several ?? []) for (const far of ahead) leads(total, place + far);
      if (this.exchange) leads(total, place + this.exchange[0] * this.width + this.exchange[1]);
      if (this.choices.includes(0)) leads(total, place + this.free[2 * at] * this.width + this.free[2 * at + 1]);
    }
    for (let place = 0; place < places; place++) if (target[place] >= 0) ends[this.totalOf(target[place])].push(place);
    const found = [];
    for (let total = last, top = last, low = last, cyclic = false; total >= 0; total--) {
      if (least[total] <= total) {
        cyclic = true;
        low = Math.min(low, least[total]);
      }
      if (total > low) continue;
      const part = (lists) => lists.slice(total, top + 1).reverse().flat();
      found.push({ states: part(own), cyclic, ends: part(ends) });
      [top, low, cyclic] = [total - 1, total - 1, false];
    }
    return found;
  }

  /** What a choice is worth at a state; NaN if there is none such. */
  worthOf(choice, state, parity) {
    const { goal, width, free, exchange, ended, places, kind, rolled } = this;
    const own = Math.floor(state / goal), base = own * width + state % goal, at = parity * places + base;
    if (choice === -1) return ended[(1 - parity) * places + base + exchange[0] * width + exchange[1]];
    if (choice === 0) return ended[at + free[2 * state] * width + free[2 * state + 1]];
    const { ahead, chance } = rolled[kind[state] ^ parity][choice];
    let sum = 0;
    for (let n = 0; n < ahead.length; n++) sum += chance[n] * ended[at + ahead[n]];
    return sum < 1 ? sum : 1;
  }

  /** At each parity and state the least best number of dice, and 1 where others are as good. */
  maps() {
    const { goal, parities, choices } = this;
    return Array.from({ length: parities }, (_, parity) => {
      const values = new Int16Array(goal * goal), marks = new Uint8Array(goal * goal);
      values.forEach((_, state) => {
        const worths = choices.map((choice) => this.worthOf(choice, state, parity)), least = Math.max(...worths) - TIED;
        const best = choices.filter((_, n) => worths[n] >= least);
        [values[state], marks[state]] = [best[0], Number(best.length > 1)];
      });
      return { values, marks };
    });
  }

  /** Find the best of a block's choices; how much the values change. */
  pass(states) {
    const { goal, parities, choices, starts } = this;
    let change = 0;
    for (let parity = 0; parity < parities; parity++) {
      for (const state of states) {
        const at = parity * goal * goal + state;
        let best = 0;
        for (const choice of choices) best = Math.max(best, this.worthOf(choice, state, parity));
        change = Math.max(change, Math.abs(best - starts[at]));
        starts[at] = best;
      }
    }
    return change;
  }

  /** Write down what is worth to end a turn at these places. */
  settle(ends) {
    const { goal, parities, places, target, same, starts, ended } = this;
    for (let parity = 0; parity < parities; parity++) {
      for (const place of ends) {
        const value = starts[parity * goal * goal + target[place]];
        ended[parity * places + place] = same[place] ? value : 1 - value;
      }
    }
  }

  /** Solve the game; yields the share that is done. */
  *solve() {
    const { goal } = this;
    let done = 0;
    for (const { states, cyclic, ends } of this.blocks()) {
      if (cyclic) yield* this.iterate(states, ends, done / goal ** 2);
      else this.pass(states);
      this.settle(ends);
      done += states.length;
      yield done / goal ** 2;
    }
  }

  /** Iterate a block until it stands still. */
  *iterate(states, ends, share) {
    for (let pass = 0; pass < MOST_PASSES_OF_A_BLOCK; pass++) {
      const change = this.pass(states);
      this.settle(ends);
      if (change <= 2 ** -54) return;
      if (pass % 16 === 0) yield share;
    }
  }
}

SOLVERS.hog = function* (data) {
  const induction = new Induction(data);
  yield* induction.solve();
  return { starts: induction.starts, maps: induction.maps() };
};
