"use strict";
// Needs hogrules.js aside.js turn.js
// The tables of a game from its rules. No DOM, so that it runs in a Worker, too.
//
//   tablesOf(rules)   the tables of the game that `rules` describe: the plain data of a TOML file that
//                     pigcore reads, of the families race and hog. Long arrays are typed arrays.
//   Refused           what it throws at rules that are impossible: `field` is the path of the entry that
//                     is wrong ("goal", "roll.bust", "turn.modes.one.throws"), `sentence` says what is
//                     wrong with it without naming it: `key` of the table of sentences and `values`.
//
// What is refused is what Python refuses, and what is too large for a page. A chance in `rules` is text
// ("1/6") or a number, here a double.

const { tablesOf, rollIn, mostUnits, Refused, isTable, PATTERNS } = (() => {  // no other name is seen

class Refused extends Error {
  constructor(field, key, values = {}) {
    super(`${field}: ${key}`);
    this.name = "Refused";
    this.field = field;
    this.key = `refused.${key}`;
    this.values = values;
  }

  get sentence() {
    const said = Object.entries(this.values).map(([name, value]) => [name, Number.isInteger(value) ? grouped(value) : value]);
    return say(this.key, Object.fromEntries(said));
  }
}

/** @returns {never} */
function refuse(field, key, values = {}) { throw new Refused(field, key, values); }

// --- what is asked of a value before it is believed -----------------------------------------------------

function echo(value) {
  const text = typeof value === "string" ? `"${value}"`
    : value !== null && typeof value === "object" ? JSON.stringify(value) : `${value}`;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The value, if it fits the entry that it is in. */
function fitting(value, field, fits) {
  if (!fits) refuse(field, "misfit", { value: echo(value) });
  return value;
}

/** A whole number of low … high. */
function between(value, field, low, high) {
  if (!Number.isInteger(value)) refuse(field, "whole", { value: echo(value) });
  if (value < low || value > high) refuse(field, "between", { value, low, high });
  return value;
}

function flag(value, field) { return fitting(value, field, typeof value === "boolean"); }

function isTable(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function tableOf(value, field, known) {
  for (const key of Object.keys(fitting(value, field, isTable(value)))) {
    if (known && !known.includes(key)) {
      refuse(field ? `${field}.${key}` : key, "unknown", { key, known: known.join(", ") });
    }
  }
  return value;
}

function listOf(value, field) { return fitting(value, field, Array.isArray(value)); }

/** A line of printable text: without controls, and with no space but " ". */
function labelOf(value, field) {
  const fits = typeof value === "string" && !/[\p{C}\p{Z}]/u.test(value.replaceAll(" ", "")) && [...value].length < 256;
  return fitting(value, field, fits);
}

function oneOf(value, field, known) {
  if (!known.includes(value)) refuse(field, "oneOf", { value: echo(value), known: known.join(", ") });
  return value;
}

const CHANCE = /^ *[+-]?(\d+ *\/ *\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?) *$/;

/** The chance that a value spells: a number, or a text such as "1/6" or "0.25". */
function chanceOf(value, field) {
  const [above, below = 1] = CHANCE.test(`${value}`) ? `${value}`.split("/").map(Number) : [NaN], found = above / below;
  if (Array.isArray(value) || !(found >= 0 && found < Infinity)) refuse(field, "chance", { value: echo(value) });
  return found;
}

/** What sums of chances may miss by. */
const LOST = 1e-12;

/** Shares of chances that sum to `total`; whole numbers may sum to anything, unless they must not. */
function shared(chances, given, field, total) {
  const sum = chances.reduce((all, chance) => all + chance, 0);
  const whole = total === undefined && sum > 0 && given.every(Number.isInteger), of = whole ? sum : total ?? 1;
  if (!(Math.abs(sum - of) <= LOST * of)) refuse(field, "sum", { sum: `${Number(sum.toPrecision(12))}`, total: of });
  return chances.map((chance) => chance / of);
}

function added(map, key, part) { map.set(key, (map.get(key) ?? 0) + part); }

function rise(one, other) { return one - other; }

// --- a turn -------------------------------------------------------------------------------------------------
//
// A turn is {modes, start, gains, source}. Modes have a word, `may` (whether one may bank), a phrase, and a
// throw: {bust, wipe, outcomes: [{chance, options: [{gain, mode, label}]}], fell}, null where nothing is thrown. Of
// dice that are added up `fell` has all that they can show: [{faces, what, chance}], an outcome or how the turn ends.

const MOST_GAIN = 10 ** 18, MOST_MODES = 20_000, MOST_OPTIONS = 500_000;

/** Modes whose words are whole numbers come first, and others by their letters. */
function byWord(one, other) {
  const [a, b] = [one, other].map((word) => /^(0|[1-9][0-9]*)$/.test(word));
  if (a && b) return one.length - other.length || (one < other ? -1 : 1);
  return a !== b ? (a ? -1 : 1) : one < other ? -1 : 1;
}

/**
 * The turn in which `thrown(mode)` says what a throw comes to: [[outcome, chance], …] or null, where an
 * outcome is "bust", "wipe" or a list of {gain, mode, label}. Modes are known by their words.
 * @param {any} [more]
 */
function turnOf(thrown, start, more = {}) {
  const { mayBank = () => true, phrase = null, field = "turn", source = {} } = more;
  const where = (word) => (source.rolled || source.dice ? field : `${field}.modes.${word}`);
  const words = new Set([start]), found = new Map();
  let count = 0;
  for (const word of words) {
    const may = mayBank(word), given = thrown(word), outcomes = new Map(), mode = { word, may, throw: null };
    fitting(word, where(word), word && !/[\p{C}\p{Z}]/u.test(word));
    found.set(word, mode);
    if (!given) {
      if (word === start || !may) refuse(where(word), "turn", { word });
      continue;
    }
    const ends = { bust: 0, wipe: 0 }, fell = [];
    let total = 0;
    for (const [outcome, chance, faces] of given) {
      if (!chance) continue;
      let what = outcome;
      if (typeof outcome === "string") ends[outcome] += chance;
      else {
        const options = [...new Map(outcome.map((option) => [`${option.gain} ${option.mode}`, option])).values()];
        for (const option of options) words.add(option.mode);
        if (options.some(({ gain, mode: after }) => gain === 0 && after === word)) {
          if (options.length > 1) refuse(where(word), "turn", { word });
          continue;  // it is thrown again
        }
        const key = options.map((option) => `${option.gain} ${option.mode}`).sort().join();
        if (!outcomes.has(key)) {
          outcomes.set(key, { chance: 0, options });
          count += options.length;
        }
        what = outcomes.get(key);
        what.chance += chance;
      }
      total += chance;
      if (faces) fell.push({ faces, what, chance });
    }
    if (!total) refuse(where(word), "turn", { word });
    if (words.size > MOST_MODES || count > MOST_OPTIONS) refuse(field, "tooMany", { modes: MOST_MODES, options: MOST_OPTIONS });
    for (const each of [...outcomes.values(), ...fell]) each.chance /= total;
    mode.throw = { bust: ends.bust / total, wipe: ends.wipe / total, outcomes: [...outcomes.values()], fell };
  }
  const modes = [...found.values()].sort((one, other) => byWord(one.word, other.word));
  const place = new Map(modes.map(({ word }, n) => [word, n])), gains = new Set();
  for (const mode of modes) {
    mode.phrase = phrase?.(mode.word) ?? [[modes.length > 1 ? "word" : "always", { mode: mode.word }]];
    for (const outcome of mode.throw?.outcomes ?? []) {
      outcome.options = outcome.options.map(({ gain, mode: after, label = "" }) => ({ gain, mode: place.get(after), label }))
        .sort((one, other) => one.gain - other.gain || one.mode - other.mode);
      for (const { gain } of outcome.options) gains.add(gain);
    }
    mode.throw?.outcomes.sort(({ options: one }, { options: other }) => one[0].gain - other[0].gain || one.length - other.length);
  }
  return { modes, start: place.get(start), gains: [...gains].sort(rise), source };
}

function hasChoices(modes) {
  return modes.some((mode) => mode.throw?.outcomes.some(({ options }) => options.length > 1));
}

/** Whether a turn is one throw, again and again, in which nothing is chosen.
 * @param {any} turn */
function isRoll({ modes: [mode, more], source }) { return !source.dice && !more && mode.may && !hasChoices([mode]); }

/** The turn that a table of modes describes, or its name. */
function turnOfModes(table, field) {
  if (typeof table === "string") {
    oneOf(table, field, ["zombie-dice"]);
    return zombieTurn();
  }
  const given = tableOf(table, field, ["start", "modes", "dice"]);
  const modes = tableOf(given.modes, `${field}.modes`), words = Object.keys(modes);
  const named = (value, where) => oneOf(Number.isInteger(value) ? `${value}` : value, where, words);
  const read = new Map(words.map((word) => [word, modeOf(modes[word], `${field}.modes.${word}`, named)]));
  const thrown = (word) => {
    const { rows } = read.get(word), where = `${field}.modes.${word}`, given = rows.map(({ chance }) => chance);
    if (!rows.length) return null;
    const chances = shared(given.map((chance) => chanceOf(chance, where)), given, where);
    return rows.map(({ outcome }, n) => [outcome, chances[n]]);
  };
  const kinds = given.dice && kindsIn(given.dice, `${field}.dice`, words);
  const phrase = kinds && ((word) => [["kinds", { list: word.split(",").flatMap((n, k) => (n === "0" ? [] : [`${n} ${kinds.kinds[k][0]}`])).join(", ") }]]);
  return turnOf(thrown, named(given.start, `${field}.start`), { mayBank: (word) => read.get(word).may, field, phrase, source: { kinds } });
}

/** Dice of several kinds that a turn of modes is thrown with, so that they can be seen: how many there are of each is
 * the word of a mode. */
function kindsIn(table, field, words) {
  const { faces, scoring } = tableOf(table, field, ["faces", "scoring"]), where = `${field}.faces`;
  const given = Object.entries(tableOf(faces, where)), sides = Math.max(...given.map(([, parts]) => listOf(parts, where).length));
  const hands = words.map((word) => word.split(",").map((count) => between(Number(count), field, 0, MOST_ASIDE)));
  for (const hand of hands) fitting(hand.join(), field, hand.length === given.length && given.length > 1);
  const kinds = given.map(([name, parts]) => {
    const chances = dieOf(shared(parts.map((part) => chanceOf(part, where)), parts, where));
    return [labelOf(name, where), [...chances, ...Array(sides - chances.length).fill(0)]];
  });
  const dice = Math.max(...hands.map((hand) => hand.reduce((sum, count) => sum + count, 0)));
  const { combinations, nothing } = diceOf({ dice, sides, scoring });
  return { kinds, sides, combinations, nothing };
}

function modeOf(value, field, named) {
  const { may_bank: may = true, throws = [] } = tableOf(value, field, ["may_bank", "throws"]), where = `${field}.throws`;
  flag(may, `${field}.may_bank`);
  return { may, rows: listOf(throws, where).map((row) => {
    tableOf(row, where, ["chance", "bust", "wipe", "options"]);
    fitting(row, where, "chance" in row && Object.keys(row).length === 2);
    for (const end of ["bust", "wipe"]) {
      if (end in row) return { chance: row.chance, outcome: fitting(end, where, row[end] === true) };
    }
    fitting(row.options, where, listOf(row.options, where).length);
    return { chance: row.chance, outcome: row.options.map((option) => {
      const { gain = 0, mode, label = "" } = tableOf(option, where, ["gain", "mode", "label"]);
      return { gain: between(gain, where, 0, MOST_GAIN), mode: named(mode, where), label: labelOf(label, where) };
    }) };
  }) };
}

// --- dice that are added up, and tables of chances --------------------------------------------------------------

const MOST_THROWS = 1000, MOST_TIMES = 1000;

/** More dice, and more different throws of them, a page does not serve: as in `document.py`. */
const MOST_DICE = 20, MOST_DIFFERENT = 10_000;
const ADDED = ["dice", "sides", "later_sides", "bust", "wipe", "all_bust", "doubles", "doubles_again"];
const ROLLED = ["gains", "bust", "wipe", "total"];

/** The chances of a table, as the outcomes of a throw. */
function outcomesOf(table, field) {
  const rows = Object.entries(tableOf(table.gains, `${field}.gains`)).map(([points, value]) => {
    const where = `${field}.gains.${points}`;
    fitting(points, where, /^[1-9][0-9]{0,18}$/.test(points));
    return [between(Number(points), where, 1, MOST_GAIN), value, where];
  });
  const { bust = 0, wipe = 0, total } = table;
  rows.push(["bust", bust, `${field}.bust`], ["wipe", wipe, `${field}.wipe`]);
  const given = rows.map(([, value]) => value), chances = rows.map(([, value, where]) => chanceOf(value, where));
  const of = total === undefined ? undefined : between(total, `${field}.total`, 1, Infinity);
  const found = shared(chances, given, `${field}.gains`, of);
  const fell = rows.map(([what], n) => ({ what, chance: found[n], double: false })).filter(({ chance }) => chance);
  // A die whose 1 busts is drawn as one.
  const faces = fell.map(({ what }) => (what === "bust" ? 1 : what)), each = 1 / fell.length;
  const isDie = new Set(faces).size === fell.length && fell.every(({ chance }, n) => faces[n] <= fell.length && Math.abs(chance - each) < LOST);
  if (!isDie) return { rows: fell };
  return { rows: fell.map((row, n) => ({ ...row, faces: [faces[n]] })).sort(({ faces: [one] }, { faces: [other] }) => one - other) };
}

/** The turn that a table [roll] describes: thrown again and again, or so many times at most. */
function turnOfRolled(table, field) {
  fitting(table, field, isTable(table));
  const dice = !("gains" in table);
  if (dice && !ADDED.some((key) => key in table && !ROLLED.includes(key))) refuse(`${field}.gains`, "needed");
  tableOf(table, field, [...(dice ? ADDED : ROLLED), "throws"]);
  const throws = table.throws === undefined ? 0 : between(table.throws, `${field}.throws`, 1, MOST_THROWS);
  const rolled = dice ? addedOf(table, field) : [outcomesOf(table, field)];
  const later = rolled.length > 1, again = dice && (table.doubles_again ?? false);
  // A mode is how many throws are left, or else the sides of the dice, and whether a double came before.
  const sides = rolled.map((each) => each.sides);
  const named = new Set(sides).size === sides.length ? sides : sides.map((_, n) => n + 1);
  const modes = new Map();
  const modeOf = (at, left, doubled) => {
    const parts = throws ? [left] : later ? [named[at]] : [];
    if (again && (!throws || left)) parts.push(doubled ? "doubled" : "free");
    const word = parts.join(",") || "roll";
    if (!modes.has(word)) modes.set(word, { at, left, doubled });
    return word;
  };
  const thrown = (word) => {
    const { at, left } = modes.get(word);
    if (throws && !left) return null;
    const after = [Math.min(at + 1, rolled.length - 1), left - 1];
    return rolled[at].rows.map(({ what, chance, double, faces }) => (
      [typeof what === "string" ? what : [{ gain: what, mode: modeOf(...after, double && again && left !== 1) }], chance, faces]));
  };
  const phrase = (word) => {
    const { at, left, doubled } = modes.get(word), { dice: d, sides: n } = rolled[at], said = [];
    const add = (is, key, values) => { if (is) said.push([key, values]); };
    add(later && (!throws || left), "sides", { n, d });
    add(throws, "throws", { n: left });
    add(again && (!throws || left), doubled ? "doubled" : "single");
    return said;
  };
  const start = modeOf(0, throws, false);
  return turnOf(thrown, start, { mayBank: (word) => !modes.get(word).doubled, phrase, field, source: { rolled } });
}

/**
 * The throws of a turn with dice that are added up, in their order, the last one for all that follow:
 * {dice, sides, rows}, a row being {faces, what, chance, double}, `what` the points or how the turn ends.
 *
 * A throw wipes if a die shows a face of `wipe`; else it is `all_bust` if all show faces of `bust`, and
 * busts if some do. All dice alike are a double, which counts `doubles` times.
 * @returns {any[]}
 */
function addedOf(table, field) {
  const { bust = [1], wipe = [], all_bust: all = "bust", doubles = 1, doubles_again: again = false } = table;
  const dice = between(table.dice ?? 1, `${field}.dice`, 1, MOST_DICE);
  const sides = [between(table.sides ?? 6, `${field}.sides`, 1, MOST_DIFFERENT)];
  const { later_sides: later = [] } = table, where = `${field}.later_sides`;
  if (listOf(later, where).length > MOST_THROWS) refuse(where, "between", { value: later.length, low: 0, high: MOST_THROWS });
  for (const each of later) sides.push(between(each, where, 1, MOST_DIFFERENT));
  const most = Math.max(...sides), different = choose(dice + most - 1, dice);
  if (different > MOST_DIFFERENT) refuse(`${field}.dice`, "different", { different, most: MOST_DIFFERENT });
  const faces = (given, name) => new Set(listOf(given, `${field}.${name}`).map((face) => between(face, `${field}.${name}`, 1, most)));
  const busts = faces(bust, "bust"), wipes = faces(wipe, "wipe");
  for (const face of wipes) if (busts.has(face)) refuse(`${field}.wipe`, "bustsToo", { face });
  between(doubles, `${field}.doubles`, 1, MOST_TIMES);
  flag(again, `${field}.doubles_again`);
  if (typeof all === "string") oneOf(all, `${field}.all_bust`, ["bust", "wipe"]);
  else between(all, `${field}.all_bust`, 1, MOST_GAIN);
  for (const [name, is] of [["all_bust", all !== "bust"], ["doubles", doubles !== 1], ["doubles_again", again]]) {
    if (dice === 1 && is) refuse(`${field}.${name}`, "twoDice");
  }
  // What dice that show these faces come to.
  const shown = (several) => {
    if (several.some((face) => wipes.has(face))) return "wipe";
    const lost = several.filter((face) => busts.has(face)).length;
    if (lost === dice && all !== "bust") return all;
    return lost ? "bust" : several.reduce((sum, face) => sum + face) * (new Set(several).size === 1 ? doubles : 1);
  };
  return sides.map((count) => ({ dice, sides: count, rows: rising(dice, count).map((faces) => (
    { faces, what: shown(faces), chance: permutations(faces) / count ** dice, double: dice > 1 && new Set(faces).size === 1 })) }));
}

function rising(dice, sides, least = 1) {
  if (!dice) return [[]];
  return facesOf(sides).slice(least - 1).flatMap((face) => rising(dice - 1, sides, face).map((rest) => [face, ...rest]));
}

function permutations(faces) {
  const alike = [...Map.groupBy(faces, (face) => face).values()];
  return alike.reduce(([ways, left], { length }) => [ways * choose(left, length), left - length], [1, faces.length])[0];
}

function facesOf(sides) { return Array.from({ length: sides }, (_, n) => n + 1); }

// --- dice that are set aside ------------------------------------------------------------------------------------

const MOST_SCORE = 1e9, MOST_ASIDE = 8, MOST_DIE = 20;

function combinationsOf(things, size) {
  if (!size) return [[]];
  return things.flatMap((thing, n) => combinationsOf(things.slice(n + 1), size - 1).map((rest) => [thing, ...rest]));
}

const twice = (faces) => [...faces, ...faces];

/** Combinations with a name: how many dice they take (0: one of each face), and their faces. */
const PATTERNS = {
  ...Object.fromEntries(["three", "four", "five", "six", "seven", "eight"].map((word, n) => (
    [`${word} of a kind`, [n + 3, (faces) => faces.map((face) => Array(n + 3).fill(face))]]))),
  straight: [0, (faces) => [faces]],
  "three pairs": [6, (faces) => combinationsOf(faces, 3).map(twice)],
  "four and a pair": [6, (faces) => faces.flatMap((a) => (
    faces.filter((b) => b !== a).map((b) => [a, a, a, a, b, b])))],
  "two triplets": [6, (faces) => combinationsOf(faces, 2).map((pair) => [...pair, ...twice(pair)])],
};

function diceOf(rules) {
  const count = between(rules.dice ?? 6, "dice", 1, MOST_ASIDE), faces = dieOf(rules.sides ?? 6);
  const sides = faces.length, different = choose(count + sides - 1, count);
  if (different > MOST_DIFFERENT) refuse("dice", "different", { different, most: MOST_DIFFERENT });
  const worth = new Map(), scoring = tableOf(rules.scoring, "scoring");
  for (const [name, score] of Object.entries(scoring)) {
    const points = between(score, `scoring.${name}`, 1, MOST_SCORE);
    for (const taken of combinationFaces(name, count, sides)) {
      const counts = Array(sides).fill(0);
      for (const face of taken) counts[face - 1]++;
      const key = counts.join();
      worth.set(key, [...counts, Math.max(points, worth.get(key)?.at(-1) ?? 0)]);
    }
  }
  if (!worth.size) refuse("scoring", "nothingScores");
  return {
    count, sides, faces, combinations: [...worth.values()], nothing: scoring.nothing ?? 0,
    mustRoll: flag(rules.must_roll_hot_dice ?? false, "must_roll_hot_dice"),
  };
}

function dieOf(sides) {
  if (!Array.isArray(sides)) return Array(between(sides, "sides", 2, MOST_DIE)).fill(1 / sides);
  if (sides.length < 2 || sides.length > MOST_DIE) refuse("sides", "between", { value: sides.length, low: 2, high: MOST_DIE });
  return shared(sides.map((chance) => chanceOf(chance, "sides")), [], "sides", 1);
}

function combinationFaces(name, dice, sides) {
  const field = `scoring.${name}`, faces = facesOf(sides), words = [...Object.keys(PATTERNS), "nothing"];
  if (name === "nothing") return [];
  if (Object.hasOwn(PATTERNS, name)) {
    const [count, pattern] = PATTERNS[name];
    if ((count || sides) > dice) refuse(field, "takes", { name, takes: count || sides, dice });
    return pattern(faces);
  }
  if (!/^[1-9][0-9]?(?: [1-9][0-9]?)*$/.test(name)) refuse(field, "combination", { name: echo(name), known: words.join(", ") });
  const found = name.split(" ").map(Number);
  if (Math.max(...found) > sides) refuse(field, "face", { name, face: Math.max(...found), sides });
  if (found.length > dice) refuse(field, "takes", { name, takes: found.length, dice });
  return [found];
}

/** The turn with these dice: n dice in hand are mode n - 1, whether or not a turn comes to them. */
function turnOfDice(dice) {
  const words = facesOf(dice.count).map(String), start = dice.count - 1, hand = new DiceInHand({ ...dice, modes: words, start }), gains = new Set();
  const modes = words.map((word, mode) => {
    const sets = new Map();
    for (const [counts, chance] of hand.showing(mode)) {
      const options = new Map(hand.options(counts, mode).map(([, gain, next]) => [`${gain}>${next}`, { gain, mode: next, label: "" }]));
      for (const { gain } of options.values()) gains.add(gain);
      const key = [...options.keys()].sort().join(" "), known = sets.get(key);
      if (known) known.chance += chance;
      else sets.set(key, { chance, options: [...options.values()] });
    }
    const bust = sets.get("")?.chance ?? 0;
    sets.delete("");
    return { word, may: !(dice.mustRoll && mode === start), phrase: [["dice", { n: mode + 1 }]], throw: { wipe: 0, bust, outcomes: [...sets.values()] } };
  });
  return { modes, start, gains: [...gains].sort(rise), source: { dice } };
}

// --- Zombie Dice --------------------------------------------------------------------------------------------------
//
// A mode is what lies where, by colour (green, yellow, red): dice in the cup, feet in hand, shotguns on the
// table; "643.000.000" at first. To make them takes a second of a processor; as tables that Python made they would be 6 MB.

const CUP = [6, 4, 3], SIDES_OF = [[3, 2, 1], [2, 2, 2], [1, 2, 3]], TAKEN = 3, SHOTS = 3;

/** Numbers of dice by colour are one number, three bits for each, so that they are added all at once. */
const COLOURS = [6, 3, 0];

function diceIn(dice) { return (dice >> 6) + (dice >> 3 & 7) + (dice & 7); }

/** What dice show, [[brains, feet, shotguns, weight]]; feet and shotguns by colour. */
function fallen(dice) {
  let found = [[0, 0, 0, 1]];
  COLOURS.forEach((bit, colour) => {
    const [brain, feet, shot] = SIDES_OF[colour], count = dice >> bit & 7, before = found;
    found = [];
    for (let f = 0; f <= count; f++) {
      for (let s = 0; s <= count - f; s++) {
        const b = count - f - s, ways = choose(count, b) * choose(count - b, f) * brain ** b * feet ** f * shot ** s;
        for (const [brains, ran, shots, many] of before) {
          found.push([brains + b, ran + (f << bit), shots + (s << bit), many * ways]);
        }
      }
    }
  });
  return found;
}

/** All ways to draw so many of some dice, [[dice, ways]]. */
function draws(dice, count) {
  const found = [];
  for (let drawn = 0; drawn <= count << 6; drawn++) {
    if (diceIn(drawn) !== count) continue;
    const ways = COLOURS.reduce((many, bit) => many * choose(dice >> bit & 7, drawn >> bit & 7), 1);
    if (ways) found.push([drawn, ways]);
  }
  return found;
}

/** The turn; `turnOf` would make the same of the same throws, in four times the time. A mode has a number, nine
 * bits each for cup, feet and shotguns, and what comes of a throw has the brains above these. */
function zombieTurn() {
  const all = Number(`0o${CUP.join("")}`), part = (dice) => dice.toString(8).padStart(3, "0");
  const cache = new Map(), once = (key, find) => {
    if (!cache.has(key)) cache.set(key, find());
    return cache.get(key);
  };
  const [modes, seen] = [[], new Set([all << 18])];
  for (const mode of seen) {
    const [cup, feet, shots] = [mode >> 18, mode >> 9 & 511, mode & 511], take = Math.min(TAKEN - diceIn(feet), diceIn(cup));
    const ways = once(`${cup} ${take}`, () => draws(cup, take)), keys = [], weights = [];
    let bust = 0;
    for (const [drawn, many] of ways) {
      const dice = feet + drawn, left = cup - drawn;
      for (const [brains, ran, shot, weight] of once(dice, () => fallen(dice))) {
        // If the cup holds too few dice for the next throw, all but feet and shotguns are put back.
        const now = shots + shot, next = diceIn(left) < TAKEN - diceIn(ran) ? all - ran - now : left;
        const key = brains << 27 | next << 18 | ran << 9 | now;
        if (diceIn(now) >= SHOTS) bust += many * weight;
        else if (key !== mode) {  // else it is thrown again
          seen.add(key & (1 << 27) - 1);
          keys.push(key);
          weights.push(many * weight);
        }
      }
    }
    modes.push({ mode, word: [cup, feet, shots].map(part).join("."), keys, weights, bust });
  }
  modes.sort((one, other) => (one.word < other.word ? -1 : 1));
  const place = new Map(modes.map(({ mode }, n) => [mode, n])), count = modes.length;
  const options = Array.from({ length: 4 * count }, (_, n) => [{ gain: Math.floor(n / count), mode: n % count, label: "" }]);
  const sums = new Float64Array(options.length);
  return {
    start: place.get(all << 18), gains: [0, 1, 2, 3], source: {},
    modes: modes.map(({ word, keys, weights, bust }) => {
      const steps = [];
      let total = bust;
      keys.forEach((key, n) => {
        const step = (key >> 27) * count + place.get(key & (1 << 27) - 1);
        if (!sums[step]) steps.push(step);
        sums[step] += weights[n];
        total += weights[n];
      });
      const outcomes = Array.from(Uint32Array.from(steps).sort(), (step) => ({ chance: sums[step] / total, options: options[step] }));
      for (const step of steps) sums[step] = 0;
      return { word, may: true, throw: { bust: bust / total, wipe: 0, outcomes } };
    }),
  };
}

// --- races ------------------------------------------------------------------------------------------------------

const MOST_UNITS = 65_536, MOST_POINTS = 1e12, MOST_PLAYERS = 6;

/** The largest goal in units, and the most turn starts of three players or more: as in `document.py`. */
const MOST_SCORES = 400, MOST_STARTS = 1e6;

const RACE = ["game", "goal", "roll", "turn", "name", "target", "consolation", "players", "opening", "minimum_bank",
  "last_turn", "end", "tie", "penalty", "win"];
// What only Python solves, unless it is as usual.
const ELSEWHERE = { busts_in_a_row: 0, floor: null, minimum_to_win: false, other: null, penalty: 0, may_pass: false };
const ASIDE = ["dice", "sides", "must_roll_hot_dice", "scoring"];
const SCORES = ["own", "opp", "next", "third", "fourth", "fifth", "sixth"];

/** A race: its turn and its rules, all checked.
 * @returns {any} */
function raceOf(rules) {
  const inner = { roll: [...ROLLED, ...ADDED.slice(2), "throws"], turn: ["start", "modes"] };
  for (const [table, keys] of Object.entries(inner)) {
    for (const key of keys) if (key in rules) refuse(key, "inner", { key, table });
  }
  const kinds = ["roll", "turn", "scoring"].filter((key) => key in rules), [kind] = kinds;
  tableOf(rules, "", [...RACE, ...Object.keys(ELSEWHERE), ...(kind === "scoring" || !kind ? ASIDE : [])]);
  for (const [key, usual] of Object.entries(ELSEWHERE)) {
    if (![undefined, usual].includes(rules[key])) refuse(key, "elsewhere", { key: isTable(rules[key]) ? key : `${key} = ${echo(rules[key])}` });
  }
  if (kinds.length > 1) refuse(kinds[1], "oneTurn", { kinds: kinds.join(", ") });
  for (const key of ["goal", ...(kind ? [] : ["roll"])]) if (!(key in rules)) refuse(key, "needed");
  const turn = kind === "roll" ? turnOfRolled(rules.roll, "roll")
    : kind === "turn" ? turnOfModes(rules.turn, "turn") : turnOfDice(diceOf(rules));
  const single = isRoll(turn), whole = (key, high) => between(rules[key] ?? 0, key, 0, high);
  if (!Number.isInteger(rules.goal)) refuse("goal", "whole", { value: echo(rules.goal) });
  const { goal } = rules;
  if (goal < 1 || goal > MOST_POINTS) refuse("goal", "between", { value: goal, low: 1, high: MOST_UNITS });
  const target = oneOf(rules.target ?? "at_least", "target", ["at_least", "exact"]), consolation = whole("consolation", goal);
  const [opening, minimumBank] = ["opening", "minimum_bank"].map((key) => whole(key, MOST_POINTS));
  const unit = single ? 1 : [...turn.gains, goal, consolation, opening, minimumBank].reduce(commonOf), units = goal / unit;
  const last = flag(rules.last_turn ?? false, "last_turn"), end = oneOf(rules.end ?? "goal", "end", ["goal", "last_turn", "equal_turns"]);
  const tie = oneOf(rules.tie ?? "first", "tie", ["first", "half", "play_on"]), players = between(rules.players ?? 2, "players", 2, MOST_PLAYERS);
  if (last && end === "equal_turns") refuse("last_turn", "twoEnds");
  // Where some mode of a file obliges to throw, who has the goal has to bank it unless the rules say otherwise.
  const after = new Set(turn.modes.flatMap(({ throw: thrown }) => (thrown?.outcomes ?? []).flatMap(({ options }) => options.map(({ mode }) => mode))));
  const obliges = kind === "turn" && target === "at_least" && turn.modes.some(({ may, throw: thrown }, n) => thrown && !may && after.has(n));
  const win = oneOf(rules.win ?? (obliges ? "bank" : "reach"), "win", ["reach", "bank"]);
  if (win === "bank" && !last && end === "goal") refuse("win", "elsewhere", { key: 'win = "bank"' });
  const race = {
    kind, turn, tie, single, goal, consolation, opening, minimumBank, unit, units, players, exact: target === "exact", equal: end === "equal_turns",
    lastTurn: last || end !== "goal", name: labelOf(rules.name ?? "Race", "name"),
  };
  refuseWhatDoesNotGoTogether(race);
  const most = mostUnits(players);
  if (units > most) refuse("goal", "scores", { goal, most: most * unit });
  return race;
}

function mostUnits(players) { return players > 2 ? Math.floor(MOST_STARTS ** (1 / players) + 1e-9) : MOST_SCORES; }

function refuseWhatDoesNotGoTogether({ turn, players, lastTurn, tie, exact, consolation }) {
  const throws = turn.modes.filter((mode) => mode.throw).map((mode) => mode.throw);
  const wipes = throws.some(({ wipe }) => wipe);
  if (players > 2) {
    if (wipes) refuse("players", "wipesForTwo", { players });
    if (lastTurn) refuse("end", "lastTurnForTwo", { players });
    if (turn.source.dice || hasChoices(turn.modes)) refuse("players", "choicesForTwo", { players });
  }
  if (!lastTurn && tie !== "first") refuse("tie", "tieAtOnce");
  if (lastTurn && (exact || consolation || wipes)) refuse("end", "lastTurnAlone");
  if (lastTurn && turn.modes.every((mode) => mode.throw) && throws.every(({ bust }) => !bust)) refuse("end", "lastTurnNoBust");
}

/** The modes in which a turn can have 0, 1, … units: bits, in whole bytes for each number. */
function hadOf({ turn: { modes, start } }, steps, most) {
  const stride = Math.ceil(modes.length / 8);
  if ((most + 1) * modes.length > MOST_CELLS) refuse("goal", "large");
  const bits = new Uint8Array((most + 1) * stride), there = Array.from({ length: most + 1 }, () => []);
  const come = (t, m) => {
    const at = t * stride + (m >> 3), bit = 1 << (m & 7);
    if (t > most || bits[at] & bit) return;
    bits[at] |= bit;
    there[t].push(m);
  };
  come(0, start);
  for (let t = 0; t <= most; t++) for (const m of there[t]) for (const [gain, mode] of steps[m]) come(t + gain, mode);
  return { bits, there };
}

// --- the arrays of a race, in units ---------------------------------------------------------------------------------

const HUGE = 1e9, MOST_CELLS = 2 ** 27, NEGLIGIBLE = 1e-19, FURTHER = 256, MOST_BEYOND = 50_000;

/** The rules of a race as typed arrays; `turn.js` says what each means. */
function arraysOf(race) {
  const { turn: { modes, start, source: { dice } }, single, unit, exact, consolation, opening, minimumBank, lastTurn, tie, units: goal } = race;
  // What reaches the goal may always be banked, so larger limits are as the goal.
  const leastOf = (own) => Math.min(Math.floor(Math.max(minimumBank, own ? 0 : opening) / unit), goal);
  const bonus = consolation / unit;
  const regrets = modes.some((mode) => !mode.throw) && bonus > 0 && leastOf(0) > 0;
  const keepAll = exact || regrets || lastTurn, most = lastTurn || dice ? HUGE : goal + exact;
  const around = dice ? modes.length : Infinity, plain = single && !lastTurn;
  const chances = [], gains = [], after = [], counts = [], sizes = [];  // of each mode's sets, and of each set's options
  for (const { throw: thrown } of modes) {
    const sets = new Map();
    for (const { chance, options } of thrown?.outcomes ?? []) {
      const kept = keptOf(options, unit, most, keepAll, around), key = kept.join(" ");
      if (!sets.has(key)) sets.set(key, { kept, chance: 0 });
      sets.get(key).chance += chance;
    }
    const ordered = [...sets.values()].sort(({ kept: one }, { kept: other }) => byOptions(one, other));
    for (const { kept, chance } of ordered) {
      for (const [gain, next] of kept) {
        gains.push(gain);
        after.push(next);
      }
      sizes.push(kept.length);
      chances.push(chance);
    }
    counts.push(sets.size);
  }
  /** @type {any} */
  const arrays = {
    exact, start, goal, leastOf, may: modes.map((mode) => (mode.may ? 1 : 0) + (mode.throw ? 2 : 0)),
    falls: modes.map(({ throw: thrown }) => (thrown ? [thrown.bust, thrown.wipe] : [0, 0])),
    chances: Float64Array.from(chances), sets: ends(counts), first: ends(sizes),
    gains: Uint32Array.from(gains), after: Uint32Array.from(after),
    chase: new Float64Array(0), rolled: goal, further: 0, tie: 0, missed: null,
  };
  arrays.landing = Array.from({ length: goal }, (_, own) => (own + bonus <= goal ? own + bonus : exact ? own : goal));
  arrays.order = inDepth(modes);
  const widest = arrays.gains.reduce((one, other) => Math.max(one, other), 0);
  // A turn can have what options lead to that are never best, too.
  const steps = modes.map(({ throw: thrown }) => (thrown?.outcomes ?? []).flatMap(({ options }) => (
    options.map(({ gain, mode }) => [Math.min(gain / unit, HUGE), mode]))));
  if (lastTurn) {
    if (widest > MOST_CELLS) refuse("end", "large");
    // A state may be asked for that optimal play does not come to: a turn is followed to the end of these.
    arrays.further = beyond(arrays, Number(tie === "first"));
    const further = Math.max(arrays.further, goal + widest);
    arrays.rolled = goal + further;
    if (tie === "half") arrays.tie = 0.5;
    if (tie === "play_on") playOn(arrays, further, widest);
    const end = goal + further + widest;
    arrays.chase = chancesToPass(lastTurnOf(arrays, end), end, arrays.tie);
  }
  const { bits, there } = hadOf(race, steps, Math.max(goal + widest, arrays.rolled));
  arrays.had = bits;
  if (!gains.some((gain) => gain > 0) && !(plain && consolation && arrays.falls[0][0])) refuse(race.kind, "noGain");
  arrays.dead = deadOf(arrays, there);
  if (arrays.dead[0] && exact) refuse("goal", "noTurns", { goal: race.goal });
  if (arrays.dead[0]) {
    const field = opening > minimumBank ? "opening" : minimumBank ? "minimum_bank" : race.kind;
    refuse(field, "neverBanked", { least: Math.max(opening, minimumBank, unit) });
  }
  if (lastTurn) arrays.dead.fill(false);
  return arrays;
}

/** Where each of some runs begins, and the last one ends. */
function ends(lengths) {
  const found = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, n) => { found[n + 1] = found[n] + length; });
  return found;
}

/** The options that best play may take, [units, mode]: of one mode those of the most points, or all. */
function keptOf(options, unit, most, keepAll, around) {
  const kept = new Map();
  for (const { gain, mode } of options) {
    const more = Math.min(gain / unit, most), key = keepAll ? `${more}>${mode}` : mode, known = kept.get(key);
    if (!known || more > known[0]) kept.set(key, [more, mode]);
  }
  // Of equals the one with the fewest dice left comes first, and none is all of them again.
  const left = ([, mode]) => (mode + 1) % around;
  return [...kept.values()].sort((one, other) => one[0] - other[0] || left(one) - left(other));
}

function byOptions(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  const n = one.findIndex(([gain, mode], k) => gain !== other[k][0] || mode !== other[k][1]);
  return n < 0 ? 0 : one[n][0] - other[n][0] || one[n][1] - other[n][1];
}

/** The modes, each after all that its options of no gain lead to; refused if these lead around. */
function inDepth(modes) {
  const depth = new Uint32Array(modes.length), free = modes.map(({ throw: thrown }) => (
    (thrown?.outcomes ?? []).flatMap(({ options }) => options.filter(({ gain }) => gain === 0))));
  for (let changed = true; changed;) {
    changed = false;
    free.forEach((options, mode) => {
      for (const { mode: after } of options) {
        if (depth[mode] > depth[after]) continue;
        depth[mode] = depth[after] + 1;
        changed = true;
      }
      if (depth[mode] > modes.length) refuse("turn", "turn", { word: modes[mode].word });
    });
  }
  return Uint32Array.from([...depth.keys()].sort((one, other) => depth[one] - depth[other] || one - other));
}

/** The one descent of a turn, for scores below `most` of which those from there on are banked, as rules ask for
 * nothing in a last turn but a score to pass; `least` is 1 where nothing may not be banked. */
function lastTurnOf(arrays, most, least = 0) {
  const { may: modes, chances } = arrays;
  if (most * (modes.length + chances.length) > MOST_CELLS) refuse("end", "large");
  return new Turn({ ...arrays, modes, had: [], least: [least, least], exact: false, lastTurn: true, rolled: most, scores: most, names: [], players: 0 });
}

function lostWith(worth) { return { busted: [worth], busts: 0, wiped: [0], wipes: 0 }; }

/** The best chance that a turn makes 0, 1, …, `most` units, or what equal scores are worth with one less. */
function chancesToPass(turn, most, tie) {
  const { paid: [paid], worth: [worth], rows, start } = turn, at = start * rows + most;
  paid.fill(0, 0, most).fill(1, most);
  paid[most - 1] = tie;
  turn.descend(0, most, lostWith(0), false, true);
  return Float64Array.from({ length: most + 1 }, (_, need) => (need ? worth[at - need] : 1));
}

/** Find what equal scores are worth that are played on: `play_off` in Python has the equations. P is what the
 * first of the two turns is worth, P = F(P), and F is piecewise linear and less steep than 1. */
function playOn(arrays, further, widest) {
  const end = further + widest + 2, chaser = lastTurnOf(arrays, end), first = lastTurnOf(arrays, further + 1, Math.min(arrays.leastOf(1), 1));
  const nothing = 1 - chancesToPass(chaser, end, 0)[1];
  const value = (p) => {
    const chase = chancesToPass(chaser, end, 1 - p), { paid: [paid] } = first;
    for (let t = paid.length - 1; t > 0; t--) paid[t] = 1 - chase[t + 1];
    paid[0] = p * nothing;
    first.descend(0, further + 1, lostWith(paid[0]), false, true);
    return first.found.excess;
  };
  let p = 0.5;
  for (let step = 0; step < 100; step++) {
    const image = value(p), change = image - p;
    if (Math.abs(change) < 1e-15) break;
    const more = value(image) - image;
    if (!(more / change < 1 - 1e-9)) break;
    p = Math.min(Math.max(image + more / (1 - more / change), 0), 1);
  }
  if (value(p + 1e-3) - value(p - 1e-3) > 2e-3 * (1 - 1e-6)) refuse("tie", "tieForEver");
  Object.assign(arrays, { tie: 1 - p, missed: p * nothing });
}

/** How many units beyond the goal a turn is followed at least if there is a last turn; `more` is 1 where equal
 * scores do not pass, which they may where they are worth something. */
function beyond(arrays, more) {
  const { goal, may, falls } = arrays;
  const bust = Math.min(...falls.filter((_, mode) => may[mode] & 2).map(([chance]) => chance));
  for (let length = 2 * (goal + FURTHER); length <= MOST_BEYOND; length *= 2) {
    const chase = chancesToPass(lastTurnOf(arrays, length), length, arrays.tie);
    const negligible = chase.findIndex((chance) => chance < NEGLIGIBLE);
    let found = negligible > 0 ? negligible : length;
    if (may.every((bits) => bits & 1)) found = Math.min(found, bankFrom(chase, goal, bust, more));
    if (goal + found < length) return found;
  }
  return refuse("end", "tooLong");
}

/** How many units beyond the goal one banks, at every larger score: `bank_from` in Python proves it. */
function bankFrom(chase, goal, bust, passes) {
  let found = 0;
  for (let need = 1; need <= goal; need++) {
    let least = 0;
    for (let more = 0; more < FURTHER; more++) least = Math.max(least, chase[need + more] * (1 - chase[more + 1 + passes]));
    // A thousandth more than roundings could make of it.
    const level = 0.999 * bust * least, at = chase.findIndex((chance) => chance <= level);
    found = Math.max(found, (at < 0 ? chase.length : at) - need - passes);
  }
  return found;
}

/** Whether nothing leads from each score to the goal; `there` are the modes that a turn comes to by its units. */
function deadOf({ goal, exact, start, may, falls, sets, first, gains, landing, leastOf }, there) {
  const alive = new Uint8Array(goal + 1);
  alive[goal] = 1;
  /** Whether a turn may lead from a score to the goal, or to a score that is alive. */
  const leads = (own, t, mode) => {
    const need = goal - own, enough = t >= leastOf(own), throws = may[mode] & THROWS, lost = alive[landing[own]];
    if (may[mode] & BANKS && t && enough && alive[own + t]) return true;
    if (!throws) return !enough && lost;
    if ((falls[mode][0] && lost) || (falls[mode][1] && alive[0])) return true;
    const reached = gains.subarray(first[sets[mode]], first[sets[mode + 1]]);
    return reached.some((gain) => (exact ? t + gain === need || (t + gain > need && lost) : t + gain >= need));
  };
  for (let pass = 0; pass < 2; pass++) {  // once more where a wipe leads to a score that is alive
    for (let own = goal - 1; own >= 0; own--) {
      if (there.slice(0, goal - own).some((modes, t) => modes.some((mode) => leads(own, t, mode)))) alive[own] = 1;
    }
  }
  return Array.from(alive.subarray(0, goal), (is) => !is);
}

// --- what can fall, with the faces that are shown -------------------------------------------------------------------

/** Of more different throws of dice only the points are shown. */
const MOST_DRAWN = 400;

/** All that can fall in a mode: {drawn, faces, chance, kind, gain, options}; as faces where it is dice. */
function throwsIn({ throw: thrown }) {
  if (!thrown) return [];
  const { bust, wipe, outcomes, fell = [] } = thrown, dice = fell.length > 0 && fell.length <= MOST_DRAWN;
  const ends = [["bust", bust], ["wipe", wipe]].filter(([, chance]) => chance).map(([what, chance]) => ({ what, chance }));
  const throws = dice ? fell : [...outcomes.map((what) => ({ what, chance: what.chance })), ...ends];
  return throws.map(({ faces = [], what, chance }) => {
    const { options = [] } = what, [option] = options.length === 1 ? options : [];
    return { drawn: dice ? "dice" : "points", faces, chance, options, gain: option?.gain ?? 0, kind: what.options ? (option ? "gain" : "choice") : what };
  });
}

// --- Hog --------------------------------------------------------------------------------------------------------------

const HOG = ["game", "name", "goal", "max_dice", "dice", "exchange", "limit"], HOG_SEVERAL = ["points", "after", "again"];
const MOST_HOG_DICE = 100;

function hogOf(rules) {
  const kinds = Object.keys(HOG_RULES), { goal, dice = [6, 4], max_dice: most = 10 } = rules;
  tableOf(rules, "", [...HOG, ...kinds]);
  if (rules.limit) refuse("limit", "elsewhere", { key: `limit = ${echo(rules.limit)}` });
  if (!("goal" in rules)) refuse("goal", "needed");
  between(goal, "goal", 1, Infinity);
  if (goal > MOST_SCORES) refuse("goal", "scores", { goal, most: MOST_SCORES });
  between(most, "max_dice", 1, MOST_HOG_DICE);
  for (const sides of fitting(dice, "dice", Array.isArray(dice) && dice.length === 2)) between(sides, "dice", 2, MOST_HOG_DICE);
  const named = Object.fromEntries(kinds.map((kind) => {
    const given = HOG_SEVERAL.includes(kind) ? [rules[kind] ?? []].flat()
      : [rules[kind] ?? (kind === "pig_out" && kind)].filter((name) => name !== false);
    return [kind, given.map((name) => oneOf(name, kind, Object.keys(HOG_RULES[kind])))];
  }));
  return { goal, dice: [...dice], most, named, name: labelOf(rules.name ?? "Hog", "name"), exchange: flag(rules.exchange ?? false, "exchange") };
}

function tablesOfHog(rules) {
  const { goal, most, dice, name, exchange, named } = hogOf(rules);
  return {
    family: "hog", name, goal, dice, named, thrown: "dice", parities: exchange ? 2 : 1,
    names: ["own", "opp", ...(exchange ? ["parity"] : [])],
    choices: [...(exchange ? [-1] : []), ...(named.bacon.length ? [0] : []), ...Array.from({ length: most }, (_, n) => n + 1)],
  };
}

// --- all of it --------------------------------------------------------------------------------------------------------

const MOST_SHOWN = 200;

function tablesOf(rules) {
  const family = tableOf(rules, "").game ?? "race";
  oneOf(family, "game", ["race", "hog"]);
  return family === "hog" ? tablesOfHog(rules) : tablesOfRace(rules);
}

function tablesOfRace(rules) {
  const race = raceOf(rules), { leastOf, goal: _, tie: worth, missed, ...arrays } = arraysOf(race);
  const { turn: { modes, source: { dice, kinds } }, single, players, unit, equal, tie } = race;
  const rounds = equal || tie !== "first", few = modes.length <= MOST_SHOWN, chooses = dice || hasChoices(modes);
  return {
    ...arrays, family: "race", name: race.name, goal: race.goal, players, unit,
    names: [...(players === 2 ? SCORES.slice(0, 2) : [SCORES[0], ...SCORES.slice(2, players + 1)]),
      ...(single ? ["total"] : ["points", dice ? "dice" : "mode"]), ...(chooses ? ["thrown"] : []), ...(rounds ? ["second"] : [])],
    ...(rounds && { seats: equal ? 2 : 1, tie: worth, missed }),
    actions: chooses ? ["throw", "bank"] : ["roll", "hold"], lastTurn: race.lastTurn, least: [leastOf(0), leastOf(1)],
    modes: modes.map(({ word }) => word), phrases: modes[0].phrase ? modes.map(({ phrase }) => phrase) : null, ...(!few && { layers: [] }),
    ...(dice ? {
      thrown: "dice", sides: dice.sides, combinations: dice.combinations,
      nothing: dice.nothing, faces: dice.faces,
    } : kinds ? { thrown: "dice", ...kinds } : { thrown: "points", throws: few ? modes.map(throwsIn) : null }),
  };
}

/** What is thrown in a race whose turn is one roll, however often, as parts of a whole number: {gains, bust, wipe,
 * total}; null elsewhere, and where that would be too large. */
function rollIn({ roll }) {
  if (!roll) return null;
  const turn = turnOfRolled({ ...roll, throws: undefined }, "roll"), [{ throw: thrown }] = turn.modes, [{ dice, sides }] = turn.source.rolled;
  const below = Object.values(roll.gains ?? {}).map((text) => Number(`${text}`.split("/")[1] ?? MOST_DIFFERENT));
  const total = roll.gains ? below.reduce((all, one) => all / commonOf(all, one) * one, 1) : sides ** dice;
  const part = (chance) => Math.round(chance * total), gains = thrown.outcomes.map(({ chance, options: [{ gain }] }) => [gain, part(chance)]);
  const found = { gains, bust: part(thrown.bust), wipe: part(thrown.wipe), total };
  const sum = gains.reduce((all, [, one]) => all + one, found.bust + found.wipe);
  return isRoll(turn) && sum === total && total <= 1e6 ? found : null;
}

return { tablesOf, rollIn, mostUnits, Refused, isTable, PATTERNS };
})();
