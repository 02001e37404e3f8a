"use strict";
// The solver of Hog: dice chosen all at once. With E(x, y) what it is worth to have ended a turn at x
// points against y, which end-of-turn rules turn into the next state,
//
//     V(own, opp) = max over choices of sum over (g, h) p E(own + g, opp + h).
//
// Totals own + opp are grouped into blocks such that a turn leads into its own block or one of larger
// totals. Most are one total, and one pass is exact. A block that can be stayed in is iterated; where
// that takes long, its choices are fixed, the chain that they make is solved by elimination, in which
// nothing is subtracted, and choices are bettered until none can be (Howard).

/** Passes over a block before its choices are fixed, and how often they are bettered. */
const PASSES = 400, BETTERED = 100;

/** A block of more states is only iterated, so often at most. */
const MOST_STATES = 1000, MOST_ITERATIONS = 100000;

class Induction {
  constructor(data) {
    const { goal, parities, choices, width } = data;
    Object.assign(this, { goal, parities, choices, width, exchange: data.exchange });
    this.kind = numbers(data.kind, Uint8Array);
    this.free = numbers(data.free, Int16Array);
    this.target = numbers(data.target, Int32Array);
    this.same = numbers(data.same, Uint8Array);
    this.places = this.target.length;
    /** Of each kind and number of dice, how far they lead in E, and how likely. */
    this.rolled = data.rolled.map((several) => several && several.map(({ gain, gift, chance }) => {
      const gifts = numbers(gift, Int32Array);
      const ahead = numbers(gain, Int32Array).map((points, n) => points * width + gifts[n]);
      return { ahead, chance: numbers(chance, Float64Array) };
    }));
    this.starts = new Float64Array(parities * goal * goal).fill(0.5);
    /** E at parity, x, y. */
    this.ended = new Float64Array(parities * this.places);
    for (let at = 0; at < this.ended.length; at++) {
      const next = this.target[at % this.places];
      this.ended[at] = next >= 0 ? 0.5 : next === -1 ? 1 : 0;
    }
    this.worth = 0;
    this.best = 0;
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
    const small = states.length * this.parities <= MOST_STATES;
    for (let pass = 0; pass < (small ? PASSES : MOST_ITERATIONS); pass++) {
      const change = this.pass(states);
      this.settle(ends);
      if (change <= 2 ** -54) return;
      if (pass % 16 === 0) yield share;
    }
    if (small) yield* this.better(states, ends, share);
  }

  /** Policy iteration of a block. */
  *better(states, ends, share) {
    const { goal, parities, choices, starts } = this, size = goal * goal;
    const all = Array.from({ length: parities }, (_, parity) => states.map((state) => ({ state, parity, choice: NaN }))).flat();
    for (let round = 0; round < BETTERED; round++) {
      let kept = true;
      for (const one of all) {
        let best = one.choice, most = Number.isNaN(best) ? -1 : this.worthOf(best, one.state, one.parity) + ROUNDING;
        for (const choice of choices) {
          const worth = this.worthOf(choice, one.state, one.parity);
          if (worth > most) [best, most] = [choice, worth];
        }
        kept &&= best === one.choice;
        one.choice = best;
      }
      if (kept) return;
      this.eliminate(all).forEach((value, n) => { starts[all[n].parity * size + all[n].state] = clipped(value); });
      this.settle(ends);
      yield share;
    }
  }

  /**
   * The values of a block when its choices are fixed. The chain's states are who moves in which state;
   * going out of one is a sum of positive terms, of which one less the chance to stay is the sum. A row
   * has where it goes, the mover's state n or the other's n + count, and the chances to win and to lose.
   */
  eliminate(all) {
    const { goal, width, places, parities, target, same, ended, free, exchange, kind, rolled } = this;
    const count = all.length, size = goal * goal, number = new Int32Array(parities * size).fill(-1), w = 2 * count + 2;
    all.forEach(({ state, parity }, n) => { number[parity * size + state] = n; });
    const rows = all.map(({ state, parity, choice }) => {
      const row = new Float64Array(w), base = Math.floor(state / goal) * width + state % goal;
      const turned = choice === -1 ? 1 - parity : parity;
      const add = (place, chance) => {
        const next = target[place], inside = next >= 0 ? number[turned * size + next] : -1;
        if (inside >= 0) row[same[place] ? inside : inside + count] += chance;
        else {
          row[w - 2] += chance * ended[turned * places + place];
          row[w - 1] += chance * (1 - ended[turned * places + place]);
        }
      };
      if (choice === -1) add(base + exchange[0] * width + exchange[1], 1);
      else if (choice === 0) add(base + free[2 * state] * width + free[2 * state + 1], 1);
      else {
        const { ahead, chance } = rolled[kind[state] ^ parity][choice];
        chance.forEach((p, n) => add(base + ahead[n], p));
      }
      return row;
    });
    // State n of the mover and of the other are alike but for the two sides: both go at once.
    for (let n = count - 1; n >= 0; n--) {
      const row = rows[n];
      this.unloop(row, n, count);
      for (let m = 0; m < n; m++) {
        const user = rows[m], mine = user[n], his = user[n + count];
        user[n] = user[n + count] = 0;
        if (mine || his) this.follow(user, row, mine, his, n, count);
      }
    }
    const values = new Float64Array(count);
    for (let n = 0; n < count; n++) {
      const row = rows[n];
      let value = row[w - 2];
      for (let m = 0; m < n; m++) value += row[m] * values[m] + row[m + count] * (1 - values[m]);
      values[n] = value;
    }
    return values;
  }

  /** Take out of a row that it leads back to its own state, as the mover's or as the other's. */
  unloop(row, n, count) {
    const w = 2 * count + 2, stays = row[n], turns = row[n + count];
    if (!stays && !turns) return;
    row[n] = row[n + count] = 0;
    const out = row.reduce((sum, part) => sum + part, 0);  // 1 - stays - turns
    // x = o + stays x + turns x*, and the same of x*: x = ((1 - stays) o + turns o*) / ((1 - stays)² - turns²)
    const leave = out + turns, whole = out * (leave + turns), old = row.slice();
    for (let m = 0; m < n; m++) {
      row[m] = (leave * old[m] + turns * old[m + count]) / whole;
      row[m + count] = (leave * old[m + count] + turns * old[m]) / whole;
    }
    row[w - 2] = (leave * old[w - 2] + turns * old[w - 1]) / whole;
    row[w - 1] = (leave * old[w - 1] + turns * old[w - 2]) / whole;
  }

  /** Let a row go where another one goes to which it leads, as the mover or as the other player. */
  follow(user, row, mine, his, n, count) {
    const w = 2 * count + 2;
    for (let m = 0; m < n; m++) {
      user[m] += mine * row[m] + his * row[m + count];
      user[m + count] += mine * row[m + count] + his * row[m];
    }
    user[w - 2] += mine * row[w - 2] + his * row[w - 1];
    user[w - 1] += mine * row[w - 1] + his * row[w - 2];
  }
}

SOLVERS.hog = function* (data) {
  const induction = new Induction(data);
  yield* induction.solve();
  return { starts: induction.starts };
};
