"use strict";
// Needs dice.js choices.js
// Dice that lie on the table, picked one by one to be set aside.

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
        scores: engine.dice !== null && scoring.includes(this.faces[place]),
      })));
    }
    this.hint(hand);
  }

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

  get gain() { return this.choice?.gain ?? 0; }

  /** The action of the button that was pressed and the dice that were picked. */
  meant(then) {
    const { engine, faces, view: { table } } = this, alone = engine.action(then);
    return !faces.length || table.actions.includes(alone) ? alone : engine.action(then, this.aside);
  }

  /** What was set aside or taken in the turn so far, and what is picked now. */
  drawAside() {
    const { view: { scene: { aside }, seen }, engine } = this, { turn, over } = seen;
    aside.hidden = !engine.tray || over || !seen.last;
    if (aside.hidden) return;
    const taken = seen.steps.filter((step) => step.turn === turn).flatMap(({ action: { take } }) => take);
    const face = (value) => (engine.dice ? engine.dice.die(value) : { kind: "points", value, name: value, spoken: value });
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
    choices.replaceChildren(element("h3", {}, say("play.choices")),
      choiceTable(engine, table.state, { press: (action) => this.pick(action) }));
  }

  pick({ take }) {
    const wanted = [...take], { picked, faces } = this;
    picked.clear();
    faces.forEach((face, place) => {
      const at = wanted.indexOf(face);
      if (at < 0) return;
      wanted.splice(at, 1);
      picked.add(place);
    });
    this.changed();
  }

  hint(hand) {
    const { gain, aside, engine: { dice } } = this;
    const key = aside.length ? "play.picked" : dice ? "play.pick" : "play.pick.option";
    this.view.scene.hint.textContent = hand && this.faces.length
      ? say(key, { aside: listed(aside), gain }) : "";
  }
}
