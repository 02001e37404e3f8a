"use strict";
// Needs play.js choices.js
// Advise: what to do in any state, and in a game with real dice. You tap what was thrown, whoever threw it,
// and the page keeps the scores, says what to do, and ranks every choice; each part of the state can be set.
// What is tapped stands at the bottom edge.
//
// A game is a Table as in the Play view. A step that was not watched, such as "banked 14", is one whose
// state has these points in it. The address keeps where it stands.

/** From more modes than these nobody chooses one. */
const MOST_CHOSEN = 200;

/** What is tapped, by what is thrown: the first that serves a game. */
const PADS = [];

class AdviseView {
  constructor(root, app) {
    const { engine } = app, Pad = engine.follow && PADS.find((one) => one.serves(engine));
    Object.assign(this, { root, app, engine, fell: [], table: new Table(engine) });
    this.story = new Story(this);
    this.pad = Pad ? new Pad(this) : null;
    this.title = element("h2", { id: "advise-title", tabindex: "-1" });
    const hidden = [engine.tray, ...(engine.rounds ? [] : ["second"]), ...(engine.rules.modes?.length > MOST_CHOSEN ? [engine.modeName] : [])];
    const others = engine.names.filter((name) => !engine.scoreNames.includes(name) && !hidden.includes(name));
    this.fields = [...engine.scoreNames.map((_, player) => this.score(player)), ...others.map((name) => this.part(name))];
    this.event = element("p", { class: "event", role: "status", hidden: !this.pad });
    this.onTable = element("p", { class: "on-table", hidden: !this.pad });
    this.answer = element("section", { class: "card answer", "aria-label": say("answer") });
    this.hint = element("p", { class: "hint" }, say(this.pad ? "adviseHint" : "adviseHint.set"));
    this.bar = element("div", { class: "bar-below", role: "group", "aria-labelledby": "advise-title", hidden: !this.pad });
    root.append(this.title, this.hint,
      element("form", { class: "seats", "aria-label": say("state") }, ...this.fields.map(({ field }) => field)),
      this.onTable, this.event, this.answer,
      element("p", { class: "links" }, ...(this.pad ? [pressable(say("play.new"), () => this.anew(), "tool")] : []), this.way = element("a", {}, say("toMap"))),
      this.bar);
    root.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  }

  /** It keeps a game that is followed here; else it shows the state of other views. */
  get keeps() { return this.followed; }

  show(state, params) {
    const { engine, table } = this, mover = Number(params.get("mover") ?? 0);
    const same = engine.names.every((name) => table.state[name] === state[name]) && mover === table.mover;
    if (engine.names.some((name) => params.has(name)) && !same) this.sit(state, mover);
    this.sat = true;
    this.draw();
    this.address();
  }

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
    if (outcome) {
      this.make(table.step(engine.action(engine.throws), outcome));
      return;
    }
    if (outcome === null) {  // a throw that changes nothing
      this.fell = [];
      this.event.textContent = say("table.again");
    }
    this.draw();
  }

  choose(action) {
    const { engine, table } = this, next = engine.follow(table.state, action);
    if (!next || !table.state[engine.tray]) {
      this.make(table.step(action, null));
      return;
    }
    // The dice to be thrown then are entered.
    table.step(action, null, table.state, { state: next, same: true, winner: null, events: [], details: {} });
    this.done(say("table.aside", { aside: action.take.join(" ") }));
  }

  /** A turn that was not watched: it banked so many points, or busted. */
  pass(points) {
    const { engine, table } = this, start = engine.turnStart(table.state);
    const state = points ? { ...start, [engine.pointsName]: points } : start;
    this.make(table.step(engine.action(points ? engine.banks : "bust"), null, state));
  }

  make(step) { this.done(this.story.of(step)); }

  done(sentence) {
    this.fell = [];
    this.changed(sentence);
    if (this.table.over) this.title.focus();
  }

  undo() {
    if (this.fell.length) this.fell.pop();
    else if (this.table.steps.length) this.table.steps.pop();
    else [this.table, this.earlier] = [this.earlier, null];
    const { story, table } = this;
    this.changed(table.last && !this.fell.length ? say("play.undone", {
      scores: story.each(table.scores), turn: story.tell("play.turn", table.mover) }) : "");
  }

  anew() {
    this.sit(this.engine.begin(), 0);
    this.changed("");
    this.followed = false;
  }

  /** A part of the state is another one, or as near to it as there is; of another mode nothing is thrown. */
  set(name, value) {
    const { engine, engine: { tray, modeName }, table: { state, mover } } = this;
    if (Number.isFinite(value)) this.sit(nearest(engine, { ...state, ...(tray && name === modeName && { [tray]: 0 }), [name]: value }), mover);
    this.changed("");
    announce(this.answer.querySelector(".verdict")?.textContent ?? "");
  }

  changed(sentence) {
    this.event.textContent = sentence;
    this.draw();
    this.followed = Boolean(this.pad);
    this.address();
  }

  address() {
    const { app, table: { state, mover, over } } = this;
    if (!over) app.write(state, mover ? { mover } : {});
  }

  // --- the state --------------------------------------------------------------------------------------

  number(id, label, range, change) {
    const typed = element("input", { type: "number", inputmode: "numeric", id, ...range });
    typed.addEventListener("change", () => change(typed.valueAsNumber));
    return { typed, field: element("div", { class: "seat" }, element("label", { for: id }, label), typed) };
  }

  score(player) {
    const { engine, story, engine: { unit } } = this;
    const made = this.number(`advise-score-${player}`, story.name(player), { min: 0, step: unit }, (score) => (
      this.set(engine.scoreNames[(player - this.table.mover + engine.players) % engine.players], score)));
    return { ...made, draw: ({ scores, mover, over }) => {
      made.typed.value = scores[player];
      made.field.classList.toggle("moves", !over && player === mover);
    } };
  }

  /** Another part of the state: texts to choose from, on or off, or a number. */
  part(name) {
    const { engine } = this, id = `advise-${name}`, choices = engine.choicesOf?.(name), label = say(name);
    if (choices) {
      const typed = selection(id, [...choices.entries()], (value) => this.set(name, Number(value)));
      return { typed, draw: ({ state }) => { typed.value = state[name]; }, field: element("div", { class: "seat" }, element("label", { for: id }, label), typed) };
    }
    if (engine.switches.includes(name)) {
      const { box: typed, label: field } = switching(label, () => this.set(name, 1 - this.table.state[name]));
      const mine = ({ state, mover }) => (mover ? engine.facing(state) : state)[name];  // as you see it
      return { typed, draw: (table) => { typed.checked = mine(table) === 1; }, field };
    }
    const made = this.number(id, label, { min: engine.leastOf(name), step: engine.stepOf(name) }, (value) => this.set(name, value));
    return { ...made, draw: ({ state }) => { made.typed.value = state[name]; } };
  }

  // --- drawing ----------------------------------------------------------------------------------------

  draw() {
    const { table, engine, story } = this, { state, mover, over, winner } = table;
    const { activeElement: had } = document, held = this.root.contains(had);
    this.title.textContent = over ? endingOf(this, winner) : story.tell("play.turn", mover);
    for (const { typed, draw } of this.fields) {
      draw(table);
      typed.disabled = over;
    }
    this.hint.hidden = table.steps.length > 0;
    this.onTable.textContent = over || !this.pad ? "" : this.pad.standing?.() ?? story.onTable(table);
    this.answer.hidden = over;
    if (!over) this.advise(state);
    this.way.hidden = over || !engine.mapped;
    this.way.href = this.app.link("map", state);
    if (this.pad) this.bar.replaceChildren(...(over ? [this.undoing()] : this.below(state)));
    if (held && !this.root.contains(document.activeElement)) this.refocus(had);
  }

  /** What had the focus was drawn anew: the focus goes to what now has its name, or to what is tapped next. */
  refocus(had) {
    const name = (button) => button.getAttribute("aria-label") ?? button.textContent;
    const there = [...this.bar.querySelectorAll("button:enabled")];
    (there.findLast((button) => name(button) === name(had)) ?? there[0] ?? this.title).focus({ preventScroll: true });
  }

  advise(state) {
    const { engine, story, table: { mover } } = this;
    if (!engine.known) {
      this.answer.replaceChildren(element("p", { class: "verdict" }, say("values.soon")));
      return;
    }
    const { payoffs, best, what, words } = advised(engine, state);
    const names = engine.scoreNames.map((_, n) => story.name((mover + n) % engine.players));
    this.answer.replaceChildren(
      element("p", { class: "on-paper" }, standing(engine, state), " ", drawn(state[engine.tray] ? engine.cards(state) : [])),
      element("p", { class: `decision ${best[0].then}` }, what), element("p", { class: "verdict" }, words),
      choiceTable(engine, state, { press: (action) => this.choose(action) }),
      ...everyone(engine, payoffs, names),
      element("p", { class: "small" }, engine.remark(state)));
  }

  below(state) {
    const { engine, table, fell } = this, actions = engine.actions(state);
    if (state[engine.tray]) {
      const only = engine.known ? engine.best(state)[0] : actions[0];
      return [element("p", { class: "pick" }, say(actions.length > 1 ? "table.choose" : "table.only")),
        element("div", { class: "faces" }, ...engine.cards(state).map((card) => element("span", { class: "face lies" }, FACES[card.kind](card)))),
        this.row(this.doing(only, shortly(only)))];
    }
    const found = [], does = [];
    for (const action of actions) {
      if (action.then === engine.throws) {
        found.push(element("p", { class: "pick" }, this.pad.hint(fell)),
          element("div", { class: `faces ${this.pad.kind}` }, ...this.pad.buttons(fell)));
      } else if (!fell.length) {
        const total = engine.total(state);
        does.push(this.doing(action, action.then === engine.banks && total ? say(`play.${action.then}`, { total }) : command(action)));
      }
    }
    found.push(this.row(...does));
    const begun = fell.length || engine.total(state) || engine.modeOf(state) !== engine.rules.start;
    if (table.mover && !begun) found.push(this.unwatched());
    return found;
  }

  doing(action, label) {
    const button = pressable(label, () => this.choose(action), "action");
    button.dataset.then = action.then;
    return button;
  }

  /** What can be done instead of a throw, beside what takes the last tap back. */
  row(...buttons) { return element("div", { class: "row" }, this.undoing(), ...buttons); }

  unwatched() {
    const { engine, story, table: { mover } } = this;
    const typed = element("input", { type: "number", inputmode: "numeric", id: "advise-banked", min: 0, step: engine.unit });
    const bank = () => {
      const points = engine.unit * Math.round(typed.valueAsNumber / engine.unit);
      if (points > 0 && points <= engine.furthest) this.pass(points);
      else typed.focus();
    };
    typed.addEventListener("keydown", (event) => { if (event.key === "Enter") bank(); });
    return element("div", { class: "unwatched" },
      element("label", { for: typed.id }, story.tell("table.unwatched", mover)), typed,
      pressable(say("table.banked"), bank, "tool"), pressable(say("table.nothing"), () => this.pass(0), "tool"));
  }

  undoing() {
    const button = pressable(say("play.undo"), () => this.undo(), "tool");
    button.disabled = !this.fell.length && !this.table.steps.length && !this.earlier;
    return button;
  }
}

/** Dice: all of a throw one after the other; what has no faces is chosen as a whole. */
class DicePad {
  static serves() { return true; }

  constructor(view, kind = "dice") { Object.assign(this, { view, engine: view.engine, kind }); }

  get state() { return this.view.table.state; }

  /** What was tapped, as `die` draws it: a tap takes it back. */
  entered(fell, die) {
    const { view } = this;
    return fell.length ? [element("div", { class: "entered" }, ...fell.map((fallen, place) => die(fallen, () => {
      fell.splice(place, this.engine.dice?.kinds.length > 1 ? Infinity : 1);
      view.draw();
    })))] : [];
  }

  /** All that can fall, where it is not dice that are set aside. */
  get outcomes() { return this.engine.throwsOf(this.engine.modeOf(this.state)); }

  /** How many things are thrown, and what each can show; none where a throw has no faces. */
  get dice() {
    const { engine, state } = this;
    if (engine.dice) {  // of several kinds one after the other
      const { kinds } = engine.dice, dice = engine.dice.of(engine.modeOf(state)), [name, chances] = kinds[dice[this.view.fell.length] ?? 0];
      return { count: dice.length, name, shown: [...chances.keys()].filter((n) => chances[n] > 0).map((n) => n + 1) };
    }
    const faces = this.outcomes.map((outcome) => outcome.faces), [{ length: count }] = faces;
    if (!faces.every((all) => all.length === count)) return { count: 0, shown: [] };
    return { count, shown: [...new Set(faces.flat())].sort((one, other) => one - other) };
  }

  hint(fell) {
    const { count, name = "" } = this.dice;
    return [fell.length ? say("table.left", { count: count - fell.length }) : say("table.tap", { count: count || 1 }), name && `${name}:`].join(" ").trim();
  }

  buttons(fell) {
    const { view, state } = this, { count, shown } = this.dice;
    const drawn = (outcome) => view.story.faces({ state, outcome });
    if (!count) {
      const words = (outcome) => drawn(outcome).map(({ spoken, value }) => spoken || value).join(" / ");
      return this.outcomes.map((outcome) => pressable(words(outcome), () => view.fall(outcome), "tool"));
    }
    const die = (value, press, key) => {
      const button = pressable("", press, "face die");
      button.setAttribute("aria-label", key ? say(key, { face: value }) : value);
      button.append(FACES.die({ value, sides: shown.length }));
      return button;
    };
    return [...this.entered(fell, (face, press) => die(face, press, "enterTake")), ...shown.map((face) => die(face, () => view.fall(face)))];
  }

  /** The outcome that these are; undefined while something is missing. */
  outcome(fell) {
    const { count } = this.dice;
    if (!count) return fell[0];
    const { dice } = this.engine, mode = this.engine.modeOf(this.state);
    if (dice) return fell.length < count ? undefined : { faces: dice.inOrder(fell, mode) };
    const possible = this.outcomes.filter(({ faces }) => fell.every((face) => (
      faces.filter((each) => each === face).length >= fell.filter((each) => each === face).length)));
    return possible.length === 1 ? possible[0] : undefined;
  }
}

PADS.push(DicePad);
VIEWS.advise = AdviseView;
