"""What the self-test needs of the parts: buttons that are heard, lamps, displays that are drawn on, a piezo."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from PIL import Image

from mindbuzz.app import buttons_of, lamps_of, pod_buttons_of, pod_of
from mindbuzz.config import Config, on_pins, on_pod
from mindbuzz.core.due import earliest_us
from mindbuzz.displays import panel_specs
from mindbuzz.inputs.pod import PodButtons
from mindbuzz.inputs.source import Mailbox, Source
from mindbuzz.outputs.oled.controllers import NOP
from mindbuzz.outputs.oled.health import Health, State, diagnosed
from mindbuzz.outputs.oled.screen import Screen, Serial
from mindbuzz.outputs.pod import PodLamps
from mindbuzz.outputs.sound import Sound
from mindbuzz.pins.factories import pin_factory
from mindbuzz.pod.port import Port
from mindbuzz.runtime.clock import Clock
from mindbuzz.screens.melody import Melody
from mindbuzz.selftest.notes import Location
from mindbuzz.selftest.wire import HOST

OK = Health(State.OK)
LIGHT_AGAIN_US = 1_000_000  # a pod that hears nothing for some seconds goes dark


class Lights(Protocol):
    """Lamps that can be lit one by one."""

    def light(self, seats: frozenset[int]) -> None:
        """These are full, all others dark."""

    def close(self) -> None: ...


@dataclass(slots=True)
class Bench:
    """The parts of a console without the console. `open_screen` gives a dark display at a location, `connect` the way
    to whatever is there; both raise what the wire raises."""

    clock: Clock
    mailbox: Mailbox
    sources: Sequence[Source]
    lights: Sequence[Lights]
    open_screen: Callable[[Location], Screen]
    connect: Callable[[Location], Serial]
    factory: Any
    sound: Sound | None = None
    _screens: dict[Location, Screen] = field(default_factory=dict)
    _lost: set[Location] = field(default_factory=set)
    _lit: frozenset[int] = frozenset()
    _light_again_us: int = 0

    def light(self, seats: frozenset[int]) -> None:
        """Exactly these lamps are lit."""
        self._lit = seats
        self._light_again_us = self.clock.now_us() + LIGHT_AGAIN_US
        for lights in self.lights:
            lights.light(seats)

    @property
    def pod_trouble(self) -> str | None:
        """What is wrong with the pod; None: nothing, or there is to be none."""
        return next((source.trouble for source in self.sources if isinstance(source, PodButtons)), None)

    def closed(self) -> frozenset[int]:
        """The places whose contacts are closed now."""
        return frozenset().union(*(source.closed() for source in self.sources))

    def due_us(self) -> int | None:
        """When a source wants to act, or a note ends."""
        note_ends_us = None if self.sound is None else self.sound.due_us
        dues = [note_ends_us, *(source.due_us for source in self.sources)]
        return earliest_us(dues)

    def play(self, notes: Melody) -> None:
        """These notes, from now on; none: silence."""
        if self.sound is not None:
            self.sound.play(notes, self.clock.now_us())

    def act(self) -> None:
        """Let the sources act that want to, and go on to the next note."""
        now_us = self.clock.now_us()
        for source in self.sources:
            if source.due_us is not None and source.due_us <= now_us:
                source.act(now_us)
        if self.sound is not None:
            self.sound.refresh(now_us)
        if self._light_again_us <= now_us:
            self.light(self._lit)

    def answer(self, location: Location) -> Health:
        """Whether a display answers at a location: it is told to do nothing. One that does may be drawn on again."""
        try:
            serial = self.connect(location)
            try:
                serial.command(NOP)
            finally:
                serial.cleanup()
        except Exception as error:
            return diagnosed(error)
        self._lost.discard(location)
        return OK

    def draw(self, pictures: Mapping[Location, Image.Image]) -> None:
        """These displays show these pictures, all others are dark. What can't be drawn on stays as it is."""
        for location in [location for location in self._screens if location not in pictures]:
            self._darken(location)
        for location, picture in pictures.items():
            if location in self._lost:
                continue
            try:
                if location not in self._screens:
                    self._screens[location] = self.open_screen(location)
                self._screens[location].display(picture)
            except Exception:
                self._forget(location)

    def _darken(self, location: Location) -> None:
        try:
            self._screens.pop(location).cleanup()
        except Exception:
            return  # it is gone; what the probe finds is what counts

    def _forget(self, location: Location) -> None:
        self._lost.add(location)
        screen = self._screens.pop(location, None)
        if screen is not None:
            try:
                screen.release()
            except Exception:
                return

    def close(self) -> None:
        """Everything dark and let go."""
        self.draw({})
        for part in (*self.lights, *self.sources, *([] if self.sound is None else [self.sound]), self.factory):
            part.close()


def _connected(location: Location) -> Serial:
    return location.connect()


def bench_of(
    config: Config,
    clock: Clock,
    say: Callable[[str], object],
    connect: Callable[[Location], Serial] = _connected,
    pod_port: Port | None = None,
) -> Bench:
    """The parts of a configuration; its pod is looked for on USB, or is at the other end of `pod_port`.

    Raises ConfigError for pins that can't be reached.
    """
    mailbox = Mailbox()
    factory = pin_factory(config.pin_factory, clock)
    host = {} if config.host_button is None else {HOST: config.host_button}
    sources: list[Source] = [buttons_of(config, {**on_pins(config.buttons), **host}, factory, mailbox, clock)]
    lights: list[Lights] = [lamps_of(config, factory)]
    pod = pod_of(config, clock, mailbox, pod_port)
    if pod is not None:
        sources.append(pod_buttons_of(config, pod, mailbox, clock.now_us(), say))
        lights.append(PodLamps(on_pod(config.lamps), pod))
    specs = {spec.wiring: spec for spec in panel_specs(config).values()}

    def open_screen(location: Location) -> Screen:
        # Where none should be, one is driven like any of its neighbours.
        spec = specs.get(location) or replace(next(iter(specs.values())), wiring=location)
        return spec.open(partial(connect, location))

    sound = None if config.sound_pin is None else Sound(config.sound_pin, factory)
    return Bench(clock, mailbox, sources, lights, open_screen, connect, factory, sound)
