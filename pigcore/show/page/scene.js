"use strict";
// Needs dice.js main.js
// What the Play view looks like: its elements, made once, and how a game is drawn on them.

/** The screens on which the controls lie at the bottom edge, over the page: as play.css has them. */
const EDGE = "(max-width: 59.99rem) and (pointer: coarse), (max-width: 34rem)";

class Scene {
  /** `pressed` maps the names of the buttons to what they do. */
  constructor(root, players, pressed, signal) {
    this.players = Array.from({ length: players }, () => this.lane());
    this.whose = element("h2", { class: "whose", id: "play-title", tabindex: "-1" });
    this.chance = element("p", { class: "chance", id: "play-chance" });
    this.bar = element("div", { class: "evaluation", "aria-hidden": "true" }, ...this.players.map(() => element("span")));
    this.total = element("p", { class: "on-table" });
    this.aside = element("div", { class: "aside", role: "group", "aria-label": say("play.aside") });
    this.dice = element("div", { class: "dice", "aria-hidden": "true" });
    this.brief = element("div", { class: "brief" });
    this.event = element("p", { class: "event" });
    this.hint = element("p", { class: "pick" });
    this.cost = element("p", { class: "cost" });
    this.actions = element("div", { class: "actions", role: "group", "aria-labelledby": "play-title" });
    this.others = element("div", { class: "actions instead" });
    this.coach = element("div", { class: "coach", role: "note", hidden: true });
    this.choices = element("div", { class: "hinted", hidden: true });
    this.tools = {};
    const tool = (name) => (this.tools[name] = this.button(say(`play.${name}`), TOOL_KEYS[name], pressed[name]));
    this.stage = element("div", { class: "stage" }, this.total, this.aside, this.brief, this.dice, this.hint,
      this.event, this.cost);
    this.stage.addEventListener("click", pressed.hurry);
    this.report = element("section", { class: "account", hidden: true, "aria-labelledby": "account-title" });
    this.setup = element("div");
    this.log = element("ol");
    this.doubt = element("dialog", { class: "card", "aria-labelledby": "play-doubt" },
      element("p", { id: "play-doubt" }, say("play.discard")),
      this.button(say("play.discard.no"), null, () => this.doubt.close()),
      this.button(say("play.discard.yes"), null, () => {
        this.doubt.close();
        this.discarded();
      }));
    this.controls = element("div", { class: "controls" },
      this.coach,
      element("div", { class: "choose" }, this.actions, this.others),
      element("div", { class: "tools" }, tool("undo"), tool("hint"), tool("new")));
    root.replaceChildren(
      this.doubt,
      element("div", { class: "game-under-way" },
        element("div", { class: "board" },
          this.whose,
          element("div", { class: "lanes" }, ...this.players.map(({ lane }) => lane)),
          this.chance, this.bar, this.stage, this.controls, this.choices),
        element("div", { class: "log" },
          this.heading = element("h3", { id: "play-log" }),
          element("div", { class: "turns", tabindex: "0", role: "region", "aria-labelledby": "play-log" }, this.log))),
      this.report,
      this.setup,
    );
    // There the message stands with the controls, so that it never lies below them.
    const edge = matchMedia(EDGE), place = () => (edge.matches ? this.controls.prepend(this.event, this.cost)
      : this.stage.append(this.event, this.cost));
    edge.addEventListener("change", place, { signal });
    place();
    /** On phones the controls lie over the page, which ends above them. */
    const { style } = document.documentElement;
    this.observer = new ResizeObserver(() => style.setProperty("--controls", `${this.controls.offsetHeight}px`));
    this.observer.observe(this.controls);
  }

  /** A button that says its key, and keeps the focus where there is nothing to be pressed now. */
  button(label, key, press, kind = "tool") {
    const button = element("button", { type: "button", class: kind }, element("span", {}, label));
    if (key) {
      if (key !== label) button.append(element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
      button.setAttribute("aria-keyshortcuts", key);
    }
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") press();
    });
    return button;
  }

  lane() {
    const parts = {
      name: element("span", { class: "name" }),
      lead: element("span", { class: "lead" }),
      score: element("span", { class: "score" }),
      banked: element("span", { class: "banked" }),
      risked: element("span", { class: "risked" }),
    };
    parts.track = element("div", { class: "track", role: "img" }, parts.banked, parts.risked);
    parts.lane = element("div", { class: "lane" },
      element("div", { class: "who" }, parts.name, parts.lead, parts.score), parts.track);
    return parts;
  }

  /** Draw all scores: [{name, score, total, lead, note, moves, won}]. */
  drawPlayers(players, goal) {
    players.forEach(({ name, score, total, lead, note, moves, won }, player) => {
      const parts = this.players[player];
      const width = (points) => `${Math.min(100, Math.max(0, (100 * points) / goal))}%`;
      parts.name.textContent = name;
      parts.score.textContent = score;
      parts.lead.textContent = won ? say("play.won") : note || (lead > 0 ? say("play.leads", { lead }) : "");
      parts.banked.style.width = width(score);
      parts.risked.style.width = width(Math.min(total, Math.max(0, goal - score)));
      parts.track.setAttribute("aria-label", say("play.track", { name, score, goal, total }));
      parts.lane.classList.toggle("moves", moves);
      parts.lane.classList.toggle("won", won);
    });
  }

  /** Everybody's chance as numbers and as a bar: [{name, chance}], or nothing of either. */
  drawChances(players) {
    this.bar.classList.toggle("covered", !players.length);
    this.chance.replaceChildren(...(players.length ? [element("span", {}, say("play.chances"))] : []),
      ...players.map(({ name, chance }) => element("span", {}, say("play.chances.of", { name, chance: percent(chance) }))));
    players.forEach(({ chance }, player) => { this.bar.children[player].style.width = `${100 * chance}%`; });
  }

  /** Offer these actions: [{action, label, key, spoken, yields, note, best}]; pressed or not, they stay
   * where they are. */
  drawActions(actions, enabled, press) {
    const wanted = actions.map(({ action }) => action).join();
    if (this.offered !== wanted) {
      this.offered = wanted;
      this.actions.classList.toggle("many", actions.length > 3);
      this.actions.replaceChildren(...actions.map(({ action, label, key }) => {
        const button = this.button(label, key, () => press(action), "action");
        button.dataset.action = action;
        button.append(element("small"));
        return button;
      }));
    }
    [...this.actions.children].forEach((button, place) => {
      const { action, label, spoken = label, yields = "", note = "", best = false } = actions[place];
      button.firstChild.textContent = label;
      button.lastChild.textContent = note || yields;
      const parts = [spoken, yields && say("play.yields", { gain: yields }), note && say("play.hinted", { chance: note, best })];
      if (parts.filter(Boolean).join() === label) button.removeAttribute("aria-label");
      else button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
      button.classList.toggle("best", best);
      button.setAttribute("aria-disabled", String(!enabled(action)));
    });
  }

  /** Other buttons in the place of the actions: [{action, label, key, press}]; of none, the actions themselves. */
  instead(buttons) {
    const wanted = buttons.map(({ action }) => action).join();
    if (this.shown === wanted) return;
    this.shown = wanted;
    if (this.others.contains(document.activeElement)) this.whose.focus({ preventScroll: true });
    this.others.replaceChildren(...buttons.map(({ action, label, key, press }) => {
      const button = this.button(label, key, press, "action");
      button.dataset.action = action;
      return button;
    }));
    this.actions.classList.toggle("covered", buttons.length > 0);
  }

  /** Ask whether the game may be thrown away, and call back if so. */
  ask(discarded) {
    this.discarded = discarded;
    this.doubt.showModal();
  }

  enable(name, enabled) { this.tools[name].setAttribute("aria-disabled", String(!enabled)); }
}

/** The turns of a game, the latest first: what fell, what was decided, and what it cost. */
class TurnLog {
  constructor(view) { Object.assign(this, { view, list: view.scene.log, drawn: [] }); }

  /** Write all turns, unless they stand there.
   * @param {Table} seen */
  draw({ steps, day }) {
    const { view, drawn } = this, costs = view.settings.costs && view.engine.known, now = [costs, day, ...steps];
    if (now.length === drawn.length && now.every((one, n) => one === drawn[n])) return;
    this.drawn = now;
    view.scene.heading.textContent = day ? `${say("day.title")} · ${dated(day)}` : say("play.log");
    const turns = [...Map.groupBy(steps, ({ turn }) => turn).values()].reverse();
    this.list.replaceChildren(...turns.map((turn) => this.line(turn, costs)));
  }

  line(steps, costs) {
    const { view } = this, [{ mover, turn }] = steps, last = steps.at(-1);
    const parts = steps.flatMap((step) => (
      [...view.story.logged(step), ...(costs && view.isChoice(step) ? [this.cost(view.entryOf(step))] : [])]));
    const after = view.table.isTurnEnd(last) ? turned(view.engine.scoresAfter(last.result), mover).join(" : ") : "";
    return element("li", { value: turn + 1 }, element("span", { class: "who" }, view.story.name(mover)),
      element("span", { class: "steps" }, ...parts), element("span", { class: "after" }, after));
  }

  cost({ wrong, mistake }) {
    const cost = wrong && behind(mistake);
    return element("span", { class: `gave${wrong ? " wrong" : ""}` },
      element("span", { "aria-hidden": "true" }, wrong ? `−${say("percent", { number: cost })}` : "✓"),
      element("span", { class: "unseen" }, say("play.log.cost", { cost })));
  }
}

/** A face as small as the words beside it, with what it shows for those who cannot see it. */
function smallFace(face) {
  const small = element("span", { class: `mini small-${face.kind}` });
  small.append(FACES[face.kind](face));
  small.firstChild.setAttribute("aria-hidden", "true");
  small.append(element("span", { class: "unseen" }, `${face.name ? face.spoken : face.value} `));
  return small;
}

/** A new game and the settings of play: who sits where, how fast dice fall, what is said when. */
class Setup {
  constructor(place, view) {
    this.view = view;
    const names = (seat) => view.rival(seat)?.name ?? say(`play.seat.${seat}`);
    this.seats = Array.from({ length: view.engine.players }, (_, player) => this.select(`play-seat-${player}`,
      say(`play.seat.${player}`), view.offered.map((seat) => [seat, names(seat)])));
    const begin = view.scene.button(say("play.begin"), null, () => {
      view.renew(this.seats.map(({ value }) => value));
      view.scene.whose.scrollIntoView({ block: "nearest" });
    });
    const pace = this.select("play-pace", say("play.pace"),
      Object.keys(PACES).map((name) => [name, say(`play.pace.${name}`)]), (value) => this.set("pace", value));
    pace.value = view.settings.pace;
    place.replaceChildren(element("details", { class: "setup" },
      element("summary", {}, say("play.setup")),
      element("div", { class: "fields" },
        ...this.seats.map((seat) => seat.parentElement), begin),
      element("div", { class: "fields" }, pace.parentElement,
        ...["costs", "tips", "keys"].map((name) => this.check(name)))));
  }

  seat(seats) { this.seats.forEach((select, player) => { select.value = seats[player]; }); }

  select(id, label, choices, change = () => {}) {
    const select = selection(id, choices, change);
    element("div", { class: "option" }, element("label", { for: id }, label), select);
    return select;
  }

  check(name) {
    const box = element("input", { type: "checkbox", id: `play-${name}` });
    box.checked = name === "tips" ? this.view.settings.coached < TIPS : this.view.settings[name];
    box.addEventListener("change", () => this.set(name, box.checked));
    return element("div", { class: "option check" }, box,
      element("label", { for: box.id }, say(`play.setting.${name}`)));
  }

  set(name, value) {
    if (name === "tips") this.view.coach.restart(value);
    else settings.set(name, value);
    this.view.draw();
  }
}
