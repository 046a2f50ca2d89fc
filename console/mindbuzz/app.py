"""The composition root: the one place that knows every part and puts them together from a configuration.

A console on hardware and one without differ in two values of the configuration (`pin_factory`, `display_driver`)
and in nothing here.
"""

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindbuzz.config import Config, DisplayConfig
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.errors import ConfigError
from mindbuzz.inputs.browser import MOST_UNCERTAIN_US, BrowserButtons
from mindbuzz.inputs.gpio import GpioButtons, HostButton
from mindbuzz.inputs.order import InOrder
from mindbuzz.inputs.players.players import Players
from mindbuzz.inputs.players.skill import Skill
from mindbuzz.inputs.players.wishes import Wishes
from mindbuzz.inputs.source import Mailbox, News, Source
from mindbuzz.outputs.browser import Showcase
from mindbuzz.outputs.lamps import Lamps
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import State
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.oled.wiring import I2c
from mindbuzz.outputs.pictures import Pictures
from mindbuzz.runtime.clock import SECOND_US, Clock, RealClock
from mindbuzz.runtime.console import Console, Sink, drawn_seed
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.loop import Loop
from mindbuzz.runtime.pins import pin_factory
from mindbuzz.runtime.resume import cut_off_game, return_news
from mindbuzz.runtime.service import Heartbeat, boot_id
from mindbuzz.screens.texts import Texts, texts_of

if TYPE_CHECKING:
    from mindbuzz.web.site import Site

AFTER_RESTART_US = SECOND_US
# Contacts from browsers come late and out of order; within the console's patience waiting for them costs nothing.
BROWSER_LAG_MS = 15.0
BROWSER_WAIT_US = 14_000


@dataclass(frozen=True, slots=True)
class Party:
    """Simulated players who press the pins of the console that is assembled."""

    seats: tuple[int, ...]
    skill: Skill
    seed: int
    wishes: Wishes


@dataclass(slots=True)
class Parts:
    """A console put together. `close` darkens everything and brings the journal to the disk."""

    loop: Loop
    console: Console
    journal: Journal
    mailbox: Mailbox
    factory: Any
    heartbeat: Heartbeat
    buttons: BrowserButtons | None = None
    showcase: Showcase | None = None
    panels: Panels[int] | None = None
    sources: list[Source] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)

    def close(self) -> None:
        """Let go of everything, the lights first."""
        for sink in self.sinks:
            sink.close()
        for source in self.sources:
            source.close()
        self.journal.close()
        self.factory.close()


def assemble(
    config: Config,
    clock: Clock,
    journal: Journal,
    *,
    party: Party | None = None,
    browsers: Sequence[int] = (),
    more_sinks: Sequence[Sink] = (),
    draw_seed: Callable[[], int] = drawn_seed,
    screens: bool = True,
) -> Parts:
    """Put a console together. A game that was cut off is there again, paused; `screens` False leaves those out.

    `browsers` are the seats that are pressed in browsers, too.

    Raises ConfigError for hardware that can't be reached.
    """
    texts = language_of(config)
    factory = pin_factory(config.pin_factory, clock)
    mailbox = Mailbox()
    parts = Parts(mailbox, factory, Heartbeat(clock.now_us()))
    arrivals = _arrivals(parts, browsers)
    buttons = GpioButtons(
        {seat: parts.button for seat, parts in config.seats.items()},
        factory,
        arrivals,
        clock.at_us,
        uncertainty_us=config.input_uncertainty_us,
        audit_ms=config.audit_ms,
        now_us=clock.now_us(),
    )
def _console(
    config: Config,
    clock: Clock,
    journal: Journal,
    sinks: Sequence[Sink],
    closed: frozenset[int],
    draw_seed: Callable[[], int],
) -> Console:
    """The console with its first turn done: everything is shown once, whatever the hands do."""
    lag_us = round(config.input_lag_ms * 1000)
    cut_off = cut_off_game(journal, config.seat_numbers)
    news: list[News] = []
    if cut_off is None:
        game, stage = _empty_table(config, clock, closed)
    else:
        game, stage = cut_off.game, cut_off.stage
        journal.continue_game(cut_off.row.id)
        news = return_news(cut_off, clock.now_us(), closed, new_boot=cut_off.row.boot_id != boot_id())
    console = Console(game, stage, journal, sinks, lag_us=lag_us, draw_seed=draw_seed)
    console.turn(news, clock.now_us())
    return console


def _empty_table(config: Config, clock: Clock, closed: frozenset[int]) -> tuple[Game, Stage]:
    game = new_console(
        config.seat_numbers,
        config.settings,
        at_us=clock.now_us(),
        uncertainty_us=config.input_uncertainty_us,
        kind=config.kind,
    )
    return game, Stage(config.seat_numbers, config.settings, closed, watchful=True)


def _lamps(config: Config, factory: Any) -> Lamps:
    pins = {seat: parts.lamp for seat, parts in config.seats.items() if parts.lamp is not None}
    return Lamps(pins, factory, active_high=config.lamps_active_high, dimmable=config.lamps_dimmable)


def _panels(config: Config) -> Panels[int]:
    displays = {seat: parts.display for seat, parts in config.seats.items() if parts.display is not None}
    return Panels({seat: _panel_spec(config.display_driver, seat, display) for seat, display in displays.items()})


def _panel_spec(driver: str, seat: int, display: DisplayConfig) -> PanelSpec:
    try:
        return PanelSpec(
            driver=driver,
            wiring=I2c(display.bus, display.address, display.mux, display.channel),
            rotate=display.rotate,
            col_offset=display.column_offset,
            contrast=display.contrast,
        )
    except ConfigError as error:
        raise ConfigError(f"display_driver, seats.{seat}.display: {error}") from error


def language_of(config: Config) -> Texts:
    """The texts in the configured language. Raises ConfigError if there is no such language."""
    try:
        return texts_of(config.language)
    except LookupError as error:
        raise ConfigError(f"language: {error.args[0]}") from error


# --- simulated players at the pins ---


def _seated(party: Party, config: Config, factory: Any) -> Players:
    pins = {seat: factory.pin(config.seats[seat].button) for seat in party.seats}

    def drive(seat: int, closed: bool) -> None:
        pins[seat].drive_low() if closed else pins[seat].drive_high()

    return Players(party.seats, party.skill, party.seed, drive, config.settings, party.wishes)


class PlayersAct:
    """Simulated players as a source: they move when they are due; their contacts come through the pins."""

    name = "players"

    def __init__(self, players: Players) -> None:
        self._players = players

    @property
    def due_us(self) -> int | None:
        """When the next of them moves, or None."""
        return self._players.due_us

    def closed(self) -> frozenset[int]:
        """They hold nothing before they act."""
        return frozenset()

    def act(self, now_us: int) -> None:
        """Let everyone move who is due."""
        self._players.act(now_us)

    def close(self) -> None:
        """They go home."""


class PlayersSee:
    """Simulated players as a sink: each sees their own view, and nothing else."""

    due_us: int | None = None

    def __init__(self, players: Players) -> None:
        self._players = players

    def pressed(self, down: frozenset[int]) -> None:
        """Everyone feels their own button."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Each looks at their own screen."""
        for seat in self._players.seats:
            self._players.see(seats[seat], now_us)

    def refresh(self, now_us: int) -> None:
        """Nothing moves here."""

    def close(self) -> None:
        """They close their eyes."""


# --- the daemon ---


def open_journal(config: Config) -> Journal:
    """The journal of a configuration. Raises JournalError if it can't be opened."""
    return Journal(Path(config.journal), boot_id=boot_id())


def going_on_from(journal: Journal) -> RealClock:
    """A real clock that goes on where the journal ends."""
    known_us = journal.last_known_us()
    return RealClock(None if known_us is None else known_us + AFTER_RESTART_US)


def run(config: Config) -> None:
    """Run the console until it is told to stop (SIGTERM, SIGINT); lights out at the end, whatever ends it."""
    journal = open_journal(config)
    clock = going_on_from(journal)
    parts = assemble(config, clock, journal)
    try:
        asyncio.run(run_in_real_time(parts, clock))
    finally:
        parts.close()


async def run_in_real_time(parts: Parts, clock: RealClock) -> None:
    """Run assembled parts on the event loop of this thread."""
    events = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        events.add_signal_handler(number, parts.loop.stop)
    parts.heartbeat.ready()
    await parts.loop.run(clock)
