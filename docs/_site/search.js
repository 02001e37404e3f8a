// Every section of the documentation that holds the words, best first, with an excerpt. The texts
// come with the site (texts.js), so that this works from files: [address, page, section, text].
const words = new URLSearchParams(location.search).get("q")?.trim() ?? "";
const plain = (text) => text.toLowerCase().replaceAll(/\s+/g, " ");
const phrase = plain(words), parts = phrase.split(" ");
const box = document.querySelector(".sidebar-search");
if (box) box.value = words;

/** How well a section answers: its title, then the words as they were typed, then all of them. */
function worth([address, page, section, text]) {
  const title = plain(`${page} ${section}`), body = plain(text);
  if (!parts.every((part) => title.includes(part) || body.includes(part))) return 0;
  const times = body.split(phrase).length - 1;
  const place = address.startsWith("research/") ? 1 : address.startsWith("reference/") ? 2 : 3;
  return place + (title.includes(phrase) ? 100 : 0) + (times ? 20 + 4 * Math.min(times, 5) : 0);
}

/** Some 200 characters round the first place where the words are, as nodes, the words marked. */
function excerpt(text) {
  const whole = text.replaceAll(/\s+/g, " "), lower = whole.toLowerCase();
  const found = lower.includes(phrase) ? [phrase] : parts;
  const first = Math.max(0, Math.min(...found.map((part) => lower.indexOf(part)).filter((at) => at >= 0), 1e9));
  const begin = first > whole.length ? 0 : Math.max(0, lower.lastIndexOf(" ", Math.max(0, first - 60)));
  const piece = whole.slice(begin, begin + 220), line = document.createElement("p");
  line.append(begin ? "… " : "");
  const pattern = found.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  for (const [index, bit] of piece.split(new RegExp(`(${pattern})`, "i")).entries()) {
    const node = index % 2 ? document.createElement("mark") : document.createElement("span");
    node.textContent = bit;
    line.append(node);
  }
  line.append(begin + 220 < whole.length ? " …" : "");
  return line;
}

const found = !words ? [] : TEXTS.map((entry) => [worth(entry), entry]).filter(([value]) => value)
  .sort(([one], [other]) => other - one).slice(0, 50);
for (const [, [address, page, section, text]] of found) {
  const link = document.createElement("a"), part = document.createElement("section");
  link.href = address;
  link.textContent = section && section !== page ? `${page}: ${section}` : page;
  part.append(link, excerpt(text));
  document.getElementById("search-results").append(part);
}
document.querySelector(".search-summary").textContent = !words
  ? "Type words into the box on the left."
  : found.length ? `${found.length === 50 ? "The best 50" : found.length} sections found for “${words}”.`
    : `Nothing found for “${words}”. Try fewer words.`;
