"use strict";
// What the Play view looks like: its elements, made once, and how a game is drawn on them.

class Scene {
  /** `pressed` maps the names of the buttons to what they do. */
  constructor(root, players, pressed) {
    this.players = Array.from({ length: players }, () => this.lane());
    this.whose = element("h2", { class: "whose", id: "play-title", tabindex: "-1" });
    this.total = element("p", { class: "on-table" });
    this.dice = element("div", { class: "dice", "aria-hidden": "true" });
    this.event = element("p", { class: "event" });
    this.hint = element("p", { class: "pick" });
    this.cost = element("p", { class: "cost" });
    this.fell = element("div", { class: "fell", role: "group" });
    this.chance = element("p", { class: "chance", id: "play-chance" });
    this.actions = element("div", { class: "actions", role: "group", "aria-labelledby": "play-title" });
    this.tools = {};
    const tool = (name, attributes = {}) => {
      this.tools[name] = this.button(say(`play.${name}`), TOOL_KEYS[name], pressed[name]);
      const button = this.tools[name];
      for (const [key, value] of Object.entries(attributes)) button.setAttribute(key, value);
      return button;
    };
    this.stage = element("div", { class: "stage" }, this.total, this.dice, this.hint, this.fell, this.event,
      this.cost);
    this.stage.addEventListener("click", pressed.hurry);
    this.report = element("section", { class: "account", hidden: true, "aria-labelledby": "account-title" });
    this.setup = element("div");
    this.doubt = element("dialog", { class: "card", "aria-labelledby": "play-doubt" },
      element("p", { id: "play-doubt" }, say("play.discard")),
      this.button(say("play.discard.no"), null, () => this.doubt.close()),
      this.button(say("play.discard.yes"), null, () => {
        this.doubt.close();
        this.discarded();
      }));
    root.replaceChildren(
      this.doubt,
      this.whose,
      element("div", { class: "lanes" }, ...this.players.map(({ lane }) => lane)),
      this.stage,
      this.actions,
      element("div", { class: "tools" },
        tool("undo"), tool("chance", { "aria-pressed": "false", "aria-controls": "play-chance" }),
        tool("pause", { "aria-pressed": "false" }), tool("next"), tool("new")),
      this.chance,
      this.report,
      this.setup,
    );
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

  /** One player's lane: the name, the score, and how far it is to the goal. */
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

  /** Draw all scores: [{name, score, total, lead, moves, won}]. */
  drawPlayers(players, goal) {
    players.forEach(({ name, score, total, lead, moves, won }, player) => {
      const parts = this.players[player];
      const width = (points) => `${Math.min(100, (100 * points) / goal)}%`;
      parts.name.textContent = name;
      parts.score.textContent = score;
      parts.lead.textContent = won ? say("play.won") : lead > 0 ? say("play.leads", { lead }) : "";
      parts.banked.style.width = width(score);
      parts.risked.style.width = width(Math.min(total, Math.max(0, goal - score)));
      parts.track.setAttribute("aria-label", say(total ? "play.track.total" : "play.track", {
        name, score, goal, total }));
      parts.lane.classList.toggle("moves", moves);
      parts.lane.classList.toggle("won", won);
    });
  }

  /** Offer these actions: [{action, label, key}]; pressed or not, they stay where they are. */
  drawActions(actions, enabled, press) {
    const wanted = actions.map(({ action }) => action).join();
    if (this.offered !== wanted) {
      this.offered = wanted;
      this.actions.classList.toggle("many", actions.length > 3);
      this.actions.replaceChildren(...actions.map(({ action, label, key }) => {
        const button = this.button(label, key, () => press(action), "action");
        button.dataset.action = action;
        return button;
      }));
    }
    [...this.actions.children].forEach((button, place) => {
      button.firstChild.textContent = actions[place].label;
      if (actions[place].spoken) button.setAttribute("aria-label", actions[place].spoken);
      button.setAttribute("aria-disabled", String(!enabled(actions[place].action)));
    });
  }

  /** While dice fall nothing can be chosen, and nothing tells what they will show. */
  freeze() { for (const button of this.actions.children) button.setAttribute("aria-disabled", "true"); }

  /** Ask whether the game may be thrown away, and call back if so. */
  ask(discarded) {
    this.discarded = discarded;
    this.doubt.showModal();
  }

  enable(name, enabled) { this.tools[name].setAttribute("aria-disabled", String(!enabled)); }

  show(name, shown) { this.tools[name].hidden = !shown; }

  press(name, pressed) { this.tools[name].setAttribute("aria-pressed", String(pressed)); }
}
