"use strict";
// Advise: the state set by sliders, steppers or typing, and what to do in it.

class AdviseView {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.inputs = {};
    const fields = app.engine.names.map((name) => this.field(name));
    this.answer = element("div", { class: "answer" });
    root.append(
      element("h2", { id: "advise-title" }, say("adviseTitle")),
      element("p", { class: "hint" }, say("adviseHint")),
      element("div", { class: "sides" },
        element("form", { class: "controls", "aria-label": say("state") }, ...fields),
        this.answer));
    root.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  }

  /** One part of the state: a slider, a number to type, and a button on each side of it. */
  field(name) {
    const label = say(name);
    const shared = { min: 0, step: 1 };
    const slider = element("input", { type: "range", "aria-label": say("slide", { name: label }), ...shared });
    const typed = element("input", { type: "number", id: `advise-${name}`, inputmode: "numeric", ...shared });
    const step = (by, key, sign) => {
      const button = element("button", { type: "button", class: "step", "aria-label": say(key, { name: label }) }, sign);
      button.addEventListener("click", () => this.change(name, this.app.state[name] + by));
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

  /** One part of the state becomes what was asked for, or as near to it as there is. */
  change(name, value) {
    if (!Number.isFinite(value)) return;
    const { engine } = this.app;
    const state = { ...this.app.state };
    const most = engine.limits(state)[name];
    state[name] = Math.min(Math.max(Math.round(value), 0), most);
    for (const [part, limit] of Object.entries(engine.limits(state))) {
      if (part in state) state[part] = Math.min(state[part], limit);
    }
    this.app.write(state);
    this.fill(name);
    this.app.announce(this.tell());
  }

  show(state) {
    this.app.write(state);
    this.fill();
    this.tell();
  }

  /** The fields as the state is; a number that is being typed is left alone. */
  fill() {
    const { engine, state } = this.app;
    const limits = engine.limits(state);
    for (const [name, { slider, typed }] of Object.entries(this.inputs)) {
      slider.max = typed.max = limits[name];
      slider.value = state[name];
      if (document.activeElement !== typed || typed.valueAsNumber > limits[name]) typed.value = state[name];
    }
  }

  /** Write the answer, and return it in a sentence. */
  tell() {
    const { engine, state } = this.app;
    const payoffs = engine.payoffs(state), best = engine.best(state);
    const words = verdict(payoffs, best);
    this.answer.replaceChildren(element("p", { class: "verdict" }, words));
    return words;
  }
}
