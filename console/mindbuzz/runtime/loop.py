"""The loop: one task owns the game. Driver threads only put news into the mailbox and wake it."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from mindbuzz.core.due import earliest_us
from mindbuzz.inputs.source import Mailbox, Source
from mindbuzz.runtime.clock import Clock, RealClock, VirtualClock
from mindbuzz.runtime.console import Console, Sink


def _nobody() -> None:
    """Nobody is to be woken."""


class Loop:
    """Turns the console whenever news come, a timer falls due, a source wants to act or a sink wants to move."""

    def __init__(
        self, console: Console, sources: Sequence[Source], sinks: Sequence[Sink], mailbox: Mailbox, clock: Clock
    ) -> None:
        self.console = console
        self._sources = sources
        self._sinks = sinks
        self._mailbox = mailbox
        self._clock = clock
        self._woken = asyncio.Event()
        self._stopping = False

    def turn(self) -> None:
        """One turn of everything, now."""
        now_us = self._clock.now_us()
        for source in self._sources:
            if source.due_us is not None and source.due_us <= now_us:
                source.act(now_us)
        news = self._mailbox.take_all()
        console_due_us = self.console.due_us
        if news or (console_due_us is not None and console_due_us <= now_us):
            self.console.turn(news, now_us)
        for sink in self._sinks:
            if sink.due_us is not None and sink.due_us <= now_us:
                sink.refresh(now_us)

    @property
    def due_us(self) -> int | None:
        """When the next turn is due if nobody wakes the loop, or None."""
        dues = [self.console.due_us]
        # Later sources pass on what earlier ones tell; when they wait for that, the earlier ones must know of it first.
        dues.extend(source.due_us for source in reversed(self._sources))
        dues.extend(sink.due_us for sink in self._sinks)
        return earliest_us(dues)

    async def run(self, clock: RealClock) -> None:
        """Run in real time until `stop`. An exception ends it: the service manager starts the console anew."""
        events = asyncio.get_running_loop()

        def wake() -> None:
            with suppress(RuntimeError):  # a driver's thread may come between the end of the events and ours
                events.call_soon_threadsafe(self._woken.set)

        self._mailbox.wake = wake
        try:
            while not self._stopping:
                self._woken.clear()
                self.turn()
                await self._sleep(clock)
        finally:
            # A contact that comes while everything is put away must not fail on the driver's thread.
            self._mailbox.wake = _nobody

    async def _sleep(self, clock: RealClock) -> None:
        due_us = self.due_us
        if due_us is None:
            await self._woken.wait()
            return
        alarm = asyncio.get_running_loop().call_later(clock.seconds_until(due_us), self._woken.set)
        await self._woken.wait()
        alarm.cancel()

    def run_virtually(self, clock: VirtualClock, done: Callable[[], bool]) -> None:
        """Run as fast as the machine allows until `done()` or until nothing is due any more."""
        while not (self._stopping or done()):
            self.turn()
            due_us = self.due_us
            if due_us is None:
                return
            clock.jump_to(due_us)

    def stop(self) -> None:
        """End running after the turn under way; safe from a signal handler of the event loop."""
        self._stopping = True
        self._woken.set()
