"""The display controllers we drive ourselves: one row of bytes each.

All of them hold the picture in pages of 8 rows, one byte a column, bit 0 on top, and all are driven in page
addressing mode: one code path, and what an SSD1306 falls back to when it resets.
"""

from dataclasses import dataclass

from mindbuzz.outputs.oled.care import Care, Light

WIDTH = 128
HEIGHT = 64
PAGES = HEIGHT // 8

NOP = 0xE3
DISPLAY_OFF = 0xAE
DISPLAY_ON = 0xAF
START_LINE = 0x40
CONTRAST = 0x81
PAGE = 0xB0
COLUMN_LOW = 0x00
COLUMN_HIGH = 0x10


@dataclass(frozen=True, slots=True)
class Controller:
    """One kind of chip.

    `init` is everything but light and contrast; `bright` and `dim` are pre-charge period and deselect level, since
    contrast alone hardly dims. `dark_init` is what may be sent to a dark panel only. `col_offset` is the RAM column
    of the leftmost pixel on the usual 128×64 module.
    """

    init: tuple[int, ...]
    bright: tuple[int, ...]
    dim: tuple[int, ...]
    contrast: int
    dim_contrast: int
    ram_columns: int
    col_offset: int = 0
    dark_init: tuple[int, ...] = ()

    def care_bytes(self, care: Care, contrast: int) -> tuple[int, ...]:
        """Commands for start line, contrast and drive strength; lit or not is another command."""
        dim = care.light is Light.DIM
        level = min(contrast, self.dim_contrast) if dim else contrast
        return (START_LINE | care.shift_rows % HEIGHT, CONTRAST, level, *(self.dim if dim else self.bright))


def position(page: int, column: int) -> tuple[int, int, int]:
    """Commands that set where the next data byte goes. `column` counts in RAM, offset included."""
    return PAGE | page, COLUMN_LOW | column & 0x0F, COLUMN_HIGH | column >> 4


# What they share: 64 rows, no display offset, upright (column 0 left, row 0 on top), picture from RAM, not inverted.
_COMMON = (0xA8, HEIGHT - 1, 0xD3, 0x00, 0xDA, 0x12, 0xA1, 0xC8, 0xA4, 0xA6)

# SSD1306 datasheet, rev 1.1: 8Dh charge pump on; 20h 02h page addressing.
SSD1306 = Controller(
    init=(0xD5, 0x80, *_COMMON, 0x8D, 0x14, 0x20, 0x02),
    bright=(0xD9, 0xF1, 0xDB, 0x40),
    dim=(0xD9, 0x11, 0xDB, 0x00),
    contrast=0xCF,
    dim_contrast=0x01,
    ram_columns=128,
)

# SSD1309 datasheet, rev 1.1: FDh 12h unlocks the commands; no charge pump, the module has a supply of its own.
SSD1309 = Controller(
    init=(0xFD, 0x12, 0xD5, 0xA0, *_COMMON, 0x20, 0x02),
    bright=(0xD9, 0xF1, 0xDB, 0x34),
    dim=(0xD9, 0x11, 0xDB, 0x00),
    contrast=0xCF,
    dim_contrast=0x01,
    ram_columns=128,
)

# SH1106 datasheet, v2.3: ADh 8Bh converter on (8Dh is not a command of this chip); page addressing is all it has,
# in 132 columns, of which the usual module shows 2 to 129. It can go black below these drive strengths, so they
# stay and contrast alone dims it.
SH1106 = Controller(
    init=(0xD5, 0x80, *_COMMON),
    dark_init=(0xAD, 0x8B),
    bright=(0xD9, 0x22, 0xDB, 0x35),
    dim=(0xD9, 0x22, 0xDB, 0x35),
    contrast=0x7F,
    dim_contrast=0x10,
    ram_columns=132,
    col_offset=2,
)

CONTROLLERS = {"ssd1306": SSD1306, "ssd1309": SSD1309, "sh1106": SH1106}
