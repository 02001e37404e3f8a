"use strict";
// Needs race.js
// Programs to play against that are not perfect: each banks from so many points on.

/** One who banks from so many points on, and takes the option of a throw that gains most; of equals the one that leaves
 * the most dice. A last turn he plays perfectly: there is nothing in it but a score to pass. */
class Banker {
  constructor(points, engine) {
    Object.assign(this, { points, engine, name: say(`play.banker.${engine.banks}`, { points }) });
  }

  choose(state, actions, random) {
    const { engine } = this;
    if (actions.length === 1) return actions[0];
    const place = engine.placeOf(state), { t, mode } = place;
    if (engine.board.isLast(place) || engine.isOn(state)) return engine.choose(state, random);
    if (!state.thrown) return engine.action(this.next(place, t, mode));
    const points = ({ gain }) => (engine.rules.exact && place.own + t + gain / engine.unit > engine.scores ? -1 : gain);
    const better = (one, other) => points(one) - points(other) || one.mode - other.mode;
    const best = engine.choices(state).reduce((one, other) => (better(other, one) > 0 ? other : one));
    const words = best.aside.join(), mine = actions.filter(({ take }) => take.join() === words);
    return mine.length === 1 ? mine[0] : engine.action(this.next(place, t + best.gain / engine.unit, best.mode), best.aside);
  }

  next(place, t, mode) {
    const may = this.engine.inHand({ ...place, opp: 0, second: 0 }, t, mode), { banks, throws } = this.engine;
    return may.includes(banks) && (this.enough(place, t) || !may.includes(throws)) ? banks : throws;
  }

  enough({ own }, t) { return t * this.engine.unit >= this.points || own + t >= this.engine.scores; }
}

/** Players of a race who bank from so many points on, whatever the scores are: the number that gains most in a
 * turn from 0, half of it, and twice as many. There are none where scores fall. */
function bankersOf(engine) {
  const { rules: data, recursion: turn } = engine;
  if (!turn) return [];
  const { scores, rolled, rows, paid: [paid] } = turn, [bust] = data.landing, lost = { busted: [bust], busts: 1, wiped: [0], wipes: 1 };
  const step = Math.ceil(scores / 100), banks = new Uint8Array(rows * turn.modes).fill(1);
  let most = { points: 0 };
  engine.latest = "";
  paid.forEach((_, s) => { paid[s] = s; });
  for (let points = step; points < scores; points += step) {
    for (let at = points - step; at < banks.length; at += rows) banks.fill(0, at, at + step);
    turn.descend(0, rolled, lost, false, false, banks);
    if (!(turn.found.excess <= most.gain + TIED)) most = { points, gain: turn.found.excess };
  }
  const several = [Math.ceil(most.points / 2), most.points, 2 * most.points].map((points) => points * data.unit);
  return [...new Set(several)].filter((points) => points > 0 && points < data.goal).map((points) => new Banker(points, engine));
}
