"use strict";
// Needs ledger.js dice.js main.js
// The ledger of a game as it is read: two numbers and the waterfall; and the end of a game in Play, which
// leads to its review and to a new game.

/** Hundredths of a percent with their sign. */
function signed(units) {
  return `${units < 0 ? "−" : units > 0 ? "+" : ""}${percent(Math.abs(units) / 10000)}`;
}

/** Faces as small pictures, and said in words. */
function drawn(faces) {
  const said = faces.map(({ spoken, value }) => spoken ?? value).join(", ");
  const place = element("span", { class: "drawn", ...(said && { role: "img", "aria-label": said }) });
  place.append(...faces.map((face) => element("span", { class: `die ${face.kind}` }, FACES[face.kind](face))));
  return place;
}

class Account {
  constructor(section, view) { Object.assign(this, { section, view, player: null }); }

  // --- the end of a game in Play --------------------------------------------------------------------

  hide() {
    if (this.section.contains(document.activeElement)) this.view.scene.whose.focus();
    this.section.hidden = true;
    this.player = null;
    this.stop();
  }

  /** Sum the game up under this title; a fresh one is kept, once. */
  show(title, focus) {
    const { view, view: { engine, table } } = this;
    this.player = view.me;
    this.section.hidden = false;
    const heading = element("h3", { id: "account-title", tabindex: "-1" }, title);
    const note = (text) => element("p", { class: "note" }, text);
    const ledger = engine.known ? new Ledger(engine, table.steps) : null;
    this.section.replaceChildren(...[
      heading,
      view.takenBack ? note(say("play.takenBack", { count: view.takenBack })) : null,
      ledger ? this.numbers(ledger) : note(say("play.ledgerLater")),
    ].filter(Boolean));
    if (ledger && table.fresh) {
      table.fresh = false;
      if (view.hands === 1) keepGame(view, ledger);
    }
    if (focus) heading.focus();
  }

  review() { location.hash = this.view.app.link("review", {}, entriesOf(this.view)); }

  // --- two numbers ----------------------------------------------------------------------------------

  get many() { return this.view.engine.players > 2; }

  get others() {
    const { player, view: { engine: { players } } } = this;
    return Array.from({ length: players - 1 }, (_, n) => (player + 1 + n) % players);
  }

  /** Skill at once, and luck as soon as its convolution is done. */
  numbers(ledger) {
    const { player, view: { story } } = this, skill = ledger.skill(player);
    const tile = (key, number, words) => element("div", {}, element("dt", {}, story.tell(key, player)),
      element("dd", { class: "big" }, number), element("dd", { class: "small" }, words));
    const tip = skill ? say("skill.scale", { given: percent(skill.given), blind: percent(skill.blind) }) : say("skill.none");
    const luck = tile("luck", "…", say("luck.soon"));
    const work = ledger.fortune(player), slice = () => {  // between slices the page answers
      const end = performance.now() + 12, [, number, words] = luck.children;
      let step = work.next();
      while (!step.done && performance.now() < end) step = work.next();
      if (!step.done) this.waiting = setTimeout(slice);
      else {
        number.textContent = say("ofHundred", { number: Math.round(100 * step.value) });
        words.textContent = say("luck.scale", { share: Math.round(100 * step.value) });
      }
    };
    this.stop();
    this.waiting = setTimeout(slice);
    return element("dl", { class: "numbers" },
      tile("skill", skill ? say("ofHundred", { number: Math.round(skill.score) }) : "–", tip), luck);
  }

  stop() { clearTimeout(this.waiting); }

  // --- the waterfall --------------------------------------------------------------------------------

  /** Result - chance at the start = luck - own mistakes + the others' decisions, rounded to add up. */
  sum(ledger) {
    const { view, player } = this;
    const { start, luck, mistakes, from, result } = ledger.printed(player);
    const steps = [["luck", luck], ["mistakes", -mistakes],
      ...this.others.map((giver) => [this.many ? "given" : "gifts", from[giver], giver])];
    let level = start;
    const bars = steps.map(([, amount]) => [level, level += amount]);
    const low = Math.min(0, ...bars.flat()), high = Math.max(1e4, ...bars.flat());
    const row = (key, amount, span, kind, giver = undefined) => {
      const [one, other] = span, [left, width] = [Math.min(one, other) - low, Math.abs(other - one)].map((part) => 100 * part / (high - low));
      const bar = element("span", { class: kind ? "level" : other < one ? "down" : "up", style: `left:${left}%;width:${width}%` });
      return element("tr", { class: kind ?? null },
        element("th", { scope: "row" }, view.story.tell(`play.sum.${key}`, player, {}, giver)),
        element("td", { class: "fall", "aria-hidden": "true" }, bar), element("td", {}, amount));
    };
    const plain = (units) => percent(units / 10000);
    return element("table", { class: "sum" },
      element("caption", {}, view.story.tell("play.sum", player)),
      element("tbody", {},
        row("start", plain(start), [0, start], "start"),
        ...steps.map(([key, amount, giver], n) => row(key, signed(amount), bars[n], undefined, giver)),
        row("result", plain(result), [0, result], "result")));
  }

  sides(seen) {
    const { view } = this;
    if (view.hands === 1) return [];
    return [element("p", { class: "buttons" }, ...this.others.map((other) => (
      view.scene.button(view.story.tell("play.otherSide", other), null, () => seen(other), ""))))];
  }
}

/** What lies on the table before a step: dice to choose from, or what was thrown in the turn. */
function seenAt({ engine, table: { steps }, story }, number) {
  const { state, turn } = steps[number];
  if (engine.lying(state).length) return engine.cards(state);
  return steps.slice(0, number).filter((step) => step.turn === turn).flatMap((step) => story.faces(step)).slice(-6);
}

/** A state in words, without the dice, which are drawn. */
function standing(engine, state) {
  const [own, ...others] = engine.scoresOf(state), total = engine.total(state);
  return [say("play.state", { own, opp: listed(others), total }), engine.noted(state)]
    .filter(Boolean).join("; ");
}
