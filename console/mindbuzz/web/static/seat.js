// One seat as it stands on the table: its name, its screen, its button with the lamp in it.

import { element } from "./dom.js";
import { Hands } from "./hands.js";
import { keyName, PEEK_KEYS, SEAT_KEYS } from "./keys.js";
import { Screen } from "./screen.js";
import { seatShape } from "./shapes.js";

const COVERED = 0;
const PLAIN = 2;

export class Seat {
  // `on` has sit(), leave(), touch(closed, timeStamp) and peek(open). Without `buttons` those are real, and elsewhere.
  constructor({ seat, simulated }, { covers, buttons, words }, on) {
    this.on = on;
    this.isPressedHere = buttons;
    this.covers = covers;
    this.words = words;
    this.state = simulated ? "simulated" : "free";
    this.kept = false;
    this.peeks = false;
    this.build(seat, words.names[seat], covers);
    this.screen = new Screen(this.canvas);
    this.hands = new Hands(this.button, (down, timeStamp) => this.press(down, timeStamp));
    this.peeking = new Hands(this.peekButton, (down) => this.peek(down));
    this.keepButton.addEventListener("click", () => this.keep());
    this.leaveButton.addEventListener("click", () => on.leave());
    this.show(this.state);
  }

  // --- how it looks ---

  build(seat, name, covers) {
    this.canvas = element("canvas", "oled");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
    this.note = element("p", "note");
    this.button = element("button", "arcade", element("span", "plunger", element("kbd", "key")));
    this.button.type = "button";
    this.button.setAttribute("aria-label", name);
    this.peekButton = tool(this.words.peek);
    this.keepButton = tool(this.words.keep_open);
    this.keepButton.classList.add("keep");
    this.leaveButton = element("button", "leave", "✕");
    this.leaveButton.type = "button";
    this.leaveButton.title = this.words.leave;
    this.leaveButton.setAttribute("aria-label", this.words.leave);
    const tools = element("div", "tools", this.peekButton, this.keepButton);
    tools.hidden = !covers;
    this.element = element(
      "article",
      `seat seat-${seat}`,
      element("header", "", seatShape(seat), element("h2", "", name), this.leaveButton),
      element("div", "glass", element("div", "pane", this.canvas, this.note)),
      tools,
      element("div", "well", this.button),
    );
    nameKeys(this, seat);
  }

  show(state) {
    this.state = state;
    this.element.dataset.state = state;
    this.note.textContent = { free: this.words.sit, taken: this.words.taken, simulated: this.words.simulated }[state] ?? "";
    this.button.disabled = state === "taken" || state === "simulated";
    if (state !== "mine") {
      this.screen.clear();
      this.setDown(false);
    }
    if (state === "taken") this.hands.holding.clear();
  }

  // Where nothing is there to be covered, nothing is offered that would cover or uncover it.
  frame(bits, cover) {
    const open = cover !== COVERED;
    this.element.dataset.open = open;
    this.element.dataset.plain = cover === PLAIN;
    this.note.textContent = open ? "" : this.words.peek;
    this.screen.show(bits);
    this.showWayBack();
  }

  light(level) {
    this.button.style.setProperty("--lamp", level);
  }

  setDown(down) {
    this.element.dataset.down = down;
  }

  // --- what is done to it ---

  // A press at a free seat sits down there, and is the first press of whoever sits there now.
  press(down, timeStamp) {
    if (this.state === "free" && down) this.on.sit();
    if (!["free", "mine"].includes(this.state) || !this.isPressedHere) return;
    this.setDown(down);
    this.on.touch(down, timeStamp);
  }

  // Where the screen is kept open, the same key covers it; where nothing is ever covered, it does nothing.
  peek(open) {
    if (!this.covers) return;
    this.peeks = open;
    if (open && this.kept) this.keep();
    else if (this.state === "mine") this.on.peek(open || this.kept);
    this.showWayBack();
  }

  keep() {
    this.kept = !this.kept;
    this.keepButton.firstChild.textContent = this.kept ? this.words.keep_covered : this.words.keep_open;
    this.keepButton.setAttribute("aria-pressed", this.kept);
    this.peekButton.hidden = this.kept;
    if (this.state === "mine") this.on.peek(this.kept);
    this.showWayBack();
  }

  // While a screen lies open, the peek key says how it is covered again; kept open, that is said where it was kept so.
  showWayBack() {
    this.peekButton.firstChild.textContent = this.peeks ? this.words.peeking : this.words.peek;
  }

  letGo(timeStamp) {
    this.hands.letGo(timeStamp);
    this.peeking.letGo(timeStamp);
  }
}

function tool(text) {
  const button = element("button", "tool", text);
  button.type = "button";
  return button;
}

async function nameKeys(seat, number) {
  seat.button.querySelector(".key").textContent = await keyName(SEAT_KEYS[number]);
  const peekKey = await keyName(PEEK_KEYS[number]);
  for (const button of [seat.peekButton, seat.keepButton]) button.append(element("kbd", "", peekKey));
}
