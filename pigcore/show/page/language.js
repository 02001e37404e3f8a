"use strict";
// Which language the page speaks, and how it puts values into sentences. Every sentence that people
// read is in a table, one file of strings/ for each language: a further language is one more file.
//
// Not translated are the names of games and of programs to play against, the words of a game of one's
// own, and what an address or a file holds.

/** The tables: {tag: {key: sentence}}. */
const LANGUAGES = {};

const Language = {
  tag: "en",

  /** Speak the first of these languages that there is a table for; "de-AT" is German here. */
  speak(tags) {
    const there = tags.map((tag) => `${tag}`.toLowerCase().split("-")[0]).filter((tag) => Object.hasOwn(LANGUAGES, tag));
    this.tag = there[0] ?? "en";
    this.point = (0.5).toLocaleString(this.tag).charAt(1);
    this.many = new RegExp(`(?<![\\d.,])1 ${LANGUAGES[this.tag]["points.many"]}(?!\\p{L})`, "gu");
  },

  /** The character before the digits of a fraction. */
  point: ".",

  /** One thing said as if it were several. */
  many: /$^/,

  has(key) { return Object.hasOwn(LANGUAGES[this.tag], key); },
};

/** A sentence with its values filled in; "1 points" is a point. */
function say(key, values = {}) {
  if (!Language.has(key)) throw new Error(`no string ${key}`);
  const table = LANGUAGES[Language.tag];
  return table[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
    .replace(Language.many, `1 ${table["points.one"]}`);
}

/** The key of a sentence about so many: one may have a sentence of its own. */
function keyOf(key, count) { return count === 1 && Language.has(`${key}.one`) ? `${key}.one` : key; }

/** A whole number in groups of digits. */
function grouped(number) { return number.toLocaleString(Language.tag); }

/** A number with so many digits after the point. */
function decimal(number, digits) { return number.toFixed(digits).replace(".", Language.point); }

/** A chance as a percentage: 0% and 100% only where it is exactly that, but for what sums of doubles lose. */
function percent(chance, digits = 2) {
  const number = (value) => decimal(value, digits), least = 10 ** -digits, shown = number(100 * chance);
  if (shown === number(100) && chance < 1 - LOST_BITS) return `>${say("percent", { number: number(100 - least) })}`;
  if (shown === number(0) && chance > LOST_BITS) return `<${say("percent", { number: number(least) })}`;
  return say("percent", { number: shown });
}

/** What a sum of chances may miss by. */
const LOST_BITS = 1e-14;

/** Where the rules of a game, as Python writes them, have a new clause. */
const CLAUSES = /(; |: |, or (?=gains |busts |wipes |leaves )|, and (?!wins )|, (?=gains |busts |wipes |leaves |[^,;]* scores? \d))/;

/**
 * A text that came with a game, in the language of the page. Python writes these in English, and the
 * tables have them under keys of one beginning: the sentence that a text fits says which values it
 * has. What fits none is taken apart at commas, "and" and "or"; words of somebody's own stay.
 */
function foreign(text, begin = "text.") {
  if (Language.tag === "en") return text;
  const inner = (part) => foreign(part, begin);
  const clauses = text.split(CLAUSES);
  if (clauses.length > 1) {
    const between = { ", or ": say("list.or.last"), ", and ": say("list.and.last") };
    return clauses.map((part, n) => (n % 2 ? between[part] ?? part : inner(part))).join("");
  }
  for (const [key, fits] of sentencesOf(begin)) {
    const found = text.match(fits);
    if (found) {
      return say(key, Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, part]) => [name, inner(part)])));
    }
  }
  if (text.includes(", ")) return text.split(", ").map(inner).join(", ");
  const [, first, word, last] = text.match(/^(.+) (or|and) (.+)$/) ?? [];
  if (word) return say(`list.${word}`, { first: inner(first), last: inner(last) });
  return numeral(text);
}

/** What the English sentences look like whose keys begin so, the longest first. A name of one letter
 * stands for a number. */
function sentencesOf(begin) {
  const fits = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{(\w)\}/g, "(?<$1>[\\d.,/]+)").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  return sentencesOf[begin] ??= Object.entries(LANGUAGES.en).filter(([key]) => key.startsWith(begin))
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([key, text]) => [key, new RegExp(`^${fits(text)}$`)]);
}

/** The rules of a game, whose name stays. */
function foreignRules(text, name) {
  return text.split("\n").map((line) => {
    const named = line.startsWith(`${name}: `) ? `${name}: ` : "", end = line.endsWith(".") ? "." : "";
    return named + foreign(line.slice(named.length, line.length - end.length)) + end;
  }).join("\n");
}

/** A number as Python writes it, as this language does. */
function numeral(text) {
  if (!/^\d[\d,]*(\.\d+)?$/.test(text)) return text;
  const [whole, fraction] = text.split(".");
  return (whole.includes(",") ? grouped(Number(whole.replaceAll(",", ""))) : whole)
    + (fraction === undefined ? "" : Language.point + fraction);
}
