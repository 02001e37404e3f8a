"use strict";
// Rules as TOML, which pigcore and pigverify read: `tomlOf` has the text of rules, as Python writes it.

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
