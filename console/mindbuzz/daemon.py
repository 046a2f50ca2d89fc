"""The daemon: a console that runs on its hardware, put together anew when its settings change, and can be asked."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mindbuzz import __version__
from mindbuzz.app import STOP_SIGNALS, Parts, assemble, lamps_of, language_of, run_in_real_time, site_of
from mindbuzz.config import Config, Effective, effective
from mindbuzz.config.effective import DEFAULT
from mindbuzz.core.phases import GAME_OVER, NO_GAME
from mindbuzz.core.rules import has_real_cards
from mindbuzz.displays import panels_of
from mindbuzz.errors import ConfigError
from mindbuzz.inputs.source import HostPressed
from mindbuzz.operator.operator import Operator
from mindbuzz.operator.own_file import OwnFile
from mindbuzz.operator.quiet import hushed, is_quiet, local_time
from mindbuzz.operator.requests import operator_requests
from mindbuzz.outputs.browser import Showcase
from mindbuzz.outputs.log import GameLog
from mindbuzz.pins.factories import chosen, pin_factory
from mindbuzz.places import STATE_VARIABLE
from mindbuzz.runtime.clock import Clock, RealClock
from mindbuzz.runtime.console import Sink
from mindbuzz.runtime.control import Control, Request
from mindbuzz.runtime.counts import Counts
from mindbuzz.runtime.day_tally import DayTally
from mindbuzz.runtime.health import HealthReport
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.power import request_power_off
from mindbuzz.runtime.resume import going_on_us
from mindbuzz.runtime.service import boot_id
from mindbuzz.runtime.socket_path import socket_to_make
from mindbuzz.runtime.status import Status
from mindbuzz.web.address import reachable

OWN_FILE = "mindbuzz-settings.txt"

NOTHING_TO_END = NO_GAME | GAME_OVER

log = logging.getLogger(__name__)


def state_folder() -> Path:
    """Where the service keeps what must last; elsewhere the folder it was started in."""
    return Path(os.environ.get(STATE_VARIABLE, "."))


def open_journal(config: Config) -> Journal:
    """The journal of a configuration, in the service's state folder if it has one.

    A disk that can't be written keeps nobody from playing. Raises JournalError for a file that is no journal of ours.
    """
    return Journal(
        state_folder() / config.journal, boot_id=boot_id(), alone=True, insist=True, most_mb=config.journal_max_mb
    )


def going_on_from(journal: Journal) -> RealClock:
    """A real clock that goes on where the journal ends."""
    return RealClock(going_on_us(journal))


def own_file() -> OwnFile:
    """What was set at the console itself, in the service's state folder if it has one."""
    return OwnFile(state_folder() / OWN_FILE)


def held_now(path: Path | None) -> Effective:
    """The configuration that holds at this hour, with everything that was set anywhere. Raises ConfigError."""
    found = effective(path, own_file().path)
    quiet = is_quiet(found.config.quiet_hours, local_time())
    return replace(found, config=hushed(found.config)) if quiet else found


def run(path: Path | None, say: Callable[[str], object], socket: Path | None = None) -> None:
    """Run the console of a configuration file until it is told to stop (SIGTERM, SIGINT); lights out at the end.

    `say` is given one line when everything is there. What staff have set wrongly is told, and left out. What is set at
    the console holds after it was put together anew, which happens when nobody sits at the table. The control socket is
    at `socket`, or where it is looked for.
    """
    socket = socket or socket_to_make()
    if socket is None:
        log.warning("no folder to make a control socket in; `mindbuzz status` will find nobody; name one with --socket")
    found = held_now(path)
    while _run_until_changed(path, found, say, socket):
        found = _held_again(path, found)


def _held_again(path: Path | None, before: Effective) -> Effective:
    """What holds now; what held before if somebody has broken the configuration meanwhile: the console plays on."""
    try:
        return held_now(path)
    except ConfigError as error:
        log.warning("%s; until that is mended all stays as it was", error)
        return before


def _run_until_changed(path: Path | None, found: Effective, say: Callable[[str], object], socket: Path | None) -> bool:
    """Run one console; whether it ended since another configuration holds now."""
    config = found.config
    for notice in found.notices:
        log.warning("%s: %s", config.staff_file, notice)
    journal = open_journal(config)
    config = as_last_played(found, journal)
    clock = going_on_from(journal)
    counts = Counts()
    assert journal.path is not None
    tally = DayTally(journal.path)
    operator = Operator(
        config,
        own_file(),
        power_off=request_power_off,
        forget=lambda: forget(),  # noqa: PLW0108 - the parts are put together below
        days=lambda: tally.rows,
    )
    showcase = Showcase(config.seat_numbers, language_of(config)) if config.web_port else None
    sinks: list[Sink] = [counts, tally, GameLog(lambda: journal.game_id), operator]
    if showcase is not None:
        sinks.append(showcase)
    parts = assemble(
        config, clock, journal, more_sinks=sinks, say=say, notices=found.notices, takes_host=operator.host_pressed
    )
    assert parts.pictures is not None
    changed = False

    def begin_anew() -> None:
        nonlocal changed
        changed = True
        # Between two consoles nobody listens: a signal waits for the next one.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
        parts.loop.stop()

    operator.attach(parts.pictures.cover, begin_anew, lambda: _is_outdated(path, found.config))
    site = site_of(parts, showcase, config.web_host, config.web_port) if showcase and config.web_port else None

    def forget() -> None:
        """Forget all games that are over, what was counted of them, and what was shown of them."""
        parts.forget()
        tally.forget()
        if site is not None:
            site.forget()

    say(_what_runs(config, journal))
    try:
        control = None if socket is None else Control(socket, requests_of(parts, found, counts, tally, operator, clock))
        asyncio.run(run_in_real_time(parts, clock, site, control))
    finally:
        if not changed:
            parts.heartbeat.stopping()
        parts.close()
    return changed


def as_last_played(found: Effective, journal: Journal) -> Config:
    """The lobby offers what was played last, unless somebody has said what it shall offer."""
    last, settings = journal.last_kind(), found.config.settings
    if last is None or found.origin("game") != DEFAULT or settings.lock_game:
        return found.config
    if has_real_cards(last) and not settings.own_cards:
        return found.config
    return replace(found.config, game=last.value)


def _is_outdated(path: Path | None, config: Config) -> bool:
    """Whether another configuration would hold by now. One that is broken by now does not."""
    try:
        return held_now(path).config != config
    except ConfigError:
        return False


def _what_runs(config: Config, journal: Journal) -> str:
    board = f", board at http://{reachable(config.web_host)}:{config.web_port}/" if config.web_port else ""
    seats = ", ".join(map(str, config.seat_numbers))
    return (
        f"mindbuzz {__version__}: seats {seats}, pins by {chosen(config.pin_factory)}, "
        f"displays {config.display_driver}, journal {journal.path}{board}"
    )


def goodbye(config: Config) -> None:
    """Everything dark, whatever a console that was killed has left on show."""
    factory = pin_factory(config.pin_factory, RealClock(None))
    try:
        lamps_of(config, factory).close()
    finally:
        panels_of(config).close()
        factory.close()


def status_of(parts: Parts, config: Config, counts: Counts) -> Status:
    """How assembled parts are; `counts` is one of their sinks."""
    health = HealthReport(lambda: counts.table, parts.trouble)
    return Status(config, health, counts, parts.buttons, parts.sources, parts.lamps, parts.panels, parts.journal)


def requests_of(
    parts: Parts, found: Effective, counts: Counts, tally: DayTally, operator: Operator, clock: Clock
) -> dict[str, Request]:
    """What can be asked on the control socket."""

    def ask_to_end() -> bool:
        game = parts.console.game
        goes_on = game.table is not None and game.phase not in NOTHING_TO_END
        if goes_on:
            parts.mailbox.put(HostPressed(clock.now_us()))
        return goes_on

    requests = operator_requests(found, operator, ask_to_end=ask_to_end, days=tally.counted)
    return {"status": status_of(parts, found.config, counts).report, **requests}
