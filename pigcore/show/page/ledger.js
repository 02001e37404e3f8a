"use strict";
// The ledger of a game: what luck did, and what decisions did.
//
// W is the mover's chance to win if both play optimally from here on. Of one step,
//
//     mistake = best payoff - payoff of the action chosen      >= 0
//     luck    = W once the dice have fallen - payoff of the action chosen
//
// and both are the other player's with the sign reversed. W before a step is the best payoff, so
// the sums over a game telescope: for either player
//
//     result - W(start) = luck - own mistakes + the other's mistakes,
//
// where the result is 1, 0, or W now if the game is not over.

/** What costs less than this is no mistake to speak of. */
const WORTH_A_WORD = 1e-9;

class Ledger {
  constructor(engine, steps) {
    this.engine = engine;
    this.entries = steps.map((step, number) => this.entryOf(step, number));
  }

  entryOf(step, number) {
    const payoffs = this.engine.payoffs(step.state);
    const before = payoffs[0].worth;
    const chosen = payoffs.find(({ action }) => action === step.action).worth;
    const best = this.engine.best(step.state);
    const after = this.engine.worthAfter(step.result);
    return {
      ...step, number, payoffs, best, before, chosen, after,
      wrong: !best.includes(step.action),
      mistake: before - chosen,
      luck: after - chosen,
    };
  }

  /** One entry's luck or mistake as `player` counts it: his own luck, or the other's turned round. */
  luckFor(player, entry) {
    return entry.mover === player ? entry.luck : -entry.luck;
  }

  /** {start, result, luck, own, other}: chances, and what stands between them. */
  of(player) {
    const sum = (list, value) => list.reduce((total, entry) => total + value(entry), 0);
    const mine = this.entries.filter(({ mover }) => mover === player);
    const theirs = this.entries.filter(({ mover }) => mover !== player);
    const [first, last] = [this.entries[0], this.entries.at(-1)];
    const from = (chance, mover) => (mover === player ? chance : 1 - chance);
    const start = first ? from(first.before, first.mover) : NaN;
    return {
      start,
      result: last ? from(last.after, last.mover) : start,
      luck: sum(this.entries, (entry) => this.luckFor(player, entry)),
      own: sum(mine, ({ mistake }) => mistake),
      other: sum(theirs, ({ mistake }) => mistake),
    };
  }

  /**
   * The same in whole units (hundredths of a percent), so that what is printed adds up: the sums
   * first, then the entries of each sum, none further than a unit or two from the truth.
   */
  printed(player, unit = 1e-4) {
    const exact = this.of(player);
    const start = Math.round(exact.start / unit);
    const result = Math.round(exact.result / unit);
    const [luck, own, other] = apportion(
      [exact.luck, -exact.own, exact.other].map((part) => part / unit), result - start);
    const column = (value, whole) => apportion(
      this.entries.map((entry) => value(entry) / unit), whole);
    const of = (mover) => (entry) => (entry.mover === mover && entry.wrong ? entry.mistake : 0);
    const lucks = column((entry) => this.luckFor(player, entry), luck);
    const ours = column(of(player), -own);
    const theirs = column(of(1 - player), other);
    return {
      start, result, luck, own: -own, other,
      entries: this.entries.map((entry, n) => ({ luck: lucks[n], mistake: ours[n] + theirs[n] })),
    };
  }

  /** The mistakes of `player` that cost most. */
  costliest(player, count = 3) {
    return this.entries
      .filter(({ mover, wrong, mistake }) => mover === player && wrong && mistake >= WORTH_A_WORD)
      .sort((a, b) => b.mistake - a.mistake)
      .slice(0, count);
  }
}

/** Whole numbers near `parts` whose sum is `whole`, by largest remainders; what is nothing stays 0. */
function apportion(parts, whole) {
  const rounded = parts.map(Math.floor);
  const places = parts.map((_, place) => place)
    .filter((place) => Math.abs(parts[place]) >= 1e-7)
    .sort((a, b) => (parts[b] - rounded[b]) - (parts[a] - rounded[a]));
  parts.forEach((part, place) => { if (Math.abs(part) < 1e-7) rounded[place] = 0; });
  const missing = whole - rounded.reduce((a, b) => a + b, 0);
  const all = Math.floor(missing / (places.length || 1));
  places.forEach((place, rank) => {
    rounded[place] += all + (rank < missing - all * places.length ? 1 : 0);
  });
  return rounded;
}
