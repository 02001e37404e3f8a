"use strict";
// Needs engine.js words.js
// The ledger of a game: what luck did, and what decisions did.
//
// W_p is player p's chance to win if all play by the solution from here on, and P_p that chance once
// an action is chosen and nothing has fallen yet. Of one step,
//
//     mistake = W_m - P_m of the mover m                  >= 0
//     luck_p  = W_p once the dice have fallen - P_p
//
// and the decision gives P_p - W_p to every other player p: with two players that is the mover's
// mistake; with more it may also take from one what it gives to another. The sums over a game
// telescope: for every player
//
//     result - W(start) = luck - own mistakes + what the others' decisions gave,     the gifts,
//
// where the result is 1, 0, or W now if the game is not over.
//
// Two numbers sum a game up. Skill is 100 (1 - given / blind): `given` is what a decision of his gave
// away on average, `blind` what one would that is drawn among all that are allowed. So 100 is perfect
// and 0 no better than blind. Fortune is where the luck of a game lies among all that its throws could have brought:
// each throw, thrown again from where it was, is independent of the others and changes a chance by 0 on
// average; the distribution of their sum is a convolution.

/** What a wrong decision is called by the least that it gives away, and its sign. */
const GRADES = [
  { name: "blunder", least: 0.05, sign: "??" },
  { name: "mistake", least: 0.02, sign: "?" },
  { name: "inaccuracy", least: 0.005, sign: "?!" },
];

/** The grade of a decision; undefined of one that gives away less than all of them. */
function gradeOf(cost) { return GRADES.find(({ least }) => cost >= least - TIED); }

class Ledger {
  constructor(engine, steps) {
    this.engine = engine;
    this.entries = steps.map((step, number) => this.entryOf(step, number));
  }

  entryOf(step, number) {
    const { engine } = this, { state, action, mover } = step;
    const payoffs = engine.payoffs(state), best = engine.best(state);
    // From the mover on; an entry has them by player.
    const [before, chosen, after] = [
      engine.shares(state), payoffs.find((payoff) => payoff.action === action).all,
      engine.sharesAfter(step.result),
    ].map((chances) => turned(chances, mover));
    return {
      ...step, number, payoffs, best, before, chosen, after,
      wrong: !best.includes(action),
      mistake: before[mover] - chosen[mover],
    };
  }

  /** One entry's luck as `player` counts it, and what its decision gave him. */
  luckFor(player, { after, chosen }) { return after[player] - chosen[player]; }

  given(player, { before, chosen }) { return chosen[player] - before[player]; }

  /** The chances at the start and at the end, and what stands between them. */
  of(player) {
    const sum = (value) => this.entries.reduce((total, entry) => total + value(entry), 0);
    const [first, last] = [this.entries[0], this.entries[this.entries.length - 1]];
    return {
      start: first.before[player],
      luck: sum((entry) => this.luckFor(player, entry)),
      mistakes: sum((entry) => (entry.mover === player ? entry.mistake : 0)),
      gifts: sum((entry) => (entry.mover === player ? 0 : this.given(player, entry))),
      result: last.after[player],
    };
  }

  /** The same in whole units (hundredths of a percent), with what each player's decisions gave under `from`. The luck
   * takes what rounding leaves, so that what is printed adds up. */
  printed(player, unit = 1e-4) {
    const { start, result } = this.of(player), [first, last] = [start, result].map((part) => Math.round(part / unit));
    const from = Array.from({ length: this.engine.players }, (_, mover) => Math.round(
      this.entries.reduce((sum, entry) => sum + (entry.mover === mover ? this.given(player, entry) : 0), 0) / unit));
    const given = from.reduce((sum, part) => sum + part, 0);
    return { start: first, luck: last - first - given, mistakes: -from[player] || 0, gifts: given - from[player], from, result: last };
  }

  decisions(player) {
    return this.entries.filter(({ mover, payoffs }) => mover === player && payoffs.length > 1);
  }

  /** {decisions, given, blind, score}: how well `player` decided; null where there was nothing to decide. */
  skill(player) {
    const own = this.decisions(player), decisions = own.length;
    if (!decisions) return null;
    const mean = (value) => own.reduce((sum, entry) => sum + value(entry), 0) / decisions;
    const given = Math.max(0, mean(({ mistake }) => mistake));
    const blind = mean(({ payoffs, before }) => (
      before[player] - payoffs.reduce((sum, { worth }) => sum + worth, 0) / payoffs.length));
    return { decisions, given, blind, score: blind > TIED ? Math.max(0, 100 * (1 - given / blind)) : 100 };
  }

  /** How likely the same throws, thrown again, would bring `player` less luck; as much counts half.
   * A generator that yields often. */
  *fortune(player) {
    const { engine } = this;
    let sums = [[0, 1]], luck = 0;
    for (const entry of this.entries) {
      const { state, action, outcome, chosen, mover } = entry;
      if (!outcome) continue;
      luck += this.luckFor(player, entry);
      const lucks = engine.prospects(state, action)
        .map(([after, chance]) => [turned(after, mover)[player] - chosen[player], chance]);
      sums = summed(sums, summed([[0, 1]], lucks, 64), 4096);
      yield;
    }
    const all = sums.reduce((sum, [, chance]) => sum + chance, 0);
    return sums.reduce((sum, [value, chance]) => (
      sum + chance * (Math.abs(value - luck) < 1e-9 ? 0.5 : Number(value < luck))), 0) / all;
  }

  costliest(player, count = 3) {
    return this.entries
      .filter(({ mover, wrong }) => mover === player && wrong)
      .sort((a, b) => b.mistake - a.mistake)
      .slice(0, count);
  }
}

/**
 * The sum of two independent numbers as [[value, chance], …]: all there are, or where these are more
 * than `most` the means of the values in so many equal ranges.
 */
function summed(one, other, most) {
  if (one.length * other.length <= most) {
    return one.flatMap(([x, p]) => other.map(([y, q]) => [x + y, p * q]));
  }
  const end = (extreme) => extreme(...one.map(([x]) => x)) + extreme(...other.map(([y]) => y));
  const low = end(Math.min), width = (end(Math.max) - low) / most || 1;
  const chances = new Float64Array(most + 1), sums = new Float64Array(most + 1);
  for (const [x, p] of one) {
    for (const [y, q] of other) {
      const place = Math.max(0, Math.floor((x + y - low) / width));
      chances[place] += p * q;
      sums[place] += p * q * (x + y);
    }
  }
  return Array.from(chances, (chance, place) => [sums[place] / chance, chance]).filter(([, chance]) => chance > 1e-15);
}
