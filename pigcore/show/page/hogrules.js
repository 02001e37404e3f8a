"use strict";
// Needs aside.js
// Hog: the rules that its terms are composed of, by kind and name, as `games/hog_rules.py` has them, and what a game of
// such rules is.

function commonOf(a, b) { return b ? commonOf(b, a % b) : a; }

const HOG_RULES = (() => {
/** The n-th decimal digit of pi, the first 2,048 by Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239). */
const digitOfPi = (() => {
  let digits = "";
  /** @param {bigint} x
   * @param {bigint} one */
  const arctan = (x, one) => {
    let total = 0n, sign = 1n, odd = 1n;
    for (let term = one / x; term; term /= x * x) {
      total += sign * (term / odd);
      [sign, odd] = [-sign, odd + 2n];
    }
    return total;
  };
  return (n) => {
    if (!digits) {
      const one = 10n ** 2058n;
      digits = `${16n * arctan(5n, one) - 4n * arctan(239n, one)}`;
    }
    return Number(digits[n]);
  };
})();

function nextPrime(n) {
  do n++; while (!isPrime(n));
  return n;
}

function isPrime(n) {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n > 1;
}

function divisors(n) {
  let found = 0;
  for (let d = 1; d * d <= n; d++) if (n % d === 0) found += d * d === n ? 1 : 2;
  return found;
}

return {
  wild: { hog_wild: (own, opp) => (own + opp) % 7 === 0 },
  pig_out: { pig_out: () => 1, pig_out_for_nothing: () => 0 },
  bacon: {
    free_bacon: (own, opp) => 1 + Math.max(...[...`${opp}`].map(Number)),
    pig_tail: (own, opp) => 2 * Math.abs(Math.floor(opp / 10) % 10 - opp % 10) + 1,
    boar_brawl: (own, opp) => Math.max(1, 3 * Math.abs(Math.floor(opp / 10) % 10 - own % 10)),
    bacon_apart: (own, opp) => 2 + Math.abs(Math.floor(opp / 10) % 10 - opp % 10),
    bacon_of_tens: (own, opp) => 1 + Math.floor(opp / 10),
    bacon_product: (own, opp) => 1 + Math.floor(opp / 10) * (opp % 10) % 10,
    bacon_less: (own, opp) => 10 - Math.min(Math.floor(opp / 10) % 10, opp % 10),
    bacon_up_and_down: (own, opp) => 10 - opp % 10 + Math.floor(opp / 10) % 10,
    piggy_points: (own, opp) => 3 + Math.min(...[...`${opp ** 2}`].map(Number)),
    picky_piggy: (own, opp) => [7, 1, 4, 2, 8, 5][opp % 6],
    pi_bacon: (own, opp) => 3 + digitOfPi(opp),
  },
  points: { hogtimus_prime: (points) => (isPrime(points) ? nextPrime(points) : points) },
  gift: { piggy_back: (points, dice) => (points === 0 ? dice : 0) },
  after: {
    swine_swap: (own, opp) => (own === 2 * opp || opp === 2 * own ? [opp, own] : [own, opp]),
    swine_swap_reversed: (own, opp) => (
      own % 100 === opp % 10 * 10 + Math.floor(opp / 10) % 10 ? [opp, own] : [own, opp]),
    swine_swap_multiple: (own, opp) => {
      const low = Math.min(own, opp);
      return low > 1 && Math.max(own, opp) % low === 0 ? [opp, own] : [own, opp];
    },
    swine_swap_across: (own, opp) => (own % 10 === Math.floor(opp / 10) % 10 ? [opp, own] : [own, opp]),
    swine_swap_product: (own, opp) => {
      const [mine, his] = [own, opp].map((score) => Number(`${score}`[0]) * (score % 10));
      return mine === his ? [opp, own] : [own, opp];
    },
    swine_swap_apart: (own, opp) => (
      Math.abs(own % 10 - opp % 10) === Math.floor(opp / 10) % 10 ? [opp, own] : [own, opp]),
    hog_pile: (own, opp) => [own === opp ? 2 * own : own, opp],
    square_swine: (own, opp) => {
      const root = Math.round(Math.sqrt(own));
      return [root * root === own ? (root + 1) ** 2 : own, opp];
    },
    sus_fuss: (own, opp) => [[3, 4].includes(divisors(own)) ? nextPrime(own) : own, opp],
  },
  again: {
    swine_align: (own, opp) => own > 0 && opp > 0 && commonOf(own, opp) >= 10,
    more_boar: (own, opp) => {
      const [mine, his] = [own, opp].map((score) => `${score}`.padStart(2, "0"));
      return mine[0] < his[0] && mine[1] < his[1];
    },
    pig_pass: (own, opp) => opp > own && opp - own < 3,
  },
};
})();

function ruleName(name) { return name.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" "); }

/** A game of Hog as its tables name it: what choices gain, and where turns lead. */
class HogGame {
  constructor({ goal, dice, choices, named }) {
    Object.assign(this, { goal, dice, choices });
    this.does = Object.fromEntries(Object.entries(named).map(([kind, names]) => [kind, names.map((name) => HOG_RULES[kind][name])]));
    /** Of each kind of dice what 0, 1, … of them come to. */
    this.rolled = dice.map((sides) => this.rolls(sides));
  }

  kind(own, opp, parity) { return Number(this.does.wild.some((wild) => wild(own, opp))) ^ parity; }

  /** What the mover and the opponent gain by a turn of so many points with so many dice. */
  gained(points, dice) {
    const found = this.does.points.reduce((sum, change) => change(sum), points), [gift] = this.does.gift;
    return [found, gift ? gift(found, dice) : 0];
  }

  /** The points of a roll that has so many ones among its dice. */
  points(dice, ones, sum) { return ones && this.does.pig_out.length ? this.does.pig_out[0](dice, ones) : sum; }

  /** [gain, gift] of exchanging the dice, or of rolling none. */
  free(choice, own, opp) { return this.gained(choice < 0 ? 1 : this.does.bacon[0](own, opp), 0); }

  /** What 0, 1, … dice of so many sides gain and give, and how likely: [[gain, gift, chance], …] of each. */
  rolls(sides) {
    const busts = this.does.pig_out.length > 0, faces = Array.from({ length: sides }, (_, n) => n + 1).slice(busts ? 1 : 0);
    const several = [[]], most = Math.max(...this.choices);
    let sums = new Map([[0, 1]]);
    for (let dice = 1; dice <= most; dice++) {
      const more = new Map(), found = new Map();
      for (const [sum, chance] of sums) for (const face of faces) more.set(sum + face, (more.get(sum + face) ?? 0) + chance / sides);
      sums = more;
      const score = (points, chance) => {
        const gained = this.gained(points, dice), known = found.get(`${gained}`);
        if (known) known[2] += chance;
        else found.set(`${gained}`, [...gained, chance]);
      };
      for (const [points, chance] of sums) score(points, chance);
      for (let ones = 1; busts && ones <= dice; ones++) {
        score(this.points(dice, ones, 0), choose(dice, ones) * (1 - 1 / sides) ** (dice - ones) * sides ** -ones);
      }
      several.push([...found.values()]);
    }
    return several;
  }

  outcomes(choice, own, opp, parity) {
    return choice > 0 ? this.rolled[this.kind(own, opp, parity)][choice] : [[...this.free(choice, own, opp), 1]];
  }

  /** Where a turn leads that ends with two scores: both as rules change them, whether the mover stays, and who has won. */
  landing(x, y) {
    const [own, opp] = this.does.after.reduce((now, change) => change(...now), [x, y]), over = Math.max(own, opp) >= this.goal;
    return { own, opp, same: !over && this.does.again.some((extra) => extra(own, opp)), winner: over ? (own >= opp ? "mover" : "other") : null };
  }
}
