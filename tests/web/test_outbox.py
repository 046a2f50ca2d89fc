"""At most one message of each kind waits; the newest counts; whoever is too slow is given up."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from mindbuzz.web.outbox import Message, Outbox


class Wire:
    """A browser that takes messages only while its gate is open."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.got: list[Message] = []

    async def send(self, message: Message) -> None:
        await self.gate.wait()
        self.got.append(message)


async def _until_idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_newest_of_each_kind_is_sent_in_order_of_its_turn() -> None:
    async def story() -> list[Message]:
        wire = Wire()
        outbox = Outbox(wire.send)
        running = asyncio.create_task(outbox.run())
        outbox.put("first", lambda: "under way")
        await _until_idle()
        for number in range(1000):
            outbox.put("lamps", lambda number=number: f"lamps {number}")  # type: ignore[misc]
            outbox.put("frame", lambda number=number: f"frame {number}")  # type: ignore[misc]
        wire.gate.set()
        await _until_idle()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        return wire.got

    assert asyncio.run(story()) == ["under way", "lamps 999", "frame 999"]


def test_a_message_is_made_when_its_turn_comes_and_may_be_none() -> None:
    async def story() -> list[Message]:
        wire = Wire()
        wire.gate.set()
        outbox = Outbox(wire.send)
        running = asyncio.create_task(outbox.run())
        outbox.put("nothing", lambda: None)
        outbox.put("something", lambda: "here")
        await _until_idle()
        running.cancel()
        return wire.got

    assert asyncio.run(story()) == ["here"]


def test_whoever_is_too_slow_is_given_up() -> None:
    async def story() -> None:
        outbox = Outbox(Wire().send, slow_s=0.01)
        outbox.put("never", lambda: "taken")
        await outbox.run()

    with pytest.raises(TimeoutError):
        asyncio.run(story())
