"use strict";
// Needs engine.js
// One turn of a race: what it is worth, and how steeply that follows what handing over pays. All that
// looks at a turn, the solver and the engine of the page, goes down this recursion.
//
//   c(s, m) = p_bust x + p_wipe w + sum over sets p max over its options (g, m') of u(s + g, m')
//   u(s, m) = h(s) or c(s, m), the better one, at the score s = own + t in mode m
//
// Let z be what it pays to hand over with the score unchanged. Carried are the excess e = u - z and the
// leave r, one less the slope of u in z: sums of positive terms, in which terms of busts that lead back
// vanish. Of three players and more the mover's part is not less z, and everybody else's comes with it, as
// lanes of their own; the mover looks at his. The arrays of the rules are those of `kernels/cells.pyx`.
//
// Many sets have maxima in common. With its options in the order of their gains, a set is its first
// option or the rest of it, and but for a shift of the score that rest is one of other sets, too. So
// there are nodes, N(s) = max of u(s, m') and of another node, or a mode, at s + gap, each found once
// at every score; a set is worth N(s + g). Farkle has half as many nodes as options of several. Modes
// and nodes are items; item n has its score s at n * rows + s.

const BANKS = 1, THROWS = 2;

/** More than any payoff can move. */
const ANY = 1e300;

/** Holding is preferred to rolling that is better by no more than TIED, and no more than this share. */
const ALIKE = 1e-6;

class Turn {
  constructor(data) {
    const { modes: { length: modes }, may, falls, least, start, exact, rolled, lastTurn } = data;
    const scores = data.scores ?? data.goal / data.unit;
    Object.assign(this, { modes, start, exact, rolled, scores, least, aside: Boolean(data.combinations) });
    this.lanes = data.players > 2 ? data.players : 1;
    /** By how much throwing has to be better: decisions of several are those of who holds at a tie. */
    this.slack = this.lanes > 1 ? TIED : 0;
    this.arrays = Object.fromEntries(["sets", "first", "gains", "after", "order"]
      .map((name) => [name, numbers(data[name], Uint32Array)]));
    this.chances = numbers(data.chances, Float64Array);
    const { sets, first, gains } = this.arrays;
    this.most = gains.reduce((most, gain) => Math.max(most, gain), 0);
    this.may = Uint8Array.from(may);
    this.busting = Float64Array.from(falls, ([bust]) => bust);
    this.wiping = Float64Array.from(falls, ([, wipe]) => wipe);
    this.wipes = this.wiping.some((wipe) => wipe > 0);
    /** Whether beyond the goal it makes no difference where, if only the game counts. */
    this.flat = !exact && !lastTurn;
    /** Whether a turn is a single roll, again and again, without rules of banking: all numbers of units are looked at. */
    this.single = data.names.length === data.players + 1 && !lastTurn && !least[0] && !least[1];
    this.link(sets, first);
    this.explore();
    this.had = numbers(data.had, Uint8Array);
    this.stride = Math.ceil(modes / 8);
    this.reserve(rolled);
    /** What the start of the turn evaluated last has; how far what handing over pays can move and no decision change;
     * and from which scores on the turn was and could be cut off, as one banks there at any smaller such payoff. */
    this.found = { excess: 0, leave: 0, steady: 0, top: 0, wall: 0, again: 0, low: 0, high: 0, place: 0, below: 0 };
    /** A place at which the mover throws with some chance, by its item and score; there is none at -1. */
    this.mixed = { at: -1, weight: 0 };
  }

  /** Find the nodes, and which item each set is. A node is the better one of the mode `left` at its
   * score and the item `right` at `gap` more. */
  link(sets, first) {
    const { modes, most, arrays: { gains, after, order } } = this, count = first.length - 1;
    if (count === gains.length) {  // nothing is chosen: a set is the mode that it leads to
      Object.assign(this, { left: [], right: [], gap: [], item: after, gain: gains });
      [this.from, this.upTo, this.reach] = [0, 0, most].map((value) => new Uint32Array(modes).fill(value));
      return;
    }
    const place = new Uint32Array(modes), known = new Map(), nodes = [];
    order.forEach((m, n) => { place[m] = n; });
    /** A mode as the first of several options, or the node of the options from n to end. */
    const find = (n, end) => {
      const mode = after[n];
      if (n + 1 === end) return { item: mode, last: place[mode] };
      const rest = find(n + 1, end), gap = gains[n + 1] - gains[n], key = `${mode} ${rest.key ?? rest.item} ${gap}`;
      if (!known.has(key)) {
        const last = Math.max(place[mode], gap ? 0 : rest.last);
        known.set(key, { key: `node ${nodes.length}`, left: mode, right: rest, gap, last });
        nodes.push(known.get(key));
      }
      return known.get(key);
    };
    const found = Array.from({ length: count }, (_, set) => find(first[set], first[set + 1]));
    /** How far above where one banks a node is looked at; rests were made first. */
    found.forEach((node, set) => { node.far = Math.max(node.far ?? 0, gains[first[set]]); });
    for (const { right, far, gap } of nodes.toReversed()) right.far = Math.max(right.far ?? 0, far + gap);
    // A node is found as soon as the modes are that it has at its own score; rests come before.
    nodes.sort((one, other) => one.last - other.last);
    nodes.forEach((node, n) => { node.item = modes + n; });
    [this.left, this.right, this.gap] = [({ left }) => left, ({ right }) => right.item, ({ gap }) => gap]
      .map((part) => Uint32Array.from(nodes, part));
    /** The nodes found after a mode. */
    [this.from, this.upTo] = [new Uint32Array(modes), new Uint32Array(modes)];
    for (let n = nodes.length - 1; n >= 0; n--) this.from[order[nodes[n].last]] = n;
    nodes.forEach(({ last }, n) => { this.upTo[order[last]] = n + 1; });
    this.item = Uint32Array.from(found, ({ item }) => item);
    this.gain = Uint32Array.from(found, (_, set) => gains[first[set]]);
    this.reach = new Uint32Array(modes + nodes.length).fill(most);
    for (const { item, far } of nodes) this.reach[item] = far;
  }

  /** Make space for the scores below `top`, and those that a throw leads to from there. */
  reserve(top) {
    const rows = top + this.most + 1, items = this.modes + this.left.length;
    if (this.rows >= rows) return;
    this.rows = rows;
    const lanes = (count) => Array.from({ length: this.lanes }, () => new Float64Array(rows * count));
    /** What banking each score pays; what every item is worth at each score, and throwing in each mode. */
    [this.paid, this.worth, this.thrown] = [lanes(1), lanes(items), lanes(this.modes)];
    this.excess = this.worth[0];
    this.leave = new Float64Array(rows * items).fill(1);
    /** From a score to the sets and the parts of the nodes. */
    this.ahead = Int32Array.from(this.item, (item, set) => item * rows + this.gain[set]);
    this.lefts = Int32Array.from(this.left, (item) => item * rows);
    this.rights = Int32Array.from(this.right, (item, node) => item * rows + this.gap[node]);
  }

  /** The modes in which a turn by these options can have t units, each after all that its options of no gain lead to:
   * `who` from `when[t]` to `when[t + 1]`. */
  explore() {
    const { modes, rolled, start, arrays: { sets, first, gains, after, order } } = this;
    const seen = this.seen = new Uint8Array(rolled * modes).fill(Number(this.single)), who = [];
    seen[start] = 1;
    this.when = new Uint32Array(rolled + 1);
    for (let t = 0; t < rolled; t++) {
      for (const m of order.toReversed()) {
        if (!seen[t * modes + m]) continue;
        for (let n = first[sets[m]]; n < first[sets[m + 1]]; n++) {
          if (t + gains[n] < rolled) seen[(t + gains[n]) * modes + after[n]] = 1;
        }
      }
      for (const m of order) if (seen[t * modes + m]) who.push(m);
      this.when[t + 1] = who.length;
    }
    this.who = Uint32Array.from(who);
  }

  /** Whether a turn by the rules can have t units in a mode, perhaps by options that are never best. */
  comes(t, m) {
    const bits = this.had[t * this.stride + (m >> 3)];  // none beyond what is said
    return bits === undefined || (bits >> (m & 7) & 1) === 1;
  }

  /** The fewest units banked in a mode of the turn that was evaluated last, where handing over paid z; `found.again` is
   * 1 where one throws again with more. */
  fewest(own, z, mode) {
    const { rows, rolled, scores, modes, may, start, least, aside, seen, found, found: { top } } = this;
    const paid = this.paid[0], thrown = this.thrown[0];
    let fewest = scores - own;
    found.again = 0;
    if (may[mode] !== BANKS + THROWS) return fewest;
    for (let t = Math.min(least[own > 0 ? 1 : 0], fewest); own + t < (t < fewest ? rolled : top); t++) {
      if ((t === 0 && mode === start) || !(this.single || this.comes(t, mode))) continue;
      const s = own + t, looked = s < top && (!aside || seen[t * modes + mode] === 1);
      const apart = looked ? thrown[mode * rows + s] - paid[s] : -1;
      if (t < fewest && !(apart > Math.min(TIED, ALIKE * (paid[s] + z)))) fewest = t;
      else if (t > fewest && apart > TIED) found.again = 1;
    }
    return fewest;
  }

  /**
   * All cells from `top` down to `own`, above which one banks: `paid` has what from `own` on. What a bust and a
   * wipe are worth, in each lane, and how much they leave, is `lost`. `slope`: with leaves. `every`: also cells
   * that no turn comes to. `forced`: 1 where one banks whatever is best, 0 where not, or null. Where lanes are
   * not less z, that is `x`.
   */
  descend(own, top, lost, slope, every = false, forced = null, x = 0) {
    const { modes, rows, start, scores, lanes, slack, chances, may, busting, wiping, from, upTo, ahead } = this;
    const { excess, leave, who, when, found, least, arrays: { sets, order } } = this;
    const paid = this.paid[0], thrown = this.thrown[0];
    const { busts, wipes } = lost, busted = lost.busted[0], wiped = lost.wiped[0];
    const fewest = Math.min(least[own > 0 ? 1 : 0], scores - own);
    this.bank(top, lost);
    const nodes = this.left.length > 0;
    let all = true, steady = nodes ? 0 : ANY;
    found.low = -1;
    found.high = 2;
    found.top = found.wall = top;
    for (let s = top - 1; s >= own; s--) {
      const t = s - own, enough = t >= fewest, h = paid[s], left = t > 0 ? 1 : 0;
      const here = every ? order : who, end = every ? modes : when[t + 1];
      all &&= end - (every ? 0 : when[t]) === modes;  // a mode that is not looked at may come to s from another score
      for (let n = every ? 0 : when[t]; n < end; n++) {
        const m = here[n], at = m * rows + s, can = enough && (may[m] & BANKS) > 0 && (t > 0 || m !== start);
        let banks = can;
        if (may[m] & THROWS) {
          let c = busting[m] * busted + wiping[m] * wiped, q = busting[m] * busts + wiping[m] * wipes;
          const last = sets[m + 1];
          if (slope) {
            for (let set = sets[m]; set < last; set++) {
              const chance = chances[set], next = ahead[set] + s;
              c += chance * excess[next];
              q += chance * leave[next];
            }
          } else {
            for (let set = sets[m]; set < last; set++) c += chances[set] * excess[ahead[set] + s];
          }
          thrown[at] = c;
          if (can) {
            const apart = c - h + (left - q) * x, far = Math.abs(apart);
            banks = forced === null ? apart <= slack : forced[at] === 1;
            if (far < steady) steady = far;
            if (lanes > 1 && slope) this.cross(at, h + slack - c, left - q, banks);
          }
          excess[at] = banks ? h : c;
          if (slope) leave[at] = banks ? left : q;
        } else {
          excess[at] = can ? h : busted;
          if (slope) leave[at] = can ? left : busts;
        }
        all &&= banks;
        if (lanes > 1) this.share(m, s, banks, lost);
        if (nodes && upTo[m] > from[m]) this.choose(from[m], upTo[m], s, slope);
      }
      if (all) found.wall = s;
    }
    found.steady = steady;
    found.excess = thrown[start * rows + own];
    found.leave = leave[start * rows + own];
  }

  share(m, s, banks, { busted, wiped }) {
    const { may, busting, wiping, chances, ahead, rows, arrays: { sets } } = this, at = m * rows + s, last = sets[m + 1];
    for (let n = 1; n < this.lanes; n++) {
      const worth = this.worth[n];
      let sum = busting[m] * busted[n] + wiping[m] * wiped[n];
      for (let set = sets[m]; set < last; set++) sum += chances[set] * worth[ahead[set] + s];
      this.thrown[n][at] = sum;
      worth[at] = banks ? this.paid[n][s] : may[m] & THROWS ? sum : busted[n];
    }
    if (at !== this.mixed.at) return;
    this.worth.forEach((worth, n) => {
      worth[at] = this.paid[n][s] + this.mixed.weight * (this.thrown[n][at] - this.paid[n][s]);
    });
  }

  /** Throwing is as good as banking at x = much / slope: between which x no decision changes. */
  cross(at, much, slope, banks) {
    const { found } = this, x = much / slope;
    if (slope === 0) return;
    if (banks === slope < 0) found.low = Math.max(found.low, x);
    else if (x < found.high) [found.high, found.place, found.below] = [x, at, this.slack / slope];
  }

  /** The nodes from `node` to `end` at a score. */
  choose(node, end, s, slope) {
    const { modes, rows, excess, leave, lefts, rights } = this;
    // Which one it is a processor guesses wrong half of the time: so there is no branch.
    if (slope) {
      for (let at = (modes + node) * rows + s; node < end; node++, at += rows) {
        const one = lefts[node] + s, other = rights[node] + s;
        const next = one ^ ((one ^ other) & -(excess[other] > excess[one]));
        excess[at] = excess[next];
        leave[at] = leave[next];
      }
    } else {
      for (let at = (modes + node) * rows + s; node < end; node++, at += rows) {
        const one = lefts[node] + s, other = rights[node] + s;
        excess[at] = excess[one ^ ((one ^ other) & -(excess[other] > excess[one]))];
      }
    }
  }

  /** All items from `top` on, as far as they are looked at. */
  bank(top, { busted, busts }) {
    const { modes, most, rows, scores, exact, lanes, leave, reach } = this;
    for (let n = 0; n < lanes; n++) {
      const paid = this.paid[n], worth = this.worth[n], won = this.flat && paid[top] === paid[top + most];
      for (let m = 0; m < modes; m++) {
        for (let s = top, at = m * rows + top; s <= top + most; s++, at++) {
          const past = exact && s > scores;
          worth[at] = past ? busted[n] : paid[s];
          leave[at] = past ? busts : 1;
        }
      }
      if (reach.length === modes) continue;
      for (let item = modes; item < reach.length && won; item++) {  // there is nothing to be chosen
        for (let at = item * rows + top, end = at + reach[item]; at <= end; at++) worth[at] = paid[top];
      }
      for (let s = top + most; s >= top && !won; s--) {
        for (let item = modes; item < reach.length; item++) if (s <= top + reach[item]) this.choose(item - modes, item - modes + 1, s, true);
      }
    }
  }
}
