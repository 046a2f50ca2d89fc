// Cards as people read them. A card is told as the letter of its pile and its number: c42, w8, r45.

import { element } from "./dom.js";
import { arrow } from "./shapes.js";

const PILE = { c: "classic", w: "white", r: "red" };

export function card(word, kind = "") {
  const pile = PILE[word[0]];
  const number = element("span", "number", word.slice(1));
  return element("div", `card ${pile} ${kind}`, pile === "classic" ? null : arrow(pile), number);
}

// The last cards of a pile, the newest on top.
export function fan(words) {
  return element("div", "fan", ...words.map((word, place) => card(word, place === words.length - 1 ? "top" : "under")));
}

// Cards that lie face down: only how many.
export function back(count) {
  return element("div", "counted", element("div", "card back"), element("span", "count", `×${count}`));
}
