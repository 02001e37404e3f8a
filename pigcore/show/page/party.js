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
    const { scores, players, rules: { rolled, modes: { length: modes } } } = this;
    /** The tuples of scores; there are as many of each seat where it counts who began. */
    this.size = scores ** players;
    this.seats = data.seats ?? 1;
    this.width = players + 1;
    /** A row for each score of a turn and mode: everybody's chance, and that of no bust within the cell. */
    this.roll = new Float64Array((rolled + this.most + 1) * modes * this.width);
    this.reached = this.roll.slice();
    const { gains, after } = this.arrays;
    this.ahead = gains.map((gain, n) => (gain * modes + after[n]) * this.width);
    this.busted = new Float64Array(this.width);
    this.turns = new Float64Array(players * this.width);
    this.rolling = new Uint8Array(modes);
    if (!data.which) return;
    this.mixed = new Map(data.mixed.map(([at, place, weight]) => [at, { place, weight }]));
  }

  /** The plan of each tuple: not read before it is asked for, as there are a million. */
  get planned() { return this.plansRead ??= fromRuns(this.rules.which, this.seats * this.size); }

  numberOf(tuple) { return tuple.reduce((number, score) => number * this.scores + score, 0); }

  at(state) {
    return this.size * ((state.seat ?? 1) - 1) + this.numberOf(this.scoresOf(state).map((score) => score / this.unit));
  }

  /** The mover's score in the tuple with a number, and the number of the others'. */
  apart(at) {
    const rest = this.size / this.scores, tuple = at % this.size;
    return [Math.floor(tuple / rest), tuple % rest];
  }

  /** The number once the mover has a score, and the next player moves. */
  passed(at, score) {
    const seat = (Math.floor(at / this.size) + 1) % this.seats;
    return seat * this.size + this.apart(at)[1] * this.scores + score;
  }

  /** The score from which on nobody throws. */
  topOf() { return this.scores; }

  placeOf(state) { return { ...super.placeOf(state), at: this.at(state) }; }

  /** The number of a place of a turn: t units in a mode. */
  numbered({ t, mode }) { return t * this.rules.modes.length + mode; }

  /** The numbers of the tuples of a cell, in the order in which the players move. */
  cycle(at) {
    const found = [at];
    while (found.length < this.players) found.push(this.passed(found.at(-1), this.apart(found.at(-1))[0]));
    return found;
  }

  // --- one turn -------------------------------------------------------------------------------------

  /** How likely the mover rolls at a place of a turn, by the solution. */
  rolls(at, place) {
    const mixed = this.mixed.get(at);
    if (mixed && mixed.place === place) return mixed.weight;
    const passed = this.rules.plans[this.planned[at]].filter((turn) => turn <= place);
    return 1 - (passed.length % 2);
  }

  /** The same in a state. */
  likely(state) {
    const place = this.placeOf(state);
    return this.rolls(place.at, this.numbered(place));
  }

  /** Write what passing the turn on with a score is worth to a row. */
  bank(at, score, rows, row) {
    const { scores, players, starts } = this;
    if (score >= scores) this.reach(at, score, rows, row);
    else {
      const next = this.passed(at, score) * players;
      rows[row] = starts[next + players - 1];  // the mover is the last of them
      for (let c = 1; c < players; c++) rows[row + c] = starts[next + c - 1];
    }
    rows[row + players] = 1;
  }

  /** The same of a score that is the goal or more. */
  reach(at, score, rows, row) { rows.fill(0, row, row + this.players).fill(1, row, row + 1); }

  /**
   * One turn, from so many units down, above which all is banked. At a score and a mode `roll` is what
   * rolling is worth then, and `reached` what the place is worth by what the mover does there.
   */
  play(at, busted, top) {
    const { scores, width, most, ahead, chances, roll, reached, rolling } = this;
    const { sets, order } = this.arrays, { exact, falls, may, plans, modes: { length: modes } } = this.rules;
    const [own] = this.apart(at), turns = plans[this.planned[at]], mixed = this.mixed.get(at);
    let passed = turns.length;
    for (let s = own + top + 1; s <= own + top + most; s++) {
      for (let m = 0; m < modes; m++) {
        if (exact && s > scores) reached.set(busted, (s * modes + m) * width);
        else this.bank(at, s, reached, (s * modes + m) * width);
      }
    }
    for (let s = own + top; s >= own; s--) {
      const t = s - own, first = s * modes * width;
      for (let m = modes - 1; m >= 0; m--) {
        while (passed > 0 && turns[passed - 1] > t * modes + m) passed -= 1;
        rolling[m] = 1 - (passed % 2);
      }
      for (const m of order) {
        const row = first + m * width, can = this.mayBank(own, t, m), [bust] = falls[m];
        const mixes = mixed && mixed.place === t * modes + m;
        const chance = mixes ? mixed.weight : can ? rolling[m] & may[m] >> 1 : 1;
        if (can && chance < 1) this.bank(at, s, reached, row);
        if (!(may[m] & THROWS)) {
          if (!can) reached.set(busted, row);
          continue;
        }
        for (let c = 0; c < width; c++) {
          let sum = bust * busted[c];
          for (let n = sets[m]; n < sets[m + 1]; n++) sum += chances[n] * reached[first + c + ahead[n]];
          roll[row + c] = sum;
          reached[row + c] = chance === 1 ? sum : chance * sum + (1 - chance) * reached[row + c];
        }
      }
    }
  }

  /** A row at a score and a mode of the turn that was played last. */
  row(rows, score = 0, mode = 0) {
    const first = (score * this.rules.modes.length + mode) * this.width;
    return Array.from(rows.subarray(first, first + this.players));
  }

  /** What passing the turn on with a score is worth. */
  passing(at, score) {
    const banked = new Float64Array(this.width);
    this.bank(at, score, banked, 0);
    return this.row(banked);
  }

  /** Play the whole turn of a tuple, a bust being worth what it is. */
  turn(at, own) {
    this.bank(at, this.rules.landing[own], this.busted, 0);
    this.play(at, this.busted, this.topOf(at) - own - 1);
  }

  deciding({ own, at }) {
    return { banks: (s, mode) => 1 - this.rolls(at, this.numbered({ t: s - own, mode })) };
  }

  paid({ at, own }, s, mode, then) {
    if (then === this.throws) this.turn(at, own);
    const all = then === this.throws ? this.row(this.roll, s, mode)
      : this.passing(at, then === this.banks ? s : this.rules.landing[own]);
    return { worth: all[0], all };
  }

  // --- everybody's chances --------------------------------------------------------------------------

  sharesBy({ all }) { return all; }

  shares(state) {
    const { own, t, mode, at } = this.placeOf(state);
    if (own + t >= this.topOf(at)) return this.passing(at, own + t);
    if (t === 0 && mode === this.rules.start) {
      return Array.from(this.starts.subarray(at * this.players, (at + 1) * this.players));
    }
    this.turn(at, own);
    return this.row(this.reached, own + t, mode);
  }

  sharesAfter({ state, same, winner }) {
    if (winner) return this.scoreNames.map((_, n) => (winner === "nobody" ? 1 / this.players : Number(n === 0)));
    return turned(this.shares(state), same ? 0 : 1);
  }

  worth(state) { return this.shares(state)[0]; }

  worthAfter(result) { return this.sharesAfter(result)[0]; }

  mixture(state) {
    const place = this.placeOf(state), mixed = this.mixed.get(place.at);
    return mixed && mixed.place === this.numbered(place) ? mixed.weight : null;
  }

  choose(state, random) {
    const [action, other] = this.actions(state);
    return other === undefined ? action : random() < this.likely(state) ? this.throws : this.banks;
  }

  remark(state) {
    const at = this.at(state), mixed = this.mixed.get(at), { modes: { length: modes } } = this.rules;
    const wrong = super.remark(state);
    if (wrong || !mixed) return wrong;
    const phrase = modes > 1 ? ` ${this.phraseOf(mixed.place % modes)}` : "";
    const total = this.unit * Math.floor(mixed.place / modes);
    return say("mixed", { total, phrase, chance: decimal(mixed.weight, 3) });
  }

  // --- all of them ----------------------------------------------------------------------------------

  /** Work the turn starts out, cell by cell, from the largest sum of the scores down: everybody's chance
   * at the number of a tuple in base `scores`, the mover's score first; his chance first. */
  *settle() {
    const { scores, players } = this, size = this.seats * this.size;
    this.starts = new Float64Array(size * players);
    const sums = new Uint16Array(size), first = new Uint32Array(players * (scores - 1) + 2);
    for (let at = 0; at < size; at++) {
      for (let rest = at % this.size; rest > 0; rest = Math.floor(rest / scores)) sums[at] += rest % scores;
      first[sums[at] + 1] += 1;
    }
    for (let sum = 0; sum + 1 < first.length; sum++) first[sum + 1] += first[sum];
    const ordered = new Uint32Array(size);
    for (let at = 0; at < size; at++) ordered[first[sums[at]]++] = at;
    for (let n = size - 1; n >= 0; n--) {
      if (n % 64 === 0) yield 1 - n / size;
      const cycle = this.cycle(ordered[n]);
      if (cycle.every((at) => cycle[0] <= at)) this.solve(cycle);
    }
  }

  /** Solve a cell whose busts lead around it, or out of it where a bust banks something. */
  solve(cycle) {
    const { players, width, starts, reached, busted, turns } = this;
    const { landing, dead, plans, start, least, modes: { length: modes } } = this.rules;
    const owns = cycle.map((at) => this.apart(at)[0]);
    if (owns.every((own) => dead[own])) {
      for (const at of cycle) starts.fill(1 / players, at * players, (at + 1) * players);
      return;
    }
    cycle.forEach((at, mover) => {
      const own = owns[mover];
      if (landing[own] === own) busted.fill(0);
      else this.bank(at, landing[own], busted, 0);
      const plan = plans[this.planned[at]], mixed = this.mixed.get(at), end = this.topOf(at) - own - 1;
      const last = plan.length % 2 ? Math.floor((plan[plan.length - 1] - 1) / modes) : end;
      const mixing = mixed ? Math.floor(mixed.place / modes) : 0;
      this.play(at, busted, Math.min(Math.max(last, mixing, least[own ? 1 : 0] - 1), end));
      for (let c = 0; c < width; c++) turns[mover * width + c] = reached[(own * modes + start) * width + c];
    });
    for (let mover = 0; mover < players; mover++) {
      const from = cycle[mover] * players;
      let through = 1, leave = 0;
      starts.fill(0, from, from + players);
      for (let k = 0; k < players; k++) {
        const turn = ((mover + k) % players) * width, stays = turns[turn + players];
        for (let c = 0; c < players; c++) starts[from + c] += through * turns[turn + (c - k + players) % players];
        leave += through * stays;
        through *= 1 - stays;
      }
      for (let c = 0; c < players; c++) starts[from + c] /= leave;
    }
  }

  /** The turn in the state's mode from the first points on as runs [{action, from, to}] of what is done. */
  plan(state) {
    const { own, mode, at } = this.placeOf(state), runs = [];
    if (!this.rules.layers.includes(mode)) return [];
    for (let t = 1; t < this.scores - own; t++) {
      const there = this.decided(t, mode);
      if (!there && !runs.length) continue;
      const rolls = there && this.rolls(at, this.numbered({ t, mode })) > 0.5;
      const done = rolls ? this.throws : this.banks;
      join(runs, there ? done : runs.at(-1).action, t * this.unit);
    }
    if (runs.length) runs[0].from = this.unit;
    return runs;
  }

  /** Whether it is known what is done with t units in a mode: of single rolls also where no turn comes. */
  decided(t, mode) { return (this.rules.modes.length === 1 && !this.rules.lastTurn) || this.comes(t, mode); }

  /** The map is quick from the first. */
  *look() { return {}; }

  get legend() {
    return { hint: "mapParty", scale: "legendRace", marked: "legendHoles", met: "legendMixed" };
  }

  /** The map of a mode at [own, the score of `across`], the others' scores being those of the state: the
   * fewest points held at, and where one rolls again with more (1) or mixes (2). */
  map(state, mode = this.rules.layers[0], across) {
    const { scores, unit, rules: { plans, modes: { length: modes } } } = this;
    const values = new Int32Array(scores * scores), marks = new Uint8Array(scores * scores);
    for (let own = 0; own < scores; own++) {
      for (let opp = 0; opp < scores; opp++) {
        const at = this.at({ ...state, own: unit * own, [across]: unit * opp }), place = own * scores + opp;
        const turns = plans[this.planned[at]], mixed = this.mixed.get(at);
        let least = scores - own;
        for (let t = 0, passed = 0; t < scores - own; t++) {
          while (turns[passed] <= t * modes + mode) passed += 1;
          const there = this.decided(t, mode), holds = passed % 2 === 1;
          if (there && holds) least = Math.min(least, t);
          else if (there && t > least) marks[place] = 1;
          if (passed === turns.length && least < scores - own) break;
        }
        values[place] = unit * least;
        if (mixed && mixed.place % modes === mode) marks[place] = 2;
      }
    }
    return { values, marks };
  }
}

ENGINES.party = PartyEngine;

SOLVERS.plans = function* (data) {
  const engine = engineOf(data);
  yield* engine.settle();
  return { starts: engine.starts };
};
