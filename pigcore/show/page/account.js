"use strict";
// The ledger of a game as it is read: the sum, the costliest mistakes, every step, and ways to keep it.

/** Hundredths of a percent with their sign. */
function signed(units) {
  return `${units < 0 ? "−" : units > 0 ? "+" : ""}${percent(Math.abs(units) / 10000)}`;
}

class Account {
  constructor(section, view) { Object.assign(this, { section, view, player: null }); }

  hide() {
    if (this.section.contains(document.activeElement)) this.view.scene.whose.focus();
    this.section.hidden = true;
    this.player = null;
  }

  /** Show the ledger under this title, and put the focus there if the game has just ended. */
  show(title, focus) {
    const { view } = this;
    this.title = title;
    this.player ??= view.me;
    this.section.hidden = false;
    if (!view.engine.known) {
      this.section.replaceChildren(element("h3", { id: "account-title", tabindex: "-1" }, title),
        element("p", { class: "note" }, say("play.ledgerLater")));
      return;
    }
    const ledger = new Ledger(view.engine, view.table.steps);
    const heading = element("h3", { id: "account-title", tabindex: "-1" }, title);
    const note = (text) => element("p", { class: "note" }, text);
    this.section.replaceChildren(...[
      heading,
      view.takenBack ? note(say("play.takenBack", { count: view.takenBack })) : null,
      this.curve(ledger),
      this.sum(ledger),
      note(say(this.many ? "play.sum.note.many" : "play.sum.note")),
      ...this.sides(),
      this.mistakes(ledger),
      this.keep(),
      this.steps(ledger),
    ].filter(Boolean));
    if (focus) heading.focus();
  }

  // --- the sum --------------------------------------------------------------------------------------

  /** Whether there are more than two players. */
  get many() { return this.view.engine.players > 2; }

  /** Everybody else, in the order in which they move. */
  get others() {
    const { player, view: { engine: { players } } } = this;
    return Array.from({ length: players - 1 }, (_, n) => (player + 1 + n) % players);
  }

  /** Result - chance at the start = luck - own mistakes + the others' decisions, rounded to add up. */
  sum(ledger) {
    const { view, player } = this;
    const { start, luck, mistakes, from, result } = ledger.printed(player);
    const plain = (units) => percent(units / 10000);
    const row = (key, amount, kind = "", other = undefined) => element("tr", { class: kind },
      element("th", { scope: "row" }, view.story.tell(key, player, {}, other)), element("td", {}, amount));
    const gifts = this.others.map((giver) => row(this.many ? "play.sum.given" : "play.sum.gifts",
      signed(from[giver]), "", giver));
    return element("table", { class: "sum" },
      element("caption", {}, view.story.tell("play.sum", player)),
      element("tbody", {},
        row("play.sum.start", plain(start)),
        row("play.sum.luck", signed(luck)),
        row("play.sum.mistakes", signed(-mistakes)),
        ...gifts,
        row("play.sum.result", plain(result), "result")));
  }

  /** Whose side the numbers are seen from, unless a single one of the players is at the keys. */
  sides() {
    const { view } = this;
    if (view.hands === 1) return [];
    const from = (other) => view.scene.button(view.story.tell("play.otherSide", other), null, () => {
      this.player = other;
      this.show(this.title, true);
    });
    return [element("p", { class: "keep" }, ...this.others.map(from))];
  }

  /** The chance to win over the whole game, with a tick at every mistake. */
  curve(ledger) {
    const { view, view: { story }, player } = this;
    const [width, height] = [600, 120];
    const { entries } = ledger;
    const x = (step) => ((step / entries.length) * width).toFixed(1);
    const y = (chance) => ((1 - chance) * height).toFixed(1);
    const chances = entries.map(({ after }) => after[player]);
    const line = [ledger.of(player).start, ...chances].map((value, step) => `${x(step)} ${y(value)}`);
    const tick = ({ mover, number }) => {
      const [name, from, by] = mover === player ? ["own", height, -14] : ["other", 0, 14];
      return `<path class="${name}" d="M${x(number)} ${from}v${by}"/>`;
    };
    const seen = entries.filter(({ wrong, mistake }) => wrong && mistake >= 1e-3);
    const figure = element("figure", { class: "curve" });
    figure.innerHTML = `<svg viewBox="0 -2 ${width} ${height + 4}" preserveAspectRatio="none" role="img">
      <path class="half" d="M0 ${y(1 / view.engine.players)}H${width}"/>${seen.map(tick).join("")}
      <path class="line" d="M${line.join("L")}"/></svg>`;
    const words = story.tell("play.curve", player);
    figure.firstChild.setAttribute("aria-label", words);
    figure.append(element("figcaption", {}, words));
    return figure;
  }

  // --- mistakes -------------------------------------------------------------------------------------

  mistakes(ledger) {
    const { view, player } = this;
    const worst = ledger.costliest(player);
    const title = element("h4", {}, view.story.tell("play.mistakes", player));
    if (!worst.length) return element("div", {}, title, element("p", {}, say("play.mistakes.none")));
    const { entries } = ledger.printed(player);
    return element("div", {}, title, element("ol", { class: "mistakes" }, ...worst.map((entry) => {
      const { turn, state, action, best, mistake, number } = entry;
      const link = element("a", { href: view.app.link("advise", state) },
        say("play.mistake.at", { turn: turn + 1, state: this.stateOf(state) }));
      return element("li", {}, link, " ", view.story.tell("play.mistake", player, {
        chosen: phrase([action], "or", COMMANDS), right: phrase(best, "or", COMMANDS),
        margin: marginInWords(best[0], action, mistake),
        cost: signed(entries[number].mistake),
      }));
    })));
  }

  stateOf(state) {
    const { engine } = this.view, total = engine.total(state), lying = engine.lying(state).join(" ");
    const key = lying ? "play.state.thrown" : total === undefined ? "play.state" : "play.state.total";
    const [own, ...others] = engine.scoresOf(state);
    return say(key, { own, opp: listed(others), total, lying });
  }

  // --- every step -----------------------------------------------------------------------------------

  /** All decisions and throws; the rows are made when somebody opens them. */
  steps(ledger) {
    const { view, player } = this;
    const rows = element("tbody");
    const words = (...keys) => keys.map((key) => view.story.tell(`play.steps.${key}`, player));
    const head = [...words("turn", "player", "score"), ...this.parts.map((name) => say(name)),
      ...words("decision", "mistake", "fell", "luck", "chance")];
    const table = element("table", { class: "steps" },
      element("caption", {}, view.story.tell("play.steps.caption", player)),
      element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
      rows);
    const fill = () => {
      if (rows.children.length) return;
      const { entries } = ledger.printed(player);
      rows.append(...ledger.entries.map((entry, number) => this.row(entry, entries[number])));
    };
    const region = element("div", { class: "scroll", tabindex: "0", role: "region",
      "aria-label": view.story.tell("play.steps.caption", player) }, table);
    const details = element("details", {}, element("summary", {}, say("play.steps")), region);
    details.addEventListener("toggle", fill);
    return details;
  }

  /** What a state has besides the scores. */
  get parts() {
    const { names, scoreNames } = this.view.engine;
    return names.filter((name) => !scoreNames.includes(name));
  }

  row(entry, { luck, mistake }) {
    const { view, player } = this;
    const { turn, mover, state, action, outcome, wrong, after } = entry;
    const forced = view.engine.actions(state).length === 1;
    const fell = view.story.faces(entry).map(({ spoken, value }) => spoken || value).join(", ");
    const cells = [
      turn + 1, view.story.name(mover), view.engine.scoresOf(state).join(" : "),
      ...this.parts.map((name) => (
        name === view.engine.tray ? view.engine.lying(state).join(" ") : view.engine.addressed(state)[name])),
      forced && action === "roll" ? say("play.steps.forced") : phrase([action], "or", COMMANDS),
      wrong || mistake ? signed(mistake) : forced ? "" : say("play.steps.best"),
      fell, outcome ? signed(luck) : "", percent(after[player], 1),
    ];
    return element("tr", { class: wrong ? "wrong" : "" }, ...cells.map((cell) => element("td", {}, `${cell}`)));
  }

  // --- to keep --------------------------------------------------------------------------------------

  keep() {
    const { view } = this;
    const value = location.href.split("#")[0] + view.app.link("play", {}, view.entries);
    const address = element("input", { id: "play-link", readonly: true, value });
    const copy = async () => {
      address.select();
      try { await navigator.clipboard.writeText(address.value); } catch { document.execCommand("copy"); }
      view.speak(say("play.copied"));
      done.textContent = say("play.copied");
    };
    const done = element("span", { class: "note" });
    // A transcript begins with a turn, so a game from the middle of one has none.
    const { start } = view.table;
    const whole = !view.engine.total(start) && !view.engine.lying(start).length;
    const told = { players: view.seats.map((_, player) => view.story.inside(player)), ...view.table.record };
    const data = new Blob([`${JSON.stringify(told, null, 1)}\n`], { type: "application/json" });
    const file = element("a", { class: "tool", download: say("play.file"), href: URL.createObjectURL(data) },
      say("play.download"));
    return element("div", { class: "keep" },
      element("label", { for: "play-link" }, say("play.share")), address,
      view.scene.button(say("play.copy"), null, copy), ...(whole ? [file] : []), done);
  }
}
