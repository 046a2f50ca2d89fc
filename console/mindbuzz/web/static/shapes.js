// The seats' shapes, the same as on the OLEDs, so that nothing relies on colour alone. And a few more drawings.

const SVG = "http://www.w3.org/2000/svg";

const SEAT = {
  1: "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z",
  2: "M3 3h18v18h-18z",
  3: "M8.5 2h7v6.5h6.5v7h-6.5v6.5h-7v-6.5h-6.5v-7h6.5z",
  4: "M12 1l11 11l-11 11l-11-11z",
};
const HEART = "M12 21.5C5 15.5 2 12 2 8a5.3 5.3 0 0 1 10-2.4A5.3 5.3 0 0 1 22 8c0 4-3 7.5-10 13.5z";
const STAR = "M12 1.5l3.2 7 7.6.8-5.7 5.1 1.6 7.6-6.7-3.9-6.7 3.9 1.6-7.6L1.2 9.3l7.6-.8z";
const UP = "M12 3l10 18h-20z";
const DOWN = "M12 21l10-18h-20z";
const CHECK = "M3 13l6 6l12-14";
const CROSS = "M5 5l14 14M19 5l-14 14";

export function drawing(path, kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `drawing ${kind}`);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

export const seatShape = (seat, filled = true) => drawing(SEAT[seat] ?? SEAT[1], `seat-${seat}${filled ? "" : " hollow"}`);
export const heart = (kind = "") => drawing(HEART, `heart ${kind}`);
export const star = (kind = "") => drawing(STAR, `star ${kind}`);
export const arrow = (pile) => drawing(pile === "red" ? DOWN : UP, "arrow");
export const check = () => drawing(CHECK, "stroke");
export const cross = () => drawing(CROSS, "stroke");
