"use strict";
// Needs solve.js hogrules.js
// The solver of Hog: dice chosen all at once. With E(x, y) what it is worth to have ended a turn at x
// points against y, which end-of-turn rules turn into the next state,
//
//     V(own, opp) = max over choices of sum over (g, h) p E(own + g, opp + h).
//
// No rule lowers the total own + opp, so totals are solved from the largest one down. Where a turn may
// come to nothing, its total is iterated.

const MOST_PASSES_OF_A_TOTAL = 100000;

class Induction {
  constructor(data) {
    const game = new HogGame(data), { goal, parities, choices } = data;
    Object.assign(this, { goal, parities, choices, game });
    const sure = choices.filter((choice) => choice <= 0), far = [0, 1].map((which) => {
      const rolled = game.rolled.flat(2).reduce((most, outcome) => Math.max(most, outcome[which]), 0);
      return Math.max(rolled, ...this.all((own, opp) => Math.max(0, ...sure.map((choice) => game.free(choice, own, opp)[which]))));
    });
    this.width = goal + far[1];
    this.places = (goal + far[0]) * this.width;
    /** @param {number[]} outcome */
    const ahead = ([gain, gift]) => gain * this.width + gift;
    /** Of each kind and number of dice, how far they lead in E, and how likely. */
    this.rolled = game.rolled.map((several) => several.map((outcomes) => (
      { ahead: Int32Array.from(outcomes, ahead), chance: Float64Array.from(outcomes, ([, , chance]) => chance) })));
    this.free = sure.map((choice) => Int32Array.from(this.all((own, opp) => ahead(game.free(choice, own, opp)))));
    this.kind = Uint8Array.from(this.all((own, opp) => game.kind(own, opp, 0)));
    this.cyclic = [...this.free, ...this.rolled.flat().map((each) => each.ahead)].some((far) => far.includes(0));
    this.starts = new Float64Array(parities * goal * goal).fill(0.5);
    /** E at parity, x, y; by their totals the places that lead on, and where to. */
    this.ended = new Float64Array(parities * this.places);
    this.ends = Array.from({ length: 2 * goal - 1 }, () => []);
    for (let place = 0; place < this.places; place++) {
      const { own, opp, same, winner } = game.landing(Math.floor(place / this.width), place % this.width);
      if (winner === null) this.ends[own + opp].push([place, same ? own * goal + opp : opp * goal + own, same]);
      else if (winner === "mover") for (let parity = 0; parity < parities; parity++) this.ended[parity * this.places + place] = 1;
    }
  }

  all(of) {
    const { goal } = this;
    return Array.from({ length: goal * goal }, (_, state) => of(Math.floor(state / goal), state % goal));
  }

  static of(data, starts) {
    const found = new Induction(data);
    found.starts.set(starts);
    found.ends.forEach((_, total) => found.settle(total));
    return found;
  }

  worthOf(choice, state, parity) {
    const { goal, width, free, choices, ended, places, kind, rolled } = this;
    const base = Math.floor(state / goal) * width + state % goal, at = parity * places + base;
    if (choice <= 0) return ended[(choice < 0 ? (1 - parity) * places + base : at) + free[choices.indexOf(choice)][state]];
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

  /** Find the best choices of the states of a total; how much the values change. */
  pass(total) {
    const { goal, parities, choices, starts } = this;
    let change = 0;
    for (let parity = 0; parity < parities; parity++) {
      for (let own = Math.max(0, total - goal + 1); own < goal && own <= total; own++) {
        const state = own * goal + total - own, at = parity * goal * goal + state;
        let best = 0;
        for (const choice of choices) best = Math.max(best, this.worthOf(choice, state, parity));
        change = Math.max(change, Math.abs(best - starts[at]));
        starts[at] = best;
      }
    }
    return change;
  }

  /** Write down what it is worth to end a turn that leads to a total. */
  settle(total) {
    const { goal, parities, places, ends, starts, ended } = this;
    for (let parity = 0; parity < parities; parity++) {
      for (const [place, next, same] of ends[total]) {
        const value = starts[parity * goal * goal + next];
        ended[parity * places + place] = same ? value : 1 - value;
      }
    }
  }

  *solve() {
    const { goal, cyclic } = this;
    let done = 0;
    for (let total = 2 * goal - 2; total >= 0; total--) {
      this.settle(total);
      for (let pass = 0; pass < MOST_PASSES_OF_A_TOTAL; pass++) {
        const change = this.pass(total);
        this.settle(total);
        if (!cyclic || change <= 2 ** -54) break;
        if (pass % 16 === 0) yield done / goal ** 2;
      }
      done += Math.min(total, 2 * goal - 2 - total) + 1;
      yield done / goal ** 2;
    }
  }
}

SOLVERS.hog = function* (data) {
  const induction = new Induction(data);
  yield* induction.solve();
  return { starts: induction.starts, maps: induction.maps() };
};
