"use strict";
// Needs map.js rulebook.js values.js
// What if: the map of the game with another goal, another chance to bust or another score in its table,
// and what that changes, found out by comparing both maps at every pair of scores that both have.

const MOST_BUST = 60;

/** What can be changed in rules: {label, least, most, step, value, rules(value)} by name. */
function changesOf(rules, engine) {
  const found = {}, { goal } = rules, { unit } = engine;
  const step = unit * Math.max(1, Math.round(engine.scores / 100));
  const most = Math.min(2 * goal, unit * mostUnits(engine.players));
  found.goal = {
    label: say("field.goal"), least: goal % step || step, most: goal + step * Math.floor((most - goal) / step), step, value: goal,
    rules: (value) => ({ ...rules, goal: value }),
  };
  const roll = rollIn(rules);
  if (roll?.bust && roll.gains.length) {
    found.bust = {
      label: say("whatif.bust"), least: 1, most: MOST_BUST, step: 1, percent: true,
      value: Math.round(100 * roll.bust / roll.total), rules: (value) => ({ ...rules, roll: busting(rules.roll, roll, value) }),
    };
  }
  for (const [name, points] of Object.entries(rules.scoring ?? {})) {
    found[`score.${name}`] = {
      label: say("rules.points", { name: combination(name) }), least: unit, most: Math.max(2 * points, 10 * unit), step: unit,
      value: points, rules: (value) => ({ ...rules, scoring: { ...rules.scoring, [name]: value } }),
    };
  }
  return found;
}

/** A roll that busts with so many percent; the rest is shared by what it gains as before. */
function busting({ throws }, { gains, wipe, bust, total }, percents) {
  const rest = total - wipe - bust, left = 100 * (total - wipe) - percents * total;
  return {
    gains: Object.fromEntries(gains.map(([points, part]) => [`${points}`, quotientOf(part * left, 100 * rest * total)])),
    bust: quotientOf(percents, 100), wipe: quotientOf(wipe, total), ...(throws && { throws }),
  };
}

function quotientOf(n, d) {
  const common = commonOf(n, d);
  return common === d ? `${n / d}` : `${n / common}/${d / common}`;
}

/**
 * What is different between the maps of two games: how many pairs of scores both have, at how many the
 * same is done, and of the others, at how many one holds so many points earlier or later (`by`), goes on
 * to the goal now, or does so no longer. In Hog `by` is dice.
 */
function compared(before, after, { layer, state }) {
  const [one, other] = [before, after].map((engine) => ({ engine, values: engine.map(state, layer, engine.scoreNames[1]).values }));
  const { unit } = before, ratio = Math.max(unit, after.unit);
  const found = { pairs: 0, same: 0, forGoal: 0, noLonger: 0, by: new Map() };
  const least = Math.min(before.goal, after.goal), hog = before.rules.family === "hog";
  for (let own = 0; own < least; own += ratio) {
    for (let opp = 0; opp < least; opp += ratio) {
      const [was, is] = [one, other].map(({ engine, values }) => {
        const value = values[(own / engine.unit) * engine.scores + opp / engine.unit];
        return { value, goal: !hog && own + value >= engine.goal };
      });
      found.pairs += 1;
      if (was.goal && is.goal) found.same += 1;
      else if (is.goal) found.forGoal += 1;
      else if (was.goal) found.noLonger += 1;
      else if (was.value === is.value) found.same += 1;
      else found.by.set(is.value - was.value, (found.by.get(is.value - was.value) ?? 0) + 1);
    }
  }
  return found;
}

/** The same in sentences: first what changes most. `words` are those of dice, or of what is held. */
function changesInWords(found, words) {
  const { pairs, same, forGoal, noLonger, by } = found, all = grouped(pairs);
  if (same === pairs) return [say("whatif.same", { pairs: all })];
  const counts = [...by].sort(([one, count], [other, more]) => more - count || Math.abs(one) - Math.abs(other) || one - other);
  const side = (sign) => counts.filter(([points]) => sign * points > 0).reduce((sum, [, count]) => sum + count, 0);
  const [most] = counts, sentences = [];
  if (most) {
    const [points, count] = most, key = `whatif.${words.dice ? "dice." : ""}${points < 0 ? "earlier" : "later"}`;
    sentences.push(counting(key, Math.abs(points), { ...words, pairs: all, at: grouped(count) }));
  }
  const parts = [["before", side(-1)], ["after", side(1)], ["forGoal", forGoal], ["noLonger", noLonger], ["unchanged", same]];
  sentences.push(say("whatif.altogether", {
    list: parts.filter(([, count]) => count).map(([key, count]) => say(`whatif.${key}`, { ...words, at: grouped(count) })).join(", ") }));
  return sentences;
}

class WhatIfView extends MapView {
  constructor(root, app) {
    super(root, app, "whatif");
    this.what = "goal";
  }

  get engine() { return this.changed ?? this.app.engine; }

  get title() { return say("whatifTitle"); }

  get state() { return nearest(this.engine, { ...this.app.engine.begin(), ...(this.at ?? this.app.state) }); }

  build() {
    super.build();
    if (!this.canvas) return;
    this.changes = changesOf(workshop.rules, this.app.engine);
    this.choose = selection("whatif-what", Object.entries(this.changes).map(([name, { label }]) => [name, label]), (what) => this.select(what));
    this.dragged = element("input", { type: "range", id: "whatif-slider" });
    this.shown = element("output", { for: "whatif-slider", class: "number" });
    this.report = element("div", { id: "whatif-report" });
    this.values = Object.assign(new Values("whatif-solving", "values.soon"), { halt: () => this.select(this.what) });
    this.dragged.addEventListener("input", () => this.drag());
    this.play = element("a", { class: "button", href: "#" }, say("whatif.play"));
    this.panel.prepend(
      element("div", { class: "field rule" }, element("label", { for: "whatif-what" }, say("whatif.what")), this.choose),
      element("div", { class: "field" }, element("label", { for: "whatif-slider" }, say("whatif.value")), this.shown, this.dragged),
      this.values.root, this.report, element("p", { class: "links" }, this.play));
    this.root.querySelector(".hint").textContent = say("whatif.hint");
  }

  show(state, params) {
    super.show(state, params);
    if (!this.canvas) return;
    const what = Object.hasOwn(this.changes, params.get("what")) ? params.get("what") : this.what;
    const value = params.get("what") === what && /^\d+$/.test(params.get("value")) ? Number(params.get("value")) : undefined;
    if (what !== this.what || !this.dragged.max || value !== this.changes[what].value) this.select(what, value);
  }

  hide() { this.stop(); }

  close() { this.stop(); }

  stop() {
    this.waiting = clearTimeout(this.waiting);  // nothing waits any more
    this.values?.close();
  }

  select(what, asked) {
    const { least, most, step, value } = this.changes[what];
    this.what = this.choose.value = what;
    Object.assign(this.dragged, { min: least, max: most, step });
    this.dragged.value = asked ?? value;
    this.drag();
  }

  get change() { return this.changes[this.what]; }

  /** The slider has moved: solve again, the newest of what was asked for. */
  drag() {
    const { change, dragged } = this, value = dragged.valueAsNumber;
    this.shown.value = change.percent ? percent(value / 100, 0) : grouped(value);
    dragged.setAttribute("aria-valuetext", this.shown.value);
    this.stop();
    this.keep();
    this.waiting = setTimeout(() => this.solve(value), 40);
  }

  solve(value) {
    this.waiting = null;
    const { change } = this, rules = change.rules(value);
    if (value === change.value) {
      this.take(null, workshop.rules);
      return;
    }
    try {
      let tables = tablesFor(rules);
      this.values.find(takesLong(rules) ? { rules } : tables, (found) => this.take(engineOf({ ...found, ...tables }), rules), (made) => { tables = made; });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.report.replaceChildren(element("p", {}, refusalInWords(error)));
    }
  }

  /** Show the map of a changed game, or of this one, and what is different. */
  take(engine, rules) {
    Object.assign(this, { changed: engine, ruled: rules });
    this.draw();
    this.tell();
    this.keep();
    this.play.href = `#${addressOf(rules)}view=play`;
    this.play.hidden = !engine;
    const sentences = engine ? this.compare() : [say("whatif.move")];
    this.report.replaceChildren(...sentences.map((text, n) => element("p", { class: n ? "small" : "verdict" }, text)));
    announce(sentences[0]);
  }

  compare() {
    const { app: { engine: before }, changed: after, layer, state } = this;
    const hog = before.rules.family === "hog", words = { dice: hog, hold: before.banks === "hold" };
    const sentences = changesInWords(compared(before, after, { layer, state }), words);
    const start = [before, after].map((engine) => engine.reading(engine.begin(), engine.map(state, layer, this.across).values[0], layer).replace(/\.$/, ""));
    sentences.push(say("whatif.start", { was: start[0] !== start[1] && inside(start[0]), is: inside(start[1]) }));
    const [was, is] = [before, after].map((engine) => percent(engine.shares(engine.begin())[0]));
    sentences.push(say("whatif.wins", { was: was !== is && was, is }));
    return sentences;
  }

  // --- the address, which belongs to the game that is open ----------------------------------------------

  write(state) {
    this.at = state;
    this.keep();
  }

  keep() {
    const { app, what, dragged } = this;
    if (app.shown !== "whatif") return;
    const value = dragged?.value, changed = dragged && dragged.valueAsNumber !== this.change.value;
    app.write(nearest(app.engine, { ...app.state, ...this.at }), changed ? { what, value } : {});
  }

  /** Advice is asked for in the game whose map is shown. */
  link(state) {
    const view = { view: "advise", ...this.engine.addressed(state) };
    return this.changed ? `#${addressOf(this.ruled)}${new URLSearchParams(view)}` : this.app.link("advise", state);
  }
}

VIEWS.whatif = WhatIfView;
