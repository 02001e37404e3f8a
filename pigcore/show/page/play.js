"use strict";
// Needs rival.js code.js kept.js tray.js scene.js account.js story.js card.js choices.js
// The Play view: who sits where, whose turn it is, and what keys, mouse and touch do about it.

const TOOL_KEYS = { undo: "u", hint: "?", new: "n" };
/** Keys of choices that are no digit: exchanging the dice, and ten of them. */
const CHOICE_KEYS = { "-1": "e", 10: "t" };
const SEATS = ["hand", "perfect"];
/** Milliseconds that dice fall, and that a program waits before it moves. */
const PACES = { slow: 1500, normal: 800, fast: 300, instant: 0 };

const DEFAULTS = { pace: "normal", costs: true, keys: true, coached: 0 };

class PlayView {
  constructor(root, app) {
    Object.assign(this, { root, app, engine: app.engine, random: Math.random });
    this.rivals = bankersOf(this.engine);
    this.settings = settings.usual(DEFAULTS);
    this.scene = new Scene(root, this.engine.players, {
      undo: () => this.undo(),
      hint: () => this.toggleHint(),
      new: () => this.renew(this.seats),
      hurry: () => this.dice.hurry(),
    }, app.signal);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    this.scene.stage.classList.toggle("trayed", Boolean(this.engine.tray));
    this.dice = new Dice(this.scene.dice, () => (still.matches ? 0 : this.pace));
    this.tray = new Tray(this);
    this.story = new Story(this);
    this.log = new TurnLog(this);
    this.coach = new Coach(this);
    this.account = new Account(this.scene.report, this);
    this.setup = new Setup(this.scene.setup, this);
    document.addEventListener("keydown", (event) => this.key(event), { signal: app.signal });
    const others = Array.from({ length: this.engine.players - 1 }, () => "perfect");
    this.seat(["hand", ...others], new Table(this.engine));
  }

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
    Object.assign(this, { seats, table, busy: false, takenBack: 0, reports: [], hinted: false, awaited: null });
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
    this.scene.event.textContent = last ? this.story.of(last, true) : "";
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
    this.scene.observer.disconnect();
    this.table = new Table(this.engine);
  }

  /** The values are there: whoever waited for them goes on. */
  learned() {
    if (this.table.over) this.end(false);
    else this.draw();
    this.go();
  }

  write() {
    if (this.app.shown === "play") this.app.write(this.shownState, entriesOf(this));
  }

  /** The state that advice can be asked for: the present one, or the last before the end. */
  get shownState() { return this.seen.over ? this.seen.last.state : this.seen.state; }

  /** Who may sit in a seat: "rival" is the first of the rivals, "rival2" the second. */
  get offered() { return [...SEATS, ...this.rivals.map((_, n) => (n ? `rival${n + 1}` : "rival"))]; }

  rival(seat) { return this.rivals[this.offered.indexOf(seat) - SEATS.length]; }

  // --- who is who -----------------------------------------------------------------------------------

  isHand(player) { return this.seats[player] === "hand"; }

  get hands() { return this.seats.filter((seat) => seat === "hand").length; }

  /** The player whose game it is: the one at the keys, or the first one. */
  get me() { return this.hands === 1 ? this.seats.indexOf("hand") : 0; }

  // --- one step after another -----------------------------------------------------------------------

  /** Let whoever is next move: wait for a hand, or have the program decide after a while. */
  go() {
    clearTimeout(this.waiting);
    if (this.table.over || this.busy || this.app.shown !== "play") return;
    if (this.isHand(this.table.mover)) return this.flush();
    if (this.awaits) {
      this.flush();
      this.draw();
      return;
    }
    this.waiting = setTimeout(() => this.program(), this.pace / 2);
  }

  /** Whether the opponent waits until somebody has seen the mistake that the last decision was; at once
   * is at once. */
  get awaits() {
    const { last } = this.table;
    if (!last || last === this.awaited || !this.pace || !this.settings.costs || !this.engine.known) return false;
    const asked = this.isDecision(last) && !this.table.over && !this.isHand(this.table.mover);
    return asked && gradeOf(this.entryOf(last).mistake) !== undefined;
  }

  goOn() {
    this.awaited = this.table.last;
    this.draw();
    this.go();
  }

  program() {
    const { table, engine } = this;
    if (table.over || this.busy || this.isHand(table.mover)) return;
    if (this.awaits) return;
    const rival = this.rival(this.seats[table.mover]);
    if (!rival && !engine.known) return;
    this.take(rival ? rival.choose(table.state, table.actions, this.random) : engine.choose(table.state, this.random));
  }

  take(action) {
    const { table } = this;
    if (!this.busy && table.actions.includes(action)) this.make(table.act(action, this.random));
  }

  async make(step) {
    const { table } = this;
    Object.assign(this, { busy: true, hinted: false });
    this.tray.clear();
    this.draw();
    if (step.outcome) {
      this.scene.event.textContent = "";
      await this.dice.fall(this.story.faces(step));
    }
    if (table !== this.table) return;  // another game has begun meanwhile
    if (step.outcome) this.dice.show(this.story.faces(step));
    this.busy = false;
    this.tray.offer();
    this.draw();
    this.tellOf(step);
    if (this.isHand(step.mover) && table.isTurnEnd(step)) this.coach.turned();
    // Browsers allow some hundred changes of the address in ten seconds, and programs are faster.
    if (table.over || this.pace || this.isHand(table.mover)) this.write();
    if (table.over) this.end(true);
    else this.go();
  }

  undo() {
    const { table, undoable } = this;
    if (undoable < 0) return;
    clearTimeout(this.waiting);
    if (this.busy) {  // the step that is under way is taken back, too: begin anew with the rest
      this.table = Object.assign(new Table(this.engine, table.start), { steps: table.steps, day: table.day });
      this.busy = false;
    }
    this.table.steps.length = undoable;
    this.takenBack += 1;
    this.account.hide();
    this.reports = [];
    this.recall();
    this.write();
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

  end(now) {
    const { winner } = this.table;
    const title = endingOf(this, winner);
    this.flush(title);
    this.table.fresh ||= now;  // to be kept
    this.account.show(title, false);
    this.draw();
    if (now && this.hands) this.scene.others.firstChild.focus({ preventScroll: true });
  }

  // --- what is said ---------------------------------------------------------------------------------

  tellOf(step) {
    this.scene.event.textContent = this.story.of(step, true);
    this.reports.push(this.story.of(step));
    if (this.settings.costs && this.isDecision(step)) this.reports.push(this.scene.cost.textContent);
    if (this.table.over) return;
    if (!step.result.same) {
      this.reports.push(say("play.turn.said", { turn: this.story.tell("play.turn", this.table.mover) }));
      if (!this.isHand(step.mover) && !this.isHand(this.table.mover)) this.flush();
    }
    if (this.isHand(step.mover)) this.flush();
  }

  /** Say all that has happened since somebody at the keys could last do anything. */
  flush(...more) {
    const sentences = [...this.reports, ...more];
    this.reports = [];
    if (sentences.length) announce(sentences.join(" "));
  }

  speak(sentence) { this.reports.push(sentence); this.flush(); }

  get standing() {
    const { story, table: { scores, mover } } = this;
    return { scores: story.each(scores), turn: story.tell("play.turn", mover) };
  }

  /** Whether a step was a choice, and whether somebody at the keys made it. */
  isChoice({ state }) { return this.engine.actions(state).length > 1; }

  isDecision(step) { return this.isHand(step.mover) && this.isChoice(step); }

  entryOf(step) { return step.entry ??= new Ledger(this.engine, [step]).entries[0]; }

  /** The game as far as it can be seen: not the step whose dice are falling. */
  get seen() {
    const { table, busy, engine } = this;
    return busy && table.last.outcome
      ? Object.assign(new Table(engine, table.start, table.first), { steps: table.steps.slice(0, -1), day: table.day }) : table;
  }

  // --- drawing --------------------------------------------------------------------------------------

  draw() {
    const { scene, engine, seen } = this;
    const { scores, mover, over, winner } = seen;
    scene.drawPlayers(scores.map((score, player) => ({
      name: this.story.name(player),
      score,
      total: (!over && player === mover && seen.total) || 0,
      lead: score - Math.max(...scores.filter((_, other) => other !== player)),
      note: engine.noteOf?.(seen.state, player === mover),
      moves: !over && player === mover,
      won: player === winner,
    })), engine.goal);
    scene.whose.textContent = over ? say("play.over") : this.story.tell("play.turn", mover);
    scene.total.textContent = over || !seen.last ? "" : this.story.onTable(seen);
    scene.brief.hidden = Boolean(this.table.last);
    if (!scene.brief.hidden && !scene.brief.firstChild) scene.brief.append(ruleCard(engine));
    this.drawActions();
    this.drawCost();
    this.log.draw(seen);
    for (const name of ["undo", "hint"]) scene.tools[name].hidden = !this.hands;
    scene.tools.new.classList.toggle("covered", over);
    this.drawChances();
    this.coach.draw();
  }

  drawActions() {
    const { table, scene, seen: { state, over } } = this;
    const hand = this.isHand(table.mover) && !this.busy && !over;
    scene.enable("undo", this.undoable >= 0);
    scene.enable("hint", hand && this.engine.known && table.actions.length > 1);
    scene.tools.hint.setAttribute("aria-pressed", String(this.hinted));
    scene.actions.hidden = this.hands === 0;
    const enabled = (action) => hand && table.actions.includes(this.tray.meant(action));
    const hints = this.hinted ? this.hints() : null;
    const choices = this.engine.offered(state).map((action) => ({ ...this.choice(action), ...hints?.(action) }));
    scene.drawActions(choices, enabled, (action) => this.take(this.tray.meant(action)));
    scene.instead(this.buttonsInstead(over));
    this.tray.drawChoices(this.hinted);
    this.tray.drawAside();
  }

  /** What can be done where no action can be chosen. */
  buttonsInstead(over) {
    if (over) {
      return [{ action: "review", label: say("review"), key: "v", press: () => this.account.review() },
        { action: "new", label: say("play.new"), key: TOOL_KEYS.new, press: () => this.renew(this.seats) }];
    }
    return this.awaits && !this.busy ? [{ action: "goOn", label: say("play.goOn"), key: "g", press: () => this.goOn() }] : [];
  }

  /** What can be done as it is offered: in words, on a small button by its number alone, and by a key. */
  choice(then) {
    const { seen: { state, total }, engine } = this, action = engine.action(then);
    if (typeof then === "string") {
      const points = total + this.tray.gain;
      const label = then === engine.banks && points > 0 ? say(`play.${then}`, { total: points }) : command(action);
      return { action: then, label, key: then[0] };
    }
    const label = then < 0 ? say("play.exchange") : `${then}`, [sure] = engine.certain?.(state, action) ?? [];
    const key = CHOICE_KEYS[then] ?? (then < 10 ? label : null);
    return { action: then, label, spoken: command(action), key, ...(sure !== undefined && { yields: `+${sure}` }) };
  }

  /** What each action wins, as its button has it; of dice that nobody has picked, the best that it can win. */
  hints() {
    const payoffs = this.engine.payoffs(this.table.state), best = this.engine.best(this.table.state);
    return (then) => {
      const meant = this.tray.meant(then);
      const found = payoffs.find(({ action }) => (this.tray.aside.length ? action === meant : action.then === then));
      return found && { note: percent(found.worth), best: best.includes(found.action) };
    };
  }

  toggleHint() {
    this.hinted = !this.hinted;
    this.drawActions();
    if (!this.hinted) return;
    const { payoffs, best } = advised(this.engine, this.table.state);
    this.speak(verdict(payoffs, best));
  }

  /** What the last decision at the keys cost stays until the next one. */
  drawCost() {
    const { scene: { cost }, settings, seen, engine: { known } } = this;
    const step = settings.costs && known && seen.steps.findLast((each) => this.isDecision(each));
    const entry = step && this.entryOf(step);
    const waits = !known && !seen.over && this.seats[seen.mover] === "perfect";
    cost.textContent = entry ? this.story.costOf(entry) : waits ? say("play.waits") : "";
    cost.classList.toggle("wrong", Boolean(entry?.wrong));
  }

  /** Everybody's chance to win with best play by all, for as long as anything can be won. */
  drawChances() {
    const { scene, seen, engine: { known } } = this;
    scene.drawChances(known && !seen.over ? seen.chances.map((chance, player) => ({ name: this.story.name(player), chance })) : []);
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
    if (this.scene.doubt.open) return;
    if ((event.key === " " || event.key === "Enter") && this.awaits && !event.target.closest("button, a, summary")) {
      event.preventDefault();
      this.goOn();
    }
    if (!this.settings.keys || event.repeat) return;
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = this.root.querySelectorAll("button[aria-keyshortcuts]");
    const button = [...buttons].find((candidate) => (
      candidate.checkVisibility({ visibilityProperty: true }) && candidate.getAttribute("aria-keyshortcuts") === event.key.toLowerCase()));
    if (!button) return;
    event.preventDefault();
    if (this.dice.isFalling && button.classList.contains("action")) this.dice.hurry();
    else button.click();
  }
}

VIEWS.play = PlayView;
