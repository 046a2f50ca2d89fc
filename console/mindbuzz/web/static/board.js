// The spectator board: what everyone may know, drawn anew whenever the console tells of something new. Nothing here
// moves by itself, so that nobody at the table can count by it.

import { back, card, fan } from "./cards.js";
import { element } from "./dom.js";
import { Link } from "./link.js";
import { arrow, check, cross, heart, seatShape, star } from "./shapes.js";
import { timeline } from "./timeline.js";

// More cards than these are drawn smaller: of a pile that is turned over, and beside a card that came too early.
const MANY_TURNED = 10;
const MANY_ASIDE = 7;

const place = document.getElementById("board");

// --- scenes ---

function scene(facts) {
  if (facts.mistake) return mistake(facts.mistake);
  if (facts.thrown) return owned("thrown", facts.thrown);
  if (facts.reveal) return reveal(facts.reveal);
  if (facts.timeline) return ending(facts);
  const piles = [...facts.piles.map(pile), ...facts.face_down.map(turned)];
  return piles.length > 0 ? element("div", "piles", ...piles) : null;
}

function pile({ pile: which, face_down, count, last }) {
  const heading = which === "classic" ? null : element("p", "direction", arrow(which));
  const cards = count === 0 ? [element("div", "card empty")] : face_down ? [back(count)] : [fan(last)];
  return element("section", `pile ${which}`, heading, ...cards);
}

// A pile of people's own cards that lies face down; nobody counts it.
function turned(which) {
  const heading = which === "classic" ? null : element("p", "direction", arrow(which));
  return element("section", `pile ${which}`, heading, element("div", "card back"));
}

function mistake({ seat, card: played, set_aside, set_aside_counts }) {
  const aside = set_aside.map((of) => owner(of.seat, ...of.cards.map((word) => card(word, "lost"))));
  const lost = set_aside.reduce((sum, of) => sum + of.cards.length, 0);
  const hidden = set_aside_counts.map((of) => owner(of.seat, back(of.count)));
  return element(
    "div",
    "mistake",
    owner(seat, card(played, "early")),
    element("div", dense("aside", lost > MANY_ASIDE), ...aside, ...hidden),
  );
}

function dense(kind, isDense) {
  return isDense ? `${kind} dense` : kind;
}

function owned(kind, hands) {
  return element("div", `owned ${kind}`, ...hands.map((of) => owner(of.seat, ...of.cards.map((word) => card(word)))));
}

function owner(seat, ...cards) {
  return element("div", `owner seat-${seat}`, seatShape(seat), element("div", "cards", ...cards));
}

function reveal({ pile: which, total, cards, errors }) {
  const turned = cards.map(({ card: word, late }) =>
    element("div", late ? "turned late" : "turned", card(word, late ? "lost" : ""), late ? cross() : check()),
  );
  const rest = Array.from({ length: total - cards.length }, () => element("div", "turned", element("div", "card back")));
  const broken = Array.from({ length: errors }, () => heart("broken"));
  return element(
    "div",
    dense("reveal", total > MANY_TURNED),
    which === "classic" ? null : element("p", "direction", arrow(which)),
    element("div", "row", ...turned, ...rest),
    element("p", "errors", ...broken),
  );
}

function ending(facts) {
  const hands = facts.hands.length > 0 ? owned("left", facts.hands) : null;
  return element("div", "ending", timeline(facts.timeline), hands);
}

// --- around the scene ---

function status(facts) {
  if (!facts.level) return element("header", "status", element("p", "brand", "mindbuzz"));
  const lives = Array.from({ length: facts.lives ?? 0 }, () => heart());
  const stars = Array.from({ length: facts.stars }, () => star());
  return element(
    "header",
    "status",
    element("p", "level", facts.level.text),
    element("p", "game", facts.game),
    labelled("lives", facts.lives, lives),
    labelled("stars", facts.stars, stars),
  );
}

function labelled(kind, count, drawings) {
  const made = element("p", kind, ...drawings);
  if (count !== null) made.setAttribute("aria-label", `${count}`);
  return made;
}

const REWARD = { star, life: heart };

// What stands before the first line: whose seat it is about, or what was won.
function sign(facts) {
  const seat = facts.mistake?.seat ?? facts.seats.find((one) => one.stopper)?.seat;
  return seat ? seatShape(seat) : (REWARD[facts.reward]?.() ?? null);
}

function words(facts) {
  return element(
    "div",
    "words",
    facts.title ? element("h1", "", facts.title) : null,
    ...facts.lines.map((line, number) => element("p", "line", number === 0 ? sign(facts) : null, line)),
  );
}

function player({ seat, name, cards, ready, stopper, picked, empty, lost }) {
  const marks = [ready && "ready", stopper && "stopper", (picked || empty) && "picked", lost && "lost"].filter(Boolean);
  const held = cards === null ? null : element("span", "held", element("span", "little back"), `×${cards}`);
  const mark = lost ? cross() : ready || picked || empty ? check() : null;
  return element("li", `player seat-${seat} ${marks.join(" ")}`, seatShape(seat, true), element("span", "name", name), held, mark);
}

function toDo(facts) {
  if (!facts.to_do) return element("p", "to-do none");
  const bar = element("p", "to-do", element("span", "", facts.to_do));
  if (facts.progress !== null) {
    bar.classList.add("filling");
    bar.style.setProperty("--filled", facts.progress);
  }
  return bar;
}

function show(facts) {
  document.documentElement.lang = facts.language;
  place.dataset.phase = facts.phase;
  place.replaceChildren(
    status(facts),
    element("div", "stage", words(facts), scene(facts)),
    toDo(facts),
    element("ul", "players", ...facts.seats.map(player)),
  );
}

// --- the connection ---

function setLink(state) {
  document.body.dataset.link = state;
}

new Link(`/board/socket${location.search}`, {
  opened: () => setLink("open"),
  lost: () => setLink("lost"),
  heard(data) {
    const message = JSON.parse(data);
    if (message.tell === "facts") show(message);
  },
});
