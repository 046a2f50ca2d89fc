"""The face towards the game: never waits, never fails, and all panels dark in the end."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from mindbuzz.outputs.oled import Care, Health, I2c, Light, Panels, PanelSpec, State
from mindbuzz.outputs.oled.screen import Serial
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.pictures import noise
from tests.outputs.oled.wire import ADDRESS, Clock, Wire, serial_on

# So long may a thread take before a test gives up; none does.
PATIENCE_S = 20.0

SPECS = {seat: PanelSpec("ssd1306", I2c(bus=seat // 2, address=ADDRESS + seat % 2)) for seat in range(4)}


class Console:
    """Four panels on two buses, two addresses each."""

    def __init__(self) -> None:
        self.chips = [Chip(KINDS["ssd1306"], seed=seat) for seat in range(4)]
        self.wires = [Wire(*self.chips[:2]), Wire(*self.chips[2:])]
        self.clock = Clock()
        self.heard: list[tuple[int, State]] = []
        self.lost = threading.Event()
        self.panels = Panels(SPECS, self._hear, connect=self._connect, clock_s=self.clock)

    def _connect(self, spec: PanelSpec, sysfs: Path) -> Serial:
        assert isinstance(spec.wiring, I2c)
        serial: Serial = serial_on(self.wires[spec.wiring.bus], spec.wiring.address)
        return serial

    def _hear(self, seat: int, health: Health) -> None:
        self.heard.append((seat, health.state))
        if not health.ok:
            self.lost.set()

    def shows(self, seat: int, seed: int) -> bool:
        return self.chips[seat].glass().tobytes() == noise(seed).tobytes()

    def pass_time(self, seconds: float) -> None:
        """Moves the clock; a picture for nobody makes no thread look at it, so care does."""
        self.clock.now_s += seconds
        self.panels.take_care(Care())
        assert self.panels.settled(PATIENCE_S)


def test_every_panel_shows_its_picture_and_is_dark_in_the_end() -> None:
    console = Console()
    with console.panels as panels:
        for seat in SPECS:
            panels.show(seat, noise(seat))
        assert panels.settled(PATIENCE_S)

        assert all(console.shows(seat, seat) for seat in SPECS)
        assert panels.health() == dict.fromkeys(SPECS, Health(State.OK))
        assert [panels.shown(seat) for seat in SPECS] == [noise(seat) for seat in SPECS]

    assert not any(chip.lit() for chip in console.chips)
    assert not any(any(page) for chip in console.chips for page in chip.memory)


def lose_seat_1(console: Console, panels: Panels[int]) -> None:
    """Its plug comes out; the other three go on."""
    assert panels.settled(PATIENCE_S)
    console.wires[0].unplugged = {ADDRESS + 1}
    for seat in SPECS:
        panels.show(seat, noise(seat))
    assert panels.settled(PATIENCE_S)
    assert console.lost.wait(PATIENCE_S)
    assert all(console.shows(seat, seat) for seat in (0, 2, 3))


def test_one_thread_per_bus_and_none_in_the_end() -> None:
    before = set(threading.enumerate())
    console = Console()
    assert len(set(threading.enumerate()) - before) == 2

    console.panels.close()

    assert set(threading.enumerate()) == before


def test_whoever_hears_of_a_panel_s_health_and_raises_is_in_no_panel_s_way(caplog: pytest.LogCaptureFixture) -> None:
    """As a loop does that has just been closed, and is still to be woken."""

    class Deaf(Console):
        def _hear(self, seat: int, health: Health) -> None:
            super()._hear(seat, health)
            raise RuntimeError("Event loop is closed")

    console = Deaf()
    with console.panels as panels:
        lose_seat_1(console, panels)

    assert not any(chip.lit() for chip in console.chips)
    assert "Event loop is closed" in caplog.text


def test_a_panel_unplugged_and_plugged_in_again_while_the_others_go_on() -> None:
    console = Console()
    with console.panels as panels:
        lose_seat_1(console, panels)
        assert panels.health()[1].state is State.LOST

        console.chips[1].reset()
        console.wires[0].unplugged = set()
        console.pass_time(0.25)

        assert console.shows(1, 1)
        assert (1, State.LOST) in console.heard
        assert console.heard[-1] == (1, State.OK)


def test_a_slow_bus_makes_nobody_wait() -> None:
    reached, go_on = threading.Event(), threading.Event()
    console = Console()

    class SlowWire(Wire):
        def send(self, address: int, payload: bytes) -> None:
            reached.set()
            assert go_on.wait(PATIENCE_S)
            super().send(address, payload)

    with console.panels as panels:
        assert panels.settled(PATIENCE_S)
        console.wires[0].__class__ = SlowWire
        panels.show(0, noise(1))
        assert reached.wait(PATIENCE_S)

        # The wire of seats 0 and 1 stands still, and still all of this returns.
        for seed in range(100):
            for seat in SPECS:
                panels.show(seat, noise(seed))
        panels.take_care(Care(Light.DIM))
        panels.health()
        assert not panels.settled(0)

        go_on.set()
        assert panels.settled(PATIENCE_S)
        assert all(console.shows(seat, 99) for seat in SPECS)


def test_a_bus_that_never_answers_does_not_keep_the_program_from_ending() -> None:
    reached, go_on = threading.Event(), threading.Event()
    console = Console()

    class DeadWire(Wire):
        def send(self, address: int, payload: bytes) -> None:
            reached.set()
            go_on.wait(PATIENCE_S)

    assert console.panels.settled(PATIENCE_S)
    console.wires[0].__class__ = DeadWire
    console.panels.show(0, noise(1))
    console.panels.show(2, noise(2))
    assert reached.wait(PATIENCE_S)

    console.panels.close(timeout_s=0.05)

    assert all(thread.daemon for thread in threading.enumerate() if thread.name.startswith("oled"))
    go_on.set()
    console.panels.close(PATIENCE_S)


def test_without_any_hardware_there_are_lost_panels_and_no_error(tmp_path: Path) -> None:
    specs = {"red": PanelSpec("sh1106", I2c(bus=98, mux=0x70, channel=1)), "blue": PanelSpec("ssd1309", I2c(bus=99))}
    with Panels(specs, sysfs=tmp_path) as panels:
        panels.show("red", noise(1))
        assert panels.settled(PATIENCE_S)

        assert {place: health.state for place, health in panels.health().items()} == dict.fromkeys(specs, State.LOST)


@pytest.mark.parametrize("driver", ["dummy", "null"])
def test_a_console_without_panels_remembers_its_pictures(driver: str) -> None:
    with Panels({0: PanelSpec(driver), None: PanelSpec(driver)}) as panels:
        panels.show(0, noise(1))
        panels.show(None, noise(2))
        panels.show(7, noise(3))  # nobody sits there
        assert panels.settled(PATIENCE_S)

        assert (panels.shown(0), panels.shown(None)) == (noise(1), noise(2))
