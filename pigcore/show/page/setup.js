"use strict";
// Needs main.js
// A new game and the settings of play: who sits where, how fast dice fall, what is said when.

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
      Object.keys(PACES).map((name) => [name, say(`play.pace.${name}`)]));
    pace.value = view.settings.pace;
    pace.addEventListener("change", () => this.set("pace", pace.value));
    place.replaceChildren(element("details", { class: "setup" },
      element("summary", {}, say("play.setup")),
      element("div", { class: "fields" },
        ...this.seats.map((seat) => seat.parentElement), begin),
      element("div", { class: "fields" }, pace.parentElement,
        ...["costs", "tips", "keys"].map((name) => this.check(name)))));
  }

  seat(seats) { this.seats.forEach((select, player) => { select.value = seats[player]; }); }

  select(id, label, choices) {
    const options = choices.map(([value, text]) => element("option", { value }, text));
    const select = element("select", { id }, ...options);
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
    else this.view.settings[name] = value;
    settings.apply();
    this.view.draw();
  }
}
