"""Reading what a screen says off its dots, as people do: words in the fonts of the screens, wherever they stand."""

from __future__ import annotations

from functools import cache

from PIL import Image

from mindbuzz.screens.lettering import BOLD, SMALL, TITLE, Font, set_words

FONTS = (SMALL, BOLD, TITLE)


def says(frame: Image.Image, text: str) -> bool:
    """Whether a frame shows a text, in small letters or in capitals as in the bar."""
    rows = tuple(_rows(frame))
    return any(_found(rows, frame.width, font, words) for font in FONTS for words in {text, text.upper()})


def _rows(image: Image.Image) -> list[int]:
    """Each row of dots as a number, the leftmost dot its highest bit."""
    width = (image.width + 7) // 8
    data = image.convert("1").tobytes()
    return [
        int.from_bytes(data[y * width : (y + 1) * width], "big") >> (8 * width - image.width)
        for y in range(image.height)
    ]


@cache
def _written(font: Font, text: str) -> tuple[int, tuple[int, ...]]:
    """Width and rows of a text, from the top of its capitals to their foot: what is above and below may be others'."""
    image = set_words(font, text)
    return image.width, tuple(_rows(image)[font.top_px : font.bottom_px])


def _found(rows: tuple[int, ...], frame_width: int, font: Font, text: str) -> bool:
    width, written = _written(font, text)
    # The gap after the last letter may hang over the edge.
    shifts = range(frame_width - width + 1)
    mask = (1 << width) - 1
    telling = max(range(len(written)), key=lambda y: written[y].bit_count())
    for top in range(len(rows) - len(written) + 1):
        for shift in shifts:
            # The row with the most dots is seldom right by chance.
            if (rows[top + telling] >> shift) & mask != written[telling]:
                continue
            if all((rows[top + y] >> shift) & mask == word for y, word in enumerate(written)):
                return True
    return False
