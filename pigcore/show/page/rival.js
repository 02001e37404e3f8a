"use strict";
// Programs to play against that are not perfect: each plays by a policy that Python embedded. A rival
// has `chances(state)`, how likely he takes each of `actions`, or decides by a rule of his family's.

/** A policy that is a table of answers, told in runs as `rivals.py` says. */
class TableRival {
  constructor(told, names) {
    Object.assign(this, { name: told.name, actions: told.actions, answers: told.answers });
    this.sizes = told.shape.slice(0, -1);
    this.names = names.slice(0, told.shape.length);
    for (const name of ["first", "ends", "which", "kinds"]) this[name] = numbers(told[name], Uint32Array);
    this.begins = numbers(told.begins, Uint16Array);
  }

  chances(state) {
    const parts = this.names.map((name) => state[name] || 0);
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

/** The first whole number from low to high of which something is true that stays true; else high. */
function firstWhere(low, high, holds) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle; else low = middle + 1;
  }
  return low;
}

/** Who plays by what Python told of a policy. */
function rivalOf(told, engine) {
  const kinds = { table: TableRival, banking: BankingRival, either: EitherRival };
  return new kinds[told.kind](told, engine.names, engine);
}
