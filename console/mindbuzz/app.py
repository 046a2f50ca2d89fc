"""The composition root: the one place that knows every part and puts them together from a configuration.

A console on hardware and one without differ in two values of the configuration (`pin_factory`, `display_driver`)
and in nothing here.
"""

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mindbuzz.config import Config, on_pins, on_pod
from mindbuzz.config.staff import Notice
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.game import Game, new_console
from mindbuzz.displays import panels_of
from mindbuzz.errors import ConfigError
from mindbuzz.history.audit import Audit
from mindbuzz.inputs.gpio import GpioButtons
from mindbuzz.inputs.host import HostButton
from mindbuzz.inputs.order import NEVER_LATE, InOrder, Late
from mindbuzz.inputs.pod import PodButtons
from mindbuzz.inputs.source import Mailbox, News, Source
from mindbuzz.outputs.browser import Showcase
from mindbuzz.outputs.lamps import Lamps
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.pictures import Pictures
from mindbuzz.outputs.pod import PodLamps
from mindbuzz.outputs.rest import Rest, rest_stages
from mindbuzz.outputs.sound import Sound
from mindbuzz.party import Party, PlayersAct, PlayersSee, seated
from mindbuzz.pins.factories import pin_factory
from mindbuzz.pod.link import MOST_UNCERTAIN_US
from mindbuzz.pod.pod import Pod
from mindbuzz.pod.port import Port, SerialPort
from mindbuzz.runtime.clock import Clock, RealClock
from mindbuzz.runtime.console import Console, Sink
from mindbuzz.runtime.control import Control
from mindbuzz.runtime.health import HealthReport
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.loop import Loop
from mindbuzz.runtime.power import request_power_off
from mindbuzz.runtime.resume import cut_off_game, return_news
from mindbuzz.runtime.seeds import drawn_seed
from mindbuzz.runtime.service import Heartbeat, boot_id
from mindbuzz.runtime.status import Troubled, trouble_in
from mindbuzz.screens.notice import notice_picture
from mindbuzz.screens.texts import Texts, texts_of

if TYPE_CHECKING:
    from mindbuzz.web.desk import Desk
    from mindbuzz.web.site import Site

Part = TypeVar("Part")

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@dataclass(frozen=True, slots=True)
class Remote:
    """Contacts that come over a network: how long all news wait so that none overtakes, how uncertain one may be."""

    wait_us: int
    uncertainty_us: int


@dataclass(slots=True)
class Parts:
    """A console put together. `close` darkens everything and brings the journal to the disk."""

    loop: Loop
    console: Console
    journal: Journal
    mailbox: Mailbox
    factory: Any
    heartbeat: Heartbeat
    arrivals: Mailbox
    buttons: GpioButtons
    lamps: Lamps
    panels: Panels[int] | None = None
    pictures: Pictures | None = None
    sources: list[Source] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    notices: Sequence[Notice] = ()
    audit: Audit | None = None

    @property
    def troubled(self) -> list[GpioButtons | PodButtons]:
        """The buttons, which may be in trouble."""
        return [source for source in self.sources if isinstance(source, GpioButtons | PodButtons)]

    def trouble(self) -> dict[str, str]:
        """What does not work: what, and a line about it."""
        troubled: list[Troubled] = [*self.troubled, *([] if self.audit is None else [self.audit])]
        return trouble_in(self.panels, self.journal, troubled, self.notices)

    def forget(self) -> None:
        """Forget all games that are over."""
        self.journal.forget_ended()
        if self.audit is not None:
            self.audit.forget()

    def close(self) -> None:
        """Let go of everything, the lights first; what can't be let go of keeps nothing else from it."""
        audit = [] if self.audit is None else [self.audit]
        with ExitStack() as still_open:
            for part in reversed((*self.sinks, *self.sources, self.journal, *audit, self.factory)):
                still_open.callback(part.close)


def assemble(
    config: Config,
    clock: Clock,
    journal: Journal,
    *,
    party: Party | None = None,
    remote: Remote | None = None,
    more_sinks: Sequence[Sink] = (),
    draw_seed: Callable[[], int] = drawn_seed,
    screens: bool = True,
    pod_port: Port | None = None,
    say: Callable[[str], object] = lambda line: None,
    notices: Sequence[Notice] = (),
    takes_host: Callable[[int, int], bool] = lambda now_us, held_us: False,
) -> Parts:
    """Put a console together. A game that was cut off is there again, paused; `screens` False leaves those out.

    With `remote`, sources that come over a network may be added to the parts, news of theirs go into `arrivals`. A pod
    of the configuration is looked for on USB, or is at the other end of `pod_port`; `say` is given a line when it
    comes or goes. `notices`, of what staff have set wrongly, are on the screens until somebody presses. `takes_host` is
    asked first about every press of the host button.

    Raises ConfigError for hardware that can't be reached.
    """
    texts = language_of(config)
    factory = pin_factory(config.pin_factory, clock)
    mailbox = Mailbox()
    pod = pod_of(config, clock, mailbox, pod_port)
    arrivals = _arrivals(config, mailbox, remote, pod)
    buttons = buttons_of(config, on_pins(config.buttons), factory, arrivals, clock)
    heartbeat = Heartbeat(clock.now_us())
    lamps = lamps_of(config, factory)
    # A screen that is lost or comes back is named on the others.
    panels = panels_of(config, lambda place, health: mailbox.wake()) if screens else None
    pictures = None if panels is None else _pictures(panels, config, texts, notices)
    players = None if party is None else seated(party, config, factory)
    sources: list[Source] = _those_there(
        buttons,
        heartbeat,
        _host_button(config, factory, arrivals, clock, takes_host),
        None if players is None else PlayersAct(players),
        None if pod is None else pod_buttons_of(config, pod, arrivals, clock.now_us(), say),
        arrivals if isinstance(arrivals, InOrder) else None,  # after all whose news it passes on
    )
    sinks: list[Sink] = _those_there(
        lamps,
        Sound(config.sound_pin, factory) if config.sound and config.sound_pin is not None else None,
        None if panels is None else Rest(panels, rest_stages(config.dim_after_s, config.dark_after_s)),
        pictures,
        None if players is None else PlayersSee(players),
        None if pod is None else PodLamps(on_pod(config.lamps), pod, brightness=config.brightness),
        *more_sinks,
    )
    most_uncertain_us = _most_uncertain_us(config, remote)
    closed = buttons.closed()
    console = _console(config, clock, journal, sinks, closed, draw_seed, most_uncertain_us, pod or NEVER_LATE)
    return Parts(
        loop=Loop(console, sources, sinks, mailbox, clock),
        console=console,
        journal=journal,
        mailbox=mailbox,
        factory=factory,
        heartbeat=heartbeat,
        arrivals=arrivals,
        buttons=buttons,
        lamps=lamps,
        panels=panels,
        pictures=pictures,
        sources=sources,
        sinks=sinks,
        notices=notices,
        audit=None if journal.path is None else Audit(journal.path),
    )


def _those_there(*parts: Part | None) -> list[Part]:
    """Those that this configuration has."""
    return [part for part in parts if part is not None]


def buttons_of(config: Config, pins: Mapping[int, int], factory: Any, arrivals: Mailbox, clock: Clock) -> GpioButtons:
    """Buttons on `pins`, place to BCM number."""
    return GpioButtons(
        pins,
        factory,
        arrivals,
        clock.at_us,
        uncertainty_us=config.input_uncertainty_us,
        audit_ms=config.audit_ms,
        now_us=clock.now_us(),
    )


def _host_button(
    config: Config, factory: Any, arrivals: Mailbox, clock: Clock, takes: Callable[[int, int], bool]
) -> HostButton | None:
    if config.host_button is None:
        return None
    hold_us = round(config.host_hold_ms * 1000)
    return HostButton(
        config.host_button, factory, arrivals, clock.at_us, hold_us=hold_us, on_held=request_power_off, takes=takes
    )


def _console(
    config: Config,
    clock: Clock,
    journal: Journal,
    sinks: Sequence[Sink],
    closed: frozenset[int],
    draw_seed: Callable[[], int],
    uncertainty_us: int,
    late: Late,
) -> Console:
    """The console with its first turn done: everything is shown once, whatever the hands do."""
    cut_off = cut_off_game(journal, config.seat_numbers, config.settings, journal.simulated)
    news: list[News] = []
    if cut_off is None:
        game, stage = _empty_table(config, clock, closed, uncertainty_us)
    else:
        game, stage = replace(cut_off.game, asked_for=config.kind), cut_off.stage
        journal.continue_game(cut_off.row.id)
        news = return_news(cut_off, clock.now_us(), closed, new_boot=cut_off.row.boot_id != boot_id())
    console = Console(game, stage, journal, sinks, lag_us=_lag_us(config), late=late, draw_seed=draw_seed)
    console.turn(news, clock.now_us())
    return console


def _empty_table(config: Config, clock: Clock, closed: frozenset[int], uncertainty_us: int) -> tuple[Game, Stage]:
    game = new_console(
        config.seat_numbers,
        config.settings,
        at_us=clock.now_us(),
        uncertainty_us=uncertainty_us,
        kind=config.kind,
    )
    return game, Stage(config.seat_numbers, config.settings, closed, watchful=True)


# --- the pod ---


def pod_of(config: Config, clock: Clock, mailbox: Mailbox, port: Port | None) -> Pod | None:
    """The pod, if anything of the configuration is on one."""
    if not (on_pod(config.buttons) or on_pod(config.lamps)):
        return None
    if port is None:
        port = SerialPort(config.pod.device, clock.now_us, lambda: mailbox.wake())  # noqa: PLW0108 - the loop puts its own wake there later
    return Pod(port, round(config.audit_ms * 1000))


def pod_buttons_of(
    config: Config, pod: Pod, arrivals: Mailbox, now_us: int, say: Callable[[str], object]
) -> PodButtons:
    """The buttons that are on the pod."""
    return PodButtons(
        on_pod(config.buttons),
        pod,
        arrivals,
        uncertainty_us=config.input_uncertainty_us,
        alone=not on_pins(config.buttons),
        now_us=now_us,
        say=say,
    )


def _arrivals(config: Config, mailbox: Mailbox, remote: Remote | None, pod: Pod | None) -> Mailbox:
    """Where contacts arrive: what comes over different ways goes on in order."""
    if remote is not None:
        return InOrder(mailbox, remote.wait_us, pod or NEVER_LATE)
    return mailbox if pod is None else InOrder(mailbox, _lag_us(config), pod)


def _most_uncertain_us(config: Config, remote: Remote | None) -> int:
    """How uncertain a contact may be at most."""
    if remote is not None:
        return max(config.input_uncertainty_us, remote.uncertainty_us)
    mixed = on_pod(config.buttons) and on_pins(config.buttons)
    return config.input_uncertainty_us + (MOST_UNCERTAIN_US if mixed else 0)


def _lag_us(config: Config) -> int:
    return round(config.input_lag_ms * 1000)


# --- lamps and screens ---


def lamps_of(config: Config, factory: Any) -> Lamps:
    """The lamps that are on pins."""
    return Lamps(
        on_pins(config.lamps),
        factory,
        active_high=config.lamps_active_high,
        dimmable=config.lamps_dimmable,
        brightness=config.brightness,
    )


def _pictures(panels: Panels[int], config: Config, texts: Texts, notices: Sequence[Notice]) -> Pictures:
    display = config.table_display
    size = None if display is None else (display.width, display.height)
    lines = [notice.line for notice in notices if notice.line]
    notice = notice_picture(Path(config.staff_file).name, lines, texts) if notices else None
    return Pictures(panels, config.seat_numbers, texts, size, notice)


def language_of(config: Config) -> Texts:
    """The texts in the configured language. Raises ConfigError if there is no such language."""
    try:
        return texts_of(config.language)
    except LookupError as error:
        raise ConfigError(f"language: {error.args[0]}") from error


# --- running ---


async def run_in_real_time(
    parts: Parts, clock: RealClock, site: "Site | None" = None, control: Control | None = None
) -> None:
    """Run assembled parts on the event loop of this thread, a web site and a control socket beside them."""
    events = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        events.add_signal_handler(number, parts.loop.stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)  # one that came while nobody could listen is heard now
    if parts.audit is not None:
        parts.audit.start()
    beside = [service for service in (site, control) if service is not None]
    for service in beside:
        await service.start()
    parts.buttons.watch(clock.now_us, clock.seconds_until)
    parts.heartbeat.ready()
    try:
        await parts.loop.run(clock)
    finally:
        for service in beside:
            await service.close()


# --- the web ---


def site_of(parts: Parts, showcase: Showcase, host: str, port: int, desk: "Desk | None" = None) -> "Site":
    """The web site of assembled parts. Imported here: without one nobody waits for a web server to load."""
    from mindbuzz.web.board import Board
    from mindbuzz.web.past import Past
    from mindbuzz.web.site import Site

    health = HealthReport(lambda: showcase.table, parts.trouble)
    board = Board(showcase, lambda: parts.mailbox.wake())  # noqa: PLW0108 - the loop puts its own wake there later
    past = Past(parts.journal.path, has_console=desk is not None)
    return Site(board, health, showcase.texts.language, host=host, port=port, past=past, desk=desk)
