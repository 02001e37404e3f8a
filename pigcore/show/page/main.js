"use strict";
// The frame around the views: tabs, the address, settings, and the start.
//
// A view is a class made once with its <section> and the app. `show(state, params)` is called
// whenever the address names the view; the view writes its own changes to the address by
// `app.write(state, more)`; `hide()`, where it has one, is called when another one is shown, and
// `surveyed()` when `engine.map` and `engine.reachable` have become quick.

const VIEWS = { play: PlayView, advise: AdviseView, map: MapView };

/** An element with attributes and children. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

class App {
  constructor(engine) {
    this.engine = engine;
    this.state = engine.begin();
    this.settings = { hand: "right", ...this.remembered() };
    this.views = {};
  }

  /** All that can be painted before the engine can answer: the frame, and the view as it begins. */
  frame() {
    document.getElementById("name").textContent = DATA.name;
    document.getElementById("rules").textContent = DATA.rules;
    for (const place of document.querySelectorAll("[data-say]")) {
      place.textContent = say(place.dataset.say);
    }
    for (const place of document.querySelectorAll("[data-say-label]")) {
      place.setAttribute("aria-label", say(place.dataset.sayLabel));
    }
    for (const name of ["play", "advise", "map"]) {
      const section = document.getElementById(name);
      if (!VIEWS[name]) { section.remove(); continue; }
      this.views[name] = new VIEWS[name](section, this);
      const link = element("a", { href: `#view=${name}`, id: `tab-${name}` }, say(name));
      document.getElementById("tabs").append(element("li", {}, link));
    }
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();  // the address belongs to the state
      this.content.focus();
    });
    this.setting("hand", "left", "right", "leftHanded");
    this.apply();
    this.views[this.named(this.params)].root.hidden = false;
    this.content.inert = true;
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => this.notify(""));
  }

  start() {
    this.content.inert = false;
    window.addEventListener("hashchange", () => this.read());
    this.read();
    this.engine.survey.start(() => this.views[this.shown].surveyed?.());
  }

  get content() { return document.getElementById("content"); }

  get params() { return new URLSearchParams(location.hash.slice(1)); }

  /** The name of the view that an address names, or of the first one. */
  named(params) {
    return Object.hasOwn(this.views, params.get("view")) ? params.get("view") : Object.keys(this.views)[0];
  }

  /** Show what the address says. */
  read() {
    const { params } = this;
    const state = Object.fromEntries(this.engine.names.map((name) =>
      [name, params.has(name) ? this.engine.read(name, params.get(name)) : this.state[name]]));
    const wrong = this.engine.has(state) ? "" : this.refusal(state, params);
    if (!wrong) this.state = state;
    const name = this.named(params);
    if (this.shown && this.shown !== name) this.views[this.shown].hide?.();
    const changed = this.shown && this.shown !== name;
    this.shown = name;
    for (const [other, { root }] of Object.entries(this.views)) {
      root.hidden = other !== name;
      const tab = document.getElementById(`tab-${other}`);
      if (other === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    document.title = say("title", { view: say(name), game: DATA.name });
    const told = this.views[name].show(this.state, params);
    this.notify(wrong || told || "");
    if (changed) this.announce(document.getElementById(`${name}-title`).textContent);
  }

  /** What is wrong with the numbers of an address that are no state. */
  refusal(state, params) {
    const { engine } = this, limits = engine.limits(state);
    const given = engine.names.filter((name) => params.has(name));
    const told = (name) => `${name}=${params.get(name)}`;
    const within = (name) => Number.isInteger(state[name]) && state[name] >= engine.leastOf(name) && state[name] <= limits[name];
    const name = given.find((one) => !within(one));
    if (!name) return say("address.state", { asked: given.map(told).join("&") });
    const words = engine.choicesOf(name) && listed(engine.rules.modes);
    if (words) return say("address.word", { asked: told(name), words });
    return say("address.number", { asked: told(name), name, least: engine.leastOf(name), most: limits[name] });
  }

  /** Say what is wrong with the address above all else, until somebody does something. */
  notify(text) {
    const notice = document.getElementById("notice");
    notice.textContent = text;
    notice.hidden = !text;
  }

  /** Write the state, and what else the view wants to find again, to the address. */
  write(state, more = {}) {
    this.state = state;
    history.replaceState(null, "", this.link(this.shown, state, more));
    for (const name of Object.keys(this.views)) {
      document.getElementById(`tab-${name}`).href = this.link(name, name === "play" ? {} : state);
    }
  }

  /** The address of a view of a state. */
  link(view, state = {}, more = {}) {
    return `#${new URLSearchParams({ view, ...this.engine.addressed(state), ...more })}`;
  }

  /** Tell a screen reader. */
  announce(text) { document.getElementById("live").textContent = text; }

  // --- settings ---------------------------------------------------------------------------------

  setting(name, on, off, key) {
    const box = element("input", { type: "checkbox", role: "switch", id: `set-${name}` });
    box.checked = this.settings[name] === on;
    box.addEventListener("change", () => {
      this.settings[name] = box.checked ? on : off;
      this.apply();
    });
    document.getElementById("settings").append(
      element("label", { class: "switch" }, box, element("span", {}, say(key))));
  }

  apply() {
    Object.assign(document.body.dataset, this.settings);
    try {
      localStorage.setItem("pigcore", JSON.stringify(this.settings));
    } catch { /* a browser that keeps nothing forgets the settings, and nothing else */ }
  }

  remembered() {
    try {
      return JSON.parse(localStorage.getItem("pigcore")) || {};
    } catch {
      return {};
    }
  }
}

const DATA = embedded();
const app = new App(new ENGINES.last(DATA));
window.pigcore = { engine: app.engine, app, get table() { return app.views.play.table; }, get rivals() { return app.views.play.rivals; }, verdict, marginInWords };
const soon = document.getElementById("soon");
app.frame();
soon.hidden = false;
app.engine.ready(() => {
  soon.hidden = true;
  app.start();
});
