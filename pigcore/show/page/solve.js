"use strict";
// Needs turn.js scoreboard.js
// The solver of the page, a third program beside `pigcore` and `pigverify`: from the tables of a game
// to all that the engines read. Nothing here needs a document: it runs in a Worker, too.
//
// Of a race for two V(i, j), the mover's chance with i units banked against j, needs V(j, i) and larger
// totals only: a = f(1 - b), b = g(1 - a), where f and g, what a turn is worth by what handing over
// pays, are convex, nondecreasing and piecewise linear. `turn.js` evaluates them as the excess
// e = f(x) - x and the leave r = 1 - f'(x), and Newton's step for the pair is, with d = 1 - a - b,
//
//     da = (e_f - e_g + r_f (d + e_g)) / (r_f + r_g - r_f r_g),   db likewise.
//
// Both turns change all decisions at once, which may cycle: a pair whose step does not shrink freezes
// one turn as its tangent and solves the other's first (Hoffman and Karp). `kernels/cells.pyx` has the
// proofs. Wipes couple all pairs through the column V(j, 0), which is iterated from outside.

/** Steps below this may be nothing but rounding errors. */
const ROUNDING = 4e-15;

/** Newton's steps are taken on to here. */
const LAST_BITS = 1e-14;

/** Slopes are kept while each step is this much smaller than the one before. */
const SHRINK = 1e-2;

/** So many steps a pair takes, and so many times the column that wipes are paid by is found. */
const MOST_STEPS = 100;
const MOST_PASSES = 500;

class Pairs {
  /** The turns of who began, or with equal turns of the other one: `seat` 0 or 1. */
  constructor(data, board, seat) {
    Object.assign(this, { turn: new Turn(data), board, scores: board.scores, landing: board.landing });
    this.dead = Uint8Array.from(data.dead, Number);
    const { turn, scores, landing } = this, { may, start, least } = turn;
    /** Whether one may bank 0 points after a throw that gained none. */
    this.idle = turn.who.subarray(0, turn.when[1]).some((m) => m !== start && may[m] & BANKS);
    /** Whether a turn can leave the mover where he is. */
    this.coupled = Uint8Array.from({ length: scores }, (_, own) => (
      Number(landing[own] === own || (this.idle && least[own ? 1 : 0] === 0))));
    this.sure = this.dead.includes(1) && !turn.single ? this.findSure() : this.dead.map((one) => 1 - one);
    this.starts = board.starts.subarray(seat * board.seat, (seat + 1) * board.seat);
    /** The other player as he plays; himself where both play alike. */
    this.other = this;
    /** What V(j, 0) is taken for where wipes are paid. */
    this.column = new Float64Array(scores).fill(0.5);
    /** The place whose turn is evaluated, and what losing it is worth. */
    [this.place, this.lost] = [{ own: 0, opp: 0, at: 0, second: seat }, { busted: new Float64Array(1), busts: 0, wiped: new Float64Array(1), wipes: 0 }];
    /** By the opponent's score: from where on all is held if handing over pays no more than `asked`; and the same of
     * the turn evaluated last. */
    [this.wall, this.lower] = [0, 0].map(() => new Int32Array(scores));
    [this.asked, this.lately] = [0, 0].map(() => new Float64Array(scores));
    /** What looks at each turn that is evaluated: decisions are in the end those of the last time. */
    this.chart = null;
  }

  /** What ending a turn with a score pays. */
  held(s, own, opp) {
    const { board, place } = this;
    place.own = own;
    place.opp = opp;
    place.at = own * this.scores + opp;
    return board.worth(board.follows(place, s));
  }

  /** Evaluate the turn of who has own, where handing over pays z; the turn's `found` has the result. */
  evaluate(own, opp, z, slope, every = false) {
    const { turn, board, place, lost } = this, { paid, most, found } = turn, back = this.landing[own];
    const banked = this.held(back, own, opp), stays = back === own, same = this.coupled[0] === 1 && own === 0;
    lost.busted[0] = stays ? 0 : banked - z;
    lost.wiped[0] = same ? 0 : 1 - this.column[opp] - z;
    lost.busts = stays ? 0 : 1;
    lost.wipes = same ? 0 : 1;
    const known = z <= this.asked[opp], top = known ? this.wall[opp] : turn.rolled;
    board.pay(place, own + 1, top + most, paid, z);
    paid[0][own] = 0;
    turn.descend(own, top, lost, slope, every);
    this.lower[opp] = found.wall;
    this.lately[opp] = z;
    if (known) found.steady = Math.min(found.steady, this.asked[opp] - z);
    else this.settleWall(opp);
    if (this.chart) this.chart.look(own, opp, z);
  }

  /** Keep what the turn evaluated last said of where all is held: the next one's busts pay less. */
  settleWall(opp) {
    this.wall[opp] = this.lower[opp];
    this.asked[opp] = this.lately[opp];
  }

  /** V(i, j) continued from larger totals: as if differences of second order in i of those of second
   * order in j vanished, or those of first order near the goal. */
  guess(i, j) {
    const { starts, scores } = this, at = i * scores + j, down = scores;
    if (i + 1 < scores && j + 1 < scores) {
      let v = starts[at + down] + starts[at + 1] - starts[at + down + 1];
      if (i + 2 < scores && j + 2 < scores) {
        v += starts[at + down] - starts[at + 2 * down] - starts[at + down + 1] + starts[at + 2 * down + 1]
          + (starts[at + 1] - starts[at + down + 1] - starts[at + 2] + starts[at + down + 2])
          - (starts[at + down + 1] - starts[at + 2 * down + 1] - starts[at + down + 2] + starts[at + 2 * down + 2]);
      }
      return clipped(v);
    }
    return i + 1 < scores ? starts[at + down] : j + 1 < scores ? starts[at + 1] : 0.5;
  }

  /** 1 at the scores from which one reaches the goal for sure if the opponent never does. What stays
   * among them is worth 1, and to stay where one is a little less: a turn is worth more than that if it
   * cannot leave them and need not stay. */
  findSure() {
    const { turn, scores, landing, dead } = this, { paid: [paid], most, rolled, found } = turn;
    const less = 1 - 2 ** -24;
    let sure = dead.map((one) => 1 - one);
    for (;;) {
      const worth = (s, own) => (s >= scores ? 1 : s === own ? less : sure[s]);
      const kept = sure.map((one, own) => {
        if (!one) return 0;
        for (let s = own; s <= rolled + most; s++) paid[s] = worth(s, own) - less;
        turn.descend(own, rolled, { busted: [worth(landing[own], own) - less], busts: 1, wiped: [worth(0, own) - less], wipes: 1 }, false);
        return Number(found.excess > 0);
      });
      if (kept.every((one, own) => one === sure[own])) return kept;
      sure = kept;
    }
  }

  /** Whether the rules alone say what a pair is worth, which is written down then: two dead players never
   * finish, and a dead one loses to one who is sure to win, or stays where he is. */
  settled(i, j) {
    const { dead, sure, coupled, turn: { single } } = this;
    if (!dead[i] && !dead[j]) return false;
    if (dead[i] && dead[j]) return this.write(i, j, 0.5, 0.5);
    if (single ? !coupled[i] || !coupled[j] : !sure[dead[i] ? j : i]) return false;
    return this.write(i, j, dead[i] ? 0 : 1, dead[i] ? 1 : 0);
  }

  write(i, j, a, b) {
    this.starts[i * this.scores + j] = clipped(a);
    this.other.starts[j * this.scores + i] = clipped(b);
    return true;
  }

  /** Solve one pair; whether the last bits were reached. `warm`: from the values found before. */
  pair(i, j, warm) {
    if (this.settled(i, j)) return true;
    const { scores, starts, other, turn, turn: { found } } = this, one = i === j && other === this;
    const back = this.coupled[i] === 1, forth = this.coupled[j] === 1;
    let a = warm ? starts[i * scores + j] : this.guess(i, j);
    let b = one ? a : warm ? starts[j * scores + i] : other.guess(j, i);
    let x = back ? 1 - b : this.held(this.landing[i], i, j), y = forth ? 1 - a : other.held(this.landing[j], j, i);
    let before = ANY, keptA = a, keptB = b, line = -1, base = 0, anchor = 0;
    let r = 0, t = 0, slopes = true;
    for (let step = 0; step < MOST_STEPS; step++) {
      // The slopes hardly change from the first step on: they are kept while steps shrink well.
      const known = !slopes;
      this.evaluate(i, j, x, slopes);
      if (slopes) r = found.leave;
      const e = found.excess, n = found.steady;
      let g = e, m = n;
      if (one) t = r;
      else {
        other.evaluate(j, i, y, slopes);
        if (slopes) t = other.turn.found.leave;
        g = other.turn.found.excess;
        m = other.turn.found.steady;
      }
      const d = x - a, f = back && forth ? d : y - b, det = r + t - r * t;
      let da, db;
      if (one) {
        da = db = (d + e) / (2 - r);
      } else if (det > 0) {
        da = (d - f + (e - g) + r * (f + g)) / det;
        db = (f - d + (g - e) + t * (d + e)) / det;
      } else if (before < ANY && Math.max(Math.abs(d + e), Math.abs(f + g)) <= ROUNDING) {
        da = db = 0;  // going on for ever is but as good as what led here
      } else {
        da = 0.5 - a;
        db = 0.5 - b;
      }
      const size = Math.max(Math.abs(da), Math.abs(db)), stuck = size >= before;
      slopes = !turn.left.length || line >= 0 || size > SHRINK * before;
      if (known && slopes && size > LAST_BITS) continue;  // the same again with its own slopes
      if (stuck && before <= LAST_BITS) return this.write(i, j, keptA, keptB);
      [keptA, keptB, before] = [a, b, size];
      const nextA = clipped(a + da), nextB = clipped(b + db);
      if (size <= ROUNDING || ((!back || Math.abs(db) <= n) && (!forth || Math.abs(da) <= m))) {
        return this.write(i, j, nextA, nextB);
      }
      if (line >= 0) {
        const slope = r + line - r * line, off = base + line * (a - anchor);
        const along = slope > 0 ? (e - off) / slope : 0;
        if (Math.abs(along) > LAST_BITS) {
          a += along;
          b = clipped(1 - a + base + line * (a - anchor));
          a = clipped(a);
          if (back) x = 1 - b;
          if (forth) y = 1 - a;
          continue;
        }
      }
      if (line >= 0 || (stuck && back && forth && !one)) [anchor, base, line] = [a, g, t];
      [a, b] = [nextA, nextB];
      if (back) x = 1 - b;
      if (forth) y = 1 - a;
    }
    this.write(i, j, a, b);
    return false;
  }

  /** Solve all pairs, the column of wipes given; yields the share that is done. */
  *sweep(warm) {
    const { scores } = this, size = scores * scores, alike = this.other === this;
    this.asked.fill(-ANY);
    this.lower.fill(this.turn.rolled);
    let done = 0, told = 0;
    for (let total = 2 * scores - 2; total >= 0; total--) {
      for (let i = Math.min(total, scores - 1), j; (alike ? 2 * i >= total : i >= 0) && (j = total - i) < scores; i--) {
        this.pair(i, j, warm);
        if (this.lower[j] < this.wall[j]) this.settleWall(j);
        if (this.lower[i] < this.wall[i]) this.settleWall(i);
        done += 2 * i === total || !alike ? 1 : 2;
        if (done - told < size / 250) continue;
        told = done;
        yield done / size;
      }
    }
  }

  *solve() {
    if (!this.turn.wipes) {
      yield* this.sweep(false);
      return;
    }
    const { scores, starts, column, turn } = this, wipe = Math.max(...turn.wiping);
    const found = () => column.map((_, opp) => starts[opp * scores]);
    if (turn.single) this.supposeColumn();
    const mixing = new Mixing(column);
    let best = Infinity, since = 0, nearest = starts;  // the last ones
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      // Some ten passes are enough, but nobody knows how many: each is a fifth of what is left.
      for (const share of this.sweep(pass > 0)) yield 1 - 0.8 ** pass * (1 - 0.2 * share);
      const image = found(), change = image.reduce((most, value, n) => Math.max(most, Math.abs(value - column[n])), 0);
      if (change <= LAST_BITS / 2) {
        nearest = starts;
        break;
      }
      // Where a game almost never ends, roundings stop the change above that: then the nearest is taken.
      since += 1;
      if (change < best) {
        [best, since] = [change, 0];
        if (wipe * best <= LAST_BITS) nearest = starts.slice();
      }
      if (since >= 8 && nearest !== starts) break;
      column.set(mixing.next(image));
    }
    starts.set(nearest);
    column.set(found());
  }

  /** Before anything is known whoever is nearer to the goal wins rather; half a turn counts as well. */
  supposeColumn() {
    const { turn: { busting: [bust], wiping: [wipe], chances, arrays: { gains } }, column, scores } = this;
    const gain = chances.reduce((sum, chance, n) => sum + chance * gains[n], 0);
    const ahead = gain * bust / (bust + wipe) ** 2 / (2 * Math.E);
    column.forEach((_, opp) => { column[opp] = Math.min(0.5 + 0.5 * (opp + ahead) / scores, 1); });
  }
}

function clipped(v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

/** A fixed point of F by Anderson's mixing: the next point is the affine combination of the last images
 * whose residuals F(x) - x cancel best. A residual that grew empties the memory. */
class Mixing {
  constructor(start, depth = 8) {
    Object.assign(this, { point: start.slice(), depth, changes: [], moves: [], size: Infinity });
  }

  /** The next point, given F of the last one. */
  next(image) {
    const residual = image.map((value, n) => value - this.point[n]);
    const size = residual.reduce((most, off) => Math.max(most, Math.abs(off)), 0);
    if (size > this.size) this.changes.length = this.moves.length = 0;
    else if (this.image) {
      this.changes.push(residual.map((value, n) => value - this.residual[n]));
      this.moves.push(image.map((value, n) => value - this.image[n]));
      if (this.changes.length >= this.depth) {
        this.changes.shift();
        this.moves.shift();
      }
    }
    Object.assign(this, { image, residual, size });
    const dot = (one, other) => one.reduce((sum, value, n) => sum + value * other[n], 0);
    const weights = linear(this.changes.map((one) => this.changes.map((other) => dot(one, other))), this.changes.map((one) => dot(one, residual))) ?? [];
    this.point = image.map((value, n) => (
      clipped(weights.reduce((sum, weight, k) => sum - weight * this.moves[k][n], value))));
    return this.point;
  }
}

/** The solution of a few linear equations, or null. */
function linear(matrix, right) {
  const rows = matrix.map((row, n) => [...row, right[n]]), size = rows.length;
  for (let n = 0; n < size; n++) {
    const pivot = rows.reduce((best, row, k) => (k >= n && Math.abs(row[n]) > Math.abs(rows[best][n]) ? k : best), n);
    if (!rows[pivot][n]) return null;
    [rows[n], rows[pivot]] = [rows[pivot], rows[n]];
    for (let k = 0; k < size; k++) {
      const factor = k === n ? 0 : rows[k][n] / rows[n][n];
      if (factor) rows[k].forEach((_, c) => { rows[k][c] -= factor * rows[n][c]; });
    }
  }
  return rows.map((row, n) => row[size] / row[n]);
}

/** The modes in which one may bank and may throw, short of the goal; the first if there is none. */
function decidedIn(turn) {
  const { scores, modes, may, start, least: [, minimum] } = turn, found = [];
  for (let m = 0; m < modes; m++) {
    let t = minimum;
    while (t < scores && (!turn.comes(t, m) || (t === 0 && m === start))) t += 1;
    if (may[m] === BANKS + THROWS && t < scores) found.push(m);
  }
  return found.length ? found : [start];
}

/** The map of a race for two: at [mode, own, opp] the fewest units banked, and 1 where one throws again with
 * more. */
class Chart {
  constructor(pairs, data) {
    const { turn, turn: { scores, modes } } = pairs;
    // Options that are never best may lead to states that the others do not. Where dice are set aside
    // these count as banked.
    const missed = (at) => !turn.seen[at] && turn.comes(Math.floor(at / modes), at % modes);
    this.every = !turn.single && !turn.aside && [...Array(scores * modes).keys()].some(missed);
    this.layers = data.layers ?? decidedIn(turn);
    [this.fewest, this.marks] = [0, 1].map(() => new Uint32Array(this.layers.length * scores ** 2));
    Object.assign(this, { pairs, turn, scores });
  }

  /** Look at all turns, unless they were looked at when they were evaluated last. From the goal down busts
   * mostly pay less and less, so that walls stay. */
  *draw() {
    const { scores, pairs, every, layers, fewest, marks } = this, { landing, coupled, asked, wall, lower } = pairs;
    for (let opp = 0; opp < scores && layers.length && pairs.chart !== this; opp++) {
      asked[opp] = -ANY;
      for (let own = scores - 1; own >= 0; own--) {
        const z = pairs.held(coupled[own] ? own : landing[own], own, opp);
        pairs.evaluate(own, opp, z, false, every);
        if (lower[opp] < wall[opp]) pairs.settleWall(opp);
        this.look(own, opp, z);
      }
      yield opp / scores;
    }
    return { fewest, marks };
  }

  look(own, opp, z) {
    const { turn, scores, layers, fewest, marks } = this;
    for (let n = 0, at = own * scores + opp; n < layers.length; n++, at += scores ** 2) {
      fewest[at] = turn.fewest(own, z, layers[n]);
      marks[at] = turn.found.again;
    }
  }
}

SOLVERS.race = function* (data) {
  const board = new Scoreboard(data), starts = board.starts = new Float64Array(board.size);
  // With a last turn turns are followed no further than where somebody may still throw.
  const first = new Pairs(data.lastTurn ? { ...data, rolled: board.scores + data.further } : data, board, 0), sides = [first];
  if (data.seats > 1) {  // who did not begin wins at once
    const second = new Pairs({ ...data, lastTurn: false, rolled: board.scores }, board, 1);
    sides.push(Object.assign(first.other = second, { other: first }));
  }
  const charts = sides.map((side) => new Chart(side, data)), { turn, dead } = first, maps = [];
  if (!turn.left.length && sides.length === 1 && !turn.wipes && !dead.includes(1) && !data.starts) [first.chart] = charts;
  if (data.starts) {  // the values came with the page
    starts.set(numbers(data.starts, Float64Array));
    first.column.forEach((_, opp) => { first.column[opp] = first.starts[opp * first.scores]; });
  } else yield* within(first.solve(), 0, 0.8);
  for (const [n, chart] of charts.entries()) {
    maps.push(yield* within(chart.draw(), 0.8 + 0.2 * n / charts.length, 0.8 + 0.2 * (n + 1) / charts.length));
  }
  return { starts, layers: charts[0].layers, maps };
};
