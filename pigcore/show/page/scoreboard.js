"use strict";
// Needs engine.js
// What the scoreboard says: which turn start follows a turn that ends with a score, by a bank, a bust or a
// wipe, and what that is worth. All that looks at races asks here: solvers, adviser, play and review.
//
// Turn starts are numbered: the scores of the mover and of those after him are the digits, in base `scores`,
// behind who began where that counts. So the starts that follow a turn are a row, from 0 points up. After
// them come the ends of a game, where whoever has the goal wins, or the other one has a last turn; with
// equal turns only who began is answered so. Equal scores are worth `tie` to the second player. Where they
// are played on both have the goal and one turn more each, so that scores say how far that is: the first
// one's turn begins with equal scores, and the second one has to pass what it made. A turn that makes
// nothing is worth `missed` to the first.

/** The ends of a game, as the mover sees them; from LAST on the last turns, by the units that the next player needs. */
const WON = 0, LOST = 1, EVEN = 2, MISSED = 3, LAST = 4;

class Scoreboard {
  /** `starts` has what turn starts are worth to their movers; of more than two players to all, from the mover on. */
  constructor({ players, scores, goal, unit, seats = 1, lastTurn, landing, rolled, chase = [], tie = 0, missed = 0 }, starts) {
    Object.assign(this, { players, landing, lastTurn, rolled, tie, starts, scores: scores ?? goal / unit, rounds: seats > 1 });
    this.others = this.scores ** (players - 1);
    this.seat = this.scores ** players;
    this.size = seats * this.seat;
    /** What the ends of two are worth to the next player. */
    this.ends = Float64Array.of(0, 1, 1 - tie, 1 - missed, ...numbers(chase, Float64Array));
  }

  numberOf(tuple) { return tuple.reduce((number, score) => number * this.scores + score, 0); }

  /** The turn start, or the end, that follows a turn which ends with a score. Of two, `second` is 1 of a mover
   * who is not answered. */
  follows({ opp, at, second }, s) {
    const { scores, others, seat, size, rounds, lastTurn, tie, ends: { length } } = this;
    if (opp < scores && s < scores) return (rounds && !second ? seat : 0) + at % others * scores + s;
    if (opp < scores && !(lastTurn && !second)) return size + WON;
    if (opp >= scores && second) return size + (s > opp ? WON : s === opp && tie ? EVEN : LOST);  // it was a last turn
    return size + (s > opp ? Math.min(LAST + s - opp + 1, length - 1) : MISSED);
  }

  /** What a turn start or an end is worth to who moved before it, or to the n-th player after him. */
  worth(at, n = 0) {
    const { players, starts, ends, size } = this;
    if (players > 2) return at < size ? starts[at * players + (n || players) - 1] : Number(n === 0);
    const next = at < size ? starts[at] : ends[at - size];
    return n ? next : 1 - next;
  }

  /** Everybody's chances once a turn has ended with a score, its mover's first. */
  ended(place, s) {
    const at = this.follows(place, s);
    return Array.from({ length: this.players }, (_, n) => this.worth(at, n));
  }

  /** The same for all scores of from … to: to the mover in `paid[0]`, less z, and to others in what else there is. */
  pay(place, from, to, paid, z = 0) {
    const { starts, scores, players } = this, short = place.opp < scores ? Math.min(scores - 1, to) : -1;
    const several = players > 2, row = short < 0 ? 0 : this.follows(place, 0), step = several ? players : 1;
    for (let n = 0; n < paid.length; n++) {
      const mine = paid[n], first = row * step + (several ? (n || players) - 1 : 0);
      let s = from;
      if (several) for (; s <= short; s++) mine[s] = starts[first + s * step];
      else for (; s <= short; s++) mine[s] = 1 - starts[first + s] - z;
      for (; s <= to; s++) mine[s] = this.worth(this.follows(place, s), n) - z;
    }
  }

  /** Whether a last turn follows once this mover has the goal. */
  answered({ second }) { return this.lastTurn && !second; }

  isLast({ opp, second }) { return second === 1 && opp >= this.scores; }

  /** Scores, in units, from which on nobody throws: banking has won, or nobody can want to. */
  top({ opp, second }) {
    const { scores, rolled, rounds } = this;
    if (opp >= scores) return second ? opp + 1 : rolled + 1;
    return second && rounds ? scores : rolled;
  }
}
