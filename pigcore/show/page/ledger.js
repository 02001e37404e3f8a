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
//     result - W(start) = luck - own mistakes + the other's mistakes,     the gifts,
//
// where the result is 1, 0, or W now if the game is not over.

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

  /** The chances at the start and at the end, and what stands between them. */
  of(player) {
    const sum = (value) => this.entries.reduce((total, entry) => total + value(entry), 0);
    const costs = (mover) => sum((entry) => (entry.mover === mover ? entry.mistake : 0));
    const from = (chance, mover) => (mover === player ? chance : 1 - chance);
    const [first, last] = [this.entries[0], this.entries[this.entries.length - 1]];
    return {
      start: from(first.before, first.mover),
      luck: sum((entry) => this.luckFor(player, entry)),
      mistakes: costs(player),
      gifts: costs(1 - player),
      result: from(last.after, last.mover),
    };
  }

  /**
   * The same in whole units (hundredths of a percent), so that what is printed adds up. The luck
   * takes what rounding leaves; the entries of each sum add up to it.
   */
  printed(player, unit = 1e-4) {
    const units = Object.fromEntries(Object.entries(this.of(player))
      .map(([name, part]) => [name, Math.round(part / unit)]));
    units.luck = units.result - units.start + units.mistakes - units.gifts;
    const column = (value, whole) => apportion(
      this.entries.map((entry) => value(entry) / unit), whole);
    const costs = (mover) => (entry) => (entry.mover === mover && entry.wrong ? entry.mistake : 0);
    const lucks = column((entry) => this.luckFor(player, entry), units.luck);
    const mistakes = column(costs(player), units.mistakes);
    const gifts = column(costs(1 - player), units.gifts);
    const entries = lucks.map((luck, n) => ({ luck, mistake: gifts[n] - mistakes[n] }));
    return { ...units, entries };
  }

  /** The mistakes of `player` that cost most. */
  costliest(player, count = 3) {
    return this.entries
      .filter(({ mover, wrong }) => mover === player && wrong)
      .sort((a, b) => b.mistake - a.mistake)
      .slice(0, count);
  }
}

/**
 * Whole numbers near `parts` whose sum is `whole`: rounded down, and then the largest remainders up.
 * What is nothing stays nothing.
 */
function apportion(parts, whole) {
  const something = parts.map((part) => Math.abs(part) >= 1e-7);
  const rounded = parts.map((part, place) => (something[place] ? Math.floor(part) : 0));
  const places = [...parts.keys()].filter((place) => something[place])
    .sort((one, other) => (parts[other] - rounded[other]) - (parts[one] - rounded[one]));
  const missing = whole - rounded.reduce((sum, part) => sum + part, 0);
  const each = Math.floor(missing / places.length);
  places.forEach((place, rank) => {
    rounded[place] += each + (rank < missing - each * places.length ? 1 : 0);
  });
  return rounded;
}
