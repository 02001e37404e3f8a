"use strict";
// A race of three players or more whose last turns are taken once somebody has the goal: by all others, or
// by those who have not moved in this round. Where it counts who began a state has a part more, {…, seat},
// the mover's place in the round, from 1.
//
// So many players have a turn left then, the mover and those after him; the best score is to be passed, or
// equalled where equal scores share the win. With nobody to follow whoever has it wins, so that is solved
// from the last turn back, without a loop: `solvers/race/last_turns.py` does the same. A row of numbers is
// the chance of each leader, of those who have the best score, then the mover's, then those of the players
// after him.

class LastTurns {
  constructor({ scores, players, most, chances, arrays, rules }) {
    Object.assign(this, { scores, players, most, chances, arrays, rules });
    this.known = [];
  }

  /** So many scores from the goal on may be ahead: each player may pass the one before by a throw. */
  far(left) {
    const { rules: { rolled }, most, scores, players } = this;
    return rolled - scores + (players - left) * most;
  }

  /** What it comes to that so many have a turn left: a row at [leaders - 1, the best score less the goal, the
   * scores of those players]. */
  worth(left) { return this.known[left] ??= left ? this.found(left) : this.over(); }

  over() {
    const leaders = this.rules.shared ? this.players : 1, far = this.far(0);
    return Float64Array.from({ length: leaders * far }, (_, n) => 1 / (1 + Math.floor(n / far)));
  }

  found(left) {
    const { scores, players, rules: { shared, start, modes: { length: modes } } } = this, width = left + 1;
    const leaders = shared ? players - left : 1, far = this.far(left), others = scores ** (left - 1);
    const found = new Float64Array(leaders * far * scores * others * width);
    for (let count = 0; count < leaders; count++) {
      for (let ahead = 0; ahead < far; ahead++) {
        for (let after = 0; after < others; after++) {
          const { thrown } = this.turn(left, count, scores + ahead, after);
          for (let s = 0; s < scores; s++) {
            const from = (s * modes + start) * width, to = (((count * far + ahead) * scores + s) * others + after) * width;
            found.set(thrown.subarray(from, from + width), to);
          }
        }
      }
    }
    return found;
  }

  /** A mover's turn against the best score, with `count` leaders more than one; `after` is the number of the
   * scores of those who follow. At [score, mode]: rows of banking, throwing, and of what is best; whether
   * banking is; and the row of a bust. The next call writes over them. */
  turn(left, count, ahead, after) {
    const { scores, most, chances, arrays: { sets, first, gains, after: modeAfter, order }, rules } = this;
    const { rolled, shared, falls, may, modes: { length: modes } } = rules, width = left + 1;
    const worth = this.worth(left - 1), others = scores ** (left - 1), far = this.far(left), height = scores + this.far(left - 1);
    const size = height * modes * width;
    if (!(this.best?.length >= size)) {
      for (const name of ["banked", "thrown", "best"]) this[name] = new Float64Array(size);
      this.stops = new Uint8Array(height * modes);
    }
    const { banked, thrown, best, stops } = this, busted = new Float64Array(width), tied = busted.slice();
    /** What it comes to that so many lead with a score: the mover with others, alone, or not. */
    const then = (row, at, more, score, mine, alone) => {
      const from = ((more * (height - scores) + score - scores) * others + after) * left;
      row[at] = alone ? 0 : worth[from];
      row[at + 1] = mine ? worth[from] : 0;
      for (let n = 1; n < left; n++) row[at + 1 + n] = worth[from + n];
    };
    then(busted, 0, count, ahead, false, false);
    if (shared) then(tied, 0, count + 1, ahead, true, false);
    for (let s = height - 1; s >= 0; s--) {
      const passes = s > ahead, level = s === ahead, here = passes || (shared && level);
      for (const m of order) {
        const place = s * modes + m, at = place * width;
        if (passes) then(banked, at, 0, s, true, true);
        else banked.set(level && shared ? tied : busted, at);
        let stop = 1;
        if (s < scores + far && may[m] & THROWS) {
          for (let c = 0; c < width; c++) thrown[at + c] = falls[m][0] * busted[c];
          for (let set = sets[m]; set < sets[m + 1]; set++) {
            let taken = -1;
            for (let n = first[set]; n < first[set + 1]; n++) {
              const next = ((s + gains[n]) * modes + modeAfter[n]) * width;
              if (taken < 0 || best[next + 1] > best[taken + 1] + TIED) taken = next;
            }
            for (let c = 0; c < width; c++) thrown[at + c] += chances[set] * best[taken + c];
          }
          // Nobody throws on who has passed the best score and is so far; who has tied it may.
          const better = thrown[at + 1] > banked[at + 1] + TIED && (level || s < rolled);
          stop = Number((may[m] & BANKS) > 0 && here && !better);
        }
        const row = stop ? banked : thrown;
        for (let c = 0; c < width; c++) best[at + c] = row[at + c];
        stops[place] = stop;
      }
    }
    return { banked, thrown, best, stops, busted };
  }
}

class LastTurnsEngine extends PartyEngine {
  constructor(data) {
    super({ ...data, names: data.names.filter((name) => name !== "seat") });
    Object.assign(this, { rules: data, names: data.names, finish: new LastTurns(this) });
  }

  // --- states ---------------------------------------------------------------------------------------

  get rounds() { return this.seats > 1; }

  get switches() { return this.rounds ? ["seat"] : []; }

  state(scores, points, mode, thrown, seat = 1) {
    return { ...super.state(scores, points, mode, thrown), ...(this.rounds && { seat }) };
  }

  facing(state, places) { return this.rounds ? { ...state, seat: this.seatAfter(state, places) } : state; }

  seatAfter({ seat }, places = 1) { return (seat - 1 + places) % this.seats + 1; }

  leastOf(name) { return name === "seat" ? 1 : super.leastOf(name); }

  /** How many have a last turn once this mover has the goal. */
  followers({ seat = 1 }) { return this.players - seat; }

  /** How many still have one, the mover included; 0 while nobody has the goal. */
  left(state, scores = this.scoresOf(state)) {
    const ahead = scores.findIndex((score) => score >= this.goal);
    return ahead < 0 ? 0 : this.rounds ? this.followers(state) + 1 : ahead;
  }

  /** The score from which on nobody throws, of tuples with a number, and in a state. */
  topOf(at) { return this.rounds && at >= (this.seats - 1) * this.size ? this.scores : this.rules.rolled; }

  limits(state) {
    const { goal, unit, finish, most, rules: { rolled } } = this, found = super.limits(state), left = this.left(state);
    const done = this.rounds ? this.followers(state) + 1 : 1;  // from this place on they may have had their last turn
    this.scoreNames.forEach((name, place) => {
      found[name] = goal + unit * (place < done ? -1 : finish.far(left || place) - 1);
    });
    const ends = left || this.followers(state) > 0;
    const top = left ? Math.max(rolled, Math.max(...this.scoresOf(state)) / unit + 1) : rolled;
    found[this.pointsName] = ends ? unit * (top + most - 1) - state.own : (this.modeName ? this.furthest : goal) - state.own;
    return { ...found, seat: this.seats };
  }

  has(state) {
    const limits = this.limits(state);
    return this.names.every((name) => Number.isInteger(state[name] / this.stepOf(name)) &&
      state[name] >= this.leastOf(name) && state[name] <= limits[name]);
  }

  /** Players at a table enter their scores, which would have to say whose last turn it is. */
  get followed() { return false; }

  placeOf(state) {
    const place = super.placeOf(state), scores = this.scoresOf(state), left = this.left(state);
    const last = left ? this.last(scores.map((score) => score / this.unit), left) : null;
    this.follows = left > 0 || this.followers(state) > 0;
    this.highest = last ? Math.max(last.ahead + 1, this.rules.rolled) : this.answered ? this.rules.rolled : this.scores;
    return { ...place, last };
  }

  /** A last turn: the best score, who has it, and the mover's turn, which is worked out once. */
  last(scores, left) {
    const key = [...scores, left].join();
    if (this.latest?.key === key) return this.latest;
    const done = scores.slice(left), ahead = Math.max(...done);
    const leaders = [...scores.keys()].filter((place) => place >= left && scores[place] === ahead);
    if (!this.rules.shared) leaders.length = 1;
    const after = scores.slice(1, left).reduce((number, score) => number * this.scores + score, 0);
    const found = this.finish.turn(left, leaders.length - 1, ahead, after);
    const kept = Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.slice()]));
    return this.latest = { key, left, ahead, leaders, ...kept };
  }

  /** A row of a last turn as everybody's chances. */
  all({ left, leaders }, rows, at = 0) {
    const from = at * (left + 1), found = this.scoreNames.map((_, n) => (n < left ? rows[from + 1 + n] : 0));
    for (const place of leaders) found[place] = rows[from];
    return found;
  }

  // --- what states are worth ------------------------------------------------------------------------

  reach(at, score, rows, row) {
    const { scores, players, finish } = this, left = this.followers({ seat: this.rounds ? 1 + Math.floor(at / this.size) : 1 });
    const others = Math.floor(this.apart(at)[1] / scores ** (players - 1 - left));
    const worth = finish.worth(left), from = ((score - scores) * scores ** left + others) * (left + 1);
    rows.fill(0, row, row + players);
    for (let n = 0; n <= left; n++) rows[row + n] = worth[from + n];
  }

  isLast() { return false; }

  top() { return this.highest; }

  get answered() { return this.follows; }

  inHand(place) {
    const { last, own, t, mode } = place, { rules: { may, rolled, shared }, scores } = this;
    if (!last) return super.inHand(place);
    const { ahead, left } = last, s = own + t, passes = s > ahead;
    const throws = (may[mode] & THROWS) > 0 && !(passes && (left === 1 || s >= rolled));
    const banks = !throws || ((passes || (shared && s === ahead)) && (may[mode] & BANKS) > 0);
    return [...(throws ? [this.throws] : []), ...(banks ? [this.banks] : [])];
  }

  paid(place, s, mode, then) {
    const { last } = place;
    if (!last) return super.paid(place, s, mode, then);
    const all = this.all(last, then === this.throws ? last.thrown : last.banked, s * this.rules.modes.length + mode);
    return { worth: all[0], all };
  }

  shares(state) {
    const { last, own, t, mode } = this.placeOf(state);
    return last ? this.all(last, last.best, (own + t) * this.rules.modes.length + mode) : super.shares(state);
  }

  sharesAfter(result) {
    const { sharing } = result;
    return sharing ? this.scoreNames.map((_, n) => Number(sharing.includes(n)) / sharing.length) : super.sharesAfter(result);
  }

  likely(state) {
    const { last, own, t, mode } = this.placeOf(state);
    return last ? 1 - last.stops[(own + t) * this.rules.modes.length + mode] : super.likely(state);
  }

  deciding(place) {
    const { last } = place, { modes: { length } } = this.rules;
    return last ? { banks: (s, m) => last.stops[s * length + m] } : super.deciding(place);
  }

  mixture(state) { return this.left(state) ? null : super.mixture(state); }

  plan(state) { return this.left(state) ? [] : super.plan(state); }

  remark(state) { return this.left(state) ? "" : super.remark(state); }

  why(action, done, begun) { return super.why(action, done && !this.answered, begun); }

  // --- what follows ---------------------------------------------------------------------------------

  after(state, action, outcome) {
    this.placeOf(state);
    return super.after(state, action, outcome);
  }

  banked(before, score, events, details) {
    const { goal, rules: { start, shared } } = this, [, ...others] = this.scoresOf(before), { last } = this.placeOf(before);
    const seat = this.rounds ? this.seatAfter(before) : 1;
    const done = { state: this.state([...others, score], 0, start, 0, seat), same: false, winner: null, events, details };
    const left = last ? last.left - 1 : score >= goal ? this.followers(before) : null;
    if (left === null) return done;
    const ahead = last ? last.ahead * this.unit : 0, best = Math.max(ahead, score);
    if (left) return { ...done, struck: () => [{ event: "toPass", best }] };
    const sharing = score > ahead ? [0] : [...last.leaders, ...(shared && score === ahead ? [0] : [])];
    if (sharing.length > 1) return { ...done, winner: "both", sharing };
    const [place] = sharing;
    return { ...done, winner: place ? "other" : "mover", place, sharing, events: last ? events : [...events, "wins"] };
  }

  // --- in words -------------------------------------------------------------------------------------

  get drawn() { return "round.shared"; }

  get aim() { return say(this.rounds ? "round.aim.all" : "round.aim.last", { goal: grouped(this.goal) }); }

  get warning() { return say(this.rules.shared ? "round.tie.shared" : "round.tie.first"); }

  noted({ seat }) { return this.rounds ? say("round.seat", { seat }) : ""; }

  get beyond() { return say("legendBeyond", { Throws: command(this.throws) }); }

  reading(state, value, mode) {
    this.placeOf(state);
    return super.reading(state, value, mode);
  }
}

ENGINES.last_turns = LastTurnsEngine;
