"use strict";
// Needs play.js choices.js
// Review: a game to step through. A graph of the chance to win, every position with its dice, what each
// decision cost, and the way back into the game from anywhere.

class ReviewView {
  constructor(root, app) {
    Object.assign(this, { root, app, engine: app.engine, story: null, table: null, seats: null, at: 0 });
    this.story = new Story(this);
    this.account = new Account(root, this);
    document.addEventListener("keydown", (event) => this.key(event), { signal: app.signal });
    window.addEventListener("resize", () => this.drawGraph(), { signal: app.signal });
  }

  get keeps() { return true; }

  // --- who is who, as in Play -------------------------------------------------------------------------

  get play() { return this.app.views.play; }

  get scene() { return this.play.scene; }

  isHand(player) { return this.seats[player] === "hand"; }

  get hands() { return this.seats.filter((seat) => seat === "hand").length; }

  get me() { return this.hands === 1 ? this.seats.indexOf("hand") : 0; }

  rival(seat) { return this.play.rival(seat); }

  // --- a game -----------------------------------------------------------------------------------------

  /** The game of the address, or else that of Play, or else the one that is open, or the last one kept. */
  show(state, params) {
    const { play, engine } = this;
    const [kept] = new Kept(keptAs(engine)).here.games.slice(-1), read = (entries) => gameIn(entries, engine, play.offered, play.seats);
    const found = params.has("game") || params.has("from") ? read(params)
      : play.table.steps.length ? play : this.table ? this : kept ? read(new URLSearchParams(kept.link)) : {};
    if (found.wrong && !this.table) this.table = null;
    if (found.table) this.open(found.seats, found.table, params.has("at") ? Number(params.get("at")) : null);
    else this.draw();
    return found.wrong ? say("review.unreadable", { why: found.wrong }) : "";
  }

  open(seats, table, at = null) {
    Object.assign(this, { seats, table, entries: entriesOf({ engine: this.engine, seats, table }) });
    this.account.player = this.me;
    this.at = at;
    this.draw();
  }

  learned() { if (this.app.shown === "review") this.draw(); }

  hide() { clearTimeout(this.waiting); }

  close() { for (const { account } of [this, this.play]) account.stop(); }

  draw() {
    const { table, engine, account } = this, steps = table?.steps ?? [];
    const title = element("h2", { id: "review-title", tabindex: "-1" }, table?.over ? this.ending : say("review"));
    const only = (key) => this.root.replaceChildren(title, element("p", { class: "hint" }, say(key)));
    this.ledger = null;
    if (!steps.length) return only("review.nothing");
    if (!engine.known) return only("play.ledgerLater");
    const ledger = this.ledger = new Ledger(engine, steps), { player } = account;
    const worst = ledger.costliest(player, 1)[0]?.number ?? steps.length;
    this.at = Math.min(Math.max(0, Number.isInteger(this.at) ? this.at : worst), steps.length);
    this.graph = element("div", { class: "graph", role: "slider", tabindex: "0",
      "aria-label": say("review.graph"), "aria-valuemin": 0, "aria-valuemax": steps.length });
    const point = (event) => { if (event.buttons || event.type === "click") this.look(this.stepAt(event.clientX)); };
    this.graph.addEventListener("pointerdown", point);
    this.graph.addEventListener("pointermove", point);
    this.position = element("section", { class: "card position", "aria-label": say("review.graph") });
    this.tools = element("div", { class: "buttons" });
    const least = GRADES.map(({ least: share }) => percent(share, 1));
    this.root.replaceChildren(title,
      account.numbers(ledger),
      element("div", { class: "pair" },
        element("div", {},
          element("figure", {}, this.graph, element("figcaption", { class: "small" }, this.story.tell("review.curve", player))),
          ...account.sides((other) => { account.player = other; this.draw(); })),
        element("div", {}, this.position, this.tools)),
      element("div", { class: "pair" }, account.sum(ledger),
        element("div", {}, element("p", { class: "small" }, say(account.many ? "play.sum.note.many" : "play.sum.note")),
          element("p", { class: "small" }, say("review.grades", { blunder: least[0], mistake: least[1], inaccuracy: least[2] })))),
      this.share = element("div", { class: "card share" }));
    this.drawShare();
    this.look(this.at);
    return undefined;
  }

  get ending() { return endingOf(this, this.table.winner); }

  // --- the graph --------------------------------------------------------------------------------------

  /** The box of the graph's lines in pixels, and places in it. */
  get scale() {
    const width = Math.max(240, this.graph.clientWidth), height = 220, left = 46, right = width - 10, top = 22, bottom = height - 24;
    const { length } = this.table.steps;
    return { width, height, left, right, top, bottom, x: (step) => left + (right - left) * step / length, y: (chance) => bottom - (bottom - top) * chance };
  }

  stepAt(across) {
    const { left, right } = this.scale, { length } = this.table.steps;
    const share = (across - this.graph.getBoundingClientRect().left - left) / (right - left);
    return Math.round(Math.min(Math.max(share, 0), 1) * length);
  }

  drawGraph() {
    if (!this.ledger || this.app.shown !== "review") return;
    const { ledger: { entries }, account: { player }, table: { steps }, engine: { players } } = this;
    const { width, height, left, right, top, bottom, x, y } = this.scale;
    const chances = [entries[0].before[player], ...entries.map(({ after }) => after[player])];
    const turns = steps.flatMap(({ turn, mover }, n) => (n && steps[n - 1].turn === turn ? [] : [{ turn, mover, from: n }]))
      .map((turn, n, all) => ({ ...turn, to: all[n + 1]?.from ?? steps.length }));
    let labelled = -Infinity;
    const text = (across, down, words, more) => svg("text", { x: across, y: down, "text-anchor": "middle", ...more }, `${words}`);
    const bands = turns.flatMap(({ turn, mover, from, to }) => {
      const middle = (x(from) + x(to)) / 2, label = middle - labelled > 26;
      if (label) labelled = middle;
      return [svg("rect", { class: mover === player ? "mine" : "theirs", x: x(from), y: top, width: x(to) - x(from), height: bottom - top }),
        ...(label ? [text(middle, height - 6, turn + 1)] : [])];
    });
    const lines = [0, 1 / players, 1].flatMap((chance) => [svg("path", { d: `M${left} ${y(chance)}H${right}` }),
      text(left - 6, y(chance) + 5, percent(chance, 0), { "text-anchor": "end" })]);
    const marks = entries.flatMap(({ mistake, mover, number }) => {
      const grade = gradeOf(mistake);
      return grade ? [text(x(number), 14, grade.sign, { class: mover === player ? grade.name : "" })] : [];
    });
    const { at } = this;
    this.graph.replaceChildren(svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      ...bands, ...lines, ...marks,
      svg("path", { class: "line", d: `M${chances.map((chance, n) => `${x(n).toFixed(1)} ${y(chance).toFixed(1)}`).join("L")}` }),
      svg("path", { class: "now", d: `M${x(at)} ${top}V${bottom}` }), svg("circle", { cx: x(at), cy: y(chances[at]), r: 5 })));
  }

  // --- a position -------------------------------------------------------------------------------------

  /** Show a step: what stood before it, what was decided, and what fell; after the last, the end. */
  look(number) {
    const { steps } = this.table;
    this.at = Math.min(Math.max(0, number), steps.length);
    const entry = this.ledger.entries[this.at];
    this.drawGraph();
    this.position.replaceChildren(...(entry ? this.decision(entry) : this.finish()));
    const button = (key, press, on = true, kind = "") => {
      const made = this.scene.button(say(key), null, press, kind);
      made.setAttribute("aria-disabled", String(!on));
      return made;
    };
    const next = this.ledger.entries.find(({ number: n, mistake }) => n > this.at && gradeOf(mistake))?.number ?? -1;
    const focused = [...this.tools.children].indexOf(document.activeElement);
    this.tools.replaceChildren(
      button("review.back", () => this.look(this.at - 1), this.at > 0), button("review.on", () => this.look(this.at + 1), Boolean(entry)),
      button("review.next", () => this.look(next), next >= 0),
      ...(entry || !this.table.over ? [button(entry ? "review.again" : "play.discard.no", () => this.again(), true, "strong")] : []));
    if (focused >= 0) this.tools.children[Math.min(focused, this.tools.children.length - 1)].focus();
    const words = this.position.innerText.replace(/\s+/g, " ");
    this.graph.setAttribute("aria-valuenow", this.at);
    this.graph.setAttribute("aria-valuetext", words);
    if (document.activeElement !== this.graph) announce(words);
    clearTimeout(this.waiting);  // browsers refuse an address that changes too often
    this.waiting = setTimeout(() => {
      const { app } = this;
      if (app.shown === "review") app.write((steps[this.at] ?? steps.at(-1)).state, { ...this.entries, at: this.at });
    }, 150);
  }

  /** A decision: the dice, the choices with their chances, and what fell. */
  decision({ state, action, mover, turn, number, mistake, outcome, wrong }) {
    const { story, account: { player }, engine } = this, grade = gradeOf(mistake);
    const title = element("h3", { id: "review-at" }, say("review.at", { turn: turn + 1, who: story.name(mover), where: standing(engine, state) }));
    const verdict = wrong && grade ? [element("p", {}, element("strong", { class: grade.name }, `${say(`grade.${grade.name}`)} ${grade.sign}`))] : [];
    const luck = outcome && signed(Math.round(1e4 * this.ledger.luckFor(player, this.ledger.entries[number])));
    const fell = outcome ? [element("p", { class: "fallen" }, "→ ", drawn(story.faces({ state, outcome })), " ",
      say("review.luck", { luck }))] : [];
    return [title, drawn(seenAt(this, number)), ...verdict,
      choiceTable(engine, state, { chosen: action, most: 3 }), ...fell, element("p", { class: "links" }, element("a", { href: this.app.link("advise", state) }, say("review.advise")))];
  }

  finish() {
    const { table, story } = this, faces = story.faces(table.last);
    return [element("h3", { id: "review-at" }, table.over ? this.ending : say("review.soFar")), drawn(faces),
      element("p", {}, story.each(table.scores))];
  }

  /** Play on from the position: whoever is to move there sits first. */
  again() {
    const { engine, seats, table: { steps }, at } = this;
    if (at === steps.length) {
      location.hash = this.app.link("play", {}, this.entries);
      return;
    }
    const { state, mover } = steps[at], sitting = seats.map((_, n) => seats[(mover + n) % seats.length]);
    if (!sitting.includes("hand")) sitting[0] = "hand";
    const table = new Table(engine, state);
    this.play.open(entriesOf({ engine, seats: sitting, table }));
  }

  key(event) {
    if (!this.ledger || this.root.closest("[hidden], [inert]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.("input, select, textarea")) return;
    const { at, table: { steps } } = this, last = steps.length;
    const turn = (step) => steps[Math.min(step, last - 1)].turn;
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, ...(event.target === this.graph && {
      ArrowDown: at - 1, ArrowUp: at + 1, Home: 0, End: last,
      PageUp: steps.findIndex((_, n) => n > at && turn(n) !== turn(at)),
      PageDown: steps.findIndex((_, n) => turn(n) === turn(Math.max(0, at - 1))) }) };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    this.look(event.key === "PageUp" && way < 0 ? last : way);
  }

  // --- to keep and to share ---------------------------------------------------------------------------

  drawShare() {
    const { scene } = this, done = element("span", { class: "small", role: "status" });
    const copy = scene.button(say("play.copy"), null, async () => {
      await copied(link, this.share);
      done.textContent = say("play.copied");
    }, "");
    const link = location.href.split("#")[0] + this.app.link("review", {}, this.entries);
    this.share.replaceChildren(
      element("h3", {}, say("review.share")),
      element("label", { for: "review-link" }, say("review.link")),
      element("textarea", { id: "review-link", class: "code", readonly: true, rows: 3 }, link),
      element("div", { class: "buttons" }, copy), done);
  }
}

VIEWS.review = ReviewView;
