"""The bench of the web works; how fast it is, is no matter of a test."""

from __future__ import annotations

import asyncio

from tests.bench.web import _measured

SPECTATORS = 20
PRESSES = 3


def test_every_press_lights_its_lamp_however_many_look_on() -> None:
    assert len(asyncio.run(_measured(SPECTATORS, PRESSES))) == PRESSES
