"use strict";
// Which language the page speaks, and how it puts values into sentences. Every sentence that people
// read is in strings.js, in each language.
//
// Not translated are the names of games and of programs to play against, the words of a game of one's
// own, and what an address or a file holds.

const LANGUAGES = {};

/** Fill the tables of these languages: {key: [a sentence in each]}. */
function sentences(tags, table) {
  tags.forEach((tag, n) => {
    LANGUAGES[tag] = Object.fromEntries(Object.entries(table).map(([key, texts]) => [key, texts[n]]));
  });
}

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

/** A choice between two texts that have no choices in them; see strings.js. */
const CHOICE = /\{(\w+)(\??)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;

/** A sentence with its values filled in; "1 points" is a point. */
function say(key, values = {}) {
  if (!Language.has(key)) throw new Error(`no string ${key}`);
  const table = LANGUAGES[Language.tag], is = (value, any) => (any ? value : value === true || `${value}` === "1");
  let text = table[key];
  while (text.includes("|")) text = text.replace(CHOICE, (_, name, any, one, other) => (is(values[name], any) ? one : other));
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
    .replace(Language.many, `1 ${table["points.one"]}`);
}

function grouped(number) { return number.toLocaleString(Language.tag); }

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
