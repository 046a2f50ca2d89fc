"""All panels that share one pair of wires, served in turns by one thread."""

import logging
import threading
from collections.abc import Callable, Sequence

from mindbuzz.outputs.oled.panel import NEVER, Panel

log = logging.getLogger(__name__)


class Bus:
    """Who is next. Pictures first, round-robin; then whatever has been due for longest. Knows no thread."""

    def __init__(self, panels: Sequence[Panel], clock_s: Callable[[], float]) -> None:
        self.panels = list(panels)
        self._clock_s = clock_s

    @property
    def due_s(self) -> float:
        """When `turn` has something to do, by the clock."""
        return min((panel.due_s for panel in self.panels), default=NEVER)

    @property
    def due(self) -> bool:
        return self.due_s <= self._clock_s()

    def turn(self) -> None:
        """One piece of work for one panel, which then goes to the end of the queue."""
        panel = min(self.panels, key=lambda each: each.due_s)
        self.panels.remove(panel)
        self.panels.append(panel)
        panel.turn()

    def close(self) -> None:
        """All panels dark."""
        for panel in self.panels:
            panel.close()


class BusThread:
    """Runs a bus. Nobody who calls it waits for the wire, but in `settled` and `close`, as long as they say."""

    def __init__(self, name: str, bus: Bus, clock_s: Callable[[], float]) -> None:
        self._bus = bus
        self._clock_s = clock_s
        self._changed = threading.Condition()
        self._resting = False
        self._closing = False
        # A daemon: a stuck bus must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def tell(self, change: Callable[[], None]) -> None:
        """Makes a change to a mailbox and wakes the thread up."""
        with self._changed:
            change()
            self._changed.notify_all()

    def settled(self, timeout_s: float) -> bool:
        """Waits until everything that is due is done; False: not in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._resting and not self._bus.due, timeout_s)

    def ask_to_close(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()

    def join(self, timeout_s: float) -> bool:
        """Waits for the end; False: not in time."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while self._wait_for_work():
            self._bus.turn()
        self._bus.close()

    def _wait_for_work(self) -> bool:
        """False: there will be no more."""
        with self._changed:
            while not self._closing and not self._bus.due:
                self._resting = True
                self._changed.notify_all()
                self._changed.wait(self._pause_s())
            self._resting = False
            return not self._closing

    def _pause_s(self) -> float | None:
        due_s = self._bus.due_s
        return None if due_s == NEVER else max(0.0, due_s - self._clock_s())
