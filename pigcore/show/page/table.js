"use strict";
// Needs play.js
// At the table: an adviser for real dice. You tap what was thrown, whoever threw it, and the page keeps
// the scores, says what to do, and ranks every choice. Everything to be tapped is at the bottom edge.
//
// A game is a Table as in the Play view. A step that was not watched, such as "banked 14", is one whose
// state has these points in it.

/** What is tapped, by what is thrown: the first that serves a game. */
const PADS = [];

class TableView {
  constructor(root, app) {
    Object.assign(this, { root, app, engine: app.engine, fell: [], kept: new Kept(keptAs(app.engine)) });
    this.story = new Story(this);
    const Pad = PADS.find((one) => one.serves(this.engine));
    this.pad = new Pad(this);
    this.title = element("h2", { id: "table-title", tabindex: "-1" });
    this.scores = this.engine.scoreNames.map((_, player) => this.score(player));
    this.switches = this.engine.switches.map((name) => this.toggle(name));
    this.event = element("p", { class: "event", role: "status" });
    this.onTable = element("p", { class: "on-table" });
    this.answer = element("section", { class: "card advice", "aria-label": say("answer") });
    this.hint = element("p", { class: "hint" }, say("tableHint"));
    this.bar = element("div", { class: "bar-below", role: "group", "aria-labelledby": "table-title" });
    root.append(this.title, this.hint,
      element("div", { class: "seats", role: "group", "aria-label": say("table.scores") },
        ...this.scores.map(({ field }) => field)),
      ...this.switches.map(({ field }) => field),
      this.onTable, this.event, this.answer,
      element("p", { class: "links" }, this.button(say("play.new"), () => this.anew())), this.bar);
    this.table = new Table(this.engine);
  }

  /** The address keeps where the game stands, and so does the device what was tapped: it goes on later. */
  get keeps() { return true; }

  show(state, params) {
    const { engine, kept: { here: { table: kept } } } = this;
    if (params.has("own")) {
      this.sit(state, Number(params.get("mover")));
    } else if (!this.sat && kept?.game === this.game && engine.names.every((name) => name in kept.state) && engine.has(kept.state)) {
      this.sit(kept.state, kept.mover);
    }
    this.sat = true;
    this.draw();
    this.address();
  }

  /** What tells games apart whose scores are kept. */
  get game() { return this.app.prefix || `${this.engine.rules.name} ${this.engine.goal}`; }

  /** Go on from a state, with this player to move; what was before can be had back. */
  sit(state, mover) {
    this.earlier = this.sat && this.table;
    this.table = new Table(this.engine, state, [...this.engine.scoreNames.keys()].includes(mover) ? mover : 0);
    this.fell = [];
    this.event.textContent = "";
  }

  learned() { if (!this.root.hidden) this.draw(); }

  // --- who is who, as a story has it ------------------------------------------------------------------

  isHand(player) { return player === 0; }

  get hands() { return 1; }

  get seats() { return this.engine.scoreNames.map((_, player) => (player ? "guest" : "hand")); }

  rival(seat) { return seat === "guest" ? { name: say("table.opponent") } : undefined; }

  // --- what is done -----------------------------------------------------------------------------------

  /** One more die or one more thing that fell; a whole throw is a step. */
  fall(thing) {
    const { table, engine } = this;
    this.fell.push(thing);
    const outcome = this.pad.outcome(this.fell);
    if (outcome === undefined) this.draw();
    else if (outcome === null) this.again();
    else this.make(table.step(engine.throws, outcome));
  }

  /** A throw that changes nothing. */
  again() {
    this.fell = [];
    this.event.textContent = say("table.again");
    this.draw();
  }

  /** Do what is chosen of a throw or instead of one. */
  choose(action) {
    const { engine, table } = this, next = engine.follow(table.state, action);
    if (!next || !table.state[engine.tray]) {
      this.make(table.step(action, null));
      return;
    }
    const { mover, turn, state } = table;  // the dice to be thrown then are entered
    const text = say("table.aside", { aside: apart(action)[0] });
    table.steps.push({ mover, turn, state, action, outcome: null,
      result: { state: next, same: true, winner: null, events: [], details: {} } });
    this.done(text);
  }

  /** A turn that was not watched: it banked so many points, or busted. */
  pass(points) {
    const { engine, table } = this, { mover, turn } = table, start = engine.turnStart(table.state);
    const state = points ? { ...start, [engine.pointsName]: points } : start;
    const action = points ? engine.banks : "bust";
    table.steps.push({ mover, turn, state, action, outcome: null, result: engine.after(state, action, null) });
    this.make(table.last);
  }

  make(step) { this.done(this.story.of(step)); }

  done(sentence) {
    this.fell = [];
    this.event.textContent = sentence;
    this.draw();
    this.write();
    if (this.table.over) this.title.focus();
  }

  undo() {
    if (this.fell.length) this.fell.pop();
    else if (this.table.steps.length) this.table.steps.pop();
    else [this.table, this.earlier] = [this.earlier, null];
    this.event.textContent = this.table.last && !this.fell.length ? say("play.undone", {
      scores: this.story.each(this.table.scores), turn: this.story.tell("play.turn", this.table.mover) }) : "";
    this.draw();
    this.write();
  }

  anew() {
    this.sit(this.engine.begin(), 0);
    this.draw();
    this.write();
  }

  /** Somebody's score is another one: the game goes on from there, at the start of the turn. */
  correct(player, score) {
    const { engine, table } = this, { mover, scores } = table;
    if (!Number.isFinite(score)) return;
    scores[player] = score;
    const seen = engine.scoreNames.map((name, n) => [name, scores[(mover + n) % scores.length]]);
    this.sit(nearest(engine, engine.turnStart({ ...table.state, ...Object.fromEntries(seen) })), mover);
    this.draw();
    this.write();
  }

  /** A part of the state that is on or off, as you see it: who began. */
  toggle(name) {
    const { engine } = this, box = element("input", { type: "checkbox", role: "switch" });
    box.addEventListener("change", () => {
      const { state, mover } = this.table;
      this.sit(engine.turnStart({ ...state, [name]: 1 - state[name] }), mover);
      this.draw();
      this.write();
    });
    const draw = ({ state, mover, over }) => {
      box.checked = (mover ? engine.facing(state) : state)[name] === 1;
      box.disabled = over;
    };
    return { draw, field: element("label", { class: "switch" }, box, element("span", {}, say(name))) };
  }

  address() {
    const { app, table: { state, mover, over } } = this;
    if (!over) app.write(state, { mover });
  }

  write() {
    const { table: { state, mover, over } } = this;
    this.kept.sit(over ? undefined : { game: this.game, state, mover });
    this.address();
  }

  // --- drawing ----------------------------------------------------------------------------------------

  /** One player's score, which can be corrected. */
  score(player) {
    const { engine, story } = this, id = `table-score-${player}`, range = { min: 0, max: engine.goal - engine.unit, step: engine.unit };
    const typed = element("input", { type: "number", inputmode: "numeric", id, ...range });
    typed.addEventListener("change", () => this.correct(player, typed.valueAsNumber));
    return { typed, field: element("div", { class: "seat" }, element("label", { for: id }, story.name(player)), typed) };
  }

  draw() {
    const { table, engine, story } = this, { state, mover, over, winner, scores } = table;
    const { activeElement: had } = document, held = this.root.contains(had);
    this.title.textContent = over ? this.ending(winner) : story.tell("play.turn", mover);
    this.scores.forEach(({ typed, field }, player) => {
      typed.value = scores[player];
      typed.disabled = over;
      field.classList.toggle("moves", !over && player === mover);
    });
    for (const each of this.switches) each.draw(table);
    this.hint.hidden = table.steps.length > 0;
    this.onTable.textContent = over ? "" : this.pad.standing?.() ?? story.onTable(table);
    this.answer.hidden = over;
    if (!over) this.advise(state);
    this.bar.replaceChildren(...(over ? [this.undoing()] : this.below(state)));
    if (held && !this.root.contains(document.activeElement)) this.refocus(had);
  }

  /** What had the focus was drawn anew: the focus goes to what now has its name, or to what is tapped next. */
  refocus(had) {
    const name = (button) => button.getAttribute("aria-label") ?? button.textContent;
    const there = [...this.bar.querySelectorAll("button:enabled")];
    (there.findLast((button) => name(button) === name(had)) ?? there[0] ?? this.title).focus({ preventScroll: true });
  }

  ending(winner) {
    const { scores } = this.table;
    if (winner === null) return say(this.engine.drawn);
    const [own, ...others] = scores.map((_, n) => scores[(winner + n) % scores.length]);
    return this.story.tell("play.ended", winner, { own, opp: listed(others) });
  }

  /** What to do, and how good each choice is. */
  advise(state) {
    const { engine } = this;
    if (!engine.known) {
      this.answer.replaceChildren(element("p", { class: "verdict" }, say("values.soon")));
      return;
    }
    const { payoffs, best, what, words } = advised(engine, state);
    this.answer.replaceChildren(
      element("p", { class: `decision ${apart(best[0])[1]}` }, state[engine.tray] ? shortly(best[0]) : what),
      element("p", { class: "verdict" }, words), this.ranking(state, payoffs, best));
  }

  /** Every choice, the best first, with its chance to win, and to bust with the next throw and in the turn. */
  ranking(state, payoffs, best) {
    const { engine } = this, outlook = engine.outlook(state), thrown = Boolean(state[engine.tray]);
    const number = (text) => element("td", { class: "number" }, text);
    const rows = payoffs.map(({ action, worth }) => {
      const { mode, then } = engine.parts(state, action), throws = then === engine.throws;
      const words = thrown && action !== "bust" ? shortly(action) : command(action);
      const name = thrown ? this.button(words, () => this.choose(action), "choice") : words;
      return element("tr", { class: best.includes(action) ? "best" : null },
        element("th", { scope: "row" }, name), number(percent(worth)),
        number(throws ? percent(engine.rules.falls[mode][0] + engine.rules.falls[mode][1], 1) : ""),
        number(throws ? percent(outlook(action).bust, 1) : ""));
    });
    const heads = ["choice", "winChance", "table.throwBusts", "table.turnBusts"];
    return element("table", { class: "payoffs ranking" },
      element("caption", { class: "unseen" }, say("allChoices")),
      element("thead", {}, element("tr", {}, ...heads.map((key) => element("th", { scope: "col" }, say(key))))),
      element("tbody", {}, ...rows));
  }

  button(label, press, kind = "tool") {
    const button = element("button", { type: "button", class: kind }, label);
    button.addEventListener("click", press);
    return button;
  }

  /** What can be tapped in a state. */
  below(state) {
    const { engine, table, fell } = this, actions = engine.actions(state);
    if (state[engine.tray]) {
      const only = engine.known ? engine.best(state)[0] : actions[0];
      return [element("p", { class: "pick" }, say(actions.length > 1 ? "table.choose" : "table.only")),
        element("div", { class: "faces" }, ...this.lying(state)),
        this.row(this.doing(only, shortly(only)))];
    }
    const found = [], does = [], throws = actions.includes(engine.throws);
    if (throws) {
      found.push(element("p", { class: "pick" }, this.pad.hint(fell)),
        element("div", { class: `faces ${this.pad.kind}` }, ...this.pad.buttons(fell)));
    }
    for (const action of actions) {
      if (action === engine.throws || fell.length) continue;
      const total = engine.total(state), key = `play.${action}`;
      does.push(this.doing(action, Language.has(key) && total ? say(key, { total }) : command(action)));
    }
    found.push(this.row(...does));
    const begun = fell.length || engine.total(state) || engine.modeOf(state) !== engine.rules.start;
    if (table.mover && !begun) found.push(this.unwatched());
    return found;
  }

  /** A large button to do something. */
  doing(action, label) {
    const button = this.button(label, () => this.choose(action), "action");
    button.dataset.then = apart(action)[1];
    return button;
  }

  /** What can be done instead of a throw, beside what takes the last tap back. */
  row(...buttons) { return element("div", { class: "row" }, this.undoing(), ...buttons); }

  /** What lies on the table, to be looked at beside the choices. */
  lying(state) {
    const { engine } = this;
    return engine.cards(state).map((card) => {
      const die = element("span", { class: "face lies" });
      die.append(FACES[card.kind](card));
      return die;
    });
  }

  /** The turn of another player in one number. */
  unwatched() {
    const { engine, story, table: { mover } } = this;
    const typed = element("input", { type: "number", inputmode: "numeric", id: "table-banked", min: 0, step: engine.unit });
    const bank = () => {
      const points = engine.unit * Math.round(typed.valueAsNumber / engine.unit);
      if (points > 0 && points <= engine.furthest) this.pass(points);
      else typed.focus();
    };
    typed.addEventListener("keydown", (event) => { if (event.key === "Enter") bank(); });
    return element("div", { class: "unwatched" },
      element("label", { for: typed.id }, story.tell("table.unwatched", mover)), typed,
      this.button(say("table.banked"), bank), this.button(say("table.nothing"), () => this.pass(0)));
  }

  undoing() {
    const button = this.button(say("play.undo"), () => this.undo());
    button.disabled = !this.fell.length && !this.table.steps.length && !this.earlier;
    return button;
  }
}

/** Dice or pigs: all of a throw one after the other; what has no faces is chosen as a whole. */
class DicePad {
  static serves() { return true; }

  constructor(view) { Object.assign(this, { view, engine: view.engine, kind: "dice" }); }

  get state() { return this.view.table.state; }

  /** All that can fall, where it is not dice that are set aside. */
  get outcomes() { return this.engine.falls(this.engine.throws, this.state); }

  /** How many things are thrown, and what each can show; none where a throw has no faces. */
  get dice() {
    const { engine, state } = this;
    if (engine.dice) return { count: state[engine.modeName], shown: engine.rules.faces.map((_, n) => n + 1) };
    const faces = this.outcomes.map((outcome) => outcome.faces), [{ length: count }] = faces;
    if (!faces.every((all) => all.length === count)) return { count: 0, shown: [] };
    return { count, shown: [...new Set(faces.flat())].sort(rising) };
  }

  hint(fell) {
    const { count } = this.dice, left = count - fell.length;
    if (!fell.length) return say(count > 1 ? "table.tap.many" : "table.tap", { count });
    return say(left === 1 ? "table.left.one" : "table.left", { count: left });
  }

  buttons(fell) {
    const { view, state } = this, { count, shown } = this.dice;
    const drawn = (outcome) => view.story.faces({ state, outcome });
    if (!count) {
      return this.outcomes.map((outcome) => (
        view.button(drawn(outcome).map(({ spoken, value }) => spoken || value).join(" + "), () => view.fall(outcome))));
    }
    const kind = this.engine.dice ? "dice" : this.outcomes[0].drawn;
    const die = (value, key, press) => {
      const [face] = drawn({ drawn: kind, faces: [value], kind: "gain" });
      const button = view.button("", press, `face ${face.kind}`);
      button.setAttribute("aria-label", key ? say(key, { face: face.spoken }) : face.spoken);
      button.append(FACES[face.kind](face.kind === "die" ? { ...face, sides: shown.length } : face));
      if (face.name) button.append(element("small", {}, face.name));
      return button;
    };
    const entered = fell.map((face, place) => die(face, "enterTake", () => {
      fell.splice(place, 1);
      view.draw();
    }));
    return [...(fell.length ? [element("div", { class: "entered" }, ...entered)] : []),
      ...shown.map((face) => die(face, null, () => view.fall(face)))];
  }

  /** The outcome that these are; undefined while something is missing. */
  outcome(fell) {
    const { count } = this.dice;
    if (!count) return fell[0];
    if (this.engine.dice) return fell.length < count ? undefined : { faces: [...fell].sort(rising) };
    const possible = this.outcomes.filter(({ faces }) => fell.every((face) => (
      faces.filter((each) => each === face).length >= fell.filter((each) => each === face).length)));
    return possible.length === 1 ? possible[0] : undefined;
  }
}

/** Numbers as they rise, words as they come. */
function rising(one, other) { return typeof one === "number" ? one - other : 0; }

PADS.push(DicePad);
VIEWS.table = TableView;
