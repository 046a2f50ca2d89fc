"""A game's rhythm as a picture, in SVG: for each level its cards against time. Who plays evenly draws a straight line.

Nothing in it is language: seconds run to the right, numbers upwards (red's downwards), every seat has its colour and
shape, a wrong card a ring. The dashed line is the level's tempo.
"""

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from mindbuzz.core.cards import Card, Pile, card_name, rank
from mindbuzz.history.record import Level, Play, Record
from mindbuzz.history.tempo import SECOND_US, START, tempo_s, waits

WIDTH, PANEL_HEIGHT, GAP = 760, 190, 18
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 14, 26
PLOT_WIDTH = WIDTH - LEFT - RIGHT
PLOT_HEIGHT = PANEL_HEIGHT - TOP - BOTTOM
MOST_TICKS = 10
STEPS_S = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600)
NUMBERS = {Pile.CLASSIC: 100, Pile.WHITE: 50, Pile.RED: 50}

PAPER, INK, GRID, ALARM = "#16181f", "#e8e6e1", "#3a3e4a", "#ff6b6f"
COLOURS = {1: "#ff5a5f", 2: "#4da3ff", 3: "#4cc97a", 4: "#f2c744"}
# Each shape around (0, 0), about ten dots across.
SHAPES = {
    1: '<circle r="5"/>',
    2: '<rect x="-4.5" y="-4.5" width="9" height="9"/>',
    3: '<path d="M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z"/>',
    4: '<path d="M0-6.5 6.5 0 0 6.5-6.5 0z"/>',
}
LINES = {Pile.CLASSIC: INK, Pile.WHITE: INK, Pile.RED: "#ff7077"}


def plot(record: Record) -> str:
    """One game as an SVG document; a game of real cards, of which no card is known, has no panels."""
    levels = [level for level in record.levels if level.plays]
    height = GAP + len(levels) * (PANEL_HEIGHT + GAP)
    panels = "".join(
        f'<g transform="translate(0 {GAP + place * (PANEL_HEIGHT + GAP)})">{"".join(_panel(level))}</g>\n'
        for place, level in enumerate(levels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        f' font-family="sans-serif" font-size="11" fill={quoteattr(INK)}>\n'
        f'<rect width="{WIDTH}" height="{height}" fill={quoteattr(PAPER)}/>\n{panels}</svg>\n'
    )


def _panel(level: Level) -> Iterator[str]:
    ends_us = max(play.at_us for play in level.plays) or 1
    yield from _axes(level, ends_us)
    yield from _tempo_line(level, ends_us)
    for pile in dict.fromkeys(play.card.pile for play in level.plays):
        yield _path(pile, [play for play in level.plays if play.card.pile is pile], ends_us)
    yield from (_mark(play, ends_us) for play in level.plays)


def _axes(level: Level, ends_us: int) -> Iterator[str]:
    blind = ' font-style="italic"' if level.blind else ""
    yield f'<text x="14" y="{TOP + 12}" font-size="22" font-weight="bold"{blind}>{level.number}</text>'
    most = max(NUMBERS[play.card.pile] for play in level.plays)
    for share in (0, 0.5, 1):
        y = _y(share)
        yield f'<path d="M{LEFT} {y:.1f}h{PLOT_WIDTH}" stroke="{GRID}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{round(most * share)}</text>'
    step_s = next((step for step in STEPS_S if ends_us / SECOND_US / step <= MOST_TICKS), STEPS_S[-1])
    for tick in range(int(ends_us / SECOND_US / step_s) + 1):
        x = _x(tick * step_s * SECOND_US, ends_us)
        yield f'<path d="M{x:.1f} {TOP}v{PLOT_HEIGHT}" stroke="{GRID}"/>'
        yield f'<text x="{x:.1f}" y="{PANEL_HEIGHT - 10}" text-anchor="middle">{tick * step_s} s</text>'


def _tempo_line(level: Level, ends_us: int) -> Iterator[str]:
    tempo = tempo_s(waits(level))
    if not tempo:
        return
    most = max(NUMBERS[play.card.pile] for play in level.plays)
    until_us = min(ends_us, tempo * most * SECOND_US)
    share = until_us / SECOND_US / tempo / most
    yield (
        f'<path d="M{LEFT} {_y(0):.1f}L{_x(until_us, ends_us):.1f} {_y(share):.1f}"'
        f' stroke="{GRID}" stroke-width="2" stroke-dasharray="5 5"/>'
    )


def _path(pile: Pile, plays: list[Play], ends_us: int) -> str:
    points = " ".join(f"{_x(play.at_us, ends_us):.1f},{_y(_share(play.card)):.1f}" for play in plays)
    return f'<polyline points="{points}" fill="none" stroke="{LINES[pile]}" stroke-opacity="0.5"/>'


def _mark(play: Play, ends_us: int) -> str:
    x, y = _x(play.at_us, ends_us), _y(_share(play.card))
    ring = f'<circle r="9" fill="none" stroke="{ALARM}" stroke-width="2"/>' if play.wrong else ""
    title = f"<title>{card_name(play.card)}, {play.at_us / SECOND_US:.3f} s</title>"
    return (
        f'<g transform="translate({x:.1f} {y:.1f})" fill="{COLOURS[play.seat]}">{title}{SHAPES[play.seat]}{ring}'
        f'<text y="-9" text-anchor="middle" fill="{INK}">{card_name(play.card)}</text></g>'
    )


def _share(card: Card) -> float:
    """How far along its pile a card lies, 0 to 1."""
    return (rank(card) - START[card.pile]) / NUMBERS[card.pile]


def _x(at_us: float, ends_us: int) -> float:
    return LEFT + PLOT_WIDTH * at_us / ends_us


def _y(share: float) -> float:
    return TOP + PLOT_HEIGHT * (1 - share)
