// A socket to the console that connects again, for ever: after a restart, a lost network, a night's sleep.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
// The console says something at least every 15 seconds; a socket that is silent for longer is dead.
const SILENT_MS = 40000;
const WATCH_MS = 5000;
const TAKEN_OVER = 4001;

export class Link {
  // `on` has opened(), heard(data), lost() and perhaps takenOver().
  constructor(path, on) {
    this.url = `ws://${location.host}${path}`;
    this.on = on;
    this.waitMs = FIRST_WAIT_MS;
    this.ended = false;
    for (const sign of ["online", "pageshow", "visibilitychange", "focus"]) addEventListener(sign, () => this.look());
    setInterval(() => this.look(), WATCH_MS);
    this.connect();
  }

  connect() {
    clearTimeout(this.again);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heardMs = performance.now();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.on.opened();
    socket.onmessage = (event) => this.hear(socket, event);
    socket.onclose = (event) => this.closed(socket, event.code);
  }

  hear(socket, event) {
    if (socket !== this.socket) return;
    this.heardMs = performance.now();
    this.waitMs = FIRST_WAIT_MS;
    this.on.heard(event.data);
  }

  closed(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    if (code === TAKEN_OVER && this.on.takenOver) {
      this.ended = true;
      this.on.takenOver();
      return;
    }
    this.on.lost();
    this.again = setTimeout(() => this.connect(), this.waitMs * (0.5 + Math.random()));
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
  }

  // Somebody may be looking again: is there still a connection?
  look() {
    if (this.ended || document.visibilityState === "hidden") return;
    if (!this.socket) this.connect();
    else if (performance.now() - this.heardMs > SILENT_MS) this.drop();
  }

  // For ever.
  end() {
    this.ended = true;
    clearTimeout(this.again);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  drop() {
    const dead = this.socket;
    this.socket = null;
    dead.onclose = null;
    dead.close();
    this.on.lost();
    this.connect();
  }

  get open() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  say(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
  }
}
