"use strict";
// A game as text: in an address, in a short code, as a few symbols; and the dice of a day.
//
// A code is the game's name and goal, who sat where (h: a hand, p: perfect, 1: the first rival, …), where
// a day's dice fell that day, where the game began elsewhere that state, and the steps, joined by hyphens:
//
//     pig-100-hp-d20261122-1a8r…z-x1y2z3
//
// The steps are one whole number in base 36. A decision is its place among those that are allowed, a
// throw the faces less 1 or its place among all throws; each is a digit in the base of how many there are
// (2 at least), the first the lowest, with a 1 above the highest. So no code can say what is against the
// rules, but it may go on after the end. Its last part is a checksum: two digits of the rules, four of
// the text before it.
//
// The n-th throw of a player in the game of a day is drawn with numbers that begin from the text
// "2026-11-22 Pig 100 0 3": the date, the game, the player's place and n, both from 0. A hash (FNV-1a, 32
// bits, a character at a time) begins the generator mulberry32. What was decided does not enter.

/** FNV-1a of a text. */
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

/** What a game is called where a text names it. */
function titled({ rules: { name }, goal }) { return `${name} ${goal}`; }

/** What a store keeps a game under: other rules of the same name are another game. */
function keptAs(engine) { return `${titled(engine)} ${hashed(rulesAsText(engine)).toString(36)}`; }

/** What tells rules apart, whichever page has them. */
function rulesAsText(engine) {
  const { rules } = engine, arrays = engine.arrays ?? engine;
  const first = (numbers) => Array.from(numbers ?? []).slice(0, 4096);
  const parts = ["gains", "after", "free", "target"].map((name) => first(arrays[name]));
  const chances = first(engine.chances).map((chance) => chance.toFixed(9));
  const said = ["names", "players", "unit", "exact", "lastTurn", "least", "landing", "seats", "tie"].map((name) => rules[name]);
  return [...parts, chances, ...said, engine.goal].join(";");
}

/** The dice of a day for the next throw at a table. */
function diceOfDay({ day, engine, mover, steps }) {
  const thrown = steps.filter((step) => step.mover === mover && step.outcome).length;
  return seeded(`${day} ${titled(engine)} ${mover} ${thrown}`);
}

/** Whether all dice at a table are those of its day. */
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

/** A day as people write it. */
function dated(day) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date).toLocaleDateString(Language.tag, { dateStyle: "medium" });
}

// --- in an address ----------------------------------------------------------------------------------

/** What an address keeps of a game; `gameIn` reads it. */
function entriesOf({ engine, seats, table: { start, moves, day } }) {
  const [from, begin] = [start, engine.begin()].map((state) => engine.names.map((name) => state[name]).join("."));
  return { seats: seats.join("-"), ...(day && { daily: day }), ...(from !== begin && { from }), ...(moves && { game: moves }) };
}

/** The game of an address, {seats, table}, or {wrong}: why it is none. Seats are as `usual` where nothing
 * fitting is said of them; what somebody sits in who is not `offered` here a hand does. */
function gameIn(params, engine, offered, usual) {
  const asked = (params.get("seats") || "").split("-").filter((seat) => offered.includes(seat));
  const seats = asked.length === engine.players ? asked : usual;
  const start = params.has("from") ? stateOf(engine, params.get("from")) : engine.begin();
  if (!start) return { seats, wrong: say("code.start") };
  const moves = params.get("game") || "", words = moves.split("-").filter(Boolean);
  const table = Table.from(engine, moves, start);
  if (!table) {
    const legal = (count) => Table.from(engine, words.slice(0, count).join("-"), start) !== null;
    return { seats, wrong: say("code.move", { move: firstWhere(1, words.length, (count) => !legal(count)) }) };
  }
  return { seats, ...onDay(table, params.get("daily")) };
}

/** A state from its parts, joined by dots; null if there is none of these. */
function stateOf(engine, text) {
  const parts = text.split(".").map(Number);
  const state = Object.fromEntries(engine.names.map((name, place) => [name, parts[place]]));
  return engine.has(state) ? state : null;
}

/** {table} with a day, if one is named, or {wrong} if it has other dice. */
function onDay(table, day) {
  if (!day) return { table };
  if (!DAY.test(day)) return { wrong: say("code.day", { day }) };
  table.day = day;
  return ofItsDay(table) ? { table } : { wrong: say("code.day", { day: dated(day) }) };
}

// --- as a code --------------------------------------------------------------------------------------

/** The first part of a code: a game's name and goal. */
function slug(engine) { return titled(engine).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, ""); }

/** Two digits that tell rules of the same name apart, and four of a text. */
function checksum(engine, text) {
  const digits = (whole, count) => (hashed(whole) % 36 ** count).toString(36).padStart(count, "0");
  return digits(rulesAsText(engine), 2) + digits(text, 4);
}

/** How many dice of how many sides an action throws, where each is known. */
function diceFallen(engine, state, action) {
  if (engine.rules.family === "hog") return action > 0 ? [action, engine.sides(state)] : null;
  if (!engine.dice) return null;
  const { mode, then } = engine.parts(state, action);
  return then === engine.throws ? [mode + 1, engine.rules.sides] : null;
}

/** The steps of a table as digits [digit, base]. */
function digitsOf({ engine, steps }) {
  return steps.flatMap(({ state, action, outcome }) => {
    const actions = engine.actions(state), first = [actions.indexOf(action), actions.length];
    const dice = diceFallen(engine, state, action), all = engine.outcomes(state, action);
    if (dice) return [first, ...outcome.faces.map((face) => [face - 1, dice[1]])];
    return all.length ? [first, [Math.max(0, all.indexOf(outcome)), all.length]] : [first];
  }).map(([digit, base]) => [BigInt(digit), BigInt(Math.max(2, base))]);
}

/** A game as a code. */
function codeOf({ engine, seats, table }) {
  const whole = digitsOf(table).reduceRight((rest, [digit, base]) => rest * base + digit, 1n);
  const letters = seats.map((seat) => ({ hand: "h", perfect: "p" })[seat] ?? (seat.slice(5) || "1")).join("");
  const { daily, from } = entriesOf({ engine, seats, table });
  const parts = [slug(engine), letters, daily && `d${daily.replaceAll("-", "")}`, from, whole.toString(36)];
  const text = parts.filter(Boolean).join("-");
  return `${text}-${checksum(engine, text)}`;
}

/** The game of a code, {seats, table}, or {wrong}: why it is none. */
function gameOf(engine, offered, code) {
  const plain = code.normalize().replace(/\s+/g, "").toLowerCase();
  const [, text, name, letters, day, from, digits, check] = plain.match(
    /^((.+)-([hp\d]{2,6})(?:-d(\d{8}))?(?:-(\d[\d.]*\.[\d.]*\d))?-([\da-z]+))-([\da-z]{6})$/u) ?? [];
  if (!text || check.slice(2) !== checksum(engine, text).slice(2)) return { wrong: say("code.typo") };
  if (name !== slug(engine)) return { wrong: say("code.other", { name: capital(name), here: titled(engine) }) };
  if (check !== checksum(engine, text) || letters.length !== engine.players) return { wrong: say("code.rules", { here: titled(engine) }) };
  const seats = [...letters].map((letter) => {
    const seat = { h: "hand", p: "perfect", 1: "rival" }[letter] ?? `rival${letter}`;
    return offered.includes(seat) ? seat : "hand";
  });
  const start = from ? stateOf(engine, from) : engine.begin();
  if (!start) return { wrong: say("code.start") };
  const table = new Table(engine, start);
  let rest = [...digits].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const next = (base) => {
    const whole = BigInt(Math.max(2, base)), digit = Number(rest % whole);
    rest /= whole;
    return digit;
  };
  while (rest > 1n && !table.over) {
    const { state, actions } = table, action = actions[next(actions.length)];
    const dice = action === undefined ? null : diceFallen(engine, state, action), all = dice || action === undefined ? [] : engine.outcomes(state, action);
    const faces = dice && Array.from({ length: dice[0] }, () => 1 + next(dice[1]));
    const outcome = faces ? (engine.scored ? engine.scored(action, faces) : { faces: faces.sort((one, other) => one - other) })
      : all.length ? all[next(all.length)] : null;
    if (action === undefined || outcome === undefined || rest < 1n) return { wrong: say("code.move", { move: table.steps.length + 1 }) };
    table.step(action, outcome);
  }
  if (rest !== 1n) return { wrong: say("code.more") };
  return { seats, ...onDay(table, day?.replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3")) };
}

// --- as symbols -------------------------------------------------------------------------------------

/** A finished game in a few lines, without an address: a square for each turn of `player`. */
function squaresOf({ engine, table, story }, ledger, player, luck) {
  const turns = [];
  for (const { mover, turn, mistake } of ledger.entries) {
    if (mover === player) turns[turn] = Math.max(turns[turn] ?? 0, mistake);
  }
  const squares = turns.filter((cost) => cost !== undefined).map((cost) => gradeOf(cost)?.square ?? "🟩");
  const { scores, winner, day } = table, mine = scores[player], skill = ledger.skill(player);
  const others = scores.filter((_, other) => other !== player).join(":");
  const lines = Array.from({ length: Math.ceil(squares.length / 10) }, (_, n) => squares.slice(10 * n, 10 * n + 10).join(""));
  return [
    `${titled(engine)}${day ? ` · ${day}` : ""}`, ...lines,
    say(winner === player ? "squares.won" : "squares.lost", { score: `${mine}:${others}`,
      skill: skill ? Math.round(skill.score) : "–", luck: Math.round(100 * luck) }),
  ].join("\n");
}
