"""What has to go over the wire to turn one picture into the next. Pure: bytes in, runs of bytes out."""

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

# Sending a run costs 7 bytes more than its data: address, 00h, page and two column commands; address, 40h.
# Unchanged bytes up to that many are cheaper sent along.
HOLE = 7

# Quarter turns clockwise → the one operation that turns the picture and makes its columns the rows.
_COLUMNS_AS_ROWS = {
    0: Image.Transpose.TRANSPOSE,
    1: Image.Transpose.FLIP_TOP_BOTTOM,
    2: Image.Transpose.TRANSVERSE,
    3: Image.Transpose.FLIP_LEFT_RIGHT,
}

# Pillow has the leftmost pixel in bit 7, the chips have the topmost in bit 0.
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Run(NamedTuple):
    """Bytes that go to `page`, from `column` on (of the glass, not of the RAM)."""

    page: int
    column: int
    data: bytes


def pack(image: Image.Image, rotate: int = 0) -> list[bytes]:
    """A one-bit picture as pages: one byte a column, bit 0 on top. Its height (once turned) is a multiple of 8.

    `rotate` counts quarter turns clockwise, as luma does.
    """
    turned = image.transpose(_COLUMNS_AS_ROWS[rotate])
    columns = turned.tobytes().translate(_REVERSED)
    pages = turned.width // 8
    return [columns[page::pages] for page in range(pages)]


def damage(before: list[bytes] | None, after: list[bytes]) -> Iterator[Run]:
    """What differs, from top to bottom; everything if it is not known what was there before."""
    for page, wanted in enumerate(after):
        if before is None:
            yield Run(page, 0, wanted)
        elif wanted != before[page]:
            for start, end in _spans(before[page], wanted):
                yield Run(page, start, wanted[start:end])


def _spans(before: bytes, after: bytes) -> Iterator[tuple[int, int]]:
    """Where two different rows of bytes differ, as (start, end), with small holes closed."""
    changed = [column for column, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    start = last = changed[0]
    for column in changed[1:]:
        if column - last > HOLE + 1:
            yield start, last + 1
            start = column
        last = column
    yield start, last + 1
