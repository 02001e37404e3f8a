"use strict";
// The tables of a game from its rules, as Python makes them: what `race.py` and `hog.py` tell a page of
// a game, apart from what only a solution has. No DOM, so that it runs in a Worker, too.
//
//   tablesOf(rules)   the tables of the game that `rules` describe: the plain data of a TOML file that
//                     pigcore reads, of the families race and hog. Long arrays are typed arrays. It has
//                     what `data` of `race.py` or `hog.py` has without starts, map and plans, and family,
//                     name, goal and names.
//   Refused           what it throws at rules that are impossible: `field` is the path of the entry that
//                     is wrong ("goal", "roll.bust", "turn.modes.one.throws"), `sentence` says what is
//                     wrong with it without naming it: `key` of the table of sentences and `values`.
//
// What is refused is what Python refuses, and what Python computes is computed in the same way: chances
// are exact, as whole numbers of a common sum, and rounded once. A chance in `rules` is text ("1/6"), a
// number; whole numbers beyond 2^53 are BigInts.

const { tablesOf, rollIn, pointsThrown, Refused, isTable, echo } = (() => {  // no other name is seen

class Refused extends Error {
  constructor(field, key, values = {}) {
    super(`${field}: ${key}`);
    Object.assign(this, { name: "Refused", field, key: `refused.${key}`, values });
  }

  /** What is wrong, in the language of the page. */
  get sentence() {
    const said = Object.entries(this.values).map(([name, value]) => [name, isWhole(value) ? grouped(value) : value]);
    return say(this.key, Object.fromEntries(said));
  }
}

function refuse(field, key, values) { throw new Refused(field, key, values); }

// --- what is asked of a value before it is believed -----------------------------------------------------

/** A mode in the words that Python has for it: a page translates them where it shows them. */
function english(key, values = {}) {
  return LANGUAGES.en[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A value as a refusal echoes it. */
function echo(value) {
  const text = typeof value === "string" ? `"${value}"`
    : value !== null && typeof value === "object"
      ? JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}` : each)) : `${value}`;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function isWhole(value) { return typeof value === "bigint" || Number.isInteger(value); }

/** A whole number of low … high, as a BigInt if it is none that a Number holds. */
function between(value, field, low, high) {
  if (!isWhole(value)) refuse(field, "whole", { value: echo(value) });
  if (value < low || value > high) refuse(field, "between", { value, low, high });
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
}

function flag(value, field) {
  if (typeof value !== "boolean") refuse(field, "flag", { value: echo(value) });
  return value;
}

function isTable(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The table itself, whose entries must all be known. */
function tableOf(value, field, known) {
  if (!isTable(value)) refuse(field, "table", { value: echo(value) });
  for (const key of Object.keys(value)) {
    if (known && !known.includes(key)) {
      refuse(field ? `${field}.${key}` : key, "unknown", { key, known: known.join(", ") });
    }
  }
  return value;
}

/** Whether a text is printable as Python has it: without controls, and with no space but " ". */
function printable(text) { return !/[\p{C}\p{Z}]/u.test(text.replaceAll(" ", "")); }

function labelOf(value, field) {
  if (typeof value !== "string" || !printable(value)) {
    refuse(field, "label", { value: echo(value) });
  }
  if ([...value].length > 255) refuse(field, "long", { value: echo(value), most: 255 });
  return value;
}

function oneOf(value, field, known) {
  if (!known.includes(value)) refuse(field, "oneOf", { value: echo(value), known: known.join(", ") });
  return value;
}

// --- exact chances: {n, d}, a fraction of BigInts in lowest terms -----------------------------------------

const LARGEST_CHANCE = 10n ** 3000n;
const WRITTEN = /^ *([+-]?)([0-9]+) *(?:\/ *([0-9]+) *|(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))? *)$|^ *\.([0-9]+) *$/;

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

function fraction(n, d) {
  const common = gcd(n, d);
  return { n: n / common, d: d / common };
}

/** The chance that a value spells; nothing is rounded. */
function chanceOf(value, field) {
  const exact = exactly(value);
  if (!exact || exact.d > LARGEST_CHANCE || exact.n > LARGEST_CHANCE || -exact.n > LARGEST_CHANCE) {
    refuse(field, "chance", { value: echo(value) });
  }
  if (exact.n < 0n) refuse(field, "negative", { value: echo(value) });
  return exact;
}

function exactly(value) {
  if (isWhole(value)) return { n: BigInt(value), d: 1n };
  const known = typeof value === "string" || Number.isFinite(value);
  const text = known ? `${value}` : "";
  const found = text.length <= 6010 && WRITTEN.exec(text);
  if (!found) return null;
  const [, sign, whole = "", below, places = "", exponent = "0", only] = found, ahead = sign === "-" ? -1n : 1n;
  if (exponent.replace(/^[+-]/, "").length > 3) return null;
  if (below !== undefined) return BigInt(below) ? fraction(ahead * BigInt(whole), BigInt(below)) : null;
  const digits = only ?? places, power = Number(exponent) - digits.length, n = ahead * BigInt(whole + digits);
  return power < 0 ? fraction(n, 10n ** BigInt(-power)) : { n: n * 10n ** BigInt(power), d: 1n };
}

const FEW = 2n ** 53n;

function bits(n) { return n.toString(16).length * 4 - Math.clz32(parseInt(n.toString(16)[0], 16)) + 28; }

/** n / d, rounded once to the nearest double, of several nearest ones to the even. */
function quotient(n, d) {
  if (n < FEW && d < FEW) return Number(n) / Number(d);
  // 66 bits and one that says whether there are more: the conversion of these rounds once. Where doubles
  // are so small that they have fewer bits, the last one of these is 2^-1074.
  const shift = BigInt(Math.min(66 - bits(n) + bits(d), 1074));
  const [above, below] = shift < 0n ? [n, d << -shift] : [n << shift, d];
  const whole = above / below, rest = above % below;
  if (shift === 1074n) {
    const up = 2n * rest > below || (2n * rest === below && whole & 1n);
    return Number(whole + (up ? 1n : 0n)) * 2 ** -1074;
  }
  let found = Number(whole << 1n | (rest ? 1n : 0n)), power = -1 - Number(shift);
  for (; power < -1000; power += 500) found *= 2 ** -500;
  return found * 2 ** power;
}

/** Fractions as whole numbers of which `total` make 1, and their sum. */
function weightsOf(chances) {
  const total = chances.reduce((all, { d }) => all / gcd(all, d) * d, 1n);
  const parts = chances.map(({ n, d }) => n * (total / d));
  return { total, parts, sum: parts.reduce((sum, part) => sum + part, 0n) };
}

function spelled({ n, d }) { return d === 1n ? `${n}` : `${n}/${d}`; }

function added(map, key, part) { map.set(key, (map.get(key) ?? 0n) + part); }

// --- a roll -------------------------------------------------------------------------------------------------
//
// A roll is {gains: [[points, weight]], bust, wipe, total}: points rise, weights are parts of the total.

const MOST_GAIN = 10n ** 18n;

/** The roll whose chances a table has. */
function rollOf(table, field) {
  const gains = [];
  for (const [points, value] of Object.entries(tableOf(table.gains, `${field}.gains`))) {
    const where = `${field}.gains.${points}`;
    if (!/^[1-9][0-9]{0,18}$/.test(points)) refuse(where, "points", { value: echo(points) });
    if (BigInt(points) > MOST_GAIN) refuse(where, "between", { value: points, low: 1, high: MOST_GAIN });
    gains.push([BigInt(points), value, where]);
  }
  const { bust = 0, wipe = 0 } = table;
  const given = [...gains, ["bust", bust, `${field}.bust`], ["wipe", wipe, `${field}.wipe`]];
  const found = weightsOf(given.map(([, value, where]) => chanceOf(value, where)));
  const all = `${field}.gains`;
  if (found.total > LARGEST_CHANCE) refuse(all, "digits");
  let outOf = 1n;
  if (table.total !== undefined) outOf = BigInt(between(table.total, `${field}.total`, 1, Infinity));
  else if (found.sum > 0n && given.every(([, value]) => isWhole(value))) outOf = found.sum;
  if (found.sum !== outOf * found.total) {
    refuse(all, "sum", { sum: spelled(fraction(found.sum, found.total)), total: outOf });
  }
  const total = found.total * outOf;
  if (total > LARGEST_CHANCE) refuse(all, "digits");
  const [wiped, busted] = [found.parts.pop(), found.parts.pop()];
  const several = gains.map(([points], n) => [points, found.parts[n]]).filter(([, part]) => part);
  several.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return lowest({ gains: several, bust: busted, wipe: wiped, total });
}

/** The same roll in parts of the least total. */
function lowest({ gains, bust, wipe, total }) {
  const common = [bust, wipe, ...gains.map(([, part]) => part)].reduce(gcd, total);
  return {
    gains: gains.map(([points, part]) => [points, part / common]),
    bust: bust / common, wipe: wipe / common, total: total / common,
  };
}

// --- a turn -------------------------------------------------------------------------------------------------
//
// A turn is {modes, start, gains, source}. Modes have a word, `may` (whether one may bank), a phrase, and a
// throw: {bust, wipe, total, outcomes: [{part, options: [{gain, mode, label}]}]}, null where there is
// nothing to throw. Before modes that are alike are merged, they are found: {may, parts, total, labels},
// where `parts` has the weight of each outcome: "bust", "wipe", or options as text, "2>5 3>1".

const MOST_MODES = 200_000, MOST_OPTIONS = 5_000_000;

/** By Python's order of texts, by code points. */
function byText(one, other) {
  const end = Math.min(one.length, other.length);
  let n = 0;
  while (n < end && one.charCodeAt(n) === other.charCodeAt(n)) n++;
  return n < end ? one.codePointAt(n) - other.codePointAt(n) : one.length - other.length;
}

/** Modes whose words are whole numbers come first. */
function byWord(one, other) {
  const [a, b] = [one, other].map((word) => /^(0|[1-9][0-9]*)$/.test(word));
  if (a && b) return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
  return a !== b ? (a ? -1 : 1) : byText(one, other);
}

/**
 * The turn in which `thrown(mode)` says what a throw comes to: [[outcome, weight], …] or null, where an
 * outcome is "bust", "wipe" or a list of {gain, mode, label}. Modes are known by their words.
 */
function turnOf(thrown, start, { mayBank = () => true, phrase = null, field = "turn", source = null } = {}) {
  const where = (word) => (source ? field : `${field}.modes.${word}`);
  const words = [start], numbers = new Map([[start, 0]]), found = [];
  let options = 0;
  const number = (word) => {
    let n = numbers.get(word);
    if (n === undefined) {
      n = words.push(word) - 1;
      numbers.set(word, n);
    }
    return n;
  };
  for (let n = 0; n < words.length; n++) {
    const word = words[n], may = mayBank(word), given = thrown(word);
    if (!word || word.includes(" ") || !printable(word)) refuse(where(word), "word", { word: echo(word) });
    const mode = { may, parts: new Map(), total: 0n, labels: new Map(), steps: new Map() };
    found.push(mode);
    if (!given) {
      if (n === 0) refuse(`${field}.start`, "startThrows", { word });
      if (!may) refuse(where(word), "neither", { word });
      continue;
    }
    for (const [outcome, part] of given) {
      if (!part) continue;
      let key = outcome;
      if (typeof outcome !== "string") {
        const steps = new Map();
        for (const { gain, mode: after, label } of outcome) {
          const m = number(after), step = `${gain}>${m}`;
          steps.set(step, [gain, m]);
          if (label && !mode.labels.has(step)) mode.labels.set(step, label);
        }
        if (steps.has(`0>${n}`)) {
          if (steps.size > 1) refuse(where(word), "changesNothing", { word });
          continue;  // it is thrown again
        }
        key = [...steps.keys()].sort().join(" ");
        if (!mode.steps.has(key)) {
          mode.steps.set(key, [...steps.values()]);
          options += steps.size;
        }
      }
      added(mode.parts, key, part);
      mode.total += part;
    }
    if (!mode.total) refuse(where(word), "againForEver", { word });
    if (words.length > MOST_MODES || options > MOST_OPTIONS) {
      refuse(field, "tooMany", { modes: MOST_MODES, options: MOST_OPTIONS });
    }
  }
  refuseCycles(found, words, where);
  return merged(found, words, phrase, source);
}

/** Refuse options of no gain that lead around. */
function refuseCycles(found, words, where) {
  const free = found.map(({ steps }) => new Set([...steps.values()].flatMap((several) => (
    several.filter(([gain]) => gain === 0).map(([, after]) => after)))));
  const waiting = free.map((after) => after.size), before = found.map(() => []);
  free.forEach((after, n) => after.forEach((m) => before[m].push(n)));
  const ready = [...waiting.keys()].filter((n) => !waiting[n]);
  for (let k = 0; k < ready.length; k++) {
    for (const n of before[ready[k]]) if (--waiting[n] === 0) ready.push(n);
  }
  const left = waiting.findIndex((count) => count > 0);
  if (left < 0) return;
  const trail = [];
  for (let n = left; !trail.includes(n);) {
    trail.push(n);
    n = [...free[n]].find((m) => waiting[m] > 0);
  }
  refuse(where(words[trail.at(-1)]), "cycle", { words: trail.map((n) => words[n]).join(", ") });
}

/** The turn with modes that are alike merged, in the order of their words. */
function merged(found, words, phrase, source) {
  const kinds = kindsOf(found);
  const rising = [...words.keys()].sort((n, m) => byWord(words[n], words[m]));
  const kept = new Map();
  for (const n of rising) if (!kept.has(kinds[n])) kept.set(kinds[n], n);
  const place = new Map([...kept.keys()].map((kind, at) => [kind, at]));
  const places = kinds.map((kind) => place.get(kind));
  const gains = new Set();
  const modes = [...kept.values()].map((n) => {
    const mode = found[n];
    const said = { word: words[n], may: mode.may, throw: null };
    const usual = kept.size > 1 ? "text.mode.word" : "text.mode.always";
    said.phrase = phrase?.(words[n]) ?? english(usual, { mode: words[n] });
    if (!mode.total) return said;
    const labels = new Map();
    for (const [step, label] of mode.labels) {
      const at = step.indexOf(">"), key = `${step.slice(0, at)}>${places[step.slice(at + 1)]}`;
      if (!labels.has(key)) labels.set(key, label);
    }
    const outcomes = new Map();
    for (const [key, part] of mode.parts) {
      if (!mode.steps.has(key)) continue;
      const options = distinct(mode.steps.get(key), places);
      const text = options.map(([gain, after]) => `${gain}>${after}`).join(" ");
      const known = outcomes.get(text);
      if (known) known.part += part;
      else {
        outcomes.set(text, { part, options: options.map(([gain, after]) => (
          { gain, mode: after, label: labels.get(`${gain}>${after}`) ?? "" })) });
      }
    }
    for (const { options } of outcomes.values()) for (const { gain } of options) gains.add(gain);
    said.throw = {
      bust: mode.parts.get("bust") ?? 0n, wipe: mode.parts.get("wipe") ?? 0n, total: mode.total,
      outcomes: [...outcomes.values()].sort((one, other) => inOrder(one.options, other.options)),
    };
    return said;
  });
  return { modes, start: places[0], gains: [...gains].sort(rise), source };
}

function rise(one, other) { return one < other ? -1 : one > other ? 1 : 0; }

/** Different steps [gain, place] in canonical order: the smaller gain first, then the mode that is first. */
function distinct(steps, places) {
  const found = steps.map(([gain, after]) => [gain, places[after]]);
  if (found.length === 1) return found;
  found.sort((one, other) => rise(one[0], other[0]) || one[1] - other[1]);
  return found.filter(([gain, after], n) => !n || gain !== found[n - 1][0] || after !== found[n - 1][1]);
}

/** Lists of options, as Python orders tuples. */
function inOrder(one, other) {
  for (let n = 0; n < Math.min(one.length, other.length); n++) {
    const off = rise(one[n].gain, other[n].gain) || one[n].mode - other[n].mode;
    if (off) return off;
  }
  return one.length - other.length;
}

/**
 * The number of the kind of each mode: modes of a kind allow the same and come to the same.
 *
 * All modes begin as one kind. Where modes of a kind differ they are parted, and the largest part keeps the
 * number, so that only modes that lead to the smaller ones are looked at again (A. Valmari and
 * G. Franceschinis, TACAS 2010).
 */
function kindsOf(found) {
  const before = found.map(() => new Set());
  found.forEach(({ steps }, n) => {
    for (const several of steps.values()) for (const [, after] of several) before[after].add(n);
  });
  const kinds = found.map(() => 0), members = [new Set(found.keys())];
  let waiting = new Set(found.keys());
  while (waiting.size) {
    const asked = new Map();
    for (const n of waiting) {
      if (members[kinds[n]].size < 2) continue;
      if (!asked.has(kinds[n])) asked.set(kinds[n], new Map());
      const alike = asked.get(kinds[n]), looks = looksOf(found[n], kinds);
      if (!alike.has(looks)) alike.set(looks, []);
      alike.get(looks).push(n);
    }
    waiting = new Set();
    for (const [kind, alike] of asked) {
      const rest = members[kind];
      for (const several of alike.values()) for (const n of several) rest.delete(n);
      const parts = [[...rest], ...alike.values()].sort((one, other) => one.length - other.length);
      members[kind] = new Set(parts.pop());
      for (const part of parts) {
        if (!part.length) continue;
        for (const n of part) {
          kinds[n] = members.length;
          for (const m of before[n]) waiting.add(m);
        }
        members.push(new Set(part));
      }
    }
  }
  return kinds;
}

/** What a mode allows and comes to, with kinds in place of modes, as a text. */
function looksOf({ may, parts, steps }, kinds) {
  const together = new Map();
  for (const [key, part] of parts) {
    const several = steps.get(key);
    added(together, several
      ? distinct(several, kinds).map(([gain, kind]) => `${gain}>${kind}`).join(" ") : key, part);
  }
  let common = 0n;
  for (const part of together.values()) common = gcd(common, part);
  return [may, ...[...together].map(([key, part]) => `${key}:${part / common}`).sort()].join("|");
}

/** Whether some throw leaves a choice. */
function hasChoices(modes) {
  return modes.some((mode) => mode.throw?.outcomes.some(({ options }) => options.length > 1));
}

/** What is thrown again and again where there is one mode and nothing to choose; null elsewhere. */
function rollOfTurn({ modes: [mode, more], source }) {
  if (source?.roll !== undefined) return source.roll;
  if (source?.dice || more || !mode.may || hasChoices([mode])) return null;
  const { bust, wipe, total, outcomes } = mode.throw;
  return lowest({ gains: outcomes.map(({ part, options: [{ gain }] }) => [BigInt(gain), part]), bust, wipe, total });
}

/** The turn of one mode in which every throw is `roll`. */
function turnOfRoll(roll, field, rolled) {
  const outcomes = roll.gains.map(([gain, part]) => [[{ gain: fitting(gain), mode: "roll" }], part]);
  outcomes.push(["bust", roll.bust], ["wipe", roll.wipe]);
  return turnOf(() => outcomes, "roll", { field, source: { roll, rolled } });
}

/** A BigInt as a Number, if that holds it. */
function fitting(n) { return n <= Number.MAX_SAFE_INTEGER ? Number(n) : n; }

/** The turn that a table of modes describes. */
function turnOfModes(table, field) {
  if (typeof table === "string") {
    oneOf(table, field, Object.keys(NAMED_TURNS));
    return NAMED_TURNS[table]();
  }
  const given = tableOf(table, field, ["start", "modes"]);
  const modes = tableOf(given.modes, `${field}.modes`), words = Object.keys(modes);
  const named = (value, where) => oneOf(isWhole(value) ? `${value}` : value, where, words);
  const read = new Map(words.map((word) => [word, modeOf(modes[word], `${field}.modes.${word}`, named)]));
  const start = named(given.start, `${field}.start`);
  return turnOf((word) => {
    const { rows } = read.get(word);
    if (!rows.length) return null;
    const where = `${field}.modes.${word}`, parts = partsOf(rows.map(({ chance }) => chance), where);
    for (const { outcome } of rows) if (typeof outcome !== "string") checkOptions(outcome, where);
    return rows.map(({ outcome }, n) => [outcome, parts[n]]);
  }, start, { mayBank: (word) => read.get(word).may, field });
}

function modeOf(value, field, named) {
  const table = tableOf(value, field, ["may_bank", "throws"]);
  const { may_bank: may = true, throws = [] } = table, where = `${field}.throws`;
  if (!Array.isArray(throws)) refuse(where, "list", { value: echo(throws) });
  flag(may, `${field}.may_bank`);
  return { may, rows: throws.map((row) => {
    tableOf(row, where, ["chance", "bust", "wipe", "options"]);
    if (!("chance" in row) || Object.keys(row).length !== 2) refuse(where, "row", { value: echo(row) });
    for (const end of ["bust", "wipe"]) {
      if (!(end in row)) continue;
      if (!flag(row[end], where)) refuse(where, "leaveOut", { value: end });
      return { chance: row.chance, outcome: end };
    }
    if (!Array.isArray(row.options)) refuse(where, "list", { value: echo(row.options) });
    return { chance: row.chance, outcome: row.options.map((option) => {
      tableOf(option, where, ["gain", "mode", "label"]);
      return { gain: option.gain ?? 0, mode: named(option.mode, where), label: option.label ?? "" };
    }) };
  }) };
}

function checkOptions(options, field) {
  if (!options.length) refuse(field, "row", { value: "[]" });
  for (const option of options) {
    option.gain = between(option.gain, field, 0, MOST_GAIN);
    if (typeof option.label !== "string" || !printable(option.label)) {
      refuse(field, "label", { value: echo(option.label) });
    }
  }
}

/** Chances that sum to 1 as whole numbers, or whole numbers as they are. */
function partsOf(given, field) {
  if (given.every((p) => isWhole(p) && p >= 0) && given.some((p) => p > 0)) return given.map(BigInt);
  const { parts, total, sum } = weightsOf(given.map((p) => chanceOf(p, field)));
  if (sum !== total) refuse(field, "sum", { sum: spelled(fraction(sum, total)), total: 1 });
  return parts;
}

// --- dice that are added up -----------------------------------------------------------------------------------

const MOST_THROWS = 1000, MOST_DICE = 1000, MOST_SIDES = 200_000, MOST_FACES = 6000, MOST_TIMES = 1000;
const ADDED = ["dice", "sides", "later_sides", "bust", "wipe", "all_bust", "doubles", "doubles_again"];
const ROLLED = ["gains", "bust", "wipe", "total"];

/** The turn that a table [roll] describes: chances, or dice that are added up; thrown again and again, or so
 * many times at most. */
function turnOfRolled(table, field) {
  if (!isTable(table)) refuse(field, "table", { value: echo(table) });
  const dice = !("gains" in table);
  if (dice && !ADDED.some((key) => key in table && !ROLLED.includes(key))) refuse(`${field}.gains`, "needed");
  tableOf(table, field, [...(dice ? ADDED : ROLLED), "throws"]);
  const throws = table.throws === undefined ? 0 : between(table.throws, `${field}.throws`, 1, MOST_THROWS);
  const rolled = dice ? addedOf(table, field) : [outcomesOf(rollOf(table, field))];
  const later = rolled.length > 1, again = dice && (table.doubles_again ?? false);
  if (!throws && !later && !again) return turnOfRoll(rolled[0].roll, field, rolled);
  // A mode is how many throws are left, or else the sides of the dice, and whether a double came before.
  const sides = rolled.map((each) => each.sides);
  const named = new Set(sides).size === sides.length ? sides : sides.map((_, n) => n + 1);
  const modes = new Map();
  const modeOf = (at, left, doubled) => {
    const parts = throws ? [left] : later ? [named[at]] : [];
    if (again && (!throws || left)) parts.push(doubled ? "doubled" : "free");
    const word = parts.join(",");
    if (!modes.has(word)) modes.set(word, { at, left, doubled });
    return word;
  };
  const thrown = (word) => {
    const { at, left } = modes.get(word);
    if (throws && !left) return null;
    const after = [Math.min(at + 1, rolled.length - 1), left - 1];
    return rolled[at].outcomes.map(([what, part, double]) => (typeof what === "string" ? [what, part]
      : [[{ gain: what, mode: modeOf(...after, double && again && left !== 1) }], part]));
  };
  const phrase = (word) => {
    const { at, left, doubled } = modes.get(word), { dice: d, sides: n } = rolled[at], said = [];
    const add = (is, key, values) => { if (is) said.push(english(`text.mode.${key}`, values)); };
    add(later && (!throws || left), d > 1 ? "sides.dice" : "sides", { n, d });
    add(throws, left === 1 ? "throw" : "throws", { n: left.toLocaleString("en") });
    add(again && (!throws || left), doubled ? "doubled" : "single");
    return said.join(", ");
  };
  const start = modeOf(0, throws, false);
  return turnOf(thrown, start, { mayBank: (word) => !modes.get(word).doubled, phrase, field, source: { rolled } });
}

/** The outcomes of a roll, as [points, "bust" or "wipe", weight]. */
function outcomesOf(roll) {
  const outcomes = roll.gains.map(([points, part]) => [fitting(points), part, false]);
  return { roll, outcomes: [...outcomes, ["bust", roll.bust, false], ["wipe", roll.wipe, false]] };
}

/**
 * The throws of a turn with dice that are added up, in their order, the last one for all that follow.
 *
 * A throw wipes if a die shows a face of `wipe`; else it is `all_bust` if all show faces of `bust`, and
 * busts if some do. All dice alike are a double, which counts `doubles` times.
 */
function addedOf(table, field) {
  const { bust = [1], wipe = [], all_bust: all = "bust", doubles = 1, doubles_again: again = false } = table;
  const dice = between(table.dice ?? 1, `${field}.dice`, 1, MOST_DICE);
  const sides = [between(table.sides ?? 6, `${field}.sides`, 1, MOST_SIDES)];
  const { later_sides: later = [] } = table, where = `${field}.later_sides`;
  if (!Array.isArray(later)) refuse(where, "list", { value: echo(later) });
  if (later.length > MOST_THROWS) refuse(where, "between", { value: later.length, low: 0, high: MOST_THROWS });
  for (const each of later) sides.push(between(each, where, 1, MOST_SIDES));
  const most = Math.max(...sides);
  if (dice > 1 && dice * most > MOST_FACES) {
    refuse(`${field}.dice`, "faces", { faces: dice * most, most: MOST_FACES });
  }
  const faces = (given, name) => {
    if (!Array.isArray(given)) refuse(`${field}.${name}`, "list", { value: echo(given) });
    return new Set(given.map((face) => between(face, `${field}.${name}`, 1, most)));
  };
  const busts = faces(bust, "bust"), wipes = faces(wipe, "wipe");
  for (const face of wipes) if (busts.has(face)) refuse(`${field}.wipe`, "bustsToo", { face });
  between(doubles, `${field}.doubles`, 1, MOST_TIMES);
  flag(again, `${field}.doubles_again`);
  if (typeof all === "string") oneOf(all, `${field}.all_bust`, ["bust", "wipe"]);
  else between(all, `${field}.all_bust`, 1, MOST_GAIN);
  if (dice === 1) {
    for (const [name, is] of [["all_bust", all !== "bust"], ["doubles", doubles !== 1], ["doubles_again", again]]) {
      if (is) refuse(`${field}.${name}`, "twoDice");
    }
  }
  // What dice that show these faces come to.
  const shown = (several) => {
    if (several.some((face) => wipes.has(face))) return "wipe";
    const lost = several.filter((face) => busts.has(face)).length;
    if (lost === dice && all !== "bust") return all;
    return lost ? "bust" : several.reduce((sum, face) => sum + face) * (new Set(several).size === 1 ? doubles : 1);
  };
  return sides.map((count) => {
    const there = (set) => [...set].filter((face) => face <= count).length;
    const faced = facesOf(count).filter((face) => !busts.has(face) && !wipes.has(face));
    const total = BigInt(count) ** BigInt(dice), safe = BigInt(count - there(wipes)) ** BigInt(dice);
    const [rest, outcomes] = [waysOf(dice, faced), []];
    let left = safe;
    if (dice > 1 && (again || doubles > 1)) {
      for (const face of faced) {
        rest.set(dice * face, rest.get(dice * face) - 1n);
        outcomes.push([doubles * dice * face, 1n, true]);
        left -= 1n;
      }
    }
    for (const [points, ways] of rest) {
      outcomes.push([points, ways, false]);
      left -= ways;
    }
    const losing = BigInt(there(busts)), every = losing ** BigInt(dice);
    if (every && typeof all !== "string") {
      outcomes.push([all, every - losing, false], [all, losing, true]);
      left -= every;
    } else if (all === "wipe") {
      outcomes.push(["wipe", every, false]);
      left -= every;
    }
    outcomes.push(["bust", left, false], ["wipe", total - safe, false]);
    return { dice, sides: count, outcomes, roll: rollOfOutcomes(outcomes, total), shown };
  });
}

function facesOf(sides) { return Array.from({ length: sides }, (_, n) => n + 1); }

/** The outcomes of a throw as a roll. */
function rollOfOutcomes(outcomes, total) {
  const sums = new Map();
  for (const [what, part] of outcomes) added(sums, typeof what === "string" ? what : BigInt(what), part);
  const [bust, wipe] = ["bust", "wipe"].map((end) => sums.get(end) ?? 0n);
  const gains = [...sums].filter(([what, part]) => typeof what === "bigint" && part);
  return lowest({ gains: gains.sort(([one], [other]) => rise(one, other)), bust, wipe, total });
}

/** In how many ways dice that show these rising faces have each sum, by J. C. P. Miller's recurrence. */
function waysOf(dice, faces) {
  if (!faces.length) return new Map();
  if (dice === 1) return new Map(faces.map((face) => [face, 1n]));
  const [lowest, ...rest] = faces, steps = rest.map((face) => face - lowest), ways = [1n];
  for (let k = 1; k <= dice * (faces.at(-1) - lowest); k++) {
    let sum = 0n;
    for (const step of steps) if (step <= k) sum += BigInt(dice * step - k + step) * ways[k - step];
    ways.push(sum / BigInt(k));
  }
  return new Map(ways.map((number, k) => [dice * lowest + k, number]).filter(([, number]) => number));
}

// --- dice that are set aside ------------------------------------------------------------------------------------
//
// Dice are counts: how many show each face, from 1 up.

const MOST_SCORE = 1e9, MOST_ASIDE = 8, MOST_DIE = 20, MOST_DIFFERENT = 10_000;

/** All lists of one thing of each list. */
function product([first, ...rest]) {
  return first ? first.flatMap((thing) => product(rest).map((things) => [thing, ...things])) : [[]];
}

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

/** The dice of a table of scores. */
function diceOf(rules) {
  const count = between(rules.dice ?? 6, "dice", 1, MOST_ASIDE), { weights, total } = dieOf(rules.sides ?? 6);
  const sides = weights.length, different = choose(count + sides - 1, count);
  if (different > MOST_DIFFERENT) {
    refuse("dice", "different", { different, most: MOST_DIFFERENT });
  }
  const worth = new Map(), scoring = tableOf(rules.scoring, "scoring");
  for (const [name, score] of Object.entries(scoring)) {
    const points = between(score, `scoring.${name}`, 1, MOST_SCORE);
    for (const faces of combinationFaces(name, count, sides)) {
      const counts = Array(sides).fill(0);
      for (const face of faces) counts[face - 1]++;
      const known = worth.get(counts.join());
      if (known) known.points = Math.max(known.points, points);
      else worth.set(counts.join(), { counts, points });
    }
  }
  if (!worth.size) refuse("scoring", "nothingScores");
  return {
    count, sides, weights, total, worth: [...worth.values()], nothing: scoring.nothing ?? 0,
    mustRoll: flag(rules.must_roll_hot_dice ?? false, "must_roll_hot_dice"),
  };
}

/** The faces of a die as weights. */
function dieOf(sides) {
  if (!Array.isArray(sides)) {
    const count = between(sides, "sides", 2, MOST_DIE);
    return { weights: Array(count).fill(1n), total: BigInt(count) };
  }
  const { parts, total, sum } = weightsOf(sides.slice(0, MOST_DIE + 1).map((p) => chanceOf(p, "sides")));
  if (sides.length < 2 || sides.length > MOST_DIE) {
    refuse("sides", "between", { value: sides.length, low: 2, high: MOST_DIE });
  }
  if (sum !== total) refuse("sides", "sum", { sum: spelled(fraction(sum, total)), total: 1 });
  return { weights: parts, total };
}

function combinationFaces(name, dice, sides) {
  const field = `scoring.${name}`, faces = facesOf(sides), words = [...Object.keys(PATTERNS), "nothing"];
  if (name === "nothing") return [];
  if (Object.hasOwn(PATTERNS, name)) {
    const [count, pattern] = PATTERNS[name];
    if ((count || sides) > dice) refuse(field, "takes", { name, takes: count || sides, dice });
    return pattern(faces);
  }
  if (!/^[1-9][0-9]?(?: [1-9][0-9]?)*$/.test(name)) {
    refuse(field, "combination", { name: echo(name), known: words.join(", ") });
  }
  const found = name.split(" ").map(Number);
  if (Math.max(...found) > sides) refuse(field, "face", { name, face: Math.max(...found), sides });
  if (found.length > dice) refuse(field, "takes", { name, takes: found.length, dice });
  return [found];
}

function choose(n, k) {
  let found = 1;
  for (let i = 1; i <= k; i++) found = found * (n - k + i) / i;
  return found;
}

/** All that some dice can show, of these sides on: counts. */
function* showing(dice, sides) {
  if (sides === 1) {
    yield [dice];
    return;
  }
  for (let first = 0; first <= dice; first++) {
    for (const rest of showing(dice - first, sides - 1)) yield [first, ...rest];
  }
}

/** Parts of some counts. */
function* partsOfCounts(counts, from = 0) {
  if (from === counts.length) {
    yield [];
    return;
  }
  for (let first = 0; first <= counts[from]; first++) {
    for (const rest of partsOfCounts(counts, from + 1)) yield [first, ...rest];
  }
}

/**
 * What a throw of n dice leaves, for each n from 1: the weight of each set of choices, as text "points>left …",
 * and the total of all weights. A choice is what dice set aside score, split in the best way, and how many
 * dice are left; no choice is a bust.
 */
function choicesOf(dice) {
  const { count, sides, weights, total, worth, nothing } = dice, splits = new Map();
  const split = (counts) => {
    const first = counts.findIndex((some) => some > 0);
    if (first < 0) return 0;
    const key = counts.join();
    let best = splits.get(key);
    if (best !== undefined) return best;
    best = -1;
    for (const { counts: taken, points } of worth) {
      if (!taken[first] || taken.some((some, face) => some > counts[face])) continue;
      const further = split(counts.map((some, face) => some - taken[face]));
      if (further >= 0) best = Math.max(best, points + further);
    }
    splits.set(key, best);
    return best;
  };
  const factorial = (n) => (n > 1 ? BigInt(n) * factorial(n - 1) : 1n);
  return Array.from({ length: count }, (_, at) => {
    const thrown = at + 1, sets = new Map();
    for (const counts of showing(thrown, sides)) {
      let part = factorial(thrown);
      counts.forEach((some, face) => { part = part / factorial(some) * weights[face] ** BigInt(some); });
      if (!part) continue;
      const choices = new Map();
      for (const aside of partsOfCounts(counts)) {
        const points = split(aside);
        if (points <= 0) continue;
        const left = thrown - aside.reduce((sum, some) => sum + some, 0);
        choices.set(`${points}>${left}`, [points, left]);
      }
      if (!choices.size && nothing && thrown === count) choices.set(`${nothing}>0`, [nothing, 0]);
      const key = [...choices.keys()].sort().join(" ");
      if (!sets.has(key)) sets.set(key, { choices: [...choices.values()], part: 0n });
      sets.get(key).part += part;
    }
    return { sets: [...sets.values()], total: total ** BigInt(thrown) };
  });
}

/** The turn with these dice: a mode for each number of dice in hand, a set of options for each throw. */
function turnOfDice(dice) {
  const several = choicesOf(dice), hand = (left) => left || dice.count;
  const thrown = (word) => several[word - 1].sets.map(({ choices, part }) => [choices.length
    ? choices.map(([points, left]) => ({ gain: points, mode: `${hand(left)}` })) : "bust", part]);
  const mayBank = (word) => !(dice.mustRoll && Number(word) === dice.count);
  const turn = turnOf(thrown, `${dice.count}`, { mayBank, field: "scoring", source: { dice } });
  // For the tables n dice in hand are mode n - 1, whether or not a turn comes to them.
  turn.hands = several.map(({ sets, total }, n) => ({
    word: `${n + 1}`, may: mayBank(n + 1),
    phrase: n ? english("text.mode.dice", { n: n + 1 }) : english("text.mode.die"),
    throw: {
      total, wipe: 0n, bust: sets.find(({ choices }) => !choices.length)?.part ?? 0n,
      outcomes: sets.filter(({ choices }) => choices.length).map(({ choices, part }) => ({
        part, options: choices.map(([gain, left]) => ({ gain, mode: hand(left) - 1 })) })),
    },
  }));
  return turn;
}

// --- Zombie Dice --------------------------------------------------------------------------------------------------
//
// A mode is what lies where, by colour (green, yellow, red): dice in the cup, feet in hand, shotguns on the
// table; "643.000.000" at first. There are 10,766, of which 9,972 differ. To make them takes two seconds of a
// processor; as tables that Python made they would be 6 MB.

const CUP = [6, 4, 3], SIDES_OF = [[3, 2, 1], [2, 2, 2], [1, 2, 3]], TAKEN = 3, SHOTS = 3;

/** Numbers of dice by colour are one number, three bits for each, so that they are added all at once. */
const COLOURS = [6, 3, 0];

function diceIn(dice) { return (dice >> 6) + (dice >> 3 & 7) + (dice & 7); }

/** Dice in words: "5 green, 3 yellow and 2 red". */
function coloured(dice) {
  const each = COLOURS.flatMap((bit, colour) => (dice >> bit & 7 ? [english(`text.mode.colour.${colour}`, { n: dice >> bit & 7 })] : []));
  const last = each.pop() ?? english("text.mode.colour.none");
  return each.length ? english("list.and", { first: each.join(", "), last }) : last;
}

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
 * bits each for cup, feet and shotguns, and what comes of a throw has the brains above these. All weights are
 * whole numbers that a Number holds. */
function zombieTurn() {
  const all = Number(`0o${CUP.join("")}`), part = (dice) => dice.toString(8).padStart(3, "0");
  const cache = new Map(), once = (key, find) => {
    if (!cache.has(key)) cache.set(key, find());
    return cache.get(key);
  };
  const [modes, seen] = [[], new Set([all << 18])];
  for (const mode of seen) {
    const [cup, feet, shots] = [mode >> 18, mode >> 9 & 511, mode & 511], lacking = TAKEN - diceIn(feet);
    // If the cup holds too few dice, all but feet and shotguns are put back.
    const full = diceIn(cup) < lacking ? all - feet - shots : cup, take = Math.min(lacking, diceIn(full));
    const ways = once(`${full} ${take}`, () => draws(full, take)), keys = [], weights = [];
    let bust = 0;
    for (const [drawn, many] of ways) {
      const dice = feet + drawn, left = full - drawn;
      for (const [brains, ran, shot, weight] of once(dice, () => fallen(dice))) {
        const now = shots + shot, key = brains << 27 | left << 18 | ran << 9 | now;
        if (diceIn(now) >= SHOTS) bust += many * weight;
        else if (key !== mode) {  // else it is thrown again
          seen.add(key & (1 << 27) - 1);
          keys.push(key);
          weights.push(many * weight);
        }
      }
    }
    // Modes are alike in which the same is thrown and left in the cup with the same chances, whatever is drawn; but
    // one in which nothing is drawn throws three feet again.
    const total = ways.reduce((sum, [, many]) => sum + many, 0);
    const alike = ways.map(([drawn, many]) => `${feet + drawn} ${full - drawn} ${many / total}`);
    const lies = { cup: full, feet, shots }, there = Object.keys(lies).filter((key) => key === "cup" || lies[key]);
    const words = Object.fromEntries(there.map((key) => [key, coloured(lies[key])]));
    const phrase = english(`text.mode.${there.join(".")}`, words);
    modes.push({ mode, phrase, word: [cup, feet, shots].map(part).join("."), kind: `${take > 0} ${shots} ${alike}`, keys, weights, bust });
  }
  modes.sort((one, other) => byText(one.word, other.word));
  const kept = new Map(), place = new Map();
  for (const { kind } of modes) kept.set(kind, kept.get(kind) ?? kept.size);
  for (const { mode, kind } of modes) place.set(mode, kept.get(kind));
  const count = kept.size, first = modes.filter(({ kind }) => kept.delete(kind));
  const options = Array.from({ length: 4 * count }, (_, n) => [{ gain: Math.floor(n / count), mode: n % count, label: "" }]);
  const sums = new Float64Array(options.length);
  return {
    start: place.get(all << 18), gains: [0, 1, 2, 3], source: {},
    modes: first.map(({ word, phrase, keys, weights, bust }) => {
      const steps = [];
      let total = bust;
      keys.forEach((key, n) => {
        const step = (key >> 27) * count + place.get(key & (1 << 27) - 1);
        if (!sums[step]) steps.push(step);
        sums[step] += weights[n];
        total += weights[n];
      });
      const outcomes = Array.from(Uint32Array.from(steps).sort(), (step) => ({ part: sums[step], options: options[step] }));
      for (const step of steps) sums[step] = 0;
      return { word, may: true, phrase, throw: { bust, wipe: 0, total, outcomes } };
    }),
  };
}

// --- races ------------------------------------------------------------------------------------------------------

const MOST_UNITS = 65_536, MOST_POINTS = 1e12, MOST_PLAYERS = 6, MOST_STARTS = 2 ** 31, MOST_BEYOND = 50_000;
const RACE = ["game", "goal", "roll", "turn", "name", "target", "consolation", "players", "opening", "minimum_bank",
  "last_turn", "end", "tie", "penalty"];
// What only Python solves, unless it is as usual.
const ELSEWHERE = { seat: 1, busts_in_a_row: 0, floor: null, minimum_to_win: false, other: null };
const ASIDE = ["dice", "sides", "must_roll_hot_dice", "scoring"];
const SCORES = ["own", "opp", "next", "third", "fourth", "fifth", "sixth"];
const NAMED_TURNS = { "zombie-dice": () => zombieTurn() };

/** A race: its turn and its rules, all checked. */
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
  const roll = rollOfTurn(turn), whole = (key, low, high) => between(rules[key] ?? 0, key, low, high);
  if (!isWhole(rules.goal)) refuse("goal", "whole", { value: echo(rules.goal) });
  const inGoal = (value, most, high) => {
    if (value < 1 || value > most) refuse("goal", "between", { value, low: 1, high });
  };
  inGoal(rules.goal, MOST_POINTS, MOST_UNITS);
  const goal = Number(rules.goal), target = oneOf(rules.target ?? "at_least", "target", ["at_least", "exact"]);
  const consolation = whole("consolation", 0, goal);
  const points = ["opening", "minimum_bank", "penalty"].map((key) => whole(key, 0, MOST_POINTS));
  const unit = roll ? 1 : Number([...turn.gains, goal, consolation, ...points].map(BigInt).reduce(gcd));
  const [opening, minimumBank, penalty] = points;
  inGoal(goal, MOST_UNITS * unit, MOST_UNITS * unit);
  const last = flag(rules.last_turn ?? false, "last_turn"), end = oneOf(rules.end ?? "goal", "end", ["goal", "last_turn", "equal_turns"]);
  const tie = oneOf(rules.tie ?? "first", "tie", ["first", "half", "play_on"]);
  if (last && end === "equal_turns") refuse("last_turn", "twoEnds");
  const race = {
    kind, turn, tie, equal: end === "equal_turns", roll, goal, exact: target === "exact", consolation, opening, minimumBank, unit, units: goal / unit,
    players: between(rules.players ?? 2, "players", 2, MOST_PLAYERS),
    lastTurn: last || end !== "goal", name: labelOf(rules.name ?? "Race", "name"),
  };
  if (penalty) refuse("penalty", "penalty", { value: penalty });
  refuseWhatDoesNotGoTogether(race);
  refuseGameNobodyWins(race);
  return race;
}

function refuseWhatDoesNotGoTogether({ turn, players, lastTurn, tie, exact, consolation, units }) {
  const throws = turn.modes.filter((mode) => mode.throw).map((mode) => mode.throw);
  const wipes = throws.some(({ wipe }) => wipe);
  if (players > 2) {
    if (wipes) refuse("players", "wipesForTwo", { players });
    if (lastTurn) refuse("end", "lastTurnForTwo", { players });
    const starts = units ** players;
    if (starts > MOST_STARTS) refuse("goal", "starts", { players, starts, most: MOST_STARTS });
  }
  if (!lastTurn && tie !== "first") refuse("tie", "tieAtOnce");
  if (lastTurn && (exact || consolation || wipes)) refuse("end", "lastTurnAlone");
  if (lastTurn && turn.modes.every((mode) => mode.throw) && throws.every(({ bust }) => !bust)) {
    refuse("end", "lastTurnNoBust");
  }
}

function refuseGameNobodyWins(race) {
  const { turn, roll, exact, consolation, opening, minimumBank, goal, unit } = race;
  const least = Math.max(opening, minimumBank);
  if (roll && !least) {
    if (!roll.gains.length && !(consolation && roll.bust)) refuse("roll", "noGain");
    const steps = roll.gains.map(([points]) => points);
    if (exact && !isSum(goal, consolation ? [...steps, BigInt(consolation)] : steps)) {
      refuse("goal", "noSum", { goal });
    }
    return;
  }
  if (!turn.gains.some((gain) => gain > 0)) refuse(race.kind, "noGain");
  if (!leadsToGoal(race)) {
    if (exact) refuse("goal", "noTurns", { goal });
    const field = opening > minimumBank ? "opening" : minimumBank ? "minimum_bank" : race.kind;
    refuse(field, "neverBanked", { least: Math.max(least, unit) });
  }
}

/** Whether a number is a sum of some of the parts. */
function isSum(number, parts) {
  const mask = (2n << BigInt(number)) - 1n;
  let sums = 1n;
  for (let shift of parts) for (; shift <= number; shift *= 2n) sums |= sums << shift & mask;
  return (sums >> BigInt(number) & 1n) === 1n;
}

/** Points as units; more than `most` as that. */
function units(gain, unit, most) {
  const found = typeof gain === "bigint" ? gain / BigInt(unit) : gain / unit;
  return found > most ? most : Number(found);
}

/** The modes in which a turn can have 0, 1, … units, up to `most`: a list of places for each. `beyond` counts
 * more units as the most. */
function comesTo({ turn, unit }, most, beyond = false) {
  const found = Array.from({ length: most + 1 }, () => []), seen = new Uint8Array((most + 1) * turn.modes.length);
  const count = turn.modes.length, steps = turn.modes.map((mode) => {
    const several = [];
    for (const { options } of mode.throw?.outcomes ?? []) {
      for (const { gain, mode: after } of options) {
        const more = units(gain, unit, most + 1);
        if (beyond || more <= most) several.push(more * count + after);
      }
    }
    return several;
  });
  found[0].push(turn.start);
  seen[turn.start] = 1;
  for (let t = 0; t <= most; t++) {
    for (let k = 0; k < found[t].length; k++) {
      for (const step of steps[found[t][k]]) {
        const after = step % count, more = (step - after) / count;
        const then = beyond ? Math.min(t + more, most) : t + more, place = then * count + after;
        if (then > most || seen[place]) continue;
        seen[place] = 1;
        found[then].push(after);
      }
    }
  }
  return found;
}

/** Whether somebody can win: whether turns lead from 0 to the goal. */
function leadsToGoal(race) {
  const { turn, exact, consolation, opening, minimumBank, lastTurn, unit, units: goal } = race;
  // A turn that gains more than twice the goal at once is no further than that.
  const widest = Math.max(...turn.gains.map((gain) => units(gain, unit, goal + 1)));
  const had = comesTo(race, goal + widest, true), may = turn.modes.map((mode) => mode.may);
  const banks = (t) => had[t].some((n) => may[n]);
  // With a last turn, who has the goal must still bank it.
  const wins = [...had.keys()].filter((t) => t && (lastTurn ? banks(t) : had[t].length));
  const most = BigInt(Math.max(0, ...wins)), bonus = BigInt(consolation / unit);
  const bit = (t) => 1n << BigInt(t), all = (many) => many.reduce((sum, t) => sum | bit(t), 0n);
  let alive = exact ? all(wins) : (2n << most) - 1n;
  const banked = [...Array(goal).keys()].filter((t) => t && banks(t));
  const steps = all(banked.filter((t) => t * unit >= minimumBank));
  const first = all(banked.filter((t) => t * unit >= Math.max(minimumBank, opening)));
  // A bust, also one by passing an exact goal, is worth the consolation.
  const busts = turn.modes.some((mode) => mode.throw?.bust), passes = exact ? most : 0n;
  if (bonus && (busts || passes > bonus)) alive |= exact ? 1n << bonus : (2n << bonus) - 1n;
  const end = BigInt(goal);
  for (let below = 1n; below < end; below++) {
    if (!(alive >> below & 1n)) continue;
    alive |= steps << below & (1n << end) - 1n;
    alive |= (opening ? first : steps) << below & 1n << end;
    if (bonus && (busts || passes > below + bonus)) alive |= 1n << below + bonus;
  }
  return (alive >> end & 1n) === 1n;
}

// --- the arrays of a race, as `solvers/race/arrays.py` makes them ---------------------------------------------------

const HUGE = 1e18, MOST_CELLS = 2 ** 27, NEGLIGIBLE = 1e-19, LEAST = 1e-40, FURTHER = 256;

/** The rules of a race as typed arrays, in units; `kernels/cells.pyx` says what each means. */
function arraysOf(race) {
  const { turn, roll, unit, exact, consolation, opening, minimumBank, lastTurn, tie, units: goal } = race;
  const dice = turn.source?.dice, modes = turn.hands ?? turn.modes, start = dice ? dice.count - 1 : turn.start;
  // What reaches the goal may always be banked, so larger limits are as the goal.
  const least = (own) => Math.min(Math.floor(Math.max(minimumBank, own ? 0 : opening) / unit), goal);
  const bonus = consolation / unit;
  const regrets = modes.some((mode) => !mode.throw) && bonus > 0 && least(0) > 0;
  const keepAll = exact || regrets || lastTurn, most = lastTurn || dice ? HUGE : goal + exact;
  const around = dice ? modes.length : Infinity;
  const single = !hasChoices(modes);
  const chances = [], gains = [], after = [], counts = [], sizes = [];  // of each mode's sets, and of each set's options
  const option = (gain, mode) => {
    gains.push(gain);
    after.push(mode);
  };
  const close = (size, part, total) => {
    sizes.push(size);
    chances.push(quotient(part, total));
  };
  for (const mode of roll && !lastTurn ? [null] : modes) {
    const before = sizes.length, { outcomes = [], total } = mode?.throw ?? {};
    if (!mode) {
      const sums = new Map();
      for (const [points, part] of roll.gains) added(sums, units(points, unit, most), part);
      for (const [gain, part] of sums) {
        option(gain, 0);
        close(1, part, roll.total);
      }
    } else if (single) {
      for (const { part, options: [{ gain, mode: next }] } of outcomes) {
        option(units(gain, unit, most), next);
        close(1, part, total);
      }
    } else {
      const sets = new Map();
      for (const { part, options } of outcomes) {
        const kept = keptOf(options, unit, most, keepAll, around), key = kept.join(" ");
        if (!sets.has(key)) sets.set(key, { options: kept, part: 0n });
        sets.get(key).part += part;
      }
      for (const { options, part } of [...sets.values()].sort((one, other) => byOptions(one.options, other.options))) {
        for (const [gain, next] of options) option(gain, next);
        close(options.length, part, total);
      }
    }
    counts.push(sizes.length - before);
  }
  const arrays = {
    exact, start, goal, unit,
    may: modes.map((mode) => (mode.may ? 1 : 0) + (mode.throw ? 2 : 0)),
    falls: modes.map(({ throw: thrown }) => (
      thrown ? [quotient(thrown.bust, thrown.total), quotient(thrown.wipe, thrown.total)] : [0, 0])),
    chances: Float64Array.from(chances), sets: ends(counts), first: ends(sizes),
    gains: Uint32Array.from(gains), after: Uint32Array.from(after),
    leastOf: least, chase: new Float64Array(0), rolled: goal, further: 0, tie: 0, missed: null,
  };
  arrays.landing = Array.from({ length: goal }, (_, own) => (
    own + bonus <= goal ? own + bonus : exact ? own : goal));
  arrays.order = inDepth(arrays);
  if (lastTurn) {
    // A state may be asked for that optimal play does not come to: a turn is followed to the end of these.
    const widest = arrays.gains.reduce((one, other) => Math.max(one, other), 0);
    if (gains.some((gain) => gain > MOST_CELLS)) refuse("end", "large");
    arrays.further = beyond(arrays, widest, Number(tie === "first"));
    const further = Math.max(arrays.further, goal + widest);
    arrays.rolled = goal + further;
    if (tie === "half") arrays.tie = 0.5;
    if (tie === "play_on") playOn(arrays, further, widest);
    arrays.chase = chancesOfATurn(arrays, goal + further + widest).filter((_, n) => n % modes.length === start);
  }
  arrays.dead = lastTurn ? Array(goal).fill(false) : roll && !least(0) ? stranded(arrays, roll.wipe) : deadOf(arrays);
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
    const more = units(gain, unit, most), key = keepAll ? `${more}>${mode}` : mode, known = kept.get(key);
    if (!known || more > known[0]) kept.set(key, [more, mode]);
  }
  // Of equals the one with the fewest dice left comes first, and none is all of them again.
  const left = ([, mode]) => (mode + 1) % around;
  return [...kept.values()].sort((one, other) => one[0] - other[0] || left(one) - left(other));
}

/** Sets of options: the shorter ones first. */
function byOptions(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  for (let n = 0; n < one.length; n++) {
    const off = one[n][0] - other[n][0] || one[n][1] - other[n][1];
    if (off) return off;
  }
  return 0;
}

/** The modes, each after all that its options of no gain lead to. */
function inDepth({ sets, first, gains, after }) {
  const count = sets.length - 1, depth = new Uint32Array(count);
  for (let changed = gains.includes(0); changed;) {
    changed = false;
    for (let mode = 0; mode < count; mode++) {
      for (let k = first[sets[mode]]; k < first[sets[mode + 1]]; k++) {
        if (gains[k] !== 0 || depth[mode] > depth[after[k]]) continue;
        depth[mode] = depth[after[k]] + 1;
        changed = true;
      }
    }
  }
  return Uint32Array.from([...depth.keys()].sort((one, other) => depth[one] - depth[other] || one - other));
}

/** What it is worth that 0, 1, …, `most` units more pass, in mode m, at [units, m]: the chance of them, or
 * with one unit less what equal scores are worth, where one may bank. */
function chancesOfATurn({ may, order, sets, first, gains, after, chances, tie }, most) {
  const modes = may.length, best = new Float64Array((most + 1) * modes);
  if (best.length > MOST_CELLS) refuse("end", "large");
  best.fill(1, 0, modes);
  for (let need = 1, any = true; need <= most && any; need++) {
    any = false;
    for (const mode of order) {  // each after all that its options of no gain lead to
      let sum = 0;
      for (let set = sets[mode]; set < sets[mode + 1]; set++) {
        let top = 0;
        for (let k = first[set]; k < first[set + 1]; k++) {
          top = Math.max(top, need <= gains[k] ? 1 : best[(need - gains[k]) * modes + after[k]]);
        }
        sum += chances[set] * top;
      }
      if (need === 1 && may[mode] & 1) sum = Math.max(sum, tie);
      best[need * modes + mode] = sum;
      any ||= sum >= LEAST;
    }
    if (!any) best.fill(0, need * modes);
  }
  return best;
}

/** Find what equal scores are worth that are played on: `play_off` in Python has the equations. P is what the
 * first of the two turns is worth, P = F(P), and F is piecewise linear and less steep than 1. */
function playOn(arrays, further, widest) {
  const { start, may, order, sets, first, gains, after, chances, falls, leastOf } = arrays, modes = may.length;
  const nothing = 1 - chancesOfATurn(arrays, 1)[modes + start], best = new Float64Array((further + widest + 2) * modes);
  const value = (p) => {
    const chase = chancesOfATurn({ ...arrays, tie: 1 - p }, further + widest + 2), held = (t) => (t ? 1 - chase[(t + 1) * modes + start] : p * nothing);
    let found = 0;
    for (let t = further + widest + 1; t >= 0; t--) {
      for (const mode of order) {
        let sum = falls[mode][0] * held(0);
        for (let set = sets[mode]; set < sets[mode + 1] && t <= further; set++) {
          let top = 0;
          for (let k = first[set]; k < first[set + 1]; k++) top = Math.max(top, best[(t + gains[k]) * modes + after[k]]);
          sum += chances[set] * top;
        }
        const begun = mode !== start && !leastOf(1), banks = may[mode] & 1 && (t || begun), throws = may[mode] & 2 && t <= further;
        best[t * modes + mode] = throws ? Math.max(sum, banks ? held(t) : 0) : t > further || banks ? held(t) : held(0);
        if (!t && mode === start) found = sum;
      }
    }
    return found;
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
function beyond(arrays, widest, more) {
  const { goal, start, may, falls } = arrays, modes = may.length;
  const bust = Math.min(...falls.filter((_, mode) => may[mode] & 2).map(([chance]) => chance));
  for (let length = 2 * (goal + FURTHER); length <= MOST_BEYOND; length *= 2) {
    const chase = chancesOfATurn(arrays, length).filter((_, n) => n % modes === start);
    const negligible = chase.findIndex((chance) => chance < NEGLIGIBLE);
    let found = negligible > 0 ? negligible : length;
    if (may.every((bits) => bits & 1)) found = Math.min(found, bankFrom(chase, goal, bust, more));
    if (goal + found < length) return found;
  }
  refuse("end", "tooLong");
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

/** Whether no sequence of single rolls and busts leads from each score to the goal. */
function stranded({ goal, exact, gains, landing }, wipe) {
  const alive = new Uint8Array(goal + 1).fill(1);
  // Past the goal there is nothing to die of, and a wipe leads back to 0, which is alive.
  if (exact && !wipe) {
    for (let score = goal - 1; score >= 0; score--) {
      const back = landing[score];
      const on = gains.some((gain) => gain <= goal - score && alive[score + gain]);
      alive[score] = on || (back > score && alive[back]) ? 1 : 0;
    }
  }
  return Array.from(alive.subarray(0, goal), (is) => !is);
}

/** Whether nothing leads from each score to the goal, in a race of any turn. */
function deadOf(arrays) {
  const { goal, exact, start, may, falls, sets, first, gains, after, landing, leastOf } = arrays, modes = may.length;
  const had = new Uint8Array(goal * modes), furthest = may.map(() => 0);
  for (let mode = 0; mode < modes; mode++) {
    for (let k = first[sets[mode]]; k < first[sets[mode + 1]]; k++) {
      furthest[mode] = Math.max(furthest[mode], Math.min(gains[k], goal + 1));
    }
  }
  // Options of no gain lead to modes that are first in the order.
  const order = [...arrays.order].reverse(), come = [];
  had[start] = 1;
  let [bust, wipe, stuck] = [goal, goal, goal], banks = [];
  const passes = new Int32Array(2 * goal + 3), exactly = new Set();
  for (let t = 0; t < goal; t++) {
    for (const mode of order) {
      if (!had[t * modes + mode]) continue;
      come.push([t, mode]);
      if (may[mode] & 1 && !(t === 0 && mode === start)) banks.push(t);
      if (falls[mode][0] > 0) bust = Math.min(bust, t);
      if (falls[mode][1] > 0) wipe = Math.min(wipe, t);
      if (!(may[mode] & 2)) stuck = Math.min(stuck, t);
      // A turn comes from fewer than `need` units to as many or more.
      passes[t + 1]++;
      passes[t + furthest[mode] + 1]--;
      for (let k = first[sets[mode]]; k < first[sets[mode + 1]]; k++) {
        const then = t + gains[k];
        if (then < goal) had[then * modes + after[k]] = 1;
        exactly.add(then);
      }
    }
  }
  const reaches = [];
  passes.reduce((sum, more, need) => {
    reaches[need] = sum + more > 0;
    return sum + more;
  }, 0);
  if (exact) for (let need = 0; need <= goal; need++) reaches[need] = need === 0 || exactly.has(need);
  banks = [...new Set(banks)];
  const overshoots = (need) => come.some(([t, mode]) => t < need && t + furthest[mode] > need);
  const alive = new Uint8Array(goal + 1);
  alive[goal] = 1;
  for (let pass = 0; pass < 2; pass++) {  // once more where a wipe leads to a score that is alive
    for (let own = goal - 1; own >= 0; own--) {
      const need = goal - own, least = leastOf(own);
      const lost = Math.min(bust, stuck < least ? stuck : goal) < need || (exact && overshoots(need));
      if (reaches[need] || banks.some((t) => t > 0 && t >= least && t <= need && alive[own + t]) ||
        (lost && alive[landing[own]]) || (alive[0] && wipe < need)) alive[own] = 1;
    }
  }
  return Array.from(alive.subarray(0, goal), (is) => !is);
}

// --- what can fall, with the faces that are shown -------------------------------------------------------------------

const PIGS = ["dot up", "dot down", "trotter", "razorback", "snouter", "leaning jowler"];
/** J. Kern's recorded throws of two pigs, and how often they touched. */
const KERN = [
  [573, 656, 139, 360, 56, 12], [623, 731, 185, 449, 58, 17], [155, 180, 45, 149, 17, 5],
  [396, 473, 124, 308, 45, 8], [54, 67, 13, 47, 2, 1], [10, 10, 0, 7, 1, 1],
];
const TOUCHING = 23, MOST_DRAWN = 400;
/** The rounded table of the literature: points and chances in 100,000. */
const ROUNDED = { 1: 21301, 5: 40622, 10: 7848, 15: 2783, 20: 6229, 25: 42, 40: 90, 60: 5, bust: 21080 };

/** Points of one pig in position a and the other in b; 0 is a bust. */
function pigsScore(a, b) {
  if (a < 2 && b < 2) return Number(a === b);
  return a === b ? [0, 0, 20, 20, 40, 60][a] : [0, 0, 5, 5, 10, 15][a] + [0, 0, 5, 5, 10, 15][b];
}

/** All that can fall in a mode: {drawn, faces, chance, kind, gain, options}. */
function throwsIn(phrases, { throw: thrown }, rolled) {
  if (!thrown) return [];
  const { drawn, throws } = drawnOf(thrown, rolled);
  return throws.map(({ faces, what, n, d }) => {
    const ends = typeof what === "string", options = ends ? [] : optionsOf(phrases, what);
    return {
      drawn, faces, chance: quotient(n, d), options, gain: options.length === 1 ? options[0].gain : 0,
      kind: ends ? what : options.length === 1 ? "gain" : "choice",
    };
  });
}

/** The options, each with a word of its own: its label, what it gains, or what it leads to. */
function optionsOf(phrases, options) {
  const named = options.map(({ gain, label }) => label || `+${gain}`);
  return options.map(({ gain, mode }, n) => ({ gain: Number(gain), mode, word:
    named.filter((word) => word === named[n]).length === 1 ? named[n] : `${named[n]} ${phrases[mode]}` }));
}

/** What is drawn, and the throws: as faces where those tell what they come to, or points. */
function drawnOf({ bust, wipe, total, outcomes }, rolled = []) {
  const ends = [["bust", bust], ["wipe", wipe]].filter(([, part]) => part);
  const expected = new Map(ends.map(([name, part]) => [name, fraction(part, total)]));
  for (const { options, part } of outcomes) expected.set(options, fraction(part, total));
  if (outcomes.length && outcomes.every(({ options }) => options.length === 1)) {
    const most = Math.max(...outcomes.map(({ options: [{ gain }] }) => Number(gain)));
    const candidates = rolled.filter(({ dice, sides }) => sides ** dice <= MOST_DRAWN)
      .map((each) => ["dice", () => facesShown(each)]);
    candidates.push(["coin", () => [[["heads"], most, 1n, 2n], [["tails"], "bust", 1n, 2n]]]);
    if (most > 1 && most < 100) candidates.push(["dice", () => facesOfDice(1, most, "bust")]);
    if (most >= 4 && most < 40) {
      const half = Math.floor(most / 2);
      for (const last of ["bust", "wipe"]) candidates.push(["dice", () => facesOfDice(2, half, last)]);
    }
    const chances = Object.fromEntries([...ends, ...outcomes.map(({ part, options: [{ gain }] }) => [gain, part])]);
    for (const pigs of [pigsRounded(), pigsRecorded()]) {
      const known = Object.entries(pigs.chances);
      const alike = known.length === Object.keys(chances).length && outcomes.length + ends.length === known.length;
      const right = ([what, number]) => (chances[what] ?? 0n) * BigInt(pigs.total) === BigInt(number) * total;
      if (alike && known.every(right)) candidates.push(["pigs", () => facesOfPigs(pigs)]);
    }
    for (const [drawn, faces] of candidates) {
      const throws = matched(faces(), outcomes, expected);
      if (throws) return { drawn, throws };
    }
  }
  const throws = [...outcomes.map(({ options }) => options), ...ends.map(([name]) => name)];
  return { drawn: "points", throws: throws.map((what) => ({ faces: [], what, ...expected.get(what) })) };
}

/** Faces with the options that they leave, if all have the chances that they should; of two outcomes that
 * gain the same, the rarer one may be that of doubles. */
function matched(faces, outcomes, expected) {
  const byGain = new Map(), sums = new Map([...expected.keys()].map((what) => [what, { n: 0n, d: 1n }]));
  const rarest = [...outcomes].sort((one, other) => rise(one.part, other.part));
  for (const { options } of rarest) {
    const gain = Number(options[0].gain);
    byGain.set(gain, [...byGain.get(gain) ?? [], options]);
  }
  const found = [];
  for (const [shown, said, n, d] of faces) {
    const double = shown.length > 1 && new Set(shown).size === 1;
    const what = typeof said === "string" ? said : byGain.get(said)?.at(double ? 0 : -1);
    const sum = sums.get(what);
    if (!sum) return null;
    sums.set(what, fraction(sum.n * d + n * sum.d, sum.d * d));
    found.push({ faces: shown, what, n, d });
  }
  const right = [...sums].every(([what, { n, d }]) => n === expected.get(what).n && d === expected.get(what).d);
  return right ? found : null;
}

/** What the dice show that the rules name. */
function facesShown({ dice, sides, shown }) {
  const all = product(Array(dice).fill(facesOf(sides)));
  return all.map((faces) => [faces, shown(faces), 1n, BigInt(all.length)]);
}

function facesOfDice(count, sides, allOnes) {
  return product(Array(count).fill(facesOf(sides))).map((faces) => [faces, faces.every((face) => face === 1) ? allOnes
    : faces.includes(1) ? "bust" : faces.reduce((sum, face) => sum + face), 1n, BigInt(sides) ** BigInt(count)]);
}

/** What two pigs come to, in parts of a total. */
function pigsRounded() { return { chances: ROUNDED, total: 100_000 }; }

function pigsRecorded() {
  const chances = { wipe: TOUCHING };
  KERN.forEach((row, a) => row.forEach((count, b) => {
    const what = pigsScore(a, b) || "bust";
    if (count) chances[what] = (chances[what] ?? 0) + count;
  }));
  return { chances, total: Object.values(chances).reduce((sum, count) => sum + count) };
}

/** Two pigs: the game has the chance of each score, the record how the pigs lie then. */
function facesOfPigs({ chances, total }) {
  const seen = pigsRecorded().chances, found = [];
  KERN.forEach((row, a) => row.forEach((count, b) => {
    const what = pigsScore(a, b) || "bust";
    const { n, d } = fraction(BigInt(chances[what] * count), BigInt(total * seen[what]));
    if (count) found.push([[PIGS[a], PIGS[b]], what, n, d]);
  }));
  if (chances.wipe) found.push([["touching", "touching"], "wipe", BigInt(chances.wipe), BigInt(total)]);
  return found;
}

// --- Hog --------------------------------------------------------------------------------------------------------------

const HOG = ["game", "name", "goal", "max_dice", "dice", "exchange"];
const HOG_SINGLE = ["pig_out", "bacon", "wild", "gift"], HOG_SEVERAL = ["points", "after", "again"];
const HOG_KINDS = ["wild", "pig_out", "bacon", "points", "gift", "after", "again"];
const MOST_HOG = 2000, MOST_HOG_DICE = 100, MOST_TURN = 10_000;
const WON = -1, LOST = -2, UNREACHED = -3;

/** A game of Hog, all checked: rules as functions, null where there is none. */
function hogOf(rules) {
  tableOf(rules, "", [...HOG, ...HOG_SINGLE, ...HOG_SEVERAL]);
  if (!("goal" in rules)) refuse("goal", "needed");
  const ruleOf = (kind, name) => HOG_RULES[kind][oneOf(name, kind, Object.keys(HOG_RULES[kind]))];
  const game = {
    goal: between(rules.goal, "goal", 1, MOST_HOG), dice: rules.dice ?? [6, 4],
    most: between(rules.max_dice ?? 10, "max_dice", 1, MOST_HOG_DICE),
    exchange: flag(rules.exchange ?? false, "exchange"), name: labelOf(rules.name ?? "Hog", "name"),
  }, { dice } = game;
  if (!Array.isArray(dice) || dice.length !== 2) refuse("dice", "twoKinds", { value: echo(dice) });
  for (const sides of dice) between(sides, "dice", 2, MOST_HOG_DICE);
  for (const kind of HOG_SINGLE) {
    const name = rules[kind] ?? (kind === "pig_out" ? kind : false);
    game[kind] = name === false ? null : ruleOf(kind, name);
  }
  for (const kind of HOG_SEVERAL) {
    const names = rules[kind] ?? [];
    game[kind] = (Array.isArray(names) ? names : [names]).map((name) => ruleOf(kind, name));
  }
  return game;
}

/** What the mover and the opponent gain by a turn of so many points with so many dice. */
function gainOf({ points: changes, gift }, points, dice) {
  const found = changes.reduce((sum, change) => changed(change(sum), "points"), points);
  return [found, gift ? changed(gift(found, dice), "gift") : 0];
}

function changed(points, field) {
  if (points > MOST_TURN) refuse(field, "tooManyPoints", { points, most: MOST_TURN });
  return points;
}

/** What 0, 1, … dice of so many sides gain and give, in how many rolls: maps of [gift, gain, rolls]. */
function rollsOf(game, sides) {
  const lowest = game.pig_out ? 2 : 1, several = [new Map()];
  let sums = [1n];
  for (let dice = 1; dice <= game.most; dice++) {
    const more = Array(sums.length + sides).fill(0n);
    sums.forEach((ways, sum) => {
      if (ways) for (let face = lowest; face <= sides; face++) more[sum + face] += ways;
    });
    sums = more;
    const found = new Map(), score = (points, rolls) => {
      const [gain, gift] = gainOf(game, points, dice), known = found.get(`${gain},${gift}`);
      if (known) known[2] += rolls;
      else found.set(`${gain},${gift}`, [gift, gain, rolls]);
    };
    sums.forEach((ways, points) => { if (ways) score(points, ways); });
    let ways = 1n;  // to choose the dice that show a 1
    for (let ones = 1; game.pig_out && ones <= dice; ones++) {
      ways = ways * BigInt(dice - ones + 1) / BigInt(ones);
      score(changed(game.pig_out(dice, ones), "pig_out"), ways * BigInt(sides - 1) ** BigInt(dice - ones));
    }
    several.push(found);
  }
  return several;
}

function tablesOfHog(rules) {
  const game = hogOf(rules), { goal, most, dice, bacon, wild, exchange } = game;
  const kind = new Uint8Array(goal * goal), free = new Int16Array(2 * goal * goal);
  for (let own = 0; own < goal; own++) {
    for (let opp = 0; opp < goal; opp++) {
      const place = own * goal + opp;
      kind[place] = wild?.(own, opp) ? 1 : 0;
      if (bacon) free.set(gainOf(game, changed(bacon(own, opp), "bacon"), 0), 2 * place);
    }
  }
  const rolled = dice.map((sides, k) => (exchange || kind.includes(k) ? rollsOf(game, sides) : null));
  const given = exchange ? gainOf(game, 1, 0) : null;
  const outcomes = new Map();
  for (const one of rolled.flatMap((found) => found ?? [])) {
    for (const [key, [gift, gain]] of one) outcomes.set(key, [gain, gift]);
  }
  if (given) outcomes.set(`${given}`, given);
  let [gains, gifts] = [0, 0];
  for (const [gain, gift] of outcomes.values()) [gains, gifts] = [Math.max(gains, gain), Math.max(gifts, gift)];
  for (let n = 0; n < free.length; n += 2) [gains, gifts] = [Math.max(gains, free[n]), Math.max(gifts, free[n + 1])];
  const width = goal + gifts, reached = new Uint8Array((goal + gains) * width);
  for (const [gain, gift] of outcomes.values()) {
    for (let own = 0; own < goal; own++) {
      const at = (own + gain) * width + gift;
      reached.fill(1, at, at + goal);
    }
  }
  for (let n = 0; bacon && n < goal * goal; n++) {
    reached[(Math.floor(n / goal) + free[2 * n]) * width + n % goal + free[2 * n + 1]] = 1;
  }
  const landed = landings(game, reached, width);
  const tables = {
    family: "hog", name: game.name, goal, names: ["own", "opp", ...(exchange ? ["parity"] : [])],
    thrown: "dice", parities: exchange ? 2 : 1,
    choices: [...(exchange ? [-1] : []), ...(bacon ? [0] : []), ...Array.from({ length: most }, (_, n) => n + 1)],
    dice: [...dice], kind, free, exchange: given, ...landed, width,
    named: Object.fromEntries(HOG_KINDS.map((kind) => (
      [kind, [rules[kind] ?? (kind === "pig_out" ? kind : [])].flat().filter(Boolean)]))),
    rolled: rolled.map((several, k) => several && several.map((found, n) => {
      const ordered = [...found.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
      const total = BigInt(dice[k]) ** BigInt(n);
      return {
        gain: Int32Array.from(ordered, ([, gain]) => gain), gift: Int32Array.from(ordered, ([gift]) => gift),
        chance: Float64Array.from(ordered, ([, , rolls]) => quotient(rolls, total)),
      };
    })),
    pigOut: game.pig_out !== null,
    ones: game.pig_out ? Array.from({ length: most + 1 }, (_, count) => (
      Array.from({ length: count }, (__, n) => gainOf(game, game.pig_out(count, n + 1), count)))) : [],
    sums: Array.from({ length: most + 1 }, (_, count) => (
      Array.from({ length: count * Math.max(...dice) + 1 }, (__, points) => gainOf(game, points, count)))),
  };
  refuseEndless(tables);
  return tables;
}

/** Where a turn that ends with two scores leads: the flat state that follows, and whether the mover stays;
 * and both scores at the end of the game, where a rule changes them. */
function landings({ goal, after, again }, reached, width) {
  const target = new Int32Array(reached.length).fill(UNREACHED), same = new Uint8Array(reached.length), final = {};
  reached.forEach((is, place) => {
    if (!is) return;
    const scores = [Math.floor(place / width), place % width];
    const [own, opp] = after.reduce((now, change) => change(...now), scores);
    if (own >= goal || opp >= goal) {
      target[place] = own >= opp ? WON : LOST;
      if (own !== scores[0] || opp !== scores[1]) final[place] = [own, opp];
      return;
    }
    same[place] = again.some((extra) => extra(own, opp)) ? 1 : 0;
    target[place] = same[place] ? own * goal + opp : opp * goal + own;
  });
  return { target, same, final };
}

/**
 * Refuse a game in which the players can stay in a set of states for ever.
 *
 * The largest such set is what is left when states without a choice that is certain to stay among those left
 * are taken away until none is. There is none where every turn raises the total.
 */
function refuseEndless({ goal, parities, choices, kind, free, exchange, target, width, rolled }) {
  const size = goal * goal, left = Array.from({ length: parities }, () => new Uint8Array(size).fill(1));
  const stays = (choice, parity, place) => {
    const at = Math.floor(place / goal) * width + place % goal, inside = left[choice === -1 ? 1 - parity : parity];
    const leads = ([gain, gift]) => {
      const next = target[at + gain * width + gift];
      return next >= 0 && inside[next] === 1;
    };
    if (choice === -1) return leads(exchange);
    if (choice === 0) return leads([free[2 * place], free[2 * place + 1]]);
    const { gain, gift } = rolled[kind[place] ^ parity][choice];
    return gain.every((points, n) => leads([points, gift[n]]));
  };
  for (let gone = 1; gone;) {
    gone = 0;
    const without = [];
    for (let parity = 0; parity < parities; parity++) {
      for (let place = 0; place < size; place++) {
        if (!left[parity][place] || choices.some((choice) => stays(choice, parity, place))) continue;
        without.push([parity, place]);
      }
    }
    for (const [parity, place] of without) gone += left[parity][place], left[parity][place] = 0;
  }
  const parity = left.findIndex((some) => some.includes(1)), place = left[parity]?.indexOf(1);
  if (parity < 0) return;
  const choice = choices.find((one) => stays(one, parity, place));
  refuse("goal", "endless", { own: Math.floor(place / goal), opp: place % goal, choice, goal });
}

/** All that can fall in a mode of a turn of too many modes to list, from its tables: points alone. */
function pointsThrown(data, mode) {
  const { sets, first, gains, after, chances, falls, phrases } = data, found = [];
  for (let set = sets[mode]; set < sets[mode + 1]; set++) {
    const options = [];
    for (let k = first[set]; k < first[set + 1]; k++) {
      options.push({ gain: data.unit * gains[k], mode: after[k], label: "" });
    }
    const several = optionsOf(phrases, options);
    found.push({
      drawn: "points", faces: [], chance: chances[set], options: several,
      kind: several.length > 1 ? "choice" : "gain", gain: several.length > 1 ? 0 : several[0].gain,
    });
  }
  ["bust", "wipe"].forEach((kind, n) => {
    const chance = falls[mode][n];
    if (chance) found.push({ drawn: "points", faces: [], chance, kind, gain: 0, options: [] });
  });
  return found;
}

// --- all of it --------------------------------------------------------------------------------------------------------

const MOST_SHOWN = 200;

function tablesOf(rules) {
  const family = tableOf(rules, "").game ?? "race";
  oneOf(family, "game", ["race", "hog"]);
  return family === "hog" ? tablesOfHog(rules) : tablesOfRace(rules);
}

function tablesOfRace(rules) {
  const race = raceOf(rules), arrays = arraysOf(race);
  const { turn, roll, players, unit, equal } = race, rounds = equal || race.tie !== "first", dice = turn.source?.dice, modes = turn.hands ?? turn.modes;
  const phrases = modes.map(({ phrase }) => phrase), few = modes.length <= MOST_SHOWN;
  const chooses = dice || hasChoices(turn.modes);
  const names = [...(players === 2 ? SCORES.slice(0, 2) : [SCORES[0], ...SCORES.slice(2, players + 1)]),
    ...(roll ? ["total"] : ["points", dice ? "dice" : "mode"]), ...(chooses ? ["thrown"] : []), ...(rounds ? ["second"] : [])];
  return {
    family: rounds ? "rounds" : "race", name: race.name, goal: race.goal, names, players, unit,
    ...(rounds && { seats: equal ? 2 : 1, tie: arrays.tie, missed: arrays.missed }),
    actions: chooses ? ["throw", "bank"] : ["roll", "hold"],
    exact: race.exact, lastTurn: race.lastTurn, least: [arrays.leastOf(0), arrays.leastOf(1)],
    landing: arrays.landing, dead: arrays.dead,
    modes: modes.map(({ word }) => word), phrases,
    start: arrays.start, may: arrays.may, falls: arrays.falls, rolled: arrays.rolled, chances: arrays.chances,
    sets: arrays.sets, first: arrays.first, gains: arrays.gains, after: arrays.after, order: arrays.order,
    chase: arrays.chase, further: arrays.further, had: hadOf(race, arrays, modes.length),
    ...(dice ? {
      thrown: "dice", sides: dice.sides, combinations: dice.worth.map(({ counts, points }) => [...counts, points]),
      nothing: dice.nothing, faces: dice.weights.map((part) => quotient(part, dice.total)),
    } : { thrown: "points", throws: few ? modes.map((mode) => throwsIn(phrases, mode, turn.source?.rolled)) : null }),
  };
}

/** Whether a turn can have so many units in a mode: a bit for each mode, in whole bytes for each number. */
function hadOf(race, { goal, gains }, modes) {
  const most = goal + gains.reduce((one, other) => Math.max(one, other), 0), stride = Math.ceil(modes / 8);
  if ((most + 1) * modes > MOST_CELLS) refuse("goal", "large");
  const found = new Uint8Array((most + 1) * stride);
  comesTo(race, most).forEach((several, t) => {
    for (const n of several) {
      const mode = race.turn.hands ? race.turn.modes[n].word - 1 : n;
      found[t * stride + (mode >> 3)] |= 1 << (mode & 7);
    }
  });
  return found;
}

/** What is thrown in a race whose turn is one roll, however often, in whole numbers: {gains, bust, wipe,
 * total}; else null. */
function rollIn({ roll, ...rules }) {
  return roll ? rollOfTurn(raceOf({ ...rules, roll: { ...roll, throws: undefined } }).turn) : null;
}

return { tablesOf, rollIn, pointsThrown, Refused, isTable, echo };
})();
