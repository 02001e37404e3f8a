"use strict";
// The Play view: who sits where, whose turn it is, and what keys, mouse and touch do about it.

const TOOL_KEYS = { undo: "u", chance: "c", pause: "p", next: "s", new: "n" };
/** Keys of choices that are no digit: exchanging the dice, and ten of them. */
const CHOICE_KEYS = { "-1": "e", 10: "t" };
const SEATS = ["hand", "perfect"];
/** Milliseconds that dice fall, and that a program waits before it moves. */
const PACES = { slow: 1500, normal: 800, fast: 300, instant: 0 };

const DEFAULTS = { pace: "normal", entered: false, undo: true, costs: true, keys: true };

class PlayView {
  constructor(root, app) {
    Object.assign(this, { root, app, engine: app.engine, random: Math.random });
    this.rivals = app.engine.rules.rivals.map((told) => rivalOf(told, this.engine));
    this.settings = Object.assign(app.settings, { ...DEFAULTS, ...app.settings });
    this.scene = new Scene(root, this.engine.players, {
      undo: () => this.undo(),
      chance: () => this.toggleChance(),
      pause: () => this.pause(!this.paused),
      next: () => this.next(),
      new: () => this.renew(this.seats),
      hurry: () => this.dice.hurry(),
    });
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    this.dice = new Dice(this.scene.dice, () => (still.matches ? 0 : this.pace));
    this.tray = new Tray(this);
    this.fallen = new Fallen(this);
    this.story = new Story(this);
    this.account = new Account(this.scene.report, this);
    this.setup = new Setup(this.scene.setup, this);
    document.addEventListener("keydown", (event) => this.key(event), { signal: app.signal });
    const others = Array.from({ length: this.engine.players - 1 }, () => "perfect");
    this.seat(["hand", ...others], new Table(this.engine));
  }

  /** The game goes on where it was. */
  get keeps() { return true; }

  get pace() { return PACES[this.settings.pace] ?? PACES.normal; }

  // --- games begin, and come back from an address --------------------------------------------------

  /** Whether a game would be thrown away that somebody has begun to play. */
  get underWay() { return !this.table.over && this.table.steps.some(({ mover }) => this.isHand(mover)); }

  /** Begin anew, but ask first where that throws a game away. */
  renew(seats) {
    if (this.underWay) this.scene.ask(() => this.begin(seats));
    else this.begin(seats);
  }

  /** Go to the game of these entries of an address from another view, but ask first likewise. */
  open(entries) {
    const go = () => { location.hash = this.app.link("play", {}, entries); };
    if (!this.underWay) return go();
    location.hash = this.app.link("play");
    return this.scene.ask(go);
  }

  begin(seats) {
    this.seat(seats, new Table(this.engine));
    this.write();
    this.speak(this.story.tell("play.begins", this.table.mover, { goal: this.engine.goal }));
    this.go();
  }

  seat(seats, table) {
    clearTimeout(this.waiting);
    this.fallen.clear();
    Object.assign(this, { seats, table, paused: false, busy: false, takenBack: 0, told: [] });
    this.account.hide();
    this.setup.seat(seats);
    this.recall();
    if (table.over) this.end(false);
  }

  /** The stage as the last step left it. */
  recall() {
    const { last, steps } = this.table;
    const thrown = steps.filter(({ outcome }) => outcome).pop();
    this.dice.hurry();
    this.dice.show(thrown ? this.story.faces(thrown) : []);
    this.tray.offer();
    this.scene.event.textContent = last ? this.story.of(last) : say("play.hint", { goal: this.engine.goal });
    this.draw();
  }

  /** The address names this view: its game is read if there is one, or begun in the state given. */
  show(state, params) {
    const seats = (params.get("seats") || "").split("-").filter((seat) => this.offered.includes(seat));
    const sitting = seats.length === this.engine.players ? seats : this.seats;
    const same = (one, other) => this.engine.names.every((name) => one[name] === other[name]);
    const asked = ["game", "from", "daily"].some((name) => params.has(name));
    const found = asked ? gameIn(params, this.engine, this.offered, sitting) : {};
    if (asked) this.seat(found.seats, found.table ?? new Table(this.engine));
    else if (params.has("own") && !same(state, this.shownState)) this.seat(sitting, new Table(this.engine, state));
    else if (params.has("seats")) this.seat(sitting, new Table(this.engine));
    this.write();
    this.go();
    return found.wrong ? say("play.unreadable", { why: found.wrong }) : "";
  }

  hide() { clearTimeout(this.waiting); }

  /** What falls now is no part of any game that is seen. */
  close() {
    this.hide();
    this.table = new Table(this.engine);
  }

  /** The values are there: whoever waited for them goes on. */
  learned() {
    if (this.table.over) this.end(false);
    else this.draw();
    this.go();
  }

  /** What the address keeps of a game; `show` reads it. */
  get entries() { return entriesOf(this); }

  write() {
    if (this.app.shown === "play") this.app.write(this.shownState, this.entries);
  }

  /** The state that advice can be asked for: the present one, or the last before the end. */
  get shownState() { return this.table.over ? this.table.last.state : this.table.state; }

  /** Who may sit in a seat: "rival" is the first of the rivals, "rival2" the second. */
  get offered() { return [...SEATS, ...this.rivals.map((_, n) => (n ? `rival${n + 1}` : "rival"))]; }

  /** The rival in a seat, if it is one's. */
  rival(seat) { return this.rivals[this.offered.indexOf(seat) - SEATS.length]; }

  // --- who is who -----------------------------------------------------------------------------------

  isHand(player) { return this.seats[player] === "hand"; }

  /** How many players there are at the keys. */
  get hands() { return this.seats.filter((seat) => seat === "hand").length; }

  /** The player whose game it is: the one at the keys, or the first one. */
  get me() { return this.hands === 1 ? this.seats.indexOf("hand") : 0; }

  // --- one step after another -----------------------------------------------------------------------

  /** Let whoever is next move: wait for a hand, or have the program decide after a while. */
  go() {
    clearTimeout(this.waiting);
    if (this.table.over || this.busy || this.fallen.asking || this.app.shown !== "play") return;
    if (this.isHand(this.table.mover)) return this.flush();
    if (!this.paused) this.waiting = setTimeout(() => this.program(), this.pace / 2);
  }

  program() {
    const { table, engine } = this;
    if (table.over || this.busy || this.fallen.asking || this.isHand(table.mover)) return;
    const rival = this.rival(this.seats[table.mover]);
    if (!rival && !engine.known) return;
    this.take(rival ? rival.choose(table.state, table.actions, this.random, table.throws) : engine.choose(table.state, this.random));
  }

  /** Take an action, with dice that fall here or that somebody has thrown. */
  take(action) {
    const { table, engine } = this;
    if (this.busy || this.fallen.asking || !table.actions.includes(action)) return;
    if (!this.settings.entered || table.day || !engine.falls(action, table.state).length) {
      this.make(table.act(action, this.random));
      return;
    }
    this.enter(action);
  }

  /** Ask what the dice of an action show that somebody has thrown. */
  enter(action, again = false) {
    this.fallen.ask(action, (outcome) => (
      this.make(Object.assign(this.table.step(action, outcome), { entered: true }))), again);
    this.drawActions();
  }

  async make(step) {
    const { table } = this;
    this.busy = true;
    this.tray.clear();
    this.scene.freeze();
    this.scene.enable("undo", this.canUndo);
    this.drawCost();
    if (step.outcome) {
      this.scene.event.textContent = "";
      await this.dice.fall(this.story.faces(step));
    }
    if (table !== this.table) return;  // another game has begun meanwhile
    if (step.outcome) this.dice.show(this.story.faces(step));
    this.busy = false;
    this.tray.offer();
    this.tellOf(step);
    this.draw();
    // Browsers allow some hundred changes of the address in ten seconds, and programs are faster.
    if (table.over || this.pace || this.isHand(table.mover)) this.write();
    if (table.over) this.end(true);
    else this.go();
  }

  next() {
    if (this.busy) this.dice.hurry();
    else this.program();
  }

  pause(paused) {
    this.paused = paused;
    clearTimeout(this.waiting);
    this.draw();
    this.write();
    this.speak(say(paused ? "play.paused" : "play.resumed"));
    this.go();
  }

  undo() {
    if (!this.canUndo) return;
    clearTimeout(this.waiting);
    const { table, undoable, table: { last } } = this;
    if (this.fallen.asking) {
      this.fallen.clear();
      if (this.isHand(table.mover)) {  // the decision is taken back before anything has fallen
        this.draw();
        return;
      }
    }
    if (this.busy) {  // the step that is under way is taken back, too: begin anew with the rest
      this.table = Object.assign(new Table(this.engine, table.start), { steps: table.steps, day: table.day });
      this.busy = false;
    }
    this.table.steps.length = last.entered ? table.steps.length - 1 : undoable;
    if (!last.entered) this.takenBack += 1;
    this.account.hide();
    this.told = [];
    this.recall();
    this.write();
    if (last.entered) {
      this.enter(last.action, true);
      return;
    }
    this.speak(say("play.undone", this.standing));
    this.go();
  }

  /** The step to go back to: the last decision at the keys, if chance has shown nothing since (dice
   * that fall have not yet); else -1. */
  get undoable() {
    const { steps } = this.table;
    const place = steps.findLastIndex(({ mover }) => this.isHand(mover));
    const seen = steps.slice(0, this.busy ? -1 : undefined).findLastIndex((step) => this.story.faces(step).length);
    return place > seen ? place : -1;
  }

  /** A throw that was entered may be entered again, but no decision is taken back for it. */
  get canUndo() {
    if (!this.settings.undo || this.fallen.again) return false;
    if (this.fallen.asking && this.isHand(this.table.mover)) return true;
    return Boolean(this.table.last?.entered) || this.undoable >= 0;
  }

  end(now) {
    const { winner } = this.table;
    const title = winner === null ? say("play.nobody") : this.ending(winner);
    this.flush(title);
    this.table.fresh ||= now;  // to be kept
    this.account.show(title, now);
    this.draw();
  }

  /** Who has won, with his score and the others' in the order in which they move after him. */
  ending(winner) {
    const { scores } = this.table;
    const [own, ...others] = scores.map((_, n) => scores[(winner + n) % scores.length]);
    return this.story.tell("play.ended", winner, { own, opp: listed(others) });
  }

  // --- what is said ---------------------------------------------------------------------------------

  tellOf(step) {
    const sentence = this.story.of(step);
    this.scene.event.textContent = sentence;
    this.told.push(sentence);
    if (this.settings.costs && this.isDecision(step)) this.told.push(this.scene.cost.textContent);
    if (this.table.over) return;
    if (!step.result.same) {
      this.told.push(say("play.turn.said", { turn: this.story.tell("play.turn", this.table.mover) }));
      if (!this.isHand(step.mover) && !this.isHand(this.table.mover)) this.flush();
    }
    if (this.isHand(step.mover)) this.flush();
  }

  /** Say all that has happened since somebody at the keys could last do anything. */
  flush(...more) {
    const sentences = [...this.told, ...more];
    this.told = [];
    if (sentences.length) this.app.announce(sentences.join(" "));
  }

  speak(sentence) { this.told.push(sentence); this.flush(); }

  get standing() {
    const { story, table: { scores, mover } } = this;
    return { scores: story.each(scores), turn: story.tell("play.turn", mover) };
  }

  isDecision({ mover, state }) { return this.isHand(mover) && this.engine.actions(state).length > 1; }

  // --- drawing --------------------------------------------------------------------------------------

  draw() {
    const { table, scene, engine } = this;
    const { scores, mover, over, winner } = table;
    scene.drawPlayers(scores.map((score, player) => ({
      name: this.story.name(player),
      score,
      total: (!over && player === mover && table.total) || 0,
      lead: score - Math.max(...scores.filter((_, other) => other !== player)),
      moves: !over && player === mover,
      won: player === winner,
    })), engine.goal);
    scene.whose.textContent = over ? say("play.over") : this.story.tell("play.turn", mover);
    scene.total.textContent = over ? "" : this.story.onTable(table);
    this.drawActions();
    this.drawCost();
    const watched = this.hands === 0;
    scene.show("undo", this.settings.undo && !watched);
    scene.show("pause", watched);
    scene.show("next", watched);
    scene.press("pause", this.paused);
    scene.enable("pause", !over);
    scene.enable("next", !over);
    this.drawChance();
  }

  drawActions() {
    const { table } = this;
    if (table.over) {
      this.scene.actions.hidden = false;
      this.scene.drawActions(this.account.choices, () => true, (action) => this.account.go(action));
      return;
    }
    const hand = this.isHand(table.mover) && !this.busy && !this.fallen.asking && !table.over;
    this.scene.enable("undo", this.canUndo);
    this.scene.actions.hidden = this.hands === 0;
    const enabled = (action) => hand && table.actions.includes(this.tray.meant(action));
    const choices = this.engine.offered(table.state).map((action) => this.choice(action));
    this.scene.drawActions(choices, enabled, (action) => this.take(this.tray.meant(action)));
  }

  /** An action as it is offered: in words, on a small button by its number alone, and by a key. */
  choice(action) {
    if (typeof action === "string") {
      const total = this.table.total + this.tray.gain;
      const held = (action === "hold" || action === "bank") && total > 0;
      const label = held ? say(`play.${action}`, { total }) : command(action);
      return { action, label, key: action[0] };
    }
    const label = action < 0 ? say("play.exchange") : `${action}`;
    const key = CHOICE_KEYS[action] ?? (action < 10 ? label : null);
    return { action, label, spoken: command(action), key };
  }

  /** What the last decision at the keys cost stays until the next one. */
  drawCost() {
    const { scene: { cost }, settings, table, engine: { known } } = this;
    const step = settings.costs && known && table.steps.findLast((it) => this.isDecision(it));
    const [entry] = step ? new Ledger(this.engine, [step]).entries : [];
    const waits = !known && !table.over && this.seats[table.mover] === "perfect";
    cost.textContent = entry ? this.story.costOf(entry) : waits ? say("play.waits") : "";
    cost.classList.toggle("wrong", Boolean(entry?.wrong));
  }

  toggleChance() {
    this.chanceShown = !this.chanceShown;
    this.drawChance();
    if (this.chanceShown && !this.busy) this.speak(this.scene.chance.textContent);
  }

  drawChance() {
    const { scene, table, engine: { known } } = this;
    scene.press("chance", Boolean(this.chanceShown));
    scene.enable("chance", !table.over && known);
    if (this.chanceShown && this.busy) return;  // what the dice will show is not told before
    const shown = this.chanceShown && !table.over && known, chances = shown ? table.chances : [];
    if (!shown) scene.chance.textContent = "";
    else if (chances.length === 2) {
      scene.chance.textContent = this.story.tell("play.chanceIs", this.me, { chance: percent(chances[this.me]) });
    } else {
      const each = this.story.each(chances.map((chance) => percent(chance)));
      scene.chance.textContent = say("play.chanceIs.all", { each });
    }
  }

  // --- keys -----------------------------------------------------------------------------------------

  key(event) {
    if (this.root.closest("[hidden], [inert]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches?.("input:not([type=checkbox]), select, textarea");
    if (typing) return;
    if ((event.key === " " || event.key === "Enter") && this.dice.isFalling) {
      event.preventDefault();
      this.dice.hurry();
      return;
    }
    if (!this.settings.keys || event.repeat || this.scene.doubt.open) return;
    const button = [...this.root.querySelectorAll("button[aria-keyshortcuts]")].find((candidate) => (
      !candidate.hidden && candidate.getAttribute("aria-keyshortcuts") === event.key.toLowerCase()));
    if (!button) return;
    event.preventDefault();
    if (this.dice.isFalling && button.classList.contains("action")) this.dice.hurry();
    else button.click();
  }
}

VIEWS.play = PlayView;
