"use strict";
// The frame around the views: tabs, the address, settings, and the start.
//
// A view is a class in VIEWS, made once for a game with its <section> and the app.
// `show(state, params)` is called whenever the address names the view; the view writes its own changes
// to the address by `app.write(state, more)`. Of these it has those that it needs: `hide()` is called
// when another view is shown, `learned()` when the values are there (a game may be opened without),
// `surveyed()` when `engine.map` and `engine.reachable` have become quick, and `close()` before
// another game is opened in the same page. Listeners beyond the section are added with `app.signal`,
// which removes them then.

/** An element with attributes and children. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** What the page keeps from one visit to the next, if the browser lets it. */
const SETTINGS = { hand: "right", ...remembered() };

function remembered() {
  try {
    return JSON.parse(localStorage.getItem("pigcore")) || {};
  } catch {
    return {};
  }
}

/** Keep the settings; whether that could be done: a browser that keeps nothing forgets them, and nothing else. */
function keep() {
  try {
    localStorage.setItem("pigcore", JSON.stringify(SETTINGS));
    return true;
  } catch {
    return false;
  }
}

/** The language that the address asks for. */
function askedLanguage() { return location.hash.match(/[#&/]lang=(\w+)/)?.[1] ?? null; }

/** A choice of the language; the address has it only where the browser keeps nothing, or has it anyway. */
function chooseLanguage() {
  const choose = element("select", { id: "set-language" }, ...Object.entries(LANGUAGES).map(([tag, sentences]) => (
    element("option", { value: tag, lang: tag }, sentences["language.name"]))));
  choose.value = Language.tag;
  choose.addEventListener("change", () => {
    SETTINGS.language = choose.value;
    if (!keep() || askedLanguage()) {
      const rest = location.hash.replace(/([#&/])lang=\w*&?/, "$1").replace(/&$/, "");
      history.replaceState(null, "", `${rest || "#"}${rest.length > 1 ? "&" : ""}lang=${choose.value}`);
    }
    location.reload();
  });
  return element("label", { class: "language" }, element("span", {}, say("language")), choose);
}

Language.speak([askedLanguage(), SETTINGS.language, ...navigator.languages]);
document.documentElement.lang = Language.tag;

/** What is wrong, above all else; "" takes it away. */
function notify(text) {
  const notice = document.getElementById("notice");
  notice.textContent = text;
  notice.hidden = !text;
}

/** Tell a screen reader. */
function announce(text) { document.getElementById("live").textContent = text; }

/** Write the sentences that the skeleton of the page has places for. */
function fillPlaces() {
  for (const place of document.querySelectorAll("[data-say]")) place.textContent = say(place.dataset.say);
  for (const place of document.querySelectorAll("[data-say-label]")) {
    place.setAttribute("aria-label", say(place.dataset.sayLabel));
  }
}

class App {
  /** A game, and what the address begins with that names it, where a page has more than one. */
  constructor(data, prefix = "") {
    manner.aside = Boolean(data.combinations);
    this.prefix = prefix;
    this.engine = engineOf(data);
    this.state = this.engine.begin();
    this.settings = SETTINGS;
    this.views = {};
    this.closing = new AbortController();
  }

  get signal() { return this.closing.signal; }

  /** All that can be painted before the engine can answer: the frame, and the view as it begins. */
  frame() {
    const { name, rules } = this.engine.rules, { signal } = this;
    document.getElementById("name").textContent = name;
    document.getElementById("rules").textContent = foreignRules(rules, name);
    fillPlaces();
    for (const [view, View] of Object.entries(VIEWS)) {
      const section = element("section", { id: view, "data-view": view, "aria-labelledby": `${view}-title`, hidden: true });
      this.content.append(section);
      this.views[view] = new View(section, this);
      const link = element("a", { href: this.link(view), id: `tab-${view}` }, say(view));
      document.getElementById("tabs").append(element("li", {}, link));
    }
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();  // the address belongs to the state
      this.content.focus();
    }, { signal });
    this.setting("hand", "left", "right", "leftHanded");
    document.getElementById("settings").append(chooseLanguage());
    this.apply();
    this.views[this.named(this.params)].root.hidden = false;
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => notify(""), { signal });
  }

  start() {
    window.addEventListener("hashchange", () => this.read(), { signal: this.signal });
    this.read();
    if (this.engine.known) this.survey();
  }

  survey() { this.engine.survey.start(() => this.tell("surveyed")); }

  /** The values of the game are there that was opened without them. */
  learn(found) {
    const { engine } = this;
    engine.learn(found);
    engine.ready(() => {
      this.tell("learned");
      this.survey();
    });
  }

  /** Tell all views of something that they may have a method for. */
  tell(what) { for (const view of Object.values(this.views)) view[what]?.(); }

  /** Leave the page as it was before the game was opened. */
  close() {
    this.engine.survey.stop();
    this.tell("close");
    this.closing.abort();
    for (const { root } of Object.values(this.views)) root.remove();
    for (const id of ["tabs", "settings"]) document.getElementById(id).replaceChildren();
  }

  get content() { return document.getElementById("content"); }

  get params() { return new URLSearchParams(location.hash.slice(1 + this.prefix.length)); }

  /** The name of the view that an address names, or of the first one. */
  named(params) {
    return Object.hasOwn(this.views, params.get("view")) ? params.get("view") : Object.keys(this.views)[0];
  }

  /** Show what the address says. */
  read() {
    const { params } = this;
    if (Object.hasOwn(LANGUAGES, askedLanguage()) && askedLanguage() !== Language.tag) {
      location.reload();
      return;
    }
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
    document.title = say("title", { view: say(name), game: this.engine.rules.name });
    const told = this.views[name].show(this.state, params);
    notify(wrong || told || "");
    if (changed) announce(document.getElementById(`${name}-title`).textContent);
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
    const asked = askedLanguage(), lang = asked && { lang: asked };
    return `#${this.prefix}${new URLSearchParams({ view, ...this.engine.addressed(state), ...more, ...lang })}`;
  }

  announce(text) { announce(text); }

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

  /** Let the settings show, and keep them. */
  apply() {
    document.body.dataset.hand = this.settings.hand;
    keep();
  }
}
