"use strict";
// Needs engine.js
// A game under way: its steps, from which everything else follows.
//
// A step is one decision and what fell: {mover, turn, state, action, outcome, result}. Player 0
// begins, at the start or in any other state; where a game was joined later, `first` does. A game is written as its decisions and outcomes, with
// nothing random in it: that is what a link to a game holds.

class Table {
  constructor(engine, start = engine.begin(), first = 0) {
    this.engine = engine;
    this.start = start;
    this.first = first;
    this.steps = [];
  }

  get last() { return this.steps.at(-1); }

  /** The state of whoever decides next, from his side; after the end, of whoever would. */
  get state() { return this.last ? this.last.result.state : this.start; }

  get mover() {
    const { last } = this;
    if (!last) return this.first;
    return last.result.same ? last.mover : this.next(last.mover);
  }

  get over() { return this.last !== undefined && this.last.result.winner !== null; }

  next(player) { return (player + 1) % this.engine.players; }

  /** A player, or null while the game goes on and where nobody can win any more. */
  get winner() {
    if (!this.over) return null;
    const { mover, result } = this.last;
    return { mover, other: this.next(mover) }[result.winner] ?? null;
  }

  get scores() { return turned(this.engine.scoresOf(this.state), this.mover); }

  /** The points that are not banked yet; undefined where there are no such points. */
  get total() { return this.engine.total(this.state); }

  get turn() {
    if (!this.last) return 0;
    return this.last.turn + (this.isTurnEnd(this.last) ? 1 : 0);
  }

  /** Whether a step ends its turn; where nothing lies on the table between decisions, each does. */
  isTurnEnd({ result }) {
    return !result.same || result.winner !== null || this.engine.total(result.state) === undefined;
  }

  /** Every player's chance to win with best play by all. */
  get chances() {
    const { last, engine, start } = this;
    return last ? turned(engine.sharesAfter(last.result), last.mover) : turned(engine.shares(start), this.first);
  }

  get actions() { return this.over ? [] : this.engine.actions(this.state); }

  /** Take an action with random dice, or with those of the day whose game it is; returns the step. */
  act(action, random = Math.random) {
    return this.step(action, this.engine.draw(this.state, action, this.day ? diceOfDay(this) : random));
  }

  /** A step of this state, or of another one that nobody has watched.
   * @param {Action} action
   * @param {Outcome | null} outcome
   * @param {State} state
   * @param {Result} result */
  step(action, outcome, state = this.state, result = this.engine.after(state, action, outcome)) {
    const { mover, turn } = this;
    this.steps.push({ mover, turn, state, action, outcome, result });
    return this.last;
  }

  // --- as text -------------------------------------------------------------------------------

  get moves() {
    const { engine } = this;
    const place = (state, action) => engine.actions(state).indexOf(action).toString(36);
    return this.steps.map(({ state, action, outcome }) => (
      place(state, action).padStart(engine.letters, "0") + engine.spell(outcome, state, action))).join("-");
  }

  /** The game that such a text describes, up to the first step that the rules do not allow: `wrong` is its number.
   * @returns {{ table: Table, wrong?: number }} */
  static from(engine, moves, start = engine.begin()) {
    const table = new Table(engine, start);
    for (const [n, word] of moves.split("-").filter(Boolean).entries()) {
      const action = table.actions[parseInt(word.slice(0, engine.letters), 36)];
      const outcome = action && engine.spelled(table.state, action, word.slice(engine.letters));
      if (outcome === undefined) return { table, wrong: n + 1 };
      table.step(action, outcome);
    }
    return { table };
  }
}
