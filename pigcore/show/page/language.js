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
  },

  /** The character before the digits of a fraction. */
  point: ".",

  has(key) { return Object.hasOwn(LANGUAGES[this.tag], key); },
};

/** A sentence with its values filled in. */
function say(key, values = {}) {
  if (!Language.has(key)) throw new Error(`no string ${key}`);
  return LANGUAGES[Language.tag][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A whole number in groups of digits. */
function grouped(number) { return number.toLocaleString(Language.tag); }

/** A number with so many digits after the point. */
function decimal(number, digits) { return number.toFixed(digits).replace(".", Language.point); }

/** A chance as a percentage. */
function percent(chance, digits = 2) {
  return say("percent", { number: decimal(100 * chance, digits) });
}

/**
 * A text that came with the rules of a game, in the language of the page. Python writes these in
 * English, and the tables have them under keys of one beginning: the sentence that a text fits says
 * which values it has. What fits none is taken clause by clause; a word of somebody's own stays.
 */
function foreign(text, begin = "told.") {
  if (Language.tag === "en") return text;
  for (const [key, fits] of sentencesOf(begin)) {
    const found = text.match(fits);
    if (found) {
      const values = Object.entries(found.groups ?? {});
      return say(key, Object.fromEntries(values.map(([name, value]) => [name, foreign(value, begin)])));
    }
  }
  const mark = ["; ", ": ", ", "].find((one) => text.includes(one));
  if (mark) return text.split(mark).map((part) => foreign(part, begin)).join(mark);
  return /^\d[\d,]*(\.\d+)?$/.test(text) ? numeral(text) : text;
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
  const [whole, fraction] = text.split(".");
  return (whole.includes(",") ? grouped(Number(whole.replaceAll(",", ""))) : whole)
    + (fraction === undefined ? "" : Language.point + fraction);
}

/** What the English sentences look like whose keys begin so, the longest first. */
function sentencesOf(begin) {
  const plain = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return sentencesOf[begin] ??= Object.entries(LANGUAGES.en).filter(([key]) => key.startsWith(begin))
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([key, text]) => [key, new RegExp(`^${plain(text).replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`)]);
}
