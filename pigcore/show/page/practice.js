"use strict";
// Needs play.js choices.js
// Practice: the game of the day, drills, and the games that this device keeps.

/** How many drills there are in a row, and how many close calls of a game are kept. */
const DRILLS = 10, CLOSE = 2;

/** Keep a game that has ended: what it came to, and drills from its mistakes and its closest calls. */
function keepGame(view, ledger) {
  const { engine, table, seats, me } = view, skill = ledger.skill(me);
  const own = ledger.decisions(me), margin = ({ payoffs, best }) => (
    payoffs[0].worth - (payoffs.find(({ action }) => !best.includes(action))?.worth ?? -1));
  const wrong = own.filter(({ mistake }) => gradeOf(mistake));
  const close = own.filter((entry) => !wrong.includes(entry) && margin(entry) > 1e-9)
    .sort((one, other) => margin(one) - margin(other)).slice(0, CLOSE);
  const { scores, winner, day } = table;
  const game = { link: `${new URLSearchParams(entriesOf({ engine, seats, table }))}`, when: today(), won: winner === me, skill: skill?.score ?? 100,
    score: [scores[me], ...scores.filter((_, player) => player !== me)].join(" : "), ...(day && { day }) };
  const drill = (own) => ({ state }) => ({ state, own });
  new Kept(keptAs(engine)).add(game, [...close.map(drill(false)), ...wrong.map(drill(true))]);
}

class PracticeView {
  constructor(root, app) {
    Object.assign(this, { root, app, engine: app.engine, kept: new Kept(keptAs(app.engine)), drills: [], right: 0 });
    this.day = element("section", { class: "card", "aria-labelledby": "day-title" });
    this.drill = element("section", { class: "card drill", "aria-labelledby": "drill-title" });
    this.mine = element("section", { class: "card", "aria-labelledby": "mine-title" });
    root.append(element("h2", { id: "practice-title" }, say("practice")),
      element("div", { class: "cards-of" }, this.day, this.drill, this.mine));
  }

  get keeps() { return true; }

  get play() { return this.app.views.play; }

  show(state) {
    this.app.write(state);
    this.drawDay();
    this.drawDrill();
    this.drawMine();
  }

  learned() { if (this.app.shown === "practice") this.show(this.app.state); }

  title(name, words) { return element("h3", { id: `${name}-title`, tabindex: "-1" }, words); }

  button(label, press, kind = "") { return this.play.scene.button(label, null, press, kind); }

  // --- the game of the day ----------------------------------------------------------------------------

  drawDay() {
    const day = today(), { games } = this.kept.here, done = games.find((game) => game.day === day);
    this.day.replaceChildren(this.title("day", say("day.title")), element("p", {}, say("day.hint", { day: dated(day) })),
      ...(done ? [element("p", {}, this.line(done)), this.button(say("review"), () => this.review(done.link))]
        : [this.button(say("day.play"), () => this.playDay(day), "strong")]));
  }

  playDay(day) {
    const seats = this.play.seats.map((_, player) => (player ? "perfect" : "hand"));
    this.play.open({ seats: seats.join("-"), daily: day });
  }

  // --- drills -----------------------------------------------------------------------------------------

  /** Positions to decide: those of one's games, then close calls of perfect play. */
  gather() {
    const { engine } = this, fits = ({ state }) => engine.has(state) && engine.actions(state).length > 1;
    const found = this.kept.here.drills.filter(fits);
    const mine = [...found.filter(({ own }) => own), ...found.filter(({ own }) => !own)].slice(0, DRILLS);
    const calls = [], end = performance.now() + 200;
    while (mine.length < DRILLS && calls.length < 60 && performance.now() < end) {
      const table = new Table(engine);
      while (!table.over && performance.now() < end) {
        const { state } = table, payoffs = table.actions.length > 1 ? engine.payoffs(state) : [];
        const other = payoffs.find(({ worth }) => worth < payoffs[0].worth - 1e-9);
        if (other && payoffs[0].worth > 0.05 && payoffs[0].worth < 0.95) calls.push({ state, margin: payoffs[0].worth - other.worth });
        table.act(engine.choose(state, Math.random));
      }
    }
    calls.sort((one, other) => one.margin - other.margin);
    return [...mine, ...calls.slice(0, DRILLS - mine.length)];
  }

  drawDrill() {
    const { drills } = this.kept.here, own = drills.filter((one) => one.own).length;
    const begin = () => {
      Object.assign(this, { drills: this.gather(), right: 0, number: 0 });
      this.ask();
    };
    this.drill.replaceChildren(this.title("drill", say("drill.title")), ...(this.engine.known
      ? [element("p", {}, say("drill.hint", { own, close: drills.length - own })), this.button(say("drill.begin"), begin, "strong")]
      : [element("p", {}, say("values.soon"))]));
  }

  ask() {
    const { engine, number, drills } = this, drill = drills[number], title = this.title("drill", say("drill.title"));
    if (!drill) {
      this.drill.replaceChildren(title, element("p", {}, say("drill.done", { right: this.right, of: drills.length })),
        this.button(say("drill.more"), () => { this.drawDrill(); this.drill.querySelector("button").click(); }, "strong"));
      title.focus();
      return;
    }
    const { state } = drill, actions = engine.actions(state);
    const lying = engine.lying(state).length ? [drawn(engine.cards(state))] : [];
    this.drill.replaceChildren(title,
      element("p", { class: "small" }, `${number + 1} / ${drills.length} · ${say(drill.own ? "drill.own" : "drill.close")}`),
      element("p", { class: "big" }, standing(engine, state)), ...lying,
      element("div", { class: "buttons answers" }, ...actions.map((action) => (
        this.button(capital(shortly(action)), () => this.answer(drill, action), "")))));
    title.focus();
    announce(this.drill.innerText.replace(/\s+/g, " "));
  }

  answer(drill, action) {
    const { engine } = this, { state } = drill, payoffs = engine.payoffs(state), best = engine.best(state);
    const cost = payoffs[0].worth - payoffs.find((one) => one.action === action).worth, right = best.includes(action);
    if (right) this.right += 1;
    if (right) this.kept.drop(drill);
    const words = right ? say("drill.right") : say("drill.wrong", { cost: signed(-Math.round(1e4 * cost)) });
    const verdict = element("p", { class: right ? "right" : "wrong", tabindex: "-1" }, words);
    this.drill.querySelector(".answers").replaceWith(verdict, choiceTable(engine, state, { chosen: action, most: 4 }),
      this.button(say("drill.next"), () => { this.number += 1; this.ask(); }, "strong"));
    verdict.focus();
    announce(words);
  }

  // --- games that are kept ----------------------------------------------------------------------------

  line({ won, score, skill, when }) {
    return say("mine.line", { won, score, skill: Math.round(skill), day: dated(when) });
  }

  /** Show a game that is kept in Review, or say why it is none. */
  review(link) {
    const { engine, play, app } = this, { seats, table, wrong } = gameIn(new URLSearchParams(link), engine, play.offered, play.seats);
    if (!wrong) location.hash = app.link("review", {}, entriesOf({ engine, seats, table }));
    return wrong;
  }

  drawMine() {
    const { games } = this.kept.here;
    const said = element("p", { class: "small", role: "status" });
    const rows = games.slice(-6).reverse().map((game) => element("li", {}, this.button(this.line(game), () => {
      said.textContent = this.review(game.link) ?? "";
    })));
    const erase = this.button(say("mine.erase"), () => {
      Kept.erase();
      this.show(this.app.state);
      announce(say("mine.erased"));
      this.mine.firstChild.focus();
    });
    this.mine.replaceChildren(this.title("mine", say("mine.title")),
      element("p", { class: "small" }, say(Kept.memory ? "mine.forgets" : "mine.hint")), ...(games.length
        ? [element("ul", { class: "games" }, ...rows), said] : []), ...(Object.keys(this.kept.read()).length ? [erase] : []));
  }
}

VIEWS.practice = PracticeView;
