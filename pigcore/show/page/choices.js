"use strict";
// Needs main.js
// Choices with their chances, wherever they are shown: what to do in a state, and what all else is worth.

/** What to do in a state: the payoffs, the best actions, and both in words. */
function advised(engine, state) {
  const payoffs = engine.payoffs(state), best = engine.best(state), mixture = engine.mixture?.(state) ?? null;
  const shown = best[0].take.length ? capital(shortly(best[0])) : command(...best);
  const what = mixture === null ? shown : say("mix", { chance: decimal(mixture, 3) });
  return { payoffs, best, what, words: verdict(payoffs, best) };
}

/**
 * What the choices of a state are worth and what each risks, the best first, `most` of them and the one `chosen`,
 * which is marked. `press` has the choice that was pressed; it is for those of a throw. Those are folded that are no
 * better than another which leaves the same.
 */
function choiceTable(engine, state, { chosen = null, most = Infinity, press = null } = {}) {
  const payoffs = engine.payoffs(state), best = engine.best(state), top = payoffs[0].worth;
  const { kept, folded } = press ? undominated(engine, state, payoffs)
    : { kept: payoffs.filter(({ action }, n) => n < most || action === chosen), folded: [] };
  const busting = (action) => engine.busts?.(state, action) ?? null, risky = payoffs.some(({ action }) => busting(action) !== null);
  const heads = ["choice", "winChance", ...(risky ? ["bustChance"] : []), "gap"]
    .map((key) => element("th", { scope: "col" }, say(key)));
  heads.splice(1, 0, element("td", { class: "bar", "aria-hidden": "true" }));
  const number = (text, kind = "") => element("td", { class: `number ${kind}` }, text);
  const row = ({ action, worth }) => {
    const right = best.includes(action), busts = busting(action), mark = action === chosen ? "▸ " : "";
    const words = state[engine.tray] && action.then !== "bust" ? shortly(action) : command(action);
    return element("tr", { class: right ? "best" : mark ? "wrong" : null },
      element("th", { scope: "row" }, mark, press && state[engine.tray] ? pressable(words, () => press(action), "choice") : words),
      element("td", { class: "bar", "aria-hidden": "true" }, element("span", { class: "filled", style: `width:${100 * worth}%` })),
      number(percent(worth)), ...(risky ? [number(busts === null ? "" : percent(busts, 1))] : []),
      number(!right ? behind(top - worth) : mark && "✓", "gap"));
  };
  const others = element("tbody", { hidden: true }, ...folded.map(row));
  const table = element("table", { class: "payoffs" },
    element("caption", { class: "unseen" }, say(chosen ? "review.choices" : "allChoices")),
    element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...kept.map(row)), others);
  if (!folded.length) return table;
  const more = pressable(say("folded", { count: folded.length }), () => {
    others.hidden = !others.hidden;
    more.setAttribute("aria-expanded", String(!others.hidden));
  });
  more.setAttribute("aria-expanded", "false");
  return element("div", {}, table, more);
}

function nearest(engine, state) {
  const found = { ...state };
  for (const name of engine.names) {
    const step = engine.stepOf(name), whole = step * Math.round(found[name] / step);
    found[name] = Math.min(Math.max(whole, engine.leastOf(name)), engine.limits(found)[name]);
  }
  return found;
}

/** The chances of all players after each choice, where there are more than two; nothing otherwise. */
function everyone(engine, payoffs, names) {
  if (engine.players === 2) return [];
  const all = payoffs.map((payoff) => payoff.all), heads = [say("player"), ...payoffs.map(({ action }) => command(action))];
  const rows = names.map((name, player) => element("tr", {}, element("th", { scope: "row" }, name),
    ...all.map((chances) => element("td", { class: "number" }, percent(chances[player])))));
  return [element("h3", { id: "everyone" }, say("everyone")),
    element("table", { class: "everyone", "aria-labelledby": "everyone" },
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows))];
}

/** A difference of chances in percentage points, with as many digits as it takes to see it. */
function behind(difference) {
  const digits = Math.min(12, Math.max(2, 1 - Math.floor(Math.log10(100 * difference))));
  return decimal(100 * difference, digits);
}
