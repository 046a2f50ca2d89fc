"""A game's rhythm as a picture, in SVG: for each level its cards against time. Who plays evenly draws a straight line.

Seconds run to the right, a pile's numbers upwards in the order in which they belong. Every seat has its shape, so that
nothing depends on colour; the colours are those of Okabe and Ito, which most eyes tell apart. Light or dark, as the
reader's screen is. The same is there as text, for those who listen: a title and a description of each level.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.sax.saxutils import escape

from mindbuzz.core.cards import Card, Pile, card_name, rank
from mindbuzz.core.rules import HIGHEST, RANK_BEFORE_FIRST
from mindbuzz.core.units import SECOND_US
from mindbuzz.history.record import Level, Play, Record
from mindbuzz.history.tempo import tempo_s, waits
from mindbuzz.screens.layout import ARROW
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import texts_of

WIDTH, LEGEND_HEIGHT, PANEL_HEIGHT = 760, 64, 250
LEFT, RIGHT, TOP, BOTTOM = 44, 44, 36, 30
PLOT_WIDTH = WIDTH - LEFT - RIGHT
PLOT_HEIGHT = PANEL_HEIGHT - TOP - BOTTOM
COLOURS = (Pile.WHITE, Pile.RED)
# Which side a pile's numbers stand at, in every level of a game.
SIDES = {Pile.CLASSIC: "left", Pile.WHITE: "left", Pile.RED: "right"}
LETTER_PX, LINE_PX = 8, 14  # how wide a letter is at most, how high a line of them
MARK_PX = 7  # from a mark's middle to its edge
MOST_TICKS = 8
STEPS_S = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600)
TICKS = {Pile.CLASSIC: (1, 25, 50, 75, 100), Pile.WHITE: (1, 10, 20, 30, 40, 50), Pile.RED: (50, 40, 30, 20, 10, 1)}
# Where a card's number may stand, from the mark's middle to the number's: the first place that is free.
PLACES = ((0, -16), (0, 16), (20, 0), (-20, 0), (17, -13), (-17, -13), (17, 13), (-17, 13), (0, -29), (0, 29))

# Each shape around (0, 0), about ten dots across.
SHAPES = {
    1: '<circle r="5"/>',
    2: '<rect x="-4.5" y="-4.5" width="9" height="9"/>',
    3: '<path d="M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z"/>',
    4: '<path d="M0-6.5 6.5 0 0 6.5-6.5 0z"/>',
}
RING = '<circle class="ring" r="9.5"/>'

LIGHT = {
    "paper": "#ffffff", "ink": "#1b1e26", "soft": "#5a6070", "grid": "#dcdfe6", "alarm": "#b3003c", "red": "#c02626",
    "seat-1": "#d55e00", "seat-2": "#0072b2", "seat-3": "#009e73", "seat-4": "#f0c000",
}  # fmt: skip
DARK = {
    "paper": "#16181f", "ink": "#f1ede4", "soft": "#aeb2bf", "grid": "#343946", "alarm": "#ff8fa8", "red": "#ff7a6b",
    "seat-1": "#f4633a", "seat-2": "#56b4e9", "seat-3": "#2fd3a0", "seat-4": "#f0e442",
}  # fmt: skip
# No variables: programs that draw SVG and are no browser know none.
COLOURED = (
    ".paper {{ fill: {paper}; }} text {{ fill: {ink}; }} .soft {{ fill: {soft}; }} .number {{ stroke: {paper}; }}"
    " .grid {{ stroke: {grid}; }} .again, .tempo {{ stroke: {soft}; }} .line, .mark {{ stroke: {ink}; }}"
    " .ring {{ stroke: {alarm}; }} text.red {{ fill: {red}; }} .line.red {{ stroke: {red}; }}"
    " .seat-1 {{ fill: {seat-1}; }} .seat-2 {{ fill: {seat-2}; }}"
    " .seat-3 {{ fill: {seat-3}; }} .seat-4 {{ fill: {seat-4}; }}"
)
STYLE = f"""
text {{ font: 13px sans-serif; text-anchor: middle; dominant-baseline: central; }}
.start {{ text-anchor: start; }}
.end {{ text-anchor: end; }}
.heading {{ font-size: 16px; font-weight: bold; }}
.number {{ paint-order: stroke; stroke-width: 3px; }}
.grid, .again, .tempo, .line, .ring {{ fill: none; }}
.again {{ stroke-dasharray: 2 4; }}
.tempo {{ stroke-dasharray: 7 5; stroke-width: 1.5; }}
.line {{ stroke-opacity: 0.6; stroke-width: 1.5; }}
.line.red {{ stroke-dasharray: 0.1 4; stroke-linecap: round; stroke-width: 2.5; }}
.mark {{ stroke-width: 0.8; }}
.ring {{ stroke-width: 2.5; }}
{COLOURED.format_map(LIGHT)}
@media (prefers-color-scheme: dark) {{ {COLOURED.format_map(DARK)} }}
"""


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of the picture; `level` has a place for its {number}."""

    title: str = "cards against time"
    level: str = "Level {number}"
    challenge: str = "blind challenge"
    wrong: str = "too early"
    tempo: str = "even tempo"
    again: str = "play goes on"
    white: str = "white pile"
    red: str = "red pile"
    seats: Mapping[int, str] = field(default_factory=lambda: {seat: seat_name(seat, texts_of("en")) for seat in SHAPES})


class Box(NamedTuple):
    """Room that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the two overlap."""
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


FRAME = Box(LEFT - 4, TOP - 10, WIDTH - RIGHT + 6, PANEL_HEIGHT - BOTTOM + 8)


def plot(record: Record, labels: Labels | None = None) -> str:
    """One game as an SVG document; a game of real cards, of which no card is known, has no panels."""
    labels = labels or Labels()
    levels = [level for level in record.levels if level.plays]
    height = LEGEND_HEIGHT + len(levels) * PANEL_HEIGHT
    panels = "".join(
        f'<g class="level" transform="translate(0 {LEGEND_HEIGHT + place * PANEL_HEIGHT})" role="img">'
        f"{''.join(_panel(level, labels))}</g>\n"
        for place, level in enumerate(levels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">\n'
        f"<title>{escape(labels.title)}</title>\n<style>{STYLE}</style>\n"
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>\n'
        f"<g>{''.join(_legend(record, levels, labels))}</g>\n{panels}</svg>\n"
    )


# --- the legend ---


def _legend(record: Record, levels: Sequence[Level], labels: Labels) -> Iterator[str]:
    """A row for the seats, a row for everything else that is there to be seen."""
    piles = {play.card.pile for level in levels for play in level.plays}
    seats = [(_shape(seat), labels.seats[seat]) for seat in record.seats if seat in SHAPES]
    others = [
        (RING, labels.wrong, any(play.wrong for level in levels for play in level.plays)),
        (_dash("tempo"), labels.tempo, bool(levels)),
        (_dash("line"), _name_with_sign(Pile.WHITE, labels), not piles.isdisjoint(COLOURS)),
        (_dash("line red"), _name_with_sign(Pile.RED, labels), not piles.isdisjoint(COLOURS)),
        ('<path class="again" d="M0-9V9"/>', labels.again, any(len(level.stretches) > 1 for level in levels)),
    ]
    yield from _entries(18, seats)
    yield from _entries(44, [(sign, words) for sign, words, is_there in others if is_there])


def _name(pile: Pile, labels: Labels) -> str:
    return labels.red if pile is Pile.RED else labels.white


def _name_with_sign(pile: Pile, labels: Labels) -> str:
    return f"{ARROW[pile]} {_name(pile, labels)}"


def _dash(kind: str) -> str:
    return f'<path class="{kind}" d="M-10 0H10"/>'


def _entries(y: int, entries: Sequence[tuple[str, str]]) -> Iterator[str]:
    x = 24.0
    for sign, words in entries:
        yield f'<g transform="translate({x:g} {y})">{sign}<text class="start" x="16">{escape(words)}</text></g>'
        x += 44 + LETTER_PX * len(words)


# --- a level ---


def _panel(level: Level, labels: Labels) -> Iterator[str]:
    ends_us = max(play.at_us for play in level.plays) or 1
    piles = (Pile.CLASSIC,) if all(play.card.pile is Pile.CLASSIC for play in level.plays) else COLOURS
    name = _level_name(level, labels)
    yield f"<title>{escape(name)}</title><desc>{escape(told(level, labels))}</desc>"
    yield f'<text class="start heading" x="{LEFT}" y="{TOP - 22}">{escape(name)}</text>'
    for pile in piles:
        yield from _number_axis(pile, labels)
    yield from _time_axis(ends_us)
    yield from _tempo_line(level, piles[0], ends_us)
    yield from _lines(level, ends_us)
    yield from _marks(level.plays, ends_us, labels)


def _level_name(level: Level, labels: Labels) -> str:
    name = labels.level.format(number=level.number)
    return f"{name}, {labels.challenge}" if level.challenge else name


def told(level: Level, labels: Labels) -> str:
    """The level in words: each card, by whom, when."""
    return "; ".join(_told(play, labels) for play in level.plays)


def _told(play: Play, labels: Labels) -> str:
    seat = labels.seats.get(play.seat, str(play.seat))
    wrong = f", {labels.wrong}" if play.wrong else ""
    return f"{card_name(play.card)}: {seat}, {play.at_us / SECOND_US:.3f} s{wrong}"


def _number_axis(pile: Pile, labels: Labels) -> Iterator[str]:
    """A pile's numbers at its side; of two piles the left one has the lines, and each its name along it."""
    on_left = SIDES[pile] == "left"
    kind = "soft end" if on_left else "red start"
    x = LEFT - 8 if on_left else WIDTH - RIGHT + 8
    for number in TICKS[pile]:
        y = _y(_share(Card(pile, number)))
        if on_left:
            yield f'<path class="grid" d="M{LEFT} {y:.1f}h{PLOT_WIDTH}"/>'
        yield f'<text class="{kind}" x="{x}" y="{y:.1f}">{number}</text>'
    if pile in COLOURS:
        place, kind = (9, "soft") if on_left else (WIDTH - 9, "red")
        turned = f"translate({place} {TOP + PLOT_HEIGHT / 2:g}) rotate(-90)"
        yield f'<text class="{kind}" transform="{turned}">{escape(_name(pile, labels))}</text>'
        yield f'<text class="{kind}" x="{place}" y="{TOP}">{ARROW[pile]}</text>'


def _time_axis(ends_us: int) -> Iterator[str]:
    step_s = next((step for step in STEPS_S if ends_us / SECOND_US / step <= MOST_TICKS), STEPS_S[-1])
    for second in range(0, int(ends_us / SECOND_US) + 1, step_s):
        x = _x(second * SECOND_US, ends_us)
        yield f'<path class="grid" d="M{x:.1f} {TOP}v{PLOT_HEIGHT}"/>'
        yield f'<text class="soft" x="{x:.1f}" y="{PANEL_HEIGHT - BOTTOM + 16}">{second} s</text>'


def _tempo_line(level: Level, pile: Pile, ends_us: int) -> Iterator[str]:
    """What the level would look like, had it been played evenly, at its own tempo; as far as nothing came between."""
    tempo = tempo_s(waits(level))
    if tempo:
        first_us = level.stretches[1][0] if len(level.stretches) > 1 else ends_us
        until_us = min(first_us, ends_us, tempo * HIGHEST[pile] * SECOND_US)
        share = until_us / SECOND_US / tempo / HIGHEST[pile]
        yield f'<path class="tempo" d="M{LEFT} {_y(0):.1f}L{_x(until_us, ends_us):.1f} {_y(share):.1f}"/>'


def _lines(level: Level, ends_us: int) -> Iterator[str]:
    """A line through the cards of each pile, broken where play was."""
    for place, (began_us, plays) in enumerate(level.stretches):
        if place:
            yield f'<path class="again" d="M{_x(began_us, ends_us):.1f} {TOP}v{PLOT_HEIGHT}"/>'
        for pile in dict.fromkeys(play.card.pile for play in plays):
            points = " ".join(_point(play, ends_us) for play in plays if play.card.pile is pile)
            yield f'<polyline class="line{_red(pile)}" points="{points}"/>'


def _point(play: Play, ends_us: int) -> str:
    return f"{_x(play.at_us, ends_us):.1f},{_y(_share(play.card)):.1f}"


def _marks(plays: Sequence[Play], ends_us: int, labels: Labels) -> Iterator[str]:
    middles = [(_x(play.at_us, ends_us), _y(_share(play.card))) for play in plays]
    for play, (x, y) in zip(plays, middles, strict=True):
        ring = RING if play.wrong else ""
        title = f"<title>{escape(_told(play, labels))}</title>"
        yield f'<g class="card" transform="translate({x:.1f} {y:.1f})">{title}{_shape(play.seat)}{ring}</g>'
    words = [str(card_name(play.card)) for play in plays]
    for play, text, place in zip(plays, words, number_places(middles, words), strict=True):
        if place is not None:
            yield f'<text class="number{_red(play.card.pile)}" x="{place[0]:.1f}" y="{place[1]:.1f}">{text}</text>'


def _red(pile: Pile) -> str:
    return " red" * (pile is Pile.RED)


def _shape(seat: int) -> str:
    return f'<g class="mark seat-{seat}">{SHAPES.get(seat, SHAPES[1])}</g>'


def number_places(middles: Sequence[tuple[float, float]], words: Sequence[str]) -> list[tuple[float, float] | None]:
    """Where each mark's word stands: it covers no mark and no other word; None where there is no room for it."""
    taken = [mark_room(middle) for middle in middles]
    places: list[tuple[float, float] | None] = []
    for (x, y), word in zip(middles, words, strict=True):
        place = next((at for at in ((x + dx, y + dy) for dx, dy in PLACES) if _is_free(room_of(at, word), taken)), None)
        places.append(place)
        taken.extend(room_of(at, word) for at in (place,) if at is not None)
    return places


def mark_room(middle: tuple[float, float]) -> Box:
    """The room of a mark around its middle."""
    x, y = middle
    return Box(x - MARK_PX, y - MARK_PX, x + MARK_PX, y + MARK_PX)


def room_of(middle: tuple[float, float], word: str) -> Box:
    """The room of a word around its middle."""
    half = LETTER_PX * len(word) / 2
    return Box(middle[0] - half, middle[1] - LINE_PX / 2, middle[0] + half, middle[1] + LINE_PX / 2)


def _is_free(room: Box, taken: Sequence[Box]) -> bool:
    inside = room.left >= FRAME.left and room.right <= FRAME.right
    return inside and FRAME.top <= room.top and room.bottom <= FRAME.bottom and not any(map(room.meets, taken))


def _share(card: Card) -> float:
    """How far along its pile a card lies, 0 to 1."""
    return (rank(card) - RANK_BEFORE_FIRST[card.pile]) / HIGHEST[card.pile]


def _x(at_us: float, ends_us: int) -> float:
    return LEFT + PLOT_WIDTH * at_us / ends_us


def _y(share: float) -> float:
    return TOP + PLOT_HEIGHT * (1 - share)
