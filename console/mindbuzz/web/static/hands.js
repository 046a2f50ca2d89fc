// What presses a button: any number of fingers, a mouse, a key. It is down while at least one of them holds it.

export class Hands {
  // `changed(down, timeStamp)` is called when the button goes down or comes up.
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.holding = new Set();
    element.addEventListener("pointerdown", (event) => this.pointerDown(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.release(`pointer ${event.pointerId}`, event.timeStamp));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  pointerDown(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.press(`pointer ${event.pointerId}`, event.timeStamp);
  }

  press(what, timeStamp) {
    this.holding.add(what);
    if (this.holding.size === 1) this.changed(true, timeStamp);
  }

  release(what, timeStamp) {
    if (this.holding.delete(what) && this.holding.size === 0) this.changed(false, timeStamp);
  }

  // The page is out of sight, or out of reach: no hand can be on it.
  letGo(timeStamp) {
    if (this.holding.size === 0) return;
    this.holding.clear();
    this.changed(false, timeStamp);
  }
}
