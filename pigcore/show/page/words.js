"use strict";
// Needs language.js strings.js
// Sentences made of other ones. What they say of margins is what Python says.

function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

function inside(text) { return text.charAt(0).toLowerCase() + text.slice(1); }

/** Things joined by commas and, before the last, "and" or "or". */
function listed(things, word = "and") {
  if (things.length < 2) return things.join("");
  return say(`list.${word}`, { first: things.slice(0, -1).join(", "), last: things[things.length - 1] });
}

/** Numbers joined by commas and a word, four or more in a row as a range. */
function ranged(values, word) {
  const runs = [];
  for (const value of values) {
    const last = runs[runs.length - 1];
    if (last && last.to === value - 1) last.to = value;
    else runs.push({ from: value, to: value });
  }
  return listed(runs.flatMap(({ from, to }) => (to - from < 3
    ? Array.from({ length: to - from + 1 }, (_, n) => from + n) : [say("range", { from, to })])), word);
}

/** A mode in words: {word, phrase} as tables have them, or of Zombie Dice what lies where by colour. */
function modeInWords(word, phrase) {
  if (phrase) return phrase.map(([key, values]) => say(`mode.${key}`, values)).join(", ");
  const [cup, feet, shots] = word.split(".").map((counts) => {
    const each = [...counts].flatMap((n, colour) => (n === "0" ? [] : [say(`mode.colour.${colour}`, { n })]));
    return listed(each) || (counts === word.split(".")[0] ? say("mode.colour.none") : "");
  });
  return say("mode.cup", { cup, feet, shots });
}

/** Actions as one phrase; those that are numbers of dice are counted together. */
function phrase(actions, word, names) {
  const dice = actions.map(({ then }) => then).filter((then) => then >= 0);
  const parts = actions.filter(({ then }) => !(then >= 0)).map((action) => named(action, names));
  if (dice.length) {
    parts.push(say(names.dice, { count: ranged(dice, word) }));
  }
  return listed(parts, word);
}

/** How the game that is open is spoken of: whether dice are set aside in it. */
const manner = { aside: false };

/** One action; of a throw, with what is taken of it before. */
function named({ take, then }, names) {
  const key = manner.aside ? "afterAside" : "afterTaking";
  return take.length ? say(key, { does: say(names[then]), aside: take.join(" ") }) : say(names[then]);
}

function shortly(action) {
  const { take, then } = action;
  return take.length ? say("asideThen", { aside: take.join(" "), does: say(COMMANDS[then]) }) : command(action);
}

/** Payoffs, the best first, that no other dominates which leaves the same to play on with, and the rest. */
function undominated(engine, state, payoffs) {
  const seen = new Set(), kept = [], folded = [];
  for (const payoff of payoffs) {
    const { action, action: { then } } = payoff;
    const leaves = !engine.dice ? action : then === "throw" ? engine.parts(state, action).mode : then;
    (seen.has(leaves) ? folded : kept).push(payoff);
    seen.add(leaves);
  }
  return { kept, folded };
}

const COMMANDS = {
  roll: "doRoll", hold: "doHold", "-1": "doExchange", dice: "doDice",
  throw: "doThrow", bank: "doBank", bust: "doBust",
};
const SUBJECTS = {
  roll: "rolling", hold: "holding", "-1": "exchanging", dice: "rollingDice",
  throw: "throwing", bank: "banking", bust: "busting",
};

/** An action, or any of several, as a button has it. */
function command(...actions) { return capital(phrase(actions, "or", COMMANDS)); }

function doing(...actions) { return phrase(actions, "and", SUBJECTS); }

/** An action where another was just spoken of: "rolling 5" after "rolling 4 dice". */
function after(first, other) {
  return first.then >= 0 && other.then >= 0 ? say("rollingAsMany", { count: other.then }) : doing(other);
}

/** A margin counted in games: the least power of ten of them, at least a hundred, in which it comes
 * to one or more; a margin of 0.01 is 1 game in 100 whatever binary fractions make of it. */
function games(margin) {
  let of = 100;
  while (margin * of < 1 - 1e-9) of *= 10;
  const count = Math.floor(margin * of + 0.5);
  const words = of.toLocaleString(Language.tag, { notation: "compact", compactDisplay: "long" });  // "1 million"
  return say("games", { count, of: of < 1e6 ? grouped(of) : words });
}

function marginInWords(best, other, margin) {
  if (margin <= TIED) return say("tie", { Best: listed([capital(doing(best)), after(best, other)]) });
  return say("margin", { Best: capital(doing(best)), games: games(margin), other: after(best, other) });
}

function verdict(payoffs, best) {
  if (payoffs.length === 1) {
    return say(payoffs[0].why ?? "only");
  }
  const next = payoffs.find(({ action }) => !best.includes(action));
  const margin = next && payoffs[0].worth - next.worth;
  if (best.length === 1) return marginInWords(best[0], next.action, margin);
  const Best = capital(doing(...best));
  if (!next) return say("tie", { Best });
  const values = { Best, games: games(margin), other: after(best[best.length - 1], next.action) };
  return say("tieAhead", values);
}
