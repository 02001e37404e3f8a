"use strict";
// Needs board.js words.js
// A game as text in an address; and the dice of a day.
//
// The n-th throw of a player in the game of a day is drawn with numbers that begin from the text
// "2026-11-22 Pig 100 0 3": the date, the game, the player's place and n, both from 0. A hash (FNV-1a, 32
// bits, a character at a time) begins the generator mulberry32. What was decided does not enter.

function hashed(text) {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}

/** Random numbers that a text decides: mulberry32. */
function seeded(text) {
  let state = hashed(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function titled({ rules: { name }, goal }) { return `${name} ${goal}`; }

/** What a store keeps a game under: other rules of the same name are another game. */
function keptAs(engine) { return `${titled(engine)} ${hashed(engine.rules.address).toString(36)}`; }

/** The dice of a day for the next throw at a table.
 * @param {Pick<Table, "day" | "engine" | "mover" | "steps">} table */
function diceOfDay({ day, engine, mover, steps }) {
  const thrown = steps.filter((step) => step.mover === mover && step.outcome).length;
  return seeded(`${day} ${titled(engine)} ${mover} ${thrown}`);
}

/** Whether all dice at a table are those of its day.
 * @param {Table} table */
function ofItsDay({ engine, day, steps }) {
  return steps.every(({ mover, state, action, outcome }, n) => {
    if (!outcome) return true;
    const thrown = engine.draw(state, action, diceOfDay({ day, engine, mover, steps: steps.slice(0, n) }));
    return engine.spell(thrown, state, action) === engine.spell(outcome, state, action);
  });
}

/** Today where the reader is: 2026-11-22. */
function today(now = new Date()) {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, "0")).join("-");
}

function dated(day) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date).toLocaleDateString(Language.tag, { dateStyle: "medium" });
}

// --- in an address ----------------------------------------------------------------------------------

/** What an address keeps of a game; `gameIn` reads it.
 * @param {Pick<Seated, "engine" | "seats" | "table">} game */
function entriesOf({ engine, seats, table: { start, moves, day } }) {
  const [from, begin] = [start, engine.begin()].map((state) => engine.names.map((name) => state[name]).join("."));
  return { seats: seats.join("-"), ...(day && { daily: day }), ...(from !== begin && { from }), ...(moves && { game: moves }) };
}

/** The game of an address, {seats, table}, or {wrong}: why it is none. Seats are as `usual` where nothing
 * fitting is said of them; what somebody sits in who is not `offered` here a hand does.
 * @returns {{ seats: string[], table?: Table, wrong?: string }} */
function gameIn(params, engine, offered, usual) {
  const asked = (params.get("seats") || "").split("-").filter((seat) => offered.includes(seat)), day = params.get("daily");
  const seats = asked.length === engine.players ? asked : usual, parts = params.get("from")?.split(".").map(Number);
  const start = parts ? Object.fromEntries(engine.names.map((name, place) => [name, parts[place]])) : engine.begin();
  if (!engine.has(start)) return { seats, wrong: say("code.start") };
  const { table, wrong } = Table.from(engine, params.get("game") || "", start);
  if (wrong) return { seats, wrong: say("code.move", { move: wrong }) };
  if (!day) return { seats, table };
  if (!DAY.test(day)) return { seats, wrong: say("code.day", { day }) };
  table.day = day;
  return ofItsDay(table) ? { seats, table } : { seats, wrong: say("code.day", { day: dated(day) }) };
}
