// A seat's OLED: 128 by 64 dots, one bit each, drawn dot for dot and enlarged in whole steps.

export const WIDTH = 128;
export const HEIGHT = 64;
const LIT = [214, 236, 255];
const DARK = [3, 5, 9];

export class Screen {
  constructor(canvas) {
    this.canvas = canvas;
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    this.context = canvas.getContext("2d", { alpha: false });
    this.image = this.context.createImageData(WIDTH, HEIGHT);
    this.clear();
    this.glass = canvas.closest(".glass");
    new ResizeObserver(() => this.fit()).observe(this.glass);
    this.fit();
  }

  clear() {
    this.show(new Uint8Array((WIDTH * HEIGHT) / 8));
  }

  show(bits) {
    const dots = this.image.data;
    for (let dot = 0; dot < WIDTH * HEIGHT; dot += 1) {
      const colour = bits[dot >> 3] & (0x80 >> (dot & 7)) ? LIT : DARK;
      dots.set(colour, dot * 4);
      dots[dot * 4 + 3] = 255;
    }
    this.context.putImageData(this.image, 0, 0);
  }

  // As many whole device pixels a dot as there is room for.
  fit() {
    const room = this.glass.clientWidth * devicePixelRatio;
    const step = Math.max(1, Math.floor(room / WIDTH));
    this.canvas.style.width = `${(WIDTH * step) / devicePixelRatio}px`;
    this.canvas.style.height = `${(HEIGHT * step) / devicePixelRatio}px`;
  }
}
