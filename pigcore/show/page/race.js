"use strict";
// Races of any turn: Pig, Farkle, your own. A state is seen by the mover:
//
//   {own, opp, total}                   where a turn is one roll, again and again
//   {own, opp, points, mode}            where it has modes: `mode` is a place among `rules.modes`
//   {own, opp, points, mode, thrown}    where throws leave options, one of which is taken
//   {own, opp, points, dice, thrown}    where dice are set aside: n dice in hand are mode n - 1
//
// What lies on the table to be chosen from is `thrown`, 0 where nothing does: of dice the faces as the
// digits of a number (pairs of digits where they have ten sides or more), else the throw's place among
// those of the mode, from 1. Of a throw an action is what is taken and what is done then, "1 1, then
// throw"; otherwise it is what is done. Where neither throwing nor banking is left one busts.

class RaceEngine extends Engine {
  constructor(data) {
    super(data);
    this.scoreNames = data.names.slice(0, data.players);
    [this.pointsName, this.modeName] = data.names.slice(data.players);
    [this.throws, this.banks] = data.actions;
    this.dice = data.combinations ? data.modes.length : 0;
    this.recursion = new Turn(data);
    ({ arrays: this.arrays, chances: this.chances, most: this.most } = this.recursion);
    this.chase = numbers(data.chase, Float64Array);
    this.base = data.sides > 9 ? 100 : 10;
    this.splits = new Map();
    this.madeThrows = [];
    this.survey = new Survey(this.look());
  }

  // --- states ---------------------------------------------------------------------------------------

  /** A state of a turn with these scores, the mover's first. */
  state(scores, points = 0, mode = this.rules.start, thrown = 0) {
    const parts = [...scores, points, mode + (this.dice ? 1 : 0), thrown];
    return Object.fromEntries(this.names.map((name, n) => [name, parts[n]]));
  }

  /** A state's scores of two, its points in units, and its mode. */
  placeOf(state) {
    const [own, opp] = this.scoresOf(state).map((score) => score / this.unit);
    return { own, opp, t: this.total(state) / this.unit, mode: this.modeOf(state) };
  }

  get followed() { return true; }

  /** The map may still be looked for; where there would be too many there is none. */
  get mapped() { return this.rules.layers?.length !== 0; }

  modeOf(state) { return this.modeName ? state[this.modeName] - (this.dice ? 1 : 0) : 0; }

  total(state) { return state[this.pointsName]; }

  begin() { return { ...this.state(this.scoreNames.map(() => 0)), ...this.rules.begins }; }

  turnStart(state) { return this.going(state, 0, this.rules.start); }

  get tray() { return this.names.includes("thrown") ? "thrown" : null; }

  /** What a part of a state is chosen from, if not from numbers: in words. */
  choicesOf(name) { return name === "mode" ? this.rules.phrases.map((phrase) => capital(foreign(phrase, "text.mode."))) : null; }

  /** An address has modes by their words. */
  addressed(state) {
    return "mode" in state ? { ...state, mode: this.rules.modes[state.mode] } : state;
  }

  read(name, text) { return name === "mode" ? this.rules.modes.indexOf(text) : Number(text); }

  /** More points than these are not kept apart: one has won. */
  get furthest() { return this.goal + this.unit * this.most; }

  stepOf(name) { return this.scoreNames.includes(name) || name === this.pointsName ? this.unit : 1; }

  leastOf(name) { return name === "dice" ? 1 : 0; }

  /** The largest value of each part of a state, the others given. */
  limits(state) {
    const { goal, unit, rules, furthest } = this;
    const found = Object.fromEntries(this.scoreNames.map((name) => [name, goal - unit]));
    if (rules.lastTurn) found.opp = 3 * furthest;  // the most that a last turn can be asked to pass
    const most = this.modeName && !rules.exact ? furthest : goal;
    found[this.pointsName] = rules.lastTurn ? furthest : most - state.own;
    found[this.modeName] = rules.modes.length - (this.dice ? 0 : 1);
    found.thrown = this.dice ? Infinity : this.throwsOf(this.modeOf(state)).length;
    return found;
  }

  /** Whether there is such a state. */
  has(state) {
    const limits = this.limits(state);
    if (this.modeName && !this.rules.exact) limits[this.pointsName] = this.furthest;
    if (this.rules.lastTurn) limits[this.pointsName] = Math.max(limits[this.pointsName], this.unit * this.rules.rolled);
    const fits = this.names.every((name) => Number.isInteger(state[name] / this.stepOf(name)) &&
      state[name] >= this.leastOf(name) && state[name] <= limits[name]);
    if (!fits || !state.thrown) return fits;
    if (!this.dice) return this.choices(state).length > 1;
    const faces = this.facesOf(state.thrown);
    return faces.length === state.dice && faces.every((face) => face >= 1 && face <= this.rules.sides);
  }

  /** What is wrong with a state, if anything. */
  remark(state) {
    if (!this.modeName || this.comes(this.total(state) / this.unit, this.modeOf(state))) return "";
    return say("never", { points: this.total(state), phrase: this.phraseOf(this.modeOf(state), "inHand") });
  }

  /** Whether a turn can have t units in a mode. */
  comes(t, mode) { return this.recursion.comes(t, mode); }

  /** A mode in words; of dice, "left" or "inHand". */
  phraseOf(mode, dice = "left") {
    const phrase = foreign(this.rules.phrases[mode], "text.mode.");
    return this.dice ? say(`dice.${dice}`, { phrase }) : phrase;
  }

  // --- what a throw leaves --------------------------------------------------------------------------

  /** The faces of a throw, rising, from the number that they are written as; and back. */
  facesOf(thrown) {
    const faces = [];
    for (let rest = thrown; rest > 0; rest = Math.floor(rest / this.base)) faces.unshift(rest % this.base);
    return faces.sort((one, other) => one - other);
  }

  written(faces) {
    return [...faces].sort((one, other) => one - other)
      .reduce((sum, face) => sum * this.base + face, 0);
  }

  /** The most points that dice set aside score; -1 if some of them score nothing. */
  split(counts) {
    const first = counts.findIndex((count) => count > 0);
    if (first < 0) return 0;
    const key = counts.join();
    if (!this.splits.has(key)) {
      let best = -1;
      for (const combination of this.rules.combinations) {
        if (!combination[first] || counts.some((count, face) => count < combination[face])) continue;
        const rest = this.split(counts.map((count, face) => count - combination[face]));
        if (rest >= 0) best = Math.max(best, rest + combination[counts.length]);
      }
      this.splits.set(key, best);
    }
    return this.splits.get(key);
  }

  /** All that may be taken of the throw on the table, [{aside, gain, mode}]; nothing where dice bust. */
  choices(state) {
    const { thrown } = state, mode = this.modeOf(state), key = `${mode} ${thrown}`;
    if (!thrown) return [];
    if (this.chosenFrom?.key !== key) {
      const options = () => this.throwsOf(mode)[thrown - 1].options
        .map(({ word, gain, mode: next }) => ({ aside: [word], gain, mode: next }));
      this.chosenFrom = { key, found: this.dice ? this.scoring(this.facesOf(thrown)) : options() };
    }
    return this.chosenFrom.found;
  }

  /** The dice that may be set aside. */
  scoring(faces) {
    const { nothing, sides } = this.rules, found = [];
    const counts = new Array(sides).fill(0);
    for (const face of faces) counts[face - 1] += 1;
    const chosen = (part, gain) => {
      const aside = part.flatMap((count, face) => new Array(count).fill(face + 1));
      found.push({ aside, gain, mode: (faces.length - aside.length || this.dice) - 1 });
    };
    const take = (face, part) => {
      if (face < sides) {
        for (let count = 0; count <= counts[face]; count++) take(face + 1, [...part, count]);
        return;
      }
      const gain = this.split(part);
      if (gain > 0) chosen(part, gain);
    };
    take(0, []);
    if (!found.length && nothing && faces.length === this.dice) chosen(counts, nothing);
    return found;
  }

  /** An action taken apart: what is taken of the throw, what it gains, the mode, and what then. */
  parts(state, action) {
    const [aside, then] = apart(action);
    if (!aside) return { aside: [], gain: 0, mode: this.modeOf(state), then };
    return { ...this.choices(state).find((choice) => choice.aside.join(" ") === aside), then };
  }

  // --- what states are worth ------------------------------------------------------------------------

  /** The payoff of banking s against opp, all in units; opp has the goal in a last turn. */
  held(s, opp) {
    if (opp >= this.scores) return s > opp ? 1 : 0;
    if (s < this.scores) return 1 - this.startOf(opp, s, false);
    return this.answered ? 1 - this.chase[Math.min(s - opp + 1, this.chase.length - 1)] : 1;
  }

  /** The turn start of who has own, who is the mover or the other one. */
  startOf(own, opp) { return this.starts[own * this.scores + opp]; }

  /** Whether the other one has a last turn once the mover has the goal; and whether this is one. */
  get answered() { return this.rules.lastTurn; }

  isLast(opp) { return opp >= this.scores; }

  /** Whether equal scores of a last turn may be banked. */
  mayTie() { return false; }

  /** What a bust pays. */
  lost(own, opp) { return opp >= this.scores ? 0 : this.held(this.rules.landing[own], opp); }

  /** Scores, in units, from which on nobody throws: banking has won, or nobody can want to. */
  top(opp) { return opp >= this.scores ? opp + 1 : this.rules.rolled; }

  /** The fewest units that who has so many may bank. */
  fewest(own) {
    const { least: [first, later], opensTo = 0 } = this.rules;
    return own > opensTo ? later : first;
  }

  /** Whether one may bank t units in a mode, short of all other reasons. */
  mayBank(own, t, mode) {
    const { rules: { may, start }, scores } = this;
    if (!(may[mode] & BANKS) || (t === 0 && mode === start)) return false;
    return own + t >= scores || t >= this.fewest(own);
  }

  /**
   * What a turn is worth, and throwing in it, at every score s and mode m, at [s * modes + m]: less z,
   * as `turn.js` carries it. x is what a bust pays, w what a wipe pays, held(s) what banking pays; one
   * banks where that is better, or as `banks(t, m)` says where it is given.
   */
  descend(own, opp, { x, w, z = x, held, banks = null }) {
    const { recursion: turns, most, scores, rules: { modes: { length: modes }, exact } } = this, top = this.top(opp);
    turns.reserve(top);
    for (let s = own; s <= top + most; s++) turns.paid[s] = (exact && s > scores ? x : held(s)) - z;
    const forced = banks && Uint8Array.from({ length: turns.rows * modes }, (_, at) => (
      Number(banks(at % turns.rows - own, Math.floor(at / turns.rows)))));
    turns.descend(own, top, x - z, 1, w - z, 1, false, true, forced);
    const worth = new Float64Array((top + most + 1) * modes), thrown = new Float64Array(top * modes);
    for (let m = 0; m < modes; m++) {
      for (let s = own; s <= top + most; s++) worth[s * modes + m] = turns.excess[m * turns.rows + s];
      for (let s = own; s < top; s++) thrown[s * modes + m] = turns.thrown[m * turns.rows + s] + z;
    }
    return { worth, thrown };
  }

  /** What throwing is worth if both play best. */
  turn(own, opp) {
    if (this.latest?.own !== own || this.latest.opp !== opp) {
      const held = (s) => this.held(s, opp), x = this.lost(own, opp);
      const w = opp >= this.scores ? 0 : held(0);
      this.latest = { own, opp, ...this.descend(own, opp, { x, w, held }) };
    }
    return this.latest.thrown;
  }

  /** Of each action the chance that the turn busts, and the points that it banks on average, if all
   * play best after it: one pass down, along the decisions of best play. */
  outlook(state) {
    const place = this.placeOf(state), { own, opp } = place, { chances, most, unit, rules } = this;
    const { sets, first, gains, after, order } = this.arrays, top = this.top(opp);
    const { falls, modes: { length: modes } } = rules;
    const [bust, points, busts, banked] = [0, 1, 2, 3].map(() => new Float64Array((top + most + 1) * modes));
    const { better, banks } = this.deciding(place);
    for (let s = top + most; s >= own; s--) {
      for (const m of order) {
        const at = s * modes + m, may = this.inHand({ ...place, t: s - own, mode: m });
        let part = Number(may.includes(this.banks));
        busts[at] = 1;
        if (may.includes(this.throws)) {
          if (part) part = banks(s, m);
          busts[at] = falls[m][0] + falls[m][1];
          for (let set = sets[m]; set < sets[m + 1]; set++) {
            const options = Array.from(gains.subarray(first[set], first[set + 1]), (gain, n) => (
              (s + gain) * modes + after[first[set] + n]));
            const next = options.reduce((one, other) => (better(other, one) ? other : one));
            busts[at] += chances[set] * bust[next];
            banked[at] += chances[set] * points[next];
          }
        }
        bust[at] = (1 - part) * busts[at];
        points[at] = part * unit * (s - own) + (1 - part) * banked[at];
      }
    }
    return (action) => {
      const { gain, mode, then } = this.parts(state, action);
      const at = (own + place.t + gain / unit) * modes + mode, lost = Number(then === "bust");
      return then === this.throws ? { bust: busts[at], points: banked[at] }
        : { bust: lost, points: (1 - lost) * (this.total(state) + gain) };
    };
  }

  /** How best play chooses between two places of a turn, and how likely it banks at a score. */
  deciding({ own, opp }) {
    const thrown = this.turn(own, opp), { worth } = this.latest, { length } = this.rules.modes;
    return {
      better: (one, other) => worth[one] > worth[other],
      banks: (s, m) => Number(!(thrown[s * length + m] > this.held(s, opp) + TIED)),
    };
  }

  /** What may be done with t units in a mode: throw, bank, or neither, which is a bust. */
  inHand({ own, opp, t, mode }) {
    const { scores, rules } = this, s = own + t, can = (rules.may[mode] & THROWS) > 0;
    const done = s >= scores, begun = t === 0 && mode === rules.start;
    let [throws, banks] = [can && s < this.top(opp) && (begun || !done || this.answered), false];
    if (this.isLast(opp)) {  // a last turn goes on until the score is passed
      throws = can && s <= opp;
      banks = !throws || this.mayTie(own, opp, t, mode);
    } else if (!(rules.exact && s > scores)) {
      const enough = !begun && (done || t >= this.fewest(own));
      banks = enough && (this.mayBank(own, t, mode) || !throws);
    }
    const found = [...(throws ? [this.throws] : []), ...(banks ? [this.banks] : [])];
    return found.length ? found : ["bust"];
  }

  actions(state) {
    const place = this.placeOf(state);
    if (!state.thrown) return this.inHand(place);
    const found = this.choices(state).flatMap(({ aside, gain, mode }) => (
      this.inHand({ ...place, t: place.t + gain / this.unit, mode })
        .map((then) => `${aside.join(" ")}, then ${then}`)));
    return found.length ? found : ["bust"];
  }

  /** What every action is worth, the best first; of the only one, the string that says why. */
  payoffs(state) {
    const place = this.placeOf(state), { own, t } = place;
    const found = this.actions(state).map((action) => {
      const { gain, mode, then } = this.parts(state, action);
      return { action, ...this.paid(place, own + t + gain / this.unit, mode, then) };
    });
    if (found.length === 1) found[0].why = this.why(found[0].action, own + t >= this.scores, t === 0);
    return found.sort((one, other) => other.worth - one.worth);
  }

  /** What it is worth to throw, bank or bust at a score of a turn, in a mode. */
  paid({ own, opp }, s, mode, then) {
    if (then === "bust") return { worth: this.lost(own, opp) };
    if (then === this.banks) return { worth: this.held(s, opp) };
    return { worth: this.turn(own, opp)[s * this.rules.modes.length + mode] };
  }

  /** Of two, by the sets of options that throws leave: there are fewer than throws. */
  prospects(state, action) {
    if (this.players > 2) return super.prospects(state, action);
    const { own, opp, t } = this.placeOf(state), { gain, mode, then } = this.parts(state, action);
    if (then !== this.throws) return [];
    this.turn(own, opp);
    const { arrays: { sets, first, gains, after }, latest: { worth }, rules: { falls, modes } } = this;
    const s = own + t + gain / this.unit, [bust, wipe] = falls[mode];
    const lost = this.lost(own, opp), found = [[lost, bust], [opp >= this.scores ? 0 : this.held(0, opp), wipe]];
    for (let set = sets[mode]; set < sets[mode + 1]; set++) {
      let best = -1;  // less what a bust pays, as all of a turn
      for (let n = first[set]; n < first[set + 1]; n++) best = Math.max(best, worth[(s + gains[n]) * modes.length + after[n]]);
      found.push([best + lost, this.chances[set]]);
    }
    return found.map(([chance, part]) => [[chance, 1 - chance], part]).filter(([, part]) => part > 0);
  }

  why(action, done, begun) {
    if (action === "bust") return this.dice ? "mustBust" : "mustBust.any";
    if (action === "hold" && done) return "wonAlready";
    return action === "roll" && begun ? "mustRoll" : "only";
  }

  worth(state) {
    const { own, opp, t, mode } = this.placeOf(state);
    const begins = !state.thrown && t === 0 && mode === this.rules.start && opp < this.scores;
    return begins ? this.startOf(own, opp) : this.payoffs(state)[0].worth;
  }

  busts(state, action) {
    const { mode, then } = this.parts(state, action);
    return this.tray && then === this.throws ? this.rules.falls[mode][0] : null;
  }

  // --- what follows ---------------------------------------------------------------------------------

  /** The parts of a state that a turn does not change. */
  get kept() { return this.switches; }

  /** The same turn with these points, in a mode. */
  going(state, points, mode, thrown = 0) {
    const kept = this.kept.map((name) => [name, state[name]]);
    return { ...this.state(this.scoresOf(state), points, mode, thrown), ...Object.fromEntries(kept) };
  }

  /** The same turn with more points. */
  on(state, gain, mode, thrown = 0) { return this.going(state, this.total(state) + gain, mode, thrown); }

  follow(state, action) {
    const { gain, mode, then } = this.parts(state, action);
    return this.tray && then === this.throws ? this.on(state, gain, mode) : null;
  }

  /** Every throw of an action with its chance. */
  outcomes(state, action) {
    const { mode, then } = this.parts(state, action);
    if (then !== this.throws) return [];
    return this.dice ? this.allThrows(mode + 1) : this.throwsOf(mode);
  }

  /** All throws of a mode; where a turn has very many modes they are made when they are asked for. */
  throwsOf(mode) {
    const { throws } = this.rules;
    if (throws || !this.rules.modes[mode]) return throws?.[mode] ?? [];
    return this.madeThrows[mode] ??= pointsThrown(this.rules, mode);
  }

  allThrows(dice) {
    const { faces, sides } = this.rules, found = [];
    const fall = (face, rest, chance, shown) => {
      if (face === sides - 1) {
        const all = [...shown, ...new Array(rest).fill(sides)];
        found.push({ faces: all, chance: chance * faces[face] ** rest });
        return;
      }
      for (let count = rest, ways = 1; count >= 0; count--) {
        fall(face + 1, rest - count, chance * ways * faces[face] ** count,
          [...shown, ...new Array(count).fill(face + 1)]);
        ways = ways * count / (rest - count + 1);
      }
    };
    fall(0, dice, 1, []);
    return found.filter(({ chance }) => chance > 0);
  }

  falls(action = this.throws, state = this.begin()) {
    if (this.dice) return [];
    const seen = (each) => `${each.kind} ${each.gain} ${[...each.faces].sort()} ${JSON.stringify(each.options)}`;
    return this.outcomes(state, action)
      .filter((each, n, all) => all.findIndex((other) => seen(other) === seen(each)) === n);
  }

  draw(state, action, random) {
    const { mode, then } = this.parts(state, action);
    if (then !== this.throws) return null;
    /** The place of one of these chances. */
    const drawn = (chances) => {
      let left = random();
      const place = chances.findIndex((chance) => (left -= chance) < 0);
      return place < 0 ? chances.length - 1 : place;
    };
    if (!this.dice) {
      const throws = this.throwsOf(mode);
      return throws[drawn(throws.map(({ chance }) => chance))];
    }
    const faces = Array.from({ length: mode + 1 }, () => 1 + drawn(this.rules.faces));
    return { faces: faces.sort((one, other) => one - other) };
  }

  /** What follows: the state of whoever moves next as he sees it. `winner` is "mover", "other" or
   * null, and "nobody" where nobody can reach the goal any more. */
  after(state, action, outcome) {
    const { own } = state, { aside, gain, mode, then } = this.parts(state, action);
    const points = this.total(state) + gain;
    const details = this.tray && { aside: listed(aside), gain, points, lost: points };
    const events = !aside.length ? [] : [this.dice ? "asides" : "takes"];
    const landing = this.rules.landing[own / this.unit] * this.unit;
    const lost = (event) => this.banked(state, own < this.goal ? landing : own, [...events, event], details);
    if (then === this.banks) {
      return this.banked(state, own + points, [...events, then === "hold" ? "holds" : "banks"], details);
    }
    if (then === "bust") return lost(this.dice ? "farkles" : "busts");
    if (details) {
      details.fell = this.dice ? listed(outcome.faces) : listed(outcome.options.map(({ word }) => word), "or");
      if (details.fell) events.push("throws");
    }
    if (this.dice) {
      const next = this.on(state, gain, mode, this.written(outcome.faces));
      if (this.choices(next).length) return { state: next, same: true, winner: null, events, details };
      return lost(points ? "farkles" : "farklesAtOnce");
    }
    if (outcome.kind === "wipe") return this.banked(state, 0, [...events, "wipes"], details);
    if (outcome.kind === "bust") return lost("busts");
    if (outcome.kind === "choice") {
      const next = this.on(state, gain, mode, this.throwsOf(mode).indexOf(outcome) + 1);
      return { state: next, same: true, winner: null, events, details };
    }
    return this.gaining(state, gain, outcome.options[0], events, details, lost);
  }

  /** What follows on a throw that leaves one option. */
  gaining(state, gain, option, events, details, lost) {
    const reached = state.own + this.total(state) + gain + option.gain;
    if (this.rules.exact && reached > this.goal) return lost("overshoots");
    const next = this.on(state, gain + option.gain, option.mode);
    if (reached >= this.goal && !this.answered) return this.banked(state, reached, events, details);
    return { state: next, same: true, winner: null, events: [...events, "gains"], details };
  }

  /** The turn ends with so many points: the scores as the next player sees them. */
  banked(before, score, events, details) {
    const [, ...others] = this.scoresOf(before), { goal, unit, rules: { dead, lastTurn } } = this;
    const scores = [...others, score];
    const done = { state: this.state(scores), same: false, winner: null, events, details };
    if (others[0] >= goal) return { ...done, winner: score > others[0] ? "mover" : "other" };
    if (score >= goal && lastTurn) return { ...done, events: [...events, "lastTurn"] };
    if (score >= goal) return { ...done, winner: "mover", events: [...events, "wins"] };
    return { ...done, winner: scores.every((each) => dead[each / unit]) ? "nobody" : null };
  }

  // --- for the Play view ----------------------------------------------------------------------------

  /** What can be done, whether it may be in the state or not. */
  offered(state) {
    const thens = new Set(this.actions(state).map((action) => apart(action)[1]));
    if (thens.size === 1 && thens.has("bust")) return ["bust"];
    return [this.throws, this.banks, ...(thens.has("bust") ? ["bust"] : [])];
  }

  get letters() { return this.tray ? 2 : 1; }

  /** How many sides the dice have, where dice are thrown. */
  sides() {
    if (this.dice) return this.rules.sides;
    const shown = this.rules.throws.flat().flatMap(({ faces }) => faces);
    return Math.max(...shown.filter((face) => typeof face === "number"));
  }

  /** What lies on the table to be chosen from, and how it is drawn. */
  lying(state) {
    return this.dice ? this.facesOf(state.thrown) : this.choices(state).flatMap(({ aside }) => aside);
  }

  cards(state) {
    if (!this.dice) return this.choices(state).map(optionCard);
    return this.lying(state).map((value) => ({ kind: "die", value, sides: this.rules.sides }));
  }

  /** An outcome as a short text, and back; undefined where there is none of that text. */
  spell(outcome, state, action) {
    if (!outcome) return "";
    if (this.dice) return outcome.faces.map((face) => face.toString(36)).join("");
    return this.outcomes(state, action).indexOf(outcome).toString(36);
  }

  spelled(state, action, text) {
    const { mode, then } = this.parts(state, action);
    if (then !== this.throws) return text === "" ? null : undefined;
    if (!this.dice) return this.throwsOf(mode)[/^[0-9a-z]{1,4}$/.test(text) ? parseInt(text, 36) : -1];
    const faces = [...text].map((face) => (/[0-9a-z]/.test(face) ? parseInt(face, 36) : 0));
    const fit = faces.length === mode + 1 && faces.every((face) => face >= 1 && face <= this.rules.sides);
    return fit ? { faces: faces.sort((one, other) => one - other) } : undefined;
  }

  /** A turn's decisions and throws as a transcript in Python has them. */
  recorded(steps) {
    const done = steps.map((step) => ({ ...step, ...this.parts(step.state, step.action) }));
    const thrown = done.filter(({ outcome }) => outcome);
    if (this.dice) {
      return {
        throws: thrown.map(({ outcome }) => outcome.faces),
        aside: done.map(({ aside }) => aside).filter((aside) => aside.length),
        end: done.at(-1).then === this.banks ? "bank" : "bust",
      };
    }
    const ends = { holds: "hold", banks: "bank", wipes: "wipe", busts: "bust", overshoots: "bust" };
    const { events } = steps.at(-1).result, how = ends[events.find((event) => event in ends)] ?? "win";
    const end = how === "bank" && events.includes("wins") ? "win" : how;
    const fell = thrown.filter(({ outcome }) => outcome.options.length);
    if (!this.modeName) return { throws: fell.map(({ outcome }) => outcome.gain), end };
    const text = ({ gain, mode }) => `+${gain} ${this.rules.modes[mode]}`;
    const taken = this.tray && { taken: done.filter(({ aside }) => aside.length).map(text) };
    return { throws: fell.map(({ outcome }) => outcome.options.map(text).join(" or ")), ...taken, end };
  }

  /** The turn in the state's mode as runs [{action, from, to}] of what is best, from the first points. */
  plan(state) {
    const { own, opp, mode } = this.placeOf(state), { unit, rules } = this;
    if (this.tray || opp >= this.scores || !rules.layers.includes(mode)) return [];
    const thrown = this.turn(own, opp), runs = [];
    for (let t = 1; t < this.top(opp) - own; t++) {
      const s = own + t, c = thrown[s * rules.modes.length + mode];
      const holds = this.mayBank(own, t, mode) && !(c > this.held(s, opp) + TIED);
      join(runs, holds ? this.banks : this.throws, t * unit);
    }
    const last = runs.at(-1), below = this.goal - state.own - unit;  // beyond the goal one may throw on
    if (last) last.to = Math.max(last.from, below);
    return runs;
  }

  // --- for the map ----------------------------------------------------------------------------------

  /** What is said of the map, by the names of strings. */
  get legend() {
    const single = this.banks === "hold";
    const hint = this.dice ? "mapFarkle" : !this.layers ? "mapRace" : single ? "mapModesHold" : "mapModes";
    const [scale, marked] = this.throws === "roll" ? ["legendRace", "legendHoles"]
      : ["legendFarkle", "legendHoles.throw"];
    return { hint, scale, marked };
  }

  /** There is a map for each mode in which something is decided. */
  get layers() {
    const { modes, phrases, layers } = this.rules;
    if (modes.length < 2) return null;
    const label = this.dice ? "left" : "in";
    const first = layers.includes(this.rules.start) && !this.dice ? this.rules.start
      : layers[this.dice ? (layers.length - 1) >> 1 : 0];
    return { label, first, all: layers.map((mode) => (
      { mode, word: modes[mode], text: this.dice ? modes[mode] : capital(foreign(phrases[mode], "text.mode.")) })) };
  }

  /** What the map says at [own, opp] with such a value. */
  reading({ own }, value, mode) {
    const [throws, banks] = [this.throws, this.banks].map((action) => say(COMMANDS[action]));
    const words = own + value < this.goal ? say("mapBank", { banks, value }) : say(this.answered ? "mapBeyond" : "mapGoal", { throws });
    return capital(this.layers ? say("mapIn", { phrase: this.phraseOf(mode), words }) : words);
  }

  /** Whether the value at [own, opp] in units is beyond the scale: nothing short of the goal is banked. */
  extreme(own, value) { return this.scoreAt(own) + value >= this.goal; }

  /** What is beyond the scale, in words. */
  get beyond() { return say(this.answered ? "legendBeyond" : "legendGoal", { Throws: command(this.throws) }); }

  /**
   * The map of a mode: at [own, opp] the fewest points banked (goal - own where that is only the goal),
   * and whether one throws again with more.
   */
  map(state, mode = this.rules.layers[0]) { return this.survey.all()[mode]; }

  /** What there is a map for, in the order of the data. */
  get maps() { return this.rules.layers; }

  /** The work of the survey. */
  *look() { return yield* this.looked(this.rules); }

  /** Maps as they are stored. */
  *looked({ fewest, marks }) {
    const { maps, scores, unit } = this, size = scores * scores;
    if (!maps.length) return {};
    const [values, dots] = [fewest, marks].map((runs) => fromRuns(runs, maps.length * size));
    yield;
    return Object.fromEntries(maps.map((map, n) => [map, {
      values: values.subarray(n * size, (n + 1) * size).map((value) => unit * value),
      marks: dots.subarray(n * size, (n + 1) * size),
    }]));
  }
}

ENGINES.race = RaceEngine;

/** An option of a throw as a card that can be drawn, and be said. */
function optionCard({ aside, word = aside[0], gain }) {
  return { kind: "points", value: `+${gain}`, name: word === `+${gain}` ? undefined : word, spoken: word };
}

/** Let runs of equal actions go on with one more. */
function join(runs, action, place) {
  const last = runs.at(-1);
  if (last?.action === action) last.to = place;
  else runs.push({ action, from: place, to: place });
}
