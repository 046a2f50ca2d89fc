"""Screens on the wire, beside stock luma: how many bytes, how long until the last panel is right, how much CPU.

    python -m tests.bench.wire

Takes any game as the pictures it shows: after each event one per seat. Without one it plays a made-up game.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
import warnings
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress, pairwise

from PIL import Image, ImageDraw

from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.outputs.oled.bus import Bus
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.panel import AT_ONCE, Panel
from mindbuzz.outputs.oled.screen import OpenScreen, Screen
from mindbuzz.simulation import Plan
from tests.bench.played_game import Shown, played_game
from tests.bench.row import Row
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.wire import Channel, Clock, Mux, Wire, serial_on

Frames = Mapping[int, Image.Image]  # one picture per seat, after one event

OURS = "ssd1306"
DRIVERS = [OURS, "sh1106", "luma:ssd1306", "luma:sh1106"]


@dataclass(frozen=True)
class Figure:
    """One figure. `driver` is what drew: ours by its chip's name, luma's with "luma:" before."""

    what: str
    driver: str
    value: float
    unit: str


class Tally:
    """A serial interface that only counts, address and control bytes included."""

    def __init__(self) -> None:
        self.sent = 0

    def command(self, *cmd: int) -> None:
        self.sent += 2 + len(cmd)

    def data(self, data: bytes) -> None:
        self.sent += 2 + len(data)

    def cleanup(self) -> None: ...


# Bytes


def wire_bytes(game: Iterable[Frames], driver: str, only_changed: bool = False) -> int:
    """What all panels of a game cost, without their first pictures.

    `only_changed`: a picture that is the one before is not drawn at all, as a careful user of luma would do it.
    """
    tallies: dict[int, Tally] = {}
    screens: dict[int, Screen] = {}
    before: dict[int, bytes] = {}
    first_sent = 0
    for number, frames in enumerate(game):
        for seat, image in frames.items():
            if seat not in screens:
                tallies[seat] = Tally()
                screens[seat] = PanelSpec(driver).open(partial(tallies.__getitem__, seat))
            if not (only_changed and before.get(seat) == image.tobytes()):
                screens[seat].display(image)
            before[seat] = image.tobytes()
        if number == 0:
            first_sent = sum(tally.sent for tally in tallies.values())
    return sum(tally.sent for tally in tallies.values()) - first_sent


def bytes_rows(game: Sequence[Frames]) -> Iterator[Figure]:
    """Each driver's bytes for a whole game; luma's also drawn only where a picture changed."""
    for driver in DRIVERS:
        yield Figure("bytes, whole game", driver, wire_bytes(game, driver), "B")
    for driver in DRIVERS[2:]:
        yield Figure("bytes, whole game, changed pictures only", driver, wire_bytes(game, driver, True), "B")


def dearest_changes(game: Sequence[Shown]) -> Iterator[Figure]:
    """What each change of phase costs us: all panels together, on average, for those that cost most in total."""
    costs: dict[str, list[int]] = defaultdict(list)
    for before, after in pairwise(game):
        change = f"{before.phase.value} to {after.phase.value}{' by itself' if after.moved else ''}"
        costs[change].append(wire_bytes([before.pictures, after.pictures], OURS))
    for change, each in sorted(costs.items(), key=lambda item: -sum(item[1]))[:15]:
        yield Figure(f"{change}, {len(each)} times, {sum(each):,} B", OURS, statistics.mean(each), "B")


# Time

KERNEL = "400 kHz, +0.1 ms a message"


@dataclass
class Simulation:
    """Panels behind a multiplexer on a simulated bus, run by our own bus and mailboxes whoever the driver is."""

    clock: Clock
    chips: dict[int, Chip]
    panels: dict[int, Panel]
    bus: Bus


def simulated(seats: Iterable[int], driver: str, hertz: int, call_s: float, disconnects: bool) -> Simulation:
    """`call_s`: what the kernel takes for itself at every message; `disconnects`: the mux closes in between."""
    clock = Clock()
    mux = Mux(Wire(clock=clock, hertz=hertz, call_s=call_s), disconnects)
    chips = {seat: Chip(KINDS[driver.removeprefix("luma:")], seed=seat) for seat in seats}

    def open_on(channel: Channel) -> OpenScreen:
        return lambda: PanelSpec(driver).open(lambda: serial_on(channel))

    panels = {seat: Panel(str(seat), open_on(mux.channel(seat, chip)), clock) for seat, chip in chips.items()}
    return Simulation(clock, chips, panels, Bus(list(panels.values()), clock))


def press_to_last_panel_s(
    game: Sequence[Frames],
    driver: str = OURS,
    hertz: int = 400_000,
    events_per_s: float = 10.0,
    call_s: float = 0.0,
    disconnects: bool = False,
) -> list[float]:
    """Seconds from each event but the first until every panel shows it or a later one.

    Events come at random, in each run at the same times.
    """
    table = simulated(game[0], driver, hertz, call_s, disconnects)
    chance = random.Random(1)
    at_s = 1.0
    to_come: deque[tuple[float, Frames]] = deque()
    for frames in game:
        to_come.append((at_s, frames))
        at_s += chance.expovariate(events_per_s)
    taken_s = _run(table, to_come)
    for seat, chip in table.chips.items():
        assert chip.glass().tobytes() == game[-1][seat].tobytes(), "the last picture is not on the glass"
    return taken_s


def _run(table: Simulation, to_come: deque[tuple[float, Frames]]) -> list[float]:
    """Works off all events; a picture that arrives while a message is on the wire waits for its panel's turn."""
    begun_s = [event_s for event_s, _ in to_come]
    posted = -1
    reached = dict.fromkeys(table.panels, -1)  # the newest event whose picture a panel shows, if not a later one's
    taken_s: list[float] = []
    while len(taken_s) < len(begun_s):
        while to_come and to_come[0][0] <= table.clock.now_s:
            posted += 1
            for seat, image in to_come.popleft()[1].items():
                table.panels[seat].post(image)
        if table.bus.due:
            table.bus.turn()
        elif to_come:
            table.clock.now_s = min(to_come[0][0], max(table.clock.now_s, table.bus.due_s))
        reached |= {seat: posted for seat, panel in table.panels.items() if panel.due_s != AT_ONCE}
        while len(taken_s) <= min(reached.values()):
            taken_s.append(table.clock.now_s - begun_s[len(taken_s)])
    return taken_s[1:]  # the first is connecting


def changing(game: Sequence[Frames]) -> list[bool]:
    """Which events but the first change any picture at all: only those can be late."""
    return [
        any(before[seat].tobytes() != image.tobytes() for seat, image in after.items())
        for before, after in pairwise(game)
    ]


def by_press(game: Sequence[Shown]) -> list[bool]:
    """Which events but the first a button made, or what it had set going in play, where nothing moves by itself."""
    return [after.pressed or before.phase is Phase.PLAY for before, after in pairwise(game)]


def time_rows(game: Sequence[Shown]) -> Iterator[Figure]:
    """p50 and p95 of what changes a picture, at both speeds; some rows with 0.1 ms a message for the kernel.

    How long the kernel takes is a guess, which hits us harder than luma: our messages are more and shorter. The last
    rows count what moves by itself, too: the next deal, a timeline, progress. The wire carries it in every row.
    """
    pictures = [shown.pictures for shown in game]
    changes = changing(pictures)
    presses = [change and press for change, press in zip(changes, by_press(game), strict=True)]
    for what, hertz, call_s in (("100 kHz", 100_000, 0.0), ("400 kHz", 400_000, 0.0), (KERNEL, 400_000, 100e-6)):
        for driver in DRIVERS:
            taken_s = press_to_last_panel_s(pictures, driver, hertz, call_s=call_s)
            yield from _percentiles(f"press to last panel, {what}", driver, taken_s, presses)
            if what == "400 kHz":
                yield from _percentiles(f"any change to last panel, {what}", driver, taken_s, changes)


def _percentiles(what: str, driver: str, taken_s: Sequence[float], matters: Sequence[bool]) -> Iterator[Figure]:
    taken_s = list(compress(taken_s, matters))
    cuts = statistics.quantiles(taken_s, n=20)
    yield Figure(f"{what}, p50", driver, 1000 * statistics.median(taken_s), "ms")
    yield Figure(f"{what}, p95", driver, 1000 * cuts[18], "ms")


# CPU


def cpu_rows(game: Sequence[Frames]) -> Iterator[Figure]:
    """CPU for one picture of one panel, without the kernel's part."""
    for driver in DRIVERS:
        screens = {seat: PanelSpec(driver).open(Tally) for seat in game[0]}
        started_s = time.process_time()
        for frames in game:
            for seat, image in frames.items():
                screens[seat].display(image)
        spent_s = time.process_time() - started_s
        yield Figure("CPU a frame", driver, 1e6 * spent_s / (len(game) * len(screens)), "us")


# A made-up game

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc",
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip


def number(draw: ImageDraw.ImageDraw, value: int, x: int, y: int, height: int) -> None:
    """A number in seven segments; digits are half as wide as they are high."""
    width = height // 2 - 2
    middle, bottom = y + height // 2, y + height - 1
    lines = {
        "a": (x, y, x + width, y), "d": (x, bottom, x + width, bottom), "g": (x, middle, x + width, middle),
        "f": (x, y, x, middle), "b": (x + width, y, x + width, middle),
        "e": (x, middle, x, bottom), "c": (x + width, middle, x + width, bottom),
    }  # fmt: skip
    for index, digit in enumerate(str(value)):
        for segment in SEGMENTS[digit]:
            left, top, right, low = lines[segment]
            shift = index * (width + 4)
            draw.line((left + shift, top, right + shift, low), fill=255, width=2 if height > 12 else 1)


def picture(level: int, hand: Sequence[int], dealt: Sequence[int], pile: int, counts: Sequence[int]) -> Image.Image:
    """Lowest card big at the left, the hand in slots that never move, level, pile and counts in the top row."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    number(draw, level, 0, 0, 9)
    number(draw, pile, 50, 0, 9)
    for index, count in enumerate(counts):
        number(draw, count, 84 + 11 * index, 0, 9)
    if hand:
        number(draw, hand[0], 4, 20, 24)
    for slot, card in enumerate(dealt):
        if card in hand[1:]:
            number(draw, card, 54 + 24 * (slot % 3), 14 + 11 * (slot // 3), 9)
    return image


def made_up_game(seats: int = 4, levels: int = 8, seed: int = 1) -> list[Frames]:
    """Every level dealt and played in order without a mistake: one set of pictures per card."""
    chance = random.Random(seed)
    game: list[Frames] = []
    for level in range(1, levels + 1):
        cards = chance.sample(range(1, 101), seats * level)
        dealt = {seat: sorted(cards[seat * level : (seat + 1) * level]) for seat in range(seats)}
        hands = {seat: list(hand) for seat, hand in dealt.items()}
        for pile in [0, *sorted(cards)]:
            for hand in hands.values():
                if pile in hand:
                    hand.remove(pile)
            counts = [len(hand) for hand in hands.values()]
            game.append({seat: picture(level, hands[seat], dealt[seat], pile, counts) for seat in range(seats)})
    return game


MOST_SEATS = 4
PLANS = {
    "2 players": Plan(seats=2, challenge=False),
    "3 players": Plan(seats=3, challenge=False),
    "4 players": Plan(seats=4, challenge=False),
    "4 players, extreme": Plan(seats=4, kind=Kind.EXTREME, challenge=False),
}


def rows() -> Iterator[Row]:
    """Ours beside stock luma's on the same chip: what the summary of all benches shows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # luma 3.16 on Pillow 13
        for name, plan in PLANS.items():
            game = played_game(plan)
            pictures = [shown.pictures for shown in game]
            yield from _beside(name, bytes_rows(pictures))
            if plan.seats == MOST_SEATS:
                yield from _beside(name, time_rows(game))
        yield from _beside(name, cpu_rows(pictures))


def _beside(game: str, figures: Iterable[Figure]) -> Iterator[Row]:
    by_driver = {(figure.what, figure.driver): figure for figure in figures}
    for (what, driver), ours in by_driver.items():
        peer = by_driver.get((what, f"luma:{driver}"))
        if driver == OURS and peer is not None:
            told = f"screens, {game}: {what}"
            yield Row(told, _told(ours), f"{_told(peer)} (stock luma)", f"{peer.value / ours.value:.1f} ×")


def _told(figure: Figure) -> str:
    return f"{figure.value:,.0f} {figure.unit}" if figure.unit == "B" else f"{figure.value:,.1f} {figure.unit}"


def table_rows(figures: Iterable[Figure]) -> Iterator[str]:
    """Lines for a terminal."""
    for row in figures:
        yield f"    {row.what:<52} {row.driver:<13} {row.value:12,.1f} {row.unit}\n"


def main() -> None:
    warnings.simplefilter("ignore", DeprecationWarning)  # luma 3.16 on Pillow 13
    games = {name: played_game(plan) for name, plan in PLANS.items()}
    games["made-up, 4 players"] = [Shown(0, Phase.PLAY, frames, False, True) for frames in made_up_game()]
    for name, game in games.items():
        pictures = [shown.pictures for shown in game]
        sys.stdout.write(f"{name}: {len(game)} times new pictures\n")
        sys.stdout.writelines(table_rows(bytes_rows(pictures)))
        sys.stdout.writelines(table_rows(time_rows(game)))
        sys.stdout.writelines(table_rows(cpu_rows(pictures)))
        sys.stdout.writelines(table_rows(dearest_changes(game)))


if __name__ == "__main__":
    main()
