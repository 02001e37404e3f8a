"use strict";
// Needs turn.js scoreboard.js words.js aside.js
// Races of any turn for two or more: Pig, Farkle, your own. A state is seen by the mover:
//
//   {own, opp, total}                   where a turn is one roll, again and again
//   {own, opp, points, mode}            where it has modes: `mode` is a place among `rules.modes`
//   {own, opp, points, mode, thrown}    where throws leave options, one of which is taken
//   {own, opp, points, dice, thrown}    where dice of one kind are set aside: n in hand are mode n - 1
//   {…, second}                         where it counts who began: 1 of the other one
//   {own, next, third, …}               the scores of three or more, in the order in which they move
//
// What lies on the table to be chosen from is `thrown`, 0 where nothing does: of dice the faces as the
// digits of a number (pairs of digits where they have ten sides or more), else the throw's place among
// those of the mode, from 1. Where neither throwing nor banking is left one busts.

class RaceEngine extends Engine {
  constructor(data) {
    super(data);
    const names = data.names.filter((name) => name !== "second");
    this.scoreNames = names.slice(0, data.players);
    [this.pointsName, this.modeName] = names.slice(data.players);
    [this.throws, this.banks] = data.actions;
    /** Dice that are set aside; and where these are of one kind, how many more a mode has than its place is. */
    this.dice = data.combinations ? new DiceInHand(data) : null;
    this.shift = this.modeName === "dice" ? 1 : 0;
    [this.recursion, this.board] = [new Turn(data), new Scoreboard(data, this.starts)];
    ({ arrays: this.arrays, chances: this.chances, most: this.most } = this.recursion);
    /** The place whose turn the recursion has. */
    this.latest = "";
    /** What can fall in each mode, once asked for; a game that goes on when the values come has the same. */
    this.madeThrows = data.madeThrows ??= [];
    /** Of tuples of scores with a number, the place of a turn at which the mover mixes, and how. */
    this.mixed = new Map((data.mixed ?? []).map(([at, place, weight]) => [at, { place, weight }]));
  }

  // --- states ---------------------------------------------------------------------------------------

  /** A state of a turn with these scores, the mover's first. */
  state(scores, points = 0, mode = this.rules.start, thrown = 0, second = 0) {
    const { scoreNames, pointsName, modeName, tray } = this, found = { [pointsName]: points, second };
    scoreNames.forEach((name, n) => { found[name] = scores[n]; });
    if (modeName) found[modeName] = mode + this.shift;
    if (tray) found.thrown = thrown;
    return Object.fromEntries(this.names.map((name) => [name, found[name]]));
  }

  /** Where a state stands, in units. Turns after a tie are as if that were at the goal. */
  placeOf(state) {
    const { unit, players, scores: goal } = this, tuple = this.scoresOf(state).map((score) => score / unit);
    let [own, opp] = tuple;
    if (players === 2 && own >= goal) [own, opp] = [goal, goal + opp - own];
    const at = players > 2 ? this.board.numberOf(tuple) : own * goal + opp, second = this.secondOf(state);
    return { own, opp, at, second, t: this.total(state) / unit, mode: this.modeOf(state) };
  }

  get rounds() { return this.board.rounds; }

  /** 1 of a mover who is not answered by a last turn. */
  secondOf({ own, opp, second }) {
    if (this.players > 2) return 0;
    return this.rounds || own >= this.goal ? second ?? 0 : Number(opp >= this.goal);
  }

  /** Whether a tie is played on; and whether that is so in a state. */
  get playsOn() { return Number.isFinite(this.rules.missed); }

  isOn(state) {
    const { own, opp } = state;
    return own >= this.goal && this.playsOn && (this.secondOf(state) ? opp >= own : opp === own);
  }

  get switches() { return this.rounds ? ["second"] : []; }

  facing(state, places = 1) { return this.rounds ? { ...state, second: (state.second + places) % 2 } : state; }

  get charted() { return this.rules.layers !== undefined; }

  /** The map may still be looked for; where there would be too many there is none. */
  get mapped() { return this.rules.layers?.length !== 0; }

  modeOf(state) { return this.modeName ? state[this.modeName] - this.shift : 0; }

  total(state) { return state[this.pointsName]; }

  begin() { return this.state(this.scoreNames.map(() => 0)); }

  turnStart(state) { return this.on(state, -this.total(state), this.rules.start); }

  get tray() { return this.names.includes("thrown") ? "thrown" : null; }

  choicesOf(name) { return name === "mode" ? this.rules.modes.map((_, mode) => capital(this.phraseOf(mode))) : null; }

  /** An address has modes by their words. */
  addressed(state) { return "mode" in state ? { ...state, mode: this.rules.modes[state.mode] } : state; }

  read(name, text) { return name === "mode" ? this.rules.modes.indexOf(text) : Number(text); }

  /** More points than these are not kept apart: one has won. */
  get furthest() { return this.goal + this.unit * this.most; }

  stepOf(name) { return this.scoreNames.includes(name) || name === this.pointsName ? this.unit : 1; }

  leastOf(name) { return name === "dice" ? 1 : 0; }

  limits(state) {
    const { goal, unit, rules, furthest } = this, { own, opp } = state, second = this.secondOf(state);
    const found = Object.fromEntries(this.scoreNames.map((name) => [name, goal - unit]));
    found[this.modeName] = rules.modes.length - 1 + this.shift;
    found.thrown = this.dice ? Infinity : this.throwsOf(this.modeOf(state)).length;
    found.second = 1;
    const most = this.modeName && !rules.exact ? furthest : goal, answered = rules.lastTurn && !(this.rounds && second && opp < goal);
    found[this.pointsName] = answered ? furthest : most - own;
    if (this.isOn(state)) Object.assign(found, { own, opp: second ? own + furthest : own });
    else if (rules.lastTurn && (second || !this.rounds)) found.opp = 3 * furthest;  // the most that a last turn can be asked to pass
    return found;
  }

  has(state) {
    const { pointsName: points, rules: { exact, lastTurn, rolled } } = this, limits = this.limits(state);
    limits[points] = Math.max(limits[points], this.modeName && !exact ? this.furthest : 0, lastTurn ? this.unit * rolled : 0);
    if (!super.has(state, limits) || !state.thrown) return super.has(state, limits);
    if (!this.dice) return this.choices(state).length > 1;
    return this.dice.fits(this.dice.read(state.thrown, this.modeOf(state)), this.modeOf(state));
  }

  /** What is wrong with a state, or where the mover mixes. */
  remark(state) {
    const { rules: { modes: { length: modes } } } = this, mixed = this.mixed.get(this.placeOf(state).at);
    if (this.modeName && !this.recursion.comes(this.total(state) / this.unit, this.modeOf(state))) {
      return say("never", { points: this.total(state), phrase: this.phraseOf(this.modeOf(state), "inHand") });
    }
    if (!mixed) return "";
    const phrase = modes > 1 ? ` ${this.phraseOf(mixed.place % modes)}` : "";
    return say("mixed", { total: this.unit * Math.floor(mixed.place / modes), phrase, chance: decimal(mixed.weight, 3) });
  }

  /** A mode in words; of dice, "left" or "inHand". */
  phraseOf(mode, dice = "left") {
    const { modes, phrases } = this.rules, phrase = modeInWords(modes[mode], phrases?.[mode]);
    return this.dice ? say(`dice.${dice}`, { phrase }) : phrase;
  }

  // --- what a throw leaves --------------------------------------------------------------------------

  /** All that may be taken of the throw on the table, [{aside, gain, mode}]; nothing where dice bust. */
  choices(state) {
    const { thrown } = state, mode = this.modeOf(state), key = `${mode} ${thrown}`;
    if (!thrown) return [];
    if (this.chosenFrom?.key !== key) {
      const options = () => this.throwsOf(mode)[thrown - 1].options
        .map(({ word, gain, mode: next }) => ({ aside: [word], gain, mode: next }));
      this.chosenFrom = { key, found: this.dice ? this.dice.choices(this.dice.read(thrown, mode), mode) : options() };
    }
    return this.chosenFrom.found;
  }

  /** What an action takes of the throw, what that gains, the mode, and what is done then. */
  parts(state, { take, then }) {
    if (!take.length) return { aside: take, gain: 0, mode: this.modeOf(state), then };
    const words = take.join();
    return { ...this.choices(state).find(({ aside }) => aside.join() === words), then };
  }

  // --- what states are worth ------------------------------------------------------------------------

  /** The score that a bust leaves. */
  landing({ own }) { return this.rules.landing[own] ?? own; }

  /** What may be done with t units in a mode: bits of throwing and banking; of neither one busts. */
  can(place, t, mode) {
    const { scores, board, rules: { may, start, exact, tie, least } } = this, { own } = place, s = own + t;
    const throws = (may[mode] & THROWS) > 0, banks = (may[mode] & BANKS) > 0, begun = t === 0 && mode === start;
    if (board.isLast(place)) {  // it goes on until the score is passed
      const on = throws && s <= place.opp;
      return (on ? THROWS : 0) + (!on || (banks && tie > 0 && t > 0 && s === place.opp) ? BANKS : 0);
    }
    const done = s >= scores, on = throws && s < board.top(place) && (begun || !done || board.answered(place));
    const enough = !begun && (done || t >= least[own > 0 ? 1 : 0]) && !(exact && s > scores);
    return (on ? THROWS : 0) + (enough && ((banks && (t > 0 || own < scores)) || !on) ? BANKS : 0);
  }

  /** The same as actions. */
  inHand(place, t = place.t, mode = place.mode) {
    const bits = this.can(place, t, mode);
    return bits ? [...(bits & THROWS ? [this.throws] : []), ...(bits & BANKS ? [this.banks] : [])] : ["bust"];
  }

  /** The turn of a place if all play best, at every number of units and in every mode. */
  turn(place) {
    const { recursion: turn, board, rules: { modes: { length: modes } } } = this, { own, opp, at, second } = place;
    const key = `${at} ${opp} ${second}`, top = board.top(place), mixed = this.mixed.get(at);
    if (this.latest === key) return turn;
    this.latest = key;
    turn.reserve(top);
    board.pay(place, own, top + turn.most, turn.paid);
    turn.mixed = mixed ? { at: mixed.place % modes * turn.rows + own + Math.floor(mixed.place / modes), weight: mixed.weight } : { at: -1, weight: 0 };
    turn.descend(own, top, { busted: board.ended(place, this.landing(place)), busts: 1, wiped: board.ended(place, 0), wipes: 1 }, false, true);
    return turn;
  }

  /** Everybody's chances in a turn with t units in a mode: its "worth", or if one throws there ("thrown"). */
  row(place, what, t, mode) {
    const turn = this.turn(place), found = turn[what].map((lane) => lane[mode * turn.rows + place.own + t]);
    return found.length > 1 ? found : [found[0], 1 - found[0]];
  }

  actions(state) {
    const place = this.placeOf(state);
    if (!state.thrown) return this.inHand(place).map((then) => this.action(then));
    const found = this.choices(state).flatMap(({ aside, gain, mode }) => (
      this.inHand(place, place.t + gain / this.unit, mode).map((then) => this.action(then, aside))));
    return found.length ? found : [this.action("bust")];
  }

  /** What every action is worth, and what becomes of the turn then, the best first; of the only one, the
   * string that says why. */
  payoffs(state) {
    const place = this.placeOf(state), { own, t } = place, { unit } = this;
    const found = this.actions(state).map((action) => {
      const { gain, mode, then } = this.parts(state, action), had = t + gain / unit;
      const all = then === this.throws ? this.row(place, "thrown", had, mode)
        : this.board.ended(place, then === this.banks ? own + had : this.landing(place));
      return { action, worth: all[0], all };
    });
    if (found.length === 1) found[0].why = this.why(found[0].action.then, place);
    return found.sort((one, other) => other.worth - one.worth);
  }

  /** What a throw may make of the chances: there are fewer sets of options than throws. */
  prospects(state, action) {
    const place = this.placeOf(state), { gain, mode, then } = this.parts(state, action), t = place.t + gain / this.unit;
    if (then !== this.throws) return [];
    const { arrays: { sets, first, gains, after }, rules: { falls }, board } = this;
    const found = [this.landing(place), 0].map((score, n) => [board.ended(place, score), falls[mode][n]]);
    for (let set = sets[mode]; set < sets[mode + 1]; set++) {
      const rows = Array.from(gains.subarray(first[set], first[set + 1]), (more, n) => this.row(place, "worth", t + more, after[first[set] + n]));
      const best = rows.reduce((one, other) => (other[0] > one[0] ? other : one));
      found.push([best, this.chances[set]]);
    }
    return found.filter(([, part]) => part > 0);
  }

  why(action, place) {
    const { own, t } = place;
    if (action === "bust") return this.dice ? "mustBust" : "mustBust.any";
    if (action === "hold" && own + t >= this.scores && !this.board.answered(place)) return "wonAlready";
    return action === "roll" && t === 0 ? "mustRoll" : "only";
  }

  shares(state) {
    const place = this.placeOf(state), { own, t, mode } = place;
    if (state.thrown || own + t >= this.board.top(place)) return this.payoffs(state)[0].all;
    return this.row(place, "worth", t, mode);
  }

  mixture(state) {
    const { at, t, mode } = this.placeOf(state), mixed = this.mixed.get(at);
    return mixed && mixed.place === t * this.rules.modes.length + mode ? mixed.weight : null;
  }

  choose(state, random) {
    if (this.mixture(state) === null) return this.best(state).at(-1);
    return this.action(random() < this.mixture(state) ? this.throws : this.banks);
  }

  busts(state, action) {
    const { mode, then } = this.parts(state, action), [bust, wipe] = this.rules.falls[mode];
    return then === this.throws ? bust + wipe : null;
  }

  // --- what follows ---------------------------------------------------------------------------------

  /** The same turn with more points, in a mode. */
  on(state, gain, mode, thrown = 0) { return this.state(this.scoresOf(state), this.total(state) + gain, mode, thrown, state.second); }

  follow(state, action) {
    const { gain, mode, then } = this.parts(state, action);
    return this.tray && then === this.throws ? this.on(state, gain, mode) : null;
  }

  outcomes(state, action) {
    const { mode, then } = this.parts(state, action);
    if (then !== this.throws) return [];
    return this.dice ? this.dice.outcomes(mode) : this.throwsOf(mode);
  }

  /** All throws of a mode; where a turn has very many modes they are made when they are asked for. */
  throwsOf(mode) {
    const { throws, modes } = this.rules;
    if (!modes[mode]) return [];
    return this.madeThrows[mode] ??= (throws?.[mode] ?? this.sets(mode)).map((thrown) => ({ ...thrown, options: this.worded(thrown.options) }));
  }

  /** The same of a turn of too many modes to list: points alone. */
  sets(mode) {
    const { arrays: { sets, first, gains, after }, chances, rules: { falls }, unit } = this, found = [];
    for (let set = sets[mode]; set < sets[mode + 1]; set++) {
      const options = Array.from(gains.subarray(first[set], first[set + 1]), (gain, n) => (
        { gain: unit * gain, mode: after[first[set] + n], label: "" }));
      const [{ gain }, other] = options;
      found.push({ drawn: "points", faces: [], chance: chances[set], options, kind: other ? "choice" : "gain", gain: other ? 0 : gain });
    }
    ["bust", "wipe"].forEach((kind, n) => {
      const chance = falls[mode][n];
      if (chance) found.push({ drawn: "points", faces: [], chance, kind, gain: 0, options: [] });
    });
    return found;
  }

  /** Options, each with a word of its own: its label, what it gains, or what it leads to. */
  worded(options) {
    const named = options.map(({ gain, label }) => label || `+${gain}`);
    return options.map(({ gain, mode }, n) => ({ gain, mode, word:
      named.filter((word) => word === named[n]).length === 1 ? named[n] : `${named[n]} ${this.phraseOf(mode)}` }));
  }

  draw(state, action, random) {
    const { mode, then } = this.parts(state, action);
    if (then !== this.throws) return null;
    if (this.dice) return { faces: this.dice.draw(mode, random) };
    const throws = this.throwsOf(mode);
    return throws[drawnFrom(throws.map(({ chance }) => chance), random())];
  }

  /** What follows: the state of whoever moves next as he sees it. `winner` is "mover", "other", "both" or
   * null, and "nobody" where nobody can reach the goal any more. */
  after(state, action, outcome) {
    const { own } = state, { aside, gain, mode, then } = this.parts(state, action), place = this.placeOf(state), { board } = this;
    const points = this.total(state) + gain;
    const details = this.tray && { aside: listed(aside), gain, points, lost: points };
    const events = !aside.length ? [] : [this.dice ? "asides" : "takes"];
    const lost = (event) => this.banked(state, this.landing(place), [...events, event], details);
    const on = (next, ...more) => ({ state: next, same: true, winner: null, events: [...events, ...more], details });
    if (then === this.banks) {
      return this.banked(state, place.own + points / this.unit, [...events, then === "hold" ? "holds" : "banks"], details);
    }
    if (then === "bust") return lost(this.dice ? "farkles" : "busts");
    if (details) {
      details.fell = this.dice ? listed(outcome.faces) : listed(outcome.options.map(({ word }) => word), "or");
      if (details.fell) events.push("throws");
    }
    if (this.dice) {
      const next = this.on(state, gain, mode, this.dice.written(outcome.faces));
      return this.choices(next).length ? on(next) : lost("farkles");
    }
    if (outcome.kind === "wipe") return this.banked(state, 0, [...events, "wipes"], details);
    if (outcome.kind === "bust") return lost("busts");
    if (outcome.kind === "choice") return on(this.on(state, gain, mode, this.throwsOf(mode).indexOf(outcome) + 1));
    const [option] = outcome.options, reached = own + points + option.gain;
    if (this.rules.exact && reached > this.goal) return lost("overshoots");
    if (reached >= this.goal && !board.isLast(place) && !board.answered(place)) {
      return this.banked(state, reached / this.unit, events, details);
    }
    return on(this.on(state, gain + option.gain, option.mode), "gains");
  }

  /** The turn ends with so many units: the scores as the next player sees them, and what the scoreboard says. */
  banked(before, s, events, details) {
    const [own, ...others] = this.scoresOf(before), place = this.placeOf(before), { board, goal, unit, rules: { dead, start } } = this;
    const points = (s - place.own) * unit, score = own + points, scores = [...others, score], end = board.follows(place, s) - board.size;
    const state = this.state(scores, 0, start, 0, Number(!place.second && (this.rounds || score >= goal)));
    const done = { state, same: false, winner: null, events, details };
    const tell = (event, values) => ({ ...done, struck: () => [{ event, ...values }] });
    if (end < 0) return { ...done, winner: scores.every((each) => dead[each / unit]) ? "nobody" : null };
    if (end === WON) return { ...done, winner: "mover", events: board.isLast(place) ? events : [...events, "wins"] };
    if (end === LOST) return { ...done, winner: "other" };
    if (end === EVEN) return this.playsOn ? tell("playedOn", { score }) : { ...done, winner: "both" };
    if (place.opp >= this.scores) return tell("follows", { points });
    return this.rounds ? tell("roundEnds", { score }) : { ...done, events: [...events, "lastTurn"] };
  }

  // --- for the Play view ----------------------------------------------------------------------------

  /** What can be done then, whether it may be in the state or not. */
  offered(state) {
    const thens = new Set(this.actions(state).map(({ then }) => then));
    if (thens.size === 1 && thens.has("bust")) return ["bust"];
    return [this.throws, this.banks, ...(thens.has("bust") ? ["bust"] : [])];
  }

  get letters() { return this.tray ? 2 : 1; }

  /** How many sides the dice have, where dice are thrown. */
  sides() {
    if (this.dice) return this.rules.sides;
    const shown = this.rules.modes.flatMap((_, mode) => this.throwsOf(mode)).flatMap(({ faces }) => faces);
    return Math.max(...shown.filter((face) => typeof face === "number"));
  }

  /** What lies on the table to be chosen from, and how it is drawn. */
  lying(state) {
    const mode = this.modeOf(state);
    return this.dice ? this.dice.tokens(this.dice.read(state.thrown, mode), mode) : this.choices(state).flatMap(({ aside }) => aside);
  }

  cards(state) {
    if (!this.dice) return this.choices(state).map(optionCard);
    return this.lying(state).map((token) => this.dice.die(token));
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
    return this.dice.fits(faces, mode) ? { faces: this.dice.inOrder(faces, mode) } : undefined;
  }

  // --- in words -------------------------------------------------------------------------------------

  get drawn() { return this.playsOn || !this.rules.tie ? super.drawn : "round.drawn"; }

  noteOf({ second }, moves) { return this.rounds && say(second === Number(moves) ? "round.ends" : "round.begins"); }

  noted({ second }) { return this.rounds ? say(second ? "round.otherBegan" : "round.began") : ""; }

  // --- for the map ----------------------------------------------------------------------------------

  get legend() {
    const single = this.banks === "hold";
    const hint = this.players > 2 ? "mapParty" : this.dice ? "mapFarkle" : !this.layers ? "mapRace" : single ? "mapModesHold" : "mapModes";
    const [scale, marked] = this.throws === "roll" ? ["legendRace", "legendHoles"]
      : ["legendFarkle", "legendHoles.throw"];
    return { hint, scale, marked, met: this.players > 2 && "legendMixed" };
  }

  /** There is a map for each mode in which something is decided. */
  get layers() {
    const { modes, layers } = this.rules;
    if (modes.length < 2) return null;
    const label = this.shift ? "left" : "in";
    const first = layers.includes(this.rules.start) && !this.dice ? this.rules.start
      : layers[this.dice ? (layers.length - 1) >> 1 : 0];
    return { label, first, all: layers.map((mode) => (
      { mode, word: modes[mode], text: this.shift ? modes[mode] : capital(this.phraseOf(mode)) })) };
  }

  /** What the map says at [own, opp] with such a value. */
  reading(state, value, mode) {
    const [throws, banks] = [this.throws, this.banks].map((action) => say(COMMANDS[action])), beyond = this.board.answered(this.placeOf(state));
    const words = state.own + value < this.goal ? say("mapBank", { banks, value }) : say(beyond ? "mapBeyond" : "mapGoal", { throws });
    return capital(this.layers ? say("mapIn", { phrase: this.phraseOf(mode), words }) : words);
  }

  /** Whether the value at [own, opp] in units is beyond the scale: nothing short of the goal is banked. */
  extreme(own, value) { return this.unit * own + value >= this.goal; }

  get beyond() { return say(this.rules.lastTurn ? "legendBeyond" : "legendGoal", { Throws: command(this.action(this.throws)) }); }

  /**
   * The map of a mode: at [own, opp] the fewest points banked (goal - own where that is only the goal), and
   * whether one throws again with more (1) or mixes (2). Of several it is that of the score of `across`, the
   * others' being those of the state.
   */
  map(state, mode = this.rules.layers[0], across = "opp") {
    const others = this.scoreNames.slice(1).filter((name) => name !== across);
    const key = [...others.map((name) => state[name]), across, state.second, mode].join();
    if (this.drawnMap?.key !== key) this.drawnMap = { key, ...(this.players === 2 ? this.stored(state, mode) : this.slice(state, mode, across)) };
    return this.drawnMap;
  }

  stored({ second = 0 }, mode) {
    const { unit, scores, rules: { maps, layers } } = this, { fewest, marks } = maps[this.rounds ? second : 0];
    const [from, to] = [0, 1].map((more) => (layers.indexOf(mode) + more) * scores ** 2);
    return { values: fewest.subarray(from, to).map((value) => unit * value), marks: marks.subarray(from, to) };
  }

  slice(state, mode, across) {
    const { scores, unit, rules: { modes: { length: modes } } } = this;
    const values = new Int32Array(scores * scores), marks = new Uint8Array(scores * scores);
    for (let own = 0; own < scores; own++) {
      for (let opp = 0; opp < scores; opp++) {
        const place = this.placeOf({ ...state, own: unit * own, [across]: unit * opp }), mixed = this.mixed.get(place.at);
        const turn = this.turn(place);
        values[own * scores + opp] = unit * turn.fewest(own, 0, mode);
        marks[own * scores + opp] = mixed && mixed.place % modes === mode ? 2 : turn.found.again;
      }
    }
    return { values, marks };
  }
}

ENGINES.race = RaceEngine;

/** An option of a throw as a card that can be drawn, and be said. */
function optionCard({ aside = [], word = aside[0], gain }) {
  return { kind: "points", value: `+${gain}`, name: word === `+${gain}` ? undefined : word, spoken: word };
}
