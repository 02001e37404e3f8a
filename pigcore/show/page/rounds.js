"use strict";
// Races whose last round is finished, so that both have as many turns: a race with one part of a state
// more, {…, second}: 0 of a mover who began the game, 1 of one whose turns end the rounds. Who began is
// answered by a last turn once he has the goal; the other one wins there at once. `starts` and `maps` are
// at [second, …]. With a last turn for the other one (`seats` is 1) both are as who began until somebody
// has the goal, so that `starts` and `maps` have one part, and `second` counts only where a tie is played on.
//
// Equal scores are worth `tie` to the second player. Where they are played on both have the goal and one
// turn more each, so that scores say how far that is: the first one's turn begins with equal scores, and
// the second one has to pass what it made. A turn that makes nothing is worth `missed` to the first.

class RoundsEngine extends RaceEngine {
  constructor(data) {
    super({ ...data, names: data.names.slice(0, -1) });
    Object.assign(this, { rules: data, names: data.names, second: 0, chases: false });
  }

  // --- states ---------------------------------------------------------------------------------------

  /** Whether it counts who began. */
  get rounds() { return this.rules.seats > 1; }

  get switches() { return this.rounds ? ["second"] : []; }

  get kept() { return ["second"]; }

  state(scores, points, mode, thrown, second = 0) { return { ...super.state(scores, points, mode, thrown), second }; }

  facing(state, places = 1) { return this.rounds ? { ...state, second: (state.second + places) % 2 } : state; }

  /** 1 of a mover who is not answered by a last turn. */
  secondOf({ own, opp, second }) { return this.rounds || own >= this.goal ? second : Number(opp >= this.goal); }

  /** Whether a tie is played on. */
  isOn({ own, opp, second }) { return own >= this.goal && this.playsOn && (second ? opp >= own : opp === own); }

  get playsOn() { return this.rules.missed !== null; }

  limits(state) {
    const { goal, unit, furthest } = this, { own, opp } = state, second = this.secondOf(state);
    const found = { ...super.limits(state), second: 1 };
    if (this.isOn(state)) return { ...found, own, opp: second ? own + furthest : own };
    if (!this.rounds) return found;
    if (!second) found.opp = goal - unit;
    else if (opp < goal) found[this.pointsName] = (this.modeName ? furthest : goal) - own;
    return found;
  }

  /** What a score is worth is asked for of the state that was looked at last. Turns after a tie are as if
   * that were at the goal. */
  placeOf(state) {
    const place = super.placeOf(state), { scores } = this, second = this.secondOf(state);
    if (place.own >= scores) Object.assign(place, { own: scores, opp: scores + place.opp - place.own });
    if (second !== this.second) this.latest = null;
    Object.assign(this, { second, chases: second === 1 && place.opp >= scores });
    return place;
  }

  // --- what states are worth ------------------------------------------------------------------------

  get answered() { return !this.second || this.chases; }

  isLast(opp) { return this.second === 1 && opp >= this.scores; }

  mayTie(own, opp, t, mode) {
    return t > 0 && own + t === opp && this.rules.tie > 0 && (this.rules.may[mode] & BANKS) > 0;
  }

  startOf(own, opp, moves = true) {
    const { scores } = this, second = this.rounds ? (moves ? this.second : 1 - this.second) : 0;
    return this.starts[(second * scores + own) * scores + opp];
  }

  held(s, opp) {
    const { scores, chase, rules: { tie, missed } } = this;
    if (opp < scores) return super.held(s, opp);
    if (this.second) return s > opp ? 1 : s === opp ? tie : 0;
    return s > opp ? 1 - chase[Math.min(s - opp + 1, chase.length - 1)] : missed;
  }

  lost(own, opp) {
    if (opp < this.scores) return super.lost(own, opp);
    return own < this.scores ? 0 : this.held(own, opp);
  }

  top(opp) {
    const { scores, second, rules: { rolled } } = this;
    if (opp >= scores) return second ? opp + 1 : rolled + 1;
    return second ? scores : rolled;
  }

  mayBank(own, t, mode) { return (t > 0 || own < this.scores) && super.mayBank(own, t, mode); }

  why(action, done, begun) { return super.why(action, done && !this.answered, begun); }

  // --- what follows ---------------------------------------------------------------------------------

  after(state, action, outcome) {
    this.placeOf(state);
    return super.after(state, action, outcome);
  }

  banked(before, score, events, details) {
    const { goal, unit, rules: { dead, start, tie } } = this, { own, opp } = before, scores = [opp, score], second = this.secondOf(before);
    const done = {
      state: this.state(scores, 0, start, 0, Number(!second && (this.rounds || score >= goal))), same: false, events, details,
      winner: scores.every((each) => dead[each / unit]) ? "nobody" : null,
    };
    const tell = (event, values) => ({ ...done, struck: () => [{ event, ...values }] });
    if (!second) {
      if (this.isOn(before)) return tell("follows", { points: score - own });
      if (score < goal) return done;
      return this.rounds ? tell("roundEnds", { score }) : { ...done, events: [...events, "lastTurn"] };
    }
    if (opp < goal) return score < goal ? done : { ...done, winner: "mover", events: [...events, "wins"] };
    if (score !== opp || !tie) return { ...done, winner: score > opp ? "mover" : "other" };
    return this.playsOn ? tell("playedOn", { score }) : { ...done, winner: "both" };
  }

  // --- in words -------------------------------------------------------------------------------------

  get drawn() { return this.playsOn || !this.rules.tie ? super.drawn : "round.drawn"; }

  get aim() { return this.rounds ? say("round.aim", { goal: grouped(this.goal) }) : undefined; }

  get warning() {
    const tie = say(`round.tie.${this.playsOn ? "play_on" : this.rules.tie ? "half" : "first"}`);
    return this.rounds ? tie : `${say("brief.lastTurn")} ${tie}`;
  }

  noteOf({ second }, moves) { return this.rounds && say(second === Number(moves) ? "round.ends" : "round.begins"); }

  noted({ second }) { return this.rounds ? say(second ? "round.otherBegan" : "round.began") : ""; }

  // --- for the map ----------------------------------------------------------------------------------

  get beyond() { return say("legendBeyond", { Throws: command(this.throws) }); }

  reading(state, value, mode) {
    this.placeOf(state);
    return super.reading(state, value, mode);
  }

  map(state, mode = this.rules.layers[0]) { return this.survey.all()[this.rounds ? state.second : 0][mode]; }

  *look() {
    const found = [];
    for (const map of this.rules.maps) found.push(yield* this.looked(map));
    return found;
  }
}

ENGINES.rounds = RoundsEngine;
