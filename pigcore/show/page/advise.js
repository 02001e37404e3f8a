"use strict";
// Needs main.js tray.js
// Advise: the state set by sliders, steppers or typing, and what to do in it.

class AdviseView {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.inputs = {};
    const { switches, tray } = app.engine;
    const fields = app.engine.names.filter((name) => name !== "second" || switches.includes(name)).map((name) => {
      if (name === tray) return this.thrown();
      return switches.includes(name) && app.engine.limits(app.state)[name] < 2 ? this.toggle(name) : this.field(name);
    });
    const form = element("form", { class: "card controls", "aria-label": say("state") }, ...fields);
    form.addEventListener("submit", (event) => event.preventDefault());
    this.answer = element("section", { class: "card answer", "aria-label": say("answer") });
    root.append(
      element("h2", { id: "advise-title" }, say("adviseTitle")),
      element("p", { class: "hint" }, say("adviseHint")),
      element("div", { class: "sides" }, form, this.answer));
  }

  /** One part of the state: a number to type with a button on each side of it, and a slider. */
  field(name) {
    const label = say(name);
    const { engine } = this.app, choices = engine.choicesOf(name);
    if (choices) return this.choice(name, label, choices);
    const range = { min: engine.leastOf(name), step: engine.stepOf(name) };
    const slider = element("input", { type: "range", ...range, "aria-label": say("slide", { name: label }) });
    const typed = element("input", { type: "number", ...range, id: `advise-${name}`, inputmode: "numeric" });
    const step = (by, key, sign) => {
      const button = element("button", { type: "button", class: "step", "aria-label": say(key, { name: label }) }, sign);
      button.addEventListener("click", () => (
        this.change(name, this.app.state[name] + by * engine.stepOf(name))));
      return button;
    };
    slider.addEventListener("input", () => this.change(name, slider.valueAsNumber));
    typed.addEventListener("input", () => this.change(name, typed.valueAsNumber));
    typed.addEventListener("blur", () => this.fill());  // what was no number is as it was
    this.inputs[name] = { slider, typed };
    return element("div", { class: "field" },
      element("label", { for: `advise-${name}` }, label),
      element("div", { class: "stepper" }, step(-1, "less", "−"), typed, step(1, "more", "+")),
      slider);
  }

  /** One part of the state: a choice between texts. */
  choice(name, label, texts) {
    const options = texts.map((text, value) => element("option", { value }, text));
    const typed = element("select", { id: `advise-${name}` }, ...options);
    typed.addEventListener("change", () => this.change(name, Number(typed.value)));
    this.inputs[name] = { typed };
    return element("div", { class: "field" }, element("label", { for: typed.id }, label), typed);
  }

  /** What was thrown: dice, face by face, or options. */
  thrown() {
    const { app } = this;
    this.tray = new (app.engine.dice ? Entry : Offers)(app.engine, (state) => {
      app.write(state);
      this.fill();
      app.announce(this.tell());
    });
    return this.tray.field;
  }

  /** One part of the state that is on or off. */
  toggle(name) {
    const typed = element("input", { type: "checkbox", role: "switch" });
    typed.addEventListener("change", () => this.change(name, Number(typed.checked)));
    this.inputs[name] = { typed, slider: null };
    return element("label", { class: "switch" }, typed, element("span", {}, say(name)));
  }

  /** One part of the state becomes what was asked for, or as near to it as there is. */
  change(name, value) {
    if (!Number.isFinite(value)) return;
    const { tray, modeName } = this.app.engine;
    const cleared = tray && name === modeName ? { [tray]: 0 } : {};  // of another mode
    this.app.write(nearest(this.app.engine, { ...this.app.state, ...cleared, [name]: Math.round(value) }));
    this.fill();
    this.app.announce(this.tell());
  }

  show(state) {
    this.app.write(state);
    this.fill();
    this.tell();
  }

  /** The fields as the state is; a number that is being typed is left alone unless it is too large. */
  fill() {
    const { engine, state } = this.app;
    const limits = engine.limits(state);
    this.tray?.draw(state);
    for (const [name, { slider, typed }] of Object.entries(this.inputs)) {
      if (!slider) {
        typed.checked = state[name] === 1;
        if (typed.options) typed.value = state[name];
        continue;
      }
      slider.max = typed.max = limits[name];
      slider.value = state[name];
      if (document.activeElement !== typed || typed.valueAsNumber > limits[name]) typed.value = state[name];
    }
  }

  /** Write the answer, and return it in a sentence. */
  tell() {
    const { engine, state } = this.app;
    if (!engine.known) {
      this.answer.replaceChildren(element("p", { class: "verdict" }, say("values.soon")));
      return say("values.soon");
    }
    const missing = this.tray?.missing(state);
    if (missing) {
      const words = say(missing === 1 ? "enterOne" : "enterMore", { count: missing });
      this.answer.replaceChildren(element("p", { class: "verdict" }, words));
      return words;
    }
    const { payoffs, best, what, words } = advised(engine, state);
    this.answer.replaceChildren(
      element("p", { class: "on-paper" }, standing(engine, state)),
      element("p", { class: `decision ${apart(best[0])[1]}` }, what),
      element("p", { class: "verdict" }, words),
      payoffTable(payoffs, best, engine, state, (next) => this.app.link("advise", next)),
      ...everyone(engine, state, payoffs),
      ...turnStrip(engine, state),
      ...(state[engine.tray] && best[0] !== "bust" ? [element("p", { class: "small" }, say(engine.dice ? "followHint" : "followHint.any"))] : []),
      element("p", { class: "small" }, this.remarks()),
      ...(engine.mapped ? [element("p", { class: "links" }, element("a", { href: this.app.link("map", state) }, say("toMap")))] : []));
    return `${what}. ${words}`;
  }

  /** The survey is done. */
  surveyed() { this.tell(); }

  learned() { if (!this.root.hidden) this.tell(); }

  /** What else there is to say of the state, as far as it is known already. */
  remarks() {
    const { engine, state } = this.app;
    if (!engine.survey.done) return engine.remark(state);
    return engine.remark(state);
  }
}

VIEWS.advise = AdviseView;

/** What to do in a state: the payoffs, the best actions, and both in words. */
function advised(engine, state) {
  const payoffs = engine.payoffs(state), best = engine.best(state), mixture = engine.mixture(state);
  const what = mixture === null ? command(...best) : say("mix", { chance: decimal(mixture, 3) });
  return { payoffs, best, what, words: verdict(payoffs, best) };
}

/** The state nearest to one that may be out of range. */
function nearest(engine, state) {
  const found = { ...state };
  for (const name of engine.names) {
    const step = engine.stepOf(name), whole = step * Math.round(found[name] / step);
    found[name] = Math.min(Math.max(whole, engine.leastOf(name)), engine.limits(found)[name]);
  }
  return found;
}

/** What every choice is worth, the best first, each with a bar, and how the turn goes on; where a throw
 * follows, with its chance to bust and a link to the dice that are thrown then. */
function payoffTable(payoffs, best, engine, state, link) {
  const most = payoffs[0].worth;
  const risky = payoffs.some(({ action }) => engine.busts(state, action) !== null), outlook = engine.outlook(state);
  const turn = (action) => {
    const { bust, points } = outlook(action);
    return say("outlook", { bust: percent(bust, 1), points: decimal(points, 1) });
  };
  const name = (action) => {
    const thrown = state[engine.tray] && action !== "bust";
    const next = engine.follow(state, action), words = thrown ? shortly(action) : command(action);
    return next && thrown ? element("a", { href: link(next) }, words) : words;
  };
  const { kept, folded } = undominated(engine, state, payoffs), all = [...kept, ...folded];
  const busts = all.map(({ action }) => engine.busts(state, action));
  const rows = all.map(({ action, worth }, row) => element("tr",
    { class: best.includes(action) ? "best" : null },
    element("th", { scope: "row" }, name(action)),
    element("td", { class: "bar", "aria-hidden": "true" },
      element("span", { class: "filled", style: `width:${100 * worth}%` })),
    element("td", { class: "number" }, percent(worth)),
    ...(risky ? [element("td", { class: "number" }, busts[row] === null ? "" : percent(busts[row], 1))] : []),
    element("td", { class: "number gap" }, best.includes(action) ? "" : behind(most - worth)),
    ...(outlook ? [element("td", { class: "small" }, turn(action))] : [])));
  const heads = ["choice", "winChance", ...(risky ? ["bustChance"] : []), "gap", ...(outlook ? ["outlookHead"] : [])].map((key) => element("th", { scope: "col", class: key }, say(key)));
  heads.splice(1, 0, element("td", { class: "bar", "aria-hidden": "true" }));
  const others = element("tbody", { hidden: true }, ...rows.slice(kept.length));
  const table = element("table", { class: "payoffs" },
    element("caption", { class: "unseen" }, say("allChoices")),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows.slice(0, kept.length)), others);
  if (!folded.length) return table;
  const more = element("button", { type: "button", "aria-expanded": "false" }, foldedInWords(folded.length));
  more.addEventListener("click", () => {
    others.hidden = !others.hidden;
    more.setAttribute("aria-expanded", String(!others.hidden));
  });
  return element("div", {}, table, more);
}

/** The chances of all players after each choice, where there are more than two; nothing otherwise. */
function everyone(engine, state, payoffs) {
  if (engine.players === 2) return [];
  const all = payoffs.map((payoff) => engine.sharesBy(payoff));
  const rows = engine.scoreNames.map((name, player) => element("tr", {},
    element("th", { scope: "row" }, say(player ? name : "you")),
    ...all.map((chances) => element("td", { class: "number" }, percent(chances[player])))));
  const heads = ["player"].map((key) => say(key)).concat(payoffs.map(({ action }) => command(action)));
  return [element("h3", { id: "everyone" }, say("everyone")),
    element("table", { class: "everyone", "aria-labelledby": "everyone" },
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows))];
}

/** A difference of chances in percentage points, with as many digits as it takes to see it. */
function behind(difference) {
  const digits = Math.min(12, Math.max(2, 1 - Math.floor(Math.log10(100 * difference))));
  return decimal(100 * difference, digits);
}

/** The whole turn as a strip: where to roll, where to hold, and where the turn total stands; nothing
 * in a game whose turn is a single choice. */
function turnStrip(engine, state) {
  const runs = engine.plan(state);
  if (!runs.length) return [];
  const { unit } = engine, width = runs.at(-1).to / unit + 1, total = engine.total(state) / unit;
  const strip = element("div", { class: "strip", "aria-hidden": "true" });
  for (const { action, from, to } of runs) {
    const long = (to - from) / unit + 1, label = long > width / 6 ? [element("span", {}, command(action))] : [];
    strip.append(element("span", { class: `run ${action}`, style: `flex:${long}` }, ...label));
  }
  if (total > 0 && total < width) {
    const place = 100 * (total - 0.5) / (width - 1);
    strip.append(element("span", { class: "here", style: `left:${place}%` }));
  }
  return [element("h3", {}, say("turn")), strip, element("p", { class: "small" }, turnInWords(runs))];
}

/** The turn's plan as a sentence. */
function turnInWords(runs) {
  const first = runs.findIndex(({ action }) => action === "hold");
  if (first < 0) return say("turnNever");
  const holes = runs.slice(first + 1).filter(({ action }) => action === "roll")
    .map(({ from, to }) => (from === to ? from : say("range", { from, to })));
  const { from } = runs[first];
  return holes.length ? say("turnHoles", { from, holes: listed(holes) }) : say("turnHold", { from });
}
