"use strict";
// Races in which busts in a row cost points: a race with two parts of a state more, {…, busts,
// opp_busts}, how many turns in a row the mover has lost, and the other one. Scores count in units from
// `low` up, which no score falls below. `starts` are at [busts, opp_busts, own, opp].

/** The events in which a turn is lost. */
const LOST = ["farkles", "farklesAtOnce", "busts"];

class FallsEngine extends RaceEngine {
  constructor(data) {
    super({ ...data, names: data.names.slice(0, -2) });
    Object.assign(this, { rules: data, names: data.names, seen: {} });
  }

  /** There is a map for each pair of counts, and each mode. */
  get maps() {
    const { row, layers } = this.rules, counts = [...Array(row).keys()];
    return counts.flatMap((busts) => counts.flatMap((others) => layers.map((mode) => [busts, others, mode].join())));
  }

  map(state, mode = this.rules.layers[0]) { return this.survey.all()[[...this.countsOf(state), mode]]; }

  get switches() { return this.names.slice(-2); }

  /** People at a table would have to enter the counts as well. */
  get followed() { return false; }

  // --- states ---------------------------------------------------------------------------------------

  state(scores, points, mode, thrown, counts = [0, 0]) {
    return { ...super.state(scores, points, mode, thrown), busts: counts[0], opp_busts: counts[1] };
  }

  countsOf({ busts, opp_busts }) { return [busts, opp_busts]; }

  facing(state) { return { ...state, busts: state.opp_busts, opp_busts: state.busts }; }

  leastOf(name) { return this.scoreNames.includes(name) ? this.rules.low : super.leastOf(name); }

  limits(state) {
    const most = this.rules.row - 1;
    return { ...super.limits(state), busts: most, opp_busts: most };
  }

  /** Scores in units above the lowest one. */
  unitsOf(state) { return this.scoresOf(state).map((score) => this.units(score)); }

  /** Who has more than `edge` plays as he does there, since all that he banks wins; only what a bust pays
   * differs. It and what banking pays are asked for of the state that was looked at last. */
  placeOf(state) {
    const [own, opp] = this.unitsOf(state), [busts, others] = this.countsOf(state);
    const key = [own, opp, busts, others].join();
    if (this.seen.key !== key) this.latest = null;
    this.seen = { key, own, busts, others };
    return { own: Math.min(own, this.rules.edge), opp, t: this.total(state) / this.unit, mode: this.modeOf(state) };
  }

  // --- what states are worth ------------------------------------------------------------------------

  /** The turn start of who has these scores and counts. */
  start(own, opp, busts, others) {
    return this.starts[((busts * this.rules.row + others) * this.scores + own) * this.scores + opp];
  }

  held(s, opp) { return s < this.scores ? 1 - this.start(opp, s, this.seen.others, 0) : 1; }

  lost(edge, opp) {
    const { own, busts, others } = this.seen, { row, drop } = this.rules;
    if (busts + 1 < row) return 1 - this.start(opp, own, others, busts + 1);
    return 1 - this.start(opp, Math.max(own - drop, 0), others, 0);
  }

  worth(state) {
    const begins = !state.thrown && this.total(state) === 0 && this.modeOf(state) === this.rules.start;
    return begins ? this.start(...this.unitsOf(state), ...this.countsOf(state)) : this.payoffs(state)[0].worth;
  }

  // --- what follows ---------------------------------------------------------------------------------

  /** A lost turn counts, and the last one of a row costs points; banking ends the row. */
  banked(before, score, events, details) {
    const { low, row, drop } = this.rules, lost = events.some((event) => LOST.includes(event));
    const count = lost ? (before.busts + 1) % row : 0, falls = lost && !count;
    const after = falls ? Math.max(before.own - drop * this.unit, low) : lost ? before.own : score;
    const done = super.banked(before, after, falls ? [...events, "drops"] : events,
      { ...details, row, penalty: before.own - after });
    return { ...done, state: { ...done.state, busts: before.opp_busts, opp_busts: count } };
  }

  // --- in words -------------------------------------------------------------------------------------

  /** What the lane of the mover, or of the other one, says of his row, if there is one. */
  noteOf(state, moves) {
    const count = this.countsOf(state)[Number(!moves)];
    return count ? say(keyOf("row.now", count), { count }) : "";
  }

  noted(state) {
    const said = this.countsOf(state).map((count, player) => count && say(keyOf(`row.${player}`, count), { count }));
    return said.filter(Boolean).join(", ");
  }

  get warning() {
    const { low, row, drop } = this.rules;
    return say("row.rule", { row, penalty: grouped(drop * this.unit), low: grouped(low).replace("-", "−") });
  }
}

ENGINES.falls = FallsEngine;
