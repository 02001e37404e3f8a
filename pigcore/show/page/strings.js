"use strict";
// Everything that people read, in one place. {name} stands for a value.

const STRINGS = {
  // The page
  skip: "Skip to the content",
  views: "Views",
  play: "Play",
  advise: "Advise",
  map: "Map",
  about: "The rules",
  source: "All chances are exact to about fifteen digits, for best play by both. Made with pigcore.",
  settings: "Settings",
  leftHanded: "Left-handed",
  hurry: "Quick dice",
  title: "{view} · {game}",

  // Who and what
  own: "Your score",
  opp: "Opponent",
  total: "Turn total",
  parity: "Dice exchanged",
  less: "{name}: one less",
  more: "{name}: one more",
  slide: "{name}, by a slider",
  percent: "{number}%",

  // Actions, as a command and as what wins
  doRoll: "Roll",
  doHold: "Hold",
  doDice: "Roll {count} dice",
  doDie: "Roll 1 die",
  doNone: "Roll no dice",
  doExchange: "Exchange the dice",
  rolling: "rolling",
  holding: "holding",
  rollingDice: "rolling {count} dice",
  rollingDie: "rolling 1 die",
  rollingNone: "rolling no dice",
  exchanging: "exchanging the dice",
  or: "{first} or {second}",

  // Events of a turn
  holds: "holds",
  gains: "gains",
  busts: "busts",
  overshoots: "goes past the goal and busts",
  wipes: "loses everything",
  wins: "wins",
  pigsOut: "pigs out",
  scores: "scores",
  gives: "gives points away",
  exchanges: "exchanges the dice",
  swaps: "the scores swap",
  changes: "the scores change",
  again: "moves again",

  // Advise
  adviseTitle: "What to do",
  adviseHint: "Set the scores as they stand at the table.",
  state: "The state of the game",
  answer: "The answer",
  marginOne: "{Best} wins 1 more game in {of} than {other}.",
  margin: "{Best} wins {count} more games in {of} than {other}.",
  tie: "{Best} are exactly equal.",
  only: "There is no choice here.",
  wonAlready: "That total wins: hold.",
  turn: "This turn, total by total",
  turnHold: "Hold from {from} on.",
  turnHoles: "Hold from {from} on, but roll again at {holes}.",
  range: "{from} to {to}",
  turnNever: "Roll until the goal is reached.",
  sides: "The dice have {sides} sides here.",
  reachable: "A perfect player can come here.",
  unreachable: "A perfect player never comes here.",
  allChoices: "All choices, best first",
  choice: "Choice",
  winChance: "Wins",
  gap: "Points behind",
  toMap: "Show this on the map",
  toAdvise: "Ask for advice here",
  toPlay: "Play on from here",

  // Map
  mapTitle: "The map",
  mapRace: "The turn total to hold at, for every pair of scores.",
  mapHog: "The best number of dice, for every pair of scores.",
  mapLabel: "Map of all scores. Arrow keys move the mark, with Shift ten at a time; Enter asks for advice there.",
  mapAcross: "Your score",
  mapUp: "Opponent's score",
  mapHere: "You {own}, opponent {opp}.",
  mapHold: "Hold at {value}.",
  mapGoal: "Roll until you win.",
  mapDice: "Best: {value}.",
  legend: "Legend",
  legendRace: "hold at",
  legendHog: "dice",
  legendGoal: "Roll until you win",
  legendHoles: "Hold, but roll again at a higher total",
  legendTies: "Several choices are equally good",
  legendFaded: "Pale, outlined: a perfect player never comes there",
  legendHere: "The present scores",
};

/** A sentence with its values filled in. */
function say(key, values = {}) {
  if (!(key in STRINGS)) throw new Error(`no string ${key}`);
  return STRINGS[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A whole number with commas. */
function grouped(number) { return String(number).replace(/\B(?=(\d{3})+$)/g, ","); }

/** A chance as a percentage. */
function percent(chance, digits = 2) {
  return say("percent", { number: (100 * chance).toFixed(digits) });
}

/** A sentence with a capital. */
function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

/** An action as a button has it. */
function command(action) {
  const words = { roll: "doRoll", hold: "doHold", "-1": "doExchange", 0: "doNone", 1: "doDie" };
  return say(words[action] || "doDice", { count: action });
}

/** An action as the subject of a sentence. */
function doing(action) {
  const words = {
    roll: "rolling", hold: "holding", "-1": "exchanging", 0: "rollingNone", 1: "rollingDie",
  };
  return say(words[action] || "rollingDice", { count: action });
}

/** Things joined by commas and a word. */
function listed(things, word = "and") {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} ${word} ${things[things.length - 1]}`;
}

/** By how much the best action is better, counted in games: the least power of ten of them, at least
 * a hundred, in which it wins one game more. */
function marginInWords(best, other, margin) {
  let of = 100;
  while (margin * of < 1) of *= 10;
  const count = Math.round(margin * of);
  const values = { Best: capital(doing(best)), other: doing(other), count, of: grouped(of) };
  return say(count === 1 ? "marginOne" : "margin", values);
}

/** The same for the payoffs of a state and its best actions. */
function verdict(payoffs, best) {
  if (payoffs.length === 1) return say("only");
  if (best.length > 1) return say("tie", { Best: capital(listed(best.map(doing))) });
  return marginInWords(payoffs[0].action, payoffs[1].action, payoffs[0].worth - payoffs[1].worth);
}
