"use strict";
// Needs dice.js words.js
// Dice that lie on the table: picked in a game, one by one, to be set aside; and entered as they
// fell at a table of wood, to be advised on.

class Tray {
  constructor(view) {
    Object.assign(this, { view, engine: view.engine, faces: [], picked: new Set() });
  }

  /** Let whoever is at the keys pick from the dice that lie there now, if any do. */
  offer() {
    const { view, engine } = this;
    const { table } = view;
    const hand = !table.over && !view.busy && view.isHand(table.mover);
    this.picked.clear();
    this.faces = table.over ? [] : engine.lying(table.state);
    view.scene.dice.classList.toggle("offered", hand && this.faces.length > 0);
    const scoring = engine.dice ? engine.choices(table.state).flatMap(({ aside }) => aside) : [];
    if (this.faces.length) {
      view.dice.show(engine.cards(table.state).map((card, place) => ({ ...card,
        ...(hand && { press: () => this.toggle(place), attributes: this.attributes(this.faces[place], place) }),
        scores: engine.dice > 0 && scoring.includes(this.faces[place]),
      })));
    }
    this.hint(hand);
  }

  /** Nothing lies there to be picked any more. */
  clear() {
    this.faces = [];
    this.hint(false);
  }

  attributes(face, place) {
    return {
      "aria-pressed": "false", "aria-keyshortcuts": `${place + 1}`,
      "aria-label": this.engine.dice ? say("play.die", { face, place: place + 1 }) : face,
    };
  }

  toggle(place) {
    const { view, picked } = this;
    const had = picked.delete(place);
    if (!this.engine.dice) picked.clear();  // of options one is taken
    if (!had) picked.add(place);
    this.changed();
  }

  changed() {
    const { view, picked } = this;
    [...view.scene.dice.children].forEach((die, n) => die.setAttribute("aria-pressed", String(picked.has(n))));
    this.hint(true);
    view.drawActions();
    view.speak(view.scene.hint.textContent);
  }

  get aside() { return this.faces.filter((face, place) => this.picked.has(place)); }

  /** What is picked, if it may be taken. */
  get choice() {
    const aside = this.aside.join();
    const choices = this.faces.length ? this.engine.choices(this.view.table.state) : [];
    return choices.find((choice) => choice.aside.join() === aside);
  }

  /** What is picked scores, 0 if it may not be taken. */
  get gain() { return this.choice?.gain ?? 0; }

  /** An action as the engine has it, of the button that was pressed and the dice that were picked. */
  meant(action) {
    const whole = !this.faces.length || this.view.table.actions.includes(action);
    return whole ? action : `${this.aside.join(" ")}, then ${action}`;
  }

  /** What was set aside or taken in the turn so far, and what is picked now. */
  drawAside() {
    const { view: { scene: { aside }, seen }, engine } = this, { turn, over } = seen;
    aside.hidden = !engine.tray || over || !seen.last;
    if (aside.hidden) return;
    const taken = seen.steps.filter((step) => step.turn === turn).flatMap(({ action }) => {
      const [words] = apart(action);
      return !words ? [] : engine.dice ? words.split(" ") : [words];
    });
    const face = (value) => (engine.dice ? { kind: "die", value: Number(value), sides: engine.rules.sides } : { kind: "points", value, name: value });
    const drawn = (value, picked) => {
      const small = smallFace(face(value));
      small.classList.toggle("picked", picked);
      return small;
    };
    aside.replaceChildren(...taken.map((value) => drawn(value, false)), ...this.aside.map((value) => drawn(value, true)));
  }

  /** What can be taken, as a hint has it: the choices that none is better than which leaves the same, and
   * how many others there are. */
  drawChoices(shown) {
    const { view, view: { scene: { choices }, table }, engine } = this;
    choices.hidden = !shown || !this.faces.length;
    if (choices.hidden) return;
    const { kept, folded } = undominated(engine, table.state, engine.payoffs(table.state)), best = engine.best(table.state);
    const row = ({ action, worth }) => {
      const button = view.scene.button(shortly(action), null, () => this.pick(action));
      button.append(element("b", {}, percent(worth)));
      button.classList.toggle("best", best.includes(action));
      return button;
    };
    choices.replaceChildren(element("h3", {}, say("play.choices")), ...kept.map(row), ...(folded.length
      ? [element("details", {}, element("summary", {}, foldedInWords(folded.length)), ...folded.map(row))] : []));
  }

  /** Pick the dice of an action. */
  pick(action) {
    const [taken] = apart(action), wanted = this.engine.dice ? taken.split(" ") : [taken], { picked, faces } = this;
    picked.clear();
    faces.forEach((face, place) => {
      const at = wanted.indexOf(`${face}`);
      if (at < 0) return;
      wanted.splice(at, 1);
      picked.add(place);
    });
    this.changed();
  }

  /** What is picked, in words. */
  hint(hand) {
    const { gain, aside, engine: { dice } } = this;
    const key = !aside.length ? (dice ? "play.pick" : "play.pick.option")
      : gain ? "play.picked" : "play.picked.nothing";
    this.view.scene.hint.textContent = hand && this.faces.length
      ? say(key, { aside: listed(aside), gain }) : "";
  }
}

class Entry {
  /** `changed` is called with the state whenever a die is entered or taken away. */
  constructor(engine, changed) {
    Object.assign(this, { engine, changed });
    const { sides } = engine.rules;
    this.shown = element("div", { class: "entered" });
    const faces = Array.from({ length: sides }, (_, n) => (
      this.die(n + 1, say("enterFace", { face: n + 1 }), () => this.add(n + 1))));
    this.field = element("div", { class: "field entry", role: "group", "aria-labelledby": "entry-title" },
      element("span", { id: "entry-title" }, say("thrown")),
      element("p", { class: "small" }, say("enter")),
      this.shown, element("div", { class: "faces" }, ...faces));
  }

  /** A die as a button. */
  die(value, label, press) {
    const button = element("button", { type: "button", class: "face", "aria-label": label });
    button.append(FACES.die({ value, sides: this.engine.rules.sides }));
    button.addEventListener("click", press);
    return button;
  }

  draw(state) {
    this.state = state;
    const faces = this.engine.facesOf(state.thrown);
    const focused = [...this.shown.children].indexOf(document.activeElement);
    this.shown.replaceChildren(...faces.map((face, place) => (
      this.die(face, say("enterTake", { face }), () => this.enter(faces.filter((_, n) => n !== place))))));
    if (focused >= 0) this.shown.children[Math.min(focused, faces.length - 1)]?.focus();
  }

  /** One die more; the first one after a whole throw begins the next throw. */
  add(face) {
    const { dice, thrown } = this.state;
    const faces = this.engine.facesOf(thrown);
    this.enter(faces.length < dice ? [...faces, face] : [face]);
  }

  enter(faces) { this.changed({ ...this.state, thrown: this.engine.written(faces) }); }

  /** How many dice of a throw that has been begun are still to be entered. */
  missing({ dice, thrown }) {
    const { length } = this.engine.facesOf(thrown);
    return length ? dice - length : 0;
  }
}

/** Which throw that leaves a choice lies on the table, one of those of the mode. */
class Offers {
  constructor(engine, changed) {
    Object.assign(this, { engine, changed });
    this.shown = element("div", { class: "offers" });
    this.field = element("div", { class: "field entry", role: "group", "aria-labelledby": "entry-title" },
      element("span", { id: "entry-title" }, say("thrown")),
      element("p", { class: "small" }, say("enterOffer")), this.shown);
  }

  draw(state) {
    const throws = this.engine.throwsOf(this.engine.modeOf(state));
    const focused = [...this.shown.children].indexOf(document.activeElement);
    this.shown.replaceChildren(...throws.flatMap(({ options }, n) => {
      if (options.length < 2) return [];
      const pressed = state.thrown === n + 1;
      const button = element("button", { type: "button", "aria-pressed": String(pressed) },
        options.map(({ word }) => word).join(" / "));
      button.addEventListener("click", () => this.changed({ ...state, thrown: pressed ? 0 : n + 1 }));
      return [button];
    }));
    this.field.hidden = !this.shown.children.length;
    this.shown.children[focused]?.focus();
  }

  missing() { return 0; }
}
