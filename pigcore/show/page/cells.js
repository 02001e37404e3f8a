"use strict";
// The solver of races for three or more, cell by cell: the turn starts of one tuple of scores, whoever
// moves, need each other and cells of larger totals only. Everybody has a chance to win, and the mover
// looks at his own. What he does depends on one number, x: what handing over as he is, by a bust, is
// worth to himself; where he rolls at x he rolls at any larger one. So
//
//   enclosures of a cell's values shrink round by round, until no decision is open: then the cell has one
//   equilibrium, in pure decisions, which is found in closed form: W = A + (1 - leave) W' of each turn;
//   where some stay open, all plans of all movers within the enclosures are tried (`search.js`).
//
// A row of a place, t units in mode m, has everybody's part of A, the mover's first, and `leave`. As
// throws that leave choices are for two.

/** Enclosures that shrink no more than this stay open; so many rounds are enough. */
const SHRINKS = 0.98, MOST_ROUNDS = 500;

class Cells {
  constructor(data) {
    this.turn = new Turn({ ...data, lastTurn: false });
    const { turn, turn: { scores, modes, most, start, single, arrays: { gains, after, order } } } = this;
    const { players } = data, width = players + 1;
    Object.assign(this, { players, width, scores, modes, size: scores ** players });
    this.others = this.size / scores;
    this.landing = Int32Array.from(data.landing);
    this.dead = Uint8Array.from(data.dead, Number);
    /** Everybody's chance at the number of a tuple in base `scores`, the mover's score first; his first. */
    this.starts = new Float64Array(this.size * players);
    this.ahead = Int32Array.from(gains, (gain, n) => (gain * modes + after[n]) * width);
    /** The places below the goal: those of t units from `begin[t]` on, after those that they lead to. */
    const places = [];
    this.begin = new Uint32Array(scores + 1);
    for (let t = 0; t < scores; t++) {
      for (const m of order) if (single || turn.seen[t * modes + m]) places.push([t, m]);
      this.begin[t + 1] = places.length;
    }
    this.units = Uint32Array.from(places, ([t]) => t);
    this.mode = Uint32Array.from(places, ([, m]) => m);
    const size = (scores + most + 1) * modes * width;
    /** A turn, or the lower ends of one, and the upper ends. */
    [this.rows, this.highs] = [new Float64Array(size), new Float64Array(size)];
    this.margins = new Float64Array(places.length);
    this.begun = start * width;
    /** Those who move in the cell, in turn: the score, the number that banking 0 leads to, where a turn
     * is held whatever a bust is worth, what a bust is worth that leaves the cell, and whether it does. */
    this.movers = Array.from({ length: players }, () => (
      { own: 0, first: 0, above: 0, fewest: 0, lost: false, busted: new Float64Array(width) }));
    [this.low, this.high, this.turns] = [players, players, width].map((count) => new Float64Array(players * count));
    [this.down, this.up] = [new Float64Array(width), new Float64Array(width)];
    this.decided = new Uint8Array(players);
    this.stay = new Float64Array(players);
    this.found = new Float64Array(players * width);
    /** Between these x the decisions of the turn that was played last are the same. */
    this.from = new Float64Array(players);
    this.to = new Float64Array(players);
    this.mixed = [];
  }

  /** The number of the tuple whose first score is moved to its end. */
  rotated(at) { return (at % this.others) * this.scores + Math.floor(at / this.others); }

  // --- one turn -------------------------------------------------------------------------------------

  /** Make one player the mover at a tuple. */
  sit(mover, at) {
    const { scores, others, landing, turn: { least } } = this, { busted } = mover;
    mover.own = Math.floor(at / others);
    mover.first = (at % others) * scores;
    mover.above = scores;
    mover.fewest = least[mover.own ? 1 : 0];
    const land = landing[mover.own];
    mover.lost = land !== mover.own;
    if (mover.lost) this.bank(mover, land, busted, 0);
    else busted.fill(0);
  }

  /** Write what passing the turn on with a score is worth to a row: nothing, if that stays in the cell. */
  bank(mover, score, rows, row) {
    const { scores, players, starts } = this;
    if (score >= scores) {
      for (let c = 1; c < players; c++) rows[row + c] = 0;
      rows[row] = 1;
    } else if (score === mover.own) {
      for (let c = 0; c <= players; c++) rows[row + c] = 0;
      return;
    } else {
      const next = (mover.first + score) * players;
      rows[row] = starts[next + players - 1];  // the mover is the last of them
      for (let c = 1; c < players; c++) rows[row + c] = starts[next + c - 1];
    }
    rows[row + players] = 1;
  }

  /** Set the rows from `top` units on, to which throws lead. */
  beyond(mover, rows, top, busted) {
    const { scores, modes, width, turn: { most, exact } } = this;
    for (let t = top, at = top * modes * width; t <= top + most; t++) {
      const past = exact && mover.own + t > scores;
      for (let m = 0; m < modes; m++, at += width) {
        if (past) for (let c = 0; c < width; c++) rows[at + c] = busted[c];
        else this.bank(mover, mover.own + t, rows, at);
      }
    }
  }

  mayBank(mover, t, mode) {
    return (this.turn.may[mode] & BANKS) > 0 && t >= mover.fewest && (t > 0 || mode !== this.turn.start);
  }

  /** Write what throwing is worth in a mode; the rows that it leads to are known. */
  throwRow(rows, row, t, mode, busted) {
    const { width, modes, ahead, turn: { busting, chances, arrays: { sets } } } = this;
    const bust = busting[mode], from = t * modes * width, last = sets[mode + 1];
    if (width === 4) {
      let a = bust * busted[0], b = bust * busted[1], c = bust * busted[2], d = bust * busted[3];
      for (let set = sets[mode]; set < last; set++) {
        const chance = chances[set], at = from + ahead[set];
        a += chance * rows[at];
        b += chance * rows[at + 1];
        c += chance * rows[at + 2];
        d += chance * rows[at + 3];
      }
      rows[row] = a;
      rows[row + 1] = b;
      rows[row + 2] = c;
      rows[row + 3] = d;
      return;
    }
    for (let c = 0; c < width; c++) {
      let sum = bust * busted[c];
      for (let set = sets[mode]; set < last; set++) sum += chances[set] * rows[from + ahead[set] + c];
      rows[row + c] = sum;
    }
  }

  /** The turn with the decisions taken at x, which are the same for `from` < x <= `to`, kept at k. What
   * is known to be held from above is not looked at. The row that begins it stays in `rows`. */
  play(mover, x, k) {
    const { players, width, modes, rows, begin, mode: modeOf, margins, turn: { may } } = this;
    const top = mover.above - mover.own, { busted } = mover;
    let low = -1, high = 2;
    this.beyond(mover, rows, top, busted);
    for (let t = top - 1; t >= 0; t--) {
      for (let place = begin[t]; place < begin[t + 1]; place++) {
        const m = modeOf[place], row = (t * modes + m) * width, can = this.mayBank(mover, t, m);
        margins[place] = NaN;
        if (!(may[m] & THROWS)) {
          if (can) this.bank(mover, mover.own + t, rows, row);
          else for (let c = 0; c < width; c++) rows[row + c] = busted[c];
          continue;
        }
        this.throwRow(rows, row, t, m, busted);
        if (!can) continue;
        const held = this.held(mover, t), leave = t > 0 ? 1 : 0;
        const slope = leave - rows[row + players], margin = rows[row] - held + slope * x;
        if (slope !== 0) {
          const edge = (held + TIED - rows[row]) / slope;
          if (margin > TIED === slope > 0) low = Math.max(low, edge);
          else high = Math.min(high, edge);
        }
        margins[place] = margin;
        if (!(margin > TIED)) this.bank(mover, mover.own + t, rows, row);
      }
    }
    this.from[k] = low;
    this.to[k] = high;
  }

  /** What passing the turn on with t units more is worth to the mover, as a row has it. */
  held(mover, t) {
    const { starts, players } = this;
    return t > 0 ? starts[(mover.first + mover.own + t) * players + players - 1] : 0;
  }

  /** Enclose what the turn of the k-th mover is worth to all, where handing over as he is is worth `down`
   * to `up`; the decisions that are open. */
  enclose(mover, k) {
    const { players, width, scores, modes, rows, highs, begin, mode: modeOf, low, high, begun } = this;
    const { turn: { may, single } } = this, top = mover.above - mover.own;
    const down = mover.lost ? mover.busted : this.down, up = mover.lost ? mover.busted : this.up;
    let open = 0;
    this.beyond(mover, rows, top, down);
    this.beyond(mover, highs, top, up);
    for (let t = top - 1; t >= 0; t--) {
      for (let place = begin[t]; place < begin[t + 1]; place++) {
        const m = modeOf[place], row = (t * modes + m) * width, can = this.mayBank(mover, t, m);
        if (!(may[m] & THROWS)) {
          this.hold(mover, t, can, down, up, row);
          continue;
        }
        this.throwRow(rows, row, t, m, down);
        this.throwRow(highs, row, t, m, up);
        if (!can) continue;
        const least = t > 0 ? this.held(mover, t) : this.down[0], most = t > 0 ? least : this.up[0];
        if (rows[row] > most + TIED) continue;
        if (highs[row] <= least + TIED) {
          this.hold(mover, t, true, down, up, row);
          // A bust never comes to be worth more, so this stays.
          if (single && mover.above === mover.own + t + 1) mover.above -= 1;
          continue;
        }
        open += 1;
        const best = Math.max(rows[row], least);
        this.widen(mover, t, row);
        rows[row] = best;
      }
    }
    for (let c = 0; c < players; c++) {
      low[k * players + c] = rows[begun + c];
      high[k * players + c] = highs[begun + c];
    }
    return open;
  }

  /** Set a row and the one above it to what ends the turn there. */
  hold(mover, t, banks, down, up, row) {
    const { width, rows, highs } = this;
    if (banks && t > 0) {
      this.bank(mover, mover.own + t, rows, row);
      this.bank(mover, mover.own + t, highs, row);
      return;
    }
    const least = banks ? this.down : down, most = banks ? this.up : up;
    for (let c = 0; c < width; c++) {
      rows[row + c] = least[c];
      highs[row + c] = most[c];
    }
  }

  /** Let a row and the one above it take what banking is worth in, too. */
  widen(mover, t, row) {
    const { players, width, starts, rows, highs } = this, next = (mover.first + mover.own + t) * players;
    for (let c = 0; c < width; c++) {
      const banked = c === players ? 1 : starts[next + (c + players - 1) % players];
      const least = t > 0 ? banked : this.down[c], most = t > 0 ? banked : this.up[c];
      if (least < rows[row + c]) rows[row + c] = least;
      if (most > highs[row + c]) highs[row + c] = most;
    }
  }

  // --- one cell -------------------------------------------------------------------------------------

  /** Seat all movers of a cell. */
  together(at) {
    for (const mover of this.movers) {
      this.sit(mover, at);
      at = this.rotated(at);
    }
  }

  /** Shrink the enclosures of the cell that the movers sit in; whether no decision is open but for ties. */
  closeIn() {
    const { players, width, movers, low, high, down, up, decided, stay, found, rows, begun } = this;
    low.fill(0);
    high.fill(1);
    decided.fill(0);
    down[players] = up[players] = 0;
    for (let round = 0, before = 2 * players * players; round < MOST_ROUNDS; round++) {
      let open = 0, wide = 0;
      for (let m = players - 1; m >= 0; m--) {
        const next = (m + 1) % players * players, at = m * players;
        for (let c = 0; c < players; c++) {  // the next mover's values: he is the last of theirs
          down[c] = low[next + (c + players - 1) % players];
          up[c] = high[next + (c + players - 1) % players];
        }
        if (decided[m]) {  // his decisions are known, so his turn is affine
          for (let c = 0; c < players; c++) {
            low[at + c] = found[m * width + c] + stay[m] * down[c];
            high[at + c] = found[m * width + c] + stay[m] * up[c];
          }
          continue;
        }
        const left = this.enclose(movers[m], m);
        open += left;
        decided[m] = left === 0 ? 1 : 0;
        stay[m] = 1 - rows[begun + players];
        for (let c = 0; c < players; c++) found[m * width + c] = low[at + c] - stay[m] * down[c];
      }
      for (let c = 0; c < players * players; c++) wide += high[c] - low[c];
      if (open === 0 || wide < TIED) return true;  // what is open then is tied
      if (wide > SHRINKS * before) return false;
      before = wide;
    }
    return false;
  }

  /** Solve the cell by the decisions taken in its enclosures; false if they are not those that the values
   * lead to, by roundings. */
  settle() {
    const { players, width, movers, low, high, found, turns, rows, begun } = this;
    for (let m = 0; m < players; m++) {
      const c = (m + 1) % players * players + players - 1;
      this.play(movers[m], 0.5 * (low[c] + high[c]), m);
      for (let n = 0; n < width; n++) turns[m * width + n] = rows[begun + n];
    }
    this.solveCell(turns, found);
    for (let m = 0; m < players; m++) {
      const x = found[(m + 1) % players * width + players - 1];
      if (!(this.from[m] < x && x <= this.to[m])) return false;
    }
    return true;
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

  /** Write the values of a cell down: everybody's from each mover on, at [mover * width]. */
  write(at, found) {
    const { players, width, starts } = this;
    for (let m = 0; m < players; m++) {
      for (let c = 0; c < players; c++) starts[at * players + c] = clipped(found[m * width + c]);
      at = this.rotated(at);
    }
  }

  /** Whether nobody can win any more. */
  allDead(at) {
    for (let n = 0; n < this.players; n++, at = Math.floor(at / this.scores)) {
      if (!this.dead[at % this.scores]) return false;
    }
    return true;
  }

  /** Solve one cell. */
  cell(at) {
    if (this.allDead(at)) {
      this.write(at, this.found.fill(1 / this.players));
      return;
    }
    this.together(at);
    if (this.closeIn() && this.settle()) this.write(at, this.found);
    else this.search(at);
  }

  /** Solve all cells; yields the share that is done. */
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
        if (this.leads(at)) {
          this.cell(at);
          yield done / size;
        }
      }
    }
  }

  /** Whether no rotation of the tuple has a smaller number: it stands for its cell. */
  leads(at) {
    for (let m = 1, other = at; m < this.players; m++) {
      other = this.rotated(other);
      if (other < at) return false;
    }
    return true;
  }

  /** Search a cell whose decisions its enclosures leave open: of several pure equilibria the first in the
   * order of decisions is taken, and a mixed one where there is none. */
  search(at) {
    const { players, width, found } = this;
    const search = new Search(this, at), [taken] = search.equilibria();
    if (!taken) {  // none is found: the middle of what is known
      for (let n = 0; n < players * players; n++) {
        found[Math.floor(n / players) * width + n % players] = (search.low[n] + search.high[n]) / 2;
      }
      this.write(at, found);
      return;
    }
    this.write(at, taken.values);
    for (const { mover, place, weight } of taken.mixing) {
      this.mixed.push([search.cycle[mover], this.units[place] * this.modes + this.mode[place], weight]);
    }
  }
}

/** Plans that differ by no more of the chance to leave differ only where no turn comes. */
const ALIKE_PLANS = 1e-14;

/** Profiles of plans that are tried in one cell. */
const MOST_PROFILES = 200000;

/**
 * The equilibria of one cell. As x grows a mover rolls more, so his plans are pieces of an interval of
 * x, {row, low, high}, and at the x between two pieces he is indifferent at one place. A pure
 * equilibrium takes one piece for each mover, such that the x that follow lie in the pieces taken. A
 * mixed one has some movers between two pieces, {hold, roll, x, place}, with weights that put the x of
 * the others exactly there. There are few pieces within the enclosures, so all are tried.
 */
class Search {
  constructor(cells, at) {
    const { players, scores } = cells;
    Object.assign(this, { cells, players, width: players + 1, low: cells.low.slice(), high: cells.high.slice() });
    this.cycle = [at];
    while (this.cycle.length < players) this.cycle.push(cells.rotated(this.cycle.at(-1)));
    /** Where the scores repeat, movers are in the same state and do the same. */
    this.several = new Set(this.cycle).size;
    this.pieces = Array.from({ length: this.several }, (_, m) => this.piecesOf(m));
    this.narrow();
    this.edges = this.pieces.map((here, m) => (
      here.slice(1).map((after, n) => this.edge(m, here[n], after.row))));
  }

  /** All that are found: the pure ones first, in the order of their decisions. */
  equilibria() {
    const byOrder = (one, other) => {
      const n = one.order.findIndex((decision, k) => decision !== other.order[k]);
      return n < 0 ? 0 : one.order[n] - other.order[n];
    };
    return [...[...this.pure()].sort(byOrder), ...[...this.mixing()].sort(byOrder)];
  }

  // --- plans ----------------------------------------------------------------------------------------

  /** A mover's turn with the decisions taken at x. */
  plan(m, x) {
    const { cells, width } = this, { rows, begun, from, to, margins } = cells, [mover] = cells.movers;
    cells.sit(mover, this.cycle[m]);
    cells.play(mover, x, 0);
    return { row: rows.slice(begun, begun + width), margins: this.known(mover, margins), low: from[0], high: to[0] };
  }

  /** The margins of the places short of the goal. */
  known(mover, margins) { return margins.slice(0, this.cells.begin[this.cells.scores - mover.own]); }

  /** A mover's pieces within his enclosure. */
  piecesOf(m) {
    const { players, low, high } = this, next = (m + 1) % players * players + players - 1, here = [];
    for (let x = low[next]; ;) {
      const { row, high: end } = this.plan(m, x), last = here.at(-1);
      const apart = last ? row.reduce((most, part, c) => Math.max(most, Math.abs(part - last.row[c])), 0) : 1;
      if (last && apart <= ALIKE_PLANS * row[players]) last.high = end;
      else here.push({ row, low: last ? last.high : -1, high: end });
      if (end >= high[next]) break;
      x = Math.max(end, x) + 1e-15;
    }
    here.at(-1).high = 2;
    return here;
  }

  /** Each x is affine in each weight of a mixture, so whoever mixes, it lies between those of the choices
   * of pieces: what no choice comes near is left out, again and again. */
  narrow() {
    for (;;) {
      this.count = this.pieces.reduce((product, here) => product * here.length, 1);
      this.all = this.count > MOST_PROFILES ? null : this.xOfAll();
      if (!this.all || !this.all.every(Number.isFinite)) {
        this.all = null;
        return;
      }
      const kept = this.pieces.map((here, m) => {
        const each = this.all.subarray(m * this.count, (m + 1) * this.count);
        const least = each.reduce((one, x) => Math.min(one, x)) - 1e-12;
        const most = each.reduce((one, x) => Math.max(one, x)) + 1e-12;
        return here.filter(({ low, high }) => low <= most && high >= least);
      });
      if (kept.every((here, m) => here.length === this.pieces[m].length)) return;
      this.pieces = kept;
    }
  }

  /** The x of all movers at [mover * count + profile], the profiles in the order of the last one's pieces. */
  xOfAll() {
    const { count, several, players, pieces } = this, found = new Float64Array(several * count);
    for (let profile = 0; profile < count; profile++) {
      const rows = this.chosen(profile).map((n, m) => pieces[m][n].row);
      for (let m = 0; m < several; m++) found[m * count + profile] = this.xOf(rows, m);
    }
    return found;
  }

  /** The pieces of a profile. */
  chosen(profile) {
    const found = [];
    for (let m = this.several - 1; m >= 0; m--) {
      found[m] = profile % this.pieces[m].length;
      profile = Math.floor(profile / this.pieces[m].length);
    }
    return found;
  }

  /** The x of one mover: what the next one's turn, which begins then, is worth to him. */
  xOf(rows, m) {
    const { players, several } = this;
    let worth = 0, leave = 0, through = 1;
    for (let k = 0; k < players; k++) {
      const row = rows[(m + 1 + k) % players % several];
      worth += through * row[(2 * players - 1 - k) % players];
      leave += through * row[players];
      through *= 1 - row[players];
    }
    return worth / leave;
  }

  /** What lies between two pieces; null where it is another option that becomes the best. */
  edge(m, piece, roll) {
    // Margins are affine within a piece, so two of them tell where one is 0: pieces end at TIED.
    const x = piece.high, apart = 1e-9, at = this.plan(m, x).margins, below = this.plan(m, x - apart).margins;
    let place = -1;
    at.forEach((margin, n) => {
      if (!Number.isNaN(margin) && (place < 0 || Math.abs(margin - TIED) < Math.abs(at[place] - TIED))) place = n;
    });
    if (place < 0 || Math.abs(at[place] - TIED) > apart) return null;
    const slope = (at[place] - below[place]) / apart;
    return slope === 0 ? null : { hold: piece.row, roll, x: x - at[place] / slope, place };
  }

  // --- equilibria -----------------------------------------------------------------------------------

  /** The values of the cell when each mover has a row. */
  values(rows) {
    const { cells, players, width, several } = this, turns = new Float64Array(players * width), found = turns.slice();
    for (let m = 0; m < players; m++) turns.set(rows[m % several], m * width);
    cells.solveCell(turns, found);
    return found;
  }

  /** The mover's x in the values of a cell. */
  xIn(values, m) { return values[(m + 1) % this.players * this.width + this.players - 1]; }

  /** An equilibrium: its decisions are 0 where one throws and 1 where one banks, mover by mover. */
  equilibrium(rows, mixing) {
    const values = this.values(rows), order = [];
    for (let m = 0; m < this.several; m++) {
      for (const margin of this.plan(m, this.xIn(values, m)).margins) {
        if (!Number.isNaN(margin)) order.push(margin <= TIED ? 1 : 0);
      }
    }
    return { values, mixing, order };
  }

  *pure() {
    const { all, count, pieces } = this;
    for (let profile = 0; all && profile < count; profile++) {
      const taken = this.chosen(profile).map((n, m) => pieces[m][n]);
      const fits = ({ low, high }, m) => low < all[m * count + profile] && all[m * count + profile] <= high;
      if (taken.every(fits)) yield this.equilibrium(taken.map(({ row }) => row), []);
    }
  }

  *mixing() {
    if (!this.all) return;
    for (const profile of this.near()) if (!profile.includes(null)) yield* this.weights(profile);
  }

  /** Profiles in which two movers or more mix, or the only one does, and that may be equilibria. Each x is
   * affine in each weight, so it lies between those of the corners: the pieces on both sides of who mixes. */
  *near() {
    const { all, count, several, pieces, edges } = this, mixers = [...Array(2 ** several).keys()];
    const strides = pieces.map((_, m) => pieces.slice(m + 1).reduce((product, { length }) => product * length, 1));
    for (const who of mixers) {
      const mixes = pieces.map((_, m) => (who >> m & 1) === 1), wanted = Math.min(2, several);
      if (mixes.filter(Boolean).length < wanted) continue;
      const sizes = pieces.map(({ length }, m) => length - Number(mixes[m]));
      const profiles = sizes.reduce((product, size) => product * size, 1);
      for (let profile = 0; profile < profiles; profile++) {
        const places = [];
        for (let m = several - 1, rest = profile; m >= 0; m--) {
          places[m] = rest % sizes[m];
          rest = Math.floor(rest / sizes[m]);
        }
        const corners = [0];
        places.forEach((n, m) => {
          const ways = mixes[m] ? [n, n + 1] : [n], before = corners.splice(0);
          for (const corner of before) for (const way of ways) corners.push(corner + way * strides[m]);
        });
        const chosen = places.map((n, m) => (mixes[m] ? edges[m][n] : pieces[m][n]));
        const fits = (one, m) => {
          if (!one) return true;
          const x = corners.map((corner) => all[m * count + corner]);
          const [least, most] = mixes[m] ? [one.x, one.x] : [one.low, one.high];
          return Math.min(...x) - 1e-12 <= most && Math.max(...x) + 1e-12 >= least;
        };
        if (chosen.every(fits)) yield chosen;
      }
    }
  }

  /** The weights that make those who mix indifferent, by Newton's method. */
  *weights(profile) {
    const who = [...profile.keys()].filter((m) => profile[m].hold);
    const rows = (weights) => profile.map((one, m) => (!one.hold ? one.row
      : one.hold.map((part, c) => part + weights[who.indexOf(m)] * (one.roll[c] - part))));
    const off = (weights) => {
      const values = this.values(rows(weights));
      return who.map((m) => this.xIn(values, m) - profile[m].x);
    };
    let weights = who.map(() => 0.5);
    for (let step = 0; step < 30; step++) {
      const miss = off(weights);
      const slopes = who.map((_, n) => (
        off(weights.map((weight, k) => weight + (k === n ? 1e-3 : 0))).map((value, k) => (value - miss[k]) / 1e-3)));
      const move = linear(who.map((_, k) => slopes.map((column) => column[k])), miss);
      if (!move || !move.every((part) => Math.abs(part) < 1e3)) return;
      weights = weights.map((weight, n) => weight - move[n]);
      if (Math.max(...move.map(Math.abs)) < 1e-12 || Math.max(...miss.map(Math.abs)) < 1e-16) break;
    }
    if (!off(weights).every((miss) => Math.abs(miss) < 1e-14)) return;
    if (!weights.every((weight) => weight > 0 && weight < 1)) return;
    const values = this.values(rows(weights));
    const fits = (one, m) => one.hold || (one.low < this.xIn(values, m) && this.xIn(values, m) <= one.high);
    if (!profile.every(fits)) return;
    const mixing = who.map((m, n) => ({ mover: m, place: profile[m].place, weight: weights[n] }));
    yield this.equilibrium(rows(weights), mixing);
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

SOLVERS.party = function* (data) {
  const cells = new Cells(data);
  yield* within(cells.solve(), 0, 0.95);
  const plans = yield* within(plansOf(cells), 0.95, 1), { turn, mixed, starts } = cells;
  return { layers: decidedIn(turn), ...plans, mixed: mixed.sort(([one], [other]) => one - other), starts };
};

/** The decisions of a party as its engine reads them: `plans`, the places at which a turn goes over from
 * rolling to holding or back, and which of them each tuple of scores has. */
function* plansOf(cells) {
  const { scores, modes, players, others, size, landing, begin, mode: modeOf, starts, turn } = cells;
  const { may, busting, chances, exact, most, start, arrays: { sets, gains, after } } = turn;
  const known = new Map(), plans = [], which = new Uint32Array(size);
  const worth = new Float64Array((scores + most + 1) * modes), [mover] = cells.movers;
  const throwing = new Uint8Array(scores * modes);
  for (let at = 0; at < size; at++) {
    if (at % 1024 === 0) yield at / size;
    cells.sit(mover, at);
    const { own, first } = mover, left = scores - own, land = landing[own];
    const passing = (score) => (score < scores ? starts[(first + score) * players + players - 1] : 1);
    const busted = passing(land), past = exact ? busted : 1;
    worth.fill(1, left * modes, (left + 1) * modes);
    worth.fill(past, (left + 1) * modes, (left + most + 1) * modes);
    throwing.fill(0, 0, left * modes);
    for (let t = left - 1; t >= 0; t--) {
      const bank = passing(own + t);
      for (let place = begin[t]; place < begin[t + 1]; place++) {
        const m = modeOf[place], can = cells.mayBank(mover, t, m);
        if (!(may[m] & THROWS)) {
          worth[t * modes + m] = can ? bank : busted;
          continue;
        }
        let sum = busting[m] * busted;
        for (let set = sets[m]; set < sets[m + 1]; set++) {
          sum += chances[set] * worth[(t + gains[set]) * modes + after[set]];
        }
        worth[t * modes + m] = !can || betterToRoll(bank, sum) ? sum : bank;
        throwing[t * modes + m] = !can || sum > bank + TIED ? 1 : 0;
      }
    }
    const plan = [];
    for (let place = 0, before = 1; place < left * modes; place++) {
      if (throwing[place] !== before) plan.push(place);
      before = throwing[place];
    }
    const key = plan.join();
    if (!known.has(key)) {
      known.set(key, plans.length);
      plans.push(plan);
    }
    which[at] = known.get(key);
  }
  return { plans, which };
}
