"""Cards to print: one for players, made of the help's own words, and a page for whoever looks after the console."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cattrs

from mindbuzz.config import Config
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.web.help import help_in
from mindbuzz.web.languages import words_of
from tools.kit.made import HARDWARE
from tools.kit.svg import line, picture, rect, text
from tools.markdown import markdown_table

TEXTS = HARDWARE / "cards" / "texts"

SIZES_MM = {"player": 2.6, "staff": 3.85}

# How wide letters are, in ems, in the widest of the fonts a card may be shown in (DejaVu Sans, Verdana).
NARROW, MIDDLE, WIDE = 0.4, 0.62, 0.98
NARROW_LETTERS = frozenset("iIjlftr.,:;'’‘|!() -/[]")
WIDE_LETTERS = frozenset("mwMWÆæŒœ@%→–—")
CAPITAL = 0.76
BOLDER = 1.1  # bold letters are wider
SETTINGS = "{settings}"  # the line of the staff card that is an example of mindbuzz.txt
LINE_HEIGHT = 1.34  # of the size of its letters
INK, GREY, RULE = "#111", "#555", "#bbb"


class DoesNotFit(ValueError):
    """A card has more words than room."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the staff card and the lines under it."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StaffText:
    """The staff card in one language."""

    title: str
    section: tuple[Section, ...]


def width_of(words: str, size: float) -> float:
    """How wide words are at most, in the unit of the size of their letters."""
    return size * sum(_letter(letter) for letter in words)


def _letter(letter: str) -> float:
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in WIDE_LETTERS:
        return WIDE
    return CAPITAL if letter.isupper() else MIDDLE


def wrapped(words: str, width: float, size: float) -> list[str]:
    """Lines of at most that width; they break at spaces, but not at no-break ones."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".lstrip(" ")
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Page:
    """A page in mm that is filled from top to bottom."""

    def __init__(self, width: float, height: float, margin: float) -> None:
        self.width, self.height, self.margin = width, height, margin
        self.y = margin
        self.shapes: list[str] = []

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin

    def write(self, words: str, size: float, *, indent: float = 0, bold: bool = False, colour: str = INK) -> None:
        """A paragraph below what is there already."""
        style: dict[str, object] = {"fill": colour, **({"font_weight": "bold"} if bold else {})}
        for row in wrapped(words, self.room - indent, size * (BOLDER if bold else 1)):
            self.y += size * LINE_HEIGHT
            self.shapes.append(text(self.margin + indent, self.y - size * 0.3, row, size, **style))

    def row(self, cells: Sequence[str], widths: Sequence[float], size: float, *, bold: bool = False) -> None:
        """A row of a table, each cell wrapped in its column, with a rule below."""
        wide = size * (BOLDER if bold else 1)
        columns = [wrapped(cell, width - 2, wide) for cell, width in zip(cells, widths, strict=True)]
        style: dict[str, object] = {"fill": INK, **({"font_weight": "bold"} if bold else {})}
        x = self.margin
        for rows, width in zip(columns, widths, strict=True):
            for number, words in enumerate(rows, start=1):
                y = self.y + number * size * LINE_HEIGHT - size * 0.2
                self.shapes.append(text(x, y, words, size, **style))
            x += width
        self.y += max(map(len, columns)) * size * LINE_HEIGHT + size * 0.45
        self.shapes.append(line(self.margin, self.y, self.width - self.margin, self.y, stroke=RULE, stroke_width=0.15))
        self.y += size * 0.1

    def gap(self, height: float) -> None:
        self.y += height

    def finished(self, title: str) -> bytes:
        """The picture. Raises DoesNotFit if it is fuller than the page."""
        if self.y > self.height - self.margin + 0.01:
            raise DoesNotFit(f"{title}: {self.y - self.height + self.margin:.0f} mm too long")
        frame = rect(1, 1, self.width - 2, self.height - 2, fill="none", stroke=RULE, stroke_width=0.3, rx=3)
        return picture(self.width, self.height, [frame, *self.shapes], title, unit="mm")


def player_card(language: str) -> bytes:
    """The player's card, A5: one button is all you need."""
    help_text = help_in(language)
    button = help_text.button
    page = Page(148, 210, 8)
    page.write("mindbuzz", 7, bold=True)
    page.write(button.title, 4.2, colour=GREY)
    page.gap(2)
    widths = [page.room * share for share in (0.25, 0.35, 0.40)]
    head, *rows = button.table
    page.row(head, widths, SIZES_MM["player"], bold=True)
    for row in rows:
        page.row(row, widths, SIZES_MM["player"])
    page.gap(1.5)
    for paragraph in button.after:
        page.write(paragraph, SIZES_MM["player"], colour=GREY)
    page.gap(1.5)
    page.write(words_of(language)["companion"], SIZES_MM["player"], colour=GREY)
    return page.finished(f"mindbuzz: {button.title}")


def staff_text(language: str) -> StaffText:
    """What the staff card says, as it is written down."""
    content = tomllib.loads((TEXTS / f"{language}.toml").read_text(encoding="utf-8"))
    return cattrs.Converter(forbid_extra_keys=True).structure(content, StaffText)


def staff_card(language: str) -> bytes:
    """The page for whoever looks after the console, A4."""
    words = staff_text(language)
    size = SIZES_MM["staff"]
    page = Page(210, 297, 16)
    page.write("mindbuzz", 9, bold=True)
    page.write(words.title, 5, colour=GREY)
    for section in words.section:
        page.gap(4.5)
        page.write(section.title, 5, bold=True)
        page.gap(0.8)
        for each in section.lines:
            for row in filled(each, language):
                page.write(row, size, indent=8 if each == SETTINGS else 0)
            page.gap(1)
    return page.finished(f"mindbuzz: {words.title}")


def filled(words: str, language: str) -> Iterator[str]:
    """A line of the staff card with what the screens say in that language; the settings are lines of their own."""
    if words == SETTINGS:
        yield from (f"language = {language}", "game = classic", "brightness_percent = 60", "lock_game = yes")
        return
    yield words.format_map({**texts_of(language).lines, "seconds": f"{Config().host_hold_ms / 1000:g}"})


def cards() -> Mapping[str, bytes]:
    """File name → card, both kinds in every language."""
    made = {f"player-{language}.svg": player_card(language) for language in LANGUAGES}
    return {**made, **{f"staff-{language}.svg": staff_card(language) for language in LANGUAGES}}


def card_table() -> str:
    """Both cards in every language, under the language's own name."""
    rows = [
        (texts_of(language)("language_name"), f"[A5](player-{language}.svg)", f"[A4](staff-{language}.svg)")
        for language in LANGUAGES
    ]
    return markdown_table(("", "players", "staff"), rows)
