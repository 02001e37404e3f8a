"use strict";
// Needs play.js review.js practice.js zombie.js hog.js rules.js whatif.js values.js
// The workshop: the shelf of all ready-made games, one game that is open, and how its values come.
//
// `#` is the shelf. `#game=pig&goal=50/view=map&own=3` is a game by its rules, in a state of a view: see
// rulebook.js for the part before the slash, which is `app.prefix`; the app reads the rest itself. Games
// are opened with the tables that tablesOf makes at once; their values come from a Worker, so that one
// can throw before they are there.

const MOST_KEPT = 8;

/** What is drawn on the cards: faces as `FACES` has them. */
const PICTURES = {
  pig: ["die 5"], "pig:three-throws": ["die 2", "die 4", "die 6"], piglet: ["points +1"],
  "two-dice-pig": ["die 3", "die 6"], "hold-or-continue": ["points =75"],
  "pass-the-pigs": ["points +5", "points +20"], "pass-the-pigs:kern": ["points +1", "points +60"],
  "consolation-pig": ["die 1", "points +1"], "big-pig": ["die 1", "die 1"], "double-trouble": ["die 4", "die 4"],
  "growing-pig": ["die 4 4", "die 6", "die 8 8"],
  farkle: ["die 1", "die 1", "die 1", "die 5"], "farkle:minimal": ["die 1", "die 5"],
  "farkle:kcd": ["die 1", "die 2", "die 3", "die 4", "die 5"], "farkle:zilch": ["die 2", "die 3", "die 4", "die 6"],
  "zombie-dice": ["die 6 green", "die 4 yellow", "die 3 red"],
  hog: ["die 2", "die 4", "die 5", "die 6"], "hog:fa13_hijinks": ["die 4 4", "points ⇄", "die 6"],
  "hog:su15": ["points 35", "points 53"], "hog:sp16": ["points 7", "points 11"],
  "hog:sp18": ["points 12", "points 36"], "hog:su18": ["points 35", "points 52"], "hog:sp21": ["points 21", "points 43"], "hog:fa21": ["points 24", "points 48"],
  "hog:fa20": ["points π", "die 3"], "hog:fa22": ["points 25", "points 36"], "hog:fa24": ["die 2", "die 3", "points 41"],
};

/** A face of a card: "die 4", "die 4 8" of eight sides, "die 6 red". */
function picture(words) {
  const [, kind, value, more] = words.match(/^(\w+) (.+?)(?: (\d|green|yellow|red))?$/);
  const face = element("span", { class: `die ${kind} ${Number(more) ? "" : more ?? ""}` });
  face.append(FACES[kind]({ value: kind === "die" ? Number(value) : value, sides: Number(more) || 6 }));
  return face;
}

/** A turn in the place of one whose tables take seconds, to look at all other rules: with gains of the same unit. */
function standIn(turn) {
  const gains = Array.from(JSON.stringify(turn).matchAll(/"gain":(\d+)/g), ([, gain]) => Number(gain));
  const to = (mode) => ({ throws: [{ chance: "1/2", bust: true }, { chance: "1/2", options: [{ gain: gains.reduce(commonOf, 0) || 1, mode }] }] });
  return { start: "one", modes: { one: to("other"), other: to("one") } };
}

/** Whether the tables of rules take seconds: a Worker makes them then. */
function takesLong({ turn }) { return typeof turn === "string" || turn?.dice !== undefined; }

/** The tables of rules; of those that take long it is only said whether they are refused, and rules whose
 * tables a browser has no memory for are. */
function tablesFor(rules) {
  try {
    return tablesOf(rules.turn === "zombie-dice" || rules.turn?.dice ? { ...rules, turn: standIn(rules.turn) } : rules);
  } catch (error) {
    throw error instanceof RangeError ? new Refused("goal", "large") : error;
  }
}

/** A refusal in a sentence that names the entry, if there is one. */
function refusalInWords({ field, sentence }) {
  return field ? say("refusal", { field: fieldName(field), words: sentence }) : sentence;
}

/** What an entry of rules is called in the form, or else in the file. */
function fieldName(field) {
  for (let path = field; path; path = path.replace(/\.?[^.]*$/, "")) {
    if (Language.has(`field.${path}`)) return say(`field.${path}`);
  }
  return field;
}

class Workshop {
  constructor({ shelf, version, open }) {
    Object.assign(this, { version, own: open });
    this.groups = shelf;
    for (const { names, rules } of shelf.flatMap(({ games }) => games)) {
      for (const name of names) READY[name] = completed(rules);
    }
    this.kept = new Map();
    this.app = null;
    this.shelf = this.cards();
    this.values = new Values();
    this.home = element("a", { class: "home", href: open ? "#shelf" : "#" }, element("span", { "aria-hidden": "true" }, "‹ "), say("shelf.back"));
  }

  get content() { return document.getElementById("content"); }

  start() {
    settings.frame();
    document.querySelector(".top").prepend(this.home);
    this.content.append(this.values.root, this.shelf);
    window.addEventListener("hashchange", () => this.read());
    this.read();
  }

  // --- the shelf ------------------------------------------------------------------------------------

  cards() {
    const card = ({ names: [name], rules }) => {
      const { goal } = rules;
      return element("li", {}, element("a", { class: "game", href: `#game=${name}` },
        element("span", { class: "pictures", "aria-hidden": "true" }, ...(PICTURES[name] ?? []).map(picture)),
        element("strong", {}, Language.has(`name.${name}`) ? say(`name.${name}`) : rules.name),
        element("span", {}, say(`card.${name}`)),
        element("small", {}, say("card.goal", { goal: grouped(goal) }))));
    };
    const group = ({ group: title, games }) => [
      element("h3", { id: `group-${title}` }, say(`group.${title}`)),
      element("ul", { class: "cards", "aria-labelledby": `group-${title}` }, ...games.map(card)),
    ];
    return element("section", { id: "shelf", "aria-labelledby": "shelf-title", hidden: true },
      element("h2", { id: "shelf-title" }, say("shelf.heading")),
      element("p", { class: "hint" }, say("shelf.hint")),
      ...this.groups.flatMap(group));
  }

  showShelf() {
    this.close();
    this.shelf.hidden = false;
    this.home.hidden = true;
    document.getElementById("name").textContent = document.title = say("shelf.title");
    document.getElementById("rules").textContent = say("shelf.rules");
    window.pigcore = { workshop: this, app: null };
  }

  // --- addresses ------------------------------------------------------------------------------------

  /** Show what the address says: the shelf, another game, or, which is the app's business, this one. */
  read() {
    if (settings.otherLanguage()) return;
    const { rules, state: asked } = partsOfAddress(location.hash), { asked: lang } = settings, { own } = this;
    const state = lang && !asked.includes("lang=") ? `${asked || "view=play"}&lang=${lang}` : asked;
    if (!rules && (!own || location.hash === "#shelf")) {
      this.showShelf();
      return;
    }
    try {
      const given = completed(rules ? rulesIn(rules) : own.rules), prefix = rules ? addressOf(given) : "";
      if (rules && `#${prefix}${state}` !== location.hash) history.replaceState(null, "", `#${prefix}${state}`);
      if (this.app?.prefix !== prefix) this.open(given, tablesFor(given), prefix, rules ? undefined : own.starts);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.showShelf();
      notify(say("link.broken", { words: refusalInWords(error) }));
    }
  }

  // --- one game -------------------------------------------------------------------------------------

  /** Open a game at once, or as soon as a Worker has its tables; the values may have come with the page. */
  open(rules, tables, prefix, starts) {
    this.close();
    Object.assign(this, { rules, prefix, more: starts ? { starts } : {} });
    this.shelf.hidden = true;
    this.home.hidden = false;
    const kept = this.kept.get(prefix);
    if (!takesLong(rules)) this.begin({ ...tables, ...this.more });
    else if (kept) this.begin(kept.tables);
    else document.getElementById("name").textContent = rules.name;
    this.solve();
  }

  begin(tables) {
    const { rules, prefix } = this;
    this.tables = tables;
    const app = new App({ ...tables, told: told(rules), address: addressOf(rules), turn: rules.turn, version: this.version }, prefix);
    this.app = app;
    window.pigcore = {
      workshop: this, app, engine: app.engine, verdict, marginInWords,
      get table() { return app.views.play.table; },
    };
    app.frame();
    // What takes longer than a picture of it waits until that is painted.
    requestAnimationFrame(() => setTimeout(() => { if (this.app === app) app.start(); }));
  }

  close() {
    this.values.close();
    this.app?.close();
    Object.assign(this, { app: null, tables: null });
  }

  // --- values ---------------------------------------------------------------------------------------

  /** Let a Worker find the values of the game that is open; they are kept for when it is opened again. */
  solve() {
    const { rules, prefix, tables, values, kept } = this, known = kept.get(prefix);
    if (known) {
      this.app.learn(known.found);
      return;
    }
    values.find(tables ?? { rules, more: this.more }, (found) => {
      kept.set(prefix, { tables: this.tables, found });
      for (const [first] of [...kept].slice(0, -MOST_KEPT)) kept.delete(first);
      this.app.learn(found);
    }, (made) => this.begin(made), Boolean(this.more.starts));
  }

}

const workshop = new Workshop(JSON.parse(document.getElementById("data").textContent));
workshop.start();
