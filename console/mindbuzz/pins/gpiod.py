"""gpiozero pins through libgpiod 2: all inputs in one request, numbered events, a queue of a thousand, no polling.

The kernel stamps an edge, numbers it and queues it; one thread sleeps until there is something in the queue. A gap in
the numbers says that edges were dropped: the next one of that pin is told as doubtful, and levels are compared.
"""

import os
import select
import threading
from typing import Any

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero.exc import PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinPWMFixedValue, PinSetInput
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from mindbuzz.errors import PinError
from mindbuzz.pins.chip import header_chip
from mindbuzz.pins.claim import wait_until_free
from mindbuzz.pins.dimmer import Dimmer
from mindbuzz.pins.driver import Driver
from mindbuzz.pins.stamps import DoubtfulTicks, believable, wrong_clock

CONSUMER = "mindbuzz"
QUEUE_EDGES = 1024  # the most that the kernel allows
NS = 1_000_000_000

PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}


class GpiodFactory(Driver, LocalPiFactory):  # type: ignore[misc]
    """The pins of the header. Raises PinError where there is none, or its kernel is too old."""

    def __init__(self) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self._header = header_chip()
        self.chip = gpiod.Chip(str(self._header.device))
        self.inputs = Inputs(self, self.chip)
        self.dimmer = Dimmer(1 / PWM_HZ)

    def _get_revision(self) -> int:
        return self._header.revision

    @property
    def alive(self) -> bool:
        """Whether the edges are still brought."""
        return self.inputs.alive

    def revive(self) -> None:
        """Ask the kernel for the lines anew, and start a new thread."""
        self.inputs.restart()

    def fetch(self) -> None:
        """Deliver what the kernel's queue holds now."""
        self.inputs.fetch()

    def holder(self, line: int) -> str | None:
        """Who holds a line, or None."""
        info = self.chip.get_line_info(line)
        return (info.consumer or "the kernel") if info.used else None

    def close(self) -> None:
        """Let go of every line."""
        self.inputs.close()
        super().close()
        self.chip.close()


PWM_HZ = 100


class Inputs:
    """All the lines that are read or listened to: one request for them all, and the thread that waits for its edges."""

    def __init__(self, factory: GpiodFactory, chip: Any) -> None:
        self._factory = factory
        self._chip = chip
        self._lock = threading.RLock()
        self._pins: dict[int, GpiodPin] = {}
        self._request: Any = None
        self._reader: _Reader | None = None
        self._forget_numbers()

    def _forget_numbers(self) -> None:
        """A new request counts from 1."""
        self._last = 0
        self._last_of_line: dict[int, int] = {}

    # --- which lines ---

    def add(self, pin: "GpiodPin") -> None:
        """Read a line from now on. Raises PinError if somebody else holds it and does not let go."""
        if pin.line not in self._pins:
            wait_until_free(str(pin), lambda: self._factory.holder(pin.line))
            self._check_clock(pin)
            with self._lock:
                self._pins[pin.line] = pin
                self._ask_anew()

    def remove(self, pin: "GpiodPin") -> None:
        """Let go of a line."""
        with self._lock:
            if pin.line in self._pins:
                self._let_go()
                del self._pins[pin.line]
                self._ask_anew()

    def changed(self, pin: "GpiodPin") -> None:
        """A line is to be pulled or listened to in another way."""
        with self._lock:
            if pin.line in self._pins:
                self._request.reconfigure_lines(self._settings())

    def value(self, pin: "GpiodPin") -> int:
        """The level of a line, 0 or 1."""
        self.add(pin)
        with self._lock:
            return int(self._request.get_value(pin.line) is Value.ACTIVE)

    def _settings(self) -> dict[Any, Any]:
        return {line: pin.settings() for line, pin in self._pins.items()}

    def _check_clock(self, pin: "GpiodPin") -> None:
        """The kernel stamps also that somebody asked for a line: with the same clock as the edges, it is told here."""
        with gpiod.Chip(self._chip.path) as watcher:
            watcher.watch_line_info(pin.line)
            self._chip.request_lines({pin.line: pin.settings()}, CONSUMER).release()
            now_s = self._factory.ticks()
            stamp_s = watcher.read_info_event().timestamp_ns / NS
        if not believable(stamp_s, now_s):
            raise wrong_clock(stamp_s, now_s)

    def _ask_anew(self) -> None:
        """A request has the lines that it was made with; what happens between two is found by comparing levels."""
        self._let_go()
        if not self._pins:
            return
        try:
            self._request = self._chip.request_lines(self._settings(), CONSUMER, QUEUE_EDGES)
        except OSError as error:
            held = {str(pin): self._factory.holder(line) for line, pin in self._pins.items()}
            who = "; ".join(f'{pin} is held by "{holder}"' for pin, holder in held.items() if holder)
            raise PinError(f"the buttons' pins can't be had: {error.strerror}; {who}") from error
        self._seen_s = self._factory.ticks()
        self._compare_levels()
        if self._reader is None:
            self._reader = _Reader(self)
            self._reader.start()
        self._reader.watch(self._request)

    def _let_go(self) -> None:
        """Release the lines; what is queued is told before, while every line still has its pin."""
        if self._request is not None:
            self.fetch()
            self._request.release()
            self._request = None
        self._forget_numbers()

    # --- edges ---

    def fetch(self) -> None:
        """Deliver what is queued; safe from any thread, and in the order of the kernel."""
        with self._lock:
            if self._request is None:
                return
            try:
                if self._empty_queue():
                    self._compare_levels()
            except OSError as error:
                raise PinError(f"the pins' chip does not answer any more: {error.strerror}") from error

    def _empty_queue(self) -> bool:
        """Deliver all that is queued. Answers whether edges were dropped before or among it."""
        gap = False
        while True:
            looked_s = self._factory.ticks()
            if not self._request.wait_edge_events(0):
                # Whatever is lost from here on happened later than this.
                self._seen_s = looked_s
                return gap
            for event in self._request.read_edge_events(QUEUE_EDGES):
                gap |= self._take(event)

    def _take(self, event: Any) -> bool:
        """Deliver one edge. Answers whether others were dropped before it."""
        pin = self._pins[event.line_offset]
        dropped = event.line_seqno - self._last_of_line.get(event.line_offset, 0) - 1
        self._last_of_line[event.line_offset] = event.line_seqno
        gap: bool = event.global_seqno > self._last + 1
        self._last = event.global_seqno
        stamp_s = event.timestamp_ns / NS
        if dropped > 0:
            self._factory.lost_edges += dropped
            stamp_s = DoubtfulTicks(stamp_s, min(self._seen_s, stamp_s))
        pin.tell(stamp_s, int(event.event_type is gpiod.EdgeEvent.Type.RISING_EDGE))
        return gap

    def _compare_levels(self) -> None:
        """Tell of every level that no edge told of."""
        now_s = self._factory.ticks()
        for line, pin in self._pins.items():
            level = int(self._request.get_value(line) is Value.ACTIVE)
            if pin.told is not None and pin.told != level:
                pin.tell(DoubtfulTicks(now_s, self._seen_s), level)

    # --- the thread ---

    @property
    def alive(self) -> bool:
        """Whether the thread lives, where there has to be one."""
        return not self._pins or (self._reader is not None and self._reader.is_alive())

    def restart(self) -> None:
        """Everything anew."""
        with self._lock:
            if self._reader is not None:
                self._reader.end()
                self._reader = None
            if self._pins:
                self._ask_anew()

    def close(self) -> None:
        """Let go of the lines, end the thread."""
        with self._lock:
            self._let_go()
            self._pins.clear()
        if self._reader is not None:
            self._reader.end()
            self._reader = None


class _Reader(threading.Thread):
    """Sleeps until there are edges. Whatever goes wrong with the device ends it, and is noticed by who asks.

    It sleeps on an epoll: a plain poll would keep hold of a request, and with that of its lines, after its release.
    """

    def __init__(self, inputs: Inputs) -> None:
        super().__init__(name="edges", daemon=True)
        self._inputs = inputs
        self._bell = os.eventfd(0, os.EFD_CLOEXEC)
        self._epoll = select.epoll()
        self._epoll.register(self._bell, select.EPOLLIN)

    def watch(self, request: Any) -> None:
        """Wait for the edges of this request, too; when it is released that ends by itself."""
        self._epoll.register(request.fd, select.EPOLLIN)

    def end(self) -> None:
        """Stop, and wait for that."""
        os.eventfd_write(self._bell, 1)
        self.join()
        self._epoll.close()
        os.close(self._bell)

    def run(self) -> None:
        while self._bell not in [ready for ready, _ in self._epoll.poll()]:
            self._inputs.fetch()


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """A pin of the header, as gpiozero wants one. Claimed when it is first read, listened to, or made an output."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.line: int = self._number
        self.told: int | None = None  # the level that the listener knows
        self._function = "input"
        self._pull = info.pull or "floating"
        self._edges = "both"
        self._listening = False
        self._output: Any = None
        self._state: float = 0
        self._frequency: float | None = None

    def settings(self) -> Any:
        """How the kernel is to treat this line."""
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            edge_detection=EDGES[self._edges] if self._listening else Edge.NONE,
            bias=PULLS[self._pull],
            event_clock=Clock.MONOTONIC,
        )

    def close(self) -> None:
        """Let go of the line: dark, and nobody's."""
        self.when_changed = None
        self._frequency = None
        self._release_output()
        self._factory.inputs.remove(self)
        self._function = "input"

    # --- input or output ---

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value == "output":
            self.output_with_state(0)
        elif value == "input":
            self._release_output()
            self._function = "input"
        else:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')

    def output_with_state(self, state: float) -> None:
        """An output that has the right level from the first moment."""
        self._factory.inputs.remove(self)
        if self._output is None:
            wait_until_free(str(self), lambda: self._factory.holder(self.line))
            settings = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=Value(int(state > 0)))
            self._output = self._factory.chip.request_lines({self.line: settings}, CONSUMER)
            self._function = "output"
            self._state = state
        else:
            self.state = state

    def _release_output(self) -> None:
        if self._output is not None:
            self._factory.dimmer.leave(self._write)
            self._output.release()
            self._output = None

    def _write(self, on: bool) -> None:
        self._output.set_value(self.line, Value(int(on)))

    # --- level ---

    def _get_state(self) -> float:
        return self._state if self._function == "output" else self._factory.inputs.value(self)

    def _set_state(self, value: float) -> None:
        if self._output is None:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._state = value
        if self._frequency is None or value in (0, 1):
            self._factory.dimmer.steady(self._write, value > 0)
        else:
            self._factory.dimmer.dim(self._write, value)

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        if value and self._function != "output":
            raise PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
        self._frequency = value or None
        if self._frequency is None and self._output is not None:
            self._factory.dimmer.steady(self._write, self._state >= 1)

    # --- input ---

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._pull = value
        self._factory.inputs.changed(self)

    def _get_bounce(self) -> None:
        """Edges come as they are."""

    def _set_bounce(self, value: float | None) -> None:
        if value:
            raise PinError(f"{self!r}: bounce = {value} is not to be had; the console debounces by itself")

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._edges = value
        self._factory.inputs.changed(self)

    def _enable_event_detect(self) -> None:
        self._listening = True
        self._factory.inputs.add(self)
        self.told = self._factory.inputs.value(self)
        self._factory.inputs.changed(self)

    def _disable_event_detect(self) -> None:
        self._listening = False
        self.told = None
        self._factory.inputs.changed(self)

    def tell(self, ticks: float, state: int) -> None:
        """An edge of this line."""
        self.told = state
        self._factory.deliver(self._call_when_changed, ticks, state)
