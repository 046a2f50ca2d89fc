"""SSD1306, SSD1309 and SH1106 as their datasheets have them: a memory full of noise, a cursor, a lamp.

Only what shows is modelled: where data bytes go in each addressing mode, what the glass then looks like, and what
a reset undoes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

PAGES = 8
WIDTH, HEIGHT = 128, 64

_ONE_ARGUMENT = dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
_SSD_ARGUMENTS = {**_ONE_ARGUMENT, 0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2}
_COMMANDS = {
    *range(0x20),  # column
    *range(0x40, 0x80),  # start line
    *range(0xB0, 0xB8),  # page
    *(0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3),
}


@dataclass(frozen=True)
class Kind:
    """One sort of chip: how many arguments each command takes, and how wide its memory is."""

    arguments: dict[int, int]
    columns: int
    left: int  # the memory's column at the left of the glass, on the usual module
    lit_after: dict[int, int]  # what must have been set for the panel to light up at all


SSD1306 = Kind({**_SSD_ARGUMENTS, 0x8D: 1}, columns=128, left=0, lit_after={0x8D: 0x14})
SSD1309 = Kind({**_SSD_ARGUMENTS, 0xFD: 1}, columns=128, left=0, lit_after={})
SH1106 = Kind({**_ONE_ARGUMENT, 0xAD: 1}, columns=132, left=2, lit_after={})

KINDS = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}


class Chip:
    """One chip on one glass. Feed it messages: `start`, then byte by byte.

    `patient`: a command that was cut off waits for its arguments in the next message; the datasheets do not say.
    """

    def __init__(self, kind: Kind, left: int | None = None, patient: bool = True, seed: int = 1) -> None:
        self.kind = kind
        self.left = kind.left if left is None else left
        self.unknown: list[int] = []
        self._patient = patient
        self._random = random.Random(seed)
        self.reset()

    def reset(self, memory_too: bool = True) -> None:
        """Power came back: everything at its default, and noise in the memory."""
        if memory_too:
            self.memory = [bytearray(self._random.randbytes(self.kind.columns)) for _ in range(PAGES)]
        self.registers: dict[int, tuple[int, ...]] = {0x20: (2,)}
        self.on = self.inverted = self.all_on = False
        self.mirrored = self.upside_down = True
        self.start_line = self.page = self.column = 0
        self._window = (0, self.kind.columns - 1, 0, PAGES - 1)
        self._waiting: list[int] = []
        self._control: int | None = None

    def start(self) -> None:
        """A message begins."""
        self._control = None
        if not self._patient:
            self._waiting = []

    def feed(self, byte: int) -> None:
        """The next byte of the message; the first says whether commands (00h) or data (40h) follow."""
        if self._control is None:
            assert byte in (0x00, 0x40), f"control byte {byte:02X}h"
            self._control = byte
        elif self._control:
            self._store(byte)
        else:
            self._command(byte)

    def glass(self) -> Image.Image:
        """What a person sees, 128×64."""
        picture = Image.frombytes("1", (WIDTH, HEIGHT), bytes(self._rows()))
        if self.mirrored:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self.upside_down:
            picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return picture

    def lit(self) -> bool:
        return self.on and all(self.registers.get(key) == (value,) for key, value in self.kind.lit_after.items())

    def _rows(self) -> Iterator[int]:
        for y in range(HEIGHT):
            yield from self._row((y + self.start_line) % HEIGHT)

    def _row(self, y: int) -> bytes:
        if not self.lit():
            return bytes(WIDTH // 8)
        seen = self.memory[y // 8][self.left : self.left + WIDTH]
        row = "".join("01"[(byte >> y % 8 & 1 | self.all_on) ^ self.inverted] for byte in seen)
        return int(row, 2).to_bytes(WIDTH // 8, "big")

    def _store(self, byte: int) -> None:
        self.memory[self.page][self.column] = byte
        left, right, top, bottom = self._window
        mode = self.registers[0x20][0]
        if mode == 2:  # page addressing
            self.column = (self.column + 1) % self.kind.columns
        elif mode == 0:  # horizontal
            self.column, wrapped = _next(self.column, left, right)
            if wrapped:
                self.page, _ = _next(self.page, top, bottom)
        else:  # vertical
            self.page, wrapped = _next(self.page, top, bottom)
            if wrapped:
                self.column, _ = _next(self.column, left, right)

    def _command(self, byte: int) -> None:
        self._waiting.append(byte)
        code = self._waiting[0]
        if len(self._waiting) > self.kind.arguments.get(code, 0):
            arguments = tuple(self._waiting[1:])
            self._waiting = []
            if code in self.kind.arguments:
                self._set(code, arguments)
            elif code in _COMMANDS:
                self._do(code)
            else:
                self.unknown.append(code)

    def _set(self, code: int, arguments: tuple[int, ...]) -> None:
        self.registers[code] = arguments
        left, right, top, bottom = self._window
        if code == 0x21:
            left, right = (argument % self.kind.columns for argument in arguments)
            self.column = left
        elif code == 0x22:
            top, bottom = (argument % PAGES for argument in arguments)
            self.page = top
        self._window = left, right, top, bottom

    def _do(self, code: int) -> None:
        if (code < 0x20 or 0xB0 <= code < 0xB8) and self.registers[0x20] != (2,):
            return  # these move the cursor in page addressing only
        if code < 0x10:
            self.column = self.column & 0xF0 | code
        elif code < 0x20:
            self.column = (self.column & 0x0F | (code & 0x0F) << 4) % self.kind.columns
        elif code < 0x80:
            self.start_line = code & 0x3F
        elif 0xB0 <= code < 0xB8:
            self.page = code & 0x07
        else:
            self._switch(code)

    def _switch(self, code: int) -> None:
        # These panels are mounted so that A1h and C8h show the picture upright.
        match code:
            case 0xA0 | 0xA1:
                self.mirrored = code == 0xA0
            case 0xC0 | 0xC8:
                self.upside_down = code == 0xC0
            case 0xA4 | 0xA5:
                self.all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = code == 0xA7
            case 0xAE | 0xAF:
                self.on = code == 0xAF


def _next(value: int, first: int, last: int) -> tuple[int, bool]:
    return (first, True) if value == last else (value + 1, False)
