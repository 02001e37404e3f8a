"use strict";
// The rules that terms of Hog are composed of, by kind and name: what `games/hog_rules.py` has.

/** The greatest common divisor. */
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

/** The smallest prime above n. */
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

/** What a rule of the course is called: "Sus Fuss". */
function ruleName(name) { return name.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" "); }
