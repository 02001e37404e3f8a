"use strict";
// Needs engine.js words.js
// The frame around the views: tabs, the address, settings, and the start.
//
// A view is a class in VIEWS, made once for a game with its <section> and the app.
// `show(state, params)` is called whenever the address names the view; the view writes its own changes
// to the address by `app.write(state, more)`. One that `keeps` a state of its own is not moved to that
// of another view. Of these it has those that it needs: `hide()` is called
// when another view is shown, `learned()` when the values are there (a game may be opened without), and `close()` before
// another game is opened in the same page. Listeners beyond the section are added with `app.signal`,
// which removes them then.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") made.style.cssText = value;  // an attribute of this name is against the page's policy
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** A drawing, or a part of one. Texts are children, and never read as anything else. */
function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function pressable(words, press, kind = "") {
  const button = element("button", { type: "button", class: kind }, words);
  button.addEventListener("click", press);
  return button;
}

/** A choice from texts, [[value, text], …]. */
function selection(id, options, change) {
  const select = element("select", { id }, ...options.map(([value, text]) => element("option", { value }, text)));
  select.addEventListener("change", () => change(select.value));
  return select;
}

/** A switch with its words: the label, and the box in it. */
function switching(words, change) {
  const box = element("input", { type: "checkbox", role: "switch" });
  box.addEventListener("change", () => change(box.checked));
  return { box, label: element("label", { class: "switch" }, box, element("span", {}, words)) };
}

/** Copy a text; where a page has no leave to, by way of a field in it. */
async function copied(text, place) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", {}, text);
    place.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

class Settings {
  constructor() {
    this.values = this.remembered();
    Language.speak([this.asked, this.values.language, ...navigator.languages]);
  }

  /** What somebody likes, and what holds where nothing else was chosen. */
  usual(values) { return Object.assign(this.values, { ...values, ...this.values }); }

  frame() {
    document.documentElement.lang = Language.tag;
    for (const place of document.querySelectorAll("[data-say]")) place.textContent = say(place.getAttribute("data-say"));
    for (const place of document.querySelectorAll("[data-say-label]")) {
      place.setAttribute("aria-label", say(place.getAttribute("data-say-label")));
    }
    const content = document.getElementById("content");
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();  // the address belongs to the state
      content.focus();
    });
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => notify(""));
    this.languages();
  }

  /** A choice of the language; the address has it only where the browser keeps nothing, or has it anyway. */
  languages() {
    const choose = selection("set-language", Object.keys(LANGUAGES).map((tag) => [tag, LANGUAGES[tag]["language.name"]]), (tag) => {
      if (!this.set("language", tag) || this.asked) {
        const rest = location.hash.slice(1).replace(/&?\blang=\w*/, "");
        history.replaceState(null, "", `#${rest}${rest && "&"}lang=${tag}`);
      }
      location.reload();
    });
    choose.value = Language.tag;
    for (const option of choose.options) option.lang = option.value;
    document.getElementById("settings").append(
      element("label", { class: "language" }, element("span", {}, say("language")), choose));
  }

  get asked() { return location.hash.match(/[#&/]lang=(\w+)/)?.[1] ?? null; }

  /** Whether the address has come to ask for another language, in which case the page begins anew. */
  otherLanguage() {
    const { asked } = this, other = ![null, Language.tag].includes(asked) && Object.hasOwn(LANGUAGES, asked);
    if (other) location.reload();
    return other;
  }

  /** Change a setting, and keep it beside what other pages may have changed: whether that could be done. */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem("pigcore", JSON.stringify({ ...this.remembered(), [name]: value }));
      return true;
    } catch {  // a browser that keeps nothing forgets the settings, and nothing else
      return false;
    }
  }

  remembered() {
    let kept;
    try { kept = JSON.parse(localStorage.getItem("pigcore")); } catch { /* nothing is kept */ }
    return kept && typeof kept === "object" ? kept : {};  // nothing else was written here
  }
}

/** What is wrong, above all else; "" takes it away. */
function notify(text) {
  const notice = document.getElementById("notice");
  notice.textContent = text;
  notice.hidden = !text;
}

/** The whole address of a tab: a tab that a phone has scrolled away is no link to a part of the page. */
function whole(link) { return new URL(link, location.href).href; }

function announce(text) { document.getElementById("live").textContent = text; }

const settings = new Settings();

const TABS = ["play", "review", "practice", "advise", "map", "change", "whatif"];

class App {
  /** A game, and what the address begins with that names it, where a page has more than one. */
  constructor(data, prefix = "") {
    manner.aside = Boolean(data.combinations);
    this.prefix = prefix;
    this.engine = engineOf(data);
    this.state = this.engine.begin();
    this.settings = settings.values;
    this.views = {};
    this.closing = new AbortController();
  }

  get signal() { return this.closing.signal; }

  /** All that can be painted before the engine can answer: the frame, and the view as it begins. */
  frame() {
    const { name, told } = this.engine.rules;
    document.getElementById("name").textContent = name;
    document.getElementById("rules").textContent = told.map(({ words }) => words).join(" ");
    for (const view of this.there) {
      const link = element("a", { href: whole(this.link(view)), id: `tab-${view}` }, say(view));
      document.getElementById("tabs").append(element("li", {}, link));
    }
    const shown = this.named(this.params);
    for (const view of this.there) if (view === "play" || view === shown) this.build(view);
    this.views[shown].root.hidden = false;
  }

  get there() { return TABS.filter((view) => ({ map: this.engine.mapped, whatif: this.engine.mapped })[view] ?? true); }

  build(view) {
    const section = element("section", { id: view, "data-view": view, "aria-labelledby": `${view}-title`, hidden: true });
    const later = this.there.slice(this.there.indexOf(view) + 1).map((name) => document.getElementById(name));
    this.content.insertBefore(section, later.find((one) => one) ?? null);
    this.views[view] = new VIEWS[view](section, this);
  }

  start() {
    for (const view of this.there) if (!this.views[view]) this.build(view);
    window.addEventListener("hashchange", () => this.read(), { signal: this.signal });
    this.read();
  }

  /** The values of the game are there that was opened without them. */
  learn(found) {
    this.engine.learn(found);
    this.tell("learned");
  }

  /** Tell all views of something that they may have a method for. */
  tell(what) { for (const view of Object.values(this.views)) view[what]?.(); }

  /** Leave the page as it was before the game was opened. */
  close() {
    this.tell("close");
    this.closing.abort();
    for (const { root } of Object.values(this.views)) root.remove();
    document.getElementById("tabs").replaceChildren();
  }

  get content() { return document.getElementById("content"); }

  get params() { return new URLSearchParams(location.hash.slice(1 + this.prefix.length)); }

  /** The name of the view that an address names, or of the first one. */
  named(params) {
    const view = params.get("view") === "table" ? "advise" : params.get("view");  // as it was called once
    return this.there.includes(view) ? view : this.there[0];
  }

  /** Whether the address is as it was read or written last, and leads nowhere else, which is read in a moment. */
  get here() { return location.hash === this.address; }

  read() {
    const { params } = this;
    if (settings.otherLanguage()) return;
    this.address = location.hash;
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
      const row = tab.closest("nav");  // on a phone it scrolls
      if (other === name) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    }
    document.title = say("title", { view: say(name), game: this.engine.rules.name });
    const note = this.views[name].show(this.state, params);
    notify(wrong || note || "");
    if (changed) announce(document.getElementById(`${name}-title`).textContent);
  }

  /** What is wrong with the numbers of an address that are no state. */
  refusal(state, params) {
    const { engine } = this, limits = engine.limits(state);
    const given = engine.names.filter((name) => params.has(name));
    const pair = (name) => `${name}=${params.get(name)}`;
    const within = (name) => Number.isInteger(state[name]) && state[name] >= engine.leastOf(name) && state[name] <= limits[name];
    const name = given.find((one) => !within(one));
    if (!name) return say("address.state", { asked: given.map(pair).join("&") });
    const words = engine.choicesOf?.(name) && listed(engine.rules.modes);
    if (words) return say("address.word", { asked: pair(name), words });
    return say("address.number", { asked: pair(name), name, least: engine.leastOf(name), most: limits[name] });
  }

  /** Write the state, and what else the view wants to find again, to the address, unless that leads
   * elsewhere by now: a game that goes on meanwhile must not stop who goes back. */
  write(state, more = {}) {
    this.state = state;
    if (this.here) {
      history.replaceState(null, "", this.link(this.shown, state, more));
      this.address = location.hash;
    }
    for (const name of Object.keys(this.views)) {
      document.getElementById(`tab-${name}`).setAttribute("href", whole(this.link(name, this.views[name].keeps ? {} : state)));
    }
  }

  link(view, state = {}, more = {}) {
    const { asked: lang } = settings;
    return `#${this.prefix}${new URLSearchParams({ view, ...this.engine.addressed(state), ...more, ...(lang && { lang }) })}`;
  }
}
