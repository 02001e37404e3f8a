"use strict";
// Needs engine.js hogrules.js induction.js words.js
// Hog: dice chosen all at once. A state is {own, opp}, and {parity} where dice are exchanged.

class HogEngine extends Engine {
  constructor(data) {
    super(data);
    this.game = new HogGame(data);
    if (this.known) this.induction = Induction.of(data, this.starts);
  }

  begin() { return this.state(0, 0, 0); }

  remark(state) { return say("sides", { sides: this.sides(state) }); }

  get switches() { return this.names.slice(2); }

  limits() { return { own: this.goal - 1, opp: this.goal - 1, parity: 1 }; }

  state(own, opp, parity) {
    return this.rules.parities > 1 ? { own, opp, parity } : { own, opp };
  }

  actions() { return this.rules.choices.map((count) => this.action(count)); }

  sides({ own, opp, parity = 0 }) { return this.rules.dice[this.game.kind(own, opp, parity)]; }

  /** [gain, gift] of a choice without dice, or null if dice are rolled. */
  certain({ own, opp }, { then }) { return then > 0 ? null : this.game.free(then, own, opp); }

  payoffs({ own, opp, parity = 0 }) {
    return this.actions().map((action) => [action, this.induction.worthOf(action.then, own * this.goal + opp, parity)])
      .map(([action, worth]) => ({ action, worth, all: [worth, 1 - worth] })).sort((one, other) => other.worth - one.worth);
  }

  shares({ own, opp, parity = 0 }) {
    const worth = this.starts[(parity * this.goal + own) * this.goal + opp];
    return [worth, 1 - worth];
  }

  best(state) { return super.best(state).sort((one, other) => one.then - other.then); }

  /** What a choice can gain and give: each with its chance, without the dice. */
  outcomes({ own, opp, parity = 0 }, { then }) {
    return this.game.outcomes(then, own, opp, parity)
      .map(([gain, gift, chance]) => ({ chance, faces: then > 0 ? null : [], gain, gift, kind: "gain" }));
  }

  rolls(state, { then }, random) {
    const sides = this.sides(state);
    return Array.from({ length: Math.max(then, 0) }, () => 1 + Math.floor(random() * sides));
  }

  draw(state, action, random) {
    const [sure] = action.then > 0 ? [null] : this.outcomes(state, action);
    return sure || this.scored(action, this.rolls(state, action, random));
  }

  scored({ then }, faces) {
    const [gain, gift] = this.game.gained(this.points(then, faces), then);
    return { faces, gain, gift, kind: this.game.does.pig_out.length && faces.includes(1) ? "bust" : "gain" };
  }

  points(then, faces) {
    return this.game.points(then, faces.filter((face) => face === 1).length, faces.reduce((total, face) => total + face, 0));
  }

  after({ own, opp, parity = 0 }, { then }, { faces, gain, gift, kind }) {
    const { own: mine, opp: other, same, winner } = this.game.landing(own + gain, opp + gift);
    const state = this.state(...(same ? [mine, other] : [other, mine]), then === -1 ? 1 - parity : parity);
    const events = [...(kind === "bust" ? ["pigsOut"] : []), ...(winner ? ["wins"] : [])];
    const struck = () => this.strikes({ own, opp }, then, { faces, gain, gift }, [mine, other], same);
    return { state, same, winner, events, struck };
  }

  /** What rules do at the end of a turn that comes to these scores: [{event, rule, before, after}]. */
  strikes({ own, opp }, then, { faces, gain, gift }, scores, same) {
    const found = [], rules = (kind) => this.rules.named[kind].map((name) => [name, HOG_RULES[kind][name]]);
    const strike = (event, names, before, after) => found.push({ event, rule: listed(names.map(ruleName)), before, after });
    let points = then < 0 ? 1 : then ? this.points(then, faces) : this.game.does.bacon[0](own, opp);
    for (const [name, does] of rules("points")) {
      const changed = does(points);
      if (changed !== points) strike("changes", [name], points, changed);
      points = changed;
    }
    if (gift > 0) strike("gives", this.rules.named.gift);
    let [x, y] = [own + gain, opp + gift];
    for (const [name, does] of rules("after")) {
      const [mine, other] = does(x, y);
      if (x === other && y === mine && x !== y) strike("swaps", [name]);
      else {
        if (x !== mine) strike("changes", [name], x, mine);
        if (y !== other) strike("changes", [name], y, other);
      }
      [x, y] = [mine, other];
    }
    if (same) strike("again", rules("again").filter(([, does]) => does(...scores)).map(([name]) => name));
    return found;
  }

  // --- for the Play view --------------------------------------------------------------------------

  offered() { return this.rules.choices; }

  spell({ faces }) { return faces.map((face) => face.toString(36)).join("."); }

  spelled(state, action, text) {
    if (action.then <= 0) return text === "" ? this.outcomes(state, action)[0] : undefined;
    const faces = text.split(".").map((face) => (/^[0-9a-z]{1,2}$/.test(face) ? parseInt(face, 36) : 0));
    const fit = faces.length === action.then && faces.every((face) => face >= 1 && face <= this.sides(state));
    return fit ? this.scored(action, faces) : undefined;
  }

  get legend() { return { hint: "mapHog", scale: "legendHog", marked: "legendTies" }; }

  reading(state) { return `${command(...this.best(state))}.`; }

  get patchy() { return true; }

  /** Whether the value is beyond the scale, which is that of dice: the exchange is. */
  extreme(own, value) { return value < 0; }

  get beyond() { return this.rules.choices.includes(-1) ? command(this.action(-1)) : ""; }

  get charted() { return this.rules.maps !== undefined; }

  /** The map at one parity: the least best number of dice, and where others are as good. */
  map({ parity = 0 }) { return this.rules.maps[parity]; }
}

ENGINES.hog = HogEngine;
