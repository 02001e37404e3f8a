"use strict";
// Dice that are thrown and set aside, as counts: how many show each face, from 1 up. Here a page of such
// dice and its tables are one.

function choose(n, k) {
  let found = 1;
  for (let i = 1; i <= k; i++) found = found * (n - k + i) / i;
  return found;
}

/** All that some dice can show by the chances of their faces: [counts, chance]. */
function* showing(dice, faces, from = 0) {
  if (from === faces.length - 1) {
    yield [[dice], faces[from] ** dice];
    return;
  }
  for (let first = 0; first <= dice; first++) {
    const chance = choose(dice, first) * faces[from] ** first;
    if (chance) for (const [rest, other] of showing(dice - first, faces, from + 1)) yield [[first, ...rest], chance * other];
  }
}

/** Parts of some counts. */
function* partsOf(counts, from = 0) {
  if (from === counts.length) {
    yield [];
    return;
  }
  for (let first = 0; first <= counts[from]; first++) {
    for (const rest of partsOf(counts, from + 1)) yield [first, ...rest];
  }
}

/** What tells the most points that dice set aside score, -1 if some of them score nothing, by combinations: rows of
 * counts and points. */
function scoredBy(combinations) {
  const known = new Map();
  const score = (counts) => {
    const first = counts.findIndex((count) => count > 0), key = counts.join();
    if (first < 0) return 0;
    if (!known.has(key)) {
      let best = -1;
      for (const taken of combinations) {
        if (!taken[first] || counts.some((count, face) => count < taken[face])) continue;
        const rest = score(counts.map((count, face) => count - taken[face]));
        if (rest >= 0) best = Math.max(best, rest + taken[counts.length]);
      }
      known.set(key, best);
    }
    return known.get(key);
  };
  return score;
}
