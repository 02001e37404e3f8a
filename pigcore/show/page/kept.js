"use strict";
// What this device keeps: {game: {games: [...], drills: [...]}} in localStorage, bounded, never
// sent anywhere: finished games. It is read anew whenever it is asked
// for, as other pages change it. Where the browser keeps nothing, or has no space, it lasts as long as the page.

const SHELF = "pigcore.games";
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOST = { shelf: 24, games: 100, drills: 40 };

class Kept {
  constructor(title) { this.title = title; }

  /** All that is kept, as far as it is what was written. */
  read() {
    let kept = Kept.memory;
    try { kept ??= JSON.parse(localStorage.getItem(SHELF)); } catch { /* nothing is kept */ }
    const list = (things, fits) => (Array.isArray(things) ? things.filter((thing) => thing && fits(thing)) : []);
    return Object.fromEntries(Object.entries(kept ?? {}).map(([title, had]) => [title, {
      games: list(had?.games, ({ link, skill, when }) => /\bgame=./.test(link) && Number.isFinite(skill) && DAY.test(when)),
      drills: list(had?.drills, ({ state }) => state && typeof state === "object"),
    }]));
  }

  get here() { return this.read()[this.title] ?? { games: [], drills: [] }; }

  write(change) {
    const { [this.title]: had = this.here, ...others } = this.read(), now = { ...had, ...change(had) };
    for (const name of ["games", "drills"]) now[name] = now[name].slice(-MOST[name]);
    const all = Object.fromEntries([...Object.entries(others), [this.title, now]].slice(-MOST.shelf));
    try {
      localStorage.setItem(SHELF, JSON.stringify(all));
      Kept.memory = null;
    } catch {
      Kept.memory = all;
    }
  }

  /** Keep a finished game once, with drills from it. */
  add(game, drills) {
    const same = (one, other) => JSON.stringify(one.state) === JSON.stringify(other.state);
    this.write((had) => ({
      games: had.games.some(({ link }) => link === game.link) ? had.games : [...had.games, game],
      drills: [...had.drills.filter((one) => !drills.some((other) => same(one, other))), ...drills],
    }));
  }

  drop(drill) {
    const text = JSON.stringify(drill.state);
    this.write(({ drills }) => ({ drills: drills.filter(({ state }) => JSON.stringify(state) !== text) }));
  }

  static erase() {
    Kept.memory = null;
    try { localStorage.removeItem(SHELF); } catch { /* nothing was kept */ }
  }
}

/** In the place of the browser's memory where it has none. */
Kept.memory = null;
