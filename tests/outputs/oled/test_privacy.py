"""Two games that differ only in what others hold send the same bytes to this seat's panel, in the same messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mindbuzz.core.rules import Kind
from mindbuzz.outputs.oled.controllers import SSD1306
from mindbuzz.outputs.oled.paged import PagedOled
from mindbuzz.screens.picture import picture
from mindbuzz.screens.rehearsal import Deal, Rehearsal
from mindbuzz.screens.texts import texts_of
from tests.outputs.oled.chip import KINDS, Chip
from tests.outputs.oled.wire import Wire, serial_on

TEXTS = texts_of("en")
OWN = (11, 25, 40)
HANDS = {
    Kind.CLASSIC: ((OWN, (50, 60, 70), (55, 65, 75)), (OWN, (51, 77, 99), (62, 63, 64))),
    Kind.BLIND: ((OWN, (50, 60, 70), (55, 65, 75)), (OWN, (3, 7, 99), (2, 5, 64))),
    Kind.EXTREME: ((OWN, (41, 42, 43), (44, 45, 46)), (OWN, (47, 48, 49), (42, 44, 50))),
}


def moments(game: Rehearsal) -> list[Rehearsal]:
    """Focus, play, a card of one's own, a press of another's on its way, a stop, the question for a star."""
    steps: tuple[Callable[[], Rehearsal], ...] = (
        lambda: game.down(2),
        game.focus,
        lambda: game.tap(1),
        lambda: game.down(1).wait(30).down(2),
        lambda: game.wait(1050),
        lambda: game.wait(1500),
        lambda: game.up(1, 2),
    )
    return [Rehearsal(step().game) for step in steps]


def traffic(kind: Kind, hands: tuple[tuple[int, ...], ...]) -> list[bytes]:
    """Every message to the panel of seat 1."""
    wire = Wire(Chip(KINDS["ssd1306"]))
    panel = PagedOled(serial_on(wire), SSD1306)
    base = Deal(kind, level=len(OWN), lives=3, stars=1)
    for moment in moments(replace(base, white=hands).begun()):
        view, now_us = moment.seen_by(1)
        panel.display(picture(view, TEXTS, now_us))
    return wire.messages


@pytest.mark.parametrize("kind", HANDS)
def test_the_same_bus_traffic(kind: Kind) -> None:
    one, other = HANDS[kind]

    assert traffic(kind, one) == traffic(kind, other)
    assert len(traffic(kind, one)) > 30


@pytest.mark.parametrize("kind", HANDS)
def test_other_traffic_if_the_own_hand_differs(kind: Kind) -> None:
    one, _ = HANDS[kind]

    assert traffic(kind, one) != traffic(kind, ((12, 25, 40), *one[1:]))
