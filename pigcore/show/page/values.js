"use strict";
// Needs main.js worker.js
// How the values of a game come that is opened without them: from a Worker, which shows how far it has
// come, and can be stopped. Until they are there one can play already.

/** Milliseconds before a bar is shown: most games are solved sooner. */
const PATIENCE = 250;

/** Why values could not be found: the rules, or else the browser. */
function failureInWords({ field, key, values }) {
  return key ? refusalInWords(Object.assign(new Refused(field, "", values), { key })) : say("solving.failed");
}

class Values {
  constructor(id = "solving", said = "solving") {
    this.said = said;
    this.words = element("p", { id: `${id}-words` });
    this.share = element("progress", { max: 1, "aria-labelledby": `${id}-words` });
    this.button = pressable("", () => (this.job ? this.halt() : this.again()));
    this.root = element("div", { class: "card solving", hidden: true }, this.words, this.share, this.button);
  }

  /** Find the values of these tables, or of those of {rules}; `take` has what was found, and before that
   * `made` the tables that were made. It is `quiet` where the values are there, and only the map is not. */
  find(given, take, made, quiet = false) {
    const { root, words, share, button } = this;
    const soon = setTimeout(() => { root.hidden = quiet || this.job !== job; }, root.hidden ? PATIENCE : 0);
    const job = solverOf(given, ({ tables, share: part, found, wrong }) => {
      if (this.job !== job) return;
      if (part !== undefined) share.value = part;
      if (tables) {
        given = tables;
        words.textContent = say(this.said);
        made(tables);
      }
      if (!found && !wrong) return;
      clearTimeout(soon);
      this.stop();
      if (wrong) {
        this.halted(failureInWords(wrong));
        return;
      }
      if (!root.hidden) announce(say("solving.done"));
      take(found);
      root.hidden = true;
    });
    this.job = job;
    this.again = () => this.find(given, take, made, quiet);
    share.removeAttribute("value");
    share.hidden = false;
    words.textContent = say(given.family ? this.said : "solving.tables");
    button.textContent = say("solving.stop");
  }

  halt() {
    this.stop();
    this.halted(say("solving.stopped"));
  }

  halted(words) {
    this.words.textContent = words;
    this.share.hidden = true;
    this.button.textContent = say("solving.again");
    this.root.hidden = false;
    announce(words);
  }

  stop() {
    this.job?.terminate();
    this.job = null;
  }

  close() {
    this.stop();
    this.root.hidden = true;
  }
}
