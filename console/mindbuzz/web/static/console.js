// The virtual console: frames and lamps come in, contacts go out. What any of it means is the console's business.

import { Clock } from "./clock.js";
import { HelpPanel } from "./help.js";
import { listen, PEEK_KEYS, SEAT_KEYS } from "./keys.js";
import { Link } from "./link.js";
import { Seat } from "./seat.js";

const query = location.search;
const words = await (await fetch(`/console/words${query}`)).json();
const seats = new Map();
let tableHere = null;

// --- this page, as the console knows it again after a reload ---

function remembered(key, otherwise) {
  return JSON.parse(sessionStorage.getItem(key)) ?? otherwise;
}

function remember(key, value) {
  sessionStorage.setItem(key, JSON.stringify(value));
}

function newToken() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

const token = remembered("token", newToken());
remember("token", token);

// --- what the console says ---

const told = {
  welcome({ table, seats: all, covers, buttons, sit }) {
    if (table !== (tableHere ??= table)) {
      loadAnew();
      return;
    }
    document.body.dataset.buttons = buttons;
    if (seats.size === 0) setTable(all, { covers, buttons, words });
    for (const seat of new Set([...sit, ...remembered("seats", [])])) sitAt(seat);
  },
  seats({ mine, taken }) {
    remember("seats", mine);
    for (const [number, seat] of seats) {
      if (seat.state === "simulated") continue;
      const state = mine.includes(number) ? "mine" : taken.includes(number) ? "taken" : "free";
      if (state !== seat.state) seat.show(state);
    }
    // Whoever sits knows how; and where nothing is free there is nothing to say.
    const isFree = [...seats.values()].some((seat) => seat.state === "free");
    document.body.dataset.hint = isFree && mine.length === 0;
  },
  lamps({ levels }) {
    for (const [number, level] of Object.entries(levels)) seats.get(Number(number))?.light(level);
  },
  clock({ at }) {
    clock.heard(at);
  },
};

// Another console answers, perhaps with other seats, in another language: its page is another one, too. Who sits here
// sits there again, as far as that seat is free.
function loadAnew() {
  link.end();
  location.reload();
}

function setTable(all, table) {
  for (const described of all) {
    const seat = described.seat;
    const on = {
      sit: () => sitAt(seat),
      leave: () => link.say({ say: "rise", seat }),
      touch: (closed, at) => link.say({ say: "touch", seat, closed, at, sent: performance.now() }),
      peek: (open) => link.say({ say: "peek", seat, open }),
    };
    seats.set(seat, new Seat(described, table, on));
  }
  document.getElementById("table").replaceChildren(...[...seats.values()].map((seat) => seat.element));
}

function sitAt(seat) {
  link.say({ say: "sit", seat });
  if (seats.get(seat)?.kept) link.say({ say: "peek", seat, open: true });
}

function heard(data) {
  if (typeof data === "string") {
    const message = JSON.parse(data);
    told[message.tell](message);
  } else {
    const [seat, cover] = new Uint8Array(data, 0, 2);
    seats.get(seat)?.frame(new Uint8Array(data, 2), cover);
  }
}

// --- the connection ---

function setLink(state) {
  document.body.dataset.link = state;
}

const link = new Link("/console/socket", {
  opened() {
    setLink("open");
    clock.forget();
    link.say({ say: "hello", token, fine: crossOriginIsolated });
    clock.speak();
  },
  heard,
  lost() {
    setLink("lost");
    for (const seat of seats.values()) if (seat.state !== "simulated") seat.show("free");
  },
  takenOver() {
    setLink("elsewhere");
  },
});
const clock = new Clock((message) => link.say(message));

// --- hands ---

function seatOf(keys, code) {
  const found = Object.entries(keys).find(([, key]) => key === code);
  return found && seats.get(Number(found[0]));
}

listen(
  (code, timeStamp) => {
    if (help.isOpen) return;
    seatOf(SEAT_KEYS, code)?.hands.press("key", timeStamp);
    seatOf(PEEK_KEYS, code)?.peeking.press("key", timeStamp);
  },
  (code, timeStamp) => {
    seatOf(SEAT_KEYS, code)?.hands.release("key", timeStamp);
    seatOf(PEEK_KEYS, code)?.peeking.release("key", timeStamp);
  },
);

function letGoOfAll() {
  for (const seat of seats.values()) seat.letGo(performance.now());
}

addEventListener("blur", letGoOfAll);
addEventListener("pagehide", letGoOfAll);
document.addEventListener("freeze", letGoOfAll);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") letGoOfAll();
});

// --- the page around ---

// Who clicks goes on with the game's keys, and with those a browser would show what was clicked as chosen by keyboard.
function forgetFocus(event) {
  if (event.detail > 0) document.activeElement?.blur();
}

document.addEventListener("click", forgetFocus, { capture: true });
document.getElementById("here").addEventListener("click", () => location.reload());
const help = new HelpPanel(document.getElementById("help"), query, words, letGoOfAll);
document.getElementById("open-help").addEventListener("click", () => help.open());
