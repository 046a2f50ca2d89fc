// The level's timeline: from left to right the time, upwards the number. Crosses were set aside or thrown.

import { cross, seatShape } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 300;
const MARGIN = 30;
const MARK = 26;
const LABEL_WIDTH = 36;
const LABEL_HEIGHT = 26;
const HIGHEST = { c: 100, w: 50, r: 50 };

export function timeline(marks) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("class", "timeline");
  svg.setAttribute("aria-hidden", "true");
  svg.append(line(HEIGHT - 1));
  const labels = [];
  for (const mark of marks) svg.append(drawn(mark, labels));
  return svg;
}

// Where numbers would lie on one another the first one stays.
function hasRoom(labels, x, y) {
  return !labels.some((other) => Math.abs(other.x - x) < LABEL_WIDTH && Math.abs(other.y - y) < LABEL_HEIGHT);
}

function line(y) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("d", `M0 ${y}H${WIDTH}`);
  made.setAttribute("class", "axis");
  return made;
}

function drawn({ at, seat, card, lost }, labels) {
  const x = MARGIN + at * (WIDTH - 2 * MARGIN);
  const y = HEIGHT - MARGIN - (Number(card.slice(1)) / HIGHEST[card[0]]) * (HEIGHT - 2.6 * MARGIN);
  const shape = lost ? cross() : seatShape(seat);
  for (const [name, value] of Object.entries({ x: x - MARK / 2, y: y - MARK / 2, width: MARK, height: MARK })) {
    shape.setAttribute(name, value);
  }
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `mark seat-${seat}${lost ? " lost" : ""}`);
  group.append(shape);
  if (hasRoom(labels, x, y)) {
    labels.push({ x, y });
    group.append(numbered(x, y - MARK * 0.8, card.slice(1)));
  }
  return group;
}

function numbered(x, y, text) {
  const number = document.createElementNS(SVG, "text");
  number.setAttribute("x", x);
  number.setAttribute("y", y);
  number.textContent = text;
  return number;
}
