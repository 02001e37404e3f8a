"use strict";
// Needs tables.js words.js
// Rules as an address has them, as TOML, and in words. No DOM.
//
// Rules are what a TOML file of pigcore holds. An address names a ready-made game and what differs from
// it, `game=pig&goal=50&bust=1,2`: a link is a game. An entry of a table of the file goes by its name
// alone, as no two entries have one name, but for the tables whose entries anybody may choose:
// `gain.7=2/7` and `score.1+1+1=300`. An empty list is `none`, a turn of several modes is JSON, and an
// entry that the ready-made game has and this one lacks is empty.

const READY = {};

const OF_ROLL = ["dice", "sides", "later_sides", "bust", "wipe", "all_bust", "doubles", "doubles_again", "throws", "total"];

const NO_RULES = ["game", "lang"];

/** Rules as {name: text}, one text for equal rules.
 * @param {any} rules */
function flat({ game, roll = {}, scoring = {}, turn, ...rest }) {
  const { gains = {}, ...rolled } = roll;
  const text = (value) => (Array.isArray(value) ? value.join(",") || "none" : `${value}`);
  const usual = game === "race" ? { ...USUAL, ...(Object.keys(scoring).length && USUAL_ASIDE) } : {};
  const unusual = Object.entries({ ...rest, ...rolled }).filter(([name, value]) => usual[name] !== value);
  const found = unusual.map(([name, value]) => [name, text(value)]);
  for (const [points, chance] of Object.entries(gains)) found.push([`gain.${points}`, text(chance)]);
  for (const [name, points] of Object.entries(scoring)) found.push([`score.${name}`, text(points)]);
  if (turn !== undefined) found.push(["turn", typeof turn === "string" ? turn : JSON.stringify(turn)]);
  return Object.fromEntries(found);
}

/** The inverse of `flat`. What is no such text stays as it is, for `tablesOf` to refuse. */
function unflat(entries, game) {
  const rules = { game }, roll = {}, gains = {}, scoring = {};
  const chances = Object.keys(entries).some((name) => name.startsWith("gain."));
  const aside = Object.keys(entries).some((name) => name.startsWith("score."));
  for (const [name, text] of Object.entries(entries)) {
    const [, table, key] = name.match(/^(gain|score)\.(.*)$/) ?? [];
    if (table) (table === "gain" ? gains : scoring)[key] = table === "gain" ? text : valueOf(text);
    else if (name === "name") rules.name = text;
    else if (name === "turn") rules.turn = turnIn(text);
    else if (game === "race" && !aside && OF_ROLL.includes(name)) roll[name] = chances && name !== "throws" ? text : valueOf(text, name);
    else rules[name] = valueOf(text, name);
  }
  if (chances) roll.gains = gains;
  if (Object.keys(roll).length) rules.roll = roll;
  if (aside) rules.scoring = scoring;
  return rules;
}

/** The entries that are lists: of faces, sides, or names. */
const LISTS = ["later_sides", "bust", "wipe", "points", "after", "again"];

function valueOf(text, name = "") {
  const several = LISTS.includes(name) || (text.includes(",") && ["dice", "sides"].includes(name));
  if (several) return text === "none" ? [] : text.split(",").map((part) => valueOf(part));
  if (/^(0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
  return { true: true, false: false }[text] ?? text;
}

function turnIn(text) {
  try {
    return text.startsWith("{") ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** What rules say that do not say so. */
const USUAL = { target: "at_least", consolation: 0, players: 2, opening: 0, minimum_bank: 0, end: "goal", tie: "first", penalty: 0 };
const USUAL_ASIDE = { dice: 6, sides: 6, must_roll_hot_dice: false };
const USUAL_HOG = {
  max_dice: 10, dice: [6, 4], exchange: false, limit: false, pig_out: "pig_out", bacon: false, wild: false, gift: false,
  points: [], after: [], again: [],
};

function completed(rules) {
  if (rules.game !== "hog") {
    const found = { name: "Race", ...USUAL, ...(rules.scoring && USUAL_ASIDE), ...rules, game: "race" };
    if (found.last_turn === true && rules.end !== "equal_turns") found.end = "last_turn";  // another word for it
    if (found.last_turn === false || found.end === "last_turn") delete found.last_turn;
    return found;
  }
  const found = { name: "Hog", ...USUAL_HOG, ...rules };
  for (const kind of ["points", "after", "again"]) found[kind] = [found[kind]].flat();
  return found;
}

/** What an address says of rules, the shortest way there is; it ends where the state begins. */
function addressOf(rules) {
  const mine = flat(rules), family = rules.game;
  const bases = [...Object.entries(READY), ["race", { game: "race" }]].filter(([, { game }]) => game === family);
  const links = bases.map(([game, base]) => {
    const theirs = flat(base), changed = new URLSearchParams({ game: `${game}` });
    for (const [name, text] of Object.entries(mine)) if (theirs[name] !== text) changed.set(name, text);
    for (const name of Object.keys(theirs)) if (!(name in mine)) changed.set(name, "");
    return `${changed}`.replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",");
  });
  return `${links.reduce((one, other) => (other.length < one.length ? other : one))}/`;
}

/** The parts of an address: what it says of rules, and of a state. */
function partsOfAddress(hash) {
  const [whole, rules, state = ""] = hash.match(/^#?(.*?)(?:\/?(view=.*))?$/);
  return whole.includes("game=") && rules ? { rules: rules.replace(/[/&]$/, ""), state } : { rules: "", state };
}

function rulesIn(text) {
  const params = new URLSearchParams(text), game = params.get("game");
  if (!Object.hasOwn(READY, game) && game !== "race") throw new Refused("game", "game", { game });
  const base = READY[game] ?? { game }, entries = flat(base);
  for (const [name, value] of params) {
    if (NO_RULES.includes(name)) continue;
    if (value === "") delete entries[name];
    else entries[name] = value;
  }
  return unflat(entries, base.game);
}

// --- as TOML, as Python writes it ------------------------------------------------------------------------

/** Rules as TOML: a table for each table of them, but one line for a table in a list. */
function tomlOf(rules, path = []) {
  const entries = Object.entries(rules), plain = entries.filter(([, value]) => !isTable(value));
  const header = path.length && (plain.length || !entries.length) ? `\n[${path.join(".")}]\n` : "";
  const lines = plain.map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}\n`).join("");
  return header + lines + entries.filter(([, value]) => isTable(value))
    .map(([key, value]) => tomlOf(value, [...path, tomlKey(key)])).join("");
}

function tomlKey(key) { return /^[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*$/.test(key) ? key : JSON.stringify(key); }

function tomlValue(value, deep = false) {
  if (isTable(value)) {
    return `{${Object.entries(value).map(([key, each]) => `${tomlKey(key)} = ${tomlValue(each, true)}`).join(", ")}}`;
  }
  if (!Array.isArray(value)) return typeof value === "string" ? JSON.stringify(value) : `${value}`;
  const each = value.map((one) => tomlValue(one, true));
  return deep || !value.some(isTable) ? `[${each.join(", ")}]` : `[\n    ${each.join(",\n    ")},\n]`;
}

// --- in words ---------------------------------------------------------------------------------------------

function counting(key, count, values = {}) { return say(key, { count: grouped(count), ...values }); }

/** The rules in a person's words: sentences, or {words, faces} where dice can be drawn beside one. */
function told(rules) {
  const { goal, target, players = 2, consolation, opening, minimum_bank: least, end = "goal", tie } = rules;
  return [
    say(rules.game === "hog" ? "rule.goalHog" : { last_turn: "rule.goalLast", equal_turns: "rule.goalEqual" }[end]
      ?? (target === "exact" ? "rule.goalExact" : "rule.goal"), { goal: grouped(goal) }),
    end !== "goal" && say(`round.tie.${tie}`), ...(rules.game === "hog" ? hogInWords : raceTurnInWords)(rules),
    consolation && counting("rule.consolation", consolation),
    least && say("rule.minimum_bank", { points: grouped(least) }),
    opening && say("rule.opening", { points: grouped(opening) }),
    players > 2 && say("rule.players", { players }),
  ].filter(Boolean).map((one) => (one.words ? one : { words: one, faces: [] }));
}

function inWords(rules) { return told(rules).map(({ words }) => words).join(" "); }

function diceOfFaces(faces, sides, colours = []) {
  return faces.map((value, n) => ({ kind: "die", value, sides, colour: colours[n] }));
}

function raceTurnInWords(rules) {
  const { roll, turn, scoring = turn?.dice?.scoring } = rules, kinds = turn?.dice && turn.start.split(",");
  if (scoring) {
    const sides = rules.sides?.length ?? rules.sides ?? 6, shown = (name) => (/^\d/.test(name) ? name.split(" ").map(Number) : []);
    const entries = Object.entries(scoring).map(([name, points]) => (
      { words: capital(say("rule.score", { name: combination(name), points: grouped(points) })), faces: diceOfFaces(shown(name), sides) }));
    const list = kinds && listed(Object.keys(turn.dice.faces).map((name, n) => `${kinds[n]} ${name}`));
    return [counting("rule.aside", kinds ? kinds.reduce((sum, n) => sum + Number(n), 0) : rules.dice ?? 6), kinds && say("rule.kinds", { list }), ...entries, rules.must_roll_hot_dice && say("rule.must_roll_hot_dice")];
  }
  if (turn) return [turn === "zombie-dice" ? { words: say("rule.zombie"), faces: diceOfFaces([6, 4, 3], 6, ["green", "yellow", "red"]) } : counting("rule.modes", Object.keys(turn.modes ?? {}).length)];
  if (roll.gains) {
    const gains = Object.entries(roll.gains).map(([points, chance]) => say("rule.gain", { points, chance: spelledChance(chance) }));
    return [say("rule.gains", { list: listed(gains, "or") }), chanceIn(roll.bust) > 0 && say("rule.bustChance", { chance: spelledChance(roll.bust) }),
      chanceIn(roll.wipe) > 0 && say("rule.wipeChance", { chance: spelledChance(roll.wipe) }), roll.throws && counting("rule.throws", roll.throws)];
  }
  const { dice = 1, sides = 6, later_sides: later = [], bust = [1], wipe = [], all_bust: all = "bust", doubles = 1 } = roll;
  const faces = (key, list) => list.length > 0 && { words: say(key, { faces: listed(list.map(String), "or") }), faces: diceOfFaces(list, sides) };
  const often = roll.throws ? counting("rule.often.most", roll.throws) : say("rule.often");
  const list = later.reduce((first, last) => (first === "" ? `${last}` : say("rule.later", { first, last })), "");
  return [
    counting("rule.dice", dice, { sides, often }), list && counting("rule.later_sides", dice, { list }),
    faces("rule.bust", bust), faces("rule.wipe", wipe),
    dice > 1 && all !== "bust" && (all === "wipe" ? say("rule.allWipe") : say("rule.allScore", { points: grouped(all) })),
    doubles > 1 && say(doubles === 2 ? "rule.twice" : "rule.doubles", { count: doubles }),
    roll.doubles_again && say("rule.doubles_again"),
  ];
}

/** What a chance comes to, and how it is said. */
function chanceIn(text) {
  const [above, below = 1] = `${text ?? 0}`.split("/").map(Number);
  return above / below;
}

function spelledChance(text) { return percent(chanceIn(text), 1); }

/** A combination of dice as people write it; those with a name have it in the table of sentences. */
function combination(name) {
  const key = `combination.${name.replaceAll(" ", "_")}`;
  return Language.has(key) ? say(key) : name;
}

function hogInWords(rules) {
  const { max_dice: most, dice: [usual, wild], exchange } = rules;
  const named = ["pig_out", "bacon", "wild", "points", "gift", "after", "again"]
    .flatMap((kind) => (rules[kind] ? [rules[kind]].flat().map((name) => say(`hog.${name}`, { sides: wild })) : []));
  return [say(rules.bacon ? "rule.hog0" : "rule.hog", { most, sides: usual }), ...named.map((text) => `${capital(text)}.`),
    exchange && say("rule.exchange", { usual, wild })];
}
