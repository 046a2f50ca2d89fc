// The keyboard: a key for each seat, and one above it to peek. By place on the keyboard, so every layout has them.

export const SEAT_KEYS = { 1: "KeyA", 2: "KeyF", 3: "KeyJ", 4: "KeyL" };
export const PEEK_KEYS = { 1: "KeyQ", 2: "KeyR", 3: "KeyU", 4: "KeyO" };

const NOT_OURS = "input, textarea, select, dialog[open] *";

// What is printed on a key; browsers that don't know say it as an English keyboard has it.
export async function keyName(code) {
  const layout = await navigator.keyboard?.getLayoutMap?.().catch(() => null);
  return (layout?.get(code) ?? code.replace("Key", "")).toUpperCase();
}

// `down(code, timeStamp)` and `up(code, timeStamp)`; a key that repeats by itself is down already.
export function listen(down, up) {
  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(NOT_OURS)) return;
    down(event.code, event.timeStamp);
  });
  addEventListener("keyup", (event) => up(event.code, event.timeStamp));
}
