"use strict";
// Needs dice.js words.js
// What somebody has to know who has never played: the rules as a card with drawn dice, and a coach who
// says a word or two in the first turns.

/** Turns of one's own that the coach says something in. */
const TIPS = 3;

/** The rules in a person's words, with the dice that they speak of. */
function ruleCard({ rules: { told: [{ words: aim }, ...rows] } }) {
  const drawn = (face) => element("span", { class: `mini small-die ${face.colour ? `die ${face.colour}` : ""}` }, FACES.die(face));
  return element("div", { class: "rule-card" }, element("p", { class: "aim" }, aim),
    element("ul", {}, ...rows.map(({ faces, words }) => element("li", {},
      ...(faces.length ? [element("span", { class: "shown", "aria-hidden": "true" }, ...faces.map(drawn))] : []), element("span", {}, words)))));
}

/** Says what can be done in the first turns of somebody's first game here, until it is sent away. */
class Coach {
  constructor(view) {
    this.view = view;
    this.words = element("p");
    view.scene.coach.append(this.words, view.scene.button(say("coach.enough"), null, () => {
      this.restart(false);
      view.scene.whose.focus();
    }));
  }

  get turns() { return this.view.settings.coached; }

  set turns(count) { settings.set("coached", count); }

  restart(wanted) {
    this.turns = wanted ? 0 : TIPS;
    this.view.draw();
  }

  turned() { if (this.turns < TIPS) this.turns += 1; }

  draw() {
    const { view, view: { scene, engine, seen, table, busy } } = this;
    const here = view.isHand(table.mover) && !table.over && this.turns < TIPS;
    if (!here && !(view.awaits && this.turns <= TIPS)) {
      scene.coach.hidden = true;
      return;
    }
    if (busy) return;
    scene.coach.hidden = false;
    const { total } = seen, lies = engine.lying(seen.state).length > 0;
    const kind = engine.tray ? "throw" : total === undefined ? "hog" : "roll";
    const tip = view.awaits ? "coach.mistake" : lies ? "coach.pick"
      : this.turns === 1 && engine.known ? "coach.hint" : this.turns === 2 && engine.known ? "coach.log"
        : total ? `coach.more.${kind}` : `coach.begin.${kind}`;
    const text = say(tip, { total, hint: say("play.hint") });
    if (this.words.textContent !== text) this.words.textContent = text;
  }
}
