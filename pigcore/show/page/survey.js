"use strict";
// A look at every pair of scores, which takes seconds in a large game on a phone: taken in slices,
// between which the page answers.

class Survey {
  /** `work` is a generator that yields often and returns what it found. */
  constructor(work) {
    this.work = work;
    this.found = null;
  }

  get done() { return this.found !== null; }

  /** Work on for so long. */
  step(milliseconds) {
    const end = performance.now() + milliseconds;
    while (!this.done && performance.now() < end) {
      const { done, value } = this.work.next();
      if (done) this.found = value;
    }
  }

  /** What is found, now. */
  all() {
    while (!this.done) this.step(1000);
    return this.found;
  }

  /** Work in the background, and then call back. */
  start(ready) {
    const slice = () => {
      this.step(12);
      if (this.done) ready();
      else this.waiting = setTimeout(slice);
    };
    this.waiting = setTimeout(slice);
  }

  /** Work no more in the background. */
  stop() { clearTimeout(this.waiting); }
}
