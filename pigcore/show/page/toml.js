"use strict";
// Rules as TOML, which pigcore and pigverify read and write, too.
//
//   rulesOfToml(text)   the plain data that a file holds; Refused, with the line, where it is not TOML, or
//                       has what no rules need: dates, texts of several lines, numbers that are not decimal,
//                       lists of tables by [[name]].
//   tomlOf(rules)       the text of rules, as Python writes it.
//
// A whole number is a Number, or a BigInt where that does not hold it; any other number is a Decimal, as it
// is written. Tables have no prototype, so that a key may be any text.

const TOML_SPACE = /[ \t]*/y, TOML_BLANK = /(?:[ \t\n]|\r\n|#[^\n]*)*/y, TOML_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const TOML_BARE = /[A-Za-z0-9_-]+/y, TOML_BASIC = /"(?:[^"\\\n\x00-\x08\x0b-\x1f\x7f]|\\[btnfr"\\]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8})*"/y;
const TOML_LITERAL = /'[^'\n\x00-\x08\x0b-\x1f\x7f]*'/y, TOML_WORD = /[^\s,\]}#]+/y;
const TOML_WHOLE = /^[+-]?(?:0|[1-9](?:_?[0-9])*)$/;
const TOML_DECIMAL = /^[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?$/;
const TOML_DEEPEST = 50, TOML_DIGITS = 4000;

class TomlReader {
  constructor(text) {
    Object.assign(this, { text, at: 0, closed: new Set(), named: new Set(), root: Object.create(null) });
  }

  refuse(key = "toml", values = {}) {
    const line = this.text.slice(0, this.at).split("\n").length, text = echo(this.text.split("\n")[line - 1].trim());
    throw new Refused("", key, { line, text, ...values });
  }

  /** What a pattern finds here, undefined if it does not. */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  takes(mark) {
    const is = this.text.startsWith(mark, this.at);
    if (is) this.at += mark.length;
    return is;
  }

  need(is) { return is || this.refuse(); }

  all() {
    let table = this.root;
    for (;;) {
      this.take(TOML_BLANK);
      if (this.at >= this.text.length) return this.root;
      if (this.takes("[")) table = this.header();
      else this.entry(table);
      if (this.take(TOML_END) === undefined) this.refuse();
    }
  }

  /** [a.b.c]: each table is named once, and none that an entry made is added to. */
  header() {
    const path = this.path();
    this.need(this.takes("]"));
    let table = this.root;
    for (const [n, key] of path.entries()) {
      table[key] ??= Object.create(null);
      table = table[key];
      if (!isTable(table) || this.closed.has(table)) this.refuse("twice", { key: path.slice(0, n + 1).join(".") });
    }
    if (this.named.has(table)) this.refuse("twice", { key: path.join(".") });
    this.named.add(table);
    return table;
  }

  /** A key of one part or several, with the space around it. */
  path() {
    const parts = [];
    do {
      this.take(TOML_SPACE);
      const quoted = this.take(TOML_BASIC) ?? this.take(TOML_LITERAL);
      parts.push(quoted === undefined ? this.need(this.take(TOML_BARE)) : this.unquoted(quoted));
      this.take(TOML_SPACE);
    } while (this.takes("."));
    return parts;
  }

  /** key = value in a table; a key of several parts makes tables that no header may name. */
  entry(table, deep = 0) {
    const path = this.path(), last = path.pop();
    this.need(this.takes("="));
    this.take(TOML_SPACE);
    for (const [n, key] of path.entries()) {
      if (!Object.hasOwn(table, key)) {
        table[key] = Object.create(null);
        this.named.add(table[key]);
      } else if (!this.named.has(table[key]) || this.closed.has(table[key])) {
        this.refuse("twice", { key: path.slice(0, n + 1).join(".") });
      }
      table = table[key];
    }
    if (Object.hasOwn(table, last)) this.refuse("twice", { key: [...path, last].join(".") });
    table[last] = this.value(deep);
  }

  value(deep) {
    if (deep > TOML_DEEPEST) this.refuse();
    if (this.takes("[")) return this.list(deep);
    if (this.takes("{")) return this.inline(deep);
    const start = this.at, quoted = this.take(TOML_BASIC) ?? this.take(TOML_LITERAL);
    if (quoted !== undefined) {
      if (quoted.length === 2 && this.text[this.at] === quoted[0]) this.refuse();  // of several lines
      return this.unquoted(quoted);
    }
    const word = this.take(TOML_WORD) ?? this.refuse();
    if (word === "true" || word === "false") return word === "true";
    const plain = word.replaceAll("_", "");
    if (plain.length <= TOML_DIGITS) {
      if (TOML_WHOLE.test(word)) return Number.isSafeInteger(Number(plain)) ? Number(plain) + 0 : BigInt(plain);
      if (TOML_DECIMAL.test(word)) return new Decimal(plain);
    }
    this.at = start;
    return this.refuse();
  }

  list(deep) {
    const found = [];
    for (;;) {
      this.take(TOML_BLANK);
      if (this.takes("]")) return found;
      found.push(this.value(deep + 1));
      this.take(TOML_BLANK);
      if (!this.takes(",")) {
        this.need(this.takes("]"));
        return found;
      }
    }
  }

  inline(deep) {
    const table = Object.create(null);
    this.take(TOML_SPACE);
    if (!this.takes("}")) {
      do this.entry(table, deep + 1), this.take(TOML_SPACE); while (this.takes(","));
      this.need(this.takes("}"));
    }
    this.close(table);
    return table;
  }

  /** Nothing can be added to a table that is written as a value. */
  close(table) {
    this.closed.add(table);
    for (const value of Object.values(table)) if (isTable(value)) this.close(value);
  }

  unquoted(text) {
    if (text[0] === "'") return text.slice(1, -1);
    const letters = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r" };
    return text.slice(1, -1).replace(/\\(?:u(.{4})|U(.{8})|(.))/g, (_, four, eight, letter) => {
      if (letter) return letters[letter] ?? letter;
      const code = parseInt(four ?? eight, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) this.refuse();
      return String.fromCodePoint(code);
    });
  }
}

/** The rules that a TOML file holds. */
function rulesOfToml(text) { return new TomlReader(text.replaceAll("\r\n", "\n")).all(); }

/** Rules as TOML: a table for each table of them, but one line for a table in a list. */
function tomlOf(rules, path = []) {
  const entries = Object.entries(rules), plain = entries.filter(([, value]) => !isTable(value));
  const header = path.length && (plain.length || !entries.length) ? `\n[${path.join(".")}]\n` : "";
  const lines = plain.map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}\n`).join("");
  return header + lines + entries.filter(([, value]) => isTable(value))
    .map(([key, value]) => tomlOf(value, [...path, tomlKey(key)])).join("");
}

function tomlKey(key) { return /^[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*$/.test(key) ? key : JSON.stringify(key); }

function tomlValue(value, deep = false) {
  if (isTable(value)) {
    return `{${Object.entries(value).map(([key, each]) => `${tomlKey(key)} = ${tomlValue(each, true)}`).join(", ")}}`;
  }
  if (!Array.isArray(value)) return typeof value === "string" ? JSON.stringify(value) : `${value}`;
  const each = value.map((one) => tomlValue(one, true));
  return deep || !value.some(isTable) ? `[${each.join(", ")}]` : `[\n    ${each.join(",\n    ")},\n]`;
}
