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

/** What a number in [0, 1) draws from some chances: its place. */
function drawnFrom(chances, number) {
  const place = chances.findIndex((chance) => (number -= chance) < 0);
  return place < 0 ? chances.findLastIndex((chance) => chance > 0) : place;
}

/** Dice in hand, of one kind or of several, [name, chances of its faces]: a mode has how many of each. The faces of
 * a throw are listed kind by kind, and rise within one. */
class DiceInHand {
  constructor({ modes, start, sides, combinations, nothing, faces, kinds = [["", faces]] }) {
    Object.assign(this, { start, sides, nothing, kinds, base: sides > 9 ? 100 : 10, score: scoredBy(combinations) });
    this.hands = modes.map((word) => word.split(",").map(Number));
    this.modes = new Map(modes.map((word, mode) => [word, mode]));
  }

  /** The kinds of the dice of a mode, one by one. */
  of(mode) { return this.hands[mode].flatMap((count, kind) => Array(count).fill(kind)); }

  inOrder(faces, mode) {
    const kinds = this.of(mode);
    return faces.map((face, n) => [kinds[n], face]).sort(([a, x], [b, y]) => a - b || x - y).map(([, face]) => face);
  }

  /** Whether dice of a mode can show these faces. */
  fits(faces, mode) {
    const kinds = this.of(mode);
    return faces.length === kinds.length && faces.every((face, n) => this.kinds[kinds[n]][1][face - 1] > 0);
  }

  /** The faces of a throw from the number that they are written as, and back. */
  read(thrown, mode) {
    const faces = [];
    for (let rest = thrown; rest > 0; rest = Math.floor(rest / this.base)) faces.unshift(rest % this.base);
    return this.inOrder(faces, mode);
  }

  written(faces) { return faces.reduce((sum, face) => sum * this.base + face, 0); }

  /** What each die is called that shows these faces: by the face, or by its kind and that. */
  tokens(faces, mode) {
    const kinds = this.of(mode);
    return this.kinds.length > 1 ? faces.map((face, n) => `${this.kinds[kinds[n]][0]} ${face}`) : faces;
  }

  /** A die as it is drawn. */
  die(token) {
    const [, name, face] = `${token}`.match(/^(?:(.*) )?(\d+)$/);
    return { kind: "die", value: Number(face), sides: this.sides, spoken: `${token}`, ...(name && { name }) };
  }

  draw(mode, random) { return this.inOrder(this.of(mode).map((kind) => 1 + drawnFrom(this.kinds[kind][1], random())), mode); }

  /** All that dice of a mode can show, as counts of the faces of each kind: [counts, chance]. */
  showing(mode) {
    return this.hands[mode].reduce((before, count, kind) => before.flatMap(([counts, chance]) => (
      Array.from(showing(count, this.kinds[kind][1]), ([more, part]) => [[...counts, ...more], chance * part]))), [[[], 1]]);
  }

  /** The same as throws. */
  outcomes(mode) {
    return this.showing(mode).map(([counts, chance]) => (
      { faces: counts.flatMap((count, at) => Array(count).fill(at % this.sides + 1)), chance }));
  }

  /** What may be set aside of such counts, [[part, gain, mode]]; nothing where they bust. */
  options(counts, mode) {
    const { sides, nothing, start, hands: { [mode]: hand }, modes } = this, found = [];
    const after = (part) => {
      const left = hand.map((count, kind) => part.slice(kind * sides, (kind + 1) * sides).reduce((rest, some) => rest - some, count));
      return left.some(Boolean) ? modes.get(left.join()) : start;
    };
    for (const part of partsOf(counts)) {
      const several = hand.length > 1 && Array.from({ length: sides }, (_, face) => hand.reduce((sum, _count, kind) => sum + part[kind * sides + face], 0));
      const gain = this.score(several || part), next = gain > 0 ? after(part) : undefined;
      if (next !== undefined) found.push([part, gain, next]);  // a link may lack modes
    }
    return found.length || !nothing || mode !== start ? found : [[counts, nothing, start]];
  }

  /** The same of a throw: [{aside, gain, mode}]. */
  choices(faces, mode) {
    const { sides } = this, kinds = this.of(mode), tokens = this.tokens(faces, mode), places = faces.map((face, n) => kinds[n] * sides + face - 1);
    const counts = Array(this.kinds.length * sides).fill(0);
    for (const place of places) counts[place] += 1;
    return this.options(counts, mode).map(([part, gain, next]) => {
      const rest = [...part];
      return { aside: tokens.filter((_, n) => rest[places[n]]-- > 0), gain, mode: next };
    });
  }
}
