"use strict";
// Simultaneous turns: you take yours, the perfect player takes his unseen, and both are revealed.
//
// The page has the strategy alone; what each pair of scores is worth follows from it, from the largest
// total of the scores down, and so does what rolling and holding win against it.

class Unseen {
  constructor(data) {
    this.data = data;
    const { goal, furthest, gains } = data;
    this.size = furthest + Math.max(...gains.map(([gain]) => gain));
    const first = numbers(data.first, Uint8Array), counts = numbers(data.counts, Uint8Array);
    const chances = numbers(data.chances, Uint16Array);
    this.rows = [];
    let at = 0;
    for (let pair = 0; pair < goal * goal; pair++) {
      this.rows.push({ first: first[pair], chances: chances.subarray(at, at + counts[pair]) });
      at += counts[pair];
    }
    this.worths = new Float64Array(goal * goal);
    const turns = new Map(), turn = (own, opp) => {
      const place = own * goal + opp;
      if (!turns.has(place)) turns.set(place, this.turn(own, opp));
      return turns.get(place);
    };
    for (let total = 2 * goal - 2; total >= 0; total--) {
      for (let own = Math.max(0, total - goal + 1); own <= Math.min(total, goal - 1); own++) {
        const opp = total - own, mine = turn(own, opp), theirs = turn(opp, own);
        let won = 0;
        for (const [x, p] of mine) for (const [y, q] of theirs) if (x !== own || y !== opp) won += p * q * this.won(x, y);
        this.worths[own * goal + opp] = won / (1 - mine.get(own) * theirs.get(opp));
      }
    }
  }

  /** The chance that the strategy holds. */
  hold(own, opp, total) {
    if (total === 0 || own + total >= this.data.furthest) return total === 0 ? 0 : 1;
    const { first, chances } = this.rows[own * this.data.goal + opp];
    if (total < first) return 0;
    return total - first < chances.length ? chances[total - first] / 65535 : 1;
  }

  /** Its chances to hold [total, chance], from the first total that it may hold at to one that it does. */
  plan(own, opp) {
    const { first, chances: { length } } = this.rows[own * this.data.goal + opp];
    return Array.from({ length: length + 1 }, (_, n) => [first + n, this.hold(own, opp, first + n)]);
  }

  /** What a turn ends in: the chances of final scores, that of a bust with the score as it was. */
  turn(own, opp) {
    const { gains, bust } = this.data, ends = new Map([[own, 0]]), reach = new Float64Array(this.size - own + 1);
    reach[0] = 1;
    for (let k = 0; k < reach.length; k++) {
      if (!reach[k]) continue;
      const hold = this.hold(own, opp, k), rolled = reach[k] * (1 - hold);
      if (hold) ends.set(own + k, reach[k] * hold);
      ends.set(own, ends.get(own) + rolled * bust);
      if (rolled) for (const [gain, chance] of gains) reach[k + gain] += rolled * chance;
    }
    return ends;
  }

  /** What it is worth to end a round with x against y. */
  won(x, y) {
    const { goal } = this.data;
    if (x < goal && y < goal) return this.worths[x * goal + y];
    return x === y ? 0.5 : Number(x > y);
  }

  /** What rolling and holding win at a total, against the strategy. */
  payoffs(own, opp, total) {
    const { gains, bust } = this.data, theirs = this.turn(opp, own);
    const held = (k) => [...theirs].reduce((sum, [y, chance]) => sum + chance * this.won(own + k, y), 0);
    const most = Math.max(this.size - own, total + 1), best = new Float64Array(most + 1), lost = held(0);
    let roll = 0, hold = 0;
    for (let k = most; k >= total; k--) {
      roll = bust * lost;
      for (const [gain, chance] of gains) roll += chance * (k + gain > most ? held(k + gain) : best[k + gain]);
      hold = held(k);
      best[k] = k === 0 ? roll : Math.max(roll, hold);
    }
    return { roll, hold };
  }
}

class UnseenView {
  constructor(root, data, random = Math.random) {
    this.data = data;
    this.random = random;
    this.engine = new Unseen(data);
    this.title = element("h2", { id: "play-title" });
    this.scores = element("p", { id: "both-scores" });
    this.stage = element("div", { class: "dice", id: "both-dice" });
    this.dice = new Dice(this.stage, () => 0);
    this.text = element("p", { id: "both-text" });
    this.actions = element("p", { class: "links", id: "both-actions" });
    this.hint = element("input", { type: "checkbox", role: "switch", id: "both-hint" });
    this.hint.addEventListener("change", () => this.draw());
    this.advice = element("p", { id: "both-advice" });
    this.plan = element("p", { id: "both-plan" });
    this.log = element("ol", { id: "both-log" });
    root.append(this.title, element("p", {}, say("both.unseen")), this.card(), this.scores, this.stage, this.text, this.actions,
      element("p", {}, element("label", { class: "switch" }, this.hint, element("span", {}, say("both.hint")))), this.advice, this.plan,
      element("h3", {}, say("both.log")), this.log);
    document.addEventListener("keydown", (event) => this.key(event));
    this.begin();
  }

  begin() {
    Object.assign(this, { own: 0, opp: 0, rounds: 0, thrown: [], lost: 0, over: false, said: say("both.begin") });
    this.log.replaceChildren();
    this.draw();
  }

  /** What a turn is, and what loses it. */
  card() {
    const { sides, bust } = this.data, shown = element("span", { class: "shown", "aria-hidden": "true" });
    if (sides) shown.append(element("span", { class: "mini small-die" }, FACES.die({ value: 1, sides })));
    const lost = sides ? say("brief.bust.face", { faces: "1" }) : say("brief.bust.chance", { chance: percent(bust) });
    return element("div", { class: "rule-card" }, element("p", { class: "aim" }, say("brief.turn.roll")),
      element("ul", {}, element("li", {}, shown, element("span", {}, lost))));
  }

  get total() { return this.thrown.reduce((sum, gain) => sum + gain, 0); }

  /** What a throw gains, 0 if it busts. */
  throw() {
    let left = this.random() - this.data.bust;
    for (const [gain, chance] of this.data.gains) {
      if (left < 0) break;
      left -= chance;
      if (left < 0) return gain;
    }
    return left < 0 ? 0 : this.data.gains.at(-1)[0];
  }

  /** The whole turn of the perfect player: its throws, and what they score. */
  theirs() {
    const thrown = [];
    for (let total = 0; ;) {
      if (this.random() < this.engine.hold(this.opp, this.own, total)) return { thrown, score: total };
      const gain = this.throw();
      if (!gain) return { thrown, score: 0 };
      thrown.push(gain);
      total += gain;
    }
  }

  act(action) {
    if (this.over || (action === "hold" && !this.total)) return;
    const worths = this.engine.payoffs(this.own, this.opp, this.total);
    if (this.total) this.lost += Math.max(worths.roll, worths.hold) - worths[action];
    if (action === "hold") return this.reveal(this.total);
    const gain = this.throw();
    if (!gain) return this.reveal(0);
    this.thrown.push(gain);
    this.said = say("both.table", { total: this.total });
    return this.draw();
  }

  /** Both turns are over. */
  reveal(score) {
    const other = this.theirs(), words = (key, { thrown, score: points }) =>
      say(`both.${key}.${points ? "held" : thrown.length ? "bust" : "once"}`, { throws: thrown.join(" "), total: points });
    const mine = words("you", { thrown: this.thrown, score }), his = words("other", other);
    Object.assign(this, { own: this.own + score, opp: this.opp + other.score, rounds: this.rounds + 1, thrown: [] });
    this.over = Math.max(this.own, this.opp) >= this.data.goal;
    this.said = `${mine} ${his}`;
    if (this.over) {
      const how = this.own === this.opp ? "draw" : this.own > this.opp ? "won" : "lost";
      this.said += ` ${say(`both.${how}`)} ${say("both.gave", { cost: percent(this.lost) })}`;
    }
    this.log.prepend(element("li", { value: this.rounds }, `${mine} ${his} ${this.own} : ${this.opp}`));
    this.draw();
  }

  draw() {
    const { own, opp, total, thrown, over } = this;
    this.title.textContent = say("both.round", { number: this.rounds + (over ? 0 : 1) });
    this.scores.textContent = say("both.scores", { own, opp, goal: this.data.goal });
    const { sides } = this.data;
    this.dice.show(thrown.map((value) => (sides ? { kind: "die", value, sides } : { kind: "points", value: `+${value}` })));
    this.text.textContent = this.said;
    announce(this.said);
    const button = (id, words, does, enabled = true) => {
      const made = element("button", { id: `both-${id}`, type: "button", disabled: !enabled }, words);
      made.addEventListener("click", does);
      return made;
    };
    this.actions.replaceChildren(...(over ? [button("again", say("both.again"), () => this.begin())] : [
      button("roll", say("both.roll"), () => this.act("roll")),
      " ",
      button("hold", say("both.hold"), () => this.act("hold"), total > 0)]));
    const hinted = this.hint.checked && !over;
    this.advice.textContent = hinted ? this.counsel() : "";
    this.plan.replaceChildren(...(hinted ? this.chart() : []));
  }

  /** How often the perfect player holds at each total of his turn at your scores: a bar each. */
  chart() {
    const plan = this.engine.plan(this.own, this.opp), said = plan.map(([total, chance]) => `${total}: ${percent(chance, 0)}`);
    const [wide, high] = [22, 60], bars = plan.map(([total, chance], n) => [
      svg("rect", { x: wide * n + 2, y: high * (1 - chance), width: wide - 4, height: high * chance, opacity: total === this.total ? 1 : 0.5 }),
      svg("text", { x: wide * (n + 0.5), y: high + 14, "font-size": 12, "text-anchor": "middle" }, `${total}`)]);
    const shown = element("span", { role: "img", "aria-label": said.join(", ") });
    const width = wide * plan.length;
    shown.append(svg("svg", { viewBox: `0 0 ${width} ${high + 18}`, width, fill: "currentColor" }, ...bars.flat()));
    return [say("both.plan"), element("br"), shown];
  }

  /** What both actions are worth, and what the perfect player would do. */
  counsel() {
    const { own, opp, total } = this;
    if (!total) return say("both.must", { chance: percent(this.engine.won(own, opp)) });
    const { roll, hold } = this.engine.payoffs(own, opp, total), chance = this.engine.hold(own, opp, total);
    const worths = say("both.worths", { roll: percent(roll), hold: percent(hold) });
    const mixes = Math.abs(roll - hold) < 1e-4 && chance > 0 && chance < 1;
    return `${worths} ${mixes ? say("both.mixes", { chance: percent(chance) }) : say(roll > hold ? "both.better.roll" : "both.better.hold")}`;
  }

  key({ key, target, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey || target.matches?.("input, select, textarea")) return;
    if (key === "r") this.act("roll");
    if (key === "h") this.act("hold");
    if (key === "n" && this.over) this.begin();
  }
}

const shown = embedded();
settings.frame();
document.getElementById("rules").textContent = foreignRules(shown.rules, shown.name);
document.title = shown.name;
const section = element("section", { id: "play", "aria-labelledby": "play-title" });
document.getElementById("content").append(section);
/** What tests ask. */
window.pigcore = { view: new UnseenView(section, shown) };
window.addEventListener("hashchange", () => settings.otherLanguage());
