"use strict";
// What the engines of all families have in common. An engine knows one game: which states there are,
// what every action is worth in them, and what follows. A state is an object with the family's names,
// an action {take, then}: what is taken of the throw on the table, faces or words, and what is done then,
// a word or a number of dice. An engine has one object for each action.
//
// Some have more: the `tray`, a part of a state that lies on the table; `follow`, the state before what falls; the
// chance that a throw `busts`; a `mixture`, how likely one throws where chance chooses; what is `certain` of an
// action; `layers`, what several maps differ by; `choicesOf` a part of a state that is no number.

/** Actions whose worths differ by no more than this are equal as far as doubles can tell. */
const TIED = 1e-13;

/** The classes of views by name, in the order of the tabs. */
const VIEWS = {};

/** The classes of engines by the family that they serve. */
const ENGINES = {};

/** What finds the values of a game, by its family, or "party" of three or more: generators that yield the share of the work
 * that is done, and return what the engine reads of a solution. */
const SOLVERS = {};

function engineOf(data) { return new ENGINES[data.family](data); }

function solving(data) { return SOLVERS[data.players > 2 ? "party" : data.family](data); }

/** The tables of a game with all that its engine reads of a solution; `progress(share)` is called now
 * and then.
 * @param {any} data
 * @param {(share: number) => void} progress */
function solved(data, progress = () => {}) {
  const work = solving(data);
  for (let last = 0; ;) {
    const { done, value } = work.next();
    if (done) return { ...data, ...value };
    if (value - last >= 0.01) progress(last = value);
  }
}

/** The same work as a share of the whole, from one to the other. */
function* within(work, from, to) {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield from + (to - from) * value;
  }
}

/** Things given of all players from the mover on, in the order of the players. */
function turned(things, mover) {
  const { length } = things;
  return things.map((_, player) => things[(player - mover + length) % length]);
}

/** Numbers as a typed array: as they are, or of the base64 text of little-endian ones, as all processors
 * are that run a browser today. */
function numbers(given, Kind) {
  if (typeof given !== "string") return given instanceof Kind ? given : Kind.from(given);
  return new Kind(Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0)).buffer);
}

class Engine {
  constructor(data) {
    this.rules = data;
    this.names = data.names;
    this.goal = data.goal;
    /** The names of the scores in a state, the mover's first and the others' in the order of moves. */
    this.scoreNames = ["own", "opp"];
    /** All scores are multiples of this; the scores below the goal are so many. */
    this.unit = data.unit ?? 1;
    this.scores = data.scores ?? data.goal / this.unit;
    if (data.starts) this.starts = numbers(data.starts, Float64Array);
    this.made = data.made ??= new Map();  // a game that goes on when the values come has the same
  }

  /** @returns {Action} */
  action(then, take = []) {
    const key = `${take.join(" ")}, ${then}`;
    if (!this.made.has(key)) this.made.set(key, Object.freeze({ take, then }));
    return this.made.get(key);
  }

  /** Whether the values are there. Without them one can play, but not ask. */
  get known() { return this.starts !== undefined; }

  /** Whether there is all that the map is made of; the values may have come with the page. */
  get charted() { return this.known; }

  /** Take what a solver has found out about the game. */
  learn(found) { Object.assign(this, new (/** @type {any} */ (this.constructor))({ ...found, ...this.rules })); }

  get players() { return this.scoreNames.length; }

  scoresOf(state) { return this.scoreNames.map((name) => state[name]); }

  scoresAfter({ state, same }) { return turned(this.scoresOf(state), same ? 0 : 1); }

  get drawn() { return "play.nobody"; }

  /** What a state is, but for the scores, to the other one of two players, or so many places further on. */
  facing(state) { return state; }

  turnStart(state) { return state; }

  get mapped() { return true; }

  /** What of a state its scores and its points do not say, in words. */
  noted() { return ""; }

  /** The parts of a state that are small numbers, such as 0 or 1. */
  get switches() { return []; }

  /** By how much a part of a state goes up, and the least that it can be.
   * @param {string} [_] */
  stepOf(_) { return 1; }

  /** @param {string} [_] */
  leastOf(_) { return 0; }

  /** The points that are not banked yet; undefined where there are none between decisions. */
  total({ total }) { return total; }

  /** What lies on the table before a decision, to be picked from: faces of dice, or options. */
  lying() { return []; }

  /** The state as an address has it, and a part of it back. */
  addressed(state) { return state; }

  read(name, text) { return Number(text); }

  /** Whether there is such a state: all its parts are within their limits. */
  has(state, limits = this.limits(state)) {
    return this.names.every((name) => Number.isInteger(state[name] / this.stepOf(name)) &&
      state[name] >= this.leastOf(name) && state[name] <= limits[name]);
  }

  best(state) {
    const payoffs = this.payoffs(state);
    return payoffs.filter(({ worth }) => worth >= payoffs[0].worth - TIED).map(({ action }) => action);
  }

  choose(state) { return this.best(state)[0]; }

  /** Every player's chance to win in a state, and after a step: from the mover on, in the order in which they move. */
  shares(state) { return this.payoffs(state)[0].all; }

  sharesAfter({ state, same, winner }) {
    if (!winner) return turned(this.shares(state), same ? 0 : 1);
    const won = { mover: [1], other: [0, 1] }[winner];
    return this.scoreNames.map((_, n) => (won ? won[n] ?? 0 : 1 / this.players));
  }

  worth(state) { return this.shares(state)[0]; }

  /** What a throw may make of these chances: [[chances, how likely], …]. */
  prospects(state, action) {
    return this.outcomes(state, action).map((fallen) => (
      [this.sharesAfter(this.after(state, action, fallen)), fallen.chance]));
  }

  /** Of how many letters an action is written in a link. */
  get letters() { return 1; }
}
