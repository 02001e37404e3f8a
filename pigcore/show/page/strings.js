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

  // Play. A key that ends in .you is said to the player himself.
  "play.you": "you",
  "play.name.perfect": "the perfect player",
  "play.numbered.hand": "player {number}",
  "play.numbered.perfect": "perfect player {number}",
  "play.numbered.rival": "{name} ({number})",
  "play.name.hand": "somebody",
  "play.seat.0": "First to move",
  "play.seat.1": "Second to move",
  "play.seat.hand": "Somebody here",
  "play.seat.perfect": "The perfect player",

  "play.undo": "Undo",
  "play.chance": "Chance to win",
  "play.pause": "Pause",
  "play.next": "Next step",
  "play.new": "New game",
  "play.begin": "Begin",
  "play.setup": "Players and settings",
  "play.pace": "Speed",
  "play.pace.slow": "slow",
  "play.pace.normal": "at ease",
  "play.pace.fast": "fast",
  "play.pace.instant": "at once",
  "play.setting.undo": "Moves can be taken back",
  "play.setting.costs": "Tell what each decision cost",
  "play.setting.keys": "Single keys on the keyboard",

  "play.hold": "Hold {total}",
  "play.exchange": "⇄",

  "play.turn": "{who} to move",
  "play.turn.you": "Your turn",
  "play.turn.said": "{turn}.",
  "play.over": "The game is over",
  "play.sides": "{sides}-sided dice",
  "play.total": "{total} on the table",
  "play.leads": "ahead by {lead}",
  "play.won": "won",
  "play.track": "{name}: {score} of {goal} points",
  "play.track.total": "{name}: {score} of {goal} points, and {total} on the table",
  "play.chanceIs": "{who} wins with chance {chance} if both play perfectly from here.",
  "play.chanceIs.you": "You win with chance {chance} if both play perfectly from here.",

  "play.begins": "A new game to {goal}. {who} to move.",
  "play.hint": "First to {goal} points wins.",
  "play.begins.you": "A new game to {goal}. Your turn.",
  "play.unreadable": "The game in the address cannot be read, so a new one begins.",
  "play.undone": "Taken back. {one} {first}, {two} {second}. {turn}.",
  "play.paused": "Paused.",
  "play.resumed": "Going on.",

  "play.rolls": "{who} rolls {thrown}.",
  "play.rolls.you": "You roll {thrown}.",
  "play.rolls.for": "{who} rolls {thrown} for {gain}.",
  "play.rolls.for.you": "You roll {thrown} for {gain}.",
  "play.gains": "{total} on the table.",
  "play.busts": "Bust: the {lost} on the table are lost.",
  "play.busts.once": "Bust.",
  "play.overshoots": "Past {goal}: a bust.",
  "play.wipes": "Everything is lost, the banked points too.",
  "play.holds": "{who} holds with {lost}.",
  "play.holds.you": "You hold with {lost}.",
  "play.wins": "",
  "play.rolls.none": "{who} rolls no dice for {gain}.",
  "play.rolls.none.you": "You roll no dice for {gain}.",
  "play.rolls.exchange": "{who} exchanges the dice for {gain}.",
  "play.rolls.exchange.you": "You exchange the dice for {gain}.",
  "play.scores": "",
  "play.pigsOut": "Pig out: {gain}.",
  "play.gives": "{gift} for {other}.",
  "play.exchanges": "",
  "play.swaps": "The scores are swapped.",
  "play.changes": "The end of the turn changes the score.",
  "play.again": "{who} moves again.",
  "play.again.you": "You move again.",
  "play.scores.now": "{who} {own}, {other} {opp}.",

  "play.cost.none": "The best decision.",
  "play.cost.equal": "A best decision: another is as good.",

  "play.points.bust": "bust",
  "play.points.wipe": "all lost",
  "play.face.heads": "heads",
  "play.face.tails": "tails",
  "play.face.dot up": "side (dot up)",
  "play.face.dot down": "side (dot down)",
  "play.face.trotter": "trotter",
  "play.face.razorback": "razorback",
  "play.face.snouter": "snouter",
  "play.face.leaning jowler": "leaning jowler",
  "play.face.touching": "touching",

  "play.ended": "{who} wins, {own} to {opp}.",
  "play.ended.you": "You win, {own} to {opp}.",
  "play.nobody": "Nobody can win any more.",
  "play.takenBack": "Moves taken back: {count}. The ledger tells of the game as it stands.",
  "play.curve": "The chance of {name} to win, from the first throw to the last; ticks are mistakes.",
  "play.curve.you": "Your chance to win, from the first throw to the last; ticks are mistakes.",
  "play.sum": "What made the result, seen from {name}",
  "play.sum.you": "What made the result",
  "play.sum.start": "Chance at the start",
  "play.sum.luck": "Luck of the throws",
  "play.sum.mistakes": "Mistakes of {name}",
  "play.sum.mistakes.you": "Your mistakes",
  "play.sum.gifts": "Mistakes of {other}",
  "play.sum.result": "Result",
  "play.sum.note": "All numbers are chances to win with perfect play from there on: a mistake is what a decision gives away, luck is what a throw changes.",
  "play.otherSide": "As {name} sees it",
  "play.mistakes": "Costliest mistakes of {name}",
  "play.mistakes.you": "Your costliest mistakes",
  "play.mistakes.none": "None: every decision was the best one.",
  "play.mistake.at": "Turn {turn}, {state}:",
  "play.mistake": "{who} chose to {chosen}, but to {right} was right. {margin} ({cost})",
  "play.mistake.you": "you chose to {chosen}, but to {right} was right. {margin} ({cost})",
  "play.or": "or",
  "play.did.roll": "roll",
  "play.did.hold": "hold",
  "play.did.die": "roll 1 die",
  "play.did.dice": "roll {action} dice",
  "play.did.exchange": "exchange the dice",
  "play.state": "{own} to {opp}",
  "play.state.total": "{own} to {opp} with {total} on the table",
  "play.steps": "Every decision and every throw",
  "play.steps.caption": "Every step; mistakes and luck as {name} counts them",
  "play.steps.caption.you": "Every step; mistakes and luck as you count them",
  "play.steps.turn": "Turn",
  "play.steps.player": "Player",
  "play.steps.score": "Score",
  "play.steps.decision": "Decision",
  "play.steps.mistake": "Mistake",
  "play.steps.fell": "Throw",
  "play.steps.luck": "Luck",
  "play.steps.chance": "Chance after it",
  "play.steps.forced": "must roll",
  "play.steps.best": "best",
  "play.share": "A link to this game",
  "play.copy": "Copy the link",
  "play.copied": "Copied.",
  "play.download": "Download the game",
  "play.file": "pig-game.json",

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
