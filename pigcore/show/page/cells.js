"use strict";
// Needs solve.js
// The solver of races for three or more, cell by cell: the turn starts of one tuple of scores, whoever
// moves, need each other and cells of larger totals only. Everybody has a chance to win, and the mover
// looks at his own. What he does depends on one number, x: what handing over as he is, by a bust, is
// worth to himself; where he rolls at x he rolls at any larger one. With the decisions known a turn is
// affine, W = A + (1 - leave) W', and a cell is closed in closed form. So all movers take what is best
// at their x, the cell is closed, and so on; where that cycles one mover after the other; where that
// cycles, too, all plans near by are tried. `kernels/cells.pyx` does the same, from the same first
// values; of several equilibria both find the same one, but in a cell of thousands.
//
// A row is what begins a turn: everybody's part of A, the mover's first, and `leave`. As throws that leave
// choices are for two.

/** So many steps are taken before a cell is searched. */
const BEST_REPLIES = 200;

class Cells {
  constructor(data) {
    const { players } = data, width = players + 1, board = new Scoreboard(data), { scores, others, size } = board;
    Object.assign(this, { board, players, width, scores, others, size });
    this.turn = new Turn({ ...data, lastTurn: false });
    this.dead = Uint8Array.from(data.dead, Number);
    /** Everybody's chance at the number of a tuple, his first whose score is. */
    this.starts = board.starts = new Float64Array(this.size * players);
    /** Those who move in the cell, in turn: the score and the number of the tuple, what banking is worth, what a bust
     * is that leaves the cell, and the score from which on all is held up to an x. */
    this.movers = Array.from({ length: players }, () => ({
      own: 0, opp: 0, at: 0, second: 0, wall: 0, until: 0, paid: this.turn.paid.map((paid) => paid.slice()),
      lost: { busted: new Float64Array(players), busts: 0, wiped: new Float64Array(players), wipes: 1 } }));
    this.turns = new Float64Array(players * width);
    this.found = new Float64Array(players * width);
    /** Each mover's x, and between which x his decisions are those of the turn that was played last. */
    [this.x, this.from, this.to] = [0, 0, 0].map(() => new Float64Array(players));
    /** The neighbours from which first values are continued, by the order of differences. */
    this.guesses = [1, 2].map((degree) => Array.from({ length: (degree + 1) ** players - 1 }, (_, n) => {
      let shift = 0, weight = -1;
      for (let k = 0, rest = n + 1; k < players; k++, rest = Math.floor(rest / (degree + 1))) {
        const by = rest % (degree + 1);
        shift = shift * scores + by;
        weight *= (by % 2 ? -1 : 1) * (degree === 2 && by === 1 ? 2 : 1);
      }
      return [shift, weight];
    }));
    this.mixed = [];
  }

  /** The number of the tuple whose first score is moved to its end. */
  rotated(at) { return (at % this.others) * this.scores + Math.floor(at / this.others); }

  cycle(at) {
    const found = [at];
    while (found.length < this.players) found.push(this.rotated(found.at(-1)));
    return found;
  }

  // --- one turn -------------------------------------------------------------------------------------

  /** Make one player the mover at a tuple. What leaves him where he is leads back into the cell, and is worth nothing. */
  sit(mover, at) {
    const { scores, others, board, turn: { rolled, most } } = this, { lost, paid } = mover, own = Math.floor(at / others);
    [mover.own, mover.at, mover.wall, mover.until] = [own, at, scores, 2];
    board.pay(mover, own + 1, rolled + most, paid);
    for (const each of paid) each[own] = 0;
    const land = board.landing[own];
    lost.busts = Number(land !== own);
    for (let n = 0; n < this.players; n++) lost.busted[n] = land === own ? 0 : board.worth(board.follows(mover, land), n);
  }

  /** The k-th turn with the decisions taken at x, which are the same for `from` < x <= `to`: the row that begins it is
   * written to `rows`. What all is held from stays so at any smaller x. */
  play(mover, x, k, rows, from = 0) {
    const { turn, players } = this, { found, start, worth, rows: height } = turn, { own, lost } = mover;
    turn.paid = mover.paid;
    turn.descend(own, x <= mover.until ? mover.wall : this.scores, lost, true, false, null, x);
    [mover.wall, mover.until] = [found.wall, x];
    [this.from[k], this.to[k]] = [found.low, found.high];
    for (let n = 0; n < players; n++) rows[from + n] = worth[n][start * height + own];
    rows[from + players] = found.leave;
  }

  // --- one cell -------------------------------------------------------------------------------------

  /** First values of the x: as if differences of the second order in every score vanished, or of the first. */
  suppose(cycle) {
    const { players, starts, x, scores, others } = this;
    const top = Math.max(...cycle.map((at) => Math.floor(at / others)));
    const guess = this.guesses[top + 2 < scores ? 1 : 0];
    cycle.forEach((_, m) => {
      const next = cycle[(m + 1) % players];
      x[m] = top + 1 < scores ? clipped(guess.reduce((sum, [shift, weight]) => (
        sum + weight * starts[(next + shift) * players + players - 1]), 0)) : 1 / players;
    });
  }

  /** Let all movers take what is best at their x, and close the cell, until nothing changes; whether it does. */
  settle() {
    const { players, width, movers, found, turns, x, from, to } = this, image = new Float64Array(players);
    let before = Infinity, one = -1;
    for (let step = 0; step < BEST_REPLIES; step++) {
      for (let m = 0; m < players; m++) {
        if (one >= 0 && one !== m) continue;
        this.play(movers[m], x[m], m, turns, m * width);
      }
      this.solveCell(turns, found);
      let size = 0, still = true;
      for (let m = 0; m < players; m++) {
        image[m] = clipped(found[(m + 1) % players * width + players - 1]);
        size = Math.max(size, Math.abs(image[m] - x[m]));
        still &&= from[m] < image[m] && image[m] <= to[m];
      }
      x.set(image);
      if (one >= 0) {  // the next one once those before are settled
        one = size <= 2.5 * ROUNDING ? one + 1 : 0;
        if (one === players) return true;
      } else {
        if (still || size <= ROUNDING || (before <= 2.5 * ROUNDING && size >= before)) return true;
        if (size >= before) one = 0;
      }
      before = size;
    }
    return false;
  }

  /** From what n turns in a row are worth without their busts to what they are worth with them:
   * W_0 = A_0 + q_0 A_1 + q_0 q_1 A_2 + … over leave_0 + q_0 leave_1 + …, all terms positive. */
  solveCell(turns, found) {
    const { players, width } = this;
    for (let m = 0; m < players; m++) {
      let through = 1, leave = 0;
      const at = m * width;
      found.fill(0, at, at + width);
      for (let k = 0; k < players; k++) {
        const row = (m + k) % players * width;
        for (let c = 0; c < players; c++) found[at + c] += through * turns[row + (c - k + players) % players];
        leave += through * turns[row + players];
        through *= 1 - turns[row + players];
      }
      for (let c = 0; c < players; c++) found[at + c] = leave > 0 ? found[at + c] / leave : 1 / players;
    }
  }

  write(at, found) {
    const { players, width, starts } = this;
    for (let m = 0; m < players; m++) {
      for (let c = 0; c < players; c++) starts[at * players + c] = clipped(found[m * width + c]);
      at = this.rotated(at);
    }
  }

  cell(at) {
    const { players, movers, found } = this, cycle = this.cycle(at);
    if (cycle.every((tuple) => this.dead[Math.floor(tuple / this.others)])) {  // nobody can win any more
      this.write(at, found.fill(1 / players));
      return;
    }
    movers.forEach((mover, m) => this.sit(mover, cycle[m]));
    this.suppose(cycle);
    if (!this.settle()) this.search(cycle);
    this.write(at, found);
  }

  /** Find an equilibrium near where best replies go round; where there is none `found` stays. */
  search(cycle) {
    const { x } = this, near = x.slice();
    for (const pad of [0.003, 0.03]) {
      x.set(near);
      const ranges = Array.from(x, (at) => [Math.max(at - pad, 0), Math.min(at + pad, 1)]);
      const found = new Search(this, cycle, ranges).equilibrium();
      if (!found) continue;
      this.found.set(found.values);
      for (const { mover, place, weight } of found.mixing) {
        this.mixed.push([cycle[mover], place, weight]);
      }
      return;
    }
  }

  *solve() {
    const { scores, players, others, size } = this;
    let done = 0;
    for (let total = players * (scores - 1); total >= 0; total--) {
      for (let front = 0; front < others; front++) {
        let rest = total;
        for (let digits = front; digits > 0; digits = Math.floor(digits / scores)) rest -= digits % scores;
        if (rest < 0 || rest >= scores) continue;
        const at = front * scores + rest;
        done += 1;
        if (this.cycle(at).every((other) => at % others <= other % others)) {  // it stands for its cell
          this.cell(at);
          yield done / size;
        }
      }
    }
  }

}

/** Plans that differ by no more of the chance to leave differ only where no turn comes. */
const ALIKE_PLANS = 1e-14;

/** Profiles of plans that are tried in one cell. */
const MOST_PROFILES = 20000;

/**
 * The equilibria of one cell in which best replies go round. As x grows a mover rolls more, so his plans
 * are pieces of an interval of x, {row, low, high}, and at the x between two pieces he is indifferent at
 * one place. A pure equilibrium takes one piece for each mover, such that the x that follow lie in the
 * pieces taken. A mixed one has some movers between two pieces, {hold, roll, x, place}, with weights that
 * put the x of the others exactly there.
 */
class Search {
  /** `ranges` has for each mover between which x his replies went round. */
  constructor(cells, cycle, ranges) {
    Object.assign(this, { cells, cycle, players: cells.players, width: cells.width });
    /** Where the scores repeat, movers are in the same state and do the same. */
    this.several = new Set(cycle).size;
    /** Each mover's pieces, and what lies between them. */
    this.choices = ranges.slice(0, this.several).map((range, m) => {
      const pieces = this.piecesOf(m, ...range);
      return [...pieces, ...pieces.slice(1).map(({ row: roll }, n) => ({ ...pieces[n].end, hold: pieces[n].row, roll }))];
    });
  }

  /** The first that is found, {values, mixing}: the pure ones first, then those in which two movers or more mix, or
   * the only one does. */
  equilibrium() {
    const { choices, several } = this, count = choices.reduce((product, { length }) => product * length, 1);
    const least = Math.min(2, several), mixers = (profile) => profile.filter(({ hold }) => hold).length;
    for (const fits of [(many) => many === 0, (many) => many >= least]) {
      for (let number = 0; number < Math.min(count, MOST_PROFILES); number++) {
        const profile = [];
        for (let m = several - 1, rest = number; m >= 0; rest = Math.floor(rest / choices[m].length), m--) {
          profile[m] = choices[m][rest % choices[m].length];
        }
        const found = fits(mixers(profile)) && this.weighed(profile);
        if (found) return found;
      }
    }
    return null;
  }

  /** A mover's pieces from one x to another; `end` is where he is indifferent between a piece and the next. */
  piecesOf(m, least, most) {
    const { players, width, cells, cells: { to, turn: { found, rows, modes }, movers: [mover] } } = this, here = [];
    for (let x = least; ;) {
      const row = new Float64Array(width);
      cells.sit(mover, this.cycle[m]);
      cells.play(mover, x, 0, row);
      const high = to[0], place = (found.place % rows - mover.own) * modes + Math.floor(found.place / rows);
      const end = { x: high - found.below, place }, last = here.at(-1);
      const apart = last ? row.reduce((far, part, c) => Math.max(far, Math.abs(part - last.row[c])), 0) : 1;
      if (last && apart <= ALIKE_PLANS * row[players]) Object.assign(last, { high, end });
      else here.push({ row, low: last ? last.high : x - 1e-12, high, end });
      if (high >= most) break;
      x = Math.max(high, x) + 1e-15;
    }
    here.at(-1).high = most + 1e-12;
    return here;
  }

  values(rows) {
    const { cells, players, width, several } = this, turns = new Float64Array(players * width), found = turns.slice();
    for (let m = 0; m < players; m++) turns.set(rows[m % several], m * width);
    cells.solveCell(turns, found);
    return found;
  }

  xIn(values, m) { return values[(m + 1) % this.players * this.width + this.players - 1]; }

  /** A profile with the weights that make those who mix indifferent, by Newton's method; null if it is no equilibrium. */
  weighed(profile) {
    const who = [...profile.keys()].filter((m) => profile[m].hold);
    const rows = (weights) => profile.map((one, m) => (!one.hold ? one.row
      : one.hold.map((part, c) => part + weights[who.indexOf(m)] * (one.roll[c] - part))));
    const off = (weights) => {
      const values = this.values(rows(weights));
      return who.map((m) => this.xIn(values, m) - profile[m].x);
    };
    let weights = who.map(() => 0.5);
    for (let step = 0; who.length && step < 30; step++) {
      const miss = off(weights);
      const slopes = who.map((_, n) => (
        off(weights.map((weight, k) => weight + (k === n ? 1e-3 : 0))).map((value, k) => (value - miss[k]) / 1e-3)));
      const move = linear(who.map((_, k) => slopes.map((column) => column[k])), miss);
      if (!move || !move.every((part) => Math.abs(part) < 1e3)) return null;
      weights = weights.map((weight, n) => weight - move[n]);
      if (Math.max(...move.map(Math.abs)) < 1e-12 || Math.max(...miss.map(Math.abs)) < 1e-16) break;
    }
    if (!off(weights).every((miss) => Math.abs(miss) < 1e-14)) return null;
    if (!weights.every((weight) => weight > 0 && weight < 1)) return null;
    const values = this.values(rows(weights));
    const fits = (one, m) => one.hold || (one.low < this.xIn(values, m) && this.xIn(values, m) <= one.high);
    if (!profile.every(fits)) return null;
    return { values, mixing: who.map((m, n) => ({ mover: m, place: profile[m].place, weight: weights[n] })) };
  }
}

SOLVERS.party = function* (data) {
  const cells = new Cells(data);
  yield* cells.solve();
  const { turn, mixed, starts } = cells;
  return { layers: decidedIn(turn), mixed, starts };
};
