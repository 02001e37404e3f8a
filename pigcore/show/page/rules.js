"use strict";
// Needs rulebook.js main.js
// Change the rules: a form of the rules of the game that is open, in plain words. It changes a copy;
// "Play by these rules" opens the changed game. What is impossible is said at the field: `tablesOf`
// names the entry that it refuses by its path in the file of rules, and so do the fields here.

/** What a turn may be made of, and how rules of each begin. */
const KINDS = {
  dice: { roll: { dice: 1, sides: 6, bust: [1] } },
  gains: { roll: { gains: { 1: "1/2" }, bust: "1/2", wipe: "0" } },
  aside: { dice: 6, sides: 6, must_roll_hot_dice: false, scoring: { 1: 100, 5: 50, "three of a kind": 300 }, goal: 5000 },
  zombie: { turn: "zombie-dice", goal: 13 },
};

/** How a race may end, and what equal scores may be then. */
const ENDS = { end: ["goal", "last_turn", "equal_turns"], tie: ["first", "half", "play_on"] };

/** More faces than these are not offered one by one. */
const MOST_OFFERED = 20;

/** What kind a turn is; `modes` only comes from a file. */
function kindOf({ roll, scoring, turn }) {
  if (scoring) return "aside";
  if (turn !== undefined) return turn === "zombie-dice" ? "zombie" : "modes";
  return roll.gains ? "gains" : "dice";
}

const COMBINATIONS = [...Object.keys(PATTERNS), "nothing"];

class RulesView {
  constructor(root, app) {
    Object.assign(this, { root, app, rules: structuredClone(workshop.rules) });
    this.form = element("form", { class: "card rules", id: "change-form", novalidate: true });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.play();
    });
    this.wrong = element("p", { class: "wrong", role: "alert", id: "rules-wrong" });
    this.words = element("p");
    this.text = element("textarea", { readonly: true, rows: 14, spellcheck: "false", "aria-label": say("rules.toml") });
    this.done = element("p", { class: "hint", role: "status" });
    const button = (key, press) => pressable(say(key), press);
    this.start = element("button", { type: "submit", form: "change-form", class: "main" }, say("rules.play"));
    this.save = element("a", { class: "button", download: "rules.toml" }, say("rules.save"));
    this.root.append(
      element("h2", { id: "change-title" }, say("changeTitle")),
      element("p", { class: "hint" }, say("rules.hint")),
      element("div", { class: "sides" },
        this.form,
        element("div", { class: "panel" },
          element("div", { class: "card in-words" }, element("h3", {}, say("rules.words")), this.words, this.start,
            button("rules.link", () => this.copy(location.href.split("#")[0] + this.address))),
          element("details", { class: "card" }, element("summary", {}, say("rules.file")),
            element("p", { class: "small" }, say("rules.fileHint")), this.text,
            element("p", { class: "links" }, button("rules.copy", () => this.copy(this.text.value)), this.save)),
          this.done)));
    this.draw();
  }

  show(state) { this.app.write(state); }

  close() { clearTimeout(this.waiting); }

  get address() { return `#${addressOf(this.rules)}view=play`; }

  play() {
    if (this.check()) location.hash = this.address;
  }

  async copy(text) {
    await copied(text, this.root);
    this.done.textContent = say("play.copied");
  }

  // --- what the fields stand for --------------------------------------------------------------------

  get(path) { return path.split(".").reduce((table, key) => table?.[key], this.rules); }

  set(path, value) {
    const keys = path.split("."), last = keys.pop();
    const table = keys.reduce((each, key) => each[key] ??= {}, this.rules);
    if (value === undefined) delete table[last];
    else table[last] = value;
    this.changed();
  }

  /** Something was changed: look at it once nobody types for a moment. */
  changed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), 150);
  }

  /** Say what is impossible where it was entered; whether nothing is. */
  check() {
    this.waiting = clearTimeout(this.waiting);  // nothing waits any more
    let refused = null;
    try {
      tablesFor(this.rules);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused = error;
    }
    const at = refused && this.fieldOf(refused.field);
    for (const field of this.form.querySelectorAll("[data-path]")) {
      const wrong = field.querySelector("[role=alert]"), mine = field === at;
      const words = mine ? refused.sentence : "";
      if (wrong.textContent !== words) wrong.textContent = words;
      for (const input of field.querySelectorAll("input, select")) {
        if (mine) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }
    }
    this.wrong.textContent = refused && !at ? refusalInWords(refused) : "";
    this.start.setAttribute("aria-disabled", String(Boolean(refused)));
    this.words.textContent = refused ? say("rules.impossible") : inWords(this.rules);
    const { dice, ...turn } = this.rules.turn ?? {};  // a file has no dice of modes
    this.text.value = refused ? "" : tomlOf(dice ? { ...this.rules, turn } : this.rules);
    URL.revokeObjectURL(this.save.href);
    this.save.href = URL.createObjectURL(new Blob([this.text.value], { type: "application/toml" }));
    return !refused;
  }

  /** The field of an entry, or of the smallest table that it is in. */
  fieldOf(path) {
    const fields = [...this.form.querySelectorAll("[data-path]")];
    for (let part = path; part; part = part.replace(/\.?[^.]*$/, "")) {
      const field = fields.find(({ dataset }) => dataset.path === part) ?? fields.find(({ dataset }) => dataset.path.startsWith(`${part}.`));
      if (field) return field;
    }
    return null;
  }

  // --- fields ---------------------------------------------------------------------------------------

  /** A field with its label, a hint if it has one, and a place for what is wrong with it. */
  field(path, control, { label = say(`field.${path}`), hint = Language.has(`hint.${path}`) && say(`hint.${path}`), group = false } = {}) {
    const id = `rule-${path.replace(/\W/g, "-")}`;
    const several = [...control.querySelectorAll("input, select")], inputs = several.length ? several : [control];
    if (!several.length) control.id = id;
    for (const input of inputs) input.setAttribute("aria-describedby", `${id}-wrong${hint ? ` ${id}-hint` : ""}`);
    const name = group ? element("legend", {}, label) : label && element("label", { for: id }, label);
    return element(group ? "fieldset" : "div", { class: "field rule", "data-path": path }, name, control,
      ...(hint ? [element("p", { class: "small", id: `${id}-hint` }, hint)] : []),
      element("p", { class: "wrong", role: "alert", id: `${id}-wrong` }));
  }

  /** A field to type in: `shown` is what stands there, and `read` has what the input says now.
   * @param {any} [more] */
  typed(path, shown, read, more = {}) {
    const { again, ...attributes } = more;
    const input = element("input", { type: "text", autocomplete: "off", ...attributes });
    input.value = shown;
    input.addEventListener("input", () => {
      this.set(path, read(input));
      if (again) this.draw(input.id);
    });
    return this.field(path, input);
  }

  /** A whole number; what is none is kept as it was typed, and refused. */
  number(path, usual = 0, { least = 0, again = false } = {}) {
    const read = ({ value, valueAsNumber }) => (Number.isNaN(valueAsNumber) ? value : valueAsNumber);
    return this.typed(path, this.get(path) ?? usual, read, { type: "number", min: least, step: 1, inputmode: "numeric", again });
  }

  /** A number of which 0 means that there is no such rule. */
  optional(path) {
    return this.typed(path, this.get(path) ?? 0, ({ valueAsNumber }) => valueAsNumber || undefined, { type: "number", min: 0, inputmode: "numeric" });
  }

  word(path) { return this.typed(path, this.get(path) ?? "", ({ value }) => value); }

  list(path) {
    return this.typed(path, (this.get(path) ?? []).join(", "), ({ value }) => {
      const parts = value.split(/[ ,;]+/).filter(Boolean);
      return parts.length ? parts.map((part) => valueOf(part)) : undefined;
    }, { inputmode: "numeric" });
  }

  choice(path, options, change = (value) => this.set(path, value), value = this.get(path)) {
    const select = selection(null, options, change);
    select.value = `${value}`;
    return this.field(path, select);
  }

  toggle(path, change = (on) => this.set(path, on), on = Boolean(this.get(path))) {
    const { box, label } = switching(say(`field.${path}`), change);
    box.checked = on;
    return this.field(path, label, { label: "" });
  }

  /** Several of a few things, each on or off: faces of a die, rules by their names. */
  several(path, things, name, usual = []) {
    const chosen = () => this.get(path) ?? usual;
    const boxes = things.map((thing) => {
      const box = element("input", { type: "checkbox" });
      box.checked = chosen().includes(thing);
      box.addEventListener("change", () => (
        this.set(path, things.filter((other) => (other === thing ? box.checked : chosen().includes(other))))));
      return element("label", { class: "chip" }, box, element("span", {}, name(thing)));
    });
    return this.field(path, element("div", { class: "chips" }, ...boxes), { group: true });
  }

  /** A table whose rows are a key and a value: points and chances, or combinations and points. */
  rows(path, { key, value, fresh, read, options = null }) {
    const table = element("div", { class: "rows" });
    const entries = () => Object.entries(this.get(path) ?? {});
    const put = (changed) => this.set(path, Object.fromEntries(changed));
    const words = options ? combination : (name) => name;
    const meant = (text) => options?.find((option) => combination(option) === text) ?? text;
    const row = ([entry, worth], place) => {
      const name = words(entry);
      const names = element("input", { type: "text", "aria-label": say(key), autocomplete: "off", ...(options && { list: "combinations" }) });
      const worths = element("input", { type: "text", "aria-label": say(value, { name }), inputmode: "numeric", autocomplete: "off" });
      const drop = pressable("−", () => {
        put(entries().filter((_, n) => n !== place));
        this.draw();
      }, "step");
      drop.setAttribute("aria-label", say("rules.drop", { name }));
      names.value = name;
      worths.value = `${worth}`;
      const change = () => put(entries().map((other, n) => (n === place ? [meant(names.value.trim()), read(worths.value.trim())] : other)));
      names.addEventListener("change", () => {
        const same = meant(names.value.trim());
        if (entries().some(([other], n) => n !== place && other === same)) {
          field.querySelector("[role=alert]").textContent = say("rules.twice", { name: words(same) });
          names.value = name;
          return;
        }
        change();
        this.draw();
      });
      worths.addEventListener("input", change);
      return element("div", { class: "row" }, names, worths, drop);
    };
    const add = pressable(say("rules.add"), () => {
      put([...entries(), fresh(entries().map(([name]) => name))]);
      this.draw();
      /** @type {HTMLElement} */ (this.root.querySelector(`[data-path="${path}"] .row:last-of-type input`))?.focus();
    });
    table.append(...entries().map(row), add);
    const field = this.field(path, table, { group: true });
    return field;
  }

  // --- the form -------------------------------------------------------------------------------------

  /** Draw all fields, and let the focus be where it was. */
  draw(focus = document.activeElement?.id) {
    const groups = this.rules.game === "hog" ? this.ofHog() : this.ofRace();
    const combinations = element("datalist", { id: "combinations" }, ...COMBINATIONS.map((name) => element("option", { value: combination(name) })));
    this.form.replaceChildren(this.wrong, combinations, ...groups.map(([key, ...fields]) => (
      element("fieldset", { class: "group" }, element("legend", {}, say(key)), ...fields.filter(Boolean)))));
    if (focus && this.form.querySelector(`#${CSS.escape(focus)}`)) document.getElementById(focus).focus();
    this.check();
  }

  ofRace() {
    const kind = kindOf(this.rules), kinds = [...Object.keys(KINDS), ...(kind === "modes" ? ["modes"] : [])];
    const fields = { dice: () => this.ofDice(), gains: () => this.ofGains(), aside: () => this.ofAside() }[kind]?.() ?? [];
    return [
      ["group.turn", this.choice("turn", kinds.map((each) => [each, say(`kind.${each}`)]), (value) => this.become(value), kind),
        kind === "modes" && element("p", { class: "small" }, say("rules.modes")), ...fields],
      ["group.goal", this.word("name"), this.number("goal", 100, { least: 1 }),
        this.toggle("target", (on) => this.set("target", on ? "exact" : "at_least"), this.rules.target === "exact"),
        this.number("players", 2, { least: 2 }),
        ...Object.entries(ENDS).map(([path, all]) => this.choice(path, all.map((each) => [each, say(path === "end" ? `end.${each}` : `tie.${each}`)])))],
      ["group.bank", this.number("consolation"), this.number("opening"), this.number("minimum_bank")],
    ];
  }

  /** The turn becomes one of another kind, as this usually begins. */
  become(kind) {
    const { roll, scoring, turn, dice, sides, must_roll_hot_dice: hot, ...rest } = this.rules;
    this.rules = { ...rest, ...structuredClone(KINDS[kind]) };
    this.draw();
  }

  ofDice() {
    const { dice = 1, sides = 6, all_bust: all = "bust" } = this.rules.roll;
    const faces = Array.from({ length: Math.min(Number(sides) || 0, MOST_OFFERED) }, (_, n) => n + 1);
    const face = (path, usual) => (faces.length < sides ? this.list(path) : this.several(path, faces, String, usual));
    const scored = typeof all === "number";
    return [
      this.number("roll.dice", 1, { least: 1, again: true }), this.number("roll.sides", 6, { least: 1, again: true }),
      face("roll.bust", [1]), face("roll.wipe", []),
      dice > 1 && this.choice("roll.all_bust", ["bust", "wipe", "score"].map((each) => [each, say(`all_bust.${each}`)]), (value) => {
        this.set("roll.all_bust", value === "score" ? 25 : value === "bust" ? undefined : value);
        this.draw();
      }, scored ? "score" : all),
      dice > 1 && scored && this.points("roll.all_bust"),
      dice > 1 && this.number("roll.doubles", 1, { least: 1 }), dice > 1 && this.toggle("roll.doubles_again"),
      this.list("roll.later_sides"), this.optional("roll.throws"),
    ];
  }

  /** How many points a throw of bust faces alone scores; what is wrong with it is said a field above. */
  points(path) {
    const input = element("input", { type: "number", min: 1, step: 1, id: "rule-all-points" });
    input.value = this.get(path);
    input.addEventListener("input", () => this.set(path, Number.isNaN(input.valueAsNumber) ? input.value : input.valueAsNumber));
    return element("div", { class: "field rule" }, element("label", { for: input.id }, say("rules.allPoints")), input);
  }

  ofGains() {
    return [
      this.rows("roll.gains", {
        key: "rules.gain", value: "rules.chance", read: (text) => text,
        fresh: (names) => [`${Math.max(0, ...names.map(Number).filter(Number.isFinite)) + 1}`, "0"],
      }),
      this.word("roll.bust"), this.word("roll.wipe"), this.optional("roll.throws"),
    ];
  }

  ofAside() {
    const { sides } = this.rules;
    return [
      this.number("dice", 6, { least: 1 }), Array.isArray(sides) ? this.list("sides") : this.number("sides", 6, { least: 2 }),
      this.toggle("must_roll_hot_dice"),
      this.rows("scoring", {
        key: "rules.combination", value: "rules.points", read: (text) => valueOf(text), options: COMBINATIONS,
        fresh: (names) => [COMBINATIONS.find((name) => !names.includes(name)) ?? "", 100],
      }),
    ];
  }

  ofHog() {
    const none = ["false", say("rules.none")];
    const one = (kind) => {
      const field = this.choice(kind, [none, ...this.terms(kind)], (value) => this.set(kind, value === "false" ? false : value));
      field.classList.add("long");
      return field;
    };
    const many = (kind) => this.several(kind, this.terms(kind).map(([name]) => name), (name) => this.term(name));
    const dice = (place) => this.number(`dice.${place}`, 6, { least: 2 });
    return [
      ["group.dice", this.number("max_dice", 10, { least: 1 }), dice(0), dice(1), one("wild"), this.toggle("exchange")],
      ["group.score", one("pig_out"), one("bacon"), many("points"), one("gift")],
      ["group.goal", this.word("name"), this.number("goal", 100, { least: 1 }), many("after"), many("again")],
    ];
  }

  /** The rules of a kind, and one from a file besides; "hog.pig_out" is its sentence. */
  terms(kind) { return Object.keys(HOG_RULES[kind]).map((name) => [name, this.term(name)]); }

  term(name) { return say(`hog.${name}`, { sides: this.rules.dice[1] }); }
}

VIEWS.change = RulesView;
