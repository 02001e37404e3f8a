"use strict";
// Needs dice.js words.js
// What somebody has to know who has never played: the rules as a card with drawn dice, made from the
// tables of a game, and a coach who says a word or two in the first turns.

/** So many rows fit. */
const ROWS = 16;

/** Turns of one's own that the coach says something in. */
const TIPS = 3;

/** The rules in a person's words; the rows have what lies on the table and what it means. */
function ruleCard({ engine, story }) {
  const rows = engine.dice ? combinationRows(engine) : engine.brief?.() ?? throwRows(engine, story);
  const drawn = (faces) => element("span", { class: "shown", "aria-hidden": "true" }, ...faces.map((face) => {
    const die = element("span", { class: `mini small-${face.kind} ${face.colour ? `die ${face.colour}` : ""}` });
    die.append(FACES[face.kind](face));
    return die;
  }));
  return element("div", { class: "rule-card" },
    element("p", { class: "aim" }, aim(engine)),
    element("ul", {}, ...rows.slice(0, ROWS).map(({ faces, words }) => element("li", {}, drawn(faces), element("span", {}, words)))),
    ...(rows.length > ROWS ? [element("p", { class: "small" }, say("brief.more", { count: rows.length - ROWS }))] : []));
}

/** How one wins, and how a turn goes. */
function aim({ rules, goal, throws, dice, warning, aim: said }) {
  const { exact, lastTurn, least = [0], unit = 1, start, may, family } = rules;
  const limit = cap(rules), turn = family === "hog" ? "hog" : dice ? "aside" : limit ? "capped" : throws;
  const later = limit || dice ? [] : (rules.phrases ?? []).flatMap((phrase, mode) => (
    mode !== start && may[mode] === (THROWS | BANKS) ? [modeInWords(rules.modes[mode], phrase)] : []));
  return [
    said ?? say(exact ? "brief.exact" : "brief.aim", { goal: grouped(goal) }),
    say(`brief.turn.${turn}`, { dice, most: rules.choices?.at(-1), count: limit }),
    ...(later.length && later.length < 5 ? [say("brief.later", { does: say(COMMANDS[throws]), phrases: listed(later, "or") })] : []),
    ...(least[1] > 0 ? [say("brief.least", { points: grouped(unit * least[1]) })] : []),
    ...(least[0] > (least[1] ?? 0) ? [say("brief.opening", { points: grouped(unit * least[0]) })] : []),
    ...(warning ?? lastTurn ? [warning ?? say("brief.lastTurn")] : []),
  ].join(" ");
}

/** How many throws a turn has at most where its modes count them; 0 where they do not. */
function cap({ phrases, start }) {
  const counts = (phrases ?? []).map(([[key, values] = [], more]) => (["throws"].includes(key) && !more ? values.n : undefined));
  return counts.includes(undefined) ? 0 : counts[start] ?? 0;
}

/** What can fall in the first throw of a turn, alike throws in a row. */
function throwRows(engine, story) {
  const { rules } = engine, state = engine.begin(), all = engine.throwsOf(rules.start);
  if (!all.length || all.length > 200 || rules.modes.length > 200) return [{ faces: zombies(rules), words: rules.spokenTurn }];
  const faces = (outcome) => story.faces({ state, outcome });
  const sum = ({ faces: shown }) => shown.reduce((total, face) => total + face, 0);
  const dice = all[0].drawn === "dice", { unit } = engine;
  const kindOf = (outcome) => {
    if (outcome.kind !== "gain") return outcome.kind === "choice" ? JSON.stringify(outcome.options) : outcome.kind;
    const { gain, options: [{ mode }] } = outcome, must = rules.may[mode] & BANKS ? "" : " must";
    if (outcome.drawn === "points") return `any${must}`;
    if (!dice) return `${gain}${must}`;
    return (gain === sum(outcome) ? "sum" : gain === 2 * sum(outcome) ? "twice" : `${gain}`) + must;
  };
  const kinds = Map.groupBy(all, kindOf);
  const words = (kind, some) => {
    const [name, must] = kind.split(" "), [{ drawn, gain, options }] = some;
    const after = must ? ` ${say("brief.must", { does: say(COMMANDS[engine.throws]) })}` : "";
    const values = { gain, points: rules.landing[0] * unit, faces: dice && listed(spoiling(all, some), "or"), chance: percent(some.reduce((total, { chance }) => total + chance, 0), 1) };
    if (name === "bust" || name === "wipe") {
      const how = name === "wipe" ? "wipe" : values.points ? "consoled" : "bust";
      const one = dice && spoiling(all, some).length ? ".face" : drawn === "points" ? ".chance" : "";
      return say(`brief.${how}${name === "wipe" ? "" : one}`, values);
    }
    if (options.length > 1) return say("brief.choice");
    return say({ sum: "brief.sum", any: "brief.any", twice: "brief.twice" }[name] ?? "brief.gain", values) + after;
  };
  const examples = (kind, some) => {
    const likely = [...some].sort((one, other) => other.chance - one.chance);
    const shown = likely[0].faces.length < 2 && likely.length < 10 ? some : [likely[dice ? (likely.length - 1) >> 1 : 0]];
    return shown.flatMap(faces);
  };
  const order = (kind) => (["bust", "wipe"].includes(kind) ? -1 : /^\d/.test(kind) ? 1 : 0);
  return [...kinds].sort(([one], [other]) => order(one) - order(other)).map(([kind, some]) => ({ faces: examples(kind, some), words: words(kind, some) }));
}

/** The faces that end a turn, whatever the other dice show. */
function spoiling(all, some) {
  const seen = [...new Set(some.flatMap(({ faces }) => faces))];
  return seen.filter((face) => all.every(({ faces, kind, gain }) => (
    !faces.includes(face) || kind === some[0].kind || kind !== "gain" || faces.every((one) => one === face))));
}

/** Zombie dice, whose modes are too many to be looked at. */
function zombies({ turn }) {
  return turn === "zombie-dice" ? [[6, "green"], [4, "yellow"], [3, "red"]].map(([value, colour]) => ({ kind: "die", value, sides: 6, colour })) : [];
}

/** What scores of dice that are set aside; of combinations that are alike and score the same, one. */
function combinationRows({ rules: { combinations, sides, nothing }, dice }) {
  const worth = new Map(combinations.map((row) => [row.slice(0, -1).join(), row.at(-1)])), kinds = new Map();
  const more = ([...counts]) => counts.pop() && Math.max(...counts) > 3 && counts.filter(Boolean).length === 1;
  const half = (row) => worth.get(row.slice(0, -1).map((count) => Math.max(0, count - 1)).join());
  const doubled = combinations.some(more) && combinations.filter(more).every((row) => 2 * half(row) === row.at(-1));
  for (const row of combinations.filter((one) => !doubled || !more(one))) {
    const counts = row.slice(0, -1), points = row.at(-1);
    const shape = [...counts].sort((one, other) => other - one).join();
    const key = `${shape} ${points}`, known = kinds.get(key);
    if (known) known.all.push(counts);
    else kinds.set(key, { all: [counts], points, size: counts.reduce((sum, count) => sum + count, 0) });
  }
  const faces = (counts) => counts.flatMap((count, n) => Array.from({ length: count }, () => ({ kind: "die", value: n + 1, sides })));
  const rows = [...kinds.values()].sort((one, other) => one.size - other.size || one.points - other.points)
    .flatMap(({ all, points }) => (all.length < sides
      ? all.map((counts) => ({ faces: faces(counts), words: grouped(points) }))
      : [{ faces: faces(all[0]), words: say("brief.anyFace", { gain: grouped(points) }) }]));
  if (doubled) rows.push({ faces: [], words: say("brief.doubled") });
  if (nothing) rows.push({ faces: [], words: say("brief.nothing", { dice, gain: grouped(nothing) }) });
  return rows;
}

/** Says what can be done in the first turns of somebody's first game here, until it is sent away. */
class Coach {
  constructor(view) {
    this.view = view;
    this.words = element("p");
    view.scene.coach.append(this.words, view.scene.button(say("coach.enough"), null, () => {
      this.restart(false);
      view.scene.whose.focus();
    }));
  }

  get turns() { return this.view.settings.coached; }

  set turns(count) {
    this.view.settings.coached = count;
    settings.apply();
  }

  /** Begin the tips anew, or have no more. */
  restart(wanted) {
    this.turns = wanted ? 0 : TIPS;
    this.view.draw();
  }

  /** A turn of somebody at the keys is over. */
  turned() { if (this.turns < TIPS) this.turns += 1; }

  draw() {
    const { view, view: { scene, engine, seen, table, busy } } = this;
    const here = view.isHand(table.mover) && !table.over && this.turns < TIPS;
    if (!here && !(view.awaits && this.turns <= TIPS)) {
      scene.coach.hidden = true;
      return;
    }
    if (busy) return;
    scene.coach.hidden = false;
    const { total } = seen, lies = engine.lying(seen.state).length > 0;
    const kind = engine.tray ? "throw" : total === undefined ? "hog" : "roll";
    const tip = view.awaits ? "coach.mistake" : lies ? "coach.pick"
      : this.turns === 1 && engine.known ? "coach.hint" : this.turns === 2 && engine.known ? "coach.log"
        : total ? `coach.more.${kind}` : `coach.begin.${kind}`;
    const text = say(tip, { total, hint: say("play.hint") });
    if (this.words.textContent !== text) this.words.textContent = text;
  }
}
