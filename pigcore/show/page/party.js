"use strict";
// A party: three or more players race to a goal. A state is {own, next, third, …, total}, seen by
// the mover. Each player has a chance to win, and the mover looks at his own.
//
// What all do is in the file, what it is worth is worked out here. Whoever banks makes the sum of
// the scores larger; a bust passes the turn on at the same scores. So the rotations of a tuple of
// scores, a cell, need each other and cells of larger sums only. A turn is affine in what a bust is
// worth, W = A + (1 - leave) W', and once round the table
//
//     W_0 = (A_0 + q_0 A_1 + q_0 q_1 A_2 + …) / (leave_0 + q_0 leave_1 + …),   q = 1 - leave,
//
// each A turned so that everybody keeps his own chance. All terms are positive.

class PartyEngine extends RaceEngine {
  constructor(data) {
    super(data);
    const { goal, players } = this;
    this.size = goal ** players;
    this.width = players + 1;
    /** Everybody's chance at the number of a tuple in base goal, the mover's score first; his first. */
    this.starts = new Float64Array(this.size * players);
    /** A row for each score of a turn: everybody's chance, and that of no bust within the cell. */
    this.roll = new Float64Array((goal + this.most + 1) * this.width);
    this.reached = new Float64Array((goal + this.most + 1) * this.width);
    this.ahead = this.arrays.gains.map((gain) => gain * this.width);
    this.busted = new Float64Array(this.width);
    this.turns = new Float64Array(players * this.width);
    this.mixed = new Map(data.mixed.map(([at, total, weight]) => [at, { total, weight }]));
    this.several = new Set(data.several.flatMap((scores) => this.circle(this.numberOf(scores))));
    this.planned = fromRuns(data.which, this.size);
  }

  ready(callback) { this.survey.start(callback); }

  numberOf(scores) { return scores.reduce((number, score) => number * this.goal + score, 0); }

  at(state) { return this.numberOf(this.scoresOf(state)); }

  /** The numbers of the tuples of a cell, in the order in which the players move. */
  circle(at) {
    const { goal, players, size } = this, found = [at];
    while (found.length < players) {
      const last = found[found.length - 1];
      found.push((last % (size / goal)) * goal + Math.floor(last / (size / goal)));
    }
    return found;
  }

  // --- one turn -------------------------------------------------------------------------------------

  /** How likely the mover rolls at a turn total, by the solution. */
  rolls(at, total) {
    const mixed = this.mixed.get(at);
    if (mixed && mixed.total === total) return mixed.weight;
    const passed = this.rules.plans[this.planned[at]].filter((turn) => turn <= total);
    return 1 - (passed.length % 2);
  }

  /** Write what passing the turn on with so many points is worth to a row. */
  bank(at, score, rows, row) {
    const { goal, players, size, starts } = this;
    if (score >= goal) {
      rows.fill(0, row, row + players);
      rows[row] = 1;
    } else {
      const next = ((at % (size / goal)) * goal + score) * players;
      rows[row] = starts[next + players - 1];  // the mover is the last of them
      for (let c = 1; c < players; c++) rows[row + c] = starts[next + c - 1];
    }
    rows[row + players] = 1;
  }

  /**
   * One turn, from a turn total down, above which all is banked. At [own + total] `roll` is what
   * rolling is worth then, and `reached` what the total is worth by what the mover does there.
   */
  play(at, busted, top) {
    const { goal, size, width, most, ahead, chances, roll, reached } = this;
    const { exact, falls: [[bust]], plans } = this.rules;
    const own = Math.floor(at / (size / goal));
    const turns = plans[this.planned[at]], mixed = this.mixed.get(at);
    const count = ahead.length;
    let passed = turns.length;
    for (let s = own + top + 1; s <= own + top + most; s++) {
      if (exact && s > goal) reached.set(busted, s * width);
      else this.bank(at, s, reached, s * width);
    }
    for (let s = own + top; s >= own; s--) {
      const row = s * width, total = s - own;
      while (passed > 0 && turns[passed - 1] > total) passed -= 1;
      const chance = mixed && mixed.total === total ? mixed.weight : 1 - (passed % 2);
      if (chance < 1) this.bank(at, s, reached, row);
      for (let c = 0; c < width; c++) {
        let sum = bust * busted[c];
        for (let n = 0; n < count; n++) sum += chances[n] * reached[row + c + ahead[n]];
        roll[row + c] = sum;
        reached[row + c] = chance === 1 ? sum : chance * sum + (1 - chance) * reached[row + c];
      }
    }
  }

  /** A row at a score of the turn that was played last. */
  row(rows, score) { return Array.from(rows.subarray(score * this.width, score * this.width + this.players)); }

  /** Play the whole turn of a state, a bust being worth what it is. */
  turn(state) {
    const at = this.at(state);
    this.bank(at, this.rules.landing[state.own], this.busted, 0);
    this.play(at, this.busted, this.goal - state.own - 1);
  }

  payoffs(state) {
    const { own, total } = state, score = own + total;
    const banked = new Float64Array(this.width);
    this.bank(this.at(state), score, banked, 0);
    const hold = this.row(banked, 0), held = { action: "hold", worth: hold[0], all: hold };
    if (score >= this.goal) return [{ ...held, why: "wonAlready" }];
    this.turn(state);
    const all = this.row(this.roll, score), rolled = { action: "roll", worth: all[0], all };
    if (total === 0) return [{ ...rolled, why: "mustRoll" }];
    return held.worth > rolled.worth ? [held, rolled] : [rolled, held];
  }

  // --- everybody's chances --------------------------------------------------------------------------

  sharesBy({ all }) { return all; }

  shares(state) {
    const { own, total } = state;
    if (own + total >= this.goal) return this.payoffs(state)[0].all;
    if (total > 0) this.turn(state);
    return total > 0 ? this.row(this.reached, own + total)
      : Array.from(this.starts.subarray(this.at(state) * this.players, (this.at(state) + 1) * this.players));
  }

  sharesAfter({ state, same, winner }) {
    if (winner) return this.scoreNames.map((_, n) => (winner === "nobody" ? 1 / this.players : Number(n === 0)));
    return turned(this.shares(state), same ? 0 : 1);
  }

  worth(state) { return this.shares(state)[0]; }

  worthAfter(result) { return this.sharesAfter(result)[0]; }

  mixture(state) {
    const mixed = this.mixed.get(this.at(state));
    return mixed && mixed.total === state.total ? mixed.weight : null;
  }

  choose(state, random) {
    if (state.own + state.total >= this.goal) return "hold";
    return random() < this.rolls(this.at(state), state.total) ? "roll" : "hold";
  }

  remark(state) {
    const at = this.at(state), mixed = this.mixed.get(at);
    if (mixed) return say("mixed", { total: mixed.total, chance: mixed.weight.toFixed(3) });
    return this.several.has(at) ? say("several") : "";
  }

  // --- all of them ----------------------------------------------------------------------------------

  /** Work the turn starts out, cell by cell, from the largest sum of the scores down. */
  *look() {
    const { goal, size, players } = this;
    const sums = new Uint16Array(size), first = new Uint32Array(players * (goal - 1) + 2);
    for (let at = 0; at < size; at++) {
      for (let rest = at; rest > 0; rest = Math.floor(rest / goal)) sums[at] += rest % goal;
      first[sums[at] + 1] += 1;
    }
    for (let sum = 0; sum + 1 < first.length; sum++) first[sum + 1] += first[sum];
    const ordered = new Uint32Array(size);
    for (let at = 0; at < size; at++) ordered[first[sums[at]]++] = at;
    for (let n = size - 1; n >= 0; n--) {
      if (n % 64 === 0) yield;
      const circle = this.circle(ordered[n]);
      if (circle.every((at) => circle[0] <= at)) this.solve(circle);
    }
    return {};
  }

  /** Solve a cell whose busts lead around it, or out of it where a bust banks something. */
  solve(circle) {
    const { goal, size, players, width, starts, reached, busted, turns } = this;
    const { landing, dead, plans } = this.rules;
    const owns = circle.map((at) => Math.floor(at / (size / goal)));
    if (owns.every((own) => dead[own])) {
      for (const at of circle) starts.fill(1 / players, at * players, (at + 1) * players);
      return;
    }
    circle.forEach((at, mover) => {
      const own = owns[mover];
      if (landing[own] === own) busted.fill(0);
      else this.bank(at, landing[own], busted, 0);
      const plan = plans[this.planned[at]], mixed = this.mixed.get(at);
      const last = plan.length % 2 ? plan[plan.length - 1] - 1 : goal - own - 1;
      this.play(at, busted, mixed ? Math.max(last, mixed.total) : last);
      for (let c = 0; c < width; c++) turns[mover * width + c] = reached[own * width + c];
    });
    for (let mover = 0; mover < players; mover++) {
      const start = circle[mover] * players;
      let through = 1, leave = 0;
      starts.fill(0, start, start + players);
      for (let k = 0; k < players; k++) {
        const turn = ((mover + k) % players) * width, stays = turns[turn + players];
        for (let c = 0; c < players; c++) starts[start + c] += through * turns[turn + (c - k + players) % players];
        leave += through * stays;
        through *= 1 - stays;
      }
      for (let c = 0; c < players; c++) starts[start + c] /= leave;
    }
  }

  /** The turn from total 1 on as runs [{action, from, to}] of what is done. */
  plan(state) {
    const at = this.at(state), runs = [];
    for (let k = 1; k < this.goal - state.own; k++) {
      join(runs, this.rolls(at, k) > 0.5 ? "roll" : "hold", k);
    }
    return runs;
  }

  /** What play comes to is not looked at. */
  reachable() { return null; }

  get legend() {
    return { hint: "mapParty", scale: "legendRace", marked: "legendHoles", met: "legendMixed", faded: null };
  }

  /** The map at [own, the score of `across`], the others' scores being those of the state: the
   * smallest total held at, and where one rolls again above it (1) or mixes (2). */
  map(state, layer, across) {
    const { goal } = this;
    const values = new Int16Array(goal * goal), marks = new Uint8Array(goal * goal);
    for (let own = 0; own < goal; own++) {
      for (let opp = 0; opp < goal; opp++) {
        const at = this.at({ ...state, own, [across]: opp }), place = own * goal + opp;
        const turns = this.rules.plans[this.planned[at]];
        values[place] = turns.length ? turns[0] : goal - own;
        marks[place] = this.mixed.has(at) ? 2 : Number(turns.length > 1);
      }
    }
    return { values, marks, reached: new Uint8Array(goal * goal).fill(1) };
  }
}
