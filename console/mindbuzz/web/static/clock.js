// Keeps the console informed about this page's clock: when what was sent, when what was heard. It does the sums.

const OFTEN_MS = 1000;
const AT_FIRST = 4;
const AT_FIRST_MS = 60;

export class Clock {
  constructor(say) {
    this.say = say;
    this.forget();
    setInterval(() => this.speak(), OFTEN_MS);
  }

  // A new connection, perhaps to another console.
  forget() {
    this.last = null;
    this.left = AT_FIRST;
  }

  speak() {
    const last = this.last;
    this.last = null;
    this.say({ say: "sync", sent: performance.now(), heard: last && last.clock, at: last && last.at });
  }

  heard(clock) {
    this.last = { clock, at: performance.now() };
    if (this.left > 0) {
      this.left -= 1;
      setTimeout(() => this.speak(), AT_FIRST_MS);
    }
  }
}
