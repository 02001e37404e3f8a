"use strict";
// Needs words.js dice.js
// A game in words: who the players are, what happened in a step, what it cost, and what fell.

/** Who has won, with his score and the others' in the order in which they move after him. */
function endingOf({ story, engine, table: { scores } }, winner) {
  if (winner === null) return say(engine.drawn);
  const [own, ...others] = scores.map((_, n) => scores[(winner + n) % scores.length]);
  return story.tell("play.ended", winner, { own, opp: listed(others) });
}

/** What may happen to a turn that loses it. */
const LOSSES = ["busts", "overshoots", "wipes", "farkles", "pigsOut"];

/** So many faces that are drawn are named as well beside them. */
const FEW_FACES = 3;

class Story {
  constructor(view) { Object.assign(this, { view, engine: view.engine }); }

  isYou(player) { return this.view.isHand(player) && this.view.hands === 1; }

  name(player) { return capital(this.inside(player)); }

  inside(player) {
    const seat = this.view.seats[player];
    if (this.isYou(player)) return say("play.you");
    const rival = this.view.rival(seat)?.name;
    const alone = this.view.seats.filter((other) => other === seat).length === 1;
    if (alone) return rival ?? say("play.perfect");
    return say(`play.numbered.${rival ? "rival" : seat}`, { rival, number: player + 1 });
  }

  tell(key, player, values = {}, other = (player + 1) % this.engine.players) {
    const names = {
      who: this.name(player), name: this.inside(player), other: this.inside(other), Other: this.name(other),
    };
    return say(key, { ...names, you: this.isYou(player), toYou: this.isYou(other), ...values });
  }

  /** Something of every player, such as the score, from `player` on; "Hold at 20: 7". */
  each(things, player = 0) {
    return things.map((_, n) => (player + n) % things.length)
      .map((who, n) => {
        const name = n ? this.inside(who) : this.name(who);
        return `${name}${this.view.rival(this.view.seats[who]) ? ":" : ""} ${things[who]}`;
      }).join(", ");
  }

  /** What happened in a step, in whole sentences; `brief` beside what the board shows: without points and scores. */
  of(step, brief = false) {
    const { mover, outcome, result, state } = step;
    const total = this.engine.total(state);
    const scores = turned(this.engine.scoresAfter(result), mover);
    const values = {
      ...outcome, lost: total, total: this.engine.total(result.state), goal: this.engine.goal,
      scores: this.each(scores, mover), ...result.details, ...(brief && this.many(step) && { fell: this.many(step) }),
    };
    const events = result.events.filter((event) => Language.has(`play.${event}`) && !(brief && event === "gains"))
      .map((event) => this.tell(`play.${event}`, mover, values));
    const struck = (result.struck?.() ?? []).map(({ event, ...what }) => this.tell(`play.${event}`, mover, { ...values, ...what }));
    const end = brief || (result.winner === null && !this.view.table.isTurnEnd(step)) ? []
      : [this.tell("play.scores.now", mover, values)];
    return [this.throwOf(step, brief), ...events, ...struck, ...end].filter(Boolean).join(" ");
  }

  /** A step as the log has it: what was set aside, what fell, and how the turn ended. */
  logged(step) {
    const { engine } = this, { action: { take, then }, result: { events, winner } } = step;
    const word = (text) => element("span", { class: "word" }, text);
    const lies = step.outcome?.kind !== "choice" && !(engine.tray && engine.dice && !events.some((event) => event.startsWith("farkles")));
    const aside = take.map((value) => (
      engine.dice ? smallFace(engine.dice.die(value)) : word(value)));
    const ends = then === "bust" ? say("play.points.bust")
      : [engine.banks, 0, -1].includes(then) ? command(engine.action(then)) : null;
    const lost = LOSSES.find((event) => events.includes(event));
    return [...aside, ...(lies ? this.faces(step).map(smallFace) : []), ...(ends ? [word(ends)] : []),
      ...(lost && then !== "bust" ? [word(say(`play.points.${lost === "wipes" ? "wipe" : "bust"}`))] : []),
      ...(winner === "mover" ? [word(say("play.won"))] : [])];
  }

  /** The points that are not banked yet and what they are made of, or which dice are rolled. */
  onTable({ start, state, steps, turn, total }) {
    if (total === undefined) return say("play.sides", { sides: this.engine.sides(state) });
    const { engine } = this;
    const gains = steps.filter((step) => step.turn === turn && step.result.same)
      .map((step) => engine.total(step.result.state) - engine.total(step.state)).filter(Boolean);
    const begun = engine.total(start);
    if (turn === 0 && begun) gains.unshift(begun);
    return say("play.total", { total, sum: gains.length > 1 && gains.join(" + "), phrase: "mode" in state && !(engine.dice && state.thrown) && engine.phraseOf(state.mode) });
  }

  /** How many dice were thrown, where that are many: what they show is drawn. */
  many(step) {
    const count = this.faces(step).filter(({ kind }) => kind === "die").length;
    return count > FEW_FACES ? say("play.dice", { count }) : "";
  }

  /** What was thrown; nothing where points without dice are lost, or where the events tell it. */
  throwOf({ mover, state, action, outcome, result }, brief) {
    if (!outcome || result.details) return "";
    const { gain, kind } = outcome;
    const thrown = (brief && this.many({ state, outcome }))
      || listed(this.faces({ state, outcome }).map(({ spoken }) => spoken).filter(Boolean));
    const said = kind !== "gain" || [`${gain}`, this.gained(gain)].includes(thrown);
    if (thrown) return this.tell("play.rolls", mover, { thrown, gain: said ? "" : `${gain}` });
    if (action.then === "roll") return "";
    return this.tell(action.then < 0 ? "play.rolls.exchange" : "play.rolls.none", mover, { gain });
  }

  /** What a throw without faces gains, as it is said. */
  gained(gain) {
    if (this.engine.rules.turn !== "zombie-dice") return `${gain}`;
    return say(gain ? "zombie.brains" : "zombie.brains.none", { count: gain });
  }

  /** What a decision cost, in the words that all margins are given in. It stands beside what fell, which
   * may be a bust or somebody else's throw, so it says which decision is meant. */
  costOf({ wrong, best, action, mistake, mover }) {
    const key = wrong ? "play.cost" : best.length > 1 ? "play.cost.equal" : "play.cost.none";
    return this.tell(key, mover, {
      chosen: phrase([action], "or", COMMANDS), margin: wrong && marginInWords(best[0], action, mistake) });
  }

  /** What fell, as it is drawn and as it is said. */
  faces({ state, outcome }) {
    if (!outcome) return [];
    const thrown = outcome.drawn ?? this.engine.rules.thrown;
    if (outcome.kind === "choice") {
      return outcome.options.map(({ word, gain }) => optionCard({ word, gain }));
    }
    if (thrown === "points") {
      const gained = outcome.kind === "gain", [option] = outcome.options ?? [];
      if (option && option.word !== `+${option.gain}`) return [optionCard(option)];
      const value = gained ? `+${outcome.gain}` : say(`play.points.${outcome.kind}`);
      return [{ kind: "points", value, spoken: gained ? this.gained(outcome.gain) : "" }];
    }
    const sides = this.engine.sides(state);
    return outcome.faces.map((value) => ({ kind: "die", value, sides, spoken: `${value}` }));
  }
}
